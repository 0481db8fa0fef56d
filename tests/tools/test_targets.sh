#!/usr/bin/env bash
# Without cmocka there are no unit tests, but everything else is built: what measures, and what is fuzzed.
set -uo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
. "$ROOT/tests/support/skip.sh"
needs cmake ninja clang

# targets NAME OPTION...: configures without cmocka and prints what can be built
targets() {
    local folder=$work/$1
    shift
    cmake -S "$ROOT" -B "$folder" -G Ninja -DCMOCKA_INCLUDE= -DCMOCKA_LIBRARY= "$@" >"$work/log" 2>&1 ||
        { cat "$work/log"; exit 1; }
    grep -q "cmocka not found" "$work/log" || { echo "cmocka was found nevertheless"; exit 1; }
    ninja -C "$folder" -t targets all
}

bad=0
plain=$(targets plain)
for name in terrane bench_games bench_tables bench_tinyforming; do
    grep -q "^$name:" <<<"$plain" || { echo "without cmocka there is no $name"; bad=1; }
done
grep -q "^test_serve_table:" <<<"$plain" && { echo "a unit test without cmocka"; bad=1; }
fuzz=$(targets fuzz -DTERRANE_FUZZ=ON -DCMAKE_C_COMPILER=clang)
for name in fuzz_source fuzz_value; do
    grep -q "^$name:" <<<"$fuzz" || { echo "without cmocka there is no $name"; bad=1; }
done
exit $bad
