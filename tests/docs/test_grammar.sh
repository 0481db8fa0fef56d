#!/usr/bin/env bash
# The grammar of docs/language.md is that of the parser: see grammar.py.
. "$ROOT/tests/support/skip.sh"
python=$(command -v python3) || cannot "there is no python3"
export PYTHONDONTWRITEBYTECODE=1
exec "$python" "$ROOT/tests/docs/grammar.py" "$TERRANE" "$ROOT" "${TERRANE_TEST_LEVEL:-normal}"
