/* random.h - random legal programs, run on the machine and on the reference interpreter, compared, and made small when
 * they differ.
 *
 *   random_generate   a program as a tree of statements, with the data it runs on; everything from one seed
 *   random_assemble   the tree as microcode; false when a group cannot have its operands read (ISA 4.7)
 *   random_compare    both judges; every GPR, pixel state, stack depth after each ALU clause, exports, kills, emitted
 * vertices random_shrink     the smallest tree found that still differs in the same way random_save       assembly,
 * data and launch file of a case
 *
 * The interpreter says what is legal: what it stops, or what reads undefined values, is thrown away. */
#ifndef TB_RANDOM_RANDOM_H
#define TB_RANDOM_RANDOM_H

#include <stdio.h>

#include "kit/paths.h"
#include "rtl_model/launch/launch.h"
#include "rtl_model/machine.h"
#include "rtl_model/program/program.h"
#include "rtl_model/r700/chip.h"
#include "tb/random/source.h"
#include "tb/ref/ref.h"
#include "tb/texture/texture_case.h"

/* ---- weights -------------------------------------------------------------------------------------------------- */

struct random_weights {
#define RANDOM_WEIGHT(name, value, meaning) unsigned name;
#include "tb/random/weights.def"
#undef RANDOM_WEIGHT
};
struct random_weight_row {
    const char *name, *meaning;
    unsigned    value;
    size_t      offset;
};
extern const struct random_weight_row random_weight_rows[];
extern const unsigned                 random_weight_count;

struct random_weights random_default_weights(void);
/* "branch=0,loop=20", or "straight" for programs without control flow. */
bool random_set_weights(struct random_weights *weights, const char *text, struct diag *diag);

/* ---- programs ------------------------------------------------------------------------------------------------- */

enum {
    RANDOM_NODES = 512,
    RANDOM_CLAUSES = 512,
    RANDOM_GROUPS = 16, /* of a clause */
    RANDOM_SUBROUTINES = 3,
    RANDOM_GPRS = 32,
    RANDOM_THREADS = 512,
    RANDOM_SCATTER_WORDS = RANDOM_THREADS * 8,
    RANDOM_VECTORS = 96, /* of a constant buffer */
    RANDOM_BUFFERS = 3,
    RANDOM_DWORDS = 1 << 15,
    RANDOM_FETCH_DWORDS = 1 << 14,
    RANDOM_RESOURCES = 6,
    RANDOM_FETCH_CLAUSES = 128,
    RANDOM_FETCHES = 16, /* of a clause */
    RANDOM_TEXTURES = 2,
    RANDOM_TEXTURE_BYTES = 1 << 19,
    RANDOM_SEMANTICS = 32,
    RANDOM_OTHER_DWORDS = 256,
    RANDOM_REGISTERS = 200,
    RANDOM_OTHER_FILE = 7,               /* constants of the file that ALT_CONST reaches */
    RANDOM_RANGES = RANDOM_TEXTURES + 1, /* of memory, at addresses */
    RANDOM_READ_CLAUSES = 64,
    RANDOM_READS = 3, /* of a clause */
    RANDOM_GLOBALS = 16,
    RANDOM_LEVELS = 250, /* of a tower */
    RANDOM_ONE_TRIP = 31 /* a loop constant of count 1 */
};

struct random_group {
    struct isa_alu slot[ISA_SLOTS]; /* in the order X Y Z W T; where each goes is the hardware's rule */
    bool           used[ISA_SLOTS];
    uint32_t       literal[4];
};
struct random_clause {
    struct random_group group[RANDOM_GROUPS];
    unsigned            groups;
    unsigned            kcache_mode[2], kcache_bank[2], kcache_line[2];
    bool                alternate; /* ALT_CONST */
};

struct random_resource {
    unsigned id, buffer; /* BUFFER_ID; which constant buffer it lies in */
    uint32_t offset;     /* bytes from that one's start */
    uint32_t word[7];    /* SQ_VTX_CONSTANT, without its address (3D 6) */
};
struct random_fetch_clause {
    struct isa_vtx_gpr fetch[RANDOM_FETCHES];
    bool               others; /* instructions of the local data share, or of textures, in their place */
    uint32_t           other[RANDOM_FETCHES][4];
    unsigned           count;
};

/* A texture with a sampler, and what lies at its address. */
struct random_texture {
    unsigned            id, sampler; /* RESOURCE_ID, SAMPLER_ID */
    bool                alternative; /* with ALT_CONST */
    unsigned            normalised;  /* COORD_TYPE_X to W, a bit each */
    struct texture_case state;       /* but its memory, which is here: */
    uint8_t             memory[RANDOM_TEXTURE_BYTES];
};
/* A raw register and a part of memory. */
struct random_register {
    uint32_t offset, value;
};
struct random_range {
    uint64_t       address, bytes;
    const uint8_t *data;
};

struct random_read_clause {
    struct isa_mem_rd read[RANDOM_READS];
    unsigned          count;
};
/* A buffer that memory writes and reads reach: of zeros, or of words. */
struct random_memory {
    const char        *name;
    enum launch_target target;
    unsigned           bytes, item;
    bool               words; /* random_scatter */
};

enum random_kind {
    RANDOM_ALU,
    RANDOM_BRANCH,
    RANDOM_ELSE,
    RANDOM_LOOP,
    RANDOM_LEAVE,
    RANDOM_CALL,
    RANDOM_SKIP,
    RANDOM_KILL,
    RANDOM_EXPORT,
    RANDOM_TOWER,
    RANDOM_RETURN,
    RANDOM_OTHER,
    RANDOM_FETCH,
    RANDOM_WRITE,
    RANDOM_READ,
    RANDOM_SHARE,
    RANDOM_TEXTURING,
    RANDOM_EMIT,
    RANDOM_KINDS
};

struct random_node {
    enum random_kind kind;
    unsigned         variant; /* which instructions it becomes, see assemble.c */
    int              list[2]; /* first statements of its bodies, or -1 */
    int              next;    /* statement behind it, or -1 */
    int              clause[3];
    unsigned         cond, constant; /* COND, CF_CONST */
    unsigned number; /* subroutine (RANDOM_SUBROUTINES: the fetch program), export index, levels, clause of fetches or
                        reads */
    uint32_t              bits;       /* of a tower: what its levels are */
    unsigned              gpr, burst; /* export */
    uint8_t               select[4];  /* export */
    bool                  whole_quad, valid_pixel, no_barrier, relative;
    struct isa_export_buf write;   /* memory write */
    unsigned              mode_at; /* only the statement's n-th instruction has these modes; 0: all */
};

struct random_case {
    uint64_t             seed;
    struct random_node   node[RANDOM_NODES];
    unsigned             nodes;
    struct random_clause clause[RANDOM_CLAUSES];
    unsigned             clauses;
    int                  main, subroutine[RANDOM_SUBROUTINES], fetch; /* lists */
    enum launch_stage    stage;                                       /* PS, VS, GS or ES */
    bool                 prefer_vector, other_clocks, whole_quads;
    unsigned             num_gprs, stack_size, threads;
    /* Instructions before the one with which the program, and the fetch program, begins (SQ_PGM_CF_OFFSET_*). */
    unsigned                 first, fetch_first;
    unsigned                 primitive; /* vertices of one, as VGT_GS_OUT_PRIM_TYPE says; 0: it is not written */
    bool                     dx9_clamp, clamp_consts; /* SQ_PGM_RESOURCES_*: DX10_CLAMP is 0, CLAMP_CONSTS is 1 */
    uint32_t                 gprs[RANDOM_THREADS][RANDOM_GPRS][4];
    uint32_t                 buffer[RANDOM_BUFFERS][RANDOM_VECTORS][4];
    uint32_t                 file[REF_CONSTANTS][4];
    uint32_t                 booleans;
    struct ref_loop_constant loop[REF_FLOW_CONSTANTS];

    struct random_resource     resource[RANDOM_RESOURCES];
    struct random_fetch_clause fetch_clause[RANDOM_FETCH_CLAUSES];
    unsigned                   fetch_clauses;
    bool                       memory;        /* it has memory writes and reads, */
    bool                       keeps_scatter; /* but none to the scatter buffer, so that reads of it may be cached */
    struct random_read_clause  read_clause[RANDOM_READ_CLAUSES];
    unsigned                   read_clauses;
    uint32_t                   base_vertex, start_instance;
    uint16_t                   semantic[RANDOM_SEMANTICS]; /* of a register behind R0, + 1; 0: of none */

    unsigned group_size, share_dwords; /* threads of a group, 0: there are none; dwords of a thread in the local data
                                          share */
    unsigned share_stride;             /* of all its writes there */
    int      first_share;              /* a clause at its beginning that writes all of them, or -1 */

    unsigned globals;        /* SIMD-global GPRs, 0: there are none */
    bool     writes_globals; /* by one wavefront; several read what they have at first */
    uint32_t global[REF_LANES][RANDOM_GLOBALS][4];

    bool                  textures; /* it has texture instructions */
    struct random_texture texture[RANDOM_TEXTURES];
    uint32_t              other_word[7], other[RANDOM_OTHER_DWORDS]; /* a buffer that ALT_CONST reaches */
    unsigned              other_id;

    uint32_t dwords[RANDOM_DWORDS]; /* random_assemble */
    unsigned dword_count;
    uint32_t fetch_dwords[RANDOM_FETCH_DWORDS]; /* the fetch program */
    unsigned fetch_count;
};

/* It may call a fetch program; it exports pixels or vertices, others write memory alone (ISA 9.1). */
static inline bool random_is_vertex(const struct random_case *program)
{
    return program->stage == LAUNCH_VS || program->stage == LAUNCH_ES;
}
static inline bool random_exports(const struct random_case *program)
{
    return program->stage == LAUNCH_PS || program->stage == LAUNCH_VS;
}

/* The same seed and weights give the same case.  It may turn out to be illegal: see random_judge. */
void random_generate(uint64_t seed, const struct random_weights *weights, struct random_case *out);
bool random_assemble(struct random_case *program);
/* Read ports and bank swizzles of one group (ISA 4.7): writes the swizzles; false when there are none. */
bool random_place(struct random_group *group, bool prefer_vector);
/* The group as microcode: returns its size in 64-bit words, 0 when it is not legal. */
unsigned random_encode_group(const struct random_group *group, uint32_t *dwords);

/* The clause as microcode: returns its size in 64-bit words. */
unsigned random_encode_fetches(const struct random_fetch_clause *clause, uint32_t *dwords);
unsigned random_encode_reads(const struct random_read_clause *clause, uint32_t *dwords);

/* GPRs that instructions may write at random: not the counters of loops, the numbers that decide branches, with memory
 * addresses, and with textures the coordinates of each and numbers of texels. */
static inline unsigned random_coordinates(const struct random_case *program)
{
    return program->num_gprs - 2 - program->memory - (program->textures ? RANDOM_TEXTURES + 1 : 0);
}
static inline unsigned random_writable(const struct random_case *program)
{
    return random_coordinates(program);
}
/* Which of the program's buffers has constants of bank b; banks of ALT_CONST, from RANDOM_BUFFERS on, have the same
 * buffers in another order. */
static inline unsigned random_buffer(unsigned b)
{
    return b < RANDOM_BUFFERS ? b : (b + 1) % RANDOM_BUFFERS;
}
/* Is it SQ_PGM_RESOURCES_PS, _VS, _GS or _ES? */
static inline bool random_is_resources(uint32_t offset)
{
    return offset == 0x28850 || offset == 0x28868 || offset == 0x2887c || offset == 0x28890;
}
/* A launch's registers beside those of its keys; the parts of memory that they point to. */
unsigned random_registers(const struct random_case *program, struct random_register out[RANDOM_REGISTERS]);
unsigned random_ranges(const struct random_case *program, struct random_range out[RANDOM_RANGES]);
/* Start values of its global GPRs: [lane][gpr][xyzw]. */
void random_globals(const struct random_case *program, uint32_t words[REF_LANES * RANDOM_GLOBALS * 4]);
/* The buffers of a program's memory writes and reads; returns how many.  What the scatter buffer has at first. */
unsigned random_memory(const struct random_case *program, struct random_memory out[LAUNCH_TARGETS]);
void     random_scatter(const struct random_case *program, uint32_t words[RANDOM_SCATTER_WORDS]);

/* ---- judging -------------------------------------------------------------------------------------------------- */

enum random_verdict {
    RANDOM_SAME,
    RANDOM_DIFFERENT, /* `diag` says what differs first */
    RANDOM_STOPPED,   /* the machine refuses or stops what the interpreter runs */
    RANDOM_HANGS,     /* the machine does not end */
    RANDOM_ILLEGAL,   /* the interpreter stops; the case is not one */
    RANDOM_UNDEFINED, /* it reads what the manual leaves undefined */
    RANDOM_FAILED     /* out of memory and the like */
};

struct random_statistics {
    uint64_t programs, illegal, undefined, clauses, instructions, groups, cycles;
    uint64_t close;              /* programs that read what depends on how closely a group follows another (ISA 4.11) */
    uint64_t pairs, other_pairs; /* that ran beside another launch; of them, beside another program */
};

/* A mistake put into what the machine computes, to show that the comparison sees it. */
enum random_fault {
    RANDOM_NO_FAULT,
    RANDOM_FAULT_GPR,
    RANDOM_FAULT_ACTIVE,
    RANDOM_FAULT_EXPORT,
    RANDOM_FAULT_KILL,
    RANDOM_FAULT_MEMORY,
    RANDOM_FAULT_SHARE,
    RANDOM_FAULT_EMIT,
    RANDOM_FAULTS
};

/* What legal programs have had executed. */
struct random_coverage {
    uint64_t cf[ISA_CF_INST_COUNT], whole_quad[ISA_CF_INST_COUNT], valid_pixel[ISA_CF_INST_COUNT],
        no_barrier[ISA_CF_INST_COUNT];
    uint64_t cond[ISA_CF_INST_COUNT][4], pops[8];
    uint64_t alu[ISA_ALU_COUNT], slot[ISA_SLOTS], index[8], pred_sel[4], omod[4], clamp;
    uint64_t dx9_clamps, update_pred, update_mask, kills[ISA_SLOTS + 1], kcache[2][4];
    uint64_t relative_gpr, relative_constant, relative_destination;
    uint64_t format[64], num_format[3][2][2], endian[3], fetch_type[3], select[8]; /* of fetches */
    uint64_t whole_quad_fetches, const_fields, relative_index, relative_result;
    uint64_t texture_op[32], dim[8], tile_mode[16], texture_format[64], texture_clamp[8], xy_filter[8];
    uint64_t texture_alternatives, fetch_alternatives, alternatives[2], semantics, no_strides;
    uint64_t share_strides[2], share_mux[3][2], share_bursts[2], share_broadcasts, share_relative, share_kept,
        share_groups;
    uint64_t else_pops[8], fetch_program_calls, fetch_program_clauses;
    uint64_t shared_reads, own_reads;
    uint64_t hazards, hidden, late; /* see struct ref_wave */
    unsigned most_elements, most_calls, most_loops, most_waves, most_groups;
    uint64_t partial_quads, programs;
};

struct random_judge {
    struct chip_config       chip; /* validated */
    struct random_statistics statistics;
    enum random_fault        fault;
    bool                     brief;    /* the machine beside the interpreter alone, none beside other machines */
    struct random_coverage  *coverage; /* NULL: not counted */
    bool (*enough)(void);              /* asked between two tries of random_shrink: true ends it; or NULL */
};

/* The chip of the command line; false: the interpreter lacks it. */
bool random_take_chip(struct random_judge *judge, const struct machine_chip *chip, struct diag *diag);

enum random_verdict random_compare(struct random_judge *judge, const struct program *program,
                                   const struct program *fetch, const struct launch *launch, struct diag *diag);
/* Assembles and compares; the case's stack_size becomes what the program needs. */
enum random_verdict random_run(struct random_judge *judge, struct random_case *program, struct diag *diag);

/* Prints what was never executed, a line each; returns how many lines. */
unsigned random_coverage_missing(const struct random_coverage *coverage, FILE *out);

/* The chip that a case runs on: with other_clocks, what reads of ISA 4.11 give and everything that only takes time is
 * drawn from its seed. */
void random_chip(const struct random_case *program, const struct chip_config *base, struct chip_config *out);

/* ---- failing cases -------------------------------------------------------------------------------------------- */

/* Tries at most `tries` smaller programs; `diag` is that of the result. */
void random_shrink(struct random_judge *judge, struct random_case *program, enum random_verdict verdict, unsigned tries,
                   struct diag *diag);
/* FOLDER/program.asm, gprs.bin, cb0.bin .., constants.bin, launch.json, chip.json; makes the folder. */
bool random_save(const struct random_judge *judge, const struct random_case *program, const char *folder,
                 const char *remark, struct diag *diag);
/* Takes note of all of these files (kit/paths.h). */
bool random_take_files(const char *folder, struct path_set *paths, struct diag *diag);

#endif
