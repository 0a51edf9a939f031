/* gpr_file.c - the general-purpose registers beside their twin: every mixture of clear, load, fetch and write-back in a
 * few rows, plain and indexed, read back in the same clock. */
#include "tb/lockstep/lockstep.h"

#include <string.h>

#include "mem/gpr_file.h"
#include "rtl_model/r700/simd.h"
#include "tb/lockstep/rows.h"

/* A few rows at both ends and in the middle, so that writers meet; now and then any. */
static uint8_t some_row(struct stimulus *random)
{
    static const uint8_t rows[] = {0, 1, 2, 3, 64, 127, 128, 129, 254, 255};
    if (stimulus_chance(random, 15))
        return (uint8_t)stimulus_bits(random, 8);
    return rows[stimulus_below(random, sizeof rows)];
}

/* Where the program's and the global registers lie: inside the file, also against its end. */
static void place(struct gpr_file_in *in, struct stimulus *random)
{
    in->num_gprs = (uint8_t)(1 + stimulus_below(random, stimulus_chance(random, 60) ? 8 : 127));
    in->write_base = (uint8_t)(stimulus_chance(random, 20) ? GPR_ROWS - (unsigned)in->num_gprs
                                                           : stimulus_below(random, GPR_ROWS + 1u - in->num_gprs));
    in->shared_count = (uint8_t)(stimulus_chance(random, 20) ? 0 : stimulus_below(random, 128));
    in->shared_row = (uint16_t)(GPR_ROWS - in->shared_count - stimulus_below(random, 3) * 4u);
    if (in->shared_row + in->shared_count > GPR_ROWS || stimulus_chance(random, 10))
        in->shared_row = 0;
}

static void reset(void *state, void *driver, struct stimulus *random)
{
    struct gpr_file *file = state;
    (void)driver;
    memset(&file->in, 0, sizeof file->in);
    place(&file->in, random);
    file->in.write_base = 0;
    gpr_file_reset(file);
}

static void drive_write(struct gpr_file_in *in, struct stimulus *random)
{
    in->write = (uint8_t)(stimulus_chance(random, 30) ? 0 : stimulus_bits(random, 5));
    in->write_relative = (uint8_t)(stimulus_chance(random, 50) ? 0 : stimulus_bits(random, 5));
    in->write_global = (uint8_t)stimulus_bits(random, 5);
    in->write_chan_t = (uint8_t)stimulus_bits(random, 2);
    for (unsigned s = 0; s < GPR_WRITERS; s++) {
        const unsigned pool = in->write_global >> s & 1 ? in->shared_count : in->num_gprs;
        in->write_row.slot[s] = some_row(random);
        if (in->write_relative >> s & 1)
            in->write_row.slot[s] = (uint8_t)(pool ? stimulus_below(random, pool) : 0);
        in->write_lanes.slot[s] = stimulus_mask(random);
    }
    if (stimulus_chance(random, 40)) /* T writes what the vector slot of its element writes */
        in->write_row.slot[4] = in->write_row.slot[in->write_chan_t];
}

static void drive_load_and_clear(struct gpr_file_in *in, struct stimulus *random)
{
    in->load = stimulus_chance(random, 20);
    in->load_row = stimulus_chance(random, 30) ? in->write_row.slot[0] : some_row(random);
    in->fetch = stimulus_chance(random, 20);
    in->fetch_row = stimulus_chance(random, 30) ? in->write_row.slot[1] : some_row(random);
    in->fetch_elements = (uint8_t)stimulus_bits(random, 4);
    in->fetch_lanes = stimulus_mask(random);
    in->clear = stimulus_chance(random, 3);
    in->clear_row = some_row(random);
    in->clear_count = (uint8_t)(1 + stimulus_below(random, stimulus_chance(random, 70) ? 4 : 127));
    if (in->clear_row + in->clear_count > GPR_ROWS)
        in->clear_count = (uint8_t)(GPR_ROWS - in->clear_row);
}

/* AR.x is the same in all lanes, close by, or anywhere that MOVA reaches. */
static void drive_index(lanes_t *ar_x, struct stimulus *random)
{
    const unsigned reach = stimulus_chance(random, 60) ? 8 : 256;
    const bool     same = stimulus_chance(random, 20);
    for (int i = 0; i < LANES; i++)
        ar_x->lane[i] = i && same ? ar_x->lane[0] : stimulus_below(random, 2 * reach) - reach;
}

static void drive(void *state, void *driver, struct stimulus *random)
{
    struct gpr_file *file = state;
    lanes_t *const   write_data = (lanes_t *)file->in.write_data;
    lanes_t *const load_data = (lanes_t *)file->in.load_data, *const fetch_data = (lanes_t *)file->in.fetch_data;
    (void)driver;
    if (stimulus_chance(random, 10))
        place(&file->in, random);
    drive_write(&file->in, random);
    drive_load_and_clear(&file->in, random);
    drive_index((lanes_t *)file->in.ar_x, random);
    for (unsigned s = 0; s < GPR_WRITERS; s++)
        stimulus_lanes(random, &write_data[s]);
    for (unsigned e = 0; e < GPR_ELEMENTS; e++)
        stimulus_lanes(random, stimulus_chance(random, 50) ? &load_data[e] : &fetch_data[e]);
}

static void clock(void *state)
{
    struct gpr_file *file = state;
    gpr_file_next(file);
    gpr_file_clock(file);
}

/* ---- rows that are written -------------------------------------------------------------------------------------- */

static void touch_indexed(const struct gpr_file *file, unsigned element, unsigned slot, struct rows *rows)
{
    const struct gpr_file_in *in = &file->in;
    const bool                global = in->write_global >> slot & 1;
    const int32_t             count = global ? in->shared_count : in->num_gprs;
    int32_t                   least = count, most = -1;
    for (int i = 0; i < LANES; i++) {
        const int32_t index = in->write_row.slot[slot] + (int32_t)in->ar_x->lane[i];
        if (!(in->write_lanes.slot[slot] >> i & 1) || index < 0 || index >= count)
            continue;
        least = index < least ? index : least;
        most = index > most ? index : most;
    }
    if (most >= least)
        rows_touch(rows, gpr_read(file, element, (global ? in->shared_row : in->write_base) + (unsigned)least),
                   (unsigned)(most - least) + 1);
}

static void touches(const void *state, struct rows *rows)
{
    const struct gpr_file    *file = state;
    const struct gpr_file_in *in = &file->in;
    for (unsigned e = 0; e < GPR_ELEMENTS; e++) {
        if (in->load)
            rows_touch(rows, gpr_read(file, e, in->load_row), 1);
        if (in->fetch && in->fetch_elements >> e & 1)
            rows_touch(rows, gpr_read(file, e, in->fetch_row), 1);
        if (in->clear && in->clear_count)
            rows_touch(rows, gpr_read(file, e, in->clear_row), in->clear_count);
    }
    for (unsigned s = 0; s < GPR_WRITERS; s++) {
        const unsigned e = s < GPR_ELEMENTS ? s : in->write_chan_t;
        if (in->write >> s & 1 && in->write_relative >> s & 1)
            touch_indexed(file, e, s, rows);
        else if (in->write >> s & 1)
            rows_touch(rows, gpr_read(file, e, in->write_row.slot[s]), 1);
    }
}

/* A row in a clock. */
static bool load(void *state, unsigned step)
{
    static lanes_t   row[GPR_ELEMENTS];
    struct gpr_file *file = state;
    if (step == GPR_ROWS)
        return false;
    for (unsigned e = 0; e < GPR_ELEMENTS; e++)
        row[e] = *gpr_read(file, e, step);
    file->in.load = true;
    file->in.load_row = (uint8_t)step;
    file->in.load_data = row;
    return true;
}

static const struct stimulus_gap gaps[] = {
    {"i_ar_x", NULL, "integers of nine bits, not floats (ISA 4.6.3)"},
    {NULL, NULL, NULL},
};

static const char *const edges[] = {"indexed write: one register below the first",
                                    "indexed write: the first register",
                                    "indexed write: the last register",
                                    "indexed write: one register beyond the last",
                                    "indexed write: there are no global registers",
                                    "the last row of the file is written",
                                    "rows are cleared up to the last one",
                                    "a slot and T write one register",
                                    "a fetch and an instruction group write one register",
                                    "a loaded register is written, too",
                                    NULL};

static bool writes_row(const struct gpr_file_in *in, unsigned slot, unsigned row)
{
    return in->write >> slot & 1 && !(in->write_relative >> slot & 1) && in->write_row.slot[slot] == row &&
           in->write_lanes.slot[slot];
}

/* Where the indices of a slot's lanes are: a bit of the first four edges each. */
static unsigned indices_met(const struct gpr_file_in *in, unsigned slot)
{
    const int32_t count = in->write_global >> slot & 1 ? in->shared_count : in->num_gprs;
    unsigned      bits = 0;
    for (int i = 0; i < LANES; i++) {
        const int32_t index = in->write_row.slot[slot] + (int32_t)in->ar_x->lane[i];
        const bool    is[] = {index == -1, index == 0, index == count - 1, index == count};
        for (unsigned edge = 0; edge < sizeof is / sizeof is[0]; edge++)
            bits |= (unsigned)(is[edge] && in->write_lanes.slot[slot] >> i & 1) << edge;
    }
    return bits;
}

static uint64_t met(const void *state)
{
    const struct gpr_file_in *in = &((const struct gpr_file *)state)->in;
    bool                      empty = false, last = false, both = false, fetched = false, loaded = false;
    uint64_t                  bits = 0;
    for (unsigned s = 0; s < GPR_WRITERS; s++) {
        const bool global = in->write_global >> s & 1, indexed = in->write >> s & in->write_relative >> s & 1;
        empty = empty || (indexed && global && in->shared_count == 0 && in->write_lanes.slot[s]);
        bits |= indexed ? indices_met(in, s) : 0;
        last = last || writes_row(in, s, GPR_ROWS - 1);
        loaded = loaded || (in->load && writes_row(in, s, in->load_row));
        if (s < GPR_ELEMENTS)
            fetched = fetched || (in->fetch && in->fetch_elements >> s & 1 &&
                                  in->fetch_lanes & in->write_lanes.slot[s] && writes_row(in, s, in->fetch_row));
        if (s < GPR_ELEMENTS && s == in->write_chan_t)
            both = both || (writes_row(in, s, in->write_row.slot[s]) && writes_row(in, 4, in->write_row.slot[s]) &&
                            in->write_lanes.slot[s] & in->write_lanes.slot[4]);
    }
    const bool cleared = in->clear && in->clear_count && in->clear_row + in->clear_count == GPR_ROWS;
    return bits | (uint64_t)empty << 4 | (uint64_t)last << 5 | (uint64_t)cleared << 6 | (uint64_t)both << 7 |
           (uint64_t)fetched << 8 | (uint64_t)loaded << 9;
}

const struct lockstep_module lockstep_gpr_file = {
    LOCKSTEP_BLOCK(gpr_file, gpr_file, gpr_file),
    .doc = "the general-purpose registers of a SIMD (ISA 4.7.4, 4.9.2, 4.6.3)",
    .lifetime = 2000,
    .gaps = gaps,
    .edges = edges,
    .met = met,
    .touches = touches,
    .clears = true,
    .load = load,
    LOCKSTEP_INSTANCES(gprs),
};
