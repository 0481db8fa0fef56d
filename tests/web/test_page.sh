#!/usr/bin/env bash
# The page: its types, its model on what the server sends of every game, and a browser that plays at a real table.
set -euo pipefail
. "$ROOT/tests/serve/common.sh"
for tool in node npm chromium; do
    command -v $tool >/dev/null 2>&1 || { echo "skipped: there is no $tool"; exit 77; }
done
"$ROOT/tools/web" modules
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
