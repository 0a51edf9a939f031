/* pair.h - two machines with the same program, of which one is changed or watched. */
#ifndef TB_UNIT_PAIR_H
#define TB_UNIT_PAIR_H

#include "tb/random/settled.h"
#include "tb/unit/everything.h"

/* ---- programs ---------------------------------------------------------------------------------------------------- */

/* More wavefronts than find room, more clauses than can be in flight. */
static inline struct plan crowded(void)
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

/* Compiled programs: branches, loops, calls of the fetch program, double and transcendental operations. */
static const char *const corpus[] = {"cb_dyn", "idiv", "if_deep10", "kernel_reduce", "kill_loop", "vs_params"};

/* Two machines with the same program, by number: plans first, then the corpus. */
struct pair {
    struct machine m, other;
    struct launch *launch;
    struct program program;
};
enum { PLANS = 3, PROGRAMS = PLANS + LENGTH(corpus) };

static inline void pair_start(struct pair *pair, unsigned number)
{
    const struct plan plans[PLANS] = {plan_of("rv770"), plan_of("rv710"), crowded()};
    struct machine   *machines[2] = {&pair->m, &pair->other};
    char              path[256];
    struct diag       diag = {0};
    memset(pair, 0, sizeof *pair);
    if (number >= PLANS) {
        snprintf(path, sizeof path, "tb/corpus/llvm-rv770/%s/launch.json", corpus[number - PLANS]);
        pair->launch = launch_load(path, &diag);
        assert_non_null(pair->launch);
        assert_true(program_load(pair->launch->program.path, &pair->program, &diag));
    }
    for (unsigned i = 0; i < 2; i++) {
        struct machine *m = machines[i];
        if (number < PLANS) {
            machine_start(m, &plans[number]);
            continue;
        }
        assert_true(chip_load("rv770", &m->chip, &diag) && chip_set(&m->chip, "simds=1", &diag));
        m->gpu = gpu_create(&m->chip, &pair->program, pair->launch, &diag);
        assert_non_null(m->gpu);
    }
}

static inline void pair_free(struct pair *pair)
{
    machine_free(&pair->m);
    machine_free(&pair->other);
    program_free(&pair->program);
    if (pair->launch)
        launch_free(pair->launch);
}

static inline bool pair_runs(struct pair *pair)
{
    assert_false(gpu_stopped(pair->m.gpu, &pair->m.diag));
    return !gpu_finished(pair->m.gpu);
}

/* To a clock, the first machine as it likes, the other one a clock at a time. */
static inline void pair_run(struct pair *pair, uint64_t to)
{
    gpu_run(pair->m.gpu, to, &pair->m.diag);
    while (pair->other.gpu->cycle < to && !gpu_finished(pair->other.gpu)) {
        gpu_wire(pair->other.gpu);
        gpu_edge(pair->other.gpu);
    }
}

/* In every register, counter and memory, at the same clock. */
static inline bool pair_agrees(struct pair *pair)
{
    if (pair->m.gpu->cycle != pair->other.gpu->cycle)
        return false;
    gpu_wire(pair->m.gpu);
    gpu_wire(pair->other.gpu);
    gpu_look(pair->m.gpu);
    gpu_look(pair->other.gpu);
    return machines_agree(pair->m.gpu, pair->other.gpu, true, &pair->m.diag);
}

#endif
