/* test_nv30_alone.c - modules of NV30 without the machine: who has which place, and what is killed there; what stage 1
 * counts; the adder of three operands, cubes, the register file. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include <math.h>

#include "rtl_model/nv30/adder.h"
#include "rtl_model/nv30/interpolant_select.h"
#include "rtl_model/nv30/number.h"
#include "rtl_model/nv30/rasterizer.h"
#include "rtl_model/nv30/register_file.h"
#include "rtl_model/nv30/source_select.h"

static struct nv30_rasterizer raster;

static void start(unsigned quads, unsigned slots)
{
    memset(&raster, 0, sizeof raster);
    nv30_rasterizer_reset(&raster);
    raster.in.quads = quads;
    raster.in.slots = (uint8_t)slots;
}

static bool clock(void)
{
    struct nv30_rasterizer_reg next = raster.q;
    nv30_rasterizer_eval(&raster.in, &raster.q, &next);
    raster.d = next;
    const bool changes = nv30_rasterizer_commit(&raster);
    raster.in.taken = raster.in.ends = false;
    raster.in.kills = 0;
    return changes;
}

static void take(void)
{
    assert_true(raster.q.offer);
    raster.in.taken = true;
    clock();
}

static void end(unsigned slot)
{
    raster.in.ends = true;
    raster.in.ends_slot = (uint8_t)slot;
}

static void kill(unsigned slot, unsigned pixels)
{
    raster.in.kills = (uint8_t)pixels;
    raster.in.kills_slot = (uint8_t)slot;
}

/* Quads go into the first place that is free, as many as there are. */
static void quads_take_the_first_place(void **state)
{
    (void)state;
    start(4, 2);
    clock();
    assert_int_equal(raster.q.slot, 0);
    take();
    assert_int_equal(raster.q.slot, 1);
    take();
    assert_false(raster.q.offer);
    assert_int_equal(raster.q.slot, 0); /* none is offered */
    assert_int_equal(raster.q.in_flight, 2);
    assert_int_equal(raster.q.no_place, 1);
    end(0);
    assert_true(clock());
    assert_true(raster.q.offer);
    assert_int_equal(raster.q.slot, 0);
    assert_int_equal(raster.q.done, 1);
    take();
    assert_int_equal(raster.quad[0], 2);
    assert_int_equal(raster.quad[1], 1);
    end(1);
    clock();
    take();
    assert_int_equal(raster.quad[1], 3);
    end(0);
    clock();
    assert_false(raster.q.offer); /* there are no more */
    assert_int_equal(raster.q.no_place, 2);
    assert_int_equal(raster.q.flight, 1 + 2 + 1 + 2 + 1 + 2 + 1);
}

static void all_64_places_are_taken(void **state)
{
    (void)state;
    start(100, NV30_SLOTS);
    clock();
    for (unsigned i = 0; i < NV30_SLOTS; i++) {
        assert_int_equal(raster.q.slot, i);
        take();
        assert_int_equal(raster.quad[i], i);
    }
    assert_false(raster.q.offer);
}

/* Pixels stay killed while their quad is there; the next one in the place has none, the neighbours keep theirs. */
static void kills_end_with_the_quad(void **state)
{
    (void)state;
    start(10, 3);
    clock();
    for (unsigned i = 0; i < 3; i++)
        take();
    kill(0, 1);
    assert_true(clock());
    kill(1, 2);
    assert_true(clock());
    kill(1, 8);
    clock();
    kill(2, 15);
    clock();
    assert_int_equal(raster.killed[0], 1);
    assert_int_equal(raster.killed[1], 10);
    end(1);
    clock();
    assert_int_equal(raster.killed[1], 10); /* what collects it looks at it later */
    raster.in.taken = true;
    kill(0, 4); /* in the same clock */
    clock();
    assert_int_equal(raster.killed[0], 5);
    assert_int_equal(raster.killed[1], 0);
    assert_int_equal(raster.killed[2], 15);
    assert_int_equal(raster.quad[1], 3);
}

/* ---- stage 1 ----------------------------------------------------------------------------------------------------- */

/* Counters of a clock in which the three have a quad, or not. */
static void waits_are_counted(void **state)
{
    (void)state;
    for (unsigned who = 0; who < 16; who++)
        for (unsigned pause = 0; pause < 2; pause++) {
            const struct nv30_source_select_in in = {
                .core = who & 1, .tail = who >> 1 & 1, .raster = who >> 2 & 1, .waiting = who >> 3, .pause = 5};
            const struct nv30_source_select_reg q = {.pause_left = (uint8_t)pause,
                                                     .bubbles = 10,
                                                     .tail_waited = 20,
                                                     .raster_waited = 30,
                                                     .three = 40,
                                                     .from_core = 50,
                                                     .from_end = 60,
                                                     .from_raster = 70};
            struct nv30_source_select_reg       d = q;
            nv30_source_select_eval(&in, &q, &d);
            const bool core = who & 1, tail = !core && !pause && who & 2, new = !core && !pause && !tail &&who & 4;
            assert_int_equal(d.from_core, 50 + core);
            assert_int_equal(d.from_end, 60 + tail);
            assert_int_equal(d.from_raster, 70 + new);
            assert_int_equal(d.valid, core || tail || new);
            assert_int_equal(d.bubbles, 10 + (who >> 3 && !d.valid));
            assert_int_equal(d.tail_waited, 20 + (who & 2 && !tail));
            assert_int_equal(d.raster_waited, 30 + (who & 4 && !new));
            assert_int_equal(d.three, 40 + ((who & 7) == 7));
            assert_int_equal(d.pause_left, tail ? 5 : 0);
        }
}

/* ---- stage 2 ----------------------------------------------------------------------------------------------------- */

/* A quad that comes or goes is a change. */
static void stage_2_changes_with_a_quad(void **state)
{
    static struct nv30_interpolant_select stage;
    (void)state;
    for (unsigned who = 0; who < 4; who++) {
        memset(&stage, 0, sizeof stage);
        nv30_interpolant_select_reset(&stage);
        stage.q.valid = who & 1;
        stage.d = stage.q;
        stage.d.valid = who >> 1;
        stage.d.op = 3;
        assert_int_equal(nv30_interpolant_select_commit(&stage), who != 0);
        assert_int_equal(stage.passes[2], who >> 1);
        assert_int_equal(stage.q.valid, who >> 1);
    }
}

/* What the launch does not give is 0, but for 1/W, which is 1. */
static void attributes_that_are_not_given_are_zero(void **state)
{
    static uint32_t          words[2 * NV30_QUAD * 2 * 4];
    const struct nv30_inputs inputs = {words, 3, 2}; /* f[TEX3], f[TEX4] */
    static const uint8_t     kept[NV30_KEPT_SETS];
    static const uint8_t     asked[][2] = {{0, 3}, {2, 3}, {3, 2}, {4, 3}, {5, 0}, {NV30_WPOS, 3}, {NV30_WPOS, 0}};
    struct nv30_pass         pass = {.op = 0};
    static struct nv30_interpolant_select stage;
    (void)state;
    for (unsigned i = 0; i < sizeof words / sizeof words[0]; i++)
        words[i] = 1000 + i;
    for (unsigned i = 0; i < sizeof asked / sizeof asked[0]; i++) {
        const unsigned what = asked[i][0], component = asked[i][1];
        memset(pass.interpolant, NV30_NO_INTERPOLANT, sizeof pass.interpolant);
        memset(pass.place, NV30_NO_INTERPOLANT, sizeof pass.place);
        pass.interpolant[5] = (uint8_t)(4 * what + component);
        const struct nv30_interpolant_select_in in = {
            .come = true, .come_quad = 1, .words = &pass, .inputs = &inputs, .kept = kept};
        const struct nv30_interpolant_select_reg q = {.valid = false};
        struct nv30_interpolant_select_reg       d = q;
        nv30_interpolant_select_eval(&in, &q, &d, &stage);
        for (unsigned p = 0; p < NV30_QUAD; p++) {
            const uint32_t given = 1000 + ((NV30_QUAD + p) * 2 + what - 3) * 4 + component;
            assert_int_equal(d.scalar.at[5 * NV30_QUAD + p], what == 3 || what == 4                ? given
                                                             : what == NV30_WPOS && component == 3 ? 0x3f800000
                                                                                                   : 0);
            assert_int_equal(d.w_inverse.pixel[p], 0x3f800000);
        }
    }
}

/* ---- stage 9 ----------------------------------------------------------------------------------------------------- */

/* A lane of the 2 x 3 adder: the sum of Newton's step, or twice the third operand when that is 0, infinite or none. */
static void newtons_step_ends_where_the_root_has_no_number(void **state)
{
    static const float thirds[] = {0, INFINITY, 1.5f, -INFINITY};
    struct nv30_pass   pass = {.shape = NV30_2X3, .function = NV30_REFINE};
    (void)state;
    for (unsigned i = 0; i < sizeof thirds / sizeof thirds[0]; i++)
        for (unsigned refine = 0; refine < 2; refine++) {
            struct nv30_adder_in        in = {.come = true, .words = &pass};
            const struct nv30_adder_reg q = {.valid = false};
            struct nv30_adder_reg       d = q;
            pass.function = refine ? NV30_REFINE : NV30_SUM;
            in.x.at[0] = as_bits(4);
            in.y.at[0] = as_bits(-1);
            in.x.at[2 * NV30_QUAD] = as_bits(thirds[i]);
            in.x.at[1 * NV30_QUAD] = as_bits(16); /* the other lane */
            in.y.at[1 * NV30_QUAD] = as_bits(32);
            in.x.at[3 * NV30_QUAD] = as_bits(64);
            nv30_adder_eval(&in, &q, &d);
            assert_int_equal(d.sum.at[NV30_QUAD], as_bits(112));
            const bool ends = refine && (thirds[i] == 0 || isinf(thirds[i]));
            assert_int_equal(d.sum.at[0], as_bits(ends ? thirds[i] + thirds[i] : 3 + thirds[i]));
        }
    pass.shape = NV30_4X2; /* the function is of three operands: two are a sum */
    struct nv30_adder_in        in = {.come = true, .words = &pass};
    const struct nv30_adder_reg q = {.valid = false};
    struct nv30_adder_reg       d = q;
    in.x.at[0] = as_bits(4);
    in.y.at[0] = as_bits(-1);
    nv30_adder_eval(&in, &q, &d);
    assert_int_equal(d.sum.at[0], as_bits(3));
}

/* ---- cubes ------------------------------------------------------------------------------------------------------- */

/* Face, s and t of the OpenGL specification's table of cube maps: +x -x +y -y +z -z. */
static void directions_are_faces_and_places(void **state)
{
    static const struct {
        float direction[3];
        float across, down, face;
    } rows[] = {
        {{4, 1, 2}, -2, -1, 0},   {{-4, 1, 2}, 2, -1, 1},   {{1, 4, 2}, 1, 2, 2},    {{1, -4, 2}, 1, -2, 3},
        {{1, 2, 4}, 1, -2, 4},    {{1, 2, -4}, -1, -2, 5},  {{4, -1, -2}, 2, 1, 0},  {{-4, -1, -2}, -2, 1, 1},
        {{-1, 4, -2}, -1, -2, 2}, {{-1, -4, -2}, -1, 2, 3}, {{-1, -2, 4}, -1, 2, 4}, {{-1, -2, -4}, 1, 2, 5},
    };
    float place[3];
    (void)state;
    for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        nv30_cube(rows[i].direction, place);
        assert_true(place[0] == rows[i].across / 8 + 1.5f);
        assert_true(place[1] == rows[i].down / 8 + 1.5f);
        assert_true(place[2] == rows[i].face);
    }
}

/* ---- registers --------------------------------------------------------------------------------------------------- */

/* Registers that are written are counted: of the core's quad, and of the one at the end with its texels. */
static void writes_are_counted_and_go_to_their_rows(void **state)
{
    static struct nv30_register_file file;
    struct nv30_pass                 words[2] = {
                        {.row = 1, .mask = 5},
                        {.row = 0,
                         .mask = 15,
                         .read = {{.target = NV30_2D, .row = 1, .mask = 8}, {.target = NV30_2D, .row = 2, .mask = 2}}}};
    (void)state;
    for (unsigned reads = 0; reads < 3; reads++)
        for (unsigned who = 0; who < 4; who++)
            for (unsigned has_row = 0; has_row < 2; has_row++) {
                memset(&file, 0, sizeof file);
                nv30_register_file_reset(&file);
                words[0].row = words[1].row = NV30_NO_ROW;
                if (has_row) {
                    words[0].row = 1;
                    words[1].row = 0;
                }
                words[1].read[0].target = reads > 0 ? NV30_2D : NV30_NO_TARGET;
                words[1].read[1].target = reads > 1 ? NV30_2D : NV30_NO_TARGET;
                file.in = (struct nv30_register_file_in){.core = who & 1,
                                                         .core_slot = 2,
                                                         .tail = who >> 1,
                                                         .tail_slot = 1,
                                                         .tail_pass = 1,
                                                         .words = words,
                                                         .rows = 3};
                for (unsigned e = 0; e < 4 * NV30_QUAD; e++) {
                    file.in.core_value.at[e] = 100 + e;
                    file.in.tail_value.at[e] = 200 + e;
                    file.in.texel0.at[e] = 300 + e;
                    file.in.texel1.at[e] = 400 + e;
                }
                struct nv30_register_file_reg next = file.q;
                next.writes = 0;
                nv30_register_file_eval(&file.in, &file.q, &next);
                file.d = next;
                assert_int_equal(nv30_register_file_commit(&file), who != 0);
                assert_int_equal(file.q.writes, (who & 1 && has_row) + (who >> 1 ? has_row + reads : 0));
                for (unsigned e = 0; e < 4 * NV30_QUAD; e++) {
                    const unsigned c = e / NV30_QUAD;
                    assert_int_equal(file.file[7].at[e], who & 1 && has_row && 5 >> c & 1 ? 100 + e : 0);
                    assert_int_equal(file.file[3].at[e], who >> 1 && has_row ? 200 + e : 0);
                    assert_int_equal(file.file[4].at[e], who >> 1 && reads > 0 && c == 3 ? 300 + e : 0);
                    assert_int_equal(file.file[5].at[e], who >> 1 && reads > 1 && c == 1 ? 400 + e : 0);
                    assert_int_equal(file.file[6].at[e], 0);
                    assert_int_equal(file.file[8].at[e], 0);
                }
            }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(quads_take_the_first_place),
        cmocka_unit_test(all_64_places_are_taken),
        cmocka_unit_test(kills_end_with_the_quad),
        cmocka_unit_test(waits_are_counted),
        cmocka_unit_test(stage_2_changes_with_a_quad),
        cmocka_unit_test(attributes_that_are_not_given_are_zero),
        cmocka_unit_test(newtons_step_ends_where_the_root_has_no_number),
        cmocka_unit_test(directions_are_faces_and_places),
        cmocka_unit_test(writes_are_counted_and_go_to_their_rows),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
