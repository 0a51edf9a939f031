/* test_alu_issue_rules.c - rules of a group that stop the issue (ISA 4.8, 4.9, 4.12, 10.2). */
#include "tb/unit/alu/issue_kit.h"

/* ---- rules of a group (ISA 4.8, 4.9, 10.2) ----------------------------------------------------------------------- */

static struct isa_alu predicate_set(unsigned chan, enum isa_alu_id id)
{
    struct isa_alu alu = op(id, 1, chan);
    alu.src[0] = alu.src[1] = src(ISA_SRC_0, 0);
    return alu;
}

static void a_predicate_is_issued_without_another_and_without_a_kill(void **state)
{
    (void)state;
    static const enum isa_alu_id id[3] = {ISA_OP2_PRED_SETGT, ISA_OP2_KILLE, ISA_OP2_PRED_SETE_PUSH_INT};
    for (unsigned i = 0; i < 3; i++)
        for (unsigned j = 0; j < 3; j++) {
            fresh(NULL);
            put(0, predicate_set(X, id[i]));
            put(1, last(predicate_set(Y, id[j])));
            decide();
            if (id[i] == ISA_OP2_KILLE && id[j] == ISA_OP2_KILLE)
                assert_issued();
            else
                assert_error(ISSUE_BAD_RULE, RULE_FLAGS_TWICE, 1);
        }
    fresh(NULL);
    put(0, predicate_set(X, ISA_OP2_PRED_SETE_64));
    put(1, last(predicate_set(Y, ISA_OP2_PRED_SETE_64))); /* one predicate in two slots */
    decide();
    assert_issued();
}

static void update_bits_belong_to_instructions_with_a_predicate(void **state)
{
    (void)state;
    struct isa_alu alu = mov(1, X, 1, X);
    alu.update_pred = true;
    issue_alone(alu);
    assert_error(ISSUE_BAD_RULE, RULE_UPDATE, 0);
    fresh(NULL);
    alu = predicate_set(X, ISA_OP2_KILLE);
    alu.update_execute_mask = true;
    issue_alone(alu);
    assert_error(ISSUE_BAD_RULE, RULE_UPDATE, 0);
    fresh(NULL);
    alu = predicate_set(X, ISA_OP2_PRED_SETE);
    alu.update_pred = alu.update_execute_mask = true;
    issue_alone(alu);
    assert_issued();
}

/* The slot that differs from X is named. */
static void a_reduction_has_one_output_modifier(void **state)
{
    (void)state;
    static const struct {
        uint8_t  clamp[4], omod[4];
        unsigned wrong; /* 0: none is */
    } cases[] = {
        {{0, 0, 0, 0}, {0, 0, 0, 0}, 0}, {{1, 1, 1, 1}, {2, 2, 2, 2}, 0}, {{0, 0, 1, 0}, {0, 0, 0, 0}, 2},
        {{0, 0, 0, 0}, {0, 0, 0, 1}, 3}, {{1, 0, 0, 0}, {0, 0, 0, 0}, 1}, {{0, 0, 0, 0}, {1, 0, 0, 0}, 1},
    };
    for (unsigned n = 0; n < sizeof cases / sizeof *cases; n++) {
        fresh(NULL);
        for (unsigned s = 0; s < 4; s++) {
            struct isa_alu alu = op(ISA_OP2_DOT4, 1, s);
            alu.src[0] = alu.src[1] = src(1, s);
            alu.clamp = cases[n].clamp[s];
            alu.omod = cases[n].omod[s];
            put(s, s == 3 ? last(alu) : alu);
        }
        decide();
        if (cases[n].wrong)
            assert_error(ISSUE_BAD_RULE, RULE_OUTPUT, cases[n].wrong);
        else
            assert_issued();
    }
}

static void reserved_values_of_pred_sel_and_index_mode_are_stopped(void **state)
{
    (void)state;
    struct isa_alu alu = mov(1, X, 1, X);
    alu.pred_sel = 1;
    issue_alone(alu);
    assert_error(ISSUE_BAD_RULE, RULE_PRED_SEL, 0);
    fresh(NULL);
    alu.pred_sel = 0;
    alu.index_mode = 7;
    issue_alone(alu); /* nothing is relative */
    assert_issued();
    fresh(NULL);
    issue_alone(relative_source(alu));
    assert_error(ISSUE_BAD_RULE, RULE_INDEX_MODE, 0);
}

static void one_element_of_ar_serves_a_group(void **state)
{
    (void)state;
    for (unsigned same = 0; same < 2; same++) {
        fresh(NULL);
        put(0, mova(X));
        put(1, last(mova(Y)));
        decide();
        rotate();
        for (unsigned i = 0; i < 2; i++)
            run(mov(1, Y, 1, Y));
        struct isa_alu alu = by_ar(ISA_SRC_CFILE, X, same ? ISA_INDEX_AR_X : ISA_INDEX_AR_Y);
        alu.dst_chan = Y;
        put(0, by_ar(ISA_SRC_CFILE, X, ISA_INDEX_AR_X));
        put(1, last(alu));
        decide();
        if (same)
            assert_issued();
        else
            assert_error(ISSUE_BAD_RULE, RULE_AR_ELEMENTS, 1);
    }
}

/* MOVA* in X and Y long ago, then `first` and `second` together. */
static void issue_two_after_mova(struct isa_alu first, struct isa_alu second)
{
    fresh(NULL);
    put(0, mova(X));
    put(1, last(mova(Y)));
    decide();
    rotate();
    for (unsigned i = 0; i < 2; i++)
        run(mov(1, Y, 1, Y));
    put(0, first);
    put(1, last(second));
    decide();
}

static void neither_two_index_modes_nor_two_elements_of_ar_are_issued_at_once(void **state)
{
    (void)state;
    struct isa_alu by_x = relative_source(mov(1, X, 1, X)), by_y = relative_source(mov(1, Y, 1, X));
    by_y.index_mode = ISA_INDEX_AR_Y; /* both GPRs add AR.x */
    issue_two_after_mova(by_x, by_y);
    assert_error(ISSUE_BAD_RULE, RULE_AR_ELEMENTS, 1);
    struct isa_alu both = op(ISA_OP2_ADD, 1, Y); /* one mode: AR.x for the GPR, AR.y for the constant */
    both.index_mode = ISA_INDEX_AR_Y;
    both.src[0] = src(1, X);
    both.src[1] = src(ISA_SRC_CFILE, X);
    both.src[0].rel = both.src[1].rel = true;
    issue_two_after_mova(mov(1, X, 1, Y), both);
    assert_error(ISSUE_BAD_RULE, RULE_AR_ELEMENTS, 1);
    both.src[1].rel = false;
    issue_two_after_mova(mov(1, X, 1, Y), both);
    assert_issued();
}

static void a_chip_without_doubles_names_the_first_and_issues_everything_else(void **state)
{
    (void)state;
    issue.in.doubles = false;
    issue.in.head = 4;
    put(0, mov(1, X, 1, X));
    put(1, predicate_set(Z, ISA_OP2_ADD_64));
    put(2, last(predicate_set(W, ISA_OP2_ADD_64)));
    decide();
    assert_error(ISSUE_NO_DOUBLES, 0, 5);
    fresh(NULL);
    issue.in.doubles = false;
    put(0, predicate_set(X, ISA_OP2_ADD_64));
    put(1, last(predicate_set(Y, ISA_OP2_ADD_64)));
    decide();
    assert_error(ISSUE_NO_DOUBLES, 0, 0);
    fresh(NULL);
    issue.in.doubles = false;
    put(0, mov(1, X, 1, X));
    put(1, last(op(ISA_OP2_RECIP_IEEE, 1, Y)));
    decide();
    assert_issued();
}

static void doubles_need_a_chip_that_has_them(void **state)
{
    (void)state;
    for (unsigned doubles = 0; doubles < 2; doubles++) {
        fresh(NULL);
        issue.in.doubles = doubles;
        put(0, predicate_set(Z, ISA_OP2_ADD_64));
        put(1, last(predicate_set(W, ISA_OP2_ADD_64)));
        decide();
        if (doubles)
            assert_issued();
        else
            assert_error(ISSUE_NO_DOUBLES, 0, 0);
    }
}

static void mova_in_trans_writes_the_element_for_gprs(void **state)
{
    (void)state;
    struct isa_alu alu = op(ISA_OP2_MOVA_GPR_INT, 0, Z);
    alu.src[0] = src(ISA_SRC_1_INT, 0);
    run(alu);
    assert_int_equal(issue.q.ar_write, 1u << T);
    for (unsigned i = 0; i < 2; i++)
        run(mov(1, Y, 1, Y));
    issue_alone(relative_source(mov(1, X, 1, X)));
    assert_issued();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_predicate_is_issued_without_another_and_without_a_kill),
        TEST(update_bits_belong_to_instructions_with_a_predicate),
        TEST(a_reduction_has_one_output_modifier),
        TEST(reserved_values_of_pred_sel_and_index_mode_are_stopped),
        TEST(one_element_of_ar_serves_a_group),
        TEST(neither_two_index_modes_nor_two_elements_of_ar_are_issued_at_once),
        TEST(a_chip_without_doubles_names_the_first_and_issues_everything_else),
        TEST(doubles_need_a_chip_that_has_them),
        TEST(mova_in_trans_writes_the_element_for_gprs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
