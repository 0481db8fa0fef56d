#!/usr/bin/env bash
# An hour of fuzz_record.
exec "$ROOT/tests/fuzz/run" record 3600
