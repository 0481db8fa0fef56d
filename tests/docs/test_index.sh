#!/usr/bin/env bash
# The index of docs/language.md has every word of the language, in alphabetical order; each section it names exists and
# has the word in it.
set -euo pipefail
cd "$ROOT"
page=docs/language.md
bad=0
complain() { echo "$1"; bad=1; }

# Lines "word number anchor", one for each link.
index=$(awk '/^# [0-9]+\. Index of words$/ { inside = 1; next } inside' $page |
    grep -oE '`[a-z]+`|\[[0-9]+\]\(#[^)]*\)' | sed -E 's/\[([0-9]+)\]\(#(.*)\)/\1 \2/' |
    awk '/^`/ { gsub(/`/, ""); word = $0; next } { print word, $0 }')
words=$(cut -d' ' -f1 <<<"$index" | uniq)
[ "$(wc -l <<<"$words")" -gt 100 ] || complain "the index was not understood"
diff <(echo "$words") <(LC_ALL=C sort -u <<<"$words") >/dev/null ||
    complain "the index is not in alphabetical order, or has a word twice"

needed=$( (
    grep -oE '\bT\([A-Z]+, "[a-z]+"\)' src/lang/parse/token.h | cut -d'"' -f2
    grep -oE '\bW\([A-Z]+, "[a-z]+"\)' src/lang/parse/intern.h | cut -d'"' -f2
    sed -n 's/^BUILTIN(\([a-z]*\),.*/\1/p' src/lang/model/builtins.def
    grep -ohE 'strcmp\(c->name, "[a-z]+"\)' src/lang/emit/emit_scenario.c | cut -d'"' -f2
    grep -ohE 'known\[\] = \{[^}]*' src/lang/model/declare_state.c | grep -oE '"[a-z]+"' | tr -d '"'
    sed -nE 's/^ *"(def|value) ([a-z]+)\(.*/\2/p' src/lang/model/prelude.c) | LC_ALL=C sort -u)
[ "$(wc -l <<<"$needed")" -gt 100 ] || complain "the words of the language were not understood"
missing=$(LC_ALL=C comm -23 <(echo "$needed") <(echo "$words") | tr '\n' ' ')
[ -z "$missing" ] || complain "not in the index: $missing"

grep -qF '`start` [6](#6-tracks) [24](#24-scenarios)' $page || complain "start is a word of tracks and of scenarios"

# Each section as one line: "number anchor" and its text behind a tab.
sections=$(awk '/^ *```/ { fence = !fence }
    !fence && /^# [0-9]+\. / {
        text = tolower($0); sub(/^# /, "", text); gsub(/[^a-z0-9 _-]/, "", text); gsub(/ /, "-", text)
        number = $2; sub(/\./, "", number); printf "%s%s %s\t", n++ ? "\n" : "", number, text; next }
    n { printf "%s ", $0 }' $page)
while read -r word number anchor; do
    text=$(grep -F "$number $anchor	" <<<"$sections" || true)
    if [ -z "$text" ]; then
        complain "$word: there is no section $number with the anchor $anchor"
    elif ! grep -qw "$word" <<<"$text"; then
        complain "$word does not occur in section $number"
    fi
done <<<"$index"
exit $bad
