/* model_course.c: the course of a game in a model: turns and phases, the score, and what ends it. */
#include "design/model_inside.h"

#include "lang/parse/token.h"

#include <string.h>

static void tell_statements(struct portrayal *t, const char *key, const struct node *block);

/* A statement as its line says it: forms cannot show what a rule says beside its word. */
static void tell_line(struct portrayal *t, const char *key, const struct node *n) {
    const struct source *s = &t->d->sources.files[n->at.file];
    uint32_t from = definition_offset(t->d, n->at), to = line_next(s, from);
    const struct token *all = t->d->tokens[n->at.file].data;
    size_t i = definition_token(t->d, n->at);
    while (i > 0 && all[i - 1].kind > TOKEN_DEDENT && all[i - 1].at.line == n->at.line &&
           !(all[i - 1].kind == TOKEN_COLON && !all[i - 1].depth) && all[i - 1].kind != TOKEN_SEMICOLON)
        i--;
    from = all[i].offset;
    for (; all[i].kind > TOKEN_DEDENT && !(all[i].kind == TOKEN_SEMICOLON && !all[i].depth); i++)
        to = all[i].end;
    json_text(&t->json, key, definition_text(t->d, n->at.file, (struct passage){from, to}));
}

/* How many actions a turn has; false: play decides. */
static bool find_bounds(struct portrayal *t, const struct node *range, int32_t *least, int32_t *most, bool *open) {
    struct node *r = node_bare(range);
    *least = *most = 1, *open = false;
    if (!r) return true;
    if (r->kind != N_BINARY || r->number != TOKEN_DOTS) return constant_number(t->m, r, most) && (*least = *most, true);
    *open = !r->b;
    return constant_number(t->m, r->a, least) && (*open || constant_number(t->m, r->b, most));
}

static void tell_bounds(struct portrayal *t, const struct node *range) {
    int32_t least, most;
    bool open;
    if (!find_bounds(t, range, &least, &most, &open)) {
        tell_written(t, "actions_written", range);
        return;
    }
    json_object(&t->json, "actions");
    json_integer(&t->json, "least", least);
    if (!open) json_integer(&t->json, "most", most);
    json_close(&t->json);
}

static const char *word_of(const struct node *n) {
    switch (n->kind) {
    case N_PHASE: return "phase";
    case N_TURN: return "turn";
    case N_ROUND: return "round";
    case N_FOR: return "for";
    case N_TOGETHER: return "together";
    case N_REPEAT: return "repeat";
    case N_WHILE: return "while";
    case N_IF: return "if";
    case N_AS: return "as";
    case N_MAY: return "may";
    case N_EITHER: return "either";
    case N_OPTION: return "or";
    case N_CHOOSE: return "choose";
    case N_ASK: return "ask";
    case N_TRY: return "try";
    default: return "do";
    }
}

/* The block that hangs on a statement. */
static const struct node *block_of(const struct node *n) {
    switch (n->kind) {
    case N_FOR:
    case N_TOGETHER: return n->c;
    case N_PHASE:
    case N_TURN:
    case N_ROUND:
    case N_REPEAT:
    case N_WHILE:
    case N_IF:
    case N_AS:
    case N_MAY:
    case N_OPTION:
    case N_TRY: return n->b;
    default: return NULL;
    }
}

static void tell_statement(struct portrayal *t, const struct node *n) {
    json_object(&t->json, NULL);
    json_text(&t->json, "part", word_of(n));
    if (n->name && (n->kind == N_PHASE || n->kind == N_ROUND)) json_text(&t->json, "name", n->name);
    if (n->text) json_text(&t->json, "title", n->text);
    tell_line(t, "written", n);
    tell_place(t, n);
    tell_rule(t, n);
    if (n->kind == N_TURN) tell_bounds(t, n->a);
    if (t->json.depth + 8 > JSON_DEPTH) { /* so deep only the line itself is told */
        json_close(&t->json);
        return;
    }
    if (n->kind == N_EITHER) {
        json_array(&t->json, "inside");
        for (const struct node *o = n->kids; o; o = o->next)
            tell_statement(t, o);
        json_close(&t->json);
    }
    if (block_of(n)) tell_statements(t, "inside", block_of(n));
    if ((n->kind == N_IF || n->kind == N_TRY) && n->c) {
        struct node other = node_alone(n->c);
        if (other.kind == N_BLOCK) {
            tell_statements(t, "else", &other);
        } else {
            json_array(&t->json, "else");
            tell_statement(t, &other);
            json_close(&t->json);
        }
    }
    json_close(&t->json);
}

static void tell_statements(struct portrayal *t, const char *key, const struct node *block) {
    json_array(&t->json, key);
    for (const struct node *n = block->kids; n; n = n->next)
        tell_statement(t, n);
    json_close(&t->json);
}

static void tell_score(struct portrayal *t) {
    json_array(&t->json, "score");
    for (const struct node *n = t->m->score ? t->m->score->b->kids : NULL; n; n = n->next) {
        json_object(&t->json, NULL);
        json_text(&t->json, "part", "score");
        json_text(&t->json, "name", n->name);
        tell_place(t, n);
        tell_written(t, "written", clause_expression((struct node *)n));
        json_close(&t->json);
    }
    json_close(&t->json);
    json_array(&t->json, "ties");
    for (const struct node *n = t->m->tie ? t->m->tie->kids : NULL; n; n = n->next)
        tell_written(t, NULL, n);
    json_close(&t->json);
}

static void tell_end(struct portrayal *t, const char *word, const struct node *n, const char *title) {
    json_object(&t->json, NULL);
    json_text(&t->json, "part", word);
    if (title) json_text(&t->json, "title", title);
    tell_written(t, "written", n->kind == N_END_WHEN ? n->a : n);
    tell_place(t, n);
    json_close(&t->json);
}

static void tell_verdicts(struct portrayal *t, const struct node *list) {
    static const char *const words[] = {"win", "lost", "finish"};
    for (const struct node *n = list; n; n = n->next) {
        if (n->kind == N_SCENARIO) continue;
        for (size_t i = 0; n->kind == N_CALL && n->at.file < t->d->sources.n && i < 3; i++)
            if (name_is(n->a, words[i])) tell_end(t, words[i], n, NULL);
        tell_verdicts(t, n->a), tell_verdicts(t, n->b), tell_verdicts(t, n->c), tell_verdicts(t, n->kids);
    }
}

static void tell_ends(struct portrayal *t) {
    json_array(&t->json, "end");
    for (size_t i = 0; i < t->m->end_whens.n; i++)
        tell_end(t, "end when", t->m->end_whens.data[i], t->m->end_whens.data[i]->text);
    tell_verdicts(t, t->m->file->kids);
    if (t->m->limit_period >= 0) {
        json_object(&t->json, NULL);
        json_text(&t->json, "part", "limit");
        json_integer(&t->json, "most", t->m->limit_count);
        json_text(&t->json, "name",
                  t->m->members.data[t->m->enums.data[t->m->period_enum].first + t->m->limit_period].name);
        json_close(&t->json);
    }
    json_close(&t->json);
}

void tell_course(struct portrayal *t) {
    if (t->m->flow && t->m->flow->b) tell_statements(t, "turns", t->m->flow->b);
    tell_score(t);
    tell_ends(t);
}
