#!/usr/bin/env bash
# A hundred games of every game end in WebAssembly as they end in the program, to the bit: in node and in chromium.
# Release only: the engine in a page has no sanitizers.
set -euo pipefail
. "$ROOT/tests/support/skip.sh"
not_quick "it takes too long"
. "$ROOT/tests/web/common.sh"
needs_engine
JOBS=2 build wasm hashes
HASHES=$(dirname "$TERRANE")/bench_hashes HASHES_WASM="$ROOT/build/wasm/hashes.wasm" vitest hashes.wasm.ts
