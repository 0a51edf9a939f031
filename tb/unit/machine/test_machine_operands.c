/* test_machine_operands.c - operands with one number and different indices, in the whole machine (ISA 4.7.7, 4.7.9;
 * chip parameter same_number_read).  What an instruction gives is calculated operand by operand from the registers that
 * it names, without a table of ports.  Every program runs clock by clock and as fast as it can. */
#include "tb/unit/machine.h"

/* R0 to R6 hold 1000 g + 100 e + t, R7.x an index 0 to 2; global GPRs hold 20000 + 1000 g + 100 e + lane. */
enum { THREADS = 128, GPRS = 24, LOADED = 8, GLOBALS = 5, AL = 2 };

static uint32_t start(unsigned thread, unsigned gpr, unsigned element)
{
    return gpr == 7 ? thread % 3 : named_input(thread, gpr, element);
}

static float in(unsigned thread, unsigned gpr, unsigned element)
{
    return (float)(1000 * gpr + 100 * element + thread);
}

static float global(unsigned thread, unsigned gpr, unsigned element)
{
    return 20000 + in(thread % 64, gpr, element);
}

/* aL is 2 in the clause. */
static void run_groups(struct machine *m, const char *groups, const char *exports, const char *set, bool fast)
{
    static const struct launch_loop_constant loop = {.line = 1, .count = 1, .start = AL, .step = 1};
    static uint32_t                          globals[64 * 4 * GLOBALS];
    struct text                              text = {0};
    struct diag                              diag;
    for (unsigned lane = 0; lane < 64; lane++)
        for (unsigned g = 0; g < GLOBALS; g++)
            for (unsigned e = 0; e < 4; e++)
                globals[(lane * GLOBALS + g) * 4 + e] = bits(global(lane, g, e));
    put(&text,
        "LOOP_START @out CF_CONST(0) BARRIER\ntop: ALU BARRIER\n91 x: MOVA_INT ____, R7.x\n92 w: MOV R6.w, 0.0\n%s\n"
        "LOOP_END @top BARRIER\nout: %s EOP BARRIER\n",
        groups, exports);
    const struct plan plan = {.text = text.chars,
                              .set = {set},
                              .threads = THREADS,
                              .num_gprs = GPRS,
                              .stack_size = 2,
                              .load_count = LOADED,
                              .input = start,
                              .loops = &loop,
                              .loop_count = 1,
                              .globals = globals,
                              .global_count = GLOBALS};
    machine_start(m, &plan);
    if (fast) {
        assert_true(gpu_hasten(m->gpu, &diag));
        assert_int_equal(gpu_run(m->gpu, MACHINE_LIMIT, &diag), GPU_FINISHED);
    } else {
        machine_run(m);
    }
    free(text.chars);
}

#define PIXEL "EXPORT_DONE PIX0, R0.xyzw"

static void leaves(const char *groups, const char *set, float (*expected)(unsigned thread))
{
    for (unsigned fast = 0; fast < 2; fast++) {
        struct machine m;
        run_groups(&m, groups, PIXEL, set, fast);
        for (unsigned t = 0; t < THREADS; t++)
            expect_pixel(&m, 0, t, 0, bits(expected(t)));
        machine_free(&m);
    }
}

/* ---- two operands of one instruction ----------------------------------------------------------------------------- */

static float by_ar(unsigned t)
{
    return in(t, 1 + t % 3, 0);
}
static float ar_and_plain(unsigned t)
{
    return by_ar(t) + in(t, 1, 0);
}
static float ar_twice(unsigned t)
{
    return 2 * by_ar(t);
}
static float plain_twice(unsigned t)
{
    return 2 * in(t, 1, 0);
}
static float loop_and_plain(unsigned t)
{
    return in(t, 1 + AL, 0) + in(t, 1, 0);
}
static float loop_twice(unsigned t)
{
    return 2 * in(t, 1 + AL, 0);
}
static float global_and_plain(unsigned t)
{
    return global(t, 1, 0) + in(t, 1, 0);
}
static float global_by_ar_and_plain(unsigned t)
{
    return global(t, 1 + t % 3, 0) + in(t, 1, 0);
}

static void src1_is_its_own_register_when_one_of_src0_and_src1_has_an_index(void **state)
{
    (void)state;
    leaves("0 x: ADD R0.x, R[AR.x+1].x, R1.x\n", NULL, ar_and_plain);
    leaves("0 x: ADD R0.x, R1.x, R[AR.x+1].x\n", NULL, ar_and_plain);
    leaves("0 x: ADD R0.x, R[AL+1].x, R1.x\n", NULL, loop_and_plain);
    leaves("0 x: ADD R0.x, R1.x, R[AL+1].x VEC_210\n", NULL, loop_and_plain);
    leaves("0 x: ADD R0.x, R[GLOBAL+1].x, R1.x\n", NULL, global_and_plain);
    leaves("0 x: ADD R0.x, R1.x, R[GLOBAL+1].x\n", NULL, global_and_plain);
    leaves("0 x: ADD R0.x, R[GLOBAL+AR.x+1].x, R1.x\n", NULL, global_by_ar_and_plain);
    leaves("0 x: MOV R6.x, 0.0\n t: ADD R0.x, R[AR.x+1].x, R1.x SCL_210\n", NULL, ar_and_plain);
}

static void src1_is_src0s_register_on_a_chip_that_compares_the_numbers_alone(void **state)
{
    (void)state;
    leaves("0 x: ADD R0.x, R[AR.x+1].x, R1.x\n", "same_number_read=shared", ar_twice);
    leaves("0 x: ADD R0.x, R1.x, R[AR.x+1].x\n", "same_number_read=shared", plain_twice);
    leaves("0 x: ADD R0.x, R[AL+1].x, R1.x\n", "same_number_read=shared", loop_twice);
    /* Trans has a cycle for each (ISA 4.7.8). */
    leaves("0 x: MOV R6.x, 0.0\n t: ADD R0.x, R[AR.x+1].x, R1.x SCL_210\n", "same_number_read=shared", ar_and_plain);
}

static void a_src1_of_its_own_needs_a_port_of_its_own(void **state)
{
    (void)state;
    leaves("0 x: MOV R6.x, R5.x VEC_102\n y: ADD R6.y, R[AL+1].x, R1.x\n1 x: MOV R0.x, R6.y\n",
           "same_number_read=shared", loop_twice);
    struct machine    m;
    const struct plan plan = {
        .text = "LOOP_START @out CF_CONST(0) BARRIER\ntop: ALU BARRIER\n0 x: MOV R6.x, R5.x VEC_102\n"
                "y: ADD R6.y, R[AL+1].x, R1.x\nLOOP_END @top BARRIER\nout: EXPORT_DONE PIX0, R0.xyzw EOP BARRIER\n",
        .stack_size = 2,
        .load_count = LOADED,
        .input = start,
        .loops = &(struct launch_loop_constant){.line = 1, .count = 1, .start = AL, .step = 1},
        .loop_count = 1};
    machine_start(&m, &plan);
    machine_stops(&m, "ALU word 5", "ISA 4.7.7");
    machine_free(&m);
}

/* ---- every order of three operands ------------------------------------------------------------------------------- */

enum { PATTERNS = 8, SWIZZLES = 6 };

static float operand(unsigned thread, bool indexed, unsigned element)
{
    return in(thread, indexed ? 1 + AL : 1, element);
}

/* Pattern p: operand i has an index when bit i is set.  Group p of a swizzle leaves its result in a register for each
 * pair of swizzle and half of the patterns. */
static void put_patterns(struct text *text, const char *swizzle, unsigned first)
{
    for (unsigned p = 0; p < PATTERNS; p++) {
        put(text, "%u %c: MULADD R%u.%c", p, "xyzw"[p % 4], first + p / 4, "xyzw"[p % 4]);
        for (unsigned i = 0; i < 3; i++)
            put(text, p >> i & 1 ? ", R[AL+1].z" : ", R1.z");
        put(text, " %s\n", swizzle);
    }
}

static void each_operand_of_an_instruction_is_its_own_register_in_every_order_of_reading(void **state)
{
    (void)state;
    static const char *const swizzle[SWIZZLES] = {"VEC_012", "VEC_021", "VEC_120", "VEC_102", "VEC_201", "VEC_210"};
    for (unsigned s = 0; s < SWIZZLES; s++)
        for (unsigned fast = 0; fast < 2; fast++) {
            struct machine m;
            struct text    text = {0};
            put_patterns(&text, swizzle[s], LOADED);
            run_groups(&m, text.chars, "EXPORT PIX0, R8.xyzw BARRIER\nEXPORT_DONE PIX1, R9.xyzw", NULL, fast);
            free(text.chars);
            for (unsigned t = 0; t < THREADS; t++)
                for (unsigned p = 0; p < PATTERNS; p++)
                    expect_pixel(&m, p / 4, t, p % 4,
                                 bits(operand(t, p & 1, 2) * operand(t, p >> 1 & 1, 2) + operand(t, p >> 2, 2)));
            machine_free(&m);
        }
}

/* ---- what a run says of them ------------------------------------------------------------------------------------- */

static unsigned executed(const char *groups, const char *set, struct result_hazard found[4])
{
    unsigned count[2];
    for (unsigned fast = 0; fast < 2; fast++) {
        struct machine m;
        run_groups(&m, groups, PIXEL, set, fast);
        count[fast] = m.gpu->hazards.count;
        for (unsigned i = 0; i < count[fast] && i < 4; i++)
            found[i] = m.gpu->hazards.list[i];
        machine_free(&m);
    }
    assert_int_equal(count[0], count[1]);
    return count[0];
}

static void is_one(const struct result_hazard *h, uint64_t own, uint64_t shared, uint64_t differ, const char *text)
{
    char buffer[RESULT_HAZARD_TEXT];
    assert_int_equal(h->kind, HAZARD_NUMBER);
    assert_int_equal(h->own, own);
    assert_int_equal(h->shared, shared);
    assert_int_equal(h->differ, differ);
    assert_string_equal(results_hazard_text(h, buffer, sizeof buffer), text);
}

/* Two wavefronts; the clause's first two groups are words 4 and 5. */
static void a_number_with_two_indices_is_listed_with_what_was_read(void **state)
{
    (void)state;
    struct result_hazard h[4];
    assert_int_equal(executed("0 x: ADD R0.x, R[AR.x+1].x, R1.x\n", NULL, h), 1);
    is_one(&h[0], 2, 0, 2,
           "ALU word 6 reads R1.x as operand 1 beside R[AR.x+1].x of ALU word 6, which has the same number: its own "
           "register (ISA 4.7.7; same_number_read)");
    assert_int_equal(executed("0 x: ADD R0.x, R1.x, R[AL+1].x\n", "same_number_read=shared", h), 1);
    is_one(&h[0], 0, 2, 2,
           "ALU word 6 reads R[AL+1].x as operand 1 beside R1.x of ALU word 6, which has the same number: the register "
           "of the latter (ISA 4.7.7; same_number_read)");
    assert_int_equal(executed("0 x: MOV R0.x, R1.x\n z: MOV R0.z, R[GLOBAL+1].x\n", NULL, h), 1);
    is_one(&h[0], 0, 2, 2,
           "ALU word 7 reads R[GLOBAL+1].x as operand 0 beside R1.x of ALU word 6, which has the same number: the "
           "register of the latter (ISA 4.7.7)");
}

static void an_index_that_makes_no_difference_is_said(void **state)
{
    (void)state;
    struct result_hazard h[4];
    assert_int_equal(executed("0 x: MOVA_INT ____, 0.0\n1 w: MOV R6.w, 0.0\n2 w: MOV R6.w, 1.0\n"
                              "3 x: ADD R0.x, R[AR.x+1].x, R1.x\n",
                              NULL, h),
                     1);
    assert_int_equal(h[0].own, 2);
    assert_int_equal(h[0].differ, 0);
    char text[RESULT_HAZARD_TEXT];
    assert_non_null(strstr(results_hazard_text(&h[0], text, sizeof text), "own register, which were one register"));
}

static void what_is_read_in_two_cycles_or_by_no_thread_is_not_listed(void **state)
{
    (void)state;
    struct result_hazard h[4];
    assert_int_equal(executed("0 x: ADD R0.x, R[AL+1].x, R[AL+1].x\n", NULL, h), 0);
    assert_int_equal(executed("0 x: ADD R0.x, R[AL+1].x, R1.y\n", NULL, h), 0);
    assert_int_equal(executed("0 x: ADD R0.x, R[AL+1].x, R2.x\n", NULL, h), 0);
    assert_int_equal(executed("0 x: MOV R0.x, R1.x\n z: MOV R0.z, R[AL+1].x VEC_120\n", NULL, h), 0);
    /* the predicate is 1 in no thread */
    assert_int_equal(executed("0 x: PRED_SETE_INT ____, 0.0, 1 UPDATE_PRED\n"
                              "1 x: ADD R0.x, R[AL+1].x, R1.x PRED_SEL(ONE)\n",
                              NULL, h),
                     0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(src1_is_its_own_register_when_one_of_src0_and_src1_has_an_index),
        cmocka_unit_test(src1_is_src0s_register_on_a_chip_that_compares_the_numbers_alone),
        cmocka_unit_test(a_src1_of_its_own_needs_a_port_of_its_own),
        cmocka_unit_test(each_operand_of_an_instruction_is_its_own_register_in_every_order_of_reading),
        cmocka_unit_test(a_number_with_two_indices_is_listed_with_what_was_read),
        cmocka_unit_test(an_index_that_makes_no_difference_is_said),
        cmocka_unit_test(what_is_read_in_two_cycles_or_by_no_thread_is_not_listed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
