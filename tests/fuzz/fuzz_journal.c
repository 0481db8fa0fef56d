/* fuzz_journal.c: any text as a journal, played with one of two games whatever game it names. */
#include "fuzz/harness.h"
#include "play/journal.h"

enum { ANSWERS = 60 };

static void play(struct journal *j, const tn_game *game, struct buf *error) {
    struct match match;
    struct match_setup setup;
    if (j->from && *j->from != '{') return; /* no file of the machine is read */
    if (!journal_setup(j, game, &setup, error)) return;
    tn_status status = match_begin(&match, game, &setup);
    for (size_t i = 0; status != TN_NOMEM && status != TN_BAD_STATE && i < j->answers.n && i < ANSWERS; i++)
        if (!journal_step(j, i, &match, error)) break;
    struct buf again;
    buf_init(&again);
    if (status != TN_NOMEM && status != TN_BAD_STATE) journal_write(&match, j->game ? j->game : "game", &again);
    buf_free(&again);
    match_free(&match);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct journal journal;
    struct buf error;
    buf_init(&error);
    if (journal_parse(&journal, "fuzz.journal", (const char *)data, size, &error)) {
        journal_fits(&journal, tn_game_source_hash(harness_game(0)), &error);
        play(&journal, harness_game(journal.seed & 1), &error);
    }
    journal_free(&journal);
    buf_free(&error);
    return 0;
}
