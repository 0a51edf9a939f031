/* test_walk.c - the walks over signal tables: what a table says, element access, comparison, layout, diagnosis.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "kit/diag.h"
#include "tb/unit/trace/test_trace_machine.h"

static struct machine      machine, other;
static struct rtl_instance instances[MACHINE_INSTANCES], other_instances[MACHINE_INSTANCES];

static int fresh_machines(void **state)
{
    (void)state;
    memset(&machine, 0, sizeof machine);
    machine.seed = 5;
    machine_instances(&machine, instances);
    machine_instances(&other, other_instances);
    for (int i = 0; i < 30; i++)
        machine_step(&machine);
    other = machine;
    return 0;
}

/* ---- the table -------------------------------------------------------------------------------------------------- */

static void the_table_lists_the_signals_in_order_then_the_memories(void **state)
{
    (void)state;
    static const char *const names[] = {"write", "index", "value", "stall", "bank", "stack"};
    assert_string_equal(store_rtl.name, "store");
    assert_int_equal(store_rtl.signal_count, 6);
    for (unsigned s = 0; s < 6; s++)
        assert_string_equal(store_rtl.signals[s].name, names[s]);
    assert_int_equal(pump_rtl.next_state, offsetof(struct pump, d) - offsetof(struct pump, q));
}

static void a_row_of_the_table_says_where_and_how_wide(void **state)
{
    (void)state;
    const struct rtl_signal *bank = rtl_find(&store_rtl, "bank"), *nibble = rtl_find(&pump_rtl, "nibble");
    assert_int_equal(bank->kind, RTL_MEM);
    assert_int_equal(bank->rows, 12);
    assert_int_equal(bank->count, LANES);
    assert_int_equal(bank->bits, 32);
    assert_int_equal(bank->offset, offsetof(struct store, bank));
    assert_string_equal(bank->type, "lanes_t");
    assert_string_equal(bank->doc, "rows of words");
    assert_int_equal(nibble->kind, RTL_REG);
    assert_int_equal(nibble->rows, 1);
    assert_int_equal(nibble->count, QUARTER);
    assert_int_equal(nibble->offset, offsetof(struct pump, q.nibble));
    assert_int_equal(rtl_find(&pump_rtl, "kick")->offset, offsetof(struct pump, in.kick));
    assert_int_equal(rtl_row_bytes(bank), 256);
    assert_int_equal(rtl_signal_bytes(bank), 12 * 256);
    assert_int_equal(rtl_signal_bytes(nibble), 16);
}

static void signals_are_found_by_name_and_prefixed_by_kind(void **state)
{
    (void)state;
    assert_null(rtl_find(&pump_rtl, "bank"));
    assert_null(rtl_find(&pump_rtl, "kic"));
    assert_string_equal(rtl_prefix(rtl_find(&pump_rtl, "kick")), "i_");
    assert_string_equal(rtl_prefix(rtl_find(&pump_rtl, "count")), "o_");
    assert_string_equal(rtl_prefix(rtl_find(&pump_rtl, "big")), "r_");
    assert_string_equal(rtl_prefix(rtl_find(&store_rtl, "bank")), "m_");
    static const char *const prefix[] = {
        [RTL_EN] = "i_",   [RTL_IN] = "i_",    [RTL_BUS] = "i_",  [RTL_STRAP] = "i_",  [RTL_NET] = "n_",
        [RTL_OUT] = "o_",  [RTL_DATA] = "o_",  [RTL_LIVE] = "o_", [RTL_STROBE] = "o_", [RTL_REG] = "r_",
        [RTL_BUSY] = "r_", [RTL_PULSE] = "r_", [RTL_STAT] = "r_", [RTL_DOWN] = "r_",   [RTL_MEM] = "m_",
    };
    for (unsigned kind = 0; kind <= RTL_MEM; kind++)
        assert_string_equal(rtl_prefix(&(struct rtl_signal){.kind = (enum rtl_kind)kind}), prefix[kind]);
}

/* ---- elements --------------------------------------------------------------------------------------------------- */

static void elements_are_read_at_their_place(void **state)
{
    (void)state;
    machine.store.bank[11].lane[63] = 0xdeadbeef;
    machine.store.stack[1] = 0x3ff;
    machine.pump[0].q.nibble.lane[15] = 0x1f;
    machine.pump[0].q.big = 0x8000000000000001;
    machine.pump[0].in.enable = true;
    assert_int_equal(rtl_read(rtl_find(&store_rtl, "bank"), &machine.store, 11, 63), 0xdeadbeef);
    assert_int_equal(rtl_read(rtl_find(&store_rtl, "stack"), &machine.store, 1, 0), 0x3ff);
    assert_int_equal(rtl_read(rtl_find(&pump_rtl, "nibble"), &machine.pump[0], 0, 15), 0x1f);
    assert_true(rtl_read(rtl_find(&pump_rtl, "big"), &machine.pump[0], 0, 0) == 0x8000000000000001);
    assert_int_equal(rtl_read(rtl_find(&pump_rtl, "enable"), &machine.pump[0], 0, 0), 1);
}

static void a_register_is_written_in_q_and_d_and_nothing_else_is(void **state)
{
    (void)state;
    struct pump expected = machine.pump[0];
    expected.q.result.lane[3] = expected.d.result.lane[3] = 0x12345678;
    rtl_write(&pump_rtl, rtl_find(&pump_rtl, "result"), &machine.pump[0], 0, 3, 0x12345678);
    assert_memory_equal(&machine.pump[0], &expected, sizeof expected);
    expected.in.kick = 0x7f;
    rtl_write(&pump_rtl, rtl_find(&pump_rtl, "kick"), &machine.pump[0], 0, 0, 0x7f);
    assert_memory_equal(&machine.pump[0], &expected, sizeof expected);
    expected.q.big = expected.d.big = UINT64_MAX - 1;
    rtl_write(&pump_rtl, rtl_find(&pump_rtl, "big"), &machine.pump[0], 0, 0, UINT64_MAX - 1);
    assert_memory_equal(&machine.pump[0], &expected, sizeof expected);
}

static void a_memory_is_written_once(void **state)
{
    (void)state;
    struct store expected = machine.store;
    expected.bank[4].lane[9] = 77;
    expected.stack[2] = 78;
    rtl_write(&store_rtl, rtl_find(&store_rtl, "bank"), &machine.store, 4, 9, 77);
    rtl_write(&store_rtl, rtl_find(&store_rtl, "stack"), &machine.store, 2, 0, 78);
    assert_memory_equal(&machine.store, &expected, sizeof expected);
}

/* ---- comparison ------------------------------------------------------------------------------------------------- */

static uint64_t compare(struct rtl_difference *first)
{
    return rtl_compare(instances, other_instances, MACHINE_INSTANCES, first);
}

static void equal_machines_have_no_difference(void **state)
{
    (void)state;
    assert_int_equal(compare(NULL), 0);
    other.pump[0].in.kick ^= 1; /* wires do not count */
    other.pump[0].d.count ^= 1; /* nor does the next state */
    assert_int_equal(compare(NULL), 0);
}

static void a_difference_in_any_register_or_memory_is_found(void **state)
{
    (void)state;
    for (unsigned i = 0; i < MACHINE_INSTANCES; i++)
        for (unsigned s = 0; s < instances[i].module->signal_count; s++) {
            const struct rtl_signal *signal = &instances[i].module->signals[s];
            struct rtl_difference    first = {0};
            const unsigned           row = signal->rows - 1, element = signal->count - 1;
            if (rtl_is_wire(signal->kind))
                continue;
            const uint64_t value = rtl_read(signal, instances[i].state, row, element);
            rtl_write(instances[i].module, signal, other_instances[i].state, row, element, value ^ 1);
            assert_int_equal(compare(&first), 1);
            assert_ptr_equal(first.instance, &instances[i]);
            assert_ptr_equal(first.signal, signal);
            assert_int_equal(first.row, row);
            assert_int_equal(first.element, element);
            assert_true(first.left == value && first.right == (value ^ 1));
            rtl_write(instances[i].module, signal, other_instances[i].state, row, element, value);
        }
}

static void differences_are_counted_and_the_first_is_named(void **state)
{
    (void)state;
    struct rtl_difference first;
    other.store.bank[3].lane[5] ^= 4;
    other.store.bank[3].lane[7] ^= 4;
    other.pump[1].q.sixteen ^= 1;
    assert_int_equal(compare(&first), 3);
    assert_string_equal(first.signal->name, "bank");
    assert_int_equal(first.row, 3);
    assert_int_equal(first.element, 5);
    assert_int_equal(compare(NULL), 3);
}

/* ---- layout ----------------------------------------------------------------------------------------------------- */

static void the_layout_depends_on_every_part_of_the_table(void **state)
{
    (void)state;
    struct rtl_signal         signal = {"a", "", "lanes_t", RTL_OUT, 32, 64, 1, 0, NULL, NULL};
    const struct rtl_module   module = {.name = "m", .signals = &signal, .signal_count = 1};
    const struct rtl_instance one = {"top.m", &module, NULL}, renamed = {"top.n", &module, NULL};
    const uint64_t            plain = rtl_layout(&one, 1);
    assert_true(plain == rtl_layout(&one, 1));
    assert_true(plain != rtl_layout(&renamed, 1));
    assert_true(plain != rtl_layout(&one, 0));
    signal.doc = "does not count";
    assert_true(plain == rtl_layout(&one, 1));
#define CHANGED(member, to, back)                                                                                      \
    (signal.member = (to), assert_true(plain != rtl_layout(&one, 1)), signal.member = (back))
    CHANGED(name, "b", "a");
    CHANGED(kind, RTL_REG, RTL_OUT);
    CHANGED(bits, 31, 32);
    CHANGED(count, 16, 64);
    CHANGED(rows, 2, 1);
    assert_true(plain == rtl_layout(&one, 1));
}

/* ---- diagnosis -------------------------------------------------------------------------------------------------- */

static void a_diagnosis_is_one_line_of_its_parts(void **state)
{
    (void)state;
    struct diag diag;
    char        text[64];
    assert_false(diag_set(&diag, "x.json", 12, "found %d", 3));
    assert_string_equal(diag_text(&diag, text, sizeof text), "x.json:12: found 3");
    diag_set(&diag, "x.json", 0, "two\nlines\t");
    assert_string_equal(diag_text(&diag, text, sizeof text), "x.json: two lines ");
    diag_set(&diag, NULL, 0, "%s", "nowhere");
    assert_string_equal(diag_text(&diag, text, sizeof text), "nowhere");
    diag_set(&diag, NULL, 0, "%0200d", 1);
    assert_int_equal(strlen(diag_text(&diag, text, sizeof text)), sizeof text - 1);
    assert_false(diag_set(NULL, "x", 1, "no receiver"));
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup(name, fresh_machines)
    const struct CMUnitTest tests[] = {
        TEST(the_table_lists_the_signals_in_order_then_the_memories),
        TEST(a_row_of_the_table_says_where_and_how_wide),
        TEST(signals_are_found_by_name_and_prefixed_by_kind),
        TEST(elements_are_read_at_their_place),
        TEST(a_register_is_written_in_q_and_d_and_nothing_else_is),
        TEST(a_memory_is_written_once),
        TEST(equal_machines_have_no_difference),
        TEST(a_difference_in_any_register_or_memory_is_found),
        TEST(differences_are_counted_and_the_first_is_named),
        TEST(the_layout_depends_on_every_part_of_the_table),
        TEST(a_diagnosis_is_one_line_of_its_parts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
