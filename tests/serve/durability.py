"""Nothing that was acknowledged is lost: the server is killed under load again and again, and resumes every table at
its last acknowledged answer; a full disk is refused cleanly, and tables go on when there is room again."""
import errno, json, random, resource, sqlite3, sys, threading
from client import *

LOCK_TIME = 2  # seconds the server waits for a store that another program holds, see src/serve/store_sqlite.c
KEPT = ("vars", "tracks", "zones", "asked", "scores", "question", "status", "phase", "periods")


class Player(threading.Thread):
    """Plays one table against bots until the server dies or it is to stop; remembers what was acknowledged, and what it
    saw by then."""

    def __init__(self, server, game, seed):
        super().__init__(daemon=True)
        made = server.make(game, [dict(bot=None, name="Ann"), dict(bot="random")])
        self.id, self.token, self.game = made["id"], made["token"], game
        self.chance = random.Random(seed)
        self.acknowledged, self.acks, self.views = 0, 0, {}
        self.problem, self.over, self.stopping = None, False, False

    def run(self):
        try:
            s = self.server.join(self.id, self.token)
            self.note(s)
            while s.asked():
                self.note(s)
                if self.stopping:
                    s.close()
                    return
                undo = self.acks > 3 and s.view["undo"] == "free" and self.chance.random() < 0.1
                if undo:
                    s.send(t="undo")
                else:
                    s.send(t="answer", n=s.view["n"], path=[self.chance.choice(startable(s.view["question"]))["id"]])
                ack = s.wait("ack", *(["error"] if undo else []))
                if ack["t"] == "error":  # a bot was faster: what it decided is not taken back
                    check(ack["code"] == "illegal", ack)
                    while s.view["undo"] == "free":
                        s.wait("view")
                    continue
                self.acknowledged, self.acks = ack["n"], self.acks + 1
                while s.view["n"] < ack["n"]:
                    s.wait("view")
                    self.note(s)
            self.note(s)
            self.over = True
        except (Closed, ConnectionError, OSError):
            pass  # killed
        except Exception as e:
            self.problem = e

    def note(self, s):
        self.views[s.view["n"]] = {k: s.view[k] for k in KEPT if k in s.view}

    def go(self, server):
        self.server, self.stopping = server, False
        threading.Thread.__init__(self, daemon=True)
        self.start()

    def verify(self, server):
        """After a restart: nothing acknowledged is missing, and what was seen at a number is what is there."""
        if self.problem:
            raise self.problem
        try:
            s = server.join(self.id, self.token)
        except AssertionError as e:
            raise AssertionError("%s: %s: %s" % (self.game, e, server.stderr()))
        n = s.view["n"]
        shown = max(self.views, default=0)
        check(n >= self.acknowledged and n >= shown, self.game, "is at", n, "but", self.acknowledged,
              "was acknowledged,", shown, "shown")
        if n in self.views:
            now = {k: s.view[k] for k in KEPT if k in s.view}
            check(now == self.views[n], self.game, "at", n, "is another position than before")
        s.close()
        return n


def killed_under_load(store=None):
    """store: the address of a database; None: a folder."""
    kills, tables = pick(2, 3, 500), pick(6, 12, 24)
    games = ["tinyforming", "pluto", "connect-four", "mars", "kuhn-poker", "coal-mines"]
    data = store or tempfile.mkdtemp(prefix="terrane-kill-")
    chance = random.Random(kills)
    answers = 0
    try:
        server = Server(data=data)
        players = [Player(server, games[i % len(games)], i) for i in range(tables)]
        for kill in range(kills):
            for i, p in enumerate(players):
                if p.over:
                    players[i] = p = Player(server, p.game, chance.random())
                p.go(server)
            before = sum(p.acks for p in players)
            eventually(lambda: sum(p.acks for p in players) > before or all(p.over for p in players), "there is a load")
            time.sleep(chance.random() * pick(0.5, 1.0, 1.5))  # anywhere in it
            server.kill()
            for p in players:
                p.join(PATIENCE)
                check(not p.is_alive(), "a player hangs")
            server.start()
            for p in players:
                p.verify(server)
            answers += sum(p.acks for p in players)
        for p in players:  # and they can be played on
            if not p.over:
                s = server.join(p.id, p.token)
                if s.asked():
                    s.answer(0)
                s.close()
        check(server.stop() == 0, "ends cleanly:", server.stderr())
        print("  %d kills, %d tables, %d acknowledged answers" % (kills, tables, answers))
        check(answers > 0, "there was a load")
    finally:
        if server.process.poll() is None:
            server.kill()
        if not store:
            shutil.rmtree(data, ignore_errors=True)


def full_disk():
    """The files may not grow any more: that is what a full disk looks like to a program."""
    with Server() as server:
        made = server.make("connect-four", [dict(bot=None, name="Ann"), dict(bot=None)])
        a, b = server.join(made["id"], made["token"]), server.join(made["id"])
        b.send(t="sit", seat=1, name="Ben")
        b.wait("seated")
        b.wait("view")
        a.answer(0)
        # Slow enough not to be over before the disk is full
        bots_only = server.make("mars", [dict(bot="greedy")] * 5, seed=5)
        eventually(lambda: server.get("/api/tables/" + bots_only["id"])["n"] > 0, "the bots play")
        size = max(os.path.getsize(os.path.join(server.data, f)) for f in os.listdir(server.data))
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (4096, resource.RLIM_INFINITY))
        while b.view["n"] < 1:
            b.wait("view")
        refused = 0
        for _ in range(3):
            answer = b.view["question"]["answers"][1]["id"]
            b.send(t="answer", n=b.view["n"], path=[answer], re="keep")
            message = b.wait("error", re="keep")
            check(message["code"] == "cannot_store", message)
            refused += 1
        check(server.get("/api/health", 503)["ok"] is False, "not healthy")
        check(server.make("connect-four", bots(2), status=503)["error"]["code"] == "cannot_store", "no new tables")
        b.send(t="rename", name="Benjamin")
        check(b.wait("error")["code"] == "cannot_store", "names neither")
        info = server.get("/api/tables/" + made["id"])
        check(info["n"] == 1 and info["seats"][1]["name"] == "Ben", "nothing was done", info)
        stuck = server.get("/api/tables/" + bots_only["id"])["n"]
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
        b.answer(1)
        check(b.view["n"] == 2, "it goes on where there is room")
        while a.view["n"] < 2:
            a.wait("view")
        a.answer(0)
        check(server.get("/api/health")["ok"], "healthy again")
        eventually(lambda: server.get("/api/tables/" + bots_only["id"])["n"] > stuck, "bots go on by themselves")
        server.kill()
        server.start()
        again = server.join(made["id"], made["token"])
        check(again.view["n"] == 3 and again.view["vars"] == a.view["vars"],
              "what was refused is not there, the rest is")
        check(size > 0 and refused == 3, "")


def locked_store():
    """Another program holds the file: that is waited for once, then said at once, also by the health; and it goes on
    by itself."""
    with Server() as server:
        tables = []
        for _ in range(12):
            made = server.make("connect-four", [dict(bot=None, name="Ann"), dict(bot=None)])
            tables.append(server.join(made["id"], made["token"]))
        other = sqlite3.connect(server.data + "/tables.sqlite", isolation_level=None)
        other.execute("begin immediate")
        took = []
        for round in range(2):
            began = time.time()
            for s in tables:
                s.send(t="answer", n=0, path=[s.view["question"]["answers"][0]["id"]], re=round)
            for s in tables:
                refused = s.wait("error", re=round)
                check(refused["code"] == "cannot_store" and "another program" in refused["text"], refused)
            took.append(time.time() - began)
            health = server.get("/api/health", 503)
            check(health["ok"] is False and "another program" in health["why"], health)
        check(took[0] < len(tables) * LOCK_TIME / 2, "one wait for all of them", took)
        check(took[1] < took[0] / 2, "the second time it is said at once", took)
        check(server.get("/api/tables/" + tables[0].table["id"])["n"] == 0, "reading goes on, and nothing was done")
        other.execute("rollback")
        eventually(lambda: server.request("GET", "/api/health")[0] == 200, "well again without anybody playing")
        for s in tables:
            s.answer(0)
        other.execute("begin immediate")
        tables[0].send(t="rename", name="Anna", re="late")
        eventually(lambda: "takes long" in server.request("GET", "/api/health")[2].decode(),
                   "the server waits for the lock")
        other.execute("rollback")
        tables[0].wait("table", re="late")  # a short lock is waited for


def definitions_change():
    """A table goes on under the rules it began with when the file changes."""
    with tempfile.TemporaryDirectory() as folder:
        os.makedirs(folder + "/games/pile")
        path = folder + "/games/pile/pile.game"
        text = ('game "Pile":\n  players: 2\n\nvar left: number(0..9) = 9\n\nflow:\n  repeat 9:\n    turn:\n'
                '      choose n in 1..%d "How many?"\n      left -= n\n      if left == 0: win(me)\n'
                '    me = next(me)\n')
        with open(path, "w") as f:
            f.write(text % 3)
        with Server(data=folder + "/data", env=dict(TERRANE_GAMES=folder + "/games")) as server:
            made = server.make("pile", [dict(bot=None), dict(bot="random")])
            s = server.join(made["id"], made["token"])
            first = len(s.view["question"]["answers"])
            check(first == 3, first)
            hash_before = s.table["hash"]
            with open(path, "w") as f:
                f.write(text % 2)
            server.kill()
            server.start()
            s = server.join(made["id"], made["token"])
            check(len(s.view["question"]["answers"]) == 3 and s.table["hash"] == hash_before, "the old rules")
            made = server.make("pile", [dict(bot=None), dict(bot="random")])
            t = server.join(made["id"], made["token"])
            check(len(t.view["question"]["answers"]) == 2, "the new rules for new tables")
            os.remove(path)
            s.answer(0)
            check(s.view["n"] >= 1, "without the file")


def ended_politely():
    """SIGTERM in the middle of play: everything acknowledged is there again."""
    data = tempfile.mkdtemp(prefix="terrane-term-")
    server = Server(data=data)
    try:
        players = [Player(server, game, i) for i, game in enumerate(["tinyforming", "pluto", "mars"])]
        for p in players:
            p.go(server)
        eventually(lambda: all(p.acks > 2 or p.problem for p in players), "all of them play")
        check(server.stop() == 0, "ends cleanly:", server.stderr())
        for p in players:
            p.join(PATIENCE)
        server.start()
        for p in players:
            p.verify(server)
        check(server.stop() == 0, "again:", server.stderr())
    finally:
        if server.process.poll() is None:
            server.kill()
        shutil.rmtree(data, ignore_errors=True)


def writing_end(path):
    """A pipe, to write to it; None while nobody reads it."""
    try:
        return os.open(path, os.O_WRONLY | os.O_NONBLOCK)
    except OSError as e:
        check(e.errno == errno.ENXIO, e)
        return None


def ended_while_working():
    """A thread is at work for longer than the end waits: the program ends, and nothing it uses is freed under it."""
    with tempfile.TemporaryDirectory() as folder:
        game, part = folder + "/games/slow/slow.game", folder + "/games/slow/part.game"
        text = 'game "Slow":\n  players: 2\n\nflow:\n  turn:\n    choose n in 1..3 "How many?"\n'
        os.makedirs(os.path.dirname(game))
        with open(game, "w") as f:
            f.write(text)
        server = Server(data=folder + "/data", arguments=["--patience", "2"], env=dict(TERRANE_GAMES=folder + "/games"))
        try:
            made = server.make("slow", [dict(bot=None), dict(bot=None)])
            s = server.join(made["id"], made["token"])
            os.mkfifo(part)  # whoever reads it waits
            with open(game, "w") as f:
                f.write('include "part.game"\n\n' + text)
            asks = socket.create_connection(("127.0.0.1", server.port))
            asks.sendall(b"GET /api/games/slow HTTP/1.1\r\nHost: localhost\r\n\r\n")
            fifo = eventually(lambda: writing_end(part), "a thread reads it")
            s.answer(0)
            began = time.time()
            server.process.send_signal(signal.SIGTERM)
            code = server.process.wait(timeout=PATIENCE)  # nothing is written: the thread is still at work
            check(code == 0, "ends cleanly:", code, server.stderr())
            check(time.time() - began > 0.5, "after a while", time.time() - began)
            os.close(fifo)
        finally:
            if server.process.poll() is None:
                server.kill()


def lobby_after_restart():
    with Server() as server:
        ids = [server.make("connect-four", [dict(bot=None, name="N%d" % i), dict(bot=None)], listed=True)["id"]
               for i in range(3)]
        before = server.get("/api/tables")
        server.kill()
        server.start()
        after = server.get("/api/tables")
        check([t["id"] for t in after] == list(reversed(ids)) == [t["id"] for t in before], "the lobby is there again")
        for old, new in zip(before, after):
            for key in ("game", "title", "settings", "seats", "n", "begun", "over"):
                check(old[key] == new[key], key, old, new)
        check("secret" not in json.dumps(after), "no secrets")


def damaged_pages():
    """Whichever page of the store is damaged: a table is there with all its answers, or it is said to be unreadable."""
    with tempfile.TemporaryDirectory() as data:
        server = Server(data=data)
        made = server.make("connect-four", bots(2), seed=3)
        played = server.make("tinyforming", bots(2), seed=3)
        eventually(lambda: all(server.get("/api/tables/" + t["id"])["over"] for t in (made, played)), "both end")
        whole = {t["id"]: server.get("/api/tables/" + t["id"])["n"] for t in (made, played)}
        check(server.stop() == 0, "ends")
        path = data + "/tables.sqlite"
        with open(path, "rb") as f:
            before = f.read()
        size, chance = 4096, random.Random(7)
        refused, pages = 0, list(range(1, len(before) // size))
        for page in pages[::pick(3, 1, 1)]:
            with open(path, "wb") as f:
                f.write(before[:page * size] + chance.randbytes(size) + before[(page + 1) * size:])
            for name in ("-wal", "-shm"):
                if os.path.exists(path + name):
                    os.remove(path + name)
            try:
                server.start()
            except AssertionError:
                refused += 1  # it says that the file is malformed
                continue
            for id, n in whole.items():
                status, _, text = server.request("GET", "/api/tables/" + id)
                found = json.loads(text)
                if status == 200:
                    check(found["n"] == n or found.get("readonly"), "page", page, "is damaged: a table at", found["n"],
                          "of", n)
                else:
                    check(status == 503 and found["error"]["code"] == "cannot_read", "page", page, status, text)
                    check("cannot be read" in server.stderr(), "it is named")
                    refused += 1
            server.kill()
        check(refused > 0, "some pages matter")


def bots_alone():
    """Nobody looks on: they play to the end, also when the server is killed in between."""
    with Server() as server:
        ids = [server.make("tinyforming", bots(2), seed=seed)["id"] for seed in range(6)]
        eventually(lambda: server.metric("bot_answers") > 20, "they play")
        server.kill()
        with sqlite3.connect(server.data + "/tables.sqlite") as db:
            killed = db.execute("select count(*) from tables where not over").fetchone()[0]
        check(killed > 0, "some are not over")
        server.start()
        store = sqlite3.connect(server.data + "/tables.sqlite")
        over = lambda: store.execute("select count(*) from tables where over").fetchone()[0]
        eventually(lambda: over() == len(ids), "all are played to their end")
        check(server.metric("tables_resumed") == killed, "those that were not were taken up", killed)


def old_tables():
    """What nobody has touched for long is deleted, but not what somebody looks at."""
    day = 24 * 3600 * 1000
    with Server(arguments=["--keep", "10", "--keep-open", "2"]) as server:
        made = {name: server.make("tic-tac-toe", [dict(bot=None), dict(bot=None)], listed=True)
                for name in ("old", "new", "watched")}
        ended = {name: server.make("tic-tac-toe", bots(2)) for name in ("old", "new")}
        path = server.data + "/tables.sqlite"
        eventually(lambda: all(server.get("/api/tables/" + t["id"])["over"] for t in ended.values()), "bots end")
        server.kill()
        now = int(time.time() * 1000)
        with sqlite3.connect(path) as db:
            for table, age in ((made["old"], 3), (made["new"], 1), (made["watched"], 3), (ended["old"], 11),
                               (ended["new"], 9)):
                db.execute("update tables set touched = ? where id = ?", (now - age * day, table["id"]))
        server.start()
        looks = server.join(made["watched"]["id"], made["watched"]["token"])
        eventually(lambda: server.metric("tables_dropped") == 2, "two are deleted")
        for table, status in ((made["old"], 404), (made["new"], 200), (made["watched"], 200), (ended["old"], 404),
                              (ended["new"], 200)):
            server.get("/api/tables/" + table["id"], status)
        check({t["id"] for t in server.get("/api/tables")} == {made["new"]["id"], made["watched"]["id"]}, "the lobby")
        looks.answer(0)
        with sqlite3.connect(path) as db:
            check(db.execute("select count(distinct id) from lines").fetchone()[0] == 2, "nothing is left of them")


def kept_for_ever():
    """With 0 days tables of that kind stay; those of the other are deleted, which shows that old ones were looked
    for."""
    keeping = lambda over, open: Server(arguments=["--keep", over, "--keep-open", open])
    with keeping("0", "2") as one, keeping("10", "0") as other:
        tables = {}
        for server in (one, other):
            made = tables[server] = dict(open=server.make("tic-tac-toe", [dict(bot=None), dict(bot=None)]),
                                         over=server.make("tic-tac-toe", bots(2)))
            eventually(lambda: server.get("/api/tables/" + made["over"]["id"])["over"], "bots end")
            server.kill()
            with sqlite3.connect(server.data + "/tables.sqlite") as db:
                db.execute("update tables set touched = 0")
            server.start()
        for server, stays in ((one, "over"), (other, "open")):
            eventually(lambda: server.metric("tables_dropped") > 0, "the other kind is deleted")
            server.make("tic-tac-toe", bots(2))  # stored after everything that was found together
            check(server.metric("tables_dropped") == 1, "only that")
            for kind, table in tables[server].items():
                server.get("/api/tables/" + table["id"], 200 if kind == stays else 404)


if __name__ == "__main__":
    sys.exit(run([killed_under_load, full_disk, locked_store, definitions_change, ended_politely, ended_while_working,
                  lobby_after_restart, damaged_pages, bots_alone,
                  old_tables, kept_for_ever]))
