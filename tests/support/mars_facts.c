/* mars_facts.c: see mars_facts.h. */
#include "support/mars_facts.h"

#include "support/unit.h"

const char *mars_word(const char *resource) {
    static const char *const words[][2] = {{"megacredits", "money"}, {"plants", "plant"}};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (!strcmp(resource, words[i][0])) return words[i][1];
    return resource;
}

static bool shows_only(const struct value *card, const char *tag) {
    const struct value *list = value_get(card, "tags");
    return fact_count(list) == 1 && fact_has(list, tag) && strcmp(fact_text(card, "type"), "event") != 0;
}

void mars_put_suppliers(struct facts *f, const struct value *cards, const char *tag, long n, const struct value *but) {
    FACTS_EACH(card, cards) {
        if (n <= 0) return;
        if (card == but || !shows_only(card, tag)) continue;
        buf_printf(&f->text, "%s\"%s\"", f->text.data[f->text.n - 1] == '[' ? "" : ", ", fact_text(card, "name"));
        n--;
    }
    assert_true(n <= 0);
}

/* Cities are anybody's, greeneries the player's own. */
static void put_tiles(struct facts *f, const char *tile, bool own, long n, bool met) {
    for (long i = 0; i < n; i++) {
        bool missing = !met && !own && i == n - 1;
        buf_printf(&f->text, "  given: mars[%ld].tile = %s; mars[%ld].owner = %s\n", 1 + 7 * i, missing ? "none" : tile,
                   1 + 7 * i, own && met ? "A" : "B");
    }
}

void mars_put_requirement(struct facts *f, const struct value *cards, const struct value *card, bool met) {
    const struct value *all = value_get(card, "requirement"), *need = all ? all->kids : NULL;
    const struct value *least = value_get(need, "min"), *most = value_get(need, "max");
    long miss = met ? 0 : 1;
    if (!need) return;
    assert_true(fact_count(all) == 1);
    if (!strcmp(need->key, "tags")) {
        buf_puts(&f->text, "  given: A.tableau = [");
        FACTS_EACH(tag, need)
            mars_put_suppliers(f, cards, tag->key, (long)tag->number - miss, card);
        buf_puts(&f->text, "]\n");
    } else if (!strcmp(need->key, "production")) {
        buf_printf(&f->text, "  given: A.production[%s] = %ld\n", need->kids->key, (long)need->kids->number - miss);
    } else if (!strcmp(need->key, "cities") || !strcmp(need->key, "greeneries")) {
        put_tiles(f, !strcmp(need->key, "cities") ? "city" : "greenery", !strcmp(fact_text(need, "of"), "self"),
                  (long)least->number, met);
    } else if (!strcmp(need->key, "oceans")) { /* what is not in the stack lies on Mars */
        buf_printf(&f->text, "  given: supply[ocean] = %ld\n",
                   MARS_OCEANS - (least ? (long)least->number - miss : (long)most->number + miss));
    } else {
        long step = !strcmp(need->key, "temperature") ? 2 : 1;
        buf_printf(&f->text, "  given: %s = %ld\n", need->key,
                   least ? (long)least->number - miss * step : (long)most->number + miss * step);
    }
}
