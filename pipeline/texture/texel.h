/* texel.h - the data formats of textures and vertices: a block of bytes becomes the numbers of one texel, and these
 * what a register gets (3D 7; ISA 10.3 VTX_WORD1, VTX_WORD2; Direct3D 10's rules of conversion).
 *
 * In two steps, as a filter stands between them: texel_decode gives each element as a small integer or as a float,
 * exactly; texel_channel_result is the correctly rounded number that it stands for.  A format's name lists its elements
 * from the most significant bits down; X is the element in the lowest bits.  All of it is integer arithmetic.
 *
 *   texel_format.c  what the elements of a format are
 *   texel.c         bytes to elements
 *   texel_block.c   those of BC1 to BC5
 *   texel_gamma.c   sRGB
 *   texel_number.c  elements to registers */
#ifndef PIPELINE_TEXEL_H
#define PIPELINE_TEXEL_H

#include <stdbool.h>
#include <stdint.h>

#include "pipeline/texture/texture_state.h"

enum {
    TEXEL_ELEMENTS = 4,
    TEXEL_BLOCK_BYTES = 16, /* of the largest block */
    TEXEL_NUMBER_BITS = 24  /* of what is filtered, whatever a channel's width */
};

/* What the value of an element is.  The first four stand for texel_numerator / divisor. */
enum texel_kind {
    TEXEL_NORM,    /* a fraction: 0 to 1, or signed -1 to 1, of which the lowest two are -1 */
    TEXEL_NO_ZERO, /* a signed fraction from -1 to 1 in equal steps, of which none is 0 (SRF_MODE_ALL) */
    TEXEL_BIASED,  /* a fraction of an unsigned number: the least is -1, the largest 1 (FORMAT_COMP) */
    TEXEL_SCALED,  /* the integer as a float */
    TEXEL_INTEGER, /* the integer itself */
    TEXEL_FLOAT    /* float32 bits */
};

struct texel_channel {
    uint8_t  kind;      /* enum texel_kind */
    uint8_t  bits;      /* of the value, 1..32; 0: the format has no such element, which is 0, or 1 as W */
    bool     is_signed; /* the value is sign-extended */
    bool     degamma;   /* stored as sRGB; the value is linear */
    int8_t   shift;     /* that makes a number of TEXEL_NUMBER_BITS of it, for the filter */
    uint32_t divisor;   /* 1 for integers and floats */
};

struct texel_format {
    uint8_t              data_format;               /* enum tex_format */
    uint8_t              endian;                    /* enum tex_endian */
    uint8_t              mpeg_clamp;                /* enum tex_mpeg */
    uint8_t              bytes;                     /* of a block, 1..16; 0: the format's layout is unknown */
    uint8_t              block_width, block_height; /* texels of a block */
    bool                 integers;                  /* its elements are integers, and so is texel_one */
    uint8_t              width[TEXEL_ELEMENTS];     /* bits of X Y Z W in memory, where each texel has its own */
    struct texel_channel channel[TEXEL_ELEMENTS];   /* X Y Z W, before the resource's DST_SEL */
    bool                 fractions;                 /* all of them are unsigned fractions */
    bool                 straight;                  /* and lie behind one another in at most 8 bytes, as they are */
    bool                 words;                     /* its elements are words of 32 bits, as they are */
};

/* What words say of a format, of a texture or of vertices. */
struct texel_words {
    uint8_t data_format, num_format;      /* enum tex_format, tex_num_format */
    uint8_t comp[TEXEL_ELEMENTS];         /* enum tex_format_comp */
    uint8_t srf_mode, endian, mpeg_clamp; /* enum tex_srf_mode, tex_endian, tex_mpeg */
    bool    degamma;
};
void texel_format_make(const struct texel_words *words, struct texel_format *format);

/* The format of a texture; the sampler's FORCE_DEGAMMA counts, too (NULL: there is none). */
void texel_format_of(const struct texture_resource *resource, const struct texture_sampler *sampler,
                     struct texel_format *format);

/* The elements of the texel at (x, y) of a block of `format->bytes` bytes, as the channels' kinds say. */
void texel_decode(const struct texel_format *format, const uint8_t *block, unsigned x, unsigned y,
                  uint32_t value[TEXEL_ELEMENTS]);

/* What a filter adds up of an element that is no float: a number of at most 34 bits with its sign. */
int64_t texel_numerator(const struct texel_channel *channel, uint32_t value);
/* numerator * 2^exponent / divisor as a float32, rounded to the nearest, ties to even; neither a denormal nor too
 * large. */
uint32_t texel_quotient(int64_t numerator, uint32_t divisor, int exponent);

/* The same number by the host's division, for numerators within 2^53 and divisors below 2^26 times a power of two.  It
 * is rounded twice, but as once: halfway between two floats is a number m of 25 bits, and the quotient is m or differs
 * from it by more than a double's rounding, by 1 / divisor where m is an integer, by 2^-51 of it where it is none. */
enum { TEXEL_RATIO_BITS = 53 };
static inline uint32_t texel_ratio(int64_t numerator, double divisor)
{
    const union {
        float    number;
        uint32_t bits;
    } result = {.number = (float)((double)numerator / divisor)};
    return result.bits;
}

/* What a register gets of an element that is not filtered: float32 bits, or an integer. */
uint32_t texel_channel_result(const struct texel_channel *channel, uint32_t value);
/* What DST_SEL 1 is: 1.0, or 1 of a format of integers. */
uint32_t texel_one(const struct texel_format *format);

/* ---- parts of texel_decode ------------------------------------------------------------------------------------ */

/* The texel of a block of BC1 to BC5. */
void texel_decode_block(const struct texel_format *format, const uint8_t *block, unsigned x, unsigned y,
                        uint32_t value[TEXEL_ELEMENTS]);
/* The sRGB number value / one as a linear fraction of 16 bits. */
uint32_t texel_linear(uint32_t value, uint32_t one);

#endif
