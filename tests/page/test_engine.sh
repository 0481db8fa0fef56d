#!/usr/bin/env bash
# The engine as WebAssembly: plays as the program does, to the bit, and is small enough to be fetched.
# Release only: the engine in a page has no sanitizers.
set -euo pipefail
. "$ROOT/tests/web/common.sh"
needs_engine
JOBS=2 build wasm
TERRANE_WASM="$ROOT/build/wasm/terrane.wasm" vitest engine.wasm.ts
