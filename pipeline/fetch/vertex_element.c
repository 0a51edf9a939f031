#include "pipeline/fetch/vertex_element.h"

enum { VERTEX_DATA, INSTANCE_DATA }; /* FETCH_TYPE (ISA 10.3); 2: no offset */

const struct vertex_resource *vertex_resource_of(const struct isa_vtx_gpr *vtx, const struct vertex_memory *memory)
{
    if (vtx->alt_const)
        return vtx->buffer_id < memory->alt_count ? &memory->alt_resource[vtx->buffer_id] : NULL;
    return vtx->buffer_id < memory->count ? &memory->resource[vtx->buffer_id] : NULL;
}

void vertex_access_of(uint64_t low, uint64_t high, const struct vertex_memory *memory, struct vertex_access *access)
{
    static const struct vertex_resource none = {.size = 0};
    const uint32_t dwords[4] = {(uint32_t)low, (uint32_t)(low >> 32), (uint32_t)high, (uint32_t)(high >> 32)};
    struct isa_vtx_gpr *const vtx = &access->vtx;
    isa_unpack_vtx_gpr(dwords, vtx);
    const struct vertex_resource *const found = vertex_resource_of(vtx, memory);
    const struct vertex_format          own = {(uint8_t)vtx->data_format, (uint8_t)vtx->num_format_all,
                                               (uint8_t)vtx->endian_swap, vtx->format_comp_all, vtx->srf_mode_all};
    access->resource = found ? found : &none;
    /* GUESS: for every index, because ISA 10.3's "fetches that use absolute addresses" is no field of an instruction.
     */
    access->stride = vtx->const_buf_no_stride ? 0 : access->resource->stride;
    access->format = vtx->use_const_fields ? access->resource->format : own;
    access->index_offset = vtx->fetch_type == VERTEX_DATA     ? memory->base_vertex
                           : vtx->fetch_type == INSTANCE_DATA ? memory->start_instance
                                                              : 0;
    access->bytes = vertex_format_bytes(access->format.data_format);
}

bool vertex_element(const struct vertex_access *access, uint32_t index, uint64_t *address)
{
    const struct vertex_resource *resource = access->resource;
    const uint64_t at = (uint64_t)(uint32_t)(index + access->index_offset) * access->stride + access->vtx.offset;
    *address = resource->address + at;
    return access->bytes && at + access->bytes <= resource->size;
}

unsigned vertex_bytes_asked(const struct vertex_access *access, uint64_t address)
{
    const uint64_t there = access->resource->address + access->resource->size - address;
    const unsigned mega = access->vtx.mega_fetch ? access->vtx.mega_fetch_count + 1 : 0;
    const unsigned most = there < mega ? (unsigned)there : mega;
    return most > access->bytes ? most : access->bytes;
}
