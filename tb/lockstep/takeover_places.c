/* takeover_places.c - which instances of a machine an option means, and their blocks and records. */
#include "tb/lockstep/takeover_places.h"

#include <stdlib.h>
#include <string.h>

#include "tb/lockstep/offers.h"
#include "tb/lockstep/port_map.h"

/* ---- instances -------------------------------------------------------------------------------------------------- */

/* Of an R700 by number, for a part has no signals there; `simd` and `instance` of each are those of its adapter. */
static unsigned places_of_gpu(const struct takeover *takeover, const struct lockstep_module *module, unsigned simds,
                              struct where *places)
{
    unsigned count = 0;
    for (unsigned s = 0; s < simds; s++)
        for (unsigned i = 0; i < module->count; i++, count++)
            if (places)
                places[count] = (struct where){&takeover->gpu->simd[s], i, s * SIMD_MODULES + module->first + i};
    return count;
}

/* By its list alone; those of the chip are there in any case. */
static unsigned places_of_list(const struct takeover *takeover, const struct lockstep_module *module, unsigned simds,
                               struct where *places)
{
    const unsigned in_simds = takeover->gpu ? takeover->gpu->simds * SIMD_MODULES : 0;
    unsigned       count = 0;
    for (unsigned n = 0; n < takeover->machine.instance_count; n++)
        if (strcmp(takeover->machine.instances[n].module->name, module->signals->name) == 0 &&
            (n >= in_simds || n < simds * SIMD_MODULES)) {
            if (places)
                places[count] = (struct where){n < in_simds ? &takeover->gpu->simd[n / SIMD_MODULES] : NULL, count, n};
            count++;
        }
    return count;
}

/* The instances of a module in the first so many SIMDs, or in a machine without such; `places` may be NULL. */
static unsigned places_of(const struct takeover *takeover, const struct lockstep_module *module, unsigned simds,
                          struct where *places)
{
    return takeover->gpu && module->count ? places_of_gpu(takeover, module, simds, places)
                                          : places_of_list(takeover, module, simds, places);
}

static unsigned simds_used(const struct takeover *takeover)
{
    return takeover->gpu ? gpu_simds_used(takeover->gpu) : 1;
}

const char *takeover_path(const struct takeover *takeover, const struct where *where)
{
    return takeover->machine.instances[where->number].path;
}

/* ---- naming ----------------------------------------------------------------------------------------------------- */

/* "MODULE=REST": the module and the rest or NULL. */
static const struct lockstep_module *find_module(const struct takeover *takeover, const char *option, const char *what,
                                                 const char **rest, struct diag *diag)
{
    char         name[64];
    const size_t length = strcspn(what, "=");
    snprintf(name, sizeof name, "%.*s", (int)(length < sizeof name ? length : sizeof name - 1), what);
    const struct lockstep_module *module = lockstep_find(name);
    if (!module)
        module = lockstep_find_plain(name);
    *rest = what[length] ? what + length + 1 : NULL;
    if (!module)
        diag_set(diag, NULL, 0, "--%s %s: no module '%s', expected one that wekiva cosim --list names", option, what,
                 name);
    else if (!places_of(takeover, module, 1, NULL)) {
        diag_set(diag, NULL, 0, "--%s %s: the machine has no %s%s%s", option, what, name,
                 module->chip ? ": expected --chip " : "", module->chip ? module->chip : "");
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

static struct place *add_place(struct takeover *takeover, const struct lockstep_module *module,
                               const struct where *where, struct diag *diag)
{
    struct place *place = &takeover->place[takeover->count];
    if (takeover->count == PLACES_MAX) {
        diag_set(diag, NULL, 0, "more than %d modules replaced or recorded", PLACES_MAX);
        return NULL;
    }
    *place = (struct place){.module = module, .where = *where};
    place->state = takeover->machine.instances[where->number].state;
    takeover->count++;
    if (module->part)
        place->state = calloc(1, module->state_size);
    place->ports = malloc(sizeof *place->ports);
    if (!place->state || !place->ports || !ports_expected(module, place->ports, diag) ||
        !(place->beside = calloc(1, place->ports->beside + 1))) {
        diag_set(diag, NULL, 0, "not enough memory");
        return NULL;
    }
    return place;
}

/* Of all instances; those in SIMDs that get no wavefront have nothing to do. */
static bool open_blocks(struct takeover *takeover, const struct lockstep_module *module, const struct block_use *use,
                        struct diag *diag)
{
    struct where     wanted[SIMD_MODULES * SIMDS_MAX];
    struct block    *blocks[SIMD_MODULES * SIMDS_MAX];
    const unsigned   count = places_of(takeover, module, simds_used(takeover), wanted);
    struct port_map  map = {.count = 0};
    struct block_use mapped = *use;
    mapped.source.map = &map;
    if (!port_map_beside(&map, use->source.rtl, module->name, diag) ||
        !block_open(module, &mapped, blocks, count, diag))
        return false;
    for (unsigned i = 0; i < count; i++) {
        struct place *place = add_place(takeover, module, &wanted[i], diag);
        if (!place) {
            while (i < count)
                block_close(blocks[i++]);
            return false;
        }
        place->block = blocks[i];
    }
    return true;
}

/* Checks the text of an option and opens the blocks; the places from `*first` on are theirs. */
static bool take_blocks(struct takeover *takeover, const char *option, const char *what, bool replaces, unsigned *first,
                        struct diag *diag)
{
    const char                   *rtl;
    const struct lockstep_module *module = find_module(takeover, option, what, &rtl, diag);
    const struct block_use        use = {.source.rtl = rtl, .replaces = replaces, .inside = takeover->inside};
    *first = takeover->count;
    if (!module)
        return false;
    if (rtl && !rtl[0])
        return diag_set(diag, NULL, 0, "--%s %s: expected MODULE or MODULE=DIR", option, what);
    if (!rtl && !lockstep_has_twin(module))
        return diag_set(diag, NULL, 0, "--%s %s: the module has no twin: expected MODULE=DIR", option, what);
    if (replaces && module->by_list && offers_look_outside(module))
        return diag_set(diag, NULL, 0,
                        "--%s %s: %s looks outside of its ports, where a block cannot (docs/ports): expected --beside",
                        option, what, module->name);
    if (!replaces && module->part)
        return diag_set(diag, NULL, 0, "--%s %s: is a function of %s: expected a module, or wekiva cosim %s", option,
                        what, takeover_path(takeover, &(struct where){.number = module->first}), module->name);
    for (unsigned i = 0; i < takeover->count; i++)
        if (takeover->place[i].block && takeover->place[i].module == module)
            return diag_set(diag, NULL, 0, "--%s %s: the module has a block already", option, what);
    return open_blocks(takeover, module, &use, diag);
}

bool takeover_replace(struct takeover *takeover, const char *what, struct diag *diag)
{
    unsigned first;
    if (!take_blocks(takeover, "replace", what, true, &first, diag))
        return false;
    for (unsigned i = first; i < takeover->count; i++)
        if (!takeover->place[i].module->part)
            takeover->machine.kind->replace(takeover->machine.of, takeover->place[i].where.number);
    return true;
}

bool takeover_beside(struct takeover *takeover, const char *what, struct diag *diag)
{
    unsigned first;
    if (!take_blocks(takeover, "beside", what, false, &first, diag))
        return false;
    for (unsigned i = first; i < takeover->count; i++)
        if (!(takeover->place[i].along = along_create(takeover->place[i].module, takeover->place[i].block)))
            return diag_set(diag, NULL, 0, "not enough memory");
    for (unsigned i = first; i < takeover->count; i++)
        if (takeover->place[i].where.simd && !(takeover->place[i].work = calloc(2, sizeof *takeover->place[i].work)))
            return diag_set(diag, NULL, 0, "not enough memory");
    return true;
}

/* The first instance whose path ends in `name`, or NULL. */
static const struct where *find_instance(const struct takeover *takeover, const struct where *places, unsigned count,
                                         const char *name, size_t length)
{
    for (unsigned n = 0; n < count; n++) {
        const char  *path = takeover_path(takeover, &places[n]);
        const size_t path_length = strlen(path);
        if (length > 0 && path_length >= length && strncmp(path + path_length - length, name, length) == 0)
            return &places[n];
    }
    return NULL;
}

bool takeover_record(struct takeover *takeover, const char *what, struct diag *diag)
{
    const char                   *rest, *path;
    struct where                  places[SIMD_MODULES * SIMDS_MAX];
    const struct lockstep_module *module = find_module(takeover, "record", what, &rest, diag);
    const struct where           *wanted = places;
    if (!module)
        return false;
    if (module->by_words)
        return diag_set(diag, NULL, 0,
                        "--record %s: expected another module: the C side of %s is given more than its ports say", what,
                        module->name);
    if (record_lacks(module))
        return diag_set(diag, NULL, 0,
                        "--record %s: a block of %s asks for rows of %s, which records do not have: expected --beside",
                        what, module->name, record_lacks(module));
    const unsigned count = places_of(takeover, module, takeover->gpu ? takeover->gpu->simds : 1, places);
    path = takeover_file(what);
    const char *second = rest ? strchr(rest, '=') : NULL;
    if (second)
        wanted = find_instance(takeover, places, count, rest, (size_t)(second - rest));
    if (!wanted)
        return diag_set(diag, NULL, 0, "--record %s: no such instance, expected one such as %s", what,
                        takeover_path(takeover, places));
    if (!path)
        return diag_set(diag, NULL, 0, "--record %s: expected MODULE=FILE or MODULE=INSTANCE=FILE", what);
    struct place *place = add_place(takeover, module, wanted, diag);
    if (!place)
        return false;
    return (place->record = record_create(path, module, diag));
}
