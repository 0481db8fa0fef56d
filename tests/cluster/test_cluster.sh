#!/usr/bin/env bash
# Several servers on one PostgreSQL of the test's own: see cluster.py.
. "$ROOT/tests/serve/common.sh"
not_quick "a database is made for it"
needs psql
ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || needs initdb
if "$TERRANE" serve --port 0 --store postgresql://x 2>&1 | grep -q "built without"; then
    cannot "the program was built without PostgreSQL"
fi
exec "$python" "$ROOT/tests/cluster/cluster.py" "$@"
