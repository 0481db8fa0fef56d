/* findings.h: what a comparison says about what designers ask: are seats fairer, is it more exciting, longer, do more
 * points fall, are more cards of use? Whoever shows it puts it into words (cli/compare_words.c, the studio's page). A
 * finding is better or worse only where the change is clear; of the rest its figure says how many more games would
 * tell.
 */
#ifndef LAB_FINDINGS_H
#define LAB_FINDINGS_H

#include "base/json.h"
#include "lab/compare.h"

enum finding_topic { FINDING_FAIRNESS, FINDING_TENSION, FINDING_LENGTH, FINDING_POINTS };
enum finding_verdict {
    FINDING_OPEN,   /* not clear */
    FINDING_CLEAR,  /* clear, neither better nor worse */
    FINDING_BETTER, /* clear */
    FINDING_WORSE,
};

struct finding {
    enum finding_topic topic;
    enum finding_verdict verdict;
    const struct compare_figure *figure; /* of the comparison; of several seats the one that changed most clearly */
};

enum { FINDINGS_MOST = 6 };
/* In the order of the topics; how many. Of tension each figure that is clear, or one that is open. */
size_t findings_of(const struct compare *c, struct finding out[FINDINGS_MOST]);

/* Of the cards that are on both sides. */
struct finding_cards {
    size_t both, had, wins;    /* clearly had more or less often; winning more or less often */
    size_t dead_old, dead_new; /* nobody had them */
};
struct finding_cards findings_cards(const struct compare *c);
bool findings_is_dead(const struct compare_card *card, bool after);

/* As JSON: a figure (key NULL: with its name), a card. */
void findings_put_figure(struct json *j, const char *key, const struct compare_figure *f);
void findings_put_card(struct json *j, const struct compare_card *card);

#endif
