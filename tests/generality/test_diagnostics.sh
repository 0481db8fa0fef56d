#!/usr/bin/env bash
# What `check` says: each line of a definition that ends in "# CODE words" is told with that code and what begins with
# these words, and nothing else is told. The files in diagnostics/ are there for that; most games are as they should be,
# and nothing is said of them.
# Not quick: every small game.
set -u
: "${TERRANE:?the program}" "${ROOT:?the checkout}"
failed=0

for game in "$ROOT"/tests/generality/diagnostics/*.game "$ROOT"/tests/generality/*.game "$ROOT"/games/*/; do
  [ -d "$game" ] && game=$game$(basename "$game").game
  wanted=$(sed -nE '=;s/.*# ([EW][0-9]+ .*)/\1/p' "$game" | awk '/^[EW]/ {print line " " $0} {line = $0}')
  said=$("$TERRANE" check "$game" 2>&1 |
      sed -nE 's/^[^ ]*:([0-9]+):[0-9]+: (error|warning)\[([EW][0-9]+)\]: /\1 \3 /p' | sort -n)
  heads=$(paste -d '\n' <(echo "$wanted") <(echo "$said") |
      awk 'NR % 2 {head = $0; next} {print substr($0, 1, length(head))}')
  [ "$wanted" = "$heads" ] && [ "$(wc -l <<<"$wanted")" = "$(wc -l <<<"$said")" ] && [ -n "$wanted" -o -z "$said" ] &&
      continue
  echo "FAIL $game: expected and told"
  diff <(echo "$wanted") <(echo "$said")
  failed=1
done

# Each of these warnings says what to do: a help line follows it before the next.
for game in "$ROOT"/tests/generality/diagnostics/*.game; do
  bare=$("$TERRANE" check "$game" 2>&1 | awk '
      /: (error|warning)\[/ {if (open != "") print open; open = ""}
      /: warning\[W(12|21|25|32|33|34|35|37)\]/ || /: warning\[W30\]: (def|rule) / {open = $0}
      /: warning.*nothing changes/ {open = $0}
      /^ *help: / {open = ""}
      END {if (open != "") print open}')
  [ -z "$bare" ] && continue
  echo "FAIL $game: without a cure"
  echo "$bare"
  failed=1
done
exit $failed
