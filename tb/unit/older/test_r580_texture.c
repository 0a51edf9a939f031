/* test_r580_texture.c - what R580's texture instructions write, TEXKILL, and the semaphore (R5xx Acceleration 8.4.6,
 * 8.5.1, 8.5.2). */
#include "tb/unit/older/r580_texture_kit.h"

/* ---- what is written --------------------------------------------------------------------------------------------- */

#define SET_PREDICATES                                                                                                 \
    "ALU\n rgb [R2] MAD R5._, src0.rgb, src0.111, src0.000 SET_PRED(LESS.rgb)\n"                                       \
    " alpha [R2] MAD R5._, src0.a, src0.1, src0.0 SET_PRED(LESS.a)\n"

/* Masks, and RGB and alpha predicates of their own (8.5). */
static void masks_and_predicates_limit_what_is_written(void **state)
{
    static const struct {
        const char *text;
        unsigned    mask;                                /* channels that are written */
        bool        rgb, own, rgb_off, alpha, alpha_off; /* predicated: by green; each by its own; by alpha, inverted */
    } rows[] = {
        {"TEX LD R1.rg, T0.rgba, R0.rgba" WAIT, 3, false, false, false, false, false},
        {"TEX LD R1.ba, T0.rgba, R0.rgba" WAIT, 12, false, false, false, false, false},
        {"TEX LD R1.rgba, T0.rgba, R0.rgba RGB_PRED_SEL(GGGG)" WAIT, 15, true, false, false, false, false},
        {"TEX LD R1.rgba, T0.rgba, R0.rgba RGB_PRED_SEL(RGBA)" WAIT, 15, false, true, false, false, false},
        {"TEX LD R1.rgba, T0.rgba, R0.rgba RGB_PRED_SEL(GGGG) RGB_PRED_INV" WAIT, 15, true, false, true, false, false},
        {"TEX LD R1.rgba, T0.rgba, R0.rgba ALPHA_PRED_SEL(AAAA) ALPHA_PRED_INV" WAIT, 15, false, false, false, true,
         true},
        {"TEX LD R1.gba, T0.rgba, R0.rgba RGB_PRED_SEL(GGGG) ALPHA_PRED_SEL(AAAA)" WAIT, 14, true, false, false, true,
         false},
    };
    struct set_up set_up = usual;
    char          text[1024];
    (void)state;
    set_up.samplers = LEVEL_0;
    for (unsigned i = 0; i < COUNT(rows); i++) {
        put_middles();
        for (unsigned p = 0; p < PIXELS; p++) /* the predicate of a channel: its bit of the pixel's number */
            put(p, 2, p & 1 ? -1 : 1, p & 2 ? -1 : 1, p & 4 ? -1 : 1, p & 8 ? -1 : 1);
        snprintf(text, sizeof text, SET_PREDICATES "%s" SHOW(1), rows[i].text);
        must_run(&set_up, text);
        for (unsigned p = 0; p < PIXELS; p++)
            for (unsigned c = 0; c < 4; c++) {
                bool written = rows[i].mask >> c & 1;
                if (c < 3 && rows[i].rgb)
                    written = written && (p >> 1 & 1) != rows[i].rgb_off;
                if (c < 3 && rows[i].own)
                    written = written && p >> c & 1;
                if (c == 3 && rows[i].alpha)
                    written = written && (p >> 3 & 1) != rows[i].alpha_off;
                const float wanted = written ? number(0, column_of(p), row_of(p), c) : -1;
                if (colour[p][c] != wanted)
                    fail_msg("row %u: pixel %u, channel %u is %g, expected %g", i, p, c, (double)colour[p][c],
                             (double)wanted);
            }
    }
}

/* A pixel goes out when a channel of the mask is below zero: not by a zero, a denormal or a NaN; predicates count. */
static void texkill_looks_at_the_sign_of_numbers(void **state)
{
    static const float numbers[] = {1, -1, 0, -0.0F, -1e-40F, 1e-40F, INFINITY, -INFINITY};
    static const bool  below[] = {0, 1, 0, 0, 0, 0, 0, 1};
    (void)state;
    put_middles();
    for (unsigned p = 0; p < PIXELS; p++)
        put(p, 2, numbers[p % 8], p / 8 % 2 ? -3 : 3, p / 16 ? -NAN : 0, -1);
    must_run(&usual, "TEX TEXKILL R1.r, T0.rgba, R2.aaaa" WAIT SHOW(1));
    for (unsigned p = 0; p < PIXELS; p++)
        assert_int_equal(killed[p], below[p % 8]);
    must_run(&usual, "TEX TEXKILL R1.gb, T0.rgba, R2.rrrr" WAIT SHOW(1));
    for (unsigned p = 0; p < PIXELS; p++)
        assert_int_equal(killed[p], p / 8 % 2);
    must_run(&usual, SET_PREDICATES "TEX TEXKILL R1.g, T0.rgba, R2.rgba RGB_PRED_SEL(RRRR) ALU_WAIT" WAIT SHOW(1));
    for (unsigned p = 0; p < PIXELS; p++)
        assert_int_equal(killed[p], p / 8 % 2 && below[p % 8]);
    for (unsigned p = 0; p < PIXELS; p++) /* nothing is written */
        expect("TEXKILL", p, left[p][1], (const float[]){-1, -1, -1, -1}, 0);
}

/* Killed pixels are looked up all the same, unless they are to be ignored (8.4.6); as neighbours they stay. */
static void uncovered_pixels_can_be_ignored(void **state)
{
    (void)state;
    for (unsigned ignored = 0; ignored < 2; ignored++) {
        put_middles();
        for (unsigned p = 0; p < PIXELS; p++) {
            put(p, 0, along(p, 2), down(p, 2), 0, 0);
            put(p, 2, p % 4 == p / 4 % 4 ? -1 : 1, 0, 0, 0);
        }
        must_run(&usual, ignored ? "TEX TEXKILL R1.r, T0.rgba, R2.rgba" WAIT
                                   "TEX LD R1.rgba, T0.rgba, R0.rgba IGNORE_UNCOVERED" WAIT SHOW(1)
                                 : "TEX TEXKILL R1.r, T0.rgba, R2.rgba" WAIT
                                   "TEX LD R1.rgba, T0.rgba, R0.rgba" WAIT SHOW(1));
        for (unsigned p = 0; p < PIXELS; p++) {
            const unsigned x = texel_at(along(p, 2), 1), y = texel_at(down(p, 2), 1);
            const bool     out = p % 4 == p / 4 % 4;
            const float    wanted = out && ignored ? -1 : number(1, x, y, 0);
            assert_int_equal(killed[p], out);
            assert_float_equal(left[p][1][0], wanted, 0);
        }
    }
}

/* ---- the semaphore ----------------------------------------------------------------------------------------------- */

/* Coordinates that have been looked up, whatever look-ups take. */
static void dependent_look_ups_wait_for_the_semaphore(void **state)
{
    static const unsigned times[] = {2, 3, 29, 100, 700}, quads[] = {1, 4, 12}, groups[] = {4, 16, 192};
    struct set_up         set_up = usual;
    (void)state;
    set_up.samplers = "{\"id\":0,\"mip\":\"none\"},{\"id\":1}";
    put_middles();
    for (unsigned i = 0; i < COUNT(times) * COUNT(quads) * COUNT(groups); i++) {
        set_up.texture_clk = times[i % COUNT(times)];
        set_up.texture_quads = quads[i / COUNT(times) % COUNT(quads)];
        set_up.group = groups[i / COUNT(times) / COUNT(quads)];
        must_run(&set_up, "TEX LD R1.rgba, T1.rgba, R0.rgba" WAIT "TEX LD R2.rgba, T1.rgba, R1.rgba" WAIT
                          "TEX LD R3.rgba, T0.rgba, R2.rgba" WAIT SHOW(3));
        for (unsigned p = 0; p < PIXELS; p++) /* turned twice by a right angle */
            expect_texel("dependent", p, 0, SIZE - 1 - column_of(p), SIZE - 1 - row_of(p));
    }
}

/* Who does not wait reads what was there; R1 is -1. */
static void who_does_not_wait_reads_what_was_there(void **state)
{
    struct set_up set_up = usual;
    (void)state;
    set_up.samplers = LEVEL_0;
    put_middles();
    must_run(&set_up, "TEX LD R1.rgba, T0.rgba, R0.rgba" WAIT
                      "ALU\n rgb [R1] MAD R3.rgb, src0.rgb, src0.111, src0.000\n alpha [R1] MAD R3.a, src0.a, src0.1, "
                      "src0.0\n" SHOW(3));
    for (unsigned p = 0; p < PIXELS; p++)
        expect("without", p, colour[p], (const float[]){-1, -1, -1, -1}, 0);
    must_run(&set_up, "TEX LD R1.rgba, T0.rgba, R0.rgba" WAIT
                      "ALU TEX_SEM_WAIT\n rgb [R1] MAD R3.rgb, src0.rgb, src0.111, src0.000\n"
                      " alpha [R1] MAD R3.a, src0.a, src0.1, src0.0\n" SHOW(3));
    for (unsigned p = 0; p < PIXELS; p++)
        expect_texel("with", p, 0, column_of(p), row_of(p));
}

/* The example of 8.5.2: the last of three look-ups holds the semaphore for all of them, and their coordinates may be
 * written over at once. */
static void one_semaphore_is_for_several_look_ups(void **state)
{
    static const char *const last[] = {"TEX LD R3.rgba, T0.rgba, R0.bgrr" WAIT,
                                       "TEX LD R3.rgba, T0.rgba, R0.bgrr\nTEX NOP R5._, T0.rgba, R0.rgba" WAIT};
    struct set_up            set_up = usual;
    char                     text[1024];
    (void)state;
    set_up.samplers = LEVEL_0;
    for (unsigned i = 0; i < COUNT(last); i++) { /* NOP can hold it, too (8.5.1) */
        put_middles();
        for (unsigned p = 0; p < PIXELS; p++)
            input[p][0][2] = 0.5F / SIZE;
        snprintf(text, sizeof text,
                 "TEX LD R1.rgba, T0.rgba, R0.rgba\nTEX LD R2.rgba, T0.rgba, R0.grbb\n%s"
                 "ALU\n rgb [R0] MAD R0.rgb, src0.rgb, src0.111, src0.111\n alpha [] MAD R5._, src0.0, src0.0, src0.0\n"
                 "ALU TEX_SEM_WAIT\n rgb [R1, R2, R3] MAD R4.rgb, src0.rgb, src0.111, src1.rgb\n"
                 " alpha [] MAD R5._, src0.0, src0.0, src0.0\n"
                 "ALU\n rgb [R4, R3] MAD R4.rgb, src0.rgb, src0.111, src1.rgb\n"
                 " alpha [] MAD R5._, src0.0, src0.0, src0.0\n" SHOW(4),
                 last[i]);
        must_run(&set_up, text);
        for (unsigned p = 0; p < PIXELS; p++) {
            const unsigned x = column_of(p), y = row_of(p);
            for (unsigned c = 0; c < 3; c++)
                assert_float_equal(colour[p][c], number(0, x, y, c) + number(0, y, x, c) + number(0, 0, y, c), 0);
            assert_float_equal(left[p][0][1], ((float)y + 0.5F) / SIZE + 1, 0);
        }
    }
}

/* What a look-up costs: the clocks of a look-up, once for independent ones, for each of dependent ones. */
static void independent_look_ups_overlap(void **state)
{
    struct set_up set_up = usual;
    (void)state;
    set_up.samplers = "{\"id\":0,\"mip\":\"none\"},{\"id\":1}";
    set_up.texture_clk = 1000;
    put_middles();
    must_run(&set_up, "TEX LD R1.rgba, T1.rgba, R0.rgba" WAIT SHOW(1));
    const uint64_t one = clocks;
    must_run(&set_up, "TEX LD R1.rgba, T1.rgba, R0.rgba\nTEX LD R2.rgba, T1.rgba, R0.rgba" WAIT SHOW(2));
    assert_true(clocks - one < 100);
    must_run(&set_up, "TEX LD R1.rgba, T1.rgba, R0.rgba" WAIT "TEX LD R2.rgba, T1.rgba, R1.rgba" WAIT SHOW(2));
    assert_true(clocks - one >= 1000 && clocks - one < 1100);
}

/* ---- what is not there ------------------------------------------------------------------------------------------- */

static void a_texture_that_is_not_there_stops_the_run(void **state)
{
    static const struct {
        const char *text, *what;
    } rows[] = {
        {"TEX LD R1.rgba, T9.rgba, R0.rgba" WAIT SHOW(1), "instruction 0, group 0: the texture or its sampler"},
        {"TEX LD R1.rgba, T0.rgba, R9.rgba" WAIT SHOW(1), "instruction 0, group 0: a temporary beyond US_PIXSIZE"},
        {"TEX LD R1.rgba, T0.rgba, R0+aL.rgba" WAIT SHOW(1), "instruction 0, group 0: aL is read outside"},
        {"TEX DXDY R1.rgba, T0.rgba, R0.rgba, R2.rgba, R7.rgba" WAIT SHOW(1), "a temporary beyond US_PIXSIZE"},
    };
    (void)state;
    put_middles();
    for (unsigned i = 0; i < COUNT(rows); i++) {
        struct diag diag = {0};
        assert_false(run(&usual, rows[i].text, &diag));
        if (!strstr(diag.what, rows[i].what))
            fail_msg("row %u: %s", i, diag.what);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(masks_and_predicates_limit_what_is_written),
        cmocka_unit_test(texkill_looks_at_the_sign_of_numbers),
        cmocka_unit_test(uncovered_pixels_can_be_ignored),
        cmocka_unit_test(dependent_look_ups_wait_for_the_semaphore),
        cmocka_unit_test(who_does_not_wait_reads_what_was_there),
        cmocka_unit_test(one_semaphore_is_for_several_look_ups),
        cmocka_unit_test(independent_look_ups_overlap),
        cmocka_unit_test(a_texture_that_is_not_there_stops_the_run),
    };
    make_textures();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
