/* survey.h - what a program is made of, without running it: clauses, groups, fetches and exports, the stack and the
 * registers that it needs, constants, resources and buffers that it names (ISA 2.6, ch. 3 to 8).
 *
 * What `wekiva report` counts and `wekiva launch` asks for.  Nothing here judges: the lint does. */
#ifndef RTL_MODEL_R700_SURVEY_H
#define RTL_MODEL_R700_SURVEY_H

#include <stdbool.h>
#include <stdint.h>

#include "isa/r700/flow.h"
#include "kit/diag.h"

struct survey_subject {
    const struct flow_code *code;
    unsigned                temporaries; /* clause temporaries */
    bool                    prefer_vector;
    unsigned                subentries; /* of a stack entry (ISA table 3.5) */
    unsigned                call_rows;  /* stack subentries of a call (ISA table 3.6) */
};

/* How often a CF instruction is executed by a wavefront (survey_weigh): as seldom and as often as its place among jumps
 * and loops lets it, and in between. */
enum survey_bound { SURVEY_MIN, SURVEY_AVG, SURVEY_MAX, SURVEY_BOUNDS };

/* What takes a wavefront's clocks on a SIMD. */
enum survey_unit { SURVEY_ALU, SURVEY_TEX, SURVEY_VTX, SURVEY_LDS, SURVEY_EXPORT, SURVEY_UNITS };

/* A CF instruction that the program can reach, as a row of its code. */
struct survey_cf {
    unsigned                address;
    const struct isa_cf_op *op;                        /* NULL: a reserved opcode */
    unsigned                groups, slots;             /* of an ALU clause: groups, and instructions in them */
    unsigned                count[SURVEY_UNITS];       /* groups; fetches; steps of the data share; GPRs that leave */
    unsigned                broadcasts, waterfalls;    /* of the steps of the data share */
    unsigned                passes_least, passes_most; /* of its texture fetches, in clocks of a quad */
    double                  weight[SURVEY_BOUNDS];
    double                  own;     /* its weight within its subroutine */
    unsigned                routine; /* where that begins; 0: the program itself */
};

enum { SURVEY_BANKS = 16, SURVEY_LINES = 256, SURVEY_IDS = 256, SURVEY_SAMPLERS = 32, SURVEY_LINE_CONSTANTS = 16 };
enum { SURVEY_PIXELS = 62, SURVEY_POSITIONS = 64, SURVEY_PARAMETERS = 32, SURVEY_TARGETS = 8 };

/* Lines of a constant buffer that clauses lock. */
struct survey_bank {
    uint8_t  locked[SURVEY_LINES]; /* line n */
    unsigned constants;            /* up to the last one that is read */
    bool     relative;             /* by an index: up to an unknown place */
};

struct survey_texture {
    bool used, cube, array, texels; /* texels: LD and the like, which have whole coordinates */
    bool rectangle;                 /* coordinates that are not normalised */
};

struct survey_vertices {
    bool     used, by_constant; /* FETCH_TYPE NO_INDEX_OFFSET: constants by an index known at run time */
    bool     own_format;        /* USE_CONST_FIELDS: the format is unknown */
    unsigned format;            /* DATA_FORMAT of its first fetch */
    unsigned bytes;             /* up to the end of the last element */
};

/* A target of memory writes and reads, enum memory_target. */
struct survey_target {
    bool     written, read, indexed;
    unsigned dwords; /* of a thread: up to the end of what is accessed; scratch and reduction in whole vec4s */
};

struct survey {
    struct survey_cf *cf; /* one for each row of the code */
    unsigned          cf_count;
    unsigned          alu_clauses, tex_clauses, vtx_clauses, vtx_tc_clauses;
    unsigned          groups, slots, slot_used[ISA_SLOTS], literal_dwords, literal_groups, words;
    unsigned          samples, vertex_fetches, memory_reads, share_steps; /* fetch instructions, steps of the share */
    unsigned          exports, export_gprs, memory_writes, memory_gprs;   /* instructions, and GPRs that leave */
    unsigned          broken; /* CF address + 1 of the first clause that is illegal or lies outside; 0: none */

    /* Exports by ARRAY_BASE, a bit each; and whether the instruction is there. */
    uint64_t pixels, positions;
    uint32_t parameters;
    bool     kills, emits, calls_fetch, waits_ack;

    unsigned gprs;        /* that it names, without temporaries */
    unsigned temporaries; /* clause temporaries that it names */
    bool     relative;    /* registers by an index: more than it names */
    unsigned globals;     /* up to the last SIMD-global GPR that it names */
    /* Elements that are read before any write on some way through the program.  Of these, elements that no earlier
     * instruction of the text writes: the others are mostly ones for which a compiler has no value. */
    uint8_t  inputs[ISA_GPRS], first_read[ISA_GPRS];
    unsigned stack_rows;        /* subentries, what is held back included (ISA table 3.6) */
    unsigned stack_entries;     /* the least STACK_SIZE with room for them */
    bool     stack_endless;     /* it pushes and never pops, so far as can be seen */
    unsigned loops, open_loops; /* loops, and those whose number of iterations no loop constant says */

    /* [1]: of another stage, by ALT_CONST. */
    struct survey_bank     bank[2][SURVEY_BANKS];
    uint32_t               file[2][ISA_CFILE_CONSTANTS / 32]; /* constants of the constant file, a bit each */
    bool                   file_relative[2];
    uint32_t               bools, loop_constants;
    struct survey_texture  texture[SURVEY_IDS];
    uint32_t               samplers;
    struct survey_vertices vertices[SURVEY_IDS];
    struct survey_target   target[SURVEY_TARGETS];
    bool                   alt_const, semantics;
    bool                   share_written, share_read, share_relative;
    unsigned               share_dwords; /* of a thread: DST_STRIDE, or up to the end of what it writes */
};

enum { SURVEY_CF_MOST = 16384 }; /* CF instructions: what is found of them takes time that grows with their square */

/* A constant buffer by its number; those of ALT_CONST follow those of the stage. */
static inline const struct survey_bank *survey_bank_of(const struct survey *survey, unsigned number)
{
    return &survey->bank[number / SURVEY_BANKS][number % SURVEY_BANKS];
}

/* False: more CF instructions, or not enough memory.  `survey` is freed by survey_free in any case. */
bool survey_make(const struct survey_subject *subject, struct survey *survey, struct diag *diag);
void survey_free(struct survey *survey);

/* The weights of all CF instructions.  `trips` says how often a loop that counts by a loop constant is passed through,
 * by number of the constant, or NULL; the other loops are passed through `otherwise` times.  False: not enough memory.
 */
bool survey_weigh(const struct survey_subject *subject, struct survey *survey, const unsigned *trips,
                  unsigned otherwise);

#endif
