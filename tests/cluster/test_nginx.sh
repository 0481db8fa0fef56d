#!/usr/bin/env bash
# Several servers behind nginx, with the configuration that is shipped: see cluster.py.
# Release only: what it adds to test_cluster.sh is the configuration of nginx.
. "$ROOT/tests/serve/common.sh"
needs nginx
. "$ROOT/tests/cluster/common.sh"
exec "$python" "$ROOT/tests/cluster/cluster.py" behind_nginx
