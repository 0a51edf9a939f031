#include "pipeline/texture/texture_data.h"

#include <string.h>

#include "pipeline/texture/texture_context.h"
#include "pipeline/texture/texture_filter.h"
#include "pipeline/texture/texture_plain.h"

RTL_TABLE(texture_data, TEXTURE_DATA_SIGNALS);

/* ---- sums as registers ------------------------------------------------------------------------------------------ */

static void load_sum(const struct texture_data_reg *q, unsigned lane, uint8_t box, struct texture_sum *sum)
{
    for (unsigned e = 0; e < 4; e++) {
        const unsigned at = 4 * lane + e;
        sum->channel[e] = (struct texture_channel_sum){.sum = (int64_t)q->sum.value[at],
                                                       .exponent = (int16_t)q->exponent.value[at],
                                                       .special = q->special.value[at]};
        sum->single[e] = q->single.value[at];
    }
    sum->box = box;
    sum->whole = q->whole.lane[lane];
    sum->taps = q->taps.lane[lane];
    sum->killed = q->killed.lane[lane];
}

static void store_sum(const struct texture_sum *sum, unsigned lane, struct texture_data_reg *d)
{
    for (unsigned e = 0; e < 4; e++) {
        const unsigned at = 4 * lane + e;
        d->sum.value[at] = (uint64_t)sum->channel[e].sum;
        d->exponent.value[at] = (uint16_t)sum->channel[e].exponent;
        d->special.value[at] = sum->channel[e].special;
        d->single.value[at] = sum->single[e];
    }
    d->taps.lane[lane] = sum->taps;
    d->whole.lane[lane] = sum->whole;
    d->killed.lane[lane] = sum->killed;
}

/* ---- a pass ----------------------------------------------------------------------------------------------------- */

/* The taps of a lane; how many there are. */
static unsigned add_lane(const struct texture_query *query, const uint32_t *words, const line_data_t *lines,
                         unsigned lane, struct texture_sum *sum)
{
    unsigned count = 0;
    for (unsigned t = 0; t < TEXTURE_TAPS; t++) {
        uint8_t           block[TEXEL_BLOCK_BYTES];
        uint32_t          value[TEXEL_ELEMENTS] = {0};
        struct queued_tap queued;
        if (!queued_tap_is_used(words + (size_t)t * TAP_WORDS))
            continue;
        queued_tap_unpack(words + (size_t)t * TAP_WORDS, &queued);
        const struct texture_tap tap = {.used = true, .border = queued.border, .weight = queued.weight};
        if (!queued.border)
            texel_decode(query->format, queued_tap_block(&queued, lines, block), queued.x, queued.y, value);
        texture_sum_add(sum, query, lane, t, &tap, value);
        count++;
    }
    return count;
}

/* The instruction's DST_SEL alone; masked elements are not written, so their value is of no account. */
static void set_result(const struct texture_context *context, unsigned lane, const uint32_t value[4],
                       struct texture_data_reg *d)
{
    const struct isa_tex *tex = &context->tex;
    const unsigned        select[4] = {tex->dst_sel_x, tex->dst_sel_y, tex->dst_sel_z, tex->dst_sel_w};
    const uint32_t        one = texel_one(&context->format);
    for (unsigned e = 0; e < 4; e++)
        d->result.value[4 * lane + e] = select[e] < 4 ? value[select[e]] : select[e] == ISA_SEL_1 ? one : 0;
}

static void end_lane(const struct texture_context *context, const struct texture_query *query,
                     const struct texture_sum *sum, unsigned lane, struct texture_data_reg *d)
{
    uint32_t value[4], swizzled[4];
    texture_sum_end(sum, query, value);
    texture_select(query, value, swizzled);
    set_result(context, lane, swizzled, d);
}

static unsigned clocks_of(const struct texel_format *format, bool filtered, unsigned sample_bits)
{
    const unsigned texels = format->block_width * format->block_height;
    const unsigned bits = format->bytes * 8u / (texels ? texels : 1);
    return filtered && bits > sample_bits ? (bits + sample_bits - 1) / sample_bits : 1;
}

/* A pass of any texels, tap by tap. */
static void any_pass(const struct texture_context *context, const struct texture_data_in *in,
                     const struct texture_data_reg *q, struct texture_data_reg *d, const struct texture_data *unit)
{
    const unsigned       at = q->first, mark = unit->marks[at];
    struct texture_query query;
    texture_context_query(context, &query);
    query.lanes = unit->lanes[at];
    for (unsigned i = 0; i < TEXTURE_QUAD; i++) {
        query.coordinate[i][2] = unit->zs[at].lane[i];
        query.coordinate[i][3] = unit->ws[at].lane[i];
    }
    for (unsigned i = 0; i < TEXTURE_QUAD; i++) {
        const uint32_t *const words = &unit->rows[at].lane[(size_t)i * TEXTURE_TAPS * TAP_WORDS];
        struct texture_sum    sum;
        if (mark & PASS_ALONE) {
            set_result(context, i, &unit->rows[at].lane[(size_t)4 * i], d);
            continue;
        }
        if (mark & PASS_FIRST) {
            const struct texture_lane_plan plan = {.box = unit->boxes[at].lane[i]};
            texture_sum_begin(&sum, &plan);
        } else {
            load_sum(q, i, unit->boxes[at].lane[i], &sum);
        }
        d->texels += add_lane(&query, words, in->lines, i, &sum);
        store_sum(&sum, i, d);
        if (mark & PASS_LAST)
            end_lane(context, &query, &sum, i, d);
    }
}

static void filter(const struct texture_data_in *in, const struct texture_data_reg *q, struct texture_data_reg *d,
                   const struct texture_data *unit)
{
    const unsigned                      at = q->first, mark = unit->marks[at];
    struct texture_context              room;
    const struct texture_context *const context = texture_context_of(in->contexts, in->state, in->low, in->high, &room);
    if (texture_plain_is(context, mark, &unit->rows[at], &unit->boxes[at]))
        texture_plain_pass(context, in->lines, mark, &unit->rows[at], d);
    else
        any_pass(context, in, q, d, unit);
    d->passes = q->passes + 1;
    d->wait = (uint8_t)clocks_of(&context->format, mark & PASS_FILTERED, in->sample_bits);
    d->filtering = true;
    d->entry = unit->entries[at];
    d->quad = unit->quads[at];
}

/* ---- the clock -------------------------------------------------------------------------------------------------- */

/* A quad's result is announced in the last clock of its last pass. */
void texture_data_eval(const struct texture_data_in *in, const struct texture_data_reg *q, struct texture_data_reg *d,
                       const struct texture_data *unit)
{
    const bool pops = q->count && in->ready && (!q->filtering || q->wait <= 1);
    d->done = false;
    d->busy = q->busy + q->filtering;
    if (q->filtering && q->wait > 1) {
        d->wait = (uint8_t)(q->wait - 1);
        d->done = q->wait == 2 && q->ends;
    } else {
        d->filtering = false;
    }
    if (pops) {
        filter(in, q, d, unit);
        d->first = (uint8_t)((q->first + 1) % TEXTURE_QUEUE);
        d->ends = unit->marks[q->first] & PASS_LAST;
        d->done = d->ends && d->wait == 1;
    }
    d->count = (uint8_t)(q->count + in->push - pops);
    const bool fresh = q->count == pops; /* the one that comes is the first */
    d->head_stamp = !d->count ? 0 : fresh ? in->push_stamp : unit->stamps[d->first];
    if (d->count)
        d->head_entry = fresh ? in->push_entry : unit->entries[d->first];
}

bool texture_data_commit(struct texture_data *unit)
{
    const struct texture_data_in *in = &unit->in;
    const unsigned                at = (unit->q.first + unit->q.count) % TEXTURE_QUEUE;
    const bool changes = unit->d.passes != unit->q.passes || rtl_registers_change(texture_data, unit);
    if (in->push) {
        unit->entries[at] = in->push_entry;
        unit->quads[at] = in->push_quad;
        unit->lanes[at] = in->push_lanes;
        unit->marks[at] = in->push_mark;
        unit->stamps[at] = in->push_stamp;
        unit->boxes[at] = in->push_box;
        unit->zs[at] = in->push_z;
        unit->ws[at] = in->push_w;
        unit->rows[at] = in->push_row;
    }
    rtl_commit(unit);
    return changes;
}

bool texture_data_is_ready(const struct texture_data *unit, const struct line_cache *cache)
{
    const unsigned at = unit->q.first;
    if (!unit->q.count)
        return false;
    if (unit->marks[at] & PASS_ALONE || !line_cache_waits(cache))
        return true;
    for (unsigned t = 0; t < TEXTURE_QUAD * TEXTURE_TAPS; t++) {
        const uint32_t *const words = &unit->rows[at].lane[(size_t)t * TAP_WORDS];
        if (queued_tap_is_used(words) && !queued_tap_is_there(words, cache))
            return false;
    }
    return true;
}
