/* menu.c: see menu.h. */
#include "play/menu.h"

#include "base/nearest.h"

#include <stdlib.h>
#include <string.h>

enum { LISTED = 40 }; /* answers a message names before it says "and so on" */

int answer_card(const tn_game *game, uint32_t answer) {
    int card;
    return tn_answer_thing(game, answer, &card) == TN_THING_CARD ? card : -1;
}

int answer_space(const tn_game *game, uint32_t answer) {
    int space;
    return tn_answer_thing(game, answer, &space) == TN_THING_SPACE ? space : -1;
}

void menu_init(struct menu *m) {
    memset(m, 0, sizeof *m);
    arena_init(&m->arena);
}

void menu_free(struct menu *m) {
    arena_free(&m->arena);
    menu_init(m);
}

/* Of several picks all that can be made, in whatever order; they are given in that of the list. */
static size_t listed(const struct menu *m, const struct asking *at, uint32_t *ids, size_t cap) {
    bool several = m->question.flags & TN_SUBSET;
    return several ? tn_state_picks(at->ctx, at->state, at->seat, NULL, 0, ids, cap)
                   : tn_state_answers(at->game, at->state, at->seat, ids, cap);
}

/* The copies that answer number i stands for. */
static bool load_copies(struct menu *m, const struct asking *at, uint32_t i) {
    bool several = m->question.flags & TN_SUBSET;
    size_t n = several ? 1 : tn_state_copies(at->ctx, at->state, at->seat, m->ids[i], NULL, 0);
    m->copied[i] = ARENA_ARRAY(&m->arena, uint32_t, n);
    if (!m->copied[i]) return false;
    m->copies[i] = (uint32_t)n;
    m->copied[i][0] = m->ids[i];
    if (n > 1) tn_state_copies(at->ctx, at->state, at->seat, m->ids[i], m->copied[i], n);
    return true;
}

bool menu_load(struct menu *m, const struct asking *at) {
    menu_free(m);
    m->game = at->game;
    if (!tn_state_question(at->game, at->state, at->seat, &m->question)) return false;
    size_t n = listed(m, at, NULL, 0);
    m->ids = ARENA_ARRAY(&m->arena, uint32_t, n + 1);
    m->texts = ARENA_ARRAY(&m->arena, const char *, n + 1);
    m->said = ARENA_ARRAY(&m->arena, tn_text, n + 1);
    m->copies = ARENA_ARRAY(&m->arena, uint32_t, n + 1);
    m->copied = ARENA_ARRAY(&m->arena, uint32_t *, n + 1);
    m->asked = menu_question_text(at, &m->arena);
    m->prompt = m->asked.bytes;
    if (m->arena.failed) return false;
    listed(m, at, m->ids, n);
    for (size_t i = 0; i < n; i++) {
        m->said[i] = menu_answer_text(at, m->ids[i], &m->arena);
        m->texts[i] = m->said[i].bytes;
        if (!m->texts[i] || !load_copies(m, at, (uint32_t)i)) return false;
    }
    m->n = (uint32_t)n;
    return true;
}

/* "text #k": the length of text without the suffix, and k; 0 when there is no such suffix. */
static uint32_t split_suffix(const char *words, size_t *length) {
    const char *mark = strrchr(words, '#');
    if (!mark || mark[1] < '1' || mark[1] > '9') return 0;
    char *end;
    unsigned long k = strtoul(mark + 1, &end, 10);
    if (*end != '\0' || k > UINT32_MAX) return 0;
    while (mark > words && mark[-1] == ' ')
        mark--;
    *length = (size_t)(mark - words);
    return (uint32_t)k;
}

/* The k-th (from 1) of the answers whose text equals the first `length` bytes of words; copies that one stands for are
 * counted. */
static bool find_equal(const struct menu *m, const char *words, size_t length, uint32_t k, uint32_t *index) {
    for (uint32_t i = 0; i < m->n; i++) {
        if (strncmp(m->texts[i], words, length) != 0 || m->texts[i][length] != '\0') continue;
        if (k <= m->copies[i]) {
            *index = i;
            return true;
        }
        k -= m->copies[i];
    }
    return false;
}

static bool find_folded(const struct menu *m, const char *words, uint32_t *index) {
    for (uint32_t i = 0; i < m->n; i++)
        if (words_compare(m->texts[i], words) == WORDS_EQUAL) {
            *index = i;
            return true;
        }
    return false;
}

enum menu_match menu_find_exact(const struct menu *m, const char *words, uint32_t *index) {
    size_t length = 0;
    uint32_t k = split_suffix(words, &length);
    if (k > 0 && length == 0) {
        *index = k - 1;
        return k <= m->n ? MENU_ONE : MENU_NONE;
    }
    if (find_equal(m, words, strlen(words), 1, index)) return MENU_ONE;
    if (k > 0 && find_equal(m, words, length, k, index)) return MENU_ONE;
    return find_folded(m, words, index) ? MENU_ONE : MENU_NONE;
}

/* A number and the words behind it. */
static bool split_amount(const char *text, long *number, const char **unit) {
    char *end;
    *number = strtol(text, &end, 10);
    if (end == text) return false;
    if (*end != '\0' && *end != ' ') return false;
    while (*end == ' ')
        end++;
    *unit = end;
    return true;
}

static bool names_member(const tn_member *m, const char *words) {
    return words_compare(m->name, words) == WORDS_EQUAL || words_compare(m->many, words) == WORDS_EQUAL;
}

/* Whether the text begins with that name, and the name with the words, and is longer. */
static bool is_longer_name(const char *text, const char *name, const char *words) {
    return words_compare(text, name) != WORDS_DIFFER && words_compare(name, words) == WORDS_BEGIN;
}

bool unit_begins(const tn_game *game, const char *text, const char *unit) {
    bool named = false, longer = false, many = false;
    for (size_t i = 0; i < tn_game_member_count(game); i++) {
        tn_member m;
        tn_game_member(game, i, &m);
        bool this_one = names_member(&m, unit);
        named |= this_one;
        many |= this_one && words_compare(text, m.name) == WORDS_EQUAL;
        longer |= !this_one && (is_longer_name(text, m.name, unit) || is_longer_name(text, m.many, unit));
    }
    return many || (words_compare(text, unit) != WORDS_DIFFER && !(named && longer));
}

bool unit_stands_in(const tn_game *game, const char *text, const char *unit) {
    for (; *text; text++)
        if (words_compare(text, unit) != WORDS_DIFFER && unit_begins(game, text, unit)) return true;
    return false;
}

/* The unit may stand in the answer or, where answers are bare numbers, in the question. A label that begins with a
 * number is no amount. */
static bool find_amount(const struct menu *m, const char *words, uint32_t *index) {
    long wanted, offered;
    const char *unit, *offered_unit;
    if (!split_amount(words, &wanted, &unit)) return false;
    for (uint32_t i = 0; i < m->n; i++) {
        if (!split_amount(m->texts[i], &offered, &offered_unit) || offered != wanted) continue;
        if (*offered_unit && m->question.kind != TN_NUMBER) continue;
        bool fits = *unit == '\0' || unit_begins(m->game, offered_unit, unit) ||
                    (*offered_unit == '\0' && unit_stands_in(m->game, m->prompt, unit));
        if (!fits) continue;
        *index = i;
        return true;
    }
    return false;
}

/* TN_NO_ANSWER: neither. Their first letters are enough where nothing else is asked. */
static uint32_t yes_or_no(const struct menu *m, const char *words) {
    bool letter = m->question.kind == TN_YESNO;
    if (words_compare("yes", words) == WORDS_EQUAL || (letter && words_compare("y", words) == WORDS_EQUAL))
        return TN_YES;
    if (words_compare("no", words) == WORDS_EQUAL || (letter && words_compare("n", words) == WORDS_EQUAL)) return TN_NO;
    return TN_NO_ANSWER;
}

static bool find_yes_no(const struct menu *m, const char *words, uint32_t *index) {
    uint32_t id = yes_or_no(m, words);
    if (id == TN_NO_ANSWER) return false;
    for (uint32_t i = 0; i < m->n; i++)
        if (m->ids[i] == id) {
            *index = i;
            return true;
        }
    return false;
}

static bool find_place(const struct menu *m, const char *words, uint32_t *index) {
    tn_space space;
    int found = tn_game_find_space(m->game, words);
    if (found < 0) return false;
    tn_game_space(m->game, (size_t)found, &space);
    for (uint32_t i = 0; i < m->n; i++)
        if (m->ids[i] == space.answer) {
            *index = i;
            return true;
        }
    return false;
}

static enum menu_match find_beginning(const struct menu *m, const char *words, uint32_t *index) {
    enum menu_match found = MENU_NONE;
    for (uint32_t i = 0; i < m->n; i++) {
        if (words_compare(m->texts[i], words) == WORDS_DIFFER) continue;
        if (found == MENU_NONE) {
            *index = i;
            found = MENU_ONE;
        } else if (strcmp(m->texts[i], m->texts[*index]) != 0) {
            return MENU_SEVERAL;
        }
    }
    return found;
}

/* ---- what else words could be */
/* "3", "3 coins": where a member is called so, one or many. */
static bool is_amount_name(const tn_game *game, const char *words) {
    long number;
    const char *unit;
    if (!split_amount(words, &number, &unit)) return false;
    for (size_t i = 0; *unit && i < tn_game_member_count(game); i++) {
        tn_member member;
        tn_game_member(game, i, &member);
        if (names_member(&member, unit)) return true;
    }
    return *unit == '\0';
}

bool menu_is_name(const struct menu *m, const char *words) {
    tn_name name;
    if (yes_or_no(m, words) != TN_NO_ANSWER || tn_game_find_space(m->game, words) >= 0) return true;
    for (size_t i = 0; i < tn_game_name_count(m->game); i++) {
        tn_game_name(m->game, i, &name);
        if (name.asked && words_compare(name.text, words) == WORDS_EQUAL) return true;
    }
    return is_amount_name(m->game, words);
}

/* What a thing is called in a message. */
static const char *kind_of(const tn_game *game, tn_thing thing, int index) {
    static const char *const names[] = {
        [TN_THING_NONE] = "",       [TN_THING_YESNO] = "answer",  [TN_THING_OPTION] = "label", [TN_THING_CARD] = "card",
        [TN_THING_SPACE] = "space", [TN_THING_PLAYER] = "player", [TN_THING_NUMBER] = "number"};
    tn_member member;
    if (thing != TN_THING_MEMBER) return names[thing];
    tn_game_member(game, (size_t)index, &member);
    return tn_sort_name(member.sort);
}

static const char *kind_of_answer(const tn_game *game, uint32_t answer) {
    int index;
    tn_thing thing = tn_answer_thing(game, answer, &index);
    return kind_of(game, thing, index);
}

bool menu_other_kind(const struct menu *m, const char *words, uint32_t answer, tn_name *other) {
    const char *kind = kind_of_answer(m->game, answer);
    for (size_t i = 0; i < tn_game_name_count(m->game); i++) {
        tn_game_name(m->game, i, other);
        if (!other->asked || words_compare(other->text, words) == WORDS_DIFFER) continue;
        if (strcmp(kind_of(m->game, other->thing, other->index), kind) != 0) return true;
    }
    return false;
}

void menu_put_unsure(const struct menu *m, const char *words, uint32_t answer, const char *text, struct buf *out) {
    tn_name other = {.text = ""};
    menu_other_kind(m, words, answer, &other);
    buf_printf(out, "\"%s\" could be the ", words);
    buf_puts(out, kind_of_answer(m->game, answer));
    buf_printf(out, " \"%s\", or the ", text);
    buf_puts(out, kind_of(m->game, other.thing, other.index));
    buf_printf(out, " \"%s\", which is not an answer here", other.text);
}

enum menu_match menu_find(const struct menu *m, const char *words, uint32_t *index) {
    tn_name other;
    while (*words == ' ')
        words++;
    if (*words == '\0') return MENU_NONE;
    if (menu_find_exact(m, words, index) == MENU_ONE) return MENU_ONE;
    if (find_amount(m, words, index) || find_yes_no(m, words, index) || find_place(m, words, index)) return MENU_ONE;
    enum menu_match found = find_beginning(m, words, index);
    if (found != MENU_NONE && menu_is_name(m, words)) return MENU_NONE;
    return found == MENU_ONE && menu_other_kind(m, words, m->ids[*index], &other) ? MENU_UNSURE : found;
}

void menu_words(const struct menu *m, uint32_t index, struct buf *out) {
    size_t start = out->n;
    uint32_t copy = 0, found = UINT32_MAX;
    for (uint32_t i = 0; i < index; i++)
        if (strcmp(m->texts[i], m->texts[index]) == 0) copy += m->copies[i];
    buf_puts(out, m->texts[index]);
    if (copy > 0) buf_printf(out, " #%u", copy + 1);
    const char *words = out->data + start;
    bool bare = out->n == start || words[0] == ' ' || out->data[out->n - 1] == ' ';
    if (!bare && menu_find_exact(m, words, &found) == MENU_ONE && found == index) return;
    out->n = start; /* a text that reads as another answer: by its place in the list */
    buf_printf(out, "#%u", index + 1);
}

void menu_put_copies(const struct menu *m, uint32_t index, struct buf *out) {
    if (m->copies[index] > 1) buf_printf(out, " x %u", m->copies[index]);
}

void menu_list(const struct menu *m, struct buf *out) {
    uint32_t shown = m->n > LISTED + 3 ? LISTED : m->n;
    for (uint32_t i = 0; i < shown; i++) {
        buf_printf(out, "%s%s", i > 0 ? ", " : "", m->texts[i]);
        menu_put_copies(m, i, out);
    }
    if (shown < m->n) buf_printf(out, " ... (%u in all)", m->n);
    if (m->n == 0) buf_puts(out, "none");
}

const char *menu_nearest(const struct menu *m, const char *words) {
    return m->n > 0 ? nearest(words, m->texts, m->n) : NULL;
}

/* ---- answers that need not be legal */
struct named {
    uint32_t *ids;
    size_t n, cap;
};

static void add_named(struct named *to, uint32_t id) {
    for (size_t i = 0; i < to->n; i++)
        if (to->ids[i] == id) return;
    if (to->n < to->cap && id != TN_NO_ANSWER) to->ids[to->n++] = id;
}

static void collect_named(const struct asking *at, const char *words, enum words_match wanted, struct named *to) {
    struct arena scratch;
    arena_init(&scratch);
    for (size_t i = 0; i < tn_game_card_count(at->game); i++) {
        tn_card card;
        tn_game_card(at->game, i, &card);
        if (words_compare(card.name, words) == wanted) add_named(to, card.answer);
    }
    for (size_t i = 0; i < tn_game_space_count(at->game); i++) {
        tn_space space;
        tn_game_space(at->game, i, &space);
        if (words_compare(space.name, words) == wanted) add_named(to, space.answer);
    }
    for (uint32_t id = 0; id < tn_game_answer_count(at->game); id++) {
        const char *text = menu_answer_text(at, id, &scratch).bytes;
        if (text && *text && words_compare(text, words) == wanted) add_named(to, id);
    }
    arena_free(&scratch);
}

size_t menu_named(const struct asking *at, const char *words, uint32_t *ids, size_t cap) {
    struct named to = {ids, 0, cap};
    if (words_compare("", words) == WORDS_EQUAL) return 0;
    int place = tn_game_find_space(at->game, words);
    if (place >= 0) {
        tn_space space;
        tn_game_space(at->game, (size_t)place, &space);
        add_named(&to, space.answer);
    }
    collect_named(at, words, WORDS_EQUAL, &to);
    if (to.n == 0) collect_named(at, words, WORDS_BEGIN, &to);
    return to.n;
}
