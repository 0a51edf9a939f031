/* read_requests.h - the request generator of memory reads: which lines of memory a GPR's threads read, and where they
 * are (ISA ch. 7, 10.5; RV770 timing V6, V7).
 *
 * `rate` threads a clock, the lines of their dwords are looked up, a shared line once; a clock with more than
 * LINE_LOOKS lines takes a further one for each LINE_LOOKS of them.  Cached lines go to a cache as those of vertex
 * fetches do (vertex_requests.h).  Each line of an uncached read gets a row in a buffer and is requested from memory,
 * in order, beside all caches.  A line that the clock before has requested is not requested again.
 *
 * A GPR begins when the lines of the one before have been looked up.  Of each one under way it keeps where its
 * threads' lines are until the data are read. */
#ifndef PIPELINE_READ_REQUESTS_H
#define PIPELINE_READ_REQUESTS_H

#include <stdbool.h>
#include <stdint.h>

#include "isa/r700/program_type.h"
#include "kit/lanes.h"
#include "kit/rtl.h"
#include "mem/memory_request.h"
#include "pipeline/fetch/memory_space.h"
#include "pipeline/line_looks.h"

enum {
    MEMORY_FLIGHT = 32, /* GUESS: 32, as many as vertex fetches */
    DIRECT_ROWS = 256   /* GUESS: lines of uncached reads, as many as a vertex cache has; a GPR needs up to 128 */
};

typedef struct {
    uint64_t entry[MEMORY_FLIGHT];
} memory_flight_words_t;
typedef struct {
    uint32_t entry[MEMORY_FLIGHT];
} memory_flight_numbers_t;
typedef struct {
    uint16_t entry[MEMORY_FLIGHT];
} memory_flight_waits_t;
typedef struct {
    uint8_t entry[MEMORY_FLIGHT];
} memory_flight_bytes_t;

/* clang-format off */
#define READ_REQUESTS_SIGNALS(S)                                                                       \
    S(EN,    bool,                    start,        1, "a GPR begins")                                 \
    S(IN,    uint64_t,                low,         64, "its instruction's dwords 0 and 1")             \
    S(IN,    uint64_t,                high,        64, "its dwords 2 and 3")                           \
    S(IN,    lane_mask_t,             active,      64, "threads that read")                            \
    S(IN,    wave_number_t,           number,      32, "wavefront's number")                           \
    S(IN,    uint16_t,                area,        12, "wavefront's place in scratch and reduction buffers") \
    S(IN,    uint8_t,                 step,         4, "place in the burst")                           \
    S(IN,    uint8_t,                 entry,        5, "its entry among those under way")              \
    S(IN,    bool,                    texture,      1, "its lines are looked up in the texture cache") \
    S(BUS,   lanes_t,                 index_row,   32, "the index row")                                \
    S(EN,    bool,                    read,         1, "the oldest one's data have been read")         \
    S(IN,    uint8_t,                 taken,        4, "look-ups of the previous clock that have a way, a bit each") \
    S(IN,    line_ways_t,             way,          9, "which")                                        \
    S(IN,    uint32_t,                stamp,       32, "their stamp")                                  \
    S(EN,    bool,                    ask_taken,    1, "the port takes the request for a line")        \
    S(EN,    bool,                    fill,         1, "a line has come")                              \
    S(IN,    uint8_t,                 fill_row,     8, "for which row")                                \
    S(BUS,   line_data_t,             fill_data,    8, "its bytes")                                    \
    S(STRAP, memory_words_t,          base,        40, "byte address of each buffer")                  \
    S(STRAP, memory_words_t,          size,        38, "its dwords")                                   \
    S(STRAP, memory_items_t,          item,        15, "dwords in it of a thread")                     \
    S(STRAP, uint16_t,                group,       11, "threads of a group")                           \
    S(STRAP, uint8_t,                 wave_size,    7, "threads of a wavefront")                       \
    S(STRAP, uint8_t,                 wave_lanes,   5, "threads of a quarter")                         \
    S(STRAP, uint8_t,                 rate,         7, "threads whose addresses are calculated in a clock") \
    S(LIVE,  uint8_t,                 left,         7, "threads whose lines are still to be looked up") \
    S(LIVE,  uint8_t,                 look,         4, "look-ups to be made, a bit each")              \
    S(OUT,   line_numbers_t,          look_line,   34, "their lines")                                  \
    S(LIVE,  uint8_t,                 looked,       4, "look-ups of the previous clock, a bit each")   \
    S(OUT,   line_numbers_t,          looked_line, 34, "their lines")                                  \
    S(OUT,   uint8_t,                 now,          5, "entry of the GPR whose lines are looked up")   \
    S(OUT,   bool,                    in_texture,   1, "in the texture cache")                         \
    S(OUT,   bool,                    direct,       1, "in none: they are asked of memory")            \
    S(OUT,   uint32_t,                oldest,      32, "stamp of the oldest look-up in the vertex cache that is still to be read; 0: none") \
    S(OUT,   uint32_t,                oldest_texture, 32, "the same in the texture cache")             \
    S(LIVE,  bool,                    ask,          1, "a line is asked of memory")                    \
    S(OUT,   uint64_t,                ask_line,    34, "which")                                        \
    S(OUT,   uint16_t,                ask_own,      9, "for which row")                                \
    S(OUT,   line_set_t,              waiting,     64, "rows whose lines have not come, a bit each")   \
    S(REG,   line_threads_t,          look_begin,  64, "to be looked up: threads whose dwords begin there") \
    S(REG,   line_threads_t,          look_end,    64, "to be looked up: threads whose dwords end there") \
    S(REG,   line_threads_t,          looked_begin, 64, "looked up: threads whose dwords begin there") \
    S(REG,   line_threads_t,          looked_end,  64, "looked up: threads whose dwords end there")    \
    S(REG,   uint64_t,                r_low,       64, "the instruction's dwords 0 and 1")             \
    S(REG,   uint64_t,                r_high,      64, "the instruction's dwords 2 and 3")             \
    S(REG,   lane_mask_t,             r_lanes,     64, "its threads")                                  \
    S(REG,   wave_number_t,           r_number,    32, "its wavefront's number")                       \
    S(REG,   uint16_t,                r_area,      12, "its wavefront's place in scratch and reduction buffers") \
    S(REG,   uint8_t,                 r_step,       4, "place of the GPR in the burst")                \
    S(REG,   bool,                    r_end,        1, "of the first thread left, the line of its end is to be looked up") \
    S(REG,   uint8_t,                 last,         4, "lines that the clock before has requested, a bit each") \
    S(REG,   line_numbers_t,          last_line,   34, "which")                                        \
    S(REG,   line_ways_t,             last_row,     9, "their rows")                                   \
    S(REG,   uint8_t,                 first,        5, "entry of the oldest GPR")                      \
    S(REG,   uint8_t,                 count,        6, "GPRs whose data are still to be read")         \
    S(REG,   memory_flight_numbers_t, stamps,      32, "of each, stamp of its first look-ups; 0: it has none yet") \
    S(REG,   memory_flight_bytes_t,   f_texture,    1, "of each: its lines are in the texture cache")  \
    S(REG,   memory_flight_bytes_t,   f_rows,       8, "of each: its rows in the buffer")              \
    S(REG,   uint16_t,                used,         9, "rows in use")                                  \
    S(REG,   uint8_t,                 next_row,     8, "the next one")                                 \
    S(REG,   uint16_t,                asking,       9, "lines to be requested: those of the last rows in use") \
    S(REG,   uint8_t,                 unanswered,   7, "lines that have been requested and have not come") \
    S(STAT,  uint32_t,                lines,       32, "lines that memory reads looked up or requested") \
    S(STAT,  uint32_t,                again,       32, "clocks in which they had to wait for a way or a row") \
    S(MEM,   lanes_t,                 indices,     32, "the index row", 1)                             \
    S(MEM,   line_places_t,           places,       9, "of each GPR under way, for each thread the ways or rows of the lines in which its dwords begin and end", MEMORY_FLIGHT) \
    S(MEM,   line_set_t,              set,         64, "and all of them", MEMORY_FLIGHT)               \
    S(MEM,   uint64_t,                row_line,    34, "line of each row", DIRECT_ROWS)                  \
    S(MEM,   line_data_t,             data,         8, "its bytes", DIRECT_ROWS)
/* clang-format on */

RTL_STRUCT(read_requests, READ_REQUESTS_SIGNALS);

RTL_RESET(read_requests, ZERO);
void read_requests_eval(const struct read_requests_in *in, const struct read_requests_reg *q,
                        struct read_requests_reg *d, const struct read_requests *unit);
/* Latches the index row and the line that comes; notes the ways and rows of look-ups that have been taken. */
void read_requests_capture(struct read_requests *unit);

RTL_LIFE(read_requests, SELF, TAKES_STEADY, COPIES);

/* It looks up the lines of a GPR; in a cache. */
static inline bool read_requests_looks_up(const struct read_requests *unit)
{
    return unit->q.left || unit->q.look || unit->q.looked;
}
static inline bool read_requests_in_cache(const struct read_requests *unit)
{
    return read_requests_looks_up(unit) && !unit->q.direct;
}

/* Whether the look-ups of the previous clock, of which so many were taken, are made again; the look-ups of this clock
 * in one of the caches, and their lines. */
static inline bool read_requests_again(const struct read_requests *unit, unsigned taken)
{
    return unit->q.looked & ~taken;
}
static inline uint8_t read_requests_look_in(const struct read_requests *unit, unsigned taken, bool texture)
{
    if (unit->q.direct || unit->q.in_texture != texture)
        return 0;
    return read_requests_again(unit, taken) ? unit->q.looked : unit->q.look;
}
static inline const line_numbers_t *read_requests_lines(const struct read_requests *unit, unsigned taken)
{
    return read_requests_again(unit, taken) ? &unit->q.looked_line : &unit->q.look_line;
}

/* All lines of a GPR under way have a way or a row. */
static inline bool read_requests_done(const struct read_requests *unit, unsigned entry)
{
    return !read_requests_looks_up(unit) || unit->q.now != entry;
}
/* And, of an uncached read, have come. */
static inline bool read_requests_have(const struct read_requests *unit, unsigned entry)
{
    uint64_t waiting = 0;
    for (unsigned w = 0; w < DIRECT_ROWS / 64; w++)
        waiting |= unit->q.waiting.word[w] & unit->set[entry].word[w];
    return !waiting;
}

#endif
