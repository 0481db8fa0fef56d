#!/usr/bin/env bash
# What beginners write out of the habits of other languages. Each entry of tests/lang/mistakes/*.txt is put into
# frame.game; the first thing `check` says must be said of that line and begin as the entry wants it, cure and all; and
# the line beside it, which follows the cure, must be right.
# Not quick: hundreds of definitions.
. "$ROOT/tests/support/script.sh"
. "$ROOT/tests/support/skip.sh"
needs python3
python3 "$ROOT/tests/lang/mistakes.py" "$TERRANE" "$ROOT/tests/lang/mistakes" "$work" || failures=1
finish
