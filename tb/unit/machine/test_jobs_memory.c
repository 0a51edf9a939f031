/* test_jobs_memory.c - memory that SIMDs share, while a chip is clocked in several threads: the same in every clock. */
#include "tb/unit/machine/jobs.h"

/* ---- memory ------------------------------------------------------------------------------------------------------ */

/* Fetches, textures, acknowledged writes to places of their own and to places that threads share, and reads of them. */
static struct plan writing(const char *simds, unsigned wavefronts)
{
    struct plan plan = plan_of("rv770");
    plan.set[0] = simds;
    plan.threads = 64 * wavefronts - 7;
    return plan;
}

/* The ways between SIMDs and banks say how long an epoch may be: none, short ones, as long as they go. */
static void memory_goes_on_meanwhile(void **state)
{
    (void)state;
    static const char *const ways[][3] = {{"l2_request_clk=3", "l2_return_clk=2"},
                                          {"l2_request_clk=9", "l2_return_clk=66"},
                                          {"l2_request_clk=66", "l2_return_clk=120", "tc_l2_hit_clk=300"},
                                          {"mc_queue=2", "mc_line_clk=100"}};
    for (unsigned i = 0; i < LENGTH(ways); i++)
        for (unsigned writes = i % 2; writes < 2; writes += 2) {
            struct plan plan = writes ? writing("simds=3", 5) : everything("simds=3", 5);
            for (unsigned s = 0; s < 3; s++)
                plan.set[1 + s] = ways[i][s];
            compare_all(&plan, to_the_end);
        }
}

static void what_writes_memory_is_done_in_epochs_too(void **state)
{
    (void)state;
    static const uint64_t limits[] = {2760, 2761, 0};
    struct plan           plan = writing("simds=3", 11);
    plan.set[1] = "simd_max_waves=2";
    compare_all(&plan, limits);
    plan = writing("simds=10", 12);
    compare_all(&plan, to_the_end);
}

/* A machine that goes back does so in memory, too: the last wavefront breaks a rule when others have written. */
static void a_broken_rule_takes_memory_back(void **state)
{
    (void)state;
    static const struct plan_memory memory[] = {{LAUNCH_SCATTER, 1 << 12, 0}};
    static const char               text_of[] = "ALU @one BARRIER\n"
                                                "MEM_EXPORT WRITE_IND_ACK[0+R0], R1.x___ ARRAY_SIZE(1023) BARRIER\n"
                                                "WAIT_ACK ADDR(0) BARRIER\n"
                                                "ALU @two BARRIER\n"
                                                "MEM_EXPORT WRITE_IND_ACK[0+R0], R1.x___ ARRAY_SIZE(1023) BARRIER\n"
                                                "ALU @wait BARRIER\n"
                                                "ALU_PUSH_BEFORE @test BARRIER\n"
                                                "JUMP @join POP_COUNT(1) BARRIER\n"
                                                "ALU @break BARRIER\n"
                                                "POP @join POP_COUNT(1) BARRIER\n"
                                                "join: NOP EOP BARRIER\n"
                                                "one: 0 y: LSHR_INT R1.y, R0.w, 1\n"
                                                "two: 0 x: ADD_INT R1.x, R1.x, 1\n"
                                                "test: 0 x: PRED_SETNE_INT ____, R0.y, 0.0 UPDATE_EXEC\n"
                                                "break: 0 x: MOV R0.x, R99.x\nwait: ";
    struct plan                     plan = {.stage = LAUNCH_CS,
                                            .threads = 64 * 20,
                                            .stack_size = 4,
                                            .load_count = 2,
                                            .input = breaking,
                                            .set = {"simds=4", "simd_max_waves=2"},
                                            .memory = memory,
                                            .memory_count = 1};
    breaks[0] = breaks[1] = 18;
    for (unsigned wait = 5; wait < 80; wait += 5) {
        struct machine one, several;
        struct end     of_one, of_several;
        struct text    text_and_wait = {0};
        put(&text_and_wait, "%s", text_of);
        put_chain(&text_and_wait, wait);
        plan.text = text_and_wait.chars;
        start_in(&one, &plan, true, 1, 1);
        start_in(&several, &plan, true, 4, 512);
        run_to(&one, 0, &of_one);
        run_to(&several, 0, &of_several);
        assert_int_equal(of_one.end, GPU_STOPPED);
        assert_true(several.gpu->setup.memory.written > 0);
        assert_non_null(several.gpu->jobs->crossings);
        expect_same_end(&of_one, &of_several);
        free(of_one.bytes);
        free(of_several.bytes);
        machine_free(&one);
        machine_free(&several);
        free(text_and_wait.chars);
    }
}

/* All but the first clocks of a launch whose memory never stands still for long. */
static void memory_is_no_reason_to_go_alone(void **state)
{
    (void)state;
    for (unsigned writes = 0; writes < 2; writes++) {
        const struct plan plan = writes ? writing("simds=10", 40) : everything("simds=10", 40);
        struct machine    m;
        uint64_t          together = 0;
        start_in(&m, &plan, true, 2, 512);
        while (!gpu_finished(m.gpu)) {
            const uint64_t from = m.gpu->cycle;
            gpu_run(m.gpu, from + 40, NULL);
            together += m.gpu->jobs->to == m.gpu->cycle && m.gpu->jobs->from >= from;
        }
        assert_non_null(m.gpu->jobs->crossings);
        assert_true(together > m.gpu->cycle / 40 * 8 / 10);
        machine_free(&m);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(memory_goes_on_meanwhile),
        cmocka_unit_test(what_writes_memory_is_done_in_epochs_too),
        cmocka_unit_test(a_broken_rule_takes_memory_back),
        cmocka_unit_test(memory_is_no_reason_to_go_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
