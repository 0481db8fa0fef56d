# common.sh: what the tests of the page share. Sourced; builds the page, and ends the test as skipped where that cannot be.
. "$ROOT/tests/serve/common.sh"
for tool in node npm chromium; do
    command -v $tool >/dev/null 2>&1 || { echo "skipped: there is no $tool"; exit 77; }
done
[ "$(node -p 'process.versions.node.split(".")[0]')" -ge 20 ] || { echo "skipped: node 20 or newer is needed"; exit 77; }
if ! "$ROOT/tools/web" modules; then # a mistake of ours, or nowhere to get them from?
    npm ping >/dev/null 2>&1 && exit 1
    echo "skipped: the modules of the page cannot be fetched here"
    exit 77
fi
"$ROOT/tools/web"
vitest() { (cd "$ROOT/web" && node_modules/.bin/vitest run "$@"); }
