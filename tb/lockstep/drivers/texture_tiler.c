/* texture_tiler.c - addresses of elements beside their twin: all orders, modes and configurations. */
#include "pipeline/texture/texture_layout.h"

#include <string.h>

#include "tb/lockstep/lockstep.h"

/* clang-format off */
#define TEXTURE_TILER_SIGNALS(S)                                                                       \
    S(IN,   uint8_t,   order,          2, "enum texture_order")                                        \
    S(IN,   bool,      turns,          1, "slices turn pipes, not only banks")                         \
    S(IN,   bool,      swapped,        1, "columns swap banks")                                        \
    S(IN,   bool,      depth,          1, "the order of depth buffers")                                \
    S(IN,   bool,      thick,          1, "four slices a tile")                                        \
    S(IN,   uint8_t,   aspect_bits,    2, "how much higher macro tiles are, a logarithm: 0 to 2")      \
    S(IN,   uint8_t,   element_bits,   3, "bytes of an element, a logarithm: 0 to 4")                  \
    S(IN,   uint8_t,   sample_bits,    2, "samples, a logarithm")                                      \
    S(IN,   uint8_t,   pipe_bits,      2, "pipes, a logarithm")                                        \
    S(IN,   bool,      eight_banks,    1, "else four")                                                 \
    S(IN,   bool,      group_512,      1, "else groups of 256 bytes")                                  \
    S(IN,   uint8_t,   split_bits,     4, "bytes of a tile beyond which it is split, a logarithm: 10 to 13") \
    S(IN,   bool,      swaps_more,     1, "ROW_TILING 4 and above")                                    \
    S(IN,   uint64_t,  address,       40, "of the level")                                              \
    S(IN,   uint16_t,  pitch,         16, "elements of a row")                                         \
    S(IN,   uint16_t,  rows,          14, "of a slice")                                                \
    S(IN,   uint32_t,  slices,        17, "of the level")                                              \
    S(IN,   uint8_t,   swap_bits,      4, "elements of a row after which banks are others, a logarithm") \
    S(IN,   uint16_t,  x,             16, "the element")                                               \
    S(IN,   uint16_t,  y,             13, "its row")                                                   \
    S(IN,   uint16_t,  slice,         16, "its slice")                                                 \
    S(IN,   uint8_t,   sample,         3, "its sample")                                                \
    S(OUT,  uint64_t,  element,       40, "combinational: of its first byte")
/* clang-format on */

enum { ADDRESS_BITS = 40 };

RTL_STRUCT(texture_tiler, TEXTURE_TILER_SIGNALS);
RTL_TABLE(texture_tiler, TEXTURE_TILER_SIGNALS);

static void reset(void *state, void *driver, struct stimulus *random)
{
    (void)driver, (void)random;
    memset(state, 0, sizeof(struct texture_tiler));
    struct texture_tiler *block = state;
    block->in.split_bits = 10;
    block->in.slices = 1;
    block->in.pitch = block->in.rows = 1;
}

/* Few bits or many: near the origin all equations differ, far from it all widths count. */
static uint32_t some(struct stimulus *random, unsigned bits)
{
    return (uint32_t)stimulus_bits(random, stimulus_chance(random, 50) ? bits : 1 + stimulus_below(random, bits));
}

static void drive_mode(struct texture_tiler_in *in, struct stimulus *random)
{
    in->order = (uint8_t)(stimulus_chance(random, 70) ? TEXTURE_MACRO_TILES : stimulus_below(random, 2));
    in->depth = stimulus_chance(random, 30);
    in->thick = stimulus_chance(random, 30);
    in->swapped = stimulus_chance(random, 40);
    in->aspect_bits = (uint8_t)stimulus_below(random, 3);
    in->element_bits = (uint8_t)stimulus_below(random, 5);
    in->sample_bits = (uint8_t)(in->order == TEXTURE_TILES ? 0 : stimulus_below(random, 4));
    in->pipe_bits = (uint8_t)stimulus_below(random, 4);
    in->turns = in->pipe_bits && stimulus_chance(random, 40);
    in->eight_banks = stimulus_chance(random, 50);
    in->group_512 = stimulus_chance(random, 30);
    in->split_bits = (uint8_t)(10 + stimulus_below(random, 4));
    in->swaps_more = stimulus_chance(random, 30);
}

static void drive(void *state, void *driver, struct stimulus *random)
{
    struct texture_tiler_in *in = &((struct texture_tiler *)state)->in;
    (void)driver;
    drive_mode(in, random);
    in->address = (uint64_t)some(random, 32) << 8;
    in->pitch = (uint16_t)(1 + some(random, 16) % UINT16_MAX);
    in->rows = (uint16_t)(1 + some(random, 13));
    in->slices = 1 + some(random, 16);
    in->swap_bits = (uint8_t)stimulus_below(random, 15);
    in->x = (uint16_t)some(random, 16);
    in->y = (uint16_t)some(random, 13);
    in->slice = (uint16_t)some(random, 16);
    in->sample = (uint8_t)stimulus_below(random, 1u << in->sample_bits);
}

static void clock(void *state)
{
    struct texture_tiler          *block = state;
    const struct texture_tiler_in *in = &block->in;
    const struct texture_tiling    tiling = {.pipe_bits = in->pipe_bits,
                                             .bank_bits = in->eight_banks ? 3 : 2,
                                             .group_bits = in->group_512 ? 9 : 8,
                                             .split_bits = in->split_bits,
                                             .swaps_more = in->swaps_more};
    const struct texture_level     level = {
            .mode = {.order = in->order,
                     .turns = in->turns,
                     .swapped = in->swapped,
                     .depth = in->depth,
                     .thickness = in->thick ? 4 : 1,
                     .aspect = (uint8_t)(1u << in->aspect_bits)},
            .address = in->address,
            .size = {UINT32_MAX, UINT32_MAX, UINT32_MAX},
            .pitch = in->pitch,
            .rows = in->rows,
            .slices = in->slices,
            .swap_width = UINT32_C(1) << in->swap_bits,
            .samples = (uint8_t)(1u << in->sample_bits),
            .block_width = 1,
            .block_height = 1,
            .element_width = 1,
            .element_bytes = (uint8_t)(1u << in->element_bits),
            .parts = 1,
            .known = true,
    };
    struct texel_place place;
    texture_level_locate(&level, &tiling, in->x, in->y, in->slice, in->sample, &place);
    block->d.element = place.address[0] & ((UINT64_C(1) << ADDRESS_BITS) - 1);
    rtl_commit(block);
}

static const struct stimulus_gap gaps[] = {
    {"i_order", "3", "there are three"},
    {"i_aspect_bits", "3", "THIN4 is the narrowest"},
    {"i_element_bits", "5", "16 bytes are the most"},
    {"i_element_bits", "6", "16 bytes are the most"},
    {"i_element_bits", "7", "16 bytes are the most"},
    {NULL, NULL, NULL},
};

const struct lockstep_module lockstep_texture_tiler = {
    LOCKSTEP_BLOCK(texture_tiler, texture_tiler, texture_tiler),
    .doc = "addresses of surfaces: rows, tiles, pipes and banks (3D 7)",
    .gaps = gaps,
    .lifetime = 2000,
    .part = true,
};
