/* test_r580_lookup.c - R580's look-ups (R5xx Acceleration 8.5.1, 8.7.4): which texel each operation reads, from which
 * level, and what filters, clamps and formats make of it.  Where a look-up has to go is worked out here. */
#include "tb/unit/older/r580_texture_kit.h"

/* ---- coordinates ------------------------------------------------------------------------------------------------- */

static void a_look_up_reads_the_texel_of_its_coordinates(void **state)
{
    struct set_up set_up = usual;
    (void)state;
    set_up.samplers = LEVEL_0;
    put_middles();
    must_run(&set_up, "TEX LD R1.rgba, T0.rgba, R0.rgba" WAIT SHOW(1));
    for (unsigned p = 0; p < PIXELS; p++)
        expect_texel("LD", p, 0, column_of(p), row_of(p));
    /* Prescaled (8.5, UNSCALED). */
    for (unsigned p = 0; p < PIXELS; p++)
        put(p, 0, (float)column_of(p) + 0.5F, (float)row_of(p) + 0.5F, 0, 0);
    must_run(&set_up, "TEX LD R1.rgba, T0.rgba, R0.rgba UNSCALED" WAIT SHOW(1));
    for (unsigned p = 0; p < PIXELS; p++)
        expect_texel("UNSCALED", p, 0, column_of(p), row_of(p));
}

static void swizzles_are_of_coordinates_and_of_answers(void **state)
{
    struct set_up set_up = usual;
    (void)state;
    set_up.samplers = LEVEL_0;
    put_middles();
    for (unsigned p = 0; p < PIXELS; p++) /* S in alpha, T in blue */
        put(p, 0, 0.9F, 0.9F, ((float)row_of(p) + 0.5F) / SIZE, ((float)column_of(p) + 0.5F) / SIZE);
    must_run(&set_up, "TEX LD R1.rgba, T0.abgg, R0.abrr" WAIT SHOW(1));
    for (unsigned p = 0; p < PIXELS; p++) {
        const unsigned x = column_of(p), y = row_of(p);
        const float    wanted[] = {number(0, x, y, 3), number(0, x, y, 2), number(0, x, y, 1), number(0, x, y, 1)};
        expect("swizzles", p, colour[p], wanted, 0);
    }
}

/* Q divides S, T and R. */
static void projected_look_ups_are_divided_by_q(void **state)
{
    static const float q[] = {1, 2, 0.5F, 4, 0.25F, 8};
    struct set_up      set_up = usual;
    (void)state;
    set_up.samplers = LEVEL_0;
    put_middles();
    for (unsigned p = 0; p < PIXELS; p++) {
        const float by = q[p % COUNT(q)];
        put(p, 0, ((float)column_of(p) + 0.5F) / SIZE * by, ((float)row_of(p) + 0.5F) / SIZE * by, 7, by);
    }
    must_run(&set_up, "TEX PROJ R1.rgba, T0.rgba, R0.rgba" WAIT SHOW(1));
    for (unsigned p = 0; p < PIXELS; p++)
        expect_texel("PROJ", p, 0, column_of(p), row_of(p));
    /* LD does not look at Q. */
    put_middles();
    for (unsigned p = 0; p < PIXELS; p++)
        input[p][0][3] = q[p % COUNT(q)];
    must_run(&set_up, "TEX LD R1.rgba, T0.rgba, R0.rgba" WAIT SHOW(1));
    for (unsigned p = 0; p < PIXELS; p++)
        expect_texel("LD with Q", p, 0, column_of(p), row_of(p));
}

static void lines_and_volumes_have_one_and_three_coordinates(void **state)
{
    (void)state;
    put_middles();
    for (unsigned p = 0; p < PIXELS; p++)
        put(p, 0, ((float)(p % SIDE) + 0.5F) / SIDE, ((float)(p / SIDE % SIDE) + 0.5F) / SIDE,
            ((float)((p + 2) % SIDE) + 0.5F) / SIDE, 0);
    must_run(&usual, "TEX LD R1.rgba, T2.rgba, R0.rgba" WAIT SHOW(1));
    for (unsigned p = 0; p < PIXELS; p++)
        expect_texel("3D", p, (p + 2) % SIDE, p % SIDE, p / SIDE % SIDE);
    put_middles();
    must_run(&usual, "TEX LD R1.rgba, T4.rgba, R0.rgba" WAIT SHOW(1));
    for (unsigned p = 0; p < PIXELS; p++)
        expect_texel("1D", p, 0, column_of(p), 0);
}

/* A direction for a face and a place on it, as OpenGL's table of faces has them (2.1 specification, table 3.19): the
 * major axis, then S and T of what the table divides by it. */
static void direction_of(unsigned face, float s, float t, float size, float xyz[3])
{
    static const struct {
        int   major, of_s, of_t; /* axis */
        float sign, sign_s, sign_t;
    } faces[6] = {{0, 2, 1, 1, -1, -1}, {0, 2, 1, -1, 1, -1}, {1, 0, 2, 1, 1, 1},
                  {1, 0, 2, -1, 1, -1}, {2, 0, 1, 1, 1, -1},  {2, 0, 1, -1, -1, -1}};
    xyz[faces[face].major] = faces[face].sign * size;
    xyz[faces[face].of_s] = faces[face].sign_s * s * size;
    xyz[faces[face].of_t] = faces[face].sign_t * t * size;
}

static void cubes_are_read_by_direction(void **state)
{
    (void)state;
    for (unsigned from = 0; from < 6 * SIDE * SIDE; from += PIXELS) {
        put_middles();
        for (unsigned p = 0; p < PIXELS; p++) {
            const unsigned i = from + p, x = i % SIDE, y = i / SIDE % SIDE;
            direction_of(i / (SIDE * SIDE), ((float)x + 0.5F) / SIDE * 2 - 1, ((float)y + 0.5F) / SIDE * 2 - 1,
                         p % 3 ? 2.0F : 0.125F, input[p][0]);
        }
        must_run(&usual, "TEX LD R1.rgba, T3.rgba, R0.rgba" WAIT SHOW(1));
        for (unsigned p = 0; p < PIXELS; p++) {
            const unsigned i = from + p;
            expect_texel("cube", p, i / (SIDE * SIDE), i % SIDE, i / SIDE % SIDE);
        }
    }
}

/* A NaN becomes plus infinity, a denormal a zero (8.7.4). */
static void coordinates_that_are_no_numbers(void **state)
{
    struct set_up set_up = usual;
    (void)state;
    set_up.samplers = "{\"id\":0,\"clamp\":[\"clamp_last_texel\",\"clamp_last_texel\",\"wrap\"]}";
    put_middles();
    for (unsigned p = 0; p < PIXELS; p++) {
        static const float odd[] = {NAN, INFINITY, -INFINITY, 1e-40F, -1e-40F, 1e30F, -1e30F, 0};
        input[p][0][0] = odd[p % 8];
    }
    must_run(&set_up, "TEX LOD R1.rgba, T0.rgba, R0.rgba" WAIT SHOW(1));
    for (unsigned p = 0; p < PIXELS; p++) {
        static const unsigned x[] = {SIZE - 1, SIZE - 1, 0, 0, 0, SIZE - 1, 0, 0};
        expect_texel("odd", p, 0, x[p % 8], row_of(p));
    }
}

/* ---- levels ------------------------------------------------------------------------------------------------------ */

/* Neighbours 1, 2, 4, 8 texels apart: level 0 to 3. */
static void the_level_follows_from_the_neighbours(void **state)
{
    (void)state;
    for (unsigned level = 0; level < LEVELS; level++) {
        const unsigned apart = 1u << level;
        put_middles();
        for (unsigned p = 0; p < PIXELS; p++)
            put(p, 0, along(p, apart), down(p, apart), 0, 0);
        must_run(&usual, "TEX LD R1.rgba, T0.rgba, R0.rgba" WAIT SHOW(1));
        for (unsigned p = 0; p < PIXELS; p++)
            expect_texel("LD", p, level, texel_at(along(p, apart), level), texel_at(down(p, apart), level));
    }
}

static void a_bias_in_q_is_added_to_the_level(void **state)
{
    static const int bias[] = {0, 1, 2, 3, -1, -2, 9, -9};
    (void)state;
    for (unsigned i = 0; i < COUNT(bias); i++) {
        put_middles();
        for (unsigned p = 0; p < PIXELS; p++)
            put(p, 0, along(p, 2), down(p, 2), 0, (float)bias[i]);
        must_run(&usual, "TEX LODBIAS R1.rgba, T0.rgba, R0.rgba" WAIT SHOW(1));
        const int      sum = 1 + bias[i];
        const unsigned level = sum < 0 ? 0 : sum < LEVELS ? (unsigned)sum : LEVELS - 1;
        for (unsigned p = 0; p < PIXELS; p++)
            expect_texel("LODBIAS", p, level, texel_at(along(p, 2), level), texel_at(down(p, 2), level));
    }
}

/* Q is the level, each pixel's its own; the sampler's limits hold. */
static void a_level_in_q_is_taken(void **state)
{
    static const struct {
        float    q;
        unsigned level, limited; /* limited: from 1 to 2 */
    } rows[] = {{0, 0, 1}, {1, 1, 1}, {2, 2, 2}, {3, 3, 2}, {1.25F, 1, 1}, {1.75F, 2, 2}, {-4, 0, 1}, {50, 3, 2}};
    struct set_up set_up = usual;
    (void)state;
    for (unsigned limited = 0; limited < 2; limited++) {
        set_up.samplers = limited ? "{\"id\":0,\"mip\":\"point\",\"lod\":[1,2]}" : POINTS;
        put_middles();
        for (unsigned p = 0; p < PIXELS; p++)
            input[p][0][3] = rows[p % COUNT(rows)].q;
        must_run(&set_up, "TEX LOD R1.rgba, T0.rgba, R0.rgba" WAIT SHOW(1));
        for (unsigned p = 0; p < PIXELS; p++) {
            const unsigned level = limited ? rows[p % COUNT(rows)].limited : rows[p % COUNT(rows)].level;
            expect_texel("LOD", p, level, column_of(p) >> level, row_of(p) >> level);
        }
    }
}

/* The slopes of two more registers, not those of the neighbours; they have swizzles of their own. */
static void slopes_give_the_level(void **state)
{
    (void)state;
    for (unsigned level = 0; level < LEVELS; level++)
        for (unsigned downwards = 0; downwards < 2; downwards++) {
            const float slope = (float)(1u << level) / SIZE;
            put_middles();
            for (unsigned p = 0; p < PIXELS; p++) {
                put(p, 2, 0, 0, 0, downwards ? 0 : slope); /* S of the one to the right in alpha */
                put(p, 3, 0, 0, downwards ? slope : 0, 0); /* T of the one below in blue */
            }
            must_run(&usual, "TEX DXDY R1.rgba, T0.rgba, R0.rgba, R2.aggg, R3.rbrr" WAIT SHOW(1));
            for (unsigned p = 0; p < PIXELS; p++)
                expect_texel("DXDY", p, level, column_of(p) >> level, row_of(p) >> level);
        }
}

/* Slopes of S and of T: a texture of one row shrinks along S alone. */
static void slopes_have_their_axes(void **state)
{
    static float  row[8 + 4 + 2 + 1][4];
    struct set_up set_up = usual;
    (void)state;
    for (unsigned i = 0; i < COUNT(row); i++)
        row[i][0] = i < 8 ? 0 : i < 12 ? 1 : i < 14 ? 2 : 3;
    set_up.textures = "{\"id\":0,\"dim\":\"2D\",\"width\":8,\"height\":1,\"levels\":4," FLOATS "\"file\":\"bytes\"}";
    set_up.bytes = row;
    set_up.byte_count = sizeof row;
    put_middles();
    for (unsigned p = 0; p < PIXELS; p++) {
        put(p, 2, 0.5F, 0, 0, 0); /* half of it to the right: four texels, or half of one */
        put(p, 3, 0, 0, 0, 0);
    }
    static const struct {
        const char *text;
        float       level;
    } rows[] = {{"TEX DXDY R1.rgba, T0.rgba, R0.rgba, R2.rggg, R3.rggg" WAIT SHOW(1), 2},
                {"TEX DXDY R1.rgba, T0.rgba, R0.rgba, R2.grgg, R3.rggg" WAIT SHOW(1), 0},
                {"TEX DXDY R1.rgba, T0.rgba, R0.rgba, R3.rggg, R2.rggg" WAIT SHOW(1), 2},
                {"TEX DXDY R1.rgba, T0.rgba, R0.rgba, R3.rggg, R2.grgg" WAIT SHOW(1), 0}};
    for (unsigned i = 0; i < COUNT(rows); i++) {
        must_run(&set_up, rows[i].text);
        for (unsigned p = 0; p < PIXELS; p++)
            assert_float_equal(colour[p][0], rows[i].level, 0);
    }
}

#define IF_NEGATIVE                                                                                                    \
    "ALU ALU_RESULT_OP(LESS)\n rgb [R2] MAD R5._, src0.rrr, src0.111, src0.000 ALU_WMASK\n"                            \
    " alpha [] MAD R5._, src0.0, src0.0, src0.0\n"                                                                     \
    "FC JUMP JUMP_FUNC(0x0f) B_OP0(INCR) JUMP_ADDR(@e) ALU_WAIT\n"
#define END_IF "FC JUMP JUMP_ANY B_OP0(DECR) B_POP_CNT(1) JUMP_ADDR(@e)\ne: "

/* Pixels that are not active count for slopes, and get nothing; with WRITE_INACTIVE they do (8.4.6). */
static void inactive_pixels_are_neighbours(void **state)
{
    (void)state;
    for (unsigned all = 0; all < 2; all++) {
        put_middles();
        for (unsigned p = 0; p < PIXELS; p++) {
            put(p, 0, along(p, 4), down(p, 4), 0, 0);
            put(p, 2, p % 4 == p / 4 % 4 ? -1 : 1, 0, 0, 0); /* one of a quad */
        }
        must_run(&usual, all ? IF_NEGATIVE "TEX LD R1.rgba, T0.rgba, R0.rgba WRITE_INACTIVE" WAIT END_IF SHOW(1)
                             : IF_NEGATIVE "TEX LD R1.rgba, T0.rgba, R0.rgba" WAIT END_IF                SHOW(1));
        for (unsigned p = 0; p < PIXELS; p++)
            if (all || p % 4 == p / 4 % 4)
                expect_texel("active", p, 2, texel_at(along(p, 4), 2), texel_at(down(p, 4), 2));
            else
                expect("inactive", p, colour[p], (const float[]){-1, -1, -1, -1}, 0);
    }
}

/* ---- filters, clamps, formats ------------------------------------------------------------------------------------ */

static void filters_weigh_neighbours(void **state)
{
    static const float at[] = {0, 0.25F, 0.5F, 0.75F};
    struct set_up      set_up = usual;
    (void)state;
    set_up.samplers = "{\"id\":0,\"mag\":\"bilinear\",\"min\":\"bilinear\",\"mip\":\"none\"}";
    put_middles();
    for (unsigned p = 0; p < PIXELS; p++) /* behind the middle of texel 1 to 4 */
        put(p, 0, (1.5F + (float)(p / 16 * 2) + at[p % 4]) / SIZE, (2.5F + at[p / 4 % 4]) / SIZE, 0, 0);
    must_run(&set_up, "TEX LOD R1.rgba, T0.rgba, R0.rgbb" WAIT SHOW(1));
    for (unsigned p = 0; p < PIXELS; p++) {
        const float x = 1 + (float)(p / 16 * 2) + at[p % 4], y = 2 + at[p / 4 % 4];
        for (unsigned c = 0; c < 4; c++)
            assert_float_equal(colour[p][c], y * 16 + x + (float)c / 8, 1e-5F);
    }
    /* Between two levels. */
    set_up.samplers = "{\"id\":0,\"mip\":\"linear\"}";
    put_middles();
    for (unsigned p = 0; p < PIXELS; p++)
        input[p][0][3] = 1 + at[p % 4];
    must_run(&set_up, "TEX LOD R1.rgba, T0.rgba, R0.rgba" WAIT SHOW(1));
    for (unsigned p = 0; p < PIXELS; p++) {
        const float one = number(1, column_of(p) / 2, row_of(p) / 2, 0);
        const float two = number(2, column_of(p) / 4, row_of(p) / 4, 0);
        assert_float_equal(colour[p][0], one + (two - one) * at[p % 4], 1e-4F);
    }
}

/* The column that a clamp makes of one, -1 for the border (TX_FILTER0, CLAMP_S). */
static int clamped(const char *clamp, int x)
{
    const int once = x < 0 ? -1 - x : x, turn = ((x % (2 * SIZE)) + 2 * SIZE) % (2 * SIZE);
    const int last = SIZE - 1;
    if (strcmp(clamp, "wrap") == 0)
        return turn % SIZE;
    if (strcmp(clamp, "mirror") == 0)
        return turn < SIZE ? turn : 2 * SIZE - 1 - turn;
    if (strcmp(clamp, "clamp_last_texel") == 0)
        return x < 0 ? 0 : x > last ? last : x;
    if (strcmp(clamp, "mirror_once_last_texel") == 0)
        return once > last ? last : once;
    if (strcmp(clamp, "clamp_border") == 0)
        return x < 0 || x > last ? -1 : x;
    return once > last ? -1 : once; /* mirror_once_border */
}

static void clamps_say_what_lies_outside(void **state)
{
    static const char *const clamps[] = {
        "wrap", "mirror", "clamp_last_texel", "mirror_once_last_texel", "clamp_border", "mirror_once_border"};
    char          sampler[160];
    struct set_up set_up = usual;
    (void)state;
    set_up.samplers = sampler;
    for (unsigned i = 0; i < COUNT(clamps); i++) {
        snprintf(sampler, sizeof sampler, "{\"id\":0,\"clamp\":[\"%s\",\"wrap\",\"wrap\"],\"border\":[3,5,7,9]}",
                 clamps[i]);
        put_middles();
        for (unsigned p = 0; p < PIXELS; p++)
            input[p][0][0] = ((float)p - 12 + 0.5F) / SIZE;
        must_run(&set_up, "TEX LOD R1.rgba, T0.rgba, R0.rgbb" WAIT SHOW(1));
        for (unsigned p = 0; p < PIXELS; p++) {
            const int x = clamped(clamps[i], (int)p - 12);
            if (x < 0)
                expect(clamps[i], p, colour[p], (const float[]){3, 5, 7, 9}, 0);
            else
                expect_texel(clamps[i], p, 0, (unsigned)x, row_of(p));
        }
    }
}

/* Texture n has sampler n. */
static void each_texture_has_a_sampler_of_its_own(void **state)
{
    struct set_up set_up = usual;
    (void)state;
    set_up.samplers = "{\"id\":0},{\"id\":1,\"clamp\":[\"clamp_last_texel\",\"wrap\",\"wrap\"]}";
    put_middles();
    for (unsigned p = 0; p < PIXELS; p++)
        input[p][0][0] += 1;
    must_run(&set_up, "TEX LOD R1.rgba, T0.rgba, R0.rgba" WAIT SHOW(1));
    for (unsigned p = 0; p < PIXELS; p++)
        expect_texel("sampler 0", p, 0, column_of(p), row_of(p));
    must_run(&set_up, "TEX LOD R1.rgba, T1.rgba, R0.rgba" WAIT SHOW(1));
    for (unsigned p = 0; p < PIXELS; p++)
        expect("sampler 1", p, colour[p], turns[row_of(p) * SIZE + SIZE - 1], 0);
}

static float gamma_of(float value)
{
    return value <= 0.04045F ? value / 12.92F : powf((value + 0.055F) / 1.055F, 2.4F);
}

/* A texture of one texel: what its bits are as numbers, and what a swizzle of the texture takes of them. */
static void formats_become_numbers(void **state)
{
    static const struct {
        const char *format;
        uint32_t    words[2];
        float       wanted[4], tolerance;
    } rows[] = {
        {"\"8_8_8_8\"", {0xff804000, 0}, {0, 64 / 255.0F, 128 / 255.0F, 1}, 1e-6F},
        {"\"8_8_8_8\",\"number\":\"snorm\"", {0x81407f00, 0}, {0, 1, 64 / 127.0F, -1}, 1e-6F},
        {"\"8_8_8_8\",\"swizzle\":\"ZY01\"", {0xff804000, 0}, {128 / 255.0F, 64 / 255.0F, 0, 1}, 1e-6F},
        {"\"2_10_10_10\"", {0xc0000000 | 1023u << 20 | 512u << 10 | 1, 0}, {1 / 1023.0F, 512 / 1023.0F, 1, 1}, 1e-6F},
        {"\"16_16\",\"swizzle\":\"XY01\"", {0x8000ffff, 0}, {1, 32768 / 65535.0F, 0, 1}, 1e-6F},
        {"\"16_16_16_16_FLOAT\"", {0xc0003c00, 0x7bff3555}, {1, -2, 0.333251953125F, 65504}, 0},
        {"\"32_32_FLOAT\",\"swizzle\":\"XY01\"", {0x40490fdb, 0xc2f70000}, {3.14159274F, -123.5F, 0, 1}, 0},
        {"\"8_8_8_8\",\"srgb\":true", {0x80ff2005, 0}, {0, 0, 1, 128 / 255.0F}, 2e-3F},
    };
    char          texture[256];
    struct set_up set_up = usual;
    (void)state;
    set_up.textures = texture;
    set_up.samplers = LEVEL_0;
    put_middles();
    for (unsigned i = 0; i < COUNT(rows); i++) {
        float wanted[4];
        memcpy(wanted, rows[i].wanted, sizeof wanted);
        if (strstr(rows[i].format, "srgb")) {
            wanted[0] = gamma_of(5 / 255.0F);
            wanted[1] = gamma_of(32 / 255.0F);
        }
        snprintf(texture, sizeof texture,
                 "{\"id\":0,\"dim\":\"2D\",\"width\":1,\"height\":1,\"format\":%s,\"file\":\"bytes\"}", rows[i].format);
        set_up.bytes = rows[i].words;
        set_up.byte_count = strstr(rows[i].format, "16_16_16") || strstr(rows[i].format, "32_32") ? 8 : 4;
        must_run(&set_up, "TEX LD R1.rgba, T0.rgba, R0.rgba" WAIT SHOW(1));
        expect(rows[i].format, 0, colour[0], wanted, rows[i].tolerance);
        expect(rows[i].format, PIXELS - 1, colour[PIXELS - 1], wanted, rows[i].tolerance);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_look_up_reads_the_texel_of_its_coordinates),
        cmocka_unit_test(swizzles_are_of_coordinates_and_of_answers),
        cmocka_unit_test(projected_look_ups_are_divided_by_q),
        cmocka_unit_test(lines_and_volumes_have_one_and_three_coordinates),
        cmocka_unit_test(cubes_are_read_by_direction),
        cmocka_unit_test(coordinates_that_are_no_numbers),
        cmocka_unit_test(the_level_follows_from_the_neighbours),
        cmocka_unit_test(a_bias_in_q_is_added_to_the_level),
        cmocka_unit_test(a_level_in_q_is_taken),
        cmocka_unit_test(slopes_give_the_level),
        cmocka_unit_test(slopes_have_their_axes),
        cmocka_unit_test(inactive_pixels_are_neighbours),
        cmocka_unit_test(filters_weigh_neighbours),
        cmocka_unit_test(clamps_say_what_lies_outside),
        cmocka_unit_test(each_texture_has_a_sampler_of_its_own),
        cmocka_unit_test(formats_become_numbers),
    };
    make_textures();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
