/* texture_filter.c - the filter of a quad beside its twin: texels of all formats, borders, compares, keys, FETCH4; and
 * in place of what texture_data adds up. */
#include "tb/lockstep/drivers/texture_filter.h"

#include <string.h>

#include "pipeline/texture/texture_shape.h"
#include "rtl_model/r700/simd.h"

RTL_TABLE(texture_filter, TEXTURE_FILTER_SIGNALS);

/* ---- driving ---------------------------------------------------------------------------------------------------- */

/* What a sample is made of stays the same until it ends. */
struct sample {
    unsigned left;  /* passes */
    unsigned whole; /* chance of a texel with all the weight */
    unsigned keyed; /* chance of the key's colour */
    unsigned border;
};

static void some_format(struct texel_format *format, struct stimulus *random)
{
    do {
        struct texel_words words = {.data_format = (uint8_t)stimulus_below(random, TEX_FORMATS),
                                    .num_format = (uint8_t)stimulus_below(random, 3),
                                    .srf_mode = (uint8_t)stimulus_below(random, 2)};
        for (unsigned e = 0; e < TEXEL_ELEMENTS; e++)
            words.comp[e] = (uint8_t)stimulus_below(random, 3);
        texel_format_make(&words, format);
    } while (!format->bytes);
}

static void some_instruction(struct filter *filter, struct stimulus *random)
{
    struct texture_context *context = &filter->context;
    const unsigned          which = stimulus_below(random, 10);
    memset(context, 0, sizeof *context);
    some_format(&context->format, random);
    context->op = which == 0   ? ISA_FETCH_LD
                  : which == 1 ? ISA_FETCH_FETCH4
                               : (enum isa_fetch_id)(ISA_FETCH_SAMPLE + stimulus_below(random, 16));
    context->tex.bc_frac_mode = stimulus_chance(random, 5);
    context->tex.dst_sel_x = stimulus_below(random, 8);
    context->tex.dst_sel_y = stimulus_below(random, 8);
    context->tex.dst_sel_z = stimulus_below(random, 8);
    context->tex.dst_sel_w = stimulus_below(random, 8);
    context->resource.dst_sel_x = stimulus_below(random, 6);
    context->resource.dst_sel_y = stimulus_below(random, 6);
    context->resource.dst_sel_z = stimulus_below(random, 6);
    context->resource.dst_sel_w = stimulus_below(random, 6);
    context->sampler.border_color_type = stimulus_below(random, 4);
    context->sampler.depth_compare_function = stimulus_below(random, 8);
    context->sampler.chroma_key = stimulus_chance(random, 80) ? 0 : stimulus_below(random, 3);
    context->sampler.sample_is_pcf = stimulus_chance(random, 5);
    context->sampler.fetch_4 = stimulus_chance(random, 5);
    for (unsigned e = 0; e < TEXEL_ELEMENTS; e++)
        context->units.border[e] =
            stimulus_chance(random, 50) ? stimulus_word(random) : 0x3f000000u + (uint32_t)stimulus_bits(random, 24);
    texture_context_query(context, &filter->query);
    for (unsigned i = 0; i < TEXTURE_QUAD; i++) {
        filter->query.coordinate[i][2] = stimulus_word(random);
        filter->query.coordinate[i][3] = 0x3e000000u + (uint32_t)stimulus_bits(random, 25);
    }
}

/* What texel_decode may give. */
static uint32_t some_value(const struct texel_channel *channel, unsigned e, struct stimulus *random)
{
    if (!channel->bits)
        return e == 3;
    if (channel->kind == TEXEL_FLOAT)
        return stimulus_chance(random, 70) ? 0x3e000000u + (uint32_t)stimulus_bits(random, 25) : stimulus_word(random);
    const uint32_t value = stimulus_chance(random, 20) ? 0 : (uint32_t)stimulus_bits(random, channel->bits);
    return channel->is_signed ? (uint32_t)((int32_t)(value << (32 - channel->bits)) >> (32 - channel->bits)) : value;
}

static int32_t some_weight(const struct sample *sample, struct stimulus *random)
{
    const int32_t size = (int32_t)stimulus_bits(random, 1 + stimulus_below(random, 30));
    if (stimulus_chance(random, sample->whole))
        return TEXTURE_ONE;
    return stimulus_chance(random, 20) ? -size : size;
}

static void some_tap(const struct filter *filter, const struct sample *sample, struct stimulus *random,
                     struct texture_tap *tap, uint32_t value[TEXEL_ELEMENTS])
{
    const struct texture_query *query = &filter->query;
    *tap = (struct texture_tap){.used = stimulus_chance(random, sample->whole ? 30 : 80),
                                .border = stimulus_chance(random, sample->border),
                                .weight = some_weight(sample, random)};
    for (unsigned e = 0; e < TEXEL_ELEMENTS; e++)
        value[e] = some_value(&query->format->channel[e], e, random);
}

/* Two bits more than numbers have are left for the box of a text filter. */
static uint8_t some_box(const struct texel_format *format, struct stimulus *random)
{
    static const uint8_t boxes[] = {1, 1, 1, 1, 2, 6, 15, 49};
    for (unsigned e = 0; e < TEXEL_ELEMENTS; e++)
        if (format->channel[e].divisor >> 26)
            return 1;
    return boxes[stimulus_below(random, sizeof boxes)];
}

static void begin(struct filter *filter, struct sample *sample, struct stimulus *random)
{
    const uint8_t box = (some_instruction(filter, random), some_box(&filter->context.format, random));
    sample->left = 1 + stimulus_below(random, stimulus_chance(random, 70) ? 2 : 16);
    sample->whole = stimulus_chance(random, 40) ? 80 : 0;
    sample->keyed = filter->context.sampler.chroma_key ? 30 : 0;
    sample->border = stimulus_chance(random, 50) ? 40 : 0;
    for (unsigned i = 0; i < TEXTURE_QUAD; i++)
        filter->block.in.box.lane[i] = sample->whole ? 1 : box;
}

/* The key is the colour of one of the texels. */
static void some_key(struct filter *filter, struct stimulus *random)
{
    const unsigned at = stimulus_below(random, LANES_TAPS);
    for (unsigned e = 0; e < TEXEL_ELEMENTS; e++)
        filter->context.units.border[e] =
            texel_channel_result(&filter->context.format.channel[e], filter->pass.value[at][e]);
}

static void reset(void *state, void *driver, struct stimulus *random)
{
    (void)random;
    memset(state, 0, sizeof(struct filter));
    memset(driver, 0, sizeof(struct sample));
}

static void drive(void *state, void *driver, struct stimulus *random)
{
    struct filter            *filter = state;
    struct texture_filter_in *in = &filter->block.in;
    struct sample            *sample = driver;
    in->pass = stimulus_chance(random, 85);
    if (!in->pass)
        return;
    in->first = !sample->left;
    if (in->first)
        begin(filter, sample, random);
    in->alone = sample->left == 1 && in->first && stimulus_chance(random, 10);
    in->last = --sample->left == 0;
    for (unsigned at = 0; at < LANES_TAPS; at++)
        some_tap(filter, sample, random, &filter->pass.tap[at], filter->pass.value[at]);
    if (stimulus_chance(random, sample->keyed))
        some_key(filter, random);
    for (unsigned i = 0; i < TEXTURE_QUAD * TEXEL_ELEMENTS; i++)
        in->answer.value[i] = stimulus_word(random);
    texture_filter_show(&filter->query, &filter->pass, in);
}

/* ---- the C model ------------------------------------------------------------------------------------------------ */

static void set_result(const struct filter *filter, unsigned lane, const uint32_t value[TEXEL_ELEMENTS],
                       struct texture_filter_reg *d)
{
    for (unsigned e = 0; e < TEXEL_ELEMENTS; e++) {
        const unsigned select = filter->block.in.dst_select.element[e];
        d->result.value[TEXEL_ELEMENTS * lane + e] = select < TEXEL_ELEMENTS ? value[select]
                                                     : select == ISA_SEL_1   ? texel_one(filter->query.format)
                                                                             : 0;
    }
}

static void add_lane(struct filter *filter, unsigned lane, struct texture_filter_reg *d)
{
    const struct texture_lane_plan plan = {.box = filter->block.in.box.lane[lane]};
    struct texture_sum *const      sum = &filter->sum[lane];
    uint32_t                       value[TEXEL_ELEMENTS], swizzled[TEXEL_ELEMENTS];
    if (filter->block.in.first)
        texture_sum_begin(sum, &plan);
    for (unsigned t = 0; t < TEXTURE_TAPS; t++)
        texture_sum_add(sum, &filter->query, lane, t, &filter->pass.tap[TEXTURE_TAPS * lane + t],
                        filter->pass.value[TEXTURE_TAPS * lane + t]);
    for (unsigned e = 0; e < TEXEL_ELEMENTS; e++) {
        const unsigned at = TEXEL_ELEMENTS * lane + e;
        d->sum.value[at] = (uint64_t)sum->channel[e].sum;
        d->exponent.value[at] = (uint16_t)(sum->channel[e].exponent & 1023);
        d->special.value[at] = sum->channel[e].special;
        d->single.value[at] = sum->single[e];
    }
    d->taps.lane[lane] = sum->taps;
    d->whole = (uint8_t)((d->whole & ~(1u << lane)) | (unsigned)sum->whole << lane);
    d->killed = (uint8_t)((d->killed & ~(1u << lane)) | (unsigned)sum->killed << lane);
    if (!filter->block.in.last)
        return;
    texture_sum_end(sum, &filter->query, value);
    texture_select(&filter->query, value, swizzled);
    set_result(filter, lane, swizzled, d);
}

static void clock(void *state)
{
    struct filter *filter = state;
    for (unsigned lane = 0; filter->block.in.pass && lane < TEXTURE_QUAD; lane++)
        if (filter->block.in.alone)
            set_result(filter, lane, &filter->block.in.answer.value[(size_t)TEXEL_ELEMENTS * lane], &filter->block.d);
        else
            add_lane(filter, lane, &filter->block.d);
    rtl_commit(&filter->block);
}

/* ---- in a run --------------------------------------------------------------------------------------------------- */

static void read_tap(const struct texture_data *unit, const struct texture_query *query, unsigned at,
                     struct texture_tap *tap, uint32_t value[TEXEL_ELEMENTS])
{
    uint8_t           block[TEXEL_BLOCK_BYTES] = {0};
    struct queued_tap queued;
    queued_tap_unpack(&unit->rows[unit->q.first].lane[(size_t)at * TAP_WORDS], &queued);
    *tap = (struct texture_tap){.used = queued.used, .border = queued.border, .weight = queued.weight};
    if (!queued.used || queued.border)
        return;
    for (unsigned p = 0; p < queued.parts; p++)
        memcpy(block + (size_t)p * queued.bytes, unit->in.lines[queued.way[p]].byte + queued.offset[p], queued.bytes);
    texel_decode(query->format, block, queued.x, queued.y, value);
}

/* The pass that texture_data takes from its queue. */
static void gather(const struct simd *simd, unsigned instance, void *state)
{
    const struct texture_data     *unit = &simd->texture_data;
    const struct texture_data_reg *q = &unit->q;
    struct filter                 *filter = state;
    struct texture_filter_in      *in = &filter->block.in;
    const unsigned                 at = q->first, mark = unit->marks[at];
    (void)instance;
    in->pass = q->count && unit->in.ready && (!q->filtering || q->wait <= 1);
    if (!in->pass)
        return;
    in->first = mark & PASS_FIRST;
    in->last = mark & PASS_LAST;
    in->alone = mark & PASS_ALONE;
    texture_context_make(unit->in.state, unit->in.low, unit->in.high, &filter->context);
    texture_context_query(&filter->context, &filter->query);
    for (unsigned i = 0; i < TEXTURE_QUAD; i++) {
        filter->query.coordinate[i][2] = unit->zs[at].lane[i];
        filter->query.coordinate[i][3] = unit->ws[at].lane[i];
        in->box.lane[i] = unit->boxes[at].lane[i];
    }
    memcpy(in->answer.value, unit->rows[at].lane, sizeof in->answer.value);
    memset(&filter->pass, 0, sizeof filter->pass);
    for (unsigned t = 0; !in->alone && t < LANES_TAPS; t++)
        read_tap(unit, &filter->query, t, &filter->pass.tap[t], filter->pass.value[t]);
    texture_filter_show(&filter->query, &filter->pass, in);
}

static void scatter(struct simd *simd, unsigned instance, const void *state)
{
    const struct filter             *filter = state;
    const struct texture_filter_reg *block = &filter->block.q;
    struct texture_data_reg         *q = &simd->texture_data.q;
    (void)instance;
    if (!filter->block.in.pass)
        return;
    q->result = block->result;
    q->sum = block->sum;
    q->special = block->special;
    q->single = block->single;
    q->taps = block->taps;
    for (unsigned at = 0; at < TEXTURE_QUAD * TEXEL_ELEMENTS; at++)
        q->exponent.value[at] = (uint16_t)((block->exponent.value[at] ^ 512) - 512);
    for (unsigned lane = 0; lane < TEXTURE_QUAD; lane++) {
        q->whole.lane[lane] = block->whole >> lane & 1;
        q->killed.lane[lane] = block->killed >> lane & 1;
    }
    simd->texture_data.d = *q;
}

/* ---- what the inputs were --------------------------------------------------------------------------------------- */

static const char *compare_name(unsigned value)
{
    static const char *const names[] = {"never",   "less",     "equal",        "lessequal",
                                        "greater", "notequal", "greaterequal", "always"};
    return names[value];
}

static int compare_of(const void *state)
{
    const struct filter *filter = state;
    return filter->block.in.pass && texture_op_compares(&filter->query)
               ? (int)filter->query.sampler->depth_compare_function
               : -1;
}

static const char *kind_name(unsigned value)
{
    static const char *const names[] = {"NORM", "NO_ZERO", "BIASED", "SCALED", "INTEGER", "FLOAT"};
    return names[value];
}

static int kind_of(const void *state)
{
    const struct filter *filter = state;
    return filter->block.in.pass ? filter->context.format.channel[0].kind : -1;
}

static const char *border_name(unsigned value)
{
    static const char *const names[] = {"transparent black", "opaque black", "opaque white", "register"};
    return names[value];
}

static int border_of(const void *state)
{
    const struct filter *filter = state;
    return filter->block.in.pass && filter->block.in.border ? (int)filter->context.sampler.border_color_type : -1;
}

static const struct stimulus_part parts[] = {
    {"compare", 8, compare_name, compare_of},
    {"element X", 6, kind_name, kind_of},
    {"border colour", 4, border_name, border_of},
    {NULL, 0, NULL, NULL},
};

static const struct stimulus_gap gaps[] = {
    {"i_select", "6", "there are six sources"},
    {"i_select", "7", "there are six sources"},
    {NULL, NULL, NULL},
};

const struct lockstep_module lockstep_texture_filter = {
    LOCKSTEP_BLOCK(texture_filter, texture_filter, filter),
    .doc = "the filter of a quad: sums, border, keys, FETCH4, the result (3D 7, 8; ISA 10.4)",
    .driver_size = sizeof(struct sample),
    .lifetime = 2000,
    .parts = parts,
    .gaps = gaps,
    .edges = texture_filter_edges,
    .met = texture_filter_met,
    LOCKSTEP_INSTANCES(texture_data),
    .part = true,
    .by_words = true,
    .gather = gather,
    .scatter = scatter,
};
