#!/usr/bin/env bash
# The trees of the small games have known sizes; `terrane count` must find exactly these.
#   Tic-tac-toe: 255,168 complete games. Connect Four: move sequences by length (7^d, less those into a full
#   column from 7 on and those after four in line from 8 on). Kuhn poker: 30 histories, 5 for each of the 6 deals.
#   Reversi: the published numbers of move sequences by length.
# Connect Four and Reversi are counted to depth 6 (quick), 7 (normal) or 8 (soak).
set -euo pipefail
case ${TERRANE_TEST_LEVEL:-normal} in
quick) depth=6 ;;
soak) depth=8 ;;
*) depth=7 ;;
esac
failed=0

count() { # GAME OPTIONS...: the JSON on one line without blanks
    local game=$1
    shift
    "$TERRANE" count "$ROOT/games/$game/$game.game" --json "$@" | tr -d ' \n'
}
expect() { # NAME TEXT PART
    case $2 in
    *"$3"*) ;;
    *) echo "$1: expected $3 in $2"; failed=1 ;;
    esac
}

json=$(count tic-tac-toe)
expect tic-tac-toe "$json" '"by_depth":[9,72,504,3024,15120,54720,148176,200448,127872]'
expect tic-tac-toe "$json" '"complete":[0,0,0,0,1440,5328,47952,72576,127872]'
expect tic-tac-toe "$json" '"finished":255168,"stopped":false'

sizes=(7 49 343 2401 16807 117649 823536 5673234)
list=$(IFS=,; echo "${sizes[*]:0:depth}")
json=$(count connect-four --depth "$depth")
expect connect-four "$json" "\"by_depth\":[$list]"

published=(4 12 56 244 1396 8200 55092 390216)
list=$(IFS=,; echo "${published[*]:0:depth}")
json=$(count reversi --depth "$depth")
expect reversi "$json" "\"by_depth\":[$list]"

json=$(count kuhn-poker)
expect kuhn-poker "$json" '"by_depth":[12,24,12]'
expect kuhn-poker "$json" '"complete":[0,18,12]'
expect kuhn-poker "$json" '"finished":30,'

[ "${TERRANE_TEST_LEVEL:-normal}" != soak ] ||
    echo "tic-tac-toe 255168 games; depth $depth: Connect Four ${sizes[depth - 1]}, Reversi ${published[depth - 1]};" \
        "Kuhn poker 30"
exit $failed
