#!/usr/bin/env bash
# Games that must stop with the author's fault their first line names, which a rehearsal finds.
set -u
: "${TERRANE:?the program}" "${ROOT:?the checkout}"
failed=0
for game in "$ROOT"/tests/generality/faults/*.game; do
  wanted=$(sed -n '1s/^# fault: //p' "$game")
  said=$("$TERRANE" simulate "$game" --games 1 2>&1)
  if [ $? -ne 4 ] || [ -z "$wanted" ] || ! grep -q "FAULT.*$wanted" <<<"$said"; then
    echo "FAIL $(basename "$game"): expected \"$wanted\""
    echo "$said"
    failed=1
  fi
  said=$("$TERRANE" check "$game" 2>&1)
  if ! grep -q "W24.*$wanted" <<<"$said"; then
    echo "FAIL $(basename "$game"): check does not tell it"
    echo "$said"
    failed=1
  fi
done
exit $failed
