#!/usr/bin/env bash
# A hundred thousand random games: at least two thousand of each game of games/ and of this folder, shared out among its
# numbers of players, the rest of the small ones. None may stop with a fault. GAMES_LEAST and GAMES_ALL say other
# numbers.
set -u
: "${TERRANE:?the program}" "${ROOT:?the checkout}"
least=${GAMES_LEAST:-2000}
all=${GAMES_ALL:-100000}
failed=0
played=0

# The numbers of players of a definition: "players: 2..4" or "players: 2".
seats() {
    sed -nE 's/^ +players: *([0-9]+)(\.\.([0-9]+))?.*/\1 \3/p' "$1" | head -1 | {
        read -r low high
        seq "$low" "${high:-$low}"
    }
}

# random GAME PLAYERS GAMES SEED
random() {
    local said
    said=$("$TERRANE" simulate "$1" --players "$2" --games "$3" --seed "$4" 2>&1)
    if [ $? -ne 0 ] || ! grep -q "finished $3,.*faults 0" <<<"$said"; then
        echo "FAIL $1 with $2 players"
        echo "$said"
        failed=1
    fi
    played=$((played + $3))
}

games=("$ROOT"/games/*/*.game "$ROOT"/tests/generality/*.game)
mains=()
for game in "${games[@]}"; do
    grep -qE '^game "' "$game" && mains+=("$game") # others are included
done
for game in "${mains[@]}"; do
    read -ra numbers <<<"$(seats "$game" | tr '\n' ' ')"
    for n in "${numbers[@]}"; do
        random "$game" "$n" $(((least + ${#numbers[@]} - 1) / ${#numbers[@]})) 4711
    done
done
rest=$((all - played))
small=("$ROOT"/games/{tic-tac-toe,connect-four,kuhn-poker}/*.game)
for game in "${small[@]}"; do
    [ $rest -gt 0 ] && random "$game" 2 $((rest / ${#small[@]} + 1)) 4712
done
echo "$played random games of ${#mains[@]} definitions"
exit $failed
