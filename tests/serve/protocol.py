"""The protocol of docs/protocol.md: what is answered to what, and that nothing malformed does harm."""
import gzip, json, os, random, socket, sys
from client import *

PERSONS = [dict(bot=None, name="Ann"), dict(bot=None)]
TTT = "tic-tac-toe"


def raw_http(server, text):
    s = socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE)
    s.sendall(text.encode("latin1"))
    s.shutdown(socket.SHUT_WR)
    answer = b""
    while True:
        data = s.recv(65536)
        if not data:
            break
        answer += data
    s.close()
    return answer


def two(server, game=TTT, **more):
    """A table with both persons: host, other, and what making it answered."""
    made = server.make(game, PERSONS, **more)
    a = server.join(made["id"], made["token"])
    b = server.join(made["id"])
    b.send(t="sit", seat=1, name="Ben")
    seated = b.wait("seated")
    check(seated["seat"] == 1 and len(seated["token"]) == 22, seated)
    b.wait("view")
    b.token, b.seat = seated["token"], 1
    a.wait("table")
    return a, b, made


def until(sockets, n):
    for s in sockets:
        while s.view["n"] < n:
            s.wait("view")


# ---- HTTP
def http_basics():
    with Server() as server:
        health = server.get("/api/health")
        check(health["ok"] is True and health["version"] and health["tables"] == 0, health)
        games = server.get("/api/games")
        mine = [g for g in games if g["name"] == TTT][0]
        check(mine["players"] == [2, 2] and mine["title"] and "random" in mine["bots"], mine)
        check(server.get("/api/tables") == [], "no tables")
        status, headers, text = server.request("GET", "/")
        check(status == 200 and b"Terrane" in text, "the page")
        csp = headers["content-security-policy"]
        check("default-src 'none'" in csp and "unsafe-inline" not in csp and "frame-ancestors 'none'" in csp, csp)
        check(headers["x-content-type-options"] == "nosniff" and headers["referrer-policy"] == "no-referrer", headers)
        check("set-cookie" not in headers, "no cookies")
        for path in ("/api/nothing", "/api/tables/xyz", "/api/tables/" + "a" * 22, "/api/game/0123456789abcdef",
                     "/api/game/zz", "/nothing.js", "/api/tables/" + "a" * 22 + "/journal", "/api/tables/" + "a" * 22
                     + "/link", "/api/tables/" + "a" * 22 + "/x"):
            check("error" in server.get(path, 404), path)
        for method in ("PUT", "DELETE", "PATCH"):
            check(server.request(method, "/api/tables")[0] in (400, 403, 404, 405), method)
        check(server.request("POST", "/api/health", "{}")[0] == 405, "POST elsewhere")
        status, headers, text = server.request("HEAD", "/api/health")
        check(status == 200 and text == b"", "HEAD")
        check(server.request("GET", "/" + "a" * 2000)[0] in (400, 404, 414), "a long path")
        check(server.get("/api/health")["ok"], "still there")


def bad_tables():
    with Server() as server:
        seats = [dict(bot="random"), dict(bot="random")]
        for wrong in (dict(), dict(game=3), dict(game="nothing", seats=seats), dict(game=TTT), dict(game=TTT, seats=3),
                      dict(game=TTT, seats=[]), dict(game=TTT, seats=[{}]), dict(game=TTT, seats=[{}] * 9),
                      dict(game=TTT, seats=seats * 200), dict(game=TTT, seats=[dict(bot="nobody"), {}]),
                      dict(game=TTT, seats=[dict(bot=7), {}]), dict(game=TTT, seats=["a", "b"]),
                      dict(game=TTT, seats=[dict(name="a\u0000b"), {}]),
                      dict(game=TTT, seats=[dict(name="x" * 41), {}]),
                      dict(game=TTT, seats=seats, options=dict(size="9")), dict(game=TTT, seats=seats, options=[1]),
                      dict(game=TTT, seats=seats, options=dict(size=None)), dict(game=TTT, seats=seats, seed=-1),
                      dict(game=TTT, seats=seats, seed="x"), dict(game=TTT, seats=seats, seed=1.5),
                      dict(game=TTT, seats=seats, clock=-1), dict(game=TTT, seats=seats, clock="long"),
                      dict(game="../" + TTT, seats=seats), dict(game="games/tic-tac-toe/tic-tac-toe.game", seats=seats),
                      dict(game="/etc/passwd", seats=seats), [], 3, "x", None):
            status, _, text = server.request("POST", "/api/tables", json.dumps(wrong))
            check(status == 400 and json.loads(text)["error"]["code"] == "bad", wrong, status, text)
        for wrong in ("", "{", "[" * 1000, "\x00", '{"game": "\\u0000"}', "\xff\xfe"):
            status, _, text = server.request("POST", "/api/tables", wrong.encode("latin1"))
            check(status == 400, repr(wrong), status, text)
        status, _, text = server.request("POST", "/api/tables", "x" * 20000)
        check(status == 413, status)
        check(server.get("/api/tables") == [], "nothing was made")
        check(not server.lasts or server.get("/api/health")["tables"] == 0, "nothing was made")
        check(server.make(TTT, seats, seed="18446744073709551615", clock=60), "a large seed")


def files():
    with tempfile.TemporaryDirectory() as folder:
        web = os.path.join(folder, "web")
        os.makedirs(web + "/assets")
        for name, text in (("index.html", "<p>page"), ("assets/a-1234.js", "1"), ("module.wasm", "\0asm"),
                           (".secret", "s")):
            with open(os.path.join(web, name), "w") as f:
                f.write(text)
        with open(folder + "/outside.txt", "w") as f:
            f.write("outside")
        os.symlink(folder + "/outside.txt", web + "/link.txt")
        os.symlink(folder, web + "/up")
        with Server(arguments=["--web", web]) as server:
            status, headers, text = server.request("GET", "/")
            check(text == b"<p>page" and headers["content-type"].startswith("text/html"), text)
            check(server.request("GET", "/table/abc")[2] == b"<p>page", "the page has paths of its own")
            check(server.request("GET", "/", headers={"If-None-Match": headers["etag"]})[0] == 304, "not twice")
            status, headers, text = server.request("GET", "/assets/a-1234.js")
            check(status == 200 and "immutable" in headers["cache-control"] and "javascript" in headers["content-type"],
                  headers)
            check(server.request("GET", "/module.wasm")[1]["content-type"] == "application/wasm", "wasm")
            for path in ("/../outside.txt", "/%2e%2e/outside.txt", "/..%2foutside.txt", "/assets/../../outside.txt",
                         "/link.txt",
                         "/up/outside.txt", "/.secret", "//outside.txt", "/assets//../../outside.txt", "/%00",
                         "/\\..\\outside.txt",
                         "/....//outside.txt", "/../../../../../../etc/passwd", "/%2e%2e%2f%2e%2e%2fetc/passwd"):
                answer = raw_http(server, "GET %s HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n" % path)
                check(b"outside" not in answer and b"root:" not in answer and not answer.endswith(b"\r\n\r\ns"), path,
                      answer[:400])
            with open(web + "/new.txt", "w") as f:
                f.write("new")
            eventually(lambda: server.request("GET", "/new.txt")[2] == b"new", "files that come later")


def compressed():
    """A file that lies there compressed, too, is sent as the browser wants it most; what lies there longer than its
    file is old."""
    plain = b"page " * 400
    forms = {"identity": plain, "gzip": gzip.compress(plain), "br": b"as if it were brotli"}
    with tempfile.TemporaryDirectory() as web:
        def write(name, data, age=0):
            with open(os.path.join(web, name), "wb") as f:
                f.write(data)
            then = time.time() - age
            os.utime(os.path.join(web, name), (then, then))

        for ending, form in (("", "identity"), (".gz", "gzip"), (".br", "br")):
            write("index.html" + ending, forms[form])
        write("old.js", b"new")
        write("old.js.gz", gzip.compress(b"old"), age=100)
        write("alone.gz", b"alone")
        with Server(arguments=["--web", web]) as server:
            tags = {}
            for accepts, wanted in ((None, "identity"), ("", "identity"), ("gzip", "gzip"),
                                    ("gzip, deflate, br, zstd", "br"),
                                    ("x-gzip", "gzip"), ("br;q=0.5, gzip", "gzip"), ("br;q=0, gzip;q=0", "identity"),
                                    ("*", "br"),
                                    ("*;q=0.5, br;q=0", "gzip"), ("identity, gzip;q=0.5", "identity"),
                                    ("identity;q=0, zstd", "identity"),
                                    ("deflate", "identity"), ("GZip;q=1.0", "gzip"), ("gzip;q=nonsense", "identity")):
                headers = {"Accept-Encoding": accepts} if accepts is not None else {"Accept-Encoding": "identity"}
                if accepts is None:
                    answer = raw_http(server, "GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
                    check(answer.endswith(plain) and b"content-encoding" not in answer
                          and b"vary: accept-encoding" in answer, answer[:900])
                    continue
                for path in ("/", "/table/abc"):
                    status, got, text = server.request("GET", path, headers=headers)
                    check(status == 200 and text == forms[wanted], accepts, wanted, text[:50])
                    check(got.get("content-encoding", "identity") == wanted and got["vary"] == "accept-encoding",
                          accepts, got)
                    check(got["content-type"].startswith("text/html") and int(got["content-length"]) == len(text), got)
                    check(tags.setdefault(wanted, got["etag"]) == got["etag"], "one tag for each form")
                again = server.request("GET", "/", headers=dict(headers, **{"If-None-Match": tags[wanted]}))
                check(again[0] == 304 and again[1]["vary"] == "accept-encoding", accepts, again)
            check(len(set(tags.values())) == 3, tags)
            check(server.request("GET", "/",
                                 headers={"If-None-Match": tags["br"], "Accept-Encoding": "gzip"})[0] == 200,
                                 "another form")
            got = server.request("GET", "/old.js", headers={"Accept-Encoding": "gzip, br"})
            check(got[2] == b"new" and "content-encoding" not in got[1], got)
            check(server.request("GET", "/index.html.gz")[0] == 404, "a form is no file of its own")
            check(server.request("GET", "/alone.gz")[2] == b"alone", "what is no form of anything is a file")
            write("old.js.gz", gzip.compress(b"new"), age=-2)
            form = lambda: server.request("GET", "/old.js",
                                          headers={"Accept-Encoding": "gzip"})[1].get("content-encoding")
            eventually(lambda: form() == "gzip", "it came later")


# ---- conformance
def a_game_of_two():
    with Server() as server:
        made = server.make(TTT, PERSONS, listed=True, clock=600)
        listed = server.get("/api/tables")
        check(len(listed) == 1 and listed[0]["id"] == made["id"] and not listed[0]["begun"], listed)
        check(listed[0]["seats"][0] == dict(name="Ann", bot=None, held=True, here=False, resigned=False,
                                           late=0), listed)
        check(listed[0]["settings"] == dict(options={}, listed=True, seeded=False, practice=False, takeover=False,
                                            clock=600, move_clock=None, late=None, always=False), listed)
        a = server.join(made["id"])
        check(a.seat is None and a.view["question"] is None and a.view["undo"] is None, "without a token one looks on")
        a.send(t="hello", token=made["token"], re=5)
        welcome = a.wait("welcome", re=5)
        check(welcome["seat"] == 0 and welcome["host"] is True and len(welcome["game"]) == 16, welcome)
        a.wait("view")
        check(a.view["asked"] == [0] and len(a.view["question"]["answers"]) == 9, a.view)
        b = server.join(made["id"])
        check(b.seat is None, "a spectator")
        b.refused("no_seat", t="answer", n=0, path=[1])
        b.refused("taken", t="sit", seat=0, name="Ben")
        b.refused("no_seat", t="sit", seat=9, name="Ben")
        b.refused("bad", t="sit", seat=1, name="")
        b.send(t="sit", seat=1, name="Ben", re="x")
        seated = b.wait("seated", re="x")
        b.wait("view")
        b.refused("taken", t="sit", seat=1, name="Ben")
        table = a.wait("table")["table"]
        while not table["seats"][1]["held"]:
            table = a.wait("table")["table"]
        check(table["seats"][1] == dict(name="Ben", bot=None, held=True, here=True, resigned=False, late=0), table)
        c = server.join(made["id"])
        c.refused("taken", t="sit", seat=1, name="Cid")
        a.answer(4, re=dict(x=[1]))
        check(a.view["question"] is None and a.view["asked"] == [1], "B's turn")
        until([b, c], a.view["n"])
        check(b.view["question"] and not c.view["question"], "who is asked")
        check(a.view["used"][0] >= 0 and len(a.view["used"]) == 2, "the clock")
        check(a.log and a.log == b.log == c.log, "all was public")
        b.send(t="why", id=b.view["question"]["answers"][0]["id"])
        b.wait("why")
        b.send(t="ahead", n=b.view["n"], path=[b.view["question"]["answers"][0]["id"]])
        ahead = b.wait("ahead")
        check(ahead["answers"] == [] and ahead["flags"] == [] and ahead["possible"] and "gives" not in ahead,
              "nothing behind it")
        b.send(t="hint", n=b.view["n"], re="h")
        hint = b.wait("hint", re="h")
        check(hint["n"] == b.view["n"] and len(hint["path"]) == 1 and isinstance(hint["why"], list), hint)
        chosen = [x for x in b.view["question"]["answers"] if x["id"] == hint["path"][0]]
        check(chosen and hint["text"] == chosen[0]["text"], "what is suggested is one of the answers", hint)
        a.refused("not_yours", t="hint", n=a.view["n"])
        c.refused("no_seat", t="hint", n=c.view["n"])
        for s in (b, a, b, a, b, a, b, a):
            until([a, b], max(a.view["n"], b.view["n"]))
            if a.view["status"] == "over" or b.view["status"] == "over":
                break
            s.answer(0)
        until([a, b, c], max(a.view["n"], b.view["n"]))
        check(a.view["status"] == "over" and sorted(a.view["ranks"]) in ([1, 2], [1, 1]), a.view)
        a.refused("over", t="answer", n=a.view["n"], path=[1])
        check(server.get("/api/tables") == [], "no longer listed")
        check(server.get("/api/tables/" + made["id"])["over"] is True, "but known")


def several_at_once():
    """What picks come to is told before they are made: what they cost, and whether they are possible together."""
    with Server() as server:
        made = server.make("mars", [dict(bot=None, name="Ann")] + bots(1), seed=7)
        s = server.join(made["id"], made["token"])
        s.answer(0)
        question = s.view["question"]
        check(question["flags"] == ["optional", "subset"] and question["about"] is None, question)
        ids = [a["id"] for a in question["answers"] if a["id"] != 0]

        def ahead(*path):
            s.send(t="ahead", n=s.view["n"], path=list(path))
            return s.wait("ahead")

        def money(found):
            return sum(by for var, index, by in found.get("gives", []) if index == 0)

        none, two = ahead(0), ahead(ids[0], ids[3], 0)
        check(money(none) > 20 and money(two) == money(none) - 6 and two["possible"], none, two)
        check("subset" in ahead(ids[0])["flags"], "it goes on behind the first")
        check(not ahead(ids[3], ids[0])["possible"], "against the order of the list")
        check(not ahead(4000000)["possible"] and "gives" not in ahead(4000000), "no such answer")
        s.send(t="answer", n=s.view["n"], path=[ids[0]])
        s.wait("ack")
        s.wait("view")
        check(s.view["question"]["flags"] == ["optional", "subset", "again"], s.view["question"])


def a_choice_as_one_path():
    """Picks are sent at once, with a 0 behind them: it ends the choice, and never answers what is asked next."""
    with Server() as server:
        made = server.make("mars", [dict(bot=None, name="Ann")] + bots(1), seed=7)
        s = server.join(made["id"], made["token"])
        s.answer(0)
        ids = [a["id"] for a in s.view["question"]["answers"] if a["id"] != 0]
        n = s.view["n"]
        s.send(t="answer", n=n, path=[ids[0], ids[3], 0, 0, 0], choice=True)
        ack = s.wait("ack")
        check(ack["given"] == 3, "the choice has ended:", ack)
        while s.view["n"] < ack["n"]:
            s.wait("view")
        s.asked()
        check("subset" not in s.view["question"]["flags"] and s.view["question"]["prompt"] == "Which action?", s.view)
        hand = [zone[0] for zone in s.view["zones"] if len(zone[0]) == 2 and -1 not in zone[0]]
        check(hand, "both are kept:", s.view["zones"])
        s.refused("bad", t="answer", n=s.view["n"], path=[1], choice="yes")


def lines_say_their_round():
    """A line of the log says in which round it began: never an earlier one than the line before, none before the first
    round, and the last that of the view; also when the log is told again."""
    with Server() as server:
        made = server.make("tinyforming", [dict(bot=None, name="Ann")] + bots(1), seed=5)
        s = server.join(made["id"], made["token"])
        for i in range(60):
            if not s.asked():
                break
            s.answer(i * 5)
        rounds = [line.get("round", 0) for line in s.log]
        check(rounds == sorted(rounds) and rounds[0] == 0, rounds)
        check(set(rounds) >= {0, 1, 2, 3} and rounds[-1] <= s.view["periods"][0], rounds, s.view["periods"])
        faces = [line for line in s.log if "faces A" in line["text"] and line.get("round", 0) == 0]
        check(faces == [], "cards are dealt in a round:", faces)
        check(server.join(made["id"], made["token"]).log == s.log, "told again")


def whose_rule_and_what_was_forced():
    """A question names the card whose rule asks; what was answered for a seat is told to it, until it decides again."""
    with Server() as server:
        made = server.make("tinyforming", [dict(bot=None, name="Ann")] + bots(1), seed=5)
        s = server.join(made["id"], made["token"])
        cards = server.get("/api/game/" + s.table["hash"])["cards"]
        about, forced, known, new = set(), [], 0, 0
        for i in range(40):
            if not s.asked():
                break
            question = s.view["question"]
            if question["about"] is not None:
                about.add((cards[question["about"]]["name"], question["prompt"]))
            since = s.view["since"]
            check(since == -1 if i == 0 else known <= since <= s.view["log"], "since", since)
            new += any(line["seat"] == 0 for line in s.log[since:])
            known = s.view["log"]
            for line in s.view["forced"]:
                forced.append(line)
                check(line in s.log and line["seat"] == 0, "not in the log:", line)
            s.answer(i * 5)
        check(("Standard project", "Which standard project?") in about, about)
        check(forced and not any(" -" in line["text"] for line in forced), "what costs is asked:", forced)
        check(new > 0, "nothing was answered for it behind what others did")
        other = server.join(made["id"])
        check(other.view["since"] == -1, "a spectator has decided nothing")
        check(other.view["forced"] == [] and other.view["question"] is None, "a spectator decides nothing")


def malformed():
    with Server() as server:
        a, b, made = two(server)
        before = server.get("/api/tables/" + made["id"])
        for text in ("", "{", "null", "[]", "3", '"x"', "{}", '{"t": 3}', '{"t": null}', '{"t": "nothing"}',
                     '{"t": "answer"}',
                     '{"t": "answer", "n": 0}', '{"t": "answer", "n": "0", "path": [1]}',
                     '{"t": "answer", "n": -1, "path": [1]}',
                     '{"t": "answer", "n": 0.5, "path": [1]}', '{"t": "answer", "n": 1e3, "path": [1]}',
                     '{"t": "answer", "n": 99999999999, "path": [1]}', '{"t": "answer", "n": 7, "path": [1]}',
                     '{"t": "answer", "n": 0, "path": []}', '{"t": "answer", "n": 0, "path": ["a"]}',
                     '{"t": "answer", "n": 0, "path": 3}', '{"t": "answer", "n": 0, "path": %s}' % json.dumps([1] * 65),
                     '{"t": "answer", "n": 0, "path": [1], "choice": 1}',
                     '{"t": "answer", "n": 0, "path": [-1]}', '{"t": "answer", "n": 0, "path": [4294967295]}',
                     '{"t": "sit"}', '{"t": "sit", "seat": "1"}', '{"t": "rename"}', '{"t": "rename", "name": 3}',
                     '{"t": "rename", "name": "\\u202e"}', '{"t": "rename", "name": " "}', '{"t": "bot"}',
                     '{"t": "why"}',
                     '{"t": "why", "id": 4294967295}', '{"t": "moment"}', '{"t": "moment", "n": 1}',
                     '{"t": "moment", "n": "0"}', '{"t": "ahead"}', '{"t": "consent"}', '{"t": "consent", "yes": 1}',
                     '{"t": "hint"}', '{"t": "hint", "n": 7}',
                     '{"t": "hello", "token": 3}', '{"t": "hello", "token": "short"}',
                     '{"t": "rematch", "seed": "other"}',
                     '{"t": "bot", "seat": 0, "bot": "nobody"}', '{"t": "bot", "seat": 0, "bot": 3}',
                     '{"t": "why", "id": 1, "re": "%s"}' % ("x" * 300), "{" * 5000, '{"t": "why", "id": 1} x', "\x00"):
            a.raw(text)
            answer = a.wait("error")
            check(answer["code"] == "bad" and answer["text"], text[:80], answer)
        a.raw('{"t":"rename","name":"x","name":"y","re":[{"a":"\\u00e9"},null]}')
        check(a.wait("table", re=[dict(a="\u00e9"), None]), "re is anything")
        after = server.get("/api/tables/" + made["id"])
        check(after["n"] == before["n"] and after["begun"] is False, "nothing happened")
        check(a.answer(0)["n"] == 1, "and it goes on")
        with_hello = Socket(server.port, "/ws/" + made["id"])
        check(with_hello.refused("bad", t="answer", n=0, path=[1])["text"] == "say hello first", "hello first")


def out_of_turn_and_stale():
    with Server() as server:
        a, b, made = two(server)
        ids = [x["id"] for x in a.view["question"]["answers"]]
        b.refused("not_yours", t="answer", n=0, path=[ids[0]])
        a.refused("illegal", t="answer", n=0, path=[0])
        a.refused("illegal", t="answer", n=0, path=[5000])
        a.refused("bad", t="answer", n=1, path=[ids[0]])
        message = dict(t="answer", n=0, path=[ids[0]])
        a.send(**message)
        check(a.wait("ack")["n"] == 1, "kept")
        for _ in range(3):
            a.refused("stale", **message)
        until([a, b], 1)
        a.refused("not_yours", t="answer", n=1, path=[ids[1]])
        why = b.refused("illegal", t="answer", n=1, path=[ids[0]])  # the reason of the game, with what it names
        for at, length, kind, index in why["spans"]:
            spoken = server.get("/api/game/" + a.table["hash"])
            names = dict(seat=spoken["seats"], space=[s["name"] for s in spoken["spaces"]])[kind]
            check(why["text"][at:at + length] == names[index], "spans of an error", why)
        check(why["spans"], "an error names something", why)
        b.refused("stale", t="ahead", n=0, path=[ids[1]])
        check(server.get("/api/tables/" + made["id"])["n"] == 1, "one answer")
        # both seats' messages in one go: only what is in turn counts
        b.raw(json.dumps(dict(t="answer", n=1, path=[ids[1]])))
        b.raw(json.dumps(dict(t="answer", n=1, path=[ids[2]])))
        b.wait("ack")
        check(b.wait("error")["code"] == "stale", "the second of two")


def floods():
    with Server(arguments=["--rate", "10"]) as server:
        a, b, made = two(server)
        for i in range(200):
            a.raw('{"t":"why","id":1,"re":%d}' % i)
        codes, of = [], []
        while len(codes) < 200:
            message = a.wait("why", "error")
            codes.append(message.get("code"))
            of.append(message.get("re"))
        check(sorted(of) == list(range(200)), "each says which message it answers")
        for what in ('{"re":7', '{"t":"why","re":"%s"}' % ("x" * 300), "[]"):
            a.raw(what)
            check("re" not in a.wait("error"), "nothing to repeat")
        check("too_often" in codes and codes.count("too_often") >= 150, codes.count("too_often"))
        check(set(codes) <= {None, "too_often"}, set(codes))
        until([b], 0)
        b.send(t="why", id=1)
        b.wait("why")  # the other is not harmed
        big = server.join(made["id"])
        big.raw('{"t":"why","x":"%s"}' % ("x" * 16000))
        big.wait("error")
        big.raw('{"t":"why","x":"%s"}' % ("x" * 17000))
        check(big.refused("too_large"), "too large")
        big.ended()  # a connection that sends too much is closed
        parts = server.join(made["id"])
        try:
            for i in range(100):
                parts.frame(1 if i == 0 else 0, b"x" * 1000, final=False)
            parts.refused("too_large")
        except Closed:
            pass
        binary = server.join(made["id"])
        binary.frame(2, b"{}")
        binary.refused("bad")
        invalid = server.join(made["id"])
        invalid.raw(b'{"t":"\xff"}')
        invalid.ended()  # what is no UTF-8 closes the connection
        check(b.view["status"] == "ask" and server.get("/api/health")["ok"], "and everything goes on")


def wrong_doors():
    with Server() as server:
        for path, protocol in (("/ws/" + "a" * 21, "terrane.1"), ("/ws/", "terrane.1"), ("/", "terrane.1"),
                               ("/ws/" + "a" * 22, None), ("/ws/" + "a" * 22, "other")):
            try:
                Socket(server.port, path, protocol)
                check(False, path, protocol, "is no table")
            except Closed:
                pass
        nobody = Socket(server.port, "/ws/" + "a" * 22)
        check(nobody.refused("no_table"), "no such table")
        nobody.ended()
        for junk in ("NONSENSE\r\n\r\n", "\x00\x01\x02", "GET / HTTP/9.9\r\n\r\n", "GET " + "x" * 10000, "\r\n\r\n"):
            try:
                raw_http(server, junk)
            except (ConnectionError, OSError):
                pass
        check(server.get("/api/health")["ok"], "still there")


def hindsight():
    """A game that is over, looked at again: a blunder is named, all who ask read the same, also after a crash."""
    with Server() as server:
        a, b, made = two(server, seed=5)
        c = server.join(made["id"])
        a.refused("illegal", t="hindsight")
        for s, cell in zip((a, b, a, b, a), (1, 5, 2, 7, 3)):
            while not s.view["question"]:
                s.wait("view")
            answer = [x for x in s.view["question"]["answers"] if x["text"] == "grid %d" % cell][0]
            s.answer(s.view["question"]["answers"].index(answer))
        until([a, b, c], a.view["n"])
        told = []
        for i, s in enumerate((b, c)):
            s.send(t="hindsight", re=i)
            first = s.wait("hindsight", re=i)
            check("chances" in first or first["done"] <= first["of"], first)
            last = first
            while "chances" not in last:
                last = s.wait("hindsight")
            told.append({name: last[name] for name in ("playouts", "chances", "turns", "better")})
        check(told[0] == told[1], "two read different things", told)
        chances, better = told[0]["chances"], told[0]["better"][0]
        check([x["n"] for x in chances] == [0, 1, 2, 3, 4, 5] and chances[-1]["wins"] == [1, 0], chances)
        check(all(abs(sum(x["wins"]) - 1) < 0.01 and "round" not in x for x in chances), chances)
        check(told[0]["turns"] and all(0 < i < 6 for i in told[0]["turns"]), told[0]["turns"])
        check(better["n"] == 3 and better["seat"] == 1 and better["asked"]["text"] == "Mark a cell", better)
        check(better["given"]["text"] == "grid 7" and better["better"]["text"] == "grid 3", better)
        check(better["better"]["spans"] == [[0, 6, "space", 2]], better)
        check(better["better"]["wins"] > better["given"]["wins"] + 0.1 and 0 < better["gain"][0] < better["gain"][1],
              better)
        server.again()
        again = server.join(made["id"], made["token"])
        again.send(t="hindsight")
        last = again.wait("hindsight")
        while "chances" not in last:
            last = again.wait("hindsight")
        check({name: last[name] for name in told[0]} == told[0], "another analysis after a crash", last)
        if not server.lasts:
            return
        again.send(t="rematch", seed="same")  # what was hidden is a secret again
        while not again.table["next"]:
            again.wait("table")
        again.refused("not_yours", t="hindsight")


# ---- people
def people():
    with Server() as server:
        a, b, made = two(server)
        b.send(t="rename", name="Benjamin")
        b.wait("table")
        while a.table["seats"][1]["name"] != "Benjamin":
            a.wait("table")
        b.refused("not_yours", t="bot", seat=0, bot="random")
        a.refused("not_yours", t="bot", seat=1, bot="random")
        # cut off and back again, with the token
        b.close()
        while a.wait("table")["table"]["seats"][1]["here"]:
            pass
        b2 = server.join(made["id"], b.token)
        check(b2.seat == 1 and b2.table["seats"][1]["name"] == "Benjamin", "the seat is kept")
        # handed to a bot and taken back
        a.answer(0)
        b2.send(t="bot", seat=1, bot="random")
        b2.wait("table")
        until([a], 2)
        check(a.asked(), "the bot has answered")
        b2.refused("not_yours", t="answer", n=2, path=[1])
        b2.send(t="bot", seat=1, bot=None)
        b2.wait("table")
        a.answer(0)
        until([b2], a.view["n"])
        check(b2.asked(), "and asks again")
        # left: free for others, or a bot by the host
        b2.send(t="leave")
        b2.wait("table")
        check(b2.view["question"] is None, "no longer asked")
        b2.refused("no_seat", t="answer", n=b2.view["n"], path=[1])
        stale = server.join(made["id"], b.token)
        check(stale.seat is None, "the old token opens nothing")
        a.send(t="bot", seat=1, bot="random")
        a.wait("table")
        check(a.asked() or a.view["status"] == "over", "the bot plays")
        other = server.join(made["id"])
        other.refused("taken", t="sit", seat=1, name="Cid")
        a.send(t="bot", seat=1, bot=None)
        a.wait("table")
        # the host may change seats and stays the host
        a.send(t="leave")
        a.wait("table")
        a.send(t="sit", seat=1, name="Ann")
        check(a.wait("seated")["token"] == made["token"], "one secret for both")
        again = server.join(made["id"], made["token"])
        check(again.seat == 1, "the host's token holds the new seat")


def private_and_listed():
    with Server() as server:
        private = server.make(TTT, PERSONS)
        listed = server.make(TTT, PERSONS, listed=True)
        check([t["id"] for t in server.get("/api/tables")] == [listed["id"]], "only the listed one")
        check(server.get("/api/tables/" + private["id"])["id"] == private["id"], "by its name")
        a = server.join(private["id"], private["token"])
        check(server.get("/api/tables/" + private["id"])["asked"] == [0], "whom it waits for")
        a.answer(0)
        check(server.get("/api/tables/" + private["id"])["asked"] == [1], "and whom now")


# ---- taking back
def undo():
    with Server() as server:
        a, b, made = two(server)
        a.refused("illegal", t="undo")
        check(a.view["undo"] is None, "nothing to take back")
        a.answer(0)
        check(a.view["undo"] == "free", a.view["undo"])
        a.send(t="undo", re=1)
        check(a.wait("ack", re=1)["n"] == 2, "numbers go on")
        until([a, b], 2)
        check(a.asked() and len(a.view["question"]["answers"]) == 9 and a.log == b.log, "back at the beginning")
        a.refused("stale", t="answer", n=0, path=[a.view["question"]["answers"][0]["id"]])
        a.answer(0)
        until([b], 3)
        b.answer(0)
        until([a], 4)
        check(a.view["undo"] == "consent" and b.view["undo"] == "free", a.view["undo"], b.view["undo"])
        a.send(t="undo")
        asked = b.wait("undo")
        check(asked["by"] == 0 and asked["waiting"] == [1] and asked["to"] == 0, asked)
        a.refused("not_yours", t="consent", yes=True)
        b.send(t="consent", yes=False)
        check(a.wait("undo")["to"] is None, "refused")
        b.refused("not_yours", t="consent", yes=True)
        check(a.view["n"] == 4, "nothing was taken back")
        a.send(t="undo")
        b.wait("undo")
        late = server.join(made["id"])
        check(late.wait("undo")["waiting"] == [1], "who comes later hears of it")
        b.send(t="consent", yes=True)
        until([a, b, late], 5)
        check(a.asked() and len(a.view["question"]["answers"]) == 9, "back again")
        a.answer(1)
        until([b], 6)
        a.send(t="undo")  # free: B has not answered
        until([a, b], 7)
        a.answer(2)
        until([b], 8)
        b.answer(0)
        until([a], 9)
        a.send(t="undo")
        a.wait("undo")
        a.answer(0)  # an answer takes the request off the table
        while a.view["n"] < 10:
            a.wait("view")
        b.refused("not_yours", t="consent", yes=True)
        server.again()
        again = server.join(made["id"], made["token"])
        check(again.view["n"] == 10, again.view["n"])
        for name in ("vars", "zones", "tracks", "asked", "scores"):
            check(again.view[name] == a.view[name], name)


def undo_alone():
    """Hidden cards and bots: what a bot did or a draw showed stays, but where the table is for practice: there one
    may always go back, and the same answer meets the same game."""
    with Server() as server:
        for practice in (False, True):
            made = server.make("kuhn-poker", [dict(bot=None, name="Ann"), dict(bot="random")], seed=3,
                               practice=practice)
            a = server.join(made["id"], made["token"])
            check(a.table["settings"]["practice"] is practice and a.asked(), a.table)
            first = a.view
            a.answer(0)
            while a.view["status"] == "ask" and not a.view["question"]:
                a.wait("view")
            if not practice:
                check(a.view["undo"] is None, a.view["undo"])
                a.refused("illegal", t="undo")
                continue
            check(a.view["undo"] == "free", a.view["undo"])
            after = (a.view["status"], a.view["vars"], a.view["zones"])
            a.send(t="undo")
            a.wait("ack")
            a.wait("view")
            check(a.asked() and a.view["question"] == first["question"], "the same question")
            a.answer(0)
            while a.view["status"] == "ask" and not a.view["question"]:
                a.wait("view")
            check((a.view["status"], a.view["vars"], a.view["zones"]) == after, "the same bots, the same chance")


def taken_along():
    """Who practises alone takes the game elsewhere, as its link; everybody then reads that the seed is known, also
    after a restart. Nobody does where others play, or where it counts."""
    ann, bot = dict(bot=None, name="Ann"), dict(bot="random")
    with Server() as server:
        for seats, practice in (([ann, bot], False), ([ann, dict(bot=None)], True)):
            made = server.make("kuhn-poker", seats, practice=practice)
            a = server.join(made["id"], made["token"])
            a.refused("not_yours", t="link")
            check("seed_known" not in server.get("/api/tables/" + made["id"]), "nothing was told")
        made = server.make("kuhn-poker", [ann, bot], practice=True, listed=True)
        a, c = server.join(made["id"], made["token"]), server.join(made["id"])
        check("seed_known" not in a.table and not a.table["settings"]["seeded"], a.table)
        c.refused("no_seat", t="link")
        check(server.request("GET", "/api/tables/%s/link" % made["id"])[0] == 403, "not for who only knows the name")
        a.send(t="link", re=5)
        link = a.wait("link", re=5)["link"]
        while not c.table.get("seed_known"):
            c.wait("table")
        shown = replay(server, link=link, seat=0)
        check(shown["n"] == a.view["n"] and shown["view"]["question"] == a.view["question"], shown)
        server.again()
        check(server.get("/api/tables")[0]["seed_known"] is True, "the lobby says so, too")
        a = server.join(made["id"], made["token"])
        check(a.table["seed_known"] is True, a.table)
        # a rematch has another seed, or the one that is known
        while a.asked():
            a.answer(0)
        a.send(t="link")
        check(a.wait("link")["link"] != link, "over: the whole of it")
        for seed, known in ((None, False), ("same", True)):
            made = server.make("kuhn-poker", [ann, bot], practice=True)
            a = server.join(made["id"], made["token"])
            a.send(t="link")
            a.wait("link")
            while a.asked():
                a.answer(0)
            a.send(t="rematch", seed=seed)
            while not a.table["next"]:
                a.wait("table")
            again = server.join(a.table["next"], made["token"])
            check(again.table.get("seed_known", False) is known, seed, again.table)


# ---- once more
def rematch():
    with Server() as server:
        a, b, made = two(server, game="connect-four", seed=12345, listed=True)
        a.refused("illegal", t="rematch")
        while a.view["status"] == "ask":
            n = max(a.view["n"], b.view["n"])
            until([a, b], n)
            if a.view["status"] != "ask":
                break
            (a if a.view["question"] else b).answer(0)
        watcher = server.join(made["id"])
        watcher.refused("no_seat", t="rematch")
        watcher.refused("bad", t="rematch", seed=3)
        check(b"seed 12345" in server.request("GET", "/api/tables/%s/journal" % made["id"])[2], "the journal")
        check(server.get("/api/tables/%s/link" % made["id"])["link"].startswith("t3-"), "the link")
        b.send(t="rematch", seed="same")
        b.wait("ack")
        a.send(t="rematch", seed="same")  # both press the button: one table
        a.wait("ack")
        a.waiting, b.waiting = [], []
        while not a.table["next"]:
            a.wait("table")
        while not b.table["next"]:
            b.wait("table")
        check(a.table["next"] == b.table["next"], "one and the same")
        for what in ("journal", "link") if server.lasts else ():
            check(server.request("GET", "/api/tables/%s/%s" % (made["id"], what))[0] == 403, "its seed is in use", what)
        a2, b2 = server.join(a.table["next"], made["token"]), server.join(a.table["next"], b.token)
        check((a2.seat, b2.seat) == (0, 1) and a2.table["seats"][1]["name"] == "Ben", "the same seats")
        check(a2.asked() and a2.view["n"] == 0, "from the beginning")


def play_out(sockets):
    """Whoever is asked gives the first answer, until it is over."""
    while True:
        until(sockets, max(s.view["n"] for s in sockets))
        asked = [s for s in sockets if s.view["question"]]
        if sockets[0].view["status"] != "ask":
            return
        if asked:
            asked[0].answer(0)
        else:
            sockets[0].wait("view")


def seeds_of_rematches():
    """Three games with one seed, one after the other: while any of them runs, no journal of the others tells the
    seed."""
    with Server() as server:
        for seed in (None, 77):
            a, b, made = two(server, seed=seed)
            play_out([a, b])
            tables, tokens = [made["id"]], (made["token"], b.token)
            for _ in range(2):
                a.send(t="rematch", seed="same")
                a.wait("ack")
                while not a.table["next"]:
                    a.wait("table")
                tables.append(a.table["next"])
                a, b = (server.join(tables[-1], token) for token in tokens)
                for id in tables:
                    for what in ("journal", "link"):
                        check(server.request("GET", "/api/tables/%s/%s" % (id, what))[0] == 403, "the seed is in use",
                              what, tables.index(id))
                play_out([a, b])
                for id in tables:
                    check(server.request("GET", "/api/tables/%s/journal" % id)[0] == 200, "all are over")
            if seed is None:  # one of them goes on again
                a.send(t="undo")
                b.send(t="undo")
                first = server.join(tables[0], tokens[0])
                first.send(t="undo")
                first.wait("ack")
                other = server.join(tables[0], tokens[1])
                other.send(t="consent", yes=True)
                other.wait("ack", "error")
                running = not server.get("/api/tables/" + tables[0])["over"]
                check(running and server.request("GET", "/api/tables/%s/journal" % tables[1])[0] == 403,
                      "taken back: it runs again")


def seeds():
    """The same seed and answers are the same game; no message ever holds the seed."""
    with Server() as server:
        views = []
        for _ in range(2):
            seed = 987654321987654321
            made = server.make("tinyforming", [dict(bot=None), dict(bot="random")], seed=str(seed))
            s = server.join(made["id"], made["token"])
            for _ in range(20):
                if not s.asked():
                    break
                s.answer(0)
            for message in s.seen:
                check(str(seed).encode() not in message and b"%x" % seed not in message, "the seed was sent")
            check(str(seed) not in json.dumps(server.get("/api/tables/" + made["id"])), "the seed is told")
            for secret in ("journal", "link"):
                check(server.request("GET", "/api/tables/%s/%s" % (made["id"], secret))[0] == 403, "not while it runs",
                      secret)
            views.append({k: v for k, v in s.view.items() if k != "used"})
        check(views[0] == views[1], "the same seed is the same game")


# ---- looking back
def replay(server, status=200, **wanted):
    found, _, text = server.request("POST", "/api/replay", json.dumps(wanted))
    check(found == status, "a replay gave", found, text[:300])
    return json.loads(text)


def moments():
    with Server() as server:
        a, b, made = two(server)
        watcher = server.join(made["id"])
        seen = {0: [dict(a.view)], 1: [dict(b.view)]}
        for s, other in ((a, b), (b, a), (a, b), (b, a)):
            s.answer(0)
            until([other, watcher], s.view["n"])
            seen[0].append(dict(a.view)), seen[1].append(dict(b.view))
        for n in range(5):
            for seat, s in ((0, a), (1, b)):
                s.send(t="moment", n=n, re=n)
                moment = s.wait("moment", re=n)
                check(moment["n"] == n and moment["view"]["n"] == n and len(moment["log"]) == n, moment)
                for key, value in moment["view"].items():
                    check(key in ("undo", "used") or value == seen[seat][n][key], n, key, value, seen[seat][n][key])
                check(set(moment["view"]) | {"t"} == set(seen[seat][n]), moment["view"].keys())
        watcher.send(t="moment", n=2)
        check(watcher.wait("moment")["view"]["question"] is None, "a spectator is asked nothing")
        watcher.send(t="moments")
        moments = watcher.wait("moments")
        check(moments["of"] == 4 and [m["n"] for m in moments["at"]] == [1, 2, 3, 4], moments)
        check([m["seat"] for m in moments["at"]] == [0, 1, 0, 1] and all(m["text"] for m in moments["at"]), moments)
        check(mentioned(moments["at"]) == 4 and mentioned(a.log) == mentioned(watcher.log) >= 4,
              "who it was is pointed at")
        a.refused("bad", t="moment", n=5)
        b.send(t="undo")
        until([a, b], 5)
        a.send(t="moments")
        check(a.wait("moments")["of"] == 3, "what was taken back is no moment")


def scores():
    """How points grew is what the views said at these moments, for each pair of eyes."""
    with Server() as server:
        for name in ("tinyforming", "kuhn-poker", "tic-tac-toe"):
            made = server.make(name, [dict(bot=None, name="Ann"), dict(bot="random")], seed=5)
            a, watcher = server.join(made["id"], made["token"]), server.join(made["id"])
            chance = random.Random(5)
            for _ in range(30):
                if not a.asked():
                    break
                a.answer(chance.randrange(1000))
            a.asked()
            until([watcher], a.view["n"])
            for s in (a, watcher):
                s.send(t="scores", re=1)
                grown = s.wait("scores", re=1)
                if not s.view["scores"][0]:
                    check(grown["scores"] == [], name, "nothing is counted", grown)
                    continue
                check([p["n"] for p in grown["scores"]] == sorted({p["n"] for p in grown["scores"]}), grown)
                check(grown["scores"][-1]["n"] == grown["of"] and len(grown["scores"]) > 1, grown)
                for point in grown["scores"]:
                    s.send(t="moment", n=point["n"], re=2)
                    view = s.wait("moment", re=2)["view"]
                    totals = [None if None in lines else sum(lines) for lines in view["scores"]]
                    check(point["totals"] == totals, name, point, totals)
                    check(point["round"] in view["periods"] + [point["n"]], name, point, view["periods"])


def replays():
    with Server() as server:
        made = server.make("kuhn-poker", [dict(bot="random"), dict(bot="random")], seed=3)
        a = server.join(made["id"])
        while a.view["status"] == "ask":
            a.wait("view")
        link = server.get("/api/tables/%s/link" % made["id"])["link"]
        end = replay(server, link=link, steps=True)
        check(end["name"] == "kuhn-poker" and end["title"] and end["seats"] == 2 and end["options"] == {}, end)
        check(end["n"] == end["of"] == len(end["at"]) > 0 and end["view"]["status"] == "over", end["at"])
        check([m["n"] for m in end["at"]] == list(range(1, end["of"] + 1)) and all(m["text"] for m in end["at"]),
              end["at"])
        for key, value in end["view"].items():
            check(key == "n" or a.view[key] == value, key, value)
        check("scores" not in end and replay(server, link=link, scores=True)["scores"][-1]["n"] == end["of"],
              "how points grew")
        check(end["log"] == a.log, "the log of a spectator")
        check(server.get("/api/game/" + end["game"])["hash"] == end["game"], "the game is described")
        first = [replay(server, link="https://x.example/replay#" + link, n=0, seat=seat)["view"]
                 for seat in (0, 1, None, "all")]
        hands = [sorted(sum((h for z in view["zones"] for h in z), [])) for view in first]
        check(first[0]["question"] or first[1]["question"], "somebody is asked")
        check(hands[0] != hands[2] and hands[1] != hands[2], "a seat sees its own cards")
        check(sum(c >= 0 for c in hands[3]) > max(sum(c >= 0 for c in h) for h in hands[:3]), "all see all", hands)
        check("at" not in replay(server, link=link), "steps only when asked for")
        for wrong in (dict(), dict(link=3), dict(link=""), dict(link="abc"), dict(link=link + "A"),
                      dict(link=link[:-1]),
                      dict(link=link, n=-1), dict(link=link, n=end["of"] + 1), dict(link=link, n="1"),
                      dict(link=link, n=0.5),
                      dict(link=link, seat=2), dict(link=link, seat="x"), dict(link=link, seat=-1),
                      dict(link="t1-" + link[3:]), dict(link="t9-" + link[3:])):
            check(replay(server, 400, **wrong)["error"]["code"] == "bad", wrong)
        for wrong in ("", "{", "[]", "3", "\x00"):
            check(server.request("POST", "/api/replay", wrong)[0] == 400, wrong)
        check(server.request("POST", "/api/replay", "x" * 20000)[0] == 413, "too large")
        check(server.request("GET", "/api/replay")[0] == 404, "only POST")
        journal = server.request("GET", "/api/tables/%s/journal" % made["id"])[2]
        with open(server.own + "/k.journal", "wb") as f:
            f.write(journal)
        program = subprocess.run([PROGRAM, "replay", server.own + "/k.journal", "--link"], capture_output=True,
                                 text=True)
        check(program.stdout.strip() == link, "the terminal writes the same link", program)


def play_on():
    """A table that begins at a moment of a link, and is there after a restart."""
    with Server() as server:
        made = server.make(TTT, bots(2), seed=7)
        a = server.join(made["id"])
        while a.view["status"] == "ask":
            a.wait("view")
        link = server.get("/api/tables/%s/link" % made["id"])["link"]
        then = replay(server, link=link, n=3, seat=1)
        status, _, text = server.request("POST", "/api/tables", json.dumps(dict(link=link, n=3)))
        check(status == 201, text)
        new = json.loads(text)
        table = server.get("/api/tables/" + new["id"])
        check(table["n"] == 3 and table["begun"] and table["settings"]["seeded"] and len(table["seats"]) == 2, table)
        check([s["held"] for s in table["seats"]] == [True, False], table)
        b = server.join(new["id"])
        b.send(t="sit", seat=1, name="Ben")
        token = b.wait("seated")["token"]
        b.wait("view")
        for key in ("vars", "zones", "tracks", "asked", "question"):
            check(b.view[key] == then["view"][key], key)
        check(b.log == then["log"], "the log is that of the link")
        b.seat = 1
        b.answer(0)
        server.again()
        again = server.join(new["id"], token)
        for key in ("n", "vars", "asked", "status"):
            check(again.view[key] == b.view[key], key)
        of = replay(server, link=link)["of"]
        seats = [dict(bot=None, name="Ann"), dict(bot="random")]
        check(server.request("POST", "/api/tables", json.dumps(dict(link=link, n=0, seats=seats)))[0] == 201,
              "with seats")
        for wrong in (dict(link=link), dict(link=link, n=of), dict(link=link, n=of + 1), dict(link=link, n="1"),
                      dict(link=link, n=-1),
                      dict(link=link, n=1.5), dict(link=3), dict(link=None), dict(link="x"), dict(link=link[:-2], n=1),
                      dict(link=link, n=1, seats=seats * 2), dict(link=link, n=1, seats=[])):
            status, _, text = server.request("POST", "/api/tables", json.dumps(wrong))
            check(status == 400 and json.loads(text)["error"]["code"] == "bad", wrong, status, text)


def changed_rules():
    """A link of rules that are no longer in the catalogue: with a table of them in the store it opens, without not."""
    with tempfile.TemporaryDirectory() as folder:
        shutil.copytree(os.path.join(ROOT, "games", TTT), os.path.join(folder, TTT))
        with Server(env=dict(TERRANE_GAMES=folder)) as server:
            made = server.make(TTT, bots(2), seed=1)
            a = server.join(made["id"])
            while a.view["status"] == "ask":
                a.wait("view")
            link = server.get("/api/tables/%s/link" % made["id"])["link"]
            with open(os.path.join(folder, TTT, TTT + ".game"), "a") as f:
                f.write("\n# another rule\n")
            server.kill()
            server.start()
            check(replay(server, link=link)["view"]["status"] == "over", "by the rules of the store")
        with Server(env=dict(TERRANE_GAMES=folder)) as server:
            error = replay(server, 404, link=link)["error"]
            check(error["code"] == "no_game" and "changed" in error["text"], error)
            status, _, text = server.request("POST", "/api/tables", json.dumps(dict(link=link, n=1)))
            check(status == 404 and json.loads(text)["error"]["code"] == "no_game", text)


# ---- the process
def one_at_a_time():
    with Server() as server:
        second = subprocess.run([PROGRAM, "serve", "--port", str(server.port), "--data", server.own + "/other"],
                                capture_output=True, text=True, timeout=PATIENCE)
        check(second.returncode == 3 and str(server.port) in second.stderr and "taken" in second.stderr, second)
        second = subprocess.run([PROGRAM, "serve", "--port", "0", "--data", server.data], capture_output=True,
                                text=True,
                                timeout=PATIENCE)
        check(second.returncode == 3 and "in use by another" in second.stderr, second)
        second = subprocess.run([PROGRAM, "serve", "--port", "0", "--data", "/proc/nothing"], capture_output=True,
                                text=True,
                                timeout=PATIENCE)
        check(second.returncode == 3 and "/proc/nothing" in second.stderr, second)
        s = server.join(server.make(TTT, PERSONS)["id"])
        check(server.stop() == 0, "ends cleanly:", server.stderr())
        s.ended()


def ipv6():
    try:
        socket.socket(socket.AF_INET6).bind(("::1", 0))
    except OSError:
        return  # the machine has none
    with Server(arguments=["--listen", "::"]) as server:
        check(server.host == "[::]", server.host)
        for address in ("::1", "127.0.0.1"):
            s = socket.create_connection((address, server.port), timeout=PATIENCE)
            s.sendall(b"GET /api/health HTTP/1.0\r\nHost: localhost\r\n\r\n")
            check(b'"ok":true' in s.makefile("rb").read(), address)
            s.close()
        wrong = subprocess.run([PROGRAM, "serve", "--listen", "1:2", "--port", "0", "--data", server.own + "/other"],
                               capture_output=True, text=True, timeout=PATIENCE)
        check(wrong.returncode == 3 and "not an address" in wrong.stderr, wrong)


def limits_by_address():
    with Server(arguments=["--rate", "10", "--per-address", "5"]) as server:
        open_ones = [socket.create_connection(("127.0.0.1", server.port)) for _ in range(5)]
        status, _, text = server.request("GET", "/api/health")
        check(status == 429 and b"connections" in text, "a sixth connection", status, text)
        for s in open_ones:
            s.close()
        eventually(lambda: server.request("GET", "/api/health")[0] == 200, "room again")
        codes = [server.request("GET", "/api/health")[0] for _ in range(200)]
        check(429 in codes and codes[0] == 200, "too many requests")


TESTS = [http_basics, bad_tables, files, compressed, a_game_of_two, several_at_once, a_choice_as_one_path,
         lines_say_their_round,
         whose_rule_and_what_was_forced,
         malformed, out_of_turn_and_stale, floods, wrong_doors, people, private_and_listed, undo, undo_alone,
         taken_along,
         rematch, seeds_of_rematches, seeds, moments, scores, hindsight, replays, play_on, changed_rules,
         one_at_a_time, ipv6,
         limits_by_address]
# All of them, or those that are named: a desk without a server has some (web/tests/protocol.wasm.ts).
sys.exit(run([test for test in TESTS if len(sys.argv) == 1 or test.__name__ in sys.argv[1:]]))
