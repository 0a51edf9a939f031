#include "pipeline/texture/texture_walker.h"

#include <string.h>

#include "pipeline/texture/texture_context.h"

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

static void address_tap(struct texture_context *context, unsigned at, const struct texture_tap *tap,
                        struct texture_walker_reg *d)
{
    struct texel_place place = {.parts = 0};
    const bool         border =
        tap->border || !texture_level_locate(texture_context_level(context, tap->level), &context->tiling, tap->x,
                                             tap->y, tap->slice, tap->sample, &place);
    d->weight.tap[at] = (uint32_t)tap->weight;
    d->mark.tap[at] = (uint8_t)(WALKER_USED | (border ? WALKER_BORDER : place.parts << WALKER_PARTS_AT));
    d->bytes.tap[at] = place.bytes;
    d->texel.tap[at] = (uint8_t)(place.x | place.y << TEXEL_Y_AT);
    for (unsigned p = 0; !border && p < place.parts; p++) {
        d->which.piece[at * TEXEL_PARTS + p] = number_of_line(d, place.address[p] >> LINE_SHIFT);
        d->offset.piece[at * TEXEL_PARTS + p] = place.address[p] % LINE_BYTES;
    }
}

/* Any pass of some lanes. */
static void address_by_taps(const struct texture_walker_in *in, struct texture_context *context, unsigned lanes,
                            unsigned pass, struct texture_walker_reg *d)
{
    struct texture_query query;
    struct texture_plan  plan;
    texture_context_query(context, &query);
    texture_plan_unpack(in->plan, &plan);
    memcpy(query.coordinate, in->coordinate->value, sizeof query.coordinate);
    query.lanes = in->offer_lanes;
    for (; lanes; lanes &= lanes - 1) {
        const unsigned      i = (unsigned)__builtin_ctz(lanes);
        struct texture_taps taps;
        texture_plan_taps(&query, &plan, i, pass, &taps);
        d->filtered |= plan.lane[i].filter != TEXTURE_POINT && !texture_op_gathers(&query);
        for (unsigned t = 0; t < TEXTURE_TAPS; t++)
            if (taps.tap[t].used)
                address_tap(context, i * TEXTURE_TAPS + t, &taps.tap[t], d);
    }
}

static void set_taps(const struct texture_lattice_taps *taps, unsigned bytes, unsigned lane,
                     struct texture_walker_reg *d)
{
    for (unsigned t = 0; t < TEXTURE_TAPS; t++) {
        const unsigned at = lane * TEXTURE_TAPS + t;
        const uint64_t address = taps->address[lane][t];
        if (taps->kind[lane][t] == LATTICE_UNUSED)
            continue;
        d->weight.tap[at] = taps->weight[lane][t];
        if (taps->kind[lane][t] == LATTICE_BORDER) {
            d->mark.tap[at] = WALKER_USED | WALKER_BORDER;
            continue;
        }
        d->mark.tap[at] = WALKER_USED | 1 << WALKER_PARTS_AT;
        d->bytes.tap[at] = (uint8_t)bytes;
        d->texel.tap[at] = taps->texel[lane][t];
        d->which.piece[at * TEXEL_PARTS] = number_of_line(d, address >> LINE_SHIFT);
        d->offset.piece[at * TEXEL_PARTS] = address % LINE_BYTES;
    }
}

/* A pass of lanes that have the same step; false: it goes by taps. */
static bool address_together(const struct texture_walker_in *in, struct texture_context *context, unsigned lanes,
                             unsigned pass, struct texture_walker_reg *d)
{
    const unsigned        first = (unsigned)__builtin_ctz(lanes);
    const uint32_t *const word = &in->plan->word[first * PLAN_WORDS], counts = word[PLAN_COUNTS];
    const unsigned        filter = counts >> 8 & 0xff, bits = counts >> 16 & 0xff, probes = counts >> 24;
    const unsigned        step = pass >> probes, probe = pass & ((1u << probes) - 1);
    const uint32_t        where = word[PLAN_STEPS + 2 * step];
    const unsigned        slice = where & 0xffff, number = where >> 16 & 0xff;
    if (where >> 24 || number >= TEXTURE_LEVELS) /* the slice is border, or nothing has been planned */
        return false;
    const struct texture_lattice *lattice = texture_context_lattice(context, filter, bits, number);
    const struct texture_level   *level = texture_context_level(context, number);
    if (!lattice->usable || slice >= level->size[2])
        return false;
    struct texture_lattice_taps taps;
    struct texture_lattice_pass together = {.slice = texture_lattice_slice(lattice, level, &context->tiling, slice),
                                            .weight = word[PLAN_STEPS + 2 * step + 1],
                                            .probes = probes};
    for (unsigned i = 0; i < TEXTURE_QUAD; i++)
        for (unsigned e = 0; e < 2; e++)
            together.at[e][i] = texture_probe_at(probes, probe, in->plan->word[i * PLAN_WORDS + PLAN_AXIS + e],
                                                 in->coordinate->value[4 * i + e]);
    texture_lattice_taps(lattice, &together, &taps);
    for (; lanes; lanes &= lanes - 1)
        set_taps(&taps, lattice->grid.bytes, (unsigned)__builtin_ctz(lanes), d);
    d->filtered |= filter != TEXTURE_POINT;
    return true;
}

/* The first lanes of `left` that have the same step as its first one in this pass. */
static unsigned together_with(const texture_plan_t *plan, unsigned left, unsigned pass)
{
    const unsigned        first = (unsigned)__builtin_ctz(left);
    const uint32_t *const word = &plan->word[first * PLAN_WORDS];
    const unsigned        step = PLAN_STEPS + 2 * (pass >> (word[PLAN_COUNTS] >> 24));
    unsigned              lanes = 0;
    for (unsigned i = first; i < TEXTURE_QUAD; i++) {
        const uint32_t *const other = &plan->word[i * PLAN_WORDS];
        if (!(left >> i & 1))
            continue;
        if (other[PLAN_COUNTS] != word[PLAN_COUNTS] || other[step] != word[step] || other[step + 1] != word[step + 1])
            break;
        lanes |= 1u << i;
    }
    return lanes;
}

static void address(const struct texture_walker_in *in, struct texture_walker_reg *d, unsigned pass)
{
    struct texture_context        room;
    struct texture_context *const context =
        texture_context_of(in->contexts, in->state, in->offer_low, in->offer_high, &room);
    unsigned left = 0;
    for (unsigned i = 0; i < TEXTURE_QUAD; i++) {
        const uint32_t *const word = &in->plan->word[i * PLAN_WORDS];
        d->box.lane[i] = (uint8_t)(word[PLAN_SHAPE] >> 24);
        if (pass < word[PLAN_PASSES]) /* threads that do not fetch have none */
            left |= 1u << i;
    }
    while (left) {
        const unsigned lanes = together_with(in->plan, left, pass);
        if (!address_together(in, context, lanes, pass, d))
            address_by_taps(in, context, lanes, pass, d);
        left &= ~lanes;
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

/* Words as those of queued_tap_pack. */
lanes_t texture_walker_row(const struct texture_walker_reg *q, const line_ways_t *looked)
{
    lanes_t     row;
    uint64_t    found = q->found;
    pass_ways_t way = q->way;
    note_ways(q, looked, &found, &way);
    memset(&row, 0, sizeof row);
    if (q->alone) {
        memcpy(row.lane, q->weight.tap, sizeof q->weight.tap);
        return row;
    }
    for (unsigned t = 0; t < PASS_TAPS; t++) {
        const uint32_t       mark = q->mark.tap[t], parts = mark >> WALKER_PARTS_AT, texel = q->texel.tap[t];
        const uint8_t *const which = &q->which.piece[t * TEXEL_PARTS], *const offset =
                                                                           &q->offset.piece[t * TEXEL_PARTS];
        uint32_t *const words = &row.lane[(size_t)t * TAP_WORDS];
        if (!mark) /* its words are 0 */
            continue;
        words[TAP_WORD_WEIGHT] = q->weight.tap[t];
        words[TAP_WORD_PLACE] = parts << TAP_PARTS_AT | (mark & (WALKER_USED | WALKER_BORDER)) << TAP_USED_AT;
        words[TAP_WORD_TEXEL] =
            texel % (1u << TEXEL_Y_AT) | texel >> TEXEL_Y_AT << TAP_Y_AT | (uint32_t)q->bytes.tap[t] << TAP_BYTES_AT;
        if (parts)
            words[TAP_WORD_PLACE] |= queued_tap_piece(way.line[which[0]], offset[0]);
        for (unsigned p = 1; p < parts; p++)
            words[TAP_WORD_OTHERS] |= queued_tap_piece(way.line[which[p]], offset[p]) << (p - 1) * TAP_SECOND_AT;
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
