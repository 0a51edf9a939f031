/* test_standing_nv30.c - the watch for progress of NV30: which quad stands, for how many clocks, where and why. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "rtl_model/nv30/nv30.h"
#include "tb/unit/job.h"

/* Each quad is counted from the clock in which it is in stage 1, and named with the stage that it is in. */
static void a_quad_is_counted_from_its_last_pass(void **state)
{
    struct job job;
    uint64_t   last[48] = {0};
    unsigned   in_stage = 0, behind = 0, ended = 0;
    (void)state;
    start(&job, "tb/corpus/designs/nv30.json", NULL);
    struct nv30 *nv30 = job.machine.of;
    while (!job.machine.kind->finished(job.machine.of)) {
        uint64_t longest = 0, clocks;
        for (unsigned slot = 0; slot < NV30_SLOTS; slot++) {
            const unsigned quad = nv30->raster.quad[slot];
            if (!(nv30->raster.q.busy >> slot & 1))
                continue;
            last[quad] = last[quad] ? last[quad] : nv30->core.cycle;
            longest = nv30->core.cycle - last[quad] > longest ? nv30->core.cycle - last[quad] : longest;
        }
        const bool found = rtl_machine_standing(&job.machine, &clocks, &job.diag);
        assert_int_equal(found, nv30->raster.q.busy != 0);
        if (found) {
            assert_int_equal(clocks, longest);
            assert_null(strstr(job.diag.what, "no stage"));
            in_stage += strstr(job.diag.what, "it is in stage ") != NULL;
            behind += strstr(job.diag.what, "it is in the FIFO beside the texture units") != NULL;
            ended += strstr(job.diag.what, "it is at the end of the pipeline") != NULL;
        }
        if (nv30->stage1.q.valid)
            last[nv30->raster.quad[nv30->stage1.q.slot]] = nv30->core.cycle;
        run(&job, nv30->core.cycle + 1);
    }
    assert_true(in_stage && behind && ended);
    end(&job);
}

/* A stage whose work is not done: quads that come into it are lost. */
static void a_quad_that_is_lost_is_named(void **state)
{
    struct job job;
    (void)state;
    start(&job, "tb/corpus/designs/nv30.json", NULL);
    struct nv30 *nv30 = job.machine.of;
    job.machine.kind->replace(job.machine.of, AT_stage9);
    while (!nv30->stage1.q.valid)
        run(&job, nv30->core.cycle + 1);
    const uint64_t then = nv30->core.cycle;
    for (unsigned stage = 1; stage < 9; stage++) {
        char text[96];
        stands_since(&job, then);
        snprintf(text, sizeof text, "it stands at pass 0, of instruction 0, MAD: it is in stage %u of the core", stage);
        says(&job, "quad 0 ");
        says(&job, text);
        run(&job, nv30->core.cycle + 1);
    }
    run(&job, 2000);
    stands_since(&job, then);
    says(&job, "quad 0 has begun no pass for ");
    says(&job, "; it stands: no stage has it, nor the texture units");
    end(&job);
}

/* Asked once in so many clocks, and only where there is something to be named. */
static void a_run_ends_by_it(void **state)
{
    struct job  job;
    struct diag diag = {0};
    (void)state;
    start(&job, "tb/corpus/designs/nv30.json", NULL);
    job.machine.kind->replace(job.machine.of, AT_stage9);
    run(&job, MACHINE_WATCH_CLOCKS - 1);
    assert_false(rtl_machine_stands_still(&job.machine, 1000, &diag));
    run(&job, MACHINE_WATCH_CLOCKS);
    assert_false(rtl_machine_stands_still(&job.machine, 0, &diag));
    assert_false(rtl_machine_stands_still(&job.machine, MACHINE_WATCH_CLOCKS, &diag));
    assert_true(rtl_machine_stands_still(&job.machine, MACHINE_WATCH_CLOCKS - 100, &diag));
    assert_non_null(strstr(diag.what, "quad 0 "));
    end(&job);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_quad_is_counted_from_its_last_pass),
        cmocka_unit_test(a_quad_that_is_lost_is_named),
        cmocka_unit_test(a_run_ends_by_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
