#include "pipeline/fetch/read_requests.h"

#include <string.h>

#include "pipeline/fetch/memory_reading.h"

RTL_TABLE(read_requests, READ_REQUESTS_SIGNALS);

_Static_assert((int)DIRECT_ROWS >= 2 * (int)LANES, "the buffer holds a GPR of which each thread has two lines");
_Static_assert((int)DIRECT_ROWS <= (int)LINE_CACHE_LINES, "its rows are a set of lines");

/* ---- the lines of a clock ---------------------------------------------------------------------------------------- */

/* Both lines of a thread, or that of its end alone.  False: there is no room for it, or only for that of its begin. */
static bool add_lane(const struct memory_layout *layout, const struct memory_reading *reading,
                     struct read_requests_reg *d, unsigned lane, uint32_t index)
{
    const lane_mask_t bit = (lane_mask_t)1 << lane;
    const unsigned    dwords = memory_reading_dwords(reading);
    if (!(d->r_lanes & bit) || !dwords)
        return true;
    const uint64_t dword = memory_reading_place(layout, reading, lane, index).dword;
    const uint64_t begin = memory_reading_address(layout, reading, dword) >> LINE_SHIFT;
    const uint64_t end = memory_reading_address(layout, reading, dword + dwords - 1) >> LINE_SHIFT;
    if (!d->r_end && !line_looks_add(&d->look, &d->look_line, &d->look_begin, begin, bit))
        return false;
    d->r_end = !line_looks_add(&d->look, &d->look_line, &d->look_end, end, bit);
    return !d->r_end;
}

/* What a clock looks up: the next threads, as far as LINE_LOOKS lines go. */
static void next_threads(const struct read_requests_in *in, const struct read_requests_reg *q,
                         struct read_requests_reg *d, const lanes_t *index)
{
    const struct memory_layout layout = {&in->base, &in->size, &in->item, in->group, in->wave_size, in->wave_lanes};
    struct memory_reading      reading = {.area = q->r_area, .number = q->r_number, .step = q->r_step};
    const unsigned             from = in->wave_size - q->left, to = (from / in->rate + 1) * in->rate;
    unsigned                   thread = from;
    memory_read_unpack(q->r_low, q->r_high, &reading.read);
    memset(&d->look_begin, 0, sizeof d->look_begin);
    memset(&d->look_end, 0, sizeof d->look_end);
    while (thread < to && thread < in->wave_size) {
        const unsigned lane = thread / in->wave_lanes * QUARTER + thread % in->wave_lanes;
        if (!add_lane(&layout, &reading, d, lane, index->lane[lane]))
            break;
        thread++;
    }
    d->left = (uint8_t)(in->wave_size - thread);
}

/* ---- rows of uncached reads -------------------------------------------------------------------------------------- */

/* The row that the clock before has asked a line for, or -1. */
static int asked_row(const struct read_requests_reg *q, uint64_t line)
{
    for (unsigned i = 0; i < LINE_LOOKS; i++)
        if (q->last >> i & 1 && q->last_line.look[i] == line)
            return q->last_row.look[i];
    return -1;
}

/* Look-ups that request their line. */
static uint8_t fresh_looks(const struct read_requests_reg *q)
{
    uint8_t fresh = 0;
    for (unsigned i = 0; q->direct && i < LINE_LOOKS; i++)
        if (q->look >> i & 1 && asked_row(q, q->look_line.look[i]) < 0)
            fresh = (uint8_t)(fresh | 1u << i);
    return fresh;
}

static unsigned bits(uint8_t set)
{
    return (unsigned)__builtin_popcount(set);
}

static bool has_rows(const struct read_requests_reg *q)
{
    return q->used + bits(fresh_looks(q)) <= DIRECT_ROWS;
}

/* Each line has its row; those without one get the next ones. */
static void give_rows(const struct read_requests_reg *q, struct read_requests_reg *d)
{
    const unsigned before = q->next_row;
    unsigned       row = before;
    for (unsigned i = 0; i < LINE_LOOKS; i++) {
        if (!(q->look >> i & 1))
            continue;
        const int asked = asked_row(q, q->look_line.look[i]);
        d->last_row.look[i] = (uint16_t)(asked < 0 ? row % DIRECT_ROWS : (unsigned)asked);
        if (asked < 0)
            line_set_add(&d->waiting, row++ % DIRECT_ROWS);
    }
    d->last = q->look;
    d->last_line = q->look_line;
    d->next_row = (uint8_t)(row % DIRECT_ROWS);
    d->f_rows.entry[q->now] = (uint8_t)(q->f_rows.entry[q->now] + row - before);
    d->lines += row - before;
}

/* Lines are requested in the order of their rows, as many as memory may owe a client (memory_port.h). */
static void ask(const struct read_requests_in *in, const struct read_requests_reg *q, struct read_requests_reg *d,
                const struct read_requests *unit, uint8_t fresh)
{
    const unsigned left = q->asking - in->ask_taken, row = (unsigned)(q->next_row - left) % DIRECT_ROWS;
    d->asking = (uint16_t)(left + bits(fresh));
    d->unanswered = (uint8_t)(q->unanswered + in->ask_taken - in->fill);
    d->ask = d->asking && d->unanswered < MEMORY_OF_CLIENT;
    d->ask_own = (uint16_t)row;
    if (left)
        d->ask_line = unit->row_line[row];
    else if (fresh)
        d->ask_line = q->look_line.look[__builtin_ctz(fresh)];
}

/* ---- the clock --------------------------------------------------------------------------------------------------- */

static bool is_held_up(const struct read_requests_in *in, const struct read_requests_reg *q)
{
    return q->direct ? q->look && !has_rows(q) : (q->looked & ~in->taken) != 0;
}

/* True: the look-ups go on to where their lines come from. */
static bool run_look_ups(const struct read_requests_in *in, const struct read_requests_reg *q,
                         struct read_requests_reg *d, const struct read_requests *unit)
{
    if (is_held_up(in, q)) {
        d->again = q->again + 1;
        return false;
    }
    if (q->looked && !q->stamps.entry[q->now])
        d->stamps.entry[q->now] = in->stamp;
    d->lines = q->lines + bits(q->looked);
    d->looked = q->direct ? 0 : q->look;
    if (d->looked) {
        d->looked_line = q->look_line;
        d->looked_begin = q->look_begin;
        d->looked_end = q->look_end;
    }
    d->look = 0;
    if (q->left)
        next_threads(in, q, d, unit->indices);
    return true;
}

/* Of the GPR before no line is left to be looked up, so r_end is false. */
static void start(const struct read_requests_in *in, struct read_requests_reg *d)
{
    struct isa_mem_rd read;
    memory_read_unpack(in->low, in->high, &read);
    d->r_low = in->low;
    d->r_high = in->high;
    d->r_lanes = in->active;
    d->r_number = in->number;
    d->r_area = in->area;
    d->r_step = in->step;
    d->last = 0;
    d->now = in->entry;
    d->direct = read.uncached;
    d->in_texture = in->texture;
    d->left = in->wave_size;
    d->f_texture.entry[in->entry] = in->texture;
    d->f_rows.entry[in->entry] = 0;
    d->stamps.entry[in->entry] = 0;
    d->count = (uint8_t)(d->count + 1);
}

static uint32_t oldest(const struct read_requests_reg *d, bool texture)
{
    for (unsigned n = 0; n < d->count; n++) {
        const unsigned at = (d->first + n) % MEMORY_FLIGHT;
        if (d->stamps.entry[at] && d->f_texture.entry[at] == texture)
            return d->stamps.entry[at];
    }
    return 0;
}

void read_requests_eval(const struct read_requests_in *in, const struct read_requests_reg *q,
                        struct read_requests_reg *d, const struct read_requests *unit)
{
    const bool    goes_on = run_look_ups(in, q, d, unit);
    const uint8_t fresh = goes_on ? fresh_looks(q) : 0;
    if (goes_on && q->direct && q->look)
        give_rows(q, d);
    if (in->fill)
        d->waiting.word[in->fill_row / 64] &= ~(UINT64_C(1) << in->fill_row % 64);
    ask(in, q, d, unit, fresh);
    d->used = (uint16_t)(q->used + bits(fresh) - (in->read ? q->f_rows.entry[q->first] : 0));
    if (in->read) {
        d->first = (uint8_t)((q->first + 1) % MEMORY_FLIGHT);
        d->count = (uint8_t)(q->count - 1);
    }
    if (in->start)
        start(in, d);
    if (in->read || q->looked) {
        d->oldest = oldest(d, false);
        d->oldest_texture = oldest(d, true);
    }
}

/* ---- ways and rows ----------------------------------------------------------------------------------------------- */

static void note(struct read_requests *unit, uint8_t looks, const line_threads_t *begin, const line_threads_t *end,
                 const line_ways_t *places)
{
    const unsigned entry = unit->q.now;
    for (unsigned i = 0; i < LINE_LOOKS; i++) {
        if (!(looks >> i & 1))
            continue;
        line_places_note(&unit->places[entry], false, begin->look[i], places->look[i]);
        line_places_note(&unit->places[entry], true, end->look[i], places->look[i]);
        line_set_add(&unit->set[entry], places->look[i]);
    }
}

/* A GPR's set begins with its first look-ups. */
void read_requests_capture(struct read_requests *unit)
{
    const struct read_requests_in  *in = &unit->in;
    const struct read_requests_reg *q = &unit->q;
    if (in->fill)
        unit->data[in->fill_row] = *in->fill_data;
    if (in->start) {
        unit->indices[0] = *in->index_row;
        memset(&unit->set[in->entry], 0, sizeof unit->set[in->entry]);
    }
    if (is_held_up(in, q))
        return;
    if (q->looked)
        note(unit, q->looked, &q->looked_begin, &q->looked_end, &in->way);
    const uint8_t fresh = fresh_looks(q);
    for (unsigned i = 0; i < LINE_LOOKS; i++)
        if (fresh >> i & 1)
            unit->row_line[unit->d.last_row.look[i]] = q->look_line.look[i];
    if (q->direct && q->look)
        note(unit, q->look, &q->look_begin, &q->look_end, &unit->d.last_row);
}
