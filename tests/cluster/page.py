"""The page of operation is true: what it says to try in a folder gives three servers behind nginx, any of which may be
killed, and its end leaves nothing."""
import sys
from cluster import *


def blocks():
    """Its commands, on ports that are free."""
    with open(os.path.join(ROOT, "deploy", "README.md")) as f:
        text = f.read()
    begin, end = (re.search(r"^```sh %s\n(.*?)^```" % name, text, re.M | re.S).group(1) for name in ("try", "try-end"))
    base = next(b for b in range(20000, 30000, 10) if all(is_free(b + i) for i in range(4)))
    for there in ("808$n", r"127.0.0.1:808\1", "listen 127.0.0.1:8080"):
        check(begin.count(there) == 1, there)
        begin = begin.replace(there, there.replace("808", str(base // 10)))
    return begin, end, base


def is_free(port):
    try:
        socket.create_server(("127.0.0.1", port)).close()
        return True
    except OSError:
        return False


def has_ended(pid):
    """Or waits only for somebody to ask how."""
    try:
        return "State:\tZ" in open("/proc/%d/status" % pid).read()
    except OSError:
        return True


class Folder:
    """A checkout as far as the page needs one, of somebody who is not root, as PostgreSQL wants it."""

    def __init__(self):
        self.place = tempfile.mkdtemp(prefix="terrane-page-")
        shutil.copytree(os.path.join(ROOT, "deploy"), os.path.join(self.place, "deploy"))
        os.makedirs(os.path.join(self.place, "build", "release"))
        shutil.copy(PROGRAM, os.path.join(self.place, "build", "release", "terrane"))
        shutil.copytree(os.path.join(ROOT, "games", "tic-tac-toe"), os.path.join(self.place, "games", "tic-tac-toe"))
        self.become = []
        if os.getuid() == 0:
            self.become = ["setpriv", "--reuid", "nobody", "--regid", "nogroup", "--clear-groups"]
            subprocess.run(["chown", "-R", "nobody:nogroup", self.place], check=True)

    def run(self, script, folder=""):
        path = os.path.join(self.place, folder)
        env = {**os.environ, "HOME": self.place, "TERRANE_GAMES": os.path.join(self.place, "games"), "PWD": path}
        with tempfile.TemporaryFile(mode="w+") as out:  # the servers keep it open
            done = subprocess.run(self.become + ["bash", "-ec", script], cwd=path, env=env, stdout=out,
                                  stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL, timeout=PATIENCE)
            out.seek(0)
            check(done.returncode == 0, script, out.read())


class Front:
    """What listens there."""
    join, request, get, make = Server.join, Server.request, Server.get, Server.make

    def __init__(self, port):
        self.port = port

    def answers(self):
        try:
            return self.request("GET", "/api/health")[0] == 200
        except OSError:
            return False


def tried_in_a_folder():
    begin, end, base = blocks()
    folder = Folder()
    inside = lambda name: open(os.path.join(folder.place, "try", name)).read()
    try:
        folder.run(begin)
        front = Front(base)
        eventually(front.answers, "it answers")
        for n in (1, 2, 3):
            eventually(Front(base + n).answers, "each of them answers:", n)
        made = front.make("tic-tac-toe", [dict(bot=None, name="Ann"), dict(bot="random")])
        s = front.join(made["id"], made["token"])
        for n in (1, 2):
            s.asked()
            s.answer(0)
            os.kill(int(inside("server%d.pid" % n)), signal.SIGKILL)
            s.close()
            at = s.view["n"]
            s = eventually(lambda: answers(front, made["id"], made["token"]), "it goes on without", n)
            check(s.view["n"] >= at, "nothing is lost")
        s.asked()
        s.answer(0)
        s.close()
        server, database = int(inside("server3.pid")), int(inside("db/postmaster.pid").split()[0])
        folder.run(begin.split("\n")[0] + "\ncd try; kill() { command kill \"$@\" || true; }\n" + end)
        check(not os.path.exists(os.path.join(folder.place, "try")), "the folder is gone")
        for pid in (server, database):
            eventually(lambda: has_ended(pid), "it has ended", pid)
    finally:
        for name in ("server1.pid", "server2.pid", "server3.pid", "nginx.pid", "db/postmaster.pid"):
            try:
                os.kill(int(inside(name).split()[0]), signal.SIGKILL)
            except (OSError, ValueError):
                pass  # it has ended, as it should
        shutil.rmtree(folder.place, ignore_errors=True)


if __name__ == "__main__":
    sys.exit(run([tried_in_a_folder]))
