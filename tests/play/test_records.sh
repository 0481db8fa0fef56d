#!/usr/bin/env bash
# Records: what may be left out, in any order, and split over lines. Needs TERRANE (the program) and ROOT (the checkout).
set -u
export NO_COLOR=1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp "$ROOT/tests/generality/ledger.game" "$work" && cd "$work" || exit 1
failures=0

complain() {
    echo "FAILED: $1"
    failures=$((failures + 1))
}

# record LINES: the answers that `terrane replay` makes of them, in $out, and what it says of the end or of what is wrong.
record() {
    printf 'terrane journal 1\ngame ledger.game\norder shed: Rose, Iris, Lily, Tulip\nseed 1\n%b' "$1" >one.journal
    out=$("$TERRANE" replay one.journal --states 2>&1 | sed -nE 's/.*"seat": "(.)", "answer": "([^"]*)".*/\1 \2/p' | tr '\n' ';')
    out+=$("$TERRANE" replay one.journal 2>&1 | head -1)
}

has() {
    case $out in
    *"$1"*) ;;
    *) complain "expected \"$1\" in: ${out:0:300}" ;;
    esac
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
[ "$failures" -eq 0 ] || exit 1
