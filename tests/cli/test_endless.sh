#!/usr/bin/env bash
# What does not end is stopped, with a message that names it.
. "$ROOT/tests/support/script.sh"

# NAME CODE WORDS COMMAND...: the command ends with that code and says these words
expect() {
    local name=$1 wanted=$2 words=$3 code=0
    shift 3
    out=$("$@" 2>&1) || code=$?
    [ "$code" -eq "$wanted" ] || complain "$name: ended with $code: ${out:0:1000}"
    has "$words"
}

cat >chance.game <<'G'
game "Roll off":
  players: 2
var a: number(0..6) = 0
var b: number(0..6) = 0
flow:
  while a == b: a = random(1..6); b = random(1..6)
  turn:
    choose n in 1..2 "n?"
    a = n
G
cat >endless.game <<'G'
game "Round and round":
  players: 2
var n: number(0..9) = 0
flow:
  while n < 10:
    turn:
      choose k in 0..9 "k?"
      n = k
    me = next(me)
G
cat >forced.game <<'G'
game "Waiting":
  players: 2
var n: number(0..9) = 0
flow:
  while n < 9:
    turn:
      may "Take one?":
        choose k in 1..9 where k > 9 "k?"
        n = k
G
expect "chance for ever" 4 "chance never ends: after 0 answers" timeout 60 "$TERRANE" count chance.game
expect "chance for ever, not so deep" 4 "chance never ends" timeout 60 "$TERRANE" count chance.game --depth 1
expect "ways without end" 4 "count a part of it with --depth" timeout 60 "$TERRANE" count endless.game
expect "a part of it" 0 "1000 " timeout 60 "$TERRANE" count endless.game --depth 3
expect "three games are enough" 4 "stopped: 3 games did not end; their seeds are below" \
    timeout 120 "$TERRANE" simulate endless.game --jobs 1
expect "nothing to decide for ever" 4 "10000 questions in a row had one legal answer each" \
    timeout 60 "$TERRANE" play forced.game </dev/null
finish
