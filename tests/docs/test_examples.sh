#!/usr/bin/env bash
# Every example of the documentation compiles, its scenarios pass and a few random games of it reach their end.
# Fences of docs/**/*.md and README.md that are read:
#   ```game                      a complete definition
#   ```game file=NAME.game       the same; later blocks of that page may include it under this name
#   ```game-part frame=NAME      a fragment: stands in frames/NAME.game in place of the line that says #part
#   ```game-wrong code=E02       a definition that must be refused with this code
#   ```game-wrong code=E02 frame=NAME
# Usage: TERRANE=path/to/terrane ROOT=checkout tests/docs/test_examples.sh [PAGE.md...]
set -u
here=$(cd "$(dirname "$0")" && pwd)
ROOT=${ROOT:-$here/../..}
TERRANE=${TERRANE:-$ROOT/build/release/terrane}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$ROOT" || exit 1

if [ $# -gt 0 ]; then pages=("$@"); else mapfile -t pages < <(find docs -name '*.md' | sort; echo README.md); fi

# Writes every block of a page as $work/LINE.block with its fence in $work/LINE.fence.
split_page() {
    awk -v dir="$work" '
        /^ *```game/ && !inside { inside = 1; match($0, /^ */); indent = RLENGTH; name = sprintf("%s/%05d", dir, FNR)
                               print substr($0, indent + 4) > (name ".fence"); close(name ".fence")
                               printf "" > (name ".block"); next }
        inside && /^ *``` *$/ { inside = 0; close(name ".block"); next }
        inside { print substr($0, indent + 1) > (name ".block") }' "$1"
}

word() { sed -n "s/.*\b$1=\([^ ]*\).*/\1/p" "$2"; }

# Puts a fragment into its frame, indented like the line it replaces.
put_into_frame() {
    awk -v part="$2" '
        /^ *#part *$/ { match($0, /^ */); pad = substr($0, 1, RLENGTH)
                        while ((getline line < part) > 0) print (line == "" ? "" : pad line)
                        next }
        { print }' "$here/frames/$1.game"
}

failed=0 seen=0
complain() {
    failed=$((failed + 1))
    echo "$1"
    head -20 "$work/out" | sed 's/^/    /'
}

try_block() {
    local page=$1 name=$2 at frame code file base
    base=${name##*/}
    at="$page:$((10#$base))"
    frame=$(word frame "$name.fence") code=$(word code "$name.fence") file=$(word file "$name.fence")
    seen=$((seen + 1))
    [ -n "$file" ] || file=$base.game
    if [ -z "$frame" ]; then
        cp "$name.block" "$work/$file"
    elif [ -f "$here/frames/$frame.game" ]; then
        put_into_frame "$frame" "$name.block" >"$work/$file"
    else
        : >"$work/out"
        complain "$at: there is no frame $frame"
        return
    fi
    if [ -n "$code" ]; then
        "$TERRANE" check "$work/$file" >"$work/out" 2>&1
        if [ $? -ne 1 ] || ! grep -q "\[$code\]" "$work/out"; then complain "$at: expected $code"; fi
        return
    fi
    if ! "$TERRANE" check "$work/$file" >"$work/out" 2>&1; then
        complain "$at: does not compile"
        return
    fi
    # A frame has more than one fragment needs, and a fragment no rule that uses it.
    local unused='no warning'
    [ -n "$frame" ] && unused='\[W3[013]\]'
    if grep 'warning\[' "$work/out" | grep -v "$unused" | grep -q .; then complain "$at: gives a warning"; fi
    if grep -q '^scenario ' "$work/$file" && ! "$TERRANE" test "$work/$file" >"$work/out" 2>&1; then
        complain "$at: a scenario fails"
    fi
    if ! "$TERRANE" simulate "$work/$file" --games 3 --jobs 1 >"$work/out" 2>&1; then
        complain "$at: random games do not end well"
    fi
}

for page in "${pages[@]}"; do
    rm -rf "$work"/*
    split_page "$page"
    for fence in "$work"/*.fence; do
        [ -e "$fence" ] && try_block "$page" "${fence%.fence}"
    done
done

echo "$seen examples, $failed wrong"
[ "$failed" -eq 0 ] && [ "$seen" -gt 0 ]
