/* compare.c - a program on both judges. */
#include <stdlib.h>
#include <string.h>

#include "tb/random/observe.h"
#include "tb/ref/ref_program.h"

/* A CF instruction takes some hundred clocks at worst, a group of a clause a rotation or two; caches miss. */
enum { LEAST_CLOCKS = 200000, CLOCKS_PER_INSTRUCTION = 2000, CLOCKS_PER_GROUP = 100, MOST_INSTRUCTIONS = 20000 };

static enum random_verdict run_machine(struct random_judge *judge, struct observer *o, const struct program *program,
                                       struct diag *diag)
{
    const uint64_t      limit = LEAST_CLOCKS + CLOCKS_PER_INSTRUCTION * o->instructions + CLOCKS_PER_GROUP * o->groups;
    enum random_verdict verdict = RANDOM_SAME;
    struct gpu         *gpu = gpu_create(&judge->chip, program, o->launch, diag);
    if (!gpu)
        return RANDOM_STOPPED;
    while (verdict == RANDOM_SAME && !gpu_finished(gpu)) {
        if (gpu_stopped(gpu, diag))
            verdict = RANDOM_STOPPED;
        else if (gpu->cycle > limit)
            verdict = RANDOM_HANGS;
        else if (!observe_clock(o, gpu, diag))
            verdict = RANDOM_DIFFERENT;
    }
    if (verdict == RANDOM_HANGS)
        diag_set(diag, NULL, 0, "the machine does not end within %llu clocks", (unsigned long long)limit);
    if (verdict == RANDOM_SAME && !observe_end(o, gpu, diag))
        verdict = RANDOM_DIFFERENT;
    judge->statistics.cycles += gpu->cycle;
    gpu_free(gpu);
    return verdict;
}

enum random_verdict random_compare(struct random_judge *judge, const struct program *program,
                                   const struct program *fetch, const struct launch *launch, struct diag *diag)
{
    uint32_t           *file = malloc(4 * REF_CONSTANTS * sizeof *file);
    struct ref_launch   from;
    struct observer     o = {.launch = launch, .from = &from, .fault = judge->fault};
    enum random_verdict verdict = RANDOM_FAILED;
    if (!file) {
        diag_set(diag, NULL, 0, "not enough memory for the constant file");
        return RANDOM_FAILED;
    }
    if (ref_program_launch(program, fetch, launch, file, &from, diag)) {
        from.wave_size = judge->chip.wave_size;
        from.temporaries = judge->chip.clause_temporaries;
        from.prefer_vector = judge->chip.prefer_vector;
        from.max_instructions = MOST_INSTRUCTIONS;
        if (!observe_reference(&o, diag))
            verdict = o.out_of_memory ? RANDOM_FAILED : RANDOM_ILLEGAL;
        else if (o.undefined) {
            diag_set(diag, NULL, 0, "%llu reads of what the manual leaves undefined (ISA 4.6.2, 4.6.3, 4.11)",
                     (unsigned long long)o.undefined);
            verdict = RANDOM_UNDEFINED;
        } else
            verdict = run_machine(judge, &o, program, diag);
    }
    judge->statistics.programs++;
    judge->statistics.illegal += verdict == RANDOM_ILLEGAL;
    judge->statistics.undefined += verdict == RANDOM_UNDEFINED;
    judge->statistics.instructions += o.instructions;
    judge->statistics.groups += o.groups;
    judge->statistics.clauses += o.clauses;
    observe_free(&o);
    free(file);
    return verdict;
}

/* ---- cases ---------------------------------------------------------------------------------------------------- */

/* A case as the launch that `random_save` writes; everything lies in the case and the three arrays. */
struct case_launch {
    struct launch                 launch;
    struct program                program;
    struct launch_constant_buffer buffers[RANDOM_BUFFERS];
    struct launch_loop_constant   loops[REF_FLOW_CONSTANTS];
    uint32_t                      gprs[RANDOM_THREADS * RANDOM_GPRS * 4];
};

static struct launch_file words(const void *data, size_t bytes)
{
    return (struct launch_file){.data = (uint8_t *)(uintptr_t)data, .bytes = bytes, .line = 1};
}

static void describe(const struct random_case *program, struct case_launch *out)
{
    static char    path[] = "random case";
    struct launch *launch = &out->launch;
    memset(out, 0, sizeof *out);
    out->program = (struct program){.dwords = (uint32_t *)(uintptr_t)program->dwords, .count = program->dword_count};
    launch->path = path;
    launch->line[LAUNCH_KEY_NUM_GPRS] = launch->line[LAUNCH_KEY_STACK_SIZE] = launch->line[LAUNCH_KEY_GPRS] = 1;
    launch->line[LAUNCH_KEY_CONSTANT_BUFFERS] = launch->line[LAUNCH_KEY_ALU_CONSTANTS] = 1;
    launch->line[LAUNCH_KEY_BOOL_CONSTANTS] = launch->line[LAUNCH_KEY_LOOP_CONSTANTS] = 1;
    launch->stage = program->vertex ? LAUNCH_VS : LAUNCH_PS;
    launch->threads = program->threads;
    launch->num_gprs = program->num_gprs;
    launch->stack_size = program->stack_size;
    for (unsigned t = 0; t < program->threads; t++)
        memcpy(out->gprs + (size_t)t * program->num_gprs * 4, program->gprs[t], program->num_gprs * 16);
    launch->gprs = (struct launch_gprs){.count = program->num_gprs,
                                        .file = words(out->gprs, (size_t)program->threads * program->num_gprs * 16)};
    for (unsigned b = 0; b < RANDOM_BUFFERS; b++)
        out->buffers[b] = (struct launch_constant_buffer){
            .line = 1, .bank = b, .file = words(program->buffer[b], sizeof program->buffer[b])};
    launch->constant_buffers = out->buffers;
    launch->constant_buffer_count = RANDOM_BUFFERS;
    launch->alu_constants =
        (struct launch_alu_constants){.count = REF_CONSTANTS, .file = words(program->file, sizeof program->file)};
    launch->bool_constants = program->booleans;
    for (unsigned i = 0; i < REF_FLOW_CONSTANTS; i++)
        out->loops[i] = (struct launch_loop_constant){.line = 1,
                                                      .index = i,
                                                      .count = program->loop[i].count,
                                                      .start = (uint32_t)program->loop[i].start,
                                                      .step = program->loop[i].step};
    launch->loop_constants = out->loops;
    launch->loop_constant_count = REF_FLOW_CONSTANTS;
}

/* STACK_SIZE that the program needs, by the interpreter; false when it is illegal. */
static enum random_verdict find_stack_size(struct random_judge *judge, struct random_case *program,
                                           struct case_launch *data, struct diag *diag)
{
    const unsigned    per_entry = judge->chip.wave_size >= 48 ? 4 : 8;
    uint32_t         *file = malloc(4 * REF_CONSTANTS * sizeof *file);
    struct ref_wave  *wave = malloc(sizeof *wave);
    struct ref_launch from;
    unsigned          most = 0;
    bool              good = file && wave;
    data->launch.stack_size = LAUNCH_STACK_SIZE_MAX;
    good = good && ref_program_launch(&data->program, NULL, &data->launch, file, &from, diag);
    for (unsigned first = 0; good && first < program->threads; first += from.wave_size) {
        const unsigned left = program->threads - first;
        from.wave_size = judge->chip.wave_size;
        from.temporaries = judge->chip.clause_temporaries;
        from.prefer_vector = judge->chip.prefer_vector;
        from.max_instructions = MOST_INSTRUCTIONS;
        ref_start(wave, &from, first / from.wave_size, left >= 64 ? ~(ref_mask_t)0 : ((ref_mask_t)1 << left) - 1);
        ref_program_load(&data->launch, &from, wave);
        good = ref_run(wave, &from) == REF_ENDED;
        if (!good)
            *diag = wave->diag;
        if (wave->most_elements > most)
            most = wave->most_elements;
    }
    free(file);
    free(wave);
    program->stack_size = data->launch.stack_size = (most + per_entry - 1) / per_entry;
    return good ? RANDOM_SAME : RANDOM_ILLEGAL;
}

enum random_verdict random_run(struct random_judge *judge, struct random_case *program, struct diag *diag)
{
    struct case_launch *data = malloc(sizeof *data);
    enum random_verdict verdict = RANDOM_FAILED;
    if (!data) {
        diag_set(diag, NULL, 0, "not enough memory for a launch");
        return RANDOM_FAILED;
    }
    judge->chip.prefer_vector = program->prefer_vector;
    if (!random_assemble(program)) {
        diag_set(diag, NULL, 0, "the program does not fit or cannot have its operands read");
        verdict = RANDOM_ILLEGAL;
    } else {
        describe(program, data);
        verdict = find_stack_size(judge, program, data, diag);
        if (verdict == RANDOM_SAME)
            verdict = random_compare(judge, &data->program, NULL, &data->launch, diag);
        else {
            judge->statistics.programs++;
            judge->statistics.illegal++;
        }
    }
    free(data);
    return verdict;
}
