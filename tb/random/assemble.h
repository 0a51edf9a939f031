/* assemble.h - what the parts that turn a tree of statements into microcode share.
 *
 *   emit.c       instructions, clauses, words
 *   branches.c   branches, loops, towers
 *   assemble.c   the other statements, subroutines, the whole program */
#ifndef TB_RANDOM_ASSEMBLE_H
#define TB_RANDOM_ASSEMBLE_H

#include "tb/random/random.h"

enum { CF_MOST = 2048, LABELS = 2048, NONE = -1 };

struct item {
    uint32_t dwords[2];
    int      label;  /* target, or NONE */
    int      clause; /* ALU clause, or NONE */
    int      fetch;  /* fetch clause, or NONE */
    int      read;   /* clause of memory reads, or NONE */
};

/* Of a statement. */
struct modes {
    bool     whole_quad, valid_pixel, no_barrier;
    unsigned only, at; /* only for its n-th instruction; how many it has */
};

struct assembler {
    struct random_case *program;
    struct item         item[CF_MOST];
    unsigned            items;
    unsigned            label[LABELS]; /* where it is */
    unsigned            labels;
    int                 loop_end; /* label of the innermost LOOP_END */
    int                 routine[RANDOM_SUBROUTINES];
    bool                called[RANDOM_SUBROUTINES], calls_fetch, in_fetch;
    struct modes        modes;
    bool                exported, after_export; /* so far; the next ALU clause may come behind an export */
    bool                good;
};

/* ---- emit.c --------------------------------------------------------------------------------------------------- */

struct item *emit(struct assembler *a, int label, int clause);
int          emit_new_label(struct assembler *a);
void         emit_label(struct assembler *a, int label);
/* Are the statement's modes meant for the next instruction? */
bool emit_has_modes(struct assembler *a);
/* A flow instruction, with COND ACTIVE or another. */
void emit_flow(struct assembler *a, enum isa_cf_id id, int label, unsigned pops);
void emit_flow_if(struct assembler *a, enum isa_cf_id id, int label, unsigned pops, unsigned cond, unsigned constant);
void emit_alu(struct assembler *a, enum isa_cf_id id, int clause);
void emit_fetch(struct assembler *a, enum isa_cf_id id, unsigned clause);
/* A memory write; WAIT_ACK until so many are outstanding, and a clause of memory reads. */
void emit_write(struct assembler *a, const struct random_node *node);
void emit_reads(struct assembler *a, const struct random_node *node);
void emit_export(struct assembler *a, const struct random_node *node, bool last);
/* CF instructions and clauses to `dwords`; returns how many dwords that is. */
unsigned emit_words(struct assembler *a, uint32_t *dwords, unsigned room);

/* ---- statements ----------------------------------------------------------------------------------------------- */

void assemble_list(struct assembler *a, int first);
void assemble_branch(struct assembler *a, const struct random_node *node);
void assemble_else(struct assembler *a, const struct random_node *node);
void assemble_loop(struct assembler *a, const struct random_node *node);
void assemble_tower(struct assembler *a, const struct random_node *node);

#endif
