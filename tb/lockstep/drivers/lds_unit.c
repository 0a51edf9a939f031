/* lds_unit.c - the unit of the local data share beside its twin: reads and writes of every mode, addresses within a
 * group's part and beyond, threads that agree about banks and threads that do not. */
#include "pipeline/fetch/lds_unit.h"

#include <string.h>

#include "isa/r700/isa.h"
#include "rtl_model/r700/simd.h"
#include "tb/lockstep/lockstep.h"
#include "tb/lockstep/rows.h"

enum { WRITE = 4, READ = 5 /* MEM_OP, ISA 10.6 */ };

/* Addresses of a life: most stay within the group's part, and most lives have no threads that disagree. */
struct life {
    unsigned wrong;    /* chance of an address that may be beyond */
    bool     disagree; /* threads of a quad may name two entries of a bank */
};

static void reset(void *state, void *driver, struct stimulus *random)
{
    static const uint16_t entries[] = {256, 256, 128, 16, 3, 1};
    static const uint8_t  lanes[] = {16, 16, 8, 8, 4, 12};
    struct lds_unit      *unit = state;
    struct life          *life = driver;
    *life = (struct life){stimulus_chance(random, 50) ? 0 : stimulus_below(random, 6), stimulus_chance(random, 40)};
    memset(&unit->in, 0, sizeof unit->in);
    unit->in.num_gprs = (uint8_t)(1 + stimulus_below(random, 127));
    unit->in.shared_count = (uint8_t)stimulus_below(random, 128);
    unit->in.shared_row = (uint16_t)(256 - unit->in.shared_count);
    unit->in.wave_lanes = lanes[stimulus_below(random, sizeof lanes)];
    unit->in.quad_clk = (uint8_t)(stimulus_chance(random, 60) ? 1 : 1 + stimulus_below(random, 7));
    unit->in.read_clk = (uint16_t)(4 + stimulus_below(random, stimulus_chance(random, 50) ? 40 : 400));
    unit->in.write_clk = (uint16_t)(4 + stimulus_below(random, stimulus_chance(random, 50) ? 40 : 400));
    unit->in.entries = entries[stimulus_below(random, sizeof entries / sizeof *entries)];
    unit->in.broadcast = stimulus_chance(random, 50);
    lds_unit_reset(unit);
}

/* A source that exists; a write may mask it. */
static uint32_t select_of(struct stimulus *random, bool write)
{
    static const uint8_t selects[] = {0, 1, 2, 3, ISA_SEL_0, ISA_SEL_1, ISA_SEL_MASK};
    return selects[stimulus_below(random, sizeof selects - !write)];
}

static uint64_t write_word(const struct lds_unit_in *in, const struct life *life, struct stimulus *random)
{
    uint32_t       dwords[4];
    const unsigned most = LDS_DWORDS * in->entries;
    const bool     far = stimulus_chance(random, life->wrong);
    /* the last of 64 threads, or of 1087 in its group, is the 15th or 271st of its bank */
    const bool         relative = stimulus_chance(random, 30);
    const unsigned     stride = far ? 512 : most / (relative ? 272 : 16) + 1;
    struct isa_mem_dsw dsw = {.mem_op = WRITE,
                              .src_gpr = stimulus_below(random, 128),
                              .src_rel_mode = stimulus_below(random, 3),
                              .src_sel_x = select_of(random, true),
                              .src_sel_y = select_of(random, true),
                              .src_sel_z = select_of(random, true),
                              .src_sel_w = select_of(random, true),
                              .simd_wave_rel = relative};
    const unsigned     dst_stride = stimulus_below(random, stride < 512 ? stride : 512);
    const unsigned index = far ? (unsigned)stimulus_bits(random, 8) : stimulus_below(random, most > 255 ? 256 : most);
    dsw.dst_stride = dst_stride & 127;
    dsw.dst_stride_ext = dst_stride >> 7;
    dsw.dst_index = index & 63;
    dsw.dst_index_ext = index >> 6;
    isa_pack_mem_dsw(&dsw, dwords);
    return dwords[0] | (uint64_t)dwords[1] << 32;
}

static uint64_t read_word(struct stimulus *random, const struct life *life)
{
    uint32_t                 dwords[4];
    const struct isa_mem_dsr dsr = {.mem_op = READ,
                                    .src_gpr = stimulus_below(random, 128),
                                    .src_rel_mode = stimulus_below(random, 3),
                                    .src_sel_x = stimulus_chance(random, 80) ? 0 : select_of(random, false),
                                    .src_sel_y = stimulus_chance(random, 80) ? 1 : select_of(random, false),
                                    .rd_offset = stimulus_chance(random, 60) ? 0 : stimulus_below(random, 4),
                                    .dst_gpr = stimulus_below(random, 128),
                                    .dst_rel_mode = stimulus_below(random, 3),
                                    .dst_wr_x = stimulus_bits(random, 1) & 1,
                                    .dst_wr_y = stimulus_bits(random, 1) & 1,
                                    .dst_wr_z = stimulus_bits(random, 1) & 1,
                                    .dst_wr_w = stimulus_bits(random, 1) & 1,
                                    .broadcast = stimulus_chance(random, 25),
                                    .waterfall = stimulus_chance(random, life->disagree ? 30 : 60),
                                    .mux_cntl = stimulus_below(random, 3)};
    isa_pack_mem_dsr(&dsr, dwords);
    return dwords[0] | (uint64_t)dwords[1] << 32;
}

/* aL that leads from a GPR of the instruction to the last one of the program, or to the first one that it has not. */
static uint16_t index_to_end(const struct lds_unit_in *in, struct stimulus *random)
{
    const uint32_t     words[4] = {(uint32_t)in->offer_low, (uint32_t)(in->offer_low >> 32), 0, 0};
    struct isa_mem_dsr dsr; /* a write has SRC_GPR in the same place */
    isa_unpack_mem_dsr(words, &dsr);
    const unsigned gpr = stimulus_chance(random, 50) ? dsr.src_gpr : dsr.dst_gpr;
    const unsigned end = in->num_gprs - stimulus_below(random, 2);
    return (uint16_t)(end > gpr ? end - gpr : 0);
}

static void drive_offer(struct lds_unit_in *in, const struct life *life, struct stimulus *random)
{
    const bool write = stimulus_chance(random, 50);
    in->offer = stimulus_chance(random, 30);
    if (!in->offer)
        return;
    in->offer_low = write ? write_word(in, life, random) : read_word(random, life);
    in->offer_high = stimulus_chance(random, 60) ? 0 : stimulus_below(random, stimulus_chance(random, 50) ? 3 : 16);
    in->offer_base = (uint8_t)stimulus_bits(random, 8);
    in->offer_index = (uint16_t)stimulus_bits(random, stimulus_chance(random, 70) ? 5 : 13);
    if (stimulus_chance(random, 20))
        in->offer_index = index_to_end(in, random);
    in->offer_lanes = stimulus_mask(random);
    in->offer_valid = stimulus_mask(random);
    in->offer_number = (uint32_t)stimulus_bits(random, 32);
    in->offer_slot = (uint8_t)stimulus_bits(random, 8);
    in->offer_last = stimulus_chance(random, 60);
    in->offer_first = (uint8_t)stimulus_bits(random, 8);
    in->offer_thread = (uint16_t)stimulus_below(random, 1024);
}

/* Four lanes that name four banks or one entry, or that name any. */
static void drive_quad(const struct lds_unit_in *in, const struct life *life, struct stimulus *random, uint32_t *x,
                       uint32_t *y)
{
    const unsigned most = LDS_DWORDS * in->entries, turn = stimulus_below(random, 4);
    const bool     same = stimulus_chance(random, 30), agree = !life->disagree || stimulus_chance(random, 95);
    for (unsigned i = 0; i < LDS_QUAD; i++) {
        const bool wrong = stimulus_chance(random, 50) && stimulus_chance(random, life->wrong);
        x[i] = (same ? turn : i + turn) % LDS_BANKS + (stimulus_chance(random, 10) ? stimulus_word(random) & ~3u : 0);
        y[i] = same && i ? (y[0] & ~3u) + stimulus_below(random, 4)
                         : stimulus_below(random, stimulus_chance(random, 70) && most > 64 ? most - 64 : 4);
        if (!agree)
            x[i] = (uint32_t)stimulus_bits(random, 2);
        if (wrong)
            y[i] = stimulus_chance(random, 30)   ? most + stimulus_below(random, 8) - 4
                   : stimulus_chance(random, 10) ? 0u - stimulus_below(random, 4) /* RD_OFFSET may lead to 0 again */
                                                 : stimulus_word(random);
    }
}

static void drive_rows(struct lds_unit_in *in, const struct life *life, struct stimulus *random)
{
    lanes_t *const row[LDS_ELEMENTS] = {(lanes_t *)in->row_x, (lanes_t *)in->row_y, (lanes_t *)in->row_z,
                                        (lanes_t *)in->row_w};
    for (unsigned lane = 0; lane < LANES; lane += LDS_QUAD)
        drive_quad(in, life, random, &row[0]->lane[lane], &row[1]->lane[lane]);
    stimulus_lanes(random, row[2]);
    stimulus_lanes(random, row[3]);
}

static void drive(void *state, void *driver, struct stimulus *random)
{
    struct lds_unit   *unit = state;
    lds_entry_t *const bank[LDS_BANKS] = {(lds_entry_t *)unit->in.bank0, (lds_entry_t *)unit->in.bank1,
                                          (lds_entry_t *)unit->in.bank2, (lds_entry_t *)unit->in.bank3};
    drive_offer(&unit->in, driver, random);
    unit->in.spare = stimulus_chance(random, 40);
    unit->in.written = stimulus_chance(random, 60);
    if (unit->q.read)
        drive_rows(&unit->in, driver, random);
    for (unsigned b = 0; b < LDS_BANKS; b++)
        for (unsigned i = 0; i < LDS_DWORDS; i++)
            bank[b]->dword[i] = stimulus_word(random);
}

static void clock(void *state)
{
    struct lds_unit *unit = state;
    lds_unit_next(unit);
    lds_unit_take(unit);
    lds_unit_clock(unit);
}

static void touches(const void *state, struct rows *rows)
{
    const struct lds_unit *unit = state;
    if (unit->q.read && unit->in.spare)
        rows_touch(rows, &unit->latch[unit->q.side * LDS_ELEMENTS], LDS_ELEMENTS);
    if (unit->q.get)
        rows_touch(rows, &unit->result[unit->q.got_flight * LDS_ELEMENTS], LDS_ELEMENTS);
}

/* ---- what the inputs were --------------------------------------------------------------------------------------- */

enum { KINDS = 7 };

static const char *kind_name(unsigned kind)
{
    static const char *const names[KINDS] = {"write",       "relative write", "read",     "FFT_PERMUTE",
                                             "WORD_SELECT", "broadcast",      "waterfall"};
    return names[kind];
}

/* What the front takes. */
static int kind_of(const void *state)
{
    const struct lds_unit *unit = state;
    const uint32_t         words[4] = {(uint32_t)unit->in.offer_low, (uint32_t)(unit->in.offer_low >> 32), 0, 0};
    struct isa_mem_dsr     dsr;
    isa_unpack_mem_dsr(words, &dsr);
    if (!unit->in.offer || !unit->q.free)
        return -1;
    if (dsr.mem_op == WRITE)
        return words[1] >> 31 ? 1 : 0;
    return dsr.broadcast ? 5 : dsr.waterfall ? 6 : 2 + (int)dsr.mux_cntl;
}

static const struct stimulus_part parts[] = {
    {"instruction", KINDS, kind_name, kind_of},
    {NULL, 0, NULL, NULL},
};
static const char *const edges[] = {"write: the last dword of the group's part",
                                    "write: the first dword beyond it",
                                    "read: the last dword of the group's part",
                                    "read: the first dword beyond it",
                                    "read: a dword beyond 2^32",
                                    "read: two threads, one entry of a bank",
                                    "read: two threads, two entries of a bank, with WATERFALL",
                                    "read: two threads, two entries of a bank, without",
                                    "broadcast: no valid thread",
                                    "source: the first GPR that the program has not, by aL",
                                    "result: the first GPR that the program has not, by aL",
                                    "a read waits for a write",
                                    "all places under way are taken",
                                    "one ends and the next one is due in one clock",
                                    "the last step of the longest burst",
                                    NULL};

/* The dword of its bank that a lane's read names, and the bank. */
struct named {
    bool     there;
    unsigned bank;
    uint64_t dword; /* before it is cut to 32 bits */
};

static uint32_t named_word(const struct lds_unit *unit, uint32_t select, unsigned lane)
{
    return select < LDS_ELEMENTS ? unit->latch[unit->q.pass_side * LDS_ELEMENTS + select].lane[lane]
           : select == ISA_SEL_1 ? 0x3f800000u
                                 : 0;
}

static unsigned lane_of(const struct lds_unit *unit, unsigned thread)
{
    return thread / unit->in.wave_lanes * QUARTER + thread % unit->in.wave_lanes;
}

static struct named read_of(const struct lds_unit *unit, const struct isa_mem_dsr *dsr, unsigned thread)
{
    const unsigned lane = lane_of(unit, thread);
    return (struct named){unit->q.pass_lanes >> lane & 1, named_word(unit, dsr->src_sel_x, lane) % LDS_BANKS,
                          (uint64_t)named_word(unit, dsr->src_sel_y, lane) + dsr->rd_offset + 4u * unit->q.pass_step};
}

static uint64_t met_by_read(const struct lds_unit *unit, const struct isa_mem_dsr *dsr)
{
    const unsigned end = LDS_DWORDS * unit->in.entries;
    bool           last = false, beyond = false, wraps = false, same = false, apart = false;
    for (unsigned i = 0; i < LDS_QUAD; i++) {
        const struct named one = read_of(unit, dsr, LDS_QUAD * unit->q.pass_quad + i);
        last |= one.there && one.dword == end - 1;
        beyond |= one.there && one.dword == end;
        wraps |= one.there && one.dword > UINT32_MAX;
        for (unsigned j = 0; j < i; j++) {
            const struct named other = read_of(unit, dsr, LDS_QUAD * unit->q.pass_quad + j);
            const bool         meet = one.there && other.there && one.bank == other.bank;
            same |= meet && one.dword / LDS_DWORDS == other.dword / LDS_DWORDS && one.dword < end;
            apart |= meet && one.dword / LDS_DWORDS != other.dword / LDS_DWORDS && one.dword < end && other.dword < end;
        }
    }
    const bool alone = !dsr->broadcast;
    const bool is[] = {alone && last,
                       alone && beyond,
                       alone && wraps,
                       alone && same && !dsr->waterfall,
                       alone && apart && dsr->waterfall,
                       alone && apart && !dsr->waterfall && !unit->q.error,
                       dsr->broadcast && !unit->q.pass_valid};
    return stimulus_edges(is, sizeof is / sizeof is[0]) << 2;
}

static uint64_t met_by_write(const struct lds_unit *unit, const struct isa_mem_dsw *dsw)
{
    const unsigned stride = dsw->dst_stride | dsw->dst_stride_ext << 7, end = LDS_DWORDS * unit->in.entries;
    const unsigned index = (dsw->dst_index | dsw->dst_index_ext << 6) + LDS_DWORDS * unit->q.pass_step;
    bool           last = false, beyond = false;
    for (unsigned i = 0; i < LDS_QUAD; i++) {
        const unsigned thread = LDS_QUAD * unit->q.pass_quad + i;
        const unsigned number = thread + (dsw->simd_wave_rel ? unit->q.pass_thread : 0);
        const bool     there = unit->q.pass_lanes >> lane_of(unit, thread) & 1;
        last |= there && number / LDS_BANKS * stride + index == end - 1;
        beyond |= there && number / LDS_BANKS * stride + index == end;
    }
    return (uint64_t)last | (uint64_t)beyond << 1;
}

static uint64_t met_by_pass(const struct lds_unit *unit)
{
    const uint32_t     words[4] = {(uint32_t)unit->q.pass_word, (uint32_t)(unit->q.pass_word >> 32), 0, 0};
    struct isa_mem_dsr dsr;
    struct isa_mem_dsw dsw;
    isa_unpack_mem_dsr(words, &dsr);
    isa_unpack_mem_dsw(words, &dsw);
    if (!unit->q.passing || unit->q.pass_wait || unit->q.flying == LDS_FLIGHT)
        return 0;
    return dsr.mem_op == WRITE ? met_by_write(unit, &dsw) : met_by_read(unit, &dsr);
}

static bool waits_for_write(const struct lds_unit *unit)
{
    const struct lds_unit_reg *q = &unit->q;
    bool                       posted = true;
    for (unsigned i = 0; i < q->flying; i++) {
        const unsigned at = (q->oldest + i) % LDS_FLIGHT;
        posted &= !q->f_write.entry[at] || q->f_wait.entry[at] <= 1;
    }
    return q->full && !q->passing && (q->front_word >> 8 & 7) != WRITE && !posted;
}

static uint64_t met(const void *state)
{
    enum { BY_INDEX = 1 }; /* SRC_REL_MODE, DST_REL_MODE */
    const struct lds_unit     *unit = state;
    const struct lds_unit_reg *q = &unit->q;
    const uint32_t             offer[4] = {(uint32_t)unit->in.offer_low, (uint32_t)(unit->in.offer_low >> 32), 0, 0};
    const uint32_t             words[4] = {(uint32_t)q->pass_word, (uint32_t)(q->pass_word >> 32), 0, 0};
    const unsigned             next = (q->oldest + 1u) % LDS_FLIGHT;
    struct isa_mem_dsw         dsw;
    struct isa_mem_dsr         dsr;
    isa_unpack_mem_dsw(offer, &dsw); /* a read has these fields in the same place */
    isa_unpack_mem_dsr(words, &dsr);
    const bool is[] = {unit->in.offer && q->free && dsw.src_rel_mode == BY_INDEX &&
                           dsw.src_gpr + unit->in.offer_index == unit->in.num_gprs,
                       q->passing && dsr.mem_op != WRITE && dsr.dst_rel_mode == BY_INDEX &&
                           dsr.dst_gpr + q->pass_step + q->pass_index == unit->in.num_gprs,
                       waits_for_write(unit),
                       q->passing && q->flying == LDS_FLIGHT,
                       q->write && unit->in.written && q->flying > 1 && q->f_wait.entry[next] <= 1,
                       q->passing && q->pass_step == 15};
    return met_by_pass(unit) | stimulus_edges(is, sizeof is / sizeof is[0]) << 9;
}

static const struct stimulus_gap gaps[] = {
    {"o_error", "3", "there are two kinds"},
    {"r_got_mux", NULL, "MUX_CNTL has three values"},
    {"r_pass_wait", "7", "seven clocks for a quad at most"},
    {NULL, NULL, NULL},
};

const struct lockstep_module lockstep_lds_unit = {
    LOCKSTEP_BLOCK(lds_unit, lds_unit, lds_unit),
    .doc = "local data share reads and writes: addresses, order, waterfall, broadcast (ISA 2.6.2, 9.6)",
    .driver_size = sizeof(struct life),
    .lifetime = 1000,
    .parts = parts,
    .gaps = gaps,
    .edges = edges,
    .met = met,
    .touches = touches,
    .clears = true,
    LOCKSTEP_INSTANCES(lds_unit),
};
