#include "pipeline/texture_quad.h"

#include <string.h>

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
_Static_assert((int)PLAN_USED <= (int)PLAN_WORDS, "a lane's plan");
_Static_assert((int)TEXTURE_QUAD *(int)TEXTURE_TAPS *(int)TAP_WORDS == (int)LANES, "a pass fills a row");

static uint32_t bytes_word(unsigned a, unsigned b, unsigned c, unsigned d)
{
    return a | b << 8 | c << 16 | (uint32_t)d << 24;
}
static uint8_t byte_of(uint32_t word, unsigned at)
{
    return (uint8_t)(word >> 8 * at);
}

void texture_plan_pack(const struct texture_plan *plan, texture_plan_t *words)
{
    memset(words, 0, sizeof *words);
    for (unsigned i = 0; i < TEXTURE_QUAD; i++) {
        const struct texture_lane_plan *lane = &plan->lane[i];
        uint32_t *const                 word = words->word + (size_t)i * PLAN_WORDS;
        for (unsigned s = 0; s < TEXTURE_STEPS; s++) {
            const struct texture_step *step = &lane->step[s];
            word[PLAN_STEPS + 2 * s] = step->slice | (uint32_t)step->level << 16 | (uint32_t)step->border << 24;
            word[PLAN_STEPS + 2 * s + 1] = step->weight;
        }
        word[PLAN_COUNTS] = bytes_word(lane->steps, lane->filter, lane->fraction_bits, lane->probes);
        word[PLAN_SHAPE] = bytes_word(lane->face, lane->width, lane->height, lane->box);
        word[PLAN_PASSES] = lane->passes;
        word[PLAN_AXIS] = lane->axis[0];
        word[PLAN_AXIS + 1] = lane->axis[1];
        word[PLAN_LOD] = (uint16_t)lane->lod | (uint32_t)(uint16_t)lane->lod_clamped << 16;
        word[PLAN_FRACTIONS] = bytes_word(lane->level_fraction, lane->slice_fraction, 0, 0);
    }
}

void texture_plan_unpack(const texture_plan_t *words, struct texture_plan *plan)
{
    plan->passes = 1;
    for (unsigned i = 0; i < TEXTURE_QUAD; i++) {
        struct texture_lane_plan *lane = &plan->lane[i];
        const uint32_t *const     word = words->word + (size_t)i * PLAN_WORDS;
        for (unsigned s = 0; s < TEXTURE_STEPS; s++) {
            const uint32_t where = word[PLAN_STEPS + 2 * s];
            lane->step[s] = (struct texture_step){.slice = (uint16_t)where,
                                                  .level = byte_of(where, 2),
                                                  .border = byte_of(where, 3),
                                                  .weight = (uint16_t)word[PLAN_STEPS + 2 * s + 1]};
        }
        lane->steps = byte_of(word[PLAN_COUNTS], 0);
        lane->filter = byte_of(word[PLAN_COUNTS], 1);
        lane->fraction_bits = byte_of(word[PLAN_COUNTS], 2);
        lane->probes = byte_of(word[PLAN_COUNTS], 3);
        lane->face = byte_of(word[PLAN_SHAPE], 0);
        lane->width = byte_of(word[PLAN_SHAPE], 1);
        lane->height = byte_of(word[PLAN_SHAPE], 2);
        lane->passes = (uint16_t)word[PLAN_PASSES];
        lane->box = byte_of(word[PLAN_SHAPE], 3);
        lane->axis[0] = word[PLAN_AXIS];
        lane->axis[1] = word[PLAN_AXIS + 1];
        lane->lod = (int16_t)word[PLAN_LOD];
        lane->lod_clamped = (int16_t)(word[PLAN_LOD] >> 16);
        lane->level_fraction = byte_of(word[PLAN_FRACTIONS], 0);
        lane->slice_fraction = byte_of(word[PLAN_FRACTIONS], 1);
        plan->passes = lane->passes > plan->passes ? lane->passes : plan->passes;
    }
}

/* ---- taps ------------------------------------------------------------------------------------------------------- */

/* Word 0: the weight.  1: way and offset of the first piece; parts, used, border.  2: of the others.  3: texel, bytes.
 */
enum { OFFSET_AT = 9, SECOND_AT = 16, PARTS_AT = 16, USED_AT = 20, BORDER_AT = 21, Y_AT = 8, BYTES_AT = 16 };
enum { WAY_MASK = 0x1ff, OFFSET_MASK = 0x3f };
_Static_assert(LINE_CACHE_LINES == WAY_MASK + 1 && LINE_BYTES == OFFSET_MASK + 1, "a way and an offset: 15 bits");

static uint32_t piece_bits(const struct queued_tap *tap, unsigned piece)
{
    return tap->way[piece] | (uint32_t)tap->offset[piece] << OFFSET_AT;
}
static void take_piece(struct queued_tap *tap, unsigned piece, uint32_t bits)
{
    tap->way[piece] = bits & WAY_MASK;
    tap->offset[piece] = bits >> OFFSET_AT & OFFSET_MASK;
}

void queued_tap_pack(const struct queued_tap *tap, uint32_t words[TAP_WORDS])
{
    words[0] = (uint32_t)tap->weight;
    words[1] = piece_bits(tap, 0) | (uint32_t)tap->parts << PARTS_AT | (uint32_t)tap->used << USED_AT |
               (uint32_t)tap->border << BORDER_AT;
    words[2] = piece_bits(tap, 1) | piece_bits(tap, 2) << SECOND_AT;
    words[3] = tap->x | (uint32_t)tap->y << Y_AT | (uint32_t)tap->bytes << BYTES_AT;
}

bool queued_tap_is_used(const uint32_t words[TAP_WORDS])
{
    return words[1] >> USED_AT & 1;
}

void queued_tap_unpack(const uint32_t words[TAP_WORDS], struct queued_tap *tap)
{
    tap->weight = (int32_t)words[0];
    tap->parts = words[1] >> PARTS_AT & 3;
    tap->used = queued_tap_is_used(words);
    tap->border = words[1] >> BORDER_AT & 1;
    take_piece(tap, 0, words[1]);
    take_piece(tap, 1, words[2]);
    take_piece(tap, 2, words[2] >> SECOND_AT);
    tap->x = (uint8_t)words[3];
    tap->y = (uint8_t)(words[3] >> Y_AT);
    tap->bytes = (uint8_t)(words[3] >> BYTES_AT);
}
