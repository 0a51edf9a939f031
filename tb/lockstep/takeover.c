/* takeover.c - clocks blocks in the place of modules and along with them, and writes records. */
#include "tb/lockstep/takeover.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "kit/walk.h"
#include "tb/lockstep/load.h"
#include "tb/lockstep/takeover_places.h"
#include "tb/lockstep/takeover_waves.h"
#include "tb/lockstep/verdict.h"

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
    diag_set(&takeover->diag, NULL, 0, "%s: cycle %" PRIu64 ": %s", takeover_path(takeover, &place->where),
             *takeover->machine.cycle, what);
}

bool takeover_drive(struct takeover *takeover, struct place *place)
{
    gather(place);
    takeover->failed = !drive(place, &takeover->diag);
    if (takeover->failed)
        explain(takeover, place);
    return !takeover->failed;
}

/* What the block says in this clock goes to where the machine reads it. */
static void settle_place(struct takeover *takeover, struct place *place)
{
    const struct lockstep_module *const module = place->module;
    const struct port *const            now = ports_now(place->ports);
    if (!takeover_drive(takeover, place))
        return;
    block_settle(place->block);
    block_read(place->block, place->state, place->beside);
    if (module->settle)
        module->settle(place->where.simd, place->where.instance, place->state);
    if (module->answer)
        module->answer(place->where.simd, place->where.instance, port_place(now, place->state, place->beside));
}

/* All blocks that answer nets, or all others that settle something; true when there are any. */
static bool settle_some(struct takeover *takeover, bool answers)
{
    bool any = false;
    for (unsigned i = 0; i < takeover->count && !takeover->failed; i++) {
        struct place *const                 place = &takeover->place[i];
        const struct lockstep_module *const module = place->module;
        if (!place->block || place->along || (answers ? !module->answer : module->answer || !module->settle))
            continue;
        settle_place(takeover, place);
        any = true;
    }
    return any;
}

/* Outputs that the machine uses in the same clock, and what follows them: nets, then wires. */
static void settle(void *context)
{
    struct takeover *takeover = context;
    if (takeover->gpu)
        gpu_look(takeover->gpu);
    if (settle_some(takeover, true)) {
        gpu_wire_again(takeover->gpu);
        gpu_look(takeover->gpu);
    }
    if (settle_some(takeover, false) && takeover->gpu)
        gpu_look(takeover->gpu);
}

/* Without an event, and without a register that keeps it awake, a module holds its state, its memories too
 * (kit/rtl.h).  A register that the block does not show may keep it awake. */
static bool holds(const struct place *place)
{
    const struct port_table *ports = block_ports(place->block);
    for (unsigned i = 0; i < ports->count; i++) {
        const struct port *port = &ports->port[i];
        const unsigned     kind = port->source->kind;
        const bool         lasts = kind == RTL_LIVE || kind == RTL_STROBE || kind == RTL_BUSY || kind == RTL_PULSE;
        if (lasts && !port->there)
            return false;
        for (unsigned e = 0; (lasts || kind == RTL_EN) && e < port->signal->count; e++)
            if (rtl_read(port->signal, place->state, 0, e))
                return false;
    }
    return true;
}

/* What the module's SIMD does is known in the clock before a difference, too. */
static void note_work(const struct takeover *takeover, struct place *place)
{
    if (!place->work || along_differs(place->along))
        return;
    place->work[0] = place->work[1];
    simd_work_note(place->where.simd, *takeover->machine.cycle, &place->work[1]);
}

/* Behind a difference a block is clocked for the waveform alone. */
static void go_on(struct place *place)
{
    block_mute(place->block);
    place->ended = place->ended || !place->shown || !drive(place, NULL) || !block_clock(place->block, NULL);
}

/* Whether the block beside a module says the same in this clock. */
static bool follows(const struct takeover *takeover, struct place *place)
{
    if (!place->module->now)
        return true;
    block_settle(place->block);
    ports_show_now(place->module, place->ports, place->state, place->beside);
    return along_compare_now(place->along, place->beside, *takeover->machine.cycle);
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
        note_work(takeover, place);
        if (place->along && !along_compare(place->along, place->state, *takeover->machine.cycle)) {
            go_on(place);
            continue;
        }
        rows_find(place->module, place->state, &place->rows);
        place->held = !place->module->touches && !place->along && holds(place);
        takeover->failed = !drive(place, &takeover->diag);
        if (place->along && !takeover->failed && !follows(takeover, place)) {
            go_on(place);
            continue;
        }
        takeover->failed = takeover->failed || !block_clock(place->block, &takeover->diag);
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
    if (place->held)
        return;
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
                    takeover_path(takeover, &place->where), wrong.word->source->name, wrong.got, wrong.row,
                    wrong.element, wrong.expected);
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

static void print_along(FILE *out, const struct takeover *takeover, const struct place *place,
                        const struct report_names *names)
{
    const char *const path = takeover_path(takeover, &place->where);
    along_print(out, place->along, path, names);
    if (place->work && along_differs(place->along))
        simd_work_print(out, &place->work[0], path);
}

bool takeover_print_beside(FILE *out, const struct takeover *takeover)
{
    const struct machine_looks *looks = takeover->machine.kind->looks;
    const struct report_names   names = {looks->views, looks->view_count};
    for (unsigned i = 0; i < takeover->count; i++)
        if (takeover->place[i].along)
            print_along(out, takeover, &takeover->place[i], &names);
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
                takeover_path(takeover, &place->where));
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

void takeover_print_hidden(FILE *out, const struct takeover *takeover)
{
    char head[128];
    for (unsigned i = 0; i < takeover->count; i++) {
        const struct place *place = &takeover->place[i];
        if (!place->block || place->along || (i > 0 && takeover->place[i - 1].module == place->module))
            continue;
        snprintf(head, sizeof head,
                 "as at reset in the waveform, the block of %s does not show it:", place->module->name);
        verdict_print_lacking(out, place->block, head);
    }
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
        shown_free(takeover->place[i].shown);
        free(takeover->place[i].work);
        block_close(takeover->place[i].block);
        free(takeover->place[i].beside);
        free(takeover->place[i].ports);
        if (takeover->place[i].module->part)
            free(takeover->place[i].state);
    }
    free(takeover->instances);
    free(takeover);
    return good;
}
