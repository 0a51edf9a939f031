/* stall.h - why an arbiter's opportunity to issue something passed unused: one list for control flow and ALU, so that
 * waveforms and statistics name reasons alike (RV770 timing S5, S9, S12, S13). */
#ifndef PIPELINE_STALL_H
#define PIPELINE_STALL_H

#include <stdint.h>

enum stall {
    STALL_NONE,        /* it was used */
    STALL_NO_WAVE,     /* no wavefront is resident */
    STALL_LOADING,     /* wavefronts wait for their initial GPRs */
    STALL_CONTROL,     /* wavefronts are in CF fetch and decode */
    STALL_FLOW,        /* a branch, loop or call instruction is being digested (RV770 timing S7) */
    STALL_INSTRUCTION, /* instructions come from memory: a miss in the CF or ALU instruction cache */
    STALL_KCACHE,      /* constant-cache lines are being locked (ISA 4.6.4.1) */
    STALL_CLAUSE,      /* a clause is being prepared, in the least time that this takes (RV770 timing S6) */
    STALL_NO_CLAUSE,   /* all places for ALU clauses are taken */
    STALL_FETCH,       /* fetch clauses: no room for one, or wavefronts wait for theirs to return */
    STALL_EXPORT,      /* exports: the unit has no room, or wavefronts wait for theirs to end */
    STALL_BARRIER,     /* wavefronts wait for their earlier clauses: BARRIER, one more of a type, the end (ISA 3.2) */
    STALL_LATENCY,     /* alu_latency is longer than a rotation */
    STALL_MOVA,        /* AR was written too few groups ago (ISA 4.6.4.5) */
    STALL_WATERFALL,   /* constants are read for one index after the other (ISA 4.6.4.5) */
    STALL_GLOBAL,  /* even/odd conflict: the other slot's group writes a global GPR that this one reads (ISA 2.6.1.2) */
    STALL_PORTS,   /* operands that the read ports cannot deliver (ISA 4.7): the run stops here */
    STALL_STOPPED, /* the program broke another rule: the run stops here */
    STALLS
};
typedef uint8_t stall_t;

/* Opportunities that passed unused, by reason. */
typedef struct {
    uint32_t reason[STALLS];
} stall_counts_t;

/* Each reason as waveforms and summaries spell it ("instruction miss"; "-": it was used), and the same as a key of
 * statistics ("stall_instruction_miss"; "used"). */
extern const char *const stall_names[STALLS], *const stall_keys[STALLS];

#endif
