/* test_place_table.c - what the dispatcher knows of a SIMD's places: launch, leave, and when that is known. */
#include "tb/unit/clock.h"

#include "mem/place_table.h"

static struct place_table table;

enum { SLOTS = 70, ROWS = 200 };

static int fresh(void **state)
{
    (void)state;
    memset(&table, 0xa5, sizeof table);
    table.in = (struct place_table_in){.slots = SLOTS, .rows = ROWS, .free_clk = 5};
    place_table_reset(&table);
    return 0;
}

static void tick(void)
{
    place_table_next(&table);
    place_table_clock(&table);
    table.in.launch = table.in.left = false;
}

static void launch(unsigned slot, unsigned base, unsigned size, enum isa_program_type type)
{
    table.in.launch = true;
    table.in.slot = (uint8_t)slot;
    table.in.base = (uint8_t)base;
    table.in.size = (uint16_t)size;
    table.in.type = (program_type_t)type;
    tick();
}

static wave_set_t only(unsigned slot)
{
    wave_set_t set = {{0}};
    set.set[slot / 64] = 1ull << slot % 64;
    return set;
}

static void leave(unsigned slot)
{
    table.in.left = true;
    table.in.left_set = only(slot);
    tick();
}

static void after_reset_all_places_are_free(void **state)
{
    (void)state;
    assert_int_equal(place_table_free_slot(&table), 0);
    assert_int_equal(place_table_free_rows(&table, ROWS), 0);
    assert_int_equal(place_table_free_rows(&table, ROWS + 1), -1);
    assert_int_equal(table.q.rows_left, ROWS);
    assert_int_equal(table.q.resident, 0);
}

static void a_wavefront_has_its_slot_and_rows(void **state)
{
    (void)state;
    for (unsigned slot = 0; slot < SLOTS; slot++) {
        assert_int_equal(place_table_free_slot(&table), slot);
        launch(slot, 2 * slot, 2, ISA_VS);
    }
    assert_int_equal(place_table_free_slot(&table), -1);
    assert_int_equal(place_table_free_rows(&table, 1), 2 * SLOTS);
    assert_int_equal(table.q.rows_left, ROWS - 2 * SLOTS);
    assert_int_equal(table.q.in_type.type[ISA_VS], SLOTS);
    assert_int_equal(table.q.launched, SLOTS);
}

/* Not a clock earlier, whatever else happens. */
static void a_place_is_free_again_free_clk_clocks_later(void **state)
{
    (void)state;
    for (unsigned free_clk = 1; free_clk < 40; free_clk++) {
        fresh(NULL);
        table.in.free_clk = (uint16_t)free_clk;
        launch(66, 10, 20, ISA_PS);
        launch(0, 30, 20, ISA_PS);
        leave(66);
        for (unsigned clocks = 1; clocks < free_clk; clocks++) {
            assert_int_equal(table.q.resident, 2);
            assert_int_equal(table.q.leaving, 1);
            assert_int_equal(place_table_free_rows(&table, 30), 50);
            tick();
        }
        assert_int_equal(table.q.resident, 1);
        assert_int_equal(table.q.leaving, 0);
        assert_int_equal(place_table_free_rows(&table, 30), 0);
        assert_int_equal(table.q.rows_left, ROWS - 20);
        assert_true(table.free_set[1] >> 2 & 1);
    }
}

static void who_has_left_is_told_once(void **state)
{
    (void)state;
    uint64_t free_set[WAVE_SETS] = {~0ull, ~0ull, ~0ull, ~0ull};
    launch(3, 0, 1, ISA_PS);
    wave_set_t left = place_table_left(&table, free_set);
    assert_true(place_table_any(&left) && left.set[0] == 8);
    leave(3);
    left = place_table_left(&table, free_set);
    assert_false(place_table_any(&left));
}

/* Between two edges, with the clocks that have passed: as if it had been noticed in time. */
static void a_note_that_comes_late_leaves_the_same(void **state)
{
    (void)state;
    static struct place_table in_time;
    for (unsigned ago = 1; ago <= 5; ago++) {
        fresh(NULL);
        launch(3, 0, 7, ISA_PS);
        leave(3);
        for (unsigned i = 1; i < ago; i++)
            tick();
        in_time = table;
        fresh(NULL);
        launch(3, 0, 7, ISA_PS);
        for (unsigned i = 0; i < ago; i++)
            tick();
        const wave_set_t left = only(3);
        place_table_note(&table, &left, ago);
        table.in = in_time.in;
        assert_memory_equal(&table, &in_time, sizeof table);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(after_reset_all_places_are_free, fresh),
        cmocka_unit_test_setup(a_wavefront_has_its_slot_and_rows, fresh),
        cmocka_unit_test_setup(a_place_is_free_again_free_clk_clocks_later, fresh),
        cmocka_unit_test_setup(who_has_left_is_told_once, fresh),
        cmocka_unit_test_setup(a_note_that_comes_late_leaves_the_same, fresh),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
