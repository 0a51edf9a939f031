/* test_read_requests.c - which lines the threads of a memory read name, when they are looked up, and when they are
 * asked of memory (ISA ch. 7, 10.5; RV770 timing V6, V7). */
#include "pipeline/fetch/read_requests.h"
#include "tb/unit/clock.h"

#include "isa/r700/isa.h"
#include "mem/gpu_memory.h"
#include "pipeline/fetch/memory_reading.h"

enum { BASE_LINE = 0x40, BASE = BASE_LINE * LINE_BYTES, WORDS = 1 << 16, RATE = 4, FMT_32 = 13, FMT_4X32 = 34 };

static struct read_requests unit;
static lanes_t              index_row;
static line_data_t          coming;

static int fresh(void **state)
{
    (void)state;
    memset(&unit, 0xa5, sizeof unit);
    read_requests_reset(&unit);
    unit.in = (struct read_requests_in){.wave_size = 64,
                                        .wave_lanes = 16,
                                        .rate = RATE,
                                        .taken = 15,
                                        .active = ~(lane_mask_t)0,
                                        .index_row = &index_row,
                                        .fill_data = &coming};
    for (unsigned target = 0; target < MEMORY_TARGETS; target++) {
        unit.in.base.target[target] = BASE;
        unit.in.size.target[target] = WORDS;
        unit.in.item.target[target] = 16;
    }
    return 0;
}

static void tick(void)
{
    read_requests_eval(&unit.in, &unit.q, &unit.d, &unit);
    read_requests_capture(&unit);
    rtl_commit(&unit);
    unit.in.start = unit.in.read = unit.in.fill = false;
}

static void begin_read(const struct isa_mem_rd *read, unsigned entry)
{
    uint32_t dwords[4] = {0};
    isa_pack_mem_rd(read, dwords);
    unit.in.start = true;
    unit.in.low = (uint64_t)dwords[1] << 32 | dwords[0];
    unit.in.high = dwords[2];
    unit.in.entry = (uint8_t)entry;
    tick();
}

/* A scatter read of `format` in the entry; its index row is begun with. */
static void begin(bool uncached, unsigned format, unsigned entry)
{
    const struct isa_mem_rd read = {
        .vtx_inst = 2, .mem_op = 2, .indexed = 1, .uncached = uncached, .data_format = format, .mega_fetch = 1};
    begin_read(&read, entry);
}

static void indices(unsigned step, unsigned first)
{
    for (unsigned i = 0; i < LANES; i++)
        index_row.lane[i] = first + step * i;
}

/* To the end of a GPR's look-ups, with a port that takes everything: the lines that are asked for. */
static unsigned ask_all(uint64_t lines[], unsigned most)
{
    unsigned count = 0;
    for (unsigned i = 0; read_requests_looks_up(&unit) || unit.q.ask; i++, tick()) {
        assert_true(i < 1000);
        unit.in.ask_taken = unit.q.ask;
        if (unit.q.ask) {
            assert_true(count < most);
            lines[count++] = unit.q.ask_line;
        }
    }
    unit.in.ask_taken = false;
    return count;
}

static void after_reset_nothing_is_looked_up_or_asked_for(void **state)
{
    (void)state;
    assert_false(read_requests_looks_up(&unit) || unit.q.ask || unit.q.oldest || unit.q.used);
    ASSERT_HOLDS(&unit, tick());
}

/* 64 vec4s side by side are 16 lines, one for each clock's four threads, in order, the first two clocks after the
 * start. */
static void uncached_lines_are_asked_for_in_order_one_a_clock(void **state)
{
    (void)state;
    indices(4, 0);
    begin(true, FMT_4X32, 3);
    tick();
    assert_int_equal(unit.q.left, 60);
    assert_false(unit.q.ask);
    tick();
    for (unsigned n = 0; n < 16; n++) {
        assert_true(unit.q.ask);
        assert_int_equal(unit.q.ask_line, BASE_LINE + n);
        assert_int_equal(unit.q.ask_own, n);
        unit.in.ask_taken = true;
        tick();
        unit.in.ask_taken = false;
    }
    assert_false(unit.q.ask);
    assert_int_equal(unit.q.lines, 16);
    assert_int_equal(unit.places[3].thread[2 * 63], 15);
    assert_int_equal(unit.places[3].thread[2 * 63 + 1], 15);
}

static void a_request_that_is_not_taken_waits_and_is_made_once(void **state)
{
    (void)state;
    indices(4, 0);
    begin(true, FMT_4X32, 0);
    for (unsigned i = 0; i < 40; i++)
        tick();
    assert_true(unit.q.ask);
    assert_int_equal(unit.q.ask_line, BASE_LINE);
    assert_int_equal(unit.q.asking, 16);
    assert_false(read_requests_looks_up(&unit));
    unit.in.ask_taken = true;
    tick();
    assert_int_equal(unit.q.ask_line, BASE_LINE + 1);
}

/* Dwords side by side: sixteen threads a line, four clocks; the line of the clock before is there already. */
static void the_line_of_the_clock_before_is_not_asked_for_again(void **state)
{
    uint64_t lines[8];
    (void)state;
    indices(1, 0);
    begin(true, FMT_32, 0);
    assert_int_equal(ask_all(lines, 8), 4);
    for (unsigned n = 0; n < 4; n++)
        assert_int_equal(lines[n], BASE_LINE + n);
    for (unsigned t = 0; t < LANES; t++)
        assert_true(unit.places[0].thread[2 * t] == t / 16 && unit.places[0].thread[2 * t + 1] == t / 16);
    for (unsigned i = 0; i < LANES; i++)
        index_row.lane[i] = i / 4 % 2 ? 1000 : 16; /* others between: lines are requested again */
    begin(true, FMT_32, 1);
    uint64_t again[16];
    assert_int_equal(ask_all(again, 16), 16);
}

/* A vec4 at dword 14 ends in the next line: two for each thread, and each clock has eight of them. */
static void an_element_over_two_lines_has_both(void **state)
{
    uint64_t lines[128];
    (void)state;
    indices(32, 14);
    begin(true, FMT_4X32, 0);
    for (unsigned i = 0; i < 32; i++)
        tick();
    assert_true(unit.q.left == 0 && unit.q.look);
    for (unsigned i = 0; i < 64; i++) { /* no more than memory may owe */
        unit.in.ask_taken = unit.q.ask;
        assert_true(unit.q.ask);
        lines[i] = unit.q.ask_line;
        tick();
    }
    assert_false(unit.q.ask);
    unit.in.ask_taken = false;
    for (unsigned i = 0; i < 64; i++) {
        assert_int_equal(lines[i], BASE_LINE + 2 * (i / 2) + i % 2);
        assert_false(read_requests_have(&unit, 0));
        unit.in.fill = true;
        unit.in.fill_row = (uint8_t)i;
        coming.byte[7] = (uint8_t)(i + 1);
        tick();
        assert_int_equal(unit.data[i].byte[7], i + 1);
        assert_true(unit.q.ask); /* now there is room for another one */
    }
    assert_int_equal(unit.places[0].thread[2 * 5], 10);
    assert_int_equal(unit.places[0].thread[2 * 5 + 1], 11);
}

/* Two GPRs of 128 lines fill the buffer: the third one waits until the data of the first have been read. */
static void a_full_buffer_holds_look_ups_up(void **state)
{
    uint64_t lines[256];
    unsigned count = 0;
    (void)state;
    indices(32, 14);
    for (unsigned entry = 0; entry < 3; entry++) {
        begin(true, FMT_4X32, entry);
        for (unsigned i = 0; i < 200; i++) {
            unit.in.ask_taken = unit.q.ask;
            unit.in.fill = unit.q.unanswered != 0;
            unit.in.fill_row = (uint8_t)count;
            count += unit.in.fill;
            if (unit.q.ask && entry < 2)
                lines[entry * 128 + unit.q.ask_own % 128] = unit.q.ask_line;
            tick();
        }
        assert_int_equal(unit.q.used, entry ? 256 : 128);
        assert_int_equal(read_requests_looks_up(&unit), entry == 2);
        assert_int_equal(read_requests_done(&unit, entry), entry != 2);
        assert_int_equal(unit.q.again != 0, entry == 2);
        assert_true(entry == 2 || read_requests_have(&unit, entry));
    }
    assert_int_equal(lines[0], lines[128]);
    unit.in.ask_taken = false;
    unit.in.read = true;
    tick();
    assert_int_equal(unit.q.used, 128);
    tick();
    assert_int_equal(unit.q.used, 128 + 4);
    assert_true(unit.q.ask);
    assert_int_equal(unit.q.ask_own, 0);
}

/* Of a cached read the look-ups go to its cache, a clock later has the answer; what has no way is looked up again. */
static void cached_lines_are_looked_up_until_they_have_a_way(void **state)
{
    (void)state;
    for (unsigned texture = 0; texture < 2; texture++) {
        fresh(state);
        indices(16, 0); /* each thread its own line */
        unit.in.texture = texture;
        begin(false, FMT_32, 5);
        tick();
        assert_int_equal(read_requests_look_in(&unit, 15, texture), 15);
        assert_int_equal(read_requests_look_in(&unit, 15, !texture), 0);
        assert_int_equal(read_requests_lines(&unit, 15)->look[2], BASE_LINE + 2);
        tick();
        for (unsigned i = 0; i < 10; i++) {
            assert_int_equal(unit.q.looked, 15);
            assert_int_equal(read_requests_look_in(&unit, 11, texture), 15);
            assert_int_equal(read_requests_lines(&unit, 11)->look[2], BASE_LINE + 2); /* and not the next ones */
            unit.in.taken = 11;
            tick();
        }
        assert_int_equal(unit.q.again, 10);
        unit.in.taken = 15;
        unit.in.way = (line_ways_t){{9, 8, 7, 6}};
        unit.in.stamp = 1234;
        tick();
        assert_int_equal(unit.places[5].thread[2 * 2], 7);
        assert_int_equal(unit.set[5].word[0], 15 << 6);
        assert_int_equal(unit.q.looked_line.look[0], BASE_LINE + 4);
        assert_int_equal(texture ? unit.q.oldest_texture : unit.q.oldest, 0);
        tick();
        assert_false(unit.q.ask || unit.q.used);
    }
}

/* The stamp of a GPR's first look-ups holds its ways until its data have been read; then it is the next one's. */
static void the_oldest_stamp_is_that_of_the_oldest_gpr_in_each_cache(void **state)
{
    (void)state;
    for (unsigned entry = 0; entry < 3; entry++) {
        unit.in.texture = entry == 1;
        unit.in.stamp = 100 * (entry + 1);
        begin(false, FMT_32, entry);
        while (read_requests_looks_up(&unit)) {
            tick();
            unit.in.stamp++;
        }
    }
    assert_in_range(unit.q.oldest, 100, 110);
    assert_in_range(unit.q.oldest_texture, 200, 210);
    unit.in.read = true;
    tick();
    assert_in_range(unit.q.oldest, 300, 310);
    assert_in_range(unit.q.oldest_texture, 200, 210);
    unit.in.read = true;
    tick();
    assert_int_equal(unit.q.oldest_texture, 0);
    unit.in.read = true;
    tick();
    assert_int_equal(unit.q.oldest, 0);
}

static void threads_that_do_not_read_and_what_lies_behind_the_buffer_ask_for_nothing_else(void **state)
{
    uint64_t lines[2];
    (void)state;
    indices(16, 0);
    unit.in.active = 0;
    begin(true, FMT_32, 0);
    assert_int_equal(ask_all(lines, 0), 0);
    unit.in.active = 2;
    for (unsigned target = 0; target < MEMORY_TARGETS; target++)
        unit.in.size.target[target] = 40;
    index_row.lane[1] = 0xfffffff0;
    begin(true, FMT_4X32, 1);
    assert_int_equal(ask_all(lines, 2), 1);
    assert_int_equal(lines[0], BASE_LINE + 39 / 16); /* the last dword (3D 12) */
}

static void a_gpr_is_there_when_all_its_lines_are(void **state)
{
    uint64_t lines[4];
    (void)state;
    indices(1, 0);
    begin(true, FMT_32, 0);
    assert_int_equal(ask_all(lines, 4), 4);
    for (unsigned row = 0; row < 4; row++) {
        assert_false(read_requests_have(&unit, 0));
        unit.in.fill = true;
        unit.in.fill_row = (uint8_t)row;
        tick();
    }
    assert_true(read_requests_have(&unit, 0));
}

/* Memory may have been written between two reads (ISA 10.5 UNCACHED): the second one asks for the same line again. */
static void a_read_has_nothing_of_the_one_before(void **state)
{
    uint64_t lines[2];
    (void)state;
    indices(0, 0);
    for (unsigned entry = 0; entry < 2; entry++) {
        begin(true, FMT_32, entry);
        assert_int_equal(ask_all(lines, 2), 1);
        assert_int_equal(lines[0], BASE_LINE);
    }
    assert_int_equal(unit.q.used, 2);
}

/* The last dword of a line is all that a format of one dword reads. */
static void a_format_of_one_dword_has_one_line(void **state)
{
    uint64_t lines[65];
    (void)state;
    indices(16, 15);
    begin(true, FMT_32, 0);
    assert_int_equal(ask_all(lines, 65), 64);
    for (unsigned n = 0; n < 64; n++) {
        assert_int_equal(lines[n], BASE_LINE + n);
        assert_int_equal(unit.places[0].thread[2 * n], n);
        assert_int_equal(unit.places[0].thread[2 * n + 1], n);
    }
}

/* Thread t begins in line t and ends in line t + 1: five lines for four threads are a clock's four, and the last one's
 * end; the next four threads begin with that line, which is asked for once. */
static void the_end_of_an_element_may_have_a_clock_of_its_own(void **state)
{
    uint64_t lines[9];
    (void)state;
    indices(16, 14);
    unit.in.active = 0xff;
    begin(true, FMT_4X32, 0);
    tick();
    assert_true(unit.q.look == 15 && unit.q.left == 61);
    tick();
    assert_true(unit.q.look == 1 && unit.q.left == 60);
    assert_int_equal(unit.q.look_line.look[0], BASE_LINE + 4);
    assert_int_equal(ask_all(lines, 9), 9);
    for (unsigned n = 0; n < 9; n++)
        assert_int_equal(lines[n], BASE_LINE + n);
    for (unsigned t = 0; t < 8; t++)
        assert_true(unit.places[0].thread[2 * t] == t && unit.places[0].thread[2 * t + 1] == t + 1);
}

/* Lines 0 to 3, then those of `second`: each of them that was there in the clock before keeps its row. */
static void every_line_of_the_clock_before_is_remembered(void **state)
{
    static const unsigned second[RATE] = {3, 1, 9, 2}, row[RATE] = {3, 1, 4, 2};
    uint64_t              lines[5];
    (void)state;
    indices(16, 0);
    for (unsigned i = 0; i < RATE; i++)
        index_row.lane[RATE + i] = 16 * second[i];
    unit.in.active = 0xff;
    begin(true, FMT_32, 0);
    assert_int_equal(ask_all(lines, 5), 5);
    assert_int_equal(lines[4], BASE_LINE + 9);
    for (unsigned i = 0; i < RATE; i++) {
        assert_int_equal(unit.places[0].thread[2 * i], i);
        assert_int_equal(unit.places[0].thread[2 * (RATE + i)], row[i]);
    }
}

/* A line alone: what the other three look-ups' ways or rows would be does not count. */
static void a_gpr_has_the_lines_that_were_looked_up_and_no_others(void **state)
{
    for (unsigned uncached = 0; uncached < 2; uncached++) {
        line_set_t expected = {{uncached ? 1 << 0 : 1 << 5}};
        uint64_t   lines[1];
        fresh(state);
        indices(0, 0);
        unit.in.active = 1;
        unit.in.way = (line_ways_t){{5, 300, 301, 302}};
        begin(uncached, FMT_32, 4);
        assert_int_equal(ask_all(lines, uncached), uncached);
        assert_memory_equal(&unit.set[4], &expected, sizeof expected);
        assert_int_equal(unit.q.lines, 1);
    }
}

static void a_cached_element_over_two_lines_has_both(void **state)
{
    const line_set_t expected = {{1 << 5 | 1 << 9}};
    (void)state;
    indices(0, 14);
    unit.in.active = 1;
    unit.in.way = (line_ways_t){{9, 5, 300, 301}};
    begin(false, FMT_4X32, 4);
    assert_int_equal(ask_all(NULL, 0), 0);
    assert_int_equal(unit.places[4].thread[0], 9);
    assert_int_equal(unit.places[4].thread[1], 5);
    assert_memory_equal(&unit.set[4], &expected, sizeof expected);
    assert_int_equal(unit.q.lines, 2);
}

/* Entries go round, and have neither the stamp nor the rows of a GPR that has been read. */
static void an_entry_has_nothing_of_the_gpr_before(void **state)
{
    uint64_t lines[1];
    (void)state;
    indices(0, 0);
    for (unsigned n = 0; n < 3 * MEMORY_FLIGHT; n++) {
        const unsigned uncached = n % 3 == 0; /* once in each entry */
        unit.in.stamp = 100 + n;
        begin(uncached, FMT_32, n % MEMORY_FLIGHT);
        assert_int_equal(ask_all(lines, uncached), uncached);
        assert_int_equal(unit.q.oldest, uncached ? 0 : 100 + n);
        assert_int_equal(unit.q.used, uncached);
        unit.in.read = true;
        unit.in.fill = uncached;
        tick();
        assert_int_equal(unit.q.oldest, 0);
        assert_int_equal(unit.q.used, 0);
    }
}

/* A vec4 of scratch: of the wavefront's place the second element, four threads a line (ISA 3.4.2). */
static void scratch_is_that_of_the_wavefronts_place_and_of_the_step(void **state)
{
    const struct isa_mem_rd read = {
        .vtx_inst = 2, .elem_size = 3, .uncached = 1, .data_format = FMT_4X32, .mega_fetch = 1, .array_size = 3};
    uint64_t lines[16];
    (void)state;
    unit.in.area = 2;
    unit.in.step = 1;
    begin_read(&read, 0);
    assert_int_equal(ask_all(lines, 16), 16);
    for (unsigned n = 0; n < 16; n++)
        assert_int_equal(lines[n], BASE_LINE + (2 * 16 * 64 + 4 * 64) / 16 + n);
}

/* 24, 24 and 16 threads, of sixteen a line: lines 0 and 1, 1 and 2, 3. */
static void the_last_threads_end_with_the_wavefront(void **state)
{
    uint64_t lines[4];
    (void)state;
    unit.in.rate = 24;
    indices(1, 0);
    begin(true, FMT_32, 0);
    tick();
    assert_int_equal(unit.q.left, 40);
    tick();
    assert_int_equal(unit.q.left, 16);
    tick();
    assert_int_equal(unit.q.left, 0);
    ask_all(lines, 4);
    assert_int_equal(unit.q.lines, 4);
}

/* Eight lanes: the first half of each quarter has the threads. */
static void wavefronts_of_32_threads_have_8_lanes_of_each_quarter(void **state)
{
    uint64_t lines[32];
    (void)state;
    unit.in.wave_size = 32;
    unit.in.wave_lanes = 8;
    indices(16, 0);
    begin(true, FMT_32, 0);
    assert_int_equal(ask_all(lines, 32), 32);
    for (unsigned n = 0; n < 32; n++)
        assert_int_equal(lines[n], BASE_LINE + n / 8 * 16 + n % 8);
}

/* A buffer of 8 dwords that begins 4 dwords before the end of the addresses. */
static void addresses_wrap_and_end_with_the_buffer(void **state)
{
    memory_words_t              base = unit.in.base, size = unit.in.size;
    const struct memory_layout  layout = {&base, &size, &unit.in.item, 0, 64, 16};
    const struct memory_reading reading = {.read = {.mem_op = 2}};
    const uint64_t              top = UINT64_C(1) << GPU_ADDRESS_BITS;
    (void)state;
    base.target[MEMORY_SCATTER] = top - 16;
    size.target[MEMORY_SCATTER] = 8;
    assert_int_equal(memory_reading_address(&layout, &reading, 3), top - 4);
    assert_int_equal(memory_reading_address(&layout, &reading, 4), 0);
    assert_int_equal(memory_reading_address(&layout, &reading, 7), 12);
    assert_int_equal(memory_reading_address(&layout, &reading, 8), 12);
}

/* ISA 10.5: ARRAY_BASE of the third dword, in dwords. */
static void the_base_of_the_array_counts(void **state)
{
    (void)state;
    const struct isa_mem_rd read = {.vtx_inst = 2,
                                    .mem_op = 2,
                                    .indexed = 1,
                                    .uncached = 1,
                                    .data_format = FMT_32,
                                    .mega_fetch = 1,
                                    .array_base = 5 * LINE_BYTES / 4};
    indices(0, 0);
    begin_read(&read, 0);
    tick();
    tick();
    assert_true(unit.q.ask);
    assert_int_equal(unit.q.ask_line, BASE_LINE + 5);
}

/* A group begins with a new wavefront: threads 0 to 63 and 64 to 69, then 70. */
static void the_thread_of_a_read_is_that_of_its_group(void **state)
{
    (void)state;
    const struct memory_layout layout = {.group = 70, .wave_size = 64, .wave_lanes = 16};
    static const unsigned      first[] = {0, 64, 70, 134, 140};
    for (unsigned wave = 0; wave < sizeof first / sizeof first[0]; wave++) {
        const struct memory_reading reading = {.number = wave};
        assert_int_equal(memory_reading_thread(&layout, &reading, 0).in_launch, first[wave]);
        assert_int_equal(memory_reading_thread(&layout, &reading, QUARTER + 3).in_wave, 16 + 3);
    }
}

static void a_format_takes_whole_dwords(void **state)
{
    (void)state;
    static const struct {
        unsigned format, dwords;
    } rows[] = {{1 /* 8 */, 1}, {5 /* 16 */, 1}, {FMT_32, 1}, {31 /* 16_16_16_16 */, 2}, {FMT_4X32, 4}};
    for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const struct memory_reading reading = {.read = {.data_format = rows[i].format}};
        assert_int_equal(memory_reading_dwords(&reading), rows[i].dwords);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(the_base_of_the_array_counts, fresh),
        cmocka_unit_test(the_thread_of_a_read_is_that_of_its_group),
        cmocka_unit_test(a_format_takes_whole_dwords),
        cmocka_unit_test_setup(after_reset_nothing_is_looked_up_or_asked_for, fresh),
        cmocka_unit_test_setup(uncached_lines_are_asked_for_in_order_one_a_clock, fresh),
        cmocka_unit_test_setup(a_request_that_is_not_taken_waits_and_is_made_once, fresh),
        cmocka_unit_test_setup(the_line_of_the_clock_before_is_not_asked_for_again, fresh),
        cmocka_unit_test_setup(an_element_over_two_lines_has_both, fresh),
        cmocka_unit_test_setup(a_full_buffer_holds_look_ups_up, fresh),
        cmocka_unit_test_setup(cached_lines_are_looked_up_until_they_have_a_way, fresh),
        cmocka_unit_test_setup(the_oldest_stamp_is_that_of_the_oldest_gpr_in_each_cache, fresh),
        cmocka_unit_test_setup(a_gpr_is_there_when_all_its_lines_are, fresh),
        cmocka_unit_test_setup(a_read_has_nothing_of_the_one_before, fresh),
        cmocka_unit_test_setup(a_format_of_one_dword_has_one_line, fresh),
        cmocka_unit_test_setup(the_end_of_an_element_may_have_a_clock_of_its_own, fresh),
        cmocka_unit_test_setup(every_line_of_the_clock_before_is_remembered, fresh),
        cmocka_unit_test_setup(a_gpr_has_the_lines_that_were_looked_up_and_no_others, fresh),
        cmocka_unit_test_setup(a_cached_element_over_two_lines_has_both, fresh),
        cmocka_unit_test_setup(an_entry_has_nothing_of_the_gpr_before, fresh),
        cmocka_unit_test_setup(scratch_is_that_of_the_wavefronts_place_and_of_the_step, fresh),
        cmocka_unit_test_setup(the_last_threads_end_with_the_wavefront, fresh),
        cmocka_unit_test_setup(wavefronts_of_32_threads_have_8_lanes_of_each_quarter, fresh),
        cmocka_unit_test_setup(addresses_wrap_and_end_with_the_buffer, fresh),
        cmocka_unit_test_setup(threads_that_do_not_read_and_what_lies_behind_the_buffer_ask_for_nothing_else, fresh),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
