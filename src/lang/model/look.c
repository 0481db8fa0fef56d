/* look.c: see look.h.
 *
 * A look is words in a fixed order (enum look_part), each at most once; which there may be depends on what the look is
 * of. A word may be in two lists (`globe` is a picture and a shape): what may stand there is meant. */
#include "lang/model/look.h"

#include "base/utf8.h"
#include "code/lookup.h"
#include "lang/model/check.h"

#include <string.h>

enum { ICON_COLUMNS = 4, MOST_WORDS = LOOK_COLOUR_END + LOOK_PICTURE_END + LOOK_TEXTURE_END + LOOK_SHAPE_END + 4 };

/* The parts in the order in which they are said. PART_HIDDEN stands alone. */
enum look_part {
    PART_NOTHING,
    PART_HIDDEN,
    PART_GROUND,
    PART_ROW,
    PART_COLOUR,
    PART_PICTURE,
    PART_TEXTURE,
    PART_SHAPE,
    PART_CHECKER,
    PART_ICON
};
#define PARTS_OF_THINGS (1u << PART_COLOUR | 1u << PART_PICTURE | 1u << PART_ICON)
#define PARTS_OF_GROUNDS (1u << PART_COLOUR | 1u << PART_TEXTURE | 1u << PART_SHAPE | 1u << PART_CHECKER)

struct reader {
    struct model *m;
    struct look_entry *out;
    const char *icon;
    unsigned parts; /* that may be said: bits by enum look_part */
    enum look_part last;
};

struct look_word {
    enum look_part part;
    unsigned number; /* of a colour, a picture ... */
};

static bool wrong_look(const struct reader *r, const struct node *n) {
    if (r->parts & 1u << PART_TEXTURE)
        model_error(r->m, n, DIAG_wrong_type,
                    "a ground is a colour, a texture, a shape and checker, in this order, all but the texture if "
                    "wanted, for example look: ground red rock globe");
    else
        model_error(r->m, n, DIAG_wrong_type,
                    "a look is none, or a colour, a picture, an icon in quotes, or some of them in this order, for "
                    "example look: green leaf \"P\"");
    return false;
}

/* ---- words */
/* The number of a name among those that begin with number 1; 0: it is none of them. */
static unsigned numbered(const char *(*name_of)(unsigned), const char *name) {
    for (unsigned i = 1; name_of(i); i++)
        if (!strcmp(name_of(i), name)) return i;
    return 0;
}

static const struct {
    enum look_part part;
    const char *(*name_of)(unsigned number);
} lists[] = {{PART_COLOUR, look_colour_name},
             {PART_PICTURE, look_picture_name},
             {PART_TEXTURE, look_texture_name},
             {PART_SHAPE, look_shape_name}};
enum { LISTS = sizeof lists / sizeof *lists };

static const struct {
    enum look_part part;
    const char *name;
} single[] = {{PART_HIDDEN, "none"}, {PART_GROUND, "ground"}, {PART_ROW, "row"}, {PART_CHECKER, "checker"}};
enum { SINGLE = sizeof single / sizeof *single };

static bool may_follow(const struct reader *r, enum look_part part) {
    return part > r->last && r->parts & 1u << part;
}

/* What the word is where it stands, or else anywhere; PART_NOTHING: nobody knows it. */
static struct look_word word_of(const struct reader *r, const char *name) {
    struct look_word found = {PART_NOTHING, 0};
    for (int i = 0; i < SINGLE; i++)
        if (!strcmp(single[i].name, name)) return (struct look_word){single[i].part, 0};
    for (int i = 0; i < LISTS; i++) {
        unsigned number = numbered(lists[i].name_of, name);
        if (number && !may_follow(r, found.part)) found = (struct look_word){lists[i].part, number};
    }
    return found;
}

/* Whether a word of some list may still follow: then one that nobody knows is a misspelt one. */
static bool words_follow(const struct reader *r) {
    for (int i = 0; i < LISTS; i++)
        if (may_follow(r, lists[i].part)) return true;
    return false;
}

static const char *what_follows(const struct reader *r) {
    bool ground = r->parts & 1u << PART_TEXTURE;
    if (may_follow(r, PART_COLOUR)) return ground ? "colour or texture" : "colour or picture";
    return !ground ? "picture" : may_follow(r, PART_TEXTURE) ? "texture" : "shape of a ground";
}

static bool unknown_word(const struct reader *r, const struct node *n) {
    const char *known[MOST_WORDS];
    size_t k = 0;
    for (int i = 0; i < SINGLE; i++)
        if (may_follow(r, single[i].part)) known[k++] = single[i].name;
    for (int i = 0; i < LISTS; i++)
        for (unsigned w = 1; may_follow(r, lists[i].part) && lists[i].name_of(w); w++)
            known[k++] = lists[i].name_of(w);
    model_unknown(r->m, n, what_follows(r), n->name, ONLY_EXTRA, known, k);
    return false;
}

/* A word that may not stand here: that of something else, or one too many. */
static bool misplaced(const struct reader *r, const struct node *n, enum look_part part) {
    bool first = r->last == PART_NOTHING;
    if (first && part == PART_GROUND) return model_error(r->m, n, DIAG_wrong_kind, "only a board has a ground"), false;
    if (first && part == PART_ROW)
        return model_error(r->m, n, DIAG_wrong_kind, "only a zone of the table is shown as a row"), false;
    return wrong_look(r, n);
}

static bool read_word(struct reader *r, const struct node *n) {
    struct look_word w = word_of(r, n->name);
    if (w.part == PART_NOTHING && words_follow(r)) return unknown_word(r, n);
    if (!may_follow(r, w.part)) return misplaced(r, n, w.part);
    switch (w.part) {
    case PART_HIDDEN: r->out->hidden = 1, r->parts = 0; break;
    case PART_GROUND: r->parts = PARTS_OF_GROUNDS; break;
    case PART_ROW: r->out->row = 1, r->parts = PARTS_OF_THINGS; break;
    case PART_COLOUR: r->out->colour = (uint8_t)w.number; break;
    case PART_PICTURE: r->out->picture = (uint8_t)w.number; break;
    case PART_TEXTURE: r->out->texture = (uint8_t)w.number; break;
    case PART_SHAPE: r->out->shape = (uint8_t)w.number; break;
    default: r->out->checker = 1; break;
    }
    r->last = w.part;
    return true;
}

static bool read_icon(struct reader *r, const struct node *n, const char *text) {
    if (!may_follow(r, PART_ICON)) return wrong_look(r, n);
    size_t columns = utf8_columns(text, strlen(text));
    if (columns < 1 || columns > ICON_COLUMNS)
        return model_error(r->m, n, DIAG_out_of_range, "an icon is from 1 to %d characters wide", ICON_COLUMNS), false;
    r->icon = text;
    r->last = PART_ICON;
    return true;
}

static bool read_parts(struct reader *r, const struct node *n) {
    if (n->kind == N_AMOUNT) return read_parts(r, n->a) && read_parts(r, n->b);
    if (n->kind == N_TEXT) return read_icon(r, n, n->text);
    if (n->kind != N_NAME) return wrong_look(r, n);
    return n->number ? read_icon(r, n, n->name) : read_word(r, n);
}

static unsigned first_parts(const struct model *m, const struct look_entry *of) {
    unsigned parts = PARTS_OF_THINGS | (of->of != LOOK_SORTS ? 1u << PART_HIDDEN : 0);
    if (of->of == LOOK_BOARD) parts |= 1u << PART_GROUND;
    if (of->of == LOOK_ZONE && !m->zones.data[of->index].per_player) parts |= 1u << PART_ROW;
    return parts;
}

bool look_read(struct model *m, struct node *look, struct look_entry *entry, const char **icon) {
    struct reader r = {.m = m, .out = entry, .parts = first_parts(m, entry)};
    if (!read_parts(&r, look)) return false;
    if (r.parts & 1u << PART_TEXTURE && !entry->texture) return wrong_look(&r, look);
    if (entry->texture && !entry->shape) entry->shape = (uint8_t)numbered(look_shape_name, "sheet");
    *icon = r.icon;
    return true;
}

/* ---- everything that may have a look */
struct visit {
    struct model *m;
    look_visit visit;
    void *user;
};

/* As an argument or as a clause of the block. */
static void visit_one(const struct visit *v, enum look_of of, size_t index, struct node *args, struct node *block) {
    struct node *look = argument_named(args, "look");
    for (struct node *c = block ? block->kids : NULL; c && !look; c = c->next)
        if (c->kind == N_CLAUSE && !strcmp(c->name, "look")) look = clause_expression(c) ? clause_expression(c) : c;
    if (look)
        v->visit(v->user, v->m, look, (struct look_entry){.of = (uint8_t)of, .index = (uint32_t)index, .icon = NONE});
}

void look_each(struct model *m, look_visit visit, void *user) {
    const struct visit v = {m, visit, user};
    for (size_t i = 0; i < m->vars.n; i++)
        if (m->vars.data[i].node) visit_one(&v, LOOK_VAR, i, m->vars.data[i].node->kids, NULL);
    for (size_t i = 0; i < m->zones.n; i++)
        visit_one(&v, LOOK_ZONE, i, m->zones.data[i].node->kids, NULL);
    for (size_t i = 0; i < m->tracks.n; i++)
        visit_one(&v, LOOK_TRACK, i, m->tracks.data[i].node->kids, m->tracks.data[i].node->b);
    for (size_t i = 0; i < m->boards.n; i++)
        visit_one(&v, LOOK_BOARD, i, m->boards.data[i].node->kids, m->boards.data[i].node->b);
    for (size_t i = 0; i < m->members.n; i++)
        visit_one(&v, LOOK_MEMBER, i, m->members.data[i].node->kids, NULL);
    for (size_t i = 0; i < m->kinds.n; i++)
        if (m->kinds.data[i].node) visit_one(&v, LOOK_KIND, i, NULL, m->kinds.data[i].node->b);
    for (size_t i = 0; i < m->cards.n; i++)
        visit_one(&v, LOOK_CARD, i, NULL, m->cards.data[i].node->b);
}

static void check_one(void *user, struct model *m, struct node *look, struct look_entry entry) {
    const char *icon;
    (void)user;
    if (entry.of == LOOK_CARD && m->cards.data[entry.index].copy) return; /* said of the first copy */
    look_read(m, look, &entry, &icon);
}

void check_looks(struct model *m) {
    look_each(m, check_one, NULL);
    check_phrases(m);
}
