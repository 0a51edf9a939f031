/* texture_filter.h - the filter of a quad beside its twin: ports, what the C functions are given, and its edge classes.
 */
#ifndef TB_LOCKSTEP_TEXTURE_FILTER_H
#define TB_LOCKSTEP_TEXTURE_FILTER_H

#include "pipeline/texture/texture_context.h"
#include "pipeline/texture/texture_data.h"
#include "pipeline/texture/texture_filter.h"
#include "tb/lockstep/lockstep.h"

enum { LANES_TAPS = TEXTURE_QUAD * TEXTURE_TAPS };

typedef struct {
    uint32_t element[TEXEL_ELEMENTS];
} filter_words_t;
typedef struct {
    uint8_t element[TEXEL_ELEMENTS];
} filter_bytes_t;
typedef struct {
    uint32_t tap[LANES_TAPS];
} filter_taps_t;
typedef struct {
    uint32_t value[LANES_TAPS * TEXEL_ELEMENTS];
} filter_texels_t;

/* clang-format off */
#define TEXTURE_FILTER_SIGNALS(S)                                                                      \
    S(IN,   bool,             pass,           1, "there is one in this clock")                         \
    S(IN,   bool,             first,          1, "the first of the quad")                              \
    S(IN,   bool,             last,           1, "the last")                                           \
    S(IN,   bool,             alone,          1, "it is no pass: the answer is there")                 \
    S(IN,   uint8_t,          is_float,       4, "elements that are floats")                           \
    S(IN,   uint8_t,          integer,        4, "elements that are integers")                         \
    S(IN,   filter_words_t,   divisor,       32, "x 2^shift: the number that stands for 1")            \
    S(IN,   filter_bytes_t,   shift,          6, "two's complement")                                   \
    S(IN,   quad_bytes_t,     box,            6, "what the weights of each lane add up to")            \
    S(IN,   uint16_t,         used,          16, "texels that there are, four of each lane")           \
    S(IN,   uint16_t,         border,        16, "the border instead")                                 \
    S(IN,   uint16_t,         keyed,         16, "a texel of the key's colour")                        \
    S(IN,   filter_taps_t,    weight,        32, "two's complement, in 2^-28")                         \
    S(IN,   filter_texels_t,  number,        32, "X Y Z W of each texel: two's complement, or float32") \
    S(IN,   filter_texels_t,  texel_single,  32, "what a register gets of it alone")                   \
    S(IN,   quad_vectors_t,   border_number, 32, "the border, as number")                              \
    S(IN,   quad_vectors_t,   border_single, 32, "the border, as single")                              \
    S(IN,   bool,             gathers,        1, "one element of the four texels")                     \
    S(IN,   uint8_t,          gathered,       2, "which")                                              \
    S(IN,   bool,             kills,          1, "CHROMA_KEY_KILL")                                    \
    S(IN,   filter_bytes_t,   select,         3, "the resource's DST_SEL")                             \
    S(IN,   filter_bytes_t,   dst_select,     3, "the instruction's DST_SEL")                          \
    S(IN,   uint32_t,         one,           32, "what DST_SEL 1 is")                                  \
    S(IN,   quad_vectors_t,   answer,        32, "X Y Z W of each lane, if it is no pass")             \
    S(OUT,  quad_sums_t,      sum,           64, "with this clock's texels, X Y Z W of each lane")     \
    S(OUT,  quad_exponents_t, exponent,      10, "floats: of the sum's lowest bit, two's complement")  \
    S(OUT,  quad_marks_t,     special,        3, "floats: NaN, infinity, -infinity among them")        \
    S(OUT,  quad_vectors_t,   single,        32, "what a sample of one texel is; what FETCH4 has so far") \
    S(OUT,  quad_halves_t,    taps,          16, "texels so far")                                      \
    S(OUT,  uint8_t,          whole,          4, "the last texel had all the weight")                  \
    S(OUT,  uint8_t,          killed,         4, "a texel had the key's colour")                       \
    S(OUT,  quad_vectors_t,   result,        32, "X Y Z W of each lane")
/* clang-format on */

RTL_STRUCT(texture_filter, TEXTURE_FILTER_SIGNALS);
/* A pass: what the texels are before the filter has them, four of each lane. */
struct pass {
    struct texture_tap tap[LANES_TAPS];
    uint32_t           value[LANES_TAPS][TEXEL_ELEMENTS];
};

/* The ports, and what the C functions are given. */
struct filter {
    struct texture_filter  block;
    struct texture_context context;
    struct texture_query   query;
    struct pass            pass;
    struct texture_sum     sum[TEXTURE_QUAD];
};
/* Drives the ports of a pass. */
void texture_filter_show(const struct texture_query *query, const struct pass *pass, struct texture_filter_in *in);

/* Edge classes (lockstep.h). */
extern const char *const texture_filter_edges[];
uint64_t                 texture_filter_met(const void *state);

#endif
