/* cover_picture.c: see cover_picture.h. */
#include "show/cover_picture.h"

#include "base/hash.h"
#include "show/about.h"
#include "show/cover.h"
#include "show/png.h"

#include <string.h>

enum { WIDTH = 900, HEIGHT = 472, CORNERS = 48, NIGHT = 0x06080c, BARE = 0x8a6244, FELT = 0x2f6b4f };

/* The colours a definition may name, those of seats, and of grounds: as the page has them (web/src/draw/base.ts,
 * theme.css, scene.ts). */
static const uint32_t tints[] = {0x7d7365, 0xc4473a, 0x3f823a, 0xe0b031, 0x3976bc,
                                 0x97499c, 0x258080, 0xd9d3c6, 0x747470};
static const uint32_t seats[] = {0x6aa8ea, 0xf0a452, 0x6cc585, 0xc58ade, 0xee7d8b, 0xb5b3a8};
static const struct {
    const char *texture;
    uint32_t colour;
} grounds[] = {{"rock", 0xa4502f}, {"ice", 0xb9d6e2},   {"soil", 0x8a6a48}, {"grass", 0x6f9a4e}, {"sand", 0xd2b27a},
               {"wood", 0xa9743f}, {"stone", 0x8e9196}, {"felt", FELT},     {"paper", 0xe8dfc9}, {"metal", 0x5b6b80}};

static uint32_t tint(int colour) {
    return tints[colour > 0 && colour < (int)(sizeof tints / sizeof *tints) ? colour : 0];
}

static uint32_t ground_colour(const tn_ground *g) {
    uint32_t base = BARE;
    for (size_t i = 0; g->texture && i < sizeof grounds / sizeof *grounds; i++)
        if (strcmp(grounds[i].texture, g->texture) == 0) base = grounds[i].colour;
    return g->colour ? colour_mix(base, tint((int)g->colour), 153) : base;
}

/* ---- where things are */
struct drawing {
    const tn_game *game;
    const tn_state *state;
    tn_board board;
    struct picture picture;
    uint32_t ground;
    bool globe;
    float size;           /* of a space: from its middle to a corner */
    struct point middle;  /* of the board, in sizes of a space */
    float xx, xy, yx, yy; /* how the board is turned and flattened */
    struct point at;      /* where its middle is in the picture */
    const char *common;   /* the kind most spaces are of */
};

/* A circle of so many corners; the first at the right. Turned by a known angle, so that no library is needed. */
static void circle(float x, float y, float radius, struct point out[CORNERS]) {
    const float c = 0.9914449f, s = 0.1305262f; /* of 7.5 degrees */
    struct point d = {radius, 0};
    for (int i = 0; i < CORNERS; i++) {
        out[i] = (struct point){x + d.x, y + d.y};
        d = (struct point){d.x * c - d.y * s, d.x * s + d.y * c};
    }
}

/* The middle of a space, in sizes of one. */
static struct point middle_of(const struct drawing *d, const tn_space *s, int i) {
    if (s->placed) return (struct point){(float)s->x / 70, (float)s->y / 70};
    if (d->board.shape == TN_HEX) return (struct point){(float)s->col * 0.8660254f, (float)s->row * 1.5f};
    if (d->board.shape == TN_SQUARE) return (struct point){(float)s->col * 1.9f, (float)s->row * 1.9f};
    struct point round[CORNERS];
    circle(0, 0, (float)d->board.count * 0.45f, round);
    return round[i * CORNERS / d->board.count % CORNERS];
}

/* From sizes of a space, around the board's middle, into the picture. */
static struct point place(const struct drawing *d, struct point p) {
    float x = (p.x - d->middle.x) * d->size, y = (p.y - d->middle.y) * d->size;
    return (struct point){d->at.x + x * d->xx + y * d->xy, d->at.y + x * d->yx + y * d->yy};
}

static void fill(struct drawing *d, const struct point *corners, int n, uint32_t colour, int cover) {
    struct point placed[CORNERS];
    for (int i = 0; i < n; i++)
        placed[i] = place(d, corners[i]);
    picture_fill(&d->picture, placed, n, colour, cover);
}

/* The outline of a space, or of something as large as a part of one. */
static void fill_space(struct drawing *d, struct point p, float part, uint32_t colour, int cover) {
    static const struct point hex[] = {{0, -1}, {0.866f, -0.5f}, {0.866f, 0.5f},
                                       {0, 1},  {-0.866f, 0.5f}, {-0.866f, -0.5f}};
    static const struct point square[] = {{-0.95f, -0.95f}, {0.95f, -0.95f}, {0.95f, 0.95f}, {-0.95f, 0.95f}};
    struct point corners[CORNERS];
    int n = d->board.shape == TN_HEX ? 6 : d->board.shape == TN_SQUARE ? 4 : CORNERS;
    if (n == CORNERS) circle(p.x, p.y, part * 0.9f, corners);
    for (int i = 0; i < n && n < CORNERS; i++) {
        struct point c = n == 6 ? hex[i] : square[i];
        corners[i] = (struct point){p.x + c.x * part, p.y + c.y * part};
    }
    fill(d, corners, n, colour, cover);
}

static void fill_disc(struct drawing *d, struct point p, float radius, uint32_t colour) {
    struct point corners[CORNERS];
    circle(p.x, p.y, radius, corners);
    fill(d, corners, CORNERS, colour, 255);
}

/* ---- what lies there */
/* The first member and the first player that variables of a space name; -1: none. */
static void contents(const struct drawing *d, int space, int *member, int *owner) {
    *member = *owner = -1;
    for (size_t i = 0; i < tn_game_var_count(d->game); i++) {
        tn_var v;
        int32_t value;
        tn_game_var(d->game, i, &v);
        if (v.scope != TN_PER_SPACE || v.look.hidden || space < v.first_owner || space >= v.first_owner + v.owners)
            continue;
        if (v.type != TN_IS_MEMBER && v.type != TN_IS_PLAYER) continue;
        if (!tn_var_get(d->game, d->state, TN_SPECTATOR, i, space, 0, &value) || value < 0) continue;
        if (v.type == TN_IS_MEMBER && *member < 0) *member = v.first_member + value;
        if (v.type == TN_IS_PLAYER && *owner < 0) *owner = value;
    }
}

static uint32_t seat_colour(int seat) {
    return seats[(size_t)seat % (sizeof seats / sizeof *seats)];
}

static void draw_piece(struct drawing *d, struct point p, int member, int owner) {
    bool square = d->board.shape == TN_SQUARE;
    if (member >= 0) {
        tn_member m;
        tn_game_member(d->game, (size_t)member, &m);
        uint32_t colour = m.look.colour ? tint((int)m.look.colour) : tints[1 + (size_t)member % 6];
        struct point edge = {p.x, p.y + 0.13f};
        fill_space(d, edge, 0.9f, colour_mix(colour, NIGHT, 150), 255);
        fill_space(d, p, 0.9f, colour, 255);
        fill_space(d, p, 0.62f, colour_mix(colour, 0xffffff, 50), 255);
    }
    if (owner < 0) return;
    struct point at = member >= 0 ? (struct point){p.x + 0.4f, p.y + 0.4f} : p;
    float radius = member >= 0 ? 0.26f : square ? 0.72f : 0.6f;
    fill_disc(d, (struct point){at.x, at.y + 0.08f}, radius, colour_mix(seat_colour(owner), NIGHT, 160));
    fill_disc(d, at, radius, seat_colour(owner));
    fill_disc(d, at, radius * 0.6f, colour_mix(seat_colour(owner), 0xffffff, 70));
}

static void draw_space(struct drawing *d, int i) {
    tn_space s;
    int number = d->board.first + i, member, owner;
    tn_game_space(d->game, (size_t)number, &s);
    struct point p = middle_of(d, &s, i);
    bool common = strcmp(s.kind, d->common) == 0,
         rack = d->board.ground.shape && !strcmp(d->board.ground.shape, "rack");
    uint64_t chance = hash_bytes(&number, sizeof number, 7);
    uint32_t colour = colour_mix(d->ground, chance & 1u ? 0xffffff : 0x000000, (int)(chance >> 8 & 15u));
    if (!common) colour = colour_mix(tint(s.look.colour ? (int)s.look.colour : 4), d->ground, 40);
    if (rack)
        fill_disc(d, p, 0.76f, colour_mix(d->ground, NIGHT, 200));
    else {
        fill_space(d, p, 1, colour_mix(d->ground, 0xffffff, 90), 255);
        fill_space(d, p, 0.95f, colour, 255);
    }
    contents(d, number, &member, &owner);
    draw_piece(d, p, member, owner);
}

/* ---- the board */
static bool largest_board(struct drawing *d) {
    d->board.count = 0;
    for (size_t i = 0; i < tn_game_board_count(d->game); i++) {
        tn_board b;
        tn_game_board(d->game, i, &b);
        if (b.in_use && b.count > d->board.count) d->board = b;
    }
    return d->board.count > 0;
}

static const char *common_kind(const struct drawing *d) {
    const char *best = "";
    for (int i = 0, most = 0; i < d->board.count; i++) {
        tn_space one, other;
        int n = 0;
        tn_game_space(d->game, (size_t)(d->board.first + i), &one);
        for (int k = 0; k < d->board.count; k++) {
            tn_game_space(d->game, (size_t)(d->board.first + k), &other);
            n += strcmp(one.kind, other.kind) == 0;
        }
        if (n > most) best = one.kind, most = n;
    }
    return best;
}

/* How large spaces are, and how the board is turned: as covers of the page are. */
static void measure(struct drawing *d) {
    struct point low = {1e9f, 1e9f}, high = {-1e9f, -1e9f};
    for (int i = 0; i < d->board.count; i++) {
        tn_space s;
        tn_game_space(d->game, (size_t)(d->board.first + i), &s);
        struct point p = middle_of(d, &s, i);
        if (p.x < low.x) low.x = p.x;
        if (p.y < low.y) low.y = p.y;
        if (p.x > high.x) high.x = p.x;
        if (p.y > high.y) high.y = p.y;
    }
    float w = high.x - low.x + 2.5f, h = high.y - low.y + 2.5f, most = w > h ? w : h;
    d->middle = (struct point){(low.x + high.x) / 2, (low.y + high.y) / 2};
    d->size = WIDTH * (d->globe ? 0.575f : 0.65f) / most;
    d->at = (struct point){WIDTH * 0.6f, HEIGHT * 0.53f};
    if (d->globe) /* by 8 degrees */
        d->xx = d->yy = 0.9903f, d->xy = 0.1392f, d->yx = -0.1392f;
    else /* by 14, and flat */
        d->xx = 0.9703f, d->xy = 0.36f, d->yx = -0.2419f, d->yy = 0.80f;
}

static void draw_ground(struct drawing *d) {
    if (d->globe) {
        float radius = WIDTH * 0.35f / d->size;
        for (int i = 4; i > 0; i--) {
            struct point corners[CORNERS];
            circle(d->middle.x, d->middle.y, radius + (float)i * WIDTH * 0.01f / d->size, corners);
            fill(d, corners, CORNERS, colour_mix(d->ground, 0xffffff, 80), 22);
        }
        fill_disc(d, d->middle, radius, colour_mix(d->ground, NIGHT, 40));
        return;
    }
    for (int i = 0; i < d->board.count; i++) { /* a slab around the spaces */
        tn_space s;
        tn_game_space(d->game, (size_t)(d->board.first + i), &s);
        struct point p = middle_of(d, &s, i), edge = {p.x, p.y + 0.3f};
        fill_space(d, edge, 1.3f, colour_mix(d->ground, NIGHT, 140), 255);
    }
    for (int i = 0; i < d->board.count; i++) {
        tn_space s;
        tn_game_space(d->game, (size_t)(d->board.first + i), &s);
        fill_space(d, middle_of(d, &s, i), 1.3f, colour_mix(d->ground, NIGHT, 45), 255);
    }
}

static void draw_stars(struct drawing *d) {
    for (int i = 0; i < 90; i++) {
        uint64_t chance = hash_bytes(&i, sizeof i, 3);
        float x = (float)(chance % WIDTH), y = (float)(chance / WIDTH % HEIGHT),
              r = 0.8f + (float)(chance >> 40 & 3u) * 0.5f;
        struct point star[CORNERS];
        circle(x, y, r, star);
        picture_fill(&d->picture, star, CORNERS, 0xffffff, 150);
    }
}

/* Cards from behind, fanned: five, or as many as there are. */
static void draw_cards(struct drawing *d) {
    enum { MOST = 5 };
    static const float turns[2 * MOST - 1][2] = {
        {0.829f, -0.559f}, {0.903f, -0.431f}, {0.956f, -0.292f}, {0.989f, -0.148f}, {1, 0},
        {0.989f, 0.148f},  {0.956f, 0.292f},  {0.903f, 0.431f},  {0.829f, 0.559f}};
    size_t cards = about_cards(d->game), n = cards < MOST ? cards : MOST;
    for (size_t i = MOST - n; n && i <= MOST + n - 2; i += 2) /* every other one, around the middle */
        for (int layer = 0; layer < 3; layer++) {
            const float in = (float)layer * 7;
            const struct point card[] = {
                {-125 + in, -560 + in}, {125 - in, -560 + in}, {125 - in, -210 - in}, {-125 + in, -210 - in}};
            struct point turned[4];
            for (int k = 0; k < 4; k++)
                turned[k] = (struct point){WIDTH * (700 + card[k].x * turns[i][0] - card[k].y * turns[i][1]) / 1200,
                                           WIDTH * (660 + card[k].x * turns[i][1] + card[k].y * turns[i][0]) / 1200};
            picture_fill(&d->picture, turned, 4, layer == 0 ? NIGHT : layer == 1 ? 0xf4ecd8 : 0x0f1430, 255);
        }
}

bool cover_picture(const tn_game *game, tn_ctx *ctx, struct buf *out) {
    tn_state *state = cover_position(game, ctx);
    if (!state) return false;
    struct drawing d = {.game = game, .state = state};
    bool board = cover_has_boards(game) && largest_board(&d);
    d.ground = board ? ground_colour(&d.board.ground) : FELT;
    d.globe = board && d.board.ground.shape && strcmp(d.board.ground.shape, "globe") == 0;
    picture_init(&d.picture, WIDTH, HEIGHT);
    picture_fade(&d.picture, d.globe ? 0x070a16 : colour_mix(d.ground, 0x20242c, 158),
                 d.globe ? colour_mix(0x1a1f38, d.ground, 60) : colour_mix(d.ground, 0x0d0f13, 180));
    if (d.globe) draw_stars(&d);
    if (board) {
        d.common = common_kind(&d);
        measure(&d);
        draw_ground(&d);
        for (int i = 0; i < d.board.count; i++)
            draw_space(&d, i);
    } else {
        draw_cards(&d);
    }
    const struct point spine[] = {{0, 0}, {12, 0}, {12, HEIGHT}, {0, HEIGHT}};
    picture_fill(&d.picture, spine, 4, colour_mix(d.ground, 0xffffff, 38), 255);
    picture_write(&d.picture, out);
    picture_free(&d.picture);
    tn_state_free(state);
    return !out->failed;
}
