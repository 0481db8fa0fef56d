"""A machine's clock that is set: back, no socket is closed and no time is counted wrong; ahead, no table is deleted."""
import sqlite3, sys
from client import *

DAY = 24 * 3600 * 1000
PERSONS = [dict(bot=None, name="Ann"), dict(bot=None)]


class Clock:
    """A server whose machine's clock can be set."""

    def __init__(self, folder):
        self.folder, self.file = folder, folder + "/offset"
        self.set(0)
        shim = folder + "/shim.so"
        subprocess.check_call([os.environ.get("CC", "cc"), "-shared", "-fPIC", "-o", shim,
                               os.path.join(ROOT, "tests/serve/clock_shim.c"), "-ldl"])
        self.env = dict(LD_PRELOAD=shim, CLOCK_OFFSET=self.file,
                        ASAN_OPTIONS=os.environ.get("ASAN_OPTIONS", "") + ":verify_asan_link_order=0")

    def set(self, ms):
        with open(self.file + "~", "w") as f:
            f.write(str(ms))
        os.replace(self.file + "~", self.file)


def lines(server, column):
    with sqlite3.connect(server.data + "/tables.sqlite") as db:
        return [row[0] for row in db.execute("select %s from lines" % column)]


def set_back():
    with tempfile.TemporaryDirectory() as folder:
        clock = Clock(folder)
        with Server(data=folder + "/data", env=clock.env, arguments=["--patience", "3"]) as server:
            made = server.make("connect-four", PERSONS, clock=600)
            a, b = server.join(made["id"], made["token"]), server.join(made["id"])
            b.send(t="sit", seat=1, name="Ben")
            b.wait("seated")
            b.wait("view")
            clock.set(-3 * DAY)
            a.answer(0)
            # The server looks at some of its sockets at a time, at all of them in two seconds. It has come round to all
            # when it has let go one that says nothing for three.
            server.join(made["id"], hello=False).ended()
            while b.view["n"] < 1:
                b.wait("view")
            b.answer(1)
            check(max(lines(server, "spent")) < 60000, "nobody thought for long", lines(server, "spent"))
            check(all(ms < 60000 for ms in server.get("/api/tables/" + made["id"])["used"]), "as the table says")
            check(server.get("/api/health")["connections"] >= 2, "both are there")
            clock.set(0)
            while a.view["n"] < 2:
                a.wait("view")
            a.answer(2)


def restart(server):
    """With one table more, which is old; the others are only in the store then, as all that is deleted is."""
    old = server.make("tic-tac-toe", PERSONS)["id"]
    server.kill()
    with sqlite3.connect(server.data + "/tables.sqlite") as db:
        db.execute("update tables set touched = touched - ? where id = ?", (100 * DAY, old))
    server.start()


def only_the_old_one(server):
    """Tables that nobody has touched for long are looked for once; by the time the next is stored all that were
    found are gone."""
    eventually(lambda: server.metric("tables_dropped") > 0, "what is old is deleted")
    server.make("tic-tac-toe", bots(2))
    check(server.metric("tables_dropped") == 1, "and nothing else", server.metric("tables_dropped"))


def set_ahead():
    with tempfile.TemporaryDirectory() as folder:
        clock = Clock(folder)
        with Server(data=folder + "/data", env=clock.env) as server:
            tables = [server.make("tic-tac-toe", PERSONS, listed=True)["id"] for _ in range(3)]
            ended = server.make("tic-tac-toe", bots(2))["id"]
            there = lambda: all(server.request("GET", "/api/tables/" + id)[0] == 200 for id in tables + [ended])
            restart(server)
            clock.set(800 * DAY)
            check(server.metric("tables_dropped") == 0, "it has not yet looked for old tables")
            only_the_old_one(server)
            check(there(), "while it runs")
            # The clock is wrong when it starts, mended, and wrong again
            for days in pick((800,), (800, 0, 1600), (800, 0, 1600)):
                clock.set(days * DAY)
                restart(server)
                only_the_old_one(server)
                check(there(), "when it starts", days)


sys.exit(run([set_back, set_ahead]))
