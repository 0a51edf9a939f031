/* test_wekiva_expand.c - wk_expand of the public library: an instruction of shader model 5 as groups of R700. */
#include "tb/unit/library/wekiva_kit.h"

static void an_instruction_of_shader_model_5_becomes_groups(void **state)
{
    (void)state;
    struct wk_groups groups;
    OK(wk_expand("dmovc R1.xyzw, R0.xyzw, R2, R3", "ps", "rv770", &groups, &said));
    assert_int_equal(groups.group_count, 1);
    assert_int_equal(groups.dword_count, 8);
    assert_string_equal(groups.text, "0 x: CNDE_INT R1.x, R0.x, R3.x, R2.x\n  y: CNDE_INT R1.y, R0.x, R3.y, R2.y\n"
                                     "  z: CNDE_INT R1.z, R0.y, R3.z, R2.z\n  w: CNDE_INT R1.w, R0.y, R3.w, R2.w\n");
    /* ISA 10.2: src0 R0.x, src1 R3.x; dst R1, op3 28 in bits 17:13, src2 R2.x. */
    assert_int_equal(groups.dwords[0], 3u << 13);
    assert_int_equal(groups.dwords[1], 1u << 21 | 28u << 13 | 2u);
    assert_int_equal(groups.dwords[6] >> 31, 1); /* LAST */
    wk_groups_free(&groups);
    OK(wk_expand("dmovc R1.xy, R0, -R2, |R3|", NULL, NULL, &groups, NULL));
    assert_int_equal(groups.group_count, 2);
    assert_int_equal(groups.dword_count, 2 * 2 + 2 + 2 * 2); /* with two literals */
    wk_groups_free(&groups);
    ASSERT_REFUSED(wk_expand("dmovc R1.x, R0, R2, R3", NULL, NULL, &groups, &said), WK_REFUSED, "the mask .xy");
    assert_int_equal(said.line, 1);
    assert_null(groups.text);
    ASSERT_REFUSED(wk_expand("dmovc R1.xy, R0, R2, R3", "hull", NULL, &groups, &said), WK_REFUSED, "no hull stage");
    ASSERT_REFUSED(wk_expand("dmovc R1.xy, R0, R2, R3", "ds", NULL, &groups, &said), WK_REFUSED, "no domain stage");
    ASSERT_REFUSED(wk_expand("dmovc R1.xy, R0, R2, R3", "ps x", NULL, &groups, &said), WK_REFUSED, "a stage");
    ASSERT_REFUSED(wk_expand("dadd R1.xy, R0, R2", NULL, "rv730", &groups, &said), WK_REFUSED,
                   "rv730 has no double precision (ISA 4.12)");
    ASSERT_REFUSED(wk_expand("dadd R1, d(1, 2), d(1.1, 2.2)", NULL, NULL, &groups, &said), WK_REFUSED,
                   "four different");
    assert_int_equal(said.line, 1);
    ASSERT_REFUSED(wk_expand("MOV R1.x, R0.x", NULL, NULL, &groups, &said), WK_REFUSED, "a macro");
    ASSERT_REFUSED(wk_expand("", NULL, NULL, &groups, &said), WK_REFUSED, "a macro");
    ASSERT_REFUSED(wk_expand("dmov R1, R2", NULL, "rv999", &groups, &said), WK_REFUSED, "rv999");
    ASSERT_REFUSED(wk_expand(NULL, NULL, NULL, &groups, &said), WK_BAD_ARGUMENT, "NULL");
    ASSERT_REFUSED(wk_expand("dmov R1, R2", NULL, NULL, NULL, &said), WK_BAD_ARGUMENT, "NULL");
    wk_groups_free(&groups);
    wk_groups_free(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_instruction_of_shader_model_5_becomes_groups),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
