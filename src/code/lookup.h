/* lookup.h: what a program knows about a place in its code (pc): its routine, source line, stack map, notes, origins.
 *
 * The tables are sorted by pc and searched by bisection. Nothing here fails on an unknown pc: the result is NULL or
 * NONE.
 */
#ifndef TN_CODE_LOOKUP_H
#define TN_CODE_LOOKUP_H

#include "code/program.h"

/* Entries sorted by place of code, whose pcs are `stride` bytes apart. The first that is not before pc; n: all are. */
static inline size_t pc_search(const uint32_t *pcs, size_t stride, size_t n, uint32_t pc) {
    size_t low = 0, high = n;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (*(const uint32_t *)(const void *)((const char *)pcs + middle * stride) < pc)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}
/* The first at pc, or NONE. */
static inline int32_t pc_find(const uint32_t *pcs, size_t stride, size_t n, uint32_t pc) {
    size_t i = pc_search(pcs, stride, n, pc);
    bool found = i < n && *(const uint32_t *)(const void *)((const char *)pcs + i * stride) == pc;
    return found ? (int32_t)i : NONE;
}
#define PC_SEARCH(entries, n, place) ((n) ? pc_search(&(entries)->pc, sizeof *(entries), (n), (place)) : 0)
#define PC_FIND(entries, n, place) ((n) ? pc_find(&(entries)->pc, sizeof *(entries), (n), (place)) : NONE)

/* The enum a member is of. */
static inline uint32_t program_enum_of(const struct program *p, size_t member) {
    uint32_t e = 0;
    while (e + 1 < p->n_enums && member - p->enums[e].first >= p->enums[e].n)
        e++;
    return e;
}

/* The operation at pc; see op_decode. */
static inline struct word program_word(const struct program *p, uint32_t pc) {
    return op_decode(p->code, p->n_code, pc);
}

const struct stack_map *program_map(const struct program *p, uint32_t pc);
uint32_t program_note_from(const struct program *p, uint32_t pc); /* number of the first note at or after pc */
const struct note *program_note(const struct program *p, uint32_t pc);
/* The origin of the set an ASK (param NO_REGISTER) or CALL at pc works with, or NULL. */
const struct origin *program_origin(const struct program *p, uint32_t pc, unsigned param);
const struct giver *program_giver(const struct program *p, uint32_t pc);
int32_t program_routine_at(const struct program *p, uint32_t pc); /* index of the routine that holds pc, or NONE */
/* The statement the author wrote that pc belongs to; NULL: it is part of something called that has none, or of the
 * prelude. */
const struct statement *program_statement(const struct program *p, uint32_t pc);
/* The source line of pc: that of the last site at or before it in its routine, else of the routine. */
struct place program_place(const struct program *p, uint32_t pc);
const char *program_file(const struct program *p, struct place at); /* or "prelude"; "" when unknown */

/* Whether the flow comes to the first `round` of a period only behind that entry, so that where it begins none has
 * begun. Not so when something else than a round begins the period. */
bool program_begins_behind(const struct program *p, uint32_t entry, uint32_t period);

/* Whether the definition says that a zone means nothing to players. */
bool program_hides(const struct program *p, enum look_of of, uint32_t index);

/* The names that `look:` may say, by number; NULL: there is none of this number. */
const char *look_colour_name(unsigned colour);
const char *look_picture_name(unsigned picture);
const char *look_texture_name(unsigned texture); /* of a ground */
const char *look_shape_name(unsigned shape);

/* What LDV gives for an entry that does not exist. */
int32_t var_missing(const struct var *v);
/* The most and the least an entry's bytes can hold. */
static inline int32_t var_cell_high(const struct var *v) {
    return v->width == 1 ? INT8_MAX : v->width == 2 ? INT16_MAX : INT32_MAX;
}
static inline int32_t var_cell_low(const struct var *v) {
    return -var_cell_high(v) - 1;
}
/* Whether 32 entries can be compared at once for every word of a set of owners: bytes in a row, none of them outside
 * the block. */
bool var_in_bytes(const struct program *p, const struct var *v, uint32_t words);
/* Whether look-ahead may always read it (but for entries of hidden cards). */
bool var_open(const struct var *v);

/* Words of the sets an operation with operands VW and VR works on: of what has variable x, or of what table x tells
 * about; 0 when the variable belongs to the table. */
uint32_t program_owner_words(const struct program *p, unsigned op, uint32_t x);
/* Words of the sets any operation works on; 0 when it works on none. */
uint32_t program_words(const struct program *p, struct word w);
/* The routines that may be called at pc: *n indices, NONE for an empty entry; none where nothing is called. */
static inline const int32_t *program_callees(const struct program *p, uint32_t pc, uint32_t *n) {
    unsigned op = op_of(p->code[pc]);
    const struct table *t = op_calls(op) && op_infos[op].x == X_ROUTINES ? &p->tables[p->code[pc + 1]] : NULL;
    *n = t ? t->n : op_calls(op);
    return t ? p->pool + t->first : (const int32_t *)&p->code[*n ? pc + 1 : pc];
}
/* Words of a set of this kind; 0 for a kind no set can have. */
uint32_t program_set_words(const struct program *p, struct value_kind kind);

/* How many things a question over this kind can be answered with, and the answer id of the first. layout_compute has
 * filled the table: by type for choices and chance, then by kind of site. */
enum { DOMAIN_SITES = VT_BOARD + 1, N_DOMAINS = DOMAIN_SITES + SITE_CHANCE + 1 };
static inline uint32_t program_domain(const struct program *p, unsigned site_kind, struct value_kind kind,
                                      uint32_t *base) {
    bool chosen = site_kind == SITE_CHOOSE || site_kind == SITE_CHANCE;
    if (chosen && kind.type == VT_MEMBER) {
        *base = kind.of < p->n_enums ? p->answers.members + p->enums[kind.of].first : 0;
        return kind.of < p->n_enums ? p->enums[kind.of].n : 0;
    }
    unsigned at = chosen ? kind.type : DOMAIN_SITES + site_kind;
    if (at >= N_DOMAINS) at = 0;
    *base = p->domains[at].base;
    return p->domains[at].n;
}

#endif
