/* ref_fetch.c - fetch clauses: VTX, VTX_TC and TEX (ISA 5, 6, 9.3, 9.4, 10.3).  ref_vertex.c says what one
 * of them reads. */
#include "tb/ref/ref_internal.h"

enum { NO_INDEX_OFFSET = 2, SEL_0 = 4, SEL_1 = 5, SEL_MASK = 7 };

static bool check(const struct ref_run *run, unsigned address, const struct isa_vtx_gpr *fetch)
{
    const struct ref_launch *launch = run->launch;
    const char              *error = ref_vertex_error(launch, fetch);
    if (fetch->fetch_type > NO_INDEX_OFFSET)
        return ref_stop(run, "word %u: a reserved FETCH_TYPE (ISA 10.3)", address);
    if (error)
        return ref_stop(run, "word %u: %s", address, error);
    if (fetch->src_gpr >= launch->num_gprs || fetch->dst_gpr >= launch->num_gprs)
        return ref_stop(run, "word %u: a GPR that the program does not have (ISA 4.6.3)", address);
    return true;
}

/* A GPR relative to aL; -1 outside of the program's (ISA 4.6.3). */
static int relative(const struct ref_run *run, unsigned gpr, bool by_loop)
{
    const int64_t at = (int64_t)gpr + (by_loop ? run->wave->loop.index : 0);
    return at < 0 || at >= run->launch->num_gprs ? -1 : (int)at;
}

/* Of a clause: which elements its fetches so far have written, a bit each. */
struct written {
    uint8_t elements[REF_GPRS];
};

/* A fetch that reads what an earlier one of its clause writes may come too early: no section says that it waits, and
 * compilers begin another clause. */
static void note_hazard(const struct ref_run *run, int from, unsigned element, int to, const unsigned select[4],
                        struct written *written)
{
    run->wave->undefined_reads += written->elements[from < 0 ? 0 : from] >> element & 1;
    for (unsigned e = 0; e < 4; e++)
        if (to >= 0 && select[e] != SEL_MASK)
            written->elements[to] = (uint8_t)(written->elements[to] | 1u << e);
}

/* A memory read, whose burst reads one index and writes one GPR after the other. */
static bool run_read(const struct ref_run *run, unsigned address, const uint32_t *dwords, ref_mask_t threads,
                     struct written *written)
{
    struct isa_mem_rd read;
    isa_unpack_mem_rd(dwords, &read);
    const unsigned select[4] = {read.dst_sel_x, read.dst_sel_y, read.dst_sel_z, read.dst_sel_w};
    const int      from = relative(run, read.src_gpr, read.src_rel), to = relative(run, read.dst_gpr, read.dst_rel);
    if (read.src_gpr >= run->launch->num_gprs || read.dst_gpr + read.burst_cnt >= run->launch->num_gprs)
        return ref_stop(run, "word %u: a GPR that the program does not have (ISA 4.6.3)", address);
    for (int step = 0; threads && step <= (int)read.burst_cnt; step++)
        note_hazard(run, from, read.src_sel_x, to < 0 || to + step >= (int)run->launch->num_gprs ? -1 : to + step,
                    select, written);
    return ref_memory_read(run, address, &read, from < 0 ? 0 : from, to,
                           read.fetch_whole_quad ? ref_quads(threads) : threads);
}

static bool run_fetch(const struct ref_run *run, unsigned address, const struct isa_vtx_gpr *fetch, ref_mask_t threads,
                      struct written *written)
{
    const unsigned select[4] = {fetch->dst_sel_x, fetch->dst_sel_y, fetch->dst_sel_z, fetch->dst_sel_w};
    const int      from = relative(run, fetch->src_gpr, fetch->src_rel);
    const int      to = relative(run, fetch->dst_gpr, fetch->dst_rel);
    if (!check(run, address, fetch))
        return false;
    if (threads)
        note_hazard(run, from, fetch->src_sel_x, to, select, written);
    if (to < 0)
        return true;
    uint32_t       value[REF_LANES][4];
    const uint32_t one =
        ref_vertices(run->launch, fetch, threads, run->wave->gpr[from < 0 ? 0 : from][fetch->src_sel_x], value);
    for (unsigned e = 0; e < 4; e++)
        for (unsigned t = 0; t < REF_LANES && select[e] != SEL_MASK; t++)
            if (threads >> t & 1)
                run->wave->gpr[to][e][t] = select[e] < SEL_0 ? value[t][select[e]] : select[e] == SEL_1 ? one : 0;
    return true;
}

static bool run_texture(const struct ref_run *run, unsigned address, enum isa_fetch_id op, const struct isa_tex *tex,
                        ref_mask_t threads, struct written *written)
{
    const unsigned select[4] = {tex->dst_sel_x, tex->dst_sel_y, tex->dst_sel_z, tex->dst_sel_w};
    const unsigned source[4] = {tex->src_sel_x, tex->src_sel_y, tex->src_sel_z, tex->src_sel_w};
    const int      from = relative(run, tex->src_gpr, tex->src_rel), to = relative(run, tex->dst_gpr, tex->dst_rel);
    uint32_t       value[REF_LANES][4];
    bool           writes;
    if (tex->src_gpr >= run->launch->num_gprs || tex->dst_gpr >= run->launch->num_gprs)
        return ref_stop(run, "word %u: a GPR that the program does not have (ISA 4.6.3)", address);
    if (!ref_texture_instruction(run, address, op, tex, (unsigned)(from < 0 ? 0 : from), threads, value, &writes))
        return false;
    for (unsigned e = 0; e < 4 && threads; e++)
        if (source[e] < SEL_0)
            note_hazard(run, from, source[e], -1, select, written);
    if (threads && writes)
        note_hazard(run, from, 0, to, select, written);
    for (unsigned e = 0; e < 4 && writes && to >= 0; e++)
        for (unsigned t = 0; t < REF_LANES && select[e] != SEL_MASK; t++)
            if (threads >> t & 1)
                run->wave->gpr[to][e][t] = value[t][e];
    return true;
}

/* The destination is the entry of the table with the semantic, behind R0; without one the vertex program does not use
 * the element, and nothing is fetched (ACC 2.5.3). */
static bool semantic(const struct ref_run *run, const uint32_t *dwords, struct isa_vtx_gpr *fetch)
{
    struct isa_vtx_sem words;
    isa_unpack_vtx_sem(dwords, &words);
    for (unsigned n = 0; n < REF_SEMANTICS; n++)
        if (run->launch->semantic[n] == words.semantic_id + 1) {
            fetch->dst_gpr = n + 1;
            fetch->dst_rel = 0;
            return true;
        }
    return false;
}

bool ref_fetch_clause(const struct ref_run *run, const struct isa_cf *cf)
{
    const struct ref_condition condition = {cf->cond, cf->cf_const, cf->whole_quad_mode, cf->valid_pixel_mode};
    const ref_mask_t           threads = ref_test(run, &condition, ref_active(run->wave));
    struct written             written = {{0}};
    const unsigned             count = cf->count + 8 * cf->count_3 + 1;
    if (cf->addr + 2 * count > run->count)
        return ref_stop(run, "the clause ends beyond the program (ISA 10.1)");
    run->wave->cube_set = 0;
    const struct isa_fetch_op *const first = isa_fetch_lookup(run->op->opcode, run->words + 2 * (size_t)cf->addr);
    if (first && (first->id == ISA_FETCH_LOCAL_DS_WRITE || first->id == ISA_FETCH_LOCAL_DS_READ))
        return !ref_active(run->wave) || ref_share_clause(run, cf->addr, count, threads);
    for (unsigned i = 0; i < count; i++) {
        const unsigned             address = cf->addr + 2 * i;
        const uint32_t            *dwords = run->words + 2 * (size_t)address;
        const struct isa_fetch_op *op = isa_fetch_lookup(run->op->opcode, dwords);
        struct isa_vtx_gpr         fetch;
        if (op && op->format == ISA_FORMAT_MEM_RD) {
            if (!run_read(run, address, dwords, threads, &written))
                return false;
            continue;
        }
        if (op && op->format == ISA_FORMAT_TEX) {
            struct isa_tex tex;
            isa_unpack_tex(dwords, &tex);
            if (!run_texture(run, address, op->id, &tex, tex.fetch_whole_quad ? ref_quads(threads) : threads, &written))
                return false;
            continue;
        }
        if (!op || (op->id != ISA_FETCH_FETCH && op->id != ISA_FETCH_SEMANTIC))
            return ref_stop(run, "word %u: the interpreter has no %s", address, op ? op->name : "reserved opcode");
        isa_unpack_vtx_gpr(dwords, &fetch);
        if (op->id == ISA_FETCH_SEMANTIC && !semantic(run, dwords, &fetch))
            continue;
        /* GUESS: it takes whole quads of threads that fetch, which is its name; 6.3 speaks of invalid pixels only. */
        if (!run_fetch(run, address, &fetch, fetch.fetch_whole_quad ? ref_quads(threads) : threads, &written))
            return false;
    }
    return true;
}
