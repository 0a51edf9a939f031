/* test_gprs.c - the registers of all threads of a run: of wavefronts whose rows others have had since, of wavefronts
 * that run when it is over, of wavefronts that have not started. */
#include "kit/walk.h"
#include "tb/unit/machine.h"

/* R1.x = thread + 7, R2.w = -R0.y; R3 is not written, so it keeps its pattern. */
#define TEXT                                                                                                           \
    "ALU @body BARRIER\nEXPORT_DONE PIX0, R1.xyzw EOP BARRIER\n"                                                       \
    "body:\n0 x: ADD_INT R1.x, R0.x, 7\n w: MOV R2.w, -R0.y\n1 z: MOV R1.z, PV.x\n"

static uint32_t start(unsigned thread, unsigned gpr, unsigned element)
{
    return element == 0 ? thread : named_input(thread, gpr, element);
}

static uint32_t word(struct machine *m, unsigned thread, unsigned gpr, unsigned element)
{
    return gpu_gprs(m->gpu)[((size_t)thread * m->launch.num_gprs + gpr) * 4 + element];
}

static void expect_word(struct machine *m, unsigned thread, unsigned gpr, unsigned element, uint32_t value)
{
    const uint32_t got = word(m, thread, gpr, element);
    if (got != value)
        fail_msg("thread %u R%u element %u: 0x%08x, expected 0x%08x", thread, gpr, element, (unsigned)got,
                 (unsigned)value);
}

/* What TEXT leaves of a thread, R0 being its start values. */
static void expect_result(struct machine *m, unsigned thread)
{
    for (unsigned element = 0; element < 4; element++) {
        expect_word(m, thread, 0, element, start(thread, 0, element));
        expect_word(m, thread, 1, element, element % 2 ? GPR_UNDEFINED : thread + 7);
        expect_word(m, thread, 2, element, element < 3 ? GPR_UNDEFINED : start(thread, 0, 1) ^ 0x80000000);
        expect_word(m, thread, 3, element, GPR_UNDEFINED);
    }
}

static void expect_state(const struct machine *m, unsigned first, unsigned count, enum result_gprs state)
{
    for (unsigned thread = first; thread < first + count; thread++)
        if (m->gpu->gprs.state[thread] != state)
            fail_msg("thread %u: state %u, expected %u", thread, m->gpu->gprs.state[thread], (unsigned)state);
}

static void every_thread_keeps_its_registers(const char *chip, unsigned threads, unsigned num_gprs, const char *set)
{
    const struct plan plan = {.text = TEXT,
                              .chip = chip,
                              .threads = threads,
                              .num_gprs = num_gprs,
                              .load_count = 1,
                              .input = start,
                              .set = {"ic_miss_clk=1", set}};
    struct machine    m;
    machine_start(&m, &plan);
    machine_run(&m);
    for (unsigned thread = 0; thread < threads; thread++)
        expect_result(&m, thread);
    expect_state(&m, 0, threads, RESULT_GPRS_ENDED);
    machine_free(&m);
}

/* ---- at the end -------------------------------------------------------------------------------------------------- */

static void wavefronts_that_have_left_keep_their_registers(void **state)
{
    (void)state;
    every_thread_keeps_its_registers("rv770", 64 * 40, 4, NULL);
    every_thread_keeps_its_registers("rv770", 64 * 9, 120, NULL); /* two at a time: all rows are used again */
    every_thread_keeps_its_registers("rv770", 64 * 40, 4,
                                     "spi_load_clk=64");         /* the first are gone before the last come */
    every_thread_keeps_its_registers("rv710", 32 * 9, 60, NULL); /* eight lanes a quarter */
}

static void threads_that_the_last_wavefront_has_not_are_left_out(void **state)
{
    (void)state;
    every_thread_keeps_its_registers("rv770", 1, 4, NULL);
    every_thread_keeps_its_registers("rv770", 64 * 5 + 3, 4, NULL);
    every_thread_keeps_its_registers("rv710", 32 * 5 + 31, 4, NULL);
}

static void a_killed_thread_has_registers_as_the_others(void **state)
{
    (void)state;
    const struct plan plan = {.text = "ALU @kill BARRIER\nALU @body BARRIER\nEXPORT_DONE PIX0, R1.xyzw EOP BARRIER\n"
                                      "kill:\n0 x: MOV R1.x, 2.0\n1 x: KILLGT_INT ____, R0.x, 99\n"
                                      "body:\n0 x: MOV R1.x, 3.0\n",
                              .threads = 64 * 4,
                              .num_gprs = 120,
                              .load_count = 1,
                              .input = start};
    struct machine    m;
    machine_start(&m, &plan);
    machine_run(&m);
    for (unsigned thread = 0; thread < 64 * 4; thread++) { /* invalid, but still active: it goes on (ISA 3.6) */
        assert_int_equal(gpu_exports(m.gpu)->killed[thread], thread > 99);
        expect_word(&m, thread, 0, 0, thread);
        expect_word(&m, thread, 1, 0, bits(3.0f));
    }
    expect_state(&m, 0, 64 * 4, RESULT_GPRS_ENDED);
    machine_free(&m);
}

/* ---- on the way -------------------------------------------------------------------------------------------------- */

/* Steps until so many wavefronts have ended. */
static void run_until_ended(struct machine *m, unsigned waves)
{
    while (m->gpu->simd->waves.q.finished < waves) {
        assert_false(gpu_finished(m->gpu));
        machine_step(m);
    }
}

static void a_run_that_is_cut_short_tells_ended_running_and_waiting_threads_apart(void **state)
{
    (void)state;
    const struct plan plan = {.text = TEXT, .threads = 64 * 9, .num_gprs = 120, .load_count = 1, .input = start};
    struct machine    m;
    machine_start(&m, &plan);
    for (unsigned i = 0; i < 100; i++) /* loaded, and none further than its first instruction miss */
        machine_step(&m);
    gpu_gprs(m.gpu);
    expect_state(&m, 0, 128, RESULT_GPRS_RUNNING);
    expect_state(&m, 128, 64 * 7, RESULT_GPRS_NONE);
    expect_word(&m, 127, 0, 0, 127);
    expect_word(&m, 127, 1, 0, GPR_UNDEFINED);
    expect_word(&m, 128, 0, 0, GPR_UNDEFINED);

    run_until_ended(&m, 4);
    gpu_gprs(m.gpu);
    expect_state(&m, 0, 64 * 4, RESULT_GPRS_ENDED);
    expect_state(&m, 64 * 6, 64 * 3, RESULT_GPRS_NONE);
    for (unsigned thread = 0; thread < 64 * 4; thread++)
        expect_result(&m, thread);
    machine_run(&m); /* what was looked at on the way does not stay */
    for (unsigned thread = 0; thread < 64 * 9; thread++)
        expect_result(&m, thread);
    expect_state(&m, 0, 64 * 9, RESULT_GPRS_ENDED);
    machine_free(&m);
}

static void a_stopped_run_shows_the_registers_at_the_stop(void **state)
{
    (void)state;
    const struct plan plan = {.text = "ALU @body BARRIER\nEXPORT_DONE PIX0, R1.xyzw EOP BARRIER\n"
                                      "body:\n0 x: ADD_INT R1.x, R0.x, 7\n1 x: MOV R2.x, 0.0\n2 x: MOV R2.x, 0.0\n"
                                      "3 x: MOV R0.x, R99.x\n",
                              .load_count = 1,
                              .input = start};
    struct machine    m;
    machine_start(&m, &plan);
    machine_stops(&m, "ALU word", "ISA 4.6.3");
    for (unsigned thread = 0; thread < 64; thread++) {
        expect_word(&m, thread, 0, 0, thread);
        expect_word(&m, thread, 1, 0, thread + 7);
    }
    expect_state(&m, 0, 64, RESULT_GPRS_RUNNING);
    machine_free(&m);
}

static void the_machine_does_not_know_that_registers_are_collected(void **state)
{
    (void)state;
    const struct plan plan = {.text = TEXT, .threads = 64 * 9, .num_gprs = 120, .load_count = 1, .input = start};
    struct machine    with, without;
    machine_start(&with, &plan);
    machine_start(&without, &plan);
    gpu_gprs_free(&without.gpu->first);
    while (!gpu_finished(with.gpu)) {
        machine_step(&with);
        machine_step(&without);
        gpu_gprs(with.gpu);
        assert_int_equal(rtl_compare(with.gpu->instances, without.gpu->instances, with.gpu->instance_count, NULL), 0);
    }
    machine_free(&with);
    machine_free(&without);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wavefronts_that_have_left_keep_their_registers),
        cmocka_unit_test(threads_that_the_last_wavefront_has_not_are_left_out),
        cmocka_unit_test(a_killed_thread_has_registers_as_the_others),
        cmocka_unit_test(a_run_that_is_cut_short_tells_ended_running_and_waiting_threads_apart),
        cmocka_unit_test(a_stopped_run_shows_the_registers_at_the_stop),
        cmocka_unit_test(the_machine_does_not_know_that_registers_are_collected),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
