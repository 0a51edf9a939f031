#include "pipeline/fetch/vertex_format.h"

#include <assert.h>

_Static_assert((int)VERTEX_NORM == TEX_NUM_FORMAT_NORM && (int)VERTEX_INT == TEX_NUM_FORMAT_INT &&
                   (int)VERTEX_SCALED == TEX_NUM_FORMAT_SCALED,
               "vertices and textures have the same NUM_FORMAT_ALL");
_Static_assert((int)VERTEX_ENDIAN_8IN16 == TEX_ENDIAN_8IN16 && (int)VERTEX_ENDIAN_8IN32 == TEX_ENDIAN_8IN32,
               "and ENDIAN_SWAP");

/* Bytes of the formats that vertices have. */
static const uint8_t sizes[TEX_FORMATS] = {
#define DATA_FORMAT(number, name, kind, x, y, z, w) [number] = ((x) + (y) + (z) + (w)) / 8,
#define DATA_FORMAT_TEXELS(...)
#define DATA_FORMAT_NAME(...)
#include "isa/r700/data_formats.def"
#undef DATA_FORMAT
#undef DATA_FORMAT_TEXELS
#undef DATA_FORMAT_NAME
};

unsigned vertex_format_bytes(unsigned data_format)
{
    return data_format < TEX_FORMATS ? sizes[data_format] : 0;
}

void vertex_format_elements(const struct vertex_format *format, struct texel_format *elements)
{
    const uint8_t            comp = format->is_signed ? TEX_FORMAT_COMP_SIGNED : TEX_FORMAT_COMP_UNSIGNED;
    const struct texel_words words = {.data_format = format->data_format,
                                      .num_format = format->num_format,
                                      .comp = {comp, comp, comp, comp},
                                      .srf_mode =
                                          format->no_zero ? TEX_SRF_MODE_NO_ZERO : TEX_SRF_MODE_ZERO_CLAMP_MINUS_ONE,
                                      .endian = format->endian};
    texel_format_make(&words, elements);
}

void vertex_convert(const struct texel_format *elements, const uint8_t *bytes, uint32_t out[4])
{
    uint32_t value[TEXEL_ELEMENTS];
    texel_decode(elements, bytes, 0, 0, value);
    for (unsigned e = 0; e < TEXEL_ELEMENTS; e++)
        out[e] = texel_channel_result(&elements->channel[e], value[e]);
}
