/* test_machine_reads.c - memory reads by caches and channels in the wired machine: what is cached and what is not, what
 * each of them asks of memory, stale lines (ISA ch. 7; RV770 timing V7, M1 to M3). */
#include "tb/unit/machine.h"

#define READ(to, fields) "  MEM_RD_SCATTER " to ".xyzw, R0." fields " INDEXED MEGA_FETCH "
#define DWORD "DATA_FORMAT(FMT_32) NUM_FORMAT_ALL(INT)\n"
#define DWORD4 "DATA_FORMAT(FMT_32_32_32_32) NUM_FORMAT_ALL(INT)\n"

/* R0: thread, its line, its line of one channel, thread of the wavefront. */
static uint32_t numbers(unsigned thread, unsigned gpr, unsigned element)
{
    const uint32_t first[4] = {thread, 16 * thread, 512 * thread, thread % 64};
    return gpr ? named_input(thread, gpr, element) : first[element];
}

static const struct plan_memory scatter[] = {{LAUNCH_SCATTER, 1 << 18, 0}};

static struct plan plan_with(const char *text)
{
    return (struct plan){.text = text,
                         .stage = LAUNCH_PS,
                         .threads = 64,
                         .load_count = 4,
                         .input = numbers,
                         .memory = scatter,
                         .memory_count = 1};
}

static uint32_t lines_read(const struct machine *m)
{
    uint32_t lines = 0;
    for (unsigned i = 0; i < m->gpu->channels; i++)
        lines += m->gpu->channel[i].q.lines;
    return lines;
}

static uint64_t run(struct machine *m, const struct plan *plan)
{
    machine_start(m, plan);
    machine_run(m);
    return m->gpu->cycle;
}

/* 64 dwords side by side are four lines.  A cache has them when they are read again, an uncached read asks anew. */
static void a_cached_read_leaves_its_lines_and_an_uncached_one_does_not(void **state)
{
    static const char *const kinds[] = {"", "UNCACHED "}, *const clauses[] = {"VTX", "VTX_TC"};
    static const char *const chips[] = {"rv770", "rv710"};
    (void)state;
    for (unsigned i = 0; i < 8; i++) {
        const bool     uncached = i & 1, texture = i & 2, rv710 = i & 4;
        struct text    text = {0};
        struct machine m;
        put(&text, "%s\n" READ("R1", "x") "%s" DWORD READ("R2", "x") "%s" DWORD "NOP BARRIER EOP\n",
            clauses[texture ? 1 : 0], kinds[uncached ? 1 : 0], kinds[uncached ? 1 : 0]);
        struct plan plan = plan_with(text.chars);
        plan.chip = chips[rv710 ? 1 : 0];
        plan.set[0] = "simds=1";
        run(&m, &plan);
        const struct simd *simd = m.gpu->simd;
        assert_int_equal(lines_read(&m), uncached ? 8 : 4);
        assert_int_equal(simd->port.q.reads, uncached ? 8 : 4);
        assert_int_equal(simd->vertex_cache.q.missed, !uncached && !texture && !rv710 ? 4 : 0);
        assert_int_equal(simd->texture_cache.q.missed, !uncached && (texture || rv710) ? 4 : 0);
        machine_free(&m);
        free(text.chars);
    }
}

/* The first line is asked for when the first addresses are there, and comes after a request's whole way. */
static unsigned read_clocks(const char *latency)
{
    struct machine m;
    struct plan    plan = plan_with("VTX\n" READ("R1", "x") "UNCACHED " DWORD "NOP BARRIER EOP\n");
    plan.set[0] = latency;
    machine_start(&m, &plan);
    while (!m.gpu->simd->read_lines.q.ask)
        machine_step(&m);
    const uint64_t from = m.gpu->cycle;
    while (!m.gpu->simd->memory_reads.q.returning)
        machine_step(&m);
    const unsigned clocks = (unsigned)(m.gpu->cycle - from);
    machine_run(&m);
    machine_free(&m);
    return clocks;
}

static void an_uncached_read_takes_the_time_of_memory(void **state)
{
    (void)state;
    const unsigned clocks = read_clocks("mc_latency_clk=400");
    assert_in_range(clocks, 380, 420);
    assert_int_equal(read_clocks("mc_latency_clk=401"), clocks + 1);
    assert_int_equal(read_clocks("mc_latency_clk=300"), clocks - 100);
    assert_int_equal(read_clocks("vc_hit_clk=300"), clocks);
}

/* Each thread a line of one channel: they come one behind another at its rate.  Spread over all channels they do not
 * wait. */
static void lines_of_one_channel_come_at_its_rate(void **state)
{
    static const char *const rates[] = {"mc_line_clk=160", "mc_line_clk=320"};
    uint64_t                 one[2], all[2];
    (void)state;
    for (unsigned i = 0; i < 2; i++) {
        struct machine m;
        struct plan    plan = plan_with("VTX\n" READ("R1", "z") "UNCACHED " DWORD "NOP BARRIER EOP\n");
        plan.set[0] = rates[i];
        one[i] = run(&m, &plan);
        assert_int_equal(lines_read(&m), 64);
        assert_int_equal(m.gpu->channel[m.gpu->setup.buffer_address[0] >> 8 & 7].q.lines, 64);
        machine_free(&m);
        plan.text = "VTX\n" READ("R1", "y") "UNCACHED " DWORD "NOP BARRIER EOP\n";
        all[i] = run(&m, &plan);
        assert_int_equal(lines_read(&m), 64);
        for (unsigned c = 0; c < 8; c++)
            assert_int_equal(m.gpu->channel[c].q.lines, 8);
        machine_free(&m);
    }
    assert_int_equal(one[1] - one[0], 63 * 10);
    assert_true(all[1] - all[0] < 8 * 10);
}

/* ---- stale lines ------------------------------------------------------------------------------------------------- */

static const char before_and_after[] = "VTX\n" READ("R3", "x") DWORD
    "MEM_EXPORT WRITE_IND_ACK[0+R0], R1.x___ BARRIER\n"
    "WAIT_ACK ADDR(0) BARRIER\n"
    "VTX BARRIER\n" READ("R4", "x")
        DWORD READ("R5", "x") "UNCACHED " DWORD "EXPORT PIX0, R4.xyzw BARRIER\nEXPORT_DONE PIX1, R5.xyzw EOP\n";

/* What has been written behind a line is seen when it comes anew, by way of L2 only when L2 has lost it, too. */
static void a_line_is_stale_until_it_is_invalidated(void **state)
{
    (void)state;
    for (unsigned lost = 0; lost < 3; lost++) {
        struct machine    m;
        const struct plan plan = plan_with(before_and_after);
        machine_start(&m, &plan);
        while (!m.gpu->simd->memory.q.ack)
            machine_step(&m);
        if (lost > 0)
            line_cache_forget(&m.gpu->simd->vertex_cache);
        for (unsigned i = 0; lost > 1 && i < m.gpu->channels; i++)
            l2_lines_forget(&m.gpu->l2[i]);
        gpu_touch(m.gpu);
        machine_run(&m);
        for (unsigned t = 0; t < 64; t++) {
            expect_pixel(&m, 0, t, 0, lost > 1 ? named_input(t, 1, 0) : 0);
            expect_pixel(&m, 1, t, 0, named_input(t, 1, 0));
        }
        machine_free(&m);
    }
}

/* ---- who looks up ------------------------------------------------------------------------------------------------ */

/* A cache does the look-ups of an instruction to their end: vertices and reads of many wavefronts, each with more lines
 * than half of it, do not wait for one another for ever. */
static void reads_and_vertices_share_a_cache(void **state)
{
    static const struct launch_vertex_resource vertices[] = {{.id = 0,
                                                              .source = LAUNCH_SOURCE_CONSTANT_BUFFER,
                                                              .raw = true,
                                                              .words = {0, 16 * 64 - 1, 16u << 8, 0, 0, 0, 3u << 30}}};
    static const char text[] = "%s\n  MEM_RD_SCATTER R1.xyzw, R0.y INDEXED ARRAY_BASE(14) MEGA_FETCH " DWORD4 "%s\n"
                               "  FETCH R2.xyzw, R0.w, fc0 FETCH_TYPE(NO_INDEX_OFFSET) MEGA_FETCH_COUNT(15) "
                               "DATA_FORMAT(FMT_32_32_32_32_FLOAT) MEGA_FETCH\nEXPORT PIX0, R1.xyzw BARRIER\n"
                               "EXPORT_DONE PIX1, R2.xyzw EOP\n";
    static uint32_t   bank[4 * 64];
    (void)state;
    for (unsigned i = 0; i < LENGTH(bank); i++)
        bank[i] = 0x10000 + i;
    for (unsigned i = 0; i < 4; i++) {
        struct machine m;
        struct text    chars = {0};
        put(&chars, text, i & 1 ? "VTX_TC" : "VTX", i & 2 ? "VTX_TC" : "VTX");
        struct plan plan = plan_with(chars.chars);
        plan.threads = 64 * 20;
        plan.bank[0] = bank;
        plan.bank_constants[0] = 64;
        plan.vertices = vertices;
        plan.vertex_count = 1;
        plan.set[0] = "vc_kb=8";
        plan.set[1] = "tc_l1_kb=8";
        plan.set[2] = "simds=1";
        run(&m, &plan);
        for (unsigned t = 0; t < plan.threads; t++)
            expect_pixel(&m, 1, t, 2, 0x10000 + 4 * (t % 64) + 2);
        machine_free(&m);
        free(chars.chars);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_cached_read_leaves_its_lines_and_an_uncached_one_does_not),
        cmocka_unit_test(an_uncached_read_takes_the_time_of_memory),
        cmocka_unit_test(lines_of_one_channel_come_at_its_rate),
        cmocka_unit_test(a_line_is_stale_until_it_is_invalidated),
        cmocka_unit_test(reads_and_vertices_share_a_cache),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
