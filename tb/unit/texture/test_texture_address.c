/* test_texture_address.c - from coordinates to addresses: what was worked out by hand.
 *
 * The addresses follow from AMD's address library for the family (ADDRLIB); test_texture_tiles.c has whole surfaces. */
#include "tb/unit/texture/texture_layout_kit.h"

struct at {
    unsigned x, y, slice, sample, address;
};

static void addresses_are(const struct texture_resource *resource, uint32_t config, const struct at *at, size_t count)
{
    const struct texture_tiling tiling = tiling_of(config);
    for (size_t i = 0; i < count; i++) {
        struct texel_place place;
        assert_true(texture_locate(resource, &tiling, 0, at[i].x, at[i].y, at[i].slice, at[i].sample, &place));
        if (place.address[0] != at[i].address)
            fail_msg("(%u, %u) of slice %u, sample %u is at %u, expected %u", at[i].x, at[i].y, at[i].slice,
                     at[i].sample, (unsigned)place.address[0], at[i].address);
    }
}

/* ---- worked out ------------------------------------------------------------------------------------------------ */

static void macro_tiles_of_eight_pipes_and_eight_banks(void **state)
{
    (void)state;
    static const struct at at[] = {
        {.x = 0, .y = 0, .address = 0},      {.x = 1, .y = 0, .address = 4},       {.x = 0, .y = 1, .address = 16},
        {.x = 7, .y = 7, .address = 252},    {.x = 8, .y = 0, .address = 3072},    {.x = 0, .y = 8, .address = 256},
        {.x = 16, .y = 0, .address = 4608},  {.x = 32, .y = 0, .address = 8960},   {.x = 64, .y = 0, .address = 16384},
        {.x = 17, .y = 37, .address = 5780}, {.x = 63, .y = 63, .address = 15100},
    };
    const struct texture_resource resource = surface(TEX_ARRAY_2D_TILED_THIN1, TEX_FMT_8_8_8_8, 256, 128, 256);
    addresses_are(&resource, PIPES_8_BANKS_8, at, LENGTH(at));
}

static void tiles_follow_each_other_along_a_row(void **state)
{
    (void)state;
    static const struct at        at[] = {{.x = 4, .y = 0, .address = 32},
                                          {.x = 0, .y = 1, .address = 16},
                                          {.x = 8, .y = 0, .address = 256},
                                          {.x = 0, .y = 8, .address = 2048}};
    const struct texture_resource resource = surface(TEX_ARRAY_1D_TILED_THIN1, TEX_FMT_8_8_8_8, 64, 64, 64);
    addresses_are(&resource, PIPES_8_BANKS_8, at, LENGTH(at));
}

static void rows_follow_each_other_by_pitch(void **state)
{
    (void)state;
    static const struct at at[] = {
        {.x = 0, .y = 0, .address = 0x1000},  {.x = 1, .y = 0, .address = 0x1004},
        {.x = 39, .y = 0, .address = 0x109c}, {.x = 0, .y = 1, .address = 0x1100},
        {.x = 39, .y = 9, .address = 0x199c}, {.x = 3, .y = 2, .slice = 1, .address = 0x1000 + (10 + 2) * 256 + 12}};
    struct texture_resource resource = surface(TEX_ARRAY_LINEAR_ALIGNED, TEX_FMT_8_8_8_8, 40, 10, 64);
    resource.base_address = 0x10;
    resource.dim = TEX_DIM_2D_ARRAY;
    resource.tex_depth = 2 - 1;
    addresses_are(&resource, PIPES_8_BANKS_8, at, LENGTH(at));
}

/* A tile of depth: x0 y0 x1 y1 x2 y2, so (2,0) is element 4 and (0,2) element 8. */
static void depth_has_an_order_of_its_own(void **state)
{
    (void)state;
    static const struct at  at[] = {{.x = 1, .address = 4},
                                    {.y = 1, .address = 8},
                                    {.x = 2, .address = 16},
                                    {.y = 2, .address = 32},
                                    {.x = 4, .address = 64},
                                    {.y = 4, .address = 128},
                                    {.x = 5, .y = 3, .address = 4 * (16 + 8 + 2 + 1)}};
    struct texture_resource resource = surface(TEX_ARRAY_1D_TILED_THIN1, TEX_FMT_8_24, 64, 8, 64);
    resource.tile_type = 1;
    addresses_are(&resource, PIPES_8_BANKS_8, at, LENGTH(at));
}

/* Slices of 128 x 128 texels have four macro tiles of 16 KiB.  2D: bank + 3 a slice; 3D: pipe + 3 a slice, as pipe and
 * bank are one number. */
static void slices_turn_banks_or_pipes(void **state)
{
    (void)state;
    enum { SLICE = 65536, PIPE = 256, BANK = 8 * 256 };
    static const struct at  banks[] = {{.slice = 1, .address = SLICE + 3 * BANK},
                                       {.slice = 2, .address = 2 * SLICE + 6 * BANK},
                                       {.slice = 3, .address = 3 * SLICE + 1 * BANK},
                                       {.x = 8, .slice = 1, .address = SLICE + 4 * PIPE + (1 ^ 3) * BANK}};
    static const struct at  pipes[] = {{.slice = 1, .address = SLICE + 3 * PIPE},
                                       {.slice = 2, .address = 2 * SLICE + 6 * PIPE},
                                       {.slice = 3, .address = 3 * SLICE + 1 * PIPE + 1 * BANK},
                                       {.x = 8, .slice = 1, .address = SLICE + (4 ^ 3) * PIPE + 1 * BANK}};
    struct texture_resource resource = surface(TEX_ARRAY_2D_TILED_THIN1, TEX_FMT_8_8_8_8, 128, 128, 128);
    resource.dim = TEX_DIM_2D_ARRAY;
    resource.tex_depth = 4 - 1;
    addresses_are(&resource, PIPES_8_BANKS_8, banks, LENGTH(banks));
    resource.tile_mode = TEX_ARRAY_3D_TILED_THIN1;
    addresses_are(&resource, PIPES_8_BANKS_8, pipes, LENGTH(pipes));
}

/* A thick tile of 32-bit texels has 1 KiB, slice after slice; the four slices turn together. */
static void thick_tiles_have_four_slices(void **state)
{
    (void)state;
    enum { SLICES = 64 * 64 * 4 * 4, BANK = 8 * 256, ROUND = 64 * 256 };
    static const struct at  at[] = {{.x = 1, .slice = 0, .address = 4},
                                    {.slice = 1, .address = ROUND},
                                    {.slice = 3, .address = 3 * ROUND},
                                    {.x = 3, .y = 1, .slice = 2, .address = 2 * ROUND + 28},
                                    {.slice = 4, .address = SLICES + 3 * BANK}};
    struct texture_resource resource = surface(TEX_ARRAY_2D_TILED_THICK, TEX_FMT_8_8_8_8, 64, 64, 64);
    resource.dim = TEX_DIM_3D;
    resource.tex_depth = 8 - 1;
    addresses_are(&resource, PIPES_8_BANKS_8, at, LENGTH(at));
}

/* Swaps after 256 bytes are swaps after 4 tiles of a bank, so after 4 macro tiles: banks ^ 0, 1, 3, 2, 6, ... */
static void banks_are_swapped_in_a_gray_code(void **state)
{
    (void)state;
    enum { MACRO = 16384, BANK = 8 * 256 };
    static const unsigned   gray[9] = {0, 1, 3, 2, 6, 7, 5, 4, 0};
    struct texture_resource resource = surface(TEX_ARRAY_2B_TILED_THIN1, TEX_FMT_8_8_8_8, 4096, 64, 4096);
    for (unsigned column = 0; column < 9; column++) {
        const struct at at[] = {
            {.x = 256 * column, .address = 4 * MACRO * column + gray[column] * BANK},
            {.x = 256 * column + 192, .address = 4 * MACRO * column + 3 * MACRO + gray[column] * BANK}};
        addresses_are(&resource, PIPES_8_BANKS_8, at, LENGTH(at));
    }
}

/* THIN4 macro tiles of four pipes and four banks: 8 x 128 texels.  What has the same x and y but for the shape still
 * has the same pipe and bank: pipe (y3 ^ x4, y4 ^ x3), bank of y / 4 (y4 ^ x3, y3 ^ x4). */
static void narrow_macro_tiles_are_higher(void **state)
{
    (void)state;
    enum { PIPE = 256, BANK = 4 * 256, MACRO = 16 * 256 };
    static const struct at        at[] = {{.y = 8, .address = 1 * PIPE},
                                          {.y = 16, .address = 2 * PIPE},
                                          {.y = 32, .address = 2 * BANK},
                                          {.y = 64, .address = 1 * BANK},
                                          {.x = 8, .address = MACRO + 2 * PIPE + 1 * BANK},
                                          {.x = 16, .address = 2 * MACRO + 1 * PIPE + 2 * BANK},
                                          {.y = 128, .address = 4 * MACRO}};
    const struct texture_resource resource = surface(TEX_ARRAY_2D_TILED_THIN4, TEX_FMT_8_8_8_8, 32, 256, 32);
    addresses_are(&resource, CONFIG(2, 0, 0, 3, 1, 3), at, LENGTH(at));
}

/* Samples of colours lie 256 bytes apart.  With a split of 1 KiB eight samples of 32 bits take two slices, of which
 * the second has its banks turned by 5. */
static void samples_follow_and_split(void **state)
{
    (void)state;
    enum { ROUND = 64 * 256, BANK = 8 * 256, SPLIT_SLICE = 4 * ROUND };
    static const struct at  together[] = {{.sample = 1, .address = ROUND},
                                          {.x = 1, .sample = 7, .address = 7 * ROUND + 4},
                                          {.x = 64, .address = 8 * ROUND}};
    static const struct at  split[] = {{.sample = 3, .address = 3 * ROUND},
                                       {.sample = 4, .address = SPLIT_SLICE + 5 * BANK},
                                       {.sample = 5, .address = SPLIT_SLICE + ROUND + 5 * BANK}};
    struct texture_resource resource = surface(TEX_ARRAY_2D_TILED_THIN1, TEX_FMT_8_8_8_8, 128, 64, 128);
    resource.dim = TEX_DIM_2D_MSAA;
    resource.last_level = 3;
    addresses_are(&resource, PIPES_8_BANKS_8, together, LENGTH(together));
    resource.tex_width = 63;
    resource.pitch = 7;
    addresses_are(&resource, CONFIG(3, 1, 0, 3, 1, 0), split, LENGTH(split));
}

/* Of depth the samples of an element are neighbours. */
static void samples_of_depth_are_neighbours(void **state)
{
    (void)state;
    static const struct at  at[] = {{.sample = 1, .address = 4}, {.x = 1, .address = 8}, {.y = 1, .address = 16}};
    struct texture_resource resource = surface(TEX_ARRAY_2D_TILED_THIN1, TEX_FMT_8_24, 64, 64, 64);
    resource.dim = TEX_DIM_2D_MSAA;
    resource.last_level = 1;
    resource.tile_type = 1;
    addresses_are(&resource, PIPES_8_BANKS_8, at, LENGTH(at));
}

/* Bits 13:8 of the address are pipe and bank of the first tile. */
static void low_address_bits_are_a_swizzle(void **state)
{
    (void)state;
    static const struct at  at[] = {{.address = 0x40000 + 0x1500},
                                    {.y = 8, .address = 0x40000 + 0x1400},
                                    {.x = 64, .address = 0x40000 + 16384 + 0x1500}};
    struct texture_resource resource = surface(TEX_ARRAY_2D_TILED_THIN1, TEX_FMT_8_8_8_8, 128, 64, 128);
    resource.base_address = 0x400 + 0x15;
    addresses_are(&resource, PIPES_8_BANKS_8, at, LENGTH(at));
}

/* ---- formats of several elements ------------------------------------------------------------------------------- */

static void three_numbers_are_three_elements(void **state)
{
    (void)state;
    const struct texture_tiling   tiling = tiling_of(PIPES_8_BANKS_8);
    const struct texture_resource rows = surface(TEX_ARRAY_LINEAR_ALIGNED, TEX_FMT_32_32_32, 64, 4, 64);
    const struct texture_resource tiles = surface(TEX_ARRAY_1D_TILED_THIN1, TEX_FMT_32_32_32, 64, 8, 64);
    struct texel_place            place;
    assert_true(texture_locate(&rows, &tiling, 0, 5, 1, 0, 0, &place));
    assert_int_equal(place.parts, 3);
    assert_int_equal(place.bytes, 4);
    for (unsigned part = 0; part < 3; part++)
        assert_int_equal(place.address[part], 768 + 60 + 4 * part);
    /* elements 6, 7 of the first tile and 0 of the second; six and seven are 2 and 3 of x0 x1, behind x2 at 8 */
    assert_true(texture_locate(&tiles, &tiling, 0, 2, 0, 0, 0, &place));
    assert_int_equal(place.address[0], 4 * 10);
    assert_int_equal(place.address[1], 4 * 11);
    assert_int_equal(place.address[2], 256);
}

static void blocks_are_elements(void **state)
{
    (void)state;
    static const struct {
        unsigned format, x, y, address, bytes, in_x, in_y;
    } cases[] = {
        {TEX_FMT_BC1, 5, 0, 8, 8, 1, 0},      {TEX_FMT_BC1, 0, 5, 512, 8, 0, 1},  {TEX_FMT_BC3, 255, 7, 2032, 16, 3, 3},
        {TEX_FMT_1, 17, 1, 256 + 2, 1, 1, 0}, {TEX_FMT_GB_GR, 7, 0, 12, 4, 1, 0}, {TEX_FMT_BG_RG, 6, 2, 1036, 4, 0, 0},
        {TEX_FMT_8_8_8_8, 3, 0, 12, 4, 0, 0}, {TEX_FMT_8, 3, 1, 259, 1, 0, 0},
    };
    static const unsigned pitch[TEX_FORMATS] = {
        [TEX_FMT_BC1] = 256,   [TEX_FMT_BC3] = 256,    [TEX_FMT_1] = 2048, [TEX_FMT_GB_GR] = 256,
        [TEX_FMT_BG_RG] = 256, [TEX_FMT_8_8_8_8] = 64, [TEX_FMT_8] = 256};
    const struct texture_tiling tiling = tiling_of(PIPES_8_BANKS_8);
    for (unsigned i = 0; i < LENGTH(cases); i++) {
        const struct texture_resource resource =
            surface(TEX_ARRAY_LINEAR_ALIGNED, cases[i].format, pitch[cases[i].format], 8, pitch[cases[i].format]);
        struct texel_place place;
        assert_true(texture_layout_check(&resource, &tiling, NULL));
        assert_true(texture_locate(&resource, &tiling, 0, cases[i].x, cases[i].y, 0, 0, &place));
        assert_int_equal(place.address[0], cases[i].address);
        assert_int_equal(place.bytes, cases[i].bytes);
        assert_int_equal(place.parts, 1);
        assert_int_equal(place.x, cases[i].in_x);
        assert_int_equal(place.y, cases[i].in_y);
    }
}

/* 16 bits a texel: a tile has eight of them, not eight pairs. */
static void pairs_are_tiled_as_texels(void **state)
{
    (void)state;
    static const struct at at[] = {{.x = 2, .address = 4}, {.y = 1, .address = 16}, {.x = 8, .address = 128}};
    for (unsigned format = TEX_FMT_GB_GR; format <= TEX_FMT_BG_RG; format++) {
        const struct texture_resource resource = surface(TEX_ARRAY_1D_TILED_THIN1, format, 64, 8, 64);
        addresses_are(&resource, PIPES_8_BANKS_8, at, LENGTH(at));
    }
}

static void what_a_level_does_not_have_has_no_place(void **state)
{
    (void)state;
    const struct texture_tiling tiling = tiling_of(PIPES_8_BANKS_8);
    struct texture_resource     resource = surface(TEX_ARRAY_LINEAR_ALIGNED, TEX_FMT_8_8_8_8, 10, 6, 64);
    struct texel_place          place;
    assert_true(texture_locate(&resource, &tiling, 0, 9, 5, 0, 0, &place));
    assert_false(texture_locate(&resource, &tiling, 0, 10, 5, 0, 0, &place));
    assert_false(texture_locate(&resource, &tiling, 0, 9, 6, 0, 0, &place));
    assert_false(texture_locate(&resource, &tiling, 0, 9, 5, 1, 0, &place));
    assert_false(texture_locate(&resource, &tiling, 0, 9, 5, 0, 1, &place));
    assert_true(texture_locate(&resource, &tiling, 1, 4, 2, 0, 0, &place));
    assert_false(texture_locate(&resource, &tiling, 1, 5, 2, 0, 0, &place));
    resource.data_format = TEX_FMT_CTX1;
    assert_false(texture_locate(&resource, &tiling, 0, 0, 0, 0, 0, &place));
    resource.data_format = 63;
    assert_false(texture_locate(&resource, &tiling, 0, 0, 0, 0, 0, &place));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(macro_tiles_of_eight_pipes_and_eight_banks),
        cmocka_unit_test(tiles_follow_each_other_along_a_row),
        cmocka_unit_test(rows_follow_each_other_by_pitch),
        cmocka_unit_test(depth_has_an_order_of_its_own),
        cmocka_unit_test(slices_turn_banks_or_pipes),
        cmocka_unit_test(thick_tiles_have_four_slices),
        cmocka_unit_test(banks_are_swapped_in_a_gray_code),
        cmocka_unit_test(narrow_macro_tiles_are_higher),
        cmocka_unit_test(samples_follow_and_split),
        cmocka_unit_test(samples_of_depth_are_neighbours),
        cmocka_unit_test(low_address_bits_are_a_swizzle),
        cmocka_unit_test(three_numbers_are_three_elements),
        cmocka_unit_test(blocks_are_elements),
        cmocka_unit_test(pairs_are_tiled_as_texels),
        cmocka_unit_test(what_a_level_does_not_have_has_no_place),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
