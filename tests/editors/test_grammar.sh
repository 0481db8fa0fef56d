#!/usr/bin/env bash
# The grammar for editors is JSON and knows every reserved word, every soft word and every built-in of the language.
set -euo pipefail
. "$ROOT/tests/support/skip.sh"
needs python3
grammar=$ROOT/editors/terrane.tmLanguage.json
bad=0
# The words behind `look:` are told by their place: colours and pictures are not listed again.
python3 - "$grammar" <<'PYTHON' || bad=1
import json, re, sys
grammar = json.load(open(sys.argv[1]))
look = re.compile(grammar["repository"]["look"]["match"])
for text, words in (("look: blue", ("blue",)), ('coin(look: green leaf "P")', ("green leaf",)),
                    ("b(hex, look: ground red rock globe)", ("ground red rock globe",)),
                    ("outlook: blue", None), ('look: "~"', None)):
    found = look.search(text)
    if (found and found.groups()) != words:
        sys.exit(f"the rule for look: finds {found and found.groups()} in {text}")
order = [p["include"] for p in grammar["patterns"]]
if order.index("#look") > order.index("#flow"): sys.exit("#look comes too late")
PYTHON
expect() { # WORD FROM
    if ! grep -qE "(^|[^a-z_])$1([^a-z_]|$)" "$grammar"; then
        echo "editors/terrane.tmLanguage.json lacks \"$1\" of $2"
        bad=1
    fi
}
n=0
for word in $(sed -n '/define TOKEN_WORDS/,/^$/p' "$ROOT/src/lang/parse/token.h" | grep -oE '"[a-z]+"' | tr -d '"'); do
    expect "$word" src/lang/parse/token.h
    n=$((n + 1))
done
for word in $(sed -n '/define SOFT_WORDS/,/^$/p' "$ROOT/src/lang/parse/intern.h" | grep -oE '"[a-z]+"' | tr -d '"'); do
    expect "$word" src/lang/parse/intern.h
    n=$((n + 1))
done
for word in $(sed -n 's/^BUILTIN(\([a-z]*\),.*/\1/p' "$ROOT/src/lang/model/builtins.def"); do
    expect "$word" src/lang/model/builtins.def
    n=$((n + 1))
done
[ "$n" -gt 80 ] || { echo "only $n words were found in the sources"; bad=1; }
exit $bad
