#!/usr/bin/env bash
# All definitions of the checkout are in their canonical form: TERRANE fmt, and look at the difference.
set -u
find "$ROOT/games" "$ROOT/tests/generality" \( -name '*.game' -o -name '*.scenario' \) -print0 |
    sort -z | xargs -0 "$TERRANE" fmt --check || { echo "not in their form: terrane fmt FILE mends them"; exit 1; }
