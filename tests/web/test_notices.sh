#!/usr/bin/env bash
# Who does not look is told: the page, a mailbox and a receiver that stand here.
# Release only: it is about the page; the tests of serve have the server send with sanitizers.
set -euo pipefail
. "$ROOT/tests/web/common.sh"
if "$TERRANE" serve --port 0 --data /nowhere --notices /nowhere 2>&1 | grep -q "built without"; then
    cannot "the program was built without notices"
fi
vitest notices.spec.ts
