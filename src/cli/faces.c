/* faces.c: see faces.h. A face lists the clauses of its card that stay in words: docs/faces.md. */
#include "cli/faces.h"

#include "base/arena.h"
#include "base/json.h"
#include "base/json_value.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The face of a card, in the arena; NULL: memory is out. */
static const struct value *face_of(const tn_game *game, size_t card, struct arena *arena) {
    const char *why;
    size_t n = tn_card_face(game, card, NULL, 0);
    char *text = ARENA_ARRAY(arena, char, n + 1);
    if (text) tn_card_face(game, card, text, n + 1);
    return text ? value_parse(arena, text, n, &why, NULL) : NULL;
}

/* The clauses that stay in words; false: memory is out. */
static bool print_words(const tn_game *game, size_t card, const tn_card *c, bool *whole) {
    struct arena arena;
    arena_init(&arena);
    const struct value *face = face_of(game, card, &arena), *words = value_get(face, "words");
    *whole = face && !words;
    for (const struct value *w = words ? words->kids : NULL; w; w = w->next) {
        tn_clause clause;
        tn_card_clause(game, card, (size_t)value_number(w, 0), &clause);
        printf("%s \"%s\": %s: %s\n", c->kind, c->name, clause.label, clause.text.bytes);
    }
    arena_free(&arena);
    return face != NULL;
}

static bool print_kind(const tn_game *game, const char *kind, size_t *whole, size_t *all) {
    size_t of_kind = 0, cards = 0;
    for (size_t i = 0; i < tn_game_card_count(game); i++) {
        tn_card c;
        bool drawn;
        tn_game_card(game, i, &c);
        if (c.copy || strcmp(c.kind, kind)) continue;
        if (!print_words(game, i, &c, &drawn)) return false;
        cards++, of_kind += drawn;
    }
    if (cards) printf("%s: %zu of %zu\n", kind, of_kind, cards);
    *whole += of_kind, *all += cards;
    return true;
}

bool print_faces(tn_source *source) {
    tn_game *game = NULL;
    tn_config config = {0, NULL, 0};
    size_t whole = 0, all = 0;
    if (tn_game_new(source, &config, &game) == TN_NOMEM) return false;
    for (size_t i = 0; game && i < tn_game_kind_count(game); i++) {
        tn_kind k;
        tn_game_kind(game, i, &k);
        if (!k.of_spaces && !print_kind(game, k.name, &whole, &all)) return tn_game_free(game), false;
    }
    printf("%zu of %zu cards\n", whole, all);
    tn_game_free(game);
    return true;
}

/* ---- as JSON */
static void put_names(struct json *j, const tn_game *game) {
    json_array(j, "members");
    for (size_t i = 0; i < tn_game_member_count(game); i++) {
        tn_member m;
        tn_game_member(game, i, &m);
        json_array(j, NULL);
        json_text(j, NULL, tn_sort_name(m.sort));
        json_text(j, NULL, m.name);
        json_close(j);
    }
    json_close(j);
    struct list {
        const char *key;
        size_t n;
    } lists[] = {{"kinds", tn_game_kind_count(game)},   {"tracks", tn_game_track_count(game)},
                 {"vars", tn_game_var_count(game)},     {"zones", tn_game_zone_count(game)},
                 {"boards", tn_game_board_count(game)}, {"cards", tn_game_card_count(game)},
                 {"spaces", tn_game_space_count(game)}, {"rules", tn_game_rule_count(game)}};
    for (size_t l = 0; l < sizeof lists / sizeof *lists; l++) {
        json_array(j, lists[l].key);
        for (size_t i = 0; i < lists[l].n; i++) {
            union {
                tn_kind k;
                tn_track t;
                tn_var v;
                tn_zone z;
                tn_board b;
                tn_card c;
                tn_space s;
                tn_rule r;
            } x;
            switch (l) {
            case 0: tn_game_kind(game, i, &x.k), json_text(j, NULL, x.k.name); break;
            case 1: tn_game_track(game, i, &x.t), json_text(j, NULL, x.t.name); break;
            case 2: tn_game_var(game, i, &x.v), json_text(j, NULL, x.v.name); break;
            case 3: tn_game_zone(game, i, &x.z), json_text(j, NULL, x.z.name); break;
            case 4: tn_game_board(game, i, &x.b), json_text(j, NULL, x.b.name); break;
            case 5: tn_game_card(game, i, &x.c), json_text(j, NULL, x.c.name); break;
            case 6: tn_game_space(game, i, &x.s), json_text(j, NULL, x.s.name); break;
            default: tn_game_rule(game, i, &x.r), json_text(j, NULL, x.r.name.bytes); break;
            }
        }
        json_close(j);
    }
}

/* JSON that the interface writes. */
static bool put_written(struct json *j, const tn_game *game, size_t of, size_t i, bool rule) {
    size_t size = rule ? tn_rule_face(game, i, NULL, 0) : tn_track_mark_face(game, of, i, NULL, 0);
    char *face = malloc(size + 1);
    if (!face) return false;
    if (rule)
        tn_rule_face(game, i, face, size + 1);
    else
        tn_track_mark_face(game, of, i, face, size + 1);
    json_raw(j, NULL, face, size);
    free(face);
    return true;
}

/* What happens on the tracks, and what rules of no card say. */
static bool put_marks(struct json *j, const tn_game *game) {
    bool good = true;
    json_array(j, "marks");
    for (size_t t = 0; t < tn_game_track_count(game); t++)
        for (size_t i = 0, n = tn_track_mark_count(game, t); i < n && good; i++)
            good = put_written(j, game, t, i, false);
    json_close(j);
    json_array(j, "rules");
    for (size_t i = 0; i < tn_game_rule_count(game) && good; i++)
        good = put_written(j, game, 0, i, true);
    json_close(j);
    return good;
}

static bool put_faces(struct json *j, const tn_game *game) {
    struct arena arena;
    bool good = true;
    arena_init(&arena);
    json_array(j, "faces");
    for (size_t i = 0; i < tn_game_card_count(game) && good; i++) {
        tn_card c;
        tn_game_card(game, i, &c);
        if (c.copy) continue;
        const struct value *face = face_of(game, i, &arena);
        good = face != NULL;
        json_object(j, NULL);
        json_text(j, "name", c.name);
        json_text(j, "kind", c.kind);
        if (face) json_raw(j, "face", face->raw, face->raw_size);
        json_close(j);
        arena_free(&arena);
    }
    json_close(j);
    return good;
}

bool print_faces_json(tn_source *source) {
    struct json j;
    struct buf out;
    tn_game *game = NULL;
    if (tn_game_new(source, &(tn_config){0}, &game) == TN_NOMEM) return false;
    json_init(&j, &out);
    json_object(&j, NULL);
    json_object(&j, "names");
    if (game) put_names(&j, game);
    json_close(&j);
    bool good = !game || (put_marks(&j, game) && put_faces(&j, game));
    json_close(&j);
    tn_game_free(game);
    return json_print(&j) && good;
}
