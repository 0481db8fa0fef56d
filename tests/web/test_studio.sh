#!/usr/bin/env bash
# The studio in a browser: texts, what follows from them, and changes that come from elsewhere than the text.
# Release only: the engine in a page has no sanitizers.
set -euo pipefail
. "$ROOT/tests/support/skip.sh"
not_quick "it takes too long"
. "$ROOT/tests/web/common.sh"
needs_engine
vitest studio-text.spec.ts studio-lab.spec.ts studio-sheet.spec.ts studio-keep.spec.ts studio-forms.spec.ts
