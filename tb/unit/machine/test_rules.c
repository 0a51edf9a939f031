/* test_rules.c - who finds out that a program breaks a rule stops the run, and what it broke is told (rules.def). */
#include "tb/unit/everything.h"

/* What each of them says, with the section of the manual that has the rule. */
#define BREAKERS(BREAK)                                                                                                \
    BREAK(issue[0].q.error, ISSUE_NO_DOUBLES, "ALU word", "this chip has no double precision (ISA 4.12)")              \
    BREAK(issue[1].q.error, ISSUE_NO_GLOBALS, "ALU word", "no GPRs are set aside as global ones (ISA 2.6.1.1)")        \
    BREAK(flow.q.error, CF_NO_LOOP, "CF 0", "not inside a loop (ISA 3.7.3)")                                           \
    BREAK(cf.q.bad_op, true, "CF 0", "a reserved CF instruction (ISA 10.1)")                                           \
    BREAK(lds_unit.q.error, LDS_OUTSIDE, "thread 0", "outside the local data share that its group has (ISA 2.6.2)")    \
    BREAK(exports.q.bad_gpr, true, "an export reads", "beyond the program's 8 GPRs (ISA 4.6.3)")                       \
    BREAK(memory.q.stray, true, "thread 0 writes to 0x0", "(3D 3)")                                                    \
    BREAK(memory_reads.q.stray, true, "thread 0 reads from 0x0", "(3D 3)")

static void each_stops_the_run_and_is_told(void **state)
{
    (void)state;
    const struct plan plan = plan_of("rv770");
    struct machine    m;
    machine_start(&m, &plan);
    assert_false(gpu_stopped(m.gpu, &m.diag));
#define BREAK(member, value, where, says)                                                                              \
    m.gpu->simd[0].member = value;                                                                                     \
    assert_true(gpu_stopped(m.gpu, &m.diag));                                                                          \
    if (!strstr(m.diag.what, where) || !strstr(m.diag.what, says))                                                     \
        fail_msg("%s: %s", #member, m.diag.what);                                                                      \
    m.gpu->simd[0].member = 0;
    BREAKERS(BREAK)
    assert_false(gpu_stopped(m.gpu, &m.diag));
    machine_free(&m);
}

/* Of several at once the first one of the list. */
static void one_of_several_is_told(void **state)
{
    (void)state;
    const struct plan plan = plan_of("rv770");
    struct machine    m;
    machine_start(&m, &plan);
#undef BREAK
#define BREAK(member, value, where, says) m.gpu->simd[0].member = value;
    BREAKERS(BREAK)
    assert_true(gpu_stopped(m.gpu, &m.diag));
    assert_non_null(strstr(m.diag.what, "ISA 4.12"));
    machine_free(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_stops_the_run_and_is_told),
        cmocka_unit_test(one_of_several_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
