#!/usr/bin/env bash
# The library as others get it: `cmake --install` into an empty folder, the example compiled against it through
# pkg-config (shared and static) and against the amalgamation; all three play the same game. The C of
# docs/embedding.md compiles, and its program is the example.
set -euo pipefail
build=$(dirname "$TERRANE")
cache() { sed -n "s/^$1:[A-Z]*=//p" "$build/CMakeCache.txt"; }
. "$ROOT/tests/support/skip.sh"
needs pkg-config
CC=$(cache CMAKE_C_COMPILER)
flags=(-std=c11 -Wall -Wextra -Wpedantic -Werror)
if [ "$(cache TERRANE_SANITIZE)" = ON ]; then flags+=(-fsanitize=address,undefined); fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() { echo "$1"; exit 1; }

# ---- installed files
cmake --install "$build" --prefix "$work/usr" >"$work/log" || { cat "$work/log"; exit 1; }
pc=$(find "$work/usr" -name terrane.pc)
[ -n "$pc" ] || fail "no terrane.pc"
lib=$(dirname "$(dirname "$pc")")
export PKG_CONFIG_PATH=$(dirname "$pc") LD_LIBRARY_PATH=$lib
for file in include/terrane.h include/terrane_table.h bin/terrane share/terrane/games/tic-tac-toe/tic-tac-toe.game; do
    [ -e "$work/usr/$file" ] || fail "$file is not installed"
done
[ "$(wc -l <"$work/usr/include/terrane.h")" -le 400 ] || fail "terrane.h has more than 400 lines"
version=$(pkg-config --modversion terrane)
[ -e "$lib/libterrane.so.$version" ] || fail "no libterrane.so.$version"
(cd "$work" && "$work/usr/bin/terrane" games | grep -q tic-tac-toe) || fail "the installed program finds no games"

# ---- names: a library defines tn_* and nothing else (sanitizers add theirs)
for list in "nm -D --defined-only $lib/libterrane.so" "nm -g --defined-only $lib/libterrane.a"; do
    others=$($list | awk 'NF == 3 && $3 !~ /^(tn_|__asan|__odr_asan|__ubsan|_init$|_fini$)/ { print $3 }')
    [ -z "$others" ] || fail "$list: exports $(echo $others)"
done
# What the headers declare is there.
sed -n '/static inline/!s/.*[ *]\(tn_[a-z_]*\)(.*;.*/\1/p' "$work"/usr/include/terrane*.h | sort -u >"$work/declared"
nm -D --defined-only "$lib/libterrane.so" | awk '$3 ~ /^tn_/ { print $3 }' | sort -u >"$work/defined"
missing=$(comm -23 "$work/declared" "$work/defined")
[ -z "$missing" ] || fail "declared and not exported: $missing"

# ---- the example, three times
example=$ROOT/examples/random_game.c
"$CC" "${flags[@]}" "$example" $(pkg-config --cflags --libs terrane) -o "$work/shared"
"$CC" "${flags[@]}" "$example" $(pkg-config --cflags terrane) "$lib/libterrane.a" \
    $(pkg-config --static --libs-only-l terrane | sed 's/-lterrane//') -o "$work/static"
"$ROOT/tools/amalgamate" "$work/one" "$ROOT"
said=$(cd "$work/one" && cc -c terrane.c 2>&1) || { echo "$said"; fail "the amalgamation does not compile"; }
[ -z "$said" ] || { echo "$said"; fail "the amalgamation gives warnings"; }
others=$(nm -g --defined-only "$work/one/terrane.o" | awk '$3 !~ /^tn_/ { print $3 }')
[ -z "$others" ] || fail "the amalgamation defines $(echo $others)"
cc "$example" -I"$work/one" "$work/one/terrane.o" -lm -lpthread -ldl -o "$work/amalgamated"
for game in "$ROOT"/games/{tic-tac-toe,kuhn-poker}/*.game "$ROOT"/tests/generality/market.game; do
    for way in shared static amalgamated; do
        "$work/$way" "$game" 7 >"$work/$way.out" || { tail "$work/$way.out"; fail "$way: $game does not end"; }
        cmp -s "$work/$way.out" "$work/shared.out" || fail "$way: $game is played differently"
    done
    grep -q ' points, place 1$' "$work/shared.out" || fail "$game: no score was printed"
done
if "$work/shared" "$work/nothing.game" 2>"$work/err"; then fail "a missing file was played"; fi
grep -q 'cannot be read' "$work/err" || fail "a missing file: no message"

# ---- the page: one program, and fragments inside a function of the frame
page=$ROOT/docs/embedding.md
awk '/^```c program/ { inside = 1; next } /^```/ { inside = 0 } inside' "$page" | diff - "$example" ||
    fail "the program of docs/embedding.md is not examples/random_game.c"
awk -v frame="$ROOT/tests/lib/frame.c" '
    BEGIN { while ((getline line < frame) > 0) print line }
    /^```c$/ { inside = 1; printf "PART(part_%d) {\n#line %d \"docs/embedding.md\"\n", ++n, FNR + 1; next }
    /^```/ { if (inside) print "}"; inside = 0 } inside' "$page" >"$work/parts.c"
grep -q part_5 "$work/parts.c" || fail "docs/embedding.md has too few fragments"
"$CC" "${flags[@]}" -Wno-unused $(pkg-config --cflags terrane) -c "$work/parts.c" -o "$work/parts.o"
