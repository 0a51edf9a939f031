/* setup_resources.c - what a launch places in memory, and the words that describe it: programs, constant buffers,
 * named buffers, vertex resources; samplers with their border colours (3D 6, 8, 9, 10, 14). */
#include "kit/bytes.h"
#include "rtl_model/r700/setup/setup_internal.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- placing ----------------------------------------------------------------------------------------------- */

uint8_t *setup_place(struct setup_job *job, uint64_t bytes, uint64_t align, uint64_t *address, unsigned line,
                     const char *what)
{
    struct gpu_memory *memory = &job->setup->memory;
    struct diag        inner;
    *address = gpu_memory_find_room(memory, bytes, align);
    uint8_t *data = gpu_memory_add(memory, *address, bytes, &inner);
    if (!data)
        setup_fail(job, line, "%s: %s", what, inner.what);
    return data;
}

bool setup_place_memory(struct setup_job *job)
{
    for (unsigned i = 0; !setup_first(job) && i < job->launch->memory_count; i++) {
        const struct launch_memory *entry = &job->launch->memory[i];
        struct diag                 inner;
        if (!gpu_memory_place(&job->setup->memory, entry->address, entry->file.data, entry->file.bytes, &inner))
            return setup_fail(job, entry->line, "memory[%u]: %s", i, inner.what);
    }
    return true;
}

static bool place_program(struct setup_job *job, const struct program *program, uint64_t *address, unsigned line,
                          const char *what)
{
    uint8_t *data = setup_place(job, 4 * (uint64_t)program->count, GPU_MEMORY_BASE_ALIGN, address, line, what);
    for (unsigned i = 0; data && i < program->count; i++)
        little_put(data + 4 * (size_t)i, 4, program->dwords[i]);
    return data != NULL;
}

/* The sizes in SQ_PGM_RESOURCES_FS add to those of the program that calls it (3D 10). */
static bool place_fetch_shader(struct setup_job *job)
{
    const struct program *program = job->launch->fetch_shader.loaded;
    uint64_t              address;
    if (!program)
        return true;
    if (!place_program(job, program, &address, job->launch->fetch_shader.line, "fetch_shader"))
        return false;
    uint32_t word = register_with_bits(0, FIELD_SQ_PGM_RESOURCES_FS_NUM_GPRS, program->num_gprs);
    word = register_with_bits(word, FIELD_SQ_PGM_RESOURCES_FS_STACK_SIZE, program->stack_size);
    setup_write(job, REGISTER_SQ_PGM_START_FS, (uint32_t)(address >> 8));
    setup_write(job, REGISTER_SQ_PGM_RESOURCES_FS, word);
    return true;
}

bool setup_place_programs(struct setup_job *job)
{
    if (!place_program(job, job->program, &job->program_address, job->launch->line[LAUNCH_KEY_PROGRAM], "program"))
        return false;
    setup_write(job, job->stage->program_start, (uint32_t)(job->program_address >> 8));
    return place_fetch_shader(job);
}

/* The size of a bank counts lines of 16 constants (3D 9), so its last line is filled up with zeros. */
static bool place_constant_buffer(struct setup_job *job, unsigned index)
{
    enum { LINE = KCACHE_LINE_DWORDS * 4 };
    const struct launch_constant_buffer *buffer = &job->launch->constant_buffers[index];
    const uint64_t                       lines = (buffer->file.bytes + LINE - 1) / LINE;
    uint64_t                            *address = &job->constant_address[index];
    uint8_t *data = setup_place(job, lines * LINE, GPU_MEMORY_BASE_ALIGN, address, buffer->line, "constant_buffers");
    if (!data)
        return false;
    memcpy(data, buffer->file.data, buffer->file.bytes);
    const struct setup_stage *const stage = job->stage;
    setup_write(job, (buffer->alternate ? stage->alt_size : stage->constant_size) + buffer->bank, (uint32_t)lines);
    setup_write(job, (buffer->alternate ? stage->alt_cache : stage->constant_cache) + buffer->bank,
                (uint32_t)(*address >> 8));
    return true;
}

/* The file's, which launches have together. */
static bool place_buffer(struct setup_job *job, unsigned i)
{
    const struct launch_buffer *buffer = &job->launch->buffers[i];
    uint64_t                   *address = &job->setup->buffer_address[i];
    if (setup_first(job)) {
        *address = setup_first(job)->buffer_address[i];
        return true;
    }
    uint8_t *data =
        setup_place(job, buffer->file.bytes, setup_buffer_alignment(job, i), address, buffer->line, "buffers");
    if (data)
        memcpy(data, buffer->file.data, buffer->file.bytes);
    return data;
}

bool setup_place_buffers(struct setup_job *job)
{
    const struct launch *launch = job->launch;
    job->setup->buffer_address = calloc(launch->buffer_count + 1, sizeof *job->setup->buffer_address);
    if (!job->setup->buffer_address)
        return setup_fail(job, launch->line[LAUNCH_KEY_BUFFERS], "buffers: not enough memory");
    for (unsigned i = 0; i < launch->constant_buffer_count; i++)
        if (!place_constant_buffer(job, i))
            return false;
    for (unsigned i = 0; i < launch->buffer_count; i++)
        if (!place_buffer(job, i))
            return false;
    return true;
}

/* ---- vertex resources (3D 6) ------------------------------------------------------------------------------- */

static void friendly_words(const struct launch_vertex_resource *resource, uint64_t bytes, uint32_t words[7])
{
    words[1] = (uint32_t)(bytes - 1);
    words[2] = register_with_bits(words[2], FIELD_SQ_VTX_CONSTANT_WORD2_N_STRIDE, resource->stride);
    words[2] = register_with_bits(words[2], FIELD_SQ_VTX_CONSTANT_WORD2_N_DATA_FORMAT, resource->format->number);
    words[6] = register_with_bits(words[6], FIELD_SQ_VTX_CONSTANT_WORD6_N_TYPE, VALUE_SQ_TEX_VTX_VALID_BUFFER);
}

static void vertex_resource(struct setup_job *job, const struct launch_vertex_resource *resource)
{
    const struct launch *launch = job->launch;
    const unsigned       slot = job->stage->resource + job->stage->first_id + resource->id;
    const bool           constants = resource->source == LAUNCH_SOURCE_CONSTANT_BUFFER;
    const uint64_t       base =
        constants ? job->constant_address[resource->index] : job->setup->buffer_address[resource->index];
    const size_t bytes =
        constants ? launch->constant_buffers[resource->index].file.bytes : launch->buffers[resource->index].file.bytes;
    const uint64_t address = base + resource->offset;
    uint32_t       words[7] = {0};
    if (resource->raw)
        memcpy(words, resource->words, sizeof words);
    else
        friendly_words(resource, bytes - resource->offset, words);
    words[0] = (uint32_t)address;
    words[2] = register_with_bits(words[2], FIELD_SQ_VTX_CONSTANT_WORD2_N_BASE_ADDRESS_HI, (uint32_t)(address >> 32));
    setup_write_resource(job, slot, words);
}

void setup_vertex_resources(struct setup_job *job)
{
    for (unsigned i = 0; i < job->launch->vertex_resource_count; i++)
        vertex_resource(job, &job->launch->vertex_resources[i]);
}

/* ---- samplers (3D 8, 14) ----------------------------------------------------------------------------------- */

/* A number with six bits of fraction: the nearest, or `most` where the field ends before the launch's range. */
static uint32_t fixed6(double value, unsigned bits, int most)
{
    const double scaled = floor(value * 64 + 0.5);
    return (uint32_t)(scaled > most ? most : (int)scaled) & register_mask(bits);
}

/* MESA: above an anisotropy of 1 point and bilinear filters have other numbers, which 3D 8 does not list. */
static uint32_t xy_filter(const struct launch_sampler *sampler, enum launch_xy_filter filter)
{
    if (sampler->aniso > 1 && filter == LAUNCH_POINT)
        return VALUE_SQ_TEX_XY_FILTER_ANISO_POINT;
    if (sampler->aniso > 1 && filter == LAUNCH_BILINEAR)
        return VALUE_SQ_TEX_XY_FILTER_ANISO_BILINEAR;
    return filter;
}

static void sampler_words(const struct launch_sampler *sampler, uint32_t words[3])
{
    unsigned aniso_log2 = 0;
    while (sampler->aniso >> (aniso_log2 + 1))
        aniso_log2++;
    const struct {
        unsigned word, bits;
        uint32_t value;
    } fields[] = {
        {0, FIELD_SQ_TEX_SAMPLER_WORD0_N_CLAMP_X, sampler->clamp[0]},
        {0, FIELD_SQ_TEX_SAMPLER_WORD0_N_CLAMP_Y, sampler->clamp[1]},
        {0, FIELD_SQ_TEX_SAMPLER_WORD0_N_CLAMP_Z, sampler->clamp[2]},
        {0, FIELD_SQ_TEX_SAMPLER_WORD0_N_XY_MAG_FILTER, xy_filter(sampler, sampler->mag)},
        {0, FIELD_SQ_TEX_SAMPLER_WORD0_N_XY_MIN_FILTER, xy_filter(sampler, sampler->min)},
        {0, FIELD_SQ_TEX_SAMPLER_WORD0_N_MIP_FILTER, sampler->mip},
        {0, FIELD_SQ_TEX_SAMPLER_WORD0_N_MAX_ANISO, aniso_log2},
        {0, FIELD_SQ_TEX_SAMPLER_WORD0_N_BORDER_COLOR_TYPE, sampler->border},
        {0, FIELD_SQ_TEX_SAMPLER_WORD0_N_DEPTH_COMPARE_FUNCTION, sampler->compare},
        {1, FIELD_SQ_TEX_SAMPLER_WORD1_N_MIN_LOD, fixed6(sampler->lod[0], FIELD_SQ_TEX_SAMPLER_WORD1_N_MIN_LOD, 1023)},
        {1, FIELD_SQ_TEX_SAMPLER_WORD1_N_MAX_LOD, fixed6(sampler->lod[1], FIELD_SQ_TEX_SAMPLER_WORD1_N_MAX_LOD, 1023)},
        {1, FIELD_SQ_TEX_SAMPLER_WORD1_N_LOD_BIAS, fixed6(sampler->bias, FIELD_SQ_TEX_SAMPLER_WORD1_N_LOD_BIAS, 2047)},
        {2, FIELD_SQ_TEX_SAMPLER_WORD2_N_TYPE, 1}, /* MESA: a valid sampler */
    };
    for (size_t i = 0; i < sizeof fields / sizeof fields[0]; i++)
        words[fields[i].word] = register_with_bits(words[fields[i].word], fields[i].bits, fields[i].value);
}

void setup_samplers(struct setup_job *job)
{
    static const unsigned rows[3] = {REGISTER_SQ_TEX_SAMPLER_WORD0_N, REGISTER_SQ_TEX_SAMPLER_WORD1_N,
                                     REGISTER_SQ_TEX_SAMPLER_WORD2_N};
    for (unsigned i = 0; i < job->launch->sampler_count; i++) {
        const struct launch_sampler *sampler = &job->launch->samplers[i];
        uint32_t                     words[3] = {0};
        if (sampler->raw)
            memcpy(words, sampler->words, sizeof words);
        else
            sampler_words(sampler, words);
        for (unsigned w = 0; w < 3; w++)
            setup_write(job, rows[w] + job->stage->sampler + sampler->id, words[w]);
        for (unsigned c = 0; c < 4 && sampler->border == LAUNCH_BORDER_REGISTER; c++) {
            uint32_t bits;
            memcpy(&bits, &sampler->border_color[c], sizeof bits);
            setup_write(job, job->stage->border[c] + sampler->id, bits);
        }
    }
}

bool setup_cleartype_kernels(struct setup_job *job)
{
    for (unsigned i = 0; i < job->launch->cleartype_kernel_count; i++) {
        const struct launch_cleartype *kernel = &job->launch->cleartype_kernels[i];
        if (job->launch->stage != LAUNCH_PS)
            return setup_fail(job, kernel->line, "cleartype_kernel[%u]: only samplers of stage ps have one (3D 14)", i);
        uint32_t word = register_with_bits(0, FIELD_TD_PS_SAMPLERN_CLEARTYPE_KERNEL_WIDTH, kernel->width);
        word = register_with_bits(word, FIELD_TD_PS_SAMPLERN_CLEARTYPE_KERNEL_HEIGHT, kernel->height);
        setup_write(job, REGISTER_TD_PS_SAMPLERN_CLEARTYPE_KERNEL + kernel->id, word);
    }
    return true;
}
