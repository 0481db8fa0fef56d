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
