/* test_wire.c - the rows that drive a machine's wires (kit/wire.h): who is awake, what is driven, who wakes whom, the
 * tables for documents; and that rows which leave something out do not compile. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "kit/walk.h"
#include "kit/wire.h"
#include "trace/vcd.h"

/* ---- a machine of a tap and two sums ----------------------------------------------------------------------------- */

/* clang-format off */
#define TAP_SIGNALS(S)                                                                                 \
    S(EN,    bool,     open,   1, "the tap is opened")                                                 \
    S(LIVE,  bool,     runs,   1, "a drop falls")                                                      \
    S(OUT,   uint8_t,  size,   8, "its size")
#define SUM_SIGNALS(S)                                                                                 \
    S(EN,    bool,     add,    1, "a drop falls")                                                      \
    S(IN,    uint8_t,  size,   8, "its size")                                                          \
    S(BUS,   uint8_t,  place,  8, "the same where it lies")                                            \
    S(STRAP, uint8_t,  times,  8, "what it is multiplied by")                                          \
    S(OUT,   uint32_t, total, 32, "sum")                                                               \
    S(BUSY,  uint8_t,  rings,  2, "clocks in which it still rings")
#define HALF_NET_SIGNALS(S)                                                                            \
    S(NET,   uint8_t,  size,   8, "half of the drop's size")
/* clang-format on */

RTL_STRUCT(tap, TAP_SIGNALS);
RTL_STRUCT(sum, SUM_SIGNALS);
RTL_NETS(half_net, HALF_NET_SIGNALS);
RTL_TABLE(sum, SUM_SIGNALS);
RTL_RESET(sum, ZERO);

static void tap_eval(const struct tap_in *in, const struct tap_reg *q, struct tap_reg *d)
{
    d->runs = in->open;
    d->size = (uint8_t)(q->size + in->open);
}
static void sum_eval(const struct sum_in *in, const struct sum_reg *q, struct sum_reg *d)
{
    if (in->add)
        d->total = q->total + (uint32_t)in->times * in->size;
    d->rings = in->add ? 2 : (uint8_t)(q->rings - (q->rings > 0));
}
RTL_LIFE(tap, ALONE, KEEPS, COPIES);
RTL_LIFE(sum, ALONE, KEEPS, COPIES);

enum { AT_half, AT_tap, AT_sum, COUNT_half = 1, COUNT_tap = 1, COUNT_sum = 2 };
struct tiny {
    struct half_net half;
    struct tap      tap;
    struct sum      sum[COUNT_sum];
};

#define HALF_FROM(ONE, ALL, OF, ON, BY) ONE(tap, tap, tap, 0)
#define HALF_WIRES(DRIVE, WITH) DRIVE(size, tap->q.size / 2)
RTL_NET_WIRES(tiny, half_net, half, HALF_FROM, tap->q.runs, HALF_WIRES);
#define TAP_FROM(ONE, ALL, OF, ON, BY) ALL(sum, sums, sum) OF(tap, self, tap, 0)
#define TAP_EVENTS(DRIVE) DRIVE(open, sums[0].q.total == 0 && sums[1].q.total == 0)
#define TAP_WIRES(DRIVE, WITH)
RTL_WIRES(tiny, tap, tap, TAP_FROM, TAP_EVENTS, TAP_WIRES);
#define SUM_FROM(ONE, ALL, OF, ON, BY) ONE(tap, tap, tap, 0) OF(half_net, half, half, 0)
#define SUM_EVENTS(DRIVE) DRIVE(add, tap->q.runs)
#define SUM_WIRES(DRIVE, WITH) WITH(add, size, i ? half->in.size : tap->q.size) DRIVE(place, &tap->q.size)
RTL_WIRES(tiny, sum, sum, SUM_FROM, SUM_EVENTS, SUM_WIRES);

struct nothing {
    unsigned unit;
};
#define SUM_STRAPS(STRAP) STRAP(times, (uint8_t)(chip->unit * (i + 1) + launch->unit))
RTL_STRAPS(tiny, sum, sum, struct nothing, struct nothing, SUM_STRAPS);

static struct tiny tiny;

static int fresh(void **state)
{
    (void)state;
    memset(&tiny, 0, sizeof tiny);
    memset(&tiny.sum, 0xa5, sizeof tiny.sum);
    for (unsigned i = 0; i < COUNT_sum; i++) {
        tiny_sum_strap(&tiny, i, &(struct nothing){10}, &(struct nothing){3});
        sum_reset(&tiny.sum[i]);
    }
    return 0;
}

/* ---- the clock --------------------------------------------------------------------------------------------------- */

static void straps_are_driven_from_chip_and_launch_and_survive_a_reset(void **state)
{
    (void)state;
    assert_int_equal(tiny.sum[0].in.times, 13);
    assert_int_equal(tiny.sum[1].in.times, 23);
    assert_int_equal(tiny.sum[1].q.total, 0);
    assert_string_equal(tiny_sum_strap_rows[0].wire, "times");
}

static void a_wire_that_matters_with_an_event_is_driven_with_it_and_for_who_looks(void **state)
{
    (void)state;
    tiny.tap.q.size = 3;
    tiny.sum[0].in.size = 0x55;
    tiny_sum_drive(&tiny, 0, &tiny.sum[0].in);
    assert_int_equal(tiny.sum[0].in.size, 0x55);
    tiny_sum_look(&tiny, 0, true);
    assert_int_equal(tiny.sum[0].in.size, 3);
    tiny.tap.q.size = 4;
    tiny.tap.q.runs = true;
    tiny_sum_drive(&tiny, 0, &tiny.sum[0].in);
    assert_int_equal(tiny.sum[0].in.size, 4);
}

static void an_event_wakes_and_a_busy_register_keeps_awake(void **state)
{
    (void)state;
    assert_true(tiny_tap_awake(&tiny, 0));
    assert_false(tiny_sum_awake(&tiny, 0));
    tiny.tap.q.runs = true;
    assert_true(tiny_sum_awake(&tiny, 0) && tiny_sum_awake(&tiny, 1));
    tiny.tap.q.runs = false;
    tiny.sum[1].q.rings = 1;
    assert_true(!tiny_sum_awake(&tiny, 0) && tiny_sum_awake(&tiny, 1));
    tiny.sum[1].q.total = 1;
    assert_false(tiny_tap_awake(&tiny, 0));
    tiny.tap.q.runs = true; /* an output that keeps it awake */
    assert_true(tiny_tap_awake(&tiny, 0));
}

static void a_clock_drives_the_wires_evaluates_and_says_what_changes(void **state)
{
    (void)state;
    tiny.tap.q.size = tiny.tap.d.size = 40;
    tiny.sum[0].in.size = tiny.sum[1].in.size = 9;
    tiny_sum_next(&tiny, 0);
    assert_ptr_equal(tiny.sum[0].in.place, &tiny.tap.q.size);
    tiny_sum_take(&tiny, 0);
    assert_false(tiny_sum_clock(&tiny, 0)); /* nothing has changed */
    tiny.tap.q.runs = true;
    tiny_sum_next(&tiny, 0);
    assert_int_equal(tiny.sum[0].in.size, 40);
    assert_int_equal(tiny.sum[1].in.size, 9); /* another one's wires stay */
    assert_int_equal(tiny.sum[0].q.total, 0);
    assert_true(tiny_sum_clock(&tiny, 0));
    assert_int_equal(tiny.sum[0].q.total, 13 * 40);
}

static void all_wires_of_an_instance_are_driven_by_its_number(void **state)
{
    (void)state;
    tiny.tap.q.size = 6;
    tiny.half.in.size = 200;
    tiny_sum_look(&tiny, 0, true);
    tiny_sum_look(&tiny, 1, true);
    assert_int_equal(tiny.sum[0].in.size, 6);
    assert_int_equal(tiny.sum[1].in.size, 200);
    assert_ptr_equal(tiny.sum[0].in.place, &tiny.tap.q.size);
    assert_int_equal(rtl_read(rtl_find(&sum_rtl, "place"), &tiny.sum[0], 0, 0), 6);
    tiny_tap_look(&tiny, 0, true);
    assert_true(tiny.tap.in.open);
}

static void nets_are_0_without_their_condition_and_say_when_they_change(void **state)
{
    (void)state;
    tiny.tap.q.size = 8;
    assert_false(tiny_half_settle(&tiny, 0));
    assert_int_equal(tiny.half.in.size, 0);
    tiny.tap.q.runs = true;
    assert_true(tiny_half_settle(&tiny, 0));
    assert_int_equal(tiny.half.in.size, 4);
    assert_false(tiny_half_settle(&tiny, 0));
    tiny.tap.q.runs = false;
    assert_true(tiny_half_settle(&tiny, 0));
    assert_int_equal(tiny.half.in.size, 0);
}

static void the_tap_fills_the_sums(void **state)
{
    (void)state;
    for (unsigned clock = 0; clock < 4; clock++) {
        const bool awake[] = {tiny_tap_awake(&tiny, 0), tiny_sum_awake(&tiny, 0)};
        assert_int_equal(awake[0], clock < 3); /* the second drop is under way when the first has been counted */
        assert_int_equal(awake[1], clock > 0);
        if (awake[0])
            tiny_tap_next(&tiny, 0);
        if (awake[1])
            tiny_sum_next(&tiny, 0);
        if (awake[0]) {
            tiny_tap_take(&tiny, 0);
            tiny_tap_clock(&tiny, 0);
        }
        if (awake[1])
            tiny_sum_clock(&tiny, 0);
    }
    assert_int_equal(tiny.sum[0].q.total, 13 * (1 + 2));
}

/* ---- tables ------------------------------------------------------------------------------------------------------ */

static void sources_of_events_and_nets_wake_and_others_do_not(void **state)
{
    (void)state;
    uint64_t set[3] = {0};
    tiny_sum_sources(0, &set[0]);
    tiny_tap_sources(0, &set[1]);
    tiny_half_sources(0, &set[2]);
    assert_int_equal(set[0], 1u << AT_tap);
    assert_int_equal(set[1], 3u << AT_sum);
    assert_int_equal(set[2], 1u << AT_tap);
}

static void rows_are_tables_for_documents(void **state)
{
    (void)state;
    assert_int_equal(tiny_sum_wiring.driver_count, 3);
    assert_string_equal(tiny_sum_wiring.drivers[0].wire, "add");
    assert_string_equal(tiny_sum_wiring.drivers[1].expression, "i ? half->in.size : tap->q.size");
    assert_int_equal(tiny_sum_wiring.source_count, 2);
    assert_true(tiny_sum_wiring.sources[0].wakes && !tiny_sum_wiring.sources[1].wakes);
    assert_string_equal(tiny_sum_wiring.sources[1].member, "half");
    assert_int_equal(tiny_tap_wiring.driver_count, 1);
    assert_string_equal(tiny_half_wiring.drivers[0].expression, "tap->q.size / 2");
    assert_string_equal(tiny_half_wiring.when, "tap->q.runs");
    assert_null(tiny_sum_wiring.when);
}

static const char *program_name;

static void a_bus_is_shown_where_it_is_driven(void **state)
{
    (void)state;
    char                       path[512], text[4096];
    struct diag                diag = {0};
    const struct rtl_instance  instance = {"top.sum", &sum_rtl, &tiny.sum[0]};
    const struct trace_options options = {.path = path};
    snprintf(path, sizeof path, "%s.bus.vcd", program_name);
    tiny_sum_look(&tiny, 0, true);
    struct trace *trace = trace_open(&options, &instance, 1, &diag);
    assert_non_null(trace);
    trace_sample(trace, 0);
    assert_true(trace_close(trace, &diag));
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    fclose(file);
    unlink(path);
    assert_non_null(strstr(text, "i_add"));
    assert_non_null(strstr(text, "i_times"));
    assert_non_null(strstr(text, "r_rings"));
    assert_null(strstr(text, "i_place"));
}

/* ---- what does not compile --------------------------------------------------------------------------------------- */

/* The rows of a module with wires `go` (an event), `size`, `where` (a bus) and strap `times`, whose source is itself.
 */
static bool compiles(const char *from, const char *events, const char *wires, const char *straps)
{
    char        path[512], command[1200];
    const char *compiler = getenv("CC");
    snprintf(path, sizeof path, "%s.rows.c", program_name);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fprintf(file,
            "#include \"kit/wire.h\"\n"
            "#define FOO_SIGNALS(S) S(EN, bool, go, 1, \"\") S(IN, uint8_t, size, 8, \"\") "
            "S(BUS, uint8_t, where, 8, \"\") S(STRAP, uint8_t, times, 8, \"\") S(OUT, uint8_t, sum, 8, \"\")\n"
            "RTL_STRUCT(foo, FOO_SIGNALS);\n"
            "void foo_eval(const struct foo_in *, const struct foo_reg *, struct foo_reg *);\n"
            "RTL_LIFE(foo, ALONE, KEEPS, COPIES);\n"
            "enum { AT_foo, COUNT_foo = 1 };\nstruct box { struct foo foo; };\nstruct none { int unit; };\n"
            "#define FROM(ONE, ALL, OF, ON, BY) %s\n#define EVENTS(DRIVE) %s\n#define WIRES(DRIVE, WITH) %s\n"
            "#define STRAPS(STRAP) %s\n"
            "RTL_WIRES(box, foo, foo, FROM, EVENTS, WIRES);\n"
            "RTL_STRAPS(box, foo, foo, struct none, struct none, STRAPS);\n",
            from, events, wires, straps);
    assert_int_equal(fclose(file), 0);
    snprintf(command, sizeof command, "%s -std=c11 -Wall -Wno-unused -Werror -I. -fsyntax-only '%s' 2>/dev/null",
             compiler && compiler[0] ? compiler : "cc", path);
    const bool good = system(command) == 0;
    unlink(path);
    return good;
}

static void rows_that_leave_something_out_do_not_compile(void **state)
{
    (void)state;
    static const char from[] = "ONE(foo, foo, foo, 0)", events[] = "DRIVE(go, foo->q.sum == 0)";
    static const char wires[] = "DRIVE(size, foo->q.sum) DRIVE(where, &foo->q.sum)", straps[] = "STRAP(times, 1)";
    assert_true(compiles(from, events, wires, straps));
    /* not driven */
    assert_false(compiles(from, events, "DRIVE(size, foo->q.sum)", straps));
    assert_false(compiles(from, "", wires, straps));
    assert_false(compiles(from, events, wires, ""));
    /* driven twice, and with another left out */
    assert_false(compiles(from, events, "DRIVE(size, foo->q.sum) DRIVE(size, 1) DRIVE(where, &foo->q.sum)", straps));
    assert_false(compiles(from, events, "DRIVE(size, foo->q.sum) DRIVE(size, 1)", straps));
    assert_false(compiles(from, events, wires, "STRAP(times, 1) STRAP(times, 2)"));
    /* unknown */
    assert_false(compiles(from, events, "DRIVE(length, 1) DRIVE(where, &foo->q.sum)", straps));
    assert_false(compiles(from, events, wires, "STRAP(often, 1)"));
    /* of another type */
    assert_false(compiles(from, events, "DRIVE(size, foo->q.sum) DRIVE(where, foo->q.sum)", straps));
    assert_false(compiles(from, events, "DRIVE(size, foo->q) DRIVE(where, &foo->q.sum)", straps));
    /* an event among the wires, a wire among the events */
    assert_false(compiles(from, "DRIVE(size, foo->q.sum)", "DRIVE(go, 1) DRIVE(where, &foo->q.sum)", straps));
    assert_false(compiles(from, "", "DRIVE(go, 1) DRIVE(size, 1) DRIVE(where, &foo->q.sum)", straps));
    assert_false(compiles(from, "DRIVE(go, 1) DRIVE(size, 1)", "DRIVE(where, &foo->q.sum)", straps));
    /* with an event, and with what is none of the module's wires */
    assert_true(compiles(from, events, "WITH(go, size, foo->q.sum) DRIVE(where, &foo->q.sum)", straps));
    assert_false(compiles(from, events, "WITH(gone, size, foo->q.sum) DRIVE(where, &foo->q.sum)", straps));
    /* a source that is not listed, or not for events */
    assert_false(compiles("", events, wires, straps));
    assert_false(compiles("OF(foo, foo, foo, 0)", events, wires, straps));
    assert_true(compiles("OF(foo, foo, foo, 0)", "DRIVE(go, true)", wires, straps));
    assert_false(compiles("ONE(foo, foo, oof, 0)", events, wires, straps));
}

int main(int argc, char **argv)
{
    (void)argc;
    program_name = argv[0];
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(straps_are_driven_from_chip_and_launch_and_survive_a_reset, fresh),
        cmocka_unit_test_setup(a_wire_that_matters_with_an_event_is_driven_with_it_and_for_who_looks, fresh),
        cmocka_unit_test_setup(an_event_wakes_and_a_busy_register_keeps_awake, fresh),
        cmocka_unit_test_setup(a_clock_drives_the_wires_evaluates_and_says_what_changes, fresh),
        cmocka_unit_test_setup(all_wires_of_an_instance_are_driven_by_its_number, fresh),
        cmocka_unit_test_setup(nets_are_0_without_their_condition_and_say_when_they_change, fresh),
        cmocka_unit_test_setup(the_tap_fills_the_sums, fresh),
        cmocka_unit_test_setup(sources_of_events_and_nets_wake_and_others_do_not, fresh),
        cmocka_unit_test_setup(rows_are_tables_for_documents, fresh),
        cmocka_unit_test_setup(a_bus_is_shown_where_it_is_driven, fresh),
        cmocka_unit_test(rows_that_leave_something_out_do_not_compile),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
