#!/usr/bin/env bash
# What a new game of the studio begins with compiles without a warning, in its canonical form; its scenarios pass, and
# games of it between bots reach their end.
set -u
ROOT=${ROOT:-$(cd "$(dirname "$0")/../.." && pwd)}
TERRANE=${TERRANE:-$ROOT/build/release/terrane}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0
fails() {
    echo "$1: $2"
    cat "$work/said"
    failed=1
}
n=0
for folder in "$ROOT"/examples/templates/*/; do
    game=$(grep -l '^game "' "$folder"*.game)
    n=$((n + 1))
    "$TERRANE" check "$game" >"$work/said" 2>&1 && ! grep -q warning "$work/said" || fails "$game" "not right"
    "$TERRANE" test "$game" >"$work/said" 2>&1 && grep -q ' passed' "$work/said" || fails "$game" "scenarios"
    for file in "$folder"*; do
        cp "$file" "$work/$(basename "$file")"
        "$TERRANE" fmt "$work/$(basename "$file")" >"$work/said" 2>&1
        cmp -s "$file" "$work/$(basename "$file")" || fails "$file" "not in the form of terrane fmt"
    done
    for bot in random greedy; do
        "$TERRANE" simulate "$game" --games 20 --bot $bot >"$work/said" 2>&1 &&
            grep -q 'finished 20, of them ended by the limit 0; faults 0' "$work/said" || fails "$game" "games of $bot"
    done
done
[ "$n" -ge 3 ] || { echo "there are only $n templates"; failed=1; }
exit $failed
