#!/usr/bin/env bash
# mpirun terrane simulate and train: the same result for one process, two and three.
# Needs TERRANE (the program) and ROOT (the checkout).
. "$ROOT/tests/support/skip.sh"
needs mpirun python3
[ -e "$(dirname "$TERRANE")/terrane_mpi.so" ] || cannot "built without Open MPI (libopenmpi-dev)"
. "$ROOT/tests/support/script.sh"

export ASAN_OPTIONS=${ASAN_OPTIONS:+$ASAN_OPTIONS:}detect_leaks=0 # what MPI keeps to its end is not ours
export OMPI_MCA_btl_vader_single_copy_mechanism=none
ranks() { # N VERB ARGUMENTS...
    local n=$1
    shift
    timeout 60 mpirun --allow-run-as-root --oversubscribe -n "$n" "$TERRANE" "$@" </dev/null
}
plain() { # what does not depend on the time
    python3 -c '
import json, sys
data = json.load(open(sys.argv[1]))
for key in ("seconds", "games_per_second", "jobs"): del data[key]
print(json.dumps(data, sort_keys=True))' "$1"
}

flags=(simulate tinyforming --games 41 --bot greedy,random --rotate --seed 5 --json)
"$TERRANE" "${flags[@]}" >one.json || complain "one process ended with $?"
for n in 2 3; do
    ranks "$n" "${flags[@]}" >"$n.json" 2>err.txt || complain "$n processes ended with $?: $(cat err.txt)"
    [ "$(plain one.json)" = "$(plain "$n.json")" ] || complain "$n processes give another result: $(cat "$n.json")"
done
[ "$(plain one.json | grep -c '"games": 41')" -eq 1 ] || complain "not 41 games: $(cat one.json)"
ranks 2 simulate tinyforming --games 10 --report >out.txt 2>err.txt && complain "--report should be refused"
grep -q 'not with mpirun' err.txt || complain "it is not said why: $(cat err.txt)"

# What is learnt is the same, is written by one of them, and is said by one.
flags=(train tinyforming --games 12 --rounds 2 --seed 3)
for n in 2 3; do # with three processes one player alone, by comparisons
    seats=$((n == 3 ? 1 : 2))
    "$TERRANE" "${flags[@]}" --players $seats --output one.weights >one.txt 2>err.txt ||
        complain "train ended with $?: $(cat err.txt)"
    ranks "$n" "${flags[@]}" --players $seats --output "$n.weights" >out.txt 2>err.txt ||
        complain "train with $n processes ended with $?: $(cat err.txt)"
    cmp -s one.weights "$n.weights" ||
        complain "$n processes learn something else: $(diff one.weights "$n.weights" | head -5)"
    [ "$(wc -l <out.txt)" -eq 1 ] || complain "not one of $n processes speaks: $(cat out.txt)"
    [ "$(grep -c contest err.txt)" -eq 3 ] || complain "not three contests are told: $(cat err.txt)"
done
[ "$(grep -c ' ' one.weights)" -gt 30 ] || complain "nothing was learnt: $(cat one.weights)"
touch nowhere # no folder
ranks 2 "${flags[@]}" --output nowhere/x.weights >out.txt 2>err.txt && complain "no such place, and no refusal"
grep -q 'nowhere/x.weights' err.txt || complain "it is not said where: $(cat err.txt)"
finish
