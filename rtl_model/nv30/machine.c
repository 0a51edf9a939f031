/* machine.c - an NV30 as one of the machines (rtl_model/machine.h). */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "rtl_model/nv30/analysis/lint.h"
#include "rtl_model/nv30/looks.h"
#include "rtl_model/nv30/nv30.h"
#include "rtl_model/nv30/probes/observe.h"

/* ---- the clock -------------------------------------------------------------------------------------------------- */

/* No program breaks a rule when it runs. */
static bool stopped(const void *machine, struct diag *diag)
{
    (void)machine, (void)diag;
    return false;
}

ONE_CORE_CLOCK(nv30)

static void show(void *machine, bool lanes, uint64_t *wires, uint64_t *registers)
{
    (void)lanes;
    nv30_wire(machine);
    *wires = *registers = (UINT64_C(1) << NV30_MODULES) - 1;
}

/* ---- results ---------------------------------------------------------------------------------------------------- */

static void waves(const void *machine, uint32_t *ended, uint32_t *all)
{
    const struct nv30 *nv30 = machine;
    *ended = nv30->raster.q.done;
    *all = nv30->setup.quads;
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

static void registers(void *machine, struct machine_registers *registers)
{
    const struct nv30 *nv30 = machine;
    *registers = (struct machine_registers){nv30->core.kept.words, nv30->core.kept.state, NV30_FULL};
}

static void print_summary(const void *machine, FILE *out)
{
    const struct nv30 *nv30 = machine;
    const uint64_t     cycles = one_core_cycles(nv30);
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
    return nv30_lint(nv30->core.program, nv30->core.launch, report, context, diag);
}

static struct machine_rows *rows(const void *machine, const char *const *watches, unsigned watch_count,
                                 struct diag *diag)
{
    return nv30_rows_open(machine, watches, watch_count, diag);
}

/* ---- the row ---------------------------------------------------------------------------------------------------- */

static const struct machine_results  results = {ONE_CORE_RESULTS, .observe = nv30_observe, .pipeline = nv30_pipeline,
                                                .rows = rows};
static const struct rtl_machine_kind kind = {ONE_CORE_KIND, .show = show, .looks = &nv30_looks};

struct rtl_machine nv30_machine(struct nv30 *nv30)
{
    return (struct rtl_machine){
        &kind, nv30, &nv30->core.cycle, nv30->instances, NV30_MODULES, nv30->core.program, nv30->core.launch};
}
