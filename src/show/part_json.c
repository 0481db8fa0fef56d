/* part_json.c: see part_json.h. */
#include "show/part_json.h"

/* A number from 0 on, or nothing. */
static void put_index(struct json *j, const char *name, int n) {
    if (n >= 0) json_integer(j, name, n);
}

static void put_from(struct json *j, tn_from from) {
    static const char *const kinds[] = {[TN_FROM_SPACE] = "space", [TN_FROM_CARD] = "card", [TN_FROM_TRACK] = "track"};
    if (from.kind == TN_FROM_NOTHING) return;
    json_object(j, "from");
    json_integer(j, kinds[from.kind], from.index);
    if (from.kind == TN_FROM_TRACK) json_integer(j, "at", from.at), put_index(j, "seat", from.seat);
    json_close(j);
}

static void put_cards(struct json *j, const tn_part *part) {
    put_index(j, "zone", part->what);
    json_unsigned(j, "n", part->n);
    if (!part->cards) return;
    json_array(j, "cards");
    for (size_t i = 0; i < part->n; i++)
        json_integer(j, NULL, part->cards[i]);
    json_close(j);
}

static void put_number(struct json *j, const tn_part *part) {
    json_integer(j, part->kind == TN_PART_TRACK ? "track" : "var", part->what);
    put_index(j, "card", part->card);
    put_index(j, "space", part->space);
    put_index(j, "index", part->index);
    put_index(j, "member", part->member);
    if (part->by) json_integer(j, "by", part->by);
    json_integer(j, "now", part->now);
}

void parts_put_json(struct json *j, const tn_part *parts, size_t n) {
    static const char *const kinds[] = {
        [TN_PART_NUMBER] = "number", [TN_PART_TRACK] = "track", [TN_PART_PUT] = "put",    [TN_PART_MOVED] = "moved",
        [TN_PART_PLAYED] = "played", [TN_PART_DRAWN] = "drawn", [TN_PART_SHOWN] = "shown"};
    if (n == 0) return;
    json_array(j, "parts");
    for (size_t i = 0; i < n; i++) {
        json_object(j, NULL);
        json_text(j, "what", kinds[parts[i].kind]);
        put_index(j, "seat", parts[i].seat);
        if (parts[i].kind <= TN_PART_PUT)
            put_number(j, &parts[i]);
        else
            put_cards(j, &parts[i]);
        put_from(j, parts[i].from);
        json_close(j);
    }
    json_close(j);
}
