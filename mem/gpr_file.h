/* gpr_file.h - the general-purpose registers of one SIMD: 256 rows in each of four element memories X, Y, Z, W
 * (ISA 4.7.4; 256 rows x 64 lanes x 4 elements x 32 bits = 256 KB on RV770).
 *
 * Row addresses are physical: the wavefront's base plus the GPR of the instruction; behind all wavefronts' own rows lie
 * the global GPRs, then the clause temporaries of the even and of the odd wavefront slot.  (The hardware has the same
 * order with the private rows last, ISA 2.6.1.2; no program can tell.)  Reads are combinational (gpr_read) and are made
 * by operand fetch, exports and fetch units, at the schedule of RV770 timing G1.  Four write ports, in rising priority:
 * initial clear, initial load, results of fetches, ALU write-back.  The data of
 * fetches and of the ALU stay where they lie until the edge takes them; Trans wins over a vector slot that writes the
 * same element (ISA 4.9.2). */
#ifndef MEM_GPR_FILE_H
#define MEM_GPR_FILE_H

#include <stdbool.h>
#include <stdint.h>

#include "isa/r700/slots.h"
#include "kit/lanes.h"
#include "kit/rtl.h"

enum { GPR_ROWS = 256, GPR_ELEMENTS = 4, GPR_WRITERS = ISA_SLOTS };

/* What a register holds before anything is written to it: a quiet NaN that is easy to see. */
#define GPR_UNDEFINED 0x7fedca00u

/* clang-format off */
#define GPR_FILE_SIGNALS(S)                                                                            \
    S(EN,    uint8_t,          write,           5, "slots X Y Z W T that write back, bit 0 = X")       \
    S(IN,    slot_byte_t,      write_row,       8, "physical row per slot; relative: GPR number")      \
    S(IN,    uint8_t,          write_relative,  5, "slots with a row per lane: GPR write_row + AR.x")  \
    S(IN,    uint8_t,          write_global,    5, "of them, slots that write global GPR write_row + AR.x") \
    S(IN,    uint8_t,          write_base,      8, "wavefront's first physical row, for relative writes") \
    S(STRAP, uint8_t,          num_gprs,        7, "GPRs of the program")                              \
    S(STRAP, uint16_t,         shared_row,      9, "physical row of global GPR 0")                     \
    S(STRAP, uint8_t,          shared_count,    8, "absolute GPR numbers")                             \
    S(IN,    uint8_t,          write_chan_t,    2, "element that T writes; X Y Z W write their own")   \
    S(IN,    slot_mask_t,      write_lanes,    64, "lanes per slot")                                   \
    S(EN,    bool,             load,            1, "an initial GPR arrives, all four elements")        \
    S(IN,    uint8_t,          load_row,        8, "its physical row")                                 \
    S(EN,    bool,             clear,           1, "a new wavefront's rows take the undefined pattern") \
    S(IN,    uint8_t,          clear_row,       8, "first of them")                                    \
    S(IN,    uint8_t,          clear_count,     8, "how many")                                         \
    S(EN,    bool,             fetch,           1, "the result of a fetch arrives")                    \
    S(IN,    uint8_t,          fetch_row,       8, "its physical row")                                 \
    S(IN,    uint8_t,          fetch_elements,  4, "elements that are written, bit 0 = X")             \
    S(IN,    uint64_t,         fetch_lanes,    64, "lanes")                                            \
    S(BUS,   lanes_t,          write_data,     32, "what the slots write: PV.X PV.Y PV.Z PV.W PS", GPR_WRITERS) \
    S(BUS,   lanes_t,          ar_x,           32, "AR.x of the wavefront slot, for relative writes")  \
    S(BUS,   lanes_t,          fetch_data,     32, "the result of the fetch: X Y Z W", GPR_ELEMENTS)   \
    S(BUS,   lanes_t,          load_data,      32, "the initial GPR that arrives: X Y Z W", GPR_ELEMENTS) \
    S(STAT,  uint32_t,         writes,         32, "GPR rows written by the ALU", "writes", "rows")    \
    S(MEM,   lanes_t,          x,              32, "element memory X", GPR_ROWS)                       \
    S(MEM,   lanes_t,          y,              32, "element memory Y", GPR_ROWS)                       \
    S(MEM,   lanes_t,          z,              32, "element memory Z", GPR_ROWS)                       \
    S(MEM,   lanes_t,          w,              32, "element memory W", GPR_ROWS)
/* clang-format on */

RTL_STRUCT(gpr_file, GPR_FILE_SIGNALS);

RTL_RESET(gpr_file, PRESET);
/* Gives rows the undefined pattern. */
void gpr_file_undefine(struct gpr_file *file, unsigned first, unsigned count);
void gpr_file_eval(const struct gpr_file_in *in, const struct gpr_file_reg *q, struct gpr_file_reg *d);
/* The clock edge: clear, load, fetch, ALU, in rising priority.  True when a register was written. */
bool gpr_file_commit(struct gpr_file *file);

/* One row of an element memory (0..3 = X Y Z W). */
static inline const lanes_t *gpr_read(const struct gpr_file *file, unsigned element, unsigned row)
{
    const lanes_t *const memory[GPR_ELEMENTS] = {file->x, file->y, file->z, file->w};
    return &memory[element][row];
}

RTL_LIFE(gpr_file, ALONE, KEEPS, STORES);

#endif
