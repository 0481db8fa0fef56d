/* fuzz_protocol.c: any messages to a table, from its host, from another seat, from one who looks on and from one who
 * has not said hello; now and then the store fails.
 *
 * The first byte says which game. Then come lines: the first byte of a line says who speaks (its two low bits) and
 * whether the store fails (bit 6 of a capital letter is clear); a line that begins with '+' is a table that somebody
 * wants to make.
 * "@A" and "@B" in a line are the tokens of the two seats, "#n" is the revision of the open question.
 * Whatever comes: what is sent is JSON, a message that only got an error changed nothing, revisions agree with what was
 * stored, and after a failed store the position is the one before. When the desk ends, another finds the same table in
 * the store.
 */
#include "table/fixture.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { LINES = 40, HOST = 1, OTHER = 2, WATCHER = 3, STRANGER = 4 };

static const char *const tables[] = {
    "{\"game\":\"tic-tac-toe\",\"seed\":1,\"seats\":[{\"bot\":null,\"name\":\"Ann\"},{\"bot\":null}]}",
    "{\"game\":\"kuhn-poker\",\"seed\":2,\"seats\":[{\"bot\":null,\"name\":\"Ann\"},{\"bot\":null}],\"clock\":60}",
    "{\"game\":\"connect-four\",\"seed\":3,\"seats\":[{\"bot\":null,\"name\":\"Ann\"},{\"bot\":\"random\"}]}",
    "{\"game\":\"tinyforming\",\"seed\":4,\"seats\":[{\"bot\":null,\"name\":\"Ann\"},{\"bot\":null}]}"};

enum { TABLES = sizeof tables / sizeof *tables };
static char tokens[2][TOKEN_LENGTH + 1];
static const char *const hooks[] = {"club"};
static const struct notice_offer offer = {.mail = true, .push_key = "key", .hooks = hooks, .n_hooks = 1, .retry = 1000};

/* Compiling takes long: each table is made once, and then again and again as a rematch of that one. */
static struct first {
    struct likeness *like;
    char *people;
    char token[TOKEN_LENGTH + 1];
} firsts[TABLES];

static void make_first(struct fixture *f, unsigned i) {
    struct buf people;
    if (!fixture_make(f, tables[i])) abort();
    if (!fixture_field(f->last.data, "token", firsts[i].token, sizeof firsts[i].token)) abort();
    people_write(&f->table->people, NULL, &people);
    firsts[i].people = strdup(people.data);
    firsts[i].like = table_likeness(f->table, true);
    buf_free(&people);
}

static void make_again(struct fixture *f, unsigned i) {
    if (!firsts[i].people) make_first(f, i);
    const struct likeness *was = firsts[i].like;
    struct likeness *like = malloc(sizeof *like);
    if (!was || !like) abort();
    *like = (struct likeness){games_hold(f->world.games, was->played),
                              strdup(was->name),
                              strdup(was->title),
                              strdup(was->facts),
                              was->seed,
                              false};
    char *people = strdup(firsts[i].people);
    if (!fixture_begin(f, (struct mail){.kind = MAIL_AGAIN, .text = people, .n = strlen(people), .like = like}))
        abort();
    memcpy(tokens[0], firsts[i].token, sizeof tokens[0]);
}

static void check_sent(struct fixture *f) {
    for (int i = 0; i < CONNECTIONS; i++)
        for (const char *at = f->sent[i].data, *end; *at; at = end + 1) {
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

static void expand(const struct fixture *f, const char *line, size_t n, struct buf *out) {
    for (size_t i = 0; i < n; i++) {
        char next = i + 1 < n ? line[i + 1] : 0;
        if (line[i] == '@' && (next == 'A' || next == 'B'))
            buf_puts(out, tokens[next - 'A']), i++;
        else if (line[i] == '#' && next == 'n')
            buf_printf(out, "%u", f->table->revision), i++;
        else
            buf_putc(out, line[i]);
    }
}

static void say(struct fixture *f, uint32_t from, bool refuse, const char *text, size_t n) {
    struct table *t = f->table;
    uint64_t hash = tn_state_hash(t->match.game, t->match.state);
    uint32_t revision = t->revision;
    size_t errors = f->errors, stored = fixture_stored(f);
    struct people people = t->people;
    char *copy = strndup(text, n);
    fixture_clear(f);
    f->store.refuse = refuse ? STORE_FAILED : STORE_OK;
    fixture_post(f, (struct mail){.kind = MAIL_SAYS, .from = from, .text = copy, .n = strlen(copy)});
    f->store.refuse = STORE_OK;
    check_sent(f);
    if (f->table != t) abort(); /* gone */
    bool same = tn_state_hash(t->match.game, t->match.state) == hash && t->revision == revision &&
                memcmp(&t->people, &people, sizeof people) == 0;
    if (f->errors > errors && fixture_stored(f) == stored && !same) abort();
    if (refuse && !same) abort();
    if (t->revision != fixture_stored(f) || t->kept.revision != t->revision || t->kept.answers.n != t->match.history.n)
        abort();
    if (refuse) fixture_post(f, (struct mail){.kind = MAIL_WAKE});
}

static void seat_all(struct fixture *f) {
    char text[128];
    for (uint32_t from = HOST; from <= STRANGER; from++)
        fixture_join(f, from);
    snprintf(text, sizeof text, "{\"t\":\"hello\",\"token\":\"%s\"}", tokens[0]);
    fixture_says(f, HOST, text);
    fixture_says(f, OTHER, "{\"t\":\"hello\"}");
    fixture_clear(f);
    fixture_says(f, OTHER, "{\"t\":\"sit\",\"seat\":1,\"name\":\"Ben\"}");
    if (!fixture_field(f->sent[OTHER].data, "token", tokens[1], sizeof tokens[1]))
        memcpy(tokens[1], tokens[0], sizeof tokens[1]);
    fixture_says(f, WATCHER, "{\"t\":\"hello\"}");
    f->errors = 0;
}

/* Somebody else's table at the same desk. */
static void make_other(struct fixture *f, const char *text, size_t n) {
    char *copy = strndup(text, n);
    fixture_clear(f);
    desk_make(f->solo.desk, (struct mail){.kind = MAIL_MAKE, .text = copy, .n = strlen(copy)});
    fixture_run(f);
    check_sent(f);
}

/* The desk ends, and what the store has is the table as it was. */
static void check_kept(struct fixture *f) {
    struct people people = f->table->people;
    uint64_t hash = tn_state_hash(f->table->match.game, f->table->match.state);
    uint32_t revision = f->table->revision;
    size_t lines = f->table->match.log.n;
    solo_close(&f->solo);
    if (!fixture_open_desk(f)) abort();
    fixture_clear(f);
    fixture_post(f, (struct mail){.kind = MAIL_INFO});
    check_sent(f);
    const struct table *t = f->table;
    if (!t || !t->ready || t->readonly || t->revision != revision || t->match.log.n != lines) abort();
    if (tn_state_hash(t->match.game, t->match.state) != hash) abort();
    for (unsigned i = 0; i < people.n; i++)
        if (t->people.seats[i].held != people.seats[i].held || t->people.seats[i].bot != people.seats[i].bot ||
            strcmp(t->people.seats[i].name, people.seats[i].name) != 0)
            abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static struct fixture f; /* compiled games are kept from one input to the next */
    if (size < 2) return 0;
    fixture_dice = (struct random){0};
    if (f.world.games ? !fixture_open_desk(&f) : !fixture_open(&f)) abort();
    f.world.notices = &offer;
    f.errors = 0;
    fixture_clear(&f);
    make_again(&f, data[0] % TABLES);
    seat_all(&f);
    const char *at = (const char *)data + 1, *end = (const char *)data + size;
    for (int lines = 0; at < end && lines < LINES; lines++) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        if (!stop) stop = end;
        if (stop > at && *at == '+')
            make_other(&f, at + 1, (size_t)(stop - at) - 1);
        else if (stop > at) {
            struct buf text;
            buf_init(&text);
            expand(&f, at + 1, (size_t)(stop - at) - 1, &text);
            say(&f, 1u + ((unsigned)*at & 3u), (*at & 0x60) == 0x40, text.data, text.n);
            buf_free(&text);
        }
        at = stop + (stop < end);
    }
    check_kept(&f);
    solo_close(&f.solo);
    memory_store_clear(&f.store);
    return 0;
}
