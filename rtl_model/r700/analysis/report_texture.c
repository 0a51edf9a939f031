/* report_texture.c - passes of a program's texture instructions by the textures and samplers of its launch
 * (docs/texture.md, Structure: T5, T6, T9, T11, T13). */
#include "pipeline/texture/texel.h"
#include "pipeline/texture/texture_state.h"
#include "rtl_model/r700/analysis/report.h"

struct passes {
    unsigned least, most; /* clocks of a quad */
};

static struct passes larger(struct passes a, struct passes b)
{
    return (struct passes){a.least < b.least ? a.least : b.least, a.most > b.most ? a.most : b.most};
}

/* By XY_MAG_FILTER or XY_MIN_FILTER; `wide` is what a filtered pass costs. */
static struct passes passes_of_filter(unsigned filter, unsigned wide, unsigned max_aniso)
{
    enum { BICUBIC_PASSES = 4 };
    switch (filter) {
    case TEX_XY_FILTER_POINT:
        return (struct passes){1, 1};
    case TEX_XY_FILTER_BICUBIC:
        return (struct passes){BICUBIC_PASSES * wide, BICUBIC_PASSES * wide};
    case TEX_XY_FILTER_ANISO_POINT:
        return (struct passes){1, wide << max_aniso};
    case TEX_XY_FILTER_ANISO_BILINEAR:
        return (struct passes){wide, wide << max_aniso};
    default:
        return (struct passes){wide, wide};
    }
}

static unsigned clocks_of_pass(const struct chip_config *chip, const struct texel_format *format)
{
    const unsigned texels = format->block_width * format->block_height;
    const unsigned bits = format->bytes * 8u / (texels ? texels : 1);
    return bits > chip->tex_sample_bits ? (bits + chip->tex_sample_bits - 1) / chip->tex_sample_bits : 1;
}

static struct passes passes_of(const struct chip_config *chip, const struct fetch_state *state,
                               const struct isa_tex *tex)
{
    struct texture_resource resource;
    struct texture_sampler  sampler;
    struct texel_format     format;
    texture_resource_unpack(state->resource[fetch_state_resource(state, tex->alt_const, tex->resource_id)].word,
                            &resource);
    texture_sampler_unpack(state->sampler[fetch_state_sampler(state, tex->alt_const, tex->sampler_id)].word, &sampler);
    texel_format_of(&resource, &sampler, &format);
    const unsigned wide = clocks_of_pass(chip, &format);
    struct passes  passes = larger(passes_of_filter(sampler.xy_mag_filter, wide, sampler.max_aniso),
                                   passes_of_filter(sampler.xy_min_filter, wide, sampler.max_aniso));
    const bool     levels = sampler.mip_filter == TEX_Z_FILTER_LINEAR;
    const bool     slices = sampler.z_filter == TEX_Z_FILTER_LINEAR && resource.dim == TEX_DIM_3D;
    if ((levels || slices) && passes.most < wide)
        passes.most = wide;
    passes.most <<= levels + slices;
    return passes;
}

static bool samples(enum isa_fetch_id op)
{
    switch (op) {
    case ISA_FETCH_LD:
    case ISA_FETCH_GET_TEXTURE_RESINFO:
    case ISA_FETCH_GET_NUMBER_OF_SAMPLES:
    case ISA_FETCH_GET_GRADIENTS_H:
    case ISA_FETCH_GET_GRADIENTS_V:
    case ISA_FETCH_GET_LERP:
    case ISA_FETCH_GET_COMP_TEX_LOD:
    case ISA_FETCH_KEEP_GRADIENTS:
    case ISA_FETCH_SET_GRADIENTS_H:
    case ISA_FETCH_SET_GRADIENTS_V:
    case ISA_FETCH_SET_CUBEMAP_INDEX:
        return false;
    default:
        return true;
    }
}

static void find_row(const struct chip_config *chip, const struct gpu_setup *setup, struct survey_cf *row)
{
    const struct instruction_memory *program = &setup->simd_memory.program;
    const unsigned base = setup->simd.fetch_base && row->address >= setup->simd.fetch_base ? setup->simd.fetch_base : 0;
    struct isa_cf  clause;
    isa_unpack_cf(program->dwords + 2 * (size_t)row->address, &clause);
    row->passes_least = row->passes_most = 0;
    for (unsigned i = 0; i < isa_fetch_clause_count(&clause); i++) {
        const size_t at = 2 * ((size_t)clause.addr + base + 2 * i);
        if (at + 4 > program->count)
            return;
        const struct isa_fetch_op *op = isa_fetch_lookup(row->op->opcode, program->dwords + at);
        struct isa_tex             tex;
        if (!op || op->format != ISA_FORMAT_TEX)
            continue;
        isa_unpack_tex(program->dwords + at, &tex);
        const bool known = samples(op->id) && tex.resource_id < LAUNCH_RESOURCES && tex.sampler_id < LAUNCH_SAMPLERS;
        const struct passes passes =
            known ? passes_of(chip, &setup->fetch_state, &tex) : (struct passes){.least = 1, .most = 1};
        row->passes_least += passes.least;
        row->passes_most += passes.most;
    }
}

void report_find_passes(const struct chip_config *chip, const struct gpu_setup *setup, struct survey *survey)
{
    for (unsigned n = 0; n < survey->cf_count; n++)
        if (survey->cf[n].count[SURVEY_TEX])
            find_row(chip, setup, &survey->cf[n]);
}
