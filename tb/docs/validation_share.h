/* validation_share.h - rows 18, 19, 32 and 32b of docs/validation.md: the local data share, shared registers. */
#ifndef TB_DOCS_VALIDATION_SHARE_H
#define TB_DOCS_VALIDATION_SHARE_H

#include "tb/docs/validation_measure.h"
#include "tb/docs/validation_row.h"

/* R2 is the bank and the dword that a thread reads: its own. */
static uint32_t own_entry(unsigned thread, unsigned gpr, unsigned element)
{
    return gpr < 2 ? thread : element ? thread % 64 / 4 * 4 : thread % 64;
}

/* Clocks of one more read, of eight more in a burst. */
static double share_read(const char *attributes)
{
    uint64_t cycles[2];
    for (unsigned i = 0; i < 2; i++) {
        char           text[300];
        struct machine m;
        snprintf(text, sizeof text,
                 "TEX @f BARRIER\nEXPORT_DONE PIX0, R3.xyzw EOP BARRIER\n"
                 "f: LOCAL_DS_READ R3.xyzw, R2.xy BURST_CNT(%u) %s\n",
                 i ? 15 : 7, attributes);
        machine_start(
            &m, &(struct plan){.text = text, .stage = LAUNCH_CS, .num_gprs = 32, .load_count = 3, .input = own_entry});
        machine_run(&m);
        cycles[i] = m.gpu->cycle;
        machine_free(&m);
    }
    return (double)(cycles[1] - cycles[0]) / 8;
}

static void row_of_the_share(FILE *out)
{
    char         ours[96], more[64];
    const double clocks = share_read(""), rate = 64 / clocks * RV770_SIMDS * hd4870;
    snprintf(ours, sizeof ours, "%.1f G float4/s: %g clocks a wavefront", rate, clocks);
    row(out, "18", "reads of float4 from the local data share, HD 4870", "30 G float4/s", "B3DMM", ours,
        share(more, sizeof more, rate, 30), "`lds_rd_threads_per_clk`");
}

static void rows_of_its_modes(FILE *out)
{
    char         ours[96], more[64];
    const double plain = share_read(""), fall = share_read("WATERFALL"), all = share_read("BROADCAST");
    snprintf(ours, sizeof ours, "%g clocks a wavefront against %g", fall, plain);
    row(out, "32", "reads of the local data share with WATERFALL", "a quarter of the speed", "ISA 2.6.2", ours,
        share(more, sizeof more, fall / plain, 4), "-");
    snprintf(ours, sizeof ours, "%g clocks", all);
    row(out, "32b", "the same with BROADCAST", "a wavefront in 4 clocks", "ISA 2.6.2", ours,
        difference(more, sizeof more, all, 4, "clocks"), "-");
}

/* Row 19: products of SIMD-global registers, four of them a group. */
static void row_of_shared_registers(FILE *out)
{
    enum { TURNS = 60, GROUPS = 32 };
    struct text           text = {0};
    static const uint32_t zeros[64 * 4 * 4];
    char                  ours[64], more[64];
    for (unsigned t = 0; t < TURNS; t++)
        put(&text, "ALU @sums BARRIER\n");
    put(&text, "EXPORT_DONE PIX0, R1.xyzw EOP BARRIER\nsums:\n");
    for (unsigned g = 0; g < GROUPS; g++)
        for (unsigned e = 0; e < 4; e++)
            put(&text, "%u %c: MULADD_IEEE R1.%c, R[GLOBAL+1].%c, R2.%c, PV.%c\n", g, "xyzw"[e], "xyzw"[e], "xyzw"[e],
                "xyzw"[e], "xyzw"[e]);
    const struct plan plan = {.text = text.chars,
                              .threads = 64 * 8,
                              .load_count = 3,
                              .input = named_input,
                              .globals = zeros,
                              .global_count = 4,
                              .set = {"global_gprs=4"}};
    const double      rate = in_a_clock(&plan, 16000, 8000, groups_issued) * 64 * 4 * 2 * RV770_SIMDS * hd4870;
    snprintf(ours, sizeof ours, "%.0f GFLOPS", rate);
    row(out, "19", "products of registers that a SIMD's threads share, four slots, HD 4870",
        "480 GFLOPS, half of what private ones allow", "B3DMM", ours, share(more, sizeof more, rate, 480),
        "GUESS that any operand halves the rate (`gpr_shared_rotations`)");
    free(text.chars);
}

#endif
