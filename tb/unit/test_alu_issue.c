/* test_alu_issue.c - issue of instruction groups: slots, operands, forwarding, errors (ISA 4.3 to 4.7, 4.11). */
#include "tb/unit/clock.h"

#include "pipeline/alu_issue.h"
#include "pipeline/alu_rules.h"

enum { X, Y, Z, W, T, BUFFER = 16, BASE = 40, GPRS = 20, TEMPORARIES = 4, TEMPORARY_ROW = 248 };

static struct alu_issue     issue;
static uint64_t             buffer[BUFFER];
static uint32_t             lines[4][64], constants[256 * 4];
static lanes_t              ar[4];
static struct issue_sources sources;

static int fresh(void **state)
{
    (void)state;
    memset(buffer, 0, sizeof buffer);
    memset(ar, 0, sizeof ar);
    for (unsigned line = 0; line < 4; line++)
        for (unsigned i = 0; i < 64; i++)
            lines[line][i] = 0x100000 * (line + 1) + i;
    for (unsigned i = 0; i < 256 * 4; i++)
        constants[i] = 0xcf000000u + i;
    sources = (struct issue_sources){
        .buffer = buffer, .kc_line = {lines[0], lines[1], lines[2], lines[3]}, .constants = constants, .ar = ar};
    memset(&issue, 0xa5, sizeof issue);
    issue.in = (struct alu_issue_in){.clause = true,
                                     .clause_index = 11,
                                     .first = true,
                                     .left = 100,
                                     .available = 16,
                                     .slot = 200,
                                     .number = 0xabcd1234,
                                     .base = BASE,
                                     .active = 0x0123456789abcdefull,
                                     .lanes = 0xfedcba9876543210ull,
                                     .kc_have = 15,
                                     .num_gprs = GPRS,
                                     .temporaries = TEMPORARIES,
                                     .temporary_row = TEMPORARY_ROW,
                                     .prefer_vector = true,
                                     .rotations = 1,
                                     .mova_delay = 2,
                                     .doubles = true,
                                     .waterfall_clk = 4};
    alu_issue_reset(&issue);
    return 0;
}

/* ---- instructions ----------------------------------------------------------------------------------------------- */

static struct isa_alu op(enum isa_alu_id id, unsigned gpr, unsigned chan)
{
    return (struct isa_alu){.id = id,
                            .op3 = isa_alu_ops[id].op3,
                            .opcode = isa_alu_ops[id].opcode,
                            .write_mask = true,
                            .dst_gpr = (uint8_t)gpr,
                            .dst_chan = (uint8_t)chan};
}

static struct isa_alu_src src(unsigned sel, unsigned chan)
{
    return (struct isa_alu_src){.sel = (uint16_t)sel, .chan = (uint8_t)chan};
}

/* MOV of one operand to GPR.chan. */
static struct isa_alu mov(unsigned gpr, unsigned chan, unsigned sel, unsigned sel_chan)
{
    struct isa_alu alu = op(ISA_OP2_MOV, gpr, chan);
    alu.src[0] = src(sel, sel_chan);
    return alu;
}

static struct isa_alu last(struct isa_alu alu)
{
    alu.last = true;
    return alu;
}

static struct isa_alu relative_source(struct isa_alu alu)
{
    alu.src[0].rel = true;
    return alu;
}

static struct isa_alu relative_destination(struct isa_alu alu)
{
    alu.dst_rel = true;
    return alu;
}

static struct isa_alu mova(unsigned chan)
{
    struct isa_alu alu = op(ISA_OP2_MOVA_INT, 0, chan);
    alu.src[0] = src(ISA_SRC_1_INT, 0);
    return alu;
}

static uint64_t encoded(struct isa_alu alu)
{
    uint32_t dwords[2];
    isa_alu_encode(&alu, dwords);
    return (uint64_t)dwords[1] << 32 | dwords[0];
}

static void put(unsigned place, struct isa_alu alu)
{
    buffer[(issue.in.head + place) % BUFFER] = encoded(alu);
}

/* ---- clocks ----------------------------------------------------------------------------------------------------- */

static void tick(void)
{
    alu_issue_eval(&issue.in, &issue.q, &issue.d, &sources);
    rtl_commit(&issue);
    issue.in.decide = issue.in.window = issue.in.slot_end = false;
}

static void decide(void)
{
    issue.in.decide = issue.in.slot_end = true;
    tick();
}

/* From the clock after a decision to the next one: the read window, then the execution window. */
static void rotate(void)
{
    issue.in.window = true;
    tick();
    issue.in.first = false;
}

/* Issues one group of one instruction; the next decision may follow. */
static void run(struct isa_alu alu)
{
    put(0, last(alu));
    decide();
    assert_true(issue.q.reading);
    rotate();
}

static void issue_alone(struct isa_alu alu)
{
    put(0, last(alu));
    decide();
}

static void assert_error(enum issue_error error, unsigned detail, uint32_t address)
{
    assert_int_equal(issue.q.error, error);
    assert_int_equal(issue.q.error_detail, detail);
    assert_int_equal(issue.q.error_address, address);
    assert_false(issue.q.reading);
    assert_int_equal(issue.q.consume, 0);
    assert_int_equal(issue.q.empty, 1);
}

static void assert_issued(void)
{
    assert_int_equal(issue.q.error, ISSUE_OK);
    assert_true(issue.q.reading);
}

/* ---- timing ----------------------------------------------------------------------------------------------------- */

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

/* ---- slots ------------------------------------------------------------------------------------------------------ */

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

/* ---- destinations (ISA 4.9.2, 4.9.4) ---------------------------------------------------------------------------- */

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

/* ---- GPR operands ----------------------------------------------------------------------------------------------- */

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

/* ---- PV, PS, constants ------------------------------------------------------------------------------------------ */

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

/* ---- forwarding (ISA 4.11) -------------------------------------------------------------------------------------- */

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

static void forwarding_goes_on_over_empty_rotations(void **state)
{
    (void)state;
    run(mov(5, X, 1, X));
    issue.in.available = 0;
    decide();
    assert_int_equal(issue.q.stall, ISSUE_STALL_INSTRUCTION);
    rotate();
    issue.in.available = 16;
    assert_int_equal(forward_of(5, X), FORWARD_PV);
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

/* ---- instruction buffer and group errors ------------------------------------------------------------------------ */

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

/* ---- AR (ISA 4.6.1, 4.6.3, 4.6.4.5, 4.8.2.2) -------------------------------------------------------------------- */

/* A MOVA* and the groups that must stand between it and a use of AR. */
static void run_mova(void)
{
    run(mova(X));
    run(mov(1, Y, 1, Y));
    run(mov(1, Y, 1, Y));
}

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

static void a_relative_read_of_what_a_relative_write_named_is_forwarded(void **state)
{
    (void)state;
    run_mova();
    run(relative_destination(mov(5, Y, 1, X)));
    issue_alone(relative_source(mov(9, X, 5, Y)));
    assert_int_equal(issue.q.forward.operand[0], FORWARD_PV);
    rotate();
    run(relative_destination(mov(5, Y, 1, X)));
    issue_alone(relative_source(mov(9, X, 6, Y)));
    assert_int_equal(issue.q.forward.operand[0], 0);
}

static void row_36c_a_plain_and_a_relative_register_are_never_seen_to_be_the_same(void **state)
{
    (void)state;
    issue.in.base = 0; /* row and number are equal */
    run_mova();
    run(relative_destination(mov(5, Y, 1, X)));
    issue_alone(mov(9, X, 5, Y));
    assert_int_equal(issue.q.forward.operand[0], 0);
    rotate();
    run(mov(5, Y, 1, X));
    issue_alone(relative_source(mov(9, X, 5, Y)));
    assert_int_equal(issue.q.forward.operand[0], 0);
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

/* ---- the constant file by AR (ISA 4.6.1, 4.6.4.5) --------------------------------------------------------------- */

static struct isa_alu by_ar(unsigned sel, unsigned chan, unsigned mode)
{
    struct isa_alu alu = relative_source(mov(1, X, sel, chan));
    alu.index_mode = (uint8_t)mode;
    return alu;
}

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

/* ---- global GPRs (ISA 2.6.1) ------------------------------------------------------------------------------------ */

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
        issue.in.other_write = 1u << (hit == 3 ? T : Y);
        issue.in.other_row.slot[Y] = issue.in.other_row.slot[T] = SHARED_ROW + 3;
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

/* ---- rules of a group (ISA 4.8, 4.9, 10.2) ---------------------------------------------------------------------- */

static struct isa_alu predicate_set(unsigned chan, enum isa_alu_id id)
{
    struct isa_alu alu = op(id, 1, chan);
    alu.src[0] = alu.src[1] = src(ISA_SRC_0, 0);
    return alu;
}

static void at_most_one_predicate_or_kill_is_issued_at_once(void **state)
{
    (void)state;
    static const enum isa_alu_id id[3] = {ISA_OP2_PRED_SETGT, ISA_OP2_KILLE, ISA_OP2_PRED_SETE_PUSH_INT};
    for (unsigned i = 0; i < 3; i++)
        for (unsigned j = 0; j < 3; j++) {
            fresh(NULL);
            put(0, predicate_set(X, id[i]));
            put(1, last(predicate_set(Y, id[j])));
            decide();
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

static void a_reduction_has_one_output_modifier(void **state)
{
    (void)state;
    for (unsigned which = 0; which < 3; which++) {
        fresh(NULL);
        for (unsigned s = 0; s < 4; s++) {
            struct isa_alu alu = op(ISA_OP2_DOT4, 1, s);
            alu.src[0] = alu.src[1] = src(1, s);
            alu.clamp = which == 1 && s == 2;
            alu.omod = which == 2 && s == 3 ? ISA_OMOD_M2 : ISA_OMOD_OFF;
            put(s, s == 3 ? last(alu) : alu);
        }
        decide();
        if (which)
            assert_error(ISSUE_BAD_RULE, RULE_OUTPUT, which + 1);
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

/* ---- aL (ISA 4.6.1, 4.6.3) -------------------------------------------------------------------------------------- */

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

#define TEST(name) cmocka_unit_test_setup(name, fresh)

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
        TEST(the_group_names_its_wavefront_and_clause),
        TEST(the_group_that_takes_all_words_left_is_the_last),
        TEST(instructions_go_to_the_slots_of_their_elements_and_to_trans),
        TEST(slots_without_an_instruction_execute_a_nop),
        TEST(an_instruction_for_either_unit_goes_where_the_strap_says),
        TEST(modifiers_and_predicates_come_from_the_instruction),
        TEST(nothing_is_written_without_write_mask_by_nop_or_outside_the_registers),
        TEST(row_0_is_a_register_like_any_other),
        TEST(clause_temporaries_are_the_last_gpr_numbers),
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
        TEST(reserved_operand_selects_are_an_error),
        TEST(a_register_written_by_the_group_before_is_forwarded_from_pv),
        TEST(another_register_or_element_is_not_forwarded),
        TEST(what_was_not_written_is_not_forwarded),
        TEST(a_register_written_by_trans_is_forwarded_from_ps),
        TEST(trans_over_a_vector_slot_is_forwarded_from_both),
        TEST(only_the_group_directly_before_is_forwarded),
        TEST(nothing_is_forwarded_into_a_clauses_first_group),
        TEST(forwarding_goes_on_over_empty_rotations),
        TEST(each_operand_is_forwarded_on_its_own),
        TEST(a_group_is_read_across_the_end_of_the_buffer),
        TEST(a_group_that_is_not_all_there_waits_for_its_words),
        TEST(the_longest_group_needs_seven_words),
        TEST(a_group_that_the_clause_cuts_off_is_an_error),
        TEST(a_group_without_last_and_a_reserved_opcode_are_errors),
        TEST(a_port_conflict_is_an_error_with_its_instruction),
        TEST(the_first_error_is_sticky_and_stops_the_slot),
        TEST(mova_writes_the_element_of_its_slot),
        TEST(relative_operands_keep_their_gpr_number),
        TEST(a_relative_read_of_what_a_relative_write_named_is_forwarded),
        TEST(row_36c_a_plain_and_a_relative_register_are_never_seen_to_be_the_same),
        TEST(two_groups_stand_between_mova_and_a_use_of_ar),
        TEST(a_use_of_ar_waits_in_any_slot_operand_and_index_mode),
        TEST(a_relative_destination_waits_for_ar_too),
        TEST(the_strap_sets_the_delay_of_mova),
        TEST(long_after_mova_a_use_does_not_wait),
        TEST(ar_is_used_only_after_mova_wrote_its_element_x_in_the_same_clause),
        TEST(an_illegal_use_of_ar_is_stopped_at_once),
        TEST(mova_does_not_share_a_group_with_a_use_of_ar),
        TEST(only_the_programs_gprs_can_be_relative),
        TEST(every_element_of_ar_means_x_and_global_gprs_are_refused_where_there_are_none),
        TEST(registers_relative_to_al_have_one_row_for_all_lanes),
        TEST(outside_the_programs_registers_al_reads_gpr_0_and_writes_nothing),
        TEST(a_register_relative_to_al_is_forwarded_by_its_row),
        TEST(constants_relative_to_al_move_with_it),
        TEST(the_constant_file_is_read_by_the_number_with_al_in_it),
        TEST(a_constant_beyond_the_file_or_the_locked_lines_is_a_nan),
        cmocka_unit_test_setup(a_constant_by_ar_has_a_place_instead_of_a_value, fresh),
        cmocka_unit_test_setup(a_constant_by_ar_needs_the_element_that_index_mode_names, fresh),
        cmocka_unit_test_setup(a_waterfall_waits_for_each_different_index_of_the_lanes_that_execute, fresh),
        cmocka_unit_test_setup(the_next_waterfall_waits_again, fresh),
        cmocka_unit_test_setup(constants_by_ar_share_a_port_only_with_the_same_constant_by_ar, fresh),
        cmocka_unit_test_setup(a_global_gpr_is_a_row_of_all_wavefronts, fresh),
        cmocka_unit_test_setup(a_global_gpr_can_be_relative_to_ar, fresh),
        cmocka_unit_test_setup(shared_registers_are_forwarded_from_a_group_one_rotation_ago_also_across_clauses, fresh),
        cmocka_unit_test_setup(a_group_waits_for_the_other_slots_write_of_the_global_gpr_that_it_reads, fresh),
        TEST(the_marks_of_global_gprs_belong_to_their_slot_and_port),
        TEST(every_slot_of_the_other_group_that_writes_is_looked_at),
        cmocka_unit_test_setup(at_most_one_predicate_or_kill_is_issued_at_once, fresh),
        cmocka_unit_test_setup(update_bits_belong_to_instructions_with_a_predicate, fresh),
        cmocka_unit_test_setup(a_reduction_has_one_output_modifier, fresh),
        cmocka_unit_test_setup(reserved_values_of_pred_sel_and_index_mode_are_stopped, fresh),
        cmocka_unit_test_setup(one_element_of_ar_serves_a_group, fresh),
        TEST(a_chip_without_doubles_names_the_first_and_issues_everything_else),
        cmocka_unit_test_setup(doubles_need_a_chip_that_has_them, fresh),
        cmocka_unit_test_setup(mova_in_trans_writes_the_element_for_gprs, fresh),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
