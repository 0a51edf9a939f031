/* texture_filter.c - the filter of a quad beside its twin: texels of all formats, borders, compares, keys, FETCH4; and
 * in place of what texture_data adds up. */
#include "pipeline/texture_filter.h"

#include <string.h>

#include "pipeline/texture_border.h"
#include "pipeline/texture_context.h"
#include "pipeline/texture_data.h"
#include "pipeline/texture_shape.h"
#include "rtl_model/r700/simd.h"
#include "tb/lockstep/lockstep.h"

enum { LANES_TAPS = TEXTURE_QUAD * TEXTURE_TAPS, NUMBER_BITS = 24 };

typedef struct {
    uint32_t element[TEXEL_ELEMENTS];
} filter_words_t;
typedef struct {
    uint8_t element[TEXEL_ELEMENTS];
} filter_bytes_t;
typedef struct {
    uint32_t tap[LANES_TAPS];
} filter_taps_t;
typedef struct {
    uint32_t value[LANES_TAPS * TEXEL_ELEMENTS];
} filter_texels_t;

/* clang-format off */
#define TEXTURE_FILTER_SIGNALS(S)                                                                      \
    S(IN,   bool,             pass,           1, "there is one in this clock")                         \
    S(IN,   bool,             first,          1, "the first of the quad")                              \
    S(IN,   bool,             last,           1, "the last")                                           \
    S(IN,   bool,             alone,          1, "it is no pass: the answer is there")                 \
    S(IN,   uint8_t,          is_float,       4, "elements that are floats")                           \
    S(IN,   uint8_t,          integer,        4, "elements that are integers")                         \
    S(IN,   filter_words_t,   divisor,       32, "x 2^shift: the number that stands for 1")            \
    S(IN,   filter_bytes_t,   shift,          6, "two's complement")                                   \
    S(IN,   quad_bytes_t,     box,            6, "what the weights of each lane add up to")            \
    S(IN,   uint16_t,         used,          16, "texels that there are, four of each lane")           \
    S(IN,   uint16_t,         border,        16, "the border instead")                                 \
    S(IN,   uint16_t,         keyed,         16, "a texel of the key's colour")                        \
    S(IN,   filter_taps_t,    weight,        32, "two's complement, in 2^-28")                         \
    S(IN,   filter_texels_t,  number,        32, "X Y Z W of each texel: two's complement, or float32") \
    S(IN,   filter_texels_t,  texel_single,  32, "what a register gets of it alone")                   \
    S(IN,   quad_vectors_t,   border_number, 32, "the border, as number")                              \
    S(IN,   quad_vectors_t,   border_single, 32, "the border, as single")                              \
    S(IN,   bool,             gathers,        1, "one element of the four texels")                     \
    S(IN,   uint8_t,          gathered,       2, "which")                                              \
    S(IN,   bool,             kills,          1, "CHROMA_KEY_KILL")                                    \
    S(IN,   filter_bytes_t,   select,         3, "the resource's DST_SEL")                             \
    S(IN,   filter_bytes_t,   dst_select,     3, "the instruction's DST_SEL")                          \
    S(IN,   uint32_t,         one,           32, "what DST_SEL 1 is")                                  \
    S(IN,   quad_vectors_t,   answer,        32, "X Y Z W of each lane, if it is no pass")             \
    S(OUT,  quad_sums_t,      sum,           64, "with this clock's texels, X Y Z W of each lane")     \
    S(OUT,  quad_exponents_t, exponent,      10, "floats: of the sum's lowest bit, two's complement")  \
    S(OUT,  quad_marks_t,     special,        3, "floats: NaN, infinity, -infinity among them")        \
    S(OUT,  quad_vectors_t,   single,        32, "what a sample of one texel is; what FETCH4 has so far") \
    S(OUT,  quad_halves_t,    taps,          16, "texels so far")                                      \
    S(OUT,  uint8_t,          whole,          4, "the last texel had all the weight")                  \
    S(OUT,  uint8_t,          killed,         4, "a texel had the key's colour")                       \
    S(OUT,  quad_vectors_t,   result,        32, "X Y Z W of each lane")
/* clang-format on */

RTL_STRUCT(texture_filter, TEXTURE_FILTER_SIGNALS);
RTL_TABLE(texture_filter, TEXTURE_FILTER_SIGNALS);

/* A pass: what the texels are before the filter has them, four of each lane. */
struct pass {
    struct texture_tap tap[LANES_TAPS];
    uint32_t           value[LANES_TAPS][TEXEL_ELEMENTS];
};

/* The ports, and what the C functions are given. */
struct filter {
    struct texture_filter  block;
    struct texture_context context;
    struct texture_query   query;
    struct pass            pass;
    struct texture_sum     sum[TEXTURE_QUAD];
};

/* ---- what the block is given of a pass -------------------------------------------------------------------------- */

/* What compares and BC_FRAC_MODE filter instead of texels: 0 and 1. */
static const struct texel_channel one_or_none = {.kind = TEXEL_NORM, .bits = 1, .divisor = 1};

static bool counts(const struct texture_query *query, unsigned e)
{
    return query->tex->bc_frac_mode || (e == 0 && texture_op_compares(query));
}

static const struct texel_channel *channel_of(const struct texture_query *query, unsigned e)
{
    return counts(query, e) ? &one_or_none : &query->format->channel[e];
}

static int shift_of(const struct texel_channel *channel)
{
    return NUMBER_BITS - (channel->kind == TEXEL_SCALED ? (int)channel->bits : 32 - __builtin_clz(channel->divisor));
}

static bool is_one(const struct texture_query *query, unsigned lane, const struct texture_tap *tap, uint32_t value)
{
    return query->tex->bc_frac_mode ? tap->border : texture_compare(query, lane, tap, value);
}

/* An element as a register gets it, and as a number of 24 bits and a sign, or a float's bits. */
static uint32_t single_of(const struct texture_query *query, unsigned lane, const struct texture_tap *tap,
                          const uint32_t value[TEXEL_ELEMENTS], unsigned e)
{
    if (counts(query, e))
        return is_one(query, lane, tap, value[0]) ? 0x3f800000u : 0;
    return tap->border ? texture_border_alone(channel_of(query, e), e, texture_border(query, e))
                       : texel_channel_result(channel_of(query, e), value[e]);
}

static uint32_t number_of(const struct texture_query *query, unsigned lane, const struct texture_tap *tap,
                          const uint32_t value[TEXEL_ELEMENTS], unsigned e)
{
    const struct texel_channel *channel = channel_of(query, e);
    const int                   shift = shift_of(channel);
    if (!counts(query, e) && tap->border)
        return (uint32_t)texture_border_number(channel, e, texture_border(query, e), shift);
    if (!counts(query, e) && channel->kind == TEXEL_FLOAT)
        return value[e];
    const int64_t number = counts(query, e) ? is_one(query, lane, tap, value[0]) : texel_numerator(channel, value[e]);
    return (uint32_t)(shift >= 0 ? number * (INT64_C(1) << shift) : number >> -shift);
}

static void show_format(const struct texture_query *query, struct texture_filter_in *in)
{
    const struct texture_resource *resource = query->resource;
    const struct isa_tex          *tex = query->tex;
    in->is_float = in->integer = 0;
    for (unsigned e = 0; e < TEXEL_ELEMENTS; e++) {
        const struct texel_channel *channel = channel_of(query, e);
        in->is_float = (uint8_t)(in->is_float | (channel->kind == TEXEL_FLOAT) << e);
        in->integer = (uint8_t)(in->integer | (channel->kind == TEXEL_INTEGER) << e);
        in->divisor.element[e] = channel->divisor;
        in->shift.element[e] = (uint8_t)(shift_of(channel) & 63);
    }
    in->gathers = texture_op_gathers(query);
    in->gathered = (uint8_t)(resource->dst_sel_x <= TEX_SEL_W ? resource->dst_sel_x : 0);
    in->kills = query->sampler->chroma_key == TEX_CHROMA_KEY_KILL;
    in->select = (filter_bytes_t){{(uint8_t)resource->dst_sel_x, (uint8_t)resource->dst_sel_y,
                                   (uint8_t)resource->dst_sel_z, (uint8_t)resource->dst_sel_w}};
    in->dst_select = (filter_bytes_t){
        {(uint8_t)tex->dst_sel_x, (uint8_t)tex->dst_sel_y, (uint8_t)tex->dst_sel_z, (uint8_t)tex->dst_sel_w}};
    in->one = texel_one(query->format);
}

static void show_tap(const struct texture_query *query, const struct pass *pass, unsigned at,
                     struct texture_filter_in *in)
{
    const struct texture_tap *tap = &pass->tap[at];
    const uint32_t *const     value = pass->value[at];
    if (!tap->used)
        return;
    in->used = (uint16_t)(in->used | 1u << at);
    in->border = (uint16_t)(in->border | (unsigned)tap->border << at);
    in->keyed = (uint16_t)(in->keyed | (unsigned)texture_matches_key(query, tap, value) << at);
    in->weight.tap[at] = (uint32_t)tap->weight;
    for (unsigned e = 0; e < TEXEL_ELEMENTS; e++) {
        in->number.value[TEXEL_ELEMENTS * at + e] = number_of(query, at / TEXTURE_TAPS, tap, value, e);
        in->texel_single.value[TEXEL_ELEMENTS * at + e] = single_of(query, at / TEXTURE_TAPS, tap, value, e);
    }
}

static void show(const struct texture_query *query, const struct pass *pass, struct texture_filter_in *in)
{
    static const struct texture_tap border = {.used = true, .border = true};
    static const uint32_t           none[TEXEL_ELEMENTS];
    show_format(query, in);
    in->used = in->border = in->keyed = 0;
    for (unsigned at = 0; at < TEXTURE_QUAD * TEXEL_ELEMENTS; at++) {
        const unsigned lane = at / TEXEL_ELEMENTS, e = at % TEXEL_ELEMENTS;
        in->border_number.value[at] = number_of(query, lane, &border, none, e);
        in->border_single.value[at] = single_of(query, lane, &border, none, e);
    }
    for (unsigned at = 0; at < LANES_TAPS; at++)
        show_tap(query, pass, at, in);
}

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
    show(&filter->query, &filter->pass, in);
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
        texture_sum_begin(sum, &filter->query, &plan);
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
    show(&filter->query, &filter->pass, in);
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
    LOCKSTEP_INSTANCES(texture_data),
    .part = true,
    .by_words = true,
    .gather = gather,
    .scatter = scatter,
};
