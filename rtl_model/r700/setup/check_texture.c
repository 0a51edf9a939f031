#include "rtl_model/r700/setup/check_texture.h"

#include <stdarg.h>
#include <stdio.h>

#include "pipeline/texture/texture_layout.h"

struct subject {
    const struct gpu_setup *setup;
    enum isa_fetch_id       op;
    struct isa_tex          tex;
    struct texture_resource resource;
    struct texture_sampler  sampler;
    struct texture_tiling   tiling;
    struct diag            *diag;
};

#define LENGTH(array) (sizeof(array) / sizeof((array)[0]))
#define fail(subject, ...) diag_set((subject)->diag, NULL, 0, __VA_ARGS__)

/* ---- what it needs ----------------------------------------------------------------------------------------- */

static bool needs_resource(enum isa_fetch_id op)
{
    switch (op) {
    case ISA_FETCH_GET_GRADIENTS_H:
    case ISA_FETCH_GET_GRADIENTS_V:
    case ISA_FETCH_KEEP_GRADIENTS:
    case ISA_FETCH_SET_GRADIENTS_H:
    case ISA_FETCH_SET_GRADIENTS_V:
    case ISA_FETCH_SET_CUBEMAP_INDEX:
        return false;
    default:
        return true;
    }
}

static bool reads_texels_only(enum isa_fetch_id op)
{
    return op == ISA_FETCH_LD || op == ISA_FETCH_GET_TEXTURE_RESINFO || op == ISA_FETCH_GET_NUMBER_OF_SAMPLES;
}

static bool needs_sampler(enum isa_fetch_id op)
{
    return needs_resource(op) && !reads_texels_only(op);
}

/* ---- fields ------------------------------------------------------------------------------------------------ */

/* A field of which not all values have a meaning. */
struct limit {
    const char *name;
    size_t      member;
    uint32_t    values; /* a bit for each that has */
};
#define UP_TO(most) ((2u << (most)) - 1)
#define RESOURCE(NAME, name, values)                                                                                   \
    {                                                                                                                  \
        NAME, offsetof(struct texture_resource, name), values                                                          \
    }
#define SAMPLER(NAME, name, values)                                                                                    \
    {                                                                                                                  \
        NAME, offsetof(struct texture_sampler, name), values                                                           \
    }

static const struct limit resource_limits[] = {
    RESOURCE("FORMAT_COMP_X", format_comp_x, UP_TO(TEX_FORMAT_COMP_UNSIGNED_BIASED)),
    RESOURCE("FORMAT_COMP_Y", format_comp_y, UP_TO(TEX_FORMAT_COMP_UNSIGNED_BIASED)),
    RESOURCE("FORMAT_COMP_Z", format_comp_z, UP_TO(TEX_FORMAT_COMP_UNSIGNED_BIASED)),
    RESOURCE("FORMAT_COMP_W", format_comp_w, UP_TO(TEX_FORMAT_COMP_UNSIGNED_BIASED)),
    RESOURCE("NUM_FORMAT_ALL", num_format_all, UP_TO(TEX_NUM_FORMAT_SCALED)),
    RESOURCE("ENDIAN_SWAP", endian_swap, UP_TO(TEX_ENDIAN_8IN32)),
    RESOURCE("DST_SEL_X", dst_sel_x, UP_TO(TEX_SEL_1)),
    RESOURCE("DST_SEL_Y", dst_sel_y, UP_TO(TEX_SEL_1)),
    RESOURCE("DST_SEL_Z", dst_sel_z, UP_TO(TEX_SEL_1)),
    RESOURCE("DST_SEL_W", dst_sel_w, UP_TO(TEX_SEL_1)),
    RESOURCE("MPEG_CLAMP", mpeg_clamp, UP_TO(TEX_MPEG_10)),
    RESOURCE("MAX_ANISO", max_aniso, UP_TO(4)), /* MESA */
};

enum { XY_FILTERS = UP_TO(TEX_XY_FILTER_BICUBIC) | 1 << TEX_XY_FILTER_ANISO_POINT | 1 << TEX_XY_FILTER_ANISO_BILINEAR };
static const struct limit sampler_limits[] = {
    SAMPLER("XY_MAG_FILTER", xy_mag_filter, XY_FILTERS),
    SAMPLER("XY_MIN_FILTER", xy_min_filter, XY_FILTERS),
    SAMPLER("Z_FILTER", z_filter, UP_TO(TEX_Z_FILTER_LINEAR)),
    SAMPLER("MIP_FILTER", mip_filter, UP_TO(TEX_Z_FILTER_LINEAR)),
    SAMPLER("MAX_ANISO", max_aniso, UP_TO(4)), /* MESA */
    SAMPLER("CHROMA_KEY", chroma_key, UP_TO(TEX_CHROMA_KEY_BLEND)),
};

/* The first field with a value that has no meaning, or NULL. */
static const struct limit *reserved(const void *fields, const struct limit *limits, size_t count, uint32_t *value)
{
    for (size_t i = 0; i < count; i++) {
        *value = *(const uint32_t *)((const char *)fields + limits[i].member);
        if (!(limits[i].values >> *value & 1))
            return &limits[i];
    }
    return NULL;
}

/* ---- instruction ------------------------------------------------------------------------------------------- */

static bool check_selects(const struct subject *subject)
{
    enum { RESERVED = 6 };
    const struct isa_tex *tex = &subject->tex;
    const uint32_t        from[4] = {tex->src_sel_x, tex->src_sel_y, tex->src_sel_z, tex->src_sel_w};
    const uint32_t        to[4] = {tex->dst_sel_x, tex->dst_sel_y, tex->dst_sel_z, tex->dst_sel_w};
    for (unsigned e = 0; e < 4; e++)
        if (from[e] == RESERVED || to[e] == RESERVED)
            return fail(subject, "%s_SEL_%c is %u, which is reserved (ISA 10.4)", from[e] == RESERVED ? "SRC" : "DST",
                        "XYZW"[e], RESERVED);
    return true;
}

static bool check_gprs(const struct subject *subject)
{
    const struct isa_tex *tex = &subject->tex;
    const unsigned        gprs = subject->setup->simd.num_gprs;
    if (!tex->src_rel && tex->src_gpr >= gprs)
        return fail(subject, "R%u, but the program has %u GPRs (ISA 4.6.3)", tex->src_gpr, gprs);
    if (!tex->dst_rel && tex->dst_gpr >= gprs)
        return fail(subject, "R%u, but the program has %u GPRs (ISA 4.6.3)", tex->dst_gpr, gprs);
    return true;
}

/* ---- resource ---------------------------------------------------------------------------------------------- */

/* Says what is wrong with the resource, after its number by the instruction and that among the registers. */
static bool __attribute__((format(printf, 3, 4)))
fail_resource(const struct subject *subject, unsigned number, const char *format, ...)
{
    char    what[sizeof subject->diag->what];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(what, sizeof what, format, arguments);
    va_end(arguments);
    return fail(subject, "RESOURCE_ID %u, resource %u: %.200s", subject->tex.resource_id, number, what);
}

static bool check_type(const struct subject *subject, unsigned number)
{
    static const char *const names[4] = {"INVALID_TEXTURE", "INVALID_BUFFER", "VALID_TEXTURE", "VALID_BUFFER"};
    const uint32_t           type = subject->resource.type;
    if (!register_written(&subject->setup->registers, REGISTER_SQ_TEX_RESOURCE_WORD6_N + number))
        return fail_resource(subject, number, "the launch has no texture there (ISA ch. 6)");
    return type == TEX_VALID_TEXTURE ||
           fail_resource(subject, number, "TYPE is %s, expected VALID_TEXTURE (3D 7)", names[type]);
}

static bool check_format(const struct subject *subject, unsigned number)
{
    static const uint8_t           swapped[TEX_ENDIAN_8IN32 + 1] = {1, 2, 4};
    const struct texture_resource *resource = &subject->resource;
    struct texel_format            format;
    struct diag                    layout = {.line = 0};
    texel_format_of(resource, NULL, &format);
    if (!texture_layout_check(resource, &subject->tiling, &layout))
        return fail_resource(subject, number, "%.150s (3D 7)", layout.what);
    if (format.bytes % swapped[resource->endian_swap])
        return fail_resource(subject, number, "ENDIAN_SWAP is %u, within %u bytes, but an element has %u (3D 7)",
                             resource->endian_swap, swapped[resource->endian_swap], format.bytes);
    if (resource->interlaced)
        return fail_resource(subject, number, "INTERLACED is 1, of which no document says what it does (3D 7)");
    return true;
}

static bool is_multisampled(const struct texture_resource *resource)
{
    return resource->dim == TEX_DIM_2D_MSAA || resource->dim == TEX_DIM_2D_ARRAY_MSAA;
}

static bool is_array(const struct texture_resource *resource)
{
    return resource->dim == TEX_DIM_1D_ARRAY || resource->dim == TEX_DIM_2D_ARRAY ||
           resource->dim == TEX_DIM_2D_ARRAY_MSAA;
}

static bool check_ranges(const struct subject *subject, unsigned number)
{
    const struct texture_resource *resource = &subject->resource;
    if (is_multisampled(resource) && !reads_texels_only(subject->op))
        return fail_resource(subject, number, "DIM is %u, whose samples only LD reads (ISA 9.4)", resource->dim);
    if (!is_multisampled(resource) && resource->base_level > resource->last_level)
        return fail_resource(subject, number, "BASE_LEVEL is %u, LAST_LEVEL %u (3D 7)", resource->base_level,
                             resource->last_level);
    if (resource->dim == TEX_DIM_CUBEMAP && resource->tex_width != resource->tex_height)
        return fail_resource(subject, number, "TEX_WIDTH is %u and TEX_HEIGHT %u, but DIM is CUBEMAP (3D 7)",
                             resource->tex_width, resource->tex_height);
    if (!is_array(resource))
        return true;
    if (resource->base_array > resource->last_array)
        return fail_resource(subject, number, "BASE_ARRAY is %u, LAST_ARRAY %u (3D 7)", resource->base_array,
                             resource->last_array);
    return resource->last_array <= resource->tex_depth ||
           fail_resource(subject, number, "LAST_ARRAY is %u, TEX_DEPTH %u (3D 7)", resource->last_array,
                         resource->tex_depth);
}

/* The first address from `at` to `end` at which the launch has placed nothing; `end` if there is none. */
static uint64_t first_gap(const struct gpu_memory *memory, uint64_t at, uint64_t end)
{
    const struct gpu_range *range;
    while (at < end && (range = gpu_memory_find(memory, at)))
        at = range->address + range->bytes;
    return at < end ? at : end;
}

/* Every texel that an address can be made for lies somewhere. */
static bool check_placed(const struct subject *subject, unsigned number)
{
    const struct texture_resource *resource = &subject->resource;
    const bool                     samples = is_multisampled(resource);
    const unsigned                 first = samples ? 0 : resource->base_level;
    const unsigned                 last = samples ? 0 : resource->last_level;
    for (unsigned i = first; i <= last; i++) {
        struct texture_level level;
        texture_level_of(resource, &subject->tiling, i, &level);
        const uint64_t end = texture_level_end(&level, &subject->tiling);
        const uint64_t gap = first_gap(&subject->setup->memory, level.address, end);
        if (gap < end)
            return fail_resource(subject, number,
                                 "%s: level %u takes bytes 0x%010llx to 0x%010llx, and the launch has nothing at "
                                 "0x%010llx (3D 7)",
                                 i ? "MIP_ADDRESS" : "BASE_ADDRESS", i, (unsigned long long)level.address,
                                 (unsigned long long)end - 1, (unsigned long long)gap);
    }
    return true;
}

/* ISA 10.4: 160 of PS and GS, 176 of VS and FS. */
static unsigned resources_from(unsigned base)
{
    return base == LAUNCH_RESOURCES ? LAUNCH_RESOURCES + LAUNCH_FS_RESOURCES : LAUNCH_RESOURCES;
}

static bool check_resource(struct subject *subject)
{
    const struct fetch_state *state = &subject->setup->fetch_state;
    const unsigned id = subject->tex.resource_id, base = fetch_state_resource(state, subject->tex.alt_const, 0);
    const unsigned number = base + id;
    uint32_t       value;
    if (id >= resources_from(base))
        return fail(subject, "RESOURCE_ID %u, but there are %u (ISA 10.4)", id, resources_from(base));
    texture_resource_unpack(state->resource[number].word, &subject->resource);
    if (!check_type(subject, number))
        return false;
    const struct limit *field = reserved(&subject->resource, resource_limits, LENGTH(resource_limits), &value);
    if (field)
        return fail_resource(subject, number, "%s is %u, which is reserved (3D 7)", field->name, value);
    (void)texture_tiling_of(state->q.gb_tiling_config, &subject->tiling); /* the set-up has looked at it */
    return check_ranges(subject, number) && check_format(subject, number) && check_placed(subject, number);
}

/* ---- sampler ----------------------------------------------------------------------------------------------- */

static bool is_bicubic(const struct texture_sampler *sampler)
{
    return sampler->xy_mag_filter == TEX_XY_FILTER_BICUBIC || sampler->xy_min_filter == TEX_XY_FILTER_BICUBIC;
}

static bool check_sampler(struct subject *subject)
{
    const struct fetch_state   *state = &subject->setup->fetch_state;
    const struct register_file *registers = &subject->setup->registers;
    const unsigned              id = subject->tex.sampler_id;
    const unsigned              number = fetch_state_sampler(state, subject->tex.alt_const, id);
    uint32_t                    value;
    if (id >= LAUNCH_SAMPLERS)
        return fail(subject, "SAMPLER_ID %u, but there are %u (ISA 10.4)", id, LAUNCH_SAMPLERS);
    if (!register_written(registers, REGISTER_SQ_TEX_SAMPLER_WORD0_N + number))
        return fail(subject, "SAMPLER_ID %u, sampler %u: the launch has none there (ISA ch. 6)", id, number);
    texture_sampler_unpack(state->sampler[number].word, &subject->sampler);
    const struct limit *field = reserved(&subject->sampler, sampler_limits, LENGTH(sampler_limits), &value);
    if (field)
        return fail(subject, "SAMPLER_ID %u, sampler %u: %s is %u, which is reserved (3D 8)", id, number, field->name,
                    value);
    if (is_bicubic(&subject->sampler) && !register_written(registers, REGISTER_TD_FILTER4))
        return fail(subject,
                    "SAMPLER_ID %u, sampler %u: the filter is BICUBIC, but the launch has no bicubic_weights "
                    "(TD_FILTER4, 3D 14)",
                    id, number);
    return true;
}

bool check_texture(const struct gpu_setup *setup, enum isa_fetch_id op, const uint32_t dwords[4], struct diag *diag)
{
    struct subject subject = {.setup = setup, .op = op, .diag = diag};
    isa_unpack_tex(dwords, &subject.tex);
    return check_selects(&subject) && check_gprs(&subject) && (!needs_resource(op) || check_resource(&subject)) &&
           (!needs_sampler(op) || check_sampler(&subject));
}
