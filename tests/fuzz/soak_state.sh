#!/usr/bin/env bash
# An hour of fuzz_state.
exec "$ROOT/tests/fuzz/run" state 3600
