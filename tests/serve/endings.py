"""Tables that end otherwise than by the rules, over the network and across kill -9: a seat is resigned, all agree, time
is up. What was said before the server died holds after it."""
from client import *

PERSONS = [dict(bot=None, name="Ann"), dict(bot=None)]
GAME = "connect-four"


def two(server, **settings):
    made = server.make(GAME, PERSONS, **settings)
    a, b = server.join(made["id"], made["token"]), server.join(made["id"])
    b.send(t="sit", seat=1, name="Ben")
    tokens = [made["token"], b.wait("seated")["token"]]
    b.wait("view")
    return made["id"], tokens, a, b


def again(server, id, tokens):
    server.kill()
    server.start()
    return [server.join(id, token) for token in tokens]


def resigning():
    with Server() as server:
        id, tokens, a, b = two(server)
        a.send(t="resign", re=1)
        a.wait("table", re=1)
        while b.view["n"] < 1:
            b.wait("view")
        check(b.table["seats"][0]["resigned"] and b.table["seats"][0]["bot"], "a bot has the seat", b.table)
        a, b = again(server, id, tokens)
        check(a.table["seats"][0]["resigned"] and a.seat == 0, "still resigned", a.table)
        a.refused("illegal", t="bot", seat=0, bot=None)
        while not b.asked():
            b.wait("view")
        b.answer(0)
        while b.view["n"] < 3:
            b.wait("view")


def agreeing():
    with Server() as server:
        id, tokens, a, b = two(server, listed=True)
        a.answer(0)
        while b.view["n"] < 1:
            b.wait("view")
        seen = b.view["vars"]
        a.send(t="agree", yes=True, re=1)
        a.wait("table", re=1)
        check(a.table["ending"] == dict(agreed=[0], waiting=[1]), "one of two", a.table)
        a, b = again(server, id, tokens)
        check(b.table["ending"] == dict(agreed=[0], waiting=[1]), "as before", b.table)
        b.send(t="agree", yes=True, re=1)
        b.wait("table", re=1)
        a, b = again(server, id, tokens)
        check(a.table["over"] and a.table["ended"] == "agreement", "over", a.table)
        check(a.view["status"] == "over" and "ranks" not in a.view, "nobody is first", a.view)
        check(b.view["vars"] == seen and b.view["question"] is None, "the same position")
        check(server.get("/api/tables") == [], "it is not listed any more")
        status, _, text = server.request("GET", "/api/tables/%s/journal" % id)
        check(status == 200 and text.endswith(b"# ended by agreement\n"), "its journal says so", text)
        a.refused("over", t="agree", yes=False)


def clocks():
    with Server() as server:
        id, tokens, a, b = two(server, move_clock=1, clock=3600, late="bot")
        check(a.table["settings"]["late"] == "bot" and a.table["settings"]["move_clock"] == 1, a.table)
        while not b.asked():
            b.wait("view")
        check(b.table["seats"][0]["late"] >= 1 and b.table["seats"][0]["bot"], "a bot took over", b.table)
        used = b.view["used"]
        check(used[0] >= 1000 and len(b.view["open"]) == 2, used)
        server.kill()
        server.start()
        b = server.join(id, tokens[1])
        check(b.table["seats"][0]["late"] >= 1 and b.table["seats"][0]["bot"], "still", b.table)


for part in (resigning, agreeing, clocks):
    part()
print("ok")
