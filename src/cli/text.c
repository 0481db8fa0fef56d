/* text.c: `terrane text`: cards, boards and the other rules in words, as generated from the definition. */
#include "base/json.h"
#include "cli/load.h"
#include "cli/merge.h"
#include "cli/verbs.h"
#include "play/menu.h"
#include "show/describe.h"
#include "show/text_json.h"
#include "term/capabilities.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* Where the texts go: to the terminal, or into an array. */
struct printer {
    const tn_game *game;
    const char *name; /* only what is called so, or begins so; NULL: everything */
    enum words_match least;
    struct json *json; /* NULL: to the terminal */
    struct look look;
    struct buf out;
    size_t n; /* printed so far */
};

static bool wanted(const struct printer *p, const char *name) {
    return !p->name || words_compare(name, p->name) >= p->least;
}

static void open_entry(struct json *j, const char *kind, const char *name, tn_text text) {
    json_object(j, NULL);
    json_text(j, "kind", kind);
    json_text(j, "name", name);
    text_put_json(j, "text", text);
    json_array(j, "clauses");
}

static void close_entry(struct json *j) {
    json_close(j);
    json_close(j);
}

static void heading(struct printer *p, const char *title) {
    struct buf line;
    buf_init(&line);
    buf_printf(&line, "%c%s", toupper((unsigned char)*title), *title ? title + 1 : "");
    if (p->out.n || p->n) buf_putc(&p->out, '\n');
    look_put(&p->look, &p->out, PAINT_STRONG, line.data ? line.data : "");
    buf_putc(&p->out, '\n');
    buf_free(&line);
}

/* ---- cards */
static void add_card(struct json *j, const tn_game *game, size_t i, const tn_card *card) {
    open_entry(j, card->kind, card->name, card->text);
    for (size_t k = 0; k < tn_card_clause_count(game, i); k++) {
        tn_clause clause;
        tn_card_clause(game, i, k, &clause);
        json_object(j, NULL);
        json_text(j, "label", clause.label);
        json_text(j, "role", role_name(clause.role));
        text_put_json(j, "text", clause.text);
        json_close(j);
    }
    close_entry(j);
}

static void print_card(struct printer *p, const tn_card *card) {
    look_put(&p->look, &p->out, PAINT_STRONG, card->name);
    buf_printf(&p->out, " (%s)\n", card->kind);
    look_paragraph(&p->look, &p->out, PAINT_PLAIN, card->text.bytes, 2);
    look_paragraph(&p->look, &p->out, PAINT_FAINT, card->flavour, 2);
}

/* A card that lies nowhere stands among the rules; whoever asks for it by name gets the card. */
static bool stands_in_rules(const struct printer *p, const tn_card *card) {
    bool found = false;
    for (size_t i = 0; i < tn_game_rule_count(p->game) && !found; i++) {
        tn_rule r;
        tn_game_rule(p->game, i, &r);
        found = !strcmp(r.name.bytes, card->name) && !strcmp(r.text.bytes, card->text.bytes);
    }
    return found;
}

static bool is_card(const struct printer *p, const tn_rule *r) {
    bool found = false;
    for (size_t i = 0; i < tn_game_card_count(p->game) && !found; i++) {
        tn_card card;
        tn_game_card(p->game, i, &card);
        found = !strcmp(r->name.bytes, card.name) && !strcmp(r->text.bytes, card.text.bytes);
    }
    return found;
}

/* A card that is in no family, or all cards of one: how many were printed. */
static size_t print_family(struct printer *p, const tn_card *cards, size_t n) {
    struct entry *entries = calloc(n, sizeof *entries);
    size_t alike = 0, said = 1;
    struct buf name, text;
    buf_init(&name), buf_init(&text);
    for (; entries && alike < n; alike++) {
        if (strcmp(cards[alike].kind, cards[0].kind) != 0 || cards[alike].flavour) break;
        entries[alike] = (struct entry){cards[alike].name, cards[alike].text.bytes};
    }
    if (alike > 1) said = merge_family(entries, alike, &name, &text);
    if (said > 1) {
        tn_card family = {.name = name.data, .kind = cards[0].kind};
        family.text.bytes = text.data;
        print_card(p, &family);
    } else {
        print_card(p, cards);
    }
    free(entries), buf_free(&name), buf_free(&text);
    return said;
}

static void each_card(struct printer *p) {
    bool all = !p->json && !p->name;
    VEC(tn_card) listed = {0};
    for (size_t i = 0; i < tn_game_card_count(p->game); i++) {
        tn_card card;
        tn_game_card(p->game, i, &card);
        if (card.copy > 0 || !wanted(p, card.name) || (all && stands_in_rules(p, &card))) continue;
        p->n++;
        if (p->json)
            add_card(p->json, p->game, i, &card);
        else if (!all)
            print_card(p, &card);
        else if (!VEC_PUSH(&listed, card))
            p->out.failed = true;
    }
    if (listed.n) heading(p, tn_game_phrase(p->game, "cards"));
    for (size_t i = 0; i < listed.n;)
        i += print_family(p, listed.data + i, listed.n - i);
    VEC_FREE(&listed);
}

enum { NO_ROW = -1 };

/* ---- boards: a line for each row, with number, kind and what is printed on its spaces */
static bool is_numbered(const tn_space *s, const tn_board *b) {
    char numbered[256];
    snprintf(numbered, sizeof numbered, "%s %d", b->name, s->number);
    return !strcmp(s->name, numbered);
}

/* A letter and a number, as labels in series are. */
static bool is_in_series(const tn_space *s) {
    size_t digits = *s->name ? strspn(s->name + 1, "0123456789") : 0;
    return islower((unsigned char)*s->name) && digits && !s->name[1 + digits];
}

/* The last of the spaces from this one on that are the same, in its row, or in the whole board where all are; fewer
 * than three are told one by one. */
static int last_alike(const struct printer *p, const tn_board *b, int first) {
    tn_space s, t;
    int last = first, end = b->first + b->count;
    tn_game_space(p->game, (size_t)first, &s);
    for (int i = first + 1; i < end; i++, last++) {
        tn_game_space(p->game, (size_t)i, &t);
        bool same = !strcmp(t.kind, s.kind) && !strcmp(t.text.bytes, s.text.bytes) &&
                    (is_numbered(&s, b) ? is_numbered(&t, b) : is_in_series(&s) && is_in_series(&t));
        if (!same) break;
    }
    if (first == b->first && last == end - 1 && b->count > 2) return last;
    for (int i = last; i > first; i--) {
        tn_game_space(p->game, (size_t)i, &t);
        if (t.row != s.row) last = i - 1;
    }
    return last - first > 1 ? last : first;
}

/* One space, or several that are the same, on a new line where they do not fit; `used`: columns of the line so far. */
static void put_spaces(struct printer *p, const tn_space *s, const tn_space *last, const tn_board *b, int *used) {
    struct buf item;
    buf_init(&item);
    buf_printf(&item, "%d", s->number);
    if (last->number != s->number) buf_printf(&item, "\xE2\x80\x93%d", last->number);
    if (!s->look.hidden) buf_printf(&item, " %s", s->kind);
    if (!is_numbered(s, b)) buf_printf(&item, " %s", s->name);
    if (!is_numbered(s, b) && last->number != s->number) buf_printf(&item, " \xE2\x80\xA6 %s", last->name);
    if (*s->text.bytes) buf_printf(&item, " (%s)", s->text.bytes);
    int columns = text_columns(item.data ? item.data : "");
    if (*used && *used + 2 + columns > p->look.width) {
        buf_puts(&p->out, ";\n    ");
        *used = 4;
    } else if (*used) {
        buf_puts(&p->out, "; ");
        *used += 2;
    } else {
        buf_puts(&p->out, "  ");
        *used = 2;
    }
    buf_puts(&p->out, item.data ? item.data : "");
    *used += columns;
    buf_free(&item);
}

/* Do its spaces have nothing but their numbers? The rules say how those lie. */
static bool only_numbers(const struct printer *p, const tn_board *b) {
    tn_space first, s;
    tn_game_space(p->game, (size_t)b->first, &first);
    for (int i = b->first; i < b->first + b->count; i++) {
        tn_game_space(p->game, (size_t)i, &s);
        bool same = s.look.hidden == first.look.hidden && (s.look.hidden || !strcmp(s.kind, first.kind));
        if (*s.text.bytes || !same || !is_numbered(&s, b)) return false;
    }
    return true;
}

static void print_board(struct printer *p, const tn_board *b) {
    int row = NO_ROW, used = 0;
    if (b->count == 0 || only_numbers(p, b)) return;
    heading(p, b->title);
    for (int i = b->first; i < b->first + b->count; i++) {
        tn_space s, last;
        tn_game_space(p->game, (size_t)i, &s);
        if (s.row != row && used) buf_putc(&p->out, '\n'), used = 0;
        row = s.row;
        i = last_alike(p, b, i);
        tn_game_space(p->game, (size_t)i, &last);
        put_spaces(p, &s, &last, b, &used);
    }
    buf_putc(&p->out, '\n');
}

static void each_space(struct printer *p) {
    for (size_t i = 0; i < tn_game_board_count(p->game); i++) {
        tn_board b;
        tn_game_board(p->game, i, &b);
        if (!b.in_use) continue;
        if (!p->json && !p->name && b.owner <= 0) print_board(p, &b);
        for (int k = b.first; (p->json || p->name) && k < b.first + b.count; k++) {
            tn_space s;
            tn_game_space(p->game, (size_t)k, &s);
            if (!wanted(p, s.name)) continue;
            p->n++;
            if (p->json)
                open_entry(p->json, s.kind, s.name, s.text), close_entry(p->json);
            else
                buf_printf(&p->out, "%s (%s)\n%s%s%s", s.name, s.kind, *s.text.bytes ? "  " : "", s.text.bytes,
                           *s.text.bytes ? "\n" : "");
        }
    }
}

/* ---- the other rules */
static void print_rule(struct printer *p, const tn_rule *r) {
    struct buf line;
    buf_init(&line);
    int indent = 2 + 2 * r->depth;
    const char *name = r->name.bytes, *text = r->text.bytes;
    buf_printf(&line, "%s%s%s", name, !*name ? "" : *text ? ": " : ":", text);
    buf_printf(&p->out, "%*s", indent, "");
    text_wrap(&p->out, line.data ? line.data : "", indent, indent + (r->depth ? 4 : 2), p->look.width);
    buf_putc(&p->out, '\n');
    buf_free(&line);
}

static void each_rule(struct printer *p) {
    const char *about = "";
    for (size_t i = 0; i < tn_game_rule_count(p->game); i++) {
        tn_rule r;
        tn_game_rule(p->game, i, &r);
        if (!wanted(p, r.name.bytes) || ((p->json || p->name) && is_card(p, &r))) continue;
        if (p->json) {
            open_entry(p->json, r.about, r.name.bytes, r.text), close_entry(p->json);
        } else {
            if (strcmp(about, r.about) != 0) heading(p, r.about);
            print_rule(p, &r);
        }
        about = r.about;
        p->n++;
    }
}

static size_t print_all(struct printer *p, enum words_match least) {
    p->least = least;
    if (!p->json && !p->name)
        look_put(&p->look, &p->out, PAINT_STRONG, tn_game_title(p->game)), buf_putc(&p->out, '\n');
    each_rule(p), each_space(p), each_card(p);
    return p->n;
}

static int run(const struct args *args) {
    struct loaded loaded;
    struct json json;
    struct buf text;
    int code = load_game(args, args->words.data[0], &loaded);
    if (code == EXIT_GO_ON) code = load_language(args, &loaded);
    if (code == EXIT_GO_ON) {
        struct printer p = {.game = loaded_spoken(&loaded), .look = look_of(STDOUT_FILENO)};
        p.name = args->words.n > 1 ? args->words.data[1] : NULL;
        buf_init(&p.out);
        json_init(&json, &text);
        json_array(&json, NULL);
        p.json = args_has(args, "json") ? &json : NULL;
        size_t n = print_all(&p, WORDS_EQUAL);
        if (n == 0 && p.name) n = print_all(&p, WORDS_BEGIN);
        json_close(&json);
        if (p.json) json_print(&json);
        if (p.out.n) fwrite(p.out.data, 1, p.out.n, stdout);
        buf_free(&text), buf_free(&p.out);
        if (n == 0 && p.name) fprintf(stderr, "terrane text: nothing is called \"%s\"\n", p.name);
        code = n == 0 && p.name ? EXIT_NO : EXIT_FINE;
    }
    loaded_free(&loaded);
    return code;
}

static const struct flag flags[] = {
    LOAD_FLAGS,
    LANGUAGE_FLAG,
    {"json", NULL, "an array of {kind, name, text, clauses}", false},
};

const struct verb verb_text = {
    .name = "text",
    .words = "GAME [NAME]",
    .summary = "Prints the text of all cards, spaces and rules, or of one.",
    .details = "Examples:\n"
               "  terrane text NAME\n"
               "  terrane text NAME \"First words of a card\"\n",
    .flags = flags,
    .n_flags = sizeof flags / sizeof flags[0],
    .least = 1,
    .most = 2,
    .run = run,
};
