/* test_trace.c - what a waveform file says byte by byte, and what is chosen for it. */
#include "tb/unit/trace/trace_kit.h"
#include "trace/internal.h"

/* The names of all variables of the header, dotted, one blank between. */
static void header_names(const char *path, char *names, size_t size)
{
    char  *text = slurp(path, NULL), scope[256] = "", type[32], name[64];
    size_t used = 0;
    assert_non_null(text);
    names[0] = '\0';
    for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n")) {
        if (sscanf(line, "$scope module %63s", name) == 1) {
            snprintf(scope + strlen(scope), sizeof scope - strlen(scope), "%s.", name);
        } else if (strncmp(line, "$upscope", 8) == 0) {
            scope[strlen(scope) - 1] = '\0';
            char *dot = strrchr(scope, '.');
            scope[dot ? dot - scope + 1 : 0] = '\0';
        } else if (sscanf(line, "$var %31s %*u %*s %63s", type, name) == 2) {
            used += (size_t)snprintf(names + used, size - used, "%s%s%s", used ? " " : "", scope, name);
            assert_true(used < size);
        }
    }
    free(text);
}

static void assert_names(struct trace_options options, const char *expected)
{
    char          names[4096];
    struct trace *trace = open_trace(options);
    if (!trace)
        fail_msg("%s", diag.what);
    trace_sample(trace, options.from);
    assert_true(trace_close(trace, &diag));
    header_names(scratch("t.vcd"), names, sizeof names);
    assert_string_equal(names, expected);
}
/* ---- bytes ------------------------------------------------------------------------------------------------------ */

static void a_tiny_run_has_these_bytes(void **state)
{
    (void)state;
    struct trace *trace = open_trace(
        (struct trace_options){.scope = "top.a.pump.?_[evo][nad]*,*.o_phase,top.store.m_stack", .lanes = true});
    struct pump *pump = &machine.pump[0];
    assert_non_null(trace);
    pump->q.odd = 0x100000001;
    machine.pump[1].q.phase = 5;
    trace_sample(trace, 0);
    pump->in.enable = true;
    pump->q.odd = 0;
    machine.store.stack[2] = 0x3ff;
    trace_sample(trace, 1);
    trace_sample(trace, 7);
    assert_true(trace_close(trace, &diag));

    char *text = slurp(scratch("t.vcd"), NULL);
    assert_string_equal(text, "$version wekiva $end\n"
                              "$comment one cycle is 1 ns $end\n"
                              "$timescale 100 ps $end\n"
                              "$scope module top $end\n"
                              "$var wire 1 ! clk $end\n"
                              "$var wire 64 \" cycle [63:0] $end\n"
                              "$scope module a $end\n"
                              "$scope module pump $end\n"
                              "$var wire 1 # i_enable $end\n"
                              "$var reg 3 $ o_phase [2:0] $end\n"
                              "$var reg 1 % o_valid $end\n"
                              "$var reg 33 & r_odd [32:0] $end\n"
                              "$upscope $end\n"
                              "$var reg 3 ' o_phase [2:0] $end\n"
                              "$upscope $end\n"
                              "$scope module store $end\n"
                              "$scope module m_stack $end\n"
                              "$var reg 10 ( row00 [9:0] $end\n"
                              "$var reg 10 ) row01 [9:0] $end\n"
                              "$var reg 10 * row02 [9:0] $end\n"
                              "$upscope $end\n"
                              "$upscope $end\n"
                              "$upscope $end\n"
                              "$enddefinitions $end\n"
                              "#0\n$dumpvars\n1!\nb0 \"\n0#\nb0 $\n0%\nb100000000000000000000000000000001 &\n"
                              "b101 '\nb0 (\nb0 )\nb0 *\n$end\n#5\n0!\n"
                              "#10\n1!\nb1 \"\n1#\nb0 &\nb1111111111 *\n#15\n0!\n"
                              "#70\n1!\nb111 \"\n#75\n0!\n"
                              "#80\n");
    free(text);
}

static void run(const char *path, uint64_t cycles)
{
    machine.seed = 7;
    struct trace *trace = open_trace((struct trace_options){.path = path, .lanes = true});
    assert_non_null(trace);
    for (uint64_t cycle = 0; cycle < cycles; cycle++) {
        machine_step(&machine);
        trace_sample(trace, cycle);
    }
    assert_true(trace_close(trace, &diag));
}

static void the_same_run_gives_the_same_bytes(void **state)
{
    size_t bytes[2];
    run(scratch("1.vcd"), 50);
    fresh_machine(state);
    run(scratch("2.vcd"), 50);
    char *first = slurp(scratch("1.vcd"), &bytes[0]), *second = slurp(scratch("2.vcd"), &bytes[1]);
    assert_int_equal(bytes[0], bytes[1]);
    assert_memory_equal(first, second, bytes[0]);
    free(first);
    free(second);
}

static void the_file_is_there_after_a_flush(void **state)
{
    (void)state;
    struct trace *trace = open_trace((struct trace_options){.scope = "*.i_enable"});
    trace_sample(trace, 0);
    trace_flush(trace);
    char *text = slurp(scratch("t.vcd"), NULL);
    assert_non_null(strstr(text, "#0\n$dumpvars\n1!\nb0 \"\n0#\n0$\n$end\n#5\n0!\n"));
    free(text);
    assert_true(trace_close(trace, &diag));
}

static void neighbours_in_the_file_need_not_be_neighbours_in_memory(void **state)
{
    (void)state;
    /* the last of one module, the first of another: offsets that follow each other, in different modules */
    struct trace *trace = open_trace((struct trace_options){.scope = "top.a.pump.i_*,top.a.o_count,top.a.r_sixteen"});
    trace_sample(trace, 0);
    machine.pump[1].q.count = 6;
    trace_sample(trace, 1);
    machine.pump[0].in.kick = 1;
    machine.pump[1].q.sixteen = 2;
    trace_sample(trace, 2);
    assert_true(trace_close(trace, &diag));
    char *text = slurp(scratch("t.vcd"), NULL);
    assert_string_equal(strstr(text, "#10\n"), "#10\n1!\nb1 \"\nb110 %\n#15\n0!\n"
                                               "#20\n1!\nb10 \"\nb1 $\nb10 &\n#25\n0!\n#30\n");
    free(text);
}

/* Of each instance wires and registers apart, in pieces that overlap nowhere and have every variable once. */
static void memory_is_compared_in_pieces(void **state)
{
    (void)state;
    for (unsigned behind = 0; behind < 2; behind++) {
        struct trace *trace = open_trace((struct trace_options){.lanes = true, .behind = behind * PIECE_BYTES});
        size_t        pieces = 0, bits = 0, wanted = 0;
        unsigned      rests = 0;
        assert_int_equal(trace->instance_count, MACHINE_INSTANCES);
        for (unsigned i = 0; i < trace->instance_count; i++) {
            const struct watched *one = &trace->watched[i];
            const struct piece   *wires = one->at[FIRST_WIRES], *registers = one->at[FIRST_REGISTERS],
                               *end = one->at[BEHIND_REGISTERS];
            assert_ptr_equal(wires, trace->pieces + pieces);
            assert_true(wires < registers && registers < end);
            for (const struct piece *piece = wires; piece < end; piece++) {
                assert_int_equal(piece->number, pieces++);
                if (piece > wires)
                    assert_true(piece->live >= piece[-1].live + (piece == registers ? 0 : PIECE_BYTES));
            }
            rests += one->wires_rest || one->registers_rest;
        }
        assert_int_equal(pieces * PIECE_WORDS, trace->word_count);
        for (unsigned w = 0; w < trace->word_count; w++) {
            bits += (size_t)__builtin_popcountll(trace->words[w].mask);
            assert_true(trace->pieces[w / PIECE_WORDS].mask[w % PIECE_WORDS] == trace->words[w].mask);
        }
        for (unsigned v = 0; v < trace->variable_count; v++)
            wanted += 8 * RTL_ELEMENT_BYTES(trace->origins[v].signal->bits);
        assert_int_equal(bits, wanted);
        assert_int_equal(rests != 0, behind == 0); /* the end of a memory, behind which nothing may be read */
        trace_abandon(trace);
    }
}

static void only_what_may_have_changed_is_looked_at(void **state)
{
    (void)state;
    struct trace              *trace = open_trace((struct trace_options){.scope = "top.a.o_count,top.a.i_kick"});
    const struct trace_changed changed = trace_sets(trace);
    for (uint32_t cycle = 0; cycle < 5; cycle++) {
        machine.pump[1].q.count = cycle + 1;
        machine.pump[1].in.kick = (uint8_t)(cycle & 1);
        changed.registers[0] = cycle == 2 ? 4 : 0; /* the third instance */
        changed.wires[0] = cycle == 3 ? 4 : 0;
        trace_sample_changed(trace, cycle, &changed);
    }
    assert_true(trace_close(trace, &diag));
    char *text = slurp(scratch("t.vcd"), NULL);
    assert_string_equal(strstr(text, "#0\n"), "#0\n$dumpvars\n1!\nb0 \"\nb0 #\nb1 $\n$end\n#5\n0!\n"
                                              "#10\n1!\nb1 \"\n#15\n0!\n"
                                              "#20\n1!\nb10 \"\nb11 $\n#25\n0!\n"
                                              "#30\n1!\nb11 \"\nb1 #\n#35\n0!\n"
                                              "#40\n1!\nb100 \"\n#45\n0!\n#50\n");
    free(text);
}

/* In the file they stand in the order of the scopes. */
static void sets_are_by_number_whatever_the_order_of_the_file(void **state)
{
    (void)state;
    struct rtl_instance turned[MACHINE_INSTANCES];
    for (unsigned i = 0; i < MACHINE_INSTANCES; i++)
        turned[i] = instances[i];
    turned[0].path = "top.b.one"; /* pump, store, pump */
    turned[1].path = "other";
    turned[2].path = "top.b.two";
    struct trace *trace = trace_open(&(struct trace_options){.path = scratch("t.vcd"), .scope = "*.o_count,*.o_stall"},
                                     turned, MACHINE_INSTANCES, &diag);
    assert_non_null(trace);
    assert_false(trace->in_order);
    const struct trace_changed changed = trace_sets(trace);
    for (uint32_t cycle = 0; cycle < 3; cycle++) {
        machine.pump[0].q.count = machine.pump[1].q.count = cycle;
        machine.store.q.stall = cycle > 0;
        changed.registers[0] = cycle == 1 ? 1 | 4 : 2;
        trace_sample_changed(trace, cycle, &changed);
    }
    assert_true(trace_close(trace, &diag));
    char *text = slurp(scratch("t.vcd"), NULL);
    assert_string_equal(strstr(text, "#10\n"), "#10\n1!\nb1 \"\nb1 #\nb1 $\n#15\n0!\n"
                                               "#20\n1!\nb10 \"\n1%\n#25\n0!\n#30\n");
    free(text);
}

/* ---- choice ----------------------------------------------------------------------------------------------------- */

static void every_scalar_is_traced_without_a_scope(void **state)
{
    (void)state;
#define PUMP(path)                                                                                                     \
    path "i_enable " path "i_kick " path "o_count " path "o_phase " path "r_nine " path "o_valid " path "r_odd " path  \
         "r_big " path "r_insn " path "r_sixteen"
    assert_names((struct trace_options){0},
                 "top.clk top.cycle " PUMP("top.a.pump.") " " PUMP("top.a.") " top.store.i_write top.store.i_index "
                                                                             "top.store.o_stall");
}

static void a_scope_names_instances_and_signals(void **state)
{
    (void)state;
    assert_names((struct trace_options){.scope = "top.store"},
                 "top.clk top.cycle top.store.i_write top.store.i_index top.store.o_stall");
    assert_names((struct trace_options){.scope = "top.a.*_count,top.store.o_*"},
                 "top.clk top.cycle top.a.pump.o_count top.a.o_count top.store.o_stall");
    assert_names((struct trace_options){.scope = "top.a.o_valid"}, "top.clk top.cycle top.a.o_valid");
}

static void a_scope_names_rows_and_lanes(void **state)
{
    (void)state;
    assert_names((struct trace_options){.scope =
                                            "*.pump.o_result.lane0[13],top.store.m_bank.row11.lane63,*.row01.lane00,"
                                            "*stack.row02",
                                        .lanes = true},
                 "top.clk top.cycle top.a.pump.o_result.lane01 top.a.pump.o_result.lane03 "
                 "top.store.m_bank.row01.lane00 top.store.m_bank.row11.lane63 top.store.m_stack.row02");
}

static void lanes_and_memories_need_the_option(void **state)
{
    (void)state;
    assert_names((struct trace_options){.scope = "*.o_result,*.o_valid"},
                 "top.clk top.cycle top.a.pump.o_valid top.a.o_valid");
    assert_refused((struct trace_options){.scope = "*.o_result"}, "lane vectors and memories only");
    assert_refused((struct trace_options){.scope = "*.m_stack"}, "lane vectors and memories only");
}

static void a_pattern_that_matches_nothing_is_refused_by_name(void **state)
{
    (void)state;
    assert_refused((struct trace_options){.scope = "top.a.o_valid,top.b.*"}, "'top.b.*'");
    assert_refused((struct trace_options){.scope = "o_valid"}, "'o_valid'");
}

static void bad_instance_paths_are_refused(void **state)
{
    (void)state;
    instances[1].path = "top.a";
    assert_refused((struct trace_options){0}, "two instances");
    static const char *const bad[] = {"", "top..a", "top.a b", "top.a.", ".a", "top.\xc3\xbc", "top.0a", "$top"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        instances[1].path = bad[i];
        assert_refused((struct trace_options){0}, "dotted plain names");
    }
}

static void a_machine_without_instances_is_refused(void **state)
{
    (void)state;
    assert_null(trace_open(&(struct trace_options){.path = scratch("t.vcd")}, instances, 0, &diag));
    assert_string_equal(diag.what, "there is no signal to trace");
}

int main(int argc, char **argv)
{
    (void)argc;
    scratch_open(argv[0]);
#define TEST(name) cmocka_unit_test_setup(name, fresh_machine)
    const struct CMUnitTest tests[] = {
        TEST(a_tiny_run_has_these_bytes),
        TEST(the_same_run_gives_the_same_bytes),
        TEST(the_file_is_there_after_a_flush),
        TEST(neighbours_in_the_file_need_not_be_neighbours_in_memory),
        TEST(memory_is_compared_in_pieces),
        TEST(only_what_may_have_changed_is_looked_at),
        TEST(sets_are_by_number_whatever_the_order_of_the_file),
        TEST(every_scalar_is_traced_without_a_scope),
        TEST(a_scope_names_instances_and_signals),
        TEST(a_scope_names_rows_and_lanes),
        TEST(lanes_and_memories_need_the_option),
        TEST(a_pattern_that_matches_nothing_is_refused_by_name),
        TEST(bad_instance_paths_are_refused),
        TEST(a_machine_without_instances_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
