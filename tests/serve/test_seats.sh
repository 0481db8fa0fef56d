#!/usr/bin/env bash
# Who may sit where: asking twice, coming back, taking over: see seats.py.
. "$ROOT/tests/serve/common.sh"
exec "$python" "$ROOT/tests/serve/seats.py"
