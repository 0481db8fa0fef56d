"""How many answers a second several servers on one PostgreSQL take, beside one with SQLite, all in one run.

    python3 bench/servers.py [TABLES [SECONDS [PAUSE_MS]]]

Starts a database of its own (Debian's postgresql), and bench_tables of build/release for each row. What servers,
database and clients take is told in parts of one core. The clients run on the same machine, so that with few cores more
servers only show what their sharing costs. "passed on": each player is connected to a server that does not lead the
table."""
import os, subprocess, sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, os.path.join(ROOT, "tests/support"))
from postgres import Postgres

BUILT = os.path.join(ROOT, "build/release")
TABLES, SECONDS, PAUSE = (sys.argv[1:] + ["200", "15", "100"][len(sys.argv) - 1:])[:3]


def row(*store):
    flags = ["--tables", TABLES, "--seconds", SECONDS, "--pause", PAUSE, *store]
    out = subprocess.run([os.path.join(BUILT, "bench_tables"), *flags], check=True, text=True, stdout=subprocess.PIPE,
                         env=dict(os.environ, TERRANE=os.path.join(BUILT, "terrane"))).stdout.splitlines()
    return out[0], out[1], out[2], float(out[2].split()[3])


said, heads, line, alone = row()
print("%s\n%-12s%s   of SQLite's" % (said, "", heads))
print("%-12s%s" % ("SQLite", line))
for servers, elsewhere in (("1", "0"), ("2", "0"), ("3", "0"), ("3", "1")):
    with Postgres() as database:
        _, _, line, rate = row("--store", database.address, "--servers", servers, "--elsewhere", elsewhere,
                               "--database", str(database.process.pid))
        print("%-12s%s   %4.2f" % ("PostgreSQL" if elsewhere == "0" else "passed on", line, rate / alone), flush=True)
