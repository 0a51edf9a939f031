/* flow.h - a program decoded, where a wavefront may go from each CF instruction (ISA 3.7, 9.1), and a solver along
 * these edges.
 *
 *     flow_decode(&program, &code)
 *     struct flow_lattice lattice = {.edges = FLOW_ALL, .visit = transfer, .join = join};
 *     flow_solve(&code, &lattice, &context)
 *
 * Addresses are 64-bit words.  An edge may lead outside the program: flow_next reports it, flow_solve ignores it. */
#ifndef ISA_R700_FLOW_H
#define ISA_R700_FLOW_H

#include <stdbool.h>
#include <stdint.h>

#include "isa/r700/isa.h"

/* ---- successors -------------------------------------------------------------------------------------------------- */

struct flow_program {
    const uint32_t *dwords;       /* the program, behind it the fetch program */
    unsigned        words;        /* of both */
    unsigned        first;        /* where wavefronts begin */
    unsigned        fetch_base;   /* where the fetch program starts; 0: there is none */
    unsigned        fetch_first;  /* where it is called, from there on (SQ_PGM_CF_OFFSET_FS) */
    bool            past_illegal; /* a reserved opcode is passed over, as in a listing */
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

/* What ADDR at a CF address counts from: the program's begin or that of the fetch program (ISA ch. 3). */
static inline unsigned flow_base(const struct flow_program *program, unsigned at)
{
    return program->fetch_base && at >= program->fetch_base ? program->fetch_base : 0;
}

/* ---- a program decoded ------------------------------------------------------------------------------------------- */

/* A CF instruction that a wavefront may come to. */
struct flow_row {
    unsigned                at;
    const struct isa_cf_op *op; /* NULL: a reserved opcode, where the run stops */
    union {                     /* its fields, as op->format has them */
        struct isa_cf          cf;
        struct isa_cf_alu      alu;
        struct isa_export_swiz swiz;
        struct isa_export_buf  buf;
    };
    const uint32_t  *dwords;
    unsigned         clause, words; /* the clause that it starts, first word and words; 0 words: none */
    bool             ends;          /* END_OF_PROGRAM */
    bool             inside;        /* the clause lies inside the program */
    struct flow_next next;
};

struct flow_code {
    struct flow_program program;
    struct flow_row    *rows; /* by address */
    unsigned            count;
    unsigned           *row_of; /* by address: row + 1; 0: no wavefront comes there */
};

/* The program's dwords must outlive the code.  False: not enough memory; `code` is empty then. */
bool flow_decode(const struct flow_program *program, struct flow_code *code);
void flow_free(struct flow_code *code);

/* The instruction of an address, any one; NULL: no wavefront comes there. */
static inline const struct flow_row *flow_row(const struct flow_code *code, unsigned at)
{
    return at < code->program.words && code->row_of[at] ? &code->rows[code->row_of[at] - 1] : NULL;
}

/* The words of the clause that a CF instruction starts, and its ADDR; 0: it starts none. */
unsigned flow_clause(const uint32_t *dwords, unsigned *addr);

/* The target of a row's edge of that kind; false: it has none. */
bool flow_target(const struct flow_row *row, enum flow_kind kind, unsigned *target);

static inline bool flow_starts_loop(const struct flow_row *row)
{
    return row->op && (row->op->id == ISA_CF_INST_LOOP_START || row->op->id == ISA_CF_INST_LOOP_START_NO_AL ||
                       row->op->id == ISA_CF_INST_LOOP_START_DX10);
}

/* LOOP_END of the innermost loop around a row, by the text; NULL: there is none. */
const struct flow_row *flow_loop_end(const struct flow_code *code, const struct flow_row *row);

/* The groups of a row's ALU clause that lies inside the program, as long as they are legal:
 *
 *     struct flow_groups groups = flow_groups(code, row, prefer_vector);
 *     while (flow_group(&groups, &group)) ... groups.at
 *
 * Behind the last one `status` is ISA_GROUP_OK, or what is wrong with the instruction at `fault`. */
struct flow_groups {
    const uint32_t       *dwords;
    unsigned              at;         /* of the group given last; behind the last one, of what is no group */
    unsigned              next, left; /* words of the clause that have not been given */
    bool                  prefer_vector;
    enum isa_group_status status;
    unsigned              fault;
};
struct flow_groups flow_groups(const struct flow_code *code, const struct flow_row *row, bool prefer_vector);
bool               flow_group(struct flow_groups *groups, struct isa_group *group);

/* The fetch instructions of a row, 0 of a clause outside the program; instruction i of them, NULL: a reserved one. */
unsigned                   flow_fetch_count(const struct flow_row *row);
const struct isa_fetch_op *flow_fetch(const struct flow_code *code, const struct flow_row *row, unsigned i,
                                      const uint32_t **dwords);

/* A clause, a target or a way on outside of the program; `main_words` is where the program itself ends and the fetch
 * program begins. */
struct flow_fault {
    unsigned at;       /* the instruction, or the address behind the program's last one */
    bool     at_end;   /* the latter */
    char     text[96]; /* "the target is CF 100, the program has 2 words (ISA 3.7.1)" */
};
/* True when the row has one. */
bool flow_fault_at(const struct flow_code *code, unsigned main_words, const struct flow_row *row,
                   struct flow_fault *fault);

/* ---- the solver -------------------------------------------------------------------------------------------------- */

/* An analysis.  What holds at each row is the caller's, in `context`.  Backward edges are gone from their end to their
 * begin: then `from` stands behind `to`. */
struct flow_lattice {
    unsigned edges; /* kinds that are followed */
    bool     backward;
    /* Computes what holds on the other side of the row; false ends the solver. */
    bool (*visit)(void *context, const struct flow_row *row);
    /* Joins what the last visit has computed, of `from`, into what holds at `to`; true when that is more than before.
     * NULL: nothing flows, each row is visited once. */
    bool (*join)(void *context, const struct flow_row *from, const struct flow_row *to, enum flow_kind kind);
    /* The edges in place of row->next, at most as many kinds of them; NULL: row->next. */
    struct flow_next (*next)(void *context, const struct flow_row *row);
};

enum flow_end { FLOW_SOLVED, FLOW_ENDED, FLOW_NO_MEMORY };

/* Forward, visits the row where wavefronts begin; backward, all rows, the last one first.  Then each to which an edge
 * leads for the first time or with more than before, until nothing changes; what an edge led to last is visited first.
 * FLOW_ENDED: a visit said false. */
enum flow_end flow_solve(const struct flow_code *code, const struct flow_lattice *lattice, void *context);

#endif
