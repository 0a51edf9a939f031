/* test_contract.c - rows of contracts (tb/lockstep/contracts.def) beside what modules of running machines are given:
 * a record of a real run must not be refused for one. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "tb/lockstep/contract.h"
#include "tb/lockstep/ports.h"
#include "tb/unit/job.h"

static const struct lockstep_module *module_of(const struct rtl_instance *instance)
{
    const struct lockstep_module *module = lockstep_find_plain(instance->module->name);
    return module && module->signals == instance->module ? module : NULL;
}

enum { ROWS_MAX = 512 };

/* What has been seen of rows. */
struct seen {
    const struct contract_row *broken[ROWS_MAX];
    unsigned                   count, looked;
};

static void note(struct seen *seen, const struct contract_row *row, const struct rtl_instance *instance, uint64_t cycle)
{
    for (unsigned i = 0; i < seen->count; i++)
        if (seen->broken[i] == row)
            return;
    seen->broken[seen->count++] = row;
    fprintf(stderr, "%s, cycle %u: expected ", instance->path, (unsigned)cycle);
    contract_print(stderr, row, instance->module);
    fputc('\n', stderr);
}

static void look(const struct rtl_machine *machine, const struct lockstep_module *const *modules, struct seen *seen)
{
    for (unsigned i = 0; i < machine->instance_count; i++) {
        const struct rtl_instance *const instance = &machine->instances[i];
        const struct contract_row       *rows = NULL;
        const unsigned                   count = modules[i] ? contract_rows(modules[i], &rows) : 0;
        for (unsigned r = 0; r < count; r++)
            if (contract_binds(&rows[r])) {
                seen->looked++;
                if (!contract_is_kept(&rows[r], instance->module, instance->state))
                    note(seen, &rows[r], instance, *machine->cycle);
            }
    }
}

static void launch_keeps_contracts(const char *launch, const char *setting, unsigned most)
{
    struct job  job;
    struct seen seen = {.count = 0};
    start(&job, launch, setting);
    const struct rtl_machine *const machine = &job.machine;
    const struct lockstep_module  **modules = calloc(machine->instance_count, sizeof *modules);
    assert_non_null(modules);
    for (unsigned i = 0; i < machine->instance_count; i++)
        modules[i] = module_of(&machine->instances[i]);
    while (*machine->cycle < most && !machine->kind->finished(machine->of)) {
        machine->kind->wire(machine->of);
        machine->kind->look(machine->of, (unsigned)MACHINE_ALL);
        look(machine, modules, &seen);
        machine->kind->edge(machine->of);
    }
    assert_true(seen.looked > 1000);
    assert_int_equal(seen.count, 0);
    free(modules);
    end(&job);
}

static void modules_of_a_running_r700_are_given_what_contracts_allow(void **unused)
{
    (void)unused;
    launch_keeps_contracts("tb/demo/launch.json", "simds=1", 3400);
    launch_keeps_contracts("tb/corpus/textures/tex_two/launch.json", "simds=1", 1500);
    launch_keeps_contracts("tb/corpus/compute/saxpy/launch.json", "simds=1", 1500); /* MEM_EXPORT */
}

static void modules_of_the_other_machines_too(void **unused)
{
    (void)unused;
    launch_keeps_contracts("tb/corpus/designs/r580.json", NULL, 1000);
    launch_keeps_contracts("tb/corpus/designs/nv30.json", NULL, 1000);
}

/* Where a module has a driver of its own, for the rows that it does not know of. */
static void drivers_keep_the_contracts_of_their_modules(void **unused)
{
    unsigned looked = 0;
    (void)unused;
    for (unsigned m = 0; m < lockstep_module_count; m++) {
        const struct lockstep_module *const module = lockstep_modules[m];
        const struct contract_row          *rows = NULL;
        const unsigned                      count = module->drive ? contract_rows(module, &rows) : 0;
        void                               *state = aligned_alloc(64, (module->state_size + 64) / 64 * 64);
        void                               *driver = calloc(1, module->driver_size + 1);
        struct port_table                  *ports = malloc(sizeof *ports);
        struct stimulus                     random;
        assert_true(state && driver && ports && ports_expected(module, ports, NULL));
        void *const beside = calloc(1, ports->beside + 1);
        assert_non_null(beside);
        memset(state, 0, module->state_size);
        stimulus_seed(&random, 1);
        for (uint64_t cycle = 0; count && cycle < 20000; cycle++) {
            if (cycle == 0 || lockstep_restarts(module, cycle)) {
                module->reset(state, driver, &random);
                ports_connect(ports, state, beside);
            }
            module->drive(state, driver, &random);
            for (unsigned r = 0; r < count; r++, looked++)
                if (contract_binds(&rows[r]) && !contract_is_kept(&rows[r], module->signals, state)) {
                    contract_print(stderr, &rows[r], module->signals);
                    fail_msg(", which the driver of %s breaks in cycle %u", module->name, (unsigned)cycle);
                }
            module->clock(state);
        }
        free(state);
        free(driver);
        free(beside);
        free(ports);
    }
    assert_true(looked > 100000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(modules_of_a_running_r700_are_given_what_contracts_allow),
        cmocka_unit_test(modules_of_the_other_machines_too),
        cmocka_unit_test(drivers_keep_the_contracts_of_their_modules),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
