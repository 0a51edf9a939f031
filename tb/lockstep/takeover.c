#include "tb/lockstep/takeover.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "rtl_model/r700/gpu_machine.h"
#include "tb/lockstep/block.h"
#include "tb/lockstep/record.h"

/* One instance of a module: replaced or recorded. */
struct place {
    const struct lockstep_module *module;
    unsigned                      instance; /* 0 .. module->count - 1 */
    const char                   *path;
    void                         *state, *payload;
    struct block                 *block;  /* or NULL */
    struct record                *record; /* or NULL */
};

enum { PLACES_MAX = 2 * SIMD_MODULES };

struct takeover {
    struct gpu       *gpu;
    struct gpu_beside beside;
    struct place      place[PLACES_MAX];
    unsigned          count;
    bool              failed;
    struct diag       diag;
};

struct takeover *takeover_create(const struct rtl_machine *machine, struct diag *diag)
{
    struct gpu      *gpu = gpu_of(machine);
    struct takeover *takeover = gpu ? calloc(1, sizeof *takeover) : NULL;
    if (!gpu)
        diag_set(diag, NULL, 0, "no module of this machine has a twin");
    else if (takeover)
        takeover->gpu = gpu;
    else
        diag_set(diag, NULL, 0, "not enough memory");
    return takeover;
}

/* ---- naming ----------------------------------------------------------------------------------------------------- */

/* "MODULE=REST": the module, and the rest or NULL. */
static const struct lockstep_module *find_module(const char *option, const char *what, const char **rest,
                                                 struct diag *diag)
{
    char         name[64];
    const size_t length = strcspn(what, "=");
    snprintf(name, sizeof name, "%.*s", (int)(length < sizeof name ? length : sizeof name - 1), what);
    const struct lockstep_module *module = lockstep_find(name);
    *rest = what[length] ? what + length + 1 : NULL;
    if (!module)
        diag_set(diag, NULL, 0, "--%s %s: no module '%s', expected one that wekiva cosim --list names", option, what,
                 name);
    else if (!module->count) {
        diag_set(diag, NULL, 0, "--%s %s: the machine has no %s", option, what, name);
        module = NULL;
    }
    return module;
}

const char *takeover_folder(const char *what)
{
    const char *equals = strchr(what, '=');
    return equals && equals[1] ? equals + 1 : NULL;
}

const char *takeover_file(const char *what)
{
    const char *rest = takeover_folder(what), *second = rest ? strchr(rest, '=') : NULL;
    const char *file = second ? second + 1 : rest;
    return file && file[0] ? file : NULL;
}

static const char *path_of(const struct gpu *gpu, const void *state)
{
    for (unsigned i = 0; i < gpu->instance_count; i++)
        if (gpu->instances[i].state == state)
            return gpu->instances[i].path;
    return "";
}

static struct place *add_place(struct takeover *takeover, const struct lockstep_module *module, unsigned instance,
                               struct diag *diag)
{
    struct place *place = &takeover->place[takeover->count];
    if (takeover->count == PLACES_MAX) {
        diag_set(diag, NULL, 0, "more than %d modules replaced or recorded", PLACES_MAX);
        return NULL;
    }
    *place = (struct place){.module = module, .instance = instance};
    place->state = simd_module_state(takeover->gpu->simd, module->first + instance);
    place->path = path_of(takeover->gpu, place->state);
    place->payload = calloc(1, module->payload_size + 1);
    if (!place->payload) {
        diag_set(diag, NULL, 0, "not enough memory");
        return NULL;
    }
    takeover->count++;
    return place;
}

bool takeover_replace(struct takeover *takeover, const char *what, struct diag *diag)
{
    const char                   *rtl;
    struct block                 *blocks[SIMD_MODULES];
    const struct lockstep_module *module = find_module("replace", what, &rtl, diag);
    if (!module)
        return false;
    if (rtl && !rtl[0])
        return diag_set(diag, NULL, 0, "--replace %s: expected MODULE or MODULE=DIR", what);
    for (unsigned i = 0; i < module->count; i++)
        if (simd_set_has(&takeover->gpu->simd->replaced, module->first + i))
            return diag_set(diag, NULL, 0, "--replace %s: the module is replaced already", what);
    if (!block_open(module, rtl, false, blocks, module->count, diag))
        return false;
    for (unsigned i = 0; i < module->count; i++) {
        struct place *place = add_place(takeover, module, i, diag);
        if (!place) {
            while (i < module->count)
                block_close(blocks[i++]);
            return false;
        }
        place->block = blocks[i];
        if (!module->part)
            simd_set_add(&takeover->gpu->simd->replaced, module->first + i);
    }
    return true;
}

/* The instance whose path ends in `name`; module->count when there is none. */
static unsigned find_instance(const struct takeover *takeover, const struct lockstep_module *module, const char *name,
                              size_t length)
{
    for (unsigned i = 0; i < module->count; i++) {
        const char  *path = path_of(takeover->gpu, simd_module_state(takeover->gpu->simd, module->first + i));
        const size_t path_length = strlen(path);
        if (length > 0 && path_length >= length && strncmp(path + path_length - length, name, length) == 0)
            return i;
    }
    return module->count;
}

bool takeover_record(struct takeover *takeover, const char *what, struct diag *diag)
{
    const char                   *rest, *path;
    const struct lockstep_module *module = find_module("record", what, &rest, diag);
    unsigned                      instance = 0;
    if (!module)
        return false;
    path = takeover_file(what);
    const char *second = rest ? strchr(rest, '=') : NULL;
    if (second) {
        instance = find_instance(takeover, module, rest, (size_t)(second - rest));
        if (instance == module->count)
            return diag_set(diag, NULL, 0, "--record %s: no such instance, expected one such as %s", what,
                            path_of(takeover->gpu, simd_module_state(takeover->gpu->simd, module->first)));
    }
    if (!path)
        return diag_set(diag, NULL, 0, "--record %s: expected MODULE=FILE or MODULE=INSTANCE=FILE", what);
    struct place *place = add_place(takeover, module, instance, diag);
    if (!place)
        return false;
    return (place->record = record_create(path, module, diag));
}

/* ---- clocking --------------------------------------------------------------------------------------------------- */

static void gather(const struct takeover *takeover, const struct place *place)
{
    if (place->module->gather)
        place->module->gather(takeover->gpu->simd, place->instance, &takeover->gpu->setup.simd_memory, place->payload);
}

/* Outputs that the machine uses in the same clock. */
static void settle_place(struct takeover *takeover, struct place *place)
{
    enum { ROUNDS = 4 };
    struct gpu *gpu = takeover->gpu;
    for (unsigned round = 0; round < ROUNDS && !takeover->failed; round++) {
        gather(takeover, place);
        takeover->failed = !block_drive(place->block, place->state, place->payload, &takeover->diag);
        block_settle(place->block);
        block_read(place->block, place->state, place->payload);
        if (!place->module->settle(gpu->simd, place->instance, &gpu->setup.simd_memory, place->payload))
            return;
    }
}

static void settle(void *context)
{
    struct takeover *takeover = context;
    gpu_look(takeover->gpu);
    for (unsigned i = 0; i < takeover->count; i++)
        if (takeover->place[i].block && takeover->place[i].module->settle)
            settle_place(takeover, &takeover->place[i]);
}

/* Which block it was, and when. */
static void explain(struct takeover *takeover, const struct place *place)
{
    char what[sizeof takeover->diag.what];
    snprintf(what, sizeof what, "%.900s", takeover->diag.what);
    diag_set(&takeover->diag, NULL, 0, "%s: cycle %" PRIu64 ": %s", place->path, takeover->gpu->cycle, what);
}

static void before_edge(void *context)
{
    struct takeover *takeover = context;
    for (unsigned i = 0; i < takeover->count; i++) {
        struct place *place = &takeover->place[i];
        gather(takeover, place);
        if (place->record)
            record_put(place->record, place->state, place->payload);
        if (!place->block || takeover->failed)
            continue;
        takeover->failed = !block_drive(place->block, place->state, place->payload, &takeover->diag) ||
                           !block_clock(place->block, &takeover->diag);
        if (takeover->failed)
            explain(takeover, place);
    }
}

static void after_edge(void *context)
{
    struct takeover *takeover = context;
    for (unsigned i = 0; i < takeover->count; i++) {
        struct place *place = &takeover->place[i];
        if (!place->block)
            continue;
        block_read(place->block, place->state, place->payload);
        if (place->module->scatter)
            place->module->scatter(takeover->gpu->simd, place->instance, &takeover->gpu->setup.simd_memory,
                                   place->payload);
    }
}

bool takeover_start(struct takeover *takeover, struct diag *diag)
{
    for (unsigned i = 0; i < takeover->count; i++) {
        struct place *place = &takeover->place[i];
        gather(takeover, place);
        if (place->record)
            record_put(place->record, place->state, place->payload);
        if (!place->block)
            continue;
        if (!block_drive(place->block, place->state, place->payload, diag) || !block_reset(place->block, diag))
            return false;
        block_read(place->block, place->state, place->payload);
    }
    takeover->beside = (struct gpu_beside){takeover, settle, before_edge, after_edge};
    takeover->gpu->beside = &takeover->beside;
    return true;
}

bool takeover_failed(const struct takeover *takeover, struct diag *diag)
{
    if (takeover->failed && diag)
        *diag = takeover->diag;
    return takeover->failed;
}

bool takeover_stopped(const struct takeover *takeover)
{
    for (unsigned i = 0; i < takeover->count; i++)
        if (takeover->place[i].block && block_failure(takeover->place[i].block))
            return true;
    return false;
}

bool takeover_end(struct takeover *takeover, struct diag *diag)
{
    for (unsigned i = 0; i < takeover->count; i++)
        if (takeover->place[i].block && !block_final(takeover->place[i].block, &takeover->diag)) {
            explain(takeover, &takeover->place[i]);
            *diag = takeover->diag;
            return false;
        }
    return true;
}

void takeover_print(FILE *out, const struct takeover *takeover)
{
    for (unsigned i = 0; i < takeover->count; i++)
        fprintf(out, "%s %s\n",
                takeover->place[i].block ? "a Verilog block does the work of" : "recorded:", takeover->place[i].path);
}

bool takeover_close(struct takeover *takeover, struct diag *diag)
{
    bool good = true;
    if (!takeover)
        return true;
    takeover->gpu->beside = NULL;
    for (unsigned i = 0; i < takeover->count; i++) {
        good = record_close(takeover->place[i].record, good ? diag : NULL) && good;
        block_close(takeover->place[i].block);
        free(takeover->place[i].payload);
    }
    free(takeover);
    return good;
}
