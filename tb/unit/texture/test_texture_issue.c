/* test_texture_issue.c - the first stage of the texture unit: the row of coordinates, two buffers, a quad a clock
 * (RV770 timing T1, T27). */
#include "pipeline/texture/texture_issue.h"

#include "tb/unit/texture/texture_unit_kit.h"

enum { GPR_ROWS = 256, BASE = 40, QUADS = 16 };

static struct texture_issue unit;
static struct isa_tex       tex;
static lanes_t              rows[GPR_ROWS][TEXTURE_ELEMENTS]; /* the GPR file */

static int fresh(void **state)
{
    (void)state;
    memset(&unit, 0xa5, sizeof unit);
    memset(&unit.in, 0, sizeof unit.in);
    texture_issue_reset(&unit);
    unit.in.num_gprs = 8;
    unit.in.quads = QUADS;
    tex = (struct isa_tex){.tex_inst = 16, .src_gpr = 3};
    for (unsigned row = 0; row < GPR_ROWS; row++)
        for (unsigned e = 0; e < TEXTURE_ELEMENTS; e++)
            rows[row][e] = ramp(1000 * (4 * row + e));
    return 0;
}

/* A clock; the LOD unit takes what is offered if it is `ready`. */
static void tick(bool ready)
{
    const unsigned row = unit.q.read_row;
    unit.in.row_x = &rows[row][0];
    unit.in.row_y = &rows[row][1];
    unit.in.row_z = &rows[row][2];
    unit.in.row_w = &rows[row][3];
    unit.in.taken = ready && unit.q.stream;
    texture_issue_next(&unit);
    texture_issue_take(&unit);
    texture_issue_clock(&unit);
    assert_widths(&texture_issue_rtl, &unit);
    unit.in.offer = false;
}

static void offer(unsigned entry)
{
    uint32_t dwords[4] = {0};
    isa_pack_tex(&tex, dwords);
    unit.in.offer = true;
    unit.in.offer_low = dwords[0] | (uint64_t)dwords[1] << 32;
    unit.in.offer_base = BASE;
    unit.in.offer_entry = (uint8_t)entry;
}

/* An instruction whose row has been read and whose quads go. */
static void start(unsigned entry)
{
    offer(entry);
    unit.in.spare = true;
    tick(false);
    tick(false);
    tick(false);
    assert_true(unit.q.stream);
}

static void assert_rows_of(unsigned row)
{
    for (unsigned e = 0; e < TEXTURE_ELEMENTS; e++)
        assert_memory_equal(&texture_issue_rows(&unit)[e], &rows[row][e], sizeof(lanes_t));
}

static void after_reset_an_instruction_can_be_taken(void **state)
{
    (void)state;
    const struct texture_issue_reg idle = {.free = true};
    assert_memory_equal(&unit.q, &idle, sizeof idle);
    assert_memory_equal(&unit.d, &idle, sizeof idle);
}

static void idle_the_unit_holds(void **state)
{
    (void)state;
    ASSERT_HOLDS(&unit, tick(true));
    start(5);
    for (unsigned quad = 0; quad < QUADS; quad++)
        tick(true);
    unit.in.offer_low = UINT64_MAX; /* without an event no wire counts */
    unit.in.offer_entry = 9;
    ASSERT_HOLDS(&unit, tick(true));
}

static void the_row_is_read_in_the_spare_access_and_goes_two_clocks_later(void **state)
{
    (void)state;
    offer(5);
    tick(true);
    for (unsigned i = 0; i < 10; i++) { /* waits for the access */
        assert_true(unit.q.read && !unit.q.free && !unit.q.stream);
        assert_int_equal(unit.q.read_row, BASE + 3);
        tick(true);
    }
    unit.in.spare = true;
    tick(true);
    unit.in.spare = false;
    assert_false(unit.q.read || unit.q.stream || unit.q.free);
    tick(true);
    assert_true(unit.q.stream && unit.q.free);
    assert_int_equal(unit.q.stream_entry, 5);
    assert_int_equal(unit.q.quad, 0);
    assert_rows_of(BASE + 3);
    assert_int_equal(unit.q.instructions, 1);
}

/* T1, T27: 64 threads in 16 clocks, 32 threads in 8. */
static void a_quad_goes_in_a_clock(void **state)
{
    (void)state;
    for (unsigned quads = 8; quads <= QUADS; quads += 8) {
        fresh(NULL);
        unit.in.quads = (uint8_t)quads;
        start(0);
        for (unsigned quad = 0; quad < quads; quad++) {
            assert_true(unit.q.stream);
            assert_int_equal(unit.q.quad, quad);
            tick(true);
        }
        assert_false(unit.q.stream);
    }
}

static void a_quad_stays_until_it_is_taken(void **state)
{
    (void)state;
    start(0);
    tick(true);
    for (unsigned i = 0; i < 10; i++) {
        assert_true(unit.q.stream);
        assert_int_equal(unit.q.quad, 1);
        tick(false);
    }
    tick(true);
    assert_int_equal(unit.q.quad, 2);
}

static void the_next_row_is_read_while_quads_go_and_leaves_theirs_alone(void **state)
{
    (void)state;
    lanes_t next[TEXTURE_ELEMENTS];
    start(1);
    tick(true);
    tex.src_gpr = 6;
    offer(2);
    tick(true);
    assert_true(unit.q.read);
    assert_int_equal(unit.q.read_row, BASE + 6);
    tick(true); /* has the spare access */
    assert_false(unit.q.read || unit.q.free);
    memcpy(next, rows[BASE + 6], sizeof next);
    for (unsigned e = 0; e < TEXTURE_ELEMENTS; e++) /* what is written later does not count */
        rows[BASE + 6][e] = ramp(7);
    for (unsigned quad = 3; quad < QUADS; quad++) {
        assert_int_equal(unit.q.quad, quad);
        assert_int_equal(unit.q.stream_entry, 1);
        assert_rows_of(BASE + 3);
        assert_false(unit.q.free);
        tick(true);
    }
    assert_true(unit.q.stream && unit.q.free); /* without a clock between them */
    assert_int_equal(unit.q.quad, 0);
    assert_int_equal(unit.q.stream_entry, 2);
    assert_memory_equal(texture_issue_rows(&unit), next, sizeof next);
}

static void instructions_follow_one_another_without_a_gap(void **state)
{
    (void)state;
    unsigned quads = 0, first = 0;
    for (unsigned clock = 0; quads < 10 * QUADS; clock++) {
        assert_true(clock < 1000);
        unit.in.spare = clock % 4 == 3;
        if (unit.q.free)
            offer(unit.q.instructions % 16);
        if (unit.q.stream) {
            first = quads ? first : clock;
            assert_int_equal(clock - first, quads);
            assert_int_equal(unit.q.stream_entry, quads / QUADS % 16);
            quads++;
        }
        tick(true);
    }
}

/* Two buffers: the third one waits. */
static void no_instruction_is_taken_while_there_is_no_room(void **state)
{
    (void)state;
    start(1);
    offer(2);
    tick(false);
    tick(false);
    assert_false(unit.q.read || unit.q.free);
    for (unsigned i = 0; i < 10; i++) {
        offer(3);
        tick(false);
        assert_int_equal(unit.q.instructions, 2);
        assert_false(unit.q.read || unit.q.free);
        assert_rows_of(BASE + 3);
    }
}

/* ISA 4.6.3. */
static void a_relative_row_outside_the_programs_gprs_is_gpr_0(void **state)
{
    (void)state;
    for (unsigned relative = 0; relative < 2; relative++)
        for (unsigned index = 0; index < 10; index++) {
            fresh(NULL);
            tex.src_rel = relative;
            unit.in.offer_index = (uint16_t)index;
            offer(0);
            tick(true);
            assert_int_equal(unit.q.read_row, !relative ? BASE + 3 : index <= 4 ? BASE + 3 + index : BASE);
        }
}

#define TEST(name) cmocka_unit_test_setup(name, fresh)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(after_reset_an_instruction_can_be_taken),
        TEST(idle_the_unit_holds),
        TEST(the_row_is_read_in_the_spare_access_and_goes_two_clocks_later),
        TEST(a_quad_goes_in_a_clock),
        TEST(a_quad_stays_until_it_is_taken),
        TEST(the_next_row_is_read_while_quads_go_and_leaves_theirs_alone),
        TEST(instructions_follow_one_another_without_a_gap),
        TEST(no_instruction_is_taken_while_there_is_no_room),
        TEST(a_relative_row_outside_the_programs_gprs_is_gpr_0),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
