/* What generated texts say: one small game per question, and the little grammar behind them. */
#include "support/unit.h"

#include "base/english.h"
#include "terrane_table.h"

#include <stdio.h>
#include <stdlib.h>

static const char *const head = "game \"G\":\n"
                                "  players: 2\n"
                                "resource coin, wood\n"
                                "piece hut\n"
                                "player:\n"
                                "  var stock[resource]: number(0..) = 0\n"
                                "  zone hand(card, see: owner)\n"
                                "  zone table(card, see: everyone, live: true)\n"
                                "zone deck(card, see: nobody)\n"
                                "kind spot(wealth: number = 0) is space \"meadow\":\n"
                                "  var built: piece = none\n"
                                "board land(square):\n"
                                "  row(spot, spot(2), spot)\n"
                                "kind card(cost: number):\n"
                                "  value points -> number = 0\n"
                                "  value holds -> resource = none\n"
                                "  value requires -> bool = true\n"
                                "  rule do\n"
                                "  rule act \"action\"\n"
                                "  var cubes: number(0..) = 0\n"
                                "signal built(what: piece, at: spot, by: player) \"{by} builds {what}\"\n"
                                "value price(c: card, by: player) -> number(0..) \"price of {c} for {by}\" = c.cost\n"
                                "def free -> set spot \"a free meadow\" = [s in land where s.built == none]\n"
                                "def huts -> number \"huts on the land\" = count(s in land where s.built == hut)\n"
                                "def build(p: piece, at: set spot = free()) -> spot \"build a {p} on {at}\":\n"
                                "  choose s in at\n"
                                "  s.built = p\n"
                                "  emit built(p, s, me)\n"
                                "  return s\n"
                                "flow:\n"
                                "  turn:\n"
                                "    choose c in me.hand\n"
                                "    pay(price(c, me) coin); c.do()\n";

static const char reading[] = "how to read these rules";

struct made {
    tn_source *source;
    tn_game *game;
};

static struct made make(const char *card) {
    struct made m = {NULL, NULL};
    char text[4096];
    snprintf(text, sizeof text, "%s%s", head, card);
    assert_int_equal(tn_source_parse("g.game", text, strlen(text), &m.source), TN_OK);
    tn_status status = tn_game_new(m.source, NULL, &m.game);
    for (size_t i = 0; status != TN_OK && i < tn_source_diag_count(m.source); i++) {
        char line[512];
        tn_source_diag_text(m.source, i, false, line, sizeof line);
        fprintf(stderr, "%s\n", line);
    }
    assert_int_equal(status, TN_OK);
    return m;
}

static void unmake(struct made m) {
    tn_game_free(m.game);
    tn_source_free(m.source);
}

static void says(const char *card, const char *text) {
    struct made m = make(card);
    tn_card c;
    tn_game_card(m.game, 0, &c);
    assert_string_equal(c.text.bytes, text);
    unmake(m);
}

static void test_clauses(void **state) {
    (void)state;
    says("card A(3):\n  requires: huts() >= 2\n  points: 2\n  do: gain(2 coin, 1 wood)\n",
         "Cost 3. Requires at least 2 huts on the land. 2 points. Gain 2 coin and 1 wood.");
    says("card A(1):\n  points: 1\n  act: pay(1 coin); build(hut)\n",
         "Cost 1. 1 point. Action: pay 1 coin \xE2\x86\x92 build a hut.");
    says("card A(0): act: pay(3 coin, with: [wood]); gain(huts() coin)\n",
         "Cost 0. Action: pay 3 coin (wood may be used) \xE2\x86\x92 gain 1 coin per hut on the land.");
}

static void test_numbers(void **state) {
    (void)state;
    says("card A(1): points: huts() / 2\n", "Cost 1. 1 point per 2 huts on the land.");
    says("card A(1): points: 1 + huts()\n", "Cost 1. 1 point plus 1 point per hut on the land.");
    says("card A(1): do: gain((huts() / 2 + 1) coin)\n", "Cost 1. Gain 1 coin plus 1 coin per 2 huts on the land.");
    says("def ovens -> number \"ovens of yours\" = me.stock[wood]\ncard A(1): requires: ovens() >= 1\n",
         "Cost 1. Requires an oven of yours.");
    says("track heat(0..8) \"great heat\"\ncard A(1):\n  requires: heat >= 3\n  do: raise(heat, 2)\n",
         "Cost 1. Requires great heat at least 3. Raise great heat 2 steps.");
    says("card A(1): points: -2\n", "Cost 1. \xE2\x88\x92"
                                    "2 points.");
    says("card A(1):\n  holds: wood\n  points: this.cubes\n", "Cost 1. Holds wood. 1 point per wood on this card.");
    says("card A(1): points: 2 * this.cubes\n", "Cost 1. 2 points per cube on this card.");
    says("card A(1): points: if this.cubes > 0 then 3 else 0\n", "Cost 1. 3 points if this card has a cube.");
    says("card A(1): do: choose x in 1..me.stock[wood]; lose(x wood)\n",
         "Cost 1. Choose X from 1 to your wood; lose X wood.");
}

/* A member's text is what several of it are called; {+x} says signs; a clause whose text is empty has no label. */
static void test_names_of_several(void **state) {
    (void)state;
    says("resource sheep_cube, goat \"goats\"\ncard A(1): do: gain(1 goat, 3 goat, 2 sheep_cube)\n",
         "Cost 1. Gain 1 goat, 3 goats and 2 sheep cube.");
    says("resource goat \"goats\"\ncard A(1):\n  holds: goat\n  points: this.cubes / 2\n",
         "Cost 1. Holds goats. 1 point per 2 goats on this card.");
    says("resource goat \"goats\"\ncard A(1):\n  requires: me.stock[goat] >= 2\n  do: choose c in me.hand where "
         "c.holds == goat; c.cubes += 1\n",
         "Cost 1. Requires at least 2 goats. Choose a card in your hand that holds goats; add 1 to that card's cubes.");
}

static void test_signs(void **state) {
    (void)state;
    static const char def[] = "def shift(steps: amount..., by: number = 0) \"income {+steps}\":\n"
                              "  for a in steps: me.stock[a.unit] += a.n + by\n"
                              "def slide(n: number) \"slide {+n}\":\n  me.stock[coin] += n\n";
    char card[512];
    snprintf(card, sizeof card, "%scard A(1): do: shift(2 coin, -1 wood); slide(3); slide(-2)\n", def);
    says(card, "Cost 1. Income +2 coin, \xE2\x88\x92"
               "1 wood; slide +3; slide \xE2\x88\x92"
               "2.");
    snprintf(card, sizeof card, "%scard A(1): do: shift(huts() coin)\n", def);
    says(card, "Cost 1. Income +1 coin per hut on the land.");
}

static void test_labels(void **state) {
    (void)state;
    says("kind deed is card:\n  rule first \"\"\n  value worth_to(p: player) -> number\n"
         "deed A(1):\n  first: gain(1 coin)\n  worth_to: p.stock[coin]\n  act: choose d in deed; d.first(); d.do()\n",
         "Cost 1. Gain 1 coin. Worth to: that player's coin. "
         "Action: choose a deed; carry out that deed's first; carry out what stands on that deed without a heading.");
}

static void test_branches(void **state) {
    (void)state;
    says("card A(1):\n  do:\n    either: gain(1 coin)\n    or: needs huts() > 0; gain(2 coin)\n    draw(1)\n",
         "Cost 1. Either gain 1 coin, or only if there is a hut on the land: gain 2 coin; draw 1 card.");
    says("card A(1):\n  do:\n    either \"Work\": gain(1 coin)\n    draw(1)\n",
         "Cost 1. \"Work\": gain 1 coin; draw 1 card.");
    says("card A(1):\n  do:\n    either \"Gain 1 coin\": gain(1 coin)\n    draw(1)\n",
         "Cost 1. Gain 1 coin; draw 1 card.");
    says("card A(1):\n  do:\n    let s = build(hut)\n    may:\n      choose n in near(s) where n.built == none\n      "
         "n.built = hut\n",
         "Cost 1. Build a hut; you may choose a meadow next to that meadow that has no built, then that meadow's built "
         "becomes hut.");
    says("card A(1):\n  do:\n    if count(players) == 1:\n      gain(9 coin)\n    else:\n      gain(upto 2 coin)\n",
         "Cost 1. Gain up to 2 coin.");
}

static void test_reactions(void **state) {
    (void)state;
    says("card A(1): when built(hut, by: me): gain(1 coin)\n", "Cost 1. When you build a hut: gain 1 coin.");
    says("signal took(n: number, by: player) \"{by} takes {n} coins at once\"\n"
         "card A(1): when took(by: me) where n >= 3: gain(1 wood)\n",
         "Cost 1. When you take at least 3 coins at once: gain 1 wood.");
    says("card A(1): when built(hut): gain(1 coin)\n", "Cost 1. When anyone builds a hut: you gain 1 coin.");
    says("card A(1): after built(by: others): gain(1 coin)\n",
         "Cost 1. After another player builds a piece: you gain 1 coin.");
    says("card A(1): adjust price(by: me) where c.cost > 4: -2\n",
         "Cost 1. While in play: price of a card for you \xE2\x88\x92"
         "2 when that card has a printed cost of more than 4.");
    says("card A(1): do: until built(by: me): adjust price(by: me): -1\n",
         "Cost 1. Until you next build a piece: price of a card for you \xE2\x88\x92"
         "1.");
}

/* Whose something is, and what a name stands for, is said where it is not plain. */
static void test_whose(void **state) {
    (void)state;
    says("def marks(p: player = me) -> number \"marks of {p}\" = count(p.table)\n"
         "card A(1):\n  points: if marks() >= 3 then 4 else 1\n  do: needs huts() < 3; needs count(me.hand) == 0; "
         "gain(1 coin)\n",
         "Cost 1. 4 points if you have at least 3 marks, otherwise 1 point. "
         "Only if there are at most 2 huts on the land: only if there is no card in your hand: gain 1 coin.");
    says("card A(1): when built(by: me) where at.wealth > 1: gain(1 coin)\n",
         "Cost 1. When you build a piece and its meadow has a wealth of more than 1: gain 1 coin.");
    says("signal slept(by: player) \"{by} sleeps\"\n"
         "card A(1): do: until built(hut, by: me), slept(by: me): adjust price(by: me): -1\n",
         "Cost 1. Until you next build a hut or sleep: price of a card for you \xE2\x88\x92"
         "1.");
    says("card A(1): adjust worth(wood, by: me): 1\n", "Cost 1. While in play: worth of wood for you +1.");
    says("resource gem(worth: 4)\ncard A(1): adjust accepts(coin, by: me): [wood, gem]\n",
         "Cost 1. While in play: to pay coin, you may also use wood (worth 1) or gem (worth 4).");
    says("kind job(fee: number) \"odd job\"\njob Dig(2)\njob Sail(1)\n"
         "value wage(j: job, by: player) -> number \"wage of {j} for {by}\" = j.fee\n"
         "signal hired(j: job, by: player) \"{by} takes {j}\"\n"
         "card Dig(1):\n  adjust wage(Dig, by: me): 1\n  when hired(by: me): gain(1 coin)\n",
         "Cost 1. While in play: wage of Dig (odd job) for you +1. When you take an odd job: gain 1 coin.");
    says("kind deed is card:\n  rule yield_box \"yield box\"\n"
         "def yield(n: number) \"your yield {+n}\":\n  me.stock[coin] += n\n"
         "deed A(1):\n  yield_box: yield(2); draw(1)\n  act: yield(1)\n",
         "Cost 1. Yield box: +2; draw 1 card. Action: your yield +1.");
}

/* What a rule says, or NULL. */
static const char *rule_of(const tn_game *game, const char *about, const char *name) {
    for (size_t i = 0; i < tn_game_rule_count(game); i++) {
        tn_rule r;
        tn_game_rule(game, i, &r);
        if (!strcmp(r.about, about) && !strcmp(r.name.bytes, name)) return r.text.bytes;
    }
    return NULL;
}

static void rule_says(const struct made *m, const char *about, const char *name, const char *text) {
    const char *said = rule_of(m->game, about, name);
    if (!said) fprintf(stderr, "no rule about %s: %s\n", about, name);
    assert_non_null(said);
    assert_string_equal(said, text);
}

/* The rules that stand on no card, in the order they are printed; none is left unsaid. How texts are read is told
 * before them, the same in every game. */
static void test_rules(void **state) {
    static const char *const wanted[][3] = {
        {"the game", "players", "2"},
        {"end of the game", "the land is full", "if there are at least 3 huts on the land"},
        {"who wins", "",
         "whoever has the most points in all; if several have, whoever of them has the most wood; if "
         "that is "
         "the same too, they win together"},
        {"points", "huts", "2 per hut on the land"},
        {"points", "cards", "points of cards in your table plus your coin"},
        {"course of the game", "", "player 1 begins"},
        {"course of the game", "", "choose a card in your hand"},
        {"course of the game", "", "pay coin equal to price of that card for you"},
        {"course of the game", "", "carry out what stands on that card without a heading"},
        {"always", "", "when you build a hut: gain 1 wood"},
        {"always", "", "when you raise heat: gain 2 coin"},
        {"tracks", "heat", "from 0 to 8 in steps of 2, starts at 0; at 4 and 6: gain 1 coin"},
        {"resources", "gem", "worth 4 in payment, 6 in all"},
        {"kinds of space", "spot", "meadow"},
        {"put a \xE2\x80\xA6 down, where the text does not say where", "hut, shed", "a free meadow"},
        {"put a \xE2\x80\xA6 down, where the text does not say where", "boat", "a free meadow or a meadow on land"},
        {"every player has", "stock of each resource", "0 at first, never below 0"},
        {"every card has", "cubes", "0 at first, never below 0"},
        {"every meadow has", "built", "none at first"},
        {"boards", "land",
         "numbered from 1 to 3; a square each: next to it are those at its four sides; "
         "for example 1 is next to 2; 2 is next to 1, 3"},
        {"where cards lie", "hand", "cards of a player; only the owner sees them"},
        {"where cards lie", "table", "cards of a player; everyone sees them; they are in play"},
        {"where cards lie", "deck", "cards; nobody sees them"},
        {"unless cards change it", "price of a card for you", "that card's printed cost, never below 0"},
        {"unless cards change it", "wood needed by you for a boat", "5"},
        {"what the words mean", "a free meadow", "a meadow on land that has no built"},
        {"what the words mean", "huts on the land", "the number of meadows on land that have built hut"},
        {"what the words mean", "put a [piece] down on [meadows]",
         "choose one of [meadows]; that meadow's built becomes [piece]"},
    };
    (void)state;
    struct made m =
        make("resource gem(6, worth: 4)\npiece shed, boat\n"
             "track heat(0..8, step: 2):\n  at 4, 6: gain(1 coin)\n"
             "value keel(by: player) -> number \"wood needed by {by} for a boat\" = 5\n"
             "value luck(by: player) -> number \"{by}'s luck\" = 0\n"
             "when built(hut): gain(1 wood)\nwhen raised(heat): gain(2 coin)\n"
             "def usual(p: piece) -> set spot \"the usual place\" = if p == boat then free() + land else free()\n"
             "def put(p: piece, at: set spot = usual(p)) \"put a {p} down on {at}\":\n"
             "  choose s in at\n  s.built = p\n"
             "card A(1): do: put(hut); raise(heat)\n"
             "score:\n  huts: 2 * huts()\n  cards: sum(c in me.table: c.points) + me.stock[coin]\n"
             "tie: me.stock[wood]\n"
             "end when count(players) == 1 \"nobody is left\"\nend when huts() >= 3 \"the land is full\"\n");
    size_t next = 0;
    for (size_t i = 0; i < tn_game_rule_count(m.game); i++) {
        tn_rule r;
        tn_game_rule(m.game, i, &r);
        if (!strcmp(r.about, reading)) continue;
        assert_in_range(next, 0, sizeof wanted / sizeof *wanted - 1);
        assert_string_equal(r.about, wanted[next][0]);
        assert_string_equal(r.name.bytes, wanted[next][1]);
        assert_string_equal(r.text.bytes, wanted[next][2]);
        next++;
    }
    assert_int_equal(next, sizeof wanted / sizeof *wanted);
    unmake(m);
}

/* Where numbers start, how far they go, when they start again; by member where members differ. */
static void test_numbers_of_the_table(void **state) {
    (void)state;
    struct made m =
        make("resource gold(floor: -5), tin, lead, clay\nperiod day\n"
             "player:\n  var income[resource]: number(it.floor..) = 1\n  var fame: number(-3..20) = 4\n"
             "  var asleep: bool = true per day\n  track honour(0..9, start: 3)\n"
             "var pot: number(0..6) = 2\n"
             "card A(1): do: me.income[gold] += 1; me.fame += 1; me.asleep = false; pot += 1; raise(me.honour)\n");
    rule_says(&m, "every player has", "income of each resource",
              "coin, wood, tin, lead, clay: 1 at first, never below 0; gold: 1 at first, never below \xE2\x88\x92"
              "5");
    rule_says(&m, "every player has", "fame",
              "4 at first, always from \xE2\x88\x92"
              "3 to 20");
    rule_says(&m, "every player has", "asleep", "yes at first and again whenever a new day begins");
    rule_says(&m, "the table has", "pot", "2 at first, always from 0 to 6");
    rule_says(&m, "tracks", "honour", "each player's, from 0 to 9, starts at 3");
    unmake(m);
}

static void test_boards(void **state) {
    (void)state;
    struct made m = make("board comb(hex):\n  row(2 spot)\n  row(3 spot)\n  row(2 spot)\n"
                         "board town(loose):\n  row(2 spot)\n"
                         "kind hill is spot \"hill\"\nboard peaks(ring):\n  row(hill, 2 spot)\n"
                         "card A(1): do: build(hut, at: [s in comb where s.built == none] + town + peaks)\n");
    rule_says(
        &m, "boards", "comb",
        "numbered from 1 to 7 row by row from the top, in each row from left to right; a hexagon each: next to it "
        "are the one before and the one behind it in its row, and the two that touch it in the row above and in "
        "the row below; rows of different length are centred; for example 1 is next to 2, 3, 4; 4 is next to 1, "
        "2, 3, 5, 6, 7");
    rule_says(&m, "boards", "town", "numbered from 1 to 2; none is next to another");
    rule_says(&m, "kinds of space", "hill", "hill, which is also a meadow");
    unmake(m);
}

/* A card that comes into play before its own signal hears it; one that comes after does not. */
static void test_own_signals(void **state) {
    static const char hears[] = "that card itself is in play by then, if it comes into play at all, and hears this too";
    static const char deaf[] = "that card itself is not in play yet and does not hear this";
    (void)state;
    struct made m = make("signal played(card: card, by: player) \"{by} plays {card}\"\n"
                         "signal shown(card: card, by: player) \"{by} shows {card}\"\n"
                         "def tell(c: card) \"tell of {c}\": emit played(c, me)\n"
                         "card A(1):\n  do:\n    choose c in me.hand\n    emit shown(c, me)\n"
                         "    move(c, to: me.table)\n    tell(c)\n"
                         "card B(1):\n  when played(by: me): gain(1 coin)\n  when shown(by: me): gain(1 wood)\n");
    rule_says(&m, reading, "you play a card", hears);
    rule_says(&m, reading, "you show a card", deaf);
    unmake(m);
}

/* The steps below a headword, with slashes between them. */
static void rule_steps(const struct made *m, const char *name, const char *steps) {
    struct buf all;
    bool below = false;
    buf_init(&all);
    for (size_t i = 0; i < tn_game_rule_count(m->game); i++) {
        tn_rule r;
        tn_game_rule(m->game, i, &r);
        if (below && r.depth) buf_printf(&all, "%s%s", all.n ? " / " : "", r.text.bytes);
        if (!r.depth) below = !strcmp(r.name.bytes, name);
    }
    assert_string_equal(all.data ? all.data : "", steps);
    buf_free(&all);
}

/* What decides between equal scores is everybody's own: neither names nor words of an author say "your". */
static void test_ties(void **state) {
    (void)state;
    struct made m = make("def riches -> number \"your riches\" = me.stock[coin] * 2\n"
                         "score:\n  coins: me.stock[coin]\ntie: riches(), me.stock[wood]\n");
    rule_says(&m, "who wins", "",
              "whoever has the most points in all; if several have, whoever of them has the most riches, then the most "
              "wood; if that is the same too, they win together");
    unmake(m);
}

/* Words are explained by what stands behind them: who becomes the owner, where a verb ends early, what is heard. */
static void test_glossary(void **state) {
    (void)state;
    struct made m = make("kind plot is spot:\n  var owner: player = none\nboard field(square):\n  row(2 plot)\n"
                         "def settle(p: piece, s: plot) \"settle {p} on {s}\":\n"
                         "  if p == hut and huts() >= 9: return\n  s.built = p\n  if p == hut: s.owner = me\n"
                         "  emit built(p, s, me)\n"
                         "def rob(a: amount) \"rob {a}\":\n  if count(players) > 2:\n    lose(a)\n"
                         "def earn(gifts: amount...) \"earn {+gifts}\":\n  for a in gifts: me.stock[a.unit] += a.n\n"
                         "when built(hut): gain(1 wood)\n"
                         "card A(1): do: choose s in field; settle(hut, s); rob(2 coin); earn(1 wood)\n");
    rule_steps(
        &m, "settle [piece] on [plot]",
        "if [piece] is hut and there are at least 9 huts on the land: nothing happens, and what follows is left "
        "out / [plot]'s built becomes [piece] / if [piece] is hut: [plot] becomes yours / this is when you build "
        "a [piece]");
    rule_says(&m, "what the words mean", "rob X [resource]",
              "nothing happens in this game, and what says so can be done all the same");
    rule_says(&m, "what the words mean", "earn +X [resource]", "add X to your [resource]");
    assert_null(rule_of(m.game, "what the words mean", "build a [piece] on [meadows]")); /* no text speaks of it */
    unmake(m);
}

/* A text may say itself what it means, or that it needs no words; how it is called on cards stays the same. */
static void test_meanings(void **state) {
    (void)state;
    struct made m = make("var shut(look: none): bool = false\n"
                         "def feast(n: number) \"feast for {n} days | {n} times: everybody eats\":\n  gain(1 coin)\n"
                         "def close \"close the land |\": shut = true\n"
                         "def open -> bool \"the land is open |\" = not shut\n"
                         "card A(1): do: feast(2); if open(): close()\n");
    tn_card a;
    tn_game_card(m.game, 0, &a);
    assert_string_equal(a.text.bytes, "Cost 1. Feast for 2 days; if the land is open: close the land.");
    rule_says(&m, "what the words mean", "feast for X days", "X times: everybody eats");
    assert_null(rule_of(m.game, "what the words mean", "close the land"));
    assert_null(rule_of(m.game, "what the words mean", "the land is open"));
    assert_null(rule_of(m.game, "the table has", "shut")); /* look: none */
    unmake(m);
}

/* What `look:` says in three parts reaches front ends; a kind hands it on. */
static void test_looks(void **state) {
    (void)state;
    struct made m = make("symbol tulip(look: red flower \"t\"), oak(look: tree), plain\n"
                         "kind garden is card:\n  look: green leaf\ngarden G(1): do: gain(1 coin)\n");
    const char *pictures[] = {"flower", "tree", NULL}, *icons[] = {"t", NULL, NULL};
    const int colours[] = {1, 0, 0};
    size_t first = 0;
    tn_member member;
    for (tn_game_member(m.game, first, &member); strcmp(member.name, "tulip"); tn_game_member(m.game, ++first, &member))
        assert_true(first + 1 < tn_game_member_count(m.game));
    for (size_t i = 0; i < 3; i++) {
        tn_game_member(m.game, first + i, &member);
        assert_int_equal(member.look.colour, colours[i]);
        assert_true(!member.look.picture == !pictures[i] && !member.look.icon == !icons[i]);
        if (pictures[i]) assert_string_equal(member.look.picture, pictures[i]);
        if (icons[i]) assert_string_equal(member.look.icon, icons[i]);
    }
    tn_card g;
    tn_game_card(m.game, 0, &g);
    assert_string_equal(g.look.picture, "leaf");
    unmake(m);
}

/* What a board lies on and which zone is a row reaches front ends, also through an image. */
static void test_grounds(void **state) {
    (void)state;
    struct made m = make("board moon(square, look: ground grey rock globe): row(2 spot)\n"
                         "board cloth(square, look: ground felt checker): row(2 spot)\n"
                         "board plain(square, look: green): row(2 spot)\n"
                         "zone shop(card, look: row blue)\n");
    static const struct {
        const char *name, *texture, *shape;
        int colour, checker, look;
    } boards[] = {
        {"moon", "rock", "globe", 8, 0, 0}, {"cloth", "felt", "sheet", 0, 1, 0}, {"plain", NULL, NULL, 0, 0, 2}};
    size_t found = 0, rows = 0;
    for (size_t i = 0; i < tn_game_board_count(m.game); i++) {
        tn_board b;
        tn_game_board(m.game, i, &b);
        for (size_t k = 0; k < 3; k++) {
            if (strcmp(b.name, boards[k].name)) continue;
            found++;
            assert_true(!b.ground.texture == !boards[k].texture && !b.ground.shape == !boards[k].shape);
            if (b.ground.texture) assert_string_equal(b.ground.texture, boards[k].texture);
            if (b.ground.shape) assert_string_equal(b.ground.shape, boards[k].shape);
            assert_int_equal(b.ground.colour, boards[k].colour);
            assert_int_equal(b.ground.checker, boards[k].checker);
            assert_int_equal(b.look.colour, boards[k].look);
        }
    }
    assert_int_equal(found, 3);
    for (size_t i = 0; i < tn_game_zone_count(m.game); i++) {
        tn_zone z;
        tn_game_zone(m.game, i, &z);
        assert_int_equal(z.row, !strcmp(z.name, "shop"));
        if (z.row) rows++, assert_int_equal(z.look.colour, 4);
    }
    assert_int_equal(rows, 1);
    unmake(m);
}

/* Cards that no zone holds are rules; not those that cannot be used, nor those printed on other cards. */
static void test_standing_cards(void **state) {
    (void)state;
    struct made m = make("kind deed:\n  rule do\n  var done: bool = false\n"
                         "kind prize:\n  var won: bool = false\nkind sign:\n  rule do\n"
                         "kind door(plate: sign) is card\n"
                         "sign Bell: do: gain(1 wood)\n"
                         "deed Dig: do: gain(2 coin); done = true\n"
                         "deed Trade: do: needs count(players) > 2; gain(9 coin)\n"
                         "door Gate(Bell, 3)\ncard A(1): do: choose d in deed; d.do()\n");
    rule_says(&m, "deeds", "Dig", "Gain 2 coin; this card's done.");
    assert_null(rule_of(m.game, "deeds", "Trade"));
    assert_null(rule_of(m.game, "signs", "Bell"));
    assert_null(rule_of(m.game, "cards", "A"));
    rule_says(&m, "every deed has", "done", "no at first");
    assert_null(rule_of(m.game, "every prize has", "won")); /* there is none */
    unmake(m);
}

/* Whose is counted, where something happens, a number that cards change, a sum thing by thing. */
static void test_plain_words(void **state) {
    static const char more[] =
        "tag farm\n"
        "signal laid(what: piece, at: spot, by: player) \"{by} lays {what} on {at}\"\n"
        "value toll(by: player) -> number \"toll of {by}\" = 4\n"
        "def mine -> number \"fields\" = count(c in me.table where c.cost > 1)\n"
        "def around(s: spot) -> number \"huts next to {s}\" = count(n in near(s) where n.built == hut)\n"
        "def mown -> set spot \"your meadows\" = [s in land where s.built == hut]\n";
    static const struct {
        const char *card, *text;
    } cases[] = {
        {"card A(1): do: gain(mine() coin)\n", "Cost 1. Gain 1 coin per field you have."},
        {"card A(1):\n  when laid(hut): gain(1 coin)\n", "Cost 1. When anyone lays a hut: you gain 1 coin."},
        {"card A(1):\n  when laid(by: me) where at.wealth > 1: gain(1 coin)\n",
         "Cost 1. When you lay a piece on a meadow that has a wealth of more than 1: gain 1 coin."},
        {"card A(1):\n  act: pay(toll(me) coin); draw(1)\ncard B(2):\n  adjust toll(by: me): -1\n",
         "Cost 1. Action: pay 4 coin (unless cards change it) \xE2\x86\x92 draw 1 card."},
        {"card A(1): do: gain(sum(s in mown(): 1 + around(s)) coin)\n",
         "Cost 1. Gain for each of your meadows: 1 coin plus 1 coin per hut next to that meadow."},
        {"track heat(0..8)\ncard A(1): do: raise(heat)\n", "Cost 1. Raise heat 1 step."},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[2048];
        snprintf(text, sizeof text, "%s%s", more, cases[i].card);
        says(text, cases[i].text);
    }
}

/* What an author says beside the rules is kept, and is no part of the text. */
static void test_flavour(void **state) {
    (void)state;
    struct made m = make("card A(7):\n  flavour: \"Dug by hand.\"\n  act: gain(1 coin)\ncard B(1)\n");
    tn_card a, b;
    tn_game_card(m.game, 0, &a);
    tn_game_card(m.game, 1, &b);
    assert_string_equal(a.text.bytes, "Cost 7. Action: gain 1 coin.");
    assert_string_equal(a.flavour, "Dug by hand.");
    assert_null(b.flavour);
    unmake(m);
}

/* Front ends find parts by what they are, not by their words. */
static void test_roles(void **state) {
    (void)state;
    struct made m = make("card A(7):\n"
                         "  points: 2\n"
                         "  holds: wood\n"
                         "  requires: huts() > 1\n"
                         "  do: gain(1 coin)\n"
                         "  act: gain(2 coin)\n"
                         "  when built: gain(1 wood)\n"
                         "  adjust price(by: me): -1\n"
                         "  flavour: \"Old.\"\n"
                         "card B(3): points: this.cubes\n"
                         "score: cards: sum(c in me.table: c.points)\n");
    static const struct {
        tn_role role;
        int32_t number; /* -1: not known */
    } wanted[] = {{TN_ROLE_COST, 7},         {TN_ROLE_POINTS, 2},      {TN_ROLE_THING, 1},
                  {TN_ROLE_REQUIREMENT, -1}, {TN_ROLE_EFFECT, -1},     {TN_ROLE_ACTION, -1},
                  {TN_ROLE_REACTION, -1},    {TN_ROLE_ADJUSTMENT, -1}, {TN_ROLE_FLAVOUR, -1}};
    tn_clause clause;
    assert_int_equal(tn_card_clause_count(m.game, 0), sizeof wanted / sizeof *wanted);
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) {
        tn_card_clause(m.game, 0, i, &clause);
        assert_int_equal(clause.role, wanted[i].role);
        assert_int_equal(clause.known ? clause.number : -1, wanted[i].number);
    }
    static const struct {
        const char *name;
        tn_var_role role;
    } vars[] = {{"stock", TN_VAR_STOCK}, {"built", TN_VAR_TILE}, {"cubes", TN_VAR_CUBES}};
    for (size_t i = 0; i < tn_game_var_count(m.game); i++) {
        tn_var var;
        tn_game_var(m.game, i, &var);
        for (size_t k = 0; k < sizeof vars / sizeof *vars; k++)
            if (strcmp(var.name, vars[k].name) == 0) assert_int_equal(var.role, vars[k].role);
    }
    tn_card_clause(m.game, 1, 1, &clause); /* points that only play can tell */
    assert_true(clause.role == TN_ROLE_POINTS && !clause.known);
    unmake(m);
}

/* What variables are at the table, as the rules use them. */
static void test_var_roles(void **state) {
    (void)state;
    static const char text[] = "game \"G\":\n"
                               "  players: 2\n"
                               "resource coin, wood\n"
                               "piece hut\n"
                               "player:\n"
                               "  var stock[resource]: number(0..) = 5\n"
                               "  var income[resource]: number(0..) = 1\n"
                               "  var fees[resource]: number(0..) = 1\n"
                               "  var hoard[resource]: number(0..) = 1\n"
                               "  var seen[resource]: number(0..) = 0\n"
                               "kind spot is space:\n"
                               "  var built: piece = none\n"
                               "  var lord: player = none\n"
                               "  var claim: player = none\n"
                               "  var cube: resource = none\n"
                               "board land(square): row(3 spot)\n"
                               "flow:\n"
                               "  for me in players:\n"
                               "    phase collecting:\n"
                               "      gain((2 + me.income[coin]) coin)\n"
                               "      me.stock[wood] += me.fees[wood]\n"
                               "      me.income[coin] += me.seen[wood]\n"
                               "    phase hoarding:\n"
                               "      for r in resource: gain(me.hoard[r] r)\n"
                               "      for r in resource: me.hoard[r] = 0\n"
                               "    phase building:\n"
                               "      choose s in land where s.built == none \"Where?\"\n"
                               "      s.claim = me; s.cube = wood\n"
                               "      if s.built == none: s.built = hut; s.lord = me\n"
                               "score: coins: me.stock[coin]\n";
    static const struct {
        const char *name;
        tn_var_role role;
    } vars[] = {{"stock", TN_VAR_STOCK}, {"income", TN_VAR_OTHER}, {"fees", TN_VAR_RATE},
                {"hoard", TN_VAR_OTHER}, {"seen", TN_VAR_OTHER},   {"built", TN_VAR_TILE},
                {"lord", TN_VAR_OWNER},  {"claim", TN_VAR_OTHER},  {"cube", TN_VAR_CUBES}};
    tn_source *source;
    tn_game *game;
    assert_int_equal(tn_source_parse("g.game", text, strlen(text), &source), TN_OK);
    assert_int_equal(tn_game_new(source, NULL, &game), TN_OK);
    size_t found = 0;
    for (size_t i = 0; i < tn_game_var_count(game); i++) {
        tn_var var;
        tn_game_var(game, i, &var);
        for (size_t k = 0; k < sizeof vars / sizeof *vars; k++)
            if (!strcmp(var.name, vars[k].name)) found++, assert_int_equal(var.role, vars[k].role);
    }
    assert_int_equal(found, sizeof vars / sizeof *vars);
    tn_game_free(game);
    tn_source_free(source);
}

/* What is printed on a space, part by part. */
static void test_gifts(void **state) {
    (void)state;
    static const char text[] =
        "game \"G\":\n"
        "  players: 1\n"
        "resource coin, wood\n"
        "piece hut\n"
        "player: var stock[resource]: number(0..) = 0\n"
        "kind spot(bonus: amount..., cards: number = 0, kept_for: piece = none) is space:\n"
        "  var taken: bool = false\n"
        "board land(square): row(spot, spot(2 wood, 1 coin, cards: 3), spot(kept_for: hut))\n"
        "flow:\n"
        "  choose s in land\n"
        "  s.taken = true\n"
        "  gain(s.bonus)\n"
        "score: n: s_n()\n"
        "def s_n -> number \"spots\" = count(s in land where s.taken and s.cards > 0 and s.kept_for == none)\n";
    tn_source *source;
    tn_game *game;
    tn_gift g;
    assert_int_equal(tn_source_parse("g.game", text, strlen(text), &source), TN_OK);
    assert_int_equal(tn_game_new(source, NULL, &game), TN_OK);
    assert_int_equal(tn_space_gift_count(game, 0), 0);
    assert_int_equal(tn_space_gift_count(game, 1), 3);
    tn_space_gift(game, 1, 0, &g);
    assert_true(g.member == 1 && g.known && g.number == 2 && !g.text.bytes);
    tn_space_gift(game, 1, 1, &g);
    assert_true(g.member == 0 && g.known && g.number == 1);
    tn_space_gift(game, 1, 2, &g);
    assert_true(g.member == -1 && g.known && g.number == 3);
    assert_string_equal(g.text.bytes, "3 cards");
    assert_int_equal(tn_space_gift_count(game, 2), 1);
    tn_space_gift(game, 2, 0, &g);
    assert_true(g.member == -1 && !g.known);
    assert_string_equal(g.text.bytes, "kept for hut");
    tn_game_free(game);
    tn_source_free(source);
}

static void test_parts(void **state) {
    (void)state;
    struct made m = make("card A(7): act: gain(1 coin)\n");
    tn_clause clause;
    assert_int_equal(tn_card_clause_count(m.game, 0), 2);
    tn_card_clause(m.game, 0, 0, &clause);
    assert_string_equal(clause.label, "cost");
    assert_string_equal(clause.text.bytes, "7");
    tn_card_clause(m.game, 0, 1, &clause);
    assert_string_equal(clause.label, "action"); /* by its title, not by what the definition calls it */
    assert_string_equal(clause.text.bytes, "gain 1 coin");
    unmake(m);
    m = make("card A(7):\n  adjust price(by: me): -1\n");
    tn_card_clause(m.game, 0, 1, &clause);
    assert_string_equal(clause.label, "while in play");
    tn_space space;
    tn_game_space(m.game, 1, &space);
    assert_string_equal(space.text.bytes, "2 wealth");
    unmake(m);
}

static void test_written_text(void **state) {
    (void)state;
    says("card A(1):\n  do: gain(2 coin)\n  text: \"Take 2 coins.\"\n", "Take 2 coins.");
    struct made m = make("card A(1):\n  do: gain(2 coin)\n  text: \"Take 3 coins.\"\n");
    bool warned = false;
    for (size_t i = 0; i < tn_source_diag_count(m.source); i++) {
        char line[1024];
        tn_source_diag_text(m.source, i, false, line, sizeof line);
        warned = warned || (strstr(line, "W20") && strstr(line, "3"));
    }
    assert_true(warned);
    unmake(m);
}

static void one(const char *word, const char *want) {
    struct buf b;
    buf_init(&b);
    english_one(&b, word, strlen(word));
    assert_string_equal(b.data, want);
    buf_free(&b);
}

static void you(const char *word, const char *want) {
    struct buf b;
    buf_init(&b);
    english_you(&b, word, strlen(word));
    assert_string_equal(b.data, want);
    buf_free(&b);
}

static void test_grammar(void **state) {
    (void)state;
    one("cities", "city"), one("tags", "tag"), one("boxes", "box"), one("glass", "glass"), one("this", "this");
    you("places", "place"), you("passes", "pass"), you("has", "have"), you("is", "are");
    assert_true(english_begins_noun("the wood for it") && english_begins_noun("3 huts"));
    assert_false(english_begins_noun("passed") || english_begins_noun("then some") || english_begins_noun(""));
    assert_true(english_vowel("ocean") && !english_vowel("city") && !english_vowel("unit"));
    struct buf b;
    buf_init(&b);
    english_many(&b, "city"), buf_putc(&b, ' '), english_many(&b, "land area");
    assert_string_equal(b.data, "cities land areas");
    buf_free(&b);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_clauses),
        cmocka_unit_test(test_numbers),
        cmocka_unit_test(test_whose),
        cmocka_unit_test(test_rules),
        cmocka_unit_test(test_numbers_of_the_table),
        cmocka_unit_test(test_boards),
        cmocka_unit_test(test_own_signals),
        cmocka_unit_test(test_ties),
        cmocka_unit_test(test_glossary),
        cmocka_unit_test(test_meanings),
        cmocka_unit_test(test_looks),
        cmocka_unit_test(test_grounds),
        cmocka_unit_test(test_standing_cards),
        cmocka_unit_test(test_plain_words),
        cmocka_unit_test(test_branches),
        cmocka_unit_test(test_names_of_several),
        cmocka_unit_test(test_signs),
        cmocka_unit_test(test_labels),
        cmocka_unit_test(test_reactions),
        cmocka_unit_test(test_flavour),
        cmocka_unit_test(test_parts),
        cmocka_unit_test(test_roles),
        cmocka_unit_test(test_var_roles),
        cmocka_unit_test(test_gifts),
        cmocka_unit_test(test_written_text),
        cmocka_unit_test(test_grammar),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
