/* ref.h - the reference interpreter: what a program must compute, written from the manual and from nothing else.
 *
 * One wavefront at a time, one thread after the other, without time.  It shares the instruction set's tables (isa/:
 * decoding, group assembly, opcode names) with the machine and no other code, so that a mistake has to be made twice to
 * stay unseen.  One thing is borrowed on purpose: the transcendental functions, whose bits the manual leaves to the
 * implementation, come through a callback.
 *
 *     struct ref_launch launch = {.program = words, .program_dwords = n, .num_gprs = 8, .wave_size = 64, ...};
 *     struct ref_wave  *wave = malloc(sizeof *wave);
 *     ref_start(wave, &launch, 0, ~0ull);                  then write wave->gpr
 *     if (ref_run(wave, &launch) == REF_ENDED) ...         all state is in *wave
 *
 * ref_flow.c says what each control-flow instruction does, ref_op.c what each ALU instruction computes. */
#ifndef TB_REF_REF_H
#define TB_REF_REF_H

#include "isa/r700/isa.h"
#include "kit/diag.h"
#include "tb/ref/ref_texture.h"

enum {
    REF_LANES = 64,
    REF_GPRS = 128,
    REF_TEMPORARIES = 4, /* at most */
    REF_STACK = 256 * 8, /* elements: STACK_SIZE has 8 bits, an entry has 4 or 8 elements (ISA table 3.5) */
    REF_CALL_DEPTH = 32, /* ISA 3.7.6 */
    REF_BUFFERS = 16,    /* constant buffers */
    REF_CONSTANTS = 256, /* the constant file */
    REF_RESOURCES = 176, /* of a stage; from 160 on those of fetch programs */
    REF_SAMPLERS = 18,   /* of a stage */
    REF_SEMANTICS = 32,
    REF_MEMORY_RANGES = 64,
    REF_FLOW_CONSTANTS = 32 /* booleans, and loop constants */
};

/* What a register holds before anything is written to it: the pattern that the machine documents. */
#define REF_UNDEFINED 0x7fedca00u
/* Reads of constants outside their range, ISA 4.6.3 */
#define REF_OUTSIDE 0x7fffffffu

typedef uint64_t ref_mask_t; /* bit t: thread t of the wavefront */

/* ---- what runs, and on what ----------------------------------------------------------------------------------- */

struct ref_loop_constant {
    uint32_t count; /* trip count */
    int32_t  start, step;
};

/* One value of an export instruction (a burst has several). */
struct ref_export {
    unsigned   type, index; /* TYPE, and ARRAY_BASE + place in the burst */
    unsigned   elements;    /* bit e: element e is written */
    ref_mask_t threads;     /* that export; may be none */
    uint32_t   value[4][REF_LANES];
};

/* A vertex resource: SQ_VTX_CONSTANT_WORD0 to 6 (3D 6), but its address, and what lies there. */
struct ref_resource {
    uint32_t       word[7]; /* all 0: there is none */
    const uint8_t *bytes;
    uint64_t       placed; /* bytes that are there, whatever the size in `word` */
};

struct ref_wave;
struct ref_memory;

/* The local data share of a group, or without groups of all wavefronts, and who has touched what: what a wavefront has
 * written it reads, in the same clause always (ISA 2.6.2), later unless others write there.  All else depends on time.
 */
enum { REF_SHARE_BANKS = 4, REF_SHARE_DWORDS = 1024 };
struct ref_share_word {
    uint32_t value, writer, reader; /* wavefronts + 1; the reader in a later clause than its own write */
    uint64_t clause;                /* of the last write */
    bool     several;               /* have written it */
};
struct ref_share {
    unsigned              group;
    bool                  begun;
    struct ref_share_word word[REF_SHARE_BANKS][REF_SHARE_DWORDS];
};

/* Registers that all wavefronts of a SIMD have (ISA 2.6.1.1), and who has touched what: what one wavefront writes and
 * another one touches depends on time. */
struct ref_global_word {
    uint32_t value, writer, reader; /* wavefronts + 1 */
};
struct ref_globals {
    unsigned               count;
    struct ref_global_word word[REF_GPRS][4][REF_LANES];
};

/* Samplers of a stage. */
struct ref_bank {
    uint32_t sampler[REF_SAMPLERS][3], border[REF_SAMPLERS][4];
};

/* What texture instructions find: samplers of the stage and of ALT_CONST's, and what all have together (3D 7, 8, 14).
 * Resources are those of ref_launch, whose words have their addresses here. */
struct ref_textures {
    struct ref_bank                  bank[2];
    uint32_t                         kernel[REF_SAMPLERS], filter4[36], ta_cntl_aux, tiling;
    const struct ref_texture_memory *memory;                   /* NULL: none */
    struct ref_texture_memory        range[REF_MEMORY_RANGES]; /* room for its parts */
};

struct ref_launch {
    const uint32_t     *program;
    unsigned            program_dwords;
    unsigned            first;                     /* where wavefronts begin, 64-bit words (3D 10) */
    const uint32_t     *fetch_program;             /* NULL: CALL_FS comes back at once */
    unsigned            fetch_dwords, fetch_first; /* 64-bit words, as first */
    unsigned            num_gprs, temporaries;     /* GPRs 0 .. num_gprs - 1; the last `temporaries` of 128 (ISA 4.6) */
    unsigned            stack_size;                /* entries */
    unsigned            wave_size;                 /* 16, 32 or 64: threads; decides the elements of a stack entry */
    unsigned            group_size;                /* threads of a group, 0: there are none */
    unsigned            share_entries;             /* of each bank of the local data share, that a group has; 0: all */
    struct ref_share   *share;                     /* or NULL: nothing outlives a clause */
    struct ref_globals *globals;                   /* or NULL: there are none */
    bool                pixel, geometry;           /* KILL* and EMIT_* are theirs alone */
    bool                doubles;                   /* the chip has double precision (ISA 4.12) */
    /* Of a register that the group right before writes, by AR alone or without, and that is read the other way: the
     * value from before that group (ISA 4.11); else the order of the program holds. */
    bool old_behind_relative_write, old_behind_plain_write;
    /* src1 of a vector slot reads src0's register when it has its number and element, whatever their indices. */
    bool src1_by_number;
    bool prefer_vector; /* SQ_CONFIG.ALU_INST_PREFER_VECTOR, as isa_group_assemble takes it */
    /* SQ_PGM_RESOURCES_*.DX10_CLAMP is 0; and whether the chip then leaves a clamped NaN as it is (3D 10). */
    bool dx9_clamp, dx9_clamp_nan;
    bool clamp_consts; /* SQ_PGM_RESOURCES_PS.CLAMP_CONSTS */
    /* Of the launch; threads that make a primitive, which streams have whole or not at all, or 0 (3D 1). */
    unsigned threads, primitive;

    /* Of the stage; with ALT_CONST. */
    const uint32_t          *constant_file[2];       /* [256][4], or NULL: zeros */
    const uint32_t          *buffer[2][REF_BUFFERS]; /* constant buffers: [vectors][4]; zeros beyond */
    unsigned                 buffer_vectors[2][REF_BUFFERS];
    struct ref_resource      resource[2][REF_RESOURCES];  /* by BUFFER_ID or RESOURCE_ID; with ALT_CONST */
    uint32_t                 base_vertex, start_instance; /* SQ_VTX_BASE_VTX_LOC, SQ_VTX_START_INST_LOC */
    struct ref_memory       *memory;                      /* what memory writes and reads reach, or NULL */
    uint16_t                 semantic[REF_SEMANTICS];     /* SQ_VTX_SEMANTIC's SEMANTIC_ID + 1; 0: cleared */
    struct ref_textures      textures;
    uint32_t                 booleans; /* bit n: boolean constant n */
    struct ref_loop_constant loop[REF_FLOW_CONSTANTS];

    uint64_t max_instructions; /* CF instructions, then the run ends with an error; 0: no limit */

    void *user; /* for the callbacks */
    uint32_t (*transcendental)(void *user, enum isa_alu_id id, uint32_t operand);
    void (*exported)(void *user, const struct ref_wave *wave, const struct ref_export *values); /* or NULL */
    /* EMIT_VERTEX, EMIT_CUT_VERTEX, CUT_VERTEX at address `at`: threads complete a vertex, end a strip; or NULL. */
    void (*emitted)(void *user, const struct ref_wave *wave, unsigned at, bool vertex, bool cut, ref_mask_t threads);
    /* Before every group of a clause but its first: does it follow so closely that what the one before writes has not
     * reached the registers?  wave->groups is its number among executed groups.  NULL: always. */
    bool (*follows)(void *user, const struct ref_wave *wave);
    /* After every CF instruction: the state is complete, `at` is the instruction's address.  NULL: no call. */
    void (*executed)(void *user, const struct ref_wave *wave, unsigned at, const struct isa_cf_op *op);
};

/* ---- wavefronts of a launch ---------------------------------------------------------------------------------- */

/* A group begins with a new wavefront (ISA 2.6.2); without groups all wavefronts but the last are full. */
struct ref_span {
    unsigned group, in_group; /* the number of its first thread there */
    unsigned first, count;    /* the same in the launch; its threads */
};
struct ref_span ref_span_of(const struct ref_launch *launch, unsigned threads, unsigned wave);
unsigned        ref_wave_count(const struct ref_launch *launch, unsigned threads);

/* ---- state ---------------------------------------------------------------------------------------------------- */

enum ref_pixel { REF_ACTIVE, REF_BRANCH, REF_CONTINUE, REF_BREAK }; /* ISA 3.6.1: active, and why it is not */

enum ref_entry_kind { REF_PUSHED, REF_LOOP, REF_CALL };

struct ref_loop {
    bool     in;          /* some loop is being executed */
    bool     counted;     /* it has a trip count: every kind but LOOP_START_DX10 */
    uint32_t count;       /* iterations left, this one included */
    bool     index_valid; /* aL belongs to a loop (ISA 3.7.3) */
    int32_t  index, step; /* aL */
    unsigned depth;       /* entries on the stack when the loop had been entered */
};

struct ref_entry {
    enum ref_entry_kind kind;
    unsigned            elements;         /* space that it takes, ISA table 3.6 */
    uint8_t             pixel[REF_LANES]; /* PUSHED, LOOP */
    struct ref_loop     loop;             /* LOOP: the loop outside */
    unsigned            pc, call_depth;   /* CALL */
    bool                in_fetch_program; /* CALL */
};

/* What a slot of the group before wrote. */
struct ref_write {
    ref_mask_t threads; /* in which it executed and would write */
    bool       by_ar;   /* relative to AR */
    unsigned   element;
    int        gpr[REF_LANES];                   /* -1: outside, nothing written; from REF_GPRS on global ones */
    uint32_t   old[REF_LANES], value[REF_LANES]; /* of that register: before the group, and what the slot writes */
};

struct ref_wave {
    unsigned         number;
    struct ref_span  span;   /* of it, but how many threads it has */
    ref_mask_t       exists; /* threads of the launch */
    uint32_t         gpr[REF_GPRS][4][REF_LANES];
    uint8_t          pixel[REF_LANES]; /* enum ref_pixel */
    ref_mask_t       valid;
    struct ref_loop  loop;
    struct ref_entry stack[REF_STACK];
    unsigned         depth, elements, most_elements; /* entries, and the space they take now and took at most */
    unsigned         pc, call_depth;
    bool             in_fetch_program, ended;
    uint64_t         instructions, groups;
    unsigned         emitted, cut; /* GS */
    /* SET_GRADIENTS_H and _V or KEEP_GRADIENTS, SET_CUBEMAP_INDEX (ISA 9.4). */
    uint32_t   gradient[2][3][REF_LANES], cube_index[REF_LANES];
    ref_mask_t cube_set;     /* threads that this clause has set it for */
    uint64_t   acknowledged; /* memory writes that are, or will be, acknowledged, */
    uint64_t   known;        /* and writes that WAIT_ACK has waited for */

    /* Of the ALU clause; what the manual calls undefined at its start is not read by a legal program. */
    ref_mask_t predicate, executing, next_active;
    bool       ar_written[4];
    int32_t    ar[4][REF_LANES];
    uint32_t   pv[4][REF_LANES], ps[REF_LANES];

    /* What is undefined (ISA 4.6, 4.6.2), and how often it was read. */
    ref_mask_t result_defined[ISA_SLOTS], temporary_written[REF_TEMPORARIES][4];
    uint64_t   undefined_reads;
    uint64_t   doubts; /* results of textures of which nothing says every bit */
    uint64_t   kept;   /* dwords of the local data share that an earlier clause has written */
    /* The group before (ISA 4.11): what it writes, and whether the one at hand follows it closely.  Reads of a register
     * that it names the other way, and of them those whose value depends on how closely. */
    struct ref_write last[ISA_SLOTS];
    bool             behind;
    uint64_t         hazards, hidden, late; /* the last: of those, reads that do not follow so closely */
    uint64_t         shared_reads;          /* operands that are read with the index of another one (ISA 4.7.7) */
    uint64_t         own_reads;             /* src1 with src0's number, read with its own index (ISA 4.7.7) */

    struct diag diag; /* why the run stopped */
};

static inline ref_mask_t ref_active(const struct ref_wave *wave)
{
    ref_mask_t active = 0;
    for (unsigned t = 0; t < REF_LANES; t++)
        active |= (ref_mask_t)(wave->pixel[t] == REF_ACTIVE) << t;
    return active;
}

/* The resource, which may not be there. */
static inline const struct ref_resource *ref_resource_of(const struct ref_launch *launch, bool alternative, unsigned id)
{
    return &launch->resource[alternative][id % REF_RESOURCES];
}

/* Bytes of an element of a data format of vertices, 0 of others. */
unsigned ref_format_bytes(unsigned format);

/* ---- running -------------------------------------------------------------------------------------------------- */

enum ref_end { REF_RUNNING, REF_ENDED, REF_STOPPED };

/* The state before the first instruction; GPRs are REF_UNDEFINED. */
void ref_start(struct ref_wave *wave, const struct ref_launch *launch, unsigned number, ref_mask_t exists);
/* One CF instruction with its clause. */
enum ref_end ref_step(struct ref_wave *wave, const struct ref_launch *launch);
/* To the end of the program, or until it breaks a rule: then wave->diag names the address and the section. */
enum ref_end ref_run(struct ref_wave *wave, const struct ref_launch *launch);

#endif
