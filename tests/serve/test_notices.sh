#!/usr/bin/env bash
# Notices for who is not there: see notices.py.
. "$ROOT/tests/serve/common.sh"
needs openssl
if "$TERRANE" serve --port 0 --data /nowhere --notices /nowhere 2>&1 | grep -q "built without"; then
    cannot "the program was built without notices"
fi
exec "$python" "$ROOT/tests/serve/notices.py"
