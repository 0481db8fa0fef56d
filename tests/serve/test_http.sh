#!/usr/bin/env bash
# Requests however they are cut into segments, slow ones, and those that could be read in two ways: see
# http_requests.py.
. "$ROOT/tests/serve/common.sh"
exec "$python" "$ROOT/tests/serve/http_requests.py"
