/* lod_unit.c - the gradient and LOD unit beside its twin, and in its place: all instructions of textures, quads whose
 * slopes are of the order of texels, gradients that are kept. */
#include "pipeline/texture/lod_unit.h"

#include <string.h>

#include "pipeline/texture/texture_border.h"
#include "pipeline/texture/texture_context.h"
#include "rtl_model/r700/simd.h"
#include "tb/lockstep/lockstep.h"
#include "tb/lockstep/rows.h"

enum { ELEMENTS = 4, TEX_WORDS = 3, KEPT_WORDS = KEPT_ROWS * TEXTURE_QUAD, QUADS = 16, PLACES = FETCH_CLAUSES };

typedef struct {
    uint32_t word[TEX_WORDS];
} lod_inst_t;
typedef struct {
    uint32_t word[KEPT_WORDS];
} lod_kept_t;

/* clang-format off */
#define LOD_BLOCK_SIGNALS(S)                                                                           \
    S(IN,   bool,             offer,         1, "a quad is offered")                                   \
    S(IN,   uint8_t,          offer_quad,    4, "its number")                                          \
    S(IN,   uint8_t,          offer_entry,   5, "its instruction's place among those under way")       \
    S(IN,   uint8_t,          offer_lanes,   4, "threads of it that fetch")                            \
    S(IN,   uint8_t,          offer_place,   3, "its clause's place")                                  \
    S(IN,   quad_vectors_t,   row,          32, "X Y Z W of each lane, before SRC_SEL")                \
    S(IN,   lod_inst_t,       tex,          32, "TEX_WORD0 to 2")                                      \
    S(IN,   fetch_resource_t, resource,     32, "SQ_TEX_RESOURCE_WORD0 to 6")                          \
    S(IN,   fetch_sampler_t,  sampler,      32, "SQ_TEX_SAMPLER_WORD0 to 2")                           \
    S(IN,   bool,             integers,      1, "the format's elements are integers")                  \
    S(IN,   fetch_border_t,   border,       32, "the sampler's border colour, for KEEP_GRADIENTS")     \
    S(IN,   uint8_t,          kernel,        6, "TD_PS_SAMPLER_CLEARTYPE_KERNEL: width, height")       \
    S(IN,   uint32_t,         ta_cntl_aux,  32, "TA_CNTL_AUX")                                         \
    S(IN,   bool,             taken,         1, "the walker takes the last pass of the quad")          \
    S(OUT,  bool,             valid,         1, "a quad with its plan is here")                        \
    S(OUT,  uint8_t,          entry,         5, "its instruction's place among those under way")       \
    S(OUT,  uint8_t,          quad,          4, "its number")                                          \
    S(OUT,  uint8_t,          lanes,         4, "threads of it that fetch")                            \
    S(OUT,  bool,             alone,         1, "nothing is read: the answer is here, or there is none") \
    S(OUT,  uint16_t,         passes,       16, "passes, at least 1")                                  \
    S(OUT,  quad_halves_t,    lod,          16, "level of detail within its limits, in 1/64, each lane's") \
    S(OUT,  texture_plan_t,   plan,         32, "the plan, 16 words of each lane")                     \
    S(OUT,  quad_vectors_t,   coordinate,   32, "X Y Z W of each lane, after SRC_SEL; the answer of one that reads nothing") \
    S(MEM,  lod_kept_t,       kept,         32, "of place x 16 + quad: X Y Z of gradients H and V, cube index, four lanes each", PLACES *QUADS)
/* clang-format on */

RTL_STRUCT(lod_block, LOD_BLOCK_SIGNALS);
RTL_TABLE(lod_block, LOD_BLOCK_SIGNALS);

/* The ports, and behind their memory the module that is compared. */
struct lod {
    struct lod_block   block;
    struct lod_unit    unit;
    struct fetch_state words;
    lanes_t            rows[ELEMENTS];
};

static void reset(void *state, void *driver, struct stimulus *random)
{
    struct lod *lod = state;
    (void)driver, (void)random;
    memset(lod, 0, sizeof *lod);
    lod->block.in.tex.word[0] = 16; /* SAMPLE: 0 is no instruction of this unit */
    lod->unit.in.quads_a_quarter = TEXTURE_QUAD;
}

/* ---- words ------------------------------------------------------------------------------------------------------ */

/* For the module that is compared: number 0 of all. */
static void give_words(struct lod *lod)
{
    const struct lod_block_in *in = &lod->block.in;
    struct lod_unit_in        *to = &lod->unit.in;
    lod->words.resource[0] = in->resource;
    lod->words.sampler[0] = in->sampler;
    lod->words.kernel[0] = in->kernel;
    lod->words.q.ta_cntl_aux = in->ta_cntl_aux;
    lod->words.border[0] = in->border;
    to->state = &lod->words;
    to->rows = lod->rows;
    to->contexts = NULL;
    to->offer = in->offer;
    to->taken = in->taken;
    to->offer_quad = in->offer_quad;
    to->offer_entry = in->offer_entry;
    to->offer_low = in->tex.word[0] | (uint64_t)in->tex.word[1] << 32;
    to->offer_high = in->tex.word[2];
    to->offer_lanes = (lane_mask_t)in->offer_lanes << in->offer_quad * TEXTURE_QUAD;
    to->offer_place = in->offer_place;
    for (unsigned at = 0; at < TEXTURE_QUAD * ELEMENTS; at++)
        lod->rows[at % ELEMENTS].lane[in->offer_quad * TEXTURE_QUAD + at / ELEMENTS] = in->row.value[at];
}

static unsigned least(unsigned a, unsigned b)
{
    return a < b ? a : b;
}

/* For the block: those of the instruction that a unit is offered. */
static void gather_words(const struct fetch_state *words, const struct lod_unit_in *from, struct lod_block_in *in)
{
    struct texture_context context;
    struct texture_query   query;
    texture_context_make(words, from->offer_low, from->offer_high, &context);
    texture_context_query(&context, &query);
    const struct isa_tex *tex = &context.tex;
    in->resource =
        words->resource[least(fetch_state_resource(words, tex->alt_const, tex->resource_id), FETCH_RESOURCES - 1)];
    in->sampler =
        words->sampler[least(fetch_state_sampler(words, tex->alt_const, tex->sampler_id), FETCH_SAMPLERS - 1)];
    in->integers = context.format.integers;
    in->kernel = (uint8_t)(context.units.cleartype_width | context.units.cleartype_height << 3);
    in->ta_cntl_aux = words->q.ta_cntl_aux;
    for (unsigned e = 0; e < ELEMENTS; e++)
        in->border.element[e] = texture_border(&query, e);
}

/* ---- driving ---------------------------------------------------------------------------------------------------- */

/* TEX_INST: SAMPLE* from 16 on; LD, GET_*, KEEP_*, SET_*, FETCH4. */
enum { SAMPLES = 16, OTHERS = 12 };
static const uint8_t others[OTHERS] = {3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 14, 15};

static uint32_t some_opcode(struct stimulus *random)
{
    return stimulus_chance(random, 60) ? 16 + stimulus_below(random, SAMPLES) : others[stimulus_below(random, OTHERS)];
}

static void drive_instruction(struct lod_block_in *in, struct stimulus *random)
{
    enum { RESOURCE_AND_ALT = 0x0100ff00, SAMPLER = 0xf8000 };
    for (unsigned i = 0; i < TEX_WORDS; i++)
        in->tex.word[i] = (uint32_t)stimulus_bits(random, 32);
    in->tex.word[0] = (in->tex.word[0] & ~(uint32_t)RESOURCE_AND_ALT & ~31u) | some_opcode(random);
    in->tex.word[2] &= ~(uint32_t)SAMPLER;
    if (stimulus_chance(random, 70)) /* X Y Z W as they are */
        in->tex.word[2] = (in->tex.word[2] & 0xfffff) | 0x688u << 20;
    if (stimulus_chance(random, 50))
        in->tex.word[1] |= 7u << 28; /* all within 0 and 1 */
}

/* Of some size, so that levels and slices are there; formats of one bit have the text filter. */
static void drive_resource(struct lod_block_in *in, struct stimulus *random)
{
    for (unsigned i = 0; i < FETCH_RESOURCE_WORDS; i++)
        in->resource.word[i] = (uint32_t)stimulus_bits(random, 32);
    if (stimulus_chance(random, 70)) /* the largest level, and most of those below it */
        in->resource.word[4] &= 0x0fffffff;
    if (stimulus_chance(random, 70)) /* fractions */
        in->resource.word[4] &= ~0x300u;
    if (stimulus_chance(random, 20))
        in->resource.word[1] = (in->resource.word[1] & 0x03ffffff) | (37 + stimulus_below(random, 2)) << 26;
    if (stimulus_chance(random, 50)) /* few slices */
        in->resource.word[1] &= ~0x03ff0000u;
    if (stimulus_chance(random, 50))
        in->resource.word[5] &= ~0x3fffff80u;
}

static void drive_sampler(struct lod_block_in *in, struct stimulus *random)
{
    enum { FETCH_4 = 1 << 26 };
    for (unsigned i = 0; i < FETCH_SAMPLER_WORDS; i++)
        in->sampler.word[i] = (uint32_t)stimulus_bits(random, 32);
    if (stimulus_chance(random, 80))
        in->sampler.word[1] = (stimulus_below(random, 128) - 64) << 20 | 0x3ffu << 10;
    if (stimulus_chance(random, 80))
        in->sampler.word[2] &= ~0xfffu;
    if (stimulus_chance(random, 80))
        in->sampler.word[2] &= ~(uint32_t)FETCH_4;
    for (unsigned e = 0; e < ELEMENTS; e++)
        in->border.element[e] = (uint32_t)stimulus_bits(random, 32);
    in->kernel = (uint8_t)stimulus_bits(random, 6);
    in->ta_cntl_aux = (uint32_t)stimulus_bits(random, 32);
}

/* 2^-14 to 2^5 or so, of either sign. */
static uint32_t some_number(struct stimulus *random)
{
    const uint32_t exponent = 127 - 14 + stimulus_below(random, 20);
    if (stimulus_chance(random, 5))
        return stimulus_word(random);
    return (uint32_t)stimulus_bits(random, 1) << 31 | exponent << 23 | (uint32_t)stimulus_bits(random, 23);
}

/* Between two numbers of a step of 1 / `steps`, of either sign if it likes. */
static uint32_t some_tie(struct stimulus *random, unsigned steps, unsigned most)
{
    const float value = (float)(2 * stimulus_below(random, most * steps) + 1) / (2 * (float)steps);
    uint32_t    word;
    memcpy(&word, &value, sizeof word);
    return word;
}

static void drive_lane(struct lod_block_in *in, unsigned lane, bool integers, struct stimulus *random)
{
    static const uint32_t faces[] = {0, 0x3f800000, 0x40000000, 0x40400000, 0x40800000, 0x40a00000};
    uint32_t             *at = &in->row.value[(size_t)ELEMENTS * lane];
    for (unsigned e = 0; e < ELEMENTS; e++)
        at[e] = integers ? stimulus_below(random, stimulus_chance(random, 50) ? 4 : 2000) : some_number(random);
    if (!integers && stimulus_chance(random, 50)) /* a face, a layer */
        at[2] = faces[stimulus_below(random, sizeof faces / sizeof faces[0])];
    if (!integers && lane && stimulus_chance(random, 60))
        at[2] = in->row.value[2];
    if (!integers && stimulus_chance(random, 10)) /* a layer */
        at[2] = some_tie(random, 1, 8);
    if (!integers && stimulus_chance(random, 10)) /* a given level */
        at[3] = some_tie(random, 64, 16) | (uint32_t)stimulus_bits(random, 1) << 31;
    if (stimulus_chance(random, 10))
        at[0] = stimulus_below(random, 18); /* GET_TEXTURE_RESINFO: a level */
}

static void drive(void *state, void *driver, struct stimulus *random)
{
    struct lod          *lod = state;
    struct lod_block_in *in = &lod->block.in;
    const bool           keeps = stimulus_chance(random, 60);
    (void)driver;
    in->offer = stimulus_chance(random, 80);
    in->taken = lod->block.q.valid && stimulus_chance(random, 80);
    if (!in->offer)
        return;
    drive_instruction(in, random);
    if (!keeps) /* words stay for some instructions, as in a clause */
        drive_resource(in, random);
    if (!keeps || stimulus_chance(random, 20))
        drive_sampler(in, random);
    in->offer_quad = (uint8_t)stimulus_below(random, stimulus_chance(random, 70) ? 2 : QUADS);
    in->offer_place = (uint8_t)(stimulus_chance(random, 70) ? 0 : stimulus_below(random, PLACES));
    in->offer_entry = (uint8_t)stimulus_bits(random, 5);
    in->offer_lanes = (uint8_t)(stimulus_chance(random, 60) ? 15 : stimulus_bits(random, 4));
    const bool integers = (in->tex.word[0] & 31) < 6;
    for (unsigned lane = 0; lane < TEXTURE_QUAD; lane++)
        drive_lane(in, lane, integers, random);
    give_words(lod);
    gather_words(&lod->words, &lod->unit.in, in);
}

/* ---- the C model ------------------------------------------------------------------------------------------------ */

static void take_registers(const struct lod_unit_reg *q, struct lod_block_reg *to)
{
    to->valid = q->valid;
    to->entry = q->entry;
    to->quad = q->quad;
    to->lanes = q->lanes;
    to->alone = q->alone;
    to->passes = q->passes;
    to->lod = q->lod;
    to->plan = q->plan;
    to->coordinate = q->coordinate;
}

/* What the module keeps for a quad, as a row of the block's. */
static void show_kept(const lanes_t *rows, unsigned first, lod_kept_t *kept)
{
    for (unsigned at = 0; at < KEPT_WORDS; at++)
        kept->word[at] = rows[at / TEXTURE_QUAD].lane[first + at % TEXTURE_QUAD];
}

static unsigned kept_row(const struct lod_block_in *in)
{
    return (unsigned)in->offer_place * QUADS + in->offer_quad;
}

static void clock(void *state)
{
    struct lod                *lod = state;
    const struct lod_block_in *in = &lod->block.in;
    give_words(lod);
    lod_unit_eval(&lod->unit.in, &lod->unit.q, &lod->unit.d, &lod->unit);
    lod_unit_commit(&lod->unit);
    take_registers(&lod->unit.q, &lod->block.d);
    show_kept(&lod->unit.kept[(size_t)in->offer_place * KEPT_ROWS], in->offer_quad * TEXTURE_QUAD,
              &lod->block.kept[kept_row(in)]);
    rtl_commit(&lod->block);
}

static void touches(const void *state, struct rows *rows)
{
    const struct lod *lod = state;
    if (lod->block.in.offer)
        rows_touch(rows, &lod->block.kept[kept_row(&lod->block.in)], 1);
}

/* ---- in a run --------------------------------------------------------------------------------------------------- */

static void gather(const struct simd *simd, unsigned instance, void *state)
{
    const struct lod_unit_in *from = &simd->lod_unit.in;
    struct lod_block_in      *in = &((struct lod *)state)->block.in;
    const unsigned            first = quad_first_lane(from->offer_quad, from->quads_a_quarter);
    (void)instance;
    in->offer = from->offer;
    in->taken = from->taken;
    if (!in->offer)
        return;
    in->offer_quad = from->offer_quad;
    in->offer_entry = from->offer_entry;
    in->offer_lanes = (uint8_t)quad_lanes(from->offer_lanes, first);
    in->offer_place = from->offer_place;
    in->tex = (lod_inst_t){{(uint32_t)from->offer_low, (uint32_t)(from->offer_low >> 32), from->offer_high}};
    for (unsigned at = 0; at < TEXTURE_QUAD * ELEMENTS; at++)
        in->row.value[at] = from->rows[at % ELEMENTS].lane[first + at / ELEMENTS];
    gather_words(from->state, from, in);
}

static void scatter(struct simd *simd, unsigned instance, const void *state)
{
    const struct lod       *lod = state;
    const struct lod_block *block = &lod->block;
    struct lod_unit        *unit = &simd->lod_unit;
    const lod_kept_t *const kept = &block->kept[kept_row(&block->in)];
    const unsigned          first = quad_first_lane(block->in.offer_quad, unit->in.quads_a_quarter);
    (void)instance;
    unit->q.valid = block->q.valid;
    unit->q.entry = block->q.entry;
    unit->q.quad = block->q.quad;
    unit->q.lanes = block->q.lanes;
    unit->q.alone = block->q.alone;
    unit->q.passes = block->q.passes;
    unit->q.lod = block->q.lod;
    unit->q.plan = block->q.plan;
    unit->q.coordinate = block->q.coordinate;
    unit->d = unit->q;
    for (unsigned at = 0; block->in.offer && at < KEPT_WORDS; at++)
        unit->kept[block->in.offer_place * KEPT_ROWS + at / TEXTURE_QUAD].lane[first + at % TEXTURE_QUAD] =
            kept->word[at];
}

/* ---- what the inputs were --------------------------------------------------------------------------------------- */

static const char *opcode_label(unsigned value)
{
    const uint32_t dwords[4] = {value < OTHERS ? others[value] : 16 + value - OTHERS};
    return isa_fetch_lookup(isa_cf_ops[ISA_CF_INST_TEX].opcode, dwords)->name;
}

static int opcode_of(const void *state)
{
    const struct lod_block_in *in = &((const struct lod *)state)->block.in;
    const unsigned             opcode = in->tex.word[0] & 31;
    if (!in->offer)
        return -1;
    for (unsigned i = 0; i < OTHERS; i++)
        if (opcode == others[i])
            return (int)i;
    return (int)(opcode - 16 + OTHERS);
}

static const char *dim_label(unsigned value)
{
    static const char *const names[8] = {"1D", "2D", "3D", "cube", "1D array", "2D array", "2D MSAA", "2D array MSAA"};
    return names[value];
}

static int dim_of(const void *state)
{
    return (int)(((const struct lod *)state)->block.in.resource.word[0] & 7);
}

static const struct stimulus_part parts[] = {
    {"opcode", OTHERS + SAMPLES, opcode_label, opcode_of}, {"dim", 8, dim_label, dim_of}, {NULL, 0, NULL, NULL}};

static const struct stimulus_cross crosses[] = {{"opcode", "dim", NULL}, {NULL, NULL, NULL}};

static const char *const edges[] = {"given level: a tie above an even number", "given level: a tie above an odd number",
                                    "layer: a tie above an even number", "layer: a tie above an odd number", NULL};

/* 1: a tie above an even number of 1 / `steps`, 2: above an odd one, else 0. */
static unsigned tie_of(uint32_t word, unsigned steps)
{
    float value;
    word &= 0x7fffffffu;
    memcpy(&value, &word, sizeof value);
    const double scaled = value < 16 ? (double)value * steps : 0, below = (unsigned)scaled;
    return scaled - below == 0.5 ? 1 + ((unsigned)below & 1) : 0;
}

/* Of SAMPLE* whose SRC_SEL leave coordinates as they are; given 1, biased 2 in the opcode; 2D arrays. */
static uint64_t met(const void *state)
{
    const struct lod_block_in *in = &((const struct lod *)state)->block.in;
    const unsigned             opcode = in->tex.word[0] & 31, dim = in->resource.word[0] & 7;
    uint64_t                   bits = 0;
    if (!in->offer || opcode < 16 || in->tex.word[2] >> 20 != 0x688)
        return 0;
    for (unsigned lane = 0; lane < TEXTURE_QUAD; lane++) {
        const uint32_t *at = &in->row.value[(size_t)ELEMENTS * lane];
        if (!(in->offer_lanes >> lane & 1))
            continue;
        if ((opcode & 3) == 1 || (opcode & 3) == 2)
            bits |= tie_of(at[3], 64);
        if (dim == 5)
            bits |= (uint64_t)tie_of(at[2], 1) << 2;
    }
    return bits;
}

const struct lockstep_module lockstep_lod_unit = {
    LOCKSTEP_BLOCK(lod_unit, lod_block, lod),
    .doc = "gradients, levels of detail, plans and answers of a quad (ISA 9.4; 3D 8)",
    .lifetime = 2000,
    .touches = touches,
    .clears = true,
    .parts = parts,
    .crosses = crosses,
    .edges = edges,
    .met = met,
    LOCKSTEP_INSTANCES(lod_unit),
    .part = true,
    .by_words = true,
    .gather = gather,
    .scatter = scatter,
};
