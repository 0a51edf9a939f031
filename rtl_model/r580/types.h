/* types.h - what the modules of R580's fragment shader processor share: sizes, masks of pixels, beats.
 *
 * A group is up to US_PIXELS pixels that run a program together, in quads (4q top left, then right, below, below
 * right). A beat is so many of its quads as enter the ALU in a clock. */
#ifndef RTL_MODEL_R580_TYPES_H
#define RTL_MODEL_R580_TYPES_H

#include <stdbool.h>
#include <stdint.h>

#include "isa/r580/us.h"

enum {
    US_PIXELS = 192, /* of a group, at most */
    US_QUADS = US_PIXELS / 4,
    US_SLOTS = 128,              /* groups at once, at most */
    US_ROWS = 6144,              /* of temporaries: one register of a quad each; 48 quads with 128 registers */
    US_OUTPUT_ROWS = 256,        /* quads of output registers */
    US_BEAT_QUADS = 12,          /* quads of a beat, at most */
    US_BEAT = 4 * US_BEAT_QUADS, /* pixels of a beat, at most */
    US_CHANNELS = 4,
    US_UNDEFINED = 0x7fc0dead /* what an unwritten temporary holds: a NaN */
};

/* ---- masks of a group's pixels ----------------------------------------------------------------------------------- */

enum { US_MASK_WORDS = US_PIXELS / 64 };
typedef struct us_mask {
    uint64_t w[US_MASK_WORDS];
} us_mask_t;

static inline bool us_mask_bit(const us_mask_t *mask, unsigned pixel)
{
    return mask->w[pixel / 64] >> pixel % 64 & 1;
}
static inline void us_mask_put(us_mask_t *mask, unsigned pixel, bool bit)
{
    mask->w[pixel / 64] = (mask->w[pixel / 64] & ~(UINT64_C(1) << pixel % 64)) | (uint64_t)bit << pixel % 64;
}
static inline bool us_mask_any(const us_mask_t *mask)
{
    return (mask->w[0] | mask->w[1] | mask->w[2]) != 0;
}
/* The first `count` pixels. */
static inline us_mask_t us_mask_first(unsigned count)
{
    us_mask_t mask = {{0}};
    for (unsigned i = 0; i < US_MASK_WORDS; i++)
        mask.w[i] = count >= 64 * (i + 1) ? UINT64_MAX : count > 64 * i ? (UINT64_C(1) << (count - 64 * i)) - 1 : 0;
    return mask;
}
/* Pixels of both; of the first alone; of either. */
static inline us_mask_t us_mask_and(us_mask_t a, us_mask_t b)
{
    return (us_mask_t){{a.w[0] & b.w[0], a.w[1] & b.w[1], a.w[2] & b.w[2]}};
}
static inline us_mask_t us_mask_less(us_mask_t a, us_mask_t b)
{
    return (us_mask_t){{a.w[0] & ~b.w[0], a.w[1] & ~b.w[1], a.w[2] & ~b.w[2]}};
}
static inline us_mask_t us_mask_or(us_mask_t a, us_mask_t b)
{
    return (us_mask_t){{a.w[0] | b.w[0], a.w[1] | b.w[1], a.w[2] | b.w[2]}};
}
/* The pixels of a beat, the first at bit 0. */
static inline uint64_t us_mask_beat(const us_mask_t *mask, unsigned quad, unsigned quads)
{
    const unsigned at = 4 * quad, word = at / 64, shift = at % 64;
    uint64_t       bits = mask->w[word] >> shift;
    if (shift && word + 1 < US_MASK_WORDS)
        bits |= mask->w[word + 1] << (64 - shift);
    return bits & ((UINT64_C(1) << 4 * quads) - 1);
}
/* The pixels of a beat that `which` names get the bits. */
static inline void us_mask_put_beat(us_mask_t *mask, unsigned quad, uint64_t which, uint64_t bits)
{
    for (; which; which &= which - 1) {
        const unsigned p = (unsigned)__builtin_ctzll(which);
        us_mask_put(mask, 4 * quad + p, bits >> p & 1);
    }
}

/* ---- types of signals -------------------------------------------------------------------------------------------- */

typedef struct us_words { /* an instruction */
    uint32_t w[US_WORDS];
} us_words_t;
typedef struct us_predicates { /* red, green, blue, alpha: a mask of pixels each */
    uint64_t w[US_CHANNELS * US_MASK_WORDS];
} us_predicates_t;
typedef struct us_channel_masks { /* of a beat: pixels by channel */
    uint64_t c[US_CHANNELS];
} us_channel_masks_t;
typedef struct us_row { /* a register of a quad: [pixel][channel] */
    uint32_t e[4 * US_CHANNELS];
} us_row_t;
typedef struct us_constant { /* red, green, blue, alpha */
    uint32_t e[US_CHANNELS];
} us_constant_t;
typedef struct us_counters { /* by pixel */
    uint8_t e[US_PIXELS];
} us_counters_t;
enum { US_SOURCE_NUMBERS = 3 * US_CHANNELS };
typedef struct us_sources { /* of a beat: [pixel][source][channel] */
    uint32_t e[US_BEAT * US_SOURCE_NUMBERS];
} us_sources_t;
typedef struct us_rgb_values { /* of a beat: [pixel][channel], doubles */
    uint64_t e[US_BEAT * 3];
} us_rgb_values_t;
typedef struct us_rgb_bits {
    uint32_t e[US_BEAT * 3];
} us_rgb_bits_t;
typedef struct us_alpha_values {
    uint64_t e[US_BEAT];
} us_alpha_values_t;
typedef struct us_alpha_bits {
    uint32_t e[US_BEAT];
} us_alpha_bits_t;
typedef struct us_results { /* of a beat: [pixel][channel] */
    uint32_t e[US_BEAT * US_CHANNELS];
} us_results_t;

typedef uint16_t us_address_t; /* of an instruction */
typedef uint8_t  us_type_t;    /* enum us_type */

enum us_error {
    US_OK,
    US_LOOP_OVERFLOW,
    US_LOOP_UNDERFLOW,
    US_CALL_OVERFLOW,
    US_CALL_UNDERFLOW,
    US_BRANCH_OVERFLOW,
    US_MIXED_LOOPS,
    US_NEEDS_FULL,
    US_BAD_FIELD, /* a reserved operation on the stacks */
    US_NO_OUTPUT_END,
    US_NOT_WRITTEN, /* an instruction that is not there */
    US_NO_AL,
    US_BAD_TEMPORARY,
    US_BAD_CONSTANT,
    US_BAD_OPERATION,
    US_BAD_TEXTURE,
    US_BAD_PREDICATE, /* of flow control */
    US_NO_RESULT,     /* of the ALU, since the last flow control instruction */
    US_ERRORS
};
typedef uint8_t us_error_t;

#endif
