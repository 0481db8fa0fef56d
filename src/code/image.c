/* image.c: see image.h.
 *
 * One function per structure names its fields once, for writing, reading and measuring alike: struct codec says which.
 * The assertion above each reminds whoever adds a field to add it here (and to raise VERSION).
 * Reading never goes past the bytes: when they run out, or a count cannot be, `bad` is set and all that follows is 0.
 */
#include "code/image.h"

#include "base/arena.h"
#include "base/hash.h"
#include "base/utf8.h"
#include "code/apart.h"
#include "code/cannot_fail.h"
#include "code/layout.h"
#include "code/lookup.h"
#include "code/slice.h"
#include "code/verify.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { VERSION = 24 };
static const char magic[8] = {'t', 'e', 'r', 'r', 'a', 'n', 'e', 26};

enum direction { WRITE, READ, MEASURE };
struct codec {
    enum direction way;
    struct buf *out;         /* WRITE */
    const unsigned char *at; /* READ */
    size_t left;
    size_t size; /* MEASURE */
    struct arena *arena;
    bool bad, no_memory;
};

/* ---- numbers */
static void put(unsigned char *at, uint64_t value, unsigned bytes) {
    for (unsigned i = 0; i < bytes; i++)
        at[i] = (unsigned char)(value >> 8 * i);
}

static uint64_t number(struct codec *c, uint64_t value, unsigned bytes) {
    unsigned char raw[8];
    switch (c->way) {
    case MEASURE: c->size += bytes; return value;
    case WRITE:
        put(raw, value, bytes);
        if (!buf_put(c->out, raw, bytes)) c->no_memory = true;
        return value;
    default:
        if (c->bad || c->left < bytes) {
            c->bad = true;
            return 0;
        }
        value = 0;
        for (unsigned i = 0; i < bytes; i++)
            value |= (uint64_t)c->at[i] << 8 * i;
        c->at += bytes;
        c->left -= bytes;
        return value;
    }
}

/* clang-format off */
static void code_u8(struct codec *c, uint8_t *x) { *x = (uint8_t)number(c, *x, 1); }
static void code_i8(struct codec *c, int8_t *x) { *x = (int8_t)(uint8_t)number(c, (uint8_t)*x, 1); }
static void code_u16(struct codec *c, uint16_t *x) { *x = (uint16_t)number(c, *x, 2); }
static void code_i16(struct codec *c, int16_t *x) { *x = (int16_t)(uint16_t)number(c, (uint16_t)*x, 2); }
static void code_u32(struct codec *c, uint32_t *x) { *x = (uint32_t)number(c, *x, 4); }
static void code_i32(struct codec *c, int32_t *x) { *x = (int32_t)(uint32_t)number(c, (uint32_t)*x, 4); }
static void code_u64(struct codec *c, uint64_t *x) { *x = number(c, *x, 8); }
/* clang-format on */

/* ---- texts: length and bytes, no NUL among them, valid UTF-8 */
static void code_string(struct codec *c, const char **x) {
    const char *text = c->way == WRITE && *x ? *x : "";
    size_t n = (size_t)number(c, strlen(text), 4);
    if (c->way == WRITE && !buf_put(c->out, text, n)) c->no_memory = true;
    if (c->way != READ) return;
    *x = "";
    if (c->bad || n > c->left || memchr(c->at, 0, n) || !utf8_valid((const char *)c->at, n, NULL)) {
        c->bad = true;
        return;
    }
    char *kept = arena_strdup(c->arena, (const char *)c->at, n);
    if (kept) *x = kept;
    c->at += n;
    c->left -= n;
}

/* ---- structures. F: one field, chosen by its type. */
/* clang-format off */
#define F(field)                                                                                                       \
    _Generic(x->field, uint8_t: code_u8, int8_t: code_i8, uint16_t: code_u16, int16_t: code_i16, uint32_t: code_u32,   \
             int32_t: code_i32, struct value_kind: code_value_kind, struct place: code_place,                          \
             struct words: code_words)(c, &x->field)
#define STRUCT(name, bytes)                                                                                            \
    _Static_assert(sizeof(struct name) == (bytes), "struct " #name " has changed: so must its image");                 \
    static void code_##name(struct codec *c, struct name *x)

static void code_value_kind(struct codec *c, struct value_kind *x);
static void code_place(struct codec *c, struct place *x);
static void code_words(struct codec *c, struct words *x);

STRUCT(value_kind, 4) { F(type), F(flags), F(of); }
STRUCT(place, 8) { F(file), F(line); }
STRUCT(words, 8) { F(first), F(n); }
STRUCT(piece, 16) { F(string), F(reg), F(hole), F(member), F(kind), F(value); }
STRUCT(site, 56) {
    F(kind), F(flags), F(width), F(prefer), F(n_options), F(take), F(routine), F(at), F(value), F(words), F(where);
    F(options), F(unit), F(from), F(due), F(in), F(with), F(worth), F(rule);
}
STRUCT(note, 24) { F(pc), F(have), F(need), F(relation), F(kind), F(words), F(fixed); }
STRUCT(origin, 24) { F(pc), F(routine), F(words), F(args), F(n_args), F(param), F(up), F(plain); }
STRUCT(border, 6) { F(from), F(to), F(linked); }
STRUCT(giver, 12) { F(pc), F(kind), F(reg), F(owner), F(track); }
STRUCT(stack_map, 12) { F(pc), F(first), F(n); }
STRUCT(routine, 28) { F(name), F(entry), F(end), F(n_args), F(n_result), F(n_regs), F(flow), F(at), F(rule); }
STRUCT(table, 16) { F(kind), F(width), F(columns), F(first), F(n), F(missing); }
STRUCT(var, 64) {
    F(name), F(title), F(scope), F(width), F(see), F(saturate), F(internal), F(use), F(kind), F(initial), F(low);
    F(high), F(lows), F(initials), F(index_enum), F(n_owners), F(first_owner), F(n_index), F(period), F(shown);
    F(offset);
}
STRUCT(zone, 32) {
    F(name), F(title), F(per_player), F(see), F(live), F(pile), F(refill), F(first_card), F(n_cards), F(instance);
    F(order), F(pile_stride), F(hand), F(played);
}
STRUCT(track, 40) {
    F(name), F(title), F(var), F(laps), F(low), F(high), F(step), F(raise), F(lower), F(per_player), F(loop);
}
STRUCT(track_mark, 20) { F(track), F(at), F(text), F(face); }
STRUCT(member, 12) { F(name), F(many), F(total); }
STRUCT(enumeration, 12) { F(name), F(first), F(n); }
STRUCT(card_kind, 16) { F(name), F(title), F(parent), F(first), F(n), F(is_space); }
STRUCT(card, 32) { F(name), F(kind), F(copy), F(clauses), F(n_clauses), F(text), F(tags), F(face); }
STRUCT(clause, 32) { F(key), F(label), F(text), F(sentence), F(role), F(number); }
STRUCT(gift, 16) { F(text), F(number), F(member); }
STRUCT(rule, 36) { F(about), F(name), F(text), F(depth), F(topic), F(at), F(face); }
STRUCT(board, 20) { F(name), F(title), F(shape), F(in_use), F(first), F(n), F(rows), F(owner); }
STRUCT(space, 36) {
    F(name), F(text), F(gifts), F(n_gifts), F(board), F(kind), F(number), F(row), F(col), F(x), F(y);
}
STRUCT(look_entry, 16) {
    F(of), F(colour), F(hidden), F(picture), F(texture), F(shape), F(checker), F(row), F(index), F(icon);
}
STRUCT(card_value, 20) { F(name), F(routine), F(table), F(kind), F(truth), F(card), F(player); }
STRUCT(score_line, 12) { F(name), F(routine), F(least); }
STRUCT(aim, 20) { F(name), F(have), F(need), F(fixed), F(relation), F(brings), F(of_player); }
STRUCT(scenario_step, 28) { F(kind), F(seat), F(routine), F(text), F(words), F(n_words), F(at); }
STRUCT(scenario, 32) { F(name), F(at), F(config), F(given), F(flow), F(first_step), F(n_steps); }
STRUCT(entry, 20) { F(routine), F(at), F(phase), F(action), F(exact), F(n_around), F(players); }
STRUCT(stretch, 16) {
    F(from), F(to), F(entry);
    for (int i = 0; i < MAX_AROUND; i++)
        code_u8(c, &x->around[i]);
}
STRUCT(option_value, 8) { F(name), F(value); }
STRUCT(answer_space, 28) { F(options), F(cards), F(spaces), F(players), F(numbers), F(members), F(total); }
STRUCT(layout, 76) {
    F(size), F(vars), F(vars_size), F(zones), F(counts), F(where), F(piles), F(piles_size), F(known), F(periods);
    F(questions), F(ask_stride), F(ask_words), F(logs), F(log_cap), F(frames), F(frame_cap), F(stack), F(stack_cap);
}

/* ---- arrays */
#define CODE(c, at)                                                                                                    \
    _Generic((at), uint8_t *: code_u8, int8_t *: code_i8, uint16_t *: code_u16, uint32_t *: code_u32,                  \
             int32_t *: code_i32, const char **: code_string, struct piece *: code_piece, struct words *: code_words,  \
             struct site *: code_site, struct note *: code_note, struct stack_map *: code_stack_map,                   \
             struct routine *: code_routine, struct table *: code_table, struct var *: code_var,                       \
             struct zone *: code_zone, struct track *: code_track, struct enumeration *: code_enumeration,             \
             struct member *: code_member, struct card_kind *: code_card_kind, struct card *: code_card,               \
             struct clause *: code_clause, struct gift *: code_gift, struct rule *: code_rule,                         \
             struct board *: code_board, struct space *: code_space, struct score_line *: code_score_line,             \
             struct option_value *: code_option_value, struct entry *: code_entry, struct stretch *: code_stretch,     \
             struct scenario *: code_scenario, struct scenario_step *: code_scenario_step,                             \
             struct look_entry *: code_look_entry, struct card_value *: code_card_value,                               \
             struct origin *: code_origin, struct giver *: code_giver, struct border *: code_border,                   \
             struct track_mark *: code_track_mark, struct aim *: code_aim)((c), (at))
/* clang-format on */

/* Reading: how many elements follow, when so many can: `size` is the least an element takes. */
static bool count_fits(struct codec *c, uint32_t *n, size_t size) {
    code_u32(c, n);
    if (c->way == READ && (c->bad || *n > c->left / size)) c->bad = true;
    if (c->bad) *n = 0;
    return !c->bad;
}

#define A(type, name)                                                                                                  \
    static void code_array_##name(struct codec *c, struct program *p) {                                                \
        struct codec least = {.way = MEASURE};                                                                         \
        type one;                                                                                                      \
        memset(&one, 0, sizeof one);                                                                                   \
        CODE(&least, &one);                                                                                            \
        if (!count_fits(c, &p->n_##name, least.size)) return;                                                          \
        if (c->way == READ && !(p->name = ARENA_ARRAY(c->arena, type, p->n_##name + 1u))) {                            \
            c->bad = true;                                                                                             \
            return;                                                                                                    \
        }                                                                                                              \
        for (uint32_t i = 0; i < p->n_##name; i++)                                                                     \
            CODE(c, &p->name[i]);                                                                                      \
    }
PROGRAM_ARRAYS(A)
#undef A

static void code_program(struct codec *c, struct program *x) {
    code_u64(c, &x->source_hash);
    code_u64(c, &x->hash);
    F(name), F(seats), F(owners), F(min_seats), F(max_seats), F(forks), F(card_words), F(space_words), F(stock_var);
    F(supply_var), F(stock_enum), F(limit_period), F(limit_count), F(round_period), F(flow);
    code_layout(c, &x->layout);
    code_answer_space(c, &x->answers);
#define A(type, name) code_array_##name(c, x);
    PROGRAM_ARRAYS(A)
#undef A
}

/* ---- the whole */
/* Another set of operations is another machine: its images are refused like those of another version. */
static uint32_t signature(void) {
    uint64_t h = VERSION;
    for (unsigned op = 0; op < OP_COUNT; op++) {
        const struct op_info *info = op_info(op);
        const uint8_t kinds[4] = {info->a, info->b, info->c, info->x};
        h = hash_bytes(kinds, sizeof kinds, hash_bytes(info->name, strlen(info->name), h));
    }
    return (uint32_t)(h ^ h >> 32);
}

static uint64_t checksum(const void *bytes, size_t n) {
    return hash_bytes((const char *)bytes + IMAGE_HEAD, n - IMAGE_HEAD, VERSION);
}

bool image_is(const void *bytes, size_t n) {
    return n >= sizeof magic && !memcmp(bytes, magic, sizeof magic);
}

void image_seal(void *bytes, size_t n) {
    unsigned char *head = bytes;
    memcpy(head, magic, sizeof magic);
    put(head + 8, VERSION, 4);
    put(head + 12, signature(), 4);
    put(head + 16, n, 8);
    put(head + 24, checksum(bytes, n), 8);
}

bool image_write(const struct program *p, struct buf *out) {
    struct program copy = *p; /* writing changes nothing, but the codec does not know */
    struct codec c = {.way = WRITE, .out = out};
    size_t start = out->n;
    if (!buf_fill(out, 0, IMAGE_HEAD)) return false;
    code_program(&c, &copy);
    if (c.no_memory) return false;
    image_seal(out->data + start, out->n - start);
    return true;
}

static enum image_status refuse(char *why, size_t cap, const char *text) {
    snprintf(why, cap, "%s", text);
    return IMAGE_BAD;
}

static const char *check_head(const unsigned char *bytes, size_t n) {
    struct codec c = {.way = READ, .at = bytes + sizeof magic, .left = IMAGE_HEAD - sizeof magic};
    if (n < IMAGE_HEAD || !image_is(bytes, n)) return "this is not an image of a game";
    if (number(&c, 0, 4) != VERSION || number(&c, 0, 4) != signature()) return "the image is of another version";
    if (number(&c, 0, 8) != n) return "the image is cut off or too long";
    if (number(&c, 0, 8) != checksum(bytes, n)) return "the image is damaged";
    return NULL;
}

/* Whether the program says what its image says: then the layout is the one it must be. */
static enum image_status compare(const struct program *p, const void *bytes, size_t n, char *why, size_t cap) {
    struct buf again;
    buf_init(&again);
    bool written = image_write(p, &again), same = written && again.n == n && !memcmp(again.data, bytes, n);
    buf_free(&again);
    if (!written) return IMAGE_NO_MEMORY;
    return same ? IMAGE_OK : refuse(why, cap, "the layout is not the one the program has");
}

static enum image_status read_program(struct program *p, const void *bytes, size_t n, char *why, size_t cap) {
    struct codec c = {
        .way = READ, .at = (const unsigned char *)bytes + IMAGE_HEAD, .left = n - IMAGE_HEAD, .arena = p->arena};
    code_program(&c, p);
    if (p->arena->failed) return IMAGE_NO_MEMORY;
    if (c.bad || c.left) return refuse(why, cap, "a table is cut off or too long");
    if (!layout_fits(p)) return refuse(why, cap, "a position would be too large");
    layout_compute(p);
    if (p->arena->failed) return IMAGE_NO_MEMORY;
    enum image_status status = compare(p, bytes, n, why, cap);
    if (status != IMAGE_OK) return status;
    const char *bad = verify_program(p, why, cap);
    if (bad) return bad == verify_no_memory ? IMAGE_NO_MEMORY : IMAGE_BAD;
    return cannot_fail_compute(p) && slices_compute(p) && apart_compute(p) ? IMAGE_OK : IMAGE_NO_MEMORY;
}

enum image_status image_read(const void *bytes, size_t n, struct program **out, char *why, size_t cap) {
    *out = NULL;
    const char *bad = check_head(bytes, n);
    if (bad) return refuse(why, cap, bad);
    struct arena *arena = malloc(sizeof *arena);
    if (!arena) return IMAGE_NO_MEMORY;
    arena_init(arena);
    struct program *p = ARENA_NEW(arena, struct program);
    if (!p) {
        free(arena);
        return IMAGE_NO_MEMORY;
    }
    p->arena = arena;
    enum image_status status = read_program(p, bytes, n, why, cap);
    if (status == IMAGE_OK)
        *out = p;
    else
        program_free(p);
    return status;
}
