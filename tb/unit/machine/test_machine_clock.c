/* test_machine_clock.c - the clock of a SIMD (simd_clock.c) beside the plain one, in which every module takes every
 * clock: the same machine, at whatever clock it is stopped to look. */
#include "tb/unit/pair.h"

static uint64_t random_state;

static uint32_t next_random(void)
{
    random_state = random_state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(random_state >> 33);
}

/* Long clauses of groups of one to seven words, so that lines are looked up one and two a group; they branch, index,
 * kill, write a predicate; constants are locked; a fetch and exports come in between. */
static const char *long_clauses(void)
{
    static char words[16384];
    int         length = snprintf(words, sizeof words,
                                  "VTX @fetch\nALU @first KC0[CB0:0-15] BARRIER\nALU_PUSH_BEFORE @branch BARRIER\n"
                                          "JUMP @join POP_COUNT(1) BARRIER\nALU @second\nPOP @join POP_COUNT(1) BARRIER\n"
                                          "join: ALU @first KC0[CB1:0-15]\nEXPORT PIX1, R3.xyzw\nALU @second BARRIER\n"
                                          "EXPORT_DONE PIX0, R0.xyzw EOP BARRIER\n"
                                          "fetch: FETCH R4.wxyz, R7.x, fc0 USE_CONST_FIELDS\n"
                                          "branch:\n0 x: PRED_SETNE_INT ____, R7.y, 0.0 UPDATE_PRED UPDATE_EXEC\n");
    for (unsigned clause = 0; clause < 2; clause++) {
        length += snprintf(words + length, sizeof words - (size_t)length, "%s:\n", clause ? "second" : "first");
        for (unsigned g = 0; g < 24; g++) {
            static const char *const group[] = {
                "x: ADD R1.x, R1.x, R2.y\n",
                ("x: MULADD R2.x, R1.x, R2.y, 0.5\n y: ADD R2.y, PV.x, 1.5\n z: ADD R3.z, R2.z, 2.5\n"
                 " w: MUL R3.w, R1.w, 3.5\n t: MUL R0.x, R1.y, R1.z\n"),
                "x: ADD R3.x, PV.x, PS\n w: ADD R0.w, R3.w, R1.w\n",
                "x: PRED_SETGT_INT ____, R7.z, 0.0 UPDATE_PRED\n y: ADD R0.y, R1.y, 1.0\n",
                "x: ADD R1.x, R1.x, R0.x PRED_SEL(ONE)\n z: ADD R1.z, R3.z, R2.x VEC_021\n",
                "y: ADD R3.y, R3.y, R2.y\n t: RECIP_IEEE R1.y, R3.x\n",
            };
            static const char *const locked = "x: ADD R1.x, R1.x, KC0[3].x\n", *const kill =
                                                                                   "x: KILLGT ____, R7.w, R7.z\n";
            static const char *const mova = "x: MOVA_INT ____, R7.x\n", *const indexed =
                                                                            "x: ADD R3.x, R[AR.x+1].x, R1.x\n";
            const char *const lines = clause && g == 9         ? kill
                                      : clause && g == 12      ? mova
                                      : clause && g == 14      ? indexed
                                      : !clause && g % 10 == 7 ? locked
                                                               : group[(g + clause) % LENGTH(group)];
            length += snprintf(words + length, sizeof words - (size_t)length, "%u %s", g, lines);
        }
    }
    return words;
}

/* Wavefronts that end one by one: each SIMD has room for one, so others wait for what the chip hears of it. */
static const char *one_by_one(void)
{
    return "EXPORT_DONE PIX0, R0.xyzw\nALU @a BARRIER\nALU @a BARRIER\nNOP EOP BARRIER\n"
           "a:\n0 x: ADD R1.x, R1.x, R2.y\n1 y: ADD R1.y, PV.x, R1.x\n2 x: ADD R3.x, R1.y, PV.y\n";
}

/* Clauses of a group or two, each with constants of its own: more lines than the constant cache has room for, so that
 * some wait for a place, some for a line. */
static const char *short_clauses(void)
{
    static char words[4096];
    int         length = 0;
    for (unsigned c = 0; c < 6; c++)
        length += snprintf(words + length, sizeof words - (size_t)length,
                           "%s @c%u KC0[CB0:%u-%u] KC1[CB1:%u-%u] BARRIER\n%s", c == 2 ? "ALU_PUSH_BEFORE" : "ALU", c,
                           32 * c, 32 * c + 31, 32 * c, 32 * c + 31, c == 2 ? "JUMP @join POP_COUNT(1) BARRIER\n" : "");
    length += snprintf(words + length, sizeof words - (size_t)length,
                       "POP @join POP_COUNT(1) BARRIER\njoin: EXPORT_DONE PIX0, R0.xyzw EOP BARRIER\n");
    for (unsigned c = 0; c < 6; c++)
        length += snprintf(words + length, sizeof words - (size_t)length, "c%u:\n0 x: %s\n", c,
                           c == 2 ? "PRED_SETNE_INT ____, R7.y, 0.0 UPDATE_PRED UPDATE_EXEC"
                                  : "ADD R0.x, KC0[3].x, KC1[17].y");
    return words;
}

/* One and two wavefronts, as many as there is room for; a cache that misses, groups that come seldom. */
static const struct {
    unsigned    waves;
    const char *set[3];
    const char *(*text)(void);
    const char *chip; /* NULL: rv770 */
} cases[] = {
    {1, {NULL}, long_clauses, NULL},
    {2, {"ic_miss_clk=20"}, long_clauses, NULL},
    {7, {"alu_arb_clk=9", "alu_policy=oldest"}, long_clauses, NULL},
    {31, {"ic_miss_clk=30"}, long_clauses, NULL},
    {5, {"ic_alu_kb=1", "ic_ways=1", "ic_miss_clk=50"}, long_clauses, NULL},
    {3, {"alu_latency=16"}, long_clauses, NULL},
    {12, {"simds=2", "alu_places=3", "kc_kb=4"}, long_clauses, NULL},
    {3, {"simds=5", "ic_miss_clk=100"}, long_clauses, NULL},
    {9, {"simds=3", "simd_max_waves=1"}, one_by_one, NULL},
    {3, {"simd_max_waves=1"}, one_by_one, NULL},
    {9, {"simds=3", "simd_max_waves=1", "start_seed=5"}, one_by_one, NULL},
    {31, {"simds=4", "start_seed=1", "start_jitter=255"}, long_clauses, NULL},
    {16, {"kc_kb=4", "kc_miss_clk=40"}, short_clauses, NULL},
    {5, {"kc_kb=4", "alu_lock_clk=20"}, short_clauses, NULL},
    {60, {"simd_policy=round_robin"}, long_clauses, "docs/examples/doubled.json"},
    {300, {"simd_max_waves=9"}, one_by_one, "docs/examples/doubled.json"},
};

static void begin(struct pair *pair, unsigned number)
{
    struct plan plan = plan_of(cases[number].chip ? cases[number].chip : "rv770");
    memset(pair, 0, sizeof *pair);
    random_state = number;
    plan.text = cases[number].text();
    plan.threads = 64 * cases[number].waves;
    for (unsigned s = 0; s < 3; s++)
        plan.set[1 + s] = cases[number].set[s];
    plan.set[0] = cases[number].chip ? "simds=20" : "simds=1";
    machine_start(&pair->m, &plan);
    machine_start(&pair->other, &plan);
    assert_true(gpu_hasten(pair->m.gpu, &pair->m.diag));
    pair->other.gpu->simd->plain = true;
}

static void at_any_clock_everything_is_what_it_is_without(void **state)
{
    (void)state;
    for (unsigned n = 0; n < LENGTH(cases); n++) {
        struct pair pair;
        begin(&pair, n);
        while (pair_runs(&pair)) {
            pair_run(&pair, pair.m.gpu->cycle + 1 + next_random() % (next_random() % 4 ? 60 : 600));
            if (!pair_agrees(&pair))
                fail_msg("case %u, cycle %u (%u): %s", n, (unsigned)pair.m.gpu->cycle, (unsigned)pair.other.gpu->cycle,
                         pair.m.diag.what);
        }
        assert_true(gpu_finished(pair.other.gpu) && same_exports(&pair.m, &pair.other));
        pair_free(&pair);
    }
}

/* Gives modules that hold by their wires the present values of these as the values they have held by. */
static void hold_by_nothing(struct simd *simd)
{
    const module_bits_t rests = simd->rests;
    simd_wire(simd);
    for (unsigned n = SIMD_FIRST_MODULE; n < SIMD_MODULES; n++)
        if (rests & module_bit(n))
            simd_look_at(simd, n);
    simd->same_in = rests;
}

/* What a clock does wrong, the comparison says: a net wakes no module, a register wakes none, a phase asks no net,
 * clocks left come to no end, a module holds by wires that it does not have. */
static void what_a_clock_does_wrong_is_seen(void **state)
{
    (void)state;
    for (unsigned kind = 0; kind < 5; kind++) {
        struct pair pair;
        bool        seen = false;
        begin(&pair, 3);
        while (!seen && pair_runs(&pair)) {
            struct simd *simd = pair.m.gpu->simd;
            if (kind == 0)
                simd->wakes[AT_clause_event] = (struct simd_set){0, 0};
            else if (kind == 1)
                memset(simd->on, 0, sizeof simd->on);
            else if (kind == 2)
                memset(simd->phased, 0, sizeof simd->phased);
            else if (kind == 3)
                simd->first_alarm = UINT64_MAX;
            else
                hold_by_nothing(simd);
            pair_run(&pair, pair.m.gpu->cycle + 1 + next_random() % 90);
            seen = !pair_agrees(&pair);
        }
        if (!seen)
            fail_msg("kind %u is not seen", kind);
        pair_free(&pair);
    }
}

/* By a CF instruction or by a group, of one SIMD and of several: the first clock behind it is the last one. */
static void a_run_stops_in_the_clock_in_which_a_rule_is_broken(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "ALU @a BARRIER\nALU @a BARRIER\nPOP @end POP_COUNT(1)\nend: EXPORT_DONE PIX0, R0.xyzw EOP BARRIER\n"
        "a:\n0 x: ADD R1.x, R1.x, R2.y\n1 y: ADD R1.y, PV.x, R1.x\n",
        "ALU @a KC0[CB0:0-15] BARRIER\nEXPORT_DONE PIX0, R0.xyzw EOP BARRIER\n"
        "a:\n0 x: ADD R1.x, R1.x, R2.y\n1 y: ADD R1.y, PV.x, R1.x\n2 x: ADD R1.x, KC0[20].x, R1.x\n"};
    static const char *const sizes[] = {"simds=1", "simds=3"};
    for (unsigned n = 0; n < LENGTH(texts) * LENGTH(sizes); n++) {
        struct pair pair = {0};
        struct plan plan = plan_of("rv770");
        plan.text = texts[n / LENGTH(sizes)];
        plan.set[0] = sizes[n % LENGTH(sizes)];
        plan.threads = 64 * 3;
        machine_start(&pair.m, &plan);
        machine_start(&pair.other, &plan);
        assert_true(gpu_hasten(pair.m.gpu, &pair.m.diag));
        pair.other.gpu->simd->plain = true;
        assert_int_equal(gpu_run(pair.other.gpu, 0, &pair.other.diag), GPU_STOPPED);
        assert_int_equal(gpu_run(pair.m.gpu, 0, &pair.m.diag), GPU_STOPPED);
        assert_int_equal(pair.m.gpu->cycle, pair.other.gpu->cycle);
        assert_string_equal(pair.m.diag.what, pair.other.diag.what);
        pair_free(&pair);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(at_any_clock_everything_is_what_it_is_without),
        cmocka_unit_test(a_run_stops_in_the_clock_in_which_a_rule_is_broken),
        cmocka_unit_test(what_a_clock_does_wrong_is_seen),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
