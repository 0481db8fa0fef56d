#!/usr/bin/env bash
# mpirun terrane simulate: the same result for one process, two and three.
# Needs TERRANE (the program) and ROOT (the checkout).
. "$ROOT/tests/support/skip.sh"
needs mpirun python3
[ -e "$(dirname "$TERRANE")/terrane_mpi.so" ] || cannot "built without Open MPI (libopenmpi-dev)"
. "$ROOT/tests/support/script.sh"

export ASAN_OPTIONS=${ASAN_OPTIONS:+$ASAN_OPTIONS:}detect_leaks=0 # what MPI keeps to its end is not ours
export OMPI_MCA_btl_vader_single_copy_mechanism=none
ranks() { # N ARGUMENTS...
    local n=$1
    shift
    timeout 60 mpirun --allow-run-as-root --oversubscribe -n "$n" "$TERRANE" simulate "$@" </dev/null
}
plain() { # what does not depend on the time
    python3 -c '
import json, sys
data = json.load(open(sys.argv[1]))
for key in ("seconds", "games_per_second", "jobs"): del data[key]
print(json.dumps(data, sort_keys=True))' "$1"
}

flags=(tinyforming --games 41 --bot greedy,random --rotate --seed 5 --json)
"$TERRANE" simulate "${flags[@]}" >one.json || complain "one process ended with $?"
for n in 2 3; do
    ranks "$n" "${flags[@]}" >"$n.json" 2>err.txt || complain "$n processes ended with $?: $(cat err.txt)"
    [ "$(plain one.json)" = "$(plain "$n.json")" ] || complain "$n processes give another result: $(cat "$n.json")"
done
[ "$(plain one.json | grep -c '"games": 41')" -eq 1 ] || complain "not 41 games: $(cat one.json)"
ranks 2 tinyforming --games 10 --report >out.txt 2>err.txt && complain "--report should be refused"
grep -q 'not with mpirun' err.txt || complain "it is not said why: $(cat err.txt)"
finish
