/* journal_setup.c: how a match of a journal begins: its position, the order in which cards come; see journal.h. */
#include "play/journal.h"

#include "base/file.h"
#include "base/json_value.h"
#include "base/nearest.h"

#include <stdio.h>
#include <string.h>

enum { POSITION_LIMIT = 16 << 20 };

static bool complain(const struct journal *j, uint32_t line, struct buf *error, const char *what, const char *word) {
    buf_printf(error, "%s:%u: %s", j->path, line, what);
    if (word) buf_printf(error, " \"%s\"", word);
    return false;
}

/* ---- the position */
/* A file is looked for beside the journal. */
static bool read_file(struct journal *j, const char **text, struct buf *error) {
    struct buf path, bytes;
    const char *slash = strrchr(j->path, '/');
    buf_init(&path);
    buf_init(&bytes);
    if (slash && *j->from != '/') buf_put(&path, j->path, (size_t)(slash - j->path) + 1);
    buf_puts(&path, j->from);
    enum file_status status = file_read(path.data, POSITION_LIMIT, &bytes);
    *text = status == FILE_OK ? arena_strdup(&j->arena, bytes.data, bytes.n) : NULL;
    if (status != FILE_OK)
        buf_printf(error, "%s:%u: %s: %s", j->path, j->from_line, path.data, file_status_text(status));
    else if (!*text)
        complain(j, j->from_line, error, "out of memory", NULL);
    buf_free(&path);
    buf_free(&bytes);
    return *text != NULL;
}

bool journal_position(struct journal *j, const char **text, struct buf *error) {
    tn_config config;
    *text = j->from && *j->from == '{' ? j->from : NULL;
    if (j->from && !*text && !read_file(j, text, error)) return false;
    if (!*text) return true;
    position_config(*text, strlen(*text), &j->arena, &config);
    if (j->players == 0) j->players = config.seats;
    for (size_t i = 0; i < config.n_options; i++) {
        size_t n = strcspn(config.options[i], "=") + 1;
        bool said = false;
        for (size_t k = 0; k < j->options.n; k++)
            said = said || strncmp(j->options.data[k], config.options[i], n) == 0;
        if (!said && !VEC_PUSH(&j->options, config.options[i]))
            return complain(j, j->from_line, error, "out of memory", NULL);
    }
    return true;
}

void position_config(const char *text, size_t size, struct arena *arena, tn_config *out) {
    const char *why;
    const struct value *root = value_parse(arena, text, size, &why, NULL), *options = value_get(root, "options");
    size_t n = 0;
    int64_t seats = value_number(value_get(root, "seats"), 0);
    *out = (tn_config){.seats = seats > 0 && seats <= MATCH_SEATS ? (unsigned)seats : 0};
    for (const struct value *v = options && options->type == VALUE_OBJECT ? options->kids : NULL; v; v = v->next)
        n++;
    const char **list = ARENA_ARRAY(arena, const char *, n + 1);
    for (const struct value *v = n && list ? options->kids : NULL; v; v = v->next) {
        const char *value = value_text(v), *pair = value ? arena_printf(arena, "%s=%s", v->key, value) : NULL;
        if (pair) list[out->n_options++] = pair;
    }
    out->options = list;
}

/* ---- in which order cards come */
static bool find_pile(const struct journal *j, const struct journal_order *order, const tn_game *game,
                      struct match_order *out, struct buf *error) {
    const char *names[256];
    size_t n = 0;
    for (size_t i = 0; i < tn_game_zone_count(game); i++) {
        tn_zone zone;
        char full[256];
        tn_game_zone(game, i, &zone);
        if (!zone.pile) continue;
        if (n < 256) names[n++] = zone.name;
        for (unsigned seat = 0; seat < (zone.per_player ? tn_game_seat_count(game) : 1u); seat++) {
            snprintf(full, sizeof full, "%s.%s", tn_game_seat_name(game, seat), zone.name);
            if (strcmp(zone.per_player ? full : zone.name, order->pile)) continue;
            *out = (struct match_order){.zone = (int)i, .owner = zone.per_player ? (int)seat : -1};
            return true;
        }
    }
    const char *near = n ? nearest(order->pile, names, n) : NULL;
    complain(j, order->line, error, "there is no pile", order->pile);
    if (near) buf_printf(error, "; did you mean \"%s\"?", near);
    return false;
}

static const char *card_named(const tn_game *game, const char *text) {
    for (size_t i = 0; i < tn_game_card_count(game); i++) {
        tn_card card;
        tn_game_card(game, i, &card);
        if (words_compare(card.name, text) == WORDS_EQUAL) return card.name;
    }
    return NULL;
}

/* The name at the beginning of the list: up to a comma, the longest that is one. NULL: there is none. */
static const char *take_name(struct journal *j, const tn_game *game, bool cards, const char **list) {
    const char *found = NULL, *rest = *list;
    for (const char *end = *list;; end++) {
        end += strcspn(end, ",");
        const char *text = arena_strdup(&j->arena, *list, (size_t)(end - *list));
        const char *name = !text ? NULL : cards ? card_named(game, text) : text + strspn(text, " ");
        if (name) found = name, rest = end;
        if (!*end || !cards) break;
    }
    *list = rest + (*rest == ',');
    return found;
}

static bool unknown_card(const struct journal *j, const struct journal_order *order, const tn_game *game,
                         const char *list, struct buf *error) {
    const char *names[1024], *near;
    char word[128];
    size_t n = 0;
    snprintf(word, sizeof word, "%.*s", (int)strcspn(list, ","), list + strspn(list, " "));
    for (; n < tn_game_card_count(game) && n < 1024; n++) {
        tn_card card;
        tn_game_card(game, n, &card);
        names[n] = card.name;
    }
    complain(j, order->line, error, "there is no card", word);
    if ((near = n ? nearest(word, names, n) : NULL)) buf_printf(error, "; did you mean \"%s\"?", near);
    return false;
}

static bool add_names(struct journal *j, const struct journal_order *order, const tn_game *game,
                      struct match_order *out, struct buf *error) {
    const char *list = order->names;
    size_t commas = 1, old = out->n;
    for (const char *c = list; *c; c++)
        commas += *c == ',';
    const char **names = ARENA_ARRAY(&j->arena, const char *, old + commas);
    if (!names) return complain(j, order->line, error, "out of memory", NULL);
    for (size_t i = 0; i < old; i++)
        names[i] = out->names[i];
    while (list[strspn(list, " ")]) {
        const char *at = list, *name = take_name(j, game, order->pile != NULL, &list);
        if (!name) return unknown_card(j, order, game, at, error);
        names[out->n++] = name;
    }
    out->names = names;
    return true;
}

bool journal_setup(struct journal *j, const tn_game *game, struct match_setup *out, struct buf *error) {
    struct match_order *orders = ARENA_ARRAY(&j->arena, struct match_order, j->orders.n + 1);
    const char *text;
    *out = (struct match_setup){.seed = j->seed, .orders = orders, .rules = j->rules ? j->rules : 1};
    if (!journal_position(j, &text, error)) return false;
    if (!orders) return complain(j, 1, error, "out of memory", NULL);
    out->from = text;
    out->from_size = text ? strlen(text) : 0;
    for (size_t i = 0; i < j->orders.n; i++) {
        const struct journal_order *order = &j->orders.data[i];
        struct match_order found = {.zone = -1, .owner = -1};
        size_t k = 0;
        if (order->pile && !find_pile(j, order, game, &found, error)) return false;
        while (k < out->n_orders && (orders[k].zone != found.zone || orders[k].owner != found.owner))
            k++;
        if (k == out->n_orders) orders[out->n_orders++] = found; /* else it goes on where an earlier line ended */
        if (!add_names(j, order, game, &orders[k], error)) return false;
    }
    return true;
}
