#include "tb/ref/ref_program.h"

#include <string.h>

#include "pipeline/alu_functions.h"

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
    struct ref_resource *to = &out->resource[from->id];
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

/* Of raw registers the interpreter knows two (3D 3). */
static bool put_registers(const struct launch *launch, struct ref_launch *out, struct diag *diag)
{
    for (unsigned i = 0; i < launch->register_count; i++) {
        const struct launch_register *from = &launch->registers[i];
        if (strcmp(from->name, "SQ_VTX_BASE_VTX_LOC") == 0)
            out->base_vertex = from->value;
        else if (strcmp(from->name, "SQ_VTX_START_INST_LOC") == 0)
            out->start_instance = from->value;
        else
            return diag_set(diag, launch->path, from->line, "the interpreter does not read raw registers");
    }
    return true;
}

bool ref_program_launch(const struct program *program, const struct program *fetch, const struct launch *launch,
                        uint32_t *file, struct ref_launch *out, struct diag *diag)
{
    memset(out, 0, sizeof *out);
    memset(file, 0, 4 * REF_CONSTANTS * sizeof *file);
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
        .pixel = launch->stage == LAUNCH_PS,
        .geometry = launch->stage == LAUNCH_GS,
        .constant_file = file,
        .booleans = launch->bool_constants,
        .transcendental = transcendental,
    };
    for (unsigned i = 0; i < 4 * launch->alu_constants.count; i++)
        file[4 * launch->alu_constants.first + i] = launch_word(&launch->alu_constants.file, i);
    for (unsigned i = 0; i < launch->constant_buffer_count; i++) {
        /* Words of files are little-endian, as this machine's must be. */
        const struct launch_constant_buffer *buffer = &launch->constant_buffers[i];
        out->buffer[buffer->bank] = (const uint32_t *)(const void *)buffer->file.data;
        out->buffer_vectors[buffer->bank] = (unsigned)(buffer->file.bytes / 16);
    }
    for (unsigned i = 0; i < launch->vertex_resource_count; i++)
        put_resource(launch, &launch->vertex_resources[i], out);
    for (unsigned i = 0; i < launch->loop_constant_count; i++) {
        const struct launch_loop_constant *loop = &launch->loop_constants[i];
        out->loop[loop->index] = (struct ref_loop_constant){loop->count, (int32_t)loop->start, loop->step};
    }
    return put_registers(launch, out, diag);
}

void ref_program_load(const struct launch *launch, const struct ref_launch *from, struct ref_wave *wave)
{
    const struct launch_gprs *gprs = &launch->gprs;
    for (unsigned t = 0; t < from->wave_size; t++) {
        const size_t thread = (size_t)wave->number * from->wave_size + t;
        if (!(wave->exists >> t & 1))
            continue;
        for (unsigned i = 0; i < 4 * gprs->count; i++)
            wave->gpr[gprs->first + i / 4][i % 4][t] = launch_word(&gprs->file, thread * 4 * gprs->count + i);
    }
}

struct collector {
    struct result_exports *exports;
    unsigned               wave_size;
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
            results_export(column, wave->number * collector->wave_size + t, values->elements, value);
    }
}

bool ref_program_run(const struct launch *launch, struct ref_launch *from, struct ref_wave *wave,
                     struct result_exports *exports, void (*each)(void *context, const struct ref_wave *wave),
                     void *context, struct diag *diag)
{
    struct collector collector = {.exports = exports, .wave_size = from->wave_size};
    from->user = &collector;
    from->exported = collect;
    for (unsigned first = 0; first < launch->threads; first += from->wave_size) {
        const unsigned left = launch->threads - first;
        ref_start(wave, from, first / from->wave_size, left >= 64 ? ~(ref_mask_t)0 : ((ref_mask_t)1 << left) - 1);
        ref_program_load(launch, from, wave);
        if (ref_run(wave, from) != REF_ENDED) {
            if (diag)
                *diag = wave->diag;
            return false;
        }
        for (unsigned t = 0; t < from->wave_size && first + t < launch->threads; t++)
            exports->killed[first + t] = wave->valid >> t & 1 ? 0 : 1;
        if (each)
            each(context, wave);
    }
    return !collector.out_of_memory || diag_set(diag, NULL, 0, "not enough memory for the exports");
}
