/* test_beside.c - modules of R580 and NV30 whose work is done outside (rtl_model/beside.h): the replacement receives
 * each clock's inputs, and the machine goes on with its outputs. */
#include "rtl_model/nv30/source_select.h"
#include "rtl_model/r580/flow.h"
#include "tb/unit/job.h"

enum { CLOCKS_MAX = 100000 };

/* ---- a run ------------------------------------------------------------------------------------------------------- */

/* Whether it comes to its end. */
static bool ends(struct job *job)
{
    const struct rtl_machine_kind *kind = job->machine.kind;
    kind->run(job->machine.of, CLOCKS_MAX);
    return kind->finished(job->machine.of);
}

/* ---- who does the work ------------------------------------------------------------------------------------------- */

/* A module of a machine, and one of its type that takes its inputs and gives its state. */
struct twin {
    void  *module, *own;
    size_t bytes;
    void (*clock)(void *own, const void *module);
    unsigned clocks, settled;
};

static void settle(void *context)
{
    struct twin *twin = context;
    twin->settled++;
}

/* Nothing has changed yet: the inputs are there, the state is that of the clock before. */
static void before_edge(void *context)
{
    struct twin *twin = context;
    twin->clocks++;
    assert_int_equal(twin->settled, twin->clocks);
    twin->clock(twin->own, twin->module);
}

static void after_edge(void *context)
{
    struct twin *twin = context;
    memcpy(twin->module, twin->own, twin->bytes);
}

static struct us_flow            flow;
static struct nv30_source_select select_;

static void clock_flow(void *own, const void *module)
{
    struct us_flow *const m = own;
    assert_memory_equal(&m->q, &((const struct us_flow *)module)->q, sizeof m->q);
    m->in = ((const struct us_flow *)module)->in;
    us_flow_next(m);
    us_flow_clock(m);
}
static void clock_wrong_flow(void *own, const void *module)
{
    clock_flow(own, module);
    ((struct us_flow *)own)->q.jump ^= true; /* it is not read */
    ((struct us_flow *)own)->q.next ^= ((struct us_flow *)own)->q.decided;
}

static void clock_select(void *own, const void *module)
{
    struct nv30_source_select *const m = own;
    m->in = ((const struct nv30_source_select *)module)->in;
    rtl_eval(nv30_source_select_eval, m);
    rtl_commit(m);
}
static void clock_wrong_select(void *own, const void *module)
{
    clock_select(own, module);
    ((struct nv30_source_select *)own)->q.slot ^= ((struct nv30_source_select *)own)->q.valid;
}

/* The launch with a module of that type replaced: as without, or noticed. */
static void replace(const char *path, const struct rtl_module *type, struct twin twin, bool right)
{
    struct job plain, replaced;
    unsigned   n = 0;
    start(&plain, path, NULL);
    start(&replaced, path, NULL);
    while (replaced.machine.instances[n].module != type)
        n++;
    twin.module = replaced.machine.instances[n].state;
    memcpy(twin.own, twin.module, twin.bytes);
    const struct machine_beside beside = {&twin, settle, before_edge, after_edge};
    replaced.machine.kind->beside(replaced.machine.of, &beside);
    replaced.machine.kind->replace(replaced.machine.of, n);
    assert_true(ends(&plain));
    const bool ended = ends(&replaced);
    assert_int_equal(ended && *plain.machine.cycle == *replaced.machine.cycle && same_exports(&plain, &replaced),
                     right);
    if (right)
        assert_int_equal(twin.clocks, *plain.machine.cycle);
    end(&plain);
    end(&replaced);
}

static void r580_goes_on_with_what_another_flow_control_says(void **state)
{
    static const char path[] = "tb/corpus/designs/r580.json";
    (void)state;
    replace(path, &us_flow_rtl, (struct twin){.own = &flow, .bytes = sizeof flow, .clock = clock_flow}, true);
    replace(path, &us_flow_rtl, (struct twin){.own = &flow, .bytes = sizeof flow, .clock = clock_wrong_flow}, false);
}

static void nv30_goes_on_with_what_another_source_selection_says(void **state)
{
    static const char path[] = "tb/corpus/designs/nv30.json";
    (void)state;
    replace(path, &nv30_source_select_rtl,
            (struct twin){.own = &select_, .bytes = sizeof select_, .clock = clock_select}, true);
    replace(path, &nv30_source_select_rtl,
            (struct twin){.own = &select_, .bytes = sizeof select_, .clock = clock_wrong_select}, false);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(r580_goes_on_with_what_another_flow_control_says),
                                       cmocka_unit_test(nv30_goes_on_with_what_another_source_selection_says)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
