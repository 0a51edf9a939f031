/* test_alu_issue_index.c - operands by AR (ISA 4.6.1 to 4.6.4, 4.8.2.2). */
#include "tb/unit/alu/issue_kit.h"

/* ---- AR (ISA 4.6.1, 4.6.3, 4.6.4.5, 4.8.2.2) --------------------------------------------------------------------- */

static void mova_writes_the_element_of_its_slot(void **state)
{
    (void)state;
    for (unsigned e = 0; e < 4; e++) {
        run(mova(e));
        assert_int_equal(issue.q.ar_write, 1u << e);
    }
    run(mov(1, X, 1, X));
    assert_int_equal(issue.q.ar_write, 0);
}

static void relative_operands_keep_their_gpr_number(void **state)
{
    (void)state;
    run_mova();
    issue_alone(relative_destination(relative_source(mov(5, Z, 7, Y))));
    assert_issued();
    assert_int_equal(issue.q.read, 1u << Y);
    assert_int_equal(issue.q.read_relative, 1u << Y);
    assert_int_equal(issue.q.read_row.row[Y], 7);
    assert_int_equal(issue.q.dst_relative, 1u << Z);
    assert_int_equal(issue.q.dst_row.slot[Z], 5);
    assert_int_equal(issue.q.write, 1u << Z);
    rotate();
    issue_alone(mov(1, X, 1, X));
    assert_int_equal(issue.q.read_relative, 0);
    assert_int_equal(issue.q.dst_relative, 0);
}

/* Which row a lane's index makes of it operand fetch knows (ISA 4.11). */
static void a_pair_with_a_relative_register_is_left_to_operand_fetch(void **state)
{
    (void)state;
    issue.in.base = 0; /* row and number are equal */
    for (unsigned pair = 1; pair < 4; pair++) {
        const struct isa_alu write = mov(5, Y, 1, X), read = mov(9, X, 5, Y);
        run_mova();
        run(pair & 1 ? relative_destination(write) : write);
        issue_alone(pair & 2 ? relative_source(read) : read);
        assert_int_equal(issue.q.forward.operand[0], 0);
        assert_true(issue.q.behind);
        assert_int_equal(issue.q.before_write, 1u << Y);
        assert_int_equal(issue.q.before_row.slot[Y], 5);
        assert_int_equal(issue.q.before_relative, pair & 1 ? 1u << Y : 0);
        rotate();
    }
}

static void two_groups_stand_between_mova_and_a_use_of_ar(void **state)
{
    (void)state;
    const struct isa_alu use = relative_source(mov(1, X, 1, X));
    for (unsigned between = 0; between < 4; between++) {
        fresh(NULL);
        run(mova(X));
        for (unsigned i = 0; i < between; i++)
            run(mov(1, Y, 1, Y));
        for (unsigned i = between; i < 2; i++) {
            issue_alone(use);
            assert_false(issue.q.reading);
            assert_int_equal(issue.q.stall, ISSUE_STALL_MOVA);
            assert_int_equal(issue.q.consume, 0);
            rotate();
        }
        issue_alone(use);
        assert_issued();
        assert_int_equal(issue.q.stall, ISSUE_STALL_NONE);
    }
}

static void a_use_of_ar_waits_in_any_slot_operand_and_index_mode(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 3; i++)
        for (unsigned mode = ISA_INDEX_AR_X; mode <= ISA_INDEX_AR_W; mode++) {
            struct isa_alu alu = op(ISA_OP3_MULADD, 1, W);
            alu.src[i].rel = true;
            alu.index_mode = (uint8_t)mode;
            fresh(NULL);
            run(mova(X));
            put(0, mov(1, X, 2, X));
            put(1, last(alu));
            decide();
            assert_int_equal(issue.q.stall, ISSUE_STALL_MOVA);
        }
}

static void a_relative_destination_waits_for_ar_too(void **state)
{
    (void)state;
    run(mova(X));
    issue_alone(relative_destination(mov(1, X, 1, X)));
    assert_int_equal(issue.q.stall, ISSUE_STALL_MOVA);
}

static void the_strap_sets_the_delay_of_mova(void **state)
{
    (void)state;
    for (unsigned delay = 1; delay <= 3; delay++) {
        unsigned stalls = 0;
        fresh(NULL);
        issue.in.mova_delay = (uint8_t)delay;
        run(mova(X));
        for (;; stalls++) {
            issue_alone(relative_source(mov(1, X, 1, X)));
            if (issue.q.reading)
                break;
            rotate();
        }
        assert_int_equal(stalls, delay);
    }
}

static void long_after_mova_a_use_does_not_wait(void **state)
{
    (void)state;
    run(mova(X));
    for (unsigned i = 0; i < 20; i++)
        run(mov(1, Y, 1, Y));
    issue_alone(relative_source(mov(1, X, 1, X)));
    assert_issued();
}

static void ar_is_used_only_after_mova_wrote_its_element_x_in_the_same_clause(void **state)
{
    (void)state;
    const struct isa_alu use = relative_source(mov(1, X, 1, X));
    issue.in.head = 3;
    issue_alone(use); /* the clause's first group */
    assert_error(ISSUE_BAD_INDEX, 0, 3);

    fresh(NULL);
    issue.in.mova_delay = 0;
    run(mov(1, Y, 1, Y));
    issue_alone(use);
    assert_error(ISSUE_BAD_INDEX, 0, 0);

    fresh(NULL);
    issue.in.mova_delay = 1;
    run(mova(Y));
    run(mov(1, Y, 1, Y));
    issue_alone(use);
    assert_error(ISSUE_BAD_INDEX, 0, 0);

    fresh(NULL);
    run_mova();
    issue.in.first = true; /* a new clause forgets AR */
    run(mov(1, Y, 1, Y));
    issue_alone(use);
    assert_error(ISSUE_BAD_INDEX, 0, 0);

    fresh(NULL);
    run_mova();
    issue.in.first = true;
    issue_alone(relative_destination(mov(1, X, 1, X)));
    assert_error(ISSUE_BAD_INDEX, 0, 0);
}

/* As `wekiva lint` says: only registers and constants have addresses (ISA 4.6.1, table 4.2). */
static void what_has_no_address_is_not_relative_to_al_either(void **state)
{
    (void)state;
    static const unsigned selects[] = {ISA_SRC_PV, ISA_SRC_PS, ISA_SRC_LITERAL, ISA_SRC_0, ISA_SRC_1_DBL_M};
    for (unsigned i = 0; i < sizeof selects / sizeof selects[0]; i++) {
        fresh(NULL);
        run(mov(1, X, 1, X));
        struct isa_alu alu = relative_source(mov(1, X, selects[i], X));
        alu.index_mode = ISA_INDEX_LOOP;
        issue_alone(alu);
        assert_error(ISSUE_BAD_INDEX, 0, 0);
    }
}

static void an_illegal_use_of_ar_is_stopped_at_once(void **state)
{
    (void)state;
    run(mova(X));
    issue.in.first = true; /* AR is still young, but it is another clause's */
    issue_alone(relative_source(mov(1, X, 1, X)));
    assert_error(ISSUE_BAD_INDEX, 0, 0);
    fresh(NULL);
    run(mova(Y));
    issue_alone(relative_source(mov(1, X, 1, X)));
    assert_error(ISSUE_BAD_INDEX, 0, 0);
}

static void mova_does_not_share_a_group_with_a_use_of_ar(void **state)
{
    (void)state;
    run_mova();
    put(0, mova(X));
    put(1, last(relative_source(mov(1, Y, 1, X))));
    decide();
    assert_error(ISSUE_BAD_RULE, RULE_MOVA_AR, 1);
}

static void only_the_programs_gprs_can_be_relative(void **state)
{
    (void)state;
    run_mova();
    run(relative_source(mov(1, X, GPRS - 1, X)));
    issue_alone(relative_source(mov(1, X, GPRS, X)));
    assert_error(ISSUE_BAD_GPR, GPRS, 0);
    fresh(NULL);
    run_mova();
    issue_alone(relative_source(mov(1, X, 127, X))); /* a clause temporary */
    assert_error(ISSUE_BAD_GPR, 127, 0);
    fresh(NULL);
    run_mova();
    issue_alone(relative_destination(mov(GPRS, X, 1, X)));
    assert_error(ISSUE_BAD_GPR, GPRS, 0);
    fresh(NULL);
    run_mova();
    issue_alone(relative_source(mov(1, X, ISA_SRC_KCACHE0, X)));
    assert_error(ISSUE_BAD_INDEX, 0, 0);
}

static void every_element_of_ar_means_x_and_global_gprs_are_refused_where_there_are_none(void **state)
{
    (void)state;
    for (unsigned mode = ISA_INDEX_AR_X; mode <= ISA_INDEX_GLOBAL_AR_X; mode++) {
        struct isa_alu alu = relative_source(mov(1, X, 1, X));
        alu.index_mode = (uint8_t)mode;
        fresh(NULL);
        run_mova();
        issue_alone(alu);
        if (mode <= ISA_INDEX_LOOP)
            assert_issued();
        else
            assert_error(ISSUE_NO_GLOBALS, 0, 0);
        assert_int_equal(issue.q.read_relative, mode <= ISA_INDEX_AR_W);
    }
}

/* ---- the constant file by AR (ISA 4.6.1, 4.6.4.5) ---------------------------------------------------------------- */

static void a_constant_by_ar_has_a_place_instead_of_a_value(void **state)
{
    (void)state;
    run(mova(Z));
    for (unsigned i = 0; i < 2; i++)
        run(mov(1, Y, 1, Y));
    issue_alone(by_ar(ISA_SRC_CFILE + 250, W, ISA_INDEX_AR_Z));
    assert_issued();
    assert_int_equal(issue.q.route.operand[0], ROUTE_WATERFALL);
    assert_int_equal(issue.q.constant.operand[0], 4 * 250 + W);
    assert_int_equal(issue.q.ar_element, Z);
    assert_int_equal(issue.q.read, 0);
}

static void a_constant_by_ar_needs_the_element_that_index_mode_names(void **state)
{
    (void)state;
    for (unsigned mode = ISA_INDEX_AR_X; mode <= ISA_INDEX_AR_W; mode++) {
        fresh(NULL);
        run(mova(Y));
        for (unsigned i = 0; i < 2; i++)
            run(mov(1, Y, 1, Y));
        issue_alone(by_ar(ISA_SRC_CFILE, X, mode));
        if (mode == ISA_INDEX_AR_Y)
            assert_issued();
        else
            assert_error(ISSUE_BAD_INDEX, 0, 0);
    }
    fresh(NULL);
    issue.in.shared_count = 8;
    run_mova();
    issue_alone(by_ar(ISA_SRC_CFILE, X, ISA_INDEX_GLOBAL_AR_X)); /* for GPRs only */
    assert_error(ISSUE_BAD_INDEX, 0, 0);
}

/* Rotations without a group before a use of constants, `indices` different ones in `lanes`. */
static unsigned waterfall_stalls(unsigned indices, unsigned clk, lane_mask_t lanes)
{
    unsigned stalls = 0;
    fresh(NULL);
    issue.in.waterfall_clk = (uint8_t)clk;
    issue.in.lanes = lanes;
    for (unsigned i = 0; i < LANES; i++)
        ar[X].lane[i] = i % indices * 7 - 256u;
    run_mova();
    for (;; stalls++, rotate()) {
        issue_alone(by_ar(ISA_SRC_CFILE, X, ISA_INDEX_AR_X));
        if (issue.q.reading)
            return stalls;
        assert_int_equal(issue.q.stall, ISSUE_STALL_WATERFALL);
        assert_int_equal(issue.q.consume, 0);
    }
}

static void a_waterfall_waits_for_each_different_index_of_the_lanes_that_execute(void **state)
{
    (void)state;
    assert_int_equal(waterfall_stalls(1, 4, UINT64_MAX), 0);
    assert_int_equal(waterfall_stalls(2, 4, UINT64_MAX), 1);
    assert_int_equal(waterfall_stalls(64, 4, UINT64_MAX), 63);
    assert_int_equal(waterfall_stalls(64, 4, 0x8000000000000001ull), 1);
    assert_int_equal(waterfall_stalls(64, 4, 0), 0);
    assert_int_equal(waterfall_stalls(64, 1, UINT64_MAX), 15);
    assert_int_equal(waterfall_stalls(4, 1, UINT64_MAX), 0);
    assert_int_equal(waterfall_stalls(5, 1, UINT64_MAX), 1);
    assert_int_equal(waterfall_stalls(3, 3, UINT64_MAX), 2); /* 9 clocks of 4 a rotation */
}

/* Different indices everywhere, after a MOVA*. */
static void after_divergent_mova(void)
{
    fresh(NULL);
    issue.in.lanes = UINT64_MAX;
    for (unsigned i = 0; i < LANES; i++)
        ar[X].lane[i] = i;
    run(mova(X));
    for (unsigned i = 0; i < 2; i++)
        run(mov(1, Y, 1, Y));
}

/* ISA 4.6.4.5 speaks of constants: GPRs are read lane by lane anyway. */
static void an_indexed_gpr_is_no_waterfall(void **state)
{
    (void)state;
    after_divergent_mova();
    issue_alone(by_ar(2, X, ISA_INDEX_AR_X));
    assert_issued();
}

static void the_third_operand_can_be_a_waterfall_too(void **state)
{
    (void)state;
    after_divergent_mova();
    struct isa_alu alu = op(ISA_OP3_MULADD, 1, X);
    for (unsigned i = 0; i < 3; i++)
        alu.src[i] = src(ISA_SRC_1, X);
    alu.src[2] = src(ISA_SRC_CFILE, X);
    alu.src[2].rel = true;
    issue_alone(alu);
    assert_int_equal(issue.q.stall, ISSUE_STALL_WATERFALL);
}

/* What the fields of an operand hold that the instruction does not have makes nothing wait. */
static void an_operand_that_is_not_there_is_no_waterfall(void **state)
{
    (void)state;
    after_divergent_mova();
    struct isa_alu alu = by_ar(2, X, ISA_INDEX_AR_X);
    alu.src[1] = src(ISA_SRC_CFILE, X);
    alu.src[1].rel = true;
    issue_alone(alu);
    assert_issued();
}

static void the_next_waterfall_waits_again(void **state)
{
    (void)state;
    assert_int_equal(waterfall_stalls(3, 4, UINT64_MAX), 2);
    rotate();
    issue_alone(by_ar(ISA_SRC_CFILE, X, ISA_INDEX_AR_X));
    assert_int_equal(issue.q.stall, ISSUE_STALL_WATERFALL);
}

static void constants_by_ar_share_a_port_only_with_the_same_constant_by_ar(void **state)
{
    (void)state;
    static const uint16_t number[2][3] = {{5, 5, 6}, {5, 6, 7}};
    for (unsigned legal = 0; legal < 2; legal++) {
        fresh(NULL);
        run_mova();
        for (unsigned s = 0; s < 3; s++) {
            struct isa_alu alu = by_ar(ISA_SRC_CFILE + number[legal][s], Y, ISA_INDEX_AR_X);
            alu.dst_chan = (uint8_t)s;
            put(s, s == 2 ? last(alu) : alu);
        }
        decide();
        if (legal == 0)
            assert_issued();
        else
            assert_error(ISSUE_BAD_PORTS, PORT_CONSTANT_FILE_TAKEN, 2);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(mova_writes_the_element_of_its_slot),
        TEST(relative_operands_keep_their_gpr_number),
        TEST(a_pair_with_a_relative_register_is_left_to_operand_fetch),
        TEST(two_groups_stand_between_mova_and_a_use_of_ar),
        TEST(a_use_of_ar_waits_in_any_slot_operand_and_index_mode),
        TEST(a_relative_destination_waits_for_ar_too),
        TEST(the_strap_sets_the_delay_of_mova),
        TEST(long_after_mova_a_use_does_not_wait),
        TEST(ar_is_used_only_after_mova_wrote_its_element_x_in_the_same_clause),
        TEST(what_has_no_address_is_not_relative_to_al_either),
        TEST(an_illegal_use_of_ar_is_stopped_at_once),
        TEST(mova_does_not_share_a_group_with_a_use_of_ar),
        TEST(only_the_programs_gprs_can_be_relative),
        TEST(every_element_of_ar_means_x_and_global_gprs_are_refused_where_there_are_none),
        TEST(a_constant_by_ar_has_a_place_instead_of_a_value),
        TEST(a_constant_by_ar_needs_the_element_that_index_mode_names),
        TEST(a_waterfall_waits_for_each_different_index_of_the_lanes_that_execute),
        TEST(an_indexed_gpr_is_no_waterfall),
        TEST(the_third_operand_can_be_a_waterfall_too),
        TEST(an_operand_that_is_not_there_is_no_waterfall),
        TEST(the_next_waterfall_waits_again),
        TEST(constants_by_ar_share_a_port_only_with_the_same_constant_by_ar),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
