#!/usr/bin/env bash
# What was acknowledged survives kill -9 and a full disk: see durability.py.
# Not quick: a server is killed again and again.
. "$ROOT/tests/serve/common.sh"
exec "$python" "$ROOT/tests/serve/durability.py"
