/* test_results_write.c - the files of a result byte for byte, and what happens when they cannot be written. */
#include "tb/unit/start/test_results.h"

#include <dirent.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

static const char *program_name;

/* ---- files ------------------------------------------------------------------------------------------------------- */

static void make_folder(char dir[512])
{
    snprintf(dir, 512, "%s-XXXXXX", program_name);
    assert_non_null(mkdtemp(dir));
}

static void path_in(const char *dir, const char *name, char path[1024])
{
    snprintf(path, 1024, "%s/%s", dir, name);
}

static void assert_file(const char *dir, const char *name, const void *expected, size_t length)
{
    char  path[1024], *bytes = malloc(length + 2);
    FILE *file;
    path_in(dir, name, path);
    file = fopen(path, "rb");
    if (!file)
        fail_msg("%s is missing", path);
    size_t got = fread(bytes, 1, length + 1, file);
    bytes[got] = '\0';
    fclose(file);
    if (got != length || memcmp(bytes, expected, length) != 0)
        fail_msg("%s: %zu bytes, expected %zu:\n%s", path, got, length, bytes);
    free(bytes);
}

static void assert_text_file(const char *dir, const char *name, const char *expected)
{
    assert_file(dir, name, expected, strlen(expected));
}

/* The number of files of any name; with `clear` they and the folder are removed. */
static unsigned files_in(const char *dir, bool clear)
{
    unsigned       count = 0;
    DIR           *folder = opendir(dir);
    struct dirent *entry;
    assert_non_null(folder);
    while ((entry = readdir(folder))) {
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0)
            continue;
        char path[1024];
        path_in(dir, entry->d_name, path);
        if (clear)
            assert_int_equal(remove(path), 0);
        count++;
    }
    closedir(folder);
    if (clear)
        assert_int_equal(rmdir(dir), 0);
    return count;
}

static const uint32_t gprs[THREADS * 4] = {0x04030201, 0, 0, 0, 0x08070605};
static const uint8_t  gprs_state[THREADS] = {RESULT_GPRS_ENDED, RESULT_GPRS_RUNNING, RESULT_GPRS_NONE};
static const uint32_t lds[2] = {0x11223344, 0x55667788};

static const struct result_parameter parameters[] = {
    {"chip", 0, "rv770", "", "--chip"},
    {"simds", 10, NULL, "SIMDs", "preset"},
    {"huge", UINT64_MAX, NULL, "", "--set"},
};
static const struct result_statistic statistics[] = {
    {"gpu.simd0.alu", "busy", 17, "cycles", "a group executes", RESULT_OF_PLACE},
    {"gpu.simd0.alu", "idle", INT64_MAX, "cycles", "nothing to do \xff", RESULT_OF_PLACE},
};

static struct result_hazard hazard = {
    .address = 12, .writer = 10, .number = 3, .element = 1, .written_by_ar = true, .old_value = 5, .late = 2};
static struct result_hazards hazards = {.list = &hazard, .count = 1, .room = 1};

static struct result_run run_of(struct fixture *f, struct program *program)
{
    add_buffer(f);
    compare(f);
    *program = (struct program){.count = 16, .form = PROGRAM_HEX, .hash = 0xfedcba9876543210};
    return (struct result_run){.version = "0.1",
                               .status = "done",
                               .program_path = "run/code.hex",
                               .program = program,
                               .launch = &f->launch,
                               .cycles = 123,
                               .parameters = parameters,
                               .parameter_count = 3,
                               .statistics = statistics,
                               .statistic_count = 2,
                               .exports = &f->exports,
                               .hazards = &hazards,
                               .summary = &f->summary,
                               .buffers = f->buffers,
                               .buffer_count = 1,
                               .gprs = gprs,
                               .gprs_state = gprs_state,
                               .gprs_per_thread = 1,
                               .lds = lds,
                               .lds_words = 2};
}

#define RESULT_HEAD                                                                                                    \
    "{\n \"versions\": {\n  \"wekiva\": \"0.1\",\n  \"result\": 1,\n  \"launch\": 1\n },\n \"status\": \"done\",\n"    \
    " \"message\": null,\n \"program\": {\n  \"file\": \"run/code.hex\",\n  \"form\": \"hex\",\n  \"dwords\": 16,\n"   \
    "  \"hash\": \"0xfedcba9876543210\"\n },\n \"launch\": {\n  \"file\": \"run/launch.json\",\n"                      \
    "  \"hash\": \"0x0123456789abcdef\",\n  \"stage\": \"ps\",\n  \"threads\": 3\n },\n \"cycles\": 123,\n"

#define RESULT_HAZARDS                                                                                                 \
    " \"hazards\": [\n  {\n   \"address\": 12,\n   \"writer\": 10,\n   \"written_by_ar\": true,\n   \"gpr\": 3,\n"     \
    "   \"element\": \"y\",\n   \"global\": false,\n   \"read_old\": 5,\n   \"read_new\": 0,\n"                        \
    "   \"read_late\": 2,\n   \"text\": \"ALU word 12 reads R3.y behind ALU word 10, which writes it by AR: "          \
    "the old value 5 times, the new one 2 times, when time lay between: results depend on timing (ISA 4.11; "          \
    "relative_write_read)\"\n  }\n ],\n"

#define RESULT_ROWS                                                                                                    \
    " \"configuration\": [\n  {\n   \"name\": \"chip\",\n   \"value\": \"rv770\",\n   \"unit\": \"\",\n"               \
    "   \"source\": \"--chip\"\n  },\n  {\n   \"name\": \"simds\",\n   \"value\": 10,\n   \"unit\": \"SIMDs\",\n"      \
    "   \"source\": \"preset\"\n  },\n  {\n   \"name\": \"huge\",\n   \"value\": \"0xffffffffffffffff\",\n"            \
    "   \"unit\": \"\",\n   \"source\": \"--set\"\n  }\n ],\n" RESULT_STATISTICS

#define RESULT_STATISTICS                                                                                              \
    " \"statistics\": [\n  {\n   \"path\": \"gpu.simd0.alu\",\n   \"name\": \"busy\",\n   \"value\": 17,\n"            \
    "   \"unit\": \"cycles\",\n   \"description\": \"a group executes\"\n  },\n  {\n   \"path\": \"gpu.simd0.alu\",\n" \
    "   \"name\": \"idle\",\n   \"value\": 9223372036854775807,\n   \"unit\": \"cycles\",\n"                           \
    "   \"description\": \"nothing to do ?\"\n  }\n ]\n}\n"

static void a_result_is_written_byte_for_byte(void **state)
{
    struct fixture   *f = *state;
    struct program    program;
    struct result_run run = run_of(f, &program);
    struct diag       diag;
    char              dir[512];
    uint8_t           exports[sizeof f->golden];
    make_folder(dir);
    f->exports.killed[2] = 1;
    f->exports.valid[1] = 0;
    assert_true(results_write(dir, &run, &diag));
    /* The made values are the expected ones; thread 1 is invalid and thread 2 killed. */
    memset(exports, 0, sizeof exports);
    memcpy(exports, f->golden, 16 * EXPORTS);
    assert_file(dir, "exports.bin", exports, sizeof exports);
    assert_text_file(dir, "exports.json",
                     "{\n \"threads\": 3,\n \"exports\": [\n  {\n   \"type\": \"pixel\",\n   \"array_base\": 0,\n"
                     "   \"made\": true,\n   \"written\": \"xyzw\"\n  },\n  {\n   \"type\": \"param\",\n"
                     "   \"array_base\": 2,\n   \"made\": true,\n   \"written\": \"xyzw\"\n  }\n ]\n}\n");
    assert_text_file(dir, "threads.json",
                     "{\n \"threads\": 3,\n \"killed\": \"001\",\n \"valid\": \"101\",\n \"gprs\": \"210\"\n}\n");
    assert_file(dir, "buffer-out.bin", "\1\2\3\4\5\6\7\10", 8);
    assert_file(dir, "gprs.bin",
                "\1\2\3\4\0\0\0\0\0\0\0\0\0\0\0\0\5\6\7\10\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0",
                48);
    assert_file(dir, "lds.bin", "\x44\x33\x22\x11\x88\x77\x66\x55", 8);
    assert_text_file(
        dir, "result.json",
        RESULT_HEAD
        " \"expect\": {\n  \"match\": true,\n  \"values\": {\n   \"compared\": 21,\n   \"wrong\": 0,\n"
        "   \"exports_never_made\": 0\n  },\n  \"kills\": {\n   \"compared\": 0,\n   \"wrong\": 0\n  },\n"
        "  \"strips\": {\n   \"compared\": 0,\n   \"wrong\": 0\n  },\n"
        "  \"buffer_words\": {\n   \"compared\": 2,\n   \"wrong\": 0\n  },\n  \"first\": null\n },\n" RESULT_HAZARDS
        " \"files\": [\n  \"exports.bin\",\n  \"exports.json\",\n  \"threads.json\",\n"
        "  \"buffer-out.bin\",\n  \"gprs.bin\",\n  \"lds.bin\"\n ],\n" RESULT_ROWS);
    assert_int_equal(files_in(dir, false), 7);
    /* Again over the old one: nothing else appears. */
    assert_true(results_write(dir, &run, &diag));
    assert_int_equal(files_in(dir, true), 7);
}

static void the_first_difference_is_in_the_result(void **state)
{
    struct fixture   *f = *state;
    struct program    program;
    struct result_run run = run_of(f, &program);
    char              dir[512];
    make_folder(dir);
    assert_int_equal(rmdir(dir), 0); /* it is made when it is absent */
    run.gprs = run.lds = NULL;
    run.buffer_count = 0;
    run.status = "mismatch";
    run.parameter_count = run.statistic_count = 0;
    column_of(f, 0)->values[1][1] = INFINITY_WORD | MINUS;
    compare(f);
    assert_true(results_write(dir, &run, NULL));
    char  path[1024], text[4096];
    FILE *file;
    path_in(dir, "result.json", path);
    assert_non_null(file = fopen(path, "rb"));
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    fclose(file);
    assert_non_null(strstr(
        text, "  \"first\": {\n   \"text\": \"thread 1 PIX0.y: got 0xff800000 (-inf) expected 0x3f800101 "
              "(1.00003064)\",\n   \"thread\": 1,\n   \"export\": {\n    \"type\": \"pixel\",\n    \"array_base\": 0\n"
              "   },\n   \"component\": \"y\",\n   \"got\": {\n    \"hex\": \"0xff800000\",\n    \"float\": \"-inf\"\n"
              "   },\n   \"expected\": {\n    \"hex\": \"0x3f800101\",\n    \"float\": 1.00003064\n   }\n  }\n"));
    assert_int_equal(files_in(dir, true), 4);
}

static void differences_of_every_kind_are_in_the_result(void **state)
{
    struct fixture   *f = *state;
    struct program    program;
    struct result_run run = run_of(f, &program);
    static const struct {
        enum result_difference kind;
        const char            *text;
    } cases[] = {
        {RESULT_NEVER_MADE, "\"first\": {\n   \"text\": \"PIX0: never exported\",\n   \"export\": {\n"
                            "    \"type\": \"pixel\",\n    \"array_base\": 0\n   }\n  }\n"},
        {RESULT_KILLED,
         "\"first\": {\n   \"text\": \"thread 0: killed, expected not killed\",\n   \"thread\": 0\n  }\n"},
        {RESULT_NOT_KILLED,
         "\"first\": {\n   \"text\": \"thread 0: not killed, expected killed\",\n   \"thread\": 0\n  }\n"},
        {RESULT_STRIP, "\"first\": {\n   \"text\": \"thread 0: emitted \\\"V\\\" expected \\\"VC\\\"\",\n"
                       "   \"thread\": 0\n  }\n"},
        {RESULT_NOT_WRITTEN, "   \"component\": \"x\",\n   \"expected\": {\n    \"hex\": \"0x00000000\",\n"
                             "    \"float\": 0.0\n   }\n  }\n"},
        {RESULT_BUFFER_VALUE, "   \"buffer\": \"out\",\n   \"offset\": 0,\n   \"got\": {\n"},
        {RESULT_BUFFER_MISSING, "\"first\": {\n   \"text\": \"buffer out: missing or too short\",\n"
                                "   \"buffer\": \"out\"\n  }\n"},
    };
    char *strips[1] = {(char[]){"VC"}};
    f->launch.expect.strips = strips;
    f->launch.expect.strip_count = 1;
    f->summary.first.strip = "V";
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char  text[4096];
        FILE *file = tmpfile();
        f->summary.first.kind = cases[i].kind;
        assert_true(results_write_json(file, "out", &run, NULL));
        rewind(file);
        text[fread(text, 1, sizeof text - 1, file)] = '\0';
        fclose(file);
        if (!strstr(text, cases[i].text))
            fail_msg("case %zu:\n%s", i, text);
    }
}

static void what_a_geometry_program_emits_is_a_file_of_its_own(void **state)
{
    struct fixture   *f = *state;
    struct program    program;
    struct result_run run = run_of(f, &program);
    const struct result_emit
        first = {.cycle = 40, .wave = 0, .address = 3, .first = 0, .vertex = true, .threads = 5},
        second = {.cycle = 52, .wave = 1, .address = 4, .first = 2, .vertex = true, .cut = true, .threads = 1};
    char dir[512];
    make_folder(dir);
    f->launch.stage = LAUNCH_GS;
    assert_true(results_emit(&f->exports, &first) && results_emit(&f->exports, &second));
    assert_true(results_write(dir, &run, NULL));
    assert_text_file(dir, "vertices.json",
                     "{\n \"threads\": [\n  \"V\",\n  \"\",\n  \"VVC\"\n ],\n \"instructions\": [\n"
                     "  {\n   \"cycle\": 40,\n   \"wavefront\": 0,\n   \"address\": 3,\n"
                     "   \"instruction\": \"EMIT_VERTEX\",\n   \"first_thread\": 0,\n"
                     "   \"threads\": \"0x0000000000000005\"\n  },\n"
                     "  {\n   \"cycle\": 52,\n   \"wavefront\": 1,\n   \"address\": 4,\n"
                     "   \"instruction\": \"EMIT_CUT_VERTEX\",\n   \"first_thread\": 2,\n"
                     "   \"threads\": \"0x0000000000000001\"\n  }\n ]\n}\n");
    assert_int_equal(files_in(dir, true), 8);
}

static void statistics_alone_are_a_file(void **state)
{
    struct fixture   *f = *state;
    struct program    program;
    struct result_run run = run_of(f, &program);
    struct diag       diag;
    char              dir[512], path[1024];
    make_folder(dir);
    path_in(dir, "stats.json", path);
    assert_true(results_write_statistics(path, &run, &diag));
    assert_text_file(dir, "stats.json",
                     "{\n \"status\": \"done\",\n \"message\": null,\n \"cycles\": 123,\n" RESULT_STATISTICS);
    assert_int_equal(files_in(dir, true), 1);
    assert_false(results_write_statistics(path, &run, &diag));
    assert_string_equal(diag.file, path);
    assert_string_equal(diag.what, "cannot write: No such file or directory");
}

/* ---- failures ---------------------------------------------------------------------------------------------------- */

static void a_full_disk_is_reported_and_leaves_no_result(void **state)
{
    struct fixture   *f = *state;
    struct program    program;
    struct result_run run = run_of(f, &program);
    struct diag       diag;
    char              dir[512], path[1024];
    make_folder(dir);
    /* Every size of file that is allowed but too small: the longest file is result.json. */
    struct rlimit saved, limit;
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &saved), 0);
    void (*handler)(int) = signal(SIGXFSZ, SIG_IGN);
    limit = saved;
    unsigned failures = 0;
    for (rlim_t size = 0;; size += 100, failures++) {
        limit.rlim_cur = size;
        assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
        bool ok = results_write(dir, &run, &diag);
        assert_int_equal(setrlimit(RLIMIT_FSIZE, &saved), 0);
        if (ok)
            break;
        assert_string_equal(diag.what, "cannot write: File too large");
        assert_int_equal(files_in(dir, false), 0);
    }
    assert_in_range(failures, 5, 100);
    /* The file that was cut last is named. */
    path_in(dir, "result.json", path);
    assert_string_equal(diag.file, path);
    signal(SIGXFSZ, handler);
    files_in(dir, true);
}

static void an_old_result_survives_a_failed_one(void **state)
{
    struct fixture   *f = *state;
    struct program    program;
    struct result_run run = run_of(f, &program);
    struct diag       diag;
    char              dir[512];
    make_folder(dir);
    assert_true(results_write(dir, &run, &diag));
    struct result_buffer bad = {"a/b", f->got_buffer, sizeof f->got_buffer};
    run.buffers = &bad;
    column_of(f, 0)->values[0][0] = TWO;
    assert_false(results_write(dir, &run, &diag));
    assert_string_equal(diag.what, "buffer 'a/b': expected a name without '/' of at most 63 bytes");
    assert_file(dir, "exports.bin", f->golden, sizeof f->golden);
    assert_int_equal(files_in(dir, true), 7);
}

static void folders_that_cannot_be_written_are_reported(void **state)
{
    struct fixture   *f = *state;
    struct program    program;
    struct result_run run = run_of(f, &program);
    struct diag       diag;
    char              dir[512], path[1024], text[2048], expected[2048];
    make_folder(dir);
    path_in(dir, "none/deeper", path);
    assert_false(results_write(path, &run, &diag));
    snprintf(expected, sizeof expected, "%s: cannot make the folder: No such file or directory", path);
    assert_string_equal(diag_text(&diag, text, sizeof text), expected);
    /* A file where the folder should be. */
    path_in(dir, "file", path);
    fclose(fopen(path, "wb"));
    assert_false(results_write(path, &run, &diag));
    assert_string_equal(diag.what, "cannot write: Not a directory");
    remove(path);
    /* A folder where result.json should be. */
    path_in(dir, "result.json", path);
    assert_int_equal(mkdir(path, 0777), 0);
    char inside[1040];
    snprintf(inside, sizeof inside, "%s/x", path);
    fclose(fopen(inside, "wb"));
    assert_false(results_write(dir, &run, &diag));
    assert_string_equal(diag.file, path);
    assert_non_null(strstr(diag.what, "cannot replace: "));
    assert_int_equal(files_in(dir, false), 1);
    remove(inside);
    files_in(dir, true);
}

static void a_device_that_is_full_is_reported(void **state)
{
    struct fixture   *f = *state;
    struct program    program;
    struct result_run run = run_of(f, &program);
    struct diag       diag;
    FILE             *file = fopen("/dev/full", "wb");
    if (!file)
        skip();
    assert_false(results_write_json(file, "stdout", &run, &diag));
    assert_string_equal(diag.file, "stdout");
    assert_string_equal(diag.what, "cannot write: No space left on device");
    assert_false(results_print(file, &f->launch, &f->summary));
    fclose(file);
    /* Through a link of our own: should the device be replaced instead of written, it is the link that goes. */
    char dir[512], path[1024];
    make_folder(dir);
    path_in(dir, "full", path);
    assert_int_equal(symlink("/dev/full", path), 0);
    assert_false(results_write_statistics(path, &run, &diag));
    assert_string_equal(diag.what, "cannot write: No space left on device");
    assert_int_equal(files_in(dir, true), 1);
}

int main(int argc, char **argv)
{
    (void)argc;
    program_name = argv[0];
    const struct CMUnitTest tests[] = {
        TEST(a_result_is_written_byte_for_byte),
        TEST(the_first_difference_is_in_the_result),
        TEST(differences_of_every_kind_are_in_the_result),
        TEST(what_a_geometry_program_emits_is_a_file_of_its_own),
        TEST(statistics_alone_are_a_file),
        TEST(a_full_disk_is_reported_and_leaves_no_result),
        TEST(an_old_result_survives_a_failed_one),
        TEST(folders_that_cannot_be_written_are_reported),
        TEST(a_device_that_is_full_is_reported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
