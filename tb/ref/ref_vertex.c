/* ref_vertex.c - what a vertex fetch reads: resources as their words say (3D 6), formats as their names say, numbers by
 * integer arithmetic (ISA 10.3).  Nothing of it is the machine's.
 *
 * The numbers in a format's name are the widths of its fields, the highest bits first; X is the lowest field. */
#include "tb/ref/ref_format.h"
#include "tb/ref/ref_internal.h"

enum { SRF_NO_ZERO = 1, VALID_BUFFER = 3, ONE = 0x3f800000, OUTSIDE_NAN = (int)0xffc00000 };

/* How the data are to be read: by the instruction or by the resource. */
struct reading {
    struct ref_reading number;
    unsigned           format, endian;
};

static void convert(const struct reading *as, const struct ref_layout *layout, const uint8_t *bytes, uint32_t out[4])
{
    uint32_t raw[4] = {0};
    for (unsigned e = 0, first = 0; e < layout->count; first += layout->width[e++])
        raw[e] = ref_bits_at(bytes, as->endian, first, layout->width[e]);
    if (layout->kind == REF_SHARED_EXPONENT) /* of X Y Z, so there is no W */
        ref_shared_exponent(raw, out);
    else
        for (unsigned e = 0; e < layout->count; e++)
            out[e] = ref_element(&as->number, layout->kind, raw[e], layout->width[e]);
}

/* ---- resources -------------------------------------------------------------------------------------------------- */

static struct reading reading_of(const struct isa_vtx_gpr *fetch, const struct ref_resource *resource)
{
    const uint32_t word = resource->word[2];
    if (!fetch->use_const_fields)
        return (struct reading){
            .number = {fetch->num_format_all, fetch->format_comp_all, fetch->srf_mode_all == SRF_NO_ZERO},
            .format = fetch->data_format,
            .endian = fetch->endian_swap};
    return (struct reading){
        .number = {ref_field(word, 27, 26), ref_field(word, 28, 28), ref_field(word, 29, 29) == SRF_NO_ZERO},
        .format = ref_field(word, 25, 20),
        .endian = ref_field(word, 31, 30)};
}

static const struct ref_resource *find(const struct ref_launch *launch, const struct isa_vtx_gpr *fetch)
{
    const struct ref_resource *resource = ref_resource_of(launch, fetch->alt_const, fetch->buffer_id);
    return fetch->buffer_id < REF_RESOURCES && ref_field(resource->word[6], 31, 30) == VALID_BUFFER ? resource : NULL;
}

const char *ref_vertex_error(const struct ref_launch *launch, const struct isa_vtx_gpr *fetch)
{
    const struct ref_resource *resource = find(launch, fetch);
    if (!resource || !resource->bytes)
        return "the interpreter has no such resource";
    const struct reading as = reading_of(fetch, resource);
    return !ref_format_bytes(as.format)                         ? "DATA_FORMAT is not one of vertices (ISA 10.3)"
           : as.number.number > REF_NUM_SCALED || as.endian > 2 ? "a reserved NUM_FORMAT_ALL or ENDIAN_SWAP (ISA 10.3)"
                                                                : NULL;
}

uint32_t ref_vertices(const struct ref_launch *launch, const struct isa_vtx_gpr *fetch, ref_mask_t threads,
                      const uint32_t index[REF_LANES], uint32_t out[REF_LANES][4])
{
    const struct ref_resource *resource = find(launch, fetch);
    const struct reading       as = reading_of(fetch, resource);
    const struct ref_layout    layout = ref_layout_of(as.format);
    const uint32_t             one = layout.kind == REF_INTEGERS && as.number.number == REF_NUM_INT ? 1 : ONE;
    const uint32_t             added[] = {launch->base_vertex, launch->start_instance, 0};
    const uint32_t             outside = ref_field(resource->word[2], 19, 19) ? (uint32_t)OUTSIDE_NAN : 0;
    const uint64_t             stride = fetch->const_buf_no_stride ? 0 : ref_field(resource->word[2], 18, 8);
    const uint64_t             size = (uint64_t)resource->word[1] + 1;
    for (unsigned t = 0; t < REF_LANES; t++) {
        const uint64_t at = (uint32_t)(index[t] + added[fetch->fetch_type]) * stride + fetch->offset;
        const uint64_t end = at + ref_layout_bytes(&layout);
        const bool     inside = end <= size && end <= resource->placed;
        if (!(threads >> t & 1))
            continue;
        for (unsigned e = 0; e < 4; e++)
            out[t][e] = !inside ? outside : e == 3 ? one : 0;
        if (inside)
            convert(&as, &layout, resource->bytes + at, out[t]);
    }
    return one;
}

uint32_t ref_memory_data(const struct isa_mem_rd *read, const uint8_t *bytes, uint32_t out[4])
{
    const struct reading as = {
        .number = {read->num_format_all, read->format_comp_all, read->srf_mode_all == SRF_NO_ZERO},
        .format = read->data_format,
        .endian = read->endian_swap};
    const struct ref_layout layout = ref_layout_of(as.format);
    const uint32_t          one = layout.kind == REF_INTEGERS && as.number.number == REF_NUM_INT ? 1 : ONE;
    for (unsigned e = 0; e < 4; e++)
        out[e] = e == 3 ? one : 0;
    convert(&as, &layout, bytes, out);
    return one;
}
