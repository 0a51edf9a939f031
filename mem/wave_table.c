#include "mem/wave_table.h"

#include <assert.h>
#include <string.h>

#include "isa/r700/instruction_line.h"

RTL_TABLE(wave_table, WAVE_TABLE_SIGNALS);

static void set_bit(uint64_t *set, unsigned slot, bool value)
{
    const uint64_t bit = 1ull << (slot & 63);
    set[slot >> 6] = value ? set[slot >> 6] | bit : set[slot >> 6] & ~bit;
}

static void set_rows(struct wave_table *table, unsigned first, unsigned count, bool value)
{
    for (unsigned row = first; row < first + count; row++)
        set_bit(table->row_set, row, value);
}

static void set_phase(struct wave_table *table, unsigned slot, enum wave_phase phase)
{
    table->d.in_phase.phase[table->phase[slot]]--;
    table->d.in_phase.phase[phase]++;
    table->phase[slot] = (wave_phase_t)phase;
    set_bit(table->free_set, slot, phase == WAVE_FREE);
    set_bit(table->ready_set, slot, phase == WAVE_READY);
    set_bit(table->miss_set, slot, phase == WAVE_CF_MISS);
    set_bit(table->pause_set, slot, phase == WAVE_PAUSED);
}

void wave_table_reset(struct wave_table *table)
{
    const unsigned slots = table->in.slots, rows = table->in.rows;
    assert(slots >= 1 && slots <= WAVE_SLOTS && rows <= WAVE_ROWS);
    rtl_reset(table);
    for (unsigned slot = 0; slot < slots; slot++)
        set_bit(table->free_set, slot, true);
    set_rows(table, 0, rows, true);
    table->q.rows_left = table->d.rows_left = (uint16_t)rows;
    table->q.in_phase.phase[WAVE_FREE] = table->d.in_phase.phase[WAVE_FREE] = (uint16_t)slots;
}

static void launch(struct wave_table *table)
{
    const struct wave_table_in *in = &table->in;
    const unsigned              slot = in->launch_slot;
    assert(table->phase[slot] == WAVE_FREE);
    set_phase(table, slot, WAVE_LOADING);
    table->number[slot] = in->launch_number;
    table->gpr_base[slot] = in->launch_base;
    table->gpr_rows[slot] = in->launch_rows;
    table->type[slot] = in->launch_type;
    table->emits[slot] = table->strips[slot] = 0;
    set_rows(table, in->launch_base, in->launch_rows, false);
    table->d.rows_left = (uint16_t)(table->d.rows_left - in->launch_rows);
    table->d.in_type.type[in->launch_type]++;
    table->pc[slot] = 0;
    table->alu[slot] = table->exports[slot] = table->fetches[slot] = 0;
    table->d.resident++;
}

/* A wavefront that waited for its outstanding work goes on, or leaves when its program has ended. */
static void settle(struct wave_table *table, unsigned slot)
{
    const unsigned outstanding =
        (table->alu[slot] ? 1u : 0) | (table->exports[slot] ? 2u : 0) | (table->fetches[slot] ? 4u : 0);
    if (table->phase[slot] == WAVE_WAITING && !(outstanding & table->wait[slot])) {
        set_phase(table, slot, WAVE_READY);
    } else if (table->phase[slot] == WAVE_ENDING && !outstanding) {
        set_phase(table, slot, WAVE_FREE);
        set_rows(table, table->gpr_base[slot], table->gpr_rows[slot], true);
        table->d.rows_left = (uint16_t)(table->d.rows_left + table->gpr_rows[slot]);
        table->d.in_type.type[table->type[slot]]--;
        table->d.resident--;
        table->d.finished++;
    }
}

static void wake(struct wave_table *table, uint32_t line)
{
    for (unsigned set = 0; set < WAVE_SETS; set++)
        for (uint64_t left = table->miss_set[set]; left; left &= left - 1) {
            const unsigned slot = set * 64 + (unsigned)__builtin_ctzll(left);
            if (table->pc[slot] / INSTRUCTION_LINE_WORDS == line)
                set_phase(table, slot, WAVE_READY);
        }
}

/* One clock less for everybody who pauses. */
static void run_pauses(struct wave_table *table)
{
    for (unsigned set = 0; set < WAVE_SETS; set++)
        for (uint64_t left = table->pause_set[set]; left; left &= left - 1) {
            const unsigned slot = set * 64 + (unsigned)__builtin_ctzll(left);
            if (--table->pause[slot])
                continue;
            set_phase(table, slot, WAVE_READY);
        }
}

/* A CF instruction has been executed: the wavefront's next address and phase, and what it has started. */
static void step(struct wave_table *table)
{
    const struct wave_table_in *in = &table->in;
    const unsigned              slot = in->cf_slot;
    table->pc[slot] = in->cf_pc;
    table->alu[slot] = (uint8_t)(table->alu[slot] + in->cf_alu);
    table->exports[slot] = (uint8_t)(table->exports[slot] + in->cf_export);
    table->fetches[slot] = (uint8_t)(table->fetches[slot] + in->cf_fetch);
    table->d.alu_total = (uint16_t)(table->d.alu_total + in->cf_alu);
    table->d.export_total = (uint16_t)(table->d.export_total + in->cf_export);
    table->d.fetch_total = (uint16_t)(table->d.fetch_total + in->cf_fetch);
    if (in->cf_emit) {
        table->emits[slot]++;
        table->d.vertices += in->cf_threads;
    }
    if (in->cf_cut) {
        table->strips[slot]++;
        table->d.cuts += in->cf_threads;
    }
    table->wait[slot] = in->cf_wait;
    set_phase(table, slot, in->cf_phase);
    if (in->cf_phase == WAVE_PAUSED)
        table->pause[slot] = in->cf_pause;
}

/* Counts what has ended. */
static void end_work(struct wave_table *table)
{
    const struct wave_table_in *in = &table->in;
    if (in->alu_done) {
        table->alu[in->alu_slot]--;
        table->d.alu_total--;
    }
    if (in->export_done) {
        table->exports[in->export_slot]--;
        table->d.export_total--;
    }
    if (in->fetch_done) {
        table->fetches[in->fetch_slot]--;
        table->d.fetch_total--;
    }
}

/* Whoever had an event may go on or leave; after all counts have changed. */
static void settle_all(struct wave_table *table)
{
    const struct wave_table_in *in = &table->in;
    if (in->cf)
        settle(table, in->cf_slot);
    if (in->alu_done)
        settle(table, in->alu_slot);
    if (in->export_done)
        settle(table, in->export_slot);
    if (in->fetch_done)
        settle(table, in->fetch_slot);
}

bool wave_table_commit(struct wave_table *table)
{
    const struct wave_table_in *in = &table->in;
    if (table->q.pausing)
        run_pauses(table);
    if (in->launch)
        launch(table);
    if (in->loaded)
        set_phase(table, in->loaded_slot, WAVE_READY);
    if (in->cf)
        step(table);
    end_work(table);
    if (in->cf_wake)
        wake(table, in->cf_wake_line);
    settle_all(table);
    table->d.pausing = table->d.in_phase.phase[WAVE_PAUSED];
    const bool changes = in->launch || in->loaded || in->cf || in->alu_done || in->export_done || in->fetch_done ||
                         in->cf_wake || table->q.pausing != table->d.pausing;
    rtl_commit(table);
    return changes;
}

int wave_table_free_slot(const struct wave_table *table)
{
    for (unsigned set = 0; set < WAVE_SETS; set++)
        if (table->free_set[set])
            return (int)(set * 64 + (unsigned)__builtin_ctzll(table->free_set[set]));
    return -1;
}

/* One set moved down by `by` rows: bit i is what bit i + by was. */
static void move_down(const uint64_t *set, unsigned by, uint64_t *moved)
{
    for (unsigned i = 0; i < WAVE_SETS; i++) {
        const unsigned from = i + by / 64;
        const uint64_t low = from < WAVE_SETS ? set[from] >> by % 64 : 0;
        const uint64_t high = from + 1 < WAVE_SETS && by % 64 ? set[from + 1] << (64 - by % 64) : 0;
        moved[i] = low | high;
    }
}

int wave_table_free_rows(const struct wave_table *table, unsigned rows)
{
    uint64_t set[WAVE_SETS], moved[WAVE_SETS];
    if (!rows)
        return 0;
    memcpy(set, table->row_set, sizeof set);
    /* A bit says that `run` rows from there on are free; runs double until they are long enough. */
    for (unsigned run = 1; run < rows;) {
        const unsigned by = run < rows - run ? run : rows - run;
        move_down(set, by, moved);
        for (unsigned i = 0; i < WAVE_SETS; i++)
            set[i] &= moved[i];
        run += by;
    }
    for (unsigned i = 0; i < WAVE_SETS; i++)
        if (set[i])
            return (int)(i * 64 + (unsigned)__builtin_ctzll(set[i]));
    return -1;
}
