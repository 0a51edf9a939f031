/* test_ends.c - no wavefront ends before the clock that its CF address promises, and the promise is worth something. */
#include "rtl_model/r700/engine/gpu_ends.h"
#include "tb/unit/everything.h"

/* ---- steps ------------------------------------------------------------------------------------------------------- */

static void expect_steps(const char *program, const unsigned *steps, unsigned count)
{
    struct machine    m;
    struct gpu_ends   ends;
    const struct plan plan = {.text = program, .stack_size = 4};
    machine_start(&m, &plan);
    gpu_ends_open(&ends, m.gpu);
    assert_true(ends.part->words >= count);
    for (unsigned at = 0; at < count; at++)
        if (ends.part->steps[at] != steps[at])
            fail_msg("CF %u: %u, expected %u", at, ends.part->steps[at], steps[at]);
    gpu_ends_close(&ends);
    machine_free(&m);
}

static void the_nearest_end_is_found_forwards_and_backwards(void **state)
{
    (void)state;
    static const unsigned straight[] = {4, 3, 2, 1};
    expect_steps("NOP\nNOP\nNOP\nEXPORT_DONE PIX0, R0.xyzw EOP\n", straight, LENGTH(straight));
    static const unsigned over[] = {2, 4, 3, 2, 1};
    expect_steps("JUMP @end\nNOP\nNOP\nNOP\nend: EXPORT_DONE PIX0, R0.xyzw EOP\n", over, LENGTH(over));
    /* back to where an end is nearer than ahead */
    static const unsigned back[] = {2, 1, 2, 4, 3, 2, 1};
    expect_steps("JUMP @on\nend: EXPORT_DONE PIX0, R0.xyzw EOP\non: JUMP @end\nNOP\nNOP\nNOP\n"
                 "EXPORT_DONE PIX0, R0.xyzw EOP\n",
                 back, LENGTH(back));
    /* a subroutine returns behind its call */
    static const unsigned call[] = {3, 2, 1, 4, 3};
    expect_steps("CALL @sub\nNOP\nEXPORT_DONE PIX0, R0.xyzw EOP\nsub: NOP\nRETURN\n", call, LENGTH(call));
}

/* ---- promises ---------------------------------------------------------------------------------------------------- */

/* Runs clock by clock; returns the longest promise. */
static uint64_t run_with_promises(const struct plan *plan)
{
    struct machine  m;
    struct gpu_ends ends;
    uint64_t        promised = 0, longest = 0;
    machine_start(&m, plan);
    gpu_ends_open(&ends, m.gpu);
    while (!gpu_finished(m.gpu)) {
        const uint32_t before = gpu_waves_ended(m.gpu);
        const uint64_t after = gpu_ends_after(&ends, m.gpu), until = m.gpu->cycle + 1 + after;
        promised = until > promised ? until : promised;
        longest = after > longest ? after : longest;
        assert_false(gpu_stopped(m.gpu, &m.diag));
        machine_step(&m);
        if (gpu_waves_ended(m.gpu) != before)
            assert_true(m.gpu->cycle >= promised);
    }
    gpu_ends_close(&ends);
    machine_free(&m);
    return longest;
}

static void no_wavefront_ends_before_the_promised_clock(void **state)
{
    (void)state;
    static const char *const clocks[][2] = {{"cf_fetch_clk=3", "cf_decode_clk=1"},
                                            {"cf_fetch_clk=9", "cf_decode_clk=6"}};
    for (unsigned i = 0; i < LENGTH(clocks); i++) {
        struct plan plan = plan_without_writes("rv770");
        plan.set[0] = "simds=2";
        plan.set[1] = clocks[i][0];
        plan.set[2] = clocks[i][1];
        plan.set[3] = "simd_max_waves=2";
        plan.threads = 64 * 9;
        assert_true(run_with_promises(&plan) > 0);
        plan.text = "CALL @sub\nCALL @sub\nNOP\nEXPORT_DONE PIX0, R0.xyzw EOP\nsub: NOP\nRETURN\n";
        run_with_promises(&plan);
        plan.fetch = "NOP\nNOP\nRETURN\n";
        plan.stage = LAUNCH_VS;
        plan.text = "CALL_FS CALL_COUNT(1)\nNOP\nNOP\nEXPORT_DONE POS0, R0.xyzw EOP\n";
        run_with_promises(&plan);
    }
}

/* A wavefront alone in a program of nothing: its end is what was promised at its launch, but for a few clocks a step.
 */
static void a_promise_is_near_to_the_end(void **state)
{
    (void)state;
    struct text nops = {0};
    for (unsigned i = 0; i < 30; i++)
        put(&nops, "NOP\n");
    put(&nops, "EXPORT_DONE PIX0, R0.xyzw EOP\n");
    const struct plan plan = {.text = nops.chars};
    assert_int_equal(run_with_promises(&plan), 30 * (4 + 4));
    free(nops.chars);
}

static void of_a_program_that_is_too_large_nothing_is_known(void **state)
{
    (void)state;
    struct machine    m;
    struct gpu_ends   ends;
    const struct plan plan = {.text = "NOP\nNOP\nEXPORT_DONE PIX0, R0.xyzw EOP\n"};
    machine_start(&m, &plan);
    const unsigned words = m.gpu->setup.code.program.words;
    m.gpu->setup.code.program.words = 1u << 20;
    gpu_ends_open(&ends, m.gpu);
    assert_int_equal(gpu_ends_after(&ends, m.gpu), 0);
    m.gpu->setup.code.program.words = words;
    gpu_ends_open(&ends, m.gpu);
    assert_true(gpu_ends_after(&ends, m.gpu) > 0);
    gpu_ends_close(&ends);
    machine_free(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_nearest_end_is_found_forwards_and_backwards),
        cmocka_unit_test(no_wavefront_ends_before_the_promised_clock),
        cmocka_unit_test(a_promise_is_near_to_the_end),
        cmocka_unit_test(of_a_program_that_is_too_large_nothing_is_known),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
