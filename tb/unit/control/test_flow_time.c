/* test_flow_time.c - what control flow costs: validation row 8 and timing S7 (docs/timing.md). */
#include "tb/unit/machine.h"

/* Clocks between the entries of the first groups of the program's last two clauses. */
static uint64_t clocks_between_clauses(const char *text, const char *set)
{
    const struct plan plan = {.text = text, .stack_size = 1, .set = {"ic_miss_clk=1", set}};
    struct machine    m;
    machine_start(&m, &plan);
    machine_run(&m);
    uint64_t first = 0, last = 0;
    for (unsigned e = 0; e < m.entries; e++)
        if (m.log[e].starts) {
            first = last;
            last = m.log[e].cycle;
        }
    machine_free(&m);
    return last - first;
}

#define CLAUSE "ALU @body BARRIER\n"
#define END "EXPORT_DONE PIX0, R0.xyzw EOP BARRIER\nbody: 0 x: MOV R0.x, R0.x\n"
#define PUSH "PUSH ADDR(0) BARRIER\n"
#define POP "POP ADDR(0) POP_COUNT(1) BARRIER\n"

static void each_flow_instruction_adds_40_clocks(void **state)
{
    (void)state;
    const uint64_t none = clocks_between_clauses(CLAUSE CLAUSE CLAUSE END, NULL);
    const uint64_t two = clocks_between_clauses(CLAUSE CLAUSE PUSH POP CLAUSE END, NULL);
    const uint64_t four = clocks_between_clauses(CLAUSE CLAUSE PUSH POP PUSH POP CLAUSE END, NULL);
    assert_int_equal(none, 48); /* 8 for the group, 40 for the clause switch */
    assert_int_equal(two, none + 2 * 40);
    assert_int_equal(four, none + 4 * 40);
}

static void row_8_if_else_endif_takes_three_changes_of_40_clocks(void **state)
{
    (void)state;
    /* The clauses inside are skipped: from the condition's clause to the clause behind ENDIF it is the switch to the
     * next clause and JUMP, ELSE, POP. */
    const uint64_t branch =
        clocks_between_clauses(CLAUSE PUSH CLAUSE "JUMP ADDR(5) BARRIER\nELSE ADDR(5) BARRIER\n" POP CLAUSE END, NULL);
    assert_int_equal(branch - 48, 3 * 40);
}

static void the_cost_of_a_flow_instruction_is_a_parameter(void **state)
{
    (void)state;
    const uint64_t none = clocks_between_clauses(CLAUSE CLAUSE CLAUSE END, "cf_flow_clk=24");
    const uint64_t two = clocks_between_clauses(CLAUSE CLAUSE PUSH POP CLAUSE END, "cf_flow_clk=24");
    assert_int_equal(two - none, 2 * 24);
}

static void a_nop_costs_its_fetch_and_decode_only(void **state)
{
    (void)state;
    const uint64_t none = clocks_between_clauses(CLAUSE CLAUSE CLAUSE END, NULL);
    const uint64_t one = clocks_between_clauses(CLAUSE CLAUSE "NOP BARRIER\n" CLAUSE END, NULL);
    assert_in_range(one - none, 8, 16);
}

/* Clocks from the first clause to the end, with a clause of `groups` groups without active threads between. */
static uint64_t clocks_with_a_skipped_clause(unsigned groups, unsigned *entries)
{
    struct text    text = {0};
    struct machine m;
    put(&text, PUSH CLAUSE "PUSH ADDR(3) BARRIER\nPOP COND(FALSE) BARRIER\nALU @long BARRIER\n");
    put(&text, "POP POP_COUNT(2) BARRIER\n" END "long:\n");
    for (unsigned g = 0; g < groups; g++)
        put(&text, "%u x: MOV R1.x, R0.x\n", g);
    const struct plan plan = {.text = text.chars, .stack_size = 1, .set = {"ic_miss_clk=1"}};
    machine_start(&m, &plan);
    machine_run(&m);
    *entries = m.entries;
    assert_int_equal(m.gpu->simd->cf.q.skipped, 1);
    const uint64_t clocks = m.gpu->cycle;
    machine_free(&m);
    free(text.chars);
    return clocks;
}

static void a_clause_without_active_threads_takes_the_time_of_its_cf_instruction(void **state)
{
    (void)state;
    unsigned       short_entries, long_entries;
    const uint64_t short_clocks = clocks_with_a_skipped_clause(1, &short_entries);
    const uint64_t long_clocks = clocks_with_a_skipped_clause(100, &long_entries);
    assert_int_equal(short_clocks, long_clocks);
    assert_int_equal(short_entries, 1);
    assert_int_equal(long_entries, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_flow_instruction_adds_40_clocks),
        cmocka_unit_test(row_8_if_else_endif_takes_three_changes_of_40_clocks),
        cmocka_unit_test(the_cost_of_a_flow_instruction_is_a_parameter),
        cmocka_unit_test(a_nop_costs_its_fetch_and_decode_only),
        cmocka_unit_test(a_clause_without_active_threads_takes_the_time_of_its_cf_instruction),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
