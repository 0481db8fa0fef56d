/* emit_state.c: what a position consists of, as the program declares it: variables, zones, tracks, boards, members. */
#include "lang/emit/emit.h"

#include "base/bits.h"

#include <string.h>

/* ---- variables */
/* Whether entries begin with different values: with one that speaks of `it`, or with their own lowest one. */
static bool by_index(const struct var_info *v) {
    if (!v->node || v->index_enum < 0) return false;
    return mentions_it(v->node->b ? v->node->b : v->node->a->a);
}

/* Where nothing else is said: 0, or the lowest number allowed. */
static int32_t usual_start(const struct var_info *v, int32_t low) {
    return low > 0 || v->high < 0 ? low : 0;
}

static int32_t first_value(struct emitter *e, struct var_info *v) {
    if (by_index(v) || starts_by_owner(e->m, v)) return 0;
    int32_t value = v->type.base == VT_NUMBER || v->type.base == VT_BOOL ? v->initial : NONE;
    if (v->node && v->node->b)
        constant_at_start(e->m, v->node->b, v->type, &value);
    else if (v->node && v->type.base == VT_NUMBER)
        value = usual_start(v, v->low);
    return value;
}

static int var_bytes(struct emitter *e, struct var_info *v) {
    if (v->type.base == VT_NUMBER) return v->low >= -128 && v->high <= 127 ? 1 : 2;
    if (v->type.base == VT_CARD) return e->m->cards.n > 127 ? 2 : 1;
    if (v->type.base == VT_SPACE) return e->m->spaces.n > 127 ? 2 : 1;
    if (v->type.base == VT_AMOUNT) return 4;
    return 1;
}

static void lows_by_index(struct emitter *e, struct var_info *v, struct var *out) {
    struct node *range = v->node && v->type.base == VT_NUMBER ? v->node->a->a : NULL;
    if (!range || v->index_enum < 0) return;
    int32_t words[128];
    int n = e->m->enums.data[v->index_enum].n;
    for (int i = 0; i < n; i++) {
        words[i] = entry_low(e->m, v, i);
        if (words[i] < out->low) out->low = words[i];
    }
    out->lows = emit_table(e, TABLE_INT, words, (size_t)n, 0, 0, v->low);
}

static void initials_by_index(struct emitter *e, struct var_info *v, struct var *out) {
    int32_t words[128];
    int n = e->m->enums.data[v->index_enum].n;
    for (int i = 0; i < n; i++) {
        words[i] = v->type.base == VT_NUMBER ? usual_start(v, entry_low(e->m, v, i)) : 0;
        if (v->node->b) entry_start(e->m, v, NONE, i, &words[i]);
    }
    out->initials = emit_table(e, TABLE_INT, words, (size_t)n, 0, 0, 0);
}

/* Every card or space begins with what is printed on it. */
static void initials_by_owner(struct emitter *e, struct var_info *v, struct var *out) {
    VEC(int32_t) words = {0};
    for (int owner = out->first_owner; owner < out->first_owner + out->n_owners; owner++)
        for (int i = 0; i < out->n_index; i++) {
            int32_t value = v->type.base == VT_NUMBER || v->type.base == VT_BOOL ? usual_start(v, v->low) : NONE;
            if (var_is_of(e->m, v, owner)) entry_start(e->m, v, owner, i, &value);
            PUSH(&e->out, &words, value);
        }
    out->initials = emit_table(e, TABLE_INT, words.data, words.n, 0, 0, 0);
    VEC_FREE(&words);
}

static void supply_totals(struct emitter *e, struct var_info *v, struct var *out) {
    int32_t words[128];
    int n = e->m->enums.data[v->index_enum].n;
    for (int i = 0; i < n; i++)
        enum_attribute(e->m, v->index_enum, i, "total", &words[i]);
    out->initials = emit_table(e, TABLE_INT, words, (size_t)n, 0, 0, 0);
}

static void var_owners(struct emitter *e, struct var_info *v, struct var *out) {
    switch (v->scope) {
    case SCOPE_PLAYER: out->n_owners = (uint16_t)e->owners; break;
    case SCOPE_SPACE: out->n_owners = (uint16_t)e->m->spaces.n; break;
    case SCOPE_CARD:
        if (v->owner_kind >= 0) {
            out->first_owner = e->m->kinds.data[v->owner_kind].first;
            out->n_owners = (uint16_t)e->m->kinds.data[v->owner_kind].n;
        } else {
            int card = -2 - v->owner_kind, n = 1;
            while (card + n < (int)e->m->cards.n && e->m->cards.data[card + n].node == e->m->cards.data[card].node)
                n++;
            out->first_owner = card, out->n_owners = (uint16_t)n;
        }
        break;
    default: out->n_owners = 1; break;
    }
}

static void emit_vars(struct emitter *e) {
    for (size_t i = 0; i < e->m->vars.n; i++) {
        struct var_info *v = &e->m->vars.data[i];
        struct var out = {.name = output_string(&e->out, v->name),
                          .title = v->node && v->node->text ? output_string(&e->out, var_called(v->node)) : NONE,
                          .scope = (uint8_t)v->scope,
                          .width = (uint8_t)var_bytes(e, v),
                          .see = (uint8_t)v->see,
                          .saturate = v->saturate,
                          .internal = v->internal,
                          .use = v->rests  ? USE_REST
                                 : v->note ? USE_NOTE
                                           : USE_OTHER,
                          .kind = value_kind_of(v->type),
                          .low = v->low,
                          .high = v->high,
                          .lows = NONE,
                          .initials = NONE,
                          .index_enum = v->index_enum,
                          .n_index = (uint16_t)(v->index_enum >= 0 ? e->m->enums.data[v->index_enum].n : 1),
                          .period = (int16_t)v->period,
                          .shown = (int16_t)v->shown};
        if (out.n_index == 0) out.n_index = 1;
        if (v->type.base != VT_NUMBER && v->type.base != VT_BOOL)
            out.low = NONE, out.high = out.width == 1 ? 127 : out.width == 2 ? 32767 : INT32_MAX;
        out.initial = first_value(e, v);
        lows_by_index(e, v, &out);
        bool by_owner = starts_by_owner(e->m, v);
        if (by_index(v) && !by_owner) initials_by_index(e, v, &out);
        if ((int)i == e->m->supplies[0] || (int)i == e->m->supplies[1]) supply_totals(e, v, &out);
        var_owners(e, v, &out);
        if (by_owner) initials_by_owner(e, v, &out);
        PUSH(&e->out, &e->out.vars, out);
    }
}

/* ---- zones, tracks */
static void emit_zones(struct emitter *e) {
    int instance = 0;
    e->zone_first = ARENA_ARRAY(e->m->arena, int, e->m->zones.n + 1);
    if (!e->zone_first) {
        e->out.failed = true;
        return;
    }
    for (size_t i = 0; i < e->m->zones.n; i++) {
        struct zone_info *z = &e->m->zones.data[i];
        e->zone_first[i] = instance;
        struct zone out = {.name = output_string(&e->out, z->name),
                           .title = output_string(&e->out, z->node->text ? z->node->text : z->name),
                           .per_player = z->per_player,
                           .see = (uint8_t)z->see,
                           .live = z->live,
                           .pile = z->pile,
                           .played = z->played,
                           .hand = !strcmp(z->name, "hand"),
                           .refill = (int16_t)z->refill,
                           .first_card = (int16_t)e->m->kinds.data[z->kind].first,
                           .n_cards = (uint16_t)e->m->kinds.data[z->kind].n,
                           .instance = (uint16_t)instance};
        instance += z->per_player ? e->owners : 1;
        PUSH(&e->out, &e->out.zones, out);
    }
    if (instance > 250) model_error(e->m, e->m->file, DIAG_too_large, "more than 250 zones in all");
}

static void emit_tracks(struct emitter *e) {
    int32_t raise[MAX_TRACKS], lower[MAX_TRACKS];
    size_t n = e->m->tracks.n;
    for (size_t i = 0; i < n; i++) {
        struct track_info *t = &e->m->tracks.data[i];
        struct track out = {.name = output_string(&e->out, t->name),
                            .title = output_string(&e->out, t->node->text ? t->node->text : t->name),
                            .var = t->var,
                            .laps = t->laps,
                            .low = t->low,
                            .high = t->high,
                            .step = t->step,
                            .raise = NONE,
                            .lower = NONE,
                            .per_player = t->per_player,
                            .loop = t->loop};
        if (t->raised) out.raise = emit_routine(e, arena_printf(e->m->arena, "raise %s", t->name), t->node);
        if (t->lowered) out.lower = emit_routine(e, arena_printf(e->m->arena, "lower %s", t->name), t->node);
        raise[i] = out.raise, lower[i] = out.lower;
        PUSH(&e->out, &e->out.tracks, out);
    }
    e->raise_table = emit_table(e, TABLE_ROUTINE, raise, n, 0, 0, NONE);
    e->lower_table = emit_table(e, TABLE_ROUTINE, lower, n, 0, 0, NONE);
}

/* ---- names of things */
/* A name as people read it: with blanks for underscores. */
static int32_t emit_shown(struct emitter *e, const char *name) {
    char *shown = arena_strdup(e->m->arena, name, strlen(name));
    if (!shown) e->out.failed = true;
    for (char *c = shown; c && *c; c++)
        if (*c == '_') *c = ' ';
    return output_string(&e->out, shown ? shown : "");
}

static void emit_enums(struct emitter *e) {
    for (size_t i = 0; i < e->m->enums.n; i++) {
        struct enumeration out = {output_string(&e->out, e->m->enums.data[i].name), (uint32_t)e->m->enums.data[i].first,
                                  (uint16_t)e->m->enums.data[i].n};
        PUSH(&e->out, &e->out.enums, out);
    }
    for (size_t i = 0; i < e->m->members.n; i++) {
        struct member_info *m = &e->m->members.data[i];
        int32_t total;
        enum_attribute(e->m, m->enum_number, (int)i - e->m->enums.data[m->enum_number].first, "total", &total);
        struct member out = {.name = emit_shown(e, m->name),
                             .many = m->node->text ? output_string(&e->out, m->node->text) : NONE,
                             .total = total == NUMBER_MAX ? NONE : total};
        PUSH(&e->out, &e->out.members, out);
        if (m->enum_number == e->m->period_enum) PUSH(&e->out, &e->out.periods, (int32_t)i);
    }
}

/* Whether the shape of its board makes them neighbours. */
static bool borders_by_shape(const struct model *m, int from, int to) {
    const struct board_info *b = &m->boards.data[m->spaces.data[from].board];
    int directions = b->shape == BOARD_SQUARE && !b->diagonal ? 4 : DIRECTIONS;
    for (int d = 0; d < directions; d++)
        if (space_step(m, from, d) == to) return true;
    return false;
}

static void emit_borders(struct emitter *e) {
    for (int s = 0; s < (int)e->m->spaces.n; s++) {
        uint32_t near[SPACE_WORDS];
        space_near(e->m, s, near);
        for (int t = -1; (t = bits_next(near, SPACE_WORDS, t)) >= 0;)
            PUSH(&e->out, &e->out.borders, ((struct border){(uint16_t)s, (uint16_t)t, !borders_by_shape(e->m, s, t)}));
    }
}

static void emit_boards(struct emitter *e) {
    emit_borders(e);
    for (size_t i = 0; i < e->m->boards.n; i++) {
        struct board_info *b = &e->m->boards.data[i];
        struct board out = {output_string(&e->out, b->name),
                            output_string(&e->out, b->node->text ? b->node->text : b->node->name),
                            (uint8_t)b->shape,
                            b->in_use,
                            (uint16_t)b->first,
                            (uint16_t)b->n,
                            (uint16_t)b->rows,
                            (int16_t)b->owner};
        PUSH(&e->out, &e->out.boards, out);
    }
    VEC(int32_t) rows = {0}, columns = {0}, numbers = {0};
    for (size_t i = 0; i < e->m->spaces.n; i++) {
        struct space_info *s = &e->m->spaces.data[i];
        struct space out = {.name = emit_shown(e, s->name),
                            .board = (uint16_t)s->board,
                            .kind = (uint16_t)s->kind,
                            .number = (uint16_t)s->number,
                            .row = (int16_t)s->row,
                            .col = (int16_t)s->col,
                            .x = (int16_t)s->x,
                            .y = (int16_t)s->y};
        PUSH(&e->out, &e->out.spaces, out);
        PUSH(&e->out, &rows, s->row + 1);
        PUSH(&e->out, &columns, s->col + 1);
        PUSH(&e->out, &numbers, s->number);
    }
    e->row_table = emit_table(e, TABLE_INT, rows.data, rows.n, 0, 0, 0);
    e->column_table = emit_table(e, TABLE_INT, columns.data, columns.n, 0, 0, 0);
    e->number_table = emit_table(e, TABLE_INT, numbers.data, numbers.n, 0, 0, 0);
    VEC_FREE(&rows);
    VEC_FREE(&columns);
    VEC_FREE(&numbers);
}

static void emit_kinds(struct emitter *e) {
    for (size_t i = 0; i < e->m->kinds.n; i++) {
        struct kind_info *k = &e->m->kinds.data[i];
        struct card_kind out = {output_string(&e->out, k->name),
                                output_string(&e->out, k->node->text ? k->node->text : k->name),
                                (int16_t)k->parent,
                                (int16_t)k->first,
                                (uint16_t)k->n,
                                k->is_space};
        PUSH(&e->out, &e->out.kinds, out);
    }
}

void emit_state(struct emitter *e) {
    e->owners = (int)e->m->seats + (e->m->uses_neutral ? 1 : 0);
    emit_enums(e);
    emit_kinds(e);
    emit_boards(e);
    emit_vars(e);
    emit_zones(e);
    emit_tracks(e);
    for (size_t i = 0; i < e->m->phases.n; i++)
        PUSH(&e->out, &e->out.phases, output_string(&e->out, e->m->phases.data[i]));
    for (size_t i = 0; i < e->m->options.n; i++) {
        struct node *v = e->m->options.data[i].value;
        const char *value = v->kind == N_NAME ? v->name : arena_printf(e->m->arena, "%d", (int)v->number);
        struct option_value out = {output_string(&e->out, e->m->options.data[i].name),
                                   output_string(&e->out, value ? value : "")};
        PUSH(&e->out, &e->out.options, out);
    }
    for (int i = 0; i < e->m->sources->n; i++) {
        const char *path =
            arena_strdup(e->out.arena, e->m->sources->files[i].path, strlen(e->m->sources->files[i].path));
        PUSH(&e->out, &e->out.files, path ? path : "");
    }
}
