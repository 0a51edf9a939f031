/* simd.h - one SIMD of an R700: the modules of pipeline/ and mem/, wired together.  simd_wire.c is the block diagram.
 *
 *   dispatcher -> wave table <-> CF sequencer -> ALU clauses (x12) -> ALU issue (even, odd) -> operand fetch
 *                    ^           |  |    ^            |                                            |
 *                    |           |  |    CF cache     ALU cache, kcache                      X Y Z W T slots
 *                    |           |  v                                                              |
 *                    +-----------|- export unit <-------------- GPR file <-------------------- write-back
 *                    |           v                              |    ^
 *                    +--------- fetch clauses (x8) --------> vertex fetch
 *                                |
 *                                fetch cache
 */
#ifndef RTL_MODEL_R700_SIMD_H
#define RTL_MODEL_R700_SIMD_H

#include "mem/constant_file.h"
#include "mem/gpr_file.h"
#include "mem/icache.h"
#include "mem/kcache.h"
#include "mem/wave_table.h"
#include "pipeline/address_register.h"
#include "pipeline/alu_clause.h"
#include "pipeline/alu_issue.h"
#include "pipeline/alu_slot.h"
#include "pipeline/alu_wide.h"
#include "pipeline/arbiter.h"
#include "pipeline/cf_sequencer.h"
#include "pipeline/cf_state.h"
#include "pipeline/dispatcher.h"
#include "pipeline/export_unit.h"
#include "pipeline/fetch_clause.h"
#include "pipeline/operand_fetch.h"
#include "pipeline/predicate.h"
#include "pipeline/rotation.h"
#include "pipeline/vertex_fetch.h"
#include "pipeline/write_back.h"
#include "rtl_model/r700/chip.h"

enum { PARITIES = 2 };
enum { ARBITER_CF, ARBITER_EVEN, ARBITER_ODD, ARBITER_FETCH, ARBITERS };

struct simd {
    struct rotation         rotation;
    struct dispatcher       dispatcher;
    struct wave_table       waves;
    struct arbiter          arbiter[ARBITERS];
    struct cf_sequencer     cf;
    struct cf_state         flow; /* control-flow state and stack */
    struct icache           cf_cache, alu_cache, fetch_cache;
    struct kcache           kcache;
    struct constant_file    constants;
    struct alu_clause       clause[ALU_CLAUSES];
    struct alu_issue        issue[PARITIES]; /* even, odd */
    struct operand_fetch    fetch;
    struct alu_slot         slot[ISA_SLOTS]; /* X Y Z W T */
    struct alu_wide         wide;
    struct predicate        predicate[PARITIES];
    struct address_register ar[PARITIES];
    struct write_back       back;
    struct gpr_file         gprs;
    struct export_unit      exports;
    struct fetch_clause     fetch_clause[FETCH_CLAUSES];
    struct vertex_fetch     vertex;
    uint64_t                clocked; /* a wire: modules whose state can change at this edge, a bit each */
    uint64_t changed;  /* sources of wires that may differ from when the wires were settled last, a bit each */
    uint64_t replaced; /* modules whose work is done elsewhere (gpu_beside): never evaluated or clocked */
};

/* What a SIMD reads from outside: program, constant buffers, initial registers. */
struct simd_memory {
    struct instruction_memory program;
    struct constant_memory    constants;
    struct gpr_input          inputs;
    struct vertex_memory      vertices;
};

/* What the launch sets. */
struct simd_launch {
    enum isa_program_type type;
    uint32_t              threads;                /* 1.. */
    unsigned              num_gprs;               /* 1..127, 2 x temporaries less than the register file */
    unsigned              temporaries;            /* clause temporaries, 0..4 */
    unsigned              load_first, load_count; /* initial GPRs that are given */
    bool                  prefer_vector;          /* SQ_CONFIG.ALU_INST_PREFER_VECTOR */
    unsigned              stack_size;             /* SQ_PGM_RESOURCES.STACK_SIZE, entries of a wavefront */
    /* What the type may have of the SIMD; 0: no limit of its own.  SQ_GPR_RESOURCE_MGMT, SQ_THREAD_RESOURCE_MGMT (of
     * the whole chip), SQ_STACK_RESOURCE_MGMT, SQ_CONFIG.*_PRIO (3D 3). */
    unsigned        gpr_limit, wave_limit, stack_limit, priority;
    uint32_t        bools;           /* boolean constants of the stage */
    uint32_t        loops[CF_LOOPS]; /* SQ_LOOP_CONST words of the stage */
    uint32_t        fetch_base;      /* the fetch program's address in the instruction memory, 64-bit words */
    const uint32_t *alu_constants;   /* constant_count vectors of the constant file, or NULL */
    unsigned        constant_count;
};

/* Wavefronts of a program that fit a SIMD at once, at least 1 when the program fits at all, else 0: by GPRs
 * (RV770 timing row 7, G6, G8), stack entries, the chip's wavefront slots and what the registers give the type. */
unsigned simd_wave_limit(const struct chip_config *chip, const struct simd_launch *launch);

/* GPR rows of a wavefront: whole granules. */
unsigned simd_wave_rows(const struct chip_config *chip, const struct simd_launch *launch);

/* The state after reset with the straps of a chip and a launch. */
void simd_reset(struct simd *simd, const struct chip_config *chip, const struct simd_launch *launch);

/* The modules by number: bits of `clocked`, entries of an order of evaluation. */
enum {
    MODULE_ROTATION,
    MODULE_DISPATCHER,
    MODULE_WAVES,
    MODULE_CF,
    MODULE_FLOW,
    MODULE_CF_CACHE,
    MODULE_ALU_CACHE,
    MODULE_KCACHE,
    MODULE_ISSUE, /* even, odd */
    MODULE_FETCH = MODULE_ISSUE + PARITIES,
    MODULE_WIDE,
    MODULE_PREDICATE,                        /* even, odd */
    MODULE_AR = MODULE_PREDICATE + PARITIES, /* even, odd */
    MODULE_BACK = MODULE_AR + PARITIES,
    MODULE_GPRS,
    MODULE_EXPORTS,
    MODULE_ARBITER, /* CF, even, odd, fetch */
    MODULE_FETCH_CACHE = MODULE_ARBITER + ARBITERS,
    MODULE_VERTEX,
    MODULE_FETCH_CLAUSE,                               /* 0 .. 7 */
    MODULE_SLOT = MODULE_FETCH_CLAUSE + FETCH_CLAUSES, /* X Y Z W T */
    MODULE_CLAUSE = MODULE_SLOT + ISA_SLOTS,           /* 0 .. 11 */
    SIMD_MODULES = MODULE_CLAUSE + ALU_CLAUSES
};

/* Sources of wires, bits of `changed`: the modules, and what some wires carry of those that change in almost every
 * clock. */
enum {
    SOURCE_CONSUME = SIMD_MODULES, /* an issue takes words from its clause, or did a clock ago */
    SOURCE_EXECUTE,                /* a group executes, or did a clock ago */
    SOURCE_FINISH,                 /* write-back ends a clause, or did a clock ago */
    SIMD_SOURCES
};

/* One clock: settle the wires, compute the next state, take the clock edge.  Wires none of whose sources have changed
 * keep their values; a module that `clocked` leaves out is neither evaluated nor copied, as with a gated clock. `order`
 * lists the modules in the order of evaluation, or is NULL; the order never matters. */
void simd_wire(struct simd *simd);
void simd_eval(struct simd *simd, const uint8_t *order);
void simd_commit(struct simd *simd, const struct simd_memory *memory, const uint8_t *order);

/* To be called when registers, memories or wires have been written from outside: all wires are settled again. */
static inline void simd_touch(struct simd *simd)
{
    simd->changed = ~0ull;
}

/* The wires of a SIMD in groups, in the order in which they are settled: by what, and from which sources. */
struct simd_wires {
    const char *name;
    void (*settle)(struct simd *simd);
    uint64_t sources;
};
enum { SIMD_WIRES = 17, SIMD_GATES = 5 };
extern const struct simd_wires simd_wires[SIMD_WIRES];

/* The clock gates, settled last: of which modules, whose own registers are sources too, and from which others. */
struct simd_gates {
    const char *name;
    uint64_t (*clocked)(const struct simd *simd);
    uint64_t modules, sources;
};
extern const struct simd_gates simd_gates[SIMD_GATES];

/* Fills the list of module instances with paths under `prefix`; returns how many (at most SIMD_INSTANCES).  The paths
 * are written to `paths`, SIMD_INSTANCES entries that live as long as the list. */
enum { SIMD_INSTANCES = SIMD_MODULES + 1, SIMD_PATH = 40 };
unsigned simd_instances(struct simd *simd, const char *prefix, char (*paths)[SIMD_PATH],
                        struct rtl_instance *instances);

/* Where the state of a module lies, by its number. */
void *simd_module_state(struct simd *simd, unsigned module);

static inline bool simd_finished(const struct simd *simd)
{
    return simd->waves.q.finished == dispatcher_waves(&simd->dispatcher.in);
}

#endif
