#!/usr/bin/env bash
# What else one does at a table and around it: asking, keys, looking back, other people, lobby, ends, rules.
# Release only: these are about the page; web.play has the server play with sanitizers, and so have the tests of serve.
set -euo pipefail
. "$ROOT/tests/support/skip.sh"
not_quick "it takes too long"
. "$ROOT/tests/web/common.sh"
vitest table.spec.ts keys.spec.ts asking.spec.ts replay.spec.ts people.spec.ts lobby.spec.ts \
    endings.spec.ts hindsight.spec.ts rules.spec.ts
