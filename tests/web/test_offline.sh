#!/usr/bin/env bash
# The page without a server: tables on this device, kept in the browser, the page itself too; games that come and go.
# Release only: the engine in a page has no sanitizers.
set -euo pipefail
. "$ROOT/tests/support/skip.sh"
not_quick "it takes too long"
. "$ROOT/tests/web/common.sh"
needs_engine
vitest offline.spec.ts load.spec.ts
