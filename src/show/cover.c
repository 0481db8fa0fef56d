/* cover.c: see cover.h. */
#include "show/cover.h"

#include "base/bits.h"
#include "bot/bot.h"
#include "show/about.h"
#include "show/describe.h"
#include "show/view_json.h"

#include <string.h>

/* Answers that are looked at, spaces that are drawn, and how far into the game the picture is taken: late enough that
 * something lies on the boards, before they are cleared away. */
enum { ANSWERS = 3000, SPACES = 600, PART = 4, OF = 5, SIGNS = 5 };
static const uint64_t SEED = 1;

/* Plays a game from its beginning, as the quickest of the bots does, until it stops or so many answers were given: how
 * many were. */
static size_t play(const tn_game *game, tn_ctx *ctx, tn_state *state, size_t most) {
    size_t n = 0;
    tn_status status = tn_state_start(ctx, SEED, 0, state);
    for (uint32_t asked; n < most && status == TN_ASK && (asked = tn_state_asked(game, state)) != 0; n++) {
        unsigned seat = bits_lowest(asked);
        struct random random = bot_random_for(SEED, seat, n);
        uint32_t answer = bot_get(0)->choose(&(struct bot_task){NULL, game, ctx, state, seat, 0, 1, true}, &random);
        status = tn_state_apply(ctx, state, seat, answer);
    }
    return n;
}

bool cover_has_boards(const tn_game *game) {
    return tn_game_space_count(game) > 0 && tn_game_space_count(game) <= SPACES;
}

tn_state *cover_position(const tn_game *game, tn_ctx *ctx) {
    tn_state *state = tn_state_new(game);
    if (state && cover_has_boards(game)) play(game, ctx, state, play(game, ctx, state, ANSWERS) * PART / OF);
    return state;
}

/* Pictures of cards that can lie somewhere, each once: what is drawn where there is no board. */
static void put_signs(struct json *j, const tn_game *game) {
    const char *seen[SIGNS];
    size_t n = 0;
    json_array(j, "signs");
    for (size_t i = 0; i < tn_game_card_count(game) && n < SIGNS; i++) {
        tn_card card;
        tn_game_card(game, i, &card);
        if (!card.zoned || !card.look.picture) continue;
        size_t k = 0;
        while (k < n && strcmp(seen[k], card.look.picture) != 0)
            k++;
        if (k < n) continue;
        seen[n++] = card.look.picture;
        json_object(j, NULL);
        json_integer(j, "colour", card.look.colour);
        json_text(j, "picture", card.look.picture);
        json_close(j);
    }
    json_close(j);
}

bool cover_put(struct json *j, const tn_game *game, tn_ctx *ctx) {
    tn_state *state = cover_position(game, ctx);
    if (!state) return false;
    bool drawn = cover_has_boards(game);
    json_object(j, "description");
    describe_drawn(j, game, drawn);
    json_close(j);
    bool fine = true;
    if (drawn) {
        struct asking at = {game, ctx, state, TN_SPECTATOR};
        json_object(j, "view");
        fine = view_put(j, &at, VIEW_PASSING);
        json_close(j);
    } else {
        json_text(j, "view", NULL);
    }
    json_unsigned(j, "cards", about_cards(game));
    put_signs(j, game);
    tn_state_free(state);
    return fine && !j->out->failed;
}
