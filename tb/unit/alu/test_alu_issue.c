/* test_alu_issue.c - issue of instruction groups: timing, slots, destinations, errors (ISA 4.3, 4.4, 4.9). */
#include "tb/unit/alu/issue_kit.h"

/* ---- timing ------------------------------------------------------------------------------------------------------ */

static void after_reset_nothing_is_issued(void **state)
{
    (void)state;
    static const struct alu_issue_reg zero;
    assert_memory_equal(&issue.q, &zero, sizeof zero);
    assert_memory_equal(&issue.d, &zero, sizeof zero);
}

static void between_decisions_the_registers_hold(void **state)
{
    (void)state;
    issue_alone(mov(1, X, 2, X));
    tick();
    ASSERT_HOLDS(&issue, tick());
    rotate();
    ASSERT_HOLDS(&issue, tick());
}

static void operands_are_read_up_to_the_window_and_executed_up_to_the_slots_end(void **state)
{
    (void)state;
    issue_alone(mov(1, X, 2, X));
    for (unsigned i = 0; i < 3; i++, tick())
        assert_true(issue.q.reading && !issue.q.executing);
    assert_true(issue.q.reading && !issue.q.executing);
    issue.in.window = true;
    tick();
    for (unsigned i = 0; i < 3; i++, tick())
        assert_true(!issue.q.reading && issue.q.executing);
    assert_true(!issue.q.reading && issue.q.executing);
    issue.in.clause = false;
    decide();
    assert_false(issue.q.reading || issue.q.executing);
}

static void the_next_group_is_read_when_the_one_before_has_executed(void **state)
{
    (void)state;
    run(mov(1, X, 2, X));
    assert_true(issue.q.executing);
    decide();
    assert_true(issue.q.reading && !issue.q.executing);
    assert_int_equal(issue.q.groups, 2);
}

static void the_words_of_a_group_are_consumed_for_one_clock(void **state)
{
    (void)state;
    put(0, mov(1, X, 2, X));
    put(1, last(mov(1, Y, ISA_SRC_LITERAL, Z)));
    decide();
    assert_int_equal(issue.q.consume, 4);
    tick();
    assert_int_equal(issue.q.consume, 0);
}

static void without_a_clause_the_rotation_is_empty(void **state)
{
    (void)state;
    issue.in.clause = false;
    issue_alone(mov(1, X, 2, X));
    assert_int_equal(issue.q.stall, ISSUE_STALL_NO_CLAUSE);
    assert_int_equal(issue.q.empty, 1);
    assert_int_equal(issue.q.groups, 0);
    assert_false(issue.q.reading);
    issue.in.clause = true;
    decide();
    assert_true(issue.q.reading);
    assert_int_equal(issue.q.stall, ISSUE_STALL_NONE);
    assert_int_equal(issue.q.empty, 1);
}

static void groups_of_one_wavefront_are_alu_latency_rotations_apart(void **state)
{
    (void)state;
    for (unsigned rotations = 1; rotations <= 4; rotations++) {
        fresh(NULL);
        issue.in.rotations = (uint8_t)rotations;
        run(mov(1, X, 2, X));
        for (unsigned i = 1; i < rotations; i++) {
            decide();
            assert_false(issue.q.reading);
            assert_int_equal(issue.q.stall, ISSUE_STALL_LATENCY);
            assert_int_equal(issue.q.empty, i);
            rotate();
            assert_false(issue.q.executing);
        }
        decide();
        assert_true(issue.q.reading);
        assert_int_equal(issue.q.stall, ISSUE_STALL_NONE);
    }
}

static void the_first_group_of_a_clause_waits_for_no_other_clauses_latency(void **state)
{
    (void)state;
    issue.in.rotations = 4;
    run(mov(1, X, 2, X));
    issue.in.first = true;
    decide();
    assert_true(issue.q.reading);
    assert_int_equal(issue.q.stall, ISSUE_STALL_NONE);
}

static void the_group_names_its_wavefront_and_clause(void **state)
{
    (void)state;
    issue.in.head = 0x7ffff0;
    put(0, mov(1, X, 2, X));
    put(1, last(mov(1, Y, 2, X)));
    decide();
    assert_true(issue.q.starts);
    assert_int_equal(issue.q.wave_slot, 200);
    assert_int_equal(issue.q.wave, 0xabcd1234);
    assert_int_equal(issue.q.of_clause, 11);
    assert_int_equal(issue.q.address, 0x7ffff0);
    assert_int_equal(issue.q.gpr_base, BASE);
    assert_true(issue.q.exec_active == 0x0123456789abcdefull);
    assert_true(issue.q.exec_lanes == 0xfedcba9876543210ull);
    assert_int_equal(issue.q.groups, 1);
    assert_int_equal(issue.q.instructions, 2);
    rotate();
    decide();
    assert_false(issue.q.starts);
    assert_int_equal(issue.q.instructions, 4);
}

static void the_group_that_takes_all_words_left_is_the_last(void **state)
{
    (void)state;
    put(0, last(mov(1, X, ISA_SRC_LITERAL, X)));
    issue.in.left = 3;
    decide();
    assert_false(issue.q.last);
    rotate();
    issue.in.left = 2;
    decide();
    assert_true(issue.q.last);
}

/* ---- slots ------------------------------------------------------------------------------------------------------- */

static void instructions_go_to_the_slots_of_their_elements_and_to_trans(void **state)
{
    (void)state;
    struct isa_alu group[5];
    for (unsigned i = 0; i < 4; i++)
        group[i] = mov(i, i, i, i);
    group[4] = op(ISA_OP2_RECIP_IEEE, 9, Y);
    group[4].src[0] = src(0, X);
    group[4].last = true;
    for (unsigned i = 0; i < 5; i++)
        put(i, group[i]);
    decide();
    assert_issued();
    assert_int_equal(issue.q.used, 0x1f);
    for (unsigned s = 0; s < 5; s++) {
        assert_int_equal(issue.q.op.slot[s], group[s].id);
        assert_true(issue.q.word.slot[s] == encoded(group[s]));
        assert_int_equal(issue.q.dst_row.slot[s], BASE + (s == T ? 9 : s));
        assert_int_equal(issue.q.dst_chan.slot[s], s == T ? (unsigned)Y : s);
    }
    assert_int_equal(issue.q.write, 0x1f);
    assert_int_equal(issue.q.consume, 5);
}

static void slots_without_an_instruction_execute_a_nop(void **state)
{
    (void)state;
    put(0, mov(1, X, 1, X));
    put(1, last(mov(1, Z, 1, X)));
    decide();
    rotate();
    issue_alone(mov(1, Y, 1, X));
    assert_int_equal(issue.q.used, 1u << Y);
    assert_int_equal(issue.q.write, 1u << Y);
    for (unsigned s = 0; s < ISA_SLOTS; s++)
        if (s != Y) {
            assert_int_equal(issue.q.op.slot[s], ISA_OP2_NOP);
            assert_true(issue.q.word.slot[s] == 0);
            for (unsigned i = 0; i < 3; i++)
                assert_int_equal(issue.q.route.operand[3 * s + i], ROUTE_NONE);
        }
}

static void an_instruction_for_either_unit_goes_where_the_strap_says(void **state)
{
    (void)state;
    issue_alone(mov(1, Y, 1, X));
    assert_int_equal(issue.q.used, 1u << Y);
    fresh(NULL);
    issue.in.prefer_vector = false;
    issue_alone(mov(1, Y, 1, X));
    assert_int_equal(issue.q.used, 1u << T);
    assert_int_equal(issue.q.dst_chan.slot[T], Y);
}

static void modifiers_and_predicates_come_from_the_instruction(void **state)
{
    (void)state;
    struct isa_alu alu = op(ISA_OP2_PRED_SETE, 1, Z);
    alu.src[0] = (struct isa_alu_src){.sel = 2, .abs = true};
    alu.src[1] = (struct isa_alu_src){.sel = 2, .neg = true, .abs = true};
    alu.omod = ISA_OMOD_D2;
    alu.clamp = true;
    alu.pred_sel = ISA_PRED_SEL_ONE;
    alu.update_pred = true;
    run(alu);
    assert_int_equal(issue.q.absolute.slot[Z], 3);
    assert_int_equal(issue.q.negate.slot[Z], 2);
    assert_int_equal(issue.q.omod.slot[Z], ISA_OMOD_D2);
    assert_int_equal(issue.q.clamp.slot[Z], 1);
    assert_int_equal(issue.q.pred_sel.slot[Z], ISA_PRED_SEL_ONE);
    assert_int_equal(issue.q.update.slot[Z], 1);
    alu.update_pred = false;
    alu.update_execute_mask = true;
    alu.src[0].abs = alu.src[1].abs = false;
    alu.src[1].neg = false;
    alu.omod = 0;
    alu.clamp = false;
    run(alu);
    assert_int_equal(issue.q.update.slot[Z], 2);
    assert_int_equal(issue.q.absolute.slot[Z], 0);
    assert_int_equal(issue.q.negate.slot[Z], 0);
    assert_int_equal(issue.q.omod.slot[Z], 0);
    assert_int_equal(issue.q.clamp.slot[Z], 0);
    alu = op(ISA_OP3_MULADD, 1, X);
    alu.src[2].neg = true;
    run(alu);
    assert_int_equal(issue.q.negate.slot[X], 4);
}

/* ---- destinations (ISA 4.9.2, 4.9.4) ----------------------------------------------------------------------------- */

static void nothing_is_written_without_write_mask_by_nop_or_outside_the_registers(void **state)
{
    (void)state;
    struct isa_alu alu = mov(GPRS - 1, X, 1, X);
    run(alu);
    assert_int_equal(issue.q.write, 1);
    assert_int_equal(issue.q.dst_row.slot[X], BASE + GPRS - 1);
    alu.write_mask = false;
    run(alu);
    assert_int_equal(issue.q.write, 0);
    run(mov(GPRS, X, 1, X)); /* PV only */
    assert_int_equal(issue.q.write, 0);
    assert_int_equal(issue.q.used, 1);
    run(op(ISA_OP2_NOP, 1, X));
    assert_int_equal(issue.q.write, 0);
}

static void row_0_is_a_register_like_any_other(void **state)
{
    (void)state;
    issue.in.base = 0;
    run(mov(1, X, 2, X));
    run(mov(0, X, 0, X));
    assert_int_equal(issue.q.write, 1);
    assert_int_equal(issue.q.dst_row.slot[X], 0);
    assert_int_equal(issue.q.read_row.row[X], 0);
    assert_int_equal(issue.q.dst_relative, 0);
    issue_alone(mov(1, X, 0, X));
    assert_int_equal(issue.q.forward.operand[0], FORWARD_PV);
}

static void clause_temporaries_are_the_last_gpr_numbers(void **state)
{
    (void)state;
    for (unsigned parity = 0; parity < 2; parity++) {
        fresh(NULL);
        issue.in.temporary_row = (uint8_t)(TEMPORARY_ROW + parity * TEMPORARIES); /* even, odd */
        for (unsigned i = 0; i < TEMPORARIES; i++) {
            run(mov(124 + i, X, 127 - i, X));
            assert_int_equal(issue.q.dst_row.slot[X], issue.in.temporary_row + i);
            assert_int_equal(issue.q.read_row.row[0], issue.in.temporary_row + 3 - i);
            assert_int_equal(issue.q.write, 1);
        }
        run(mov(123, X, 1, X));
        assert_int_equal(issue.q.write, 0);
        issue.in.temporaries = 0;
        run(mov(127, X, 1, X));
        assert_int_equal(issue.q.write, 0);
    }
}

/* ---- instruction buffer and group errors ------------------------------------------------------------------------- */

static void a_group_is_read_across_the_end_of_the_buffer(void **state)
{
    (void)state;
    issue.in.head = 8 * 5 + 6; /* rows 14, 15, 0, 1 */
    for (unsigned i = 0; i < 3; i++)
        put(i, mov(i, i, 7, X));
    put(3, last(mov(3, W, ISA_SRC_LITERAL, Y)));
    buffer[2] = 0xabcd000000000000ull;
    decide();
    assert_issued();
    assert_int_equal(issue.q.consume, 5);
    assert_int_equal(issue.q.dst_row.slot[Z], BASE + 2);
    assert_int_equal(issue.q.constant.operand[3 * W], 0xabcd0000);
}

static void a_group_that_is_not_all_there_waits_for_its_words(void **state)
{
    (void)state;
    put(0, mov(1, X, 1, X));
    put(1, mov(1, Y, 1, X));
    put(2, last(mov(1, Z, ISA_SRC_LITERAL, W)));
    for (unsigned available = 0; available < 5; available++) {
        issue.in.available = (uint8_t)available;
        decide();
        assert_false(issue.q.reading);
        assert_int_equal(issue.q.consume, 0);
        assert_int_equal(issue.q.error, ISSUE_OK);
        assert_int_equal(issue.q.stall, ISSUE_STALL_INSTRUCTION);
        assert_int_equal(issue.q.empty, available + 1);
        rotate();
    }
    issue.in.available = 5;
    decide();
    assert_issued();
    assert_int_equal(issue.q.consume, 5);
}

static void the_longest_group_needs_seven_words(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 4; i++)
        put(i, mov(1, i, 1, X));
    struct isa_alu trans = op(ISA_OP2_RECIP_IEEE, 1, X);
    trans.src[0] = src(ISA_SRC_LITERAL, W);
    put(4, last(trans));
    buffer[6] = 0x5678ull << 32;
    issue.in.available = 6;
    decide();
    assert_int_equal(issue.q.stall, ISSUE_STALL_INSTRUCTION);
    rotate();
    issue.in.available = 7;
    decide();
    assert_issued();
    assert_int_equal(issue.q.consume, 7);
    assert_int_equal(issue.q.constant.operand[3 * T], 0x5678);
}

static void a_group_that_the_clause_cuts_off_is_an_error(void **state)
{
    (void)state;
    issue.in.head = 7;
    put(0, mov(1, X, 1, X));
    put(1, mov(1, Y, 1, X));
    issue.in.available = issue.in.left = 2;
    decide();
    assert_error(ISSUE_BAD_GROUP, ISA_GROUP_TRUNCATED, 9);
}

static void a_group_without_last_and_a_reserved_opcode_are_errors(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 4; i++)
        put(i, mov(1, i, 1, X));
    put(4, op(ISA_OP2_RECIP_IEEE, 1, X));
    decide();
    assert_error(ISSUE_BAD_GROUP, ISA_GROUP_TOO_LONG, 5);
    fresh(NULL);
    put(0, mov(1, X, 1, X));
    put(1, (struct isa_alu){.opcode = 0x7ff, .dst_chan = 1, .last = true});
    decide();
    assert_error(ISSUE_BAD_GROUP, ISA_GROUP_ILLEGAL_OP, 1);
}

static void a_port_conflict_is_an_error_with_its_instruction(void **state)
{
    (void)state;
    issue.in.head = 20;
    put(0, mov(1, X, 2, Z));
    put(1, last(mov(1, Y, 3, Z)));
    decide();
    assert_error(ISSUE_BAD_PORTS, PORT_GPR_TAKEN, 21);
}

static void the_first_error_is_sticky_and_stops_the_slot(void **state)
{
    (void)state;
    issue_alone(mov(1, X, 192, 0));
    assert_int_equal(issue.q.error, ISSUE_BAD_OPERAND);
    issue.in.head = 4;
    for (unsigned i = 0; i < 3; i++) {
        issue_alone(mov(1, X, i ? GPRS : 1, 0));
        assert_error(ISSUE_BAD_OPERAND, 0, 0);
        rotate();
        assert_false(issue.q.executing);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(after_reset_nothing_is_issued),
        TEST(between_decisions_the_registers_hold),
        TEST(operands_are_read_up_to_the_window_and_executed_up_to_the_slots_end),
        TEST(the_next_group_is_read_when_the_one_before_has_executed),
        TEST(the_words_of_a_group_are_consumed_for_one_clock),
        TEST(without_a_clause_the_rotation_is_empty),
        TEST(groups_of_one_wavefront_are_alu_latency_rotations_apart),
        TEST(the_first_group_of_a_clause_waits_for_no_other_clauses_latency),
        TEST(the_group_names_its_wavefront_and_clause),
        TEST(the_group_that_takes_all_words_left_is_the_last),
        TEST(instructions_go_to_the_slots_of_their_elements_and_to_trans),
        TEST(slots_without_an_instruction_execute_a_nop),
        TEST(an_instruction_for_either_unit_goes_where_the_strap_says),
        TEST(modifiers_and_predicates_come_from_the_instruction),
        TEST(nothing_is_written_without_write_mask_by_nop_or_outside_the_registers),
        TEST(row_0_is_a_register_like_any_other),
        TEST(clause_temporaries_are_the_last_gpr_numbers),
        TEST(a_group_is_read_across_the_end_of_the_buffer),
        TEST(a_group_that_is_not_all_there_waits_for_its_words),
        TEST(the_longest_group_needs_seven_words),
        TEST(a_group_that_the_clause_cuts_off_is_an_error),
        TEST(a_group_without_last_and_a_reserved_opcode_are_errors),
        TEST(a_port_conflict_is_an_error_with_its_instruction),
        TEST(the_first_error_is_sticky_and_stops_the_slot),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
