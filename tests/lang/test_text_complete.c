/* Nothing is left out of a text, and no name of a rule is printed in it.
 *
 * For every game, every definition of tests/generality and of tests/lang/texts, in its first configuration and with
 * every other value of its options: each statement of a rule that can do something has been said in words, as the
 * phraser has noted (text/tellings.h); and no text contains the name of a parameter or of what `let`, `choose`, `for`
 * and the like bind, unless it is also a word of the definition's own texts or a common word of English. */
#include "support/unit.h"

#include "api/api.h"
#include "code/render.h"
#include "lang/parse/template.h"
#include "support/level.h"
#include "text/words.h"

#include <ctype.h>
#include <dirent.h>
#include <stdio.h>

enum { PATH = 512, NAMES = 4096 };

struct inspection {
    const char *path;
    tn_source *source;
    struct model *m;
    VEC(const struct function *) told; /* verbs whose bodies are told, found in what is told */
    struct tellings tellings;
    unsigned statements, wrong, texts;
};

/* ---- statements */
static enum telling told(const struct inspection *in, const struct node *s) {
    return tellings_of(&in->tellings, s);
}

static void must_be_told(struct inspection *in, const struct node *block);

static void complain(struct inspection *in, const struct node *s) {
    if (in->wrong++ < 20)
        fprintf(stderr, "%s: %s:%u: no text says this statement\n", in->path,
                in->source->sources.files[s->at.file].path, s->at.line);
}

/* Verbs without words, and those explained by what they do, are told where they are called. */
static void find_calls(struct inspection *in, const struct node *n) {
    if (!n) return;
    if (n->kind == N_CALL && n->symbol && n->symbol->kind == SYM_DEF) {
        const struct function *f = in->m->functions.data[n->symbol->index];
        bool by_hand = f->node->text && template_behind(f->node->text);
        bool known = f->prelude || !f->node->b || by_hand;
        for (size_t i = 0; i < in->told.n && !known; i++)
            known = in->told.data[i] == f;
        if (!known) assert_true(VEC_PUSH(&in->told, f));
    }
    for (const struct node *k = n->kids; k; k = k->next)
        find_calls(in, k);
    find_calls(in, n->a);
    if (n->b && n->b->kind != N_BLOCK) find_calls(in, n->b);
    if (n->c && n->c->kind != N_BLOCK && n->c->kind != N_IF) find_calls(in, n->c);
}

/* ---- what need not be said, judged anew */
static bool decided(struct inspection *in, struct node *condition, int32_t *yes) {
    struct output out = {0};
    struct texts texts = {.m = in->m, .out = &out};
    struct phraser p;
    phrase_open(&p, &texts, false);
    bool known = words_constant(&p, condition, yes);
    phrase_close_said(&p);
    return known;
}

static bool mentions(const struct node *n, const struct symbol *s) {
    for (; n; n = n->next) {
        if (n->kind == N_NAME && n->symbol == s) return true;
        if (mentions(n->kids, s) || mentions(n->a, s) || mentions(n->b, s) || mentions(n->c, s)) return true;
    }
    return false;
}

static bool idle(struct inspection *in, const struct node *s);

static bool idle_block(struct inspection *in, const struct node *block) {
    if (block && block->kind == N_IF) return idle(in, block);
    for (const struct node *s = block ? block->kids : NULL; s; s = s->next)
        if (!idle(in, s)) return false;
    return true;
}

/* It cannot do anything in this configuration, or nobody asks for it. */
static bool idle(struct inspection *in, const struct node *s) {
    int32_t yes;
    switch (s->kind) {
    case N_LET: return s->symbol && !mentions(s->next, s->symbol);
    case N_NEEDS: return decided(in, s->a, &yes) && yes;
    case N_RETURN: return !s->next;
    case N_FOR: return idle_block(in, s->c);
    case N_IF:
        if (decided(in, s->a, &yes)) return idle_block(in, yes ? s->b : s->c);
        return idle_block(in, s->b) && idle_block(in, s->c);
    case N_EMIT: {
        const struct function *f = in->m->functions.data[s->a->symbol->index];
        return !f->reactions.n && !f->node->b;
    }
    case N_DO: {
        bool def = s->a->kind == N_CALL && s->a->symbol && s->a->symbol->kind == SYM_DEF;
        const char *text = def ? in->m->functions.data[s->a->symbol->index]->node->text : NULL;
        return text && (!*text || template_bar(text) == text); /* the author says that it goes without saying */
    }
    default: return false;
    }
}

/* Behind a condition that never holds nothing happens. */
static bool cut_off(struct inspection *in, const struct node *block) {
    int32_t yes;
    for (const struct node *s = block->kids; s; s = s->next)
        if (s->kind == N_NEEDS && decided(in, s->a, &yes) && !yes) return true;
    return false;
}

static bool rightly_passed_over(struct inspection *in, const struct node *s, const struct node *block) {
    return idle(in, s) || cut_off(in, block);
}

static bool branch_told(struct inspection *in, const struct node *s, const struct node *block) {
    int32_t yes;
    if (!block || told(in, block) != TELLING_MOOT) return true;
    return s->kind == N_IF ? decided(in, s->a, &yes) || idle_block(in, block) : cut_off(in, block);
}

static void statement_told(struct inspection *in, const struct node *s, const struct node *block) {
    in->statements++;
    if (told(in, s) == TELLING_MOOT) {
        if (!rightly_passed_over(in, s, block)) complain(in, s);
        return;
    }
    if (!branch_told(in, s, s->b) || !branch_told(in, s, s->c)) complain(in, s);
    if (told(in, s) != TELLING_SAID) {
        complain(in, s);
        return;
    }
    if (s->kind != N_EITHER && s->kind != N_UNTIL) find_calls(in, s);
    for (const struct node *o = s->kind == N_EITHER ? s->kids : NULL; o; o = o->next)
        if (told(in, o) == TELLING_MOOT ? !cut_off(in, o->b) : told(in, o) != TELLING_SAID)
            complain(in, o);
        else if (told(in, o) == TELLING_SAID)
            must_be_told(in, o->b);
    if (s->kind == N_UNTIL)
        for (const struct node *r = s->b->kids; r; r = r->next)
            if (r->kind != N_ADJUST) must_be_told(in, r->b);
    if (s->kind == N_EITHER || s->kind == N_UNTIL) return;
    must_be_told(in, s->b);
    if (s->c && s->c->kind == N_IF && told(in, s->c) != TELLING_MOOT)
        statement_told(in, s->c, s->c);
    else
        must_be_told(in, s->c);
}

static void must_be_told(struct inspection *in, const struct node *block) {
    if (!block || block->kind != N_BLOCK || told(in, block) == TELLING_MOOT) return;
    for (const struct node *s = block->kids; s; s = s->next)
        statement_told(in, s, block);
}

static void reaction_told(struct inspection *in, const struct node *n) {
    if (n->kind == N_WHEN || n->kind == N_AFTER || n->kind == N_INSTEAD) must_be_told(in, n->b);
}

static bool gives(const struct card_info *card, const char *rule) {
    for (const struct node *k = card->node->b ? card->node->b->kids : NULL; k; k = k->next)
        if (k->kind == N_CLAUSE && !strcmp(k->name, rule)) return true;
    return false;
}

static void card_told(struct inspection *in, const struct card_info *card) {
    for (const struct node *k = card->node->b ? card->node->b->kids : NULL; k; k = k->next) {
        if (k->kind == N_CLAUSE && k->symbol && k->symbol->kind == SYM_RULE) must_be_told(in, k->b);
        reaction_told(in, k);
    }
    for (int kind = card->kind; kind >= 0; kind = in->m->kinds.data[kind].parent)
        for (size_t i = 0; i < in->m->kinds.data[kind].reactions.n; i++)
            reaction_told(in, in->m->kinds.data[kind].reactions.data[i]);
    for (size_t i = 0; i < in->m->clauses.n; i++) {
        const struct clause_info *c = in->m->clauses.data[i];
        if (c->kind == SYM_RULE && kind_is(in->m, card->kind, c->owner_kind) && !gives(card, c->name))
            must_be_told(in, c->node->b);
    }
}

/* What a kind hears is heard by its cards; there may be none in this configuration. */
static bool somebody_hears(const struct inspection *in, const struct reaction *r) {
    for (size_t i = 0; i < in->m->cards.n; i++)
        if (r->kind != NONE && kind_is(in->m, in->m->cards.data[i].kind, r->kind)) return true;
    return r->kind == NONE;
}

static void rules_told(struct inspection *in) {
    struct model *m = in->m;
    must_be_told(in, m->flow->b);
    for (size_t i = 0; i < m->cards.n; i++)
        if (!m->cards.data[i].copy) card_told(in, &m->cards.data[i]);
    for (size_t i = 0; i < m->functions.n; i++)
        if (m->functions.data[i]->kind == SYM_SIGNAL && !m->functions.data[i]->prelude)
            must_be_told(in, m->functions.data[i]->node->b);
    for (size_t i = 0; i < m->reactions.n; i++)
        if (!m->reactions.data[i]->until && m->reactions.data[i]->on && somebody_hears(in, m->reactions.data[i]))
            reaction_told(in, m->reactions.data[i]->node);
    for (size_t i = 0; i < m->tracks.n; i++) {
        const struct node *b = m->tracks.data[i].node->b;
        for (const struct node *mark = b ? b->kids : NULL; mark; mark = mark->next)
            if (mark->kind == N_MARK) must_be_told(in, mark->b);
    }
    for (size_t i = 0; i < in->told.n; i++)
        must_be_told(in, in->told.data[i]->node->b);
}

/* ---- names */
struct words_of {
    const char *names[NAMES]; /* of parameters and of what is bound */
    size_t n;
    struct buf own; /* words of the definition, each between blanks */
};

static void add_name(struct words_of *w, const char *name) {
    for (size_t i = 0; i < w->n; i++)
        if (!strcmp(w->names[i], name)) return;
    assert_true(w->n < NAMES);
    w->names[w->n++] = name;
}

static void add_own(struct words_of *w, const char *text) {
    buf_putc(&w->own, ' ');
    for (; *text; text++)
        buf_putc(&w->own, isalpha((unsigned char)*text) ? (char)tolower((unsigned char)*text) : ' ');
    buf_putc(&w->own, ' ');
}

/* A text without its holes. */
static void add_text(struct words_of *w, const char *text) {
    struct buf plain;
    buf_init(&plain);
    int depth = 0;
    for (; *text; text++) {
        depth += (*text == '{') - (*text == '}');
        if (!depth) buf_putc(&plain, *text == '}' ? ' ' : *text);
    }
    add_own(w, plain.data ? plain.data : "");
    buf_free(&plain);
}

static void collect(struct words_of *w, const struct node *n) {
    for (; n; n = n->next) {
        bool binds = n->kind == N_LET || n->kind == N_CHOOSE || n->kind == N_FOR || n->kind == N_GENERATOR;
        bool local = n->kind == N_NAME && n->symbol && n->symbol->kind == SYM_LOCAL;
        if (n->text) add_text(w, n->text);
        if (n->kind == N_DEF || n->kind == N_SIGNAL || (n->kind == N_VALUE && n->kids))
            for (const struct node *k = n->kids; k; k = k->next)
                add_name(w, k->name);
        else if (binds || local)
            add_name(w, n->name);
        else if (n->name && n->kind != N_PARAM && n->kind != N_ARG && !(n->kind == N_NAME && !n->symbol))
            add_own(w, n->name);
        if (n->kind == N_KIND || n->kind == N_INSTANCE)
            for (const struct node *k = n->kids; k; k = k->next)
                if (k->name) add_own(w, k->name);
        collect(w, n->kids), collect(w, n->a), collect(w, n->b), collect(w, n->c);
    }
}

/* What the engine's own sentences and nouns are made of. */
static bool common(const char *word, size_t n) {
    static const char english[] =
        " a an at by to on of in from for with it its that this those the and or is as all each one other no "
        "card cards player players space spaces number numbers amount zone track first second who what when "
        "then where after before up down under out over same way row step steps line start end of result be "
        "top left right points score round game you your yours choose pay gain lose move draw any there only if may "
        "most more times ";
    char key[80];
    if (n > 60) return false;
    snprintf(key, sizeof key, " %.*s ", (int)n, word);
    return strstr(english, key) != NULL;
}

static void words_fit(struct inspection *in, const struct words_of *w, const char *text) {
    in->texts++;
    for (const char *t = text; *t;) {
        size_t n = 0;
        while (isalpha((unsigned char)t[n]))
            n++;
        if (!n) {
            t++;
            continue;
        }
        char key[80];
        snprintf(key, sizeof key, " %.*s ", n < 60 ? (int)n : 60, t);
        bool genitive = t > text && t[-1] == '\'';
        bool known = genitive || common(t, n) || (w->own.data && strstr(w->own.data, key));
        for (size_t i = 0; i < w->n && !known; i++)
            if (strlen(w->names[i]) == n && !memcmp(w->names[i], t, n)) {
                if (in->wrong++ < 20)
                    fprintf(stderr, "%s: the name \"%s\" of a rule is printed: %s\n", in->path, w->names[i], text);
                break;
            }
        t += n;
    }
}

static void no_names(struct inspection *in, const struct program *p) {
    struct words_of *w = calloc(1, sizeof *w);
    assert_non_null(w);
    buf_init(&w->own);
    collect(w, in->m->file);
    struct arena printed;
    arena_init(&printed);
    for (uint32_t i = 0; i < p->n_cards; i++)
        words_fit(in, w, render_kept_card(&printed, p, i, NULL));
    for (uint32_t i = 0; i < p->n_clauses; i++)
        words_fit(in, w, render_kept(&printed, p, p->clauses[i].text, NULL));
    for (uint32_t i = 0; i < p->n_rules; i++) {
        words_fit(in, w, render_kept(&printed, p, p->rules[i].name, NULL));
        words_fit(in, w, render_kept(&printed, p, p->rules[i].text, NULL));
    }
    arena_free(&printed);
    for (uint32_t i = 0; i < p->n_pieces; i++)
        if (p->pieces[i].string != NONE) words_fit(in, w, program_string(p, p->pieces[i].string));
    buf_free(&w->own);
    free(w);
}

/* ---- every definition */
static void inspect(void *user, struct model *m, const struct program *program) {
    struct inspection *in = user;
    in->m = m;
    if (!program) return;
    rules_told(in);
    no_names(in, program);
    VEC_FREE(&in->told);
}

static void inspect_config(struct inspection *in, const char *option) {
    struct config config = {.options = &option, .n_options = option ? 1 : 0};
    struct inspector inspector = {.look = inspect, .user = in, .tellings = &in->tellings};
    struct diags diags;
    diags_init(&diags);
    struct compiled made = compile_inspected(in->source->file, &in->source->sources, 1, &config, &diags, &inspector);
    assert_true(made.program || made.bad_config);
    program_free(made.program);
    tellings_free(&in->tellings);
    diags_free(&diags);
}

static bool inspect_file(const char *path, unsigned *statements) {
    struct inspection in = {.path = path};
    if (tn_source_load(path, &in.source) != TN_OK) {
        tn_source_free(in.source);
        return true; /* a part of a game: it is read with the game */
    }
    inspect_config(&in, NULL);
    for (size_t i = 0; i < tn_source_option_count(in.source); i++) {
        tn_option o;
        tn_source_option(in.source, i, &o);
        for (size_t v = 1; v < o.n_values; v++) {
            char text[200];
            snprintf(text, sizeof text, "%s=%s", o.name, o.values[v]);
            inspect_config(&in, text);
        }
    }
    tn_source_free(in.source);
    assert_true(in.texts > 0);
    *statements += in.statements;
    if (in.wrong) fprintf(stderr, "%s: %u in all\n", path, in.wrong);
    return !in.wrong;
}

/* NAME.game in the folder, or NAME/NAME.game. */
static void inspect_folder(const char *folder, unsigned at_least) {
    char path[3 * PATH];
    unsigned games = 0, wrong = 0, statements = 0;
    snprintf(path, sizeof path, "%s/%s", level_root(), folder);
    DIR *dir = opendir(path);
    assert_non_null(dir);
    for (struct dirent *entry; (entry = readdir(dir));) {
        if (entry->d_name[0] == '.') continue;
        bool file = strstr(entry->d_name, ".game") != NULL;
        if (!file && strchr(entry->d_name, '.')) continue;
        if (file)
            snprintf(path, sizeof path, "%s/%s/%s", level_root(), folder, entry->d_name);
        else
            snprintf(path, sizeof path, "%s/%s/%s/%s.game", level_root(), folder, entry->d_name, entry->d_name);
        FILE *f = fopen(path, "rb");
        if (!f) continue;
        fclose(f);
        games++;
        wrong += !inspect_file(path, &statements);
    }
    closedir(dir);
    printf("%s: %u definitions, %u statements\n", folder, games, statements);
    assert_true(games >= at_least);
    assert_true(statements > 0);
    assert_int_equal(wrong, 0);
}

static void test_games(void **state) {
    (void)state;
    inspect_folder("games", 7);
}

static void test_generality(void **state) {
    (void)state;
    inspect_folder("tests/generality", 20);
}

static void test_small_definitions(void **state) {
    (void)state;
    inspect_folder("tests/lang/texts", 7);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_games), cmocka_unit_test(test_generality),
                                       cmocka_unit_test(test_small_definitions)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
