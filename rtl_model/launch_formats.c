/* launch_formats.c - DATA_FORMAT of texture and vertex resources: number, name and size (ISA 10.3, VTX_WORD1).
 *
 * Components are named from the lowest bits of the texel on, so a texel's size is the sum of its name's numbers.
 * BC1 to BC5 are the blocks of 4 x 4 texels of the same names in Direct3D; GB_GR and BG_RG hold two texels in 32 bits;
 * FMT_1 and FMT_1_REVERSED hold eight texels in a byte.  No public source gives the layout of APC0..7, CTX1 and the two
 * 32_AS_8 formats: launch files reach them through `words` only. */
#include "rtl_model/launch_internal.h"

#include <string.h>

enum { FORMATS = 64 };

/* clang-format off */
static const struct launch_format formats[FORMATS] = {
    /*                                  number bytes  block  float */
    {"8",                                    1,    1,  1, 1, false},
    {"4_4",                                  2,    1,  1, 1, false},
    {"3_3_2",                                3,    1,  1, 1, false},
    {"16",                                   5,    2,  1, 1, false},
    {"16_FLOAT",                             6,    2,  1, 1, true},
    {"8_8",                                  7,    2,  1, 1, false},
    {"5_6_5",                                8,    2,  1, 1, false},
    {"6_5_5",                                9,    2,  1, 1, false},
    {"1_5_5_5",                             10,    2,  1, 1, false},
    {"4_4_4_4",                             11,    2,  1, 1, false},
    {"5_5_5_1",                             12,    2,  1, 1, false},
    {"32",                                  13,    4,  1, 1, false},
    {"32_FLOAT",                            14,    4,  1, 1, true},
    {"16_16",                               15,    4,  1, 1, false},
    {"16_16_FLOAT",                         16,    4,  1, 1, true},
    {"8_24",                                17,    4,  1, 1, false},
    {"8_24_FLOAT",                          18,    4,  1, 1, true},
    {"24_8",                                19,    4,  1, 1, false},
    {"24_8_FLOAT",                          20,    4,  1, 1, true},
    {"10_11_11",                            21,    4,  1, 1, false},
    {"10_11_11_FLOAT",                      22,    4,  1, 1, true},
    {"11_11_10",                            23,    4,  1, 1, false},
    {"11_11_10_FLOAT",                      24,    4,  1, 1, true},
    {"2_10_10_10",                          25,    4,  1, 1, false},
    {"8_8_8_8",                             26,    4,  1, 1, false},
    {"10_10_10_2",                          27,    4,  1, 1, false},
    {"X24_8_32_FLOAT",                      28,    8,  1, 1, true},
    {"32_32",                               29,    8,  1, 1, false},
    {"32_32_FLOAT",                         30,    8,  1, 1, true},
    {"16_16_16_16",                         31,    8,  1, 1, false},
    {"16_16_16_16_FLOAT",                   32,    8,  1, 1, true},
    {"32_32_32_32",                         34,   16,  1, 1, false},
    {"32_32_32_32_FLOAT",                   35,   16,  1, 1, true},
    {"1",                                   37,    1,  8, 1, false},
    {"1_REVERSED",                          38,    1,  8, 1, false},
    {"GB_GR",                               39,    4,  2, 1, false},
    {"BG_RG",                               40,    4,  2, 1, false},
    {"32_AS_8",                             41,    0,  1, 1, false},
    {"32_AS_8_8",                           42,    0,  1, 1, false},
    {"5_9_9_9_SHAREDEXP",                   43,    4,  1, 1, true},
    {"8_8_8",                               44,    3,  1, 1, false},
    {"16_16_16",                            45,    6,  1, 1, false},
    {"16_16_16_FLOAT",                      46,    6,  1, 1, true},
    {"32_32_32",                            47,   12,  1, 1, false},
    {"32_32_32_FLOAT",                      48,   12,  1, 1, true},
    {"BC1",                                 49,    8,  4, 4, false},
    {"BC2",                                 50,   16,  4, 4, false},
    {"BC3",                                 51,   16,  4, 4, false},
    {"BC4",                                 52,    8,  4, 4, false},
    {"BC5",                                 53,   16,  4, 4, false},
    {"APC0",                                54,    0,  1, 1, false},
    {"APC1",                                55,    0,  1, 1, false},
    {"APC2",                                56,    0,  1, 1, false},
    {"APC3",                                57,    0,  1, 1, false},
    {"APC4",                                58,    0,  1, 1, false},
    {"APC5",                                59,    0,  1, 1, false},
    {"APC6",                                60,    0,  1, 1, false},
    {"APC7",                                61,    0,  1, 1, false},
    {"CTX1",                                62,    0,  1, 1, false},
};
/* clang-format on */

const struct launch_format *launch_format_find(const char *name)
{
    for (size_t i = 0; i < FORMATS && formats[i].name; i++)
        if (strcmp(formats[i].name, name) == 0)
            return &formats[i];
    return NULL;
}

const struct launch_format *launch_format_number(unsigned data_format)
{
    for (size_t i = 0; i < FORMATS && formats[i].name; i++)
        if (formats[i].number == data_format)
            return &formats[i];
    return NULL;
}

bool launch_read_format(const struct launch_reader *reader, const struct launch_node *node,
                        const struct launch_format **format)
{
    const char *names[FORMATS];
    unsigned    choice;
    for (size_t i = 0; i < FORMATS; i++)
        names[i] = formats[i].name;
    if (!launch_choice(reader, node, names, FORMATS, &choice))
        return false;
    *format = &formats[choice];
    return formats[choice].block_bytes ||
           launch_fail(reader, node, "the layout of %s is not known; give the resource as \"words\"",
                       formats[choice].name);
}
