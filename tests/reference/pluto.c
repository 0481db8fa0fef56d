/* The course of Terraforming Pluto: set-up, turns, the queue of action tiles, income, drawing; questions and answers.
 *
 * Purpose: everything but the projects (pluto_cards.c), the result (pluto_score.c) and random play (pluto_random.c).
 *
 * Invariants:
 *  - A question with one answer is never left standing: pluto_advance gives it and goes on.
 *  - The tile in use keeps its place in the queue until its action is done; what is flipped in between goes behind it.
 *  - The deck is shuffled as it is drawn: any of the first in_deck cards is taken, and the last one fills its place.
 */
#include "pluto_internal.h"

#include <stddef.h>
#include <string.h>

enum { HEADS = 3, START_MONEY = 20, START_CARDS = 3, GROOM_CARDS = 2, FIRST_INCOME = 10, LAP = 20 };
enum { FOREST_TILES = 16, WATER_TILES = 6, CITY_TILES = 6, AT_ONCE = 300 };

/* Action tiles by number: what is paid, and the TP for it. */
static const uint8_t tile_price[PLUTO_TILES] = {5, 5, 7, 6}, tile_points[PLUTO_TILES] = {2, 2, 4, 0};
static const uint8_t tile_piece[PLUTO_TILES] = {PLUTO_FOREST, PLUTO_FOREST, PLUTO_WATER,  PLUTO_CITY,
                                                PLUTO_PIECES, PLUTO_PIECES, PLUTO_PIECES, PLUTO_PIECES,
                                                PLUTO_PIECES, PLUTO_PIECES, PLUTO_PIECES};

static const struct milestone {
    uint8_t price, worth;
} milestones[PLUTO_MILESTONES] = {{4, 4}, {6, 5}, {6, 5}, {4, 4}, {6, 5}, {8, 6}};

/* ---- cards ---- */

static void refill_deck(struct pluto *t) {
    for (; t->discard; t->discard &= t->discard - 1)
        t->deck[t->in_deck++] = (uint8_t)lowest_bit(t->discard);
    t->deck_size = t->in_deck;
    t->refills++;
}

int pluto_draw_card(struct pluto *t) {
    if (t->in_deck == 0) {
        if (!t->discard) return -1;
        refill_deck(t);
    }
    unsigned at = chance_below(&t->chance, t->in_deck--);
    uint8_t card = t->deck[at];
    t->deck[at] = t->deck[t->in_deck];
    t->deck[t->in_deck] = card;
    return card;
}

static unsigned draw(struct pluto *t, int player, unsigned cards) {
    unsigned drawn = 0;
    for (int card; drawn < cards && (card = pluto_draw_card(t)) >= 0; drawn++)
        t->hand[player] |= BIT(card);
    return drawn;
}

void pluto_fetch(struct pluto *t, int player, unsigned cards) {
    if (draw(t, player, cards) == 0) return;
    uint64_t own = pluto_reacting(t, player, BIT(THINK_TANK) | BIT(FAST_TRACK));
    if (!own) {
        pluto_pay_others(t, player, PATENT_OFFICE);
        return;
    }
    leave(t, PAY_PATENT_OFFICE, player, 0);
    if (own & BIT(FAST_TRACK)) leave(t, REACT, player, FAST_TRACK);
    if (own & BIT(THINK_TANK)) leave(t, REACT, player, THINK_TANK);
}

/* ---- money ---- */

void pluto_income(struct pluto *t, int player) {
    unsigned laps = t->rating[player] / LAP, space = t->rating[player] % LAP;
    earn(t, player, (int)(FIRST_INCOME + 10 * laps + 2 * (space / 4)));
    if (has(t, player, SAVINGS_BANK)) earn(t, player, 2);
    if ((t->tableau[player] & ~t->busy) >> PAY_DAY & 1) {
        leave(t, PAY_TAX_OFFICE, player, 0);
        pluto_react(t, player, PAY_DAY);
    } else {
        pluto_pay_others(t, player, TAX_OFFICE);
    }
}

void pluto_invest(struct pluto *t, int player) {
    int money = t->money[player];
    if (money > AT_ONCE)
        ask(t, STAGE_HUNDREDS, player, (uint64_t)money / 100);
    else if (money > 0)
        ask(t, STAGE_AMOUNT, player, (uint64_t)money);
}

static void double_money(struct pluto *t, int amount) {
    int player = t->asked;
    if (amount == 0) return;
    spend(t, player, amount);
    earn(t, player, 2 * amount);
}

static void ask_ones(struct pluto *t, unsigned hundreds) {
    unsigned money = (unsigned)t->money[t->asked], most = hundreds == money / 100 ? money % 100 : 99;
    t->asking = (uint8_t)hundreds;
    if (most > 0)
        ask(t, STAGE_ONES, t->asked, most);
    else
        double_money(t, (int)(100 * hundreds));
}

/* ---- the queue ---- */

static unsigned tile_at(const struct pluto *t, unsigned place) {
    return (unsigned)(t->queue >> (4 * place)) & 15;
}

static unsigned place_of(const struct pluto *t, unsigned tile) {
    unsigned place = 0;
    while (tile_at(t, place) != tile)
        place++;
    return place;
}

static void move_to_back(struct pluto *t, unsigned place) {
    uint64_t tile = tile_at(t, place), before = t->queue & (BIT(4 * place) - 1);
    uint64_t behind = t->queue >> (4 * place + 4) << (4 * place);
    t->queue = before | behind | tile << (4 * (t->tiles - 1U));
}

uint64_t pluto_flippable(const struct pluto *t, int money) {
    uint64_t tiles = 0;
    for (unsigned place = 0; place < HEADS && (int)(2 * place) <= money; place++)
        tiles |= BIT(tile_at(t, place));
    return tiles & ~BIT(t->in_use);
}

void pluto_flip(struct pluto *t, int player, unsigned tile) {
    unsigned place = place_of(t, tile);
    spend(t, player, (int)(2 * place));
    move_to_back(t, place);
    if (has(t, player, TAIL_WIND)) advance(t, player, 2);
    if (has(t, player, STIPEND)) earn(t, player, 2);
    uint64_t own = pluto_reacting(t, player, BIT(SCOUTS) | BIT(OVERTIME));
    if (!own) {
        pluto_pay_others(t, player, LOBBY);
        return;
    }
    leave(t, PAY_LOBBY, player, 0);
    if (own & BIT(OVERTIME)) leave(t, REACT, player, OVERTIME);
    if (own & BIT(SCOUTS)) leave(t, REACT, player, SCOUTS);
}

static bool can_use_tile(const struct pluto *t, unsigned tile, unsigned place) {
    int player = t->turn, money = t->money[player];
    if (money < (int)(2 * place)) return false;
    if (tile_piece[tile] == PLUTO_PIECES) return true;
    return money_after(t, player, money, (int)(2 * place)) >= tile_price[tile] &&
           pluto_can_place(t, (enum pluto_piece)tile_piece[tile]);
}

static unsigned usable_tiles(const struct pluto *t) {
    unsigned tiles = 0;
    for (unsigned place = 0; place < HEADS; place++) {
        unsigned tile = tile_at(t, place);
        tiles |= (unsigned)can_use_tile(t, tile, place) << tile;
    }
    return tiles;
}

/* ---- milestones ---- */

static bool has_garden(const struct pluto *t, int player) {
    for (uint64_t rest = t->city & t->owned[player]; rest; rest &= rest - 1)
        if (bit_count(neighbours(rest & -rest) & t->forest) >= 3) return true;
    return false;
}

static uint64_t claimable(const struct pluto *t, int player) {
    const bool met[PLUTO_MILESTONES] = {
        bit_count(t->forest & t->owned[player]) >= 3,
        bit_count(t->city & t->owned[player]) >= 2,
        has_garden(t, player),
        bit_count(t->tableau[player]) >= 6,
        bit_count(t->tableau[player] & MACHINES) >= 4,
        t->rating[player] >= LAP,
    };
    unsigned taken = t->claimed[0] | t->claimed[1] | t->claimed[2] | t->claimed[3];
    uint64_t free = 0;
    for (unsigned which = 0; which < PLUTO_MILESTONES; which++)
        if (met[which] && !(taken >> which & 1) && t->money[player] >= milestones[which].price) free |= BIT(which);
    return free;
}

static void claim(struct pluto *t, unsigned which) {
    spend(t, t->asked, milestones[which].price);
    t->claimed[t->asked] |= (uint8_t)BIT(which);
}

int pluto_milestone_points(const struct pluto *t, int player) {
    int points = 0;
    for (unsigned which = 0; which < PLUTO_MILESTONES; which++)
        if (t->claimed[player] >> which & 1) points += milestones[which].worth;
    return points;
}

/* ---- grooming ---- */

static void ask_discard(struct pluto *t, uint64_t cards) {
    if (cards) {
        ask(t, STAGE_DISCARD, t->turn, cards | NO);
        return;
    }
    unsigned gone = bit_count(t->picked);
    t->hand[t->turn] &= ~t->picked;
    t->discard |= t->picked;
    t->picked = 0;
    leave(t, GROOM_MORE, t->turn, 0);
    pluto_fetch(t, t->turn, gone);
}

static void pick_discard(struct pluto *t, unsigned bit) {
    if (bit == NO_BIT) {
        ask_discard(t, 0);
        return;
    }
    t->picked |= BIT(bit);
    ask_discard(t, t->hand[t->turn] & ~(BIT(bit) | (BIT(bit) - 1)));
}

/* ---- turns ---- */

static void begin_turn(struct pluto *t, int player) {
    t->turn = (uint8_t)player;
    t->turns++;
    t->usable = (uint16_t)usable_tiles(t);
    ask(t, STAGE_TURN, player, BIT(PLUTO_COLLECT) | (uint64_t)(t->usable != 0) << PLUTO_USE_TILE);
}

static void next_turn(struct pluto *t) {
    if (t->ending || !t->vacant || t->turns == PLUTO_LAST_TURN)
        ask(t, STAGE_OVER, t->turn, 0);
    else
        begin_turn(t, seat_after(t, t->turn, 1));
}

static void use_tile(struct pluto *t, unsigned tile) {
    int player = t->turn;
    t->in_use = (uint8_t)tile;
    spend(t, player, (int)(2 * place_of(t, tile)));
    spend(t, player, tile_price[tile]);
    leave(t, END_ACTION, player, 0);
    switch (tile) {
    case PLUTO_GROOM_PROJECTS:
    case PLUTO_GROOM_PROJECTS + 1: ask_discard(t, t->hand[player]); break;
    case PLUTO_IMPLEMENT_PROJECT:
    case PLUTO_IMPLEMENT_PROJECT + 1: pluto_may_implement(t, player); break;
    case PLUTO_ACTIVATE_TABLEAU:
    case PLUTO_ACTIVATE_TABLEAU + 1:
        if (t->activations > 1) leave(t, MAY_ACT, player, 0);
        pluto_may_act(t, player);
        break;
    case PLUTO_CLAIM_MILESTONE: {
        uint64_t free = claimable(t, player);
        if (free) ask(t, STAGE_MILESTONE, player, free | NO);
        break;
    }
    default:
        leave(t, END_TILE, player, tile_points[tile]);
        pluto_ask_hex(t, player, (enum pluto_piece)tile_piece[tile]);
        break;
    }
}

static void end_action(struct pluto *t, int player) {
    move_to_back(t, place_of(t, t->in_use));
    t->in_use = PLUTO_NO_TILE;
    ask(t, STAGE_FLIP, player, pluto_flippable(t, t->money[player]) | NO);
}

/* ---- going on ---- */

static void go_on(struct pluto *t) {
    if (t->depth == 0) {
        next_turn(t);
        return;
    }
    unsigned step = t->left[--t->depth], argument = step >> 6;
    int player = step >> 4 & 3;
    switch ((enum step)(step & 15)) {
    case END_ACTION: end_action(t, player); break;
    case END_TILE: advance(t, player, argument); break;
    case END_CARD: pluto_end_card(t, player, (int)argument); break;
    case END_IMPLEMENT: pluto_end_implement(t, player, (int)argument); break;
    case MAY_ACT: pluto_may_act(t, player); break;
    case MUST_ACT: pluto_must_act(t, player); break;
    case REACT: pluto_react(t, player, (int)argument); break;
    case REACT_AGAIN: pluto_react_again(t, player, (int)argument); break;
    case GROOM_MORE: pluto_fetch(t, player, GROOM_CARDS); break;
    case CITY_OF_OTHER: pluto_city_of_other(t, player, argument); break;
    case WATER_OF_OTHER: pluto_water_of_other(t, player, argument); break;
    case PAY_TAX_OFFICE: pluto_pay_others(t, player, TAX_OFFICE); break;
    case PAY_PATENT_OFFICE: pluto_pay_others(t, player, PATENT_OFFICE); break;
    case PAY_LOBBY: pluto_pay_others(t, player, LOBBY); break;
    }
}

static void take(struct pluto *t, unsigned answer) {
    enum stage stage = (enum stage)t->stage;
    t->stage = STAGE_NONE;
    if (answer == NO_BIT && stage < STAGE_YESNO && stage != STAGE_DISCARD) return;
    switch (stage) {
    case STAGE_NONE:
    case STAGE_OVER: break;
    case STAGE_TURN:
        if (answer == PLUTO_COLLECT)
            pluto_income(t, t->turn);
        else
            ask(t, STAGE_TILE, t->turn, t->usable);
        break;
    case STAGE_TILE: use_tile(t, answer); break;
    case STAGE_HEX: pluto_place(t, t->asked, (enum pluto_piece)t->asking, BIT(answer)); break;
    case STAGE_PROJECT: pluto_implement(t, t->asked, (int)answer); break;
    case STAGE_MACHINE: pluto_activate(t, t->asked, (int)answer); break;
    case STAGE_FLIP: pluto_flip(t, t->asked, answer); break;
    case STAGE_DISCARD: pick_discard(t, answer); break;
    case STAGE_MILESTONE: claim(t, answer); break;
    case STAGE_YESNO:
        if (answer)
            pluto_accept_reaction(t, t->asked, t->asking);
        else
            pluto_decline_reaction(t, t->asked, t->asking);
        break;
    case STAGE_AMOUNT: double_money(t, (int)answer); break;
    case STAGE_HUNDREDS: ask_ones(t, answer); break;
    case STAGE_ONES: double_money(t, (int)(100U * t->asking + answer)); break;
    }
}

/* Amounts are asked only of players who have money. */
static bool has_one_answer(const struct pluto *t) {
    return !(t->answers & (t->answers - 1)) && t->stage > STAGE_OVER && t->stage < STAGE_AMOUNT;
}

void pluto_advance(struct pluto *t, unsigned answer) {
    for (;;) {
        take(t, answer);
        while (t->stage == STAGE_NONE)
            go_on(t);
        if (!has_one_answer(t)) return;
        answer = lowest_bit(t->answers);
    }
}

bool pluto_over(const struct pluto *t) {
    return t->stage == STAGE_OVER;
}

/* ---- questions and answers ---- */

static const uint8_t kind_of_stage[] = {
    PLUTO_OVER, PLUTO_OVER,    PLUTO_TURN,      PLUTO_TILE,  PLUTO_HEX,    PLUTO_PROJECT,  PLUTO_MACHINE,
    PLUTO_FLIP, PLUTO_DISCARD, PLUTO_MILESTONE, PLUTO_YESNO, PLUTO_AMOUNT, PLUTO_HUNDREDS, PLUTO_ONES,
};

void pluto_question(const struct pluto *t, struct pluto_question *out) {
    out->kind = (enum pluto_kind)kind_of_stage[t->stage];
    out->player = t->asked;
    out->count = 0;
    if (t->stage >= STAGE_AMOUNT) {
        for (int n = 0; n <= (int)t->answers; n++)
            out->answers[out->count++] = n;
        return;
    }
    if (t->answers & NO) out->answers[out->count++] = PLUTO_NO;
    if (t->stage == STAGE_HEX) {
        for (int hex = 0; hex < pluto_hexes(t); hex++)
            if (t->answers >> pluto_bit_of_hex[t->planet][hex] & 1) out->answers[out->count++] = hex + 1;
        return;
    }
    for (uint64_t rest = t->answers & ~NO; rest; rest &= rest - 1)
        out->answers[out->count++] = (int)lowest_bit(rest);
}

bool pluto_apply(struct pluto *t, int answer) {
    if (t->stage >= STAGE_AMOUNT) {
        if (answer < 0 || (uint64_t)answer > t->answers) return false;
        pluto_advance(t, (unsigned)answer);
        return true;
    }
    bool is_hex = t->stage == STAGE_HEX;
    if (answer < (is_hex ? 1 : PLUTO_NO) || answer > (is_hex ? pluto_hexes(t) : PLUTO_CARDS)) return false;
    unsigned bit = is_hex               ? pluto_bit_of_hex[t->planet][answer - 1]
                   : answer == PLUTO_NO ? (unsigned)NO_BIT
                                        : (unsigned)answer;
    if (!(t->answers >> bit & 1)) return false;
    pluto_advance(t, bit);
    return true;
}

/* ---- set-up ---- */

static void shuffle_queue(struct pluto *t) {
    uint8_t order[PLUTO_TILES];
    for (unsigned i = 0; i < t->tiles; i++)
        order[i] = (uint8_t)i;
    for (unsigned left = t->tiles; left > 0; left--) {
        unsigned at = chance_below(&t->chance, left);
        t->queue = t->queue << 4 | order[at];
        order[at] = order[left - 1];
    }
}

void pluto_init(struct pluto *t, const struct pluto_options *options, uint64_t seed) {
    static const struct pluto_options defaults = {0};
    if (!options) options = &defaults;
    memset(t, 0, sizeof *t);
    t->chance = seed;
    t->players = (uint8_t)(options->players ? options->players : 2);
    t->planet = (uint8_t)options->planet;
    t->tiles = PLUTO_TILES - options->no_milestones;
    t->activations = options->one_activation ? 1 : 2;
    t->in_use = PLUTO_NO_TILE;
    t->supply[PLUTO_FOREST] = FOREST_TILES;
    t->supply[PLUTO_WATER] = WATER_TILES;
    t->supply[PLUTO_CITY] = CITY_TILES;
    t->vacant = pluto_planet_hexes[t->planet];
    shuffle_queue(t);
    for (unsigned card = 0; card < PLUTO_CARDS; card++)
        t->deck[card] = (uint8_t)card;
    t->in_deck = t->deck_size = PLUTO_CARDS;
    for (int player = 0; player < t->players; player++) {
        t->money[player] = START_MONEY;
        draw(t, player, START_CARDS);
    }
    pluto_update_blocked(t);
    begin_turn(t, 0);
}
