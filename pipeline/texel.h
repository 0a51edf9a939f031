/* texel.h - the data formats of textures and vertices: a block of bytes becomes the numbers of one texel, and these
 * what a register gets (3D 7; ISA 10.3 VTX_WORD1, VTX_WORD2; Direct3D 10's rules of conversion).
 *
 * In two steps, as a filter stands between them: texel_decode gives each element as it is stored, an integer or a
 * float; texel_channel_result is the correctly rounded number that an element stands for.  All of it is integer
 * arithmetic. */
#ifndef PIPELINE_TEXEL_H
#define PIPELINE_TEXEL_H

#include <stdbool.h>
#include <stdint.h>

#include "pipeline/texture_state.h"

enum { TEXEL_ELEMENTS = 4, TEXEL_BLOCK_BYTES = 16 /* the largest */ };

/* What the value of an element is.  The fractions are texel_numerator / divisor. */
enum texel_kind {
    TEXEL_ZERO,    /* there is none: 0 */
    TEXEL_ONE,     /* there is none: 1, or 1.0 where the format's elements are no integers */
    TEXEL_NORM,    /* a fraction: 0 to 1, or -1 to 1 when signed, whose lowest two are -1 */
    TEXEL_NO_ZERO, /* a signed fraction from -1 to 1 in equal steps, of which none is 0 (SRF_MODE_ALL) */
    TEXEL_BIASED,  /* a fraction of an unsigned number, of which the least is -1 and the largest 1 */
    TEXEL_SCALED,  /* the integer as a float */
    TEXEL_INTEGER, /* the integer itself */
    TEXEL_FLOAT    /* float32 bits */
};

struct texel_channel {
    uint8_t  kind;      /* enum texel_kind */
    uint8_t  bits;      /* of its value, 1..32 */
    bool     is_signed; /* its value is sign-extended */
    bool     integers;  /* TEXEL_ONE: the format's other elements are integers */
    bool     degamma;   /* stored as sRGB; its value is linear */
    uint32_t divisor;   /* 1 where the kind is no fraction */
};

struct texel_format {
    uint8_t              data_format;               /* enum tex_format */
    uint8_t              endian;                    /* enum tex_endian */
    uint8_t              mpeg_clamp;                /* enum tex_mpeg */
    uint8_t              bytes;                     /* of a block, 1..16; 0: nobody knows the format's layout */
    uint8_t              block_width, block_height; /* texels of a block */
    struct texel_channel channel[TEXEL_ELEMENTS];   /* X Y Z W, before the resource's DST_SEL */
};

/* The format of a texture; the sampler's FORCE_DEGAMMA counts, too (NULL: none). */
void texel_format_of(const struct texture_resource *resource, const struct texture_sampler *sampler,
                     struct texel_format *format);

/* The elements of the texel at (x, y) of a block of `format->bytes` bytes, as the channels' kinds say. */
void texel_decode(const struct texel_format *format, const uint8_t *block, unsigned x, unsigned y,
                  uint32_t value[TEXEL_ELEMENTS]);

/* What a filter adds up of an element that is no float: a number of 34 bits with its sign, of which the channel's
 * divisor is 1. */
int64_t texel_numerator(const struct texel_channel *channel, uint32_t value);
/* numerator / divisor as a float32, correctly rounded. */
uint32_t texel_quotient(int64_t numerator, uint64_t divisor);

/* What a register gets of an element that is not filtered: float32 bits, or an integer. */
uint32_t texel_channel_result(const struct texel_channel *channel, uint32_t value);

#endif
