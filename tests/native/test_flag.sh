#!/usr/bin/env bash
# The command with --native: the same results, the engine named, a clear message without a compiler; bench.
set -u
: "${TERRANE:?the program}" "${ROOT:?the checkout}"
XDG_CACHE_HOME=$(mktemp -d)
export XDG_CACHE_HOME
trap 'rm -r "$XDG_CACHE_HOME"' EXIT
unset CC
failed=0
complain() { echo "FAIL $1"; failed=1; }
game=$ROOT/tests/generality/pig.game

without() {
    grep -vE '"(engine|seconds|games_per_second)"' <<<"$1" |
        sed -E 's/"(engine|seconds|games_per_second)": *[^,]*,//g'
}
plain=$("$TERRANE" simulate "$game" --games 50 --json) || complain "simulate"
native=$("$TERRANE" simulate "$game" --games 50 --json --native) || complain "simulate --native"
grep -q '"engine": *"interpreter"' <<<"$plain" || complain "the interpreter is not named"
grep -q '"engine": *"native"' <<<"$native" || complain "native is not named"
[ "$(without "$plain")" = "$(without "$native")" ] || complain "simulate --native has other results"
[ "$(ls "$XDG_CACHE_HOME/terrane" | wc -l)" = 1 ] || complain "the cache holds not exactly one file"

# The same seeds are the same playouts, whichever compiler made them.
tiny=$ROOT/games/tinyforming/tinyforming.game
for one in "$game" "$tiny"; do
    plain=$("$TERRANE" simulate "$one" --games 50 --json) || complain "simulate $one"
    for compiler in gcc clang; do
        command -v $compiler >/dev/null || continue
        native=$(XDG_CACHE_HOME=$XDG_CACHE_HOME/$compiler CC=$compiler "$TERRANE" simulate "$one" --games 50 --json \
            --native) || complain "simulate --native by $compiler"
        [ "$(without "$plain")" = "$(without "$native")" ] || complain "$one: $compiler has other results"
    done
done

ttt=$ROOT/games/tic-tac-toe/tic-tac-toe.game
[ "$("$TERRANE" count "$ttt" --depth 4)" = "$("$TERRANE" count "$ttt" --depth 4 --native)" ] ||
    complain "count --native"

said=$(XDG_CACHE_HOME=$XDG_CACHE_HOME/other CC=/nonexistent/cc "$TERRANE" simulate "$game" --games 1 --native 2>&1)
[ $? -eq 3 ] || complain "no compiler: exit code"
grep -q 'no C compiler' <<<"$said" || complain "no compiler: $said"

said=$("$(dirname "$TERRANE")/bench_games" "$game" --ms 20) || complain "bench"
grep -q '^  emitted C  *[0-9]' <<<"$said" || complain "bench: $said"
grep -q 'DIFFER' <<<"$said" && complain "bench: the engines differ"
exit $failed
