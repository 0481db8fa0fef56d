#!/usr/bin/env bash
# Notices for who is not there: see notices.py.
. "$ROOT/tests/serve/common.sh"
needs openssl
wanted=$(mktemp)
trap 'rm -f "$wanted"' EXIT
echo '{"site": "https://x.y", "push": {"key": "/nowhere", "contact": "mailto:x@x.y"}}' >"$wanted"
if "$TERRANE" serve --port 0 --data "$wanted.d" --notices "$wanted" 2>&1 | grep -q "built without"; then
    cannot "the program was built without notices or push messages"
fi
rm -rf "$wanted.d"
"$python" "$ROOT/tests/serve/notices.py"
