/* test_memory_machine.c - programs that write memory and read it back, on whole machines (ISA 3.4.2, 3.4.3, ch. 7, 9.1
 * WAIT_ACK; 3D 3, 12; RV770 timing S18). */
#include "tb/unit/machine.h"

#define READ "UNCACHED MEGA_FETCH DATA_FORMAT(FMT_32_32_32_32) NUM_FORMAT_ALL(INT)"
#define SCRATCH "ELEM_SIZE(3) ARRAY_SIZE(3)"

static uint32_t word_at(const struct machine *m, unsigned buffer, size_t dword)
{
    return little_dword(machine_memory(m, buffer), dword);
}

/* R0: thread, four times it, thread % 4, thread + 100000; the others name themselves. */
static uint32_t numbers(unsigned thread, unsigned gpr, unsigned element)
{
    const uint32_t first[4] = {thread, 4 * thread, thread % 4, thread + 100000};
    return gpr ? named_input(thread, gpr, element) : first[element];
}

static struct plan plan_with(const char *text, const struct plan_memory *memory, unsigned count)
{
    return (struct plan){
        .text = text, .stage = LAUNCH_CS, .load_count = 4, .input = numbers, .memory = memory, .memory_count = count};
}

/* ---- scratch and reduction --------------------------------------------------------------------------------------- */

static const char round_trip[] = "MEM_SCRATCH WRITE_ACK[0], R1.xyzw BURST(2) " SCRATCH "\n"
                                 "MEM_REDUCTION WRITE_ACK[1], R3.xyzw ELEM_SIZE(3)\n"
                                 "WAIT_ACK ADDR(0)\n"
                                 "VTX BARRIER\n"
                                 "  MEM_RD_SCRATCH R4.xyzw, R0.x ELEM_SIZE(3) ARRAY_BASE(1) " READ "\n"
                                 "  MEM_RD_SCRATCH R5.xyzw, R0.x ELEM_SIZE(3) " READ "\n"
                                 "  MEM_RD_REDUCTION R6.xyzw, R0.x ELEM_SIZE(3) ARRAY_BASE(1) " READ "\n"
                                 "EXPORT PIX0, R4.xyzw BARRIER\nEXPORT PIX1, R5.xyzw\n"
                                 "EXPORT_DONE PIX2, R6.xyzw EOP\n";

/* Every thread reads back what it has written, beside any other wavefronts, on any chip and number of SIMDs. */
static void scratch_and_reduction_buffers_are_each_threads_own(void **state)
{
    static const char *const chips[] = {"rv770", "rv730", "rv710"}, *const simds[] = {"simds=1", "simds=10"};
    static const struct plan_memory memory[] = {{LAUNCH_SCRATCH, 1 << 20, 16}, {LAUNCH_REDUCTION, 1 << 18, 8}};
    (void)state;
    for (unsigned c = 0; c < LENGTH(chips); c++)
        for (unsigned s = 0; s < LENGTH(simds); s++) {
            struct machine m;
            struct plan    plan = plan_with(round_trip, memory, 2);
            plan.stage = LAUNCH_PS;
            plan.chip = chips[c];
            plan.set[0] = simds[s];
            plan.threads = 64 * 40 + 5;
            machine_start(&m, &plan);
            machine_run(&m);
            for (unsigned t = 0; t < plan.threads; t++)
                for (unsigned e = 0; e < 4; e++) {
                    expect_pixel(&m, 0, t, e, named_input(t, 2, e));
                    expect_pixel(&m, 1, t, e, named_input(t, 1, e));
                    expect_pixel(&m, 2, t, e, named_input(t, 3, e));
                }
            machine_free(&m);
        }
}

static void an_index_reaches_into_the_array(void **state)
{
    static const char               text[] = "MEM_SCRATCH WRITE_IND[2+R0], R1.x__w " SCRATCH " EOP\n";
    static const struct plan_memory memory[] = {{LAUNCH_SCRATCH, 64 * 6 * 16, 24}};
    const struct plan               plan = plan_with(text, memory, 1);
    struct machine                  m;
    (void)state;
    machine_start(&m, &plan);
    machine_run(&m);
    for (unsigned t = 0; t < 64; t++)
        for (unsigned element = 0; element < 6; element++)
            for (unsigned e = 0; e < 4; e++) {
                const bool     written = element == 2 + (t < 3 ? t : 3) && (e == 0 || e == 3);
                const uint32_t got = word_at(&m, 0, element * 256 + t * 4 + e);
                assert_int_equal(got, written ? named_input(t, 1, e) : 0);
            }
    machine_free(&m);
}

/* Room for three wavefronts: never more of them are there, and all have their turn. */
static void wavefronts_without_room_in_the_buffer_wait(void **state)
{
    static const struct plan_memory memory[] = {{LAUNCH_SCRATCH, 3 * 64 * 16 * 4 + 256, 16},
                                                {LAUNCH_REDUCTION, 1 << 18, 8}};
    struct plan                     plan = plan_with(round_trip, memory, 2);
    struct machine                  m;
    unsigned                        most = 0;
    (void)state;
    plan.stage = LAUNCH_PS;
    plan.set[0] = "simds=2";
    plan.threads = 64 * 12;
    machine_start(&m, &plan);
    for (unsigned resident; !gpu_finished(m.gpu); machine_step(&m)) {
        resident = m.gpu->simd[0].waves.q.resident + m.gpu->simd[1].waves.q.resident;
        most = resident > most ? resident : most;
        assert_false(gpu_stopped(m.gpu, &m.diag));
    }
    assert_int_equal(most, 3);
    for (unsigned t = 0; t < plan.threads; t++)
        expect_pixel(&m, 1, t, 2, named_input(t, 1, 2));
    machine_free(&m);
}

/* ---- scatter ----------------------------------------------------------------------------------------------------- */

static void scattered_dwords_land_where_each_thread_says(void **state)
{
    static const char               text[] = "MEM_EXPORT WRITE_IND[1+R0], R1.xyz_ BURST(2) ELEM_SIZE(1) VPM EOP\n";
    static const struct plan_memory memory[] = {{LAUNCH_SCATTER, 1024, 0}};
    struct plan                     plan = plan_with(text, memory, 1);
    struct machine                  m;
    (void)state;
    plan.threads = 10;
    plan.load_first = 0;
    machine_start(&m, &plan);
    machine_run(&m);
    /* thread t: R1.xy at t + 1, R2.xy at t + 3; of threads that share a dword the last line wins, then the higher. */
    for (unsigned dword = 0; dword < 256; dword++) {
        uint32_t expected = 0;
        for (unsigned gpr = 1; gpr <= 2; gpr++)
            for (unsigned t = 0; t < 10; t++)
                for (unsigned e = 0; e < 2; e++)
                    if (1 + t + 2 * (gpr - 1) + e == dword)
                        expected = named_input(t, gpr, e);
        assert_int_equal(word_at(&m, 0, dword), expected);
    }
    machine_free(&m);
}

/* 3D 12: writes behind the buffer are not made, reads there give its last dword. */
static void behind_the_scatter_buffer_writes_are_lost_and_reads_give_the_last_dword(void **state)
{
    static const char               text[] = "MEM_EXPORT WRITE_IND_ACK[0+R0], R1.x___\nWAIT_ACK ADDR(0)\nVTX BARRIER\n"
                                             "  MEM_RD_SCATTER R1.xyzw, R0.x INDEXED " READ "\n"
                                             "EXPORT_DONE PIX0, R1.xyzw BARRIER EOP\n";
    static const struct plan_memory memory[] = {{LAUNCH_SCATTER, 512, 0}}; /* 128 dwords */
    struct plan                     plan = plan_with(text, memory, 1);
    struct machine                  m;
    (void)state;
    plan.stage = LAUNCH_PS;
    plan.threads = 192;
    machine_start(&m, &plan);
    machine_run(&m);
    for (unsigned t = 64; t < 128; t++) /* whose wavefront has written what they read */
        for (unsigned e = 0; e < 4; e++)
            expect_pixel(&m, 0, t, e, named_input(t + e < 128 ? t + e : 127, 1, 0));
    machine_free(&m);
}

/* ---- rings and streams ------------------------------------------------------------------------------------------- */

static void programs_before_the_rasterizer_write_their_ring_item_by_item(void **state)
{
    static const char               text[] = "MEM_RING WRITE[1], R1.xyzw ELEM_SIZE(3) ARRAY_SIZE(4095)\n"
                                             "MEM_RING WRITE_IND[5+R0], R2.x___ ARRAY_SIZE(2) EOP\n";
    static const enum launch_stage  stages[] = {LAUNCH_GS, LAUNCH_ES, LAUNCH_VS, LAUNCH_PS};
    static const struct plan_memory memory[] = {{LAUNCH_RING, 100 * 8 * 4 + 128, 8}};
    (void)state;
    for (unsigned s = 0; s < LENGTH(stages); s++) {
        struct plan    plan = plan_with(text, memory, 1);
        struct machine m;
        plan.stage = stages[s];
        plan.threads = 100;
        machine_start(&m, &plan);
        machine_run(&m);
        for (unsigned t = 0; t < 100; t++) {
            const unsigned at = t < 2 ? t : 2;
            assert_int_equal(word_at(&m, 0, t * 8), 0);
            for (unsigned e = 0; e < 4; e++)
                assert_int_equal(word_at(&m, 0, t * 8 + 1 + e), named_input(t, 1, e));
            for (unsigned e = 0; e < 3; e++)
                assert_int_equal(word_at(&m, 0, t * 8 + 5 + e), e == at ? named_input(t, 2, 0) : 0);
        }
        machine_free(&m);
    }
}

/* As Mesa's driver writes an output of two components, Z and W, at dword 2 of a vertex of 5. */
static void vertex_programs_write_streams_vertex_by_vertex(void **state)
{
    static const char               text[] = "MEM_STREAM0 WRITE[0], R1.__zw ELEM_SIZE(1) ARRAY_SIZE(4095)\n"
                                             "MEM_STREAM3 WRITE[1], R2.x___ ARRAY_SIZE(4095)\nEXPORT_DONE POS0, R1.xyzw EOP\n";
    static const struct plan_memory memory[] = {{LAUNCH_STREAM0, 70 * 5 * 4, 5}, {LAUNCH_STREAM3, 4 * 3 * 30 + 4, 3}};
    struct plan                     plan = plan_with(text, memory, 2);
    struct machine                  m;
    (void)state;
    plan.stage = LAUNCH_VS;
    plan.threads = 70;
    machine_start(&m, &plan);
    machine_run(&m);
    for (unsigned t = 0; t < 70; t++)
        for (unsigned e = 0; e < 5; e++)
            assert_int_equal(word_at(&m, 0, t * 5 + e), e == 2 || e == 3 ? named_input(t, 1, e) : 0);
    for (unsigned dword = 0; dword < 91; dword++) /* room for 30 vertices and a dword that none has */
        assert_int_equal(word_at(&m, 1, dword), dword % 3 == 1 ? named_input(dword / 3, 2, 0) : 0);
    machine_free(&m);
}

/* Direct3D 10; 3D 1: stream 0 has room for 40 vertices, stream 3 for 31 and two dwords of one more; a primitive is in
 * both or in none, and of 70 threads one or none is left over. */
static void streams_have_whole_primitives(void **state)
{
    static const char text[] = "MEM_STREAM0 WRITE[0], R1.xyzw ELEM_SIZE(3) ARRAY_SIZE(4095)\n"
                               "MEM_STREAM3 WRITE[0], R2.xyz_ ARRAY_SIZE(4095)\n"
                               "EXPORT_DONE POS0, R1.xyzw EOP\n";
    static const struct {
        const char *name;
        unsigned    value, threads, vertices, room;
    } cases[] = {{"VGT_GS_OUT_PRIM_TYPE", 0, 70, 31, 31}, {"VGT_GS_OUT_PRIM_TYPE", 1, 70, 30, 31},
                 {"VGT_GS_OUT_PRIM_TYPE", 2, 70, 30, 31}, {"VGT_GS_OUT_PRIM_TYPE", 2, 29, 27, 31},
                 {"VGT_PRIMITIVE_TYPE", 5, 11, 9, 31},    {"VGT_PRIMITIVE_TYPE", 18, 11, 10, 31},
                 {"VGT_PRIMITIVE_TYPE", 4, 70, 0, 2}};
    (void)state;
    for (unsigned i = 0; i < LENGTH(cases); i++) {
        char                     name[32];
        struct launch_register   type = {.line = 1, .name = name, .value = cases[i].value};
        const struct plan_memory memory[] = {{LAUNCH_STREAM0, 40 * 5 * 4, 5},
                                             {LAUNCH_STREAM3, (cases[i].room * 3 + 2) * 4, 3}};
        struct plan              plan = plan_with(text, memory, 2);
        struct machine           m;
        strcpy(name, cases[i].name);
        plan.stage = LAUNCH_VS;
        plan.threads = cases[i].threads;
        plan.registers = &type;
        plan.register_count = 1;
        machine_start(&m, &plan);
        machine_run(&m);
        for (unsigned v = 0; v < 40; v++)
            assert_int_equal(word_at(&m, 0, 5 * v + 3), v < cases[i].vertices ? named_input(v, 1, 3) : 0);
        for (unsigned dword = 0; dword < 3 * cases[i].room + 2; dword++)
            assert_int_equal(word_at(&m, 1, dword),
                             dword / 3 < cases[i].vertices ? named_input(dword / 3, 2, dword % 3) : 0);
        machine_free(&m);
    }
}

static void a_fetch_program_runs_alone(void **state)
{
    static const char               text[] = "MEM_SCRATCH WRITE[0], R1.xyzw " SCRATCH "\nRETURN\n";
    static const struct plan_memory memory[] = {{LAUNCH_SCRATCH, 64 * 16 * 2, 4}};
    struct plan                     plan = plan_with(text, memory, 1);
    struct machine                  m;
    (void)state;
    plan.stage = LAUNCH_FS;
    plan.threads = 70;
    machine_start(&m, &plan);
    machine_run(&m);
    assert_int_equal(word_at(&m, 0, 63 * 4 + 3), named_input(63, 1, 3));
    assert_int_equal(word_at(&m, 0, 256 + 5 * 4 + 1), named_input(69, 1, 1));
    machine_free(&m);
}

/* ---- order and time ---------------------------------------------------------------------------------------------- */

/* Clocks from the start to the read of what was written, and what came. */
static uint32_t read_back(const char *wait, const char *chip_setting, uint64_t *clocks)
{
    static const struct plan_memory memory[] = {{LAUNCH_SCATTER, 1 << 16, 0}};
    struct text                     text = {0};
    struct plan                     plan;
    struct machine                  m;
    put(&text,
        "MEM_EXPORT WRITE_IND_ACK[0+R0], R1.x___\n%sVTX BARRIER\n  MEM_RD_SCATTER R2.xyzw, R0.x INDEXED " READ
        "\nEXPORT_DONE PIX0, R2.xyzw BARRIER EOP\n",
        wait);
    plan = plan_with(text.chars, memory, 1);
    plan.stage = LAUNCH_PS;
    plan.set[0] = chip_setting;
    machine_run_warm(&m, &plan);
    const uint32_t value = pixel(&m, 0, 0, 0);
    *clocks = m.gpu->cycle;
    machine_free(&m);
    free(text.chars);
    return value;
}

/* A longer way to memory is as much longer a wait for the acknowledgement, and for the data that are asked for behind
 * it; without WAIT_ACK both are on their way at once. */
static void wait_ack_waits_to_the_last_acknowledgement(void **state)
{
    uint64_t short_way, long_way, longer, no_wait, no_wait_long;
    (void)state;
    assert_int_equal(read_back("WAIT_ACK ADDR(0)\n", "mc_latency_clk=400", &short_way), named_input(0, 1, 0));
    read_back("WAIT_ACK ADDR(0)\n", "mc_latency_clk=1400", &long_way);
    read_back("WAIT_ACK ADDR(0)\n", "mc_latency_clk=408", &longer);
    read_back("", "mc_latency_clk=400", &no_wait);
    read_back("", "mc_latency_clk=408", &no_wait_long);
    assert_int_equal(long_way - short_way, 2 * 1000);
    assert_int_equal(longer - short_way, 2 * 8);
    assert_true(no_wait < short_way - 200);
    assert_int_equal(no_wait_long - no_wait, 8);
}

/* The last GPR of a long burst is still in the export buffer when the read, which nothing holds up, is at the channel:
 * what was there is read.  Behind WAIT_ACK it is what was written. */
static void a_read_that_overtakes_a_write_sees_the_old_value(void **state)
{
    static const struct plan_memory memory[] = {{LAUNCH_SCATTER, 1 << 16, 0}};
    (void)state;
    for (unsigned waits = 0; waits < 2; waits++) {
        struct text    text = {0};
        struct plan    plan;
        struct machine m;
        put(&text,
            "MEM_EXPORT WRITE_IND_ACK[0+R0], R1.xyzw BURST(16) ELEM_SIZE(3)\n%s"
            "VTX BARRIER\n  MEM_RD_SCATTER R20.x___, R0.x ARRAY_BASE(63) INDEXED UNCACHED MEGA_FETCH "
            "DATA_FORMAT(FMT_32) NUM_FORMAT_ALL(INT)\nEXPORT_DONE PIX0, R20.xyzw BARRIER EOP\n",
            waits ? "WAIT_ACK ADDR(0)\n" : "");
        plan = plan_with(text.chars, memory, 1);
        plan.stage = LAUNCH_PS;
        plan.num_gprs = 24;
        plan.load_count = 17;
        machine_run_warm(&m, &plan);
        const uint32_t written = named_input(63, 16, 3); /* dword 63 + 15 * 4 + 3, of no other thread */
        assert_int_equal(word_at(&m, 0, 126), written);
        assert_int_equal(pixel(&m, 0, 63, 0), waits ? written : 0);
        machine_free(&m);
        free(text.chars);
    }
}

/* Clocks of a burst of GPRs whose dwords lie in a block of each thread, with memory near by. */
static uint64_t burst_clocks(unsigned gprs, unsigned element, const char *lines)
{
    static const struct plan_memory memory[] = {{LAUNCH_RING, 64 * 72 * 4, 72}}; /* over all channels */
    static const char *const fast[] = {"l2_request_clk=3", "l2_return_clk=2", "tc_l2_hit_clk=20", "mc_latency_clk=30",
                                       "mc_line_clk=1"};
    struct text              text = {0};
    struct plan              plan;
    struct machine           m;
    put(&text, "MEM_RING WRITE[0], R1.x___ BURST(%u) ELEM_SIZE(%u) ARRAY_SIZE(4095) EOP\n", gprs, element);
    plan = plan_with(text.chars, memory, 1);
    plan.stage = LAUNCH_GS;
    plan.num_gprs = 20;
    plan.set[0] = lines;
    for (unsigned i = 0; i < LENGTH(fast); i++)
        plan.set[1 + i] = fast[i];
    machine_run_warm(&m, &plan);
    const uint64_t clocks = m.gpu->cycle;
    machine_free(&m);
    free(text.chars);
    return clocks;
}

/* Sixteen blocks a quarter: a GPR takes 64 clocks to memory and 4 through the export unit.  With more lines the
 * wavefront is rid of them earlier, but memory takes what it takes: the end of the run is the same. */
static void memory_takes_a_block_a_clock_and_full_lines_hold_the_export_up(void **state)
{
    (void)state;
    const uint64_t few = burst_clocks(8, 0, "smx_lines=4"), more = burst_clocks(16, 0, "smx_lines=4");
    assert_int_equal(more - few, 8 * 64);
    assert_int_equal(burst_clocks(16, 0, "smx_lines=64"), more);
}

/* ---- what stops or is refused ------------------------------------------------------------------------------------ */

static void an_access_beyond_the_threads_share_stops_the_run(void **state)
{
    static const struct plan_memory memory[] = {{LAUNCH_SCRATCH, 1 << 16, 8}, {LAUNCH_RING, 1 << 16, 8}};
    static const struct {
        const char *text, *what;
    } cases[] = {
        {"MEM_SCRATCH WRITE_IND[1+R0], R1.xyzw " SCRATCH " EOP\n", "thread 1 writes to 0x"},
        {"MEM_RING WRITE_IND[0+R0], R1.xyzw ELEM_SIZE(3) ARRAY_SIZE(9) EOP\n", "in the ring buffer at 0x"},
        {"VTX\n  MEM_RD_SCRATCH R1.xyzw, R0.x INDEXED ARRAY_BASE(1) " SCRATCH " " READ "\nNOP BARRIER EOP\n",
         "thread 1 reads from 0x"},
    };
    (void)state;
    for (unsigned c = 0; c < LENGTH(cases); c++) {
        struct plan    plan = plan_with(cases[c].text, memory, 2);
        struct machine m;
        plan.stage = LAUNCH_GS;
        machine_start(&m, &plan);
        machine_stops(&m, cases[c].what, "beyond the 8 dwords that it has (3D 3)");
        machine_free(&m);
    }
}

static void is_refused_with(const char *setting, enum launch_stage stage, const char *text,
                            const struct plan_memory *memory, const char *what)
{
    struct plan    plan = plan_with(text, memory, memory ? 1 : 0);
    struct machine m;
    plan.stage = stage;
    plan.set[0] = setting;
    if (machine_try(&m, &plan))
        fail_msg("not refused, although \"%s\":\n%s", what, text);
    if (!strstr(m.diag.what, what))
        fail_msg("\"%s\" lacks \"%s\"", m.diag.what, what);
    machine_free(&m);
}

static void is_refused(enum launch_stage stage, const char *text, const struct plan_memory *memory, const char *what)
{
    is_refused_with(NULL, stage, text, memory, what);
}

/* A wavefront has 64 x 8 dwords; a group of 128 threads, or what there is of one of 300, is two of them. */
static void a_group_waits_for_room_that_there_is(void **state)
{
    static const struct plan_memory one = {LAUNCH_SCRATCH, 2048, 8}, two = {LAUNCH_SCRATCH, 4096, 8};
    static const unsigned           groups[] = {128, 300};
    (void)state;
    for (unsigned i = 0; i < LENGTH(groups); i++) {
        struct plan    plan = plan_with("MEM_SCRATCH WRITE[0], R1.xyzw ELEM_SIZE(3) EOP\n", &one, 1);
        struct machine m;
        plan.stage = LAUNCH_CS;
        plan.threads = 128;
        plan.group_size = groups[i];
        plan.group_dwords = 4;
        assert_false(machine_try(&m, &plan));
        assert_non_null(strstr(m.diag.what, "no room for a group's wavefronts"));
        machine_free(&m);
        plan.memory = &two;
        machine_start(&m, &plan);
        machine_run(&m);
        machine_free(&m);
    }
}

static void what_the_launch_or_the_manual_does_not_give_is_refused(void **state)
{
    static const struct plan_memory scratch = {LAUNCH_SCRATCH, 1 << 16, 8}, ring = {LAUNCH_RING, 1024, 8},
                                    scatter = {LAUNCH_SCATTER, 1024, 0}, small = {LAUNCH_SCRATCH, 1024, 8},
                                    stream = {LAUNCH_STREAM1, 1024, 8};
    (void)state;
    is_refused(LAUNCH_CS, "MEM_EXPORT WRITE[0], R1.xyzw EOP\n", NULL, "MEM_EXPORT: the launch has no such buffer");
    is_refused(LAUNCH_VS, "MEM_STREAM0 WRITE[0], R1.xyzw EOP\n", &stream, "MEM_STREAM0: the launch has no such buffer");
    is_refused(LAUNCH_CS, "MEM_SCRATCH WRITE[0], R1.xyzw ELEM_SIZE(3) EOP\n", &small, "no room for a wavefront");
    is_refused(LAUNCH_GS, "MEM_RING WRITE[0], R1.xyzw EOP\n", &ring, "no room for all threads");
    is_refused(LAUNCH_CS, "MEM_RING WRITE[0], R1.xyzw EOP\n", &ring, "a compute program has no ring");
    is_refused(LAUNCH_PS, "MEM_STREAM1 WRITE[0], R1.xyzw EOP\n", &stream, "only vertex programs write streams");
    is_refused(LAUNCH_PS, "MEM_SCRATCH WRITE[0], R1.xyzw ELEM_SIZE(1) EOP\n", &scratch, "ELEM_SIZE must be 3");
    is_refused(LAUNCH_VS, "MEM_STREAM1 WRITE[0], R1.xyzw ELEM_SIZE(2) EOP\n", &stream, "ELEM_SIZE 2");
    is_refused(LAUNCH_PS, "MEM_EXPORT WRITE_IND[0+R9], R1.xyzw EOP\n", &scatter, "INDEX_GPR is beyond");
    is_refused(LAUNCH_PS, "MEM_EXPORT WRITE[0], R1.xyzw WQM VPM EOP\n", &scatter, "exclude each other");
    is_refused(LAUNCH_ES, "EXPORT_DONE POS0, R1.xyzw EOP\n", NULL, "export to memory only");
#define READS(fields) "VTX\n  MEM_RD_SCATTER R1.xyzw, R0.x " fields "\nNOP EOP\n"
    is_refused(LAUNCH_PS, READS("DATA_FORMAT(FMT_32)"), &scatter, "MEGA_FETCH must be 1");
    is_refused(LAUNCH_PS, READS("MEGA_FETCH MEM_REQ_SIZE(1) DATA_FORMAT(FMT_32)"), &scatter, "MEM_REQ_SIZE 0");
    is_refused(LAUNCH_PS, READS("MEGA_FETCH DATA_FORMAT(FMT_32) BURST_CNT(1)"), &scatter, "does not read in bursts");
    is_refused(LAUNCH_PS, READS("MEGA_FETCH DATA_FORMAT(FMT_BC1)"), &scatter, "DATA_FORMAT is not one of vertices");
    is_refused(LAUNCH_PS, READS("MEGA_FETCH DATA_FORMAT(FMT_32) ELEM_SIZE(2)"), &scatter, "ELEM_SIZE 2");
    is_refused(LAUNCH_PS, "TEX\n  MEM_RD_SCATTER R1.xyzw, R0.x MEGA_FETCH DATA_FORMAT(FMT_32)\nNOP EOP\n", &scatter,
               "started by VTX and VTX_TC");
    is_refused_with("tc_l1_kb=4", LAUNCH_PS,
                    "VTX_TC\n  MEM_RD_SCATTER R1.xyzw, R0.x MEGA_FETCH DATA_FORMAT(FMT_32)\nNOP EOP\n", &scatter,
                    "VTX_TC: expected tc_l1_kb with two lines for each thread");
    is_refused(LAUNCH_PS,
               "VTX\n  MEM_RD_SCATTER R1.xyzw, R0.x MEGA_FETCH DATA_FORMAT(FMT_32)\n"
               "  FETCH R2.xyzw, R0.x, fc0 DATA_FORMAT(FMT_32) MEGA_FETCH\nNOP EOP\n",
               &scatter, "do not stand in one clause");
}

/* ISA 7.3: RV770 does not read in bursts, the others do. */
static void a_burst_reads_gpr_after_gpr(void **state)
{
    static const char text[] = "MEM_SCRATCH WRITE_ACK[0], R1.xyzw BURST(3) " SCRATCH "\nWAIT_ACK ADDR(0)\nVTX BARRIER\n"
                               "  MEM_RD_SCRATCH R5.wzyx, R0.x BURST_CNT(2) " SCRATCH " " READ "\n"
                               "EXPORT PIX0, R5.xyzw BURST(3) BARRIER EOP\n";
    static const struct plan_memory memory[] = {{LAUNCH_SCRATCH, 1 << 16, 16}};
    struct plan                     plan = plan_with(text, memory, 1);
    struct machine                  m;
    (void)state;
    plan.stage = LAUNCH_PS;
    plan.chip = "rv730";
    machine_start(&m, &plan);
    machine_run(&m);
    for (unsigned t = 0; t < 64; t++)
        for (unsigned n = 0; n < 3; n++)
            for (unsigned e = 0; e < 4; e++)
                expect_pixel(&m, n, t, e, named_input(t, 1 + n, 3 - e));
    machine_free(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(scratch_and_reduction_buffers_are_each_threads_own),
        cmocka_unit_test(an_index_reaches_into_the_array),
        cmocka_unit_test(wavefronts_without_room_in_the_buffer_wait),
        cmocka_unit_test(scattered_dwords_land_where_each_thread_says),
        cmocka_unit_test(behind_the_scatter_buffer_writes_are_lost_and_reads_give_the_last_dword),
        cmocka_unit_test(programs_before_the_rasterizer_write_their_ring_item_by_item),
        cmocka_unit_test(vertex_programs_write_streams_vertex_by_vertex),
        cmocka_unit_test(streams_have_whole_primitives),
        cmocka_unit_test(a_fetch_program_runs_alone),
        cmocka_unit_test(wait_ack_waits_to_the_last_acknowledgement),
        cmocka_unit_test(a_read_that_overtakes_a_write_sees_the_old_value),
        cmocka_unit_test(memory_takes_a_block_a_clock_and_full_lines_hold_the_export_up),
        cmocka_unit_test(an_access_beyond_the_threads_share_stops_the_run),
        cmocka_unit_test(a_group_waits_for_room_that_there_is),
        cmocka_unit_test(what_the_launch_or_the_manual_does_not_give_is_refused),
        cmocka_unit_test(a_burst_reads_gpr_after_gpr),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
