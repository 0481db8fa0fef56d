#!/usr/bin/env bash
# `terrane model`: what it says of a small game is what stands there; of every game it fits docs/model.schema.json, and
# the bytes it names are those of the parts.
# Needs TERRANE (the program) and ROOT (the checkout).
. "$ROOT/tests/support/skip.sh"
needs python3
. "$ROOT/tests/support/script.sh"

mkdir mill && cat >mill/parts.game <<'GAME'
# A comment with ü before everything.
card Miller(3, grain):
  requires: level >= 2
  do: raise(level); gain(1 coin)
  when ground(by: me) where n > 1: me.fame += 1
card Baker(5, copies: 2): points: 2
GAME
cat >mill/mill.game <<'GAME'
game "Mill":
  players: 1..3
  limit: 9 day
option long "Long game" = false, true
resource coin(20) "coins", flour
tag grain
period day
track level(0..6, step: 2) "level":
  at 4: gain(2 coin)
player:
  var stock[resource]: number(0..) = 0
  var fame: number(0..) "fame" = if count(players) == 1 then 14 else 20
  zone hand(card, see: owner)
kind card(cost: number, tags: tag...) "card":
  value points -> number = 0
  value requires -> bool = true
  rule do
kind action:
  rule do
kind goal:
  value requires -> bool
  var owner: player = none
zone deck(card, see: nobody)
kind field(bonus: amount...) is space "field":
  var holder: player = none
board meadow(square): row(2 field, rich: field(2 coin))
include "parts.game"
action Grind: do: grind(2)
goal Rich: requires: me.stock[coin] > 5
signal ground(n: number, by: player) "{by} grinds {n}"
def free -> set field "a free field" = [s in meadow where s.holder == none]
def grind(n: number) "grind {n}":
  gain(n flour); emit ground(n, me)
flow:
  shuffle(deck)
  round day:
    for me in players:
      turn(1..2):
        either "Act": choose a in action "Which?"; a.do()
        or "Build": choose s in free() "Where?"; s.holder = me
        or "Goal": choose g in goal where g.owner == none "Which?"; needs g.requires; g.owner = me
end when level == 6 "the mill is done"
score:
  fame: me.fame
  coins: me.stock[coin] + sum(c in me.hand: c.points)
tie: me.stock[coin]
scenario "A Miller counts":
  given: A.fame = 3
  check: A.fame == 3
GAME
cat >mill/more.scenario <<'GAME'
include "mill.game"
scenario "Bread":
  given: A.hand = [Baker]
  check: A.fame == 20
GAME

# ask FILE PYTHON: `m` is the model, `text(part)` the bytes it names; every printed line is a failure.
ask() {
    local said
    said=$(python3 -c '
import json, sys
m = json.load(open(sys.argv[1], encoding="utf-8"))
def text(part): return open(part["at"]["file"], "rb").read()[part["at"]["from"]:part["at"]["to"]].decode()
def of(chapter, name): return [p for p in m[chapter] if p["name"] == name][0]
def same(got, wanted):
    if got != wanted: print("got", json.dumps(got), "wanted", json.dumps(wanted))
def uses(part): return [(u["as"], u["part"], u["name"], u["line"]) for u in part["used_by"]]
exec(sys.argv[2])' "$1" "$2" 2>&1) || complain "the question failed: $said"
    [ -z "$said" ] || complain "$said"
}

"$TERRANE" model mill/mill.game >mill.json 2>err.txt || complain "mill: $(cat err.txt)"
python3 "$ROOT/tests/support/schema.py" "$ROOT/docs/model.schema.json" <mill.json >bad.txt ||
    complain "mill: $(cat bad.txt)"
ask mill.json '
same(m["title"], "Mill")
same(m["files"], ["mill/mill.game", "mill/parts.game"])
same(m["modes"]["players"], {"least": 1, "most": 3})
same(m["modes"]["list"], [{"players": 2}, {"players": 1}, {"players": 3}, {"players": 2, "option": "long=true"}])
same(m["modes"]["options"][0]["values"], ["false", "true"])
fame = of("players", "fame")
same((fame["start"], fame["least"], fame["modes"]), (20, 0, [{"mode": 1, "least": 0, "start": 14}]))
same(fame["start_written"], "if count(players) == 1 then 14 else 20")
same(uses(fame), [("use", "score", "score", 44), ("scenario", "scenario", "A Miller counts", 48),
    ("change", "card", "Miller", 5)])'
ask mill.json '
level = m["tracks"][0]
same((level["of"], level["least"], level["most"], level["step"], level["start"]), ("table", 0, 6, 2, 0))
same(level["bonus_steps"], [{"value": 4, "says": "gain 2 coins"}])
same(text(level), "track level(0..6, step: 2) \"level\":\n  at 4: gain(2 coin)")
same(uses(level), [("use", "end when", "end when", 42), ("use", "card", "Miller", 3), ("change", "card", "Miller", 4)])
coin = of("stacks", "coin")
same((coin["total"], text(coin)), (20, "coin(20) \"coins\""))
same([z["name"] for z in m["stacks"]], ["hand", "deck", "coin"])
same((of("stacks", "deck")["pile"], of("stacks", "hand")["seen_by"]), (True, "owner"))
same(text(of("resources", "flour")), "flour")
ground = of("signals_and_values", "ground")
same(uses(ground), [("use", "def", "grind", 33), ("trigger", "card", "Miller", 5)])
grind = of("sub_actions", "grind")
same((grind["calls"], grind["parameters"]), (["ground"], [{"name": "n", "type": "number"}]))'
ask mill.json '
card, action, goal = m["components"]
same([(p["name"], p["type"]) for p in card["parameters"]], [("cost", "number"), ("tags", "list of tag")])
miller, baker = card["cards"]
same((miller["printed"], miller["copies"]), ({"cost": "3", "tags": ["grain"]}, 1))
same((baker["printed"], baker["copies"]), ({"cost": "5", "tags": []}, 2))
same(text(baker), "card Baker(5, copies: 2): points: 2")
same(text(miller).splitlines()[-1], "  when ground(by: me) where n > 1: me.fame += 1")
same([c["key"] for c in miller["clauses"]][:4], ["cost", "tags", "requires", "do"])
same((action["menu"], action["in_zones"], card["menu"], card["in_zones"]), (True, False, False, True))
same(m["achievements"], [{"kind": "goal", "taken": "owner"}])
same(m["actions"], ["action", "goal"])
heard = m["effects"][0]
same((heard["part"], heard["on"], heard["card"], heard["where"]), ("when", "ground", "Miller", "n > 1"))
same(m["spaces"][0]["accepted_by"], ["free"])
same([s["name"] for s in m["boards"][0]["spaces"]], ["meadow 1", "meadow 2", "rich"])
same(m["boards"][0]["spaces"][2]["printed"], "field(2 coin)")'
ask mill.json '
round = m["turns"][1]
same((round["part"], round["name"]), ("round", "day"))
turn = round["inside"][0]["inside"][0]
same((turn["part"], turn["actions"]), ("turn", {"least": 1, "most": 2}))
choices = turn["inside"][0]["inside"]
same([c["title"] for c in choices], ["Act", "Build", "Goal"])
same([s["written"] for s in choices[1]["inside"]], ["choose s in free() \"Where?\"", "s.holder = me"])
same([(e["part"], e.get("written"), e.get("most")) for e in m["end"]],
    [("end when", "level == 6", None), ("limit", None, 9)])
same([(s["name"], s["written"]) for s in m["score"]],
     [("fame", "me.fame"), ("coins", "me.stock[coin] + sum(c in me.hand: c.points)")])
same(m["ties"], ["me.stock[coin]"])
same([(s["name"], s["at"]["file"], s["mentions"]) for s in m["scenarios"]],
     [("A Miller counts", "mill/mill.game", ["Miller"]), ("Bread", "mill/more.scenario", ["Baker"])])'

# With errors there is no model.
sed -i 's/level >= 2/levl >= 2/' mill/parts.game
"$TERRANE" model mill/mill.game >out.txt 2>err.txt
[ $? -eq 1 ] || complain "a game with an error has a model"
[ -s out.txt ] && complain "something was printed: $(head -c 200 out.txt)"
grep -q 'did you mean "level"' err.txt || complain "no diagnostics: $(cat err.txt)"

# Every game.
cd "$ROOT" || exit 1
for game in games/*/; do
    game=$(basename "$game")
    "$TERRANE" model "games/$game/$game.game" >"$work/model.json" || complain "$game has no model"
    python3 tests/support/schema.py docs/model.schema.json <"$work/model.json" >"$work/bad.txt" ||
        complain "$game: $(cat "$work/bad.txt")"
    # Where a part is said to stand its name is written, and parts of cards hold their clauses.
    ask "$work/model.json" '
def walk(x):
    for v in x.values() if isinstance(x, dict) else x if isinstance(x, list) else ():
        walk(v)
    if isinstance(x, dict) and "at" in x and "used_by" in x:
        if x["name"] not in text(x) and not "{" in text(x): print(x["part"], x["name"], "is not at", text(x)[:60])
        if text(x) != text(x).strip(): print(x["name"], "has blanks around it")
walk(m)'
done
finish
