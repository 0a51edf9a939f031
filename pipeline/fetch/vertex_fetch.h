/* vertex_fetch.h - the vertex fetch unit of a SIMD: an index from a GPR becomes the address of an element in a buffer,
 * its four values go to a GPR (ISA ch. 5, 9.3, 10.3; RV770 timing V3, V6).
 *
 * An instruction's index row is read in the spare access of the GPR file's read window, `addr_clk` clocks calculate
 * the addresses (vertex_requests.h looks up their lines), `hit_clk` clocks later the data of a hit are there, and
 * `return_clk` clocks bring them back.  Up to VERTEX_FLIGHT instructions are under way and return in order: one with
 * missing lines waits for them, and so do all behind it. */
#ifndef PIPELINE_VERTEX_FETCH_H
#define PIPELINE_VERTEX_FETCH_H

#include <stdbool.h>
#include <stdint.h>

#include "isa/r700/program_type.h"
#include "kit/lanes.h"
#include "kit/rtl.h"
#include "mem/fetch_state.h"
#include "mem/line.h"
#include "pipeline/fetch/vertex_element.h"
#include "pipeline/fetch_port.h"
#include "pipeline/line_looks.h"

/* clang-format off */
#define VERTEX_FETCH_SIGNALS(S)                                                                        \
    FETCH_OFFER_SIGNALS(S)                                                                             \
    S(IN,    uint64_t,             offer_high,     64, "its dwords 2 and 3")                           \
    S(IN,    bool,                 offer_texture,   1, "its clause is for the texture cache (VTX_TC)") \
    S(EN,    bool,                 spare,           1, "the spare access of the GPR file's read window is the unit's, and wanted") \
    S(BUS,   lanes_t,              index_row,      32, "the index row")                                \
    S(EN,    bool,                 depart,          1, "no lines of the instruction are left to be looked up, but those of this clock") \
    S(EN,    bool,                 arrived,         1, "the oldest instruction's lines are there, and it waits for nothing else") \
    S(FAR,   struct vertex_memory, memory,         32, "vertex and constant buffers")                  \
    S(FAR,   uint16_t,             semantics,       9, "of each register from R1 on the semantic + 1, or 0", FETCH_SEMANTICS) \
    S(FAR,   line_places_t,        ways,            9, "of each instruction under way, where its threads' lines are", VERTEX_FLIGHT) \
    S(FAR,   line_data_t,          lines,           8, "lines of the vertex cache", LINE_CACHE_LINES)  \
    S(FAR,   line_data_t,          texture_lines,   8, "lines of the texture cache", LINE_CACHE_LINES) \
    S(STRAP, bool,                 vertex_cache,    1, "there is a vertex cache")                      \
    S(STRAP, uint8_t,              num_gprs,        7, "GPRs of the program")                          \
    S(STRAP, uint8_t,              addr_clk,        8, "clocks of a wavefront's addresses")            \
    S(STRAP, uint16_t,             hit_clk,        16, "clocks from the last address to the data")     \
    S(STRAP, uint8_t,              return_clk,      8, "clocks in which the data come back")           \
    S(OUT,   bool,                 free,            1, "an instruction can be taken")                  \
    S(LIVE,  bool,                 read,            1, "an index row waits for the spare access")      \
    S(OUT,   uint8_t,              read_row,        8, "its physical row")                             \
    S(OUT,   uint8_t,              read_element,    2, "its element")                                  \
    S(LIVE,  bool,                 write,           1, "a result is written to the GPR file")          \
    FETCH_RESULT_SIGNALS(S)                                                                            \
    S(OUT,   bool,                 calculated,      1, "the instruction's addresses have been calculated: it departs when their lines have been looked up") \
    S(OUT,   bool,                 waits,           1, "the oldest instruction under way waits for nothing but its lines") \
    S(LIVE,  uint8_t,              flying,          6, "instructions between their addresses and their results") \
    S(REG,   uint8_t,              slot,            8, "instruction before its addresses: its wavefront's slot") \
    S(REG,   bool,                 last,            1, "it is its clause's last")                      \
    S(REG,   wave_number_t,        number,         32, "its wavefront's number")                       \
    S(OUT,   uint64_t,             low,            64, "its dwords 0 and 1")                           \
    S(OUT,   uint64_t,             high,           64, "its dwords 2 and 3")                           \
    S(OUT,   lane_mask_t,          lanes,          64, "its threads")                                  \
    S(OUT,   bool,                 texture,         1, "its lines come through the texture cache")     \
    S(REG,   uint8_t,              row,             8, "physical row of its result")                   \
    S(REG,   uint8_t,              elements,        4, "elements of its result, bit 0 = X")            \
    S(BUSY,  bool,                 addressing,      1, "its addresses are calculated")                 \
    S(DOWN,  uint8_t,              addr_wait,       8, "clocks left for them, one too few")            \
    S(OUT,   uint8_t,              first,           5, "entry of the oldest instruction under way")    \
    S(OUT,   vertex_bytes_t,       f_texture,       1, "under way: lines come through the texture cache") \
    S(REG,   vertex_words_t,       f_low,          64, "under way: dwords 0 and 1")                    \
    S(REG,   vertex_words_t,       f_high,         64, "under way: dwords 2 and 3")                    \
    S(REG,   vertex_words_t,       f_lanes,        64, "under way: threads")                           \
    S(REG,   vertex_numbers_t,     f_number,       32, "under way: wavefront's number")                \
    S(DOWN,  vertex_waits_t,       f_wait,         16, "under way: clocks until the data are there")   \
    S(REG,   vertex_bytes_t,       f_row,           8, "under way: physical row of the result")        \
    S(REG,   vertex_bytes_t,       f_elements,      4, "under way: elements of the result")            \
    S(REG,   vertex_bytes_t,       f_slot,          8, "under way: wavefront's slot")                  \
    S(REG,   vertex_bytes_t,       f_last,          1, "under way: it is its clause's last")           \
    S(REG,   bool,                 returning,       1, "the oldest one's data come back")              \
    S(DOWN,  uint8_t,              return_wait,     8, "clocks left of that")                          \
    S(STAT,  uint32_t,             fetched,        32, "vertex fetches")                               \
    S(MEM,   lanes_t,              indices,        32, "indices of the instructions under way", VERTEX_FLIGHT) \
    S(MEM,   lanes_t,              result,         32, "what is written: X Y Z W", VERTEX_ELEMENTS)
/* clang-format on */

RTL_STRUCT(vertex_fetch, VERTEX_FETCH_SIGNALS);

RTL_RESET(vertex_fetch, PRESET);
void vertex_fetch_eval(const struct vertex_fetch_in *in, const struct vertex_fetch_reg *q, struct vertex_fetch_reg *d);
/* Latches the index row that the spare access reads, and fetches the data that return. */
void vertex_fetch_capture(struct vertex_fetch *unit);

RTL_LIFE(vertex_fetch, ALONE_BY_EVENTS, TAKES_STEADY, COPIES);

#endif
