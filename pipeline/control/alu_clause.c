#include "pipeline/control/alu_clause.h"

#include <assert.h>

#include "isa/r700/isa.h"
#include "mem/kcache.h"

RTL_TABLE(alu_clause, ALU_CLAUSE_SIGNALS);

enum { LINE_CONSTANTS = 16 }; /* constants of a constant-cache line (ISA 4.6.4.1) */

/* Lines that a KCACHE_MODE locks, a bit each (ISA 10.1). */
static unsigned lines_of_mode(uint32_t mode)
{
    static const uint8_t lines[] = {
        [ISA_KCACHE_NOP] = 0, [ISA_KCACHE_LOCK_1] = 1, [ISA_KCACHE_LOCK_2] = 3, [ISA_KCACHE_LOCK_LOOP_INDEX] = 3};
    return lines[mode & 3];
}

/* First line of a set: KCACHE_ADDR, plus the line that aL points into in mode LOCK_LOOP_INDEX (ISA 10.1). */
static uint16_t first_line(const struct alu_clause_in *in, uint32_t mode, uint32_t addr)
{
    return (uint16_t)((addr + (mode == ISA_KCACHE_LOCK_LOOP_INDEX ? in->start_index / LINE_CONSTANTS : 0)) & 0x3ff);
}

static void start(const struct alu_clause_in *in, struct alu_clause_reg *d)
{
    const uint32_t    dwords[2] = {(uint32_t)in->start_word, (uint32_t)(in->start_word >> 32)};
    struct isa_cf_alu cf;
    isa_unpack_cf_alu(dwords, &cf);
    *d = (struct alu_clause_reg){
        .state = CLAUSE_ARBITRATE,
        .preparing = true,
        .slot = in->start_slot,
        .number = in->start_number,
        .base = in->start_base,
        .active = in->start_active,
        .lanes = in->start_lanes,
        .first = true,
        .op = (uint8_t)cf.cf_inst,
        .pc = in->start_pc,
        .loop_index = in->start_index,
        .head = in->start_base_word + cf.addr,
        .left = (uint8_t)(cf.count + 1),
        .kc_want = (uint8_t)(lines_of_mode(cf.kcache_mode0) | lines_of_mode(cf.kcache_mode1) << 2),
        .alternate = cf.alt_const,
        .kc_bank0 = (uint8_t)cf.kcache_bank0,
        .kc_bank1 = (uint8_t)cf.kcache_bank1,
        .kc_addr0 = first_line(in, cf.kcache_mode0, cf.kcache_addr0),
        .kc_addr1 = first_line(in, cf.kcache_mode1, cf.kcache_addr1),
        .ic_next = (in->start_base_word + cf.addr) / INSTRUCTION_LINE_WORDS,
        .ic_last = (in->start_base_word + cf.addr + cf.count) / INSTRUCTION_LINE_WORDS,
        .wait = in->arb_clk,
    };
}

/* Locks the wanted lines in order.  The stage lasts lock_clk clocks, or line_clk for each line if that is longer. */
static void run_lock(const struct alu_clause_in *in, const struct alu_clause_reg *q, struct alu_clause_reg *d)
{
    if (in->kc_taken) {
        d->kc_look = false;
        d->kc_waiting = true;
    }
    if (in->kc_answer) {
        const unsigned line = (unsigned)__builtin_ctz(q->kc_want);
        d->kc_waiting = false;
        d->kc_have = (uint8_t)(q->kc_have | 1u << line);
        d->kc_want = (uint8_t)(q->kc_want & ~(1u << line));
        d->kc_ways.line[line] = in->kc_way;
    }
    if (d->kc_want && !d->kc_look && !d->kc_waiting) {
        const unsigned line = (unsigned)__builtin_ctz(d->kc_want);
        d->kc_look = true;
        d->kc_bank = (uint8_t)((line < 2 ? q->kc_bank0 : q->kc_bank1) + (q->alternate ? KCACHE_BANKS : 0));
        d->kc_line = (uint16_t)((line < 2 ? q->kc_addr0 : q->kc_addr1) + (line & 1));
    }
    if (q->wait > 1) {
        d->wait = (uint8_t)(q->wait - 1);
    } else if (!d->kc_want) {
        d->state = CLAUSE_FETCH;
        d->wait = in->fetch_clk;
    }
}

/* Words of the clause that the buffer holds after this edge. */
static uint8_t words_available(const struct alu_clause_reg *d)
{
    const uint32_t end = d->ic_next * INSTRUCTION_LINE_WORDS;
    const uint32_t fetched = end > d->head ? end - d->head : 0;
    return (uint8_t)(fetched < d->left ? fetched : d->left);
}

static void go_on(const struct alu_clause_in *in, const struct alu_clause_reg *q, struct alu_clause_reg *d)
{
    if (q->state == CLAUSE_EMPTY) {
        if (in->start)
            start(in, d);
        return;
    }
    assert(!in->start);
    d->ic_stored = false;
    if (in->consume) {
        d->head = q->head + in->consumed;
        d->left = (uint8_t)(q->left - in->consumed);
        d->first = false;
    }
    switch (q->state) {
    case CLAUSE_ARBITRATE:
        if (q->wait > 1) {
            d->wait = (uint8_t)(q->wait - 1);
        } else if (in->lock) {
            const unsigned lines = (unsigned)__builtin_popcount(q->kc_want) * in->line_clk;
            d->state = CLAUSE_LOCK;
            d->wait = (uint8_t)(lines > in->lock_clk ? lines : in->lock_clk);
        }
        return;
    case CLAUSE_LOCK:
        run_lock(in, q, d);
        return;
    case CLAUSE_FETCH:
        if (q->wait > 1)
            d->wait = (uint8_t)(q->wait - 1);
        else if (q->available) {
            d->state = CLAUSE_READY;
            d->preparing = false;
        }
        break;
    case CLAUSE_READY:
        if (in->grant) {
            d->state = d->left ? CLAUSE_RUN : CLAUSE_DRAIN;
            d->parity = in->grant_parity;
        }
        break;
    case CLAUSE_RUN:
        if (!d->left)
            d->state = CLAUSE_DRAIN;
        break;
    case CLAUSE_DRAIN:
        if (in->finish)
            *d = (struct alu_clause_reg){.state = CLAUSE_EMPTY};
        return;
    }
    INSTRUCTION_BUFFER_EVAL();
    d->available = words_available(d);
}

void alu_clause_eval(const struct alu_clause_in *in, const struct alu_clause_reg *q, struct alu_clause_reg *d)
{
    go_on(in, q, d);
    d->waits = d->wait > 1;
}

void alu_clause_capture(struct alu_clause *clause)
{
    if (clause->d.ic_stored)
        instruction_buffer_store(clause->buffer, clause->q.ic_line, clause->in.ic_words);
}
