"""One client within its limits stops nobody's play: answers come before questions, a player has a place, others are
not told what does not concern them."""
import random, sys
from client import *

SOON = 3  # seconds an answer may take under all that, on a machine that does other things too


def long_game(server, answers):
    """A table of a large game some way on, its player, and the token."""
    made = server.make("mars", [dict(bot=None, name="Ann"), dict(bot="random")], seed=5)
    s = server.join(made["id"], made["token"])
    s.send(t="bot", seat=0, bot="random")
    while s.view["n"] < answers and s.view["status"] == "ask":
        s.wait("view")
    s.send(t="bot", seat=0, bot=None, re="mine")
    s.wait("table", re="mine")
    s.send(t="hello", token=made["token"], re="now")
    s.wait("welcome", re="now")
    s.wait("view")
    check(s.asked(), "it is not over")
    return s, made


def timed_answer(s):
    """Seconds until an answer of this player is kept; what else came is left unread."""
    n, answers = s.view["n"], s.view["question"]["answers"]
    began = time.time()
    s.send(t="answer", n=n, path=[answers[0]["id"]], re="answer")
    ack = s.wait("ack", re="answer")
    took = time.time() - began
    while s.view["n"] < ack["n"]:
        s.wait("view")
    return took


def ask(sockets, at_once, question):
    """Everybody asks several times at once; see answered."""
    for s in sockets:
        for i in range(at_once):
            s.send(**question(i), re=i)


def answered(sockets, at_once):
    """Reads until each of these questions has its answer, or is refused because there are too many."""
    for s in sockets:
        open_ones = set(range(at_once))
        while open_ones:
            message = s.next()
            check(message["t"] != "error" or message["code"] == "too_often", message)
            open_ones.discard(message.get("re"))


def let_in(server, table, token=None):
    """Joins as soon as the address may: it has a limit of requests, and of connections."""
    def join():
        try:
            return server.join(table, token)
        except (Closed, ConnectionError):
            return None
    return eventually(join, "nobody is let in any more")


def answers_before_questions():
    crowd, at_once = pick(40, 60, 190), 9  # three times that is within the limit of messages
    with Server(arguments=["--rate", "10", "--per-address", "300"]) as server:
        player, made = long_game(server, 250)
        chance = random.Random(1)
        watching = [let_in(server, made["id"]) for _ in range(crowd)]
        slowest = 0
        for question in (lambda i: dict(t="scores"), lambda i: dict(t="moment", n=chance.randrange(240)),
                         lambda i: dict(t="moments")):
            before = server.metric("messages")
            ask(watching, at_once, question)
            eventually(lambda: server.metric("messages") >= before + crowd, "they ask")
            took = timed_answer(player)
            slowest = max(slowest, took)
            check(player.asked(), "it goes on")
            answered(watching, at_once)
        print("  %d look on and ask: %.2f s until an answer is kept" % (crowd, slowest))
        check(slowest < SOON, "an answer waited", slowest, "seconds")
        player.send(t="scores", re="own")
        player.wait("scores", re="own")  # what a player asks is answered too


def hello_again_and_again():
    with Server(arguments=["--rate", "10", "--per-address", "300"]) as server:
        crowd, made = long_game(server, 120)
        other, _ = long_game(server, 20)
        greeting = [let_in(server, made["id"]) for _ in range(60)]
        crowd.settle()
        told = len(crowd.seen)
        ask(greeting, 28, lambda i: dict(t="hello"))
        took = [timed_answer(s) for s in (other, crowd)]
        print("  %.2f s until an answer is kept elsewhere, %.2f s there" % tuple(took))
        check(max(took) < SOON, "hello stalls", took)
        answered(greeting, 28)
        crowd.settle()
        tables = [m for m in crowd.seen[told:] if json.loads(m)["t"] == "table"]
        check(len(tables) <= 5, "who is there is told when it has changed", len(tables))


def places_for_players():
    """The address has no connection left: a player with a token is let in nevertheless, and stays."""
    with Server(arguments=["--rate", "10", "--per-address", "12"]) as server:
        made = server.make("tic-tac-toe", [dict(bot=None, name="Ann"), dict(bot=None)])
        crowd = [server.join(made["id"]) for _ in range(11)]
        player, second = [let_in(server, made["id"], made["token"]) for _ in range(2)]
        check(player.seat == second.seat == 0, "in")
        for _ in range(15):  # whoever comes now takes the places of those who look on, in turn
            crowd.append(let_in(server, made["id"]))
        check(timed_answer(player) < SOON, "the player is still there")
        second.send(t="hello", token=made["token"], re=1)
        second.wait("welcome", re=1)


def silent_sockets():
    with Server(arguments=["--patience", "1", "--rate", "10"]) as server:
        made = server.make("tic-tac-toe", [dict(bot=None), dict(bot=None)])
        mute = server.join(made["id"], hello=False)
        there = server.join(made["id"])
        began = time.time()
        try:
            mute.read()
            check(False, "nothing is said to who has not said hello")
        except Closed:
            check(time.time() - began < 10, "it is let go")
        there.send(t="hello", re=1)
        there.wait("welcome", re=1)


def nobody_hears_anothers_answer():
    """What is worked out once for all is worked out for one seat and one language: who asks first changes nothing
    for others."""
    found = []
    with Server() as server:
        for order in ((0, 1, 2, 3), (3, 2, 1, 0)):
            made = server.make("mars", [dict(bot=None, name="Ann"), dict(bot=None)], seed=9)
            sockets = [server.join(made["id"], made["token"])] + [server.join(made["id"]) for _ in range(3)]
            sockets[1].send(t="sit", seat=1, name="Ben")
            sockets[1].wait("seated")
            sockets[3].send(t="hello", lang="de", re="de")
            sockets[3].wait("welcome", re="de")
            for s in sockets:
                s.settle()
            said = {}
            for question in (dict(t="moment", n=0), dict(t="moments"), dict(t="scores"), dict(t="hello")):
                for again in range(2):
                    for i in order:
                        more = dict(token=made["token"]) if question["t"] == "hello" and i == 0 else {}
                        if question["t"] == "hello" and (i == 1 or i == 3):
                            continue
                        sockets[i].send(**question, **more, re=again)
                        answer = sockets[i].wait("view" if question["t"] == "hello" else question["t"])
                        check(answer.get("re", again) == again, answer)
                        answer.pop("re", None)
                        said.setdefault((question["t"], i), answer)
                        check(said[question["t"], i] == answer, "the second time it is the same", question, i)
                        sockets[i].settle()
            found.append(said)
            hands = [json.dumps(said["moment", i]["view"]["zones"]) for i in range(3)]
            check(len(set(hands)) == 3, "each sees its own hand, and who looks on none")
    check(found[0] == found[1], "whoever asks first")


def bots_somebody_waits_for():
    """Many tables of bots alone do not keep a player waiting for the bot at his own: not all of them have their turn
    first."""
    tables = pick(60, 80, 200)
    with Server(arguments=["--rate", "0", "--jobs", "1"]) as server:
        for seed in range(tables):
            server.make("coal-mines", bots(5, "greedy"), seed=seed)
        made = server.make("tic-tac-toe", [dict(bot=None, name="Ann"), dict(bot="greedy")])
        s = server.join(made["id"], made["token"])
        most = 0
        for i in range(3):
            check(s.asked(), "it goes on")
            before = server.metric("bot_answers")
            s.answer(0)
            s.asked()
            most = max(most, server.metric("bot_answers") - before)
        print("  %d bots of %d tables before the one that is waited for" % (most, tables))
        check(most < tables / 2, "others came first", most)
        eventually(lambda: server.metric("bot_answers") >= before + 10, "the others play on too")


def quotas():
    """What one address may leave behind in a day."""
    seats = [dict(bot=None, name="Ann"), dict(bot=None)]
    with Server(arguments=["--rate", "0", "--per-address", "50", "--tables", "5", "--quota", "0"]) as server:
        server.make("tic-tac-toe", [dict(bot=None)], status=400)  # what was not made does not count
        made = [server.make("tic-tac-toe", seats) for _ in range(5)]
        refused = server.make("tic-tac-toe", seats, status=429)
        check(refused["error"]["code"] == "too_often" and "today" in refused["error"]["text"], refused)
        s = server.join(made[0]["id"], made[0]["token"])
        s.answer(0)  # what there is goes on
    with Server(arguments=["--rate", "0", "--per-address", "50", "--quota", "1"]) as server:
        made = server.make("tic-tac-toe", seats)
        s = server.join(made["id"], made["token"])
        names = ["A" * 39 + str(i) for i in range(10)]
        renamed = 0
        for i in range(20000):
            s.send(t="rename", name=names[i % 10], re=i)
            answer = s.wait("table", "error", re=i)
            if answer["t"] == "error":
                break
            renamed += 1
        check(answer["t"] == "error" and answer["code"] == "too_often" and renamed > 100, "one megabyte", renamed,
              answer)
        check(server.make("tic-tac-toe", seats, status=429)["error"]["code"] == "too_often", "no new table")
        other = server.join(made["id"])
        other.send(t="moments", re=1)
        other.wait("moments", re=1)  # looking stores nothing


sys.exit(run([bots_somebody_waits_for, nobody_hears_anothers_answer, quotas, answers_before_questions,
              hello_again_and_again, places_for_players, silent_sockets]))
