#!/usr/bin/env bash
# The machine's clock is set back and ahead while the server runs, and between two runs: see clocks.py.
. "$ROOT/tests/serve/common.sh"
command -v "${CC:-cc}" >/dev/null || { echo "skipped: there is no C compiler"; exit 77; }
exec "$python" "$ROOT/tests/serve/clocks.py"
