/* test_r580_pixels.c - what R580's pixels have beside their registers, without the machine: coverage, done, the ALU
 * result and predicate bits (R5xx Acceleration 8.4.9, 8.4.10, 8.5.1, 8.6.6). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "rtl_model/r580/pixels.h"

static struct us_pixels pixels;

/* Whether anything has changed. */
static bool clock_pixels(void)
{
    struct us_pixels_reg next = pixels.q;
    us_pixels_eval(&pixels.in, &pixels.q, &next, &pixels);
    pixels.d = next;
    const bool changes = us_pixels_commit(&pixels);
    pixels.in.start = pixels.in.set = pixels.in.flow = pixels.in.kill = pixels.in.last = false;
    return changes;
}

static void set_results(unsigned slot, unsigned quad, uint64_t written, uint64_t result)
{
    pixels.in.set = true;
    pixels.in.set_slot = (uint8_t)slot;
    pixels.in.set_quad = (uint8_t)quad;
    pixels.in.set_result = written;
    pixels.in.result = result;
}

/* An ALU result is fresh until a flow control instruction of its group; one that arrives in that clock stays so. */
static void an_alu_result_is_fresh_until_flow_control(void **state)
{
    (void)state;
    memset(&pixels, 0, sizeof pixels);
    us_pixels_reset(&pixels);
    for (unsigned slot = 5; slot < 7; slot++) {
        set_results(slot, 2, 0xa5, 0x21);
        clock_pixels();
        assert_int_equal(pixels.fresh[slot].w[0], 0xa500);
        assert_int_equal(pixels.results[slot].w[0], 0x2100);
    }
    set_results(5, 1, 0x3, 0x1);
    pixels.in.flow = true;
    pixels.in.flow_slot = 5;
    assert_true(clock_pixels());
    assert_int_equal(pixels.fresh[5].w[0], 0x30);
    assert_int_equal(pixels.results[5].w[0], 0x2110);
    assert_int_equal(pixels.fresh[6].w[0], 0xa500);
    pixels.in.start = true;
    pixels.in.start_slot = 6;
    pixels.in.start_pixels = 8;
    clock_pixels();
    assert_int_equal(pixels.fresh[6].w[0], 0);
    assert_int_equal(pixels.results[6].w[0], 0);
    assert_int_equal(pixels.present[6].w[0], 0xff);
}

/* Each channel has its predicate bits. */
static void predicate_bits_are_set_by_channel(void **state)
{
    static const uint8_t bits[] = {1, 2, 5, 8};
    (void)state;
    memset(&pixels, 0, sizeof pixels);
    us_pixels_reset(&pixels);
    assert_false(clock_pixels());
    pixels.in.set_predicate = (us_channel_masks_t){{1, 3, 7, 15}};
    pixels.in.predicate = (us_channel_masks_t){{15, 2, 5, 8}};
    set_results(2, 1, 0, 0);
    assert_true(clock_pixels());
    for (unsigned c = 0; c < US_CHANNELS; c++)
        assert_int_equal(pixels.predicates[2].w[c * US_MASK_WORDS], (uint64_t)bits[c] << 4);
    pixels.in.last = true;
    pixels.in.last_slot = 2;
    pixels.in.last_active = us_mask_first(3);
    assert_true(clock_pixels());
    assert_int_equal(pixels.done[2].w[0], 7);
    pixels.in.start = true;
    pixels.in.start_slot = 2;
    assert_true(clock_pixels());
    for (unsigned c = 0; c < US_CHANNELS; c++)
        assert_int_equal(pixels.predicates[2].w[c * US_MASK_WORDS], 0);
    assert_int_equal(pixels.done[2].w[0], 0);
}

/* A pixel is killed once. */
static void killed_pixels_are_counted_once(void **state)
{
    (void)state;
    memset(&pixels, 0, sizeof pixels);
    us_pixels_reset(&pixels);
    pixels.in.start = true;
    pixels.in.start_slot = 3;
    pixels.in.start_pixels = 12;
    clock_pixels();
    for (unsigned i = 0; i < 2; i++) {
        pixels.in.kill = true;
        pixels.in.kill_slot = 3;
        pixels.in.kill_quad = 1;
        pixels.in.killed = i ? 0x13 : 0x12;
        assert_true(clock_pixels());
        assert_int_equal(pixels.q.kills, i ? 3 : 2);
    }
    assert_int_equal(pixels.covered[3].w[0], 0xfff & ~0x130u);
    assert_int_equal(pixels.present[3].w[0], 0xfff);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(predicate_bits_are_set_by_channel),
        cmocka_unit_test(an_alu_result_is_fresh_until_flow_control),
        cmocka_unit_test(killed_pixels_are_counted_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
