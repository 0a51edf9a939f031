/* skeleton_parts.c - constant buffers, buffers with what refers to them, textures and samplers of a launch file to
 * begin with. */
#include "rtl_model/r700/analysis/skeleton_internal.h"
#include "rtl_model/r700/chip.h"

enum { VECTOR_BYTES = 16 };

/* ---- constants ------------------------------------------------------------------------------------------------- */

/* Objects of LLVM read constant buffer n by an index known at run time as vertices of resource n. */
static bool is_constant_buffer(const struct skeleton *skeleton, unsigned id)
{
    return skeleton->request->program->form == PROGRAM_ELF && id < SURVEY_BANKS && skeleton->survey.vertices[id].used &&
           skeleton->survey.vertices[id].by_constant;
}

/* The constants that a buffer must have: up to the last one named, whole lines by an index.  ALT_CONST's banks follow
 * the stage's. */
static unsigned constants_of(const struct skeleton *skeleton, unsigned bank)
{
    const struct survey_bank *use = survey_bank_of(&skeleton->survey, bank);
    unsigned                  lines = 0;
    for (unsigned i = 0; i < SURVEY_LINES; i++)
        if (use->locked[i])
            lines = i + 1;
    if (is_constant_buffer(skeleton, bank))
        return lines ? lines * SURVEY_LINE_CONSTANTS : SURVEY_LINE_CONSTANTS;
    return use->relative ? lines * SURVEY_LINE_CONSTANTS : use->constants;
}

static void put_file(struct skeleton *skeleton)
{
    const struct survey *survey = &skeleton->survey;
    unsigned             last = 0, any = survey->file_relative[0];
    for (unsigned i = 0; i < ISA_CFILE_CONSTANTS; i++)
        if (survey->file[0][i / 32] >> i % 32 & 1) {
            last = i;
            any = true;
        }
    if (!any)
        return;
    const unsigned count = survey->file_relative[0] ? ISA_CFILE_CONSTANTS : last + 1;
    skeleton_key(skeleton, LAUNCH_KEY_ALU_CONSTANTS);
    fprintf(skeleton->out,
            "{ \"first\": 0, \"file\": \"TODO: a file of %u bytes, [index][xyzw]: constants 0 to %u of the constant "
            "file\" }",
            VECTOR_BYTES * count, count - 1);
}

void skeleton_constants(struct skeleton *skeleton)
{
    unsigned count = 0;
    for (unsigned bank = 0; bank < 2 * SURVEY_BANKS; bank++) {
        const unsigned constants = constants_of(skeleton, bank);
        if (!constants)
            continue;
        if (!count)
            skeleton_key(skeleton, LAUNCH_KEY_CONSTANT_BUFFERS), fputc('[', skeleton->out);
        skeleton_next(skeleton, &count);
        fprintf(skeleton->out, "{ \"bank\": %u, %s\"file\": \"TODO: a file of %u bytes", bank % SURVEY_BANKS,
                bank < SURVEY_BANKS ? "" : "\"alternate\": true, ", VECTOR_BYTES * constants);
        if (is_constant_buffer(skeleton, bank))
            fprintf(skeleton->out, " or more");
        fprintf(skeleton->out, constants > 1 ? ", [index][xyzw]: constants 0 to %u\" }" : ", [xyzw]: constant %u\" }",
                constants - 1);
    }
    if (count)
        fprintf(skeleton->out, "\n  ]");
    put_file(skeleton);
}

/* ---- buffers --------------------------------------------------------------------------------------------------- */

/* The resource by which a launch knows a BUFFER_ID: a fetch program alone counts its own from 0 (docs/launch.md). */
static unsigned resource_of(const struct skeleton *skeleton, unsigned id)
{
    return skeleton->stage == LAUNCH_FS && id >= LAUNCH_RESOURCES ? id - LAUNCH_RESOURCES : id;
}

static unsigned stride_of(const struct survey_vertices *vertices)
{
    const unsigned bytes = (vertices->bytes + 3) / 4 * 4;
    return !bytes ? 4 : bytes > LAUNCH_STRIDE_MAX ? LAUNCH_STRIDE_MAX / 4 * 4 : bytes;
}

static bool has_vertices(const struct skeleton *skeleton, unsigned id)
{
    return skeleton->survey.vertices[id].used;
}

static uint64_t whole_units(uint64_t bytes)
{
    return (bytes + LAUNCH_UNIT_BYTES - 1) / LAUNCH_UNIT_BYTES * LAUNCH_UNIT_BYTES;
}

/* What a target of memory writes and reads has to hold. */
static uint64_t bytes_of(const struct skeleton *skeleton, unsigned target)
{
    const struct survey_target *use = &skeleton->survey.target[target];
    const uint64_t              waves = (skeleton->threads + skeleton->chip->wave_size - 1) / skeleton->chip->wave_size;
    const uint64_t              item = 4ull * (use->dwords ? use->dwords : 1);
    switch (target) {
    case LAUNCH_SCRATCH:
    case LAUNCH_REDUCTION:
        return whole_units(waves * skeleton->chip->wave_size * item);
    case LAUNCH_SCATTER: /* by an unknown index: a vec4 of each thread */
        return whole_units(use->indexed || use->read ? VECTOR_BYTES * (uint64_t)skeleton->threads : item);
    case LAUNCH_RING:
        return whole_units(skeleton->threads * item);
    default:
        return skeleton->threads * item;
    }
}

static bool is_used(const struct survey_target *target)
{
    return target->written || target->read;
}

static void put_vertex_buffer(struct skeleton *skeleton, unsigned id, unsigned *count)
{
    const unsigned stride = stride_of(&skeleton->survey.vertices[id]);
    skeleton_next(skeleton, count);
    fprintf(
        skeleton->out,
        "{ \"name\": \"vertices%u\", \"file\": \"TODO: a file of %llu bytes or more: %u elements of the stride that "
        "resource %u has\" }",
        resource_of(skeleton, id), (unsigned long long)stride * skeleton->threads, skeleton->threads,
        resource_of(skeleton, id));
}

static void put_target_buffer(struct skeleton *skeleton, unsigned target, unsigned *count)
{
    const struct survey_target *use = &skeleton->survey.target[target];
    const unsigned long long    bytes = bytes_of(skeleton, target);
    skeleton_next(skeleton, count);
    fprintf(skeleton->out, "{ \"name\": \"%s\", ", launch_target_name((enum launch_target)target));
    if (use->written)
        fprintf(skeleton->out, "\"bytes\": %llu }", bytes);
    else
        fprintf(skeleton->out,
                "\"file\": \"TODO: a file of %llu bytes, or another multiple of %d: what the program "
                "reads from the %s buffer\" }",
                bytes, LAUNCH_UNIT_BYTES, launch_target_name((enum launch_target)target));
}

static void put_buffers(struct skeleton *skeleton)
{
    unsigned count = 0;
    bool     any = false;
    for (unsigned id = 0; id < SURVEY_IDS; id++)
        any |= has_vertices(skeleton, id) && !is_constant_buffer(skeleton, id);
    for (unsigned target = 0; target < SURVEY_TARGETS; target++)
        any |= is_used(&skeleton->survey.target[target]);
    if (!any)
        return;
    skeleton_key(skeleton, LAUNCH_KEY_BUFFERS);
    fputc('[', skeleton->out);
    for (unsigned id = 0; id < SURVEY_IDS; id++)
        if (has_vertices(skeleton, id) && !is_constant_buffer(skeleton, id))
            put_vertex_buffer(skeleton, id, &count);
    for (unsigned target = 0; target < SURVEY_TARGETS; target++)
        if (is_used(&skeleton->survey.target[target]))
            put_target_buffer(skeleton, target, &count);
    fprintf(skeleton->out, "\n  ]");
}

static void put_resource(struct skeleton *skeleton, unsigned id, unsigned *count)
{
    const struct survey_vertices *vertices = &skeleton->survey.vertices[id];
    const struct launch_format   *format = launch_format_number(vertices->format);
    const bool                    known = !vertices->own_format && format && format->block_bytes;
    skeleton_next(skeleton, count);
    fprintf(skeleton->out, "{ \"id\": %u, ", resource_of(skeleton, id));
    if (is_constant_buffer(skeleton, id))
        fprintf(skeleton->out, "\"constant_buffer\": %u, \"stride\": %d, ", id, VECTOR_BYTES);
    else
        fprintf(skeleton->out, "\"buffer\": \"vertices%u\", \"stride\": %u, ", resource_of(skeleton, id),
                stride_of(vertices));
    fprintf(skeleton->out, "\"format\": \"%s\" }", known ? format->name : "32_32_32_32_FLOAT");
}

static void put_target(struct skeleton *skeleton, unsigned target, unsigned *count)
{
    const char *const name = launch_target_name((enum launch_target)target);
    const unsigned    dwords = skeleton->survey.target[target].dwords;
    skeleton_next(skeleton, count);
    fprintf(skeleton->out, "{ \"target\": \"%s\", \"buffer\": \"%s\"", name, name);
    if (target != LAUNCH_SCATTER)
        fprintf(skeleton->out, ", \"%s\": %u", target <= LAUNCH_STREAM3 ? "stride_dwords" : "item_dwords",
                dwords ? dwords : 1);
    fprintf(skeleton->out, " }");
}

void skeleton_buffers(struct skeleton *skeleton)
{
    unsigned resources = 0, targets = 0;
    put_buffers(skeleton);
    for (unsigned id = 0; id < SURVEY_IDS; id++)
        if (has_vertices(skeleton, id)) {
            if (!resources)
                skeleton_key(skeleton, LAUNCH_KEY_VERTEX_RESOURCES), fputc('[', skeleton->out);
            put_resource(skeleton, id, &resources);
        }
    if (resources)
        fprintf(skeleton->out, "\n  ]");
    for (unsigned target = 0; target < SURVEY_TARGETS; target++)
        if (is_used(&skeleton->survey.target[target])) {
            if (!targets)
                skeleton_key(skeleton, LAUNCH_KEY_MEMORY_BUFFERS), fputc('[', skeleton->out);
            put_target(skeleton, target, &targets);
        }
    if (targets)
        fprintf(skeleton->out, "\n  ]");
}

/* ---- textures -------------------------------------------------------------------------------------------------- */

/* One texel in each face and layer, of which the user knows more. */
static void put_texture(struct skeleton *skeleton, unsigned id, unsigned *count)
{
    enum { FACES = 6, TEXEL_BYTES = 4 };
    const struct survey_texture *texture = &skeleton->survey.texture[id];
    const bool                   array = texture->array && !texture->cube;
    skeleton_next(skeleton, count);
    fprintf(skeleton->out, "{ \"id\": %u, \"dim\": \"%s\", \"width\": 1, \"height\": 1, ", id,
            texture->cube ? "cubemap"
            : array       ? "2D_array"
                          : "2D");
    fprintf(
        skeleton->out,
        "%s\"format\": \"8_8_8_8\", \"file\": \"TODO: a file of %d bytes, its texels; dim%s, width, height and format "
        "are only examples\" }",
        array ? "\"layers\": 1, " : "", texture->cube ? FACES * TEXEL_BYTES : TEXEL_BYTES,
        texture->cube ? " is a cube's, from CUBE"
        : array       ? " is an array's, from Z in texels"
                      : "");
}

void skeleton_textures(struct skeleton *skeleton)
{
    unsigned count = 0, samplers = 0;
    for (unsigned id = 0; id < SURVEY_IDS; id++)
        if (skeleton->survey.texture[id].used) {
            if (!count)
                skeleton_key(skeleton, LAUNCH_KEY_TEXTURES), fputc('[', skeleton->out);
            put_texture(skeleton, id, &count);
        }
    if (count)
        fprintf(skeleton->out, "\n  ]");
    for (unsigned id = 0; id < SURVEY_SAMPLERS; id++)
        if (skeleton->survey.samplers >> id & 1) {
            if (!samplers)
                skeleton_key(skeleton, LAUNCH_KEY_SAMPLERS), fputc('[', skeleton->out);
            skeleton_text_sampler(skeleton->out, id, &samplers);
        }
    if (samplers)
        fprintf(skeleton->out, "\n  ]");
}
