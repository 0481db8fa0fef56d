#!/usr/bin/env bash
# A few seconds of every fuzzer. Not in ./test quick: building them takes longer than all of it.
# Release only: the fuzzers have a build of their own, with sanitizers.
set -u
. "$ROOT/tests/support/skip.sh"
not_quick "building the fuzzers takes too long"
failed=0
for file in "$ROOT"/tests/fuzz/fuzz_*.c; do
    name=$(basename "$file" .c)
    echo "${name#fuzz_}:"
    "$ROOT/tests/fuzz/run" "${name#fuzz_}" 5
    code=$?
    [ $code -eq 77 ] && exit 77
    [ $code -eq 0 ] || failed=1
done
exit $failed
