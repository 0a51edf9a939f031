#include "tb/random/settled.h"

#include <assert.h>
#include <string.h>

#include "kit/walk.h"

enum { INPUTS_MOST = 16384 }; /* bytes of all modules' inputs */

/* Inputs come first in a module's struct, and in its table. */
static size_t input_bytes(const struct rtl_module *module)
{
    for (unsigned s = 0; s < module->signal_count; s++)
        if (module->signals[s].kind != RTL_IN)
            return module->signals[s].offset;
    return 0;
}

static size_t copy_inputs(const struct gpu *gpu, unsigned char *to)
{
    size_t size = 0;
    for (unsigned i = 0; i < gpu->instance_count; i++) {
        const size_t bytes = input_bytes(gpu->instances[i].module);
        assert(size + bytes <= INPUTS_MOST);
        memcpy(to + size, gpu->instances[i].state, bytes);
        size += bytes;
    }
    return size;
}

/* The first input that is not what it was. */
static bool name_input(const struct gpu *gpu, const unsigned char *before, struct diag *diag)
{
    for (unsigned i = 0; i < gpu->instance_count; i++) {
        const struct rtl_instance *instance = &gpu->instances[i];
        for (unsigned s = 0; s < instance->module->signal_count; s++) {
            const struct rtl_signal *signal = &instance->module->signals[s];
            if (signal->kind == RTL_IN &&
                memcmp(before + signal->offset, (const char *)instance->state + signal->offset,
                       rtl_signal_bytes(signal)))
                return diag_set(diag, NULL, 0, "cycle %llu: %s.i_%s was left as it was, and is another",
                                (unsigned long long)gpu->cycle, instance->path, signal->name);
        }
        before += input_bytes(instance->module);
    }
    return true; /* the padding between them */
}

bool settled_alike(struct gpu *gpu, struct diag *diag)
{
    unsigned char  before[INPUTS_MOST], after[INPUTS_MOST];
    const uint64_t clocked = gpu->simd.clocked;
    const size_t   bytes = copy_inputs(gpu, before);
    simd_touch(&gpu->simd);
    gpu_wire(gpu);
    copy_inputs(gpu, after);
    if (memcmp(before, after, bytes) && !name_input(gpu, before, diag))
        return false;
    return clocked == gpu->simd.clocked ||
           diag_set(diag, NULL, 0, "cycle %llu: modules %llx took the clock, and %llx do",
                    (unsigned long long)gpu->cycle, (unsigned long long)clocked, (unsigned long long)gpu->simd.clocked);
}
