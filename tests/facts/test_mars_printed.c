/* What is printed: the 208 project cards, the corporations, the map, the parameters and the standard projects of
 * games/mars against tests/facts/mars (see tests/facts/README.md): every fact becomes a scenario, see support/facts.h.
 *
 * Requirements are tried just inside and just outside their bound, points with several numbers of cubes, tags and
 * cities, bonus steps at every position of a track.
 */
#include "support/unit.h"

#include "support/mars_facts.h"

#include <stdlib.h>

static const char defs[] = "def cost_of(c: project) -> number = c.cost\n"
                           "def money_of(c: corporation) -> number = c.start.n\n"
                           "def free_of(c: corporation) -> number = c.free\n"
                           "def automated_card(c: project) -> bool = c is automated\n"
                           "def active_card(c: project) -> bool = c is active\n"
                           "def event_card(c: project) -> bool = c is event\n"
                           "def tags_on(c: card) -> number = count(c.tags)\n"
                           "def points_of(c: card) -> number = c.points\n"
                           "def held_by(c: card) -> resource = c.holds\n"
                           "def allowed(c: project) -> bool = c.requires\n"
                           "def copied(c: card) -> bool = icons(c, building) > 0 and defined(c.box)\n"
                           "def fee_of(s: standard) -> number = s.cost\n"
                           "def bonus_of(s: area, r: resource) -> number = sum(b in s.bonus where b.unit == r: b.n)\n"
                           "def joined(s: area, to: set area) -> bool = (\n"
                           "  count(near(s)) == count(to) and all(x in to: x in near(s)))\n";

static const char *const tags[] = {"building", "space", "science", "power",  "earth",
                                   "jovian",   "plant", "microbe", "animal", "city"};
static const char *const resources[] = {"steel", "titanium", "plants"};
enum { TAGS = sizeof tags / sizeof *tags, RESOURCES = sizeof resources / sizeof *resources };

static const char *name_of(const struct value *card) {
    return fact_text(card, "name");
}

static const char *type_of(const struct value *card) {
    return fact_text(card, "type");
}

/* ---- requirements */
static void requirement(struct facts *f, const struct value *cards, const struct value *card) {
    if (!value_get(card, "requirement")) {
        facts_scenario(f, "", "%s requires nothing", name_of(card));
        buf_printf(&f->text, "  check: allowed(\"%s\")\n", name_of(card));
        return;
    }
    for (int met = 0; met < 2; met++) {
        facts_scenario(f, "", "%s: requirement %s", name_of(card), met ? "met" : "missed");
        mars_put_requirement(f, cards, card, met);
        buf_printf(&f->text, "  check: %sallowed(\"%s\")\n", met ? "" : "not ", name_of(card));
    }
}

/* ---- points */
static void points_with_cubes(struct facts *f, const struct value *card, const struct value *vp) {
    long points = fact_number(vp, "points", 0), per = fact_number(vp, "per", 0);
    for (long cubes = 0; cubes <= 9; cubes++) {
        facts_scenario(f, "", "%s: points with %ld cubes", name_of(card), cubes);
        buf_printf(&f->text, "  given: \"%s\".cubes = %ld\n  check: points_of(\"%s\") == %ld\n", name_of(card), cubes,
                   name_of(card),
                   per         ? points * (cubes / per)
                   : cubes > 0 ? points
                               : 0);
    }
}

static void points_with_tags(struct facts *f, const struct value *cards, const struct value *card, const char *tag) {
    facts_scenario(f, "", "%s: points for its own tag", name_of(card));
    buf_printf(&f->text, "  given: A.tableau = [\"%s\"]\n  check: points_of(\"%s\") == 1\n", name_of(card),
               name_of(card));
    facts_scenario(f, "", "%s: points for two tags", name_of(card));
    buf_printf(&f->text, "  given: A.tableau = [\"%s\"", name_of(card));
    mars_put_suppliers(f, cards, tag, 1, card);
    buf_printf(&f->text, "]\n  check: points_of(\"%s\") == 2\n", name_of(card));
}

static void points_with_cities(struct facts *f, const struct value *card, long per) {
    for (long cities = 0; cities <= 7; cities++) {
        facts_scenario(f, "", "%s: points with %ld cities", name_of(card), cities);
        for (long i = 1; i <= cities; i++)
            buf_printf(&f->text, "  given: mars[%ld].tile = city\n", i);
        buf_printf(&f->text, "  check: points_of(\"%s\") == %ld\n", name_of(card), cities / per);
    }
}

/* Points for what lies beside the card's tile are told by scenarios of the game: the facts know no place. */
static void points(struct facts *f, const struct value *cards, const struct value *card) {
    const struct value *vp = value_get(card, "vp"), *of = value_get(vp, "of");
    if (vp->type == VALUE_NUMBER) {
        facts_scenario(f, "", "%s: points", name_of(card));
        buf_printf(&f->text, "  check: points_of(\"%s\") == %ld\n", name_of(card), (long)vp->number);
    } else if (value_get(vp, "if") || value_get(of, "card_resources")) {
        points_with_cubes(f, card, vp);
    } else if (value_get(of, "tags")) {
        points_with_tags(f, cards, card, fact_text(of, "tags"));
    } else if (value_get(of, "area")) {
        points_with_cities(f, card, fact_number(vp, "per", 1));
    } else {
        assert_non_null(value_get(of, "adjacent_to"));
    }
}

/* ---- cards */
static void put_tags(struct facts *f, const struct value *card) {
    const struct value *list = value_get(card, "tags");
    buf_printf(&f->text, "    tags_on(\"%s\") == %zu\n", name_of(card), fact_count(list));
    for (int i = 0; i < TAGS; i++) {
        long n = 0;
        FACTS_EACH(tag, list)
            n += !strcmp(value_text(tag), tags[i]);
        if (n) buf_printf(&f->text, "    icons(\"%s\", %s) == %ld\n", name_of(card), tags[i], n);
    }
}

static void printed(struct facts *f, const struct value *card, const struct value *copied) {
    const char *name = name_of(card), *held = fact_text(card, "resource_type");
    facts_scenario(f, "", "%s: price, type, tags", name);
    buf_printf(&f->text, "  check:\n    cost_of(\"%s\") == %ld\n    %s_card(\"%s\")\n", name,
               fact_number(card, "cost", -1), type_of(card), name);
    put_tags(f, card);
    buf_printf(&f->text, "    held_by(\"%s\") == %s\n", name, held ? mars_word(held) : "none");
    buf_printf(&f->text, "    copied(\"%s\") == %s\n", name, fact_has(copied, name) ? "true" : "false");
}

static void test_cards(void **state) {
    (void)state;
    struct facts f;
    facts_open(&f, "mars");
    const struct value *cards = value_get(facts_read(&f, "cards"), "cards"), *rules = facts_read(&f, "rules");
    assert_int_equal(fact_count(cards), fact_number(value_get(rules, "deck"), "with_corporate", 0));
    buf_puts(&f.text, defs);
    FACTS_EACH(card, cards) {
        printed(&f, card, value_get(rules, "robotic_workforce"));
        requirement(&f, cards, card);
        points(&f, cards, card);
    }
    facts_run(&f);
    facts_close(&f);
}

/* Which cards are in the game: all that the facts name, and no other. */
static void test_decks(void **state) {
    (void)state;
    struct facts f;
    facts_open(&f, "mars");
    const struct value *cards = value_get(facts_read(&f, "cards"), "cards"), *rules = facts_read(&f, "rules");
    const struct value *deck = value_get(rules, "deck"), *corporations = value_get(rules, "corporations");
    buf_puts(&f.text, defs);
    facts_scenario(&f, "", "all cards");
    buf_printf(&f.text, "  check: count(project) == %ld; count(c in corporation where c.free == 0) == %ld\n",
               fact_number(deck, "with_corporate", 0), fact_number(corporations, "with_corporate", 0));
    facts_scenario(&f, "(corporate_era: false)", "the cards of the base game");
    buf_printf(&f.text, "  check:\n    count(project) == %ld; count(c in corporation where c.free == 0) == %ld\n",
               fact_number(deck, "base_only", 0), fact_number(corporations, "base_only", 0));
    FACTS_EACH(card, cards) /* a card that is not in the game would be an unknown name */
        if (!strcmp(fact_text(card, "module"), "base"))
            buf_printf(&f.text, "    cost_of(\"%s\") >= 0\n", name_of(card));
    facts_run(&f);
    facts_close(&f);
}

/* ---- corporations */
static void put_owned(struct facts *f, const struct value *things, const char *var) {
    static const char *const all[] = {"steel", "titanium", "plants", "energy", "heat"};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        buf_printf(&f->text, "    A.%s[%s] == %ld\n", var, mars_word(all[i]), fact_number(things, all[i], 0));
}

/* Everybody chooses, nobody buys a card: what is there then is what the corporation gives. */
static void founded(struct facts *f, const struct value *corporation) {
    const char *name = name_of(corporation);
    bool beginner = value_get(corporation, "beginner");
    facts_scenario(f, "", "%s: founded", name);
    buf_printf(&f->text, "  given: phase = founding; A.choices = [\"%s\"]; B.choices = [%s]\n", name,
               strcmp(name, "PhoboLog") != 0 ? "PhoboLog" : "Helion");
    buf_puts(&f->text, "  given: draw(10, to: A.offer); draw(10, to: B.offer)\n");
    if (!beginner) buf_puts(&f->text, "  play: A: no\n");
    buf_puts(&f->text, "  play: B: no\n");
    buf_printf(&f->text, "  check:\n    A.stock[money] == %ld\n", fact_number(corporation, "money", -1));
    if (beginner) buf_printf(&f->text, "    count(A.hand) == %ld\n", fact_number(corporation, "free_cards", 0));
    put_owned(f, value_get(corporation, "resources"), "stock");
    put_owned(f, value_get(corporation, "production"), "production");
}

static void test_corporations(void **state) {
    (void)state;
    struct facts f;
    facts_open(&f, "mars");
    const struct value *copied = value_get(facts_read(&f, "rules"), "robotic_workforce");
    const struct value *corporations = value_get(facts_read(&f, "corporations"), "corporations");
    assert_int_equal(fact_count(corporations), 13);
    buf_puts(&f.text, defs);
    FACTS_EACH(corporation, corporations) {
        const char *name = name_of(corporation);
        facts_scenario(&f, "", "%s: money, tags", name);
        buf_printf(&f.text, "  check:\n    money_of(\"%s\") == %ld\n", name, fact_number(corporation, "money", -1));
        buf_printf(&f.text, "    free_of(\"%s\") == %ld\n", name, fact_number(corporation, "free_cards", 0));
        buf_printf(&f.text, "    copied(\"%s\") == %s\n", name, fact_has(copied, name) ? "true" : "false");
        put_tags(&f, corporation);
        founded(&f, corporation);
    }
    facts_run(&f);
    facts_close(&f);
}

/* ---- the map */
static long number_of(const char *id) { /* spaces are numbered from 3, on the board from 1 */
    return strtol(id, NULL, 10) - 2;
}

static const char *kind_of_space(const struct value *space) {
    const char *type = fact_text(space, "type");
    if (value_get(space, "volcanic")) return "volcano";
    return !strcmp(type, "ocean") ? "sea" : type;
}

static void put_space(struct facts *f, const struct value *space) {
    long n = number_of(fact_text(space, "id"));
    const struct value *bonus = value_get(space, "bonus");
    const char *type = fact_text(space, "type");
    const char *reserved = !strcmp(type, "ocean") ? "ocean" : !strcmp(type, "reserved") ? "city" : "none";
    buf_printf(&f->text, "  check:\n    mars[%ld] is %s\n    mars[%ld].reserved_for == %s\n", n, kind_of_space(space),
               n, reserved);
    if (!strcmp(fact_text(space, "type"), "land") && !value_get(space, "volcanic"))
        buf_printf(&f->text, "    not (mars[%ld] is volcano)\n", n);
    buf_printf(&f->text, "    mars[%ld].row == %ld\n", n, fact_number(space, "row", -1) + 1);
    for (int i = 0; i < RESOURCES; i++)
        buf_printf(&f->text, "    bonus_of(mars[%ld], %s) == %ld\n", n, mars_word(resources[i]),
                   fact_number(bonus, resources[i], 0));
    buf_printf(&f->text, "    mars[%ld].cards == %ld\n    joined(mars[%ld], [", n, fact_number(bonus, "card", 0), n);
    FACTS_EACH(to, value_get(space, "neighbors"))
        buf_printf(&f->text, "%smars[%ld]", to == value_get(space, "neighbors")->kids ? "" : ", ",
                   number_of(value_text(to)));
    buf_puts(&f->text, "])\n");
}

static void test_map(void **state) {
    (void)state;
    struct facts f;
    facts_open(&f, "mars");
    const struct value *board = facts_read(&f, "board");
    buf_puts(&f.text, defs);
    FACTS_EACH(space, value_get(board, "spaces")) {
        facts_scenario(&f, "", "space %s", fact_text(space, "id"));
        put_space(&f, space);
    }
    facts_scenario(&f, "", "how many spaces");
    buf_printf(&f.text, "  check: count(mars) == %zu; count(orbit) == %zu\n", fact_count(value_get(board, "spaces")),
               fact_count(value_get(board, "off_map_spaces")));
    FACTS_EACH(space, value_get(board, "spaces")) { /* a reserved space, on the map or off it, is its card's */
        const char *card = fact_text(space, "reserved_for");
        if (!card) continue;
        facts_scenario(&f, "", "the space of %s", card);
        buf_printf(&f.text, "  given: A.hand = [\"%s\"]; A.stock[money] = 60; A.production[energy] = 5\n", card);
        buf_printf(&f.text, "  play: A: \"Play a card\", \"%s\"\n  check: mars[%ld].tile == city\n", card,
                   number_of(fact_text(space, "id")));
    }
    FACTS_EACH(space, value_get(board, "off_map_spaces")) {
        const char *card = fact_text(space, "reserved_for");
        facts_scenario(&f, "", "the space of %s", card);
        buf_printf(&f.text, "  given: A.hand = [\"%s\"]; A.stock[money] = 60; A.production[energy] = 5\n", card);
        buf_printf(&f.text, "  play: A: \"Play a card\", \"%s\"\n", card);
        buf_puts(&f.text,
                 "  check: count(s in orbit where s.tile == city) == 1; count(s in mars where s.tile != none) == 0\n");
    }
    facts_run(&f);
    facts_close(&f);
}

/* ---- parameters and standard projects */
static const struct value *bonus_at(const struct value *parameter, long position) {
    FACTS_EACH(bonus, value_get(parameter, "bonuses"))
        if (fact_number(bonus, "at", position + 1) == position) return value_get(bonus, "do")->kids;
    return NULL;
}

/* One step up from every position, by its conversion: the rating, and what the bonus of the new position gives. */
static void put_steps(struct facts *f, const struct value *parameter, const char *action, const char *resource,
                      const char *where) {
    long step = fact_number(parameter, "step", 0), goal = fact_number(parameter, "goal", 0);
    for (long at = fact_number(parameter, "start", 0); at < goal; at += step) {
        const struct value *bonus = bonus_at(parameter, at + step);
        const char *op = bonus ? fact_text(bonus, "op") : "";
        bool heat = !strcmp(op, "production"), ocean = !strcmp(op, "place"), warmer = !strcmp(op, "raise");
        facts_scenario(f, "", "%s from %ld to %ld", parameter->key, at, at + step);
        buf_printf(&f->text, "  given: %s = %ld; A.stock[%s] = 8; A.stock[money] = 40\n", parameter->key, at, resource);
        buf_printf(&f->text, "  play: A: \"%s\"%s%s\n", action, where, ocean ? ", mars[5]" : "");
        buf_printf(&f->text,
                   "  check: %s == %ld; A.production[heat] == %d; oceans() == %d; temperature == %ld; A.rating == %d\n",
                   parameter->key, at + step, heat, ocean,
                   !strcmp(parameter->key, "temperature") ? at + step
                   : warmer                               ? -28L
                                                          : -30L,
                   21 + ocean + warmer);
    }
}

static void test_parameters(void **state) {
    (void)state;
    struct facts f;
    facts_open(&f, "mars");
    const struct value *rules = facts_read(&f, "rules"), *parameters = value_get(rules, "parameters");
    buf_puts(&f.text, defs);
    FACTS_EACH(parameter, parameters) {
        if (!strcmp(parameter->key, "oceans")) { /* a stack of tiles */
            assert_int_equal(fact_number(parameter, "goal", 0), MARS_OCEANS);
            facts_scenario(&f, "", "the stack of oceans");
            buf_printf(&f.text, "  check: supply[ocean] == %d; oceans() == %ld\n", MARS_OCEANS,
                       fact_number(parameter, "start", -1));
            continue;
        }
        facts_scenario(&f, "", "%s: the track", parameter->key);
        buf_printf(&f.text, "  check: %s.low == %ld; %s.high == %ld; %s.step == %ld; %s == %ld\n", parameter->key,
                   fact_number(parameter, "start", 0), parameter->key, fact_number(parameter, "goal", 0),
                   parameter->key, fact_number(parameter, "step", 0), parameter->key,
                   fact_number(parameter, "start", 0));
    }
    put_steps(&f, value_get(parameters, "temperature"), "Convert heat", "heat", "");
    put_steps(&f, value_get(parameters, "oxygen"), "Convert plants", "plant", ", mars[17]");
    FACTS_EACH(project, value_get(rules, "standard_projects")) {
        if (!fact_number(project, "cost", 0)) continue; /* selling patents has an entry of its own in the menu */
        facts_scenario(&f, "", "the standard project %s", name_of(project));
        buf_printf(&f.text, "  check: fee_of(\"%s\") == %ld\n", name_of(project), fact_number(project, "cost", 0));
    }
    facts_scenario(&f, "", "milestones and awards");
    buf_printf(&f.text, "  check: count(milestone) == %zu; count(award) == %zu\n",
               fact_count(value_get(rules, "milestones")), fact_count(value_get(rules, "awards")));
    FACTS_EACH(milestone, value_get(rules, "milestones"))
        buf_printf(&f.text, "  check: \"%s\".owner == none\n", value_text(milestone));
    FACTS_EACH(award, value_get(rules, "awards"))
        buf_printf(&f.text, "  check: \"%s\".funder == none\n", value_text(award));
    facts_run(&f);
    facts_close(&f);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_cards), cmocka_unit_test(test_decks),
                                       cmocka_unit_test(test_corporations), cmocka_unit_test(test_map),
                                       cmocka_unit_test(test_parameters)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
