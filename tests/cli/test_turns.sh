#!/usr/bin/env bash
# A turn of several actions ends when nothing is left to do: nobody is asked "Another action?" with only "no". `count`
# counts every question, also those with one answer.
. "$ROOT/tests/support/script.sh"

# NAME RANGE ANSWERS: the only games there are have that many answers
expect() {
    cat >"$1.game" <<G
game "Turns":
  players: 2
player:
  var passed: bool = false
kind action:
  rule do
action Pass: do: me.passed = true
flow:
  for me in players:
    turn($2):
      needs not me.passed
      choose a in action "Which action?"
      a.do()
G
    out=$("$TERRANE" count "$1.game" --json | tr -d ' \n')
    has "\"complete\":[$3],\"finished\":"
}

expect "one-or-two" 1..2 0,1
expect "one-to-four" 1..4 0,1
expect "none-to-two" 0..2 0,0,0,4,4,1
finish
