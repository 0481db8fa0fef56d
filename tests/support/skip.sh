# skip.sh: how a test script ends that does not run; sourced, expects nothing. CTest calls an end with 77 skipped.

# cannot WHY: something is missing here. With TERRANE_TEST_COMPLETE=1, as in CI, that is a failure: a run that is green
# has tested everything.
cannot() {
    if [ "${TERRANE_TEST_COMPLETE:-}" = 1 ]; then
        echo "cannot run, and this run is to be complete: $1"
        exit 1
    fi
    echo "skipped: $1"
    exit 77
}

# needs TOOL...: these commands.
needs() {
    local tool
    for tool; do command -v "$tool" >/dev/null 2>&1 || cannot "there is no $tool"; done
}

# not_quick WHY: such a test is no part of a quick run.
not_quick() {
    [ "${TERRANE_TEST_LEVEL:-normal}" = quick ] || return 0
    echo "skipped in a quick run: $1"
    exit 77
}
