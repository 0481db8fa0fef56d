#!/usr/bin/env bash
# An hour of fuzz_query.
exec "$ROOT/tests/fuzz/run" query 3600
