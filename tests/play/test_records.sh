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
[ "$failures" -eq 0 ] || exit 1
