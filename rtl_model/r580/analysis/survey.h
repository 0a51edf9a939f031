/* survey.h - a program of R580 looked through without a run: its ways, what each instruction touches, what has been
 * written before it.  The lint, reports and launch files to begin with are made of it. */
#ifndef RTL_MODEL_R580_SURVEY_H
#define RTL_MODEL_R580_SURVEY_H

#include "rtl_model/r580/analysis/touches.h"
#include "rtl_model/r580/analysis/ways.h"

struct us_survey {
    const struct launch *launch; /* or NULL: then every register and constant is as the program needs it */
    struct us_setup      setup;
    struct us_store      store;
    struct us_ways       ways;
    struct us_touches    touches[US_STORE]; /* of instructions that there are */
    /* Channels of temporaries that have been written, or are inputs: before each instruction on all ways to it, and on
     * some.  What predicate bits may keep from being written counts as written. */
    uint8_t surely[US_STORE][US_TEMPORARIES], perhaps[US_STORE][US_TEMPORARIES];
    bool    writes_by_al; /* some are written by an address with aL: those of the channels count as written */
};

/* Room for a survey is 200 KB: it is made on the heap, and freed by the caller.  NULL: the launch is wrong, or there is
 * no memory. */
struct us_survey *us_survey_make(const struct us_chip *chip, const struct program *program, const struct launch *launch,
                                 struct diag *diag);

/* An instruction in one line, cut where the room ends. */
void us_survey_text(const struct us_survey *survey, unsigned at, char *text, size_t size);

/* "xyz" of a mask, as rgba; up to four and a NUL. */
void us_channels(unsigned mask, char text[5]);

#endif
