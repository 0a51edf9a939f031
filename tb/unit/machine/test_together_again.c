/* test_together_again.c - launches at once that run a second time on the machine whose caches they have filled
 * (`--warm`), and what they count, each and in sum (docs/sweep.md; docs/counters.md). */
#include "rtl_model/observer.h"
#include "rtl_model/r700/engine/gpu_jobs.h"
#include "rtl_model/r700/probes/observe.h"
#include "tb/unit/machine/together.h"

#include <malloc.h>

enum { KEEP_NOTHING = 0, KEEP_ALL = (1u << (LAUNCH_CACHE_PROGRAM + 1)) - 1 };

/* Clocks of a further run of all of them. */
static uint64_t run_again(struct several *of, unsigned keeps)
{
    char message[1600];
    of->alone[0].launch.keeps = keeps;
    if (!gpu_next(of->gpu, &of->alone[0].program, &of->alone[0].launch, &of->diag))
        fail_msg("%s", diag_text(&of->diag, message, sizeof message));
    run_all(of);
    return gpu_launch_cycles(of->gpu);
}

static unsigned misses(const struct gpu *gpu)
{
    unsigned sum = 0;
    for (unsigned i = 0; i < gpu->simds; i++)
        sum += gpu->simd[i].cf_cache.q.misses + gpu->simd[i].alu_cache.q.misses + gpu->simd[i].kcache.q.misses;
    return sum;
}

/* With caches as cold as at first the clocks are those of the first run; else nothing misses, and it takes less.  What
 * comes out is what comes out of each alone. */
static void all_of_them_run_again(void **state)
{
    (void)state;
    for (unsigned fast = 0; fast < 2; fast++) {
        struct several of;
        start_two(&of, NULL);
        assert_true(make_all(&of, 4, fast));
        assert_true(!fast || gpu_set_jobs(of.gpu, 2, &of.diag));
        for (unsigned n = 0; n < 2; n++)
            machine_run(&of.alone[n]);
        run_all(&of);
        const uint64_t cold = of.gpu->cycle,
                       ends[2] = {gpu_part_cycles(of.gpu, of.gpu->part[0]), gpu_part_cycles(of.gpu, of.gpu->part[1])};
        assert_true(misses(of.gpu) > 0);
        expect_what_each_gives_alone(&of);
        assert_int_equal(run_again(&of, KEEP_NOTHING), cold);
        assert_true(misses(of.gpu) > 0);
        for (unsigned n = 0; n < 2; n++)
            assert_int_equal(gpu_part_cycles(of.gpu, of.gpu->part[n]), ends[n]);
        expect_what_each_gives_alone(&of);
        assert_true(run_again(&of, KEEP_ALL) < cold);
        assert_int_equal(misses(of.gpu), 0);
        expect_what_each_gives_alone(&of);
        done(&of);
    }
}

/* What is kept of a launch for the next one is given back, of each of them. */
static void a_further_run_takes_no_more_memory(void **state)
{
    (void)state;
    struct several of;
    start_two(&of, NULL);
    assert_true(make_all(&of, 4, false));
    run_all(&of);
    run_again(&of, KEEP_NOTHING);
    const struct mallinfo2 before = mallinfo2();
    for (unsigned i = 0; i < 3; i++)
        run_again(&of, KEEP_NOTHING);
    const struct mallinfo2 after = mallinfo2();
    assert_true(after.uordblks + after.hblkhd < before.uordblks + before.hblkhd + LDS_WORDS);
    done(&of);
}

/* The local data share is that of the launch's own SIMDs, of the last one as of the first (ISA 2.6.2). */
static void shares_stay_where_they_are(void **state)
{
    (void)state;
    struct several of;
    start_two(&of, NULL);
    assert_true(make_all(&of, 3, false));
    run_all(&of);
    for (unsigned i = 0; i < 3; i++)
        *lds_word(&of.gpu->simd[i].lds, 77 + i) = 0xabc00 + i;
    gpu_choose(of.gpu, 1);
    run_again(&of, KEEP_NOTHING);
    for (unsigned i = 0; i < 3; i++)
        assert_int_equal(*lds_word(&of.gpu->simd[i].lds, 77 + i), 0xabc00 + i);
    assert_int_equal(of.gpu->chosen, 0);
    done(&of);
}

static double counter(struct machine_observer *by, const char *path, const char *name)
{
    static struct result_counter rows[4096];
    const unsigned               count = by->counters(by, false, rows, 4096);
    assert_true(count < 4096);
    for (unsigned i = 0; i < count; i++)
        if (strcmp(rows[i].path, path) == 0 && strcmp(rows[i].name, name) == 0)
            return rows[i].value;
    return -1;
}

/* 40 wavefronts of the one, 30 of the other, and 70 in sum, where each SIMD has a place. */
static void counters_are_of_one_or_of_all(void **state)
{
    (void)state;
    struct several of;
    start_two(&of, NULL);
    assert_true(make_all(&of, 3, false));
    struct machine_observer *const by = observe_gpu(of.gpu, OBSERVE_SUMS, &of.diag);
    assert_non_null(by);
    while (!gpu_finished(of.gpu)) {
        gpu_wire(of.gpu);
        gpu_look(of.gpu);
        by->clock(by);
        gpu_edge(of.gpu);
    }
    gpu_look_at_registers(of.gpu);
    by->settle(by);
    for (unsigned n = 0; n < 2; n++) {
        gpu_choose(of.gpu, n);
        by->all = false;
        assert_true(counter(by, "gpu", "Wavefronts") == (n ? 30 : 40));
        assert_true((counter(by, "gpu.simd1", "Wavefronts") >= 0) == (n == 0));
        by->all = true;
        assert_true(counter(by, "gpu", "Wavefronts") == 70);
        assert_true(counter(by, "gpu.simd0", "Wavefronts") + counter(by, "gpu.simd1", "Wavefronts") == 40);
        assert_true(counter(by, "gpu.simd2", "Wavefronts") == 30);
    }
    by->free(by);
    done(&of);
}

/* One wavefront on three SIMDs: a SIMD without one reports no end, in one thread and in two. */
static void a_simd_that_has_not_begun_has_no_end(void **state)
{
    (void)state;
    struct plan              first = pixel_plan(), second = vertex_plan();
    const struct plan *const plans[] = {&first, &second};
    second.threads = 64;
    for (unsigned threads = 1; threads <= 2; threads++) {
        const struct gpu_jobs_plan plan = {.threads = threads, .clocks = 16, .copy = 300};
        struct several             of;
        start(&of, plans, 2);
        of.alone[1].launch.simds = 3;
        assert_true(make_all(&of, 5, true));
        assert_true(gpu_jobs_set(of.gpu, &plan, &of.diag));
        assert_int_equal(gpu_run(of.gpu, 1000, &of.diag), GPU_CYCLE_LIMIT);
        assert_int_equal(of.gpu->idle[3], 0);
        assert_int_equal(of.gpu->idle[4], 0);
        run_all(&of);
        assert_int_equal(of.gpu->idle[4], 0);
        assert_true(of.gpu->idle[2] > 0);
        assert_int_equal(gpu_part_cycles(of.gpu, of.gpu->part[1]), of.gpu->idle[2]);
        done(&of);
    }
}

/* The last wavefronts of the one end while nothing but control flow and clauses moves. */
static void a_launch_ends_in_the_same_clock_in_a_fast_machine(void **state)
{
    (void)state;
    struct plan              first = pixel_plan(), second = first;
    const struct plan *const plans[] = {&first, &second};
    struct several           of, slow;
    first.text =
        "EXPORT_DONE PIX0, R1.xyzw BARRIER\nALU @a BARRIER\nALU @a BARRIER\nNOP EOP BARRIER\na: " FOUR(ADD_INT, R1);
    first.threads = 64 * 6;
    start(&of, plans, 2);
    assert_true(make_all(&of, 4, true));
    run_all(&of);
    start(&slow, plans, 2);
    assert_true(make_all(&slow, 4, false));
    run_all(&slow);
    for (unsigned i = 0; i < 4; i++)
        assert_int_equal(of.gpu->idle[i], slow.gpu->idle[i]);
    for (unsigned n = 0; n < 2; n++)
        assert_int_equal(gpu_part_cycles(of.gpu, of.gpu->part[n]), gpu_part_cycles(slow.gpu, slow.gpu->part[n]));
    assert_true(gpu_part_cycles(of.gpu, of.gpu->part[0]) < of.gpu->cycle);
    done(&of);
    done(&slow);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_of_them_run_again),
        cmocka_unit_test(a_further_run_takes_no_more_memory),
        cmocka_unit_test(shares_stay_where_they_are),
        cmocka_unit_test(counters_are_of_one_or_of_all),
        cmocka_unit_test(a_simd_that_has_not_begun_has_no_end),
        cmocka_unit_test(a_launch_ends_in_the_same_clock_in_a_fast_machine),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
