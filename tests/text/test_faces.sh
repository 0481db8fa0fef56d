#!/usr/bin/env bash
# Faces of cards: every face of every game fits tests/text/face.schema.json and names things there are; those of
# tests/text/faces/GAME.golden are as somebody has read them (TERRANE_GOLDEN=write writes them anew: read them); and of
# each kind in tests/text/faces/GAME.whole at least so many cards can be drawn wholly.
# Not quick: every card of every game.
set -u
: "${TERRANE:?the program}" "${ROOT:?the checkout}"
. "$ROOT/tests/support/skip.sh"
needs python3
here=$ROOT/tests/text
failed=0
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

complain() {
  echo "FAIL $1"
  failed=1
}

for game in "$ROOT"/games/*/*.game "$ROOT"/tests/generality/*.game; do
  grep -q '^game ' "$game" || continue
  name=$(basename "$game" .game)
  "$TERRANE" check "$game" --faces --json >"$folder/faces" 2>"$folder/errors" ||
      { complain "$name"; cat "$folder/errors"; continue; }
  python3 "$here/faces.py" check <"$folder/faces" || complain "$name: its faces"
  golden=$here/faces/$name.golden
  [ -e "$golden" ] || continue
  mapfile -t cards < <(sed -nE 's/^\{"name": "([^"]*)".*/\1/p' "$golden")
  python3 "$here/faces.py" show "${cards[@]}" <"$folder/faces" >"$folder/shown"
  if [ "${TERRANE_GOLDEN:-}" = write ]; then cp "$folder/shown" "$golden"; fi
  diff -u "$golden" "$folder/shown" || complain "$name: a face has changed"
  "$TERRANE" check "$game" --faces >"$folder/said" 2>&1
  tail -1 "$folder/said" | grep -qE '^[0-9]+ of [0-9]+ cards$' || complain "$name: how many cards there are"
  while read -r kind least; do
    whole=$(sed -nE "s/^$kind: ([0-9]+) of [0-9]+\$/\\1/p" "$folder/said")
    [ "${whole:-0}" -ge "$least" ] || complain "$name: ${whole:-no} cards of the kind $kind can be drawn, it was $least"
  done <"$here/faces/$name.whole"
done
exit $failed
