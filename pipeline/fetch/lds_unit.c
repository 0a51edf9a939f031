#include "pipeline/fetch/lds_unit.h"

#include "isa/r700/isa.h"

RTL_TABLE(lds_unit, LDS_UNIT_SIGNALS);

enum { REL_NONE, REL_LOOP, REL_GLOBAL };                         /* SRC_REL_MODE, DST_REL_MODE */
enum { DSR_MUX_NONE, DSR_MUX_FFT_PERMUTE, DSR_MUX_WORD_SELECT }; /* MUX_CNTL */
enum { BROADCAST_CLK = 4 /* ISA 2.6.2 */, ONE = 0x3f800000, MEM_OP_WRITE = 4 /* ISA 10.6 */ };

#define PASS_WORDS(q)                                                                                                  \
    {                                                                                                                  \
        (uint32_t)(q)->pass_word, (uint32_t)((q)->pass_word >> 32), (q)->pass_burst, 0                                 \
    }

void lds_unit_preset(struct lds_unit *unit)
{
    unit->q.free = unit->d.free = true;
}

static bool is_write(uint64_t word)
{
    return (word >> 8 & 7) == MEM_OP_WRITE;
}

/* ---- front ------------------------------------------------------------------------------------------------------ */

/* The row of the GPR whose turn it is.  Out of bounds by aL it is GPR 0 (ISA 4.6.3). */
static uint8_t source_row(const struct lds_unit_in *in, const struct lds_unit_reg *d)
{
    const uint32_t     words[4] = {(uint32_t)d->front_word};
    struct isa_mem_dsw dsw; /* a read has these fields in the same place */
    isa_unpack_mem_dsw(words, &dsw);
    const unsigned gpr = dsw.src_gpr + d->front_step + (dsw.src_rel_mode == REL_LOOP ? d->front_index : 0);
    if (dsw.src_rel_mode == REL_GLOBAL)
        return (uint8_t)(in->shared_row + gpr);
    return (uint8_t)(d->front_base + (gpr < in->num_gprs ? gpr : 0));
}

static void take(const struct lds_unit_in *in, struct lds_unit_reg *d)
{
    d->free = false;
    d->front_word = in->offer_low;
    d->front_burst = in->offer_high & 15;
    d->front_step = 0;
    d->front_base = in->offer_base;
    d->front_index = in->offer_index;
    d->front_lanes = in->offer_lanes;
    d->front_valid = in->offer_valid;
    d->front_number = in->offer_number;
    d->front_slot = in->offer_slot;
    d->front_last = in->offer_last;
    d->front_first = in->offer_first;
    d->front_thread = in->offer_thread;
    d->held = !in->offer_last;
    d->holder = in->offer_slot;
    d->read = true;
    d->read_row = source_row(in, d);
}

/* The front's GPR goes to the pass.  A burst of writes goes on with the next GPR; one of reads does so in the pass. */
static void enter_pass(const struct lds_unit_in *in, struct lds_unit_reg *d)
{
    const bool more = is_write(d->front_word) && d->front_step < d->front_burst;
    d->passing = true;
    d->pass_word = d->front_word;
    d->pass_burst = d->front_burst;
    d->pass_step = d->front_step;
    d->pass_base = d->front_base;
    d->pass_index = d->front_index;
    d->pass_lanes = d->front_lanes;
    d->pass_valid = d->front_valid;
    d->pass_number = d->front_number;
    d->pass_slot = d->front_slot;
    d->pass_last = d->front_last;
    d->pass_first = d->front_first;
    d->pass_thread = d->front_thread;
    d->pass_side = d->side;
    d->pass_quad = d->pass_turn = d->pass_wait = 0;
    d->full = false;
    d->side ^= 1;
    d->free = !more;
    if (!more)
        return;
    d->front_step++;
    d->read = true;
    d->read_row = source_row(in, d);
}

/* ---- pass ------------------------------------------------------------------------------------------------------- */

static unsigned lane_of(const struct lds_unit_in *in, unsigned thread)
{
    return thread / in->wave_lanes * QUARTER + thread % in->wave_lanes;
}

static void stop(const struct lds_unit_reg *q, struct lds_unit_reg *d, enum lds_error error, unsigned thread,
                 unsigned bank, uint32_t dword)
{
    if (d->error)
        return;
    d->error = (lds_error_t)error;
    d->error_number = q->pass_number;
    d->error_thread = (uint8_t)thread;
    d->error_bank = (uint8_t)bank;
    d->error_dword = dword;
}

static uint32_t selected(const struct lds_unit *unit, uint32_t select, unsigned lane)
{
    if (select < LDS_ELEMENTS)
        return unit->latch[unit->q.pass_side * LDS_ELEMENTS + select].lane[lane];
    return select == ISA_SEL_1 ? ONE : 0;
}

/* Bank and dword there: by the thread's number, four threads side by side, `stride` dwords from four to four. */
static void put_thread(const struct lds_unit_in *in, const struct lds_unit_reg *q, struct lds_unit_reg *d,
                       const struct lds_unit *unit, const struct isa_mem_dsw *dsw, unsigned thread)
{
    const uint32_t select[LDS_ELEMENTS] = {dsw->src_sel_x, dsw->src_sel_y, dsw->src_sel_z, dsw->src_sel_w};
    const unsigned number = thread + (dsw->simd_wave_rel ? q->pass_thread : 0);
    const unsigned bank = number % LDS_BANKS;
    const unsigned stride = dsw->dst_stride | dsw->dst_stride_ext << 7;
    const unsigned index = (dsw->dst_index | dsw->dst_index_ext << 6) + LDS_DWORDS * q->pass_step;
    const unsigned dword = number / LDS_BANKS * stride + index;
    if (dword / LDS_DWORDS >= in->entries) {
        stop(q, d, LDS_OUTSIDE, thread, bank, dword);
        return;
    }
    d->put = (uint8_t)(d->put | 1u << bank);
    d->entry.bank[bank] = (uint8_t)(q->pass_first + dword / LDS_DWORDS);
    for (unsigned e = 0; e < LDS_ELEMENTS; e++)
        d->put_data.bank[bank].dword[e] = selected(unit, select[e], lane_of(in, thread));
}

static void put_quad(const struct lds_unit_in *in, const struct lds_unit_reg *q, struct lds_unit_reg *d,
                     const struct lds_unit *unit)
{
    const uint32_t     words[4] = PASS_WORDS(q);
    struct isa_mem_dsw dsw;
    isa_unpack_mem_dsw(words, &dsw);
    d->put_dwords = (uint8_t)((dsw.src_sel_x != ISA_SEL_MASK) | (dsw.src_sel_y != ISA_SEL_MASK) << 1 |
                              (dsw.src_sel_z != ISA_SEL_MASK) << 2 | (dsw.src_sel_w != ISA_SEL_MASK) << 3);
    for (unsigned t = LDS_QUAD * q->pass_quad; t < LDS_QUAD * (q->pass_quad + 1u); t++)
        if (q->pass_lanes >> lane_of(in, t) & 1)
            put_thread(in, q, d, unit, &dsw, t);
}

/* X names the bank by its two lowest bits, Y the dword there; RD_OFFSET and the step of a burst count dwords too. */
static void get_thread(const struct lds_unit_in *in, const struct lds_unit_reg *q, struct lds_unit_reg *d,
                       const struct lds_unit *unit, const struct isa_mem_dsr *dsr, unsigned thread)
{
    const unsigned lane = lane_of(in, thread), place = thread % LDS_QUAD;
    const unsigned bank = selected(unit, dsr->src_sel_x, lane) % LDS_BANKS;
    const uint32_t dword = selected(unit, dsr->src_sel_y, lane) + dsr->rd_offset + LDS_DWORDS * q->pass_step;
    const uint8_t  entry = (uint8_t)(q->pass_first + dword / LDS_DWORDS);
    if (dword / LDS_DWORDS >= in->entries) {
        stop(q, d, LDS_OUTSIDE, thread, bank, dword);
        return;
    }
    if (d->get >> bank & 1 && d->entry.bank[bank] != entry)
        stop(q, d, LDS_CONFLICT, thread, bank, dword);
    d->get = (uint8_t)(d->get | 1u << bank);
    d->entry.bank[bank] = entry;
    d->got_threads = (uint8_t)(d->got_threads | 1u << place);
    d->got_bank.thread[place] = (uint8_t)bank;
    d->got_dword.thread[place] = dword % LDS_DWORDS;
}

/* The thread whose address a broadcast reads. */
static unsigned broadcaster(const struct lds_unit_in *in, const struct lds_unit_reg *q)
{
    for (unsigned t = 0; in->broadcast == LDS_FIRST_VALID && t < LDS_QUAD * in->wave_lanes; t++)
        if (q->pass_valid >> lane_of(in, t) & 1)
            return t;
    return 0;
}

static void get_quad(const struct lds_unit_in *in, const struct lds_unit_reg *q, struct lds_unit_reg *d,
                     const struct lds_unit *unit)
{
    const uint32_t     words[4] = PASS_WORDS(q);
    struct isa_mem_dsr dsr;
    isa_unpack_mem_dsr(words, &dsr);
    d->got_flight = (uint8_t)((q->oldest + q->flying) % LDS_FLIGHT);
    d->got_quad = q->pass_quad;
    d->got_threads = 0;
    d->got_mux = (uint8_t)dsr.mux_cntl;
    d->got_for_all = dsr.broadcast;
    if (dsr.broadcast) {
        get_thread(in, q, d, unit, &dsr, broadcaster(in, q));
        return;
    }
    for (unsigned i = 0; i < LDS_QUAD; i++)
        if (q->pass_lanes >> lane_of(in, LDS_QUAD * q->pass_quad + i) & 1 && (!dsr.waterfall || i == q->pass_turn))
            get_thread(in, q, d, unit, &dsr, LDS_QUAD * q->pass_quad + i);
}

static lane_mask_t all_lanes(const struct lds_unit_in *in)
{
    lane_mask_t lanes = 0;
    for (unsigned t = 0; t < LDS_QUAD * in->wave_lanes; t++)
        lanes |= UINT64_C(1) << lane_of(in, t);
    return lanes;
}

/* The step that has passed becomes an entry in flight. */
static void depart(const struct lds_unit_in *in, const struct lds_unit_reg *q, struct lds_unit_reg *d)
{
    const uint32_t     words[4] = PASS_WORDS(q);
    const bool         write = is_write(q->pass_word);
    const unsigned     at = (q->oldest + q->flying) % LDS_FLIGHT;
    struct isa_mem_dsr dsr;
    isa_unpack_mem_dsr(words, &dsr);
    const bool     global = dsr.dst_rel_mode == REL_GLOBAL;
    const unsigned gpr = dsr.dst_gpr + q->pass_step + (dsr.dst_rel_mode == REL_LOOP ? q->pass_index : 0);
    const bool     there = !write && gpr < (global ? in->shared_count : in->num_gprs); /* ISA 4.6.3 */
    const unsigned elements = dsr.dst_wr_x | dsr.dst_wr_y << 1 | dsr.dst_wr_z << 2 | dsr.dst_wr_w << 3;
    d->f_wait.entry[at] = write ? in->write_clk : in->read_clk;
    d->f_write.entry[at] = write;
    d->f_row.entry[at] = (uint8_t)(there ? gpr + (global ? in->shared_row : q->pass_base) : 0);
    d->f_elements.entry[at] = (uint8_t)(there ? elements : 0);
    d->f_lanes.entry[at] = !write && dsr.broadcast ? all_lanes(in) : q->pass_lanes;
    d->f_number.entry[at] = q->pass_number;
    d->f_slot.entry[at] = q->pass_slot;
    d->f_whole.entry[at] = q->pass_step == q->pass_burst;
    d->f_last.entry[at] = q->pass_last;
    d->flying++;
    if (write)
        d->writes = q->writes + 1;
    else
        d->reads = q->reads + 1;
    d->passing = !write && q->pass_step < q->pass_burst;
    d->pass_step = (uint8_t)((q->pass_step + 1u) % 16);
}

/* The next quad, turn, or end. */
static void advance(const struct lds_unit_in *in, const struct lds_unit_reg *q, struct lds_unit_reg *d,
                    const struct isa_mem_dsr *dsr)
{
    const bool     read = !is_write(q->pass_word);
    const unsigned quads = read && dsr->broadcast ? 1 : in->wave_lanes;
    const unsigned turns = read && !dsr->broadcast && dsr->waterfall ? LDS_QUAD : 1;
    d->pass_quad = (uint8_t)((q->pass_quad + 1u) % quads);
    if (d->pass_quad)
        return;
    d->pass_turn = (uint8_t)((q->pass_turn + 1u) % turns);
    if (!d->pass_turn)
        depart(in, q, d);
}

static void pass(const struct lds_unit_in *in, const struct lds_unit_reg *q, struct lds_unit_reg *d,
                 const struct lds_unit *unit)
{
    const uint32_t     words[4] = PASS_WORDS(q);
    struct isa_mem_dsr dsr;
    isa_unpack_mem_dsr(words, &dsr);
    const bool write = is_write(q->pass_word);
    if (q->flying == LDS_FLIGHT)
        return;
    d->pass_wait = (uint8_t)(q->pass_wait - 1u);
    if (!q->pass_wait) {
        d->pass_wait = (uint8_t)(!write && dsr.broadcast ? BROADCAST_CLK - 1 : in->quad_clk - 1);
        if (write)
            put_quad(in, q, d, unit);
        else
            get_quad(in, q, d, unit);
    }
    if (!d->pass_wait)
        advance(in, q, d, &dsr);
}

/* ---- under way -------------------------------------------------------------------------------------------------- */

static bool all_posted(const struct lds_unit_reg *d)
{
    for (unsigned i = 0; i < d->flying; i++) {
        const unsigned at = (d->oldest + i) % LDS_FLIGHT;
        if (d->f_write.entry[at] && d->f_wait.entry[at] > 1)
            return false;
    }
    return true;
}

static void run_flight(const struct lds_unit_in *in, const struct lds_unit_reg *q, struct lds_unit_reg *d)
{
    for (unsigned i = 0; i < q->flying; i++) {
        const unsigned at = (q->oldest + i) % LDS_FLIGHT;
        if (q->f_wait.entry[at] > 1)
            d->f_wait.entry[at] = (uint16_t)(q->f_wait.entry[at] - 1);
    }
    if (q->write && in->written) {
        d->write = false;
        d->oldest = (uint8_t)((q->oldest + 1) % LDS_FLIGHT);
        d->flying = (uint8_t)(d->flying - 1);
    }
}

/* The oldest one's end shows as soon as its clocks are over. */
static void show_end(const struct lds_unit_reg *q, struct lds_unit_reg *d)
{
    const unsigned at = d->oldest;
    const unsigned before = (unsigned)q->flying - (unsigned)(q->write && !d->write);
    if (d->write || !before || q->f_wait.entry[at] > 1)
        return;
    d->write = true;
    FETCH_RESULT_IS(d, d, at);
    d->write_whole = d->f_whole.entry[at];
    d->write_last = d->write_whole && d->write_last;
}

void lds_unit_eval(const struct lds_unit_in *in, const struct lds_unit_reg *q, struct lds_unit_reg *d,
                   const struct lds_unit *unit)
{
    d->get = d->put = 0;
    if (q->passing)
        pass(in, q, d, unit);
    run_flight(in, q, d);
    show_end(q, d);
    if (q->free && in->offer)
        take(in, d);
    if (q->read && in->spare) {
        d->read = false;
        d->full = true;
    }
    if (d->full && !d->passing && (is_write(d->front_word) || all_posted(d)))
        enter_pass(in, d);
}

/* ---- edge: the memories ----------------------------------------------------------------------------------------- */

/* What one thread of the quad gets: its entry, the dword that it names in all elements, or the dword of its own number
 * of each bank. */
static void get_result(struct lds_unit *unit, const lds_entry_t *const bank[LDS_BANKS], unsigned thread, unsigned lane)
{
    const struct lds_unit_reg *q = &unit->q;
    const lds_entry_t *const   own = bank[q->got_bank.thread[thread]];
    for (unsigned e = 0; e < LDS_ELEMENTS; e++)
        unit->result[q->got_flight * LDS_ELEMENTS + e].lane[lane] =
            q->got_mux == DSR_MUX_FFT_PERMUTE   ? (q->get >> e & 1 ? bank[e]->dword[thread] : 0)
            : q->got_mux == DSR_MUX_WORD_SELECT ? own->dword[q->got_dword.thread[thread]]
                                                : own->dword[e];
}

void lds_unit_capture(struct lds_unit *unit)
{
    const struct lds_unit_in  *in = &unit->in;
    const struct lds_unit_reg *q = &unit->q;
    const lanes_t *const       row[LDS_ELEMENTS] = {in->row_x, in->row_y, in->row_z, in->row_w};
    const lds_entry_t *const   bank[LDS_BANKS] = {in->bank0, in->bank1, in->bank2, in->bank3};
    if (q->read && in->spare)
        for (unsigned e = 0; e < LDS_ELEMENTS; e++)
            unit->latch[q->side * LDS_ELEMENTS + e] = *row[e];
    if (!q->get)
        return;
    for (unsigned i = 0; i < LDS_QUAD; i++) {
        if (!(q->got_threads >> i & 1))
            continue;
        for (unsigned t = 0; q->got_for_all && t < LDS_QUAD * in->wave_lanes; t++)
            get_result(unit, bank, i, lane_of(in, t));
        if (!q->got_for_all)
            get_result(unit, bank, i, lane_of(in, LDS_QUAD * q->got_quad + i));
    }
}
