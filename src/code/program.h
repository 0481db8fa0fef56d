/* A compiled definition for one configuration (options and number of seats): code, constants, tables and words.
 *
 * Made by the emitter (src/lang), checked by the verifier, run by the machine (src/vm), read by the renderer and the
 * front ends. Immutable once made; everything lies in one arena owned by the program, so threads may share it.
 * Names are as written in the definition; indices are dense; "none" is -1 everywhere.
 */
#ifndef TN_CODE_PROGRAM_H
#define TN_CODE_PROGRAM_H

#include "code/op.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    NONE = -1,
    NO_REGISTER = 255, /* operand of kind O: absent */
    REG_ME = 0,        /* register 0 of every frame: who acts */
    REG_THIS = 1,      /* register 1: the card whose rule it is, or NONE */
    REG_ARGS = 2,
    MAX_SEATS = 8,
    NUMBER_MAX = 9999, /* an open upper end */
};

/* An amount packs number and unit into one register: bits 0-15 number (signed), 16-23 unit, 24 upto. */
/* clang-format off */
#define AMOUNT(n, unit) ((int32_t)(((uint32_t)(n) & 0xffffu) | ((uint32_t)(unit) & 0xffu) << 16))
#define AMOUNT_N(a) ((int32_t)(int16_t)((uint32_t)(a) & 0xffffu))
#define AMOUNT_UNIT(a) ((int32_t)(((uint32_t)(a) >> 16) & 0xffu))
#define AMOUNT_UPTO 0x1000000

/* A list is a reference: pool offset, or LIST_STACK + absolute stack index; there stands the count, then the items. */
#define LIST_STACK 0x40000000

/* A track as a value: which track and whose. A track's position is variable tracks[i].var. */
#define TRACK_VALUE(track, owner) ((int32_t)((track) << 8 | ((owner) + 1)))
#define TRACK_OF(v) ((v) >> 8)
#define TRACK_OWNER(v) (((v) & 0xff) - 1)
/* clang-format on */

/* What a register, a variable or an answer stands for. `of` says which enum, kind or board where it matters. */
enum value_type {
    VT_NOTHING,
    VT_NUMBER,
    VT_BOOL,
    VT_PLAYER, /* 0..seats-1; seats is the neutral player */
    VT_MEMBER, /* of enum `of` */
    VT_CARD,   /* an instance */
    VT_SPACE,
    VT_AMOUNT, /* of enum `of` */
    VT_ZONE,
    VT_TRACK,
    VT_TEXT,   /* index of a string */
    VT_OPTION, /* branch of an either */
    VT_BOARD,
};
enum { VF_SET = 1, VF_LIST = 2 };

struct value_kind {
    uint8_t type;  /* enum value_type */
    uint8_t flags; /* VF_SET, VF_LIST */
    uint16_t of;
};

enum { PRELUDE_FILE = 0xffff }; /* in place of a file: the text that every definition begins with */
struct place {
    uint16_t file; /* index into program.files, or PRELUDE_FILE */
    uint32_t line;
};

/* Where the code from pc on comes from, up to the next one: derived, of a program that was compiled just now. */
struct statement {
    uint32_t pc, line, col;
    uint16_t file, len;
    bool pass; /* a pass of a loop ends there, and with it an undertaking */
    bool gone; /* nothing leads there: pc is that of what follows */
};

/* ---- words: a text with holes, filled when it is rendered: from registers, or with what the compiler knew. So a text
 * that is printed has holes as well: whatever it names, it says by number, in any language (render.h). */
enum hole_kind {
    HOLE_VALUE,  /* the value in a register */
    HOLE_CLAUSE, /* the clause `member` of the card in it */
    HOLE_ITEM,   /* item `member` of the list in it */
    HOLE_KNOWN,  /* `value`; from here on no register is read */
    HOLE_TEXT,   /* the text of clause `value`: in the sentence of that clause */
    HOLE_CARD,   /* the whole text of card `value`: in a rule */
};
enum {
    KNOWN_SIGN = 1,
    KNOWN_MANY = 2
}; /* HOLE_KNOWN, `member`: "+2", not "2"; what several of the member are called */
struct piece {
    int32_t string; /* index of a literal string, or NONE for a hole */
    uint8_t reg;    /* hole: register of the frame the site is in */
    uint8_t hole;   /* hole: enum hole_kind */
    uint16_t member;
    struct value_kind kind;
    int32_t value;
};
static inline bool piece_reads(const struct piece *p) {
    return p->string == NONE && p->hole < HOLE_KNOWN;
}
struct words {
    uint32_t first, n; /* into program.pieces */
};

/* ---- where the machine stops, fails or speaks */
enum site_kind {
    SITE_FAIL,   /* words: the reason */
    SITE_LOG,    /* words: the event */
    SITE_CHOOSE, /* b: set of candidates (width words); a receives the member */
    SITE_NUMBER, /* b: lowest, c: highest; a receives the number */
    SITE_YESNO,  /* a receives 1 or 0 */
    SITE_OPTION, /* a receives the branch number; n_options; b: one-word set of those there are, absent: all */
    SITE_CHANCE, /* never in code: questions to the chance seat */
};
enum {
    ASK_OPTIONAL = 1, /* "no" is an answer: a receives NONE */
    ASK_SUBSET = 2,   /* one of a run of picks; "no" ends the run */
    ASK_PAYMENT = 4,
    ASK_HUNDREDS = 8,  /* the hundreds of a number; the rest is asked next */
    ASK_AGAIN = 16,    /* a run of picks goes on: one was made */
    ASK_TELLS = 32,    /* what comes of the answer tells it; the log need not */
    ASK_SILENT = 64,   /* and where nothing comes of it, the log says nothing */
    ASK_UNASKED = 128, /* where only "no" is left, nobody is asked */
};
enum { FAIL_ELSEWHERE = 1 }; /* SITE_FAIL of an origin: the thing lies not where the candidates are taken from */
enum {
    LOG_ANSWER = 1,   /* SITE_LOG: it tells an answer */
    LOG_OPTIONAL = 2, /* one that could be "no" */
    LOG_SHOWN = 4,    /* of cards that the rule moves or reveals in any case: who reads the rules knows which */
};
struct site {
    uint8_t kind, flags;
    uint8_t width;     /* words of the candidate set */
    uint8_t prefer;    /* register of the default answer, or NO_REGISTER */
    uint8_t n_options; /* SITE_OPTION */
    /* ASK_SUBSET: registers of the fewest and the most to be picked and of how many are; 0: not told */
    uint8_t take;
    uint16_t routine;
    struct place at;
    struct value_kind value; /* what is chosen; SITE_OPTION: VT_OPTION, else the branches are items of a list */
    struct words words;      /* prompt, reason or event */
    struct words where;      /* SITE_CHOOSE: the condition in words, n == 0 when there is none */
    uint32_t options;        /* SITE_OPTION: first of n_options `words` in program.labels */
    int32_t unit;            /* SITE_NUMBER of a payment: member of the stock's enum; SITE_OPTION: the branches that are
                                ASK_SILENT, a bit each; else NONE */
    uint32_t from;           /* SITE_FAIL: what was compared from here up to the failure is its reason */
    uint8_t due, in, with, worth; /* SITE_NUMBER of a payment: registers of what is to be paid and in what, of what it
                                     may be paid with, and what one of those is worth; worth NO_REGISTER: it is none */
    /* SITE_CHOOSE of a card: the key of the one rule of it that is carried out next, else NONE */
    int32_t rule;
};

/* A comparison that may be the reason of a failure: the operation at `pc` compared registers have and need. */
struct note {
    uint32_t pc;
    uint8_t have, need; /* NO_REGISTER, one of them at most: the number `fixed` */
    uint8_t relation;   /* what would have satisfied it: enum relation, have to need */
    struct value_kind kind;
    struct words words; /* what was compared */
    int32_t fixed;
};

/* Where the candidates of a question come from, for people: at the ASK, or at a CALL that hands the set to `param`
 * of the routine called. `routine` takes what the pool names as registers of the frame and then one thing more, and
 * fails with the reason why that is not in the set; NONE: there is none. `up`: the set is, before what the routine
 * tests, what this frame itself was handed in that register. By pc. */
struct origin {
    uint32_t pc;
    int32_t routine;
    struct words words; /* what the set is called */
    uint32_t args;
    uint8_t n_args, param, up; /* NO_REGISTER: none */
    uint8_t plain;             /* the reason says it all: what is wanted need not be told beside it */
};

/* Where what changes at `pc` comes from, for the log: by pc. At an operation that changes a number, or at a CALL. */
enum giver_kind {
    GIVER_SPACE, /* it is read off the space in `reg` */
    GIVER_ABOUT, /* it is reckoned from the space in `reg`, and no card's rule does it */
    GIVER_CARD,  /* it is read off the card in `reg` */
    GIVER_TRACK, /* the rules at position `reg` of a track do it, that of the player in `owner` */
    GIVER_RULE,  /* CALL: what is called reacts by itself, whatever rule it is called from */
};
struct giver {
    uint32_t pc;
    uint8_t kind, reg, owner; /* registers: NO_REGISTER where there is none */
    int32_t track;
};

/* The registers alive while a frame waits at `pc` (an ASK, FORK, chance or CALL): one byte each, from register 0. */
enum { LIVE_PLAIN, LIVE_CARD, LIVE_CARDSET, LIVE_CARDSET_REST, LIVE_KIND = 0x0f };
enum { LIVE_DEAD = 0x80 }; /* a flag beside the kind: no rule reads what the register holds there */
struct stack_map {
    uint32_t pc;
    uint32_t first; /* into program.map_bytes */
    uint16_t n;
};

struct routine {
    int32_t name; /* string: for faults and the disassembler */
    uint32_t entry, end;
    uint8_t n_args;   /* registers after REG_THIS */
    uint8_t n_result; /* words returned */
    uint8_t n_regs;   /* registers used, at least 2 + n_args */
    uint8_t flow;     /* 1: part of the flow, not of a card */
    struct place at;
    int32_t rule; /* 1 + the rule of program.rules that says what it does; 0: none */
};

enum table_kind { TABLE_INT, TABLE_SET, TABLE_ROUTINE };
struct table {
    uint8_t kind;
    uint8_t width;    /* TABLE_SET: words a row */
    uint16_t columns; /* TAB2 */
    uint32_t first;   /* pool offset */
    uint32_t n;       /* entries or rows */
    int32_t missing;  /* TABLE_INT: outside */
};

/* ---- state */
enum var_scope { SCOPE_GLOBAL, SCOPE_PLAYER, SCOPE_CARD, SCOPE_SPACE };
enum see { SEE_EVERYONE, SEE_OWNER, SEE_NOBODY, SEE_OTHERS };
/* What rules do with a variable: it is added to the stock, member by member; a player is put there with a piece on
 * the same space; it says who is out until its period begins (internal, of players: 1 or 0); it is written on the back
 * of a card, for everybody. */
enum var_use { USE_OTHER, USE_RATE, USE_OWNER, USE_REST, USE_NOTE, VAR_USES };
struct var {
    int32_t name, title; /* title: what people call it, or NONE: its name */
    uint8_t scope;
    uint8_t width; /* bytes: 1, 2 or 4, signed */
    uint8_t see;
    uint8_t saturate; /* 1: the upper end is open, gains stop at hi */
    uint8_t internal; /* 1: made by the compiler, never shown */
    uint8_t use;      /* enum var_use */
    struct value_kind kind;
    int32_t initial;     /* unless `initials` */
    int32_t low, high;   /* numbers: the declared range */
    int32_t lows;        /* TABLE_INT of lower ends by index, or NONE */
    int32_t initials;    /* TABLE_INT of initial values, or NONE: by index, or for each entry of each owner */
    int32_t index_enum;  /* enum the variable is indexed by, or NONE */
    uint16_t n_owners;   /* 1, owners, cards or spaces in the range */
    int32_t first_owner; /* SCOPE_CARD, SCOPE_SPACE: first card or space that has it */
    uint16_t n_index;    /* entries per owner, at least 1 */
    int16_t period;      /* reset when it begins, or NONE */
    int16_t shown;       /* variable that says who was shown it, or NONE */
    uint32_t offset;     /* bytes into the block: offset + ((owner - first_owner) * n_index + index) * width */
};

static inline int32_t program_var_title(const struct var *v) {
    return v->title >= 0 ? v->title : v->name;
}

/* After how many entries of a variable the table of its initial values begins anew. */
static inline uint32_t var_initials(const struct var *v, uint32_t table_size) {
    return table_size > v->n_index ? (uint32_t)v->n_owners * v->n_index : v->n_index;
}

struct zone {
    int32_t name, title;
    uint8_t per_player, see, live, pile;
    int16_t refill;     /* zone whose cards are shuffled in when it is empty, or NONE */
    int16_t first_card; /* cards that may lie here: a range of instances */
    uint16_t n_cards;
    uint16_t instance; /* first zone instance: + owner when per_player */
    /* pile: bytes into the block, struct pile_head, then n_cards entries (layout.h); per owner pile_stride */
    uint32_t order;
    uint32_t pile_stride;
    /* Where cards go that are drawn and nothing else is said: they are drawn, elsewhere only put */
    uint8_t hand;
    uint8_t played; /* what comes here from a hand is played, elsewhere only put */
};
/* A pile is [top decided cards][undecided][bottom decided cards]; order holds the first `top` and the last `bottom`. */
struct pile_head {
    uint16_t top, bottom;
    uint16_t shuffles; /* counts shuffles and draws: the counter of the pile's random stream */
    uint16_t pad;
};

struct track {
    int32_t name, title;
    int32_t var, laps; /* variables; laps NONE unless it loops */
    int32_t low, high, step;
    int32_t raise, lower; /* routines (argument: steps) or NONE when never used */
    uint8_t per_player, loop;
};

/* What happens at one place of a track, in words; ordered by track. */
struct track_mark {
    int32_t track, at;
    struct words text;
    int32_t face; /* string: what happens there, as the phrases of a face; see card_face.h */
};

struct member {
    int32_t name;
    int32_t many;  /* what several of it are called, or NONE: as one */
    int32_t total; /* how many there are, or NONE when unlimited */
};
/* The words that declare members, in the order of program.enums. */
/* clang-format off */
#define ENUM_WORDS(W) W(RESOURCE, "resource") W(TAG, "tag") W(PIECE, "piece") W(SYMBOL, "symbol") W(PERIOD, "period")
/* clang-format on */
enum enum_word {
#define ENUM_WORD(name, word) ENUM_##name,
    ENUM_WORDS(ENUM_WORD) ENUM_COUNT
#undef ENUM_WORD
};
struct enumeration {
    int32_t name; /* its word */
    uint32_t first;
    uint16_t n;
};

struct card_kind {
    int32_t name, title;
    int16_t parent;
    int16_t first; /* instances of this kind and its children: a range */
    uint16_t n;
    uint8_t is_space; /* then first, n are not used: see space.kind */
};
struct card {
    int32_t name;
    uint16_t kind;
    uint16_t copy;               /* 0 for the first of several copies */
    uint32_t clauses, n_clauses; /* into program.clauses: its generated text */
    struct words text;           /* written by hand; n == 0: the sentences of its clauses are the text */
    uint32_t tags; /* 1 + where in the pool stands how many, then the members of `tag` printed on it; 0: none */
    int32_t face;  /* string: its face, see card_face.h; NONE: it has none */
};
/* One clause of a card in words. The text of a card is the sentences of its clauses, one behind the other, each with a
 * capital; n == 0: it is no part of the text (flavour), or somebody wrote the whole text by hand. */
#define CLAUSE_FLAVOUR "flavour" /* the last clause of a card that has it; the author's words, no rule */
/* What a clause is on its card. */
enum clause_role {
    /* The number that a value about cards and players begins with: what it costs before others adjust it */
    ROLE_COST,
    ROLE_NUMBER,      /* another number printed on it, an attribute */
    ROLE_TAGS,        /* its tags, all of them or some */
    ROLE_FACT,        /* another attribute */
    ROLE_REQUIREMENT, /* a condition */
    ROLE_POINTS,      /* a number of it that the score counts */
    ROLE_THING,       /* a value that is one member: what it holds */
    ROLE_VALUE,       /* another value */
    ROLE_EFFECT,      /* a rule */
    ROLE_ACTION,      /* a rule that is called `action`, or has that title */
    ROLE_REACTION,    /* when, after, instead */
    ROLE_ADJUSTMENT,
    ROLE_FLAVOUR, /* no rule */
    ROLES
};
struct clause {
    int32_t key;   /* string: requires, do, action, points ... as declared */
    int32_t label; /* the key as it is shown; another one in another language */
    struct words text;
    struct words sentence; /* "Requires {1}.": HOLE_TEXT, or none when it does not say the text as it is */
    int32_t role;
    int32_t number; /* of a cost, a number or points that is known, of a thing the member; NO_NUMBER: it is not known */
};
#define NO_NUMBER INT32_MIN

/* A part of what is printed on a space: so many of a member; of something else (member NONE) in words, with the
 * number they begin with, or NO_NUMBER. GIFT_CARDS: the words are about that many cards, which some rule draws. */
enum { GIFT_CARDS = NONE - 1 };
struct gift {
    struct words text;
    int32_t number, member;
};

/* What a beginner asks for that a rule says: by which it ends, at the latest; who wins; what counts; what a turn is;
 * what players are paid again and again, unasked. */
enum topic { TOPIC_NONE, TOPIC_END, TOPIC_LIMIT, TOPIC_WINS, TOPIC_POINTS, TOPIC_TURN, TOPIC_INCOME, TOPICS };

/* A rule that stands on no card, in words: what it is about ("track"), its name, its text; `depth`: it is a step of the
 * rule before it that is less deep. `at`: of a step of the course the statement it tells; line 0: it is none. */
struct rule {
    int32_t about; /* a string */
    struct words name, text;
    uint16_t depth, topic;
    struct place at;
    int32_t face; /* string: the same to be drawn, see card_face.h; NONE: it takes words */
};

enum board_shape { BOARD_HEX, BOARD_SQUARE, BOARD_GRAPH, BOARD_RING, BOARD_LOOSE };
struct board {
    int32_t name, title;
    uint8_t shape, in_use; /* in_use 0: another board was chosen by an option */
    uint16_t first, n, rows;
    int16_t owner; /* seat whose board it is, or NONE */
};
struct space {
    int32_t name;            /* its label or "<board> <number>" */
    struct words text;       /* what is printed on it, generated */
    uint32_t gifts, n_gifts; /* the same in parts */
    uint16_t board, kind;
    uint16_t number;  /* from 1 on its board */
    int16_t row, col; /* hex: col counts half steps so that neighbours differ by 2 in a row and by 1 between rows */
    int16_t x, y;     /* where the definition puts it, for whoever draws it; x NONE: nowhere */
};

/* ---- what only front ends read */
/* Space `to` counts as a neighbour of space `from`; by from, then to. linked: by link(a, b), not by the shape of the
 * board. */
struct border {
    uint16_t from, to, linked;
};
#define LOOK_COLOURS(C) C(red) C(green) C(yellow) C(blue) C(magenta) C(cyan) C(white) C(grey) /* numbered from 1 */
#define LOOK_TEXTURES(T) T(rock) T(ice) T(soil) T(sand) T(grass) T(felt) T(wood) T(stone) T(paper) T(metal)
#define LOOK_SHAPES(S) S(globe) S(sheet) S(rack) S(points)
/* What an entry may hold, and one more. */
enum {
#define COUNT_NAME(name) +1
    LOOK_COLOUR_END = 1 LOOK_COLOURS(COUNT_NAME),
    LOOK_TEXTURE_END = 1 LOOK_TEXTURES(COUNT_NAME),
    LOOK_SHAPE_END = 1 LOOK_SHAPES(COUNT_NAME),
#undef COUNT_NAME
    LOOK_PICTURE_END = 1
#define PICTURE(name) +1
#include "code/pictures.def"
#undef PICTURE
};
enum look_of { LOOK_VAR, LOOK_ZONE, LOOK_TRACK, LOOK_BOARD, LOOK_MEMBER, LOOK_KIND, LOOK_CARD, LOOK_SORTS };
/* The `look:` of one thing; most have none. */
struct look_entry {
    uint8_t of;      /* enum look_of */
    uint8_t colour;  /* 0: none */
    uint8_t hidden;  /* 1: not to be shown */
    uint8_t picture; /* a row of pictures.def, from 1; 0: none */
    uint8_t texture; /* the ground of a board, in that colour; 0: it has none, and no shape */
    uint8_t shape, checker;
    uint8_t row; /* 1: the cards of this zone lie in a row, in their order */
    uint32_t index;
    int32_t icon; /* string or NONE */
};
/* A number or truth about a card and perhaps a player: a `value` of the game, or of a kind. It only looks. */
struct card_value {
    int32_t name;
    int32_t routine; /* a value of the game; NONE: look into the table */
    int32_t table;   /* a value of a kind: by card, of routines or of numbers */
    uint16_t kind;   /* of which cards */
    uint8_t truth;
    uint8_t card, player; /* argument registers, or NO_REGISTER */
};

struct score_line {
    int32_t name;
    int32_t routine; /* me -> number */
    int32_t least;   /* of a tie: 1 if whoever has less is before the others */
};
/* A number that a condition for winning, losing or the end compares: what there is, what is needed. */
enum aim_brings { AIM_WIN = 1, AIM_LOSS = 2, AIM_END = 4 };
struct aim {
    int32_t name; /* what is counted, as written */
    int32_t have; /* routine: me -> number */
    int32_t need; /* the same, or NONE: `fixed` */
    int32_t fixed;
    uint8_t relation;  /* enum relation, have to need; never RELATION_NE */
    uint8_t brings;    /* bits of enum aim_brings */
    uint8_t of_player; /* 1: it is different for each player */
};
enum step_kind {
    STEP_PLAY,
    STEP_CHECK,
    STEP_REFUSED,
    STEP_WON,
    STEP_NOT_WON,
    STEP_NOW,    /* a check before forced answers are given */
    STEP_CHANCE, /* what is thrown and drawn, from the beginning on */
    STEP_PART,   /* of a check: something in it that has a value; behind the steps of its scenario */
};
struct scenario_step {
    uint8_t kind;    /* enum step_kind */
    int16_t seat;    /* play, won */
    int32_t routine; /* check: pure, returns bool; part: its value, one word */
    int32_t text;    /* check, part: as written */
    uint32_t words;  /* play, refused: answers as strings (program.answers_said), refused: the last is the reason;
                     check: its parts (program.steps); part: what its value is, as step_kind_put, and 0 */
    uint32_t n_words;
    struct place at;
};
static inline uint32_t step_kind_put(struct value_kind k) {
    return k.type | (uint32_t)k.of << 16;
}
static inline struct value_kind step_kind_get(uint32_t n) {
    return (struct value_kind){(uint8_t)n, 0, (uint16_t)(n >> 16)};
}
struct scenario {
    int32_t name;
    struct place at;
    uint32_t config; /* hash of the configuration it wants; see program.scenario_* */
    int32_t given;   /* routine run on the initial state, or NONE when it belongs to another configuration */
    int32_t flow;    /* routine to start with */
    uint32_t first_step, n_steps;
};

/* A place of the flow where a given position may go on: a phase, or one action of a turn. */
enum { MAX_AROUND = 6 };
struct entry {
    /* The flow from there on. An argument for each loop around it: what it remembers, NONE: as at first */
    int32_t routine;
    struct place at;
    int16_t phase;  /* that it is or lies in, or NONE */
    uint8_t action; /* of a turn, from 1; 0: the phase itself */
    uint8_t exact;  /* those arguments, and who acts, are all that the flow remembers there */
    uint8_t n_around;
    uint8_t players; /* bit i: argument i is who acts after the loop; else the passes of a `repeat` that are left */
};
/* Code that belongs to an entry, in the flow or wherever the flow is written again. */
struct stretch {
    uint32_t from, to;
    uint16_t entry;
    uint8_t around[MAX_AROUND]; /* registers that hold what the entry's arguments say */
};

/* ---- answers: one number space for all questions of the program */
struct answer_space {
    uint32_t options; /* options + branch */
    uint32_t cards, spaces, players, numbers;
    uint32_t members; /* members + index into program.members */
    uint32_t total;
};
enum { ANSWER_NO = 0, ANSWER_YES = 1, ANSWER_OPTIONS = 2, MAX_OPTIONS = 30, NUMBER_LOW = -128, NUMBER_SPAN = 512 };

/* ---- the block: byte offsets of its sections, all multiples of 4; see vm/state.h for what they hold */
struct layout {
    uint32_t size; /* bytes, a multiple of 64 */
    uint32_t vars, vars_size;
    uint32_t zones;  /* per zone instance: card_words words */
    uint32_t counts; /* per zone instance: uint16 */
    uint32_t where;  /* per card: uint8 zone instance, 255 nowhere */
    uint32_t piles, piles_size;
    uint32_t known;     /* per seat: card_words words */
    uint32_t periods;   /* per period: uint16, how often it began */
    uint32_t questions; /* per seat when the program forks, else one: ask_stride bytes each */
    uint32_t ask_stride, ask_words;
    uint32_t logs; /* per seat when the program forks: log_cap uint16 answers */
    uint32_t log_cap;
    uint32_t frames; /* frame_cap frames of 8 bytes */
    uint32_t frame_cap;
    uint32_t stack; /* stack_cap int32 registers */
    uint32_t stack_cap;
};

/* ---- cannot_fail.h */
struct want {
    uint8_t reg, kind; /* enum want_kind */
    int16_t value;
};
struct outlook {
    uint8_t returns, n; /* whether the routine may return; how much is wanted */
    uint32_t first;     /* into program.wants */
};

/* Answers to questions of one kind: see program_domain. */
struct domain {
    uint32_t base, n;
};

struct option_value {
    int32_t name;  /* option */
    int32_t value; /* chosen value, as written */
};

struct slices;

struct program {
    struct arena *arena;   /* everything below; freed by program_free */
    uint64_t source_hash;  /* over all source text */
    uint64_t hash;         /* over source, options and seats: what saves and journals carry */
    int32_t name;          /* title of the game */
    uint8_t seats, owners; /* owners: seats, plus one when the neutral player is used */
    uint8_t min_seats, max_seats;
    uint8_t forks;                    /* 1: has FORK */
    uint16_t card_words, space_words; /* words of a set of cards, of spaces */
    int32_t stock_var, supply_var;    /* variables GAIN and LOSE work on, or NONE */
    int32_t stock_enum;
    int16_t limit_period; /* the game ends when it has begun limit_count times and begins again, or NONE */
    uint16_t limit_count;
    int16_t round_period; /* what the table calls a round, or NONE */
    int32_t flow;         /* routine */
    struct layout layout;
    struct answer_space answers;

/* clang-format off */
#define PROGRAM_ARRAYS(A)                                                                                              \
    A(uint32_t, code) A(int32_t, pool) A(const char *, strings) A(struct piece, pieces) A(struct words, labels)        \
    A(struct site, sites) A(struct note, notes) A(struct stack_map, maps) A(uint8_t, map_bytes)                        \
    A(struct routine, routines) A(struct table, tables) A(struct var, vars) A(struct zone, zones)                      \
    A(struct track, tracks) A(struct enumeration, enums) A(struct member, members) A(struct card_kind, kinds)          \
    A(struct card, cards) A(struct clause, clauses) A(struct gift, gifts) A(struct rule, rules)                        \
    A(struct board, boards) A(struct space, spaces) A(struct score_line, scores) A(struct score_line, ties)            \
    A(struct aim, aims)                                                                                                \
    A(int32_t, phases) A(int32_t, periods) A(struct option_value, options) A(struct scenario, scenarios)               \
    A(struct scenario_step, steps) A(int32_t, answers_said) A(const char *, files) A(struct entry, entries)            \
    A(struct stretch, stretches) A(struct origin, origins) A(uint16_t, zone_of_instance) A(int8_t, owner_of_instance)  \
    A(uint32_t, safe) A(struct look_entry, looks) A(struct card_value, card_values) A(struct track_mark, marks)        \
    A(struct words, face_words) A(int32_t, face_rules) A(struct giver, givers) A(struct border, borders)
    /* clang-format on */
    /* Derived, see cannot_fail.h: per operation, and in the second word of a CALL or ASK behind it; NULL: look
     * ahead. */
    uint16_t *outlook;
    struct outlook *outlooks;
    struct want *wants;
    uint32_t n_outlooks, n_wants;
    const struct slices *slices; /* see slice.h; derived; NULL: there are none */
    uint32_t *apart;             /* see apart.h; derived: places of FORKs */
    uint32_t n_apart;
    struct domain *domains; /* see program_domain; derived, as what follows */
    uint16_t *seers;        /* per zone instance: the seats that see what lies there, and one bit more: the spectator */
    const char *const *phrases;   /* what the engine says, by enum phrase; NULL, or NULL in it: in English */
    struct statement *statements; /* by pc; NULL: it was not compiled from a definition just now */
    uint32_t n_statements;
    uint16_t *map_at; /* per code word: 1 + the number of its stack map, or 0; NULL: there are too many */

#define A(type, name)                                                                                                  \
    type *name;                                                                                                        \
    uint32_t n_##name;
    PROGRAM_ARRAYS(A)
#undef A
};
/* notes, maps, origins and givers are sorted by pc. periods[i] is the member index of period i in program.members.
 * `ties` decide between equal scores, one after the other. zone_of_instance and owner_of_instance say which zone and
 * whose (NONE: the table's) a zone instance is. `face_words` are the words in faces,
 * `face_rules` the rules they name. `safe` are the stores (pc,
 * ascending) that cannot leave their variable's range. */

void program_free(struct program *p); /* accepts NULL */
static inline const char *program_string(const struct program *p, int32_t s) {
    return s < 0 ? "" : p->strings[s];
}

#endif
