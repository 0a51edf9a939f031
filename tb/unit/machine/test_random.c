/* test_random.c - random programs on the machine and on the reference interpreter (tb/random): they agree, they cover
 * the instruction set, and every mistake that is put in is found and made small.  `make check-random` runs many more by
 * `wekiva fuzz`. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "tb/random/observe.h"

/* With sanitizers a program takes ten times as long; what programs cover is counted without them. */
#ifdef __SANITIZE_ADDRESS__
enum { SHARE = 6, PROGRAMS_THAT_COVER = 800 };
#else
enum { SHARE = 1, PROGRAMS_THAT_COVER = 2000 };
#endif

static struct random_case     program;
static struct random_judge    judge;
static struct random_coverage coverage;

static int fresh(void **unused)
{
    struct diag diag;
    (void)unused;
    memset(&judge, 0, sizeof judge);
    memset(&coverage, 0, sizeof coverage);
    assert_true(chip_load("rv770", &judge.chip, &diag) && chip_set(&judge.chip, "simds=1", &diag));
    return 0;
}

static struct random_weights weights_of(const char *text)
{
    struct random_weights weights = random_default_weights();
    struct diag           diag;
    assert_true(random_set_weights(&weights, text, &diag));
    return weights;
}

static void compare(const char *text, uint64_t first, unsigned programs)
{
    const struct random_weights weights = weights_of(text);
    struct diag                 diag = {.what = ""};
    const uint64_t              before = judge.statistics.illegal + judge.statistics.undefined;
    for (uint64_t seed = first; seed < first + programs / SHARE; seed++) {
        random_generate(seed, &weights, &program);
        const enum random_verdict verdict = random_run(&judge, &program, &diag);
        if (verdict != RANDOM_SAME && verdict != RANDOM_ILLEGAL && verdict != RANDOM_UNDEFINED)
            fail_msg("weights '%s', seed %llu: %s", text, (unsigned long long)seed, diag.what);
    }
    assert_true(judge.statistics.illegal + judge.statistics.undefined - before < programs / 4); /* most say something */
}

static void programs_agree(void **unused)
{
    (void)unused;
    compare("", 1, 150);
}

static void straight_line_programs_agree(void **unused)
{
    (void)unused;
    compare("straight", 1, 60);
}

static void programs_full_of_modes_agree(void **unused)
{
    (void)unused;
    compare("quads=100,whole_quad=40,valid_pixel=40,groups=2", 1, 100);
}

static void programs_full_of_loops_agree(void **unused)
{
    (void)unused;
    compare("loop=40,leave=60,groups=2,depth=6", 1, 100);
}

static void programs_full_of_doubles_agree(void **unused)
{
    (void)unused;
    compare("doubles=60,groups=12,branch=4,branch_else=4,loop=2,call=1,tower=0", 1, 60);
}

static void programs_agree_on_the_small_chips(void **unused)
{
    static const char *const names[] = {"rv730", "rv710"};
    struct diag              diag;
    (void)unused;
    for (unsigned i = 0; i < 2; i++) {
        assert_true(chip_load(names[i], &judge.chip, &diag) && chip_set(&judge.chip, "simds=1", &diag));
        compare("gprs=12,doubles=0", 1, 40);
    }
}

/* Small clauses, so that many programs are made in little time. */
/* Nothing says that a fetch waits for an earlier one of its clause: such programs are not compared. */
static void a_fetch_behind_what_an_earlier_one_writes_is_thrown_away(void **unused)
{
    (void)unused;
    const struct random_weights weights = weights_of("fetch=60");
    unsigned                    thrown_away = 0;
    for (uint64_t seed = 1; seed <= 40; seed++) {
        struct diag diag;
        random_generate(seed, &weights, &program);
        if (program.fetch_clauses == 0 || program.fetch_clause[0].count < 2 ||
            random_run(&judge, &program, &diag) != RANDOM_SAME)
            continue;
        struct isa_vtx_gpr *fetch = program.fetch_clause[0].fetch;
        fetch[1].src_gpr = fetch[0].dst_gpr;
        fetch[1].src_rel = fetch[0].dst_rel;
        fetch[0].dst_sel_x = fetch[1].src_sel_x = 0;
        assert_true(random_assemble(&program));
        const enum random_verdict verdict = random_run(&judge, &program, &diag);
        assert_true(verdict == RANDOM_UNDEFINED || verdict == RANDOM_SAME || verdict == RANDOM_ILLEGAL);
        thrown_away += verdict == RANDOM_UNDEFINED;
    }
    assert_in_range(thrown_away, 5, 40);
}

/* Another SET_* stands in the place of what sets the index. */
static bool forget_indices(struct random_case *of)
{
    bool forgot = false;
    for (unsigned c = 0; c < of->fetch_clauses; c++)
        for (unsigned i = 0; i < of->fetch_clause[c].count && of->fetch_clause[c].others; i++) {
            uint32_t *const                  word = of->fetch_clause[c].other[i];
            const struct isa_fetch_op *const op = isa_fetch_lookup(isa_cf_ops[ISA_CF_INST_TEX].opcode, word);
            if (!op || op->id != ISA_FETCH_SET_CUBEMAP_INDEX)
                continue;
            word[0] = (word[0] & ~UINT32_C(31)) | isa_fetch_ops[ISA_FETCH_SET_GRADIENTS_H].opcode;
            forgot = true;
        }
    return forgot;
}

static void a_cube_whose_number_another_clause_has_set_is_thrown_away(void **unused)
{
    (void)unused;
    const struct random_weights weights = weights_of("textures=100,texture=60,nodes=6,depth=2,groups=2,geometry=0");
    unsigned                    thrown_away = 0;
    judge.brief = true;
    for (uint64_t seed = 1; seed <= 150; seed++) {
        struct diag diag;
        random_generate(seed, &weights, &program);
        if (random_run(&judge, &program, &diag) != RANDOM_SAME || !forget_indices(&program))
            continue;
        const enum random_verdict verdict = random_run(&judge, &program, &diag);
        assert_true(verdict == RANDOM_UNDEFINED || verdict == RANDOM_SAME); /* a cube alone needs none */
        thrown_away += verdict == RANDOM_UNDEFINED;
    }
    assert_in_range(thrown_away, 1, 150);
}

static void the_programs_cover_the_instruction_set(void **unused)
{
    (void)unused;
    judge.coverage = &coverage;
    judge.brief = true;
    compare("groups=4,tower=12,call=6,geometry=0", 1, PROGRAMS_THAT_COVER);
    compare("call=30,geometry=0", 5001, 200);
    compare("memory=100,write=40,whole_quad=60,valid_pixel=40,geometry=0", 6001, 500);
    compare("textures=100,texture=60,quads=100,nodes=4,depth=2,groups=2,geometry=0", 7001, 200);
    compare("geometry=100,emit=60,quads=90,whole_quad=40,valid_pixel=30,groups=2", 8001, 60);
    print_message("%llu programs: at most %u stack elements, call depth %u, %u nested loops, %u wavefronts\n",
                  (unsigned long long)coverage.programs, coverage.most_elements, coverage.most_calls,
                  coverage.most_loops, coverage.most_waves);
    if (PROGRAMS_THAT_COVER == 2000)
        assert_int_equal(random_coverage_missing(&coverage, stdout), 0);
}

/* Found so: stacks so large that a group's wavefronts do not fit a SIMD, which shows when the machine is asked. */
static void a_group_whose_stacks_do_not_fit_is_thrown_away(void **unused)
{
    static const uint64_t       found[] = {20185178, 21049504};
    const struct random_weights weights = weights_of("");
    struct diag                 diag;
    (void)unused;
    for (unsigned i = 0; i < sizeof found / sizeof *found; i++) {
        random_generate(found[i], &weights, &program);
        assert_int_equal(random_run(&judge, &program, &diag), RANDOM_ILLEGAL);
        assert_non_null(strstr(diag.what, "wavefronts does not fit a SIMD"));
    }
}

static void what_is_never_generated_is_named(void **unused)
{
    (void)unused;
    judge.coverage = &coverage;
    compare("straight", 1, 40);
    FILE *nowhere = fopen("/dev/null", "w");
    assert_non_null(nowhere);
    assert_true(random_coverage_missing(&coverage, nowhere) > 20);
    fclose(nowhere);
}

static void a_seed_always_gives_the_same_program(void **unused)
{
    const struct random_weights weights = weights_of("");
    static struct random_case   again;
    (void)unused;
    for (uint64_t seed = 1; seed < 40; seed++) {
        memset(&again, 0xa5, sizeof again);
        random_generate(seed, &weights, &program);
        random_generate(seed, &weights, &again);
        assert_true(random_assemble(&program) == random_assemble(&again));
        assert_int_equal(program.dword_count, again.dword_count);
        assert_memory_equal(program.dwords, again.dwords, sizeof program.dwords);
        for (unsigned t = 0; t < program.threads; t++)
            assert_memory_equal(program.gprs[t], again.gprs[t], program.num_gprs * sizeof program.gprs[0][0]);
        assert_memory_equal(program.loop, again.loop, sizeof program.loop);
    }
}

static void every_fault_is_found_and_made_small(void **unused)
{
    struct diag diag = {.what = ""};
    (void)unused;
    for (unsigned fault = RANDOM_FAULT_GPR; fault < RANDOM_FAULTS; fault++) {
        const struct random_weights weights = weights_of(fault == RANDOM_FAULT_EMIT ? "geometry=100,emit=40" : "");
        enum random_verdict         verdict = RANDOM_SAME;
        judge.fault = (enum random_fault)fault;
        for (uint64_t seed = 1; seed < 30 && verdict != RANDOM_DIFFERENT; seed++) {
            random_generate(seed, &weights, &program);
            verdict = random_run(&judge, &program, &diag);
        }
        assert_int_equal(verdict, RANDOM_DIFFERENT);
        random_shrink(&judge, &program, verdict, 1000, &diag);
        /* Threads of a group begin with a write of their share: two words more, each clause on an even address. */
        assert_true(program.dword_count <= (program.first_share < 0 ? 12 : 16));
        assert_int_equal(random_run(&judge, &program, &diag), RANDOM_DIFFERENT);
        judge.fault = RANDOM_NO_FAULT;
        assert_int_equal(random_run(&judge, &program, &diag), RANDOM_SAME);
    }
}

/* One program of sixteen runs beside a machine without sleep.  Each clock has some of these that are compared in it: of
 * 32 turns 256 such programs have all; no program is compared in more than its share. */
static void all_clocks_have_their_turn(void **state)
{
    enum { CLOCKS = 16384, TURNS = 32, SEEDS = 16 * 256 };
    struct observer *o = calloc(1, sizeof *o);
    unsigned         closely = 0;
    (void)state;
    assert_non_null(o);
    for (uint64_t cycle = 0; cycle < CLOCKS; cycle++) {
        unsigned whole = 0;
        for (uint64_t seed = 1; seed < SEEDS; seed += 16) {
            o->turn = observe_turn(seed);
            assert_true(o->turn < TURNS);
            whole += observe_whole(o, cycle);
            closely += cycle >= OBSERVE_FIRST && observe_closely(o, cycle);
        }
        assert_true(whole > 0);
    }
    const unsigned all = SEEDS / 16 * (CLOCKS - OBSERVE_FIRST);
    assert_true(closely > all / 10 && closely < all / 7);
    free(o);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup(name, fresh)
    const struct CMUnitTest tests[] = {
        TEST(programs_agree),
        TEST(straight_line_programs_agree),
        TEST(programs_full_of_modes_agree),
        TEST(programs_full_of_loops_agree),
        TEST(programs_full_of_doubles_agree),
        TEST(programs_agree_on_the_small_chips),
        TEST(a_fetch_behind_what_an_earlier_one_writes_is_thrown_away),
        TEST(a_cube_whose_number_another_clause_has_set_is_thrown_away),
        TEST(the_programs_cover_the_instruction_set),
        TEST(a_group_whose_stacks_do_not_fit_is_thrown_away),
        TEST(what_is_never_generated_is_named),
        TEST(a_seed_always_gives_the_same_program),
        TEST(every_fault_is_found_and_made_small),
        TEST(all_clocks_have_their_turn),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
