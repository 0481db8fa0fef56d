"""Several servers on one database: any of them serves any table, and while servers and the database are killed nothing
that was acknowledged is lost or taken twice, and every table goes on."""
import os, random, signal, subprocess, sys, tempfile, threading, time

ROOT = os.environ["ROOT"]
sys.path[:0] = [os.path.join(ROOT, "tests", "support"), os.path.join(ROOT, "tests", "serve")]
from client import *
from postgres import Postgres

# Every question has nine answers, whatever was answered before: so a line of the store is exactly what somebody sent.
MARKS = """game "Marks":
  players: 2

kind cell is space:
  var mark: player = none

board grid(square, 3 x 3 cell)

flow:
  repeat 5000:
    turn:
      choose s in grid "Mark a cell"
      s.mark = me
      choose t in grid "Mark another cell"
      t.mark = me
    me = next(me)
"""


class Cluster:
    """Servers on a database of their own, and a folder of games with `marks` in it."""

    def __init__(self, n, arguments=("--rate", "0")):
        self.database = Postgres()
        self.folder = tempfile.mkdtemp(prefix="terrane-cluster-")
        os.makedirs(os.path.join(self.folder, "marks"))
        with open(os.path.join(self.folder, "marks", "marks.game"), "w") as f:
            f.write(MARKS)
        env = dict(TERRANE_GAMES=self.folder + ":" + os.path.join(ROOT, "games"))
        self.servers = [Server(data=self.database.address, arguments=arguments, env=env) for _ in range(n)]

    def __enter__(self):
        return self

    def __exit__(self, kind, value, trace):
        try:
            for s in self.servers:
                if s.process.poll() is None:
                    code = s.stop()
                    check(kind or code == 0, "a server ended with", code, s.stderr())
        finally:
            for s in self.servers:
                if s.process.poll() is None:
                    s.kill()
            self.database.__exit__(kind, value, trace)
            shutil.rmtree(self.folder, ignore_errors=True)

    def all_live(self):
        for s in self.servers:
            check(s.process.poll() is None, "a server ended by itself:", s.stderr())

    def lines(self):
        """What is stored: table, number, text."""
        done = subprocess.run(["psql", "-qAt", "-F", "\t", self.database.address, "-c",
                               "select id, number, text from terrane.lines order by id, number"],
                              check=True, capture_output=True, text=True)
        return [line.split("\t") for line in done.stdout.splitlines()]


class Seat(threading.Thread):
    """Plays a seat as the page does: when it is cut off it connects again, to whichever server answers, and where the
    same question is open then, it sends its answer again: it may have been taken or not."""

    def __init__(self, doors, table, token, seed):
        super().__init__(daemon=True)
        self.doors, self.table, self.token = doors, table, token
        self.chance = random.Random(seed)
        self.sent, self.acked, self.lost, self.resent = {}, {}, 0, 0
        self.pending = self.problem = self.socket = None
        self.stopping = self.over = False
        self.n = 0

    def run(self):
        while not self.stopping and not self.over:
            try:
                self.play(self.chance.choice(self.doors))
            except (Closed, ConnectionError, OSError):
                self.lost += 1
                time.sleep(0.1)  # as a page does
            except AssertionError as e:
                if not any(code in str(e) for code in ("cannot_read", "cannot_store", "stale")):
                    self.problem = e
                    return

    def stop(self):
        """Whatever it waits for."""
        self.stopping = True
        try:
            self.socket.socket.shutdown(socket.SHUT_RDWR)
        except (AttributeError, OSError):
            pass  # it is not connected

    def play(self, server):
        self.socket = s = server.join(self.table, self.token)
        try:
            while s.asked():
                check(s.view["n"] >= self.n, self.table, "was at", self.n, "and is at", s.view["n"])
                self.n = s.view["n"]
                if self.stopping:
                    return
                self.answer(s)
            self.over = True
        finally:
            s.close()

    def answer(self, s):
        n = s.view["n"]
        if self.pending == n:
            self.resent += 1
        else:
            self.sent[n] = self.chance.choice(startable(s.view["question"]))["id"]
        self.pending = n
        s.send(t="answer", n=n, path=[self.sent[n]])
        ack = s.wait("ack")
        check(n not in self.acked, self.table, "took", n, "twice")
        self.acked[n] = ack["n"]
        self.pending = None
        while s.view["n"] < ack["n"]:
            s.wait("view")


def seats_of(server, game, *bots_there, seed=0, **more):
    """A table of two persons, or of one and a bot: its name and the secrets of its persons."""
    made = server.make(game, [dict(bot=None, name="Ann"), dict(bot=bots_there[0] if bots_there else None)], **more)
    tokens = [made["token"]]
    if not bots_there:
        s = server.join(made["id"])
        s.send(t="sit", seat=1, name="Ben")
        tokens.append(s.wait("seated")["token"])
        s.close()
    return made["id"], tokens


def anywhere():
    """A table is at every server what it is at the one that made it."""
    with Cluster(2) as c:
        first, second = c.servers
        table, (ann, ben) = seats_of(first, "marks", listed=True)
        a, b = first.join(table, ann), second.join(table, ben)
        check(b.seat == 1 and second.metric("relayed") > 0 and first.metric("relayed") == 0, "it is led by one server")
        for n in range(8):
            playing, other = (a, b) if n // 2 % 2 == 0 else (b, a)
            playing.asked()
            playing.answer(n)
            while other.view["n"] <= n:
                other.wait("view")
        a.send(t="undo")
        b.send(t="rename", name="Bob")
        for server in c.servers:
            eventually(lambda: server.get("/api/tables/" + table)["seats"][1]["name"] == "Bob", "the name is told")
            info = server.get("/api/tables/" + table)
            check(info["watching"] == 0 and all(seat["here"] for seat in info["seats"]), "who is there", info)
            check(server.get("/api/game/" + info["hash"])["title"] == "Marks", "its rules are told")
            eventually(lambda: table in [t["id"] for t in server.get("/api/tables")], "it is in the lobby")
            check(server.request("GET", "/api/tables/%s/journal" % table)[0] == 403, "it is not over")
            check(server.get("/api/tables/" + "x" * 22, 404)["error"]["code"] == "no_table", "there is none")
        # It hands over when it ends, and nobody waits for it
        at = b.view["n"]
        check(first.stop() == 0, "ends cleanly:", first.stderr())
        b.ended()
        b = second.join(table, ben)
        check(b.view["n"] >= at and b.table["seats"][1]["name"] == "Bob", "it goes on", b.view["n"], at)


def once_more():
    """A rematch is at every server, for the same people."""
    with Cluster(2) as c:
        first, second = c.servers
        table, (ann, ben) = seats_of(first, "marks")
        a, b = first.join(table, ann), second.join(table, ben)
        for s in (a, b):
            s.send(t="agree", yes=True)
        while not b.table["over"]:
            b.wait("table")
        check(second.request("GET", "/api/tables/%s/journal" % table)[0] == 200, "its journal is told")
        b.send(t="rematch")
        while not b.table["next"]:
            b.wait("table")
        again = [server.join(b.table["next"], secret) for server, secret in ((second, ann), (first, ben))]
        check([s.seat for s in again] == [0, 1], "they sit where they sat")
        again[0].answer(0)
        while again[1].view["n"] < 1:
            again[1].wait("view")


def limits_hold():
    """Whoever an address is connected by, it is the same address, at the server that leads the table, too."""
    with Cluster(2, ["--per-address", "4", "--tables", "2", "--proxy", "127.0.0.1"]) as c:
        first, second = c.servers
        ann, ben = "X-Forwarded-For: 10.0.0.1\r\n", "X-Forwarded-For: 10.0.0.2\r\n"
        table, (secret, _) = seats_of(first, "marks")
        sits = lambda server, who: Socket(server.port, "/ws/" + table, more=who)
        there = []
        for server in (second, second, second, first):  # three are passed on
            there.append(sits(server, ann))
            there[-1].send(t="hello", token=secret)
            there[-1].wait("welcome")
        check(second.metric("relayed") >= 3, "they are passed on")
        for said in (ann, ann + "terrane-hop: abcdefghijklmnopqrstuv 10.0.0.3\r\n"):
            try:
                sits(first, said)
            except Closed as e:
                check("429" in str(e), e)
            else:
                check(False, "a fifth connection")
        there += [sits(server, ben) for server in (first, second)]  # of another address
        body = json.dumps(dict(game="marks", seats=[dict(bot=None), dict(bot=None)]))
        makes = lambda who: second.request("POST", "/api/tables", body, {"X-Forwarded-For": who})[0]
        check([makes("10.0.0.7") for _ in range(3)] == [201, 201, 429], "tables a day")
        check(makes("10.0.0.8") == 201, "of another address")


def does_not_read():
    """Who does not read what comes from another server is let go there, too."""
    with Cluster(2, ["--rate", "0", "--patience", "2"]) as c:
        first, second = c.servers
        table, (token,) = seats_of(first, "tinyforming", "random")
        s = Socket(second.port, "/ws/" + table)
        try:
            for _ in range(2000):
                s.send(t="hello", token=token)
        except OSError:
            pass  # it is over already
        eventually(lambda: first.metric("connections") == 1, "the leader lets go of it")
        eventually(lambda: second.metric("connections") == 1, "and so does who passed it on")
        check(second.metric("relayed") == 1, "it was passed on")


def bots_alone():
    """A table of bots is played by one server, and by another when that one dies."""
    with Cluster(2) as c:
        first, second = c.servers
        made = first.make("marks", bots(2))
        number = lambda server: server.get("/api/tables/" + made["id"])["n"]
        before = number(second)
        eventually(lambda: number(second) > before, "they play")
        check(second.metric("bot_answers") == 0, "at one server only")
        first.kill()
        eventually(lambda: second.metric("bot_answers") > 0, "the other one takes it up")


def verified(c, tables):
    """The lines of the store are what was sent, each once, and all that was acknowledged is among them."""
    stored = {table: {} for table in tables}
    for table, number, text in c.lines():
        if table in stored:
            stored[table][int(number)] = text
    acknowledged = 0
    for table, seats in tables.items():
        lines = stored[table]
        check(sorted(lines) == list(range(len(lines))), table, "has gaps")
        said = {}
        for number, text in lines.items():
            by = seats[0] if text.startswith("A: ") else seats[1]
            check(number in by.sent, table, "has a line that nobody sent:", number, text)
            check(said.setdefault(text.split(": ")[1], by.sent[number]) == by.sent[number], table, number, text)
        for seat in seats:
            for n, after in seat.acked.items():
                check(n in lines and after == n + 1, table, "has lost", n, "of", len(lines))
            acknowledged += len(seat.acked)
    return acknowledged


def killed():
    """Servers and the database die at random moments under load."""
    with Cluster(3) as c:
        under_load(c, c.servers, pick(2, 7, 50), pick(2, 6, 300), pick(1, 3, 12), [4, 2, 1])


def behind_nginx():
    """The same through nginx, with the configuration of deploy/: who is cut off comes back by the same address."""
    with Cluster(3) as c, Nginx(c) as front:
        under_load(c, [front], pick(1, 4, 50), pick(2, 4, 24), pick(1, 2, 12), [3, 1, 1])
        check(front.request("GET", "/api/metrics")[0] == 403, "numbers are not for everybody")
        check(front.get("/api/health")["ok"], "it is well")
        nobody_takes_it_down(c, front)


def nobody_takes_it_down(c, front):
    """What a request for one table is answered with makes nginx leave no server out, whoever says that it was passed
    on; what is behind a question mark only chooses another server."""
    tables = [seats_of(server, "marks") for server in c.servers]
    for _ in range(2):
        for table, (token, _) in tables:
            status = front.request("GET", "/api/tables/" + table, None, {"terrane-hop": "x" * 22 + " 10.0.0.1"})[0]
            check(status == 200, "who says that it was passed on changes nothing", status)
            check(front.request("GET", "/api/games")[0] == 200, "it goes on")
            s = Socket(front.port, "/ws/%s?%d" % (table, 3 * len(table)))
            s.send(t="ping", re="alive")
            check(s.wait("pong")["re"] == "alive", "it lives")
            s.send(t="hello", token=token)
            s.wait("welcome")
            s.close()


class Nginx:
    """nginx with the configuration of deploy/, but for addresses and encryption."""
    join, request, get, make = Server.join, Server.request, Server.get, Server.make

    def __init__(self, cluster):
        self.folder = tempfile.mkdtemp(prefix="terrane-nginx-")
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = free.getsockname()[1]
        with open(os.path.join(ROOT, "deploy", "nginx.conf")) as f:
            text = f.read()
        for i, s in enumerate(cluster.servers):
            text = text.replace("10.0.0.1%d:8080" % (i + 1), "127.0.0.1:%d" % s.port)
        text = re.sub(r"ssl_certificate.*", "", text.replace("listen 443 ssl", "listen 127.0.0.1:%d" % self.port))
        text = text.replace("listen 80;", "listen unix:%s/plain;" % self.folder)
        places = "".join("%s_temp_path %s/%s;" % (kind, self.folder, kind)
                         for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
        self.file = os.path.join(self.folder, "nginx.conf")
        with open(self.file, "w") as f:
            f.write("daemon off; pid %s/pid; error_log stderr; %s events { }\nhttp { access_log off; %s\n%s}\n" %
                    (self.folder, "user root;" if os.getuid() == 0 else "", places, text))
        self.errors = tempfile.TemporaryFile(mode="w+")
        self.process = subprocess.Popen(["nginx", "-p", self.folder, "-c", self.file], stderr=self.errors)

    def __enter__(self):
        try:
            eventually(self.answers, "nginx does not start")
        except BaseException:
            self.__exit__(None, None, None)
            raise
        return self

    def answers(self):
        self.errors.seek(0)
        check(self.process.poll() is None, "nginx ended:", self.errors.read())
        try:
            return self.request("GET", "/api/health")[0] == 200
        except OSError:
            return False

    def __exit__(self, kind, value, trace):
        if self.process.poll() is None:
            self.process.terminate()
        self.process.wait(PATIENCE)
        shutil.rmtree(self.folder, ignore_errors=True)


def under_load(c, doors, rounds, tables, others, weights):
    """Persons at tables of their own and at some with bots, by any of the doors, while what runs behind them dies."""
    chance = random.Random(19)
    marks, seats, games = {}, [], ["tinyforming", "connect-four", "kuhn-poker"]
    for i in range(tables):
        table, tokens = seats_of(chance.choice(c.servers), "marks")
        marks[table] = [Seat(doors, table, token, 100 * i + k) for k, token in enumerate(tokens)]
        seats += marks[table]
    for i in range(others):  # with bots that think at whichever server leads the table
        table, (token,) = seats_of(chance.choice(c.servers), games[i % len(games)], "random")
        seats.append(Seat(doors, table, token, 1000 + i))
    alone = c.servers[0].make("marks", bots(2))["id"]
    for s in seats:
        s.start()
    kills = {"server": 0, "database": 0, "handed over": 0}
    for _ in range(rounds):
        gone_on(c, seats)
        time.sleep(chance.random() * 0.5)  # anywhere in it
        c.all_live()
        what = chance.choices(list(kills), weights)[0]
        kills[what] += 1
        if what == "database":
            c.database.kill()
            time.sleep(chance.random())
            c.database.start()
            continue
        server = chance.choice(c.servers)
        if what == "server":
            server.kill()
        else:
            check(server.stop() == 0, "ends cleanly:", server.stderr())
        time.sleep(chance.random())
        server.start(server.port)
    gone_on(c, seats)
    for s in seats:
        s.stop()
    for s in seats:
        s.join(PATIENCE)
        check(not s.is_alive() and not s.problem, s.table, s.problem)
    c.all_live()
    acknowledged = verified(c, marks)
    print("  %s; %d acknowledged answers at %d tables and %d at others, %d sent again, %d connections lost" %
          (", ".join("%d %s" % (n, what) for what, n in kills.items()), acknowledged, tables,
           sum(len(s.acked) for s in seats) - acknowledged, sum(s.resent for s in seats),
           sum(s.lost for s in seats)), flush=True)
    bots_now = lambda: c.servers[0].get("/api/tables/" + alone)
    before = bots_now()["n"]
    eventually(lambda: bots_now()["n"] > before or bots_now()["over"], "the bots go on")


def gone_on(c, seats):
    """Every table that is not over goes on."""
    before = [len(s.acked) for s in seats]
    for s, n in zip(seats, before):
        eventually(lambda: s.over or s.problem or len(s.acked) > n, s.table, "does not go on", s.n)
        check(not s.problem, s.table, s.problem)


def told_the_same():
    """What a connection is told of the game through another server is, byte for byte, what the leader tells one of the
    same seat. So what tests/table/test_secrecy.c finds by dealing anew, that nobody is told more than its seat may see,
    holds through the cluster."""
    with Cluster(2) as c:
        leader, other = c.servers
        for game in ("kuhn-poker", "masked-ball", "mars"):
            table, tokens = seats_of(leader, game)
            eyes = [(leader.join(table, token), other.join(table, token)) for token in tokens + [None]]
            chance = random.Random(5)
            for _ in range(12):
                asked = [pair for pair in eyes[:2] if open_question(pair[1])]
                if not asked:
                    break
                s = chance.choice(chance.choice(asked))  # directly or through the other
                s.send(t="answer", n=s.view["n"], path=[chance.choice(startable(s.view["question"]))["id"]])
                done = s.wait("ack")["n"]
                for one in (one for pair in eyes for one in pair):
                    while one.view["n"] < done:
                        one.wait("view")
            for direct, passed_on in eyes:
                told, compared = views_of(direct), views_of(passed_on)
                both = told.keys() & compared.keys()
                check(len(both) > 2, game, "too little is compared", sorted(both))
                for n in both:
                    check(told[n] == compared[n], game, n, told[n], compared[n])
            hands = [views_of(direct)[max(views_of(direct))] for direct, _ in eyes]
            check(len(set(hands)) == 3, game, "seats see different things")  # else nothing was tried
            for s in (s for pair in eyes for s in pair):
                s.close()
        check(other.metric("relayed") > 0, "the other passes on")


def deals_nobody_sees():
    """Two games that differ in the other hand alone, played with the same answers through a server that leads neither:
    what a seat and who looks on are sent is the same, byte for byte."""
    with Cluster(2) as c:
        leader, other = c.servers
        hands = {}  # by what Ann sees of a deal
        for seed in range(40):
            table, tokens = seats_of(leader, "kuhn-poker", seed=seed)
            seen = [shown(other, table, token) for token in tokens]
            alike = hands.setdefault(seen[0], {})
            alike.setdefault(seen[1], (table, tokens))
            if len(alike) == 2:
                break
        check(len(alike) == 2, "two deals that Ann cannot tell apart")
        games = [[other.join(table, token) for token in tokens + [None]] for table, tokens in alike.values()]
        while (at := next((i for i in (0, 1) if games[0][i].view["question"]), None)) is not None:
            n = games[0][at].view["n"]
            for game in games:
                game[at].answer(0)
                for s in game:
                    while s.view["n"] <= n:
                        s.wait("view")
            if games[0][0].view["status"] != "ask":
                break  # the hands are shown
            for eyes in (0, 2):
                first, second = [told(game[eyes]) for game in games]
                check(first == second, "they are told apart at", n, first, second)
            check(told(games[0][1]) != told(games[1][1]), "Ben sees his hand")
        check(n >= 1 and other.metric("relayed") > 0, "it was played, through the other", n)


def shown(server, table, token):
    """The first view of a game through a server, as it is sent."""
    s = server.join(table, token)
    views = views_of(s)
    s.close()
    return plain(views[0])


def told(s):
    """All that was sent of the game so far."""
    return [plain(m) for m in s.seen if m.startswith((b'{"t":"view"', b'{"t":"log"'))]


def plain(message):
    """Without what is not of the position: moments, and how long somebody has been waited for."""
    return re.sub(rb'"(since|spent|used|open)":(\d+|\[[\d,]*\])', b"", message)


def open_question(s):
    return s.view["question"] is not None and s.view["status"] == "ask"


def views_of(s):
    """The last view of each position, as it was sent."""
    views = (m for m in s.seen if m.startswith(b'{"t":"view"'))
    return {json.loads(m)["n"]: m for m in views}


class Gate:
    """What stands between a server and its database. While it is shut nothing passes, and nobody is told."""

    def __init__(self, database):
        self.to = os.path.join(database.folder, ".s.PGSQL.5432")
        self.open = threading.Event()
        self.open.set()
        self.door = socket.create_server(("127.0.0.1", 0))
        self.address = "postgresql://terrane@127.0.0.1:%d/postgres?sslmode=disable" % self.door.getsockname()[1]
        threading.Thread(target=self.let_in, daemon=True).start()

    def let_in(self):
        while True:
            here = self.door.accept()[0]
            there = socket.socket(socket.AF_UNIX)
            self.open.wait()
            there.connect(self.to)
            for a, b in ((here, there), (there, here)):
                threading.Thread(target=self.carry, args=(a, b), daemon=True).start()

    def carry(self, a, b):
        try:
            while data := a.recv(65536):
                self.open.wait()
                b.sendall(data)
        except OSError:
            pass
        for end in (a, b):
            try:
                end.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass


def taken_for_dead():
    """One server stands still, another is cut off from the database: both live, and store nothing any more. A third
    takes over; the clients of the one that is cut off are let go, so that they find it."""
    with Cluster(2) as c:
        gate = Gate(c.database)
        still, third = c.servers
        cut = Server(data=gate.address, env=still.env)
        c.servers.append(cut)
        one, another, quiet = (seats_of(server, "marks") for server in (still, cut, cut))
        a, b = still.join(one[0], one[1][0]), cut.join(another[0], another[1][0])
        d, through = cut.join(quiet[0], quiet[1][0]), third.join(another[0], another[1][1])
        for s in (a, b):
            s.answer(0)
        seen = len(a.seen), len(b.seen)
        os.kill(still.process.pid, signal.SIGSTOP)
        gate.open.clear()
        for s in (a, b):
            s.send(t="answer", n=s.view["n"], path=[startable(s.view["question"])[1]["id"]])
        d.send(t="rename", name="Late")
        asked = threading.Thread(target=lambda: told.append(cut.request("GET", "/api/tables/" + one[0])[0]))
        told = []
        asked.start()
        through.ended()
        taken = [eventually(lambda: answers(third, table, tokens[0]), "the third takes over")
                 for table, tokens in (one, another, quiet)]
        taken[2].send(t="rename", name="New")
        taken[2].wait("table")
        for s in taken[:2]:
            check(s.view["n"] == 1, "what was acknowledged is there, and nothing else", s.view["n"])
            s.answer(2)
        eventually(lambda: cut.request("GET", "/api/health")[0] == 503, "it says that it is cut off")
        b.ended()  # whatever becomes of its answer
        asked.join(PATIENCE)
        check(told == [502], "a proxy is told to ask another server", told)
        check(cut.request("GET", "/table/" + one[0])[0] == 502 and cut.request("GET", "/")[0] != 502, "at once")
        check(answers(cut, *one) is None, "nobody is let in")
        os.kill(still.process.pid, signal.SIGCONT)
        gate.open.set()
        for s, before in zip((a, b), seen):
            check(not any(b'"ack"' in m for m in s.ended().seen[before:]), "what is not stored is not acknowledged")
        for server, (table, tokens) in ((still, one), (cut, another)):
            s = eventually(lambda: answers(server, table, tokens[0]), "it goes on there, too")
            check(s.view["n"] == 2, "there is one table", s.view["n"])
            taken.append(s)
        d.ended()
        check(third.get("/api/tables/" + quiet[0])["seats"][0]["name"] == "New", "who came late changed nothing")
        third.kill()
        s = eventually(lambda: answers(cut, quiet[0], quiet[1][0]), "it is taken over once more")
        check(s.table["seats"][0]["name"] == "New", "and stored nothing", s.table)
        check(len(c.lines()) == 4, "and each answer once", c.lines())
        eventually(lambda: cut.request("GET", "/api/health")[0] == 200, "it is well again")


def answers(server, table, token):
    """Somebody at the table there; None: not yet."""
    try:
        return server.join(table, token)
    except (Closed, AssertionError, OSError):
        return None


if __name__ == "__main__":
    chosen = [globals()[name] for name in sys.argv[1:]]
    codes = []
    waits = threading.Thread(target=lambda: codes.append(run([taken_for_dead])))  # mostly for time to pass
    if not chosen:
        waits.start()
    codes.append(run(chosen or [anywhere, once_more, limits_hold, told_the_same, deals_nobody_sees,
                                       does_not_read, bots_alone, killed]))
    if not chosen:
        waits.join()
    sys.exit(max(codes))
