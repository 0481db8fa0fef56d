/* Small parts of the server: tokens, limits, people, names. */
#include "support/unit.h"

#include "serve/chance.h"
#include "serve/head.h"
#include "serve/limits.h"
#include "serve/metrics.h"
#include "table/people.h"
#include "table/world.h"

#include <stdio.h>

static const struct table_world world = {.chance = chance_bytes, .hash = chance_hash};

static void tokens(void **state) {
    (void)state;
    assert_true(chance_start());
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
    hex[3] = 'x';
    assert_false(token_hash_read(hex, &z));
    assert_false(token_hash_read("00", &z));
    assert_false(token_hash_read(NULL, &z));
}

static void buckets(void **state) {
    (void)state;
    struct bucket b = {0};
    struct rate r = {3, 10};
    for (int i = 0; i < 3; i++)
        assert_true(bucket_take(&b, &r, 1000));
    assert_false(bucket_take(&b, &r, 1000));
    assert_false(bucket_take(&b, &r, 1050));
    assert_true(bucket_take(&b, &r, 1101)); /* a tenth of a second is one drop */
    assert_false(bucket_take(&b, &r, 1101));
    for (int i = 0; i < 3; i++)
        assert_true(bucket_take(&b, &r, 900000)); /* never more than it holds */
    assert_false(bucket_take(&b, &r, 900000));
}

static void addresses(void **state) {
    (void)state;
    static const char *const same[][2] = {{"10.0.0.1", "10.0.0.1"}, {"::ffff:10.0.0.1", "10.0.0.1"},
                                          {"2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"}, {"::1", "::"}, {"x", "x"}};
    for (size_t i = 0; i < sizeof same / sizeof *same; i++) {
        char address[64];
        strcpy(address, same[i][0]);
        limits_address(address, sizeof address);
        assert_string_equal(address, same[i][1]);
    }
    struct limits *l = limits_new(2), *none = limits_new(0);
    assert_true(limits_connect(l, "10.0.0.1", 1000) && limits_connect(l, "10.0.0.1", 1000));
    assert_false(limits_connect(l, "10.0.0.1", 1000));
    assert_true(limits_connect(l, "10.0.0.2", 1000));
    limits_gone(l, "10.0.0.1");
    assert_true(limits_connect(l, "10.0.0.1", 1000));
    int tables = 0, requests = 0;
    while (limits_request(l, "10.0.0.3", USE_TABLE, 5000))
        tables++;
    assert_int_equal(tables, (int)rate_tables.most);
    while (limits_request(l, "10.0.0.3", USE_REQUEST, 5000))
        requests++;
    assert_true(requests > 0 && requests < (int)rate_requests.most);
    int replays = 0;
    while (limits_request(l, "10.0.0.5", USE_REPLAY, 5000))
        replays++;
    assert_int_equal(replays, (int)rate_replays.most);
    assert_true(limits_request(l, "10.0.0.4", USE_REQUEST, 5000)); /* others are not harmed */
    for (int i = 0; i < 1000; i++) {
        assert_true(limits_connect(none, "10.0.0.1", 1000));
        assert_true(limits_request(none, "10.0.0.1", USE_TABLE, 1000));
    }
    limits_free(l);
    limits_free(none);
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
    assert_false(read_name("\"a\\nb\"") || read_name("\"\\u202eb\"") || read_name("\"a\\u0000b\"") || read_name("\"\\u007f\""));
    assert_true(read_name("\"1234567890123456789012345678901234567890\""));
    assert_false(read_name("\"12345678901234567890123456789012345678901\""));
}

static void people_come_back(void **state) {
    (void)state;
    struct people p = {.n = 3}, back;
    struct buf text, seen;
    struct json j;
    assert_true(chance_start());
    struct token secret = token_new(&world), host = token_new(&world);
    p.host = token_hash(&world, host.text);
    strcpy(p.seats[0].name, "Ann \"A\"");
    p.seats[0].held = true;
    p.seats[0].secret = token_hash(&world, secret.text);
    p.seats[1].bot = bot_get(0);
    p.next = token_new(&world);
    p.next_is_same = true;
    people_write(&p, &text);
    assert_true(people_read(&back, text.data));
    assert_memory_equal(&p.host, &back.host, sizeof p.host);
    assert_string_equal(back.seats[0].name, "Ann \"A\"");
    assert_true(back.n == 3 && back.seats[0].held && !back.seats[1].held && back.seats[1].bot == bot_get(0) && back.next_is_same);
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
    assert_false(people_read(&back, "{}"));
    assert_false(people_read(&back, "nonsense"));
    buf_free(&text);
    buf_free(&seen);
}

static void counts(void **state) {
    (void)state;
    struct metrics m = {0};
    struct buf out;
    buf_init(&out);
    metric_add(&m, METRIC_answers, 2);
    metric_add(&m, METRIC_answers, 1);
    metrics_write(&m, &out);
    assert_non_null(strstr(out.data, "\nterrane_answers 3\n"));
    buf_free(&out);
}

/* How much a coding is wanted, as RFC 9110 has it. */
static void qualities(void **state) {
    (void)state;
    static const struct {
        const char *accepts;
        int br, gzip, any;
    } wanted[] = {
        {"", -1, -1, -1},
        {"gzip, deflate, br", 1000, 1000, -1},
        {"gzip;q=0.5,br;q=0.25", 250, 500, -1},
        {" GZIP ; Q=0.5 , br ; q=0 ", 0, 500, -1},
        {"*;q=0.1, gzip;q=1.000", -1, 1000, 100},
        {"gzip;q=1.5, br;q=x", 0, 0, -1}, /* no such numbers */
        {"gzip;q=, br;q=0.1234", 0, 0, -1},
        {"brotli, gzipped, x-gzip", -1, -1, -1},
        {"br;level=4;q=0.7,,;q=1, gzip;q=1.0;x", 700, 1000, -1},
        {"br;, gzip;;q=0.3;", 1000, 300, -1},
    };
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) {
        char text[256];
        struct head h;
        const char *why;
        int n = snprintf(text, sizeof text, "GET / HTTP/1.1\r\nHost: x\r\nAccept-Encoding: %s\r\n\r\n", wanted[i].accepts);
        assert_int_equal(head_read(text, (size_t)n, &h, &why), 0);
        assert_int_equal(head_quality(&h, "accept-encoding", "br"), wanted[i].br);
        assert_int_equal(head_quality(&h, "accept-encoding", "gzip"), wanted[i].gzip);
        assert_int_equal(head_quality(&h, "accept-encoding", "*"), wanted[i].any);
        assert_int_equal(head_quality(&h, "accept", "br"), -1);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(tokens), cmocka_unit_test(buckets), cmocka_unit_test(addresses),
                                       cmocka_unit_test(names),  cmocka_unit_test(people_come_back), cmocka_unit_test(counts),
                                       cmocka_unit_test(qualities)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
