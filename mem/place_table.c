#include "mem/place_table.h"

#include <assert.h>
#include <string.h>

RTL_TABLE(place_table, PLACE_TABLE_SIGNALS);

static void set_bit(uint64_t *set, unsigned number, bool value)
{
    const uint64_t bit = 1ull << (number & 63);
    set[number >> 6] = value ? set[number >> 6] | bit : set[number >> 6] & ~bit;
}

static void set_bits(uint64_t *set, unsigned first, unsigned count, bool value)
{
    const unsigned end = first + count < PLACE_SETS * 64 ? first + count : PLACE_SETS * 64;
    while (first < end) { /* a word, or the part of it up to the end */
        const unsigned in_word = 64 - (first & 63), bits = end - first < in_word ? end - first : in_word;
        const uint64_t mask = ~0ull >> (64 - bits) << (first & 63);
        set[first >> 6] = value ? set[first >> 6] | mask : set[first >> 6] & ~mask;
        first += bits;
    }
}

void place_table_preset(struct place_table *table)
{
    const unsigned slots = table->in.slots, rows = table->in.rows;
    assert(slots >= 1 && slots <= WAVE_SLOTS && rows <= PLACE_ROWS && table->in.free_clk >= 1);
    for (unsigned slot = 0; slot < slots; slot++)
        set_bit(table->free_set, slot, true);
    set_bits(table->row_set, 0, rows, true);
    set_bits(table->lds_set, 0, PLACE_LDS, true);
    table->q.rows_left = table->d.rows_left = (uint16_t)rows;
}

/* The slots of a set, one after the other. */
#define EACH(slot, of)                                                                                                 \
    for (unsigned set_ = 0; set_ < WAVE_SETS; set_++)                                                                  \
        for (uint64_t left_ = (of)[set_], slot = 0;                                                                    \
             left_ && (slot = set_ * 64 + (unsigned)__builtin_ctzll(left_), true); left_ &= left_ - 1)

/* ---- the counts -------------------------------------------------------------------------------------------------- */

static void count_launch(const struct place_table_in *in, struct place_table_reg *d)
{
    d->rows_left = (uint16_t)(d->rows_left - in->size);
    d->in_type.type[in->type]++;
    d->resident++;
    d->launched++;
}

static void count_back(const struct place_table *table, unsigned slot, struct place_table_reg *d)
{
    d->rows_left = (uint16_t)(d->rows_left + table->size_of[slot]);
    d->in_type.type[table->type_of[slot]]--;
    d->resident--;
    d->leaving--;
}

/* The dispatcher sees `wait` clocks later that these wavefronts have left. */
static void count_left(const struct place_table *table, const wave_set_t *left, unsigned wait,
                       struct place_table_reg *d)
{
    EACH (slot, left->set) {
        d->leaving++;
        if (!wait)
            count_back(table, (unsigned)slot, d);
    }
}

void place_table_eval(const struct place_table_in *in, const struct place_table_reg *q, struct place_table_reg *d,
                      const struct place_table *table)
{
    assert(!in->launch || table->free_set[in->slot / 64] >> in->slot % 64 & 1);
    if (q->leaving)
        EACH (slot, table->leaving_set)
            if (table->wait[slot] == 1)
                count_back(table, (unsigned)slot, d);
    if (in->launch)
        count_launch(in, d);
    if (in->left)
        count_left(table, &in->left_set, in->free_clk - 1u, d);
}

/* ---- the places -------------------------------------------------------------------------------------------------- */

static void take(struct place_table *table)
{
    const struct place_table_in *in = &table->in;
    set_bit(table->free_set, in->slot, false);
    set_bit(table->here_set, in->slot, true);
    set_bits(table->row_set, in->base, in->size, false);
    table->base_of[in->slot] = in->base;
    table->size_of[in->slot] = in->size;
    table->type_of[in->slot] = in->type;
    table->lds_of[in->slot] = in->lds_first;
    table->lds_size_of[in->slot] = in->lds_size;
    if (!in->group_waves)
        return;
    table->lds_waves[in->lds_first] = in->group_waves;
    set_bits(table->lds_set, in->lds_first, in->lds_size, false);
}

/* The last wavefront of a group gives its part of the local data share back. */
static void leave_group(struct place_table *table, unsigned slot)
{
    const unsigned first = table->lds_of[slot], size = table->lds_size_of[slot];
    if (size && --table->lds_waves[first] == 0)
        set_bits(table->lds_set, first, size, true);
}

static void give_back(struct place_table *table, unsigned slot)
{
    leave_group(table, slot);
    set_bit(table->leaving_set, slot, false);
    set_bit(table->free_set, slot, true);
    set_bits(table->row_set, table->base_of[slot], table->size_of[slot], true);
}

static void note(struct place_table *table, const wave_set_t *left, unsigned wait)
{
    EACH (slot, left->set) {
        set_bit(table->here_set, (unsigned)slot, false);
        set_bit(table->leaving_set, (unsigned)slot, true);
        table->wait[slot] = (uint16_t)wait;
        if (!wait)
            give_back(table, (unsigned)slot);
    }
}

bool place_table_commit(struct place_table *table)
{
    const bool changes = rtl_registers_change(place_table, table);
    if (table->q.leaving)
        EACH (slot, table->leaving_set)
            if (--table->wait[slot] == 0)
                give_back(table, (unsigned)slot);
    if (table->in.launch)
        take(table);
    if (table->in.left)
        note(table, &table->in.left_set, table->in.free_clk - 1u);
    rtl_commit(table);
    return changes;
}

void place_table_note(struct place_table *table, const wave_set_t *left, unsigned ago)
{
    const unsigned wait = table->in.free_clk - ago;
    assert(ago > 0 && ago <= table->in.free_clk);
    count_left(table, left, wait, &table->d);
    note(table, left, wait);
    rtl_commit(table);
}

int place_table_free_slot_at(const struct place_table *table, unsigned lower)
{
    EACH (slot, table->free_set)
        if (!lower--)
            return (int)slot;
    return -1;
}

int place_table_free_slot(const struct place_table *table)
{
    return place_table_free_slot_at(table, 0);
}

/* One set moved down by `by` rows: bit i is what bit i + by was. */
static void move_down(const uint64_t *set, unsigned by, uint64_t *moved)
{
    for (unsigned i = 0; i < PLACE_SETS; i++) {
        const unsigned from = i + by / 64;
        const uint64_t low = from < PLACE_SETS ? set[from] >> by % 64 : 0;
        const uint64_t high = from + 1 < PLACE_SETS && by % 64 ? set[from + 1] << (64 - by % 64) : 0;
        moved[i] = low | high;
    }
}

/* The first of the lowest `count` bits in a row, or -1. */
static int lowest_run(const uint64_t *bits, unsigned count)
{
    uint64_t set[PLACE_SETS], moved[PLACE_SETS];
    if (!count)
        return 0;
    memcpy(set, bits, sizeof set);
    /* A bit says that `run` of them from there on are set; runs double until they are long enough. */
    for (unsigned run = 1; run < count;) {
        const unsigned by = run < count - run ? run : count - run;
        move_down(set, by, moved);
        for (unsigned i = 0; i < PLACE_SETS; i++)
            set[i] &= moved[i];
        run += by;
    }
    for (unsigned i = 0; i < PLACE_SETS; i++)
        if (set[i])
            return (int)(i * 64 + (unsigned)__builtin_ctzll(set[i]));
    return -1;
}

int place_table_free_rows(const struct place_table *table, unsigned rows)
{
    return lowest_run(table->row_set, rows);
}

int place_table_free_lds(const struct place_table *table, unsigned entries)
{
    return lowest_run(table->lds_set, entries);
}

bool place_table_fits(const struct place_table *table, unsigned rows, unsigned waves)
{
    uint64_t set[PLACE_SETS];
    if (waves == 1)
        return place_table_free_rows(table, rows) >= 0;
    memcpy(set, table->row_set, sizeof set);
    for (unsigned wave = 0; wave < waves; wave++) {
        const int first = lowest_run(set, rows);
        if (first < 0)
            return false;
        set_bits(set, (unsigned)first, rows, false);
    }
    return true;
}
