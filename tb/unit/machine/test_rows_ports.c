/* test_rows_ports.c - read ports through the whole machine: validation rows 33 to 36b of RV770 timing 3, the
 * manual's examples of ISA 4.7.7 and 4.7.8. */
#include "tb/unit/machine.h"

/* GPR g, element e of thread t holds 1000 g + 100 e + t; 8 GPRs. */
#define PLAN(...)                                                                                                      \
    &(struct plan)                                                                                                     \
    {                                                                                                                  \
        .text = __VA_ARGS__, .load_count = 8, .input = named_input                                                     \
    }
#define EXPORT_R0 "EXPORT_DONE PIX0, R0.xyzw EOP BARRIER\n"

static float in(unsigned thread, unsigned gpr, unsigned element)
{
    return (float)(1000 * gpr + 100 * element + thread);
}

/* ---- rows 33 to 36b --------------------------------------------------------------------------------------------- */

static void row_33_trans_uses_the_ports_that_vector_slots_leave(void **state)
{
    (void)state;
    struct machine m;
    machine_start(&m, PLAN("ALU BARRIER\n"
                           "0 x: MUL R0.x, R1.x, R2.x VEC_012\n"
                           "  y: MUL R0.y, R3.x, R1.y VEC_210\n"
                           "  t: MUL R1.x, R3.z, R3.w SCL_221\n"
                           "1 z: MOV R0.z, R1.x\n" EXPORT_R0));
    machine_run(&m);
    for (unsigned t = 0; t < 64; t++) {
        expect_pixel(&m, 0, t, 0, bits(in(t, 1, 0) * in(t, 2, 0)));
        expect_pixel(&m, 0, t, 1, bits(in(t, 3, 0) * in(t, 1, 1)));
        expect_pixel(&m, 0, t, 2, bits(in(t, 3, 2) * in(t, 3, 3)));
    }
    machine_free(&m);
}

static void row_33_the_second_example_shares_reads_with_trans(void **state)
{
    (void)state;
    struct machine m;
    machine_start(&m, PLAN("ALU BARRIER\n"
                           "0 x: MUL R0.x, R1.x, R2.x VEC_210\n"
                           "  y: MUL R0.y, R3.x, R1.y VEC_012\n"
                           "  t: MUL R1.x, R1.x, R1.y SCL_210\n"
                           "1 z: MOV R0.z, R1.x\n" EXPORT_R0));
    machine_run(&m);
    for (unsigned t = 0; t < 64; t++)
        expect_pixel(&m, 0, t, 2, bits(in(t, 1, 0) * in(t, 1, 1)));
    assert_int_equal(m.gpu->simd->fetch.q.reads, 4 + 1); /* R1.x and R1.y once each, R2.x, R3.x; then R1.x */
    machine_free(&m);
}

static void row_33_two_rows_of_one_element_in_one_cycle_are_stopped(void **state)
{
    (void)state;
    struct machine m;
    machine_start(&m, PLAN("ALU BARRIER\n"
                           "0 x: MUL R0.x, R1.x, R2.x VEC_012\n"
                           "  y: MUL R0.y, R3.x, R1.y VEC_012\n" EXPORT_R0));
    machine_stops(&m, "ALU word 3", "ISA 4.7.7");
    machine_free(&m);
}

/* One instruction in Trans beside a MOV that keeps slot X. */
static void trans_runs(const char *operands, const char *swizzle, bool legal, const char *section)
{
    static const uint32_t constants[8] = {0x40000000, 0x40400000, 0x40800000, 0x40a00000};
    char                  text[400];
    struct machine        m;
    struct plan           plan = {
                  .text = text, .load_count = 8, .input = named_input, .alu_constants = constants, .alu_constant_count = 2};
    snprintf(text, sizeof text,
             "ALU BARRIER\n0 x: MOV R0.x, 1.0\n1 x: MOV R5.x, 1.0\n t: MULADD R0.x, %s %s\n" EXPORT_R0, operands,
             swizzle);
    machine_start(&m, &plan);
    if (legal)
        machine_run(&m);
    else
        machine_stops(&m, "ALU word 4", section);
    machine_free(&m);
}

static void row_34_trans_with_a_constant_reads_no_gpr_in_cycle_0(void **state)
{
    (void)state;
    static const char *const constants[] = {"C[0].z, R1.x, R2.y", "3.0, R1.x, R2.y", "0.5, R1.x, R2.y"};
    for (unsigned c = 0; c < LENGTH(constants); c++) {
        trans_runs(constants[c], "SCL_210", false, "ISA 4.7.8.1");
        trans_runs(constants[c], "SCL_122", true, "");
        trans_runs(constants[c], "SCL_212", true, "");
        trans_runs(constants[c], "SCL_221", true, "");
    }
}

static void row_34_trans_with_a_constant_reads_no_pv_or_ps_in_cycle_0(void **state)
{
    (void)state;
    trans_runs("C[0].z, PV.x, PS", "SCL_210", false, "ISA 4.7.8.1");
    trans_runs("C[0].z, PV.x, PS", "SCL_122", true, "");
    trans_runs("C[0].z, PV.x, PS", "SCL_212", true, "");
    trans_runs("C[0].z, PV.x, PS", "SCL_221", true, "");
}

static void row_34_the_first_example_takes_every_swizzle(void **state)
{
    (void)state;
    static const char *const swizzle[] = {"SCL_210", "SCL_122", "SCL_212", "SCL_221"};
    for (unsigned s = 0; s < LENGTH(swizzle); s++)
        trans_runs("R1.x, R2.y, C[0].z", swizzle[s], true, "");
}

static void row_35_trans_with_two_constants_reads_its_gpr_in_cycle_2(void **state)
{
    (void)state;
    static const char *const operands[] = {"C[0].x, C[0].y, R1.z", "C[0].x, C[0].y, PV.x", "0.5, 3.0, R1.z"};
    for (unsigned o = 0; o < LENGTH(operands); o++) {
        trans_runs(operands[o], "SCL_210", false, "ISA 4.7.8.1");
        trans_runs(operands[o], "SCL_122", true, "");
        trans_runs(operands[o], "SCL_212", true, "");
        trans_runs(operands[o], "SCL_221", false, "ISA 4.7.8.1");
    }
}

static void row_35_trans_with_three_constants_is_stopped(void **state)
{
    (void)state;
    trans_runs("0.5, 1.0, C[0].x", "SCL_122", false, "ISA 4.7.5");
}

static void row_36_an_element_read_twice_by_src0_and_src1_takes_one_port(void **state)
{
    (void)state;
    static const char *const swizzle[] = {"VEC_012", "VEC_021", "VEC_120", "VEC_102", "VEC_201", "VEC_210"};
    for (unsigned s = 0; s < LENGTH(swizzle); s++) {
        char           text[200];
        struct machine m;
        snprintf(text, sizeof text, "ALU BARRIER\n0 x: MUL R0.x, R1.x, R1.x %s\n" EXPORT_R0, swizzle[s]);
        machine_start(&m, PLAN(text));
        machine_run(&m);
        assert_int_equal(m.gpu->simd->fetch.q.reads, 1);
        for (unsigned t = 0; t < 64; t++)
            expect_pixel(&m, 0, t, 0, bits(in(t, 1, 0) * in(t, 1, 0)));
        machine_free(&m);
    }
}

static void row_36b_the_same_element_in_src2_is_read_again(void **state)
{
    (void)state;
    struct machine m;
    machine_start(&m, PLAN("ALU BARRIER\n0 x: MULADD R0.x, R1.x, R2.x, R1.x VEC_012\n" EXPORT_R0));
    machine_run(&m);
    assert_int_equal(m.gpu->simd->fetch.q.reads, 3);
    for (unsigned t = 0; t < 64; t++)
        expect_pixel(&m, 0, t, 0, bits(in(t, 1, 0) * in(t, 2, 0) + in(t, 1, 0)));
    machine_free(&m);
}

static void row_36b_no_read_of_that_element_is_left_for_trans(void **state)
{
    (void)state;
    struct machine m;
    machine_start(&m, PLAN("ALU BARRIER\n"
                           "0 x: MULADD R0.x, R1.x, R2.x, R1.x VEC_012\n"
                           "  t: MOV R4.x, R3.x SCL_210\n" EXPORT_R0));
    machine_stops(&m, "ALU word 3", "ISA 4.7.7");
    machine_free(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(row_33_trans_uses_the_ports_that_vector_slots_leave),
        cmocka_unit_test(row_33_the_second_example_shares_reads_with_trans),
        cmocka_unit_test(row_33_two_rows_of_one_element_in_one_cycle_are_stopped),
        cmocka_unit_test(row_34_trans_with_a_constant_reads_no_gpr_in_cycle_0),
        cmocka_unit_test(row_34_trans_with_a_constant_reads_no_pv_or_ps_in_cycle_0),
        cmocka_unit_test(row_34_the_first_example_takes_every_swizzle),
        cmocka_unit_test(row_35_trans_with_two_constants_reads_its_gpr_in_cycle_2),
        cmocka_unit_test(row_35_trans_with_three_constants_is_stopped),
        cmocka_unit_test(row_36_an_element_read_twice_by_src0_and_src1_takes_one_port),
        cmocka_unit_test(row_36b_the_same_element_in_src2_is_read_again),
        cmocka_unit_test(row_36b_no_read_of_that_element_is_left_for_trans),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
