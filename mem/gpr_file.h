/* gpr_file.h - the general-purpose registers of one SIMD: 256 rows in each of four element memories X, Y, Z, W
 * (ISA 4.7.4; 256 rows x 64 lanes x 4 elements x 32 bits = 256 KB on RV770).
 *
 * Row addresses are physical: the wavefront's base plus the GPR of the instruction; behind all wavefronts' own rows lie
 * the global GPRs, then the clause temporaries of the even and of the odd wavefront slot.  (The hardware has the same
 * order with the private rows last, ISA 2.6.1.2; no program can tell.)  Reads are combinational (gpr_read) and are made
 * by operand fetch, exports and fetch units, at the schedule of RV770 timing G1.  Four write ports, in rising priority:
 * initial clear, initial load, results of fetches, ALU write-back.  The ALU's data do not travel through the port:
 * `commit` takes them from the PV / PS rows, where they lie, and Trans wins over a vector slot that writes the same
 * element (ISA 4.9.2). */
#ifndef MEM_GPR_FILE_H
#define MEM_GPR_FILE_H

#include <stdbool.h>
#include <stdint.h>

#include "kit/lanes.h"
#include "kit/rtl.h"

enum { GPR_ROWS = 256, GPR_ELEMENTS = 4, GPR_WRITERS = 5 };

/* What a register holds before anything is written to it: a quiet NaN that is easy to see. */
#define GPR_UNDEFINED 0x7fedca00u

typedef struct {
    uint64_t slot[GPR_WRITERS];
} slot_mask_t; /* one lane mask per ALU slot X Y Z W T */
typedef struct {
    uint8_t slot[GPR_WRITERS];
} slot_byte_t; /* one small number per ALU slot */

/* clang-format off */
#define GPR_FILE_SIGNALS(IN, OUT, REG)                                                                  \
    IN (uint8_t,     write,           5, "slots X Y Z W T that write back, bit 0 = X")                  \
    IN (bool,        write_parity,    1, "which wavefront slot's PV / PS rows hold the data")           \
    IN (slot_byte_t, write_row,       8, "physical row per slot; relative: GPR number")                 \
    IN (uint8_t,     write_relative,  5, "slots with a row per lane: GPR write_row + AR.x")             \
    IN (uint8_t,     write_global,    5, "of them, slots that write global GPR write_row + AR.x")       \
    IN (uint8_t,     write_base,      8, "wavefront's first physical row, for relative writes")         \
    IN (uint8_t,     num_gprs,        7, "strap: GPRs of the program")                                  \
    IN (uint16_t,    shared_row,      9, "strap: physical row of global GPR 0")                         \
    IN (uint8_t,     shared_count,    8, "strap: absolute GPR numbers")                                 \
    IN (uint8_t,     write_chan_t,    2, "element that T writes; X Y Z W write their own")              \
    IN (slot_mask_t, write_lanes,    64, "lanes per slot")                                              \
    IN (bool,        load,            1, "an initial GPR arrives, all four elements")                   \
    IN (uint8_t,     load_row,        8, "its physical row")                                            \
    IN (uint32_t,    load_index,     32, "its place in the launch's data, in GPRs")                     \
    IN (bool,        clear,           1, "a new wavefront's rows take the undefined pattern")           \
    IN (uint8_t,     clear_row,       8, "first of them")                                               \
    IN (uint8_t,     clear_count,     8, "how many")                                                    \
    IN (bool,        fetch,           1, "the result of a fetch arrives")                               \
    IN (uint8_t,     fetch_row,       8, "its physical row")                                            \
    IN (uint8_t,     fetch_elements,  4, "elements that are written, bit 0 = X")                        \
    IN (uint64_t,    fetch_lanes,    64, "lanes")                                                       \
    REG(uint32_t,    writes,         32, "rows written by the ALU since reset")

#define GPR_FILE_MEMORIES(MEM)                                                                          \
    MEM(lanes_t, x, GPR_ROWS, 32, "element memory X")                                                   \
    MEM(lanes_t, y, GPR_ROWS, 32, "element memory Y")                                                   \
    MEM(lanes_t, z, GPR_ROWS, 32, "element memory Z")                                                   \
    MEM(lanes_t, w, GPR_ROWS, 32, "element memory W")
/* clang-format on */

RTL_STRUCT_MEM(gpr_file, GPR_FILE_SIGNALS, GPR_FILE_MEMORIES);

extern const struct rtl_module gpr_file_rtl;

/* The initial registers of the launch: four rows (x y z w) per GPR. */
struct gpr_input {
    const lanes_t *rows;
};

void gpr_file_reset(struct gpr_file *file);
void gpr_file_eval(const struct gpr_file_in *in, const struct gpr_file_reg *q, struct gpr_file_reg *d);
/* `vector` is the PV rows X Y Z W and the PS row of the wavefront slot that writes back, `ar_x` its AR.x, `fetched` the
 * result X Y Z W of a fetch. */
void gpr_file_commit(struct gpr_file *file, const lanes_t vector[GPR_WRITERS], const lanes_t *ar_x,
                     const struct gpr_input *input, const lanes_t fetched[GPR_ELEMENTS]);

/* One row of an element memory (0..3 = X Y Z W). */
static inline const lanes_t *gpr_read(const struct gpr_file *file, unsigned element, unsigned row)
{
    const lanes_t *const memory[GPR_ELEMENTS] = {file->x, file->y, file->z, file->w};
    return &memory[element][row];
}

#endif
