/* test_machine_sleep.c - a machine whose SIMDs sleep while their control repeats itself (simd_sleep.h) equals one
 * without sleep: every register, counter and memory, at whatever clock it is stopped. */
#include "tb/unit/pair.h"

static uint32_t next_random(void)
{
    static uint64_t state = 1;
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(state >> 33);
}

static uint64_t slept(const struct gpu *gpu)
{
    uint64_t clocks = 0;
    for (unsigned i = 0; i < gpu->simds; i++)
        clocks += gpu->simd[i].sleep.slept;
    return clocks;
}

/* More programs than pair.h's: on several SIMDs, of which some sleep while others do not; one that waits for exports.
 */
enum { MORE = 3, ALL = PROGRAMS + MORE };

static void begin(struct pair *pair, unsigned program)
{
    if (program < PROGRAMS) {
        pair_start(pair, program);
    } else {
        struct plan plan = crowded();
        plan.set[1] = (const char *const[]){"simds=3", "simds=10", "ic_miss_clk=1900"}[program - PROGRAMS];
        memset(pair, 0, sizeof *pair);
        machine_start(&pair->m, &plan);
        machine_start(&pair->other, &plan);
    }
    assert_true(gpu_hasten(pair->m.gpu, &pair->m.diag));
    pair->other.gpu->simd->plain = true;
}

static void at_any_clock_everything_is_what_it_is_without_sleep(void **state)
{
    (void)state;
    for (unsigned p = 0; p < ALL; p++) {
        struct pair pair;
        begin(&pair, p);
        while (pair_runs(&pair)) {
            pair_run(&pair, pair.m.gpu->cycle + 1 + next_random() % (next_random() % 4 ? 40 : 2000));
            if (!pair_agrees(&pair))
                fail_msg("program %u, cycle %u: %s", p, (unsigned)pair.m.gpu->cycle, pair.m.diag.what);
        }
        assert_true(gpu_finished(pair.other.gpu) && same_exports(&pair.m, &pair.other));
        assert_true(slept(pair.m.gpu) > 0);
        pair_free(&pair);
    }
}

/* Looks at registers alone, before the nets of their clock are driven, change nothing. */
static void looks_at_registers_change_nothing(void **state)
{
    (void)state;
    for (unsigned p = 0; p < ALL; p++) {
        struct pair pair;
        begin(&pair, p);
        for (unsigned looks = 0; pair_runs(&pair); looks++) {
            pair_run(&pair, pair.m.gpu->cycle + 1 + next_random() % 8);
            gpu_look_at_registers(pair.m.gpu);
            if (looks % 64 == 63 && !pair_agrees(&pair))
                fail_msg("program %u, cycle %u: %s", p, (unsigned)pair.m.gpu->cycle, pair.m.diag.what);
        }
        assert_true(gpu_finished(pair.other.gpu) && same_exports(&pair.m, &pair.other));
        pair_free(&pair);
    }
}

/* SIMDs of which nothing is shown sleep clock by clock, too, and are up to date when they are looked at. */
static void what_is_not_shown_sleeps_until_a_look(void **state)
{
    (void)state;
    uint64_t none[GPU_INSTANCES / 64 + 1] = {0}, all[GPU_INSTANCES / 64 + 1];
    memset(all, 0xff, sizeof all);
    for (unsigned p = 0; p < ALL; p++) {
        struct pair pair;
        begin(&pair, p);
        gpu_show_only(pair.m.gpu, none, none, all);
        while (pair_runs(&pair)) {
            const uint64_t to = pair.m.gpu->cycle + 1 + next_random() % (next_random() % 4 ? 40 : 2000);
            for (struct machine *m = &pair.m; m; m = m == &pair.m ? &pair.other : NULL)
                while (m->gpu->cycle < to && !gpu_finished(m->gpu)) {
                    gpu_wire(m->gpu);
                    gpu_edge(m->gpu);
                }
            if (!pair_agrees(&pair))
                fail_msg("program %u, cycle %u: %s", p, (unsigned)pair.m.gpu->cycle, pair.m.diag.what);
        }
        assert_true(gpu_finished(pair.other.gpu) && same_exports(&pair.m, &pair.other));
        assert_true(slept(pair.m.gpu) > 0);
        pair_free(&pair);
    }
}

/* In one go, most of a program that waits is slept through. */
static void a_run_to_the_end_is_mostly_slept_through(void **state)
{
    (void)state;
    for (unsigned p = 0; p < ALL; p++) {
        struct pair pair;
        begin(&pair, p);
        pair_run(&pair, MACHINE_LIMIT);
        assert_true(gpu_finished(pair.m.gpu));
        if (!pair_agrees(&pair))
            fail_msg("program %u: %s", p, pair.m.diag.what);
        if (p >= PLANS && p < PROGRAMS)
            assert_true(slept(pair.m.gpu) > pair.m.gpu->cycle / 4);
        pair_free(&pair);
    }
}

/* Looked at, touched and changed in between, a machine goes on from what it is. */
static void what_is_written_while_it_waits_counts(void **state)
{
    (void)state;
    for (unsigned p = 0; p < ALL; p++) {
        struct pair pair;
        begin(&pair, p);
        while (pair_runs(&pair)) {
            struct machine *const machines[2] = {&pair.m, &pair.other};
            const uint32_t        shorter = next_random() % 8;
            pair_run(&pair, pair.m.gpu->cycle + 1 + next_random() % 400);
            for (unsigned i = 0; i < 2; i++) {
                struct icache *cache = &machines[i]->gpu->simd->alu_cache;
                gpu_wire(machines[i]->gpu);
                gpu_look(machines[i]->gpu);
                if (cache->q.miss_wait.entry[0] > 8)
                    cache->q.miss_wait.entry[0] -= shorter;
                cache->d = cache->q;
                gpu_touch(machines[i]->gpu);
            }
            if (!pair_agrees(&pair))
                fail_msg("program %u, cycle %u: %s", p, (unsigned)pair.m.gpu->cycle, pair.m.diag.what);
        }
        assert_true(gpu_finished(pair.other.gpu) && same_exports(&pair.m, &pair.other));
        pair_free(&pair);
    }
}

/* With other clocks left, another counter, another last clock the comparison says so. */
static void what_is_wrong_in_a_sleep_is_seen(void **state)
{
    (void)state;
    for (unsigned kind = 0; kind < 3; kind++) {
        struct pair pair;
        bool        seen = false;
        begin(&pair, PLANS);
        while (!seen && pair_runs(&pair)) {
            struct gpu        *gpu = pair.m.gpu;
            struct simd_sleep *sleep = &gpu->simd->sleep;
            gpu_wire(gpu);
            gpu_edge(gpu);
            gpu_doze(gpu, MACHINE_LIMIT);
            if (simd_is_asleep(sleep)) {
                if (kind == 2) {
                    gpu->cycle += ROTATION_CLOCKS;
                    sleep->until += ROTATION_CLOCKS;
                }
                for (unsigned n = 0; kind == 1 && n < sleep->noted; n++)
                    for (unsigned w = 0; w < SLEEP_NOTE; w++)
                        sleep->note[n][w] -= 1;
                if (kind == 0)
                    gpu->simd->since[AT_alu_cache] -= 1;
            }
            gpu_wake(gpu);
            pair_run(&pair, gpu->cycle);
            seen = !pair_agrees(&pair);
        }
        if (!seen)
            fail_msg("kind %u is not seen", kind);
        pair_free(&pair);
    }
}

/* Modules of the chip rest, as in gpu_run, for stretches as long as a miss; what begins to rest may be made wrong: the
 * clock for which its counters stand, or the clock in which it ends. */
enum rest { REST_RIGHT, REST_BEGAN_BEFORE, REST_LASTS };
static bool rest_of_the_chip_is_seen(struct pair *pair, enum rest rest, bool *rested)
{
    struct gpu    *gpu = pair->m.gpu;
    const uint64_t to = gpu->cycle + 1500;
    gpu->may_rest = true;
    while (gpu->cycle < to && !gpu_finished(gpu)) {
        const gpu_bits_t before = gpu->rests;
        gpu_clocks(gpu, gpu->cycle + 1);
        for (unsigned n = 0; n < GPU_MODULES; n++) {
            if (!((gpu->rests & ~before) >> n & 1))
                continue;
            *rested = true;
            gpu->since[n] -= rest == REST_BEGAN_BEFORE;
            gpu->alarm[n] += rest == REST_LASTS && gpu->alarm[n] != UINT64_MAX ? 4 : 0;
        }
    }
    gpu->may_rest = false;
    gpu_rise(gpu);
    gpu_wake(gpu);
    pair_run(pair, gpu->cycle);
    return !pair_agrees(pair);
}

static void what_is_wrong_in_a_rest_of_the_chip_is_seen(void **state)
{
    (void)state;
    for (enum rest rest = REST_RIGHT; rest <= REST_LASTS; rest++) {
        bool seen = false, rested = false;
        for (unsigned p = 0; p < ALL && !seen; p++) {
            struct pair pair;
            begin(&pair, p);
            while (!seen && pair_runs(&pair))
                seen = rest_of_the_chip_is_seen(&pair, rest, &rested);
            pair_free(&pair);
        }
        assert_true(rested);
        assert_int_equal(seen, rest != REST_RIGHT);
    }
}

/* Of a reduction over all four slots a younger double in Z and W leaves X and Y, observed meanwhile or not. */
static void what_a_younger_group_leaves_of_an_older_one_is_there(void **state)
{
    (void)state;
    struct plan plan = plan_of("rv770");
    struct pair pair;
    plan.threads = 2 * 64; /* one in each wavefront slot */
    plan.text = "ALU @one BARRIER\nEXPORT_DONE PIX0, R0.xyzw EOP BARRIER\n"
                "one:\n0 x: DOT4_IEEE R4.x, R7.x, 1.0\n  y: DOT4_IEEE R2.y, R7.y, 1.0\n"
                "  z: DOT4_IEEE R1.z, R7.z, 1.0\n  w: DOT4_IEEE R1.w, R7.w, 1.0\n"
                "1 z: LDEXP_64 R0.z, 0.0, 0.0\n  w: LDEXP_64 R2.w, 0.0, 0.0\n";
    memset(&pair, 0, sizeof pair);
    machine_start(&pair.m, &plan);
    machine_start(&pair.other, &plan);
    assert_true(gpu_hasten(pair.m.gpu, &pair.m.diag));
    pair_run(&pair, MACHINE_LIMIT);
    assert_true(gpu_finished(pair.m.gpu));
    if (!pair_agrees(&pair))
        fail_msg("%s", pair.m.diag.what);
    pair_free(&pair);
}

/* A fetch writes a register that a clause beside it reads, without a barrier, in each clock of a rotation. */
static void what_is_read_before_a_fetch_writes_is_what_was_there(void **state)
{
    (void)state;
    static const char *const later[] = {"vc_hit_clk=80", "vc_hit_clk=81", "vc_hit_clk=82", "vc_hit_clk=83",
                                        "vc_hit_clk=84", "vc_hit_clk=85", "vc_hit_clk=86", "vc_hit_clk=87"};
    static char              program[8192];
    int                      length = snprintf(program, sizeof program,
                                               "VTX @one\nALU @long\nEXPORT_DONE PIX0, R1.xyzw EOP BARRIER\n"
                                                                    "one: FETCH R4.wxyz, R7.x, fc0 USE_CONST_FIELDS\nlong:\n");
    for (unsigned g = 0; g < 60; g++)
        length += snprintf(program + length, sizeof program - (size_t)length, "%u x: ADD R1.x, R4.x, R1.x\n", g);
    for (unsigned i = 0; i < LENGTH(later); i++) {
        struct plan plan = plan_of("rv770");
        struct pair pair;
        plan.text = program;
        plan.set[0] = later[i];
        plan.set[1] = "ic_miss_clk=8"; /* the clause runs on meanwhile */
        memset(&pair, 0, sizeof pair);
        machine_start(&pair.m, &plan);
        machine_start(&pair.other, &plan);
        assert_true(gpu_hasten(pair.m.gpu, &pair.m.diag));
        pair_run(&pair, MACHINE_LIMIT);
        assert_true(gpu_finished(pair.m.gpu));
        if (!pair_agrees(&pair))
            fail_msg("%s: %s", later[i], pair.m.diag.what);
        pair_free(&pair);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(at_any_clock_everything_is_what_it_is_without_sleep),
        cmocka_unit_test(looks_at_registers_change_nothing),
        cmocka_unit_test(what_is_not_shown_sleeps_until_a_look),
        cmocka_unit_test(a_run_to_the_end_is_mostly_slept_through),
        cmocka_unit_test(what_is_written_while_it_waits_counts),
        cmocka_unit_test(what_is_wrong_in_a_sleep_is_seen),
        cmocka_unit_test(what_is_wrong_in_a_rest_of_the_chip_is_seen),
        cmocka_unit_test(what_is_read_before_a_fetch_writes_is_what_was_there),
        cmocka_unit_test(what_a_younger_group_leaves_of_an_older_one_is_there),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
