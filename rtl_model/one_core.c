#include "rtl_model/one_core.h"

#include <stdlib.h>

void one_core_clear(struct one_core *core)
{
    results_free(&core->exports);
    core->exports = (struct result_exports){.threads = 0};
    free(core->kept.words);
    free(core->kept.state);
    core->kept.words = NULL;
    core->kept.state = NULL;
}

bool one_core_keep(struct one_core *core, unsigned per_thread, struct diag *diag)
{
    const size_t threads = core->exports.threads;
    core->kept.words = calloc(threads * per_thread, 4 * sizeof *core->kept.words);
    core->kept.state = calloc(threads, 1);
    core->kept.per_thread = per_thread;
    return (core->kept.words && core->kept.state) ||
           diag_set(diag, NULL, 0, "not enough memory for the registers of %zu pixels", threads);
}

uint64_t one_core_cycles(const void *machine)
{
    const struct one_core *core = machine;
    return core->cycle - core->began;
}

const struct result_exports *one_core_exports(const void *machine)
{
    return &((const struct one_core *)machine)->exports;
}

const struct result_hazards *one_core_hazards(const void *machine)
{
    return &((const struct one_core *)machine)->hazards;
}

size_t one_core_shared(const void *machine, enum machine_shared what, uint32_t *words)
{
    (void)machine, (void)what, (void)words;
    return 0;
}

void one_core_plain(void *machine)
{
    ((struct one_core *)machine)->plain = true;
}

void one_core_beside(void *machine, const struct machine_beside *beside)
{
    ((struct one_core *)machine)->beside = beside;
}

void one_core_replace(void *machine, unsigned instance)
{
    ((struct one_core *)machine)->replaced |= UINT64_C(1) << instance;
}
