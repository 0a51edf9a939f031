/* compare.c - a program on both judges. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "rtl_model/r700/family.h"
#include "tb/random/case_launch.h"
#include "tb/random/counted.h"
#include "tb/random/in_threads.h"
#include "tb/random/observe.h"
#include "tb/random/settled.h"
#include "tb/ref/ref_program.h"

enum {
    MOST_INSTRUCTIONS = 20000,
    SHORT_CLOCKS = 40,
    MOST_TRIES = 4,
    SETTLE_EVERY = 4,     /* so many programs one has its sleepers clocked, too */
    ALONE_EVERY = 16,     /* so many programs one has each module's edge taken alone */
    PLAIN_EVERY = 16,     /* so many programs one runs beside a machine without sleep */
    SEVERAL_EVERY = 8,    /* so many programs one runs on 2 or 10 SIMDs, beside the same without sleep */
    THREADS_EVERY = 8,    /* so many programs one runs on several SIMDs, in several threads and in one */
    PAIR_EVERY = 64,      /* so many programs one runs beside another one, at once */
    COUNTED_EVERY = 16,   /* so many programs one has the costs of its lines added up */
    SEVERAL_CLOCKS = 8192 /* so long both machines of several SIMDs are run beside each other */
};

/* To this clock with sleep, from there on without. */
static void run_to(struct gpu *plain, uint64_t cycle)
{
    plain->simd->plain = false;
    gpu_touch(plain);
    gpu_run(plain, cycle, NULL);
    plain->simd->plain = true;
    gpu_touch(plain);
}

/* Both machines at the same clock: at times they are compared, registers, memories and wires.  Then one takes its edge.
 */
static bool clock_plain(const struct observer *o, struct gpu *gpu, struct gpu *plain, struct diag *diag)
{
    if (!observe_closely(o, gpu->cycle))
        return true;
    if (plain->cycle != gpu->cycle) {
        run_to(plain, gpu->cycle);
        if (plain->cycle != gpu->cycle)
            return diag_set(diag, NULL, 0, "beside another one, the machine ends in another clock");
    }
    gpu_wire(gpu);
    gpu_wire(plain);
    if (observe_whole(o, gpu->cycle)) {
        gpu_look(gpu);
        gpu_look(plain);
        if (!machines_agree(gpu, plain, true, diag))
            return false;
    }
    gpu_edge(plain);
    return true;
}

/* The same program in stretches without an observer, short and long ones: SIMDs sleep, operands are read at once. */
static bool agrees_unseen(const struct chip_config *chip, const struct observer *o, const struct program *program,
                          struct gpu *seen, struct diag *diag)
{
    struct gpu *gpu = gpu_create_fast(chip, program, o->launch, diag);
    bool        agrees = gpu != NULL;
    for (uint64_t n = 1; agrees && gpu->cycle < seen->cycle && !gpu_finished(gpu); n = n * 5 % 97) {
        const uint64_t to = gpu->cycle + (n % 4 ? n : 16 * n);
        gpu_run(gpu, to < seen->cycle ? to : seen->cycle, NULL);
    }
    if (agrees) {
        gpu_look(gpu);
        gpu_look(seen);
        agrees = gpu->cycle == seen->cycle ? machines_agree(gpu, seen, false, diag)
                                           : diag_set(diag, NULL, 0, "unseen, the machine ends in another clock");
    }
    gpu_free(gpu);
    return agrees;
}

/* Clocks that are all looked at closely, or none of them. */
static uint64_t end_of_stretch(const struct observer *o, uint64_t cycle)
{
    const bool closely = observe_closely(o, cycle);
    do
        cycle += OBSERVE_STRETCH - cycle % OBSERVE_STRETCH;
    while (observe_closely(o, cycle) == closely);
    return cycle;
}

/* In stretches that are looked at closely all modules of the chip, of SIMD 0 and of another SIMD are evaluated in every
 * clock.  Both machines are the same at the end of each stretch. */
static bool run_several(const struct observer *o, struct gpu *gpu, struct gpu *plain, struct diag *diag)
{
    enum gpu_end end = GPU_CYCLE_LIMIT;
    bool         agrees = true;
    while (agrees && end == GPU_CYCLE_LIMIT && gpu->cycle < SEVERAL_CLOCKS) {
        const uint64_t to = end_of_stretch(o, gpu->cycle);
        const unsigned another = (unsigned)(gpu->cycle / OBSERVE_STRETCH + gpu->launch->threads) % plain->simds;
        for (unsigned i = 0; i < plain->simds; i++)
            plain->simd[i].plain = observe_closely(o, gpu->cycle) && (i == 0 || i == another);
        gpu_touch(plain);
        end = gpu_run(gpu, to, diag);
        gpu_run(plain, to, diag);
        gpu_look(gpu);
        gpu_look(plain);
        agrees = gpu->cycle == plain->cycle ? machines_agree(gpu, plain, false, diag)
                                            : diag_set(diag, NULL, 0, "on %u SIMDs: another last clock", plain->simds);
    }
    return agrees;
}

/* The same on several SIMDs: each signal is what it is with everything evaluated in every clock, and, where nothing
 * depends on the clocks between groups, the exports are the interpreter's. */
static bool agrees_on_several(const struct chip_config *chip, struct observer *o, const struct program *program,
                              struct diag *diag)
{
    struct chip_config several = *chip;
    several.simds = o->simds;
    struct gpu *gpu = gpu_create_fast(&several, program, o->launch, diag);
    struct gpu *plain = gpu_create(&several, program, o->launch, diag);
    bool        agrees = gpu && plain;
    if (agrees)
        agrees = run_several(o, gpu, plain, diag) && gpu_run(gpu, observe_limit(o), diag) == GPU_FINISHED &&
                 (o->gaps || observe_end(o, gpu, diag));
    gpu_free(plain);
    gpu_free(gpu);
    return agrees;
}

static enum random_verdict run_machine(struct random_judge *judge, const struct chip_config *chip, struct observer *o,
                                       const struct program *program, struct diag *diag)
{
    const uint64_t      limit = observe_limit(o);
    enum random_verdict verdict = RANDOM_SAME;
    /* Not where modules are compared one by one: their clocks go without an observer. */
    const bool  fast = !o->settle_all && !o->edges_alone;
    struct gpu *gpu = (fast ? gpu_create_fast : gpu_create)(chip, program, o->launch, diag);
    struct gpu *plain = gpu && o->beside_plain ? gpu_create(chip, program, o->launch, diag) : NULL;
    if (!gpu || (o->beside_plain && !plain)) {
        gpu_free(gpu);
        return RANDOM_STOPPED;
    }
    if (plain)
        plain->simd->plain = true; /* without sleep */
    while (verdict == RANDOM_SAME && !gpu_finished(gpu)) {
        if (gpu_stopped(gpu, diag))
            verdict = RANDOM_STOPPED;
        else if (gpu->cycle > limit)
            verdict = RANDOM_HANGS;
        else if ((plain && !clock_plain(o, gpu, plain, diag)) || !observe_clock(o, gpu, diag))
            verdict = RANDOM_DIFFERENT;
    }
    if (verdict == RANDOM_HANGS)
        diag_set(diag, NULL, 0, "the machine does not end within %llu clocks", (unsigned long long)limit);
    if (verdict == RANDOM_SAME && !observe_end(o, gpu, diag))
        verdict = RANDOM_DIFFERENT;
    judge->statistics.cycles += gpu->cycle;
    if (verdict == RANDOM_SAME && !judge->brief && !agrees_unseen(chip, o, program, gpu, diag))
        verdict = RANDOM_DIFFERENT;
    if (verdict == RANDOM_SAME && o->simds && !agrees_on_several(chip, o, program, diag))
        verdict = RANDOM_DIFFERENT;
    gpu_free(plain);
    gpu_free(gpu);
    return verdict;
}

/* By its key and, where SQ_PGM_RESOURCES_* is there, in its STACK_SIZE (3D 10). */
static void give_stack(struct launch *launch, unsigned entries)
{
    launch->stack_size = entries;
    for (unsigned i = 0; i < launch->register_count; i++) {
        struct launch_register *const to = &launch->registers[i];
        if (to->known && random_is_resources(to->offset))
            to->value = (to->value & ~UINT32_C(0xff00)) | entries << 8;
    }
}

/* With one stack entry less the machine must stop, and say why: what it needs is what the interpreter needs, no less
 * (ISA 3.6.5).  One program in eight is tried. */
static enum random_verdict run_short_of_stack(const struct random_case *program, const struct chip_config *chip,
                                              const struct program *words, struct launch *launch, struct diag *diag)
{
    enum { ONE_IN = 8 };
    if (program->seed % ONE_IN || !program->stack_size)
        return RANDOM_SAME;
    give_stack(launch, program->stack_size - 1);
    struct gpu *gpu = gpu_create(chip, words, launch, diag);
    if (!gpu)
        return RANDOM_STOPPED;
    const bool stops = gpu_run(gpu, 0, diag) == GPU_STOPPED && gpu->simd->flow.q.error == CF_STACK_OVERFLOW;
    gpu_free(gpu);
    if (!stops)
        diag_set(diag, NULL, 0, "a stack of %u entries is enough for the machine, the interpreter needs %u",
                 launch->stack_size, program->stack_size);
    return stops ? RANDOM_SAME : RANDOM_DIFFERENT;
}

/* To the end, and to the stop that a stack of one entry less may be. */
static bool run_in_threads(const struct random_case *program, const struct chip_config *chip,
                           const struct program *words, struct launch *launch, struct diag *diag)
{
    if (program->seed % THREADS_EVERY != 3)
        return true;
    bool agrees = agrees_in_threads(chip, words, launch, program->seed, diag);
    if (agrees && launch->stack_size) {
        give_stack(launch, launch->stack_size - 1);
        agrees = agrees_in_threads(chip, words, launch, program->seed, diag);
        give_stack(launch, launch->stack_size + 1);
    }
    return agrees;
}

static bool run_at_once(struct random_judge *judge, const struct random_case *program, const struct chip_config *chip,
                        const struct case_launch *data, struct diag *diag)
{
    bool other = false;
    if (program->seed % PAIR_EVERY != 15)
        return true;
    const bool agrees = agrees_at_once(chip, data, program->seed, &other, diag);
    judge->statistics.pairs++;
    judge->statistics.other_pairs += other;
    return agrees;
}

/* What the interpreter is given: the launch, and what the chip adds to it. */
static bool begin(const struct random_judge *judge, const struct chip_config *chip, const struct program *program,
                  const struct program *fetch, const struct launch *launch, struct observer *o, struct diag *diag)
{
    memset(o, 0, sizeof *o);
    o->launch = launch;
    o->fault = judge->fault;
    o->coverage = judge->coverage;
    if (!ref_program_launch(program, fetch, launch, o->file, &o->from, diag))
        return false;
    o->from.wave_size = chip->wave_size;
    o->from.temporaries = chip->clause_temporaries;
    o->from.doubles = chip->doubles;
    o->from.prefer_vector = chip->prefer_vector;
    o->from.dx9_clamp_nan = chip->dx9_clamp_nan;
    o->from.old_behind_relative_write = !chip->relative_write_read;
    o->from.old_behind_plain_write = !chip->write_relative_read;
    o->from.src1_by_number = chip->same_number_read;
    o->from.max_instructions = MOST_INSTRUCTIONS;
    return true;
}

static enum random_verdict run_reference(struct observer *o, struct diag *diag)
{
    if (!observe_reference(o, diag))
        return o->out_of_memory ? RANDOM_FAILED : RANDOM_ILLEGAL;
    if (!o->undefined)
        return RANDOM_SAME;
    diag_set(diag, NULL, 0, "%llu reads of what the manual leaves undefined (ISA 4.6.2, 4.6.3; fetch behind fetch)",
             (unsigned long long)o->undefined);
    return RANDOM_UNDEFINED;
}

static unsigned stack_of(const struct observer *o, const struct chip_config *chip)
{
    const unsigned per_entry = chip->wave_size >= 48 ? 4 : 8; /* ISA table 3.5 */
    return (o->most_elements + per_entry - 1) / per_entry;
}

/* A SIMD holds all wavefronts of a group at once: their GPRs, and stacks as large as the program needs. */
static bool group_fits(const struct random_case *program, const struct chip_config *chip, struct diag *diag)
{
    const unsigned waves = (program->group_size + chip->wave_size - 1) / chip->wave_size;
    const unsigned rows = chip->max_gprs - program->globals - 2 * chip->clause_temporaries;
    if (waves * program->num_gprs <= rows && waves * program->stack_size <= chip->max_stack_entries)
        return true;
    return diag_set(diag, NULL, 0, "a group of %u wavefronts does not fit a SIMD", waves);
}

/* Where a register's value depends on how closely a group follows the one before (ISA 4.11), the interpreter is told by
 * the machine when it does, and says what is read.  `launch` and the case get the stack that the program then needs:
 * NULL when that is fixed. */
static enum random_verdict with_gaps(struct random_judge *judge, const struct chip_config *chip, struct observer *o,
                                     const struct program *program, struct random_case *of, struct launch *launch,
                                     struct diag *diag)
{
    enum random_verdict verdict = RANDOM_SAME;
    for (unsigned tries = 0; tries < MOST_TRIES; tries++) {
        if (of && !group_fits(of, chip, diag))
            return RANDOM_ILLEGAL;
        if (!observe_gaps(o, chip, program, diag))
            return RANDOM_STOPPED;
        verdict = run_reference(o, diag);
        if (verdict != RANDOM_SAME || !launch || launch->stack_size == stack_of(o, chip)) {
            judge->statistics.close += verdict == RANDOM_SAME;
            return verdict;
        }
        give_stack(launch, stack_of(o, chip)); /* which changes who runs beside whom, and so the gaps */
        of->stack_size = launch->stack_size;
    }
    diag_set(diag, NULL, 0, "what it needs of the stack depends on how large that is, through reads of ISA 4.11");
    return RANDOM_UNDEFINED;
}

static void count(struct random_judge *judge, const struct observer *o, enum random_verdict verdict)
{
    struct random_statistics *s = &judge->statistics;
    s->programs++;
    s->illegal += verdict == RANDOM_ILLEGAL;
    s->undefined += verdict == RANDOM_UNDEFINED;
    if (verdict == RANDOM_ILLEGAL || verdict == RANDOM_UNDEFINED)
        return;
    s->instructions += o->instructions;
    s->groups += o->groups;
    s->clauses += o->clauses;
}

enum random_verdict random_compare(struct random_judge *judge, const struct program *program,
                                   const struct program *fetch, const struct launch *launch, struct diag *diag)
{
    struct observer    *o = malloc(sizeof *o);
    enum random_verdict verdict = RANDOM_FAILED;
    if (!o) {
        diag_set(diag, NULL, 0, "not enough memory for the interpreter");
        return RANDOM_FAILED;
    }
    if (begin(judge, &judge->chip, program, fetch, launch, o, diag)) {
        verdict = run_reference(o, diag);
        if (verdict == RANDOM_SAME && o->hidden)
            verdict = with_gaps(judge, &judge->chip, o, program, NULL, NULL, diag);
        if (verdict == RANDOM_SAME)
            verdict = run_machine(judge, &judge->chip, o, program, diag);
    }
    count(judge, o, verdict);
    observe_free(o);
    free(o);
    return verdict;
}

/* ---- cases ---------------------------------------------------------------------------------------------------- */

/* The interpreter says how large a stack the program needs; the machine has no more. */
static enum random_verdict judge_case(struct random_judge *judge, struct random_case *program, struct case_launch *data,
                                      struct observer *o, struct diag *diag)
{
    struct chip_config  chip = judge->chip;
    enum random_verdict verdict;
    random_chip(program, &judge->chip, &chip);
    give_stack(&data->launch, LAUNCH_STACK_SIZE_MAX);
    if (!begin(judge, &chip, &data->program, data->launch.fetch_shader.loaded, &data->launch, o, diag))
        return RANDOM_FAILED;
    verdict = run_reference(o, diag);
    give_stack(&data->launch, stack_of(o, &chip));
    program->stack_size = data->launch.stack_size;
    if (verdict == RANDOM_SAME && o->hidden)
        verdict = with_gaps(judge, &chip, o, &data->program, program, &data->launch, diag);
    if (verdict == RANDOM_SAME && !group_fits(program, &chip, diag))
        return RANDOM_ILLEGAL;
    o->turn = observe_turn(program->seed);
    o->settle_all = !judge->brief && program->seed % SETTLE_EVERY == 0;
    o->edges_alone = !judge->brief && program->seed % ALONE_EVERY == 2;
    o->beside_plain = !judge->brief && program->seed % PLAIN_EVERY == 1;
    if (!judge->brief && program->seed % SEVERAL_EVERY == 5)
        o->simds = program->seed % (2 * SEVERAL_EVERY) == 5 ? 2 : 10;
    if (verdict == RANDOM_SAME)
        verdict = run_machine(judge, &chip, o, &data->program, diag);
    if (verdict == RANDOM_SAME && !judge->brief && !run_in_threads(program, &chip, &data->program, &data->launch, diag))
        verdict = RANDOM_DIFFERENT;
    if (verdict == RANDOM_SAME && !judge->brief && !run_at_once(judge, program, &chip, data, diag))
        verdict = RANDOM_DIFFERENT;
    if (verdict == RANDOM_SAME && !judge->brief && program->seed % COUNTED_EVERY == 6 &&
        !counts_add_up(&chip, &data->program, &data->launch, diag))
        verdict = RANDOM_DIFFERENT;
    return verdict == RANDOM_SAME && !o->hidden
               ? run_short_of_stack(program, &chip, &data->program, &data->launch, diag)
               : verdict;
}

/* Where a thread finds its own entry of the local data share: by its number in the wavefront or group, see shares.c. */
static uint32_t share_place(const struct random_case *program, unsigned thread, unsigned wave_size)
{
    const unsigned number = thread % (program->group_size ? program->group_size : wave_size);
    return program->group_size ? number / 4 * program->share_stride + number % 4 : number;
}

enum random_verdict random_run(struct random_judge *judge, struct random_case *program, struct diag *diag)
{
    struct case_launch *data = malloc(sizeof *data);
    struct observer    *o = calloc(1, sizeof *o);
    enum random_verdict verdict = RANDOM_FAILED;
    if (!data || !o) {
        diag_set(diag, NULL, 0, "not enough memory for a launch");
    } else {
        judge->chip.prefer_vector = program->prefer_vector;
        for (unsigned t = 0; t < program->threads; t++)
            program->gprs[t][program->num_gprs - 1][3] = share_place(program, t, judge->chip.wave_size);
        if (!random_assemble(program)) {
            diag_set(diag, NULL, 0, "the program does not fit or cannot have its operands read");
            verdict = RANDOM_ILLEGAL;
        } else {
            case_describe(program, data);
            verdict = judge_case(judge, program, data, o, diag);
        }
        count(judge, o, verdict);
        observe_free(o);
    }
    free(data);
    free(o);
    return verdict;
}

/* ---- chips ---------------------------------------------------------------------------------------------------- */

bool random_take_chip(struct random_judge *judge, const struct machine_chip *chip, struct diag *diag)
{
    if (chip->family != &r700_family)
        return diag_set(diag, NULL, 0, "the interpreter has no %s", chip->family->name);
    judge->chip = *(const struct chip_config *)chip->of;
    return true;
}

/* The two answers to ISA 4.11, those to ISA 4.7.7 and to DX10_CLAMP 0, and what only takes time: every parameter in
 * clocks that has a default of two or more, shorter by and large, so that wavefronts meet in other orders than the
 * default's. */
void random_chip(const struct random_case *program, const struct chip_config *base, struct chip_config *out)
{
    struct random_source source = {program->seed ^ 0x636c6f636b73};
    struct diag          diag;
    struct chip_config   own = *base;
    own.prefer_vector = program->prefer_vector;
    own.mem_rd_burst = 1; /* whatever the chip */
    *out = own;
    if (!program->other_clocks)
        return;
    out->relative_write_read = random_below(&source, 2);
    out->write_relative_read = random_below(&source, 2);
    for (unsigned i = 0; i < CHIP_PARAMETERS; i++) {
        const struct chip_parameter *row = &chip_parameters[i];
        const uint32_t               value = chip_value(base, row);
        const size_t                 length = strlen(row->name);
        if (length < 4 || strcmp(row->name + length - 4, "_clk") != 0 || value <= row->least)
            continue;
        uint32_t most = value - row->least + 1;
        if (most > SHORT_CLOCKS && !random_percent(&source, 10))
            most = SHORT_CLOCKS;
        memcpy((char *)out + row->offset, &(uint32_t){row->least + random_below(&source, most)}, sizeof(uint32_t));
    }
    out->dx9_clamp_nan = random_below(&source, 2);
    out->same_number_read = random_below(&source, 2);
    if (!chip_validate(out, &diag))
        *out = own;
}
