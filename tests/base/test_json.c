/* Writing JSON. */
#include "base/json.h"

#include "support/unit.h"

static void json_is_well_formed(void **state) {
    (void)state;
    struct json j;
    struct buf out;
    json_init(&j, &out);
    json_object(&j, NULL);
    json_text(&j, "text", "a \"b\" \\ \n\x01\xff \u00e9");
    json_array(&j, "empty");
    json_close(&j);
    json_array(&j, "numbers");
    json_integer(&j, NULL, -3);
    json_unsigned(&j, NULL, UINT64_MAX);
    json_real(&j, NULL, 0.25);
    json_real(&j, NULL, 0.0 / 0.0 * 0);
    json_close(&j);
    json_bool(&j, "yes", true);
    json_hash(&j, "hash", 0xab);
    json_text(&j, "none", NULL);
    json_close(&j);
    assert_string_equal(out.data, "{\n  \"text\": \"a \\\"b\\\" \\\\ \\n\\u0001\ufffd \u00e9\",\n  \"empty\": [],\n"
                                  "  \"numbers\": [\n    -3,\n    18446744073709551615,\n    0.25,\n    null\n  ],\n"
                                  "  \"yes\": true,\n  \"hash\": \"00000000000000ab\",\n  \"none\": null\n}");
    buf_free(&out);
}

static void one_line(void **state) {
    (void)state;
    struct json j;
    struct buf out;
    json_init(&j, &out);
    j.on_one_line = true;
    json_object(&j, NULL);
    json_array(&j, "a");
    json_integer(&j, NULL, 1);
    json_object(&j, NULL);
    json_close(&j);
    json_close(&j);
    json_bool(&j, "b", false);
    json_close(&j);
    assert_string_equal(out.data, "{\"a\": [1, {}], \"b\": false}");
    buf_free(&out);
}

static void tight(void **state) {
    (void)state;
    struct json j;
    struct buf out;
    json_init(&j, &out);
    j.tight = true;
    json_object(&j, NULL);
    json_array(&j, "a");
    json_integer(&j, NULL, 1);
    json_raw(&j, NULL, "{\"x\":null} tail", 10);
    json_close(&j);
    json_raw(&j, "b", "2", 1);
    json_integer(&j, "least", INT64_MIN);
    json_unsigned(&j, "most", UINT64_MAX);
    json_integer(&j, "none", 0);
    json_close(&j);
    assert_string_equal(out.data, "{\"a\":[1,{\"x\":null}],\"b\":2,\"least\":-9223372036854775808,"
                                  "\"most\":18446744073709551615,\"none\":0}");
    buf_free(&out);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(json_is_well_formed), cmocka_unit_test(one_line),
                                       cmocka_unit_test(tight)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
