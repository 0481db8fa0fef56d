#!/usr/bin/env bash
# The commands of the documentation do what the pages say. Fences of docs/**/*.md that are read, page by page:
#   ```game file=NAME, ```text file=NAME, ```json file=NAME    files that the commands find
#   ```console                                                 lines "$ command", each followed by what it prints
# In what is printed (stdout and stderr), "..." stands for anything.
# Usage: TERRANE=path/to/terrane ROOT=checkout tests/docs/test_commands.sh [PAGE.md...]
set -u
here=$(cd "$(dirname "$0")" && pwd)
ROOT=${ROOT:-$here/../..}
TERRANE=${TERRANE:-$ROOT/build/release/terrane}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/bin" && ln -s "$(readlink -f "$TERRANE")" "$work/bin/terrane"
export PATH="$work/bin:$PATH" XDG_STATE_HOME="$work/state" TERRANE_GAMES="$ROOT/games" NO_COLOR=1
cd "$ROOT" || exit 1
if [ $# -gt 0 ]; then pages=("$@"); else mapfile -t pages < <(grep -lr '^```console' docs README.md | sort); fi
failed=0 seen=0

# Writes the files of a page, and its commands as NNN.command with NNN.expected.
split_page() {
    awk -v dir="$2" '
        /^```/ && inside { inside = 0; close(out); next }
        /^```console/ { inside = 2; next }
        /^```(game|text|json) .*file=/ { inside = 1; match($0, /file=[^ ]*/)
            out = dir "/" substr($0, RSTART + 5, RLENGTH - 5)
                                         printf "" > out; next }
        /^```/ { inside = 3; next }
        inside == 1 { print > out }
        inside == 2 && /^\$ / { name = sprintf("%s/%04d", dir, FNR); print substr($0, 3) > (name ".command")
                                printf "" > (name ".expected"); next }
        inside == 2 { print > (name ".expected") }' "$1"
}

# Whether the lines are those expected, "..." being anything.
fits() {
    awk 'NR == FNR { want[++n] = $0; next } { have[++m] = $0 }
         END { if (n != m) exit 1
               for (i = 1; i <= n; i++) {
                   k = split(want[i], part, /\.\.\./); rest = have[i]
                   if (substr(rest, 1, length(part[1])) != part[1]) exit 1
                   rest = substr(rest, length(part[1]) + 1)
                   if (k == 1 && rest != "") exit 1
                   for (j = 2; j <= k; j++) { at = index(rest, part[j]); if (part[j] != "" && !at) exit 1
                                              rest = part[j] == "" ? "" : substr(rest, at + length(part[j])) }
                   if (k > 1 && part[k] != "" && rest != "") exit 1
               } }' "$1" "$2"
}

for page in "${pages[@]}"; do
    folder=$work/$(echo "$page" | tr / -)
    mkdir "$folder"
    split_page "$page" "$folder"
    for command in "$folder"/*.command; do
        [ -e "$command" ] || continue
        name=${command%.command}
        seen=$((seen + 1))
        (cd "$folder" && bash -c "$(cat "$command")") >"$name.found" 2>&1 </dev/null
        if ! fits "$name.expected" "$name.found"; then
            failed=$((failed + 1))
            echo "$page:$((10#$(basename "$name"))): $(cat "$command")"
            diff "$name.expected" "$name.found" | sed 's/^/    /' | cut -c1-300
        fi
    done
done
echo "$seen commands, $failed wrong"
[ "$failed" -eq 0 ] && [ "$seen" -gt 0 ]
