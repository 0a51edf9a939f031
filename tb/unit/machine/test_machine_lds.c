/* test_machine_lds.c - the local data share in the wired machine: data, order, clauses, clocks, refusals (ISA 2.6.2,
 * ch. 8, 10.6). */
#include "tb/unit/machine.h"

/* R0 is the thread's number in its wavefront, R1 its data, R2 the bank and the dword that it reads. */
static uint32_t exchange(unsigned thread, unsigned gpr, unsigned element)
{
    const unsigned from = 63 - thread % 64;
    if (gpr == 2)
        return element ? from / 4 * 4 : from;
    return gpr ? 1000 * element + thread : (1 + 4 * element) * (thread % 64);
}

static struct plan usual(const char *text)
{
    return (struct plan){.text = text, .stage = LAUNCH_CS, .threads = 64, .load_count = 3, .input = exchange};
}

#define WRITE "LOCAL_DS_WRITE R1.xyzw DST_STRIDE(4)\n"
#define READ "LOCAL_DS_READ R3.xyzw, R2.xy\n"

/* ISA ch. 8: what a clause writes it can read; several wavefronts in absolute mode do not disturb one another. */
static void a_clause_exchanges_data_between_threads(void **state)
{
    (void)state;
    for (unsigned threads = 64; threads <= 1024; threads *= 4) {
        struct machine m;
        struct plan    plan = usual("TEX @f BARRIER\nEXPORT_DONE PIX0, R3.xyzw EOP BARRIER\nf: " WRITE READ);
        plan.threads = threads;
        machine_start(&m, &plan);
        machine_run(&m);
        for (unsigned t = 0; t < threads; t++)
            for (unsigned e = 0; e < 4; e++)
                expect_pixel(&m, 0, t, e, 1000 * e + t / 64 * 64 + 63 - t % 64);
        machine_free(&m);
    }
}

/* Instruction 2 writes other data to where instruction 1 has read, 3 reads them in another order (ISA ch. 8). */
static void a_clause_uses_a_place_again(void **state)
{
    (void)state;
    struct machine m;
    struct plan    plan = usual("TEX @f BARRIER\nEXPORT PIX0, R3.xyzw BARRIER\nEXPORT_DONE PIX1, R4.xyzw EOP BARRIER\n"
                                   "f: " WRITE READ "LOCAL_DS_WRITE R2.xyzw DST_STRIDE(4)\n"
                                   "LOCAL_DS_READ R4.xyzw, R2.xy\n");
    plan.threads = 512;
    machine_start(&m, &plan);
    machine_run(&m);
    for (unsigned t = 0; t < 512; t++) {
        expect_pixel(&m, 0, t, 2, 2000 + t / 64 * 64 + 63 - t % 64);
        expect_pixel(&m, 1, t, 0, t % 64); /* the one that reads from me */
    }
    machine_free(&m);
}

static void vertex_fetches_and_the_share_return_side_by_side(void **state)
{
    (void)state;
    static uint32_t                            bank[256];
    static const struct launch_vertex_resource resources[] = {
        {.id = 0,
         .source = LAUNCH_SOURCE_CONSTANT_BUFFER,
         .raw = true,
         .words = {0, sizeof bank - 1, 16u << 8, 0, 0, 0, 3u << 30}}};
    for (unsigned i = 0; i < LENGTH(bank); i++)
        bank[i] = 7 * i;
    for (unsigned offset = 0; offset < 24; offset++) { /* their results meet at the port sooner or later */
        char           text[800], wait[20];
        struct machine m;
        snprintf(wait, sizeof wait, "vc_hit_clk=%u", 40 + offset);
        snprintf(text, sizeof text,
                 "VTX @v\nTEX @f\nEXPORT PIX0, R3.xyzw BARRIER\nEXPORT_DONE PIX1, R4.xyzw EOP BARRIER\n"
                 "v: FETCH R4.xyzw, R0.x, fc0 FETCH_TYPE(NO_INDEX_OFFSET) MEGA_FETCH_COUNT(16) "
                 "DATA_FORMAT(FMT_32_32_32_32) NUM_FORMAT_ALL(INT) MEGA_FETCH\nf: " WRITE READ);
        struct plan plan = usual(text);
        plan.threads = 320;
        plan.bank[0] = bank;
        plan.bank_constants[0] = 64;
        plan.vertices = resources;
        plan.vertex_count = 1;
        plan.set[0] = wait;
        machine_start(&m, &plan);
        machine_run(&m);
        for (unsigned t = 0; t < 320; t++)
            for (unsigned e = 0; e < 4; e++) {
                expect_pixel(&m, 0, t, e, 1000 * e + t / 64 * 64 + 63 - t % 64);
                expect_pixel(&m, 1, t, e, 7 * (4 * (t % 64) + e));
            }
        machine_free(&m);
    }
}

static uint64_t cycles_of(const char *reads)
{
    char           text[2000];
    struct machine m;
    snprintf(text, sizeof text, "TEX @f BARRIER\nEXPORT_DONE PIX0, R3.xyzw EOP BARRIER\nf: %s", reads);
    const struct plan plan = usual(text);
    machine_start(&m, &plan);
    machine_run(&m);
    const uint64_t cycles = m.gpu->cycle;
    machine_free(&m);
    return cycles;
}

/* Rows 18, 32, 32b of rv770-timing: what one more read of a clause costs. */
static void each_read_takes_16_clocks_64_with_waterfall_4_as_a_broadcast(void **state)
{
    (void)state;
#define READS(attributes) "LOCAL_DS_READ R3.xyzw, R2.xy BURST_CNT(1) " attributes "\n"
#define MORE(attributes) "LOCAL_DS_READ R3.xyzw, R2.xy BURST_CNT(3) " attributes "\n"
    assert_int_equal(cycles_of(MORE("")) - cycles_of(READS("")), 2 * 16);
    assert_int_equal(cycles_of(MORE("WATERFALL")) - cycles_of(READS("WATERFALL")), 2 * 64);
    assert_int_equal((cycles_of(MORE("BROADCAST")) - cycles_of(READS("BROADCAST")) + 4) / 8, 1);
}

/* ---- what breaks a rule ----------------------------------------------------------------------------------------- */

static void what_the_manual_leaves_open_stops_the_run(void **state)
{
    (void)state;
    static const struct {
        const char *clause, *where, *what;
    } rows[] = {
        {"LOCAL_DS_READ R3.xyzw, R1.xy\n", "thread 24: bank 0, dword 1024, lies outside", "ISA 2.6.2"},
        {"LOCAL_DS_READ R3.xyzw, R1.xy RD_OFFSET(18)\n", "thread 6: bank 2, dword 1024, lies", "ISA 2.6.2"},
        {"LOCAL_DS_READ R3.xyzw, R0.0y\n", "thread 1: bank 0, dword 5, is of another", "WATERFALL must be set"},
    };
    for (unsigned i = 0; i < LENGTH(rows); i++) {
        char           text[400];
        struct machine m;
        snprintf(text, sizeof text, "TEX @f BARRIER\nNOP EOP BARRIER\nf: %s", rows[i].clause);
        const struct plan plan = usual(text);
        machine_start(&m, &plan);
        machine_stops(&m, rows[i].where, rows[i].what);
        machine_free(&m);
    }
}

/* However the clocks are gone through: in the one behind that in which the rule was broken. */
static void a_run_stops_in_the_clock_of_the_rule(void **state)
{
    (void)state;
    const struct plan plan = usual("TEX @f BARRIER\nNOP EOP BARRIER\nf: LOCAL_DS_READ R3.xyzw, R1.xy\n");
    struct machine    m, steps;
    machine_start(&steps, &plan);
    while (!gpu_stopped(steps.gpu, &steps.diag))
        machine_step(&steps);
    for (unsigned fast = 0; fast < 2; fast++) {
        machine_start(&m, &plan);
        if (fast)
            assert_true(gpu_hasten(m.gpu, &m.diag));
        assert_int_equal(gpu_run(m.gpu, 10000, &m.diag), GPU_STOPPED);
        assert_int_equal(m.gpu->cycle, steps.gpu->cycle);
        assert_string_equal(m.diag.what, steps.diag.what);
        machine_free(&m);
    }
    machine_free(&steps);
}

static void what_no_run_can_do_is_refused_before_it(void **state)
{
    (void)state;
    static const struct {
        const char *clause, *what;
    } rows[] = {
        {"LOCAL_DS_WRITE R1.xyzw DST_STRIDE(0)\n", "DST_STRIDE, expected 4, 8, 12, ... 64"},
        {"LOCAL_DS_WRITE R1.xyzw DST_STRIDE(6)\n", "DST_STRIDE, expected"},
        {"LOCAL_DS_WRITE R1.xyzw DST_STRIDE(68)\n", "DST_STRIDE, expected"},
        {"LOCAL_DS_WRITE R1.xyzw DST_STRIDE(8) DST_INDEX(2)\n", "DST_INDEX, expected a multiple of 4"},
        {"LOCAL_DS_WRITE R1.xyzw DST_STRIDE(8) DST_INDEX(8)\n", "DST_INDEX, with its burst, reaches beyond"},
        {"LOCAL_DS_WRITE R1.xyzw DST_STRIDE(8) DST_INDEX(4) BURST_CNT(1)\n", "DST_INDEX, with its burst, reaches"},
        {"LOCAL_DS_WRITE R7.xyzw DST_STRIDE(8) BURST_CNT(1)\n", "a GPR beyond those of the program"},
        {"LOCAL_DS_WRITE R8.xyzw DST_STRIDE(4)\n", "a GPR beyond those of the program"},
        {"LOCAL_DS_WRITE R1.xyzw DST_STRIDE(4) SRC_REL_MODE(2)\n", "no GPRs are set aside as global ones"},
        {"LOCAL_DS_WRITE R1.xyzw DST_STRIDE(4) SRC_REL_MODE(3)\n", "a reserved SRC_REL_MODE"},
        {"LOCAL_DS_READ R7.xyzw, R2.xy BURST_CNT(1)\n", "a GPR beyond those of the program"},
        {"LOCAL_DS_READ R3.xyzw, R8.xy\n", "a GPR beyond those of the program"},
        {"LOCAL_DS_READ R3.xyzw, R2.xy DST_REL_MODE(2)\n", "no GPRs are set aside as global ones"},
        {"LOCAL_DS_READ R3.xyzw, R2.xy MUX_CNTL(3)\n", "a reserved MUX_CNTL"},
        {"LOCAL_DS_READ R3.xyzw, R2.xy MUX_CNTL(FFT_PERMUTE) WATERFALL\n", "neither WATERFALL nor BROADCAST"},
        {"LOCAL_DS_READ R3.xyzw, R2.xy MUX_CNTL(FFT_PERMUTE) BROADCAST\n", "neither WATERFALL nor BROADCAST"},
        {READ "FETCH R1.xyzw, R0.x, fc0 MEGA_FETCH\n", "a clause of the local data share has no other instructions"},
    };
    for (unsigned i = 0; i < LENGTH(rows); i++) {
        char           text[400];
        struct machine m;
        snprintf(text, sizeof text, "TEX @f BARRIER\nNOP EOP BARRIER\nf: %s", rows[i].clause);
        const struct plan plan = usual(text);
        if (machine_try(&m, &plan))
            fail_msg("not refused: %s", rows[i].clause);
        if (!strstr(m.diag.what, rows[i].what))
            fail_msg("\"%s\" lacks \"%s\"", m.diag.what, rows[i].what);
        machine_free(&m);
    }
    struct machine    m;
    const struct plan plan = usual("VTX @f BARRIER\nNOP EOP BARRIER\nf: " READ);
    assert_false(machine_try(&m, &plan));
    assert_non_null(strstr(m.diag.what, "the local data share is for TEX clauses (ISA ch. 8)"));
    machine_free(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_clause_exchanges_data_between_threads),
        cmocka_unit_test(a_clause_uses_a_place_again),
        cmocka_unit_test(vertex_fetches_and_the_share_return_side_by_side),
        cmocka_unit_test(each_read_takes_16_clocks_64_with_waterfall_4_as_a_broadcast),
        cmocka_unit_test(what_the_manual_leaves_open_stops_the_run),
        cmocka_unit_test(a_run_stops_in_the_clock_of_the_rule),
        cmocka_unit_test(what_no_run_can_do_is_refused_before_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
