#!/usr/bin/env bash
# The page: its types, its model on what the server sends of every game, and a browser that plays at a real table.
set -euo pipefail
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
TERRANE_RECORDED=$(mktemp -d)
export TERRANE_RECORDED
trap 'rm -rf "$TERRANE_RECORDED"' EXIT
"$python" "$ROOT/tests/web/record.py" "$TERRANE_RECORDED"
cd "$ROOT/web"
bin=node_modules/.bin
$bin/svelte-check --tsconfig ./tsconfig.json --fail-on-warnings --output human
$bin/vitest run .test.ts
# A browser takes longer than the budget of a quick run.
[ "${TERRANE_TEST_LEVEL:-normal}" = quick ] || $bin/vitest run .spec.ts
