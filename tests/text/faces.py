"""faces.py: the faces of all cards of a game against the schema and against what a person has read.

    faces.py check  < FACES        every face fits the schema and names things there are
    faces.py show NAMES < FACES    the faces of those cards, with names instead of numbers, as a golden has them

FACES is what `terrane check GAME --faces --json` prints."""
import json
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "support"))
from schema import faults  # noqa: E402

SCHEMA = json.load(open(os.path.join(HERE, "face.schema.json"), encoding="utf-8"))
LISTS = {"m": "members", "k": "kinds", "t": "tracks", "v": "vars", "z": "zones", "b": "boards", "c": "cards"}


def is_ref(value):
    """A reference: its keys hold numbers, while "v" of a phrase and "c" of a condition are words."""
    return bool(value) and set(value) <= set(LISTS) | {"laps", "sort"} and not any(isinstance(value.get(k), str)
                                                                                   for k in LISTS)


def named(value, names, at, bad):
    """The same with names instead of numbers."""
    if isinstance(value, list):
        return [named(item, names, at, bad) for item in value]
    if not isinstance(value, dict):
        return value
    if not is_ref(value):
        if value.get("rule", -1) >= len(names["rules"]):
            bad.append(f"{at}: there is no such rule: {value}")
        return {key: [names["spaces"][s] for s in item] if key == "spaces" else named(item, names, f"{at}.{key}", bad)
                for key, item in value.items() if key != "rule"}  # its words are not what a golden is about
    for key, name in LISTS.items():
        if key not in value:
            continue
        if value[key] >= len(names[name]):
            bad.append(f"{at}: there is no such thing: {value}")
            return value
        thing = names[name][value[key]]
        return ":".join(thing) if key == "m" else f"{name[:-1]}:{thing}" + (" laps" if value.get("laps") else "")
    return "any " + value["sort"]


def main():
    told = json.load(sys.stdin)
    bad = []
    for card in told["faces"]:
        face = named(card["face"], told["names"], card["name"], bad)
        bad += faults(SCHEMA, SCHEMA["$defs"]["face"], card["face"], card["name"])
        if sys.argv[1] == "show" and card["name"] in sys.argv[2:]:
            print(json.dumps({"name": card["name"], **face}, ensure_ascii=False))
    for phrases in told["marks"]:
        shown = named(phrases, told["names"], "mark", bad)
        bad += faults(SCHEMA, {"$ref": "#/$defs/body"}, phrases, "mark")
        if sys.argv[1] == "show":
            print(json.dumps({"mark": shown}, ensure_ascii=False))
    cards = [card["face"] for card in told["faces"]]
    for number, face in enumerate(told["rules"]):
        if face is None or face in cards:
            continue
        name = told["names"]["rules"][number] or f"rule {number}"
        shown = named(face, told["names"], name, bad)
        bad += faults(SCHEMA, SCHEMA["$defs"]["face"], face, name)
        if '"v": "text"' in json.dumps(face):
            bad.append(f"{name}: a rule that takes words has no face")
        if sys.argv[1] == "show":
            print(json.dumps({"rule": told["names"]["rules"][number], **shown}, ensure_ascii=False))
    for line in bad:
        print(line)
    sys.exit(1 if bad else 0)


main()
