#!/usr/bin/env bash
# What `terrane test` says of a check that fails: what was found, and of an expression its parts.
. "$ROOT/tests/support/script.sh"
cat >checks.game <<'GAME'
game "Checks":
  players: 2
resource water
kind card(v: number)
card One(1)
zone deck(card)
player:
  var n: number = 0
  var best: card = none
  var stock[resource]: number(0..) = 3
  zone hand(card, see: owner)
flow:
  while true:
    turn:
      choose k in 1..3 "k?"
      me.n += k
    me = next(me)
end when false
GAME
number=0
# finds CHECK FOUND: the check fails, and the message ends so.
finds() {
    number=$((number + 1))
    printf 'include "checks.game"\nscenario "%d":\n  given: me = B\n  check: %s\n' "$number" "$1" >one.game
    said=$("$TERRANE" test one.game 2>&1)
    grep -qF "expected $1$2" <<<"$said" && ! grep -qF "expected $1$2," <<<"$said" && return
    complain "\"$1$2\" is not in: $said"
}
finds 'A.stock[water] == 2' ', found 3'
finds '2 >= A.stock[water]' ', found 3'
finds 'A.best == One' ', found nothing'
finds 'me == A' ', found B'
finds 'One in A.hand' ''
finds 'A.stock[water] < B.n' '; found: A.stock[water] is 3, B.n is 0'
finds 'A.stock[water] == 2 and B.n < 1' '; found: A.stock[water] is 3, B.n is 0'
finds 'not (A.n == 0 or One in A.hand)' '; found: A.n is 0, One in A.hand is no'
finds 'count(A.hand) + 1 == me.n * 2' '; found: count(A.hand) + 1 is 1, me.n * 2 is 0'

# Chance that cannot come, or does not come.
cat >dice.game <<'GAME'
game "Dice":
  players: 2
var n: number(0..) = 0
flow:
  repeat 4:
    turn:
      n = random(1..6)
      choose k in 1..n "k?"
    me = next(me)
scenario "Too much":
  chance: 7
  check: n == 7
scenario "Left":
  chance: 2, 3, 4
  play: A: 1
  check: n == 3
scenario "Later":
  chance: 2, 9
  play: A: 1
scenario "Fine":
  chance: 2, 3
  play: A: 2
  check: n == 3
GAME
out=$("$TERRANE" test dice.game 2>&1)
has 'chance: "7" cannot come here'
has 'chance: "4" was left: nothing more was thrown'
has 'chance: "9" cannot come here'
has '1 passed, 3 FAILED'
finish
