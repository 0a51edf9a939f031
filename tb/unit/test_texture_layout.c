/* test_texture_layout.c - where the texels of a surface lie.
 *
 * Addresses that are written out are those of AMD's address library for the family (ADDRLIB), worked out apart. */
#include "pipeline/texture_layout.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define LENGTH(array) (sizeof(array) / sizeof((array)[0]))

/* GB_TILING_CONFIG: logarithms of the pipes and, less 2, of the banks; 256 bytes; row and split 8 KiB; swap 256. */
enum { PIPES_8_BANKS_8 = 3 << 1 | 1 << 4 | 3 << 8 | 1 << 11 | 3 << 14 };

static struct texture_tiling tiling_of(uint32_t config)
{
    struct texture_tiling tiling;
    assert_true(texture_tiling_of(config, &tiling));
    return tiling;
}

static struct texture_resource surface(enum tex_array_mode mode, enum tex_format format, unsigned width,
                                       unsigned height, unsigned pitch)
{
    return (struct texture_resource){
        .dim = TEX_DIM_2D,
        .tile_mode = mode,
        .data_format = format,
        .pitch = pitch / 8 - 1,
        .tex_width = width - 1,
        .tex_height = height - 1,
    };
}

struct at {
    unsigned x, y, address;
};

static void addresses_are(const struct texture_resource *resource, uint32_t config, const struct at *at, size_t count)
{
    const struct texture_tiling tiling = tiling_of(config);
    for (size_t i = 0; i < count; i++) {
        struct texel_place place;
        assert_true(texture_locate(resource, &tiling, 0, at[i].x, at[i].y, 0, 0, &place));
        if (place.address[0] != at[i].address)
            fail_msg("(%u, %u) is at %u, expected %u", at[i].x, at[i].y, (unsigned)place.address[0], at[i].address);
    }
}

static void macro_tiles_of_eight_pipes_and_eight_banks(void **state)
{
    (void)state;
    static const struct at        at[] = {{0, 0, 0},      {1, 0, 4},      {0, 1, 16},     {7, 7, 252},
                                          {8, 0, 3072},   {0, 8, 256},    {16, 0, 4608},  {32, 0, 8960},
                                          {64, 0, 16384}, {17, 37, 5780}, {63, 63, 15100}};
    const struct texture_resource resource = surface(TEX_ARRAY_2D_TILED_THIN1, TEX_FMT_8_8_8_8, 256, 128, 256);
    addresses_are(&resource, PIPES_8_BANKS_8, at, LENGTH(at));
}

static void tiles_follow_each_other_along_a_row(void **state)
{
    (void)state;
    static const struct at        at[] = {{4, 0, 32}, {0, 1, 16}, {8, 0, 256}, {0, 8, 2048}};
    const struct texture_resource resource = surface(TEX_ARRAY_1D_TILED_THIN1, TEX_FMT_8_8_8_8, 64, 64, 64);
    addresses_are(&resource, PIPES_8_BANKS_8, at, LENGTH(at));
}

static void rows_follow_each_other_by_pitch(void **state)
{
    (void)state;
    static const struct at  at[] = {{0, 0, 0x1000}, {1, 0, 0x1004}, {39, 0, 0x109c}, {0, 1, 0x1100}, {39, 9, 0x199c}};
    struct texture_resource resource = surface(TEX_ARRAY_LINEAR_ALIGNED, TEX_FMT_8_8_8_8, 40, 10, 64);
    resource.base_address = 0x10;
    addresses_are(&resource, PIPES_8_BANKS_8, at, LENGTH(at));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(macro_tiles_of_eight_pipes_and_eight_banks),
        cmocka_unit_test(tiles_follow_each_other_along_a_row),
        cmocka_unit_test(rows_follow_each_other_by_pitch),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
