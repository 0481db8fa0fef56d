/* emit_sets.c: sets, cards and zones as C.
 *
 * A narrow set is handled as one number of 64 bits, a wide one in its array. Functions of the machine get a copy, so
 * that the registers stay free for the compiler.
 */
#include "native/native.h"

#include "base/bits.h"
#include "code/lookup.h"

/* "A = function(set, ...)" for both widths: name64(x, ...) or name(array, words, ...). */
static void put_of(struct writer *e, const char *name, uint32_t reg, uint32_t words) {
    buf_printf(e->out, words > NARROW ? "%s(" : "%s64(", name);
    put_set(e, reg, words);
    if (words > NARROW) buf_printf(e->out, ", %uu", (unsigned)words);
}

/* A copy of a set as an array of the name given. */
static void put_copy(struct writer *e, const char *name, uint32_t reg, uint32_t words) {
    if (words > NARROW) {
        buf_printf(e->out, "uint32_t %s[%u]; memcpy(%s, ", name, (unsigned)words, name);
        put_set(e, reg, words);
        buf_printf(e->out, ", %u); ", (unsigned)words * 4u);
        return;
    }
    buf_printf(e->out, "uint32_t %s[%u]; ", name, (unsigned)words + 1u);
    for (uint32_t i = 0; i < words; i++) {
        buf_printf(e->out, "%s[%u] = (uint32_t)", name, (unsigned)i);
        put_register(e, reg + i);
        buf_puts(e->out, "; ");
    }
}

/* The set from an array of the name given. */
static void put_back(struct writer *e, const char *name, uint32_t reg, uint32_t words) {
    if (words > NARROW) {
        buf_puts(e->out, "memcpy(");
        put_set(e, reg, words);
        buf_printf(e->out, ", %s, %u); ", name, (unsigned)words * 4u);
        return;
    }
    for (uint32_t i = 0; i < words; i++) {
        put_register(e, reg + i);
        buf_printf(e->out, " = (int32_t)%s[%u]; ", name, (unsigned)i);
    }
}

/* ---- making and changing */
void native_sclr(struct writer *e, struct word w) {
    if (w.c > NARROW) {
        buf_puts(e->out, "memset(");
        put_set(e, w.a, w.c);
        put(e, ", 0, $c * 4);");
        return;
    }
    for (uint32_t i = 0; i < w.c; i++) {
        put_register(e, w.a + i);
        buf_puts(e->out, " = 0; ");
    }
}

void native_sldk(struct writer *e, struct word w) {
    if (w.c > NARROW) {
        buf_puts(e->out, "memcpy(");
        put_set(e, w.a, w.c);
        put(e, ", pool + $x, $c * 4);");
        return;
    }
    for (uint32_t i = 0; i < w.c; i++) {
        put_register(e, w.a + i);
        buf_puts(e->out, " = ");
        put_number(e, e->p->pool[w.x + i]);
        buf_puts(e->out, "; ");
    }
}

void native_smov(struct writer *e, struct word w) {
    if (w.c > NARROW) {
        buf_puts(e->out, "memmove(");
        put_set(e, w.a, w.c);
        buf_puts(e->out, ", ");
        put_set(e, w.b, w.c);
        put(e, ", $c * 4);");
        return;
    }
    buf_puts(e->out, "{ const uint64_t x = ");
    put_set(e, w.b, w.c);
    buf_puts(e->out, "; ");
    put_store(e, w.a, w.c);
    buf_puts(e->out, "}");
}

static void emit_member(struct writer *e, struct word w, const char *wide, const char *narrow) {
    put(e, "if ((uint32_t)$B < $c * 32u) ");
    if (w.c > NARROW) {
        buf_printf(e->out, "%s(", wide);
        put_set(e, w.a, w.c);
        put(e, ", (uint32_t)$B);");
        return;
    }
    buf_puts(e->out, "{ const uint64_t x = ");
    put_set(e, w.a, w.c);
    put(e, narrow);
    put_store(e, w.a, w.c);
    buf_puts(e->out, "}");
}
void native_sadd(struct writer *e, struct word w) {
    emit_member(e, w, "set_add", " | (uint64_t)1 << $B; ");
}
void native_sdel(struct writer *e, struct word w) {
    emit_member(e, w, "set_del", " & ~((uint64_t)1 << $B); ");
}

void native_combine(struct writer *e, struct word w) {
    const char *how = w.op == OP_SAND ? "&" : w.op == OP_SOR ? "|" : "& ~";
    if (w.x > NARROW) {
        buf_printf(e->out, "for (uint32_t i = 0; i < %uu; i++) (", (unsigned)w.x);
        put_set(e, w.a, w.x);
        buf_puts(e->out, ")[i] = (");
        put_set(e, w.b, w.x);
        buf_printf(e->out, ")[i] %s(", how);
        put_set(e, w.c, w.x);
        buf_puts(e->out, ")[i];");
        return;
    }
    for (uint32_t i = 0; i < w.x; i++) {
        put_register(e, w.a + i);
        buf_puts(e->out, " = ");
        put_register(e, w.b + i);
        buf_printf(e->out, " %s", how);
        put_register(e, w.c + i);
        buf_puts(e->out, "; ");
    }
}

void native_sabove(struct writer *e, struct word w) {
    if (w.c > NARROW) {
        put_of(e, "set_above", w.a, w.c);
        put(e, ", $B);");
        return;
    }
    buf_puts(e->out, "{ const uint64_t x = ");
    put_of(e, "set_above", w.a, w.c);
    put(e, ", $B); ");
    put_store(e, w.a, w.c);
    buf_puts(e->out, "}");
}

/* ---- asking */
void native_sin(struct writer *e, struct word w) {
    put(e, "$A = (uint32_t)$B < $x * 32u && ");
    buf_puts(e->out, w.x > NARROW ? "set_has(" : "set_has64(");
    put_set(e, w.c, w.x);
    put(e, ", (uint32_t)$B);");
}

void native_seq(struct writer *e, struct word w) {
    put(e, "$A = ");
    buf_puts(e->out, w.x > NARROW ? "memcmp(" : "(");
    put_set(e, w.b, w.x);
    buf_puts(e->out, w.x > NARROW ? ", " : " == ");
    put_set(e, w.c, w.x);
    if (w.x > NARROW)
        put(e, ", $x * 4) == 0;");
    else
        buf_puts(e->out, ");");
}

void native_scnt(struct writer *e, struct word w) {
    put(e, "$A = (int32_t)");
    put_of(e, "set_count", w.b, w.c);
    buf_puts(e->out, ");");
}

void native_snth(struct writer *e, struct word w) {
    put(e, "$A = ");
    put_of(e, "set_nth", w.b, w.x);
    put(e, ", $C);");
}

void native_next(struct writer *e, struct word w) {
    put(e, "{ int32_t next = $A >= -1 && $A < 2147483647 ? ");
    put_of(e, "set_next", w.b, w.c);
    put(e, ", $A) : -1; if (next < 0) goto $L; $A = next; }");
}

/* ---- by a variable */
static void put_where(struct writer *e, struct word w, const struct var *v, uint32_t words) {
    for (uint32_t i = 0; i < words; i++) {
        put_register(e, w.a + i);
        buf_puts(e->out, " = (int32_t)where32((const char *)s + ");
        buf_printf(e->out, "%uu, (uint32_t)", (unsigned)(v->offset - (uint32_t)v->first_owner + i * 32u));
        put_register(e, w.b + i);
        buf_printf(e->out, ", want, %d, span(%uu, %uu, %uu), %d); ", w.op == OP_SWHERE, (unsigned)i,
                   (unsigned)v->first_owner, (unsigned)v->n_owners, (int)var_missing(v));
    }
}

void native_where(struct writer *e, struct word w) {
    const struct var *v = &e->p->vars[w.x];
    uint32_t words = program_owner_words(e->p, w.op, w.x);
    put(e, "{ const int32_t want = $C; ");
    if (var_open(v) && var_in_bytes(e->p, v, words)) {
        if (v->scope == SCOPE_CARD) {
            put_of(e, "if (any_hidden", w.b, words);
            put(e, ", r) && BLIND) return leave(r, HIDDEN, $p, steps, FLOW); ");
        }
        put_where(e, w, v, words);
    } else {
        put_copy(e, "set", w.b, words);
        put(e, "TRY(api->where(r, $x, set, want, ");
        buf_printf(e->out, "%d, set), ", w.op == OP_SWHERE);
        put(e, "$p); ");
        put_back(e, "set", w.a, words);
    }
    buf_putc(e->out, '}');
}

/* ---- tables */
/* ---- printed facts as sets. What tables say of their rows never changes: for each number that stands there the rows
 * that have it are a set, and in tables of lists those that have it twice are another one. So a tally is a few sets
 * counted, a match is one intersection, and no row is looked at. */
enum { PLANES_ROOM = 4096 }; /* words of such sets a table may have */
struct planes {
    int32_t low, high;      /* numbers that stand there; more than `high`: too much */
    uint32_t copies, words; /* how often in one row, at most; of a set */
};

/* The list of a row, with how many items it has; NULL: none. */
static const int32_t *list_of(const struct program *p, const struct table *t, uint32_t row, uint32_t *n) {
    int32_t ref = p->pool[t->first + row];
    *n = 0;
    if (ref < 0 || (uint32_t)ref >= p->n_pool) return NULL;
    uint32_t room = p->n_pool - (uint32_t)ref - 1u;
    int32_t has = p->pool[ref];
    *n = has < 0 ? 0 : (uint32_t)has < room ? (uint32_t)has : room;
    return &p->pool[ref + 1];
}

static uint32_t times_in(const int32_t *list, uint32_t n, int32_t item) {
    uint32_t times = 0;
    for (uint32_t i = 0; i < n; i++)
        times += list[i] == item;
    return times;
}

static void widen(struct planes *of, int32_t number) {
    if (number < of->low) of->low = number;
    if (number > of->high) of->high = number;
}

/* False: they would take too much room, or a row is not of the program's own. */
static bool find_planes(const struct program *p, const struct table *t, bool lists, struct planes *out) {
    *out = (struct planes){INT32_MAX, INT32_MIN, 1, BITS_WORDS(t->n)};
    for (uint32_t i = 0; i < t->n; i++) {
        uint32_t n = 0;
        const int32_t *list = lists ? list_of(p, t, i, &n) : NULL;
        if (lists && p->pool[t->first + i] >= (int32_t)LIST_STACK) return false;
        if (!lists) widen(out, p->pool[t->first + i]);
        for (uint32_t k = 0; k < n; k++) {
            uint32_t times = times_in(list, n, list[k]);
            widen(out, list[k]);
            if (times > out->copies) out->copies = times;
        }
    }
    if (!lists && t->n % 32u) widen(out, t->missing);
    if (out->high < out->low) return false;
    return ((int64_t)out->high - out->low + 1) * out->copies * out->words <= PLANES_ROOM;
}

/* Whether the row has the number so often. */
static bool has_number(const struct program *p, const struct table *t, bool lists, uint32_t row, int32_t number,
                       uint32_t times) {
    uint32_t n;
    if (!lists) return (row < t->n ? p->pool[t->first + row] : t->missing) == number;
    if (row >= t->n) return false;
    const int32_t *list = list_of(p, t, row, &n);
    return list && times_in(list, n, number) >= times;
}

/* A constant of this operation: one row of words for each number and how often. */
static void put_planes(struct writer *e, const struct table *t, bool lists, const struct planes *of) {
    buf_printf(e->out, "static const uint32_t planes[][%u] = {", (unsigned)of->words);
    for (int32_t number = of->low; number <= of->high; number++)
        for (uint32_t times = 1; times <= of->copies; times++) {
            buf_putc(e->out, '{');
            for (uint32_t k = 0; k < of->words; k++) {
                uint32_t word = 0;
                for (uint32_t i = 0; i < 32; i++)
                    word |= (uint32_t)has_number(e->p, t, lists, k * 32u + i, number, times) << i;
                buf_printf(e->out, "%uu,", (unsigned)word);
            }
            buf_puts(e->out, "},");
        }
    put(e, "}; const uint32_t at = (uint32_t)$C - (uint32_t)");
    buf_printf(e->out, "%d; ", (int)of->low);
}

void native_smatch(struct writer *e, struct word w) {
    const struct table *t = &e->p->tables[w.x];
    struct planes of;
    if (find_planes(e->p, t, false, &of)) {
        buf_puts(e->out, "{ ");
        put_planes(e, t, false, &of);
        for (uint32_t k = 0; k < of.words; k++) {
            put_register(e, w.a + k);
            buf_puts(e->out, " = ");
            put_register(e, w.b + k);
            buf_printf(e->out, " & (at < %uu ? (int32_t)planes[at][%u] : 0); ", (unsigned)(of.high - of.low + 1),
                       (unsigned)k);
        }
        buf_putc(e->out, '}');
        return;
    }
    uint32_t words = program_owner_words(e->p, w.op, w.x);
    put(e, "{ const int32_t want = $C; ");
    for (uint32_t k = 0; k < words; k++) {
        put_register(e, w.a + k);
        buf_puts(e->out, " = (int32_t)match32((uint32_t)");
        put_register(e, w.b + k);
        buf_printf(e->out, ", pool + %uu, %uu, ", (unsigned)(t->first + k * 32u),
                   (unsigned)(t->n - k * 32u < 32u ? t->n - k * 32u : 32u));
        put_number(e, t->missing);
        buf_puts(e->out, ", want); ");
    }
    buf_putc(e->out, '}');
}

/* The members of a set in the rows planes[first] and on. */
static void put_counts(struct writer *e, struct word w, const struct planes *of) {
    for (uint32_t k = 0; k < of->words; k += 2) {
        bool two = k + 1 < of->words;
        buf_puts(e->out, "found += (int32_t)set_count64(pair(");
        put_register(e, w.b + k);
        buf_puts(e->out, ", ");
        if (two)
            put_register(e, w.b + k + 1);
        else
            buf_putc(e->out, '0');
        buf_printf(e->out, two ? ") & pair((int32_t)row[%u], (int32_t)row[%u])); " : ") & row[%u]); ", (unsigned)k,
                   (unsigned)k + 1);
    }
}

void native_ltally(struct writer *e, struct word w) {
    const struct table *t = &e->p->tables[w.x];
    struct planes of;
    if (find_planes(e->p, t, true, &of)) {
        buf_puts(e->out, "{ ");
        put_planes(e, t, true, &of);
        buf_printf(e->out, "int32_t found = 0; if (at < %uu) for (uint32_t i = 0; i < %uu; i++) { ",
                   (unsigned)(of.high - of.low + 1), (unsigned)of.copies);
        buf_printf(e->out, "const uint32_t *const row = planes[at * %uu + i]; ", (unsigned)of.copies);
        put_counts(e, w, &of);
        put(e, "} $A = found; }");
        return;
    }
    put(e, "{ int32_t found = 0; for (int32_t i = -1; (i = ");
    put_of(e, "set_next", w.b, program_owner_words(e->p, w.op, w.x));
    buf_printf(e->out, ", i)) >= 0 && i < %d;) ", (int)t->n);
    buf_printf(e->out, "found += list_count(s, pool[%uu + (uint32_t)i], ", (unsigned)t->first);
    put(e, "$C); $A = found; }");
}

/* ---- tables of sets */
void native_sgrow(struct writer *e, struct word w) {
    const struct table *t = &e->p->tables[w.x];
    put(e, "{ uint32_t all[$c + 1] = {0}; for (int32_t i = -1; (i = ");
    put_of(e, "set_next", w.b, w.c);
    buf_printf(e->out,
               ", i)) >= 0 && i < %d;) for (uint32_t k = 0; k < %uu; k++) all[k] |= (uint32_t)pool[%uu + (uint32_t)i * "
               "%uu + k]; ",
               (int)t->n, (unsigned)w.c, (unsigned)t->first, (unsigned)t->width);
    put_back(e, "all", w.a, w.c);
    buf_putc(e->out, '}');
}

void native_stab(struct writer *e, struct word w) {
    const struct table *t = &e->p->tables[w.x];
    put(e, "{ const uint32_t i = (uint32_t)$B; ");
    if (w.c > NARROW) {
        buf_printf(e->out, "if (i < %uu) memcpy(", (unsigned)t->n);
        put_set(e, w.a, w.c);
        buf_printf(e->out, ", pool + %uu + i * %uu, %u); else memset(", (unsigned)t->first, (unsigned)t->width,
                   (unsigned)w.c * 4u);
        put_set(e, w.a, w.c);
        put(e, ", 0, $c * 4); }");
        return;
    }
    for (uint32_t k = 0; k < w.c; k++) {
        put_register(e, w.a + k);
        buf_printf(e->out, " = i < %uu ? pool[%uu + i * %uu] : 0; ", (unsigned)t->n, (unsigned)(t->first + k),
                   (unsigned)t->width);
    }
    buf_putc(e->out, '}');
}

/* ---- cards and zones */
void native_zset(struct writer *e, struct word w) {
    put(e, "{ uint32_t set[CARD_WORDS]; TRY(cards_in(r, s, $B, set), $p); ");
    put_back(e, "set", w.a, w.c);
    buf_putc(e->out, '}');
}

void native_zfirst(struct writer *e, struct word w) {
    put(e, "{ uint32_t set[CARD_WORDS]; TRY(api->zfirst(r, $B, $C, set, $x), $p); ");
    put_back(e, "set", w.a, w.x);
    buf_putc(e->out, '}');
}

void native_live(struct writer *e, struct word w) {
    put(e, "{ uint32_t set[CARD_WORDS]; ");
    put(e, w.b == NO_REGISTER ? "TRY(api->live(r, -1, 1, set, $c), $p); " : "TRY(api->live(r, $B, 0, set, $c), $p); ");
    put_back(e, "set", w.a, w.c);
    buf_putc(e->out, '}');
}

/* The words of the players' live zones that can hold listeners of the hook at `hook`, as an expression. */
static void put_listeners(struct writer *e, uint32_t hook, uint32_t words) {
    const struct program *p = e->p;
    buf_putc(e->out, '0');
    for (uint32_t k = 0; k < words; k++) {
        uint32_t of = (uint32_t)p->pool[hook + k];
        for (uint32_t i = 0; of && i < p->n_zones; i++) {
            const struct zone *z = &p->zones[i];
            if (!z->live || !z->per_player) continue;
            for (uint32_t q = 0; q < p->seats; q++) {
                uint32_t at = p->layout.zones + ((z->instance + q) * p->card_words + k) * 4u;
                buf_printf(e->out, " | (LIVE(%uu) & %uu)", (unsigned)at, (unsigned)of);
            }
        }
    }
}

/* Mostly nobody listens: that is seen at once, where few words can hold listeners. The ear is then behind the last
 * seat. */
static void put_silence(struct writer *e, struct word w) {
    enum { MOST = 3 };
    uint32_t n = 0;
    for (uint32_t k = 0; k < w.c; k++)
        n += e->p->pool[w.x + k] != 0;
    if (n > MOST) return;
    buf_puts(e->out, "if (");
    put_register(e, w.a + 1u);
    buf_puts(e->out, " == 0 && ");
    put_register(e, w.a + 2u);
    buf_puts(e->out, " == 0 && SEES_LIVE && !(");
    put_listeners(e, w.x, w.c);
    buf_puts(e->out, ")) { ");
    put_register(e, w.a);
    put(e, " = modulo($B + (int32_t)SEATS - 1, (int32_t)SEATS); ");
    put_register(e, w.a + 1u);
    buf_puts(e->out, " = -1; ");
    put_register(e, w.a + 2u);
    buf_puts(e->out, " = (int32_t)SEATS; } else ");
}

void native_hear(struct writer *e, struct word w) {
    put_silence(e, w);
    buf_puts(e->out, "{ ");
    put_copy(e, "set", w.a + 3u, w.c);
    buf_puts(e->out, "struct ear ear = {");
    for (uint32_t i = 0; i < 3; i++) {
        put_register(e, w.a + i);
        buf_puts(e->out, i < 2 ? ", " : "}; ");
    }
    put(e, "TRY(hear(r, s, &ear, set, $B, (const uint32_t *)pool + $x), $p); ");
    put_register(e, w.a);
    buf_puts(e->out, " = ear.player; ");
    put_register(e, w.a + 1u);
    buf_puts(e->out, " = ear.card; ");
    put_register(e, w.a + 2u);
    buf_puts(e->out, " = ear.begun; ");
    put_back(e, "set", w.a + 3u, w.c);
    buf_putc(e->out, '}');
}

void native_moves(struct writer *e, struct word w) {
    buf_puts(e->out, "{ ");
    put_copy(e, "set", w.a, w.c);
    put(e, "TRY(api->moves(r, set, $c, $B), $p); }");
}

void native_know(struct writer *e, struct word w) {
    if (w.op == OP_REVEALZ) {
        put(e,
            "if ((uint32_t)$A < N_INSTANCES) api->know(r, (uint32_t *)((char *)s + ZONES) + (uint32_t)$A * CARD_WORDS, "
            "CARD_WORDS, ALL_SEATS);");
        return;
    }
    buf_puts(e->out, "{ ");
    put_copy(e, "set", w.a, w.c);
    put(e, w.op == OP_REVEAL ? "api->know(r, set, $c, ALL_SEATS); }"
                             : "if ((uint32_t)$B < SEATS) api->know(r, set, $c, 1u << $B); }");
}
