#!/usr/bin/env bash
# terrane compare with files and revisions of git: what it prints and how it ends.
# Needs TERRANE (the program) and ROOT (the checkout).
. "$ROOT/tests/support/skip.sh"
needs git python3
. "$ROOT/tests/support/script.sh"

# run CODE ARGUMENTS...: terrane compare ends with that code; its output is in $out, its errors in $err.
run() {
    local wanted=$1 code=0
    shift
    "$TERRANE" compare "$@" >out.txt 2>err.txt </dev/null || code=$?
    out=$(cat out.txt)
    err=$(cat err.txt)
    [ "$code" -eq "$wanted" ] || complain "terrane compare $*: ended with $code, expected $wanted: $err"
}

has() {
    case $1 in
    *"$2"*) ;;
    *) complain "expected \"$2\" in: $1" ;;
    esac
}

mkdir my && cd my || exit 1
export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_SYSTEM=/dev/null
git init -q . && git config user.email a@b.c && git config user.name A
cat >market.game <<'END'
include "wares.game"
game "Market":
  players: 2
zone deck(ware, see: nobody)
player:
  zone shop(ware, see: everyone)
flow:
  shuffle(deck)
  for p in players: as p: draw(2, to: p.shop)
  repeat 4: turn:
    choose n in 1..3 "How many?"
score: wares: sum(c in me.shop: c.value)
END
printf 'kind ware(value: number)\nware Salt(1)\nware Silk(2)\nware Tea(3)\nware Gold(4)\n' >wares.game
git add . && git commit -qm one
sed -i 's/Gold(4)/Gold(9)/' wares.game

run 1 HEAD:market.game market.game --bot random --games 60
has "$out" "Market, 2 players, random: 60 pairs of games from seed 1"
has "$out" "old: HEAD:market.game"
has "$out" "score of A"
has "$out" "changed clearly:"
run 1 HEAD:market.game market.game --bot random --games 60 --json
python3 - <<'END' || complain "JSON of compare"
import json
o = json.load(open('out.txt'))
f = {x['name']: x for x in o['figures']}
assert o['pairs'] == 60 and o['clear'] >= 2 and f['score of A']['clear'] and f['decisions']['change'] == 0
assert abs(f['score of A']['change'] + f['score of B']['change'] - 5) < 1e-9
END
# ---- in words, and in a time
run 1 HEAD:market.game market.game --bot random --games 200
has "$out" "worse: winners are farther ahead (+"
has "$out" "fairness   "
has "$out" "cards      0 of 4 are clearly had more or less often"
run 1 HEAD:market.game market.game --seconds 5 && has "$out" " pairs of games from seed 1 in "
run 2 market.game market.game --seconds 1 && has "$err" "5"
run 0 market.game market.game --bot random --games 30 && has "$out" "Nothing changed clearly in 30 pairs of games:"
has "$out" "fairness   the same: no seat wins more or less often."

# ---- mistakes
run 2 market.game && has "$err" "NEW is missing"
run 2 market.game market.game --games 5 && has "$err" "20"
run 3 HEAD~7:market.game market.game && has "$err" "HEAD~7:market.game cannot be read from git"
run 3 HEAD:nowhere.game market.game && has "$err" "HEAD:nowhere.game cannot be read from git"
run 2 market.game market.game --bot nobody && has "$err" 'there is no bot "nobody"'
sed 's/players: 2/players: 3/' market.game >three.game
run 2 market.game three.game && has "$err" "the old game has 2 players, the new one 3"
sed -i 's/include.*/include "nothing.game"/' three.game
git add three.game && git commit -qm two && rm three.game
run 1 HEAD:three.game market.game && has "$err" "nothing.game"
finish
