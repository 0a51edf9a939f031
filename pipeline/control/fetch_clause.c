#include "pipeline/control/fetch_clause.h"

#include <assert.h>

#include "isa/r700/isa.h"

RTL_TABLE(fetch_clause, FETCH_CLAUSE_SIGNALS);

enum { INSTRUCTION = 2 }; /* 64-bit words */

static void start(const struct fetch_clause_in *in, struct fetch_clause_reg *d)
{
    const uint32_t dwords[2] = {(uint32_t)in->start_word, (uint32_t)(in->start_word >> 32)};
    struct isa_cf  cf;
    isa_unpack_cf(dwords, &cf);
    const uint32_t head = in->start_base_word + cf.addr;
    const unsigned count = isa_fetch_clause_count(&cf);
    *d = (struct fetch_clause_reg){
        .state = FETCH_CLAUSE_ARBITRATE,
        .vertex_cache = isa_cf_lookup(dwords) == &isa_cf_ops[ISA_CF_INST_VTX],
        .slot = in->start_slot,
        .number = in->start_number,
        .base = in->start_base,
        .lanes = in->start_lanes,
        .loop_index = in->start_index,
        .head = head,
        .left = (uint8_t)count,
        .ic_next = head / INSTRUCTION_LINE_WORDS,
        .ic_last = (head + INSTRUCTION * count - 1) / INSTRUCTION_LINE_WORDS,
        .wait = in->arb_clk,
    };
}

void fetch_clause_eval(const struct fetch_clause_in *in, const struct fetch_clause_reg *q, struct fetch_clause_reg *d)
{
    if (q->state == FETCH_CLAUSE_EMPTY) {
        if (in->start)
            start(in, d);
        return;
    }
    assert(!in->start);
    d->ic_stored = false;
    if (in->take) {
        d->head = q->head + INSTRUCTION;
        d->left = (uint8_t)(q->left - 1);
        d->unit = in->take_unit;
    }
    d->under_way = (uint8_t)(q->under_way + in->take - in->returned);
    switch ((enum fetch_clause_state)q->state) {
    case FETCH_CLAUSE_ARBITRATE:
    case FETCH_CLAUSE_FETCH:
        if (q->wait > 1) {
            d->wait = (uint8_t)(q->wait - 1);
        } else {
            d->state = (fetch_clause_state_t)(q->state + 1);
            d->wait = in->fetch_clk;
        }
        break;
    case FETCH_CLAUSE_RUN:
        if (!d->left) {
            *d = (struct fetch_clause_reg){.state = FETCH_CLAUSE_EMPTY};
            return;
        }
        break;
    case FETCH_CLAUSE_EMPTY:
    case FETCH_CLAUSE_STATES:
        break;
    }
    if (q->state != FETCH_CLAUSE_ARBITRATE)
        INSTRUCTION_BUFFER_EVAL();
    d->offer = d->state == FETCH_CLAUSE_RUN && d->ic_next * INSTRUCTION_LINE_WORDS >= d->head + INSTRUCTION;
}

void fetch_clause_capture(struct fetch_clause *clause)
{
    if (clause->d.ic_stored)
        instruction_buffer_store(clause->buffer, clause->q.ic_line, clause->in.ic_words);
}
