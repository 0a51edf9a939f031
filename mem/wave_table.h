/* wave_table.h - the state of every wavefront resident on a SIMD: phase, CF address, outstanding work.
 *
 * A write port for each kind of event: launch, loaded, a step of the CF sequencer, a line that wakes sleepers, the end
 * of an ALU clause, of an export, of a fetch clause.  Events of one wavefront in one clock add up, because each port
 * owns its own fields (the outstanding counts are added and subtracted).  Next state and edge are one:
 * wave_table_commit. */
#ifndef MEM_WAVE_TABLE_H
#define MEM_WAVE_TABLE_H

#include <stdbool.h>
#include <stdint.h>

#include "isa/program_type.h"
#include "kit/lanes.h"
#include "kit/rtl.h"

enum { WAVE_SLOTS = 256, WAVE_ROWS = 256, WAVE_SETS = WAVE_SLOTS / 64 };

enum wave_phase {
    WAVE_FREE,    /* no wavefront here */
    WAVE_LOADING, /* its initial GPRs are being written */
    WAVE_READY,   /* wants its next CF instruction, or has it in the CF sequencer */
    WAVE_PAUSED,  /* a flow instruction is being digested (RV770 timing S7) */
    WAVE_CF_MISS, /* asleep until the CF instruction cache has its line (RV770 timing S13) */
    WAVE_WAITING, /* wants outstanding clauses or exports to finish (BARRIER, or one more of the same type) */
    WAVE_ENDING,  /* END_OF_PROGRAM was executed; leaves when nothing is outstanding */
    WAVE_PHASES
};
typedef uint8_t wave_phase_t;

/* Slots in each phase. */
typedef struct {
    uint16_t phase[WAVE_PHASES];
} wave_phases_t;

/* clang-format off */
#define WAVE_TABLE_SIGNALS(IN, OUT, REG)                                                                \
    IN (bool,           launch,         1, "a wavefront arrives")                                       \
    IN (uint8_t,        launch_slot,    8, "its slot in this table")                                    \
    IN (wave_number_t,  launch_number, 32, "its number in the launch, in order of arrival")             \
    IN (uint8_t,        launch_base,    8, "first physical GPR row")                                    \
    IN (uint16_t,       launch_rows,    9, "how many rows it has")                                      \
    IN (program_type_t, launch_type,    3, "its type")                                                  \
    IN (bool,           loaded,         1, "its initial GPRs are written")                              \
    IN (uint8_t,        loaded_slot,    8, "slot")                                                      \
    IN (bool,           cf,             1, "the CF sequencer moves a wavefront on")                     \
    IN (uint8_t,        cf_slot,        8, "slot")                                                      \
    IN (wave_phase_t,   cf_phase,       3, "new phase")                                                 \
    IN (uint32_t,       cf_pc,         29, "new CF address, 64-bit words")                              \
    IN (uint16_t,       cf_pause,      10, "phase PAUSED: clocks until it is ready")                    \
    IN (uint8_t,        cf_alu,         1, "ALU clauses it started")                                    \
    IN (uint8_t,        cf_export,      1, "exports it started")                                        \
    IN (uint8_t,        cf_fetch,       1, "fetch clauses it started")                                  \
    IN (bool,           cf_emit,        1, "it emitted a vertex (ISA 3.5)")                             \
    IN (bool,           cf_cut,         1, "it cut the primitive strip (ISA 3.5)")                      \
    IN (uint8_t,        cf_threads,     7, "its active threads")                                        \
    IN (uint8_t,        cf_wait,        3, "phase WAITING: for ALU clauses (1), exports (2), fetch clauses (4)") \
    IN (bool,           cf_wake,        1, "wavefronts that miss cf_wake_line become ready")            \
    IN (uint32_t,       cf_wake_line,  20, "a line that arrived in the CF instruction cache")           \
    IN (bool,           alu_done,       1, "an ALU clause finished")                                    \
    IN (uint8_t,        alu_slot,       8, "slot")                                                      \
    IN (bool,           export_done,    1, "an export finished")                                        \
    IN (uint8_t,        export_slot,    8, "slot")                                                      \
    IN (bool,           fetch_done,     1, "a fetch clause finished")                                   \
    IN (uint8_t,        fetch_slot,     8, "slot")                                                      \
    REG(uint16_t,       resident,       9, "wavefronts in the table")                                   \
    REG(wave_phases_t,  in_phase,       9, "slots in each phase, WAVE_FREE among them")                 \
    REG(type_half_t,    in_type,        9, "wavefronts of each type in the table")                      \
    REG(uint16_t,       rows_left,      9, "GPR rows that no wavefront has")                            \
    REG(uint32_t,       vertices,      32, "vertices emitted since reset: EMIT_* times active threads (ISA 3.5)") \
    REG(uint32_t,       cuts,          32, "primitive strips cut since reset, counted in the same way") \
    REG(uint16_t,       alu_total,      9, "ALU clauses outstanding, of all wavefronts")                \
    REG(uint16_t,       export_total,  16, "exports outstanding, of all wavefronts")                    \
    REG(uint16_t,       fetch_total,    9, "fetch clauses outstanding, of all wavefronts")              \
    REG(uint32_t,       finished,      32, "wavefronts that ended since reset")

#define WAVE_TABLE_MEMORIES(MEM)                                                                        \
    MEM(wave_phase_t,   phase,     WAVE_SLOTS,  3, "see enum wave_phase")                               \
    MEM(wave_number_t,  number,    WAVE_SLOTS, 32, "number in the launch")                              \
    MEM(uint32_t,       pc,        WAVE_SLOTS, 29, "CF address, 64-bit words from the program's base")  \
    MEM(uint8_t,        gpr_base,  WAVE_SLOTS,  8, "first physical GPR row")                            \
    MEM(uint16_t,       gpr_rows,  WAVE_SLOTS,  9, "GPR rows")                                          \
    MEM(program_type_t, type,      WAVE_SLOTS,  3, "see enum isa_program_type")                         \
    MEM(uint32_t,       emits,     WAVE_SLOTS, 32, "vertices emitted: EMIT_VERTEX and EMIT_CUT_VERTEX executed") \
    MEM(uint32_t,       strips,    WAVE_SLOTS, 32, "strips cut: CUT_VERTEX and EMIT_CUT_VERTEX executed") \
    MEM(uint64_t,       row_set,   WAVE_SETS,  64, "GPR rows that no wavefront has, a bit each")        \
    MEM(uint8_t,        alu,       WAVE_SLOTS,  1, "ALU clauses outstanding")                           \
    MEM(uint8_t,        exports,   WAVE_SLOTS,  8, "exports outstanding")                               \
    MEM(uint8_t,        fetches,   WAVE_SLOTS,  1, "fetch clauses outstanding")                         \
    MEM(uint8_t,        wait,      WAVE_SLOTS,  3, "phase WAITING: see cf_wait")                        \
    MEM(uint64_t,       free_set,  WAVE_SETS,  64, "slots without a wavefront, a bit each")             \
    MEM(uint64_t,       ready_set, WAVE_SETS,  64, "slots in phase READY, a bit each")                  \
    MEM(uint64_t,       miss_set,  WAVE_SETS,  64, "slots in phase CF_MISS, a bit each")                \
    MEM(uint16_t,       pause,     WAVE_SLOTS, 10, "phase PAUSED: clocks left")                         \
    MEM(uint64_t,       pause_set, WAVE_SETS,  64, "slots in phase PAUSED, a bit each")
/* clang-format on */

RTL_STRUCT_MEM(wave_table, WAVE_TABLE_SIGNALS, WAVE_TABLE_MEMORIES);

extern const struct rtl_module wave_table_rtl;

/* `slots`: how many wavefronts may be resident, 1..WAVE_SLOTS; `rows`: GPR rows they share, 0..WAVE_ROWS. */
void wave_table_reset(struct wave_table *table, unsigned slots, unsigned rows);
void wave_table_commit(struct wave_table *table);

/* The lowest free slot, or -1. */
int wave_table_free_slot(const struct wave_table *table);
/* The first of the lowest `rows` GPR rows in a row that nobody has, or -1.  Zero rows lie anywhere: 0. */
int wave_table_free_rows(const struct wave_table *table, unsigned rows);

#endif
