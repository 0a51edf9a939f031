/* test_derive.c - derived signals: in the file like any other, chosen like any other, never touched by the machine;
 * marks, and where a run is busy; and that the file says all of it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "tb/unit/trace/test_trace_machine.h"
#include "trace/gtkw.h"
#include "trace/reopen.h"
#include "trace/vcd.h"

static struct machine      machine;
static struct rtl_instance instances[MACHINE_INSTANCES];
static struct diag         diag;
static uint64_t            now; /* the context: the cycle that is sampled */
static unsigned            begun;

/* The rows of several instances change in each cycle. */
static bool begin(void *context, const uint64_t *changed, uint64_t *own)
{
    (void)context, (void)changed, (void)own;
    begun++;
    return true;
}

/* Takes out the rows of the first instance from cycle 4 on. */
static bool begin_without(void *context, const uint64_t *changed, uint64_t *own)
{
    (void)changed;
    if (*(const uint64_t *)context >= 4)
        own[0] &= ~UINT64_C(1);
    return false;
}

/* Every third cycle shows its number, zero among them; the others show that there is none. */
static uint64_t third(const void *context, unsigned argument)
{
    const uint64_t cycle = *(const uint64_t *)context;
    return cycle % 3 == argument ? cycle & 7 : TRACE_IDLE(3);
}

static uint64_t constant(const void *context, unsigned argument)
{
    (void)context;
    return argument;
}

/* Something happens in cycles 10 to 19. */
static uint64_t in_tens(const void *context, unsigned argument)
{
    (void)argument;
    return *(const uint64_t *)context / 10 == 1;
}

static uint64_t never(const void *context, unsigned argument)
{
    (void)context;
    (void)argument;
    return 0;
}

static unsigned work(const void *context)
{
    const uint64_t cycle = *(const uint64_t *)context;
    return cycle < 1000 ? 1 : cycle < 4000 ? 0 : 4;
}

static const struct trace_derived rows[] = {
    {"top.view.a", "third", "view_number_t", 4, false, third, 0, 0},
    {"top.view.a", "still", "view_number_t", 4, false, constant, 5, 0},
    {"top.watch", "always", "uint32_t", 32, true, constant, 0x7fedca00, 0},
};
static const struct trace_mark marks[] = {
    {"first", false, in_tens, 0, false}, {"last", true, in_tens, 0, false}, {"none", false, never, 0, true}};
static const struct trace_derivation derivation = {rows,        3,    marks, 3, &now, begin, work,
                                                   "top.marks", NULL, 0,     0, 0,    NULL};

static const struct trace_view views[] = {
    {.type = "view_number_t", .kind = VIEW_UNSIGNED, .idle = IDLE_ABOVE},
    {.type = "uint32_t", .kind = VIEW_HEX, .idle = IDLE_WORD, .idle_word = 0x7fedca00},
};
static const struct gtkw_row overview[] = {
    {.heading = "view"}, {.signal = "top.view.*"}, {.heading = "watch"}, {.signal = "top.watch.*", .still = true}, {0}};
static const struct gtkw_options gtkw = {.views = views, .view_count = 2, .overview = overview};

static int fresh_machine(void **state)
{
    (void)state;
    memset(&machine, 0, sizeof machine);
    memset(&diag, 0, sizeof diag);
    begun = 0;
    machine_instances(&machine, instances);
    return 0;
}

/* Cycles 0 to `cycles` - 1 into NAME.vcd; the text of the waveform, or of its save file, freed by the caller. */
static char *run(const char *name, const char *scope, uint64_t cycles, bool save)
{
    char file[64];
    snprintf(file, sizeof file, "%s.vcd", name);
    const struct trace_options options = {.path = scratch(file), .scope = scope, .derived = &derivation};
    struct trace              *trace = trace_open(&options, instances, MACHINE_INSTANCES, &diag);
    if (!trace)
        fail_msg("%s", diag.what);
    for (now = 0; now < cycles; now++)
        trace_sample(trace, now);
    assert_true(gtkw_write(trace, &gtkw, NULL, &diag));
    assert_true(trace_close(trace, &diag));
    snprintf(file, sizeof file, "%s.%s", name, save ? "gtkw" : "vcd");
    char *text = slurp(scratch(file), NULL);
    assert_non_null(text);
    return text;
}

static void rows_are_signals_without_a_prefix_in_scopes_of_their_own(void **state)
{
    (void)state;
    char *text = run("rows", "top.view*", 7, false);
    assert_non_null(strstr(text, "$scope module view $end\n$scope module a $end\n$var reg 4 # third [3:0] $end\n"
                                 "$var reg 4 $ still [3:0] $end\n"));
    /* 0 is a value, 8 says that there is none; 3 and 6 are shown in their cycles alone */
    assert_non_null(strstr(text, "b0 #\nb101 $\n"));
    assert_non_null(strstr(text, "#10\n1!\nb1 \"\nb1000 #\n"));
    assert_non_null(strstr(text, "#30\n1!\nb11 \"\nb11 #\n"));
    assert_non_null(strstr(text, "#40\n1!\nb100 \"\nb1000 #\n"));
    assert_non_null(strstr(text, "#60\n1!\nb110 \"\nb110 #\n"));
    assert_int_equal(begun, 7);
    free(text);
}

static void a_scope_leaves_rows_out_that_are_not_always_there(void **state)
{
    (void)state;
    char *text = run("scope", "*.o_valid", 2, false);
    assert_null(strstr(text, "third"));
    assert_non_null(strstr(text, " always [31:0] "));
    free(text);
    text = run("one", "top.view.a.third,*.o_valid", 2, false);
    assert_non_null(strstr(text, " third "));
    assert_null(strstr(text, " still "));
    free(text);
}

static void nothing_is_computed_outside_the_window(void **state)
{
    (void)state;
    const struct trace_options options = {.path = scratch("late.vcd"), .from = 5, .end = 7, .derived = &derivation};
    struct trace              *trace = trace_open(&options, instances, MACHINE_INSTANCES, &diag);
    for (now = 0; now < 10; now++)
        trace_sample(trace, now);
    assert_true(trace_close(trace, &diag));
    assert_int_equal(begun, 2);
}

static void what_never_changed_is_left_out_of_the_overview(void **state)
{
    (void)state;
    char *text = run("still", NULL, 7, true);
    assert_non_null(strstr(text, "-view\n@2024\n^1 "));
    assert_non_null(strstr(text, "+{third} top.view.a.third[3:0]\n@200\n-watch\n"));
    assert_null(strstr(text, "+{still}"));
    assert_non_null(strstr(text, "+{always} top.watch.always[31:0]\n@200\n-all modules\n"));
    free(text);
    text = slurp(scratch("still.waves/view_number_t.txt"), NULL);
    assert_string_equal(text, "# no value of view_number_t\n8 ?gray15?-\n");
    free(text);
    text = slurp(scratch("still.waves/uint32_t.txt"), NULL);
    assert_string_equal(text, "# no value of uint32_t\n7FEDCA00 ?gray15?-\n"); /* of all widths that use it: 32 */
    free(text);
}

static void marks_are_named_markers_in_ps(void **state)
{
    (void)state;
    char *text = run("marks", NULL, 40, true);
    assert_non_null(strstr(text, " -1 10000 19000 -1\n[markername] Afirst\n[markername] Blast\n"));
    assert_null(strstr(text, "[markername] C"));
    free(text);
}

/* 1 a cycle, nothing, then 4 a cycle from cycle 4000.  Four buckets of 16 cycles are shown; those from 3984 on have
 * three quarters of the most work, too little.  Four cycles are shown before. */
static void a_long_run_opens_on_its_first_busy_stretch(void **state)
{
    (void)state;
    char *text = run("busy", "top.watch.always", 6000, true);
    assert_non_null(strstr(text, "[timestart] 3996000\n"));
    free(text);
    /* the stretch from 3984 on has all of the 40 busy cycles; from 3973 on 67 cycles are left */
    text = run("near", "top.watch.always", 4040, true);
    assert_non_null(strstr(text, "[timestart] 3973000\n"));
    free(text);
    /* a bucket of 64 cycles: that from 3968 on has half */
    text = run("longer", "top.watch.always", 60000, true);
    assert_non_null(strstr(text, "[timestart] 4028000\n"));
    free(text);
}

static uint64_t late(const void *context, unsigned argument)
{
    (void)argument;
    return *(const uint64_t *)context >= 5500;
}

/* 64 cycles, of which the marked one is the eighth from the end; the viewer shows a window only when it ends, a
 * twentieth wider, before the end of the file, which is 16 cycles behind the last. */
static void what_one_looks_for_goes_before_it(void **state)
{
    (void)state;
    static const struct {
        uint64_t    cycles;
        const char *start;
    } runs[] = {{6000, "[timestart] 5444000\n"}, {5501, "[timestart] 5444000\n"}};
    static const struct trace_mark       look[] = {{"stop", false, late, 0, true}};
    static const struct trace_derivation stops = {rows, 3, look, 1, &now, begin, work, NULL, NULL, 0, 0, 0, NULL};
    for (unsigned i = 0; i < 2; i++) {
        const struct trace_options options = {.path = scratch("look.vcd"), .scope = "*.o_valid", .derived = &stops};
        struct trace              *trace = trace_open(&options, instances, MACHINE_INSTANCES, &diag);
        for (now = 0; now < runs[i].cycles; now++)
            trace_sample(trace, now);
        assert_true(gtkw_write(trace, &gtkw, NULL, &diag));
        assert_true(trace_close(trace, &diag));
        char end[32], *dump = slurp(scratch("look.vcd"), NULL), *text = slurp(scratch("look.gtkw"), NULL);
        snprintf(end, sizeof end, "#%llu\n", 10ull * runs[i].cycles + 160);
        assert_string_equal(strrchr(dump, '#'), end);
        free(dump);
        assert_non_null(strstr(text, runs[i].start));
        assert_non_null(strstr(text, " -1 5500000\n[markername] Astop\n"));
        free(text);
    }
}

/* It begins a long run's first screen, four cycles before it; a short one is shown whole, and what one looks for comes
 * first. */
static void a_long_run_opens_on_what_is_of_interest(void **state)
{
    (void)state;
    static const struct trace_mark two[] = {{"stop", false, late, 0, LOOK_BEFORE},
                                            {"first", false, in_tens, 0, LOOK_BEHIND}};
    static const struct {
        unsigned    first_mark;
        uint64_t    cycles;
        const char *start;
    } runs[] = {{1, 2000, "[timestart] 0\n"}, {1, 2001, "[timestart] 6000\n"}, {0, 6000, "[timestart] 5444000\n"}};
    for (unsigned i = 0; i < 3; i++) {
        const struct trace_derivation opens = {.rows = rows,
                                               .row_count = 3,
                                               .marks = two + runs[i].first_mark,
                                               .mark_count = 2 - runs[i].first_mark,
                                               .context = &now,
                                               .begin = begin,
                                               .work = work};
        const struct trace_options    options = {.path = scratch("opens.vcd"), .scope = "*.o_valid", .derived = &opens};
        struct trace                 *trace = trace_open(&options, instances, MACHINE_INSTANCES, &diag);
        for (now = 0; now < runs[i].cycles; now++)
            trace_sample(trace, now);
        assert_true(gtkw_write(trace, &gtkw, NULL, &diag));
        assert_true(trace_close(trace, &diag));
        char *text = slurp(scratch("opens.gtkw"), NULL);
        if (!strstr(text, runs[i].start))
            fail_msg("%u: %.200s", i, strstr(text, "[timestart]"));
        free(text);
    }
}

static void marks_and_work_are_rows_whatever_the_scope(void **state)
{
    (void)state;
    char *text = run("found", "*.o_valid", 21, false);
    assert_non_null(strstr(text, "$scope module marks $end\n$var reg 1 $ first $end\n$var reg 1 % last $end\n"
                                 "$var reg 1 & none $end\n$var reg 8 ' work [7:0] $end\n"));
    assert_non_null(strstr(text, "\n0$\n0%\n0&\nb1 '\n"));
    assert_non_null(strstr(text, "#100\n1!\nb1010 \"\n1$\n1%\n#105\n"));
    assert_non_null(strstr(text, "#200\n1!\nb10100 \"\n0$\n0%\n#205\n"));
    free(text);
    /* of a scope of nothing but lanes they are no excuse */
    const struct trace_options options = {.path = scratch("l.vcd"), .scope = "*.o_result", .derived = &derivation};
    assert_null(trace_open(&options, instances, MACHINE_INSTANCES, &diag));
    assert_non_null(strstr(diag.what, "trace with lanes"));
}

/* What is sampled of an instance is not touched by it: only its rows stay. */
static void rows_that_are_taken_out_stay(void **state)
{
    (void)state;
    static const struct trace_derived of_two[] = {{"top.view.a", "first", "view_number_t", 4, true, third, 0, 1},
                                                  {"top.view.a", "second", "view_number_t", 4, true, third, 0, 2}};
    const struct trace_derivation without = {of_two, 2, NULL, 0, &now, begin_without, NULL, NULL, NULL, 0, 0, 0, NULL};
    const struct trace_options    options = {.path = scratch("without.vcd"), .scope = "*.o_valid", .derived = &without};
    struct trace                 *trace = trace_open(&options, instances, MACHINE_INSTANCES, &diag);
    const struct trace_changed    changed = trace_sets(trace);
    for (now = 0; now < 7; now++) {
        changed.wires[0] = 0;
        changed.registers[0] = 3;
        trace_sample_changed(trace, now, &changed);
    }
    assert_true(trace_close(trace, &diag));
    char *text = slurp(scratch("without.vcd"), NULL);
    assert_non_null(strstr(text, "#30\n1!\nb11 \"\nb11 #\nb11 $\n#35\n"));
    assert_non_null(strstr(text, "#40\n1!\nb100 \"\nb1000 $\n#45\n")); /* nothing: the bit above three */
    assert_non_null(strstr(text, "#60\n1!\nb110 \"\nb110 $\n#65\n"));
    free(text);
}

/* Marks keep their values in cycles in which none of their instances changes. */
static void marks_change_with_their_instances(void **state)
{
    (void)state;
    static const unsigned         second[] = {2};
    const struct trace_derivation with = {rows, 3, marks, 3, &now, begin, work, "top.marks", second, 1, 0, 0, NULL};
    const struct trace_options    options = {.path = scratch("with.vcd"), .scope = "*.o_valid", .derived = &with};
    struct trace                 *trace = trace_open(&options, instances, MACHINE_INSTANCES, &diag);
    const struct trace_changed    changed = trace_sets(trace);
    for (now = 0; now < 21; now++) {
        changed.wires[0] = 0;
        changed.registers[0] = now == 12 || now == 20 ? 1 | 2 : 1 | 4;
        trace_sample_changed(trace, now, &changed);
    }
    assert_true(trace_close(trace, &diag));
    char *text = slurp(scratch("with.vcd"), NULL);
    assert_non_null(strstr(text, "#100\n1!\nb1010 \"\n#105\n"));
    assert_non_null(strstr(text, "#120\n1!\nb1100 \"\n1$\n1%\n#125\n"));
    assert_non_null(strstr(text, "#200\n1!\nb10100 \"\n0$\n0%\n#205\n"));
    free(text);
}

/* ---- written anew ------------------------------------------------------------------------------------------------ */

static const struct trace_mark look_marks[] = {{"first", false, in_tens, 0, false}, {"stop", false, late, 0, true}};
static const struct trace_derivation broken = {rows,        3,    look_marks, 2, &now, begin, work,
                                               "top.marks", NULL, 0,          0, 0,    NULL};

/* Whether the save file of the waveform alone is that of the run. */
static void same_again(struct trace_options options, const char *name, uint64_t cycles)
{
    struct header header;
    char         *saved, path[1100];
    options.path = scratch(name);
    snprintf(path, sizeof path, "%s", options.path);
    options.path = path;
    struct trace *trace = trace_open(&options, instances, MACHINE_INSTANCES, &diag);
    for (now = options.from; now < cycles; now++) {
        machine_step(&machine);
        trace_sample(trace, now);
    }
    assert_true(gtkw_write(trace, &gtkw, &saved, &diag));
    assert_true(trace_close(trace, &diag));
    char *first = slurp(saved, NULL);
    assert_int_equal(remove(saved), 0);
    free(saved);
    begun = 0;
    assert_true(header_read(path, &header, &diag));
    trace = trace_reopen(&(struct trace_options){.path = path, .derived = options.derived}, &header, instances,
                         MACHINE_INSTANCES, &diag);
    assert_non_null(trace);
    assert_true(gtkw_write(trace, &gtkw, &saved, &diag));
    assert_int_equal(begun, 0); /* nothing is computed anew */
    trace_forget(trace);
    header_free(&header);
    char *second = slurp(saved, NULL);
    assert_string_equal(first, second);
    free(saved);
    free(first);
    free(second);
}

static void the_waveform_alone_says_what_it_opens_on(void **state)
{
    (void)state;
    static const char *const          names[] = {"anew.vcd", "anew.fst"};
    static const struct trace_options options[] = {{.derived = &derivation},
                                                   {.derived = &broken},
                                                   {.derived = &derivation, .scope = "top.a.*"},
                                                   {.derived = &broken, .scope = "*.o_valid"},
                                                   {.derived = &derivation, .from = 13},
                                                   {.derived = &broken, .from = 5000}};
    static const uint64_t             cycles[] = {15, 40, 4100, 5501, 6000};
    for (unsigned k = 0; k < 2; k++)
        for (unsigned i = 0; i < sizeof options / sizeof options[0]; i++)
            for (unsigned c = 0; c < sizeof cycles / sizeof cycles[0]; c++)
                if (options[i].from < cycles[c])
                    same_again(options[i], names[k], cycles[c]);
    same_again(options[0], names[0], 60000);
}

int main(int argc, char **argv)
{
    (void)argc;
    scratch_open(argv[0]);
#define TEST(name) cmocka_unit_test_setup(name, fresh_machine)
    const struct CMUnitTest tests[] = {
        TEST(rows_are_signals_without_a_prefix_in_scopes_of_their_own),
        TEST(a_scope_leaves_rows_out_that_are_not_always_there),
        TEST(nothing_is_computed_outside_the_window),
        TEST(what_never_changed_is_left_out_of_the_overview),
        TEST(marks_are_named_markers_in_ps),
        TEST(a_long_run_opens_on_its_first_busy_stretch),
        TEST(what_one_looks_for_goes_before_it),
        TEST(a_long_run_opens_on_what_is_of_interest),
        TEST(marks_and_work_are_rows_whatever_the_scope),
        TEST(marks_change_with_their_instances),
        TEST(rows_that_are_taken_out_stay),
        TEST(the_waveform_alone_says_what_it_opens_on),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
