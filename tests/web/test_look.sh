#!/usr/bin/env bash
# What a browser shows of a real table: boards, cards, hands, motion, teaching; sizes and times of the page.
# Release only: how the server was compiled does not change what a browser shows; web.table plays with sanitizers, too.
set -euo pipefail
. "$ROOT/tests/support/skip.sh"
not_quick "it takes too long"
. "$ROOT/tests/web/common.sh"
vitest board.spec.ts motion.spec.ts cards.spec.ts hand.spec.ts teaching.spec.ts look.spec.ts
