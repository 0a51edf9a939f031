/* test_machine_caches.c - constant and instruction caches under a whole machine: locks, misses, groups that straddle
 * lines (ISA 3.3.1, 4.6.3, 4.6.4.1, 10.1; RV770 timing C2, C4, C6, S13 to S15, S20). */
#include "tb/unit/machine.h"

enum { CONSTANTS = 1024 }; /* of each of the two buffers */

static float value_of(unsigned bank, unsigned index, unsigned element)
{
    return (float)(10000 * bank + 10 * index + element + 1);
}

static uint32_t bank_words[2][4 * CONSTANTS];

static int fill_banks(void **state)
{
    (void)state;
    for (unsigned b = 0; b < 2; b++)
        for (unsigned i = 0; i < 4 * CONSTANTS; i++)
            bank_words[b][i] = bits(value_of(b, i / 4, i % 4));
    return 0;
}

static struct plan plan_of(const char *text)
{
    return (struct plan){
        .text = text, .bank = {bank_words[0], bank_words[1]}, .bank_constants = {CONSTANTS, CONSTANTS}};
}

#define DONE "EXPORT_DONE PIX0, R0.xyzw EOP BARRIER\n"

/* Runs a clause with a lock; R0 is then what the groups leave. */
static void clause_leaves(const char *lock, const char *groups, float x)
{
    struct text    text = {0};
    struct machine m;
    put(&text, "ALU %s BARRIER\n%s\n" DONE, lock, groups);
    const struct plan plan = plan_of(text.chars);
    machine_start(&m, &plan);
    machine_run(&m);
    for (unsigned t = 0; t < 64; t++)
        expect_pixel(&m, 0, t, 0, bits(x));
    machine_free(&m);
    free(text.chars);
}

static void clause_is_stopped(const char *lock, const char *groups)
{
    struct text    text = {0};
    struct machine m;
    put(&text, "ALU %s BARRIER\n%s\n" DONE, lock, groups);
    const struct plan plan = plan_of(text.chars);
    machine_start(&m, &plan);
    machine_stops(&m, "ALU word 2", "ISA 4.6.3");
    machine_free(&m);
    free(text.chars);
}

/* ---- constants -------------------------------------------------------------------------------------------------- */

static void each_kcache_mode_gives_the_constants_of_its_lines(void **state)
{
    (void)state;
    clause_leaves("KC0[CB0:0-15]", "0 x: MOV R0.x, KC0[0].x", value_of(0, 0, 0));
    clause_leaves("KC0[CB0:0-15]", "0 x: MOV R0.x, KC0[15].w", value_of(0, 15, 3));
    clause_leaves("KC0[CB0:0-31]", "0 x: MOV R0.x, KC0[16].y", value_of(0, 16, 1));
    clause_leaves("KC0[CB0:0-31]", "0 x: MOV R0.x, KC0[31].z", value_of(0, 31, 2));
    clause_leaves("KC0[CB1:16-31]", "0 x: MOV R0.x, KC0[3].x", value_of(1, 19, 0));
    clause_leaves("KC1[CB1:0-15]", "0 x: MOV R0.x, KC1[3].x", value_of(1, 3, 0));
    clause_leaves("KC1[CB1:992-1023]", "0 x: MOV R0.x, KC1[31].w", value_of(1, 1023, 3));
    clause_leaves("KC0[CB0:16-47] KC1[CB1:32-63]", "0 x: ADD R0.x, KC0[17].x, KC1[18].y",
                  value_of(0, 33, 0) + value_of(1, 50, 1));
    clause_leaves("KC0[CB0:0-31] KC1[CB0:0-31]", "0 x: ADD R0.x, KC0[5].x, KC1[5].x", 2 * value_of(0, 5, 0));
}

static void a_constant_whose_line_is_not_locked_stops_the_run(void **state)
{
    (void)state;
    clause_is_stopped("", "0 x: MOV R0.x, KC0[0].x");
    clause_is_stopped("KC0[CB0:0-15]", "0 x: MOV R0.x, KC0[16].x");
    clause_is_stopped("KC0[CB0:0-31]", "0 x: MOV R0.x, KC1[0].x");
    clause_is_stopped("KC1[CB0:0-15]", "0 x: MOV R0.x, KC1[16].x");
}

static void a_lock_ends_with_its_clause(void **state)
{
    (void)state;
    struct machine    m;
    const struct plan plan = plan_of("ALU KC0[CB0:0-15] BARRIER\n0 x: MOV R0.x, KC0[0].x\n"
                                     "ALU BARRIER\n0 x: MOV R0.x, KC0[0].x\n" DONE);
    machine_start(&m, &plan);
    machine_stops(&m, "ALU word", "ISA 4.6.3");
    machine_free(&m);
}

static void constants_behind_the_end_of_a_buffer_are_zero(void **state)
{
    (void)state;
    struct machine m;
    struct plan plan = plan_of("ALU KC0[CB0:0-31] BARRIER\n0 x: MOV R0.x, KC0[19].x\n  y: MOV R0.y, KC0[20].x\n" DONE);
    plan.bank_constants[0] = 20;
    machine_start(&m, &plan);
    machine_run(&m);
    expect_pixel(&m, 0, 9, 0, bits(value_of(0, 19, 0)));
    expect_pixel(&m, 0, 9, 1, 0);
    machine_free(&m);
}

/* ISA 4.6.4.6: bank 1 is there of the other stage only; lines of both are in the cache at once.  By stages and by whole
 * groups as well. */
static void alt_const_has_the_buffers_of_another_stage(void **state)
{
    (void)state;
    struct plan plan =
        plan_of("ALU KC0[CB1:0-15] ALT_CONST BARRIER\n0 x: MOV R0.x, KC0[3].y\n"
                "ALU KC0[CB1:0-15] KC1[CB0:0-15] BARRIER\n0 y: MOV R0.y, KC0[3].y\n  z: MOV R0.z, KC1[3].y\n"
                "ALU KC0[CB0:0-15] ALT_CONST BARRIER\n0 w: MOV R0.w, KC0[3].y\n" DONE);
    plan.bank_alternate[1] = true;
    for (unsigned hasten = 0; hasten < 2; hasten++) {
        struct machine m;
        machine_start(&m, &plan);
        assert_true(!hasten || gpu_hasten(m.gpu, &m.diag));
        machine_run(&m);
        expect_pixel(&m, 0, 63, 0, bits(value_of(1, 3, 1)));
        expect_pixel(&m, 0, 63, 1, 0);
        expect_pixel(&m, 0, 63, 2, bits(value_of(0, 3, 1)));
        expect_pixel(&m, 0, 63, 3, 0);
        machine_free(&m);
    }
}

static uint32_t thread_number(unsigned thread, unsigned gpr, unsigned element)
{
    (void)gpr, (void)element;
    return thread;
}

/* The constant file has 256 constants of PS, then 256 of VS (3D 9), which ALT_CONST of PS reaches (ISA 10.1); beyond
 * its own end either is a NaN (ISA 4.6.3), and an index is counted from that half's first one. */
static void alt_const_has_the_constant_file_of_another_stage(void **state)
{
    (void)state;
    static char            names[3][24] = {"SQ_ALU_CONSTANT1_3", "SQ_ALU_CONSTANT1_259", "SQ_ALU_CONSTANT1_265"};
    struct launch_register registers[] = {
        {.name = names[0], .value = 30}, {.name = names[1], .value = 31}, {.name = names[2], .value = 32}};
    struct plan plan = plan_of("ALU ALT_CONST BARRIER\n0 x: MOVA_INT ____, R1.x\n1 x: MOV R0.x, C[3].y\n"
                               "2 x: NOP\n3 y: MOV R0.y, C[AR.x+3].y\n"
                               "ALU BARRIER\n0 z: MOV R0.z, C[3].y\n"
                               "ALU ALT_CONST BARRIER\n0 x: MOVA_INT ____, R1.x\n1 x: NOP\n2 x: NOP\n"
                               "3 w: MOV R0.w, C[AR.x+250].y\n" DONE);
    plan.registers = registers;
    plan.register_count = 3;
    plan.load_first = plan.load_count = 1;
    plan.input = thread_number;
    for (unsigned hasten = 0; hasten < 2; hasten++) {
        struct machine m;
        machine_start(&m, &plan);
        assert_true(!hasten || gpu_hasten(m.gpu, &m.diag));
        machine_run(&m);
        for (unsigned t = 0; t < 64; t++) {
            expect_pixel(&m, 0, t, 0, 31);
            expect_pixel(&m, 0, t, 1, t == 0 ? 31 : t == 6 ? 32 : 0);
            expect_pixel(&m, 0, t, 2, 30);
            expect_pixel(&m, 0, t, 3, t < 6 ? 0 : CONSTANT_OUTSIDE);
        }
        machine_free(&m);
    }
}

/* The clock of the first group of the last wavefront, which finds everything cached or not. */
static uint64_t first_group(const char *lock, const char *set, bool warm)
{
    struct text    text = {0};
    struct machine cold, m;
    put(&text, "ALU %s BARRIER\n0 x: MOV R0.x, 1.0\n" DONE, lock);
    struct plan plan = plan_of(text.chars);
    plan.set[0] = set;
    machine_start(&cold, &plan);
    machine_start(&m, &plan);
    machine_run(&cold);
    if (warm)
        machine_warm(&m, &cold);
    machine_run(&m);
    const uint64_t cycle = group_of(&m, 0, 0)->cycle;
    machine_free(&cold);
    machine_free(&m);
    free(text.chars);
    return cycle;
}

static void lines_that_hit_cost_4_clocks_each_beyond_the_first_8(void **state)
{
    (void)state;
    const uint64_t none = first_group("", NULL, true);
    assert_int_equal(first_group("KC0[CB0:0-15]", NULL, true), none);
    assert_int_equal(first_group("KC0[CB0:0-31]", NULL, true), none);
    assert_in_range(first_group("KC0[CB0:0-31] KC1[CB0:32-47]", NULL, true), none + 4, none + 8);
    assert_int_equal(first_group("KC0[CB0:0-31] KC1[CB0:32-63]", NULL, true), none + 8);
}

static void a_miss_delays_its_clause_by_kc_miss_clk(void **state)
{
    (void)state;
    const uint64_t fast = first_group("KC0[CB0:0-15]", "kc_miss_clk=100", false);
    assert_int_equal(first_group("KC0[CB0:0-15]", "kc_miss_clk=108", false), fast + 8);
    assert_int_equal(first_group("KC0[CB0:0-15]", "kc_miss_clk=900", false), fast + 800);
    assert_int_equal(first_group("KC0[CB0:0-31]", "kc_miss_clk=900", false) -
                         first_group("KC0[CB0:0-31]", "kc_miss_clk=100", false),
                     1600); /* one line after the other */
}

static void constants_of_more_lines_than_the_cache_has_are_right(void **state)
{
    (void)state;
    static const char *const chips[] = {"rv770", "rv730", "rv710"};
    struct text              text = {0};
    float                    expected = 0;
    put(&text, "ALU BARRIER\n0 x: MOV R0.x, 0.0\n");
    for (unsigned c = 0; c < 20; c++) {
        put(&text,
            "ALU KC0[CB0:%u-%u] KC1[CB1:%u-%u] BARRIER\n"
            "0 x: ADD R0.x, R0.x, KC0[%u].x\n1 x: ADD R0.x, R0.x, KC1[%u].x\n",
            32 * c, 32 * c + 31, 16 * c, 16 * c + 31, c, 31 - c);
        expected = expected + value_of(0, 33 * c, 0) + value_of(1, 15 * c + 31, 0);
    }
    put(&text, DONE);
    for (unsigned i = 0; i < LENGTH(chips); i++) {
        struct machine m;
        struct plan    plan = plan_of(text.chars);
        plan.chip = chips[i];
        plan.threads = 64 * 30;
        machine_start(&m, &plan);
        machine_run(&m);
        for (unsigned t = 0; t < 64 * 30; t++)
            expect_pixel(&m, 0, t, 0, bits(expected));
        machine_free(&m);
    }
    free(text.chars);
}

/* The number of a wavefront, as a float and as an integer. */
static uint32_t wave_input(unsigned thread, unsigned gpr, unsigned element)
{
    (void)gpr;
    return element == 0 ? thread / 64 % 12 : bits(0.0f);
}

/* Twelve clauses are in flight at once, and each needs four lines that no other one needs: three times what the
 * smallest cache has.  A clause that holds some of its lines must not wait for ever for the others. */
static void clauses_that_need_more_lines_than_there_are_get_them_one_after_the_other(void **state)
{
    (void)state;
    static const char *const sizes[] = {"kc_kb=48", "kc_kb=8", "kc_kb=5", "kc_kb=4"};
    struct text              text = {0};
    for (unsigned w = 0; w < 12; w++)
        put(&text,
            "ALU_PUSH_BEFORE BARRIER\n0 x: PRED_SETE_INT ____, R1.x, (%u).x UPDATE_EXEC\n"
            "JUMP @next%u POP_COUNT(1) BARRIER\n"
            "ALU_POP_AFTER KC0[CB0:%u-%u] KC1[CB1:%u-%u] BARRIER\n"
            "0 x: ADD R0.x, KC0[0].x, KC0[16].x\n1 x: ADD R0.x, R0.x, KC1[0].x\n2 x: ADD R0.x, R0.x, KC1[16].x\n"
            "next%u: NOP\n",
            w, w, 32 * w, 32 * w + 31, 32 * w, 32 * w + 31, w);
    put(&text, DONE);
    for (unsigned i = 0; i < LENGTH(sizes); i++) {
        struct machine m;
        struct plan    plan = plan_of(text.chars);
        plan.set[0] = sizes[i];
        plan.set[1] = "kc_miss_clk=2000";
        plan.threads = 64 * 48;
        plan.stack_size = 1;
        plan.load_first = plan.load_count = 1;
        plan.input = wave_input;
        machine_start(&m, &plan);
        machine_run(&m);
        for (unsigned t = 0; t < plan.threads; t++) {
            const unsigned c = 32 * (t / 64 % 12);
            expect_pixel(&m, 0, t, 0,
                         bits(value_of(0, c, 0) + value_of(0, c + 16, 0) + value_of(1, c, 0) + value_of(1, c + 16, 0)));
        }
        machine_free(&m);
    }
    free(text.chars);
}

/* Wavefront 0 runs one long clause and reads its constants last; meanwhile the others lock and unlock all other lines
 * many times. */
static void a_locked_line_stays_however_long_its_clause_runs(void **state)
{
    (void)state;
    struct machine m;
    struct text    text = {0};
    put(&text, "ALU_PUSH_BEFORE BARRIER\n0 x: PRED_SETE_INT ____, R1.x, 0.0 UPDATE_EXEC\n"
               "JUMP @short POP_COUNT(1) BARRIER\n"
               "ALU_POP_AFTER KC0[CB0:0-31] KC1[CB1:0-31] BARRIER\n0 x: MOV R0.x, 0.0\n");
    for (unsigned g = 0; g < 120; g++)
        put(&text, "%u x: ADD R0.x, R0.x, 1.0\n", g);
    put(&text, "200 x: ADD R0.x, R0.x, KC0[31].w\n201 x: ADD R0.x, R0.x, KC1[15].w\n" DONE
               "short: ALU_PUSH_BEFORE BARRIER\n0 x: PRED_SETE_INT ____, 1, 1 UPDATE_EXEC\n");
    for (unsigned c = 1; c < 10; c++)
        put(&text, "ALU KC0[CB0:%u-%u] KC1[CB1:%u-%u] BARRIER\n0 x: MOV R0.x, KC1[0].x\n", 32 * c, 32 * c + 31, 32 * c,
            32 * c + 31);
    put(&text, "POP @end POP_COUNT(1) BARRIER\nend: " DONE);
    struct plan plan = plan_of(text.chars);
    plan.set[0] = "kc_kb=4";
    plan.set[1] = "kc_miss_clk=5";
    plan.set[2] = "ic_miss_clk=5";
    plan.threads = 64 * 5;
    plan.stack_size = 2;
    plan.load_first = plan.load_count = 1;
    plan.input = wave_input;
    machine_start(&m, &plan);
    machine_run(&m);
    for (unsigned t = 0; t < 64; t++)
        expect_pixel(&m, 0, t, 0, bits(120.0f + value_of(0, 31, 3) + value_of(1, 15, 3)));
    assert_true(m.gpu->simd->kcache.q.misses > 40);
    machine_free(&m);
    free(text.chars);
}

/* ---- instructions ----------------------------------------------------------------------------------------------- */

static uint64_t cycles_of(const char *text, const char *set)
{
    struct machine    m;
    const struct plan plan = {.text = text, .set = {set}};
    machine_start(&m, &plan);
    machine_run(&m);
    const uint64_t cycles = m.gpu->cycle;
    machine_free(&m);
    return cycles;
}

static void an_instruction_miss_costs_ic_miss_clk(void **state)
{
    (void)state;
    const char    *text = "ALU BARRIER\n0 x: MOV R0.x, 1.0\n" DONE; /* a CF miss and an ALU miss */
    const uint64_t base = cycles_of(text, "ic_miss_clk=200");
    assert_int_equal(cycles_of(text, "ic_miss_clk=204") - base, 8);
    assert_int_equal(cycles_of(text, "ic_miss_clk=600") - base, 800);
}

static void groups_that_straddle_cache_lines_run_cold_and_warm(void **state)
{
    (void)state;
    for (unsigned before = 0; before <= 16; before++) {
        struct machine cold, m;
        struct text    text = {0};
        put(&text, "ALU BARRIER\n");
        for (unsigned b = 0; b < before; b++)
            put(&text, "%u w: MOV R1.w, 1.0\n", b);
        for (unsigned g = 0; g < 6; g++) /* seven words each */
            put(&text,
                "%u x: ADD R1.x, %u.25, R2.x\n  y: ADD R1.y, %u.125, R2.x\n  z: ADD R1.z, %u.375, R2.x\n"
                "  w: ADD R1.w, %u.625, R2.x\n  t: ADD R0.%c, R2.x, %u.25\n",
                100 + g, g + 1, g + 1, g + 1, g + 1, "xyzwxy"[g], g + 1);
        put(&text, DONE);
        const struct plan plan = {.text = text.chars, .load_first = 2, .load_count = 1, .input = named_input};
        machine_start(&cold, &plan);
        machine_start(&m, &plan);
        machine_run(&cold);
        machine_warm(&m, &cold);
        machine_run(&m);
        for (unsigned t = 0; t < 64; t++)
            for (unsigned e = 0; e < 4; e++) {
                const float expected = (float)(2000 + t) + (float)(e < 2 ? e + 5 : e + 1) + 0.25f;
                expect_pixel(&cold, 0, t, e, bits(expected));
                expect_pixel(&m, 0, t, e, bits(expected));
            }
        /* seven words every 8 clocks are what the fetch can follow */
        assert_int_equal(group_of(&m, 0, before + 5)->cycle - group_of(&m, 0, before)->cycle, 40);
        machine_free(&cold);
        machine_free(&m);
        free(text.chars);
    }
}

static void programs_larger_than_the_smallest_caches_run(void **state)
{
    (void)state;
    enum { CLAUSES = 40, GROUPS = 16 };
    struct machine m;
    struct text    text = {0};
    for (unsigned c = 0; c < CLAUSES; c++) {
        put(&text, "ALU BARRIER\n");
        for (unsigned g = 0; g < GROUPS; g++)
            put(&text, "%u x: ADD_INT R0.x, R0.x, 1\n", g);
    }
    put(&text, DONE);
    const struct plan plan = {.text = text.chars,
                              .threads = 64 * 7,
                              .num_gprs = 1,
                              .load_count = 1,
                              .input = named_input,
                              .set = {"ic_ways=1", "ic_cf_kb=1", "ic_alu_kb=1", "ic_miss_clk=7"}};
    machine_start(&m, &plan);
    machine_run(&m);
    for (unsigned t = 0; t < 64 * 7; t++)
        expect_pixel(&m, 0, t, 0, bits((float)t) + CLAUSES * GROUPS);
    machine_free(&m);
    free(text.chars);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_kcache_mode_gives_the_constants_of_its_lines),
        cmocka_unit_test(a_constant_whose_line_is_not_locked_stops_the_run),
        cmocka_unit_test(a_lock_ends_with_its_clause),
        cmocka_unit_test(constants_behind_the_end_of_a_buffer_are_zero),
        cmocka_unit_test(alt_const_has_the_buffers_of_another_stage),
        cmocka_unit_test(alt_const_has_the_constant_file_of_another_stage),
        cmocka_unit_test(lines_that_hit_cost_4_clocks_each_beyond_the_first_8),
        cmocka_unit_test(a_miss_delays_its_clause_by_kc_miss_clk),
        cmocka_unit_test(constants_of_more_lines_than_the_cache_has_are_right),
        cmocka_unit_test(clauses_that_need_more_lines_than_there_are_get_them_one_after_the_other),
        cmocka_unit_test(a_locked_line_stays_however_long_its_clause_runs),
        cmocka_unit_test(an_instruction_miss_costs_ic_miss_clk),
        cmocka_unit_test(groups_that_straddle_cache_lines_run_cold_and_warm),
        cmocka_unit_test(programs_larger_than_the_smallest_caches_run),
    };
    return cmocka_run_group_tests(tests, fill_banks, NULL);
}
