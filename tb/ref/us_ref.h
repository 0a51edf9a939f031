/* us_ref.h - programs of R580's fragment shader processor, run without time: a reference written from R5xx Acceleration
 * ch. 8.  Pixels run in groups of any size, in step.
 *
 * Not in it: texture look-ups (a program with one is refused). */
#ifndef TB_REF_US_REF_H
#define TB_REF_US_REF_H

#include <stdbool.h>
#include <stdint.h>

#include "isa/r580/us.h"
#include "kit/diag.h"

enum {
    US_REF_TARGETS = 4,
    US_REF_INTEGERS = 32,
    US_REF_GROUP_MAX = 192,
    US_REF_STEPS_MAX = 1 << 20, /* instructions of a group before it counts as endless */
    US_REF_LOOPS = 4,           /* frames of the loop and the address stack in full mode (8.6.2) */
    US_REF_CALLS = 4
};

/* What one run starts with. */
struct us_ref_program {
    uint32_t store[US_STORE * US_WORDS];
    unsigned start, end, offset; /* US_CODE_ADDR, US_CODE_OFFSET */
    bool     full;               /* US_FC_CTRL.FULL_FC_EN */
    bool     zero_times_anything;
    bool     keeps_result;              /* the ALU result is read behind a second flow control instruction (8.4.10) */
    bool     pops_nothing;              /* ENDLOOP and ENDREP outside of loops do nothing (8.6.2) */
    unsigned temporaries;               /* US_PIXSIZE.PIX_SIZE + 1 */
    uint32_t booleans;                  /* US_FC_BOOL_CONST */
    uint32_t integers[US_REF_INTEGERS]; /* US_FC_INT_CONST_* */
    float    constants[US_CONSTANTS][4];
};

struct us_ref_pixel {
    uint32_t temporaries[US_TEMPORARIES][4]; /* bits of floats: red, green, blue, alpha */
    float    output[US_REF_TARGETS][4];
    bool     covered; /* false: killed, or outside of the triangle */
};

/* What a run has done, for comparisons of runs. */
struct us_ref_counts {
    uint64_t alu, out, fc, jumps;
    void (*went)(void *context, unsigned from, unsigned to); /* for each instruction that follows another; or NULL */
    void *context;
};

/* Runs one group of `count` pixels, quads of four one behind the other.  False and the instruction's address when a
 * rule of the manual is broken: stacks, counters, endless loops, what partial mode has not. */
bool us_ref_run(const struct us_ref_program *program, struct us_ref_pixel *pixels, unsigned count,
                struct us_ref_counts *counts, struct diag *diag);

#endif
