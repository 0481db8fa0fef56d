"""The server on PostgreSQL: the tests of the store (the program given) on a database of their own, then load while the
server, and while the database, is killed: nothing that was acknowledged is lost, and play goes on."""
import os, random, subprocess, sys

sys.path.insert(0, os.path.join(os.environ["ROOT"], "tests", "support"))
from client import *
from durability import Player, killed_under_load
from moving import moved, terrane
from postgres import Postgres


def psql(database, sql):
    """Rows of a query, in a session of its own."""
    done = subprocess.run(["psql", "-qAt", database.address, "-c", sql], check=True, capture_output=True, text=True)
    return done.stdout.splitlines()


def database_killed(database):
    """The database dies and comes back while people play. The server stays, and what it then says is true."""
    kills, games = pick(1, 4, 50), ["connect-four", "tinyforming", "kuhn-poker", "pluto", "mars", "coal-mines"]
    chance = random.Random(1)
    with Server(data=database.address) as server:
        players = [Player(server, game, i) for i, game in enumerate(games)]
        answers = refused = 0
        for _ in range(kills):
            for i, p in enumerate(players):
                if p.over:
                    players[i] = p = Player(server, p.game, chance.random())
                p.go(server)
            before = sum(p.acks for p in players)
            eventually(lambda: sum(p.acks for p in players) > before or all(p.over for p in players), "there is a load")
            time.sleep(chance.random() * 0.5)
            database.kill()
            time.sleep(chance.random())
            database.start()
            eventually(lambda: server.request("GET", "/api/health")[0] == 200, "the server finds its database again")
            for p in players:
                p.stopping = True
            for p in players:
                p.join(PATIENCE)
                check(not p.is_alive(), "a player hangs")
                if p.problem:  # it was refused, and that is all that may be
                    check(any(code in str(p.problem) for code in ("cannot_store", "stale")), p.game, p.problem)
                    p.problem, refused = None, refused + 1
                p.verify(server)
            answers += sum(p.acks for p in players) - before
        print("  %d kills of the database, %d acknowledged answers, %d refused" % (kills, answers, refused))
        check(answers > 0, "there was a load")
    doubled = psql(database, "select id from terrane.lines group by id having count(*) <> max(number) + 1")
    check(not doubled, "lines are missing or doubled", doubled)


def well_again(database):
    """A server that could not store finds out by itself that it can: whoever leaves it out as long as it is not well
    would give it nothing to store."""
    with Server(data=database.address) as server:
        made = server.make("tic-tac-toe", [dict(bot=None), dict(bot="random")])
        s = server.join(made["id"], made["token"])
        s.asked()
        psql(database, "alter table terrane.lines rename to gone")
        s.refused("cannot_store", t="answer", n=0, path=[startable(s.view["question"])[0]["id"]])
        check(server.get("/api/health", 503)["ok"] is False, "it is not well")
        commits = server.metric("commits")
        psql(database, "alter table terrane.gone rename to lines")
        eventually(lambda: server.request("GET", "/api/health")[0] == 200, "it is well again")
        check(server.metric("commits") == commits, "without anything to store")


def not_alone(database):
    """Servers share a database; who writes or reads all of it wants it alone."""
    with Server(data=database.address), Server(data=database.address):
        check("in use" in terrane("export", database.address, code=3).stderr, "it is in use")
    terrane("export", database.address)


def without_a_database():
    try:
        Server(data="postgresql://nobody@/none?host=/nowhere&password=hidden")
    except AssertionError as e:
        check("PostgreSQL:" in str(e) and "hidden" not in str(e), e)
    else:
        check(False, "it started without a database")


def store_tests(database):
    subprocess.run([sys.argv[1]], env={**os.environ, "TERRANE_TEST_STORE": database.address}, check=True)


def on_postgres():
    with Postgres() as database:
        store_tests(database)
        psql(database, "drop schema terrane cascade")
        moved(database.address)
        not_alone(database)
        well_again(database)
        killed_under_load(database.address)
        database_killed(database)


if __name__ == "__main__":
    sys.exit(run([without_a_database, on_postgres]))
