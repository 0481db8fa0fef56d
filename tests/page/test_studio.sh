#!/usr/bin/env bash
# The studio's engine as WebAssembly: says of a definition what the program says of it.
# Release only: the engine in a page has no sanitizers.
set -euo pipefail
. "$ROOT/tests/web/common.sh"
needs_engine
JOBS=2 build wasm
STUDIO_WASM="$ROOT/build/wasm/studio.wasm" vitest studio.wasm.ts forms.wasm.ts
