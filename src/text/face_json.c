/* face_json.c: the parts of a face as JSON. docs/faces.md says what it means. */
#include "text/face_inside.h"

#include "base/bits.h"
#include "base/json.h"
#include "code/card_face.h"
#include "code/lookup.h"
#include "lang/model/look.h"

#include <stdio.h>
#include <string.h>

struct writing {
    struct face *f;
    struct json j;
    struct buf text;
    bool words; /* of the clause being written, something stays in words */
};

/* ---- references */
/* Front ends count the variables that are not the compiler's own. */
static int shown_var(const struct model *m, int var) {
    int n = 0;
    for (int i = 0; i < var; i++)
        n += !m->vars.data[i].internal;
    return n;
}

static void put_ref(struct writing *w, const char *key, struct ref r) {
    static const char *const letters[] = {[REF_MEMBER] = "m", [REF_TRACK] = "t", [REF_LAPS] = "t", [REF_VAR] = "v",
                                          [REF_KIND] = "k",   [REF_CARD] = "c",  [REF_ZONE] = "z", [REF_BOARD] = "b"};
    const struct model *m = w->f->all->m;
    if (r.sort == REF_NONE) return;
    json_object(&w->j, key);
    if (r.sort == REF_ENUM)
        json_text(&w->j, "sort", m->enums.data[r.index].name);
    else
        json_integer(&w->j, letters[r.sort], r.sort == REF_VAR ? shown_var(m, r.index) : r.index);
    if (r.sort == REF_LAPS) json_bool(&w->j, "laps", true);
    json_close(&w->j);
}

static void put_refs(struct writing *w, const char *key, const struct refs *list) {
    if (!list->n) return;
    json_array(&w->j, key);
    for (int i = 0; i < list->n; i++)
        put_ref(w, NULL, list->ref[i]);
    json_close(&w->j);
}

static const char *const who_names[] = {"me", "any", "others", "all"};

static void put_who(struct writing *w, enum who who) {
    if (who != WHO_ME) json_text(&w->j, "who", who_names[who]);
}

/* ---- places */
static bool same_spaces(struct writing *w, const uint32_t *set, int kind, int board) {
    const struct model *m = w->f->all->m;
    for (size_t i = 0; i < m->spaces.n; i++) {
        const struct space_info *s = &m->spaces.data[i];
        bool in = m->boards.data[s->board].in_use && (kind < 0 || kind_is(m, s->kind, kind)) &&
                  (board < 0 || s->board == board);
        if (in != bits_test(set, (uint32_t)i)) return false;
    }
    return true;
}

/* Which spaces: all of a board or kind, or their numbers. */
static void put_spaces(struct writing *w, const uint32_t *set) {
    const struct model *m = w->f->all->m;
    if (!set || same_spaces(w, set, NONE, NONE)) return;
    for (int i = 0; i < (int)m->boards.n; i++)
        if (same_spaces(w, set, NONE, i)) {
            put_ref(w, "on", (struct ref){REF_BOARD, i});
            return;
        }
    for (int i = (int)m->kinds.n - 1; i >= 0; i--)
        if (m->kinds.data[i].is_space && same_spaces(w, set, i, NONE)) {
            put_ref(w, "on", (struct ref){REF_KIND, i});
            return;
        }
    json_array(&w->j, "spaces");
    for (int32_t s = bits_next(set, SPACE_WORDS, -1); s >= 0; s = bits_next(set, SPACE_WORDS, s))
        json_integer(&w->j, NULL, s);
    json_close(&w->j);
}

static bool says_place(struct writing *w, const struct area *a) {
    return a && (a->n_near || a->beside_it || (a->spaces && !same_spaces(w, a->spaces, NONE, NONE)));
}

static void put_area(struct writing *w, const char *key, const struct area *a) {
    if (!says_place(w, a)) return;
    json_object(&w->j, key);
    put_spaces(w, a->spaces);
    if (a->n_near || a->beside_it) json_array(&w->j, "near");
    if (a->beside_it) {
        json_object(&w->j, NULL);
        json_bool(&w->j, "its", true);
        json_close(&w->j);
    }
    for (int i = 0; i < a->n_near; i++) {
        const struct beside *n = &a->near[i];
        json_object(&w->j, NULL);
        put_ref(w, "of", n->of);
        if (n->none) json_bool(&w->j, "not", true);
        if (n->min > 1) json_integer(&w->j, "min", n->min);
        if (n->who != WHO_ALL) json_text(&w->j, "who", who_names[n->who]);
        json_close(&w->j);
    }
    if (a->n_near || a->beside_it) json_close(&w->j);
    json_close(&w->j);
}

/* ---- numbers */
static void put_words(struct writing *w, const char *key, int words);

static void put_count(struct writing *w, const struct count *c) {
    put_ref(w, "of", c->of);
    put_ref(w, "in", c->in);
    if (c->each > 1) json_integer(&w->j, "each", c->each);
    if (c->over) json_integer(&w->j, "over", c->over);
    put_who(w, c->who);
    if (c->cube) json_text(&w->j, "as", "cube");
    if (c->at && c->at->is_free) json_bool(&w->j, "free", true);
    if (c->has) put_words(w, "has", w->f->keep(w->f->user, c->has));
    put_area(w, "at", c->at);
}

static void put_term(struct writing *w, const char *key, const struct term *t) {
    char x[16];
    if (!t->x && !t->per) {
        json_integer(&w->j, key, t->n);
        return;
    }
    json_object(&w->j, key);
    if (t->x) {
        snprintf(x, sizeof x,
                 t->n == 1    ? "%.0d%c"
                 : t->n == -1 ? "-%.0d%c"
                              : "%d%c",
                 t->n == 1 || t->n == -1 ? 0 : t->n, t->x);
        json_text(&w->j, "x", x);
    } else {
        if (t->n != 1) json_integer(&w->j, "n", t->n);
        json_object(&w->j, "per");
        put_count(w, t->per);
        json_close(&w->j);
    }
    json_close(&w->j);
}

static void put_number(struct writing *w, const char *key, const struct number *n) {
    if (!n->n) json_integer(&w->j, key, 0);
    if (n->n == 1) put_term(w, key, &n->term[0]);
    if (n->n < 2) return;
    json_object(&w->j, key);
    json_array(&w->j, "sum");
    for (int i = 0; i < n->n; i++)
        put_term(w, NULL, &n->term[i]);
    json_close(&w->j);
    json_close(&w->j);
}

/* An amount for each term: "1 and 1 more for each ..." */
static void put_amounts(struct writing *w, const char *key, const struct amount *a, int n) {
    if (!n) return;
    json_array(&w->j, key);
    for (int i = 0; i < n; i++)
        for (int k = 0; k < a[i].n.n; k++) {
            json_object(&w->j, NULL);
            put_term(w, "n", &a[i].n.term[k]);
            put_ref(w, "of", a[i].of);
            json_close(&w->j);
        }
    json_close(&w->j);
}

static void put_conds(struct writing *w, const struct cond *c) {
    for (; c; c = c->next) {
        json_object(&w->j, NULL);
        json_text(&w->j, "c", c->count.of.sort == REF_TRACK ? "track" : "count");
        put_count(w, &c->count);
        if (c->min) put_number(w, "min", c->min);
        if (c->max) put_number(w, "max", c->max);
        json_close(&w->j);
    }
}

/* ---- phrases */
static void put_words(struct writing *w, const char *key, int words) {
    char mark[24];
    int n = snprintf(mark, sizeof mark, FACE_WORD "%d" FACE_END, words);
    json_raw(&w->j, key, mark, (size_t)n);
}

/* A name as people read it. */
static void put_word(struct writing *w, const char *name) {
    char *word = arena_strdup(w->f->arena, name, strlen(name));
    for (char *c = word; c && *c; c++)
        if (*c == '_') *c = ' ';
    if (word) put_words(w, "word", w->f->keep(w->f->user, word));
}

static void put_body(struct writing *w, const char *key, const struct trees *b);

/* Which rule explains it is not known before all cards are. The last key of its object. */
static void put_rule(struct writing *w, const struct function *f) {
    if (f && !f->prelude) buf_printf(&w->text, FACE_RULE "%d" FACE_END, (int)f->symbol->index);
}

static void put_parts(struct writing *w, const struct tree *p) {
    if (p->pay.first) put_body(w, "pay", &p->pay);
    if (p->verb == TREE_if) {
        json_array(&w->j, "if");
        put_conds(w, p->cond);
        json_close(&w->j);
    }
    if (p->get.first) put_body(w, p->verb == TREE_swap ? "get" : p->verb == TREE_if ? "then" : "do", &p->get);
    if (p->other.first) put_body(w, "else", &p->other);
    if (!p->n_options) return;
    json_array(&w->j, "of");
    for (int i = 0; i < p->n_options; i++)
        put_body(w, NULL, &p->option[i]);
    json_close(&w->j);
}

static void put_choice(struct writing *w, const struct tree *p) {
    char letter[2] = {p->x, 0};
    json_text(&w->j, "x", letter);
    json_integer(&w->j, "from", p->from);
    if (p->to >= p->from)
        json_integer(&w->j, "to", p->to);
    else if (p->n.n)
        put_number(w, "to", &p->n);
}

static void put_keep(struct writing *w, const struct tree *p) {
    json_integer(&w->j, "look", p->from);
    json_integer(&w->j, "keep", p->to);
    if (!p->priced) return;
    json_object(&w->j, "price");
    put_number(w, "n", &p->price.n);
    put_ref(w, "of", p->price.of);
    json_close(&w->j);
}

static void put_phrase(struct writing *w, const struct tree *p) {
    static const char *const verbs[] = {"gain", "lose",   "pay",     "swap", "change", "step",   "put",
                                        "take", "draw",   "discard", "keep", "hold",   "either", "may",
                                        "if",   "repeat", "do",      "each", "choose", "finish", "text"};
    static const char *const holders[] = {"this", "mine", "any"};
    bool thing = p->verb == TREE_put || p->verb == TREE_take,
         counted = thing || p->verb == TREE_step || p->verb == TREE_hold || p->verb == TREE_draw ||
                   p->verb == TREE_discard || p->verb == TREE_repeat;
    json_object(&w->j, NULL);
    json_text(&w->j, "v", verbs[p->verb]);
    put_ref(w, thing ? "what" : "of", p->of);
    put_who(w, p->who);
    put_amounts(w, "a", p->a, p->n_a);
    if (counted) put_number(w, "n", &p->n);
    if (p->upto) json_bool(&w->j, "upto", true);
    if (p->verb == TREE_hold) json_text(&w->j, "on", holders[p->on]);
    put_refs(w, "with", &p->with);
    if (thing) put_area(w, "at", &p->place);
    if (p->verb == TREE_choose) put_choice(w, p);
    if (p->verb == TREE_keep) put_keep(w, p);
    if (p->word) put_word(w, p->word);
    if (p->verb == TREE_text) w->words = true;
    if (p->verb == TREE_text && p->at) put_words(w, "text", w->f->say(w->f->user, (struct node *)(uintptr_t)p->at));
    put_parts(w, p);
    put_rule(w, p->def);
    json_close(&w->j);
}

static void put_body(struct writing *w, const char *key, const struct trees *b) {
    json_array(&w->j, key);
    for (const struct tree *p = b->first; p; p = p->next)
        put_phrase(w, p);
    json_close(&w->j);
}

/* ---- blocks */
/* What the author wants a signal shown as. */
static void put_look(struct writing *w, const struct function *signal) {
    struct look_entry look = {.of = LOOK_SORTS};
    const char *icon = NULL;
    if (!signal->node->look || !look_read(w->f->all->m, signal->node->look, &look, &icon)) return;
    json_object(&w->j, "look");
    if (look.colour) json_integer(&w->j, "colour", look.colour);
    if (look.picture) json_text(&w->j, "picture", look_picture_name(look.picture));
    if (icon) json_text(&w->j, "icon", icon);
    json_close(&w->j);
}

static void put_happening(struct writing *w, const struct happening *h) {
    json_object(&w->j, "when");
    json_text(&w->j, "verb", h->signal->name);
    put_look(w, h->signal);
    put_ref(w, "of", h->of);
    put_refs(w, "things", &h->things);
    put_who(w, h->who);
    if (h->min) json_integer(&w->j, "min", h->min);
    if (h->attribute) json_text(&w->j, "attribute", h->attribute);
    put_area(w, "at", h->at);
    json_close(&w->j);
}

static void put_adjustment(struct writing *w, const struct adjustment *a) {
    json_text(&w->j, "value", a->value->name);
    put_ref(w, "on", a->on);
    put_refs(w, "of", &a->of);
    if (a->this_card) json_bool(&w->j, "this", true);
    put_who(w, a->who);
    if (a->holds) json_bool(&w->j, "set", true);
    put_refs(w, "with", &a->with);
    if (!a->holds && !a->with.n) put_number(w, "by", &a->by);
    put_ref(w, "unit", a->unit);
}

static void put_block(struct writing *w, const struct face_part *p) {
    static const char *const roles[] = {[FACE_do] = "do",     [FACE_box] = "box",       [FACE_action] = "action",
                                        [FACE_when] = "when", [FACE_adjust] = "adjust", [FACE_value] = "adjust"};
    bool words = p->role == FACE_words;
    json_object(&w->j, NULL);
    json_text(&w->j, "role", words ? "do" : roles[p->role]);
    if (p->clause >= 0) json_integer(&w->j, "clause", p->clause);
    if (p->role == FACE_when) put_happening(w, &p->happening);
    if (p->role == FACE_adjust) put_adjustment(w, &p->adjustment);
    if (p->role == FACE_value) json_text(&w->j, "value", p->name), put_number(w, "by", &p->number);
    static const struct tree in_words = {.verb = TREE_text};
    struct trees text = {(struct tree *)(uintptr_t)&in_words};
    if (words)
        put_body(w, "do", &text);
    else if (p->role != FACE_adjust && p->role != FACE_value)
        put_body(w, "do", &p->body);
    if (p->role == FACE_adjust) put_rule(w, p->adjustment.value);
    json_close(&w->j);
}

/* ---- the whole */
static void put_points(struct writing *w, const struct face_part *p) {
    json_object(&w->j, "points");
    if (p->number.condition) {
        json_array(&w->j, "if");
        put_conds(w, p->number.condition);
        json_close(&w->j);
        if (p->number.otherwise->n) put_number(w, "else", p->number.otherwise);
    }
    const struct term *only = p->number.n == 1 ? &p->number.term[0] : NULL;
    if (only && only->per) {
        json_integer(&w->j, "n", only->n);
        json_object(&w->j, "per");
        put_count(w, only->per);
        json_close(&w->j);
    } else {
        put_number(w, "n", &p->number);
    }
    json_close(&w->j);
}

static void put_shown(struct writing *w, const struct face_part *p) {
    json_object(&w->j, NULL);
    json_text(&w->j, "name", p->name);
    if (p->of.sort == REF_NONE)
        put_number(w, "n", &p->number);
    else
        put_ref(w, "of", p->of);
    json_close(&w->j);
}

static void put_wanted(struct writing *w, const struct face_part *p) {
    for (int i = 0; i < p->n_amounts; i++) {
        json_object(&w->j, NULL);
        json_text(&w->j, "c", "count");
        put_ref(w, "of", p->amounts[i].of);
        put_number(w, "min", &p->amounts[i].n);
        json_close(&w->j);
    }
}

static void put_start(struct writing *w, const struct face_part *p) {
    struct amount one = {p->number, p->of};
    put_amounts(w, "start", p->n_amounts ? p->amounts : &one, p->n_amounts ? p->n_amounts : 1);
}

static void put_cost(struct writing *w, const struct face_part *p) {
    json_object(&w->j, "cost");
    put_number(w, "n", &p->number);
    put_ref(w, "of", p->of);
    json_close(&w->j);
}

/* All parts of one role, as a list when `put` writes items of one. */
static void put_role(struct writing *w, enum face_role role, const char *list,
                     void (*put)(struct writing *, const struct face_part *)) {
    bool open = false;
    for (const struct face_part *p = w->f->parts; p; p = p->next) {
        if (p->role != role) continue;
        if (list && !open) json_array(&w->j, list), open = true;
        put(w, p);
        if (!list) break; /* there is one such key */
    }
    if (open) json_close(&w->j);
}

static void put_tag(struct writing *w, const struct face_part *p) {
    put_ref(w, NULL, p->of);
}

static void put_requires(struct writing *w, const struct face_part *p) {
    put_conds(w, p->cond);
}

static void put_holds(struct writing *w, const struct face_part *p) {
    put_ref(w, "holds", p->of);
}

static void put_blocks(struct writing *w, bool *in_words, int n) {
    json_array(&w->j, "blocks");
    for (const struct face_part *p = w->f->parts; p; p = p->next) {
        w->words = p->role == FACE_words;
        if (p->role >= FACE_value) put_block(w, p);
        if (w->words && p->clause >= 0 && p->clause < n) in_words[p->clause] = true;
    }
    json_close(&w->j);
}

/* What was written, where it lasts. */
static const char *kept(struct writing *w) {
    const struct face *f = w->f;
    bool failed = w->text.failed || f->arena->failed;
    const char *json = failed ? NULL : arena_strdup(f->all->m->arena, w->text.data, w->text.n);
    buf_free(&w->text);
    return json;
}

const char *face_block(struct face *f, struct node *block) {
    struct writing w = {.f = f};
    struct trees body = {0};
    if (!f->arena->failed) body = build_rule(&f->b, block, false);
    json_init(&w.j, &w.text);
    w.j.tight = true;
    put_body(&w, NULL, &body);
    return kept(&w);
}

const char *face_close(struct face *f) {
    enum { MOST_CLAUSES = 256 };
    struct writing w = {.f = f};
    bool in_words[MOST_CLAUSES] = {false}, any = false;
    json_init(&w.j, &w.text);
    w.j.tight = true;
    json_object(&w.j, NULL);
    put_role(&w, FACE_cost, NULL, put_cost);
    put_role(&w, FACE_start, NULL, put_start);
    put_role(&w, FACE_tag, "tags", put_tag);
    put_role(&w, FACE_requires, "requires", put_requires);
    put_role(&w, FACE_wanted, "wanted", put_wanted);
    put_role(&w, FACE_holds, NULL, put_holds);
    put_role(&w, FACE_shows, "shows", put_shown);
    put_blocks(&w, in_words, MOST_CLAUSES);
    put_role(&w, FACE_points, NULL, put_points);
    for (int i = 0; i < MOST_CLAUSES; i++) {
        if (!in_words[i]) continue;
        if (!any) json_array(&w.j, "words"), any = true;
        json_integer(&w.j, NULL, i);
    }
    if (any) json_close(&w.j);
    json_close(&w.j);
    return kept(&w);
}
