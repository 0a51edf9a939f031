/* test_us_ways.c - what follows an instruction of a random program of R580 in the reference is among the ways that are
 * found without running it (rtl_model/r580/analysis/ways.h, R5xx Acceleration 8.6). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "rtl_model/r580/analysis/ways.h"
#include "tb/random/us_random.h"

enum { PROGRAMS = 1500, GROUP = 16 };

static struct us_random      maker;
static struct us_ref_program program;
static struct us_store       store;
static struct us_ways        ways;
static uint32_t              seed;
static unsigned              jumps, ends;

static void went(void *context, unsigned from, unsigned to)
{
    (void)context;
    if (!us_way_leads(&ways, from, to) || !ways.reached[to])
        fail_msg("seed %u: instruction %u goes on at %u\n%s", seed, from, to, maker.text);
    jumps += to != (from + 1) % US_STORE;
}

static struct us_setup setup_of(void)
{
    const unsigned offset = program.offset;
    memset(&store, 0, sizeof store);
    memcpy(store.words, program.store, sizeof program.store);
    memset(store.written, true, sizeof store.written);
    for (unsigned i = 0; i < US_REF_INTEGERS; i++)
        store.integers[i] = program.integers[i];
    return (struct us_setup){.first = (us_address_t)((program.start + offset) % US_STORE),
                             .last = (us_address_t)((program.end + offset) % US_STORE),
                             .offset = (us_address_t)offset,
                             .full = program.full,
                             .temporaries = program.temporaries};
}

static void ways_of_what_is_executed_are_known(void **state)
{
    (void)state;
    for (seed = 1; seed <= PROGRAMS; seed++) {
        static struct us_ref_pixel pixels[GROUP];
        struct us_ref_counts       counts = {.went = went};
        struct diag                diag = {0};
        assert_true(us_random_program(&maker, seed, &program, &diag));
        const struct us_setup setup = setup_of();
        const struct us_chip  chip = {.empty_loop_pop = program.pops_nothing};
        assert_true(us_ways_find(&chip, &setup, &store, true, &ways, &diag));
        assert_false(ways.broken || ways.too_many);
        memset(pixels, 0, sizeof pixels);
        for (unsigned p = 0; p < GROUP; p++)
            us_random_pixel(&maker, &pixels[p]);
        ends += us_ref_run(&program, pixels, GROUP, &counts, &diag);
    }
    assert_int_equal(ends, PROGRAMS);
    assert_true(jumps > PROGRAMS);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(ways_of_what_is_executed_are_known)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
