/* setup.c - a launch becomes registers and memory, and these become the state that the machine starts with. */
#include "rtl_model/r700/setup/setup_internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool choose_stage(struct setup_job *job)
{
    job->stage = setup_stage(job->launch->stage);
    return job->launch->stage != LAUNCH_FS || !job->launch->fetch_shader.loaded ||
           setup_fail(job, job->launch->fetch_shader.line,
                      "fetch_shader: the program is one itself, and none calls another (ISA 3.7.6)");
}

/* The buffers and the memory of a row of launches are the same in each. */
static bool carry(struct setup_job *job)
{
    const struct gpu_setup *before = job->before;
    struct gpu_memory      *memory = &job->setup->memory;
    for (unsigned i = 0; before && i < job->launch->buffer_count; i++)
        gpu_memory_carry(memory, job->setup->buffer_address[i], &before->memory, before->buffer_address[i]);
    for (unsigned i = 0; before && i < job->launch->memory_count; i++)
        gpu_memory_carry(memory, job->launch->memory[i].address, &before->memory, job->launch->memory[i].address);
    return !memory->out_of_memory || setup_fail(job, 0, "not enough memory for what the launch before has written");
}

/* Of launches at once the first one's memory is that of all; what is in there stays where it is. */
static void take_memory(struct setup_job *job)
{
    if (!setup_first(job))
        return;
    job->setup->memory = setup_first(job)->memory;
    setup_first(job)->memory = (struct gpu_memory){0};
}

static void give_memory_back(struct setup_job *job)
{
    if (!setup_first(job))
        return;
    setup_first(job)->memory = job->setup->memory;
    job->setup->memory = (struct gpu_memory){0};
    job->setup->simd_memory.memory = &setup_first(job)->memory;
}

/* `memory` says where it lies, so all else is placed after it. */
static bool write_state(struct setup_job *job)
{
    setup_default_registers(job);
    setup_friendly_registers(job);
    if (!setup_tiling(job) || !setup_place_memory(job) || !setup_place_programs(job) || !setup_place_buffers(job) ||
        !carry(job) || !setup_textures(job) || !setup_cleartype_kernels(job))
        return false;
    setup_memory_buffers(job);
    setup_vertex_resources(job);
    setup_samplers(job);
    return setup_raw_registers(job) && setup_agrees(job);
}

static bool read_fetch(struct setup_job *job)
{
    setup_read_fetch_state(job);
    return setup_read_vertices(job);
}

static bool decode(struct gpu_setup *setup, struct diag *diag)
{
    const struct flow_program program = {.dwords = setup->simd_memory.program.dwords,
                                         .words = setup->simd_memory.program.count / 2,
                                         .first = setup->simd.first_pc,
                                         .fetch_base = setup->simd.fetch_base,
                                         .fetch_first = setup->simd.fetch_entry - setup->simd.fetch_base};
    return flow_decode(&program, &setup->code) || diag_set(diag, NULL, 0, "not enough memory for the program");
}

static bool everything(struct setup_job *job)
{
    return choose_stage(job) && setup_resolve_registers(job) && write_state(job) && setup_read_program(job) &&
           setup_read_constants(job) && read_fetch(job) && setup_read_spaces(job) && setup_load_gprs(job) &&
           decode(job->setup, job->diag);
}

static bool memory_alone(struct setup_job *job)
{
    const bool good = choose_stage(job) && setup_resolve_registers(job) && write_state(job);
    if (good)
        setup_read_fetch_state(job);
    return good;
}

static bool run(struct setup_job *job, bool (*part)(struct setup_job *job))
{
    struct gpu_setup *setup = job->setup;
    register_file_reset(&setup->registers);
    memset((unsigned char *)setup + offsetof(struct gpu_setup, memory), 0,
           sizeof *setup - offsetof(struct gpu_setup, memory));
    gpu_memory_init(&setup->memory);
    take_memory(job);
    const bool good = part(job);
    give_memory_back(job);
    free(job->raw);
    if (!good) {
        gpu_setup_free(setup);
        memset(setup, 0, sizeof *setup);
    }
    return good;
}

bool gpu_setup(const struct chip_config *chip, const struct program *program, const struct launch *launch,
               struct gpu_setup *setup, struct diag *diag)
{
    struct setup_job job = {.chip = chip, .program = program, .launch = launch, .setup = setup, .diag = diag};
    return run(&job, everything);
}

bool gpu_setup_beside(const struct chip_config *chip, const struct program *program, const struct launch *launch,
                      const struct setup_beside *beside, struct gpu_setup *setup, struct diag *diag)
{
    struct setup_job job = {.chip = chip,
                            .program = program,
                            .launch = launch,
                            .setup = setup,
                            .before = beside->before,
                            .beside = beside,
                            .diag = diag};
    return run(&job, everything);
}

bool gpu_setup_memory(const struct chip_config *chip, const struct launch *launch, struct gpu_setup *setup,
                      struct diag *diag)
{
    uint32_t             dwords[2] = {0};
    const struct program program = {.dwords = dwords, .count = 2, .num_gprs = 1};
    struct setup_job     job = {.chip = chip, .program = &program, .launch = launch, .setup = setup, .diag = diag};
    return run(&job, memory_alone);
}

struct gpu_text gpu_setup_text(const struct gpu_setup *setup, size_t word)
{
    const size_t                base = setup->simd.fetch_base;
    const bool                  fetch = base && word >= base;
    const struct program *const program = fetch ? setup->fetch_program : setup->program;
    if (!program)
        return (struct gpu_text){NULL, {0}};
    return (struct gpu_text){fetch ? setup->fetch_path : NULL,
                             program_place(program, 2 * (fetch ? word - base : word))};
}

bool gpu_setup_locate(const struct gpu_setup *setup, size_t word, struct diag *diag)
{
    const struct gpu_text text = gpu_setup_text(setup, word);
    if (!diag || diag->line)
        return false;
    if (text.file)
        snprintf(diag->file, sizeof diag->file, "%s", text.file);
    diag->line = text.place.line;
    diag->column = text.place.column;
    return false;
}

void gpu_setup_free(struct gpu_setup *setup)
{
    gpu_memory_free(&setup->memory);
    flow_free(&setup->code);
    free(setup->instructions);
    free(setup->constant_words);
    free(setup->inputs);
    free(setup->vertices);
    free(setup->buffer_address);
}
