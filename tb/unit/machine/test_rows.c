/* test_rows.c - the published figures that a shader core of this kind must show (validation rows of RV770 timing 3),
 * measured on the wired machine: rows 1, 2, 3, 7, 9 and 10. */
#include "tb/unit/machine.h"

static uint32_t zero(unsigned thread, unsigned gpr, unsigned element)
{
    (void)thread, (void)gpr, (void)element;
    return 0;
}

/* ---- rows 1 to 3: one and two wavefronts ------------------------------------------------------------------------ */

/* Runs `waves` wavefronts, `resident` of them at a time, through one clause of `groups`. */
static void run_chain(struct machine *m, unsigned waves, const char *resident, unsigned groups)
{
    struct text       text = chain_program(1, groups);
    const struct plan plan = {.text = text.chars,
                              .threads = 64 * waves,
                              .num_gprs = 2,
                              .load_first = 1,
                              .load_count = 1,
                              .input = zero,
                              .set = {resident}};
    machine_start(m, &plan);
    machine_run(m);
    for (unsigned t = 0; t < 64 * waves; t++)
        expect_pixel(m, 0, t, 0, groups);
    free(text.chars);
}

/* From the first quarter of the first group to the clock in which a next group could enter. */
static uint64_t clause_clocks(const struct machine *m, uint32_t wave, unsigned groups)
{
    return group_of(m, wave, groups - 1)->cycle + ROTATION_CLOCKS - group_of(m, wave, 0)->cycle;
}

static const unsigned lengths[] = {1, 2, 3, 7, 8, 9, 16, 50, 127, 128};

static void row_1_n_dependent_groups_of_one_wavefront_take_8n_clocks(void **state)
{
    (void)state;
    struct machine m;
    for (unsigned i = 0; i < LENGTH(lengths); i++) {
        run_chain(&m, 2, "simd_max_waves=1", lengths[i]); /* the second wavefront finds warm caches */
        assert_int_equal(clause_clocks(&m, 1, lengths[i]), 8 * lengths[i]);
        for (unsigned g = 1; g < lengths[i]; g++)
            assert_int_equal(group_of(&m, 1, g)->cycle - group_of(&m, 1, g - 1)->cycle, 8);
        machine_free(&m);
    }
}

static void row_1_each_further_group_costs_8_clocks_of_the_run(void **state)
{
    (void)state;
    uint64_t clocks[3];
    for (unsigned i = 0; i < 3; i++) {
        struct machine m;
        run_chain(&m, 2, "simd_max_waves=1", 4 + i);
        clocks[i] = m.gpu->cycle - group_of(&m, 1, 0)->cycle;
        machine_free(&m);
    }
    assert_int_equal(clocks[1] - clocks[0], 8);
    assert_int_equal(clocks[2] - clocks[1], 8);
}

static void row_2_two_wavefronts_take_8n_clocks_and_fill_every_clock(void **state)
{
    (void)state;
    for (unsigned i = 0; i < LENGTH(lengths); i++) {
        struct machine m;
        run_chain(&m, 4, "simd_max_waves=2", lengths[i]); /* 2 and 3 run together, with warm caches */
        assert_int_equal(clause_clocks(&m, 2, lengths[i]), 8 * lengths[i]);
        assert_int_equal(clause_clocks(&m, 3, lengths[i]), 8 * lengths[i]);
        if (lengths[i] >= 50) /* shorter ones do not meet: the second is launched later */
            assert_int_not_equal(group_of(&m, 2, 0)->parity, group_of(&m, 3, 0)->parity);
        machine_free(&m);
    }
}

static void row_2_in_the_overlap_of_two_wavefronts_every_clock_has_a_quarter(void **state)
{
    (void)state;
    struct machine m;
    unsigned       groups = 0;
    run_chain(&m, 4, "simd_max_waves=2", 100);
    const struct entry *first = group_of(&m, 3, 0), *last = group_of(&m, 2, 99);
    for (unsigned i = 0; i < m.entries; i++)
        groups += m.log[i].cycle >= first->cycle && m.log[i].cycle <= last->cycle;
    assert_true(last->cycle - first->cycle > 600);
    assert_int_equal(groups * SLOT_CLOCKS, last->cycle + SLOT_CLOCKS - first->cycle);
    machine_free(&m);
}

static void row_3_one_wavefront_alone_leaves_exactly_half_of_the_clocks(void **state)
{
    (void)state;
    struct machine m;
    run_chain(&m, 2, "simd_max_waves=1", 100);
    const uint64_t from = group_of(&m, 1, 0)->cycle, to = group_of(&m, 1, 99)->cycle + 8;
    uint64_t       busy = 0;
    for (unsigned i = 0; i < m.entries; i++)
        busy += m.log[i].cycle >= from && m.log[i].cycle < to ? SLOT_CLOCKS : 0;
    assert_int_equal(2 * busy, to - from);
    assert_int_equal(m.busy, m.entries * SLOT_CLOCKS);
    machine_free(&m);
}

/* ---- row 7: occupancy ------------------------------------------------------------------------------------------- */

static const struct {
    unsigned gprs, waves;
} occupancy[] = {{1, 248}, {2, 124}, {3, 82}, {4, 62}, {5, 49}, {6, 41}, {8, 31}, {10, 24}, {12, 20}, {16, 15},
                 {20, 12}, {24, 10}, {31, 8}, {35, 7}, {41, 6}, {49, 5}, {62, 4}, {82, 3},  {124, 2}};

static void row_7_gprs_of_a_thread_limit_the_resident_wavefronts(void **state)
{
    (void)state;
    struct chip_config chip;
    assert_true(chip_load("rv770", &chip, NULL));
    for (unsigned i = 0; i < LENGTH(occupancy); i++) {
        const struct simd_launch launch = {.num_gprs = occupancy[i].gprs, .temporaries = 4};
        assert_int_equal(simd_wave_limit(&chip, &launch), occupancy[i].waves);
    }
}

static void row_7_as_many_wavefronts_are_resident_in_a_run_and_never_more(void **state)
{
    (void)state;
    struct text text = chain_program(1, 128);
    for (unsigned i = 0; i < LENGTH(occupancy); i++) {
        struct machine    m;
        const struct plan plan = {.text = text.chars,
                                  .threads = 64 * (occupancy[i].waves + 3),
                                  .num_gprs = occupancy[i].gprs < 2 ? 2 : occupancy[i].gprs};
        const unsigned    expected = occupancy[i].gprs < 2 ? 124 : occupancy[i].waves;
        unsigned          most = 0;
        machine_start(&m, &plan);
        while (m.gpu->cycle < 4000 && !gpu_finished(m.gpu)) {
            machine_step(&m);
            if (m.gpu->simd->waves.q.resident > most)
                most = m.gpu->simd->waves.q.resident;
        }
        assert_int_equal(most, expected);
        machine_free(&m);
    }
    free(text.chars);
}

static void row_7_248_wavefronts_of_one_gpr_are_resident_and_all_end(void **state)
{
    (void)state;
    struct machine    m;
    const struct plan plan = {.text = "ALU BARRIER\n 0 x: ADD_INT R0.x, R0.x, 1\n 1 x: ADD_INT R0.x, R0.x, 1\n"
                                      "EXPORT_DONE PIX0, R0.xxxx EOP BARRIER\n",
                              .threads = 64 * 300,
                              .num_gprs = 1,
                              .load_count = 1,
                              .input = zero};
    unsigned          most = 0;
    machine_start(&m, &plan);
    while (!gpu_finished(m.gpu)) {
        machine_step(&m);
        if (m.gpu->simd->waves.q.resident > most)
            most = m.gpu->simd->waves.q.resident;
        assert_true(m.gpu->cycle < MACHINE_LIMIT);
    }
    assert_true(most <= 248);
    assert_true(most > 30);
    for (unsigned t = 0; t < 64 * 300; t++)
        expect_pixel(&m, 0, t, 0, 2);
    machine_free(&m);
}

/* ---- rows 9 and 10: clause switches ----------------------------------------------------------------------------- */

/* The steady state: the caches are warm and all wavefronts are under way.  Returns the clocks with a quarter among
 * `turns` times the shortest time from clause to clause. */
static uint64_t steady_busy(unsigned waves, unsigned groups, unsigned turns)
{
    enum { CLAUSES = 60, SETTLED = 16 };
    const unsigned    turn = 8 * groups + 40;
    struct machine    cold, m;
    struct text       text = chain_program(CLAUSES, groups);
    const struct plan plan = {.text = text.chars, .threads = 64 * waves, .num_gprs = 2};
    machine_start(&cold, &(struct plan){.text = text.chars, .num_gprs = 2});
    machine_start(&m, &plan);
    machine_run(&cold);
    machine_warm(&m, &cold);
    while (m.gpu->dispatcher.q.launched < waves)
        machine_step(&m);
    for (unsigned i = 0; i < SETTLED * turn; i++)
        machine_step(&m);
    const uint64_t before = m.busy;
    for (unsigned i = 0; i < turns * turn; i++)
        machine_step(&m);
    const uint64_t busy = m.busy - before;
    assert_int_equal(m.gpu->simd->waves.q.finished, 0);
    machine_free(&cold);
    machine_free(&m);
    free(text.chars);
    return busy;
}

static void utilisation_is_as_the_formula_says(unsigned waves, unsigned groups)
{
    enum { TURNS = 10 };
    const unsigned turn = 8 * groups + 40, work = 4 * groups * waves;
    const uint64_t busy = steady_busy(waves, groups, TURNS), expected = TURNS * (work < turn ? work : turn);
    if (busy != expected)
        fail_msg("W=%u G=%u: %u clocks with a quarter of %u, expected %u", waves, groups, (unsigned)busy, TURNS * turn,
                 (unsigned)expected);
}

static void row_9_utilisation_is_4gw_of_8g_and_40_until_it_is_full(void **state)
{
    (void)state;
    static const unsigned waves[] = {1, 2, 4, 6, 8, 12, 16}, groups[] = {3, 4, 5, 6, 8, 10, 20, 60};
    for (unsigned w = 0; w < LENGTH(waves); w++)
        for (unsigned g = 0; g < LENGTH(groups); g++)
            utilisation_is_as_the_formula_says(waves[w], groups[g]);
}

/* One or two groups need a CF instruction every 4 or 8 clocks, which is as fast as the sequencer is (S21): the formula
 * is then a bound. */
static void row_9_clauses_of_one_or_two_groups_come_near_the_formula(void **state)
{
    (void)state;
    static const unsigned waves[] = {1, 2, 4, 6, 8, 12, 16};
    for (unsigned w = 0; w < LENGTH(waves); w++)
        for (unsigned groups = 1; groups <= 2; groups++) {
            const unsigned turn = 8 * groups + 40, work = 4 * groups * waves[w];
            const uint64_t most = 10 * (work < turn ? work : turn), busy = steady_busy(waves[w], groups, 10);
            assert_in_range(busy, most * 9 / 10, most);
        }
}

static void row_9_a_wavefront_alone_starts_a_clause_40_clocks_after_the_last_group(void **state)
{
    (void)state;
    for (unsigned groups = 1; groups <= 20; groups += 3) {
        struct machine    cold, m;
        struct text       text = chain_program(12, groups);
        const struct plan plan = {.text = text.chars, .num_gprs = 2};
        machine_start(&cold, &plan);
        machine_start(&m, &plan);
        machine_run(&cold);
        machine_warm(&m, &cold);
        machine_run(&m);
        for (unsigned c = 1; c < 12; c++)
            assert_int_equal(group_of(&m, 0, c * groups)->cycle - group_of(&m, 0, (c - 1) * groups)->cycle,
                             8 * groups + 40);
        machine_free(&cold);
        machine_free(&m);
        free(text.chars);
    }
}

static void row_10_four_wavefronts_of_five_groups_hide_clause_switches_and_three_do_not(void **state)
{
    (void)state;
    assert_int_equal(steady_busy(4, 5, 10), 800);
    assert_true(steady_busy(3, 5, 10) <= 640);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(row_1_n_dependent_groups_of_one_wavefront_take_8n_clocks),
        cmocka_unit_test(row_1_each_further_group_costs_8_clocks_of_the_run),
        cmocka_unit_test(row_2_two_wavefronts_take_8n_clocks_and_fill_every_clock),
        cmocka_unit_test(row_2_in_the_overlap_of_two_wavefronts_every_clock_has_a_quarter),
        cmocka_unit_test(row_3_one_wavefront_alone_leaves_exactly_half_of_the_clocks),
        cmocka_unit_test(row_7_gprs_of_a_thread_limit_the_resident_wavefronts),
        cmocka_unit_test(row_7_as_many_wavefronts_are_resident_in_a_run_and_never_more),
        cmocka_unit_test(row_7_248_wavefronts_of_one_gpr_are_resident_and_all_end),
        cmocka_unit_test(row_9_utilisation_is_4gw_of_8g_and_40_until_it_is_full),
        cmocka_unit_test(row_9_clauses_of_one_or_two_groups_come_near_the_formula),
        cmocka_unit_test(row_9_a_wavefront_alone_starts_a_clause_40_clocks_after_the_last_group),
        cmocka_unit_test(row_10_four_wavefronts_of_five_groups_hide_clause_switches_and_three_do_not),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
