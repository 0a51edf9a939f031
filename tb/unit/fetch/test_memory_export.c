/* test_memory_export.c - lines of the export buffer, 32-byte blocks, acknowledgements (ISA 3.4.2, 9.1; 3D 12, 13; RV770
 * timing E2, E3, S18). */
#include "tb/unit/clock.h"

#include <stdlib.h>

#include "isa/r700/isa.h"
#include "kit/bytes.h"
#include "pipeline/fetch/memory_export.h"

enum { BASE = 0x100000, SIZE = 4096, LINES = 5, ITEM = 32, XYZW = 15 };
enum { WRITE, WRITE_IND, WRITE_ACK, WRITE_IND_ACK };

static struct memory_export unit;
static quarter_t            indices, data[MEMORY_ELEMENTS];
static uint32_t             memory[SIZE];   /* what memory has taken, from BASE on */
static unsigned             stored;         /* dwords */
static bool                 busy, silent;   /* the port takes nothing; memory does not answer */
static uint16_t             asked[1 << 16]; /* ids of blocks that it has taken */
static unsigned             asks, answers;

static void take_block(void)
{
    unit.in.taken = unit.q.ask && !busy;
    if (!unit.in.taken)
        return;
    const uint64_t block = unit.q.ask_line * 64 + unit.q.ask_half * 32u;
    assert_true(unit.q.ask_mask);
    for (unsigned i = 0; i < SECTOR_BYTES / 4; i++) {
        if (!(unit.q.ask_mask >> 4 * i & 0xf)) {
            assert_int_equal(little_dword(unit.q.sector.byte, i), 0); /* nothing of a block before */
            continue;
        }
        const uint64_t dword = (block - BASE) / 4 + i;
        assert_int_equal(unit.q.ask_mask >> 4 * i & 0xf, 0xf);
        assert_true(dword < SIZE);
        memory[dword] = little_dword(unit.q.sector.byte, i);
        stored++;
    }
    assert_true(asks < sizeof asked / sizeof asked[0]);
    asked[asks++] = unit.q.ask_own;
}

static void tick(void)
{
    unit.in.answer = !silent && answers < asks;
    unit.in.answer_own = unit.in.answer ? asked[answers++] : 0x1ff;
    take_block();
    memory_export_eval(&unit.in, &unit.q, &unit.d, &unit);
    memory_export_capture(&unit);
    rtl_commit(&unit);
    unit.in.write = false;
}

static void ticks(unsigned count)
{
    while (count--)
        tick();
}

static int fresh(void **state)
{
    (void)state;
    memset(&unit, 0xa5, sizeof unit);
    memory_export_reset(&unit);
    unit.in = (struct memory_export_in){.wave_size = 64, .wave_lanes = 16, .simds = 1, .lines = LINES};
    for (unsigned target = 0; target < MEMORY_TARGETS; target++) {
        unit.in.base.target[target] = BASE;
        unit.in.size.target[target] = SIZE;
        unit.in.item.target[target] = ITEM;
    }
    unit.in.write_indices = &indices;
    unit.in.write_x = &data[0], unit.in.write_y = &data[1], unit.in.write_z = &data[2], unit.in.write_w = &data[3];
    for (unsigned e = 0; e < MEMORY_ELEMENTS; e++)
        data[e] = quarter_ramp(100 * (e + 1));
    indices = quarter_ramp(0);
    memset(memory, 0xff, sizeof memory);
    stored = asks = answers = 0;
    busy = silent = false;
    return 0;
}

/* A quarter of a scatter write, or of another one. */
static void quarter_of_type(enum isa_cf_id id, unsigned type, unsigned elem_size, unsigned mask)
{
    const struct isa_export_buf cf = {
        .cf_inst = isa_cf_ops[id].opcode, .type = type, .elem_size = elem_size, .comp_mask = mask, .array_size = 0xfff};
    uint32_t dwords[2];
    isa_pack_export_buf(&cf, dwords);
    unit.in.write = true;
    unit.in.write_word = (uint64_t)dwords[1] << 32 | dwords[0];
    unit.in.write_lanes = 0xffff;
    unit.in.write_last = true;
    unit.in.write_slot = 77;
}

static void scatter(unsigned elem_size, unsigned mask)
{
    quarter_of_type(ISA_CF_INST_MEM_EXPORT, WRITE_IND, elem_size, mask);
}

static void multiply_indices(unsigned by)
{
    for (unsigned i = 0; i < QUARTER; i++)
        indices.lane[i] = i * by;
}

/* Clocks until all has gone. */
static unsigned drain(void)
{
    unsigned clocks = 0;
    for (; unit.in.write || unit.q.used || unit.q.ask; clocks++) {
        assert_true(clocks < 1000);
        tick();
    }
    return clocks;
}

static void after_reset_and_idle_nothing_is_under_way(void **state)
{
    (void)state;
    assert_false(unit.q.used || unit.q.ask || unit.q.unanswered || unit.q.ack || unit.q.acks || unit.q.stray);
    ASSERT_HOLDS(&unit, tick());
}

/* ---- blocks ------------------------------------------------------------------------------------------------------ */

/* Sixteen vec4s side by side are eight blocks of 32 bytes, sixteen dwords two, sixteen dwords far apart sixteen. */
static void a_clock_takes_all_that_a_line_has_in_one_block(void **state)
{
    static const struct {
        unsigned elem_size, step, blocks;
    } cases[] = {{3, 4, 8}, {0, 1, 2}, {0, 8, 16}, {3, 8, 16}, {1, 2, 4}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        fresh(state);
        multiply_indices(cases[i].step);
        scatter(cases[i].elem_size, XYZW);
        tick();
        assert_int_equal(unit.q.used, 1);
        ticks(cases[i].blocks - 1);
        assert_int_equal(unit.q.used, 1);
        tick();
        assert_int_equal(unit.q.used, 0);
        assert_int_equal(unit.q.blocks, cases[i].blocks);
        tick();
        assert_int_equal(stored, 16 * (cases[i].elem_size + 1));
    }
}

static void every_dword_reaches_its_place(void **state)
{
    (void)state;
    multiply_indices(5);
    scatter(3, 11); /* X, Y and W */
    drain();
    for (unsigned lane = 0; lane < QUARTER; lane++)
        for (unsigned e = 0; e < MEMORY_ELEMENTS; e++)
            assert_int_equal(memory[lane * 5 + e], e == 2 ? 0xffffffff : 100 * (e + 1) + lane);
    assert_int_equal(memory[4], 0xffffffff);
}

static void lanes_that_do_not_write_leave_memory_alone(void **state)
{
    (void)state;
    scatter(0, 1);
    unit.in.write_lanes = 0x8001;
    drain();
    assert_int_equal(stored, 2);
    assert_int_equal(memory[0], 100);
    assert_int_equal(memory[15], 115);
}

static void a_line_without_anything_to_write_is_gone_in_a_clock(void **state)
{
    (void)state;
    scatter(0, 1);
    unit.in.write_lanes = 0;
    tick();
    assert_int_equal(unit.q.used, 1);
    tick();
    assert_int_equal(unit.q.used, 0);
    assert_int_equal(unit.q.blocks, 0);
    fresh(state);
    scatter(0, 0);
    drain();
    assert_int_equal(stored, 0);
}

static void of_two_threads_at_one_dword_the_higher_one_wins(void **state)
{
    (void)state;
    indices = quarter_of(7);
    scatter(0, 1);
    assert_int_equal(drain(), 3);
    assert_int_equal(memory[7], 115);
    fresh(state);
    for (unsigned i = 0; i < QUARTER; i++)
        indices.lane[i] = 15 - i; /* their vec4s overlap */
    scatter(3, XYZW);
    drain();
    assert_int_equal(memory[0], 115);
    assert_int_equal(memory[3], 415);
    assert_int_equal(memory[4], 414); /* of thread 14 the last */
}

static void lines_go_in_order(void **state)
{
    (void)state;
    indices = quarter_of(3);
    scatter(0, 1);
    tick();
    data[0] = quarter_ramp(900);
    scatter(0, 1);
    drain();
    assert_int_equal(memory[3], 915);
}

/* ---- the buffer's ends ------------------------------------------------------------------------------------------- */

static void what_lies_behind_the_buffer_is_dropped_dword_by_dword(void **state)
{
    (void)state;
    indices = quarter_of(SIZE - 2);
    scatter(3, XYZW);
    unit.in.write_lanes = 1;
    drain();
    assert_int_equal(stored, 2);
    assert_int_equal(memory[SIZE - 1], 200);
    fresh(state);
    indices = quarter_of(0xffffffff);
    scatter(3, XYZW);
    drain();
    assert_int_equal(stored, 0);
    assert_false(unit.q.stray);
}

static uint64_t random_state = 0x9e3779b97f4a7c15;
static uint32_t random_word(void)
{
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return (uint32_t)(random_state >> 32);
}

/* Whatever addresses: take_block says when one lies outside, and the bytes are those of dword after dword in the order
 * of lines, threads and elements. */
static void random_lines_write_what_single_dwords_would(void **state)
{
    enum { MANY = 4000 };
    static uint32_t expected[SIZE];
    (void)state;
    memset(expected, 0xff, sizeof expected);
    for (unsigned n = 0; n < MANY; n++) {
        const unsigned elem_size = random_word() % 4, mask = random_word() % 16;
        const uint32_t around = random_word() % 3 ? random_word() % SIZE : SIZE - 20;
        for (unsigned i = 0; i < QUARTER; i++) {
            indices.lane[i] = random_word() % 8 ? around + random_word() % 40 : random_word();
            for (unsigned e = 0; e < MEMORY_ELEMENTS; e++)
                data[e].lane[i] = random_word();
        }
        scatter(elem_size, mask);
        unit.in.write_lanes = (quarter_mask_t)random_word();
        for (unsigned i = 0; i < QUARTER; i++)
            for (unsigned e = 0; e <= elem_size; e++) {
                const uint64_t dword = (uint64_t)indices.lane[i] + e;
                if (unit.in.write_lanes >> i & mask >> e & 1 && dword < SIZE)
                    expected[dword] = data[e].lane[i];
            }
        tick();
        while (unit.q.used >= LINES)
            tick();
    }
    drain();
    assert_memory_equal(memory, expected, sizeof expected);
}

/* ---- threads ----------------------------------------------------------------------------------------------------- */

static void a_quarters_threads_follow_those_of_the_quarters_before(void **state)
{
    (void)state;
    quarter_of_type(ISA_CF_INST_MEM_SCRATCH, WRITE, 3, 1);
    unit.in.write_quarter = 2;
    drain();
    assert_int_equal(memory[(2 * 16 + 3) * 4], 103);
    fresh(state);
    unit.in.wave_size = 32;
    unit.in.wave_lanes = 8;
    quarter_of_type(ISA_CF_INST_MEM_SCRATCH, WRITE, 3, 1);
    unit.in.write_quarter = 2;
    unit.in.write_lanes = 0xff;
    unit.in.write_area = 3;
    drain();
    assert_int_equal(memory[3 * ITEM * 32 + (2 * 8 + 3) * 4], 103);
    assert_int_equal(stored, 8);
}

static void a_vertex_of_a_ring_is_the_thread_of_the_launch(void **state)
{
    (void)state;
    quarter_of_type(ISA_CF_INST_MEM_RING, WRITE, 3, XYZW);
    unit.in.write_number = 1;
    drain();
    assert_int_equal(memory[(64 + 5) * ITEM + 1], 205);
}

static void an_access_beyond_the_threads_item_is_not_written_and_is_noted_once(void **state)
{
    (void)state;
    for (unsigned i = 0; i < QUARTER; i++)
        indices.lane[i] = i < 5 ? 0 : 8; /* element 8: dwords 32 to 35 of 32 */
    quarter_of_type(ISA_CF_INST_MEM_RING, WRITE_IND, 3, XYZW);
    tick();
    assert_true(unit.q.stray);
    assert_int_equal(unit.q.stray_target, MEMORY_RING);
    assert_int_equal(unit.q.stray_thread, 5);
    assert_int_equal(unit.q.stray_address, BASE + 4 * (5 * ITEM + 32));
    drain();
    assert_int_equal(stored, 5 * 4);
    quarter_of_type(ISA_CF_INST_MEM_RING, WRITE_IND, 3, XYZW);
    unit.in.write_number = 1;
    tick();
    assert_int_equal(unit.q.stray_thread, 5);
    fresh(state);
    for (unsigned i = 0; i < QUARTER; i++)
        indices.lane[i] = 8;
    quarter_of_type(ISA_CF_INST_MEM_RING, WRITE_IND, 3, XYZW);
    unit.in.write_lanes = 0; /* no thread does it */
    tick();
    assert_false(unit.q.stray);
}

/* ---- the port, and what memory says ------------------------------------------------------------------------------ */

static void a_block_waits_until_the_port_takes_it(void **state)
{
    (void)state;
    busy = true;
    scatter(3, XYZW);
    ticks(9);
    assert_true(unit.q.ask);
    assert_int_equal(unit.q.blocks, 1);
    assert_int_equal(unit.q.used, 1);
    busy = false;
    tick();
    assert_int_equal(unit.q.blocks, 2);
    assert_true(unit.q.ask);
}

/* One more than memory may owe an answer for would not find room behind the port. */
static void no_more_blocks_are_under_way_than_a_client_may_have(void **state)
{
    (void)state;
    silent = true;
    multiply_indices(8);
    for (unsigned n = 0; n < 5; n++) {
        scatter(0, 1);
        ticks(20);
    }
    assert_int_equal(asks, MEMORY_OF_CLIENT);
    assert_int_equal(unit.q.unanswered, MEMORY_OF_CLIENT);
    silent = false;
    tick();
    tick();
    assert_true(unit.q.ask);
    drain();
    ticks(100);
    assert_int_equal(unit.q.unanswered, 0);
    assert_int_equal(stored, 5 * 16);
}

/* ---- acknowledgements -------------------------------------------------------------------------------------------- */

static void ack_at(enum isa_cf_id id, unsigned type, unsigned slot)
{
    quarter_of_type(id, type, 0, 1);
    unit.in.write_slot = (uint8_t)slot;
}

static void an_instruction_is_acknowledged_two_clocks_behind_its_last_answer(void **state)
{
    for (unsigned type = 0; type < 4; type++) {
        fresh(state);
        silent = true;
        multiply_indices(8);
        ack_at(ISA_CF_INST_MEM_EXPORT, type | 1, 77);
        ticks(30);
        assert_int_equal(asks, 16);
        assert_false(unit.q.ack);
        silent = false;
        ticks(15);
        assert_false(unit.q.ack || unit.q.due); /* one is missing */
        tick();
        assert_int_equal(unit.q.due, type >= WRITE_ACK);
        assert_false(unit.q.ack);
        tick();
        assert_int_equal(unit.q.ack, type >= WRITE_ACK);
        if (type >= WRITE_ACK)
            assert_int_equal(unit.q.ack_slot, 77);
        ticks(3);
        assert_false(unit.q.ack || unit.q.acks || unit.q.due);
    }
}

static unsigned count_acks(unsigned clocks)
{
    unsigned acks = 0;
    for (unsigned i = 0; i < clocks; i++, tick())
        acks += unit.q.ack;
    return acks;
}

static void only_an_instructions_last_quarter_is_acknowledged(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 4; i++) {
        quarter_of_type(ISA_CF_INST_MEM_EXPORT, WRITE_IND_ACK, 0, 1);
        unit.in.write_last = i == 3;
        tick();
    }
    assert_int_equal(count_acks(100), 1);
}

/* What writes nothing has nothing to wait for. */
static void an_instruction_without_blocks_is_acknowledged_too(void **state)
{
    (void)state;
    quarter_of_type(ISA_CF_INST_MEM_EXPORT, WRITE_IND_ACK, 0, 1);
    unit.in.write_lanes = 0;
    assert_int_equal(count_acks(10), 1);
}

static void answers_that_overtake_others_do_not_change_the_order(void **state)
{
    static const unsigned order[] = {2, 0, 1};
    unsigned              seen[3], count = 0;
    (void)state;
    silent = true;
    indices = quarter_of(3);
    for (unsigned i = 0; i < 3; i++) {
        ack_at(ISA_CF_INST_MEM_EXPORT, WRITE_ACK, 10 + i);
        ticks(5);
    }
    for (unsigned i = 0; i < 12; i++) {
        memory_export_eval(&unit.in, &unit.q, &unit.d, &unit);
        unit.d = unit.q;
        unit.in.answer = i < 3;
        unit.in.answer_own = i < 3 ? asked[order[i]] : 0;
        unit.in.taken = false;
        memory_export_eval(&unit.in, &unit.q, &unit.d, &unit);
        rtl_commit(&unit);
        if (unit.q.ack)
            seen[count++] = unit.q.ack_slot;
        if (i == 0)
            assert_false(unit.q.due); /* the first one's is missing */
    }
    assert_int_equal(count, 3);
    for (unsigned i = 0; i < 3; i++)
        assert_int_equal(seen[i], 10 + i);
}

static void with_no_room_for_an_acknowledgement_the_lines_wait(void **state)
{
    unsigned acks = 0, sent = 0;
    (void)state;
    silent = true;
    for (unsigned now = 0; now < 500; now++) {
        if (unit.q.used < LINES && sent < 200) {
            quarter_of_type(ISA_CF_INST_MEM_EXPORT, WRITE_ACK, 0, 1);
            unit.in.write_lanes = sent == 0; /* the first one alone waits for an answer */
            sent++;
        }
        tick();
    }
    assert_int_equal(unit.q.acks, MEMORY_ACKS - 1);
    assert_int_equal(unit.q.used, LINES);
    silent = false;
    for (unsigned now = 0; now < 2000; now++) {
        acks += unit.q.ack;
        if (unit.q.used < LINES && sent < 200) {
            quarter_of_type(ISA_CF_INST_MEM_EXPORT, WRITE_ACK, 0, 1);
            sent++;
        }
        tick();
    }
    assert_int_equal(acks, 200);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(after_reset_and_idle_nothing_is_under_way, fresh),
        cmocka_unit_test_setup(a_clock_takes_all_that_a_line_has_in_one_block, fresh),
        cmocka_unit_test_setup(every_dword_reaches_its_place, fresh),
        cmocka_unit_test_setup(lanes_that_do_not_write_leave_memory_alone, fresh),
        cmocka_unit_test_setup(a_line_without_anything_to_write_is_gone_in_a_clock, fresh),
        cmocka_unit_test_setup(of_two_threads_at_one_dword_the_higher_one_wins, fresh),
        cmocka_unit_test_setup(lines_go_in_order, fresh),
        cmocka_unit_test_setup(what_lies_behind_the_buffer_is_dropped_dword_by_dword, fresh),
        cmocka_unit_test_setup(random_lines_write_what_single_dwords_would, fresh),
        cmocka_unit_test_setup(a_quarters_threads_follow_those_of_the_quarters_before, fresh),
        cmocka_unit_test_setup(a_vertex_of_a_ring_is_the_thread_of_the_launch, fresh),
        cmocka_unit_test_setup(an_access_beyond_the_threads_item_is_not_written_and_is_noted_once, fresh),
        cmocka_unit_test_setup(a_block_waits_until_the_port_takes_it, fresh),
        cmocka_unit_test_setup(no_more_blocks_are_under_way_than_a_client_may_have, fresh),
        cmocka_unit_test_setup(an_instruction_is_acknowledged_two_clocks_behind_its_last_answer, fresh),
        cmocka_unit_test_setup(an_instruction_without_blocks_is_acknowledged_too, fresh),
        cmocka_unit_test_setup(answers_that_overtake_others_do_not_change_the_order, fresh),
        cmocka_unit_test_setup(only_an_instructions_last_quarter_is_acknowledged, fresh),
        cmocka_unit_test_setup(with_no_room_for_an_acknowledgement_the_lines_wait, fresh),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
