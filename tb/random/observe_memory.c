/* observe_memory.c - every byte of the buffers that a program writes, machine beside interpreter.
 *
 * Scratch and reduction buffers lie where time puts a wavefront: in the place of its slot (ISA 7.1).  So the slot of
 * each wavefront is observed.  Expected is what the wavefronts of a slot have written, one over the other in the order
 * in which they had it; unwritten bytes are as they were. */
#include <stdlib.h>
#include <string.h>

#include "kit/bytes.h"
#include "tb/random/observe.h"

enum { SCRATCH, REDUCTION };
static const unsigned targets[OBSERVE_PRIVATE] = {[SCRATCH] = REF_SCRATCH, [REDUCTION] = REF_REDUCTION};

/* ---- what the interpreter has written ---------------------------------------------------------------------------- */

static bool keep_space(const struct ref_space *space, struct observe_private *to)
{
    for (uint64_t w = 0; space->words && w < space->count; w++)
        to->count += space->touch[w].writer != 0;
    if (!to->count)
        return true;
    to->word = malloc(to->count * sizeof *to->word);
    unsigned n = 0;
    for (uint64_t w = 0; to->word && w < space->count; w++)
        if (space->touch[w].writer)
            to->word[n++] = (struct observe_word){(uint32_t)w, space->words[w]};
    return to->word;
}

bool observe_keep_private(const struct observer *o, unsigned number)
{
    bool kept = true;
    for (unsigned i = 0; i < OBSERVE_PRIVATE; i++)
        kept = keep_space(&o->memory.space[targets[i]], &o->waves[number].private[i]) && kept;
    return kept;
}

void observe_free_private(struct observe_wave *wave)
{
    for (unsigned i = 0; i < OBSERVE_PRIVATE; i++)
        free(wave->private[i].word);
}

/* ---- where it is in the machine ---------------------------------------------------------------------------------- */

void observe_launch(struct observer *o, const struct gpu *gpu)
{
    const struct dispatcher_reg *q = &gpu->dispatcher.q;
    if (q->launch && q->number < o->wave_count)
        o->waves[q->number].slot = q->slot + 1u;
}

/* The buffer as it must be; NULL without memory. */
static uint8_t *private_bytes(const struct observer *o, unsigned which, const struct ref_space *space, size_t bytes)
{
    uint8_t *image = calloc(1, bytes);
    for (unsigned number = 0; image && number < o->wave_count; number++) {
        const struct observe_wave *wave = &o->waves[number];
        const uint64_t             from = (wave->slot - 1) * space->count;
        for (unsigned n = 0; wave->slot && n < wave->private[which].count; n++) {
            const struct observe_word *word = &wave->private[which].word[n];
            if ((from + word->at) * 4 < bytes)
                little_put(image + (from + word->at) * 4, 4, word->value);
        }
    }
    return image;
}

/* ---- comparison -------------------------------------------------------------------------------------------------- */

static bool bytes_agree(struct gpu *gpu, const struct launch_memory_buffer *buffer, const uint8_t *expected,
                        size_t bytes, struct diag *diag)
{
    const uint64_t                address = gpu->setup.buffer_address[buffer->index];
    const struct gpu_range *const range = gpu_memory_find(&gpu->setup.memory, address);
    if (range && address - range->address + bytes <= range->bytes &&
        !memcmp(range->data + (address - range->address), expected, bytes))
        return true;
    for (size_t w = 0; w < bytes / 4; w++) {
        const uint32_t got = gpu_memory_word(&gpu->setup.memory, address + 4 * w), want = little_dword(expected, w);
        if (got != want)
            return diag_set(diag, NULL, 0, "buffer %s, dword %zu: machine 0x%08x, interpreter 0x%08x",
                            launch_target_name(buffer->target), w, got, want);
    }
    return true;
}

/* Buffers that all threads share lie in the interpreter as they do in the machine. */
static uint8_t *shared_bytes(const struct ref_space *space, size_t bytes)
{
    uint8_t *image = calloc(1, bytes);
    for (uint64_t w = 0; image && w < space->count && 4 * w < bytes; w++)
        little_put(image + 4 * w, 4, space->words[w]);
    return image;
}

static bool buffer_agrees(const struct observer *o, struct gpu *gpu, const struct launch_memory_buffer *buffer,
                          struct diag *diag)
{
    const size_t            bytes = o->launch->buffers[buffer->index].file.bytes;
    const struct ref_space *space = &o->memory.space[buffer->target];
    const bool scratch = buffer->target == LAUNCH_SCRATCH, private = scratch || buffer->target == LAUNCH_REDUCTION;
    if (private && gpu->simds > 1) /* another run, whose slots were not observed */
        return true;
    if (o->fault == RANDOM_FAULT_MEMORY)
        gpu_memory_write(&gpu->setup.memory, gpu->setup.buffer_address[buffer->index] + bytes - 4, "fault", 1);
    uint8_t *const image =
        private ? private_bytes(o, scratch ? SCRATCH : REDUCTION, space, bytes) : shared_bytes(space, bytes);
    const bool agrees = image ? bytes_agree(gpu, buffer, image, bytes, diag)
                              : diag_set(diag, NULL, 0, "not enough memory for a buffer");
    free(image);
    return agrees;
}

/* How much was written, and up to where in buffers that all threads share. */
static bool writes_agree(const struct observer *o, const struct gpu *gpu, unsigned target, struct diag *diag)
{
    const struct ref_space     *space = &o->memory.space[target];
    const struct result_writes *writes = &gpu->writes[target];
    const bool private = target == REF_SCRATCH || target == REF_REDUCTION;
    const struct {
        const char *what;
        uint64_t    machine, interpreter;
    } rows[] = {{"dwords to be written", writes->asked, space->asked},
                {"dwords written", writes->written, space->written},
                {"the end of what is written", private ? space->end : writes->end, space->end}};
    for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++)
        if (rows[i].machine != rows[i].interpreter)
            return diag_set(diag, NULL, 0, "buffer %s, %s: machine %llu, interpreter %llu",
                            launch_target_name((enum launch_target)target), rows[i].what,
                            (unsigned long long)rows[i].machine, (unsigned long long)rows[i].interpreter);
    return true;
}

bool observe_memories_agree(const struct observer *o, struct gpu *gpu, struct diag *diag)
{
    for (unsigned i = 0; i < o->launch->memory_buffer_count; i++)
        if (!buffer_agrees(o, gpu, &o->launch->memory_buffers[i], diag) ||
            !writes_agree(o, gpu, o->launch->memory_buffers[i].target, diag))
            return false;
    return true;
}
