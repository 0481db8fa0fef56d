"""Games in other languages: each guest reads the one it asked for, and it is the same game for all."""
import json, sys
from client import *


def translated(server):
    """The first game that has words in another language, as the catalogue tells it."""
    found = [g for g in server.get("/api/games") if g["langs"]]
    check(found, "no game has another language")
    return found[0]


def hello(server, table, token, lang):
    s = server.join(table, hello=False)
    s.send(t="hello", token=token, lang=lang)
    s.wait("welcome")
    s.wait("view")
    return s


def catalogue():
    with Server() as server:
        game = translated(server)
        lang = game["langs"][0]
        words = game["words"][lang]
        said = [o["title"] for o in game["options"]] + [v for o in game["options"] for v in o["values"]]
        check(all(k in said or k == game["title"] for k in words), words)
        check(any(t in words for t in said), "options are translated", words)
        for g in server.get("/api/games"):
            check(list(g["words"]) == g["langs"], g["name"])


def description():
    with Server() as server:
        game = translated(server)
        made = server.make(game["name"], [dict(bot=None, name="Ann"), dict(bot="random")])
        s = server.join(made["id"], made["token"])
        s.send(t="hello", token=made["token"])
        path = "/api/game/" + s.wait("welcome")["game"]
        plain, other = server.get(path), server.get(path + "?lang=" + game["langs"][0])
        check(server.get(path + "?lang=xx") == plain, "a language it does not have")
        check(plain["hash"] == other["hash"] and plain["options"] == other["options"], "the same game")
        check([c["answer"] for c in plain["cards"]] == [c["answer"] for c in other["cards"]], "the same cards")
        check([c["name"] for c in plain["cards"]] != [c["name"] for c in other["cards"]], "other names")
        check([m["sort"] for m in plain["members"]] == [m["sort"] for m in other["members"]], "the same sorts")
        check([r["text"] for r in plain["rules"]] != [r["text"] for r in other["rules"]], "other rules")


def same_game(a, b):
    """Two views of one seat: equal but for words."""
    for key in ("n", "status", "zones", "score", "rank"):
        check(a.view.get(key) == b.view.get(key), key)
    qa, qb = a.view["question"], b.view["question"]
    check((qa is None) == (qb is None), "both are asked or none")
    if qa:
        check([x["id"] for x in qa["answers"]] == [x["id"] for x in qb["answers"]], "the same answers")
    check(len(a.log) == len(b.log) and [l["seat"] for l in a.log] == [l["seat"] for l in b.log], "the same lines")


def playing():
    with Server() as server:
        game = translated(server)
        lang = game["langs"][0]
        made = server.make(game["name"], [dict(bot=None, name="Ann"), dict(bot="random")], practice=True, seed=6)
        a = hello(server, made["id"], made["token"], None)
        b = hello(server, made["id"], made["token"], lang)
        prompts = [set(), set()]
        for turn in range(12):
            for i, s in enumerate((a, b)):
                s.asked()
                s.settle()
                prompts[i].add(s.view["question"]["prompt"])
            same_game(a, b)
            (a if turn % 2 else b).answer(turn)
            a.settle(), b.settle()
        check(not prompts[0] & prompts[1], "every question is in its language", prompts)
        plain, other = [l["text"] for l in a.log], [l["text"] for l in b.log]
        check(plain and not set(plain) & set(other), "every line is in its language")
        check(mentioned(a.log) == mentioned(b.log) > 0, "and names the same seats")
        for s in (a, b):
            s.send(t="why", id=a.view["question"]["answers"][0]["id"], re=1)
        check(a.wait("why", re=1)["lines"] != b.wait("why", re=1)["lines"], "so is why")
        for s in (a, b):
            s.send(t="moment", n=3, re=2)
        then = [s.wait("moment", re=2) for s in (a, b)]
        check(then[0]["log"] and not {l["text"] for l in then[0]["log"]} & {l["text"] for l in then[1]["log"]},
              "and moments")
        check(then[0]["view"]["zones"] == then[1]["view"]["zones"], "the same moment")
        late = hello(server, made["id"], None, lang)
        check([l["text"] for l in late.log][:5] == other[:5], "who comes later reads all of it")
        b.send(t="undo")
        b.wait("ack", "undo")
        a.settle(), b.settle()
        same_game(a, b)
        b.refused("bad", t="hello", token=None, lang=5)
        s = hello(server, made["id"], None, "no such language")
        check(s.log[0]["text"] == plain[0], "the definition's own words")


def after_a_restart():
    """What is stored is in the words of the definition, or it could not be read again."""
    with Server() as server:
        game = translated(server)
        lang = game["langs"][0]
        made = server.make(game["name"], [dict(bot=None, name="Ann"), dict(bot="random")])
        b = hello(server, made["id"], made["token"], lang)
        for turn in range(4):
            b.asked()
            b.answer(0)
        b.asked()
        before = list(b.log)
        server.stop()
        server.start()
        b = hello(server, made["id"], made["token"], lang)
        check(b.log[:len(before)] == before, "the log is told again in its language")


def replay(seed):
    with Server() as server:
        game = translated(server)
        made = server.make(game["name"], bots(2), seed=seed)
        s = server.join(made["id"])
        while s.view["status"] == "ask":
            s.wait("view")
        link = server.get("/api/tables/%s/link" % made["id"])["link"]
        shown = []
        for lang in (None, game["langs"][0]):
            body = json.dumps(dict(link=link, n=5, steps=True, lang=lang))
            status, _, text = server.request("POST", "/api/replay", body)
            check(status == 200, text)
            shown.append(json.loads(text))
        check(shown[0]["view"]["zones"] == shown[1]["view"]["zones"] and shown[0]["n"] == shown[1]["n"],
              "the same moment")
        for key in ("log", "at"):
            texts = [{l["text"] for l in x[key]} for x in shown]
            check(texts[0] and not texts[0] & texts[1], key, "in its language", texts[0] & texts[1])
            check(len(shown[0][key]) == len(shown[1][key]), key, "all of it", len(shown[0][key]), len(shown[1][key]))


def replays():
    for seed in ("1", "2", "4"):  # in the first and the last an answer is told that the log does not: "no"
        replay(seed)


sys.exit(run([catalogue, description, playing, after_a_restart, replays]))
