/* test_gtkw.c - the save file beside a waveform: views, groups, names, filters, and names that are kept and
 * work from anywhere. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tb/unit/trace/test_trace_machine.h"
#include "trace/gtkw.h"
#include "trace/internal.h"

static struct machine      machine;
static struct rtl_instance instances[MACHINE_INSTANCES];
static struct diag         diag;
static char                folder[1024]; /* absolute scratch folder */

static const char *phase_name(uint64_t value)
{
    static const char *const names[] = {"IDLE", "FETCH", "?DarkGreen?ISSUE", NULL, "WAIT"};
    return value < sizeof names / sizeof names[0] ? names[value] : NULL;
}

static const struct trace_view views[] = {
    {.type = "phase_t", .kind = VIEW_NAMES, .name = phase_name},
    {.type = "word_t", .kind = VIEW_FILTER, .filter = "alu"},
    {.type = "uint64_t", .kind = VIEW_BITS},
};
static const struct gtkw_row overview[] = {
    {.heading = "phases"},
    {.signal = "*.o_phase", .label = "pump"},
    {.heading = "nothing below"},
    {.signal = "no_such.*"},
    {.heading = "lost with its signals"},
    {.signal = "*.m_nothing"},
    {.heading = "two at most"},
    {.signal = "*.r_[ns]i*", .most = 1},
    {.heading = "beside nothing"},
    {.signal = "*.o_phase", .with = true},
    {.signal = "*.no_such"},
    {.heading = "beside a pump"},
    {.signal = "*.o_valid", .label = "beside it", .with = true},
    {.signal = "*.o_phase", .label = "it"},
    {0},
};
static const struct gtkw_options all_options = {
    .views = views, .view_count = 3, .program = "/opt/it's/wekiva", .open = "top.a.pump", .overview = overview};

static int fresh_machine(void **state)
{
    (void)state;
    memset(&machine, 0, sizeof machine);
    memset(&diag, 0, sizeof diag);
    machine.seed = 3;
    machine_instances(&machine, instances);
    return 0;
}

/* Runs `cycles` cycles into NAME and writes its save file at the end; the save file's text, freed by the caller. */
static char *save_file(const char *name, struct trace_options options, const struct gtkw_options *gtkw, uint64_t cycles)
{
    char path[2048];
    options.path = scratch(name);
    struct trace *trace = trace_open(&options, instances, MACHINE_INSTANCES, &diag);
    if (!trace)
        fail_msg("%s", diag.what);
    for (uint64_t cycle = 0; cycle < cycles; cycle++) {
        machine_step(&machine);
        trace_sample(trace, cycle);
    }
    if (!gtkw_write(trace, gtkw, NULL, &diag))
        fail_msg("%s", diag.what);
    assert_true(trace_close(trace, &diag));
    snprintf(path, sizeof path, "%s", scratch(name));
    memcpy(path + strlen(path) - 4, ".gtkw", 6);
    char *text = slurp(path, NULL);
    assert_non_null(text);
    return text;
}

static void assert_holds(const char *text, const char *format, ...)
{
    char    wanted[4096];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(wanted, sizeof wanted, format, arguments);
    va_end(arguments);
    if (!strstr(text, wanted))
        fail_msg("no\n%s\nin\n%s", wanted, text);
}

/* `[*] unchanged: HASH`, trace/save_file.h */
enum { MARK_LINE = sizeof "[*] unchanged: 0123456789abcdef" };

static void a_save_file_says_all_this(void **state)
{
    (void)state;
    char *text = save_file("g.vcd", (struct trace_options){.scope = "top.a.pump"}, &all_options, 20);
    char  expected[8192];
    snprintf(
        expected, sizeof expected,
        "[*] made by wekiva; one cycle is 1 ns\n%.*s[dumpfile] \"././g.vcd\"\n[savefile] \"././g.gtkw\"\n"
        "[size] 1600 900\n[pos] -1 -1\n"
        "[timestart] 0\n*-11.609640 -1\n[treeopen] top.\n[treeopen] top.a.\n[signals_width] 250\n[sst_expanded] 0\n"
        "@200\n-phases\n@2022\n^1 ././g.waves/phase_t.txt\n+{pump} top.a.pump.o_phase[2:0]\n"
        "@200\n-two at most\n@24\n+{r_nine} top.a.pump.r_nine[8:0]\n@c00200\n-r_sixteen and more\n"
        "@24\n+{r_sixteen} top.a.pump.r_sixteen[15:0]\n@1401200\n-r_sixteen and more\n"
        "@200\n-beside a pump\n@28\n[color] 3\n+{beside it} top.a.pump.o_valid\n@2022\n^1 "
        "././g.waves/phase_t.txt\n+{it} "
        "top.a.pump.o_phase[2:0]\n@200\n-all modules\n"
        "@28\ntop.clk\n@24\ntop.cycle[63:0]\n"
        "@800200\n-top.a.pump\n@28\ntop.a.pump.i_enable\n@24\ntop.a.pump.i_kick[6:0]\n"
        "@22\ntop.a.pump.o_count[31:0]\n@2022\n^1 ././g.waves/phase_t.txt\ntop.a.pump.o_phase[2:0]\n"
        "@24\ntop.a.pump.r_nine[8:0]\n@28\n[color] 3\ntop.a.pump.o_valid\n"
        "top.a.pump.r_odd[32:0]\ntop.a.pump.r_big[63:0]\n"
        "@4022\n^>1 ././g.waves/filter-alu.sh\ntop.a.pump.r_insn[31:0]\n@24\ntop.a.pump.r_sixteen[15:0]\n"
        "@1000200\n-top.a.pump\n",
        MARK_LINE, strchr(text, '\n') + 1);
    assert_string_equal(text, expected);
    free(text);
}

static void lanes_and_memories_are_closed_groups(void **state)
{
    (void)state;
    char *text = save_file("g.vcd", (struct trace_options){.lanes = true}, &all_options, 20);
    assert_holds(text, "@c00200\n-o_result\n@40020\ntop.a.pump.o_result.lane00[31:0]\n");
    assert_holds(text, "top.a.pump.o_result.lane15[31:0]\n@1401200\n-o_result\n");
    assert_holds(text, "@c00200\n-r_nibble\n@22\ntop.a.pump.r_nibble.lane00[4:0]\n");
    assert_holds(text, "@c00200\n-top.store\n@28\ntop.store.i_write\n");
    assert_holds(text, "@c00200\n-m_bank\n-row0\n@40020\ntop.store.m_bank.row00.lane00[31:0]\n");
    assert_holds(text, "top.store.m_bank.row11.lane63[31:0]\n@1401200\n-row11\n-m_bank\n");
    assert_holds(text, "@c00200\n-m_stack\n@24\ntop.store.m_stack.row00[9:0]\n");
    assert_holds(text, "[color] 2\ntop.store.o_stall\n");
    free(text);
}

/* A row that is closed: its signals by their own names in a group of the label's. */
static void a_closed_row_is_a_group(void **state)
{
    static const struct gtkw_row rows[] = {
        {.heading = "numbers"}, {.signal = "*.pump.r_[ns]i*", .label = "two of them", .closed = true}, {0}};
    struct gtkw_options options = all_options;
    (void)state;
    options.overview = rows;
    char *text = save_file("g.vcd", (struct trace_options){0}, &options, 20);
    assert_holds(text, "@200\n-numbers\n@c00200\n-two of them\n@24\n+{r_nine} top.a.pump.r_nine[8:0]\n"
                       "+{r_sixteen} top.a.pump.r_sixteen[15:0]\n@1401200\n-two of them\n@200\n-all modules\n");
    free(text);
}

static void names_are_listed_as_the_viewer_prints_the_values(void **state)
{
    (void)state;
    free(save_file("g.vcd", (struct trace_options){0}, &all_options, 1));
    char *text = slurp(scratch("g.waves/phase_t.txt"), NULL);
    assert_string_equal(text, "# names of phase_t\n0 IDLE\n1 FETCH\n2 ?DarkGreen?ISSUE\n4 WAIT\n");
    free(text);
}

static const char *two_names(uint64_t value)
{
    return value == 5 ? "FIVE" : value == 0x123 ? "MANY" : NULL;
}

static void a_type_of_two_widths_has_its_names_in_both_forms(void **state)
{
    (void)state;
    /* uint16_t is 9 and 16 bits wide here: three and four hex digits */
    const struct trace_view   wide[] = {{.type = "uint16_t", .kind = VIEW_NAMES, .name = two_names}};
    const struct gtkw_options options = {.views = wide, .view_count = 1};
    free(save_file("g.vcd", (struct trace_options){0}, &options, 1));
    char *text = slurp(scratch("g.waves/uint16_t.txt"), NULL);
    assert_string_equal(text, "# names of uint16_t\n005 FIVE\n123 MANY\n0005 FIVE\n0123 MANY\n");
    free(text);
}

static void the_filter_starts_the_program_or_passes_the_words(void **state)
{
    (void)state;
    char command[4096], answer[64] = "", program[2048];
    free(save_file("g.vcd", (struct trace_options){0}, &all_options, 1));
    snprintf(command, sizeof command, "echo 0000abcd | '%s/g.waves/filter-alu.sh'", folder);
    FILE *pipe = popen(command, "r");
    assert_non_null(fgets(answer, sizeof answer, pipe));
    assert_int_equal(pclose(pipe), 0);
    assert_string_equal(answer, "0000abcd\n");

    /* with a program of that name, whatever characters its path has */
    snprintf(program, sizeof program, "%s/it's", folder);
    FILE *file = fopen(program, "w");
    fputs("#!/bin/sh\nread word; echo \"$1 $2 $word\"\n", file);
    fclose(file);
    chmod(program, 0755);
    struct gtkw_options options = all_options;
    options.program = program;
    free(save_file("g.vcd", (struct trace_options){0}, &options, 1));
    pipe = popen(command, "r");
    assert_non_null(fgets(answer, sizeof answer, pipe));
    assert_int_equal(pclose(pipe), 0);
    assert_string_equal(answer, "filter alu 0000abcd\n");
}

/* 40 letters of 8 pixels and 25 beside them are 345; in a closed group a name does not count, the group's has " {}"
 * behind it. */
static void a_long_name_gets_its_room_from_the_waves(void **state)
{
    static const char            long_name[] = "a name of forty letters is 320 pixels ..";
    static const struct gtkw_row heading[] = {{.heading = long_name}, {.signal = "top.a.pump.o_phase"}, {0}};
    static const struct gtkw_row within[] = {
        {.heading = "here"},
        {.signal = "top.a.pump.o_phase", .label = "37 letters, and the viewer adds three", .closed = true},
        {0}};
    static const struct gtkw_row alias[] = {
        {.heading = "here"}, {.signal = "top.a.pump.o_phase", .label = long_name}, {0}};
    const struct gtkw_row *const all[] = {heading, within, alias};
    (void)state;
    for (unsigned i = 0; i < 3; i++) {
        struct gtkw_options options = all_options;
        options.overview = all[i];
        char *text = save_file("long.vcd", (struct trace_options){.scope = "top.a.pump"}, &options, 20);
        assert_holds(text, "\n*-11.720897 -1\n");
        assert_holds(text, "\n[signals_width] 345\n");
        free(text);
    }
}

static void without_a_program_instruction_words_are_hex(void **state)
{
    (void)state;
    struct gtkw_options options = all_options;
    options.program = NULL;
    char *text = save_file("n.vcd", (struct trace_options){0}, &options, 1);
    assert_holds(text, "@22\ntop.a.pump.r_insn[31:0]\n");
    assert_int_not_equal(access(scratch("n.waves/filter-alu.sh"), F_OK), 0);
    free(text);
}

static void the_first_screen_fits_the_run_or_its_first_cycles(void **state)
{
    (void)state;
    /* Times are in ps.  The window has 1600 - 250 - 70 pixels for waves, 6.4 frames: 2000 cycles have 312500 ps a
     * frame. */
    char *text = save_file("g.vcd", (struct trace_options){.from = 3}, &all_options, 2003);
    assert_holds(text, "[timestart] 3000\n*-18.253497 -1\n");
    free(text);
    /* one more does not fit: 64 of them, 10000 ps a frame */
    text = save_file("g.vcd", (struct trace_options){.from = 3}, &all_options, 2004);
    assert_holds(text, "[timestart] 3000\n*-13.287712 -1\n");
    free(text);
}

/* Scalars, rows and lanes of memories, elements with names and without; whole, and from the start or the end on. */
static void the_overview_finds_what_its_pattern_names(void **state)
{
    (void)state;
    static const char *const    bytes[QUARTER] = {"a", "b", "c", "d", "e", "f", "g", "h",
                                                  "i", "j", "k", "l", "m", "n", "o", "p"};
    const struct trace_elements elements = {"quarter_byte_t", bytes};
    const struct trace_options  options = {
         .path = scratch("found.vcd"), .lanes = true, .elements = &elements, .element_types = 1};
    struct trace *const trace = trace_open(&options, instances, MACHINE_INSTANCES, &diag);
    char                name[NAME_BYTES], full[4 * NAME_BYTES], from_end[NAME_BYTES + 2];
    assert_non_null(trace);
    trace_sample(trace, 0);
    for (unsigned i = 0; i < trace->variable_count; i += 1 + i % 37) {
        trace_full_name(&trace->origins[i], full);
        trace_name(&trace->origins[i], name);
        snprintf(from_end, sizeof from_end, "*.%s", name);
        const char *const patterns[] = {full, from_end, "top*", "top.*"};
        for (unsigned k = 0; k < sizeof patterns / sizeof patterns[0]; k++) {
            const struct gtkw_row rows[] = {
                {.heading = "here"}, {.signal = patterns[k], .label = "found", .still = true}, {0}};
            const struct gtkw_options gtkw = {.overview = rows};
            char                      line[5 * NAME_BYTES];
            assert_true(gtkw_write(trace, &gtkw, NULL, &diag));
            char *text = slurp(scratch("found.gtkw"), NULL);
            snprintf(line, sizeof line, "+{found} %s", full);
            if (!strstr(text, line))
                fail_msg("%s does not find %s", patterns[k], full);
            free(text);
        }
    }
    assert_true(trace_close(trace, &diag));
}

static void a_save_file_can_be_written_before_the_first_cycle(void **state)
{
    (void)state;
    struct trace_options options = {.path = scratch("early.vcd"), .scope = "*.o_valid", .from = 50};
    struct trace        *trace = trace_open(&options, instances, MACHINE_INSTANCES, &diag);
    assert_true(gtkw_write(trace, &all_options, NULL, &diag));
    char *text = slurp(scratch("early.gtkw"), NULL);
    assert_holds(text, "[timestart] 50000\n*-13.287712 -1\n");
    free(text);
    trace_sample(trace, 50);
    assert_true(trace_close(trace, &diag));
}

static void a_huge_memory_is_left_to_the_signal_tree(void **state)
{
    (void)state;
    struct rtl_signal       huge = {"huge", "", "uint8_t", RTL_MEM, 8, 1, 5000, 0, NULL, NULL};
    const struct rtl_module module = {.name = "big", .signals = &huge, .signal_count = 1};
    unsigned char          *memory = calloc(5000, 1);
    instances[0] = (struct rtl_instance){"top.big", &module, memory};
    struct trace *trace =
        trace_open(&(struct trace_options){.path = scratch("huge.vcd"), .lanes = true}, instances, 1, &diag);
    assert_true(gtkw_write(trace, &all_options, NULL, &diag));
    trace_sample(trace, 0);
    assert_true(trace_close(trace, &diag));
    char *text = slurp(scratch("huge.gtkw"), NULL);
    assert_holds(text, "@c00200\n-top.big\n@200\n-m_huge: 5000 words, see the signal tree\n@1401200\n-top.big\n");
    free(text);
    free(memory);
}

static void a_file_that_cannot_be_written_is_reported(void **state)
{
    (void)state;
    mkdir(scratch("bad.gtkw"), 0777);
    struct trace *trace =
        trace_open(&(struct trace_options){.path = scratch("bad.vcd")}, instances, MACHINE_INSTANCES, &diag);
    trace_sample(trace, 0);
    assert_false(gtkw_write(trace, &all_options, NULL, &diag));
    assert_non_null(strstr(diag.file, "bad.gtkw"));
    assert_non_null(strstr(diag.what, "directory"));
    assert_true(trace_close(trace, &diag));
}

/* ---- which name it gets ------------------------------------------------------------------------------------------ */

static void remove_save_files(void)
{
    for (unsigned i = 0; i < 5; i++) {
        static const char *const names[] = {"k.gtkw", "k-2.gtkw", "k-3.gtkw", "m.gtkw", "m-2.gtkw"};
        remove(scratch(names[i]));
    }
}

/* Writes the save file of NAME and returns where, below the scratch folder. */
static const char *saved_as(const char *name)
{
    static char          where[1024];
    char                *saved = NULL;
    struct trace_options options = {.path = scratch(name)};
    struct trace        *trace = trace_open(&options, instances, MACHINE_INSTANCES, &diag);
    trace_sample(trace, 0);
    if (!gtkw_write(trace, &all_options, &saved, &diag))
        fail_msg("%s: %s", diag.file, diag.what);
    assert_true(trace_close(trace, &diag));
    assert_memory_equal(saved, scratch_folder, strlen(scratch_folder));
    snprintf(where, sizeof where, "%s", saved + strlen(scratch_folder) + 1);
    free(saved);
    return where;
}

static void replace_text(const char *path, const char *text)
{
    FILE *file = fopen(path, "w");
    fputs(text, file);
    assert_int_equal(fclose(file), 0);
}

static void a_save_file_as_it_was_written_is_written_again(void **state)
{
    (void)state;
    remove_save_files();
    assert_string_equal(saved_as("k.vcd"), "k.gtkw");
    assert_string_equal(saved_as("k.vcd"), "k.gtkw");
    replace_text(scratch("k.gtkw"), "");
    assert_string_equal(saved_as("k.vcd"), "k.gtkw");
}

static void a_changed_save_file_is_kept(void **state)
{
    (void)state;
    remove_save_files();
    saved_as("k.vcd");
    char *text = slurp(scratch("k.gtkw"), NULL);
    for (size_t i = 0; i < strlen(text); i++) { /* any one character */
        text[i] ^= 1;
        replace_text(scratch("k.gtkw"), text);
        if (i % 97 == 0 || i < 120) {
            char *after;
            assert_string_equal(saved_as("k.vcd"), "k-2.gtkw");
            after = slurp(scratch("k.gtkw"), NULL);
            assert_string_equal(after, text);
            free(after);
        }
        text[i] ^= 1;
    }
    replace_text(scratch("k.gtkw"), text);
    assert_string_equal(saved_as("k.vcd"), "k.gtkw");
    free(text);
    replace_text(scratch("k.gtkw"), "[*]\n[*] GTKWave Analyzer v3.3.118 (w)1999-2023 BSI\n");
    replace_text(scratch("k-2.gtkw"), "mine, too");
    assert_string_equal(saved_as("k.vcd"), "k-3.gtkw");
    assert_string_equal(saved_as("k.vcd"), "k-3.gtkw");
}

static void the_other_name_is_not_that_of_another_waveform(void **state)
{
    (void)state;
    remove_save_files();
    saved_as("k-2.vcd");
    replace_text(scratch("k.gtkw"), "mine");
    assert_string_equal(saved_as("k.vcd"), "k-3.gtkw");
}

static void a_moved_save_file_is_as_it_was_written(void **state)
{
    (void)state;
    char command[4096];
    remove_save_files();
    saved_as("k.vcd");
    char *here = slurp(scratch("k.gtkw"), NULL);
    assert_null(strstr(here, folder));
    snprintf(command, sizeof command, "rm -rf '%s/moved' && mkdir '%s/moved'", folder, folder);
    assert_int_equal(system(command), 0);
    assert_int_equal(rename(scratch("k.gtkw"), scratch("moved/k.gtkw")), 0);
    assert_string_equal(saved_as("moved/k.vcd"), "moved/k.gtkw");
    char *there = slurp(scratch("moved/k.gtkw"), NULL);
    assert_string_equal(there, here);
    free(here);
    free(there);
}

static void a_file_in_place_of_the_folder_is_reported(void **state)
{
    (void)state;
    replace_text(scratch("f.waves"), "");
    struct trace *trace =
        trace_open(&(struct trace_options){.path = scratch("f.vcd")}, instances, MACHINE_INSTANCES, &diag);
    trace_sample(trace, 0);
    assert_false(gtkw_write(trace, &all_options, NULL, &diag));
    assert_non_null(strstr(diag.file, "f.waves"));
    assert_non_null(strstr(diag.what, "Not a directory"));
    assert_true(trace_close(trace, &diag));
}

static void a_view_fits_the_width_or_is_hex(void **state)
{
    (void)state;
    const struct trace_view odd[] = {{.type = "f", .kind = VIEW_FLOAT},
                                     {.type = "n", .kind = VIEW_NAMES, .name = phase_name}};
    const struct {
        const char          *type;
        unsigned             bits;
        enum trace_view_kind kind;
    } rows[] = {{"f", 32, VIEW_FLOAT},         {"f", 24, VIEW_HEX},         {"n", 16, VIEW_NAMES},
                {"n", 17, VIEW_HEX},           {"n", 1, VIEW_BITS},         {"?", 12, VIEW_HEX},
                {"uint8_t", 7, VIEW_UNSIGNED}, {"lanes_t", 32, VIEW_FLOAT}, {"bool", 1, VIEW_BITS}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const struct rtl_signal signal = {"x", "", rows[i].type, RTL_OUT, rows[i].bits, 1, 1, 0, NULL, NULL};
        assert_int_equal(trace_view_of(&signal, odd, 2).kind, rows[i].kind);
    }
}

int main(int argc, char **argv)
{
    (void)argc;
    scratch_open(argv[0]);
    char        here[512] = "";
    const char *relative = strncmp(scratch_folder, "./", 2) == 0 ? scratch_folder + 2 : scratch_folder;
    if (relative[0] != '/' && !getcwd(here, sizeof here))
        return 2;
    snprintf(folder, sizeof folder, "%s%s%.500s", here, here[0] ? "/" : "", relative);
#define TEST(name) cmocka_unit_test_setup(name, fresh_machine)
    const struct CMUnitTest tests[] = {
        TEST(a_save_file_says_all_this),
        TEST(lanes_and_memories_are_closed_groups),
        TEST(a_closed_row_is_a_group),
        TEST(names_are_listed_as_the_viewer_prints_the_values),
        TEST(a_type_of_two_widths_has_its_names_in_both_forms),
        TEST(the_filter_starts_the_program_or_passes_the_words),
        TEST(a_long_name_gets_its_room_from_the_waves),
        TEST(without_a_program_instruction_words_are_hex),
        TEST(the_first_screen_fits_the_run_or_its_first_cycles),
        TEST(the_overview_finds_what_its_pattern_names),
        TEST(a_save_file_can_be_written_before_the_first_cycle),
        TEST(a_huge_memory_is_left_to_the_signal_tree),
        TEST(a_file_that_cannot_be_written_is_reported),
        TEST(a_save_file_as_it_was_written_is_written_again),
        TEST(a_changed_save_file_is_kept),
        TEST(the_other_name_is_not_that_of_another_waveform),
        TEST(a_moved_save_file_is_as_it_was_written),
        TEST(a_file_in_place_of_the_folder_is_reported),
        TEST(a_view_fits_the_width_or_is_hex),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
