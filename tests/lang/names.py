"""The texts of a game do not depend on how its author spelled parameters and locals.

Every game and every definition of tests/generality is copied with all such names spelled otherwise; its rules, cards,
glossary, questions and reasons (`terrane words`) must be the same bytes. A name that is also something
else (a field, a word of a declaration) keeps its spelling.

usage: names.py TERRANE ROOT"""

import concurrent.futures
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

STRING = r'"(?:[^"\\]|\\.)*"'
SIGNATURE = re.compile(rf'^\s*(?:def|value|signal)\s+\w+\s*(?:{STRING}\s*)?\(((?:[^()"]|{STRING})*)\)', re.M)
TOKEN = re.compile(rf'{STRING}|#[^\n]*|[A-Za-z_]\w*|.', re.S)
PARAMETER = re.compile(r'(?:^|,)\s*(\w+)\s*(?=[:,=]|$)')
BOUND = re.compile(r'\b(?:let|choose|for|together|each)\s+(\w+)\b(?=\s*(?:=|:|in\b))|[(\[]\s*(\w+)\s+in\b')
WORDS = 'var|kind|enum|track|zone|board|def|value|signal|option|phase|round|is|rule|space|spaces|card|cards'
DECLARED = re.compile(rf'\.\s*\w+|\b(?:{WORDS})\s+\w+|^\s*\w+\s*:|^\s*\w+\s+\w+\s*\([^)]*\)\s*:?|^\s*enum[^\n]*'
                      r'|\brow\s*\([^)]*\)', re.M)
BEFORE = 'zq'


def local_names(texts):
    """What is bound in the files, and nothing else there."""
    local, other = set(), {'me', 'this', 'it', 'players', 'none', 'true', 'false'}
    for text in texts:
        tokens = [t for t in TOKEN.findall(text) if t[0] != '#']
        plain, bare = ''.join(tokens), ''.join('""' if t[0] == '"' else t for t in tokens)
        for found in SIGNATURE.finditer(plain):
            local |= set(PARAMETER.findall(re.sub(STRING, '', found.group(1))))
        for found in BOUND.finditer(bare):
            local |= {name for name in found.groups() if name}
        outside = SIGNATURE.sub(lambda m: m.group(0)[:m.start(1) - m.start(0)], bare)
        for found in DECLARED.finditer(outside):
            other |= set(re.findall(r'\w+', found.group(0)))
    return {name for name in local if not name[0].isdigit()} - other


def respelled(text, names):
    def name(found):
        return BEFORE + found.group(0) if found.group(0) in names else found.group(0)

    def token(found):
        if found.group(0)[0] != '"':
            return name(found)
        return re.sub(r'\{[^}]*\}', lambda hole: re.sub(r'[A-Za-z_]\w*', name, hole.group(0)), found.group(0))

    return TOKEN.sub(token, text)


def said(terrane, game):
    """Every phrase of the game, a line each; or why there is none."""
    run = subprocess.run([terrane, 'words', game], capture_output=True)
    return (run.stdout.decode().splitlines(), None) if run.returncode == 0 else (None, run.stderr.decode())


def compare(terrane, game):
    """(names respelled, what is wrong)"""
    before, why = said(terrane, game)
    if before is None:
        return 0, None  # a part of a game, or a definition that is not to compile
    with tempfile.TemporaryDirectory() as folder:
        copy = pathlib.Path(folder) / game.parent.name
        shutil.copytree(game.parent, copy)
        alone = game.parent.name == 'generality'  # many games in one folder
        files = [game] if alone else sorted(game.parent.rglob('*.game'))
        texts = {file: file.read_text() for file in files}
        names = local_names(texts.values())
        while True:
            for file, text in texts.items():
                (copy / file.relative_to(game.parent)).write_text(respelled(text, names))
            after, why = said(terrane, copy / game.name)
            if after is not None:
                break
            bad = {w.removeprefix(BEFORE) for w in re.findall(r'\w+', why)} & names  # also a word of something else
            if not bad:
                return 0, why
            names -= bad
    wrong = [f'  {old}\n  becomes {new}' for old, new in zip(before, after) if old != new]
    wrong += ['  one has more phrases'] if len(before) != len(after) else []
    return len(names), '\n'.join(wrong[:5]) if wrong else None


def main():
    terrane, root = sys.argv[1], pathlib.Path(sys.argv[2])
    games = sorted(root.glob('games/*/*.game')) + sorted(root.glob('tests/generality/*.game'))
    wrong = total = 0
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        for game, (names, why) in zip(games, pool.map(lambda g: compare(terrane, g), games)):
            total += names
            if why:
                wrong += 1
                print(f'{game}: its texts depend on the spelling of a name:\n{why}')
    print(f'{len(games)} definitions, {total} names respelled')
    sys.exit(bool(wrong) or total < 150)


main()
