/* emit_ask.c: questions: choose, may, either. What a question's words speak of is in registers when it is asked. */
#include "lang/emit/emit.h"

#include "lang/model/builtins.h"
#include "lang/parse/template.h"
#include "lang/parse/token.h"

#include <stdio.h>
#include <string.h>

/* What a question says: its text, or that of the `may` it is asked by; NULL when there is none. */
static const char *text_of(const struct emitter *e, const struct node *n) {
    if (n->text || !e->may) return n->text;
    return e->may->b->kids == n ? e->may->text : NULL;
}

static struct words prompt(struct emitter *e, struct node *n, const char *fallback) {
    const char *text = text_of(e, n);
    return text ? emit_template(e, n, text) : text_literal(&e->texts, fallback);
}

/* What stands behind the bar of a prompt is what the log says of the answer; nothing is nothing. */
static int tells(const struct emitter *e, const struct node *n) {
    const char *text = text_of(e, n);
    if (!text || !template_bar(text)) return 0;
    return *template_behind(text) ? ASK_TELLS : ASK_TELLS | ASK_SILENT;
}

/* Whether what is chosen is moved or revealed further on in the same block. */
static bool is_shown(const struct node *n) {
    for (const struct node *s = n->next; s && s->kind != N_RETURN; s = s->next) {
        const struct node *call = s->kind == N_DO ? s->a : NULL, *card;
        if (!call || call->kind != N_CALL || !call->symbol || call->symbol->kind != SYM_BUILTIN) continue;
        if (call->symbol->index != BI_move && call->symbol->index != BI_reveal) continue;
        card = node_bare(argument_at(call->kids, 0));
        if (card && card->kind == N_NAME && n->symbol && card->symbol == n->symbol) return true;
    }
    return false;
}

static void tell(struct emitter *e, struct node *n, bool optional) {
    int flags = LOG_ANSWER | (optional ? LOG_OPTIONAL : 0) | (is_shown(n) ? LOG_SHOWN : 0);
    if (tells(e, n)) emit_told(e, n, text_of(e, n), flags);
}

static const char *what_is_chosen(struct emitter *e, struct type t) {
    char text[160];
    const char *kind = type_name(e->m, type_make(t.base, 0, t.of));
    const char *title = NULL;
    if ((t.base == VT_CARD || t.base == VT_SPACE) && t.of < e->m->kinds.n) title = e->m->kinds.data[t.of].node->text;
    snprintf(text, sizeof text, "Choose %s %s", strchr("aeiou", (title ? title : kind)[0]) ? "an" : "a",
             title ? title : kind);
    const char *kept = arena_strdup(e->out.arena, text, strlen(text));
    return kept ? kept : "Choose";
}

/* What can be chosen, in words: the condition, or the set when it has some. */
static struct words what_fits(struct emitter *e, struct node *n) {
    if (n->b) return text_where(&e->texts, n);
    struct node *source = n->a;
    source = node_bare(source);
    bool named =
        source->kind == N_CALL && source->symbol && source->symbol->kind == SYM_DEF && source->symbol->node->text;
    return named ? text_phrase(&e->texts, source) : (struct words){0, 0};
}

/* ---- numbers: asked at once, or, when one may be large, first the hundreds and then the rest */
enum { NUMBERS_AT_ONCE = 300 };

/* Where an expression speaks of that local. */
static const struct node *named_in(const struct node *n, const char *name) {
    const struct node *found = NULL;
    for (; n && !found; n = n->next) {
        if (n->kind == N_NAME && n->symbol && n->symbol->kind == SYM_LOCAL && !strcmp(n->name, name)) return n;
        found = named_in(n->a, name);
        if (!found) found = named_in(n->b, name);
        if (!found) found = named_in(n->kids, name);
    }
    return found;
}

static void ask_number(struct emitter *e, struct node *n, int dst, int low, int high, int prefer, int flags,
                       struct words words) {
    int site = emit_site(e, SITE_NUMBER, n);
    struct site *s = &e->out.sites.data[site];
    s->value = value_kind_of(TYPE(VT_NUMBER));
    s->words = words;
    s->flags = (uint8_t)(flags | tells(e, n));
    s->prefer = (uint8_t)(prefer < 0 ? NO_REGISTER : prefer);
    for (uint32_t i = 0; e->in_pay && i < words.n; i++) { /* the unit is what the prompt speaks of */
        struct piece *hole = &e->out.pieces.data[words.first + i];
        if (!piece_reads(hole)) continue;
        s->flags |= ASK_PAYMENT;
        s->where = (struct words){words.first + i, 1};
        s->due = s->in, s->in = s->with, s->with = hole->reg; /* the last three: "Pay {left} {u} with {r}" */
    }
    const struct node *worth = e->in_pay ? named_in(n->kids, "unit_worth") : NULL;
    if (worth) s->worth = (uint8_t)reg_of(e, worth->symbol);
    emit_map(e, emit_opx(e, OP_ASK, dst, low, high, site), e->top);
}

static struct words words_with(struct emitter *e, struct words words, const char *behind) {
    struct words tail = text_literal(&e->texts, behind), both = {(uint32_t)e->out.pieces.n, 0};
    for (uint32_t i = 0; i < words.n + tail.n; i++) {
        struct piece piece = e->out.pieces.data[i < words.n ? words.first + i : tail.first + i - words.n];
        if (!VEC_PUSH(&e->out.pieces, piece)) e->out.failed = true;
    }
    both.n = (uint32_t)e->out.pieces.n - both.first;
    return both;
}

static void split_hundreds(struct emitter *e, int number, int hundred, int hundreds, int rest) {
    emit_op(e, OP_MOD, rest, number, hundred);
    emit_op(e, OP_SUB, hundreds, number, rest);
    emit_op(e, OP_DIV, hundreds, hundreds, hundred);
}

static void decline(struct emitter *e, int answer, int no_label) {
    int none = emit_scratch(e, 1);
    emit_load(e, none, NONE);
    emit_jump(e, OP_JEQ, answer, none, 0, no_label);
}

/* A part of a number says nothing of what is paid. */
static void no_payment(struct emitter *e) {
    if (!e->out.failed) e->out.sites.data[e->out.sites.n - 1].worth = NO_REGISTER;
}

static void ask_long_number(struct emitter *e, struct node *n, int dst, int low, int high, int prefer, bool optional,
                            int no_label, struct words words) {
    int hundred = emit_scratch(e, 1), from = emit_scratch(e, 2), to = emit_scratch(e, 2), wish = emit_scratch(e, 2),
        upper = emit_label(e), ask = emit_label(e);
    emit_load(e, hundred, 100);
    split_hundreds(e, low, hundred, from, from + 1);
    split_hundreds(e, high, hundred, to, to + 1);
    if (prefer >= 0) split_hundreds(e, prefer, hundred, wish, wish + 1);
    int hundreds = emit_scratch(e, 1);
    ask_number(e, n, hundreds, from, to, prefer >= 0 ? wish : NONE, ASK_HUNDREDS | (optional ? ASK_OPTIONAL : 0),
               words_with(e, words, " Hundreds"));
    no_payment(e);
    if (optional) decline(e, hundreds, no_label);
    emit_jump(e, OP_JEQ, hundreds, from, 0, upper);
    emit_load(e, from + 1, 0);
    emit_place(e, upper);
    emit_jump(e, OP_JEQ, hundreds, to, 0, ask);
    emit_load(e, to + 1, 99);
    emit_place(e, ask);
    ask_number(e, n, dst, from + 1, to + 1, prefer >= 0 ? wish + 1 : NONE, 0, words_with(e, words, " Ones"));
    no_payment(e);
    emit_op(e, OP_MUL, hundreds, hundreds, hundred);
    emit_op(e, OP_ADD, dst, dst, hundreds);
}

/* ---- numbers that are not all of a range: a set of them, as bits from NUMBER_LOW on */
static struct type numbers(void) {
    return type_make(VT_NUMBER, VF_SET, ANY);
}

static void ask_one_of_numbers(struct emitter *e, struct node *n, int dst, int set, int prefer, int flags, bool whole,
                               struct words words) {
    struct words where = {0, 0};
    if (whole) where = what_fits(e, n);
    struct origin origin = {.routine = NONE, .up = NO_REGISTER};
    if (whole && n->b) origin = origin_of(e, n->a, n->b, n->symbol);
    int site = emit_site(e, SITE_CHOOSE, n);
    struct site *s = &e->out.sites.data[site];
    s->value = value_kind_of(TYPE(VT_NUMBER));
    s->width = (uint8_t)type_width(e, numbers());
    s->flags = (uint8_t)(flags | tells(e, n));
    s->words = words;
    s->where = where;
    s->prefer = (uint8_t)(prefer < 0 ? NO_REGISTER : prefer);
    uint32_t pc = emit_opx(e, OP_ASK, dst, set, NO_REGISTER, site);
    emit_map(e, pc, e->top);
    origin_at(e, origin, pc);
}

/* What is collected: the candidates themselves while all can be asked at once, their hundreds, or of those with the
 * hundreds in register `of` the rest. */
enum collected { WHOLE, HUNDREDS, REST };

static void collect_numbers(struct emitter *e, struct node *n, int set, enum collected what, int of, int far_label) {
    int top = e->top, x = emit_scratch(e, 1), part = emit_scratch(e, 2), hundred = emit_scratch(e, 1);
    set_reg(e, n->symbol, x);
    emit_op(e, OP_SCLR, set, 0, type_width(e, numbers()));
    if (what != WHOLE) emit_load(e, hundred, 100);
    struct iterator it = iter_open_where(e, n->a, x, n->b, n->symbol);
    if (what == WHOLE) {
        emit_load(e, hundred, NUMBER_LOW);
        emit_jump(e, OP_JLT, x, hundred, 0, far_label);
        emit_load(e, hundred, NUMBERS_AT_ONCE);
        emit_jump(e, OP_JLT, hundred, x, 0, far_label);
        emit_op(e, OP_MOV, part, x, 0);
    } else {
        split_hundreds(e, x, hundred, part, part + 1);
        if (what == REST) emit_jump(e, OP_JNE, part, of, 0, it.head);
        if (what == REST) emit_op(e, OP_MOV, part, part + 1, 0);
    }
    emit_opx(e, OP_ADDI, part, part, 0, -NUMBER_LOW);
    emit_op(e, OP_SADD, set, part, type_width(e, numbers()));
    iter_next(e, &it);
    iter_close(e, &it);
    e->top = top;
}

static void choose_among_numbers(struct emitter *e, struct node *n, bool optional, int no_label) {
    int dst = emit_reg(e, TYPE(VT_NUMBER)), after = e->top, far = emit_label(e), done = emit_label(e);
    int prefer = n->kids ? emit_value(e, n->kids, TYPE(VT_NUMBER), NONE) : NONE, set = emit_reg(e, numbers());
    int hundred = emit_scratch(e, 1), hundreds = emit_scratch(e, 1), wish = emit_scratch(e, 2);
    int flags = optional ? ASK_OPTIONAL : 0;
    struct words words = prompt(e, n, "Choose a number");
    collect_numbers(e, n, set, WHOLE, NONE, far);
    set_reg(e, n->symbol, dst);
    ask_one_of_numbers(e, n, dst, set, prefer, flags, true, words);
    if (optional) decline(e, dst, no_label);
    emit_jump(e, OP_JMP, 0, 0, 0, done);
    emit_place(e, far);
    emit_load(e, hundred, 100);
    if (prefer >= 0) split_hundreds(e, prefer, hundred, wish, wish + 1);
    collect_numbers(e, n, set, HUNDREDS, NONE, NONE);
    ask_one_of_numbers(e, n, hundreds, set, prefer >= 0 ? wish : NONE, flags | ASK_HUNDREDS, false,
                       words_with(e, words, " Hundreds"));
    if (optional) decline(e, hundreds, no_label);
    collect_numbers(e, n, set, REST, hundreds, NONE);
    ask_one_of_numbers(e, n, dst, set, prefer >= 0 ? wish + 1 : NONE, 0, false, words_with(e, words, " Ones"));
    emit_load(e, hundred, 100);
    emit_op(e, OP_MUL, hundreds, hundreds, hundred);
    emit_op(e, OP_ADD, dst, dst, hundreds);
    emit_place(e, done);
    set_reg(e, n->symbol, dst);
    e->top = after;
}

static void choose_number(struct emitter *e, struct node *n, bool optional, int no_label) {
    struct node *range = n->a;
    range = node_bare(range);
    if (n->b || range->type.base != T_RANGE) {
        choose_among_numbers(e, n, optional, no_label);
        return;
    }
    int dst = emit_reg(e, TYPE(VT_NUMBER)), after = e->top;
    set_reg(e, n->symbol, dst);
    int low = emit_scratch(e, 2), high = low + 1, bound = emit_scratch(e, 1), longer = emit_label(e),
        direct = emit_label(e), done = emit_label(e);
    emit_value(e, range->a, TYPE(VT_NUMBER), low);
    if (range->b)
        emit_value(e, range->b, TYPE(VT_NUMBER), high);
    else
        emit_load(e, high, NUMBER_MAX);
    int prefer = n->kids ? emit_value(e, n->kids, TYPE(VT_NUMBER), NONE) : NONE;
    struct words words = prompt(e, n, "Choose a number");
    int32_t fixed_low, fixed_high;
    bool small = range->b && constant_number(e->m, range->a, &fixed_low) &&
                 constant_number(e->m, range->b, &fixed_high) && fixed_low >= NUMBER_LOW &&
                 fixed_high <= NUMBERS_AT_ONCE;
    if (!small) {
        emit_load(e, bound, NUMBER_LOW);
        emit_jump(e, OP_JLT, low, bound, 0, longer);
        emit_load(e, bound, NUMBERS_AT_ONCE);
        emit_jump(e, OP_JLE, high, bound, 0, direct);
        emit_place(e, longer);
        ask_long_number(e, n, dst, low, high, prefer, optional, no_label, words);
        emit_jump(e, OP_JMP, 0, 0, 0, done);
        emit_place(e, direct);
    }
    ask_number(e, n, dst, low, high, prefer, optional ? ASK_OPTIONAL : 0, words);
    if (optional) decline(e, dst, no_label);
    emit_place(e, done);
    e->top = after;
}

/* ---- members of a set */
static int candidates(struct emitter *e, struct node *n, struct type element, struct symbol *one) {
    struct type set = type_make(element.base, VF_SET, element.of);
    int r = emit_reg(e, set), top = e->top;
    if (!n->b) return emit_set(e, n->a, set, r);
    int width = type_width(e, set), x = emit_reg(e, element);
    set_reg(e, one, x);
    emit_op(e, OP_SCLR, r, 0, width);
    struct iterator it = iter_open_where(e, n->a, x, n->b, one);
    emit_op(e, OP_SADD, r, x, width);
    iter_next(e, &it);
    iter_close(e, &it);
    e->top = top;
    return r;
}

/* The one rule of what is chosen that the statements behind the question carry out; NULL: there is none, or several. */
static const char *rule_behind(const struct node *choose) {
    const char *found = NULL;
    for (const struct node *s = choose->next; s; s = s->next) {
        const struct node *called = s->kind == N_DO && s->a->kind == N_CALL ? s->a->a : NULL;
        if (!called || called->kind != N_FIELD || called->a->kind != N_NAME || called->a->symbol != choose->symbol)
            continue;
        if (!called->symbol || called->symbol->kind != SYM_RULE) continue;
        if (found && strcmp(found, called->name)) return NULL;
        found = called->name;
    }
    return found;
}

/* `take`: registers of the fewest and the most to be picked and of how many are; 0: one is. */
static void ask_member(struct emitter *e, struct node *n, int dst, int set, struct type element, int flags, int prefer,
                       int take, struct words words, struct words where) {
    struct origin origin = origin_of(e, n->a, n->b, n->where_symbol ? n->where_symbol : n->symbol);
    int site = emit_site(e, SITE_CHOOSE, n);
    struct site *s = &e->out.sites.data[site];
    s->value = value_kind_of(element);
    s->width = (uint8_t)type_width(e, type_make(element.base, VF_SET, element.of));
    s->flags = (uint8_t)(flags | tells(e, n));
    s->words = words;
    s->where = where;
    s->prefer = (uint8_t)(prefer < 0 ? NO_REGISTER : prefer);
    s->take = (uint8_t)take;
    const char *rule = element.base == VT_CARD && !take ? rule_behind(n) : NULL;
    if (rule) s->rule = output_string(&e->out, rule);
    uint32_t pc = emit_opx(e, OP_ASK, dst, set, NO_REGISTER, site);
    emit_map(e, pc, e->top);
    origin_at(e, origin, pc);
}

static void choose_one(struct emitter *e, struct node *n, struct type element, bool optional, int no_label) {
    int dst = emit_reg(e, element), after = e->top;
    int set = candidates(e, n, element, n->symbol);
    set_reg(e, n->symbol, dst);
    int prefer = n->kids ? emit_value(e, n->kids, element, NONE) : NONE;
    struct words words = prompt(e, n, what_is_chosen(e, element));
    struct words where = what_fits(e, n);
    ask_member(e, n, dst, set, element, optional ? ASK_OPTIONAL : 0, prefer, 0, words, where);
    if (optional) decline(e, dst, no_label);
    e->top = after;
}

/* ---- items of a list, of what has no numbers of its own: branches whose labels are the items */
/* The list itself and the conditions on its items: [x in list where c] may stand around it. */
struct listed {
    struct node *list, *where[8];
    struct symbol *called[8];
    int n;
};

static struct listed listed_of(struct emitter *e, struct node *n) {
    struct listed l = {.list = node_bare(n->a)};
    if (n->b) l.where[l.n] = n->b, l.called[l.n++] = n->symbol;
    for (; l.list->kind == N_FILTER; l.list = node_bare(l.list->a->a)) {
        if (!l.list->a->b) continue;
        if (l.n == 8)
            model_error(e->m, l.list, DIAG_too_deep, "too many conditions in one another");
        else
            l.where[l.n] = l.list->a->b, l.called[l.n++] = l.list->a->symbol;
    }
    return l;
}

/* The set of places of the items that fulfil the conditions and are not there twice; in `wish` the place of the
 * preferred one. */
static void collect_items(struct emitter *e, struct node *n, const struct listed *l, int list, int set, int prefer,
                          int wish) {
    struct type element = type_element(e->m, l->list->type);
    int top = e->top, x = emit_reg(e, element), at = emit_scratch(e, 1), y = emit_reg(e, element),
        before = emit_scratch(e, 1), most = emit_scratch(e, 1);
    int head = emit_label(e), again = emit_label(e), fresh = emit_label(e), fits = emit_label(e), end = emit_label(e);
    emit_op(e, OP_SCLR, set, 0, 1);
    emit_load(e, at, NONE);
    emit_load(e, wish, NONE);
    emit_place(e, head);
    emit_jump(e, OP_LNEXT, x, list, at, end);
    for (int i = l->n; i-- > 0;) {
        set_reg(e, l->called[i], x);
        emit_test(e, l->where[i], false, head);
    }
    emit_load(e, before, NONE);
    emit_place(e, again);
    emit_jump(e, OP_LNEXT, y, list, before, fresh);
    emit_jump(e, OP_JEQ, before, at, 0, fresh);
    emit_jump(e, OP_JEQ, x, y, 0, head);
    emit_jump(e, OP_JMP, 0, 0, 0, again);
    emit_place(e, fresh);
    emit_load(e, most, MAX_OPTIONS);
    emit_jump(e, OP_JLT, at, most, 0, fits);
    int site = emit_site(e, SITE_FAIL, n);
    e->out.sites.data[site].words = text_literal(&e->texts, "a list to choose from has more than 30 items");
    emit_opx(e, OP_FAULT, 0, 0, 0, site);
    emit_place(e, fits);
    emit_op(e, OP_SADD, set, at, 1);
    if (prefer >= 0) {
        emit_jump(e, OP_JNE, x, prefer, 0, head);
        emit_op(e, OP_MOV, wish, at, 0);
    }
    emit_jump(e, OP_JMP, 0, 0, 0, head);
    emit_place(e, end);
    e->top = top;
}

static void label_items(struct emitter *e, struct site *s, struct type list, int reg, int count) {
    s->n_options = (uint8_t)count;
    s->options = (uint32_t)e->out.labels.n;
    if (list.base == VT_AMOUNT && list.of == ANY && e->m->stock_enum >= 0) list.of = (uint16_t)e->m->stock_enum;
    for (int i = 0; i < count; i++) {
        struct piece item = {
            .string = NONE, .reg = (uint8_t)reg, .hole = HOLE_ITEM, .member = (uint16_t)i, .kind = value_kind_of(list)};
        struct words label = {(uint32_t)e->out.pieces.n, 1};
        PUSH(&e->out, &e->out.pieces, item);
        PUSH(&e->out, &e->out.labels, label);
    }
}

static int items_written(const struct node *list) {
    int count = 0;
    for (const struct node *k = list->kids; k; k = k->next)
        count++;
    return list->kind == N_SET && count > 0 && count < MAX_OPTIONS ? count : MAX_OPTIONS;
}

static void choose_listed(struct emitter *e, struct node *n, struct type element, bool optional, int no_label) {
    struct listed l = listed_of(e, n);
    int dst = emit_reg(e, element), after = e->top, list = emit_value(e, l.list, l.list->type, NONE);
    int prefer = n->kids ? emit_value(e, n->kids, element, NONE) : NONE;
    int set = emit_scratch(e, 1), wish = emit_scratch(e, 1), answer = emit_scratch(e, 1);
    collect_items(e, n, &l, list, set, prefer, wish);
    set_reg(e, n->symbol, dst);
    struct words words = prompt(e, n, what_is_chosen(e, element));
    int site = emit_site(e, SITE_OPTION, n);
    struct site *s = &e->out.sites.data[site];
    s->value = value_kind_of(element);
    s->flags = (uint8_t)((optional ? ASK_OPTIONAL : 0) | tells(e, n));
    s->words = words;
    s->prefer = (uint8_t)(prefer < 0 ? NO_REGISTER : wish);
    label_items(e, s, l.list->type, list, items_written(l.list));
    emit_map(e, emit_opx(e, OP_ASK, answer, set, NO_REGISTER, site), e->top);
    if (optional) decline(e, answer, no_label);
    emit_op(e, OP_LGET, dst, list, answer);
    e->top = after;
}

/* A pick of a run: the first, or behind others. */
static void ask_pick(struct emitter *e, struct node *n, int pick, int rest, int take, struct type element, int flags,
                     struct words words, struct words where) {
    int further = emit_label(e), got = emit_label(e), count = take + 2;
    emit_jump(e, OP_JNZ, count, 0, 0, further);
    ask_member(e, n, pick, rest, element, ASK_SUBSET | flags, NONE, take, words, where);
    emit_jump(e, OP_JMP, 0, 0, 0, got);
    emit_place(e, further);
    ask_member(e, n, pick, rest, element, ASK_SUBSET | ASK_AGAIN | flags, NONE, take, words, where);
    emit_place(e, got);
}

/* Several: one question after another, each offering what lies behind the last pick, until enough or "no". */
static void choose_several(struct emitter *e, struct node *n, struct type element, bool optional, int no_label) {
    struct type set = type_make(element.base, VF_SET, element.of);
    int width = type_width(e, set), chosen = emit_reg(e, set), after = e->top;
    int low = emit_scratch(e, 4), high = low + 1, count = low + 2, zero = low + 3; /* see ask_member */
    struct node *take = n->c;
    take = node_bare(take);
    if (take->type.base == T_RANGE) {
        emit_value(e, take->a, TYPE(VT_NUMBER), low);
        if (take->b)
            emit_value(e, take->b, TYPE(VT_NUMBER), high);
        else
            emit_load(e, high, NUMBER_MAX);
    } else {
        emit_value(e, take, TYPE(VT_NUMBER), low);
        emit_op(e, OP_MOV, high, low, 0);
    }
    int rest = candidates(e, n, element, n->where_symbol), pick = emit_reg(e, element);
    struct words words = prompt(e, n, what_is_chosen(e, element));
    struct words where = what_fits(e, n);
    int head = emit_label(e), free_pick = emit_label(e), got = emit_label(e), done = emit_label(e),
        must = emit_label(e);
    emit_op(e, OP_SCLR, chosen, 0, width);
    emit_load(e, count, 0);
    emit_load(e, zero, 0);
    emit_place(e, head);
    emit_jump(e, OP_JLE, high, count, 0, done);
    int any = emit_scratch(e, 2);
    emit_op(e, OP_SCNT, any, rest, width);
    emit_jump(e, OP_JNZ, any, 0, 0, must);
    emit_jump(e, OP_JLE, low, count, 0, done);
    emit_place(e, must);
    emit_jump(e, OP_JLE, low, count, 0, free_pick);
    if (optional) {
        int first = emit_label(e);
        emit_jump(e, OP_JEQ, count, zero, 0, first);
        ask_member(e, n, pick, rest, element, ASK_SUBSET | ASK_AGAIN, NONE, low, words, where);
        emit_jump(e, OP_JMP, 0, 0, 0, got);
        emit_place(e, first);
        ask_member(e, n, pick, rest, element, ASK_SUBSET | ASK_OPTIONAL, NONE, low, words, where);
        emit_load(e, any + 1, NONE);
        emit_jump(e, OP_JEQ, pick, any + 1, 0, no_label);
    } else {
        ask_pick(e, n, pick, rest, low, element, 0, words, where);
    }
    emit_jump(e, OP_JMP, 0, 0, 0, got);
    emit_place(e, free_pick);
    ask_pick(e, n, pick, rest, low, element, ASK_OPTIONAL, words, where);
    emit_load(e, any + 1, NONE);
    emit_jump(e, OP_JEQ, pick, any + 1, 0, done);
    emit_place(e, got);
    emit_op(e, OP_SADD, chosen, pick, width);
    emit_op(e, OP_SABOVE, rest, pick, width);
    emit_opx(e, OP_ADDI, count, count, 0, 1);
    emit_jump(e, OP_JMP, 0, 0, 0, head);
    emit_place(e, done);
    set_reg(e, n->symbol, chosen);
    e->top = after;
    if (!tells(e, n)) return;
    int none = emit_label(e), picks = emit_scratch(e, 1);
    emit_op(e, OP_SCNT, picks, chosen, width);
    emit_jump(e, OP_JZ, picks, 0, 0, none);
    tell(e, n, false);
    emit_place(e, none);
    e->top = after;
}

/* What is offered must not tell what is hidden: where it could, the machine looks when the question comes. */
static void watch(struct emitter *e, const struct node *question) {
    if (!question_peeks(e->m, question)) return;
    struct words words = text_literal(&e->texts, "what is offered depends on something the asked player may not see");
    int site = emit_site(e, SITE_FAIL, question);
    e->out.sites.data[site].words = words;
    emit_opx(e, OP_WATCH, 0, 0, 0, site);
}

void emit_choose(struct emitter *e, struct node *n, bool optional, int no_label) {
    struct type element = type_element(e->m, n->a->type);
    if (element.base == T_UNKNOWN || !n->symbol) return;
    watch(e, n);
    if (n->c) {
        choose_several(e, n, element, optional, no_label);
        return;
    }
    if (element.base == VT_NUMBER)
        choose_number(e, n, optional, no_label);
    else if (type_listed(element))
        choose_listed(e, n, element, optional, no_label);
    else
        choose_one(e, n, element, optional, no_label);
    tell(e, n, optional);
}

/* ---- may */
static void ask_yes_no(struct emitter *e, struct node *n, int dst) {
    int after = e->top;
    watch(e, n);
    struct words words = n->text ? emit_template(e, n, n->text) : text_question(&e->texts, n);
    int site = emit_site(e, SITE_YESNO, n);
    e->out.sites.data[site].words = words;
    e->out.sites.data[site].value = value_kind_of(TYPE(VT_BOOL));
    e->out.sites.data[site].flags = (uint8_t)tells(e, n);
    emit_map(e, emit_opx(e, OP_ASK, dst, NO_REGISTER, NO_REGISTER, site), e->top);
    e->top = after;
}

void emit_may(struct emitter *e, struct node *n) {
    int head = emit_label(e), no = emit_label(e), top = e->top;
    struct node *first = n->b->kids;
    emit_place(e, head);
    if (first && first->kind == N_CHOOSE && !first->c) {
        const struct node *outer = e->may;
        e->may = n;
        emit_choose(e, first, true, no);
        e->may = outer;
        for (struct node *s = first->next; s; s = s->next)
            emit_statement(e, s);
    } else if (first && first->kind == N_EITHER) {
        emit_either(e, first, true, no);
        for (struct node *s = first->next; s; s = s->next)
            emit_statement(e, s);
    } else {
        int dst = emit_scratch(e, 1);
        ask_yes_no(e, n, dst);
        emit_jump(e, OP_JZ, dst, 0, 0, no);
        tell(e, n, true);
        emit_block(e, n->b);
    }
    if (n->number) {
        emit_pass(e, n);
        emit_jump(e, OP_JMP, 0, 0, 0, head);
    }
    if (e->declined == n) { /* it replaces what would have happened */
        int yes = emit_scratch(e, 1);
        emit_load(e, yes, 1);
        emit_op(e, OP_RET, yes, 1, 0);
    }
    emit_place(e, no);
    e->top = top;
}

/* ---- ask */
/* Goes to `yes` with x at the first of the source, in its order, who wants; falls through when there is none. */
static void ask_in_turn(struct emitter *e, struct node *n, int x, int var, int yes) {
    int keep = emit_scratch(e, 1), wants = emit_scratch(e, 1);
    emit_op(e, OP_MOV, keep, REG_ME, 0);
    struct iterator it = iter_open_in_order(e, n->a, x, NULL);
    if (n->b && var < 0) emit_test(e, n->b, false, it.head);
    if (var < 0) {
        emit_op(e, OP_MOV, REG_ME, x, 0);
        ask_yes_no(e, n, wants);
        emit_op(e, OP_MOV, REG_ME, keep, 0);
    } else {
        emit_opx(e, OP_LDV, wants, x, NO_REGISTER, var);
    }
    emit_jump(e, OP_JNZ, wants, 0, 0, yes);
    iter_next(e, &it);
    iter_close(e, &it);
}

/* Everybody of the source answers at once and in secret; var says then who wants. */
static void ask_together(struct emitter *e, struct node *n, int x, int var) {
    struct type set = type_make(VT_PLAYER, VF_SET, ANY);
    int end = emit_label(e), seats = emit_reg(e, set), keep = emit_scratch(e, 1), wants = emit_scratch(e, 1);
    emit_op(e, OP_SCLR, seats, 0, 1);
    struct iterator it = iter_open_in_order(e, n->a, x, NULL);
    if (n->b) emit_test(e, n->b, false, it.head);
    emit_op(e, OP_SADD, seats, x, 1);
    iter_next(e, &it);
    iter_close(e, &it);
    emit_load(e, x, NONE);
    emit_op(e, OP_MOV, keep, REG_ME, 0);
    uint32_t pc = (uint32_t)e->out.code.n;
    emit_jump(e, OP_FORK, seats, 0, 0, end);
    emit_map(e, pc, e->top);
    emit_op(e, OP_MOV, x, REG_ME, 0);
    ask_yes_no(e, n, wants);
    emit_safe(e, emit_opx(e, OP_STV, wants, REG_ME, NO_REGISTER, var));
    emit_op(e, OP_JOIN, 0, 0, 0);
    emit_place(e, end);
    emit_op(e, OP_MOV, REG_ME, keep, 0);
}

static void forget_wants(struct emitter *e, int var) {
    int top = e->top, who = emit_scratch(e, 2);
    emit_load(e, who + 1, 0);
    for (unsigned seat = 0; seat < e->m->seats; seat++) {
        emit_load(e, who, (int32_t)seat);
        emit_safe(e, emit_opx(e, OP_STV, who + 1, who, NO_REGISTER, var));
    }
    e->top = top;
}

void emit_ask_first(struct emitter *e, struct node *n) {
    int x = emit_reg(e, TYPE(VT_PLAYER)), after = e->top, var = NONE, yes = emit_label(e);
    set_reg(e, n->symbol, x);
    for (size_t i = 0; i < e->m->asks.n; i++)
        if (e->m->asks.data[i].node == n) var = e->m->asks.data[i].var;
    emit_load(e, x, NONE);
    if (var >= 0) ask_together(e, n, x, var);
    ask_in_turn(e, n, x, var, yes);
    emit_load(e, x, NONE);
    emit_place(e, yes);
    if (var >= 0) forget_wants(e, var);
    e->top = after;
}

/* ---- either */
void emit_either(struct emitter *e, struct node *n, bool optional, int no_label) {
    int dst = emit_scratch(e, 1), after = e->top, count = 0, end = emit_label(e), aside = 0;
    uint32_t silent = 0;
    VEC(struct words) labels = {0};
    for (struct node *o = n->kids; o; o = o->next)
        watch(e, o);
    for (struct node *o = n->kids; o && count < MAX_OPTIONS; o = o->next, count++) {
        struct words w = o->text ? emit_template(e, o, o->text) : text_phrase(&e->texts, o->b);
        if (!o->text) aside = ASK_TELLS; /* it is read out by what it does, and doing it tells it */
        aside |= tells(e, o) & ASK_TELLS;
        if (tells(e, o) & ASK_SILENT) silent |= 1u << count;
        if (!VEC_PUSH(&labels, w)) e->out.failed = true;
    }
    struct words words = text_literal(&e->texts, "Choose one");
    int site = emit_site(e, SITE_OPTION, n);
    struct site *s = &e->out.sites.data[site];
    s->value = value_kind_of(TYPE(VT_OPTION));
    s->flags = (uint8_t)(aside | (optional ? ASK_OPTIONAL : 0));
    s->n_options = (uint8_t)count;
    s->unit = (int32_t)silent;
    s->options = (uint32_t)e->out.labels.n;
    s->words = words;
    for (size_t i = 0; i < labels.n; i++)
        if (!VEC_PUSH(&e->out.labels, labels.data[i])) e->out.failed = true;
    VEC_FREE(&labels);
    emit_map(e, emit_opx(e, OP_ASK, dst, NO_REGISTER, NO_REGISTER, site), e->top);
    e->top = after;
    int k = emit_scratch(e, 1), i = 0;
    if (optional) {
        emit_load(e, k, NONE);
        emit_jump(e, OP_JEQ, dst, k, 0, no_label);
    }
    for (struct node *o = n->kids; o && i < count; o = o->next, i++) {
        int skip = emit_label(e);
        emit_load(e, k, i);
        emit_jump(e, OP_JNE, dst, k, 0, skip);
        tell(e, o, true);
        emit_block(e, o->b);
        emit_jump(e, OP_JMP, 0, 0, 0, end);
        emit_place(e, skip);
    }
    emit_place(e, end);
}
