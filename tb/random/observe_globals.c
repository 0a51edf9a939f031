/* observe_globals.c - SIMD-global GPRs: what the interpreter is given, and what the machine is left with. */
#include <stdlib.h>
#include <string.h>

#include "rtl_model/r700/engine/gpu_sharing.h"
#include "tb/random/observe.h"

void observe_take_globals(struct observer *o)
{
    const struct launch_gprs *given = &o->launch->global_gprs;
    memset(&o->globals, 0, sizeof o->globals);
    o->from.globals = &o->globals;
    o->globals.count = given->first + given->count;
    for (size_t i = 0; i < given->file.bytes / 4 && i < (size_t)REF_LANES * given->count * 4; i++)
        o->globals.word[given->first + i / 4 % given->count][i % 4][i / (4 * (size_t)given->count)].value =
            launch_word(&given->file, i);
}

bool observe_globals_agree(const struct observer *o, const struct gpu *gpu, struct diag *diag)
{
    const unsigned count = o->globals.count;
    const size_t   words = gpu_globals(gpu, NULL);
    uint32_t      *got = count ? malloc(words * sizeof *got) : NULL;
    if (!count)
        return true;
    if (!got)
        return diag_set(diag, NULL, 0, "not enough memory for the global GPRs");
    gpu_globals(gpu, got);
    bool agrees = true;
    for (unsigned i = 0; agrees && i < gpu->chip.wave_size * count * 4; i++) {
        const unsigned lane = i / (4 * count), gpr = i / 4 % count, element = i % 4;
        const uint32_t value = o->globals.word[gpr][element][lane].value;
        if (got[i] != value)
            agrees = diag_set(diag, NULL, 0, "global GPR %u, element %u, lane %u: machine 0x%08x, interpreter 0x%08x",
                              gpr, element, lane, (unsigned)got[i], (unsigned)value);
    }
    free(got);
    return agrees;
}
