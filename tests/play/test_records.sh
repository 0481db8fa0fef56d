#!/usr/bin/env bash
# Records: what may be left out, in any order, and split over lines.
. "$ROOT/tests/support/script.sh"
cp "$ROOT/tests/generality/ledger.game" . || exit 1

# record LINES: the answers that `terrane replay` makes of them, in $out, and what it says of the end or of what is
# wrong.
record() {
    printf 'terrane journal 1\ngame ledger.game\norder shed: Rose, Iris, Lily, Tulip\nseed 1\n%b' "$1" >one.journal
    out=$("$TERRANE" replay one.journal --states 2>&1 |
        sed -nE 's/.*"seat": "(.)", "answer": "([^"]*)".*/\1 \2/p' | tr '\n' ';')
    out+=$("$TERRANE" replay one.journal 2>&1 | head -1)
}

planted='A Rose;A 2 seed;B Lily;B 2 seed;'

# ---- a whole payment while another is open, in any order, split over lines
record 'A: Rose, 2 seed, 2 coin\nB: Lily, 2 seed, 0 coin\n'
has "${planted}Ledger: 4 answers, the game is open"
record 'A: Rose, 2 coin, 2 seed\nB: Lily, 0 coin, 2 seed\n'
has "$planted"
record 'A: Rose, 2 coin\nA: 2 seed\nB: Lily\nB: 2 seed\n'
has "$planted"
record 'A: Rose\nA: 2 seed\nB: Lily\nA: 2 coin\nB: 2 seed\n'
has 'A Rose;A 2 seed;B Lily;B 2 seed;Ledger: 4 answers'
record 'A: Rose, 2 seed, 3 coin\n'
has '"3 coin" was not paid by A; lost since: 2 seed, 2 coin'
record 'A: Rose, 2 seed\nB: Lily, 2 seed, 1 coin\n' # the last to answer: all of it is told now
has '"1 coin" was not paid by B'

# ---- a question with one answer that is left out does not take the word of the next
both='A: Rose, 2 seed\nB: Lily, 2 seed\n'
water='A Rose;A Rose;A Iris;'
record "${both}A: Rose, Iris, no more\nB: Tulip, Lily, no more\n"
has "$water"
has 'B Lily;B Tulip;B Lily;'
record "${both}A: Rose\nA: Iris\nA: no more\nB: Tulip, Lily, no more\n"
has "$water"
record "${both}A: Rose, Rose, Iris, no more\nB: Lily, Tulip, Lily, no more\n"
has "$water"
has 'B Lily;B Tulip;B Lily;'

# ---- a game that is over but for questions with one answer
has 'A 1;B 1;Ledger: '
has 'the game is over'
record "${both}A: Rose, Rose, Iris, no more\nB: Lily, Tulip\n"
has 'the game is open'

# ---- picks over lines, in any order, and no more of them than the question takes
record "${both}A: Rose, Rose, Iris, Iris\nA: Rose\nB: Lily, Tulip, Lily, no more\n"
has 'A Rose;A Rose;A Iris;A Rose;A Iris;B Lily;'
record "${both}A: Rose, Rose, Iris, Rose, Rose\n"
has '"Rose" is not a legal answer of A to "Which are drawn? (choose up to 2, 1 chosen)"'

# ---- a position that begins before the first round has none behind it
cat >rounds.game <<'GAME'
game "Rounds":
  players: 2
period day, week
player:
  var n: number(0..9) = 0
flow:
  phase founding:
    for me in players: turn: choose k in 1..2 "Found?"
  round day:
    phase working:
      for me in players: turn: choose k in 1..2 "Work?"
  phase closing:
    repeat 2:
      phase resting:
        turn: choose k in 1..2 "Rest?"
      begin(week)
end when day >= 3
GAME
# from PHASE PERIODS: what comes of a position that begins there.
from() {
    echo "{\"periods\": $2, \"begin\": {$1}}" >begin.json
    out=$("$TERRANE" simulate rounds.game --from begin.json --games 1 --jobs 1 2>&1)
}
behind='begin: the first day begins only behind that place, but "periods" says that 1 has begun'
from '"phase": "founding"' '{"day": 0}' && has 'finished 1'
from '"phase": "founding"' '{"day": 1}'
has "$behind"
from '' '{"day": 1}'
has "$behind"
from '"turn": "B", "phase": "founding"' '{"day": 1}'
has "$behind"
from '"phase": "working"' '{"day": 2}' && has 'finished 1'
from '"phase": "closing"' '{"day": 2}' && has 'finished 1'
from '"phase": "resting"' '{"day": 2, "week": 1}' && has 'finished 1' # the loop around it has begun weeks

# ---- an amount of one thing is not one of another that begins so
cat >bars.game <<'GAME'
game "Bars":
  players: 2
resource gold, gold_bar(worth: 5)
player:
  var stock[resource]: number(0..) = 20
flow:
  for me in players:
    turn:
      choose n in 1..3 "How many gold bars?"
      lose(n gold_bar)
      pay(10 gold, with: [gold_bar])
GAME
# bars LINE: what is said of a record of that line.
bars() {
    printf 'terrane journal 1\ngame bars.game\nseed 1\n%s\n' "$1" >bars.journal
    out=$("$TERRANE" replay bars.journal 2>&1 | head -1)
}
bars 'A: 2 gold'
has '"2 gold" is not a legal answer of A to "How many gold bars?"'
bars 'A: 2 gold bars, 1 gold bar, 5 gold'
has 'Bars: 2 answers, the game is open'
bars 'A: 2, 1 gold bar, 1 gold'
has '"1 gold" was not paid by A; lost since: '

# ---- a long line of words that could all be read in two ways is read, and soon
cat >long.game <<'GAME'
game "Long":
  players: 2
player:
  var n: number(0..) = 0
flow:
  repeat 400:
    turn:
      choose k in 1..1 "One?"
      me.n += k
      choose k in 1..2 "Which?"
      me.n += k
GAME
printf 'terrane journal 1\ngame long.game\nseed 1\nA: 1%s\n' "$(printf ', 1%.0s' $(seq 599))" >long.journal
out=$(timeout 60 "$TERRANE" replay long.journal 2>&1 | head -1)
has 'Long: 600 answers, the game is open'

# ---- line by line, for another program: every line is answered, and what is wrong has not happened
head='terrane journal 1\ngame ledger.game\norder shed: Rose, Iris, Lily, Tulip\nseed 1\n'
# live LINES FLAGS...: one line of $out for each line of the input, and the first.
live() {
    local lines=$1
    shift
    out=$(printf '%b' "$head$lines" | "$TERRANE" replay - "$@" 2>&1)
}
line() { sed -n "$1p" <<<"$out"; }
live 'A: Rose, 2 seed\n# a remark\nA: Iris\nB: Lily, 2 seed, 7 coin\nB: Lily, 2 seed\n'
[ "$(wc -l <<<"$out")" -eq 5 ] || complain "not a line for each: ${out:0:200}"
grep -q '^{"after": {"number": 0' <<<"$(line 1)" || complain "no beginning: $(line 1)"
seeds='"answer": "2 seed", "spans": \[\[0, 1, "number", 2\], \[2, 4, "member", 1\]\]}'
grep -q '^{"after": {"number": 2, "seat": "A", '"$seeds" <<<"$(line 2)" || complain "no answer: $(line 2)"
grep -q '^{"error": "-:7: .*Iris.* is for A, but B is asked' <<<"$(line 3)" || complain "no error: $(line 3)"
grep -q '^{"error": "-:8: .*7 coin.* was not paid by B' <<<"$(line 4)" || complain "no error: $(line 4)"
grep -q '^{"after": {"number": 4, "seat": "B", '"$seeds" <<<"$(line 5)" || complain "it happened: $(line 5)"
# Each line of a pipe is answered before the next is written.
mkfifo there && { "$TERRANE" replay - <there >back.txt & }
exec 3>there
printf '%b' "$head" >&3
for n in 1 2 3; do
    for wait in $(seq 200); do [ "$(wc -l <back.txt)" -ge "$n" ] && break || sleep 0.05; done
    [ "$(wc -l <back.txt)" -eq "$n" ] || complain "line $n is not answered"
    [ "$n" -eq 1 ] && echo 'A: Rose, 2 seed' >&3
    [ "$n" -eq 2 ] && echo 'B: nothing' >&3
done
exec 3>&-
wait

# ---- everything that can be undertaken, each of which can be written as a line
live '' --menu
has '"menu": {"A": [["Rose", "0 seed"], ["Rose", "1 seed"], ["Rose", "2 seed"], ["Rose", "3 seed"], ["Iris", "0 seed"]'
has '"B": [["Lily", "0 seed"]'
live '' --menu --seat B
case $out in *'"menu": {"B": [['*) ;; *) complain "not B's own: ${out:0:200}" ;; esac
live 'A: Rose, 2 seed\nB: Lily, 2 seed\n' --menu
menu=$(line 3 | grep -o '"menu": {"A": \[.*\]\]}' | grep -o '\[[^][]*\]' | tr -d '[]"')
[ "$(wc -l <<<"$menu")" -eq 16 ] || complain "A can do 16 things: $menu"
while read -r undertaking; do
    live "A: Rose, 2 seed\nB: Lily, 2 seed\nA: $undertaking\n"
    grep -q '"asked": \[{"seat": "B"' <<<"$(line 4)" ||
        complain "\"$undertaking\" is not an undertaking of A: $(line 4)"
done <<<"$menu"
line 1 >one.json # what is told is not read
"$TERRANE" simulate ledger.game --from one.json --games 1 --jobs 1 >/dev/null ||
    complain "a line with a menu is no position"

# ---- names are those of the definition, and what the rules compute about cards is told
cat >names.game <<'GAME'
game "Names":
  players: 2
resource victory_coin, seed
period the_day
kind plot is space:
  var the_owner: player = none
board big_map(square): row(Twin_Peaks: plot, 2 plot)
kind flower(worth: number):
  value points -> number = 0
  var drops: number(0..9) = 2
flower Red_Rose(3): points: this.worth
flower "Blue Rose"(2): points: this.drops * 2
zone shed(flower)
player:
  var stock[resource]: number(0..) = 5
  zone bed(flower)
  var favourite: plot = none
flow:
  move(shed, to: seat(1).bed)
  round the_day:
    turn:
      choose p in big_map "Where?"
      me.favourite = p
end when the_day >= 2
score: points: sum(f in me.bed: f.points)
GAME
printf 'terrane journal 1\ngame names.game\nseed 1\nA: Twin Peaks\n' >names.journal
out=$("$TERRANE" replay names.journal --states | tail -1)
has '"periods": {"the_day": 2}'
has '"stock": {"victory_coin": 5, "seed": 5}'
has '"favourite": "Twin_Peaks"'
has '"Twin_Peaks": {"row": 1'
has '"big_map 2": {"row": 1'
has '"values": {"Red_Rose": {"points": 3}, "Blue Rose": {"points": 4}}'
# as 0.1 wrote them
echo "$out" | sed 's/"Twin_Peaks"/"Twin Peaks"/; s/victory_coin/victory coin/; s/the_day/the day/' >old.json
"$TERRANE" simulate names.game --from old.json --games 1 --jobs 1 >/dev/null ||
    complain "blanks for underscores are not read"

# ---- several that leave no choice are forced answers too: left out at the end, the game is over behind them
cat >all.game <<'GAME'
game "All":
  players: 2
player:
  var fame: number(0..) = 0
  zone hand(card, see: owner)
  zone shown(card)
kind card
zone deck(card, see: nobody)
card Ant
card Bee
flow:
  for me in players:
    choose n in 1..3 "How much?"
    me.fame += n
  for c in deck: move(c, to: seat(1).hand)
  as seat(1):
    choose k in me.hand take 2 "Which two?"
    move(k, to: me.shown)
score: fame: me.fame
GAME
printf 'terrane journal 1\ngame all.game\nseed 1\nA: 2\nB: 3\n' >all.journal
out=$("$TERRANE" replay all.journal --states | tail -1)
has '"status": "over"'
has '"shown": ["Ant", "Bee"]'

# ---- looking for the rules of a record that was written under others makes no folder
printf 'terrane journal 1\ngame names.game\ndefinition 0123456789abcdef\nseed 1\n' >other.journal
out=$("$TERRANE" replay other.journal 2>&1)
has 'the journal was written with another definition'
[ ! -e "$XDG_STATE_HOME" ] || complain "a look made $XDG_STATE_HOME"
finish
