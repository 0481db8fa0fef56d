#!/usr/bin/env bash
# The protocol of the server: see protocol.py.
. "$ROOT/tests/serve/common.sh"
exec "$python" "$ROOT/tests/serve/protocol.py"
