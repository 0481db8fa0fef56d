"""What older versions wrote (tests/records/v*): it is played again to the same position, or refused with a reason
and can still be read. Never a table that has vanished, never one that was changed without a word."""
import glob, json, os, shutil, sqlite3, subprocess, sys, tempfile
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../serve"))
from client import *

HERE = os.path.dirname(os.path.abspath(__file__))
FOLDERS = sorted(glob.glob(os.path.join(HERE, "v*")))
READ_ONLY = "cannot go on with it"


def answers_of(store, table):
    """The answers that count, as a journal has them."""
    lines = []
    for (text,) in store.execute("select text from lines where id = ? order by number", (table,)):
        if text.startswith("undo "):
            del lines[int(text[5:]):]
        else:
            lines.append(text)
    return lines


def same_view(kept, view, description):
    """What a spectator saw then and sees now, by name."""
    for what in ("vars", "tracks", "zones"):
        now = dict(zip((v["name"] for v in description[what]), view[what]))
        for name, value in kept[what].items():
            check(name in now, kept["game"], kept["id"], what, name, "is gone")
            check(now[name] == value, kept["game"], kept["id"], what, name, "was", value, "and is", now[name])
    for what in ("status", "asked", "phase", "periods", "scores"):
        check(view[what] == kept[what], kept["game"], kept["id"], what, "was", kept[what], "and is", view[what])
    if kept["status"] == "over":
        check(view["ranks"] == kept["ranks"], kept["game"], "ranks", view["ranks"])


def go_on(server, kept):
    """A person who comes back with the token can play on."""
    for token in kept["tokens"]:
        s = server.join(kept["id"], token)
        check(s.seat is not None or not any(kept["names"]), "the token opens its seat")
        question = s.view["question"]
        if question:
            s.answer()
            s.close()
            return True
        s.close()
    return False


def read_only(server, kept, recorded):
    """It says why, and everything that was answered is there for who may read it."""
    s = Socket(server.port, "/ws/" + kept["id"])
    s.send(t="hello", token=kept["tokens"][0])
    welcome = s.wait("welcome")
    told = s.wait("readonly")
    check(READ_ONLY in told["reason"] and welcome["table"]["readonly"] == told["reason"], told["reason"])
    check(len(told["lines"]) > 0 or not recorded, kept["game"], "has no log")
    check(mentioned(told["lines"]) > 0 or not recorded, "it says where it names somebody")
    if kept["status"] == "over":
        status, _, text = server.request("GET", "/api/tables/%s/journal" % kept["id"])
        check(status == 200 and all(line + "\n" in text.decode() for line in recorded), "its journal")
    refused = s.refused("readonly", t="answer", n=0, path=[1])
    check(READ_ONLY in refused["text"], refused)
    s.close()
    return told["reason"]


def store(folder):
    kept_tables = json.load(open(os.path.join(folder, "tables.json")))
    data = tempfile.mkdtemp(prefix="terrane-kept-")
    same, reasons, went_on = 0, {}, 0
    try:
        shutil.copy(os.path.join(folder, "tables.sqlite"), data)
        before = sqlite3.connect("file:%s?mode=ro&immutable=1" % os.path.join(folder, "tables.sqlite"), uri=True)
        with Server(data) as server:
            listed = {t["id"] for t in server.get("/api/tables")}
            for kept in kept_tables:
                info = server.get("/api/tables/" + kept["id"])
                check([s["name"] for s in info["seats"]] == kept["names"], "who sat there", info)
                check(info["settings"]["options"] == kept["options"], "options", info)
                check(kept["status"] == "over" or kept["id"] in listed, kept["game"], kept["id"], "is not in the lobby")
                if "readonly" in info:
                    reason = read_only(server, kept, answers_of(before, kept["id"]))
                    reasons.setdefault(kept["game"], []).append(reason)
                    continue
                s = server.join(kept["id"])
                same_view(kept, s.view, server.get("/api/game/" + s.table["hash"]))
                s.close()
                same += 1
                went_on += go_on(server, kept)
            check(same + sum(map(len, reasons.values())) == len(kept_tables), "all of them")
        before.close()
    finally:
        shutil.rmtree(data)
    print("  %s: %d tables as they were, %d of them gone on with, %d read-only" %
          (os.path.basename(folder), same, went_on, len(kept_tables) - same))
    for game, why in sorted(reasons.items()):
        print("    read-only: %d of %s: %s" % (len(why), game, why[0]))


def astray(folder):
    """Tables whose rules or answers are not what they were are shown and not played; all others as ever."""
    kept_tables = json.load(open(os.path.join(folder, "tables.json")))
    running = {k["game"]: k for k in kept_tables if k["status"] == "ask"}
    over = {k["game"]: k for k in kept_tables if k["status"] == "over"}
    data = tempfile.mkdtemp(prefix="terrane-kept-")
    try:
        shutil.copy(os.path.join(folder, "tables.sqlite"), data)
        with Server(data) as server: # brings the store up to this version, and plays a little, which notes digests
            played = server.make("connect-four", [dict(bot=None, name="Ann"), dict(bot=None)], seed=3)
            s = server.join(played["id"], played["token"])
            s.answer()
            s.close()
        db = sqlite3.connect(os.path.join(data, "tables.sqlite"))
        check(db.execute("select digest from lines where id = ?", (played["id"],)).fetchone()[0], "a digest")
        db.execute("update lines set digest = digest + 1 where id = ?", (played["id"],))
        db.execute("update definitions set text = 'no game' where part = 0 and hash = (select definition from tables"
                   " where id = ?)", (running["tic-tac-toe"]["id"],))
        for kept in (running["mars"], over["pluto"]):
            db.execute("update lines set text = 'A: nonsense' where number = 3 and id = ?", (kept["id"],))
        db.commit()
        with Server(data) as server:
            for kept in (running["tic-tac-toe"], running["mars"], over["pluto"]):
                recorded = answers_of(db, kept["id"])
                print("    " + read_only(server, kept, recorded))
            check("another position" in server.get("/api/tables/" + played["id"])["readonly"], "the digest is compared")
            s = Socket(server.port, "/ws/" + running["mars"]["id"])
            s.send(t="hello")
            told = s.wait("readonly")["lines"]
            own = [l["text"] for l in told]
            check("A: nonsense" not in own and "A answers" in own, "what may be secret is not told to spectators",
                  own[:9])
            s.close()
            other = server.join(running["tinyforming"]["id"], running["tinyforming"]["tokens"][0])
            other.close()
        db.close()
    finally:
        shutil.rmtree(data)


def definitions(folder, into):
    """The rules of that time, as its store has them: into/NAME/NAME.game."""
    db = sqlite3.connect("file:%s?mode=ro&immutable=1" % os.path.join(folder, "tables.sqlite"), uri=True)
    for name, definition in db.execute("select distinct name, definition from tables").fetchall():
        os.makedirs(os.path.join(into, name), exist_ok=True)
        for path, text in db.execute("select path, text from definitions where hash = ?", (definition,)):
            open(os.path.join(into, name, path), "wb").write(text)
    db.close()


def terrane(*arguments, games, home="/nonexistent"):
    """Nothing is found that was kept elsewhere, unless there is a home."""
    return subprocess.run([PROGRAM, *arguments], capture_output=True, text=True,
                          env={**os.environ, "TERRANE_GAMES": games, "XDG_STATE_HOME": home})


FACTS = ("status", "phase", "periods", "players", "table", "tracks", "boards", "cards", "zones", "winners")


def named(value):
    """Version 0.1 wrote members and spaces with blanks for underscores; both are read."""
    if isinstance(value, dict):
        return {k.replace("_", " "): named(v) for k, v in value.items()}
    if isinstance(value, list):
        return [named(v) for v in value]
    return value.replace("_", " ") if isinstance(value, str) else value


def same_position(kept, now, path):
    kept, now = named(kept), named(now)
    for what in FACTS:
        if what not in kept:
            continue
        check(what in now, path, what, "is gone")
        differs = [] if not isinstance(kept[what], dict) else [k for k in kept[what]
                                                               if covers(kept[what][k], now[what].get(k))]
        check(not differs and (isinstance(kept[what], dict) or kept[what] == now[what]), path, what, "differs:",
              differs)


def covers(kept, now):
    """Whether something of `kept` is missing or different in `now`; more may stand there now."""
    if isinstance(kept, dict):
        return not isinstance(now, dict) or any(covers(v, now.get(k)) for k, v in kept.items())
    return kept != now


def journals(folder):
    """By the rules they were written with they come to the same position, or are refused with a reason; by others
    they are refused."""
    rules = tempfile.mkdtemp(prefix="terrane-kept-")
    same, refused = 0, []
    try:
        definitions(folder, rules)
        for path in sorted(glob.glob(os.path.join(folder, "journals", "*.journal"))):
            name = os.path.basename(path)[:-len(".journal")]
            kept = json.load(open(os.path.join(folder, "positions", name + ".json")))
            played = terrane("replay", path, "--states", games=rules)
            if played.returncode == 0:
                same_position(kept, json.loads(played.stdout.strip().split("\n")[-1]), name)
                same += 1
            else:
                check(played.returncode == 1 and len(played.stderr) > 40, name, played.stderr)
                refused.append((name, played.stderr.strip()))
            other = terrane("replay", path, games=os.path.join(ROOT, "games"))
            check(other.returncode == 0 or "definition" in other.stderr and "A: " in other.stdout, name,
                  "by the rules of today:", other.stdout[:200], other.stderr)
        for line in open(os.path.join(folder, "links.txt")):
            name, link = line.split()
            played = terrane("replay", link, "--states", games=rules)
            if played.returncode == 0:
                kept = json.load(open(os.path.join(folder, "positions", name + "-over.json")))
                same_position(kept, json.loads(played.stdout.strip().split("\n")[-1]), "link of " + name)
                same += 1
            else:
                check(played.returncode == 1 and len(played.stderr) > 40, name, played.stderr)
                refused.append(("link of " + name, played.stderr.strip()))
    finally:
        shutil.rmtree(rules)
    print("  %s: %d journals and links come to the same position, %d are refused" % (os.path.basename(folder), same,
                                                                                     len(refused)))
    for name, why in refused:
        print("    refused: %s: %s" % (name, why.split("\n")[0]))
    check(same > 0, "some of them can be played")


def saved(folder):
    """A game that was saved at the terminal is played again by its own rules, though the definition has changed
    since."""
    home = tempfile.mkdtemp(prefix="terrane-kept-")
    try:
        definitions(folder, home)
        path = os.path.join(home, "pluto.journal")
        seats = [flag for seat in "AB" for flag in ("--seat", seat + "=random")]
        played = terrane("play", "pluto", "--seed", "5", *seats, "--journal", path, games=home, home=home)
        check(played.returncode == 0 and os.listdir(os.path.join(home, "terrane", "rules")), played.stderr)
        before = terrane("replay", path, games=home, home=home).stdout
        link = terrane("replay", path, "--link", games=home, home=home).stdout.strip()
        with open(os.path.join(home, "pluto", "pluto.game"), "a") as f:
            f.write("# changed\n")
        check(terrane("replay", path, games=home, home=home).stdout == before and before, "the journal")
        check(terrane("replay", link, games=home, home=home).stdout == before, "the link")
        shutil.rmtree(os.path.join(home, "terrane", "rules"))
        after = terrane("replay", path, games=home, home=home)
        check(after.returncode == 1 and "another definition" in after.stderr and after.stdout.startswith("A: "),
              after.stderr)
        check("\nrules 3\n" in open(path).read(), "it names the version of its rules")
    finally:
        shutil.rmtree(home)


def positions(folder):
    """Positions as JSON are read, or refused with the place."""
    rules = tempfile.mkdtemp(prefix="terrane-kept-")
    read = 0
    try:
        definitions(folder, rules)
        for path in sorted(glob.glob(os.path.join(folder, "positions", "*-open.json"))):
            name = os.path.basename(path)[:-len("-open.json")]
            played = terrane("simulate", name, "--from", path, "--games", "1", games=rules)
            check(played.returncode == 0 or re.search(r"\d+:\d+: ", played.stderr), name, played.stderr)
            read += played.returncode == 0
    finally:
        shutil.rmtree(rules)
    print("  %s: %d positions are gone on with" % (os.path.basename(folder), read))


def images(folder):
    """A compiled game is read, or refused by its version."""
    for path in glob.glob(os.path.join(folder, "*.image")):
        played = terrane("simulate", path, "--games", "2", games=os.path.join(ROOT, "games"))
        check(played.returncode == 0 or "version" in played.stderr, path, played.stderr)


def every(test):
    def run_it():
        check(FOLDERS, "there is nothing to look at")
        for folder in FOLDERS:
            test(folder)
    run_it.__name__ = test.__name__
    return run_it


sys.exit(run([every(t) for t in (store, astray, saved, journals, positions, images)]))
