/* gpu_report.c - what a run has to say for result.json: statistics, parameters, buffers. */
#include <string.h>

#include "rtl_model/r700/gpu.h"

enum { ARBITERS = 2 + PARITIES };

/* What became of an arbiter's chances. */
static unsigned stall_statistics(const struct gpu *gpu, unsigned arbiter, struct result_statistic *rows)
{
    static const char *const    paths[ARBITERS] = {"gpu.simd0.arbiter_cf", "gpu.simd0.arbiter_even",
                                                   "gpu.simd0.arbiter_odd", "gpu.simd0.arbiter_fetch"};
    const struct arbiter *const of[ARBITERS] = {&gpu->simd->cf_arbiter, &gpu->simd->alu_arbiter[0],
                                                &gpu->simd->alu_arbiter[1], &gpu->simd->fetch_arbiter};
    static const char *const    meanings[STALLS] = {
           [STALL_NONE] = "chances to issue that were used",
           [STALL_NO_WAVE] = "no wavefront is resident",
           [STALL_LOADING] = "wavefronts wait for their initial GPRs",
           [STALL_CONTROL] = "wavefronts are in CF fetch and decode",
           [STALL_FLOW] = "a branch, loop or call instruction is being digested",
           [STALL_INSTRUCTION] = "a miss in an instruction cache",
           [STALL_KCACHE] = "constant-cache lines are being locked",
           [STALL_CLAUSE] = "a clause is being prepared",
           [STALL_NO_CLAUSE] = "all places for ALU clauses are taken",
           [STALL_FETCH] = "fetch clauses: no room, or not returned",
           [STALL_EXPORT] = "exports: no room, or not ended",
           [STALL_BARRIER] = "wavefronts wait for their earlier clauses",
           [STALL_LATENCY] = "alu_latency is longer than a rotation",
           [STALL_MOVA] = "AR was written too few groups ago",
           [STALL_WATERFALL] = "constants are read for one index after the other",
           [STALL_GLOBAL] = "the other slot's group writes a global GPR that is read",
           [STALL_PORTS] = "operands that the read ports cannot deliver",
           [STALL_STOPPED] = "the program broke a rule",
    };
    for (unsigned s = 0; s < STALLS; s++)
        rows[s] = (struct result_statistic){
            paths[arbiter], stall_keys[s], of[arbiter]->q.stalls.reason[s],
            of[arbiter] == &gpu->simd->alu_arbiter[0] || of[arbiter] == &gpu->simd->alu_arbiter[1] ? "rotations"
                                                                                                   : "clocks",
            meanings[s]};
    return STALLS;
}

unsigned gpu_statistics(const struct gpu *gpu, struct result_statistic *rows, unsigned limit)
{
    const struct simd            *simd = gpu->simd;
    const struct alu_issue_reg   *even = &simd->issue[0].q, *odd = &simd->issue[1].q;
    const struct result_statistic all[] = {
        {"gpu", "cycles", gpu->cycle, "clocks", "clock edges since reset"},
        {"gpu.dispatcher", "waves_launched", gpu->dispatcher.q.launched, "", "wavefronts launched"},
        {"gpu.simd0.wave_table", "waves_finished", simd->waves.q.finished, "", "wavefronts that ended"},
        {"gpu.simd0.wave_table", "vertices_emitted", simd->waves.q.vertices, "", "vertices that a GS program emitted"},
        {"gpu.simd0.wave_table", "strips_cut", simd->waves.q.cuts, "", "primitive strips that it cut"},
        {"gpu.simd0.cf_sequencer", "executed", simd->cf.q.executed, "", "CF instructions executed"},
        {"gpu.simd0.cf_sequencer", "skipped", simd->cf.q.skipped, "", "clauses skipped, because no thread was active"},
        {"gpu.simd0.cf_cache", "hits", simd->cf_cache.q.hits, "", "look-ups that hit"},
        {"gpu.simd0.cf_cache", "misses", simd->cf_cache.q.misses, "", "look-ups that missed"},
        {"gpu.simd0.alu_cache", "hits", simd->alu_cache.q.hits, "", "look-ups that hit"},
        {"gpu.simd0.alu_cache", "misses", simd->alu_cache.q.misses, "", "look-ups that missed"},
        {"gpu.simd0.kcache", "hits", simd->kcache.q.hits, "", "lines that were there"},
        {"gpu.simd0.kcache", "misses", simd->kcache.q.misses, "", "lines that came from memory"},
        {"gpu.simd0.issue_even", "groups", even->groups, "", "instruction groups issued"},
        {"gpu.simd0.issue_even", "instructions", even->instructions, "", "ALU instructions issued"},
        {"gpu.simd0.issue_even", "empty", even->empty, "rotations", "rotations without a group"},
        {"gpu.simd0.issue_odd", "groups", odd->groups, "", "instruction groups issued"},
        {"gpu.simd0.issue_odd", "instructions", odd->instructions, "", "ALU instructions issued"},
        {"gpu.simd0.issue_odd", "empty", odd->empty, "rotations", "rotations without a group"},
        {"gpu.simd0.operand_fetch", "reads", simd->fetch.q.reads, "rows", "GPR rows read"},
        {"gpu.simd0.gpr_file", "writes", simd->gprs.q.writes, "rows", "GPR rows written by the ALU"},
        {"gpu.simd0.export_unit", "quarters", simd->exports.q.quarters, "", "quarter wavefronts exported"},
    };
    enum { BLOCKS = sizeof all / sizeof all[0], ROWS = BLOCKS + ARBITERS * STALLS };
    struct result_statistic table[ROWS];
    unsigned                count = BLOCKS;
    memcpy(table, all, sizeof all);
    for (unsigned a = 0; a < ARBITERS; a++)
        count += stall_statistics(gpu, a, table + count);
    memcpy(rows, table, (count < limit ? count : limit) * sizeof *rows);
    return count;
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
