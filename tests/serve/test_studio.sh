#!/usr/bin/env bash
# terrane studio: the server, with the address of the studio.
. "$ROOT/tests/serve/common.sh"
. "$ROOT/tests/support/script.sh"
coproc server { exec "$TERRANE" studio --port 0 --data "$work/data" 2>&1; }
pid=$server_PID
read -r -t 60 out <&"${server[0]}" || complain "it says nothing"
has "Terrane is served at http://127.0.0.1:"
has "/studio (tables in"
kill "$pid"
wait "$pid" || complain "it ended with $?"
out=$("$TERRANE" studio --port x 2>&1) && complain "a port that is none was taken"
has "terrane studio"
finish
