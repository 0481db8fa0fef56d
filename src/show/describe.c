/* describe.c: see describe.h. One function for each list of the description. */
#include "show/describe.h"

#include "show/text_json.h"

#include <stdlib.h>

enum { TAGS = 64 };

static void put_look(struct json *j, tn_look look) {
    if (!look.icon && !look.colour && !look.hidden && !look.picture) {
        json_text(j, "look", NULL);
        return;
    }
    json_object(j, "look");
    json_text(j, "icon", look.icon);
    json_integer(j, "colour", look.colour);
    json_bool(j, "hidden", look.hidden);
    json_text(j, "picture", look.picture);
    json_close(j);
}

/* Opens an object of a list with the name it begins with. */
static void open_named(struct json *j, const char *name) {
    json_object(j, NULL);
    json_text(j, "name", name);
}

static void close_looked(struct json *j, tn_look look) {
    put_look(j, look);
    json_close(j);
}

static void put_head(struct json *j, const tn_game *game) {
    json_hash(j, "hash", tn_game_hash(game));
    json_text(j, "title", tn_game_title(game));
    json_array(j, "seats");
    for (unsigned seat = 0; seat < tn_game_seat_count(game); seat++)
        json_text(j, NULL, tn_game_seat_name(game, seat));
    json_close(j);
    json_array(j, "options");
    for (size_t i = 0; i < tn_game_option_count(game); i++) {
        const char *name, *value;
        tn_game_option(game, i, &name, &value);
        json_array(j, NULL);
        json_text(j, NULL, name);
        json_text(j, NULL, value);
        json_close(j);
    }
    json_close(j);
}

static void put_members(struct json *j, const tn_game *game) {
    json_array(j, "members");
    for (size_t i = 0; i < tn_game_member_count(game); i++) {
        tn_member m;
        tn_game_member(game, i, &m);
        open_named(j, m.name);
        json_text(j, "many", m.many);
        json_text(j, "sort", tn_sort_name(m.sort));
        if (m.total >= 0)
            json_integer(j, "total", m.total);
        else
            json_text(j, "total", NULL);
        close_looked(j, m.look);
    }
    json_close(j);
}

const char *role_name(tn_role role) {
    static const char *const names[] = {[TN_ROLE_COST] = "cost",
                                        [TN_ROLE_NUMBER] = "number",
                                        [TN_ROLE_TAGS] = "tags",
                                        [TN_ROLE_FACT] = "fact",
                                        [TN_ROLE_REQUIREMENT] = "requirement",
                                        [TN_ROLE_POINTS] = "points",
                                        [TN_ROLE_THING] = "thing",
                                        [TN_ROLE_VALUE] = "value",
                                        [TN_ROLE_EFFECT] = "effect",
                                        [TN_ROLE_ACTION] = "action",
                                        [TN_ROLE_REACTION] = "reaction",
                                        [TN_ROLE_ADJUSTMENT] = "adjustment",
                                        [TN_ROLE_FLAVOUR] = "flavour"};
    return names[role];
}

static void put_clauses(struct json *j, const tn_game *game, size_t card) {
    json_array(j, "clauses");
    for (size_t i = 0; i < tn_card_clause_count(game, card); i++) {
        tn_clause clause;
        tn_card_clause(game, card, i, &clause);
        json_array(j, NULL);
        json_text(j, NULL, clause.label);
        json_text(j, NULL, clause.text.bytes);
        json_text(j, NULL, role_name(clause.role));
        if (clause.known)
            json_integer(j, NULL, clause.number);
        else if (clause.text.n)
            json_text(j, NULL, NULL);
        if (clause.text.n) text_put_spans(j, NULL, clause.text);
        json_close(j);
    }
    json_close(j);
}

/* JSON that the interface writes, as a value; n: its size, from the same function. */
static char *face_room(struct json *j, size_t n) {
    char *text = malloc(n + 1);
    if (!text) j->out->failed = true;
    return text;
}

/* Of a card or of a rule. */
static void put_face(struct json *j, const tn_game *game, size_t i,
                     size_t (*face)(const tn_game *, size_t, char *, size_t)) {
    size_t n = face(game, i, NULL, 0);
    char *text = face_room(j, n);
    if (!text) return;
    face(game, i, text, n + 1);
    json_raw(j, "face", text, n);
    free(text);
}

static void put_mark_face(struct json *j, const tn_game *game, size_t track, size_t mark) {
    size_t n = tn_track_mark_face(game, track, mark, NULL, 0);
    char *text = face_room(j, n);
    if (!text) return;
    tn_track_mark_face(game, track, mark, text, n + 1);
    json_raw(j, NULL, text, n);
    free(text);
}

static void put_card(struct json *j, const tn_game *game, size_t i) {
    tn_card c;
    int32_t tags[TAGS];
    tn_game_card(game, i, &c);
    open_named(j, c.name);
    json_text(j, "kind", c.kind);
    text_put_json(j, "text", c.text);
    json_text(j, "flavour", c.flavour);
    json_unsigned(j, "answer", c.answer);
    json_integer(j, "copy", c.copy);
    json_array(j, "tags");
    for (size_t k = 0, n = tn_card_tags(game, i, tags, TAGS); k < n && k < TAGS; k++)
        json_integer(j, NULL, tags[k]);
    json_close(j);
    put_clauses(j, game, i);
    put_face(j, game, i, tn_card_face);
    json_bool(j, "zoned", c.zoned);
    close_looked(j, c.look);
}

static void put_cards(struct json *j, const tn_game *game) {
    json_array(j, "cards");
    for (size_t i = 0; i < tn_game_card_count(game); i++)
        put_card(j, game, i);
    json_close(j);
}

static void put_kinds(struct json *j, const tn_game *game) {
    json_array(j, "kinds");
    for (size_t i = 0; i < tn_game_kind_count(game); i++) {
        tn_kind k;
        tn_game_kind(game, i, &k);
        open_named(j, k.name);
        json_text(j, "title", k.title);
        json_integer(j, "parent", k.parent);
        json_bool(j, "spaces", k.of_spaces);
        close_looked(j, k.look);
    }
    json_close(j);
}

/* What is printed on a space, part by part. */
static void put_gifts(struct json *j, const tn_game *game, size_t space) {
    json_array(j, "gives");
    for (size_t i = 0; i < tn_space_gift_count(game, space); i++) {
        tn_gift gift;
        tn_space_gift(game, space, i, &gift);
        json_object(j, NULL);
        if (gift.member >= 0) json_integer(j, "member", gift.member);
        if (gift.text.bytes) text_put_json(j, "text", gift.text);
        if (gift.known) json_integer(j, "n", gift.number);
        if (gift.cards) json_bool(j, "cards", true);
        json_close(j);
    }
    json_close(j);
}

static void put_near(struct json *j, const tn_game *game, size_t space) {
    json_array(j, "near");
    for (size_t i = 0; i < tn_space_near_count(game, space); i++) {
        int other;
        tn_space_near(game, space, i, &other);
        json_integer(j, NULL, other);
    }
    json_close(j);
}

static void put_links(struct json *j, const tn_game *game, size_t board) {
    json_array(j, "links");
    for (size_t i = 0, n = tn_board_link_count(game, board); i < n; i++) {
        tn_link link;
        tn_board_link(game, board, i, &link);
        json_array(j, NULL);
        json_integer(j, NULL, link.a), json_integer(j, NULL, link.b);
        json_close(j);
    }
    json_close(j);
}

static void put_ground(struct json *j, tn_ground ground) {
    if (!ground.texture) {
        json_text(j, "ground", NULL);
        return;
    }
    json_object(j, "ground");
    json_text(j, "texture", ground.texture);
    json_text(j, "shape", ground.shape);
    json_integer(j, "colour", ground.colour);
    json_bool(j, "checker", ground.checker);
    json_close(j);
}

static void put_boards(struct json *j, const tn_game *game) {
    static const char *const shapes[] = {
        [TN_HEX] = "hex", [TN_SQUARE] = "square", [TN_GRAPH] = "graph", [TN_RING] = "ring", [TN_LOOSE] = "loose"};
    json_array(j, "boards");
    for (size_t i = 0; i < tn_game_board_count(game); i++) {
        tn_board b;
        tn_game_board(game, i, &b);
        open_named(j, b.name);
        json_text(j, "title", b.title);
        json_text(j, "shape", shapes[b.shape]);
        json_integer(j, "first", b.first);
        json_integer(j, "count", b.count);
        json_integer(j, "rows", b.rows);
        json_bool(j, "in_use", b.in_use);
        if (b.owner >= 0) json_integer(j, "owner", b.owner);
        put_links(j, game, i);
        put_ground(j, b.ground);
        close_looked(j, b.look);
    }
    json_close(j);
}

static void put_spaces(struct json *j, const tn_game *game) {
    json_array(j, "spaces");
    for (size_t i = 0; i < tn_game_space_count(game); i++) {
        tn_space s;
        tn_game_space(game, i, &s);
        open_named(j, s.name);
        json_text(j, "kind", s.kind);
        json_text(j, "title", s.title);
        text_put_json(j, "text", s.text);
        put_gifts(j, game, i);
        json_unsigned(j, "answer", s.answer);
        json_integer(j, "board", s.board);
        json_integer(j, "number", s.number);
        json_integer(j, "row", s.row);
        json_integer(j, "col", s.col);
        if (s.placed) {
            json_array(j, "at");
            json_integer(j, NULL, s.x), json_integer(j, NULL, s.y);
            json_close(j);
        } else {
            json_text(j, "at", NULL);
        }
        put_near(j, game, i);
        close_looked(j, s.look);
    }
    json_close(j);
}

static void put_tracks(struct json *j, const tn_game *game) {
    json_array(j, "tracks");
    for (size_t i = 0; i < tn_game_track_count(game); i++) {
        tn_track t;
        tn_game_track(game, i, &t);
        open_named(j, t.name);
        json_text(j, "title", t.title);
        json_integer(j, "low", t.low);
        json_integer(j, "high", t.high);
        json_integer(j, "step", t.step);
        json_bool(j, "per_player", t.per_player);
        json_bool(j, "loop", t.loop);
        json_array(j, "marks");
        for (size_t k = 0; k < tn_track_mark_count(game, i); k++) {
            tn_mark mark;
            tn_track_mark(game, i, k, &mark);
            json_array(j, NULL);
            json_integer(j, NULL, mark.at);
            json_text(j, NULL, mark.text.bytes);
            put_mark_face(j, game, i, k);
            if (mark.text.n) text_put_spans(j, NULL, mark.text);
            json_close(j);
        }
        json_close(j);
        close_looked(j, t.look);
    }
    json_close(j);
}

static void put_zones(struct json *j, const tn_game *game) {
    static const char *const seen_by[] = {[TN_SEE_EVERYONE] = "everyone",
                                          [TN_SEE_OWNER] = "owner",
                                          [TN_SEE_NOBODY] = "nobody",
                                          [TN_SEE_OTHERS] = "others"};
    json_array(j, "zones");
    for (size_t i = 0; i < tn_game_zone_count(game); i++) {
        tn_zone z;
        tn_game_zone(game, i, &z);
        open_named(j, z.name);
        json_text(j, "title", z.title);
        json_bool(j, "per_player", z.per_player);
        json_bool(j, "live", z.live);
        json_bool(j, "pile", z.pile);
        json_text(j, "see", seen_by[z.see]);
        json_bool(j, "row", z.row);
        json_array(j, "cards");
        json_integer(j, NULL, z.first_card);
        json_integer(j, NULL, z.card_count);
        json_close(j);
        close_looked(j, z.look);
    }
    json_close(j);
}

static void put_vars(struct json *j, const tn_game *game) {
    static const char *const scopes[] = {"game", "player", "card", "space"};
    static const char *const roles[] = {[TN_VAR_OTHER] = NULL,    [TN_VAR_STOCK] = "stock", [TN_VAR_TILE] = "tile",
                                        [TN_VAR_OWNER] = "owner", [TN_VAR_CUBES] = "cubes", [TN_VAR_RATE] = "rate"};
    static const char *const types[] = {"number", "truth", "player", "member", "card", "space", "text"};
    json_array(j, "vars");
    for (size_t i = 0; i < tn_game_var_count(game); i++) {
        tn_var v;
        tn_game_var(game, i, &v);
        open_named(j, v.name);
        json_text(j, "title", v.title);
        json_text(j, "scope", scopes[v.scope]);
        json_integer(j, "first", v.first_owner);
        json_integer(j, "owners", v.owners);
        if (v.index_sort >= 0 && v.type != TN_IS_OTHER) {
            json_array(j, "index");
            for (int k = 0; k < v.indices; k++)
                json_text(j, NULL, tn_var_index(game, i, k));
            json_close(j);
        } else {
            json_text(j, "index", NULL);
        }
        json_integer(j, "entries", v.type == TN_IS_OTHER ? 1 : v.indices);
        json_text(j, "type", types[v.type]);
        json_text(j, "role", roles[v.role]);
        close_looked(j, v.look);
    }
    json_close(j);
}

static void put_values(struct json *j, const tn_game *game) {
    json_array(j, "values");
    for (size_t i = 0; i < tn_game_value_count(game); i++) {
        tn_value v;
        tn_game_value(game, i, &v);
        open_named(j, v.name);
        json_bool(j, "truth", v.truth);
        json_bool(j, "of_player", v.of_player);
        json_bool(j, "of_game", v.of_game);
        json_close(j);
    }
    json_close(j);
    json_array(j, "score");
    for (size_t i = 0; i < tn_game_score_line_count(game); i++)
        json_text(j, NULL, tn_game_score_line(game, i));
    json_close(j);
    json_array(j, "tie");
    for (size_t i = 0; i < tn_game_tie_count(game); i++)
        json_text(j, NULL, tn_game_tie(game, i));
    json_close(j);
    json_array(j, "periods");
    for (size_t i = 0; i < tn_game_period_count(game); i++) {
        bool is_round;
        open_named(j, tn_game_period(game, i, &is_round));
        json_bool(j, "round", is_round);
        json_close(j);
    }
    json_close(j);
}

static const char *topic_name(tn_topic topic) {
    static const char *const names[] = {
        [TN_TOPIC_END] = "end",       [TN_TOPIC_LIMIT] = "limit", [TN_TOPIC_WINS] = "wins",
        [TN_TOPIC_POINTS] = "points", [TN_TOPIC_TURN] = "turn",   [TN_TOPIC_INCOME] = "income"};
    return names[topic];
}

static void put_rules(struct json *j, const tn_game *game) {
    json_array(j, "rules");
    for (size_t i = 0; i < tn_game_rule_count(game); i++) {
        tn_rule r;
        tn_game_rule(game, i, &r);
        json_object(j, NULL);
        json_text(j, "about", r.about);
        json_text(j, "name", r.name.bytes);
        if (r.name.n) text_put_spans(j, "name_spans", r.name);
        text_put_json(j, "text", r.text);
        json_integer(j, "depth", r.depth);
        if (r.topic) json_text(j, "topic", topic_name(r.topic));
        put_face(j, game, i, tn_rule_face);
        json_close(j);
    }
    json_close(j);
}

bool describe_game(const tn_game *game, struct buf *out) {
    static void (*const parts[])(struct json * j, const tn_game *game) = {
        put_head,   put_members, put_kinds, put_cards,  put_boards, put_spaces,
        put_tracks, put_zones,   put_vars,  put_values, put_rules};
    struct json j;
    json_init(&j, out);
    j.tight = true;
    json_object(&j, NULL);
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        parts[i](&j, game);
    json_close(&j);
    return !out->failed;
}

void describe_drawn(struct json *j, const tn_game *game, bool boards) {
    put_head(j, game);
    put_members(j, game);
    put_kinds(j, game);
    put_vars(j, game);
    if (!boards) return;
    put_boards(j, game);
    put_spaces(j, game);
}

void describe_card(struct json *j, const tn_game *game, size_t card) {
    put_head(j, game);
    put_members(j, game);
    put_kinds(j, game);
    json_array(j, "cards");
    put_card(j, game, card);
    json_close(j);
    put_boards(j, game);
    put_tracks(j, game);
    put_vars(j, game);
}
