/* test_alu_issue_global.c - global GPRs in a group (ISA 2.6.1). */
#include "tb/unit/alu/issue_kit.h"

/* ---- global GPRs (ISA 2.6.1) ------------------------------------------------------------------------------------- */

enum { SHARED_ROW = 240, SHARED = 16 };

static void with_globals(void)
{
    fresh(NULL);
    issue.in.shared_row = SHARED_ROW; /* 8 global GPRs, then the temporaries of both slots */
    issue.in.shared_count = SHARED;
}

static struct isa_alu global_source(unsigned gpr, unsigned mode)
{
    struct isa_alu alu = relative_source(mov(1, X, gpr, Y));
    alu.index_mode = (uint8_t)mode;
    return alu;
}

static struct isa_alu global_destination(unsigned gpr, unsigned chan)
{
    struct isa_alu alu = relative_destination(mov(gpr, chan, 1, X));
    alu.index_mode = ISA_INDEX_GLOBAL;
    return alu;
}

static void a_global_gpr_is_a_row_of_all_wavefronts(void **state)
{
    (void)state;
    with_globals();
    struct isa_alu alu = global_source(3, ISA_INDEX_GLOBAL);
    alu.dst_rel = true;
    alu.dst_gpr = SHARED - 1;
    issue_alone(alu);
    assert_issued();
    assert_int_equal(issue.q.read_row.row[Y], SHARED_ROW + 3);
    assert_int_equal(issue.q.read_relative, 0);
    assert_int_equal(issue.q.dst_row.slot[X], SHARED_ROW + SHARED - 1);
    assert_int_equal(issue.q.dst_relative, 0);
    with_globals();
    issue_alone(global_source(SHARED, ISA_INDEX_GLOBAL));
    assert_error(ISSUE_BAD_GPR, SHARED, 0);
}

static void a_global_gpr_can_be_relative_to_ar(void **state)
{
    (void)state;
    with_globals();
    run_mova();
    issue_alone(global_source(3, ISA_INDEX_GLOBAL_AR_X));
    assert_issued();
    assert_int_equal(issue.q.read_row.row[Y], 3);
    assert_int_equal(issue.q.read_relative, 1u << Y);
    assert_int_equal(issue.q.read_global, 1u << Y);
    with_globals();
    issue_alone(global_source(3, ISA_INDEX_GLOBAL_AR_X));
    assert_error(ISSUE_BAD_INDEX, 0, 0);
}

static void shared_registers_are_forwarded_from_a_group_one_rotation_ago_also_across_clauses(void **state)
{
    (void)state;
    for (unsigned gap = 0; gap < 2; gap++)
        for (unsigned temporary = 0; temporary < 2; temporary++) {
            with_globals();
            run(temporary ? mov(127, Y, 1, X) : global_destination(3, Y));
            issue.in.first = true;
            if (gap) { /* a rotation without a group */
                issue.in.clause = false;
                decide();
                rotate();
                issue.in.clause = issue.in.first = true;
            }
            issue_alone(temporary ? mov(1, X, 127, Y) : global_source(3, ISA_INDEX_GLOBAL));
            assert_issued();
            assert_int_equal(issue.q.forward.operand[0], gap ? 0 : FORWARD_PV);
        }
}

static void a_group_waits_for_the_other_slots_write_of_the_global_gpr_that_it_reads(void **state)
{
    (void)state;
    for (unsigned hit = 0; hit < 4; hit++) {
        with_globals();
        issue.in.other_write = (uint8_t)(1u << (hit == 3 ? T : Y));
        issue.in.other_row.slot[Y] = issue.in.other_row.slot[T] = SHARED_ROW + 3;
        issue.in.other_chan_t = Y;
        if (hit == 2)
            issue.in.other_global = 1u << Y;
        issue_alone(global_source(hit == 0 || hit == 2 ? 4 : 3, ISA_INDEX_GLOBAL));
        if (hit) {
            assert_int_equal(issue.q.stall, ISSUE_STALL_GLOBAL);
            rotate();
            issue.in.other_write = 0;
            decide();
        }
        assert_issued();
    }
    with_globals();
    issue.in.other_write = 1u << X; /* another element */
    issue.in.other_row.slot[X] = SHARED_ROW + 3;
    issue_alone(global_source(3, ISA_INDEX_GLOBAL));
    assert_issued();
    with_globals();
    issue.in.other_write = 1u << T; /* another element */
    issue.in.other_row.slot[T] = SHARED_ROW + 3;
    issue.in.other_chan_t = Z;
    issue_alone(global_source(3, ISA_INDEX_GLOBAL));
    assert_issued();
}

static void a_global_read_by_ar_waits_for_any_global_write_of_its_element(void **state)
{
    (void)state;
    with_globals();
    run_mova();
    issue.in.other_write = 1u << Y;
    issue.in.other_row.slot[Y] = SHARED_ROW + 7;
    issue_alone(global_source(3, ISA_INDEX_GLOBAL_AR_X)); /* reads Y */
    assert_int_equal(issue.q.stall, ISSUE_STALL_GLOBAL);
    with_globals();
    run_mova();
    issue.in.other_write = 1u << Y;
    issue.in.other_row.slot[Y] = SHARED_ROW + 7;
    issue_alone(relative_source(mov(1, X, 3, Y))); /* one of the wavefront's own */
    assert_issued();
}

static void a_global_index_by_ar_waits_for_mova(void **state)
{
    (void)state;
    with_globals();
    run(mova(X));
    issue_alone(global_source(2, ISA_INDEX_GLOBAL_AR_X));
    assert_int_equal(issue.q.stall, ISSUE_STALL_MOVA);
}

static void the_marks_of_global_gprs_belong_to_their_slot_and_port(void **state)
{
    (void)state;
    with_globals();
    run_mova();
    struct isa_alu alu = global_source(2, ISA_INDEX_GLOBAL_AR_X);
    alu.dst_chan = Z;
    alu.dst_rel = true;
    alu.dst_gpr = 0; /* global GPR 0, and private ones beside it */
    put(0, relative_destination(mov(0, X, 1, X)));
    put(1, last(alu));
    decide();
    assert_issued();
    assert_int_equal(issue.q.dst_global, 1u << Z);
    assert_int_equal(issue.q.dst_relative, 1u << X | 1u << Z);
    assert_int_equal(issue.q.read_global, 1u << Y);
    assert_int_equal(issue.q.read_relative, 1u << Y);
    rotate();
    issue_alone(relative_source(mov(1, X, 1, Y)));
    assert_int_equal(issue.q.dst_global, 0);
    assert_int_equal(issue.q.read_global, 0);
    assert_int_equal(issue.q.read_relative, 1u << Y);
}

static void every_slot_of_the_other_group_that_writes_is_looked_at(void **state)
{
    (void)state;
    with_globals();
    issue.in.other_write = 1u << X | 1u << Y; /* both elements of one register */
    issue.in.other_row.slot[X] = issue.in.other_row.slot[Y] = SHARED_ROW + 3;
    issue_alone(global_source(3, ISA_INDEX_GLOBAL)); /* reads Y */
    assert_int_equal(issue.q.stall, ISSUE_STALL_GLOBAL);
}

static void a_slot_of_the_other_group_that_writes_nothing_is_not_waited_for(void **state)
{
    (void)state;
    with_globals();
    issue.in.other_write = 1u << X; /* what the row of Y holds is left of an earlier group */
    issue.in.other_row.slot[Y] = SHARED_ROW + 3;
    issue_alone(global_source(3, ISA_INDEX_GLOBAL));
    assert_issued();
}

static void every_element_of_ar_can_make_a_waterfall(void **state)
{
    (void)state;
    for (unsigned e = 0; e < 4; e++) {
        fresh(NULL);
        for (unsigned i = 0; i < LANES; i++)
            ar[e].lane[i] = i % 3;
        run(mova(e));
        for (unsigned i = 0; i < 2; i++)
            run(mov(1, Y, 1, Y));
        for (unsigned i = 0; i < 2; i++, rotate()) {
            issue_alone(by_ar(ISA_SRC_CFILE, X, e));
            assert_int_equal(issue.q.stall, ISSUE_STALL_WATERFALL);
        }
        issue_alone(by_ar(ISA_SRC_CFILE, X, e));
        assert_issued();
    }
}

static void temporaries_are_forwarded_across_clauses_without_globals_too(void **state)
{
    (void)state;
    run(mov(125, Y, 1, X));
    issue.in.first = true;
    issue_alone(mov(1, X, 125, Y));
    assert_int_equal(issue.q.forward.operand[0], FORWARD_PV);
}

static void what_the_group_before_writes_by_ar_is_told_apart_by_its_pool(void **state)
{
    (void)state;
    for (unsigned global = 0; global < 2; global++) {
        with_globals();
        run_mova();
        struct isa_alu write = relative_destination(mov(2, Y, 1, X));
        write.index_mode = global ? ISA_INDEX_GLOBAL_AR_X : ISA_INDEX_AR_X;
        run(write);
        issue_alone(global_source(2, ISA_INDEX_GLOBAL_AR_X)); /* reads Y */
        assert_int_equal(issue.q.before_relative, 1u << Y);
        assert_int_equal(issue.q.before_global, global ? 1u << Y : 0);
        assert_int_equal(issue.q.before_base, BASE);
    }
}

static void every_element_of_a_global_gpr_is_waited_for(void **state)
{
    (void)state;
    for (unsigned e = 0; e < 4; e++) {
        with_globals();
        issue.in.other_write = (uint8_t)(1u << e);
        issue.in.other_row.slot[e] = SHARED_ROW + 3;
        struct isa_alu read = global_source(3, ISA_INDEX_GLOBAL);
        read.src[0].chan = (uint8_t)e;
        issue_alone(read);
        assert_int_equal(issue.q.stall, ISSUE_STALL_GLOBAL);
    }
}

static void a_group_that_reads_a_global_gpr_has_its_operands_read_for_longer(void **state)
{
    (void)state;
    for (unsigned rotations = 1; rotations <= 4; rotations++)
        for (unsigned global = 0; global < 3; global++) {
            with_globals();
            issue.in.shared_rotations = (uint8_t)rotations;
            issue_alone(global == 2   ? global_source(3, ISA_INDEX_GLOBAL)
                        : global == 1 ? global_destination(3, Y)
                                      : mov(1, X, 2, Y));
            for (unsigned i = 1; global == 2 && i < rotations; i++) {
                assert_int_equal(issue.q.stall, ISSUE_STALL_SHARED);
                rotate();
                decide();
            }
            assert_issued();
            rotate();
            issue_alone(mov(1, X, 2, Y)); /* the next one is as quick as ever */
            assert_issued();
        }
    with_globals(); /* by AR, too */
    issue.in.shared_rotations = 2;
    run_mova();
    issue_alone(global_source(3, ISA_INDEX_GLOBAL_AR_X));
    assert_int_equal(issue.q.stall, ISSUE_STALL_SHARED);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_global_gpr_is_a_row_of_all_wavefronts),
        TEST(a_group_that_reads_a_global_gpr_has_its_operands_read_for_longer),
        TEST(a_global_gpr_can_be_relative_to_ar),
        TEST(shared_registers_are_forwarded_from_a_group_one_rotation_ago_also_across_clauses),
        TEST(a_group_waits_for_the_other_slots_write_of_the_global_gpr_that_it_reads),
        TEST(the_marks_of_global_gprs_belong_to_their_slot_and_port),
        TEST(a_global_read_by_ar_waits_for_any_global_write_of_its_element),
        TEST(a_global_index_by_ar_waits_for_mova),
        TEST(every_slot_of_the_other_group_that_writes_is_looked_at),
        TEST(a_slot_of_the_other_group_that_writes_nothing_is_not_waited_for),
        TEST(every_element_of_ar_can_make_a_waterfall),
        TEST(temporaries_are_forwarded_across_clauses_without_globals_too),
        TEST(what_the_group_before_writes_by_ar_is_told_apart_by_its_pool),
        TEST(every_element_of_a_global_gpr_is_waited_for),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
