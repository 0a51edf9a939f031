#include "rtl_model/r700/probes/observe.h"
#include "rtl_model/r700/engine/simd_sets.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "isa/r700/dis/dis.h"
#include "rtl_model/r700/probes/energy.h"
#include "rtl_model/r700/probes/owners.h"

/* ---- statistics ------------------------------------------------------------------------------------------------- */

static bool add_terms(struct observer *observer, const char *place, const char *names, uint64_t *to)
{
    const struct gpu *gpu = observer->gpu;
    return counter_terms_add(&observer->terms, gpu->instances, gpu->instance_count, place, names, to);
}

static bool find_terms(struct observer *observer)
{
    bool good = true;
    for (const struct counter_sum_row *row = gpu_counters.sums; good && row->name; row++) {
        if (row->of_chip)
            good = add_terms(observer, "gpu", row->from, &observer->sums[SIMDS_MAX].of[row->number]);
        for (unsigned i = 0; good && !row->of_chip && i < observer->base.simds; i++)
            good = add_terms(observer, observer->paths[i], row->from, &observer->sums[i].of[row->number]);
    }
    return good;
}

/* ---- a clock ---------------------------------------------------------------------------------------------------- */

static struct observer *of_base(struct machine_observer *base)
{
    return (struct observer *)(void *)base;
}

static void see_clock(struct machine_observer *base)
{
    enum { OFTEN = 1 << 20 }; /* so that no counter goes round unseen */
    struct observer *observer = of_base(base);
    uint64_t        *chip = observer->sums[SIMDS_MAX].of;
    for (unsigned i = 0; i < base->simds; i++)
        observe_simd(observer, i);
    sums_of_chip(observer->gpu, chip);
    if (chip[SUM_gpu_clocks] % OFTEN == 0)
        counter_terms_take(&observer->terms);
}

static void add_modules(uint64_t *set, unsigned simd, module_bits_t modules)
{
    EACH_MODULE (number, modules) {
        const unsigned instance = simd * SIMD_MODULES + (unsigned)number;
        set[instance / 64] |= UINT64_C(1) << instance % 64;
    }
}

/* What the sums name (sums.h); for the costs of lines the arbiters' wires and all registers but those of the ALU's
 * back, of which it reads what others see while groups go by rows, too.  Nets have been driven in any case. */
static void needs(const struct machine_observer *base, uint64_t *wires, uint64_t *registers)
{
    struct simd_set wired = {0, (module_bits_t)0 MODULES_OF(cf_arbiter) MODULES_OF(alu_arbiter)};
    struct simd_set read = {0,
                            ~simd_back.modules & MODULE_BITS_OF(SIMD_FIRST_MODULE, SIMD_MODULES - SIMD_FIRST_MODULE)};
    if (((const struct observer *)(const void *)base)->owners)
        owners_need(&wired);
    sums_need(&wired, &read);
    for (unsigned i = 0; i < base->simds; i++) {
        add_modules(wires, i, wired.modules);
        add_modules(registers, i, read.modules);
    }
}

static void settle(struct machine_observer *base)
{
    struct observer *observer = of_base(base);
    for (unsigned i = 0; i < base->simds; i++)
        observe_registers(observer, i);
    counter_terms_take(&observer->terms);
}

/* ---- counters --------------------------------------------------------------------------------------------------- */

/* Counters of the chosen launch's SIMDs, or of all, and of the chip's own modules, which all launches share. */
static unsigned make_counters(struct machine_observer *base, bool since_mark, struct result_counter *rows,
                              unsigned limit)
{
    struct observer             *observer = of_base(base);
    const struct gpu_part *const part = observer->gpu->part[observer->gpu->chosen];
    const unsigned               first = base->all ? 0 : part->first_simd;
    const unsigned               behind = base->all ? base->simds : first + part->own_simds;
    struct counter_sums          sums[SIMDS_MAX + 1], all = {{0}, {{0}}};
    memset(sums, 0, sizeof sums);
    for (unsigned i = 0; i <= SIMDS_MAX; i++) {
        counters_add(&sums[i], &observer->sums[i], since_mark ? &observer->marked[i] : NULL);
        if ((i >= first && i < behind) || i == SIMDS_MAX)
            counters_add(&all, &sums[i], NULL);
    }
    unsigned count = counters_make(&all, &observer->chip, "gpu", true, rows, limit);
    for (unsigned i = first; i < behind; i++) {
        const unsigned taken = count < limit ? count : limit;
        count += counters_make(&sums[i], &observer->chip, observer->paths[i], false, rows + taken, limit - taken);
    }
    return count;
}

static void mark(struct machine_observer *base)
{
    struct observer *observer = of_base(base);
    memcpy(observer->marked, observer->sums, sizeof observer->marked);
}

/* ---- lines ------------------------------------------------------------------------------------------------------ */

struct line_cost *observed_line(struct observer *observer, unsigned simd, uint32_t line)
{
    const uint32_t     words = observer->base.words, at = line < words + LINES_BEYOND ? line : words + LINE_ELSEWHERE;
    struct line_cost **cost = &observer->simd[simd].lines[observer->with_lines ? at : 0];
    if (!observer->with_lines)
        return &observer->unwanted;
    if (!*cost)
        *cost = calloc(1, sizeof **cost);
    observer->out_of_memory = observer->out_of_memory || !*cost;
    return *cost ? *cost : &observer->unwanted;
}

static const struct line_cost *cost_of(const struct machine_observer *base, unsigned simd, uint32_t line)
{
    const struct observer *observer = (const struct observer *)(const void *)base;
    return observer->with_lines && line < base->words + LINES_BEYOND ? observer->simd[simd].lines[line] : NULL;
}

/* What the lines of a SIMD add up to. */
static void add_lines(const struct observer *observer, unsigned simd, struct line_cost *all)
{
    memset(all, 0, sizeof *all);
    for (uint32_t line = 0; line < observer->base.words + LINES_BEYOND; line++) {
        const struct line_cost *cost = observer->simd[simd].lines[line];
        if (!cost)
            continue;
        all->executions += cost->executions;
        all->instructions += cost->instructions;
        for (unsigned a = 0; a < OBSERVED_ARBITERS; a++)
            for (unsigned s = 0; s < STALLS; s++)
                all->chances[a][s] += cost->chances[a][s];
    }
}

/* Lines beside the statistics of their SIMD, or of what was taken while they were counted. */
static bool simd_agrees(const struct observer *observer, unsigned number, char *what, size_t size)
{
    const struct simd *simd = &observer->gpu->simd[number];
    const uint64_t    *sum = observer->sums[number].of;
    const uint64_t     executions =
        sum[SUM_groups] + sum[SUM_cf_instructions] + sum[SUM_fetches] + sum[SUM_lds_reads] + sum[SUM_lds_writes];
    struct line_cost all;
    add_lines(observer, number, &all);
    for (unsigned a = 0; a < OBSERVED_ARBITERS; a++)
        for (unsigned s = 0; s < STALLS; s++)
            if ((uint32_t)(all.chances[a][s] + observer->before[number][a][s]) !=
                observed_arbiter(simd, a)->q.stalls.reason[s]) {
                snprintf(what, size, "%s: %s of %s", observer->paths[number], stall_keys[s], counter_arbiters[a]);
                return false;
            }
    if (all.executions == executions && all.instructions == sum[SUM_instructions])
        return true;
    snprintf(what, size, "%s: groups and instructions", observer->paths[number]);
    return false;
}

static bool agrees(const struct machine_observer *base, char *what, size_t size)
{
    const struct observer *observer = (const struct observer *)(const void *)base;
    bool                   good = observer->with_lines && !observer->out_of_memory;
    for (unsigned i = 0; good && i < base->simds; i++)
        good = simd_agrees(observer, i, what, size);
    return good;
}

static const char *place(const struct machine_observer *base, unsigned simd)
{
    return ((const struct observer *)(const void *)base)->paths[simd];
}

/* The fetch program lies behind the program; addresses are those of the whole. */
struct listing {
    void (*line)(void *context, uint32_t address);
    void    *context;
    uint32_t first;
};

static void put_address(void *context, unsigned address)
{
    const struct listing *listing = context;
    listing->line(listing->context, listing->first + address);
}

static bool list(const struct machine_observer *base, FILE *out, void (*line)(void *context, uint32_t address),
                 void *context, struct diag *diag)
{
    const struct gpu      *gpu = ((const struct observer *)(const void *)base)->gpu;
    const uint32_t *const  dwords = gpu->setup.simd_memory.program.dwords;
    const uint32_t         fetch = gpu->setup.simd.fetch_base;
    struct listing         listing = {line, context, 0};
    struct isa_dis_options options = {.line = put_address, .context = &listing};
    if (!isa_disassemble(dwords, 2 * (fetch ? fetch : base->words), &options, out, diag))
        return false;
    if (!fetch)
        return true;
    listing.first = fetch;
    fputs("; the fetch program\n", out);
    return isa_disassemble(dwords + 2 * (size_t)fetch, 2 * (base->words - fetch), &options, out, diag);
}

static bool incomplete(const struct machine_observer *base)
{
    return ((const struct observer *)(const void *)base)->out_of_memory;
}

/* ---- its life --------------------------------------------------------------------------------------------------- */

static void release(struct machine_observer *base)
{
    struct observer *observer = of_base(base);
    const uint32_t   lines = observer->with_lines ? base->words + LINES_BEYOND : 0;
    for (unsigned i = 0; i < base->simds; i++) {
        for (uint32_t line = 0; observer->simd[i].lines && line < lines; line++)
            free(observer->simd[i].lines[line]);
        free(observer->simd[i].lines);
    }
    owners_free(observer->owners);
    counter_terms_free(&observer->terms);
    free(observer);
}

/* Of a machine that has run before, as after a snapshot, registers are not 0. */
static bool begin_simd(struct observer *observer, unsigned number)
{
    const struct gpu     *gpu = observer->gpu;
    const struct simd    *simd = &gpu->simd[number];
    struct observed_simd *seen = &observer->simd[number];
    for (unsigned p = 0; p < PARITIES; p++) {
        seen->groups[p] = simd->issue[p].q.groups;
        seen->instructions[p] = simd->issue[p].q.instructions;
    }
    seen->executed = simd->cf.q.executed;
    seen->quads = simd->lod_unit.q.quads;
    seen->passes = simd->texture_data.q.passes;
    for (unsigned a = 0; a < OBSERVED_ARBITERS; a++)
        memcpy(observer->before[number][a], observed_arbiter(simd, a)->q.stalls.reason,
               sizeof observer->before[number][a]);
    const char *const first = gpu->instances[number * SIMD_MODULES].path; /* without its last name */
    snprintf(observer->paths[number], SIMD_PATH, "%.*s", (int)(strrchr(first, '.') - first), first);
    seen->lines =
        calloc(observer->with_lines ? observer->base.words + LINES_BEYOND : LINES_BEYOND, sizeof *seen->lines);
    return seen->lines;
}

struct machine_observer *observe_gpu(struct gpu *gpu, enum observed_detail detail, struct diag *diag)
{
    static const char *const types[] = {
        [ISA_PS] = "PS", [ISA_VS] = "VS", [ISA_GS] = "GS", [ISA_ES] = "ES", [ISA_CS] = "CS"};
    static const struct observer_words words = {.place = "SIMD",
                                                .issuer = "ALU",
                                                .issued = "a group",
                                                .part = "wavefronts",
                                                .work = "ALU instructions",
                                                .latency = "clauses, fetches, exports",
                                                .no_line = "(no wavefront)",
                                                .loading = "(initial GPRs)",
                                                .page = "docs/counters.md",
                                                .clauses = true};
    struct observer                   *observer = calloc(1, sizeof *observer);
    bool                               good = observer != NULL;
    if (good) {
        gpu_look_at_registers(gpu);
        observer->gpu = gpu;
        observer->with_lines = detail != OBSERVE_SUMS;
        observer->chip = (struct counter_chip){gpu->chip.wave_size, gpu->chip.vc_present};
        observer->base = (struct machine_observer){
            .clock = see_clock,
            .needs = needs,
            .settle = settle,
            .counters = make_counters,
            .mark = mark,
            .cost = cost_of,
            .agrees = agrees,
            .incomplete = incomplete,
            .energy_inputs = energy_inputs,
            .energy = energy_rows,
            .owners = energy_owners,
            .energy_of = energy_of,
            .flops = energy_flops,
            .free = release,
            .place = place,
            .list = list,
            .simds = gpu->simds,
            .words = gpu->setup.simd_memory.program.count / 2,
            .wave_size = gpu->chip.wave_size,
            .type = types[gpu->setup.simd.type],
            .text = &words,
            .reason_count = STALLS,
            .reasons = stall_names,
            .keys = stall_keys,
            .clocks = {[OBSERVED_CF] = 1, [OBSERVED_EVEN] = SLOT_CLOCKS, [OBSERVED_ODD] = SLOT_CLOCKS}};
        for (unsigned i = 0; good && i < gpu->simds; i++)
            good = begin_simd(observer, i);
        good = good && find_terms(observer);
        if (good && detail == OBSERVE_OWNERS)
            good = (observer->owners = owners_open(observer)) != NULL;
    }
    if (good)
        return &observer->base;
    if (observer)
        release(&observer->base);
    diag_set(diag, NULL, 0, "not enough memory for counters");
    return NULL;
}
