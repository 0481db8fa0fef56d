#!/usr/bin/env bash
# Trees of known sizes: chess has the published numbers of positions (two answers a move), and games whose forced moves
# are said by `try` have the trees they had when legality was written as functions.
# Chess is too large for the battery, which plays every game of the folder above.
set -u
: "${TERRANE:?the program}" "${ROOT:?the checkout}"
failed=0

# expect GAME "SIZES" FLAGS...: by_depth is exactly this
expect() {
  local game=$1 sizes=$2 found
  shift 2
  found=$("$TERRANE" count "$ROOT/tests/generality/$game.game" --json "$@" | tr -d ' \n' |
    sed -E 's/.*"by_depth":\[([0-9,]*)\].*/\1/')
  [ "$found" = "$sizes" ] && return
  echo "FAIL $game $*: $found, not $sizes"
  failed=1
}

"$TERRANE" test "$ROOT/tests/generality/trees/chess.game" >/dev/null || { echo "FAIL chess: its scenarios"; failed=1; }
expect trees/chess 10,20,200,400,4472,8902 --depth 6
expect trees/chess 12,48,660,2039 --depth 4 --option position=trial
expect draughts 3,5,15,25,88,106 --depth 6
expect slides 3,23,62,432,902 --depth 5
expect hounds 3,7,7,21,63,133 --depth 6
exit $failed
