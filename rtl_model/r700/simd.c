#include "rtl_model/r700/simd.h"

#include <string.h>

/* Rows that wavefronts have for themselves. */
static unsigned row_pool(const struct chip_config *chip, const struct simd_launch *launch)
{
    return chip->max_gprs - 2 * launch->temporaries - chip->global_gprs;
}

unsigned simd_wave_rows(const struct chip_config *chip, const struct simd_launch *launch)
{
    return (launch->num_gprs + chip->gpr_alloc_granule - 1) / chip->gpr_alloc_granule * chip->gpr_alloc_granule;
}

static unsigned least(unsigned a, unsigned b)
{
    return a < b ? a : b;
}

/* A limit of the chip as one SIMD sees it: all of it, or its share when the other SIMDs work too (RV770 timing S25). */
static unsigned of_one_simd(const struct chip_config *chip, unsigned waves)
{
    return chip->share_waves ? waves / chip->simds : waves;
}

unsigned simd_wave_limit(const struct chip_config *chip, const struct simd_launch *launch)
{
    const unsigned rows = simd_wave_rows(chip, launch);
    unsigned       pool = row_pool(chip, launch), stack = chip->max_stack_entries;
    if (launch->gpr_limit)
        pool = least(pool, launch->gpr_limit);
    if (launch->stack_limit)
        stack = least(stack, launch->stack_limit);
    unsigned waves = rows ? pool / rows : pool;
    if (launch->stack_size)
        waves = least(waves, stack / launch->stack_size);
    waves = least(waves, of_one_simd(chip, chip->max_waves));
    if (launch->wave_limit)
        waves = least(waves, of_one_simd(chip, launch->wave_limit));
    if (chip->simd_max_waves)
        waves = least(waves, chip->simd_max_waves);
    return waves;
}

static void strap_caches(struct simd *simd, const struct chip_config *chip)
{
    const struct {
        struct icache *cache;
        unsigned       kb;
    } caches[] = {{&simd->cf_cache, chip->ic_cf_kb},
                  {&simd->alu_cache, chip->ic_alu_kb},
                  {&simd->fetch_cache, chip->ic_fetch_kb}};
    for (unsigned i = 0; i < 3; i++) {
        const unsigned lines = caches[i].kb * 16; /* of 64 bytes */
        unsigned       sets = 1;
        while (sets * 2 * chip->ic_ways <= lines)
            sets *= 2;
        caches[i].cache->in.sets = (uint16_t)sets;
        caches[i].cache->in.ways = (uint16_t)(chip->ic_ways < lines ? chip->ic_ways : lines);
        caches[i].cache->in.miss_clk = (uint16_t)chip->ic_miss_clk;
    }
    simd->kcache.in.lines = (uint8_t)(chip->kc_kb * 4);
    simd->kcache.in.miss_clk = (uint16_t)chip->kc_miss_clk;
}

static void strap_dispatcher(struct simd *simd, const struct chip_config *chip, const struct simd_launch *launch)
{
    struct dispatcher_in *in = &simd->dispatcher.in;
    in->wave_size = (uint8_t)chip->wave_size;
    in->wave_lanes = (uint8_t)chip->lanes;
    dispatcher_set_threads(in, launch->type, launch->threads);
    in->rows.type[launch->type] = (uint16_t)simd_wave_rows(chip, launch);
    in->limit.type[launch->type] = (uint16_t)simd_wave_limit(chip, launch);
    in->priority.type[launch->type] = (uint8_t)launch->priority;
    in->load_first.type[launch->type] = (uint8_t)launch->load_first;
    in->load_count.type[launch->type] = (uint8_t)launch->load_count;
    in->wave_clk = (uint16_t)chip->spi_wave_clk;
    in->load_clk = (uint16_t)chip->spi_load_clk;
}

static void strap_alu(struct simd *simd, const struct chip_config *chip, const struct simd_launch *launch)
{
    for (unsigned c = 0; c < ALU_CLAUSES; c++) {
        simd->clause[c].in.arb_clk = (uint8_t)chip->alu_arb_clk;
        simd->clause[c].in.lock_clk = (uint8_t)chip->alu_lock_clk;
        simd->clause[c].in.line_clk = (uint8_t)chip->kc_lock_clk;
        simd->clause[c].in.fetch_clk = (uint8_t)chip->alu_fetch_clk;
    }
    for (unsigned p = 0; p < PARITIES; p++) {
        struct alu_issue_in *in = &simd->issue[p].in;
        in->num_gprs = (uint8_t)launch->num_gprs;
        in->temporaries = (uint8_t)launch->temporaries;
        in->temporary_row = (uint8_t)(chip->max_gprs - (PARITIES - p) * launch->temporaries);
        in->prefer_vector = launch->prefer_vector;
        in->mova_delay = (uint8_t)chip->mova_delay_groups;
        in->rotations = (uint8_t)((chip->alu_latency + ROTATION_CLOCKS - 1) / ROTATION_CLOCKS);
        in->doubles = chip->doubles;
        in->waterfall_clk = (uint8_t)chip->waterfall_clk_per_index;
        in->shared_row = (uint16_t)(chip->max_gprs - PARITIES * launch->temporaries - chip->global_gprs);
        in->shared_count = (uint8_t)(chip->global_gprs ? chip->global_gprs + PARITIES * launch->temporaries : 0);
    }
    simd->fetch.in.shared_row = simd->gprs.in.shared_row = simd->issue[0].in.shared_row;
    simd->fetch.in.shared_count = simd->gprs.in.shared_count = simd->issue[0].in.shared_count;
}

static void strap_fetch(struct simd *simd, const struct chip_config *chip, const struct simd_launch *launch)
{
    for (unsigned c = 0; c < FETCH_CLAUSES; c++) {
        simd->fetch_clause[c].in.arb_clk = (uint8_t)chip->fc_arb_clk;
        simd->fetch_clause[c].in.fetch_clk = (uint8_t)chip->fc_fetch_clk;
    }
    simd->vertex.in.num_gprs = (uint8_t)launch->num_gprs;
    simd->vertex.in.addr_clk = (uint8_t)((chip->wave_size + chip->vc_addr_per_clk - 1) / chip->vc_addr_per_clk);
    simd->vertex.in.hit_clk = (uint16_t)chip->vc_hit_clk;
    simd->vertex.in.return_clk = (uint8_t)chip->vc_return_clk;
}

void simd_reset(struct simd *simd, const struct chip_config *chip, const struct simd_launch *launch)
{
    memset(simd, 0, sizeof *simd);
    simd_touch(simd);
    dispatcher_reset(&simd->dispatcher);
    wave_table_reset(&simd->waves, simd_wave_limit(chip, launch), row_pool(chip, launch));
    cf_sequencer_reset(&simd->cf);
    cf_state_reset(&simd->flow, launch->bools, launch->loops);
    simd->flow.in.subentries = chip->wave_size > 32 ? 4 : 8; /* ISA table 3.5 */
    simd->flow.in.call_rows = chip->wave_size > 16 ? 1 : 2;  /* ISA table 3.6 */
    simd->flow.in.rows_per_wave = (uint16_t)(launch->stack_size * simd->flow.in.subentries);
    simd->flow.in.fetch_base = launch->fetch_base;
    icache_reset(&simd->cf_cache);
    icache_reset(&simd->alu_cache);
    icache_reset(&simd->fetch_cache);
    kcache_reset(&simd->kcache);
    constant_file_load(&simd->constants, launch->alu_constants, launch->constant_count);
    for (unsigned c = 0; c < ALU_CLAUSES; c++)
        alu_clause_reset(&simd->clause[c]);
    for (unsigned p = 0; p < PARITIES; p++) {
        alu_issue_reset(&simd->issue[p]);
        predicate_reset(&simd->predicate[p]);
        address_register_reset(&simd->ar[p]);
    }
    operand_fetch_reset(&simd->fetch);
    for (unsigned s = 0; s < ISA_SLOTS; s++)
        alu_slot_reset(&simd->slot[s]);
    alu_wide_reset(&simd->wide);
    write_back_reset(&simd->back);
    gpr_file_reset(&simd->gprs);
    export_unit_reset(&simd->exports);
    for (unsigned a = 0; a < ARBITERS; a++) {
        arbiter_reset(&simd->arbiter[a]);
        simd->arbiter[a].in.policy = (arbiter_policy_t)(a == ARBITER_CF      ? chip->cf_policy
                                                        : a == ARBITER_FETCH ? chip->fetch_policy
                                                                             : chip->alu_policy);
    }
    for (unsigned c = 0; c < FETCH_CLAUSES; c++)
        fetch_clause_reset(&simd->fetch_clause[c]);
    vertex_fetch_reset(&simd->vertex);

    strap_caches(simd, chip);
    strap_dispatcher(simd, chip, launch);
    strap_alu(simd, chip, launch);
    strap_fetch(simd, chip, launch);
    simd->cf.in.fetch_clk = (uint8_t)chip->cf_fetch_clk;
    simd->cf.in.decode_clk = (uint8_t)chip->cf_decode_clk;
    /* A flow instruction has been fetched, decoded and reported by then, in so many clocks. */
    const unsigned digested = chip->cf_fetch_clk + chip->cf_decode_clk + 2;
    simd->cf.in.flow_pauses = chip->cf_flow_clk > digested;
    simd->waves.in.cf_pause = (uint16_t)(simd->cf.in.flow_pauses ? chip->cf_flow_clk - digested : 0);
    simd->exports.in.num_gprs = (uint8_t)launch->num_gprs;
    simd->fetch.in.num_gprs = (uint8_t)launch->num_gprs;
    simd->fetch.in.relative_write_read = chip->relative_write_read;
    simd->fetch.in.write_relative_read = chip->write_relative_read;
    simd->gprs.in.num_gprs = (uint8_t)launch->num_gprs;
    simd->exports.in.export_clk = (uint16_t)chip->sx_export_clk;
}

static void issue_eval(struct simd *simd, unsigned parity)
{
    struct alu_issue        *issue = &simd->issue[parity];
    struct issue_sources     sources = {.constants = simd->constants.vector[0].element, .ar = simd->ar[parity].ar};
    const struct alu_clause *clause = &simd->clause[issue->in.clause_index];
    if (issue->in.decide && issue->in.clause) {
        sources.buffer = clause->buffer;
        for (unsigned line = 0; line < KCACHE_CLAUSE_LINES; line++)
            sources.kc_line[line] = simd->kcache.data[clause->q.kc_ways.line[line]].word;
    }
    alu_issue_eval(&issue->in, &issue->q, &issue->d, &sources);
}

static void eval_module(struct simd *simd, unsigned module)
{
    switch (module) {
    case MODULE_ROTATION:
        rotation_eval(&simd->rotation.q, &simd->rotation.d);
        break;
    case MODULE_DISPATCHER:
        rtl_eval(dispatcher_eval, &simd->dispatcher);
        break;
    case MODULE_WAVES: /* their ports act at the edge */
    case MODULE_FLOW:
        break;
    case MODULE_CF:
        rtl_eval(cf_sequencer_eval, &simd->cf);
        break;
    case MODULE_CF_CACHE:
        icache_eval(&simd->cf_cache.in, &simd->cf_cache.q, &simd->cf_cache.d, &simd->cf_cache);
        break;
    case MODULE_ALU_CACHE:
        icache_eval(&simd->alu_cache.in, &simd->alu_cache.q, &simd->alu_cache.d, &simd->alu_cache);
        break;
    case MODULE_FETCH_CACHE:
        icache_eval(&simd->fetch_cache.in, &simd->fetch_cache.q, &simd->fetch_cache.d, &simd->fetch_cache);
        break;
    case MODULE_VERTEX:
        rtl_eval(vertex_fetch_eval, &simd->vertex);
        break;
    case MODULE_KCACHE:
        kcache_eval(&simd->kcache.in, &simd->kcache.q, &simd->kcache.d, &simd->kcache);
        break;
    case MODULE_ISSUE:
    case MODULE_ISSUE + 1:
        issue_eval(simd, module - MODULE_ISSUE);
        break;
    case MODULE_FETCH:
        rtl_eval(operand_fetch_eval, &simd->fetch);
        break;
    case MODULE_WIDE:
        rtl_eval(alu_wide_eval, &simd->wide);
        break;
    case MODULE_PREDICATE:
    case MODULE_PREDICATE + 1:
        rtl_eval(predicate_eval, &simd->predicate[module - MODULE_PREDICATE]);
        break;
    case MODULE_AR:
    case MODULE_AR + 1:
        rtl_eval(address_register_eval, &simd->ar[module - MODULE_AR]);
        break;
    case MODULE_BACK:
        rtl_eval(write_back_eval, &simd->back);
        break;
    case MODULE_GPRS:
        rtl_eval(gpr_file_eval, &simd->gprs);
        break;
    case MODULE_EXPORTS:
        export_unit_eval(&simd->exports.in, &simd->exports.q, &simd->exports.d, simd->exports.latch);
        break;
    case MODULE_ARBITER + ARBITER_CF:
    case MODULE_ARBITER + ARBITER_EVEN:
    case MODULE_ARBITER + ARBITER_ODD:
    case MODULE_ARBITER + ARBITER_FETCH:
        rtl_eval(arbiter_eval, &simd->arbiter[module - MODULE_ARBITER]);
        break;
    default:
        if (module < MODULE_SLOT)
            rtl_eval(fetch_clause_eval, &simd->fetch_clause[module - MODULE_FETCH_CLAUSE]);
        else if (module < MODULE_CLAUSE)
            rtl_eval(alu_slot_eval, &simd->slot[module - MODULE_SLOT]);
        else
            rtl_eval(alu_clause_eval, &simd->clause[module - MODULE_CLAUSE]);
    }
}

void simd_eval(struct simd *simd, const uint8_t *order)
{
    if (!order)
        for (uint64_t left = simd->clocked; left; left &= left - 1)
            eval_module(simd, (unsigned)__builtin_ctzll(left));
    else
        for (unsigned m = 0; m < SIMD_MODULES; m++)
            if (simd->clocked >> order[m] & 1)
                eval_module(simd, order[m]);
}

static bool is_replaced(const struct simd *simd, unsigned module)
{
    return simd->replaced >> module & 1;
}

/* What memories take from other modules at this edge, before any of those changes. */
static void capture(struct simd *simd, const struct simd_memory *memory)
{
    const lanes_t *const rows[FETCH_ELEMENTS] = {simd->gprs.x, simd->gprs.y, simd->gprs.z, simd->gprs.w};
    if (simd->fetch.in.enable && !is_replaced(simd, MODULE_FETCH))
        operand_fetch_capture(&simd->fetch, rows, &simd->ar[simd->fetch.in.parity].ar[0]);
    if (simd->exports.q.read && !is_replaced(simd, MODULE_EXPORTS)) {
        const lanes_t *exported[EXPORT_ELEMENTS];
        for (unsigned e = 0; e < EXPORT_ELEMENTS; e++)
            exported[e] = &rows[e][simd->exports.q.read_row];
        export_unit_capture(&simd->exports, exported);
    }
    if (simd->alu_cache.q.answer && simd->alu_cache.q.hit &&
        !is_replaced(simd, MODULE_CLAUSE + simd->alu_cache.q.answer_id))
        alu_clause_capture(&simd->clause[simd->alu_cache.q.answer_id],
                           simd->alu_cache.data[simd->alu_cache.q.way].word);
    if (simd->fetch_cache.q.answer && simd->fetch_cache.q.hit &&
        !is_replaced(simd, MODULE_FETCH_CLAUSE + simd->fetch_cache.q.answer_id))
        fetch_clause_capture(&simd->fetch_clause[simd->fetch_cache.q.answer_id],
                             simd->fetch_cache.data[simd->fetch_cache.q.way].word);
    if (simd->clocked >> MODULE_VERTEX & 1 && !is_replaced(simd, MODULE_VERTEX))
        vertex_fetch_capture(&simd->vertex, &rows[simd->vertex.q.read_element][simd->vertex.q.read_row],
                             &memory->vertices);
    if (simd->back.q.s2) {
        const quarter_t *results[ISA_SLOTS];
        for (unsigned s = 0; s < ISA_SLOTS; s++)
            results[s] = &simd->slot[s].q.result;
        if (!is_replaced(simd, MODULE_BACK))
            write_back_capture(&simd->back, results);
        if (simd->back.q.s2_ar_write >> ISA_SLOT_T)
            results[0] = results[ISA_SLOT_T];
        if (simd->back.q.s2_ar_write && !is_replaced(simd, MODULE_AR + simd->back.q.s2_parity))
            address_register_capture(&simd->ar[simd->back.q.s2_parity], results);
    }
}

/* The clock edge of a module whose private registers count while its outputs stand still: true when an output changes.
 */
#define COMMIT_OUTPUTS(name, module)                                                                                   \
    (rtl_outputs_change(name, module) ? (rtl_commit(module), true) : (rtl_commit(module), false))

/* Beside its ports' events only the end of a pause changes what wires carry. */
static bool commit_waves(struct wave_table *waves)
{
    const unsigned              paused = waves->q.in_phase.phase[WAVE_PAUSED];
    const struct wave_table_in *in = &waves->in;
    wave_table_commit(waves);
    return in->launch || in->loaded || in->cf || in->alu_done || in->export_done || in->fetch_done || in->cf_wake ||
           waves->q.in_phase.phase[WAVE_PAUSED] != paused;
}

static bool commit_icache(struct icache *cache, const struct instruction_memory *memory)
{
    const bool changes = rtl_outputs_change(icache, cache);
    icache_commit(cache, memory);
    return changes;
}

static bool commit_kcache(struct kcache *cache, const struct constant_memory *memory)
{
    const bool changes = cache->in.unlock || cache->q.answer || cache->d.answer;
    kcache_commit(cache, memory);
    return changes;
}

/* True when what wires carry of the module may have changed. */
static bool commit_module(struct simd *simd, const struct simd_memory *memory, unsigned module)
{
    switch (module) {
    case MODULE_ROTATION:
        rtl_commit(&simd->rotation);
        return true;
    case MODULE_DISPATCHER:
        return COMMIT_OUTPUTS(dispatcher, &simd->dispatcher);
    case MODULE_WAVES:
        return commit_waves(&simd->waves);
    case MODULE_FLOW:
        cf_state_commit(&simd->flow);
        return true;
    case MODULE_CF: { /* wires carry its fetch stage's counter too */
        const bool changes = rtl_registers_change(&simd->cf);
        rtl_commit(&simd->cf);
        return changes;
    }
    case MODULE_CF_CACHE:
        return commit_icache(&simd->cf_cache, &memory->program);
    case MODULE_ALU_CACHE:
        return commit_icache(&simd->alu_cache, &memory->program);
    case MODULE_FETCH_CACHE:
        return commit_icache(&simd->fetch_cache, &memory->program);
    case MODULE_VERTEX:
        return COMMIT_OUTPUTS(vertex_fetch, &simd->vertex);
    case MODULE_KCACHE:
        return commit_kcache(&simd->kcache, &memory->constants);
    case MODULE_ISSUE:
    case MODULE_ISSUE + 1:
        rtl_commit(&simd->issue[module - MODULE_ISSUE]);
        return true;
    case MODULE_FETCH:
        rtl_commit(&simd->fetch);
        return true;
    case MODULE_WIDE:
        rtl_commit(&simd->wide);
        return true;
    case MODULE_PREDICATE:
    case MODULE_PREDICATE + 1:
        rtl_commit(&simd->predicate[module - MODULE_PREDICATE]);
        return true;
    case MODULE_AR:
    case MODULE_AR + 1:
        rtl_commit(&simd->ar[module - MODULE_AR]);
        return true;
    case MODULE_BACK:
        rtl_commit(&simd->back);
        return true;
    case MODULE_GPRS:
        gpr_file_commit(&simd->gprs, write_back_rows(&simd->back, simd->gprs.in.write_parity),
                        &simd->ar[simd->gprs.in.write_parity].ar[0], &memory->inputs, simd->vertex.result);
        return true;
    case MODULE_EXPORTS:
        return COMMIT_OUTPUTS(export_unit, &simd->exports);
    case MODULE_ARBITER + ARBITER_CF:
    case MODULE_ARBITER + ARBITER_EVEN:
    case MODULE_ARBITER + ARBITER_ODD:
    case MODULE_ARBITER + ARBITER_FETCH:
        rtl_commit(&simd->arbiter[module - MODULE_ARBITER]);
        return simd->arbiter[module - MODULE_ARBITER].in.grant;
    default:
        if (module < MODULE_SLOT)
            return COMMIT_OUTPUTS(fetch_clause, &simd->fetch_clause[module - MODULE_FETCH_CLAUSE]);
        if (module < MODULE_CLAUSE) {
            rtl_commit(&simd->slot[module - MODULE_SLOT]);
            return true;
        }
        return COMMIT_OUTPUTS(alu_clause, &simd->clause[module - MODULE_CLAUSE]);
    }
}

/* What wires carry of modules that change in almost every clock. */
static uint64_t events(const struct simd *simd)
{
    bool consume = false, execute = false;
    for (unsigned p = 0; p < PARITIES; p++) {
        const struct alu_issue *issue = &simd->issue[p];
        consume |= issue->q.consume || issue->d.consume;
        execute |= issue->q.executing || issue->d.executing;
    }
    return (uint64_t)consume << SOURCE_CONSUME | (uint64_t)execute << SOURCE_EXECUTE |
           (uint64_t)(simd->back.q.s3 || simd->back.q.finish) << SOURCE_FINISH;
}

void simd_commit(struct simd *simd, const struct simd_memory *memory, const uint8_t *order)
{
    uint64_t changed = simd->replaced ? ~0ull : events(simd);
    capture(simd, memory);
    if (!order)
        for (uint64_t left = simd->clocked; left; left &= left - 1) {
            const unsigned module = (unsigned)__builtin_ctzll(left);
            changed |= (uint64_t)commit_module(simd, memory, module) << module;
        }
    else
        for (unsigned m = 0; m < SIMD_MODULES; m++)
            if (simd->clocked >> order[m] & 1)
                changed |= (uint64_t)commit_module(simd, memory, order[m]) << order[m];
    simd->changed = changed;
}
