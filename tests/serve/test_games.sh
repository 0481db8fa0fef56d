#!/usr/bin/env bash
# Every game at a table of the server: see games.py.
. "$ROOT/tests/serve/common.sh"
exec "$python" "$ROOT/tests/serve/games.py"
