/* flow.h - where a wavefront may go from each CF instruction (ISA 3.7, 9.1), and a solver along these edges.
 *
 *     struct flow_lattice lattice = {.edges = FLOW_ALL, .visit = transfer, .join = join};
 *     flow_solve(&program, &lattice, &context)
 *
 * Addresses are 64-bit words.  An edge may lead outside the program: flow_next reports it, flow_solve ignores it. */
#ifndef ISA_R700_FLOW_H
#define ISA_R700_FLOW_H

#include <stdbool.h>
#include <stdint.h>

struct flow_program {
    const uint32_t *dwords;      /* the program, behind it the fetch program */
    unsigned        words;       /* of both */
    unsigned        first;       /* where wavefronts begin */
    unsigned        fetch_base;  /* where the fetch program starts; 0: there is none */
    unsigned        fetch_first; /* where it is called, from there on (SQ_PGM_CF_OFFSET_FS) */
};

/* Kinds of edges, a bit each. */
enum flow_kind {
    FLOW_STEP = 1,  /* the next instruction */
    FLOW_JUMP = 2,  /* ADDR of a branch, of a loop, of KILL */
    FLOW_CALL = 4,  /* the first instruction of a subroutine */
    FLOW_PAST = 8,  /* behind a CALL whose condition no pixel passes */
    FLOW_IDLE = 16, /* behind a CALL without a condition when no pixel is active */
    FLOW_BACK = 32, /* from RETURN to behind a CALL; flow_solve's, of every CALL that it has met */
    FLOW_ALL = 63
};

struct flow_edge {
    unsigned       to;
    enum flow_kind kind;
};

enum { FLOW_EDGES = 2 };

/* All ways on from an instruction; none behind END_OF_PROGRAM, and of a reserved opcode, where the run stops. */
struct flow_next {
    struct flow_edge edge[FLOW_EDGES]; /* jumps and calls first */
    unsigned         count;
    bool             returns; /* may go on behind a CALL or CALL_FS, too */
};

/* `at` lies inside the program. */
struct flow_next flow_next(const struct flow_program *program, unsigned at);

/* A clause, a target or a way on outside of the program; `main_words` is where the program itself ends and the fetch
 * program begins. */
struct flow_fault {
    unsigned at;       /* the instruction, or the address behind the program's last one */
    bool     at_end;   /* the latter */
    char     text[96]; /* "the target is CF 100, the program has 2 words (ISA 3.7.1)" */
};
/* True when the instruction at `at` has one. */
bool flow_fault_at(const struct flow_program *program, unsigned main_words, unsigned at, struct flow_fault *fault);

/* What ADDR at a CF address counts from: the program's begin or that of the fetch program (ISA ch. 3). */
static inline unsigned flow_base(const struct flow_program *program, unsigned at)
{
    return program->fetch_base && at >= program->fetch_base ? program->fetch_base : 0;
}

/* An analysis.  What holds before each instruction is the caller's, in `context`. */
struct flow_lattice {
    unsigned edges; /* kinds that are followed */
    /* Computes what holds behind the instruction at `at`, over all its edges `next`; false ends the solver. */
    bool (*visit)(void *context, unsigned at, const struct flow_next *next);
    /* Joins what the last visit has computed, of `from`, into what holds before edge->to; true when that is more than
     * before.  NULL: nothing flows, each instruction is visited once. */
    bool (*join)(void *context, unsigned from, const struct flow_edge *edge);
};

enum flow_end { FLOW_SOLVED, FLOW_ENDED, FLOW_NO_MEMORY };

/* Visits the first instruction, and each that an edge leads to for the first time or with more than before, until
 * nothing changes; what an edge led to last is visited first.  FLOW_ENDED: a visit said false. */
enum flow_end flow_solve(const struct flow_program *program, const struct flow_lattice *lattice, void *context);

#endif
