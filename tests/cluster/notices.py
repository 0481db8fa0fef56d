"""Notices of several servers on one database: the leader of a table sends, once, and whoever takes over from it."""
import sys
from cluster import *
from receivers import Web, next_of

SITE = "https://play.example"


class Club(Cluster):
    """Servers that have the same receiver."""

    def __init__(self, n, web, after):
        folder = self.own = tempfile.mkdtemp(prefix="terrane-notices-")
        self.file = os.path.join(folder, "notices.json")
        config = dict(site=SITE, after=after, retry=1, hooks={"club": dict(url=web.address + "/", format="json")})
        with open(self.file, "w") as f:
            json.dump(config, f)
        super().__init__(n, ["--rate", "0", "--notices", self.file])

    def __exit__(self, *what):
        super().__exit__(*what)
        shutil.rmtree(self.own, ignore_errors=True)


def waits_for_ann(server):
    """A table at which it is the turn of Ann, who wants to be told and is gone, as everybody is."""
    table, (ann, ben) = seats_of(server, "marks")
    a, b = server.join(table, ann), server.join(table, ben)
    a.send(t="notify", hook="club", re="wish")
    key = a.wait("notices", re="wish")["to"][0]["id"]
    for s in (a, a):
        s.asked()
        s.answer(0)
    a.close()
    for _ in range(2):
        b.asked()
        b.answer(0)
    b.close()
    return table, ann, ben, key


def taken_over_and_told_once():
    web = Web()
    with Club(2, web, after=3) as c:
        first, second = c.servers
        table, ann, ben, key = waits_for_ann(first)
        eventually(lambda: not second.get("/api/tables/" + table)["seats"][0]["here"], "Ann is gone")
        first.kill()  # before it is due, and nobody comes
        check(web.got.empty(), "it is not due yet")
        told = json.loads(next_of(web.got).body)
        check(told["name"] == "Ann" and told["link"] == SITE + "/table/" + table, told)
        first.start()
        # Another turn, led elsewhere by now: told once more, and by one of them
        a, b = first.join(table, ann), second.join(table, ben)
        for _ in range(2):
            a.asked()
            a.answer(0)
        a.close()
        for _ in range(2):
            b.asked()
            b.answer(0)
        again = json.loads(next_of(web.got).body)
        check(again["id"] != told["id"], "another turn")
        eventually(lambda: sum(s.metric("notices") for s in c.servers) == 2, "both are counted")
        # Ended by the server that does not lead it, with a body and without
        for server in c.servers:
            status, _, body = server.request("POST", "/api/tables/%s/quiet/%s" % (table, key),
                                             "List-Unsubscribe=One-Click")
            check(status == 200 and json.loads(body) == dict(quiet=True), status, body)
        a = first.join(table, ann)
        a.send(t="notices")
        check(a.wait("notices")["to"] == [], "it is ended")
        check(web.got.empty(), "nothing else was sent")


def a_clock_is_taken_over():
    """A clock that runs while nobody is there runs out where somebody still lives."""
    with Cluster(2) as c:
        first, second = c.servers
        table, _ = seats_of(first, "marks", move_clock=3, late="pass", always=True)
        first.kill()
        eventually(lambda: second.metric("bot_answers") > 0, "it ran out")
        check(second.get("/api/tables/" + table)["seats"][0]["late"] > 0, "who was late is told")


if __name__ == "__main__":
    sys.exit(run([taken_over_and_told_once, a_clock_is_taken_over]))
