/* model.c: the names of a definition: table of symbols, types in words, kinds and their members. See complain.c for
 * what is said about mistakes.
 * Invariant: a symbol never moves; symbols of one name are chained by `same` in order of declaration. */
#include "lang/model/sema.h"

#include "base/hash.h"
#include "lang/model/builtins.h"
#include "lang/parse/token.h"

#include <string.h>

const struct builtin_info builtins[BI_COUNT] = {
#define BUILTIN(name, acts, text, signature, about) {#name, acts, text, signature, about},
#include "lang/model/builtins.def"
#undef BUILTIN
};

static uint32_t slot_of(const struct model *m, const char *name) {
    uint32_t i = (uint32_t)hash_bytes(name, strlen(name), 7) & (m->table_size - 1);
    while (m->table[i] && strcmp(m->table[i]->name, name))
        i = (i + 1) & (m->table_size - 1);
    return i;
}

struct symbol *model_find(struct model *m, const char *name) {
    return m->table ? m->table[slot_of(m, name)] : NULL;
}

static bool grow_table(struct model *m) {
    uint32_t old_size = m->table_size;
    struct symbol **old = m->table;
    m->table_size = old_size ? old_size * 2 : 1024;
    m->table = ARENA_ARRAY(m->arena, struct symbol *, m->table_size);
    if (!m->table) {
        m->table = old;
        m->table_size = old_size;
        return false;
    }
    for (uint32_t i = 0; i < old_size; i++)
        if (old[i]) m->table[slot_of(m, old[i]->name)] = old[i];
    return true;
}

void model_no_memory(struct model *m) {
    m->failed = true;
}

struct symbol *symbol_made(struct model *m, struct symbol like) {
    struct symbol *s = ARENA_NEW(m->arena, struct symbol);
    if (s) *s = like;
    return s;
}

struct symbol *model_add(struct model *m, int kind, const char *name, struct node *node, struct type type, int index) {
    if (m->names.n * 2 >= m->table_size && !grow_table(m)) m->failed = true;
    struct symbol *s = m->failed ? NULL : ARENA_NEW(m->arena, struct symbol);
    if (!s) {
        m->failed = true;
        s = &m->spare;
    }
    *s = (struct symbol){.kind = (uint8_t)kind, .name = name, .node = node, .type = type, .index = index};
    s->owner_kind = NONE;
    if (m->failed) return s;
    struct symbol **slot = &m->table[slot_of(m, name)];
    while (*slot)
        slot = &(*slot)->same;
    *slot = s;
    if (!VEC_PUSH(&m->names, s)) m->failed = true;
    return s;
}

struct node *argument_at(struct node *args, int i) {
    for (; args; args = args->next)
        if (args->kind != N_ARG && i-- == 0) return args;
    return NULL;
}

struct node *argument_named(struct node *args, const char *name) {
    for (; args; args = args->next)
        if (args->kind == N_ARG && !strcmp(args->name, name)) return args->a;
    return NULL;
}

bool name_is(const struct node *n, const char *name) {
    return n && n->kind == N_NAME && !strcmp(n->name, name);
}

int enum_by_name(const struct model *m, const char *name) {
    for (size_t i = 0; i < m->enums.n; i++)
        if (!strcmp(m->enums.data[i].name, name)) return (int)i;
    return NONE;
}

int member_by_name(const struct model *m, int enum_number, const char *name) {
    if (enum_number < 0) return NONE;
    struct enum_info e = m->enums.data[enum_number];
    for (int i = 0; i < e.n; i++)
        if (!strcmp(m->members.data[e.first + i].name, name)) return i;
    return NONE;
}

/* ---- kinds */
bool kind_is(const struct model *m, int kind, int ancestor) {
    if (ancestor == ANY) return true;
    for (int guard = 0; kind >= 0 && kind != ANY && guard < 64; guard++) {
        if (kind == ancestor) return true;
        kind = m->kinds.data[kind].parent;
    }
    return false;
}

int kind_home(const struct model *m, int kind) {
    for (int z = 0; z < (int)m->zones.n; z++)
        if (!m->zones.data[z].per_player && kind_is(m, kind, m->zones.data[z].kind)) return z;
    return NONE;
}

int kind_common(const struct model *m, int a, int b) {
    for (int guard = 0; a >= 0 && a != ANY && b != ANY && guard < 64; guard++, a = m->kinds.data[a].parent)
        if (kind_is(m, b, a)) return a;
    return ANY;
}

static struct symbol *own_member(struct kind_info *k, const char *name) {
    for (size_t i = 0; i < k->members.n; i++)
        if (!strcmp(k->members.data[i]->name, name)) return k->members.data[i];
    return NULL;
}

struct symbol *kind_member(struct model *m, int kind, const char *name) {
    if (kind == ANY) {
        for (size_t i = 0; i < m->kinds.n; i++) {
            struct symbol *s = own_member(&m->kinds.data[i], name);
            if (s) return s;
        }
        return NULL;
    }
    for (int guard = 0; kind >= 0 && guard < 64; guard++) {
        struct symbol *s = own_member(&m->kinds.data[kind], name);
        if (s) return s;
        kind = m->kinds.data[kind].parent;
    }
    return NULL;
}

size_t kind_parameters(struct model *m, int kind, struct node **out, size_t cap) {
    size_t n = 0;
    for (int guard = 0; kind >= 0 && guard < 64; guard++) {
        struct kind_info *k = &m->kinds.data[kind];
        for (size_t i = 0; i < k->params.n && n < cap; i++)
            out[n++] = k->params.data[i];
        kind = k->parent;
    }
    return n;
}

/* ---- types */
static const char *enum_name(struct model *m, unsigned of) {
    return of < m->enums.n ? m->enums.data[of].name : "member";
}

const char *type_name(struct model *m, struct type t) {
    const char *one = "value";
    switch (t.base) {
    case VT_NUMBER: one = "number"; break;
    case VT_BOOL: one = "yes or no"; break;
    case VT_PLAYER: one = "player"; break;
    case VT_MEMBER: one = enum_name(m, t.of); break;
    case VT_CARD: one = t.of < m->kinds.n ? m->kinds.data[t.of].name : "card"; break;
    case VT_SPACE: one = t.of < m->kinds.n ? m->kinds.data[t.of].name : "space"; break;
    case VT_AMOUNT: one = "amount"; break;
    case VT_ZONE: one = "zone"; break;
    case VT_TRACK: one = "track"; break;
    case VT_TEXT: one = "text"; break;
    case VT_BOARD: one = "board"; break;
    case T_NULL: one = "none"; break;
    case T_RANGE: one = "range of numbers"; break;
    case T_LINES: one = "lines"; break;
    case T_RULE: one = "rule"; break;
    case T_VOID: one = "nothing"; break;
    default: break;
    }
    const char *format = t.flags & VF_SET ? "set of %s" : t.flags & VF_LIST ? "list of %s" : "%s";
    const char *text = arena_printf(m->arena, format, one);
    return text ? text : one;
}

bool type_listed(struct type t) {
    return t.base == VT_NUMBER || t.base == VT_TRACK || t.base == VT_AMOUNT || t.base == VT_BOOL || t.base == VT_ZONE;
}

bool type_in_sets(struct type t) {
    return t.base == VT_PLAYER || t.base == VT_MEMBER || t.base == VT_CARD || t.base == VT_SPACE;
}

struct type model_type(struct model *m, struct node *n) {
    unsigned flags = n->number ? VF_LIST : 0;
    if (!strcmp(n->name, "set") && n->b) {
        struct type t = model_type(m, n->b);
        if (t.base == T_UNKNOWN) return t;
        if (t.flags || !type_in_sets(t)) {
            model_error(m, n->b, DIAG_wrong_type, "a set holds cards, spaces, players or declared names, not %ss",
                        type_name(m, t));
            return TYPE(T_UNKNOWN);
        }
        t.flags = VF_SET;
        return t;
    }
    static const struct {
        const char *name;
        int base;
    } basic[] = {{"number", VT_NUMBER}, {"bool", VT_BOOL},   {"player", VT_PLAYER}, {"amount", VT_AMOUNT},
                 {"zone", VT_ZONE},     {"track", VT_TRACK}, {"space", VT_SPACE},   {"text", VT_TEXT}};
    struct symbol *s = model_find(m, n->name);
    if (!strcmp(n->name, "amount") && n->a) { /* amount(tag): of which sort its unit is */
        int e = n->a->kind == N_NAME ? enum_by_name(m, n->a->name) : NONE;
        if (e < 0)
            model_error(m, n->a, DIAG_wrong_kind, "an amount is of a sort of name, for example amount(resource)");
        return type_make(VT_AMOUNT, flags, e < 0 ? ANY : (unsigned)e);
    }
    for (; s; s = s->same) {
        if (s->kind == SYM_KIND) {
            s->used = true;
            return type_make(m->kinds.data[s->index].is_space ? VT_SPACE : VT_CARD, flags, (unsigned)s->index);
        }
        if (s->kind == SYM_ENUM) return type_make(VT_MEMBER, flags, (unsigned)s->index);
    }
    for (size_t i = 0; i < sizeof basic / sizeof *basic; i++)
        if (!strcmp(n->name, basic[i].name)) return type_make((unsigned)basic[i].base, flags, ANY);
    if (!strcmp(n->name, "card")) return type_make(VT_CARD, flags, ANY);
    static const char *const names[] = {"number", "bool", "player", "amount", "zone", "track", "space", "set", "card"};
    model_unknown(m, n, "type", n->name, 1u << SYM_KIND | 1u << SYM_ENUM, names, sizeof names / sizeof *names);
    return TYPE(T_UNKNOWN);
}

/* ---- walking the declarations of this configuration */
static void each_in(struct model *m, struct node *list, void (*visit)(struct model *, struct node *)) {
    for (struct node *n = list; n && !m->failed; n = n->next) {
        if (n->kind == N_INCLUDE) {
            each_in(m, n->kids, visit);
        } else if (n->kind == N_MODULE) {
            int32_t yes = 0;
            bool known = constant_number(m, n->a, &yes);
            if (!known && !m->collecting) {
                model_condition(m, n->a);
                model_error(m, n->a, DIAG_wrong_type, "a module must depend on options and constants only");
            } else if (!known)
                continue;
            else if (yes)
                each_in(m, n->kids, visit);
            else if (n->b)
                each_in(m, n->b->kids, visit);
        } else {
            visit(m, n);
        }
    }
}

void model_each(struct model *m, void (*visit)(struct model *m, struct node *declaration)) {
    each_in(m, m->file->kids, visit);
}

struct value_kind value_kind_of(struct type t) {
    struct value_kind k = {.flags = t.flags, .of = t.of};
    k.type = t.base >= T_UNKNOWN ? VT_NOTHING : t.base;
    if (t.base == T_LINES) k = (struct value_kind){VT_SPACE, VF_SET, ANY};
    return k;
}
