#!/usr/bin/env bash
# A browser plays at a real table: from the lobby to the end, by mouse, finger and keyboard, with friends and alone.
set -euo pipefail
. "$ROOT/tests/support/skip.sh"
not_quick "it takes too long"
. "$ROOT/tests/web/common.sh"
vitest play.spec.ts table.spec.ts keys.spec.ts asking.spec.ts replay.spec.ts people.spec.ts lobby.spec.ts \
    endings.spec.ts hindsight.spec.ts rules.spec.ts
