/* test_jobs.c - a chip clocked in several threads is in every clock, and at its end, what it is in one: for any number
 * of threads and any length of epochs. */
#include "tb/unit/machine/jobs.h"

/* ---- programs ---------------------------------------------------------------------------------------------------- */

/* Places become free and are given again; the end comes in the middle of an epoch, SIMD by SIMD. */
static void a_launch_ends_as_in_one_thread(void **state)
{
    (void)state;
    static const char *const late[] = {"spi_free_clk=1", "spi_free_clk=16", "spi_free_clk=500"};
    for (unsigned i = 0; i < LENGTH(late); i++) {
        struct plan plan = everything("simds=3", 11);
        plan.set[1] = "simd_max_waves=2";
        plan.set[2] = late[i];
        compare_all(&plan, to_the_end);
    }
    const struct plan plan = everything("simds=10", 23);
    compare_all(&plan, to_the_end);
}

static void a_chip_with_idle_simds_too(void **state)
{
    (void)state;
    struct plan plan = everything("simds=10", 4);
    compare_all(&plan, to_the_end);
    plan.set[1] = "simd_policy=lowest";
    compare_all(&plan, to_the_end);
}

static void a_limit_may_be_anywhere(void **state)
{
    (void)state;
    static const uint64_t limits[] = {1, 2, 40, 41, 333, 334, 1000, 1003, 1500, 1501, 0};
    struct plan           plan = everything("simds=4", 9);
    plan.set[1] = "simd_max_waves=1";
    compare_all(&plan, limits);
}

/* ---- stops ------------------------------------------------------------------------------------------------------- */

static const char stopping[] = "LOOP_START_DX10 @out BARRIER\n"
                               "top: ALU_PUSH_BEFORE BARRIER\n"
                               "0 y: ADD_INT R1.y, R1.y, R1.x\n  z: ADD R1.z, R1.z, 1.0\n"
                               "1 x: SUB_INT R0.x, R0.x, 1\n  w: KILLE ____, R1.z, R0.w\n"
                               "2 x: PRED_SETE_INT ____, R0.x, 0.0 UPDATE_EXEC\n"
                               "JUMP @next POP_COUNT(1) BARRIER\n"
                               "LOOP_BREAK @next BARRIER\n"
                               "POP @next POP_COUNT(1) BARRIER\n"
                               "next: EXPORT PIX1, R1.xyzw BARRIER\n"
                               "LOOP_END @top BARRIER\n"
                               "out: ALU_PUSH_BEFORE BARRIER\n"
                               "0 x: PRED_SETNE_INT ____, R0.y, 0.0 UPDATE_EXEC\n"
                               "JUMP @join POP_COUNT(1) BARRIER\n"
                               "ALU BARRIER\n"
                               "0 x: MOV R2.x, R1.x\n"
                               "1 x: MOV R0.x, R99.x\n"
                               "POP @join POP_COUNT(1) BARRIER\n"
                               "join: EXPORT_DONE PIX0, R0.xyzw EOP BARRIER\n";

static const struct plan stopping_plan = {.text = stopping,
                                          .threads = 64 * 39,
                                          .num_gprs = 8,
                                          .stack_size = 4,
                                          .load_count = 2,
                                          .input = breaking,
                                          .set = {"simds=10", "simd_max_waves=2"}};

static void a_broken_rule_stops_all_simds_in_the_same_clock(void **state)
{
    (void)state;
    static const unsigned who[][2] = {{0, 0}, {7, 7}, {3, 4}, {21, 20}, {38, 38}};
    for (unsigned i = 0; i < LENGTH(who); i++) {
        struct machine m;
        struct end     end;
        memcpy(breaks, who[i], sizeof breaks);
        start_in(&m, &stopping_plan, true, 4, 16);
        run_to(&m, 0, &end);
        assert_int_equal(end.end, GPU_STOPPED);
        assert_non_null(strstr(end.what, "ISA 4.6.3"));
        assert_true(gpu_waves_ended(m.gpu) < 39 && m.gpu->cycle > 300);
        free(end.bytes);
        machine_free(&m);
        compare_all(&stopping_plan, to_the_end);
    }
}

/* Starts that a seed delays: the same ones, however far the dispatcher goes ahead. */
static void delayed_starts_are_the_same_in_several_threads(void **state)
{
    (void)state;
    static const char *const jitters[] = {"start_jitter=1", "start_jitter=8", "start_jitter=255"};
    struct plan              plan = stopping_plan;
    plan.set[2] = "start_seed=7";
    breaks[0] = breaks[1] = 99; /* none */
    for (unsigned i = 0; i < LENGTH(jitters); i++) {
        plan.set[3] = jitters[i];
        compare_all(&plan, to_the_end);
    }
}

/* What was collected before the copy is not collected again: reads of ISA 4.11 are counted. */
static void going_back_counts_nothing_twice(void **state)
{
    (void)state;
    static const char text_of[] = "LOOP_START_DX10 @out BARRIER\n"
                                  "top: ALU_PUSH_BEFORE BARRIER\n"
                                  "0 x: MOVA_INT ____, R0.z\n"
                                  "1 x: MOV R[AR.x+3].x, R1.x\n"
                                  "2 x: ADD R2.x, R3.x, R1.y\n"
                                  "3 x: SUB_INT R0.x, R0.x, 1\n"
                                  "4 x: PRED_SETE_INT ____, R0.x, 0.0 UPDATE_EXEC\n"
                                  "JUMP @next POP_COUNT(1) BARRIER\n"
                                  "LOOP_BREAK @next BARRIER\n"
                                  "POP @next POP_COUNT(1) BARRIER\n"
                                  "next: LOOP_END @top BARRIER\n"
                                  "out: ALU_PUSH_BEFORE BARRIER\n"
                                  "0 x: PRED_SETNE_INT ____, R0.y, 0.0 UPDATE_EXEC\n"
                                  "JUMP @join POP_COUNT(1) BARRIER\n"
                                  "ALU BARRIER\n"
                                  "0 x: MOV R0.x, R99.x\n"
                                  "POP @join POP_COUNT(1) BARRIER\n"
                                  "join: EXPORT_DONE PIX0, R0.xyzw EOP BARRIER\n";
    const struct plan plan = {.text = text_of,
                              .threads = 64 * 20,
                              .num_gprs = 8,
                              .stack_size = 4,
                              .load_count = 2,
                              .input = breaking,
                              .set = {"simds=10"}};
    breaks[0] = breaks[1] = 19;
    struct machine m;
    struct end     end;
    start_in(&m, &plan, false, 2, 16);
    run_to(&m, 0, &end);
    assert_int_equal(end.end, GPU_STOPPED);
    assert_true(m.gpu->hazards.count == 1 && m.gpu->hazards.list[0].old_value > 20);
    free(end.bytes);
    machine_free(&m);
    compare_all(&plan, to_the_end);
}

/* Several SIMDs export to targets of their own in one epoch, the last one first: the list of targets is in the order of
 * their first export. */
static void results_come_in_the_order_of_clocks(void **state)
{
    (void)state;
    static const char by_wave[] = "LOOP_START_DX10 @out BARRIER\n"
                                  "top: ALU_PUSH_BEFORE BARRIER\n"
                                  "0 x: SUB_INT R0.x, R0.x, 1\n"
                                  "1 x: PRED_SETE_INT ____, R0.x, 0.0 UPDATE_EXEC\n"
                                  "JUMP @next POP_COUNT(1) BARRIER\n"
                                  "LOOP_BREAK @next BARRIER\n"
                                  "POP @next POP_COUNT(1) BARRIER\n"
                                  "next: LOOP_END @top BARRIER\n"
                                  "out: ALU_PUSH_BEFORE BARRIER\n"
                                  "0 x: PRED_SETNE_INT ____, R0.y, 0.0 UPDATE_EXEC\n"
                                  "JUMP @else POP_COUNT(1) BARRIER\n"
                                  "EXPORT PIX3, R1.xyzw BARRIER\n"
                                  "POP @else POP_COUNT(1) BARRIER\n"
                                  "else: EXPORT_DONE PIX0, R0.xyzw EOP BARRIER\n";
    const struct plan plan = {.text = by_wave,
                              .threads = 64 * 4,
                              .num_gprs = 8,
                              .stack_size = 4,
                              .load_count = 2,
                              .input = breaking,
                              .set = {"simds=4"}};
    struct machine    m;
    struct end        end;
    breaks[0] = breaks[1] = 2; /* it exports to PIX3 before others have come to PIX0, or behind them */
    for (unsigned i = 0; i < 4; i++, breaks[0] = breaks[1] = i)
        compare_all(&plan, to_the_end);
    breaks[0] = breaks[1] = 3;
    start_in(&m, &plan, true, 1, 1);
    run_to(&m, 0, &end);
    assert_int_equal(gpu_exports(m.gpu)->columns[0].array_base, 0);
    free(end.bytes);
    machine_free(&m);
}

/* ---- what comes between ------------------------------------------------------------------------------------------ */

static void take(struct machine *m, const struct end *from)
{
    const struct rtl_machine machine = gpu_machine(m->gpu);
    assert_true(machine_snapshot_take("snapshot", from->bytes, from->length, &machine, &m->diag));
}

/* One machine's snapshot in another one that has gone on, and that has stopped: it forgets what it was. */
static void put_and_stop(uint64_t copy)
{
    const struct gpu_jobs_plan jobs = {.threads = 4, .clocks = 16, .copy = copy};
    struct machine             one, several;
    struct end                 half, further, at_further, of_one, of_several;
    breaks[0] = 30;
    breaks[1] = 34;
    start_in(&one, &stopping_plan, true, 1, 1);
    start_in(&several, &stopping_plan, true, 1, 1);
    assert_true(gpu_jobs_set(several.gpu, &jobs, &several.diag));
    run_to(&one, 701, &half);
    run_to(&several, 1250, &further);
    run_to(&one, 1250, &at_further);
    expect_same_end(&at_further, &further);
    run_to(&one, 0, &of_one);
    assert_int_equal(of_one.end, GPU_STOPPED);
    for (unsigned again = 0; again < 3; again++) {
        take(&several, &half);
        run_to(&several, 1250, &of_several);
        expect_same_end(&further, &of_several);
        free(of_several.bytes);
        run_to(&several, 0, &of_several);
        expect_same_end(&of_one, &of_several);
        free(of_several.bytes);
    }
    free(half.bytes);
    free(further.bytes);
    free(at_further.bytes);
    free(of_one.bytes);
    machine_free(&one);
    machine_free(&several);
}

static void a_snapshot_may_be_taken_and_put_anywhere(void **state)
{
    (void)state;
    put_and_stop(1);
    put_and_stop(300);
}

/* A register that the program leaves alone: a machine that goes back does so to the write, and no further. */
static void what_is_written_is_not_lost(void **state)
{
    (void)state;
    const struct gpu_jobs_plan once = {.threads = 4, .clocks = 16, .copy = 1 << 30};
    struct machine             one, several;
    struct end                 of_one, of_several;
    breaks[0] = breaks[1] = 30;
    start_in(&one, &stopping_plan, true, 1, 1);
    start_in(&several, &stopping_plan, true, 1, 1);
    assert_true(gpu_jobs_set(several.gpu, &once, &several.diag));
    gpu_run(one.gpu, 1250, NULL);
    gpu_run(several.gpu, 1250, NULL);
    struct machine *const both[] = {&one, &several};
    for (unsigned i = 0; i < 2; i++) {
        struct simd *simd = &both[i]->gpu->simd[7];
        gpu_look(both[i]->gpu);
        simd->gprs.w[200].lane[5] = 77; /* of no wavefront */
        gpu_touch(both[i]->gpu);
    }
    run_to(&one, 0, &of_one);
    run_to(&several, 0, &of_several);
    assert_int_equal(of_one.end, GPU_STOPPED);
    assert_int_equal(one.gpu->simd[7].gprs.w[200].lane[5], 77);
    expect_same_end(&of_one, &of_several);
    free(of_one.bytes);
    free(of_several.bytes);
    machine_free(&one);
    machine_free(&several);
}

/* Clock by clock in between, and looked at. */
static void epochs_and_single_clocks_may_be_mixed(void **state)
{
    (void)state;
    struct machine one, several;
    struct plan    plan = everything("simds=5", 13);
    plan.set[1] = "simd_max_waves=2";
    start_in(&one, &plan, true, 1, 1);
    start_in(&several, &plan, true, 3, 16);
    for (uint64_t limit = 30; !gpu_finished(one.gpu); limit += 57) {
        gpu_run(one.gpu, limit, NULL);
        gpu_run(several.gpu, limit, NULL);
        for (unsigned i = 0; i < limit % 5 && !gpu_finished(one.gpu); i++) {
            machine_step(&one);
            machine_step(&several);
        }
        gpu_wire(one.gpu);
        gpu_wire(several.gpu);
        gpu_look(one.gpu);
        gpu_look(several.gpu);
        if (!machines_agree(one.gpu, several.gpu, true, &several.diag))
            fail_msg("%s", several.diag.what);
    }
    assert_true(gpu_finished(several.gpu) && same_exports(&one, &several));
    machine_free(&one);
    machine_free(&several);
}

/* What gpu_set_jobs gives: threads from the first clocks of a long run on. */
static void threads_are_used_when_a_run_is_long(void **state)
{
    (void)state;
    struct text    chain = chain_program(12, 120);
    struct plan    plan = {.text = chain.chars, .threads = 64 * 20, .num_gprs = 2, .set = {"simds=10"}};
    struct machine one, several;
    struct end     of_one, of_several;
    start_in(&one, &plan, true, 1, 1);
    machine_start(&several, &plan);
    assert_true(gpu_hasten(several.gpu, &several.diag));
    assert_true(gpu_set_jobs(several.gpu, 64, &several.diag));
    gpu_run(several.gpu, 1000, NULL);
    assert_null(several.gpu->jobs->crew);
    run_to(&one, 0, &of_one);
    run_to(&several, 0, &of_several);
    expect_same_end(&of_one, &of_several);
    assert_non_null(several.gpu->jobs->crew);
    assert_true(gpu_set_jobs(several.gpu, 1, &several.diag));
    assert_null(several.gpu->jobs);
    free(of_one.bytes);
    free(of_several.bytes);
    machine_free(&one);
    machine_free(&several);
    free(chain.chars);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_launch_ends_as_in_one_thread),
        cmocka_unit_test(a_chip_with_idle_simds_too),
        cmocka_unit_test(a_limit_may_be_anywhere),
        cmocka_unit_test(a_broken_rule_stops_all_simds_in_the_same_clock),
        cmocka_unit_test(delayed_starts_are_the_same_in_several_threads),
        cmocka_unit_test(going_back_counts_nothing_twice),
        cmocka_unit_test(results_come_in_the_order_of_clocks),
        cmocka_unit_test(a_snapshot_may_be_taken_and_put_anywhere),
        cmocka_unit_test(what_is_written_is_not_lost),
        cmocka_unit_test(epochs_and_single_clocks_may_be_mixed),
        cmocka_unit_test(threads_are_used_when_a_run_is_long),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
