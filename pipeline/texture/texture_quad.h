/* texture_quad.h - what the stages of the texture unit hand on: four threads at a time, lanes 0 1 above 2 3 of a quad
 * (RV770 timing T1). */
#ifndef PIPELINE_TEXTURE_QUAD_H
#define PIPELINE_TEXTURE_QUAD_H

#include <stdint.h>

#include "kit/lanes.h"
#include "mem/line_cache.h"
#include "pipeline/texture/texture_layout.h"
#include "pipeline/texture/texture_plan.h"

enum {
    /* GUESS: instructions under way: 120 clocks of a hit (T16) and 20 to the tags and back are 18 of those of RV730, a
     * wavefront of which takes 8 clocks, and some for misses.  Fewer, and its units would not do a quad a clock. */
    TEXTURE_FLIGHT = 32,
    TEXTURE_QUEUE = 64, /* GUESS: passes of quads between tags and data; what a miss can be hidden behind */
    TEXTURE_PIECES = TEXTURE_QUAD * TEXTURE_TAPS * TEXEL_PARTS
};

/* A value of each lane; a vector of each lane, X Y Z W. */
typedef struct {
    uint32_t lane[TEXTURE_QUAD];
} quad_words_t;
typedef struct {
    uint16_t lane[TEXTURE_QUAD];
} quad_halves_t;
typedef struct {
    uint8_t lane[TEXTURE_QUAD];
} quad_bytes_t;
typedef struct {
    uint32_t value[TEXTURE_QUAD * 4];
} quad_vectors_t;

/* A plan as words, PLAN_WORDS for each lane: texture_plan_pack. */
enum { PLAN_WORDS = 16 };
typedef struct {
    uint32_t word[TEXTURE_QUAD * PLAN_WORDS];
} texture_plan_t;

/* Words of a lane's plan. */
enum {
    PLAN_STEPS, /* two for each step */
    PLAN_COUNTS = PLAN_STEPS + 2 * TEXTURE_STEPS,
    PLAN_SHAPE,
    PLAN_PASSES,
    PLAN_AXIS,
    PLAN_LOD = PLAN_AXIS + 2,
    PLAN_FRACTIONS,
    PLAN_USED
};

void texture_plan_pack_lane(const struct texture_lane_plan *lane, uint32_t word[PLAN_WORDS]);
void texture_plan_pack(const struct texture_plan *plan, texture_plan_t *words);
void texture_plan_unpack(const texture_plan_t *words, struct texture_plan *plan);

/* The lanes of the SIMD that a quad has.  A quarter of a wavefront has four quads, on chips with eight lanes two
 * (kit/lanes.h). */
static inline unsigned quad_first_lane(unsigned quad, unsigned quads_a_quarter)
{
    return quad / quads_a_quarter * QUARTER + quad % quads_a_quarter * TEXTURE_QUAD;
}
static inline unsigned quad_lanes(lane_mask_t lanes, unsigned first)
{
    return (unsigned)(lanes >> first & 0xf);
}

/* ---- a pass in the queue ---------------------------------------------------------------------------------------- */

/* A tap as the addresser leaves it: its weight, and where the pieces of its block are in the cache.  A pass has those
 * of four lanes, in words of a row of lanes (the queue's memory): TAP_WORDS for each tap. */
enum { TAP_WORDS = 4 };
struct queued_tap {
    int32_t  weight;
    bool     used, border;
    uint8_t  parts, bytes; /* pieces of the block, and bytes of each */
    uint8_t  x, y;         /* texel in the block */
    uint16_t way[TEXEL_PARTS];
    uint8_t  offset[TEXEL_PARTS];
};
void queued_tap_pack(const struct queued_tap *tap, uint32_t words[TAP_WORDS]);
void queued_tap_unpack(const uint32_t words[TAP_WORDS], struct queued_tap *tap);

/* Its words: the weight; way and offset of the first piece, number of pieces, used, border; way and offset of the
 * second and third; texel in the block, bytes. */
enum { TAP_WORD_WEIGHT, TAP_WORD_PLACE, TAP_WORD_OTHERS, TAP_WORD_TEXEL };
enum { TAP_OFFSET_AT = 9, TAP_SECOND_AT = 16, TAP_PARTS_AT = 16, TAP_USED_AT = 20, TAP_BORDER_AT = 21 };
enum { TAP_Y_AT = 8, TAP_BYTES_AT = 16, TAP_WAY_MASK = 0x1ff, TAP_OFFSET_MASK = 0x3f };

static inline uint32_t queued_tap_piece(unsigned way, unsigned offset)
{
    return way | offset << TAP_OFFSET_AT;
}
static inline bool queued_tap_is_used(const uint32_t words[TAP_WORDS])
{
    return words[TAP_WORD_PLACE] >> TAP_USED_AT & 1;
}
/* By its word, or those of several taps. */
static inline bool queued_tap_is_border(uint32_t first)
{
    return first >> TAP_BORDER_AT & 1;
}
/* Where the block of a single piece begins; one of several pieces is put together in `block`. */
static inline const uint8_t *queued_tap_bytes(const uint32_t words[TAP_WORDS], const line_data_t *lines)
{
    return &lines[words[TAP_WORD_PLACE] & TAP_WAY_MASK].byte[words[TAP_WORD_PLACE] >> TAP_OFFSET_AT & TAP_OFFSET_MASK];
}
const uint8_t *queued_tap_block(const struct queued_tap *tap, const line_data_t *lines,
                                uint8_t block[TEXEL_BLOCK_BYTES]);
/* Whether all of its pieces' lines are there. */
bool queued_tap_is_there(const uint32_t words[TAP_WORDS], const struct line_cache *cache);

#endif
