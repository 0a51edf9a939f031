/* test_trigger.c - expressions over signals: what they mean, clock by clock, and what is wrong in them. */
#include <limits.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "trace/trigger/trigger.h"

struct part {
    uint8_t  i_state, wide[3];
    uint16_t o_state;
    int8_t   depth;
    uint64_t large, rows[4];
};

static const struct rtl_signal signals[] = {
    {.name = "state",
     .type = "state_t",
     .kind = RTL_IN,
     .bits = 2,
     .count = 1,
     .rows = 1,
     .offset = offsetof(struct part, i_state)},
    {.name = "state",
     .type = "state_t",
     .kind = RTL_OUT,
     .bits = 10,
     .count = 1,
     .rows = 1,
     .offset = offsetof(struct part, o_state)},
    {.name = "depth",
     .type = "int8_t",
     .kind = RTL_REG,
     .bits = 6,
     .count = 1,
     .rows = 1,
     .offset = offsetof(struct part, depth)},
    {.name = "wide",
     .type = "xyz_t",
     .kind = RTL_OUT,
     .bits = 8,
     .count = 3,
     .rows = 1,
     .offset = offsetof(struct part, wide)},
    {.name = "large",
     .type = "uint64_t",
     .kind = RTL_REG,
     .bits = 64,
     .count = 1,
     .rows = 1,
     .offset = offsetof(struct part, large)},
    {.name = "rows",
     .type = "word_t",
     .kind = RTL_MEM,
     .bits = 64,
     .count = 1,
     .rows = 4,
     .offset = offsetof(struct part, rows)},
};
static const struct rtl_module   module = {.name = "part", .signals = signals, .signal_count = 6};
static struct part               parts[2];
static const struct rtl_instance instances[] = {{"top.a.part", &module, &parts[0]}, {"top.b.part", &module, &parts[1]}};

static const char *name_of(uint64_t value)
{
    static const char *const names[] = {"idle", "at work", "done"};
    return value < 3 ? names[value] : NULL;
}

static const struct trace_view     views[] = {{.type = "state_t", .kind = VIEW_NAMES, .name = name_of}};
static const char *const           xyz[] = {"x", "y", "z"};
static const struct trace_elements elements[] = {{"xyz_t", xyz}};
static const struct trigger_names  names = {instances, 2, views, 1, elements, 1, false};

static void setup(void)
{
    memset(parts, 0, sizeof parts);
    parts[0].o_state = 2;
    parts[0].i_state = 1;
    parts[1].o_state = 7;
    parts[0].depth = -3 & 0x3f;
    parts[0].wide[1] = 200;
    parts[1].large = UINT64_MAX;
    parts[1].rows[3] = 5;
}

static bool holds(const char *text)
{
    struct diag     diag = {0};
    struct trigger *trigger = trigger_parse(text, &names, &diag);
    if (!trigger)
        fail_msg("%s: %s", text, diag.what);
    const bool now = trigger_holds(trigger, 12, false);
    trigger_free(trigger);
    return now;
}

static void values_are_those_of_the_signals(void **state)
{
    (void)state;
    static const char *const yes[] = {"top.a.part.o_state == 2",
                                      "a.part.state == done",
                                      "a.part.i_state == \"at work\"",
                                      "a.part.i_state == at_work",
                                      "done == a.part.state",
                                      "b.part.o_state == 0b111",
                                      "a.part.depth == -3",
                                      "a.part.depth < 0 && depth > -4",
                                      "a.part.wide.y == 0xC8",
                                      "b.part.large == 18446744073709551615",
                                      "b.part.large > 1",
                                      "b.part.rows.row3 == 5",
                                      "b.part.m_rows.row03 >= 5",
                                      "cycle == 12 && cycle <= 12 && cycle >= 12",
                                      "!rule broken",
                                      "a.part.state == 2 && large == 0",
                                      "a.part.state=2 && 2 = a.part.o_state",
                                      "b.part.state != 2 || a.part.state == 3",
                                      "1 || 0 && 0",
                                      "!(1 && 0)",
                                      "!!b.part.large",
                                      "a.part.o_state == b.part.o_state || 1"};
    static const char *const no[] = {"a.part.state != done",
                                     "a.part.depth >= 0",
                                     "a.part.wide.x",
                                     "!!a.part.wide.x",
                                     "cycle > 12",
                                     "cycle < 12",
                                     "rule broken",
                                     "(1 || 0) && 0",
                                     "a.part.state == 2 && large == 1",
                                     "a.part.o_state == b.part.o_state"};
    setup();
    for (unsigned i = 0; i < sizeof yes / sizeof yes[0]; i++)
        if (!holds(yes[i]))
            fail_msg("%s does not hold", yes[i]);
    for (unsigned i = 0; i < sizeof no / sizeof no[0]; i++)
        if (holds(no[i]))
            fail_msg("%s holds", no[i]);
}

/* The values of b.part.state, clock by clock, and in which an expression holds ('1') and begins to ('2'). */
static void check_clocks(const char *text, const char *values, const char *want)
{
    struct diag     diag = {0};
    struct trigger *one = trigger_parse(text, &names, &diag), *other = trigger_parse(text, &names, &diag);
    char            got[32] = "";
    assert_non_null(one);
    for (unsigned clock = 0; values[clock]; clock++) {
        parts[1].o_state = (uint16_t)(values[clock] - '0');
        const bool now = trigger_holds(one, clock, false), begins = trigger_begins(other, clock, false);
        assert_true(now || !begins);
        got[clock] = begins ? '2' : now ? '1' : '0';
    }
    assert_string_equal(got, want);
    trigger_free(one);
    trigger_free(other);
}

static void edges_are_between_two_clocks(void **state)
{
    (void)state;
    setup();
    check_clocks("b.part.state == 1", "1101221", "2102002");
    check_clocks("rise(b.part.state)", "1012300", "0020000");
    check_clocks("fall(b.part.state)", "1012300", "0200020");
    check_clocks("changed(b.part.state)", "1012330", "0211102");
    check_clocks("rise(b.part.state == 2) || fall(b.part.state == 2)", "0222012", "0200202");
    check_clocks("!changed(b.part.state)", "0011", "2102");
}

static void for_counts_clocks_without_a_break(void **state)
{
    (void)state;
    setup();
    check_clocks("b.part.state == 1 for 3", "1101111211", "0000021000");
    check_clocks("b.part.state == 1 for 1", "110101", "210202");
    check_clocks("b.part.state for 2 && b.part.state != 3", "0111321101", "0021021100");
    check_clocks("(b.part.state for 2) for 2 || b.part.state == 4", "0111104400", "0002102100");
    check_clocks("rise(b.part.state for 2)", "0111011", "0020002");
    struct diag     diag;
    struct trigger *trigger = trigger_parse("b.part.state for 2", &names, &diag);
    for (unsigned clock = 0; clock < 9; clock += 3) { /* clocks that are left out count */
        parts[1].o_state = 1;
        assert_int_equal(trigger_holds(trigger, clock, false), clock != 0);
    }
    assert_int_equal(trigger_reads(trigger), TRIGGER_COUNTERS);
    trigger_free(trigger);
}

static void instances_that_are_read_are_told(void **state)
{
    (void)state;
    struct diag     diag;
    struct trigger *trigger = trigger_parse("b.part.state && large && a.part.wide.x && cycle", &names, &diag);
    const unsigned  want[] = {1, 1, 0, UINT_MAX};
    for (unsigned n = 0; n < 4; n++)
        assert_int_equal(trigger_instance(trigger, n), want[n]);
    trigger_free(trigger);
}

static void what_is_wrong_is_told_with_its_column(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        unsigned    column;
        const char *told;
    } wrong[] = {
        {"", 1, "expected a signal, a number or ("},
        {"a.part.stat", 1, "no signal is called a.part.stat; did you mean top.a.part.i_state?"},
        {"part.state == 1", 1,
         "part.state is the name of 2 signals: expected one, as top.a.part.o_state or top.b.part.o_state"},
        {"1 && a.part.wide", 6, "a.part.wide: expected an element of top.a.part.o_wide, .x"},
        {"1 && a.part.wide.w", 6, "a.part.wide.w: expected an element of top.a.part.o_wide, .x"},
        {"b.part.rows.row4", 1, "b.part.rows.row4: expected an element of top.b.part.m_rows, .row0"},
        {"a.part.i_state.x", 1, "no signal is called a.part.i_state.x; did you mean top.a.part.i_state?"},
        {"a.part.i_state == 4", 19, "state has 2 bits: expected at most 0x3"},
        {"4 == a.part.i_state", 1, "state has 2 bits: expected at most 0x3"},
        {"a.part.i_state == broken", 19, "broken is no signal, and no value of state has this name"},
        {"a.part.state == \"done", 17, "expected a name between quotes"},
        {"a.part.state === 2", 16, "expected a signal, a number or ("},
        {"a.part.state == 2)", 18, "expected an operator: == != < <= > >= && || for"},
        {"1 == 2 == 3", 8, "expected an operator: == != < <= > >= && || for"},
        {"(1", 3, "expected )"},
        {"rise(1", 7, "expected )"},
        {"0x", 1, "expected a whole number, decimal, 0x or 0b"},
        {"1a", 1, "expected a whole number, decimal, 0x or 0b"},
        {"- 1", 1, "expected a whole number, decimal, 0x or 0b"},
        {"18446744073709551616", 1, "the number has more than 64 bits"},
        {"a.part.state for", 17, "expected a number of clocks, 1 or more"},
        {"a.part.state for 0", 18, "expected a number of clocks, 1 or more"},
        {"a.part.state for -1", 18, "expected a number of clocks, 1 or more"},
        {"a.part.state for a.part.depth", 18, "expected a number of clocks, 1 or more"},
        {"a.part.state for 5x", 18, "expected a whole number, decimal, 0x or 0b"},
        {"rule", 1, "no signal is called rule"},
    };
    for (unsigned i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        struct diag diag = {0};
        assert_null(trigger_parse(wrong[i].text, &names, &diag));
        assert_string_equal(diag.what, wrong[i].told);
        assert_int_equal(diag.line, 1);
        if (diag.column != wrong[i].column)
            fail_msg("%s: column %u, expected %u", wrong[i].text, diag.column, wrong[i].column);
    }
}

static void any_text_is_read_or_refused(void **state)
{
    (void)state;
    static const char *const words[] = {"(", ")",    "!",     "&&", "||",    "==",          "<", "a.part.state",
                                        "1", "done", "rise(", "\"", "cycle", "rule broken", "-", "b.part.rows.row2"};
    uint32_t                 seed = 1;
    unsigned                 good = 0;
    for (unsigned n = 0; n < 20000; n++) {
        char text[512] = "";
        for (unsigned w = 0; w < 1 + n % 23; w++) {
            seed = seed * 1664525 + 1013904223;
            strcat(strcat(text, words[seed >> 28]), " ");
        }
        struct diag     diag;
        struct trigger *trigger = trigger_parse(text, &names, &diag);
        if (trigger)
            trigger_holds(trigger, n, false);
        good += trigger != NULL;
        trigger_free(trigger);
    }
    assert_true(good > 200);
    char        many[70000];
    struct diag diag;
    memset(many, '!', sizeof many);
    many[sizeof many - 1] = '\0';
    assert_null(trigger_parse(many, &names, &diag));
    memset(many, '(', sizeof many - 1);
    assert_null(trigger_parse(many, &names, &diag));
    assert_string_equal(diag.what, "the expression is nested too deeply");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_are_those_of_the_signals),       cmocka_unit_test(edges_are_between_two_clocks),
        cmocka_unit_test(for_counts_clocks_without_a_break),     cmocka_unit_test(instances_that_are_read_are_told),
        cmocka_unit_test(what_is_wrong_is_told_with_its_column), cmocka_unit_test(any_text_is_read_or_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
