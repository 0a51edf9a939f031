#include "tb/systemc/machine.h"

#include <stdlib.h>

#include "rtl_model/launch/launch.h"
#include "rtl_model/program/program.h"
#include "rtl_model/r700/gpu.h"

struct machine {
    struct chip_config chip;
    struct launch     *launch;
    struct program     program;
    struct gpu        *gpu;
};

static bool open_all(struct machine *machine, const char *launch, const char *chip, struct diag *diag)
{
    if (!chip_load(chip, &machine->chip, diag) || !chip_set(&machine->chip, "simds=1", diag))
        return false;
    machine->launch = launch_load(launch, diag);
    if (!machine->launch)
        return false;
    if (!machine->launch->program.path)
        return diag_set(diag, launch, 0, "names no program");
    if (!program_load(machine->launch->program.path, &machine->program, diag))
        return false;
    machine->gpu = gpu_create(&machine->chip, &machine->program, machine->launch, diag);
    return machine->gpu != NULL;
}

struct machine *machine_open(const char *launch, const char *chip, char message[MACHINE_MESSAGE])
{
    struct diag     diag = {0};
    struct machine *machine = calloc(1, sizeof *machine);
    if (!machine)
        diag_set(&diag, NULL, 0, "not enough memory for the machine");
    if (machine && open_all(machine, launch, chip, &diag))
        return machine;
    diag_text(&diag, message, MACHINE_MESSAGE);
    machine_close(machine);
    return NULL;
}

void machine_close(struct machine *machine)
{
    if (!machine)
        return;
    gpu_free(machine->gpu);
    program_free(&machine->program);
    if (machine->launch)
        launch_free(machine->launch);
    free(machine);
}

bool machine_clock(struct machine *machine, char message[MACHINE_MESSAGE])
{
    struct diag diag = {0};
    gpu_wire(machine->gpu);
    gpu_edge(machine->gpu);
    if (!gpu_stopped(machine->gpu, &diag))
        return true;
    diag_text(&diag, message, MACHINE_MESSAGE);
    return false;
}

bool machine_finished(const struct machine *machine)
{
    return gpu_finished(machine->gpu);
}

uint64_t machine_cycles(const struct machine *machine)
{
    return machine->gpu->cycle;
}

const struct export_unit_reg *machine_exports(const struct machine *machine)
{
    return &machine->gpu->simd->exports.q;
}

const struct rtl_instance *machine_instances(const struct machine *machine, unsigned *count)
{
    *count = machine->gpu->instance_count;
    return machine->gpu->instances;
}

bool machine_compare(struct machine *machine)
{
    struct result_summary summary;
    results_compare(machine->launch, gpu_exports(machine->gpu), NULL, 0, &summary);
    return results_print(stdout, machine->launch, &summary) && summary.match;
}
