/* test_observe.c - what an observer of the machine counts (rtl_model/observer.h): the costs of the program's lines,
 * which add up to the statistics, and whose a lost chance is. */
#include "rtl_model/r700/probes/observe.h"
#include "tb/unit/pair.h"

#define DONE "EXPORT_DONE PIX0, R0.xyzw EOP BARRIER\n"

struct watched {
    struct machine           m;
    struct machine_observer *observer;
};

/* Runs a machine to its end, which shows the observer in each clock what it needs, or with `all` everything. */
static void watch_machine(struct watched *w, bool lines, bool all)
{
    uint64_t    sets[2][GPU_INSTANCES / 64 + 1] = {{0}}, none[GPU_INSTANCES / 64 + 1] = {0};
    char        what[128] = "";
    struct gpu *gpu = w->m.gpu;
    assert_true(gpu_hasten(gpu, &w->m.diag));
    w->observer = observe_gpu(gpu, lines, &w->m.diag);
    assert_non_null(w->observer);
    w->observer->needs(w->observer, sets[0], sets[1]);
    if (!all)
        gpu_show_only(gpu, sets[0], sets[1], none);
    while (!gpu_finished(gpu)) {
        assert_true(gpu->cycle < MACHINE_LIMIT);
        gpu_wire(gpu);
        gpu_show(gpu, false, sets[0], sets[1]);
        w->observer->clock(w->observer);
        gpu_edge(gpu);
    }
    gpu_look_at_registers(gpu);
    w->observer->settle(w->observer);
    if (lines && !w->observer->agrees(w->observer, what, sizeof what))
        fail_msg("lines and statistics differ: %s", what);
}

/* The same of a plan, in the fast machine. */
static void watch(struct watched *w, const struct plan *plan, bool lines)
{
    machine_start(&w->m, plan);
    watch_machine(w, lines, false);
}

static void end_watch(struct watched *w)
{
    w->observer->free(w->observer);
    machine_free(&w->m);
}

static const struct line_cost *cost(const struct watched *w, uint32_t line)
{
    static const struct line_cost none;
    const struct line_cost       *found = w->observer->cost(w->observer, 0, line);
    return found ? found : &none;
}

static uint64_t in_slots(const struct line_cost *line, enum stall reason)
{
    return line->chances[OBSERVED_EVEN][reason] + line->chances[OBSERVED_ODD][reason];
}

/* All chances of the slots that passed for a reason, by the arbiters. */
static uint64_t of_arbiters(const struct watched *w, enum stall reason)
{
    const struct arbiter *slots = w->m.gpu->simd->alu_arbiter;
    return (uint64_t)slots[0].q.stalls.reason[reason] + slots[1].q.stalls.reason[reason];
}

static double counter(const struct watched *w, const char *name)
{
    static struct result_counter rows[512];
    const unsigned               count = w->observer->counters(w->observer, false, rows, LENGTH(rows));
    assert_in_range(count, 1, LENGTH(rows));
    for (unsigned i = 0; i < count; i++)
        if (strcmp(rows[i].name, name) == 0 && strcmp(rows[i].path, "gpu") == 0)
            return rows[i].known ? rows[i].value : -1;
    fail_msg("no counter %s", name);
    return 0;
}

/* ---- executions ------------------------------------------------------------------------------------------------- */

static void lines_count_executions_and_threads(void **state)
{
    /* 100 threads: wavefronts of 64 and 36; the clause lies behind two CF instructions. */
    const struct plan plan = {.text = "ALU @body BARRIER\n" DONE
                                      "body:\n0 x: MOV R1.x, R0.x\n  y: MOV R1.y, R0.x\n1 x: MOV R0.x, R1.x\n",
                              .threads = 100};
    struct watched    w;
    (void)state;
    watch(&w, &plan, true);
    for (uint32_t line = 0; line < 5; line++) {
        if (line == 3)
            continue; /* the second word of the first group */
        assert_int_equal(cost(&w, line)->executions, 2);
        assert_int_equal(cost(&w, line)->lanes, 100);
    }
    assert_int_equal(cost(&w, 3)->executions, 0);
    assert_int_equal(cost(&w, 2)->instructions, 4);
    assert_int_equal(cost(&w, 4)->instructions, 2);
    assert_int_equal(in_slots(cost(&w, 2), STALL_NONE), 2);
    assert_true(counter(&w, "ALUInsts") == 2);
    assert_true(counter(&w, "ALUPacking") == 100.0 * 6 / (5 * 4));
    assert_true(counter(&w, "ThreadUtilization") == 100.0 * 200 / (64 * 4));
    assert_true(counter(&w, "PSItemsIn") == 100);
    assert_true(counter(&w, "FetchInsts") == 0);
    assert_true(counter(&w, "ALUFetchRatio") == -1);
    end_watch(&w);
}

static void a_clause_without_active_threads_is_executed_as_an_instruction(void **state)
{
    /* The second clause is skipped: PRED_SETE of different numbers leaves no thread active. */
    const struct plan plan = {.text = "ALU_PUSH_BEFORE @p BARRIER\nALU @body BARRIER\nPOP ADDR(3) POP_COUNT(1)\n" DONE
                                      "p: 0 x: PRED_SETE ____, R0.x, 1.0 UPDATE_EXEC UPDATE_PRED\n"
                                      "body:\n0 x: MOV R1.x, R0.x\n",
                              .stack_size = 2};
    struct watched    w;
    (void)state;
    watch(&w, &plan, true);
    assert_int_equal(cost(&w, 1)->executions, 1);
    assert_int_equal(cost(&w, 1)->lanes, 0);
    assert_int_equal(cost(&w, 1)->ended, 0);
    assert_int_equal(cost(&w, 0)->ended, 1);
    assert_int_equal(cost(&w, 5)->executions, 0);
    end_watch(&w);
}

/* ---- whose a lost chance is ------------------------------------------------------------------------------------- */

static void what_a_group_waits_for_is_its_own(void **state)
{
    const struct plan plan = {.text = "ALU @body BARRIER\n" DONE
                                      "body:\n0 x: MOVA_INT ____, R0.x\n1 x: MOV R1.x, R[AR.x].x\n"};
    struct watched    w;
    (void)state;
    watch(&w, &plan, true);
    assert_int_equal(in_slots(cost(&w, 3), STALL_MOVA), of_arbiters(&w, STALL_MOVA));
    assert_int_equal(in_slots(cost(&w, 3), STALL_MOVA), 2); /* X2: three groups later */
    end_watch(&w);
}

static void a_miss_is_that_of_the_group_whose_words_are_missing(void **state)
{
    /* Lines have eight words: the clause's second line begins with word 8, its seventh group. */
    const struct plan plan = {.text = "ALU @body BARRIER\n" DONE "body:\n0 x: MOV R1.x, R0.x\n1 x: MOV R1.x, R0.x\n"
                                      "2 x: MOV R1.x, R0.x\n3 x: MOV R1.x, R0.x\n4 x: MOV R1.x, R0.x\n"
                                      "5 x: MOV R1.x, R0.x\n6 x: MOV R1.x, R0.x\n",
                              .set = {"ic_miss_clk=400"}};
    struct watched    w;
    (void)state;
    watch(&w, &plan, true);
    const uint64_t first = in_slots(cost(&w, 2), STALL_INSTRUCTION), second = in_slots(cost(&w, 8), STALL_INSTRUCTION),
                   cf = in_slots(cost(&w, 0), STALL_INSTRUCTION);
    assert_in_range(first, 2 * 390 / 8, 2 * 440 / 8); /* of both slots */
    assert_in_range(cf, 2 * 390 / 8, 2 * 440 / 8);
    assert_true(second > 0);
    assert_int_equal(first + second + cf, of_arbiters(&w, STALL_INSTRUCTION));
    end_watch(&w);
}

static void a_barrier_is_that_of_the_instruction_that_waits(void **state)
{
    const struct plan plan = {.text = "TEX @f BARRIER\nALU @body BARRIER\n" DONE
                                      "body:\n0 x: MOV R1.x, R0.x\n.org 6\nf: LOCAL_DS_WRITE R1.xyzw DST_STRIDE(4)\n",
                              .group_size = 64,
                              .group_dwords = 4};
    struct watched    w;
    (void)state;
    watch(&w, &plan, true);
    assert_true(in_slots(cost(&w, 1), STALL_FETCH) > 0);
    assert_int_equal(in_slots(cost(&w, 1), STALL_FETCH), of_arbiters(&w, STALL_FETCH));
    assert_int_equal(cost(&w, 4)->executions, 1);
    assert_int_equal(cost(&w, 6)->ended, 1);
    assert_in_range(cost(&w, 6)->latency, 16 + 16, 60); /* lds_wr_clk behind the pass */
    assert_true(counter(&w, "LDSWriteInsts") == 1);
    end_watch(&w);
}

static void chances_without_a_wavefront_are_of_no_line(void **state)
{
    const struct plan plan = {.text = DONE, .set = {"spi_wave_clk=64"}};
    struct watched    w;
    (void)state;
    watch(&w, &plan, true);
    const struct line_cost *none = cost(&w, w.observer->words + LINE_NONE);
    const struct line_cost *loading = cost(&w, w.observer->words + LINE_LOADING);
    const uint64_t          before = none->chances[OBSERVED_CF][STALL_NO_WAVE];
    assert_true(before > 0);
    assert_int_equal(before, w.m.gpu->simd->cf_arbiter.q.stalls.reason[STALL_NO_WAVE]);
    assert_int_equal(in_slots(loading, STALL_LOADING), of_arbiters(&w, STALL_LOADING));
    assert_in_range(before + loading->chances[OBSERVED_CF][STALL_LOADING], 60, 70);
    end_watch(&w);
}

/* ---- the observer itself ---------------------------------------------------------------------------------------- */

static void a_wrong_line_is_noticed(void **state)
{
    const struct plan plan = {.text = "ALU @body BARRIER\n" DONE "body:\n0 x: MOV R1.x, R0.x\n"};
    struct watched    w;
    char              what[64];
    (void)state;
    watch(&w, &plan, true);
    struct line_cost *line = observed_line((struct observer *)(void *)w.observer, 0, 2);
    line->chances[OBSERVED_EVEN][STALL_MOVA]++;
    assert_false(w.observer->agrees(w.observer, what, sizeof what));
    assert_string_equal(what, "gpu.simd0: stall_mova of Even");
    line->chances[OBSERVED_EVEN][STALL_MOVA]--;
    line->executions++;
    assert_false(w.observer->agrees(w.observer, what, sizeof what));
    end_watch(&w);
}

static void a_mark_begins_anew(void **state)
{
    const struct plan     plan = {.text = "ALU @body BARRIER\n" DONE "body:\n0 x: MOV R1.x, R0.x\n"};
    struct result_counter rows[512];
    struct watched        w;
    (void)state;
    watch(&w, &plan, false);
    assert_null(w.observer->cost(w.observer, 0, 2));
    assert_true(counter(&w, "GPUTime") == (double)w.m.gpu->cycle);
    w.observer->mark(w.observer);
    const unsigned count = w.observer->counters(w.observer, true, rows, LENGTH(rows));
    for (unsigned i = 0; i < count; i++)
        assert_true(!rows[i].known || rows[i].value == 0);
    end_watch(&w);
}

/* ---- what it needs ---------------------------------------------------------------------------------------------- */

/* Of two observers of the same run one is shown what it needs, one everything: their sums are the same. */
static void what_it_needs_is_enough(void **state)
{
    (void)state;
    static const struct counter_sums none;
    const struct plan                plans[] = {plan_of("rv770"), plan_of("rv710"), crowded()};
    for (unsigned p = 0; p < LENGTH(plans); p++) {
        struct watched needed, all;
        watch(&needed, &plans[p], false);
        machine_start(&all.m, &plans[p]);
        watch_machine(&all, false, true);
        const struct counter_sums *sums = ((const struct observer *)(const void *)needed.observer)->sums,
                                  *others = ((const struct observer *)(const void *)all.observer)->sums;
        for (unsigned i = 0; i <= SIMDS_MAX; i++)
            assert_memory_equal(&sums[i], &others[i], sizeof sums[i]);
        assert_memory_not_equal(&sums[0], &none, sizeof none);
        assert_int_not_equal(sums[0].of[SUM_fetch_waits], 0);
        end_watch(&needed);
        end_watch(&all);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_count_executions_and_threads),
        cmocka_unit_test(a_clause_without_active_threads_is_executed_as_an_instruction),
        cmocka_unit_test(what_a_group_waits_for_is_its_own),
        cmocka_unit_test(a_miss_is_that_of_the_group_whose_words_are_missing),
        cmocka_unit_test(a_barrier_is_that_of_the_instruction_that_waits),
        cmocka_unit_test(chances_without_a_wavefront_are_of_no_line),
        cmocka_unit_test(a_wrong_line_is_noticed),
        cmocka_unit_test(a_mark_begins_anew),
        cmocka_unit_test(what_it_needs_is_enough),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
