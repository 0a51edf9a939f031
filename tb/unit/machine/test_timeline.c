/* test_timeline.c - a run and its past: what is kept, how far a question runs again, and what it finds. */
#include "tb/unit/library/wekiva_kit.h"

#include <inttypes.h>
#include <limits.h>

#include "rtl_model/library/wekiva_internal.h"
#include "rtl_model/timeline.h"
#include "tb/random/random.h"

#define NEST "tb/corpus/llvm-rv770/loop_nest6/launch.json"

enum { LITTLE = 180000, GAPS = 64 };
static const struct wk_options plain;

/* Distances of states, the last one first. */
static unsigned gaps_of(const struct history *history, uint64_t end, uint64_t gap[GAPS])
{
    unsigned count = 0;
    uint64_t cycle = history_before(history, end);
    while (cycle > 0) {
        const uint64_t before = history_before(history, cycle - 1);
        assert_true(before < cycle && count < GAPS);
        gap[count++] = cycle - before;
        cycle = before;
    }
    return count;
}

/* Every other one goes: a distance is at most twice another one, but for where a look came a little late. */
static void states_of_an_even_history_lie_evenly_in_the_memory_that_it_may_have(void **state)
{
    (void)state;
    uint64_t                  gap[GAPS], least = UINT64_MAX, most = 0;
    struct wk_machine *const  machine = machine_of(NEST, &plain);
    const struct rtl_machine *m = &machine->machine;
    struct history *const     history = history_create(m, LITTLE, NULL);
    history_even(history);
    while (!m->kind->finished(m->of)) {
        m->kind->run(m->of, history_next(history, UINT64_MAX));
        history_note(history);
        assert_true(history_figures(history).bytes <= LITTLE);
    }
    const unsigned count = gaps_of(history, *m->cycle, gap);
    assert_true(count >= 3);
    for (unsigned i = 1; i < count; i++) { /* the first one may have just been kept */
        least = gap[i] < least ? gap[i] : least;
        most = gap[i] > most ? gap[i] : most;
    }
    assert_true(most <= least + least / 4);
    assert_true(gap[0] < least * 3 / 4); /* some have gone */
    assert_true(*m->cycle - history_before(history, *m->cycle) <= most);
    history_free(history);
    wk_destroy(machine);
}

struct seen {
    uint64_t cycle, value;
    unsigned count;
};

static bool see(void *context, uint64_t cycle, const uint64_t *values)
{
    struct seen *seen = context;
    *seen = (struct seen){cycle, values[0], seen->count + 1};
    return true;
}

static struct trigger_signal named(const struct timeline *timeline, const char *name)
{
    struct trigger_signal signal;
    struct diag           diag;
    assert_true(trigger_find(&timeline->signals.names, UINT_MAX, name, &signal, &diag));
    return signal;
}

/* What the same clocks one after the other in a machine of its own show. */
static void any_cycle_is_what_it_was_and_no_more_is_run_again_than_from_the_state_before(void **state)
{
    (void)state;
    struct random_source     source = {3};
    struct wk_machine *const now = machine_of(NEST, &plain), *const past = machine_of(NEST, &plain);
    struct timeline timeline;
    uint64_t        gap[GAPS], most = 0;
    assert_true(timeline_open(&timeline, &now->machine, &past->machine, UINT64_MAX, 0, NULL));
    timeline_run(&timeline, UINT64_MAX);
    assert_int_equal(timeline.state, TIMELINE_FINISHED);
    const uint64_t end = timeline_latest(&timeline);
    const unsigned count = gaps_of(timeline.history, end, gap);
    for (unsigned i = 0; i < count; i++)
        most = gap[i] > most ? gap[i] : most;
    if (end - history_before(timeline.history, end) > most)
        most = end - history_before(timeline.history, end);
    assert_true(count >= 4 && most < end / 3);
    const struct trigger_signal signal = named(&timeline, "issue_even.i_number");
    for (unsigned i = 0; i < 40; i++) {
        const uint64_t            cycle = random_word(&source) % (end + 1), before = timeline.repeated;
        struct wk_machine *const  then = machine_of(NEST, &plain);
        const struct rtl_machine *m = &then->machine;
        struct seen               seen = {0};
        wk_clock(then, cycle, &said);
        m->kind->wire(m->of);
        m->kind->look(m->of, (unsigned)MACHINE_ALL);
        struct trigger_names names = timeline.signals.names;
        names.instances = m->instances;
        assert_true(timeline_values(&timeline, &signal, 1, cycle, cycle, see, &seen));
        assert_int_equal(seen.count, 1);
        assert_int_equal(seen.cycle, cycle);
        assert_int_equal(seen.value, trigger_value(&names, &signal));
        assert_true(timeline.repeated - before <= most);
        wk_destroy(then);
    }
    timeline_close(&timeline);
    wk_destroy(now);
    wk_destroy(past);
}

/* Of the clocks up to 1000 the one that is asked for need not be searched for from the beginning. */
static void questions_whose_cycles_rise_run_each_clock_again_once(void **state)
{
    (void)state;
    struct wk_machine *const now = machine_of(NEST, &plain), *const past = machine_of(NEST, &plain);
    struct timeline timeline;
    struct seen     seen = {0};
    assert_true(timeline_open(&timeline, &now->machine, &past->machine, UINT64_MAX, 0, NULL));
    timeline_run(&timeline, 1000);
    const struct trigger_signal signal = named(&timeline, "issue_even.o_address");
    for (uint64_t cycle = 0; cycle <= 1000; cycle += 10)
        assert_true(timeline_values(&timeline, &signal, 1, cycle, cycle, see, &seen));
    assert_int_equal(timeline.repeated, 1000);
    timeline_close(&timeline);
    wk_destroy(now);
    wk_destroy(past);
}

static void a_run_ends_at_its_limit_and_a_search_with_it(void **state)
{
    (void)state;
    struct wk_machine *const now = machine_of(NEST, &plain), *const past = machine_of(NEST, &plain);
    struct timeline timeline;
    struct diag     diag;
    uint64_t        cycle;
    assert_true(timeline_open(&timeline, &now->machine, &past->machine, 500, 0, NULL));
    assert_int_equal(timeline_first(&timeline, "cycle == 400", 100, &cycle, &diag), TIMELINE_FOUND);
    assert_int_equal(cycle, 400);
    assert_int_equal(timeline_first(&timeline, "cycle == 500", 100, &cycle, &diag), TIMELINE_FOUND);
    assert_int_equal(cycle, 500);
    assert_int_equal(timeline_first(&timeline, "cycle == 501", 100, &cycle, &diag), TIMELINE_NEVER);
    assert_int_equal(timeline_first(&timeline, "cycle == 500", 500, &cycle, &diag), TIMELINE_NEVER);
    assert_int_equal(timeline_first(&timeline, "cycle >", 100, &cycle, &diag), TIMELINE_WRONG);
    assert_int_equal(timeline.state, TIMELINE_LIMIT);
    assert_int_equal(timeline_latest(&timeline), 500);
    timeline_close(&timeline);
    wk_destroy(now);
    wk_destroy(past);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(states_of_an_even_history_lie_evenly_in_the_memory_that_it_may_have),
        cmocka_unit_test(any_cycle_is_what_it_was_and_no_more_is_run_again_than_from_the_state_before),
        cmocka_unit_test(questions_whose_cycles_rise_run_each_clock_again_once),
        cmocka_unit_test(a_run_ends_at_its_limit_and_a_search_with_it)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
