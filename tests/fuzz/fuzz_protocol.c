/* fuzz_protocol.c: any messages to a table, from its host, from another seat, from one who looks on and from one who has
 * not said hello; now and then the store fails.
 *
 * The first byte says which game. Then come lines: the first byte of a line says who speaks (its two low bits) and whether
 * the store fails (bit 6 of a capital letter is clear); a line that begins with '+' is a table that somebody wants to make.
 * "@A" and "@B" in a line are the tokens of the two seats, "#n" is the revision of the open question.
 * Whatever comes: what is sent is JSON, a message that only got an error changed nothing, revisions agree with what was
 * stored, and after a failed store the position is the one before.
 */
#include "serve/desk.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { LINES = 40, HOST = 1, OTHER = 2, WATCHER = 3, STRANGER = 4 };

static const char *const tables[] = {
    "{\"game\":\"tic-tac-toe\",\"seed\":1,\"seats\":[{\"bot\":null,\"name\":\"Ann\"},{\"bot\":null}]}",
    "{\"game\":\"kuhn-poker\",\"seed\":2,\"seats\":[{\"bot\":null,\"name\":\"Ann\"},{\"bot\":null}],\"clock\":60}",
    "{\"game\":\"connect-four\",\"seed\":3,\"seats\":[{\"bot\":null,\"name\":\"Ann\"},{\"bot\":\"random\"}]}",
    "{\"game\":\"tinyforming\",\"seed\":4,\"seats\":[{\"bot\":null,\"name\":\"Ann\"},{\"bot\":null}]}"};

enum { TABLES = sizeof tables / sizeof *tables };
static char tokens[2][TOKEN_LENGTH + 1];

/* Compiling takes long: each table is made once, and then again and again as a rematch of that one. */
static struct first {
    struct likeness like;
    char *people;
    char token[TOKEN_LENGTH + 1];
} firsts[TABLES];

static void make_first(struct desk *d, unsigned i) {
    struct first *f = &firsts[i];
    struct buf people;
    if (!desk_make(d, tables[i])) abort();
    if (!desk_field(d->last.data, "token", f->token, sizeof f->token)) abort();
    people_write(&d->table->people, &people);
    f->people = strdup(people.data);
    buf_free(&people);
    f->like = (struct likeness){games_hold(d->world.games, d->table->played), strdup(d->table->name),
                                strdup(d->table->title), strdup(d->table->facts), d->table->match.seed, false};
}

static void make_again(struct desk *d, unsigned i) {
    if (!firsts[i].people) make_first(d, i);
    const struct first *f = &firsts[i];
    struct token id = token_new(&d->world);
    struct likeness *like = malloc(sizeof *like);
    if (!like) abort();
    *like = (struct likeness){games_hold(d->world.games, f->like.played), strdup(f->like.name), strdup(f->like.title),
                              strdup(f->like.facts), f->like.seed, false};
    table_free(d->table);
    d->table = table_new(&d->world, id.text);
    d->stored = 0;
    desk_post(d, (struct mail){.kind = MAIL_AGAIN, .text = strdup(f->people), .n = strlen(f->people), .like = like});
    if (!d->table->ready || d->gone) abort();
    memcpy(tokens[0], f->token, sizeof tokens[0]);
}

static void check_sent(struct desk *d) {
    for (int i = 0; i < DESK_CONNECTIONS; i++)
        for (const char *at = d->sent[i].data, *end; *at; at = end + 1) {
            struct arena arena;
            const char *why;
            end = strchr(at, '\n');
            if (!end) abort();
            arena_init(&arena);
            const struct value *v = value_parse(&arena, at, (size_t)(end - at), &why, NULL);
            if (!v || v->type != VALUE_OBJECT) {
                fprintf(stderr, "sent: %.*s\n", (int)(end - at), at);
                abort();
            }
            if (i > STRANGER) abort();
            arena_free(&arena);
        }
}

static void expand(const struct desk *d, const char *line, size_t n, struct buf *out) {
    for (size_t i = 0; i < n; i++) {
        char next = i + 1 < n ? line[i + 1] : 0;
        if (line[i] == '@' && (next == 'A' || next == 'B'))
            buf_puts(out, tokens[next - 'A']), i++;
        else if (line[i] == '#' && next == 'n')
            buf_printf(out, "%u", d->table->revision), i++;
        else
            buf_putc(out, line[i]);
    }
}

static void say(struct desk *d, uint32_t from, bool refuse, const char *text, size_t n) {
    struct table *t = d->table;
    uint64_t hash = tn_state_hash(t->match.game, t->match.state);
    uint32_t revision = t->revision;
    size_t errors = d->errors, stored = d->stored;
    struct people people = t->people;
    char *copy = strndup(text, n);
    desk_clear(d);
    d->refuse = refuse;
    desk_post(d, (struct mail){.kind = MAIL_SAYS, .from = from, .text = copy, .n = strlen(copy)});
    d->refuse = false;
    check_sent(d);
    if (d->gone) abort();
    bool same = tn_state_hash(t->match.game, t->match.state) == hash && t->revision == revision &&
                memcmp(&t->people, &people, sizeof people) == 0;
    if (d->errors > errors && d->stored == stored && !same) abort();
    if (refuse && !same) abort();
    if (t->revision != d->stored || t->kept.revision != t->revision || t->kept.answers.n != t->match.history.n) abort();
    if (refuse) desk_post(d, (struct mail){.kind = MAIL_WAKE});
}

static void seat_all(struct desk *d) {
    char text[128];
    for (uint32_t from = HOST; from <= STRANGER; from++)
        desk_join(d, from);
    snprintf(text, sizeof text, "{\"t\":\"hello\",\"token\":\"%s\"}", tokens[0]);
    desk_says(d, HOST, text);
    desk_says(d, OTHER, "{\"t\":\"hello\"}");
    desk_clear(d);
    desk_says(d, OTHER, "{\"t\":\"sit\",\"seat\":1,\"name\":\"Ben\"}");
    if (!desk_field(d->sent[OTHER].data, "token", tokens[1], sizeof tokens[1])) memcpy(tokens[1], tokens[0], sizeof tokens[1]);
    desk_says(d, WATCHER, "{\"t\":\"hello\"}");
    d->errors = 0;
}

static void make_other(struct desk *d, const char *text, size_t n) {
    struct desk other = *d;
    char *copy = strndup(text, n);
    other.table = NULL;
    for (int i = 0; i < DESK_CONNECTIONS; i++)
        buf_init(&other.sent[i]);
    buf_init(&other.last);
    desk_make(&other, copy);
    check_sent(&other);
    free(copy);
    table_free(other.table);
    for (int i = 0; i < DESK_CONNECTIONS; i++)
        buf_free(&other.sent[i]);
    buf_free(&other.last);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static struct desk desk;
    static bool opened;
    if (size < 2) return 0;
    if (!opened && !desk_open(&desk)) abort(); /* compiled games are kept from one input to the next */
    opened = true;
    desk.stored = desk.errors = 0;
    desk_clear(&desk);
    make_again(&desk, data[0] % TABLES);
    seat_all(&desk);
    const char *at = (const char *)data + 1, *end = (const char *)data + size;
    for (int lines = 0; at < end && lines < LINES; lines++) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        if (!stop) stop = end;
        if (stop > at && *at == '+')
            make_other(&desk, at + 1, (size_t)(stop - at) - 1);
        else if (stop > at) {
            struct buf text;
            buf_init(&text);
            expand(&desk, at + 1, (size_t)(stop - at) - 1, &text);
            say(&desk, 1u + ((unsigned)*at & 3u), (*at & 0x60) == 0x40, text.data, text.n);
            buf_free(&text);
        }
        at = stop + (stop < end);
    }
    table_free(desk.table);
    desk.table = NULL;
    return 0;
}
