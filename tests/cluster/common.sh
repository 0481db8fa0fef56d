# common.sh: what tests of several servers need. Sourced behind tests/serve/common.sh; ends a test that cannot run.
not_quick "a database is made for it"
needs psql
ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || needs initdb
if "$TERRANE" serve --port 0 --store postgresql://x 2>&1 | grep -q "built without"; then
    cannot "the program was built without PostgreSQL"
fi
