#!/usr/bin/env bash
# "How things look" in docs/language.md lists the pictures that src/code/pictures.def has, in its order, and no others.
set -euo pipefail
cd "$ROOT"
rows=$(sed -n 's/^PICTURE(\([a-z]*\))$/\1/p' src/code/pictures.def)
[ "$(wc -l <<<"$rows")" -gt 30 ] || { echo "src/code/pictures.def was not understood"; exit 1; }
listed=$(awk '/^\| pictures \|/ { inside = 1 } inside && !/^\|/ { exit } inside' docs/language.md |
    grep -oE '`[a-z]+`' | tr -d '`')
diff <(echo "$rows") <(echo "$listed") || { echo "< src/code/pictures.def, > docs/language.md"; exit 1; }
