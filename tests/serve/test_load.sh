#!/usr/bin/env bash
# One client within its limits stops nobody's play: see load.py.
. "$ROOT/tests/serve/common.sh"
exec "$python" "$ROOT/tests/serve/load.py"
