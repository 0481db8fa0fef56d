# common.sh: what the tests of the server share. Sourced; ends the test as skipped where it cannot run.
python=/usr/bin/python3
[ -x "$python" ] || python=$(command -v python3) || { echo "skipped: there is no python3"; exit 77; }
if "$TERRANE" serve --port x 2>&1 | grep -q "built without"; then
    echo "skipped: the program was built without the server"
    exit 77
fi
export PYTHONDONTWRITEBYTECODE=1
