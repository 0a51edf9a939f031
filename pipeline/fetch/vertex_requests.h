/* vertex_requests.h - the request generator of vertex fetches: which lines of memory an instruction's threads read, and
 * where the vertex cache has them (ISA 10.3; RV770 timing V2, V3, V6).
 *
 * `group` threads a clock, the lines of their elements are looked up: a mini-fetch's of its element, a mega-fetch's of
 * MEGA_FETCH_COUNT bytes from there on, as far as the buffer goes.  Two threads with the same line are one look-up; a
 * group with more than LINE_LOOKS lines takes a further clock for each LINE_LOOKS of them.  The lines go to the cache a
 * clock later and the answer is there in the clock after that; when it has not taken all of them they are looked up
 * again, and what comes after them waits.
 *
 * An instruction's lines are in the vertex cache or in the texture cache; `taken` is of the one that was asked.
 *
 * Of each instruction under way it keeps the ways of its threads' lines until its data are read. */
#ifndef PIPELINE_VERTEX_REQUESTS_H
#define PIPELINE_VERTEX_REQUESTS_H

#include <stdbool.h>
#include <stdint.h>

#include "kit/lanes.h"
#include "kit/rtl.h"
#include "mem/line.h"
#include "pipeline/fetch/vertex_element.h"
#include "pipeline/line_looks.h"

/* clang-format off */
#define VERTEX_REQUESTS_SIGNALS(S)                                                                     \
    S(EN,    bool,                 start,        1, "an instruction's index row is read")              \
    S(IN,    uint64_t,             low,         64, "its dwords 0 and 1")                              \
    S(IN,    uint64_t,             high,        64, "its dwords 2 and 3")                              \
    S(IN,    lane_mask_t,          active,      64, "threads that fetch")                              \
    S(IN,    uint8_t,              entry,        5, "its entry among those under way")                 \
    S(IN,    bool,                 texture,      1, "its lines are looked up in the texture cache")    \
    S(BUS,   lanes_t,              index_row,   32, "the index row")                                   \
    S(EN,    bool,                 read,         1, "the oldest instruction's data have been read")    \
    S(IN,    uint8_t,              taken,        4, "look-ups of the previous clock that have a way, a bit each") \
    S(IN,    line_ways_t,          way,          9, "which")                                           \
    S(IN,    uint32_t,             stamp,       32, "their stamp")                                     \
    S(FAR,   struct vertex_memory, memory,      32, "vertex and constant buffers")                     \
    S(STRAP, uint8_t,              threads,      7, "threads of a wavefront")                          \
    S(STRAP, uint8_t,              lanes,        5, "threads that the ALU takes in a clock")          \
    S(STRAP, uint8_t,              group,        7, "threads whose addresses are calculated in a clock") \
    S(LIVE,  uint8_t,              left,         7, "threads whose lines are still to be looked up")   \
    S(LIVE,  uint8_t,              look,         4, "look-ups to be made, a bit each")                 \
    S(OUT,   line_numbers_t,       look_line,   34, "their lines")                                     \
    S(OUT,   uint8_t,              look_entry,   5, "their instruction's entry")                       \
    S(LIVE,  uint8_t,              looked,       4, "look-ups of the previous clock, a bit each")      \
    S(OUT,   line_numbers_t,       looked_line, 34, "their lines")                                     \
    S(OUT,   uint8_t,              looked_entry, 5, "their instruction's entry")                       \
    S(OUT,   uint32_t,             oldest,      32, "stamp of the oldest look-up in the vertex cache that is still to be read; 0: none") \
    S(OUT,   uint32_t,             oldest_texture, 32, "the same in the texture cache")                \
    S(OUT,   bool,                 left_texture, 1, "the instruction whose lines are looked up has them in the texture cache") \
    S(OUT,   bool,                 look_texture, 1, "the look-ups to be made are in the texture cache") \
    S(OUT,   bool,                 looked_texture, 1, "those of the previous clock were")              \
    S(REG,   vertex_bytes_t,       in_texture,   1, "of each instruction: its lines are in the texture cache") \
    S(REG,   line_threads_t,       look_begin,  64, "to be looked up: threads whose element begins there") \
    S(REG,   line_threads_t,       look_end,    64, "to be looked up: threads whose element ends there") \
    S(REG,   line_threads_t,       looked_begin, 64, "looked up: threads whose element begins there")  \
    S(REG,   line_threads_t,       looked_end,  64, "looked up: threads whose element ends there")     \
    S(REG,   uint64_t,             r_low,       64, "the instruction's dwords 0 and 1")                \
    S(REG,   uint64_t,             r_high,      64, "the instruction's dwords 2 and 3")                \
    S(REG,   lane_mask_t,          r_lanes,     64, "its threads")                                     \
    S(OUT,   uint8_t,              entry_left,      5, "entry of the instruction whose lines are looked up")                                       \
    S(REG,   bool,                 r_end,        1, "of the first thread left, the line of its end is to be looked up") \
    S(REG,   uint8_t,              first,        5, "entry of the oldest instruction")                 \
    S(REG,   uint8_t,              count,        6, "instructions whose data are still to be read")    \
    S(REG,   vertex_numbers_t,     stamps,      32, "of each, stamp of its first look-ups; 0: it has none yet") \
    S(STAT,  uint32_t,             lines,       32, "lines that they looked up")                       \
    S(STAT,  uint32_t,             again,       32, "clocks in which look-ups had to be made again")              \
    S(MEM,   lanes_t,              indices,     32, "the instruction's index row", 1)                  \
    S(MEM,   line_places_t,        ways,         9, "of each instruction under way, for each thread the ways of the lines in which its element begins and ends", VERTEX_FLIGHT) \
    S(MEM,   line_set_t,           set,         64, "and all of them", VERTEX_FLIGHT)
/* clang-format on */

RTL_STRUCT(vertex_requests, VERTEX_REQUESTS_SIGNALS);

RTL_RESET(vertex_requests, ZERO);
void vertex_requests_eval(const struct vertex_requests_in *in, const struct vertex_requests_reg *q,
                          struct vertex_requests_reg *d, const struct vertex_requests *unit);
/* Latches the index row; notes the ways of look-ups that have been taken. */
void vertex_requests_capture(struct vertex_requests *unit);

RTL_LIFE(vertex_requests, SELF, TAKES_STEADY, COPIES);

/* Whether the look-ups of the previous clock, of which so many were taken, are made again; the look-ups of this clock,
 * and their lines. */
static inline bool vertex_requests_again(const struct vertex_requests *unit, unsigned taken)
{
    return unit->q.looked & ~taken;
}
static inline uint8_t vertex_requests_look(const struct vertex_requests *unit, unsigned taken)
{
    return vertex_requests_again(unit, taken) ? unit->q.looked : unit->q.look;
}
static inline const line_numbers_t *vertex_requests_lines(const struct vertex_requests *unit, unsigned taken)
{
    return vertex_requests_again(unit, taken) ? &unit->q.looked_line : &unit->q.look_line;
}

/* The same of one of the two caches. */
static inline uint8_t vertex_requests_look_in(const struct vertex_requests *unit, unsigned taken, bool texture)
{
    const bool there = vertex_requests_again(unit, taken) ? unit->q.looked_texture : unit->q.look_texture;
    return there == texture ? vertex_requests_look(unit, taken) : 0;
}

/* An instruction has begun to look its lines up in the texture cache, and has not ended. */
static inline bool vertex_requests_in_texture(const struct vertex_requests *unit)
{
    const struct vertex_requests_reg *q = &unit->q;
    return (q->left && q->left_texture) || (q->look && q->look_texture) || (q->looked && q->looked_texture);
}

/* It looks up the lines of an instruction. */
static inline bool vertex_requests_looks_up(const struct vertex_requests *unit)
{
    return unit->q.left || unit->q.look || unit->q.looked;
}

/* All look-ups of an instruction under way have a way. */
static inline bool vertex_requests_done(const struct vertex_requests *unit, unsigned entry)
{
    const struct vertex_requests_reg *q = &unit->q;
    return !(q->left && q->entry_left == entry) && !(q->look && q->look_entry == entry) &&
           !(q->looked && q->looked_entry == entry);
}

#endif
