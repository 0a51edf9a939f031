#include "pipeline/texture/texture_quad.h"

#include <string.h>

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

void texture_plan_pack_lane(const struct texture_lane_plan *lane, uint32_t word[PLAN_WORDS])
{
    memset(word, 0, PLAN_WORDS * sizeof *word);
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

void texture_plan_pack(const struct texture_plan *plan, texture_plan_t *words)
{
    for (unsigned i = 0; i < TEXTURE_QUAD; i++)
        texture_plan_pack_lane(&plan->lane[i], &words->word[(size_t)i * PLAN_WORDS]);
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

_Static_assert(LINE_CACHE_LINES == TAP_WAY_MASK + 1 && LINE_BYTES == TAP_OFFSET_MASK + 1,
               "a way and an offset: 15 bits");

static void take_piece(struct queued_tap *tap, unsigned piece, uint32_t bits)
{
    tap->way[piece] = bits & TAP_WAY_MASK;
    tap->offset[piece] = bits >> TAP_OFFSET_AT & TAP_OFFSET_MASK;
}

void queued_tap_pack(const struct queued_tap *tap, uint32_t words[TAP_WORDS])
{
    words[TAP_WORD_WEIGHT] = (uint32_t)tap->weight;
    words[TAP_WORD_PLACE] = queued_tap_piece(tap->way[0], tap->offset[0]) | (uint32_t)tap->parts << TAP_PARTS_AT |
                            (uint32_t)tap->used << TAP_USED_AT | (uint32_t)tap->border << TAP_BORDER_AT;
    words[TAP_WORD_OTHERS] =
        queued_tap_piece(tap->way[1], tap->offset[1]) | queued_tap_piece(tap->way[2], tap->offset[2]) << TAP_SECOND_AT;
    words[TAP_WORD_TEXEL] = tap->x | (uint32_t)tap->y << TAP_Y_AT | (uint32_t)tap->bytes << TAP_BYTES_AT;
}

void queued_tap_unpack(const uint32_t words[TAP_WORDS], struct queued_tap *tap)
{
    tap->weight = (int32_t)words[TAP_WORD_WEIGHT];
    tap->parts = words[TAP_WORD_PLACE] >> TAP_PARTS_AT & 3;
    tap->used = queued_tap_is_used(words);
    tap->border = words[TAP_WORD_PLACE] >> TAP_BORDER_AT & 1;
    take_piece(tap, 0, words[TAP_WORD_PLACE]);
    take_piece(tap, 1, words[TAP_WORD_OTHERS]);
    take_piece(tap, 2, words[TAP_WORD_OTHERS] >> TAP_SECOND_AT);
    tap->x = (uint8_t)words[TAP_WORD_TEXEL];
    tap->y = (uint8_t)(words[TAP_WORD_TEXEL] >> TAP_Y_AT);
    tap->bytes = (uint8_t)(words[TAP_WORD_TEXEL] >> TAP_BYTES_AT);
}

const uint8_t *queued_tap_block(const struct queued_tap *tap, const line_data_t *lines,
                                uint8_t block[TEXEL_BLOCK_BYTES])
{
    if (tap->parts == 1)
        return lines[tap->way[0]].byte + tap->offset[0];
    for (unsigned p = 0; p < tap->parts; p++)
        memcpy(block + (size_t)p * tap->bytes, lines[tap->way[p]].byte + tap->offset[p], tap->bytes);
    return block;
}

bool queued_tap_is_there(const uint32_t words[TAP_WORDS], const struct line_cache *cache)
{
    struct queued_tap tap;
    queued_tap_unpack(words, &tap);
    bool there = true;
    for (unsigned p = 0; p < tap.parts; p++)
        there &= line_cache_has(cache, tap.way[p]);
    return there;
}
