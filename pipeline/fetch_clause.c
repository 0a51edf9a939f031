#include "pipeline/fetch_clause.h"

#include <assert.h>
#include <string.h>

#include "isa/isa.h"

RTL_TABLE_MEM(fetch_clause, FETCH_CLAUSE_SIGNALS, FETCH_CLAUSE_MEMORIES);

enum { INSTRUCTION = 2 }; /* 64-bit words */

void fetch_clause_reset(struct fetch_clause *clause)
{
    memset(clause, 0, sizeof *clause);
}

/* Instructions of a clause: COUNT has three bits, COUNT_3 is the fourth (ISA 10.1). */
static unsigned instructions(const struct isa_cf *cf)
{
    return (cf->count | cf->count_3 << 3) + 1;
}

static void start(const struct fetch_clause_in *in, struct fetch_clause_reg *d)
{
    const uint32_t dwords[2] = {(uint32_t)in->start_word, (uint32_t)(in->start_word >> 32)};
    struct isa_cf  cf;
    isa_unpack_cf(dwords, &cf);
    const uint32_t head = in->start_base_word + cf.addr;
    *d = (struct fetch_clause_reg){
        .state = FETCH_CLAUSE_ARBITRATE,
        .slot = in->start_slot,
        .number = in->start_number,
        .base = in->start_base,
        .lanes = in->start_lanes,
        .loop_index = in->start_index,
        .head = head,
        .left = (uint8_t)instructions(&cf),
        .ic_next = head / FETCH_CLAUSE_LINE,
        .ic_last = (head + INSTRUCTION * instructions(&cf) - 1) / FETCH_CLAUSE_LINE,
        .wait = in->arb_clk,
    };
}

/* The next line enters the instruction buffer when its half is free. */
static bool wants_line(const struct fetch_clause_reg *q)
{
    return q->ic_next <= q->ic_last && q->ic_next <= q->head / FETCH_CLAUSE_LINE + 1;
}

static void run_instruction_fetch(const struct fetch_clause_in *in, const struct fetch_clause_reg *q,
                                  struct fetch_clause_reg *d)
{
    if (in->ic_taken) {
        d->ic_look = false;
        d->ic_waiting = true;
    }
    if (in->ic_answer) {
        d->ic_waiting = false;
        d->ic_missing = !in->ic_hit && !in->ic_refused;
        if (in->ic_hit) {
            d->ic_stored = true;
            d->ic_next = q->ic_next + 1;
        }
    }
    if (in->ic_fill && in->ic_fill_line == q->ic_line)
        d->ic_missing = false;
    if (!d->ic_look && !d->ic_waiting && !d->ic_missing && wants_line(d)) {
        d->ic_look = true;
        d->ic_line = d->ic_next;
    }
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
    }
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
        run_instruction_fetch(in, q, d);
    d->offer = d->state == FETCH_CLAUSE_RUN && d->ic_next * FETCH_CLAUSE_LINE >= d->head + INSTRUCTION;
}

void fetch_clause_capture(struct fetch_clause *clause, const fetch_word_t line[FETCH_CLAUSE_LINE])
{
    const unsigned half = (clause->q.ic_line & 1) * FETCH_CLAUSE_LINE;
    if (!clause->d.ic_stored)
        return;
    for (unsigned w = 0; w < FETCH_CLAUSE_LINE; w++)
        clause->buffer[half + w] = line[w];
}
