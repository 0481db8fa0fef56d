/* features.c: what can be counted in a position, as one list of numbers for programs that learn.
 *
 * The list is a function of the compiled game: everything a definition declares that says something about a player, and
 * the state of the table. Where each number lies is found once, when the list is made; reading a position allocates
 * nothing. What a number means only the definition knows. Reading is as a seat sees: through the functions of
 * terrane_table.h that take who looks.
 */
#include "api/api.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ZONE_CARDS = 256, PER_CARD = 8, TRACK_ONE = 1000, NUMBER_PART = 125, PERIOD_PART = 100, TABLE_MOST = 64 };
enum { VALUE_MOST = 1000000, VALUES_MOST = 16 };

struct counted { /* one number of each player, or of the table */
    enum { COUNT_VAR, COUNT_TRACK, COUNT_PERIOD, COUNT_AIM } sort;
    size_t which;
    int index;
    int32_t low, span; /* of a track: where it begins, how many places it has; of an aim: what is missing at first */
};

struct tn_features {
    const tn_game *game;
    struct arena arena;
    unsigned seats;
    VEC(struct counted) own, table;
    VEC(const char *) names;
    VEC(size_t) zones;      /* those of players, */
    VEC(bool) live;         /* and whether cards there are in play */
    VEC(uint32_t) values;   /* what is computed about held cards: those about players */
    VEC(size_t) owner_vars; /* variables of cards that are a player */
    size_t own_at, zone_at, line_at, tag_at, held_at, value_at, card_at, owner_at, space_at, near_at, table_at;
    size_t lines, tags, names_of_cards;
    uint32_t *card_name; /* card -> number of its name */
    int16_t *tag_number; /* member -> number among tags; -1: it is none */
    size_t cards, spaces, members;
    int8_t *board_owner;       /* space -> the seat whose board it is on; -1: nobody's */
    int tile_var, place_owner; /* variables of spaces: what lies there, whose it is; -1 */
    tn_var tile, placed;
    bool own_aims, table_aims; /* there are such */
    bool brief;                /* values of held cards are left out */
    size_t tiles;              /* sorts of things that may lie on a space */
    size_t room;
    bool failed;
};

/* ---- making the list */
/* Words of a file are set off by spaces, and # begins a comment. */
static void name(struct tn_features *f, const char *before, const char *middle, const char *after) {
    size_t n = strlen(before) + strlen(middle) + strlen(after);
    char *text = ARENA_ARRAY(&f->arena, char, n + 1);
    f->failed |= !text || !VEC_PUSH(&f->names, text);
    if (!text) return;
    strcpy(text, before);
    strcat(text, middle);
    strcat(text, after);
    for (char *at = text; *at; at++)
        if (*at == ' ' || *at == '\t' || *at == '#') *at = '_';
}

static void name_var(struct tn_features *f, const char *before, const tn_var *var, size_t which, int index) {
    char entry[200];
    snprintf(entry, sizeof entry, "[%s]", var->index_sort >= 0 ? tn_var_index(f->game, which, index) : "");
    name(f, before, var->name, var->index_sort >= 0 ? entry : "");
}

static bool is_counted(const tn_var *var) {
    return var->type == TN_IS_NUMBER || var->type == TN_IS_TRUTH;
}

static void list_vars(struct tn_features *f, bool of_table) {
    for (size_t i = 0; i < tn_game_var_count(f->game); i++) {
        tn_var var;
        tn_game_var(f->game, i, &var);
        if (var.scope != (of_table ? TN_GLOBAL : TN_PER_PLAYER) || !is_counted(&var)) continue;
        for (int k = 0; k < var.indices; k++) {
            struct counted c = {COUNT_VAR, i, k, 0, 0};
            if (of_table && f->table.n == TABLE_MOST) return;
            f->failed |= of_table ? !VEC_PUSH(&f->table, c) : !VEC_PUSH(&f->own, c);
            name_var(f, of_table ? "table." : "", &var, i, k);
        }
    }
}

static void list_tracks(struct tn_features *f, bool of_table) {
    for (size_t i = 0; i < tn_game_track_count(f->game); i++) {
        tn_track track;
        tn_game_track(f->game, i, &track);
        int span = track.high - track.low + (of_table ? 0 : track.step);
        struct counted c = {COUNT_TRACK, i, 0, track.low, span > 0 ? span : 1};
        if (track.per_player == of_table) continue;
        f->failed |= of_table ? !VEC_PUSH(&f->table, c) : !VEC_PUSH(&f->own, c);
        name(f, of_table ? "table." : "", track.name, "");
    }
}

/* What is missing of the aims when games begin: what shares of the way are of. */
static bool reach_at_first(const struct tn_features *f, tn_reach *out) {
    tn_ctx *ctx = tn_ctx_new(f->game);
    tn_state *state = tn_state_new(f->game);
    bool ok = ctx && state;
    if (ok) {
        tn_state_start(ctx, 1, 0, state);
        tn_state_aims(ctx, state, 0, out, TN_AIMS);
    }
    tn_state_free(state);
    tn_ctx_free(ctx);
    return ok;
}

static void list_aims(struct tn_features *f, bool of_table) {
    tn_reach first[TN_AIMS];
    size_t n = tn_game_aim_count(f->game);
    if (n > 0 && !reach_at_first(f, first)) f->failed = true;
    for (size_t i = 0; i < n && !f->failed; i++) {
        tn_aim aim;
        tn_game_aim(f->game, i, &aim);
        struct counted c = {COUNT_AIM, i, 0, 0, first[i].missing > 0 ? first[i].missing : 1};
        if (aim.per_player == of_table) continue;
        f->failed |= of_table ? !VEC_PUSH(&f->table, c) : !VEC_PUSH(&f->own, c);
        *(of_table ? &f->table_aims : &f->own_aims) = true;
        name(f, "aim(", aim.name, ")");
    }
}

static void list_zones(struct tn_features *f) {
    f->zone_at = f->names.n;
    for (size_t i = 0; i < tn_game_zone_count(f->game); i++) {
        tn_zone zone;
        tn_game_zone(f->game, i, &zone);
        if (!zone.per_player) continue;
        f->failed |= !VEC_PUSH(&f->zones, i) || !VEC_PUSH(&f->live, zone.live);
        name(f, "count(", zone.name, ")");
    }
    f->line_at = f->names.n;
    f->lines = tn_game_score_line_count(f->game);
    for (size_t i = 0; i < f->lines; i++)
        name(f, "score(", tn_game_score_line(f->game, i), ")");
}

static void list_tags(struct tn_features *f) {
    f->members = tn_game_member_count(f->game);
    f->tag_number = ARENA_ARRAY(&f->arena, int16_t, f->members + 1);
    f->failed |= !f->tag_number;
    for (int held = 0; held < 2 && !f->failed; held++) {
        *(held ? &f->held_at : &f->tag_at) = f->names.n;
        f->tags = 0;
        for (size_t i = 0; i < f->members; i++) {
            tn_member member;
            tn_game_member(f->game, i, &member);
            f->tag_number[i] = member.sort == TN_TAG ? (int16_t)f->tags++ : -1;
            if (member.sort == TN_TAG) name(f, held ? "held(" : "tag(", member.name, ")");
        }
    }
}

/* What cards in play, or whoever holds them, change about cards: whether they can be played, what they cost. Numbers
 * that only a card's own definition says are its name's to know. */
static void list_values(struct tn_features *f) {
    f->value_at = f->names.n;
    for (size_t i = 0; i < tn_game_value_count(f->game); i++) {
        tn_value value;
        tn_game_value(f->game, i, &value);
        if (f->values.n < VALUES_MOST && (value.truth || (value.of_game && value.of_player)))
            f->failed |= !VEC_PUSH(&f->values, (uint32_t)i);
    }
    for (size_t z = 0; z < f->zones.n && !f->failed; z++)
        for (size_t i = 0; i < f->values.n; i++) {
            tn_zone zone;
            tn_value value;
            char before[200];
            tn_game_zone(f->game, f->zones.data[z], &zone);
            tn_game_value(f->game, f->values.data[i], &value);
            snprintf(before, sizeof before, "%s(", value.name);
            name(f, before, zone.name, ")");
        }
}

static void list_cards(struct tn_features *f) {
    f->cards = tn_game_card_count(f->game);
    f->card_name = ARENA_ARRAY(&f->arena, uint32_t, f->cards + 1);
    f->failed |= !f->card_name;
    tn_card card;
    for (size_t i = 0; i < f->cards && !f->failed; i++) {
        tn_game_card(f->game, i, &card);
        f->names_of_cards += card.copy == 0 || i == 0;
        f->card_name[i] = (uint32_t)f->names_of_cards - 1;
    }
    f->card_at = f->names.n;
    for (size_t z = 0; z < f->zones.n && !f->failed; z++) {
        tn_zone zone;
        char before[200];
        tn_game_zone(f->game, f->zones.data[z], &zone);
        snprintf(before, sizeof before, "%s:", zone.name);
        for (size_t i = 0; i < f->cards; i++) {
            tn_game_card(f->game, i, &card);
            if (i == 0 || f->card_name[i] != f->card_name[i - 1]) name(f, before, card.name, "");
        }
    }
}

static void list_owners(struct tn_features *f) {
    f->owner_at = f->names.n;
    for (size_t i = 0; i < tn_game_var_count(f->game); i++) {
        tn_var var;
        tn_card card;
        char before[200];
        tn_game_var(f->game, i, &var);
        if (var.scope != TN_PER_CARD || var.type != TN_IS_PLAYER) continue;
        f->failed |= !VEC_PUSH(&f->owner_vars, i);
        snprintf(before, sizeof before, "%s:", var.name);
        for (int k = 0; k < var.owners; k++) {
            tn_game_card(f->game, (size_t)(var.first_owner + k), &card);
            name(f, before, card.name, "");
        }
    }
}

static void list_tiles(struct tn_features *f, const char *before) {
    for (size_t i = 0; i < f->tiles; i++) {
        tn_member member = {.name = "nothing"};
        if (i > 0) tn_game_member(f->game, (size_t)f->tile.first_member + i - 1, &member);
        name(f, before, member.name, ")");
    }
}

/* The members of the sort that a variable of spaces is of, and one for none. */
static size_t sorts_of_tiles(const struct tn_features *f) {
    tn_member first, member;
    size_t n = 0;
    tn_game_member(f->game, (size_t)f->tile.first_member, &first);
    for (size_t i = (size_t)f->tile.first_member; i < f->members; i++, n++) {
        tn_game_member(f->game, i, &member);
        if (member.sort != first.sort) break;
    }
    return n + 1;
}

static void list_spaces(struct tn_features *f) {
    f->spaces = tn_game_space_count(f->game);
    f->tile_var = f->place_owner = -1;
    for (size_t i = tn_game_var_count(f->game); i-- > 0;) {
        tn_var var;
        tn_game_var(f->game, i, &var);
        if (var.scope != TN_PER_SPACE) continue;
        if (var.type == TN_IS_MEMBER) f->tile_var = (int)i, f->tile = var;
        if (var.type == TN_IS_PLAYER) f->place_owner = (int)i, f->placed = var;
    }
    f->board_owner = ARENA_ARRAY(&f->arena, int8_t, f->spaces + 1);
    f->failed |= !f->board_owner;
    bool owned = f->place_owner >= 0;
    for (size_t i = 0; i < f->spaces && !f->failed; i++) {
        tn_space space;
        tn_board board;
        tn_game_space(f->game, i, &space);
        tn_game_board(f->game, (size_t)space.board, &board);
        f->board_owner[i] = (int8_t)board.owner;
        owned |= board.owner >= 0;
    }
    f->tiles = owned ? (f->tile_var >= 0 && f->members > 0 ? sorts_of_tiles(f) : 1) : 0;
    f->space_at = f->names.n;
    list_tiles(f, "own(");
    f->near_at = f->names.n;
    list_tiles(f, "near(");
}

static void list_table(struct tn_features *f) {
    f->table_at = f->names.n;
    list_tracks(f, true);
    list_vars(f, true);
    for (size_t i = 0; i < tn_game_period_count(f->game); i++) {
        struct counted c = {COUNT_PERIOD, i, 0, 0, 0};
        f->failed |= !VEC_PUSH(&f->table, c);
        name(f, "table.", tn_game_period(f->game, i, NULL), "");
    }
    list_aims(f, true);
}

static int by_name(const void *a, const void *b) {
    return strcmp(**(const char *const *const *)a, **(const char *const *const *)b);
}

/* Cards of different kinds may have one name: the later ones get a stroke each. */
static void tell_apart(struct tn_features *f) {
    const char ***sorted = malloc((f->names.n + 1) * sizeof *sorted);
    f->failed |= !sorted;
    for (bool changed = !f->failed; changed;) {
        changed = false;
        for (size_t i = 0; i < f->names.n; i++)
            sorted[i] = &f->names.data[i];
        qsort(sorted, f->names.n, sizeof *sorted, by_name);
        for (size_t i = 1; i < f->names.n; i++) {
            if (strcmp(*sorted[i], *sorted[i - 1]) != 0) continue;
            const char ***later = sorted[i] > sorted[i - 1] ? &sorted[i] : &sorted[i - 1];
            char *text = ARENA_ARRAY(&f->arena, char, strlen(**later) + 2);
            if (!text) {
                f->failed = true;
                break;
            }
            strcpy(text, **later);
            **later = strcat(text, "'");
            changed = true;
            break;
        }
        changed = changed && !f->failed;
    }
    free(sorted);
}

static size_t most_entries(const struct tn_features *f) {
    size_t near = 0;
    for (size_t i = 0; f->tiles > 0 && i < f->spaces; i++)
        near += 1 + tn_space_near_count(f->game, i);
    return f->seats * (f->own.n + f->zones.n * (1 + f->values.n) + f->lines) + f->cards * (1 + PER_CARD) +
           (f->space_at - f->owner_at) + near + f->table.n;
}

tn_features *tn_game_features(const tn_game *game) {
    struct tn_features *f = calloc(1, sizeof *f);
    if (!f) return NULL;
    arena_init(&f->arena);
    f->game = tn_game_plain(game);
    f->seats = tn_game_seat_count(game);
    list_vars(f, false);
    list_tracks(f, false);
    list_aims(f, false);
    list_zones(f);
    list_tags(f);
    list_values(f);
    if (!f->failed) list_cards(f);
    list_owners(f);
    list_spaces(f);
    list_table(f);
    if (!f->failed) tell_apart(f);
    f->room = most_entries(f);
    if (!f->failed) return f;
    tn_features_free(f);
    return NULL;
}

void tn_features_free(tn_features *f) {
    if (!f) return;
    VEC_FREE(&f->own);
    VEC_FREE(&f->table);
    VEC_FREE(&f->names);
    VEC_FREE(&f->zones);
    VEC_FREE(&f->live);
    VEC_FREE(&f->values);
    VEC_FREE(&f->owner_vars);
    arena_free(&f->arena);
    free(f);
}

size_t tn_features_count(const tn_features *f, size_t *of_players) {
    if (of_players) *of_players = f->table_at;
    return f->names.n;
}

const char *tn_features_name(const tn_features *f, size_t i) {
    return f->names.data[i];
}

int tn_features_aim(const tn_features *f, size_t aim) {
    for (size_t i = 0; i < f->table.n; i++)
        if (f->table.data[i].sort == COUNT_AIM && f->table.data[i].which == aim) return (int)(f->table_at + i);
    return -1;
}

size_t tn_features_computed(const tn_features *f, size_t *first) {
    *first = f->value_at;
    return f->zones.n * f->values.n;
}

void tn_features_brief(tn_features *f, bool brief) {
    f->brief = brief;
}

size_t tn_features_room(const tn_features *f) {
    return f->room;
}

/* ---- reading a position */
struct reading {
    const struct tn_features *f;
    tn_ctx *ctx;
    const tn_state *state;
    unsigned seat;
    const uint8_t *known;
    tn_feature *out;
    size_t n, cap;
    tn_reach aims[TN_AIMS];
    int32_t own, other; /* what one of a seat's, and of another's, counts */
};

static inline void count_in(struct reading *r, size_t index, int64_t value) {
    if (value == 0) return;
    value = value > VALUE_MOST ? VALUE_MOST : value < -VALUE_MOST ? -VALUE_MOST : value;
    if (r->n < r->cap) r->out[r->n] = (tn_feature){(uint32_t)index, (int32_t)value};
    r->n++;
}

static inline int32_t times(const struct reading *r, unsigned owner) {
    return owner == r->seat ? r->own : r->other;
}

static bool read_counted(const struct reading *r, const struct counted *c, unsigned owner, int32_t *out) {
    const tn_game *game = r->f->game;
    int laps = 0;
    if (c->sort == COUNT_AIM) return *out = -r->aims[c->which].missing, true;
    if (c->sort == COUNT_VAR) return tn_var_get(game, r->state, r->seat, c->which, (int)owner, c->index, out);
    *out = tn_track_position(game, r->state, c->which, (int)owner, &laps) - c->low + laps * c->span;
    return true;
}

/* Of cards that are told by name, in order; they are in play nowhere. */
static void read_values(struct reading *r, size_t z, unsigned owner, const int32_t *cards, size_t n) {
    const struct tn_features *f = r->f;
    int32_t held[ZONE_CARDS], sums[VALUES_MOST];
    size_t told = 0;
    for (size_t i = 0; i < n && i < ZONE_CARDS; i++)
        if (cards[i] >= 0 && (!r->known || r->known[cards[i]])) held[told++] = cards[i];
    if (told == 0) return;
    state_sum_values(r->ctx->machine, state_of(r->state), owner, held, (uint32_t)told, f->values.data,
                     (uint32_t)f->values.n, sums);
    for (size_t i = 0; i < f->values.n; i++)
        count_in(r, f->value_at + z * f->values.n + i, (int64_t)sums[i] * times(r, owner));
}

static void read_zone(struct reading *r, size_t z, unsigned owner) {
    const struct tn_features *f = r->f;
    int32_t cards[ZONE_CARDS], tags[PER_CARD], by = times(r, owner);
    size_t n = tn_zone_get(f->game, r->state, r->seat, f->zones.data[z], (int)owner, cards, ZONE_CARDS);
    count_in(r, f->zone_at + z, (int64_t)n * by);
    if (!f->live.data[z] && !f->brief && f->values.n > 0) read_values(r, z, owner, cards, n);
    for (size_t i = 0; i < n && i < ZONE_CARDS; i++) {
        if (cards[i] < 0 || (r->known && !r->known[cards[i]])) continue;
        count_in(r, f->card_at + z * f->names_of_cards + f->card_name[cards[i]], by);
        size_t k = f->tags > 0 ? tn_card_tags(f->game, (size_t)cards[i], tags, PER_CARD) : 0;
        for (size_t t = 0; t < k && t < PER_CARD; t++)
            if (tags[t] >= 0 && f->tag_number[tags[t]] >= 0)
                count_in(r, (f->live.data[z] ? f->tag_at : f->held_at) + (size_t)f->tag_number[tags[t]], by);
    }
}

static void read_owners(struct reading *r) {
    const struct tn_features *f = r->f;
    size_t at = f->owner_at;
    for (size_t i = 0; i < f->owner_vars.n; i++) {
        tn_var var;
        int32_t who;
        tn_game_var(f->game, f->owner_vars.data[i], &var);
        for (int k = 0; k < var.owners; k++, at++)
            if (tn_var_get(f->game, r->state, r->seat, f->owner_vars.data[i], var.first_owner + k, 0, &who) &&
                who >= 0 && who < (int)f->seats)
                count_in(r, at, times(r, (unsigned)who));
    }
}

static bool covers(const tn_var *var, size_t space) {
    return (int)space >= var->first_owner && (int)space < var->first_owner + var->owners;
}

/* 0: nothing lies there; -1: not to be known. */
static int tile_on(const struct reading *r, size_t space) {
    const struct tn_features *f = r->f;
    int32_t what;
    if (f->tile_var < 0) return 0;
    if (!covers(&f->tile, space) || !tn_var_get(f->game, r->state, r->seat, (size_t)f->tile_var, (int)space, 0, &what))
        return -1;
    return what < 0 ? 0 : (size_t)what + 1 < f->tiles ? what + 1 : -1;
}

static int owner_of(const struct reading *r, size_t space) {
    const struct tn_features *f = r->f;
    int32_t who = -1;
    if (f->board_owner[space] >= 0) return f->board_owner[space];
    if (f->place_owner < 0 || !covers(&f->placed, space)) return -1;
    if (!tn_var_get(f->game, r->state, r->seat, (size_t)f->place_owner, (int)space, 0, &who)) return -1;
    return who < (int)f->seats ? who : -1;
}

static void read_spaces(struct reading *r) {
    const struct tn_features *f = r->f;
    for (size_t i = 0; f->tiles > 0 && i < f->spaces; i++) {
        int owner = owner_of(r, i), tile = owner < 0 ? -1 : tile_on(r, i), next;
        if (owner < 0) continue;
        if (tile >= 0) count_in(r, f->space_at + (size_t)tile, times(r, (unsigned)owner));
        if (tile == 0 && f->board_owner[i] >= 0) continue; /* an empty space of one's own board is nothing yet */
        for (size_t k = 0; k < tn_space_near_count(f->game, i); k++) {
            tn_space_near(f->game, i, k, &next);
            int there = tile_on(r, (size_t)next);
            if (there >= 0) count_in(r, f->near_at + (size_t)there, times(r, (unsigned)owner));
        }
    }
}

/* All of it where nothing is missing, nothing where as much is missing as at first; somewhat below that, too. */
static int32_t share_of_way(int64_t missing, int64_t at_first) {
    int64_t share = TRACK_ONE - missing * TRACK_ONE / at_first;
    return share < -TRACK_ONE ? -TRACK_ONE : (int32_t)share;
}

static void read_table(struct reading *r) {
    const struct tn_features *f = r->f;
    for (size_t i = 0; i < f->table.n; i++) {
        const struct counted *c = &f->table.data[i];
        int32_t value = 0;
        if (c->sort == COUNT_AIM)
            value = share_of_way(r->aims[c->which].missing, c->span);
        else if (c->sort == COUNT_PERIOD)
            value = (int32_t)tn_state_period(f->game, r->state, c->which) * PERIOD_PART;
        else if (read_counted(r, c, 0, &value))
            value = c->sort == COUNT_TRACK ? (int32_t)((int64_t)value * TRACK_ONE / c->span) : value * NUMBER_PART;
        count_in(r, f->table_at + i, value);
    }
}

size_t tn_state_features(const tn_features *f, tn_ctx *ctx, const tn_state *state, unsigned seat, const uint8_t *known,
                         tn_feature *out, size_t cap) {
    struct reading r = {.f = f, .ctx = ctx, .state = state, .seat = seat, .known = known, .out = out, .cap = cap};
    int32_t value;
    r.own = f->seats > 1 ? (int32_t)f->seats - 1 : 1;
    r.other = -1;
    for (unsigned owner = 0; owner < f->seats; owner++) {
        if (f->own_aims) tn_state_aims(ctx, state, owner, r.aims, TN_AIMS);
        for (size_t i = 0; i < f->own.n; i++)
            if (read_counted(&r, &f->own.data[i], owner, &value)) count_in(&r, i, (int64_t)value * times(&r, owner));
        for (size_t z = 0; z < f->zones.n; z++)
            read_zone(&r, z, owner);
        for (size_t i = 0; i < f->lines; i++)
            count_in(&r, f->line_at + i, (int64_t)tn_state_score_line(ctx, state, owner, i) * times(&r, owner));
    }
    read_owners(&r);
    read_spaces(&r);
    if (f->table_aims) tn_state_aims(ctx, state, seat, r.aims, TN_AIMS);
    read_table(&r);
    return r.n;
}

void tn_states_features(const tn_features *f, tn_ctx *ctx, const tn_state *const *states, size_t n, unsigned seat,
                        tn_feature *room, int32_t *out) {
    memset(out, 0, n * f->names.n * sizeof *out);
    for (size_t i = 0; i < n; i++) {
        size_t entries = tn_state_features(f, ctx, states[i], seat, NULL, room, f->room);
        for (size_t k = 0; k < entries && k < f->room; k++)
            out[i * f->names.n + room[k].index] += room[k].value;
    }
}

void tn_features_known(const tn_features *f, const tn_state *state, unsigned seat, uint8_t *known) {
    int32_t cards[ZONE_CARDS];
    memset(known, 0, f->cards);
    for (size_t i = 0; i < tn_game_zone_count(f->game); i++) {
        tn_zone zone;
        tn_game_zone(f->game, i, &zone);
        for (unsigned owner = 0; owner < (zone.per_player ? f->seats : 1); owner++) {
            size_t n = tn_zone_get(f->game, state, seat, i, (int)owner, cards, ZONE_CARDS);
            for (size_t k = 0; k < n && k < ZONE_CARDS; k++)
                if (cards[k] >= 0) known[cards[k]] = 1;
        }
    }
}
