/* test_nv30_alone.c - modules of NV30 without the machine: who has which place, and what is killed there. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "rtl_model/nv30/rasterizer.h"

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
    assert_int_equal(raster.q.in_flight, 2);
    assert_int_equal(raster.q.no_place, 1);
    end(0);
    clock();
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(quads_take_the_first_place),
        cmocka_unit_test(all_64_places_are_taken),
        cmocka_unit_test(kills_end_with_the_quad),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
