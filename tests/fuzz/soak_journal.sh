#!/usr/bin/env bash
# An hour of fuzz_journal.
exec "$ROOT/tests/fuzz/run" journal 3600
