/* lanes.h - values that exist once per thread of a wavefront.
 *
 * A wavefront of 64 threads passes 16 lanes in 4 clocks (RV770 timing S3), so a value is a row of 64 words in a
 * memory and a quarter of 16 words in the pipeline.  Chips with 8 lanes use the first half of each quarter. */
#ifndef KIT_LANES_H
#define KIT_LANES_H

#include <stdint.h>

enum { LANES = 64, QUARTER = 16, QUARTERS = LANES / QUARTER };

typedef uint64_t lane_mask_t;    /* one bit per thread */
typedef uint16_t quarter_mask_t; /* one bit per lane of a quarter */
typedef struct {
    uint32_t lane[QUARTER];
} quarter_t; /* one word per lane of a quarter wavefront */
typedef struct {
    union {
        uint32_t  lane[LANES];
        quarter_t quarter[QUARTERS];
    };
} lanes_t; /* one word per thread, contiguous */

/* Lane loops are compiled for the widest vectors of the machine they run on.  Only of functions of one file: clang 14
 * gives the others a name that no other file finds. */
#if defined(__x86_64__) && defined(__has_attribute) && !defined(WEKIVA_PORTABLE)
#if __has_attribute(target_clones)
#define LANE_LOOPS __attribute__((target_clones("avx2", "default")))
#endif
#endif
#ifdef LANE_LOOPS
#define LANE_LOOPS_HAVE_CLONES 1 /* called by a pointer, so they are never inlined */
#else
#define LANE_LOOPS
#endif

/* The bit of each lane of half a row, which loops compare with a mask: a shift by another count in each lane is none
 * that all processors have. */
#define LANE_BITS_8(first)                                                                                             \
    1u << (first), 2u << (first), 4u << (first), 8u << (first), 16u << (first), 32u << (first), 64u << (first),        \
        128u << (first)
static const uint32_t lane_bits[LANES / 2] = {LANE_BITS_8(0), LANE_BITS_8(8), LANE_BITS_8(16), LANE_BITS_8(24)};

/* `yes` for lanes whose bit is set, `no` for the others.  A select, never a branch: a mask tested per lane is neither
 * vectorised nor predicted. */
static inline void quarter_select(quarter_t *out, quarter_mask_t mask, const quarter_t *yes, const quarter_t *no)
{
    for (int i = 0; i < QUARTER; i++) {
        const uint32_t keep = 0u - (uint32_t)((mask & lane_bits[i]) != 0);
        out->lane[i] = (yes->lane[i] & keep) | (no->lane[i] & ~keep);
    }
}

/* A row; as an assignment compilers copy it word by word. */
static inline void lanes_copy(lanes_t *to, const lanes_t *from)
{
    typedef uint32_t block_t __attribute__((vector_size(32), aligned(4), may_alias));
    for (int block = 0; block < 8; block++)
        ((block_t *)to)[block] = ((const block_t *)from)[block];
}

/* The lanes of the mask, in a whole row; in two halves of 32, because compilers vectorise 32-bit data with a 32-bit
 * mask.
 */
static inline void lanes_put(lanes_t *__restrict__ to, lane_mask_t mask, const lanes_t *__restrict__ from)
{
    for (int first = 0; first < LANES; first += 32) {
        const uint32_t bits = (uint32_t)(mask >> first);
        for (int i = 0; i < 32; i++) {
            const uint32_t put = from->lane[first + i], old = to->lane[first + i];
            to->lane[first + i] = bits & lane_bits[i] ? put : old;
        }
    }
}

/* All four threads of every quad that has one of these. */
static inline lane_mask_t mask_quads(lane_mask_t lanes)
{
    const lane_mask_t first = 0x1111111111111111u;
    const lane_mask_t any = (lanes | lanes >> 1 | lanes >> 2 | lanes >> 3) & first;
    return any * 15;
}

static inline quarter_mask_t mask_quarter(lane_mask_t mask, unsigned quarter)
{
    return (quarter_mask_t)(mask >> (quarter * QUARTER));
}

#endif
