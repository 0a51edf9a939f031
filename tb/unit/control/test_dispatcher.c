/* test_dispatcher.c - launches and initial GPRs (RV770 timing S22). */
#include "tb/unit/clock.h"

#include "pipeline/control/dispatcher.h"

static struct dispatcher dispatcher;

static int fresh(void **state)
{
    (void)state;
    memset(&dispatcher, 0xa5, sizeof dispatcher);
    dispatcher.in =
        (struct dispatcher_in){.room = 1u << ISA_PS, .wave_size = 64, .wave_lanes = 16, .wave_clk = 4, .load_clk = 3};
    dispatcher_set_threads(&dispatcher.in, ISA_PS, 256, 64);
    dispatcher_reset(&dispatcher);
    return 0;
}

/* Where the next wavefront finds room: slot and rows. */
static void set_free(unsigned slot)
{
    for (unsigned type = 0; type < ISA_PROGRAM_TYPES; type++) {
        dispatcher.in.free_slot.type[type] = (uint8_t)slot;
        dispatcher.in.free_base.type[type] = (uint8_t)(10 * slot);
    }
}

static void tick(void)
{
    TICK(dispatcher_eval, &dispatcher);
}

/* Clocks until `signal` of q is set; the clock count starts after the present one. */
#define CLOCKS_UNTIL(signal, clocks)                                                                                   \
    for (clocks = 1, tick(); !dispatcher.q.signal; clocks++, tick())                                                   \
    assert_true(clocks < 1000)

static void after_reset_nothing_is_launched(void **state)
{
    (void)state;
    static const struct dispatcher_reg zero;
    assert_memory_equal(&dispatcher.q, &zero, sizeof zero);
    assert_memory_equal(&dispatcher.d, &zero, sizeof zero);
}

static void the_first_wavefront_is_launched_in_the_first_clock(void **state)
{
    (void)state;
    set_free(3);
    tick();
    assert_true(dispatcher.q.launch);
    assert_int_equal(dispatcher.q.slot, 3);
    assert_int_equal(dispatcher.q.number, 0);
    assert_int_equal(dispatcher.q.base, 30);
    assert_true(dispatcher.q.lanes == UINT64_MAX);
    assert_int_equal(dispatcher.q.launched, 1);
    tick();
    assert_false(dispatcher.q.launch);
}

static void nothing_is_launched_without_room(void **state)
{
    (void)state;
    dispatcher.in.room = 0;
    ASSERT_HOLDS(&dispatcher, tick());
    dispatcher.in.room = 1u << ISA_PS;
    tick();
    assert_true(dispatcher.q.launch);
}

static void without_initial_registers_launches_are_wave_clk_clocks_apart(void **state)
{
    (void)state;
    unsigned clocks;
    tick();
    for (unsigned wave_clk = 2; wave_clk <= 4; wave_clk++) {
        dispatcher.in.wave_clk = (uint16_t)wave_clk;
        dispatcher_set_threads(&dispatcher.in, ISA_PS, 100000, 64);
        CLOCKS_UNTIL(launch, clocks);
        CLOCKS_UNTIL(launch, clocks);
        assert_int_equal(clocks, wave_clk);
    }
}

/* Of MurmurHash3's finaliser: its published hashes of no bytes with the seeds 1 and 0xffffffff. */
static void the_delay_of_a_wavefront_is_a_hash_of_seed_and_number(void **state)
{
    (void)state;
    dispatcher.in.seed = 1;
    dispatcher.in.jitter = 255;
    assert_int_equal(dispatcher_delay(&dispatcher.in, 1u - 0x9e3779b9u), 0x514e28b7u % 256);
    assert_int_equal(dispatcher_delay(&dispatcher.in, 0xffffffffu - 0x9e3779b9u), 0x81f16f39u % 256);
    dispatcher.in.jitter = 6;
    assert_int_equal(dispatcher_delay(&dispatcher.in, 1u - 0x9e3779b9u), 0x514e28b7u % 7);
    dispatcher.in.seed = 0;
    for (unsigned number = 0; number < 100; number++)
        assert_int_equal(dispatcher_delay(&dispatcher.in, number), 0);
}

/* By 0 to `jitter` clocks, each of these about as often; another seed, other delays. */
static void with_a_seed_launches_are_further_apart(void **state)
{
    enum { JITTER = 3, LAUNCHES = 400, SEEDS = 3 };
    unsigned delay[SEEDS][LAUNCHES], differ = 0;
    dispatcher.in.jitter = JITTER;
    for (unsigned seed = 0; seed < SEEDS; seed++) {
        unsigned count[JITTER + 1] = {0};
        dispatcher_reset(&dispatcher);
        dispatcher.in.seed = seed;
        dispatcher_set_threads(&dispatcher.in, ISA_PS, 100000, 64);
        tick();
        for (unsigned n = 0; n < LAUNCHES; n++) {
            unsigned clocks, loaded;
            CLOCKS_UNTIL(loaded, loaded);
            CLOCKS_UNTIL(launch, clocks);
            assert_int_equal(clocks, 1);
            delay[seed][n] = loaded + clocks - dispatcher.in.wave_clk;
            assert_in_range(delay[seed][n], 0, JITTER);
            count[delay[seed][n]]++;
        }
        for (unsigned d = 0; seed && d <= JITTER; d++)
            assert_in_range(count[d], LAUNCHES / (JITTER + 1) * 3 / 4, LAUNCHES / (JITTER + 1) * 5 / 4);
        assert_true(seed || count[0] == LAUNCHES);
    }
    for (unsigned n = 0; n < LAUNCHES; n++)
        differ += delay[1][n] != delay[2][n];
    assert_in_range(differ, LAUNCHES / 2, LAUNCHES);
    (void)state;
}

static void without_initial_registers_a_wavefront_is_loaded_before_the_next_launch(void **state)
{
    (void)state;
    unsigned clocks;
    set_free(5);
    tick();
    set_free(6);
    CLOCKS_UNTIL(loaded, clocks);
    assert_int_equal(clocks, 3);
    assert_int_equal(dispatcher.q.slot, 5);
    assert_false(dispatcher.q.load || dispatcher.q.busy || dispatcher.q.wait);
    tick();
    assert_false(dispatcher.q.loaded);
    assert_true(dispatcher.q.launch);
    assert_int_equal(dispatcher.q.slot, 6);
    assert_int_equal(dispatcher.q.number, 1);
    assert_int_equal(dispatcher.q.base, 60);
}

static void each_initial_register_takes_load_clk_clocks(void **state)
{
    (void)state;
    unsigned clocks;
    dispatcher.in.load_count.type[ISA_PS] = 3;
    tick();
    CLOCKS_UNTIL(load, clocks);
    assert_int_equal(clocks, 3);
    CLOCKS_UNTIL(load, clocks);
    assert_int_equal(clocks, 3);
    CLOCKS_UNTIL(load, clocks);
    assert_int_equal(clocks, 3);
    assert_false(dispatcher.q.loaded);
    CLOCKS_UNTIL(loaded, clocks);
    assert_int_equal(clocks, 3);
    assert_false(dispatcher.q.load);
    tick();
    assert_true(dispatcher.q.launch);
}

static void a_load_lasts_one_clock(void **state)
{
    (void)state;
    unsigned clocks;
    dispatcher.in.load_count.type[ISA_PS] = 1;
    tick();
    CLOCKS_UNTIL(load, clocks);
    tick();
    assert_false(dispatcher.q.load);
}

static void registers_may_be_loaded_every_clock(void **state)
{
    (void)state;
    unsigned clocks;
    dispatcher.in.load_count.type[ISA_PS] = 2;
    dispatcher.in.load_clk = 1;
    tick();
    CLOCKS_UNTIL(load, clocks);
    tick();
    assert_true(dispatcher.q.load);
    tick();
    assert_true(dispatcher.q.loaded && !dispatcher.q.load);
}

static void registers_are_loaded_in_order_from_the_first_given_one(void **state)
{
    (void)state;
    unsigned clocks;
    dispatcher.in.load_first.type[ISA_PS] = 2;
    dispatcher.in.load_count.type[ISA_PS] = 3;
    for (unsigned wave = 0; wave < 2; wave++) {
        set_free(4 + wave);
        for (unsigned i = 0; i < 3; i++) {
            CLOCKS_UNTIL(load, clocks);
            assert_int_equal(dispatcher.q.slot, 4 + wave);
            assert_int_equal(dispatcher.q.load_row, (4 + wave) * 10 + 2 + i);
            assert_int_equal(dispatcher.q.load_index, wave * 3 + i);
        }
    }
}

static void as_many_wavefronts_are_launched_as_the_threads_need(void **state)
{
    (void)state;
    static const struct {
        uint32_t threads, waves;
    } rows[] = {{1, 1}, {63, 1}, {64, 1}, {65, 2}, {128, 2}, {129, 3}};
    for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        fresh(NULL);
        dispatcher_set_threads(&dispatcher.in, ISA_PS, rows[i].threads, 64);
        for (unsigned clock = 0; clock < 40; clock++)
            tick();
        assert_int_equal(dispatcher.q.launched, rows[i].waves);
        assert_int_equal(dispatcher_waves(&dispatcher.in), rows[i].waves);
    }
}

static void after_the_last_wavefront_the_dispatcher_holds(void **state)
{
    (void)state;
    unsigned clocks;
    dispatcher_set_threads(&dispatcher.in, ISA_PS, 1, 64);
    tick();
    CLOCKS_UNTIL(loaded, clocks);
    tick();
    ASSERT_HOLDS(&dispatcher, tick());
}

/* ---- lanes ------------------------------------------------------------------------------------------------------ */

static lane_mask_t lanes_of_the_last(uint32_t threads, unsigned wave_size, unsigned wave_lanes)
{
    unsigned clocks;
    fresh(NULL);
    dispatcher.in.wave_size = (uint8_t)wave_size;
    dispatcher_set_threads(&dispatcher.in, ISA_PS, threads, wave_size);
    dispatcher.in.wave_lanes = (uint8_t)wave_lanes;
    do
        CLOCKS_UNTIL(launch, clocks);
    while (dispatcher.q.launched < dispatcher_waves(&dispatcher.in));
    return dispatcher.q.lanes;
}

static void the_last_wavefront_may_be_partial(void **state)
{
    (void)state;
    assert_true(lanes_of_the_last(1, 64, 16) == 1);
    assert_true(lanes_of_the_last(63, 64, 16) == UINT64_MAX >> 1);
    assert_true(lanes_of_the_last(64, 64, 16) == UINT64_MAX);
    assert_true(lanes_of_the_last(65, 64, 16) == 1);
    assert_true(lanes_of_the_last(64 + 17, 64, 16) == 0x1ffff);
    assert_true(lanes_of_the_last(128, 64, 16) == UINT64_MAX);
}

static void wavefronts_before_the_last_are_full(void **state)
{
    (void)state;
    dispatcher_set_threads(&dispatcher.in, ISA_PS, 65, 64);
    tick();
    assert_true(dispatcher.q.lanes == UINT64_MAX);
}

static void chips_with_8_lanes_use_the_first_half_of_each_quarter(void **state)
{
    (void)state;
    assert_true(lanes_of_the_last(32, 32, 8) == 0x00ff00ff00ff00ffull);
    assert_true(lanes_of_the_last(9, 32, 8) == 0x000100ff);
    assert_true(lanes_of_the_last(33, 32, 8) == 1);
    assert_true(lanes_of_the_last(16, 16, 4) == 0x000f000f000f000full);
}

/* ---- groups ----------------------------------------------------------------------------------------------------- */

/* ISA 2.6.2: a group begins with a new wavefront, so its last one may be partial, and the last group too. */
static void a_group_begins_with_a_new_wavefront(void **state)
{
    (void)state;
    static const struct {
        unsigned wave_size, wave_lanes, group;
        uint32_t threads;
        unsigned waves, count[8], place[8], of_group[8];
    } rows[] = {
        {64, 16, 100, 250, 5, {64, 36, 64, 36, 50}, {0, 64, 0, 64, 0}, {2, 0, 2, 0, 1}},
        {64, 16, 16, 40, 3, {16, 16, 8}, {0, 0, 0}, {1, 1, 1}},
        {64, 16, 192, 256, 4, {64, 64, 64, 64}, {0, 64, 128, 0}, {3, 0, 0, 1}},
        {32, 8, 48, 96, 4, {32, 16, 32, 16}, {0, 32, 0, 32}, {2, 0, 2, 0}},
        {64, 16, 1024, 300, 5, {64, 64, 64, 64, 44}, {0, 64, 128, 192, 256}, {5, 0, 0, 0, 0}},
    };
    for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        unsigned clocks;
        fresh(NULL);
        dispatcher.in.wave_size = (uint8_t)rows[i].wave_size;
        dispatcher.in.wave_lanes = (uint8_t)rows[i].wave_lanes;
        dispatcher_set_threads(&dispatcher.in, ISA_PS, rows[i].threads, rows[i].group);
        assert_int_equal(dispatcher_waves(&dispatcher.in), rows[i].waves);
        for (unsigned wave = 0; wave < rows[i].waves; wave++) {
            CLOCKS_UNTIL(launch, clocks);
            assert_int_equal(__builtin_popcountll(dispatcher.q.lanes), rows[i].count[wave]);
            assert_int_equal(dispatcher.q.group_thread, rows[i].place[wave]);
            assert_int_equal(dispatcher.q.group_waves, rows[i].of_group[wave]);
        }
        assert_int_equal(dispatcher.q.group_left, 0);
        for (unsigned clock = 0; clock < 40; clock++)
            tick();
        assert_int_equal(dispatcher.q.launched, rows[i].waves);
    }
}

static void a_group_keeps_its_part_of_the_local_data_share(void **state)
{
    (void)state;
    unsigned clocks;
    dispatcher_set_threads(&dispatcher.in, ISA_PS, 256, 128);
    dispatcher.in.lds.type[ISA_PS] = 40;
    for (unsigned wave = 0; wave < 4; wave++) {
        dispatcher.in.free_lds.type[ISA_PS] = (uint8_t)(100 + wave);
        CLOCKS_UNTIL(launch, clocks);
        assert_int_equal(dispatcher.q.lds_first, 100 + wave / 2 * 2);
        assert_int_equal(dispatcher.q.lds_size, 40);
        assert_int_equal(dispatcher.q.group_left, 1 - wave % 2);
    }
}

static void the_wavefronts_of_a_group_need_room_together(void **state)
{
    (void)state;
    unsigned clocks;
    dispatcher_set_threads(&dispatcher.in, ISA_PS, 320, 256);
    assert_int_equal(dispatcher_group_waves(&dispatcher, ISA_PS), 4);
    for (unsigned wave = 0; wave < 4; wave++)
        CLOCKS_UNTIL(launch, clocks);
    assert_int_equal(dispatcher_group_waves(&dispatcher, ISA_PS), 1);
}

/* ---- types ------------------------------------------------------------------------------------------------------ */

/* Launches until all are there, and writes down their types: "PPV". */
static void launch_all(char *types)
{
    unsigned clocks;
    while (dispatcher.q.launched < dispatcher_waves(&dispatcher.in)) {
        CLOCKS_UNTIL(launch, clocks);
        *types++ = "PVGEC"[dispatcher.q.type];
    }
    *types = 0;
}

static void three_types(void)
{
    fresh(NULL);
    dispatcher.in.room = 31;
    dispatcher_set_threads(&dispatcher.in, ISA_PS, 130, 64);
    dispatcher_set_threads(&dispatcher.in, ISA_VS, 65, 64);
    dispatcher_set_threads(&dispatcher.in, ISA_GS, 1, 64);
}

static void queues_of_equal_priority_are_served_pixels_first(void **state)
{
    (void)state;
    char types[16];
    three_types();
    launch_all(types);
    assert_string_equal(types, "PPPVVG");
}

static void the_queue_of_the_lowest_priority_number_is_served_first(void **state)
{
    (void)state;
    char types[16];
    three_types();
    dispatcher.in.priority = (type_byte_t){{2, 1, 0, 3, 3}};
    launch_all(types);
    assert_string_equal(types, "GVVPPP");
}

static void a_type_without_room_does_not_hold_the_others(void **state)
{
    (void)state;
    char types[16];
    three_types();
    dispatcher.in.room = 1u << ISA_VS | 1u << ISA_GS;
    for (unsigned clock = 0; clock < 40; clock++)
        tick();
    assert_int_equal(dispatcher.q.launched_of.type[ISA_PS], 0);
    assert_int_equal(dispatcher.q.launched_of.type[ISA_VS], 2);
    assert_int_equal(dispatcher.q.launched_of.type[ISA_GS], 1);
    dispatcher.in.room = 31;
    launch_all(types);
    assert_string_equal(types, "PPP");
}

static void each_type_has_its_own_places_lanes_and_initial_registers(void **state)
{
    (void)state;
    unsigned clocks;
    three_types();
    dispatcher.in.load_first = (type_byte_t){{1, 5, 0, 0, 0}};
    dispatcher.in.load_count = (type_byte_t){{0, 2, 0, 0, 0}};
    dispatcher.in.free_base = (type_byte_t){{100, 40, 7, 0, 0}};
    dispatcher.in.rows = (type_half_t){{12, 9, 5, 3, 2}};
    for (unsigned i = 0; i < 3; i++)
        CLOCKS_UNTIL(launch, clocks);
    assert_int_equal(dispatcher.q.place, 2);
    assert_int_equal(dispatcher.q.base, 100);
    assert_int_equal(dispatcher.q.size, 12);
    assert_true(dispatcher.q.lanes == 3);
    CLOCKS_UNTIL(launch, clocks);
    assert_int_equal(dispatcher.q.number, 3);
    assert_int_equal(dispatcher.q.place, 0);
    assert_int_equal(dispatcher.q.base, 40);
    assert_int_equal(dispatcher.q.size, 9);
    assert_true(dispatcher.q.lanes == UINT64_MAX);
    CLOCKS_UNTIL(launch, clocks);
    assert_true(dispatcher.q.lanes == 1);
    CLOCKS_UNTIL(load, clocks);
    assert_int_equal(dispatcher.q.load_row, 45);
    assert_int_equal(dispatcher.q.load_index, 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(after_reset_nothing_is_launched, fresh),
        cmocka_unit_test_setup(the_first_wavefront_is_launched_in_the_first_clock, fresh),
        cmocka_unit_test_setup(nothing_is_launched_without_room, fresh),
        cmocka_unit_test_setup(without_initial_registers_launches_are_wave_clk_clocks_apart, fresh),
        cmocka_unit_test_setup(the_delay_of_a_wavefront_is_a_hash_of_seed_and_number, fresh),
        cmocka_unit_test_setup(with_a_seed_launches_are_further_apart, fresh),
        cmocka_unit_test_setup(without_initial_registers_a_wavefront_is_loaded_before_the_next_launch, fresh),
        cmocka_unit_test_setup(each_initial_register_takes_load_clk_clocks, fresh),
        cmocka_unit_test_setup(a_load_lasts_one_clock, fresh),
        cmocka_unit_test_setup(registers_may_be_loaded_every_clock, fresh),
        cmocka_unit_test_setup(registers_are_loaded_in_order_from_the_first_given_one, fresh),
        cmocka_unit_test_setup(as_many_wavefronts_are_launched_as_the_threads_need, fresh),
        cmocka_unit_test_setup(after_the_last_wavefront_the_dispatcher_holds, fresh),
        cmocka_unit_test_setup(the_last_wavefront_may_be_partial, fresh),
        cmocka_unit_test_setup(a_group_begins_with_a_new_wavefront, fresh),
        cmocka_unit_test_setup(a_group_keeps_its_part_of_the_local_data_share, fresh),
        cmocka_unit_test_setup(the_wavefronts_of_a_group_need_room_together, fresh),
        cmocka_unit_test_setup(queues_of_equal_priority_are_served_pixels_first, fresh),
        cmocka_unit_test_setup(the_queue_of_the_lowest_priority_number_is_served_first, fresh),
        cmocka_unit_test_setup(a_type_without_room_does_not_hold_the_others, fresh),
        cmocka_unit_test_setup(each_type_has_its_own_places_lanes_and_initial_registers, fresh),
        cmocka_unit_test_setup(wavefronts_before_the_last_are_full, fresh),
        cmocka_unit_test_setup(chips_with_8_lanes_use_the_first_half_of_each_quarter, fresh),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
