/* gpu_report.c - what a run has to say for result.json: statistics, parameters, buffers. */
#include <assert.h>

#include "rtl_model/r700/gpu.h"

/* Rows as they are added; those beyond the limit are only counted. */
struct rows {
    const struct gpu        *gpu;
    struct result_statistic *rows;
    unsigned                 limit, count;
};

/* A counter of a module, whose instance has the path. */
struct counter {
    const void *module;
    const char *name;
    uint64_t    value;
    const char *unit, *description;
};

static const char *path_of(const struct gpu *gpu, const void *module)
{
    for (unsigned i = 0; i < gpu->instance_count; i++)
        if (gpu->instances[i].state == module)
            return gpu->instances[i].path;
    return "gpu";
}

static void add(struct rows *rows, const struct counter *counter)
{
    if (rows->count < rows->limit)
        rows->rows[rows->count] = (struct result_statistic){path_of(rows->gpu, counter->module), counter->name,
                                                            counter->value, counter->unit, counter->description};
    rows->count++;
}

/* What became of an arbiter's chances. */
static void add_stalls(struct rows *rows, const struct arbiter *arbiter, const char *unit)
{
    for (unsigned s = 0; s < STALLS; s++)
        add(rows, &(struct counter){arbiter, stall_keys[s], arbiter->q.stalls.reason[s], unit, stall_meanings[s]});
}

static void add_lines(struct rows *rows, const struct line_cache *cache)
{
    const struct line_cache_reg *q = &cache->q;
    const struct counter         counters[] = {
                {cache, "hits", q->hits, "", "look-ups of lines that were there"},
                {cache, "merged", q->merged, "", "look-ups of lines that were on their way"},
                {cache, "misses", q->missed, "", "look-ups that asked for their line"},
                {cache, "refused", q->refused, "", "look-ups that had to be made again"},
    };
    for (unsigned i = 0; i < sizeof counters / sizeof counters[0]; i++)
        add(rows, &counters[i]);
}

/* What all SIMDs have behind their caches. */
static void add_memory(struct rows *rows, const struct gpu *gpu)
{
    for (unsigned i = 0; i < gpu->channels; i++) {
        const struct memory_channel *channel = &gpu->channel[i];
        add_lines(rows, &gpu->l2[i]);
        add(rows, &(struct counter){channel, "lines", channel->q.lines, "", "lines of 64 bytes read"});
        add(rows, &(struct counter){channel, "writes", channel->q.writes, "", "writes of up to 32 bytes"});
    }
}

static void add_simd(struct rows *rows, const struct simd *simd)
{
    const struct counter counters[] = {
        {&simd->waves, "waves_finished", simd->waves.q.finished, "", "wavefronts that ended"},
        {&simd->waves, "vertices_emitted", simd->waves.q.vertices, "", "vertices that a GS program emitted"},
        {&simd->waves, "strips_cut", simd->waves.q.cuts, "", "primitive strips that it cut"},
        {&simd->cf, "executed", simd->cf.q.executed, "", "CF instructions executed"},
        {&simd->cf, "skipped", simd->cf.q.skipped, "", "clauses skipped, because no thread was active"},
        {&simd->cf_cache, "hits", simd->cf_cache.q.hits, "", "look-ups that hit"},
        {&simd->cf_cache, "misses", simd->cf_cache.q.misses, "", "look-ups that missed"},
        {&simd->alu_cache, "hits", simd->alu_cache.q.hits, "", "look-ups that hit"},
        {&simd->alu_cache, "misses", simd->alu_cache.q.misses, "", "look-ups that missed"},
        {&simd->kcache, "hits", simd->kcache.q.hits, "", "lines that were there"},
        {&simd->kcache, "misses", simd->kcache.q.misses, "", "lines that came from memory"},
        {&simd->issue[0], "groups", simd->issue[0].q.groups, "", "instruction groups issued"},
        {&simd->issue[0], "instructions", simd->issue[0].q.instructions, "", "ALU instructions issued"},
        {&simd->issue[0], "empty", simd->issue[0].q.empty, "rotations", "rotations without a group"},
        {&simd->issue[1], "groups", simd->issue[1].q.groups, "", "instruction groups issued"},
        {&simd->issue[1], "instructions", simd->issue[1].q.instructions, "", "ALU instructions issued"},
        {&simd->issue[1], "empty", simd->issue[1].q.empty, "rotations", "rotations without a group"},
        {&simd->fetch, "reads", simd->fetch.q.reads, "rows", "GPR rows read"},
        {&simd->gprs, "writes", simd->gprs.q.writes, "rows", "GPR rows written by the ALU"},
        {&simd->lds_unit, "reads", simd->lds_unit.q.reads, "", "reads of the local data share, each step of a burst"},
        {&simd->lds_unit, "writes", simd->lds_unit.q.writes, "", "writes to it, each step of a burst"},
        {&simd->exports, "quarters", simd->exports.q.quarters, "", "quarter wavefronts exported"},
        {&simd->memory, "blocks", simd->memory.q.blocks, "", "blocks of memory writes that have left"},
        {&simd->memory_reads, "reads", simd->memory_reads.q.reads, "", "GPRs that memory reads have filled"},
        {&simd->vertex, "fetched", simd->vertex.q.fetched, "", "vertex fetches"},
        {&simd->vertex_lines, "lines", simd->vertex_lines.q.lines, "", "lines that they looked up"},
        {&simd->texture_return, "fetched", simd->texture_return.q.fetched, "", "texture instructions"},
        {&simd->texture_walker, "passes", simd->texture_walker.q.walked, "", "passes of their quads"},
        {&simd->texture_walker, "lines", simd->texture_walker.q.looks, "", "lines of these passes"},
        {&simd->texture_data, "texels", simd->texture_data.q.texels, "",
         "texels that were filtered, border among them"},
        {&simd->port, "reads", simd->port.q.reads, "", "lines asked of the memory"},
        {&simd->port, "writes", simd->port.q.writes, "", "writes sent to it"},
    };
    for (unsigned i = 0; i < sizeof counters / sizeof counters[0]; i++)
        add(rows, &counters[i]);
    add_stalls(rows, &simd->cf_arbiter, "clocks");
    for (unsigned p = 0; p < PARITIES; p++)
        add_stalls(rows, &simd->alu_arbiter[p], "rotations");
    add_stalls(rows, &simd->fetch_arbiter, "clocks");
    add_lines(rows, &simd->vertex_cache);
    add_lines(rows, &simd->texture_cache);
    add_stalls(rows, &simd->texture_arbiter, "clocks");
}

/* The same counters of all SIMDs together. */
static void add_sums(struct rows *rows)
{
    enum { MOST = 256 };
    const struct gpu       *gpu = rows->gpu;
    struct result_statistic sums[MOST], one[MOST];
    struct rows             of_sums = {gpu, sums, MOST, 0};
    add_simd(&of_sums, gpu->simd);
    assert(of_sums.count <= MOST);
    for (unsigned i = 1; i < gpu->simds; i++) {
        struct rows of_one = {gpu, one, MOST, 0};
        add_simd(&of_one, &gpu->simd[i]);
        for (unsigned r = 0; r < of_one.count; r++)
            sums[r].value += one[r].value;
    }
    for (unsigned r = 0; r < of_sums.count; r++, rows->count++) {
        unsigned at = 0;
        while (gpu->instances[at].path != sums[r].path)
            at++;
        sums[r].path = gpu->sum_paths[at];
        if (rows->count < rows->limit)
            rows->rows[rows->count] = sums[r];
    }
}

unsigned gpu_statistics(const struct gpu *gpu, struct result_statistic *list, unsigned limit)
{
    struct rows rows = {gpu, list, limit, 0};
    add(&rows, &(struct counter){gpu, "cycles", gpu->cycle, "clocks", "clock edges since reset"});
    add(&rows,
        &(struct counter){&gpu->dispatcher, "waves_launched", gpu->dispatcher.q.launched, "", "wavefronts launched"});
    for (unsigned i = 0; i < gpu->simds; i++)
        add_simd(&rows, &gpu->simd[i]);
    if (gpu->simds > 1)
        add_sums(&rows);
    add_memory(&rows, gpu);
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
    unsigned count = 0;
    if (count < limit)
        rows[count] = (struct result_parameter){"chip", 0, gpu->chip.name, "", "--chip"};
    count++;
    for (unsigned p = 0; p < CHIP_PARAMETERS; p++, count++) {
        const struct chip_parameter *row = &chip_parameters[p];
        const uint32_t               value = chip_value(&gpu->chip, row);
        if (count < limit)
            rows[count] =
                (struct result_parameter){row->name, value, chip_value_name(row, value), row->unit, row->source};
    }
    return count;
}
