/* lookup.c: see lookup.h. */
#include "code/lookup.h"

#include "base/bits.h"

const struct stack_map *program_map(const struct program *p, uint32_t pc) {
    if (p->map_at) {
        uint32_t at = pc < p->n_code ? p->map_at[pc] : 0;
        return at && at <= p->n_maps ? &p->maps[at - 1u] : NULL;
    }
    int32_t i = PC_FIND(p->maps, p->n_maps, pc);
    return i < 0 ? NULL : &p->maps[i];
}

uint32_t program_note_from(const struct program *p, uint32_t pc) {
    return (uint32_t)PC_SEARCH(p->notes, p->n_notes, pc);
}

const struct note *program_note(const struct program *p, uint32_t pc) {
    int32_t i = PC_FIND(p->notes, p->n_notes, pc);
    return i < 0 ? NULL : &p->notes[i];
}

const struct origin *program_origin(const struct program *p, uint32_t pc, unsigned param) {
    for (size_t i = PC_SEARCH(p->origins, p->n_origins, pc); i < p->n_origins && p->origins[i].pc == pc; i++)
        if (p->origins[i].param == param) return &p->origins[i];
    return NULL;
}

const struct giver *program_giver(const struct program *p, uint32_t pc) {
    int32_t i = PC_FIND(p->givers, p->n_givers, pc);
    return i < 0 ? NULL : &p->givers[i];
}

int32_t program_routine_at(const struct program *p, uint32_t pc) {
    for (uint32_t i = 0; i < p->n_routines; i++)
        if (pc >= p->routines[i].entry && pc < p->routines[i].end) return (int32_t)i;
    return NONE;
}

const struct statement *program_statement(const struct program *p, uint32_t pc) {
    size_t behind = PC_SEARCH(p->statements, p->n_statements, pc + 1);
    int32_t r = program_routine_at(p, pc);
    bool own = behind && r >= 0 && p->routines[r].at.file != PRELUDE_FILE &&
               p->statements[behind - 1].pc >= p->routines[r].entry;
    return own ? &p->statements[behind - 1] : NULL;
}

struct place program_place(const struct program *p, uint32_t pc) {
    struct place at = {0, 0};
    int32_t r = program_routine_at(p, pc);
    if (r < 0) return at;
    at = p->routines[r].at;
    for (uint32_t i = p->routines[r].entry; i <= pc && i < p->n_code;) {
        const struct op_info *info = op_info(op_of(p->code[i]));
        if (!info) break;
        if (info->x == X_SITE && i + 1 < p->n_code && p->code[i + 1] < p->n_sites) at = p->sites[p->code[i + 1]].at;
        i += op_length(info);
    }
    return at;
}

const char *program_file(const struct program *p, struct place at) {
    if (at.file == PRELUDE_FILE) return "prelude";
    return at.file < p->n_files && p->files[at.file] ? p->files[at.file] : "";
}

bool program_hides(const struct program *p, enum look_of of, uint32_t index) {
    for (uint32_t i = 0; i < p->n_looks; i++)
        if (p->looks[i].of == of && p->looks[i].index == index) return p->looks[i].hidden;
    return false;
}

#define NAME_OF(name) #name,
const char *look_colour_name(unsigned colour) {
    static const char *const names[] = {NULL, LOOK_COLOURS(NAME_OF)};
    return colour < LOOK_COLOUR_END ? names[colour] : NULL;
}

const char *look_texture_name(unsigned texture) {
    static const char *const names[] = {NULL, LOOK_TEXTURES(NAME_OF)};
    return texture < LOOK_TEXTURE_END ? names[texture] : NULL;
}

const char *look_shape_name(unsigned shape) {
    static const char *const names[] = {NULL, LOOK_SHAPES(NAME_OF)};
    return shape < LOOK_SHAPE_END ? names[shape] : NULL;
}
#undef NAME_OF

const char *look_picture_name(unsigned picture) {
    static const char *const names[] = {
        NULL,
#define PICTURE(name) #name,
#include "code/pictures.def"
#undef PICTURE
    };
    return picture < LOOK_PICTURE_END ? names[picture] : NULL;
}

int32_t var_missing(const struct var *v) {
    unsigned t = v->kind.type;
    bool names = t == VT_PLAYER || t == VT_MEMBER || t == VT_CARD || t == VT_SPACE || t == VT_ZONE || t == VT_TRACK;
    return names && !(v->kind.flags & VF_SET) ? NONE : 0;
}

bool var_open(const struct var *v) {
    return v->see == SEE_EVERYONE && v->kind.type != VT_CARD;
}

bool var_in_bytes(const struct program *p, const struct var *v, uint32_t words) {
    uint32_t first = v->scope == SCOPE_CARD || v->scope == SCOPE_SPACE ? (uint32_t)v->first_owner : 0;
    return v->width == 1 && v->n_index == 1 && (int32_t)first >= 0 && v->offset >= first &&
           v->offset - first + words * 32u <= p->layout.size;
}

uint32_t program_owner_words(const struct program *p, unsigned op, uint32_t x) {
    if (op_info(op)->x == X_TABLE) return BITS_WORDS(p->tables[x].n);
    const struct var *v = &p->vars[x];
    return v->scope == SCOPE_CARD ? p->card_words : v->scope == SCOPE_SPACE ? p->space_words : v->scope == SCOPE_PLAYER;
}

uint32_t program_words(const struct program *p, struct word w) {
    const struct op_info *info = op_info(w.op);
    if (info->x == X_N) return w.x;
    if (info->b == K_N) return w.b;
    if (info->c == K_N) return w.c;
    return info->b == K_VR ? program_owner_words(p, w.op, w.x) : 0;
}

uint32_t program_set_words(const struct program *p, struct value_kind kind) {
    switch (kind.type) {
    case VT_CARD: return p->card_words;
    case VT_SPACE: return p->space_words;
    case VT_PLAYER: return 1;
    case VT_MEMBER:
    case VT_AMOUNT: {
        uint32_t n = 1; /* a member of any enum: as wide as the largest */
        for (uint32_t i = 0; i < p->n_enums; i++)
            if ((kind.of == i || kind.of >= p->n_enums) && p->enums[i].n > n) n = p->enums[i].n;
        return BITS_WORDS(n);
    }
    case VT_NUMBER: return BITS_WORDS((uint32_t)NUMBER_SPAN);
    case VT_BOARD: return BITS_WORDS(p->n_boards);
    default: return 0;
    }
}

/* ---- where periods begin */
/* Whether the routine is the flow, begun somewhere. */
static bool is_entered_flow(const struct program *p, uint32_t routine) {
    for (uint32_t i = 0; i < p->n_entries; i++)
        if (p->entries[i].routine == (int32_t)routine) return true;
    for (uint32_t i = 0; i < p->n_scenarios; i++)
        if (p->scenarios[i].flow == (int32_t)routine) return true;
    return false;
}

/* The first place of a routine where the period begins, or its end. */
static uint32_t first_begin(const struct program *p, const struct routine *r, uint32_t period) {
    uint32_t pc = r->entry;
    while (pc < r->end && !(op_of(p->code[pc]) == OP_BEGIN && p->code[pc + 1] == period))
        pc = op_next(p->code, pc);
    return pc < r->end ? pc : r->end;
}

/* Whether there is a way back from behind `from` to before `to`. */
static bool goes_back(const struct program *p, const struct routine *r, uint32_t from, uint32_t to) {
    for (uint32_t pc = from; pc < r->end; pc = op_next(p->code, pc))
        if (op_info(op_of(p->code[pc]))->x == X_JUMP && p->code[pc + 1] <= to) return true;
    return false;
}

bool program_begins_behind(const struct program *p, uint32_t entry, uint32_t period) {
    const struct routine *flow = &p->routines[p->flow];
    uint32_t at = flow->end, begins = first_begin(p, flow, period);
    for (uint32_t i = 0; i < p->n_stretches; i++)
        if (p->stretches[i].entry == entry && p->stretches[i].from >= flow->entry && p->stretches[i].from < at)
            at = p->stretches[i].from;
    if (at >= begins || begins == flow->end || goes_back(p, flow, begins, at)) return false;
    for (uint32_t i = 0; i < p->n_routines; i++)
        if ((int32_t)i != p->flow && !is_entered_flow(p, i) &&
            first_begin(p, &p->routines[i], period) < p->routines[i].end)
            return false;
    return true;
}
