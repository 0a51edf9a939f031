/* ref_fetch_texture.c - texture instructions of a wavefront, quad by quad (ISA 6, 9.4, 10.4).  ref_texture.h says what
 * one of them returns. */
#include <string.h>

#include "tb/ref/ref_internal.h"

enum { SEL_0 = 4, SEL_1 = 5, ONE = 0x3f800000, QUAD = 4, VALID_TEXTURE = 2 };

/* Gradients are of all four threads of a quad, active or not. */
static void coordinates(const struct ref_wave *wave, const struct isa_tex *tex, unsigned from, unsigned first,
                        struct ref_texture_query *query)
{
    const unsigned select[4] = {tex->src_sel_x, tex->src_sel_y, tex->src_sel_z, tex->src_sel_w};
    for (unsigned lane = 0; lane < QUAD; lane++) {
        const unsigned t = first + lane;
        for (unsigned e = 0; e < 4; e++)
            query->coordinate[lane][e] = select[e] < SEL_0    ? wave->gpr[from][select[e]][t]
                                         : select[e] == SEL_1 ? (uint32_t)ONE
                                                              : 0;
        for (unsigned e = 0; e < 3; e++) {
            query->gradient_h[lane][e] = wave->gradient[0][e][t];
            query->gradient_v[lane][e] = wave->gradient[1][e][t];
        }
        query->cube_index[lane] = wave->cube_index[t];
    }
}

/* SET_GRADIENTS_H, SET_GRADIENTS_V, SET_CUBEMAP_INDEX, KEEP_GRADIENTS: for the instructions that follow. */
static void keep(struct ref_wave *wave, const struct ref_texture_query *query, unsigned lane, unsigned t)
{
    struct ref_texture_query slope = *query;
    uint32_t                 slopes[2][4];
    slope.op = ISA_FETCH_GET_GRADIENTS_H;
    ref_texture_answer(&slope, lane, NULL, slopes[0]);
    slope.op = ISA_FETCH_GET_GRADIENTS_V;
    ref_texture_answer(&slope, lane, NULL, slopes[1]);
    if (query->op == ISA_FETCH_SET_CUBEMAP_INDEX) {
        wave->cube_index[t] = query->coordinate[lane][2];
        wave->cube_set |= (ref_mask_t)1 << t;
    }
    for (unsigned e = 0; e < 3; e++) {
        if (query->op == ISA_FETCH_SET_GRADIENTS_H || query->op == ISA_FETCH_SET_GRADIENTS_V)
            wave->gradient[query->op == ISA_FETCH_SET_GRADIENTS_V][e][t] = query->coordinate[lane][e];
        for (unsigned axis = 0; axis < 2 && query->op == ISA_FETCH_KEEP_GRADIENTS; axis++)
            wave->gradient[axis][e][t] = slopes[axis][e];
    }
}

/* A cube of several whose index the clause has not set: what another clause set is not its own (ISA 9.4). */
static bool lacks_index(const struct ref_wave *wave, const struct ref_texture_query *query, unsigned t)
{
    struct ref_resource_fields resource;
    ref_resource_fields(query->resource, &resource);
    return resource.dim == REF_CUBE && resource.depth > 1 && !(wave->cube_set >> t & 1);
}

static bool result(struct ref_wave *wave, const struct ref_texture_query *query, unsigned lane, uint32_t value[4])
{
    struct ref_texture_result sample;
    if (ref_texture_answers(query->op)) {
        wave->doubts += !ref_texture_answer_certain(query, lane, value);
        return true;
    }
    wave->doubts += !ref_texture_certain(query, lane, &sample);
    memcpy(value, sample.bits, sizeof sample.bits);
    return !sample.outside;
}

static const char *find(const struct ref_run *run, const struct isa_tex *tex, enum isa_fetch_id op,
                        struct ref_texture_units *units, struct ref_texture_query *query)
{
    const struct ref_textures *textures = &run->launch->textures;
    const struct ref_bank     *bank = &textures->bank[tex->alt_const];
    const uint32_t            *words = ref_resource_of(run->launch, tex->alt_const, tex->resource_id)->word;
    const bool                 slopes = op == ISA_FETCH_GET_GRADIENTS_H || op == ISA_FETCH_GET_GRADIENTS_V ||
                        op == ISA_FETCH_SET_GRADIENTS_H || op == ISA_FETCH_SET_GRADIENTS_V ||
                        op == ISA_FETCH_SET_CUBEMAP_INDEX; /* they need no texture */
    if (!slopes && (tex->resource_id >= REF_RESOURCES || words[6] >> 30 != VALID_TEXTURE))
        return "the interpreter has no such texture";
    if (tex->sampler_id >= REF_SAMPLERS)
        return "a sampler beyond the last one (ISA 10.4)";
    memcpy(units->border, bank->border[tex->sampler_id], sizeof units->border);
    memcpy(units->filter4, textures->filter4, sizeof units->filter4);
    units->kernel = tex->alt_const ? 0 : textures->kernel[tex->sampler_id]; /* those of pixel programs alone */
    units->ta_cntl_aux = textures->ta_cntl_aux;
    units->tiling = textures->tiling;
    *query = (struct ref_texture_query){.op = op,
                                        .tex = tex,
                                        .resource = words,
                                        .sampler = bank->sampler[tex->sampler_id],
                                        .units = units,
                                        .memory = textures->memory};
    return NULL;
}

bool ref_texture_instruction(const struct ref_run *run, unsigned address, enum isa_fetch_id op,
                             const struct isa_tex *tex, unsigned from, ref_mask_t threads, uint32_t out[REF_LANES][4],
                             bool *writes)
{
    const unsigned select[4] = {tex->dst_sel_x, tex->dst_sel_y, tex->dst_sel_z, tex->dst_sel_w};
    const bool     sets =
        op == ISA_FETCH_SET_GRADIENTS_H || op == ISA_FETCH_SET_GRADIENTS_V || op == ISA_FETCH_SET_CUBEMAP_INDEX;
    struct ref_texture_units units;
    struct ref_texture_query query;
    const char              *error = find(run, tex, op, &units, &query);
    *writes = !sets;
    if (error)
        return ref_stop(run, "word %u: %s", address, error);
    for (unsigned t = 0; t < REF_LANES; t++) {
        uint32_t value[4];
        if (t % QUAD == 0)
            coordinates(run->wave, tex, from, t, &query);
        if (!(threads >> t & 1))
            continue;
        if (sets || op == ISA_FETCH_KEEP_GRADIENTS)
            keep(run->wave, &query, t % QUAD, t);
        run->wave->doubts += !sets && !ref_texture_answers(op) && lacks_index(run->wave, &query, t);
        if (!sets && !result(run->wave, &query, t % QUAD, value))
            return ref_stop(run, "word %u: a texel outside of the memory that is there", address);
        for (unsigned e = 0; e < 4 && !sets; e++)
            out[t][e] = select[e] < SEL_0 ? value[select[e]] : select[e] == SEL_1 ? ref_texture_one(&query) : 0;
    }
    return true;
}
