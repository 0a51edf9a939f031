#include "rtl_model/r700/probes/gpu_print.h"

#include <inttypes.h>

static double per_cent(uint64_t part, uint64_t whole)
{
    return whole ? 100.0 * (double)part / (double)whole : 0;
}

static bool has_worked(const struct simd *simd)
{
    return simd_finished(simd) || simd->waves.q.resident;
}

/* Where the chances of both wavefront slots of each SIMD with wavefronts to issue a group went: one each in every 8
 * clocks (RV770 timing S2). */
static void print_issue(FILE *out, const struct simd *simds, unsigned count)
{
    enum { LARGEST = 4 };
    uint64_t counts[STALLS] = {0}, chances = 0, named = 0;
    for (unsigned s = 0; s < STALLS; s++) {
        for (unsigned p = 0; p < PARITIES * count; p++)
            if (has_worked(&simds[p / PARITIES]))
                counts[s] += simds[p / PARITIES].alu_arbiter[p % PARITIES].q.stalls.reason[s];
        chances += counts[s];
    }
    named = counts[STALL_NONE];
    fprintf(out, "issue slots: %.1f %% of %" PRIu64 " used", per_cent(named, chances), chances);
    for (unsigned n = 0; n < LARGEST && named < chances; n++) {
        unsigned largest = STALL_NONE + 1;
        for (unsigned s = largest; s < STALLS; s++)
            largest = counts[s] > counts[largest] ? s : largest;
        fprintf(out, "%s %s %.1f %%", n ? "," : ";", stall_names[largest], per_cent(counts[largest], chances));
        named += counts[largest];
        counts[largest] = 0;
    }
    if (named < chances)
        fprintf(out, ", other reasons %.1f %%", per_cent(chances - named, chances));
    fputc('\n', out);
}

void gpu_print_summary(const struct gpu *gpu, FILE *out)
{
    const struct gpu_part *const part = gpu_chosen(gpu);
    const struct simd *const     own = &gpu->simd[part->first_simd];
    char                         simds[32] = "one SIMD";
    uint64_t                     groups = 0, instructions = 0;
    unsigned                     worked = 0;
    for (unsigned p = 0; p < PARITIES * part->own_simds; p++) {
        groups += own[p / PARITIES].issue[p % PARITIES].q.groups;
        instructions += own[p / PARITIES].issue[p % PARITIES].q.instructions;
    }
    for (unsigned i = 0; i < part->own_simds; i++)
        worked += has_worked(&own[i]);
    if (worked < gpu->simds)
        snprintf(simds, sizeof simds, "%u of %u SIMDs", worked, gpu->simds);
    else if (gpu->simds > 1)
        snprintf(simds, sizeof simds, "%u SIMDs", gpu->simds);
    fprintf(out, "cycles: %" PRIu64 "; %" PRIu32 " threads in %" PRIu32 " wavefronts on %s of %s\n",
            gpu_part_cycles(gpu, part), part->launch->threads, gpu_part_waves(gpu, part), simds, gpu->chip.name);
    fprintf(out, "ALU: %" PRIu64 " groups, %" PRIu64 " instructions, %.1f %% of the slots of these groups used\n",
            groups, instructions, per_cent(instructions, ISA_SLOTS * groups));
    print_issue(out, own, part->own_simds);
    if (gpu->setup.memory.unplaced_reads && !gpu->chosen) /* of all launches */
        fprintf(out, "memory: %" PRIu64 " words read as zero where nothing was placed\n",
                gpu->setup.memory.unplaced_reads);
}

/* The launch's own writes of registers of which nothing has been read to set the machine up. */
static void print_ignored(FILE *out, const struct gpu_part *part)
{
    const struct launch        *launch = part->launch;
    const struct register_file *registers = &part->setup.registers;
    unsigned                    count = 0;
    for (unsigned i = 0; i < launch->register_count; i++) {
        const struct launch_register *entry = &launch->registers[i];
        char                          name[REGISTER_NAME_SIZE];
        unsigned                      index;
        const struct register_row    *row =
            entry->known ? register_find_offset(entry->offset, &index) : register_find_name(entry->name, &index);
        const unsigned slot = row->slot + index;
        if (registers->read[slot / 32] >> slot % 32 & 1)
            continue;
        fprintf(out, "%s  %s = 0x%08" PRIx32 "\n", count++ ? "" : "registers of the launch that the model ignores:\n",
                register_name(row, index, name, sizeof name), entry->value);
    }
    if (!count)
        fprintf(out, "registers of the launch that the model ignores: none\n");
}

static void print_launch(FILE *out, const struct chip_config *chip, const struct gpu_part *part)
{
    const struct launch      *launch = part->launch;
    const struct simd_launch *simd = &part->setup.simd;
    fprintf(out, "launch: %s, stage %s, %" PRIu32 " threads, %u GPRs, %u clause temporaries, hash %016" PRIx64 "\n",
            launch->path, launch_stage_name(launch->stage), simd->threads, simd->num_gprs, simd->temporaries,
            launch->hash);
    fprintf(out, "wavefronts at once: %u\n", simd_wave_limit(chip, simd));
}

void gpu_print_setup(const struct gpu *gpu, FILE *out)
{
    const struct chip_config    *chip = &gpu->chip;
    const struct chip_parameter *row = chip_parameters;
    for (unsigned n = 0; n < gpu->parts; n++)
        print_launch(out, chip, gpu->part[n]);
    fprintf(out, "chip: %s\n", chip->name);
    for (; row < chip_parameters + CHIP_PARAMETERS; row++) {
        const uint32_t    value = chip_value(chip, row);
        const char *const name = chip_value_name(row, value);
        if (name)
            fprintf(out, "  %s = %s\n", row->name, name);
        else
            fprintf(out, "  %s = %" PRIu32 "%s%s\n", row->name, value, row->unit[0] ? " " : "", row->unit);
    }
    for (unsigned n = 0; n < gpu->parts; n++)
        print_ignored(out, gpu->part[n]);
}
