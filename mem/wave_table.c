#include "mem/wave_table.h"

#include <assert.h>

#include "isa/r700/instruction_line.h"

RTL_TABLE(wave_table, WAVE_TABLE_SIGNALS);

static void set_bit(uint64_t *set, unsigned slot, bool value)
{
    const uint64_t bit = 1ull << (slot & 63);
    set[slot >> 6] = value ? set[slot >> 6] | bit : set[slot >> 6] & ~bit;
}

static void set_phase(struct wave_table *table, unsigned slot, enum wave_phase phase)
{
    table->phase[slot] = (wave_phase_t)phase;
    set_bit(table->free_set, slot, phase == WAVE_FREE);
    set_bit(table->ready_set, slot, phase == WAVE_READY);
    set_bit(table->miss_set, slot, phase == WAVE_CF_MISS);
    set_bit(table->pause_set, slot, phase == WAVE_PAUSED);
}

void wave_table_preset(struct wave_table *table)
{
    const unsigned slots = table->in.slots;
    assert(slots >= 1 && slots <= WAVE_SLOTS);
    for (unsigned slot = 0; slot < slots; slot++)
        set_bit(table->free_set, slot, true);
    table->q.in_phase.phase[WAVE_FREE] = table->d.in_phase.phase[WAVE_FREE] = (uint16_t)slots;
}

/* ---- what the events of a clock make of a wavefront ------------------------------------------------------------- */

struct wave {
    uint32_t     pc;
    uint16_t     pause;
    wave_phase_t phase;
    uint8_t      alu, exports, fetches, acks, wait, wait_acks;
};

/* A CF instruction has been executed: the next address and phase, and what it has started. */
static void step(const struct wave_table_in *in, struct wave *wave)
{
    wave->pc = in->cf_pc;
    wave->phase = in->cf_phase;
    wave->wait = in->cf_wait;
    wave->wait_acks = in->cf_acks;
    if (in->cf_phase == WAVE_PAUSED)
        wave->pause = in->cf_wait ? in->cf_retry : in->cf_pause;
    wave->alu = (uint8_t)(wave->alu + in->cf_alu);
    wave->exports = (uint8_t)(wave->exports + in->cf_export);
    wave->fetches = (uint8_t)(wave->fetches + in->cf_fetch);
    wave->acks = (uint8_t)(wave->acks + in->cf_ack);
}

/* A wavefront that waited for its outstanding work goes on, or leaves when its program has ended.  GUESS: it does not
 * leave before its acknowledgements are there: they would reach the next wavefront in its slot. */
static void settle(struct wave *wave)
{
    const unsigned outstanding = (wave->alu ? 1u : 0) | (wave->exports ? 2u : 0) | (wave->fetches ? 4u : 0);
    const unsigned too_many = wave->acks > wave->wait_acks ? 8 : 0;
    if (wave->phase == WAVE_WAITING && !((outstanding | too_many) & wave->wait))
        wave->phase = WAVE_READY;
    else if (wave->phase == WAVE_ENDING && !outstanding && !wave->acks)
        wave->phase = WAVE_FREE;
}

static struct wave next_of(const struct wave_table_in *in, const struct wave_table *table, unsigned slot)
{
    struct wave wave = {.pc = table->pc[slot],
                        .pause = table->pause[slot],
                        .phase = table->phase[slot],
                        .alu = table->alu[slot],
                        .exports = table->exports[slot],
                        .fetches = table->fetches[slot],
                        .acks = table->acks[slot],
                        .wait = table->wait[slot],
                        .wait_acks = table->wait_acks[slot]};
    if (in->launch && in->launch_slot == slot)
        wave = (struct wave){.pc = in->first_pc,
                             .phase = WAVE_LOADING,
                             .pause = wave.pause,
                             .wait = wave.wait,
                             .wait_acks = wave.wait_acks};
    if (in->loaded && in->loaded_slot == slot)
        wave.phase = WAVE_READY;
    if (in->cf && in->cf_slot == slot)
        step(in, &wave);
    wave.alu = (uint8_t)(wave.alu - (in->alu_done && in->alu_slot == slot));
    wave.exports = (uint8_t)(wave.exports - (in->export_done && in->export_slot == slot));
    wave.fetches = (uint8_t)(wave.fetches - (in->fetch_done && in->fetch_slot == slot));
    wave.acks = (uint8_t)(wave.acks - (in->ack && in->ack_slot == slot));
    if (in->cf_wake && wave.phase == WAVE_CF_MISS && wave.pc / INSTRUCTION_LINE_WORDS == in->cf_wake_line)
        wave.phase = WAVE_READY;
    settle(&wave);
    return wave;
}

/* The slots that have an event: slots named by a port; with a filled line, all slots with a miss. */
static void find_events(const struct wave_table_in *in, const struct wave_table *table, uint64_t events[WAVE_SETS])
{
    for (unsigned set = 0; set < WAVE_SETS; set++)
        events[set] = in->cf_wake ? table->miss_set[set] : 0;
    if (in->launch)
        set_bit(events, in->launch_slot, true);
    if (in->loaded)
        set_bit(events, in->loaded_slot, true);
    if (in->cf)
        set_bit(events, in->cf_slot, true);
    if (in->alu_done)
        set_bit(events, in->alu_slot, true);
    if (in->export_done)
        set_bit(events, in->export_slot, true);
    if (in->fetch_done)
        set_bit(events, in->fetch_slot, true);
    if (in->ack)
        set_bit(events, in->ack_slot, true);
}

#define EACH(slot, set)                                                                                                \
    for (unsigned word = 0, slot; word < WAVE_SETS; word++)                                                            \
        for (uint64_t left = (set)[word]; left && (slot = word * 64 + (unsigned)__builtin_ctzll(left), 1);             \
             left &= left - 1)

/* Pauses aside: they end by themselves. */
static bool any_event(const struct wave_table_in *in)
{
    return in->launch | in->loaded | in->cf | in->cf_wake | in->alu_done | in->export_done | in->fetch_done | in->ack;
}

/* ---- next state: the counts ------------------------------------------------------------------------------------- */

static void count_ports(const struct wave_table_in *in, const struct wave_table_reg *q, struct wave_table_reg *d)
{
    d->alu_total = (uint16_t)(q->alu_total + (in->cf ? in->cf_alu : 0) - in->alu_done);
    d->export_total = (uint16_t)(q->export_total + (in->cf ? in->cf_export : 0) - in->export_done);
    d->fetch_total = (uint16_t)(q->fetch_total + (in->cf ? in->cf_fetch : 0) - in->fetch_done);
    d->ack_total = (uint16_t)(q->ack_total + (in->cf ? in->cf_ack : 0) - in->ack);
    if (in->cf && in->cf_emit)
        d->vertices = q->vertices + (uint32_t)__builtin_popcountll(in->cf_lanes);
    if (in->cf && in->cf_cut)
        d->cuts = q->cuts + (uint32_t)__builtin_popcountll(in->cf_lanes);
    if (in->launch)
        d->resident++;
}

static void count_phase(const struct wave_table *table, unsigned slot, wave_phase_t phase, struct wave_table_reg *d)
{
    d->in_phase.phase[table->phase[slot]]--;
    d->in_phase.phase[phase]++;
    if (phase != WAVE_FREE)
        return;
    d->resident--;
    d->finished++;
}

void wave_table_eval(const struct wave_table_in *in, const struct wave_table_reg *q, struct wave_table_reg *d,
                     const struct wave_table *table)
{
    uint64_t events[WAVE_SETS];
    assert(!in->launch || table->phase[in->launch_slot] == WAVE_FREE);
    assert(!in->cf || table->phase[in->cf_slot] != WAVE_PAUSED);
    if (q->pausing)
        EACH (slot, table->pause_set)
            if (table->pause[slot] == 1)
                count_phase(table, slot, WAVE_READY, d);
    if (any_event(in)) {
        count_ports(in, q, d);
        find_events(in, table, events);
        EACH (slot, events)
            count_phase(table, slot, next_of(in, table, slot).phase, d);
    }
    d->pausing = d->in_phase.phase[WAVE_PAUSED];
}

/* ---- edge: the memories ----------------------------------------------------------------------------------------- */

static void store(struct wave_table *table, unsigned slot, const struct wave *wave)
{
    if (table->phase[slot] != wave->phase)
        set_phase(table, slot, wave->phase);
    table->pc[slot] = wave->pc;
    table->pause[slot] = wave->pause;
    table->alu[slot] = wave->alu;
    table->exports[slot] = wave->exports;
    table->fetches[slot] = wave->fetches;
    table->acks[slot] = wave->acks;
    table->wait[slot] = wave->wait;
    table->wait_acks[slot] = wave->wait_acks;
}

static void launch(struct wave_table *table)
{
    const struct wave_table_in *in = &table->in;
    const unsigned              slot = in->launch_slot;
    table->number[slot] = in->launch_number;
    table->gpr_base[slot] = in->launch_base;
    table->type[slot] = in->launch_type;
    table->group_thread[slot] = in->launch_thread;
    table->lds_first[slot] = in->launch_lds;
    table->emits[slot] = table->strips[slot] = 0;
}

static void note_cuts(struct wave_table *table)
{
    const struct wave_table_in *in = &table->in;
    if (!in->cf)
        return;
    table->emits[in->cf_slot] += in->cf_emit;
    table->strips[in->cf_slot] += in->cf_cut;
}

/* While the shortest pause is no shorter than 2. */
static uint64_t rest_before(uint64_t least)
{
    return least == UINT64_MAX ? least : least > 2 ? least - 2 : 0;
}

uint64_t wave_table_rows_rest(const struct wave_table *table)
{
    uint64_t least = UINT64_MAX;
    if (table->q.pausing)
        EACH (slot, table->pause_set)
            if (table->pause[slot] < least)
                least = table->pause[slot];
    return rest_before(least);
}

void wave_table_rows_tick(struct wave_table *table, uint64_t edges)
{
    if (table->q.pausing)
        EACH (slot, table->pause_set)
            table->pause[slot] = (uint16_t)(table->pause[slot] - edges);
}

bool wave_table_commit(struct wave_table *table)
{
    const struct wave_table_in *in = &table->in;
    const bool                  event = any_event(in), changes = event || table->q.pausing != table->d.pausing;
    uint64_t                    events[WAVE_SETS];
    if (table->q.pausing)
        EACH (slot, table->pause_set)
            if (--table->pause[slot] == 0)
                set_phase(table, slot, WAVE_READY);
    if (event) {
        find_events(in, table, events);
        EACH (slot, events) {
            const struct wave wave = next_of(in, table, slot);
            store(table, slot, &wave);
        }
    }
    if (in->launch)
        launch(table);
    note_cuts(table);
    rtl_commit(table);
    return changes;
}
