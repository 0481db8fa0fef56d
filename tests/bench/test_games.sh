#!/usr/bin/env bash
# ./terrane bench: the engines it measures, the libraries of games written by hand, its flags and what it says.
# Not quick: compiles games.
set -u
: "${TERRANE:?the program}" "${ROOT:?the checkout}"
bench=$(dirname "$TERRANE")/bench_games
. "$ROOT/tests/support/skip.sh"
needs python3
work=$(mktemp -d)
trap 'rm -r "$work"' EXIT
export XDG_CACHE_HOME=$work/cache TERRANE_GAMES=$ROOT/games
unset CC
cd "$work" || exit 1
failed=0
complain() { echo "FAIL $1"; failed=1; }
has() { grep -qE -- "$2" <<<"$1" || complain "expected \"$2\" in: $1"; }
lacks() { ! grep -qE -- "$2" <<<"$1" || complain "did not expect \"$2\" in: $1"; }

# run CODE ARGUMENTS...: what it says is in $said.
run() {
    local wanted=$1 code=0
    shift
    said=$("$bench" "$@" 2>&1) || code=$?
    [ "$code" -eq "$wanted" ] || complain "bench $*: ended with $code, expected $wanted: $said"
}

# library FOLDER NAME: compiles the text on standard input as FOLDER/NAME.so.
library() {
    mkdir -p "$1"
    cc -std=c11 -shared -fPIC -I"$ROOT" -x c - -o "$1/$2.so" || complain "cc $1/$2.so"
}

run 0 --help
has "$said" '--against DIR' && has "$said" 'had more than one'

# ---- without a library the row is left out, and said to be
pig=$ROOT/tests/generality/pig.game
run 0 "$pig" --ms 5
has "$said" 'by hand +not measured: there is no .*/hand/pig\.so$'
has "$said" '^  emitted C +[0-9]+ +[0-9]+ +[0-9]+ +1\.00( +[0-9]+)?$' &&
    has "$said" '^  interpreter +[0-9]+ +[0-9]+ +[0-9]+ +[0-9.]+( +[0-9]+)?$' &&
    has "$said" '^  playouts +[0-9]+ +- +- +[0-9.]+( +[0-9]+)?$'
has "$said" 'instructions cannot be counted here: |time a game   instructions$'
lacks "$said" 'was said before'
has "$said" 'bytes; clone [0-9]+ ns, hash [0-9]+ ns, score [0-9]+ ns, determinise' &&
    has "$said" 'compiled in .* ms, C compiled or loaded in'
run 3 "$pig" --against "$work/nowhere"
has "$said" 'there is no folder .*/nowhere'

# ---- the change since figures of a table
cat >before.md <<'TEXT'
| `tic-tac-toe` | 1 |

| game | interpreter | compiled to C | playouts | by hand in C |
|---|---|---|---|---|
| `cow` | 5 | 5 | 5 | |
| `tic-tac-toe` | 2 (9 decisions/s) | 0,001 | | 7 |
TEXT
run 0 tic-tac-toe --ms 5 --since before.md
has "$said" 'as was said before: emitted C [0-9]{4,}\.[0-9]+, interpreter [0-9]{4,}\.[0-9]+$'
run 0 connect-four --ms 1 --since before.md
lacks "$said" 'was said before'
run 3 "$pig" --since nowhere.md
has "$said" 'nowhere.md cannot be read'

# ---- without a compiler only the interpreter is left
said=$(XDG_CACHE_HOME=$work/other CC=/nonexistent/cc "$bench" "$pig" --ms 5) || complain "bench without a compiler"
has "$said" 'emitted C +not measured: .*no C compiler' &&
    has "$said" '^  interpreter +[0-9]+ +[0-9]+ +[0-9]+ +1\.00( +[0-9]+)?$'

# ---- a library is told the configuration and counts for itself
library good pig <<'TEXT'
#include "bench/games/hand.h"
#include <string.h>
static bool play(const struct hand_config *config, uint64_t first_seed, uint64_t games, struct hand_count *out) {
    volatile unsigned work = 0;
    if (config->players != 3 || first_seed != 1) return false;
    while (work < 1000 * games) work++;
    *out = (struct hand_count){games, 7 * games};
    return true;
}
const struct hand_engine terrane_hand = {HAND_VERSION, "pig", 77, play};
TEXT
run 0 "$pig" --ms 5 --players 3 --against good
has "$said" '^  by hand +[0-9]+ +[0-9]+ +[0-9]+ +1\.00( +[0-9]+)?$' && has "$said" 'bytes, by hand 77; clone'
run 0 "$pig" --ms 5 --players 3 --against good --json
has "$said" '"decisions_per_game": 7,?$' && has "$said" '"hand_state_bytes": 77' && has "$said" '"interpreter_as_hand"'
run 0 "$pig" --ms 5 --players 2 --against good
has "$said" 'by hand +not measured: it does not play this configuration'
lacks "$said" 'by hand 77'

# ---- what is no such library is refused
echo 'int terrane_foot;' | library bad pig
run 0 "$pig" --ms 5 --against bad
has "$said" 'not measured: bad/pig\.so exports no terrane_hand'
cp good/pig.so bad/cow.so && cp "$pig" cow.game
run 0 ./cow.game --ms 5 --against bad
has "$said" 'not measured: bad/cow\.so is another game, "pig"'
printf '#include "bench/games/hand.h"\nconst struct hand_engine terrane_hand = {HAND_VERSION + 1, "pig", 1, 0};\n' |
    library bad pig
run 0 "$pig" --ms 5 --against bad
has "$said" 'is of version'
echo 'no library' >bad/pig.so
run 0 "$pig" --ms 5 --against bad
has "$said" 'by hand +not measured: .*pig\.so'

# ---- several games at once; the hand-written ones that come with the program play what the engine plays
run 0 tinyforming pluto --ms 20
[ "$(grep -cE '^  by hand +[0-9]+ +[0-9]+ +[0-9]+ +1\.00( +[0-9]+)?$' <<<"$said")" = 2 ] ||
    complain "two games by hand: $said"
[ "$(grep -c '^$' <<<"$said")" = 1 ] || complain "an empty line between two games: $said"
run 0 pluto tinyforming --ms 200 --json
python3 - <<TEXT || complain "bench --json: $said"
import json
games = json.loads('''$said''')
assert [game["game"] for game in games] == ["pluto", "tinyforming"]
for game in games:
    a, b = game["hand"]["decisions_per_game"], game["interpreter"]["decisions_per_game"]
    assert 0.5 < a / b < 2, (a, b)
    times = game["times_as_long"]
    assert abs(times["interpreter_as_hand"] / times["native_as_hand"] / times["interpreter_as_native"] - 1) < 0.01
    assert game["hand_state_bytes"] < game["state_bytes"] and game["score_ns"] > 0
    for engine in "hand", "playouts", "native", "interpreter":
        assert game[engine]["games_per_second"] > 0
assert "cards" not in games[1] # nobody has a hand there
cards = games[0]["cards"]
assert cards["question"] and 0 < cards["share"] <= 1
for engine in "native", "interpreter":
    held = cards["held"][engine]
    assert held["doubling"] > 0 and held["steepest"] >= held["doubling"] * 0.99
    assert all(one["samples"] >= 30 and one["ns"] > 0 for one in held["bins"])
TEXT
export CC=/nonexistent/cc XDG_CACHE_HOME=$work/other # what follows needs no compiler
run 0 pluto --ms 5 --players 4 --option planet=large --option milestones=false --option activations=1
has "$said" '^  by hand +[0-9]'
run 0 tinyforming --ms 5 --option last=0
has "$said" 'it does not play this configuration'

# ---- a mistake in one game does not stop the others; without a name all are measured
run 3 nosuchgame tic-tac-toe --ms 1
has "$said" 'there is no game "nosuchgame"' && has "$said" 'Tic-tac-toe, 2 players'
run 0 --ms 1
for folder in "$ROOT"/games/*/; do
    title=$(sed -n 's/^game "\(.*\)":.*/\1/p' "$folder/$(basename "$folder").game")
    has "$said" "^$title, [0-9] players"
done
exit $failed
