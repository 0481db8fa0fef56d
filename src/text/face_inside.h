/* face_inside.h: the parts of a face, between what tells them (face.c) and what writes them (face_json.c). */
#ifndef TN_TEXT_FACE_INSIDE_H
#define TN_TEXT_FACE_INSIDE_H

#include "text/build_inside.h"
#include "text/face.h"

enum face_role {
    FACE_cost,
    FACE_start,
    FACE_tag,
    FACE_requires,
    FACE_wanted,
    FACE_holds,
    FACE_shows,
    FACE_points,
    FACE_value,
    FACE_do,
    FACE_box,
    FACE_action,
    FACE_when,
    FACE_adjust,
    FACE_words,
};

struct face_part {
    enum face_role role;
    int clause;
    const char *name; /* SHOWS, VALUE: as declared */
    struct ref of;    /* COST, TAG, HOLDS, SHOWS */
    struct number number;
    struct amount *amounts; /* START, WANTED */
    int n_amounts;
    const struct cond *cond;
    struct trees body;
    struct happening happening;
    struct adjustment adjustment;
    struct face_part *next;
};

#endif
