#include "rtl_model/r700/setup/check_lds.h"

#include <stddef.h>

#include "isa/r700/isa.h"
#include "pipeline/fetch/lds_unit.h"

enum { STRIDE_MOST = 64, SEL_RESERVED = 6, MUX_MOST = 2, REL_LOOP = 1, REL_GLOBAL = 2, REL_MOST = 2 };
enum { MUX_FFT_PERMUTE = 1 };

/* The GPRs of a burst.  One that has aL in its number is looked at when it runs. */
static const char *gprs_break(unsigned gpr, unsigned steps, unsigned mode, unsigned num_gprs, unsigned globals)
{
    const unsigned last = gpr + (mode == REL_LOOP ? 0 : steps);
    if (mode > REL_MOST)
        return "a reserved SRC_REL_MODE or DST_REL_MODE (ISA 10.6)";
    if (mode == REL_GLOBAL && !globals)
        return "no GPRs are set aside as global ones (ISA 2.6.1.1): set global_gprs";
    if (mode == REL_GLOBAL)
        return last < globals ? NULL : "a global GPR that the chip does not have (ISA 2.6.1.1)";
    return last < num_gprs ? NULL : "a GPR beyond those of the program (ISA 4.6.3)";
}

const char *lds_write_breaks(const uint32_t dwords[4], unsigned num_gprs, unsigned globals)
{
    struct isa_mem_dsw dsw;
    isa_unpack_mem_dsw(dwords, &dsw);
    const unsigned stride = dsw.dst_stride | dsw.dst_stride_ext << 7;
    const unsigned index = dsw.dst_index | dsw.dst_index_ext << 6;
    if (dsw.src_sel_x == SEL_RESERVED || dsw.src_sel_y == SEL_RESERVED || dsw.src_sel_z == SEL_RESERVED ||
        dsw.src_sel_w == SEL_RESERVED)
        return "a reserved SRC_SEL (ISA 10.6)";
    if (!stride || stride % LDS_DWORDS || stride > STRIDE_MOST)
        return "DST_STRIDE, expected 4, 8, 12, ... 64 (ISA 2.6.2)";
    if (index % LDS_DWORDS)
        return "DST_INDEX, expected a multiple of 4 (ISA 10.6)";
    if (index + LDS_DWORDS * dsw.burst_cnt >= stride)
        return "DST_INDEX, with its burst, reaches beyond DST_STRIDE into the next thread's part (ISA 2.6.2)";
    return gprs_break(dsw.src_gpr, dsw.burst_cnt, dsw.src_rel_mode, num_gprs, globals);
}

const char *lds_read_breaks(const uint32_t dwords[4], unsigned num_gprs, unsigned globals)
{
    struct isa_mem_dsr dsr;
    isa_unpack_mem_dsr(dwords, &dsr);
    const char *const source = gprs_break(dsr.src_gpr, 0, dsr.src_rel_mode, num_gprs, globals);
    if (dsr.src_sel_x >= SEL_RESERVED || dsr.src_sel_y >= SEL_RESERVED)
        return "a reserved SRC_SEL (ISA 10.6)";
    if (dsr.mux_cntl > MUX_MOST)
        return "a reserved MUX_CNTL (ISA 10.6)";
    if (dsr.mux_cntl == MUX_FFT_PERMUTE && (dsr.waterfall || dsr.broadcast))
        return "DSR_MUX_FFT_PERMUTE needs four threads at a time, so neither WATERFALL nor BROADCAST (ISA 2.6.2)";
    return source ? source : gprs_break(dsr.dst_gpr, dsr.burst_cnt, dsr.dst_rel_mode, num_gprs, globals);
}
