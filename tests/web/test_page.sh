#!/usr/bin/env bash
# The page: its types, its model on what the server sends of every game, and a browser that plays at a real table.
set -euo pipefail
. "$ROOT/tests/web/common.sh"
TERRANE_RECORDED=$(mktemp -d)
export TERRANE_RECORDED
trap 'rm -rf "$TERRANE_RECORDED"' EXIT
"$python" "$ROOT/tests/web/record.py" "$TERRANE_RECORDED"
(cd "$ROOT/web" && node_modules/.bin/svelte-check --tsconfig ./tsconfig.json --fail-on-warnings --output human)
vitest .test.ts
# A browser takes longer than the budget of a quick run.
[ "${TERRANE_TEST_LEVEL:-normal}" = quick ] ||
    vitest play.spec.ts table.spec.ts keys.spec.ts asking.spec.ts replay.spec.ts people.spec.ts board.spec.ts \
        motion.spec.ts cards.spec.ts hand.spec.ts lobby.spec.ts teaching.spec.ts endings.spec.ts rules.spec.ts \
        look.spec.ts
