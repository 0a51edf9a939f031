/* texel_kit.h - texels of a format beside what they are as numbers.  What is expected is worked out in floating point
 * from Direct3D 10's rules, or by hand. */
#ifndef TB_UNIT_TEXEL_KIT_H
#define TB_UNIT_TEXEL_KIT_H

#include "pipeline/texture/texel.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <string.h>

#define LENGTH(array) (sizeof(array) / sizeof((array)[0]))
#define WORDS(format, ...)                                                                                             \
    (struct texel_words)                                                                                               \
    {                                                                                                                  \
        .data_format = (format), __VA_ARGS__                                                                           \
    }
#define COMP(x, y, z, w) .comp = {TEX_FORMAT_COMP_##x, TEX_FORMAT_COMP_##y, TEX_FORMAT_COMP_##z, TEX_FORMAT_COMP_##w}
#define ALL_SIGNED COMP(SIGNED, SIGNED, SIGNED, SIGNED)

static inline uint32_t bits_of(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static inline float float_of(uint32_t bits)
{
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static inline void sample(struct texel_words words, const void *block, unsigned x, unsigned y, uint32_t out[4])
{
    struct texel_format format;
    uint32_t            value[TEXEL_ELEMENTS];
    texel_format_make(&words, &format);
    texel_decode(&format, block, x, y, value);
    for (unsigned e = 0; e < 4; e++)
        out[e] = texel_channel_result(&format.channel[e], value[e]);
}

static inline void assert_words(struct texel_words words, const void *block, unsigned x, unsigned y,
                                const uint32_t is[4])
{
    uint32_t out[4];
    sample(words, block, x, y, out);
    for (unsigned e = 0; e < 4; e++)
        if (out[e] != is[e])
            fail_msg("format %u (%u, %u) element %u: 0x%08x, expected 0x%08x (%.9g, %.9g)", words.data_format, x, y, e,
                     out[e], is[e], (double)float_of(out[e]), (double)float_of(is[e]));
}

static inline void assert_floats(struct texel_words words, const void *block, unsigned x, unsigned y, float r, float g,
                                 float b, float a)
{
    assert_words(words, block, x, y, (const uint32_t[4]){bits_of(r), bits_of(g), bits_of(b), bits_of(a)});
}

static uint64_t random_state = 1;

static inline uint64_t random_bits(void)
{
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return random_state;
}

#endif
