#!/usr/bin/env bash
# `terrane cards`: a table that nobody changed changes nothing; one that was changed changes only that; one that cannot
# be right is refused with row and column, and nothing is written.
# Needs TERRANE (the program) and ROOT (the checkout).
# Not quick: large games many times.
. "$ROOT/tests/support/skip.sh"
needs python3
. "$ROOT/tests/support/script.sh"

# run STATUS ARGUMENT...: terrane cards; what it says goes to out.txt and err.txt.
run() {
    local wanted=$1 code=0
    shift
    "$TERRANE" cards "$@" >out.txt 2>err.txt </dev/null || code=$?
    [ "$code" -eq "$wanted" ] || complain "cards $*: ended with $code, expected $wanted: $(cat out.txt err.txt)"
}

# says FILE TEXT...: each of them stands in the file.
says() {
    local file=$1 text
    shift
    for text; do grep -qF -- "$text" "$file" || complain "expected \"$text\" in $file: $(head -c 3000 "$file")"; done
}

# A game of two files with everything a text may hold beside cards: comments in odd places, a module, a family, a
# parameter that a kind gives, lists, defaults, a body on the first line, another card as a value.
fresh() {
    mkdir farm
    cat >farm/farm.game <<'GAME'
game "Farm":
  players: 2
option wide "Wide" = true, false
resource coin
tag animal, crop, barn
kind part(tags: tag...) "part":
  value points -> number = 0
  value beside -> part = none
  rule do
kind beast(cost: number, food: number = 1, yard: number = 2) is part
kind hen is beast(food: 0)
kind tool(weight: number) is part
player:
  var stock[resource]: number(0..) = 9
include "beasts.game"    # the cards
if wide:
  # only here
  tool Plough( 4 , barn )   # heavy
for n in 1..2: tool "Stick {n}"(n)
flow:
  for me in players:
    turn:
      choose p in part "Which?"
      me.stock[coin] += p.points + count(t in tag where t in p.tags) + count(h in hen) + count(b in beast)
score: coins: me.stock[coin] + Cow.cost + "Old Hen".yard + (if defined(Cow.do) then 1 else 0)
GAME
    cat >farm/beasts.game <<'GAME'
# Beasts.
beast Cow(3, 1, 2, animal): points: 2  # moo
beast "Big Cow"(7, 2, 3, animal, barn,   copies: 2):
  do: gain(1 coin)   # a comment
  # and another
  points: count(x in [Cow, "Old Hen"]
    where true)
  flavour: "It says \"moo\"."

hen "Old Hen"(1, yard: 4)
beast Goat(2)
GAME
    cat >farm/farm.scenario <<'GAME'
include "farm.game"
scenario "A cow pays":
  play: A: Cow
  check: A.stock[coin] > 9
GAME
}

# edit PYTHON: changes the table t.csv; `rows` are its lines, `at(card)` is the row of a card, `col` finds a column.
edit() {
    python3 -c '
import csv, sys
rows = list(csv.reader(open("t.csv", newline="", encoding="utf-8")))
col = lambda name: rows[0].index(name)
def at(card): return [r for r in rows if r[0] == card][0]
def put(card, name, value):
    if name not in rows[0]:
        for r in rows: r.append(name if r is rows[0] else "")
    at(card)[col(name)] = value
def add(behind, **cells):
    r = [""] * len(rows[0])
    for k, v in cells.items(): r[col(k)] = v
    rows.insert(rows.index(at(behind)) + 1, r)
exec(sys.argv[1])
csv.writer(open("t.csv", "w", newline="", encoding="utf-8")).writerows(rows)' "$1"
}

fresh
run 0 farm/farm.game part --csv
cp out.txt kept.csv
cp -r farm kept

# table [PYTHON]: a fresh game and its table, edited.
table() {
    rm -rf before farm
    cp -r kept before
    cp -r kept farm
    cp kept.csv t.csv
    [ $# -eq 0 ] || edit "$1"
}

# changed: the lines that are other ones now, without the numbers of diff.
changed() {
    diff -r before farm | grep '^[<>]' >diff.txt
}

# unchanged: not one byte is another.
unchanged() {
    diff -r before farm >/dev/null || complain "the game was changed: $(diff -r before farm)"
}

# ---- out
table
printf '%s\r\n' 'card,name,kind,tags,cost,food,yard,weight,copies,points,flavour' \
    'Cow,Cow,beast,animal,3,1,2,,,2,' \
    >wanted.csv
head -n 2 t.csv | cmp - wanted.csv || complain "the table begins otherwise: $(head -n 2 t.csv)"
says t.csv '"animal, barn"' '"It says ""moo""."' 'Old Hen,Old Hen,hen,,1,0,4' 'Plough,Plough,tool,barn,,,,4'
grep -q Stick t.csv && complain "a card of a family is a row"
run 0 farm/farm.game
says out.txt '5  part' '4  beast, a part' '1  hen, a beast'
run 0 farm/farm.game beast --csv
says out.txt 'card,name,kind,cost,food,yard,tags,copies,points,flavour'

# ---- back, and nothing else
run 0 farm/farm.game part --write t.csv
says out.txt '0 changed, 0 new, 0 removed'
unchanged
edit 'rows.reverse(); rows.insert(0, rows.pop())' # sorted otherwise
run 0 farm/farm.game --write t.csv
unchanged
sed -i '1s/^/\xef\xbb\xbf/; s/,,*$//' t.csv && edit 'pass' 2>/dev/null
table 'put("Cow", "cost", "4"); put("Big Cow", "tags", "crop"); put("Plough", "weight", "5")
put("Goat", "tags", "animal")'
run 0 farm/farm.game part --write t.csv --check
says out.txt 'Cow: cost 3 -> 4' 'would be written: farm/farm.game, farm/beasts.game'
unchanged
run 0 farm/farm.game part --write t.csv
changed
printf '%s\n' '< beast Cow(3, 1, 2, animal): points: 2  # moo' \
    '< beast "Big Cow"(7, 2, 3, animal, barn,   copies: 2):' \
    '> beast Cow(4, 1, 2, animal): points: 2  # moo' '> beast "Big Cow"(7, 2, 3, crop,   copies: 2):' \
    '< beast Goat(2)' '> beast Goat(2, tags: animal)' \
    '<   tool Plough( 4 , barn )   # heavy' '>   tool Plough( 5 , barn )   # heavy' | cmp - diff.txt ||
    complain "changed: $(cat diff.txt)"
# What is changed back is as it was.
run 0 farm/farm.game part --csv
cp out.txt t.csv
edit 'put("Cow", "cost", "3"); put("Big Cow", "tags", "animal, barn"); put("Plough", "weight", "4")
put("Goat", "tags", "")'
run 0 farm/farm.game part --write t.csv
unchanged

# Arguments that come and go, clauses that come and go, in each form of body.
table 'put("Cow", "food", "5"); put("Cow", "tags", ""); put("Old Hen", "yard", ""); put("Goat", "copies", "3")
put("Cow", "flavour", "It says \"moo\" \\ # no comment"); put("Goat", "points", "1 + 1"); put("Big Cow", "flavour", "")'
run 0 farm/farm.game part --write t.csv
changed
says diff.txt '> beast Cow(3, 5, 2):' '>   points: 2  # moo' '>   flavour: "It says \"moo\" \\ # no comment"' \
    '> hen "Old Hen"(1)' '> beast Goat(2, copies: 3):' '>   points: 1 + 1' '<   flavour: "It says \"moo\"."'
table 'put("Cow", "points", ""); put("Goat", "kind", "hen"); put("Big Cow", "copies", ""); put("Big Cow", "tags", "")'
run 0 farm/farm.game part --write t.csv
changed
says diff.txt '> beast Cow(3, 1, 2, animal)  # moo' '> hen Goat(2)' '> beast "Big Cow"(7, 2, 3):'

# New cards stand behind the card above them, with its indentation and in its file.
table 'add("Plough", name="Rake", kind="tool", weight="1", tags="barn, crop")
add("Cow", name="Wild \u00d6x", kind="beast", cost="9", yard="1", tags="animal, crop", points="3", flavour="Huge.",
    copies="2")
add("Goat", name="Sheep", kind="beast", cost="1")'
run 0 farm/farm.game part --write t.csv
says out.txt 'new: Rake' '0 changed, 3 new, 0 removed'
changed
printf '%s\n' '> beast "Wild Öx"(9, yard: 1, tags: [animal, crop], copies: 2):' '>   points: 3' '>   flavour: "Huge."' \
    '> beast Sheep(1)' '>   tool Rake(1, barn, crop)' | cmp - diff.txt || complain "new cards: $(cat diff.txt)"

# A name is changed wherever the card is spoken of, also in another file.
table 'put("Cow", "name", "Milk Cow"); put("Big Cow", "name", "Bull")'
run 0 farm/farm.game part --write t.csv
changed
says diff.txt '> beast "Milk Cow"(3, 1, 2, animal): points: 2  # moo' \
    '> beast Bull(7, 2, 3, animal, barn,   copies: 2):' \
    '>   points: count(x in ["Milk Cow", "Old Hen"]' '>   play: A: "Milk Cow"' '+ "Milk Cow".cost +'
"$TERRANE" test farm/farm.scenario >out.txt 2>&1 || complain "after the rename: $(cat out.txt)"
table 'put("Cow", "name", "Goat"); put("Goat", "name", "Cow")'
run 0 farm/farm.game part --write t.csv
changed
says diff.txt '> beast Goat(3, 1, 2, animal): points: 2  # moo' '> beast Cow(2)' '>   play: A: Goat'

# Cards without a row go only where that is asked for.
table 'rows.remove(at("Goat"))'
run 1 farm/farm.game part --write t.csv
says err.txt 'the card "Goat" has no row' '--remove'
unchanged
run 0 farm/farm.game part --write t.csv --remove
changed
printf '%s\n' '< beast Goat(2)' | cmp - diff.txt || complain "removed: $(cat diff.txt)"
table 'rows.remove(at("Cow"))'
run 1 farm/farm.game part --write t.csv --remove
says err.txt 'unknown name "Cow"' 'nothing was changed'
unchanged

# A card on the line of its module: it is changed, but nothing can stand behind it or go without the `if`.
table
printf 'if not wide: tool Hoe(1)\n' >>farm/farm.game
rm -rf before && cp -r farm before
run 0 farm/farm.game tool --csv
cp out.txt t.csv
edit 'add("Hoe", name="Axe", kind="tool", weight="2")'
run 1 farm/farm.game tool --write t.csv
says err.txt 'row 4, column B (name)' 'shares its line'
printf 'card,weight\nPlough,4\n' >t.csv
run 1 farm/farm.game tool --write t.csv --remove
says err.txt 'the card "Hoe" shares its line'
unchanged
printf 'card,weight,points\nPlough,4,\nHoe,2,3\n' >t.csv
run 0 farm/farm.game tool --write t.csv
changed
says diff.txt '> if not wide: tool Hoe(2):' '>   points: 3'

# ---- other forms of text
# A byte order mark, CRLF, no end of the last line; a table with semicolons and a mark of its own, and without "card".
table
sed -i 's/$/\r/; 1s/^/\xef\xbb\xbf/' farm/beasts.game
truncate -s -2 farm/beasts.game
rm -rf before && cp -r farm before
run 0 farm/farm.game part --csv
tr -d '\r' <out.txt | cmp - <(tr -d '\r' <t.csv) || complain "the form of lines is seen in the table"
printf '\xef\xbb\xbfname;kind;cost;points\nGoat;beast;8;2\nLamb;beast;1;\n' >t.csv
run 1 farm/farm.game beast --write t.csv
says err.txt 'the card "Cow" has no row'
printf 'name\tkind\tcost\tpoints\nCow\tbeast\t3\t2\n' >t.csv
printf 'Big Cow\tbeast\t7\t"count(x in [Cow, ""Old Hen""]\n    where true)"\n' >>t.csv
printf 'Old Hen\then\t1\t\n\nGoat\tbeast\t8\t2\n\t\t\t\nLamb\tbeast\t1\t\n' >>t.csv
run 0 farm/farm.game beast --write t.csv
printf 'beast Goat(8):\r\n  points: 2\r\nbeast Lamb(1)' >wanted.txt
tail -n 3 farm/beasts.game | cmp - wanted.txt || complain "lines end otherwise: $(tail -n 3 farm/beasts.game | od -c)"
head -c 3 farm/beasts.game | od -An -tx1 | grep -q 'ef bb bf' || complain "the byte order mark is gone"

# ---- what cannot be right
# refused ROW COLUMN TEXT PYTHON: after the edit the table is refused there, and nothing is written.
refused() {
    table "$4"
    run 1 farm/farm.game part --write t.csv
    says err.txt "$1" "$2" "$3"
    unchanged
}
refused 'row 2, ' 'column E (cost)' 'unknown name "abc"' 'put("Cow", "cost", "abc")'
refused 'row 2, ' 'column E (cost)' 'every beast has one' 'put("Cow", "cost", "")'
refused 'row 2, ' 'column E (cost)' 'a bracket that nothing opens' 'put("Cow", "cost", "3): do: gain(9 coin)")'
refused 'row 2, ' 'column E (cost)' 'a comma' 'put("Cow", "cost", "3, animal")'
refused 'row 2, ' 'column E (cost)' 'a comment' 'put("Cow", "cost", "3 # or 4")'
refused 'row 2, ' 'column E (cost)' 'a line break' 'put("Cow", "cost", "3\n4")'
refused 'row 2, ' 'column E (cost)' 'numbers are whole' 'put("Cow", "cost", "3.5")'
refused 'row 2, ' 'column E (cost)' 'not closed' 'put("Cow", "cost", "(3")'
refused 'row 2, ' 'column D (tags)' 'unknown tag "animl"; did you mean "animal"?' 'put("Cow", "tags", "animl")'
refused 'row 2, ' 'column D (tags)' 'a comma without a value' 'put("Cow", "tags", "animal,, crop")'
refused 'row 2, ' 'column H (weight)' 'no beast has one' 'put("Cow", "weight", "3")'
refused 'row 2, ' 'column J (points)' 'a ";"' 'put("Cow", "points", "1; win(me)")'
refused 'row 2, ' 'column J (points)' 'points' 'put("Cow", "points", "animal")'
refused 'row 2, ' 'column C (kind)' '"cow" is no kind of part' 'put("Cow", "kind", "cow")'
refused 'row 2, ' 'column B (name)' 'cannot be the name' 'put("Cow", "name", "")'
refused 'row 2, ' 'column B (name)' 'cannot be the name' 'put("Cow", "name", "a \"b\"")'
refused 'row 2, ' 'column B (name)' 'row 5 has that name' 'put("Cow", "name", "Goat")'
refused 'row 3, ' 'column G (yard)' 'write its default instead' 'put("Big Cow", "yard", "")'
refused 'row 4, ' 'column F (food)' 'printed on every hen' 'put("Old Hen", "food", "1")'
refused 'row 3, ' 'column I (copies)' 'from 1 to 200' 'put("Big Cow", "copies", "0")'
refused 'row 3, ' 'column A (card)' 'did you mean "Cow"?' 'rows.insert(2, ["Cov"] + [""] * 10)'
refused 'row 3, ' 'column A (card)' 'row 2 is of this card, too' 'rows.insert(2, at("Cow"))'
refused 'row 3, ' 'column E (cost)' 'every beast has one: cost' 'add("Cow", name="Ox", kind="beast")'
refused 'row 3, ' 'column B (name)' 'a new card has a name' 'add("Cow", kind="beast", cost="1")'
refused 'row 3, ' 'column C (kind)' 'there is no part yet' 'add("Cow", name="Ox", kind="part")'
refused 'row 3, ' 'column B (name)' 'row 6 has that name' 'add("Cow", name="Goat", kind="beast", cost="1")'
refused 'row 1, ' 'column L' 'no column is called "prize"' 'put("Cow", "prize", "1")'
refused 'row 3' 'this row has 12 cells' '' 'rows[2].append("")'
# Several mistakes are told at once, in the order of the table.
refused 'row 2, ' 'row 6, ' 'a comment' 'put("Plough", "weight", "#"); put("Cow", "cost", "")'
[ "$(head -n 1 err.txt | cut -d' ' -f3)" = 2, ] || complain "not in order: $(cat err.txt)"

# Texts that are no table, tables of nothing, games that cannot be changed.
table
for text in 'card,name\n"Cow,Cow\n' 'card,name\nCow"s,Cow\n' 'card,name\n"Cow"s,Cow\n' 'card,name\nC\xffw,Cow\n' '' \
    'cost\n3\n'; do
    printf "$text" >t.csv
    run 1 farm/farm.game part --write t.csv
    unchanged
done
run 2 farm/farm.game parts --csv
says err.txt 'did you mean "part"?'
run 2 farm/farm.game part
run 2 farm/farm.game part --remove
run 3 farm/farm.game part --write none.csv
sed -i 's/^player:/player/' farm/farm.game
run 1 farm/farm.game part --csv
# ---- the games that are there: as they were, and one number there and back
games=$ROOT/games
for game in coal-mines kuhn-poker market-town mars masked-ball pluto tinyforming; do
    rm -rf copy && mkdir copy && cp -r "$games/$game" copy/
    before=$(cat copy/"$game"/*.game | sha256sum)
    while read -r _ kind _; do
        kind=${kind%,}
        run 0 "copy/$game/$game.game" "$kind" --csv
        cp out.txt t.csv
        run 0 "copy/$game/$game.game" "$kind" --write t.csv
        says out.txt '0 changed, 0 new, 0 removed'
        # Every cell that is only a number, one more and back.
        python3 -c '
import csv
rows = list(csv.reader(open("t.csv", newline="")))
for r in rows[1:]:
    for i, c in enumerate(r):
        if c.isdigit() and rows[0][i] in ("cost", "points", "rank"): r[i] = str(int(c) + 1)
csv.writer(open("u.csv", "w", newline="")).writerows(rows)'
        run 0 "copy/$game/$game.game" "$kind" --write u.csv
        run 0 "copy/$game/$game.game" "$kind" --write t.csv
    done < <("$TERRANE" cards "copy/$game/$game.game" | grep -v ,) # of those above all others
    [ "$(cat copy/"$game"/*.game | sha256sum)" = "$before" ] || complain "$game is another game now"
done
finish
