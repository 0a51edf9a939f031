/* test_together.c - several launches at once on one machine (docs/launch.md, `together`): what the file may say, that
 * each gives what it gives alone and takes no more than its shares, and that they run at the same time. */
#include "rtl_model/machine.h"
#include "rtl_model/r700/gpu_jobs.h"
#include "rtl_model/r700/gpu_machine.h"
#include "tb/unit/machine.h"

/* ---- the file ---------------------------------------------------------------------------------------------------- */

#define KEYS "{\"wekiva\": 1, \"stage\": \"ps\", \"threads\": 64,\n"

static void keys_are_those_of_launches_and_simds(void **state)
{
    (void)state;
    static const char text[] = KEYS "\"lds\": {\"group_size\": 16},\n"
                                    "\"together\": [{\"simds\": 3}, {\"stage\": \"vs\", \"threads\": 7}]}";
    struct diag       diag = {0};
    struct launch    *first = launch_parse_row("t.json", text, strlen(text), &diag);
    assert_non_null(first);
    assert_true(first->together && first->next->together);
    assert_null(first->next->next);
    assert_int_equal(first->simds, 3);
    assert_int_equal(first->next->simds, 0);
    assert_int_equal(first->next->threads, 7);
    assert_int_equal(first->next->stage, LAUNCH_VS);
    assert_int_equal(first->next->number, 1);
    assert_int_equal(first->row_count, 2);
    assert_int_equal(first->next->lds.group_size, 16);
    launch_free(first);
}

static void what_cannot_be_is_told(void **state)
{
    (void)state;
    static const struct {
        const char *text, *what;
        unsigned    line;
    } rows[] = {
        {KEYS "\"together\": []}", "together: expected 1 to 5 elements, got 0", 2},
        {KEYS "\"together\": [{},{},{},{},{},{}]}", "together: expected 1 to 5 elements, got 6", 2},
        {KEYS "\"together\": {}}", "together: expected an array, got an object", 2},
        {KEYS "\"together\": [{}],\n\"launches\": [{}]}", "together: launches run in a row or together", 2},
        {KEYS "\"together\": [{},\n{\"together\": [{}]}]}", "together[1].together: it is the same for all launches", 3},
        {KEYS "\"together\": [{},\n{\"launches\": [{}]}]}", "together[1].launches: it is the same for all launches", 3},
        {KEYS "\"together\": [{\n\"buffers\": []}]}", "together[0].buffers: it is the same for all launches", 3},
        {KEYS "\"together\": [{\"simds\": 0}]}", "together[0].simds: 0 is out of range", 2},
        {KEYS "\"together\": [{\"invalidate\": []}]}", "together[0].invalidate: expected it in an entry of `launches`",
         2},
        {KEYS "\"invalidate\": [],\n\"together\": [{}]}", "invalidate: nothing runs before launches that run together",
         2},
        {KEYS "\"simds\": 1,\n\"together\": [{}]}", "simds: expected it in the entries of `together`", 2},
        {KEYS "\"simds\": 1}", "simds: expected it in the entries of `together`", 2},
        {KEYS "\"launches\": [{\"simds\": 1}]}", "launches[0].simds: expected it in an entry of `together`", 2},
    };
    for (unsigned i = 0; i < LENGTH(rows); i++) {
        struct diag diag = {0};
        assert_null(launch_parse_row("t.json", rows[i].text, strlen(rows[i].text), &diag));
        if (!strstr(diag.what, rows[i].what) || diag.line != rows[i].line)
            fail_msg("row %u: line %u: \"%s\"", i, diag.line, diag.what);
    }
    struct diag diag = {0};
    assert_null(launch_parse("t.json", rows[0].text, strlen(rows[0].text), &diag));
    assert_non_null(strstr(diag.what, "together: expected one launch"));
}

/* ---- the machine ------------------------------------------------------------------------------------------------- */

/* 16 groups, one after the other. */
#define CHAIN(op, to) "x: " #op " " #to ".x, " #to ".x, R0.x\n y: " #op " " #to ".y, " #to ".y, R0.x\n"
#define FOUR(op, to)                                                                                                   \
    "0 " CHAIN(op, to) "1 " CHAIN(op, to) "2 " CHAIN(op, to) "3 " CHAIN(op, to) "4 " CHAIN(op, to) "5 " CHAIN(         \
        op, to) "6 " CHAIN(op, to) "7 " CHAIN(op, to)
static const char pixels[] = "ALU @a BARRIER\nALU @a BARRIER\nEXPORT_DONE PIX0, R1.xyzw BARRIER\nNOP EOP BARRIER\n"
                             "a: " FOUR(ADD_INT, R1);
static const char vertices[] = "ALU @a BARRIER\nALU @a BARRIER\nALU @a BARRIER\n"
                               "EXPORT_DONE POS0, R2.xyzw BARRIER\nEXPORT_DONE PARAM0, R2.xyzw BARRIER\n"
                               "NOP EOP BARRIER\na: " FOUR(XOR_INT, R2);

static struct plan pixel_plan(void)
{
    return (struct plan){.text = pixels,
                         .stage = LAUNCH_PS,
                         .threads = 64 * 40 - 5,
                         .num_gprs = 6,
                         .load_count = 2,
                         .input = named_input};
}
static struct plan vertex_plan(void)
{
    return (struct plan){.text = vertices,
                         .stage = LAUNCH_VS,
                         .threads = 64 * 30 - 9,
                         .num_gprs = 9,
                         .load_count = 3,
                         .input = named_input};
}

enum { MOST = 3 };

/* Launches that are there alone, each on SIMDs of its own number, and all of them at once. */
struct several {
    struct machine     alone[MOST];
    unsigned           count;
    struct chip_config chip;
    struct gpu        *gpu;
    struct diag        diag;
};

static bool make_all(struct several *of, unsigned simds, bool fast)
{
    for (unsigned n = 0; n < of->count; n++) {
        struct launch *const launch = &of->alone[n].launch;
        launch->together = true;
        launch->number = n;
        launch->row_count = of->count;
        launch->program.loaded = &of->alone[n].program;
        launch->next = n + 1 < of->count ? &of->alone[n + 1].launch : NULL;
        launch->buffers = of->alone[0].launch.buffers;
        launch->buffer_count = of->alone[0].launch.buffer_count;
    }
    of->chip = of->alone[0].chip;
    of->chip.simds = (uint32_t)simds;
    of->gpu = (fast ? gpu_create_fast : gpu_create)(&of->chip, &of->alone[0].program, &of->alone[0].launch, &of->diag);
    return of->gpu && gpu_collect_gprs(of->gpu, &of->diag);
}

static void start(struct several *of, const struct plan *const *plans, unsigned count)
{
    memset(of, 0, sizeof *of);
    of->count = count;
    for (unsigned n = 0; n < count; n++)
        machine_start(&of->alone[n], plans[n]);
}

static void start_two(struct several *of, const char *set)
{
    struct plan              first = pixel_plan(), second = vertex_plan();
    const struct plan *const plans[] = {&first, &second};
    first.set[0] = second.set[0] = "simds=2";
    first.set[1] = second.set[1] = set;
    start(of, plans, 2);
}

static void done(struct several *of)
{
    gpu_free(of->gpu);
    for (unsigned n = 0; n < of->count; n++) {
        if (n)
            of->alone[n].launch.buffers = NULL;
        machine_free(&of->alone[n]);
    }
}

static void run_all(struct several *of)
{
    char message[1600];
    if (gpu_run(of->gpu, MACHINE_LIMIT, &of->diag) != GPU_FINISHED)
        fail_msg("%s", diag_text(&of->diag, message, sizeof message));
}

static void expect_same_exports(const struct result_exports *one, const struct result_exports *other)
{
    assert_int_equal(one->threads, other->threads);
    assert_int_equal(one->column_count, other->column_count);
    assert_true(one->column_count > 0);
    for (unsigned c = 0; c < one->column_count; c++) {
        assert_int_equal(one->columns[c].type, other->columns[c].type);
        assert_memory_equal(one->columns[c].values, other->columns[c].values, 16 * (size_t)one->threads);
        assert_memory_equal(one->columns[c].written, other->columns[c].written, one->threads);
    }
    assert_memory_equal(one->killed, other->killed, one->threads);
}

/* Exports and registers of all threads. */
static void expect_what_each_gives_alone(struct several *of)
{
    for (unsigned n = 0; n < of->count; n++) {
        struct machine *const alone = &of->alone[n];
        const size_t          words = (size_t)alone->launch.threads * alone->launch.num_gprs * 4;
        gpu_choose(of->gpu, n);
        expect_same_exports(&of->gpu->part[n]->exports, gpu_exports(alone->gpu));
        assert_memory_equal(gpu_gprs(of->gpu), gpu_gprs(alone->gpu), 4 * words);
    }
    gpu_choose(of->gpu, 0);
}

/* The longer one is no faster than alone, and both together are faster than one after the other; each has an end of its
 * own, the later one is that of the run. */
static void at_once_each_gives_what_it_gives_alone(void **state)
{
    (void)state;
    struct several of;
    uint64_t       cycles[2], own[2];
    start_two(&of, NULL);
    for (unsigned n = 0; n < 2; n++) {
        assert_int_equal(gpu_run(of.alone[n].gpu, MACHINE_LIMIT, NULL), GPU_FINISHED);
        cycles[n] = of.alone[n].gpu->cycle;
    }
    assert_true(make_all(&of, 4, false));
    run_all(&of);
    expect_what_each_gives_alone(&of);
    for (unsigned n = 0; n < 2; n++) {
        own[n] = gpu_part_cycles(of.gpu, of.gpu->part[n]);
        assert_true(own[n] >= cycles[n]);
    }
    const uint64_t longer = cycles[0] > cycles[1] ? cycles[0] : cycles[1];
    assert_true(of.gpu->cycle >= longer && of.gpu->cycle < cycles[0] + cycles[1]);
    assert_true(of.gpu->cycle < longer + longer / 2);
    assert_int_equal(of.gpu->cycle, own[0] > own[1] ? own[0] : own[1]);
    assert_int_not_equal(own[0], own[1]);
    done(&of);
}

/* Those of each launch; the dispatcher's are of the chip. */
static void statistics_are_of_the_launch_that_is_chosen(void **state)
{
    (void)state;
    enum { ROWS = 4096 };
    static struct result_statistic rows[ROWS];
    struct several                 of;
    uint64_t                       groups[2] = {0}, launched[2] = {0}, ended[2] = {0};
    start_two(&of, NULL);
    assert_true(make_all(&of, 5, false));
    run_all(&of);
    for (unsigned n = 0; n < 2; n++) {
        gpu_choose(of.gpu, n);
        const unsigned count = gpu_statistics(of.gpu, rows, ROWS);
        assert_true(count < ROWS);
        assert_int_equal(rows[0].value, gpu_part_cycles(of.gpu, of.gpu->part[n]));
        for (unsigned i = 0; i < count; i++) {
            if (strncmp(rows[i].path, "gpu.simds.issue", 15) == 0 && strcmp(rows[i].name, "groups") == 0)
                groups[n] += rows[i].value;
            if (strcmp(rows[i].name, "waves_launched") == 0)
                launched[n] += rows[i].value;
            if (strcmp(rows[i].path, "gpu.simds.wave_table") == 0 && strcmp(rows[i].name, "waves_finished") == 0)
                ended[n] += rows[i].value;
            /* three SIMDs, then two */
            if (strncmp(rows[i].path, "gpu.simd", 8) == 0 && rows[i].path[8] >= '0' && rows[i].path[8] <= '9')
                assert_true((rows[i].path[8] < '3') == (n == 0));
        }
    }
    assert_int_equal(groups[0], 40 * 16);
    assert_int_equal(groups[1], 30 * 24);
    assert_int_equal(launched[0], 70);
    assert_int_equal(launched[1], 70);
    assert_int_equal(ended[0], 40);
    assert_int_equal(ended[1], 30);
    done(&of);
}

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
    of.alone[1].launch.register_count = 0;
    of.alone[1].launch.stage = LAUNCH_PS;
    expect_refused(&of, 4, "launch 1: stage ps: the dispatcher has one queue for each type of programs, and launch 0");
    done(&of);
}

/* A compute program takes the registers of VS, so the queue of VS takes a second one. */
static void two_compute_programs_have_two_queues(void **state)
{
    (void)state;
    static const char text[] = "ALU @a BARRIER\nNOP EOP BARRIER\na: " FOUR(ADD_INT, R1);
    struct plan       plan = {.text = text, .stage = LAUNCH_CS, .threads = 640, .load_count = 2, .input = named_input};
    const struct plan *const plans[] = {&plan, &plan, &plan};
    struct several           of;
    start(&of, plans, 2);
    assert_true(make_all(&of, 2, false));
    for (unsigned n = 0; n < 2; n++)
        machine_run(&of.alone[n]);
    run_all(&of);
    for (unsigned n = 0; n < 2; n++) {
        gpu_choose(of.gpu, n);
        assert_memory_equal(gpu_gprs(of.gpu), gpu_gprs(of.alone[n].gpu), (size_t)16 * 8 * 640);
    }
    assert_int_equal(of.gpu->dispatcher.in.waves.type[ISA_CS], 10);
    assert_int_equal(of.gpu->dispatcher.in.waves.type[ISA_VS], 10);
    done(&of);
    start(&of, plans, 3);
    expect_refused(&of, 3, "launch 2: stage cs");
    done(&of);
}

/* SIMDs that nobody asks for have nothing to do; those that are asked for come first. */
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

/* ---- threads, snapshots, stops ----------------------------------------------------------------------------------- */

static unsigned char *bytes_of(struct gpu *gpu, size_t *length)
{
    const struct rtl_machine machine = gpu_machine(gpu);
    *length = machine_snapshot_bytes(&machine);
    unsigned char *bytes = malloc(*length);
    assert_non_null(bytes);
    machine_snapshot_put(bytes, &machine);
    return bytes;
}

/* Everything that a snapshot has, results and ends of both among it. */
static void threads_change_no_byte(void **state)
{
    (void)state;
    static const unsigned threads[] = {1, 2, 4, 16};
    static const unsigned clocks[] = {512, 1, 7, 512};
    unsigned char        *bytes[LENGTH(threads)];
    size_t                length[LENGTH(threads)];
    uint64_t              own[LENGTH(threads)][2];
    for (unsigned t = 0; t < LENGTH(threads); t++) {
        const struct gpu_jobs_plan plan = {.threads = threads[t], .clocks = clocks[t], .copy = 300};
        struct several             of;
        start_two(&of, "spi_free_clk=20");
        assert_true(make_all(&of, 4, true));
        assert_true(gpu_jobs_set(of.gpu, &plan, &of.diag));
        run_all(&of);
        bytes[t] = bytes_of(of.gpu, &length[t]);
        for (unsigned n = 0; n < 2; n++)
            own[t][n] = gpu_part_cycles(of.gpu, of.gpu->part[n]);
        assert_int_equal(length[t], length[0]);
        assert_memory_equal(bytes[t], bytes[0], length[0]);
        assert_memory_equal(own[t], own[0], sizeof own[0]);
        done(&of);
    }
    for (unsigned t = 0; t < LENGTH(threads); t++)
        free(bytes[t]);
}

static void a_snapshot_has_all_of_them(void **state)
{
    (void)state;
    struct several of;
    size_t         length, end_length, again_length;
    start_two(&of, NULL);
    assert_true(make_all(&of, 4, true));
    assert_int_equal(gpu_run(of.gpu, 900, &of.diag), GPU_CYCLE_LIMIT);
    unsigned char *const snapshot = bytes_of(of.gpu, &length);
    run_all(&of);
    unsigned char *const end = bytes_of(of.gpu, &end_length);
    const uint64_t       own[2] = {gpu_part_cycles(of.gpu, of.gpu->part[0]), gpu_part_cycles(of.gpu, of.gpu->part[1])};
    const struct rtl_machine machine = gpu_machine(of.gpu);
    for (unsigned wrong = 0; wrong < 2; wrong++) {
        const size_t at = wrong ? length - 8 * SIMDS_MAX - 9 : length - 8 * SIMDS_MAX - 1000;
        snapshot[at] ^= 1;
        assert_false(machine_snapshot_take("snapshot", snapshot, length, &machine, &of.diag));
        snapshot[at] ^= 1;
    }
    assert_false(machine_snapshot_take("snapshot", snapshot, length - 8, &machine, &of.diag));
    assert_true(machine_snapshot_take("snapshot", snapshot, length, &machine, &of.diag));
    assert_int_equal(of.gpu->cycle, 900);
    run_all(&of);
    unsigned char *const again = bytes_of(of.gpu, &again_length);
    assert_int_equal(again_length, end_length);
    assert_memory_equal(again, end, end_length);
    for (unsigned n = 0; n < 2; n++)
        assert_int_equal(gpu_part_cycles(of.gpu, of.gpu->part[n]), own[n]);
    free(snapshot);
    free(end);
    free(again);
    done(&of);
}

/* A program without clause temporaries reads beyond its GPRs, by AR's place in the instruction: the other goes by. */
static void a_broken_rule_names_its_launch(void **state)
{
    (void)state;
    struct plan              first = pixel_plan();
    struct plan              second = {.text = "POP POP_COUNT(1) BARRIER\nEXPORT_DONE POS0, R0.xyzw BARRIER\n"
                                                            "EXPORT_DONE PARAM0, R0.xyzw EOP BARRIER\n",
                                       .stage = LAUNCH_VS,
                                       .stack_size = 1};
    const struct plan *const plans[] = {&first, &second};
    struct several           of;
    start(&of, plans, 2);
    of.alone[1].launch.program.path = (char *)"second.asm";
    assert_true(make_all(&of, 2, false));
    assert_int_equal(gpu_run(of.gpu, MACHINE_LIMIT, &of.diag), GPU_STOPPED);
    assert_string_equal(of.diag.file, "second.asm");
    assert_non_null(strstr(of.diag.what, "launch 1: cycle "));
    assert_non_null(strstr(of.diag.what, "a pop without a push"));
    done(&of);
}

/* Buffers are the file's: what one launch writes is there for all, once. */
static void memory_is_one(void **state)
{
    (void)state;
    static const struct plan_memory memory[] = {{LAUNCH_SCATTER, 4096, 0}};
    static const char        text[] = "MEM_EXPORT WRITE_IND[0+R0], R1.xyzw ELEM_SIZE(3) ARRAY_SIZE(255) BARRIER\n"
                                      "NOP EOP BARRIER\n";
    struct plan              first = pixel_plan();
    struct plan              second = {.text = text,
                                       .stage = LAUNCH_CS,
                                       .threads = 64,
                                       .load_count = 2,
                                       .input = named_input,
                                       .memory = memory,
                                       .memory_count = 1};
    const struct plan *const plans[] = {&second, &first};
    struct several           of;
    struct result_buffer     rows[1];
    start(&of, plans, 2);
    of.alone[0].launch.gprs.file.data[0] = 0;
    for (unsigned t = 0; t < 64; t++) /* the index: 4 t */
        little_put(of.alone[0].launch.gprs.file.data + 32 * t, 4, 4 * t);
    assert_true(make_all(&of, 2, false));
    run_all(&of);
    for (unsigned n = 0; n < 2; n++) {
        gpu_choose(of.gpu, n);
        assert_int_equal(gpu_buffers(of.gpu, rows, 1), 1);
        for (unsigned t = 0; t < 64; t++)
            for (unsigned e = 0; e < 4; e++)
                assert_int_equal(little_dword(rows[0].bytes, 4 * t + e), named_input(t, 1, e));
    }
    done(&of);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(keys_are_those_of_launches_and_simds),
        cmocka_unit_test(what_cannot_be_is_told),
        cmocka_unit_test(at_once_each_gives_what_it_gives_alone),
        cmocka_unit_test(statistics_are_of_the_launch_that_is_chosen),
        cmocka_unit_test(shares_hold_in_every_clock),
        cmocka_unit_test(priorities_say_who_is_launched_first),
        cmocka_unit_test(what_does_not_fit_is_refused_in_one_line),
        cmocka_unit_test(two_compute_programs_have_two_queues),
        cmocka_unit_test(simds_are_as_asked_for),
        cmocka_unit_test(threads_change_no_byte),
        cmocka_unit_test(a_snapshot_has_all_of_them),
        cmocka_unit_test(a_broken_rule_names_its_launch),
        cmocka_unit_test(memory_is_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
