/* machine.c - an NV30 as one of the machines (rtl_model/machine.h). */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "rtl_model/nv30/analysis/lint.h"
#include "rtl_model/nv30/collected.h"
#include "rtl_model/nv30/looks.h"
#include "rtl_model/nv30/nv30.h"
#include "rtl_model/nv30/probes/observe.h"

/* ---- the clock -------------------------------------------------------------------------------------------------- */

static void release(void *machine)
{
    nv30_free(machine);
}

static void wire(void *machine)
{
    nv30_wire(machine);
}

/* Registers are always up to date. */
static void look(void *machine, unsigned instance)
{
    if (instance != (unsigned)MACHINE_REGISTERS)
        nv30_wire(machine);
}

static void show(void *machine, bool lanes, uint64_t *wires, uint64_t *registers)
{
    (void)lanes;
    nv30_wire(machine);
    *wires = *registers = (UINT64_C(1) << NV30_MODULES) - 1;
}

static void edge(void *machine)
{
    nv30_edge(machine);
}

static void run(void *machine, uint64_t end)
{
    struct nv30 *nv30 = machine;
    while (nv30->cycle < end && !nv30_finished(nv30))
        nv30_edge(nv30);
}

static void touch(void *machine)
{
    nv30_touch(machine);
}

static void plain(void *machine)
{
    struct nv30 *nv30 = machine;
    nv30->plain = true;
}

static void beside(void *machine, const struct machine_beside *with)
{
    struct nv30 *nv30 = machine;
    nv30->beside = with;
}

static void replace(void *machine, unsigned instance)
{
    struct nv30 *nv30 = machine;
    nv30->replaced |= UINT64_C(1) << instance;
}

static bool finished(const void *machine)
{
    return nv30_finished(machine);
}

/* No program breaks a rule when it runs. */
static bool stopped(const void *machine, struct diag *diag)
{
    (void)machine, (void)diag;
    return false;
}

/* ---- what has been collected ------------------------------------------------------------------------------------ */

static size_t outside_bytes(const void *machine)
{
    return nv30_collected_bytes(machine);
}

static void outside_put(unsigned char *to, const void *machine)
{
    nv30_collected_put(to, machine);
}

static bool outside_check(const char *name, const unsigned char *data, size_t bytes, const void *machine,
                          uint64_t cycle, struct diag *diag)
{
    return nv30_collected_check(name, data, bytes, machine, cycle, diag);
}

static bool outside_take(const char *name, const unsigned char *data, void *machine, struct diag *diag)
{
    (void)name, (void)diag;
    nv30_collected_take(data, machine);
    return true;
}

/* ---- results ---------------------------------------------------------------------------------------------------- */

static void waves(const void *machine, uint32_t *ended, uint32_t *all)
{
    const struct nv30 *nv30 = machine;
    *ended = nv30->raster.q.done;
    *all = nv30->setup.quads;
}

static const struct result_exports *exports(const void *machine)
{
    const struct nv30 *nv30 = machine;
    return &nv30->exports;
}

static const struct result_hazards *hazards(const void *machine)
{
    const struct nv30 *nv30 = machine;
    return &nv30->hazards;
}

static unsigned statistics(const void *machine, struct result_statistic *rows, unsigned limit)
{
    const struct nv30 *nv30 = machine;
    unsigned           count = machine_statistics(nv30->instances, NV30_MODULES, rows, limit, 0);
    for (unsigned op = 0; op < NV30_OPS; op++) {
        if (nv30->stage2.passes[op] && count < limit)
            rows[count] = (struct result_statistic){"nv30.passes",
                                                    nv30_ops[op].name,
                                                    nv30->stage2.passes[op],
                                                    "passes",
                                                    "passes of quads for this instruction",
                                                    RESULT_OF_LAUNCH};
        count += nv30->stage2.passes[op] != 0;
    }
    return count;
}

static unsigned buffers(const void *machine, struct result_buffer *rows, unsigned limit)
{
    (void)machine, (void)rows, (void)limit;
    return 0;
}

static unsigned parameters(const void *machine, struct result_parameter *rows, unsigned limit)
{
    const struct nv30 *nv30 = machine;
    return machine_parameters(&nv30_chips, &nv30->chip, rows, limit);
}

static bool keep_registers(void *machine, struct diag *diag)
{
    return nv30_keep_registers(machine, diag);
}

static void registers(void *machine, struct machine_registers *registers)
{
    const struct nv30 *nv30 = machine;
    *registers = (struct machine_registers){nv30->gprs, nv30->gprs_state, NV30_FULL};
}

static size_t shared(const void *machine, enum machine_shared what, uint32_t *words)
{
    (void)machine, (void)what, (void)words;
    return 0;
}

static void print_summary(const void *machine, FILE *out)
{
    const struct nv30 *nv30 = machine;
    const uint64_t     cycles = nv30->cycle - nv30->began;
    fprintf(out,
            "%" PRIu64 " cycles, %" PRIu32 " quads, %" PRIu32 " passes: %" PRIu32 " new, %" PRIu32
            " round in the core, %" PRIu32 " through the whole pipeline; %" PRIu32 " bubbles\n",
            cycles, nv30->raster.q.done, nv30->stage2.q.quads, nv30->stage1.q.from_raster, nv30->stage1.q.from_core,
            nv30->stage1.q.from_end, nv30->stage1.q.bubbles);
}

static void print_setup(const void *machine, FILE *out)
{
    const struct nv30 *nv30 = machine;
    fprintf(out, "chip: %s\n", nv30->chip.name);
    for (unsigned p = 0; p < NV30_CHIP_PARAMETERS; p++)
        fprintf(out, "  %s = %u\n", nv30_chips.parameters[p].name,
                (unsigned)chip_table_value(&nv30->chip, &nv30_chips.parameters[p]));
    fprintf(out, "quads: %u, of which %u in flight; %u registers of FP32 each, %u passes\n", nv30->setup.quads,
            nv30->setup.slots, nv30->setup.taken, nv30->setup.passes.count);
}

static bool lint(const void *machine, bool all, lint_report_t *report, void *context, struct diag *diag)
{
    (void)all;
    const struct nv30 *nv30 = machine;
    return nv30_lint(nv30->program, nv30->launch, report, context, diag);
}

static bool next(void *machine, const struct program *program, const struct launch *launch, struct diag *diag)
{
    return nv30_next(machine, program, launch, diag);
}

static bool standing(void *machine, uint64_t *clocks, struct diag *diag)
{
    return nv30_standing(machine, clocks, diag);
}

static uint64_t cycles(const void *machine)
{
    const struct nv30 *nv30 = machine;
    return nv30->cycle - nv30->began;
}

static struct machine_rows *rows(const void *machine, const char *const *watches, unsigned watch_count,
                                 struct diag *diag)
{
    return nv30_rows_open(machine, watches, watch_count, diag);
}

/* ---- the row ---------------------------------------------------------------------------------------------------- */

static const struct machine_results results = {.waves = waves,
                                               .exports = exports,
                                               .hazards = hazards,
                                               .standing = standing,
                                               .statistics = statistics,
                                               .buffers = buffers,
                                               .parameters = parameters,
                                               .keep_registers = keep_registers,
                                               .registers = registers,
                                               .shared = shared,
                                               .print_summary = print_summary,
                                               .print_setup = print_setup,
                                               .lint = lint,
                                               .next = next,
                                               .cycles = cycles,
                                               .observe = nv30_observe,
                                               .pipeline = nv30_pipeline,
                                               .rows = rows};

static const struct rtl_machine_kind kind = {.free = release,
                                             .wire = wire,
                                             .look = look,
                                             .show = show,
                                             .edge = edge,
                                             .run = run,
                                             .touch = touch,
                                             .plain = plain,
                                             .beside = beside,
                                             .replace = replace,
                                             .finished = finished,
                                             .stopped = stopped,
                                             .outside_bytes = outside_bytes,
                                             .outside_put = outside_put,
                                             .outside_check = outside_check,
                                             .outside_take = outside_take,
                                             .results = &results,
                                             .looks = &nv30_looks};

struct rtl_machine nv30_machine(struct nv30 *nv30)
{
    return (struct rtl_machine){&kind, nv30, &nv30->cycle, nv30->instances, NV30_MODULES, nv30->program, nv30->launch};
}
