/* test_random.c - random programs on the machine and on the reference interpreter: every export, every GPR, every kill
 * (DESIGN: correctness).  `WEKIVA_PROGRAMS=n` runs n programs of each kind, `WEKIVA_SEED=s` starts at seed s. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "pipeline/alu_functions.h"
#include "rtl_model/r700/gpu.h"
#include "tb/random/random.h"

enum { TYPES = 3, TARGETS = 64, WAVES = RANDOM_THREADS / REF_LANES, INSTRUCTIONS = 20000, CYCLES = 3000000 };

struct target {
    uint32_t value[RANDOM_THREADS][4];
    uint8_t  written[RANDOM_THREADS];
};

/* One case with what both made of it. */
struct match {
    struct random_case            program;
    struct ref_wave               wave[WAVES];
    struct target                 target[TYPES][TARGETS];
    struct launch_constant_buffer buffers[RANDOM_BUFFERS];
    struct launch_loop_constant   loops[REF_FLOW_CONSTANTS];
    struct launch                 launch;
    unsigned                      same, unlike, discarded;
};

static uint32_t transcendental(void *user, enum isa_alu_id id, uint32_t operand)
{
    quarter_t      src[3] = {{{operand}}}, result;
    quarter_mask_t flags;
    (void)user;
    alu_compute(id, src, &result, &flags);
    return result.lane[0];
}

static void note_export(void *user, const struct ref_wave *wave, const struct ref_export *values)
{
    struct match  *match = user;
    struct target *target = &match->target[values->type][values->index % TARGETS];
    for (unsigned t = 0; t < REF_LANES; t++)
        for (unsigned e = 0; e < 4; e++)
            if (values->threads >> t & 1 && values->elements >> e & 1) {
                target->value[wave->number * REF_LANES + t][e] = values->value[e][t];
                target->written[wave->number * REF_LANES + t] |= (uint8_t)(1u << e);
            }
}

/* False when the program is no legal one or reads what is undefined. */
static bool interpret(struct match *match)
{
    struct random_case *program = &match->program;
    struct ref_launch   launch = {.program = program->dwords,
                                  .program_dwords = program->dword_count,
                                  .num_gprs = program->num_gprs,
                                  .temporaries = 4,
                                  .stack_size = 255,
                                  .wave_size = REF_LANES,
                                  .pixel = !program->vertex,
                                  .prefer_vector = program->prefer_vector,
                                  .constant_file = program->file[0],
                                  .booleans = program->booleans,
                                  .max_instructions = INSTRUCTIONS,
                                  .user = match,
                                  .transcendental = transcendental,
                                  .exported = note_export};
    unsigned            elements = 0;
    memset(match->target, 0, sizeof match->target);
    memcpy(launch.loop, program->loop, sizeof launch.loop);
    for (unsigned b = 0; b < RANDOM_BUFFERS; b++) {
        launch.buffer[b] = program->buffer[b][0];
        launch.buffer_vectors[b] = RANDOM_VECTORS;
    }
    for (unsigned w = 0; w * REF_LANES < program->threads; w++) {
        struct ref_wave *wave = &match->wave[w];
        const unsigned   left = program->threads - w * REF_LANES;
        ref_start(wave, &launch, w, left >= REF_LANES ? ~0ull : (1ull << left) - 1);
        for (unsigned t = 0; t < REF_LANES && t < left; t++)
            for (unsigned g = 0; g < program->num_gprs; g++)
                for (unsigned e = 0; e < 4; e++)
                    wave->gpr[g][e][t] = program->gprs[w * REF_LANES + t][g][e];
        if (ref_run(wave, &launch) != REF_ENDED || wave->undefined_reads || wave->hazards)
            return false;
        elements = wave->most_elements > elements ? wave->most_elements : elements;
    }
    program->stack_size = (elements + 3) / 4;
    return true;
}

/* The launch file that the case would have. */
static void fill_launch(struct match *match)
{
    struct random_case *program = &match->program;
    struct launch      *launch = &match->launch;
    memset(launch, 0, sizeof *launch);
    memset(match->buffers, 0, sizeof match->buffers);
    memset(match->loops, 0, sizeof match->loops);
    static const enum launch_key keys[] = {
        LAUNCH_KEY_STAGE,          LAUNCH_KEY_THREADS,        LAUNCH_KEY_NUM_GPRS,
        LAUNCH_KEY_STACK_SIZE,     LAUNCH_KEY_GPRS,           LAUNCH_KEY_ALU_CONSTANTS,
        LAUNCH_KEY_BOOL_CONSTANTS, LAUNCH_KEY_LOOP_CONSTANTS, LAUNCH_KEY_CONSTANT_BUFFERS};
    for (size_t k = 0; k < sizeof keys / sizeof keys[0]; k++)
        launch->line[keys[k]] = 1;
    launch->path = "random";
    launch->stage = program->vertex ? LAUNCH_VS : LAUNCH_PS;
    launch->threads = program->threads;
    launch->num_gprs = program->num_gprs;
    launch->stack_size = program->stack_size;
    launch->gprs.count = program->num_gprs;
    launch->gprs.file.bytes = (size_t)program->threads * program->num_gprs * 16;
    launch->gprs.file.data = malloc(launch->gprs.file.bytes + 1);
    assert_non_null(launch->gprs.file.data);
    for (unsigned t = 0; t < program->threads; t++)
        memcpy(launch->gprs.file.data + (size_t)t * program->num_gprs * 16, program->gprs[t], program->num_gprs * 16);
    for (unsigned b = 0; b < RANDOM_BUFFERS; b++) {
        match->buffers[b].bank = b;
        match->buffers[b].file.data = (uint8_t *)program->buffer[b];
        match->buffers[b].file.bytes = sizeof program->buffer[b];
    }
    launch->constant_buffers = match->buffers;
    launch->constant_buffer_count = RANDOM_BUFFERS;
    launch->alu_constants.count = REF_CONSTANTS;
    launch->alu_constants.file.data = (uint8_t *)program->file;
    launch->alu_constants.file.bytes = sizeof program->file;
    launch->bool_constants = program->booleans;
    for (unsigned i = 0; i < REF_FLOW_CONSTANTS; i++)
        match->loops[i] = (struct launch_loop_constant){.index = i,
                                                        .count = program->loop[i].count,
                                                        .start = (uint32_t)program->loop[i].start,
                                                        .step = program->loop[i].step};
    launch->loop_constants = match->loops;
    launch->loop_constant_count = REF_FLOW_CONSTANTS;
}

static bool exports_agree(const struct match *match, const struct result_exports *exports)
{
    static const uint32_t nothing[4];
    for (unsigned type = 0; type < TYPES; type++)
        for (unsigned index = 0; index < TARGETS; index++) {
            const struct result_column *column = results_find(exports, (enum launch_export_type)type, index);
            const struct target        *target = &match->target[type][index];
            for (unsigned t = 0; t < match->program.threads; t++) {
                const uint32_t *got = column ? column->values[t] : nothing;
                if (exports->killed[t])
                    continue;
                if ((column ? column->written[t] : 0) != target->written[t] ||
                    memcmp(got, target->value[t], sizeof target->value[t]) != 0) {
                    print_message("seed %llu: thread %u, export type %u, index %u\n",
                                  (unsigned long long)match->program.seed, t, type, index);
                    return false;
                }
            }
        }
    return true;
}

static bool threads_agree(const struct match *match, const struct gpu *gpu)
{
    const struct random_case *program = &match->program;
    uint32_t                 *words = malloc((size_t)program->threads * program->num_gprs * 16);
    bool                      agree = words != NULL;
    if (words)
        gpu_read_gprs(gpu, words);
    for (unsigned t = 0; t < program->threads && agree; t++) {
        const struct ref_wave *wave = &match->wave[t / REF_LANES];
        const bool             killed = !(wave->valid >> t % REF_LANES & 1);
        agree = gpu->exports.killed[t] == killed;
        for (unsigned r = 0; r < 4 * program->num_gprs && agree; r++)
            agree = words[t * 4 * program->num_gprs + r] == wave->gpr[r / 4][r % 4][t % REF_LANES];
        if (!agree)
            print_message("seed %llu: thread %u\n", (unsigned long long)program->seed, t);
    }
    free(words);
    return agree;
}

/* The machine may refuse what the interpreter runs: only one element of AR in a group (ISA 4.6.1). */
static void compare(struct match *match)
{
    struct random_case  *program = &match->program;
    const struct program words = {.dwords = program->dwords, .count = program->dword_count};
    struct chip_config   chip;
    struct diag          diag = {0};
    fill_launch(match);
    assert_true(chip_load("rv770", &chip, &diag));
    chip.prefer_vector = program->prefer_vector;
    struct gpu *gpu = gpu_create(&chip, &words, &match->launch, &diag);
    if (!gpu)
        fail_msg("seed %llu: %s", (unsigned long long)program->seed, diag.what);
    const enum gpu_end end = gpu_run(gpu, CYCLES, &diag);
    if (end == GPU_STOPPED && strstr(diag.what, "more than one element of AR"))
        match->discarded++;
    else if (end != GPU_FINISHED)
        fail_msg("seed %llu: %s", (unsigned long long)program->seed, diag.what);
    else if (exports_agree(match, gpu_exports(gpu)) && threads_agree(match, gpu))
        match->same++;
    else
        match->unlike++;
    gpu_free(gpu);
    free(match->launch.gprs.file.data);
}

static uint64_t setting(const char *name, uint64_t otherwise)
{
    const char *text = getenv(name);
    return text ? strtoull(text, NULL, 10) : otherwise;
}

static void run_programs(const char *kind, unsigned programs)
{
    struct random_weights weights = random_default_weights();
    struct match         *match = calloc(1, sizeof *match);
    struct diag           diag;
    const uint64_t        first = setting("WEKIVA_SEED", 1), count = setting("WEKIVA_PROGRAMS", programs);
    assert_non_null(match);
    assert_true(random_set_weights(&weights, kind, &diag));
    for (uint64_t seed = first; seed < first + count; seed++) {
        random_generate(seed, &weights, &match->program);
        if (random_assemble(&match->program) && interpret(match))
            compare(match);
        else
            match->discarded++;
    }
    print_message("%s, seeds %llu..: %u agree, %u differ, %u discarded\n", kind, (unsigned long long)first, match->same,
                  match->unlike, match->discarded);
    const unsigned unlike = match->unlike, same = match->same;
    free(match);
    assert_int_equal(unlike, 0);
    assert_true(same > count / 2);
}

static void straight_line_programs_agree(void **state)
{
    (void)state;
    run_programs("straight", 150);
}

static void programs_with_control_flow_agree(void **state)
{
    (void)state;
    run_programs("whole_quad=0,valid_pixel=0", 60);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(straight_line_programs_agree),
        cmocka_unit_test(programs_with_control_flow_agree),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
