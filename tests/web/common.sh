# common.sh: what the tests of the page share. Sourced; builds the page, and ends the test where that cannot be.
. "$ROOT/tests/serve/common.sh"
needs node npm chromium
[ "$(node -p 'process.versions.node.split(".")[0]')" -ge 20 ] || cannot "node 20 or newer is needed"
if ! "$ROOT/tools/web" modules; then # a mistake of ours, or nowhere to get them from?
    npm ping >/dev/null 2>&1 && exit 1
    cannot "the modules of the page cannot be fetched here"
fi
"$ROOT/tools/web"
vitest() { (cd "$ROOT/web" && node_modules/.bin/vitest run "$@"); }

# For tests of the engine in a page: ends the test where it cannot be compiled, and knows `build` from here on.
needs_engine() {
    . "$ROOT/tools/common.sh"
    need_wasm_tools
    [ ${#missing[@]} -eq 0 ] || cannot "the engine cannot be compiled for a page without ${missing[*]}"
}
