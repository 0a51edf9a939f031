/* test_place_table.c - what the dispatcher knows of a SIMD's places: launch, leave, and when that is known. */
#include "tb/unit/clock.h"

#include "mem/place_table.h"

static struct place_table table;

enum { SLOTS = 70, ROWS = 200 };

static void reset(unsigned slots, unsigned rows)
{
    memset(&table, 0xa5, sizeof table);
    table.in = (struct place_table_in){.slots = (uint16_t)slots, .rows = (uint16_t)rows, .free_clk = 5};
    place_table_reset(&table);
}

static int fresh(void **state)
{
    (void)state;
    reset(SLOTS, ROWS);
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

static void rows_and_slots_beyond_the_pool_are_never_free(void **state)
{
    (void)state;
    reset(65, 130);
    assert_int_equal(place_table_free_rows(&table, 130), 0);
    assert_int_equal(place_table_free_rows(&table, 131), -1);
    assert_int_equal(place_table_free_rows(&table, 0), 0);
    for (unsigned slot = 0; slot < 65; slot++)
        launch(slot, 2 * slot, 2, ISA_PS);
    assert_int_equal(place_table_free_slot(&table), -1);
    assert_int_equal(place_table_free_rows(&table, 1), -1);
    assert_int_equal(place_table_free_rows(&table, 0), 0);
    assert_int_equal(table.q.rows_left, 0);
}

static void all_rows_are_taken_and_given_back(void **state)
{
    (void)state;
    reset(WAVE_SLOTS, PLACE_ROWS);
    launch(255, 0, 100, ISA_VS);
    assert_int_equal(table.q.rows_left, PLACE_ROWS - 100);
    assert_int_equal(table.q.in_type.type[ISA_VS], 1);
    assert_int_equal(table.type_of[255], ISA_VS);
    assert_int_equal(place_table_free_rows(&table, 1), 100);
    assert_int_equal(place_table_free_rows(&table, 156), 100);
    assert_int_equal(place_table_free_rows(&table, 157), -1);
    leave(255);
    for (unsigned i = 1; i < table.in.free_clk; i++)
        tick();
    assert_int_equal(table.q.rows_left, PLACE_ROWS);
    assert_int_equal(table.q.in_type.type[ISA_VS], 0);
    assert_int_equal(place_table_free_rows(&table, PLACE_ROWS), 0);
}

static void the_lowest_free_slot_is_given(void **state)
{
    (void)state;
    table.in.free_clk = 1;
    for (unsigned slot = 0; slot < SLOTS; slot++)
        launch(slot, 0, 0, ISA_PS);
    static const uint8_t left[] = {69, 64, 63, 3, 1};
    for (unsigned i = 0; i < sizeof left; i++) {
        leave(left[i]);
        assert_int_equal(place_table_free_slot(&table), left[i]);
    }
}

/* The lowest free run, row by row. */
static int slow_free_rows(unsigned rows)
{
    for (unsigned first = 0; first + rows <= PLACE_ROWS; first++) {
        unsigned run = 0;
        while (run < rows && table.row_set[(first + run) / 64] >> (first + run) % 64 & 1)
            run++;
        if (run == rows)
            return (int)first;
    }
    return -1;
}

static void the_lowest_rows_that_lie_together_are_found(void **state)
{
    (void)state;
    uint32_t seed = 12345;
    for (unsigned pattern = 0; pattern < 200; pattern++) {
        for (unsigned set = 0; set < PLACE_SETS; set++) {
            uint64_t       bits = ~0ull;
            const unsigned holes = pattern >> set & 1 ? 0 : 1 + pattern % 9; /* runs of up to all rows */
            for (unsigned i = 0; i < holes; i++) {
                seed = seed * 1664525u + 1013904223u;
                bits &= ~(1ull << (seed >> 26));
            }
            table.row_set[set] = pattern % 50 == 49 ? 0 : bits;
        }
        for (unsigned rows = 1; rows <= PLACE_ROWS; rows++)
            assert_int_equal(place_table_free_rows(&table, rows), slow_free_rows(rows));
    }
}

/* ---- groups ----------------------------------------------------------------------------------------------------- */

static void launch_of_group(unsigned slot, unsigned first, unsigned size, unsigned waves)
{
    table.in.lds_first = (uint8_t)first;
    table.in.lds_size = (uint16_t)size;
    table.in.group_waves = (uint8_t)waves;
    launch(slot, 2 * slot, 2, ISA_CS);
    table.in.group_waves = 0;
    table.in.lds_size = 0;
}

/* Whole groups get their part of the local data share, and give it back when the last wavefront has left, in whatever
 * order they do. */
static void a_groups_part_of_the_share_is_free_when_its_last_wavefront_has_left(void **state)
{
    (void)state;
    table.in.free_clk = 1;
    assert_int_equal(place_table_free_lds(&table, 256), 0);
    assert_int_equal(place_table_free_lds(&table, 257), -1);
    launch_of_group(0, 0, 100, 3);
    launch_of_group(1, 0, 100, 0);
    assert_int_equal(place_table_free_lds(&table, 1), 100);
    launch_of_group(2, 0, 100, 0);
    launch_of_group(3, 100, 156, 1);
    assert_int_equal(place_table_free_lds(&table, 1), -1);
    assert_int_equal(place_table_free_lds(&table, 0), 0);
    leave(1);
    leave(0);
    assert_int_equal(place_table_free_lds(&table, 1), -1);
    leave(2);
    assert_int_equal(place_table_free_lds(&table, 100), 0);
    assert_int_equal(place_table_free_lds(&table, 101), -1);
    leave(3);
    assert_int_equal(place_table_free_lds(&table, 256), 0);
}

/* The slot of a group's first wavefront is another one's long before the group ends. */
static void a_slot_of_a_group_can_be_taken_while_others_of_it_are_there(void **state)
{
    (void)state;
    table.in.free_clk = 1;
    launch_of_group(0, 0, 64, 2);
    launch_of_group(1, 0, 64, 0);
    leave(0);
    launch_of_group(0, 64, 64, 1);
    leave(0);
    assert_int_equal(place_table_free_lds(&table, 192), 64);
    assert_int_equal(place_table_free_lds(&table, 193), -1);
    leave(1);
    assert_int_equal(place_table_free_lds(&table, 256), 0);
}

/* Three runs of 50, 7 and 20 rows. */
static void rows_for_several_wavefronts_need_not_lie_together(void **state)
{
    (void)state;
    reset(SLOTS, 100);
    launch(0, 50, 10, ISA_CS);
    launch(1, 67, 13, ISA_CS);
    static const struct {
        unsigned rows, waves;
    } most[] = {{50, 1}, {25, 2}, {20, 3}, {10, 7}, {7, 10}, {8, 8}, {1, 77}};
    for (unsigned i = 0; i < sizeof most / sizeof most[0]; i++) {
        assert_true(place_table_fits(&table, most[i].rows, most[i].waves));
        assert_false(place_table_fits(&table, most[i].rows, most[i].waves + 1));
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
        cmocka_unit_test_setup(rows_and_slots_beyond_the_pool_are_never_free, fresh),
        cmocka_unit_test_setup(all_rows_are_taken_and_given_back, fresh),
        cmocka_unit_test_setup(the_lowest_free_slot_is_given, fresh),
        cmocka_unit_test_setup(the_lowest_rows_that_lie_together_are_found, fresh),
        cmocka_unit_test_setup(a_groups_part_of_the_share_is_free_when_its_last_wavefront_has_left, fresh),
        cmocka_unit_test_setup(a_slot_of_a_group_can_be_taken_while_others_of_it_are_there, fresh),
        cmocka_unit_test_setup(rows_for_several_wavefronts_need_not_lie_together, fresh),
        cmocka_unit_test_setup(who_has_left_is_told_once, fresh),
        cmocka_unit_test_setup(a_note_that_comes_late_leaves_the_same, fresh),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
