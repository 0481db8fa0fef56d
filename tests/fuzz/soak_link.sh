#!/usr/bin/env bash
# An hour of fuzz_link.
exec "$ROOT/tests/fuzz/run" link 3600
