/* test_group.c - instruction groups: slots, order, literals, partners, each rule from both sides (ISA 4.3, 4.4, 4.7.6).
 */
#include "isa/r700/isa.h"

#include <glob.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>

#include <cmocka.h>

/* ---- building groups ------------------------------------------------------------------------------------------- */

enum { X, Y, Z, W, T };

struct builder {
    uint32_t words[64];
    unsigned count; /* 64-bit words */
};

/* One instruction with operands R0.x; `last` ends the group. */
static struct builder *add(struct builder *b, enum isa_alu_id id, unsigned chan, bool last)
{
    struct isa_alu alu = {.id = id};
    alu.op3 = isa_alu_ops[id].op3;
    alu.opcode = isa_alu_ops[id].opcode;
    alu.dst_chan = (uint8_t)chan;
    alu.last = last;
    isa_alu_encode(&alu, &b->words[2 * b->count++]);
    return b;
}

/* The last instruction added takes the literal's element `chan` as operand `s`. */
static struct builder *literal(struct builder *b, unsigned s, unsigned chan)
{
    struct isa_alu alu;
    isa_alu_decode(&b->words[2 * (b->count - 1)], &alu);
    alu.src[s].sel = ISA_SRC_LITERAL;
    alu.src[s].chan = (uint8_t)chan;
    isa_alu_encode(&alu, &b->words[2 * (b->count - 1)]);
    return b;
}

static struct builder *values(struct builder *b, uint32_t first, uint32_t second)
{
    b->words[2 * b->count] = first;
    b->words[2 * b->count++ + 1] = second;
    return b;
}

static void expect(const struct builder *b, bool prefer_vector, enum isa_group_status status, unsigned at)
{
    struct isa_group group;
    unsigned         fault = 99;
    assert_string_equal(isa_group_status_text(isa_group_assemble(b->words, b->count, prefer_vector, &group, &fault)),
                        isa_group_status_text(status));
    if (status != ISA_GROUP_OK)
        assert_int_equal(fault, at);
}

static struct isa_group assembled(const struct builder *b, bool prefer_vector)
{
    struct isa_group group;
    unsigned         at;
    assert_int_equal(isa_group_assemble(b->words, b->count, prefer_vector, &group, &at), ISA_GROUP_OK);
    return group;
}

#define NEW (&(struct builder){.count = 0})

/* ---- slots ----------------------------------------------------------------------------------------------------- */

static void a_full_group_fills_x_y_z_w_and_t(void **unused)
{
    (void)unused;
    struct builder *b = NEW;
    for (unsigned chan = X; chan <= W; chan++)
        add(b, ISA_OP2_ADD, chan, false);
    add(b, ISA_OP2_MUL, Y, true);
    for (unsigned prefer = 0; prefer < 2; prefer++) {
        struct isa_group group = assembled(b, prefer);
        for (unsigned s = 0; s < ISA_SLOTS; s++) {
            assert_true(group.used[s]);
            assert_int_equal(group.place[s], s);
            assert_int_equal(group.slot[s].id, s == T ? ISA_OP2_MUL : ISA_OP2_ADD);
        }
        assert_int_equal(group.slot[T].dst_chan, Y);
        assert_int_equal(group.instructions, 5);
        assert_int_equal(group.size, 5);
        assert_int_equal(group.literals, 0);
    }
}

static void the_group_ends_at_last(void **unused)
{
    (void)unused;
    struct builder  *b = add(add(add(NEW, ISA_OP2_ADD, X, false), ISA_OP2_ADD, Z, true), ISA_OP2_ADD, W, true);
    struct isa_group group = assembled(b, true);
    assert_int_equal(group.instructions, 2);
    assert_int_equal(group.size, 2);
    assert_true(group.used[X] && !group.used[Y] && group.used[Z] && !group.used[W] && !group.used[T]);
    assert_int_equal(group.place[Z], 1);
}

static void an_ambiguous_last_instruction_follows_prefer_vector(void **unused)
{
    (void)unused;
    struct builder *b = add(add(NEW, ISA_OP2_ADD, X, false), ISA_OP2_MOV, Z, true);
    assert_true(assembled(b, true).used[Z] && !assembled(b, true).used[T]);
    assert_true(assembled(b, false).used[T] && !assembled(b, false).used[Z]);
    assert_true(assembled(b, false).used[X]); /* not the last: stays in its vector slot */
    assert_int_equal(assembled(b, false).slot[T].dst_chan, Z);
}

static void vector_and_trans_instructions_do_not_follow_prefer_vector(void **unused)
{
    (void)unused;
    for (unsigned prefer = 0; prefer < 2; prefer++) {
        assert_true(assembled(add(NEW, ISA_OP2_MOVA_INT, X, true), prefer).used[X]);
        assert_true(assembled(add(NEW, ISA_OP2_RECIP_IEEE, X, true), prefer).used[T]);
    }
}

static void a_trans_instruction_goes_to_trans_although_its_element_is_free(void **unused)
{
    (void)unused;
    struct isa_group group = assembled(add(add(NEW, ISA_OP2_ADD, X, false), ISA_OP2_SIN, W, true), true);
    assert_true(group.used[X] && group.used[T] && !group.used[W]);
    assert_int_equal(group.slot[T].dst_chan, W);
}

static void a_taken_element_sends_the_instruction_to_trans(void **unused)
{
    (void)unused;
    struct isa_group group = assembled(add(add(NEW, ISA_OP2_ADD, Y, false), ISA_OP2_ADD_INT, Y, true), true);
    assert_int_equal(group.slot[Y].id, ISA_OP2_ADD);
    assert_int_equal(group.slot[T].id, ISA_OP2_ADD_INT);
}

static void shifts_and_integer_adds_go_anywhere(void **unused)
{
    (void)unused;
    static const enum isa_alu_id ids[] = {ISA_OP2_ADD_INT, ISA_OP2_LSHL_INT, ISA_OP2_LSHR_INT, ISA_OP2_ASHR_INT};
    for (unsigned i = 0; i < sizeof ids / sizeof *ids; i++) {
        struct isa_group group = assembled(add(add(NEW, ids[i], Z, false), ids[i], Z, true), true);
        assert_true(group.used[Z] && group.used[T]);
    }
}

/* ---- faults ---------------------------------------------------------------------------------------------------- */

static void two_instructions_for_trans_are_refused(void **unused)
{
    (void)unused;
    expect(add(add(NEW, ISA_OP2_ADD, X, false), ISA_OP2_SIN, X, true), true, ISA_GROUP_OK, 0);
    expect(add(add(NEW, ISA_OP2_COS, X, false), ISA_OP2_SIN, Y, true), true, ISA_GROUP_TRANS_TAKEN, 1);
    expect(add(add(add(NEW, ISA_OP2_ADD, X, false), ISA_OP2_ADD, X, false), ISA_OP2_ADD, X, true), true,
           ISA_GROUP_TRANS_TAKEN, 2);
}

static void two_vector_instructions_for_one_element_are_refused(void **unused)
{
    (void)unused;
    expect(add(add(NEW, ISA_OP2_MOVA_INT, X, false), ISA_OP2_MOVA_INT, Y, true), true, ISA_GROUP_OK, 0);
    expect(add(add(NEW, ISA_OP2_MOVA_INT, X, false), ISA_OP2_MOVA_INT, X, true), true, ISA_GROUP_SLOT_TAKEN, 1);
    expect(add(add(NEW, ISA_OP2_ADD, X, false), ISA_OP2_MOVA_INT, X, true), true, ISA_GROUP_SLOT_TAKEN, 1);
}

static void elements_out_of_order_are_refused(void **unused)
{
    (void)unused;
    expect(add(add(NEW, ISA_OP2_ADD, Y, false), ISA_OP2_ADD, Z, true), true, ISA_GROUP_OK, 0);
    expect(add(add(NEW, ISA_OP2_ADD, Z, false), ISA_OP2_ADD, Y, true), true, ISA_GROUP_ORDER, 1);
    /* ... but with prefer_vector off the same last instruction is the trans slot's, which stands last. */
    expect(add(add(NEW, ISA_OP2_ADD, Z, false), ISA_OP2_ADD, Y, true), false, ISA_GROUP_OK, 0);
}

static void a_trans_instruction_must_be_the_last(void **unused)
{
    (void)unused;
    expect(add(add(NEW, ISA_OP2_ADD, W, false), ISA_OP2_SIN, X, true), true, ISA_GROUP_OK, 0);
    expect(add(add(NEW, ISA_OP2_SIN, X, false), ISA_OP2_ADD, W, true), true, ISA_GROUP_ORDER, 1);
}

static void a_sixth_instruction_is_refused(void **unused)
{
    (void)unused;
    for (unsigned last = 4; last <= 5; last++) {
        struct builder *b = NEW;
        for (unsigned i = 0; i <= last; i++)
            add(b, ISA_OP2_ADD, i <= W ? i : W, i == last);
        expect(b, true, last == 4 ? ISA_GROUP_OK : ISA_GROUP_TOO_LONG, 5);
    }
}

static void a_group_without_last_at_the_end_of_the_clause_is_refused(void **unused)
{
    (void)unused;
    expect(add(add(NEW, ISA_OP2_ADD, X, false), ISA_OP2_ADD, Y, true), true, ISA_GROUP_OK, 0);
    expect(add(add(NEW, ISA_OP2_ADD, X, false), ISA_OP2_ADD, Y, false), true, ISA_GROUP_TRUNCATED, 2);
    expect(NEW, true, ISA_GROUP_TRUNCATED, 0);
}

static void a_reserved_opcode_is_refused(void **unused)
{
    (void)unused;
    struct builder *b = add(add(NEW, ISA_OP2_ADD, X, false), ISA_OP2_MAX4, Y, true);
    b->words[3] += 1u << 7; /* 83 is MAX4, 84 reserved */
    expect(b, true, ISA_GROUP_ILLEGAL_OP, 1);
}

/* ---- literals -------------------------------------------------------------------------------------------------- */

static void literals_are_one_word_for_x_and_y(void **unused)
{
    (void)unused;
    for (unsigned chan = X; chan <= Y; chan++) {
        struct isa_group group = assembled(values(literal(add(NEW, ISA_OP2_ADD, X, true), 0, chan), 11, 22), true);
        assert_int_equal(group.literals, 2);
        assert_int_equal(group.size, 2);
        assert_int_equal(group.instructions, 1);
        assert_int_equal(group.literal[0], 11);
        assert_int_equal(group.literal[1], 22);
    }
}

static void literals_are_two_words_when_any_operand_takes_z_or_w(void **unused)
{
    (void)unused;
    for (unsigned chan = Z; chan <= W; chan++) {
        struct builder *b = literal(add(NEW, ISA_OP2_ADD, X, false), 1, chan);
        literal(add(b, ISA_OP2_ADD, Y, true), 0, X);
        struct isa_group group = assembled(values(values(b, 1, 2), 3, 4), true);
        assert_int_equal(group.literals, 4);
        assert_int_equal(group.size, 4);
        for (unsigned i = 0; i < 4; i++)
            assert_int_equal(group.literal[i], i + 1);
    }
}

static void the_third_operand_counts_in_op3_only(void **unused)
{
    (void)unused;
    struct isa_group group = assembled(values(literal(add(NEW, ISA_OP3_MULADD, X, true), 2, Y), 5, 6), true);
    assert_int_equal(group.literals, 2);
    /* The bits of SRC2_SEL hold other fields in OP2: 253 in them is no literal. */
    struct builder *b = add(NEW, ISA_OP2_ADD, X, true);
    b->words[1] |= ISA_SRC_LITERAL & 0x7f;
    assert_int_equal(assembled(b, true).literals, 0);
}

static void operands_that_are_not_used_fetch_literals_too(void **unused)
{
    (void)unused;
    struct builder *b = values(values(literal(add(NEW, ISA_OP2_MOV, X, true), 1, W), 7, 8), 9, 10);
    assert_int_equal(assembled(b, true).literals, 4);
    assert_int_equal(assembled(b, true).size, 3);
}

static void literals_beyond_the_clause_are_refused(void **unused)
{
    (void)unused;
    struct builder *b = literal(add(NEW, ISA_OP2_ADD, X, true), 0, Z);
    expect(b, true, ISA_GROUP_TRUNCATED, 0);
    expect(values(b, 1, 2), true, ISA_GROUP_TRUNCATED, 0);
    expect(values(b, 3, 4), true, ISA_GROUP_OK, 0);
}

static void the_longest_group_has_seven_words(void **unused)
{
    (void)unused;
    struct builder *b = NEW;
    for (unsigned i = 0; i < 5; i++)
        add(b, ISA_OP2_ADD, i <= W ? i : W, i == 4);
    literal(b, 0, W);
    assert_int_equal(assembled(values(values(b, 1, 2), 3, 4), true).size, 7);
}

/* ---- reductions and doubles ------------------------------------------------------------------------------------ */

static struct builder *span(enum isa_alu_id id, struct builder *b, unsigned first, unsigned last)
{
    for (unsigned chan = first; chan <= last; chan++)
        add(b, id, chan, chan == last);
    return b;
}

static void reductions_need_all_four_elements(void **unused)
{
    (void)unused;
    static const enum isa_alu_id ids[] = {ISA_OP2_DOT4, ISA_OP2_DOT4_IEEE, ISA_OP2_CUBE, ISA_OP2_MAX4};
    for (unsigned i = 0; i < sizeof ids / sizeof *ids; i++) {
        expect(span(ids[i], NEW, X, W), true, ISA_GROUP_OK, 0);
        expect(span(ids[i], NEW, X, W), false, ISA_GROUP_OK, 0);
        expect(span(ids[i], NEW, X, Z), true, ISA_GROUP_REDUCTION, 0);
        expect(span(ids[i], NEW, Y, W), true, ISA_GROUP_REDUCTION, 0);
    }
}

static void reductions_of_two_kinds_do_not_mix(void **unused)
{
    (void)unused;
    struct builder *b = add(add(NEW, ISA_OP2_DOT4, X, false), ISA_OP2_DOT4, Y, false);
    expect(add(add(b, ISA_OP2_DOT4_IEEE, Z, false), ISA_OP2_DOT4_IEEE, W, true), true, ISA_GROUP_REDUCTION, 0);
}

static void a_reduction_leaves_trans_free(void **unused)
{
    (void)unused;
    struct builder *b = NEW;
    for (unsigned chan = X; chan <= W; chan++)
        add(b, ISA_OP2_DOT4, chan, false);
    assert_true(assembled(add(b, ISA_OP2_SIN, X, true), true).used[T]);
}

static void two_slot_doubles_take_xy_or_zw(void **unused)
{
    (void)unused;
    for (unsigned i = 0; i < ISA_ALU_COUNT; i++) {
        if (!(isa_alu_ops[i].flags & ISA_DOUBLE) || isa_alu_ops[i].slots != 2)
            continue;
        expect(span(i, NEW, X, Y), true, ISA_GROUP_OK, 0);
        expect(span(i, NEW, Z, W), true, ISA_GROUP_OK, 0);
        expect(span(i, NEW, X, W), true, ISA_GROUP_OK, 0);
        expect(span(i, NEW, X, X), true, ISA_GROUP_DOUBLE, 0);
        expect(span(i, NEW, W, W), true, ISA_GROUP_DOUBLE, 0);
        expect(span(i, NEW, Y, Z), true, ISA_GROUP_DOUBLE, 0);
        expect(span(i, NEW, X, Z), true, ISA_GROUP_DOUBLE, 2);
    }
}

static void four_slot_doubles_take_the_whole_vector(void **unused)
{
    (void)unused;
    for (unsigned i = 0; i < ISA_ALU_COUNT; i++) {
        if (!(isa_alu_ops[i].flags & ISA_DOUBLE) || isa_alu_ops[i].slots != 4)
            continue;
        expect(span(i, NEW, X, W), true, ISA_GROUP_OK, 0);
        expect(span(i, NEW, X, Y), true, ISA_GROUP_DOUBLE, 0);
        expect(span(i, NEW, X, Z), true, ISA_GROUP_DOUBLE, 0);
    }
}

static void a_pair_of_doubles_shares_the_group_with_others(void **unused)
{
    (void)unused;
    struct builder *b = add(add(NEW, ISA_OP2_ADD_64, X, false), ISA_OP2_ADD_64, Y, false);
    expect(add(add(b, ISA_OP2_MUL, Z, false), ISA_OP2_MUL, Z, true), true, ISA_GROUP_OK, 0);
}

/* ---- compiled code --------------------------------------------------------------------------------------------- */

/* The start of an ALU clause of a fragment shader as Mesa's r600 driver writes it; its listing names the slots. */
static void compiled_groups_get_the_slots_of_their_listing(void **unused)
{
    (void)unused;
    static const uint32_t words[] = {
        0x001fa000, 0x202284fd, /* y: MULADD_IEEE R1.y, R0.x, literal, literal */
        0x811fa400, 0x402280fc, /* z: MULADD_IEEE R1.z, R0.y, literal, 0.5 */
        0x40400000, 0x3e800000, 0x40000000,
        0x00000000, 0x001fa8fe, 0x000280fc, /* x: MULADD_IEEE R0.x, PV.z, literal, 0.5 */
        0x009fa8fe, 0x40800110,             /* z: MUL_IEEE R4.z, PV.z, literal */
        0x001fa4fe, 0x602280fc,             /* w: MULADD_IEEE R1.w, PV.y, literal, 0.5 */
        0x800004fe, 0x60003090,             /* t: EXP_IEEE R0.w, PV.y */
        0x3e22f983, 0x3fb8aa3b,
    };
    struct isa_group group;
    unsigned         at;
    assert_int_equal(isa_group_assemble(words, 9, true, &group, &at), ISA_GROUP_OK);
    assert_true(!group.used[X] && group.used[Y] && group.used[Z] && !group.used[W] && !group.used[T]);
    assert_int_equal(group.size, 4);
    assert_int_equal(group.literal[2], 0x40000000);
    assert_int_equal(isa_group_assemble(words + 8, 5, true, &group, &at), ISA_GROUP_OK);
    assert_true(group.used[X] && !group.used[Y] && group.used[Z] && group.used[W] && group.used[T]);
    assert_int_equal(group.size, 5);
    assert_int_equal(group.literals, 2);
}

#define MAX_DWORDS 4096

/* A reader of PV or PS needs an instruction in that slot of the group before; reductions fill all of PV. */
static bool reads_filled_slots(const struct isa_group *group, const struct isa_group *before)
{
    for (unsigned s = 0; s < ISA_SLOTS; s++)
        for (unsigned k = 0; group->used[s] && k < isa_alu_ops[group->slot[s].id].operands; k++) {
            const struct isa_alu_src *src = &group->slot[s].src[k];
            if (src->sel == ISA_SRC_PV && !before->used[src->chan])
                return false;
            if (src->sel == ISA_SRC_PS && !before->used[T])
                return false;
        }
    return true;
}

static void check_clause(const uint32_t *words, unsigned count)
{
    struct isa_group group, before = {0};
    unsigned         at;
    for (unsigned i = 0; i < count; i += group.size, before = group) {
        assert_int_equal(isa_group_assemble(words + 2 * (size_t)i, count - i, true, &group, &at), ISA_GROUP_OK);
        assert_true(reads_filled_slots(&group, &before));
    }
}

static void check_program(const char *path)
{
    static uint32_t words[MAX_DWORDS];
    unsigned        n = 0, word;
    FILE           *file = fopen(path, "r");
    assert_non_null(file);
    while (n < MAX_DWORDS && fscanf(file, "%x", &word) == 1)
        words[n++] = word;
    fclose(file);
    for (unsigned i = 0; i + 1 < n; i += 2) {
        const struct isa_cf_op *op = isa_cf_lookup(&words[i]);
        struct isa_cf           cf;
        struct isa_cf_alu       alu;
        assert_non_null(op);
        isa_unpack_cf(&words[i], &cf);
        isa_unpack_cf_alu(&words[i], &alu);
        if (op->klass == ISA_CF_ALU) {
            assert_true(2 * (alu.addr + alu.count + 1) <= n);
            check_clause(&words[2 * alu.addr], alu.count + 1);
        } else if (cf.end_of_program || op->id == ISA_CF_INST_RETURN) {
            return;
        }
    }
}

static void compiled_programs_assemble_and_forward_with_prefer_vector(void **unused)
{
    (void)unused;
    static const char *const places[] = {"tb/corpus/*-rv770/*/*.hex", "../shared/corpus/*-rv770/*/*.hex"};
    for (unsigned p = 0; p < sizeof places / sizeof *places; p++) {
        glob_t found = {0};
        if (glob(places[p], 0, NULL, &found) == 0)
            for (size_t i = 0; i < found.gl_pathc; i++)
                check_program(found.gl_pathv[i]);
        globfree(&found);
    }
}

static void every_status_has_a_text_of_its_own(void **unused)
{
    (void)unused;
    for (unsigned a = ISA_GROUP_OK; a <= ISA_GROUP_DOUBLE; a++) {
        assert_non_null(isa_group_status_text(a));
        for (unsigned b = a + 1; b <= ISA_GROUP_DOUBLE; b++)
            assert_string_not_equal(isa_group_status_text(a), isa_group_status_text(b));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_full_group_fills_x_y_z_w_and_t),
        cmocka_unit_test(the_group_ends_at_last),
        cmocka_unit_test(an_ambiguous_last_instruction_follows_prefer_vector),
        cmocka_unit_test(vector_and_trans_instructions_do_not_follow_prefer_vector),
        cmocka_unit_test(a_trans_instruction_goes_to_trans_although_its_element_is_free),
        cmocka_unit_test(a_taken_element_sends_the_instruction_to_trans),
        cmocka_unit_test(shifts_and_integer_adds_go_anywhere),
        cmocka_unit_test(two_instructions_for_trans_are_refused),
        cmocka_unit_test(two_vector_instructions_for_one_element_are_refused),
        cmocka_unit_test(elements_out_of_order_are_refused),
        cmocka_unit_test(a_trans_instruction_must_be_the_last),
        cmocka_unit_test(a_sixth_instruction_is_refused),
        cmocka_unit_test(a_group_without_last_at_the_end_of_the_clause_is_refused),
        cmocka_unit_test(a_reserved_opcode_is_refused),
        cmocka_unit_test(literals_are_one_word_for_x_and_y),
        cmocka_unit_test(literals_are_two_words_when_any_operand_takes_z_or_w),
        cmocka_unit_test(the_third_operand_counts_in_op3_only),
        cmocka_unit_test(operands_that_are_not_used_fetch_literals_too),
        cmocka_unit_test(literals_beyond_the_clause_are_refused),
        cmocka_unit_test(the_longest_group_has_seven_words),
        cmocka_unit_test(reductions_need_all_four_elements),
        cmocka_unit_test(reductions_of_two_kinds_do_not_mix),
        cmocka_unit_test(a_reduction_leaves_trans_free),
        cmocka_unit_test(two_slot_doubles_take_xy_or_zw),
        cmocka_unit_test(four_slot_doubles_take_the_whole_vector),
        cmocka_unit_test(a_pair_of_doubles_shares_the_group_with_others),
        cmocka_unit_test(compiled_groups_get_the_slots_of_their_listing),
        cmocka_unit_test(compiled_programs_assemble_and_forward_with_prefer_vector),
        cmocka_unit_test(every_status_has_a_text_of_its_own),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
