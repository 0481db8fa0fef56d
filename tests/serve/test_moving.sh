#!/usr/bin/env bash
# All tables of a store as text, and into another one: see moving.py.
. "$ROOT/tests/serve/common.sh"
exec "$python" "$ROOT/tests/serve/moving.py"
