/* cf_sequencer_kit.h - the CF sequencer under test, instructions, and what drives it. */
#ifndef TB_UNIT_CF_SEQUENCER_KIT_H
#define TB_UNIT_CF_SEQUENCER_KIT_H

#include "tb/unit/clock.h"

#include "isa/r700/isa.h"
#include "pipeline/control/cf_sequencer.h"

enum { FETCH_CLK = 5, DECODE_CLK = 3, NUMBER = 100000 };

static struct cf_sequencer cf;

static inline int fresh(void **state)
{
    (void)state;
    memset(&cf, 0xa5, sizeof cf);
    cf.in = (struct cf_sequencer_in){
        .clause_free = true, .export_free = true, .fetch_clk = FETCH_CLK, .decode_clk = DECODE_CLK};
    cf_sequencer_reset(&cf);
    return 0;
}

/* ---- instructions ----------------------------------------------------------------------------------------------- */

static inline cf_word_t joined(const uint32_t dwords[2])
{
    return (uint64_t)dwords[1] << 32 | dwords[0];
}

static inline cf_word_t other_word(enum isa_cf_id id, bool barrier, bool end)
{
    uint32_t            dwords[2];
    const struct isa_cf word = {.cf_inst = isa_cf_ops[id].opcode, .barrier = barrier, .end_of_program = end};
    isa_pack_cf(&word, dwords);
    return joined(dwords);
}

static inline cf_word_t nop(bool barrier, bool end)
{
    return other_word(ISA_CF_INST_NOP, barrier, end);
}

static inline cf_word_t alu_word_of(enum isa_cf_id id, bool barrier)
{
    uint32_t                dwords[2];
    const struct isa_cf_alu word = {.cf_inst = isa_cf_ops[id].opcode, .addr = 77, .count = 3, .barrier = barrier};
    isa_pack_cf_alu(&word, dwords);
    return joined(dwords);
}

static inline cf_word_t alu(bool barrier)
{
    return alu_word_of(ISA_CF_INST_ALU, barrier);
}

static inline cf_word_t export_word(bool barrier, bool end)
{
    uint32_t                     dwords[2];
    const struct isa_export_swiz word = {
        .cf_inst = isa_cf_ops[ISA_CF_INST_EXPORT_DONE].opcode, .rw_gpr = 2, .barrier = barrier, .end_of_program = end};
    isa_pack_export_swiz(&word, dwords);
    return joined(dwords);
}

static inline cf_word_t mem_word(unsigned type, bool barrier, bool end)
{
    uint32_t                    dwords[2];
    const struct isa_export_buf word = {.cf_inst = isa_cf_ops[ISA_CF_INST_MEM_EXPORT].opcode,
                                        .type = type,
                                        .array_size = 0xfff,
                                        .barrier = barrier,
                                        .end_of_program = end};
    isa_pack_export_buf(&word, dwords);
    return joined(dwords);
}

static inline cf_word_t wait_ack(uint32_t acks)
{
    return other_word(ISA_CF_INST_WAIT_ACK, false, false) | acks;
}

/* A reserved opcode (ISA 10.1). */
static inline cf_word_t reserved(void)
{
    return 25ull << 55;
}

/* ---- driving ---------------------------------------------------------------------------------------------------- */

static inline void tick(void)
{
    TICK(cf_sequencer_eval, &cf);
    cf.in.ready = cf.in.answer = cf.in.fill = false;
}

static inline void ticks(unsigned count)
{
    while (count--)
        tick();
}

static inline void set_ready(unsigned slot, uint32_t pc)
{
    cf.in.ready = true;
    cf.in.ready_slot = (uint8_t)slot;
    cf.in.ready_number = NUMBER + slot;
    cf.in.ready_pc = pc;
}

static inline void set_answer(bool hit, bool refused, cf_word_t word, bool next_barrier)
{
    cf.in.answer = true;
    cf.in.hit = hit;
    cf.in.refused = refused;
    cf.in.word = word;
    cf.in.next_barrier = next_barrier;
}

/* A wavefront enters the fetch stage; the cache sees the look-up one clock later and answers after that. */
static inline void enter(unsigned slot, uint32_t pc)
{
    set_ready(slot, pc);
    tick();
    assert_true(cf.q.fetch && cf.q.look);
}

static inline void answer(bool hit, bool refused, cf_word_t word, bool next_barrier)
{
    tick(); /* the look-up */
    set_answer(hit, refused, word, next_barrier);
    tick();
}

/* Up to the clock in which the instruction is in the decode stage. */
static inline void to_decode(unsigned slot, uint32_t pc, cf_word_t word, bool next_barrier)
{
    enter(slot, pc);
    answer(true, false, word, next_barrier);
    ticks(FETCH_CLK - 2);
    assert_true(cf.q.decode);
}

/* Up to the clock in which its step shows. */
static inline void execute_at(uint32_t pc, cf_word_t word, bool next_barrier)
{
    to_decode(9, pc, word, next_barrier);
    ticks(DECODE_CLK - 1);
    assert_false(cf.q.step);
    tick();
}

static inline void execute(cf_word_t word)
{
    execute_at(100, word, false);
}

static inline void assert_step(unsigned slot, enum cf_step to, uint32_t pc)
{
    assert_true(cf.q.step);
    assert_int_equal(cf.q.step_slot, slot);
    assert_int_equal(cf.q.step_number, NUMBER + slot);
    assert_int_equal(cf.q.step_to, to);
    assert_int_equal(cf.q.step_pc, pc);
}

#endif
