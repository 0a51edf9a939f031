/* texture_return.h - the instructions that a SIMD's texture unit has under way, from the clause that gives them to the
 * GPRs that get their results, in order (RV770 timing T16, T26).
 *
 * An instruction's result is there when all of its quads have been filtered, and at the earliest `hit_clk` clocks after
 * its last pass has found its lines: that is what a hit costs.  Its data come back in `return_clk` clocks, then wait
 * for the GPR file's write port. */
#ifndef PIPELINE_TEXTURE_RETURN_H
#define PIPELINE_TEXTURE_RETURN_H

#include <stdbool.h>
#include <stdint.h>

#include "isa/r700/program_type.h"
#include "kit/lanes.h"
#include "kit/rtl.h"
#include "pipeline/fetch_port.h"
#include "pipeline/texture/texture_quad.h"

typedef struct {
    uint64_t entry[TEXTURE_FLIGHT];
} texture_words_t;
typedef struct {
    uint32_t entry[TEXTURE_FLIGHT];
} texture_numbers_t;
typedef struct {
    uint16_t entry[TEXTURE_FLIGHT];
} texture_waits_t;
typedef struct {
    uint8_t entry[TEXTURE_FLIGHT];
} texture_bytes_t;

/* clang-format off */
#define TEXTURE_RETURN_SIGNALS(S)                                                                      \
    FETCH_OFFER_SIGNALS(S)                                                                             \
    S(IN,    uint32_t,          offer_high,     32, "its dword 2")                                     \
    S(IN,    uint8_t,           offer_place,     3, "its clause's place")                              \
    S(EN,    bool,              addressed,       1, "an instruction's last pass has found its lines")  \
    S(IN,    uint8_t,           addressed_entry, 5, "which")                                           \
    S(EN,    bool,              done,            1, "a quad's result is there")                        \
    S(IN,    uint8_t,           done_entry,      5, "its instruction's place among those under way")   \
    S(IN,    uint8_t,           done_quad,       4, "its number")                                      \
    S(BUS,   quad_vectors_t,    done_result,    32, "X Y Z W of each lane")                            \
    S(EN,    bool,              granted,         1, "the result is written to the GPR file")           \
    S(STRAP, uint8_t,           num_gprs,        7, "GPRs of the program")                             \
    S(STRAP, uint8_t,           quads,           5, "quads of a wavefront")                            \
    S(STRAP, uint8_t,           quads_a_quarter, 3, "quads of a quarter of one")                       \
    S(STRAP, uint16_t,          hit_clk,        16, "clocks from the last address to the data")        \
    S(STRAP, uint8_t,           return_clk,      8, "clocks in which the data come back")              \
    S(OUT,   uint8_t,           flying,          6, "instructions under way")                          \
    S(OUT,   uint8_t,           first,           5, "place of the oldest one")                         \
    S(OUT,   texture_words_t,   f_low,          64, "under way: dwords 0 and 1")                       \
    S(OUT,   texture_numbers_t, f_high,         32, "under way: dword 2")                              \
    S(OUT,   texture_words_t,   f_lanes,        64, "under way: threads")                              \
    S(OUT,   texture_bytes_t,   f_place,         3, "under way: the clause's place")                   \
    S(LIVE,  bool,              want,            1, "a result waits for the GPR file's write port")    \
    FETCH_RESULT_SIGNALS(S)                                                                            \
    S(OUT,   uint8_t,           write_entry,     5, "its place among those under way")                 \
    S(REG,   texture_numbers_t, f_number,       32, "under way: wavefront's number")                   \
    S(REG,   texture_bytes_t,   f_row,           8, "under way: physical row of the result")           \
    S(REG,   texture_bytes_t,   f_elements,      4, "under way: elements of the result")               \
    S(REG,   texture_bytes_t,   f_slot,          8, "under way: wavefront's slot")                     \
    S(REG,   texture_bytes_t,   f_last,          1, "under way: it is its clause's last")              \
    S(REG,   texture_bytes_t,   f_left,          5, "under way: quads whose results are not there")    \
    S(BUSY,  uint32_t,          timed,          32, "under way: the last pass has found its lines, a bit each") \
    S(DOWN,  texture_waits_t,   f_wait,         16, "under way: clocks until the data may come back")  \
    S(REG,   bool,              returning,       1, "the oldest one's data come back")                 \
    S(DOWN,  uint8_t,           return_wait,     8, "clocks left of that")                             \
    S(STAT,  uint32_t,          fetched,        32, "texture instructions")                            \
    S(MEM,   lanes_t,           result,         32, "results of the instructions under way: X Y Z W", TEXTURE_FLIGHT * 4)
/* clang-format on */

RTL_STRUCT(texture_return, TEXTURE_RETURN_SIGNALS);

RTL_RESET(texture_return, ZERO);
void texture_return_eval(const struct texture_return_in *in, const struct texture_return_reg *q,
                         struct texture_return_reg *d);
/* A quad's result joins its instruction's. */
void texture_return_capture(struct texture_return *unit);

/* The place that the next instruction gets; whether there is one. */
static inline uint8_t texture_return_place(const struct texture_return *unit)
{
    return (uint8_t)((unit->q.first + unit->q.flying) % TEXTURE_FLIGHT);
}
static inline bool texture_return_has_room(const struct texture_return *unit)
{
    return unit->q.flying < TEXTURE_FLIGHT;
}

/* Rows X Y Z W of the result that waits for the port. */
static inline const lanes_t *texture_return_rows(const struct texture_return *unit)
{
    return &unit->result[(size_t)unit->q.write_entry * 4];
}

RTL_LIFE(texture_return, ALONE_BY_EVENTS, TAKES_STEADY, COPIES);

#endif
