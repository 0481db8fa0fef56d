"""Every game is played to its end by a scripted person and bots; what is sent fits the description."""
import json, random, sys
from client import *


def play(server, game, players, seed, most=100000):
    made = server.make(game, [dict(bot=None, name="Ann")] + bots(players - 1), seed=seed)
    s = server.join(made["id"], made["token"])
    check(s.seat == 0 and s.table["seats"][0]["name"] == "Ann", "the host sits on the first seat")
    description = server.get("/api/game/" + s.table["hash"])
    check(len(description["seats"]) == players and description["title"], game, "description")
    chance = random.Random(seed)
    answers = 0
    while s.asked() and answers < most:
        view = s.view
        check(len(view["vars"]) == len(description["vars"]), "vars")
        check(0 in view["asked"], "the question is ours")
        for a in view["question"]["answers"]:
            if "card" in a:
                check(description["cards"][a["card"]]["answer"] == a["id"], "card of", a)
            if "space" in a:
                check(description["spaces"][a["space"]]["answer"] == a["id"], "space of", a)
        choice = chance.choice(startable(view["question"]))
        path = [choice["id"]]
        if choice.get("then") and chance.random() < 0.5:
            path.append(chance.choice(choice["then"]))
        s.send(t="answer", n=view["n"], path=path)
        ack = s.wait("ack")
        check(ack["given"] == len(path), "what lies behind an answer can be answered at once:", path, ack)
        while s.view["n"] < ack["n"]:
            s.wait("view")
        answers += 1
    if most == 100000:
        check(s.view["status"] == "over", "over", s.view["status"])
        check(sorted(s.view["ranks"])[0] >= 1 and len(s.view["scores"]) == players, "results")
        status, headers, journal = server.request("GET", "/api/tables/%s/journal" % made["id"])
        check(status == 200 and headers["content-type"].startswith("text/plain"), status)
        check(b"seed %d\n" % seed in journal and b"result A score" in journal, "the journal")
    s.close()
    return answers


def about(server, game):
    told = server.get("/api/games/" + game["name"])
    check(told["name"] == game["name"] and told["title"] == game["title"] and told["cards"] + told["spaces"] > 0, told)
    check(told["points"] or told["course"], "what it is about", told)
    check(not told["course"] or told["course"].endswith((".", "; …")), "a sentence that ends", told["course"])
    if game["name"] == "tic-tac-toe":
        check("; that cell gets your mark; if " in told["course"], "steps are told apart", told["course"])
    check(told["length"] is None or told["length"]["period"] and told["length"]["count"] > 0, told)
    for lang in game["langs"]:
        other = server.get("/api/games/%s?lang=%s" % (game["name"], lang))
        check([type(x) for x in other.values()] == [type(x) for x in told.values()]
              and other["points"] != told["points"], other)


def cover(server, game):
    status, _, text = server.request("GET", "/api/games/%s/cover" % game["name"])
    check(status == 200 and len(text) < 1 << 17, status, len(text))
    told = json.loads(text)
    about, view = told["description"], told["view"]
    check(about["title"] == game["title"], about["title"])
    check(len(about["seats"]) == max(game["players"][0], min(2, game["players"][1])), about["seats"])
    check((view is None) == ("boards" not in about), "a view where something is drawn")
    check(game["name"] != "kuhn-poker" or told["cards"] == 3, "as many cards as there are", told["cards"])
    signs = [sign["picture"] for sign in told["signs"]]
    check(len(signs) == len(set(signs)) <= 5, "each picture once", signs)
    check(game["name"] != "masked-ball" or len(signs) == 5, "pictures of its cards", signs)
    if view:
        check(len(about["spaces"]) == sum(b["count"] for b in about["boards"]), "every space")
        lies = [v for v, x in zip(view["vars"], about["vars"]) if x["scope"] == "space" and x["role"]]
        check(any(value not in (-1, 0) for v in lies for value in v), "something lies there", lies)
        check(view["question"] is None, "nobody is asked")
    check(server.request("GET", "/api/games/%s/cover" % game["name"])[2] == text, "the same once more")


def description(server, game):
    """The same as that of a table with the usual options."""
    told = server.get("/api/games/%s/description" % game["name"])
    seats = len(told["seats"])
    check(seats == max(game["players"][0], min(2, game["players"][1])), seats)
    made = server.make(game["name"], bots(seats))
    table = server.get("/api/tables/" + made["id"])
    check(server.get("/api/game/" + table["hash"]) == told and told["hash"] == table["hash"], "as a table has it")
    for lang in game["langs"]:
        other = server.get("/api/games/%s/description?lang=%s" % (game["name"], lang))
        check(len(other["rules"]) == len(told["rules"]) and other["rules"] != told["rules"], lang)


def every_game():
    with Server() as server:
        for game in server.get("/api/games"):
            least, most = game["players"]
            about(server, game)
            cover(server, game)
            description(server, game)
            for players in sorted({max(least, 2) if most > 1 else 1, most if LEVEL != "quick" else max(least, 2)}):
                n = play(server, game["name"], players, 7, pick(60, 100000, 100000) if most > 2 else 100000)
                print("  %s with %d: %d answers" % (game["name"], players, n), flush=True)
        for name in ("no-such-game", "..%2Fmars", "mars/mars.game", "", "no-such-game/cover", "/cover", "mars/covers",
                     "no-such-game/description", "/description"):
            check(server.request("GET", "/api/games/" + name)[0] == 404, name)
        check(server.get("/api/health")["ok"], "healthy")


sys.exit(run([every_game]))
