/* test_operand_ports.c - read ports of an instruction group (ISA 4.7.4 to 4.7.9; RV770 timing 2.3, rows 33 to 36b). */
#include "tb/unit/alu/operand_ports_kit.h"

/* ---- table 4.3 -------------------------------------------------------------------------------------------------- */

static void the_cycles_of_the_vector_swizzles_are_those_of_table_4_3(void **state)
{
    (void)state;
    static const int cycles[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 2, 0}, {1, 0, 2}, {2, 0, 1}, {2, 1, 0}};
    for (unsigned b = 0; b < 6; b++)
        for (unsigned i = 0; i < 3; i++)
            assert_int_equal(operand_cycle(false, b, i), cycles[b][i]);
    for (unsigned i = 0; i < 3; i++) {
        assert_int_equal(operand_cycle(false, 6, i), -1);
        assert_int_equal(operand_cycle(false, 7, i), -1);
    }
}

static void the_cycles_of_the_trans_swizzles_are_those_of_table_4_3(void **state)
{
    (void)state;
    static const int cycles[4][3] = {{2, 1, 0}, {1, 2, 2}, {2, 1, 2}, {2, 2, 1}};
    for (unsigned b = 0; b < 4; b++)
        for (unsigned i = 0; i < 3; i++)
            assert_int_equal(operand_cycle(true, b, i), cycles[b][i]);
    for (unsigned b = 4; b < 8; b++)
        assert_int_equal(operand_cycle(true, b, 0), -1);
}

/* ---- published examples (RV770 timing, validation rows) --------------------------------------------------------- */

static void row_33_the_manuals_legal_example_is_accepted_in_one_pass(void **state)
{
    (void)state;
    op(X, ISA_OP2_MUL, ISA_VEC_012);
    source(X, 0, 1, X);
    source(X, 1, 2, X);
    op(Y, ISA_OP2_MUL, ISA_VEC_210);
    source(Y, 0, 3, X);
    source(Y, 1, 1, Y);
    op(ISA_SLOT_T, ISA_OP2_MUL, ISA_SCL_221);
    source(ISA_SLOT_T, 0, 3, Z);
    source(ISA_SLOT_T, 1, 3, W);
    assert_legal();
    assert_int_equal(reads(), 6);
    assert_read(0, X, 1);
    assert_read(1, X, 2);
    assert_read(2, X, 3);
    assert_read(1, Y, 1);
    assert_read(2, Z, 3);
    assert_read(2, W, 3);
    assert_int_equal(ports.cycle[X][0], 0);
    assert_int_equal(ports.cycle[X][1], 1);
    assert_int_equal(ports.cycle[Y][0], 2);
    assert_int_equal(ports.cycle[Y][1], 1);
    assert_int_equal(ports.cycle[ISA_SLOT_T][0], 2);
    assert_int_equal(ports.cycle[ISA_SLOT_T][1], 2);
}

static void one_constant_two_registers(unsigned bank_swizzle)
{
    fresh(NULL);
    op(ISA_SLOT_T, ISA_OP3_MULADD, bank_swizzle);
    source(ISA_SLOT_T, 0, ISA_SRC_CFILE + 9, X);
    source(ISA_SLOT_T, 1, 1, X);
    source(ISA_SLOT_T, 2, 2, Y);
}

static void row_34_trans_with_one_constant_may_not_read_in_cycle_0(void **state)
{
    (void)state;
    one_constant_two_registers(ISA_SCL_210);
    assert_illegal(PORT_TRANS_CYCLE, ISA_SLOT_T, 2);
    one_constant_two_registers(ISA_SCL_122);
    assert_legal();
    one_constant_two_registers(ISA_SCL_212);
    assert_legal();
    one_constant_two_registers(ISA_SCL_221);
    assert_legal();
}

static void two_constants_one_register(unsigned bank_swizzle)
{
    fresh(NULL);
    op(ISA_SLOT_T, ISA_OP3_MULADD, bank_swizzle);
    source(ISA_SLOT_T, 0, ISA_SRC_KCACHE0, X);
    source(ISA_SLOT_T, 1, ISA_SRC_LITERAL, X);
    source(ISA_SLOT_T, 2, 1, Z);
}

static void row_35_trans_with_two_constants_reads_in_cycle_2_only(void **state)
{
    (void)state;
    two_constants_one_register(ISA_SCL_210);
    assert_illegal(PORT_TRANS_CYCLE, ISA_SLOT_T, 2);
    two_constants_one_register(ISA_SCL_221);
    assert_illegal(PORT_TRANS_CYCLE, ISA_SLOT_T, 2);
    two_constants_one_register(ISA_SCL_122);
    assert_legal();
    two_constants_one_register(ISA_SCL_212);
    assert_legal();
    assert_int_equal(reads(), 1);
    assert_read(2, Z, 1);
}

static void row_36_a_square_takes_one_port_with_every_swizzle(void **state)
{
    (void)state;
    for (unsigned bank = 0; bank < 6; bank++) {
        fresh(NULL);
        op(X, ISA_OP2_MUL, bank);
        source(X, 0, 1, X);
        source(X, 1, 1, X);
        assert_legal();
        assert_int_equal(reads(), 1);
        assert_read((unsigned)operand_cycle(false, bank, 0), X, 1);
        assert_int_equal(ports.cycle[X][0], operand_cycle(false, bank, 0));
        assert_int_equal(ports.cycle[X][1], ports.cycle[X][0]);
    }
}

static void three_reads_of_element_x(void)
{
    fresh(NULL);
    op(X, ISA_OP3_MULADD, ISA_VEC_012);
    source(X, 0, 1, X);
    source(X, 1, 2, X);
    source(X, 2, 1, X);
}

static void row_36b_src2_does_not_share_src0s_read_and_leaves_trans_no_port(void **state)
{
    (void)state;
    three_reads_of_element_x();
    assert_legal();
    assert_int_equal(reads(), 3);
    assert_read(0, X, 1);
    assert_read(1, X, 2);
    assert_read(2, X, 1);
    assert_int_equal(ports.cycle[X][2], 2);
    for (unsigned bank = 0; bank < 4; bank++) {
        three_reads_of_element_x();
        op(ISA_SLOT_T, ISA_OP2_MOV, bank);
        source(ISA_SLOT_T, 0, 3, X);
        assert_illegal(PORT_GPR_TAKEN, ISA_SLOT_T, 0);
        source(ISA_SLOT_T, 0, 3, Y);
        assert_legal();
    }
}

/* ---- GPR ports (ISA 4.7.7) -------------------------------------------------------------------------------------- */

static void another_register_of_the_element_in_the_same_cycle_is_taken(void **state)
{
    (void)state;
    op(X, ISA_OP2_MOV, ISA_VEC_012);
    source(X, 0, 1, Z);
    op(Y, ISA_OP2_ADD, ISA_VEC_102);
    source(Y, 0, 5, Z);
    source(Y, 1, 2, Z); /* cycle 0 */
    assert_illegal(PORT_GPR_TAKEN, Y, 1);
    source(Y, 1, 1, Z); /* the same register shares the read */
    assert_legal();
    assert_int_equal(reads(), 2);
    source(Y, 1, 2, W); /* another element */
    assert_legal();
    assert_int_equal(reads(), 3);
    source(Y, 1, 2, Z);
    group.slot[Y].bank_swizzle = ISA_VEC_120; /* another cycle */
    assert_legal();
    assert_read(2, Z, 2);
}

/* ISA 4.7.9.2 compares SEL; its 4.7.9 wants the index applied before. */
static void registers_are_told_apart_by_the_number_that_is_encoded(void **state)
{
    (void)state;
    op(X, ISA_OP2_MOV, ISA_VEC_012);
    source(X, 0, 1, X);
    op(Y, ISA_OP2_MOV, ISA_VEC_012);
    source(Y, 0, 2, X);
    row[X][0] = row[Y][0] = 255; /* R[AL+1] and R2, aL = 1 */
    assert_illegal(PORT_GPR_TAKEN, Y, 0);
    source(Y, 0, 1, X);
    assert_legal();
    assert_int_equal(ports.same_number, 0);
    group.slot[Y].src[0].rel = true;
    row[Y][0] = ROW_RELATIVE | 1; /* R1 and R[AR.x+1] */
    assert_legal();
    assert_int_equal(reads(), 1);
    assert_int_equal(ports.same_number, 1u << 3 * Y);
    group.slot[X].src[0].rel = true;
    assert_legal();
    assert_int_equal(ports.same_number, 0);
    group.slot[Y].index_mode = ISA_INDEX_AR_W; /* AR.x as well (ISA table 4.2) */
    assert_legal();
    assert_int_equal(ports.same_number, 0);
    for (unsigned mode = ISA_INDEX_LOOP; mode <= ISA_INDEX_GLOBAL_AR_X; mode++) {
        group.slot[Y].index_mode = (uint8_t)mode;
        assert_legal();
        assert_int_equal(ports.same_number, 1u << 3 * Y);
    }
}

static void the_first_operand_of_a_number_says_which_row_is_read(void **state)
{
    (void)state;
    for (unsigned relative = 0; relative < 3; relative++) {
        fresh(NULL);
        op(X, ISA_OP2_MOV, ISA_VEC_012);
        op(Z, ISA_OP2_MOV, ISA_VEC_012);
        op(ISA_SLOT_T, ISA_OP2_ADD, ISA_SCL_210);
        static const unsigned at[3][2] = {{X, 0}, {Z, 0}, {ISA_SLOT_T, 2}};
        group.slot[ISA_SLOT_T].id = ISA_OP3_MULADD;
        source(ISA_SLOT_T, 0, ISA_SRC_PV, X);
        source(ISA_SLOT_T, 1, ISA_SRC_PV, X);
        for (unsigned i = 0; i < 3; i++) {
            source(at[i][0], at[i][1], 9, Y);
            row[at[i][0]][at[i][1]] = i == relative ? ROW_RELATIVE | 9 : 9;
        }
        assert_legal();
        assert_int_equal(reads(), 1);
        assert_read(0, Y, relative == 0 ? ROW_RELATIVE | 9 : 9);
    }
}

static void src1_shares_src0s_read_only_when_both_name_one_element(void **state)
{
    (void)state;
    op(X, ISA_OP2_MUL, ISA_VEC_012);
    source(X, 0, 1, X);
    source(X, 1, 1, Y);
    assert_legal();
    assert_int_equal(reads(), 2);
    source(X, 1, 2, X);
    assert_legal();
    assert_int_equal(reads(), 2);
    assert_int_equal(ports.cycle[X][1], 1);
}

/* R5 and R[AL+5], aL = 3. */
static void one_number_two_registers(unsigned relative)
{
    fresh(NULL);
    op(Y, ISA_OP2_MUL, ISA_VEC_012);
    source(Y, 0, 5, X);
    source(Y, 1, 5, X);
    group.slot[Y].index_mode = ISA_INDEX_LOOP;
    group.slot[Y].src[relative].rel = true;
    row[Y][relative] = 8;
}

static void src1_with_src0s_number_and_another_index_is_read_in_its_own_cycle(void **state)
{
    (void)state;
    for (unsigned relative = 0; relative < 2; relative++) {
        one_number_two_registers(relative);
        assert_legal();
        assert_int_equal(reads(), 2);
        assert_int_equal(ports.cycle[Y][1], 1);
        assert_read(0, X, relative == 0 ? 8 : 5);
        assert_read(1, X, relative == 1 ? 8 : 5);
        assert_int_equal(ports.same_number, 1u << (3 * Y + 1));
        group.slot[Y].src[1 - relative].rel = true; /* one register */
        row[Y][1 - relative] = 8;
        assert_legal();
        assert_int_equal(reads(), 1);
        assert_int_equal(ports.cycle[Y][1], 0);
        assert_int_equal(ports.same_number, 0);
    }
    one_number_two_registers(1);
    op(X, ISA_OP2_MOV, ISA_VEC_102);
    source(X, 0, 7, X); /* cycle 1 of X is taken */
    assert_illegal(PORT_GPR_TAKEN, Y, 1);
}

static void src1_shares_src0s_read_by_the_number_alone_on_a_chip_that_does_so(void **state)
{
    (void)state;
    for (unsigned relative = 0; relative < 2; relative++) {
        one_number_two_registers(relative);
        number_alone = true;
        op(X, ISA_OP2_MOV, ISA_VEC_102);
        source(X, 0, 7, X); /* cycle 1 of X is taken */
        assert_legal();
        assert_int_equal(reads(), 2);
        assert_int_equal(ports.cycle[Y][1], 0);
        assert_read(0, X, relative == 0 ? 8 : 5);
        assert_int_equal(ports.same_number, 1u << (3 * Y + 1));
        source(Y, 1, 2, X); /* R[AL+2], which is R5 too */
        row[Y][1] = 5;
        assert_illegal(PORT_GPR_TAKEN, Y, 1);
    }
}

static void src2_equal_to_src1_takes_its_own_cycle(void **state)
{
    (void)state;
    op(X, ISA_OP3_MULADD, ISA_VEC_012);
    source(X, 0, 1, X);
    source(X, 1, 2, Y);
    source(X, 2, 2, Y);
    assert_legal();
    assert_int_equal(reads(), 3);
    assert_read(1, Y, 2);
    assert_read(2, Y, 2);
}

static void a_shared_src1_needs_no_port_of_its_own(void **state)
{
    (void)state;
    op(X, ISA_OP2_MOV, ISA_VEC_102);
    source(X, 0, 7, X); /* cycle 1 of X is taken */
    op(Y, ISA_OP2_MUL, ISA_VEC_012);
    source(Y, 0, 1, X);
    source(Y, 1, 1, X);
    assert_legal();
    source(Y, 1, 2, X);
    assert_illegal(PORT_GPR_TAKEN, Y, 1);
}

static void trans_does_not_share_src0s_read_with_src1(void **state)
{
    (void)state;
    op(ISA_SLOT_T, ISA_OP2_MUL, ISA_SCL_210);
    source(ISA_SLOT_T, 0, 1, X);
    source(ISA_SLOT_T, 1, 1, X);
    assert_legal();
    assert_int_equal(reads(), 2);
}

static void trans_operands_may_fall_in_one_cycle_and_share_a_vector_slots_read(void **state)
{
    (void)state;
    op(W, ISA_OP2_MOV, ISA_VEC_210);
    source(W, 0, 4, X);
    op(ISA_SLOT_T, ISA_OP3_MULADD, ISA_SCL_122);
    source(ISA_SLOT_T, 0, 9, X); /* cycle 1 */
    source(ISA_SLOT_T, 1, 4, X); /* cycle 2, shared */
    source(ISA_SLOT_T, 2, 5, Y); /* cycle 2 */
    assert_legal();
    assert_int_equal(reads(), 3);
    source(ISA_SLOT_T, 1, 5, X);
    assert_illegal(PORT_GPR_TAKEN, ISA_SLOT_T, 1);
}

static void twelve_reads_fit(void **state)
{
    (void)state;
    for (unsigned s = X; s <= W; s++) {
        op(s, ISA_OP3_MULADD, ISA_VEC_012);
        for (unsigned i = 0; i < 3; i++)
            source(s, i, 10 * i + s, s);
    }
    assert_legal();
    assert_int_equal(reads(), 12);
    for (unsigned c = 0; c < 3; c++)
        for (unsigned e = 0; e < 4; e++)
            assert_read(c, e, 10 * c + e);
}

static void operands_that_an_instruction_does_not_have_take_no_port(void **state)
{
    (void)state;
    op(X, ISA_OP2_MOV, ISA_VEC_012);
    source(X, 0, 1, X);
    source(X, 1, 2, X);
    source(X, 2, 3, X);
    op(Y, ISA_OP2_NOP, ISA_VEC_012);
    source(Y, 0, 9, X);
    op(ISA_SLOT_T, ISA_OP2_MOV, ISA_SCL_210);
    source(ISA_SLOT_T, 0, 4, Y);
    source(ISA_SLOT_T, 1, ISA_SRC_LITERAL, 0); /* no constant of the instruction */
    source(ISA_SLOT_T, 2, 5, Y);
    assert_legal();
    assert_int_equal(reads(), 2);
}

static void slots_without_an_instruction_take_no_port(void **state)
{
    (void)state;
    op(X, ISA_OP2_MOV, ISA_VEC_012);
    source(X, 0, 1, X);
    group.used[X] = false;
    op(ISA_SLOT_T, ISA_OP2_MOV, ISA_SCL_210);
    source(ISA_SLOT_T, 0, 1, X);
    group.used[ISA_SLOT_T] = false;
    assert_legal();
    assert_int_equal(reads(), 0);
}

static void pv_ps_and_constants_of_vector_slots_take_no_gpr_port(void **state)
{
    (void)state;
    op(X, ISA_OP3_MULADD, ISA_VEC_012);
    source(X, 0, ISA_SRC_PV, X);
    source(X, 1, ISA_SRC_PS, 0);
    source(X, 2, ISA_SRC_LITERAL, X);
    assert_legal();
    assert_int_equal(reads(), 0);
}

/* ---- reserved BANK_SWIZZLE values (ISA 10.2) -------------------------------------------------------------------- */

static void reserved_vector_swizzles_are_refused_when_a_register_is_read(void **state)
{
    (void)state;
    for (unsigned bank = 5; bank < 8; bank++) {
        fresh(NULL);
        op(Z, ISA_OP2_ADD, bank);
        source(Z, 0, ISA_SRC_1, 0);
        source(Z, 1, 1, X);
        if (bank == 5)
            assert_legal();
        else
            assert_illegal(PORT_BANK_SWIZZLE, Z, 1);
        source(Z, 1, ISA_SRC_PV, X);
        assert_legal();
    }
}

static void reserved_trans_swizzles_are_refused_when_a_register_pv_or_ps_is_read(void **state)
{
    (void)state;
    static const uint16_t sel[] = {1, ISA_SRC_PV, ISA_SRC_PS};
    for (unsigned bank = 3; bank < 8; bank++)
        for (unsigned i = 0; i < 3; i++) {
            fresh(NULL);
            op(ISA_SLOT_T, ISA_OP2_ADD, bank);
            source(ISA_SLOT_T, 0, ISA_SRC_1, 0);
            source(ISA_SLOT_T, 1, sel[i], X);
            if (bank == 3)
                assert_legal();
            else
                assert_illegal(PORT_BANK_SWIZZLE, ISA_SLOT_T, 1);
            source(ISA_SLOT_T, 1, ISA_SRC_0_5, X);
            assert_legal();
        }
}

/* ---- texts ------------------------------------------------------------------------------------------------------ */

static void every_violation_has_a_text_with_its_section(void **state)
{
    (void)state;
    for (unsigned v = PORT_GPR_TAKEN; v <= PORT_CONSTANT_FILE_TAKEN; v++)
        assert_non_null(strstr(port_violation_text((enum port_violation)v), "(ISA "));
    assert_string_equal(port_violation_text(PORT_OK), "no violation");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(the_cycles_of_the_vector_swizzles_are_those_of_table_4_3, fresh),
        cmocka_unit_test_setup(the_cycles_of_the_trans_swizzles_are_those_of_table_4_3, fresh),
        cmocka_unit_test_setup(row_33_the_manuals_legal_example_is_accepted_in_one_pass, fresh),
        cmocka_unit_test_setup(row_34_trans_with_one_constant_may_not_read_in_cycle_0, fresh),
        cmocka_unit_test_setup(row_35_trans_with_two_constants_reads_in_cycle_2_only, fresh),
        cmocka_unit_test_setup(row_36_a_square_takes_one_port_with_every_swizzle, fresh),
        cmocka_unit_test_setup(row_36b_src2_does_not_share_src0s_read_and_leaves_trans_no_port, fresh),
        cmocka_unit_test_setup(another_register_of_the_element_in_the_same_cycle_is_taken, fresh),
        cmocka_unit_test_setup(registers_are_told_apart_by_the_number_that_is_encoded, fresh),
        cmocka_unit_test_setup(the_first_operand_of_a_number_says_which_row_is_read, fresh),
        cmocka_unit_test_setup(src1_shares_src0s_read_only_when_both_name_one_element, fresh),
        cmocka_unit_test_setup(src1_with_src0s_number_and_another_index_is_read_in_its_own_cycle, fresh),
        cmocka_unit_test_setup(src1_shares_src0s_read_by_the_number_alone_on_a_chip_that_does_so, fresh),
        cmocka_unit_test_setup(src2_equal_to_src1_takes_its_own_cycle, fresh),
        cmocka_unit_test_setup(a_shared_src1_needs_no_port_of_its_own, fresh),
        cmocka_unit_test_setup(trans_does_not_share_src0s_read_with_src1, fresh),
        cmocka_unit_test_setup(trans_operands_may_fall_in_one_cycle_and_share_a_vector_slots_read, fresh),
        cmocka_unit_test_setup(twelve_reads_fit, fresh),
        cmocka_unit_test_setup(operands_that_an_instruction_does_not_have_take_no_port, fresh),
        cmocka_unit_test_setup(slots_without_an_instruction_take_no_port, fresh),
        cmocka_unit_test_setup(pv_ps_and_constants_of_vector_slots_take_no_gpr_port, fresh),
        cmocka_unit_test_setup(reserved_vector_swizzles_are_refused_when_a_register_is_read, fresh),
        cmocka_unit_test_setup(reserved_trans_swizzles_are_refused_when_a_register_pv_or_ps_is_read, fresh),
        cmocka_unit_test_setup(every_violation_has_a_text_with_its_section, fresh),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
