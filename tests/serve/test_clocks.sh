#!/usr/bin/env bash
# The machine's clock is set back and ahead while the server runs, and between two runs: see clocks.py.
. "$ROOT/tests/serve/common.sh"
needs "${CC:-cc}"
exec "$python" "$ROOT/tests/serve/clocks.py"
