#!/usr/bin/env bash
# An hour of fuzz_head.
exec "$ROOT/tests/fuzz/run" head 3600
