/* test_machine_memory.c - fetches through caches, L2 and memory channels in the wired machine: what a hit, a miss and a
 * second miss cost, who waits for whom, stale lines (RV770 timing T16 to T25, V3, V6, M1 to M3). */
#include "tb/unit/machine.h"

enum { CONSTANTS = 64, BANK_BYTES = 16 * CONSTANTS };

static uint32_t bank[4 * CONSTANTS];

#define VTX "FETCH_TYPE(NO_INDEX_OFFSET) MEGA_FETCH_COUNT(15) DATA_FORMAT(FMT_32_32_32_32_FLOAT) MEGA_FETCH\n"
#define DONE "EXPORT_DONE PIX0, R1.xyzw EOP BARRIER\n"
#define ONE_FETCH "VTX @f BARRIER\n" DONE "f: FETCH R1.xyzw, R0.x, fc0 " VTX

/* R0.x: the thread; y: the same element for all; z: one of another line. */
static uint32_t index_of(unsigned thread, unsigned gpr, unsigned element)
{
    const uint32_t of[] = {thread % CONSTANTS, 1, 33, thread};
    return gpr ? 0 : of[element];
}

static const struct launch_vertex_resource resources[] = {
    {.id = 0,
     .source = LAUNCH_SOURCE_CONSTANT_BUFFER,
     .raw = true,
     .words = {0, BANK_BYTES - 1, 16u << 8, 0, 0, 0, 3u << 30}},
};

static struct plan plan_of(const char *text)
{
    for (unsigned i = 0; i < LENGTH(bank); i++)
        bank[i] = 0x10000 + i;
    return (struct plan){.text = text,
                         .threads = 64,
                         .num_gprs = 4,
                         .load_count = 1,
                         .input = index_of,
                         .bank = {bank},
                         .bank_constants = {CONSTANTS},
                         .vertices = resources,
                         .vertex_count = 1,
                         .stack_size = 1};
}

static uint64_t address_of_bank(const struct machine *m)
{
    return m->gpu->setup.vertices[0].address;
}

/* Clocks from a wavefront's first look-up to the data of the last of its lines. */
static unsigned miss_clocks(struct machine *m)
{
    uint64_t first = 0;
    while (!m->gpu->simd->vertex_lines.q.look)
        machine_step(m);
    first = m->gpu->cycle;
    do
        machine_step(m);
    while (m->gpu->simd->vertex_cache.q.missing || m->gpu->cycle < first + 4);
    return (unsigned)(m->gpu->cycle - first);
}

#define SAME_LINE "VTX @f BARRIER\n" DONE "f: FETCH R1.xyzw, R0.y, fc0 " VTX

static void a_line_of_memory_comes_after_mc_latency_clk(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 2; i++) {
        struct machine m;
        struct plan    plan = plan_of(SAME_LINE);
        plan.set[0] = i ? "mc_latency_clk=500" : NULL;
        machine_start(&m, &plan);
        assert_int_equal(miss_clocks(&m), i ? 500 : 400);
        machine_run(&m);
        machine_free(&m);
    }
}

static void a_line_of_l2_comes_after_tc_l2_hit_clk(void **state)
{
    (void)state;
    static const char *const sets[] = {NULL, "tc_l2_hit_clk=300", "l2_request_clk=20", "l2_return_clk=100"};
    for (unsigned i = 0; i < LENGTH(sets); i++) {
        struct machine cold, m;
        struct plan    plan = plan_of(SAME_LINE);
        plan.set[0] = sets[i];
        machine_start(&cold, &plan);
        machine_run(&cold);
        machine_start(&m, &plan);
        memcpy(m.gpu->l2, cold.gpu->l2, sizeof m.gpu->l2); /* and not the vertex cache */
        assert_int_equal(miss_clocks(&m), i == 1 ? 300 : 200);
        machine_run(&m);
        machine_free(&m);
        machine_free(&cold);
    }
}

/* 64 elements of 16 bytes are 16 lines of 64 bytes; each clock's four threads have one. */
static void threads_of_one_line_are_one_look_up(void **state)
{
    (void)state;
    struct machine    m;
    const struct plan plan = plan_of(ONE_FETCH);
    machine_start(&m, &plan);
    machine_run(&m);
    assert_int_equal(m.gpu->simd->vertex_lines.q.lines, 16);
    assert_int_equal(m.gpu->simd->vertex_cache.q.missed, 16);
    assert_int_equal(m.gpu->simd->port.q.reads, 16);
    for (unsigned t = 0; t < 64; t++)
        expect_pixel(&m, 0, t, 3, 0x10000 + 4 * t + 3);
    machine_free(&m);
}

/* A line that four wavefronts want is asked for once, by the first. */
static void a_second_miss_of_a_line_on_its_way_adds_no_request(void **state)
{
    (void)state;
    struct machine m;
    struct plan    plan = plan_of(SAME_LINE);
    plan.threads = 256;
    machine_start(&m, &plan);
    machine_run(&m);
    assert_int_equal(m.gpu->simd->port.q.reads, 1);
    assert_int_equal(m.gpu->simd->vertex_cache.q.missed, 1);
    assert_true(m.gpu->simd->vertex_cache.q.merged > 0);
    uint32_t lines = 0;
    for (unsigned i = 0; i < m.gpu->channels; i++)
        lines += m.gpu->channel[i].q.lines;
    assert_int_equal(lines, 1);
    machine_free(&m);
}

/* The clock in which each result is written. */
static unsigned result_clocks(struct machine *m, uint64_t *at, unsigned most)
{
    unsigned count = 0;
    while (!gpu_finished(m->gpu)) {
        machine_step(m);
        if (m->gpu->simd->vertex.q.write && count < most)
            at[count++] = m->gpu->cycle;
    }
    return count;
}

/* Three fetches of a clause behind a clause that has brought one line: the second misses, the third hits it. */
static void a_hit_behind_a_miss_waits_for_it(void **state)
{
    (void)state;
    static const char text[] =
        "VTX @g BARRIER\nVTX @f BARRIER\n" DONE "g: FETCH R1.xyzw, R0.y, fc0 " VTX "f: FETCH R1.xyzw, R0.y, fc0 " VTX
        "FETCH R2.xyzw, R0.z, fc0 " VTX "FETCH R3.xyzw, R0.y, fc0 " VTX;
    struct machine    m;
    const struct plan plan = plan_of(text);
    uint64_t          at[4];
    machine_start(&m, &plan);
    assert_int_equal(result_clocks(&m, at, 4), 4);
    assert_int_equal(m.gpu->simd->port.q.reads, 2);
    assert_true(at[2] - at[1] > 200); /* a hit would be there a few clocks behind */
    assert_int_equal(at[3] - at[2], 1 + m.gpu->chip.vc_return_clk);
    machine_free(&m);
}

/* Between two fetches of one line, memory is written behind the caches, here by the host. */
static void run_with_a_write(struct machine *m, bool l1, bool l2)
{
    uint32_t before = 0;
    while (m->gpu->simd->vertex.q.fetched < 1 || !m->gpu->simd->vertex.q.write)
        machine_step(m);
    assert_true(gpu_memory_write(&m->gpu->setup.memory, address_of_bank(m) + 16, &before, 4));
    if (l1)
        line_cache_forget(&m->gpu->simd->vertex_cache);
    for (unsigned i = 0; l2 && i < m->gpu->channels; i++)
        l2_lines_forget(&m->gpu->l2[i]);
    gpu_touch(m->gpu);
    machine_run(m);
}

static void a_line_is_stale_until_all_caches_have_forgotten_it(void **state)
{
    (void)state;
    static const char text[] =
        "VTX @g BARRIER\nVTX @f BARRIER\n" DONE "g: FETCH R2.xyzw, R0.y, fc0 " VTX "f: FETCH R1.xyzw, R0.y, fc0 " VTX;
    for (unsigned which = 0; which < 4; which++) {
        struct machine    m;
        const struct plan plan = plan_of(text);
        machine_start(&m, &plan);
        run_with_a_write(&m, which & 1, which & 2);
        expect_pixel(&m, 0, 5, 0, which == 3 ? 0 : 0x10004);
        expect_pixel(&m, 0, 5, 1, 0x10005);
        machine_free(&m);
    }
}

/* Lines of 256 bytes in turn: 1024 bytes on two channels are two stretches each. */
static void lines_are_read_by_the_channels_of_their_addresses(void **state)
{
    (void)state;
    struct machine m;
    struct plan    plan = plan_of(ONE_FETCH);
    plan.set[0] = "mc_channels=2";
    plan.set[1] = "tc_l2_kb=64";
    machine_start(&m, &plan);
    machine_run(&m);
    assert_int_equal(m.gpu->channels, 2);
    assert_int_equal(m.gpu->channel[0].q.lines, 8);
    assert_int_equal(m.gpu->channel[1].q.lines, 8);
    assert_int_equal(m.gpu->banks[0].q.answers, 8);
    machine_free(&m);
}

/* One channel, and a line in ten clocks: 16 lines take 15 times as long more than one. */
static void a_narrow_channel_limits_the_rate(void **state)
{
    (void)state;
    unsigned clocks[2];
    for (unsigned slow = 0; slow < 2; slow++) {
        struct machine m;
        struct plan    plan = plan_of(ONE_FETCH);
        plan.set[0] = "mc_channels=1";
        plan.set[1] = "tc_l2_kb=32";
        plan.set[2] = slow ? "mc_line_clk=320" : "mc_line_clk=160";
        machine_start(&m, &plan);
        clocks[slow] = miss_clocks(&m);
        machine_run(&m);
        machine_free(&m);
    }
    assert_int_equal(clocks[0], 400 + 15 * 10);
    assert_int_equal(clocks[1], 400 + 15 * 20);
}

/* With room for two misses the vertex cache refuses look-ups, which are made again. */
static void look_ups_wait_for_trackers(void **state)
{
    (void)state;
    struct machine m;
    struct plan    plan = plan_of(ONE_FETCH);
    plan.set[0] = "vc_misses=2";
    machine_start(&m, &plan);
    while (!gpu_finished(m.gpu)) {
        machine_step(&m);
        assert_true(m.gpu->simd->vertex_cache.q.missing <= 2);
    }
    assert_true(m.gpu->simd->vertex_cache.q.refused > 100);
    assert_true(m.gpu->simd->vertex_lines.q.again > 100);
    assert_true(m.gpu->cycle > 7 * 400);
    for (unsigned t = 0; t < 64; t++)
        expect_pixel(&m, 0, t, 0, 0x10000 + 4 * t);
    machine_free(&m);
}

/* The same in a bank of L2: while it looks up again it takes no request, so none is lost. */
static void banks_wait_for_trackers(void **state)
{
    (void)state;
    struct machine m;
    struct plan    plan = plan_of(ONE_FETCH);
    plan.set[0] = "tc_l2_misses=1";
    plan.set[1] = "mc_channels=1";
    plan.set[2] = "tc_l2_kb=32";
    machine_start(&m, &plan);
    while (!gpu_finished(m.gpu)) {
        machine_step(&m);
        assert_true(m.gpu->l2[0].q.missing <= 1);
        assert_true(m.gpu->cycle < 20 * 400);
    }
    assert_true(m.gpu->l2[0].q.refused > 100);
    for (unsigned t = 0; t < 64; t++)
        expect_pixel(&m, 0, t, 0, 0x10000 + 4 * t);
    machine_free(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_line_of_memory_comes_after_mc_latency_clk),
        cmocka_unit_test(a_line_of_l2_comes_after_tc_l2_hit_clk),
        cmocka_unit_test(threads_of_one_line_are_one_look_up),
        cmocka_unit_test(a_second_miss_of_a_line_on_its_way_adds_no_request),
        cmocka_unit_test(a_hit_behind_a_miss_waits_for_it),
        cmocka_unit_test(a_line_is_stale_until_all_caches_have_forgotten_it),
        cmocka_unit_test(lines_are_read_by_the_channels_of_their_addresses),
        cmocka_unit_test(a_narrow_channel_limits_the_rate),
        cmocka_unit_test(look_ups_wait_for_trackers),
        cmocka_unit_test(banks_wait_for_trackers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
