/* ref_share.c - the local data share (ISA 2.6.2, ch. 8, 10.6).  What a wavefront reads that others have written, or may
 * have, counts as undefined: see struct ref_share. */
#include <stdlib.h>
#include <string.h>

#include "tb/ref/ref_internal.h"

enum { QUAD = 4, ONE = 0x3f800000, SEL_1 = 5, SEL_MASK = 7 };
enum { MODE_LOOP = 1, MODE_GLOBAL = 2, MUX_FFT = 1, MUX_WORD = 2 };

enum { ENTRY = 4 };

/* One instruction of the clause. */
struct share {
    const struct ref_run *run;
    unsigned              address;
    ref_mask_t            threads;
    struct ref_share     *memory;
    uint8_t              *results; /* elements of each GPR that the clause has written */
};

void ref_share_start(const struct ref_launch *launch, const struct ref_wave *wave)
{
    struct ref_share *share = launch->share;
    if (!share || (share->begun && (!launch->group_size || share->group == wave->span.group)))
        return;
    memset(share, 0, sizeof *share);
    share->begun = true;
    share->group = wave->span.group;
}

static unsigned dwords_of(const struct share *s)
{
    const unsigned entries = s->run->launch->share_entries;
    return entries ? ENTRY * entries : REF_SHARE_DWORDS;
}

static uint64_t clause_of(const struct share *s)
{
    return s->run->wave->instructions;
}

static void set(const struct share *s, unsigned bank, unsigned dword, uint32_t value)
{
    struct ref_share_word *word = &s->memory->word[bank][dword];
    const uint32_t         me = s->run->wave->number + 1;
    word->several |= word->writer && word->writer != me;
    s->run->wave->undefined_reads += word->reader && word->reader != me;
    word->writer = me;
    word->clause = clause_of(s);
    word->value = value;
}

static bool outside(const struct share *s, unsigned thread)
{
    return ref_stop(s->run, "word %u: thread %u leaves the local data share", s->address, thread);
}

/* The GPR, or -1 outside of the program's (ISA 4.6.3). */
static int gpr_of(const struct share *s, unsigned gpr, unsigned mode)
{
    const int64_t at = (int64_t)gpr + (mode == MODE_LOOP ? s->run->wave->loop.index : 0);
    return at < 0 || at >= s->run->launch->num_gprs ? -1 : (int)at;
}

/* Nothing says that an instruction waits for the result of one before. */
static uint32_t source(const struct share *s, int gpr, unsigned select, unsigned thread)
{
    const unsigned from = gpr < 0 ? 0 : (unsigned)gpr;
    if (select >= 4)
        return select == SEL_1 ? ONE : 0;
    s->run->wave->undefined_reads += s->results[from] >> select & 1;
    return s->run->wave->gpr[from][select][thread];
}

static bool write_share(const struct share *s, const uint32_t dwords[4])
{
    struct isa_mem_dsw dsw;
    isa_unpack_mem_dsw(dwords, &dsw);
    const unsigned select[4] = {dsw.src_sel_x, dsw.src_sel_y, dsw.src_sel_z, dsw.src_sel_w};
    const unsigned stride = dsw.dst_stride + 128 * dsw.dst_stride_ext, index = dsw.dst_index + 64 * dsw.dst_index_ext;
    if (dsw.src_rel_mode >= MODE_GLOBAL)
        return ref_stop(s->run, "word %u: the interpreter has no global GPRs", s->address);
    for (unsigned step = 0; step <= dsw.burst_cnt; step++)
        for (unsigned t = 0; t < REF_LANES; t++) {
            const unsigned number = t + (dsw.simd_wave_rel ? s->run->wave->span.in_group : 0);
            const unsigned at = number / QUAD * stride + index + ENTRY * step;
            if (!(s->threads >> t & 1))
                continue;
            if (at + ENTRY > dwords_of(s))
                return outside(s, t);
            for (unsigned e = 0; e < 4; e++) {
                if (select[e] == SEL_MASK)
                    continue;
                set(s, number % QUAD, at + e, source(s, gpr_of(s, dsw.src_gpr + step, dsw.src_rel_mode), select[e], t));
            }
        }
    return true;
}

/* Where four threads read: a bank and a dword of it each. */
struct places {
    bool     reads[QUAD];
    unsigned bank[QUAD], dword[QUAD];
};

static bool find_places(const struct share *s, const struct isa_mem_dsr *dsr, unsigned step, unsigned quad,
                        struct places *p)
{
    const int gpr = gpr_of(s, dsr->src_gpr, dsr->src_rel_mode);
    for (unsigned i = 0; i < QUAD; i++) {
        const unsigned t = quad * QUAD + i;
        p->reads[i] = s->threads >> t & 1;
        if (!p->reads[i])
            continue;
        const uint32_t dword = source(s, gpr, dsr->src_sel_y, t) + dsr->rd_offset + 4 * step;
        p->bank[i] = source(s, gpr, dsr->src_sel_x, t) & 3;
        if (dword >= dwords_of(s))
            return outside(s, t);
        p->dword[i] = dword;
        for (unsigned before = 0; before < i && !dsr->waterfall; before++)
            if (p->reads[before] && p->bank[before] == p->bank[i] && p->dword[before] / 4 != p->dword[i] / 4)
                return ref_stop(s->run, "word %u: thread %u meets another one in bank %u without WATERFALL", s->address,
                                t, p->bank[i]);
    }
    return true;
}

static uint32_t get(const struct share *s, unsigned bank, unsigned dword)
{
    struct ref_share_word *word = &s->memory->word[bank][dword];
    const uint32_t         me = s->run->wave->number + 1;
    const bool             same = word->clause == clause_of(s);
    s->run->wave->undefined_reads += word->writer != me || (!same && word->several);
    if (!same)
        word->reader = me;
    s->run->wave->kept += !same && word->writer == me;
    return word->value;
}

/* Element e of what thread i of four gets. */
static uint32_t taken(const struct share *s, const struct isa_mem_dsr *dsr, const struct places *p, unsigned i,
                      unsigned e)
{
    if (dsr->mux_cntl == MUX_WORD)
        return get(s, p->bank[i], p->dword[i]);
    if (dsr->mux_cntl != MUX_FFT)
        return get(s, p->bank[i], p->dword[i] / 4 * 4 + e);
    for (unsigned other = 0; other < QUAD; other++)
        if (p->reads[other] && p->bank[other] == e)
            return get(s, e, p->dword[other] / 4 * 4 + i);
    return 0;
}

static void put(const struct share *s, const struct isa_mem_dsr *dsr, int gpr, unsigned thread, const uint32_t value[4])
{
    const bool writes[4] = {dsr->dst_wr_x, dsr->dst_wr_y, dsr->dst_wr_z, dsr->dst_wr_w};
    for (unsigned e = 0; gpr >= 0 && e < 4; e++)
        if (writes[e])
            s->run->wave->gpr[gpr][e][thread] = value[e];
}

/* All threads receive what the first valid one reads; where all have been killed no source says which one that is. */
static bool broadcast(const struct share *s, const struct isa_mem_dsr *dsr, unsigned step, int gpr)
{
    struct share  first = *s;
    struct places p;
    unsigned      t = 0;
    while (t + 1 < REF_LANES && !(s->run->wave->valid >> t & 1))
        t++;
    t = s->run->wave->valid ? t : 0;
    s->run->wave->undefined_reads += !s->run->wave->valid;
    first.threads = (ref_mask_t)1 << t;
    if (!find_places(&first, dsr, step, t / QUAD, &p))
        return false;
    uint32_t value[4];
    for (unsigned e = 0; e < 4; e++)
        value[e] = taken(s, dsr, &p, t % QUAD, e);
    for (unsigned to = 0; to < s->run->launch->wave_size; to++)
        put(s, dsr, gpr, to, value);
    return true;
}

static bool read_step(const struct share *s, const struct isa_mem_dsr *dsr, unsigned step, int gpr)
{
    if (dsr->broadcast)
        return broadcast(s, dsr, step, gpr);
    for (unsigned quad = 0; quad < REF_LANES / QUAD; quad++) {
        struct places p;
        if (!find_places(s, dsr, step, quad, &p))
            return false;
        for (unsigned i = 0; i < QUAD; i++) {
            uint32_t value[4];
            if (!p.reads[i])
                continue;
            for (unsigned e = 0; e < 4; e++)
                value[e] = taken(s, dsr, &p, i, e);
            put(s, dsr, gpr, quad * QUAD + i, value);
        }
    }
    return true;
}

static bool read_share(const struct share *s, const uint32_t dwords[4])
{
    struct isa_mem_dsr dsr;
    isa_unpack_mem_dsr(dwords, &dsr);
    if (dsr.src_rel_mode >= MODE_GLOBAL || dsr.dst_rel_mode >= MODE_GLOBAL)
        return ref_stop(s->run, "word %u: the interpreter has no global GPRs", s->address);
    for (unsigned step = 0; step <= dsr.burst_cnt; step++)
        if (!read_step(s, &dsr, step, gpr_of(s, dsr.dst_gpr + step, dsr.dst_rel_mode)))
            return false;
    for (unsigned step = 0; step <= dsr.burst_cnt; step++) {
        const int gpr = gpr_of(s, dsr.dst_gpr + step, dsr.dst_rel_mode);
        if (gpr >= 0)
            s->results[gpr] =
                (uint8_t)(s->results[gpr] | dsr.dst_wr_x | dsr.dst_wr_y << 1 | dsr.dst_wr_z << 2 | dsr.dst_wr_w << 3);
    }
    return true;
}

static bool run_clause(struct share *share, unsigned count)
{
    for (unsigned i = 0; i < count; i++, share->address += 2) {
        const uint32_t            *dwords = share->run->words + 2 * (size_t)share->address;
        const struct isa_fetch_op *op = isa_fetch_lookup(share->run->op->opcode, dwords);
        if (!op || (op->id != ISA_FETCH_LOCAL_DS_WRITE && op->id != ISA_FETCH_LOCAL_DS_READ))
            return ref_stop(share->run, "word %u: %s in a clause of the local data share", share->address,
                            op ? op->name : "?");
        if (op->id == ISA_FETCH_LOCAL_DS_WRITE ? !write_share(share, dwords) : !read_share(share, dwords))
            return false;
    }
    return true;
}

bool ref_share_clause(const struct ref_run *run, unsigned address, unsigned count, ref_mask_t threads)
{
    uint8_t                 results[REF_GPRS] = {0};
    struct ref_share *const given = run->launch->share;
    struct ref_share *const own = given ? NULL : calloc(1, sizeof *own); /* of this clause */
    struct share            share = {run, address, threads, given ? given : own, results};
    const bool good = share.memory ? run_clause(&share, count) : ref_stop(run, "not enough memory for the interpreter");
    free(own);
    return good;
}
