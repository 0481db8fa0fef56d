# common.sh: what the tests of the server share. Sourced; ends the test where it cannot run.
. "$ROOT/tests/support/skip.sh"
python=/usr/bin/python3
[ -x "$python" ] || python=$(command -v python3) || cannot "there is no python3"
if "$TERRANE" serve --port x 2>&1 | grep -q "built without"; then cannot "the program was built without the server"; fi
export PYTHONDONTWRITEBYTECODE=1
