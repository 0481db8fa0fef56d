#!/usr/bin/env bash
# People play at a real table, by mouse, finger and keyboard: from the lobby to the end screen, with friends, spectators
# and after a crash of the server.
set -euo pipefail
. "$ROOT/tests/support/skip.sh"
not_quick "it takes too long"
. "$ROOT/tests/web/common.sh"
vitest play.spec.ts
