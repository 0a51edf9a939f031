/* observe.h - what the interpreter did, instruction by instruction, and the machine held against it while it runs. */
#ifndef TB_RANDOM_OBSERVE_H
#define TB_RANDOM_OBSERVE_H

#include "rtl_model/r700/gpu.h"
#include "tb/random/random.h"

/* The state of a wavefront after one CF instruction that can change it. */
struct observe_record {
    unsigned   at;
    bool       in_fetch_program, is_clause;
    ref_mask_t active, broken, continued, valid;
    unsigned   elements, call_depth;
    bool       index_valid;
    int32_t    index;
    uint64_t   gprs; /* a hash of the program's GPRs */
};

struct observe_wave {
    struct observe_record *record;
    unsigned               count, room;
    unsigned               next; /* that the machine has to come to */
    ref_mask_t             exists;
};

struct observer {
    const struct launch  *launch;
    struct ref_launch    *from;
    struct ref_wave      *wave;
    struct observe_wave  *waves;
    unsigned              wave_count;
    struct result_exports exports; /* the interpreter's */
    uint64_t              instructions, groups, clauses, undefined;
    bool                  out_of_memory;
    enum random_fault     fault;
};

/* Runs the interpreter.  False with `diag` when it stops: the program is illegal. */
bool observe_reference(struct observer *observer, struct diag *diag);
/* One clock of the machine; false when it did something else. */
bool observe_clock(struct observer *observer, struct gpu *gpu, struct diag *diag);
/* After its end: nothing left out, the same registers, exports and kills. */
bool observe_end(struct observer *observer, struct gpu *gpu, struct diag *diag);
void observe_free(struct observer *observer);

#endif
