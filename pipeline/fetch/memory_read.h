/* memory_read.h - the memory reads of a SIMD: scratch, reduction and scatter buffers to GPRs (ISA 3.4.3, ch. 7, 9.5,
 * 10.5; RV770 timing V7, V8).
 *
 * An index row is read in the spare access of the GPR file's read window, then for each GPR of a burst read_requests.h
 * calculates addresses and requests their lines.  Cached ones are there `hit_clk` clocks later at the earliest,
 * uncached ones when memory has sent them; `return_clk` clocks bring the data back.  Up to MEMORY_FLIGHT GPRs are under
 * way and return in order: one with missing lines waits for them, and so do all behind it. */
#ifndef PIPELINE_MEMORY_READ_H
#define PIPELINE_MEMORY_READ_H

#include <stdbool.h>
#include <stdint.h>

#include "isa/r700/program_type.h"
#include "kit/lanes.h"
#include "kit/rtl.h"
#include "mem/line.h"
#include "pipeline/fetch/memory_space.h"
#include "pipeline/fetch/read_requests.h"
#include "pipeline/fetch_port.h"

/* clang-format off */
#define MEMORY_READ_SIGNALS(S)                                                                         \
    FETCH_OFFER_SIGNALS(S)                                                                             \
    S(IN,    uint64_t,                offer_high,     64, "its dwords 2 and 3")                        \
    S(IN,    uint16_t,                offer_area,     12, "wavefront's place in scratch and reduction buffers") \
    S(IN,    bool,                    offer_texture,   1, "its clause is for the texture cache (VTX_TC)") \
    S(EN,    bool,                    spare,           1, "the spare access of the GPR file's read window is the unit's, and wanted") \
    S(EN,    bool,                    written,         1, "the result is written to the GPR file")     \
    S(BUS,   lanes_t,                 index_row,      32, "the index row")                             \
    S(EN,    bool,                    start,           1, "the addresses of a GPR of the burst are begun with") \
    S(EN,    bool,                    depart,          1, "no lines of it are left to be looked up, but those of this clock") \
    S(EN,    bool,                    arrived,         1, "the oldest GPR's lines are there, and it waits for nothing else") \
    S(FAR,   line_places_t,           places,          9, "of each GPR under way, where its threads' lines are", MEMORY_FLIGHT) \
    S(FAR,   line_data_t,             lines,           8, "lines of the vertex cache", LINE_CACHE_LINES) \
    S(FAR,   line_data_t,             texture_lines,   8, "lines of the texture cache", LINE_CACHE_LINES) \
    S(FAR,   line_data_t,             direct_lines,    8, "lines of uncached reads", DIRECT_ROWS)        \
    S(STRAP, memory_words_t,          base,           40, "byte address of each buffer")               \
    S(STRAP, memory_words_t,          size,           38, "its dwords")                                \
    S(STRAP, memory_items_t,          item,           15, "dwords in it of a thread")                  \
    S(STRAP, uint8_t,                 wave_size,       7, "threads of a wavefront")                    \
    S(STRAP, uint16_t,                group,          11, "threads of a group")                    \
    S(STRAP, uint8_t,                 wave_lanes,      5, "threads of a quarter")                      \
    S(STRAP, uint8_t,                 simds,           5, "SIMDs of the chip")                         \
    S(STRAP, uint8_t,                 num_gprs,        7, "GPRs of the program")                       \
    S(STRAP, bool,                    vertex_cache,    1, "there is a vertex cache")                   \
    S(STRAP, uint16_t,                hit_clk,        16, "clocks from the last address to the data of a cached read") \
    S(STRAP, uint8_t,                 return_clk,      8, "clocks in which the data come back")        \
    S(OUT,   bool,                    free,            1, "an instruction can be taken")               \
    S(LIVE,  bool,                    read,            1, "an index row waits for the spare access")   \
    S(OUT,   uint8_t,                 read_row,        8, "its physical row")                          \
    S(OUT,   uint8_t,                 read_element,    2, "its element")                               \
    S(LIVE,  bool,                    write,           1, "a result waits to be written to the GPR file") \
    FETCH_RESULT_SIGNALS(S)                                                                            \
    S(OUT,   bool,                    stray,           1, "sticky: an access beyond what is the thread's") \
    S(OUT,   memory_target_t,         stray_target,    3, "in which buffer")                           \
    S(OUT,   uint64_t,                stray_thread,   40, "thread of the launch")                      \
    S(OUT,   uint64_t,                stray_address,  41, "byte address that it would have been")      \
    S(LIVE,  bool,                    begin,           1, "the addresses of a GPR are to be begun with") \
    S(LIVE,  bool,                    addressing,      1, "they are calculated")                       \
    S(OUT,   bool,                    waits,           1, "the oldest GPR under way waits for nothing but its lines") \
    S(LIVE,  bool,                    gone,            1, "the data of the oldest one have been read in the previous clock") \
    S(LIVE,  uint8_t,                 flying,          6, "GPRs between their addresses and their results") \
    S(REG,   uint8_t,                 slot,            8, "instruction that is executed: its wavefront's slot") \
    S(REG,   bool,                    last,            1, "it is its clause's last")                   \
    S(OUT,   wave_number_t,           number,         32, "its wavefront's number")                    \
    S(OUT,   uint16_t,                area,           12, "its wavefront's place in scratch and reduction buffers") \
    S(OUT,   uint64_t,                low,            64, "its dwords 0 and 1")                        \
    S(OUT,   uint64_t,                high,           64, "its dwords 2 and 3")                        \
    S(OUT,   lane_mask_t,             lanes,          64, "its threads")                               \
    S(REG,   uint16_t,                gpr,            14, "GPR of its result")                         \
    S(REG,   uint8_t,                 gpr_base,        8, "wavefront's first physical GPR row")        \
    S(OUT,   uint8_t,                 step,            4, "place in its burst")                        \
    S(OUT,   bool,                    texture,         1, "its lines come through the texture cache")  \
    S(OUT,   bool,                    uncached,        1, "they come beside all caches")               \
    S(OUT,   uint8_t,                 first,           5, "entry of the oldest GPR under way")         \
    S(OUT,   memory_flight_bytes_t,   f_texture,       1, "under way: lines come through the texture cache") \
    S(OUT,   memory_flight_bytes_t,   f_uncached,      1, "under way: they come beside all caches")    \
    S(REG,   memory_flight_words_t,   f_low,          64, "under way: dwords 0 and 1")                 \
    S(REG,   memory_flight_words_t,   f_high,         64, "under way: dwords 2 and 3")                 \
    S(REG,   memory_flight_words_t,   f_lanes,        64, "under way: threads")                        \
    S(REG,   memory_flight_numbers_t, f_number,       32, "under way: wavefront's number")             \
    S(DOWN,  memory_flight_waits_t,   f_wait,         16, "under way: clocks until the data are there") \
    S(REG,   memory_flight_waits_t,   f_area,         12, "under way: place in scratch and reduction buffers") \
    S(REG,   memory_flight_bytes_t,   f_row,           8, "under way: physical row of the result")     \
    S(REG,   memory_flight_bytes_t,   f_elements,      4, "under way: elements of the result")         \
    S(REG,   memory_flight_bytes_t,   f_step,          4, "under way: place in the burst")             \
    S(REG,   memory_flight_bytes_t,   f_slot,          8, "under way: wavefront's slot")               \
    S(REG,   memory_flight_bytes_t,   f_last,          1, "under way: the clause ends with it")        \
    S(REG,   bool,                    returning,       1, "the oldest one's data come back")           \
    S(DOWN,  uint8_t,                 return_wait,     8, "clocks left of that")                       \
    S(STAT,  uint32_t,                reads,          32, "GPRs that memory reads have filled")        \
    S(MEM,   lanes_t,                 latch,          32, "index of the instruction before its result", 1) \
    S(MEM,   lanes_t,                 indices,        32, "indices of the GPRs under way", MEMORY_FLIGHT) \
    S(MEM,   lanes_t,                 result,         32, "what is written: X Y Z W", MEMORY_ELEMENTS)
/* clang-format on */

RTL_STRUCT(memory_read, MEMORY_READ_SIGNALS);

RTL_RESET(memory_read, PRESET);
void memory_read_eval(const struct memory_read_in *in, const struct memory_read_reg *q, struct memory_read_reg *d,
                      const struct memory_read *unit);
/* Latches the index row that the spare access reads, and fetches the data that return. */
void memory_read_capture(struct memory_read *unit);

RTL_LIFE(memory_read, SELF_BY_EVENTS, TAKES_STEADY, COPIES);

#endif
