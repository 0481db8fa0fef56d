"""Notices for who is not there: mails, receivers of the operator, push messages. See docs/serve.md and waiting.h."""
import sys
from client import *
from receivers import Mails, Web, next_of
import webpush

PERSONS = [dict(bot=None, name="Ann"), dict(bot=None)]
TTT, SITE = "tic-tac-toe", "https://play.example"
HIDDEN = "market-town"  # cards in hands, and piles
KEY = None


class Club(Server):
    """A server with receivers; `more` is added to its configuration."""

    def __init__(self, data=None, after=0, arguments=(), env=None, mails=None, web=None, **more):
        self.mails, self.web = mails or Mails(), web or Web()
        self.folder = tempfile.mkdtemp(prefix="terrane-notices-")
        self.file = os.path.join(self.folder, "notices.json")
        self.config = dict(site=SITE, after=after, retry=1,
                           mail=dict(server=self.mails.address, **{"from": "Play <play@play.example>"}),
                           push=dict(key=KEY, contact="mailto:me@play.example", anywhere=True),
                           hooks={"club": dict(url=self.web.address + "/club", format="json")})
        self.config.update(more)
        self.write()
        super().__init__(data, ["--rate", "0", "--notices", self.file, *arguments], env=env)

    def write(self):
        with open(self.file, "w") as f:
            json.dump(self.config, f)

    def __exit__(self, *what):
        super().__exit__(*what)
        shutil.rmtree(self.folder, ignore_errors=True)


def two(server, game=TTT, **more):
    made = server.make(game, PERSONS, **more)
    a, b = server.join(made["id"], made["token"]), server.join(made["id"])
    b.send(t="sit", seat=1, name="Ben")
    b.token = b.wait("seated")["token"]
    b.wait("view")
    a.wait("table")
    return a, b, made


def wish(s, **what):
    s.send(t="notify", re="wish", **what)
    return s.wait("notices", re="wish")


def play(s):
    s.asked()
    return s.answer(0)


def leave(s, others):
    """Until everybody at the table knows that they have gone."""
    s.close()
    while others.wait("table")["table"]["seats"][0]["here"]:
        pass


def confirmed(club, a, address="ann@mail.example"):
    told = wish(a, mail=address)
    check(not told["to"][-1]["confirmed"], told)
    mail = next_of(club.mails.got)
    check(mail.recipients == [address] and SITE + "/table/" in mail.get_content(), mail.raw)
    code = re.search(r"The code is (\d{6})\n", mail.get_content()).group(1)
    check(code in mail["Subject"], mail["Subject"])
    a.send(t="confirm", code=code, re="code")
    told = a.wait("notices", re="code")
    check(told["to"][-1]["confirmed"] and told["to"][-1]["address"] == address, told)
    return mail


# ---- one after the other
def a_mail_a_turn():
    """Asked for with a code, one a turn however many questions that is, ended by one click of a mail program."""
    with Club() as club:
        a, b, made = two(club)
        confirmed(club, a)
        play(a)
        leave(a, b)
        play(b)
        mail = next_of(club.mails.got)
        check(mail.recipients == ["ann@mail.example"] and mail["From"] == "Play <play@play.example>", mail.raw)
        check(mail["Subject"] == "It is your turn at Tic-tac-toe.", mail["Subject"])
        text = mail.get_content()
        check("Ann: it is your turn" in text and "Ben: they wait for you" in text, text)
        check(SITE + "/table/" + made["id"] + "\n" in text, text)
        check(made["token"] not in mail.raw.decode() and b.token not in mail.raw.decode(), "a secret of a seat")
        check(mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click" and mail["Message-ID"], mail.raw)
        way = mail["List-Unsubscribe"].strip("<>")
        key = re.search(r"\?quiet=(\w{22})\n", text).group(1)
        check(way == SITE + "/api/tables/%s/quiet/%s" % (made["id"], key), way, text)
        a = club.join(made["id"], made["token"])
        play(a)
        leave(a, b)
        play(b)
        again = next_of(club.mails.got)
        check(again["Message-ID"] != mail["Message-ID"], "another turn")
        form = {"Content-Type": "application/x-www-form-urlencoded", "Origin": "https://mail.example"}
        for _ in range(2):
            status, _, body = club.request("POST", way[len(SITE):], "List-Unsubscribe=One-Click", form)
            check(status == 200 and json.loads(body) == dict(quiet=True), status, body)
        check(club.request("POST", "/api/tables/%s/quiet/%s" % (made["id"], "x"))[0] != 200, "no key")
        a = club.join(made["id"], made["token"])
        wish(a, hook="club")
        play(a)
        leave(a, b)
        play(b)
        next_of(club.web.got)
        check(club.mails.got.empty(), "a mail after the end")
        eventually(lambda: club.metric("notices") == 4 and club.metric("notices_failed") == 0, "counted")


def receivers_of_the_operator():
    with Club() as club:
        url = club.web.address
        club.config["hooks"].update(
            ntfy=dict(url=url + "/", format="ntfy", topic="club-7"),
            room=dict(url=url + "/send/m.room.message/{id}", format="matrix", token="s3cret"),
            talk=dict(url=url + "/talk", format="discord"))
        club.write()
        club.stop()
        club.start()
        a, b, made = two(club)
        a.send(t="rename", name="Ann_*@everyone*")
        a.wait("table")
        for name in ("club", "ntfy", "room", "talk"):
            told = wish(a, hook=name)
        check(sorted(told["hooks"]) == ["club", "ntfy", "room", "talk"] and len(told["to"]) == 4, told)
        play(a)
        leave(a, b)
        play(b)
        got = {r.path.split("/")[1]: r for r in (next_of(club.web.got) for _ in range(4))}
        body = {path: json.loads(r.body) for path, r in got.items()}
        link = SITE + "/table/" + made["id"]
        check(set(body["club"]) == {"id", "text", "title", "name", "others", "link", "since"}, body["club"])
        check(body["club"]["link"] == link and body["club"]["others"] == "Ben", body["club"])
        check(abs(body["club"]["since"] - time.time() * 1000) < 60000, body["club"])
        check(body[""] == dict(topic="club-7", title="Tic-tac-toe", click=link,
                               message="Ann_*@everyone*: it is your turn at Tic-tac-toe."), body[""])
        room = got["send"]
        check(room.command == "PUT" and re.search(r"/m.room.message/[0-9a-f]{32}$", room.path), room.path)
        check(room.headers["Authorization"] == "Bearer s3cret" and body["send"]["msgtype"] == "m.text", body["send"])
        check(link in body["send"]["body"], body["send"])
        check(body["talk"]["allowed_mentions"] == dict(parse=[]) and link in body["talk"]["content"], body["talk"])
        check(r"Ann\_\*\@everyone\*\:" in body["talk"]["content"], body["talk"])
        check(all(r.headers["Content-Type"] == "application/json" for r in got.values()), "JSON")


def push_messages():
    """Only the browser can read them; who sends is signed; a subscription that has ended is forgotten."""
    key = webpush.Browser("x")  # RFC 8291, appendix A
    key.secret = int.from_bytes(webpush.decode("q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94"), "big")
    check(webpush.times(key.secret, webpush.G), "a point")
    with Club() as club:
        a, b, made = two(club)
        browser, gone = webpush.Browser(club.web.address + "/push/1"), webpush.Browser(club.web.address + "/push/2")
        told = wish(a, push=browser.subscription())
        check(told["to"][0]["channel"] == "push" and told["to"][0]["address"] == browser.endpoint, told)
        play(a)
        leave(a, b)
        play(b)
        sent = next_of(club.web.got)
        check(sent.headers["Content-Encoding"] == "aes128gcm" and int(sent.headers["TTL"]) > 0, sent.headers)
        check(b"turn" not in sent.body and made["id"].encode() not in sent.body, "it can be read by others")
        read = browser.open(sent.body)
        check(read == dict(table=made["id"], title="Tic-tac-toe", text="It is your turn at Tic-tac-toe.", others="Ben"),
              read)
        claims = webpush.read_vapid(sent.headers["Authorization"], told["push"])
        check(claims["aud"] == club.web.address and claims["sub"] == "mailto:me@play.example", claims)
        check(0 < claims["exp"] - time.time() <= 24 * 3600, claims)
        try:
            gone.open(sent.body)
            check(False, "another browser reads it")
        except AssertionError as e:
            check("seal" in str(e), e)
        a = club.join(made["id"], made["token"])
        a.send(t="quiet")
        a.wait("notices")
        wish(a, push=gone.subscription())
        wish(a, hook="club")
        club.web.statuses = [410, 410]
        play(a)
        leave(a, b)
        play(b)
        paths = sorted(next_of(club.web.got).path for _ in range(2))
        check(paths == ["/club", "/push/2"], paths)
        check(next_of(club.web.got).path == "/club", "410 is an end for a subscription alone")
        a = club.join(made["id"], made["token"])
        a.send(t="notices")
        check([t["channel"] for t in a.wait("notices")["to"]] == ["hook"], "it was forgotten")


def not_who_looks():
    """Nobody who has the page before them; but who has it behind another is told, and once."""
    with Club() as club:
        a, b, made = two(club)
        wish(a, hook="club")
        wish(b, hook="club")
        play(a)
        b.close()
        check(json.loads(next_of(club.web.got).body)["name"] == "Ben", "who is gone, and not Ann, who looks")
        b = club.join(made["id"], b.token)
        b.send(t="looking", yes=False, re=1)
        b.wait("ack", re=1)
        play(b)
        play(a)
        check(json.loads(next_of(club.web.got).body)["name"] == "Ben", "the page is hidden")
        b.send(t="looking", yes=True, re=2)
        b.wait("ack", re=2)
        b.send(t="looking", yes=False, re=3)
        b.wait("ack", re=3)
        play(b)
        a.send(t="looking", yes=False)
        check(json.loads(next_of(club.web.got).body)["name"] == "Ann", "Ben was told of that turn once")
        check(club.web.got.empty(), "nothing else")


def tried_again():
    """With pauses, in the same name; a mail that is refused for now, too."""
    with Club() as club:
        a, b, made = two(club)
        confirmed(club, a)
        wish(a, hook="club")
        while not club.mails.tried.empty():
            club.mails.tried.get()
        club.mails.refuse = 451
        club.web.statuses = [503, 500]
        play(a)
        leave(a, b)
        play(b)
        names = [json.loads(next_of(club.web.got).body)["id"] for _ in range(2)]
        next_of(club.mails.tried)
        club.mails.refuse = None
        names.append(json.loads(next_of(club.web.got).body)["id"])
        check(len(set(names)) == 1, names)
        check(next_of(club.mails.got).recipients == ["ann@mail.example"], "the mail")
        eventually(lambda: club.metric("notices") == 3, "two notices and a code")


def no_turn_lost_by_a_kill():
    """Killed when a turn has begun and nothing was sent; killed when it could not be sent; stopped when it was."""
    with tempfile.TemporaryDirectory() as data:
        with Club(data=data, after=2) as club:
            a, b, made = two(club)
            wish(a, hook="club")
            play(a)
            leave(a, b)
            play(b)
            club.kill()
            check(club.web.got.empty(), "it is due in two seconds")
            club.config["after"] = 0
            club.write()
            club.web.statuses = [503]
            club.start()  # nobody connects
            first = json.loads(next_of(club.web.got).body)
            eventually(lambda: club.metric("notices_failed") == 1, "the first attempt")
            club.kill()
            club.start()
            second = json.loads(next_of(club.web.got).body)
            check(first["id"] == second["id"] and first["since"] == second["since"], first, second)
            check(club.stop() == 0, club.stderr())
            club.start()
            b = club.join(made["id"], b.token)
            table = b.table
            check(table["asked"] == [0] and table["since"] == [first["since"]], table)
            wish(b, hook="club")
            a = club.join(made["id"], made["token"])
            play(a)
            b.send(t="looking", yes=False)
            check(json.loads(next_of(club.web.got).body)["name"] == "Ben", "Ann was told of hers once")


def killed_while_it_is_sent():
    """Whether it was taken is not known then: it comes again, in the same name."""
    with tempfile.TemporaryDirectory() as data:
        with Club(data=data) as club:
            a, b, made = two(club)
            wish(a, hook="club")
            club.web.free.clear()
            play(a)
            leave(a, b)
            play(b)
            first = json.loads(next_of(club.web.got).body)
            club.kill()
            club.web.free.set()
            club.start()
            check(json.loads(next_of(club.web.got).body)["id"] == first["id"], "the same")


def a_slow_receiver_holds_up_nobody():
    with Club(arguments=["--patience", "2"]) as club:
        a, b, made = two(club)
        wish(a, hook="club")
        club.web.free.clear()
        play(a)
        leave(a, b)
        play(b)
        next_of(club.web.got)
        c, d, _ = two(club)
        for _ in range(2):
            play(c)
            play(d)
        check(club.stop() == 0, club.stderr())
        club.web.free.set()


def abuse():
    with Club(push=dict(key=KEY, contact="mailto:me@play.example"), arguments=["--per-address", "50"]) as club:
        a, b, made = two(club)
        look = club.join(made["id"])
        look.refused("no_seat", t="notices")
        look.refused("no_seat", t="notify", hook="club")
        look.close()
        for bad in ("ann", "@x.y", "a@b", "a b@c.d", "a@b.c\r\nRCPT TO:<x@y.z>", "a@b.c>", "<a@b.c>", "a@b@c.d", "", 7,
                    "a" * 260 + "@b.c", "ä@b.c", "a@b."):
            a.refused("bad", t="notify", mail=bad)
        for bad in (dict(), dict(mail="a@b.c", hook="club"), dict(hook="http://x.y/"), dict(hook=3), dict(push=3),
                    dict(push=dict(endpoint="https://x.y/", keys=dict(p256dh="x", auth="y")))):
            a.refused("bad", t="notify", **bad)
        a.refused("bad", t="confirm")
        a.refused("bad", t="looking")
        a.refused("bad", t="quiet", id=3)
        # Where a browser's messages would go: only to the public network, and encrypted
        for at in (club.web.address, club.web.address.replace("http:", "https:"), "https://127.0.0.1", "https://[::1]",
                   "https://localhost"):
            told = wish(a, push=webpush.Browser(at + "/push").subscription())
            play(a)
            a.send(t="looking", yes=False)
            play(b)
            eventually(lambda: not ask(a)["to"], at, "was not given up")
            a.send(t="looking", yes=True)
            a.send(t="undo")
            a.wait("ack")
            break_down(a, b)
            a, b, made = two(club)
        check(club.web.got.empty(), "a door of the own network")
        # Wrong codes end it
        wish(a, mail="ann@mail.example")
        for _ in range(5):
            a.send(t="confirm", code="wrong")
            check(a.wait("error")["code"] == "illegal", "a wrong code")
        check(ask(a)["to"] == [], "it can be tried no more")
        # Few codes to one mailbox, from one table, from one address
        told = [wish(a, mail="Ann+%d@mail.example" % i) for i in range(4)]
        check(len(told[-1]["to"]) == 4, told[-1])
        a.refused("too_often", t="notify", mail="ann+5@mail.example")
        eventually(lambda: club.metric("notices") + club.metric("notices_failed") >= 5 + 5, "codes and pushes")
        check(club.mails.got.qsize() == 3, "to one mailbox", club.mails.got.qsize())
        # A seat that passes to others takes no address along
        a.send(t="leave")
        a.wait("table")
        a.send(t="sit", seat=0, name="Zoe")
        a.wait("seated")
        check(ask(a)["to"] == [], "the addresses of who left")


def ask(s):
    s.send(t="notices", re="ask")
    return s.wait("notices", re="ask")


def break_down(*sockets):
    for s in sockets:
        s.close()


def nothing_hidden():
    """Two games that differ in all that is hidden: what is sent differs in nothing but names drawn at random."""
    said = []
    for seed in (1, 2):
        with Club() as club:
            a, b, made = two(club, HIDDEN, seed=seed)
            browser = webpush.Browser(club.web.address + "/push")
            confirmed(club, a)
            wish(a, hook="club")
            wish(a, push=browser.subscription())
            leave(a, b) # it is Ann's turn, or Ben plays until it is
            while 0 not in b.view["asked"]:
                b.asked()
                b.answer(0)
            mail = next_of(club.mails.got)
            web = [next_of(club.web.got) for _ in range(2)]
            texts = [mail["Subject"], mail.get_content()]
            texts += [r.body.decode() if r.path == "/club" else json.dumps(browser.open(r.body)) for r in
                      sorted(web, key=lambda r: r.path)]
            key = re.search(r"\?quiet=(\w{22})\n", texts[1]).group(1)
            whole = "\n".join(texts)
            check(made["token"] not in whole and b.token not in whole, "a secret of a seat")
            whole = whole.replace(key, "KEY").replace(made["id"], "ID")
            whole = re.sub(r'"id":"[0-9a-f]{32}"', "NAME", whole)
            said.append(re.sub(r'"since":\d+', "SINCE", whole))
    check(said[0] == said[1], said)


def clocks_of_days():
    """Clocks that tick while nobody is connected, through a crash; those of other tables wait for somebody."""
    with tempfile.TemporaryDirectory() as data, Server(data=data) as server:
        check("error" in server.make(TTT, PERSONS, 400, always=True), "a clock is needed")
        a, b, made = two(server, move_clock=1, late="pass", always=True)
        told = server.get("/api/tables/" + made["id"])
        check(told["settings"]["always"] is True and told["ticking"] is True, told)
        usual, other, waits = two(server, move_clock=1, late="bot")
        break_down(usual, other, a, b)
        eventually(lambda: server.metric("bot_answers") >= 2, "a bot answers for who is not there")
        server.kill()
        server.start()
        eventually(lambda: server.metric("bot_answers") >= 2, "after a crash, too")
        check(server.metric("tables") == 1, "the other table needs nobody")
        check(server.get("/api/tables/" + waits["id"])["seats"][0]["late"] == 0, "its clock stood still")
        check(server.get("/api/tables/" + made["id"])["seats"][0]["late"] >= 2, "who was late is told")
        c, d, made = two(server, move_clock=1, late="bot", always=True)
        break_down(c, d)
        eventually(lambda: server.get("/api/tables/" + made["id"])["over"], "bots play it to its end")


def wrong_configurations():
    def refused(config, what):
        with tempfile.TemporaryDirectory() as folder:
            file = folder + "/n.json"
            with open(file, "w") as f:
                f.write(config if isinstance(config, str) else json.dumps(config))
            done = subprocess.run([PROGRAM, "serve", "--port", "0", "--data", folder + "/data", "--notices", file],
                                  stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, timeout=PATIENCE)
            check(done.returncode != 0 and what in done.stderr, config, done.stderr)

    hook = dict(url="https://x.y/", format="json")
    refused("{", "n.json")
    refused({}, '"site"')
    refused(dict(site="play.example"), '"site"')
    refused(dict(site=SITE + "/"), '"site"')
    refused(dict(site=SITE, mails={}), '"mails"')
    refused(dict(site=SITE, after="x"), '"after"')
    refused(dict(site=SITE, mail=dict(server="x")), '"from"')
    refused(dict(site=SITE, mail={"server": "http://x", "from": "a@b.c"}), "smtp://")
    refused(dict(site=SITE, mail={"server": "smtp://x", "from": "a@b.c\r\nBcc: x"}), '"from"')
    refused(dict(site=SITE, mail={"server": "smtp://x", "from": "a@b.c", "user": "x"}), '"password"')
    refused(dict(site=SITE, push=dict(key="/nowhere", contact="mailto:x@y.z")), "/nowhere")
    refused(dict(site=SITE, push=dict(key=os.devnull, contact="mailto:x@y.z")), "openssl ecparam")
    refused(dict(site=SITE, hooks=dict(a=dict(hook, format="xml"))), '"format"')
    refused(dict(site=SITE, hooks=dict(a=dict(hook, url="file:///etc/passwd"))), '"url"')
    refused(dict(site=SITE, hooks=dict(a=dict(hook, format="ntfy"))), '"topic"')
    refused(dict(site=SITE, hooks=dict(a=dict(hook, format="matrix"))), "{id}")


def without_any():
    """A server that can tell nobody says so, and its tables know all the same who is waited for since when."""
    with Server() as server:
        a, b, made = two(server)
        told = ask(a)
        check(told["mail"] is False and told["push"] is None and told["hooks"] == [] and told["to"] == [], told)
        a.refused("bad", t="notify", mail="ann@mail.example")
        a.refused("bad", t="notify", hook="club")
        now = time.time() * 1000
        check(a.table["asked"] == [0] and abs(a.table["since"][0] - now) < 60000, a.table)


if __name__ == "__main__":
    folder = tempfile.mkdtemp(prefix="terrane-key-")
    KEY = os.path.join(folder, "key.pem")
    subprocess.check_call(["openssl", "ecparam", "-name", "prime256v1", "-genkey", "-noout", "-out", KEY])
    code = run([a_mail_a_turn, receivers_of_the_operator, push_messages, not_who_looks, tried_again,
                no_turn_lost_by_a_kill, killed_while_it_is_sent, clocks_of_days, a_slow_receiver_holds_up_nobody,
                abuse, nothing_hidden, wrong_configurations, without_any])
    shutil.rmtree(folder)
    sys.exit(code)
