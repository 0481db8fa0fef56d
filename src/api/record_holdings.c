/* record_holdings.c: what a position holds, read from JSON: variables, zones, spaces, cards; see record_read.h.
 *
 * Cards are only noted where they are named; read_settle puts them there when all is read, since which of several equal
 * cards is meant, and where the unnamed ones lie, is known only then.
 */
#include "api/record_read.h"

#include <string.h>

/* ---- one entry of a variable */
static bool of_kind(const struct program *p, uint32_t kind, uint32_t wanted) {
    for (uint32_t i = 0; kind != wanted && i < p->n_kinds; i++) {
        if (p->kinds[kind].parent < 0) return false;
        kind = (uint32_t)p->kinds[kind].parent;
    }
    return kind == wanted;
}

static bool read_thing(struct reader *r, const struct value *v, struct value_kind kind, int32_t *out) {
    const struct program *p = r->p;
    const char *text;
    if (!read_text_of(r, v, &text)) return false;
    if (kind.type == VT_CARD) {
        struct among among = {0, p->n_cards};
        if (kind.of < p->n_kinds) among = (struct among){(uint32_t)p->kinds[kind.of].first, p->kinds[kind.of].n};
        return read_card(r, v->raw, text, among, NULL, out);
    }
    if (!read_space(r, v->raw, NONE, text, out)) return false;
    return kind.of >= p->n_kinds || of_kind(p, p->spaces[*out].kind, kind.of) ||
           read_wrong(r, v->raw, "\"%s\" is no %s", text, program_string(p, p->kinds[kind.of].name));
}

static bool read_member(struct reader *r, const struct enumeration *e, const char *at, const char *text, int32_t *out) {
    const char *names[256];
    for (*out = 0; *out < e->n; ++*out) {
        names[*out & 255] = program_string(r->p, r->p->members[e->first + (uint32_t)*out].name);
        if (names_equal(names[*out & 255], text)) return true;
    }
    return read_unknown(r, at, program_string(r->p, e->name), text, names, e->n < 256u ? e->n : 256u);
}

static bool read_number_of(struct reader *r, const struct value *v, const struct field *f, int32_t index,
                           int32_t *out) {
    int32_t low, high, first = var_first(r->p, f->index, index);
    int64_t number;
    var_range(r->p, f->index, index, &low, &high);
    if (v->type == VALUE_NUMBER && v->number == first)
        return read_number(r, v, first, first, &number) && (*out = first, true);
    if (!read_number(r, v, low, high, &number)) return false;
    *out = (int32_t)number;
    if (f->track == NONE) return true;
    const struct track *t = &r->p->tracks[f->track];
    return (*out - t->low) % t->step == 0 ||
           read_wrong(r, v->raw, "%d is not a step: the track goes from %d to %d by %d", (int)*out, (int)t->low,
                      (int)t->high, (int)t->step);
}

static bool read_entry(struct reader *r, const struct value *v, const struct field *f, int32_t owner, int32_t index) {
    const struct var *var = &r->p->vars[f->index];
    struct value_kind kind = var->kind;
    bool yes = false, fine = false;
    int64_t number = 0;
    int32_t value = NONE;
    const char *text;
    switch (kind.type) {
    case VT_NUMBER: fine = read_number_of(r, v, f, index, &value); break;
    case VT_BOOL:
        fine = read_bool(r, v, &yes);
        value = yes;
        break;
    case VT_PLAYER: fine = read_seat(r, v, true, &value); break;
    case VT_MEMBER:
        fine = v->type == VALUE_NULL ||
               (read_text_of(r, v, &text) && read_member(r, &r->p->enums[kind.of], v->raw, text, &value));
        break;
    case VT_CARD:
    case VT_SPACE: fine = v->type == VALUE_NULL || read_thing(r, v, kind, &value); break;
    default:
        fine = read_number(r, v, INT32_MIN, INT32_MAX, &number);
        value = (int32_t)number;
        break;
    }
    if (!fine) return false;
    return var_put(r->p, r->s, f->index, owner, index, value) || read_wrong(r, v->raw, "it cannot have this value");
}

/* Whether the variable says how many of limited things are left. */
static bool is_supply(const struct program *p, const struct var *v) {
    return v->scope == SCOPE_GLOBAL && v->index_enum >= 0 && !strcmp(program_string(p, v->name), "supply");
}

static bool read_variable(struct reader *r, const struct value *v, const struct field *f, int32_t owner) {
    const struct var *var = &r->p->vars[f->index];
    bool supply = is_supply(r->p, var), fine = true;
    int32_t index;
    if (var->index_enum < 0) return read_entry(r, v, f, owner, 0);
    if (!read_is(r, v, VALUE_OBJECT)) return false;
    for (const struct value *k = v->kids; k && fine; k = k->next) {
        if (!read_member(r, &r->p->enums[var->index_enum], k->key_raw, k->key, &index)) return false;
        size_t mark = read_down(r, k->key);
        fine = read_up(r, mark, read_entry(r, k, f, owner, index));
        if (supply) r->supply_said[r->p->enums[var->index_enum].first + (uint32_t)index] = true;
    }
    return fine;
}

/* ---- zones */
static bool place_card(struct reader *r, const struct value *v, uint32_t instance, enum pile_part part) {
    const struct zone *z = &r->p->zones[r->p->zone_of_instance[instance]];
    const char *text;
    bool several = false;
    int32_t card;
    if (v->type == VALUE_NULL)
        return read_wrong(r, v->raw, "a hidden card: only a complete position can be played from");
    struct among among = {(uint32_t)z->first_card, z->n_cards};
    if (!read_text_of(r, v, &text) || !read_card(r, v->raw, text, among, &several, &card)) return false;
    if (r->n_placed == r->cap_placed) return read_wrong(r, v->raw, "more cards than there are");
    r->placed[r->n_placed++] = (struct placing){v, instance, several ? NONE : card, (uint8_t)part};
    return true;
}

static bool place_list(struct reader *r, const struct value *v, uint32_t instance, enum pile_part part) {
    if (!read_is(r, v, VALUE_ARRAY)) return false;
    for (const struct value *k = v->kids; k; k = k->next)
        if (!place_card(r, k, instance, part)) return false;
    return true;
}

static bool read_zone(struct reader *r, const struct value *v, uint32_t instance) {
    static const char *const parts[] = {[PILE_TOP] = "top", [PILE_SHUFFLED] = "shuffled", [PILE_BOTTOM] = "bottom"};
    if (v->type != VALUE_OBJECT || !r->p->zones[r->p->zone_of_instance[instance]].pile)
        return place_list(r, v, instance, PILE_TOP);
    if (!read_is(r, v, VALUE_OBJECT)) return false;
    r->piled[instance] = true;
    for (const struct value *k = v->kids; k; k = k->next) {
        size_t part = 0;
        while (part < 3 && strcmp(parts[part], k->key))
            part++;
        if (part == 3) return read_unknown(r, k->key_raw, "part of a pile", k->key, parts, 3);
        size_t mark = read_down(r, k->key);
        if (!read_up(r, mark, place_list(r, k, instance, (enum pile_part)part))) return false;
    }
    return true;
}

/* ---- fields */
static bool unknown_field(struct reader *r, const struct value *v, const struct fields *fields) {
    const char **names = ARENA_ARRAY(&r->arena, const char *, fields->n + 1);
    if (!names) return r->no_memory = true, false;
    for (size_t i = 0; i < fields->n; i++)
        names[i] = fields->list[i].key;
    return read_unknown(r, v->key_raw, "variable, track or zone", v->key, names, fields->n);
}

static const struct field *field_named(const struct fields *fields, const char *key) {
    for (size_t i = 0; i < fields->n; i++)
        if (names_equal(fields->list[i].key, key)) return &fields->list[i];
    return NULL;
}

static bool read_field(struct reader *r, const struct value *v, const struct fields *fields, int32_t owner) {
    const struct field *f = field_named(fields, v->key);
    if (!f) return unknown_field(r, v, fields);
    size_t mark = read_down(r, v->key);
    if (f->sort != FIELD_ZONE) return read_up(r, mark, read_variable(r, v, f, owner));
    const struct zone *z = &r->p->zones[f->index];
    return read_up(r, mark, read_zone(r, v, z->instance + (z->per_player ? (uint32_t)owner : 0u)));
}

static bool read_fields(struct reader *r, const struct value *v, int scope, int32_t owner) {
    struct fields fields = fields_of(r->p, scope, owner, &r->arena);
    if (!read_is(r, v, VALUE_OBJECT)) return false;
    for (const struct value *k = v->kids; k; k = k->next)
        if (!read_field(r, k, &fields, owner)) return false;
    return true;
}

bool read_table(struct reader *r, const struct value *v) {
    return read_fields(r, v, SCOPE_GLOBAL, 0);
}

bool read_players(struct reader *r, const struct value *v) {
    const char *names[MAX_SEATS + 1];
    if (!read_is(r, v, VALUE_OBJECT)) return false;
    for (int32_t i = 0; i < r->p->owners; i++)
        names[i] = player_name(r->p, i);
    for (const struct value *k = v->kids; k; k = k->next) {
        int32_t owner = player_find(r->p, k->key);
        if (owner < 0 || owner >= r->p->owners)
            return read_unknown(r, k->key_raw, "player", k->key, names, r->p->owners);
        size_t mark = read_down(r, k->key);
        if (!read_up(r, mark, read_fields(r, k, SCOPE_PLAYER, owner))) return false;
    }
    return true;
}

/* ---- spaces and cards */
static bool read_space_fields(struct reader *r, const struct value *v, int32_t space) {
    struct fields fields = fields_of(r->p, SCOPE_SPACE, space, &r->arena);
    const struct space *at = &r->p->spaces[space];
    int64_t number;
    if (!read_is(r, v, VALUE_OBJECT)) return false;
    for (const struct value *k = v->kids; k; k = k->next) {
        bool row = !strcmp(k->key, "row"), column = !strcmp(k->key, "column");
        if (field_named(&fields, k->key) || (!row && !column)) {
            if (!read_field(r, k, &fields, space)) return false;
        } else if (!read_number(r, k, INT32_MIN, INT32_MAX, &number)) {
            return false;
        } else if (number != (row ? at->row : at->col) + 1) {
            return read_wrong(r, k->raw, "this space is in %s %d", k->key, (row ? at->row : at->col) + 1);
        }
    }
    return true;
}

static bool read_board(struct reader *r, const struct value *v, int32_t board) {
    bool *seen = ARENA_ARRAY(&r->arena, bool, r->p->n_spaces + 1u);
    int32_t space;
    if (!seen) return r->no_memory = true, false;
    if (!read_is(r, v, VALUE_OBJECT)) return false;
    for (const struct value *k = v->kids; k; k = k->next) {
        if (!read_space(r, k->key_raw, board, k->key, &space)) return false;
        if (seen[space]) return read_wrong(r, k->key_raw, "the space \"%s\" is said twice", k->key);
        seen[space] = true;
        size_t mark = read_down(r, k->key);
        if (!read_up(r, mark, read_space_fields(r, k, space))) return false;
    }
    return true;
}

bool read_boards(struct reader *r, const struct value *v) {
    const char **names = ARENA_ARRAY(&r->arena, const char *, r->p->n_boards + 1u);
    if (!names) return r->no_memory = true, false;
    if (!read_is(r, v, VALUE_OBJECT)) return false;
    for (const struct value *k = v->kids; k; k = k->next) {
        uint32_t i = 0;
        for (; i < r->p->n_boards; i++)
            if (names_equal(names[i] = program_string(r->p, r->p->boards[i].name), k->key)) break;
        if (i == r->p->n_boards) return read_unknown(r, k->key_raw, "board", k->key, names, i);
        size_t mark = read_down(r, k->key);
        if (!read_up(r, mark, read_board(r, k, (int32_t)i))) return false;
    }
    return true;
}

bool read_cards(struct reader *r, const struct value *v) {
    int32_t card;
    if (!read_is(r, v, VALUE_OBJECT)) return false;
    for (const struct value *k = v->kids; k; k = k->next) {
        if (!read_card(r, k->key_raw, k->key, (struct among){0, r->p->n_cards}, NULL, &card)) return false;
        size_t mark = read_down(r, k->key);
        if (!read_up(r, mark, read_fields(r, k, SCOPE_CARD, card))) return false;
    }
    return true;
}

bool read_known(struct reader *r, const struct value *v) {
    int32_t card;
    const char *text, *names[MAX_SEATS];
    if (!read_is(r, v, VALUE_OBJECT)) return false;
    for (int32_t i = 0; i < r->p->seats; i++)
        names[i] = player_name(r->p, i);
    for (const struct value *k = v->kids; k; k = k->next) {
        int32_t seat = player_find(r->p, k->key);
        if (seat < 0 || seat >= r->p->seats) return read_unknown(r, k->key_raw, "player", k->key, names, r->p->seats);
        size_t mark = read_down(r, k->key);
        if (!read_is(r, k, VALUE_ARRAY)) return false;
        for (const struct value *c = k->kids; c; c = c->next) {
            if (!read_text_of(r, c, &text) ||
                !read_card(r, c->raw, text, (struct among){0, r->p->n_cards}, NULL, &card))
                return false;
            if (!card_know(r->p, r->s, (unsigned)seat, (uint32_t)card))
                return read_wrong(r, c->raw, "\"%s\" does not lie hidden from %s in a place that is certain", text,
                                  k->key);
        }
        read_up(r, mark, true);
    }
    return true;
}

/* ---- where the cards lie */
static bool name_card(struct reader *r, struct placing *one, int32_t card) {
    const struct value *before = r->named[card];
    if (before) {
        size_t line = 1;
        for (const char *c = r->text; c < before->raw; c++)
            line += *c == '\n';
        return read_wrong(r, one->at->raw, "\"%s\" is in two zones; the other one is in line %zu", value_text(one->at),
                          line);
    }
    r->named[card] = one->at;
    one->card = card;
    return true;
}

/* A name that several cards have means the first of them that is not placed yet and may lie there. */
static bool name_copy(struct reader *r, struct placing *one) {
    const char *text = value_text(one->at);
    const struct zone *z = &r->p->zones[r->p->zone_of_instance[one->instance]];
    for (uint32_t c = (uint32_t)z->first_card; c < (uint32_t)z->first_card + z->n_cards; c++) {
        bool several;
        if (!r->named[c] && name_find(r->p, NAMED_CARD, text, (struct among){c, 1}, &several) == (int32_t)c)
            return name_card(r, one, (int32_t)c);
    }
    return read_wrong(r, one->at->raw, "there are not that many \"%s\"", text);
}

static bool order_pile(struct reader *r, uint32_t instance) {
    const struct program *p = r->p;
    uint16_t *cards = ARENA_ARRAY(&r->arena, uint16_t, p->n_cards + 1u);
    uint32_t top = 0, bottom = 0;
    if (!cards) return r->no_memory = true, false;
    for (unsigned part = PILE_TOP; part <= PILE_BOTTOM; part += PILE_BOTTOM)
        for (size_t i = 0; i < r->n_placed; i++) {
            if (r->placed[i].instance != instance || r->placed[i].part != part) continue;
            cards[top + bottom] = (uint16_t)r->placed[i].card;
            if (part == PILE_TOP)
                top++;
            else
                bottom++;
        }
    bool shuffled = r->piled[instance] || zone_secret(p, instance);
    for (uint32_t c = 0; c < p->n_cards && !shuffled; c++)
        if (!r->named[c] && card_place(p, r->s, c) == (int32_t)instance) cards[top + bottom++] = (uint16_t)c;
    pile_put(p, r->s, instance, cards, top, bottom);
    return true;
}

/* How many spaces say that this member lies there. */
static int32_t lying(const struct reader *r, int32_t of, int32_t member) {
    int32_t n = 0;
    for (uint32_t v = 0; v < r->p->n_vars; v++) {
        const struct var *var = &r->p->vars[v];
        if (var->scope != SCOPE_SPACE || var->kind.type != VT_MEMBER || var->kind.of != of) continue;
        for (int32_t owner = 0; owner < var->n_owners; owner++)
            for (int32_t i = 0; i < var->n_index; i++)
                n += read_var(r->p, r->s, v, var->first_owner + owner, i) == member;
    }
    return n;
}

/* What is not said of a limited supply is what the players have not got and what does not lie on a space. */
static bool fill_supply(struct reader *r, uint32_t supply) {
    const struct program *p = r->p;
    int32_t of = p->vars[supply].index_enum;
    const struct enumeration *e = &p->enums[of];
    bool owned = p->stock_var >= 0 && p->stock_enum == of;
    for (int32_t unit = 0; unit < e->n; unit++) {
        int32_t left = p->members[e->first + (uint32_t)unit].total;
        if (left == NONE || r->supply_said[e->first + (uint32_t)unit]) continue;
        for (int32_t owner = 0; owned && owner < p->owners; owner++)
            left -= read_var(p, r->s, (uint32_t)p->stock_var, owner, unit);
        int32_t on_spaces = lying(r, of, unit);
        if (left - on_spaces < 0 || !var_put(p, r->s, supply, 0, unit, left - on_spaces))
            return read_wrong(r, r->root->raw, "%s more \"%s\" than there are; \"supply\" may say how many are left",
                              on_spaces ? "on spaces and with players are" : "the players have",
                              program_string(p, p->members[e->first + (uint32_t)unit].name));
    }
    return true;
}

bool read_settle(struct reader *r) {
    const struct program *p = r->p;
    for (size_t i = 0; i < r->n_placed; i++)
        if (r->placed[i].card != NONE && !name_card(r, &r->placed[i], r->placed[i].card)) return false;
    for (size_t i = 0; i < r->n_placed; i++)
        if (r->placed[i].card == NONE && !name_copy(r, &r->placed[i])) return false;
    for (size_t i = 0; i < r->n_placed; i++)
        if (!card_put(p, r->s, (uint32_t)r->placed[i].card, (int32_t)r->placed[i].instance))
            return read_wrong(r, r->placed[i].at->raw, "\"%s\" cannot lie here", value_text(r->placed[i].at));
    for (uint32_t i = 0; i < p->n_zone_of_instance; i++)
        if (p->zones[p->zone_of_instance[i]].pile && !order_pile(r, i)) return false;
    for (uint32_t v = 0; v < p->n_vars; v++)
        if (is_supply(p, &p->vars[v]) && !fill_supply(r, v)) return false;
    return true;
}
