/* What names mean: symbols, kinds, enumerations and the checked program ("the model") between tree and emitter.
 *
 * declare.c fills the model from the tree for one configuration (option values and seats are constants by then);
 * check_*.c resolve every name, give every expression a type and reject what does not fit. Emitter and texts only read:
 * for them the fields of tree and model are const (SETTLED, see ast.h), and what they find out they keep themselves.
 * Everything lives in model.arena. Symbols are compared by address. A name may have several symbols (a tag and a cube
 * may share a spelling): the expected type decides.
 */
#ifndef TN_LANG_MODEL_SEMA_H
#define TN_LANG_MODEL_SEMA_H

#include "base/arena.h"
#include "base/buf.h"
#include "base/diag.h"
#include "code/program.h"
#include "lang/parse/ast.h"
#include "lang/parse/diagnose.h"

/* Bases beyond enum value_type, for the checker only. */
enum {
    T_UNKNOWN = 100, /* an error was reported: fits everywhere, reports nothing more */
    T_NULL,          /* the literal none */
    T_RANGE,         /* lo..hi */
    T_LINES,         /* constant list of sets of spaces */
    T_RULE,          /* c.action without a call: only defined() takes it */
    T_VOID,
};
enum { ANY = 0xffff }; /* type.of: any kind, any enum */

static inline struct type type_make(unsigned base, unsigned flags, unsigned of) {
    struct type t = {(uint8_t)base, (uint8_t)flags, (uint16_t)of};
    return t;
}
#define TYPE(base) type_make(base, 0, ANY)
#define TYPE_OF(base, of) type_make(base, 0, of)

enum symbol_kind {
    SYM_ENUM,     /* index: enum number */
    SYM_MEMBER,   /* index: within its enum; type VT_MEMBER of enum */
    SYM_OPTION,   /* value: the chosen value node */
    SYM_TRACK,    /* index: track number */
    SYM_VAR,      /* index: variable number in model.vars */
    SYM_ZONE,     /* index: zone number */
    SYM_KIND,     /* index: kind number */
    SYM_INSTANCE, /* index: first card number */
    SYM_BOARD,    /* index: board number */
    SYM_SPACE,    /* index: space number */
    SYM_DEF,      /* index: into model.functions */
    SYM_VALUE,
    SYM_SIGNAL,
    SYM_ATTRIBUTE, /* parameter of a kind; index: parameter number within the kind */
    SYM_RULE,      /* rule of a kind; index: into model.clauses */
    SYM_CLAUSE,    /* value of a kind; index: into model.clauses */
    SYM_LOCAL,     /* let, loop variable, parameter of a function */
    SYM_BUILTIN,   /* index: enum builtin */
    SYM_SEAT,      /* A, B, C in scenarios; index: seat */
    SYM_PHASE,
    SYM_BROKEN, /* its declaration has an error that was reported: it fits everywhere and is never reported again */
};

struct symbol {
    SETTLED uint8_t kind; /* enum symbol_kind */
    SETTLED bool used;
    const char *SETTLED name;
    SETTLED struct type type; /* of the value it gives */
    SETTLED int32_t index;
    SETTLED uint32_t number;     /* SYM_LOCAL: from 1 on, its own; 0: one that no code is made for */
    struct node *SETTLED node;   /* declaration */
    struct symbol *SETTLED same; /* another symbol of the same name */
    SETTLED int32_t owner_kind;  /* SYM_ATTRIBUTE, RULE, CLAUSE, VAR of cards: kind that declares it */
};

struct kind_info {
    const char *SETTLED name;
    struct node *SETTLED node;
    SETTLED int parent; /* or NONE */
    SETTLED bool is_space;
    SETTLED bool broken;                  /* its parent is unknown, which was reported */
    SETTLED VEC(struct symbol *) members; /* attributes, rules, clauses, vars declared here (not inherited) */
    SETTLED VEC(struct node *) params;    /* own parameters */
    SETTLED VEC(struct node *) reactions; /* when after instead adjust in the kind's body */
    SETTLED int first, n;                 /* cards of this kind and its children */
    SETTLED int number;                   /* position in depth-first order */
};

struct card_info {
    const char *SETTLED name;
    struct node *SETTLED node; /* INSTANCE */
    SETTLED int kind, copy;
};

struct space_info {
    const char *SETTLED name;
    struct node *SETTLED at;   /* the call or name in row(...) */
    struct node *SETTLED args; /* first argument or NULL */
    SETTLED int board, kind, number, row, col;
    SETTLED int x, y; /* where at(...) puts it; x NONE: nowhere */
};

/* How the rows of a hex board lie: centred, every second one moved by half a space, each one more than the last. */
enum { ROWS_CENTRED, ROWS_SHIFT_RIGHT, ROWS_SHIFT_LEFT, ROWS_SLANT_RIGHT, ROWS_SLANT_LEFT };

struct board_info {
    const char *SETTLED name;
    struct node *SETTLED node;
    SETTLED int shape, lie, first, n, rows;
    SETTLED int owner; /* seat whose board it is, those of all seats one behind the other; NONE: on the table */
    SETTLED bool diagonal, in_use;
    SETTLED bool shifted;   /* a row says where it begins */
    SETTLED bool algebraic; /* its spaces have labels as in chess */
};

struct enum_info {
    const char *SETTLED name; /* resource, tag, ... */
    SETTLED int first, n;     /* into model.members; declarations of one word are one enum */
};
struct member_info {
    const char *SETTLED name;
    struct node *SETTLED node;
    SETTLED int enum_number;
};

struct var_info {
    const char *SETTLED name;
    struct node *SETTLED node;     /* VAR; NULL for tracks, laps, supply and what the compiler adds */
    SETTLED int scope, owner_kind; /* SCOPE_CARD and SCOPE_SPACE: kind or, below NONE, -2 - card number */
    SETTLED struct type type;
    SETTLED int index_enum, period, see;
    SETTLED int low, high;
    SETTLED bool saturate, internal;
    SETTLED bool rests; /* says who is out until the period begins */
    SETTLED bool note;  /* of cards: written on the back, for everybody */
    SETTLED int shown;  /* companion variable or NONE */
    SETTLED int initial;
};

/* What people call the variable of a VAR: its text (of a truth as a label), or its name. */
const char *var_called(const struct node *var);

struct zone_info {
    const char *SETTLED name;
    struct node *SETTLED node;
    SETTLED int kind, see, refill;
    SETTLED bool per_player, live, pile;
    SETTLED bool played; /* what comes here from a hand is played */
};

struct track_info {
    const char *SETTLED name;
    struct node *SETTLED node;
    SETTLED int low, high, step, var, laps;
    SETTLED bool per_player, loop;
    SETTLED bool raised, lowered; /* routines needed */
};

/* def, value, signal: anything with parameters and a body. */
struct function {
    SETTLED uint8_t kind;       /* SYM_DEF, SYM_VALUE, SYM_SIGNAL */
    SETTLED bool prelude, acts; /* acts: has a block, so it may not stand in an expression */
    SETTLED bool flow;          /* only the flow calls it */
    SETTLED bool parts;         /* only the flow calls it, nowhere within one undertaking: its loops end some */
    SETTLED bool asks;          /* something can be asked in it */
    SETTLED bool peeks;         /* it may read what `me` may not see */
    SETTLED bool chance;        /* draws, shuffles or throws, itself or through what it calls */
    SETTLED bool checked;
    const char *SETTLED name;
    struct node *SETTLED node;
    struct symbol *SETTLED symbol;
    struct symbol **SETTLED params;
    SETTLED int n_params;
    SETTLED struct type result;
    SETTLED int low, high;
    SETTLED bool ranged;
    SETTLED VEC(struct reaction *) reactions; /* on a signal; adjustments of a value */
};

/* A rule or value of a kind. */
struct clause_info {
    SETTLED uint8_t kind; /* SYM_RULE, SYM_CLAUSE */
    const char *SETTLED name;
    struct node *SETTLED node; /* RULE or VALUE in the kind */
    SETTLED int owner_kind;
    SETTLED struct type result;
    struct symbol **SETTLED params;
    SETTLED int n_params;
    SETTLED int number; /* index in model.clauses */
};

/* when, after, instead, adjust: where it stands decides who `this` is and when it is live. */
struct reaction {
    struct node *SETTLED node;
    struct function *SETTLED on;
    SETTLED int card;               /* card number it belongs to, or NONE for a global one */
    SETTLED int kind;               /* kind it is written in (for all its cards), or NONE */
    struct node *SETTLED until;     /* inside `until`: that statement */
    SETTLED int until_var;          /* its per-player variable */
    SETTLED int self_param;         /* parameter that the pattern says must be `this`, or NONE */
    struct symbol **SETTLED params; /* the signal's parameters as seen by this body */
    SETTLED int number;             /* index in model.reactions */
};

struct until_info {
    struct node *SETTLED node;
    SETTLED int var; /* per player: 1 while it lasts */
};

struct option_info {
    const char *SETTLED name;
    struct node *SETTLED node;
    struct node *SETTLED value; /* chosen */
};

struct scenario_info {
    const char *SETTLED name;
    struct node *SETTLED node;
    SETTLED bool fits; /* wants this configuration */
};

/* Who calls whom: caller is a function number, -1 the flow, -2 anything else. */
struct call_edge {
    SETTLED int caller, callee;
    const struct node *SETTLED at;
    SETTLED bool together;  /* inside a `together` block */
    SETTLED bool whole;     /* inside a `turn` or `together` block: part of one undertaking */
    SETTLED bool unreached; /* behind a condition that this configuration does not fulfil */
};

/* A board of another choice, or a space of it, is spoken of; see absent.c. */
struct absent_use {
    const struct node *SETTLED at;
    const struct symbol *SETTLED symbol;
    SETTLED int caller; /* as in call_edge */
};

/* A hole of a written text, parsed and checked. */
struct hole {
    const struct node *SETTLED at;
    const char *SETTLED text;
    SETTLED int index;
    struct node *SETTLED expr;
};

/* link(a, b), line(a, b, c) or at(a, x, y), and the board it stands in. */
struct link_info {
    struct node *SETTLED call;
    SETTLED int board;
};

struct config {
    unsigned seats;
    const char *const *options; /* "name=value" */
    size_t n_options;
    bool plain; /* the code stays as the emitter wrote it: for tests of the optimiser */
};

struct model {
    struct arena *SETTLED arena;
    struct diags *SETTLED diags;
    const struct sources *SETTLED sources;
    struct node *SETTLED file;
    const char *SETTLED title;
    SETTLED unsigned seats, owners, min_seats, max_seats;
    SETTLED uint32_t n_locals; /* symbols of locals so far */
    SETTLED bool uses_neutral, uses_out;
    struct symbol **SETTLED table; /* hash table by name */
    SETTLED uint32_t table_size;
    SETTLED VEC(struct symbol *) names; /* every global symbol, for suggestions */
    SETTLED VEC(struct enum_info) enums;
    SETTLED VEC(struct member_info) members;
    SETTLED VEC(struct kind_info) kinds;
    SETTLED VEC(struct card_info) cards;
    SETTLED VEC(struct space_info) spaces;
    SETTLED VEC(struct board_info) boards;
    SETTLED VEC(struct var_info) vars;
    SETTLED VEC(struct zone_info) zones;
    SETTLED VEC(struct track_info) tracks;
    SETTLED VEC(struct function *) functions;
    SETTLED VEC(struct clause_info *) clauses;
    SETTLED VEC(struct reaction *) reactions;
    SETTLED VEC(struct until_info) untils;
    SETTLED VEC(struct until_info) asks; /* of those that ask all at once: who wants */
    SETTLED VEC(struct option_info) options;
    SETTLED VEC(struct scenario_info) scenarios;
    SETTLED VEC(struct symbol *) player_members; /* vars, zones, tracks of every player */
    SETTLED VEC(struct node *) end_whens;
    SETTLED VEC(const char *) phases;
    /* link(...), at(...) and line(...) of boards; what a line(...) links is among the links too */
    SETTLED VEC(struct link_info) links, places, lines;
    uint32_t *SETTLED near; /* SPACE_WORDS for each space: who lies beside it */
    SETTLED VEC(struct call_edge) calls;
    SETTLED VEC(struct absent_use) absent;
    SETTLED VEC(struct hole) holes;
    struct node *SETTLED flow, *SETTLED score, *SETTLED tie, *SETTLED game;
    SETTLED int stock_var, supply_var, stock_enum, period_enum;
    SETTLED int limit_count, limit_period, round_period;
    SETTLED int it_enum, it_index; /* `it` in a range of an indexed variable, while it is evaluated */
    struct report *SETTLED report;
    const struct config *SETTLED config;
    struct node *SETTLED preludes[2];
    SETTLED int supplies[2];                /* supply variables of resource and piece, or NONE */
    SETTLED VEC(struct symbol *) card_vars; /* variables a single instance declares; owner_kind is -2 - card */
    SETTLED int n_preludes;
    SETTLED bool in_prelude, bad_config;
    /* What is printed on cards, or how they change values, may read what somebody may not see */
    SETTLED bool cards_peek;
    SETTLED int constant_depth;                 /* functions looked into by constant_number */
    struct constant_arg *SETTLED constant_args; /* constant.c: their parameters */
    SETTLED bool at_start; /* a constant is wanted for how the game begins, when everybody is still in it */
    /* Whose printed parameters constants may speak of; kind NONE: nobody's */
    SETTLED struct printed_on {
        int kind;
        struct node *args;
    } printed_on;
    SETTLED bool in_family; /* the condition of a family is looked at: its names may be of cards not numbered yet */
    SETTLED int n_copies;   /* made by families so far */
    /* Options are being collected: a module whose option comes later is left for the next walk */
    SETTLED bool collecting;
    /* Instances in order of declaration; copy: first card number once numbered */
    SETTLED VEC(struct card_info) pending;
    SETTLED bool failed;    /* memory ran out */
    SETTLED bool oversized; /* a limit is exceeded: nothing more is checked */
    /* Declarations have errors: in bodies only unknown names are reported, the rest may follow from them. */
    SETTLED bool doubtful;
    SETTLED struct symbol spare; /* what model_add gives when memory is out; the compile is abandoned then */
};

/* Fills the model; reports problems in diags. */
void model_declare(struct model *m, const struct config *config);
/* Checks every body; after it each expression node has type and symbol. */
void model_check(struct model *m);

/* ---- shared by the checker's files */
enum {
    MAX_PARAMETERS = 32, /* of a kind with its ancestors, of a function */
    MAX_CARDS = 1000,
    MAX_SPACES = 1000,
    SPACE_WORDS = (MAX_SPACES + 31) / 32, /* of a set of spaces, at most */
    MAX_KINDS = 500,
    MAX_KIND_DEPTH = 32,
    MAX_MEMBERS = 250, /* of a kind, of every player */
    MAX_FUNCTIONS = 5000,
    MAX_VARS = 4000,
    MAX_TRACKS = 250,
    MAX_ENTRIES = 250, /* phases and turns of the flow */
    MAX_LOCALS = 250,
    MAX_LIST = 64,     /* items of a list */
    MAX_IN_SET = 1000, /* in one [a, b, c] */
    MAX_OPTIONS_OF_GAME = 64,
};
/* Reports a limit that is exceeded and gives up: what follows would take long and say the same. */
void model_too_large(struct model *m, const struct node *at, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
struct symbol *model_find(struct model *m, const char *name); /* first of that name or NULL; follow ->same */
void model_no_memory(struct model *m);                        /* the compile is abandoned */
/* A symbol nobody declared, known to no table: a copy of `like`, or NULL when memory is out. */
struct symbol *symbol_made(struct model *m, struct symbol like);
struct symbol *model_add(struct model *m, int kind, const char *name, struct node *node, struct type type, int index);
/* True when it was kept; only then may model_note and model_help follow. */
bool model_error(struct model *m, const struct node *at, enum diag_code code, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
/* Another place that belongs to the error before it; nothing where `at` is NULL. */
void model_note(struct model *m, const struct node *at, const char *format, ...) __attribute__((format(printf, 3, 4)));
void model_help(struct model *m, const char *format, ...) __attribute__((format(printf, 2, 3)));
bool model_parts_of_amount(struct model *m, const struct node *n); /* `upto n / 2 coin`: true, reported */
void model_declared(struct model *m, const struct symbol *s);      /* a note on where a name comes from */
/* "the same name twice": `what` is what it is, `first` where it was declared before (or NULL). */
void model_twice(struct model *m, const struct node *at, const char *what, const char *name, const struct node *first);
bool model_misspelt(struct model *m, const struct node *at, enum diag_code code, const char *what, const char *wrong,
                    const char *meant); /* see report_misspelt */
void model_warn(struct model *m, const struct node *at, enum diag_code code, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
struct type model_type(struct model *m, struct node *type); /* of a TYPE node */
bool kind_is(const struct model *m, int kind, int ancestor);
int kind_home(const struct model *m, int kind);       /* the zone in which its cards begin, or NONE */
int kind_common(const struct model *m, int a, int b); /* the nearest kind both descend from, or ANY */
/* The only expression of a clause, or NULL. */
struct node *clause_expression(struct node *clause);
/* A member (attribute, rule, clause, var) of a kind or its ancestors; kind ANY searches all kinds. */
struct symbol *kind_member(struct model *m, int kind, const char *name);
const char *type_name(struct model *m, struct type t);             /* in words, for messages */
bool symbol_absent(const struct model *m, const struct symbol *s); /* a board of another choice, or a space of it */
void model_find_absent(struct model *m);                           /* reports those that are used all the same */
bool type_listed(struct type t);  /* things without a number of their own: several of them are a list, not a set */
bool type_in_sets(struct type t); /* things a set can hold */
/* Reports an unknown name with the nearest of `extra` and of all global names of a kind in the mask (0: all). `what`
 * says what was wanted; without a near name the few that there are, or the place of their declaration, are added. */
enum { ONLY_EXTRA = 1u << 30 };
const char *model_list(struct model *m, const char *const *names, size_t n); /* "a, b and c" */
/* Whether something declared, or one of these, is spelt almost so. */
bool model_near(struct model *m, const char *name, const char *const *extra, size_t n_extra);
/* What the author should write in place of that name; NULL: nothing is known of it. */
const char *model_cure(struct model *m, const struct node *at, const char *what, const char *name);
/* Returns what was proposed, or NULL. */
const char *model_unknown(struct model *m, const struct node *at, const char *what, const char *name, uint32_t kinds,
                          const char *const *extra, size_t n_extra);
void model_unknown_period(struct model *m, const struct node *n, const char *name); /* the name ends the text of n */
struct node *argument_at(struct node *args, int i); /* the i-th without a name, or NULL */
/* The value of a named argument, or NULL. */
struct node *argument_named(struct node *args, const char *name);
int enum_by_name(const struct model *m, const char *name);                    /* or NONE */
int member_by_name(const struct model *m, int enum_number, const char *name); /* index within the enum, or NONE */
bool name_is(const struct node *n, const char *name);                         /* a NAME of that spelling */
/* Calls visit for every declaration of the configuration: includes opened, modules decided. */
void model_each(struct model *m, void (*visit)(struct model *m, struct node *declaration));

/* Constant expressions: numbers, members, cards, spaces, amounts, bools. false when it is not constant. */
bool constant_value(struct model *m, struct node *n, struct type expected, int32_t *out);
bool constant_at_start(struct model *m, struct node *n, struct type expected, int32_t *out); /* as it is declared */
int32_t entry_low(struct model *m, const struct var_info *v, int i); /* the lowest number of its entry i */
/* What entry i of a card or space begins with, if its value is written and known; owner NONE: of anybody. */
bool entry_start(struct model *m, const struct var_info *v, int owner, int i, int32_t *out);
bool starts_by_owner(struct model *m, const struct var_info *v);      /* with what is printed on the card or space */
bool var_is_of(struct model *m, const struct var_info *v, int owner); /* whether that card or space has it */
bool model_zero_division(struct model *m, struct node *n);            /* reports a division by a constant zero inside */
/* true when the configuration decides it (options, seats, constants). */
bool constant_number(struct model *m, struct node *n, int32_t *out);

struct node *constant_def(struct model *m, struct node *call); /* the DEF of a function that is called, or NULL */
struct node *option_value(struct model *m, struct node *n);    /* what an option's name stands for; else n */
void model_condition(struct model *m, struct node *condition); /* reports unknown names in the condition of a module */
/* When `option` names an option: reports a name that is none of its values. */
void model_option_value(struct model *m, struct node *option, struct node *value);
/* Remembers the name of a declaration that was rejected, so that its uses are not reported as well. */
void model_broken(struct model *m, struct node *declaration, bool of_player);
void model_find_played(struct model *m);  /* played.c: into which zones cards are played */
void model_find_cycles(struct model *m);  /* calls.c: verbs and functions that call themselves */
void model_find_endless(struct model *m); /* endless.c: warns of what never ends, where that is sure */
void model_find_unused(struct model *m);  /* unused.c: warns of what no rule speaks of */
void model_find_missing(struct model *m); /* missing.c: warns of what rules count on and nothing provides */
bool zone_is_shuffled(const struct model *m, const struct zone_info *z); /* by a rule, wherever it stands */
void model_find_never(struct model *m);                                  /* never.c: warns of what can never happen */
void model_find_slips(struct model *m);                      /* slips.c: warns of what is allowed and rarely meant */
void model_find_forbidding(struct model *m);                 /* forbids.c: warns of reactions that can fail */
bool node_compares(const struct node *n);                    /* == != < <= > >= */
bool node_alike(const struct node *a, const struct node *b); /* slips.c: they look the same in the file */
/* Whether `found` holds of n or something below it, but in scenarios; modules that are not in this game count. */
bool tree_any(const struct node *n, bool (*found)(const struct node *n, const void *of), const void *of);
bool tree_mentions(const struct node *n, const struct symbol *s); /* by a name that means it */
/* Whether a node is that word, and no declaration took its name; NULL is none of them. */
bool names_none(const struct node *n);
bool names_me(const struct node *n);
bool names_this(const struct node *n);
bool names_local(const struct node *n);                      /* what a rule bound */
bool tree_speaks_of(const struct node *n, const char *name); /* as a name or a member */
/* Whether something of that name is assigned to below n, but in scenarios; modules that are not in this game count. */
bool tree_assigns(const struct node *n, const char *name);
/* An attribute written at a member, total (NUMBER_MAX: unlimited), worth (1), floor (0); false when unknown. */
bool enum_attribute(struct model *m, int e, int index, const char *name, int32_t *out);

/* ---- peek.c */
void model_find_peeking(struct model *m); /* function.peeks and model.cards_peek */
/* What is listed or said may depend on what is hidden */
bool question_peeks(const struct model *m, const struct node *question);
/* An expression reads nothing that somebody may not see, nor do functions so many calls deep. */
bool everybody_sees(const struct model *m, const struct node *n, int depth);

/* ---- undertaking.c */
void model_find_undertakings(struct model *m); /* function.flow, .parts and .asks */
bool node_asks(const struct model *m, const struct node *n);
bool node_is_possible(const struct node *n);
/* possible(...): what stands in it is only tried */ /* whether something can be asked in it */
bool node_parts(const struct node *n);               /* whether a turn, phase or round stands in it */

void model_infer(struct model *m, struct function *f); /* the result type of a def written as `= expr` */
bool mentions_it(const struct node *n);                /* speaks of `it`, the index of a variable */
int model_internal_var(struct model *m, const char *name, int scope);
void model_may_rest(struct model *m, int period);      /* somebody may be out until that period begins */
int model_rest_var(const struct model *m, int period); /* the variable that says who; NONE: nobody */

/* The expression in a hole of a text written at a node, or NULL. */
struct node *model_hole(const struct model *m, const struct node *at, const char *text, int index);

/* All parameters of a kind, ancestors' after its own, as the arguments of an instance fill them. */
size_t kind_parameters(struct model *m, int kind, struct node **out, size_t cap);

/* ---- geometry.c: neighbours of spaces */
int space_step(const struct model *m, int space, int direction); /* or NONE */
void space_near(const struct model *m, int space, uint32_t *words);
/* The space a label in a line of a board means; NONE, reported: there is none. */
int labelled_space(struct model *m, struct node *name, int board);

struct value_kind value_kind_of(struct type t);

/* For how many players a game is, which is known before a configuration is chosen: plain numbers from 1 to MAX_SEATS.
 * False, and nothing changed: `players:` is missing or something else, which the compiler reports. */
bool game_players(const struct node *game, unsigned *least, unsigned *most);

#endif
