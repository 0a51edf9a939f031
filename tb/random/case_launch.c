#include "tb/random/case_launch.h"

#include <assert.h>
#include <string.h>

static struct launch_file words(const void *data, size_t bytes)
{
    return (struct launch_file){.data = (uint8_t *)(uintptr_t)data, .bytes = bytes, .line = 1};
}

static void describe_fetches(const struct random_case *program, struct case_launch *out)
{
    static char    base_vertex[] = "SQ_VTX_BASE_VTX_LOC", start_instance[] = "SQ_VTX_START_INST_LOC";
    struct launch *launch = &out->launch;
    for (unsigned i = 0; i < RANDOM_RESOURCES; i++) {
        const struct random_resource  *from = &program->resource[i];
        struct launch_vertex_resource *to = &out->resources[i];
        *to = (struct launch_vertex_resource){.line = 1,
                                              .id = from->id,
                                              .source = LAUNCH_SOURCE_CONSTANT_BUFFER,
                                              .index = from->buffer,
                                              .offset = from->offset,
                                              .raw = true};
        memcpy(to->words, from->word, sizeof to->words);
    }
    launch->vertex_resources = out->resources;
    launch->vertex_resource_count = RANDOM_RESOURCES;
    out->registers[0] = (struct launch_register){.line = 1, .name = base_vertex, .value = program->base_vertex};
    out->registers[1] = (struct launch_register){.line = 1, .name = start_instance, .value = program->start_instance};
    launch->registers = out->registers;
    launch->register_count = 2;
}

/* Textures, samplers and ALT_CONST's buffer: raw registers and what lies where they point to. */
static void describe_textures(const struct random_case *program, struct case_launch *out)
{
    static char            name[] = "raw register";
    struct random_register registers[RANDOM_REGISTERS];
    struct random_range    ranges[RANDOM_RANGES];
    struct launch         *launch = &out->launch;
    const unsigned         count = random_registers(program, registers);
    for (unsigned i = 0; i < count; i++)
        out->registers[launch->register_count++] = (struct launch_register){
            .line = 1, .name = name, .known = true, .offset = registers[i].offset, .value = registers[i].value};
    launch->memory_count = random_ranges(program, ranges);
    for (unsigned i = 0; i < launch->memory_count; i++)
        out->ranges[i] = (struct launch_memory){
            .line = 1, .address = ranges[i].address, .file = words(ranges[i].data, ranges[i].bytes)};
    launch->memory = out->ranges;
}

static void describe_memory(const struct random_case *program, struct case_launch *out)
{
    static const uint8_t zeros[1 << 20];
    struct random_memory memory[LAUNCH_TARGETS];
    struct launch       *launch = &out->launch;
    const unsigned       count = random_memory(program, memory);
    random_scatter(program, out->scatter);
    for (unsigned i = 0; i < count; i++) {
        assert(memory[i].bytes <= sizeof zeros);
        out->memory[i] = (struct launch_buffer){
            .line = 1,
            .name = (char *)(uintptr_t)memory[i].name,
            .file = words(memory[i].words ? (const void *)out->scatter : zeros, memory[i].bytes)};
        launch->memory_buffers[i] = (struct launch_memory_buffer){1, memory[i].target, i, memory[i].item};
    }
    launch->buffers = out->memory;
    launch->buffer_count = launch->memory_buffer_count = count;
}

static void describe_globals(const struct random_case *program, struct case_launch *out)
{
    if (!program->globals)
        return;
    random_globals(program, out->globals);
    out->launch.global_gprs = (struct launch_gprs){
        .count = program->globals, .file = words(out->globals, (size_t)REF_LANES * program->globals * 16)};
    out->launch.line[LAUNCH_KEY_GLOBAL_GPRS] = 1;
}

void case_describe(const struct random_case *program, struct case_launch *out)
{
    static char    path[] = "random case";
    struct launch *launch = &out->launch;
    memset(launch, 0, sizeof *launch);
    out->program = (struct program){.dwords = (uint32_t *)(uintptr_t)program->dwords, .count = program->dword_count};
    launch->path = path;
    launch->line[LAUNCH_KEY_NUM_GPRS] = launch->line[LAUNCH_KEY_STACK_SIZE] = launch->line[LAUNCH_KEY_GPRS] = 1;
    launch->line[LAUNCH_KEY_CONSTANT_BUFFERS] = launch->line[LAUNCH_KEY_ALU_CONSTANTS] = 1;
    launch->line[LAUNCH_KEY_BOOL_CONSTANTS] = launch->line[LAUNCH_KEY_LOOP_CONSTANTS] = 1;
    launch->stage = program->stage;
    out->fetch =
        (struct program){.dwords = (uint32_t *)(uintptr_t)program->fetch_dwords, .count = program->fetch_count};
    launch->fetch_shader.loaded = program->fetch_count ? &out->fetch : NULL;
    launch->threads = program->threads;
    launch->lds.group_size = program->group_size;
    launch->lds.dwords_per_thread = program->share_dwords;
    launch->line[LAUNCH_KEY_LDS] = program->group_size ? 1 : 0;
    launch->num_gprs = program->num_gprs;
    launch->stack_size = program->stack_size;
    for (unsigned t = 0; t < program->threads; t++)
        memcpy(out->gprs + (size_t)t * program->num_gprs * 4, program->gprs[t], program->num_gprs * 16);
    launch->gprs = (struct launch_gprs){.count = program->num_gprs,
                                        .file = words(out->gprs, (size_t)program->threads * program->num_gprs * 16)};
    for (unsigned b = 0; b < 2 * RANDOM_BUFFERS; b++) {
        const unsigned lies = random_buffer(b);
        out->buffers[b] =
            (struct launch_constant_buffer){.line = 1,
                                            .bank = b % RANDOM_BUFFERS,
                                            .alternate = b >= RANDOM_BUFFERS,
                                            .file = words(program->buffer[lies], sizeof program->buffer[lies])};
    }
    launch->constant_buffers = out->buffers;
    launch->constant_buffer_count = 2 * RANDOM_BUFFERS;
    if (random_exports(program))
        launch->alu_constants =
            (struct launch_alu_constants){.count = REF_CONSTANTS, .file = words(program->file, sizeof program->file)};
    launch->bool_constants = program->booleans;
    for (unsigned i = 0; i < REF_FLOW_CONSTANTS; i++)
        out->loops[i] = (struct launch_loop_constant){.line = 1,
                                                      .index = i,
                                                      .count = program->loop[i].count,
                                                      .start = (uint32_t)program->loop[i].start,
                                                      .step = program->loop[i].step};
    launch->loop_constants = out->loops;
    launch->loop_constant_count = REF_FLOW_CONSTANTS;
    describe_fetches(program, out);
    describe_textures(program, out);
    describe_memory(program, out);
    describe_globals(program, out);
}
