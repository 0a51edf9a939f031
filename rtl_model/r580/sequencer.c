#include "rtl_model/r580/sequencer.h"

RTL_TABLE(us_sequencer, US_SEQUENCER_SIGNALS);

static bool reached(uint32_t now, uint32_t time)
{
    return (int32_t)(now - time) >= 0;
}

static unsigned quads_of(const struct us_sequencer *m, unsigned slot)
{
    return (m->group_pixels[slot] + 3u) / 4;
}

static unsigned beats(unsigned quads, unsigned quads_a_clock)
{
    return (quads + quads_a_clock - 1) / quads_a_clock;
}

/* ---- can a group go? --------------------------------------------------------------------------------------------- */

/* All pixels are done with this instruction, at which a group may stop before the end address (8.6.6). */
static bool all_done(const struct us_sequencer_in *in, unsigned slot, const struct us_cmn *cmn)
{
    const us_mask_t others = us_mask_less(us_mask_less(in->present[slot], in->done[slot]), in->active[slot]);
    return cmn->last && cmn->type == US_OUT && cmn->tex_sem_wait && !us_mask_any(&others);
}

static bool is_end(const struct us_sequencer_in *in, const struct us_sequencer *m, unsigned slot,
                   const struct us_cmn *cmn)
{
    return m->pc[slot] == in->last || all_done(in, slot, cmn);
}

static enum us_wait waits_of_alu(const struct us_sequencer_in *in, const struct us_sequencer_reg *q,
                                 const struct us_sequencer *m, unsigned slot, const struct us_cmn *cmn)
{
    if (!reached(q->now, q->alu_free))
        return US_WAIT_ALU_BUSY;
    if (m->flying[slot] && is_end(in, m, slot, cmn))
        return US_WAIT_LOOKUPS;
    const uint64_t all = in->places < 64 ? (UINT64_C(1) << in->places) - 1 : UINT64_MAX;
    return cmn->type == US_OUT && !m->places_of[slot] && q->used_low == all ? US_WAIT_OUTPUT : US_GOES;
}

static bool ignores_uncovered(const us_words_t *words)
{
    struct us_fc fc;
    us_unpack_fc(words->w, &fc);
    return fc.ignore_uncovered;
}

static enum us_wait waits(const struct us_sequencer_in *in, const struct us_sequencer_reg *q,
                          const struct us_sequencer *m, unsigned slot)
{
    enum { LOOKUPS_MAX = 255 };
    struct us_cmn cmn;
    if (!reached(q->now, m->ready[slot]))
        return US_WAIT_TIME;
    us_unpack_cmn(in->words[m->pc[slot]].w, &cmn);
    if (cmn.tex_sem_wait && m->semaphore[slot])
        return US_WAIT_SEMAPHORE;
    if (cmn.type == US_ALU || cmn.type == US_OUT)
        return waits_of_alu(in, q, m, slot, &cmn);
    if (cmn.type == US_FC && m->killing[slot] && ignores_uncovered(&in->words[m->pc[slot]]))
        return US_WAIT_LOOKUPS;
    if (cmn.alu_wait && !reached(q->now, m->alu_done[slot]))
        return US_WAIT_ALU;
    if (cmn.type == US_TEX && (in->crowded || !reached(q->now, q->tex_free) || m->flying[slot] == LOOKUPS_MAX))
        return US_WAIT_TEX_BUSY;
    return US_GOES;
}

enum us_wait us_sequencer_waits(const struct us_sequencer *m, unsigned slot)
{
    return waits(&m->in, &m->q, m, slot);
}

/* ---- whose turn it is -------------------------------------------------------------------------------------------- */

static bool goes_before(const struct us_sequencer_in *in, const struct us_sequencer_reg *q,
                        const struct us_sequencer *m, unsigned slot, unsigned best)
{
    if (in->round_robin)
        return (slot - q->turn - 1u) % US_SLOTS < (best - q->turn - 1u) % US_SLOTS;
    return m->groups[slot] < m->groups[best];
}

/* The slot that issues, or US_SLOTS, and the group that would go first, if any, with what it waits for. */
static unsigned choose(const struct us_sequencer_in *in, const struct us_sequencer_reg *q, const struct us_sequencer *m,
                       unsigned *nearest, enum us_wait *why)
{
    unsigned best = US_SLOTS, first = US_SLOTS;
    *why = US_GOES;
    for (unsigned slot = 0, left = q->live; slot < US_SLOTS && left; slot++) {
        left -= m->phase[slot] != US_FREE;
        if (m->phase[slot] != US_RUNNING)
            continue;
        const enum us_wait wait = waits(in, q, m, slot);
        if (wait == US_GOES && (best == US_SLOTS || goes_before(in, q, m, slot, best)))
            best = slot;
        if (wait != US_GOES && (first == US_SLOTS || goes_before(in, q, m, slot, first))) {
            first = slot;
            *why = wait;
        }
    }
    *nearest = first;
    if (best < US_SLOTS)
        *why = US_GOES;
    return best;
}

unsigned us_sequencer_chooses(const struct us_sequencer *m, unsigned *nearest, enum us_wait *why)
{
    return choose(&m->in, &m->q, m, nearest, why);
}

/* ---- issue ------------------------------------------------------------------------------------------------------- */

static enum us_error check(const struct us_sequencer_in *in, const struct us_sequencer *m, unsigned slot,
                           const struct us_cmn *cmn)
{
    if (!in->written[m->pc[slot]])
        return US_NOT_WRITTEN;
    return m->pc[slot] == in->last && cmn->type != US_OUT ? US_NO_OUTPUT_END : US_OK;
}

static void reserve(struct us_sequencer_reg *d, const struct us_sequencer *m, unsigned slot)
{
    if (m->places_of[slot]) {
        d->place = (uint8_t)(m->places_of[slot] - 1);
        return;
    }
    d->place = (uint8_t)__builtin_ctzll(~d->used_low);
    d->used_low |= UINT64_C(1) << d->place;
}

static void issue(const struct us_sequencer_in *in, const struct us_sequencer_reg *q, struct us_sequencer_reg *d,
                  const struct us_sequencer *m, unsigned slot)
{
    struct us_cmn  cmn;
    const unsigned quads = quads_of(m, slot);
    d->slot = d->turn = (uint8_t)slot;
    d->group = m->groups[slot];
    d->pixels = m->group_pixels[slot];
    d->address = m->pc[slot];
    d->word = in->words[m->pc[slot]];
    us_unpack_cmn(d->word.w, &cmn);
    d->error = (us_error_t)check(in, m, slot, &cmn);
    if (d->error)
        return;
    d->alu = cmn.type == US_ALU || cmn.type == US_OUT;
    d->tex = cmn.type == US_TEX;
    d->fc = cmn.type == US_FC;
    d->marked_last = cmn.last;
    d->ends = d->alu && is_end(in, m, slot, &cmn);
    d->outside += (unsigned)(m->pc[slot] - in->range) % US_STORE > in->range_size;
    d->alu_count += cmn.type == US_ALU;
    d->out_count += cmn.type == US_OUT;
    d->tex_count += d->tex;
    if (cmn.type == US_OUT)
        reserve(d, m, slot);
    if (d->alu)
        d->alu_free = q->now + beats(quads, in->alu_quads);
    if (d->tex)
        d->tex_free = q->now + beats(quads, in->texture_quads);
}

static void count_wait(struct us_sequencer_reg *d, enum us_wait why)
{
    d->wait_time += why == US_WAIT_TIME;
    d->wait_unit += why == US_WAIT_ALU_BUSY || why == US_WAIT_TEX_BUSY;
    d->wait_alu += why == US_WAIT_ALU;
    d->wait_texture += why == US_WAIT_SEMAPHORE || why == US_WAIT_LOOKUPS;
    d->wait_output += why == US_WAIT_OUTPUT;
}

void us_sequencer_eval(const struct us_sequencer_in *in, const struct us_sequencer_reg *q, struct us_sequencer_reg *d,
                       const struct us_sequencer *m)
{
    enum us_wait why;
    unsigned     nearest;
    d->now = q->now + 1;
    d->alu = d->tex = d->fc = d->ends = d->marked_last = false;
    d->live = (uint8_t)(q->live + in->start - in->ended);
    if (in->drained)
        d->used_low &= ~(UINT64_C(1) << in->drained_place);
    if (q->error)
        return;
    const unsigned slot = choose(in, q, m, &nearest, &why);
    d->wait = (us_wait_t)why;
    if (slot < US_SLOTS)
        issue(in, q, d, m, slot);
    else
        count_wait(d, why);
}

/* ---- the table --------------------------------------------------------------------------------------------------- */

static void keep_issued(struct us_sequencer *m)
{
    const struct us_sequencer_in  *in = &m->in;
    const struct us_sequencer_reg *d = &m->d;
    const unsigned                 slot = d->slot;
    const uint32_t                 now = m->q.now;
    struct us_cmn                  cmn;
    struct us_tex                  tex;
    us_unpack_cmn(d->word.w, &cmn);
    us_unpack_tex(d->word.w, &tex);
    m->pc[slot] = (us_address_t)((m->pc[slot] + 1) % US_STORE);
    if (d->fc) {
        m->phase[slot] = US_DECIDING;
        m->ready[slot] = now + in->flow_clk;
    } else if (d->tex) {
        /* What comes behind may write its sources, without a wait (8.5.2); and LAST has reached the pixels. */
        const unsigned enter = beats(quads_of(m, slot), in->texture_quads);
        m->ready[slot] = now + (enter > 2 ? enter : 2);
        m->flying[slot]++;
        m->killing[slot] = m->killing[slot] || tex.inst == US_TEX_KILL;
        m->semaphore[slot] = m->semaphore[slot] || tex.tex_sem_acquire;
    } else {
        const unsigned enter = beats(quads_of(m, slot), in->alu_quads);
        m->ready[slot] = now + (enter > in->alu_clk ? enter : in->alu_clk) + (cmn.nop ? in->nop_clk : 0);
        m->alu_done[slot] = now + (enter > 1 ? enter - 1 : 0) + in->alu_wait_clk;
        if (cmn.type == US_OUT)
            m->places_of[slot] = (uint8_t)(d->place + 1);
        if (d->ends)
            m->phase[slot] = US_ENDING;
    }
}

static void keep_started(struct us_sequencer *m)
{
    const unsigned slot = m->in.start_slot;
    m->phase[slot] = US_RUNNING;
    m->pc[slot] = m->in.first;
    m->groups[slot] = m->in.start_group;
    m->group_pixels[slot] = m->in.start_pixels;
    m->ready[slot] = m->alu_done[slot] = m->q.now + 1;
    m->flying[slot] = m->places_of[slot] = 0;
    m->semaphore[slot] = m->killing[slot] = false;
}

bool us_sequencer_commit(struct us_sequencer *m)
{
    const struct us_sequencer_in *in = &m->in;
    if (m->d.alu || m->d.tex || m->d.fc)
        keep_issued(m);
    if (in->decided) {
        m->phase[in->decided_slot] = US_RUNNING;
        m->pc[in->decided_slot] = in->decided_next;
    }
    if (in->looked_up) {
        m->flying[in->looked_up_slot]--;
        m->killing[in->looked_up_slot] = m->killing[in->looked_up_slot] && m->flying[in->looked_up_slot];
        m->semaphore[in->looked_up_slot] = m->semaphore[in->looked_up_slot] && !in->release;
    }
    if (in->ended)
        m->phase[in->ended_slot] = US_FREE;
    if (in->start)
        keep_started(m);
    rtl_commit(m);
    return true;
}
