/* Where push messages may go, and how many notices one receiver gets. */
#include "support/unit.h"

#include "serve/notice_address.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>

static bool is_public_at(const char *text, unsigned port) {
    struct sockaddr_in four = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
    struct sockaddr_in6 six = {.sin6_family = AF_INET6, .sin6_port = htons((uint16_t)port)};
    if (inet_pton(AF_INET, text, &four.sin_addr) == 1) return address_is_public((struct sockaddr *)&four);
    assert_int_equal(inet_pton(AF_INET6, text, &six.sin6_addr), 1);
    return address_is_public((struct sockaddr *)&six);
}

static void networks(void **state) {
    (void)state;
    static const char *const public[] = {"1.1.1.1",     "8.8.8.8",         "172.15.255.255",  "172.32.0.1",
                                         "192.167.0.1", "100.63.0.1",      "100.128.0.1",     "223.255.255.254",
                                         "169.253.0.1", "2606:4700::1111", "2a00:1450::200e", "2001:4860:4860::8888"};
    static const char *const private[] = {
        "0.0.0.0",
        "10.0.0.1",
        "100.64.0.1",
        "127.0.0.1",
        "127.255.0.1",
        "169.254.169.254",
        "172.16.0.1",
        "172.31.255.255",
        "192.168.1.1",
        "198.18.0.1",
        "224.0.0.1",
        "255.255.255.255",
        "::",
        "::1",
        "fe80::1",
        "fc00::1",
        "fd12::1",
        "ff02::1",
        "::127.0.0.1",
        "::ffff:10.0.0.1",
        "2002:7f00::",
        "2001:0:7f00::1",
        "64:ff9b::127.0.0.1",
        "2001:db8::1",
    };
    for (size_t i = 0; i < sizeof public / sizeof *public; i++) {
        if (!is_public_at(public[i], 443)) fail_msg("%s is public", public[i]);
        assert_false(is_public_at(public[i], 80) || is_public_at(public[i], 25));
    }
    for (size_t i = 0; i < sizeof private / sizeof *private; i++)
        if (is_public_at(private[i], 443)) fail_msg("%s is not public", private[i]);
    struct sockaddr other = {.sa_family = AF_UNIX};
    assert_false(address_is_public(&other));
}

static void enough(void **state) {
    (void)state;
    struct recipients *r = recipients_new();
    uint64_t now = 1000000, hour = 3600000;
    for (int i = 0; i < 3; i++)
        assert_true(recipients_take(r, CHANNEL_MAIL, i ? "ann+x@mail.example" : "Ann@Mail.example", true, now));
    assert_false(recipients_take(r, CHANNEL_MAIL, "ann@mail.example", true, now));
    assert_true(recipients_take(r, CHANNEL_MAIL, "ben@mail.example", true, now));
    assert_true(recipients_take(r, CHANNEL_MAIL, "ann@mail.example", true, now + hour + 1000));
    for (int i = 0; i < 30; i++)
        assert_true(recipients_take(r, CHANNEL_MAIL, "ann@mail.example", false, now));
    assert_false(recipients_take(r, CHANNEL_MAIL, "ann@mail.example", false, now));
    char address[32];
    for (int i = 0; i < 60000; i++) { /* so many that some are forgotten, and nobody is let through by that at once */
        snprintf(address, sizeof address, "n%d@mail.example", i);
        recipients_take(r, CHANNEL_MAIL, address, true, now);
    }
    assert_false(recipients_take(r, CHANNEL_MAIL, "ann@mail.example", false, now));
    recipients_free(r);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(networks), cmocka_unit_test(enough)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
