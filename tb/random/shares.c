/* shares.c - random clauses of the local data share (ISA 2.6.2, ch. 8, 10.6).
 *
 * A clause reads what it has written, because all else is other wavefronts' business; in programs of groups, whose
 * first clause writes all, also what the wavefront has written before.  With entries of four dwords a thread its own
 * entry by its number, which element W of the last GPR has, or that of one of the first; with more dwords a thread
 * those of the first four threads, by the small numbers of the last GPR but one.  Where these threads are not active
 * the interpreter throws the program away.  Besides: SIMD-global GPRs (ISA 2.6.1.1). */
#include <string.h>

#include "tb/random/generate.h"

enum { SEL_0 = 4, SEL_MASK = 7, NUMBER = 3, MUX_FFT = 1 };

static unsigned below(struct generator *g, unsigned limit)
{
    return random_below(&g->source, limit);
}

/* At most so many wavefronts that a program does not take too long, and whole quads where the program has them. */
void generate_groups(struct generator *g)
{
    enum { GROUPS_MOST = 6, FEW = 64, MANY = 300 };
    struct random_case  *out = g->out;
    struct random_source source = {out->seed ^ 0x67726f757073};
    out->group_size = out->share_dwords = out->share_stride = 0;
    if (!random_percent(&source, g->weights->grouped))
        return;
    unsigned size = 1 + random_below(&source, random_below(&source, 2) ? FEW : MANY);
    if (size < out->threads / GROUPS_MOST)
        size = out->threads / GROUPS_MOST;
    out->group_size = g->whole_quads ? (size + 3) / 4 * 4 : size;
    const unsigned quads = (out->group_size + 3) / 4, most = 256 / quads < 16 ? 256 / quads : 16;
    out->share_dwords = 4 * (1 + random_below(&source, most));
    out->share_stride = 4 * (1 + random_below(&source, out->share_dwords / 4));
}

/* What one wavefront writes is in order, so that such programs have no more threads than any wavefront. */
void generate_globals(struct generator *g)
{
    enum { ONE_WAVE = 32 };
    struct random_case  *out = g->out;
    struct random_source source = {out->seed ^ 0x676c6f62616c};
    out->globals = 0;
    out->writes_globals = false;
    if (!random_percent(&source, g->weights->global))
        return;
    out->globals = random_below(&source, 2) ? RANDOM_GLOBALS : 1 + random_below(&source, RANDOM_GLOBALS);
    out->writes_globals = !out->group_size && random_below(&source, 4);
    if (out->writes_globals && out->threads > ONE_WAVE)
        out->threads = ONE_WAVE;
    for (unsigned i = 0; i < REF_LANES * RANDOM_GLOBALS * 4; i++) {
        const uint32_t word = random_word(&source);
        out->global[i / (4 * RANDOM_GLOBALS)][i / 4 % RANDOM_GLOBALS][i % 4] = word % 3 ? word : word / 3 % 16;
    }
}

void random_globals(const struct random_case *program, uint32_t words[REF_LANES * RANDOM_GLOBALS * 4])
{
    for (unsigned lane = 0; lane < REF_LANES; lane++)
        memcpy(words + (size_t)lane * program->globals * 4, program->global[lane], program->globals * 16);
}

static unsigned pick_select(struct generator *g)
{
    const unsigned kind = below(g, 12);
    return kind < 9 ? below(g, 4) : kind == 9 ? SEL_MASK : SEL_0 + below(g, 2);
}

/* A GPR for data: one that no read of the clause has written. */
static unsigned pick_source(struct generator *g, uint32_t written, unsigned count)
{
    const unsigned gprs = g->out->num_gprs;
    for (unsigned tries = 0; tries < 20; tries++) {
        const unsigned gpr = below(g, gprs - count + 1);
        if (!(written >> gpr & ((1u << count) - 1)))
            return gpr;
    }
    return gprs - count;
}

static struct isa_mem_dsw random_write(struct generator *g, unsigned stride, uint32_t written)
{
    const unsigned entries = stride / 4, first = stride > 4 ? below(g, entries) : 0;
    unsigned       burst = stride > 4 ? below(g, entries - first) : 0;
    if (burst > 3 || burst >= g->out->num_gprs)
        burst = below(g, 2);
    return (struct isa_mem_dsw){
        .vtx_inst = 2,
        .mem_op = 4,
        .src_gpr = pick_source(g, written, burst + 1),
        .src_rel_mode = g->relative && g->has_index && below(g, 4) == 0,
        .src_sel_x = pick_select(g),
        .src_sel_y = pick_select(g),
        .src_sel_z = pick_select(g),
        .src_sel_w = pick_select(g),
        .dst_index = 4 * first,
        .dst_stride = stride,
        .simd_wave_rel = !g->out->group_size || below(g, 16) ? 1 : 0, /* else wavefronts share the first one's part */
        .burst_cnt = burst,
    };
}

/* All dwords of all entries that are read later. */
static struct isa_mem_dsw whole_write(struct generator *g, unsigned stride, uint32_t written)
{
    struct isa_mem_dsw dsw = random_write(g, stride, written);
    const unsigned     most = g->out->num_gprs < 4 ? g->out->num_gprs : 4;
    dsw.dst_index = 0;
    dsw.burst_cnt = (stride / 4 < most ? stride / 4 : most) - 1;
    dsw.src_gpr = pick_source(g, written, dsw.burst_cnt + 1);
    unsigned *const select[4] = {&dsw.src_sel_x, &dsw.src_sel_y, &dsw.src_sel_z, &dsw.src_sel_w};
    for (unsigned e = 0; e < 4; e++)
        if (*select[e] == SEL_MASK)
            *select[e] = below(g, 4);
    return dsw;
}

static struct isa_mem_dsr random_read(struct generator *g, unsigned stride)
{
    const unsigned last = g->out->num_gprs - 1, entries = stride / 4 < 4 ? stride / 4 : 4;
    const bool     grouped = g->out->group_size, nested = g->nested > 1 || g->in_subroutine;
    const bool     own = (stride == 4 || grouped) && (nested || g->out->group_size > 32 || below(g, 3));
    unsigned       burst = own || below(g, 2) || last < 4 ? 0 : below(g, entries);
    if (burst >= random_writable(g->out))
        burst = 0;
    struct isa_mem_dsr dsr = {
        .vtx_inst = 2,
        .mem_op = 5,
        .src_gpr = own ? last : last - 1,
        .src_sel_x = own ? NUMBER : below(g, 6),
        .src_sel_y = own ? NUMBER : SEL_0,
        .rd_offset = own ? 0 : below(g, 4 * (entries - burst)),
        .dst_gpr = below(g, random_writable(g->out) - burst),
        .dst_rel_mode = g->relative && g->has_index && !g->no_relative_write && below(g, 4) == 0,
        .dst_wr_x = below(g, 4) > 0,
        .dst_wr_y = below(g, 4) > 0,
        .dst_wr_z = below(g, 4) > 0,
        .dst_wr_w = below(g, 4) > 0,
        .broadcast = g->nested == 1 && below(g, 6) == 0,
        .waterfall = below(g, 3) == 0,
        .mux_cntl = below(g, 3),
        .burst_cnt = burst,
    };
    if (!own && dsr.waterfall && below(g, 2)) { /* one thread at a time, so they may differ: x is 0 or 1 */
        dsr.src_sel_y = 0;
        dsr.rd_offset = burst ? 0 : dsr.rd_offset / 4 * 4;
        if (dsr.rd_offset == 4 * (entries - 1))
            dsr.rd_offset = 0;
    }
    if (dsr.mux_cntl == MUX_FFT)
        dsr.waterfall = dsr.broadcast = 0;
    return dsr;
}

/* The clause's fetches as words: writes, then reads, then perhaps more of both over the same places. */
static void fill_share(struct generator *g, struct random_fetch_clause *clause)
{
    const bool     nested = g->nested > 1 || g->in_subroutine; /* who is active? */
    const unsigned stride = g->out->share_stride    ? g->out->share_stride
                            : nested || below(g, 2) ? 4
                                                    : 4 * (1 + below(g, 16));
    const unsigned rounds = 1 + below(g, 2);
    const bool     first = g->out->group_size && !g->depth; /* what all later ones may read */
    uint32_t       written = 0;
    clause->count = 0;
    for (unsigned round = 0; round < rounds; round++) {
        const struct isa_mem_dsw whole = whole_write(g, stride, written);
        if (first || !g->out->group_size || below(g, 3) == 0)
            isa_pack_mem_dsw(&whole, clause->other[clause->count++]);
        if (below(g, 3) == 0) {
            const struct isa_mem_dsw part = random_write(g, stride, written);
            isa_pack_mem_dsw(&part, clause->other[clause->count++]);
        }
        for (unsigned reads = 1 + below(g, 3); reads; reads--) {
            const struct isa_mem_dsr read = random_read(g, stride);
            isa_pack_mem_dsr(&read, clause->other[clause->count++]);
            written |= ((2u << read.burst_cnt) - 1) << read.dst_gpr;
        }
    }
}

int generate_share(struct generator *g)
{
    struct random_case *out = g->out;
    if (out->fetch_clauses == RANDOM_FETCH_CLAUSES)
        return -1;
    struct random_fetch_clause *clause = &out->fetch_clause[out->fetch_clauses];
    clause->others = true;
    memset(clause->other, 0, sizeof clause->other);
    fill_share(g, clause);
    return (int)out->fetch_clauses++;
}
