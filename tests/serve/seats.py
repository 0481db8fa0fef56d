"""Seats: sitting down twice is sitting down once, and a seat that shows something hidden does not pass from one to
another."""
import sys
from client import *

PERSONS = [dict(bot=None, name="Ann"), dict(bot=None)]
KEY, OTHER = "abcdefghijklmnopqrstuv", "ABCDEFGHIJKLMNOPQRSTUV"


def sitting_twice():
    with Server() as server:
        made = server.make("tic-tac-toe", PERSONS)
        lost = server.join(made["id"])
        lost.send(t="sit", seat=1, name="Ben", key=KEY)
        ends = time.time() + PATIENCE
        while not server.get("/api/tables/" + made["id"])["seats"][1]["held"]:
            check(time.time() < ends, "the seat is taken")
        lost.socket.close()  # the answer is never read
        again = server.join(made["id"])
        check(again.seat is None, "without the key one looks on")
        again.send(t="sit", seat=1, name="Ben", key=KEY, re=1)
        seated = again.wait("seated", re=1)
        check(seated["seat"] == 1 and seated["token"] == KEY, "it was his", seated)
        again.send(t="sit", seat=1, name="Ben", key=KEY, re=2)
        check(again.wait("seated", re=2)["token"] == KEY, "and once more")
        again.refused("taken", t="sit", seat=0, name="Ben", key=KEY)
        check(server.join(made["id"], KEY).seat == 1, "the key is the token")
        stranger = server.join(made["id"])
        stranger.refused("taken", t="sit", seat=1, name="Cid", key=OTHER)
        stranger.refused("taken", t="sit", seat=1, name="Cid")
        for key in ("short", 7, KEY + "x", "", "ä" * 22):
            stranger.refused("bad", t="sit", seat=1, name="Cid", key=key)
        server.kill()
        server.start()
        check(server.join(made["id"], KEY).seat == 1, "it is stored")
        host = server.join(made["id"], made["token"])
        host.refused("illegal", t="free", seat=1)  # a moment ago
        stranger = server.join(made["id"])
        stranger.refused("not_yours", t="free", seat=1)
        host.refused("no_seat", t="free", seat=2)
        host.refused("illegal", t="free", seat=0)  # its own: it is here


def hidden_hands():
    """Nobody looks into a hand by sitting down for a moment."""
    with Server() as server:
        for takeover in (False, True):
            made = server.make("kuhn-poker", [dict(bot=None, name="Ann"), dict(bot="random")], seed=4,
                               takeover=takeover)
            host = server.join(made["id"], made["token"])
            check(host.table["settings"].get("takeover", False) is takeover, "the table says so")
            host.send(t="leave")
            host.wait("table")
            host.send(t="bot", seat=1, bot=None, re="free")
            host.wait("table", re="free")
            hidden = lambda s: json.dumps(s.view["zones"]) + json.dumps(s.view["vars"])
            other = server.join(made["id"])
            before = hidden(other)
            if not takeover:
                host.refused("not_yours", t="sit", seat=1, name="Ann")
                other.refused("not_yours", t="sit", seat=1, name="Cid")
                other.refused("not_yours", t="sit", seat=0, name="Cid")
                check(hidden(other) == before, "nothing was shown")
                host.send(t="sit", seat=0, name="Ann")  # who left may come back
                check(host.wait("seated")["seat"] == 0, "the own seat")
            else:
                other.send(t="sit", seat=1, name="Cid")
                other.wait("seated")
                other.wait("view")
                check(hidden(other) != before, "its hand")
        made = server.make("kuhn-poker", PERSONS)
        b = server.join(made["id"])
        b.send(t="sit", seat=1, name="Ben", key=KEY)  # where nobody has sat anybody may
        b.wait("seated")
        b.send(t="leave")
        b.wait("table")
        other = server.join(made["id"])
        other.refused("not_yours", t="sit", seat=1, name="Cid", key=OTHER)
        server.kill()
        server.start()
        other = server.join(made["id"])
        other.refused("not_yours", t="sit", seat=1, name="Cid", key=OTHER)
        other.send(t="sit", seat=1, name="Ben", key=KEY)
        check(other.wait("seated")["token"] == KEY, "who left comes back")
        made = server.make("connect-four", PERSONS)  # nothing is hidden there, also where one is asked
        host, b = server.join(made["id"], made["token"]), server.join(made["id"])
        b.send(t="sit", seat=1, name="Ben")
        b.wait("seated")
        host.answer(0)
        b.send(t="leave")
        b.wait("table")
        other = server.join(made["id"])
        other.send(t="sit", seat=1, name="Cid")
        other.wait("seated")
        made = server.make("connect-four", PERSONS[:1] + bots(1))  # nothing is hidden there
        host = server.join(made["id"], made["token"])
        host.answer(0)
        host.send(t="bot", seat=1, bot=None, re=1)
        host.wait("table", re=1)
        other = server.join(made["id"])
        other.send(t="sit", seat=1, name="Cid")
        other.wait("seated")


def names_to_be_seen():
    """Names that cannot be seen, or that turn what stands beside them, are none."""
    wrong = ["", " ", "\u200b", "\u200d\u200c", "\u2060", "\ufeff", "\u00ad", "\u3164", "\u115f\u1160", "\uffa0",
             "\u2800", "\u3000", "\u2003 \u202f",
             "\u180e", "\ufe0f", "\u034f", "\U000e0041", "a\u202eb", "a\u2066b", "\u061ca", "a\u2028b", "a\u2029b",
             "a\nb", "a\u0007b", "a\u200eb",
             "Ann\U000e0041", "An\u3164n", "\u0301", "A" + "\u0301" * 9, "\uffff"]
    right = ["Ann", "Ann Ö. 李", "\U0001f469\u200d\U0001f680", "می\u200cخواهم", "e\u0301", "\u2764\ufe0f", "नमस्ते"]
    with Server() as server:
        def made(name):
            return server.request("POST", "/api/tables",
                                  json.dumps(dict(game="tic-tac-toe", seats=[dict(name=name), {}])))[0]
        for name in wrong:
            check(made(name) == 400, ascii(name))
        for name in right:
            check(made(name) == 201, ascii(name))
        table = server.make("tic-tac-toe", PERSONS)
        s = server.join(table["id"])
        for name in wrong:
            s.refused("bad", t="sit", seat=1, name=name)
        host = server.join(table["id"], table["token"])
        host.refused("bad", t="rename", name="\u200b")


sys.exit(run([sitting_twice, hidden_hands, names_to_be_seen]))
