#!/usr/bin/env bash
# No text that leaves the engine depends on how parameters and locals are spelled: see names.py.
# Not quick: every game, several times.
. "$ROOT/tests/support/script.sh"
. "$ROOT/tests/support/skip.sh"
needs python3
python3 "$ROOT/tests/lang/names.py" "$TERRANE" "$ROOT" || failures=1
finish
