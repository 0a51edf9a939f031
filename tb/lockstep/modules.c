/* modules.c - the modules that have a twin, the rows of modules.def; and all modules of the machine, those of
 * module_alone.h. */
#include <assert.h>
#include <string.h>

#include "rtl_model/r700/module_alone.h"
#include "rtl_model/r700/views/views.h"
#include "tb/lockstep/lockstep.h"
#include "tb/lockstep/offers.h"

const struct machine_looks *const lockstep_looks = &r700_looks;

#define LOCKSTEP(name) extern const struct lockstep_module lockstep_##name;
#include "tb/lockstep/modules.def"

#define LOCKSTEP(name) &lockstep_##name,
const struct lockstep_module *const lockstep_modules[] = {
#include "tb/lockstep/modules.def"
};
const unsigned lockstep_module_count = sizeof lockstep_modules / sizeof lockstep_modules[0];

const struct lockstep_module *lockstep_find(const char *name)
{
    for (unsigned i = 0; i < lockstep_module_count; i++)
        if (strcmp(lockstep_modules[i]->name, name) == 0)
            return lockstep_modules[i];
    return NULL;
}

bool lockstep_restarts(const struct lockstep_module *module, uint64_t cycle)
{
    return module->lifetime && cycle && cycle % module->lifetime == 0;
}

/* ---- all of them ------------------------------------------------------------------------------------------------ */

enum { PLAIN_MAX = 64 };

/* Nothing drives a module without wires. */
static bool has_wires(const struct rtl_module *module)
{
    for (unsigned s = 0; s < module->signal_count; s++)
        if (rtl_is_wire(module->signals[s].kind))
            return true;
    return false;
}

/* Memories that no other module and no statistic reads. */
static const char *const *inner_of(const char *module)
{
    static const char *const exports[] = {"latch", "index_latch", NULL};
    static const char *const lines[] = {"ask_lines", "ask_ways", NULL};
    return strcmp(module, "export_unit") == 0 ? exports : strcmp(module, "line_cache") == 0 ? lines : NULL;
}

/* What a twin of default stimulus is, or NULL. */
static const char *twin_of(const char *module)
{
    static const char *const twins[][2] = {
#define TWIN(name, doc) {#name, doc},
#include "tb/lockstep/modules.def"
    };
    for (unsigned i = 0; i < sizeof twins / sizeof twins[0]; i++)
        if (strcmp(module, twins[i][0]) == 0)
            return twins[i][1];
    return NULL;
}

const struct lockstep_module *lockstep_plain(unsigned i)
{
    static struct lockstep_module plain[PLAIN_MAX];
    static unsigned               count;
    const struct module_life     *life;
    for (unsigned n = count ? PLAIN_MAX : 0; (life = module_life(n)); n++) {
        assert(count < PLAIN_MAX);
        const char *const twin = twin_of(life->module->name);
        if (has_wires(life->module))
            plain[count++] = (struct lockstep_module){.name = life->module->name,
                                                      .top = life->module->name,
                                                      .doc = twin ? twin : "see docs/ports",
                                                      .twin = twin != NULL,
                                                      .signals = life->module,
                                                      .state_size = life->bytes,
                                                      .clock = life->clock,
                                                      .inner = inner_of(life->module->name),
                                                      .lifetime = OFFERS_LIFETIME,
                                                      .clears = true,
                                                      .chipwide = !life->in_simd,
                                                      .by_list = true};
    }
    return i < count ? &plain[i] : NULL;
}

const struct lockstep_module *lockstep_any(unsigned i)
{
    static const struct lockstep_module *(*const of[])(unsigned) = {lockstep_plain, lockstep_r580_plain,
                                                                    lockstep_nv30_plain};
    for (unsigned machine = 0; machine < sizeof of / sizeof of[0]; machine++) {
        unsigned n = 0;
        while (of[machine](n) && n < i)
            n++;
        if (of[machine](n))
            return of[machine](n);
        i -= n;
    }
    return NULL;
}

const struct lockstep_module *lockstep_find_plain(const char *name)
{
    const struct lockstep_module *module;
    for (unsigned i = 0; (module = lockstep_any(i)); i++)
        if (strcmp(module->name, name) == 0)
            return module;
    return NULL;
}

static const struct module_life *life_of(const struct lockstep_module *module)
{
    const struct module_life *life;
    for (unsigned n = 0; (life = module_life(n)); n++)
        if (life->module == module->signals)
            return life;
    return NULL;
}

bool lockstep_reset(const struct lockstep_module *module, void *state, void *driver, struct stimulus *random)
{
    const struct module_life *const life = life_of(module);
    if (!module->reset)
        return life && module_life_reset(life, NULL, state);
    module->reset(state, driver, random);
    return true;
}

void lockstep_reset_again(const struct lockstep_module *module, void *state)
{
    const struct module_life *const life = life_of(module);
    if (module->reset)
        module->reset(state, NULL, NULL);
    else if (life)
        life->reset(state);
}

bool lockstep_reset_any(const struct lockstep_module *module, void *state, struct stimulus *random)
{
    const struct module_life *const life = life_of(module);
    if (!module->reset)
        return life && module_life_vary(life, (unsigned)stimulus_bits(random, 16), state);
    module->reset(state, NULL, random);
    return true;
}
