/* test_diagnostics.c: what a designer reads after a mistake: where, which code, what is proposed, what is noted. Every
 * text has exactly one mistake unless said, and is answered by exactly one error: no consequences are reported. */
#include "support/unit.h"

#include "base/buf.h"
#include "terrane_table.h"

#include <stdio.h>

/* A small game that is right; tests put their line behind it. It has 24 lines. */
static const char game[] =
    "game \"G\":\n"                                                                            /* 1 */
    "  players: 2..4\n"                                                                        /* 2 */
    "option long = false, true\n"                                                              /* 3 */
    "resource coin, steel, titanium\n"                                                         /* 4 */
    "tag space, earth\n"                                                                       /* 5 */
    "period year\n"                                                                            /* 6 */
    "player:\n"                                                                                /* 7 */
    "  var stock[resource]: number(0..) = 0\n"                                                 /* 8 */
    "  zone hand(project, see: owner)\n"                                                       /* 9 */
    "kind card(tags: tag...):\n"                                                               /* 10 */
    "  var cubes: number(0..) = 0\n"                                                           /* 11 */
    "  rule do\n"                                                                              /* 12 */
    "kind project(cost: number) is card:\n"                                                    /* 13 */
    "  value requires -> bool = true\n"                                                        /* 14 */
    "  value points -> number\n"                                                               /* 15 */
    "zone deck(project, see: nobody)\n"                                                        /* 16 */
    "track oxygen(0..14)\n"                                                                    /* 17 */
    "signal played(card: project, by: player) \"{by} plays {card}\"\n"                         /* 18 */
    "value price(card: project, by: player) -> number(0..) = card.cost\n"                      /* 19 */
    "def prey(r: resource) \"take {r}\": lose(1 r)\n"                                          /* 20 */
    "def twice(n: number, by: player) -> number = n * 2\n"                                     /* 21 */
    "project Comet(14, space): points: if long then 1 else 2\n"                                /* 22 */
    "flow:\n"                                                                                  /* 23 */
    "  shuffle(deck); draw(1); prey(coin); raise(oxygen); emit played(Comet, me); finish()\n"; /* 24 */

/* Errors, warnings, notes and hints as lines "line:col CODE text", "line:col note text", "help text". */
static void put_said(const char *text, struct buf *out) {
    tn_source *s = NULL;
    tn_game *g = NULL;
    tn_config config = {0};
    tn_status status = tn_source_parse("test.game", text, strlen(text), &s);
    if (status == TN_OK) status = tn_game_new(s, &config, &g);
    for (size_t i = 0; i < tn_source_diag_count(s); i++) {
        tn_diag d;
        tn_source_diag(s, i, &d);
        if (!strcmp(d.code, "W30") && d.level == 1) continue; /* the small game is not complete */
        buf_printf(out, "%u:%u %s %s\n", d.line, d.col, d.level == 2 ? "note" : d.code, d.text);
        if (d.hint) buf_printf(out, "help %s\n", d.hint);
    }
    tn_game_free(g);
    tn_source_free(s);
}

static void says(const char *lines, const char *expected) {
    struct buf text, out;
    buf_init(&text);
    buf_init(&out);
    buf_puts(&text, game);
    buf_puts(&text, lines);
    put_said(text.data, &out);
    const char *got = out.n ? out.data : "";
    if (strcmp(got, expected)) {
        print_error("%s---- got\n%s---- expected\n%s----\n", lines, got, expected);
        fail();
    }
    buf_free(&text);
    buf_free(&out);
}

static void test_names(void **state) {
    (void)state;
    says("", "");
    says("project A(1): do: gain(2 titanum)\n  points: 1\n",
         "26:3 E05 this line is indented deeper than the one before it\nhelp a block begins after \":\" at the end of "
         "a line\n");
    says("project A(1):\n  do: gain(2 titanum)\n  points: 1\n",
         "26:14 E02 unknown resource \"titanum\"; did you mean \"titanium\"?\n"
         "4:10 note resources are declared here\n");
    says("projet A(1):\n  points: B.cost\n",
         "25:1 E02 unknown kind \"projet\"; did you mean \"project\"?\n10:6 note kinds are declared here\n");
    says("def f: pry(coin)\n", "25:8 E02 unknown verb or function \"pry\"; did you mean \"prey\"?\n");
    says("def f: zebra(coin)\n", "25:8 E02 unknown verb or function \"zebra\"\n");
    says("when playd(): draw(1)\n", "25:6 E02 unknown signal \"playd\"; did you mean \"played\"?\n");
    says("def f -> number = comet.cost\n", "25:19 E02 unknown name \"comet\"; did you mean \"Comet\"?\n");
    says("var v: number = 0 per yaer\n",
         "25:23 E02 unknown period \"yaer\"; did you mean \"year\"?\n6:8 note periods are declared here\n");
    says("if logn:\n  tag more\n", "25:4 E02 unknown option \"logn\"; did you mean \"long\"?\n");
    says("def f(r: resorce) -> bool = r == coin\n", "25:10 E02 unknown type \"resorce\"; did you mean \"resource\"?\n");
    says("def f(n: number) \"gain {m}\": draw(n)\n", "25:25 E02 unknown name \"m\"\n");
}

static void test_members(void **state) {
    (void)state;
    says("def f(p: player) -> number = p.stok[coin]\n", "25:32 E08 unknown member \"stok\"; did you mean \"stock\"?\n");
    says("def f(p: player) -> number = p.wealth\n",
         "25:32 E08 unknown member \"wealth\"\nhelp known here: stock and hand\n");
    says("def f -> number = oxygen.size\n",
         "25:26 E08 unknown member \"size\"\nhelp known here: step, laps, low and high\n");
    says("project A(1):\n  points: 1\n  holds: steel\n",
         "27:3 E08 unknown clause \"holds\"\nhelp known here: requires, points, do, text, flavour and look\n");
    says("project A(1):\n  pionts: 1\n", "26:3 E08 unknown clause \"pionts\"; did you mean \"points\"?\n");
    says("project A(1):\n  do: draw(1)\n", "25:9 E03 \"A\" needs a clause `points:`\n"
                                           "15:9 note \"points\" is declared here, without a default\n");
}

static void test_arguments(void **state) {
    (void)state;
    says("when played(from: me): draw(1)\n", "25:13 E06 unknown parameter \"from\"\nhelp known here: card and by\n");
    says("project A(1, gold: 3): points: 1\n",
         "25:14 E06 unknown parameter \"gold\"\nhelp known here: cost, tags and copies\n");
    says("def f -> number = twice(me, me)\n", "25:25 E04 expected number, found player\n"
                                              "21:11 note parameter \"n\" is declared here\n");
    says("def f -> number = twice(1, me, 3)\n", "25:32 E06 too many arguments: 2 expected\nhelp they are: n and by\n");
    says("zone z(project, sea: owner)\n", "25:17 E06 unknown argument \"sea\"; did you mean \"see\"?\n");
    says("zone z(project, see: onwer)\n", "25:22 E02 unknown audience \"onwer\"; did you mean \"owner\"?\n");
    says("track t(0..9, stp: 2)\n", "25:15 E06 unknown argument \"stp\"; did you mean \"step\"?\n");
    says("track t(0..9, loop: ture)\n", "25:21 E02 unknown word \"ture\"; did you mean \"true\"?\n");
}

static void test_first_values(void **state) {
    (void)state;
    const char *wrong =
        "25:17 E04 what a variable begins with must be a constant player\n"; /* no such seat; nobody yet */
    says("var v: player = seat(9)\n", wrong);
    says("var v: player = seat(0)\n", wrong);
    says("var v: player = next(me)\n", wrong);
    says("var v: number(0..4) = 3 + 3\n", "25:23 E09 it begins with 6, outside the range 0..4\n");
    says("var v: number(1..4) = 0\n", "25:23 E09 it begins with 0, outside the range 1..4\n");
    says("var v: number = 20000\n", "25:17 E09 it begins with 20000, outside the range -9999..9999\n");
    says("var v[resource]: number(it.worth..) = 0\n", "25:39 E09 coin begins with 0, outside the range 1..9999\n");
    says("var v[resource]: number(0..3) = it.worth + 3\n", "25:33 E09 coin begins with 4, outside the range 0..3\n");
    says("var v[resource]: number(it.floor..it.worth)\n",
         "25:35 E04 only the lower end of a range may depend on `it`\n");
}

/* How many there are, and attributes: constants of the configuration. */
static void test_attributes(void **state) {
    (void)state;
    says("var x: number = 0\nsymbol a(x)\n", "26:10 E04 this must be a constant number\n");
    says("symbol a(3 - 4)\n", "25:10 E09 how many there are is a number from 0 to 9999\n");
    says("symbol a(2 / 0)\n", "25:14 E09 this divides by zero\n");
    says("symbol a(1, 2)\n", "25:13 E06 one number says how many there are; attributes have names\n");
    says("symbol a(worth: a.worth)\n", "25:17 E04 this must be a constant number\n");
    says("def f -> number = f()\nsymbol a(f())\n", "26:10 E04 this must be a constant number\n");
    says("project A(1, if year == 1 then space else earth): points: 1\n",
         "25:14 E04 the printed values of a card must be constant\n");
}

static void test_looks(void **state) {
    (void)state;
    const char *wrong =
        "E04 a look is none, or a colour, a picture, an icon in quotes, or some of them in this order, for "
        "example look: green leaf \"P\"\n";
    char expected[256];
    says("var v(look: none): number = 0\ndef f -> number = v\n", "");
    says("var v(look: bleu): number = 0\ndef f -> number = v\n",
         "25:13 E02 unknown colour or picture \"bleu\"; did you mean \"blue\"?\n");
    snprintf(expected, sizeof expected, "25:13 %s", wrong);
    says("var v(look: 3): number = 0\ndef f -> number = v\n", expected);
    says("project A(1):\n  points: 1\n  look: red \"!\"\n", "");
    says("project A(1):\n  points: 1\n  look: red \"?????\"\n", "27:13 E09 an icon is from 1 to 4 characters wide\n");
    snprintf(expected, sizeof expected, "27:14 %s", wrong);
    says("project A(1):\n  points: 1\n  look: none \"!\"\n", expected);
    says("project A(1):\n  points: 1\n  look: leaf\n", "");
    says("project A(1):\n  points: 1\n  look: white city\n", ""); /* no misspelt `while` */
    says("project A(1):\n  points: 1\n  look: red leaf\n", "");
    says("project A(1):\n  points: 1\n  look: leaf \"!\"\n", "");
    says("project A(1):\n  points: 1\n  look: red leaf \"!\"\n", "");
    says("project A(1):\n  points: 1\n  look: leef\n",
         "27:9 E02 unknown colour or picture \"leef\"; did you mean \"leaf\"?\n");
    says("project A(1):\n  points: 1\n  look: red leef \"!\"\n",
         "27:13 E02 unknown picture \"leef\"; did you mean \"leaf\"?\n");
    says("project A(1):\n  points: 1\n  look: leaf red\n", expected);
    says("project A(1):\n  points: 1\n  look: leaf tree\n", expected);
    says("project A(1):\n  points: 1\n  flavour: \"Deep.\"\n", "");
    says("project A(1):\n  points: 1\n  flavour: 1 + 2\n", "27:3 E04 `flavour:` is a text in quotes\n");
    says("player:\n  look: red\n", "26:3 E05 a player has var, zone, track and board\n");
}

/* A board has a ground, a zone of the table may be a row. */
static void test_grounds(void **state) {
    (void)state;
    const char *wrong = "E04 a ground is a colour, a texture, a shape and checker, in this order, all but the texture "
                        "if wanted, for example look: ground red rock globe\n";
    const char *board = "kind cell is space\nboard b1(square, look: %s): row(2 cell)\n";
    static const struct {
        const char *look, *says;
    } cases[] = {
        {"ground rock", ""},
        {"ground red rock globe", ""},
        {"ground wood sheet checker", ""},
        {"ground felt checker", ""},
        {"blue waves \"~\"", ""},
        {"grond rock", "26:24 E02 unknown colour or picture \"grond\"; did you mean \"ground\"?\n"},
        {"ground rok", "26:31 E02 unknown colour or texture \"rok\"; did you mean \"rock\"?\n"},
        {"ground red rok", "26:35 E02 unknown texture \"rok\"; did you mean \"rock\"?\n"},
        {"ground red rock shet", "26:40 E02 unknown shape of a ground \"shet\"; did you mean \"sheet\"?\n"},
        {"ground red rock cheker", "26:40 E02 unknown shape of a ground \"cheker\"; did you mean \"checker\"?\n"},
        {"row", "26:24 E15 only a zone of the table is shown as a row\n"},
    };
    static const struct {
        const char *look;
        int column;
    } orders[] = {{"ground", 24},
                  {"ground red", 24},
                  {"ground red globe", 24},
                  {"ground rock red", 36},
                  {"ground ice rock", 35},
                  {"ground rock globe \"!\"", 42},
                  {"ground rock checker globe", 44},
                  {"ground leaf", 31}};
    char source[256], expected[256];
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        snprintf(source, sizeof source, board, cases[i].look);
        says(source, cases[i].says);
    }
    for (size_t i = 0; i < sizeof orders / sizeof *orders; i++) {
        snprintf(source, sizeof source, board, orders[i].look);
        snprintf(expected, sizeof expected, "26:%d %s", orders[i].column, wrong);
        says(source, expected);
    }
    says("zone shop(project, look: row)\ndef f: move(deck, to: shop)\n", "");
    says("zone shop(project, look: row red \"!\")\ndef f: move(deck, to: shop)\n", "");
    says("player:\n  zone shop(project, look: row)\n", "26:28 E15 only a zone of the table is shown as a row\n");
    says("var v(look: ground rock): number = 0\n", "25:13 E15 only a board has a ground\n");
}

/* at(a, x, y) of a board. */
static void test_places(void **state) {
    (void)state;
    static const struct {
        const char *line, *says;
    } cases[] = {
        {"at(a, 0, 999); at(b, 2 * 3, 4)", ""},
        {"at(c, 0, 0)", "28:6 E02 unknown space \"c\"\n"},
        {"at(a, 0)", "28:3 E15 at(a, x, y) says where a space is, by its label and two constant numbers\n"},
        {"at(a, 0, me)", "28:3 E15 at(a, x, y) says where a space is, by its label and two constant numbers\n"},
        {"at(a, 0, 1000)", "28:12 E09 places are from 0 to 999\n"},
        {"at(a, 0, 0); at(a, 1, 1)", "28:19 E15 \"a\" has a place already\n"},
        {"att(a, 0, 0)", "28:3 E02 unknown line of a board \"att\"; did you mean \"at\"?\n"},
    };
    char source[256];
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        snprintf(source, sizeof source, "kind town is space\nboard land(graph):\n  row(a: town, b: town)\n  %s\n",
                 cases[i].line);
        says(source, cases[i].says);
    }
    says("kind town is space\nboard land(square):\n  row(a: town)\n  at(a, 1, 1)\n",
         "28:3 E15 only the spaces of a graph, ring or loose board are put somewhere by at(...)\n");
}

/* A def names the phrase it is drawn as, a signal has a picture. */
static void test_phrases(void **state) {
    (void)state;
    static const struct {
        const char *look, *says;
    } cases[] = {
        {"text", ""},
        {"keep(4, 2)", ""},
        {"keep(1, 1, 3 coin)", ""},
        {"draw(n)", ""},
        {"discard(2)", ""},
        {"gain(n coin, 2 r)", ""},
        {"lose(1 steel)", ""},
        {"do", ""},
        {"do(project)", ""},
        {"do(\"look into\")", ""},
        {"do(\"look into\", project)", ""},
        {"do(project, \"look into\")", "25:53 E04 do takes a word in quotes and a kind of card, both if wanted\n"},
        {"dra(n)", "25:53 E02 unknown phrase \"dra\"; did you mean \"draw\"?\n"},
        {"draw(r)", "25:53 E04 draw takes a number, or a parameter that is one\n"},
        {"draw(1, 2)", "25:53 E04 draw takes a number, or a parameter that is one\n"},
        {"text(1)", "25:53 E04 text has no arguments\n"},
        {"do(coin)", "25:53 E04 do takes a word in quotes and a kind of card, both if wanted\n"},
        {"gain(2 space)", "25:53 E04 gain takes amounts of what players own, for example look: gain(2 money)\n"},
        {"3", "25:53 E04 the look of a def or a rule is a phrase: text, keep, draw, discard, gain, lose and do\n"},
    };
    char source[256];
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        snprintf(source, sizeof source, "def inspect(n: number, r: resource) \"inspect\"(look: %s): lose(n r)\n",
                 cases[i].look);
        says(source, cases[i].says);
    }
    says("def f -> number \"f\"(look: text) = 1\n", "25:27 E15 only a def that does something is drawn as a phrase\n");
    says("def f \"f\"(lok: text): gain(1 coin)\n", "25:11 E05 expected \"look: ...\" behind the text\n");
    says("project A(1):\n  points: 1\n  do(look: gain(2 coin)): gain(2 coin)\n", "");
    says("project A(1):\n  points: 1\n  do(look: gan(2 coin)): gain(2 coin)\n",
         "27:12 E02 unknown phrase \"gan\"; did you mean \"gain\"?\n");
    says("project A(1):\n  points: 1\n  do(2): gain(2 coin)\n",
         "27:6 E06 nothing stands in brackets behind the name of a clause but the look: of a rule\n");
    says("project A(1):\n  points(look: text): 1\n",
         "26:10 E06 nothing stands in brackets behind the name of a clause but the look: of a rule\n");
    says("signal s(by: player) \"s\"(look: red sword \"!\")\n", "");
    says("signal s(by: player) \"s\"(look: swrd)\n",
         "25:32 E02 unknown colour or picture \"swrd\"; did you mean \"sword\"?\n");
}

static void test_trying(void **state) {
    (void)state;
    says("def f:\n  if possible(prey(coin)) and not possible(draw(1), by: next(me)): draw(1)\n", "");
    says("def f:\n  if not lose(upto 1 coin) == 1 coin: draw(1)\n  elif gain(1 coin) != 1 coin: draw(1)\n", "");
    says("def f:\n  if possible(abs(1)): draw(1)\n",
         "26:15 E15 possible() takes a verb that is tried, for example possible(pay(2 coin))\n");
    says("def f:\n  if possible(prey(coin), to: me): draw(1)\n",
         "26:27 E06 unknown parameter \"to\"\nhelp known here: by\n");
    says("def f:\n  if me == me and gain(1 coin) == 1 coin: draw(1)\n",
         "26:19 E14 \"gain\" acts and cannot be used inside an expression\n"
         "help write it before, as a statement of its own or as `let x = gain(...)`\n");
    says("def f: possible(f())\n", "25:17 E16 \"f\" calls itself\n25:5 note def \"f\" is declared here\n");
    says("def f:\n  try:\n    turn: draw(1)\n", "26:3 E05 `turn`, `phase` and `round` cannot stand in a `try`\n"
                                                "27:5 E05 `turn` is allowed only in the flow\n");
    says("def f:\n  ask c in tag \"Which?\"\n", "26:12 E04 only players can be asked, found tag\n");
    says("def f:\n  together me in players:\n    ask p in others \"Challenge?\"\n",
         "27:5 E05 `ask` cannot stand inside `together`: everybody is asked there\n");
    says("def f:\n  ask p in others\n", "26:3 E03 `ask` needs the question as a text, such as \"Challenge?\"\n");
    says("when played(by: me) if me == me: draw(1)\n",
         "25:24 E05 expected \"may\": a condition of a reaction is written with \"where\", found \"me\"\n");
}

static void test_kinds_of_names(void **state) {
    (void)state;
    says("def f: oxygen(3)\n", "25:8 E15 \"oxygen\" is not a verb or function\n"
                               "17:7 note track \"oxygen\" is declared here\n");
    says("def f -> number = twice\n", "25:19 E15 \"twice\" needs parentheses to be used: twice()\n"
                                      "21:5 note def \"twice\" is declared here\n");
    says("def f: played(Comet, me)\n", "25:8 E15 \"played\" is a signal: write `emit played(...)`\n"
                                       "18:8 note signal \"played\" is declared here\n");
    says("def f:\n  if prey(coin): draw(1)\n", "26:6 E14 \"prey\" acts and gives no value to test\n"
                                               "help whether it can be carried out is `possible(prey(...))`\n");
    says("project A(1):\n  requires: prey(steel) != none\n  points: 1\n",
         "26:13 E14 \"prey\" acts and cannot be used inside an expression\n"
         "help this only looks at the game, any number of times; acting verbs stand in rules, verbs and the flow\n");
    says("tag coin, earth\n", "25:11 E07 tag \"earth\" is declared twice\n5:12 note the first one is here\n");
    says("kind cell\nboard b(square):\n  row(cell)\n", "27:7 E15 \"cell\" is a kind of card, not of space\n"
                                                       "help `kind cell is space:` makes it a kind of space\n"
                                                       "25:6 note kind \"cell\" is declared here\n");
    says("kind cell is space:\n  rule enter: me.n += 1\n  when grown(): me.n += 1\nsignal grown\nboard b(square): "
         "row(2 cell)\n",
         "26:8 E15 a kind of space has parameters, var and look; only cards have the rest\n"
         "27:3 E15 a kind of space has parameters, var and look; only cards have the rest\n");
    says("board b(sqare):\n  row(2 land)\nkind land is space\n",
         "25:9 E02 unknown shape of a board \"sqare\"; did you mean \"square\"?\n");
}

/* `kind x is y(parameter: value)`: by name, what there is, of its type, once. */
static void test_given_by_kinds(void **state) {
    (void)state;
    says("kind dear is project(cost: 9)\ndear A(earth): points: 1\ndear B(cost: 3): points: 2\n",
         "27:8 E06 kind \"dear\" gives \"cost\" already\n");
    says("kind dear is project(cost: 9)\nkind dearer is dear(cost: 2)\n",
         "26:21 E06 kind \"dear\" gives \"cost\" already\n");
    says("kind dear is project(cost: 9, cost: 8)\n", "25:31 E06 kind \"dear\" gives \"cost\" already\n");
    says("kind dear is project(9)\n",
         "25:22 E06 a kind gives parameters of \"project\" by name\nhelp write `is project(parameter: value)`\n");
    says("kind dear is project(cots: 9)\n", "25:22 E06 unknown parameter \"cots\"; did you mean \"cost\"?\n");
    says("kind dear is project(tags: earth)\n", "");
    says("kind dear is project(tags: [2])\n", "25:29 E04 expected tag, found number\n");
    says("kind dear is project(cost: earth)\n", "25:28 E04 expected number, found tag\n");
    says("var n: number = 0\nkind dear is project(cost: n)\n",
         "26:28 E04 the printed values of a card must be constant\n");
    says("kind cell is space(n: 2)\n", "25:20 E06 unknown parameter \"n\"\n");
}

static void test_words(void **state) {
    (void)state;
    says("dfe f(n: number):\n  draw(n)\n", "25:1 E05 unknown word \"dfe\"; did you mean \"def\"?\n");
    says("def f:\n  chose c in me.hand\n", "26:3 E05 unknown word \"chose\"; did you mean \"choose\"?\n");
    says("def f:\n  mya: draw(1)\n", "26:3 E05 unknown word \"mya\"; did you mean \"may\"?\n");
    says("def f -> bool = long nad not long\n", "25:22 E05 unknown word \"nad\"; did you mean \"and\"?\n");
    says("def f -> bool = nto long\n", "25:17 E02 unknown name \"nto\"; did you mean \"not\"?\n");
    says("def f -> number = cuont(p in players where p == me)\n",
         "25:19 E02 unknown verb or function \"cuont\"; did you mean \"count\"?\n");
    says("def f: draw(1) prey(coin)\n",
         "25:16 E05 \"prey\" was read as the unit of \"draw(1)\"; put \";\" between two statements\n");
    says("end whne long\n", "25:5 E05 unknown word \"whne\"; did you mean \"when\"?\n");
    says("ofption x = 1, 2\n", "25:1 E05 unknown word \"ofption\"; did you mean \"option\"?\n");
}

/* Several mistakes, each reported once, in order; a broken declaration does not make its uses wrong. */
static void test_many(void **state) {
    (void)state;
    says("zone pile(projct)\n"
         "def f: draw(1, from: pile); prye(coin)\n"
         "def g(p: plyer) -> number = p.stock[coin] + tw1ce(1, p)\n",
         "25:11 E02 unknown kind of card \"projct\"; did you mean \"project\"?\n"
         "26:29 E02 unknown verb or function \"prye\"; did you mean \"prey\"?\n"
         "27:10 E02 unknown type \"plyer\"; did you mean \"player\"?\n");
}

/* What cannot be listed, kept or chosen is said where it stands; nothing of it reaches the machine. */
static void test_lists(void **state) {
    (void)state;
    says("def f: draw(me.stock)\n",
         "25:13 E04 \"stock\" has an entry for each resource\nhelp say which one, for example stock[coin]\n");
    says("def f: if players in [me]: draw(1)\n", "25:11 E04 a set of player is never in [ ]\n");
    says("def f: choose d in [deck, 3]; draw(d)\n", "25:27 E04 expected zone, found number\n");
    says("def f: choose d in [1..2, 4..5]; draw(d)\n", "25:21 E04 a range of numbers cannot stand in [ ]\n");
    says("def f: choose d in [[coin], [steel]]; draw(1)\n", "25:21 E04 a set of resource cannot stand in [ ]\n");
    says("def f: choose d in [Comet.do]; draw(1)\n", "25:21 E04 a rule cannot stand in [ ]\n");
    says("def f: choose d in [none]; draw(1)\n", "25:21 E04 `none` is nothing that a set could hold\n");
    says("def f: choose d in []; draw(1)\n",
         "25:20 E04 it cannot be told what [ ] is empty of; without cards is \"count(...) == 0\"\n");
    says("def f: repeat []: draw(1)\n",
         "25:15 E04 it cannot be told what [ ] is empty of; without cards is \"count(...) == 0\"\n");
    says("def f: choose d in [1, 4] take 2; draw(1)\n", "25:32 E04 only one number can be chosen at a time\n");
    says("def f: choose d in [oxygen] take 1..; draw(1)\n", "25:34 E04 only one track can be chosen at a time\n");
    says("def f:\n  let s = [i in 1..6 where i > 3]\n  draw(count(s))\n",
         "26:11 E04 a set cannot hold a number\n"
         "help go through them where they are: with `for`, `choose`, `count` and the like, and `where`\n");
    says("def f(s: set zone): draw(count(s))\n",
         "25:14 E04 a set holds cards, spaces, players or declared names, not zones\n");
    says("def f:\n  let l = [1, 2]\n  l = [3]\n  draw(count(l))\n",
         "27:3 E04 a list cannot be changed\nhelp write a new `let`\n");
    says("def f = [1, 2]\n", "25:9 E04 a list made here ends here: it cannot be given back\n");
    says("def f(n: number...) -> number = count(n)\n", "");
    says("def f = 1..3\n", "25:9 E04 a range of numbers cannot be kept\n");
    says("def f: begin(none)\n", "25:14 E15 \"begin\" takes the name of a period\n");
    says("def f: draw(count(live(3)))\n", "25:24 E04 expected a kind or a player, found number\n");
    says("def f: may \"again {1..2}\": draw(1)\n", "25:20 E04 a range of numbers cannot be said in a text\n");
    says("resource ore(3)\ndef f: supply[2..] -= 1\n",
         "26:15 E04 `supply` is of a resource or a piece, found range of numbers\n");
}

static void test_hex_rows(void **state) {
    (void)state;
    const char *apart = "27:3 E03 rows of 3 and 3 spaces do not touch: they are centred\n"
                        "help board b(hex, shift: right) moves every second row by half a space; slant: right each one "
                        "further than the row above\n";
    says("kind cell is space\nboard b(hex): row(3 cell); row(4 cell); row(3 cell)\n", "");
    says("kind cell is space\nboard b(hex): row(3 cell)\n", "");
    says("board b(hex):\n  row(3 cell)\n  row(3 cell)\nkind cell is space\n", apart);
    says("board b(hex):\n  row(3 cell)\n  row(5 cell)\nkind cell is space\n",
         "27:3 E03 rows of 3 and 5 spaces do not touch: they are centred\n"
         "help board b(hex, shift: right) moves every second row by half a space; slant: right each one further than "
         "the row "
         "above\n");
    says("kind cell is space\nboard b(hex):\n  row(shift: 1, 3 cell)\n  row(4 cell)\n",
         "28:3 E03 rows do not touch: this one begins 2 half spaces left of the one above; the number must be odd\n");
    says("kind cell is space\nboard b(hex):\n  row(3 cell)\n  row(shift: 1 + 1, 3 cell)\n",
         "28:3 E03 rows do not touch: this one begins 2 half spaces right of the one above; the number must be odd\n");
    says("kind cell is space\nboard b(hex):\n  for r in 0..2: row(shift: 2 * r + r, 3 cell)\n", "");
    says("kind cell is space\nboard b(hex, shift: rigth): row(cell)\n",
         "26:21 E02 unknown side \"rigth\"; did you mean \"right\"?\n");
    says("kind cell is space\nboard b(square, shift: right): row(cell)\n",
         "26:24 E15 only the rows of a hex board have a shift\n");
    says("kind cell is space\nboard b(hex, shift: right, slant: left): row(cell)\n",
         "26:35 E15 rows have a shift or a slant, not both\n");
}

/* With the first value of the option, the other board and its spaces are not there. */
static void test_absent(void **state) {
    (void)state;
    struct buf text;
    static const char *const maps =
        "kind area is space\noption map = elysium, tharsis\nboard tharsis(square): row(Noctis: area)\n"
        "board elysium(square): row(Hecates: area)\ndef go(to: set area = map): choose s in to; draw(s.row)\n";
    static const struct {
        const char *line, *expected;
    } rows[] = {
        {"def f: go([Noctis])\n", ""}, /* nobody calls it */
        {"project A(1):\n  do: go([Noctis])\n  points: 1\n",
         "31:11 E15 there is no \"Noctis\" with map = elysium: it is on the board tharsis\nhelp `if map == tharsis` "
         "around it says when it is meant\n"},
        {"project A(1):\n  do: go(tharsis)\n  points: 1\n",
         "31:10 E15 the board tharsis is not there with map = elysium\nhelp `if map == tharsis` around it says when it "
         "is meant\n"},
        {"def at -> set area = [Noctis]\nproject A(1):\n  do: go(at())\n  points: 1\n",
         "30:23 E15 there is no \"Noctis\" with map = elysium: it is on the board tharsis\nhelp `if map == tharsis` "
         "around it says when it is meant\n"},
        {"def at -> set area = [Noctis]\nproject A(1):\n  do: if map == tharsis: go(at())\n  points: 1\n", ""},
        {"project A(1):\n  do: go(if map == tharsis then [Noctis] else [Hecates])\n  points: 1\n", ""},
        {"if map == tharsis:\n  project A(1):\n    do: go([Noctis])\n    points: 1\n", ""},
        {"project A(1):\n  do: needs map != tharsis or Noctis.row == 1; go(map)\n  points: 1\n", ""},
    };
    buf_init(&text);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        buf_clear(&text);
        buf_puts(&text, maps);
        buf_puts(&text, rows[i].line);
        says(text.data, rows[i].expected);
    }
    buf_free(&text);
}

static void test_warnings(void **state) {
    (void)state;
    struct buf out;
    buf_init(&out);
    tn_source *s = NULL;
    tn_game *g = NULL;
    tn_config config = {0};
    static const char text[] =
        "game \"G\":\n  players: 2\noption calm = false, true\nresource coin(worht: 2)\nvar pot: number = 0\n"
        "var shown: number = 0\ndef f = 1\nkind k\nsignal s\nflow:\n  needs shown == 0 \"{shown}\"\n  finish()\n";
    assert_int_equal(tn_source_parse("w.game", text, strlen(text), &s), TN_OK);
    tn_game_new(s, &config, &g);
    for (size_t i = 0; i < tn_source_diag_count(s); i++) {
        tn_diag d;
        tn_source_diag(s, i, &d);
        buf_printf(&out, "%u:%u %s %s\n", d.line, d.col, d.code, d.text);
    }
    assert_string_equal(out.data, "3:8 W31 option \"calm\" is never asked for: its values make no difference\n"
                                  "4:15 E02 unknown attribute \"worht\"; did you mean \"worth\"?\n"
                                  "5:5 W30 variable \"pot\" is never used\n"
                                  "7:5 W30 def \"f\" is never used\n"
                                  "8:6 W30 kind \"k\" is never used\n"
                                  "9:8 W30 signal \"s\" is never used\n");
    buf_free(&out);
    tn_game_free(g);
    tn_source_free(s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_names),          cmocka_unit_test(test_members),
        cmocka_unit_test(test_arguments),      cmocka_unit_test(test_first_values),
        cmocka_unit_test(test_attributes),     cmocka_unit_test(test_looks),
        cmocka_unit_test(test_grounds),        cmocka_unit_test(test_phrases),
        cmocka_unit_test(test_places),         cmocka_unit_test(test_trying),
        cmocka_unit_test(test_kinds_of_names), cmocka_unit_test(test_given_by_kinds),
        cmocka_unit_test(test_words),          cmocka_unit_test(test_many),
        cmocka_unit_test(test_lists),          cmocka_unit_test(test_hex_rows),
        cmocka_unit_test(test_absent),         cmocka_unit_test(test_warnings),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
