/* test_together_shares.c - what each of several launches at once has of the chip: SIMDs, wavefronts, GPRs, a queue, a
 * priority (docs/launch.md, `together`; 3D 3; RV770 timing S11, S12). */
#include "tb/unit/machine/together.h"

/* SQ_GPR_RESOURCE_MGMT: 24 GPRs of a SIMD for PS, four wavefronts of six; 18 for VS, two of nine.
 * SQ_THREAD_RESOURCE_MGMT: 7 wavefronts of the chip for PS, 3 for VS.  SQ_STACK_RESOURCE_MGMT is not what binds. */
static void shares_hold_in_every_clock(void **state)
{
    (void)state;
    static struct launch_register raw[] = {
        {.name = (char *)"SQ_GPR_RESOURCE_MGMT_1", .value = 0x40000000 | 18 << 16 | 24},
        {.name = (char *)"SQ_THREAD_RESOURCE_MGMT", .value = 3 << 8 | 7},
        {.name = (char *)"SQ_STACK_RESOURCE_MGMT_1", .value = 64 << 16 | 64}};
    struct plan              first = pixel_plan(), second = vertex_plan();
    const struct plan *const plans[] = {&first, &second};
    struct several           of;
    unsigned                 most[2] = {0}, most_on_one[2] = {0};
    first.registers = second.registers = raw;
    first.register_count = second.register_count = LENGTH(raw);
    start(&of, plans, 2);
    assert_true(make_all(&of, 4, false));
    while (!gpu_finished(of.gpu)) {
        static const unsigned limit[2] = {7, 3}, on_one[2] = {4, 2};
        unsigned              sum[2] = {0};
        gpu_wire(of.gpu);
        for (unsigned i = 0; i < 4; i++) {
            const unsigned of_ps = of.gpu->places[i].q.in_type.type[ISA_PS],
                           of_vs = of.gpu->places[i].q.in_type.type[ISA_VS];
            const unsigned here[2] = {of_ps, of_vs};
            assert_int_equal(i < 2 ? of_vs : of_ps, 0);
            assert_true(of.gpu->simd[i].waves.q.resident <= on_one[i / 2]);
            for (unsigned n = 0; n < 2; n++) {
                sum[n] += here[n];
                most_on_one[n] = here[n] > most_on_one[n] ? here[n] : most_on_one[n];
            }
        }
        for (unsigned n = 0; n < 2; n++) {
            assert_true(sum[n] <= limit[n]);
            most[n] = sum[n] > most[n] ? sum[n] : most[n];
        }
        gpu_edge(of.gpu);
        assert_true(of.gpu->cycle < MACHINE_LIMIT);
    }
    assert_int_equal(most[0], 7);
    assert_int_equal(most[1], 3);
    assert_int_equal(most_on_one[0], 4);
    assert_int_equal(most_on_one[1], 2);
    done(&of);
}

/* SQ_CONFIG.*_PRIO: the lowest number goes first; PS when they are equal (RV770 timing S11, S12). */
static void priorities_say_who_is_launched_first(void **state)
{
    (void)state;
    for (unsigned vs_first = 0; vs_first < 2; vs_first++) {
        struct launch_register   raw = {.name = (char *)"SQ_CONFIG", .value = vs_first << 24};
        struct plan              first = pixel_plan(), second = vertex_plan();
        const struct plan *const plans[] = {&first, &second};
        struct several           of;
        first.registers = second.registers = &raw;
        first.register_count = second.register_count = 1;
        start(&of, plans, 2);
        assert_true(make_all(&of, 2, false));
        while (!of.gpu->dispatcher.q.launch) {
            gpu_wire(of.gpu);
            gpu_edge(of.gpu);
        }
        assert_int_equal(of.gpu->dispatcher.q.type, vs_first ? ISA_VS : ISA_PS);
        done(&of);
    }
}

static void expect_refused(struct several *of, unsigned simds, const char *what)
{
    of->diag = (struct diag){0};
    assert_false(make_all(of, simds, false));
    assert_null(of->gpu);
    if (!strstr(of->diag.what, what) || strchr(of->diag.what, '\n'))
        fail_msg("\"%s\" lacks \"%s\"", of->diag.what, what);
}

static void what_does_not_fit_is_refused_in_one_line(void **state)
{
    (void)state;
    struct several of;
    start_two(&of, NULL);
    expect_refused(&of, 1, "need 2 SIMDs, each one at least, and rv770 has 1");
    of.alone[1].launch.simds = 3;
    expect_refused(&of, 3, "need 4 SIMDs");
    of.alone[1].launch.simds = 0;
    /* VS has 8 GPRs of a SIMD and needs nine. */
    struct launch_register share = {.name = (char *)"SQ_GPR_RESOURCE_MGMT_1", .value = 0x40000000 | 8 << 16 | 64};
    struct launch_register other = {.name = (char *)"SQ_THREAD_RESOURCE_MGMT", .value = 5};
    of.alone[0].launch.registers = of.alone[1].launch.registers = &share;
    of.alone[0].launch.register_count = of.alone[1].launch.register_count = 1;
    expect_refused(&of, 4, "num_gprs: 9, stack_size: 0: no wavefront fits what SQ_GPR_RESOURCE_MGMT (8 GPRs)");
    of.alone[1].launch.registers = &other;
    expect_refused(&of, 4, "launch 1: SQ_GPR_RESOURCE_MGMT_1 is 0x40000000, and 0x40080040 in launch 0");
    of.alone[0].launch.register_count = 0;
    expect_refused(&of, 4, "launch 1: SQ_THREAD_RESOURCE_MGMT is 0x00000005, and 0x00000000 in launch 0");
    done(&of);
}

/* Launches with `simds` have that many; the others share what is left. */
static void simds_are_as_asked_for(void **state)
{
    (void)state;
    static const struct {
        unsigned asked[3], simds, first[3], own[3];
    } rows[] = {{{0, 0, 0}, 3, {0, 1, 2}, {1, 1, 1}},
                {{0, 0, 0}, 10, {0, 4, 7}, {4, 3, 3}},
                {{0, 5, 0}, 10, {0, 3, 8}, {3, 5, 2}},
                {{1, 2, 3}, 10, {0, 1, 3}, {1, 2, 3}},
                {{0, 0, 7}, 10, {0, 2, 3}, {2, 1, 7}}};
    struct plan              first = pixel_plan(), second = vertex_plan();
    struct plan              third = {.text = "NOP EOP\n", .stage = LAUNCH_CS, .threads = 64 * 50};
    const struct plan *const plans[] = {&first, &second, &third};
    for (unsigned r = 0; r < LENGTH(rows); r++) {
        struct several of;
        unsigned       worked = 0, asked = 0;
        start(&of, plans, 3);
        for (unsigned n = 0; n < 3; n++)
            of.alone[n].launch.simds = rows[r].asked[n];
        assert_true(make_all(&of, rows[r].simds, false));
        for (unsigned n = 0; n < 3; n++) {
            assert_int_equal(of.gpu->part[n]->first_simd, rows[r].first[n]);
            assert_int_equal(of.gpu->part[n]->own_simds, rows[r].own[n]);
            asked += rows[r].own[n];
        }
        if (r < 4) /* the others take long */
            run_all(&of);
        for (unsigned i = 0; i < rows[r].simds; i++)
            worked += of.gpu->simd[i].waves.q.finished != 0;
        assert_int_equal(worked, r < 4 ? asked : 0);
        done(&of);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shares_hold_in_every_clock),
        cmocka_unit_test(priorities_say_who_is_launched_first),
        cmocka_unit_test(what_does_not_fit_is_refused_in_one_line),
        cmocka_unit_test(simds_are_as_asked_for),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
