#include "tb/lockstep/takeover.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "kit/walk.h"
#include "rtl_model/r700/gpu_machine.h"
#include "tb/lockstep/along.h"
#include "tb/lockstep/load.h"
#include "tb/lockstep/record.h"
#include "tb/lockstep/rows.h"
#include "tb/lockstep/verdict.h"

/* Where an instance of a module is. */
struct where {
    struct simd *simd;     /* NULL: the machine is no R700 */
    unsigned     instance; /* of it: 0 .. module->count - 1 */
    unsigned     number;   /* of the machine's instances; of a part that of its caller */
};

/* One that is replaced or recorded. */
struct place {
    const struct lockstep_module *module;
    struct where                  where;
    void                         *state;  /* the machine's; of a part the adapter's own */
    void                         *beside; /* what ports have that no struct has */
    struct port_table            *ports;
    struct rows                   rows;   /* that the clock under way may change */
    struct block                 *block;  /* or NULL */
    struct along                 *along;  /* the block only looks on; or NULL */
    struct record                *record; /* or NULL */
};

enum { PLACES_MAX = 2 * SIMD_MODULES * SIMDS_MAX };

struct takeover {
    struct rtl_machine    machine;
    struct gpu           *gpu; /* NULL: it is another machine */
    struct machine_beside beside;
    struct place          place[PLACES_MAX];
    unsigned              count;
    bool                  failed;
    struct diag           diag;
};

struct takeover *takeover_create(const struct rtl_machine *machine, struct diag *diag)
{
    struct takeover *takeover = machine->kind->beside ? calloc(1, sizeof *takeover) : NULL;
    if (!machine->kind->beside)
        diag_set(diag, NULL, 0, "no module of this machine has a twin");
    else if (!takeover)
        diag_set(diag, NULL, 0, "not enough memory");
    else {
        takeover->machine = *machine;
        takeover->gpu = gpu_of(machine);
    }
    return takeover;
}

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
        if (takeover->machine.instances[n].module == module->signals && (n >= in_simds || n < simds * SIMD_MODULES)) {
            if (places)
                places[count] = (struct where){NULL, count, n};
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

static const char *path_of(const struct takeover *takeover, const struct where *where)
{
    return takeover->machine.instances[where->number].path;
}

/* ---- naming ----------------------------------------------------------------------------------------------------- */

/* "MODULE=REST": the module, one with a twin or `any`, and the rest or NULL. */
static const struct lockstep_module *find_module(const struct takeover *takeover, const char *option, const char *what,
                                                 bool any, const char **rest, struct diag *diag)
{
    char         name[64];
    const size_t length = strcspn(what, "=");
    snprintf(name, sizeof name, "%.*s", (int)(length < sizeof name ? length : sizeof name - 1), what);
    const struct lockstep_module *module = lockstep_find(name);
    if (!module && any)
        module = lockstep_find_plain(name);
    *rest = what[length] ? what + length + 1 : NULL;
    if (!module)
        diag_set(diag, NULL, 0, "--%s %s: no module '%s', expected one that %s", option, what, name,
                 any ? "docs/ports has" : "wekiva cosim --list names");
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
    struct where   wanted[SIMD_MODULES * SIMDS_MAX];
    struct block  *blocks[SIMD_MODULES * SIMDS_MAX];
    const unsigned count = places_of(takeover, module, simds_used(takeover), wanted);
    if (!block_open(module, use, blocks, count, diag))
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
    const struct lockstep_module *module = find_module(takeover, option, what, !replaces, &rtl, diag);
    const struct block_use        use = {.source.rtl = rtl, .replaces = replaces};
    *first = takeover->count;
    if (!module)
        return false;
    if (rtl && !rtl[0])
        return diag_set(diag, NULL, 0, "--%s %s: expected MODULE or MODULE=DIR", option, what);
    if (!rtl && !lockstep_find(module->name))
        return diag_set(diag, NULL, 0, "--%s %s: the module has no twin: expected MODULE=DIR", option, what);
    if (!replaces && module->part)
        return diag_set(diag, NULL, 0, "--%s %s: is a function of %s: expected a module, or wekiva cosim %s", option,
                        what, path_of(takeover, &(struct where){.number = module->first}), module->name);
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
    return true;
}

/* The first instance whose path ends in `name`, or NULL. */
static const struct where *find_instance(const struct takeover *takeover, const struct where *places, unsigned count,
                                         const char *name, size_t length)
{
    for (unsigned n = 0; n < count; n++) {
        const char  *path = path_of(takeover, &places[n]);
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
    const struct lockstep_module *module = find_module(takeover, "record", what, false, &rest, diag);
    const struct where           *wanted = places;
    if (!module)
        return false;
    if (module->by_words)
        return diag_set(diag, NULL, 0,
                        "--record %s: expected another module: the C side of %s is given more than its ports say", what,
                        module->name);
    const unsigned count = places_of(takeover, module, takeover->gpu ? takeover->gpu->simds : 1, places);
    path = takeover_file(what);
    const char *second = rest ? strchr(rest, '=') : NULL;
    if (second)
        wanted = find_instance(takeover, places, count, rest, (size_t)(second - rest));
    if (!wanted)
        return diag_set(diag, NULL, 0, "--record %s: no such instance, expected one such as %s", what,
                        path_of(takeover, places));
    if (!path)
        return diag_set(diag, NULL, 0, "--record %s: expected MODULE=FILE or MODULE=INSTANCE=FILE", what);
    struct place *place = add_place(takeover, module, wanted, diag);
    if (!place)
        return false;
    return (place->record = record_create(path, module, diag));
}

/* ---- clocking --------------------------------------------------------------------------------------------------- */

/* The inputs of the clock: those behind buses, and of far memories what the C module reads there. */
static void gather(struct place *place)
{
    if (place->module->gather)
        place->module->gather(place->where.simd, place->where.instance, place->state);
    ports_take_buses(place->ports, place->state, place->beside);
    rows_ask(place->module, place->ports, place->state, place->beside);
    rows_gather(place->ports, place->state, place->beside);
}

/* Which rows the block asks for.  What the machine has in its own place stays the machine's. */
static void read_rows(struct place *place)
{
    if (place->along)
        along_read_rows(place->along, place->beside);
    else
        block_read(place->block, place->state, place->beside);
}

/* The block gets its inputs; far memories answer for the rows that it asks for. */
static bool drive(struct place *place, struct diag *diag)
{
    if (!block_drive(place->block, place->state, place->beside, diag))
        return false;
    if (place->module->signals->far_count == 0)
        return true;
    block_settle(place->block);
    read_rows(place);
    rows_gather(place->ports, place->state, place->beside);
    return block_drive(place->block, place->state, place->beside, diag);
}

/* Which block it was, and when. */
static void explain(struct takeover *takeover, const struct place *place)
{
    char what[sizeof takeover->diag.what];
    snprintf(what, sizeof what, "%.900s", takeover->diag.what);
    diag_set(&takeover->diag, NULL, 0, "%s: cycle %" PRIu64 ": %s", path_of(takeover, &place->where),
             *takeover->machine.cycle, what);
}

/* Outputs that the machine uses in the same clock, and what follows them. */
static void settle(void *context)
{
    struct takeover *takeover = context;
    bool             settled = false;
    if (takeover->gpu)
        gpu_look(takeover->gpu);
    for (unsigned i = 0; i < takeover->count && !takeover->failed; i++) {
        struct place *place = &takeover->place[i];
        if (!place->block || place->along || !place->module->settle)
            continue;
        gather(place);
        takeover->failed = !drive(place, &takeover->diag);
        if (takeover->failed)
            explain(takeover, place);
        block_settle(place->block);
        block_read(place->block, place->state, place->beside);
        place->module->settle(place->where.simd, place->where.instance, place->state);
        settled = true;
    }
    if (settled && takeover->gpu)
        gpu_look(takeover->gpu);
}

static void before_edge(void *context)
{
    struct takeover *takeover = context;
    for (unsigned i = 0; i < takeover->count; i++) {
        struct place *place = &takeover->place[i];
        gather(place);
        if (place->record)
            record_put(place->record, place->state, place->beside);
        if (!place->block || takeover->failed)
            continue;
        if (place->along && !along_compare(place->along, place->state, *takeover->machine.cycle))
            continue;
        rows_find(place->module, place->state, &place->rows);
        takeover->failed = !drive(place, &takeover->diag) || !block_clock(place->block, &takeover->diag);
        if (takeover->failed)
            explain(takeover, place);
    }
}

/* The next rows that the clock may have changed, one of each memory, are named to the block; false when there are none.
 */
static bool name_rows(struct place *place, unsigned number)
{
    const struct port_table *ports = block_ports(place->block);
    bool                     any = false;
    for (unsigned i = 0; i < ports->count; i++) {
        const struct port *port = &ports->port[i];
        if (port->role != PORT_ROW || port->out || !port->there || number >= rows_of(&place->rows, port->source))
            continue;
        for (unsigned e = 0; e < port->signal->count; e++)
            rows_name(port, place->beside, e, rows_at(&place->rows, port->source, number));
        any = true;
    }
    return any;
}

/* What lies in them goes to the module's memories, where the machine reads it. */
static void take_rows(struct place *place, unsigned number)
{
    const struct port_table *ports = block_ports(place->block);
    for (unsigned i = 0; i < ports->count; i++) {
        const struct port *port = &ports->port[i];
        if (port->role == PORT_WORD && port->out && port->there && number < rows_of(&place->rows, port->source))
            memcpy((unsigned char *)place->state + port->source->offset +
                       rows_at(&place->rows, port->source, number) * rtl_row_bytes(port->source),
                   port_place(port, place->state, place->beside), rtl_row_bytes(port->source));
    }
}

static void mirror_rows(struct takeover *takeover, struct place *place)
{
    for (unsigned number = 0; !takeover->failed && name_rows(place, number); number++) {
        takeover->failed = !block_drive(place->block, place->state, place->beside, &takeover->diag);
        block_settle(place->block);
        block_read(place->block, place->state, place->beside);
        take_rows(place, number);
    }
}

static void after_edge(void *context)
{
    struct takeover *takeover = context;
    for (unsigned i = 0; i < takeover->count; i++) {
        struct place *place = &takeover->place[i];
        if (!place->block || place->along)
            continue;
        block_read(place->block, place->state, place->beside);
        mirror_rows(takeover, place);
        if (place->module->scatter)
            place->module->scatter(place->where.simd, place->where.instance, place->state);
    }
}

/* What the launch has put into the module's memories goes into the block's, and is there. */
static bool load(const struct takeover *takeover, struct place *place, struct diag *diag)
{
    struct load_difference wrong;
    if (!place->module->load)
        return true;
    if (!load_write(place->module, place->block, place->state, place->beside, NULL, diag))
        return false;
    if (load_agrees(place->block, place->state, place->beside, place->state, place->beside, &wrong))
        return true;
    return diag_set(diag, NULL, 0,
                    "%s: %s holds 0x%" PRIx64 " in row %u, element %u, expected 0x%" PRIx64
                    ": a block takes what a launch writes while rst is high",
                    path_of(takeover, &place->where), wrong.word->source->name, wrong.got, wrong.row, wrong.element,
                    wrong.expected);
}

bool takeover_start(struct takeover *takeover, struct diag *diag)
{
    for (unsigned i = 0; i < takeover->count; i++) {
        struct place *place = &takeover->place[i];
        gather(place);
        if (place->record)
            record_put(place->record, place->state, place->beside);
        if (!place->block)
            continue;
        if (!block_drive(place->block, place->state, place->beside, diag) || !block_reset(place->block, diag) ||
            !load(takeover, place, diag))
            return false;
        if (!place->along)
            block_read(place->block, place->state, place->beside);
    }
    takeover->beside = (struct machine_beside){takeover, settle, before_edge, after_edge};
    takeover->machine.kind->beside(takeover->machine.of, &takeover->beside);
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
    if (takeover->gpu)
        gpu_look(takeover->gpu);
    for (unsigned i = 0; i < takeover->count; i++)
        if (takeover->place[i].along)
            along_compare(takeover->place[i].along, takeover->place[i].state, *takeover->machine.cycle);
    for (unsigned i = 0; i < takeover->count; i++)
        if (takeover->place[i].block && !block_final(takeover->place[i].block, &takeover->diag)) {
            explain(takeover, &takeover->place[i]);
            *diag = takeover->diag;
            return false;
        }
    return true;
}

bool takeover_print_beside(FILE *out, const struct takeover *takeover)
{
    const struct machine_looks *looks = takeover->machine.kind->looks;
    const struct report_names   names = {looks->views, looks->view_count};
    for (unsigned i = 0; i < takeover->count; i++)
        if (takeover->place[i].along)
            along_print(out, takeover->place[i].along, path_of(takeover, &takeover->place[i].where), &names);
    return !takeover_differs(takeover);
}

const uint64_t *takeover_differs(const struct takeover *takeover)
{
    const uint64_t *first = NULL;
    for (unsigned i = 0; i < takeover->count; i++) {
        const struct along *const along = takeover->place[i].along;
        const uint64_t *const     cycle = along ? along_differs(along) : NULL;
        first = cycle && (!first || *cycle < *first) ? cycle : first;
    }
    return first;
}

void takeover_print(FILE *out, const struct takeover *takeover)
{
    for (unsigned i = 0; i < takeover->count; i++) {
        const struct place *place = &takeover->place[i];
        fprintf(out, "%s %s\n",
                place->along   ? "a Verilog block beside"
                : place->block ? "a Verilog block does the work of"
                               : "recorded:",
                path_of(takeover, &place->where));
        if (place->block && !place->along)
            verdict_print_lacking(out, place->block, "as at reset, the block does not show it:");
    }
}

/* The blocks of one module lie behind one another, from one folder. */
void takeover_print_warnings(FILE *out, const struct takeover *takeover)
{
    for (unsigned i = 0; i < takeover->count; i++)
        if (takeover->place[i].block && (i == 0 || takeover->place[i - 1].module != takeover->place[i].module))
            verdict_print_warnings(out, takeover->place[i].block, "wekiva: verilator warns: ");
}

bool takeover_close(struct takeover *takeover, struct diag *diag)
{
    bool good = true;
    if (!takeover)
        return true;
    takeover->machine.kind->beside(takeover->machine.of, NULL);
    for (unsigned i = 0; i < takeover->count; i++) {
        good = record_close(takeover->place[i].record, good ? diag : NULL) && good;
        along_free(takeover->place[i].along);
        block_close(takeover->place[i].block);
        free(takeover->place[i].beside);
        free(takeover->place[i].ports);
        if (takeover->place[i].module->part)
            free(takeover->place[i].state);
    }
    free(takeover);
    return good;
}
