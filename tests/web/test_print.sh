#!/usr/bin/env bash
# terrane print: PDF and pictures as a person who cuts them out needs them, and every way in which it cannot be done.
# The page's own print is tested by print.spec.ts.
# Release only: how the program was compiled does not change what a browser draws.
. "$ROOT/tests/support/skip.sh"
not_quick "it takes too long"
set -e
. "$ROOT/tests/web/common.sh"
needs pdfinfo pdftotext pdffonts pdfimages
set +e
. "$ROOT/tests/support/script.sh"
export TMPDIR=$work/tmp
mkdir "$TMPDIR"

# run CODE ARGUMENTS...: terrane print ends with that code; what it says is in $out, its errors in $err.
run() {
    local wanted=$1 code=0
    shift
    "$TERRANE" print "$@" >out.txt 2>err.txt </dev/null || code=$?
    out=$(cat out.txt)
    err=$(cat err.txt)
    [ "$code" -eq "$wanted" ] || complain "terrane print $*: ended with $code, expected $wanted: $err"
    [ -z "$(ls -A "$TMPDIR")" ] || complain "terrane print $*: left $(ls -A "$TMPDIR")"
}
# says TEXT: the last errors do.
says() { case $err in *"$1"*) ;; *) complain "expected \"$1\" in: $err" ;; esac }
pages() { pdfinfo "$1" | sed -n 's/^Pages: *//p'; }

# is_whole FILE SIZE LEAST: at least so many pages, each of that size in points; fonts are embedded, all else is drawn.
is_whole() {
    local n
    n=$(pages "$1")
    [ "$n" -ge "$3" ] || complain "$1: $n pages"
    pdfinfo -f 1 -l "$n" "$1" >sizes.txt
    [ "$(grep -cE "size: +$2" sizes.txt)" -eq "$n" ] || complain "not every page of $1 is one: $(cat sizes.txt)"
    pdffonts "$1" >fonts.txt
    [ "$(wc -l <fonts.txt)" -gt 2 ] || complain "$1 has no fonts"
    ! awk 'NR > 2 { print $(NF - 4) }' fonts.txt | grep -v yes || complain "fonts are not embedded: $(cat fonts.txt)"
    [ -z "$(pdfimages -list "$1" | sed 1,2d)" ] || complain "something in $1 is not drawn but a picture"
    out=$(pdftotext -layout "$1" -)
}

# ---- a whole game, on both papers; in another language
run 0 tinyforming -o a4.pdf
is_whole a4.pdf '59[45]\.[0-9]* x 84[12]' 12
for word in "Ice Cap Melting" "Greenhouses" "Player 2" "Cards 1/" "End of the game"; do has "$word"; done
run 0 tinyforming -o letter.pdf --paper letter --lang de
is_whole letter.pdf '612 x 79[12]' 12
for word in "Spieler 2" "Karten 1/" "Regeln"; do has "$word"; done
lacks "End of the game"

# ---- what can be chosen
run 0 kuhn-poker -o short.pdf --parts cards --backs short --no-marks --bleed 0 --card mini
[ "$(pages short.pdf)" -eq 2 ] || complain "three cards and their backs are on $(pages short.pdf) pages"
run 0 mars -o board.pdf --parts boards,players --space 40 --players 5
[ "$(pages board.pdf)" -ge 7 ] || complain "a board of 40 mm spaces and five players are on $(pages board.pdf) pages"
out=$(pdftotext board.pdf -) && has "Player 5" && has "column 2 of" && lacks "Cards 1/"
run 0 tinyforming -o german.html --parts cards --lang de
out=$(cat german.html) && has '"language":"de"' && has '"query":"parts=cards"'

# ---- pictures: so many pixels, one for each card and each back
run 0 kuhn-poker --png faces --dpi 300 -o both.pdf --parts cards
has "pictures of 744 x 1039 pixels"
[ "$(ls faces | wc -l)" -eq 4 ] || complain "$(ls faces)"
[ -s faces/001-jack.png ] || complain "no picture of the first card: $(ls faces)"
"$python" - faces/*.png <<'END' || complain "the pictures are not what they should be"
import struct, sys
shown = set()
for path in sys.argv[1:]:
    data = open(path, "rb").read()
    assert data[:8] == b"\x89PNG\r\n\x1a\n" and struct.unpack(">II", data[16:24]) == (744, 1039), path
    shown.add(data)
assert len(shown) == len(sys.argv) - 1, "two are the same"
END

# ---- a definition of one's own, with names that would end a script and leave a folder
mkdir 'a "folder" & more'
cat >'a "folder" & more/odd.game' <<'END'
game "<b>Odd</b> & </script><script>alert(1)</script>":
  players: 2
kind trick(worth: number):
  rule do
trick "</script> ../../up"(1): do: me.points += 1
zone deck(trick, see: nobody)
player:
  var points: number(0..) = 0
flow:
  turn:
    choose n in 0..1 "How?"
score:
  points: me.points
END
run 0 'a "folder" & more/odd.game' -o 'a "folder" & more/odd.pdf' --png 'a "folder" & more/pictures'
out=$(pdftotext -layout 'a "folder" & more/odd.pdf' -) && has "</script> ../../up" && has "<b>Odd</b>"
[ -s 'a "folder" & more/pictures/001-script-up.png' ] || complain "$(ls 'a "folder" & more/pictures')"
[ ! -e up ] || complain "a picture left its folder"

# ---- what cannot be done
run 2 kuhn-poker
says "-o FILE or --png FOLDER is missing"
run 2 kuhn-poker -o x.doc
says "ends in .pdf or .html"
run 2 kuhn-poker -o x.pdf --paper a0
says "--paper is one of a4, letter"
run 2 kuhn-poker -o x.pdf --parts cards,everything
says "--parts has cards, boards"
run 2 kuhn-poker -o x.pdf --bleed 6
run 2 kuhn-poker -o x.pdf --dpi 10
run 3 nosuchgame -o x.pdf
says "there is no game"
run 3 kuhn-poker -o x.pdf --web "$work"
says "is not built"
CHROMIUM="$work/none" run 3 kuhn-poker -o x.pdf
says "cannot be started"
err=$(env -u CHROMIUM PATH="$work" "$TERRANE" print kuhn-poker -o x.pdf 2>&1) && complain "it prints without chromium"
says "there is no chromium"
CHROMIUM=false run 3 kuhn-poker -o x.pdf
says "the browser ended"
CHROMIUM=cat run 3 kuhn-poker -o x.pdf
err=$(TMPDIR=$work/nowhere "$TERRANE" print kuhn-poker -o x.pdf 2>&1) && complain "it prints without a folder"
says "no folder for temporary files"
run 3 kuhn-poker -o nowhere/x.html
says "nowhere/x.html: no such file"
touch file && run 3 kuhn-poker --png file/pictures
[ ! -e x.pdf ] || complain "a file was written although nothing could be printed"

# Ctrl-C while the browser works: it ends, and leaves nothing behind.
"$TERRANE" print mars -o stopped.pdf >out.txt 2>err.txt </dev/null &
pid=$!
until [ -n "$(ls -A "$TMPDIR")" ] || ! kill -0 $pid 2>/dev/null; do :; done
kill -INT $pid
code=0
wait $pid || code=$?
[ "$code" -ne 0 ] || complain "it went on after being stopped"
[ ! -e stopped.pdf ] || complain "it wrote a file after being stopped"
[ -z "$(ls -A "$TMPDIR")" ] || complain "stopped, it left $(ls -A "$TMPDIR")"

(vitest print.spec.ts) || complain "the page's own print"
finish
