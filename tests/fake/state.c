/* state.c: positions of the fake engine; see fake.h. */
#include "fake/internal.h"

#include "base/random.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *const fake_card_names[CARDS] = {"Cross", "Ring", "Ring"};

const char *fake_cell_name(int cell) {
    static const char names[CELLS][3] = {"a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3"};
    return names[cell];
}

static void say(tn_ctx *ctx, uint8_t seat, uint32_t seen_by, const char *text, const char *public_text) {
    tn_event event = {.seat = seat, .seen_by = seen_by, .text = {text, NULL, 0}, .public_text = {public_text, NULL, 0}};
    if (ctx->event) ctx->event(ctx->user, &event);
}

static uint8_t first_ask(const tn_game *g) {
    return g->chosen[OPTION_MODE] ? ASK_MENU : ASK_CELL;
}

tn_ctx *tn_ctx_new(const tn_game *game) {
    tn_ctx *ctx = calloc(1, sizeof *ctx);
    if (ctx) ctx->game = game;
    return ctx;
}

void tn_ctx_free(tn_ctx *ctx) {
    free(ctx);
}

void tn_ctx_sink(tn_ctx *ctx, void (*event)(void *, const tn_event *), void *user) {
    ctx->event = event;
    ctx->user = user;
}

/* Its cards have no rules. */
void tn_ctx_deeds(tn_ctx *ctx, void (*deed)(void *, int, unsigned), void *user) {
    (void)ctx, (void)deed, (void)user;
}

/* It has no statements. */
size_t tn_game_statement_count(const tn_game *g) {
    (void)g;
    return 0;
}

void tn_game_statement(const tn_game *g, size_t i, tn_statement *out) {
    (void)g, (void)i;
    *out = (tn_statement){.file = ""};
}

tn_status tn_ctx_watch(tn_ctx *ctx, bool on) {
    (void)ctx, (void)on;
    return TN_OK;
}

bool tn_ctx_reached(const tn_ctx *ctx, size_t statement) {
    (void)ctx, (void)statement;
    return false;
}

tn_state *tn_state_new(const tn_game *g) {
    return calloc(1, tn_game_state_size(g));
}

void tn_state_free(tn_state *s) {
    free(s);
}

tn_status tn_state_start(tn_ctx *ctx, uint64_t seed, unsigned flags, tn_state *s) {
    memset(s, 0, sizeof *s);
    memset(s->cells, -1, sizeof s->cells);
    memset(s->held, ctx->game->chosen[OPTION_MODE] ? 1 : 0, sizeof s->held);
    s->seed = seed;
    s->coins = 2;
    s->status = TN_ASK;
    s->ask = first_ask(ctx->game);
    s->explicit_chance = flags & TN_EXPLICIT_CHANCE;
    if (ctx->game->chosen[OPTION_START] == 1) {
        if (s->explicit_chance)
            s->ask = ASK_WHO;
        else
            s->turn = (uint8_t)((seed * 0x9e3779b97f4a7c15u) >> 63);
    }
    say(ctx, TN_SPECTATOR, UINT32_MAX, "The game begins", "The game begins");
    if (ctx->game->chosen[OPTION_MODE]) say(ctx, 0, 1, "A takes Cross, Ring and Ring", "A takes 3 cards");
    return TN_ASK;
}

tn_status tn_state_status(const tn_game *g, const tn_state *s) {
    (void)g;
    return (tn_status)s->status;
}

static unsigned asked_seat(const tn_state *s) {
    return s->ask == ASK_WHO ? TN_CHANCE : s->turn;
}

uint32_t tn_state_out(const tn_game *g, const tn_state *s) {
    (void)g, (void)s;
    return 0;
}

uint32_t tn_state_asked(const tn_game *g, const tn_state *s) {
    (void)g;
    return s->status == TN_ASK && s->ask != ASK_WHO ? 1u << s->turn : 0;
}

static bool has_cards(const tn_state *s) {
    bool any = false;
    for (int i = 0; i < CARDS; i++)
        any |= s->held[i] == 1;
    return any && s->turn == 0;
}

bool tn_state_legal(const tn_game *g, const tn_state *s, unsigned seat, uint32_t id) {
    (void)g;
    if (s->status != TN_ASK || seat != asked_seat(s)) return false;
    switch (s->ask) {
    case ASK_WHO: return id == ID_WHO || id == ID_WHO + 1;
    case ASK_MENU: return id == ID_MENU || (id == ID_MENU + 1 && has_cards(s));
    case ASK_CELL: return id >= ID_CELL && id < ID_CELL + CELLS && s->cells[id - ID_CELL] < 0;
    case ASK_CARD: return id >= ID_CARD && id < ID_CARD + CARDS && s->held[id - ID_CARD] == 1;
    case ASK_COINS: return id >= ID_NUMBER && id <= ID_NUMBER + (uint32_t)s->coins;
    default: return id == TN_NO || id == TN_YES;
    }
}

size_t tn_state_answers(const tn_game *g, const tn_state *s, unsigned seat, uint32_t *ids, size_t cap) {
    size_t n = 0;
    for (uint32_t id = 0; id < ID_END; id++)
        if (tn_state_legal(g, s, seat, id) && n++ < cap) ids[n - 1] = id;
    return n;
}

uint32_t tn_state_meant(tn_ctx *c, const tn_state *s, unsigned seat, uint32_t answer) {
    (void)c;
    return tn_state_legal(NULL, s, seat, answer) ? answer : TN_NO_ANSWER;
}

size_t tn_state_copies(tn_ctx *c, const tn_state *s, unsigned seat, uint32_t answer, uint32_t *ids, size_t cap) {
    (void)c, (void)s, (void)seat;
    if (cap) ids[0] = answer;
    return 1;
}

uint32_t tn_state_nth(const tn_game *g, const tn_state *s, unsigned seat, uint32_t n) {
    for (uint32_t id = 0; id < ID_END; id++)
        if (tn_state_legal(g, s, seat, id) && n-- == 0) return id;
    return TN_NO_ANSWER;
}

bool tn_state_question(const tn_game *g, const tn_state *s, unsigned seat, tn_question *out) {
    static const uint8_t kinds[] = {TN_CHANCE_DRAW, TN_EITHER, TN_CHOOSE, TN_CHOOSE, TN_NUMBER, TN_YESNO};
    unsigned asked = asked_seat(s);
    if (s->status != TN_ASK || (seat != TN_SPECTATOR && seat != asked)) return false;
    *out = (tn_question){.site = s->ask, .preset = TN_NO_ANSWER, .seat = (uint8_t)asked, .kind = kinds[s->ask]};
    out->count = (uint32_t)tn_state_answers(g, s, asked, NULL, 0);
    if (s->ask == ASK_COINS) {
        out->preset = ID_NUMBER + 1;
        out->flags = TN_PAYMENT;
    }
    return true;
}

static bool line_made(const tn_state *s) {
    static const uint8_t lines[8][3] = {{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6},
                                        {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6}};
    for (int i = 0; i < 8; i++)
        if (s->cells[lines[i][0]] == s->turn && s->cells[lines[i][1]] == s->turn && s->cells[lines[i][2]] == s->turn)
            return true;
    return false;
}

static void mark(tn_ctx *ctx, tn_state *s, int cell) {
    char text[64];
    s->cells[cell] = (int8_t)s->turn;
    s->marks++;
    snprintf(text, sizeof text, "%c marks %s", 'A' + s->turn, fake_cell_name(cell));
    say(ctx, s->turn, UINT32_MAX, text, text);
    if (ctx->game->chosen[OPTION_FAULT] && s->marks == 3) {
        s->status = TN_FAULT;
        return;
    }
    if (line_made(s)) s->winner = (uint8_t)(1 + s->turn);
    if (s->winner || s->marks == CELLS) s->status = TN_OVER;
    s->turn ^= 1;
    s->ask = first_ask(ctx->game);
}

tn_status tn_state_apply(tn_ctx *ctx, tn_state *s, unsigned seat, uint32_t id) {
    if (!tn_state_legal(ctx->game, s, seat, id)) return TN_ILLEGAL;
    switch (s->ask) {
    case ASK_WHO:
        s->turn = (uint8_t)(id - ID_WHO);
        s->ask = first_ask(ctx->game);
        break;
    case ASK_MENU: s->ask = id == ID_MENU ? ASK_CELL : ASK_CARD; break;
    case ASK_CELL: mark(ctx, s, (int)(id - ID_CELL)); break;
    case ASK_CARD:
        s->held[id - ID_CARD] = 2;
        s->epoch++;
        s->ask = ASK_COINS;
        say(ctx, s->turn, UINT32_MAX, "A plays a card", "A plays a card");
        break;
    case ASK_COINS:
        s->coins = (uint8_t)(s->coins - (id - ID_NUMBER));
        s->ask = ASK_KEEP;
        break;
    default:
        for (int i = 0; i < CARDS; i++)
            if (s->held[i] == 2 && id == TN_YES) s->held[i] = 3;
        s->ask = ASK_MENU;
        break;
    }
    return tn_state_status(ctx->game, s);
}

tn_status tn_playout(tn_ctx *ctx, tn_state *s, uint64_t seed, const tn_playing *how) {
    tn_question q;
    for (uint32_t n = 0; n < how->answers && tn_state_question(ctx->game, s, TN_SPECTATOR, &q); n++) {
        uint32_t which = random_below(random_at(seed, n, 0), q.count);
        tn_state_apply(ctx, s, q.seat, tn_state_nth(ctx->game, s, q.seat, which));
    }
    return tn_state_status(ctx->game, s);
}

size_t tn_fault_text(const tn_game *g, const tn_state *s, char *buf, size_t cap) {
    return (size_t)snprintf(buf, cap, "%s", tn_state_status(g, s) == TN_FAULT ? "fake.game:3: the third mark" : "");
}

uint64_t tn_state_hash(const tn_game *g, const tn_state *s) {
    uint64_t h = 0xcbf29ce484222325u;
    (void)g;
    for (size_t i = sizeof s->seed; i < sizeof *s; i++)
        h = (h ^ ((const unsigned char *)s)[i]) * 0x100000001b3u;
    return h;
}

/* Both see everything, so there is nothing to deal again. */
void tn_state_determinise(tn_ctx *ctx, const tn_state *s, unsigned seat, uint64_t seed, tn_state *out) {
    (void)ctx, (void)seat, (void)seed;
    *out = *s;
}

void tn_state_view(const tn_game *game, const tn_state *s, unsigned seat, tn_state *out) {
    (void)game, (void)seat;
    *out = *s;
}

size_t tn_state_amounts(tn_ctx *ctx, const tn_state *s, unsigned seat, tn_amount *out, size_t cap) {
    (void)ctx, (void)s, (void)seat, (void)out, (void)cap;
    return 0;
}

unsigned tn_state_last(const tn_game *g, const tn_state *s) {
    (void)g, (void)s;
    return TN_SPECTATOR;
}

uint32_t tn_state_epoch(const tn_game *g, const tn_state *s) {
    (void)g;
    return s->epoch;
}

int32_t tn_state_score_line(tn_ctx *ctx, const tn_state *s, unsigned seat, size_t line) {
    int n = 0;
    (void)ctx;
    if (line == 0) return s->winner == 1 + seat ? 10 : 0;
    for (int i = 0; i < CELLS; i++)
        n += s->cells[i] == (int)seat;
    return n;
}

bool tn_state_score_seen(tn_ctx *ctx, const tn_state *s, unsigned viewer, unsigned seat, size_t line, int32_t *out) {
    (void)viewer;
    return *out = tn_state_score_line(ctx, s, seat, line), true;
}

int32_t tn_state_score(tn_ctx *ctx, const tn_state *s, unsigned seat) {
    return tn_state_score_line(ctx, s, seat, 0) + tn_state_score_line(ctx, s, seat, 1);
}

unsigned tn_state_rank(tn_ctx *ctx, const tn_state *s, unsigned seat) {
    (void)ctx;
    return s->winner == 0 || s->winner == 1 + seat ? 1 : 2;
}

bool tn_state_tie(tn_ctx *ctx, const tn_state *s, unsigned seat, size_t line, int32_t *out) {
    (void)ctx, (void)s, (void)seat, (void)line, (void)out;
    return false;
}

bool tn_state_limited(const tn_game *g, const tn_state *s) {
    (void)g, (void)s;
    return false;
}

tn_status tn_scenario_start(tn_ctx *ctx, size_t scenario, uint64_t seed, tn_state *out) {
    const char *given = ctx->game->source.scenarios[ctx->game->scenarios[scenario]].given;
    tn_state_start(ctx, seed, 0, out);
    for (; given[0] && given[1]; given += 2 + (given[2] == ' '))
        for (int cell = 0; cell < CELLS; cell++)
            if (strncmp(given, fake_cell_name(cell), 2) == 0) mark(ctx, out, cell);
    return (tn_status)out->status;
}

bool tn_scenario_check(tn_ctx *ctx, size_t scenario, size_t step, const tn_state *s) {
    return s->marks == ctx->game->source.scenarios[ctx->game->scenarios[scenario]].steps[step].number;
}

size_t tn_scenario_found(tn_ctx *ctx, size_t scenario, size_t step, const tn_state *s, char *buf, size_t cap) {
    (void)ctx, (void)scenario, (void)step;
    return (size_t)snprintf(buf, cap, ", found %d", s->marks);
}
