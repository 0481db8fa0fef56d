#!/usr/bin/env bash
# Several servers on one PostgreSQL of the test's own: see cluster.py.
. "$ROOT/tests/serve/common.sh"
. "$ROOT/tests/cluster/common.sh"
exec "$python" "$ROOT/tests/cluster/cluster.py" "$@"
