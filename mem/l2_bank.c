#include "mem/l2_bank.h"

#include "mem/due.h"

RTL_TABLE(l2_bank, L2_BANK_SIGNALS);

static bool again(const struct l2_bank_in *in, const struct l2_bank_reg *q)
{
    return q->looked && !in->found;
}

/* The two stages before the queue. */
static void run_look_up(const struct l2_bank_in *in, const struct l2_bank_reg *q, struct l2_bank_reg *d)
{
    if (again(in, q))
        return;
    d->looked = q->look;
    if (q->look) {
        d->looked_line = q->look_line;
        d->looked_simd = q->look_simd;
        d->looked_id = q->look_id;
    }
    d->look = in->take;
    if (in->take) {
        d->look_line = in->take_line;
        d->look_simd = in->take_simd;
        d->look_id = in->take_id;
        d->last = in->take_simd;
    }
}

static void run_queue(const struct l2_bank_in *in, const struct l2_bank_reg *q, struct l2_bank_reg *d,
                      const struct l2_bank *bank)
{
    const bool     enters = q->looked && in->found;
    const uint32_t now = due_now(q->clock, q->queued);
    const unsigned left = q->queued - in->served;
    d->first = (uint8_t)((q->first + in->served) % BANK_QUEUE);
    d->queued = (uint8_t)(left + enters);
    d->clock = due_next(now, d->queued);
    d->wait = !d->queued ? 0 : due_wait(d->clock, left ? bank->ready[d->first] : now - in->hit_clk);
    d->due = d->queued && !d->wait;
    d->answers = q->answers + in->served;
    d->head_stamp = !d->queued ? 0 : left ? bank->stamp[d->first] : in->found_stamp;
    if (!d->queued)
        return;
    d->head_simd = left ? bank->simd[d->first] : q->looked_simd;
    d->head_id = left ? bank->id[d->first] : q->looked_id;
    d->head_way = left ? bank->way[d->first] : in->found_way;
}

void l2_bank_eval(const struct l2_bank_in *in, const struct l2_bank_reg *q, struct l2_bank_reg *d,
                  const struct l2_bank *bank)
{
    run_look_up(in, q, d);
    if (q->queued || q->looked)
        run_queue(in, q, d, bank);
    d->full = d->queued + d->looked + d->look >= BANK_QUEUE;
}

bool l2_bank_commit(struct l2_bank *bank)
{
    const struct l2_bank_in  *in = &bank->in;
    const struct l2_bank_reg *q = &bank->q;
    if (q->looked && in->found) {
        const unsigned row = (q->first + q->queued) % BANK_QUEUE;
        bank->simd[row] = q->looked_simd;
        bank->id[row] = q->looked_id;
        bank->way[row] = in->found_way;
        bank->stamp[row] = in->found_stamp;
        bank->ready[row] = due_now(q->clock, q->queued) - in->hit_clk;
    }
    const bool changes = rtl_registers_change(l2_bank, bank);
    rtl_commit(bank);
    return changes;
}
