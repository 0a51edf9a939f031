/* test_wekiva.c - the public library: each function, bad input, two machines in two threads, snapshots that continue.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <glob.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "kit/rtl.h"
#include "rtl_model/wekiva.h"

#define FADD "tb/corpus/llvm-rv770/fadd/"
#define LOOPS "tb/corpus/llvm-rv770/loop_nest/"

static char                 folder[] = "/tmp/wekiva-library-XXXXXX";
static struct wk_diagnostic said;

static const char *in_folder(const char *name)
{
    static char paths[4][256];
    static int  next;
    char *const path = paths[next++ % 4];
    snprintf(path, sizeof paths[0], "%s/%s", folder, name);
    return path;
}

static char *slurp(const char *path, size_t *length)
{
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    assert_int_equal(fseek(file, 0, SEEK_END), 0);
    *length = (size_t)ftell(file);
    rewind(file);
    char *data = malloc(*length + 1);
    assert_non_null(data);
    assert_int_equal(fread(data, 1, *length, file), *length);
    data[*length] = 0;
    fclose(file);
    return data;
}

static void put_file(const char *path, const void *bytes, size_t length)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, length, file), length);
    fclose(file);
}

static void assert_says(const char *words)
{
    if (!strstr(said.text, words))
        fail_msg("'%s' does not say '%s'", said.text, words);
}

/* Refused with this status and these words; nothing is made. */
#define ASSERT_REFUSED(call, status, words)                                                                            \
    do {                                                                                                               \
        memset(&said, 0, sizeof said);                                                                                 \
        assert_int_equal(call, status);                                                                                \
        assert_says(words);                                                                                            \
    } while (0)

static struct wk_machine *machine_of(const char *launch_path, const struct wk_options *options)
{
    struct wk_launch  *launch;
    struct wk_machine *machine;
    assert_int_equal(wk_launch_load(launch_path, &launch, &said), WK_OK);
    assert_int_equal(wk_create(NULL, launch, options, &machine, &said), WK_OK);
    wk_launch_free(launch); /* the machine keeps what it needs */
    return machine;
}

static uint64_t value_of(struct wk_machine *machine, const char *path)
{
    uint64_t value = 0;
    if (wk_get(machine, path, &value, &said) != WK_OK)
        fail_msg("%s", said.text);
    return value;
}

/* Registers, memories, cycle and exports. */
static void assert_same(const struct wk_machine *a, const struct wk_machine *b)
{
    void  *left, *right;
    size_t left_length, right_length;
    assert_int_equal(wk_snapshot(a, &left, &left_length, NULL), WK_OK);
    assert_int_equal(wk_snapshot(b, &right, &right_length, NULL), WK_OK);
    assert_int_equal(left_length, right_length);
    assert_memory_equal(left, right, left_length);
    wk_free(left);
    wk_free(right);
}

/* ---- programs and launches -----------------------------------------------------------------------------------------
 */

/* Each lane of R0.x becomes 3 * R0.x + 1. */
static const char triple[] =
    "ALU BARRIER\n  0 x: MULADD_IEEE R0.x, R0.x, 3.0, 1.0\nEXPORT_DONE PIX0, R0.x001 EOP BARRIER\n";
static const char triple_launch[] =
    "{\"wekiva\": 1, \"stage\": \"ps\", \"threads\": 64, \"num_gprs\": 1, \"stack_size\": 0,\n"
    " \"gprs\": {\"first\": 0, \"count\": 1, \"file\": \"in.bin\"}}";

static struct wk_machine *triple_machine(const struct wk_options *options)
{
    float              in[64][4] = {{0}};
    struct wk_program *program;
    struct wk_launch  *launch;
    struct wk_machine *machine;
    for (unsigned t = 0; t < 64; t++)
        in[t][0] = (float)t;
    const struct wk_file file = {"in.bin", in, sizeof in};
    assert_int_equal(wk_program_parse("triple.s", triple, sizeof triple - 1, &program, &said), WK_OK);
    assert_int_equal(wk_launch_parse("triple.json", triple_launch, sizeof triple_launch - 1, &file, 1, &launch, &said),
                     WK_OK);
    memset(in, 0xff, sizeof in); /* it has been copied */
    assert_int_equal(wk_create(program, launch, options, &machine, &said), WK_OK);
    wk_program_free(program);
    wk_launch_free(launch);
    return machine;
}

static void everything_may_come_from_memory(void **state)
{
    (void)state;
    struct wk_machine *machine = triple_machine(NULL);
    struct wk_export   target;
    uint32_t           value[4];
    unsigned           written;
    assert_int_equal(wk_threads(machine), 64);
    assert_int_equal(wk_export_count(machine), 0);
    assert_int_equal(wk_run(machine, 0, &said), WK_FINISHED);
    assert_int_equal(wk_export_count(machine), 1);
    assert_int_equal(wk_export_at(machine, 0, &target), WK_OK);
    assert_int_equal(target.type, WK_EXPORT_PIXEL);
    assert_int_equal(target.array_base, 0);
    for (unsigned t = 0; t < 64; t++) {
        float x;
        assert_int_equal(wk_export_value(machine, 0, t, value, &written), WK_OK);
        memcpy(&x, value, sizeof x);
        assert_true(x == 3.0f * (float)t + 1.0f);
        assert_int_equal(value[1], 0);
        assert_int_equal(value[3], 0x3f800000);
        assert_int_equal(written, 15);
        assert_int_equal(wk_killed(machine, t), 0);
    }
    wk_destroy(machine);
}

static void programs_that_are_none_are_refused(void **state)
{
    (void)state;
    struct wk_program *program = (struct wk_program *)&said;
    size_t             length;
    ASSERT_REFUSED(wk_program_load(in_folder("none"), &program, &said), WK_REFUSED, "No such file");
    assert_null(program);
    assert_string_equal(said.file, in_folder("none"));
    ASSERT_REFUSED(wk_program_load(folder, &program, &said), WK_REFUSED, "directory");
    ASSERT_REFUSED(wk_program_parse("a.s", "ALU\n  0 x: NOSUCH R0.x\n", 22, &program, &said), WK_REFUSED, "NOSUCH");
    assert_string_equal(said.file, "a.s");
    assert_int_equal(said.line, 2);
    ASSERT_REFUSED(wk_program_parse("empty", "", 0, &program, &said), WK_REFUSED, "empty");
    ASSERT_REFUSED(wk_program_load(NULL, &program, &said), WK_BAD_ARGUMENT, "NULL");
    ASSERT_REFUSED(wk_program_load("x", NULL, &said), WK_BAD_ARGUMENT, "NULL");
    ASSERT_REFUSED(wk_program_parse(NULL, "", 0, &program, &said), WK_BAD_ARGUMENT, "NULL");
    ASSERT_REFUSED(wk_program_parse("x", NULL, 0, &program, &said), WK_BAD_ARGUMENT, "NULL");
    assert_int_equal(wk_program_load(in_folder("none"), &program, NULL), WK_REFUSED);
    wk_program_free(NULL);
    /* An object that has been cut anywhere is refused, and frees what it took. */
    char *object = slurp(FADD "prog.o", &length);
    for (size_t cut = 0; cut < length; cut += 37)
        if (wk_program_parse("cut", object, cut, &program, NULL) == WK_OK)
            wk_program_free(program);
    free(object);
}

static void launches_that_are_none_are_refused(void **state)
{
    (void)state;
    struct wk_launch *launch = (struct wk_launch *)&said;
    size_t            length;
    const char        wrong[] = "{\"wekiva\": 1,\n\"stage\": \"xs\", \"threads\": 1}";
    ASSERT_REFUSED(wk_launch_load(in_folder("none"), &launch, &said), WK_REFUSED, "No such file");
    assert_null(launch);
    ASSERT_REFUSED(wk_launch_parse("w.json", wrong, sizeof wrong - 1, NULL, 0, &launch, &said), WK_REFUSED, "stage");
    assert_string_equal(said.file, "w.json");
    assert_int_equal(said.line, 2);
    /* The file that is not given is looked for beside the name. */
    ASSERT_REFUSED(
        wk_launch_parse(in_folder("x.json"), triple_launch, sizeof triple_launch - 1, NULL, 0, &launch, &said),
        WK_REFUSED, "in.bin: No such file");
    const struct wk_file empty = {"in.bin", NULL, 0}, nameless = {NULL, "", 0}, nothing = {"in.bin", NULL, 5};
    ASSERT_REFUSED(wk_launch_parse("x", triple_launch, sizeof triple_launch - 1, &empty, 1, &launch, &said), WK_REFUSED,
                   "in.bin has 0 bytes, expected 1024");
    ASSERT_REFUSED(wk_launch_parse("x", triple_launch, sizeof triple_launch - 1, &nameless, 1, &launch, &said),
                   WK_BAD_ARGUMENT, "a file without");
    ASSERT_REFUSED(wk_launch_parse("x", triple_launch, sizeof triple_launch - 1, &nothing, 1, &launch, &said),
                   WK_BAD_ARGUMENT, "a file without");
    ASSERT_REFUSED(wk_launch_parse("x", "{}", 2, NULL, 1, &launch, &said), WK_BAD_ARGUMENT, "NULL");
    ASSERT_REFUSED(wk_launch_parse("x", NULL, 0, NULL, 0, &launch, &said), WK_BAD_ARGUMENT, "NULL");
    ASSERT_REFUSED(wk_launch_load(NULL, &launch, &said), WK_BAD_ARGUMENT, "NULL");
    wk_launch_free(NULL);
    char *text = slurp(FADD "launch.json", &length);
    for (size_t cut = 0; cut + 2 < length; cut += 7) {
        assert_int_equal(wk_launch_parse(FADD "launch.json", text, cut, NULL, 0, &launch, NULL), WK_REFUSED);
        assert_null(launch);
    }
    free(text);
}

/* ---- machines ------------------------------------------------------------------------------------------------------
 */

static void options_are_checked(void **state)
{
    (void)state;
    struct wk_launch  *launch;
    struct wk_machine *machine = (struct wk_machine *)&said;
    const char *const unknown[] = {"ic_miss_clk=40", "no_such=1"}, *const wide[] = {"ic_miss_clk=0"};
    const char *const word[] = {"ic_miss_clk=x"}, *const bare[] = {"ic_miss_clk"}, *const null[] = {NULL};
    const struct wk_options chip = {.chip = "rv999"}, two = {.settings = unknown, .setting_count = 2},
                            one = {.settings = wide, .setting_count = 1}, text = {.settings = word, .setting_count = 1},
                            name = {.settings = bare, .setting_count = 1},
                            none = {.settings = null, .setting_count = 1}, lost = {.setting_count = 1};
    assert_int_equal(wk_launch_load(FADD "launch.json", &launch, &said), WK_OK);
    ASSERT_REFUSED(wk_create(NULL, launch, &chip, &machine, &said), WK_REFUSED, "rv999");
    assert_null(machine);
    ASSERT_REFUSED(wk_create(NULL, launch, &two, &machine, &said), WK_REFUSED, "no_such=1: unknown chip parameter");
    ASSERT_REFUSED(wk_create(NULL, launch, &one, &machine, &said), WK_REFUSED, "ic_miss_clk=0: ic_miss_clk is 0");
    ASSERT_REFUSED(wk_create(NULL, launch, &text, &machine, &said), WK_REFUSED,
                   "ic_miss_clk=x: expected a whole number");
    ASSERT_REFUSED(wk_create(NULL, launch, &name, &machine, &said), WK_REFUSED, "ic_miss_clk: expected NAME=VALUE");
    ASSERT_REFUSED(wk_create(NULL, launch, &none, &machine, &said), WK_REFUSED, "NULL");
    ASSERT_REFUSED(wk_create(NULL, launch, &lost, &machine, &said), WK_BAD_ARGUMENT, "NULL");
    ASSERT_REFUSED(wk_create(NULL, NULL, NULL, &machine, &said), WK_BAD_ARGUMENT, "NULL");
    ASSERT_REFUSED(wk_create(NULL, launch, NULL, NULL, &said), WK_BAD_ARGUMENT, "NULL");
    wk_launch_free(launch);
    /* One that names no program, and none is given. */
    const char text_without[] =
        "{\"wekiva\": 1, \"stage\": \"ps\", \"threads\": 1, \"num_gprs\": 1, \"stack_size\": 0}";
    assert_int_equal(wk_launch_parse("x", text_without, sizeof text_without - 1, NULL, 0, &launch, &said), WK_OK);
    ASSERT_REFUSED(wk_create(NULL, launch, NULL, &machine, &said), WK_REFUSED, "no program");
    wk_launch_free(launch);
}

/* 929 and 209 are the cycles that `wekiva run` prints in README.md. */
static void the_clock_counts_as_the_command_does(void **state)
{
    (void)state;
    const char *const       setting[] = {"ic_miss_clk=40"};
    const struct wk_options fast = {.settings = setting, .setting_count = 1};
    struct wk_machine      *machine = machine_of(FADD "launch.json", NULL);
    struct wk_comparison    comparison;
    assert_int_equal(wk_cycle(machine), 0);
    assert_int_equal(wk_state(machine, &said), WK_OK);
    assert_int_equal(wk_clock(machine, 1, &said), WK_OK);
    assert_int_equal(wk_cycle(machine), 1);
    assert_int_equal(wk_clock(machine, 99, &said), WK_OK);
    assert_int_equal(wk_cycle(machine), 100);
    ASSERT_REFUSED(wk_run(machine, 928, &said), WK_LIMIT, "not finished at the limit");
    assert_int_equal(wk_cycle(machine), 928);
    assert_int_equal(wk_compare(machine, &comparison, &said), WK_OK);
    assert_int_equal(wk_clock(machine, UINT64_MAX, &said), WK_FINISHED);
    assert_int_equal(wk_cycle(machine), 929);
    assert_int_equal(wk_clock(machine, 5, &said), WK_FINISHED);
    assert_int_equal(wk_run(machine, 0, &said), WK_FINISHED);
    assert_int_equal(wk_cycle(machine), 929);
    assert_int_equal(wk_compare(machine, &comparison, &said), WK_OK);
    assert_true(comparison.expected && comparison.match);
    assert_int_equal(comparison.compared, 512);
    assert_int_equal(comparison.wrong, 0);
    assert_string_equal(comparison.first, "");
    wk_destroy(machine);
    machine = machine_of(FADD "launch.json", &fast);
    assert_int_equal(wk_run(machine, 1000, &said), WK_FINISHED);
    assert_int_equal(wk_cycle(machine), 209);
    wk_destroy(machine);
}

/* The program is the call and the export; what the fetch program does is 3 * x + 1, or in its place nothing. */
static void fetch_programs_come_with_the_launch_or_from_the_caller(void **state)
{
    (void)state;
    static const char        call[] = "CALL_FS CALL_COUNT(1) BARRIER\nEXPORT_DONE POS0, R0.x001 EOP BARRIER\n";
    static const char *const texts[] = {"ALU @a BARRIER\nRETURN BARRIER\na:\n  x: MULADD_IEEE R0.x, R0.x, 3.0, 1.0\n",
                                        "RETURN BARRIER\n"};
    static const char        launch_text[] = "{\"wekiva\": 1, \"stage\": \"vs\", \"threads\": 1, \"num_gprs\": 1, "
                                             "\"stack_size\": 1, \"fetch_shader\": \"fetch.s\", \"gprs\": "
                                             "{\"first\": 0, \"count\": 1, \"file\": \"in.bin\"}}";
    static const float       in[4] = {5};
    static const uint32_t    expected[] = {0x41800000, 0x40a00000}; /* 16.0, 5.0 */
    const struct wk_file     file = {"in.bin", in, sizeof in};
    struct wk_program       *program, *nothing;
    struct wk_launch        *launch;
    put_file(in_folder("fetch.s"), texts[0], strlen(texts[0]));
    assert_int_equal(wk_program_parse("call.s", call, sizeof call - 1, &program, &said), WK_OK);
    assert_int_equal(wk_program_parse("nothing.s", texts[1], strlen(texts[1]), &nothing, &said), WK_OK);
    assert_int_equal(
        wk_launch_parse(in_folder("fetch.json"), launch_text, sizeof launch_text - 1, &file, 1, &launch, &said), WK_OK);
    unlink(in_folder("fetch.s")); /* it has been read */
    for (unsigned i = 0; i < 2; i++) {
        const struct wk_options options = {.fetch_program = i ? nothing : NULL};
        struct wk_machine      *machine;
        uint32_t                value[4];
        assert_int_equal(wk_create(program, launch, &options, &machine, &said), WK_OK);
        assert_int_equal(wk_run(machine, 10000, &said), WK_FINISHED);
        assert_int_equal(wk_export_value(machine, 0, 0, value, NULL), WK_OK);
        assert_int_equal(value[0], expected[i]);
        wk_destroy(machine);
    }
    wk_program_free(program);
    wk_program_free(nothing);
    wk_launch_free(launch);
}

static void programs_come_with_the_launch_from_memory(void **state)
{
    (void)state;
    static const char    call[] = "CALL_FS CALL_COUNT(1) BARRIER\nEXPORT_DONE POS0, R0.x001 EOP BARRIER\n";
    static const char    fetch[] = "RETURN BARRIER\n", wrong[] = "RETURN NOWHERE\n";
    static const float   in[4] = {5};
    static const char    text[] = "{\"wekiva\": 1, \"program\": \"call.s\", \"stage\": \"vs\", \"threads\": 1, "
                                  "\"num_gprs\": 1, \"stack_size\": 1, \"fetch_shader\": \"fetch.s\", \"gprs\": "
                                  "{\"first\": 0, \"count\": 1, \"file\": \"in.bin\"}}";
    const struct wk_file files[] = {
        {"in.bin", in, sizeof in}, {"call.s", call, sizeof call - 1}, {"fetch.s", fetch, sizeof fetch - 1}};
    const struct wk_file bad[] = {files[0], files[1], {"fetch.s", wrong, sizeof wrong - 1}};
    struct wk_launch    *launch;
    struct wk_machine   *machine;
    uint32_t             value[4];
    assert_int_equal(wk_launch_parse("nowhere/x", text, sizeof text - 1, files, 3, &launch, &said), WK_OK);
    assert_int_equal(wk_create(NULL, launch, NULL, &machine, &said), WK_OK);
    wk_launch_free(launch);
    assert_int_equal(wk_run(machine, 10000, &said), WK_FINISHED);
    assert_int_equal(wk_export_value(machine, 0, 0, value, NULL), WK_OK);
    assert_int_equal(value[0], 0x40a00000);
    wk_destroy(machine);
    ASSERT_REFUSED(wk_launch_parse("nowhere/x", text, sizeof text - 1, bad, 3, &launch, &said), WK_REFUSED, "NOWHERE");
    assert_string_equal(said.file, "fetch.s");
    ASSERT_REFUSED(wk_launch_parse("nowhere/x", text, sizeof text - 1, files, 2, &launch, &said), WK_REFUSED,
                   "fetch.s: No such file");
}

static void a_broken_rule_stops_the_clock(void **state)
{
    (void)state;
    const char         pop[] = "POP POP_COUNT(1) BARRIER\nNOP EOP BARRIER\n";
    struct wk_program *program;
    struct wk_launch  *launch;
    struct wk_machine *machine;
    const char text[] = "{\"wekiva\": 1, \"stage\": \"ps\", \"threads\": 64, \"num_gprs\": 1, \"stack_size\": 1}";
    assert_int_equal(wk_program_parse("pop.s", pop, sizeof pop - 1, &program, &said), WK_OK);
    assert_int_equal(wk_launch_parse("pop.json", text, sizeof text - 1, NULL, 0, &launch, &said), WK_OK);
    assert_int_equal(wk_create(program, launch, NULL, &machine, &said), WK_OK);
    ASSERT_REFUSED(wk_run(machine, 100000, &said), WK_STOPPED, "a pop without a push (ISA 3.7.2)");
    assert_string_equal(said.file, "pop.s");
    const uint64_t cycle = wk_cycle(machine);
    assert_int_equal(wk_clock(machine, 1, NULL), WK_STOPPED);
    assert_int_equal(wk_state(machine, NULL), WK_STOPPED);
    assert_int_equal(wk_cycle(machine), cycle);
    wk_destroy(machine);
    wk_program_free(program);
    wk_launch_free(launch);
}

static void a_wrong_result_is_told(void **state)
{
    (void)state;
    struct wk_launch    *launch;
    struct wk_machine   *machine;
    struct wk_comparison comparison;
    size_t               length, golden_length;
    char                *text = slurp(FADD "launch.json", &length), *golden = slurp(FADD "golden.bin", &golden_length);
    golden[16 * 17 + 4] ^= 1; /* thread 17, y */
    golden[16 * 17 + 5] ^= 1;
    golden[16 * 17 + 6] ^= 1;
    const struct wk_file file = {"golden.bin", golden, golden_length};
    assert_int_equal(wk_launch_parse(FADD "launch.json", text, length, &file, 1, &launch, &said), WK_OK);
    assert_int_equal(wk_create(NULL, launch, NULL, &machine, &said), WK_OK);
    assert_int_equal(wk_run(machine, 0, &said), WK_FINISHED);
    assert_int_equal(wk_compare(machine, &comparison, &said), WK_OK);
    assert_true(comparison.expected && !comparison.match);
    assert_int_equal(comparison.wrong, 1);
    assert_non_null(strstr(comparison.first, "thread 17 PIX0.y"));
    ASSERT_REFUSED(wk_compare(machine, NULL, &said), WK_BAD_ARGUMENT, "NULL");
    wk_destroy(machine);
    wk_launch_free(launch);
    free(text);
    free(golden);
}

/* ---- signals -------------------------------------------------------------------------------------------------------
 */

static void every_signal_has_a_path_and_a_value_of_its_width(void **state)
{
    (void)state;
    struct wk_machine *machine = machine_of(FADD "launch.json", NULL);
    const unsigned     count = wk_signal_count(machine);
    assert_int_equal(wk_run(machine, 500, NULL), WK_LIMIT);
    assert_true(count > 1000 && wk_instance_count(machine) > 40);
    for (unsigned i = 0; i < count; i++) {
        struct wk_signal signal, found;
        char             path[160];
        uint64_t         value;
        assert_int_equal(wk_signal_at(machine, i, &signal), WK_OK);
        assert_string_equal(signal.instance, wk_instance_at(machine, signal.instance_number));
        snprintf(path, sizeof path, "%s.%s", signal.instance, signal.name);
        assert_int_equal(wk_find(machine, path, &found, &said), WK_OK);
        assert_memory_equal(&found.instance_number, &signal.instance_number, 2 * sizeof(unsigned));
        assert_true(signal.bits >= 1 && signal.bits <= 64 && signal.rows >= 1 && signal.elements >= 1);
        assert_true(signal.kind == WK_MEMORY || signal.rows == 1 || signal.kind == WK_WIRE);
        signal.row = signal.rows - 1;
        signal.element = signal.elements - 1;
        assert_int_equal(wk_read(machine, &signal, &value), WK_OK);
        assert_true(signal.bits == 64 || value >> signal.bits == 0);
        signal.row++;
        assert_int_equal(wk_read(machine, &signal, &value), WK_OUT_OF_RANGE);
        assert_int_equal(wk_write(machine, &signal, 0), WK_OUT_OF_RANGE);
        signal.row--;
        signal.element++;
        assert_int_equal(wk_read(machine, &signal, &value), WK_OUT_OF_RANGE);
        assert_int_equal(wk_write(machine, &signal, 0), WK_OUT_OF_RANGE);
    }
    struct wk_signal beyond;
    assert_int_equal(wk_signal_at(machine, count, &beyond), WK_BAD_ARGUMENT);
    assert_null(wk_instance_at(machine, wk_instance_count(machine)));
    wk_destroy(machine);
}

static void paths_that_are_none_are_named(void **state)
{
    (void)state;
    struct wk_machine       *machine = machine_of(FADD "launch.json", NULL);
    uint64_t                 value = 77;
    static const char *const none[] = {"",
                                       ".",
                                       "o_decode",
                                       "gpu.simd0.cf_sequencer",
                                       "gpu.simd0.cf_sequencer.",
                                       "gpu.simd0.cf_sequencer.decode",
                                       "gpu.simd0.cf_sequencer.o_decod",
                                       "gpu.simd0.cf_sequencer.o_decodes",
                                       "gpu.simd0.cf_sequencerr.o_decode",
                                       "pu.simd0.cf_sequencer.o_decode",
                                       "gpu.simd0.cf_sequencer.o_decode[",
                                       "gpu.simd0.cf_sequencer.o_decode[]",
                                       "gpu.simd0.cf_sequencer.o_decode[0",
                                       "gpu.simd0.cf_sequencer.o_decode[0]x",
                                       "gpu.simd0.cf_sequencer.o_decode[-1]",
                                       "gpu.simd0.cf_sequencer.o_decode[99999999999]",
                                       "gpu.simd0.gpr_file.m_x[0][0][0]"};
    static const char *const beyond[] = {"gpu.simd0.cf_sequencer.o_decode[1]", "gpu.simd0.cf_sequencer.o_decode[0][0]",
                                         "gpu.simd0.gpr_file.m_x[256]", "gpu.simd0.gpr_file.m_x[0][64]",
                                         "gpu.simd0.alu_x.o_result[16]"};
    for (unsigned i = 0; i < sizeof none / sizeof none[0]; i++)
        ASSERT_REFUSED(wk_get(machine, none[i], &value, &said), WK_NO_SIGNAL, "expected");
    for (unsigned i = 0; i < sizeof beyond / sizeof beyond[0]; i++) {
        ASSERT_REFUSED(wk_get(machine, beyond[i], &value, &said), WK_OUT_OF_RANGE, "counted from 0");
        ASSERT_REFUSED(wk_set(machine, beyond[i], 0, &said), WK_OUT_OF_RANGE, "counted from 0");
    }
    assert_int_equal(value, 77);
    ASSERT_REFUSED(wk_set(machine, "gpu.simd0.cf_sequencer.o_decode", 2, &said), WK_OUT_OF_RANGE, "out of range");
    ASSERT_REFUSED(wk_set(machine, "gpu.simd0.cf_sequencer.i_nobody", 1, &said), WK_NOT_WRITABLE,
                   "driven by the machine");
    ASSERT_REFUSED(wk_set(machine, "gpu.simd0.cf_sequencer.i_decode_clk", 1, &said), WK_NOT_WRITABLE, "driven");
    ASSERT_REFUSED(wk_get(machine, NULL, &value, &said), WK_BAD_ARGUMENT, "NULL");
    ASSERT_REFUSED(wk_get(machine, "gpu.simd0.cf_sequencer.o_decode", NULL, &said), WK_BAD_ARGUMENT, "bad argument");
    ASSERT_REFUSED(wk_get(NULL, "gpu.simd0.cf_sequencer.o_decode", &value, &said), WK_BAD_ARGUMENT, "NULL");
    wk_destroy(machine);
}

/* Wires that carry a register of another module as it is, after clocks and after the register has been written. */
static void wires_are_driven_before_they_are_read(void **state)
{
    (void)state;
    static const char *const wires[][2] = {{"wave_table.i_cf", "simd0.cf_sequencer.o_step"},
                                           {"wave_table.i_cf_slot", "simd0.cf_sequencer.o_step_slot"},
                                           {"wave_table.i_launch", "dispatcher.o_launch"},
                                           {"wave_table.i_loaded", "dispatcher.o_loaded"}};
    struct wk_machine       *machine = machine_of(FADD "launch.json", NULL);
    unsigned                 seen = 0;
    do {
        for (unsigned i = 0; i < sizeof wires / sizeof wires[0]; i++) {
            char to[64], from[64];
            snprintf(to, sizeof to, "gpu.simd0.%s", wires[i][0]);
            snprintf(from, sizeof from, "gpu.%s", wires[i][1]);
            assert_int_equal(value_of(machine, to), value_of(machine, from));
            seen |= (unsigned)(value_of(machine, from) != 0) << i;
        }
    } while (wk_clock(machine, 1, NULL) == WK_OK);
    assert_int_equal(seen, 15);
    assert_int_equal(wk_set(machine, "gpu.simd0.cf_sequencer.o_step_slot", 9, &said), WK_OK);
    assert_int_equal(value_of(machine, "gpu.simd0.wave_table.i_cf_slot"), 9);
    wk_destroy(machine);
}

static void looking_at_wires_changes_nothing(void **state)
{
    (void)state;
    struct wk_machine *machine = machine_of(FADD "launch.json", NULL), *other = machine_of(FADD "launch.json", NULL);
    struct wk_signal   signal;
    uint64_t           value;
    for (unsigned n = 0; n < 929; n += 31) {
        for (unsigned i = 0; i < wk_signal_count(machine); i++) {
            assert_int_equal(wk_signal_at(machine, i, &signal), WK_OK);
            if (signal.kind == WK_WIRE)
                assert_int_equal(wk_read(machine, &signal, &value), WK_OK);
        }
        wk_clock(machine, 31, NULL);
        wk_clock(other, 31, NULL);
        assert_same(machine, other);
    }
    assert_int_equal(wk_cycle(machine), wk_cycle(other));
    wk_destroy(machine);
    wk_destroy(other);
}

/* A wavefront's initial GPR that is changed in the register file changes what it exports. */
static void what_is_written_is_what_the_machine_goes_on_with(void **state)
{
    (void)state;
    struct wk_machine *machine = triple_machine(NULL);
    uint32_t           value[4];
    while (value_of(machine, "gpu.simd0.gpr_file.m_x[0][5]") != 0x40a00000) /* thread 5 has 5.0 */
        assert_int_equal(wk_clock(machine, 1, &said), WK_OK);
    assert_int_equal(wk_clock(machine, 20, &said), WK_OK);
    assert_int_equal(wk_set(machine, "gpu.simd0.gpr_file.m_x[0][5]", 0x42c80000, &said), WK_OK); /* 100.0 */
    assert_int_equal(value_of(machine, "gpu.simd0.gpr_file.m_x[0][5]"), 0x42c80000);
    assert_int_equal(wk_run(machine, 0, &said), WK_FINISHED);
    assert_int_equal(wk_export_value(machine, 0, 5, value, NULL), WK_OK);
    assert_int_equal(value[0], 0x43968000); /* 301.0 */
    assert_int_equal(wk_export_value(machine, 0, 6, value, NULL), WK_OK);
    assert_int_equal(value[0], 0x41980000); /* 19.0 */
    wk_destroy(machine);
}

/* The sequencer asks its cache: a module that slept is awake, after wk_write and after wk_restore. */
static void what_is_written_wakes_who_sleeps(void **state)
{
    (void)state;
    struct wk_machine *machine = machine_of(FADD "launch.json", NULL), *other = machine_of(FADD "launch.json", NULL);
    void              *bytes;
    size_t             length;
    wk_clock(machine, 1200, NULL); /* to the end, where all sleep */
    wk_clock(other, 1200, NULL);
    const uint64_t hits = value_of(machine, "gpu.simd0.cf_cache.r_hits");
    assert_int_equal(wk_set(machine, "gpu.simd0.wave_table.r_finished", 1, &said), WK_OK); /* one is left: it runs */
    assert_int_equal(wk_set(machine, "gpu.simd0.cf_sequencer.o_look", 1, &said), WK_OK);
    assert_int_equal(wk_snapshot(machine, &bytes, &length, &said), WK_OK);
    assert_int_equal(wk_restore(other, bytes, length, &said), WK_OK);
    assert_int_equal(wk_clock(machine, 5, &said), WK_OK);
    assert_int_equal(wk_clock(other, 5, &said), WK_OK);
    assert_true(value_of(machine, "gpu.simd0.cf_cache.r_hits") > hits);
    assert_same(machine, other);
    wk_free(bytes);
    wk_destroy(machine);
    wk_destroy(other);
}

/* ---- a module alone ------------------------------------------------------------------------------------------------
 */

/* The predicate starts as the active mask; UPDATE_PRED takes the flags of the lanes that executed (ISA 4.8.1.1). */
static void a_module_is_driven_alone(void **state)
{
    (void)state;
    struct wk_machine   *machine;
    struct wk_comparison comparison;
    uint32_t             value[4];
    assert_int_equal(wk_create_module("predicate", &machine, &said), WK_OK);
    assert_int_equal(wk_instance_count(machine), 1);
    assert_int_equal(wk_set(machine, "predicate.i_start", 1, &said), WK_OK);
    assert_int_equal(wk_set(machine, "predicate.i_start_active", 0xffff0000ffffffff, &said), WK_OK);
    assert_int_equal(value_of(machine, "predicate.o_predicate"), 0);
    assert_int_equal(wk_clock(machine, 1, &said), WK_OK);
    assert_true(value_of(machine, "predicate.o_predicate") == 0xffff0000ffffffff);
    assert_int_equal(wk_set(machine, "predicate.i_start", 0, &said), WK_OK);
    assert_int_equal(wk_set(machine, "predicate.i_set", 1, &said), WK_OK);
    assert_int_equal(wk_set(machine, "predicate.i_quarter", 1, &said), WK_OK);
    assert_int_equal(wk_set(machine, "predicate.i_update", 1, &said), WK_OK);
    assert_int_equal(wk_set(machine, "predicate.i_mask", 0x00ff, &said), WK_OK);
    assert_int_equal(wk_set(machine, "predicate.i_flags", 0x5555, &said), WK_OK);
    assert_int_equal(wk_clock(machine, 3, &said), WK_OK);
    assert_true(value_of(machine, "predicate.o_predicate") == 0xffff0000ff55ffff);
    assert_true(value_of(machine, "predicate.o_active") == 0xffff0000ffffffff);
    assert_int_equal(wk_cycle(machine), 4);
    ASSERT_REFUSED(wk_run(machine, 0, &said), WK_BAD_ARGUMENT, "never finishes");
    assert_int_equal(wk_run(machine, 10, &said), WK_LIMIT);
    assert_int_equal(wk_threads(machine) + wk_export_count(machine) + wk_statistics(machine, NULL, 0) +
                         wk_parameters(machine, NULL, 0),
                     0);
    assert_int_equal(wk_export_value(machine, 0, 0, value, NULL), WK_BAD_ARGUMENT);
    ASSERT_REFUSED(wk_compare(machine, &comparison, &said), WK_BAD_ARGUMENT, "a module alone");
    wk_destroy(machine);
    ASSERT_REFUSED(wk_create_module("no_such", &machine, &said), WK_REFUSED, "expected one of rotation wave_table");
    assert_null(machine);
    ASSERT_REFUSED(wk_create_module(NULL, &machine, &said), WK_BAD_ARGUMENT, "NULL");
    ASSERT_REFUSED(wk_create_module("predicate", NULL, &said), WK_BAD_ARGUMENT, "NULL");
}

static void set(struct wk_machine *machine, const char *path, uint64_t value)
{
    if (wk_set(machine, path, value, &said) != WK_OK)
        fail_msg("%s", said.text);
}

/* The instruction cache with memory of its own: a line comes miss_clk clocks behind the answer that it is not there. */
static void a_module_alone_has_memory_outside(void **state)
{
    (void)state;
    struct wk_machine *machine;
    assert_int_equal(wk_create_module("icache", &machine, &said), WK_OK);
    assert_int_equal(wk_instance_count(machine), 2);
    assert_string_equal(wk_instance_at(machine, 1), "outside");
    assert_true(value_of(machine, "icache.i_sets") > 0); /* an rv770's */
    set(machine, "icache.i_miss_clk", 40);
    set(machine, "outside.m_program[48]", 0x11111111); /* line 3 */
    set(machine, "outside.m_program[49]", 0x22222222);
    for (unsigned look = 0; look < 2; look++) {
        set(machine, "icache.i_look", 1);
        set(machine, "icache.i_look_line", 3);
        wk_clock(machine, 1, NULL);
        set(machine, "icache.i_look", 0);
        assert_int_equal(value_of(machine, "icache.o_answer"), 1);
        assert_int_equal(value_of(machine, "icache.o_hit"), look);
        if (look)
            break;
        wk_clock(machine, 39, NULL);
        assert_int_equal(value_of(machine, "icache.o_fill"), 0);
        wk_clock(machine, 1, NULL);
        assert_int_equal(value_of(machine, "icache.o_fill"), 1);
        assert_int_equal(value_of(machine, "icache.o_fill_line"), 3);
    }
    char path[64];
    snprintf(path, sizeof path, "icache.m_data[%u][0]", (unsigned)value_of(machine, "icache.o_way"));
    assert_true(value_of(machine, path) == 0x2222222211111111);
    wk_destroy(machine);
}

/* A strap that is written before the first clock is one of the reset. */
static void a_strap_resets_a_module_alone(void **state)
{
    (void)state;
    struct wk_machine *machine;
    assert_int_equal(wk_create_module("place_table", &machine, &said), WK_OK);
    set(machine, "place_table.i_rows", 100);
    assert_int_equal(value_of(machine, "place_table.o_rows_left"), 100);
    wk_clock(machine, 1, NULL);
    set(machine, "place_table.i_rows", 50);
    assert_int_equal(value_of(machine, "place_table.o_rows_left"), 100);
    wk_destroy(machine);
}

/* All of the lists: each idles, is saved and restored, and has a waveform. */
static void every_module_may_be_alone(void **state)
{
    (void)state;
    struct wk_machine *machine;
    char               names[sizeof said.text], page[128];
    unsigned           count = 0;
    ASSERT_REFUSED(wk_create_module("none", &machine, &said), WK_REFUSED, "expected one of ");
    memcpy(names, said.text, sizeof names);
    for (char *rest, *name = strtok_r(strstr(names, "one of ") + 7, " ", &rest); name;
         name = strtok_r(NULL, " ", &rest), count++) {
        void  *bytes;
        size_t length;
        assert_int_equal(wk_create_module(name, &machine, &said), WK_OK);
        assert_string_equal(wk_instance_at(machine, 0), name);
        snprintf(page, sizeof page, "docs/ports/%s.md", name);
        assert_int_equal(access(page, R_OK), 0);
        assert_int_equal(wk_trace_start(machine, in_folder("a.vcd"), NULL, &said), WK_OK);
        assert_int_equal(wk_clock(machine, 100, &said), WK_OK);
        assert_int_equal(wk_trace_stop(machine, &said), WK_OK);
        assert_int_equal(wk_snapshot(machine, &bytes, &length, &said), WK_OK);
        assert_int_equal(wk_clock(machine, 5, &said), WK_OK);
        assert_int_equal(wk_restore(machine, bytes, length, &said), WK_OK);
        assert_int_equal(wk_cycle(machine), 100);
        wk_free(bytes);
        wk_destroy(machine);
    }
    glob_t pages; /* one for each, and those of README and of the nets */
    assert_int_equal(glob("docs/ports/*.md", 0, NULL, &pages), 0);
    assert_int_equal(count, pages.gl_pathc - 2);
    globfree(&pages);
}

static uint64_t random_state = 88172645463325252u;
static uint64_t random_word(void)
{
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    return random_state ^= random_state << 17;
}

/* Those that may be alone take any inputs of their widths; the sanitizers of `make check` look at it. */
static void modules_alone_take_any_inputs(void **state)
{
    (void)state;
    static const char *const modules[] = {"rotation",  "cf_sequencer",     "alu_slot",
                                          "predicate", "address_register", "write_back"};
    for (unsigned m = 0; m < sizeof modules / sizeof modules[0]; m++) {
        struct wk_machine *machine;
        assert_int_equal(wk_create_module(modules[m], &machine, &said), WK_OK);
        for (unsigned n = 0; n < 400; n++) {
            struct wk_signal signal;
            for (unsigned i = 0; wk_signal_at(machine, i, &signal) == WK_OK; i++) {
                const bool written = signal.kind == WK_WIRE || (signal.kind == WK_STRAP && n % 100 == 0);
                for (; written && signal.row < signal.rows; signal.row++)
                    for (signal.element = 0; signal.element < signal.elements; signal.element++) {
                        const uint64_t word = random_word(),
                                       most = signal.bits < 64 ? (UINT64_C(1) << signal.bits) - 1 : UINT64_MAX;
                        assert_int_equal(wk_write(machine, &signal,
                                                  word % 3   ? word & most
                                                  : word % 2 ? most
                                                             : 0),
                                         WK_OK);
                    }
            }
            assert_int_equal(wk_clock(machine, 1, NULL), WK_OK);
        }
        wk_destroy(machine);
    }
}

/* ---- snapshots -----------------------------------------------------------------------------------------------------
 */

static void a_snapshot_continues_bit_for_bit(void **state)
{
    (void)state;
    static const char *const launches[] = {FADD "launch.json", LOOPS "launch.json"};
    for (unsigned l = 0; l < 2; l++)
        for (uint64_t at = 0; at < 1000; at += 310) {
            struct wk_machine *whole = machine_of(launches[l], NULL), *parts = machine_of(launches[l], NULL);
            void              *bytes;
            size_t             length;
            wk_clock(whole, at, NULL);
            assert_int_equal(wk_snapshot(whole, &bytes, &length, &said), WK_OK);
            wk_clock(parts, 777, NULL); /* further, or less far */
            assert_int_equal(wk_restore(parts, bytes, length, &said), WK_OK);
            assert_same(whole, parts);
            for (unsigned n = 0; n < 5; n++) {
                assert_int_equal(wk_clock(whole, 60, NULL), wk_clock(parts, 60, NULL));
                assert_same(whole, parts);
            }
            assert_int_equal(wk_run(whole, 0, NULL), WK_FINISHED);
            assert_int_equal(wk_run(parts, 0, NULL), WK_FINISHED);
            assert_same(whole, parts);
            wk_free(bytes);
            wk_destroy(whole);
            wk_destroy(parts);
        }
    wk_free(NULL);
}

static void a_restored_machine_has_no_exports_of_its_future(void **state)
{
    (void)state;
    struct wk_machine *machine = machine_of(FADD "launch.json", NULL);
    void              *bytes;
    size_t             length;
    assert_int_equal(wk_snapshot(machine, &bytes, &length, &said), WK_OK);
    assert_int_equal(wk_run(machine, 0, NULL), WK_FINISHED);
    assert_int_equal(wk_export_count(machine), 1);
    assert_int_equal(wk_restore(machine, bytes, length, &said), WK_OK);
    assert_int_equal(wk_export_count(machine), 0);
    assert_int_equal(wk_cycle(machine), 0);
    wk_free(bytes);
    wk_destroy(machine);
}

static void damaged_snapshots_are_refused_and_change_nothing(void **state)
{
    (void)state;
    struct wk_machine *machine = machine_of(FADD "launch.json", NULL), *other = machine_of(FADD "launch.json", NULL);
    struct wk_machine *loops = machine_of(LOOPS "launch.json", NULL);
    unsigned char     *bytes;
    void              *taken;
    size_t             length;
    wk_clock(machine, 900, NULL); /* some quarters have been exported */
    assert_int_equal(wk_snapshot(machine, &taken, &length, &said), WK_OK);
    bytes = taken;
    for (size_t i = 0; i < length; i += i < 40 || i + 200 > length ? 3 : length / 40) {
        bytes[i] ^= 0x10;
        assert_int_equal(wk_restore(other, bytes, length, &said), WK_REFUSED);
        bytes[i] ^= 0x10;
    }
    for (size_t cut = 0; cut < length; cut += cut < 40 || cut + 200 > length ? 3 : length / 40)
        assert_int_equal(wk_restore(other, bytes, cut, &said), WK_REFUSED);
    ASSERT_REFUSED(wk_restore(loops, bytes, length, &said), WK_REFUSED, "another program");
    ASSERT_REFUSED(wk_restore(other, NULL, length, &said), WK_BAD_ARGUMENT, "NULL");
    ASSERT_REFUSED(wk_restore(NULL, bytes, length, &said), WK_BAD_ARGUMENT, "NULL");
    ASSERT_REFUSED(wk_snapshot(machine, NULL, &length, &said), WK_BAD_ARGUMENT, "NULL");
    struct wk_machine *fresh = machine_of(FADD "launch.json", NULL);
    assert_same(other, fresh);
    wk_free(taken);
    wk_destroy(machine);
    wk_destroy(other);
    wk_destroy(loops);
    wk_destroy(fresh);
}

static void a_snapshot_may_be_a_file(void **state)
{
    (void)state;
    struct wk_machine *machine = machine_of(FADD "launch.json", NULL), *other = machine_of(FADD "launch.json", NULL);
    size_t             length;
    wk_clock(machine, 600, NULL);
    assert_int_equal(wk_snapshot_save(machine, in_folder("half"), &said), WK_OK);
    assert_int_equal(wk_snapshot_load(other, in_folder("half"), &said), WK_OK);
    assert_same(machine, other);
    char *text = slurp(in_folder("half"), &length);
    put_file(in_folder("cut"), text, length - 1);
    free(text);
    ASSERT_REFUSED(wk_snapshot_load(other, in_folder("cut"), &said), WK_REFUSED, "expected another size");
    assert_string_equal(said.file, in_folder("cut"));
    assert_same(machine, other);
    ASSERT_REFUSED(wk_snapshot_load(other, in_folder("none"), &said), WK_REFUSED, "No such file");
    ASSERT_REFUSED(wk_snapshot_save(machine, in_folder("none/half"), &said), WK_REFUSED, "No such file");
    ASSERT_REFUSED(wk_snapshot_load(other, NULL, &said), WK_BAD_ARGUMENT, "NULL");
    ASSERT_REFUSED(wk_snapshot_save(NULL, "x", &said), WK_BAD_ARGUMENT, "NULL");
    wk_destroy(machine);
    wk_destroy(other);
}

/* ---- waveforms -----------------------------------------------------------------------------------------------------
 */

static void a_trace_is_of_the_cycles_in_which_it_is_on(void **state)
{
    (void)state;
    const struct wk_trace_options cf = {.scope = "gpu.simd0.cf_sequencer*"}, wrong = {.scope = "no.such"};
    struct wk_machine *machine = machine_of(FADD "launch.json", NULL), *other = machine_of(FADD "launch.json", NULL);
    size_t             length;
    void              *bytes;
    wk_clock(machine, 100, NULL);
    ASSERT_REFUSED(wk_trace_stop(machine, &said), WK_BUSY, "no trace");
    ASSERT_REFUSED(wk_trace_start(machine, in_folder("a.vcd"), &wrong, &said), WK_REFUSED, "no.such");
    ASSERT_REFUSED(wk_trace_start(machine, in_folder("none/a.vcd"), NULL, &said), WK_REFUSED, "No such file");
    ASSERT_REFUSED(wk_trace_start(machine, NULL, NULL, &said), WK_BAD_ARGUMENT, "NULL");
    assert_int_equal(wk_trace_start(machine, in_folder("a.vcd"), &cf, &said), WK_OK);
    ASSERT_REFUSED(wk_trace_start(machine, in_folder("b.vcd"), &cf, &said), WK_BUSY, "is on");
    assert_int_equal(wk_snapshot(machine, &bytes, &length, NULL), WK_OK);
    ASSERT_REFUSED(wk_restore(machine, bytes, length, &said), WK_BUSY, "a trace is on");
    ASSERT_REFUSED(wk_snapshot_load(machine, "x", &said), WK_BUSY, "a trace is on");
    wk_free(bytes);
    wk_clock(machine, 50, NULL);
    assert_int_equal(wk_trace_stop(machine, &said), WK_OK);
    wk_clock(other, 150, NULL);
    assert_same(machine, other); /* tracing changes nothing */
    char *text = slurp(in_folder("a.vcd"), &length);
    assert_non_null(strstr(text, "cf_sequencer"));
    assert_non_null(strstr(text, "o_decode"));
    assert_null(strstr(text, "wave_table"));
    assert_non_null(strstr(text, "\n#1000\n")); /* tenths of a nanosecond */
    assert_null(strstr(text, "\n#990\n"));
    assert_non_null(strstr(text, "\n#1500\n"));
    free(text);
    /* Another one of the same machine, ended by wk_destroy. */
    assert_int_equal(wk_trace_start(machine, in_folder("c.vcd"), NULL, &said), WK_OK);
    wk_clock(machine, 2, NULL);
    wk_destroy(machine);
    text = slurp(in_folder("c.vcd"), &length);
    assert_non_null(strstr(text, "\n#1520\n"));
    free(text);
    wk_destroy(other);
}

/* How often a signal of one bit rises in a waveform. */
static unsigned rises(const char *text, const char *name)
{
    char        declared[64], change[8];
    const char *at;
    unsigned    count = 0;
    snprintf(declared, sizeof declared, " %s $end", name);
    at = strstr(text, declared);
    assert_non_null(at);
    snprintf(change, sizeof change, "\n1%c\n", at[-1]);
    for (at = strstr(text, change); at; at = strstr(at + 1, change))
        count++;
    return count;
}

/* A wire in it is that of each clock: it rises with the register that it carries. */
static void a_trace_has_the_wires(void **state)
{
    (void)state;
    const struct wk_trace_options scope = {.scope = "gpu.simd0.wave_table.i_cf,gpu.simd0.cf_sequencer.o_step"};
    struct wk_machine            *machine = machine_of(FADD "launch.json", NULL);
    size_t                        length;
    assert_int_equal(wk_trace_start(machine, in_folder("a.vcd"), &scope, &said), WK_OK);
    unsigned steps = 0;
    for (uint64_t was = 0, is; wk_clock(machine, 1, &said) == WK_OK; was = is) {
        is = value_of(machine, "gpu.simd0.cf_sequencer.o_step");
        steps += is && !was;
    }
    assert_int_equal(wk_trace_stop(machine, &said), WK_OK);
    wk_destroy(machine);
    char *text = slurp(in_folder("a.vcd"), &length);
    assert_true(steps >= 4); /* two wavefronts, from the ALU clause and from the export */
    assert_int_equal(rises(text, "o_step"), steps);
    assert_int_equal(rises(text, "i_cf"), steps);
    free(text);
}

static void a_trace_has_watched_registers(void **state)
{
    (void)state;
    const char *const names[] = {"w0.t5.R0.x", "w0.t63.R0.y:hex"}, *const beyond[] = {"w1.t0.R0.x"};
    const char *const twice[] = {names[0], "w0.t5.R0.x:int"}, *const null[] = {NULL};
    const struct wk_trace_options watch = {.scope = "gpu.dispatcher*", .watches = names, .watch_count = 2},
                                  wrong = {.watches = beyond, .watch_count = 1},
                                  same = {.watches = twice, .watch_count = 2},
                                  none = {.watches = null, .watch_count = 1}, lost = {.watch_count = 1};
    struct wk_machine *machine = triple_machine(NULL), *module;
    size_t             length;
    ASSERT_REFUSED(wk_trace_start(machine, in_folder("a.vcd"), &wrong, &said), WK_REFUSED,
                   "w1.t0.R0.x: expected a wavefront");
    ASSERT_REFUSED(wk_trace_start(machine, in_folder("a.vcd"), &same, &said), WK_REFUSED, "only once");
    ASSERT_REFUSED(wk_trace_start(machine, in_folder("a.vcd"), &none, &said), WK_BAD_ARGUMENT, "NULL");
    ASSERT_REFUSED(wk_trace_start(machine, in_folder("a.vcd"), &lost, &said), WK_BAD_ARGUMENT, "NULL");
    assert_int_equal(wk_trace_start(machine, in_folder("a.vcd"), &watch, &said), WK_OK);
    wk_run(machine, 0, &said);
    assert_int_equal(wk_trace_stop(machine, &said), WK_OK);
    wk_destroy(machine);
    char *text = slurp(in_folder("a.vcd"), &length);
    assert_non_null(strstr(text, " w0_t5_R0_x_float "));
    assert_non_null(strstr(text, " w0_t63_R0_y_hex "));
    assert_non_null(strstr(text, "\nb1000000101000000000000000000000 ")); /* 5.0, */
    assert_non_null(strstr(text, "\nb1000001100000000000000000000000 ")); /* then 16.0 */
    free(text);
    assert_int_equal(wk_create_module("predicate", &module, &said), WK_OK);
    ASSERT_REFUSED(wk_trace_start(module, in_folder("a.vcd"), &watch, &said), WK_BAD_ARGUMENT, "module alone");
    assert_int_equal(wk_trace_start(module, in_folder("a.vcd"), NULL, &said), WK_OK);
    wk_destroy(module);
}

/* What the last edge has left is in it. */
static void a_trace_ends_with_the_present_cycle(void **state)
{
    (void)state;
    struct wk_machine *machine;
    size_t             length;
    assert_int_equal(wk_create_module("rotation", &machine, &said), WK_OK);
    assert_int_equal(wk_set(machine, "rotation.i_run", 1, &said), WK_OK);
    assert_int_equal(wk_trace_start(machine, in_folder("a.vcd"), NULL, &said), WK_OK);
    assert_int_equal(wk_clock(machine, 1, &said), WK_OK);
    assert_int_equal(wk_trace_stop(machine, &said), WK_OK);
    wk_destroy(machine);
    char *text = slurp(in_folder("a.vcd"), &length);
    char *end = strstr(text, "\n#10\n");
    assert_non_null(end);
    assert_non_null(strstr(end, "b1 ")); /* the count of the rotation after one clock, and the cycle */
    free(text);
}

/* ---- results -------------------------------------------------------------------------------------------------------
 */

static void statistics_and_parameters_are_rows(void **state)
{
    (void)state;
    const char *const       setting[] = {"ic_miss_clk=40"};
    const struct wk_options fast = {.chip = "rv710", .settings = setting, .setting_count = 1};
    struct wk_machine      *machine = machine_of(FADD "launch.json", &fast);
    struct wk_statistic     statistics[256];
    struct wk_parameter     parameters[256];
    bool                    cycles = false, miss = false;
    wk_run(machine, 0, NULL);
    const unsigned count = wk_statistics(machine, statistics, 256), chip = wk_parameters(machine, parameters, 256);
    assert_true(count > 20 && count < 256 && chip > 20 && chip < 256);
    assert_int_equal(wk_statistics(machine, NULL, 0), count);
    assert_int_equal(wk_parameters(machine, NULL, 5), chip);
    for (unsigned i = 0; i < count; i++)
        if (strcmp(statistics[i].instance, "gpu") == 0 && strcmp(statistics[i].name, "cycles") == 0)
            cycles = statistics[i].value == wk_cycle(machine);
    for (unsigned i = 0; i < chip; i++)
        if (strcmp(parameters[i].name, "ic_miss_clk") == 0)
            miss = parameters[i].value == 40;
    assert_true(cycles && miss);
    assert_string_equal(parameters[0].text, "rv710");
    statistics[1].name = "kept";
    assert_int_equal(wk_statistics(machine, statistics, 1), count);
    assert_string_equal(statistics[1].name, "kept");
    wk_destroy(machine);
}

static void nulls_are_no_machines(void **state)
{
    (void)state;
    struct wk_signal signal = {.instance_number = 9999};
    struct wk_export target;
    uint64_t         value;
    assert_int_equal(wk_cycle(NULL) + wk_instance_count(NULL) + wk_signal_count(NULL) + wk_threads(NULL) +
                         wk_export_count(NULL) + wk_statistics(NULL, NULL, 0) + wk_parameters(NULL, NULL, 0),
                     0);
    assert_int_equal(wk_killed(NULL, 0), 0);
    assert_null(wk_instance_at(NULL, 0));
    assert_int_equal(wk_signal_at(NULL, 0, &signal), WK_BAD_ARGUMENT);
    assert_int_equal(wk_read(NULL, &signal, &value), WK_BAD_ARGUMENT);
    assert_int_equal(wk_write(NULL, &signal, 0), WK_BAD_ARGUMENT);
    assert_int_equal(wk_export_at(NULL, 0, &target), WK_BAD_ARGUMENT);
    assert_int_equal(wk_state(NULL, NULL), WK_BAD_ARGUMENT);
    assert_int_equal(wk_clock(NULL, 1, NULL), WK_BAD_ARGUMENT);
    assert_int_equal(wk_run(NULL, 1, NULL), WK_BAD_ARGUMENT);
    assert_int_equal(wk_trace_start(NULL, "x.vcd", NULL, NULL), WK_BAD_ARGUMENT);
    assert_int_equal(wk_trace_stop(NULL, NULL), WK_BAD_ARGUMENT);
    wk_destroy(NULL);
    struct wk_machine *machine;
    assert_int_equal(wk_create_module("predicate", &machine, NULL), WK_OK);
    assert_int_equal(wk_read(machine, &signal, &value), WK_BAD_ARGUMENT); /* of another machine */
    assert_int_equal(wk_read(machine, NULL, &value), WK_BAD_ARGUMENT);
    wk_destroy(machine);
    assert_string_equal(wk_status_text(WK_OK), "no error");
    assert_string_equal(wk_status_text(WK_BUSY), "a trace is on, or none is");
    assert_string_equal(wk_status_text((enum wk_status)99), "unknown status");
    assert_string_equal(wk_status_text((enum wk_status) - 1), "unknown status");
}

/* ---- threads -------------------------------------------------------------------------------------------------------
 */

struct job {
    const struct wk_launch *launch;
    const char             *setting, *path;
    void                   *bytes;
    size_t                  length;
    pthread_t               thread;
};

/* Everything that a machine does: made, traced, clocked, looked at, restored, run to its end. */
static void *work(void *argument)
{
    struct job             *job = argument;
    const struct wk_options options = {.settings = &job->setting, .setting_count = 1};
    struct wk_machine      *machine = NULL;
    void                   *start = NULL;
    size_t                  length;
    uint64_t                value;
    bool                    good = wk_create(NULL, job->launch, &options, &machine, NULL) == WK_OK &&
                wk_snapshot(machine, &start, &length, NULL) == WK_OK && wk_clock(machine, 150, NULL) == WK_OK &&
                wk_restore(machine, start, length, NULL) == WK_OK &&
                wk_trace_start(machine, job->path, NULL, NULL) == WK_OK;
    while (good && wk_clock(machine, 10, NULL) == WK_OK)
        good = wk_get(machine, "gpu.simd0.cf_sequencer.i_nobody", &value, NULL) == WK_OK;
    good = good && wk_state(machine, NULL) == WK_FINISHED && wk_trace_stop(machine, NULL) == WK_OK &&
           wk_snapshot(machine, &job->bytes, &job->length, NULL) == WK_OK;
    wk_free(start);
    wk_destroy(machine);
    return good ? job : NULL;
}

/* Two by two at once, with one launch, what each gives alone. */
static void machines_in_threads_give_the_bytes_of_one(void **state)
{
    (void)state;
    enum { JOBS = 4 };
    static const char *const settings[] = {"ic_miss_clk=40", "ic_miss_clk=90"};
    struct wk_launch        *launch;
    struct job               alone[2] = {{.path = in_folder("0.vcd")}, {.path = in_folder("1.vcd")}}, jobs[JOBS];
    char                     paths[JOBS][256];
    assert_int_equal(wk_launch_load(FADD "launch.json", &launch, &said), WK_OK);
    for (unsigned i = 0; i < 2; i++) {
        alone[i].launch = launch;
        alone[i].setting = settings[i];
        assert_non_null(work(&alone[i]));
    }
    for (unsigned i = 0; i < JOBS; i++) {
        snprintf(paths[i], sizeof paths[i], "%s/t%u.vcd", folder, i);
        jobs[i] = (struct job){.launch = launch, .setting = settings[i % 2], .path = paths[i]};
        assert_int_equal(pthread_create(&jobs[i].thread, NULL, work, &jobs[i]), 0);
    }
    for (unsigned i = 0; i < JOBS; i++) {
        void  *good;
        size_t length, alone_length;
        assert_int_equal(pthread_join(jobs[i].thread, &good), 0);
        assert_non_null(good);
        assert_int_equal(jobs[i].length, alone[i % 2].length);
        assert_memory_equal(jobs[i].bytes, alone[i % 2].bytes, jobs[i].length);
        char *text = slurp(jobs[i].path, &length), *alone_text = slurp(alone[i % 2].path, &alone_length);
        assert_int_equal(length, alone_length);
        assert_memory_equal(text, alone_text, length);
        free(text);
        free(alone_text);
        wk_free(jobs[i].bytes);
    }
    assert_true(alone[0].length == alone[1].length && memcmp(alone[0].bytes, alone[1].bytes, alone[0].length) != 0);
    wk_free(alone[0].bytes);
    wk_free(alone[1].bytes);
    wk_launch_free(launch);
}

static int open_folder(void **state)
{
    (void)state;
    return mkdtemp(folder) ? 0 : -1;
}

static int remove_folder(void **state)
{
    (void)state;
    static const char *const names[] = {"half",  "cut",    "a.vcd",  "c.vcd",  "0.vcd",
                                        "1.vcd", "t0.vcd", "t1.vcd", "t2.vcd", "t3.vcd"};
    for (unsigned i = 0; i < sizeof names / sizeof names[0]; i++)
        unlink(in_folder(names[i]));
    return rmdir(folder); /* nothing else has been left */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(everything_may_come_from_memory),
        cmocka_unit_test(programs_that_are_none_are_refused),
        cmocka_unit_test(launches_that_are_none_are_refused),
        cmocka_unit_test(options_are_checked),
        cmocka_unit_test(the_clock_counts_as_the_command_does),
        cmocka_unit_test(fetch_programs_come_with_the_launch_or_from_the_caller),
        cmocka_unit_test(programs_come_with_the_launch_from_memory),
        cmocka_unit_test(a_broken_rule_stops_the_clock),
        cmocka_unit_test(a_wrong_result_is_told),
        cmocka_unit_test(every_signal_has_a_path_and_a_value_of_its_width),
        cmocka_unit_test(paths_that_are_none_are_named),
        cmocka_unit_test(wires_are_driven_before_they_are_read),
        cmocka_unit_test(looking_at_wires_changes_nothing),
        cmocka_unit_test(what_is_written_is_what_the_machine_goes_on_with),
        cmocka_unit_test(what_is_written_wakes_who_sleeps),
        cmocka_unit_test(a_module_is_driven_alone),
        cmocka_unit_test(a_module_alone_has_memory_outside),
        cmocka_unit_test(a_strap_resets_a_module_alone),
        cmocka_unit_test(every_module_may_be_alone),
        cmocka_unit_test(modules_alone_take_any_inputs),
        cmocka_unit_test(a_snapshot_continues_bit_for_bit),
        cmocka_unit_test(a_restored_machine_has_no_exports_of_its_future),
        cmocka_unit_test(damaged_snapshots_are_refused_and_change_nothing),
        cmocka_unit_test(a_snapshot_may_be_a_file),
        cmocka_unit_test(a_trace_is_of_the_cycles_in_which_it_is_on),
        cmocka_unit_test(a_trace_has_the_wires),
        cmocka_unit_test(a_trace_has_watched_registers),
        cmocka_unit_test(a_trace_ends_with_the_present_cycle),
        cmocka_unit_test(statistics_and_parameters_are_rows),
        cmocka_unit_test(nulls_are_no_machines),
        cmocka_unit_test(machines_in_threads_give_the_bytes_of_one),
    };
    return cmocka_run_group_tests(tests, open_folder, remove_folder);
}
