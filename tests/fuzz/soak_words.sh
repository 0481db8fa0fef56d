#!/usr/bin/env bash
# An hour of fuzz_words.
exec "$ROOT/tests/fuzz/run" words 3600
