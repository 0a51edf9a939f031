/* texture_walker.h - the walker and addresser of a SIMD's texture unit: the passes of a quad's plan, in each of them at
 * most 2 x 2 texels of each lane, their places in memory, and the tags of their lines (texture_plan.h,
 * texture_layout.h; RV770 timing T1, T3, T11; TA_CNTL_AUX calls it a walker).
 *
 * A pass is addressed in one clock.  In the next one its lines are looked up, LINE_LOOKS of them a clock, lanes that
 * share a line in one look-up; when all have a way the pass goes to the queue. */
#ifndef PIPELINE_TEXTURE_WALKER_H
#define PIPELINE_TEXTURE_WALKER_H

#include <stdbool.h>
#include <stdint.h>

#include "kit/rtl.h"
#include "mem/fetch_state.h"
#include "pipeline/texture/texture_context.h"
#include "pipeline/texture/texture_quad.h"

/* Lines of a pass, each once, and of each piece of a tap which, and where in it. */
typedef struct {
    uint64_t line[TEXTURE_PIECES];
} pass_lines_t;
typedef struct {
    uint16_t line[TEXTURE_PIECES];
} pass_ways_t;
typedef struct {
    uint8_t piece[TEXTURE_PIECES];
} pass_bytes_t;
enum { PASS_TAPS = TEXTURE_QUAD * TEXTURE_TAPS };
/* Of `mark`. */
enum { WALKER_USED = 1, WALKER_BORDER = 2, WALKER_PARTS_AT = 2 };
typedef struct {
    uint32_t tap[PASS_TAPS];
} pass_words_t;
typedef struct {
    uint8_t tap[PASS_TAPS];
} pass_marks_t;

/* clang-format off */
#define TEXTURE_WALKER_SIGNALS(S)                                                                      \
    S(EN,    bool,               offer,       1, "a quad with its plan is there")                      \
    S(IN,    uint8_t,            offer_entry, 5, "its instruction's place among those under way")      \
    S(IN,    uint8_t,            offer_quad,  4, "its number")                                         \
    S(IN,    uint8_t,            offer_lanes, 4, "threads of it that fetch")                           \
    S(IN,    bool,               offer_alone, 1, "nothing is read")                                    \
    S(IN,    uint16_t,           offer_passes, 16, "its passes")                                       \
    S(IN,    uint64_t,           offer_low,  64, "the instruction's dwords 0 and 1")                   \
    S(IN,    uint32_t,           offer_high, 32, "its dword 2")                                        \
    S(BUS,   texture_plan_t,     plan,       32, "its plan")                                           \
    S(BUS,   quad_vectors_t,     coordinate, 32, "its coordinates")                                    \
    S(FAR,   struct fetch_state, state,      32, "resources, samplers and what belongs to them")       \
    S(FAR,   struct texture_contexts, contexts, 64, "texture contexts that were made before")          \
    S(IN,    line_ways_t,        looked,     10, "look-ups of this clock: way + 1, or 0")              \
    S(IN,    uint32_t,           stamp,      32, "of the look-ups of this clock")                      \
    S(IN,    bool,               room,        1, "the queue takes a pass")                             \
    S(STRAP, uint8_t,            quads,       5, "quads of a wavefront")                               \
    S(LIVE,  bool,               valid,       1, "a pass has been addressed")                          \
    S(OUT,   uint8_t,            entry,       5, "its instruction's place among those under way")      \
    S(OUT,   uint8_t,            quad,        4, "its quad")                                           \
    S(OUT,   uint8_t,            lanes,       4, "threads of it that fetch")                           \
    S(OUT,   bool,               alone,       1, "nothing is read: the answer goes on")                \
    S(OUT,   bool,               first,       1, "the first pass of the quad")                         \
    S(OUT,   bool,               last,        1, "the last one")                                       \
    S(OUT,   bool,               ends,        1, "and the last one of the instruction")                \
    S(OUT,   bool,               filtered,    1, "a lane's texels are filtered: they take their time")   \
    S(OUT,   quad_words_t,       z,          32, "Z of each lane's coordinates, for comparisons")      \
    S(OUT,   quad_words_t,       w,          32, "and W")                                              \
    S(OUT,   quad_bytes_t,       box,         8, "texels of a text filter's box, each lane's")                 \
    S(OUT,   uint16_t,           pass,       16, "passes of the offered quad that have been addressed") \
    S(OUT,   uint8_t,            lines,       6, "lines of the pass")                                  \
    S(OUT,   pass_lines_t,       line,       34, "which")                                              \
    S(OUT,   uint64_t,           found,      48, "those of them that have a way, a bit each")          \
    S(OUT,   pass_ways_t,        way,         9, "which way")                                          \
    S(OUT,   uint32_t,           oldest,     32, "stamp of their first look-up; 0: none yet")          \
    S(OUT,   pass_words_t,       weight,     32, "weight of each tap, four of each lane; an answer: X Y Z W of each lane") \
    S(OUT,   pass_marks_t,       mark,        8, "of each tap: used 1, border 2; pieces << 2")         \
    S(OUT,   pass_marks_t,       bytes,       5, "of each tap: bytes of a piece")                      \
    S(OUT,   pass_marks_t,       texel,       8, "of each tap: texel in its block, X + 16 Y")          \
    S(OUT,   pass_bytes_t,       which,       6, "line of each piece, three of each tap")              \
    S(OUT,   pass_bytes_t,       offset,      6, "its first byte there")                               \
    S(STAT,  uint32_t,           waits_ways,  32, "clocks in which a pass had lines without a way (TA, TCP)", "stall_l1", "clocks") \
    S(STAT,  uint32_t,           waits_room,  32, "clocks in which a pass had all its ways, and the queue no room (TA, TD)", "stall_queue", "clocks") \
    S(STAT,  uint32_t,           walked,     32, "passes of their quads", "passes")                    \
    S(STAT,  uint32_t,           looks,      32, "lines of these passes", "lines")
/* clang-format on */

RTL_STRUCT(texture_walker, TEXTURE_WALKER_SIGNALS);

RTL_RESET(texture_walker, ZERO);
void texture_walker_eval(const struct texture_walker_in *in, const struct texture_walker_reg *q,
                         struct texture_walker_reg *d);

/* ---- for wires: what it does in this clock ----------------------------------------------------------------------- */

/* The lines that it looks up: the first of those without a way; a bit each. */
uint8_t texture_walker_looks(const struct texture_walker_reg *q, line_numbers_t *lines);

/* Whether its pass goes to the queue: all lines have a way with the look-ups of this clock. */
static inline bool texture_walker_ends(const struct texture_walker_reg *q, const line_ways_t *looked, bool room)
{
    unsigned found = (unsigned)__builtin_popcountll(q->found);
    for (unsigned i = 0; i < LINE_LOOKS; i++)
        found += looked->look[i] != 0;
    return q->valid && room && found == q->lines;
}

/* Whether it addresses a pass of the offered quad, and whether that is its last. */
static inline bool texture_walker_accepts(const struct texture_walker_reg *q, bool offer, bool ends)
{
    return offer && (!q->valid || ends);
}
static inline bool texture_walker_accepts_last(const struct texture_walker_reg *q, bool offer, bool ends,
                                               unsigned passes)
{
    return texture_walker_accepts(q, offer, ends) && q->pass + 1u >= passes;
}

/* The stamp of its pass: from its first look-up on no way is replaced until it has been read.  One that has no lines
 * yet gets that of the next look-up: it stands for those behind it in the queue. */
static inline uint32_t texture_walker_stamp(const struct texture_walker_reg *q, uint32_t next)
{
    return q->oldest ? q->oldest : next;
}

/* The pass as a row of the queue's memory, with what this clock finds. */
lanes_t texture_walker_row(const struct texture_walker_reg *q, const line_ways_t *looked);

RTL_LIFE(texture_walker, ALONE, KEEPS, COPIES);

#endif
