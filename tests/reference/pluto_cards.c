/* The 60 projects of Terraforming Pluto: when each can be carried out, what it does, what it reacts to.
 *
 * Purpose: the menus of projects and machines (projects with a diamond), their effects, the placing of tiles, and the
 * reactions to it.
 *
 * Invariants:
 *  - What is offered can be carried out to its end, so nothing here can fail half-way. Looking ahead is cheap because
 *    nothing hidden and no other player's choice comes before the last thing that can fail: an effect pays, perhaps
 *    plants one forest, and then needs at most one further card or flip.
 *  - A card that asks, draws or sets off others is `busy` until its END_CARD is reached, and not begun again before.
 *    What ANSWERING cards do not hear meanwhile is `owed` to them: they react to it then. The others, whose chains
 * could go on for ever (Overtime, Pay Day), miss it.
 *  - Reactions come in the order of the rulings: the player who acts, then the others round the table; a player's cards
 *    in the order of the print file. Who reacts among the others is looked up when their turn to react comes.
 */
#include "pluto_internal.h"

#define COST(x, card, name, cost, price, points) cost,
static const uint8_t cost_of[PLUTO_CARDS] = {PROJECTS(COST, 0)};
#define PRICE(x, card, name, cost, price, points) price,
static const uint8_t price_of[PLUTO_CARDS] = {PROJECTS(PRICE, 0)};
#define POINTS(x, card, name, cost, price, points) points,
static const uint8_t points_of[PLUTO_CARDS] = {PROJECTS(POINTS, 0)};

/* ---- what can be carried out ---- */

#define COSTS(most, card, name, cost, price, points) | (uint64_t)((cost) <= (most)) << card
#define PRICED(most, card, name, cost, price, points) | (uint64_t)((price) <= (most)) << card
#define COST_WITHIN(money) (0 PROJECTS(COSTS, money))
#define PRICE_WITHIN(money) (0 PROJECTS(PRICED, money))

/* Cards that can be paid for, and machines, by money. */
static const uint64_t cost_within[HIGHEST_COST + 1] = {
    COST_WITHIN(0),  COST_WITHIN(1),  COST_WITHIN(2),  COST_WITHIN(3),  COST_WITHIN(4),  COST_WITHIN(5),
    COST_WITHIN(6),  COST_WITHIN(7),  COST_WITHIN(8),  COST_WITHIN(9),  COST_WITHIN(10), COST_WITHIN(11),
    COST_WITHIN(12), COST_WITHIN(13), COST_WITHIN(14), COST_WITHIN(15), COST_WITHIN(16), COST_WITHIN(17),
    COST_WITHIN(18), COST_WITHIN(19), COST_WITHIN(20), COST_WITHIN(21), COST_WITHIN(22), COST_WITHIN(23),
    COST_WITHIN(24), COST_WITHIN(25),
};
static const uint64_t price_within[HIGHEST_PRICE + 1] = {
    PRICE_WITHIN(0),  PRICE_WITHIN(1),  PRICE_WITHIN(2),  PRICE_WITHIN(3), PRICE_WITHIN(4),
    PRICE_WITHIN(5),  PRICE_WITHIN(6),  PRICE_WITHIN(7),  PRICE_WITHIN(8), PRICE_WITHIN(9),
    PRICE_WITHIN(10), PRICE_WITHIN(11), PRICE_WITHIN(12),
};

#define FOREST_CARDS                                                                                                   \
    (BIT(TREE_LINE) | BIT(TREE_LINE_TOO) | BIT(NURSERY) | BIT(GREAT_FOREST) | BIT(ARBORETUM) | BIT(RESERVE))
#define WATER_CARDS (BIT(ICE_THAW) | BIT(ICE_THAW_TOO) | BIT(DEEP_WELL))
#define CITY_CARDS (BIT(DOME_TOWN) | BIT(DOME_TOWN_TOO) | BIT(BUILDERS))
/* Machines that need more than their price and a place for their tile. */
#define DEMANDING (BIT(WORKSHOP) | BIT(FOUNDRY) | BIT(CRANE) | BIT(WINCH) | BIT(RELAY) | BIT(DYNAMO) | BIT(RESERVE))

static const uint64_t cards_placing[PLUTO_PIECES] = {FOREST_CARDS, WATER_CARDS, CITY_CARDS};

/* A player in the middle of an effect that is being thought through. */
struct means {
    const struct pluto *t;
    int player, money;
    uint64_t busy, hand;
    unsigned forests; /* planted on the way: 0 or 1 */
};

static struct means means_of(const struct pluto *t, int player, int money) {
    return (struct means){t, player, money, t->busy, t->hand[player], 0};
}

static uint64_t payable_machines(const struct means *m) {
    assert(m->money >= 0);
    return m->t->tableau[m->player] & ~m->busy & ~m->t->blocked[m->forests] &
           price_within[m->money < HIGHEST_PRICE ? m->money : HIGHEST_PRICE];
}

/* A machine may be implemented while it cannot be used. */
static uint64_t payable_projects(const struct means *m) {
    assert(m->money >= 0);
    return m->hand & ~(m->t->blocked[m->forests] & ~MACHINES) &
           cost_within[m->money < HIGHEST_COST ? m->money : HIGHEST_COST];
}

static bool can_use(const struct means *before, enum card machine);

static bool can_act(const struct means *m) {
    uint64_t machines = payable_machines(m);
    if (machines & ~DEMANDING) return true;
    for (; machines; machines &= machines - 1)
        if (can_use(m, (enum card)lowest_bit(machines))) return true;
    return false;
}

/* Night Shift, paid for. */
static bool can_shift(const struct means *before) {
    struct means m = *before;
    m.money -= cost_of[NIGHT_SHIFT];
    m.hand &= ~BIT(NIGHT_SHIFT);
    return can_act(&m);
}

static bool can_implement(const struct means *m) {
    uint64_t projects = payable_projects(m);
    return (projects & ~BIT(NIGHT_SHIFT)) || (projects && can_shift(m));
}

/* Whether a demanding machine that can be paid for can be carried out. */
static bool can_use(const struct means *before, enum card machine) {
    struct means m = *before;
    m.money = money_after(m.t, m.player, m.money, price_of[machine]);
    m.busy |= BIT(machine);
    switch (machine) {
    case CRANE:
    case WINCH: return pluto_flippable(m.t, m.money) != 0;
    case WORKSHOP:
    case FOUNDRY: return can_implement(&m);
    case RESERVE:
        m.forests++;
        m.money += has(m.t, m.player, TIMBER_RIGHTS) ? 2 : 0;
        return can_act(&m);
    default: return can_act(&m);
    }
}

static uint64_t usable_machines(const struct pluto *t, int player) {
    struct means m = means_of(t, player, t->money[player]);
    uint64_t machines = payable_machines(&m);
    for (uint64_t rest = machines & DEMANDING; rest; rest &= rest - 1)
        if (!can_use(&m, (enum card)lowest_bit(rest))) machines &= ~(rest & -rest);
    return machines;
}

static uint64_t usable_projects(const struct pluto *t, int player) {
    struct means m = means_of(t, player, t->money[player]);
    uint64_t projects = payable_projects(&m);
    if ((projects & BIT(NIGHT_SHIFT)) && !can_shift(&m)) projects &= ~BIT(NIGHT_SHIFT);
    return projects;
}

/* An optional part that cannot be carried out is not asked. */
static void may(struct pluto *t, enum stage stage, int player, uint64_t answers) {
    if (answers) ask(t, stage, player, answers | NO);
}

static void must(struct pluto *t, enum stage stage, int player, uint64_t answers) {
    assert(answers);
    ask(t, stage, player, answers);
}

void pluto_may_implement(struct pluto *t, int player) {
    may(t, STAGE_PROJECT, player, usable_projects(t, player));
}

void pluto_may_act(struct pluto *t, int player) {
    may(t, STAGE_MACHINE, player, usable_machines(t, player));
}

void pluto_must_act(struct pluto *t, int player) {
    must(t, STAGE_MACHINE, player, usable_machines(t, player));
}

/* ---- tiles on the planet ---- */

static uint64_t blocked_cards(const struct pluto *t, unsigned forests) {
    uint64_t blocked = 0;
    bool room = bit_count(t->vacant) > forests;
    for (int piece = 0; piece < PLUTO_PIECES; piece++) {
        unsigned used = piece == PLUTO_FOREST ? forests : 0;
        bool supplied = t->planet == PLUTO_LARGE || t->supply[piece] > used;
        if (!room || !supplied) blocked |= cards_placing[piece];
    }
    return blocked;
}

void pluto_update_blocked(struct pluto *t) {
    t->blocked[0] = blocked_cards(t, 0);
    t->blocked[1] = blocked_cards(t, 1);
}

bool pluto_can_place(const struct pluto *t, enum pluto_piece piece) {
    return !(t->blocked[0] & cards_placing[piece]);
}

void pluto_ask_hex(struct pluto *t, int player, enum pluto_piece piece) {
    if (t->planet == PLUTO_SMALL) t->supply[piece]--;
    t->asking = (uint8_t)piece;
    must(t, STAGE_HEX, player, t->vacant);
}

/* ---- reactions ---- */

#define CITY_HOOKS (BIT(URBAN_SURVEY) | BIT(TRADE_ROUTE) | BIT(RIVAL_TOWN))
#define WATER_HOOKS (BIT(LAKE_SURVEY) | BIT(TWIN_LAKE) | BIT(RIVER_BANK))

/* The player other than this one who has the card in play, or -1. */
static int other_owner(const struct pluto *t, int player, enum card card) {
    if (!((t->in_play & ~t->tableau[player]) >> card & 1)) return -1;
    int owner = 0;
    while (!has(t, owner, card))
        owner++;
    return owner;
}

/* Cards that give 1 money for what another does. */
void pluto_pay_others(struct pluto *t, int player, enum card card) {
    int owner = other_owner(t, player, card);
    if (owner >= 0) earn(t, owner, 1);
}

static void react_to_forest(struct pluto *t, int player) {
    if (has(t, player, TIMBER_RIGHTS)) {
        earn(t, player, 2);
        advance(t, player, points_of[TIMBER_RIGHTS]);
    }
    int other = other_owner(t, player, SEED_EXCHANGE);
    if (other >= 0) advance(t, other, points_of[SEED_EXCHANGE]);
}

/* Leaves the reactions of these cards on the stack, the first card on top. */
static void leave_reactions(struct pluto *t, int player, uint64_t cards) {
    while (cards) {
        unsigned last = 63 - (unsigned)__builtin_clzll(cards);
        leave(t, REACT, player, last);
        cards ^= BIT(last);
    }
}

uint64_t pluto_reacting(struct pluto *t, int player, uint64_t cards) {
    cards &= t->tableau[player];
    for (uint64_t rest = cards & t->busy & ANSWERING; rest; rest &= rest - 1)
        t->owed[lowest_bit(rest)]++;
    return cards & ~t->busy;
}

/* The next of the other players, beginning so many places on, who reacts with one of these cards. */
static void react_next(struct pluto *t, enum step step, int player, unsigned places, uint64_t hooks) {
    for (; places < t->players; places++) {
        int other = seat_after(t, player, places);
        uint64_t cards = pluto_reacting(t, other, hooks);
        if (!cards) continue;
        if (places + 1U < t->players) leave(t, step, player, places + 1);
        leave_reactions(t, other, cards);
        return;
    }
}

void pluto_city_of_other(struct pluto *t, int player, unsigned places) {
    react_next(t, CITY_OF_OTHER, player, places, CITY_HOOKS);
}

void pluto_water_of_other(struct pluto *t, int player, unsigned places) {
    react_next(t, WATER_OF_OTHER, player, places, WATER_HOOKS);
}

static void react_to_city(struct pluto *t, int player) {
    uint64_t own = pluto_reacting(t, player, BIT(CITY_PLANNER) | BIT(TOWN_ARCHIVE));
    if (!own && !(t->in_play & CITY_HOOKS)) return;
    leave(t, CITY_OF_OTHER, player, 1);
    leave_reactions(t, player, own);
}

static void react_to_water(struct pluto *t, int player) {
    if (has(t, player, WATER_RIGHTS)) earn(t, player, 3);
    if (t->in_play & WATER_HOOKS) pluto_water_of_other(t, player, 1);
}

void pluto_place(struct pluto *t, int player, enum pluto_piece piece, uint64_t hex) {
    t->vacant ^= hex;
    if (piece != PLUTO_WATER) t->owned[player] |= hex;
    switch (piece) {
    case PLUTO_FOREST: t->forest |= hex; break;
    case PLUTO_WATER: t->water |= hex; break;
    default: t->city |= hex; break;
    }
    pluto_update_blocked(t);
    switch (piece) {
    case PLUTO_FOREST: react_to_forest(t, player); break;
    case PLUTO_WATER: react_to_water(t, player); break;
    default: react_to_city(t, player); break;
    }
}

static void begin(struct pluto *t, int player, int card) {
    t->busy |= BIT(card);
    leave(t, END_CARD, player, (unsigned)card);
}

void pluto_end_card(struct pluto *t, int player, int card) {
    t->busy &= ~BIT(card);
    advance(t, player, points_of[card]);
    if (t->owed[card]) leave(t, REACT_AGAIN, player, (unsigned)card);
}

/* What a reaction with a price costs and whether it can be carried out. */
enum { CITY_REACTION = 5, WATER_REACTION = 5, FOREST_REACTION = 4, ACT_REACTION = 4 };

static bool can_accept(const struct pluto *t, int player, enum card card) {
    int money = t->money[player];
    switch (card) {
    case RIVAL_TOWN: return money >= CITY_REACTION && pluto_can_place(t, PLUTO_CITY);
    case TWIN_LAKE: return money >= WATER_REACTION && pluto_can_place(t, PLUTO_WATER);
    case RIVER_BANK: return money >= FOREST_REACTION && pluto_can_place(t, PLUTO_FOREST);
    default: break; /* Pay Day */
    }
    struct means m = means_of(t, player, money_after(t, player, money, ACT_REACTION));
    return money >= ACT_REACTION && can_act(&m);
}

void pluto_accept_reaction(struct pluto *t, int player, int card) {
    begin(t, player, card);
    switch ((enum card)card) {
    case RIVAL_TOWN:
        spend(t, player, CITY_REACTION);
        pluto_ask_hex(t, player, PLUTO_CITY);
        break;
    case TWIN_LAKE:
        spend(t, player, WATER_REACTION);
        pluto_ask_hex(t, player, PLUTO_WATER);
        break;
    case RIVER_BANK:
        spend(t, player, FOREST_REACTION);
        pluto_ask_hex(t, player, PLUTO_FOREST);
        break;
    default:
        spend(t, player, ACT_REACTION);
        pluto_must_act(t, player);
        break;
    }
}

/* Its own draw is owed to nobody. */
static void think(struct pluto *t, int player) {
    uint8_t owed = t->owed[THINK_TANK];
    begin(t, player, THINK_TANK);
    pluto_fetch(t, player, 1);
    t->owed[THINK_TANK] = owed;
}

void pluto_react(struct pluto *t, int player, int card) {
    switch ((enum card)card) {
    case TRADE_ROUTE: earn(t, player, 2); break;
    case THINK_TANK: think(t, player); break;
    case URBAN_SURVEY:
    case LAKE_SURVEY:
    case TOWN_ARCHIVE:
    case SCOUTS:
        begin(t, player, card);
        pluto_fetch(t, player, 1);
        break;
    case CITY_PLANNER:
    case FAST_TRACK:
        begin(t, player, card);
        pluto_may_implement(t, player);
        break;
    case OVERTIME:
        begin(t, player, card);
        pluto_may_act(t, player);
        break;
    default:
        if (!can_accept(t, player, (enum card)card)) break;
        t->asking = (uint8_t)card;
        ask(t, STAGE_YESNO, player, BIT(0) | BIT(1));
        break;
    }
}

/* Ends with the question or the END_CARD of a reaction, which both lead back here, or when nothing is owed. */
void pluto_react_again(struct pluto *t, int player, int card) {
    while (t->owed[card] && !(t->busy >> card & 1) && t->stage == STAGE_NONE) {
        t->owed[card]--;
        pluto_react(t, player, card);
    }
}

void pluto_decline_reaction(struct pluto *t, int player, int card) {
    if (t->owed[card]) leave(t, REACT_AGAIN, player, (unsigned)card);
}

/* ---- activations ---- */

static void activate_for_points(struct pluto *t, int player, enum card card) {
    unsigned points = points_of[card];
    if (card == CITY_HEAT) points = bit_count(t->city & t->owned[player]);
    if (card == LEAF_HEAT) points = bit_count(t->forest & t->owned[player]) / 2;
    if (card == LAKE_EFFECT) points = bit_count(t->water);
    advance(t, player, points);
}

void pluto_activate(struct pluto *t, int player, int card) {
    spend(t, player, price_of[card]);
    switch ((enum card)card) {
    case MINT: earn(t, player, 4); break;
    case CASINO: pluto_invest(t, player); break;
    case NURSERY:
    case GREAT_FOREST:
    case ARBORETUM:
        leave(t, END_CARD, player, (unsigned)card);
        pluto_ask_hex(t, player, PLUTO_FOREST);
        break;
    case RESERVE:
        begin(t, player, card);
        leave(t, MUST_ACT, player, 0);
        pluto_ask_hex(t, player, PLUTO_FOREST);
        break;
    case BUILDERS:
        begin(t, player, card);
        pluto_ask_hex(t, player, PLUTO_CITY);
        break;
    case DEEP_WELL:
        begin(t, player, card);
        pluto_ask_hex(t, player, PLUTO_WATER);
        break;
    case WORKSHOP:
    case FOUNDRY:
        begin(t, player, card);
        must(t, STAGE_PROJECT, player, usable_projects(t, player));
        break;
    case CRANE:
    case WINCH:
        begin(t, player, card);
        must(t, STAGE_FLIP, player, pluto_flippable(t, t->money[player]));
        break;
    case RELAY:
    case DYNAMO:
        begin(t, player, card);
        pluto_must_act(t, player);
        break;
    case LIBRARY:
    case INSTITUTE:
        begin(t, player, card);
        pluto_fetch(t, player, 1);
        break;
    case BURSAR:
        begin(t, player, card);
        pluto_income(t, player);
        break;
    default: activate_for_points(t, player, (enum card)card); break;
    }
}

/* ---- implementing ---- */

enum { REPORT_SETBACK = 8, GRANT_MONEY = 7 };

/* The TP of the other cards belong to their reactions and activations. */
void pluto_end_implement(struct pluto *t, int player, int card) {
    if (card <= MATCHED_FUNDS) advance(t, player, points_of[card]);
    pluto_pay_others(t, player, LICENSING);
}

static void report(struct pluto *t, int player) {
    unsigned rating = t->rating[player];
    t->ending = true;
    t->rating[player] = (uint16_t)(rating > REPORT_SETBACK ? rating - REPORT_SETBACK : 0);
}

void pluto_implement(struct pluto *t, int player, int card) {
    spend(t, player, cost_of[card]);
    t->hand[player] ^= BIT(card);
    t->tableau[player] |= BIT(card);
    t->in_play |= BIT(card);
    leave(t, END_IMPLEMENT, player, (unsigned)card);
    switch ((enum card)card) {
    case TREE_LINE:
    case TREE_LINE_TOO: pluto_ask_hex(t, player, PLUTO_FOREST); break;
    case ICE_THAW:
    case ICE_THAW_TOO: pluto_ask_hex(t, player, PLUTO_WATER); break;
    case DOME_TOWN:
    case DOME_TOWN_TOO: pluto_ask_hex(t, player, PLUTO_CITY); break;
    case EARLY_DIVIDEND: pluto_income(t, player); break;
    case NIGHT_SHIFT: pluto_must_act(t, player); break;
    case MATCHED_FUNDS: pluto_invest(t, player); break;
    case GRANT: earn(t, player, GRANT_MONEY); break;
    case FINAL_REPORT: report(t, player); break;
    default: break;
    }
}
