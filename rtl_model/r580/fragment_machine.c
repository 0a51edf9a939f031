/* fragment_machine.c - R580's fragment shader processor as a machine (rtl_model/machine.h). */
#include "rtl_model/r580/family.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "rtl_model/r580/analysis/lint.h"
#include "rtl_model/r580/collected.h"
#include "rtl_model/r580/probes/observe.h"
#include "rtl_model/r580/views.h"

/* ---- the clock --------------------------------------------------------------------------------------------------- */

static void release(void *machine)
{
    fragment_free(machine);
}

static void wire(void *machine)
{
    fragment_wire(machine);
}

static void look(void *machine, unsigned instance)
{
    if (instance != (unsigned)MACHINE_REGISTERS)
        fragment_wire(machine);
}

static void edge(void *machine)
{
    fragment_edge(machine);
}

static void run(void *machine, uint64_t end)
{
    struct fragment *fragment = machine;
    while (fragment->cycle < end && !fragment_finished(fragment) && !fragment_stopped(fragment, NULL))
        fragment_edge(fragment);
}

static void touch(void *machine)
{
    fragment_touch(machine);
}

static void plain(void *machine)
{
    struct fragment *fragment = machine;
    fragment->plain = true;
}

static void beside(void *machine, const struct machine_beside *with)
{
    struct fragment *fragment = machine;
    fragment->neighbour = with;
}

static void replace(void *machine, unsigned instance)
{
    struct fragment *fragment = machine;
    fragment->replaced |= UINT64_C(1) << instance;
}

static bool finished(const void *machine)
{
    return fragment_finished(machine);
}

static bool stopped(const void *machine, struct diag *diag)
{
    return fragment_stopped(machine, diag);
}

/* ---- results ---------------------------------------------------------------------------------------------------- */

static void waves(const void *machine, uint32_t *ended, uint32_t *all)
{
    const struct fragment *fragment = machine;
    *ended = fragment->ended;
    *all = fragment->setup.groups;
}

static const struct result_exports *exports(const void *machine)
{
    const struct fragment *fragment = machine;
    return &fragment->exports;
}

static const struct result_hazards *hazards(const void *machine)
{
    const struct fragment *fragment = machine;
    return &fragment->hazards;
}

static bool standing(void *machine, uint64_t *clocks, struct diag *diag)
{
    return fragment_standing(machine, clocks, diag);
}

static uint64_t cycles(const void *machine)
{
    const struct fragment *fragment = machine;
    return fragment->cycle - fragment->began;
}

static unsigned statistics(const void *machine, struct result_statistic *rows, unsigned limit)
{
    const struct fragment *fragment = machine;
    if (limit)
        rows[0] = (struct result_statistic){
            "us", "cycles", cycles(machine), "clocks", "clock edges of the launch", RESULT_OF_LAUNCH};
    return machine_statistics(fragment->instances, FRAGMENT_MODULES, rows, limit, 1);
}

static unsigned buffers(const void *machine, struct result_buffer *rows, unsigned limit)
{
    const struct launch *launch = ((const struct fragment *)machine)->launch;
    for (unsigned i = 0; i < launch->buffer_count && i < limit; i++)
        rows[i] = (struct result_buffer){launch->buffers[i].name, launch->buffers[i].file.data,
                                         launch->buffers[i].file.bytes};
    return launch->buffer_count;
}

static unsigned parameters(const void *machine, struct result_parameter *rows, unsigned limit)
{
    const struct fragment *fragment = machine;
    return machine_parameters(&r580_chips, &fragment->chip, rows, limit);
}

static bool keep_registers(void *machine, struct diag *diag)
{
    return fragment_keep_registers(machine, diag);
}

static void registers(void *machine, struct machine_registers *registers)
{
    struct fragment *fragment = machine;
    fragment_registers(fragment);
    *registers = (struct machine_registers){fragment->kept.words, fragment->kept.state, fragment->setup.temporaries};
}

static size_t shared(const void *machine, enum machine_shared what, uint32_t *words)
{
    (void)machine, (void)what, (void)words;
    return 0;
}

static void print_summary(const void *machine, FILE *out)
{
    const struct fragment         *fragment = machine;
    const struct us_sequencer_reg *sequencer = &fragment->sequencer.q;
    const struct us_operands_reg  *operands = &fragment->operands.q;
    const struct us_flow_reg      *flow = &fragment->flow.q;
    const uint64_t                 clocks = cycles(machine);
    fprintf(out, "cycles: %" PRIu64 "; %" PRIu32 " pixels in %" PRIu32 " groups of %u on %s\n", clocks,
            fragment->setup.threads, fragment->setup.groups, fragment->chip.group_pixels, fragment->chip.name);
    fprintf(out,
            "instructions: %" PRIu32 " ALU, %" PRIu32 " output, %" PRIu32 " texture, %" PRIu32 " flow control; %" PRIu32
            " jumped, %" PRIu32 " divergent\n",
            sequencer->alu_count, sequencer->out_count, sequencer->tex_count, flow->instructions, flow->jumps,
            flow->divergent);
    fprintf(out, "ALU: busy in %.1f %% of the clocks, %" PRIu32 " of its pixels idle\n",
            clocks ? 100.0 * operands->beats / (double)clocks : 0, operands->idle_pixels);
    if (sequencer->outside)
        fprintf(out, "code: %" PRIu32 " instructions from outside of US_CODE_RANGE\n", sequencer->outside);
}

static void print_setup(const void *machine, FILE *out)
{
    const struct fragment *fragment = machine;
    char                   name[32];
    unsigned               count = 0;
    fprintf(out, "launch: %s, %" PRIu32 " pixels, %u temporaries, %s flow control, hash %016" PRIx64 "\n",
            fragment->launch->path, fragment->setup.threads, fragment->setup.temporaries,
            fragment->setup.full ? "full" : "partial", fragment->launch->hash);
    fprintf(out, "code: instructions %u to %u\ngroups at once: %u\nchip: %s\n", fragment->setup.first,
            fragment->setup.last, fragment->setup.slots, fragment->chip.name);
    for (unsigned p = 0; p < r580_chips.parameter_count; p++) {
        const struct chip_parameter *row = &r580_chips.parameters[p];
        fprintf(out, "  %s = %" PRIu32 "%s%s\n", row->name, chip_table_value(&fragment->chip, row),
                row->unit[0] ? " " : "", row->unit);
    }
    for (unsigned i = 0; i < fragment->launch->register_count; i++)
        if (us_ignored_register(&fragment->launch->registers[i], name))
            fprintf(out, "%s  %s\n", count++ ? "" : "registers of the launch that the model ignores:\n", name);
    if (!count)
        fprintf(out, "registers of the launch that the model ignores: none\n");
}

static bool lint(const void *machine, bool all, lint_report_t *report, void *context, struct diag *diag)
{
    (void)all;
    const struct fragment *fragment = machine;
    return us_lint(&fragment->chip, fragment->program, fragment->launch, report, context, diag);
}

static bool next(void *machine, const struct program *program, const struct launch *launch, struct diag *diag)
{
    return fragment_next(machine, program, launch, diag);
}

static struct machine_rows *rows(const void *machine, const char *const *watches, unsigned watch_count,
                                 struct diag *diag)
{
    return us_rows_open(machine, watches, watch_count, diag);
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
                                               .observe = us_observe,
                                               .pipeline = us_pipeline,
                                               .rows = rows};

static const struct rtl_machine_kind kind = {.free = release,
                                             .wire = wire,
                                             .look = look,
                                             .edge = edge,
                                             .run = run,
                                             .touch = touch,
                                             .plain = plain,
                                             .beside = beside,
                                             .replace = replace,
                                             .finished = finished,
                                             .stopped = stopped,
                                             .outside_bytes = us_collected_bytes,
                                             .outside_put = us_collected_put,
                                             .outside_check = us_collected_check,
                                             .outside_take = us_collected_take,
                                             .results = &results,
                                             .looks = &r580_looks};

struct rtl_machine fragment_machine(struct fragment *fragment)
{
    return (struct rtl_machine){
        &kind, fragment, &fragment->cycle, fragment->instances, FRAGMENT_MODULES, fragment->program, fragment->launch};
}
