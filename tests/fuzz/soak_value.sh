#!/usr/bin/env bash
# An hour of fuzz_value.
exec "$ROOT/tests/fuzz/run" value 3600
