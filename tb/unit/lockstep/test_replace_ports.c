/* test_replace_ports.c - that nothing in a machine looks into a module but by what a block in its place must show: its
 * outputs, its statistics, its memories but the inner ones.  The work of each module without a twin is done by its own
 * C outside of the machine, of which these alone go back; cycles and exports stay. */
#include <stdio.h>
#include <stdlib.h>

#include "kit/walk.h"
#include "rtl_model/r700/gpu.h"
#include "rtl_model/r700/gpu_machine.h"
#include "rtl_model/r700/simd.h"
#include "tb/lockstep/lockstep.h"
#include "tb/lockstep/offers.h"
#include "tb/lockstep/ports.h"
#include "tb/unit/job.h"

enum { CLOCKS_MAX = 200000, OWN_MAX = 64 };

struct own {
    void *module, *state;
};
struct outside {
    struct gpu                   *gpu;
    const struct lockstep_module *module;
    struct port_table            *ports;
    struct own                    own[OWN_MAX];
    unsigned                      count;
    size_t                        inputs; /* bytes */
};

static void settle(void *context)
{
    const struct outside *outside = context;
    if (outside->gpu)
        gpu_look(outside->gpu);
}

static void before_edge(void *context)
{
    const struct outside *outside = context;
    for (unsigned i = 0; i < outside->count; i++) {
        memcpy(outside->own[i].state, outside->own[i].module, outside->inputs);
        outside->module->clock(outside->own[i].state);
    }
}

static void give_back(const struct own *own, const struct rtl_signal *signal, size_t next)
{
    const unsigned char *const from = (const unsigned char *)own->state + signal->offset;
    unsigned char *const       to = (unsigned char *)own->module + signal->offset;
    memcpy(to, from, rtl_signal_bytes(signal));
    if (next)
        memcpy(to + next, from, rtl_signal_bytes(signal));
}

static void after_edge(void *context)
{
    const struct outside    *outside = context;
    const struct rtl_module *list = outside->module->signals;
    for (unsigned p = 0; p < outside->ports->count; p++) {
        const struct port *port = &outside->ports->port[p];
        const bool         memory = port->role == PORT_WORD && port->out && port->needed;
        for (unsigned i = 0; i < outside->count; i++)
            if (memory)
                give_back(&outside->own[i], port->source, 0);
            else if (port->role == PORT_SIGNAL && port->out && (!port->optional || port->needed))
                give_back(&outside->own[i], port->source, list->next_state);
    }
}

static size_t bytes_of_inputs(const struct rtl_module *list, size_t all)
{
    size_t bytes = all;
    for (unsigned s = 0; s < list->signal_count; s++)
        if (!rtl_is_wire(list->signals[s].kind) && list->signals[s].offset < bytes)
            bytes = list->signals[s].offset;
    return bytes;
}

/* All instances in SIMDs, or in a machine without such. */
static void take(struct outside *outside, struct job *job)
{
    const struct rtl_machine *machine = &job->machine;
    const unsigned            end = outside->gpu ? outside->gpu->simds * SIMD_MODULES : machine->instance_count;
    for (unsigned n = 0; n < end; n++) {
        struct own *own = &outside->own[outside->count];
        if (machine->instances[n].module != outside->module->signals)
            continue;
        assert_true(outside->count < OWN_MAX);
        own->module = machine->instances[n].state;
        own->state = aligned_alloc(64, (outside->module->state_size + 64) / 64 * 64);
        assert_non_null(own->state);
        memcpy(own->state, own->module, outside->module->state_size);
        machine->kind->replace(machine->of, n);
        outside->count++;
    }
}

static uint64_t cycles_of(struct job *job)
{
    job->machine.kind->run(job->machine.of, CLOCKS_MAX);
    return job->machine.kind->finished(job->machine.of) ? *job->machine.cycle : 0;
}

static void check(struct job *plain, uint64_t cycles, const char *path, const char *setting,
                  const struct lockstep_module *module)
{
    struct job     job;
    struct diag    diag = {0};
    struct outside outside = {.module = module, .ports = calloc(1, sizeof *outside.ports)};
    assert_non_null(outside.ports);
    assert_true(ports_expected(module, outside.ports, &diag));
    outside.inputs = bytes_of_inputs(module->signals, module->state_size);
    start(&job, path, setting);
    outside.gpu = gpu_of(&job.machine);
    take(&outside, &job);
    const struct machine_beside beside = {&outside, settle, before_edge, after_edge};
    job.machine.kind->beside(job.machine.of, &beside);
    if (outside.count && (cycles_of(&job) != cycles || !same_exports(plain, &job)))
        fail_msg("%s: the machine sees more of %s than its ports", path, module->name);
    job.machine.kind->beside(job.machine.of, NULL);
    for (unsigned i = 0; i < outside.count; i++)
        free(outside.own[i].state);
    free(outside.ports);
    end(&job);
}

static void ports_are_all(const char *path, const char *setting)
{
    const struct lockstep_module *module;
    struct job                    plain;
    start(&plain, path, setting);
    const uint64_t cycles = cycles_of(&plain);
    assert_true(cycles > 0);
    for (unsigned i = 0; (module = lockstep_any(i)); i++)
        if (!lockstep_find(module->name) && !offers_look_outside(module))
            check(&plain, cycles, path, setting, module);
    end(&plain);
}

static void a_simd(void **unused)
{
    (void)unused;
    ports_are_all("tb/corpus/llvm-rv770/fmad/launch.json", "simds=1");
}

static void fetches_and_textures(void **unused)
{
    (void)unused;
    ports_are_all("tb/lockstep/textures/launch.json", "simds=1");
}

static void r580(void **unused)
{
    (void)unused;
    ports_are_all("tb/corpus/designs/r580.json", NULL);
}

static void nv30(void **unused)
{
    (void)unused;
    ports_are_all("tb/corpus/designs/nv30.json", NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_simd),
        cmocka_unit_test(fetches_and_textures),
        cmocka_unit_test(r580),
        cmocka_unit_test(nv30),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
