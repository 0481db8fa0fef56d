#!/usr/bin/env bash
# What words mean, in records and at the table: the whole name of a thing is never the beginning of another, and a
# beginning that could be of another kind is asked back.
. "$ROOT/tests/support/script.sh"
cp "$ROOT/tests/generality/names.game" . || exit 1

# record LINES: what `terrane replay` says of a record of these answers.
record() {
    printf 'terrane journal 1\ngame names.game\nseed 1\n%b' "$1" >words.journal
    out=$("$TERRANE" replay words.journal 2>&1)
}

# table LINES: what the table says when they are typed.
table() {
    rm -f table.journal
    out=$(printf '%b' "$1" | "$TERRANE" play names.game --seed 1 --seat B=person --journal table.journal 2>&1)
    out+=$(sed -n 's/^\([AB]: .*\)/[\1]/p' table.journal)
}

# ---- the whole name of a space that is no answer
used='A: Settle, mars 10, no\nB: Settle, mars 11, no\n'
record "${used}A: Settle, mars 1, no\n"
has '"mars 1" is not a legal answer of A to "Where?"'
table 'Settle\nmars 10\nno\nSettle\nmars 11\nno\nSettle\nmars 1\n'
has '"mars 1" is not possible now'
case $out in *"mars 12]"*) complain "mars 1 was taken for mars 12: $out" ;; esac
table 'mars 10\nno\nmars 11\nno\nmars 1\n' # what lies behind an answer
case $out in *"mars 12]"*) complain "mars 1 was taken for mars 12: $out" ;; esac

# ---- "no" at cards
record 'A: Sell, no\n'
has '"no" is not a legal answer of A to "Sell which?'
record 'A: Sell, n\n'
has '"n" could be the card "Nomads", or the answer "no", which is not an answer here: write more of it'
record 'A: Sell, Mi, no, n\n'
has 'the game is open'

# ---- a card and a place that begin alike
record 'A: Sell, tw\n'
has '"tw" could be the card "Twins", or the space "Twin Peaks", which is not an answer here: write more of it'
record 'A: Roam, twin\n'
has '"twin" could be the space "Twin Peaks", or the card "Twins", which is not an answer here'
record 'A: Roam, twin p, no\n'
has 'the game is open'
table 'Roam\ntwin\n'
has '"twin" could be the space "Twin Peaks", or the card "Twins", which is not an answer here: type more of it'
table 'Sell\ntw\n'
has '"tw" could be the card "Twins", or the space "Twin Peaks"'

# ---- numbers
record 'A: 1\n'
has '"1" is not a legal answer of A'
record 'A: 6\n'
has '"6" is not a legal answer of A'
record 'A: 10 a, no\n'
has 'the game is open'
table '5\nno\n' # by its place in the list
has ' 5 10 and 3'
has '[A: 10 and 3]'
table '10\n'
has 'no answer has the number 10'

finish
