/* texture_unit_kit.h - what the tests of the texture unit's stages share: a texture, a sampler and an instruction as
 * the words that the stages have of them, and quads of coordinates. */
#ifndef TB_UNIT_TEXTURE_UNIT_KIT_H
#define TB_UNIT_TEXTURE_UNIT_KIT_H

#include "tb/unit/clock.h"

#include "mem/fetch_state.h"
#include "pipeline/texture/texture_context.h"
#include "pipeline/texture/texture_quad.h"

/* What the instruction calls resource 5 and sampler 2 are those of a vertex program. */
enum { RESOURCE_ID = 5, SAMPLER_ID = 2, RESOURCE_BASE = 160, SAMPLER_BASE = 18, RESOURCE = 165, SAMPLER = 20 };

/* A texture of 64 x 64 texels of 32 bits: a row of texels is 256 bytes, so a line has 16 texels of one row. */
enum { SIZE = 64, BASE_LINE = 0x1240, LINES_A_ROW = 4, TEXELS_A_LINE = 16 };

struct texture_words {
    enum isa_fetch_id       op;
    struct isa_tex          tex;
    struct texture_resource resource;
    struct texture_sampler  sampler;
    struct fetch_state      state;
    uint64_t                low; /* of the instruction: dwords 0 and 1; dword 2 */
    uint32_t                high;
};

static inline uint32_t float_bits(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

/* SAMPLE, bilinear, coordinates in texels, four bytes of fractions, one level. */
static inline void words_make(struct texture_words *words)
{
    memset(words, 0, sizeof *words);
    words->op = ISA_FETCH_SAMPLE;
    words->tex = (struct isa_tex){.resource_id = RESOURCE_ID,
                                  .sampler_id = SAMPLER_ID,
                                  .src_gpr = 1,
                                  .src_sel_y = 1,
                                  .src_sel_z = 2,
                                  .src_sel_w = 3,
                                  .dst_gpr = 2,
                                  .dst_sel_y = 1,
                                  .dst_sel_z = 2,
                                  .dst_sel_w = 3};
    words->resource = (struct texture_resource){.dim = TEX_DIM_2D,
                                                .pitch = SIZE / 8 - 1,
                                                .tex_width = SIZE - 1,
                                                .tex_height = SIZE - 1,
                                                .data_format = TEX_FMT_8_8_8_8,
                                                .base_address = BASE_LINE * LINE_BYTES >> 8,
                                                .dst_sel_y = TEX_SEL_Y,
                                                .dst_sel_z = TEX_SEL_Z,
                                                .dst_sel_w = TEX_SEL_W,
                                                .type = TEX_VALID_TEXTURE};
    words->sampler = (struct texture_sampler){.clamp_x = TEX_CLAMP_LAST_TEXEL,
                                              .clamp_y = TEX_CLAMP_LAST_TEXEL,
                                              .xy_mag_filter = TEX_XY_FILTER_BILINEAR,
                                              .xy_min_filter = TEX_XY_FILTER_BILINEAR,
                                              .max_lod = 0x3ff};
}

/* The instruction's dwords, and the words of its resource and sampler among others. */
static inline void words_settle(struct texture_words *words)
{
    uint32_t  dwords[4] = {0};
    uint32_t *word = words->state.resource[RESOURCE].word;
    memset(words->state.resource, 0xff, sizeof words->state.resource);
    memset(words->state.sampler, 0xff, sizeof words->state.sampler);
    words->state.q.resource_base = RESOURCE_BASE;
    words->state.q.sampler_base = SAMPLER_BASE;
    memset(word, 0, sizeof words->state.resource[RESOURCE]);
#define TEXTURE_FIELD(NAME, name, at, high, low, sign, doc) word[at] |= (uint32_t)words->resource.name << (low);
#include "pipeline/texture/texture_resource.def"
#undef TEXTURE_FIELD
    word = words->state.sampler[SAMPLER].word;
    memset(word, 0, sizeof words->state.sampler[SAMPLER]);
#define TEXTURE_FIELD(NAME, name, at, high, low, sign, doc)                                                            \
    word[at] |= (uint32_t)words->sampler.name << (31 - ((high) - (low))) >> (31 - (high));
#include "pipeline/texture/texture_sampler.def"
#undef TEXTURE_FIELD
    words->tex.tex_inst = isa_fetch_ops[words->op].opcode;
    isa_pack_tex(&words->tex, dwords);
    words->low = dwords[0] | (uint64_t)dwords[1] << 32;
    words->high = dwords[2];
}

/* Registers that do not fit their width would be others in a waveform and in a Verilog block. */
static inline void assert_widths(const struct rtl_module *table, const void *module)
{
    for (unsigned i = 0; i < table->signal_count; i++) {
        const struct rtl_signal *signal = &table->signals[i];
        const size_t             bytes = RTL_ELEMENT_BYTES(signal->bits);
        for (size_t n = 0; rtl_is_register(signal->kind) && n < signal->count; n++) {
            uint64_t value = 0;
            memcpy(&value, (const unsigned char *)module + signal->offset + n * bytes, bytes);
            if (signal->bits < 64 && value >> signal->bits)
                fail_msg("%s.%s has %u bits: %#llx", table->name, signal->name, signal->bits,
                         (unsigned long long)value);
        }
    }
}

/* ---- coordinates ------------------------------------------------------------------------------------------------ */

static inline void coordinates_set(quad_vectors_t *coordinate, unsigned lane, float x, float y)
{
    coordinate->value[4 * lane] = float_bits(x);
    coordinate->value[4 * lane + 1] = float_bits(y);
}

/* The plan of a quad, as the LOD unit leaves it; its passes. */
static inline unsigned plan_of(const struct texture_words *words, const quad_vectors_t *coordinate, unsigned lanes,
                               texture_plan_t *packed)
{
    struct texture_context context;
    struct texture_query   query;
    struct texture_plan    plan;
    texture_context_make(&words->state, words->low, words->high, &context);
    texture_context_query(&context, &query);
    memcpy(query.coordinate, coordinate->value, sizeof query.coordinate);
    query.lanes = (uint8_t)lanes;
    texture_plan_make(&query, &plan);
    texture_plan_pack(&plan, packed);
    return plan.passes;
}

#endif
