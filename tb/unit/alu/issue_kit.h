/* issue_kit.h - an ALU issue stage with a clause of its own, for its tests: instructions are put into the buffer and
 * decided upon. */
#ifndef TB_UNIT_ISSUE_KIT_H
#define TB_UNIT_ISSUE_KIT_H

#include "tb/unit/clock.h"

#include "pipeline/alu/alu_issue.h"
#include "pipeline/alu/alu_rules.h"

enum { X, Y, Z, W, T, BUFFER = 16, BASE = 40, GPRS = 20, TEMPORARIES = 4, TEMPORARY_ROW = 248 };

static struct alu_issue issue;
static uint64_t         buffer[BUFFER];
static uint32_t         lines[4][64], constants[256 * 4];
static lanes_t          ar[4];

static inline int fresh(void **state)
{
    (void)state;
    memset(buffer, 0, sizeof buffer);
    memset(ar, 0, sizeof ar);
    for (unsigned line = 0; line < 4; line++)
        for (unsigned i = 0; i < 64; i++)
            lines[line][i] = 0x100000 * (line + 1) + i;
    for (unsigned i = 0; i < 256 * 4; i++)
        constants[i] = 0xcf000000u + i;
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
                                     .buffer = buffer,
                                     .kc_line0 = lines[0],
                                     .kc_line1 = lines[1],
                                     .kc_line2 = lines[2],
                                     .kc_line3 = lines[3],
                                     .constants = constants,
                                     .ar = ar,
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

/* ---- instructions ------------------------------------------------------------------------------------------------ */

static inline struct isa_alu op(enum isa_alu_id id, unsigned gpr, unsigned chan)
{
    return (struct isa_alu){.id = id,
                            .op3 = isa_alu_ops[id].op3,
                            .opcode = isa_alu_ops[id].opcode,
                            .write_mask = true,
                            .dst_gpr = (uint8_t)gpr,
                            .dst_chan = (uint8_t)chan};
}

static inline struct isa_alu_src src(unsigned sel, unsigned chan)
{
    return (struct isa_alu_src){.sel = (uint16_t)sel, .chan = (uint8_t)chan};
}

/* MOV of one operand to GPR.chan. */
static inline struct isa_alu mov(unsigned gpr, unsigned chan, unsigned sel, unsigned sel_chan)
{
    struct isa_alu alu = op(ISA_OP2_MOV, gpr, chan);
    alu.src[0] = src(sel, sel_chan);
    return alu;
}

static inline struct isa_alu last(struct isa_alu alu)
{
    alu.last = true;
    return alu;
}

static inline struct isa_alu relative_source(struct isa_alu alu)
{
    alu.src[0].rel = true;
    return alu;
}

static inline struct isa_alu relative_destination(struct isa_alu alu)
{
    alu.dst_rel = true;
    return alu;
}

static inline struct isa_alu mova(unsigned chan)
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

static inline void put(unsigned place, struct isa_alu alu)
{
    buffer[(issue.in.head + place) % BUFFER] = encoded(alu);
}

/* ---- clocks ------------------------------------------------------------------------------------------------------ */

static inline void tick(void)
{
    TICK(alu_issue_eval, &issue);
    issue.in.decide = issue.in.window = issue.in.slot_end = false;
}

static inline void decide(void)
{
    issue.in.decide = issue.in.slot_end = true;
    tick();
}

/* From the clock after a decision to the next one: the read window, then the execution window. */
static inline void rotate(void)
{
    issue.in.window = true;
    tick();
    issue.in.first = false;
}

/* Issues one group of one instruction; the next decision may follow. */
static inline void run(struct isa_alu alu)
{
    put(0, last(alu));
    decide();
    assert_true(issue.q.reading);
    rotate();
}

static inline void issue_alone(struct isa_alu alu)
{
    put(0, last(alu));
    decide();
}

static inline void assert_error(enum issue_error error, unsigned detail, uint32_t address)
{
    assert_int_equal(issue.q.error, error);
    assert_int_equal(issue.q.error_detail, detail);
    assert_int_equal(issue.q.error_address, address);
    assert_false(issue.q.reading);
    assert_int_equal(issue.q.consume, 0);
    assert_int_equal(issue.q.empty, 1);
}

static inline void assert_issued(void)
{
    assert_int_equal(issue.q.error, ISSUE_OK);
    assert_true(issue.q.reading);
}

/* ---- indexed operands -------------------------------------------------------------------------------------------- */

/* A MOVA* and the groups that must stand between it and a use of AR. */
static inline void run_mova(void)
{
    run(mova(X));
    run(mov(1, Y, 1, Y));
    run(mov(1, Y, 1, Y));
}

static inline struct isa_alu by_ar(unsigned sel, unsigned chan, unsigned mode)
{
    struct isa_alu alu = relative_source(mov(1, X, sel, chan));
    alu.index_mode = (uint8_t)mode;
    return alu;
}

#define TEST(name) cmocka_unit_test_setup(name, fresh)

#endif
