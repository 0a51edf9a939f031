/* launch_names.c - words of launch files: names of enumerations, which name a mistyped one probably means, and numbers
 * like "0x2880c". */
#include "kit/near.h"
#include "rtl_model/launch/launch_internal.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

/* ---- enumerations ------------------------------------------------------------------------------------------- */

#define NAMES(enumeration, VALUES, ...)                                                                                \
    static const char *const  enumeration##_names[] = {__VA_ARGS__};                                                   \
    const struct launch_names launch_##enumeration = {enumeration##_names, LAUNCH_COUNT(enumeration##_names), VALUES};

NAMES(stages, LAUNCH_STAGE_COUNT, "ps", "vs", "gs", "es", "fs", "cs")
/* The register manual's names; the upper-case ones in lower case as well. */
NAMES(dims, LAUNCH_DIM_2D_ARRAY_MSAA + 1, "1D", "2D", "3D", "cubemap", "1D_array", "2D_array", "2D_msaa",
      "2D_array_msaa", NULL, NULL, NULL, "CUBEMAP", "1D_ARRAY", "2D_ARRAY", "2D_MSAA", "2D_ARRAY_MSAA")
NAMES(tile_modes, LAUNCH_TILE_MODES, "LINEAR_GENERAL", "LINEAR_ALIGNED", "1D_TILED_THIN1", "1D_TILED_THICK",
      "2D_TILED_THIN1", "2D_TILED_THIN2", "2D_TILED_THIN4", "2D_TILED_THICK", "2B_TILED_THIN1", "2B_TILED_THIN2",
      "2B_TILED_THIN4", "2B_TILED_THICK", "3D_TILED_THIN1", "3D_TILED_THICK", "3B_TILED_THIN1", "3B_TILED_THICK")
NAMES(numbers, LAUNCH_NUMBERS, "unorm", "snorm", "uint", "sint", "uscaled", "sscaled", "float")
NAMES(clamps, LAUNCH_MIRROR_ONCE_BORDER + 1, "wrap", "mirror", "clamp_last_texel", "mirror_once_last_texel",
      "clamp_half_border", "mirror_once_half_border", "clamp_border", "mirror_once_border")
NAMES(xy_filters, LAUNCH_BICUBIC + 1, "point", "bilinear", "bicubic")
NAMES(mip_filters, LAUNCH_MIP_LINEAR + 1, "none", "point", "linear")
/* The manual runs LESSEQUAL, NOTEQUAL and GREATEREQUAL together; both spellings are read. */
NAMES(compares, LAUNCH_ALWAYS + 1, "never", "less", "equal", "less_equal", "greater", "not_equal", "greater_equal",
      "always", NULL, NULL, NULL, "lessequal", NULL, "notequal", "greaterequal")
NAMES(targets, LAUNCH_TARGETS, "stream0", "stream1", "stream2", "stream3", "scratch", "reduction", "ring", "scatter")
NAMES(export_types, LAUNCH_EXPORT_PARAM + 1, "pixel", "pos", "param", NULL, "position", "parameter")
NAMES(comparisons, LAUNCH_COMPARE_SKIP + 1, "bits", "f32", "tol", "skip")

const char *launch_stage_name(enum launch_stage stage)
{
    return launch_stages.names[stage];
}

const char *launch_target_name(enum launch_target target)
{
    return launch_targets.names[target];
}

const char *launch_export_name(enum launch_export_type type)
{
    return launch_export_types.names[type];
}

const char *launch_compare_name(enum launch_compare compare)
{
    return launch_comparisons.names[compare];
}

const char *launch_dim_name(enum launch_dim dim)
{
    return launch_dims.names[dim];
}

const char *launch_tile_mode_name(unsigned tile_mode)
{
    return launch_tile_modes.names[tile_mode];
}

/* ---- what a word means ---------------------------------------------------------------------------------------- */

enum { LIST_MAX = 12 };

const char *launch_similar(const char *word, const char *const *names, size_t count)
{
    const char *similar = NULL;
    size_t      length = strlen(word);
    /* A slip in every three letters is still a slip; more is another word. */
    struct near near = near_to(word, length, (length < 3 ? 1 : (unsigned)length / 3) + 1);
    for (size_t i = 0; i < count; i++)
        if (names[i] && near_try(&near, names[i]))
            similar = names[i];
    return similar;
}

const char *launch_advice(const char *word, const char *const *names, size_t count, char *text, size_t size)
{
    const char *similar = launch_similar(word, names, count);
    text[0] = 0;
    if (similar) {
        snprintf(text, size, "; did you mean \"%s\"", similar);
        return text;
    }
    size_t named = 0, used = 0;
    for (size_t i = 0; i < count; i++)
        named += names[i] != NULL;
    if (named > LIST_MAX)
        return text;
    for (size_t i = 0, shown = 0; i < count && used < size; i++)
        if (names[i]) {
            const char *before = !shown ? "; expected " : shown + 1 == named ? " or " : ", ";
            used += (size_t)snprintf(text + used, size - used, "%s%s", before, names[i]);
            shown++;
        }
    return text;
}

bool launch_hex(const char *text, int64_t *number)
{
    uint64_t value = 0;
    if (text[0] != '0' || (text[1] != 'x' && text[1] != 'X') || !text[2])
        return false;
    for (const char *c = text + 2; *c; c++) {
        if (!isxdigit((unsigned char)*c) || value >> 59)
            return false;
        value = value << 4 | (unsigned)(isdigit((unsigned char)*c) ? *c - '0' : tolower((unsigned char)*c) - 'a' + 10);
    }
    *number = (int64_t)value;
    return true;
}
