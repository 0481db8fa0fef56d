#!/usr/bin/env bash
# Games in other languages, over the wire.
. "$ROOT/tests/serve/common.sh"
exec "$python" "$ROOT/tests/serve/languages.py"
