/* Small parts of a table: tokens, names, who sits where. */
#include "support/unit.h"

#include "table/fixture.h"
#include "table/people.h"

static const struct table_world world = {.chance = fixture_chance, .hash = fixture_hash};

static void tokens(void **state) {
    (void)state;
    struct token a = token_new(&world), b = token_new(&world);
    assert_true(token_fits(a.text, strlen(a.text)) && token_fits(b.text, strlen(b.text)));
    assert_string_not_equal(a.text, b.text);
    assert_false(token_fits("0123456789abcdefghij/.", 22));
    assert_false(token_fits(a.text, 21));
    struct token_hash x = token_hash(&world, a.text), y = token_hash(&world, b.text), z;
    char hex[2 * TOKEN_HASH + 1];
    token_hash_write(&x, hex);
    assert_true(token_hash_read(hex, &z) && token_same(&x, &z));
    assert_false(token_same(&x, &y));
    assert_null(strstr(hex, a.text));
    for (char *c = hex; *c; c++)
        if (*c >= 'a') *c = (char)(*c - 'a' + 'A');
    assert_true(token_hash_read(hex, &z) && token_same(&x, &z)); /* in either case */
    hex[3] = 'x';
    assert_false(token_hash_read(hex, &z));
    assert_false(token_hash_read("00", &z));
    assert_false(token_hash_read(NULL, &z));
}

/* Every letter and digit comes as often as the others. */
static void fair_tokens(void **state) {
    (void)state;
    enum { DRAWN = 4000 };
    unsigned seen[256] = {0}, kinds = 0;
    for (int i = 0; i < DRAWN; i++) {
        struct token t = token_new(&world);
        for (int k = 0; k < TOKEN_LENGTH; k++)
            seen[(unsigned char)t.text[k]]++;
    }
    for (int c = 0; c < 256; c++) {
        kinds += seen[c] > 0;
        if (seen[c])
            assert_in_range(seen[c], DRAWN * TOKEN_LENGTH / 62 * 85 / 100, DRAWN * TOKEN_LENGTH / 62 * 115 / 100);
    }
    assert_int_equal(kinds, 62);
}

static bool read_name(const char *json) {
    struct arena arena;
    const char *why;
    char out[NAME_BYTES];
    arena_init(&arena);
    bool fine = name_read(value_parse(&arena, json, strlen(json), &why, NULL), out);
    arena_free(&arena);
    return fine;
}

static void names(void **state) {
    (void)state;
    assert_true(read_name("\"Ann\"") && read_name("\"Zoë 中文 🙂\"") && read_name("\"a b\""));
    assert_false(read_name("\"\"") || read_name("\"  \"") || read_name("3") || read_name("null"));
    assert_false(read_name("\"a\\nb\"") || read_name("\"\\u202eb\"") || read_name("\"a\\u0000b\"") ||
                 read_name("\"\\u007f\""));
    assert_true(read_name("\"1234567890123456789012345678901234567890\""));
    assert_false(read_name("\"12345678901234567890123456789012345678901\""));
}

static void people_come_back(void **state) {
    (void)state;
    struct people p = {.n = 3}, back;
    struct buf text, seen;
    struct json j;
    struct token secret = token_new(&world), host = token_new(&world);
    p.host = token_hash(&world, host.text);
    strcpy(p.seats[0].name, "Ann \"A\"");
    p.seats[0].held = true;
    p.seats[0].secret = token_hash(&world, secret.text);
    p.seats[1].bot = bot_get(0);
    p.next = token_new(&world);
    p.next_is_same = true;
    people_write(&p, NULL, &text);
    assert_true(people_read(&back, NULL, text.data));
    assert_memory_equal(&p.host, &back.host, sizeof p.host);
    assert_string_equal(back.seats[0].name, "Ann \"A\"");
    assert_true(back.n == 3 && back.seats[0].held && !back.seats[1].held && back.seats[1].bot == bot_get(0) &&
                back.next_is_same);
    assert_int_equal(people_seat_of(&back, &p.seats[0].secret), 0);
    assert_int_equal(people_seat_of(&back, &p.host), -1);
    struct token_hash zero = {{0}};
    assert_int_equal(people_seat_of(&back, &zero), -1); /* a free seat is nobody's */
    json_init(&j, &seen);
    json_object(&j, NULL);
    people_put_public(&j, &p, 1);
    json_close(&j);
    char hex[2 * TOKEN_HASH + 1];
    token_hash_write(&p.seats[0].secret, hex);
    assert_non_null(strstr(text.data, hex));
    assert_null(strstr(seen.data, hex)); /* what everybody reads has no hash in it */
    assert_false(people_read(&back, NULL, "{}"));
    assert_false(people_read(&back, NULL, "nonsense"));
    buf_free(&text);
    buf_free(&seen);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(tokens), cmocka_unit_test(fair_tokens), cmocka_unit_test(names),
                                       cmocka_unit_test(people_come_back)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
