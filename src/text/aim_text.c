/* aim_text.c: what a reader wants to know first: for how many players and with which options these rules are, when the
 * game ends, who wins, and what is counted in the score.
 *
 * Who wins is said where there is a score and more than one player; who wins by a rule is said in the course. */
#include "text/rule_text_inside.h"

#include "lang/parse/token.h"

#include <string.h>

/* ---- players and options */
static struct said players_words(struct texts *to) {
    const struct model *m = to->m;
    struct phraser p;
    phrase_open(&p, to, FOR_PRINT);
    words_number(&p, m->seats);
    if (m->min_seats != m->max_seats) {
        words_say(&p, " (there are rules for "), words_number(&p, m->min_seats);
        words_say(&p, " to "), words_number(&p, m->max_seats), words_say(&p, ")");
    }
    return phrase_close_said(&p);
}

static void option_rule(struct texts *to, const struct option_info *o) {
    struct phraser p;
    if (!o->value) return;
    phrase_open(&p, to, FOR_PRINT);
    if (name_is(o->value, "true") || name_is(o->value, "false"))
        words_say(&p, name_is(o->value, "true") ? "yes" : "no");
    else
        phrase_expr(&p, o->value);
    struct said text = phrase_close_said(&p);
    rule_add(to, "the game", rule_title(to, o->node->text, o->name), text);
}

/* ---- the end */
static const char *period_name(const struct model *m, int period) {
    return m->members.data[m->enums.data[m->period_enum].first + period].name;
}

static void end_rules(struct texts *to) {
    struct model *m = to->m;
    for (size_t i = 0; i < m->end_whens.n; i++) {
        const struct node *n = m->end_whens.data[i];
        struct phraser p;
        int32_t yes;
        phrase_open(&p, to, FOR_PRINT);
        bool never = words_constant(&p, n->a, &yes) && !yes;
        if (!never) {
            if (m->round_period != NONE)
                words_say(&p, "at the end of a "), words_name(&p, period_name(m, m->round_period)), words_say(&p, ", ");
            words_say(&p, "if "), phrase_condition(&p, n->a, false);
        }
        struct said text = phrase_close_said(&p);
        rule_step(to, "end of the game", SAID(n->text ? n->text : "the game ends"), text,
                  (struct step){.topic = TOPIC_END});
    }
    if (m->limit_period == NONE) return;
    struct phraser p;
    phrase_open(&p, to, FOR_PRINT);
    words_name(&p, period_name(m, m->limit_period));
    words_say(&p, " "), words_number(&p, m->limit_count), words_say(&p, " is over");
    rule_step(to, "end of the game", SAID("at the latest"), phrase_close_said(&p), (struct step){.topic = TOPIC_LIMIT});
}

/* ---- the score */
static void say_points(struct phraser *p, struct node *n) {
    n = node_bare(n);
    bool sum = n->kind == N_AGGREGATE && n->number == TOKEN_SUM && n->b && !is_count(p, n->b);
    if (n->kind == N_BINARY && n->number == TOKEN_PLUS)
        say_points(p, n->a), words_say(p, " plus "), say_points(p, n->b);
    else if (sum || n->kind == N_INDEX || n->kind == N_FIELD || n->kind == N_NAME)
        phrase_number(p, n);
    else
        phrase_quantity(p, n, false, (struct unit){0});
}

static struct said points_words(struct texts *to, struct node *n) {
    struct phraser p;
    phrase_open(&p, to, FOR_PRINT);
    say_points(&p, n);
    return phrase_close_said(&p);
}

static struct node *points_of(const struct node *line) {
    bool number = line->kind == N_CLAUSE && line->b->kids && line->b->kids->kind == N_DO;
    return number ? line->b->kids->a : NULL;
}

/* A line of the score goes by its name; what everybody has of their own is "coins", not "your coins". */
static struct said tie_words(struct texts *to, struct node *n) {
    if (n->kind == N_LEAST) n = n->a;
    if (n->kind == N_NAME && n->type.base != VT_NUMBER) return rule_title(to, NULL, n->name);
    struct said words = points_words(to, n);
    for (struct node *line = to->m->score ? to->m->score->b->kids : NULL; line; line = line->next)
        if (points_of(line) && said_same(points_words(to, points_of(line)), words))
            return rule_title(to, NULL, line->name);
    return said_after_your(words, to->m->arena);
}

static void say_winner(struct phraser *p) {
    struct node *ties = p->to->m->tie ? p->to->m->tie->kids : NULL;
    words_say(p, "whoever has the most points in all");
    if (ties) words_say(p, "; if several have, whoever of them has ");
    for (struct node *n = ties; n; n = n->next) {
        words_say(p, n == ties ? "" : ", then ");
        words_say(p, n->kind == N_LEAST ? "the least " : "the most ");
        words_said(p, tie_words(p->to, n));
    }
    words_say(p, ties ? "; if that is the same too, they win together" : "; if several have, they win together");
}

static void score_rules(struct texts *to) {
    struct node *lines = to->m->score ? to->m->score->b->kids : NULL;
    if (lines && to->m->seats > 1) {
        struct phraser p;
        phrase_open(&p, to, FOR_PRINT);
        say_winner(&p);
        rule_step(to, "who wins", SAID(""), phrase_close_said(&p), (struct step){.topic = TOPIC_WINS});
    } else if (to->m->seats > 1) {
        rule_step(to, "who wins", SAID(""),
                  SAID("whom a rule says to win, or all others where somebody loses by a rule; if the game "
                       "ends otherwise it is a draw"),
                  (struct step){.topic = TOPIC_WINS});
    }
    for (struct node *n = lines; n; n = n->next)
        if (points_of(n))
            rule_step(to, "points", rule_title(to, NULL, n->name), points_words(to, points_of(n)),
                      (struct step){.topic = TOPIC_POINTS}),
                rule_drawn(to, points_of(n));
}

/* What decides between equal scores is told at the end of a game too. */
static void name_ties(struct texts *to) {
    size_t i = 0;
    for (struct node *n = to->m->tie ? to->m->tie->kids : NULL; n && i < to->out->ties.n; n = n->next)
        to->out->ties.data[i++].name = output_string(to->out, said_text(tie_words(to, n), to->out, to->m->arena));
}

void text_aims(struct texts *to) {
    name_ties(to);
    rule_add(to, "the game", SAID("players"), players_words(to));
    for (size_t i = 0; i < to->m->options.n; i++)
        option_rule(to, &to->m->options.data[i]);
    end_rules(to);
    score_rules(to);
}
