#!/usr/bin/env bash
# An hour of fuzz_image.
exec "$ROOT/tests/fuzz/run" image 3600
