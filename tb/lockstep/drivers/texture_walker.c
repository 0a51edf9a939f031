/* texture_walker.c - the walker with its addressers beside its twin, and in its place: the passes of quads that the LOD
 * unit has planned, surfaces of all orders and formats, lines that are found now or later. */
#include "pipeline/texture/texture_walker.h"

#include <string.h>

#include "pipeline/texture/texture_plan.h"
#include "pipeline/texture/texture_shape.h"
#include "rtl_model/r700/simd.h"
#include "tb/lockstep/drivers/texture_draw.h"
#include "tb/lockstep/lockstep.h"

enum { ELEMENTS = 4, TEX_WORDS = 3, WAYS = 512, QUADS = 16, ADDRESS_BITS = 40 };

typedef struct {
    uint32_t word[TEX_WORDS];
} walker_inst_t;
typedef struct {
    uint32_t word[TEXTURE_FILTER4];
} walker_filter4_t;
typedef struct {
    uint8_t level[TEXTURE_LEVELS];
} levels_small_t;
typedef struct {
    uint16_t level[TEXTURE_LEVELS];
} levels_half_t;
typedef struct {
    uint32_t level[TEXTURE_LEVELS];
} levels_word_t;
typedef struct {
    uint64_t level[TEXTURE_LEVELS];
} levels_long_t;

/* clang-format off */
#define WALKER_BLOCK_SIGNALS(S)                                                                        \
    S(IN,   bool,             offer,         1, "a quad with its plan is there")                       \
    S(IN,   uint8_t,          offer_entry,   5, "its instruction's place among those under way")       \
    S(IN,   uint8_t,          offer_quad,    4, "its number")                                          \
    S(IN,   uint8_t,          offer_lanes,   4, "threads of it that fetch")                            \
    S(IN,   bool,             offer_alone,   1, "nothing is read")                                     \
    S(IN,   uint16_t,         offer_passes, 16, "its passes")                                          \
    S(IN,   uint8_t,          quads,         5, "of a wavefront")                                      \
    S(IN,   texture_plan_t,   plan,         32, "its plan")                                            \
    S(IN,   quad_vectors_t,   coordinate,   32, "X Y Z W of each lane")                                \
    S(IN,   walker_inst_t,    tex,          32, "TEX_WORD0 to 2")                                      \
    S(IN,   fetch_resource_t, resource,     32, "SQ_TEX_RESOURCE_WORD0 to 6")                          \
    S(IN,   fetch_sampler_t,  sampler,      32, "SQ_TEX_SAMPLER_WORD0 to 2")                           \
    S(IN,   uint8_t,          kernel,        6, "TD_PS_SAMPLER_CLEARTYPE_KERNEL: width, height")       \
    S(IN,   walker_filter4_t, filter4,      28, "TD_FILTER4")                                          \
    S(IN,   bool,             seams,         1, "DISABLE_CUBE_WRAP")                                   \
    S(IN,   uint8_t,          pipe_bits,     2, "pipes, a logarithm")                                  \
    S(IN,   bool,             eight_banks,   1, "else four")                                           \
    S(IN,   bool,             group_512,     1, "else groups of 256 bytes")                            \
    S(IN,   uint8_t,          split_bits,    4, "bytes of a tile beyond which it is split, a logarithm: 10 to 13") \
    S(IN,   bool,             swaps_more,    1, "ROW_TILING 4 and above")                              \
    S(IN,   bool,             turns,         1, "slices turn pipes, not only banks")                   \
    S(IN,   bool,             depth,         1, "the order of depth buffers")                          \
    S(IN,   uint8_t,          aspect_bits,   2, "how much higher macro tiles are, a logarithm: 0 to 2") \
    S(IN,   uint8_t,          element_bits,  3, "bytes of an element, a logarithm: 0 to 4")            \
    S(IN,   uint8_t,          sample_bits,   2, "samples, a logarithm")                                \
    S(IN,   uint8_t,          swap_bits,     4, "elements of a row after which banks are others, a logarithm") \
    S(IN,   bool,             known,         1, "the format has a layout")                             \
    S(IN,   uint8_t,          block_x_bits,  2, "texels of a block beside one another, a logarithm")   \
    S(IN,   uint8_t,          block_y_bits,  2, "below one another")                                   \
    S(IN,   uint8_t,          element_x_bits, 2, "texels of an element, a logarithm")                  \
    S(IN,   bool,             thirds,        1, "a texel has three elements")                          \
    S(IN,   levels_small_t,   level_order,   2, "of each level: enum texture_order")                   \
    S(IN,   uint16_t,         level_swapped, 16, "columns swap banks")                                 \
    S(IN,   uint16_t,         level_thick,  16, "four slices a tile")                                  \
    S(IN,   levels_long_t,    level_address, 40, "of its first byte")                                  \
    S(IN,   levels_half_t,    level_pitch,  16, "elements of a row")                                   \
    S(IN,   levels_half_t,    level_rows,   14, "of a slice")                                          \
    S(IN,   levels_word_t,    level_slices, 17, "in memory")                                           \
    S(IN,   levels_half_t,    level_x,      14, "texels that can be read")                             \
    S(IN,   levels_half_t,    level_y,      14, "rows")                                                \
    S(IN,   levels_word_t,    level_z,      17, "slices")                                              \
    S(IN,   line_ways_t,      looked,       10, "the first lines without a way: way + 1, or 0")        \
    S(IN,   uint32_t,         stamp,        32, "of the look-ups of this clock")                       \
    S(IN,   bool,             room,          1, "the queue takes a pass")                              \
    S(OUT,  bool,             valid,         1, "a pass has been addressed")                           \
    S(OUT,  uint8_t,          entry,         5, "its instruction's place among those under way")       \
    S(OUT,  uint8_t,          quad,          4, "its quad")                                            \
    S(OUT,  uint8_t,          lanes,         4, "threads of it that fetch")                            \
    S(OUT,  bool,             alone,         1, "nothing is read: the answer goes on")                 \
    S(OUT,  bool,             first,         1, "the first pass of the quad")                          \
    S(OUT,  bool,             last,          1, "the last one")                                        \
    S(OUT,  bool,             ends,          1, "and the last one of the instruction")                 \
    S(OUT,  bool,             filtered,      1, "a lane's texels are filtered")                        \
    S(OUT,  quad_words_t,     z,            32, "Z of each lane's coordinates")                        \
    S(OUT,  quad_words_t,     w,            32, "and W")                                               \
    S(OUT,  quad_bytes_t,     box,           8, "texels of a text filter's box, each lane's")          \
    S(OUT,  uint16_t,         pass,         16, "passes of the offered quad that have been addressed") \
    S(OUT,  uint8_t,          lines,         6, "lines of the pass")                                   \
    S(OUT,  pass_lines_t,     line,         34, "which")                                               \
    S(OUT,  uint64_t,         found,        48, "those of them that have a way, a bit each")           \
    S(OUT,  pass_ways_t,      way,           9, "which way")                                           \
    S(OUT,  uint32_t,         oldest,       32, "stamp of their first look-up; 0: none yet")           \
    S(OUT,  pass_words_t,     weight,       32, "of each tap, four of each lane; an answer")           \
    S(OUT,  pass_marks_t,     mark,          8, "of each tap: used 1, border 2; pieces << 2")          \
    S(OUT,  pass_marks_t,     bytes,         5, "of each tap: bytes of a piece")                       \
    S(OUT,  pass_marks_t,     texel,         8, "of each tap: texel in its block, X + 16 Y")           \
    S(OUT,  pass_bytes_t,     which,         6, "line of each piece, three of each tap")               \
    S(OUT,  pass_bytes_t,     offset,        6, "its first byte there")
/* clang-format on */

RTL_STRUCT(walker_block, WALKER_BLOCK_SIGNALS);
RTL_TABLE(walker_block, WALKER_BLOCK_SIGNALS);

/* Registers that both sides have. */
/* clang-format off */
#define WALKER_REGISTERS(R)                                                                                            \
    R(valid) R(entry) R(quad) R(lanes) R(alone) R(first) R(last) R(ends) R(filtered) R(z) R(w) R(box) R(pass)          \
    R(lines) R(line) R(found) R(way) R(oldest) R(weight) R(mark) R(bytes) R(texel) R(which) R(offset)
/* clang-format on */

/* The ports, and the module that is compared with what it looks at. */
struct walker {
    struct walker_block   block;
    struct texture_walker unit;
    struct fetch_state    words;
    bool                  over; /* the offered quad's last pass has been taken: the next one is another */
};

static void reset(void *state, void *driver, struct stimulus *random)
{
    struct walker *walker = state;
    (void)driver;
    memset(walker, 0, sizeof *walker);
    walker->block.in.tex.word[0] = ISA_FETCH_LD;
    walker->block.in.split_bits = 10;
    walker->block.in.quads = walker->unit.in.quads = (uint8_t)(stimulus_chance(random, 50) ? QUADS : QUADS / 2);
    walker->over = true;
}

/* ---- the surface ------------------------------------------------------------------------------------------------ */

static uint8_t logarithm(unsigned power)
{
    return (uint8_t)(power ? __builtin_ctz(power) : 0);
}

static void show_surface(const struct texture_tiling *tiling, const struct texture_level *level,
                         struct walker_block_in *in)
{
    in->pipe_bits = tiling->pipe_bits;
    in->eight_banks = tiling->bank_bits == 3;
    in->group_512 = tiling->group_bits == 9;
    in->split_bits = tiling->split_bits;
    in->swaps_more = tiling->swaps_more;
    in->turns = level->mode.turns;
    in->depth = level->mode.depth;
    in->aspect_bits = logarithm(level->mode.aspect);
    in->element_bits = logarithm(level->element_bytes);
    in->sample_bits = logarithm(level->samples);
    in->known = level->known;
    in->block_x_bits = logarithm(level->block_width);
    in->block_y_bits = logarithm(level->block_height);
    in->element_x_bits = logarithm(level->element_width);
    in->thirds = level->parts > 1;
}

static void show_level(const struct texture_level *level, unsigned number, struct walker_block_in *in)
{
    const uint16_t bit = (uint16_t)(1u << number);
    in->level_order.level[number] = level->mode.order;
    in->level_swapped = (uint16_t)((in->level_swapped & ~bit) | (level->mode.swapped ? bit : 0));
    in->level_thick = (uint16_t)((in->level_thick & ~bit) | (level->mode.thickness > 1 ? bit : 0));
    in->level_address.level[number] = level->address & ((UINT64_C(1) << ADDRESS_BITS) - 1);
    in->level_pitch.level[number] = (uint16_t)level->pitch;
    in->level_rows.level[number] = (uint16_t)level->rows;
    in->level_slices.level[number] = level->slices;
    in->level_x.level[number] = (uint16_t)level->size[0];
    in->level_y.level[number] = (uint16_t)level->size[1];
    in->level_z.level[number] = level->size[2];
    if (number == 0) /* no other one swaps */
        in->swap_bits = logarithm(level->swap_width);
}

/* The levels that the plan names. */
static void show_levels(struct texture_context *context, const texture_plan_t *plan, struct walker_block_in *in)
{
    struct texture_plan lanes;
    uint32_t            seen = 1;
    texture_plan_unpack(plan, &lanes);
    for (unsigned lane = 0; lane < TEXTURE_QUAD; lane++)
        for (unsigned s = 0; s < lanes.lane[lane].steps; s++)
            seen |= 1u << lanes.lane[lane].step[s].level;
    for (unsigned number = 0; number < TEXTURE_LEVELS; number++)
        if (seen >> number & 1)
            show_level(texture_context_level(context, number), number, in);
    show_surface(&context->tiling, texture_context_level(context, 0), in);
}

/* ---- words ------------------------------------------------------------------------------------------------------ */

static unsigned least(unsigned a, unsigned b)
{
    return a < b ? a : b;
}

/* For the block: what the unit is offered. */
static void gather_words(const struct texture_walker_in *from, struct walker_block_in *in)
{
    const struct fetch_state *words = from->state;
    struct texture_context    context;
    texture_context_make(words, from->offer_low, from->offer_high, &context);
    const struct isa_tex *tex = &context.tex;
    in->tex = (walker_inst_t){{(uint32_t)from->offer_low, (uint32_t)(from->offer_low >> 32), from->offer_high}};
    in->resource =
        words->resource[least(fetch_state_resource(words, tex->alt_const, tex->resource_id), FETCH_RESOURCES - 1)];
    in->sampler =
        words->sampler[least(fetch_state_sampler(words, tex->alt_const, tex->sampler_id), FETCH_SAMPLERS - 1)];
    in->kernel = (uint8_t)(context.units.cleartype_width | context.units.cleartype_height << 3);
    in->seams = words->q.ta_cntl_aux & TA_DISABLE_CUBE_WRAP;
    memcpy(in->filter4.word, words->filter4, sizeof in->filter4.word);
    in->plan = *from->plan;
    in->coordinate = *from->coordinate;
    in->offer_entry = from->offer_entry;
    in->offer_quad = from->offer_quad;
    in->offer_lanes = from->offer_lanes;
    in->offer_alone = from->offer_alone;
    in->offer_passes = from->offer_passes;
    show_levels(&context, from->plan, in);
}

/* ---- driving ---------------------------------------------------------------------------------------------------- */

static void show_offer(struct walker *walker)
{
    struct texture_walker_in     *to = &walker->unit.in;
    const struct walker_block_in *in = &walker->block.in;
    to->state = &walker->words;
    to->contexts = NULL;
    to->plan = &in->plan;
    to->coordinate = &in->coordinate;
    to->offer_low = in->tex.word[0] | (uint64_t)in->tex.word[1] << 32;
    to->offer_high = in->tex.word[2];
}

/* Another quad, planned as the LOD unit does. */
static void drive_quad(struct walker *walker, struct stimulus *random)
{
    struct walker_block_in *in = &walker->block.in;
    struct texture_context  context;
    struct texture_query    query;
    struct texture_plan     plan;
    if (stimulus_chance(random, 60))
        texture_draw_state(&walker->words, random);
    texture_draw_instruction(in->tex.word, random);
    show_offer(walker);
    texture_context_make(&walker->words, walker->unit.in.offer_low, walker->unit.in.offer_high, &context);
    texture_context_query(&context, &query);
    texture_draw_quad(&query, random);
    memset(&plan, 0, sizeof plan);
    texture_plan_make(&query, &plan);
    walker->unit.in.offer_alone = stimulus_chance(random, 5);
    walker->unit.in.offer_passes = walker->unit.in.offer_alone ? 1 : plan.passes;
    walker->unit.in.offer_entry = (uint8_t)stimulus_bits(random, 5);
    walker->unit.in.offer_quad = (uint8_t)(stimulus_chance(random, 30) ? in->quads - 1u : stimulus_bits(random, 4));
    walker->unit.in.offer_lanes = query.lanes;
    if (walker->unit.in.offer_alone)
        memset(&plan, 0, sizeof plan);
    texture_plan_pack(&plan, &in->plan);
    memcpy(in->coordinate.value, query.coordinate, sizeof in->coordinate.value);
    gather_words(&walker->unit.in, in);
}

static void drive(void *state, void *driver, struct stimulus *random)
{
    struct walker                   *walker = state;
    struct walker_block_in          *in = &walker->block.in;
    const struct texture_walker_reg *q = &walker->unit.q;
    line_numbers_t                   lines;
    (void)driver;
    if (walker->over)
        drive_quad(walker, random);
    in->offer = stimulus_chance(random, walker->over ? 80 : 95);
    in->room = stimulus_chance(random, 85);
    in->stamp = 1 + (uint32_t)stimulus_bits(random, 31);
    const uint8_t  look = texture_walker_looks(q, &lines);
    const unsigned hit = stimulus_chance(random, 70) ? 100 : 40;
    for (unsigned i = 0; i < LINE_LOOKS; i++)
        in->looked.look[i] =
            (uint16_t)(look >> i & 1 && stimulus_chance(random, hit) ? 1 + stimulus_below(random, WAYS) : 0);
    const bool ends = texture_walker_ends(q, &in->looked, in->room);
    walker->over = texture_walker_accepts_last(q, in->offer, ends, in->offer_passes);
}

/* ---- the C model ------------------------------------------------------------------------------------------------ */

static void clock(void *state)
{
    struct walker          *walker = state;
    struct walker_block_in *in = &walker->block.in;
    show_offer(walker);
    walker->unit.in.offer = in->offer;
    walker->unit.in.looked = in->looked;
    walker->unit.in.stamp = in->stamp;
    walker->unit.in.room = in->room;
    texture_walker_eval(&walker->unit.in, &walker->unit.q, &walker->unit.d);
    rtl_commit(&walker->unit);
#define TAKE(name) walker->block.d.name = walker->unit.q.name;
    WALKER_REGISTERS(TAKE)
#undef TAKE
    rtl_commit(&walker->block);
}

/* ---- in a run --------------------------------------------------------------------------------------------------- */

static void gather(const struct simd *simd, unsigned instance, void *state)
{
    const struct texture_walker_in *from = &simd->texture_walker.in;
    struct walker_block_in         *in = &((struct walker *)state)->block.in;
    (void)instance;
    in->offer = from->offer;
    in->quads = from->quads;
    in->looked = from->looked;
    in->stamp = from->stamp;
    in->room = from->room;
    if (in->offer)
        gather_words(from, in);
}

static void scatter(struct simd *simd, unsigned instance, const void *state)
{
    const struct walker_block *block = &((const struct walker *)state)->block;
    struct texture_walker     *unit = &simd->texture_walker;
    (void)instance;
#define GIVE(name) unit->q.name = block->q.name;
    WALKER_REGISTERS(GIVE)
#undef GIVE
    unit->d = unit->q;
}

/* ---- what the inputs were --------------------------------------------------------------------------------------- */

static const char *filter_label(unsigned value)
{
    static const char *const names[] = {"point", "bilinear", "bicubic", "text"};
    return names[value];
}

static int filter_of(const void *state)
{
    const struct walker_block_in *in = &((const struct walker *)state)->block.in;
    struct texture_plan           plan;
    texture_plan_unpack(&in->plan, &plan);
    return in->offer && !in->offer_alone ? plan.lane[0].filter : -1;
}

static const char *dim_label(unsigned value)
{
    static const char *const names[8] = {"1D", "2D", "3D", "cube", "1D array", "2D array", "2D MSAA", "2D array MSAA"};
    return names[value];
}

static int dim_of(const void *state)
{
    return (int)(((const struct walker *)state)->block.in.resource.word[0] & 7);
}

static const struct stimulus_part parts[] = {
    {"filter", 4, filter_label, filter_of}, {"dim", 8, dim_label, dim_of}, {NULL, 0, NULL, NULL}};

static const char *const edges[] = {"a cube's coordinate in texels", "a cube's coordinate in texels, of an upper level",
                                    NULL};

enum { LD = 3 /* TEX_INST, ISA 10.4 */ };

/* Beyond the first texel; word 1 of the instruction has bits 28 and 29 where X and Y are not in texels. */
static uint64_t met(const void *state)
{
    const struct walker_block_in *in = &((const struct walker *)state)->block.in;
    struct texture_plan           plan;
    uint64_t                      bits = 0;
    if (!in->offer || in->offer_alone || (in->resource.word[0] & 7) != TEX_DIM_CUBEMAP || (in->tex.word[0] & 31) == LD)
        return 0;
    texture_plan_unpack(&in->plan, &plan);
    for (unsigned lane = 0; lane < TEXTURE_QUAD; lane++)
        for (unsigned e = 0; e < 2; e++) {
            float value;
            memcpy(&value, &in->coordinate.value[4 * lane + e], sizeof value);
            if (in->offer_lanes >> lane & 1 && !(in->tex.word[1] >> (28 + e) & 1) && value > 2 && value < 8192)
                bits |=
                    1 | (uint64_t)(plan.lane[lane].steps && plan.lane[lane].step[0].level > in->resource.word[4] >> 28)
                            << 1;
        }
    return bits;
}

static const struct stimulus_gap gaps[] = {
    {"i_aspect_bits", "3", "THIN4 is the narrowest"},
    {"i_element_bits", "5", "16 bytes are the most"},
    {"i_element_bits", "6", "16 bytes are the most"},
    {"i_element_bits", "7", "16 bytes are the most"},
    {"i_block_y_bits", "1", "blocks are one texel high, or four"},
    {"i_block_y_bits", "3", "blocks are one texel high, or four"},
    {"i_element_x_bits", "1", "elements are one texel wide, four or eight"},
    {"i_level_order", "3", "there are three"},
    {NULL, NULL, NULL},
};

const struct lockstep_module lockstep_texture_walker = {
    LOCKSTEP_BLOCK(texture_walker, walker_block, walker),
    .doc = "the passes of a quad: texels, weights, addresses, lines (3D 7, 8; ISA 10.4)",
    .shown_size = sizeof(struct walker_block),
    .lifetime = 2000,
    .parts = parts,
    .gaps = gaps,
    .edges = edges,
    .met = met,
    LOCKSTEP_INSTANCES(texture_walker),
    .part = true,
    .by_words = true,
    .gather = gather,
    .scatter = scatter,
};
