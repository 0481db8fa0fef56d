#!/usr/bin/env bash
# An hour of fuzz_source.
exec "$ROOT/tests/fuzz/run" source 3600
