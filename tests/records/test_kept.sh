#!/usr/bin/env bash
# What older versions wrote is played again to the same position, or refused with a reason and can still be read.
. "$ROOT/tests/serve/common.sh"
exec "$python" "$ROOT/tests/records/kept.py"
