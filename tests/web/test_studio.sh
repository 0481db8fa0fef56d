#!/usr/bin/env bash
# The studio in a browser: texts, what follows from them, and changes that come from elsewhere than the text.
# Release only: the engine in a page has no sanitizers.
set -euo pipefail
. "$ROOT/tests/support/skip.sh"
not_quick "it takes too long"
. "$ROOT/tests/web/common.sh"
. "$ROOT/tools/common.sh"
need_wasm_tools
[ ${#missing[@]} -eq 0 ] || cannot "the engine cannot be compiled for a page without ${missing[*]}"
vitest studio-text.spec.ts studio-lab.spec.ts studio-sheet.spec.ts studio-keep.spec.ts studio-forms.spec.ts
