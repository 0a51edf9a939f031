/* subjects.h - what is done with one wrong input, and what must hold whatever happens: refused with a diagnosis of one
 * line, or accepted and then harmless. */
#ifndef TB_FUZZ_SUBJECTS_H
#define TB_FUZZ_SUBJECTS_H

#include <ctype.h>
#include <unistd.h>

#include "isa/r700/asm/asm.h"
#include "isa/r700/dis/dis.h"
#include "kit/bytes.h"
#include "kit/walk.h"
#include "rtl_model/r700/gpu_machine.h"
#include "tb/fuzz/mutate.h"

enum { RUN_CYCLES = 2500, RUN_THREADS_MAX = 1 << 14, RUN_BYTES_MAX = 1 << 22 };

struct fuzz {
    struct random random;
    char          folder[256]; /* for files that have to be files */
    unsigned      accepted, refused, finished, stopped, limited;
    char          problem[512]; /* what must not be; empty: nothing */
};

#define PROBLEM(fuzz, ...)                                                                                             \
    ((fuzz)->problem[0] ? (void)0 : (void)snprintf((fuzz)->problem, sizeof(fuzz)->problem, __VA_ARGS__))

/* A refusal says why, in one printable line. */
static inline void check_diag(struct fuzz *fuzz, const struct diag *diag)
{
    fuzz->refused++;
    if (!diag->what[0])
        PROBLEM(fuzz, "refused without a reason");
    if (memchr(diag->what, 0, sizeof diag->what) == NULL || memchr(diag->file, 0, sizeof diag->file) == NULL)
        PROBLEM(fuzz, "a diagnosis without an end");
    for (const char *c = diag->what; *c; c++)
        if (*c == '\n' || *c == '\r' || iscntrl((unsigned char)*c)) {
            PROBLEM(fuzz, "a control character in the diagnosis \"%.200s\"", diag->what);
            return;
        }
}

/* ---- machines ---------------------------------------------------------------------------------------------------- */

/* After the last wavefront nothing is left behind. */
static inline void check_end(struct fuzz *fuzz, const struct gpu *gpu)
{
    for (unsigned line = 0; line < KCACHE_LINES; line++)
        if (gpu->simd->kcache.locks[line])
            PROBLEM(fuzz, "constant-cache line %u is locked after the end", line);
    for (unsigned c = 0; c < ALU_CLAUSES; c++)
        if (gpu->simd->clause[c].q.state != CLAUSE_EMPTY)
            PROBLEM(fuzz, "ALU clause %u is in flight after the end", c);
    if (gpu->simd->waves.q.resident)
        PROBLEM(fuzz, "%u wavefronts are resident after the end", gpu->simd->waves.q.resident);
}

/* Runs for a while; returns the clock. */
static inline uint64_t run_machine(struct fuzz *fuzz, struct gpu *gpu)
{
    struct diag diag = {0};
    switch (gpu_run(gpu, RUN_CYCLES, &diag)) {
    case GPU_FINISHED:
        fuzz->finished++;
        check_end(fuzz, gpu);
        break;
    case GPU_STOPPED:
        fuzz->stopped++;
        check_diag(fuzz, &diag);
        break;
    case GPU_CYCLE_LIMIT:
        fuzz->limited++;
        if (gpu->cycle != RUN_CYCLES)
            PROBLEM(fuzz, "the cycle limit %d came at %llu", RUN_CYCLES, (unsigned long long)gpu->cycle);
    }
    return gpu->cycle;
}

/* The same inputs give the same run. */
static inline void run_twice(struct fuzz *fuzz, const struct chip_config *chip, const struct program *program,
                             const struct launch *launch)
{
    struct diag    diag = {0};
    struct gpu    *gpu[2];
    uint64_t       cycles[2] = {0, 0};
    const unsigned runs = random_below(&fuzz->random, 4) == 0 ? 2 : 1;
    for (unsigned i = 0; i < runs; i++) {
        gpu[i] = gpu_create(chip, program, launch, &diag);
        if (!gpu[i]) {
            check_diag(fuzz, &diag);
            if (i)
                PROBLEM(fuzz, "refused the second time");
            for (unsigned j = 0; j < i; j++)
                gpu_free(gpu[j]);
            return;
        }
        cycles[i] = run_machine(fuzz, gpu[i]);
    }
    struct rtl_difference first;
    if (runs == 2 &&
        (cycles[0] != cycles[1] || rtl_compare(gpu[0]->instances, gpu[1]->instances, gpu[0]->instance_count, &first)))
        PROBLEM(fuzz, "two runs of the same inputs differ");
    for (unsigned i = 0; i < runs; i++)
        gpu_free(gpu[i]);
}

static inline void random_chip(struct fuzz *fuzz, struct chip_config *chip)
{
    struct diag diag;
    if (!chip_load(chip_names[random_below(&fuzz->random, CHIP_NAMES)], chip, &diag) ||
        (random_below(&fuzz->random, 4) && !chip_set(chip, "ic_miss_clk=3", &diag)) || !chip_validate(chip, &diag))
        PROBLEM(fuzz, "a preset is refused: %.200s", diag.what);
}

/* ---- programs ---------------------------------------------------------------------------------------------------- */

/* A program as text assembles to the program (docs/assembly.md). */
static inline void check_text(struct fuzz *fuzz, const struct program *program)
{
    char       *text = NULL;
    size_t      length = 0;
    uint32_t   *dwords = NULL;
    unsigned    count = 0;
    struct diag diag = {0};
    FILE       *out = open_memstream(&text, &length);
    if (!out || !isa_disassemble(program->dwords, program->count, NULL, out, &diag))
        PROBLEM(fuzz, "not disassembled: %.300s", diag.what);
    if (out)
        fclose(out);
    if (!isa_assemble("listing", text, length, &dwords, &count, NULL, &diag))
        PROBLEM(fuzz, "its listing is refused: line %u: %.300s", diag.line, diag.what);
    else if (count != program->count || memcmp(dwords, program->dwords, 4 * (size_t)count))
        PROBLEM(fuzz, "its listing assembles to another program (%u dwords of %u)", count, program->count);
    free(dwords);
    free(text);
}

static inline void check_program(struct fuzz *fuzz, const struct bytes *input, const struct program *program)
{
    if (program->count == 0 || program->count % 2 || program->count > PROGRAM_DWORDS_MAX || !program->dwords)
        PROBLEM(fuzz, "accepted a program of %u dwords", program->count);
    if (program->form != program_recognise(input->data, input->size))
        PROBLEM(fuzz, "accepted as %s", program_form_name(program->form));
    if (program->hash != program_hash(program->dwords, program->count))
        PROBLEM(fuzz, "the hash is not that of the dwords");
    if (program->form == PROGRAM_ELF && 4 * (size_t)program->count > input->size)
        PROBLEM(fuzz, "%u dwords from %zu bytes", program->count, input->size);
    if (program->form == PROGRAM_RAW) {
        if (4 * (size_t)program->count != input->size)
            PROBLEM(fuzz, "%u dwords from %zu raw bytes", program->count, input->size);
        for (unsigned i = 0; i < program->count && !fuzz->problem[0]; i++)
            if (little_dword(input->data, i) != program->dwords[i])
                PROBLEM(fuzz, "dword %u is not that of the file", i);
    }
    if (program->num_gprs > 255 || program->stack_size > 255)
        PROBLEM(fuzz, "%u GPRs, stack of %u", program->num_gprs, program->stack_size);
}

/* A launch of a few threads without inputs. */
static inline void run_program(struct fuzz *fuzz, const struct program *program)
{
    struct chip_config chip;
    struct launch      launch = {.path = "fuzz.json", .stage = LAUNCH_PS};
    random_chip(fuzz, &chip);
    launch.threads = 1 + (unsigned)random_below(&fuzz->random, 300);
    launch.num_gprs = 1 + (unsigned)random_below(&fuzz->random, 20);
    launch.stack_size = (unsigned)random_below(&fuzz->random, 6);
    launch.bool_constants = (uint32_t)random_next(&fuzz->random);
    launch.line[LAUNCH_KEY_NUM_GPRS] = launch.line[LAUNCH_KEY_THREADS] = 1;
    launch.line[LAUNCH_KEY_STACK_SIZE] = launch.line[LAUNCH_KEY_BOOL_CONSTANTS] = 1;
    if (random_below(&fuzz->random, 4) == 0)
        launch.stage = LAUNCH_VS;
    run_twice(fuzz, &chip, program, &launch);
}

static inline void try_program(struct fuzz *fuzz, const struct bytes *input)
{
    struct program program;
    struct diag    diag = {0};
    if (!program_parse("fuzz", input->data, input->size, &program, &diag)) {
        check_diag(fuzz, &diag);
        if (program.dwords || program.count)
            PROBLEM(fuzz, "a refused program is not empty");
        program_free(&program);
        return;
    }
    fuzz->accepted++;
    check_program(fuzz, input, &program);
    if (program.count < 4096)
        check_text(fuzz, &program);
    run_program(fuzz, &program);
    program_free(&program);
}

/* ---- launch files ------------------------------------------------------------------------------------------------ */

static inline bool small_enough(const struct launch *launch)
{
    size_t bytes = 0;
    for (unsigned i = 0; i < launch->buffer_count; i++)
        bytes += launch->buffers[i].file.bytes;
    return launch->threads <= RUN_THREADS_MAX && bytes <= RUN_BYTES_MAX;
}

static inline void check_launch(struct fuzz *fuzz, const struct launch *launch)
{
    if (launch->threads < 1 || launch->threads > LAUNCH_THREADS_MAX)
        PROBLEM(fuzz, "accepted %u threads", (unsigned)launch->threads);
    if (launch->line[LAUNCH_KEY_NUM_GPRS] && launch->num_gprs > LAUNCH_NUM_GPRS_MAX)
        PROBLEM(fuzz, "accepted %u GPRs", launch->num_gprs);
    if (launch->gprs.first + launch->gprs.count > LAUNCH_THREAD_GPRS)
        PROBLEM(fuzz, "accepted GPRs %u + %u", launch->gprs.first, launch->gprs.count);
    if (launch->gprs.count && launch->gprs.file.bytes != (size_t)launch->threads * launch->gprs.count * 16)
        PROBLEM(fuzz, "accepted %zu bytes for %u GPRs of %u threads", launch->gprs.file.bytes, launch->gprs.count,
                (unsigned)launch->threads);
    for (unsigned i = 0; i < launch->constant_buffer_count; i++)
        if (launch->constant_buffers[i].bank >= LAUNCH_BANKS || !launch->constant_buffers[i].file.bytes)
            PROBLEM(fuzz, "accepted constant buffer %u", launch->constant_buffers[i].bank);
    for (unsigned i = 0; i < launch->texture_count; i++)
        if (!launch->textures[i].raw && (!launch->textures[i].width || !launch->textures[i].height))
            PROBLEM(fuzz, "accepted an empty texture");
}

/* `must_refuse`: a change that no launch file survives. */
static inline void try_launch(struct fuzz *fuzz, const struct bytes *input, const char *path, bool must_refuse)
{
    struct diag    diag = {0};
    struct program program;
    struct launch *launch = launch_parse(path, (const char *)input->data, input->size, &diag);
    if (!launch) {
        check_diag(fuzz, &diag);
        if (!diag.file[0])
            PROBLEM(fuzz, "a diagnosis without the file: \"%.300s\"", diag.what);
        return;
    }
    fuzz->accepted++;
    if (must_refuse)
        PROBLEM(fuzz, "accepted");
    check_launch(fuzz, launch);
    if (small_enough(launch) && launch->program.path) {
        struct chip_config chip;
        random_chip(fuzz, &chip);
        if (!program_load(launch->program.path, &program, &diag)) {
            check_diag(fuzz, &diag);
        } else {
            run_twice(fuzz, &chip, &program, launch);
            program_free(&program);
        }
    }
    launch_free(launch);
}

/* ---- chip files -------------------------------------------------------------------------------------------------- */

static inline void write_file(struct fuzz *fuzz, const char *path, const struct bytes *input)
{
    FILE *file = fopen(path, "wb");
    if (!file || fwrite(input->data, 1, input->size, file) != input->size)
        PROBLEM(fuzz, "cannot write %.200s", path);
    if (file)
        fclose(file);
}

static inline void try_chip(struct fuzz *fuzz, const struct bytes *input, const struct bytes *program_text,
                            bool must_refuse)
{
    char               path[300];
    struct diag        diag = {0};
    struct chip_config chip;
    struct program     program;
    snprintf(path, sizeof path, "%s/chip.json", fuzz->folder);
    write_file(fuzz, path, input);
    if (!chip_load(path, &chip, &diag) || !chip_validate(&chip, &diag)) {
        check_diag(fuzz, &diag);
        return;
    }
    fuzz->accepted++;
    if (must_refuse)
        PROBLEM(fuzz, "accepted");
    if (!memchr(chip.name, 0, sizeof chip.name) || !chip.name[0])
        PROBLEM(fuzz, "accepted a name without an end");
    for (unsigned p = 0; p < CHIP_PARAMETERS; p++) {
        const uint32_t value = chip_value(&chip, &chip_parameters[p]);
        if (value < chip_parameters[p].least || value > chip_parameters[p].most)
            PROBLEM(fuzz, "accepted %s = %u", chip_parameters[p].name, (unsigned)value);
    }
    if (!program_parse("program", program_text->data, program_text->size, &program, &diag)) {
        PROBLEM(fuzz, "%.300s", diag.what);
        return;
    }
    struct launch launch = {.path = "fuzz.json", .stage = LAUNCH_PS, .threads = 150, .num_gprs = 4, .stack_size = 2};
    launch.line[LAUNCH_KEY_NUM_GPRS] = launch.line[LAUNCH_KEY_THREADS] = launch.line[LAUNCH_KEY_STACK_SIZE] = 1;
    run_twice(fuzz, &chip, &program, &launch);
    program_free(&program);
}

/* ---- snapshots --------------------------------------------------------------------------------------------------- */

/* A machine somewhere in a run of a small program. */
struct snapshot_subject {
    struct chip_config chip;
    struct program     program;
    struct launch      launch;
    struct gpu        *gpu, *other; /* `other` is what snapshots are loaded into */
    struct bytes       file;
};

static inline bool snapshot_start(struct fuzz *fuzz, struct snapshot_subject *subject, const struct bytes *text)
{
    char        path[300];
    struct diag diag = {0};
    memset(subject, 0, sizeof *subject);
    subject->launch =
        (struct launch){.path = "fuzz.json", .stage = LAUNCH_PS, .threads = 150, .num_gprs = 4, .stack_size = 2};
    subject->launch.line[LAUNCH_KEY_NUM_GPRS] = subject->launch.line[LAUNCH_KEY_THREADS] = 1;
    subject->launch.line[LAUNCH_KEY_STACK_SIZE] = 1;
    snprintf(path, sizeof path, "%s/snap", fuzz->folder);
    if (!chip_load("rv770", &subject->chip, &diag) || !chip_set(&subject->chip, "simds=2", &diag) ||
        !program_parse("program", text->data, text->size, &subject->program, &diag) ||
        !(subject->gpu = gpu_create(&subject->chip, &subject->program, &subject->launch, &diag)) ||
        !(subject->other = gpu_create(&subject->chip, &subject->program, &subject->launch, &diag)) ||
        gpu_run(subject->gpu, 900, &diag) != GPU_CYCLE_LIMIT) {
        fprintf(stderr, "the machine of the snapshots does not start: %s\n", diag.what);
        return false;
    }
    const struct rtl_machine machine = gpu_machine(subject->gpu);
    return machine_snapshot_save(path, &machine, &diag) && bytes_read(&subject->file, path);
}

static inline void snapshot_end(struct snapshot_subject *subject)
{
    gpu_free(subject->gpu);
    gpu_free(subject->other);
    program_free(&subject->program);
    bytes_free(&subject->file);
}

/* A changed snapshot is refused and the machine is as it was; an unchanged one is taken. */
static inline void try_snapshot(struct fuzz *fuzz, struct snapshot_subject *subject, const struct bytes *input)
{
    const struct rtl_machine machine = gpu_machine(subject->other);
    char                     path[300];
    struct diag              diag = {0};
    struct simd              before;
    const bool same = input->size == subject->file.size && memcmp(input->data, subject->file.data, input->size) == 0;
    snprintf(path, sizeof path, "%s/snap", fuzz->folder);
    write_file(fuzz, path, input);
    memcpy(&before, subject->other->simd, sizeof before);
    if (!machine_snapshot_load(path, &machine, &diag)) {
        check_diag(fuzz, &diag);
        if (same)
            PROBLEM(fuzz, "a good snapshot is refused: %.300s", diag.what);
        if (memcmp(&before, subject->other->simd, sizeof before) || subject->other->cycle != 0)
            PROBLEM(fuzz, "a refused snapshot has changed the machine");
        return;
    }
    fuzz->accepted++;
    if (!same)
        PROBLEM(fuzz, "a changed snapshot is taken");
    gpu_reset(subject->other);
    subject->other->cycle = 0;
}

#endif
