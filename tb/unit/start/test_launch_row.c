/* test_launch_row.c - several launches in a row on one machine (docs/launch.md, `launches`): what a launch takes of the
 * file, what it finds of the one before, and that it is else as it would be alone. */
#include "rtl_model/machine.h"
#include "rtl_model/r700/engine/gpu_sharing.h"
#include "rtl_model/r700/gpu_machine.h"
#include "tb/unit/machine.h"
#include "tb/unit/start/launch_kit.h"

#include <unistd.h>

/* ---- the file ---------------------------------------------------------------------------------------------------- */

static struct launch *parse(const char *text)
{
    struct diag    diag = {0};
    char           message[1600];
    struct launch *launch = launch_parse_row("row.json", text, strlen(text), &diag);
    if (!launch)
        fail_msg("%s", diag_text(&diag, message, sizeof message));
    return launch;
}

/* Keys of its own win; the file's expectation is the last one's; what lies in memory is there once. */
static void a_launch_has_its_own_keys_and_those_of_the_file(void **state)
{
    (void)state;
    struct launch *first = parse("{\"wekiva\": 1, \"stage\": \"cs\", \"threads\": 2, \"num_gprs\": 4,\n"
                                 " \"bool_constants\": [1], \"buffers\": [{\"name\": \"a\", \"bytes\": 256}],\n"
                                 " \"expect\": {\"killed\": \"00\"},\n"
                                 " \"launches\": [{}, {\"threads\": 7, \"bool_constants\": []},\n"
                                 "  {\"stage\": \"ps\", \"expect\": {\"killed\": \"01\"}}, {}]}");
    struct launch *row[4] = {first};
    for (unsigned i = 1; i < 4; i++)
        row[i] = row[i - 1]->next;
    assert_non_null(row[3]);
    assert_null(row[3]->next);
    for (unsigned i = 0; i < 4; i++) {
        assert_int_equal(row[i]->number, i);
        assert_int_equal(row[i]->row_count, 4);
        assert_int_equal(row[i]->threads, i == 1 ? 7 : 2);
        assert_int_equal(row[i]->stage, i == 2 ? LAUNCH_PS : LAUNCH_CS);
        assert_int_equal(row[i]->num_gprs, 4);
        assert_int_equal(row[i]->bool_constants, i == 1 ? 0 : 2);
        assert_int_equal(row[i]->buffer_count, 1);
        assert_ptr_equal(row[i]->buffers, first->buffers);
        assert_true(row[i]->line[LAUNCH_KEY_EXPECT] == (i == 2 ? 5u : i == 3 ? 3u : 0u));
    }
    launch_free(first);
}

static void write_zeros(const char *path, size_t bytes)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    for (size_t i = 0; i < bytes; i++)
        fputc(0, file);
    fclose(file);
}

/* How many shared registers there are, and the size of groups, are of all launches; what is in them at first is not. */
static void what_the_row_begins_with_is_the_first_launchs(void **state)
{
    (void)state;
    char path[64], text[512];
    snprintf(path, sizeof path, "/tmp/test_launch_row.%ld", (long)getpid());
    write_zeros(path, 2048);
    snprintf(text, sizeof text,
             "{\"wekiva\": 1, \"stage\": \"cs\", \"threads\": 64, \"lds\": {\"group_size\": 16, \"file\": \"%s\"},\n"
             " \"global_gprs\": {\"first\": 1, \"count\": 2, \"file\": \"%s\"},\n"
             " \"launches\": [{}, {}, {\"lds\": {\"file\": \"%s\"}}]}",
             path, path, path);
    struct launch *launch = parse(text);
    for (const struct launch *each = launch; each; each = each->next) {
        assert_int_equal(each->global_gprs.first + each->global_gprs.count, 3);
        assert_true((each->global_gprs.file.data != NULL) == (each->number == 0));
        assert_true((each->lds.file.data != NULL) == (each->number != 1));
        assert_int_equal(each->lds.group_size, each->number == 2 ? 0 : 16);
    }
    launch_free(launch);
    remove(path);
}

#define FILE_KEYS "{\"wekiva\": 1, \"stage\": \"cs\", \"threads\": 64,\n"

static void what_cannot_be_is_told(void **state)
{
    (void)state;
    static const struct told rows[] = {
        {FILE_KEYS "\"launches\": []}", "launches: expected 1 to 4096 elements, got 0", 2},
        {FILE_KEYS "\"launches\": {}}", "launches: expected an array, got an object", 2},
        {FILE_KEYS "\"launches\": [{},\n3]}", "launches[1]: expected an object, got a number", 3},
        {FILE_KEYS "\"launches\": [{},\n{\"thread\": 3}]}", "launches[1].thread: unknown key; did you mean \"threads\"",
         3},
        {FILE_KEYS "\"launches\": [{\n\"threads\": 0}]}", "launches[0].threads: 0 is out of range", 3},
        {FILE_KEYS "\"launches\": [{\n\"buffers\": []}]}", "launches[0].buffers: it is the same for all launches", 3},
        {FILE_KEYS "\"launches\": [{\n\"chip\": \"r580\"}]}", "launches[0].chip: it is the same for all launches", 3},
        {FILE_KEYS "\"launches\": [{\n\"memory\": []}]}", "launches[0].memory: it is the same for all launches", 3},
        {FILE_KEYS "\"launches\": [{\n\"launches\": [{}]}]}", "launches[0].launches: it is the same for all", 3},
        {FILE_KEYS "\"launches\": [{\n\"wekiva\": 1}]}", "launches[0].wekiva: it is the same for all launches", 3},
        {"{\"wekiva\": 1, \"stage\": \"cs\",\n\"launches\": [{\"threads\": 1},\n{}]}",
         "launches[1]: key \"threads\" is missing", 3},
    };
    each_is_told(rows, LENGTH(rows));
}

/* A caller that supports one launch does not run the first one for all. */
static void a_row_is_refused_where_one_launch_is_wanted(void **state)
{
    (void)state;
    static const char text[] = FILE_KEYS "\"launches\": [{}]}";
    struct diag       diag = {0};
    assert_null(launch_parse("row.json", text, strlen(text), &diag));
    assert_non_null(strstr(diag.what, "launches: expected one launch"));
    assert_int_equal(diag.line, 2);
}

/* ---- the machine ------------------------------------------------------------------------------------------------- */

static uint32_t four_times(unsigned thread, unsigned gpr, unsigned element)
{
    return gpr || element ? 0 : 4 * thread;
}

/* x = 2 x + 1, of all words of the scatter buffer. */
#define STEP_READ                                                                                                      \
    "UNCACHED MEGA_FETCH DATA_FORMAT(FMT_32_32_32_32) NUM_FORMAT_ALL(INT) ELEM_SIZE(3) ARRAY_SIZE(4095) INDEXED\n"
static const char step[] = "VTX @get BARRIER\nALU @step BARRIER\n"
                           "MEM_EXPORT WRITE_IND[0+R0], R1.xyzw ELEM_SIZE(3) ARRAY_SIZE(4095) BARRIER\n"
                           "NOP EOP BARRIER\n"
                           "get: MEM_RD_SCATTER R1.xyzw, R0.x " STEP_READ
                           "step: 0 x: ADD_INT R1.x, R1.x, R1.x\n  y: ADD_INT R1.y, R1.y, R1.y\n"
                           "  z: ADD_INT R1.z, R1.z, R1.z\n  w: ADD_INT R1.w, R1.w, R1.w\n"
                           "1 x: ADD_INT R1.x, R1.x, (1).x\n  y: ADD_INT R1.y, R1.y, (1).x\n"
                           "  z: ADD_INT R1.z, R1.z, (1).x\n  w: ADD_INT R1.w, R1.w, (1).x\n";

static const struct plan_memory scatter[] = {{LAUNCH_SCATTER, 200 * 16 + 128, 0}};

static struct plan step_plan(void)
{
    return (struct plan){.text = step,
                         .stage = LAUNCH_CS,
                         .threads = 200,
                         .set = {"simds=2"},
                         .load_count = 1,
                         .input = four_times,
                         .memory = scatter,
                         .memory_count = 1};
}

static void next(struct machine *m, const struct machine *launch)
{
    char message[1600];
    if (!gpu_next(m->gpu, &launch->program, &launch->launch, &m->diag))
        fail_msg("%s", diag_text(&m->diag, message, sizeof message));
}

/* From 0 they are 1, 3, 7, 15. */
static void buffers_hold_what_the_launch_before_has_written(void **state)
{
    (void)state;
    const struct plan plan = step_plan();
    struct machine    m;
    machine_start(&m, &plan);
    for (uint32_t want = 1; want <= 15; want = 2 * want + 1) {
        if (want > 1)
            next(&m, &m);
        machine_run(&m);
        assert_int_equal(m.gpu->part[0]->writes[MEMORY_SCATTER].written, 800); /* of this launch */
        assert_int_equal(m.gpu->part[0]->writes[MEMORY_SCATTER].end, 800);
        for (unsigned i = 0; i < 800; i++)
            assert_int_equal(little_dword(machine_memory(&m, 0), i), want);
        for (unsigned i = 800; i < scatter->bytes / 4; i++)
            assert_int_equal(little_dword(machine_memory(&m, 0), i), 0);
    }
    machine_free(&m);
}

/* What the machine would not be made for does not begin on one that is there (ISA 2.6.2). */
static void a_launch_that_does_not_fit_is_refused(void **state)
{
    (void)state;
    const struct plan plan = step_plan();
    struct machine    m, large;
    machine_start(&m, &plan);
    machine_start(&large, &plan);
    large.launch.lds.group_size = 512;
    large.launch.lds.dwords_per_thread = 12;
    machine_run(&m);
    assert_false(gpu_next(m.gpu, &large.program, &large.launch, &m.diag));
    assert_non_null(strstr(m.diag.what, "512 threads of a group with 12 dwords each do not fit"));
    machine_free(&m);
    machine_free(&large);
}

/* Everything that statistics count, cycles among it. */
static void expect_the_same_statistics(const struct gpu *a, const struct gpu *b)
{
    enum { MOST = 2048 };
    static struct result_statistic left[MOST], right[MOST];
    const unsigned                 count = gpu_statistics(a, left, MOST);
    assert_int_equal(gpu_statistics(b, right, MOST), count);
    assert_true(count > 100 && count <= MOST);
    for (unsigned i = 0; i < count; i++)
        if (left[i].value != right[i].value)
            fail_msg("%s.%s: %llu and %llu", left[i].path, left[i].name, (unsigned long long)left[i].value,
                     (unsigned long long)right[i].value);
}

/* Behind one that has used all of the machine: another program, other straps, other types. */
static void a_launch_is_what_it_is_alone(void **state)
{
    (void)state;
    static const char other[] = "ALU @a BARRIER\nEXPORT_DONE PIX0, R5.xyzw EOP BARRIER\n"
                                "a: 0 x: ADD R5.x, R3.x, R2.y\n 1 y: MUL R5.y, PV.x, R1.x\n";
    struct plan       plan = step_plan();
    struct machine    row, alone;
    const struct plan second = {.text = other,
                                .stage = LAUNCH_PS,
                                .threads = 300,
                                .num_gprs = 60,
                                .set = {"simds=2"},
                                .load_count = 4,
                                .input = named_input};
    machine_start(&row, &plan);
    machine_start(&alone, &second);
    machine_run(&row);
    const uint64_t before = row.gpu->cycle;
    next(&row, &alone);
    assert_int_equal(gpu_waves_ended(row.gpu), 0);
    assert_int_equal(row.gpu->exports.column_count, 0);
    machine_run(&row);
    machine_run(&alone);
    assert_int_equal(gpu_launch_cycles(row.gpu), alone.gpu->cycle);
    assert_int_equal(row.gpu->cycle, before + alone.gpu->cycle);
    expect_the_same_statistics(row.gpu, alone.gpu);
    assert_int_equal(row.gpu->exports.threads, 300);
    for (unsigned t = 0; t < 300; t++)
        for (unsigned e = 0; e < 4; e++)
            assert_int_equal(pixel(&row, 0, t, e), pixel(&alone, 0, t, e));
    assert_memory_equal(gpu_gprs(row.gpu), gpu_gprs(alone.gpu), 300u * 60 * 16);
    machine_free(&row);
    machine_free(&alone);
}

/* Lines of instructions are those of a program with its launch: another launch of it, and another program, find none.
 */
static void lines_of_instructions_are_of_one_launch(void **state)
{
    (void)state;
    const struct plan plan = step_plan();
    struct machine    m, other;
    machine_start(&m, &plan);
    machine_start(&other, &plan);
    machine_run(&m);
    const uint64_t cold = m.gpu->cycle;
    m.launch.keeps = other.launch.keeps = 1u << LAUNCH_CACHE_PROGRAM;
    assert_true(gpu_next(m.gpu, &m.program, &m.launch, &m.diag));
    machine_run(&m);
    assert_true(gpu_launch_cycles(m.gpu) < cold);
    assert_true(gpu_next(m.gpu, &m.program, &other.launch, &m.diag));
    machine_run(&m);
    assert_int_equal(gpu_launch_cycles(m.gpu), cold);
    assert_true(gpu_next(m.gpu, &other.program, &other.launch, &m.diag));
    machine_run(&m);
    assert_int_equal(gpu_launch_cycles(m.gpu), cold);
    machine_free(&m);
    machine_free(&other);
}

/* The machine of the command, in threads, observed or not: the same clock, the same bytes. */
static void the_fast_machine_does_the_same(void **state)
{
    (void)state;
    struct plan    plan = step_plan();
    struct machine m;
    machine_start(&m, &plan);
    for (unsigned jobs = 1; jobs <= 2; jobs++) {
        struct gpu *fast = gpu_create_fast(&m.chip, &m.program, &m.launch, &m.diag);
        assert_non_null(fast);
        assert_true(gpu_set_jobs(fast, jobs, &m.diag));
        for (unsigned i = 0; i < 3; i++) {
            if (i)
                assert_true(gpu_next(fast, &m.program, &m.launch, &m.diag));
            assert_int_equal(gpu_run(fast, 0, &m.diag), GPU_FINISHED);
        }
        const uint8_t *data = gpu_memory_find(&fast->setup.memory, fast->setup.buffer_address[0])->data;
        for (unsigned i = 0; i < 800; i++)
            assert_int_equal(little_dword(data, i), 7);
        if (jobs == 1)
            for (unsigned i = 0; i < 3; i++) {
                if (i)
                    next(&m, &m);
                machine_run(&m);
            }
        assert_int_equal(fast->cycle, m.gpu->cycle);
        gpu_look_at_registers(fast);
        expect_the_same_statistics(fast, m.gpu);
        gpu_free(fast);
    }
    machine_free(&m);
}

static uint32_t lds_at(const struct machine *m, unsigned simd, unsigned bank, unsigned dword)
{
    return lds_read(&m->gpu->simd[simd].lds, bank, dword / LDS_DWORDS)->dword[dword % LDS_DWORDS];
}

/* Thread t writes R1 to its place of the share.  Only what the next launch gives itself, the first words, is new. */
static void the_share_is_what_the_launch_before_has_left(void **state)
{
    (void)state;
    static const uint32_t words[4] = {1, 2, 3, 4};
    const struct plan     write = {.text = "TEX @f BARRIER\nNOP EOP BARRIER\nf: LOCAL_DS_WRITE R1.xyzw DST_STRIDE(4)\n",
                                   .stage = LAUNCH_CS,
                                   .load_count = 2,
                                   .input = named_input};
    struct plan           plan = {.text = "NOP EOP\n", .stage = LAUNCH_CS};
    struct machine        m, nothing, some;
    machine_start(&m, &write);
    machine_start(&nothing, &plan);
    plan.lds = words;
    plan.lds_words = LENGTH(words);
    machine_start(&some, &plan);
    machine_run(&m);
    for (unsigned given = 0; given < 2; given++) {
        next(&m, given ? &some : &nothing);
        machine_run(&m);
        for (unsigned t = 0; t < 64; t++)
            for (unsigned e = 0; e < 4; e++)
                assert_int_equal(lds_at(&m, 0, t % 4, t / 4 * 4 + e), t || !given ? named_input(t, 1, e) : words[e]);
    }
    machine_free(&m);
    machine_free(&nothing);
    machine_free(&some);
}

/* A sum of each lane over the wavefronts of a launch goes on in the next one, beside another number of clause
 * temporaries, which moves the rows. */
static void global_gprs_live_over_launches(void **state)
{
    (void)state;
    static uint32_t        read[2 * LAUNCH_LANES * 16], zeros[LAUNCH_LANES * 16];
    struct launch_register raw = {.name = (char *)"SQ_GPR_RESOURCE_MGMT_1", .value = 0x20000000 | 1u << 27};
    struct plan            plan = {.text = "ALU @a BARRIER\nNOP EOP BARRIER\n"
                                                      "a: 0 x: ADD_INT R[GLOBAL+1].x, R[GLOBAL+1].x, R0.x\n",
                                   .stage = LAUNCH_CS,
                                   .threads = 256,
                                   .load_count = 1,
                                   .input = named_input,
                                   .set = {"simds=2", "simd_policy=round_robin"},
                                   .globals = zeros,
                                   .global_count = 4};
    struct machine         m, other;
    machine_start(&m, &plan);
    plan.registers = &raw;
    plan.register_count = 1;
    machine_start(&other, &plan);
    free(other.launch.global_gprs.file.data);
    other.launch.global_gprs.file = (struct launch_file){0}; /* as the reader leaves it */
    assert_int_not_equal(m.gpu->setup.simd.temporaries, other.gpu->setup.simd.temporaries);
    machine_run(&m);
    next(&m, &other);
    machine_run(&m);
    gpu_globals(m.gpu, read);
    for (unsigned simd = 0; simd < 2; simd++)
        for (unsigned lane = 0; lane < 64; lane++) {
            const uint32_t sum = named_input(simd * 64 + lane, 0, 0) + named_input((simd + 2) * 64 + lane, 0, 0);
            for (unsigned n = 0; n < 16; n++)
                assert_int_equal(read[(simd * LAUNCH_LANES + lane) * 16 + n], n == 4 ? 2 * sum : 0);
        }
    machine_free(&m);
    machine_free(&other);
}

/* A snapshot says which launch of the row it is of, and when that one began. */
static void a_snapshot_is_of_its_launch(void **state)
{
    (void)state;
    const struct plan  plan = step_plan();
    struct machine     m, second;
    struct diag        diag = {0};
    struct rtl_machine machine;
    machine_start(&m, &plan);
    machine_start(&second, &plan);
    second.launch.number = 1;
    machine_run(&m);
    next(&m, &second);
    for (unsigned i = 0; i < 900; i++)
        machine_step(&m);
    machine = gpu_machine(m.gpu);
    const size_t         bytes = machine_snapshot_bytes(&machine);
    unsigned char *const snapshot = malloc(bytes);
    machine_snapshot_put(snapshot, &machine);
    machine_run(&m);

    machine = gpu_machine(second.gpu);
    gpu_free(second.gpu);
    second.gpu = gpu_create(&second.chip, &second.program, &m.launch, &diag);
    machine = gpu_machine(second.gpu);
    assert_false(machine_snapshot_take("snapshot", snapshot, bytes, &machine, &diag));
    assert_non_null(strstr(diag.what, "of another launch file"));
    assert_true(gpu_next(second.gpu, &second.program, &second.launch, &diag));
    assert_true(machine_snapshot_take("snapshot", snapshot, bytes, &machine, &diag));
    machine_run(&second);
    assert_int_equal(second.gpu->cycle, m.gpu->cycle);
    assert_int_equal(gpu_launch_cycles(second.gpu), gpu_launch_cycles(m.gpu));
    for (unsigned i = 0; i < 800; i++)
        assert_int_equal(little_dword(machine_memory(&second, 0), i), 3);
    free(snapshot);
    machine_free(&m);
    machine_free(&second);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_launch_has_its_own_keys_and_those_of_the_file),
        cmocka_unit_test(what_the_row_begins_with_is_the_first_launchs),
        cmocka_unit_test(what_cannot_be_is_told),
        cmocka_unit_test(a_row_is_refused_where_one_launch_is_wanted),
        cmocka_unit_test(buffers_hold_what_the_launch_before_has_written),
        cmocka_unit_test(a_launch_that_does_not_fit_is_refused),
        cmocka_unit_test(a_launch_is_what_it_is_alone),
        cmocka_unit_test(lines_of_instructions_are_of_one_launch),
        cmocka_unit_test(the_fast_machine_does_the_same),
        cmocka_unit_test(the_share_is_what_the_launch_before_has_left),
        cmocka_unit_test(global_gprs_live_over_launches),
        cmocka_unit_test(a_snapshot_is_of_its_launch),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
