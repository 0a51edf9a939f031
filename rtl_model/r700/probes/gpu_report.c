/* gpu_report.c - what a run has to say for result.json: statistics, parameters, buffers. */
#include <string.h>

#include "kit/walk.h"
#include "rtl_model/machine.h"
#include "rtl_model/r700/gpu.h"

/* Rows as they are added; those beyond the limit are only counted. */
struct rows {
    struct result_statistic *rows;
    unsigned                 limit, count;
};

static void add(struct rows *rows, const struct result_statistic *row)
{
    if (rows->count < rows->limit)
        rows->rows[rows->count] = *row;
    rows->count++;
}

/* What is counted in an instance, or in the same one of so many SIMDs together. */
static void add_instance(struct rows *rows, const struct rtl_instance *instance, unsigned simds, const char *path,
                         enum result_scope scope)
{
    const struct rtl_module *module = instance->module;
    for (unsigned s = 0; s < module->signal_count; s++) {
        const struct rtl_signal *signal = &module->signals[s];
        for (unsigned e = 0; signal->statistic && e < signal->count; e++) {
            struct result_statistic row = {path, signal->statistic, 0, signal->unit, signal->doc, scope};
            for (unsigned i = 0; i < simds; i++)
                row.value += rtl_read(signal, instance[i * SIMD_MODULES].state, 0, e);
            if (strcmp(signal->type, "stall_counts_t") == 0) {
                row.name = stall_keys[e];
                row.description = stall_meanings[e];
            }
            add(rows, &row);
        }
    }
}

/* Of each buffer that the launch has for memory writes. */
static void add_writes(struct rows *rows, const struct gpu_part *part)
{
#define PATH(name) "gpu.memory_writes." name
    static const char *const paths[MEMORY_TARGETS] = {PATH("stream0"), PATH("stream1"), PATH("stream2"),
                                                      PATH("stream3"), PATH("scratch"), PATH("reduction"),
                                                      PATH("ring"),    PATH("scatter")};
#undef PATH
    for (unsigned target = 0; target < MEMORY_TARGETS; target++) {
        const struct result_writes *writes = &part->writes[target];
        if (!part->setup.simd.memory.size.target[target])
            continue;
        add(rows, &(struct result_statistic){paths[target], "dwords_asked", writes->asked, "dwords",
                                             "elements that threads were to write", RESULT_OF_LAUNCH});
        add(rows, &(struct result_statistic){paths[target], "dwords_written", writes->written, "dwords",
                                             "elements of these in array and buffer", RESULT_OF_LAUNCH});
        add(rows, &(struct result_statistic){paths[target], "end", writes->end, "dwords",
                                             "behind the last one written, from the buffer's start", RESULT_OF_LAUNCH});
    }
}

unsigned gpu_statistics(const struct gpu *gpu, struct result_statistic *list, unsigned limit)
{
    const struct gpu_part *const part = gpu_chosen(gpu);
    const unsigned               of_simds = gpu->simds * SIMD_MODULES;
    const unsigned               own = part->first_simd * SIMD_MODULES, end = own + part->own_simds * SIMD_MODULES;
    struct rows                  rows = {list, limit, 0};
    add(&rows, &(struct result_statistic){"gpu", "cycles", gpu_part_cycles(gpu, part), "clocks",
                                          "clock edges of the launch", RESULT_OF_LAUNCH});
    for (unsigned i = 0; i < gpu->instance_count; i++)
        if (i >= of_simds || (i >= own && i < end))
            add_instance(&rows, &gpu->instances[i], 1, gpu->instances[i].path,
                         i >= of_simds ? RESULT_SHARED : RESULT_OF_PLACE);
    for (unsigned i = 0; i < SIMD_MODULES && gpu->simds > 1; i++)
        add_instance(&rows, &gpu->instances[own + i], part->own_simds, gpu->sum_paths[i], RESULT_SUM);
    add_writes(&rows, part);
    return rows.count;
}

unsigned gpu_buffers(const struct gpu *gpu, struct result_buffer *rows, unsigned limit)
{
    const struct launch *launch = gpu->launch;
    for (unsigned i = 0; i < launch->buffer_count && i < limit; i++) {
        const uint64_t          address = gpu->setup.buffer_address[i];
        const struct gpu_range *range = gpu_memory_find(&gpu->setup.memory, address);
        rows[i] = (struct result_buffer){.name = launch->buffers[i].name};
        if (range) {
            rows[i].bytes = range->data + (address - range->address);
            rows[i].size = launch->buffers[i].file.bytes;
        }
    }
    return launch->buffer_count;
}

unsigned gpu_parameters(const struct gpu *gpu, struct result_parameter *rows, unsigned limit)
{
    return machine_parameters(&r700_chips, &gpu->chip, rows, limit);
}
