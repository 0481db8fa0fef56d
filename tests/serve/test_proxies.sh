#!/usr/bin/env bash
# Limits by address behind a proxy: see proxies.py.
. "$ROOT/tests/serve/common.sh"
exec "$python" "$ROOT/tests/serve/proxies.py"
