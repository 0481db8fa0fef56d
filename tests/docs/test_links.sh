#!/usr/bin/env bash
# Every relative link of the documentation leads to a file that exists and, with #, to a heading of it.
set -u
cd "${ROOT:-$(cd "$(dirname "$0")/../.." && pwd)}" || exit 1
failed=0

# The anchors of a page: headings in lower case, signs dropped, blanks as "-"; inside fences there are none.
anchors() {
    awk '/^ *```/ { fence = !fence } !fence && /^#+ / {
             sub(/^#+ /, ""); text = tolower($0); gsub(/[^a-z0-9 _-]/, "", text)
             gsub(/ /, "-", text); print text }' "$1"
}

while IFS= read -r page; do
    while IFS= read -r target; do
        case $target in http*) continue ;; esac
        file=${target%%#*} anchor=
        case $target in *'#'*) anchor=${target#*#} ;; esac
        path=$page
        [ -n "$file" ] && path=$(dirname "$page")/$file
        if [ ! -e "$path" ]; then
            echo "$page: $target leads nowhere"
            failed=1
        elif [ -n "$anchor" ] && ! anchors "$path" | grep -qxF -e "$anchor"; then
            echo "$page: $target: no such heading"
            failed=1
        fi
    done < <(awk '/^ *```/ { fence = !fence } !fence' "$page" | grep -oE '\]\([^) ]+\)' | sed 's/^](//; s/)$//')
done < <(find docs -name '*.md' | sort; echo README.md; echo CONTRIBUTING.md; echo CHANGELOG.md)
exit $failed
