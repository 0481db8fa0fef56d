"""Plays every game a little and writes what the server sent: RECORD/NAME.json with the description, the views of a seat
and of a spectator, and the log; RECORD/boards/NAME.json the same of the games of tests/generality that have boards. The
page's tests draw from it, so that they never speak of a protocol that was."""
import glob, json, os, random, shutil, sys, tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../serve"))
from client import *

FOLDER = sys.argv[1]
ANSWERS = pick(25, 80, 400)
SEED = 7


def record(server, game, folder):
    seats = max(game["players"][0], min(2, game["players"][1]))
    made = server.make(game["name"], [dict(bot=None, name="Ann")] + bots(seats - 1), seed=SEED)
    s = server.join(made["id"], made["token"])
    description = server.get("/api/game/" + s.table["hash"])
    chance, views = random.Random(SEED), []
    while s.asked() and len(views) < ANSWERS:
        views.append(s.view)
        s.answer(chance.randrange(10000))
    views.append(s.view)
    other = server.join(made["id"])
    with open(os.path.join(folder, game["name"] + ".json"), "w") as out:
        json.dump(dict(game=game["name"], description=description, views=views, spectator=other.view, log=s.log), out)
    other.close()
    s.close()


def games_with_boards(folder):
    """As a catalogue has them: NAME/NAME.game."""
    for path in glob.glob(os.path.join(ROOT, "tests/generality/*.game")):
        with open(path) as text:
            if "\nboard " not in text.read():
                continue
        name = os.path.splitext(os.path.basename(path))[0]
        os.mkdir(os.path.join(folder, name))
        shutil.copy(path, os.path.join(folder, name))


with Server() as server:
    for game in server.get("/api/games"):
        record(server, game, FOLDER)
boards = os.path.join(FOLDER, "boards")
os.makedirs(boards, exist_ok=True)
with tempfile.TemporaryDirectory() as games:
    games_with_boards(games)
    with Server(env={"TERRANE_GAMES": games}) as server:
        for game in server.get("/api/games"):
            record(server, game, boards)
