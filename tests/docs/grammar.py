#!/usr/bin/env python3
"""The grammar of docs/language.md is the language that the parser reads.

The EBNF of the page is read and used as a recogniser (alternatives in order, the first that fits is taken):
1. every production that is named is defined and used, and every word of the language occurs;
2. every definition of the repository, and every complete example of the page, is a `file`;
3. with one token deleted, doubled or replaced, the recogniser accepts whatever compiles, and refuses whatever the
   parser refuses. (The parser reads a little more, such as a label `none:`, which the checker then refuses.)
Usage: grammar.py TERRANE ROOT LEVEL
"""

import random
import re
import subprocess
import sys
import tempfile
from pathlib import Path

TERRANE, ROOT, LEVEL = sys.argv[1], Path(sys.argv[2]), sys.argv[3]
sys.setrecursionlimit(100000)
PAGE = (ROOT / "docs/language.md").read_text()
TOKENS = ("NAME", "TEXT", "NUMBER", "NEWLINE", "INDENT", "DEDENT")
failures = []


def fail(message):
    failures.append(message)
    print(message)


def words_of(path, macro):
    """The spellings of an X-macro: T(IF, "if") ..."""
    return re.findall(r'\b%s\(\w+, "([^"]+)"\)' % macro, (ROOT / path).read_text())


RESERVED = [w for w in words_of("src/lang/parse/token.h", "T") if w.isalpha()]
SOFT = words_of("src/lang/parse/intern.h", "W")

# ---- the EBNF


def read_grammar(text):
    """name -> tree; a tree is ("word", w), ("token", t), ("rule", r), ("seq", [..]), ("alt", [..]), ("many", x),
    ("opt", x), ("except", x, y)."""
    items = re.findall(r'"[^"]+"|[A-Za-z_]+|[=;|{}\[\]()-]', text)
    at = 0

    def peek():
        return items[at] if at < len(items) else ""

    def take(wanted=None):
        nonlocal at
        item = peek()
        if item == "" or (wanted is not None and item != wanted):
            raise SystemExit("the grammar cannot be read: %r where %r should be" % (item, wanted))
        at += 1
        return item

    def choice():
        options = [sequence()]
        while peek() == "|":
            take()
            options.append(sequence())
        return options[0] if len(options) == 1 else ("alt", options)

    def sequence():
        parts = []
        while peek() not in ("|", ";", "}", "]", ")", ""):
            part = factor()
            if peek() == "-":
                take()
                part = ("except", part, factor())
            parts.append(part)
        return parts[0] if len(parts) == 1 else ("seq", parts)

    def factor():
        item = take()
        for open_, close, kind in (("{", "}", "many"), ("[", "]", "opt"), ("(", ")", None)):
            if item == open_:
                inside = choice()
                take(close)
                return (kind, inside) if kind else inside
        if item.startswith('"'):
            return ("word", item[1:-1])
        return ("token" if item in TOKENS else "rule", item)

    rules = {}
    while at < len(items):
        name = take()
        take("=")
        if name in rules:
            fail("%s is defined twice" % name)
        rules[name] = choice()
        take(";")
    return rules


def parts_of(tree, kind):
    if tree[0] == kind and isinstance(tree[1], str):
        yield tree[1]
    for part in tree[1:]:
        for inner in part if isinstance(part, list) else [part] if isinstance(part, tuple) else []:
            yield from parts_of(inner, kind)


# ---- tokens of a definition, as src/lang/parse/lexer.c makes them

TOKEN = re.compile(r'\s*(?:#.*|([A-Za-z_]\w*)|(\d+)|"((?:[^"\\\n]|\\.)*)"'
                   r'|(\.\.\.|\.\.|->|[+\-=!<>]=|[()\[\]:;,.=<>+\-*/%])|(\S))',
                   re.ASCII)


def tokens_of(text):
    """A list of (kind, spelling); reserved words and signs have the kind "word"; None: a character that is not read."""
    found, indents, depth = [], [0], 0
    for line in text.split("\n"):
        if not depth:
            if not line.strip() or line.lstrip().startswith("#"):
                continue
            indent = len(line) - len(line.lstrip(" "))
            if indent > indents[-1]:
                indents.append(indent)
                found.append(("INDENT", ""))
            while indent < indents[-1]:
                indents.pop()
                found.append(("DEDENT", ""))
            if indent != indents[-1]:
                return None
        at = 0
        while at < len(line.rstrip()):
            m = TOKEN.match(line, at)
            at = m.end()
            name, number, quoted, sign, other = m.groups()
            if other:
                return None
            if name:
                found.append(("word" if name in RESERVED else "NAME", name))
            elif number:
                found.append(("NUMBER", number))
            elif quoted is not None:
                found.append(("TEXT", quoted))
            elif sign:
                found.append(("word", sign))
                depth = max(0, depth + (sign in "([") - (sign in ")]"))
        if not depth:
            found.append(("NEWLINE", ""))
    if depth:
        found.append(("NEWLINE", ""))
    return found + [("DEDENT", "")] * (len(indents) - 1)


# ---- the recogniser


def compiled(rules):
    """Each rule as a function (tokens, at, memo) -> where it ends, or -1."""
    table = {}

    def make(tree):
        kind = tree[0]
        if kind == "word":
            word = tree[1]
            return lambda t, i, m: i + 1 if i < len(t) and t[i][1] == word and t[i][0] in ("word", "NAME") else -1
        if kind == "token":
            token = tree[1]
            return lambda t, i, m: i + 1 if i < len(t) and t[i][0] == token else -1
        if kind == "rule":
            name = tree[1]

            def rule(t, i, m):
                key = (name, i)
                if key not in m:
                    m[key] = table[name](t, i, m)
                return m[key]
            return rule
        if kind == "except":
            part, never = make(tree[1]), make(tree[2])
            return lambda t, i, m: -1 if never(t, i, m) >= 0 else part(t, i, m)
        if kind in ("many", "opt"):
            part = make(tree[1])

            def some(t, i, m):
                while True:
                    end = part(t, i, m)
                    if end < 0:
                        return i
                    if kind == "opt":
                        return end
                    i = end
            return some
        parts = [make(p) for p in tree[1]]
        if kind == "alt":
            def first(t, i, m):
                for part in parts:
                    end = part(t, i, m)
                    if end >= 0:
                        return end
                return -1
            return first

        def all_of(t, i, m):
            for part in parts:
                i = part(t, i, m)
                if i < 0:
                    return -1
            return i
        return all_of

    for name, tree in rules.items():
        table[name] = make(tree)
    return table


def accepts(table, text):
    tokens = tokens_of(text)
    return tokens is not None and table["file"](tokens, 0, {}) == len(tokens)


# ---- the checks

fence = re.search(r"^```ebnf\n(.*?)^```", PAGE, re.S | re.M)
if not fence:
    raise SystemExit("docs/language.md has no grammar")
RULES = read_grammar(fence.group(1))


def check_names():
    used = {r for tree in RULES.values() for r in parts_of(tree, "rule")}
    for name in sorted(used - set(RULES)):
        fail("%s is used and not defined" % name)
    for name in sorted(set(RULES) - used - {"file"}):
        fail("%s is defined and not used" % name)
    words = {w for tree in RULES.values() for w in parts_of(tree, "word")}
    for word in RESERVED + SOFT:
        if word not in words:
            fail('the word "%s" does not occur in the grammar' % word)
    signs = set(words_of("src/lang/parse/token.h", "T")) - set(RESERVED)
    for word in sorted(words - set(RESERVED) - set(SOFT) - signs):
        fail('"%s" is not a word of the language' % word)
    if len(RESERVED) < 30 or len(SOFT) < 20:
        fail("the words of src/lang/parse were not understood")


def definitions():
    for folder in ("games", "tests"):
        for path in sorted((ROOT / folder).rglob("*")):
            if path.suffix in (".game", ".scenario") and "faults" not in path.parts and "fuzz" not in path.parts:
                yield path


def parses(text, work):
    """Whether the compiler reads the text: E01 is about characters, E05 about the order of words."""
    path = Path(work) / "mutant.game"
    path.write_text(text)
    done = subprocess.run([TERRANE, "fmt", "--stdout", str(path)], capture_output=True, text=True, errors="replace")
    return done.returncode == 0 or "would change the meaning" in done.stderr, done.stderr


def compiles(work):
    path = str(Path(work) / "mutant.game")
    return subprocess.run([TERRANE, "check", path], capture_output=True).returncode == 0


def check_definitions(table, work):
    seen = 0
    for path in definitions():
        text = path.read_text(errors="replace")
        if not parses(text, work)[0] and "include" not in text:
            continue
        if not accepts(table, text):
            fail("%s is not a file of the grammar" % path.relative_to(ROOT))
        seen += 1
    for number, block in enumerate(re.findall(r"^```game(?: file=\S+)?\n(.*?)^```", PAGE, re.S | re.M)):
        if not accepts(table, block):
            fail("example %d of docs/language.md is not a file of the grammar" % number)
        seen += 1
    return seen


# What the parser refuses beyond the grammar, with a reason of its own.
BEYOND = ("did you mean", "is still open", "was read as the unit", "only a variable can stand before",
          "belongs in a block",
          "nested", "a row lists")


def mutants(text, chance):
    pieces = re.findall(r'\s+|#[^\n]*|"(?:[^"\\\n]|\\.)*"|\w+|\.\.\.|\.\.|->|[+\-=!<>]=|.', text)
    solid = [i for i, p in enumerate(pieces) if p.strip() and not p.startswith("#")]
    words = RESERVED + SOFT + ["x", "7", '"text"', "(", ")", "[", "]", ":", ";", ",", ".", "..", "=", "+", "-", "=="]
    while True:
        i = chance.choice(solid)
        how = chance.randrange(3)
        new = "" if how == 0 else pieces[i] + " " + pieces[i] if how == 1 else chance.choice(words)
        yield "".join(pieces[:i]) + " " + new + " " + "".join(pieces[i + 1:])


def check_mutants(table, work, number):
    chance, refused, beyond = random.Random(14), 0, 0
    blocks = re.findall(r"^```game(?: file=\S+)?\n(.*?)^```", PAGE, re.S | re.M)
    blocks = [b for b in blocks if "include" not in b]
    sources = [mutants(b, chance) for b in blocks]
    for i in range(number):
        text = next(sources[i % len(sources)])
        good, errors = parses(text, work)
        if good != accepts(table, text):
            if not compiles(work) if good else any(b in errors for b in BEYOND):
                beyond += 1
                continue
            fail("the grammar %s and the parser %s:\n%s%s" %
                 ("refuses" if good else "accepts", "accepts" if good else "refuses", text, errors))
        refused += not good
    if not number // 4 < refused < number:
        fail("%d of %d mutants were refused" % (refused, number))
    return refused, beyond


check_names()
if not failures:
    TABLE = compiled(RULES)
    with tempfile.TemporaryDirectory() as folder:
        seen = check_definitions(TABLE, folder)
        count = {"quick": 100, "normal": 500}.get(LEVEL, 10000)
        refused, beyond = check_mutants(TABLE, folder, count)
    print("%d productions, %d files, %d mutants of which %d are refused (%d for other reasons), %d faults" %
          (len(RULES), seen, count, refused, beyond, len(failures)))
    if seen < 50:
        fail("only %d definitions were found" % seen)
sys.exit(bool(failures))
