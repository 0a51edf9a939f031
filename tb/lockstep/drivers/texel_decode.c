/* texel_decode.c - the data formats of textures beside their twin: all formats, words and texels of a block. */
#include "pipeline/texture/texel.h"

#include <string.h>

#include "tb/lockstep/lockstep.h"

typedef struct {
    uint8_t element[TEXEL_ELEMENTS];
} texel_bytes_t;
typedef struct {
    uint32_t element[TEXEL_ELEMENTS];
} texel_values_t;
typedef struct {
    uint8_t byte[TEXEL_BLOCK_BYTES];
} texel_block_t;

/* clang-format off */
#define TEXEL_DECODE_SIGNALS(S)                                                                        \
    S(IN,   uint8_t,        data_format,   6, "enum tex_format")                                       \
    S(IN,   uint8_t,        num_format,    2, "enum tex_num_format")                                   \
    S(IN,   texel_bytes_t,  comp,          2, "enum tex_format_comp")                                  \
    S(IN,   bool,           no_zero,       1, "SRF_MODE_ALL")                                          \
    S(IN,   uint8_t,        endian,        2, "enum tex_endian")                                       \
    S(IN,   uint8_t,        mpeg,          2, "enum tex_mpeg")                                         \
    S(IN,   bool,           degamma,       1, "X Y Z are sRGB")                                        \
    S(IN,   texel_block_t,  block,         8, "its bytes, in the order of memory")                     \
    S(IN,   uint8_t,        x,             3, "the texel in its block")                                \
    S(IN,   uint8_t,        y,             2, "and its row there")                                     \
    S(OUT,  uint8_t,        bytes,         5, "combinational: of a block")                             \
    S(OUT,  bool,           integers,      1, "combinational: the elements are integers")              \
    S(OUT,  texel_bytes_t,  kind,          3, "combinational: enum texel_kind")                        \
    S(OUT,  texel_bytes_t,  bits,          6, "combinational: of the value; 0: the format has none")   \
    S(OUT,  uint8_t,        is_signed,     4, "combinational: elements whose value is sign-extended")  \
    S(OUT,  texel_values_t, divisor,      32, "combinational: what stands for 1")                      \
    S(OUT,  texel_bytes_t,  shift,         6, "combinational: to 24 bits, two's complement")           \
    S(OUT,  texel_values_t, value,        32, "combinational: X Y Z W, as their kinds say")
/* clang-format on */

RTL_STRUCT(texel_decode, TEXEL_DECODE_SIGNALS);
RTL_TABLE(texel_decode, TEXEL_DECODE_SIGNALS);

/* ---- driving ---------------------------------------------------------------------------------------------------- */

static void format_of_ports(const struct texel_decode_in *in, struct texel_format *format)
{
    struct texel_words words = {.data_format = in->data_format,
                                .num_format = in->num_format,
                                .srf_mode = in->no_zero,
                                .endian = in->endian,
                                .mpeg_clamp = in->mpeg,
                                .degamma = in->degamma};
    memcpy(words.comp, in->comp.element, sizeof words.comp);
    texel_format_make(&words, format);
}

static void some_words(struct texel_decode_in *in, struct stimulus *random)
{
    in->data_format = stimulus_chance(random, 25)  ? (uint8_t)(TEX_FMT_BC1 + stimulus_below(random, 5))
                      : stimulus_chance(random, 6) ? (uint8_t)TEX_FMT_16
                                                   : (uint8_t)stimulus_below(random, TEX_FORMATS);
    in->num_format = (uint8_t)(stimulus_chance(random, 60) ? TEX_NUM_FORMAT_NORM : stimulus_bits(random, 2));
    for (unsigned e = 0; e < TEXEL_ELEMENTS; e++)
        in->comp.element[e] = (uint8_t)stimulus_bits(random, 2);
    in->no_zero = stimulus_chance(random, 50);
    in->endian = (uint8_t)(stimulus_chance(random, 50) ? TEX_ENDIAN_NONE : stimulus_bits(random, 2));
    in->mpeg = (uint8_t)(stimulus_chance(random, 30) ? TEX_MPEG_CLAMP_OFF : stimulus_bits(random, 2));
    in->degamma = stimulus_chance(random, 40);
}

/* Any; or of few kinds: zeros and ones at the ends, numbers that are nearly equal, as in a block's colours. */
static void some_block(struct texel_decode_in *in, struct stimulus *random)
{
    static const uint8_t corners[] = {0, 0, 0xff, 0xff, 0x80, 0x7f, 0x7c, 0xfc, 0x01};
    const unsigned       odd = stimulus_chance(random, 50) ? 0 : stimulus_below(random, 100);
    for (unsigned i = 0; i < TEXEL_BLOCK_BYTES; i++)
        in->block.byte[i] = stimulus_chance(random, odd) ? corners[stimulus_below(random, sizeof corners)]
                                                         : (uint8_t)stimulus_bits(random, 8);
    for (unsigned half = 0; half < TEXEL_BLOCK_BYTES; half += 8) {
        uint8_t *const at = &in->block.byte[half];
        if (stimulus_chance(random, 10)) /* the ends of a path */
            at[1] = (uint8_t)(at[0] + stimulus_below(random, 3) - 1);
        if (stimulus_chance(random, 5)) { /* with a sign -128 and -127, which are the same number */
            at[0] = (uint8_t)(0x80 + stimulus_below(random, 2));
            at[1] = (uint8_t)(0x80 + stimulus_below(random, 2));
        }
        if (stimulus_chance(random, 10)) { /* two colours */
            at[2] = (uint8_t)(at[0] + stimulus_below(random, 3) - 1);
            at[3] = at[1];
        }
    }
}

static void drive(void *state, void *driver, struct stimulus *random)
{
    struct texel_decode_in *in = &((struct texel_decode *)state)->in;
    struct texel_format     format;
    (void)driver;
    some_words(in, random);
    some_block(in, random);
    if (in->mpeg == TEX_MPEG_9 && stimulus_chance(random, 50)) { /* about the ends of nine bits */
        const unsigned end = (stimulus_chance(random, 50) ? 255 : 0xfeff) + stimulus_below(random, 2);
        in->block.byte[0] = (uint8_t)end;
        in->block.byte[1] = (uint8_t)(end >> 8);
    }
    format_of_ports(in, &format);
    in->x = (uint8_t)(format.bytes ? stimulus_below(random, format.block_width) : 0);
    in->y = (uint8_t)(format.bytes ? stimulus_below(random, format.block_height) : 0);
}

static void reset(void *state, void *driver, struct stimulus *random)
{
    struct texel_decode *const decode = state;
    (void)driver, (void)random;
    memset(decode, 0, sizeof *decode);
    decode->in.data_format = TEX_FMT_8;
}

/* ---- the C model ------------------------------------------------------------------------------------------------ */

static void clock(void *state)
{
    struct texel_decode *const     decode = state;
    struct texel_decode_reg *const d = &decode->d;
    struct texel_format            format;
    format_of_ports(&decode->in, &format);
    d->bytes = format.bytes;
    d->integers = format.integers;
    d->is_signed = 0;
    for (unsigned e = 0; e < TEXEL_ELEMENTS; e++) {
        const struct texel_channel *const channel = &format.channel[e];
        d->kind.element[e] = channel->kind;
        d->bits.element[e] = channel->bits;
        d->is_signed = (uint8_t)(d->is_signed | channel->is_signed << e);
        d->divisor.element[e] = channel->divisor;
        d->shift.element[e] = (uint8_t)(channel->shift & 63);
    }
    if (format.bytes)
        texel_decode(&format, decode->in.block.byte, decode->in.x, decode->in.y, d->value.element);
    else /* nobody knows the layout, and the machine reads no texel */
        d->value = (texel_values_t){{0, 0, 0, 1}};
    rtl_commit(decode);
}

/* ---- what the inputs were --------------------------------------------------------------------------------------- */

static const char *format_label(unsigned value)
{
    static const char *const names[TEX_FORMATS] = {
#define DATA_FORMAT(number, name, ...) [number] = #name,
#define DATA_FORMAT_TEXELS DATA_FORMAT
#define DATA_FORMAT_NAME DATA_FORMAT
#include "isa/r700/data_formats.def"
#undef DATA_FORMAT
#undef DATA_FORMAT_TEXELS
#undef DATA_FORMAT_NAME
    };
    return names[value] ? names[value] : "?";
}

static int format_of(const void *state)
{
    return ((const struct texel_decode *)state)->in.data_format;
}

static const struct stimulus_part parts[] = {{"format", TEX_FORMATS, format_label, format_of}, {NULL, 0, NULL, NULL}};

static const char *const edges[] = {"BC1: equal colours",
                                    "BC1: the first colour is larger by 1",
                                    "BC1: transparent black",
                                    "BC3: the first colour is the smaller one",
                                    "path: equal ends",
                                    "path: the first end is larger by 1",
                                    "path: -128 and -127",
                                    "path: the least number, behind six",
                                    "path: the largest number, behind six",
                                    "a signed number: the least",
                                    "float: NaN",
                                    "float: an infinity",
                                    "float: a denormal",
                                    "float of 24 bits: the largest exponent",
                                    "shared exponent: the largest",
                                    "sRGB: the last on the straight line",
                                    "sRGB: the first on the curve",
                                    "MPEG_CLAMP 9: 256",
                                    "MPEG_CLAMP 9: -257",
                                    NULL};

/* Bits of element `e` where each texel has its own, in the order of memory. */
static uint32_t stored(const struct texel_decode_in *in, const struct texel_format *format, unsigned e)
{
    unsigned first = 0;
    uint32_t value = 0;
    for (unsigned i = 0; i < e; i++)
        first += format->width[i];
    for (unsigned i = 0; i < format->width[e]; i++)
        value |= (uint32_t)(in->block.byte[(first + i) / 8] >> (first + i) % 8 & 1) << i;
    return value;
}

static uint64_t met_by_colors(const struct texel_decode_in *in, const uint8_t *at)
{
    const int      first = at[0] | at[1] << 8, second = at[2] | at[3] << 8;
    const unsigned texel = 4u * in->y + in->x, code = at[4 + texel / 4] >> 2 * (texel % 4) & 3;
    const bool     one = in->data_format == TEX_FMT_BC1;
    const bool     is[] = {one && first == second, one && first == second + 1, one && first <= second && code == 3,
                           in->data_format == TEX_FMT_BC3 && first < second};
    return stimulus_edges(is, sizeof is / sizeof is[0]);
}

static uint64_t met_by_path(const struct texel_decode_in *in, const struct texel_channel *channel)
{
    const uint8_t *const at = in->block.byte;
    const int first = channel->is_signed ? (int8_t)at[0] : at[0], second = channel->is_signed ? (int8_t)at[1] : at[1];
    const unsigned bit = 16 + 3 * (4u * in->y + in->x);
    const unsigned code = (unsigned)(at[bit / 8] | (bit / 8 + 1 < 8 ? at[bit / 8 + 1] << 8 : 0)) >> bit % 8 & 7;
    const bool     is[] = {first == second, first == second + 1,
                           (first == -128 && second == -127) || (first == -127 && second == -128),
                           first <= second && code == 6, first <= second && code == 7};
    return stimulus_edges(is, sizeof is / sizeof is[0]) << 4;
}

static uint64_t met_by_element(const struct texel_decode_in *in, const struct texel_format *format, unsigned e)
{
    const struct texel_channel *channel = &format->channel[e];
    const unsigned              width = format->width[e], fraction = width == 32   ? 23
                                                                     : width == 16 ? 10
                                                                     : width == 24 ? 20
                                                                     : width > 5   ? width - 5
                                                                                   : 0;
    const uint32_t              value = width ? stored(in, format, e) : 0;
    const bool     is_float = width && channel->kind == TEXEL_FLOAT && in->data_format != TEX_FMT_5_9_9_9_SHAREDEXP;
    const uint32_t largest = width == 32 ? 255 : width == 24 ? 15 : 31, exponent = value >> fraction & largest;
    const uint32_t mantissa = value & ((1u << fraction) - 1);
    const bool     ends = is_float && exponent == largest, deep = ends && width == 24;
    const bool     srgb = width == 8 && channel->degamma;
    const bool     is[] = {width && channel->is_signed && value == 1u << (width - 1),
                           ends && !deep && mantissa,
                           ends && !deep && !mantissa,
                           is_float && !exponent && mantissa,
                           deep,
                           in->data_format == TEX_FMT_5_9_9_9_SHAREDEXP && in->block.byte[3] >> 3 == 31,
                           srgb && value == 10,
                           srgb && value == 11,
                           format->mpeg_clamp == TEX_MPEG_9 && e == 0 && value == 256,
                           format->mpeg_clamp == TEX_MPEG_9 && e == 0 && value == 0xfeff};
    return stimulus_edges(is, sizeof is / sizeof is[0]) << 9;
}

/* Of blocks as they are. */
static uint64_t met(const void *state)
{
    const struct texel_decode_in *in = &((const struct texel_decode *)state)->in;
    struct texel_format           format;
    uint64_t                      bits = 0;
    format_of_ports(in, &format);
    if (in->endian != TEX_ENDIAN_NONE || !format.bytes)
        return 0;
    switch (in->data_format) {
    case TEX_FMT_BC1:
        return met_by_colors(in, in->block.byte);
    case TEX_FMT_BC2:
    case TEX_FMT_BC3:
        return met_by_colors(in, in->block.byte + 8) |
               (in->data_format == TEX_FMT_BC3 ? met_by_path(in, &format.channel[3]) : 0);
    case TEX_FMT_BC4:
    case TEX_FMT_BC5:
        return met_by_path(in, &format.channel[0]);
    default:
        for (unsigned e = 0; e < TEXEL_ELEMENTS; e++)
            bits |= met_by_element(in, &format, e);
        return bits;
    }
}

static const struct stimulus_gap gaps[] = {
    {"o_kind", "6", "there are six"},
    {"o_kind", "7", "there are six"},
    {NULL, NULL, NULL},
};

const struct lockstep_module lockstep_texel_decode = {
    LOCKSTEP_BLOCK(texel_decode, texel_decode, texel_decode),
    .doc = "the data formats of textures: a block's bytes to the elements of a texel (3D 7)",
    .lifetime = 2000,
    .parts = parts,
    .gaps = gaps,
    .edges = edges,
    .met = met,
    .part = true,
};
