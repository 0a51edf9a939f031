/* test_operand_ports_constants.c - constants that a group reads: of ALU.Trans, of the constant file
 * (ISA 4.7.5, 4.7.8.1, 4.7.9.3). */
#include "tb/unit/alu/operand_ports_kit.h"

/* ---- constants of ALU.Trans (ISA 4.7.5, 4.7.8.1) ---------------------------------------------------------------- */

static void trans_takes_two_constants_of_any_kind_and_not_three(void **state)
{
    (void)state;
    static const uint16_t kinds[] = {ISA_SRC_CFILE, ISA_SRC_KCACHE1, ISA_SRC_LITERAL, ISA_SRC_1_INT, ISA_SRC_0};
    for (unsigned i = 0; i < 5; i++) {
        fresh(NULL);
        op(ISA_SLOT_T, ISA_OP3_MULADD, ISA_SCL_122);
        source(ISA_SLOT_T, 0, kinds[i], 0);
        source(ISA_SLOT_T, 1, kinds[(i + 1) % 5], 0);
        source(ISA_SLOT_T, 2, ISA_SRC_PV, 0);
        assert_legal();
        source(ISA_SLOT_T, 2, kinds[(i + 2) % 5], 0);
        assert_illegal(PORT_TRANS_CONSTANTS, ISA_SLOT_T, 2);
    }
}

static void vector_slots_take_three_constants(void **state)
{
    (void)state;
    op(X, ISA_OP3_MULADD, ISA_VEC_012);
    source(X, 0, ISA_SRC_KCACHE0, 0);
    source(X, 1, ISA_SRC_LITERAL, 0);
    source(X, 2, ISA_SRC_1, 0);
    assert_legal();
}

/* A constant, then PV or PS with the given swizzle: cycle 2 1 0 in src0 src1 src2 of SCL_210. */
static void constants_of_trans_shut_out_pv_and_ps_too(void **state)
{
    (void)state;
    static const uint16_t sel[] = {ISA_SRC_PV, ISA_SRC_PS};
    for (unsigned i = 0; i < 2; i++) {
        fresh(NULL);
        op(ISA_SLOT_T, ISA_OP3_MULADD, ISA_SCL_210);
        source(ISA_SLOT_T, 0, ISA_SRC_1, 0);
        source(ISA_SLOT_T, 1, sel[i], 0); /* cycle 1: free */
        source(ISA_SLOT_T, 2, sel[i], 0); /* cycle 0: the constant's */
        assert_illegal(PORT_TRANS_CYCLE, ISA_SLOT_T, 2);
        source(ISA_SLOT_T, 1, ISA_SRC_0, 0);
        group.slot[ISA_SLOT_T].bank_swizzle = ISA_SCL_221; /* src2 in cycle 1: the second constant's */
        assert_illegal(PORT_TRANS_CYCLE, ISA_SLOT_T, 2);
        group.slot[ISA_SLOT_T].bank_swizzle = ISA_SCL_122;
        assert_legal();
    }
}

static void without_constants_trans_reads_in_cycle_0(void **state)
{
    (void)state;
    op(ISA_SLOT_T, ISA_OP3_MULADD, ISA_SCL_210);
    source(ISA_SLOT_T, 0, 1, X);
    source(ISA_SLOT_T, 1, 2, X);
    source(ISA_SLOT_T, 2, 3, X);
    assert_legal();
    assert_read(0, X, 3);
    assert_read(1, X, 2);
    assert_read(2, X, 1);
}

/* ---- constant file (ISA 4.7.5, 4.7.9.3) ------------------------------------------------------------------------- */

static void two_element_pairs_of_the_constant_file_are_read_and_not_three(void **state)
{
    (void)state;
    op(X, ISA_OP3_MULADD, ISA_VEC_012);
    source(X, 0, ISA_SRC_CFILE + 1, X);
    source(X, 1, ISA_SRC_CFILE + 2, W);
    source(X, 2, ISA_SRC_CFILE + 1, Y); /* the pair of the first */
    assert_legal();
    source(X, 2, ISA_SRC_CFILE + 2, Z); /* the pair of the second */
    assert_legal();
    source(X, 2, ISA_SRC_CFILE + 1, Z);
    assert_illegal(PORT_CONSTANT_FILE_TAKEN, X, 2);
    source(X, 2, ISA_SRC_CFILE + 2, Y);
    assert_illegal(PORT_CONSTANT_FILE_TAKEN, X, 2);
    source(X, 2, ISA_SRC_CFILE + 3, X);
    assert_illegal(PORT_CONSTANT_FILE_TAKEN, X, 2);
}

static void the_pairs_are_shared_by_all_slots_of_the_group(void **state)
{
    (void)state;
    for (unsigned s = X; s <= Y; s++) {
        op(s, ISA_OP2_MOV, ISA_VEC_012);
        source(s, 0, ISA_SRC_CFILE + s, X);
    }
    op(ISA_SLOT_T, ISA_OP2_MOV, ISA_SCL_210);
    source(ISA_SLOT_T, 0, ISA_SRC_CFILE + 1, Y);
    assert_legal();
    source(ISA_SLOT_T, 0, ISA_SRC_CFILE + 1, Z);
    assert_illegal(PORT_CONSTANT_FILE_TAKEN, ISA_SLOT_T, 0);
    source(ISA_SLOT_T, 0, ISA_SRC_KCACHE0, Z); /* other constants do not count */
    assert_legal();
}

static void constants_are_told_apart_by_their_row(void **state)
{
    (void)state;
    op(X, ISA_OP3_MULADD, ISA_VEC_012);
    for (unsigned i = 0; i < 3; i++) {
        source(X, i, ISA_SRC_CFILE + 5, X);
        row[X][i] = (uint16_t)(253 + i);
    }
    assert_illegal(PORT_CONSTANT_FILE_TAKEN, X, 2);
    row[X][2] = 254;
    assert_legal();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(trans_takes_two_constants_of_any_kind_and_not_three, fresh),
        cmocka_unit_test_setup(vector_slots_take_three_constants, fresh),
        cmocka_unit_test_setup(constants_of_trans_shut_out_pv_and_ps_too, fresh),
        cmocka_unit_test_setup(without_constants_trans_reads_in_cycle_0, fresh),
        cmocka_unit_test_setup(two_element_pairs_of_the_constant_file_are_read_and_not_three, fresh),
        cmocka_unit_test_setup(the_pairs_are_shared_by_all_slots_of_the_group, fresh),
        cmocka_unit_test_setup(constants_are_told_apart_by_their_row, fresh),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
