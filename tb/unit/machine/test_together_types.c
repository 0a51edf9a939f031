/* test_together_types.c - launches at once of one type: each has a queue, all of them the type's limits; in order, when
 * the chip has one queue for each type (docs/launch.md, `together`; 3D 3; RV770 timing S1, S11, S12). */
#include "rtl_model/r700/probes/observe.h"
#include "tb/unit/machine/together.h"

static const char sums[] = "ALU @a BARRIER\nNOP EOP BARRIER\na: " FOUR(ADD_INT, R1);

/* Three launches of a stage, without exports; the second one has fewer wavefronts. */
static void start_three(struct several *of, enum launch_stage stage, struct launch_register *raw, const char *set)
{
    static struct plan       plan[3];
    const struct plan *const plans[] = {&plan[0], &plan[1], &plan[2]};
    for (unsigned n = 0; n < 3; n++)
        plan[n] = (struct plan){.text = sums,
                                .stage = stage,
                                .threads = n == 1 ? 64 * 7 : 64 * 12,
                                .num_gprs = 8,
                                .load_count = 2,
                                .input = named_input,
                                .registers = raw,
                                .register_count = raw != NULL,
                                .set = {set}};
    start(of, plans, 3);
}

static void expect_registers_of_each_alone(struct several *of)
{
    for (unsigned n = 0; n < of->count; n++) {
        machine_run(&of->alone[n]);
        gpu_choose(of->gpu, n);
        assert_memory_equal(gpu_gprs(of->gpu), gpu_gprs(of->alone[n].gpu),
                            (size_t)16 * 8 * of->alone[n].launch.threads);
    }
}

/* The first wavefronts are those of launch 0, 1, 2, `spi_wave_clk` + 2 `spi_load_clk` apart: a SIMD has room for all of
 * a launch, but each begins with its first. */
static void each_has_a_queue(void **state)
{
    (void)state;
    static const enum launch_stage stages[] = {LAUNCH_PS, LAUNCH_VS, LAUNCH_CS};
    static const unsigned queues[][3] = {{ISA_PS, ISA_VS, ISA_GS}, {ISA_VS, ISA_GS, ISA_ES}, {ISA_GS, ISA_ES, ISA_CS}};
    for (unsigned s = 0; s < LENGTH(stages); s++) {
        struct several of;
        unsigned       most[3] = {0};
        start_three(&of, stages[s], NULL, NULL);
        assert_true(make_all(&of, 3, false));
        for (unsigned n = 0; n < 3; n++) {
            assert_int_equal(of.gpu->part[n]->setup.simd.queue, queues[s][n]);
            assert_int_equal(of.gpu->dispatcher.in.waves.type[queues[s][n]], n == 1 ? 7 : 12);
        }
        while (!of.gpu->dispatcher.q.launch) {
            gpu_wire(of.gpu);
            gpu_edge(of.gpu);
        }
        assert_int_equal(of.gpu->dispatcher.q.type, queues[s][0]);
        while (!gpu_finished(of.gpu)) {
            gpu_wire(of.gpu);
            for (unsigned n = 0; n < 3; n++)
                most[n] = of.gpu->simd[n].waves.q.resident > most[n] ? of.gpu->simd[n].waves.q.resident : most[n];
            gpu_edge(of.gpu);
        }
        assert_int_equal(most[0] + most[1] + most[2], 31);
        expect_registers_of_each_alone(&of);
        done(&of);
    }
}

/* A vertex program between two pixel programs keeps its queue; who has a queue of another type is counted as what it
 * is. */
static void other_types_keep_theirs(void **state)
{
    (void)state;
    struct plan                  first = pixel_plan(), second = vertex_plan(), third = pixel_plan();
    const struct plan *const     plans[] = {&first, &second, &third};
    static struct result_counter rows[4096];
    struct several               of;
    unsigned                     seen = 0;
    start(&of, plans, 3);
    assert_true(make_all(&of, 3, false));
    assert_int_equal(of.gpu->part[0]->setup.simd.queue, ISA_PS);
    assert_int_equal(of.gpu->part[1]->setup.simd.queue, ISA_VS);
    assert_int_equal(of.gpu->part[2]->setup.simd.queue, ISA_GS);
    struct machine_observer *const by = observe_gpu(of.gpu, OBSERVE_SUMS, &of.diag);
    while (!gpu_finished(of.gpu)) {
        gpu_wire(of.gpu);
        gpu_look(of.gpu);
        by->clock(by);
        gpu_edge(of.gpu);
    }
    by->all = true;
    const unsigned count = by->counters(by, false, rows, 4096);
    for (unsigned i = 0; i < count; i++)
        if (strcmp(rows[i].path, "gpu") == 0 && strstr(rows[i].name, "ItemsIn")) {
            const double items = strncmp(rows[i].name, "PS", 2) == 0   ? 2 * (64 * 40 - 5)
                                 : strncmp(rows[i].name, "VS", 2) == 0 ? 64 * 30 - 9
                                                                       : 0;
            assert_true(rows[i].value == items || strcmp(rows[i].name, "PrimitivesIn") == 0);
            seen++;
        }
    assert_true(seen >= ISA_PROGRAM_TYPES);
    by->free(by);
    for (unsigned n = 0; n < 3; n++)
        machine_run(&of.alone[n]);
    expect_what_each_gives_alone(&of);
    done(&of);
}

/* NUM_PS_THREADS of SQ_THREAD_RESOURCE_MGMT: 8 wavefronts of the chip, of all pixel programs. */
static void limits_are_the_types(void **state)
{
    (void)state;
    struct launch_register raw = {.name = (char *)"SQ_THREAD_RESOURCE_MGMT", .value = 8};
    struct several         of;
    unsigned               most = 0;
    start_three(&of, LAUNCH_PS, &raw, NULL);
    assert_true(make_all(&of, 3, false));
    while (!gpu_finished(of.gpu)) {
        unsigned sum = 0;
        gpu_wire(of.gpu);
        for (unsigned i = 0; i < 3; i++)
            sum += of.gpu->places[i].q.resident;
        gpu_edge(of.gpu);
        most = sum > most ? sum : most;
        assert_true(of.gpu->cycle < MACHINE_LIMIT);
    }
    assert_int_equal(most, 8);
    expect_registers_of_each_alone(&of);
    done(&of);
}

/* The next launch begins when all wavefronts of those before it are launched, and does not wait for their ends. */
static void in_order_one_goes_behind_the_other(void **state)
{
    (void)state;
    struct several of;
    bool           beside[3] = {false, false, false};
    start_three(&of, LAUNCH_CS, NULL, "type_order=in_order");
    assert_true(make_all(&of, 3, false));
    while (!gpu_finished(of.gpu)) {
        const struct dispatcher *const to = &of.gpu->dispatcher;
        gpu_wire(of.gpu);
        gpu_edge(of.gpu);
        for (unsigned n = 1; n < 3; n++) {
            const unsigned own = of.gpu->part[n]->setup.simd.queue, former = of.gpu->part[n - 1]->setup.simd.queue;
            if (to->q.launched_of.type[own])
                assert_int_equal(to->q.launched_of.type[former], to->in.waves.type[former]);
            beside[n] = beside[n] || (of.gpu->simd[n].waves.q.resident && of.gpu->simd[n - 1].waves.q.resident);
        }
        assert_true(of.gpu->cycle < MACHINE_LIMIT);
    }
    assert_true(beside[1] && beside[2]);
    expect_registers_of_each_alone(&of);
    done(&of);
}

/* Another type's wavefronts do not wait for them. */
static void order_is_within_a_type(void **state)
{
    (void)state;
    struct plan              first = pixel_plan(), second = vertex_plan();
    const struct plan *const plans[] = {&first, &second};
    uint64_t                 cycles[2];
    for (unsigned in_order = 0; in_order < 2; in_order++) {
        struct several of;
        first.set[0] = second.set[0] = in_order ? "type_order=in_order" : "type_order=at_once";
        start(&of, plans, 2);
        assert_true(make_all(&of, 2, true));
        run_all(&of);
        cycles[in_order] = of.gpu->cycle;
        done(&of);
    }
    assert_int_equal(cycles[0], cycles[1]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_has_a_queue),       cmocka_unit_test(other_types_keep_theirs),
        cmocka_unit_test(limits_are_the_types),   cmocka_unit_test(in_order_one_goes_behind_the_other),
        cmocka_unit_test(order_is_within_a_type),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
