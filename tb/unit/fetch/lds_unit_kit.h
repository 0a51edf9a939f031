/* lds_unit_kit.h - the unit of the local data share under test, with the memory behind it and a GPR file of rows. */
#ifndef TB_UNIT_LDS_UNIT_KIT_H
#define TB_UNIT_LDS_UNIT_KIT_H

#include "pipeline/fetch/lds_unit.h"

#include "isa/r700/isa.h"
#include "tb/unit/clock.h"

enum { READ_CLK = 20, WRITE_CLK = 9, BASE = 40, SHARED = 200 };

static struct lds_unit unit;
static struct lds      lds;
static lanes_t         rows[256][4]; /* the GPR file */
static bool            port_is_free;

static inline int fresh(void **state)
{
    (void)state;
    memset(&unit, 0xa5, sizeof unit);
    lds_unit_reset(&unit);
    lds_reset(&lds);
    lds.in = (struct lds_in){0};
    unit.in = (struct lds_unit_in){.num_gprs = 8,
                                   .shared_row = SHARED,
                                   .shared_count = 4,
                                   .wave_lanes = 16,
                                   .quad_clk = 1,
                                   .read_clk = READ_CLK,
                                   .write_clk = WRITE_CLK,
                                   .entries = 256,
                                   .spare = true};
    for (unsigned row = 0; row < 256; row++)
        for (unsigned e = 0; e < 4; e++)
            rows[row][e] = ramp(1000 * (4 * row + e));
    port_is_free = true;
    return 0;
}

/* A clock of the unit and of the memory, wired as in the machine. */
static inline void tick(void)
{
    const unsigned row = unit.q.read_row;
    unit.in.row_x = &rows[row][0];
    unit.in.row_y = &rows[row][1];
    unit.in.row_z = &rows[row][2];
    unit.in.row_w = &rows[row][3];
    unit.in.bank0 = lds_read(&lds, 0, unit.q.entry.bank[0]);
    unit.in.bank1 = lds_read(&lds, 1, unit.q.entry.bank[1]);
    unit.in.bank2 = lds_read(&lds, 2, unit.q.entry.bank[2]);
    unit.in.bank3 = lds_read(&lds, 3, unit.q.entry.bank[3]);
    unit.in.written = unit.q.write && port_is_free;
    lds.in.write = unit.q.put;
    lds.in.write_entry = unit.q.entry;
    lds.in.write_dwords = unit.q.put_dwords;
    lds.in.write_data = unit.q.put_data;
    lds_unit_next(&unit);
    lds_next(&lds);
    lds_unit_take(&unit);
    lds_unit_clock(&unit);
    lds_clock(&lds);
    unit.in.offer = false;
}

static inline void offer(const uint32_t dwords[4])
{
    assert_true(unit.q.free);
    unit.in.offer = true;
    unit.in.offer_low = dwords[0] | (uint64_t)dwords[1] << 32;
    unit.in.offer_high = dwords[2];
    unit.in.offer_base = BASE;
    unit.in.offer_lanes = unit.in.offer_valid = UINT64_MAX;
    unit.in.offer_number = 77;
    unit.in.offer_slot = 3;
    unit.in.offer_last = true;
    unit.in.offer_index = 0;
    unit.in.offer_first = 0;
    unit.in.offer_thread = 0;
}

static inline void offer_write(struct isa_mem_dsw dsw)
{
    uint32_t dwords[4];
    dsw.vtx_inst = 2;
    dsw.mem_op = 4;
    isa_pack_mem_dsw(&dsw, dwords);
    offer(dwords);
}

static inline void offer_read(struct isa_mem_dsr dsr)
{
    uint32_t dwords[4];
    dsr.vtx_inst = 2;
    dsr.mem_op = 5;
    isa_pack_mem_dsr(&dsr, dwords);
    offer(dwords);
}

static inline struct isa_mem_dsw usual_write(void)
{
    return (struct isa_mem_dsw){.src_gpr = 1, .src_sel_y = 1, .src_sel_z = 2, .src_sel_w = 3, .dst_stride = 4};
}

/* X and Y of GPR 2 are the address. */
static inline struct isa_mem_dsr usual_read(void)
{
    return (struct isa_mem_dsr){
        .src_gpr = 2, .src_sel_y = 1, .dst_gpr = 3, .dst_wr_x = 1, .dst_wr_y = 1, .dst_wr_z = 1, .dst_wr_w = 1};
}

static inline void address(unsigned thread, uint32_t x, uint32_t y)
{
    rows[BASE + 2][0].lane[thread] = x;
    rows[BASE + 2][1].lane[thread] = y;
}

/* Ticks until the oldest one ends; the number of ticks. */
static inline unsigned until_end(void)
{
    for (unsigned ticks = 1; ticks < 1000; ticks++) {
        tick();
        if (unit.q.write)
            return ticks;
    }
    fail_msg("no end");
    return 0;
}

static inline void run_out(void)
{
    do
        tick();
    while (unit.q.write || unit.q.flying || unit.q.passing || unit.q.full || unit.q.read);
}

static inline uint32_t result(unsigned element, unsigned thread)
{
    return unit.result[unit.q.oldest * LDS_ELEMENTS + element].lane[thread];
}

static inline uint32_t source(unsigned gpr, unsigned element, unsigned thread)
{
    return 1000 * (4 * (BASE + gpr) + element) + thread;
}

/* Every word of the memory says where it lies. */
static inline void fill(void)
{
    for (unsigned i = 0; i < LDS_WORDS; i++)
        *lds_word(&lds, i) = 0x10000 + i;
}
static inline uint32_t filled(unsigned bank, unsigned dword)
{
    return 0x10000 + dword / 4 * 16 + bank * 4 + dword % 4;
}

#endif
