#!/usr/bin/env bash
# `terrane words`, and --lang of play and text, as a designer's friend uses them: a game of its own in a folder of its
# own.
set -u
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export XDG_STATE_HOME="$work/state" TERRANE_GAMES="$work/games"
unset LC_ALL LC_MESSAGES LANG
cd "$work" || exit 1
failed=0
wrong() { echo "wrong: $*"; failed=1; }
# gives CODE COMMAND...: runs it, keeps its output in $work/out
gives() {
    local code=$1; shift
    "$@" >"$work/out" 2>&1 </dev/null
    local got=$?
    [ "$got" = "$code" ] || { wrong "$* ended with $got, not $code"; cat "$work/out"; }
}
says() { grep -qF -- "$1" "$work/out" || { wrong "\"$1\" is not said:"; cat "$work/out"; }; }

mkdir -p games/pebbles
cat >games/pebbles/pebbles.game <<'END'
game "Pebbles":
  players: 1..2
option long "Long game" = false, true
resource pebble "pebbles"
player:
  var stock[resource]: number(0..) = 0
kind path(gift: number):
  rule do
path Shore(2): do: gain(2 pebble)
path River(1): do: gain(1 pebble)
flow:
  repeat (if long then 4 else 2):
    turn:
      choose p in path "Where do you look?"
      p.do()
    me = next(me)
END
file=games/pebbles/pebbles.xx.words

gives 0 "$TERRANE" words pebbles
says "Where do you look?"
says "pebble | pebbles"
says "Long game"
cp out plain.words
gives 1 "$TERRANE" words pebbles --lang xx           # there is none yet
gives 0 "$TERRANE" words pebbles --lang xx --write
[ -f $file ] || wrong "the file was not made"
gives 1 "$TERRANE" words pebbles --lang xx
says "missing: [questions] Where do you look?"

awk '/^[^#[]/ { print; if ($0 ~ / \| /) print "  kiesel | kieselchen"
    else if ($0 == "Where do you look?") print "  Wo suchst du?"
     else if ($0 == "Shore") print "  Strand"; else print "  " $0; next } { print }' $file >filled && cp filled $file
gives 0 "$TERRANE" words pebbles --lang xx
printf '\n[log]\nnever said\n  nie gesagt\n' >>$file
gives 1 "$TERRANE" words pebbles --lang xx
says "unused:  [log] never said"
gives 0 "$TERRANE" words pebbles --lang xx --write     # nothing is lost
grep -q "nie gesagt" $file || wrong "what is unused was lost"
grep -q "Wo suchst du?" $file || wrong "a translation was lost"

"$TERRANE" play pebbles --players 1 --lang xx --seed 1 --journal a.journal >out 2>&1 <<<"Strand"
says "Wo suchst du?"
says "Strand: +2 kieselchen"                           # the engine has no words in this language
grep -q "^A: Shore$" a.journal || wrong "the journal is not in the words of the definition"
gives 0 "$TERRANE" replay a.journal
LANG=xx_XX.UTF-8 "$TERRANE" text pebbles >out 2>&1
says "Strand"
LANG=xx_XX.UTF-8 "$TERRANE" text pebbles --lang en >out 2>&1
says "Shore"
LANG=yy_YY.UTF-8 "$TERRANE" text pebbles >out 2>&1     # a language the game does not have
says "Shore"
gives 2 "$TERRANE" text pebbles --lang yy
says "languages: en xx"
gives 2 "$TERRANE" words pebbles --lang ../xx
gives 2 "$TERRANE" words

printf '[names]\nrow {1}\n  Reihe\n' >$file
gives 1 "$TERRANE" words pebbles --lang xx
says "pebbles.xx.words:3:3: error[E19]"
gives 1 "$TERRANE" text pebbles --lang xx
exit $failed
