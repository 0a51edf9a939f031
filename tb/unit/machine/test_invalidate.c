/* test_invalidate.c - caches hold what memory was when they were filled, until they are emptied: by wk_invalidate
 * within a launch, by the key `invalidate` between two (docs/launch.md, docs/library.md). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "rtl_model/launch/launch.h"
#include "rtl_model/r700/engine/gpu_lines.h"
#include "rtl_model/wekiva.h"
#include "tb/unit/machine.h"

/* ---- wk_invalidate ----------------------------------------------------------------------------------------------- */

enum { THREADS = 64 };

/* Reads a texel of its own, writes the buffer below the texture, and reads again. */
static const char text[] =
    "{\"wekiva\": 1, \"program\": \"p.s\", \"stage\": \"ps\", \"threads\": 64, \"num_gprs\": 8,\n"
    "\"gprs\": {\"first\": 0, \"count\": 2, \"file\": \"in.bin\"},\n"
    "\"buffers\": [{\"name\": \"b\", \"file\": \"b.bin\"}],\n"
    "\"memory_buffers\": [{\"target\": \"scatter\", \"buffer\": \"b\"}],\n"
    "\"textures\": [{\"id\": 0, \"buffer\": \"b\", \"words\": [\"0x01f80709\", \"0x38000000\", "
    "\"0x0\", \"0x0\", \"0x06880000\", \"0x0\", \"0x80000000\"]}]}";
static const char program[] = "TEX @a BARRIER\nMEM_EXPORT WRITE_IND_ACK[0+R0], R1.x___ ARRAY_SIZE(4095) BARRIER\n"
                              "WAIT_ACK ADDR(0) BARRIER\nTEX @b BARRIER\n"
                              "EXPORT PIX0, R2.xyzw BARRIER\nEXPORT_DONE PIX1, R3.xyzw EOP BARRIER\n"
                              "a: LD R2.xyzw, R0.xyyy, t0, s0 CT(UUUU)\nb: LD R3.xyzw, R0.xyyy, t0, s0 CT(UUUU)\n";

static struct wk_machine *create(void)
{
    static uint32_t      in[THREADS][2][4], b[THREADS];
    const struct wk_file files[] = {
        {"p.s", program, sizeof program - 1}, {"in.bin", in, sizeof in}, {"b.bin", b, sizeof b}};
    struct wk_launch    *launch = NULL;
    struct wk_machine   *machine = NULL;
    struct wk_diagnostic said;
    for (unsigned t = 0; t < THREADS; t++) {
        in[t][0][0] = t;
        in[t][1][0] = bits(7);
        b[t] = bits((float)t);
    }
    if (wk_launch_parse("p.json", text, sizeof text - 1, files, 3, &launch, &said) != WK_OK)
        fail_msg("%s", said.text);
    const char *const       setting = "simds=1";
    const struct wk_options options = {.settings = &setting, .setting_count = 1};
    if (wk_create(NULL, launch, &options, &machine, &said) != WK_OK)
        fail_msg("%s", said.text);
    wk_launch_free(launch);
    return machine;
}

static uint64_t statistic(struct wk_machine *machine, const char *module, const char *name)
{
    struct wk_statistic rows[1000];
    uint64_t            sum = 0;
    const unsigned      count = wk_statistics(machine, rows, LENGTH(rows));
    assert_true(count < LENGTH(rows));
    for (unsigned i = 0; i < count; i++)
        sum += strstr(rows[i].instance, module) && strcmp(rows[i].name, name) == 0 ? rows[i].value : 0;
    return sum;
}

static float exported(struct wk_machine *machine, unsigned number, unsigned thread)
{
    uint32_t words[4];
    float    value;
    unsigned written = 0;
    assert_int_equal(wk_export_value(machine, number, thread, words, &written), WK_OK);
    memcpy(&value, words, sizeof value);
    return value;
}

/* Texture L1 and L2 both have the line: one of them is not enough. */
static void a_texel_is_old_until_its_caches_are_emptied(void **state)
{
    (void)state;
    for (unsigned caches = 0; caches <= WK_CACHES; caches++) {
        struct wk_machine   *machine = create();
        struct wk_diagnostic said;
        while (statistic(machine, "memory", "writes") < THREADS * 4 / 32) /* the channels', in blocks of 32 bytes */
            assert_int_equal(wk_clock(machine, 1, &said), WK_OK);
        assert_int_equal(wk_invalidate(machine, caches, &said), WK_OK);
        assert_int_equal(wk_run(machine, 100000, &said), WK_FINISHED);
        const bool both = caches & WK_CACHE_TEXTURE && caches & WK_CACHE_L2;
        for (unsigned t = 0; t < THREADS; t++) {
            assert_true(exported(machine, 0, t) == (float)t);
            assert_true(exported(machine, 1, t) == (both ? 7 : (float)t));
        }
        wk_destroy(machine);
    }
}

static void what_cannot_be_emptied_is_told(void **state)
{
    (void)state;
    struct wk_machine   *machine = create(), *alone = NULL;
    struct wk_diagnostic said;
    assert_int_equal(wk_invalidate(machine, 8, &said), WK_BAD_ARGUMENT);
    assert_int_equal(wk_invalidate(NULL, 0, &said), WK_BAD_ARGUMENT);
    assert_int_equal(wk_create_module("predicate", &alone, &said), WK_OK);
    assert_int_equal(wk_invalidate(alone, 1, &said), WK_BAD_ARGUMENT);
    assert_non_null(strstr(said.text, "a module alone has no caches"));
    wk_destroy(machine);
    wk_destroy(alone);
}

/* ---- between launches -------------------------------------------------------------------------------------------- */

static uint32_t number_and_seven(unsigned thread, unsigned gpr, unsigned element)
{
    return element ? 0 : gpr ? bits(7) : thread;
}

static const struct plan_memory scatter[] = {{LAUNCH_SCATTER, THREADS * 4, 0}};

#define FETCH                                                                                                          \
    "FETCH R2.x___, R0.x, fc0 FETCH_TYPE(NO_INDEX_OFFSET) MEGA_FETCH_COUNT(3) DATA_FORMAT(FMT_32_FLOAT) MEGA_FETCH\n"
static const char reader[] = "VTX @f BARRIER\nEXPORT_DONE PIX0, R2.xyzw EOP BARRIER\nf: " FETCH;
static const char writer[] = "MEM_EXPORT WRITE_IND[0+R0], R1.x___ ARRAY_SIZE(4095) BARRIER\nNOP EOP BARRIER\n";

static const struct launch_vertex_resource whole = {
    .source = LAUNCH_SOURCE_BUFFER, .raw = true, .words = {0, THREADS * 4 - 1, 4u << 8, 0, 0, 0, 3u << 30}};

static void start(struct machine *m, const char *which)
{
    const struct plan plan = {.text = which,
                              .load_count = 2,
                              .input = number_and_seven,
                              .vertices = &whole,
                              .vertex_count = 1,
                              .memory = scatter,
                              .memory_count = 1};
    machine_start(m, &plan);
}

/* Read, write, read: the second reader finds the caches that it keeps as the first one has left them. */
static void a_launch_finds_the_lines_that_it_keeps(void **state)
{
    (void)state;
    for (unsigned keeps = 0; keeps < 1u << LAUNCH_CACHES; keeps++) {
        struct machine read, write;
        start(&read, reader);
        start(&write, writer);
        machine_run(&read);
        write.launch.keeps = (1u << LAUNCH_CACHES) - 1;
        assert_true(gpu_next(read.gpu, &write.program, &write.launch, &read.diag));
        machine_run(&read);
        read.launch.keeps = keeps;
        assert_true(gpu_next(read.gpu, &read.program, &read.launch, &read.diag));
        machine_run(&read);
        const bool old = keeps & (1u << LAUNCH_CACHE_VERTEX | 1u << LAUNCH_CACHE_L2);
        for (unsigned t = 0; t < THREADS; t++)
            expect_pixel(&read, 0, t, 0, old ? 0 : bits(7));
        assert_int_equal(read.gpu->simd->vertex_cache.q.missed, keeps >> LAUNCH_CACHE_VERTEX & 1 ? 0 : THREADS / 16);
        machine_free(&read);
        machine_free(&write);
    }
}

static uint32_t behind_and_seven(unsigned thread, unsigned gpr, unsigned element)
{
    return element ? 0 : gpr ? bits(7) : thread + THREADS;
}

/* Behind a longer program the buffer lies where lines of its second half were. */
static void lines_of_a_buffer_that_has_moved_are_not_kept(void **state)
{
    (void)state;
    static const struct plan_memory            twice[] = {{LAUNCH_SCATTER, 2 * THREADS * 4, 0}};
    static const struct launch_vertex_resource both = {
        .source = LAUNCH_SOURCE_BUFFER, .raw = true, .words = {0, 2 * THREADS * 4 - 1, 4u << 8, 0, 0, 0, 3u << 30}};
    struct machine read, write, later;
    struct text    longer = {0};
    struct plan    plan = {.text = reader,
                           .load_count = 2,
                           .input = behind_and_seven,
                           .vertices = &both,
                           .vertex_count = 1,
                           .memory = twice,
                           .memory_count = 1};
    for (unsigned i = 0; i < THREADS * 4 / 8; i++)
        put(&longer, "NOP BARRIER\n");
    put(&longer, "%s", reader);
    machine_start(&read, &plan);
    plan.input = number_and_seven;
    plan.text = writer;
    machine_start(&write, &plan);
    plan.text = longer.chars;
    machine_start(&later, &plan);
    assert_int_equal(later.gpu->setup.buffer_address[0], read.gpu->setup.buffer_address[0] + THREADS * 4);
    write.launch.keeps = later.launch.keeps = (1u << LAUNCH_CACHES) - 1;
    machine_run(&read);
    assert_true(gpu_next(read.gpu, &write.program, &write.launch, &read.diag));
    machine_run(&read);
    assert_true(gpu_next(read.gpu, &later.program, &later.launch, &read.diag));
    machine_run(&read);
    for (unsigned t = 0; t < THREADS; t++)
        expect_pixel(&read, 0, t, 0, bits(7));
    machine_free(&read);
    machine_free(&write);
    machine_free(&later);
    free(longer.chars);
}

/* Of each SIMD and each channel, as one launch leaves them to the next. */
static void lines_of_all_simds_and_channels_are_kept(void **state)
{
    (void)state;
    const unsigned    all = (1u << LAUNCH_CACHES) - 1;
    struct machine    m;
    const struct plan plan = {.text = "NOP EOP\n", .set = {"simds=3"}};
    machine_start(&m, &plan);
    for (unsigned given = 0; given < 2; given++) {
        for (unsigned i = 0; i < 3; i++)
            m.gpu->simd[i].vertex_cache.tag[5] = m.gpu->simd[i].texture_cache.tag[6] = 100 + i;
        for (unsigned i = 0; i < m.gpu->channels; i++)
            m.gpu->l2[i].tag[7] = 200 + i;
        struct gpu_lines *const lines = gpu_take_lines(m.gpu, given ? all : 0);
        assert_non_null(lines);
        gpu_forget_lines(m.gpu, all);
        for (unsigned i = 0; i < 3; i++)
            assert_true(!m.gpu->simd[i].vertex_cache.tag[5] && !m.gpu->simd[i].texture_cache.tag[6]);
        for (unsigned i = 0; i < m.gpu->channels; i++)
            assert_true(!m.gpu->l2[i].tag[7]);
        gpu_give_lines(m.gpu, lines);
        gpu_lines_free(lines);
        for (unsigned i = 0; i < 3; i++) {
            assert_int_equal(m.gpu->simd[i].vertex_cache.tag[5], given ? 100 + i : 0);
            assert_int_equal(m.gpu->simd[i].texture_cache.tag[6], given ? 100 + i : 0);
        }
        for (unsigned i = 0; i < m.gpu->channels; i++)
            assert_int_equal(m.gpu->l2[i].tag[7], given ? 200 + i : 0);
    }
    machine_free(&m);
}

static void the_key_names_what_is_emptied(void **state)
{
    (void)state;
    static const char     file[] = "{\"wekiva\": 1, \"stage\": \"cs\", \"threads\": 2, \"launches\": [{},\n"
                                   "{\"invalidate\": []}, {\"invalidate\": [\"l2\", \"texture\"]}, {}]}";
    static const char     wrong[] = "{\"wekiva\": 1, \"stage\": \"cs\", \"threads\": 2,\n\"invalidate\": [\"L2\"]}";
    static const unsigned keeps[] = {0, 7, 1 << LAUNCH_CACHE_VERTEX, 0};
    struct diag           diag = {0};
    struct launch        *first = launch_parse_row("row.json", file, sizeof file - 1, &diag);
    assert_non_null(first);
    for (struct launch *launch = first; launch; launch = launch->next)
        assert_int_equal(launch->keeps, keeps[launch->number]);
    launch_free(first);
    assert_null(launch_parse_row("row.json", wrong, sizeof wrong - 1, &diag));
    assert_int_equal(diag.line, 2);
    assert_non_null(strstr(diag.what, "invalidate[0]"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_texel_is_old_until_its_caches_are_emptied),
        cmocka_unit_test(what_cannot_be_emptied_is_told),
        cmocka_unit_test(a_launch_finds_the_lines_that_it_keeps),
        cmocka_unit_test(lines_of_a_buffer_that_has_moved_are_not_kept),
        cmocka_unit_test(lines_of_all_simds_and_channels_are_kept),
        cmocka_unit_test(the_key_names_what_is_emptied),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
