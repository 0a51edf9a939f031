/* test_memory_pointers.c - how much memory writes were to write, what they have written, and up to where: statistics of
 * rings, streams and the other buffers (ISA 3.4.2; 3D 3, 12). */
#include "rtl_model/machine.h"
#include "rtl_model/r700/gpu_machine.h"
#include "tb/unit/machine.h"

/* R0.x: the thread's number. */
static uint32_t number(unsigned thread, unsigned gpr, unsigned element)
{
    return gpr == 0 && element == 0 ? thread : 0;
}

static struct plan plan_of(enum launch_stage stage, unsigned threads, const char *text,
                           const struct plan_memory *memory)
{
    return (struct plan){.text = text,
                         .stage = stage,
                         .threads = threads,
                         .load_count = 1,
                         .input = number,
                         .memory = memory,
                         .memory_count = 1,
                         .set = {"simds=2"}};
}

/* The value of a row, or -1 when there is none. */
static int64_t value_of(const struct machine *m, const char *path, const char *name)
{
    struct result_statistic rows[2000];
    const unsigned          count = gpu_statistics(m->gpu, rows, LENGTH(rows));
    int64_t                 value = -1;
    assert_true(count <= LENGTH(rows));
    for (unsigned i = 0; i < count; i++)
        if (strcmp(rows[i].path, path) == 0 && strcmp(rows[i].name, name) == 0)
            value = (int64_t)rows[i].value;
    return value;
}

static void expect_row(const struct plan *plan, const char *path, int64_t asked, int64_t written, int64_t end)
{
    struct machine m;
    machine_start(&m, plan);
    machine_run(&m);
    assert_int_equal(value_of(&m, path, "dwords_asked"), asked);
    assert_int_equal(value_of(&m, path, "dwords_written"), written);
    assert_int_equal(value_of(&m, path, "end"), end);
    machine_free(&m);
}

/* Vertex v has dwords 5 v + 1 to 5 v + 3; there is room for 60 vertices. */
static void a_stream_ends_where_its_buffer_does(void **state)
{
    static const struct plan_memory stream = {LAUNCH_STREAM1, 60 * 5 * 4, 5};
    static const char               text[] = "MEM_STREAM1 WRITE[1], R0.xyz_ EOP\n";
    const struct plan               few = plan_of(LAUNCH_VS, 50, text, &stream);
    const struct plan               many = plan_of(LAUNCH_VS, 170, text, &stream);
    (void)state;
    expect_row(&few, "gpu.memory_writes.stream1", 150, 150, 49 * 5 + 4);
    expect_row(&many, "gpu.memory_writes.stream1", 510, 180, 59 * 5 + 4);
}

/* X and W from dword 2 of 8: the last one of the last thread; elements between are not counted. */
static void a_ring_is_written_to_the_last_vertex(void **state)
{
    static const struct plan_memory ring = {LAUNCH_RING, 8192, 8};
    const struct plan               plan = plan_of(LAUNCH_GS, 170, "MEM_RING WRITE[2], R0.x__w EOP\n", &ring);
    (void)state;
    expect_row(&plan, "gpu.memory_writes.ring", 340, 340, 169 * 8 + 2 + 4);
}

/* A burst of three into an array of one; written twice, counted twice. */
static void what_lies_behind_the_array_is_asked_for_only(void **state)
{
    static const struct plan_memory ring = {LAUNCH_RING, 8192, 8};
    const char *const               text = "MEM_RING WRITE[0], R0.xy__ BURST(3) ELEM_SIZE(1)\n"
                                           "MEM_RING WRITE[0], R0.xy__ ELEM_SIZE(1) EOP\n";
    const struct plan               plan = plan_of(LAUNCH_ES, 10, text, &ring);
    (void)state;
    expect_row(&plan, "gpu.memory_writes.ring", 10 * 2 * 4, 10 * 2 * 2, 9 * 8 + 2);
}

static void scattered_dwords_behind_the_buffer_are_asked_for_only(void **state)
{
    static const struct plan_memory scatter = {LAUNCH_SCATTER, 256, 0};
    const struct plan plan = plan_of(LAUNCH_CS, 170, "MEM_EXPORT WRITE_IND[0+R0], R0.x___ EOP\n", &scatter);
    (void)state;
    expect_row(&plan, "gpu.memory_writes.scatter", 170, 64, 64);
}

/* Threads that are not active do not ask. */
static void only_active_threads_count(void **state)
{
    static const struct plan_memory scatter = {LAUNCH_SCATTER, 1024, 0};
    const char *const               text = "ALU_PUSH_BEFORE @few BARRIER\nMEM_EXPORT WRITE_IND[0+R0], R0.x___ BARRIER\n"
                                           "POP @on POP_COUNT(1) BARRIER\non: NOP EOP BARRIER\n"
                                           "few: 0 x: PRED_SETGT_INT ____, 3, R0.x UPDATE_EXEC\n";
    struct plan                     plan = plan_of(LAUNCH_CS, 170, text, &scatter);
    (void)state;
    plan.stack_size = 1;
    expect_row(&plan, "gpu.memory_writes.scatter", 3, 3, 3);
}

static void buffers_that_the_launch_does_not_have_are_not_there(void **state)
{
    static const struct plan_memory ring = {LAUNCH_RING, 8192, 8};
    const struct plan               plan = plan_of(LAUNCH_GS, 10, "NOP EOP\n", &ring);
    struct machine                  m;
    (void)state;
    machine_start(&m, &plan);
    machine_run(&m);
    assert_int_equal(value_of(&m, "gpu.memory_writes.ring", "end"), 0);
    assert_int_equal(value_of(&m, "gpu.memory_writes.scatter", "end"), -1);
    machine_free(&m);
}

/* In several threads of the host, and from a snapshot on, they are the same. */
static void threads_and_snapshots_keep_them(void **state)
{
    static const struct plan_memory ring = {LAUNCH_RING, 1 << 16, 8};
    struct plan                     plan = plan_of(LAUNCH_GS, 64 * 30 + 3, "MEM_RING WRITE[2], R0.x__w EOP\n", &ring);
    struct machine                  m, from;
    (void)state;
    plan.set[0] = "simds=10";
    machine_start(&m, &plan);
    assert_true(gpu_hasten(m.gpu, &m.diag) && gpu_set_jobs(m.gpu, 2, &m.diag));
    assert_int_equal(gpu_run(m.gpu, 0, &m.diag), GPU_FINISHED);
    assert_int_equal(value_of(&m, "gpu.memory_writes.ring", "dwords_written"), 2 * plan.threads);
    assert_int_equal(value_of(&m, "gpu.memory_writes.ring", "end"), (plan.threads - 1) * 8 + 6);
    const struct rtl_machine whole = gpu_machine(m.gpu);
    const size_t             length = machine_snapshot_bytes(&whole);
    unsigned char *const     bytes = malloc(length);
    assert_non_null(bytes);
    machine_snapshot_put(bytes, &whole);
    machine_start(&from, &plan);
    const struct rtl_machine other = gpu_machine(from.gpu);
    assert_true(machine_snapshot_take("snapshot", bytes, length, &other, &from.diag));
    assert_int_equal(value_of(&from, "gpu.memory_writes.ring", "dwords_asked"), 2 * plan.threads);
    assert_int_equal(value_of(&from, "gpu.memory_writes.ring", "end"), (plan.threads - 1) * 8 + 6);
    assert_true(gpu_next(m.gpu, &m.program, &m.launch, &m.diag)); /* another launch begins with nothing */
    assert_int_equal(value_of(&m, "gpu.memory_writes.ring", "end"), 0);
    free(bytes);
    machine_free(&m);
    machine_free(&from);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_stream_ends_where_its_buffer_does),
        cmocka_unit_test(a_ring_is_written_to_the_last_vertex),
        cmocka_unit_test(what_lies_behind_the_array_is_asked_for_only),
        cmocka_unit_test(scattered_dwords_behind_the_buffer_are_asked_for_only),
        cmocka_unit_test(only_active_threads_count),
        cmocka_unit_test(buffers_that_the_launch_does_not_have_are_not_there),
        cmocka_unit_test(threads_and_snapshots_keep_them),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
