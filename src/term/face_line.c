/* face_line.c: see face_line.h. One function for each part of the grammar of docs/faces.md. */
#include "term/face_line.h"

#include "base/json_value.h"
#include "term/signs.h"

#include <stdlib.h>
#include <string.h>

enum { NAMED = 2 }; /* so many spaces are named, more are counted */

struct line {
    const struct drawing *d;
    const tn_game *game;
    size_t card;      /* whose face it is */
    int clause;       /* of the block that is being said; -1: none */
    bool held;        /* something is put on the card: what it holds has been said */
    bool beside_card; /* false: of a track */
    struct buf *out;
};

static const char *say(const struct line *l, const char *english) {
    return tn_game_phrase(l->game, english);
}

static bool is(const struct value *v, const char *key, const char *text) {
    const char *found = value_text(value_get(v, key));
    return found && strcmp(found, text) == 0;
}

static const struct value *items(const struct value *v) {
    return v && v->type == VALUE_ARRAY ? v->kids : NULL;
}

static void put(const struct line *l, const char *text) {
    buf_puts(l->out, text);
}

static void put_minus(const struct line *l) {
    put(l, l->d->look->unicode ? "\u2212" : "-");
}

static void put_integer(const struct line *l, int64_t n) {
    if (n < 0) put_minus(l);
    buf_printf(l->out, "%lld", (long long)(n < 0 ? -n : n));
}

/* ---- things */
static int number_of(const struct value *ref, const char *sort) {
    return (int)value_number(value_get(ref, sort), -1);
}

static const char *called(const char *title, const char *name) {
    return title && *title ? title : name;
}

/* Whether a member of another sort has the same sign: then tags and pieces go by their names, resources keep it. */
static bool is_shared(const struct line *l, tn_sort sort, const char *sign) {
    for (size_t i = 0; i < tn_game_member_count(l->game); i++) {
        tn_member other;
        tn_game_member(l->game, i, &other);
        const char *its = sign_of_look(l->d->look, &other.look);
        if (other.sort != sort && its && strcmp(its, sign) == 0) return sort != TN_RESOURCE;
    }
    return false;
}

static const char *sign_of_ref(const struct line *l, int m) {
    tn_member member;
    tn_game_member(l->game, (size_t)m, &member);
    if (member.sort != TN_RESOURCE && !l->d->look->pictures) return NULL; /* letters are said of what one counts */
    const char *sign = sign_of_member(l->d->look, l->game, (size_t)m);
    return sign && !is_shared(l, member.sort, sign) ? sign : NULL;
}

/* NULL: it goes by its name. */
static const char *sign_of(const struct line *l, const struct value *ref) {
    const struct look *look = l->d->look;
    int m = number_of(ref, "m"), t = number_of(ref, "t"), k = number_of(ref, "k"), v = number_of(ref, "v");
    tn_track track;
    tn_kind kind;
    tn_var var;
    if (m >= 0) return sign_of_ref(l, m);
    if (t >= 0) return tn_game_track(l->game, (size_t)t, &track), sign_of_look(look, &track.look);
    if (v >= 0) return tn_game_var(l->game, (size_t)v, &var), look->pictures ? sign_of_look(look, &var.look) : NULL;
    if (k >= 0)
        return tn_game_kind(l->game, (size_t)k, &kind),
               kind.of_spaces && look->pictures ? sign_of_look(look, &kind.look) : NULL;
    return NULL;
}

static void put_member_name(const struct line *l, int m, bool many) {
    tn_member member;
    tn_game_member(l->game, (size_t)m, &member);
    words_put_name(many ? member.many : member.name, l->out);
    if (member.sort == TN_TAG) buf_printf(l->out, " %s", say(l, many ? "tags" : "tag"));
}

static void put_name(const struct line *l, const struct value *ref, bool many) {
    int m = number_of(ref, "m"), t = number_of(ref, "t"), v = number_of(ref, "v"), k = number_of(ref, "k");
    int c = number_of(ref, "c"), z = number_of(ref, "z"), b = number_of(ref, "b");
    tn_track track;
    tn_var var;
    tn_kind kind;
    tn_card card;
    tn_zone zone;
    tn_board board;
    if (m >= 0) {
        put_member_name(l, m, many);
    } else if (t >= 0) {
        tn_game_track(l->game, (size_t)t, &track);
        words_put_name(called(track.title, track.name), l->out);
    } else if (v >= 0) {
        tn_game_var(l->game, (size_t)v, &var);
        words_put_name(var.title, l->out);
    } else if (k >= 0) {
        tn_game_kind(l->game, (size_t)k, &kind);
        words_put_name(called(kind.title, kind.name), l->out);
    } else if (c >= 0) {
        tn_game_card(l->game, (size_t)c, &card);
        put(l, card.name);
    } else if (z >= 0) {
        tn_game_zone(l->game, (size_t)z, &zone);
        words_put_name(called(zone.title, zone.name), l->out);
    } else if (b >= 0) {
        tn_game_board(l->game, (size_t)b, &board);
        words_put_name(called(board.title, board.name), l->out);
    } else if (value_get(ref, "sort")) {
        put(l, value_text(value_get(ref, "sort")));
    }
}

static void put_thing(const struct line *l, const struct value *ref, bool many) {
    const char *sign = sign_of(l, ref);
    if (sign)
        put(l, sign);
    else
        put_name(l, ref, many);
    if (value_get(ref, "laps")) buf_printf(l->out, " %s", say(l, "laps"));
}

static void put_things(const struct line *l, const struct value *list, const char *between) {
    for (const struct value *v = items(list); v; v = v->next) {
        put_thing(l, v, false);
        if (v->next) put(l, sign_of(l, v) && sign_of(l, v->next) ? "" : between);
    }
}

/* Whose it is, where that is not only mine. */
static const char *whose(const struct line *l, const struct value *v) {
    if (is(v, "who", "any")) return say(l, "any");
    if (is(v, "who", "others")) return say(l, "others");
    return is(v, "who", "all") ? say(l, "all") : NULL;
}

static bool lies_open(const struct line *l, const struct value *ref) {
    int m = number_of(ref, "m");
    tn_member member;
    if (m < 0) return false;
    tn_game_member(l->game, (size_t)m, &member);
    return member.sort == TN_PIECE;
}

/* ---- places */
static void put_beside(const struct line *l, const struct value *near) {
    int64_t least = value_number(value_get(near, "min"), 1);
    if (value_get(near, "its")) {
        put(l, say(l, "it"));
        return;
    }
    if (value_get(near, "not")) buf_printf(l->out, "%s ", say(l, "no"));
    if (least > 1) buf_printf(l->out, "%lld ", (long long)least);
    if (is(near, "who", "me")) buf_printf(l->out, "%s ", say(l, "own"));
    put_thing(l, value_get(near, "of"), false);
}

static void put_place(const struct line *l, const struct value *at) {
    if (value_get(at, "on")) {
        buf_printf(l->out, " %s ", say(l, "on"));
        put_thing(l, value_get(at, "on"), false);
    }
    const struct value *spaces = items(value_get(at, "spaces"));
    size_t many = 0;
    for (const struct value *s = spaces; s; s = s->next)
        many++;
    if (many > NAMED) buf_printf(l->out, " %s %zu %s", say(l, "on"), many, say(l, "spaces"));
    for (const struct value *s = spaces; s && many <= NAMED; s = s->next) {
        tn_space space;
        tn_game_space(l->game, (size_t)s->number, &space);
        buf_printf(l->out, s == spaces ? " %s %s" : "%s%s", s == spaces ? say(l, "on") : "/", space.name);
    }
    const struct value *near = items(value_get(at, "near"));
    for (const struct value *n = near; n; n = n->next) {
        buf_printf(l->out, " %s ", n == near ? say(l, "by") : "+");
        put_beside(l, n);
    }
}

/* ---- numbers */
/* Whether words come before what is counted. */
static bool says_whose(const struct line *l, const struct value *c) {
    bool open = lies_open(l, value_get(c, "of"));
    return value_get(c, "free") || (whose(l, c) ? !(open && is(c, "who", "all")) : open);
}

/* What is counted: "own city", "science tag", "M" in its frame. */
static void put_counted(const struct line *l, const struct value *c, bool many) {
    const struct value *of = value_get(c, "of"), *in = value_get(c, "in");
    const char *who = whose(l, c);
    bool open = lies_open(l, of), framed = value_get(in, "v") != NULL;
    if (value_get(c, "free")) buf_printf(l->out, "%s ", say(l, "free"));
    if (open && !who) buf_printf(l->out, "%s ", say(l, "own"));
    if (who && !(open && is(c, "who", "all"))) buf_printf(l->out, "%s ", who);
    if (framed) put(l, "[");
    put_thing(l, of, many);
    if (framed) put(l, "]");
    if (value_get(in, "z") || value_get(in, "k")) {
        buf_printf(l->out, " %s ", say(l, "in"));
        put_name(l, in, false);
    }
    if (value_get(c, "over")) buf_printf(l->out, " >%lld", (long long)value_number(value_get(c, "over"), 0));
    const char *has = value_text(value_get(c, "has"));
    if (has) buf_printf(l->out, " (%s)", has);
    put_place(l, value_get(c, "at"));
}

static void put_per(const struct line *l, const struct value *count) {
    int64_t each = value_number(value_get(count, "each"), 1);
    put(l, "/");
    if (each > 1) buf_printf(l->out, "%lld", (long long)each);
    if (each > 1 && (!sign_of(l, value_get(count, "of")) || says_whose(l, count))) put(l, " ");
    put_counted(l, count, each > 1);
}

/* The number without what it counts, whose sign `*less` tells. "" of a sum. */
static void read_number(const struct value *n, bool *less, char text[24]) {
    const char *x = value_text(value_get(n, "x"));
    int64_t plain = n && n->type == VALUE_NUMBER ? n->number : value_number(value_get(n, "n"), 1);
    *less = x ? *x == '-' : plain < 0;
    struct buf out;
    buf_init(&out);
    if (x)
        buf_puts(&out, x + *less);
    else
        buf_printf(&out, "%lld", (long long)(plain < 0 ? -plain : plain));
    size_t kept = out.n < 23 ? out.n : 23;
    memcpy(text, out.data, kept);
    text[kept] = '\0';
    buf_free(&out);
}

static void put_number(const struct line *l, const struct value *n) {
    char text[24];
    bool less;
    for (const struct value *part = items(value_get(n, "sum")); part; part = part->next) {
        put_number(l, part);
        if (part->next) put(l, "+");
    }
    if (value_get(n, "sum")) return;
    read_number(n, &less, text);
    if (less) put_minus(l);
    const struct value *per = value_get(n, "per");
    if (per && strcmp(text, "1") == 0 && value_number(value_get(per, "each"), 1) == 1) { /* as many as there are */
        put_counted(l, per, true);
        return;
    }
    put(l, text);
    if (per) put_per(l, per);
}

enum manner { PLAIN, SIGNED, AWAY }; /* SIGNED: with + or -; AWAY: what is more is lost */

/* "+2M", "-2M", "2M": so much of it. */
static void put_amount(const struct line *l, const struct value *n, const struct value *of, enum manner manner,
                       bool upto) {
    char text[24];
    bool less;
    for (const struct value *part = items(value_get(n, "sum")); part; part = part->next) {
        put_amount(l, part, of, manner, upto);
        if (part->next) put(l, " ");
    }
    if (value_get(n, "sum")) return;
    read_number(n, &less, text);
    if (manner == AWAY ? !less : less)
        put_minus(l);
    else if (manner != PLAIN)
        put(l, "+");
    if (upto) put(l, l->d->look->unicode ? "\u2264" : "<=");
    put(l, text);
    if (!sign_of(l, of)) put(l, " ");
    put_thing(l, of, strcmp(text, "1") != 0);
    if (value_get(n, "per")) put_per(l, value_get(n, "per"));
}

static void put_amounts(const struct line *l, const struct value *p, enum manner manner) {
    for (const struct value *a = items(value_get(p, "a")); a; a = a->next) {
        put_amount(l, value_get(a, "n"), value_get(a, "of"), manner, value_get(p, "upto") != NULL);
        if (a->next) put(l, " ");
    }
}

/* ---- conditions */
/* The present value of a track where it does not fulfil what is asked. */
static void put_present(const struct line *l, const struct value *c) {
    const struct value *min = value_get(c, "min"), *max = value_get(c, "max");
    int t = number_of(value_get(c, "of"), "t"), laps;
    tn_track track;
    if (t < 0 || value_get(value_get(c, "of"), "laps")) return;
    tn_game_track(l->game, (size_t)t, &track);
    if (track.per_player && l->d->seat >= l->d->match->seats) return;
    int now = tn_track_position(l->game, l->d->match->state, (size_t)t, track.per_player ? (int)l->d->seat : -1, &laps);
    bool low = min && min->type == VALUE_NUMBER && now < min->number;
    bool high = max && max->type == VALUE_NUMBER && now > max->number;
    if (!low && !high) return;
    buf_printf(l->out, " (%s ", say(l, "now"));
    put_integer(l, now);
    put(l, ")");
}

static void put_bound(const struct line *l, bool least, const struct value *n) {
    const struct look *look = l->d->look;
    put(l, least ? (look->unicode ? "\u2265" : ">=") : (look->unicode ? "\u2264" : "<="));
    put_number(l, n);
}

static void put_condition(const struct line *l, const struct value *c) {
    const struct value *min = value_get(c, "min"), *max = value_get(c, "max");
    bool one = min && !max && min->type == VALUE_NUMBER && min->number == 1;
    bool track = is(c, "c", "track") || value_get(value_get(c, "of"), "v"); /* a number, not so many things */
    bool none = max && !min && max->type == VALUE_NUMBER && max->number == 0;
    if (none && !track) buf_printf(l->out, "%s ", say(l, "no"));
    if (min && !max && !one && !track && min->type == VALUE_NUMBER) { /* "3 science tags" */
        bool close = sign_of(l, value_get(c, "of")) && !says_whose(l, c);
        buf_printf(l->out, close ? "%lld" : "%lld ", (long long)min->number);
        put_counted(l, c, true);
        return;
    }
    put_counted(l, c, false);
    if (min && (!one || track)) put_bound(l, true, min);
    if (max && (!none || track)) put_bound(l, false, max);
    put_present(l, c);
}

static void put_conditions(const struct line *l, const struct value *list) {
    for (const struct value *c = items(list); c; c = c->next) {
        put_condition(l, c);
        if (c->next) put(l, ", ");
    }
}

/* ---- phrases */
static void put_body(struct line *l, const struct value *body);

static void put_change(const struct line *l, const struct value *p) {
    int v = number_of(value_get(p, "of"), "v");
    tn_var var = {0};
    if (v >= 0) tn_game_var(l->game, (size_t)v, &var);
    bool framed = var.role == TN_VAR_RATE;
    if (framed) put(l, "[");
    put_amounts(l, p, SIGNED);
    if (framed) put(l, "]");
    if (framed || v < 0) return;
    buf_printf(l->out, " %s ", say(l, "of"));
    put_name(l, value_get(p, "of"), false);
}

static void put_cards(const struct line *l, const struct value *p, bool away) {
    const struct value *n = value_get(p, "n"), *of = value_get(p, "of");
    bool one = n && n->type == VALUE_NUMBER && n->number == 1;
    if (away)
        put_minus(l);
    else
        put(l, "+");
    if (value_get(p, "upto")) put(l, l->d->look->unicode ? "\u2264" : "<=");
    put_number(l, n);
    if (l->d->look->pictures && !of) {
        put(l, sign_of_picture("card"));
        return;
    }
    put(l, " ");
    if (of)
        put_name(l, of, !one);
    else
        put(l, say(l, one ? "card" : "cards"));
}

static void put_hold(struct line *l, const struct value *p) {
    put_amount(l, value_get(p, "n"), value_get(p, "of"), SIGNED, value_get(p, "upto") != NULL);
    bool here = is(p, "on", "this");
    l->held |= here;
    buf_printf(l->out, " %s", say(l, here ? "here" : is(p, "on", "any") ? "on any card" : "on a card"));
}

static void put_keep(const struct line *l, const struct value *p) {
    buf_printf(l->out, "%s %lld, %s %s%lld", say(l, "look at"), (long long)value_number(value_get(p, "look"), 0),
               say(l, "keep"), value_get(p, "upto") ? (l->d->look->unicode ? "\u2264" : "<=") : "",
               (long long)value_number(value_get(p, "keep"), 0));
    const struct value *price = value_get(p, "price");
    if (!price) return;
    buf_printf(l->out, " %s ", say(l, "for"));
    put_amount(l, value_get(price, "n"), value_get(price, "of"), PLAIN, false);
}

static bool is_several(const struct value *body) {
    const struct value *first = items(body);
    return first && first->next;
}

/* Several together, in brackets where they stand beside something else. */
static void put_group(struct line *l, const struct value *body, bool brackets) {
    brackets &= is_several(body);
    if (brackets) put(l, "(");
    put_body(l, body);
    if (brackets) put(l, ")");
}

static void put_swap(struct line *l, const struct value *p) {
    for (const struct value *given = items(value_get(p, "pay")); given; given = given->next) {
        const char *who = whose(l, given);
        if (is(given, "v", "pay") || (is(given, "v", "lose") && !who)) {
            put_amounts(l, given, PLAIN);
            put_things(l, value_get(given, "with"), "/");
        } else {
            struct value one = *given, alone = {.type = VALUE_ARRAY, .kids = &one};
            one.next = NULL;
            put_body(l, &alone);
        }
        if (given->next) put(l, " ");
    }
    put(l, l->d->look->unicode ? " \u2192 " : " -> ");
    put_group(l, value_get(p, "get"), false);
}

static void put_either(struct line *l, const struct value *p) {
    for (const struct value *body = items(value_get(p, "of")); body; body = body->next) {
        put_group(l, body, true);
        if (body->next) put(l, " / ");
    }
}

static void put_if(struct line *l, const struct value *p) {
    buf_printf(l->out, "%s ", say(l, "if"));
    put_conditions(l, value_get(p, "if"));
    put(l, ": ");
    put_group(l, value_get(p, "then"), true);
    if (!value_get(p, "else")) return;
    buf_printf(l->out, ", %s ", say(l, "else"));
    put_group(l, value_get(p, "else"), true);
}

static void put_choose(struct line *l, const struct value *p) {
    put(l, value_text(value_get(p, "x")));
    put(l, "=");
    put_number(l, value_get(p, "from"));
    put(l, "..");
    if (value_get(p, "to")) put_number(l, value_get(p, "to"));
}

static void put_words(struct line *l, const struct value *p) {
    const char *text = value_text(value_get(p, "text"));
    tn_clause clause = {0};
    if (!text && l->beside_card && l->clause >= 0)
        tn_card_clause(l->game, l->card, (size_t)l->clause, &clause), text = clause.text.bytes;
    if (clause.role == TN_ROLE_VALUE) buf_printf(l->out, "%s ", clause.label); /* what a card has, by its name */
    put(l, text ? text : "");
}

static void put_put(const struct line *l, const struct value *p, bool away) {
    const struct value *n = value_get(p, "n"), *what = value_get(p, "what");
    bool one = !n || (n->type == VALUE_NUMBER && n->number == 1);
    buf_printf(l->out, "%s ", say(l, away ? "take" : "place"));
    if (!one) put_number(l, n), put(l, sign_of(l, what) ? "" : " ");
    put_thing(l, what, !one);
    put_place(l, value_get(p, "at"));
}

/* "project: activation": a part of another card. */
static void put_do(const struct line *l, const struct value *p) {
    const struct value *of = value_get(p, "of"), *with = value_get(p, "with");
    const char *word = value_text(value_get(p, "word"));
    if (with) put_things(l, with, "/");
    if (with && of) put(l, " ");
    if (of) put_name(l, of, false);
    if (word && (with || of)) put(l, ": ");
    if (word) words_put_name(word, l->out);
}

static void put_step(const struct line *l, const struct value *p) {
    put_amount(l, value_get(p, "n"), value_get(p, "of"), SIGNED, value_get(p, "upto") != NULL);
}

/* Those that hold others. False: it is none of them. */
static bool put_nest(struct line *l, const struct value *p, const char *who) {
    if (is(p, "v", "swap")) return put_swap(l, p), true;
    if (is(p, "v", "either")) return put_either(l, p), true;
    if (is(p, "v", "if")) return put_if(l, p), true;
    if (is(p, "v", "may")) {
        buf_printf(l->out, "%s ", say(l, "may"));
        return put_group(l, value_get(p, "do"), true), true;
    }
    if (is(p, "v", "repeat")) {
        put_number(l, value_get(p, "n"));
        put(l, "x ");
        return put_group(l, value_get(p, "do"), true), true;
    }
    if (is(p, "v", "each")) {
        if (who) buf_printf(l->out, "%s: ", who);
        return put_group(l, value_get(p, "do"), true), true;
    }
    return false;
}

static void put_phrase(struct line *l, const struct value *p) {
    const char *who = whose(l, p);
    size_t from = l->out->n;
    if (put_nest(l, p, who)) return;
    if (is(p, "v", "gain")) put_amounts(l, p, SIGNED);
    if (is(p, "v", "lose")) put_amounts(l, p, AWAY);
    if (is(p, "v", "pay")) {
        put_amounts(l, p, AWAY);
        put_things(l, value_get(p, "with"), "/");
    }
    if (is(p, "v", "change")) put_change(l, p);
    if (is(p, "v", "step")) put_step(l, p);
    if (is(p, "v", "put")) put_put(l, p, false);
    if (is(p, "v", "take")) put_put(l, p, true);
    if (is(p, "v", "draw")) put_cards(l, p, false);
    if (is(p, "v", "discard")) put_cards(l, p, true);
    if (is(p, "v", "keep")) put_keep(l, p);
    if (is(p, "v", "hold")) put_hold(l, p);
    if (is(p, "v", "choose")) put_choose(l, p);
    if (is(p, "v", "finish")) put(l, say(l, "the game ends"));
    if (is(p, "v", "do")) put_do(l, p);
    if (is(p, "v", "text")) put_words(l, p);
    if (who && l->out->n > from) buf_printf(l->out, " (%s)", who);
}

static void put_body(struct line *l, const struct value *body) {
    for (const struct value *p = items(body); p; p = p->next) {
        put_phrase(l, p);
        if (p->next) put(l, is(p, "v", "choose") ? ": " : ", ");
    }
}

/* ---- blocks */
/* "when tagged plant/animal: ": what is heard. */
static void put_when(const struct line *l, const struct value *w) {
    const struct value *look = value_get(w, "look");
    tn_look seen = {.picture = value_text(value_get(look, "picture")), .icon = value_text(value_get(look, "icon"))};
    const char *sign = look && l->d->look->pictures ? sign_of_look(l->d->look, &seen) : NULL, *who = whose(l, w);
    const char *attribute = value_text(value_get(w, "attribute"));
    buf_printf(l->out, "%s ", say(l, "when"));
    if (who) buf_printf(l->out, "%s ", who);
    if (sign)
        put(l, sign);
    else
        words_put_name(value_text(value_get(w, "verb")), l->out);
    if (value_get(w, "things")) {
        put(l, " ");
        put_things(l, value_get(w, "things"), "/");
    } else if (value_get(value_get(w, "of"), "k")) {
        put(l, " ");
        put_name(l, value_get(w, "of"), false);
    }
    if (attribute) {
        put(l, " ");
        words_put_name(attribute, l->out);
    }
    if (value_get(w, "min")) put_bound(l, true, value_get(w, "min"));
    put_place(l, value_get(w, "at"));
    put(l, ": ");
}

/* "price farm -2c": a value becomes another. */
static void put_adjustment(const struct line *l, const struct value *b) {
    const struct value *by = value_get(b, "by"), *unit = value_get(b, "unit");
    words_put_name(value_text(value_get(b, "value")), l->out);
    const char *who = whose(l, b);
    if (who) buf_printf(l->out, " (%s)", who);
    if (value_get(b, "of")) {
        put(l, " ");
        put_things(l, value_get(b, "of"), "/");
    }
    if (value_get(b, "set")) buf_printf(l->out, ": %s", say(l, "yes"));
    if (value_get(b, "with")) {
        put(l, " +");
        put_things(l, value_get(b, "with"), "/");
    }
    if (!by) return;
    put(l, " ");
    if (unit) {
        put_amount(l, by, unit, SIGNED, false);
        return;
    }
    static const char *const others[] = {"rule", "on", "of", "who", "this"}; /* else it is what the card gives for it */
    bool changes = false;
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
        changes |= value_get(b, others[i]) != NULL;
    if (changes && !(by->type == VALUE_NUMBER && by->number < 0)) put(l, "+");
    put_number(l, by);
}

static void put_block(struct line *l, const struct value *b) {
    l->clause = (int)value_number(value_get(b, "clause"), -1);
    if (is(b, "role", "adjust")) {
        put_adjustment(l, b);
        return;
    }
    const struct value *first = items(value_get(b, "do"));
    bool in_words = first && !first->next && is(first, "v", "text") && !value_get(first, "text"); /* all of them */
    if (is(b, "role", "when") && !in_words) put_when(l, value_get(b, "when"));
    if (is(b, "role", "action") && !in_words) {
        tn_clause clause = {0};
        if (l->clause >= 0) tn_card_clause(l->game, l->card, (size_t)l->clause, &clause);
        buf_printf(l->out, "%s: ", clause.label && *clause.label ? clause.label : say(l, "action"));
    }
    put_body(l, value_get(b, "do"));
}

static void put_points(const struct line *l, const struct value *p) {
    const struct value *n = value_get(p, "n"), *per = value_get(p, "per");
    if (value_get(p, "if")) {
        buf_printf(l->out, "%s ", say(l, "if"));
        put_conditions(l, value_get(p, "if"));
        put(l, ": ");
    }
    bool one = n && n->type == VALUE_NUMBER && (n->number == 1 || n->number == -1);
    put_number(l, n);
    buf_printf(l->out, " %s", say(l, one ? "pt" : "pts"));
    if (per) put_per(l, per);
    if (!value_get(p, "else")) return;
    buf_printf(l->out, ", %s ", say(l, "else"));
    put_number(l, value_get(p, "else"));
}

/* ---- the whole */
static void next_part(const struct line *l, size_t from) {
    if (l->out->n > from) put(l, "; ");
}

static void put_named(const struct line *l, size_t from, const char *name) {
    next_part(l, from);
    buf_printf(l->out, "%s ", name);
}

static void put_head(struct line *l, const struct value *face, struct face_wish wish, size_t from) {
    const struct value *cost = value_get(face, "cost");
    if (cost && !wish.cost_elsewhere) {
        put_named(l, from, say(l, "cost"));
        put_amount(l, value_get(cost, "n"), value_get(cost, "of"), PLAIN, false);
    }
    for (const struct value *a = items(value_get(face, "start")); a; a = a->next) {
        put_named(l, from, say(l, "start"));
        put_amount(l, value_get(a, "n"), value_get(a, "of"), PLAIN, false);
    }
    if (value_get(face, "tags") && !wish.tags_elsewhere) {
        next_part(l, from);
        put_things(l, value_get(face, "tags"), ", ");
    }
    const char *const lists[] = {"requires", "wanted"};
    for (size_t i = 0; i < 2; i++) {
        if (!value_get(face, lists[i])) continue;
        put_named(l, from, say(l, "needs"));
        put_conditions(l, value_get(face, lists[i]));
    }
    for (const struct value *s = items(value_get(face, "shows")); s; s = s->next) {
        next_part(l, from);
        words_put_name(value_text(value_get(s, "name")), l->out);
        put(l, " ");
        if (value_get(s, "of"))
            put_thing(l, value_get(s, "of"), false);
        else
            put_number(l, value_get(s, "n"));
    }
}

static void put_all(struct line *l, const struct value *face, struct face_wish wish) {
    size_t from = l->out->n;
    put_head(l, face, wish, from);
    for (const struct value *b = items(value_get(face, "blocks")); b; b = b->next) {
        next_part(l, from);
        put_block(l, b);
    }
    if (value_get(face, "holds") && !l->held) {
        put_named(l, from, say(l, "holds"));
        put_thing(l, value_get(face, "holds"), true);
    }
    if (value_get(face, "points")) {
        next_part(l, from);
        put_points(l, value_get(face, "points"));
    }
}

/* ---- reading it */
static const struct value *read_json(struct arena *arena, char *json) {
    const char *why;
    return json ? value_parse(arena, json, strlen(json), &why, NULL) : NULL;
}

/* The author's own words say all there is. */
static bool has_own_words(const struct drawing *d, size_t card) {
    tn_card facts;
    tn_game_card(d->match->game, card, &facts);
    for (size_t i = 0; i < tn_card_clause_count(d->match->game, card); i++) {
        tn_clause clause;
        tn_card_clause(d->match->game, card, i, &clause);
        if (clause.length == 0 && clause.role != TN_ROLE_FLAVOUR && facts.text.bytes && *facts.text.bytes) return true;
    }
    return false;
}

/* NULL: it has none. `json` is to be freed, the arena too. */
static const struct value *read_face(const tn_game *game, size_t card, struct arena *arena, char **json) {
    size_t size = tn_card_face(game, card, NULL, 0);
    *json = size > 0 ? malloc(size + 1) : NULL;
    arena_init(arena);
    if (*json) tn_card_face(game, card, *json, size + 1);
    return read_json(arena, *json);
}

/* Whether all it does is carrying out other cards. */
static bool names_only_others(const struct value *face) {
    size_t n = 0;
    for (const struct value *b = items(value_get(face, "blocks")); b; b = b->next)
        for (const struct value *p = items(value_get(b, "do")); p; p = p->next, n++)
            if (!is(p, "v", "do")) return false;
    return n > 0;
}

bool face_line_cost(const tn_game *game, size_t card, int32_t *out) {
    struct arena arena;
    char *json;
    const struct value *cost = value_get(value_get(read_face(game, card, &arena, &json), "cost"), "n");
    bool known = cost && cost->type == VALUE_NUMBER;
    if (known) *out = (int32_t)cost->number;
    arena_free(&arena);
    free(json);
    return known;
}

bool face_line_put(const struct drawing *d, size_t card, struct face_wish wish, struct buf *out) {
    const tn_game *game = d->match->game;
    struct arena arena;
    char *json;
    size_t from = out->n;
    if (has_own_words(d, card)) return false;
    const struct value *face = read_face(game, card, &arena, &json);
    struct line l = {.d = d, .game = game, .card = card, .clause = -1, .beside_card = true, .out = out};
    bool says = face && face->type == VALUE_OBJECT && !(wish.not_only_others && names_only_others(face));
    if (says && wish.clause == FACE_ALL) put_all(&l, face, wish);
    for (const struct value *b = items(value_get(face, "blocks")); b && wish.clause != FACE_ALL; b = b->next)
        if (value_number(value_get(b, "clause"), -1) == wish.clause) put_body(&l, value_get(b, "do"));
    arena_free(&arena);
    free(json);
    return out->n > from;
}

void face_line_put_mark(const struct drawing *d, size_t track, size_t mark, struct buf *out) {
    size_t size = tn_track_mark_face(d->match->game, track, mark, NULL, 0), from = out->n;
    char *json = size > 0 ? malloc(size + 1) : NULL;
    struct arena arena;
    arena_init(&arena);
    if (json) tn_track_mark_face(d->match->game, track, mark, json, size + 1);
    struct line l = {.d = d, .game = d->match->game, .clause = -1, .out = out};
    put_body(&l, read_json(&arena, json));
    if (out->n == from) {
        tn_mark facts;
        tn_track_mark(d->match->game, track, mark, &facts);
        buf_puts(out, facts.text.bytes ? facts.text.bytes : "");
    }
    arena_free(&arena);
    free(json);
}
