#include "pipeline/control/cf_sequencer.h"

#include "isa/r700/instruction_line.h"
#include "isa/r700/isa.h"

RTL_TABLE(cf_sequencer, CF_SEQUENCER_SIGNALS);

static void move_on(struct cf_sequencer_reg *d, unsigned slot, uint32_t number, enum cf_step step, uint32_t pc)
{
    d->step = true;
    d->step_slot = (uint8_t)slot;
    d->step_number = number;
    d->step_to = (cf_step_t)step;
    d->step_pc = pc;
}

/* What an instruction is, as far as the sequencer cares. */
struct instruction {
    bool     known, barrier, end, alu, export, ack, fetch, flow, branch, emit, cut, waits_for_acks;
    uint32_t acks; /* WAIT_ACK: as many may be outstanding */
};

enum { WRITE_ACK = 2 }; /* TYPE of a memory write: this one and the next (ISA 10.1) */

static struct instruction decode(cf_word_t word)
{
    const uint32_t          dwords[2] = {(uint32_t)word, (uint32_t)(word >> 32)};
    const struct isa_cf_op *op = isa_cf_lookup(dwords);
    struct instruction      is = {0};
    if (!op)
        return is;
    if (op->klass == ISA_CF_ALU) {
        struct isa_cf_alu alu;
        isa_unpack_cf_alu(dwords, &alu);
        is = (struct instruction){.known = true, .barrier = alu.barrier, .alu = true};
    } else if (op->klass == ISA_CF_EXPORT || op->klass == ISA_CF_MEM) {
        struct isa_export_buf export; /* what is looked at stands in the same place in EXPORT_SWIZ */
        isa_unpack_export_buf(dwords, &export);
        is = (struct instruction){.known = true,
                                  .barrier = export.barrier,
                                  .end = export.end_of_program,
                                  .export = true,
                                  .ack = op->klass == ISA_CF_MEM && export.type >= WRITE_ACK};
    } else {
        struct isa_cf cf;
        isa_unpack_cf(dwords, &cf);
        is = (struct instruction){.known = true,
                                  .barrier = cf.barrier,
                                  .end = cf.end_of_program,
                                  .fetch = op->klass == ISA_CF_FETCH,
                                  .flow = op->klass != ISA_CF_FETCH,
                                  .branch = op->klass == ISA_CF_BRANCH,
                                  .emit = op->id == ISA_CF_INST_EMIT_VERTEX || op->id == ISA_CF_INST_EMIT_CUT_VERTEX,
                                  .cut = op->id == ISA_CF_INST_CUT_VERTEX || op->id == ISA_CF_INST_EMIT_CUT_VERTEX,
                                  .waits_for_acks = op->id == ISA_CF_INST_WAIT_ACK,
                                  .acks = cf.addr};
    }
    return is;
}

/* Work of the wavefront that must have finished first.  The masks that an ALU clause leaves take effect at the next
 * flow instruction (ISA 3.6.3); two clauses of one type never overlap (RV770 timing S9). */
static cf_wait_t waits_for(const struct cf_sequencer_in *in, const struct instruction *is)
{
    const unsigned under_way =
        (in->alu ? CF_WAIT_ALU : 0) | (in->exports ? CF_WAIT_EXPORT : 0) | (in->fetches ? CF_WAIT_FETCH : 0);
    const unsigned wanted =
        (is->barrier ? CF_WAIT_ALL : 0) | (is->alu || is->flow ? CF_WAIT_ALU : 0) | (is->fetch ? CF_WAIT_FETCH : 0);
    const unsigned acks = is->waits_for_acks && in->acks > is->acks ? CF_WAIT_ACK : 0;
    return (cf_wait_t)((under_way & wanted) | acks);
}

/* A clause becomes an instruction without one when no thread would execute it.  An ALU clause under way might still
 * change that, so a fetch clause beside it is not skipped. */
static bool skip(const struct cf_sequencer_in *in, struct instruction *is)
{
    const bool skips = in->nobody && !in->alu && (is->alu || is->fetch);
    if (skips) {
        is->alu = is->fetch = false;
        is->flow = true;
    }
    return skips;
}

/* Which of the units that the instruction needs has no place for it. */
static enum cf_stall no_place(const struct cf_sequencer_in *in, const struct instruction *is)
{
    return is->alu && !in->clause_free      ? CF_STALL_NO_CLAUSE
           : is->export && !in->export_free ? CF_STALL_NO_EXPORT
           : is->fetch && !in->fetch_free   ? CF_STALL_NO_FETCH
                                            : CF_STALL_NONE;
}

/* The instruction stays in decode, or its wavefront comes again.  Returns whether it leaves. */
static bool finds_no_place(const struct cf_sequencer_in *in, const struct cf_sequencer_reg *q,
                           struct cf_sequencer_reg *d, enum cf_stall stall)
{
    static const cf_wait_t unit[CF_STALLS] = {
        [CF_STALL_NO_CLAUSE] = CF_WAIT_ALU, [CF_STALL_NO_EXPORT] = CF_WAIT_EXPORT, [CF_STALL_NO_FETCH] = CF_WAIT_FETCH};
    if (!in->goes_back) {
        d->stall = (cf_stall_t)stall;
        return false;
    }
    d->step_wait = unit[stall];
    move_on(d, q->decode_slot, q->decode_number, CF_STEP_PAUSE, q->decode_pc);
    return true;
}

/* The last clock of the decode stage.  Returns false when the instruction has to wait for room. */
static bool execute(const struct cf_sequencer_in *in, const struct cf_sequencer_reg *q, struct cf_sequencer_reg *d)
{
    struct instruction is = decode(q->decode_word);
    if (!is.known) {
        if (!q->bad_op)
            d->bad_pc = q->decode_pc;
        d->bad_op = true;
        move_on(d, q->decode_slot, q->decode_number, CF_STEP_END, q->decode_pc);
        return true;
    }
    const cf_wait_t waits = waits_for(in, &is);
    if (waits) {
        d->step_wait = waits;
        d->step_acks = waits & CF_WAIT_ACK ? (uint8_t)is.acks : 0;
        move_on(d, q->decode_slot, q->decode_number, CF_STEP_WAIT, q->decode_pc);
        return true;
    }
    const bool          skips = skip(in, &is);
    const enum cf_stall stall = no_place(in, &is);
    if (stall != CF_STALL_NONE)
        return finds_no_place(in, q, d, stall);
    d->start_alu = is.alu;
    d->start_export = is.export;
    d->start_ack = is.ack;
    d->start_fetch = is.fetch;
    d->start_flow = is.flow;
    d->start_emit = is.emit;
    d->start_cut = is.cut;
    d->start_word = q->decode_word;
    d->start_pc = q->decode_pc;
    d->executed = q->executed + 1;
    d->skipped = q->skipped + skips;
    const bool         next_waits = (is.alu || is.export || is.fetch) && q->decode_next_barrier;
    const bool         pauses = is.branch && in->flow_pauses;
    const enum cf_step step = is.end ? CF_STEP_END : next_waits ? CF_STEP_WAIT : pauses ? CF_STEP_PAUSE : CF_STEP_READY;
    d->step_wait = step == CF_STEP_WAIT ? CF_WAIT_ALL : 0;
    move_on(d, q->decode_slot, q->decode_number, step, q->decode_pc + 1);
    return true;
}

static void run_decode(const struct cf_sequencer_in *in, const struct cf_sequencer_reg *q, struct cf_sequencer_reg *d)
{
    d->stall = CF_STALL_NONE;
    if (!q->decode)
        return;
    if (q->decode_wait > 1)
        d->decode_wait = (uint8_t)(q->decode_wait - 1);
    else if (execute(in, q, d))
        d->decode = false;
}

/* Takes the cache's answer, and hands the instruction to the decode stage when that is free. */
static void run_fetch(const struct cf_sequencer_in *in, const struct cf_sequencer_reg *q, struct cf_sequencer_reg *d)
{
    if (!q->fetch)
        return;
    if (in->answer) {
        d->fetch_known = true;
        d->fetch_hit = in->hit;
        d->fetch_again = in->refused;
        d->fetch_word = in->word;
        d->fetch_next_barrier = in->next_barrier;
    }
    if (in->fill && in->fill_line == q->fetch_pc / INSTRUCTION_LINE_WORDS)
        d->fetch_again = true;
    if (q->fetch_wait > 1) {
        d->fetch_wait = (uint8_t)(q->fetch_wait - 1);
        return;
    }
    if (!d->fetch_known)
        return;
    if (d->fetch_hit && !d->decode) {
        d->fetch = false;
        d->decode = true;
        d->decode_slot = q->fetch_slot;
        d->decode_number = q->fetch_number;
        d->decode_pc = q->fetch_pc;
        d->decode_word = d->fetch_word;
        d->decode_next_barrier = d->fetch_next_barrier;
        d->decode_wait = in->decode_clk;
    } else if (!d->fetch_hit && d->fetch_again) {
        d->fetch = false; /* still ready: it will be fetched again */
    } else if (!d->fetch_hit && !d->step) {
        d->fetch = false;
        move_on(d, q->fetch_slot, q->fetch_number, CF_STEP_MISS, q->fetch_pc);
    }
}

void cf_sequencer_eval(const struct cf_sequencer_in *in, const struct cf_sequencer_reg *q, struct cf_sequencer_reg *d)
{
    d->look = d->step = d->start_alu = d->start_export = d->start_ack = d->start_fetch = d->start_flow = false;
    d->start_emit = d->start_cut = false;
    run_decode(in, q, d);
    run_fetch(in, q, d);
    if (!d->fetch && in->ready) {
        d->fetch = true;
        d->fetch_slot = in->ready_slot;
        d->fetch_number = in->ready_number;
        d->fetch_pc = in->ready_pc;
        d->fetch_wait = in->fetch_clk;
        d->fetch_known = d->fetch_hit = d->fetch_again = false;
        d->look = true;
        d->look_line = in->ready_pc / INSTRUCTION_LINE_WORDS;
    }
}
