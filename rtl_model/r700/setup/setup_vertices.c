/* setup_vertices.c - vertex resources as the registers describe them, for the vertex fetch unit (3D 3, 6). */
#include "rtl_model/r700/setup/setup_internal.h"

#include <stdlib.h>

enum { BUFFER_IDS = 256, RESOURCES = 496 }; /* of all stages */

/* Limits a resource to its bytes in a range of memory. */
static void clip(const struct gpu_memory *memory, struct vertex_resource *resource)
{
    const struct gpu_range *range = gpu_memory_find(memory, resource->address);
    const uint64_t          placed = range ? range->address + range->bytes - resource->address : 0;
    if (resource->size > placed)
        resource->size = placed;
}

static void read_resource(const struct setup_job *job, unsigned number, struct vertex_resource *resource)
{
    const uint32_t type =
        register_bits(setup_read(job, REGISTER_SQ_TEX_RESOURCE_WORD6_N + number), FIELD_SQ_VTX_CONSTANT_WORD6_N_TYPE);
    *resource = (struct vertex_resource){.valid = type == VALUE_SQ_TEX_VTX_VALID_BUFFER};
    if (!resource->valid) /* the other words are those of a texture */
        return;
    const uint32_t low = setup_read(job, REGISTER_SQ_TEX_RESOURCE_WORD0_N + number);
    const uint32_t size = setup_read(job, REGISTER_SQ_TEX_RESOURCE_WORD1_N + number);
    const uint32_t form = setup_read(job, REGISTER_SQ_TEX_RESOURCE_WORD2_N + number);
    const uint64_t high = register_bits(form, FIELD_SQ_VTX_CONSTANT_WORD2_N_BASE_ADDRESS_HI);
    *resource = (struct vertex_resource){
        .address = high << 32 | low,
        .size = (uint64_t)size + 1,
        .stride = register_bits(form, FIELD_SQ_VTX_CONSTANT_WORD2_N_STRIDE),
        .valid = true,
        .clamp_nan = register_bits(form, FIELD_SQ_VTX_CONSTANT_WORD2_N_CLAMP_X),
        .format =
            {
                .data_format = (uint8_t)register_bits(form, FIELD_SQ_VTX_CONSTANT_WORD2_N_DATA_FORMAT),
                .num_format = (uint8_t)register_bits(form, FIELD_SQ_VTX_CONSTANT_WORD2_N_NUM_FORMAT_ALL),
                .endian = (uint8_t)register_bits(form, FIELD_SQ_VTX_CONSTANT_WORD2_N_ENDIAN_SWAP),
                .is_signed = register_bits(form, FIELD_SQ_VTX_CONSTANT_WORD2_N_FORMAT_COMP_ALL),
                .no_zero = register_bits(form, FIELD_SQ_VTX_CONSTANT_WORD2_N_SRF_MODE_ALL),
            },
    };
    clip(&job->setup->memory, resource);
}

/* Resources of a stage; a fetch program's ids go on behind those of its vertex program (ISA table 2.8). */
static unsigned read_resources(const struct setup_job *job, unsigned first, struct vertex_resource *resources)
{
    unsigned count = 0;
    for (; count < BUFFER_IDS && first + count < RESOURCES; count++)
        read_resource(job, first + count, &resources[count]);
    return count;
}

bool setup_read_vertices(struct setup_job *job)
{
    struct vertex_memory *vertices = &job->setup->simd_memory.vertices;
    job->setup->vertices = calloc(2 * BUFFER_IDS, sizeof *job->setup->vertices);
    if (!job->setup->vertices)
        return setup_fail(job, 0, "not enough memory for the vertex resources");
    vertices->resource = job->setup->vertices;
    vertices->count = read_resources(job, job->stage->resource, job->setup->vertices);
    vertices->alt_resource = job->setup->vertices + BUFFER_IDS;
    vertices->alt_count = read_resources(job, job->stage->alt_resource, job->setup->vertices + BUFFER_IDS);
    vertices->base_vertex = setup_read(job, REGISTER_SQ_VTX_BASE_VTX_LOC);
    vertices->start_instance = setup_read(job, REGISTER_SQ_VTX_START_INST_LOC);
    return true;
}
