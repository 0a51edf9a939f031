/* wave_table.h - the state of every wavefront resident on a SIMD: phase, CF address, outstanding work.
 *
 * A write port for each kind of event: launch, loaded, a step of the CF sequencer, a line that ends CF misses, the end
 * of an ALU clause, of an export, of a fetch clause, an acknowledgement of a memory write.  Events of one wavefront in
 * one clock add up, because each port owns its own fields (the outstanding counts are added and subtracted). */
#ifndef MEM_WAVE_TABLE_H
#define MEM_WAVE_TABLE_H

#include <stdbool.h>
#include <stdint.h>

#include "isa/r700/program_type.h"
#include "kit/lanes.h"
#include "kit/rtl.h"

enum { WAVE_SLOTS = 256, WAVE_SETS = WAVE_SLOTS / 64 };

enum wave_phase {
    WAVE_FREE,    /* no wavefront here */
    WAVE_LOADING, /* its initial GPRs are being written */
    WAVE_READY,   /* requests its next CF instruction, or has it in the CF sequencer */
    WAVE_PAUSED, /* a flow instruction is being digested (RV770 timing S7), or one found no place and is asked for again
                  */
    WAVE_CF_MISS, /* asleep until the CF instruction cache has its line (RV770 timing S13) */
    WAVE_WAITING, /* until outstanding clauses or exports finish (BARRIER, or one more of the same type) */
    WAVE_ENDING,  /* END_OF_PROGRAM was executed; leaves when nothing is outstanding */
    WAVE_PHASES
};
typedef uint8_t wave_phase_t;

/* Slots in each phase. */
typedef struct {
    uint16_t phase[WAVE_PHASES];
} wave_phases_t;

/* clang-format off */
#define WAVE_TABLE_SIGNALS(S)                                                                          \
    S(EN,    bool,           launch,         1, "a wavefront arrives")                                 \
    S(IN,    uint8_t,        launch_slot,    8, "its slot in this table")                              \
    S(IN,    wave_number_t,  launch_number, 32, "its number in the launch, in order of arrival")       \
    S(IN,    uint8_t,        launch_base,    8, "first physical GPR row")                              \
    S(IN,    program_type_t, launch_type,    3, "its type")                                            \
    S(IN,    uint16_t,       launch_thread, 10, "number in its group of its first thread")             \
    S(IN,    uint8_t,        launch_lds,     8, "first entry of its group's part of the local data share") \
    S(EN,    bool,           loaded,         1, "its initial GPRs are written")                        \
    S(IN,    uint8_t,        loaded_slot,    8, "slot")                                                \
    S(EN,    bool,           cf,             1, "the CF sequencer moves a wavefront on")               \
    S(IN,    uint8_t,        cf_slot,        8, "slot")                                                \
    S(IN,    wave_phase_t,   cf_phase,       3, "new phase")                                           \
    S(IN,    uint32_t,       cf_pc,         29, "new CF address, 64-bit words")                        \
    S(STRAP, uint16_t,       cf_pause,      10, "phase PAUSED: clocks until it is ready")              \
    S(STRAP, uint16_t,       cf_retry,      10, "phase PAUSED without a free place: the same")         \
    S(IN,    uint8_t,        cf_alu,         1, "ALU clauses it started")                              \
    S(IN,    uint8_t,        cf_export,      1, "exports it started")                                  \
    S(IN,    uint8_t,        cf_fetch,       1, "fetch clauses it started")                            \
    S(IN,    uint8_t,        cf_ack,         1, "memory writes it started that are to be acknowledged") \
    S(IN,    bool,           cf_emit,        1, "it emitted a vertex (ISA 3.5)")                       \
    S(IN,    bool,           cf_cut,         1, "it cut the primitive strip (ISA 3.5)")                \
    S(IN,    lane_mask_t,    cf_lanes,      64, "its threads that did")                                \
    S(IN,    uint8_t,        cf_wait,        4, "phase WAITING: for ALU clauses (1), exports (2), fetch clauses (4), acknowledgements (8); PAUSED: which of them found no place, or 0") \
    S(IN,    uint8_t,        cf_acks,        8, "phase WAITING for acknowledgements: until so many are left") \
    S(EN,    bool,           cf_wake,        1, "wavefronts that miss cf_wake_line become ready")      \
    S(IN,    uint32_t,       cf_wake_line,  20, "a line that arrived in the CF instruction cache")     \
    S(EN,    bool,           alu_done,       1, "an ALU clause finished")                              \
    S(IN,    uint8_t,        alu_slot,       8, "slot")                                                \
    S(EN,    bool,           export_done,    1, "an export finished")                                  \
    S(IN,    uint8_t,        export_slot,    8, "slot")                                                \
    S(EN,    bool,           fetch_done,     1, "a fetch clause finished")                             \
    S(IN,    uint8_t,        fetch_slot,     8, "slot")                                                \
    S(EN,    bool,           ack,            1, "a memory write is acknowledged")                      \
    S(IN,    uint8_t,        ack_slot,       8, "slot")                                                \
    S(STRAP, uint16_t,       slots,          9, "wavefronts that may be resident")                     \
    S(STRAP, uint32_t,       first_pc,      29, "CF address at which a wavefront begins (3D 10)")      \
    S(REG,   uint16_t,       resident,       9, "wavefronts in the table")                             \
    S(BUSY,  uint16_t,       pausing,        9, "slots in phase PAUSED")                               \
    S(REG,   wave_phases_t,  in_phase,       9, "slots in each phase, WAVE_FREE among them")           \
    S(REG,   uint32_t,       vertices,      32, "vertices that a GS program emitted: EMIT_* times the threads that executed it (ISA 3.5)", "vertices_emitted") \
    S(REG,   uint32_t,       cuts,          32, "primitive strips that it cut, counted in the same way", "strips_cut") \
    S(REG,   uint16_t,       alu_total,      9, "ALU clauses outstanding, of all wavefronts")          \
    S(REG,   uint16_t,       export_total,  16, "exports outstanding, of all wavefronts")              \
    S(REG,   uint16_t,       fetch_total,    9, "fetch clauses outstanding, of all wavefronts")        \
    S(REG,   uint16_t,       ack_total,     16, "acknowledgements outstanding, of all wavefronts")     \
    S(REG,   uint32_t,       finished,      32, "wavefronts that ended", "waves_finished")             \
    S(MEM,   wave_phase_t,   phase,          3, "see enum wave_phase", WAVE_SLOTS)                     \
    S(MEM,   wave_number_t,  number,        32, "number in the launch", WAVE_SLOTS)                    \
    S(MEM,   uint32_t,       pc,            29, "CF address, 64-bit words from the program's base", WAVE_SLOTS) \
    S(MEM,   uint8_t,        gpr_base,       8, "first physical GPR row", WAVE_SLOTS)                  \
    S(MEM,   program_type_t, type,           3, "see enum isa_program_type", WAVE_SLOTS)               \
    S(MEM,   uint16_t,       group_thread,  10, "number in its group of its first thread", WAVE_SLOTS) \
    S(MEM,   uint8_t,        lds_first,      8, "first entry of its group's part of the local data share", WAVE_SLOTS) \
    S(MEM,   uint32_t,       emits,         32, "vertices emitted: EMIT_VERTEX and EMIT_CUT_VERTEX executed", WAVE_SLOTS) \
    S(MEM,   uint32_t,       strips,        32, "strips cut: CUT_VERTEX and EMIT_CUT_VERTEX executed", WAVE_SLOTS) \
    S(MEM,   uint8_t,        alu,            1, "ALU clauses outstanding", WAVE_SLOTS)                 \
    S(MEM,   uint8_t,        exports,        8, "exports outstanding", WAVE_SLOTS)                     \
    S(MEM,   uint8_t,        fetches,        1, "fetch clauses outstanding", WAVE_SLOTS)               \
    S(MEM,   uint8_t,        acks,           8, "acknowledgements outstanding", WAVE_SLOTS)            \
    S(MEM,   uint8_t,        wait,           4, "phase WAITING: see cf_wait", WAVE_SLOTS)              \
    S(MEM,   uint8_t,        wait_acks,      8, "phase WAITING: see cf_acks", WAVE_SLOTS)              \
    S(MEM,   uint64_t,       free_set,      64, "slots without a wavefront, a bit each", WAVE_SETS)    \
    S(MEM,   uint64_t,       ready_set,     64, "slots in phase READY, a bit each", WAVE_SETS)         \
    S(MEM,   uint64_t,       miss_set,      64, "slots in phase CF_MISS, a bit each", WAVE_SETS)       \
    S(MEM,   uint16_t,       pause,         10, "phase PAUSED: clocks left", WAVE_SLOTS)               \
    S(MEM,   uint64_t,       pause_set,     64, "slots in phase PAUSED, a bit each", WAVE_SETS)
/* clang-format on */

RTL_STRUCT(wave_table, WAVE_TABLE_SIGNALS);

/* By the strap: `slots` 1..WAVE_SLOTS. */
RTL_RESET(wave_table, PRESET);
void wave_table_eval(const struct wave_table_in *in, const struct wave_table_reg *q, struct wave_table_reg *d,
                     const struct wave_table *table);
/* The clock edge: each wavefront that has an event becomes what it makes of it.  True when anything but the clocks of a
 * pause changes. */
bool wave_table_commit(struct wave_table *table);
/* The clocks of pauses, while nothing else happens. */
uint64_t wave_table_rows_rest(const struct wave_table *table);
void     wave_table_rows_tick(struct wave_table *table, uint64_t edges);

RTL_LIFE(wave_table, SELF_BY_EVENTS, KEEPS, COUNTS);

#endif
