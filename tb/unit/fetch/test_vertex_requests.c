/* test_vertex_requests.c - which lines the threads of a vertex fetch name, and when they are looked up (ISA 10.3; RV770
 * timing V2, V3, V6). */
#include "pipeline/fetch/vertex_requests.h"

#include "isa/r700/isa.h"
#include "tb/unit/clock.h"

enum { BASE = 0x1000, NO_WAY = 511 };

static struct vertex_requests unit;
static struct vertex_resource resource;
static struct vertex_memory   memory;
static lanes_t                indices;
static uint32_t               stamp;

static int fresh(void **state)
{
    (void)state;
    memset(&unit, 0xa5, sizeof unit);
    memset(&unit.in, 0, sizeof unit.in);
    resource = (struct vertex_resource){.address = BASE, .size = 64 * 64, .stride = 16, .valid = true};
    memory = (struct vertex_memory){.resource = &resource, .count = 1};
    indices = ramp(0);
    stamp = 7;
    unit.in.memory = &memory;
    unit.in.index_row = &indices;
    unit.in.threads = 64;
    unit.in.lanes = 16;
    unit.in.group = 4;
    unit.in.active = UINT64_MAX;
    vertex_requests_reset(&unit);
    return 0;
}

/* The cache in its place takes everything, a line's way being its number less BASE's, unless `taken` says otherwise:
 * the way of what is not taken is NO_WAY. */
static void tick(unsigned taken)
{
    unit.in.taken = (uint8_t)(unit.q.looked & taken);
    unit.in.stamp = stamp;
    for (unsigned i = 0; i < LINE_LOOKS; i++)
        unit.in.way.look[i] =
            (uint16_t)(unit.in.taken >> i & 1 ? unit.q.looked_line.look[i] - BASE / LINE_BYTES : NO_WAY);
    vertex_requests_eval(&unit.in, &unit.q, &unit.d, &unit);
    vertex_requests_capture(&unit);
    rtl_commit(&unit);
    unit.in.start = unit.in.read = false;
}

static void start(unsigned offset, bool mega, unsigned mega_bytes, unsigned entry)
{
    const struct isa_vtx_gpr vtx = {.fetch_type = 2,
                                    .mega_fetch_count = mega_bytes - 1,
                                    .mega_fetch = mega,
                                    .offset = offset,
                                    .data_format = 34, /* FMT_32_32_32_32: 16 bytes */
                                    .num_format_all = VERTEX_INT};
    uint32_t                 dwords[4];
    isa_pack_vtx_gpr(&vtx, dwords);
    unit.in.low = dwords[0] | (uint64_t)dwords[1] << 32;
    unit.in.high = dwords[2] | (uint64_t)dwords[3] << 32;
    unit.in.entry = (uint8_t)entry;
    unit.in.start = true;
    tick(15);
}

/* Clocks until nothing is left to be looked up. */
static unsigned clocks_of_groups(void)
{
    unsigned clocks = 0;
    for (; unit.q.left; clocks++)
        tick(15);
    return clocks;
}

static void drain(void)
{
    while (unit.q.look || unit.q.looked)
        tick(15);
}

/* All of an instruction. */
static void look_up(unsigned entry)
{
    start(0, false, 16, entry);
    clocks_of_groups();
    drain();
}

static void read_oldest(void)
{
    unit.in.read = true;
    tick(15);
}

static void a_group_of_threads_a_clock_and_a_line_once(void **state)
{
    (void)state;
    start(0, false, 16, 0);
    assert_int_equal(unit.q.left, 64);
    for (unsigned clock = 0; clock < 16; clock++) {
        tick(15);
        assert_int_equal(unit.q.left, 60 - 4 * clock);
        assert_int_equal(unit.q.look, 1); /* four elements of 16 bytes are one line */
        assert_int_equal(unit.q.look_line.look[0], BASE / 64 + clock);
        assert_int_equal(vertex_requests_look(&unit, 15), 1);
    }
    assert_false(vertex_requests_done(&unit, 0));
    drain();
    assert_true(vertex_requests_done(&unit, 0));
    assert_int_equal(unit.q.lines, 16);
    assert_int_equal(unit.q.oldest, 7);
    for (unsigned t = 0; t < 64; t++)
        assert_true(unit.ways[0].thread[2 * t] == t / 4 && unit.ways[0].thread[2 * t + 1] == t / 4);
    assert_int_equal(unit.set[0].word[0], 0xffff);
    assert_int_equal(unit.set[0].word[NO_WAY / 64], 0); /* of the look-ups that there were not */
}

/* Elements from byte 56 of a line on end in the next one. */
static void an_element_across_lines_is_two_look_ups(void **state)
{
    (void)state;
    resource.stride = 64;
    start(56, false, 16, 3);
    /* Five lines for four threads: LINE_LOOKS, and one more clock; but the last thread lies outside. */
    assert_int_equal(clocks_of_groups(), 31);
    drain();
    for (unsigned t = 0; t < 63; t++)
        assert_true(unit.ways[3].thread[2 * t] == t && unit.ways[3].thread[2 * t + 1] == t + 1);
}

static void threads_far_apart_have_a_line_each(void **state)
{
    (void)state;
    resource.stride = 64;
    start(0, false, 16, 0);
    assert_int_equal(clocks_of_groups(), 16);
    drain();
    assert_int_equal(unit.q.lines, 64);
}

/* Two lines for each thread: those of two threads a clock. */
static void a_thread_without_room_waits_for_the_next_clock(void **state)
{
    (void)state;
    resource.stride = 128;
    resource.size = 64 * 128;
    start(56, false, 16, 0);
    assert_int_equal(clocks_of_groups(), 32);
    drain();
    for (unsigned t = 0; t < 64; t++)
        assert_true(unit.ways[0].thread[2 * t] == 2 * t && unit.ways[0].thread[2 * t + 1] == 2 * t + 1);
    assert_int_equal(unit.q.lines, 128);
}

/* 24, 24 and 16 threads: 6, 6 and 4 lines. */
static void the_last_group_ends_with_the_wavefront(void **state)
{
    (void)state;
    unit.in.group = 24;
    start(0, false, 16, 0);
    assert_int_equal(clocks_of_groups(), 2 + 2 + 1);
    drain();
    assert_int_equal(unit.q.lines, 16);
    assert_int_equal(unit.set[0].word[0], 0xffff);
}

static void look_ups_go_to_the_cache_of_their_instruction(void **state)
{
    (void)state;
    for (unsigned texture = 0; texture < 2; texture++) {
        fresh(state);
        unit.in.texture = texture;
        start(0, false, 16, 0);
        assert_int_equal(vertex_requests_in_texture(&unit), texture);
        unit.in.texture = !texture; /* of no account after the start */
        for (unsigned clock = 0; clock < 16; clock++) {
            tick(15);
            assert_int_equal(vertex_requests_look_in(&unit, 15, texture), 1);
            assert_int_equal(vertex_requests_look_in(&unit, 15, !texture), 0);
        }
        tick(15);
        assert_int_equal(vertex_requests_look_in(&unit, 0, texture), 1); /* not taken: again, and in the same cache */
        assert_int_equal(vertex_requests_look_in(&unit, 0, !texture), 0);
        assert_int_equal(vertex_requests_in_texture(&unit), texture);
    }
}

/* 40 bytes from byte 32 on reach the next line, for the mini-fetches behind; not beyond the buffer. */
static void a_mega_fetch_looks_up_all_its_bytes(void **state)
{
    (void)state;
    resource.stride = 64;
    indices = ramp(60);
    start(32, true, 40, 0);
    clocks_of_groups();
    drain();
    for (unsigned t = 0; t < 4; t++) {
        assert_int_equal(unit.ways[0].thread[2 * t], 60 + t);
        assert_int_equal(unit.ways[0].thread[2 * t + 1], t < 3 ? 61 + t : 63);
    }
    fresh(state);
    resource.stride = 64;
    start(32, false, 40, 0); /* a mini-fetch: its element alone */
    clocks_of_groups();
    drain();
    assert_int_equal(unit.ways[0].thread[1], 0);
}

/* 32 bytes from byte 32 on are the rest of the line, 33 reach the next one. */
static void the_last_byte_decides_where_an_element_ends(void **state)
{
    for (unsigned bytes = 32; bytes <= 33; bytes++) {
        fresh(state);
        unit.in.active = 1;
        start(32, true, bytes, 0);
        clocks_of_groups();
        drain();
        assert_int_equal(unit.ways[0].thread[0], 0);
        assert_int_equal(unit.ways[0].thread[1], bytes - 32);
        assert_int_equal(unit.q.lines, bytes - 31);
    }
}

static void threads_that_do_not_fetch_or_lie_outside_look_up_nothing(void **state)
{
    (void)state;
    unit.in.active = 0x10;
    indices.lane[4] = 8;
    start(0, false, 16, 0);
    clocks_of_groups();
    drain();
    assert_int_equal(unit.q.lines, 1);
    assert_int_equal(unit.set[0].word[0], 4);
    fresh(state);
    indices = ramp(256); /* 64 lines have 256 elements */
    start(0, false, 16, 0);
    assert_int_equal(clocks_of_groups(), 16);
    assert_int_equal(unit.q.lines, 0);
    assert_int_equal(unit.q.oldest, 0);
}

/* Of four lines one has no way: all four are looked up again, and the next group waits in its place. */
static void look_ups_that_were_not_taken_are_made_again(void **state)
{
    (void)state;
    resource.stride = 64;
    start(0, false, 16, 0);
    tick(15);
    tick(15);
    const line_numbers_t first = unit.q.looked_line, second = unit.q.look_line;
    for (unsigned i = 0; i < 3; i++) {
        assert_true(vertex_requests_again(&unit, 11));
        assert_memory_equal(vertex_requests_lines(&unit, 11), &first, sizeof first);
        tick(11);
        assert_memory_equal(&unit.q.look_line, &second, sizeof second);
        assert_int_equal(unit.q.left, 56);
    }
    assert_int_equal(unit.q.again, 3);
    assert_int_equal(unit.q.oldest, 0);
    tick(15);
    assert_int_equal(unit.q.oldest, 7);
    assert_memory_equal(&unit.q.looked_line, &second, sizeof second);
    clocks_of_groups();
    drain();
    assert_int_equal(unit.q.lines, 64);
    assert_true(unit.set[0].word[0] == UINT64_MAX && !unit.set[0].word[NO_WAY / 64]);
}

/* Eight lanes: the first half of each quarter has the threads. */
static void wavefronts_of_32_threads_have_8_lanes_of_each_quarter(void **state)
{
    (void)state;
    unit.in.threads = 32;
    unit.in.lanes = 8;
    unit.in.active = 0x00ff00ff00ff00ff;
    start(0, false, 16, 0);
    assert_int_equal(clocks_of_groups(), 8);
    drain();
    for (unsigned q = 0; q < 4; q++)
        assert_int_equal(unit.ways[0].thread[2 * (16 * q + 7)], (16 * q + 7) / 4);
}

static void the_oldest_stamp_is_that_of_the_first_instruction_that_is_not_read(void **state)
{
    (void)state;
    look_up(0);
    start(0, false, 16, 1);
    assert_int_equal(unit.q.oldest, 7);
    read_oldest();
    assert_int_equal(unit.q.count, 1);
    assert_int_equal(unit.q.oldest, 0); /* the second has no look-ups yet */
    clocks_of_groups();
    drain();
    assert_int_equal(unit.q.oldest, 7);
    read_oldest();
    assert_int_equal(unit.q.oldest, 0);
}

static void each_cache_has_an_oldest_stamp_of_its_own(void **state)
{
    (void)state;
    unit.in.texture = true;
    look_up(0);
    assert_int_equal(unit.q.oldest, 0);
    assert_int_equal(unit.q.oldest_texture, 7);
    unit.in.texture = false;
    stamp = 8;
    look_up(1);
    assert_int_equal(unit.q.oldest, 8);
    assert_int_equal(unit.q.oldest_texture, 7);
    read_oldest();
    assert_int_equal(unit.q.oldest, 8);
    assert_int_equal(unit.q.oldest_texture, 0);
}

/* Entries go round; the stamp of an instruction that has been read is nothing's. */
static void an_entry_has_nothing_of_the_instruction_before(void **state)
{
    (void)state;
    for (unsigned n = 0; n < 2 * VERTEX_FLIGHT; n++) {
        stamp = 100 + n;
        look_up(n % VERTEX_FLIGHT);
        assert_int_equal(unit.q.oldest, 100 + n);
        read_oldest();
        assert_int_equal(unit.q.oldest, 0);
    }
}

#define TEST(name) cmocka_unit_test_setup(name, fresh)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_group_of_threads_a_clock_and_a_line_once),
        TEST(an_element_across_lines_is_two_look_ups),
        TEST(threads_far_apart_have_a_line_each),
        TEST(a_thread_without_room_waits_for_the_next_clock),
        TEST(the_last_group_ends_with_the_wavefront),
        TEST(look_ups_go_to_the_cache_of_their_instruction),
        TEST(a_mega_fetch_looks_up_all_its_bytes),
        TEST(the_last_byte_decides_where_an_element_ends),
        TEST(threads_that_do_not_fetch_or_lie_outside_look_up_nothing),
        TEST(look_ups_that_were_not_taken_are_made_again),
        TEST(wavefronts_of_32_threads_have_8_lanes_of_each_quarter),
        TEST(the_oldest_stamp_is_that_of_the_first_instruction_that_is_not_read),
        TEST(each_cache_has_an_oldest_stamp_of_its_own),
        TEST(an_entry_has_nothing_of_the_instruction_before),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
