#!/usr/bin/env bash
# The checks in tools/ must find what they look for: each is run on a small tree with one fault at a time.
set -euo pipefail
tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT
mkdir -p "$tree"/{include,tests,games/chess-like}
mkdir -p "$tree"/src/{base,code,lang,lang/odd,lang/parse,lang/emit,text,vm,api,bot,play,term,lsp}

fails() { # CHECK TEXT: the check must fail and say TEXT
    local out
    if out=$("$ROOT/tools/$1" "$tree"); then echo "tools/$1 found nothing, expected: $2"; exit 1; fi
    case $out in *"$2"*) ;; *) echo "tools/$1 said: $out; expected: $2"; exit 1 ;; esac
}
passes() { "$ROOT/tools/$1" "$tree" || { echo "tools/$1 found a fault where none is"; exit 1; }; }
fault() { # CHECK FILE LINE TEXT
    echo "$3" >"$tree/$2"
    fails "$1" "$4"
    rm "$tree/$2"
}

echo '#include "base/a.h"' >"$tree/src/code/b.h"
echo '#include "code/b.h"' >"$tree/src/vm/c.c"
printf '#include "lang/x.h"\n#include "terrane.h"\n#include <stdio.h>\n' >"$tree/src/api/d.c"
printf '#include "own.h"\n#include "terrane.h"\n' >"$tree/src/bot/e.c"
printf '#include "bot/f.h"\n#include "play/f.h"\n' >"$tree/src/main.c"
passes layers
fault layers src/base/x.c '#include "code/b.h"' 'base must not include code/b.h'
fault layers src/vm/x.c '#include "lang/b.h"' 'vm must not include lang/b.h'
fault layers src/lang/x.h '# include "vm/b.h"' 'src/lang/x.h:1: lang must not include vm/b.h'
fault layers src/code/x.def '#include "terrane.h"' 'code must not include terrane.h'
fault layers src/bot/x.c '#include "vm/b.h"' 'bot must not include vm/b.h'
fault layers src/term/x.c '#include "code/b.h"' 'term must not include code/b.h'
fault layers src/term/x.c '#include "../code/b.h"' 'relative path'
fault layers src/lsp/x.c '#include "vm/b.h"' 'lsp must not include vm/b.h'
fault layers src/term/x.c '#include "lsp/b.h"' 'term must not include lsp/b.h'
fault layers src/text/x.c '#include "lang/emit/b.h"' 'text must not include lang/emit/b.h'
fault layers src/lang/parse/x.c '#include "lang/b.h"' 'lang/parse must not include lang/b.h'
fault layers src/lang/odd/x.c 'int x;' 'unknown layer "lang/odd"'
echo '#include "base/b.h"' >"$tree/src/base/c.h"
fault layers src/base/b.h '#include "base/c.h"' 'includes itself through'
rm "$tree/src/base/c.h"
fault layers include/terrane.h '#include "base/b.h"' 'include must not include base/b.h'

passes lint
long=$(yes '' | head -801 | tr '\n' 'x' | tr 'x' '\n'; echo x)
fault lint tests/long.c "$long" 'at most 800'
fault lint src/base/x.c '/* Chess-Like things */' 'name a game'
fault lint include/x.h '"place a Greenery"' 'name a game'
fault lint src/base/x.def 'WORD(oceans)' 'name a game'
fault lint tests/x.c "// $(printf 'TO%s' DO): later" 'reminders'
fault lint src/code/x.c 'unsigned op = p->code[pc] & 255u;' 'take a word of code apart'
fault lint src/vm/x.c 'f(w >> 8 & 255u);' 'take a word of code apart'
fault lint src/play/x.c '#include <sys/stat.h>' 'go round src/base/file.h'
fault lint src/term/x.c 'FILE *f = fopen(path, "rb");' 'go round src/base/file.h'
mkdir -p "$tree/src/text"
fault lint src/text/x.c "int f(const char *s) { return strstr(s, \"you\") != 0; }" "search in a text"
mkdir -p "$tree/web/src/model"
fault lint web/src/model/x.ts "const n = /^[0-9]+$/.test(text)" 'regular expressions'
fault lint web/src/model/x.ts "const p = new RegExp(names)" 'regular expressions'
fault lint web/src/model/x.ts "text.split(/, /)" 'regular expressions'
echo 'const half = (a + b) / 2 // not one' >"$tree/web/src/model/x.ts"
wide="/* $(printf '%0115d' 0) */"
for file in src/vm/x.c include/x.h tests/x.c tests/x.sh tests/x.py web/src/model/y.ts web/src/y.svelte web/src/y.css; do
    fault lint $file "$wide" '120 columns'
    echo "${wide/0/}" >"$tree/$file"
    passes lint
    rm "$tree/$file"
done
passes lint
echo 'int oceanic;' >"$tree/src/base/x.c"
passes lint
mkdir "$tree/docs" && touch "$tree/docs/a.md"
fault lint docs/x.md "$wide" '120 columns are allowed in prose'
printf '| %s |\n```\n%s\n```\n' "$wide" "$wide" >"$tree/docs/x.md"
passes lint
fault lint src/vm/x.c 'int f( void );' 'not formatted'
fault lint tests/x.h 'enum  { A };' 'not formatted'
printf '/* clang-format off */\nint f( void );\n/* clang-format on */\n' >"$tree/src/vm/x.c"
passes lint

# Without clang-format, or with another one, its rule is not checked: skipped; a failure where all tests are to run.
mkdir "$tree/none"
printf '#!/bin/sh\necho clang-format version 99.0.0\n' | tee "$tree/none/clang-format" >"$tree/none/clang-format-14"
chmod +x "$tree"/none/*
for complete in 0:77 1:1; do
    code=0
    PATH=$tree/none:$PATH TERRANE_TEST_COMPLETE=${complete%:*} "$ROOT/tools/lint" "$tree" >"$tree/out" || code=$?
    [ $code -eq "${complete#*:}" ] || { echo "lint without clang-format ended with $code: $(cat "$tree/out")"; exit 1; }
done

# Behind the checker tree and model are const: what changes them does not compile there, and elsewhere does.
for layer in text lang_emit; do
    grep -q "STREQUAL $layer" "$ROOT/CMakeLists.txt" || { echo "$layer may write"; exit 1; }
done
writes() { # STATEMENT FLAGS
    printf '#include "lang/model/sema.h"\nvoid f(struct node *n, struct symbol *s, struct model *m);\n' \
        >"$tree/writes.c"
    printf 'void f(struct node *n, struct symbol *s, struct model *m) { (void)n, (void)s, (void)m; %s }\n' "$1" \
        >>"$tree/writes.c"
    ${CC:-cc} -std=c11 -fsyntax-only -I"$ROOT/src" $2 "$tree/writes.c" 2>/dev/null
}
for statement in 'n->text = 0;' 'n->a->next = 0;' 's->used = 1;' 'm->functions.data[0]->acts = 1;' 'm->seats = 1;'; do
    writes "$statement" "" || { echo "does not compile: $statement"; exit 1; }
    if writes "$statement" -DTN_READS_ONLY; then echo "compiles where nothing may be changed: $statement"; exit 1; fi
done
writes 'if (n->a) m = 0;' -DTN_READS_ONLY || { echo "reading does not compile"; exit 1; }

# A test of the page that cannot run is skipped, but fails where all tests are to run; a script ends as skipped only
# there.
mkdir "$tree/bin"
printf '#!/bin/sh\necho 18\n' >"$tree/bin/node"
chmod +x "$tree/bin/node"
ends() { # CODE TERRANE_TEST_COMPLETE
    local code=0
    PATH=$tree/bin:$PATH TERRANE_TEST_COMPLETE=$2 bash "$ROOT/tests/web/test_page.sh" >"$tree/out" 2>&1 || code=$?
    [ "$code" -eq "$1" ] ||
        { echo "a page test without its node ended with $code, expected $1: $(cat "$tree/out")"; exit 1; }
}
ends 77 ''
ends 1 1
grep -q 'TERRANE_TEST_COMPLETE=1' "$ROOT/.ci/run" || { echo ".ci/run may skip tests"; exit 1; }
if grep -rnE 'exit 77' "$ROOT/tests" --include='*.sh' --include=run |
    grep -vE 'tests/(support/skip|tools/test_checks|fuzz/test_slices)\.sh:'; then
    echo "the lines above skip a test: tests/support/skip.sh does that"
    exit 1
fi
