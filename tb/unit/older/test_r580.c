/* test_r580.c - R580's fragment shader processor, clocked: the programs of us_programs.h; random programs beside the
 * reference (tb/ref/us_ref.h), bit by bit; snapshots; odd numbers of pixels. */
#include "isa/r580/us_text.h"
#include "kit/walk.h"
#include "rtl_model/r580/family.h"
#include "tb/random/us_random.h"

#include <stdlib.h>
#include <string.h>

enum { CLOCKS_MAX = 4000000, REGISTERS_MAX = 48 };

/* ---- a launch of the machine ------------------------------------------------------------------------------------- */

struct job {
    struct program         program;
    struct launch          launch;
    struct launch_register registers[REGISTERS_MAX];
    char                   names[REGISTERS_MAX][32];
    uint32_t              *inputs;
    struct us_chip         chip;
};

static void put_register(struct job *job, uint32_t value, const char *name, int number)
{
    struct launch_register *entry = &job->registers[job->launch.register_count];
    char                   *text = job->names[job->launch.register_count++];
    snprintf(text, sizeof job->names[0], number < 0 ? "%s" : "%s_%d", name, number);
    *entry = (struct launch_register){.name = text, .value = value};
}

static void fill_job(struct job *job, const struct us_ref_program *program, const struct us_ref_pixel *pixels,
                     unsigned count, unsigned group)
{
    const unsigned temporaries = program->temporaries;
    memset(job, 0, sizeof *job);
    job->program = (struct program){
        .dwords = (uint32_t *)(uintptr_t)program->store, .count = US_STORE * US_WORDS, .rules = r580_family.programs};
    job->inputs = malloc((size_t)count * temporaries * sizeof pixels->temporaries[0]);
    for (unsigned p = 0; p < count; p++)
        memcpy(job->inputs + (size_t)p * temporaries * 4, pixels[p].temporaries,
               temporaries * sizeof pixels->temporaries[0]);
    job->launch.threads = count;
    job->launch.gprs = (struct launch_gprs){.count = temporaries, .file = {.data = (uint8_t *)job->inputs}};
    job->launch.alu_constants = (struct launch_alu_constants){
        .count = US_CONSTANTS, .file = {.data = (uint8_t *)(uintptr_t)program->constants}};
    job->launch.registers = job->registers;
    put_register(job, 0, "GA_US_VECTOR_INDEX", -1);
    put_register(job, program->start | program->end << 16, "US_CODE_ADDR", -1);
    put_register(job, program->offset, "US_CODE_OFFSET", -1);
    put_register(job, temporaries - 1, "US_PIXSIZE", -1);
    put_register(job, program->full ? 0x80000000 : 0, "US_FC_CTRL", -1);
    put_register(job, program->zero_times_anything ? 2 : 0, "US_CONFIG", -1);
    put_register(job, program->booleans, "US_FC_BOOL_CONST", -1);
    for (int i = 0; i < US_REF_INTEGERS; i++)
        put_register(job, program->integers[i], "US_FC_INT_CONST", i);
    chip_table_load(&r580_chips, "r580", &job->chip, NULL);
    job->chip.alu_result = program->keeps_result;
    job->chip.empty_loop_pop = program->pops_nothing;
    job->chip.group_pixels = group;
    if (4 * job->chip.output_quads < group)
        job->chip.output_quads = group / 4;
}

/* What has come out, as the reference has it. */
static void take_pixels(struct fragment *fragment, struct us_ref_pixel *pixels, unsigned count)
{
    const unsigned temporaries = fragment->setup.temporaries;
    for (unsigned p = 0; p < count; p++) {
        memcpy(pixels[p].temporaries, fragment->core.kept.words + (size_t)p * temporaries * 4,
               temporaries * sizeof pixels[p].temporaries[0]);
        pixels[p].covered = !fragment->core.exports.killed[p];
    }
    for (unsigned c = 0; c < fragment->core.exports.column_count; c++) {
        const struct result_column *column = &fragment->core.exports.columns[c];
        for (unsigned p = 0; p < count && column->array_base < US_REF_TARGETS; p++)
            for (unsigned e = 0; e < 4; e++)
                if (column->written[p] >> e & 1)
                    memcpy(&pixels[p].output[column->array_base][e], &column->values[p][e], sizeof(float));
    }
}

static unsigned settings; /* bits: other rates and policies */

static bool run_pixels(const struct us_ref_program *program, struct us_ref_pixel *pixels, unsigned count,
                       unsigned group, struct diag *diag)
{
    static struct job job;
    fill_job(&job, program, pixels, count, group);
    job.chip.policy = settings & 1;
    job.chip.alu_quads = settings & 2 ? 12 : 3;
    job.chip.contexts = settings & 4 ? 2 : 64;
    struct fragment *fragment = fragment_create(&job.chip, &job.program, &job.launch, diag);
    bool             good = fragment && fragment_keep_registers(fragment, diag);
    while (good && !fragment_finished(fragment) && !fragment_stopped(fragment, diag)) {
        if (fragment->core.cycle == CLOCKS_MAX / 10)
            diag_set(diag, NULL, 0, "instruction %u: the program does not end", program->start);
        good = fragment->core.cycle != CLOCKS_MAX / 10;
        fragment_edge(fragment);
    }
    good = good && fragment_finished(fragment);
    if (good)
        take_pixels(fragment, pixels, count);
    fragment_free(fragment);
    free(job.inputs);
    return good;
}

#include "tb/unit/older/us_programs.h"

/* ---- random programs --------------------------------------------------------------------------------------------- */

static void compare_random(uint32_t seed, unsigned count, unsigned group)
{
    static struct us_random      maker;
    static struct us_ref_program program;
    static struct us_ref_pixel   expected[PIXELS], got[PIXELS];
    struct us_ref_counts         counts = {0};
    struct diag                  diag = {0};
    if (!us_random_program(&maker, seed, &program, &diag))
        fail_msg("seed %u, line %u: %s\n%s", seed, diag.line, diag.what, maker.text);
    memset(expected, 0, sizeof expected);
    for (unsigned p = 0; p < count; p++)
        us_random_pixel(&maker, &expected[p]);
    memcpy(got, expected, sizeof got);
    for (unsigned p = 0; p < count; p += group)
        if (!us_ref_run(&program, expected + p, group, &counts, &diag))
            fail_msg("seed %u: the reference: %s\n%s", seed, diag.what, maker.text);
    settings = seed;
    if (!run_pixels(&program, got, count, group, &diag))
        fail_msg("seed %u: %s\n%s", seed, diag.what, maker.text);
    settings = 0;
    for (unsigned p = 0; p < count; p++) {
        if (expected[p].covered != got[p].covered || memcmp(expected[p].output, got[p].output, sizeof got[p].output))
            fail_msg("seed %u, groups of %u: pixel %u has another colour\n%s", seed, group, p, maker.text);
        for (unsigned e = 0; e < 8 * 4; e++)
            if (expected[p].temporaries[e / 4][e % 4] != got[p].temporaries[e / 4][e % 4])
                fail_msg("seed %u, groups of %u: pixel %u: R%u.%c is %08x, expected %08x\n%s", seed, group, p, e / 4,
                         "rgba"[e % 4], got[p].temporaries[e / 4][e % 4], expected[p].temporaries[e / 4][e % 4],
                         maker.text);
    }
}

/* US_RANDOM=N: so many, from seed US_SEED on, and no other test. */
static void random_programs_do_what_the_reference_says(void **state)
{
    static const unsigned groups[] = {4, 16, 48};
    const char *const many = getenv("US_RANDOM"), *const from = getenv("US_SEED");
    const uint32_t count = many ? (uint32_t)atoi(many) : 150, first = from ? (uint32_t)atoi(from) : 1;
    (void)state;
    for (uint32_t seed = first; seed < first + count; seed++)
        compare_random(seed, groups[seed % 3] == 48 ? 96 : 64, groups[seed % 3]);
}

/* ---- the machine ------------------------------------------------------------------------------------------------ */

static void make_job_of(uint32_t seed, struct job *job, struct us_ref_program *program, struct us_ref_pixel *pixels,
                        unsigned count, unsigned group)
{
    static struct us_random maker;
    struct diag             diag = {0};
    assert_true(us_random_program(&maker, seed, program, &diag));
    for (unsigned p = 0; p < count; p++)
        us_random_pixel(&maker, &pixels[p]);
    fill_job(job, program, pixels, count, group);
}

static void make_job(struct job *job, struct us_ref_program *program, struct us_ref_pixel *pixels, unsigned count,
                     unsigned group)
{
    make_job_of(7, job, program, pixels, count, group);
}

static void run_to(struct fragment *fragment, uint64_t end)
{
    while (fragment->core.cycle < end && !fragment_finished(fragment))
        fragment_edge(fragment);
}

/* From a snapshot in the middle on another machine does the same. */
static void a_snapshot_goes_on_as_the_machine_does(void **state)
{
    static struct job            job;
    static struct us_ref_program program;
    static struct us_ref_pixel   pixels[PIXELS];
    struct rtl_machine           machine[2];
    struct diag                  diag = {0};
    (void)state;
    make_job(&job, &program, pixels, PIXELS, 16);
    for (unsigned i = 0; i < 2; i++) {
        struct fragment *fragment = fragment_create(&job.chip, &job.program, &job.launch, &diag);
        assert_non_null(fragment);
        machine[i] = fragment_machine(fragment);
    }
    struct fragment *first = machine[0].of, *second = machine[1].of;
    run_to(first, 300);
    assert_false(fragment_finished(first));
    const size_t   bytes = machine_snapshot_bytes(&machine[0]);
    unsigned char *data = malloc(bytes);
    machine_snapshot_put(data, &machine[0]);
    assert_true(machine_snapshot_take("snapshot", data, bytes, &machine[1], &diag));
    run_to(first, CLOCKS_MAX);
    run_to(second, CLOCKS_MAX);
    assert_int_equal(first->core.cycle, second->core.cycle);
    assert_int_equal(first->core.exports.column_count, second->core.exports.column_count);
    for (unsigned c = 0; c < first->core.exports.column_count; c++)
        assert_memory_equal(first->core.exports.columns[c].values, second->core.exports.columns[c].values, PIXELS * 16);
    const uint64_t end = first->core.cycle; /* and again on one that has ended, whose modules hold */
    assert_true(machine_snapshot_take("snapshot", data, bytes, &machine[1], &diag));
    run_to(second, CLOCKS_MAX);
    assert_int_equal(second->core.cycle, end);
    data[bytes - 24 - 9] ^= 1; /* 24: of the launch's data */
    assert_false(machine_snapshot_take("snapshot", data, bytes, &machine[1], &diag));
    assert_string_equal(diag.what, "damaged: the checksum is wrong");
    free(data);
    free(job.inputs);
    for (unsigned i = 0; i < 2; i++)
        rtl_machine_free(&machine[i]);
}

/* Beside a machine in which all look in each clock; with `deaf` no module looks because of that one. */
static bool is_as_if_all_looked(uint32_t seed, unsigned deaf)
{
    static struct job            job;
    static struct us_ref_program program;
    static struct us_ref_pixel   pixels[PIXELS];
    struct fragment             *machine[2];
    struct diag                  diag = {0};
    bool                         same = true;
    make_job_of(seed, &job, &program, pixels, PIXELS, 16);
    for (unsigned i = 0; i < 2; i++)
        assert_non_null(machine[i] = fragment_create(&job.chip, &job.program, &job.launch, &diag));
    if (deaf < FRAGMENT_MODULES)
        machine[0]->wakes[deaf] = 0;
    while (same && !fragment_finished(machine[1])) {
        struct rtl_difference first;
        fragment_touch(machine[1]);
        fragment_edge(machine[0]);
        fragment_edge(machine[1]);
        same = !rtl_compare(machine[0]->instances, machine[1]->instances, FRAGMENT_MODULES, &first);
    }
    for (unsigned i = 0; i < 2; i++)
        fragment_free(machine[i]);
    free(job.inputs);
    return same;
}

static void modules_that_do_not_look_miss_nothing(void **state)
{
    (void)state;
    for (uint32_t seed = 1; seed < 20; seed++)
        assert_true(is_as_if_all_looked(seed, FRAGMENT_MODULES));
    const uint8_t deaf[] = {AT_dispatch, AT_sequencer, AT_operands, AT_beside, AT_finish, AT_outputs};
    for (unsigned i = 0; i < sizeof deaf; i++) /* readers of the others look because of others, too */
        assert_false(is_as_if_all_looked(7, deaf[i]));
}

/* Any number of pixels: those of whole groups come out as ever. */
static void pixels_come_in_any_number(void **state)
{
    static struct job            job;
    static struct us_ref_program program;
    static struct us_ref_pixel   pixels[PIXELS];
    struct diag                  diag = {0};
    (void)state;
    for (unsigned count = 1; count <= 53; count += 13) {
        make_job(&job, &program, pixels, count, 16);
        struct fragment *fragment = fragment_create(&job.chip, &job.program, &job.launch, &diag);
        assert_non_null(fragment);
        run_to(fragment, CLOCKS_MAX);
        assert_true(fragment_finished(fragment));
        for (unsigned p = 0; p < count; p++)
            assert_true(fragment->core.exports.killed[p] || fragment->core.exports.columns[0].written[p]);
        fragment_free(fragment);
        free(job.inputs);
    }
}

/* ALU_WAIT costs the clocks that the manual has (8.3.1), one ALU instruction behind another its own. */
static uint64_t clocks_of(const char *text, unsigned wait)
{
    static struct us_ref_program program;
    static struct us_ref_pixel   pixels[4];
    static struct job            job;
    struct diag                  diag = {0};
    uint32_t                    *dwords;
    unsigned                     count;
    assert_true(us_assemble("text", text, strlen(text), 0, &dwords, &count, NULL, &diag));
    memset(&program, 0, sizeof program);
    memcpy(program.store, dwords, (size_t)count * US_WORDS * sizeof *dwords);
    free(dwords);
    program.end = count - 1;
    program.temporaries = 8;
    fill_job(&job, &program, pixels, 4, 4);
    job.chip.alu_wait_clk = wait;
    struct fragment *fragment = fragment_create(&job.chip, &job.program, &job.launch, &diag);
    assert_non_null(fragment);
    run_to(fragment, CLOCKS_MAX);
    const uint64_t clocks = fragment->core.cycle;
    fragment_free(fragment);
    free(job.inputs);
    return clocks;
}

static void waits_take_their_clocks(void **state)
{
    (void)state;
    const uint64_t one = clocks_of(ADD(1) END, 30), two = clocks_of(ADD(1) ADD(1) END, 30);
    assert_int_equal(two - one, 4); /* alu_clk */
    const uint64_t waits = clocks_of(ADD(1) "FC JUMP ALU_WAIT\n" END, 30), none = clocks_of(ADD(1) "FC JUMP\n" END, 30);
    assert_int_equal(waits - none, 30 - 4);
    assert_int_equal(clocks_of(ADD(1) "FC JUMP ALU_WAIT\n" END, 40) - waits, 10);
}

/* A program of three instructions from `first` on, and how many of them are issued from outside of US_CODE_RANGE; they
 * are carried out all the same (8.2). */
static unsigned outside(unsigned first, uint32_t range)
{
    static const char            text[] = ADD(1) ADD(2) END;
    static struct us_ref_program program;
    static struct us_ref_pixel   pixels[4];
    static struct job            job;
    struct diag                  diag = {0};
    uint32_t                    *dwords;
    unsigned                     count;
    assert_true(us_assemble("text", text, strlen(text), 0, &dwords, &count, NULL, &diag));
    memset(&program, 0, sizeof program);
    for (unsigned i = 0; i < count; i++)
        memcpy(program.store + (first + i) % US_STORE * US_WORDS, dwords + (size_t)i * US_WORDS,
               US_WORDS * sizeof *dwords);
    free(dwords);
    program.offset = first;
    program.end = count - 1;
    program.temporaries = 8;
    fill_job(&job, &program, pixels, 4, 4);
    put_register(&job, range, "US_CODE_RANGE", -1);
    struct fragment *fragment = fragment_create(&job.chip, &job.program, &job.launch, &diag);
    assert_non_null(fragment);
    run_to(fragment, CLOCKS_MAX);
    assert_true(fragment_finished(fragment));
    assert_int_equal(fragment->sequencer.q.alu_count, 2);
    const unsigned result = fragment->sequencer.q.outside;
    fragment_free(fragment);
    free(job.inputs);
    return result;
}

static void instructions_outside_of_the_range_are_counted(void **state)
{
    (void)state;
    assert_int_equal(outside(0, 0 | 2 << 16), 0);     /* CODE_SIZE is one less */
    assert_int_equal(outside(0, 0 | 1 << 16), 1);     /* the last one */
    assert_int_equal(outside(0, 1 | 1 << 16), 1);     /* the first */
    assert_int_equal(outside(7, 0 | 2 << 16), 3);     /* the range is no offset: it is absolute */
    assert_int_equal(outside(510, 510 | 2 << 16), 0); /* it wraps as code does */
    assert_int_equal(outside(510, 510 | 1 << 16), 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {US_PROGRAM_TESTS,
                                       cmocka_unit_test(random_programs_do_what_the_reference_says),
                                       cmocka_unit_test(a_snapshot_goes_on_as_the_machine_does),
                                       cmocka_unit_test(modules_that_do_not_look_miss_nothing),
                                       cmocka_unit_test(pixels_come_in_any_number),
                                       cmocka_unit_test(waits_take_their_clocks),
                                       cmocka_unit_test(instructions_outside_of_the_range_are_counted)};
    if (getenv("US_RANDOM"))
        cmocka_set_test_filter("random_*");
    return cmocka_run_group_tests(tests, NULL, NULL);
}
