/* census.c: see census.h. */
#include "lab/census.h"

#include "play/winners.h"

#include <stdlib.h>
#include <string.h>

enum { NOWHERE = -1 };

/* One thread's: the game that runs, and the sums of those that are over. */
struct following {
    struct census *sums;
    uint32_t *facts[CENSUS_N]; /* for each card, under its first copy, the seats of whom it is so */
    uint32_t *came;            /* the same for each zone */
    /* Of each card, each copy for itself: where it lay at the last question; zone * seats + owner */
    int32_t *place;
    bool *fresh;       /* of each card: the next rule of it is carried out by who plays it */
    uint32_t *when;    /* of each card: the undertaking in which a rule of it was carried out last */
    uint32_t now;      /* the number of the undertaking, from 1 */
    int32_t *list;     /* scratch: the cards of a zone */
    uint32_t *answers; /* scratch: those of a question */
    uint32_t *dealt;   /* for each card, under its first copy, the seats that had it at the first question */
    uint32_t *moment;  /* of each card, under its first copy: when it was first played, in answers from 1; 0: not yet */
    uint32_t *round;   /* the same in rounds */
    uint32_t given;    /* answers so far */
    uint32_t rounds;   /* that began so far */
    tn_ctx *ctx;
    uint64_t hash;              /* of the game's first position */
    size_t opened[MATCH_SEATS]; /* of each seat: its first choice, number of the entry + 1 */
};

const char *census_fact_name(enum census_fact fact) {
    static const char *const names[] = {
#define F(name) #name,
        CENSUS_FACTS(F)
#undef F
    };
    return names[fact];
}

/* ---- making and freeing */
struct census *census_new(const tn_game *game) {
    struct census *c = calloc(1, sizeof *c);
    if (!c) return NULL;
    c->game = game;
    c->round_period = simulate_round_period(game);
    c->n_cards = tn_game_card_count(game), c->n_lines = tn_game_score_line_count(game),
    c->n_zones = tn_game_zone_count(game);
    c->cards = calloc(c->n_cards + 1, sizeof *c->cards);
    c->came = calloc(c->n_cards * c->n_zones + 1, sizeof *c->came);
    c->lines = calloc(c->n_lines + 1, sizeof *c->lines);
    if (c->cards && c->came && c->lines) return c;
    census_free(c);
    return NULL;
}

void census_free(struct census *c) {
    if (!c) return;
    VEC_FREE(&c->rounds);
    answers_free(&c->answers);
    free(c->cards), free(c->came), free(c->lines);
    free(c);
}

static void free_following(struct following *f) {
    for (unsigned i = 0; i < CENSUS_N; i++)
        free(f->facts[i]);
    free(f->came), free(f->place), free(f->fresh), free(f->when), free(f->list), free(f->answers);
    free(f->dealt), free(f->moment), free(f->round);
    census_free(f->sums);
    free(f);
}

static void *enter(void *user) {
    const struct census *all = user;
    struct following *f = calloc(1, sizeof *f);
    if (!f) return NULL;
    size_t cards = all->n_cards + 1;
    f->sums = census_new(all->game);
    if (f->sums) f->sums->no_answers = all->no_answers;
    f->came = calloc(cards * (all->n_zones + 1), sizeof *f->came);
    f->place = calloc(cards, sizeof *f->place);
    f->fresh = calloc(cards, sizeof *f->fresh);
    f->when = calloc(cards, sizeof *f->when);
    f->list = calloc(cards, sizeof *f->list);
    f->answers = calloc((size_t)tn_game_answer_count(all->game) + 1, sizeof *f->answers);
    f->dealt = calloc(cards, sizeof *f->dealt);
    f->moment = calloc(cards, sizeof *f->moment);
    f->round = calloc(cards, sizeof *f->round);
    bool fine = f->sums && f->dealt && f->moment && f->round && f->came && f->place && f->fresh && f->when && f->list &&
                f->answers;
    for (unsigned i = 0; i < CENSUS_N; i++)
        fine = (f->facts[i] = calloc(cards, sizeof *f->facts[i])) && fine;
    if (fine) return f;
    free_following(f);
    return NULL;
}

/* ---- while a game runs */
static size_t first_copy(const tn_game *game, size_t card) {
    tn_card it;
    tn_game_card(game, card, &it);
    return card - (size_t)it.copy;
}

/* Whether others may look into a zone of a player. */
static bool is_open(const tn_zone *zone) {
    return zone->see == TN_SEE_EVERYONE || zone->see == TN_SEE_OTHERS;
}

static void look_into(struct following *f, const tn_state *state, size_t z, const tn_zone *zone, int owner) {
    const struct census *c = f->sums;
    int32_t place = (int32_t)(z * MATCH_SEATS) + (owner < 0 ? 0 : owner);
    size_t n = tn_zone_get(c->game, state, TN_EVERYTHING, z, owner, f->list, c->n_cards);
    for (size_t i = 0; i < n && i < c->n_cards; i++) {
        if (f->list[i] < 0) continue;
        size_t card = (size_t)f->list[i], first = first_copy(c->game, card);
        f->came[z * c->n_cards + first] |= owner < 0 ? 1u : 1u << owner;
        if (f->place[card] != place && (owner < 0 || !is_open(zone))) f->fresh[card] = true;
        f->place[card] = place;
    }
}

static void look_at_zones(struct following *f, const tn_state *state) {
    const struct census *c = f->sums;
    for (size_t z = 0; z < c->n_zones; z++) {
        tn_zone zone;
        tn_game_zone(c->game, z, &zone);
        if (!zone.per_player) look_into(f, state, z, &zone, -1);
        for (unsigned seat = 0; zone.per_player && seat < tn_game_seat_count(c->game); seat++)
            look_into(f, state, z, &zone, (int)seat);
    }
}

/* What lies in zones of players before anybody was asked. */
static void note_deal(struct following *f) {
    const struct census *c = f->sums;
    memset(f->dealt, 0, c->n_cards * sizeof *f->dealt);
    for (size_t z = 0; z < c->n_zones; z++) {
        tn_zone zone;
        tn_game_zone(c->game, z, &zone);
        for (size_t i = 0; zone.per_player && i < c->n_cards; i++)
            f->dealt[i] |= f->came[z * c->n_cards + i];
    }
}

static void begin(void *mine, tn_ctx *ctx, const tn_state *state) {
    struct following *f = mine;
    const struct census *c = f->sums;
    f->ctx = ctx, f->hash = tn_state_hash(c->game, state), f->given = f->rounds = 0;
    memset(f->opened, 0, sizeof f->opened);
    memset(f->moment, 0, c->n_cards * sizeof *f->moment);
    for (unsigned i = 0; i < CENSUS_N; i++)
        memset(f->facts[i], 0, c->n_cards * sizeof *f->facts[i]);
    memset(f->came, 0, c->n_cards * c->n_zones * sizeof *f->came);
    for (size_t i = 0; i < c->n_cards; i++)
        f->place[i] = NOWHERE, f->fresh[i] = true, f->when[i] = 0;
    f->now = 1;
    look_at_zones(f, state);
    note_deal(f);
}

static void deed(void *mine, int card, unsigned seat) {
    struct following *f = mine;
    const struct census *c = f->sums;
    f->now += card < 0;
    if (card < 0 || (size_t)card >= c->n_cards || seat >= tn_game_seat_count(c->game)) return;
    tn_card it;
    tn_game_card(c->game, (size_t)card, &it);
    bool played = it.zoned && f->fresh[card];
    if (played || f->when[card] != f->now) /* several rules of a card may be carried out together */
        f->facts[played ? CENSUS_played : CENSUS_used][(size_t)card - (size_t)it.copy] |= 1u << seat;
    size_t first = (size_t)card - (size_t)it.copy;
    if (played && !f->moment[first]) f->moment[first] = f->given + 1, f->round[first] = f->rounds;
    f->fresh[card] = false;
    f->when[card] = f->now;
}

/* The card that an answer is, by its first copy; n_cards: it is none. */
static size_t card_of(const struct census *c, uint32_t answer) {
    int card = answer_card(c->game, answer);
    tn_card it;
    if (card < 0) return c->n_cards;
    tn_game_card(c->game, (size_t)card, &it);
    return (size_t)card - (size_t)it.copy;
}

/* A choice among the first n of f->answers. */
static void note_choice(struct following *f, const tn_state *state, const tn_question *question, uint32_t given,
                        size_t n) {
    struct answers *answers = &f->sums->answers;
    answers_asked(answers, f->ctx, f->sums->game, state, question, f->answers, n, given, f->hash);
    if (question->seat >= MATCH_SEATS || f->opened[question->seat]) return;
    const struct answers_entry *it = answers_begun(answers, f->ctx, state, question, given, f->hash);
    if (it) f->opened[question->seat] = (size_t)(it - answers->entries.data) + 1;
}

static void answer(void *mine, const tn_state *state, const tn_question *question, uint32_t given) {
    struct following *f = mine;
    const struct census *c = f->sums;
    bool forced = forced_answer(c->game, state, question->seat) != TN_NO_ANSWER;
    look_at_zones(f, state);
    f->given++;
    if (c->round_period >= 0) f->rounds = tn_state_period(c->game, state, (size_t)c->round_period);
    f->sums->asked++, f->sums->forced += forced;
    size_t n = tn_state_answers(c->game, state, question->seat, f->answers, tn_game_answer_count(c->game));
    if (!forced && !f->sums->no_answers) note_choice(f, state, question, given, n);
    if (question->kind != TN_CHOOSE) return;
    for (size_t i = 0; i < n; i++) {
        size_t card = card_of(c, f->answers[i]);
        if (card == c->n_cards) continue;
        f->facts[CENSUS_offered][card] |= 1u << question->seat;
        if (f->answers[i] == given) f->facts[CENSUS_chosen][card] |= 1u << question->seat;
    }
}

/* ---- when it is over */
static void look_at_rest(struct following *f, const tn_state *over, uint32_t *in_play) {
    const struct census *c = f->sums;
    for (size_t z = 0; z < c->n_zones; z++) {
        tn_zone zone;
        tn_game_zone(c->game, z, &zone);
        for (unsigned seat = 0; zone.per_player && seat < tn_game_seat_count(c->game); seat++) {
            size_t n = tn_zone_get(c->game, over, TN_EVERYTHING, z, (int)seat, f->list, c->n_cards);
            for (size_t i = 0; i < n && i < c->n_cards; i++) {
                if (f->list[i] < 0) continue;
                size_t card = first_copy(c->game, (size_t)f->list[i]);
                if (zone.live) in_play[card] |= 1u << seat;
                if (!zone.live && !is_open(&zone)) f->facts[CENSUS_left][card] |= 1u << seat;
            }
        }
    }
}

/* Goals lie in no zone; whose they are stands in a variable of theirs. */
static void look_at_goals(struct following *f, const tn_state *over) {
    const struct census *c = f->sums;
    for (size_t v = 0; v < tn_game_var_count(c->game); v++) {
        tn_var var;
        tn_game_var(c->game, v, &var);
        if (var.scope != TN_PER_CARD || var.type != TN_IS_PLAYER || var.indices != 1) continue;
        for (int i = 0; i < var.owners; i++) {
            tn_card card;
            int32_t owner;
            tn_game_card(c->game, (size_t)(var.first_owner + i), &card);
            if (card.zoned || !tn_var_get(c->game, over, TN_SPECTATOR, v, var.first_owner + i, 0, &owner)) continue;
            if (owner >= 0 && owner < (int)tn_game_seat_count(c->game))
                f->facts[CENSUS_owned][first_copy(c->game, (size_t)(var.first_owner + i))] |= 1u << owner;
        }
    }
}

static unsigned bits_of(uint32_t mask) {
    unsigned n = 0;
    for (; mask; mask &= mask - 1)
        n++;
    return n;
}

static void count_had(struct census_had *to, uint32_t who, const unsigned *sharing) {
    to->games += who != 0;
    to->players += bits_of(who);
    for (unsigned seat = 0; seat < MATCH_SEATS; seat++)
        if (who >> seat & 1u) to->wins[sharing[seat]]++, to->seats[seat]++;
}

static void count_cards(struct following *f, const tn_state *over, const unsigned *sharing) {
    struct census *c = f->sums;
    uint32_t *in_play = f->answers; /* no question is open any more; one word a card at least: cards are answers */
    memset(in_play, 0, c->n_cards * sizeof *in_play);
    look_at_rest(f, over, in_play);
    look_at_goals(f, over);
    for (size_t i = 0; i < c->n_cards; i++) {
        struct census_card *to = &c->cards[i];
        f->facts[CENSUS_left][i] &= ~f->facts[CENSUS_played][i];
        for (unsigned k = 0; k < CENSUS_N; k++)
            to->facts[k] += bits_of(f->facts[k][i]);
        for (size_t z = 0; z < c->n_zones; z++)
            c->came[z * c->n_cards + i] += bits_of(f->came[z * c->n_cards + i]);
        tn_card it;
        tn_game_card(c->game, i, &it);
        uint32_t held = in_play[i] | f->facts[CENSUS_owned][i];
        uint32_t done = f->facts[CENSUS_played][i] | (it.zoned ? 0 : f->facts[CENSUS_used][i]);
        if (!held && !it.zoned) held = f->facts[CENSUS_chosen][i];
        count_had(&to->done, done, sharing);
        count_had(&to->held, held, sharing);
        count_had(&to->dealt, f->dealt[i], sharing);
        count_had(&to->offered, f->facts[CENSUS_offered][i], sharing);
        count_had(&to->offered_done, f->facts[CENSUS_offered][i] & done, sharing);
        count_had(&to->offered_held, f->facts[CENSUS_offered][i] & held, sharing);
        if (!f->moment[i]) continue;
        to->plays++, to->play_rounds += f->round[i];
        to->play_moments += (uint64_t)(f->moment[i] - 1) * 1000 / (f->given + !f->given);
    }
}

static void count_opening(struct answers_entry *it, unsigned seat, unsigned sharing, int32_t score) {
    it->began++, it->seats[seat]++, it->wins[sharing]++;
    it->score += score, it->score_squares += (int64_t)score * score;
}

static bool add_length(struct census *c, uint32_t rounds, uint64_t games) {
    while (c->rounds.n <= rounds)
        if (!VEC_PUSH(&c->rounds, 0)) return false;
    c->rounds.data[rounds] += games;
    return true;
}

static void over(void *mine, tn_ctx *ctx, const tn_state *state) {
    struct following *f = mine;
    struct census *c = f->sums;
    uint32_t rounds = c->round_period < 0 ? 0 : tn_state_period(c->game, state, (size_t)c->round_period);
    unsigned seats = tn_game_seat_count(c->game), sharing[MATCH_SEATS];
    unsigned winners = winners_of(ctx, state, seats, sharing);
    look_at_zones(f, state);
    count_cards(f, state, sharing);
    for (unsigned seat = 0; seat < seats; seat++)
        if (f->opened[seat])
            count_opening(&c->answers.entries.data[f->opened[seat] - 1], seat, sharing[seat],
                          tn_state_score(ctx, state, seat));
    for (size_t line = 0; line < c->n_lines; line++)
        for (unsigned seat = 0; seat < seats; seat++) {
            int32_t points = tn_state_score_line(ctx, state, seat, line);
            c->lines[line].all += points;
            c->lines[line].winners += sharing[seat] ? points : 0;
        }
    c->games++, c->players += seats, c->winners += winners;
    if (!add_length(c, rounds, 1)) c->out_of_memory = true;
}

/* ---- all threads together */
static void add_had(struct census_had *to, const struct census_had *from) {
    to->games += from->games, to->players += from->players;
    for (unsigned k = 0; k <= MATCH_SEATS; k++)
        to->wins[k] += from->wins[k];
    for (unsigned k = 0; k < MATCH_SEATS; k++)
        to->seats[k] += from->seats[k];
}

void census_join(struct census *to, const struct census *from) {
    to->games += from->games, to->players += from->players, to->winners += from->winners;
    to->out_of_memory |= from->out_of_memory | from->answers.out_of_memory;
    to->asked += from->asked, to->forced += from->forced;
    answers_add(&to->answers, &from->answers);
    to->out_of_memory |= to->answers.out_of_memory;
    for (uint32_t i = 0; i < from->rounds.n; i++)
        if (!add_length(to, i, from->rounds.data[i])) to->out_of_memory = true;
    for (size_t i = 0; i < to->n_lines; i++)
        to->lines[i].all += from->lines[i].all, to->lines[i].winners += from->lines[i].winners;
    for (size_t i = 0; i < to->n_cards * to->n_zones; i++)
        to->came[i] += from->came[i];
    for (size_t i = 0; i < to->n_cards; i++) {
        struct census_card *a = &to->cards[i];
        const struct census_card *b = &from->cards[i];
        for (unsigned k = 0; k < CENSUS_N; k++)
            a->facts[k] += b->facts[k];
        add_had(&a->done, &b->done);
        add_had(&a->held, &b->held);
        add_had(&a->dealt, &b->dealt);
        add_had(&a->offered, &b->offered);
        add_had(&a->offered_done, &b->offered_done);
        add_had(&a->offered_held, &b->offered_held);
        a->plays += b->plays, a->play_moments += b->play_moments, a->play_rounds += b->play_rounds;
    }
}

static void leave(void *user, void *mine) {
    struct following *f = mine;
    census_join(user, f->sums);
    free_following(f);
}

const struct simulate_follow census_follow = {enter, begin, deed, answer, over, leave};

/* ---- figures */
const struct census_had *census_had(const struct census *c, size_t card) {
    tn_card it, other;
    tn_game_card(c->game, card, &it);
    for (size_t i = 0; i < c->n_cards; i++) {
        tn_game_card(c->game, i, &other);
        if (c->cards[i].done.players && strcmp(other.kind, it.kind) == 0) return &c->cards[card].done;
    }
    return &c->cards[card].held;
}

const struct census_had *census_offered_had(const struct census *c, size_t card) {
    bool done = census_had(c, card) == &c->cards[card].done;
    return done ? &c->cards[card].offered_done : &c->cards[card].offered_held;
}

uint64_t census_came(const struct census *c, size_t zone, size_t card) {
    return c->came[zone * c->n_cards + card];
}

unsigned census_rounds(const struct census *c, double share) {
    uint64_t sum = 0;
    for (unsigned i = 0; i < c->rounds.n; i++) {
        sum += c->rounds.data[i];
        if (sum && (double)sum >= share * (double)c->games) return i;
    }
    return 0;
}
