/* Small parts of the server: limits, counts, chance, what a client accepts. */
#include "support/unit.h"

#include "serve/chance.h"
#include "serve/head.h"
#include "serve/limits.h"
#include "serve/metrics.h"
#include "table/world.h"

#include <stdio.h>

static const struct table_world world = {.chance = chance_bytes, .hash = chance_hash};

/* Tokens and hashes by the server's own chance. */
static void chances(void **state) {
    (void)state;
    assert_true(chance_start());
    struct token a = token_new(&world), b = token_new(&world);
    assert_true(token_fits(a.text, strlen(a.text)) && token_fits(b.text, strlen(b.text)));
    assert_string_not_equal(a.text, b.text);
    assert_true(token_seed(&world) != token_seed(&world));
    struct token_hash x = token_hash(&world, a.text), y = token_hash(&world, b.text), z = token_hash(&world, a.text);
    assert_true(token_same(&x, &z) && !token_same(&x, &y));
    char hex[2 * TOKEN_HASH + 1]; /* BLAKE2b with 32 bytes, as stores of earlier versions have it */
    struct token_hash known = token_hash(&world, "abcdefghijklmnopqrstuv");
    token_hash_write(&known, hex);
    assert_string_equal(hex, "45c6e6d12e8d31b7b404cc965104694e514a382b56cefa53f36b1838eb4952f3");
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
    static const char *const same[][2] = {{"10.0.0.1", "10.0.0.1"},
                                          {"::ffff:10.0.0.1", "10.0.0.1"},
                                          {"2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"},
                                          {"::1", "::"},
                                          {"x", "x"}};
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
    int hindsights = 0;
    while (limits_hindsight(l, "10.0.0.6", 5000))
        hindsights++;
    assert_int_equal(hindsights, (int)rate_hindsights.most);
    assert_true(limits_hindsight(l, "10.0.0.6", 16000));           /* one in ten seconds */
    assert_true(limits_request(l, "10.0.0.4", USE_REQUEST, 5000)); /* others are not harmed */
    for (int i = 0; i < 1000; i++) {
        assert_true(limits_connect(none, "10.0.0.1", 1000));
        assert_true(limits_request(none, "10.0.0.1", USE_TABLE, 1000));
    }
    limits_free(l);
    limits_free(none);
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
        int n =
            snprintf(text, sizeof text, "GET / HTTP/1.1\r\nHost: x\r\nAccept-Encoding: %s\r\n\r\n", wanted[i].accepts);
        assert_int_equal(head_read(text, (size_t)n, &h, &why), 0);
        assert_int_equal(head_quality(&h, "accept-encoding", "br"), wanted[i].br);
        assert_int_equal(head_quality(&h, "accept-encoding", "gzip"), wanted[i].gzip);
        assert_int_equal(head_quality(&h, "accept-encoding", "*"), wanted[i].any);
        assert_int_equal(head_quality(&h, "accept", "br"), -1);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(buckets), cmocka_unit_test(addresses), cmocka_unit_test(counts),
                                       cmocka_unit_test(chances), cmocka_unit_test(qualities)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
