/* vertex_format.h - the data formats of vertex fetches: bytes of a buffer become four words (ISA 10.3 VTX_WORD1,
 * VTX_WORD2), converted as those of textures are (texel.h).  Elements that a format lacks are 0, W is 1. */
#ifndef PIPELINE_VERTEX_FORMAT_H
#define PIPELINE_VERTEX_FORMAT_H

#include <stdbool.h>
#include <stdint.h>

#include "pipeline/texture/texel.h"

enum vertex_num_format { VERTEX_NORM, VERTEX_INT, VERTEX_SCALED };
enum vertex_endian { VERTEX_ENDIAN_NONE, VERTEX_ENDIAN_8IN16, VERTEX_ENDIAN_8IN32 };

struct vertex_format {
    uint8_t data_format; /* 0..63 */
    uint8_t num_format;  /* enum vertex_num_format; of no account for formats of floats */
    uint8_t endian;      /* enum vertex_endian */
    bool    is_signed;   /* FORMAT_COMP_ALL */
    bool    no_zero;     /* SRF_MODE_ALL: fractions without a zero */
};

/* Bytes of an element, 1..16, or 0 when vertex fetches do not have the format. */
unsigned vertex_format_bytes(unsigned data_format);
/* The elements of a format, for vertex_convert. */
void vertex_format_elements(const struct vertex_format *format, struct texel_format *elements);
/* The element's X Y Z W; `bytes` holds vertex_format_bytes of them. */
void vertex_convert(const struct texel_format *elements, const uint8_t *bytes, uint32_t out[4]);

#endif
