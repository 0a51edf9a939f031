#include "rtl_model/r700/gpu_machine.h"

#include "rtl_model/r700/analysis/lint.h"
#include "rtl_model/r700/engine/gpu_lines.h"
#include "rtl_model/r700/engine/gpu_sharing.h"
#include "rtl_model/r700/probes/gpu_collected.h"
#include "rtl_model/r700/probes/gpu_print.h"
#include "rtl_model/r700/probes/observe.h"
#include "rtl_model/r700/probes/pipe_watch.h"
#include "rtl_model/r700/probes/search.h"
#include "rtl_model/r700/views/view_rows.h"
#include "rtl_model/r700/views/views.h"

/* ---- the clock ------------------------------------------------------------------------------------------------- */

static void release(void *machine)
{
    gpu_free(machine);
}

static void wire(void *machine)
{
    gpu_wire(machine);
}

static void look(void *machine, unsigned instance)
{
    struct gpu *gpu = machine;
    if (instance == (unsigned)MACHINE_REGISTERS)
        gpu_look_at_registers(gpu);
    else if (instance == (unsigned)MACHINE_ALL)
        gpu_look(gpu);
    else
        gpu_look_at(gpu, instance);
}

static void show(void *machine, bool lanes, uint64_t *wires, uint64_t *registers)
{
    gpu_show(machine, lanes, wires, registers);
}

static void show_only(void *machine, const uint64_t *wires, const uint64_t *registers, const uint64_t *steady)
{
    gpu_show_only(machine, wires, registers, steady);
}

static struct rtl_alias *aliases(const void *machine, unsigned *count)
{
    return gpu_aliases(machine, count);
}

static void edge(void *machine)
{
    gpu_edge(machine);
}

static void run(void *machine, uint64_t end)
{
    const struct gpu *gpu = machine;
    if (gpu->cycle < end)
        gpu_run(machine, end, NULL);
}

static bool search(void *machine, uint64_t end, const struct machine_search *of, bool *found)
{
    return gpu_search(machine, end, of, found);
}

static uint64_t worked(const void *machine)
{
    const struct gpu *gpu = machine;
    uint64_t          clocks = 0;
    for (unsigned i = 0; i < gpu->simds; i++)
        clocks += gpu->cycle - gpu->simd[i].sleep.slept;
    return clocks;
}

static bool set_jobs(void *machine, unsigned jobs, struct diag *diag)
{
    return gpu_set_jobs(machine, jobs, diag);
}

static void forget(void *machine, unsigned caches)
{
    gpu_forget_lines(machine, caches);
}

static void touch(void *machine)
{
    gpu_touch(machine);
}

static void plain(void *machine)
{
    struct gpu *gpu = machine;
    for (unsigned i = 0; i < gpu->simds; i++)
        gpu->simd[i].plain = true;
}

static bool finished(const void *machine)
{
    return gpu_finished(machine);
}

static bool stopped(const void *machine, struct diag *diag)
{
    return gpu_stopped(machine, diag);
}

/* ---- what has been collected ----------------------------------------------------------------------------------- */

static size_t outside_bytes(const void *machine)
{
    return gpu_collected_bytes(machine);
}

static void outside_put(unsigned char *to, const void *machine)
{
    gpu_collected_put(to, machine);
}

static bool outside_check(const char *name, const unsigned char *data, size_t bytes, const void *machine,
                          uint64_t cycle, struct diag *diag)
{
    return gpu_collected_check(name, data, bytes, machine, cycle, diag);
}

static bool outside_take(const char *name, const unsigned char *data, void *machine, struct diag *diag)
{
    return gpu_collected_take(name, data, machine, diag);
}

/* ---- results --------------------------------------------------------------------------------------------------- */

static void waves(const void *machine, uint32_t *ended, uint32_t *all)
{
    const struct gpu *gpu = machine;
    *ended = gpu_waves_ended(gpu);
    *all = gpu_waves(gpu);
}

static const struct result_exports *exports(const void *machine)
{
    const struct gpu *gpu = machine;
    return &gpu_chosen(gpu)->exports;
}

static const struct result_hazards *hazards(const void *machine)
{
    const struct gpu *gpu = machine;
    return &gpu_chosen(gpu)->hazards;
}

static bool standing(void *machine, uint64_t *clocks, struct diag *diag)
{
    return standing_longest(machine, clocks, diag);
}

static unsigned statistics(const void *machine, struct result_statistic *rows, unsigned limit)
{
    return gpu_statistics(machine, rows, limit);
}

static unsigned buffers(const void *machine, struct result_buffer *rows, unsigned limit)
{
    return gpu_buffers(machine, rows, limit);
}

static unsigned memory(const void *machine, struct machine_range *rows, unsigned limit)
{
    const struct gpu    *gpu = machine;
    const struct launch *launch = gpu->launch;
    for (unsigned i = 0; i < launch->memory_count && i < limit; i++) {
        const struct launch_memory *from = &launch->memory[i];
        const struct gpu_range     *range = gpu_memory_find(&gpu->setup.memory, from->address);
        rows[i] = (struct machine_range){.address = from->address};
        if (range) {
            rows[i].bytes = range->data + (from->address - range->address);
            rows[i].size = from->file.bytes;
        }
    }
    return launch->memory_count;
}

static unsigned placed(const void *machine, struct machine_range *rows, unsigned limit)
{
    const struct gpu_memory *memory_of = &((const struct gpu *)machine)->setup.memory;
    for (unsigned i = 0; i < memory_of->count && i < limit; i++) {
        const struct gpu_range *range = &memory_of->ranges[i];
        rows[i] = (struct machine_range){range->address, range->data, range->bytes};
    }
    return memory_of->count;
}

static unsigned parameters(const void *machine, struct result_parameter *rows, unsigned limit)
{
    return gpu_parameters(machine, rows, limit);
}

static bool keep_registers(void *machine, struct diag *diag)
{
    return gpu_collect_gprs(machine, diag);
}

static void registers(void *machine, struct machine_registers *registers)
{
    struct gpu            *gpu = machine;
    const struct gpu_part *part = gpu_chosen(gpu);
    *registers = (struct machine_registers){gpu_gprs(gpu), part->gprs.state, part->setup.simd.num_gprs};
}

static bool locate(const void *machine, const char *name, struct machine_place *place, struct diag *diag)
{
    struct watch watch;
    if (!watch_parse(name, machine, &watch, diag))
        return false;
    *place = watch_place(&watch, machine);
    return true;
}

static size_t shared(const void *machine, enum machine_shared what, uint32_t *words)
{
    return what == MACHINE_LDS ? gpu_lds(machine, words) : gpu_globals(machine, words);
}

static void print_summary(const void *machine, FILE *out)
{
    gpu_print_summary(machine, out);
}

static void print_setup(const void *machine, FILE *out)
{
    gpu_print_setup(machine, out);
}

static bool lint(const void *machine, bool all, lint_report_t *report, void *context, struct diag *diag)
{
    const struct gpu   *gpu = machine;
    struct lint_subject subject;
    lint_subject_set(&subject, &gpu_chosen(gpu)->setup, &gpu->chip);
    subject.inputs_alone = !all;
    return program_lint(&subject, report, context, diag);
}

static bool next(void *machine, const struct program *program, const struct launch *launch, struct diag *diag)
{
    return gpu_next(machine, program, launch, diag);
}

static uint64_t cycles(const void *machine)
{
    const struct gpu *gpu = machine;
    return gpu_part_cycles(gpu, gpu_chosen(gpu));
}

static void choose(void *machine, unsigned number)
{
    gpu_choose(machine, number);
}

static struct machine_rows *rows(const void *machine, const char *const *watches, unsigned watch_count,
                                 struct diag *diag)
{
    return view_rows_open(machine, watches, watch_count, diag);
}

static struct machine_pipeline *pipeline(void *machine, struct diag *diag)
{
    return pipe_watch_open(machine, diag);
}

static struct machine_observer *observe(void *machine, enum observed_detail detail, struct diag *diag)
{
    return observe_gpu(machine, detail, diag);
}

/* ---- the row --------------------------------------------------------------------------------------------------- */

static const struct machine_results results = {.waves = waves,
                                               .exports = exports,
                                               .hazards = hazards,
                                               .standing = standing,
                                               .statistics = statistics,
                                               .buffers = buffers,
                                               .parameters = parameters,
                                               .memory = memory,
                                               .placed = placed,
                                               .keep_registers = keep_registers,
                                               .registers = registers,
                                               .locate = locate,
                                               .shared = shared,
                                               .print_summary = print_summary,
                                               .print_setup = print_setup,
                                               .lint = lint,
                                               .next = next,
                                               .cycles = cycles,
                                               .choose = choose,
                                               .rows = rows,
                                               .pipeline = pipeline,
                                               .observe = observe};

/* ---- observers and replacements --------------------------------------------------------------------------------- */

static void beside(void *machine, const struct machine_beside *with)
{
    struct gpu *gpu = machine;
    gpu->beside = with;
}

static void replace(void *machine, unsigned instance)
{
    gpu_replace(machine, instance);
}

static const struct rtl_machine_kind kind = {.free = release,
                                             .wire = wire,
                                             .look = look,
                                             .show = show,
                                             .show_only = show_only,
                                             .aliases = aliases,
                                             .behind = sizeof(struct simd) - offsetof(struct simd, above),
                                             .edge = edge,
                                             .run = run,
                                             .search = search,
                                             .worked = worked,
                                             .set_jobs = set_jobs,
                                             .forget = forget,
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
                                             .looks = &r700_looks};

struct rtl_machine gpu_machine(struct gpu *gpu)
{
    return (struct rtl_machine){&kind,        gpu,        &gpu->cycle, gpu->instances, gpu->instance_count,
                                gpu->program, gpu->launch};
}

struct gpu *gpu_of(const struct rtl_machine *machine)
{
    return machine->kind == &kind ? machine->of : NULL;
}
