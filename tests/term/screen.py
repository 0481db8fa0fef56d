"""screen.py COLUMNS LINES PROGRAM ARGUMENTS...: runs a program at a terminal of that size and types the lines of the
standard input, each when the program waits for one (it has printed a prompt, "A> " or "> "). Prints what it printed."""
import fcntl, os, pty, re, struct, sys, termios

columns, lines = int(sys.argv[1]), int(sys.argv[2])
pid, master = pty.fork()
if pid == 0:
    fcntl.ioctl(1, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))
    os.execv(sys.argv[3], sys.argv[3:])
typed = sys.stdin.read().splitlines()
out, seen = b"", 0
while True:
    try:
        part = os.read(master, 65536)
    except OSError:
        break
    if not part:
        break
    out += part
    if typed and re.search(rb"[A-H\n]> (\x1b\[0m)?$", out[seen:]):
        seen = len(out)
        os.write(master, typed.pop(0).encode() + b"\n")
os.waitpid(pid, 0)
sys.stdout.buffer.write(out.replace(b"\r", b""))
