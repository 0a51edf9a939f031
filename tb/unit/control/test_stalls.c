/* test_stalls.c - every reason for which an arbiter issues nothing, on the wired machine: a program that must show it
 * (RV770 timing S5, S7, S12, S13, C6, C7, E6, X2; ISA 2.6.1.2, 3.2, 4.6.4, 4.7). */
#include <ctype.h>

#include "tb/unit/machine.h"

#define DONE "EXPORT_DONE PIX0, R0.xyzw EOP BARRIER\n"
#define BODY "body:\n0 x: MOV R1.x, R0.x\n1 x: MOV R1.x, R0.x\n2 x: MOV R1.x, R0.x\n"

enum { ARBITER_CF, ARBITER_EVEN, ARBITER_ODD };

static const struct arbiter *arbiter_of(const struct machine *m, unsigned arbiter)
{
    return arbiter == ARBITER_CF ? &m->gpu->simd->cf_arbiter : &m->gpu->simd->alu_arbiter[arbiter - ARBITER_EVEN];
}

static uint32_t count(const struct machine *m, unsigned arbiter, enum stall reason)
{
    return arbiter_of(m, arbiter)->q.stalls.reason[reason];
}

/* Runs a plan and expects at least `least` chances of an arbiter to have passed for one reason. */
static void expect_stalls(const struct plan *plan, unsigned arbiter, enum stall reason, uint32_t least)
{
    struct machine m;
    machine_start(&m, plan);
    machine_run(&m);
    if (count(&m, arbiter, reason) < least)
        fail_msg("arbiter %u, reason %u: %u chances, expected %u or more", arbiter, reason, count(&m, arbiter, reason),
                 least);
    machine_free(&m);
}

/* And no chance without what causes it. */
static void expect_none(const struct plan *plan, unsigned arbiter, enum stall reason)
{
    struct machine m;
    machine_start(&m, plan);
    machine_run(&m);
    assert_int_equal(count(&m, arbiter, reason), 0);
    machine_free(&m);
}

/* Of a wavefront alone it is not known which slot it takes. */
static void expect_in_either_slot(const struct plan *plan, enum stall reason, uint32_t least, uint32_t most)
{
    struct machine m;
    machine_start(&m, plan);
    machine_run(&m);
    assert_in_range(count(&m, ARBITER_EVEN, reason) + count(&m, ARBITER_ODD, reason), least, most);
    machine_free(&m);
}

static uint32_t named(unsigned thread, unsigned gpr, unsigned element)
{
    return named_input(thread, gpr, element);
}

static uint32_t thread_number(unsigned thread, unsigned gpr, unsigned element)
{
    (void)gpr, (void)element;
    return thread;
}

/* ---- control flow ------------------------------------------------------------------------------------------------ */

static void without_a_wavefront_there_is_none_to_fetch_for(void **state)
{
    (void)state;
    expect_stalls(&(struct plan){.text = DONE}, ARBITER_CF, STALL_NO_WAVE, 1);
}

static void initial_registers_that_are_being_written_are_a_reason(void **state)
{
    (void)state;
    struct plan plan = {.text = DONE, .load_count = 4, .input = named, .set = {"spi_load_clk=16", "ic_miss_clk=1"}};
    expect_stalls(&plan, ARBITER_CF, STALL_LOADING, 3 * 16);
    expect_stalls(&plan, ARBITER_EVEN, STALL_LOADING, 3 * 16 / 8);
    plan.load_count = 0; /* two clocks from the launch to its report, one of them a chance of the even slot */
    expect_stalls(&plan, ARBITER_CF, STALL_LOADING, 1);
    expect_none(&plan, ARBITER_ODD, STALL_LOADING);
}

static void a_wavefront_alone_leaves_cf_fetch_idle_while_it_is_decoded(void **state)
{
    (void)state;
    const struct plan plan = {.text = "NOP\nNOP\nNOP\n" DONE, .set = {"cf_decode_clk=20"}};
    expect_stalls(&plan, ARBITER_CF, STALL_CONTROL, 3 * 18);
    expect_stalls(&plan, ARBITER_ODD, STALL_CONTROL, 5);
}

static void branches_that_are_digested_are_a_reason(void **state)
{
    (void)state;
    struct plan plan = {.text = "PUSH ADDR(0) BARRIER\nPOP ADDR(0) POP_COUNT(1) BARRIER\n" DONE,
                        .stack_size = 1,
                        .set = {"cf_flow_clk=64"}};
    expect_stalls(&plan, ARBITER_CF, STALL_FLOW, 2 * 50);
    expect_stalls(&plan, ARBITER_EVEN, STALL_FLOW, 2 * 6);
    plan.set[0] = "cf_flow_clk=1";
    expect_none(&plan, ARBITER_CF, STALL_FLOW);
}

static void misses_of_the_instruction_caches_are_a_reason(void **state)
{
    (void)state;
    struct plan plan = {.text = "ALU @body BARRIER\n" DONE BODY, .set = {"ic_miss_clk=300"}};
    expect_stalls(&plan, ARBITER_CF, STALL_INSTRUCTION, 290);
    expect_stalls(&plan, ARBITER_EVEN, STALL_INSTRUCTION, 2 * 290 / 8); /* the CF word's line and the clause's */
    plan.set[0] = "ic_miss_clk=1";
    expect_none(&plan, ARBITER_EVEN, STALL_KCACHE);
}

static void clauses_without_a_place_hold_control_flow(void **state)
{
    (void)state;
    struct text       text = chain_program(1, 128);
    const struct plan plan = {.text = text.chars, .threads = 64 * 30};
    expect_stalls(&plan, ARBITER_CF, STALL_NO_CLAUSE, 1000);
    free(text.chars);
}

static void an_export_unit_without_room_holds_control_flow(void **state)
{
    (void)state;
    const struct plan plan = {.text = "EXPORT PIX0, R0.xyzw BURST(8)\nEXPORT PIX1, R0.xyzw BURST(7)\n" DONE,
                              .threads = 64 * 8};
    expect_stalls(&plan, ARBITER_CF, STALL_EXPORT, 400);
    expect_stalls(&plan, ARBITER_ODD, STALL_EXPORT, 60);
}

static void a_barrier_behind_a_clause_is_a_reason(void **state)
{
    (void)state;
    struct text       text = chain_program(1, 50);
    const struct plan plan = {.text = text.chars, .threads = 2 * 64, .set = {"simds=1", "ic_miss_clk=1"}};
    expect_stalls(&plan, ARBITER_CF, STALL_BARRIER, 50 * 8);
    free(text.chars);
}

/* It is not the barrier that another wavefront would not have. */
static void one_wavefront_leaves_the_other_slot_empty(void **state)
{
    (void)state;
    struct text       text = chain_program(1, 50);
    const struct plan plan = {.text = text.chars, .set = {"ic_miss_clk=1"}};
    expect_stalls(&plan, ARBITER_CF, STALL_ONE_WAVE, 50 * 8);
    expect_in_either_slot(&plan, STALL_ONE_WAVE, 49, 53); /* the slot that the clause does not run in; then it drains */
    expect_none(&plan, ARBITER_CF, STALL_BARRIER);
    free(text.chars);
}

static void exports_under_way_are_why_no_group_is_issued(void **state)
{
    (void)state;
    const struct plan plan = {.text = "EXPORT PIX0, R0.xyzw\n" DONE, .set = {"sx_export_clk=200"}};
    expect_stalls(&plan, ARBITER_EVEN, STALL_EXPORT, 2 * 190 / 8);
    expect_stalls(&plan, ARBITER_CF, STALL_EXPORT, 2 * 190);
}

static void fetches_that_have_not_returned_are_a_reason(void **state)
{
    (void)state;
    static const uint32_t                      bank[16];
    static const struct launch_vertex_resource resource = {.source = LAUNCH_SOURCE_CONSTANT_BUFFER,
                                                           .raw = true,
                                                           .words = {0, sizeof bank - 1, 16u << 8, 0, 0, 0, 3u << 30}};
    static const char                          text[] =
        "VTX @f BARRIER\n" DONE "f: FETCH R1.xyzw, R0.x, fc0 FETCH_TYPE(NO_INDEX_OFFSET) MEGA_FETCH_COUNT(16) "
        "DATA_FORMAT(FMT_32_32_32_32_FLOAT) MEGA_FETCH\n";
    struct plan plan = {.text = text,
                        .bank = {bank},
                        .bank_constants = {4},
                        .vertices = &resource,
                        .vertex_count = 1,
                        .set = {"vc_hit_clk=400", "ic_miss_clk=1"}};
    expect_stalls(&plan, ARBITER_CF, STALL_FETCH, 390);
    expect_stalls(&plan, ARBITER_ODD, STALL_FETCH, 390 / 8);
    plan.text = DONE;
    expect_none(&plan, ARBITER_CF, STALL_FETCH);
}

/* ---- ALU -------------------------------------------------------------------------------------------------------- */

static void a_lock_that_misses_is_a_reason(void **state)
{
    (void)state;
    static const uint32_t bank[64];
    struct plan           plan = {.text = "ALU @body KC0[CB0:0-15] BARRIER\n" DONE BODY,
                                  .bank = {bank},
                                  .bank_constants = {16},
                                  .set = {"kc_miss_clk=320"}};
    expect_stalls(&plan, ARBITER_EVEN, STALL_KCACHE, 310 / 8);
    plan.text = "ALU @body BARRIER\n" DONE BODY;
    expect_none(&plan, ARBITER_EVEN, STALL_KCACHE);
}

static void a_clause_that_is_being_prepared_is_a_reason(void **state)
{
    (void)state;
    struct plan plan = {.text = "ALU @body BARRIER\n" DONE BODY,
                        .set = {"ic_miss_clk=1", "alu_arb_clk=50", "alu_lock_clk=50", "alu_fetch_clk=50"}};
    expect_stalls(&plan, ARBITER_EVEN, STALL_CLAUSE, 140 / 8);
    plan.text = DONE;
    expect_none(&plan, ARBITER_EVEN, STALL_CLAUSE);
}

static void a_latency_above_one_rotation_is_a_reason(void **state)
{
    (void)state;
    struct text text = chain_program(1, 50);
    struct plan plan = {.text = text.chars, .set = {"alu_latency=24"}};
    expect_in_either_slot(&plan, STALL_LATENCY, 49 * 2, 49 * 2); /* not behind the last one */
    plan.set[0] = "alu_latency=8";
    expect_none(&plan, ARBITER_EVEN, STALL_LATENCY);
    free(text.chars);
}

static void a_fresh_address_register_is_a_reason(void **state)
{
    (void)state;
    static const char text[] = "ALU @body BARRIER\n" DONE "body:\n0 x: MOVA_INT ____, R0.x\n1 x: MOV R1.x, R[AR.x].x\n";
    struct plan       plan = {.text = text, .load_count = 1, .input = thread_number, .threads = 1};
    expect_in_either_slot(&plan, STALL_MOVA, 2, 2);
    plan.set[0] = "mova_delay_groups=1";
    expect_in_either_slot(&plan, STALL_MOVA, 1, 1);
}

static void different_indices_into_the_constants_are_a_reason(void **state)
{
    (void)state;
    static const uint32_t constants[4 * 64];
    static const char     text[] =
        "ALU @body BARRIER\n" DONE "body:\n0 x: MOVA_INT ____, R0.x\n1 x: MOV R1.x, R0.x\n2 x: MOV R1.x, R0.x\n"
        "3 x: MOV R1.x, C[AR.x].x\n";
    struct plan plan = {
        .text = text, .load_count = 1, .input = thread_number, .alu_constants = constants, .alu_constant_count = 64};
    expect_in_either_slot(&plan, STALL_WATERFALL, 63, 63);
    plan.threads = 1;
    expect_in_either_slot(&plan, STALL_WATERFALL, 0, 0);
}

static void a_global_register_that_the_other_slot_writes_is_a_reason(void **state)
{
    (void)state;
    struct text text = {0};
    put(&text, "%s", "ALU @body BARRIER\n" DONE "body:\n");
    for (unsigned g = 0; g < 60; g++)
        put(&text, "%u x: ADD_INT R[GLOBAL+2].x, R[GLOBAL+2].x, 1\n", g);
    struct plan plan = {.text = text.chars, .threads = 128, .set = {"global_gprs=4"}};
    expect_in_either_slot(&plan, STALL_GLOBAL, 20, 120);
    plan.threads = 64;
    expect_in_either_slot(&plan, STALL_GLOBAL, 0, 0);
    /* Each group has its operands read in two rotations, of which it can use one (G4). */
    expect_in_either_slot(&plan, STALL_SHARED, 60, 60);
    plan.set[1] = "gpr_shared_rotations=4";
    expect_in_either_slot(&plan, STALL_SHARED, 180, 180);
    plan.set[1] = "gpr_shared_rotations=1";
    expect_in_either_slot(&plan, STALL_SHARED, 0, 0);
    free(text.chars);
}

/* ---- every chance is counted ------------------------------------------------------------------------------------ */

static void each_rotation_of_a_slot_is_counted_once_and_used_ones_are_its_groups(void **state)
{
    (void)state;
    struct text       text = chain_program(5, 7);
    const struct plan plan = {.text = text.chars, .threads = 64 * 9};
    struct machine    m;
    machine_start(&m, &plan);
    machine_run(&m);
    for (unsigned p = 0; p < PARITIES; p++) {
        uint64_t sum = 0;
        for (unsigned reason = 0; reason < STALLS; reason++)
            sum += count(&m, ARBITER_EVEN + p, reason);
        assert_int_equal(sum, (m.gpu->cycle - 1 + (p ? 0 : 4)) / 8); /* decisions in clocks 3 and 7, chances behind */
        assert_int_equal(count(&m, ARBITER_EVEN + p, STALL_NONE), m.gpu->simd->issue[p].q.groups);
    }
    machine_free(&m);
    free(text.chars);
}

/* ---- what stops the run ----------------------------------------------------------------------------------------- */

/* The wires of the clock in which the run stops. */
static void expect_last_wire(const char *clause, enum stall reason, const char *what)
{
    struct text    text = {0};
    struct machine m;
    unsigned       seen = 0;
    put(&text, "ALU @body BARRIER\n" DONE "body:\n%s", clause);
    const struct plan plan = {.text = text.chars};
    machine_start(&m, &plan);
    machine_stops(&m, "ALU word", what);
    gpu_wire(m.gpu);
    gpu_look(m.gpu);
    for (unsigned p = 0; p < PARITIES; p++) {
        const struct arbiter_in *in = &m.gpu->simd->alu_arbiter[p].in;
        seen += in->chance && in->why == reason;
    }
    assert_int_equal(seen, 1);
    machine_free(&m);
    free(text.chars);
}

static void a_port_conflict_stops_the_run_and_is_named(void **state)
{
    (void)state;
    expect_last_wire("0 x: ADD R0.x, R0.x, R1.x VEC_012\n  y: ADD R0.y, R2.x, R3.x VEC_012\n", STALL_PORTS,
                     "ISA 4.7.7");
}

static void another_broken_rule_stops_the_run_and_is_named(void **state)
{
    (void)state;
    expect_last_wire("0 x: MOV R0.x, R99.x\n", STALL_STOPPED, "ISA 4.6.3");
}

/* ---- names ------------------------------------------------------------------------------------------------------- */

static void statistics_call_a_reason_as_waveforms_and_summaries_do(void **state)
{
    (void)state;
    for (unsigned reason = STALL_NONE + 1; reason < STALLS; reason++) {
        char key[64] = "";
        snprintf(key, sizeof key, "stall_%s", stall_names[reason]);
        for (char *c = key; *c; c++)
            *c = isalnum((unsigned char)*c) ? (char)tolower((unsigned char)*c) : '_';
        assert_string_equal(stall_keys[reason], key);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(without_a_wavefront_there_is_none_to_fetch_for),
        cmocka_unit_test(initial_registers_that_are_being_written_are_a_reason),
        cmocka_unit_test(a_wavefront_alone_leaves_cf_fetch_idle_while_it_is_decoded),
        cmocka_unit_test(branches_that_are_digested_are_a_reason),
        cmocka_unit_test(misses_of_the_instruction_caches_are_a_reason),
        cmocka_unit_test(clauses_without_a_place_hold_control_flow),
        cmocka_unit_test(an_export_unit_without_room_holds_control_flow),
        cmocka_unit_test(a_barrier_behind_a_clause_is_a_reason),
        cmocka_unit_test(one_wavefront_leaves_the_other_slot_empty),
        cmocka_unit_test(exports_under_way_are_why_no_group_is_issued),
        cmocka_unit_test(fetches_that_have_not_returned_are_a_reason),
        cmocka_unit_test(a_lock_that_misses_is_a_reason),
        cmocka_unit_test(a_clause_that_is_being_prepared_is_a_reason),
        cmocka_unit_test(a_latency_above_one_rotation_is_a_reason),
        cmocka_unit_test(a_fresh_address_register_is_a_reason),
        cmocka_unit_test(different_indices_into_the_constants_are_a_reason),
        cmocka_unit_test(a_global_register_that_the_other_slot_writes_is_a_reason),
        cmocka_unit_test(each_rotation_of_a_slot_is_counted_once_and_used_ones_are_its_groups),
        cmocka_unit_test(a_port_conflict_stops_the_run_and_is_named),
        cmocka_unit_test(another_broken_rule_stops_the_run_and_is_named),
        cmocka_unit_test(statistics_call_a_reason_as_waveforms_and_summaries_do),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
