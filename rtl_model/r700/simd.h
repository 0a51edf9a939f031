/* simd.h - one SIMD of an R700: the modules of pipeline/ and mem/, wired together.  simd.def lists them; the rows in
 * wires_*.h say what drives each of their wires, and are the block diagram.
 *
 * (dispatcher) -> wave table <-> CF sequencer -> ALU clauses (x12) -> ALU issue (even, odd) -> operand fetch
 *                    ^           |  |    ^            |                                            |
 *                    |           |  |    CF cache     ALU cache, kcache                      X Y Z W T slots
 *                    |           |  v                                                              |
 *                    +-----------|- export unit <-------------- GPR file <-------------------- write-back
 *                    |           |    \-> memory export         |    ^
 *                    |           v                              |    |
 *                    +--------- fetch clauses (x8) --------> vertex fetch, memory read
 *                                |
 *                                fetch cache
 */
#ifndef RTL_MODEL_R700_SIMD_H
#define RTL_MODEL_R700_SIMD_H

#include "kit/clock.h"
#include "mem/memory_link.h" /* what comes from above */
#include "pipeline/alu/alu_groups.h"
#include "pipeline/control/dispatcher.h"
#include "rtl_model/r700/chip.h"
#include "rtl_model/r700/engine/simd_rows.h"
#include "rtl_model/r700/engine/simd_sleep.h"
#include "rtl_model/r700/nets.h"

#define MODULE_HEADERS
#include "rtl_model/r700/simd.def"

enum { PARITIES = 2 };
/* Modules and groups of nets by number: AT_member is the first of a member, COUNT_member how many there are. */
enum {
#define MEMBERS(type, member, count, ...) AT_##member, COUNT_##member = count, LAST_##member = AT_##member + count - 1,
#include "rtl_model/r700/simd.def"
    SIMD_MODULES,
/* What rows name that is no module: the program's memory, which never changes; signals from above, whose changes
 * simd_told notes; groups and texture contexts decoded before, found by their words; where lines were
 * found; what a block in the texture cache's place finds; a group that has been computed by rows. */
#define SOURCE(name, count) AT_##name = SIMD_MODULES, COUNT_##name = (count)
    SOURCE(outside, 1),
    SOURCE(above, 1),
    SOURCE(groups, 1),
    SOURCE(contexts, 1),
    SOURCE(hints, 2),
    SOURCE(found, 1),
    SOURCE(rows, 1)
#undef SOURCE
};

/* The module that counts phases. */
enum {
#define PHASE(type, member, name) AT_PHASE = AT_##member
#include "rtl_model/r700/simd.def"
};

/* A set of them: nets and modules by words of their own, for a clock goes through the ones, then through the others. */
enum { SIMD_NETS = AT_rotation, SIMD_FIRST_MODULE = SIMD_NETS };
_Static_assert(SIMD_NETS <= 64, "a set has one word for nets: give them a type as modules have");
_Static_assert(SIMD_MODULES - SIMD_NETS <= 128 && SIMD_MODULES <= 256,
               "no more modules have a bit and a byte's number");

/* Modules, a bit each, as wide as simd.def needs: a clock is made of such words, and 64 modules do not pay for more. */
__extension__ typedef unsigned __int128                          module_bits_wide_t;
typedef __typeof__(__builtin_choose_expr(SIMD_MODULES - SIMD_NETS <= 64, (uint64_t)0,
                                         (module_bits_wide_t)0)) module_bits_t;
enum { MODULE_BITS = 8 * sizeof(module_bits_t) };
/* So many from a module on, by its number. */
#define MODULE_BITS_OF(first, count)                                                                                   \
    (~(module_bits_t)0 >> (MODULE_BITS - (count)) << ((first)-SIMD_FIRST_MODULE) % MODULE_BITS)
static inline module_bits_t module_bit(unsigned number)
{
    return (module_bits_t)1 << (number - SIMD_FIRST_MODULE) % MODULE_BITS;
}

struct simd_set {
    uint64_t      nets;
    module_bits_t modules;
};
static inline void simd_set_add(struct simd_set *set, unsigned number)
{
    if (number < SIMD_NETS)
        set->nets |= UINT64_C(1) << number;
    else
        set->modules |= module_bit(number);
}
static inline void simd_set_remove(struct simd_set *set, unsigned number)
{
    if (number < SIMD_NETS)
        set->nets &= ~(UINT64_C(1) << number);
    else
        set->modules &= ~module_bit(number);
}
static inline bool simd_set_has(const struct simd_set *set, unsigned number)
{
    return number < SIMD_NETS ? set->nets >> number & 1 : (set->modules & module_bit(number)) != 0;
}
static inline void simd_set_join(struct simd_set *set, const struct simd_set *other)
{
    set->nets |= other->nets;
    set->modules |= other->modules;
}
static inline void simd_set_drop(struct simd_set *set, const struct simd_set *other)
{
    set->nets &= ~other->nets;
    set->modules &= ~other->modules;
}
/* As a bit for each of their numbers. */
enum { SIMD_SET_WORDS = SIMD_MODULES / 64 + 1 };
static inline void simd_set_bits(const struct simd_set *set, uint64_t bits[SIMD_SET_WORDS])
{
    bits[0] = set->nets | (uint64_t)(set->modules << SIMD_NETS);
    for (unsigned w = 1; w < SIMD_SET_WORDS; w++)
        bits[w] = (uint64_t)(set->modules >> (64 * w - SIMD_NETS));
}

static inline struct simd_set simd_set_of(const uint64_t bits[SIMD_SET_WORDS])
{
    const uint64_t  nets = bits[0] & ((UINT64_C(1) << SIMD_NETS) - 1);
    struct simd_set set = {nets, (module_bits_t)(bits[0] >> SIMD_NETS)};
    for (unsigned w = 1; w < SIMD_SET_WORDS; w++)
        set.modules |= (module_bits_t)bits[w] << (64 * w - SIMD_NETS);
    return set;
}

/* What a SIMD reads from outside: program, constant buffers, initial registers. */
struct simd_memory {
    struct instruction_memory program;
    struct constant_memory    constants;
    const lanes_t            *inputs; /* initial GPRs: four rows (x y z w) each */
    struct vertex_memory      vertices;
    const struct gpu_memory  *memory; /* the address space */
};

/* Inputs from above: the dispatcher's registers, answers of the memory, the SIMD's number. */
struct simd_above {
    const struct dispatcher_reg *dispatcher;
    const struct memory_link    *link;
    uint8_t                      number;
};

/* Modules and nets that look when a source changes while this register of it is not 0, or was before. */
enum { SIMD_ONS = 24 };
struct simd_on {
    uint8_t         source; /* SIMD_MODULES: none */
    bool            was;    /* behind the last edge of the source */
    size_t          at;     /* the register, in the SIMD */
    struct simd_set wakes;
};

/* What has happened since it was last asked for: for simd_show. */
enum {
#define BITS(type, member, of, name) BITS_##member,
#include "rtl_model/r700/simd.def"
    SIMD_BITS
};
struct simd_shown {
    bool            all;             /* anything may have */
    struct simd_set moved;           /* modules that have taken an edge */
    struct simd_set changed;         /* modules and nets in which others may see a difference */
    uint64_t        bits[SIMD_BITS]; /* of masks, the bits that have changed */
};
struct simd_follow {
    bool            lanes;        /* they were wanted */
    bool            no_back;      /* modules that go by rows are not to be shown */
    bool            steady;       /* no wire, counter, countdown or phase is to be shown: it may sleep */
    struct simd_set no_wires;     /* not to be shown, */
    struct simd_set no_registers; /* and the same of registers and memories */
    module_bits_t   rests;        /* modules that rested, */
    struct simd_set counting;     /* and those of them whose counters move */
};

/* A machine that goes by rows spares the register file the undefined pattern where no wavefront has been since reset,
 * until one comes or an observer looks: 256 KB that a short program does not need. */
struct simd_bare {
    bool     rows;               /* such there are: those of wavefronts, */
    uint64_t had[GPR_ROWS / 64]; /* but for these, a bit each */
};

struct simd {
#define NETS(type, member, count, ...) struct type member[count];
#define BITS(type, member, of, name) struct type member;
#define MASKS(type, member, of, name) struct type member;
#define MODULE(type, member, name) struct type member;
#define MODULES(type, member, count, ...) struct type member[count];
#define PASSIVE(type, member, name) struct type member;
#include "rtl_model/r700/simd.def"
    struct simd_above  above;
    struct simd_memory outside; /* whose bytes live as long as the SIMD */
    /* The clock's own: no state of the machine. */
    struct simd_set    look;                /* modules whose wires may have changed, or that were awake */
    struct simd_set    awake;               /* modules of `look` that take this clock's edge */
    struct simd_set    changed;             /* modules in which others may have seen a difference at the last edge */
    struct simd_set    passed;              /* nets and modules that do nothing, for groups go by rows */
    struct simd_set    replaced;            /* modules whose work is done elsewhere (rtl_model/beside.h) */
    struct simd_set    wakes[SIMD_MODULES]; /* whose events or nets have a module as a source */
    struct simd_on     on[SIMD_ONS + 1];    /* by their sources, which `has_on` has; the last ones have none */
    uint8_t            on_of[SIMD_MODULES]; /* the first of a source */
    module_bits_t      has_on;
    struct simd_set    shows[SIMD_MODULES]; /* whose wires of any kind have */
    struct simd_shown  shown;               /* since the last simd_show */
    struct simd_follow follow;
    struct simd_set    all;                     /* all with wires */
    struct simd_set    every;                   /* and the others */
    uint64_t           phased[ROTATION_CLOCKS]; /* nets that can be something in this phase, or in the one before */
    uint64_t           idle[ROTATION_CLOCKS];   /* nets that can be nothing in either */
    bool               anew;                    /* all nets are driven, whatever the phase */
    bool               touched;                 /* since the last edge: then no module rests */
    struct simd_set    takers;                  /* modules that take something in the first half of the edge */
    module_bits_t      stirred; /* modules with a source that has changed since they were evaluated last */
    RTL_CLOCK_RESTS(module_bits_t, SIMD_MODULES);
    module_bits_t           falls;    /* modules awake of which nothing but strobes and pulses fall */
    uint64_t                clock;    /* edges */
    bool                    hidden;   /* no observer until simd_unhide */
    bool                    plain;    /* none sleeps: every module takes every clock */
    struct group_store      groups;   /* decoded before */
    struct texture_contexts contexts; /* likewise */
    struct line_hints       hints[2]; /* of the vertex cache, of the texture cache */
    struct line_found       found;    /* of the texture cache, by a block in its place */
    struct simd_rows        rows;     /* the back of the ALU by whole groups */
    struct simd_sleep       sleep;
    struct simd_bare        bare;
};

/* What the launch sets. */
struct simd_launch {
    enum isa_program_type type;
    enum isa_program_type queue;                  /* the type in whose queue it waits: another one's (gpu_parts.c) */
    uint32_t              threads;                /* 1.. */
    unsigned              group_size;             /* threads of a group, or 0: there are no groups */
    unsigned              lds_entries;            /* of each bank of the local data share that a group has; 0: none */
    unsigned              num_gprs;               /* 1..127, 2 x temporaries less than the register file */
    unsigned              temporaries;            /* clause temporaries, 0..4 */
    unsigned              global_gprs;            /* SIMD-global GPRs: the chip's in the dynamic GPR mode, else 0 */
    unsigned              load_first, load_count; /* initial GPRs that are given */
    bool                  prefer_vector;          /* SQ_CONFIG.ALU_INST_PREFER_VECTOR */
    bool                  dx9_clamp;              /* SQ_PGM_RESOURCES_*.DX10_CLAMP is 0 (3D 10) */
    unsigned              fetch_cache_lines;      /* SQ_PGM_RESOURCES_*.FETCH_CACHE_LINES as it is, 0 to 7 (3D 10) */
    unsigned              stack_size;             /* SQ_PGM_RESOURCES.STACK_SIZE, entries of a wavefront */
    /* What the type may have of the SIMD; 0: no limit of its own.  SQ_GPR_RESOURCE_MGMT, SQ_THREAD_RESOURCE_MGMT (of
     * the whole chip), SQ_STACK_RESOURCE_MGMT, SQ_CONFIG.*_PRIO (3D 3). */
    unsigned                  gpr_limit, wave_limit, stack_limit, priority;
    uint32_t                  bools;         /* boolean constants of the stage */
    cf_loops_t                loops;         /* SQ_LOOP_CONST words of the stage */
    uint32_t                  first_pc;      /* CF address of the first instruction (SQ_PGM_CF_OFFSET_*, 3D 10) */
    uint32_t                  fetch_base;    /* the fetch program's address in the instruction memory, 64-bit words */
    uint32_t                  fetch_entry;   /* that of its first instruction (SQ_PGM_CF_OFFSET_FS, 3D 10) */
    struct memory_spaces      memory;        /* what memory writes and reads reach */
    unsigned                  memory_areas;  /* wavefronts for which scratch and reduction buffers have room */
    const uint32_t           *alu_constants; /* constant_count vectors of the constant file, or NULL */
    unsigned                  constant_count;
    const struct fetch_state *fetch_state; /* what the fetch units find there, or NULL */
};

/* Wavefronts of a program that fit a SIMD at once, at least 1 when the program fits at all, else 0: by GPRs
 * (RV770 timing row 7, G6, G8), stack entries, the chip's wavefront slots and what the registers give the type. */
unsigned simd_wave_limit(const struct chip_config *chip, const struct simd_launch *launch);

/* Wavefronts of the program's type that all SIMDs may have at once: slots of the chip, what the registers give it. */
unsigned chip_wave_limit(const struct chip_config *chip, const struct simd_launch *launch);

/* GPR rows of a wavefront: whole granules. */
unsigned simd_wave_rows(const struct chip_config *chip, const struct simd_launch *launch);

/* The state after reset with the straps of a chip and a launch, of a SIMD whose bytes are all 0; `bare`: as simd_bare
 * says. */
void simd_start(struct simd *simd, const struct chip_config *chip, const struct simd_launch *launch,
                const struct simd_above *above, const struct simd_memory *outside, bool bare);
/* A wavefront gets these rows; an observer looks. */
void simd_bare_give(struct simd *simd, unsigned first, unsigned count);
void simd_bare_end(struct simd *simd);

/* From the next clock on groups go by rows, if the wires of the back are driven as these stand for, and those decoded
 * before are found in the table, which SIMDs of one thread share; see gpu_hasten. */
static inline void simd_hasten(struct simd *simd, struct group_table *groups, bool by_rows, bool read_by)
{
    simd->rows.wanted = by_rows;
    simd->rows.read_by = read_by;
    simd->groups.table = groups;
}

/* What is kept outside of a SIMD; see simd.contexts, simd.hints. */
struct simd_kept {
    struct kept_context contexts[KEPT_CONTEXTS];
    uint16_t            ways[2][LINE_HINTS];
};
static inline void simd_keep(struct simd *simd, struct simd_kept *kept)
{
    simd->contexts.kept = kept->contexts;
    for (unsigned i = 0; i < 2; i++)
        simd->hints[i].way = kept->ways[i];
}

/* A clock: drive the nets, observe (simd_look drives all wires for it), compute the next state of
 * the modules that are awake, take the edge.  `order` lists all numbers in the order of evaluation and of each half of
 * the edge, or is NULL; the order never matters. */
void simd_wire(struct simd *simd);
void simd_look(struct simd *simd);
void simd_look_at_registers(struct simd *simd);
void simd_eval(struct simd *simd, const uint8_t *order);
void simd_commit(struct simd *simd, const uint8_t *order);

/* All of it. */
void simd_clock(struct simd *simd);

/* From here to simd_unhide there is no observer, and less has to be up to date. */
void simd_hide(struct simd *simd);
void simd_unhide(struct simd *simd);
/* For one who looks again and again: drives the wires that may have changed since the last time, and says whose wires
 * may have, and whose registers or memories.  Without `lanes` those of a word a lane are left as they are, in all calls
 * or in none. */
void simd_show(struct simd *simd, bool lanes, struct simd_set *wires, struct simd_set *registers);

/* From here on it drives and names what is in these sets alone (trace_needs). */
struct simd_needs {
    struct simd_set wires, registers, steady;
};
void simd_show_only(struct simd *simd, const struct simd_needs *needs);

/* The wires of one module, driven from the registers as they are. */
void simd_look_at(struct simd *simd, unsigned number);

/* For checks.  Whether a module looks at its events in this clock; whether one is there or a register keeps it awake;
 * a whole clock of one module alone, or of some; the bytes of its struct. */
bool   simd_looks(const struct simd *simd, unsigned number);
bool   simd_is_awake(const struct simd *simd, unsigned number);
void   simd_clock_one(struct simd *simd, unsigned number);
void   simd_clock_some(struct simd *simd, module_bits_t modules);
size_t simd_module_bytes(unsigned number);

/* To be called when registers or memories have been written from outside, after simd_look: all modules look. */
void simd_touch(struct simd *simd);

/* The dispatcher's registers have changed; the answer that comes from memory is another one, or none. */
void simd_told(struct simd *simd);
void simd_answered(struct simd *simd);

/* Which modules look when one changes: once, at reset. */
void simd_connect(struct simd *simd);

/* Fills the list of instances, nets among them, with paths under `prefix`; returns how many (SIMD_MODULES).  The paths
 * are written to `paths`, SIMD_MODULES entries that live as long as the list. */
enum { SIMD_INSTANCES = SIMD_MODULES, SIMD_PATH = 40 };
unsigned simd_instances(struct simd *simd, const char *prefix, char (*paths)[SIMD_PATH],
                        struct rtl_instance *instances);

/* Where the state of a module lies, by its number. */
void *simd_module_state(struct simd *simd, unsigned number);

/* The rows that drive a module's wires, for documents; NULL for one without wires. */
const struct rtl_wiring *simd_wiring(unsigned number);

/* Wavefronts that have ended in it. */
static inline uint32_t simd_finished(const struct simd *simd)
{
    return simd->waves.q.finished;
}

/* Whether groups may go by rows at all; then modules may rest, too: an observer has them brought up to the present. */
static inline bool simd_rows_possible(const struct simd *simd)
{
    return simd->rows.wanted && !simd->plain && !simd->replaced.modules;
}

/* Whether a group reads its operands in this window. */
static inline bool simd_rows_reads(const struct simd *simd)
{
    return simd->issue[1 - rotation_parity(&simd->rotation)].q.reading;
}

/* Whether the modules of the back sleep in this clock, for groups go by rows (simd_rows.h). */
static inline bool simd_rows_carry(const struct simd *simd)
{
    return !simd->rows.slow;
}

/* Lanes in which a slot's instruction of a group executes (ISA 4.10).  The first group of a clause runs under the
 * active mask; the predicate takes it over at the edge. */
static inline lane_mask_t executing_lanes_by(const struct alu_issue_reg *group, const struct predicate *predicate,
                                             unsigned pred_sel)
{
    const lane_mask_t holds = group->starts ? group->exec_active : predicate->q.predicate;
    switch (pred_sel) {
    case ISA_PRED_SEL_ZERO:
        return group->exec_lanes & ~holds;
    case ISA_PRED_SEL_ONE:
        return group->exec_lanes & holds;
    default:
        return group->exec_lanes;
    }
}
static inline lane_mask_t executing_lanes(const struct alu_issue_reg *group, const struct predicate *predicate,
                                          unsigned slot)
{
    return executing_lanes_by(group, predicate, group->pred_sel.slot[slot]);
}

#endif
