/* export_unit.h - EXPORT, EXPORT_DONE and MEM_*: reads GPRs and sends them to the pixel, position or parameter buffers,
 * swizzled, or to memory, a quarter wavefront a clock (ISA 3.4.1, 3.4.2, 10.1 CF_ALLOC_EXPORT; RV770 timing E1, E5,
 * E6).
 *
 * One GPR of a burst takes four clocks: its four elements are read in the spare access of the GPR file's read window,
 * the quarters leave in the next four clocks.  The wavefront receives the end `export_clk` clocks after the last.
 *
 * A memory write with an index reads X of INDEX_GPR first, in a spare access of its own.  Its quarters leave only while
 * the memory export has room for them; the GPR behind them is not read before the last one leaves. */
#ifndef PIPELINE_EXPORT_UNIT_H
#define PIPELINE_EXPORT_UNIT_H

#include <stdbool.h>
#include <stdint.h>

#include "isa/r700/program_type.h"
#include "kit/lanes.h"
#include "kit/rtl.h"

enum {
    EXPORT_ELEMENTS = 4,
    EXPORT_REPORTS = 15 /* most finished exports that can wait for their report; more make the unit wait */
};

enum export_type { EXPORT_PIXEL, EXPORT_POS, EXPORT_PARAM };
typedef uint8_t export_type_t;

/* Finished exports that have not been reported: their wavefronts and the clocks left. */
typedef struct {
    uint8_t entry[EXPORT_REPORTS];
} export_slots_t;
typedef struct {
    uint16_t entry[EXPORT_REPORTS];
} export_waits_t;

/* clang-format off */
#define EXPORT_UNIT_SIGNALS(S)                                                                         \
    S(EN,    bool,           start,         1, "an instruction arrives")                               \
    S(IN,    uint64_t,       start_word,   64, "the instruction pair")                                 \
    S(IN,    uint8_t,        start_slot,    8, "wavefront's slot in the wave table")                   \
    S(IN,    wave_number_t,  start_number, 32, "wavefront's number")                                   \
    S(IN,    uint8_t,        start_base,    8, "wavefront's first physical GPR row")                   \
    S(IN,    uint16_t,       start_index,  13, "wavefront's loop index aL")                            \
    S(IN,    lane_mask_t,    start_lanes,  64, "threads that export: active and valid")                \
    S(EN,    bool,           spare,         1, "the spare access of the GPR file's read window, and wanted") \
    S(EN,    bool,           room,          1, "the memory export can take a quarter, and it is wanted") \
    S(BUS,   lanes_t,        row_x,        32, "the row that is read: X")                              \
    S(BUS,   lanes_t,        row_y,        32, "the row that is read: Y")                              \
    S(BUS,   lanes_t,        row_z,        32, "the row that is read: Z")                              \
    S(BUS,   lanes_t,        row_w,        32, "the row that is read: W")                              \
    S(STRAP, uint8_t,        num_gprs,      7, "GPRs of the program")                                  \
    S(STRAP, uint16_t,       export_clk,   16, "clocks from the last quarter to its report")           \
    S(STRAP, uint8_t,        buffers,       4, "finished exports that can wait for their report")      \
    S(OUT,   bool,           free,          1, "an instruction can be taken")                          \
    S(OUT,   bool,           wants_room,    1, "a quarter for memory is in the latches")               \
    S(OUT,   bool,           read,          1, "a GPR waits for the spare access")                     \
    S(OUT,   uint8_t,        read_row,      8, "its physical row")                                     \
    S(LIVE,  bool,           valid,         1, "a quarter leaves for pixel, position or parameter buffers") \
    S(LIVE,  bool,           write,         1, "a quarter leaves for memory")                          \
    S(OUT,   uint8_t,        quarter,       2, "which")                                                \
    S(OUT,   export_type_t,  type,          2, "pixel, position, parameter")                           \
    S(OUT,   uint8_t,        index,         8, "ARRAY_BASE plus the place in the burst")               \
    S(OUT,   bool,           done_bit,      1, "the instruction is EXPORT_DONE")                       \
    S(OUT,   wave_number_t,  number,       32, "wavefront's number")                                   \
    S(OUT,   quarter_mask_t, lanes,        16, "lanes that export")                                    \
    S(OUT,   uint8_t,        elements,      4, "elements that are not masked, bit 0 = X")              \
    S(OUT,   quarter_t,      x,            32, "the exported X")                                       \
    S(OUT,   quarter_t,      y,            32, "the exported Y")                                       \
    S(OUT,   quarter_t,      z,            32, "the exported Z")                                       \
    S(OUT,   quarter_t,      w,            32, "the exported W")                                       \
    S(OUT,   uint64_t,       word,         64, "memory: the instruction")                              \
    S(OUT,   uint8_t,        step,          4, "memory: place in the burst")                           \
    S(OUT,   quarter_t,      indices,      32, "memory: X of INDEX_GPR")                               \
    S(OUT,   uint8_t,        slot,          8, "wavefront's slot in the wave table")                   \
    S(OUT,   bool,           last,          1, "memory: the instruction's last quarter")               \
    S(LIVE,  bool,           report,        1, "an export has finished")                               \
    S(OUT,   uint8_t,        report_slot,   8, "of this wavefront")                                    \
    S(OUT,   bool,           bad_gpr,       1, "sticky: a GPR outside the program's (ISA 4.6.3)")      \
    S(BUSY,  bool,           busy,          1, "an instruction is being executed")                     \
    S(REG,   lane_mask_t,    all_lanes,    64, "threads that export")                                  \
    S(REG,   uint16_t,       gpr,          14, "next GPR of the burst")                                \
    S(REG,   bool,           relative,      1, "its number has aL in it: outside the program's GPRs it is GPR 0") \
    S(REG,   uint8_t,        base,          8, "wavefront's first physical GPR row")                   \
    S(REG,   uint8_t,        next_index,    8, "its index")                                            \
    S(REG,   uint8_t,        left,          5, "GPRs of the burst still to be read")                   \
    S(REG,   uint16_t,       selects,      12, "SEL_X .. SEL_W")                                       \
    S(REG,   bool,           to_memory,     1, "the instruction writes to memory")                     \
    S(REG,   bool,           indexing,      1, "the GPR that is read next is INDEX_GPR")               \
    S(REG,   uint8_t,        index_gpr,     7, "its number")                                           \
    S(REG,   uint8_t,        next_step,     4, "place in the burst of the GPR that is read next")      \
    S(REG,   uint8_t,        send_step,     4, "of the row in the latches")                            \
    S(REG,   bool,           sending,       1, "a row is in the latches")                              \
    S(REG,   uint8_t,        send_quarter,  2, "its next quarter")                                     \
    S(REG,   uint8_t,        send_index,    8, "its index")                                            \
    S(BUSY,  uint8_t,        reports,       4, "exports on their way to their report")                 \
    S(REG,   export_slots_t, report_slots,  8, "their wavefronts, oldest first")                       \
    S(DOWN,  export_waits_t, report_waits, 16, "clocks left of each")                                  \
    S(STAT,  uint32_t,       quarters,     32, "quarter wavefronts exported")                          \
    S(MEM,   lanes_t,        latch,        32, "the GPR that is being sent: X Y Z W", EXPORT_ELEMENTS) \
    S(MEM,   lanes_t,        index_latch,  32, "memory: X of INDEX_GPR", 1)
/* clang-format on */

RTL_STRUCT(export_unit, EXPORT_UNIT_SIGNALS);

RTL_RESET(export_unit, PRESET);
void export_unit_eval(const struct export_unit_in *in, const struct export_unit_reg *q, struct export_unit_reg *d,
                      const struct export_unit *unit);
/* Latches the row that the spare access reads. */
void export_unit_capture(struct export_unit *unit);

RTL_LIFE(export_unit, SELF_BY_EVENTS, TAKES_STEADY, COPIES);

#endif
