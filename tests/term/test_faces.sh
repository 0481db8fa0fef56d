#!/usr/bin/env bash
# What cards do as lines of signs: those of tests/term/faces/GAME.golden are as somebody has read them beside the words
# (TERRANE_GOLDEN=write writes them anew: read them).
. "$ROOT/tests/support/script.sh"

for golden in "$ROOT"/tests/term/faces/*.golden; do
    game=$(basename "$golden" .golden)
    [ -e "$ROOT/games/$game" ] || game=$ROOT/tests/generality/$game.game
    printf 'cards\nquit\n' | COLUMNS=250 "$TERRANE" play "$game" --seed 1 2>&1 |
        awk '/^  [^ ].* \([a-z ]+\)(, in .*)?$/ { sub(/ \([a-z ]+\)(, in .*)?$/, ""); name = substr($0, 3); next }
            name != "" { if (!(name in seen)) print name ":" substr($0, 4); seen[name] = 1; name = "" }' |
        LC_ALL=C sort >"$work/shown"
    if [ "${TERRANE_GOLDEN:-}" = write ]; then cp "$work/shown" "$golden"; fi
    diff -u "$golden" "$work/shown" || complain "$game: a line has changed"
    [ "$(wc -l <"$work/shown")" -gt 3 ] || complain "$game: there are no cards"
done
finish
