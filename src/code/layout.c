/* layout.c: see layout.h. */
#include "code/layout.h"

#include "base/arena.h"
#include "base/bits.h"
#include "code/lookup.h"

static uint32_t round_up(uint32_t n, uint32_t to) {
    return (n + to - 1) / to * to;
}

/* Wide variables first, so that every one is aligned without padding between them. */
static uint32_t place_vars(struct program *p, uint32_t at) {
    for (unsigned width = 4; width >= 1; width /= 2)
        for (uint32_t i = 0; i < p->n_vars; i++) {
            struct var *v = &p->vars[i];
            if (v->width != width) continue;
            v->offset = at;
            at += (uint32_t)v->n_owners * v->n_index * width;
        }
    return at;
}

static uint16_t seers_of(const struct program *p, uint32_t instance) {
    int owner = p->owner_of_instance[instance];
    uint32_t all = (1u << p->seats) - 1u, own = owner >= 0 && owner < p->seats ? 1u << owner : 0;
    switch (p->zones[p->zone_of_instance[instance]].see) {
    case SEE_EVERYONE: return (uint16_t)(all | 1u << MAX_SEATS);
    case SEE_OWNER: return (uint16_t)own;
    case SEE_OTHERS: return (uint16_t)(owner >= 0 ? all & ~own : 0);
    default: return 0;
    }
}

static void number_instances(struct program *p) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < p->n_zones; i++) {
        p->zones[i].instance = (uint16_t)n;
        n += p->zones[i].per_player ? p->owners : 1u;
    }
    p->zone_of_instance = ARENA_ARRAY(p->arena, uint16_t, n + 1);
    p->owner_of_instance = ARENA_ARRAY(p->arena, int8_t, n + 1);
    p->seers = ARENA_ARRAY(p->arena, uint16_t, n + 1);
    p->n_zone_of_instance = p->n_owner_of_instance = 0;
    if (!p->zone_of_instance || !p->owner_of_instance || !p->seers) return;
    for (uint32_t i = 0; i < p->n_zones; i++)
        for (uint32_t k = 0; k < (p->zones[i].per_player ? p->owners : 1u); k++) {
            p->zone_of_instance[p->n_zone_of_instance++] = (uint16_t)i;
            p->owner_of_instance[p->n_owner_of_instance++] = p->zones[i].per_player ? (int8_t)k : NONE;
        }
    for (uint32_t i = 0; i < n; i++)
        p->seers[i] = seers_of(p, i);
}

static uint32_t place_piles(struct program *p, uint32_t at) {
    for (uint32_t i = 0; i < p->n_zones; i++) {
        struct zone *z = &p->zones[i];
        z->order = z->pile_stride = 0;
        if (!z->pile) continue;
        z->order = at;
        z->pile_stride = round_up((uint32_t)sizeof(struct pile_head) + pile_entry(z) * z->n_cards, 4);
        at += z->pile_stride * (z->per_player ? p->owners : 1u);
    }
    return at;
}

bool layout_fits(const struct program *p) {
    uint64_t owners = p->owners > p->seats ? p->owners : p->seats, instances = 0, bytes = 0;
    if (p->seats > MAX_SEATS || p->owners > MAX_SEATS + 1 || p->n_cards > 0x7fff || p->n_spaces > 0x7fff ||
        p->n_members > 0x7fff || p->n_zones > MAX_INSTANCES || p->n_periods > 0x7fff || p->card_words > 0x7fff)
        return false;
    for (uint32_t i = 0; i < p->n_vars; i++)
        bytes += (uint64_t)p->vars[i].n_owners * p->vars[i].n_index * p->vars[i].width;
    for (uint32_t i = 0; i < p->n_zones; i++) {
        const struct zone *z = &p->zones[i];
        uint64_t n = z->per_player ? owners : 1;
        instances += n;
        if (z->pile) bytes += n * (sizeof(struct pile_head) + pile_entry(z) * z->n_cards + 4u);
    }
    const struct layout *l = &p->layout;
    bytes += (instances + p->seats) * (4u * p->card_words + 2u) + p->n_cards + 2u * p->n_periods;
    bytes += (uint64_t)p->seats * (ASK_HEADER + 4u * 0x8000u / 32u + 2u * (uint64_t)l->log_cap);
    bytes += (uint64_t)l->frame_cap * 8u + (uint64_t)l->stack_cap * 4u;
    return instances <= MAX_INSTANCES && bytes <= MAX_STATE;
}

/* The answers to each kind of question; where nothing can be answered both numbers stay 0. */
static void find_domains(struct program *p) {
    const struct answer_space *a = &p->answers;
    struct domain *d = p->domains = ARENA_ARRAY(p->arena, struct domain, N_DOMAINS);
    if (!d) return;
    d[VT_CARD] = (struct domain){a->cards, p->n_cards};
    d[VT_SPACE] = (struct domain){a->spaces, p->n_spaces};
    d[VT_PLAYER] = (struct domain){a->players, p->seats + 1u};
    d[VT_NUMBER] = d[DOMAIN_SITES + SITE_NUMBER] = (struct domain){a->numbers, NUMBER_SPAN};
    d[DOMAIN_SITES + SITE_YESNO] = (struct domain){ANSWER_YES, 1};
    d[DOMAIN_SITES + SITE_OPTION] = (struct domain){a->options, MAX_OPTIONS};
}

static void find_maps(struct program *p) {
    p->map_at = NULL;
    if (p->n_maps >= UINT16_MAX) return;
    p->map_at = ARENA_ARRAY(p->arena, uint16_t, p->n_code + 1u);
    for (uint32_t i = 0; p->map_at && i < p->n_maps; i++)
        if (p->maps[i].pc < p->n_code) p->map_at[p->maps[i].pc] = (uint16_t)(i + 1u);
}

static uint32_t mask_words(const struct program *p) {
    uint32_t words = p->card_words > 1 ? p->card_words : 1, base;
    for (uint32_t i = 0; i < p->n_sites; i++) {
        const struct site *s = &p->sites[i];
        if (s->kind < SITE_CHOOSE) continue;
        uint32_t n = BITS_WORDS(program_domain(p, s->kind, s->value, &base));
        if (n > words) words = n;
    }
    for (uint32_t i = 0; i < p->n_code;) {
        const struct op_info *info = op_info(op_of(p->code[i]));
        if (!info) break;
        if (op_of(p->code[i]) == OP_RAND && words < BITS_WORDS((uint32_t)NUMBER_SPAN))
            words = BITS_WORDS((uint32_t)NUMBER_SPAN);
        i += op_length(info);
    }
    return words;
}

void layout_compute(struct program *p) {
    struct layout *l = &p->layout;
    struct answer_space *a = &p->answers;
    if (!p->card_words) p->card_words = (uint16_t)BITS_WORDS(p->n_cards ? p->n_cards : 1u);
    if (!p->space_words) p->space_words = (uint16_t)BITS_WORDS(p->n_spaces ? p->n_spaces : 1u);
    if (p->owners < p->seats) p->owners = p->seats;

    a->options = ANSWER_OPTIONS;
    a->cards = a->options + MAX_OPTIONS;
    a->spaces = a->cards + p->n_cards;
    a->players = a->spaces + p->n_spaces;
    a->numbers = a->players + p->seats + 1u;
    a->members = a->numbers + NUMBER_SPAN;
    a->total = a->members + p->n_members;

    find_domains(p);
    find_maps(p);
    if (!p->domains) return; /* no memory; the arena says so */
    number_instances(p);
    uint32_t instances = p->n_zone_of_instance;
    uint32_t at = STATE_HEADER;
    l->vars = at;
    at = place_vars(p, at);
    l->vars_size = at - l->vars;
    at = round_up(at, 4);
    l->zones = at;
    at += instances * p->card_words * 4u;
    l->counts = at;
    at = round_up(at + instances * 2u, 4);
    l->where = at;
    at = round_up(at + p->n_cards, 4);
    l->piles = at;
    at = place_piles(p, at);
    l->piles_size = at - l->piles;
    l->known = at;
    at += (uint32_t)p->seats * p->card_words * 4u;
    l->periods = at;
    at = round_up(at + p->n_periods * 2u, 4);
    l->ask_words = mask_words(p);
    l->ask_stride = ASK_HEADER + l->ask_words * 4u;
    l->questions = at;
    at += (p->forks ? p->seats : 1u) * l->ask_stride;
    l->logs = at;
    if (p->forks) {
        if (!l->log_cap) l->log_cap = LOG_CAP;
        at = round_up(at + p->seats * l->log_cap * 2u, 4);
    } else {
        l->log_cap = 0;
    }
    l->frames = at;
    at += l->frame_cap * 8u;
    l->stack = at;
    at += l->stack_cap * 4u;
    l->size = round_up(at, 64);
}
