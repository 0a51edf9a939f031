#include "rtl_model/alone.h"

#include <stdlib.h>
#include <string.h>

#include "kit/walk.h"

enum { ALIGNMENT = 64 };

struct module_alone {
    const struct module_lives *lives;
    const struct module_life  *life;
    struct rtl_machine_kind    kind;
    struct rtl_instance        instance[2]; /* the module, and what lies outside of it */
    unsigned                   instance_count;
    uint64_t                   cycle, changes;
    void                     **places; /* what the buses point to, one for each signal or NULL */
    struct rtl_module          rows;   /* `outside`, when it is made from the FAR rows */
    struct rtl_signal         *row;
    void                     **unseen; /* what FAR inputs point to that is not shown, one for each or NULL */
};

const struct module_life *module_life_find(const struct module_lives *lives, const char *name)
{
    const struct module_life *life;
    for (unsigned i = 0; (life = lives->life(i)); i++)
        if (strcmp(life->module->name, name) == 0)
            return life;
    return NULL;
}

static size_t aligned(size_t bytes)
{
    return (bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
}

static void *zeros(size_t bytes)
{
    void *place = aligned_alloc(ALIGNMENT, aligned(bytes));
    return place ? memset(place, 0, aligned(bytes)) : NULL;
}

/* ---- what its inputs point to ----------------------------------------------------------------------------------- */

static void point(struct module_alone *alone, const struct rtl_signal *signal, const void *place)
{
    memcpy((unsigned char *)alone->instance[0].state + signal->offset, &place, sizeof place);
}

static bool lay_buses(struct module_alone *alone)
{
    const struct rtl_module *module = alone->life->module;
    alone->places = calloc(module->signal_count + 1, sizeof *alone->places);
    for (unsigned s = 0; alone->places && s < module->signal_count; s++) {
        const struct rtl_signal *signal = &module->signals[s];
        if (signal->kind != RTL_BUS)
            continue;
        alone->places[s] = zeros(rtl_signal_bytes(signal));
        if (!alone->places[s])
            return false;
        point(alone, signal, alone->places[s]);
    }
    return alone->places != NULL;
}

/* A row of `outside` for each FAR input that has rows. */
static bool lay_rows(struct module_alone *alone)
{
    const struct rtl_module   *module = alone->life->module;
    const struct module_lives *lives = alone->lives;
    size_t                     bytes = 0;
    unsigned                   count = 0;
    alone->row = calloc(module->far_count + 1, sizeof *alone->row);
    alone->unseen = calloc(module->far_count + 1, sizeof *alone->unseen);
    if (!alone->row || !alone->unseen)
        return false;
    for (unsigned f = 0; f < module->far_count; f++) {
        const struct rtl_signal *far = &module->far[f];
        const unsigned           rows = far->rows > 1 ? far->rows : lives->far_rows ? lives->far_rows(far) : 1;
        if (rows == 0 && !(alone->unseen[f] = zeros(rtl_row_bytes(far))))
            return false;
        if (rows == 0)
            point(alone, far, alone->unseen[f]);
        if (rows <= 1)
            continue;
        struct rtl_signal *row = &alone->row[count++];
        *row = *far;
        row->kind = RTL_MEM;
        row->rows = rows;
        row->offset = bytes;
        bytes += aligned(rtl_signal_bytes(row));
    }
    alone->rows = (struct rtl_module){.name = "outside", .signals = alone->row, .signal_count = count, .bytes = bytes};
    if (!count)
        return true;
    alone->instance[1] = (struct rtl_instance){"outside", &alone->rows, zeros(bytes)};
    if (!alone->instance[1].state)
        return false;
    alone->instance_count = 2;
    for (unsigned f = 0, r = 0; f < module->far_count && r < count; f++)
        if (strcmp(module->far[f].name, alone->row[r].name) == 0)
            point(alone, &module->far[f], (unsigned char *)alone->instance[1].state + alone->row[r++].offset);
    return true;
}

static bool lay_outside(struct module_alone *alone)
{
    const struct module_lives   *lives = alone->lives;
    const struct module_outside *outside = lives->outside ? lives->outside(alone->life->module->name) : NULL;
    if (!outside)
        return lay_rows(alone);
    alone->instance[1] = (struct rtl_instance){"outside", outside->rows, zeros(outside->bytes)};
    if (!alone->instance[1].state)
        return false;
    outside->connect(alone->instance[0].state, alone->instance[1].state);
    alone->instance_count = 2;
    return true;
}

/* ---- as a machine ----------------------------------------------------------------------------------------------- */

static void nothing(void *machine)
{
    (void)machine;
}

static void touch(void *machine)
{
    ((struct module_alone *)machine)->changes++;
}

static void look(void *machine, unsigned instance)
{
    (void)machine;
    (void)instance;
}

static void release(void *machine)
{
    module_alone_free(machine);
}

static void edge(void *machine)
{
    struct module_alone *alone = machine;
    alone->life->clock(alone->instance[0].state);
    alone->cycle++;
    alone->changes++;
}

static void run(void *machine, uint64_t end)
{
    const struct module_alone *alone = machine;
    while (alone->cycle < end)
        edge(machine);
}

static void drive(void *machine, const struct rtl_signal *signal, unsigned row, unsigned element, uint64_t value)
{
    struct module_alone *alone = machine;
    const unsigned       bytes = RTL_ELEMENT_BYTES(signal->bits);
    unsigned char       *place = signal->kind == RTL_BUS ? alone->places[signal - alone->life->module->signals]
                                                         : (unsigned char *)alone->instance[0].state + signal->offset;
    memcpy(place + row * rtl_row_bytes(signal) + (size_t)element * bytes, &value, bytes);
    if (signal->kind == RTL_STRAP && alone->cycle == 0) /* constant from reset on */
        alone->life->reset(alone->instance[0].state);
}

static bool never(const void *machine)
{
    (void)machine;
    return false;
}

static bool never_stopped(const void *machine, struct diag *diag)
{
    (void)diag;
    return never(machine);
}

struct rtl_machine module_alone_machine(struct module_alone *alone)
{
    alone->kind = (struct rtl_machine_kind){.free = release,
                                            .wire = nothing,
                                            .look = look,
                                            .edge = edge,
                                            .run = run,
                                            .touch = touch,
                                            .drive = drive,
                                            .finished = never,
                                            .stopped = never_stopped,
                                            .looks = alone->lives->looks};
    return (struct rtl_machine){&alone->kind, alone, &alone->cycle, alone->instance, alone->instance_count, NULL, NULL};
}

const struct module_life *module_alone_life(const struct rtl_machine *machine)
{
    return machine->kind->edge == edge ? ((const struct module_alone *)machine->of)->life : NULL;
}

uint64_t module_alone_changes(const struct rtl_machine *machine)
{
    return ((const struct module_alone *)machine->of)->changes;
}

module_reads_t *module_alone_reads(const struct rtl_machine *machine)
{
    const struct module_alone *alone = machine->of;
    return alone->lives->reads ? alone->lives->reads(alone->life->module->name) : NULL;
}

/* ---- one of them ------------------------------------------------------------------------------------------------ */

struct module_alone *module_alone_create(const struct module_lives *lives, const struct module_life *life,
                                         struct diag *diag)
{
    struct module_alone *alone = calloc(1, sizeof *alone);
    if (alone) {
        alone->lives = lives;
        alone->life = life;
        alone->instance[0] = (struct rtl_instance){life->module->name, life->module, zeros(life->bytes)};
        alone->instance_count = 1;
    }
    if (!alone || !alone->instance[0].state || !lives->start(life, NULL, alone->instance[0].state) ||
        !lay_buses(alone) || !lay_outside(alone)) {
        diag_set(diag, NULL, 0, "not enough memory for module %s", life->module->name);
        module_alone_free(alone);
        return NULL;
    }
    return alone;
}

void module_alone_free(struct module_alone *alone)
{
    if (!alone)
        return;
    for (unsigned s = 0; alone->places && s < alone->life->module->signal_count; s++)
        free(alone->places[s]);
    for (unsigned f = 0; alone->unseen && f < alone->life->module->far_count; f++)
        free(alone->unseen[f]);
    free(alone->places);
    free(alone->unseen);
    free(alone->row);
    for (unsigned i = 0; i < 2; i++)
        free(alone->instance[i].state);
    free(alone);
}
