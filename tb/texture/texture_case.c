/* texture_case.c - random words and random memory. */
#include "tb/texture/texture_case.h"

#include <string.h>

enum { NORM };
enum { SIGNED = 1, BIASED = 2, VALID_TEXTURE = 2, TILED_2D_THIN1 = 4 };
enum { FMT_16 = 5, FMT_BC4 = 52, FMT_BC5 = 53, FORMATS = 64, LEVELS = 16, MEGABYTE = 1 << 20, SMALL_STEP = 1 << 16 };

const struct case_field_row case_field_rows[CASE_FIELDS] = {
#define TEXTURE_WORD_FIELD(SET, NAME, word, high, low, values) {#NAME, #SET[0] == 'S', word, high, low, values},
#include "tb/texture/fields.def"
#undef TEXTURE_WORD_FIELD
};

static uint32_t mask_of(const struct case_field_row *row)
{
    return (uint32_t)(((uint64_t)2 << (row->high - row->low)) - 1);
}

uint32_t case_get(const struct texture_case *texture, enum case_field field)
{
    const struct case_field_row *row = &case_field_rows[field];
    const uint32_t               word = row->sampler ? texture->sampler[row->word] : texture->resource[row->word];
    return word >> row->low & mask_of(row);
}

void case_set(struct texture_case *texture, enum case_field field, uint32_t value)
{
    const struct case_field_row *row = &case_field_rows[field];
    uint32_t                    *word = row->sampler ? &texture->sampler[row->word] : &texture->resource[row->word];
    *word = (*word & ~(mask_of(row) << row->low)) | (value & mask_of(row)) << row->low;
}

static unsigned below(struct random_source *source, unsigned limit)
{
    return random_below(source, limit);
}

static void set_below(struct random_source *source, struct texture_case *texture, enum case_field field, unsigned limit)
{
    case_set(texture, field, below(source, limit));
}

/* ---- format ----------------------------------------------------------------------------------------------------- */

static struct ref_block block_of(unsigned format)
{
    struct ref_resource_fields fields = {.format = format};
    ref_resource_format(&fields);
    return fields.block;
}

static bool is_block(unsigned format)
{
    return block_of(format).height > 1;
}

/* The others, of blocks, pairs, bits and depths, have fractions. */
static bool is_plain(unsigned format)
{
    return ref_layout_of(format).kind != REF_NO_FORMAT;
}

/* Not depths, single bits and the paths of BC4 and BC5, which are no colours. */
static bool may_be_srgb(unsigned format)
{
    return is_plain(format) || (block_of(format).width > 1 && block_of(format).bytes > 1);
}

static void make_format(struct random_source *source, struct texture_case *texture)
{
    unsigned format;
    do
        format = below(source, FORMATS);
    while (!block_of(format).bytes);
    const unsigned number = is_plain(format) && below(source, 3) == 0 ? 1 + below(source, 2) : NORM;
    case_set(texture, RESOURCE_DATA_FORMAT, format);
    case_set(texture, RESOURCE_NUM_FORMAT_ALL, number);
    set_below(source, texture, RESOURCE_SRF_MODE_ALL, 2);
    const unsigned kinds = number == NORM && is_plain(format) ? 3 : is_block(format) ? 1 : 2;
    const unsigned all = below(source, kinds), mixed = below(source, 3) == 0;
    for (unsigned e = 0; e < 4; e++)
        case_set(texture, (enum case_field)(RESOURCE_FORMAT_COMP_X + e), mixed ? below(source, kinds) : all);
    if (format == FMT_BC4 || format == FMT_BC5)
        for (unsigned e = 0; e < 2; e++)
            set_below(source, texture, (enum case_field)(RESOURCE_FORMAT_COMP_X + e), 2);
    case_set(texture, RESOURCE_FORCE_DEGAMMA, may_be_srgb(format) && below(source, 4) == 0);
    const unsigned bytes = block_of(format).bytes;
    set_below(source, texture, RESOURCE_ENDIAN_SWAP, bytes % 4 == 0 ? 3 : bytes % 2 == 0 ? 2 : 1);
    if (format == FMT_16 && below(source, 2)) {
        case_set(texture, RESOURCE_MPEG_CLAMP, 1 + below(source, 2));
        case_set(texture, RESOURCE_FORMAT_COMP_X, SIGNED);
        case_set(texture, RESOURCE_NUM_FORMAT_ALL, NORM);
        case_set(texture, RESOURCE_SRF_MODE_ALL, 0);
    } else if (format != FMT_16) {
        set_below(source, texture, RESOURCE_MPEG_CLAMP, 3);
    }
    for (unsigned e = 0; e < 4; e++)
        case_set(texture, (enum case_field)(RESOURCE_DST_SEL_X + e), below(source, 2) ? e : below(source, 6));
}

/* ---- shape ------------------------------------------------------------------------------------------------------ */

static unsigned pick_size(struct random_source *source, unsigned most)
{
    static const unsigned powers = 7;
    const unsigned        kind = below(source, 8);
    const unsigned        size = kind < 4   ? 1u << below(source, powers)
                                 : kind < 7 ? 1 + below(source, 40)
                                            : 1 + below(source, 300);
    return size > most ? most : size;
}

static unsigned logarithm(unsigned size)
{
    unsigned bits = 0;
    while (size >> (bits + 1))
        bits++;
    return bits;
}

static void make_tiling(struct random_source *source, struct texture_case *texture)
{
    texture->tiling = below(source, 4) << 1 | below(source, 2) << 4 | (uint32_t)(below(source, 4) == 0) << 6 |
                      below(source, 8) << 8 | below(source, 4) << 11 | below(source, 4) << 14;
}

static void make_levels(struct random_source *source, struct texture_case *texture, unsigned longest)
{
    const unsigned dim = case_get(texture, RESOURCE_DIM);
    if (dim >= REF_2D_MSAA) {
        set_below(source, texture, RESOURCE_LAST_LEVEL, 4);
        return;
    }
    /* Sometimes more than there are sizes: the last ones are of one texel again and again. */
    const unsigned smallest = logarithm(longest), kind = below(source, 8);
    const unsigned last = kind < 5 ? smallest : below(source, kind == 5 ? smallest + 1 : LEVELS);
    case_set(texture, RESOURCE_LAST_LEVEL, last);
    if (below(source, 3) == 0)
        case_set(texture, RESOURCE_BASE_LEVEL, below(source, 2) ? below(source, last + 1) : last);
}

static void make_shape(struct random_source *source, struct texture_case *texture)
{
    const struct ref_block block = block_of(case_get(texture, RESOURCE_DATA_FORMAT));
    const bool             may_have_samples = block.width == 1 && block.parts == 1;
    const unsigned dim = below(source, may_have_samples ? 8 : 6), cube = dim == REF_CUBE, samples = dim >= REF_2D_MSAA;
    const unsigned mode = samples ? TILED_2D_THIN1 + 4 * below(source, 2) : below(source, 16);
    const unsigned flat = dim == REF_1D || dim == REF_1D_ARRAY;
    const unsigned width = pick_size(source, cube ? 64 : 300);
    const unsigned height = flat ? 1 : cube ? width : pick_size(source, 300);
    const unsigned array = dim == REF_1D_ARRAY || dim == REF_2D_ARRAY || dim == REF_2D_ARRAY_MSAA;
    const unsigned depth = dim == REF_3D ? pick_size(source, 20)
                           : array       ? 1 + below(source, 9)
                           : cube        ? 1 + below(source, 3) * below(source, 2)
                                         : 1; /* cubes */
    case_set(texture, RESOURCE_DIM, dim);
    case_set(texture, RESOURCE_TILE_MODE, mode);
    set_below(source, texture, RESOURCE_TILE_TYPE, 2);
    case_set(texture, RESOURCE_TEX_WIDTH, width - 1);
    case_set(texture, RESOURCE_TEX_HEIGHT, height - 1);
    case_set(texture, RESOURCE_TEX_DEPTH, depth - 1);
    const unsigned longest = width > height ? width : height;
    make_levels(source, texture, dim == REF_3D && depth > longest ? depth : longest);
    if (array) {
        const unsigned last = below(source, 3) ? depth - 1 : below(source, depth);
        case_set(texture, RESOURCE_LAST_ARRAY, last);
        case_set(texture, RESOURCE_BASE_ARRAY, below(source, 3) ? 0 : below(source, last + 1));
    } else {
        case_set(texture, RESOURCE_LAST_ARRAY, depth - 1);
    }
}

/* PITCH such that rows of tiles are whole; the levels behind level 0. */
static bool place(struct random_source *source, struct texture_case *texture)
{
    const struct ref_block     block = block_of(case_get(texture, RESOURCE_DATA_FORMAT));
    struct ref_resource_fields fields;
    struct ref_tiling          tiling;
    ref_tiling_fields(texture->tiling, &tiling);
    ref_resource_fields(texture->resource, &fields);
    unsigned       step = ref_pitch_step(&fields, &tiling) * block.width;
    const unsigned rest = step;
    while (step % 8)
        step += rest;
    const unsigned pitch = (fields.width + step - 1) / step * step + step * (below(source, 4) == 0);
    if (pitch > 2048 * 8)
        return false;
    case_set(texture, RESOURCE_PITCH, pitch / 8 - 1);
    case_set(texture, RESOURCE_BASE_ADDRESS, below(source, 1 << 20) * (MEGABYTE >> 8));
    case_set(texture, RESOURCE_MIP_ADDRESS, case_get(texture, RESOURCE_BASE_ADDRESS));
    ref_resource_fields(texture->resource, &fields);
    texture->at = fields.base;
    const uint64_t step_bytes = texture->room < 2 * MEGABYTE ? SMALL_STEP : MEGABYTE;
    if (fields.dim < REF_2D_MSAA) {
        fields.last_level = 0;
        const uint64_t end = ref_surface_end(&fields, &tiling) - fields.base;
        case_set(texture, RESOURCE_MIP_ADDRESS,
                 (uint32_t)((fields.base + (end + step_bytes - 1) / step_bytes * step_bytes) >> 8));
    }
    ref_resource_fields(texture->resource, &fields);
    texture->bytes = (ref_surface_end(&fields, &tiling) - fields.base + 3) / 4 * 4; /* memory is of dwords */
    return texture->bytes <= texture->room;
}

/* ---- memory ----------------------------------------------------------------------------------------------------- */

/* Of a word of memory, what becomes random and what is fixed: floats near one another, so that a filter's sum is of
 * several of them. */
static void tame(const char *format, uint32_t *keep, uint32_t *set)
{
    const bool half = strstr(format, "16_FLOAT"), single = strstr(format, "32_FLOAT"), shared = strstr(format, "EXP");
    *keep = half ? 0x8fff8fff : single ? 0x81ffffff : shared ? 0x0fffffff : 0xffffffff;
    *set = half ? 0x30003000 : single ? 0x3c000000 : shared ? 0x70000000 : 0;
}

static void fill(struct random_source *source, struct texture_case *texture)
{
    const unsigned kind = below(source, 8);
    const uint32_t few[2] = {random_word(source), random_word(source)};
    uint32_t       keep = 0xffffffff, set = 0;
    if (kind > 1)
        tame(ref_format_name(case_get(texture, RESOURCE_DATA_FORMAT)), &keep, &set);
    for (uint64_t at = 0; at < texture->bytes; at += 4) {
        const uint32_t random = random_word(source);
        const uint32_t word = kind == 0 ? few[random & 1] : (random & keep) | set;
        memcpy(texture->memory + at, &word, sizeof word);
    }
}

bool case_block(const struct texture_case *texture, const uint64_t address[3], unsigned parts, unsigned bytes,
                uint8_t block[16])
{
    for (unsigned p = 0; p < parts; p++) {
        const uint64_t at = address[p] - texture->at;
        if (address[p] < texture->at || at + bytes > texture->bytes)
            return false;
        memcpy(block + (size_t)p * bytes, texture->memory + at, bytes);
    }
    return true;
}

/* ---- sampler ---------------------------------------------------------------------------------------------------- */

bool case_compares(const struct texture_case *texture)
{
    const unsigned format = case_get(texture, RESOURCE_DATA_FORMAT), comp = case_get(texture, RESOURCE_FORMAT_COMP_X);
    const bool     few = comp == SIGNED && (ref_layout_of(format).width[0] == 1 || block_of(format).width == 8);
    const bool     shared = ref_layout_of(format).kind == REF_SHARED_EXPONENT;
    if (case_get(texture, RESOURCE_NUM_FORMAT_ALL) != REF_NUM_NORM || is_block(format) || few || shared)
        return false;
    return comp != BIASED && !(comp == SIGNED && case_get(texture, RESOURCE_SRF_MODE_ALL));
}

static void make_filters(struct random_source *source, struct texture_case *texture)
{
    static const unsigned kinds[] = {0, 1, 1, 4, 5, 2};
    const unsigned        count = sizeof kinds / sizeof kinds[0];
    const unsigned        same = below(source, 2), mag = kinds[below(source, count)];
    case_set(texture, SAMPLER_XY_MAG_FILTER, mag);
    case_set(texture, SAMPLER_XY_MIN_FILTER, same ? mag : kinds[below(source, count)]);
    set_below(source, texture, SAMPLER_Z_FILTER, 3);
    set_below(source, texture, SAMPLER_MIP_FILTER, 3);
    set_below(source, texture, SAMPLER_MAX_ANISO, 5);
    set_below(source, texture, RESOURCE_MAX_ANISO, 5);
}

static void make_lod(struct random_source *source, struct texture_case *texture)
{
    const unsigned least = below(source, 3) ? 0 : below(source, 1024);
    case_set(texture, SAMPLER_MIN_LOD, least);
    case_set(texture, SAMPLER_MAX_LOD, below(source, 3) ? 1023 : least + below(source, 1024 - least));
    if (below(source, 2))
        case_set(texture, SAMPLER_LOD_BIAS, below(source, 4) ? below(source, 256) - 128 : random_word(source));
    if (below(source, 4) == 0)
        case_set(texture, SAMPLER_LOD_BIAS_SEC, below(source, 4) ? below(source, 256) - 128 : random_word(source));
}

static void make_sampler(struct random_source *source, struct texture_case *texture)
{
    for (unsigned axis = 0; axis < 3; axis++)
        set_below(source, texture, (enum case_field)(SAMPLER_CLAMP_X + axis), 8);
    make_filters(source, texture);
    make_lod(source, texture);
    set_below(source, texture, SAMPLER_BORDER_COLOR_TYPE, 4);
    set_below(source, texture, SAMPLER_POINT_SAMPLING_CLAMP, 2);
    set_below(source, texture, SAMPLER_TEX_ARRAY_OVERRIDE, 2);
    set_below(source, texture, SAMPLER_DEPTH_COMPARE_FUNCTION, 8);
    case_set(texture, SAMPLER_CHROMA_KEY, below(source, 6) ? 0 : 1 + below(source, 2));
    set_below(source, texture, SAMPLER_LOD_USES_MINOR_AXIS, 2);
    case_set(texture, SAMPLER_MC_COORD_TRUNCATE, below(source, 6) == 0);
    case_set(texture, SAMPLER_FORCE_DEGAMMA,
             may_be_srgb(case_get(texture, RESOURCE_DATA_FORMAT)) && below(source, 6) == 0);
    set_below(source, texture, SAMPLER_HIGH_PRECISION_FILTER, 2);
    case_set(texture, SAMPLER_PERF_MIP, below(source, 3) ? 0 : below(source, 8));
    case_set(texture, SAMPLER_PERF_Z, below(source, 3) ? 0 : below(source, 4));
    case_set(texture, SAMPLER_FETCH_4, below(source, 10) == 0);
    case_set(texture, SAMPLER_SAMPLE_IS_PCF, case_compares(texture) && below(source, 10) == 0);
    case_set(texture, SAMPLER_TYPE, 1); /* MESA */
}

/* ---- units ------------------------------------------------------------------------------------------------------ */

static uint32_t float_bits(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static void make_units(struct random_source *source, struct texture_case *texture)
{
    for (unsigned e = 0; e < 4; e++)
        texture->border[e] = float_bits((float)below(source, 257) / 128 - 0.5f);
    for (unsigned i = 0; i < 36; i++)
        texture->filter4[i] = random_word(source) & 0x3fffff;
    const unsigned width = 1 + below(source, 7), height = 1 + below(source, 7);
    texture->ta_cntl_aux = below(source, 4) | below(source, 2) << 31;
    texture->kernel = below(source, 3) ? 0 : width + 8 * height;
}

/* The key is a colour that the texture has, among few at times. */
static void make_key(struct random_source *source, struct texture_case *texture)
{
    struct ref_resource_fields fields;
    struct ref_tiling          tiling;
    struct ref_place           place;
    struct ref_texel           texel;
    uint8_t                    block[16];
    unsigned                   size[3];
    ref_resource_fields(texture->resource, &fields);
    ref_tiling_fields(texture->tiling, &tiling);
    ref_level_size(&fields, 0, size);
    ref_locate(&fields, &tiling, 0, below(source, size[0]), below(source, size[1]), below(source, size[2]), 0, &place);
    if (!case_block(texture, place.address, place.parts, place.bytes, block))
        return;
    ref_texel_read(&fields, fields.degamma || case_get(texture, SAMPLER_FORCE_DEGAMMA), block, place.x, place.y,
                   &texel);
    memcpy(texture->border, texel.bits, sizeof texture->border);
}

void case_make(struct random_source *source, const struct texture_case *beside, struct texture_case *texture)
{
    do {
        memset(texture->resource, 0, sizeof texture->resource);
        memset(texture->sampler, 0, sizeof texture->sampler);
        make_tiling(source, texture);
        if (beside)
            texture->tiling = beside->tiling;
        make_format(source, texture);
        make_shape(source, texture);
    } while (!place(source, texture));
    set_below(source, texture, RESOURCE_REQUEST_SIZE, 4);
    set_below(source, texture, RESOURCE_PERF_MODULATION, 8);
    case_set(texture, RESOURCE_TYPE, VALID_TEXTURE);
    make_units(source, texture);
    if (beside) {
        texture->ta_cntl_aux = beside->ta_cntl_aux;
        memcpy(texture->filter4, beside->filter4, sizeof texture->filter4);
    }
    make_sampler(source, texture);
    fill(source, texture);
    if (case_get(texture, SAMPLER_CHROMA_KEY))
        make_key(source, texture);
}
