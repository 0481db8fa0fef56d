#!/usr/bin/env bash
# The page of operation, deploy/README.md, tried as it is written: see page.py.
# Release only: what it adds to test_nginx.sh are the commands of the page.
. "$ROOT/tests/serve/common.sh"
needs nginx
needs setpriv
. "$ROOT/tests/cluster/common.sh"
exec "$python" "$ROOT/tests/cluster/page.py"
