/* test_machine_rest.c - what stands still costs nothing and changes nothing: gated clocks, and wires that are left as
 * they were because none of their sources has changed (simd_settle.c).  Both are also shown machines in which something
 * is left out that must not be. */
#include "tb/random/settled.h"
#include "tb/unit/everything.h"

/* ---- clocks ------------------------------------------------------------------------------------------------------ */

static void a_clock_that_is_not_gated_changes_nothing(void **state)
{
    (void)state;
    for (unsigned c = 0; c < LENGTH(chips); c++) {
        struct machine    m, other;
        const struct plan plan = plan_of(chips[c]);
        uint64_t          gated = 0;
        machine_start(&m, &plan);
        machine_start(&other, &plan);
        while (!gpu_finished(m.gpu)) {
            gpu_wire(m.gpu);
            gpu_wire(other.gpu);
            gated += (uint64_t)SIMD_MODULES - (uint64_t)__builtin_popcountll(m.gpu->simd.clocked);
            other.gpu->simd.clocked = ~0ull >> (64 - SIMD_MODULES);
            gpu_edge(m.gpu);
            gpu_edge(other.gpu);
            expect_same(&m, &other);
        }
        assert_true(gated > m.gpu->cycle * SIMD_MODULES / 4); /* the gate does something */
        assert_true(same_exports(&m, &other));
        machine_free(&m);
        machine_free(&other);
    }
}

/* The cycle in which a machine without the clock of one module first differs; 0: never. */
static uint64_t differs_without(unsigned module, bool *ever_clocked)
{
    struct machine    m, other;
    const struct plan plan = plan_of("rv770");
    uint64_t          cycle = 0;
    machine_start(&m, &plan);
    machine_start(&other, &plan);
    while (!gpu_finished(m.gpu) && !cycle) {
        gpu_wire(m.gpu);
        gpu_wire(other.gpu);
        *ever_clocked |= m.gpu->simd.clocked >> module & 1;
        other.gpu->simd.clocked &= ~(1ull << module);
        gpu_edge(m.gpu);
        gpu_edge(other.gpu);
        cycle = same_state(&m, &other) ? 0 : m.gpu->cycle;
    }
    machine_free(&m);
    machine_free(&other);
    return cycle;
}

static void every_module_that_is_wrongly_left_out_is_seen(void **state)
{
    (void)state;
    for (unsigned module = 0; module < SIMD_MODULES; module++) {
        bool           clocked = false;
        const uint64_t cycle = differs_without(module, &clocked);
        if (clocked != (cycle > 0))
            fail_msg("module %u: %s, first difference in cycle %llu", module, clocked ? "clocked" : "never clocked",
                     (unsigned long long)cycle);
    }
}

/* ---- wires ------------------------------------------------------------------------------------------------------- */

/* More wavefronts than find room, more clauses than can be in flight. */
static struct plan crowded(void)
{
    struct plan plan = plan_of("rv770");
    plan.text = "VTX @one BARRIER\nVTX @two\nALU @long KC0[CB0:0-15] BARRIER\nALU @short\nVTX @one\n"
                "EXPORT PIX1, R3.xyzw\nALU @long KC0[CB1:0-15] BARRIER\nVTX @two\nALU @short BARRIER\n"
                "EXPORT_DONE PIX0, R0.xyzw EOP BARRIER\n"
                "long:\n0 x: ADD R1.x, R1.x, KC0[1].x\n1 x: ADD R1.x, R1.x, R0.x\n2 x: ADD R1.x, R1.x, R0.x\n"
                "3 x: ADD R1.x, R1.x, R0.x\n4 x: DOT4 R0.x, R3.x, R1.x\n y: DOT4 ____, R3.y, R1.y\n"
                "  z: DOT4 ____, R3.z, R1.z\n w: DOT4 ____, R3.w, R1.w\n"
                "short:\n0 x: KILLGT ____, R7.w, R7.z\n"
                "one: FETCH R4.wxyz, R7.x, fc0 USE_CONST_FIELDS\n"
                "two: FETCH R4.wxyz, R7.x, fc0 USE_CONST_FIELDS\nFETCH R5.wxyz, R7.x, fc0 USE_CONST_FIELDS\n";
    plan.threads = 30 * 64;
    plan.set[0] = "simd_max_waves=24";
    return plan;
}

static void wires_whose_sources_stand_still_keep_their_values(void **state)
{
    (void)state;
    const struct plan plans[] = {plan_of("rv770"), plan_of("rv710"), crowded()};
    for (unsigned i = 0; i < LENGTH(plans); i++) {
        struct machine m;
        machine_start(&m, &plans[i]);
        while (!gpu_finished(m.gpu)) {
            gpu_wire(m.gpu);
            if (!settled_alike(m.gpu, &m.diag))
                fail_msg("%s", m.diag.what);
            gpu_edge(m.gpu);
        }
        machine_free(&m);
    }
}

/* The same machine, half of whose wires at least are left as they were in an ordinary clock, is another after the end.
 */
static void most_wires_are_left_alone_when_nothing_happens(void **state)
{
    (void)state;
    struct machine    m;
    const struct plan plan = plan_of("rv770");
    unsigned          settled = 0;
    machine_start(&m, &plan);
    machine_run(&m);
    for (unsigned i = 0; i < 64; i++) {
        for (unsigned w = 0; i >= 32 && w < SIMD_WIRES; w++)
            settled += (m.gpu->simd.changed & simd_wires[w].sources) != 0;
        machine_step(&m);
    }
    assert_true(settled <= 32 * SIMD_WIRES / 3);
    machine_free(&m);
}

static const struct kind {
    const char *name;
    uint64_t    sources;
} kinds[] = {
    {"dispatcher", 1ull << MODULE_DISPATCHER},
    {"wave table", 1ull << MODULE_WAVES},
    {"CF sequencer", 1ull << MODULE_CF},
    {"CF cache", 1ull << MODULE_CF_CACHE},
    {"ALU cache", 1ull << MODULE_ALU_CACHE},
    {"kcache", 1ull << MODULE_KCACHE},
    {"fetch cache", 1ull << MODULE_FETCH_CACHE},
    {"ALU clauses", ((1ull << ALU_CLAUSES) - 1) << MODULE_CLAUSE},
    {"fetch clauses", ((1ull << FETCH_CLAUSES) - 1) << MODULE_FETCH_CLAUSE},
    {"exports", 1ull << MODULE_EXPORTS},
    {"vertex fetch", 1ull << MODULE_VERTEX},
    {"wide unit", 1ull << MODULE_WIDE},
    {"write-back", 1ull << MODULE_BACK},
    {"rotation", 1ull << MODULE_ROTATION},
    {"consume", 1ull << SOURCE_CONSUME},
    {"execute", 1ull << SOURCE_EXECUTE},
    {"finish", 1ull << SOURCE_FINISH},
};

/* Wires and gates are settled as in simd_wire, but group `without`, gates behind wires, does not see that `hidden` have
 * changed. */
static void wire_without(struct simd *simd, unsigned without, uint64_t hidden)
{
    const uint64_t changed = simd->changed;
    uint64_t       clocked = simd->clocked;
    for (unsigned w = 0; w < SIMD_WIRES; w++)
        if (changed & simd_wires[w].sources & ~(w == without ? hidden : 0))
            simd_wires[w].settle(simd);
    for (unsigned g = 0; g < SIMD_GATES; g++)
        if (changed & simd_gates[g].sources & ~(SIMD_WIRES + g == without ? hidden : 0) ||
            simd->clocked & simd_gates[g].modules)
            clocked = (clocked & ~simd_gates[g].modules) | simd_gates[g].clocked(simd);
    simd->clocked = clocked;
}

/* The program runs to its end, or to the first cycle in which a source is missed; true then. */
static bool is_missed(const struct plan *plan, unsigned group, uint64_t sources)
{
    struct machine m;
    bool           missed = false;
    machine_start(&m, plan);
    gpu_wire(m.gpu);
    while (!gpu_finished(m.gpu) && !missed) {
        gpu_edge(m.gpu);
        wire_without(&m.gpu->simd, group, sources);
        missed = !settled_alike(m.gpu, &m.diag);
    }
    machine_free(&m);
    return missed;
}

static void every_source_that_a_group_of_wires_lacks_is_missed(void **state)
{
    (void)state;
    const struct plan plans[] = {plan_of("rv770"), crowded()};
    for (unsigned w = 0; w < SIMD_WIRES + SIMD_GATES; w++) {
        const bool     is_gate = w >= SIMD_WIRES;
        const char    *name = is_gate ? simd_gates[w - SIMD_WIRES].name : simd_wires[w].name;
        const uint64_t sources = is_gate ? simd_gates[w - SIMD_WIRES].sources : simd_wires[w].sources;
        uint64_t       known = 0;
        for (unsigned k = 0; k < LENGTH(kinds); k++) {
            known |= kinds[k].sources;
            /* The rotation's clock is a source of itself; the CF sequencer changes whenever the cache answers it,
             * and a fetch of a CF instruction ends a few clocks later. */
            if (!(sources & kinds[k].sources) || (is_gate && kinds[k].sources == 1ull << MODULE_ROTATION) ||
                ((strcmp(name, "CF arbiter") == 0 || strcmp(name, "fetch arbiter") == 0) &&
                 kinds[k].sources == 1ull << MODULE_CF_CACHE))
                continue;
            if (!is_missed(&plans[0], w, kinds[k].sources) && !is_missed(&plans[1], w, kinds[k].sources))
                fail_msg("the %s of %s do not miss %s", is_gate ? "clocks" : "wires", name, kinds[k].name);
        }
        assert_true((sources & ~known) == 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_clock_that_is_not_gated_changes_nothing),
        cmocka_unit_test(every_module_that_is_wrongly_left_out_is_seen),
        cmocka_unit_test(wires_whose_sources_stand_still_keep_their_values),
        cmocka_unit_test(most_wires_are_left_alone_when_nothing_happens),
        cmocka_unit_test(every_source_that_a_group_of_wires_lacks_is_missed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
