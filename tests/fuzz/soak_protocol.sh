#!/usr/bin/env bash
# An hour of fuzz_protocol.
exec "$ROOT/tests/fuzz/run" protocol 3600
