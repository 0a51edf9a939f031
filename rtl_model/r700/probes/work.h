/* work.h - what a SIMD works on in a clock: wavefronts, and where in the program they are.  No module depends on it. */
#ifndef RTL_MODEL_R700_WORK_H
#define RTL_MODEL_R700_WORK_H

#include <stdio.h>

#include "rtl_model/r700/probes/pipe_group.h"
#include "rtl_model/r700/simd.h"

struct simd_work {
    uint64_t cycle;
    struct work_group {
        bool              reading, executing;
        uint32_t          wave, address; /* 64-bit words */
        struct pipe_group group;
    } alu[PARITIES];
    struct {
        bool     there;
        uint32_t wave, pc;
        uint64_t word; /* 0 when it is not known yet */
    } cf[2];           /* in the fetch and the decode stage */
    struct {
        bool     there;
        uint32_t wave, head; /* the next group */
    } clause[ALU_CLAUSES];
    struct {
        bool     there;
        uint32_t wave, head; /* the next instruction */
        uint64_t word[2];    /* 0 when it is not in the buffer */
    } fetch[FETCH_CLAUSES];
    struct {
        bool     there;
        uint32_t wave;
    } exports;
};

/* Of a machine that has been looked at, before a clock edge. */
void simd_work_note(const struct simd *simd, uint64_t cycle, struct simd_work *work);

/* "cycle 12: wavefront 3, ...": a line for each wavefront that a module of this name in waveforms ("gpu.simd0.alu_x")
 * may work for: its number, the stage, address and text of the instruction. */
void simd_work_print(FILE *out, const struct simd_work *work, const char *path);

#endif
