#!/usr/bin/env bash
# Every game of this folder: it checks, its scenarios pass, and random games end for every number of players.
# Not quick: every small game.
set -u
: "${TERRANE:?the program}" "${ROOT:?the checkout}"
games=50
failed=0
out=$(mktemp)
trap 'rm -f "$out"' EXIT

complain() {
  echo "FAIL $1"
  cat "$out"
  failed=1
}

# "players: 2..4" or "players: 2"
seats() {
  sed -nE 's/^ +players: *([0-9]+)(\.\.([0-9]+))?.*/\1 \3/p' "$1" | head -1 | {
    read -r low high
    seq "$low" "${high:-$low}"
  }
}

for game in "$ROOT"/tests/generality/*.game; do
  name=$(basename "$game" .game)
  "$TERRANE" check "$game" >"$out" 2>&1 || complain "$name: check"
  "$TERRANE" test "$game" >"$out" 2>&1 || complain "$name: test"
  grep -qE '[1-9][0-9]* passed' "$out" || complain "$name: no scenarios"
  for n in $(seats "$game"); do
    "$TERRANE" simulate "$game" --players "$n" --games $games >"$out" 2>&1 || complain "$name: $n players"
    grep -q "finished $games,.*faults 0" "$out" || complain "$name: $n players do not finish"
  done
done
exit $failed
