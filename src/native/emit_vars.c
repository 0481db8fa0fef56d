/* emit_vars.c: variables, tables, stock and periods as C: where a cell lies, how wide it is and its range are
 * constants.
 *
 * What is rare (a value that does not fit, an entry that may be hidden) is done by the interpreter's own function.
 */
#include "native/native.h"

#include "code/lookup.h"

static const char *cell_type(const struct var *v) {
    return v->width == 1 ? "int8_t" : v->width == 2 ? "int16_t" : "int32_t";
}

/* The entry as an lvalue; `owner` and `index` are C locals where they are not known to be 0. */
static void put_cell(struct writer *e, const struct var *v, bool owner, bool index) {
    buf_printf(e->out, "(*(%s *)((char *)s + %uu", cell_type(v), (unsigned)v->offset);
    if (owner) buf_printf(e->out, " + owner * %uu", (unsigned)v->n_index * v->width);
    if (index) buf_printf(e->out, " + index * %uu", (unsigned)v->width);
    buf_puts(e->out, "))");
}

static int32_t first_owner(const struct var *v) {
    return v->scope == SCOPE_CARD || v->scope == SCOPE_SPACE ? v->first_owner : 0;
}

/* Locals `owner` and `index` from registers b and c, and the condition under which the entry exists. */
static void put_place(struct writer *e, const struct var *v, struct word w, bool *owner, bool *index) {
    *owner = w.b != NO_REGISTER;
    *index = w.c != NO_REGISTER;
    if (*owner) {
        put(e, "uint32_t owner = (uint32_t)$B");
        if (first_owner(v)) buf_printf(e->out, " - %uu", (unsigned)first_owner(v));
        buf_puts(e->out, "; ");
    }
    if (*index) put(e, "uint32_t index = (uint32_t)$C; ");
}
static void put_exists(struct writer *e, const struct var *v, bool owner, bool index) {
    if (owner) buf_printf(e->out, "owner < %uu", (unsigned)v->n_owners);
    if (owner && index) buf_puts(e->out, " && ");
    if (index) buf_printf(e->out, "index < %uu", (unsigned)v->n_index);
    if (!owner && !index) buf_puts(e->out, "1");
}

void native_ldv(struct writer *e, struct word w) {
    const struct var *v = &e->p->vars[w.x];
    bool owner, index, cards = v->scope == SCOPE_CARD && w.b != NO_REGISTER;
    const char *helper = "{ int32_t out; TRY(api->ldv(r, $x, $O, $P, &out), $p); $A = out; } else ";
    buf_puts(e->out, "{ ");
    if (!var_open(v))
        put(e, "if (r->mode == MODE_PROBE) "), put(e, helper);
    else if (cards)
        put(e, "if (hidden(r, $B)) "), put(e, helper);
    buf_puts(e->out, "{ ");
    put_place(e, v, w, &owner, &index);
    put(e, "$A = ");
    put_exists(e, v, owner, index);
    buf_puts(e->out, " ? ");
    put_cell(e, v, owner, index);
    buf_printf(e->out, " : %d; } }", (int)var_missing(v));
}

/* Checks of the range: what does not fit goes to the function that says why. */
static void put_range(struct writer *e, const struct var *v, bool index, const char *misfit) {
    int32_t cell_low = var_cell_low(v), cell_high = var_cell_high(v);
    bool number = v->kind.type == VT_NUMBER && !(v->kind.flags & VF_SET);
    if (number && v->lows >= 0) {
        const struct table *t = &e->p->tables[v->lows];
        buf_printf(e->out, "if (value < (%s < %uu ? pool[%uu + %s] : ", index ? "index" : "0", (unsigned)t->n,
                   (unsigned)t->first, index ? "index" : "0");
        put_number(e, t->missing);
        buf_puts(e->out, ")) ");
        put(e, misfit);
    } else if (number && v->low > INT32_MIN) {
        buf_printf(e->out, "if (value < %d) ", (int)v->low);
        put(e, misfit);
    }
    if (number && v->high < INT32_MAX) {
        buf_printf(e->out, "if (value > %d) ", (int)v->high);
        if (v->saturate)
            buf_printf(e->out, "value = %d; ", (int)v->high);
        else
            put(e, misfit);
    }
    if (v->width < 4 && !(number && v->lows < 0 && v->low >= cell_low && v->high <= cell_high)) {
        buf_printf(e->out, "if (value != (%s)value) ", cell_type(v));
        put(e, misfit);
    }
}

static void emit_write(struct writer *e, struct word w, bool add) {
    const struct var *v = &e->p->vars[w.x];
    const char *through =
        add ? "TRY(api->stv(r, $x, $O, $P, $A, 1), $p); " : "TRY(api->stv(r, $x, $O, $P, $A, 0), $p); ";
    bool owner, index;
    if (v->scope == SCOPE_GLOBAL) w.b = NO_REGISTER; /* whoever is named, it is the table's */
    buf_puts(e->out, "{ ");
    if (add && v->see != SEE_EVERYONE)
        put(e, "if (r->mode == MODE_PROBE) "), put(e, through), buf_puts(e->out, "else ");
    else if (add && v->scope == SCOPE_CARD && w.b != NO_REGISTER)
        put(e, "if (hidden(r, $B)) "), put(e, through), buf_puts(e->out, "else ");
    buf_puts(e->out, "{ ");
    put_place(e, v, w, &owner, &index);
    if (!owner && first_owner(v) > 0) { /* owner 0 has no such entry */
        buf_puts(e->out, "} }");
        return;
    }
    buf_puts(e->out, "if (");
    put_exists(e, v, owner, index);
    put(e, ") { int32_t value = $A; ");
    if (add) {
        buf_puts(e->out, "int64_t sum = (int64_t)");
        put_cell(e, v, owner, index);
        buf_puts(e->out, " + value; value = sum > 2147483647 ? 2147483647 : sum < -2147483647 - 1 ? -2147483647 - 1 : "
                         "(int32_t)sum; ");
    }
    put_range(e, v, index, through);
    buf_puts(e->out, "if (r->mode == MODE_PROBE) note(r, s, &");
    put_cell(e, v, owner, index);
    buf_puts(e->out, "); ");
    put_cell(e, v, owner, index);
    buf_printf(e->out, " = (%s)value; } } }", cell_type(v));
}
void native_stv(struct writer *e, struct word w) {
    emit_write(e, w, false);
}
void native_addv(struct writer *e, struct word w) {
    emit_write(e, w, true);
}

/* ---- who is out; who rests is a byte for each player */
static void put_rest(struct writer *e, const struct var *v, int is) {
    buf_printf(e->out, "((int8_t *)s)[%uu + (uint32_t)", (unsigned)v->offset);
    put(e, "$A] = ");
    buf_printf(e->out, "%d; ", is);
}

void native_out(struct writer *e, struct word w) {
    (void)w;
    put(e, "if (r->mode == MODE_PROBE) touch(r); if ((uint32_t)$A < SEATS) { s->active &= (uint8_t)~(1u << $A); ");
    for (uint32_t i = 0; i < e->p->n_vars; i++)
        if (e->p->vars[i].use == USE_REST) put_rest(e, &e->p->vars[i], 0);
    buf_puts(e->out, "}");
}

void native_rest(struct writer *e, struct word w) {
    put(e,
        "if (r->mode == MODE_PROBE) touch(r); if ((uint32_t)$A < SEATS) { if ((s->active | resting(s)) >> $A & 1u) ");
    put_rest(e, &e->p->vars[w.x], 1);
    put(e, "s->active &= (uint8_t)~(1u << $A); }");
}

/* Who is out until a period begins. */
void native_resting(struct writer *e) {
    buf_puts(e->out, "INLINE uint32_t resting(const struct state *s) {\n    uint32_t seats = 0;\n    (void)s;\n");
    for (uint32_t i = 0; i < e->p->n_vars; i++)
        if (e->p->vars[i].use == USE_REST)
            buf_printf(
                e->out,
                "    for (uint32_t q = 0; q < SEATS; q++) seats |= (((const int8_t *)s)[%uu + q] != 0 ? 1u : 0u) "
                "<< q;\n",
                (unsigned)e->p->vars[i].offset);
    buf_puts(e->out, "    return seats;\n}\n");
}

/* ---- periods */
/* All entries as they were at first. */
static void put_reset(struct writer *e, const struct var *v) {
    const struct table *t = v->initials >= 0 ? &e->p->tables[v->initials] : NULL;
    uint32_t n = (uint32_t)v->n_owners * v->n_index;
    buf_printf(e->out, "for (uint32_t i = 0; i < %uu; i++) ((%s *)((char *)s + %uu))[i] = (%s)(", (unsigned)n,
               cell_type(v), (unsigned)v->offset, cell_type(v));
    if (t) {
        unsigned round = (unsigned)var_initials(v, t->n);
        buf_printf(e->out, "i %% %uu < %uu ? pool[%uu + i %% %uu] : ", round, (unsigned)t->n, (unsigned)t->first,
                   round);
        put_number(e, t->missing);
    } else {
        put_number(e, v->initial);
    }
    buf_puts(e->out, "); ");
}

void native_begin(struct writer *e, struct word w) {
    const struct program *p = e->p;
    put(e, "{ uint16_t *n = &((uint16_t *)((char *)s + PERIODS))[$x]; ");
    if (p->limit_period >= 0 && w.x == (uint32_t)p->limit_period)
        buf_printf(e->out,
                   "if (*n >= %u) { if (r->mode == MODE_PROBE && BLIND) return left(steps, HIDDEN); "
                   "s->flags |= STATE_LIMITED; return left(steps, OVER); } ",
                   (unsigned)p->limit_count);
    buf_puts(e->out, "if (r->mode == MODE_PROBE) touch(r); if (*n < 65535) ++*n; ");
    bool rests = false;
    for (uint32_t i = 0; i < p->n_vars; i++)
        rests |= p->vars[i].period == (int)w.x && p->vars[i].use == USE_REST;
    if (rests) buf_puts(e->out, "const uint32_t rested = resting(s); ");
    for (uint32_t i = 0; i < p->n_vars; i++)
        if (p->vars[i].period == (int)w.x) put_reset(e, &p->vars[i]);
    if (rests) buf_puts(e->out, "s->active |= (uint8_t)(rested & ~resting(s)); ");
    buf_putc(e->out, '}');
}

/* ---- tables */
void native_tab(struct writer *e, struct word w) {
    const struct table *t = &e->p->tables[w.x];
    if (w.op == OP_TAB) {
        put(e, "{ uint32_t i = (uint32_t)$B; $A = ");
        buf_printf(e->out, "i < %uu ? pool[%uu + i] : ", (unsigned)t->n, (unsigned)t->first);
    } else {
        put(e, "{ uint32_t i = (uint32_t)$B, k = (uint32_t)$C; $A = ");
        buf_printf(e->out, "k < %uu && i < %uu ? pool[%uu + i * %uu + k] : ", (unsigned)t->columns,
                   (unsigned)(t->columns ? t->n / t->columns : 0), (unsigned)t->first, (unsigned)t->columns);
    }
    put_number(e, t->missing);
    buf_puts(e->out, "; }");
}

/* ---- the stock and the positions of tracks: functions of their own, with the program's constants */
static void put_units(struct writer *e, const struct var *stock) {
    const struct program *p = e->p;
    const struct enumeration *units = p->stock_enum >= 0 ? &p->enums[p->stock_enum] : NULL;
    const struct var *supply = p->supply_var >= 0 ? &p->vars[p->supply_var] : NULL;
    buf_puts(e->out, "static const struct { int32_t low; uint32_t supply; } units[] = {");
    for (uint32_t i = 0; i < stock->n_index; i++) {
        const struct table *t = stock->lows >= 0 ? &p->tables[stock->lows] : NULL;
        bool counted = supply && units && i < units->n && p->members[units->first + i].total != NONE &&
                       i < supply->n_index && first_owner(supply) <= 0;
        buf_puts(e->out, "{");
        put_number(e, !t ? stock->low : i < t->n ? p->pool[t->first + i] : t->missing);
        buf_printf(e->out, ", %uu}, ", counted ? (unsigned)(supply->offset + i * supply->width) : 0u);
    }
    buf_puts(e->out, "};\n");
    buf_printf(
        e->out,
        "#define STOCK %uu\n#define N_UNITS %uu\n#define N_OWNERS %uu\n#define STOCK_HIGH %d\n#define STOCK_OPEN %d\n"
        "#define UPTO(what) (((what) & %d) != 0)\n",
        (unsigned)stock->offset, (unsigned)stock->n_index, (unsigned)stock->n_owners, (int)stock->high,
        stock->see == SEE_EVERYONE, AMOUNT_UPTO);
    buf_printf(e->out, "typedef %s stock_cell;\ntypedef %s supply_cell;\n", cell_type(stock),
               supply ? cell_type(supply) : "int32_t");
}

static const char gain_text[] =
    "/* What is plain is done here, and what cannot be paid fails; the rest is done by the machine. */\n"
    "INLINE enum outcome gain(struct run *r, struct state *s, int32_t what, int32_t owner, bool lose, "
    "int32_t *out) {\n"
    "    int32_t n = (int16_t)((uint32_t)what & 0xffffu);\n"
    "    uint32_t unit = (uint32_t)what >> 16 & 0xffu;\n"
    "    if (n == 0) { *out = amount(0, (int32_t)unit); return GO; }\n"
    "    if (n > 0 && unit < N_UNITS && (uint32_t)owner < N_OWNERS && (STOCK_OPEN || r->mode != MODE_PROBE)) {\n"
    "        stock_cell *cell = (stock_cell *)((char *)s + STOCK) + (uint32_t)owner * N_UNITS + unit;\n"
    "        supply_cell *supply = units[unit].supply ? (supply_cell *)((char *)s + units[unit].supply) : 0;\n"
    "        int32_t after = lose ? *cell - n : *cell + n;\n"
    "        if (lose ? after >= units[unit].low : after <= STOCK_HIGH && (!supply || *supply >= n)) {\n"
    "            if (r->mode == MODE_PROBE) note(r, s, cell);\n"
    "            if (r->mode == MODE_PROBE && supply) note(r, s, supply);\n"
    "            *cell = (stock_cell)after;\n"
    "            if (supply) *supply = (supply_cell)(lose ? *supply + n : *supply - n);\n"
    "            *out = amount(n, (int32_t)unit);\n"
    "            return GO;\n"
    "        }\n"
    "        if (lose && !UPTO(what)) {\n"
    "            r->failure = (struct failure){.kind = FAILURE_SHORT, .site = -1, .owner = owner, "
    ".index = (int32_t)unit, .have = *cell, .need = n + units[unit].low};\n"
    "            return FAILED;\n"
    "        }\n"
    "    }\n"
    "    return api->gain(r, what, owner, lose, out);\n"
    "}\n";

static void emit_positions(struct writer *e) {
    const struct program *p = e->p;
    buf_puts(e->out, "INLINE enum outcome position(struct run *r, struct state *s, int32_t value, int32_t *out) {\n"
                     "    if (value >= 0) switch (value >> 8) {\n");
    for (uint32_t i = 0; i < p->n_tracks; i++) {
        const struct var *v = p->tracks[i].var >= 0 ? &p->vars[p->tracks[i].var] : NULL;
        if (!v || !var_open(v) || v->scope > SCOPE_PLAYER) continue;
        buf_printf(e->out, "    case %u: { uint32_t owner = %s; *out = owner < %uu ? ", (unsigned)i,
                   v->scope == SCOPE_GLOBAL ? "0" : "(uint32_t)(value & 0xff) - 1u", (unsigned)v->n_owners);
        put_cell(e, v, true, false);
        buf_printf(e->out, " : %d; return GO; }\n", (int)var_missing(v));
    }
    buf_puts(e->out, "    }\n    return api->ldtrk(r, value, out);\n}\n");
}

void native_accounts(struct writer *e) {
    if (e->p->stock_var >= 0) {
        put_units(e, &e->p->vars[e->p->stock_var]);
        buf_puts(e->out, gain_text);
    }
    emit_positions(e);
}
