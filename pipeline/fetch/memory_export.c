#include "pipeline/fetch/memory_export.h"

#include "kit/bytes.h"

RTL_TABLE(memory_export, MEMORY_EXPORT_SIGNALS);

/* ---- addresses --------------------------------------------------------------------------------------------------- */

/* A line as it is stored, and its first access that reaches too far. */
struct line {
    memory_addresses_t address;
    uint64_t           dwords;
    bool               ack, strays;
    memory_target_t    target;
    unsigned           stray_lane;
};

static struct memory_thread thread_of(const struct memory_export_in *in, unsigned lane)
{
    const unsigned           in_wave = in->write_quarter * in->wave_lanes + lane;
    const struct wave_groups groups = groups_of(0, in->group, in->wave_size);
    return (struct memory_thread){.area = in->write_area,
                                  .in_wave = (uint8_t)in_wave,
                                  .wave_size = in->wave_size,
                                  .in_launch = groups_first(&groups, in->write_number) + in_wave};
}

/* Elements of an access that lie in the buffer. */
static unsigned inside(unsigned mask, uint64_t dword, uint64_t size)
{
    const uint64_t left = dword < size ? size - dword : 0;
    return left < MEMORY_ELEMENTS ? mask & ((1u << left) - 1) : mask;
}

static void make_line(const struct memory_export_in *in, struct line *line)
{
    const uint32_t      dwords[2] = {(uint32_t)in->write_word, (uint32_t)(in->write_word >> 32)};
    struct memory_write write;
    memory_write_unpack(dwords, &write);
    const memory_target_t     target = write.access.target;
    const struct memory_space space = {in->size.target[target], in->item.target[target]};
    *line = (struct line){.ack = write.ack && in->write_last, .target = target};
    for (unsigned lane = 0; lane < in->wave_lanes; lane++) {
        const struct memory_thread thread = thread_of(in, lane);
        const struct memory_place  place = memory_place(&write.access, &space, &thread, in->write_indices->lane[lane],
                                                        in->write_step, false, write.mask);
        if (!(in->write_lanes >> lane & 1) || place.dropped)
            continue;
        line->address.lane[lane] = in->base.target[target] + 4 * place.dword;
        if (!place.strays) {
            line->dwords |= (uint64_t)inside(write.mask, place.dword, space.size) << MEMORY_ELEMENTS * lane;
        } else if (!line->strays) {
            line->strays = true;
            line->stray_lane = lane;
        }
    }
}

static void take_line(const struct memory_export_in *in, struct memory_export_reg *d)
{
    struct line line;
    make_line(in, &line);
    d->used = (uint8_t)(d->used + 1);
    d->quarters = d->quarters + 1;
    if (!line.strays || d->stray)
        return;
    d->stray = true;
    d->stray_target = line.target;
    d->stray_thread = thread_of(in, line.stray_lane).in_launch;
    d->stray_address = line.address.lane[line.stray_lane] & ((UINT64_C(1) << 41) - 1);
}

/* ---- to memory --------------------------------------------------------------------------------------------------- */

static uint64_t dword_address(const struct memory_export *unit, unsigned line, unsigned bit)
{
    return unit->line_address[line].lane[bit / MEMORY_ELEMENTS] + 4 * (bit % MEMORY_ELEMENTS);
}

static uint32_t dword_value(const struct memory_export *unit, unsigned line, unsigned bit)
{
    const quarter_t *const element[MEMORY_ELEMENTS] = {&unit->line_x[line], &unit->line_y[line], &unit->line_z[line],
                                                       &unit->line_w[line]};
    return element[bit % MEMORY_ELEMENTS]->lane[bit / MEMORY_ELEMENTS];
}

/* The instruction whose blocks go now: it waits for earlier ones without acknowledgement, too. */
static unsigned going(const struct memory_export_reg *d)
{
    return (d->first_ack + d->acks) % MEMORY_ACKS;
}

/* All that is left in the block of the first dword; returns what is left then. */
static uint64_t offer_block(const struct memory_export *unit, unsigned line, uint64_t left, struct memory_export_reg *d)
{
    const uint64_t block = dword_address(unit, line, (unsigned)__builtin_ctzll(left)) & ~(uint64_t)(SECTOR_BYTES - 1);
    uint64_t       others = 0;
    d->ask = true;
    d->ask_line = block >> LINE_SHIFT;
    d->ask_half = (uint8_t)(block / SECTOR_BYTES & 1);
    d->ask_mask = 0;
    d->ask_own = (uint16_t)going(d);
    d->sector = (sector_t){{0}};
    d->blocks = d->blocks + 1;
    d->unanswered = (uint8_t)(d->unanswered + 1);
    d->ack_blocks.entry[going(d)]++;
    for (; left; left &= left - 1) {
        const unsigned bit = (unsigned)__builtin_ctzll(left);
        const uint64_t offset = dword_address(unit, line, bit) - block;
        if (offset >= SECTOR_BYTES) { /* below the block, too: it wraps */
            others |= UINT64_C(1) << bit;
            continue;
        }
        d->ask_mask |= UINT32_C(0xf) << offset;
        little_put(d->sector.byte + offset, 4, dword_value(unit, line, bit));
    }
    return others;
}

/* The oldest line has gone. */
static void end_line(const struct memory_export_reg *q, struct memory_export_reg *d, const struct memory_export *unit)
{
    d->first = (uint8_t)((q->first + 1) % MEMORY_LINES);
    d->used = (uint8_t)(d->used - 1);
    if (!unit->line_ack[q->first])
        return;
    d->ack_slots.entry[going(d)] = unit->line_slot[q->first];
    d->acks = (uint8_t)(d->acks + 1);
}

/* The next block of the oldest line, when the one before is taken; without room for its acknowledgement a line waits.
 */
static void run_lines(const struct memory_export_in *in, const struct memory_export_reg *q, struct memory_export_reg *d,
                      const struct memory_export *unit)
{
    const uint64_t left = q->begun ? q->left : unit->line_dwords[q->first];
    const bool     no_ack = unit->line_ack[q->first] && d->acks == MEMORY_ACKS - 1;
    if ((q->ask && !in->taken) || no_ack || (left && d->unanswered == MEMORY_OF_CLIENT))
        return;
    d->left = left ? offer_block(unit, q->first, left, d) : 0;
    d->begun = d->left != 0;
    if (!d->begun)
        end_line(q, d, unit);
}

/* ---- acknowledgements -------------------------------------------------------------------------------------------- */

static void take_answer(const struct memory_export_in *in, struct memory_export_reg *d)
{
    d->unanswered = (uint8_t)(d->unanswered - 1);
    d->ack_blocks.entry[in->answer_own % MEMORY_ACKS]--;
}

static void acknowledge(const struct memory_export_reg *q, struct memory_export_reg *d)
{
    d->ack = true;
    d->ack_slot = q->ack_slots.entry[q->first_ack];
    d->first_ack = (uint8_t)((q->first_ack + 1) % MEMORY_ACKS);
    d->acks = (uint8_t)(q->acks - 1);
}

void memory_export_eval(const struct memory_export_in *in, const struct memory_export_reg *q,
                        struct memory_export_reg *d, const struct memory_export *unit)
{
    d->ack = false;
    if (in->taken)
        d->ask = false;
    if (q->due)
        acknowledge(q, d);
    if (in->answer)
        take_answer(in, d);
    if (q->used)
        run_lines(in, q, d, unit);
    if (in->write)
        take_line(in, d);
    d->due = d->acks && !d->ack_blocks.entry[d->first_ack];
}

void memory_export_capture(struct memory_export *unit)
{
    const struct memory_export_in *in = &unit->in;
    const unsigned                 at = (unit->q.first + unit->q.used) % MEMORY_LINES;
    struct line                    line;
    if (!in->write)
        return;
    make_line(in, &line);
    unit->line_address[at] = line.address;
    unit->line_dwords[at] = line.dwords;
    unit->line_x[at] = *in->write_x;
    unit->line_y[at] = *in->write_y;
    unit->line_z[at] = *in->write_z;
    unit->line_w[at] = *in->write_w;
    unit->line_slot[at] = in->write_slot;
    unit->line_ack[at] = line.ack;
}
