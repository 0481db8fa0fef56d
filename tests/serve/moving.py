"""Tables move from one store to another, as text: positions, seats and what is played by stay what they were."""
import json, subprocess, sys
from client import *


def terrane(verb, store, text=None, code=0):
    place = "--store" if store.startswith("postgresql:") else "--data"
    done = subprocess.run([PROGRAM, verb, place, store], input=text, capture_output=True, text=True)
    check(done.returncode == code, verb, "ended with", done.returncode, done.stderr)
    return done


def play_some(server):
    """Some tables: what each person sees, by table and secret."""
    seen = {}
    for game in ("tinyforming", "connect-four", "tinyforming", "kuhn-poker"):
        made = server.make(game, [dict(bot=None, name="Änn \"'\\"), dict(bot="random")], listed=True)
        s = server.join(made["id"], made["token"])
        for _ in range(4):
            if s.asked():
                s.answer(0)
        eventually(lambda: s.asked() or s.view["status"] == "over" or s.wait("view") is None, "it is my turn")
        seen[made["id"], made["token"]] = s.view
        s.close()
    return seen


def same_tables(server, seen):
    for (id, token), view in seen.items():
        s = server.join(id, token)
        for part in ("n", "vars", "zones", "question", "scores"):
            check(s.view.get(part) == view.get(part), id, "has another", part)
        if s.asked():
            s.answer(0)  # and it goes on
        s.close()


def moved(to):
    """From a folder to a store, and from there to another folder."""
    with tempfile.TemporaryDirectory() as folder:
        first, last = os.path.join(folder, "first"), os.path.join(folder, "last")
        with Server(data=first) as server:
            seen = play_some(server)
            running = terrane("export", first, code=3)
            check("in use" in running.stderr, running.stderr)
        text = terrane("export", first).stdout
        check(text.count("\n") == 1 + 3 + len(seen) + 1, "rules are written once")
        check("%d tables were stored, 0" % len(seen) in terrane("import", to, text).stderr, "all are stored")
        check("0 tables were stored, %d" % len(seen) in terrane("import", to, text).stderr, "they are there")
        again = terrane("export", to).stdout
        check(sorted(again.splitlines()) == sorted(text.splitlines()), "nothing is lost on the way")
        terrane("import", last, again)
        for store in (to, last):
            with Server(data=store) as server:
                same_tables(server, seen)


def between_folders():
    with tempfile.TemporaryDirectory() as folder:
        moved(os.path.join(folder, "to"))


def damaged_texts():
    with tempfile.TemporaryDirectory() as folder:
        first, to = os.path.join(folder, "first"), os.path.join(folder, "to")
        with Server(data=first) as server:
            play_some(server)
        text = terrane("export", first).stdout
        lines = text.splitlines(keepends=True)
        for broken, why in (("", "too early"), ("".join(lines[:-1]), "too early"), ("{}\n", "no tables of"),
                            (text[:len(text) // 2], "line"), (lines[0] + lines[-1], "missing"),
                            ("".join(l for l in lines if '"rules"' not in l), "rules of this table"),
                            (text + lines[1], "follows the end"), (text.replace('"format":1', '"format":9'), "newer"),
                            (lines[0] + '{"table":"x"}\n', "line 2"), ("\0\0\n", "line 1")):
            failed = terrane("import", to, broken, code=3)
            check(why in failed.stderr, "wanted", why, "got", failed.stderr)
        check("were there already" in terrane("import", to, text).stderr, "what was whole is kept")
        full = subprocess.run("%s export --data %s > /dev/full" % (PROGRAM, first), shell=True, capture_output=True)
        check(full.returncode == 3 and b"cannot be written" in full.stderr, full)


if __name__ == "__main__":
    sys.exit(run([between_folders, damaged_texts]))
