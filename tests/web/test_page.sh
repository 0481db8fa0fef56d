#!/usr/bin/env bash
# The page: its types, and its model on what the server sends of every game. A browser plays in the tests beside this.
# Not quick: builds the page.
set -euo pipefail
. "$ROOT/tests/web/common.sh"
for spec in "$ROOT"/web/tests/*.spec.ts; do
    grep -qw -- "$(basename "$spec")" "$ROOT"/tests/web/test_*.sh || { echo "no test runs $spec"; exit 1; }
done
TERRANE_RECORDED=$(mktemp -d)
export TERRANE_RECORDED
trap 'rm -rf "$TERRANE_RECORDED"' EXIT
"$python" "$ROOT/tests/web/record.py" "$TERRANE_RECORDED"
(cd "$ROOT/web" && node_modules/.bin/svelte-check --tsconfig ./tsconfig.json --fail-on-warnings --output human)
vitest .test.ts
