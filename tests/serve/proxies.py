"""Whom a request is of: who connects, or for whom a proxy asks that the operator has named; never what a client says
of itself."""
import subprocess, sys
from client import *

PERSONS = [dict(bot=None, name="Ann"), dict(bot=None)]


def sits(server, made, more=""):
    """A connection that holds a seat, so that it is never one that makes room."""
    s = Socket(server.port, "/ws/" + made["id"], more=more)
    s.send(t="hello", token=made["token"])
    s.wait("welcome")
    return s


def whose(*addresses):
    """What proxies say: each adds a field, or to the one that is there."""
    return "".join("X-Forwarded-For: %s\r\n" % a for a in addresses)


def is_full(server, *addresses):
    """Whether one more connection of that address is one too many."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE) as s:
        s.sendall(("GET /api/health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n%s\r\n" %
                   whose(*addresses)).encode())
        answer = s.makefile("rb").read()
    check(b" 200 " in answer or b"too many connections" in answer, answer)
    return b" 429 " in answer


def believed():
    with Server(arguments=["--per-address", "3", "--proxy", "127.0.0.1,192.0.2.9"]) as server:
        made = server.make("tic-tac-toe", PERSONS)
        ann = [sits(server, made, whose("10.0.0.1")) for _ in range(3)]
        check(is_full(server, "10.0.0.1"), "a fourth")
        check(not is_full(server, "10.0.0.2"), "others have their own")
        check(is_full(server, "10.0.0.2, 10.0.0.1"), "what a client said stands before what the proxy says")
        check(is_full(server, "10.0.0.2", "10.0.0.1"), "in a field of its own, too")
        check(is_full(server, "10.0.0.1 ,192.0.2.9") and is_full(server, "::ffff:10.0.0.1"), "through both")
        for _ in range(5):
            check(not is_full(server, "10.0.0.1, none"), "what is no address is nobody's")
        kept = socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE)
        for i in range(9):  # one after the other on a connection that the proxy keeps
            kept.sendall(("GET /api/health HTTP/1.1\r\nHost: localhost\r\n%s\r\n" % whose("10.0.1.%d" % i)).encode())
            check(b" 200 " in kept.recv(4096), i)
        ann[0].close()
        eventually(lambda: not is_full(server, "10.0.0.1"), "who goes makes room")


def not_believed():
    with Server(arguments=["--per-address", "3"]) as server:
        made = server.make("tic-tac-toe", PERSONS)
        there = [sits(server, made, whose("10.0.0.%d" % i) + "terrane-hop: abcdefghijklmnopqrstuv 10.0.0.%d\r\n" % i)
                 for i in range(3)]
        check(is_full(server, "10.0.0.9"), "all are of who connects")
        there[0].close()
    for bad in ("proxy.example", "127.0.0.1;10.0.0.1", ","):
        done = subprocess.run([PROGRAM, "serve", "--port", "0", "--proxy", bad], capture_output=True, text=True,
                              timeout=PATIENCE)
        check(done.returncode == 3 and "not the address of a proxy" in done.stderr, bad, done)


sys.exit(run([believed, not_believed]))
