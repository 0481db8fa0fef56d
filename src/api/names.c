/* names.c: every name an answer may go by in a game, whatever is asked now.
 *
 * Whoever reads what a person wrote needs to know what else the words could be: the name of a thing that exists is
 * never the beginning of another's. The names are those of the answer space (see answer_space in program.h): cards,
 * spaces, players, members, then the labels of branches, then yes and no.
 */
#include "api/api.h"

#include "code/engine_phrases.h"
#include "code/lookup.h"

#include <stdio.h>
#include <string.h>

enum { YES_AND_NO = 2, NAME_LENGTH = 512 };

static bool asks_for(const struct program *p, enum value_type type, size_t of) {
    for (uint32_t i = 0; i < p->n_sites; i++) {
        const struct site *s = &p->sites[i];
        if (s->kind == SITE_CHOOSE && s->value.type == type && (type != VT_MEMBER || s->value.of == of)) return true;
    }
    return false;
}

static unsigned players_of(const struct program *p) {
    return p->answers.numbers - p->answers.players;
}

size_t tn_game_name_count(const tn_game *g) {
    const struct program *p = g->program;
    return (size_t)p->n_cards + p->n_spaces + players_of(p) + p->n_members + p->n_labels + YES_AND_NO;
}

void tn_game_name(const tn_game *g, size_t i, tn_name *out) {
    const struct program *p = g->program;
    const struct answer_space *a = &p->answers;
    if (i < p->n_cards) {
        *out = (tn_name){program_string(p, p->cards[i].name), TN_THING_CARD, (int)i, a->cards + (uint32_t)i, true};
    } else if ((i -= p->n_cards) < p->n_spaces) {
        *out = (tn_name){program_string(p, p->spaces[i].name), TN_THING_SPACE, (int)i, a->spaces + (uint32_t)i,
                         p->boards[p->spaces[i].board].in_use != 0};
    } else if ((i -= p->n_spaces) < players_of(p)) {
        *out = (tn_name){tn_game_seat_name(g, (unsigned)i), TN_THING_PLAYER, (int)i, a->players + (uint32_t)i,
                         asks_for(p, VT_PLAYER, 0)};
    } else if ((i -= players_of(p)) < p->n_members) {
        *out = (tn_name){program_string(p, p->members[i].name), TN_THING_MEMBER, (int)i, a->members + (uint32_t)i,
                         asks_for(p, VT_MEMBER, program_enum_of(p, i))};
    } else if ((i -= p->n_members) < p->n_labels) {
        const char *text = g->printed.labels[i];
        *out = (tn_name){text, TN_THING_OPTION, -1, TN_NO_ANSWER, *text != '\0'};
    } else {
        bool yes = i > p->n_labels;
        *out = (tn_name){tn_game_phrase(g, yes ? "yes" : "no"), TN_THING_YESNO, yes, yes ? TN_YES : TN_NO, true};
    }
}

/* ---- answers by name */
tn_thing tn_answer_thing(const tn_game *g, uint32_t answer, int *index) {
    const struct answer_space *a = &g->program->answers;
    const struct {
        uint32_t first, end;
        int low; /* what the first of them is */
        tn_thing thing;
    } parts[] = {{0, a->options, 0, TN_THING_YESNO},           {a->options, a->cards, 0, TN_THING_OPTION},
                 {a->cards, a->spaces, 0, TN_THING_CARD},      {a->spaces, a->players, 0, TN_THING_SPACE},
                 {a->players, a->numbers, 0, TN_THING_PLAYER}, {a->numbers, a->members, NUMBER_LOW, TN_THING_NUMBER},
                 {a->members, a->total, 0, TN_THING_MEMBER}};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        if (answer >= parts[i].end) continue;
        if (index) *index = (int)(answer - parts[i].first) + parts[i].low;
        return parts[i].thing;
    }
    return TN_THING_NONE;
}

static size_t put_card(const struct program *p, int card, char *buf, size_t cap) {
    const struct card *c = &p->cards[card];
    const char *kind = program_string(p, p->kinds[c->kind].name), *name = program_string(p, c->name);
    if (!c->copy) return (size_t)snprintf(buf, cap, "card %s %s", kind, name);
    return (size_t)snprintf(buf, cap, "card %s %s #%u", kind, name, c->copy + 1u);
}

/* With its board, for two boards may have a space of that name; "map 12" has it already. */
static size_t put_space(const struct program *p, int space, char *buf, size_t cap) {
    const char *name = program_string(p, p->spaces[space].name);
    const char *board = program_string(p, p->boards[p->spaces[space].board].name);
    size_t n = strlen(board);
    bool has_it = !strncmp(name, board, n) && name[n] == ' ';
    return (size_t)snprintf(buf, cap, "space %s%s%s", has_it ? "" : board, has_it ? "" : " ", name);
}

size_t tn_answer_name(const tn_game *g, uint32_t answer, char *buf, size_t cap) {
    const struct program *p = g->plain ? g->plain->program : g->program; /* names are those of the definition */
    int i = 0;
    switch (tn_answer_thing(g, answer, &i)) {
    case TN_THING_NONE: return (size_t)snprintf(buf, cap, "%s", "");
    case TN_THING_YESNO: return (size_t)snprintf(buf, cap, "%s", i ? "yes" : "no");
    case TN_THING_OPTION: return (size_t)snprintf(buf, cap, "option %d", i + 1);
    case TN_THING_NUMBER: return (size_t)snprintf(buf, cap, "number %d", i);
    case TN_THING_CARD: return put_card(p, i, buf, cap);
    case TN_THING_SPACE: return put_space(p, i, buf, cap);
    case TN_THING_PLAYER: return (size_t)snprintf(buf, cap, "player %s", tn_game_seat_name(g, (unsigned)i));
    case TN_THING_MEMBER: break;
    }
    return (size_t)snprintf(buf, cap, "%s %s", tn_sort_name((tn_sort)program_enum_of(p, (size_t)i)),
                            program_string(p, p->members[i].name));
}

uint32_t tn_answer_find(const tn_game *g, const char *name) {
    char text[NAME_LENGTH];
    for (uint32_t answer = 0; answer < tn_game_answer_count(g); answer++)
        if (tn_answer_name(g, answer, text, sizeof text) < sizeof text && !strcmp(text, name)) return answer;
    return TN_NO_ANSWER;
}
