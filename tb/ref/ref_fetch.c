/* ref_fetch.c - fetch clauses that read constant buffers by an index (ISA 5, 9.3, 10.3): whole vectors of four dwords,
 * each of which arrives unchanged.  That is how compilers reach constants whose index is known at run time only. */
#include "tb/ref/ref_internal.h"

enum { NO_INDEX_OFFSET = 2, FMT_32_32_32_32_FLOAT = 35, SEL_0 = 4, SEL_1 = 5, SEL_MASK = 7 };

/* What this file knows; any other fetch would have to convert what it reads. */
static bool check(const struct ref_run *run, unsigned address, const struct isa_vtx_gpr *fetch)
{
    const struct ref_launch *launch = run->launch;
    if (fetch->fetch_type != NO_INDEX_OFFSET || fetch->use_const_fields || fetch->offset || fetch->endian_swap ||
        fetch->const_buf_no_stride || fetch->alt_const || fetch->data_format != FMT_32_32_32_32_FLOAT ||
        fetch->buffer_id >= REF_BUFFERS || !launch->fetched[fetch->buffer_id])
        return ref_stop(run, "word %u: the interpreter has no memory but constant buffers", address);
    if (fetch->src_rel || fetch->dst_rel)
        return ref_stop(run, "word %u: the interpreter has no relative fetch", address);
    if (fetch->src_gpr >= launch->num_gprs || fetch->dst_gpr >= launch->num_gprs)
        return ref_stop(run, "word %u: a GPR that the program does not have (ISA 4.6.3)", address);
    return true;
}

static bool run_fetch(const struct ref_run *run, unsigned address, const struct isa_vtx_gpr *fetch, ref_mask_t threads)
{
    struct ref_wave      *wave = run->wave;
    const unsigned        select[4] = {fetch->dst_sel_x, fetch->dst_sel_y, fetch->dst_sel_z, fetch->dst_sel_w};
    const uint32_t *const vectors = run->launch->fetched[fetch->buffer_id];
    if (!check(run, address, fetch))
        return false;
    for (unsigned t = 0; t < REF_LANES; t++) {
        const uint32_t index = wave->gpr[fetch->src_gpr][fetch->src_sel_x][t];
        if (!(threads >> t & 1))
            continue;
        if (index >= run->launch->fetched_vectors[fetch->buffer_id])
            return ref_stop(run, "word %u: thread %u reads vector %u, beyond the buffer", address, t, index);
        for (unsigned e = 0; e < 4; e++)
            if (select[e] != SEL_MASK)
                wave->gpr[fetch->dst_gpr][e][t] = select[e] < SEL_0    ? vectors[4 * (size_t)index + select[e]]
                                                  : select[e] == SEL_1 ? 0x3f800000
                                                                       : 0;
    }
    return true;
}

bool ref_fetch_clause(const struct ref_run *run, const struct isa_cf *cf)
{
    const struct ref_condition condition = {cf->cond, cf->cf_const, cf->whole_quad_mode, cf->valid_pixel_mode};
    const ref_mask_t           threads = ref_test(run, &condition, ref_active(run->wave));
    const unsigned             count = cf->count + 8 * cf->count_3 + 1;
    if (cf->addr + 2 * count > run->count)
        return ref_stop(run, "the clause ends beyond the program (ISA 10.1)");
    for (unsigned i = 0; i < count; i++) {
        const unsigned             address = cf->addr + 2 * i;
        const uint32_t            *dwords = run->words + 2 * (size_t)address;
        const struct isa_fetch_op *op = isa_fetch_lookup(run->op->opcode, dwords);
        struct isa_vtx_gpr         fetch;
        if (!op || op->id != ISA_FETCH_FETCH)
            return ref_stop(run, "word %u: the interpreter has no %s", address, op ? op->name : "reserved opcode");
        isa_unpack_vtx_gpr(dwords, &fetch);
        if (!run_fetch(run, address, &fetch, threads))
            return false;
    }
    return true;
}
