/* emit.h: from the checked model to a program; what the emitter's files share.
 *
 * A routine is emitted front to back. Registers are a stack: locals keep theirs until their block ends, temporaries
 * until the statement ends, so at any call or question the registers below `top` are exactly the live ones, and their
 * types are recorded as a stack map. Labels are patched when a routine ends.
 */
#ifndef TN_LANG_EMIT_EMIT_H
#define TN_LANG_EMIT_EMIT_H

#include "code/output.h"
#include "lang/model/check.h"
#include "text/words.h"

struct patch {
    uint32_t at; /* index of the word that holds the target */
    int label;
};

/* What is known of boards, made when first asked for: NONE, or not `made`, until then. */
struct pair_tables {
    bool made;
    int index, sets; /* row of `sets` by space and number, NONE: empty */
};
struct board_tables {
    int step, distance;
    struct pair_tables ray, between;
};
enum { DIRECTIONS = 8, MAX_SET_WORDS = 64 };

/* What became of a rule or value of a kind. */
struct clause_code {
    int table; /* TABLE_ROUTINE or, when it is constant, TABLE_INT */
    bool constant;
};

struct emitter {
    struct model *m; /* settled: see sema.h */
    struct output out;
    struct texts texts; /* writes into `out` */
    /* what became of the model, by number there */
    uint8_t *registers;         /* of locals, while their body is emitted; 0: none */
    int *functions, *reactions; /* their routines */
    struct clause_code *clauses;
    bool too_many;
    /* the routine being emitted */
    int routine;
    bool flow;  /* it belongs to the flow */
    bool whole; /* it is part of one undertaking: its loops do not end it */
    int top, highest;
    uint8_t live[256];   /* enum LIVE_* of each register below top */
    VEC(int32_t) labels; /* code index or NONE */
    VEC(struct patch) patches;
    struct type result;
    int n_tries;                 /* blocks and verbs around it that are tried */
    const struct node *declined; /* `may` of an `instead` that nothing replaces when it is declined; NULL */
    int inlined;                 /* functions being written out */
    const struct node *may;      /* whose first statement is a question that it asks in its words; NULL */
    const struct node *enter;    /* scenario, entry: the statement play begins with; NULL once it is reached */
    const struct node *given_at; /* scenario behind the set-up: the statement its `given` stands before */
    const struct node *given_of; /* that scenario */
    int given_done;              /* register: its `given` has been */
    int given_cards;             /* registers: the cards it has given by name so far; NONE: it is another sort */
    int enter_action;            /* of a turn: how many of its actions are over already */
    int arguments;               /* entry: what the loops around it remember comes from outside */
    /* Loops of the flow around the statement that remember something, and in which register */
    int n_around;
    uint8_t around[MAX_AROUND];
    VEC(const struct node *) entry_nodes; /* parallel to out.entries */
    int *named;                           /* scenario: how often its `given` has put each card somewhere by name */
    bool in_pay;                          /* the prelude's pay: its numbers are payments */
    bool unnoted;                         /* comparisons decide the way, they are no reason of a failure */
    struct giver mark; /* what is written happens at a position of this track, if its track is not NONE */
    bool contrary;     /* what is tested is wanted not to hold */
    /* numbers made beforehand */
    int *zone_first; /* zone instance of each zone */
    int owners;
    int **attribute_tables; /* by kind, by parameter: table or NONE */
    int near_table, row_table, column_table, number_table;
    int sort_table; /* emit_call.c: per card the first of its copies */
    struct board_tables boards;
    int near_mutual; /* 1: who is near is near both ways; 0: not always; NONE: not looked at yet */
    int raise_table, lower_table, raised_signal;
    VEC(struct origin_task *) origin_tasks; /* routines that explain candidates, still to be written */
};

static inline int reg_of(const struct emitter *e, const struct symbol *local) {
    return e->registers[local->number];
}
static inline void set_reg(struct emitter *e, const struct symbol *local, int reg) {
    e->registers[local->number] = (uint8_t)reg;
}
static inline int routine_of(const struct emitter *e, const struct function *f) {
    return e->functions[f->symbol->index];
}

/* ---- emit.c: words of code, registers, labels, strings, tables */
uint32_t emit_op(struct emitter *e, enum op op, int a, int b, int c);
uint32_t emit_opx(struct emitter *e, enum op op, int a, int b, int c, int32_t x);
int emit_reg(struct emitter *e, struct type t); /* registers for one value of that type, on top */
int emit_scratch(struct emitter *e, int n);     /* n plain registers */
int emit_label(struct emitter *e);
void emit_jump(struct emitter *e, enum op op, int a, int b, int c, int label);
void emit_place(struct emitter *e, int label);
int emit_table(struct emitter *e, int kind, const int32_t *words, size_t n, int width, int columns, int32_t missing);
void emit_map(struct emitter *e, uint32_t pc, int registers);
int emit_routine(struct emitter *e, const char *name, const struct node *at); /* a number; the body comes later */
void emit_begin(struct emitter *e, int routine, struct type result);
void emit_end(struct emitter *e); /* adds the final RET and patches labels */
int emit_site(struct emitter *e, int kind, const struct node *at);
void emit_line(struct emitter *e, const struct node *at, bool pass); /* what comes next belongs to that statement */
void emit_safe(struct emitter *e, uint32_t pc); /* the store at pc cannot leave its variable's range */
/* How far the program has grown; what was emitted since a mark can be taken back. */
struct progress {
    size_t code, lines, maps, map_bytes, notes, origins, givers, safe, sites, pieces, labels, patches;
    int top;
};
struct progress emit_mark(const struct emitter *e);
void emit_undo(struct emitter *e, const struct progress *m);
int type_width(const struct emitter *e, struct type t);
int domain_size(const struct emitter *e, struct type t); /* members a set of t ranges over */
void emit_error(struct emitter *e, const struct node *at, const char *text);

/* ---- emit_expr.c */
/* The value of n as `want` (T_UNKNOWN: as it is) into registers dst, or anywhere when dst is NONE; returns where. */
int emit_value(struct emitter *e, struct node *n, struct type want, int dst);
/* Goes to label when n is `when`; falls through otherwise. */
void emit_cond(struct emitter *e, struct node *n, bool when, int label);
/* The same where it only decides how things go on: what it compares is no reason when something fails. */
void emit_test(struct emitter *e, struct node *n, bool when, int label);
int emit_set(struct emitter *e, struct node *n, struct type want, int dst);
void emit_load(struct emitter *e, int dst, int32_t value);
void emit_copy(struct emitter *e, struct type t, int from, int dst);
void emit_nothing(struct emitter *e, struct type t, int dst); /* what there is where nothing is: none, 0, no, empty */
void emit_const_set(struct emitter *e, int dst, int width, const uint32_t *words);
/* Goes to label when x is (when) or is not one of the members written in [ ]. */
void emit_one_of(struct emitter *e, int x, struct node *set, struct type element, bool when, int label);
/* The constant members of a kind, board, enum. */
void kind_words(const struct emitter *e, int kind, bool spaces, uint32_t *words);
void kind_test_words(const struct emitter *e, int kind, uint32_t *words); /* also spaces of boards not in use */

/* How many equal cards share the name n; 1 for anything else. Where it is compared, the name means any of them. */
int copies_named(const struct emitter *e, const struct node *n);
int emit_copies(struct emitter *e, struct node *n); /* the set of them */

/* Where an assignable variable lies: its number, owner and index registers (NO_REGISTER: none). */
int emit_place_of(struct emitter *e, struct node *n, int *owner, int *index);

/* ---- emit_iter.c */
struct iterator {
    int kind, x, set, width, index, limit, head, end;
    struct type element;
    struct node *rest[16]; /* conditions that have still to be tested for each member */
    int n_rest;
    bool resume; /* a loop over a set goes on behind the value x already has */
};
/* Prepares a loop over a source and binds x; between open and close stands the body; `next` goes on. */
struct iterator iter_open(struct emitter *e, struct node *source, int x, struct node *enter_from);
/* The same in the order the source has, where it has one: what `for`, `first` and `pick` go by. */
struct iterator iter_open_in_order(struct emitter *e, struct node *source, int x, struct node *enter_from);
/* The same for the members of which `where` holds; `s` is the variable it speaks of. */
struct iterator iter_open_where(struct emitter *e, struct node *source, int x, struct node *where, struct symbol *s);
void iter_next(struct emitter *e, struct iterator *it); /* jumps back */
void iter_close(struct emitter *e, struct iterator *it);
/* The members of a source: in registers as a set or a list, or to be gone through each time. */
struct several {
    struct node *source;
    struct type element;
    int set, list; /* registers or NONE */
};
struct several emit_several(struct emitter *e, struct node *source, bool in_order);
void emit_how_many(struct emitter *e, const struct several *all, int dst);
/* The member whose number from 0 is in register k, which is used up, counted round and round; nothing when there is
 * none. */
void emit_nth(struct emitter *e, const struct several *all, int k, int dst);
int emit_aggregate(struct emitter *e, struct node *n, int dst);
void emit_quantifier(struct emitter *e, struct node *n, bool when, int label);
int emit_filter(struct emitter *e, struct node *generator, struct type set, int dst,
                bool fresh); /* fresh: nothing reads dst yet */

/* ---- emit_call.c */
int emit_call(struct emitter *e, struct node *n, int dst);
void emit_tried(struct emitter *e, struct node *n); /* a block or a verb behind TRY or CAN, and DONE */
int emit_member_value(struct emitter *e, struct symbol *s, int card, struct node *args, struct node *at, int dst);
int emit_invoke(struct emitter *e, int routine, int me, int self, struct symbol **params, int n, struct bound *b,
                struct type result, int dst);

/* ---- emit_board.c */
int emit_lines_table(struct emitter *e, struct node *call);
int emit_near_table(struct emitter *e);
int emit_owner_table(struct emitter *e); /* by space: whose board it is on */
/* A board that every player has, and the register of the player whose is meant. */
bool is_players_board(const struct emitter *e, const struct node *n);
int emit_board_owner(struct emitter *e, struct node *board);
int emit_players_board(struct emitter *e, struct node *board, int dst);         /* the set of its spaces */
void emit_players_space(struct emitter *e, struct node *board, int k, int dst); /* number k of them */
int emit_board_part(struct emitter *e, struct node *n, int dst);                /* board.row(n), board.column(n) */
void emit_connected(struct emitter *e, struct node *n, int dst);
/* near, step, distance, ray, between */
void emit_space_function(struct emitter *e, struct node *n, int which, int dst);

/* ---- emit_inline.c */
struct inlined {
    struct function *function;
    uint8_t saved[MAX_PARAMETERS];
    struct node *value[MAX_PARAMETERS]; /* what each parameter stands for; NULL: a default */
};
/* Whether the call is written out: then its body may be emitted until inline_close. */
bool inline_open(struct emitter *e, struct node *call, struct inlined *in);
bool inline_bind(struct emitter *e, struct node *call, struct inlined *in); /* the same whatever its size */
void inline_close(struct emitter *e, struct inlined *in);

/* ---- emit_aim.c: how far it is to the end, behind all other routines */
void emit_aims(struct emitter *e);

/* ---- emit_giver.c: for the log */
/* The value n is what the operation at pc changes something by */
void giver_at(struct emitter *e, uint32_t pc, const struct node *n);
void giver_rule(struct emitter *e, uint32_t pc);             /* the CALL there is of something that reacts */
void giver_mark(struct emitter *e, uint32_t pc, enum op op); /* an operation was written among the rules of a mark */

/* ---- emit_origin.c */
/* Where a set of candidates comes from: its expression, with a condition for each of them (`one`) or NULL. */
struct origin origin_of(struct emitter *e, struct node *set, struct node *where, struct symbol *one);
void origin_at(struct emitter *e, struct origin o, uint32_t pc); /* it belongs to the ASK or CALL there */
void emit_origins(struct emitter *e);

/* ---- emit_sequence.c */
/* What gives the members of a set their order: order(...), ray(...), a pile; NULL: only the definition does. */
struct node *order_root(const struct model *m, struct node *source);
struct iterator iter_open_along(struct emitter *e, struct node *source, struct node *root, int x, bool resume);
/* Warns where something goes through a set in order that had another one once. */
int emit_order_start(struct emitter *e, struct node *order); /* with whom order(p) begins; of none: the first player */
void warn_order(struct emitter *e, struct node *source, const char *word);
int emit_step_table(struct emitter *e); /* emit_board.c */

/* ---- emit_narrow.c */
/* Keeps of the set in registers `set` the members x of which cond is `when`; false: it cannot be said for all at once,
 * and nothing was emitted. */
bool emit_narrow(struct emitter *e, struct node *cond, const struct symbol *x, struct type element, int set, bool when);

/* ---- emit_stmt.c, emit_ask.c */
void emit_block(struct emitter *e, struct node *block);
void emit_statement(struct emitter *e, struct node *s);
/* emit_scenario.c: the expression as it is written. */
const char *source_text(struct emitter *e, struct node *n);
/* What is given before this statement, when it is reached for the first time. */
void emit_given_before(struct emitter *e, const struct node *s);
/* emit_given.c: a scenario gives cards to a zone; before that, behind the set-up. */
void emit_given_zone(struct emitter *e, struct node *n);
void emit_given_zones(struct emitter *e, const struct node *scenario);
/* `given: start` */
static inline bool is_start(const struct node *s) {
    return s->kind == N_DO && name_is(s->a, "start") && s->a->type.base == T_VOID;
}
void emit_choose(struct emitter *e, struct node *n, bool optional, int no_label);
void emit_may(struct emitter *e, struct node *n);
void emit_ask_first(struct emitter *e, struct node *n);
void emit_either(struct emitter *e, struct node *n, bool optional, int no_label);
/* from: where what it tests begins; what was compared since then is told as the reason. The site is valid until the
 * next one. */
struct site *emit_fail(struct emitter *e, struct words words, const struct node *at, uint32_t from);
void emit_uend(struct emitter *e);                          /* an undertaking ends, if this is the flow */
void emit_pass(struct emitter *e, const struct node *loop); /* a pass of it ends: perhaps an undertaking with it */
bool node_contains(const struct node *n, const struct node *target);

/* ---- emit_reactions.c */
void emit_functions(struct emitter *e);
int emit_pattern(struct emitter *e, struct node *pattern, struct function *f, int miss_label);

/* ---- emit_card.c: attributes, rules, clauses, boards, state, score */
void emit_state(struct emitter *e);
void emit_cards(struct emitter *e);
void emit_rules(struct emitter *e);
int attribute_table(struct emitter *e, struct symbol *s);
int member_table(struct emitter *e, int enum_number, const char *name);

/* ---- emit_look.c: what only front ends read */
void emit_looks(struct emitter *e);
int32_t printed_value(struct emitter *e, int kind, struct node *args, struct node *wanted);

/* ---- emit_scenario.c */
void emit_scenarios(struct emitter *e);
void check_scenarios(struct emitter *e, const struct program *p); /* against the finished program */

/* ---- emit_entry.c */
void number_entries(struct emitter *e);
void emit_entries(struct emitter *e);
/* The code since `from` is that action of a turn (0: that phase). */
void emit_stretch(struct emitter *e, const struct node *n, int action, uint32_t from);
/* A register for what a loop around `body` remembers, until e->n_around is decremented. When the flow is entered inside
 * it, the register may have its value already: then control goes to *given, to be placed where it would have it. */
int emit_memory(struct emitter *e, const struct node *body, int *given);

/* ---- emit_words.c: texts with holes */
/* A written template: holes are evaluated into registers that stay alive until the statement ends. */
struct words emit_template(struct emitter *e, struct node *at, const char *text);
/* Here the log says what stands behind the bar of a text, or all of it when there is none; flags: LOG_*. */
void emit_told(struct emitter *e, struct node *at, const char *text, int flags);

#endif
