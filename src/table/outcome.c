/* outcome.c: see outcome.h. */
#include "table/outcome.h"

#include "show/text_json.h"

#include <stdlib.h>
#include <string.h>

static const struct {
    const char *name;
    int status;
} errors[] = {
#define E(name, status) {#name, status},
    ERROR_CODES(E)
#undef E
};

const char *error_name(enum error_code code) {
    return errors[code].name;
}

int error_status(enum error_code code) {
    return errors[code].status;
}

/* ---- bytes */
struct bytes *bytes_new(const char *data, size_t n) {
    struct bytes *b = malloc(sizeof *b + BYTES_BEFORE + n + 1);
    if (!b) return NULL;
    b->holds = 1;
    b->n = n;
    memcpy(bytes_data(b), data, n);
    bytes_data(b)[n] = '\0';
    return b;
}

char *bytes_data(struct bytes *b) {
    return b->data + BYTES_BEFORE;
}

void bytes_drop(struct bytes *b) {
    if (b && --b->holds == 0) free(b);
}

/* ---- outcomes */
void outcome_init(struct outcome *o) {
    memset(o, 0, sizeof *o);
    arena_init(&o->arena);
}

static void drop_parcels(struct outcome *o) {
    for (size_t i = 0; i < o->parcels.n; i++) {
        bytes_drop(o->parcels.data[i].bytes);
        free(o->parcels.data[i].re);
    }
    o->parcels.n = 0;
}

void outcome_free(struct outcome *o) {
    drop_parcels(o);
    VEC_FREE(&o->parcels);
    VEC_FREE(&o->standings);
    VEC_FREE(&o->notices);
    VEC_FREE(&o->lines);
    arena_free(&o->arena);
}

static void add(struct outcome *o, struct parcel p) {
    if (p.bytes && VEC_PUSH(&o->parcels, p)) return;
    bytes_drop(p.bytes);
    free(p.re);
    o->out_of_memory = true;
}

static char *copy_re(const char *re, size_t n) {
    return re ? strndup(re, n) : NULL;
}

void outcome_send(struct outcome *o, uint32_t to, const struct buf *message) {
    add(o, (struct parcel){.to = to, .bytes = message->failed ? NULL : bytes_new(message->data, message->n)});
}

void outcome_answer(struct outcome *o, uint32_t to, const struct buf *message, const char *re, size_t n) {
    add(o, (struct parcel){.to = to,
                           .bytes = message->failed ? NULL : bytes_new(message->data, message->n),
                           .answers = true,
                           .re = copy_re(re, n)});
}

void outcome_share(struct outcome *o, uint32_t to, struct bytes *bytes) {
    if (bytes) bytes->holds++;
    add(o, (struct parcel){.to = to, .bytes = bytes});
}

void outcome_http(struct outcome *o, uint32_t to, int status, const char *type, const struct buf *body) {
    add(o, (struct parcel){.to = to,
                           .status = status,
                           .type = type,
                           .answers = true,
                           .bytes = body->failed ? NULL : bytes_new(body->data, body->n)});
}

void message_open(struct json *j, struct buf *out, const char *name, const char *re, size_t n) {
    json_init(j, out);
    j->tight = true;
    json_object(j, NULL);
    json_text(j, "t", name);
    if (re) json_raw(j, "re", re, n);
}

static void put_error(struct json *j, enum error_code code, tn_text text) {
    json_text(j, "code", error_name(code));
    text_put_json(j, "text", text);
}

void error_write(struct buf *out, enum error_code code, const char *text) {
    struct json j;
    json_init(&j, out);
    j.tight = true;
    json_object(&j, NULL);
    json_object(&j, "error");
    put_error(&j, code, (tn_text){.bytes = text});
    json_close(&j);
    json_close(&j);
}

void outcome_refuse(struct outcome *o, uint32_t to, bool http, enum error_code code, const char *text, const char *re,
                    size_t n) {
    struct buf out;
    if (!http) {
        outcome_refuse_said(o, to, code, (tn_text){.bytes = text}, re, n);
        return;
    }
    error_write(&out, code, text);
    outcome_http(o, to, error_status(code), NULL, &out);
    buf_free(&out);
}

void outcome_refuse_said(struct outcome *o, uint32_t to, enum error_code code, tn_text text, const char *re, size_t n) {
    struct buf out;
    struct json j;
    message_open(&j, &out, "error", re, n);
    put_error(&j, code, text);
    json_close(&j);
    outcome_send(o, to, &out);
    buf_free(&out);
}

void outcome_withdraw(struct outcome *o, enum error_code code, const char *text) {
    struct outcome instead;
    outcome_init(&instead);
    for (size_t i = 0; i < o->parcels.n; i++) {
        const struct parcel *p = &o->parcels.data[i];
        if (p->answers) outcome_refuse(&instead, p->to, p->status != 0, code, text, p->re, p->re ? strlen(p->re) : 0);
    }
    outcome_free(o);
    *o = instead;
}
