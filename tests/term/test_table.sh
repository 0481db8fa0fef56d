#!/usr/bin/env bash
# The terminal table with the real engine: what is shown of a game with prices, goals and hints, what `why` and `find`
# say, and that the largest game fits on a screen. Needs TERRANE (the program) and ROOT (the checkout).
# Not quick: large games.
. "$ROOT/tests/support/script.sh"

# play GAME COLUMNS LINES OPTIONS...: what the table prints when these lines are typed is in $out.
play() {
    local game=$1 columns=$2 lines=$3
    shift 3
    out=$(printf '%b' "$lines" | COLUMNS=$columns "$TERRANE" play "$game" "$@" 2>&1)
}

market=$ROOT/tests/term/market.game

# ---- the table: stock and income side by side, hints, goals, hand with marks
play "$market" 120 'quit\n'
has "|1     |2~    |3     |"
has "|2c    |1w    |"
has "~ wet ground"
has "                       stock      income"
has "  c coin                   5           1"
has "B (medium)  fame 0 | c5+1 w5+1"
has "goal: Famous 0/4 A0 B0"
has "    Plough       9  farm  needs fame>=3"
has "  * Guild        2  craft price -2c; toll -1c" # what it does, in short
has "  * Barrel       4  craft "
lacks "bought"
has "A hand (4)  * can be chosen now"
lacks "cellar"

# ---- an own table with a card in play: what it costs now, why not, one question further on and behind "no"
play "$market" 120 'buy\nguild\nwhy plough\nwhy barrel\nno\nwhy statue\nwhy feast\nwhy famous\nwhy nobody\n'
has "  * Barrel       2 (4)   craft "
has "Plough (ware), price 7 (instead of 9; Guild -2)
    Buy a ware: not possible now
    - a fame of at least 3 (your fame: 0, needs at least 3)
    - 4 coin short: you have 3, need 7"
has "Barrel (ware), price 2 (instead of 4; Guild -2)
    Buy a ware: possible now"
has "Statue (ware), price 18 (instead of 20; Guild -2)
    Buy a ware: not possible now
    - a fame of at least 5 (your fame: 0, needs at least 5)
    - 15 coin short: you have 3, need 18"
has "Feast (deed), toll 5 (instead of 6; Guild -1)
    Do a deed: not possible now
    - 2 coin short: you have 3, need 5"
has "Famous (goal)
    Reach a goal: not possible now
    - a fame of at least 4 (your fame: 0, needs at least 4)"
has 'nothing here is called "nobody"'
play "$market" 120 'guild\nwhy guild\nwhy g\nmap\n'
has "Guild (ware), in your shop
    not possible now
    - it is in your shop
    - not a ware in your hand"
has "  ~ wet ground"

# ---- what a card has goes by its name, also where its text is only the name of another card
play "$ROOT/games/masked-ball/masked-ball.game" 120 'quit\n' --seed 1
has "    Owl          stops Fox; +2 cards"

# ---- what lies behind an answer can be named at once; what has one way only is said before it is taken
play "$market" 120 'guild\nplough\nplay barrel\nbuy barrel\nundo\nquit\n'
has "A plays Guild"
has "  1 Buy a ware: Barrel (price 2)    2 Build a mill                    3 Rest
  0 no"
has '"plough" is not possible now:
  Plough (ware), price 7 (instead of 9; Guild -2)
    Buy a ware: not possible now'
has '"play barrel" is not possible now:'
has "A plays Barrel"
play "$market" 120 'buy a ware: guild\nware\n1\nmill\n2\nno\nquit\n' --seat B=person
has "A plays Guild"
has "+1 wood"
has "  1 Build a mill    2 Rest            0 no
A: Which action?
  1 Build a mill    2 Rest"
play mars 120 'helion\n0\naqui\n2\npower plant\nundo\nconvert\npass\nno\nquit\n' --seed 5 --practice --seat B=greedy
has "A: Another action? Which action?
  1 Standard project    2 Fund an award       0 no"
has "  1 Standard project: Power Plant (fee 11)    2 Fund an award"
has "A carries out Power Plant: -11 money"
has "undone"
has '"convert" is not possible now'
has "    - passing is the only action of a turn"
has "supply: ocean 9" # the stack; of tiles without a limit nothing is said
lacks "9999"
has "first player"
lacks "reserved for Phobos" # a sentence about a card is no reason to list an empty place

# ---- against bots, too, what became known cannot be taken back: what they did, cards that were drawn;
# who practises may
play tic-tac-toe 80 '5\nundo\nquit\n' --seed 1
has "something was revealed or others decided since: this cannot be undone"
lacks "  undone"
play tic-tac-toe 80 '5\nundo\nquit\n' --seed 1 --practice
has "  undone"
play mars 120 '1\n0\npass\nundo\nquit\n' --seed 5 --players 1 # cards are drawn
lacks "  undone"
has "something was revealed or others decided since: this cannot be undone"

# ---- spaces say what they give, and go by the numbers on the map
play "$market" 120 'build\n'
has "|>1    |>2~   |>3    |"
has "  1 (+2 coin)    2 (+1 wood)    3"

# ---- spaces of two boards with the same numbers go by their names; declining is 0
boards=$ROOT/tests/term/boards.game
play "$boards" 100 '2\n2\nhill 2\n0\npeak\nquit\n'
has "A: Where in the valley?
  1       2       3       0 no"
has "A: Where in the valley? valley 2"
has "    valley 1      valley 3      peak          hill 2        hill 3"
has "there are several spaces 2: type the name"
has "A: Where? hill 2"
has "A: Where? peak"

# ---- what lies on cards in play, and searching
play "$market" 80 'buy\nbarrel\nfind craft\nfind farm fame\nfind nowhere\ncard guild\nplayer b\nwhy barrel\n'
has "A shop (1): Barrel (stored 2)"
has "  Barrel (ware), in your shop"
has "  Guild (ware), in your hand
    cost 2c; craft tag; price -2c; toll -1c
    Cost 2. Tags: craft. While in play: price −2. While in play: toll −1."
has "  Plough (ware), in your hand"
has 'no card has the tag or the words "nowhere"'
has "B (medium)  "

# ---- what players have reached, side by side; what comes next on a track; many cards in one line; answers by words
play mars 80 '' --seed 5 --seat B=greedy
has " Mayor       /3    0   0  at least 3 city tiles of yours"
has " Scientist     0   0  science tags of that player"
play mars 140 '1\n1 2 3 4 5 6\nlist standard\nsell\nlist science\n1 2 3 4 5 6\nlog 1\nsigns\n' --seed 5 --seat B=greedy
has "milestone          A   B"
has " Terraformer /35  20  20"
has " Planner     /16   6   6"
has "award          A   B"
has "  2 Standard project"
has "  6 Gene Repair       12 science        needs 3 science tags; [+2M]; 2 pts"
has "  * A sells 6 cards: +6 money"
has "  * A sells Lunar Beam, Urbanized Area, Insulation, Miranda Resort, Robotic Workforce and Gene Repair: +6 money"
has "  M  money (resource)"
has "  [ ] production"
play "$ROOT/tests/term/repeats.game" 80 '1\n1\n1\n1\nlog 3\n' --seed 3
has "  * B: What? Toss a coin: -1 coin (x4)
"
has "  * B: What? Toss a coin: -1 coin
  * B: What? Toss a coin: -1 coin
  * B: What? Toss a coin: -1 coin
"
play mars 80 '1\n1 2 3 4 5 6\nsell\nlist nowhere\n' --seed 5 --seat B=greedy
has 'no answer has the words "nowhere"'
has "..+.+.........+.... 8  at -30, next -24: [+1H]"

# ---- the largest game: everything on one screen of 120 columns (45 lines, and one more for each card above seven
# in hand), no helpers of the rules
numbers=$(awk 'BEGIN {
    srand(7)
    for (i = 0; i < 9000; i++) printf "%d\\n", i % 3 ? 1 + int(rand() * 9) : int(rand() * 62)
}')
for columns in 120 80; do
    play mars "$columns" "$numbers" --seed 11 --seat B=random
    has "final score"
    lacks "opened"
    lacks "climbed"
    lacks "Beginner Corporation x"
    has "milestone: Terraformer"
    has "stock  production"
    echo "$out" >"$work/out.txt"
    too_wide=$(sed 's/−/-/g; s/→/>/g' "$work/out.txt" |
        awk -v most="$columns" 'length($0) > most' | grep -v 'saved in' | head -3)
    [ -z "$too_wide" ] || complain "wider than $columns columns: $too_wide"
done
play mars 120 "$numbers" --seed 11 --seat B=random
echo "$out" >"$work/out.txt"
longest=$(awk '/^-- Terraforming/ { n = 0; hand = 0; counting = 1 }
    /^  A hand/ { hand = substr($3, 2) + 0 }
    /^A: / { n -= hand > 7 ? hand - 7 : 0; if (counting && n > most) most = n; counting = 0 }
    counting { n++ }
    END { print most }' "$work/out.txt")
[ "$longest" -le 45 ] || complain "a table of mars takes $longest lines"

has "cards of B: "

# ---- on a screen everything fits, from the head of the table to the question; where it cannot, the map comes last
screens() { # of $out: the longest screen with a question like $1
    echo "$out" | awk -v asks="$1" 'function ends() { if (asked && n > most) most = n; asked = counting = 0 }
        /^-- Terraforming/ { n = 0; counting = 1 }
        counting && asked && (/^A: / || /^  \*/ || /^  no answer/ || /^  "/ || /nothing was done/) { ends() }
        counting { n++ }
        /^A: / { if (counting && $0 ~ asks) asked = 1; else counting = 0 }
        END { print most + 0 }'
}
export LINES
for LINES in 50 40; do
    play mars 160 "$numbers" --seed 11 --seat B=random
    has "final score"
    longest=$(screens .)
    [ "$longest" -gt 30 ] && [ "$longest" -lt "$LINES" ] || complain "a screen of mars takes $longest lines of $LINES"
done
LINES=24
play mars 80 "$numbers" --seed 11 --seat B=random
longest=$(screens "Which action")
[ "$longest" -gt 10 ] && [ "$longest" -lt 24 ] || complain "a screen of mars takes $longest lines of 24"
# whatever lies on them, the last areas stand right above the question
echo "$out" | grep -B2 '^A: Where does the ocean tile go' | grep -Eq '^ +\|>?57.*61' ||
    complain "the map is not above the question about it"
unset LINES

# ---- alone: no goals that nobody can reach, one action after the other, and what is lost is said to be
play mars 80 "2\nno more\n$(printf 'pass\\nno more\\n%.0s' $(seq 14))" --players 1 --seed 7
has "Ecological Zone is turned over and discarded"
lacks "starters"
lacks "milestone:"
lacks "Another action"
lacks "  rank "
lacks "more...."
has "You have lost."
play mars 80 'why 12\n2\nno more\nwhy 12\nwhy mars 29\nhelium\nquit\n' --players 1 --seed 7
has "  Ascraeus Mons
    not possible now
    - you are asked something else now: "
has "  Ascraeus Mons
    Convert plants: not possible now
    - 8 plants short: you have 0, need 8"
has "    - Noctis is reserved"

# ---- in the middle of an action: what one will have depends on what one chooses, so it is told how things stand
play mars 80 '1\n1,2,3,4,5,6\nwhy lunar beam\nstandard project\nwhy lunar beam\nwhy gene repair\nquit\n' \
    --seed 5 --seat B=random
has "  Lunar Beam (automated), price 13
    Play a card: possible now"
has "  Lunar Beam (automated), price 13
    not possible now
    - it is in your hand
    - you are asked something else now: Which standard project?"
has "    - requires 3 science tags: no (have 0, need 3)"
lacks "When it is your turn"
lacks "short: you have 1,"

# ---- why a place is none of those that can be chosen: through functions, conditions, and sets handed on
places=$ROOT/tests/term/places.game
places() { play "$places" 110 "$2\nquit\n" --option order="$1" --seat B=person; }
places huts 'why valley 2\nwhy valley 3\nwhy home\nwhy valley 1'
has "    - hut next to valley 2: 1, needs 0 (wanted: a usual place for a hut)"
has "    - valley 3 is a wet ground (wanted: a usual place for a hut)"
has "    - home is not free (wanted: a usual place for a hut)"
has "  valley 1
    possible now"
places huts 'why 3\nwhy valley 6\nwhy 9'
has "    - valley 3 is a wet ground"
has "    - home is not free"
has "  9
    not possible now
    - you are asked something else now: Where does the hut go?"
places towers 'why valley 3\nwhy home'
has "    - valley 3 is a wet ground (wanted: a usual place for a tower)"
places bridges 'why valley 8\nwhy home'
has "    - valley 8's row: 2, needs 1"
has "    - home is not free"
places camps 'why valley 2\nwhy valley 3'
has "    - valley 2's column: 2, needs more than 2 (wanted: dry ground where its column is more than 2)"
has "    - valley 3 is a wet ground (wanted: dry ground where its column is more than 2)"
places fords 'why home' # the rules changed the set after it was made: nothing but its condition can be said
has "    - not: one of valley 1, "
lacks "is not free"

# ---- several answers in one line: in any order, all of them or none; what is named is all that is taken
basket=$ROOT/tests/term/basket.game
basket() { play "$basket" 100 "$1\nlog 4\nquit\n" --seed 1; }
basket '2 1'
has "Apple and Banana go to A's basket"
has "A loses 3 coin"
basket 'date, app'
has "Apple and Date go to A's basket"
basket 'egg, apple, egg'
has "Apple and Egg (2) go to A's basket"
basket '1 2 3'
has "Apple, Banana and Cherry go to A's basket"
basket '1 2 3 4'
has "only 3 can be chosen; nothing was done"
basket '1 2\n1 2'
has "Cherry and Cranberry go to A's basket"
basket '5 4 3'
has "Date is not possible with the others: 3 coin short: you have 7, need 10; nothing was done"
basket 'apple, 9'
has '"9" is not one of the answers; nothing was done'
basket 'apple, plum'
has '"plum" is not one of the answers; nothing was done'
basket 'apple, c'
has '"c" could be several of the answers; nothing was done'
basket 'apple, banana, apple'
has '"Apple" is named twice; nothing was done'
lacks "A's basket"
# a line is the whole choice: one thing is just that one, and taking back takes back all of the line
basket '5'
has "Date goes to A's basket"
has "A loses 4 coin"
basket '5 no'
has "Date goes to A's basket"
basket 'berry'
has '"berry" is not one of the answers'
basket '1 2 3\nundo\n5'
has "  undone"
has "Date goes to A's basket"
basket 'none'
has "something must be chosen; nothing was done"
has "Which fruits? (choose 1 to 3)
  all in one line, such as 1 2"
basket '1\nhelp'
has "line is the whole choice"

# ---- a question with one answer is asked when something is paid, lost or shown by it
forced=$ROOT/tests/term/forced.game
play "$forced" 80 'buy\nquit\n' --seed 1 --seat B=person
has "A: Buy what?
  1 Lamp"
lacks "-3 coin"
play "$forced" 80 'buy\nlamp\n1\n1\nquit\n' --seed 1 --seat B=person
has "Buy what? Lamp: -3 coin"
has "A: Bow?
 1"
lacks "A: Wish?
 1"
has "Wish? 1: luck +1"
has "A: Look?
 1"
lacks "A: Thank?
 1"
has "B: Enough?"

# ---- hands that others see are shown, with a table of numbers too
play "$ROOT/tests/term/hands.game" 80 'quit\n' --seed 1
has "  B hand (2): One, Two"
has "  A hand (2)"
lacks "A hand (2):"

# ---- spaces whose names are numbers: no other number stands on the map, and none is taken for one
play backgammon 80 '13\n6\nquit\n' --seed 5 --seat B=random
has "|bar A|19   |"
has "|A 5  |" # whose and how many
has "A moves from 13 to 11"
has "A moves from 6 to 5"
lacks "|7 bar"

# ---- an empty bar is silent
play "$ROOT/tests/term/bars.game" 80 '1\n2\nrest\n1\n3\nnod\nlog\n' --seed 1 --seat B=person
has "* A goes from g 1 to g 2"
has "* B: Nod"
lacks "* A: g 1"
lacks "* A: From?"
lacks "Rest
"
finish
