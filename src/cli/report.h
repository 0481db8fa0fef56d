/* report.h: what `terrane report` has found out, and the parts that tell it: page, cards on it, data for programs. */
#ifndef CLI_REPORT_H
#define CLI_REPORT_H

#include "cli/load.h"
#include "lab/course.h"
#include "lab/coverage.h"
#include "lab/force.h"
#include "lab/tournament.h"

enum { REPORT_FEW = LIFT_LEAST, REPORT_LADDER = 4 };

struct report {
    const struct loaded *loaded;
    const struct simulate_setup *setup;
    struct simulate_result result;
    struct census *census;
    struct course *course;
    struct coverage *coverage;
    struct lifts *lifts; /* by importance */
    size_t n_lifts;
    struct force *forced; /* those that were forced into hands */
    size_t n_forced;
    struct tournament_table ladder; /* n = 0: was not played */
    struct interval ratings[REPORT_LADDER];
    struct buf *out;
};

extern const char *const report_ladder[REPORT_LADDER]; /* bots from weak to strong */

double report_even_share(const struct report *r);
const char *report_card_name(const struct report *r, size_t card);
const struct force *report_forced(const struct report *r, size_t card); /* NULL: it was not */

bool report_write_page(const struct report *r); /* into r->out; false: no memory */
void report_say_cards(const struct report *r);  /* what matters most about cards, a sentence each */
void report_put_cards(const struct report *r);
void report_put_openings(const struct report *r);
void report_put_unchosen(const struct report *r);
void report_put_ladder(const struct report *r);
void report_print_json(const struct report *r);
void report_write_csv(const struct report *r, struct buf *out); /* a row for each card */

#endif
