/* states.c: see states.h. */
#include "cli/states.h"

#include "base/file.h"
#include "base/json.h"
#include "play/journal.h"
#include "play/undertakings.h"
#include "show/text_json.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { POSITION_LIMIT = 16 << 20 };

/* Whether whoever looks may know what that seat is asked. */
static bool shows_question(const struct states *s, uint32_t asked, unsigned seat) {
    return (asked >> seat & 1u) && (s->seat == TN_EVERYTHING || s->seat == seat);
}

/* What is asked, with what the words name. */
static void put_prompts(struct json *j, const struct states *s, const struct asking *at) {
    uint32_t asked = tn_state_status(at->game, at->state) == TN_ASK ? tn_state_asked(at->game, at->state) : 0;
    struct arena arena;
    arena_init(&arena);
    json_object(j, "prompts");
    for (unsigned seat = 0; seat < tn_game_seat_count(at->game); seat++) {
        struct asking theirs = {at->game, at->ctx, at->state, seat};
        if (!shows_question(s, asked, seat)) continue;
        json_object(j, tn_game_seat_name(at->game, seat));
        text_put_json(j, "text", menu_question_text(&theirs, &arena));
        json_close(j);
    }
    json_close(j);
    if (arena.failed) j->out->failed = true;
    arena_free(&arena);
}

/* For each seat that is asked, as far as whoever looks may know it. */
static void put_menu(struct json *j, const struct states *s, const struct asking *at) {
    uint32_t asked = tn_state_status(at->game, at->state) == TN_ASK ? tn_state_asked(at->game, at->state) : 0;
    bool more = false;
    json_object(j, "menu");
    for (unsigned seat = 0; seat < tn_game_seat_count(at->game); seat++) {
        struct asking theirs = {at->game, at->ctx, at->state, seat};
        if (!shows_question(s, asked, seat)) continue;
        more |= undertakings_put(j, tn_game_seat_name(at->game, seat), &theirs);
    }
    json_close(j);
    if (more) json_bool(j, "menu_cut", true);
}

static void put_after(struct buf *out, const struct states *s, const struct asking *at,
                      const struct states_after *after) {
    struct json j;
    struct buf text;
    json_init(&j, &text);
    j.on_one_line = true;
    json_object(&j, NULL);
    json_object(&j, "after");
    if (after->scenario) json_text(&j, "scenario", after->scenario);
    json_unsigned(&j, "number", after->number);
    json_text(&j, "seat", after->words ? after->seat : NULL);
    json_text(&j, "answer", after->words);
    if (after->words && after->said.n && !strcmp(after->said.bytes, after->words))
        text_put_spans(&j, "spans", after->said);
    json_close(&j);
    put_prompts(&j, s, at);
    if (s->menu) put_menu(&j, s, at);
    json_close(&j);
    while (text.n > 0 && text.data[text.n - 1] != '}')
        text.n--;
    buf_printf(out, "%.*s, ", (int)text.n - 1, text.data);
    if (text.failed) out->failed = true;
    buf_free(&text);
}

void states_print(struct states *s, const struct asking *at, const struct states_after *after) {
    struct buf line;
    size_t n = tn_state_json(at->ctx, at->state, s->seat, NULL, 0);
    buf_init(&line);
    put_after(&line, s, at, after);
    char *room = n > 1 ? buf_room(&line, n) : NULL;
    if (room) {
        tn_state_json(at->ctx, at->state, s->seat, room, n + 1);
        memmove(room, room + 1, n); /* its opening brace stands before */
        buf_added(&line, n - 1);
    }
    buf_putc(&line, '\n');
    if (!room || line.failed || fwrite(line.data, 1, line.n, stdout) != line.n || fflush(stdout) != 0) s->failed = true;
    buf_free(&line);
}

int states_seat(const struct args *args, const tn_game *game, struct states *out) {
    const char *name = args_value(args, "seat");
    *out = (struct states){.seat = TN_EVERYTHING, .menu = args_has(args, "menu")};
    if (!name) return EXIT_GO_ON;
    for (unsigned seat = 0; seat < tn_game_seat_count(game); seat++)
        if (strcmp(tn_game_seat_name(game, seat), name) == 0) return out->seat = seat, EXIT_GO_ON;
    if (strcmp(name, "nobody") == 0) return out->seat = TN_SPECTATOR, EXIT_GO_ON;
    return args_wrong(args, "there is no seat \"%s\"; the seats are %s to %s, and nobody", name,
                      tn_game_seat_name(game, 0), tn_game_seat_name(game, tn_game_seat_count(game) - 1));
}

int position_load(const struct args *args, struct position *out) {
    memset(out, 0, sizeof *out);
    buf_init(&out->text);
    arena_init(&out->arena);
    out->path = args_value(args, "from");
    if (!out->path) return EXIT_GO_ON;
    enum file_status status = file_read(out->path, POSITION_LIMIT, &out->text);
    if (status != FILE_OK) {
        fprintf(stderr, "terrane %s: %s: %s\n", args->verb->name, out->path, file_status_text(status));
        return EXIT_HOST;
    }
    position_config(out->text.data, out->text.n, &out->arena, &out->config);
    return EXIT_GO_ON;
}

void position_free(struct position *p) {
    if (p->text.data) buf_free(&p->text);
    arena_free(&p->arena);
}
