/* test_alu_rows_wide.c - reductions and doubles of a whole wavefront against the wide unit, quarter by quarter. */
#include "pipeline/alu/alu_control.h"
#include "pipeline/alu/alu_rows.h"
#include "tb/isa/alu_operands.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

enum { CORNERS, RANDOM, ORDINARY, SMALL, KINDS };

struct work {
    struct alu_issue_reg group;
    lanes_t              src[4][3];
    struct alu_row       slot[4];
    struct alu_rows      rows;
};

/* SMALL: products near 2^-126 and 2^-1022; the sign, the exponent and the mantissa of floats and of high words. */
static uint32_t operand(struct alu_random *random, unsigned kind, bool is_double)
{
    const uint32_t word = alu_random_word(random), sign_and_mantissa = is_double ? 0x800fffff : 0x807fffff;
    const unsigned middle = is_double ? 1023 : 127, shift = is_double ? 20 : 23;
    switch (kind) {
    case CORNERS:
        return alu_corners[word % ALU_CORNERS];
    case RANDOM:
        return alu_random_operand(random);
    case SMALL:
        return (word & sign_and_mantissa) | (middle / 2 - 12 + (word >> 8) % 24) << shift;
    default:
        return (word & sign_and_mantissa) | (middle - 7 + (word >> 8) % 16) << shift;
    }
}

/* `first` in X Y or in all slots; `second` in Z W. */
static void fill(struct work *work, struct alu_random *random, unsigned first, unsigned second, unsigned kind)
{
    const unsigned changes = alu_random_word(random);
    memset(&work->group, 0, sizeof work->group);
    memset(&work->rows, 0xa5, sizeof work->rows);
    work->group.used = 15;
    for (unsigned s = 0; s < 4; s++) {
        work->group.op.slot[s] = (alu_op_t)(s < 2 ? first : second);
        work->group.absolute.slot[s] = changes & 1 ? alu_random_word(random) & 7 : 0;
        work->group.negate.slot[s] = changes & 2 ? alu_random_word(random) & 7 : 0;
        work->group.omod.slot[s] = changes & 4 ? alu_random_word(random) & 3 : 0;
        work->group.clamp.slot[s] = changes & 8 ? alu_random_word(random) & 1 : 0;
        for (unsigned n = 0; n < 3; n++) {
            work->slot[s].src[n] = &work->src[s][n];
            for (unsigned i = 0; i < LANES; i++)
                work->src[s][n].lane[i] = operand(random, kind, isa_alu_ops[first].flags & ISA_DOUBLE);
        }
    }
    work->rows.modified = alu_random_word(random) & 15; /* where the values are to go */
    work->rows.pairs = alu_control_pairs(&work->group);
    work->rows.wide = 15;
    for (unsigned s = 0; s < 4; s++)
        work->slot[s].result = work->rows.modified >> s & 1 ? &work->rows.value[s] : &work->rows.result[s];
    alu_rows_wide(&work->group, work->slot, &work->rows);
}

/* Lanes in which the unit has another value, and quarters in which it has other flags. */
static unsigned wrong(const struct work *work)
{
    unsigned            count = 0;
    struct alu_wide_reg q = {0}, d = {0};
    struct alu_wide_in  in = {.valid = WIDE_ALL,
                              .op = alu_control_wide_op(&work->group),
                              .absolute = alu_control_vector(&work->group.absolute),
                              .negate = alu_control_vector(&work->group.negate),
                              .omod = alu_control_of_pairs(&work->group, &work->group.omod),
                              .clamp = alu_control_of_pairs(&work->group, &work->group.clamp)};
    for (unsigned quarter = 0; quarter < QUARTERS; quarter++) {
        for (unsigned l = 0; l < 4 * QUARTER; l++) {
            in.src0.lane[l] = work->src[l / QUARTER][0].quarter[quarter].lane[l % QUARTER];
            in.src1.lane[l] = work->src[l / QUARTER][1].quarter[quarter].lane[l % QUARTER];
            in.src2.lane[l] = work->src[l / QUARTER][2].quarter[quarter].lane[l % QUARTER];
        }
        alu_wide_eval(&in, &q, &d);
        for (unsigned l = 0; l < 4 * QUARTER; l++) {
            const unsigned s = l / QUARTER;
            count += alu_rows_value(&work->rows, s)->quarter[quarter].lane[l % QUARTER] != d.result.lane[l];
        }
        count += memcmp(&work->rows.wide_flags[quarter], &d.flags, sizeof d.flags) != 0;
        for (unsigned s = 0; s < 4; s++)
            count += mask_quarter(work->rows.flags[s], quarter) != d.flags.pair[s / 2];
    }
    return count;
}

static void rows_of_the_wide_unit_are_its_quarters(void **state)
{
    (void)state;
    struct alu_random  random = {1};
    static struct work work;
    unsigned           operations = 0;
    for (unsigned id = 0; id < ISA_ALU_COUNT; id++) {
        if (!(isa_alu_ops[id].flags & (ISA_REDUCTION | ISA_DOUBLE)))
            continue;
        operations++;
        for (unsigned n = 0; n < 400; n++) {
            fill(&work, &random, id, id, n % KINDS);
            if (wrong(&work))
                fail_msg("%s: rows and quarters differ", isa_alu_ops[id].name);
        }
    }
    assert_int_equal(operations, 18);
}

/* Each pair has operands and flags of its own. */
static void two_operations_of_two_slots_keep_apart(void **state)
{
    (void)state;
    static const unsigned ids[] = {ISA_OP2_ADD_64, ISA_OP2_LDEXP_64, ISA_OP2_FRACT_64, ISA_OP2_PRED_SETGT_64};
    struct alu_random     random = {2};
    static struct work    work;
    for (unsigned n = 0; n < 800; n++) {
        fill(&work, &random, ids[n / 4 % 4], ids[n / 16 % 4], n % KINDS);
        assert_int_equal(wrong(&work), 0);
    }
}

/* Leaves words on the stack that are no addresses. */
__attribute__((noinline)) static void litter(void)
{
    volatile unsigned char stack[16384];
    for (size_t i = 0; i < sizeof stack; i++)
        stack[i] = 0xa5;
}

/* An operation of two slots beside slots without an instruction, whose modifiers are of an earlier group. */
static void slots_without_an_instruction_have_no_operands(void **state)
{
    (void)state;
    static lanes_t         latch[FETCH_LATCHES], before[ISA_SLOTS];
    static lane_mask_t     none[FETCH_LATCHES];
    static const uint64_t  written[ISA_SLOTS];
    static struct work     work;
    struct operand_sources sources = {.latch = latch, .pv = none, .ps = none, .result = before, .written = written};
    for (unsigned clamp = 0; clamp < 2; clamp++) {
        memset(&work, 0, sizeof work);
        memset(&work.group.negate, 7, sizeof work.group.negate);
        work.group.used = 3;
        work.group.op.slot[0] = work.group.op.slot[1] = ISA_OP2_ADD_64;
        work.group.negate.slot[0] = 0;
        work.group.clamp.slot[0] = (uint8_t)clamp;
        for (unsigned n = 0; n < 2; n++) /* X and Y read X and Y in cycle n */
            for (unsigned s = 0; s < 2; s++)
                work.group.route.operand[3 * s + n] = (uint8_t)(FETCH_ELEMENTS * n + s);
        for (unsigned i = 0; i < LANES; i++) {
            latch[0].lane[i] = 0x3fd00000; /* 1/4 + 1/2 */
            latch[FETCH_ELEMENTS].lane[i] = 0x3fe00000;
        }
        litter();
        alu_rows_group(&work.group, &sources, &work.rows);
        for (unsigned i = 0; i < LANES; i++) {
            assert_int_equal(work.rows.result[0].lane[i], 0);
            assert_int_equal(work.rows.result[1].lane[i], 0x3fe80000);
        }
    }
}

/* One lane that is no ordinary number in the host's eyes: a NaN, an infinity less itself, a product that rounds up to
 * the smallest normal number. */
static void one_lane_decides(void **state)
{
    (void)state;
    static const struct {
        unsigned id;
        uint32_t x[2], w[2]; /* operands of X and of W */
    } cases[] = {
        {ISA_OP2_DOT4_IEEE, {0x7f80abcd, 0x3f800000}, {0, 0}},
        {ISA_OP2_DOT4_IEEE, {0x7f800000, 0x3f800000}, {0xff800000, 0x3f800000}},
        {ISA_OP2_DOT4, {0x00ffffff, 0x3f000000}, {0, 0}},
        {ISA_OP2_MUL_64, {0x7ff00000, 0x3ff00000}, {1, 0}},
        {ISA_OP2_MUL_64, {0x001fffff, 0x3fe00000}, {0xffffffff, 0}},
        {ISA_OP2_ADD_64, {0x7ff00000, 0xfff00000}, {0, 0}},
    };
    struct alu_random  random = {3};
    static struct work work;
    for (unsigned c = 0; c < sizeof cases / sizeof *cases; c++) {
        fill(&work, &random, cases[c].id, cases[c].id, ORDINARY);
        work.group.absolute = work.group.negate = work.group.omod = work.group.clamp = (slot_byte_t){{0}};
        for (unsigned n = 0; n < 2; n++)
            for (unsigned s = 0; s < 4; s++)
                work.src[s][n].lane[9 * c + 5] = s == 0 ? cases[c].x[n] : s == 3 ? cases[c].w[n] : 0;
        alu_rows_wide(&work.group, work.slot, &work.rows);
        assert_int_equal(wrong(&work), 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_of_the_wide_unit_are_its_quarters),
        cmocka_unit_test(two_operations_of_two_slots_keep_apart),
        cmocka_unit_test(slots_without_an_instruction_have_no_operands),
        cmocka_unit_test(one_lane_decides),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
