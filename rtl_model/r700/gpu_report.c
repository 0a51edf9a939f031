/* gpu_report.c - what a run has to say for result.json: registers at the end, statistics, parameters. */
#include <string.h>

#include "rtl_model/r700/gpu.h"

static unsigned lane_of(const struct gpu *gpu, unsigned thread)
{
    return thread / gpu->chip.lanes * QUARTER + thread % gpu->chip.lanes;
}

/* The slot of the wave table whose GPR rows wavefront `number` had last, or -1 when another one has them now. */
static int slot_of_wave(const struct gpu *gpu, uint32_t number)
{
    const unsigned slots = simd_wave_limit(&gpu->chip, &gpu->setup.simd);
    for (unsigned slot = 0; slot < slots; slot++)
        if (gpu->simd.waves.number[slot] == number && (number > 0 || gpu->simd.waves.pc[slot] > 0))
            return (int)slot;
    return -1;
}

void gpu_read_gprs(const struct gpu *gpu, uint32_t *words)
{
    const unsigned gprs = gpu->setup.simd.num_gprs, wave_size = gpu->chip.wave_size;
    for (uint32_t thread = 0; thread < gpu->launch->threads; thread++) {
        const int      slot = slot_of_wave(gpu, thread / wave_size);
        const unsigned lane = lane_of(gpu, thread % wave_size);
        for (unsigned g = 0; g < gprs; g++)
            for (unsigned e = 0; e < GPR_ELEMENTS; e++)
                *words++ = slot < 0 ? GPR_UNDEFINED
                                    : gpr_read(&gpu->simd.gprs, e, gpu->simd.waves.gpr_base[slot] + g)->lane[lane];
    }
}

unsigned gpu_statistics(const struct gpu *gpu, struct result_statistic *rows, unsigned limit)
{
    const struct simd            *simd = &gpu->simd;
    const struct alu_issue_reg   *even = &simd->issue[0].q, *odd = &simd->issue[1].q;
    const struct result_statistic all[] = {
        {"gpu", "cycles", gpu->cycle, "clocks", "clock edges since reset"},
        {"gpu.simd0.dispatcher", "waves_launched", simd->dispatcher.q.launched, "", "wavefronts launched"},
        {"gpu.simd0.wave_table", "waves_finished", simd->waves.q.finished, "", "wavefronts that ended"},
        {"gpu.simd0.cf_sequencer", "executed", simd->cf.q.executed, "", "CF instructions executed"},
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
    const unsigned count = sizeof all / sizeof all[0];
    memcpy(rows, all, (count < limit ? count : limit) * sizeof *rows);
    return count;
}

unsigned gpu_parameters(const struct gpu *gpu, struct result_parameter *rows, unsigned limit)
{
    unsigned count = 0;
    if (count < limit)
        rows[count] = (struct result_parameter){"chip", 0, gpu->chip.name, "", "--chip"};
    count++;
    for (unsigned p = 0; p < chip_parameter_count; p++, count++)
        if (count < limit)
            rows[count] =
                (struct result_parameter){chip_parameters[p].name, chip_value(&gpu->chip, &chip_parameters[p]), NULL,
                                          chip_parameters[p].unit, chip_parameters[p].source};
    return count;
}
