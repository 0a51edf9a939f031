#include "pipeline/texture/texture_plain.h"

#include <string.h>

bool texture_plain_is(const struct texture_context *context, unsigned mark, const lanes_t *row,
                      const quad_bytes_t *boxes)
{
    uint32_t first = 0, box = 0;
    if (!context->plain || mark & PASS_ALONE)
        return false;
    for (unsigned t = 0; t < TEXTURE_QUAD * TEXTURE_TAPS; t++)
        first |= row->lane[t * TAP_WORDS + TAP_WORD_PLACE];
    for (unsigned i = 0; i < TEXTURE_QUAD; i++) /* lanes that do not fetch have 0 */
        box |= boxes->lane[i];
    return !queued_tap_is_border(first) && box <= 1;
}

/* A texel's four elements. */
static inline void read_texel(const struct texture_context *context, const uint32_t *words, const line_data_t *lines,
                              uint32_t value[4])
{
    uint8_t           block[TEXEL_BLOCK_BYTES];
    struct queued_tap tap;
    if (context->bytes8) {
        const uint8_t *const byte = queued_tap_bytes(words, lines);
        for (unsigned e = 0; e < 4; e++)
            value[e] = byte[e];
        return;
    }
    queued_tap_unpack(words, &tap);
    texel_decode(&context->format, queued_tap_block(&tap, lines, block), tap.x, tap.y, value);
}

static void set_single(const struct texture_context *context, const uint32_t value[4], uint32_t single[4])
{
    for (unsigned e = 0; e < 4; e++)
        single[e] = texel_ratio(value[e], context->format.channel[e].divisor);
}

static void add_lane(const struct texture_context *context, const line_data_t *lines, const uint32_t *words,
                     unsigned lane, struct texture_data_reg *d)
{
    uint64_t *const sum = &d->sum.value[(size_t)4 * lane];
    uint64_t        added[4] = {0};
    unsigned        count = 0;
    for (unsigned t = 0; t < TEXTURE_TAPS; t++, words += TAP_WORDS) {
        uint32_t value[4];
        if (!queued_tap_is_used(words))
            continue;
        const int32_t weight = (int32_t)words[TAP_WORD_WEIGHT];
        read_texel(context, words, lines, value);
        d->whole.lane[lane] = weight == TEXTURE_ONE;
        if (weight == TEXTURE_ONE)
            set_single(context, value, &d->single.value[(size_t)4 * lane]);
        for (unsigned e = 0; e < 4; e++)
            added[e] += (uint64_t)((int64_t)weight * value[e]);
        count++;
    }
    for (unsigned e = 0; e < 4; e++)
        sum[e] += added[e] << context->format.channel[e].shift;
    d->taps.lane[lane] = (uint16_t)(d->taps.lane[lane] + count);
    d->texels += count;
}

static uint32_t ratio(int64_t sum, const struct texel_channel *channel, double whole)
{
    const int64_t most = INT64_C(1) << TEXEL_RATIO_BITS;
    if (sum > most || sum < -most) /* bicubic weights may be large */
        return texel_quotient(sum, channel->divisor, -channel->shift - TEXTURE_ONE_BITS);
    return texel_ratio(sum, whole);
}

/* Of the last pass: both DST_SEL at once. */
static void end_lane(const struct texture_context *context, unsigned lane, struct texture_data_reg *d)
{
    uint32_t   value[FROM_COUNT] = {[FROM_ONE] = texel_one(&context->format)};
    const bool alone = d->taps.lane[lane] == 1 && d->whole.lane[lane];
    for (unsigned e = 0; d->taps.lane[lane] && e < 4; e++) {
        const unsigned at = 4 * lane + e;
        value[e] = alone ? d->single.value[at]
                         : ratio((int64_t)d->sum.value[at], &context->format.channel[e], context->whole[e]);
    }
    for (unsigned e = 0; e < 4; e++)
        d->result.value[4 * lane + e] = value[context->from[e]];
}

void texture_plain_pass(const struct texture_context *context, const line_data_t *lines, unsigned mark,
                        const lanes_t *row, struct texture_data_reg *d)
{
    if (mark & PASS_FIRST) { /* else they stand in the next state already */
        memset(&d->sum, 0, sizeof d->sum);
        memset(&d->exponent, 0, sizeof d->exponent);
        memset(&d->special, 0, sizeof d->special);
        memset(&d->single, 0, sizeof d->single);
        memset(&d->taps, 0, sizeof d->taps);
        memset(&d->whole, 0, sizeof d->whole);
        memset(&d->killed, 0, sizeof d->killed);
    }
    for (unsigned i = 0; i < TEXTURE_QUAD; i++) {
        add_lane(context, lines, &row->lane[(size_t)i * TEXTURE_TAPS * TAP_WORDS], i, d);
        if (mark & PASS_LAST)
            end_lane(context, i, d);
    }
}
