#include "tb/ref/ref_program.h"

#include <string.h>

#include "pipeline/alu/alu_functions.h"

/* The one thing that is borrowed from the machine: see ref.h. */
static uint32_t transcendental(void *user, enum isa_alu_id id, uint32_t operand)
{
    quarter_t      src[3] = {{{0}}}, result;
    quarter_mask_t flags;
    (void)user;
    src[0].lane[0] = operand;
    alu_compute(id, src, &result, &flags);
    return result.lane[0];
}

/* Without raw words: all of the buffer, its format and stride, no clamp to NaN. */
static void put_resource(const struct launch *launch, const struct launch_vertex_resource *from, struct ref_launch *out)
{
    const bool                constants = from->source == LAUNCH_SOURCE_CONSTANT_BUFFER;
    const struct launch_file *file =
        constants ? &launch->constant_buffers[from->index].file : &launch->buffers[from->index].file;
    struct ref_resource *to = &out->resource[0][from->id % REF_RESOURCES];
    if (from->id >= REF_RESOURCES)
        return;
    to->bytes = file->data + from->offset;
    to->placed = file->bytes - from->offset;
    memcpy(to->word, from->words, sizeof to->word);
    if (from->raw)
        return;
    to->word[1] = (uint32_t)to->placed - 1;
    to->word[2] = from->stride << 8 | (uint32_t)from->format->number << 20;
    to->word[6] = 3u << 30;
}

/* ---- textures and samplers by keys ------------------------------------------------------------------------------- */

/* Where the interpreter puts textures without an address: each in a part of its own, behind 2^39. */
static uint64_t texture_address(unsigned number)
{
    return (UINT64_C(0x80) + number) << 32;
}

/* Rows without padding are LINEAR_GENERAL (3D 7): a level, a slice, and eight texels or a multiple. */
static bool put_texture(const struct launch_texture *from, unsigned number, struct ref_launch *out)
{
    const uint64_t address = texture_address(number);
    uint32_t      *word = out->resource[0][from->id % REF_RESOURCES].word;
    const bool     plain = from->dim <= LAUNCH_DIM_2D && from->levels == 1 && from->layers == 1 && from->samples == 1;
    if (from->raw || !plain || from->tile_mode != LAUNCH_LINEAR_ALIGNED || from->width % 8 ||
        number >= REF_MEMORY_RANGES)
        return false;
    word[0] = from->dim | (from->width / 8 - 1) << 8 | (from->width - 1) << 19;
    word[1] = (from->height - 1) | (uint32_t)from->format->number << 26;
    word[2] = word[3] = (uint32_t)(address >> 8);
    word[4] = from->is_signed * 0x55u | (uint32_t)from->num_format << 8 | (uint32_t)from->srgb << 11;
    for (unsigned e = 0; e < 4; e++)
        word[4] |= (uint32_t)from->swizzle[e] << (16 + 3 * e);
    word[6] = 2u << 30;
    out->textures.range[number] = (struct ref_texture_memory){from->file.data, address, from->file.bytes,
                                                              number ? &out->textures.range[number - 1] : NULL};
    out->textures.memory = &out->textures.range[number];
    return true;
}

static bool put_sampler(const struct launch_sampler *from, struct ref_launch *out)
{
    uint32_t *word = out->textures.bank[0].sampler[from->id % REF_SAMPLERS];
    if (from->raw || from->aniso > 1 || from->bias < 0 || from->lod[0] > 0 || from->lod[1] < 16)
        return false;
    word[0] = from->clamp[0] | from->clamp[1] << 3 | from->clamp[2] << 6 | from->mag << 9 | from->min << 12 |
              (uint32_t)from->mip << 17 | (uint32_t)from->border << 22 | (uint32_t)from->compare << 26;
    word[1] = 1023u << 10 | (uint32_t)(from->bias * 64) << 20;
    memcpy(out->textures.bank[0].border[from->id % REF_SAMPLERS], from->border_color, sizeof from->border_color);
    return true;
}

static bool put_textures(const struct launch *launch, struct ref_launch *out, struct diag *diag)
{
    if (launch->texture_count && launch->memory_count)
        return diag_set(diag, launch->path, launch->textures[0].line, "the interpreter has no textures beside memory");
    for (unsigned i = 0; i < launch->texture_count; i++)
        if (!put_texture(&launch->textures[i], i, out))
            return diag_set(diag, launch->path, launch->textures[i].line, "the interpreter has no such texture");
    for (unsigned i = 0; i < launch->sampler_count; i++)
        if (!put_sampler(&launch->samplers[i], out))
            return diag_set(diag, launch->path, launch->samplers[i].line, "the interpreter has no such sampler");
    return true;
}

/* ---- raw registers ----------------------------------------------------------------------------------------------- */

/* Registers that come `step` bytes apart. */
struct row {
    uint32_t offset, step, count;
};
static const struct row resources = {0x38000, 28, 496}, samplers = {0x3c000, 12, 3 * REF_SAMPLERS},
                        kernels = {0xaa00, 4, REF_SAMPLERS}, filter4 = {0x9400, 4, 36},
                        semantics = {0x28380, 4, REF_SEMANTICS};
static const struct row file_registers = {0x30000, 16, 2 * REF_CONSTANTS};
/* And those of a pixel program. */
static const struct row loops = {0x3e200, 4, REF_FLOW_CONSTANTS}, sizes = {0x28140, 4, REF_BUFFERS},
                        caches = {0x28940, 4, REF_BUFFERS};
enum {
    VALID_BUFFER = 3,
    GS_OUT_PRIM_TYPE = 0x28a6c,
    TA_CNTL_AUX = 0x9508,
    GB_TILING_CONFIG = 0x98f0,
    SEMANTIC_CLEAR = 0x288e0
};
/* What the launch says otherwise, or the interpreter has no use for: SQ_CONFIG, GPR and thread limits,
 * DB_SHADER_CONTROL, SQ_PGM_EXPORTS_PS. */
static const uint32_t ignored[] = {0x8c00, 0x8c04, 0x2880c, 0x28854};

/* Where the constants of a stage and its constants of ALT_CONST begin (ISA table 2.8, 10.4; 3D 14). */
struct stage_bank {
    unsigned   resource, sampler;
    struct row borders;
};
static const struct stage_bank pixel_bank = {0, 0, {0xa400, 16, REF_SAMPLERS}},
                               vertex_bank = {160, REF_SAMPLERS, {0xa600, 16, REF_SAMPLERS}},
                               geometry_bank = {336, 2 * REF_SAMPLERS, {0xa800, 16, REF_SAMPLERS}};

static const struct stage_bank *bank_of(const struct ref_launch *launch, bool alternative)
{
    if (launch->geometry != alternative && !launch->pixel)
        return &geometry_bank;
    return launch->pixel && !alternative ? &pixel_bank : &vertex_bank;
}

static bool is_of(const struct row *row, uint32_t offset, unsigned *number, unsigned *word)
{
    *number = (offset - row->offset) / row->step;
    *word = (offset - row->offset) % row->step / 4;
    return offset >= row->offset && *number < row->count;
}

static bool is_ignored(uint32_t offset)
{
    for (size_t i = 0; i < sizeof ignored / sizeof ignored[0]; i++)
        if (ignored[i] == offset)
            return true;
    return false;
}

/* Resources and samplers; those of other stages are unused. */
static bool put_constant(uint32_t offset, uint32_t value, struct ref_launch *out)
{
    unsigned n, word;
    bool     known = false;
    for (unsigned alternative = 0; alternative < 2; alternative++) {
        const struct stage_bank *from = bank_of(out, alternative);
        struct ref_bank         *bank = &out->textures.bank[alternative];
        if (is_of(&resources, offset, &n, &word)) {
            known = true;
            if (n >= from->resource && n - from->resource < REF_RESOURCES)
                out->resource[alternative][n - from->resource].word[word] = value;
        } else if (is_of(&samplers, offset, &n, &word)) {
            known = true;
            if (n / REF_SAMPLERS == from->sampler / REF_SAMPLERS)
                bank->sampler[n % REF_SAMPLERS][word] = value;
        } else if (is_of(&from->borders, offset, &n, &word)) {
            known = true;
            bank->border[n][word] = value;
        }
    }
    return known;
}

/* The first half is that of pixel programs, the second one that of vertex programs; others have none (3D 9). */
static bool put_file(const struct launch *launch, uint32_t offset, uint32_t value, uint32_t *file)
{
    unsigned   n, word;
    const bool pixel = launch->stage == LAUNCH_PS, geometry = launch->stage == LAUNCH_GS;
    if (!is_of(&file_registers, offset, &n, &word))
        return false;
    const bool vertex = n >= REF_CONSTANTS, other = vertex && (pixel || geometry);
    if (other || vertex != pixel)
        file[4 * (n % REF_CONSTANTS + (other ? REF_CONSTANTS : 0)) + word] = value;
    return true;
}

static bool put_of_pixels(uint32_t offset, uint32_t value, struct ref_launch *out, uint32_t cache[2][REF_BUFFERS])
{
    unsigned n, word;
    if (is_of(&loops, offset, &n, &word))
        out->loop[n] = (struct ref_loop_constant){value & 0xfff, (int32_t)(value >> 12 & 0xfff), (int8_t)(value >> 24)};
    else if (is_of(&sizes, offset, &n, &word))
        cache[0][n] = value;
    else if (is_of(&caches, offset, &n, &word))
        cache[1][n] = value;
    else
        return false;
    return true;
}

/* SQ_PGM_RESOURCES_* and SQ_PGM_CF_OFFSET_*, those of other stages included (3D 10). */
enum { PGM_CF_OFFSET = 0x288cc, DX10_CLAMP_BIT = 21, CLAMP_CONSTS_BIT = 31, CLAMPED_CONSTANTS = 8 };

static bool put_program(const struct launch *launch, uint32_t offset, uint32_t value, struct ref_launch *out)
{
    static const enum launch_stage stages[] = {LAUNCH_PS, LAUNCH_VS, LAUNCH_GS, LAUNCH_ES};
    static const uint32_t          resources_of[] = {0x28850, 0x28868, 0x2887c, 0x28890};
    bool                           known = false;
    for (unsigned i = 0; i < sizeof stages / sizeof stages[0]; i++) {
        known |= offset == resources_of[i] || offset == PGM_CF_OFFSET + 4 * i;
        if (offset == PGM_CF_OFFSET + 4 * i && launch->stage == stages[i])
            out->first = value & 0xfffff;
        if (offset == resources_of[i] && launch->stage == stages[i])
            out->dx9_clamp = !(value >> DX10_CLAMP_BIT & 1);
    }
    if (offset == PGM_CF_OFFSET + 16)
        out->fetch_first = value & 0xfffff;
    if (offset == resources_of[0])
        out->clamp_consts = out->pixel && value >> CLAMP_CONSTS_BIT;
    return known || offset == PGM_CF_OFFSET + 16;
}

static bool put_register(uint32_t offset, uint32_t value, struct ref_launch *out, uint32_t cache[2][REF_BUFFERS])
{
    unsigned n, word;
    if (put_constant(offset, value, out) || (out->pixel && put_of_pixels(offset, value, out, cache)))
        return true;
    if (is_of(&kernels, offset, &n, &word)) {
        if (out->pixel)
            out->textures.kernel[n] = value;
    } else if (is_of(&filter4, offset, &n, &word)) {
        out->textures.filter4[n] = value;
    } else if (is_of(&semantics, offset, &n, &word)) {
        out->semantic[n] = (uint16_t)((value & 0xff) + 1);
    } else if (offset == SEMANTIC_CLEAR) {
        for (n = 0; n < REF_SEMANTICS; n++)
            out->semantic[n] = value >> n & 1 ? 0 : out->semantic[n];
    } else if (offset == GS_OUT_PRIM_TYPE) {
        out->primitive = value < 3 ? value + 1 : 0;
    } else if (offset == TA_CNTL_AUX) {
        out->textures.ta_cntl_aux = value;
    } else if (offset == GB_TILING_CONFIG) {
        out->textures.tiling = value;
    } else {
        return is_ignored(offset);
    }
    return true;
}

/* Memory of the launch file from an address on. */
static const uint8_t *memory_at(const struct launch *launch, uint64_t address, uint64_t *bytes)
{
    for (unsigned i = 0; i < launch->memory_count; i++) {
        const struct launch_memory *range = &launch->memory[i];
        if (address >= range->address && address < range->address + range->file.bytes) {
            *bytes = range->file.bytes - (address - range->address);
            return range->file.data + (address - range->address);
        }
    }
    *bytes = 0;
    return NULL;
}

/* Where registers point to: constant buffers, vertices, textures. */
static void put_memory(const struct launch *launch, struct ref_launch *out, uint32_t cache[2][REF_BUFFERS])
{
    struct ref_texture_memory *ranges = out->textures.range;
    uint64_t                   bytes;
    for (unsigned i = 0; i < REF_BUFFERS; i++)
        if (cache[0][i]) {
            out->buffer[0][i] = (const uint32_t *)(const void *)memory_at(launch, (uint64_t)cache[1][i] << 8, &bytes);
            out->buffer_vectors[0][i] = (unsigned)(bytes / 16 < 16 * cache[0][i] ? bytes / 16 : 16 * cache[0][i]);
        }
    for (unsigned i = 0; i < 2 * REF_RESOURCES; i++) {
        struct ref_resource *resource = &out->resource[i / REF_RESOURCES][i % REF_RESOURCES];
        const uint64_t       address = resource->word[0] | (uint64_t)(resource->word[2] & 0xff) << 32;
        if (resource->word[6] >> 30 == VALID_BUFFER && !resource->bytes)
            resource->bytes = memory_at(launch, address, &resource->placed);
    }
    for (unsigned i = 0; i < launch->memory_count && i < REF_MEMORY_RANGES; i++) {
        ranges[i] = (struct ref_texture_memory){launch->memory[i].file.data, launch->memory[i].address,
                                                launch->memory[i].file.bytes, i ? &ranges[i - 1] : NULL};
        out->textures.memory = &ranges[i];
    }
}

static bool put_registers(const struct launch *launch, struct ref_launch *out, uint32_t *file, struct diag *diag)
{
    uint32_t cache[2][REF_BUFFERS] = {{0}};
    for (unsigned i = 0; i < launch->register_count; i++) {
        const struct launch_register *from = &launch->registers[i];
        if (strcmp(from->name, "SQ_VTX_BASE_VTX_LOC") == 0)
            out->base_vertex = from->value;
        else if (strcmp(from->name, "SQ_VTX_START_INST_LOC") == 0)
            out->start_instance = from->value;
        else if (!from->known || (!put_program(launch, from->offset, from->value, out) &&
                                  !put_file(launch, from->offset, from->value, file) &&
                                  !put_register(from->offset, from->value, out, cache)))
            return diag_set(diag, launch->path, from->line, "the interpreter has no such raw registers");
    }
    put_memory(launch, out, cache);
    for (unsigned i = 0; i < 4 * CLAMPED_CONSTANTS && out->clamp_consts; i++) {
        float constant;
        memcpy(&constant, &file[i], sizeof constant);
        constant = constant > 1 ? 1 : constant < -1 ? -1 : constant;
        memcpy(&file[i], &constant, sizeof constant);
    }
    return true;
}

/* Entries of each bank: four threads share one of each (ISA 2.6.2); 64 dwords a thread for groups of up to 64, half as
 * many for each doubling. */
static unsigned share_entries(const struct launch_lds *lds)
{
    unsigned dwords = lds->dwords_per_thread ? lds->dwords_per_thread : 64;
    for (unsigned threads = 64; !lds->dwords_per_thread && threads < lds->group_size; threads *= 2)
        dwords /= 2;
    return (lds->group_size + 3) / 4 * (dwords / 4);
}

bool ref_program_launch(const struct program *program, const struct program *fetch, const struct launch *launch,
                        uint32_t *file, struct ref_launch *out, struct diag *diag)
{
    memset(out, 0, sizeof *out);
    memset(file, 0, 2 * 4 * REF_CONSTANTS * sizeof *file);
    *out = (struct ref_launch){
        .program = program->dwords,
        .program_dwords = program->count,
        .fetch_program = fetch ? fetch->dwords : NULL,
        .fetch_dwords = fetch ? fetch->count : 0,
        .num_gprs = launch->line[LAUNCH_KEY_NUM_GPRS] ? launch->num_gprs : program->num_gprs,
        .stack_size = launch->line[LAUNCH_KEY_STACK_SIZE] ? launch->stack_size : program->stack_size,
        .temporaries = 4,
        .wave_size = 64,
        .doubles = true,
        .prefer_vector = true,
        .threads = launch->threads,
        .pixel = launch->stage == LAUNCH_PS,
        .geometry = launch->stage == LAUNCH_GS,
        .constant_file = {file, file + 4 * REF_CONSTANTS},
        .booleans = launch->bool_constants,
        .transcendental = transcendental,
        .group_size = launch->lds.group_size,
        .share_entries = share_entries(&launch->lds),
    };
    for (unsigned i = 0; i < 4 * launch->alu_constants.count; i++)
        file[4 * launch->alu_constants.first + i] = launch_word(&launch->alu_constants.file, i);
    for (unsigned i = 0; i < launch->constant_buffer_count; i++) {
        /* Words of files are little-endian, as this machine's must be. */
        const struct launch_constant_buffer *buffer = &launch->constant_buffers[i];
        out->buffer[buffer->alternate][buffer->bank] = (const uint32_t *)(const void *)buffer->file.data;
        out->buffer_vectors[buffer->alternate][buffer->bank] = (unsigned)(buffer->file.bytes / 16);
    }
    for (unsigned i = 0; i < launch->vertex_resource_count; i++)
        put_resource(launch, &launch->vertex_resources[i], out);
    for (unsigned i = 0; i < launch->loop_constant_count; i++) {
        const struct launch_loop_constant *loop = &launch->loop_constants[i];
        out->loop[loop->index] = (struct ref_loop_constant){loop->count, (int32_t)loop->start, loop->step};
    }
    return put_textures(launch, out, diag) && put_registers(launch, out, file, diag);
}

void ref_program_load(const struct launch *launch, const struct ref_launch *from, struct ref_wave *wave)
{
    const struct launch_gprs *gprs = &launch->gprs;
    for (unsigned t = 0; t < from->wave_size; t++) {
        const size_t thread = (size_t)wave->span.first + t;
        if (!(wave->exists >> t & 1))
            continue;
        for (unsigned i = 0; i < 4 * gprs->count; i++)
            wave->gpr[gprs->first + i / 4][i % 4][t] = launch_word(&gprs->file, thread * 4 * gprs->count + i);
    }
}

struct collector {
    struct result_exports *exports;
    bool                   out_of_memory;
};

static void collect(void *user, const struct ref_wave *wave, const struct ref_export *values)
{
    struct collector     *collector = user;
    struct result_column *column =
        results_column(collector->exports, (enum launch_export_type)values->type, values->index);
    if (!column) {
        collector->out_of_memory = true;
        return;
    }
    for (unsigned t = 0; t < REF_LANES; t++) {
        const uint32_t value[4] = {values->value[0][t], values->value[1][t], values->value[2][t], values->value[3][t]};
        if (values->threads >> t & 1)
            results_export(column, wave->span.first + t, values->elements, value);
    }
}

bool ref_program_run(const struct launch *launch, struct ref_launch *from, struct ref_wave *wave,
                     struct result_exports *exports, void (*each)(void *context, const struct ref_wave *wave),
                     void *context, struct diag *diag)
{
    struct collector collector = {.exports = exports};
    from->user = &collector;
    from->exported = collect;
    for (unsigned number = 0; ref_span_of(from, launch->threads, number).count; number++) {
        const struct ref_span span = ref_span_of(from, launch->threads, number);
        ref_start(wave, from, number, span.count >= 64 ? ~(ref_mask_t)0 : ((ref_mask_t)1 << span.count) - 1);
        ref_program_load(launch, from, wave);
        if (ref_run(wave, from) != REF_ENDED) {
            if (diag)
                *diag = wave->diag;
            return false;
        }
        for (unsigned t = 0; t < span.count; t++)
            exports->killed[span.first + t] = wave->valid >> t & 1 ? 0 : 1;
        if (each)
            each(context, wave);
    }
    return !collector.out_of_memory || diag_set(diag, NULL, 0, "not enough memory for the exports");
}
