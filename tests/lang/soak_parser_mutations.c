/* soak_parser_mutations.c: mutated definitions. Whatever the bytes are, the parser ends, stays in bounds (run it with
 * the sanitizers), gives a complete tree and at most one error a line.
 *
 *     soak_parser_mutations [SEED [ROUNDS]]
 */
#include "lang/lang_fixture.h"

#include "base/file.h"
#include "base/random.h"

#include <glob.h>

static const char builtin[] =
    "include \"other.game\"\n"
    "game \"Toy\": players: 2..4\n"
    "resource coin(worth: 2) \"coins\", \"old wood\"\n"
    "option map \"Map\" = north, south\n"
    "period round, turn\n"
    "track warmth(-3..8, step: 2) \"warmth\":\n  at -2, 0: gain(1 coin)\n  look: colour red, icon \"sun\"\n"
    "player:\n  var stock[resource]: number(0..) = 0 per round\n  zone hand(card, see: owner)\n  var bid(see: owner): "
    "set card\n"
    "kind card(cost: number, tags: tag...) is thing \"a card\":\n  value points -> number = 0\n  rule do \"now\": "
    "box()\n"
    "  when placed(x, by: me) where n > 2: gain(1 coin)\n  instead placed: a()\n  adjust price(by: me): -2 * "
    "icons(card)\n"
    "card \"Big one\"(3, a, b: [c, d]) \"text\":\n  do: let x: set cell = []; choose y in 0..5 where y != 3 take 1.. "
    "prefer 2 \"which\"\n"
    "  points: if this.cubes > 0 then 3 else 0\n"
    "board grid(hex): row(cell, 3 site, mid: cell(2 coin))\n"
    "def f(a: amount, b: set cell = legal(t)) -> bool \"{a}\" = count(s in [x in map where x is land] where not "
    "near(s)) >= 2\n"
    "def g:\n  phase one \"One\":\n    turn(1..2): act()\n  round gen: begin(gen); needs a not in b \"why\"\n"
    "  either \"A\": pay(upto (a + b) coin)\n  or \"B\": emit done\n  may again \"more\": x += -1\n"
    "  until done, placed(by: me): adjust price: 1\n  for me in players where sum(p in q: p.n) < 3: return none\n"
    "  if a: b()\n  else if c: d()\n  else:\n    as p: repeat 3: while x: together me in players: y = 1\n"
    "signal placed(t: piece, by: player) \"x\": gain(1 coin)\n"
    "if map == north:\n  tag a\nelse: tag b\n"
    "end when warmth == 8 \"warm\"\n"
    "score: a: 1\ntie: a, most(p in players: p.x)\n"
    "scenario \"S\"(players: 1):\n  given: A.hand = [x]; me = A\n  play: A: \"Play\", x, 2 coin\n  check: "
    "refused(\"a\")\n";

static const char *const pieces[] = {
    "(",        ")",       "[",        "]",    ":",      ";",       ",",
    "\n",       "\n  ",    "\n    ",   "\"",   "\\",     "#",       "..",
    "...",      "->",      "=",        "+=",   "==",     "not",     " in ",
    " is ",     " if ",    "then",     "else", "or",     " where ", "may:",
    "either",   "until",   "when",     "kind", "def",    "turn",    "at",
    "look",     "phase ",  "round",    "\t",   "\r\n",   "1",       "99999999999",
    "me",       "none",    "\xc3\xa9", "\xff", "count(", "x in ",   "include \"a.game\"",
    "((((((((", "- - - -", "end when", "    ", " ",      "0"};

static void mutate(struct random *r, struct buf *b, const struct buf *from) {
    buf_clear(b);
    size_t start = from->n > 4000 ? random_range(r, (uint32_t)(from->n - 4000)) : 0;
    size_t n = from->n - start < 4000 ? from->n - start : 4000;
    uint32_t rate = 1 + random_range(r, 200);
    for (size_t i = 0; i < n; i++) {
        if (random_range(r, 20 * rate) == 0) switch (random_range(r, 6)) {
            case 0: i += random_range(r, 30); break;
            case 1: buf_puts(b, pieces[random_range(r, sizeof pieces / sizeof *pieces)]); break;
            case 2: buf_putc(b, (char)random_range(r, 128)); continue;
            case 3: i = i > 20 ? i - random_range(r, 20) : i; break;
            case 4:
                i = random_range(r, (uint32_t)n);
                rate++;
                break;
            default:
                for (uint32_t k = random_range(r, 300); k > 0; k--)
                    buf_puts(b, pieces[random_range(r, 4) * 9]);
            }
        if (i < n) buf_putc(b, from->data[start + i]);
        if (b->n > 20000) break;
    }
}

static void check_diags(const struct parsed *r) {
    for (uint32_t i = 0; i < r->diags.n; i++)
        for (uint32_t j = 0; j < i; j++) {
            const struct diag *a = &r->diags.items[i], *b = &r->diags.items[j];
            if (a->level == DIAG_ERROR && b->level == DIAG_ERROR && a->line == b->line && strcmp(a->file, b->file) == 0)
                fail_msg("two errors on line %u: %s; %s", a->line, a->text, b->text);
        }
}

static size_t load(struct buf *samples, size_t max) {
    glob_t found = {0};
    size_t n = 0;
    buf_init(&samples[n]);
    buf_puts(&samples[n++], builtin);
    if (glob("games/*/*.game", 0, NULL, &found) == 0)
        for (size_t i = 0; i < found.gl_pathc && n < max; i++) {
            buf_init(&samples[n]);
            if (file_read(found.gl_pathv[i], 1 << 24, &samples[n]) == FILE_OK) n++;
        }
    globfree(&found);
    return n;
}

int main(int argc, char **argv) {
    static const struct file_text files[] = {
        {"other.game", "tag q\ninclude \"a.game\"\n"}, {"a.game", "flow: a(\n"}, {0}};
    struct random r = {.key = argc > 1 ? strtoull(argv[1], NULL, 10) : 1};
    unsigned long rounds = argc > 2 ? strtoul(argv[2], NULL, 10) : 20000;
    struct buf samples[64], text, out;
    size_t n = load(samples, 64);
    buf_init(&text);
    buf_init(&out);
    for (unsigned long i = 0; i < rounds; i++) {
        mutate(&r, &text, &samples[random_range(&r, 2) ? 0 : random_range(&r, (uint32_t)n)]);
        struct parsed *p = parse_bytes(text.data, text.n, files);
        assert_non_null(p->file);
        check_tree(p, p->file, 0);
        check_diags(p);
        buf_clear(&out);
        tree_dump(p->file, true, &out);
        diag_format(&p->diags, false, &out);
        parsed_free(p);
    }
    for (size_t i = 0; i < n; i++)
        buf_free(&samples[i]);
    buf_free(&text);
    buf_free(&out);
    return 0;
}
