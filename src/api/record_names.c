/* record_names.c: what the parts of a position are called; see record.h. */
#include "api/record.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- cards and spaces. A family are those of one name and one kind, or on one board. */
static uint32_t count_of(const struct program *p, enum named what) {
    return what == NAMED_CARD ? p->n_cards : p->n_spaces;
}

const char *name_of(const struct program *p, enum named what, uint32_t i) {
    return program_string(p, what == NAMED_CARD ? p->cards[i].name : p->spaces[i].name);
}

static uint32_t family_of(const struct program *p, enum named what, uint32_t i) {
    return what == NAMED_CARD ? p->cards[i].kind : p->spaces[i].board;
}

static const char *family_name(const struct program *p, enum named what, uint32_t i) {
    uint32_t family = family_of(p, what, i);
    return program_string(p, what == NAMED_CARD ? p->kinds[family].name : p->boards[family].name);
}

static bool same_name(const struct program *p, enum named what, uint32_t a, uint32_t b) {
    return what == NAMED_CARD ? p->cards[a].name == p->cards[b].name : p->spaces[a].name == p->spaces[b].name;
}

/* ---- as the definition writes them */
/* Members and spaces are shown with blanks for underscores; the definition has none in such names. */
static void put_identifier(const char *shown, struct buf *out) {
    for (; *shown; shown++)
        buf_putc(out, *shown == ' ' ? '_' : *shown);
}

const char *member_name(const struct program *p, uint32_t member, struct arena *arena) {
    char *name = arena_strdup(arena, program_string(p, p->members[member].name),
                              strlen(program_string(p, p->members[member].name)));
    for (char *c = name; c && *c; c++)
        if (*c == ' ') *c = '_';
    return name ? name : "";
}

/* A space without a name of its own is "BOARD NUMBER". */
static void put_plain(const struct program *p, enum named what, uint32_t i, struct buf *out) {
    const char *name = name_of(p, what, i);
    if (what == NAMED_CARD) {
        buf_puts(out, name);
        return;
    }
    const struct space *s = &p->spaces[i];
    const char *board = program_string(p, p->boards[s->board].name);
    char numbered[512];
    snprintf(numbered, sizeof numbered, "%s %u", board, (unsigned)s->number);
    if (names_equal(numbered, name))
        buf_puts(out, numbered);
    else
        put_identifier(name, out);
}

void name_put(const struct program *p, enum named what, uint32_t i, struct buf *out) {
    unsigned number = 0, all = 0;
    bool first = true; /* of the families with this name */
    for (uint32_t k = 0; k < count_of(p, what); k++) {
        if (!same_name(p, what, k, i)) continue;
        if (family_of(p, what, k) != family_of(p, what, i)) {
            if (k < i && all == 0) first = false;
            continue;
        }
        all++;
        if (k == i) number = all;
    }
    put_plain(p, what, i, out);
    if (!first) buf_printf(out, " (%s)", family_name(p, what, i));
    if (all > 1) buf_printf(out, " #%u", number);
}

bool names_equal(const char *a, const char *b) {
    for (;; a++, b++) {
        char x = *a == '_' ? ' ' : *a, y = *b == '_' ? ' ' : *b;
        if (x != y) return false;
        if (!x) return true;
    }
}

/* "NAME" or "NAME (FAMILY)". */
static bool is_called(const struct program *p, enum named what, uint32_t i, const char *text) {
    char full[512];
    if (names_equal(name_of(p, what, i), text)) return true;
    snprintf(full, sizeof full, "%s (%s)", name_of(p, what, i), family_name(p, what, i));
    return names_equal(full, text);
}

/* The first that is called so within the range, or the nth of its family. */
static int32_t find_called(const struct program *p, enum named what, const char *text, struct among among,
                           unsigned long nth, bool *several) {
    int32_t found = NONE;
    *several = false;
    for (uint32_t i = 0; i < count_of(p, what); i++) {
        if (!is_called(p, what, i, text)) continue;
        bool fits = i >= among.first && i - among.first < among.n;
        if (found == NONE && fits)
            found = (int32_t)i;
        else if (found != NONE && fits && family_of(p, what, i) == family_of(p, what, (uint32_t)found))
            *several = true;
    }
    if (!nth || found == NONE) return found;
    *several = false;
    for (uint32_t i = 0; i < count_of(p, what); i++)
        if (is_called(p, what, i, text) && family_of(p, what, i) == family_of(p, what, (uint32_t)found) && --nth == 0)
            return i >= among.first && i - among.first < among.n ? (int32_t)i : NONE;
    return NONE;
}

int32_t name_find(const struct program *p, enum named what, const char *text, struct among among, bool *several) {
    int32_t found = find_called(p, what, text, among, 0, several);
    const char *mark = strrchr(text, '#');
    if (found != NONE || !mark || mark[1] < '1' || mark[1] > '9' || mark == text || mark[-1] != ' ') return found;
    char *end, name[512];
    unsigned long nth = strtoul(mark + 1, &end, 10);
    size_t n = (size_t)(mark - text) - 1;
    if (*end || n >= sizeof name) return NONE;
    snprintf(name, sizeof name, "%.*s", (int)n, text);
    return find_called(p, what, name, among, nth, several);
}

/* ---- places */
static bool take_word(const char **at, const char *word) {
    size_t n = strlen(word);
    while (**at == ' ')
        ++*at;
    if (strncmp(*at, word, n) != 0 || ((*at)[n] != ' ' && (*at)[n] != '\0')) return false;
    *at += n;
    return true;
}

static bool take_number(const char **at, long *out) {
    char *end;
    while (**at == ' ')
        ++*at;
    if (**at < '0' || **at > '9') return false;
    *out = strtol(*at, &end, 10);
    *at = end;
    return *end == ' ' || *end == '\0';
}

static int32_t place_on(const struct program *p, const struct board *b, long row, long column, bool by_column) {
    long nth = 0;
    for (uint32_t i = b->first; i < (uint32_t)b->first + b->n; i++) {
        if (p->spaces[i].row + 1 != row) continue;
        nth++;
        if ((by_column ? p->spaces[i].col + 1 : nth) == column) return (int32_t)i;
    }
    return NONE;
}

int32_t place_find(const struct program *p, int32_t board, const char *text) {
    for (uint32_t i = 0; i < p->n_boards; i++) {
        const char *at = text;
        long row, column;
        if (board == NONE ? !p->boards[i].in_use : (uint32_t)board != i) continue;
        if (!take_word(&at, "row")) {
            at = text;
            if (!take_word(&at, program_string(p, p->boards[i].name))) continue;
            const char *number = at;
            if (take_number(&number, &row) && !*number && row >= 1 && row <= p->boards[i].n)
                return p->boards[i].first + (int32_t)row - 1; /* also one that has a name */
            if (!take_word(&at, "row")) continue;
        }
        if (!take_number(&at, &row)) continue;
        bool by_column = take_word(&at, "column");
        if ((!by_column && !take_word(&at, "space")) || !take_number(&at, &column) || *at) continue;
        int32_t found = place_on(p, &p->boards[i], row, column, by_column);
        if (found != NONE) return found;
    }
    return NONE;
}

int tn_game_find_space(const tn_game *g, const char *words) {
    const struct program *p = g->program;
    bool several;
    for (uint32_t i = 0; i < p->n_boards; i++) {
        int32_t found = name_find(p, NAMED_SPACE, words, (struct among){p->boards[i].first, p->boards[i].n}, &several);
        if (found != NONE && p->boards[i].in_use) return found;
    }
    return place_find(p, NONE, words);
}

/* ---- players */
const char *player_name(const struct program *p, int32_t player) {
    static const char *const names[] = {"A", "B", "C", "D", "E", "F", "G", "H"};
    return player < 0 ? NULL : player < p->seats ? names[player] : "neutral";
}

int32_t player_find(const struct program *p, const char *text) {
    for (int32_t i = 0; i <= p->seats; i++)
        if (!strcmp(player_name(p, i), text)) return i;
    return NONE;
}

/* ---- fields */
static bool covers(const struct var *v, int scope, int32_t owner) {
    if (v->scope != scope) return false;
    return scope == SCOPE_GLOBAL || scope == SCOPE_PLAYER ||
           (owner >= v->first_owner && owner < v->first_owner + (int32_t)v->n_owners);
}

static struct field field_of_var(const struct program *p, uint32_t var, struct arena *arena) {
    struct field f = {FIELD_VARIABLE, var, NONE, program_string(p, p->vars[var].name)};
    uint32_t number = 1;
    if (!p->vars[var].internal) return f;
    for (uint32_t i = 0; i < p->n_tracks; i++) {
        const struct track *t = &p->tracks[i];
        if (t->var == (int32_t)var) return f.track = (int32_t)i, f;
        if (t->laps == (int32_t)var) return f.key = arena_printf(arena, "%s laps", program_string(p, t->name)), f;
    }
    f.sort = FIELD_MARK;
    if (p->vars[var].use == USE_REST)
        return f.key = arena_printf(arena, "out until %s",
                                    program_string(p, p->members[p->periods[p->vars[var].period]].name)),
               f;
    for (uint32_t i = 0; i < p->n_vars; i++)
        if (p->vars[i].shown == (int32_t)var)
            return f.key = arena_printf(arena, "%s revealed", program_string(p, p->vars[i].name)), f;
    for (uint32_t i = 0; i < var; i++)
        number += p->vars[i].name == p->vars[var].name;
    return f.key = arena_printf(arena, "%s %u", f.key, (unsigned)number), f;
}

/* A key that another field has already gets a number behind it. */
static void add_field(struct fields *to, struct field f, struct arena *arena) {
    unsigned same = 1;
    const char *key = f.key ? f.key : "";
    for (size_t i = 0; i < to->n; i++)
        if (!strcmp(to->list[i].key, key)) {
            key = arena_printf(arena, "%s #%u", f.key, ++same);
            if (!key) key = "";
            i = (size_t)-1; /* the new one may be taken too */
        }
    f.key = key;
    to->list[to->n++] = f;
}

struct fields fields_of(const struct program *p, int scope, int32_t owner, struct arena *arena) {
    struct fields out = {ARENA_ARRAY(arena, struct field, (size_t)p->n_vars + p->n_zones + 1), 0};
    if (!out.list) return out;
    for (uint32_t i = 0; i < p->n_vars; i++)
        if (covers(&p->vars[i], scope, owner)) add_field(&out, field_of_var(p, i, arena), arena);
    for (uint32_t i = 0; i < p->n_zones && scope <= SCOPE_PLAYER; i++)
        if ((p->zones[i].per_player != 0) == (scope == SCOPE_PLAYER))
            add_field(&out, (struct field){FIELD_ZONE, i, NONE, program_string(p, p->zones[i].name)}, arena);
    return out;
}
