#!/usr/bin/env bash
# The verbs of the program with the real engine: what they print and how they end.
# Needs TERRANE (the program) and ROOT (the checkout).
# Not quick: large games many times.
. "$ROOT/tests/support/skip.sh"
needs python3
. "$ROOT/tests/support/script.sh"

# run CODE ARGUMENTS...: the program ends with that code; its output is in $out, its errors in $err.
run() {
    local wanted=$1 code=0
    shift
    "$TERRANE" "$@" >out.txt 2>err.txt </dev/null || code=$?
    out=$(cat out.txt)
    err=$(cat err.txt)
    [ "$code" -eq "$wanted" ] || complain "terrane $*: ended with $code, expected $wanted: $err"
}

# has TEXT PART: the text holds the part.
has() {
    case $1 in
    *"$2"*) ;;
    *) complain "expected \"$2\" in: $1" ;;
    esac
}

json() { # the last output is well formed
    python3 -c 'import json, sys; json.load(open(sys.argv[1]))' out.txt || complain "not JSON: $(head -5 out.txt)"
}

numbers() { printf '%s' "$out" | tr -d ' \n'; }

# Every verb has a row in the README.
run 0 help
for verb in $(printf '%s\n' "$out" | sed -nE 's/^  ([a-z]+) .*/\1/p'); do
    [ "$verb" = help ] || grep -q "terrane $verb" "$ROOT/README.md" || complain "the README does not name terrane $verb"
done

# ---- help and mistakes
run 0 --version && has "$out" "terrane "
run 0 help && has "$out" "Exit status:"
run 0 && has "$out" "usage: terrane VERB"
for verb in play serve studio games check test text simulate report compare tournament train count replay fmt image \
    dis; do
    run 0 "$verb" --help && has "$out" "usage: terrane $verb"
    run 0 help "$verb"
done
run 2 pley && has "$err" 'did you mean "play"?'
run 2 count tic-tac-toe --dept 3 && has "$err" "did you mean --depth?"
run 0 count "$ROOT/tests/generality/draughts.game" --depth 3 --per move && has "$out" "    3                  106"
run 0 count tic-tac-toe --depth 2 --per move && has "$out" "    2                   72"
run 2 count tic-tac-toe --per turn && has "$err" 'answer or move, not "turn"'
run 2 count tic-tac-toe --per move --native && has "$err" "cannot be combined"
run 2 count tic-tac-toe --depth many && has "$err" "whole number"
run 2 count && has "$err" "GAME is missing"
run 3 count tic-tak-toe && has "$err" 'did you mean "tic-tac-toe"?'
run 3 count no/such.game && has "$err" "no such file"
run 2 count tic-tac-toe --players 3 && has "$err" "2 players, not 3"
run 2 count tic-tac-toe --option size=4 && has "$err" 'no option "size"'
run 0 tournament tic-tac-toe --games 4 --bots random,search:20 && has "$out" "search:20"
run 0 tournament tic-tac-toe --games 4 --bots random,search:20 --json && json
run 2 tournament tic-tac-toe --bots random && has "$err" "two bots or more"
run 2 tournament tic-tac-toe --bots random,random && has "$err" '"random" is named twice'
run 2 tournament tic-tac-toe --bots random,search:x && has "$err" "an effort is a number"
run 2 simulate tic-tac-toe --bot randon && has "$err" 'did you mean "random"?'
run 2 simulate tic-tac-toe --bot random,random,random && has "$err" "3 bots are given for 2 players"

# ---- games and definitions
run 0 games && has "$out" "tic-tac-toe"
run 0 games --json && json
run 0 check tic-tac-toe && has "$out" "ok, "
cat >rare.game <<'END'
game "Rare":
  players: 2
flow:
  turn:
    choose k in 1..9 "k?"
    let a = random(1..100)
    let b = random(1..100)
    if a == 7 and b == 7: needs k == 3 "rare"
END
run 0 check ./rare.game && has "$out" "ok, 1 configurations"
run 0 check ./rare.game --games 50000 && has "$err" "rare.game:8:" && has "$err" "ends at line 6, where chance decides"
run 2 check ./rare.game --games no && has "$err" "whole number"
run 0 check tic-tac-toe --json && json && has "$(numbers)" '"ok":true'
printf 'game "Broken":\n  players: 2\nflow:\n  nonsense(1)\n' >broken.game
run 1 check ./broken.game && has "$err" "broken.game:4:"
run 1 check ./broken.game --json && json && has "$(numbers)" '"ok":false'
for seats in 2000000000 9 4..2 true; do
  printf 'game "G":\n  players: %s\nflow:\n  finish()\n' "$seats" > seats.game
  run 1 check ./seats.game && has "$err" "seats.game:2:" && has "$err" "from 1 to 8"
done
run 1 play ./broken.game
run 0 text kuhn-poker && has "$out" "Queen"
run 0 text kuhn-poker queen --json && json && has "$(numbers)" '"name":"Queen"'
run 0 text tinyforming && has "$out" "  8 land (nature); 9 basin (nature)" && has "$out" "heat: your heat" &&
    has "$out" "no hex is vacant: at the end of a generation, if there is no"
case "$out" in
"TINYforming Mars"*"Who wins"*"Course of the game"*"What the words mean"*"Cards"*"(face)"*) ;;
*) complain "text: aim, course, words and cards are not in this order" ;;
esac
case "$out" in *"(action)"*) complain "text: an action stands among the rules and among the cards" ;; esac
run 0 text tinyforming "tharsis 3" && has "$out" "tharsis 3 (basin)" && has "$out" "science"
run 0 text tinyforming credit --json && json && has "$(numbers)" '"kind":"resources"' &&
    has "$(numbers)" '"text":"10inall"'
run 0 text tinyforming "Solar Power" --json && json && has "$(numbers)" '"label":"cost"'
run 0 text tinyforming pass && has "$out" "Pass (action)"
run 1 text kuhn-poker Knave && has "$err" 'nothing is called "Knave"'

run 0 dis tic-tac-toe && has "$out" "routine 0 " && has "$out" "ASK" && has "$out" "tic-tac-toe.game:"
run 0 dis tic-tac-toe 0 && has "$out" "routine 0 "
run 1 dis tic-tac-toe nowhere && has "$err" 'no routine or card "nowhere"'
run 0 dis tinyforming "solar power" && has "$out" "Solar Power: discount" && has "$out" "Solar Power: do"
run 0 dis tinyforming && has "$out" "; needs r" && has "$out" '; candidates "a vacant water hex"'
run 0 dis tinyforming pay && has "$out" "prelude:3"
case "$out" in *tinyforming.game:*) complain "dis: a line of the prelude is told as a line of the game" ;; esac

# ---- the canonical form
printf 'game "Form" :\n    players:2   # two\n\n\n\nflow:   # the rest\n    #why\n' >form.game
printf '    choose n in 1 .. 3"N?"\n    if n== 2 :win( me )' >>form.game
printf 'game "Form":\n  players: 2    # two\n\nflow:   # the rest\n  #why\n' >formed.game
printf '  choose n in 1..3 "N?"\n  if n == 2: win(me)\n' >>formed.game
run 1 fmt --check form.game && has "$out" "form.game"
run 0 fmt form.game
diff formed.game form.game >/dev/null || complain "fmt: $(diff formed.game form.game)"
run 0 fmt --check form.game
run 0 fmt --stdout form.game && has "$out" "1..3"
printf 'flow:\n  if (\n' >syntax.game
run 1 fmt syntax.game && has "$err" "syntax.game:2:"
[ "$(cat syntax.game)" = "$(printf 'flow:\n  if (')" ] || complain "fmt changed a file with errors"

# ---- images stand for their game
run 2 image tic-tac-toe && has "$err" "-o FILE is missing"
run 0 image kuhn-poker -o kuhn.image
run 0 count ./kuhn.image --json && json && has "$(numbers)" '"by_depth":[12,24,12]'
run 0 simulate kuhn.image --games 5 --seed 1
run 0 text ./kuhn.image && has "$out" "Queen"
run 2 count ./kuhn.image --players 3 && has "$err" "the image is for 2 players"
run 2 check ./kuhn.image && has "$err" "compiled already"
cp kuhn.image kuhn.bytes
run 0 count ./kuhn.bytes --depth 1
printf 'x' | dd of=kuhn.bytes bs=1 seek=400 conv=notrunc 2>/dev/null
run 1 count ./kuhn.bytes && has "$err" "the image is damaged"
head -c 100 kuhn.image >short.image
run 1 dis ./short.image && has "$err" "cut off"

# ---- trees of known size
run 0 count tic-tac-toe --depth 5 --json && json
has "$(numbers)" '"by_depth":[9,72,504,3024,15120],"complete":[0,0,0,0,1440]'
run 0 count kuhn-poker --json && json
has "$(numbers)" '"start":6,"by_depth":[12,24,12],"complete":[0,18,12],"finished":30'
run 0 count connect-four --depth 4 && has "$out" " 2401 "
printf 'game "Menu":\n  players: 2\nvar a: number(0..6) = 4\n' >menu.game
printf 'flow:\n  repeat 3:\n    turn:\n      choose d in 1..6 where d > 3 "Which?"\n      a = d\n' >>menu.game
run 0 count menu.game && has "$out" "27 games finished" # of 1 to 6 only what is above 3
printf 'game "Take":\n  players: 1\nresource a, b, c, d, e\n' >take.game
printf 'player:\n  var stock[resource]: number(0..) = 0\n' >>take.game
printf 'flow:\n  turn:\n    choose r in resource take 3 "Which?"\n    for x in r: gain(1 x)\n' >>take.game
run 0 count take.game && has "$out" "10 games finished" # three of five: each subset once, whatever the order

# ---- scenarios
run 0 test tic-tac-toe && has "$out" "passed"
run 0 test tic-tac-toe kuhn-poker --json && json && has "$(numbers)" '"failed":0'
mkdir -p games/tic && cp "$ROOT/games/tic-tac-toe/tic-tac-toe.game" games/tic/tic.game
cat >games/tic/bad.scenario <<'TEXT'
include "tic.game"
scenario "Wrong on purpose":
  play: A: grid[5]
  play: B: grid[5]
TEXT
run 1 test games/tic/tic.game && has "$out" "bad.scenario:4: \"grid 5\" is not a legal answer of B"
run 1 test games/tic/bad.scenario "on purpose" --json && json && has "$(numbers)" '"failed_line":4'
# Scenarios of a family, where there is no other: each copy is run, in the configuration it asks for.
cat >family.game <<'GAME'
game "Family":
  players: 2..4
option stones = 3, 5
var left: number(0..) = 0
flow:
  for me in players: turn: choose n in 1..2 "How many?"; left += n
score: points: stones
for n in 2..3:
  scenario "Left {n}":
    given: left = n
    check: left == n
  scenario "Seats {n}"(players: n):
    check: count(players) == n
for k in [3, 5]: scenario "Stones {k}"(stones: k): check: stones == k
for n in 1..2: scenario "Alike": check: left == 3 - n - 1
GAME
run 1 test family.game --verbose && has "$out" "family.game: 7 passed, 1 FAILED" && has "$out" "ok    Stones 5"
run 0 test family.game "Left {n}" --verbose && has "$out" "ok    Left 3" && has "$out" "family.game: 2 passed"
run 0 test family.game "{n}eft 2" && has "$out" "family.game: 1 passed"
run 0 test family.game "Left {n} 4" && has "$out" "0 passed (no scenario has"

# ---- play, journal, replay
printf '5\n1\n2\n' | "$TERRANE" play tic-tac-toe --seed 3 --journal a.journal >out.txt 2>err.txt ||
    complain "play ended with $?"
has "$(cat out.txt)" "is saved in a.journal"
has "$(cat a.journal)" "terrane journal 1"
has "$(cat a.journal)" "A: grid 5"
run 0 replay a.journal --json && json
first=$(numbers)
run 0 replay a.journal --json --step && json
run 0 replay a.journal --step && has "$out" "1. A: grid 5"
run 0 play tic-tac-toe --journal a.journal && has "$out" "Going on after"
has "$(cat a.journal)" "seat A=person
seat B=medium"
sed 's/^seat B=medium/seat B=person/' a.journal >seats.journal
run 0 play tic-tac-toe --journal seats.journal && has "$(cat seats.journal)" "seat B=person"
run 0 play tic-tac-toe --journal seats.journal --seat B=greedy && has "$(cat seats.journal)" "seat B=greedy"
sed 's/^seat B=greedy/seat B=nobody/' seats.journal >nobody.journal
run 1 play tic-tac-toe --journal nobody.journal && has "$err" 'nobody.journal:7: '
sed '/^seat /d' a.journal >old.journal
run 0 play tic-tac-toe --journal old.journal && has "$(cat old.journal)" "seat B=medium"
run 0 replay a.journal --json
[ "$(numbers)" = "$first" ] || complain "a journal gone on with without an answer changed"
sed 's/^A: grid 5/A: grid 55/' a.journal >b.journal
run 1 replay b.journal && has "$err" 'b.journal:9: "grid 55" is not a legal answer of A'
sed 's/^definition ./definition 0/; s/^definition 0\(.\)/definition 0f/' a.journal >c.journal
run 1 replay c.journal && has "$err" "another definition"
run 3 replay none.journal
printf 'hello\n' >d.journal
run 1 replay d.journal && has "$err" "d.journal:1: not a journal"
run 3 play tic-tac-toe --journal no/such/folder/x.journal
printf '1\n' | "$TERRANE" play kuhn-poker >out.txt 2>&1 || complain "play without a journal ended with $?"
ls "$XDG_STATE_HOME"/terrane/kuhn-poker-*.journal >/dev/null || complain "no journal under XDG_STATE_HOME"

# ---- whole games between bots, of every game there is: the journal leads to the same result
for folder in "$ROOT"/games/*/; do
    name=$(basename "$folder")
    run 0 play "$name" --seat A=random,B=random --seed 4 --journal "$name.journal"
    run 0 replay "$name.journal" --json
    has "$(numbers)" '"status":"over"'
    while read -r _ seat _ score _ rank; do
        has "$(numbers)" "{\"seat\":\"$seat\",\"score\":$score,\"rank\":$rank}"
    done < <(grep '^result ' "$name.journal")
done

# ---- positions: one line each, the last of them is the end, and one from the middle can be gone on with
for folder in "$ROOT"/games/*/; do
    name=$(basename "$folder")
    run 0 replay "$name.journal" --states
    [ "$(wc -l <out.txt)" -eq "$(($(grep -c '^[A-H]: ' "$name.journal") + 1))" ] ||
        complain "$name: not a line for each answer"
    has "$(tail -1 out.txt)" '"status": "over"'
    python3 -c 'import json, sys; [json.loads(l) for l in open(sys.argv[1])]' out.txt || complain "$name: not JSON"
    sed -n "$(($(wc -l <out.txt) / 2 + 1))p" out.txt >middle.json
    run 0 simulate "$name" --from middle.json --games 3 --jobs 1
    run 0 play "$name" --from middle.json --seat A=random,B=random --seed 5 --journal "$name-on.journal"
    run 0 replay "$name-on.journal" --json && has "$(numbers)" '"status":"over"'
done
run 0 replay kuhn-poker.journal --link && link=$out && has "$link" "t3-"
run 0 replay kuhn-poker.journal --json && of_journal=$(numbers)
run 0 replay "$link" --json && [ "$(numbers)" = "$of_journal" ] || complain "the link is another game than the journal"
run 0 replay "https://tables.example/replay#$link" --step && has "$out" "1. A: "
run 1 replay "${link}A" && has "$err" "the link is damaged"
run 1 replay "${link%???}" && has "$err" "the link is damaged"
run 1 replay t9-abc && has "$err" "another version"
run 2 replay kuhn-poker.journal --link --json && has "$err" "an output of its own"
run 0 play --link "$link" --at 1 --journal from-link.journal && has "$out" "Going on after 1 answers"
run 2 play --link "$link" --at 100 && has "$err" "at"
run 2 play --link "$link" --seed 3 && has "$err" "its own players, options and seed"
run 2 play kuhn-poker --at 1 && has "$err" "it needs --link"
run 2 play && has "$err" "GAME is missing"
mkdir -p changed/kuhn-poker &&
    sed 's/^game .*/&\n# another rule/' "$ROOT/games/kuhn-poker/kuhn-poker.game" >changed/kuhn-poker/kuhn-poker.game
TERRANE_GAMES="$work/changed" run 0 replay "$link" --json && [ "$(numbers)" = "$of_journal" ] ||
    complain "a link is not played by the rules that were kept"
rm -r "$XDG_STATE_HOME/terrane/rules"
TERRANE_GAMES="$work/changed" run 1 replay "$link" && has "$err" "have changed since"
run 0 replay tic-tac-toe.journal --states && sed -n 3p out.txt >third.json
run 0 count tic-tac-toe --from third.json --depth 1 && has "$out" "    1                    7"
run 1 count connect-four --from third.json && has "$err" "third.json"
run 0 replay kuhn-poker.journal --states --seat B && has "$out" '"seen_by": "B"' && has "$out" '"hand": [null]'
run 2 replay kuhn-poker.journal --states --json && has "$err" "not with --json"
run 2 replay kuhn-poker.journal --seat B && has "$err" "it needs --states"
run 2 replay kuhn-poker.journal --states --seat Z && has "$err" 'no seat "Z"'
run 0 test tic-tac-toe "taken" --states && has "$out" '"scenario": "A taken cell is not offered"' && has "$err" "passed"
run 2 test tic-tac-toe --states --json && has "$err" "not with --json"
run 3 play kuhn-poker --from none.json && has "$err" "none.json: no such file"
printf '{"seats": 2,\n "begin": 5}\n' >odd.json
run 1 play kuhn-poker --from odd.json && has "$err" "odd.json:2:11: begin: an object"
run 1 simulate kuhn-poker --from odd.json && has "$err" "odd.json:2:11: begin: an object"
printf "{\"begin\": {\"turn\": \"A\"}}" >kuhn.json
run 2 play kuhn-poker --from kuhn.json --journal kuhn-poker.journal && has "$err" "its own beginning"
printf 'terrane journal 1\ngame kuhn-poker\norder deck: King, Jakc\nseed 1\n' >hand.journal
run 1 replay hand.journal && has "$err" 'hand.journal:3: there is no card "Jakc"; did you mean "Jack"?'
printf 'terrane journal 1\ngame kuhn-poker\norder deck: King, King\nseed 1\nA: bet\n' >hand.journal
run 1 replay hand.journal && has "$err" '"King" cannot come now'
printf 'terrane journal 1\ngame kuhn-poker\norder deck: King, Jack\nseed 1\nA: bet\n' >hand.journal
run 0 play kuhn-poker --journal hand.journal --seat A=random && has "$out" "Going on after 1 answers"
has "$(cat hand.journal)" "order deck: King, Jack"
has "$(cat hand.journal)" "definition "
run 0 replay hand.journal --states && has "$out" '"hand": ["King"]'

# ---- simulations do not depend on the number of threads
run 0 simulate kuhn-poker --games 300 --seed 9 --jobs 1 --json && json
one=$(grep -vE 'seconds?"|jobs' out.txt)
run 0 simulate kuhn-poker --games 300 --seed 9 --jobs 3 --json
[ "$one" = "$(grep -vE 'seconds?"|jobs' out.txt)" ] || complain "a simulation depends on its threads"
has "$one" '"decisions_per_game": null' # games are played out without menus
run 0 simulate kuhn-poker --games 300 --seed 9 --jobs 3 --json --menus
has "$out" '"decisions_per_game": '
case $out in *'"decisions_per_game": null'*) complain "simulate --menus counts no decisions" ;; esac
run 0 simulate tinyforming --games 60 --report && has "$out" "points from" && has "$out" "rounds: from"
run 0 simulate tinyforming --games 60 --seed 9 --report --jobs 1 --json && json && has "$out" '"in_games"'
run 0 simulate tic-tac-toe --games 50 --rotate && has "$out" "bot 2"

# ---- learning: a file beside the game, which the bots read; the same for the same seed, whatever the threads
mkdir -p games/tiny && cp "$ROOT/games/tinyforming/tinyforming.game" games/tiny/tiny.game
run 0 train games/tiny/tiny.game --games 5 --rounds 2 --jobs 1 && has "$out" "tiny.weights: "
has "$err" "contest 2 of 2: wins"
has "$(cat games/tiny/tiny.weights)" "length generation "
run 0 train games/tiny/tiny.game --games 5 --rounds 2 --jobs 3 --output other.weights
diff games/tiny/tiny.weights other.weights >/dev/null ||
    complain "train depends on its threads: $(diff games/tiny/tiny.weights other.weights)"
run 0 simulate games/tiny/tiny.game --bot greedy,random --rotate --games 10 && has "$out" "greedy"
cp out.txt with.txt
run 0 simulate games/tiny/tiny.game --bot greedy,random --rotate --games 10 --weights /dev/null
diff <(tail -4 with.txt) <(tail -4 out.txt) >/dev/null && complain "weights beside the game are not read"
run 0 simulate games/tiny/tiny.game --bot greedy --games 10 --weights other.weights --weights /dev/null
cp out.txt each.txt
run 0 simulate games/tiny/tiny.game --bot greedy --games 10 --weights /dev/null --weights other.weights
diff <(tail -2 each.txt) <(tail -2 out.txt) >/dev/null && complain "weights of each bot are not its own"
run 2 simulate tinyforming --bot greedy --games 1 --weights /dev/null --weights /dev/null --weights /dev/null
has "$err" "3 files of weights are given for 2 players"
run 0 play games/tiny/tiny.game --seed 1 && has "$out" "B (medium)"
run 0 play connect-four --seed 1 && has "$out" "B (medium)"
printf 'stock[credit] 1\nstock[gold] 2\n' >games/tiny/tiny.weights
run 0 simulate games/tiny/tiny.game --bot greedy --games 1 &&
    has "$err" 'tiny.weights: line 2: the game has no number "stock[gold]"'
printf 'stock[credit] dear\n' >games/tiny/tiny.weights
run 1 simulate games/tiny/tiny.game --bot greedy --games 1 && has "$err" 'tiny.weights: line 1: "dear" is not a number'
run 1 play games/tiny/tiny.game && has "$err" "line 1"
run 0 simulate games/tiny/tiny.game --games 1
run 3 simulate tinyforming --bot greedy --games 1 --weights none.weights && has "$err" "none.weights: no such file"
run 3 train games/tiny/tiny.game --games 1 --output no/such/folder/x.weights && has "$err" "x.weights: "
run 1 train tic-tac-toe --output x.weights && has "$err" "no score"
[ ! -e x.weights ] || complain "train wrote a file though it refused"
run 0 train games/tiny/tiny.game --players 1 --games 5 --rounds 1 && has "$out" "tiny.1.weights: "
run 0 train games/tiny/tiny.game --players 1 --games 5 --rounds 1 --aim 'table.supply[heat]=-200' --output aimed.weights
has "$(cat aimed.weights)" "aim table.supply[heat] -200.000"
has "$(cat aimed.weights)" "--seed 1 --players 1 --aim 'table.supply[heat]=-200'" # the command that makes it again
run 2 train games/tiny/tiny.game --players 1 --aim table.heta=3 --output x.weights && has "$err" "table.heta"
run 2 train games/tiny/tiny.game --players 1 --aim table.heat --output x.weights && has "$err" "FEATURE=POINTS"

# ---- Ctrl-C stops politely. (A job of a script ignores SIGINT unless it is caught, so SIGTERM stands in for it.)
# catches PID: waits until the program has said what it does at SIGTERM: bit 14 of the signals it catches.
program=$(readlink -f "$TERRANE")
catches() {
    local _
    for _ in $(seq 600); do
        local caught
        caught=$(awk '/^SigCgt:/ { print $2 }' "/proc/$1/status" 2>/dev/null) || return 0
        # Before it is the program it is a copy of this shell, which catches signals too, for its trap.
        [ "$(readlink "/proc/$1/exe")" = "$program" ] && [ $((16#${caught: -4} >> 14 & 1)) -eq 1 ] && return 0
        sleep 0.05
    done
    complain "$1 does not catch SIGTERM"
}
"$TERRANE" simulate connect-four --games 100000000 >out.txt 2>&1 &
pid=$!
catches "$pid"
kill -TERM "$pid"
wait "$pid" || complain "a stopped simulation ended with $?"
has "$(cat out.txt)" "(stopped)"
"$TERRANE" train tinyforming --games 10000 --output stopped.weights >out.txt 2>&1 &
pid=$!
catches "$pid"
kill -TERM "$pid"
wait "$pid" && complain "a stopped train says that all is well"
has "$(cat out.txt)" "nothing is written"
[ ! -e stopped.weights ] || complain "a stopped train has written a file"

finish
