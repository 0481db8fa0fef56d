"""Requests of HTTP however they are cut into segments: each gets its own answer, in order, and nothing hangs the
server."""
import itertools, json, socket, sys
from client import *

TTT = "tic-tac-toe"


def post(path, body, head=""):
    body = body if isinstance(body, bytes) else body.encode()
    return b"POST %s HTTP/1.1\r\nHost: 127.0.0.1\r\n%sContent-Length: %d\r\n\r\n%s" % (path.encode(), head.encode(),
                                                                                       len(body), body)


def get(path, head="", method="GET"):
    return ("%s %s HTTP/1.1\r\nHost: 127.0.0.1\r\n%s\r\n" % (method, path, head)).encode()


TABLE = json.dumps(dict(game=TTT, seats=[dict(bot=None), dict(bot=None)]))
# What is sent, the status of its answer, and a text that is in it.
REQUESTS = {
    "health": (get("/api/health"), 200, b'"ok"'),
    "list": (get("/api/games"), 200, b'"tic-tac-toe"'),
    "gone": (get("/api/tables/" + "a" * 22), 404, b"no such table"),
    "head": (get("/api/health", method="HEAD"), 200, b""),
    "made": (post("/api/tables", TABLE), 201, b'"token"'),
    "bad": (post("/api/tables", "{}"), 400, b'"bad"'),
    "replay": (post("/api/replay", '{"link": "x"}'), 400, b'"bad"'),
    "nowhere": (post("/api/nothing", "{}"), 405, b'"bad"'),
    "empty": (post("/api/tables", ""), 400, b'"bad"'),
    "odd": (get("/api/health", "Content-Length: 3\r\n") + b"odd", 200, b'"ok"'),
}


def connect(server):
    s = socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE)
    s.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return s


class Reader:
    """Answers of one connection, one after the other."""

    def __init__(self, s):
        self.socket, self.buffer = s, b""

    def more(self):
        data = self.socket.recv(65536)
        if not data:
            raise Closed("closed, with %r" % self.buffer[:300])
        self.buffer += data

    def answer(self, head_only=False):
        while b"\r\n\r\n" not in self.buffer:
            self.more()
        head, self.buffer = self.buffer.split(b"\r\n\r\n", 1)
        lines = head.decode().split("\r\n")
        fields = dict(line.lower().split(": ", 1) for line in lines[1:])
        n = 0 if head_only else int(fields.get("content-length", 0))
        while len(self.buffer) < n:
            self.more()
        body, self.buffer = self.buffer[:n], self.buffer[n:]
        return int(lines[0].split()[1]), fields, body


def read_answers(s, names):
    reader = Reader(s)
    for i, name in enumerate(names):
        _, status, text = REQUESTS[name]
        found, _, body = reader.answer(name == "head")
        check(found == status and text in body, names, "answer", i, "is", found, body[:200])
    check(reader.buffer == b"", names, "have more answers than requests", reader.buffer[:200])


def every_pair_and_triple():
    """In one segment, in two, and byte by byte; on connections that stay open, and with the end behind it."""
    names = list(REQUESTS)
    with Server() as server:
        sets = list(itertools.product(names, repeat=2)) + list(itertools.product(names, repeat=3))
        made = 0
        for number, names in enumerate(sets):
            text = b"".join(REQUESTS[n][0] for n in names)
            cuts = [None, len(text) * (number % 7 + 1) // 8]
            if len(names) == 2 or number % pick(50, 10, 1) == 0:
                cuts.append("bytes")
            for cut in cuts:
                s = connect(server)
                if cut == "bytes":
                    for i in range(len(text)):
                        s.sendall(text[i:i + 1])
                elif cut is None:
                    s.sendall(text)
                else:
                    s.sendall(text[:cut])
                    time.sleep(0.0005)
                    s.sendall(text[cut:])
                if number % 3 == 0:
                    s.shutdown(socket.SHUT_WR)  # whoever has said everything is answered all the same
                read_answers(s, names)
                s.close()
                made += names.count("made")
        check(server.metric("tables_made") == made, "each table was made once", made, server.metric("tables_made"))
        check(server.stop() == 0, "it ends when asked to")


def many_in_a_row():
    with Server() as server:
        names = (list(REQUESTS) * 20)[:150]
        s = connect(server)
        s.sendall(b"".join(REQUESTS[n][0] for n in names))
        read_answers(s, names)
        s.sendall(REQUESTS["health"][0])  # and it is still open
        read_answers(s, ["health"])
        s.sendall(get("/api/health", "Connection: close\r\n") + REQUESTS["made"][0])
        reader = Reader(s)
        check(reader.answer()[1]["connection"] == "close", "the last one")
        try:
            reader.more()
            raise AssertionError("there is an answer behind the last")
        except Closed:
            pass
        check(server.metric("tables_made") == names.count("made"), "what came behind the last was not done")


def read_in_two_ways():
    """What a proxy in front could take for another request than the server does is refused, and the connection ends."""
    table = TABLE.encode()
    wrong = {
        "two lengths": (b"POST /api/tables HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 2\r\n"
                        b"Content-Length: 3\r\n\r\n{}x", 400),
        "a list of lengths": (b"POST /api/tables HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 2, 2\r\n\r\n{}", 400),
        "a length below nothing": (b"POST /api/tables HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: -2\r\n\r\n{}",
                                   400),
        "a signed length": (b"POST /api/tables HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: +2\r\n\r\n{}", 400),
        "chunks": (b"POST /api/tables HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\n"
                   b"%x\r\n%s\r\n0\r\n\r\n" % (len(table), table), 411),
        "chunks and a length": (b"POST /api/tables HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 2\r\n"
                                b"Transfer-Encoding: chunked\r\n\r\n{}", 411),
        "a blank before a colon": (b"GET /api/health HTTP/1.1\r\nHost : 127.0.0.1\r\n\r\n", 400),
        "a folded line": (b"GET /api/health HTTP/1.1\r\nHost: 127.0.0.1\r\nX: a\r\n b\r\n\r\n", 400),
        "a bare line feed": (b"GET /api/health HTTP/1.1\r\nHost: 127.0.0.1\nX: y\r\n\r\n", 400),
        "a NUL": (b"GET /api/health HTTP/1.1\r\nHost: 127.0.0.1\r\nX: \0\r\n\r\n", 400),
        "no host": (b"GET /api/health HTTP/1.1\r\n\r\n", 400),
        "another version": (b"GET /api/health HTTP/2.0\r\nHost: 127.0.0.1\r\n\r\n", 505),
        "no path": (b"GET api/health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n", 400),
        "a coded NUL": (b"GET /%00 HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n", 400),
        "a broken code": (b"GET /%4 HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n", 400),
        "no request": (b"hello\r\n\r\n", 400),
        "a long head": (b"GET /api/health HTTP/1.1\r\nHost: 127.0.0.1\r\nX: " + b"x" * 9000 + b"\r\n\r\n", 431),
        "many fields": (b"GET /api/health HTTP/1.1\r\nHost: 127.0.0.1\r\n" + b"x: y\r\n" * 80 + b"\r\n", 431),
        "a long address": (b"GET /" + b"x" * 600 + b" HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n", 414),
        "a long body": (b"POST /api/tables HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 99999\r\n\r\n" + b"x" * 20000,
                        413),
    }
    with Server() as server:
        for name, (text, status) in wrong.items():
            s = connect(server)
            s.sendall(text + REQUESTS["made"][0])
            reader = Reader(s)
            found, fields, body = reader.answer()
            check(found == status and fields.get("connection") == "close" and b"error" in body, name, found, fields,
                  body)
            try:
                reader.more()
                raise AssertionError("%s: something behind it was answered" % name)
            except (Closed, ConnectionError):
                pass
            s.close()
        check(server.metric("tables_made") == 0, "nothing was done")
        s = connect(server)
        s.sendall(b"POST /api/tables HTTP/1.1\r\nHost: 127.0.0.1\r\nExpect: 100-continue\r\n"
                  b"Content-Length: %d\r\n\r\n" % len(table))
        reader = Reader(s)
        check(reader.answer(True)[0] == 100, "who asks whether to go on is told so")
        s.sendall(table)
        check(reader.answer()[0] == 201, "and goes on")
        s = connect(server)
        s.sendall(b"GET /api/health HTTP/1.0\r\n\r\n")
        found, fields, _ = Reader(s).answer()
        check(found == 200 and fields["connection"] == "close", "the old version")


def names_and_origins():
    with Server() as server:
        def status(host, origin=None, method="POST", path="/api/tables"):
            head = {"Host": host, **({"Origin": origin} if origin else {})}
            return server.request(method, path, TABLE if method == "POST" else None, head)[0]
        for host in ("127.0.0.1", "127.0.0.1:8080", "localhost", "localhost:1", "192.168.1.7:8080", "[::1]:8080",
                     socket.gethostname()):
            check(status(host) == 201, host)
        for host in ("evil.example", "127.0.0.1.evil.example", "localhost.evil.example", "x@127.0.0.1", "[::1",
                     "[evil]"):
            check(status(host) == 421 and status(host, method="GET", path="/api/health") == 421, host)
        check(status("127.0.0.1:8080", "http://127.0.0.1:8080") == 201, "the same place")
        check(status("localhost:8080", "http://localhost:5173") == 201, "a page being worked on")
        for origin in ("http://evil.example", "https://127.0.0.1.evil.example", "null", "http://192.168.1.9", "file://",
                       "http://127.0.0.1@evil.example"):
            check(status("127.0.0.1:8080", origin) == 403, origin)
            try:
                Socket(server.port, "/ws/" + "a" * 22, origin=origin)
                raise AssertionError("a socket for " + origin)
            except Closed as e:
                check(" 403 " in str(e), origin, e)
        check(status("127.0.0.1:8080", "http://evil.example", "GET", "/api/health") == 200,
              "reading is the browser's business")
        made = server.make(TTT, [dict(bot=None), dict(bot=None)])
        Socket(server.port, "/ws/" + made["id"], origin="http://127.0.0.1").close()
    with Server(arguments=["--host", "play.example,www.play.example"]) as server:
        check(server.request("GET", "/api/health", headers={"Host": "play.example"})[0] == 200, "a name that was given")
        check(server.request("GET", "/api/health", headers={"Host": "WWW.play.example:8080"})[0] == 200, "another")
        check(server.request("GET", "/api/health", headers={"Host": "play.example.org"})[0] == 421, "and no other")
        check(server.request("POST", "/api/tables", TABLE,
                             {"Host": "127.0.0.1:1", "Origin": "https://play.example"})[0] == 201, "behind a proxy")
    with Server(arguments=["--host", "*"]) as server:
        check(server.request("POST", "/api/tables", TABLE, {"Host": "a", "Origin": "https://b"})[0] == 201, "any")


def is_cut(s, seconds):
    """Whether the other side lets go of it within that time; what it still says is read."""
    s.settimeout(0.1)
    ends = time.time() + seconds
    while time.time() < ends:
        try:
            if not s.recv(65536):
                return True
        except socket.timeout:
            pass
        except ConnectionError:
            return True
    return False


def slow_ones():
    """Who trickles a head or a body, and who does not read, is let go; the others notice nothing."""
    with tempfile.TemporaryDirectory() as web:
        with open(web + "/large.txt", "wb") as f:
            f.write(b"x" * (24 << 20))
        with Server(arguments=["--rate", "0", "--patience", "2", "--web", web]) as server:
            slow = [connect(server) for _ in range(3)]
            slow[0].sendall(b"GET /api/health HTT")
            slow[1].sendall(b"POST /api/tables HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 9000\r\n\r\n")
            slow[2].sendall(get("/large.txt"))
            began, open_until = time.time(), {}
            while time.time() < began + PATIENCE and len(open_until) < 2:
                for i in (0, 1):
                    try:
                        slow[i].sendall(b"x")
                    except (ConnectionError, OSError):
                        open_until.setdefault(i, time.time() - began)
                check(server.get("/api/health")["ok"], "the others are served")
                time.sleep(0.1)
            check(len(open_until) == 2, "what trickles in is cut off", open_until)
            check(all(t > 1.5 for t in open_until.values()), "not before their time", open_until)
            idle = connect(server)
            check(is_cut(idle, PATIENCE), "one that asks nothing")
            got = 0
            while got < 24 << 20:  # the answer was cut off too: not all of it comes
                data = slow[2].recv(1 << 20)
                if not data:
                    break
                got += len(data)
            check(got < 24 << 20, "who did not read did not get all", got)


def unread_sockets():
    """A socket that does not read what it asks for is closed, as docs/protocol.md says."""
    with Server(arguments=["--rate", "0", "--patience", "2"]) as server:
        made = server.make("mars", [dict(bot=None), dict(bot=None)])
        s = server.join(made["id"], made["token"])
        s.socket.settimeout(1)
        before = server.metric("connections")
        ends = time.time() + PATIENCE
        try:
            while time.time() < ends:
                s.send(t="hello", token=made["token"])
                time.sleep(0.001)
        except (Closed, socket.timeout, OSError):
            pass
        eventually(lambda: server.metric("connections") < before, "it is gone")
        check(server.get("/api/tables/" + made["id"])["seats"][0]["here"] is False, "also from the table")


sys.exit(run([every_pair_and_triple, many_in_a_row, read_in_two_ways, names_and_origins, slow_ones, unread_sockets]))
