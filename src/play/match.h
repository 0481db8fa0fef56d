/* match.h: one game being played: who sits where, what was answered, the log, and undo.
 *
 * A match owns its context and its position and borrows the game. The history is the truth: the position is always
 * what the setup and the history give, so undo is replaying a shorter history. Chance is the engine's own, but
 * where the setup says in which order cards come: then they come so, and what it leaves open the seed decides.
 * Every answer is kept in words too, as a journal writes it; a journal listens to a match, see journal.h.
 */
#ifndef PLAY_MATCH_H
#define PLAY_MATCH_H

#include "bot/bot.h"
#include "play/forced.h"

enum { MATCH_SEATS = 8, MATCH_VOICES = 8 };

/* How far undo goes. */
struct undo_law {
    uint32_t whose;  /* mask of seats: the last decision of one of them is undone */
    uint32_t others; /* mask of seats: what one of them has decided since binds, also while nobody is told of it */
    bool practice;   /* nothing binds */
};
enum undo {
    UNDO_NONE, /* there is no such decision */
    UNDO_FREE, /* it may be undone */
    /* Since then something became known (tn_state_epoch: a card, chance, what somebody decided), or others decided */
    UNDO_BOUND,
};

struct match_answer {
    uint32_t answer;
    uint32_t epoch; /* tn_state_epoch as it would be behind it if it had told nobody anything */
    uint8_t seat;
    bool forced; /* it was the only legal one and needed nobody: no decision */
    const char *words;
    tn_text said[MATCH_VOICES + 1]; /* in the words of each voice */
    uint32_t told;                  /* seats that may know which it was (tn_answer_told) */
};

struct match_line {
    uint32_t seen_by; /* mask of seats that read `text`; the others read `public_text`, which may be empty */
    uint8_t seat;
    uint32_t at;    /* answers made before it was said */
    uint32_t round; /* which round it was then; 0: before the first, or there are none */
    tn_text text, public_text;
    const tn_part *parts, *public_parts; /* what it is made of, see tn_event; voices share them */
    size_t n_parts, n_public_parts;
};

/* The log in another language: a line for each of the log. */
struct match_voice {
    const tn_game *game; /* borrowed */
    VEC(struct match_line) log;
};

/* What comes when the cards of a pile are turned over or drawn, from the first on; zone -1: what is thrown. */
struct match_order {
    int zone, owner; /* owner -1: the table's */
    const char *const *names;
    size_t n;
};

struct match_setup {
    uint64_t seed;
    const char *from; /* a position in JSON to begin with; NULL: the game begins */
    size_t from_size;
    bool new_chance; /* what the position says of chance is left to the seed */
    unsigned rules;  /* the version of the rules it is played by (TN_RULES_VERSION); 0: that of today */
    const struct match_order *orders;
    size_t n_orders;
};

struct match;
/* Told of an answer just made (history already holds it). */
typedef void match_listener(void *user, const struct match *m);

struct match {
    const tn_game *game; /* perhaps a translation: tn_game_plain is what is played */
    tn_ctx *ctx;
    tn_ctx *quiet; /* without a log: what bots try out did not happen; NULL until one does */
    tn_state *state;
    uint64_t seed;
    struct match_setup setup; /* its arrays are borrowed; `from` is not kept */
    tn_state *origin;         /* where it began, when that was a position; else NULL */
    VEC(size_t) order_at;     /* how many of each order have come */
    uint32_t chances;         /* answers of chance that the seed decided */
    char wrong[200];          /* why it cannot go on: the setup is wrong */
    unsigned seats;
    const struct bot *bots[MATCH_SEATS]; /* NULL: a person */
    bool seated;                         /* that is how it was wished: a journal tells it */
    const struct weights *weights;       /* of the bots; borrowed, may be NULL */
    unsigned threads;                    /* a bot may use; 0: that of the caller */
    bool practice;                       /* one person alone may undo even what revealed something */
    enum forced_law forced;              /* of a person's question, in match_run */
    VEC(struct match_answer) history;
    VEC(struct match_line) log;
    struct match_voice voices[MATCH_VOICES];
    unsigned n_voices, voice; /* voice: the one that `game` is of now */
    const tn_game *own;       /* voice 0 */
    struct arena words, said; /* of the history; of the log */
    match_listener *listener; /* may be NULL */
    void *listener_user;
    say_losses losses;  /* of the last answer */
    bool out_of_memory; /* sticky; the match must not be used on */
};

/* Starts a game. TN_OK (a question may be open or the game over), TN_NOMEM, TN_FAULT; TN_BAD_STATE: m->wrong says what
 * is wrong with the setup. Call match_free in any case. */
tn_status match_begin(struct match *m, const tn_game *game, const struct match_setup *setup);
tn_status match_init(struct match *m, const tn_game *game, uint64_t seed); /* the same with a seed only */
/* Such a match from its start, without its answers, by rules of an earlier version. */
tn_status match_restart_old(struct match *m, unsigned rules);
unsigned match_rules(const struct match *m);       /* the version of the rules it is played by */
unsigned match_start_flags(const struct match *m); /* for tn_state_start */
void match_free(struct match *m);

/* Contexts are large beside positions: who keeps many matches lends them one where it is used. Detached, a match can
 * only be attached or freed. */
tn_ctx *match_detach(struct match *m); /* the context is the caller's from now on */
void match_attach(struct match *m, tn_ctx *ctx);

/* From now on the match is told in the words of that game, which is the match's own or a translation of it, and so
 * is all that was said before. Journals keep the words of the definition. */
tn_status match_speak(struct match *m, const tn_game *game);

/* The log is told in these languages too, from the first line on; at most MATCH_VOICES. */
tn_status match_voices(struct match *m, const tn_game *const *games, size_t n);
/* From now on the match is looked at in the words of a voice: 0 its own, then those of match_voices. What happens in
 * it is still told in all of them: an answer makes it listen to voice 0 again. */
void match_listen(struct match *m, unsigned voice);
/* The log as a voice tells it. */
const struct match_line *match_log(const struct match *m, unsigned voice);

tn_status match_status(const struct match *m); /* TN_ASK, TN_OVER, TN_FAULT, TN_NOMEM, TN_BAD_STATE */
unsigned match_persons(const struct match *m);
struct asking match_asking(const struct match *m, unsigned seat);

/* A context without a log, to try out what has not happened; the match keeps it. NULL: no memory. */
tn_ctx *match_quiet(struct match *m);

/* The seat to answer next: bots before persons, so that a person never waits for one; MATCH_SEATS: nobody is asked. */
unsigned match_next(const struct match *m);

/* TN_OK, TN_ILLEGAL (nothing happened), TN_FAULT, TN_NOMEM, TN_BAD_STATE (an order could not be followed: m->wrong). */
tn_status match_answer(struct match *m, unsigned seat, uint32_t answer);

/* Bots answer, and persons' questions that answer themselves by the match's law are answered, until a person must
 * choose (TN_ASK) or the game stops (TN_OVER, TN_FAULT, TN_NOMEM). A bot's illegal answer is a TN_FAULT too, and so are
 * FORCED_LIMIT forced answers in a row (m->wrong says so). */
tn_status match_run(struct match *m);

/* Where in the history the last decision of one of these seats is, and a forced answer is none; false: there is
 * none. */
bool match_decision(const struct match *m, uint32_t whose, size_t *at);
/* How long the history would be after an undo by that law. The only place that decides it. */
enum undo match_undo(const struct match *m, struct undo_law law, size_t *length);
const char *match_undo_text(enum undo reach); /* why there is no undo; a static text */
/* The same for persons at one screen: the last decision of any of them, and for one who practises alone the own one,
 * whatever became known. False with the reason. */
bool match_undo_to(const struct match *m, unsigned seat, size_t *length, const char **why);
/* Replays the first `length` answers. */
tn_status match_rewind(struct match *m, size_t length);

/* To try answers: what is answered from here on has not happened when the match returns to the mark, and nobody is
 * told of it. Marks are returned to in reverse order; NULL: no memory. */
void *match_mark(struct match *m);
void match_return(struct match *m, void *mark);
/* What was answered since stays; whoever listens from now on is told again */
void match_keep(struct match *m, void *mark);

/* What a seat reads of a line; "" for nothing. TN_SPECTATOR reads what is public, TN_EVERYTHING all of it. */
tn_text match_line_text(const struct match_line *line, unsigned seat);
size_t match_line_parts(const struct match_line *line, unsigned seat, const tn_part **out); /* what that is made of */

#endif
