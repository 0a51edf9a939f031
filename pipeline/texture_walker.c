#include "pipeline/texture_walker.h"

#include <string.h>

#include "pipeline/texture_context.h"

RTL_TABLE(texture_walker, TEXTURE_WALKER_SIGNALS);

enum { TEXEL_Y_AT = 4 };

/* ---- addresses -------------------------------------------------------------------------------------------------- */

/* The number of a line among those of the pass; a new one gets the next. */
static uint8_t number_of_line(struct texture_walker_reg *d, uint64_t line)
{
    for (unsigned i = 0; i < d->lines; i++)
        if (d->line.line[i] == line)
            return (uint8_t)i;
    d->line.line[d->lines] = line;
    return d->lines++;
}

static void address_tap(struct texture_context *context, uint32_t tiling, unsigned at, const struct texture_tap *tap,
                        struct texture_walker_reg *d)
{
    struct texel_place place = {.parts = 0};
    const bool         border =
        tap->border || !texture_level_locate(texture_context_level(context, tiling, tap->level), &context->tiling,
                                             tap->x, tap->y, tap->slice, tap->sample, &place);
    d->weight.tap[at] = (uint32_t)tap->weight;
    d->mark.tap[at] = (uint8_t)(WALKER_USED | (border ? WALKER_BORDER : place.parts << WALKER_PARTS_AT));
    d->bytes.tap[at] = place.bytes;
    d->texel.tap[at] = (uint8_t)(place.x | place.y << TEXEL_Y_AT);
    for (unsigned p = 0; !border && p < place.parts; p++) {
        d->which.piece[at * TEXEL_PARTS + p] = number_of_line(d, place.address[p] >> LINE_SHIFT);
        d->offset.piece[at * TEXEL_PARTS + p] = place.address[p] % LINE_BYTES;
    }
}

static void address(const struct texture_walker_in *in, struct texture_walker_reg *d, unsigned pass)
{
    struct texture_context        room;
    struct texture_context *const context =
        texture_context_of(in->contexts, in->state, in->offer_low, in->offer_high, &room);
    struct texture_query query;
    struct texture_plan  plan;
    texture_context_query(context, &query);
    texture_plan_unpack(in->plan, &plan);
    memcpy(query.coordinate, in->coordinate->value, sizeof query.coordinate);
    query.lanes = in->offer_lanes;
    for (unsigned i = 0; i < TEXTURE_QUAD; i++) {
        struct texture_taps taps;
        d->box.lane[i] = plan.lane[i].box;
        if (pass >= plan.lane[i].passes) /* threads that do not fetch have none */
            continue;
        texture_plan_taps(&query, &plan, i, pass, &taps);
        d->filtered |= plan.lane[i].filter != TEXTURE_POINT && !texture_op_gathers(&query);
        for (unsigned t = 0; t < TEXTURE_TAPS; t++)
            if (taps.tap[t].used)
                address_tap(context, in->state->q.gb_tiling_config, i * TEXTURE_TAPS + t, &taps.tap[t], d);
    }
}

static void take(const struct texture_walker_in *in, const struct texture_walker_reg *q, struct texture_walker_reg *d)
{
    *d = (struct texture_walker_reg){.valid = true,
                                     .entry = in->offer_entry,
                                     .quad = in->offer_quad,
                                     .lanes = in->offer_lanes,
                                     .alone = in->offer_alone,
                                     .first = q->pass == 0,
                                     .last = q->pass + 1u >= in->offer_passes,
                                     .waits_ways = d->waits_ways,
                                     .waits_room = d->waits_room,
                                     .walked = q->walked + 1,
                                     .looks = q->looks};
    d->ends = d->last && in->offer_quad + 1 == in->quads;
    d->pass = d->last ? 0 : (uint16_t)(q->pass + 1);
    for (unsigned i = 0; i < TEXTURE_QUAD; i++) {
        d->z.lane[i] = in->coordinate->value[4 * i + 2];
        d->w.lane[i] = in->coordinate->value[4 * i + 3];
    }
    if (in->offer_alone)
        memcpy(d->weight.tap, in->coordinate->value, sizeof d->weight.tap);
    else
        address(in, d, q->pass);
    d->looks += d->lines;
}

/* ---- tags ------------------------------------------------------------------------------------------------------- */

/* The lines without a way, the first LINE_LOOKS of them. */
static unsigned next_lines(const struct texture_walker_reg *q, uint8_t number[LINE_LOOKS])
{
    uint64_t left = q->valid ? ((UINT64_C(1) << q->lines) - 1) & ~q->found : 0;
    unsigned count = 0;
    for (; left && count < LINE_LOOKS; left &= left - 1)
        number[count++] = (uint8_t)__builtin_ctzll(left);
    return count;
}

uint8_t texture_walker_looks(const struct texture_walker_reg *q, line_numbers_t *lines)
{
    uint8_t        number[LINE_LOOKS];
    const unsigned count = next_lines(q, number);
    memset(lines, 0, sizeof *lines);
    for (unsigned i = 0; i < count; i++)
        lines->look[i] = q->line.line[number[i]];
    return (uint8_t)((1u << count) - 1);
}

static void note_ways(const struct texture_walker_reg *q, const line_ways_t *looked, uint64_t *found, pass_ways_t *way)
{
    uint8_t        number[LINE_LOOKS];
    const unsigned count = next_lines(q, number);
    for (unsigned i = 0; i < count; i++)
        if (looked->look[i]) {
            *found |= UINT64_C(1) << number[i];
            way->line[number[i]] = (uint16_t)(looked->look[i] - 1);
        }
}

lanes_t texture_walker_row(const struct texture_walker_reg *q, const line_ways_t *looked)
{
    lanes_t     row = {.lane = {0}};
    uint64_t    found = q->found;
    pass_ways_t way = q->way;
    note_ways(q, looked, &found, &way);
    if (q->alone)
        memcpy(row.lane, q->weight.tap, sizeof q->weight.tap);
    for (unsigned t = 0; !q->alone && t < PASS_TAPS; t++) {
        if (!q->mark.tap[t]) /* its words are 0 */
            continue;
        struct queued_tap tap = {.weight = (int32_t)q->weight.tap[t],
                                 .used = q->mark.tap[t] & WALKER_USED,
                                 .border = q->mark.tap[t] & WALKER_BORDER,
                                 .parts = (uint8_t)(q->mark.tap[t] >> WALKER_PARTS_AT),
                                 .bytes = q->bytes.tap[t],
                                 .x = q->texel.tap[t] % (1u << TEXEL_Y_AT),
                                 .y = q->texel.tap[t] >> TEXEL_Y_AT};
        for (unsigned p = 0; p < tap.parts; p++) {
            tap.way[p] = way.line[q->which.piece[t * TEXEL_PARTS + p]];
            tap.offset[p] = q->offset.piece[t * TEXEL_PARTS + p];
        }
        queued_tap_pack(&tap, &row.lane[(size_t)t * TAP_WORDS]);
    }
    return row;
}

/* ---- the clock -------------------------------------------------------------------------------------------------- */

void texture_walker_eval(const struct texture_walker_in *in, const struct texture_walker_reg *q,
                         struct texture_walker_reg *d)
{
    const bool ends = texture_walker_ends(q, &in->looked, in->room);
    if (q->valid && !ends && texture_walker_ends(q, &in->looked, true))
        d->waits_room = q->waits_room + 1;
    else if (q->valid && !ends)
        d->waits_ways = q->waits_ways + 1;
    if (ends)
        d->valid = false;
    else
        note_ways(q, &in->looked, &d->found, &d->way);
    if (!ends && d->found && !q->oldest)
        d->oldest = in->stamp;
    if (texture_walker_accepts(q, in->offer, ends))
        take(in, q, d);
}
