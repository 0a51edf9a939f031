/* test_simds.c - several SIMDs under one dispatcher: results, who goes where, what the chip shares, who sleeps. */
#include "tb/random/settled.h"
#include "tb/unit/everything.h"

static char simds_text[PLAN_SETS][32];

static struct plan with_simds(unsigned simds, unsigned wavefronts)
{
    struct plan plan = plan_without_writes("rv770");
    snprintf(simds_text[0], sizeof simds_text[0], "simds=%u", simds);
    plan.set[0] = simds_text[0];
    plan.threads = 64 * wavefronts - 7;
    return plan;
}

/* Clocks in which each SIMD has work at the same time as the others. */
static unsigned clocks_together(struct machine *m)
{
    unsigned together = 0;
    while (!gpu_finished(m->gpu)) {
        unsigned busy = 0;
        assert_false(gpu_stopped(m->gpu, &m->diag));
        for (unsigned i = 0; i < m->gpu->simds; i++)
            busy += m->gpu->simd[i].waves.q.resident != 0;
        together += busy == m->gpu->simds;
        machine_step(m);
    }
    return together;
}

static void two_simds_work_side_by_side(void **state)
{
    (void)state;
    struct machine    one, two;
    const struct plan alone = with_simds(1, 2);
    machine_start(&one, &alone);
    const struct plan plan = with_simds(2, 2);
    machine_start(&two, &plan);
    machine_run(&one);
    assert_true(clocks_together(&two) > two.gpu->cycle * 9 / 10);
    for (unsigned i = 0; i < 2; i++) {
        assert_int_equal(two.gpu->simd[i].waves.q.finished, 1);
        assert_int_equal(two.gpu->simd[i].waves.number[0], i);
        expect_idle(&two.gpu->simd[i]);
    }
    assert_true(same_exports(&one, &two));
    /* The same program takes the same clocks on either: the second begins as the first one's wavefront is loaded. */
    assert_int_equal(two.gpu->simd[0].issue[0].q.groups + two.gpu->simd[0].issue[1].q.groups,
                     two.gpu->simd[1].issue[0].q.groups + two.gpu->simd[1].issue[1].q.groups);
    machine_free(&one);
    machine_free(&two);
}

/* Clocks of a program that does not share memory: clauses, branches, constants, local data share, exports. */
static uint64_t clocks_of(unsigned simds, unsigned wavefronts, unsigned launch_clk)
{
    static const char program[] = "ALU_PUSH_BEFORE @test BARRIER\nJUMP ADDR(4) BARRIER\nALU @work BARRIER\n"
                                  "TEX @share BARRIER\nPOP ADDR(5) POP_COUNT(1) BARRIER\nALU @work BARRIER\n"
                                  "EXPORT_DONE PIX0, R1.xyzw EOP BARRIER\n"
                                  "test: 0 x: PRED_SETGT_INT ____.x, R0.x, 0 UPDATE_EXECUTE_MASK UPDATE_PRED\n"
                                  "work: 0 x: MULADD R1.x, R0.x, R0.x, R0.x\n 1 x: MULADD R1.x, PV.x, R0.x, R0.x\n"
                                  "share: LOCAL_DS_WRITE R1.xyzw DST_STRIDE(4)\n";
    struct machine    m;
    struct plan       plan = {.text = program, .stage = LAUNCH_CS, .threads = 64 * wavefronts, .stack_size = 1};
    snprintf(simds_text[0], sizeof simds_text[0], "simds=%u", simds);
    snprintf(simds_text[1], sizeof simds_text[1], "spi_wave_clk=%u", launch_clk);
    plan.set[0] = simds_text[0];
    plan.set[1] = simds_text[1];
    plan.set[2] = "simd_policy=round_robin";
    machine_start(&m, &plan);
    machine_run(&m);
    for (unsigned i = 0; i < simds; i++)
        assert_int_equal(m.gpu->simd[i].waves.q.finished, wavefronts / simds);
    const uint64_t clocks = m.gpu->cycle;
    machine_free(&m);
    return clocks;
}

/* One wavefront after the other is launched, so one SIMD of n sees n times the clocks to the first one and from one to
 * the next: the last SIMD, with which the chip ends, does what one SIMD does under a dispatcher that is so slow.  Eight
 * clocks are a rotation. */
static void so_many_simds_take_the_clocks_of_one_with_its_share(void **state)
{
    (void)state;
    static const unsigned counts[] = {2, 3, 5, 8}, shares[] = {1, 2, 7};
    for (unsigned c = 0; c < LENGTH(counts); c++)
        for (unsigned s = 0; s < LENGTH(shares); s++) {
            const unsigned n = counts[c];
            assert_int_equal(clocks_of(n, n * shares[s], 8), clocks_of(1, shares[s], 8 * n));
        }
    assert_int_equal(clocks_of(10, 10, 8), clocks_of(1, 1, 8) + 9 * 8);
}

static void results_are_those_of_one_simd_whatever_the_policy(void **state)
{
    (void)state;
    static const char *const policies[] = {"simd_policy=fewest", "simd_policy=round_robin", "simd_policy=lowest"};
    static const unsigned    counts[] = {2, 10};
    struct machine           one;
    const struct plan        alone = with_simds(1, 30);
    machine_start(&one, &alone);
    machine_run(&one);
    for (unsigned p = 0; p < LENGTH(policies); p++)
        for (unsigned c = 0; c < LENGTH(counts); c++) {
            struct machine m;
            struct plan    plan = with_simds(counts[c], 30);
            plan.set[1] = policies[p];
            machine_start(&m, &plan);
            machine_run(&m);
            assert_true(same_exports(&one, &m));
            assert_int_equal(gpu_waves_ended(m.gpu), 30);
            for (unsigned i = 0; i < counts[c]; i++) /* 30 fit one SIMD */
                assert_int_equal(m.gpu->simd[i].waves.q.finished, p < 2 ? 30 / counts[c] : i ? 0 : 30);
            machine_free(&m);
        }
    machine_free(&one);
}

/* RV770 timing row 39: the limit is the chip's, so ten SIMDs have 24.8 each. */
static unsigned most_resident(const struct plan *plan, unsigned *most_of_one)
{
    struct machine m;
    unsigned       most = 0;
    *most_of_one = 0;
    machine_start(&m, plan);
    while (!gpu_finished(m.gpu)) {
        unsigned sum = 0;
        for (unsigned i = 0; i < m.gpu->simds; i++) {
            const unsigned here = m.gpu->simd[i].waves.q.resident;
            sum += here;
            *most_of_one = here > *most_of_one ? here : *most_of_one;
        }
        most = sum > most ? sum : most;
        machine_step(&m);
    }
    machine_free(&m);
    return most;
}

static void slots_are_shared_by_the_chip(void **state)
{
    (void)state;
    struct text chain = chain_program(1, 120);
    struct plan plan = {.text = chain.chars, .threads = 260 * 64, .num_gprs = 2, .set = {"simds=10"}};
    unsigned    of_one;
    assert_int_equal(most_resident(&plan, &of_one), 248);
    assert_int_equal(of_one, 25);
    plan.set[1] = "max_waves=31";
    plan.threads = 60 * 64;
    assert_int_equal(most_resident(&plan, &of_one), 31);
    assert_int_equal(of_one, 4);
    plan.set[1] = "simd_max_waves=3"; /* each has its own */
    assert_int_equal(most_resident(&plan, &of_one), 30);
    assert_int_equal(of_one, 3);
    free(chain.chars);
}

/* From the clock in which the wave table shows that a wavefront has left to the launch of the one that waits for its
 * place: the dispatcher sees the place free_clk clocks later, and its launch shows one clock after that. */
static void a_freed_place_is_known_late(void **state)
{
    (void)state;
    for (unsigned late = 1; late < 40; late += 6) {
        struct machine m;
        struct plan    plan = with_simds(2, 3);
        snprintf(simds_text[1], sizeof simds_text[1], "spi_free_clk=%u", late);
        plan.set[1] = simds_text[1];
        plan.set[2] = "simd_max_waves=1";
        machine_start(&m, &plan);
        while (!gpu_waves_ended(m.gpu))
            machine_step(&m);
        const uint64_t left = m.gpu->cycle;
        while (m.gpu->dispatcher.q.launched < 3)
            machine_step(&m);
        assert_int_equal(m.gpu->cycle - left, late + 1);
        machine_free(&m);
    }
}

static void sleeping_modules_hold_their_state_and_plain_mode_agrees(void **state)
{
    (void)state;
    struct machine m, plain;
    struct plan    plan = with_simds(3, 12);
    plan.set[1] = "simd_max_waves=3";
    machine_start(&m, &plan);
    machine_start(&plain, &plan);
    for (unsigned i = 0; i < 3; i++)
        plain.gpu->simd[i].plain = true;
    while (!gpu_finished(m.gpu)) {
        gpu_wire(m.gpu);
        gpu_wire(plain.gpu);
        if (m.gpu->cycle % 5 == 0 && !sleepers_hold(m.gpu, &m.diag))
            fail_msg("%s", m.diag.what);
        gpu_look(m.gpu);
        gpu_look(plain.gpu);
        if (!machines_agree(m.gpu, plain.gpu, true, &m.diag))
            fail_msg("%s", m.diag.what);
        gpu_edge(m.gpu);
        gpu_edge(plain.gpu);
    }
    assert_true(gpu_finished(plain.gpu) && same_exports(&m, &plain));
    machine_free(&m);
    machine_free(&plain);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_simds_work_side_by_side),
        cmocka_unit_test(so_many_simds_take_the_clocks_of_one_with_its_share),
        cmocka_unit_test(results_are_those_of_one_simd_whatever_the_policy),
        cmocka_unit_test(slots_are_shared_by_the_chip),
        cmocka_unit_test(a_freed_place_is_known_late),
        cmocka_unit_test(sleeping_modules_hold_their_state_and_plain_mode_agrees),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
