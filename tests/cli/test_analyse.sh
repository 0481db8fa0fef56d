#!/usr/bin/env bash
# terrane replay --analyse: a game with a blunder that anybody can see.
# Needs TERRANE (the program) and ROOT (the checkout).
. "$ROOT/tests/support/skip.sh"
needs python3
. "$ROOT/tests/support/script.sh"

# A has two in a row; B does not stop them, and A wins.
{
    printf 'terrane journal 1\ngame tic-tac-toe\nplayers 2\nseed 1\n'
    printf 'A: grid 1\nB: grid 5\nA: grid 2\nB: grid 7\nA: grid 3\n'
} >lost.journal
head -n 7 lost.journal >open.journal
"$TERRANE" replay lost.journal --analyse --playouts 300 >out.txt 2>err.txt || complain "ended with $?: $(cat err.txt)"
grep -q 'answer 4, B: "grid 7" wins .*"grid 3"' out.txt || complain "the blunder is not named: $(cat out.txt)"
grep -q 'turned here' out.txt || complain "no turning point: $(cat out.txt)"
"$TERRANE" replay lost.journal --analyse --playouts 300 --json >out.json || complain "--json ended with $?"
"$TERRANE" replay lost.journal --analyse --playouts 300 --json >again.json
cmp -s out.json again.json || complain "the same game is analysed differently"
python3 - <<'END' || complain "the object is not what it should be: $(cat out.json)"
import json
data = json.load(open('out.json'))
curve = [point['wins'] for point in data['chances']]
assert len(curve) == 6 and all(abs(sum(wins) - 1) < 0.01 for wins in curve), curve
assert curve[-1] == [1, 0], curve
assert 0.58 < curve[0][0] < 0.72, curve  # at random who begins wins 58.5 %, and 12.7 % are drawn
best = data['better'][0]
assert best['seat'] == 1 and best['n'] == 3 and best['better']['text'] == 'grid 3', best
assert best['better']['wins'] > best['given']['wins'] + 0.1 and best['gain'][0] > 0, best
END

# A has three in a row; B does not stop them. At random A would see that once in seven times, and column f, which stops
# nothing, would look better than g.
{
    printf 'terrane journal 1\ngame connect-four\nplayers 2\nseed 1\n'
    printf 'A: a\nB: a\nA: b\nB: b\nA: c\nB: g\nA: d\n'
} >threat.journal
"$TERRANE" replay threat.journal --analyse --playouts 200 --json >threat.json || complain "connect-four ended with $?"
python3 - <<'END' || complain "a threat is not seen: $(cat threat.json)"
import json
data = json.load(open('threat.json'))
curve = [point['wins'] for point in data['chances']]
assert curve[6] == [1, 0], curve  # whoever can win at once does
best = next(moment for moment in data['better'] if moment['n'] == 5)
assert best['better']['text'] == 'd' and best['given']['wins'] == 0, best
END
code=0
"$TERRANE" replay open.journal --analyse >out.txt 2>err.txt || code=$?
[ "$code" -eq 1 ] || complain "a game that is not over ended with $code"
grep -q 'not over' err.txt || complain "it is not said why: $(cat err.txt)"
finish
