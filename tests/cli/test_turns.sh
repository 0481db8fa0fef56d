#!/usr/bin/env bash
# A turn of several actions ends when nothing is left to do: nobody is asked "Another action?" with only "no". `count` counts
# every question, also those with one answer.
set -u
: "${TERRANE:?the program}"
failed=0
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# NAME RANGE ANSWERS: the only games there are have that many answers
expect() {
  cat >"$folder/$1.game" <<G
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
  said=$("$TERRANE" count "$folder/$1.game" --json | tr -d ' \n')
  if ! grep -q "\"complete\":\[$3\],\"finished\":[0-9]*," <<<"$said"; then
    echo "FAIL $1: $said"
    failed=1
  fi
}

expect "one-or-two" 1..2 0,1
expect "one-to-four" 1..4 0,1
expect "none-to-two" 0..2 0,0,0,4,4,1
exit $failed
