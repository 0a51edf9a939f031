/* test_cf_state.c - control-flow state of wavefronts: branches, loops, subroutines, kills, the stack
 * (ISA 3.6, 3.7, 9.1).
 */
#include "tb/unit/clock.h"

#include "isa/r700/isa.h"
#include "pipeline/control/cf_state.h"

enum { SLOT = 7, ENTRIES = 4, SUBENTRIES = 4, ROWS = ENTRIES * SUBENTRIES, FETCH_BASE = 5000, TARGET = 777 };
enum { COND_ACTIVE, COND_FALSE, COND_BOOL, COND_NOT_BOOL };
#define ALL UINT64_MAX

static struct cf_state state;
static uint32_t        pc; /* of the wavefront's next instruction */

static uint32_t loop_constant(unsigned count, unsigned first, int step)
{
    return (uint32_t)count | first << 12 | (uint32_t)(step & 0xff) << 24;
}

static void tick(void)
{
    cf_state_next(&state);
    cf_state_clock(&state);
    state.in.launch = state.in.flow = state.in.done = false;
}

static void launch(unsigned slot, lane_mask_t lanes)
{
    state.in.launch = true;
    state.in.launch_slot = (uint8_t)slot;
    state.in.launch_lanes = lanes;
    tick();
}

static int fresh(void **unused)
{
    (void)unused;
    const cf_loops_t loops = {{[1] = loop_constant(3, 100, 2),
                               [2] = loop_constant(0, 0, 1),
                               [3] = loop_constant(4, 1, -1),
                               [4] = loop_constant(1, 9, 1),
                               [31] = loop_constant(2, 0xfff, 127)}};
    memset(&state, 0xa5, sizeof state);
    cf_state_reset(&state);
    state.in = (struct cf_state_in){.rows_per_wave = ROWS,
                                    .subentries = SUBENTRIES,
                                    .call_rows = 1,
                                    .fetch_base = FETCH_BASE,
                                    .fetch_entry = FETCH_BASE + 6,
                                    .bools = 1u << 5 | 1u << 31,
                                    .loops = loops};
    launch(SLOT, ALL);
    pc = 100;
    return 0;
}

static uint64_t word_of(enum isa_cf_id id, struct isa_cf cf)
{
    uint32_t dwords[2];
    cf.cf_inst = isa_cf_ops[id].opcode;
    if (!cf.addr)
        cf.addr = TARGET;
    isa_pack_cf(&cf, dwords);
    return (uint64_t)dwords[1] << 32 | dwords[0];
}

static uint64_t clause_word(enum isa_cf_id id)
{
    uint32_t                dwords[2];
    const struct isa_cf_alu cf = {.cf_inst = isa_cf_ops[id].opcode};
    isa_pack_cf_alu(&cf, dwords);
    return (uint64_t)dwords[1] << 32 | dwords[0];
}

/* Executes a word at `pc`; afterwards `pc` is that of the next instruction. */
static void run_word(uint64_t word)
{
    const uint32_t    before = state.q.next_pc;
    struct cf_outcome outcome;
    cf_resolve(&state, SLOT, word, pc, &outcome);
    state.in.flow = true;
    state.in.flow_slot = SLOT;
    state.in.flow_word = word;
    state.in.flow_pc = pc;
    pc = outcome.pc;
    tick();
    assert_int_equal(state.q.next_pc, outcome.error ? before : pc);
}

static void run(enum isa_cf_id id, struct isa_cf cf)
{
    run_word(word_of(id, cf));
}

#define RUN(name, ...) run(ISA_CF_INST_##name, (struct isa_cf){__VA_ARGS__})

/* An ALU clause whose PRED_SET* leave `active`, started by instruction `name`. */
static void clause_ends(enum isa_cf_id id, lane_mask_t active, lane_mask_t killed)
{
    state.in.done = true;
    state.in.done_slot = SLOT;
    state.in.done_op = isa_cf_ops[id].opcode;
    state.in.done_pc = 4321;
    state.in.done_active = active;
    state.in.done_killed = killed;
    tick();
}

static void set_active(lane_mask_t active)
{
    clause_ends(ISA_CF_INST_ALU, active, 0);
}

static void assert_active(lane_mask_t active)
{
    assert_true(state.active[SLOT] == active);
}

static void assert_goes_on(uint32_t from)
{
    assert_int_equal(pc, from + 1);
}

static void assert_error(enum cf_error error, uint32_t at)
{
    assert_int_equal(state.q.error, error);
    assert_int_equal(state.q.error_pc, at);
    assert_int_equal(state.q.error_slot, SLOT);
}

static void assert_rows(unsigned rows)
{
    assert_int_equal(state.q.error, CF_OK);
    assert_int_equal(state.stack_rows[SLOT], rows);
}

static void rules_hold_step_by_step(void **unused)
{
    (void)unused;
#define RULE(title)                                                                                                    \
    print_message("%s\n", title);                                                                                      \
    fresh(NULL);
#define STEP(name, ...) RUN(name, __VA_ARGS__);
#define WORD(word) run_word(word);
#define MASK(active) set_active(active);
#define ENDS(name, active, killed) clause_ends(ISA_CF_INST_##name, active, killed);
#define LAUNCH(lanes) launch(SLOT, lanes);
#define FROM(address) pc = address;
#define IDLE tick();
#define ANEW fresh(NULL);
#define SKIPS(name) run_word(clause_word(ISA_CF_INST_##name));
#define TIMES(count, ...)                                                                                              \
    for (unsigned n = 0; n < (count); n++) {                                                                           \
        __VA_ARGS__                                                                                                    \
    }
#define AT(address) assert_int_equal(pc, address);
#define ACTIVE(active) assert_active(active);
#define ROWS_USED(rows) assert_rows(rows);
#define HAS(name, value) assert_true(state.name[SLOT] == (value));
#define LOWEST(name, value) assert_true(state.name[SLOT * ROWS] == (value));
#define ERROR(error, at) assert_error(error, at);
#define NO_ERROR assert_int_equal(state.q.error, CF_OK);
#include "tb/unit/control/cf_rules.def"
}

/* ---- reset, launch, edge ---------------------------------------------------------------------------------------- */

static void after_reset_everything_is_0(void **unused)
{
    (void)unused;
    assert_int_equal(state.q.error, CF_OK);
    assert_int_equal(state.q.next_pc, 0);
    assert_true(state.active[0] == 0 && state.valid[255] == 0);
    assert_int_equal(state.f_kind[CF_STACK_ROWS - 1], 0);
}

static void idle_the_state_holds(void **unused)
{
    (void)unused;
    static struct cf_state before;
    RUN(LOOP_START, .cf_const = 1);
    before = state;
    ASSERT_HOLDS(&state, tick());
    assert_memory_equal(state.active, before.active, sizeof state - offsetof(struct cf_state, active));
}

static void resolving_changes_nothing_before_the_edge(void **unused)
{
    (void)unused;
    static struct cf_state before;
    struct cf_outcome      outcome;
    before = state;
    cf_resolve(&state, SLOT, word_of(ISA_CF_INST_PUSH, (struct isa_cf){.addr = 0}), pc, &outcome);
    assert_memory_equal(&state, &before, sizeof state);
    assert_true(outcome.pushes);
}

static void wavefronts_have_their_own_state_and_their_own_part_of_the_stack(void **unused)
{
    (void)unused;
    launch(8, 0xf0);
    RUN(PUSH);
    set_active(1);
    assert_true(state.active[8] == 0xf0);
    assert_int_equal(state.stack_rows[8], 0);
    assert_int_equal(state.f_kind[SLOT * ROWS], CF_FRAME_MASK);
    assert_int_equal(state.f_kind[8 * ROWS], CF_FRAME_NONE);
    state.in.flow = true;
    state.in.flow_slot = 8;
    state.in.flow_word = word_of(ISA_CF_INST_PUSH, (struct isa_cf){.addr = 0});
    tick();
    assert_true(state.f_active[8 * ROWS] == 0xf0);
    assert_true(state.f_active[SLOT * ROWS] == ALL);
}

static void events_of_three_wavefronts_take_effect_in_one_clock(void **unused)
{
    (void)unused;
    launch(8, 0xf0);
    state.in.launch = true;
    state.in.launch_slot = 9;
    state.in.launch_lanes = 3;
    state.in.flow = true;
    state.in.flow_slot = 8;
    state.in.flow_word = word_of(ISA_CF_INST_PUSH, (struct isa_cf){.addr = 0});
    clause_ends(ISA_CF_INST_ALU, 0x77, 0x10);
    assert_true(state.active[9] == 3);
    assert_int_equal(state.stack_rows[8], 1);
    assert_active(0x77);
    assert_true(state.valid[SLOT] == (ALL & ~0x10ull));
}

/* ---- lanes and conditions (ISA 3.6.2, 3.6.4) -------------------------------------------------------------------- */

static void lanes_that_execute_follow_the_two_modes(void **unused)
{
    (void)unused;
    const lane_mask_t active = 0x8000000000012480ull, valid = ~0x80ull;
    assert_true(cf_lanes(active, valid, false, false) == active);
    assert_true(cf_lanes(active, valid, false, true) == (active & valid));
    assert_true(cf_lanes(active, valid, true, false) == 0xf0000000000ffff0ull);
    assert_true(cf_lanes(0, valid, true, true) == 0);
}

static void a_condition_can_be_false_or_a_boolean_constant(void **unused)
{
    (void)unused;
    static const struct {
        unsigned cond, constant;
        bool     jumps;
    } rows[] = {{COND_ACTIVE, 0, false},   {COND_FALSE, 5, true},    {COND_BOOL, 5, false},
                {COND_BOOL, 4, true},      {COND_BOOL, 31, false},   {COND_NOT_BOOL, 5, true},
                {COND_NOT_BOOL, 6, false}, {COND_NOT_BOOL, 31, true}};
    for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        fresh(NULL);
        RUN(JUMP, .cond = rows[i].cond, .cf_const = rows[i].constant);
        assert_int_equal(pc, rows[i].jumps ? TARGET : 101);
    }
}

/* ---- branches (ISA 3.7.2) --------------------------------------------------------------------------------------- */

/* Its POP_COUNT is for the jump alone (the compilers' way, docs/open-questions.md): all of it then, and the mask is
 * that of the last entry popped. */
static void else_pops_as_many_entries_as_it_says_and_only_with_its_jump(void **unused)
{
    for (unsigned pops = 0; pops <= 3; pops++) {
        static const lane_mask_t masks[3] = {0xfff, 0xff, 0xf};
        fresh(unused);
        for (unsigned i = 0; i < 3; i++) {
            set_active(masks[i]);
            RUN(PUSH);
        }
        set_active(0x3);
        RUN(ELSE, .pop_count = pops);
        assert_int_equal(pc, 104); /* a thread is active: no jump, no pop */
        assert_active(0xc);
        assert_rows(3);
        set_active(0xf);
        RUN(ELSE, .pop_count = pops);
        assert_int_equal(pc, TARGET);
        assert_rows(3 - pops);
        assert_active(pops ? masks[3 - pops] : 0);
    }
}

/* ---- loops (ISA 3.7.3 to 3.7.5) --------------------------------------------------------------------------------- */

static void an_indexed_loop_runs_count_times_and_steps_al(void **unused)
{
    (void)unused;
    static const struct {
        unsigned constant, count, first, step;
    } loops[] = {{1, 3, 100, 2}, {3, 4, 1, 0x1fff}, {4, 1, 9, 1}, {31, 2, 0xfff, 127}};
    for (unsigned l = 0; l < 4; l++) {
        fresh(NULL);
        RUN(LOOP_START, .cf_const = loops[l].constant);
        assert_goes_on(100);
        assert_rows(SUBENTRIES);
        for (unsigned i = 0; i < loops[l].count; i++) {
            assert_int_equal(state.loop_kind[SLOT], CF_LOOP_INDEXED);
            assert_int_equal(state.loop_index[SLOT], (loops[l].first + i * loops[l].step) & 0x1fff);
            pc = 300;
            RUN(LOOP_END, .cf_const = loops[l].constant);
            assert_int_equal(pc, i + 1 < loops[l].count ? TARGET : 301);
        }
        assert_rows(0);
        assert_int_equal(state.loop_kind[SLOT], CF_LOOP_NONE);
        assert_active(ALL);
    }
}

static void a_nop_changes_nothing(void **unused)
{
    (void)unused;
    static struct cf_state before;
    before = state;
    RUN(NOP);
    assert_goes_on(100);
    assert_memory_equal(state.active, before.active, sizeof state - offsetof(struct cf_state, active));
}

static void a_call_takes_two_subentries_where_the_chip_says_so(void **unused)
{
    (void)unused;
    state.in.call_rows = 2;
    RUN(CALL);
    assert_rows(2);
    RUN(CALL);
    assert_rows(4);
    RUN(RETURN);
    assert_rows(2);
    RUN(RETURN);
    assert_rows(0);
}

#define TEST(name) cmocka_unit_test_setup(name, fresh)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(after_reset_everything_is_0),
        TEST(rules_hold_step_by_step),
        TEST(idle_the_state_holds),
        TEST(resolving_changes_nothing_before_the_edge),
        TEST(wavefronts_have_their_own_state_and_their_own_part_of_the_stack),
        TEST(events_of_three_wavefronts_take_effect_in_one_clock),
        TEST(lanes_that_execute_follow_the_two_modes),
        TEST(a_condition_can_be_false_or_a_boolean_constant),
        TEST(else_pops_as_many_entries_as_it_says_and_only_with_its_jump),
        TEST(an_indexed_loop_runs_count_times_and_steps_al),
        TEST(a_nop_changes_nothing),
        TEST(a_call_takes_two_subentries_where_the_chip_says_so),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
