/* verify_data.c: the tables that are not code: names, components, what there is to draw, scenarios.
 *
 * Invariant: when check_data says yes, every index in these tables leads somewhere or is NONE where NONE is allowed,
 * and every string index is good for program_string. So readers need no checks of their own.
 */
#include "code/card_face.h"
#include "code/lookup.h"
#include "code/verify.h"
#include "code/verify_inside.h"

enum { MAX_ROW = 4096 }; /* rows and columns a board may be drawn with, in either direction */

static bool check_strings(const struct verifier *v) {
    const struct program *p = v->p;
    for (uint32_t i = 0; i < p->n_strings; i++)
        if (!p->strings[i]) return wrong(v, "string %u is missing", i);
    if (!string_ok(p, p->name)) return wrong(v, "the game has no name");
    for (uint32_t i = 0; i < p->n_options; i++)
        if (!string_ok(p, p->options[i].name) || !string_ok(p, p->options[i].value))
            return wrong(v, "option %u: no name or value", i);
    for (uint32_t i = 0; i < p->n_phases; i++)
        if (!string_ok(p, p->phases[i])) return wrong(v, "phase %u: no name", i);
    for (uint32_t i = 0; i < p->n_answers_said; i++)
        if (!string_ok(p, p->answers_said[i])) return wrong(v, "answer %u of a scenario: no words", i);
    for (uint32_t i = 0; i < p->n_routines; i++)
        if (!string_ok(p, p->routines[i].name)) return wrong(v, "routine %u: no name", i);
    for (uint32_t i = 0; i < p->n_scores; i++)
        if (!string_ok(p, p->scores[i].name)) return wrong(v, "score %u: no name", i);
    for (uint32_t i = 0; i < p->n_ties; i++)
        if (!string_ok(p, p->ties[i].name)) return wrong(v, "tie %u: no name", i);
    for (uint32_t i = 0; i < p->n_aims; i++)
        if (!string_ok(p, p->aims[i].name)) return wrong(v, "aim %u: no name", i);
    return true;
}

static bool check_enums(const struct verifier *v) {
    const struct program *p = v->p;
    if (p->n_enums > ENUM_COUNT) return wrong(v, "%u enums, at most %d are there", p->n_enums, (int)ENUM_COUNT);
    uint32_t next = 0; /* they share out the members in their order */
    for (uint32_t i = 0; i < p->n_enums; next = p->enums[i].first + p->enums[i].n, i++)
        if (!string_ok(p, p->enums[i].name) || p->enums[i].first != next ||
            !range(v, "members of an enum", p->enums[i].first, p->enums[i].n, p->n_members))
            return wrong(v, "enum %u: no name or members", i);
    if (next != p->n_members) return wrong(v, "a member of no enum");
    for (uint32_t i = 0; i < p->n_members; i++)
        if (!string_ok(p, p->members[i].name) || (p->members[i].many != NONE && !string_ok(p, p->members[i].many)))
            return wrong(v, "member %u: no name", i);
    for (uint32_t i = 0; i < p->n_periods; i++)
        if (p->periods[i] < 0 || (uint32_t)p->periods[i] >= p->n_members) return wrong(v, "period %u: no member", i);
    if (!index_ok(p->limit_period, p->n_periods) || !index_ok(p->round_period, p->n_periods))
        return wrong(v, "the limit or the round is not a period");
    return true;
}

static bool check_faces(const struct verifier *v) {
    for (uint32_t i = 0; i < v->p->n_face_words; i++)
        if (!check_printed(v, v->p->face_words[i], HOLE_KNOWN, "words of faces")) return false;
    for (uint32_t i = 0; i < v->p->n_marks; i++)
        if (!string_ok(v->p, v->p->marks[i].face)) return wrong(v, "mark %u: no face", i);
    for (uint32_t i = 0; i < v->p->n_rules; i++)
        if (v->p->rules[i].face != NONE && !string_ok(v->p, v->p->rules[i].face))
            return wrong(v, "rule %u: no face", i);
    if (card_faces_valid(v->p, v->no_memory)) return true;
    return wrong(v, "%s", *v->no_memory ? verify_no_memory : "a face is not JSON");
}

static bool check_tags(const struct verifier *v, uint32_t at) {
    const struct program *p = v->p;
    if (at > p->n_pool || p->n_enums <= ENUM_TAG || p->pool[at - 1] < 0) return false;
    uint32_t n = (uint32_t)p->pool[at - 1];
    if (!range(v, "tags", at, n, p->n_pool)) return false;
    for (uint32_t k = 0; k < n; k++)
        if ((uint32_t)p->pool[at + k] >= p->enums[ENUM_TAG].n) return false;
    return true;
}

static bool check_cards(const struct verifier *v) {
    const struct program *p = v->p;
    for (uint32_t i = 0; i < p->n_kinds; i++) {
        const struct card_kind *k = &p->kinds[i];
        if (!string_ok(p, k->name) || !string_ok(p, k->title) || !index_ok(k->parent, p->n_kinds))
            return wrong(v, "kind %u: no name or parent", i);
        if (!k->is_space && k->n && !range(v, "cards of a kind", (uint32_t)(int32_t)k->first, k->n, p->n_cards))
            return false;
    }
    for (uint32_t i = 0; i < p->n_rules; i++)
        if (!string_ok(p, p->rules[i].about) || !check_printed(v, p->rules[i].name, HOLE_KNOWN, "name of a rule") ||
            !check_printed(v, p->rules[i].text, HOLE_CARD, "rule"))
            return wrong(v, "rule %u: no words", i);
        else if (p->rules[i].topic >= TOPICS)
            return wrong(v, "rule %u: there is no such topic", i);
    for (uint32_t i = 0; i < p->n_face_rules; i++)
        if (!index_ok(p->face_rules[i], p->n_rules)) return wrong(v, "rule %u of faces: there is none", i);
    for (uint32_t i = 0; i < p->n_clauses; i++)
        if (!string_ok(p, p->clauses[i].key) || !string_ok(p, p->clauses[i].label) ||
            !check_printed(v, p->clauses[i].text, HOLE_KNOWN, "clause") ||
            !check_printed(v, p->clauses[i].sentence, HOLE_TEXT, "sentence"))
            return wrong(v, "clause %u: no text", i);
        else if ((uint32_t)p->clauses[i].role >= ROLES ||
                 (p->clauses[i].role == ROLE_THING && !index_ok(p->clauses[i].number, p->n_members)))
            return wrong(v, "clause %u: no role, or no member", i);
    for (uint32_t i = 0; i < p->n_gifts; i++)
        if (p->gifts[i].member == NONE || p->gifts[i].member == GIFT_CARDS
                ? !check_printed(v, p->gifts[i].text, HOLE_KNOWN, "gift")
                : !index_ok(p->gifts[i].member, p->n_members))
            return wrong(v, "what a space gives, %u: no words or member", i);
    for (uint32_t i = 0; i < p->n_cards; i++) {
        const struct card *c = &p->cards[i];
        if (!string_ok(p, c->name) || !check_printed(v, c->text, HOLE_KNOWN, "text") || c->kind >= p->n_kinds ||
            !range(v, "clauses", c->clauses, c->n_clauses, p->n_clauses))
            return wrong(v, "card %u: no name, kind or clauses", i);
        if (c->tags && !check_tags(v, c->tags)) return wrong(v, "card %u: no tags", i);
        if (!string_ok(p, c->face)) return wrong(v, "card %u: no face", i);
    }
    return check_faces(v);
}

static bool check_boards(const struct verifier *v) {
    const struct program *p = v->p;
    for (uint32_t i = 0; i < p->n_boards; i++) {
        const struct board *b = &p->boards[i];
        if (b->owner < NONE || b->owner >= (int)p->seats) return wrong(v, "board %u: of no player", i);
        if (!string_ok(p, b->name) || !string_ok(p, b->title) || b->shape > BOARD_LOOSE || b->rows > MAX_ROW ||
            !range(v, "spaces of a board", b->first, b->n, p->n_spaces))
            return wrong(v, "board %u: no name, shape or spaces", i);
    }
    for (uint32_t i = 0; i < p->n_borders; i++) {
        const struct border *b = &p->borders[i], *before = i ? b - 1 : NULL;
        bool ordered = !before || before->from < b->from || (before->from == b->from && before->to < b->to);
        if (b->from >= p->n_spaces || b->to >= p->n_spaces || b->linked > 1 || !ordered)
            return wrong(v, "border %u: no such spaces, or out of order", i);
    }
    for (uint32_t i = 0; i < p->n_spaces; i++) {
        const struct space *s = &p->spaces[i];
        if (!string_ok(p, s->name) || !check_printed(v, s->text, HOLE_KNOWN, "text") || s->kind >= p->n_kinds ||
            s->board >= p->n_boards)
            return wrong(v, "space %u: no name, kind or board", i);
        if (!range(v, "what a space gives", s->gifts, s->n_gifts, p->n_gifts)) return false;
        if (s->row < -MAX_ROW || s->row > MAX_ROW || s->col < -MAX_ROW || s->col > MAX_ROW)
            return wrong(v, "space %u lies too far out", i);
    }
    for (uint32_t i = 0; i < p->n_tracks; i++) {
        const struct track *t = &p->tracks[i];
        if (!string_ok(p, t->name) || !string_ok(p, t->title) || !index_ok(t->var, p->n_vars) ||
            !index_ok(t->laps, p->n_vars) || !index_ok(t->raise, p->n_routines) || !index_ok(t->lower, p->n_routines))
            return wrong(v, "track %u: no variable or routine", i);
        if (t->low > t->high || t->step < 1 || t->low < -0x10000 || t->high > 0x10000)
            return wrong(v, "track %u: from %d to %d by %d", i, (int)t->low, (int)t->high, (int)t->step);
    }
    for (uint32_t i = 0; i < p->n_marks; i++)
        if (p->marks[i].track < 0 || (uint32_t)p->marks[i].track >= p->n_tracks ||
            !check_printed(v, p->marks[i].text, HOLE_KNOWN, "mark"))
            return wrong(v, "mark %u: no track or text", i);
    return true;
}

static bool check_sites(const struct verifier *v) {
    const struct program *p = v->p;
    for (uint32_t i = 0; i < p->n_sites; i++) {
        const struct site *s = &p->sites[i];
        if (s->kind > SITE_OPTION || s->value.type > VT_BOARD || s->value.flags & ~(VF_SET | VF_LIST))
            return wrong(v, "site %u: of no kind", i);
        if (!check_words(v, s->words, NO_REGISTER, "site") || !check_words(v, s->where, NO_REGISTER, "site"))
            return false;
        if (s->rule != NONE && !string_ok(p, s->rule)) return wrong(v, "site %u: no rule", i);
        if (s->kind == SITE_OPTION && !range(v, "options", s->options, s->n_options, p->n_labels)) return false;
    }
    for (uint32_t i = 0; i < p->n_labels; i++)
        if (!check_words(v, p->labels[i], NO_REGISTER, "option")) return false;
    return true;
}

static bool check_step(const struct verifier *v, const struct scenario_step *s) {
    const struct program *p = v->p;
    bool fine = s->kind <= STEP_PART && s->seat >= NONE && s->seat < p->seats && index_ok(s->routine, p->n_routines) &&
                string_ok(p, s->text);
    if (!fine || s->kind == STEP_PART)
        return fine && s->n_words == 0 && s->routine >= 0 && (uint8_t)s->words <= VT_BOARD;
    if (s->kind != STEP_CHECK && s->kind != STEP_NOW)
        return range(v, "answers of a step", s->words, s->n_words, p->n_answers_said);
    if (!range(v, "parts of a check", s->words, s->n_words, p->n_steps)) return false;
    for (uint32_t i = 0; i < s->n_words; i++)
        if (p->steps[s->words + i].kind != STEP_PART) return false;
    return true;
}

static bool check_scenarios(const struct verifier *v) {
    const struct program *p = v->p;
    for (uint32_t i = 0; i < p->n_scenarios; i++) {
        const struct scenario *s = &p->scenarios[i];
        if (!string_ok(p, s->name) || !index_ok(s->given, p->n_routines) || !index_ok(s->flow, p->n_routines) ||
            !range(v, "steps of a scenario", s->first_step, s->n_steps, p->n_steps))
            return wrong(v, "scenario %u: no name, routine or steps", i);
    }
    for (uint32_t i = 0; i < p->n_steps; i++)
        if (!check_step(v, &p->steps[i])) return wrong(v, "step %u of the scenarios: no words, seat or routine", i);
    return true;
}

/* Stretches lie inside one routine each, and the registers they name are its own. */
static bool check_entries(const struct verifier *v) {
    const struct program *p = v->p;
    for (uint32_t i = 0; i < p->n_entries; i++) {
        const struct entry *e = &p->entries[i];
        if (e->routine < 0 || (uint32_t)e->routine >= p->n_routines || !index_ok(e->phase, p->n_phases) ||
            e->n_around > MAX_AROUND || p->routines[e->routine].n_args != e->n_around)
            return wrong(v, "entry %u: no routine or phase", i);
    }
    for (uint32_t i = 0; i < p->n_stretches; i++) {
        const struct stretch *s = &p->stretches[i];
        int32_t routine = program_routine_at(p, s->from);
        if (s->entry >= p->n_entries || routine < 0 || s->to <= s->from || s->to > p->routines[routine].end)
            return wrong(v, "stretch %u: no entry or code", i);
        for (uint32_t k = 0; k < p->entries[s->entry].n_around; k++)
            if (s->around[k] >= p->routines[routine].n_regs) return wrong(v, "stretch %u: no register", i);
    }
    return true;
}

/* What an origin names exists, and its routine takes the arguments and one thing more. */
static bool check_origins(const struct verifier *v) {
    const struct program *p = v->p;
    for (uint32_t i = 0; i < p->n_origins; i++) {
        const struct origin *o = &p->origins[i];
        int32_t where = program_routine_at(p, o->pc);
        if (where < 0 || (i && o->pc < p->origins[i - 1].pc) || (uint64_t)o->args + o->n_args > p->n_pool ||
            !index_ok(o->routine, p->n_routines) ||
            (o->routine != NONE && p->routines[o->routine].n_args != o->n_args + 1))
            return wrong(v, "origin %u: no place or routine", i);
        if (!check_words(v, o->words, p->routines[where].n_regs, "words of an origin")) return false;
        for (uint32_t k = 0; k < o->n_args; k++)
            if ((uint32_t)p->pool[o->args + k] >= p->routines[where].n_regs)
                return wrong(v, "origin %u: no register", i);
    }
    return true;
}

static bool check_looks(const struct verifier *v) {
    const struct program *p = v->p;
    const uint32_t many[LOOK_SORTS] = {p->n_vars,    p->n_zones, p->n_tracks, p->n_boards,
                                       p->n_members, p->n_kinds, p->n_cards};
    for (uint32_t i = 0; i < p->n_looks; i++) {
        const struct look_entry *l = &p->looks[i];
        if (l->of >= LOOK_SORTS || l->index >= many[l->of] || !string_ok(p, l->icon))
            return wrong(v, "look %u: of nothing", i);
        if (l->colour >= LOOK_COLOUR_END || l->picture >= LOOK_PICTURE_END || l->hidden > 1)
            return wrong(v, "look %u: no such colour or picture", i);
        bool ground = l->texture && l->shape, none = !l->texture && !l->shape && !l->checker;
        if (l->texture >= LOOK_TEXTURE_END || l->shape >= LOOK_SHAPE_END || l->checker > 1 || l->row > 1 ||
            !(none || (ground && l->of == LOOK_BOARD)) || (l->row && l->of != LOOK_ZONE))
            return wrong(v, "look %u: no such ground or row", i);
    }
    for (uint32_t i = 0; i < p->n_card_values; i++) {
        const struct card_value *r = &p->card_values[i];
        bool by_table = r->routine == NONE && r->table >= 0 && (uint32_t)r->table < p->n_tables;
        bool by_routine = r->routine >= 0 && (uint32_t)r->routine < p->n_routines;
        if (!string_ok(p, r->name) || r->kind >= p->n_kinds || (!by_table && !by_routine) ||
            (by_table && p->tables[r->table].kind == TABLE_SET))
            return wrong(v, "value %u: no name, kind or routine", i);
        for (int a = 0; a < 2; a++) {
            unsigned reg = a ? r->player : r->card;
            if (reg != NO_REGISTER && (reg < REG_ARGS || reg >= REG_ARGS + 2))
                return wrong(v, "value %u: arguments", i);
        }
    }
    return true;
}

bool check_data(const struct verifier *v) {
    return check_strings(v) && check_enums(v) && check_cards(v) && check_boards(v) && check_sites(v) &&
           check_scenarios(v) && check_entries(v) && check_origins(v) && check_looks(v);
}
