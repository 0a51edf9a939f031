/* us_ref_internal.h - a group of pixels on its way through a program. */
#ifndef TB_REF_US_REF_INTERNAL_H
#define TB_REF_US_REF_INTERNAL_H

#include "tb/ref/us_ref.h"

/* Why a pixel does not take part. */
enum us_ref_state {
    US_REF_ACTIVE,
    US_REF_BRANCH,   /* put out by a branch: `counter` conditional blocks have to be left first */
    US_REF_BREAK,    /* has left the loop of frame `frame` */
    US_REF_CONTINUE, /* waits for the end of its turn in the loop of frame `frame` */
};

struct us_ref_lane {
    enum us_ref_state state;
    unsigned          counter, frame;
    bool              predicate[4], result, done;
    unsigned          result_of; /* one more than the flow control instructions before the result; 0: there is none */
};

struct us_ref_frame {
    unsigned count;
    int      al, outer_al; /* of it; of the loop around it */
    bool     is_loop, had_al;
};

struct us_ref_group {
    const struct us_ref_program *program;
    struct us_ref_pixel         *pixels;
    struct us_ref_lane           lanes[US_REF_GROUP_MAX];
    unsigned                     count, at, flows; /* flow control instructions so far */
    struct us_ref_frame          loops[US_REF_LOOPS];
    unsigned                     calls[US_REF_CALLS];
    unsigned                     loop_depth, call_depth;
    int                          al;
    bool                         has_al;
    struct us_ref_counts        *counts;
    struct diag                 *diag;
};

bool us_ref_fail(struct us_ref_group *group, const char *what);
/* One ALU or output instruction, of all pixels. */
bool us_ref_alu(struct us_ref_group *group, const uint32_t *words);
/* Sets group->at. */
bool us_ref_flow(struct us_ref_group *group, const uint32_t *words);
/* The predicate bit that a select takes for a channel, 0 to 3. */
bool us_ref_predicate(const struct us_ref_lane *lane, unsigned select, bool inverted, unsigned channel);

#endif
