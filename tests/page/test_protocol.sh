#!/usr/bin/env bash
# The protocol at a desk in WebAssembly: tests/serve/protocol.py, but for what is of the server and its network.
# Release only: the engine in a page has no sanitizers.
set -euo pipefail
. "$ROOT/tests/support/skip.sh"
not_quick "it takes too long"
. "$ROOT/tests/web/common.sh"
needs_engine
JOBS=2 build wasm desk
DESK_WASM="$ROOT/build/wasm/desk.wasm" PYTHON="$python" vitest protocol.wasm.ts
