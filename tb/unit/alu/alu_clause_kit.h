/* alu_clause_kit.h - an ALU clause alone: its clock, its caches, and the way to each of its stages. */
#ifndef TB_UNIT_ALU_CLAUSE_KIT_H
#define TB_UNIT_ALU_CLAUSE_KIT_H

#include "tb/unit/clock.h"

#include "isa/r700/isa.h"
#include "pipeline/control/alu_clause.h"

enum { ARB = 4, LOCK = 8, LINE = 4, FETCH = 12 };

static struct alu_clause clause;
static bool              full; /* its constant-cache lines cannot be had */

static inline int fresh(void **state)
{
    (void)state;
    memset(&clause, 0xa5, sizeof clause);
    clause.in = (struct alu_clause_in){.arb_clk = ARB, .lock_clk = LOCK, .line_clk = LINE, .fetch_clk = FETCH};
    alu_clause_reset(&clause);
    full = false;
    return 0;
}

/* Word w of the program. */
static inline alu_word_t word_at(uint32_t address)
{
    return 0x1000000000ull + address;
}

/* One clock; the wires that last one clock are cleared after it. */
static inline void tick(void)
{
    struct alu_clause_in *in = &clause.in;
    alu_word_t            line[INSTRUCTION_LINE_WORDS];
    for (unsigned w = 0; w < INSTRUCTION_LINE_WORDS; w++)
        line[w] = word_at(clause.q.ic_line * INSTRUCTION_LINE_WORDS + w);
    in->ic_words = line;
    in->lock = clause.q.state == CLAUSE_ARBITRATE && !clause.q.waits && !full;
    rtl_eval(alu_clause_eval, &clause);
    alu_clause_capture(&clause);
    rtl_commit(&clause);
    in->start = in->kc_taken = in->kc_answer = in->ic_taken = in->ic_answer = in->ic_hit = in->ic_refused = false;
    in->ic_fill = in->grant = in->finish = false;
    in->consume = false;
}

static inline void ticks(unsigned count)
{
    while (count--)
        tick();
}

static inline void start(const struct isa_cf_alu *cf)
{
    uint32_t dwords[2];
    isa_pack_cf_alu(cf, dwords);
    clause.in.start = true;
    clause.in.start_word = (uint64_t)dwords[1] << 32 | dwords[0];
    clause.in.start_slot = 17;
    clause.in.start_number = 0xabcd1234;
    clause.in.start_base = 99;
    clause.in.start_pc = 0x1abcdef0;
    clause.in.start_active = 0x123456789abcdef0ull;
    clause.in.start_lanes = 0xfedcba9876543210ull;
    tick();
    assert_int_equal(clause.q.state, CLAUSE_ARBITRATE);
}

/* Takes and answers the constant cache's look-up at once: the fastest cache. */
static inline void serve_constants(unsigned way)
{
    assert_true(clause.q.kc_look);
    clause.in.kc_taken = true;
    tick();
    assert_false(clause.q.kc_look);
    clause.in.kc_answer = true;
    clause.in.kc_way = (uint8_t)way;
    tick();
}

static inline void take_instructions(void)
{
    assert_true(clause.q.ic_look);
    clause.in.ic_taken = true;
    tick();
}

static inline void answer_instructions(bool hit, bool refused)
{
    assert_false(clause.q.ic_look);
    clause.in.ic_answer = true;
    clause.in.ic_hit = hit;
    clause.in.ic_refused = refused;
    tick();
}

static inline void serve_instructions(void)
{
    take_instructions();
    answer_instructions(true, false);
}

/* A clause without constants, up to its first clock in the fetch stage. */
static inline void to_fetch(uint32_t addr, unsigned words)
{
    start(&(struct isa_cf_alu){.addr = addr, .count = words - 1});
    ticks(ARB + LOCK);
    assert_int_equal(clause.q.state, CLAUSE_FETCH);
}

/* Up to its first clock in the ready stage; the first line is in the buffer. */
static inline void to_ready(uint32_t addr, unsigned words)
{
    to_fetch(addr, words);
    tick();
    serve_instructions();
    while (clause.q.state != CLAUSE_READY)
        if (clause.q.ic_look)
            serve_instructions();
        else
            tick();
}

static inline void consume(unsigned words)
{
    clause.in.consume = words != 0;
    clause.in.consumed = (uint8_t)words;
    tick();
}

static inline void assert_buffered(uint32_t first, unsigned words)
{
    for (uint32_t a = first; a < first + words; a++)
        assert_true(clause.buffer[a % INSTRUCTION_BUFFER_WORDS] == word_at(a));
}

#endif
