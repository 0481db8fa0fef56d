#!/usr/bin/env bash
# docs/protocol.md has a section for every message, and names every field and every code of an error: those the server
# reads and writes, and those the page's types say.
set -u
cd "${ROOT:-$(cd "$(dirname "$0")/../.." && pwd)}" || exit 1
page=docs/protocol.md types=web/src/protocol.ts failed=0 found=0

# has WHAT PATTERN: the page has such a line.
has() {
    found=$((found + 1))
    grep -qE -- "$2" "$page" || { echo "$page says nothing of $1"; failed=1; }
}

client=$(sed -n '/^} handlers\[\] = {$/,/^};$/p' src/table/api.c | grep -oE '\{"[a-z]+"' | tr -d '{"')
for message in $client; do
    has "the client's \"$message\"" "^#### $message\$"
done
for message in $(grep -oE "^  \| \(?\{ t: '[a-z]+'" "$types" | grep -oE "'[a-z]+'" | tr -d "'"); do
    case $message in
    view) has "the server's \"view\"" '^## The view$' ;;
    *) # what the client says too has a heading that tells them apart
        grep -qxF "$message" <<<"$client" && both='(Reply|Notice): ' || both=
        has "the server's \"$message\"" "^#### $both$message\$"
        ;;
    esac
done
for code in $(sed -n '/^#define ERROR_CODES/,/^$/p' src/table/outcome.h |
    grep -oE 'E\([a-z_]+, [0-9]+' | sed 's/E(//; s/,.*//'); do
    has "the code $code" "^\| .*\`$code\`.* \|"
done
# Fields of the types, and what is written in C for a card, a question, a table. The page's own are marked "said here".
for field in $(awk '/^export interface/ { in_type = 1 } /^}/ { in_type = 0 } in_type' "$types" | grep -v 'said here' |
    grep -oE '^  [a-z_]+\??:' | tr -d ' ?:' | sort -u); do
    has "the field $field" "[\`\".]$field[\`\"]"
done
for field in $(grep -ohE 'json_[a-z]+\([^"]*"[a-z_]+"' src/show/*.c src/table/api_tell.c |
    grep -oE '"[a-z_]+"' | tr -d '"' | sort -u); do
    has "the field $field, which is written" "[\`\".]$field[\`\"]"
done
[ "$found" -gt 150 ] || { echo "only $found messages, fields and codes were found"; failed=1; }
exit $failed
