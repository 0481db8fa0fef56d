#!/usr/bin/env bash
# terrane report: the page says what is known of a constructed game, is well formed, and is written as a whole or not.
# Needs TERRANE (the program) and ROOT (the checkout).
. "$ROOT/tests/support/skip.sh"
needs python3
. "$ROOT/tests/support/script.sh"

# run CODE ARGUMENTS...: terrane report ends with that code; its output is in $out, its errors in $err.
run() {
    local wanted=$1 code=0
    shift
    "$TERRANE" report "$@" >out.txt 2>err.txt </dev/null || code=$?
    out=$(cat out.txt)
    err=$(cat err.txt)
    [ "$code" -eq "$wanted" ] || complain "terrane report $*: ended with $code, expected $wanted: $err"
}

has() {
    case $1 in
    *"$2"*) ;;
    *) complain "expected \"$2\" in: ${1:0:3000}" ;;
    esac
}

# Two of four cards are dealt to each player, who plays one of them. A Crown is worth ten, so who plays it wins; Dust
# cannot be chosen, and nobody is ever asked for the Ghost. B gets three points more, which decides nothing.
cat >court.game <<'END'
game "Court & <Crown>":
  players: 2
period day(round: true)
kind trick(worth: number):
  rule do
trick Crown(10): do: me.points += 10
trick Plain(1): do: me.points += 1
trick Grey(1): do: me.points += 1
trick Dust(0): do: me.points += 0
kind ghost(n: number)
ghost Ghost(1)
zone deck(trick, see: nobody)
player:
  var points: number(0..) = 0
  zone hand(trick, see: owner)
  zone heap(trick)
flow:
  shuffle(deck)
  begin(day)
  for p in players: as p: draw(2, to: p.hand)
  as seat(2): me.points += 3
  repeat 2:
    turn:
      choose c in me.hand where c != Dust "Which?"
      c.do()
      move(c, to: me.heap)
      choose n in 0..1 "How?"
    me = next(me)
  if any(g in ghost: g.n > 5):
    choose g in ghost "Which?"
score:
  points: me.points
END
run 0 court.game --games 300 --bot greedy --output page.html && has "$out" "page.html: 300 games"
page=$(cat page.html)
has "$page" "<title>Court &amp; &lt;Crown>: 300 games</title>"
# Whoever is dealt the Crown wins; of those who are dealt another card every third has the Crown besides.
has "$page" "Crown: who is dealt it by chance wins 50 +- 3 points more often than the average player."
has "$page" "Plain: who is dealt it by chance wins 17 +- 11 points less often than the average player."
has "$page" "Never offered to anybody: Dust, Ghost."
has "$page" "<td>court.game:9</td><td><code>trick Dust(0): do: me.points += 0</code></td>"
has "$page" "<td>court.game:30</td><td><code>choose g in ghost &quot;Which?&quot;</code></td>"
has "$page" "15 of 17 lines with rules were carried out"
[[ $page != *"Seat B wins"* ]] || complain "a seat is called strong that is not"
sed 's/points += 3/points += 30/' court.game >unfair.game
run 0 unfair.game --games 300 --output unfair.html
has "$(cat unfair.html)" "Seat B wins 50 +- 6 points more often than its share."
for section in "What matters" Seats "First choices" Length Tension Points Decisions Cards Rules; do
    has "$page" "<h2>$section</h2>"
done
python3 - <<'END' || complain "the page is not well formed"
import html.parser
class Check(html.parser.HTMLParser):
    stack = []
    def handle_starttag(self, tag, attrs):
        if tag not in ('meta', 'rect', 'line', 'polyline', 'circle'): self.stack.append(tag)
    def handle_startendtag(self, tag, attrs): pass
    def handle_endtag(self, tag):
        assert self.stack and self.stack.pop() == tag, tag
check = Check()
text = open('page.html', encoding='utf-8').read()
check.feed(text)
assert not check.stack, check.stack
assert 'nan' not in text and 'inf' not in text and 'http' not in text.replace('http-equiv', '')
END

# ---- cards by force, levels, data for programs
run 0 court.game --games 60 --force Plain --ladder 6 --csv cards.csv --json --output more.html
has "$(cat more.html)" "<h2>Skill</h2>"
python3 - <<'END' || complain "the data are not what they should be"
import csv, json
cards = {row['name']: row for row in csv.DictReader(open('cards.csv'))}
assert set(cards) == {'Crown', 'Plain', 'Grey', 'Dust', 'Ghost'}, cards
assert int(cards['Plain']['forced_players']) == 60 and int(cards['Crown']['forced_players']) == 0
assert float(cards['Plain']['forced_low']) < -16.7 < float(cards['Plain']['forced_high'])
data = json.load(open('out.txt'))
assert data['games'] == 60 and [s['seat'] for s in data['seats']] == ['A', 'B']
crown = next(c for c in data['cards'] if c['name'] == 'Crown')
assert crown['dealt_lift']['points'] > 45 and crown['dealt_lift']['clear'] and crown['played'] == 60
assert {'file', 'line'} <= set(data['never_reached'][0])
END
run 2 court.game --force Nobody && has "$err" 'the game has no card "Nobody"'
run 0 court.game --games 60 --force Plain --bot greedy,random --output mixed.html && has "$err" "the same bot"

# ---- the same games give the same page, whatever the threads
run 0 court.game --games 50 --jobs 1 --output one.html
run 0 court.game --games 50 --jobs 3 --output three.html
cmp -s one.html three.html || complain "threads change the page"

# ---- all rules of a small game are carried out, compiled or not
run 0 tic-tac-toe --games 60 --bot random --output all.html
has "$(cat all.html)" "All 6 lines with rules were carried out"

# ---- without a score, alone, and without an end
run 0 tic-tac-toe --games 30 && has "$(cat tic-tac-toe.report.html)" "<h2>Seats</h2>"
run 0 tinyforming --players 1 --games 20 --bot random --output solo.html
run 3 court.game --games 20 --output nowhere/page.html && has "$err" "nowhere/page.html"
run 2 court.game --bot nobody && has "$err" 'there is no bot "nobody"'
printf 'game "Loop":\n  players: 2\nflow:\n  while true:\n    turn: choose n in 0..1 "Well?"\n' >loop.game
run 4 loop.game --games 5 --bot random --output loop.html && has "$err" "nothing is written"
[ -e loop.html ] && complain "a page without games is written"
finish
