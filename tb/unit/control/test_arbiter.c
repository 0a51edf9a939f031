/* test_arbiter.c - arbiters: the order of each policy, what they remember and count; on the wired machine the order in
 * which wavefronts are served, and that no policy changes a result (RV770 timing S11, S12). */
#include "tb/unit/machine.h"

#include "pipeline/control/arbiter.h"
#include "tb/random/random.h"
#include "tb/unit/clock.h"

static struct arbiter arbiter;

static int fresh(void **state)
{
    (void)state;
    memset(&arbiter, 0xa5, sizeof arbiter);
    memset(&arbiter.in, 0, sizeof arbiter.in);
    arbiter_reset(&arbiter);
    return 0;
}

static void tick(void)
{
    TICK(arbiter_eval, &arbiter);
    arbiter.in.grant = arbiter.in.chance = false;
}

/* ---- the module -------------------------------------------------------------------------------------------------- */

static void after_reset_no_wavefront_has_been_served(void **state)
{
    (void)state;
    static const struct arbiter_reg zero;
    assert_memory_equal(&arbiter.q, &zero, sizeof zero);
    assert_memory_equal(&arbiter.d, &zero, sizeof zero);
}

static void who_is_served_is_remembered_until_the_next_one(void **state)
{
    (void)state;
    arbiter.in.grant = true;
    arbiter.in.slot = 0;
    arbiter.in.number = 77;
    tick();
    assert_true(arbiter.q.served);
    assert_int_equal(arbiter.q.last_slot, 0);
    assert_int_equal(arbiter.q.last, 77);
    assert_int_equal(arbiter.q.grants, 1);
    arbiter.in.slot = 5;
    arbiter.in.number = 78;
    ASSERT_HOLDS(&arbiter, tick());
}

static void each_chance_is_counted_under_what_became_of_it(void **state)
{
    (void)state;
    for (unsigned reason = 0; reason < STALLS; reason++)
        for (unsigned i = 0; i <= reason; i++) {
            arbiter.in.chance = true;
            arbiter.in.why = (stall_t)reason;
            tick();
            assert_int_equal(arbiter.q.stall, reason);
        }
    for (unsigned reason = 0; reason < STALLS; reason++)
        assert_int_equal(arbiter.q.stalls.reason[reason], reason + 1);
    arbiter.in.why = STALL_KCACHE;
    ASSERT_HOLDS(&arbiter, tick());
}

/* ---- orders ------------------------------------------------------------------------------------------------------ */

struct candidate {
    unsigned slot, priority;
    uint32_t number;
};

static const struct candidate five[] = {{0, 0, 7}, {1, 0, 4}, {200, 0, 9}, {3, 0, 5}, {255, 0, 6}};

/* Serves candidates `turns` times and expects their numbers in an order; who was served leaves, or stays. */
static void expect_order(enum arbiter_policy policy, const struct candidate *candidates, unsigned count, bool leaves,
                         const uint32_t *numbers, unsigned turns)
{
    bool gone[16] = {false};
    fresh(NULL);
    arbiter.in.policy = (arbiter_policy_t)policy;
    for (unsigned turn = 0; turn < turns; turn++) {
        uint64_t least = UINT64_MAX;
        unsigned best = count;
        for (unsigned c = 0; c < count; c++) {
            const uint64_t key =
                arbiter_key(&arbiter, candidates[c].priority, candidates[c].slot, candidates[c].number);
            if (!gone[c] && key < least) {
                least = key;
                best = c;
            }
        }
        assert_true(best < count);
        assert_int_equal(candidates[best].number, numbers[turn]);
        gone[best] = leaves;
        arbiter.in.grant = true;
        arbiter.in.slot = (uint8_t)candidates[best].slot;
        arbiter.in.number = candidates[best].number;
        tick();
    }
}

static void the_oldest_is_the_lowest_number_whatever_was_before(void **state)
{
    (void)state;
    expect_order(ARBITER_OLDEST, five, 5, true, (const uint32_t[]){4, 5, 6, 7, 9}, 5);
    expect_order(ARBITER_OLDEST, five, 5, false, (const uint32_t[]){4, 4, 4}, 3);
}

static void the_youngest_is_the_highest_number_whatever_was_before(void **state)
{
    (void)state;
    expect_order(ARBITER_YOUNGEST, five, 5, true, (const uint32_t[]){9, 7, 6, 5, 4}, 5);
    expect_order(ARBITER_YOUNGEST, five, 5, false, (const uint32_t[]){9, 9, 9}, 3);
}

static void round_robin_goes_on_behind_the_last_one_and_around_the_end(void **state)
{
    (void)state;
    expect_order(ARBITER_ROUND_ROBIN, five, 5, false, (const uint32_t[]){7, 4, 5, 9, 6, 7, 4, 5, 9, 6, 7}, 11);
    expect_order(ARBITER_ROUND_ROBIN, five, 5, true, (const uint32_t[]){7, 4, 5, 9, 6}, 5);
    expect_order(ARBITER_ROUND_ROBIN, five + 2, 1, false, (const uint32_t[]){9, 9}, 2);
}

static void the_priority_of_a_type_goes_before_every_policy(void **state)
{
    (void)state;
    static const struct candidate mixed[] = {{0, 3, 1}, {1, 1, 2}, {2, 0, 3}, {3, 2, UINT32_MAX}};
    for (unsigned policy = 0; policy < ARBITER_POLICIES; policy++)
        expect_order((enum arbiter_policy)policy, mixed, 4, true, (const uint32_t[]){3, 2, UINT32_MAX, 1}, 4);
}

/* ---- the wired machine ------------------------------------------------------------------------------------------ */

enum { TURNS = 40, WAVES = 8, WARM = 500 /* cycles */ };
enum { ARBITER_CF, ARBITER_EVEN, ARBITER_ODD, ARBITERS };

/* The wavefronts that arbiters `first` to `last` serve, in order, when all are under way. */
static void watch(const char *text, unsigned first, unsigned last, const char *policy, uint32_t numbers[TURNS])
{
    struct machine    cold, m;
    unsigned          turns = 0;
    const struct plan plan = {.text = text, .threads = WAVES * 64, .set = {policy}};
    machine_start(&cold, &plan);
    machine_start(&m, &plan);
    machine_run(&cold);
    machine_warm(&m, &cold);
    while (turns < TURNS) {
        const struct arbiter *const arbiters[ARBITERS] = {&m.gpu->simd->cf_arbiter, &m.gpu->simd->alu_arbiter[0],
                                                          &m.gpu->simd->alu_arbiter[1]};
        assert_false(gpu_finished(m.gpu));
        gpu_wire(m.gpu);
        gpu_look(m.gpu);
        for (unsigned a = first; a <= last && turns < TURNS; a++)
            if (arbiters[a]->in.grant && m.gpu->cycle >= WARM)
                numbers[turns++] = arbiters[a]->in.number;
        gpu_edge(m.gpu);
    }
    machine_free(&cold);
    machine_free(&m);
}

static bool among(const uint32_t *numbers, uint32_t number)
{
    for (unsigned i = 0; i < TURNS; i++)
        if (numbers[i] == number)
            return true;
    return false;
}

/* Two stages hold a wavefront each, so the two that the policy likes best take turns. */
static void cf_fetch_serves_wavefronts_as_the_policy_says(void **state)
{
    (void)state;
    struct text text = {0};
    uint32_t    numbers[TURNS];
    for (unsigned i = 0; i < 300; i++)
        put(&text, "NOP\n");
    put(&text, "EXPORT_DONE PIX0, R0.xyzw EOP BARRIER\n");
    watch(text.chars, ARBITER_CF, ARBITER_CF, "cf_policy=oldest", numbers);
    assert_true(among(numbers, 0) && among(numbers, 1) && !among(numbers, 7));
    watch(text.chars, ARBITER_CF, ARBITER_CF, "cf_policy=youngest", numbers);
    assert_true(among(numbers, 7) && among(numbers, 6) && !among(numbers, 0));
    watch(text.chars, ARBITER_CF, ARBITER_CF, "cf_policy=round_robin", numbers);
    for (unsigned i = 1; i < TURNS; i++)
        assert_int_equal(numbers[i], (numbers[i - 1] + 1) % WAVES);
    free(text.chars);
}

static void wavefront_slots_take_clauses_as_the_policy_says(void **state)
{
    (void)state;
    struct text text = chain_program(60, 40); /* long clauses: all others are ready when one ends */
    uint32_t    oldest[TURNS], youngest[TURNS], turn[TURNS];
    unsigned    of[3][WAVES] = {{0}};
    watch(text.chars, ARBITER_EVEN, ARBITER_ODD, "alu_policy=oldest", oldest);
    watch(text.chars, ARBITER_EVEN, ARBITER_ODD, "alu_policy=youngest", youngest);
    watch(text.chars, ARBITER_EVEN, ARBITER_ODD, "alu_policy=round_robin", turn);
    for (unsigned i = 0; i < TURNS; i++) {
        of[0][oldest[i]]++;
        of[1][youngest[i]]++;
        of[2][turn[i]]++;
    }
    assert_int_equal(of[0][7], 0);
    assert_int_equal(of[1][0], 0);
    for (unsigned w = 0; w < WAVES; w++)
        assert_in_range(of[2][w], TURNS / WAVES - 1, TURNS / WAVES + 1);
    free(text.chars);
}

static void random_programs_agree_with_the_interpreter_under_every_policy(void **state)
{
    (void)state;
    static const char *const names[] = {"oldest", "round_robin", "youngest"};
    struct random_case      *program = malloc(sizeof *program);
    struct random_weights    weights = random_default_weights();
    unsigned                 agreed = 0;
    assert_non_null(program);
    for (unsigned p = 0; p < 9; p++) {
        struct random_judge judge = {.fault = RANDOM_NO_FAULT};
        struct diag         diag = {0};
        char                set[64], message[1600];
        assert_true(chip_load("rv770", &judge.chip, &diag) && chip_set(&judge.chip, "simds=1", &diag));
        snprintf(set, sizeof set, "cf_policy=%s", names[p % 3]);
        assert_true(chip_set(&judge.chip, set, &diag));
        snprintf(set, sizeof set, "alu_policy=%s", names[p / 3]);
        assert_true(chip_set(&judge.chip, set, &diag));
        snprintf(set, sizeof set, "fetch_policy=%s", names[(p + p / 3) % 3]); /* each beside each of the others */
        assert_true(chip_set(&judge.chip, set, &diag) && chip_validate(&judge.chip, &diag));
        for (uint64_t seed = 1; seed <= 12; seed++) {
            random_generate(seed, &weights, program);
            const enum random_verdict verdict = random_run(&judge, program, &diag);
            if (verdict != RANDOM_SAME && verdict != RANDOM_ILLEGAL && verdict != RANDOM_UNDEFINED)
                fail_msg("seed %u, %s: %s", (unsigned)seed, set, diag_text(&diag, message, sizeof message));
            agreed += verdict == RANDOM_SAME;
        }
    }
    assert_true(agreed > 9 * 6);
    free(program);
}

static void an_unknown_policy_is_refused_with_the_names_of_all(void **state)
{
    (void)state;
    struct chip_config chip;
    struct diag        diag = {0};
    assert_true(chip_load("rv770", &chip, &diag));
    assert_int_equal(chip.cf_policy, ARBITER_OLDEST);
    assert_int_equal(chip.alu_policy, ARBITER_ROUND_ROBIN);
    assert_int_equal(chip.fetch_policy, ARBITER_ROUND_ROBIN);
    assert_true(chip_set(&chip, "fetch_policy=youngest", &diag));
    assert_int_equal(chip.fetch_policy, ARBITER_YOUNGEST);
    assert_false(chip_set(&chip, "fetch_policy=3", &diag));
    assert_true(chip_set(&chip, "alu_policy=oldest", &diag));
    assert_int_equal(chip.alu_policy, ARBITER_OLDEST);
    assert_true(chip_set(&chip, "alu_policy=2", &diag));
    assert_int_equal(chip.alu_policy, ARBITER_YOUNGEST);
    assert_false(chip_set(&chip, "alu_policy=random", &diag));
    assert_non_null(strstr(diag.what, "oldest, round_robin, youngest"));
    assert_false(chip_set(&chip, "alu_policy=3", &diag));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(after_reset_no_wavefront_has_been_served, fresh),
        cmocka_unit_test_setup(who_is_served_is_remembered_until_the_next_one, fresh),
        cmocka_unit_test_setup(each_chance_is_counted_under_what_became_of_it, fresh),
        cmocka_unit_test(the_oldest_is_the_lowest_number_whatever_was_before),
        cmocka_unit_test(the_youngest_is_the_highest_number_whatever_was_before),
        cmocka_unit_test(round_robin_goes_on_behind_the_last_one_and_around_the_end),
        cmocka_unit_test(the_priority_of_a_type_goes_before_every_policy),
        cmocka_unit_test(cf_fetch_serves_wavefronts_as_the_policy_says),
        cmocka_unit_test(wavefront_slots_take_clauses_as_the_policy_says),
        cmocka_unit_test(random_programs_agree_with_the_interpreter_under_every_policy),
        cmocka_unit_test(an_unknown_policy_is_refused_with_the_names_of_all),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
