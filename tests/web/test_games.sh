#!/usr/bin/env bash
# Every game in a browser: by clicks of two people, on three screens (pictures in build/screenshots), and before axe,
# the checker of accessibility. With TERRANE_TEST_LEVEL=soak whole games, light and dark; else some of each.
# Release only: the same pages as in web.look, of every game.
set -euo pipefail
. "$ROOT/tests/support/skip.sh"
not_quick "it takes too long"
. "$ROOT/tests/web/common.sh"
vitest games.spec.ts screens.spec.ts access.spec.ts
