/* generate.h - what the parts of the generator share. */
#ifndef TB_RANDOM_GENERATE_H
#define TB_RANDOM_GENERATE_H

#include "tb/random/random.h"

enum { RANDOM_FAMILIES = 10 }; /* of operations, see groups.c */

/* The last two GPRs of a program, with memory three, are not written at random: counters of loops, and numbers that
 * decide branches. */
struct generator {
    struct random_source         source;
    const struct random_weights *weights;
    struct random_case          *out;
    bool                         uses_file, relative, whole_quads;
    unsigned                     nodes;  /* at most, in a list */
    unsigned                     nested; /* statements around this one, in the main program or a subroutine */
    uint16_t                     family[ISA_ALU_COUNT]; /* operations, family by family */
    unsigned                     family_start[RANDOM_FAMILIES + 1];
    unsigned                     depth;             /* of nested statements */
    unsigned                     branches;          /* of them, branches within the innermost loop */
    unsigned                     loops;             /* of them, loops */
    bool                         has_index;         /* the innermost loop has aL */
    bool                         no_relative_write; /* a loop ends by a counter in a GPR */
    bool                         in_subroutine, in_fetch;
    unsigned                     subroutine; /* which; it may call itself, or those behind it */
    bool                         calls_itself;

    /* Of the clause that is being made */
    const struct random_clause *clause;
    struct isa_alu_src          beside;            /* the last GPR operand of the group; at first R0.x */
    bool                        result[ISA_SLOTS]; /* PV, PS hold something for every thread */
    bool                        temporary[4][4];   /* so do clause temporaries */
    bool                        ar[4];             /* so does AR */
    unsigned                    ar_element;        /* the one that the group uses, ISA 4.6.1 */
    bool                        ar_constants;      /* for constants; else, and AR.x always, for GPRs */
    struct isa_alu              before[ISA_SLOTS]; /* what the group before writes to GPRs */
    unsigned                    befores;
    bool                        may_mask; /* any PRED_SET* may change the active mask */
};

void generate_families(struct generator *generator);

/* An instruction with operands and destination, for that slot. */
void generate_instruction(struct generator *generator, enum isa_alu_id id, unsigned slot, struct isa_alu *alu);
enum isa_alu_id generate_double(struct generator *generator);
/* Puts 64-bit operations into the vector slots, in the place of what is there. */
void generate_doubles(struct generator *generator, struct random_group *group);

enum clause_kind { CLAUSE_PLAIN, CLAUSE_CONDITION, CLAUSE_KILL };
/* A clause of random groups; CONDITION has one PRED_SET* with UPDATE_EXECUTE_MASK, KILL ends in a KILL*. */
int generate_clause(struct generator *generator, enum clause_kind kind);
/* fetches.c: resources, then clauses that fetch from them: one's number, -1 when there is no room. */
void generate_resources(struct generator *generator);
int  generate_fetches(struct generator *generator);
/* A format of vertices, a byte swap that it can have. */
unsigned generate_format(struct generator *generator);
unsigned generate_endian(struct generator *generator, unsigned format);

/* accesses.c: whether a program has memory writes and reads; what its GPR of addresses has; a write; a clause of reads,
 * or -1. */
bool generate_memory(const struct random_weights *weights, uint64_t seed);
/* Whether the program is a geometry program or, if it is a vertex program, one before it. */
bool generate_geometry(const struct random_weights *weights, uint64_t seed);
/* How many instructions stand before its first one. */
unsigned generate_first(uint64_t seed);
/* The same of the fetch program, and the bits of SQ_PGM_RESOURCES_*. */
void     generate_settings(uint64_t seed, struct random_case *out);
bool     generate_keeps_scatter(uint64_t seed);
uint32_t generate_address(struct generator *generator, unsigned thread, unsigned element);
void     generate_write(struct generator *generator, struct random_node *node);
int      generate_reads(struct generator *generator);
/* shares.c: the groups of the program of that seed; a clause of the local data share, in the same way. */
void generate_groups(struct generator *generator);
/* Whether the program has global GPRs, and what is in them. */
void generate_globals(struct generator *generator);
int  generate_share(struct generator *generator);
/* textures.c: has the program of that seed texture instructions?  What they and ALT_CONST reach; the GPRs that are kept
 * for coordinates; a clause, in the same way. */
bool generate_has_textures(const struct random_weights *weights, uint64_t seed);
void generate_textures(struct generator *generator);
void generate_coordinates(struct generator *generator);
int  generate_texturing(struct generator *generator);

/* The counter of a loop nested `level` deep: set to 0; counted, and threads whose count exceeds `limit` masked. */
int generate_counter_start(struct generator *generator, unsigned level);
int generate_counter_step(struct generator *generator, unsigned level, unsigned limit);

#endif
