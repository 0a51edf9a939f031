/* test_fetch_policy.c - whose fetch clause is served, and what that does to the ALU of many wavefronts (RV770 timing
 * S4, S12). */
#include "tb/unit/machine.h"

enum { CONSTANTS = 64, WAVES = 28, TRIPS = 64 };

static uint32_t                            bank[4 * CONSTANTS];
static const struct launch_vertex_resource resources[] = {
    {.source = LAUNCH_SOURCE_CONSTANT_BUFFER, .raw = true, .words = {0, sizeof bank - 1, 16u << 8, 0, 0, 0, 3u << 30}},
};
static const struct launch_loop_constant loops[] = {{.count = TRIPS, .step = 1}};

#define FETCH "FETCH R1.xyzw, R0.x, fc0 FETCH_TYPE(NO_INDEX_OFFSET) DATA_FORMAT(FMT_32_32_32_32_FLOAT) MEGA_FETCH\n"

static uint32_t zero(unsigned thread, unsigned gpr, unsigned element)
{
    (void)thread, (void)gpr, (void)element;
    return 0;
}

static struct plan plan_of(const char *text, unsigned waves)
{
    return (struct plan){.text = text,
                         .threads = 64 * waves,
                         .load_count = 2,
                         .input = zero,
                         .bank = {bank},
                         .bank_constants = {CONSTANTS},
                         .vertices = resources,
                         .vertex_count = 1,
                         .stack_size = 2,
                         .loops = loops,
                         .loop_count = 1};
}

/* ---- the order -------------------------------------------------------------------------------------------------- */

enum { OLDEST, ROUND_ROBIN, YOUNGEST };

/* Of the clauses that offer an instruction, the one that the policy takes; each wavefront lies in the slot of its
 * number.
 */
static unsigned expected(const struct simd *simd, unsigned policy, unsigned last)
{
    unsigned best = FETCH_CLAUSES;
    for (unsigned c = 0; c < FETCH_CLAUSES; c++) {
        const struct fetch_clause_reg *q = &simd->fetch_clause[c].q;
        if (!q->offer)
            continue;
        assert_int_equal(q->number, q->slot);
        const unsigned behind = (q->number + FETCH_CLAUSES - last - 1) % FETCH_CLAUSES;
        const unsigned other = (best + FETCH_CLAUSES - last - 1) % FETCH_CLAUSES;
        if (best == FETCH_CLAUSES || (policy == OLDEST && q->number < best) ||
            (policy == YOUNGEST && q->number > best) || (policy == ROUND_ROBIN && behind < other))
            best = q->number;
    }
    return best;
}

/* All clauses have many instructions; counts how often there was a choice. */
static unsigned watch(const char *set, unsigned policy)
{
    struct text    text = {0};
    struct machine m;
    unsigned       choices = 0, last = FETCH_CLAUSES - 1;
    for (unsigned i = 0; i < 4; i++)
        put(&text, "VTX @f BARRIER\n");
    put(&text, "EXPORT_DONE PIX0, R1.xyzw EOP BARRIER\nf: ");
    for (unsigned i = 0; i < 16; i++)
        put(&text, FETCH);
    struct plan plan = plan_of(text.chars, FETCH_CLAUSES);
    plan.set[0] = set;
    machine_start(&m, &plan);
    while (!gpu_finished(m.gpu)) {
        const struct simd *simd = m.gpu->simd;
        unsigned           offering = 0;
        assert_true(m.gpu->cycle < MACHINE_LIMIT);
        gpu_wire(m.gpu);
        gpu_look(m.gpu);
        for (unsigned c = 0; c < FETCH_CLAUSES; c++)
            offering += simd->fetch_clause[c].q.offer;
        assert_int_equal(simd->vertex.in.offer, simd->vertex.q.free && offering);
        assert_int_equal(simd->fetch_arbiter.in.grant, simd->vertex.in.offer);
        if (simd->vertex.in.offer) {
            const unsigned taken = simd->vertex.in.offer_number;
            assert_int_equal(taken, expected(simd, policy, last));
            assert_int_equal(simd->fetch_arbiter.in.number, taken);
            last = taken;
            choices += offering > 1;
        }
        gpu_edge(m.gpu);
    }
    machine_free(&m);
    free(text.chars);
    return choices;
}

static void the_unit_takes_instructions_as_the_policy_says(void **state)
{
    (void)state;
    assert_true(watch("fetch_policy=oldest", OLDEST) > 100);
    assert_true(watch("fetch_policy=round_robin", ROUND_ROBIN) > 100);
    assert_true(watch("fetch_policy=youngest", YOUNGEST) > 100);
}

/* ---- chances ---------------------------------------------------------------------------------------------------- */

static const char five_groups[] = "LOOP_START @end CF_CONST(0) BARRIER\n"
                                  "body: VTX @f BARRIER\nALU @a BARRIER\nLOOP_END @body CF_CONST(0) BARRIER\n"
                                  "end: EXPORT_DONE PIX0, R1.xyzw EOP BARRIER\n"
                                  "a: 0 x: ADD R2.x, R2.x, R1.x\n1 x: ADD R2.x, PV.x, R1.y\n2 x: ADD R2.x, PV.x, R1.z\n"
                                  "3 x: ADD R2.x, PV.x, R1.w\n4 x: ADD R2.x, PV.x, R1.x\nf: " FETCH;

/* A chance is each clock in which the unit is free; each is counted once, and the used ones are the fetches. */
static void every_chance_of_the_unit_is_counted_under_its_reason(void **state)
{
    (void)state;
    struct machine    m;
    const struct plan plan = plan_of(five_groups, 4);
    uint64_t          chances = 0, counted = 0;
    machine_start(&m, &plan);
    while (!gpu_finished(m.gpu)) {
        assert_true(m.gpu->cycle < MACHINE_LIMIT);
        chances += m.gpu->simd->vertex.q.free;
        machine_step(&m);
    }
    const struct arbiter_reg *q = &m.gpu->simd->fetch_arbiter.q;
    for (unsigned reason = 0; reason < STALLS; reason++)
        counted += q->stalls.reason[reason];
    assert_int_equal(counted, chances);
    assert_int_equal(q->stalls.reason[STALL_NONE], 4 * TRIPS);
    assert_int_equal(q->grants, 4 * TRIPS);
    assert_int_equal(m.gpu->simd->vertex.q.fetched, 4 * TRIPS);
    assert_true(q->stalls.reason[STALL_INSTRUCTION] > 390); /* the first miss of the fetch cache */
    assert_true(q->stalls.reason[STALL_CLAUSE] > 0);
    assert_true(q->stalls.reason[STALL_BARRIER] > 0); /* wavefronts in their ALU clauses */
    assert_true(q->stalls.reason[STALL_FETCH] > 0);
    assert_true(q->stalls.reason[STALL_FLOW] + q->stalls.reason[STALL_CONTROL] > 0);
    machine_free(&m);
}

/* ---- the ALU of many wavefronts --------------------------------------------------------------------------------- */

/* Percent of the clocks in which a quarter enters the slots, from reset to the end of the last wavefront. */
static unsigned alu_percent(const char *latency, const char *alu, const char *fetch)
{
    struct machine m;
    struct plan    plan = plan_of(five_groups, WAVES);
    unsigned       set = 0;
    if (latency)
        plan.set[set++] = latency;
    if (alu)
        plan.set[set++] = alu;
    if (fetch)
        plan.set[set++] = fetch;
    machine_start(&m, &plan);
    machine_run(&m);
    const unsigned percent = (unsigned)(100 * m.busy / m.gpu->cycle);
    assert_int_equal(m.busy, (uint64_t)WAVES * TRIPS * 5 * 4); /* all groups, four quarters each */
    machine_free(&m);
    return percent;
}

/* Five groups and a fetch both take 20 clocks, so the ALU can be busy all the time. */
static void many_wavefronts_keep_the_alu_busy(void **state)
{
    (void)state;
    assert_true(alu_percent(NULL, NULL, NULL) > 90);
    assert_true(alu_percent("vc_hit_clk=300", NULL, NULL) > 90);
}

/* The oldest go round alone until they have ended: twice the time of a round when it takes a little less than all of
 * them. */
static void the_oldest_first_starves_the_youngest(void **state)
{
    (void)state;
    assert_true(alu_percent(NULL, "alu_policy=oldest", "fetch_policy=oldest") < 90);
    assert_in_range(alu_percent("vc_hit_clk=300", "alu_policy=oldest", "fetch_policy=oldest"), 50, 65);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_unit_takes_instructions_as_the_policy_says),
        cmocka_unit_test(every_chance_of_the_unit_is_counted_under_its_reason),
        cmocka_unit_test(many_wavefronts_keep_the_alu_busy),
        cmocka_unit_test(the_oldest_first_starves_the_youngest),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
