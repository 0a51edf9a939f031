/* texture_draw.c - random texture instructions, with the words of their texture and sampler, for twins that see them.
 */
#include "tb/lockstep/drivers/texture_draw.h"

#include <string.h>

#include "pipeline/texture/texture_shape.h"

enum { ELEMENTS = 4 };

static uint32_t some_bits(struct stimulus *random, unsigned bits)
{
    return bits ? (uint32_t)stimulus_bits(random, bits) : 0;
}

/* Memory has 40 bits of address: few slices where there are many rows. */
static void drive_resource(fetch_resource_t *resource, struct stimulus *random)
{
    static const uint8_t usual[] = {TEX_DIM_1D, TEX_DIM_2D,      TEX_DIM_2D,      TEX_DIM_2D,
                                    TEX_DIM_3D, TEX_DIM_CUBEMAP, TEX_DIM_2D_ARRAY};
    uint32_t *const      word = resource->word;
    const unsigned       rows = stimulus_below(random, 14), slices = stimulus_below(random, 14 - rows);
    for (unsigned i = 0; i < FETCH_RESOURCE_WORDS; i++)
        word[i] = some_bits(random, 32);
    if (stimulus_chance(random, 60))
        word[0] = (word[0] & ~7u) | usual[stimulus_below(random, sizeof usual)];
    if (stimulus_chance(random, 60)) /* less wide */
        word[0] &= (1u << (19 + stimulus_below(random, 8))) - 1;
    word[1] = (word[1] & 0xfc000000) | some_bits(random, slices) << 13 | some_bits(random, rows);
    word[2] &= 0x0fffffff;
    word[3] &= 0x0fffffff;
    if (stimulus_chance(random, 70)) /* the largest level, and all below it */
        word[4] &= 0x0fffffff;
    if (stimulus_chance(random, 70)) /* fractions */
        word[4] &= ~0x300u;
    if (stimulus_chance(random, 70)) /* few layers */
        word[5] &= ~0x3ffeffe0u;
    if (stimulus_chance(random, 10)) /* formats of three elements, and of one bit */
        word[1] = (word[1] & 0x03ffffff) | (uint32_t)(stimulus_chance(random, 50) ? TEX_FMT_32_32_32_FLOAT : TEX_FMT_1)
                                               << 26;
}

void texture_draw_state(struct fetch_state *words, struct stimulus *random)
{
    enum { FETCH_4 = 1 << 26, PIPES_AT = 1, BANKS_AT = 4, GROUP_AT = 6, ROW_AT = 8, SWAP_AT = 11, SPLIT_AT = 14 };
    uint32_t *const sampler = words->sampler[0].word;
    drive_resource(&words->resource[0], random);
    for (unsigned i = 0; i < FETCH_SAMPLER_WORDS; i++)
        sampler[i] = some_bits(random, 32);
    if (stimulus_chance(random, 80)) /* levels from small biases, and no lowest one */
        sampler[1] = (stimulus_below(random, 128) - 64) << 20 | 0x3ffu << 10;
    if (stimulus_chance(random, 80))
        sampler[2] &= ~(FETCH_4 | 0xfffu);
    words->kernel[0] = (uint8_t)some_bits(random, 6);
    words->q.ta_cntl_aux = some_bits(random, 32);
    words->q.gb_tiling_config = stimulus_below(random, 4) << PIPES_AT | stimulus_below(random, 2) << BANKS_AT |
                                stimulus_below(random, 2) << GROUP_AT | stimulus_below(random, 8) << ROW_AT |
                                stimulus_below(random, 4) << SWAP_AT | stimulus_below(random, 4) << SPLIT_AT;
    for (unsigned i = 0; i < TEXTURE_FILTER4; i++)
        words->filter4[i] = some_bits(random, 28);
}

/* TEX_INST: SAMPLE*, FETCH4, LD. */
static uint32_t some_opcode(struct stimulus *random)
{
    enum { LD = 3, FETCH4 = 15, SAMPLE = 16 };
    return stimulus_chance(random, 75)   ? SAMPLE + stimulus_below(random, 16)
           : stimulus_chance(random, 70) ? LD
                                         : FETCH4;
}

void texture_draw_instruction(uint32_t word[TEXTURE_DRAW_WORDS], struct stimulus *random)
{
    enum { RESOURCE_AND_ALT = 0x0100ff00, SAMPLER = 0xf8000, OFFSETS = 0x7fff };
    for (unsigned i = 0; i < TEXTURE_DRAW_WORDS; i++)
        word[i] = some_bits(random, 32);
    word[0] = (word[0] & ~(uint32_t)RESOURCE_AND_ALT & ~31u) | some_opcode(random);
    word[2] &= ~(uint32_t)SAMPLER;
    if (stimulus_chance(random, 60))
        word[2] &= ~(uint32_t)OFFSETS;
    if (stimulus_chance(random, 70))
        word[1] |= 7u << 28; /* all within 0 and 1 */
}

static uint32_t some_coordinate(struct stimulus *random)
{
    const uint32_t exponent = 127 - 6 + stimulus_below(random, 8);
    if (stimulus_chance(random, 5))
        return stimulus_word(random);
    return (uint32_t)stimulus_chance(random, 20) << 31 | exponent << 23 | some_bits(random, 23);
}

/* 1 stands for the face's edge; texels of the largest level, their middles and quarters. */
static uint32_t cube_texels(unsigned size, struct stimulus *random)
{
    const float value = 1 + (float)stimulus_below(random, 4 * size + 8) / 4;
    uint32_t    word;
    memcpy(&word, &value, sizeof word);
    return word;
}

void texture_draw_quad(struct texture_query *query, struct stimulus *random)
{
    static const uint32_t faces[] = {0, 0x3f800000, 0x40000000, 0x40400000, 0x40800000, 0x40a00000};
    const bool            cube = query->resource->dim == TEX_DIM_CUBEMAP, near = stimulus_chance(random, 60);
    const uint32_t        face = faces[stimulus_below(random, TEXTURE_QUAD + 2)];
    for (unsigned lane = 0; lane < TEXTURE_QUAD; lane++)
        for (unsigned e = 0; e < ELEMENTS; e++) {
            uint32_t *const at = &query->coordinate[lane][e];
            if (query->op == ISA_FETCH_LD)
                *at = stimulus_below(random, e == 3 ? 4u : stimulus_chance(random, 50) ? 8u : 1024u);
            else if (e == 2 && stimulus_chance(random, 70))
                *at = face;
            else if (cube && e < 2 && texture_in_texels(query->tex, e) && stimulus_chance(random, 70))
                *at = cube_texels(texture_size(query->resource, e, 0), random);
            else if (near && lane && e < 2)
                *at = query->coordinate[0][e] + some_bits(random, 16);
            else if (cube && e < 2 && stimulus_chance(random, 90)) /* 1 to 2, its edges often */
                *at = stimulus_chance(random, 30)   ? 0x3f7fff00u + stimulus_below(random, 512)
                      : stimulus_chance(random, 30) ? 0x3fffff00u + stimulus_below(random, 512)
                                                    : 0x3f800000u + some_bits(random, 23);
            else
                *at = some_coordinate(random);
        }
    for (unsigned lane = 0; lane < TEXTURE_QUAD; lane++)
        for (unsigned e = 0; e < 3; e++) {
            query->gradient_h[lane][e] = some_coordinate(random) - (8u << 23);
            query->gradient_v[lane][e] = some_coordinate(random) - (8u << 23);
        }
    query->lanes = (uint8_t)(stimulus_chance(random, 60) ? 15 : some_bits(random, 4));
}
