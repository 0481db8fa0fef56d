#!/usr/bin/env bash
# What links say of themselves where they are pasted: see previews.py.
. "$ROOT/tests/serve/common.sh"
exec "$python" "$ROOT/tests/serve/previews.py"
