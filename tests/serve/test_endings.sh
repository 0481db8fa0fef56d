#!/usr/bin/env bash
# Resigning, ending by agreement and clocks, also across kill -9: see endings.py.
. "$ROOT/tests/serve/common.sh"
exec "$python" "$ROOT/tests/serve/endings.py"
