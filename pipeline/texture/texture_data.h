/* texture_data.h - the data side of a SIMD's texture unit: passes wait in order until their lines are in the L1 cache;
 * then their texels are read, decoded, and added up with their weights, and a quad's last pass makes its result
 * (texel.h, texture_filter.h; RV770 timing T1, T5 to T9, T12; in order: Igehy, Eldridge, Proudfoot 1998).
 *
 * A pass that is not filtered takes a clock, whatever its texels' size (T9), a filtered one a clock for each
 * `sample_bits` of a texel (T5, T6). */
#ifndef PIPELINE_TEXTURE_DATA_H
#define PIPELINE_TEXTURE_DATA_H

#include <stdbool.h>
#include <stdint.h>

#include "kit/rtl.h"
#include "mem/fetch_state.h"
#include "pipeline/texture/texture_context.h"
#include "pipeline/texture/texture_quad.h"

/* One for each lane and element. */
typedef struct {
    uint64_t value[TEXTURE_QUAD * 4];
} quad_sums_t;
typedef struct {
    uint16_t value[TEXTURE_QUAD * 4];
} quad_exponents_t;
typedef struct {
    uint8_t value[TEXTURE_QUAD * 4];
} quad_marks_t;

/* clang-format off */
#define TEXTURE_DATA_SIGNALS(S)                                                                        \
    S(EN,    bool,               push,        1, "a pass comes")                                       \
    S(IN,    uint8_t,            push_entry,  5, "its instruction's place among those under way")      \
    S(IN,    uint8_t,            push_quad,   4, "its quad")                                           \
    S(IN,    uint8_t,            push_lanes,  4, "threads of it that fetch")                           \
    S(IN,    uint8_t,            push_mark,   4, "nothing is read 1, first pass of the quad 2, last 4, filtered 8") \
    S(IN,    uint32_t,           push_stamp, 32, "stamp of its first look-up")                         \
    S(IN,    quad_bytes_t,       push_box,    8, "texels of a text filter's box, each lane's")                 \
    S(IN,    quad_words_t,       push_z,     32, "Z of each lane's coordinates, for comparisons")      \
    S(IN,    quad_words_t,       push_w,     32, "and W")                                              \
    S(IN,    lanes_t,            push_row,   32, "its taps; of one that reads nothing, the answer")    \
    S(EN,    bool,               ready,       1, "all lines of the first pass are there")              \
    S(IN,    uint64_t,           low,        64, "its instruction's dwords 0 and 1")                   \
    S(IN,    uint32_t,           high,       32, "its dword 2")                                        \
    S(FAR,   line_data_t,        lines,       8, "the ways of the L1 cache", LINE_CACHE_LINES)         \
    S(FAR,   struct fetch_state, state,      32, "resources, samplers and what belongs to them")       \
    S(FAR,   struct texture_contexts, contexts, 64, "texture contexts that were made before")          \
    S(STRAP, uint8_t,            sample_bits, 8, "bits of a texel that are filtered in a clock")       \
    S(OUT,   uint8_t,            count,       7, "passes that wait")                                   \
    S(OUT,   uint8_t,            first,       6, "row of the first one")                               \
    S(OUT,   uint8_t,            head_entry,  5, "its instruction's place among those under way")      \
    S(OUT,   uint32_t,           head_stamp, 32, "stamp of its first look-up, or 0")                   \
    S(BUSY,  bool,               filtering,   1, "a pass is filtered")                                 \
    S(DOWN,  uint8_t,            wait,        8, "clocks left of that")                                \
    S(REG,   bool,               ends,        1, "it is the last one of its quad")                     \
    S(LIVE,  bool,               done,        1, "a quad's result is there")                           \
    S(OUT,   uint8_t,            entry,       5, "its instruction's place among those under way")      \
    S(OUT,   uint8_t,            quad,        4, "its number")                                         \
    S(OUT,   quad_vectors_t,     result,     32, "X Y Z W of each lane")                               \
    S(REG,   quad_sums_t,        sum,        64, "sums, X Y Z W of each lane")                         \
    S(REG,   quad_exponents_t,   exponent,   16, "floats: exponents of their lowest bits")             \
    S(REG,   quad_marks_t,       special,     8, "floats: NaN and infinities among the texels")        \
    S(REG,   quad_vectors_t,     single,     32, "what a sample of one texel is; what a gather has so far") \
    S(REG,   quad_halves_t,      taps,       16, "texels so far, each lane's")                         \
    S(REG,   quad_bytes_t,       whole,       1, "the last texel had all the weight")                  \
    S(REG,   quad_bytes_t,       killed,      1, "a texel had the key's colour")                       \
    S(STAT,  uint32_t,           busy,       32, "clocks in which passes were filtered (TD)", "busy", "clocks") \
    S(STAT,  uint32_t,           passes,     32, "passes filtered")                                    \
    S(STAT,  uint32_t,           texels,     32, "texels that were filtered, border among them")       \
    S(MEM,   uint8_t,            entries,     5, "passes: instruction's place among those under way", TEXTURE_QUEUE) \
    S(MEM,   uint8_t,            quads,       4, "passes: quad", TEXTURE_QUEUE)                        \
    S(MEM,   uint8_t,            lanes,       4, "passes: threads that fetch", TEXTURE_QUEUE)          \
    S(MEM,   uint8_t,            marks,       4, "passes: as push_mark", TEXTURE_QUEUE)                \
    S(MEM,   uint32_t,           stamps,     32, "passes: stamp of the first look-up", TEXTURE_QUEUE)  \
    S(MEM,   quad_bytes_t,       boxes,       8, "passes: texels of the box", TEXTURE_QUEUE)      \
    S(MEM,   quad_words_t,       zs,         32, "passes: Z", TEXTURE_QUEUE)                           \
    S(MEM,   quad_words_t,       ws,         32, "passes: W", TEXTURE_QUEUE)                           \
    S(MEM,   lanes_t,            rows,       32, "passes: taps", TEXTURE_QUEUE)
/* clang-format on */

enum { PASS_ALONE = 1, PASS_FIRST = 2, PASS_LAST = 4, PASS_FILTERED = 8 };

RTL_STRUCT(texture_data, TEXTURE_DATA_SIGNALS);

RTL_RESET(texture_data, ZERO);
void texture_data_eval(const struct texture_data_in *in, const struct texture_data_reg *q, struct texture_data_reg *d,
                       const struct texture_data *unit);
/* The edge: a pass that comes takes its row. */
bool texture_data_commit(struct texture_data *unit);

/* For wires: there is room for a pass; all lines of the first pass are there. */
static inline bool texture_data_has_room(const struct texture_data *unit)
{
    return unit->q.count < TEXTURE_QUEUE;
}
bool texture_data_is_ready(const struct texture_data *unit, const struct line_cache *cache);

RTL_LIFE(texture_data, SELF, KEEPS, STORES_STEADY);

#endif
