#!/usr/bin/env bash
# Several servers on one PostgreSQL of the test's own tell who is not there: see notices.py.
. "$ROOT/tests/serve/common.sh"
. "$ROOT/tests/cluster/common.sh"
if "$TERRANE" serve --port 0 --data /nowhere --notices /nowhere 2>&1 | grep -q "built without"; then
    cannot "the program was built without notices"
fi
exec "$python" "$ROOT/tests/cluster/notices.py"
