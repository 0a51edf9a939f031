/* ref_surface.c - where a texel lies in memory: TILE_MODE, TILE_TYPE and GB_TILING_CONFIG, after AMD's published
 * address library for this family; the levels as Mesa and the kernel place them.
 *
 * A surface is of elements: texels (of GB_GR and BG_RG, too), blocks of a format with blocks, thirds of texels of 24,
 * 48 and 96 bits.  Tiles are 8 x 8 elements, of thick modes 4 slices deep.  Macro tiles spread them over pipes and
 * banks: the group in which a tile lies is chosen by XORs of coordinates, and what remains of the address is the same
 * in every group. */
#include "tb/ref/ref_texture.h"

/* Each cube of an array but the last has eight slices (docs/open-questions.md). */
enum { LINEAR_GENERAL, TILE = 8, TILE_ELEMENTS = 64, FACES = 6, SLICES_OF_CUBE = 8 };

/* The sixteen modes, by what they are. */
struct mode {
    unsigned dimensions; /* 0: linear; 1: tiles in rows; 2: macro tiles; 3: macro tiles that slices rotate */
    unsigned narrow;     /* macro tiles are so much narrower and higher */
    bool     thick, swapped;
};

static struct mode mode_of(unsigned tile_mode)
{
    static const struct mode modes[16] = {
        {0, 1, false, false}, {0, 1, false, false}, {1, 1, false, false}, {1, 1, true, false},
        {2, 1, false, false}, {2, 2, false, false}, {2, 4, false, false}, {2, 1, true, false},
        {2, 1, false, true},  {2, 2, false, true},  {2, 4, false, true},  {2, 1, true, true},
        {3, 1, false, false}, {3, 1, true, false},  {3, 1, false, true},  {3, 1, true, true},
    };
    return modes[tile_mode];
}

struct level {
    struct mode mode;
    unsigned    pitch, rows, slices; /* elements in memory */
    uint64_t    start;
};

static unsigned most(unsigned a, unsigned b)
{
    return a > b ? a : b;
}

static unsigned least(unsigned a, unsigned b)
{
    return a < b ? a : b;
}

static unsigned power_of_two(unsigned size)
{
    unsigned power = 1;
    while (power < size)
        power *= 2;
    return power;
}

static unsigned up_to(unsigned size, unsigned step)
{
    return (size + step - 1) / step * step;
}

static unsigned thickness(struct mode mode)
{
    return mode.thick ? 4 : 1;
}

/* MESA: LAST_LEVEL of a multisampled surface is the logarithm of its samples. */
static unsigned samples_of(const struct ref_resource_fields *fields)
{
    return fields->dim >= REF_2D_MSAA ? 1u << fields->last_level : 1;
}

/* ---- levels ----------------------------------------------------------------------------------------------------- */

void ref_level_size(const struct ref_resource_fields *fields, unsigned level, unsigned size[3])
{
    const bool flat = fields->dim == REF_1D || fields->dim == REF_1D_ARRAY;
    const bool array = fields->dim == REF_1D_ARRAY || fields->dim == REF_2D_ARRAY || fields->dim == REF_2D_ARRAY_MSAA;
    size[0] = most(1, fields->width >> level);
    size[1] = flat ? 1 : most(1, fields->height >> level);
    size[2] = fields->dim == REF_3D     ? most(1, fields->depth >> level)
              : fields->dim == REF_CUBE ? SLICES_OF_CUBE * (fields->depth - 1) + FACES
              : array                   ? fields->depth
                                        : 1;
}

struct macro {
    unsigned width, height; /* elements of a macro tile */
    unsigned pitch;         /* what a level's pitch is a multiple of */
};

static struct macro macro_of(struct mode mode, const struct ref_tiling *tiling, unsigned bytes, unsigned samples)
{
    const unsigned width = TILE * tiling->banks / mode.narrow;
    const unsigned tile_bytes = bytes * TILE_ELEMENTS * thickness(mode) * samples;
    return (struct macro){width, TILE * tiling->pipes * mode.narrow, width * most(1, tiling->group_bytes / tile_bytes)};
}

/* The mode that is left of TILE_MODE in every level: thick tiles are not for depth, nor for samples, nor where a tile
 * is larger than what the samples are split at; many samples need macro tiles, narrow ones a group for each tile. */
static struct mode possible(const struct ref_resource_fields *fields, const struct ref_tiling *tiling, unsigned bytes)
{
    struct mode    mode = mode_of(fields->tile_mode);
    const unsigned samples = samples_of(fields);
    if (mode.thick && mode.dimensions >= 2)
        mode.thick = samples == 1 && !fields->tile_type && 4 * TILE_ELEMENTS * bytes <= tiling->split_bytes;
    else if (mode.thick)
        mode.thick = samples == 1 && !fields->tile_type;
    if (mode.dimensions == 1 && samples > 1)
        mode.dimensions = 2;
    while (mode.narrow > 1 && mode.narrow * tiling->group_bytes > tiling->split_bytes)
        mode.narrow /= 2;
    if (mode.dimensions == 3 && tiling->pipes == 1) /* a rotation by whole rounds is none */
        mode.dimensions = 2;
    return mode;
}

/* Levels that are smaller than a macro tile, or than a group of tiles in it, have tiles in rows; those with fewer than
 * four slices have thin tiles; banks are swapped in level 0 only. */
static struct mode level_mode(const struct ref_resource_fields *fields, const struct ref_tiling *tiling, unsigned level,
                              unsigned bytes, unsigned columns, unsigned rows, unsigned slices)
{
    struct mode        mode = possible(fields, tiling, bytes);
    const unsigned     samples = samples_of(fields);
    const struct macro macro = macro_of(mode, tiling, bytes, samples);
    if (level == 0)
        return mode;
    mode.swapped = false;
    if (mode.dimensions >= 2 && (columns < macro.pitch || rows < macro.height)) {
        mode.dimensions = 1;
        mode.narrow = 1;
    }
    if (mode.thick && slices < 4) {
        mode.thick = false;
        const struct macro thin = macro_of(mode, tiling, bytes, samples);
        if (mode.dimensions >= 2 && (columns < thin.pitch || rows < thin.height))
            mode.dimensions = 1;
    }
    return mode;
}

static unsigned pitch_step(unsigned tile_mode, struct mode mode, const struct ref_tiling *tiling, unsigned bytes,
                           unsigned samples)
{
    const unsigned row = tiling->group_bytes / (TILE * bytes * thickness(mode) * samples);
    if (tile_mode == LINEAR_GENERAL)
        return 1;
    return mode.dimensions == 0   ? most(64, tiling->group_bytes / bytes)
           : mode.dimensions == 1 ? most(TILE, row)
                                  : macro_of(mode, tiling, bytes, samples).pitch;
}

/* Elements after which banks change places. */
static unsigned swap_width(const struct ref_tiling *tiling, const struct level *level, unsigned bytes, unsigned samples)
{
    const unsigned fit = tiling->split_bytes / (TILE_ELEMENTS * bytes);
    const unsigned parts = fit ? most(1, samples / fit) : 1;
    const unsigned kept = level->mode.thick ? 4 : samples;
    const unsigned wanted = most(1, tiling->swap_bytes / (16 * bytes)) * TILE * tiling->banks;
    const unsigned largest = tiling->pipes * tiling->banks * tiling->row_bytes /
                             (kept * level->mode.narrow * tiling->pipes * 8 * bytes / parts);
    const unsigned smallest = tiling->group_bytes * TILE * tiling->banks / (kept * TILE_ELEMENTS * bytes / parts);
    unsigned       width = least(largest, most(smallest, wanted));
    while (width >= 2 * level->pitch)
        width /= 2;
    return width;
}

unsigned ref_pitch_step(const struct ref_resource_fields *fields, const struct ref_tiling *tiling)
{
    const struct ref_block block = fields->block;
    const unsigned         bytes = block.bytes / block.parts, samples = samples_of(fields);
    const struct mode      mode = possible(fields, tiling, bytes);
    const unsigned         step = pitch_step(fields->tile_mode, mode, tiling, bytes, samples);
    if (!mode.swapped)
        return step;
    struct level level = {.mode = mode, .pitch = 1u << 16};
    return most(step, swap_width(tiling, &level, bytes, samples));
}

static struct level level_at(const struct ref_resource_fields *fields, const struct ref_tiling *tiling, unsigned number)
{
    const struct ref_block block = fields->block;
    const unsigned         samples = samples_of(fields);
    unsigned               size[3];
    struct level           level;
    ref_level_size(fields, number, size);
    for (unsigned axis = 0; axis < 3 && number; axis++)
        if (axis || block.bytes != 12) /* columns of 96 bits round up as elements alone */
            size[axis] = power_of_two(size[axis]);
    const unsigned across = up_to(size[0], block.width) / block.width * block.parts;
    const unsigned columns = number ? power_of_two(across) : across, bytes = block.bytes / block.parts;
    const unsigned rows = up_to(size[1], block.height) / block.height;
    level.mode = level_mode(fields, tiling, number, bytes, columns, rows, size[2]);
    const unsigned height = level.mode.dimensions == 0   ? 1
                            : level.mode.dimensions == 1 ? TILE
                                                         : macro_of(level.mode, tiling, bytes, samples).height;
    level.pitch = number ? up_to(columns, pitch_step(fields->tile_mode, level.mode, tiling, bytes, samples))
                         : fields->pitch / block.width * block.parts;
    level.rows = up_to(rows, height);
    level.slices = up_to(size[2], thickness(level.mode));
    level.start = fields->base;
    return level;
}

static uint64_t level_bytes(const struct ref_resource_fields *fields, const struct level *level)
{
    const struct ref_block block = fields->block;
    return (uint64_t)level->pitch * level->rows * level->slices * (block.bytes / block.parts) * samples_of(fields);
}

/* The levels behind level 0 lie one after another. */
static struct level find_level(const struct ref_resource_fields *fields, const struct ref_tiling *tiling,
                               unsigned number)
{
    struct level level = level_at(fields, tiling, number);
    if (number)
        level.start = fields->mips;
    for (unsigned before = 1; before < number; before++) {
        const struct level other = level_at(fields, tiling, before);
        level.start += level_bytes(fields, &other);
    }
    return level;
}

uint64_t ref_surface_end(const struct ref_resource_fields *fields, const struct ref_tiling *tiling)
{
    const unsigned last = fields->dim >= REF_2D_MSAA ? 0 : fields->last_level;
    uint64_t       end = 0;
    for (unsigned number = 0; number <= last; number++) {
        const struct level level = find_level(fields, tiling, number);
        const uint64_t     behind = level.start + level_bytes(fields, &level);
        end = behind > end ? behind : end;
    }
    return end;
}

/* ---- inside a tile ---------------------------------------------------------------------------------------------- */

/* Bits of an element's number in its tile, the lowest first.  Tiles that can be displayed keep rows together. */
static const char *tile_order(const struct ref_resource_fields *fields, unsigned bytes)
{
    if (fields->tile_type)
        return "x0y0x1y1x2y2z0z1";
    switch (bytes) {
    case 1:
        return "x0x1x2y1y0y2z0z1";
    case 2:
        return "x0x1x2y0y1y2z0z1";
    case 8:
        return "x0y0x1x2y1y2z0z1";
    case 16:
        return "y0x0x1x2y1y2z0z1";
    default:
        return "x0x1y0x2y1y2z0z1";
    }
}

static unsigned in_tile(const char *order, unsigned x, unsigned y, unsigned z)
{
    unsigned number = 0;
    for (unsigned i = 0; order[2 * i]; i++) {
        const unsigned from = order[2 * i] == 'x' ? x : order[2 * i] == 'y' ? y : z;
        number |= (from >> (order[2 * i + 1] - '0') & 1) << i;
    }
    return number;
}

/* ---- pipes and banks -------------------------------------------------------------------------------------------- */

static unsigned bit(unsigned value, unsigned number)
{
    return value >> number & 1;
}

static unsigned pipe_of(const struct ref_tiling *tiling, unsigned x, unsigned y)
{
    switch (tiling->pipes) {
    case 1:
        return 0;
    case 2:
        return bit(y, 3) ^ bit(x, 3);
    case 4:
        return (bit(y, 3) ^ bit(x, 4)) | (bit(y, 4) ^ bit(x, 3)) << 1;
    default:
        return (bit(y, 3) ^ bit(x, 5)) | (bit(y, 4) ^ bit(x, 5) ^ bit(x, 4)) << 1 | (bit(y, 5) ^ bit(x, 3)) << 2;
    }
}

static unsigned bank_of(const struct ref_tiling *tiling, unsigned x, unsigned y)
{
    const unsigned ty = y / tiling->pipes, tx = x / tiling->banks;
    const bool     optimal = tiling->optimal_swap && tiling->pipes == 8;
    if (tiling->banks == 4)
        return (bit(ty, 4) ^ bit(x, 3) ^ (optimal ? bit(x, 5) : 0)) | (bit(ty, 3) ^ bit(x, 4)) << 1;
    return (bit(ty, 5) ^ bit(x, 3) ^ (optimal ? bit(tx, 3) : 0)) | (bit(ty, 5) ^ bit(ty, 4) ^ bit(x, 4)) << 1 |
           (bit(ty, 3) ^ bit(x, 5)) << 2;
}

static unsigned swapped_bank(const struct ref_tiling *tiling, const struct level *level, unsigned bytes,
                             unsigned samples, unsigned column)
{
    static const unsigned order[8] = {0, 1, 3, 2, 6, 7, 5, 4};
    return order[column / swap_width(tiling, level, bytes, samples) % tiling->banks];
}

/* ---- addresses -------------------------------------------------------------------------------------------------- */

struct element {
    unsigned x, y, slice, sample, bytes;
};

static uint64_t in_macro_tiles(const struct ref_resource_fields *fields, const struct ref_tiling *tiling,
                               const struct level *level, const struct element *e)
{
    const unsigned     thick = thickness(level->mode), groups = tiling->pipes * tiling->banks;
    const unsigned     samples = samples_of(fields), sample_bytes = TILE_ELEMENTS * e->bytes * thick;
    const unsigned     number = in_tile(tile_order(fields, e->bytes), e->x, e->y, level->mode.thick ? e->slice : 0);
    const bool         split = samples > 1 && sample_bytes * samples > tiling->split_bytes;
    const unsigned     together = split ? tiling->split_bytes / sample_bytes : samples; /* samples of a part */
    const struct macro macro = macro_of(level->mode, tiling, e->bytes, together);
    /* Samples lie one behind the other in a tile, those of depth beside one another in each element. */
    unsigned offset =
        fields->tile_type ? (number * samples + e->sample) * e->bytes : e->sample * sample_bytes + number * e->bytes;
    const unsigned part = offset / (together * sample_bytes), parts = samples / together;
    offset %= together * sample_bytes;

    const unsigned rotation = level->mode.dimensions == 2 ? tiling->pipes * (tiling->banks / 2 - 1)
                                                          : most(1, tiling->pipes / 2 - (tiling->pipes >= 4));
    unsigned       group = pipe_of(tiling, e->x, e->y) + tiling->pipes * bank_of(tiling, e->x, e->y);
    group ^= tiling->pipes * part * (tiling->banks / 2 + 1) ^ e->slice / thick * rotation;
    group %= groups;
    const unsigned column = e->x / macro.width;
    if (level->mode.swapped)
        group ^= tiling->pipes * swapped_bank(tiling, level, e->bytes, together, column * macro.width);

    const uint64_t slice_bytes = (uint64_t)level->pitch * level->rows * e->bytes * thick * together;
    const uint64_t macro_bytes = (uint64_t)macro.width * macro.height * e->bytes * thick * together;
    const uint64_t before = slice_bytes * ((part + parts * e->slice) / thick) +
                            macro_bytes * (column + (uint64_t)level->pitch / macro.width * (e->y / macro.height));
    const uint64_t of_group = before / groups + offset; /* bytes of that pipe and bank that lie before */
    return (of_group / tiling->group_bytes * groups + group) * tiling->group_bytes + of_group % tiling->group_bytes;
}

static uint64_t in_tiles(const struct ref_resource_fields *fields, const struct level *level, const struct element *e)
{
    const unsigned thick = thickness(level->mode), tile_bytes = TILE_ELEMENTS * e->bytes * thick;
    const unsigned number = in_tile(tile_order(fields, e->bytes), e->x, e->y, level->mode.thick ? e->slice : 0);
    const uint64_t tile =
        ((uint64_t)e->slice / thick * (level->rows / TILE) + e->y / TILE) * (level->pitch / TILE) + e->x / TILE;
    return tile * tile_bytes + number * e->bytes;
}

static uint64_t in_rows(const struct level *level, const struct element *e)
{
    const uint64_t slice = e->slice + (uint64_t)e->sample * level->slices;
    return ((slice * level->rows + e->y) * level->pitch + e->x) * e->bytes;
}

void ref_locate(const struct ref_resource_fields *fields, const struct ref_tiling *tiling, unsigned level_number,
                unsigned x, unsigned y, unsigned slice, unsigned sample, struct ref_place *place)
{
    const struct ref_block block = fields->block;
    const struct level     level = find_level(fields, tiling, level_number);
    *place = (struct ref_place){
        .parts = block.parts, .bytes = block.bytes / block.parts, .x = x % block.width, .y = y % block.height};
    for (unsigned part = 0; part < block.parts; part++) {
        const struct element at = {x / block.width * block.parts + part, y / block.height, slice, sample, place->bytes};
        place->address[part] =
            level.start + (level.mode.dimensions == 0   ? in_rows(&level, &at)
                           : level.mode.dimensions == 1 ? in_tiles(fields, &level, &at)
                                                        : in_macro_tiles(fields, tiling, &level, &at));
    }
}
