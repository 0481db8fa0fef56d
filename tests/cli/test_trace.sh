#!/usr/bin/env bash
# What actions do, step by step: tests/cli/traces/*.golden are as somebody has read them beside the definitions
# (TERRANE_GOLDEN=write writes them anew: read them), and the same as JSON fits docs/trace.schema.json. That the changes
# told are all there are: tests/lab/test_trace.c.
. "$ROOT/tests/support/skip.sh"
needs python3
. "$ROOT/tests/support/script.sh"
goldens=$ROOT/tests/cli/traces

# golden NAME ARGUMENT...
golden() {
    local name=$1
    shift
    "$TERRANE" trace "$@" >"$work/shown" 2>"$work/err.txt" || complain "$name: $(cat "$work/err.txt")"
    if [ "${TERRANE_GOLDEN:-}" = write ]; then cp "$work/shown" "$goldens/$name.golden"; fi
    diff -u "$goldens/$name.golden" "$work/shown" || complain "$name: something else happens"
    "$TERRANE" trace "$@" --json >"$work/shown.json"
    python3 tests/support/schema.py docs/trace.schema.json <"$work/shown.json" >"$work/bad.txt" ||
        complain "$name: $(cat "$work/bad.txt")"
}

cd "$ROOT" || exit 1
golden tic-tac-toe games/tic-tac-toe/tic-tac-toe.game "grid 5"
golden kuhn-poker games/kuhn-poker/kuhn-poker.game --seed 3 bet call
golden masked-ball games/masked-ball/masked-ball.game --players 3 "Claim a mask" Lion no yes
golden mars-chain games/mars/mars.game --scenario \
    "param.chain: oxygen 8 warms, warmth gives heat production, the rating counts both" "Convert plants" "mars[17]"
golden mars-lasting games/mars/mars.game --scenario "Indentured Workers wait for the next card" \
    "Play a card, Indentured Workers, yes, Play a card, Mine"
golden pluto-nested games/pluto/pluto.game \
    --scenario "Think Tank (23): one card more for each of the two draws of grooming" Use Groom Mint
cd "$work" || exit 1

# A journal, a link and a position in a file are places to begin at.
printf '%s\n' 'terrane journal 1' 'game tic-tac-toe' 'players 2' 'seed 1' 'A: grid 5' 'B: grid 1' >two.journal
out=$("$TERRANE" trace two.journal "grid 9" 2>&1)
has "grid 9: mark nobody -> A"
has "B is asked"
out=$("$TERRANE" trace two.journal --at 1 "grid 9" 2>&1)
has "grid 9: mark nobody -> B"
out=$("$TERRANE" trace "$("$TERRANE" replay two.journal --link)" "grid 9" 2>&1)
has "grid 9: mark nobody -> A"
"$TERRANE" replay two.journal --states | tail -1 >position.json
out=$("$TERRANE" trace tic-tac-toe --from position.json "grid 9" 2>&1)
has "grid 9: mark nobody -> A"

# What cannot be done is said.
out=$("$TERRANE" trace two.journal "grid 5" 2>&1)
[ $? -eq 1 ] || complain "an illegal answer is fine"
has 'is not a legal answer'
out=$("$TERRANE" trace two.journal --at 3 2>&1)
[ $? -eq 1 ] || complain "an answer that is not there is fine"
has "there are only 2 answers"
out=$("$TERRANE" trace tic-tac-toe --scenario "No such thing" 2>&1)
[ $? -eq 1 ] || complain "a scenario that is not there is fine"
has "the game has no scenario of that name"
out=$("$TERRANE" trace tic-tac-toe --at 1 2>&1)
[ $? -eq 2 ] || complain "--at of nothing is fine"
out=$("$TERRANE" trace tic-tac-toe 2>&1)
has "A is asked: Mark a cell"
finish
