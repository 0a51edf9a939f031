/* simd_modules.c - the modules of a SIMD as a list: by number, and with paths and signal tables. */
#include <assert.h>
#include <stdio.h>

#include "rtl_model/r700/simd.h"

void *simd_module_state(struct simd *simd, unsigned module)
{
    assert(module < SIMD_MODULES);
    if (module >= MODULE_CLAUSE)
        return &simd->clause[module - MODULE_CLAUSE];
    if (module >= MODULE_ARBITER && module < MODULE_ARBITER + ARBITERS)
        return &simd->arbiter[module - MODULE_ARBITER];
    if (module >= MODULE_SLOT && module < MODULE_SLOT + ISA_SLOTS)
        return &simd->slot[module - MODULE_SLOT];
    if (module >= MODULE_FETCH_CLAUSE && module < MODULE_FETCH_CLAUSE + FETCH_CLAUSES)
        return &simd->fetch_clause[module - MODULE_FETCH_CLAUSE];
    void *const single[SIMD_MODULES] = {
        [MODULE_ROTATION] = &simd->rotation,
        [MODULE_DISPATCHER] = &simd->dispatcher,
        [MODULE_WAVES] = &simd->waves,
        [MODULE_CF] = &simd->cf,
        [MODULE_FLOW] = &simd->flow,
        [MODULE_CF_CACHE] = &simd->cf_cache,
        [MODULE_ALU_CACHE] = &simd->alu_cache,
        [MODULE_KCACHE] = &simd->kcache,
        [MODULE_ISSUE] = &simd->issue[0],
        [MODULE_ISSUE + 1] = &simd->issue[1],
        [MODULE_FETCH] = &simd->fetch,
        [MODULE_WIDE] = &simd->wide,
        [MODULE_PREDICATE] = &simd->predicate[0],
        [MODULE_PREDICATE + 1] = &simd->predicate[1],
        [MODULE_AR] = &simd->ar[0],
        [MODULE_AR + 1] = &simd->ar[1],
        [MODULE_BACK] = &simd->back,
        [MODULE_GPRS] = &simd->gprs,
        [MODULE_EXPORTS] = &simd->exports,
        [MODULE_FETCH_CACHE] = &simd->fetch_cache,
        [MODULE_VERTEX] = &simd->vertex,
    };
    assert(single[module]);
    return single[module];
}

static void add(struct rtl_instance *instances, unsigned *count, char (*paths)[SIMD_PATH], const char *prefix,
                const char *name, const struct rtl_module *module, void *state)
{
    const int length = snprintf(paths[*count], SIMD_PATH, "%s.%s", prefix, name);
    assert(length > 0 && length < SIMD_PATH);
    instances[*count] = (struct rtl_instance){paths[*count], module, state};
    ++*count;
}

unsigned simd_instances(struct simd *simd, const char *prefix, char (*paths)[SIMD_PATH], struct rtl_instance *instances)
{
    static const char *const slots[ISA_SLOTS] = {"alu_x", "alu_y", "alu_z", "alu_w", "alu_t"};
    unsigned                 count = 0;
    char                     name[16];
#define ADD(name, module, state) add(instances, &count, paths, prefix, name, &module##_rtl, state)
    ADD("rotation", rotation, &simd->rotation);
    ADD("dispatcher", dispatcher, &simd->dispatcher);
    ADD("wave_table", wave_table, &simd->waves);
    ADD("arbiter_cf", arbiter, &simd->arbiter[ARBITER_CF]);
    ADD("arbiter_even", arbiter, &simd->arbiter[ARBITER_EVEN]);
    ADD("arbiter_odd", arbiter, &simd->arbiter[ARBITER_ODD]);
    ADD("arbiter_fetch", arbiter, &simd->arbiter[ARBITER_FETCH]);
    ADD("cf_sequencer", cf_sequencer, &simd->cf);
    ADD("cf_state", cf_state, &simd->flow);
    ADD("cf_cache", icache, &simd->cf_cache);
    ADD("alu_cache", icache, &simd->alu_cache);
    ADD("fetch_cache", icache, &simd->fetch_cache);
    ADD("kcache", kcache, &simd->kcache);
    ADD("constant_file", constant_file, &simd->constants);
    for (unsigned c = 0; c < ALU_CLAUSES; c++) {
        snprintf(name, sizeof name, "clause%02u", c);
        ADD(name, alu_clause, &simd->clause[c]);
    }
    ADD("issue_even", alu_issue, &simd->issue[0]);
    ADD("issue_odd", alu_issue, &simd->issue[1]);
    ADD("operand_fetch", operand_fetch, &simd->fetch);
    for (unsigned s = 0; s < ISA_SLOTS; s++)
        ADD(slots[s], alu_slot, &simd->slot[s]);
    ADD("alu_wide", alu_wide, &simd->wide);
    ADD("predicate_even", predicate, &simd->predicate[0]);
    ADD("predicate_odd", predicate, &simd->predicate[1]);
    ADD("ar_even", address_register, &simd->ar[0]);
    ADD("ar_odd", address_register, &simd->ar[1]);
    ADD("write_back", write_back, &simd->back);
    ADD("gpr_file", gpr_file, &simd->gprs);
    ADD("export_unit", export_unit, &simd->exports);
    for (unsigned c = 0; c < FETCH_CLAUSES; c++) {
        snprintf(name, sizeof name, "fetch_clause%u", c);
        ADD(name, fetch_clause, &simd->fetch_clause[c]);
    }
    ADD("vertex_fetch", vertex_fetch, &simd->vertex);
#undef ADD
    return count;
}
