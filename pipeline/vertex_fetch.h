/* vertex_fetch.h - the vertex fetch unit of a SIMD: an index from a GPR becomes the address of an element in a buffer,
 * its four values go to a GPR (ISA ch. 5, 9.3, 10.3; RV770 timing V3, V6).
 *
 * An instruction's index row is read in the spare access of the GPR file's read window, `addr_clk` clocks calculate
 * the addresses, `hit_clk` clocks later the data are there, and `return_clk` clocks bring them back.  Up to
 * VERTEX_FLIGHT instructions are under way and return in order.  Every access hits: the vertex cache's size and its
 * memory are not known. */
#ifndef PIPELINE_VERTEX_FETCH_H
#define PIPELINE_VERTEX_FETCH_H

#include <stdbool.h>
#include <stdint.h>

#include "isa/program_type.h"
#include "kit/lanes.h"
#include "kit/rtl.h"
#include "pipeline/vertex_format.h"

enum { VERTEX_FLIGHT = 32, VERTEX_ELEMENTS = 4 }; /* GUESS: 32, more than the latency asks for */

typedef struct {
    uint64_t entry[VERTEX_FLIGHT];
} vertex_words_t;
typedef struct {
    uint32_t entry[VERTEX_FLIGHT];
} vertex_numbers_t;
typedef struct {
    uint16_t entry[VERTEX_FLIGHT];
} vertex_waits_t;
typedef struct {
    uint8_t entry[VERTEX_FLIGHT];
} vertex_bytes_t;

/* clang-format off */
#define VERTEX_FETCH_SIGNALS(IN, OUT, REG)                                                              \
    IN (bool,             offer,           1, "a clause offers an instruction")                         \
    IN (uint64_t,         offer_low,      64, "its dwords 0 and 1")                                     \
    IN (uint64_t,         offer_high,     64, "its dwords 2 and 3")                                     \
    IN (uint8_t,          offer_base,      8, "wavefront's first physical GPR row")                     \
    IN (uint16_t,         offer_index,    13, "wavefront's loop index aL")                              \
    IN (lane_mask_t,      offer_lanes,    64, "threads that fetch")                                     \
    IN (wave_number_t,    offer_number,   32, "wavefront's number")                                     \
    IN (uint8_t,          offer_slot,      8, "wavefront's slot in the wave table")                     \
    IN (bool,             offer_last,      1, "it is the clause's last")                                \
    IN (bool,             spare,           1, "the spare access of the GPR file's read window is the unit's") \
    IN (uint8_t,          num_gprs,        7, "strap: GPRs of the program")                             \
    IN (uint8_t,          addr_clk,        8, "strap: clocks of a wavefront's addresses")               \
    IN (uint16_t,         hit_clk,        16, "strap: clocks from the last address to the data")        \
    IN (uint8_t,          return_clk,      8, "strap: clocks in which the data come back")              \
    OUT(bool,             free,            1, "an instruction can be taken")                            \
    OUT(bool,             read,            1, "an index row waits for the spare access")                \
    OUT(uint8_t,          read_row,        8, "its physical row")                                       \
    OUT(uint8_t,          read_element,    2, "its element")                                            \
    OUT(bool,             write,           1, "a result is written to the GPR file")                    \
    OUT(uint8_t,          write_row,       8, "its physical row")                                       \
    OUT(uint8_t,          write_elements,  4, "elements that are written, bit 0 = X")                   \
    OUT(lane_mask_t,      write_lanes,    64, "threads")                                                \
    OUT(uint8_t,          write_slot,      8, "slot of the wavefront whose instruction has ended")      \
    OUT(bool,             write_last,      1, "and with it the clause")                                 \
    OUT(wave_number_t,    write_number,   32, "its wavefront's number")                                 \
    OUT(uint8_t,          flying,          6, "instructions between their addresses and their results") \
    REG(uint8_t,          slot,            8, "instruction before its addresses: its wavefront's slot") \
    REG(bool,             last,            1, "it is its clause's last")                                \
    REG(wave_number_t,    number,         32, "its wavefront's number")                                 \
    REG(uint64_t,         low,            64, "its dwords 0 and 1")                                     \
    REG(uint64_t,         high,           64, "its dwords 2 and 3")                                     \
    REG(lane_mask_t,      lanes,          64, "its threads")                                            \
    REG(uint8_t,          row,             8, "physical row of its result")                             \
    REG(uint8_t,          elements,        4, "elements of its result, bit 0 = X")                      \
    REG(bool,             addressing,      1, "its addresses are calculated")                           \
    REG(uint8_t,          addr_wait,       8, "clocks left for them")                                   \
    REG(uint8_t,          first,           5, "entry of the oldest instruction under way")              \
    REG(vertex_words_t,   f_low,          64, "under way: dwords 0 and 1")                              \
    REG(vertex_words_t,   f_high,         64, "under way: dwords 2 and 3")                              \
    REG(vertex_words_t,   f_lanes,        64, "under way: threads")                                     \
    REG(vertex_numbers_t, f_number,       32, "under way: wavefront's number")                          \
    REG(vertex_waits_t,   f_wait,         16, "under way: clocks until the data are there")             \
    REG(vertex_bytes_t,   f_row,           8, "under way: physical row of the result")                  \
    REG(vertex_bytes_t,   f_elements,      4, "under way: elements of the result")                      \
    REG(vertex_bytes_t,   f_slot,          8, "under way: wavefront's slot")                            \
    REG(vertex_bytes_t,   f_last,          1, "under way: it is its clause's last")                     \
    REG(bool,             returning,       1, "the oldest one's data come back")                        \
    REG(uint8_t,          return_wait,     8, "clocks left of that")                                    \
    REG(uint32_t,         fetched,        32, "instructions taken since reset")

#define VERTEX_FETCH_MEMORIES(MEM)                                                                      \
    MEM(lanes_t, index,  VERTEX_FLIGHT,   32, "indices of the instructions under way")                  \
    MEM(lanes_t, result, VERTEX_ELEMENTS, 32, "what is written: X Y Z W")
/* clang-format on */

RTL_STRUCT_MEM(vertex_fetch, VERTEX_FETCH_SIGNALS, VERTEX_FETCH_MEMORIES);

extern const struct rtl_module vertex_fetch_rtl;

/* One SQ_VTX_CONSTANT, as the launch leaves it (3D 6). */
struct vertex_resource {
    const uint8_t       *bytes; /* `size` of them */
    uint64_t             size;
    uint32_t             stride;
    bool                 valid;     /* WORD6.TYPE is VALID_BUFFER */
    bool                 clamp_nan; /* CLAMP_X: outside of the buffer is a NaN, else 0 */
    struct vertex_format format;
};

/* The buffers of the program's stage: resource n is BUFFER_ID n. */
struct vertex_memory {
    const struct vertex_resource *resource;
    unsigned                      count;
    uint32_t                      base_vertex, start_instance; /* SQ_VTX_BASE_VTX_LOC, SQ_VTX_START_INST_LOC */
};

void vertex_fetch_reset(struct vertex_fetch *unit);
void vertex_fetch_eval(const struct vertex_fetch_in *in, const struct vertex_fetch_reg *q, struct vertex_fetch_reg *d);
/* Latches the index row that the spare access reads, and fetches the data that return; before any commit. */
void vertex_fetch_capture(struct vertex_fetch *unit, const lanes_t *index, const struct vertex_memory *memory);

#endif
