/* test_alu_issue_operands.c - operands of issued groups: ports, constants, aL, forwarding (ISA 4.6, 4.7, 4.11). */
#include "tb/unit/alu/issue_kit.h"

/* ---- GPR operands ------------------------------------------------------------------------------------------------ */

static void gpr_operands_take_their_read_port(void **state)
{
    (void)state;
    struct isa_alu alu = op(ISA_OP3_MULADD, 1, X);
    alu.bank_swizzle = ISA_VEC_201; /* cycles 2 0 1 */
    alu.src[0] = src(3, X);
    alu.src[1] = src(4, Y);
    alu.src[2] = src(GPRS - 1, W);
    issue_alone(alu);
    assert_issued();
    assert_int_equal(issue.q.read, 1u << (2 * 4 + X) | 1u << (0 * 4 + Y) | 1u << (1 * 4 + W));
    assert_int_equal(issue.q.read_relative, 0);
    assert_int_equal(issue.q.read_row.row[8 + X], BASE + 3);
    assert_int_equal(issue.q.read_row.row[Y], BASE + 4);
    assert_int_equal(issue.q.read_row.row[4 + W], BASE + GPRS - 1);
    assert_int_equal(issue.q.route.operand[0], ROUTE_READ + 8 + X);
    assert_int_equal(issue.q.route.operand[1], ROUTE_READ + Y);
    assert_int_equal(issue.q.route.operand[2], ROUTE_READ + 4 + W);
    rotate();
    issue_alone(mov(1, X, ISA_SRC_1, 0));
    assert_int_equal(issue.q.read, 0); /* of this group only */
}

static void trans_operands_have_their_own_cycles_and_places(void **state)
{
    (void)state;
    struct isa_alu alu = op(ISA_OP2_MULLO_INT, 1, X);
    alu.bank_swizzle = ISA_SCL_210;
    alu.src[0] = src(3, X);
    alu.src[1] = src(4, Y);
    issue_alone(alu);
    assert_int_equal(issue.q.used, 1u << T);
    assert_int_equal(issue.q.route.operand[3 * T], ROUTE_READ + 8 + X);
    assert_int_equal(issue.q.route.operand[3 * T + 1], ROUTE_READ + 4 + Y);
    assert_int_equal(issue.q.route.operand[3 * T + 2], ROUTE_NONE);
}

static void a_square_routes_both_operands_to_one_port(void **state)
{
    (void)state;
    struct isa_alu alu = op(ISA_OP2_MUL, 1, X);
    alu.src[0] = alu.src[1] = src(3, Z);
    issue_alone(alu);
    assert_int_equal(issue.q.read, 1u << Z);
    assert_int_equal(issue.q.route.operand[0], ROUTE_READ + Z);
    assert_int_equal(issue.q.route.operand[1], ROUTE_READ + Z);
}

static void registers_outside_the_programs_are_an_error(void **state)
{
    (void)state;
    issue.in.head = 5;
    put(0, mov(1, X, 1, X));
    put(1, last(mov(1, Y, GPRS, X)));
    decide();
    assert_error(ISSUE_BAD_GPR, GPRS, 6);
    fresh(NULL);
    issue_alone(mov(1, Y, 123, X));
    assert_int_equal(issue.q.error, ISSUE_BAD_GPR);
    fresh(NULL);
    issue.in.temporaries = 0;
    issue_alone(mov(1, Y, 127, X));
    assert_int_equal(issue.q.error, ISSUE_BAD_GPR);
}

static void operands_that_an_instruction_does_not_have_are_not_checked(void **state)
{
    (void)state;
    struct isa_alu alu = mov(1, X, 1, X);
    alu.src[1] = src(GPRS, X);
    issue_alone(alu);
    assert_issued();
    assert_int_equal(issue.q.route.operand[1], ROUTE_NONE);
}

/* ---- PV, PS, constants ------------------------------------------------------------------------------------------- */

static void pv_and_ps_have_their_routes(void **state)
{
    (void)state;
    for (unsigned e = 0; e < 4; e++) {
        run(mov(1, X, ISA_SRC_PV, e));
        assert_int_equal(issue.q.route.operand[0], ROUTE_PV + e);
        assert_int_equal(issue.q.read, 0);
    }
    run(mov(1, X, ISA_SRC_PS, 0));
    assert_int_equal(issue.q.route.operand[0], ROUTE_PS);
}

static void assert_constant(unsigned sel, unsigned chan, uint32_t value)
{
    issue.d.constant.operand[0] = issue.q.constant.operand[0] = 0xbad;
    run(mov(1, X, sel, chan));
    assert_int_equal(issue.q.route.operand[0], ROUTE_CONSTANT);
    assert_int_equal(issue.q.constant.operand[0], value);
    assert_int_equal(issue.q.read, 0);
}

static void inline_constants_have_their_values(void **state)
{
    (void)state;
    assert_constant(ISA_SRC_0, 0, 0);
    assert_constant(ISA_SRC_1, 0, 0x3f800000);
    assert_constant(ISA_SRC_0_5, 0, 0x3f000000);
    assert_constant(ISA_SRC_1_INT, 0, 1);
    assert_constant(ISA_SRC_M_1_INT, 0, 0xffffffff);
    assert_constant(ISA_SRC_1_DBL_L, 0, 0);
    assert_constant(ISA_SRC_1_DBL_M, 0, 0x3ff00000);
    assert_constant(ISA_SRC_0_5_DBL_L, 0, 0);
    assert_constant(ISA_SRC_0_5_DBL_M, 0, 0x3fe00000);
}

static void literals_follow_the_group(void **state)
{
    (void)state;
    for (unsigned e = 0; e < 4; e++) {
        buffer[1] = 0x2222222211111111ull;
        buffer[2] = 0x4444444433333333ull;
        assert_constant(ISA_SRC_LITERAL, e, 0x11111111u * (e + 1));
    }
}

static void constant_file_operands_read_their_register(void **state)
{
    (void)state;
    assert_constant(ISA_SRC_CFILE, 0, 0xcf000000);
    assert_constant(ISA_SRC_CFILE + 7, 2, 0xcf000000 + 30);
    assert_constant(ISA_SRC_CFILE + 255, 3, 0xcf000000 + 1023);
}

static void constant_cache_operands_read_their_locked_line(void **state)
{
    (void)state;
    for (unsigned line = 0; line < 4; line++)
        for (unsigned c = 0; c < 16; c += 5)
            assert_constant(ISA_SRC_KCACHE0 + 16 * line + c, c % 4, 0x100000 * (line + 1) + 4 * c + c % 4);
}

static void every_operand_has_its_own_constant(void **state)
{
    (void)state;
    struct isa_alu alu = op(ISA_OP3_MULADD, 1, Y);
    alu.src[0] = src(ISA_SRC_1, 0);
    alu.src[1] = src(ISA_SRC_KCACHE0 + 1, 1);
    alu.src[2] = src(ISA_SRC_LITERAL, 0);
    buffer[1] = 77;
    issue_alone(alu);
    assert_int_equal(issue.q.constant.operand[3 * Y], 0x3f800000);
    assert_int_equal(issue.q.constant.operand[3 * Y + 1], 0x100005);
    assert_int_equal(issue.q.constant.operand[3 * Y + 2], 77);
}

static void a_constant_of_a_line_that_is_not_locked_is_an_error(void **state)
{
    (void)state;
    for (unsigned line = 0; line < 4; line++) {
        fresh(NULL);
        issue.in.kc_have = (uint8_t)(1u << line);
        run(mov(1, X, ISA_SRC_KCACHE0 + 16 * line, 0));
        issue.in.kc_have = (uint8_t)(15 & ~(1u << line));
        issue_alone(mov(1, X, ISA_SRC_KCACHE0 + 16 * line + 15, 0));
        assert_error(ISSUE_BAD_KCACHE, 0, 0);
    }
    fresh(NULL);
    issue.in.head = 9;
    issue.in.kc_have = 0;
    put(0, mov(1, X, 1, X));
    put(1, last(mov(1, Y, ISA_SRC_KCACHE1, 0)));
    decide();
    assert_error(ISSUE_BAD_KCACHE, 0, 10);
}

static void reserved_operand_selects_are_an_error(void **state)
{
    (void)state;
    issue.in.head = 3;
    issue_alone(mov(1, X, 192, 0));
    assert_error(ISSUE_BAD_OPERAND, 0, 3);
    fresh(NULL);
    issue_alone(mov(1, X, 243, 0));
    assert_error(ISSUE_BAD_OPERAND, 0, 0);
    fresh(NULL);
    issue_alone(mov(1, X, 191, 0)); /* the last of set 1 */
    assert_issued();
}

/* ---- forwarding (ISA 4.11) --------------------------------------------------------------------------------------- */

/* After `before`, how the read of GPR.chan is forwarded. */
static unsigned forward_of(unsigned gpr, unsigned chan)
{
    issue_alone(mov(9, X, gpr, chan));
    assert_issued();
    assert_int_equal(issue.q.route.operand[0], ROUTE_READ + chan); /* read all the same */
    return issue.q.forward.operand[0];
}

static unsigned forward_after(struct isa_alu before, unsigned gpr, unsigned chan)
{
    fresh(NULL);
    run(before);
    return forward_of(gpr, chan);
}

static void a_register_written_by_the_group_before_is_forwarded_from_pv(void **state)
{
    (void)state;
    for (unsigned e = 0; e < 4; e++)
        assert_int_equal(forward_after(mov(5, e, 1, X), 5, e), FORWARD_PV);
    assert_int_equal(forward_after(mov(126, Y, 1, X), 126, Y), FORWARD_PV);
}

static void another_register_or_element_is_not_forwarded(void **state)
{
    (void)state;
    assert_int_equal(forward_after(mov(5, Y, 1, X), 6, Y), 0);
    assert_int_equal(forward_after(mov(5, Y, 1, X), 5, X), 0);
}

static void what_was_not_written_is_not_forwarded(void **state)
{
    (void)state;
    struct isa_alu alu = mov(5, Y, 1, X);
    alu.write_mask = false;
    assert_int_equal(forward_after(alu, 5, Y), 0);
    assert_int_equal(forward_after(op(ISA_OP2_NOP, 5, Y), 5, Y), 0);
}

static void a_register_written_by_trans_is_forwarded_from_ps(void **state)
{
    (void)state;
    struct isa_alu alu = op(ISA_OP2_RECIP_IEEE, 5, Z);
    assert_int_equal(forward_after(alu, 5, Z), FORWARD_PS);
    assert_int_equal(forward_after(alu, 5, Y), 0);
    assert_int_equal(forward_after(alu, 4, Z), 0);
}

static void trans_over_a_vector_slot_is_forwarded_from_both(void **state)
{
    (void)state;
    struct isa_alu trans = op(ISA_OP2_RECIP_IEEE, 5, Z);
    put(0, mov(5, Z, 1, X));
    put(1, last(trans));
    decide();
    rotate();
    assert_int_equal(forward_of(5, Z), FORWARD_PV | FORWARD_PS);
}

static void only_the_group_directly_before_is_forwarded(void **state)
{
    (void)state;
    run(mov(5, X, 1, X));
    run(mov(6, Y, 1, X));
    assert_int_equal(forward_of(5, X), 0);
    fresh(NULL);
    run(mov(5, X, 1, X));
    run(mov(6, X, 1, X));
    assert_int_equal(forward_of(6, X), FORWARD_PV);
}

static void nothing_is_forwarded_into_a_clauses_first_group(void **state)
{
    (void)state;
    run(mov(5, X, 1, X));
    issue.in.first = true;
    assert_int_equal(forward_of(5, X), 0);
}

static void after_an_empty_rotation_the_register_itself_is_read(void **state)
{
    (void)state;
    run(mov(5, X, 1, X));
    issue.in.available = 0;
    decide();
    assert_int_equal(issue.q.stall, ISSUE_STALL_INSTRUCTION);
    rotate();
    issue.in.available = 16;
    assert_int_equal(forward_of(5, X), 0);
    assert_false(issue.q.behind);
    assert_int_equal(issue.q.before_write, 1u << X); /* it is still the clause's group before */
}

static void the_group_before_is_told_with_all_that_it_writes(void **state)
{
    (void)state;
    assert_false(issue.q.behind);
    run(mov(3, X, 1, X));
    assert_false(issue.q.behind); /* a clause's first */
    assert_int_equal(issue.q.before_write, 0);
    put(0, mov(7, Y, 1, X));
    put(1, last(mov(5, W, 1, X)));
    decide();
    assert_true(issue.q.behind);
    assert_int_equal(issue.q.before_write, 1u << X);
    assert_int_equal(issue.q.before_row.slot[X], BASE + 3);
    const unsigned address = issue.q.address;
    rotate();
    issue_alone(op(ISA_OP2_NOP, 0, X));
    assert_true(issue.q.behind);
    assert_int_equal(issue.q.before_write, 1u << W | 1u << Y);
    assert_int_equal(issue.q.before_row.slot[W], BASE + 5);
    assert_int_equal(issue.q.before_row.slot[Y], BASE + 7);
    assert_int_equal(issue.q.before_address, address);
    rotate();
    issue_alone(mov(1, X, 2, X));
    assert_int_equal(issue.q.before_write, 0);
}

static void the_clause_before_counts_only_one_rotation_long(void **state)
{
    (void)state;
    for (unsigned gap = 0; gap < 2; gap++) {
        fresh(NULL);
        run(mov(5, X, 1, X));
        issue.in.clause = !gap;
        if (gap) {
            decide();
            rotate();
        }
        issue.in.clause = issue.in.first = true;
        issue_alone(mov(1, X, 2, X));
        assert_int_equal(issue.q.behind, !gap);
        assert_int_equal(issue.q.before_write, gap ? 0 : 1u << X);
    }
}

static void each_operand_is_forwarded_on_its_own(void **state)
{
    (void)state;
    run(mov(5, X, 1, X));
    struct isa_alu alu = op(ISA_OP2_ADD, 1, X);
    alu.src[0] = src(6, X);
    alu.src[1] = src(5, X);
    run(alu);
    assert_int_equal(issue.q.forward.operand[0], 0);
    assert_int_equal(issue.q.forward.operand[1], FORWARD_PV);
    run(mov(1, Z, 2, X));
    assert_int_equal(issue.q.forward.operand[1], 0);
}

/* ---- aL (ISA 4.6.1, 4.6.3) --------------------------------------------------------------------------------------- */

static struct isa_alu by_loop(struct isa_alu alu)
{
    alu.index_mode = ISA_INDEX_LOOP;
    return alu;
}

static void registers_relative_to_al_have_one_row_for_all_lanes(void **state)
{
    (void)state;
    issue.in.loop_index = 6;
    issue_alone(by_loop(relative_destination(relative_source(mov(5, Z, 7, Y)))));
    assert_issued(); /* at once: no MOVA* is needed */
    assert_int_equal(issue.q.read, 1u << Y);
    assert_int_equal(issue.q.read_relative, 0);
    assert_int_equal(issue.q.read_row.row[Y], BASE + 13);
    assert_int_equal(issue.q.dst_relative, 0);
    assert_int_equal(issue.q.dst_row.slot[Z], BASE + 11);
    assert_int_equal(issue.q.write, 1u << Z);
}

static void outside_the_programs_registers_al_reads_gpr_0_and_writes_nothing(void **state)
{
    (void)state;
    issue.in.loop_index = 10;
    run(by_loop(relative_destination(relative_source(mov(9, Z, 9, Y)))));
    assert_int_equal(issue.q.read_row.row[Y], BASE + 19);
    assert_int_equal(issue.q.dst_row.slot[Z], BASE + 19);
    assert_int_equal(issue.q.write, 1u << Z);
    run(by_loop(relative_destination(relative_source(mov(10, Z, 10, Y)))));
    assert_int_equal(issue.q.read_row.row[Y], BASE);
    assert_int_equal(issue.q.write, 0);
    issue_alone(by_loop(relative_source(mov(1, Z, GPRS, Y))));
    assert_error(ISSUE_BAD_GPR, GPRS, 0);
}

static void a_register_relative_to_al_is_forwarded_by_its_row(void **state)
{
    (void)state;
    issue.in.loop_index = 2;
    run(mov(5, Y, 1, X));
    issue_alone(by_loop(relative_source(mov(9, X, 3, Y))));
    assert_int_equal(issue.q.forward.operand[0], FORWARD_PV);
    rotate();
    run(by_loop(relative_destination(mov(3, Y, 1, X))));
    issue_alone(mov(9, X, 5, Y));
    assert_int_equal(issue.q.forward.operand[0], FORWARD_PV);
}

static void constants_relative_to_al_move_with_it(void **state)
{
    (void)state;
    issue.in.loop_index = 17;
    run(by_loop(relative_source(mov(1, X, ISA_SRC_CFILE + 3, Z))));
    assert_int_equal(issue.q.constant.operand[0], 0xcf000000 + 4 * 20 + 2);
    run(by_loop(relative_source(mov(1, X, ISA_SRC_KCACHE0 + 3, W)))); /* constant 20: line 1, 4 */
    assert_int_equal(issue.q.constant.operand[0], 0x200000 + 4 * 4 + 3);
    run(by_loop(relative_source(mov(1, X, ISA_SRC_KCACHE1 + 14, X)))); /* constant 31: line 3, 15 */
    assert_int_equal(issue.q.constant.operand[0], 0x400000 + 4 * 15);
    run(by_loop(mov(1, X, ISA_SRC_CFILE + 3, Z))); /* not relative */
    assert_int_equal(issue.q.constant.operand[0], 0xcf000000 + 4 * 3 + 2);
}

static void the_constant_file_is_read_by_the_number_with_al_in_it(void **state)
{
    (void)state;
    struct isa_alu alu = op(ISA_OP3_MULADD, 1, X);
    issue.in.loop_index = 2;
    alu.index_mode = ISA_INDEX_LOOP;
    alu.src[0] = src(ISA_SRC_CFILE + 3, X);
    alu.src[0].rel = true; /* C5, as the next one: two reads in all */
    alu.src[1] = src(ISA_SRC_CFILE + 5, Y);
    alu.src[2] = src(ISA_SRC_CFILE + 9, X);
    run(alu);
    alu.src[1].sel = ISA_SRC_CFILE + 3;
    issue_alone(alu);
    assert_error(ISSUE_BAD_PORTS, PORT_CONSTANT_FILE_TAKEN, 0);
}

static void a_constant_beyond_the_file_or_the_locked_lines_is_a_nan(void **state)
{
    (void)state;
    issue.in.loop_index = 17;
    run(by_loop(relative_source(mov(1, X, ISA_SRC_CFILE + 238, Z))));
    assert_int_equal(issue.q.constant.operand[0], 0xcf000000 + 4 * 255 + 2);
    run(by_loop(relative_source(mov(1, X, ISA_SRC_CFILE + 239, Z))));
    assert_int_equal(issue.q.constant.operand[0], 0x7fffffff);
    run(by_loop(relative_source(mov(1, X, ISA_SRC_KCACHE0 + 15, Z)))); /* constant 32 */
    assert_int_equal(issue.q.constant.operand[0], 0x7fffffff);
    issue.in.kc_have = 5;
    run(by_loop(relative_source(mov(1, X, ISA_SRC_KCACHE0 + 3, Z)))); /* line 1 is not locked, line 0 is */
    assert_int_equal(issue.q.constant.operand[0], 0x7fffffff);
    run(by_loop(relative_source(mov(1, X, ISA_SRC_KCACHE1 + 3, Z))));
    assert_int_equal(issue.q.constant.operand[0], 0x7fffffff);
    issue.in.kc_have = 3;
    issue_alone(by_loop(relative_source(mov(1, X, ISA_SRC_KCACHE1, Z))));
    assert_error(ISSUE_BAD_KCACHE, 0, 0);
}

/* The base, before the index: what is undefined does not become a NaN (ISA 4.6.3). */
static void a_relative_constant_starts_in_a_locked_line(void **state)
{
    (void)state;
    issue.in.kc_have = 1;
    run(by_loop(relative_source(mov(1, X, ISA_SRC_KCACHE0 + 15, X))));
    issue_alone(by_loop(relative_source(mov(1, X, ISA_SRC_KCACHE0 + 16, X))));
    assert_error(ISSUE_BAD_KCACHE, 0, 0);
    fresh(NULL);
    issue.in.kc_have = 7;
    issue_alone(by_loop(relative_source(mov(1, X, ISA_SRC_KCACHE1 + 16, X))));
    assert_error(ISSUE_BAD_KCACHE, 0, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(gpr_operands_take_their_read_port),
        TEST(trans_operands_have_their_own_cycles_and_places),
        TEST(a_square_routes_both_operands_to_one_port),
        TEST(registers_outside_the_programs_are_an_error),
        TEST(operands_that_an_instruction_does_not_have_are_not_checked),
        TEST(pv_and_ps_have_their_routes),
        TEST(inline_constants_have_their_values),
        TEST(literals_follow_the_group),
        TEST(constant_file_operands_read_their_register),
        TEST(constant_cache_operands_read_their_locked_line),
        TEST(every_operand_has_its_own_constant),
        TEST(a_constant_of_a_line_that_is_not_locked_is_an_error),
        TEST(a_relative_constant_starts_in_a_locked_line),
        TEST(reserved_operand_selects_are_an_error),
        TEST(a_register_written_by_the_group_before_is_forwarded_from_pv),
        TEST(another_register_or_element_is_not_forwarded),
        TEST(what_was_not_written_is_not_forwarded),
        TEST(a_register_written_by_trans_is_forwarded_from_ps),
        TEST(trans_over_a_vector_slot_is_forwarded_from_both),
        TEST(only_the_group_directly_before_is_forwarded),
        TEST(nothing_is_forwarded_into_a_clauses_first_group),
        TEST(after_an_empty_rotation_the_register_itself_is_read),
        TEST(the_group_before_is_told_with_all_that_it_writes),
        TEST(the_clause_before_counts_only_one_rotation_long),
        TEST(each_operand_is_forwarded_on_its_own),
        TEST(registers_relative_to_al_have_one_row_for_all_lanes),
        TEST(outside_the_programs_registers_al_reads_gpr_0_and_writes_nothing),
        TEST(a_register_relative_to_al_is_forwarded_by_its_row),
        TEST(constants_relative_to_al_move_with_it),
        TEST(the_constant_file_is_read_by_the_number_with_al_in_it),
        TEST(a_constant_beyond_the_file_or_the_locked_lines_is_a_nan),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
