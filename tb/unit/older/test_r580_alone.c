/* test_r580_alone.c - modules of R580 without the machine: what a beat writes (R5xx Acceleration 8.4.8 to 8.4.10),
 * output registers that are used again, the room of the texture unit. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "rtl_model/r580/finish.h"
#include "rtl_model/r580/outputs.h"
#include "rtl_model/r580/texture.h"

/* ---- the end of the ALU ------------------------------------------------------------------------------------------ */

struct masks {
    unsigned type, wmask, omask;
    bool     depth, result;
};

/* A beat of one quad of which pixels 0 to 2 may write; predicates: red 1, green 2, blue 4, alpha 3. */
static struct us_finish_reg finished(struct masks masks)
{
    static const us_rgb_values_t   rgb;
    static const us_rgb_bits_t     rgb_bits;
    static const us_alpha_values_t alpha;
    static const us_alpha_bits_t   alpha_bits;
    struct us_finish_in            in = {.valid = true,
                                         .count = 1,
                                         .writes = 7,
                                         .predicated = {{1, 2, 4, 3}},
                                         .rgb_values = &rgb,
                                         .rgb_bits = &rgb_bits,
                                         .alpha_values = &alpha,
                                         .alpha_bits = &alpha_bits};
    const struct us_finish_reg     q = {.write = false};
    struct us_finish_reg           d = q;
    struct us_cmn                  cmn = {.type = masks.type,
                                          .rgb_wmask = masks.wmask & 7,
                                          .alpha_wmask = masks.wmask >> 3,
                                          .rgb_omask = masks.omask & 7,
                                          .alpha_omask = masks.omask >> 3};
    struct us_alu                  alu = {.w_omask = masks.depth, .alu_wmask = masks.result};
    us_pack_cmn(&cmn, in.words.w);
    us_pack_alu(&alu, in.words.w);
    us_finish_eval(&in, &q, &d);
    return d;
}

/* Temporaries and targets are predicated by channel, predicate bits and the ALU result are not. */
static void a_beat_writes_what_its_masks_say(void **state)
{
    static const uint64_t predicated[] = {1, 2, 4, 3};
    (void)state;
    for (unsigned output = 0; output < 2; output++)
        for (unsigned wmask = 0; wmask < 16; wmask++)
            for (unsigned omask = 0; omask < 16; omask++)
                for (unsigned more = 0; more < 4; more++) {
                    const struct us_finish_reg d =
                        finished((struct masks){output ? US_OUT : US_ALU, wmask, omask, more & 1, more >> 1});
                    for (unsigned c = 0; c < US_CHANNELS; c++) {
                        assert_int_equal(d.temporaries.c[c], wmask >> c & 1 ? predicated[c] : 0);
                        assert_int_equal(d.targets.c[c], output && omask >> c & 1 ? predicated[c] : 0);
                        assert_int_equal(d.predicates.c[c], !output && omask >> c & 1 ? 7 : 0);
                    }
                    assert_int_equal(d.depth, output && more & 1 ? predicated[3] : 0);
                    assert_int_equal(d.flags, more >> 1 ? 7 : 0);
                    assert_int_equal(d.outputs, output);
                }
}

/* The ALU result is of red or of alpha, of each pixel its own (8.4.10). */
static void the_alu_result_is_of_red_or_of_alpha(void **state)
{
    static us_rgb_values_t   rgb;
    static us_rgb_bits_t     rgb_bits;
    static us_alpha_values_t alpha;
    static us_alpha_bits_t   alpha_bits;
    const double             above = 2, below = -2;
    (void)state;
    for (unsigned p = 0; p < 8; p++) {
        memcpy(&rgb.e[3 * p], p & 1 ? &below : &above, sizeof below);
        memcpy(&alpha.e[p], p & 2 ? &below : &above, sizeof below);
    }
    for (unsigned sel = 0; sel < 2; sel++) {
        struct us_finish_in        in = {.valid = true,
                                         .count = 2,
                                         .writes = 0xff,
                                         .rgb_values = &rgb,
                                         .rgb_bits = &rgb_bits,
                                         .alpha_values = &alpha,
                                         .alpha_bits = &alpha_bits};
        const struct us_finish_reg q = {.write = false};
        struct us_finish_reg       d = q;
        struct us_cmn              cmn = {.type = US_ALU, .alu_result_sel = sel, .alu_result_op = 1}; /* LESS */
        struct us_alu              alu = {.alu_wmask = 1};
        us_pack_cmn(&cmn, in.words.w);
        us_pack_alu(&alu, in.words.w);
        us_finish_eval(&in, &q, &d);
        assert_int_equal(d.flag, sel ? 0xcc : 0xaa);
    }
}

/* ---- output registers -------------------------------------------------------------------------------------------- */

enum { GROUP_QUADS = 3 };

static struct us_outputs outputs;

static void clock_outputs(void)
{
    struct us_outputs_reg next = outputs.q;
    us_outputs_eval(&outputs.in, &outputs.q, &next, &outputs);
    outputs.d = next;
    us_outputs_capture(&outputs);
    assert_true(us_outputs_commit(&outputs));
    outputs.in.write = outputs.in.finish = false;
}

static void write_quad(unsigned place, unsigned quad)
{
    static us_results_t results;
    for (unsigned e = 0; e < 16; e++)
        results.e[e] = 100 * place + 16 * quad + e;
    outputs.in.write = true;
    outputs.in.place = (uint8_t)place;
    outputs.in.quad = (uint8_t)quad;
    outputs.in.rgb_target = 2;
    outputs.in.alpha_target = 1;
    outputs.in.mask = (us_channel_masks_t){{1, 2, 4, 8}};
    outputs.in.depth_mask = 4;
    outputs.in.results = &results;
    clock_outputs();
}

static void expect_written(unsigned place, unsigned quad, bool written)
{
    const unsigned row = place * GROUP_QUADS + quad;
    assert_int_equal(outputs.written[row].e[0], 0);
    assert_int_equal(outputs.written[row].e[1], written ? 0x8000 : 0);
    assert_int_equal(outputs.written[row].e[2], written ? 1 << 0 | 1 << 5 | 1 << 10 : 0);
    assert_int_equal(outputs.written[row].e[3], 0);
    assert_int_equal(outputs.depth_written[row], written ? 4 : 0);
}

/* Behind a group's last quads its place is empty, also of what the next group does not write; other places are not. */
static void output_registers_are_empty_when_a_group_has_left(void **state)
{
    (void)state;
    memset(&outputs, 0, sizeof outputs);
    us_outputs_reset(&outputs);
    outputs.in.group_quads = GROUP_QUADS;
    outputs.in.quads = 2;
    for (unsigned place = 0; place < 3; place++)
        for (unsigned quad = 0; quad < GROUP_QUADS; quad++) {
            write_quad(place, quad);
            expect_written(place, quad, true);
        }
    outputs.in.finish = true;
    outputs.in.end_place = 1;
    outputs.in.end_group = 77;
    outputs.in.end_present = outputs.in.end_covered = us_mask_first(4 * GROUP_QUADS);
    clock_outputs();
    clock_outputs();
    assert_true(outputs.q.drain && !outputs.q.drained);
    assert_int_equal(outputs.q.drain_group, 77);
    assert_int_equal(outputs.q.drain_count, 2);
    expect_written(1, 0, true);
    clock_outputs();
    assert_true(outputs.q.drain && outputs.q.drained);
    assert_int_equal(outputs.q.drain_quad, 2);
    assert_int_equal(outputs.q.drain_count, 1);
    expect_written(1, 2, true); /* who takes them sees them until the edge */
    clock_outputs();
    for (unsigned place = 0; place < 3; place++)
        for (unsigned quad = 0; quad < GROUP_QUADS; quad++)
            expect_written(place, quad, place != 1);
    assert_int_equal(outputs.q.quads_out, GROUP_QUADS);
}

/* Depths of a beat of two quads. */
static void each_pixel_has_a_depth_of_its_own(void **state)
{
    static us_results_t results;
    (void)state;
    memset(&outputs, 0, sizeof outputs);
    us_outputs_reset(&outputs);
    outputs.in.group_quads = GROUP_QUADS;
    for (unsigned e = 0; e < 32; e++)
        results.e[e] = e + 1;
    outputs.in.write = true;
    outputs.in.place = 1;
    outputs.in.depth_mask = 0xff;
    outputs.in.results = &results;
    clock_outputs();
    for (unsigned p = 0; p < 8; p++)
        assert_int_equal(outputs.depths[GROUP_QUADS + p / 4].e[p % 4], 4 * p + 4);
    assert_int_equal(outputs.depth_written[GROUP_QUADS], 15);
    assert_int_equal(outputs.depth_written[GROUP_QUADS + 1], 15);
    assert_int_equal(outputs.depth_written[GROUP_QUADS + 2], 0);
}

/* ---- the texture unit -------------------------------------------------------------------------------------------- */

static struct us_texture texture;

/* Instructions that look nothing up, one behind the other, until `instructions` have gone in: a quad comes back in each
 * clock, so that the unit fills up.  Quads go in when all of a clock's have room, and come back in their order. */
static unsigned fill(unsigned quads, unsigned instructions)
{
    unsigned      most = 0, back = 0;
    struct us_cmn cmn = {.type = US_TEX};
    struct us_tex tex = {.inst = US_TEX_NOP};
    memset(&texture, 0, sizeof texture);
    us_texture_reset(&texture);
    texture.in.quads = (uint8_t)quads;
    texture.in.latency = 1;
    texture.in.temporaries = 1;
    texture.in.group_quads = US_QUADS;
    us_pack_cmn(&cmn, texture.in.start_words.w);
    us_pack_tex(&tex, texture.in.start_words.w);
    for (unsigned clock = 0; clock < 100000 && back < instructions; clock++) {
        const struct us_texture_reg q = texture.q;
        texture.in.start = q.left == 0 && instructions;
        texture.in.start_slot = (uint8_t)(clock % US_SLOTS);
        texture.in.start_pixels = US_PIXELS;
        struct us_texture_reg next = q;
        us_texture_eval(&texture.in, &q, &next, &texture);
        const unsigned left = texture.in.start ? US_QUADS : q.left, now = left < quads ? left : quads;
        if (next.added != (q.count + now <= US_FLIGHT ? now : 0))
            fail_msg("%u quads under way: %u go in, of %u", q.count, next.added, now);
        assert_true(next.count <= US_FLIGHT);
        most = next.count > most ? next.count : most;
        back += next.looked_up;
        texture.d = next;
        us_texture_commit(&texture);
    }
    assert_int_equal(back, instructions);
    return most;
}

static void quads_go_into_the_texture_unit_while_there_is_room(void **state)
{
    (void)state;
    assert_int_equal(fill(1, 40), 1);             /* one goes in as one comes back */
    assert_int_equal(fill(2, 40), US_FLIGHT - 1); /* the last place is that of the one that comes back */
    assert_true(fill(12, 40) > US_FLIGHT - 12);
}

/* TEXKILL, predicated by red, of a group of 18 quads, 12 of them in a clock: each pixel goes by its own predicate. */
static void texkill_kills_the_pixels_of_all_quads(void **state)
{
    enum { QUADS = 18 };
    static us_row_t        rows[QUADS];
    static us_mask_t       covered[US_SLOTS];
    static us_predicates_t predicates[US_SLOTS] = {{{UINT64_C(1) << 5, 1}}};
    struct us_cmn          cmn = {.type = US_TEX, .rgb_wmask = 1, .rgb_pred_sel = US_PRED_SEL_RED};
    struct us_tex          tex = {.inst = US_TEX_KILL};
    (void)state;
    memset(&texture, 0, sizeof texture);
    us_texture_reset(&texture);
    for (unsigned e = 0; e < QUADS * 4; e++)
        rows[e / 4].e[e % 4 * US_CHANNELS] = 0xbf800000; /* all reds are below 0 */
    texture.in = (struct us_texture_in){.start = true,
                                        .start_pixels = 4 * QUADS,
                                        .start_active = us_mask_first(4 * QUADS),
                                        .quads = 12,
                                        .temporaries = 1,
                                        .group_quads = QUADS,
                                        .rows = rows,
                                        .covered = covered,
                                        .predicates = predicates};
    us_pack_cmn(&cmn, texture.in.start_words.w);
    us_pack_tex(&tex, texture.in.start_words.w);
    for (unsigned clock = 0; clock < 2; clock++) {
        struct us_texture_reg next = texture.q;
        us_texture_eval(&texture.in, &texture.q, &next, &texture);
        texture.d = next;
        us_texture_commit(&texture);
        assert_true(texture.q.kill);
        assert_int_equal(texture.q.kill_quad, 12 * clock);
        assert_int_equal(texture.q.killed, clock ? 1 << (64 - 48) : 1 << 5);
        texture.in.start = false;
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_beat_writes_what_its_masks_say),
        cmocka_unit_test(the_alu_result_is_of_red_or_of_alpha),
        cmocka_unit_test(each_pixel_has_a_depth_of_its_own),
        cmocka_unit_test(texkill_kills_the_pixels_of_all_quads),
        cmocka_unit_test(output_registers_are_empty_when_a_group_has_left),
        cmocka_unit_test(quads_go_into_the_texture_unit_while_there_is_room),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
