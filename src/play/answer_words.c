/* answer_words.c: see answer_words.h. */
#include "play/forced.h"

#include <stdlib.h>
#include <string.h>

enum { NAMED_LIMIT = 64, GROUP = 32, TRIALS = 6, TRIED_MOST = 20000, AMOUNTS = 256 };

void say_init(struct say *s) {
    menu_init(&s->menu);
}

void say_free(struct say *s) {
    menu_free(&s->menu);
    VEC_FREE(&s->losses);
}

bool say_note(say_losses *to, const tn_event *event) {
    struct say_loss loss = {event->seat, -event->amount, event->unit};
    return !event->unit || event->amount >= 0 || VEC_PUSH(to, loss);
}

/* ---- what is wrong */
bool say_fail(struct say *s, const char *format, ...) {
    va_list args;
    va_start(args, format);
    buf_vprintf(s->message, format, args);
    va_end(args);
    return false;
}

bool say_fail_stopped(struct say *s, const char *word) {
    if (s->out_of_memory) return say_fail(s, "out of memory");
    if (tn_state_status(s->at.game, s->at.state) != TN_FAULT)
        return say_fail(s, "\"%s\" was to be answered, but the game is over", word);
    struct arena scratch;
    arena_init(&scratch);
    const char *text = menu_fault(s->at.game, s->at.state, &scratch);
    say_fail(s, "the rules stopped: %s", text ? text : "out of memory");
    arena_free(&scratch);
    return false;
}

const char *say_refusal(struct say *s, const char *word, const char *reason, struct arena *arena) {
    uint32_t ids[NAMED_LIMIT];
    const char *first = NULL;
    size_t n = menu_named(&s->at, word, ids, NAMED_LIMIT);
    for (size_t i = 0; i < n; i++) {
        if (tn_state_legal(s->at.game, s->at.state, s->at.seat, ids[i])) continue;
        const char *why = menu_why_not(&s->at, ids[i], arena).bytes;
        if (!why || !*why) continue;
        if (reason && words_contain(why, reason)) return why;
        if (!first) first = why;
    }
    return first;
}

bool say_fail_no_answer(struct say *s, const char *word, enum menu_match found) {
    const char *who = tn_game_seat_name(s->at.game, s->at.seat);
    uint32_t index = 0;
    if (found == MENU_SEVERAL)
        say_fail(s, "\"%s\" could mean several answers of %s to \"%s\"", word, who, s->menu.prompt);
    else if (found == MENU_UNSURE && menu_find(&s->menu, word, &index) == MENU_UNSURE)
        menu_put_unsure(&s->menu, word, s->menu.ids[index], s->menu.texts[index], s->message),
            say_fail(s, ": write more of it");
    else
        say_fail(s, "\"%s\" is not a legal answer of %s to \"%s\"", word, who, s->menu.prompt);
    struct arena scratch;
    arena_init(&scratch);
    const char *why = found == MENU_NONE ? say_refusal(s, word, NULL, &scratch) : NULL;
    if (why) say_fail(s, " (%s)", why);
    say_fail(s, "; legal: ");
    menu_list(&s->menu, s->message);
    arena_free(&scratch);
    return false;
}

static bool fail_seat(struct say *s, int seat, const char *word) {
    return say_fail(s, "\"%s\" is for %s, but %s is asked: \"%s\"", word, tn_game_seat_name(s->at.game, (unsigned)seat),
                    tn_game_seat_name(s->at.game, s->at.seat), s->menu.prompt);
}

/* ---- one question */
bool say_open(struct say *s, int wanted) {
    uint32_t asked = tn_state_asked(s->at.game, s->at.state);
    if (tn_state_status(s->at.game, s->at.state) != TN_ASK || asked == 0) return false;
    unsigned seat = 0;
    while (!(asked >> seat & 1))
        seat++;
    s->at.seat = wanted >= 0 && wanted < 32 && (asked >> wanted & 1) ? (unsigned)wanted : seat;
    bool loaded = menu_load(&s->menu, &s->at);
    if (!loaded && s->menu.arena.failed) s->out_of_memory = true;
    return loaded && s->menu.n > 0;
}

/* ---- what answers cost, also while several are asked together */
static size_t amounts_so_far(struct say *s, unsigned seat, tn_amount *out) {
    size_t n = s->exact ? 0 : tn_state_amounts(s->at.ctx, s->at.state, seat, out, AMOUNTS);
    return n < AMOUNTS ? n : AMOUNTS;
}

static void add_losses(struct say *s, const tn_amount *amounts, size_t n) {
    for (size_t i = 0; i < n; i++) {
        struct say_loss loss = {amounts[i].seat, -amounts[i].amount, amounts[i].unit};
        if (amounts[i].amount < 0 && !VEC_PUSH(&s->losses, loss)) s->out_of_memory = true;
    }
}

void say_recall(struct say *s, unsigned seat) {
    tn_amount amounts[AMOUNTS];
    add_losses(s, amounts, amounts_so_far(s, seat, amounts));
}

/* What the seat did while others were open is told when they have answered: what was known of it is not news then. */
static void forget_known(struct say *s, size_t from, const tn_amount *known, size_t n) {
    for (size_t k = 0; k < n; k++)
        for (size_t i = from; i < s->losses.n && known[k].amount < 0; i++) {
            struct say_loss *loss = &s->losses.data[i];
            if (loss->seat != known[k].seat || loss->amount != -known[k].amount) continue;
            if (loss->unit != known[k].unit) continue;
            memmove(loss, loss + 1, (--s->losses.n - i) * sizeof *loss);
            break;
        }
}

static void note_costs(struct say *s, size_t from, const tn_amount *before, size_t n_before) {
    tn_amount now[AMOUNTS];
    size_t n = amounts_so_far(s, s->at.seat, now);
    if (n == 0) forget_known(s, from, before, n_before);
    if (n > n_before) add_losses(s, now + n_before, n - n_before);
}

static bool give(struct say *s, uint32_t index) {
    if (s->trials > 0 && s->tried++ > TRIED_MOST) return false; /* readings of long lines would never end */
    tn_amount before[AMOUNTS];
    size_t n_before = amounts_so_far(s, s->at.seat, before), from = s->losses.n;
    tn_status status = s->apply(s->user, s->at.seat, s->menu.ids[index]);
    note_costs(s, from, before, n_before);
    if (status == TN_NOMEM) s->out_of_memory = true;
    if (status == TN_BAD_STATE) return false; /* whoever applied it has said why */
    if (status == TN_ILLEGAL && s->menu.question.flags & TN_SUBSET)
        return say_fail(s, "\"%s\" cannot be chosen without others: name all of them, one behind the other",
                        s->menu.texts[index]);
    if (status == TN_ILLEGAL) return say_fail(s, "the answer \"%s\" was refused", s->menu.texts[index]);
    return status == TN_OK || say_fail_stopped(s, s->menu.texts[index]);
}

bool say_answer(struct say *s, uint32_t index) {
    s->losses.n = 0;
    return give(s, index);
}

/* ---- long numbers */
static bool whole_number(const char *word, long *out) {
    char *end;
    *out = strtol(word, &end, 10);
    return end != word && (*end == '\0' || *end == ' ') && *word != ' ' && *word != '+';
}

bool say_hundreds(const struct say *s, const char *word, long *first, long *second) {
    long number;
    if (!(s->menu.question.flags & TN_HUNDREDS) || !whole_number(word, &number)) return false;
    *second = number % 100 < 0 ? number % 100 + 100 : number % 100;
    *first = (number - *second) / 100;
    return true;
}

bool say_find_number(const struct menu *m, long number, uint32_t *index) {
    for (*index = 0; *index < m->n; ++*index) {
        long offered;
        if (whole_number(m->texts[*index], &offered) && offered == number) return true;
    }
    return false;
}

/* Both steps of a long number. */
static bool say_number(struct say *s, int seat, const char *word) {
    long steps[2];
    uint32_t index;
    say_hundreds(s, word, &steps[0], &steps[1]);
    for (int i = 0; i < 2; i++) {
        if (i > 0 && !say_open(s, seat)) return say_fail_stopped(s, word);
        if (!say_find_number(&s->menu, steps[i], &index)) return say_fail_no_answer(s, word, MENU_NONE);
        if (!give(s, index)) return false;
    }
    return true;
}

/* ---- payments */
static bool is_amount(const char *word, long *number, const char **unit) {
    char *end;
    if (*word < '0' || *word > '9') return false;
    *number = strtol(word, &end, 10);
    if (*end != ' ') return false;
    while (*end == ' ')
        end++;
    *unit = end;
    return *end != '\0';
}

/* Whether just that was lost, in one piece or in all; nothing when the amount is 0. */
static bool was_paid(const struct say *s, int seat, const char *word) {
    long wanted, sum = 0;
    const char *unit;
    if (!is_amount(word, &wanted, &unit)) return false;
    for (size_t i = 0; i < s->losses.n; i++) {
        const struct say_loss *loss = &s->losses.data[i];
        if (loss->seat != (unsigned)seat || !unit_begins(s->at.game, loss->unit, unit)) continue;
        if (loss->amount == wanted) return true;
        sum += loss->amount;
    }
    return sum == wanted;
}

static bool all_paid(const struct say *s, int seat, const char *const *words, size_t n, const bool *used) {
    for (size_t i = 0; i < n; i++)
        if (!used[i] && !was_paid(s, seat, words[i])) return false;
    return true;
}

static bool fail_payment(struct say *s, int seat, const char *const *words, size_t n, const bool *used) {
    size_t first = 0;
    while (first < n && (used[first] || was_paid(s, seat, words[first])))
        first++;
    say_fail(s, "\"%s\" was not paid by %s; lost since: ", words[first], tn_game_seat_name(s->at.game, (unsigned)seat));
    bool any = false;
    for (size_t i = 0; i < s->losses.n; i++) {
        if (s->losses.data[i].seat != (unsigned)seat) continue;
        say_fail(s, "%s%d %s", any ? ", " : "", (int)s->losses.data[i].amount, s->losses.data[i].unit);
        any = true;
    }
    return say_fail(s, any ? "" : "nothing");
}

/* Which of the amounts answers the question. A text of the menu always does; else it must not be what was paid before.
 */
static bool find_amount(const struct say *s, const char *const *words, size_t n, const bool *used, bool paid,
                        uint32_t *index, size_t *which) {
    for (*which = 0; *which < n; ++*which)
        if (!used[*which] && menu_find_exact(&s->menu, words[*which], index) == MENU_ONE) return true;
    bool payment = s->menu.question.flags & TN_PAYMENT;
    for (*which = 0; *which < n; ++*which)
        if (!used[*which] && (payment || !paid) && menu_find(&s->menu, words[*which], index) == MENU_ONE) return true;
    return false;
}

/* The same for a question in two steps. */
static bool find_long_amount(const struct say *s, const char *const *words, size_t n, const bool *used, size_t *which) {
    long number, first, second;
    const char *unit;
    for (*which = 0; *which < n; ++*which)
        if (!used[*which] && is_amount(words[*which], &number, &unit) &&
            unit_stands_in(s->at.game, s->menu.prompt, unit) && say_hundreds(s, words[*which], &first, &second))
            return true;
    return false;
}

/* The amounts words[0..n), which stand in a row. */
static bool say_amounts(struct say *s, int seat, const char *const *words, size_t n) {
    bool used[GROUP] = {false};
    size_t left = n, which;
    for (int turns = 0; left > 0 && turns < FORCED_LIMIT; turns++) {
        uint32_t index;
        bool open = say_open(s, seat), theirs = open && s->at.seat == (unsigned)seat;
        bool paid = all_paid(s, seat, words, n, used);
        if (theirs && find_long_amount(s, words, n, used, &which)) {
            used[which] = true;
            left--;
            if (!say_number(s, seat, words[which])) return false;
        } else if (theirs && find_amount(s, words, n, used, paid, &index, &which)) {
            used[which] = true;
            left--;
            if (!give(s, index)) return false;
        } else if (paid) {
            return true;
        } else if (theirs && s->menu.question.flags & TN_PAYMENT && say_find_number(&s->menu, 0, &index)) {
            if (!give(s, index)) return false;
        } else if (open && menu_forced(&s->menu) && !s->exact) {
            if (!give(s, 0)) return false;
        } else if (theirs && s->losses.n == 0) {
            return say_fail_no_answer(s, words[0], MENU_NONE);
        } else {
            return fail_payment(s, seat, words, n, used);
        }
    }
    return left == 0 || say_fail(s, "\"%s\": %d questions in a row had one legal answer each", words[0], FORCED_LIMIT);
}

/* ---- several picks */
/* The place in the menu that a word means and no earlier one did; menu.n: none. */
static uint32_t find_pick(const struct say *s, const char *word, const bool *used) {
    uint32_t index;
    for (uint32_t i = 0; i < s->menu.n; i++)
        if (!used[i] && s->menu.ids[i] != TN_NO && words_compare(s->menu.texts[i], word) == WORDS_EQUAL) return i;
    bool one = menu_find(&s->menu, word, &index) == MENU_ONE && !used[index] && s->menu.ids[index] != TN_NO;
    return one ? index : s->menu.n;
}

/* How many of the words, each one after the other, are among the things to pick; `used` says which places they mean. */
static size_t find_picks(const struct say *s, const char *const *words, size_t n, bool *used) {
    size_t count = 0;
    if (!(s->menu.question.flags & TN_SUBSET)) return 0;
    for (uint32_t i; count < n && (i = find_pick(s, words[count], used)) < s->menu.n; count++)
        used[i] = true;
    return count;
}

/* Picks are asked each behind the last, so they are given in the order of the menu. */
static bool say_picks(struct say *s, int seat, const char *const *words, size_t n) {
    struct arena arena;
    arena_init(&arena);
    bool *used = ARENA_ARRAY(&arena, bool, s->menu.n + 1u), fine = true;
    uint32_t *ids = ARENA_ARRAY(&arena, uint32_t, n + 1);
    size_t count = 0;
    if (used && ids) find_picks(s, words, n, used);
    for (uint32_t i = 0; used && ids && i < s->menu.n && count < n; i++)
        if (used[i]) ids[count++] = s->menu.ids[i];
    s->losses.n = 0;
    for (size_t k = 0; fine && k < count; k++) {
        uint32_t index = 0;
        if (k > 0 && !say_open(s, seat)) fine = say_fail_stopped(s, words[k]);
        if (k > 0 && fine && !(s->menu.question.flags & TN_AGAIN))
            fine = say_fail(s, "\"%s\" is one too many", words[k]);
        while (fine && index < s->menu.n && s->menu.ids[index] != ids[k])
            index++;
        if (fine) fine = index < s->menu.n ? give(s, index) : say_fail_no_answer(s, words[k], MENU_NONE);
    }
    if (arena.failed) s->out_of_memory = true;
    arena_free(&arena);
    return fine && (count == n || say_fail(s, "out of memory"));
}

/* ---- trying */
struct trial {
    void *saved;
    say_losses losses;
    struct buf *message, unheard;
};

static bool try_begin(struct say *s, struct trial *t) {
    *t = (struct trial){.message = s->message};
    if (!s->save || s->trials == TRIALS || s->tried > TRIED_MOST || !(t->saved = s->save(s->user))) return false;
    for (size_t i = 0; i < s->losses.n; i++)
        if (!VEC_PUSH(&t->losses, s->losses.data[i])) s->out_of_memory = true;
    buf_init(&t->unheard);
    s->message = &t->unheard;
    s->trials++;
    return true;
}

static void try_end(struct say *s, struct trial *t) {
    s->restore(s->user, t->saved);
    VEC_FREE(&s->losses);
    s->losses = t->losses;
    buf_free(&t->unheard);
    s->message = t->message;
    s->trials--;
}

/* Whether those are all picks of the one question that is open. */
static bool are_picks(struct say *s, int seat, const char *const *words, size_t n) {
    struct trial t;
    if (!try_begin(s, &t)) return true;
    bool fine = say_picks(s, seat, words, n);
    try_end(s, &t);
    return say_open(s, seat) && fine;
}

static size_t picks_in_a_row(struct say *s, int seat, const char *const *words, size_t n) {
    bool few[64] = {false};
    struct arena arena;
    arena_init(&arena);
    bool *used = s->menu.n <= 64 ? few : ARENA_ARRAY(&arena, bool, s->menu.n);
    size_t count = used ? find_picks(s, words, n, used) : 0;
    arena_free(&arena);
    while (count > 1 && !are_picks(s, seat, words, count))
        count--;
    return count;
}

/* ---- words in a row */
/* How many of the words, joined by commas, are the text of one legal answer; 0: none. */
static size_t find_joined(const struct say *s, const char *const *words, size_t n, uint32_t *index) {
    struct buf text;
    size_t found = 0;
    buf_init(&text);
    for (size_t i = 0; i < n; i++) {
        buf_printf(&text, "%s%s", i ? ", " : "", words[i]);
        if (menu_find_exact(&s->menu, text.data, index) == MENU_ONE) found = i + 1;
    }
    buf_clear(&text);
    for (size_t i = 0; i < found; i++)
        buf_printf(&text, "%s%s", i ? ", " : "", words[i]);
    if (found) menu_find_exact(&s->menu, text.data, index);
    buf_free(&text);
    return found;
}

static size_t amounts_in_a_row(const char *const *words, size_t n) {
    size_t count = 0;
    const char *unit;
    long number;
    while (count < n && count < GROUP && is_amount(words[count], &number, &unit))
        count++;
    return count;
}

/* "no more", where there is no question any more that it would end; "no" where nobody asks for it. */
static bool ends_nothing(struct say *s, int seat, const char *word) {
    bool more = words_compare("no more", word) == WORDS_EQUAL;
    if (!more && words_compare("no", word) != WORDS_EQUAL) return false;
    bool theirs = say_open(s, seat) && (seat < 0 || s->at.seat == (unsigned)seat);
    if (!theirs) return true;
    return more ? !(s->menu.question.flags & TN_SUBSET) : !tn_state_legal(s->at.game, s->at.state, s->at.seat, TN_NO);
}

static int words_used(bool fine, size_t n) {
    return fine ? (int)n : -1;
}

static int say_forced(struct say *s) {
    return words_used(say_answer(s, 0), 0);
}

/* ---- whether a forced answer was left out */
/* Gives answers that leave no choice; whether a question is open behind them. */
static bool pass_forced(struct say *s, int seat) {
    return say_pass_forced(s, seat) == FORCED_CHOICE;
}

/* Whether the word answers a question of the seat that comes behind this one. */
static bool fits_behind(struct say *s, int seat, const char *word) {
    uint32_t index;
    struct trial t;
    if (!try_begin(s, &t)) return false;
    bool fits = pass_forced(s, seat) && (seat < 0 || s->at.seat == (unsigned)seat) &&
                menu_find(&s->menu, word, &index) == MENU_ONE;
    try_end(s, &t);
    return say_open(s, seat) && fits;
}

/* Whether all that is known to follow can be read when the forced answer was left out, or was written. */
static bool can_follow(struct say *s, int seat, struct say_words words, bool left_out) {
    struct trial t;
    size_t used = 0;
    if (!try_begin(s, &t)) return true;
    struct say_words rest = {words.list + !left_out, words.n - !left_out, words.n - !left_out, words.next};
    bool fine = say_answer(s, 0) && say_words(s, seat, rest, &used);
    if (fine && words.next >= 0) fine = pass_forced(s, words.next) && s->at.seat == (unsigned)words.next;
    try_end(s, &t);
    return say_open(s, seat) && fine;
}

/* Whether the word, which is the one answer, was written for a question behind this one: only when what follows can be
 * read in that way and in no other. */
static bool was_left_out(struct say *s, int seat, struct say_words words) {
    if (!s->save || s->trials == TRIALS || !fits_behind(s, seat, words.list[0])) return false;
    bool only = !can_follow(s, seat, words, false) && can_follow(s, seat, words, true);
    return only && s->tried <= TRIED_MOST;
}

/* Answers the open question. How many of the words were used; 0: it had one answer, which none of them was; -1: wrong.
 */
static int say_next(struct say *s, int seat, struct say_words said) {
    const char *const *words = said.list;
    uint32_t index;
    long first, second;
    size_t count = amounts_in_a_row(words, said.n);
    enum menu_match found = MENU_NONE;
    if (count > 0 && seat >= 0) return words_used(say_amounts(s, seat, words, count), count);
    if (!say_open(s, seat)) return words_used(say_fail_stopped(s, words[0]), 0);
    bool forced = menu_forced(&s->menu) && !s->exact, is_long = say_hundreds(s, words[0], &first, &second);
    if (seat >= 0 && s->at.seat != (unsigned)seat)
        return forced ? say_forced(s) : words_used(fail_seat(s, seat, words[0]), 0);
    if (forced && menu_find(&s->menu, words[0], &index) == MENU_ONE && was_left_out(s, seat, said))
        return say_forced(s);
    if (said.n > 1 && (count = picks_in_a_row(s, seat, words, said.n)) > 1)
        return words_used(say_picks(s, seat, words, count), count);
    bool whole = is_long && !s->exact; /* to the letter, it may be one step of the two */
    if (!whole && (count = find_joined(s, words, said.now, &index)) > 0) return words_used(say_answer(s, index), count);
    if (is_long) {
        s->losses.n = 0;
        return words_used(say_number(s, seat, words[0]), 1);
    }
    if (!s->exact) found = menu_find(&s->menu, words[0], &index);
    if (found == MENU_ONE) return words_used(say_answer(s, index), 1);
    return forced ? say_forced(s) : words_used(say_fail_no_answer(s, words[0], found), 0);
}

bool say_words(struct say *s, int seat, struct say_words words, size_t *used) {
    bool picked = false; /* the last answer was one of several picks */
    int forced = 0;
    size_t i = 0;
    while (i < words.now) {
        if (picked && ends_nothing(s, seat, words.list[i])) {
            picked = false;
            i++;
            continue;
        }
        int taken = say_next(s, seat, (struct say_words){words.list + i, words.now - i, words.n - i, words.next});
        if (taken < 0) return *used = i, false;
        picked = taken > 0 && s->menu.question.flags & TN_SUBSET;
        forced = taken > 0 ? 0 : forced + 1;
        if (forced > FORCED_LIMIT) {
            *used = i;
            return say_fail(s, "\"%s\": %d questions in a row had one legal answer each", words.list[i], FORCED_LIMIT);
        }
        i += (size_t)taken;
    }
    return *used = i, true;
}

bool say_to_the_end(struct say *s) {
    struct trial t;
    if (!try_begin(s, &t)) return true;
    bool open = pass_forced(s, -1), over = !open && tn_state_status(s->at.game, s->at.state) == TN_OVER;
    try_end(s, &t);
    return !over || !pass_forced(s, -1);
}

bool say_whole(struct say *s, int seat, const char *line, bool *fine) {
    uint32_t index;
    bool theirs = say_open(s, seat) && (seat < 0 || s->at.seat == (unsigned)seat);
    if (!theirs || menu_find_exact(&s->menu, line, &index) != MENU_ONE) return false;
    *fine = say_answer(s, index);
    return true;
}

bool say_split(const char *line, struct arena *arena, say_list *out) {
    for (const char *at = line;; at++) {
        size_t length = strcspn(at, ","), from = strspn(at, " ");
        size_t to = length;
        while (to > from && at[to - 1] == ' ')
            to--;
        const char *word = from < to ? arena_strdup(arena, at + from, to - from) : "";
        if (!word || !VEC_PUSH(out, word)) return false;
        at += length;
        if (!*at) return true;
    }
}
