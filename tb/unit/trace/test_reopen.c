/* test_reopen.c - a waveform file says which signals it has: its save file can be written again from it alone. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <stdlib.h>
#include <unistd.h>

#include "tb/unit/trace/test_trace_machine.h"
#include "trace/gtkw.h"
#include "trace/reopen.h"

static struct machine              machine;
static struct rtl_instance         instances[MACHINE_INSTANCES];
static struct diag                 diag;
static const struct gtkw_row       overview[] = {{.heading = "phases"}, {.signal = "*.o_phase"}, {0}};
static const struct gtkw_options   view = {.open = "top.a.pump", .overview = overview};
static const char *const           counted[] = {"one", "two", "three", "four"};
static const struct trace_elements elements[] = {{"four_t", counted}};

static int fresh_machine(void **state)
{
    (void)state;
    memset(&machine, 0, sizeof machine);
    memset(&diag, 0, sizeof diag);
    machine.seed = 3;
    machine_instances(&machine, instances);
    return 0;
}

/* Runs from cycle options.from for 20 cycles and writes the save file, whose text is returned. */
static char *run(struct trace_options options, const char *name)
{
    char path[1100];
    options.path = scratch(name);
    options.elements = elements;
    options.element_types = 1;
    struct trace *trace = trace_open(&options, instances, MACHINE_INSTANCES, &diag);
    if (!trace)
        fail_msg("%s", diag.what);
    for (uint64_t cycle = options.from; cycle < options.from + 20; cycle++) {
        machine_step(&machine);
        trace_sample(trace, cycle);
    }
    char *saved = NULL;
    assert_true(gtkw_write(trace, &view, &saved, &diag));
    assert_true(trace_close(trace, &diag));
    snprintf(path, sizeof path, "%s", saved);
    free(saved);
    char *text = slurp(path, NULL);
    assert_int_equal(remove(path), 0);
    return text;
}

/* The save file that is written from the file alone. */
static char *again(const char *name, struct header *header)
{
    char                      *saved = NULL;
    const struct trace_options options = {.path = scratch(name), .elements = elements, .element_types = 1};
    if (!header_read(options.path, header, &diag))
        fail_msg("%s", diag.what);
    struct trace *trace = trace_reopen(&options, header, instances, MACHINE_INSTANCES, &diag);
    if (!trace)
        fail_msg("%s", diag.what);
    assert_true(gtkw_write(trace, &view, &saved, &diag));
    trace_forget(trace);
    char *text = slurp(saved, NULL);
    free(saved);
    return text;
}

static void the_save_file_is_the_same(void **state)
{
    (void)state;
    static const struct trace_options options[] = {{.path = NULL},
                                                   {.lanes = true},
                                                   {.scope = "top.a.*"},
                                                   {.scope = "*.o_valid,*.row03*", .lanes = true, .from = 70}};
    static const char *const          names[] = {"again.vcd", "again.fst"};
    for (size_t i = 0; i < sizeof options / sizeof options[0]; i++)
        for (size_t k = 0; k < 2; k++) {
            struct header header;
            char         *first = run(options[i], names[k]), *second = again(names[k], &header);
            assert_string_equal(first, second);
            for (unsigned v = 0; v < header.count; v++)
                assert_true(header.variables[v].signal || strstr(header.variables[v].name, ".clk") ||
                            strstr(header.variables[v].name, ".cycle"));
            assert_int_equal(header.first_time, options[i].from * TRACE_CYCLE_TIME);
            assert_int_equal(header.last_time, (options[i].from + 20) * TRACE_CYCLE_TIME);
            header_free(&header);
            free(first);
            free(second);
        }
}

static void a_signal_that_the_machine_has_not_is_left_out(void **state)
{
    (void)state;
    struct header header;
    FILE         *file = fopen(scratch("other.vcd"), "w");
    fputs("$scope module top $end\n$var wire 1 ! clk $end\n$scope module a $end\n$scope module pump $end\n"
          "$var reg 3 \" o_phase [2:0] $end\n"
          "$var reg 31 # o_count [30:0] $end\n" /* of another width */
          "$var reg 3 $ o_gone [2:0] $end\n"
          "$upscope $end\n$upscope $end\n$upscope $end\n$enddefinitions $end\n#50\n#55\n",
          file);
    fclose(file);
    char *text = again("other.vcd", &header);
    assert_non_null(strstr(text, "top.a.pump.o_phase[2:0]\n"));
    assert_null(strstr(text, "o_count"));
    assert_null(strstr(text, "o_gone"));
    assert_string_equal(header_find(&header, "top.a.pump.o_phase", 3)->signal->name, "phase");
    assert_null(header_find(&header, "top.a.pump.o_count", 31)->signal);
    assert_null(header_find(&header, "top.a.pump.o_count", 32));
    assert_null(header_find(&header, "top.a.pump.o_phas", 3));
    header_free(&header);
    free(text);
}

static void refused(const char *name, const char *text, const char *why)
{
    struct header header;
    FILE         *file = fopen(scratch(name), "w");
    fputs(text, file);
    fclose(file);
    if (header_read(scratch(name), &header, &diag))
        fail_msg("%s is read", text);
    header_free(&header);
    if (!strstr(diag.what, why))
        fail_msg("%s: no '%s'", diag.what, why);
}

static void what_is_no_waveform_is_refused(void **state)
{
    (void)state;
    struct header header;
    refused("no.vcd", "", "expected the declarations");
    refused("no.vcd", "$enddefinitions $end\n", "expected the declarations");
    refused("no.vcd", "$enddefinitions $end\n#10", "expected the declarations");
    refused("no.vcd", "#10\n$enddefinitions $end\n", "expected the declarations");
    refused("no.vcd", "$upscope $end\n$enddefinitions $end\n#10\n", "expected the declarations");
    refused("no.vcd", "$var wire x ! clk $end\n$enddefinitions $end\n#10\n", "expected the declarations");
    refused("no.fst", "$enddefinitions $end\n#10\n", "no whole .fst file");
    assert_false(header_read(scratch("none.vcd"), &header, &diag));
    assert_non_null(strstr(diag.what, "No such file"));
    assert_false(header_read(scratch("none.fst"), &header, &diag));
    assert_non_null(strstr(diag.what, "No such file"));
    assert_false(header_read(scratch_folder, &header, &diag));
    assert_non_null(strstr(diag.what, "is no file"));
}

static void a_file_of_one_long_line_is_refused(void **state)
{
    (void)state;
    char *text = malloc(100000);
    memset(text, '$', 99999);
    text[99999] = '\0';
    refused("long.vcd", text, "expected the declarations");
    free(text);
}

static void a_waveform_of_another_program_is_refused(void **state)
{
    (void)state;
    struct header              header;
    const struct trace_options options = {.path = "x.vcd"};
    refused("no.vcd", "", "");
    FILE *file = fopen(scratch("x.vcd"), "w");
    fputs("$scope module tb $end\n$var wire 1 ! clk $end\n$upscope $end\n$enddefinitions $end\n#0\n", file);
    fclose(file);
    assert_true(header_read(scratch("x.vcd"), &header, &diag));
    assert_null(trace_reopen(&options, &header, instances, MACHINE_INSTANCES, &diag));
    assert_non_null(strstr(diag.what, "has no signal of the machine"));
    header_free(&header);
}

/* A file of these lines behind the declarations of the machine's o_phase and o_valid. */
static struct trace *reopen_lines(const char *lines, struct header *header)
{
    static const char path[] = "lines.vcd";
    FILE             *file = fopen(scratch(path), "w");
    fprintf(file,
            "$scope module top $end\n$var wire 1 ! clk $end\n$scope module a $end\n$scope module pump $end\n"
            "$var reg 3 \" o_phase [2:0] $end\n$var reg 1 # o_valid $end\n"
            "$upscope $end\n$upscope $end\n$upscope $end\n$enddefinitions $end\n%s",
            lines);
    fclose(file);
    const struct trace_options options = {.path = scratch(path)};
    assert_true(header_read(options.path, header, &diag));
    return trace_reopen(&options, header, instances, MACHINE_INSTANCES, &diag);
}

static void a_signal_has_moved_when_it_has_another_value(void **state)
{
    (void)state;
    static const struct {
        const char *lines;
        bool        phase, valid;
        uint64_t    last;
    } rows[] = {{"#50\n$dumpvars\n1!\nb1 \"\n0#\n$end\n#55\n0!\n#60\n1!\n#70\n", false, false, 6},
                {"#50\n1!\nb1 \"\n0#\n#60\n1!\nb1 \"\n0#\n#65\n0!\n#70\n", false, false, 6},
                {"#50\n1!\nb1 \"\n0#\n#60\n1!\nb11 \"\n#65\n0!\n#70\n", true, false, 6},
                {"#50\n1!\nb1 \"\n0#\n#60\n1!\n1#\n#70\n1!\nb111 \"\n", true, true, 7},
                {"#50\n1!\nb1 \"\n0#\n#60\n1!\n1#\n#70\n1!\nb111 \"", false, true, 7}}; /* cut off */
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct header header;
        uint64_t      first, last;
        struct trace *trace = reopen_lines(rows[i].lines, &header);
        assert_non_null(trace);
        trace_cycles(trace, &first, &last);
        assert_int_equal(first, 5);
        assert_int_equal(last, rows[i].last);
        assert_int_equal(header_slot(&header, header_find(&header, "top.a.pump.o_phase", 3))->moved, rows[i].phase);
        assert_int_equal(header_slot(&header, header_find(&header, "top.a.pump.o_valid", 1))->moved, rows[i].valid);
        trace_forget(trace);
        header_free(&header);
    }
}

static void time_goes_on(void **state)
{
    (void)state;
    struct header header;
    assert_null(reopen_lines("#50\n1!\n#60\n1!\n#40\n1!\n", &header));
    assert_non_null(strstr(diag.what, "expected times that rise"));
    header_free(&header);
    assert_null(reopen_lines("#50\n1!\n#99999999999999999999999\n1!\n", &header));
    assert_non_null(strstr(diag.what, "expected times that rise"));
    header_free(&header);
}

static void identifiers_are_numbers(void **state)
{
    (void)state;
    assert_int_equal(header_number("!"), 0);
    assert_int_equal(header_number("~"), 93);
    assert_int_equal(header_number("!!"), 94);
    assert_int_equal(header_number("\"!"), 95);
    assert_int_equal(header_number(""), HEADER_NUMBERS);
    assert_int_equal(header_number("~~~~~~~~~~~~~~"), HEADER_NUMBERS);
}

int main(int argc, char **argv)
{
    (void)argc;
    scratch_open(argv[0]);
#define TEST(name) cmocka_unit_test_setup(name, fresh_machine)
    const struct CMUnitTest tests[] = {
        TEST(the_save_file_is_the_same),
        TEST(a_signal_that_the_machine_has_not_is_left_out),
        TEST(what_is_no_waveform_is_refused),
        TEST(a_file_of_one_long_line_is_refused),
        TEST(a_waveform_of_another_program_is_refused),
        TEST(a_signal_has_moved_when_it_has_another_value),
        TEST(time_goes_on),
        TEST(identifiers_are_numbers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
