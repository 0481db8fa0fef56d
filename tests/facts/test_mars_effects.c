/* What cards do: every project card of games/mars whose facts are plain (so many of this, so many steps of that, a
 * tile where it may lie) is played, every plain action is used, and the whole account of the player is compared.
 *
 * A card with a choice, a count or a condition is not plain: it is left to the scenarios of the game. The number of
 * plain ones is checked, so that none drops out unseen.
 */
#include "support/unit.h"

#include "support/mars_facts.h"

enum { PLAIN_CARDS = 165, PLAIN_ACTIONS = 23, MONEY = 100, STEPS = 10, PLANTS = 5, WARM = -12 };

static const char *const resources[] = {"megacredits", "steel", "titanium", "plants", "energy", "heat"};
enum { RESOURCES = sizeof resources / sizeof *resources };

/* What changes; `answers` are what must be said on the way. */
struct account {
    long stock[RESOURCES], production[RESOURCES], victim[RESOURCES];
    long rating, temperature, oxygen, oceans, cards, cubes;
    const char *tile, *where; /* of a land tile */
    const char *answers[4];
    int n_answers;
};

static int resource_number(const char *name) {
    for (int i = 0; name && i < RESOURCES; i++)
        if (!strcmp(name, resources[i])) return i;
    return -1;
}

static void say(struct account *a, const char *answer) {
    assert_true(a->n_answers < 4);
    a->answers[a->n_answers++] = answer;
}

/* ---- one operation: false when it is not plain */
static bool place_ocean(struct account *a, const struct value *op) {
    static const char *const spaces[] = {"mars[43]", "mars[5]"}; /* the first gives a plant */
    long n = fact_number(op, "n", 1);
    for (long i = 0; i < n; i++)
        say(a, spaces[i]);
    a->stock[resource_number("plants")]++;
    a->oceans += n, a->rating += n;
    return true;
}

static bool place(struct account *a, const struct value *op) {
    const struct value *where = value_get(op, "where");
    const char *tile = fact_text(op, "tile"), *space = fact_text(where, "space");
    bool anywhere = !value_get(where, "adjacent") && !value_get(where, "bonus_any");
    if (!strcmp(tile, "ocean") && !strcmp(space, "ocean")) return place_ocean(a, op);
    if (!anywhere || (strcmp(space, "land") != 0 && strcmp(space, "ocean") != 0)) return false;
    a->where = !strcmp(space, "land") ? "mars[17]" : "mars[5]";
    a->tile = tile;
    say(a, a->where);
    if (!strcmp(tile, "ocean")) a->oceans++, a->rating++;
    if (!strcmp(tile, "greenery")) a->oxygen++, a->rating++;
    return true;
}

static bool change(long *what, const struct value *op, const char *key, long sign) {
    const struct value *n = value_get(op, key);
    if (!n || n->type != VALUE_NUMBER) return false;
    *what += sign * (long)n->number;
    return true;
}

/* Plants of a player: there are none to remove, except what an ocean before it has brought; that may be kept. */
static bool remove_plants(struct account *a, int r) {
    if (r != resource_number("plants")) return false;
    if (a->stock[r] > 0) say(a, "no");
    return true;
}

static bool apply(struct account *a, const struct value *op) {
    const char *name = fact_text(op, "op"), *to = fact_text(op, "to");
    int r = resource_number(fact_text(op, "resource"));
    if (!strcmp(name, "production")) return r >= 0 && change(&a->production[r], op, "n", 1);
    if (!strcmp(name, "gain")) return r >= 0 && change(&a->stock[r], op, "n", 1);
    if (!strcmp(name, "lose") || !strcmp(name, "spend")) return r >= 0 && change(&a->stock[r], op, "n", -1);
    if (!strcmp(name, "tr")) return change(&a->rating, op, "n", 1);
    if (!strcmp(name, "draw")) return change(&a->cards, op, "n", 1);
    if (!strcmp(name, "place")) return place(a, op);
    if (!strcmp(name, "remove")) return remove_plants(a, r);
    if (!strcmp(name, "add") && !strcmp(to, "this")) return change(&a->cubes, op, "n", 1);
    if (!strcmp(name, "add"))
        return !strcmp(to, "one own card") && value_get(op, "n") && !value_get(op, "holding_at_least");
    if (!strcmp(name, "production_any")) {
        say(a, "B");
        return change(&a->victim[r], op, "n", 1);
    }
    if (strcmp(name, "raise") != 0) return false;
    bool warmer = !strcmp(fact_text(op, "parameter"), "temperature");
    return change(&a->rating, op, "steps", 1) && change(warmer ? &a->temperature : &a->oxygen, op, "steps", 1);
}

static bool apply_all(struct account *a, const struct value *ops) {
    FACTS_EACH(op, ops)
        if (!apply(a, op)) return false;
    return true;
}

/* ---- the position before, the account after */
static long start_of(const struct value *requirement, const char *parameter, long otherwise) {
    const struct value *bound = value_get(requirement, parameter);
    return fact_number(bound, "min", fact_number(bound, "max", otherwise));
}

/* Enough production to lose, money to pay and go on, no bonus step in reach; oxygen and oceans as required. */
static void put_position(struct facts *f, const struct account *a) {
    for (int i = 0; i < RESOURCES; i++)
        buf_printf(&f->text, "  given: for p in [A, B]: p.production[%s] = %d\n", mars_word(resources[i]), STEPS);
    for (int i = 1; i < RESOURCES; i++)
        if (a->stock[i] < 0)
            buf_printf(&f->text, "  given: A.stock[%s] = %d\n", mars_word(resources[i]), PLANTS - (int)a->stock[i]);
    buf_printf(&f->text, "  given: A.stock[money] = %d; temperature = %d\n", MONEY, WARM);
}

/* requirement: of a card that is played, met by the position; else NULL. */
static void put_account(struct facts *f, const struct account *a, const char *card, const struct value *requirement,
                        long price) {
    for (int i = 0; i < RESOURCES; i++) {
        long before = i == 0 ? MONEY - price : a->stock[i] < 0 ? PLANTS - a->stock[i] : 0;
        buf_printf(&f->text, "    A.stock[%s] == %ld\n", mars_word(resources[i]), before + a->stock[i]);
        buf_printf(&f->text, "    A.production[%s] == %ld\n", mars_word(resources[i]), STEPS + a->production[i]);
        buf_printf(&f->text, "    B.production[%s] == %ld\n", mars_word(resources[i]), STEPS + a->victim[i]);
    }
    buf_printf(&f->text, "    A.rating == %ld\n    B.rating == 20\n    count(A.hand) == %ld\n", 20 + a->rating,
               a->cards);
    buf_printf(&f->text, "    temperature == %ld\n", start_of(requirement, "temperature", WARM) + 2 * a->temperature);
    buf_printf(&f->text, "    oxygen == %ld\n", start_of(requirement, "oxygen", 0) + a->oxygen);
    buf_printf(&f->text, "    oceans() == %ld\n", start_of(requirement, "oceans", 0) + a->oceans);
    buf_printf(&f->text, "    cubes_on(\"%s\") == %ld\n", card, a->cubes);
    if (a->tile && strcmp(a->tile, "special") != 0) buf_printf(&f->text, "    %s.tile == %s\n", a->where, a->tile);
    if (a->tile) buf_printf(&f->text, "    %s.owner == %s\n", a->where, strcmp(a->tile, "ocean") != 0 ? "A" : "none");
    if (!a->tile) buf_puts(&f->text, "    count(s in area where s.tile in [city, greenery] and s.owner == A) == 0\n");
}

static const char defs[] = "def cubes_on(c: card) -> number = c.cubes\n";

static void put_answers(struct facts *f, const struct account *a, const char *first, const char *card) {
    buf_printf(&f->text, "  play: A: \"%s\", \"%s\"", first, card);
    for (int i = 0; i < a->n_answers; i++)
        buf_printf(&f->text, ", %s", a->answers[i]);
    buf_puts(&f->text, ", yes\n  check:\n"); /* to "another action?": nothing more is asked on the way */
}

/* ---- playing and using them */
static bool plays_plainly(struct facts *f, const struct value *cards, const struct value *card) {
    struct account a = {0};
    const struct value *requirement = value_get(card, "requirement");
    if (value_get(requirement, "production") || !apply_all(&a, value_get(card, "immediate"))) return false;
    facts_scenario(f, "", "%s is played", fact_text(card, "name"));
    put_position(f, &a);
    mars_put_requirement(f, cards, card, true);
    buf_printf(&f->text, "  given: A.hand = [\"%s\"]\n", fact_text(card, "name"));
    put_answers(f, &a, "Play a card", fact_text(card, "name"));
    put_account(f, &a, fact_text(card, "name"), requirement, fact_number(card, "cost", 0));
    return true;
}

/* A card whose own tags or tiles set it off counts more than its facts say for the moment of playing. */
static bool hears_itself(const struct value *card) {
    static const char *const names[] = {"Decomposers", "Viral Enhancers", "Olympus Conference", "Immigrant City"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!strcmp(fact_text(card, "name"), names[i])) return true;
    return false;
}

static void test_playing(void **state) {
    (void)state;
    struct facts f;
    facts_open(&f, "mars");
    const struct value *cards = value_get(facts_read(&f, "cards"), "cards");
    buf_puts(&f.text, defs);
    FACTS_EACH(card, cards)
        if (!hears_itself(card)) plays_plainly(&f, cards, card);
    facts_run(&f);
    assert_int_equal(f.written, PLAIN_CARDS);
    facts_close(&f);
}

static bool acts_plainly(struct facts *f, const struct value *card) {
    struct account a = {0};
    const struct value *action = value_get(card, "action");
    if (!action || value_get(action, "choose")) return false;
    if (!apply_all(&a, value_get(action, "cost")) || !apply_all(&a, value_get(action, "do"))) return false;
    facts_scenario(f, "", "the action of %s", fact_text(card, "name"));
    put_position(f, &a);
    buf_printf(&f->text, "  given: A.tableau = [\"%s\"]\n", fact_text(card, "name"));
    put_answers(f, &a, "Use a card action", fact_text(card, "name"));
    put_account(f, &a, fact_text(card, "name"), NULL, 0);
    return true;
}

static void test_acting(void **state) {
    (void)state;
    struct facts f;
    facts_open(&f, "mars");
    buf_puts(&f.text, defs);
    FACTS_EACH(card, value_get(facts_read(&f, "cards"), "cards"))
        acts_plainly(&f, card);
    facts_run(&f);
    assert_int_equal(f.written, PLAIN_ACTIONS);
    facts_close(&f);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_playing), cmocka_unit_test(test_acting)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
