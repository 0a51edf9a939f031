#include "tb/lockstep/session.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "kit/walk.h"
#include "tb/lockstep/contract.h"
#include "tb/lockstep/guard.h"
#include "tb/lockstep/inside.h"
#include "tb/lockstep/load.h"
#include "tb/lockstep/pairs.h"
#include "tb/lockstep/rows.h"

enum {
    ALIGNMENT = 64,
    EARLY = 16 /* in the first cycles and in one of so many it is looked whether registers hold until the edge */
};

static size_t aligned(size_t bytes)
{
    return (bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
}

/* Bytes of the struct in front of its memories: what is kept and shown. */
static size_t bytes_without_memories(const struct lockstep_module *module)
{
    size_t bytes = module->shown_size ? module->shown_size : module->state_size;
    for (unsigned s = 0; s < module->signals->signal_count; s++) {
        const struct rtl_signal *signal = &module->signals->signals[s];
        if (signal->kind == RTL_MEM && signal->offset < bytes)
            bytes = signal->offset;
    }
    return bytes;
}

static bool make_side(struct session *session, struct side *side)
{
    side->memory = aligned_alloc(ALIGNMENT, session->side_bytes);
    if (!side->memory)
        return false;
    memset(side->memory, 0, session->side_bytes);
    side->state = side->memory;
    side->beside = side->memory + session->beside_at;
    return true;
}

bool session_open(struct session *session, const struct lockstep_module *module, const struct session_options *options,
                  struct diag *diag)
{
    *session = (struct session){.module = module,
                                .limits = options->limits,
                                .seed = options->seed,
                                .window = options->window,
                                .inside_from = options->inside ? options->inside_from : UINT64_MAX};
    session->state_bytes = bytes_without_memories(module);
    session->beside_at = aligned(module->state_size);
    session->kept_beside_at = aligned(session->state_bytes);
    stimulus_seed(&session->random, options->seed);
    stimulus_seed(&session->loading, options->seed ^ UINT64_MAX / 3);
    bool good = !options->record || !module->by_words ||
                diag_set(diag, options->record, 0,
                         "is no record that drives %s: its C side is given more than its ports say", module->name);
    good = good && (!options->record || (session->record = record_open(options->record, module, options->names, diag)));
    const char *const lacks = options->record ? record_lacks(module) : NULL;
    good = good && (!lacks || diag_set(diag, options->record, 0,
                                       "is no record that drives %s: a block asks for rows of %s, which records do not "
                                       "have: expected wekiva run --beside",
                                       module->name, lacks));
    session->told = options->record && module->by_list && offers_look_outside(module);
    good = good && (!session->told || record_is_whole(session->record) ||
                    diag_set(diag, options->record, 0,
                             "has no registers, which %s needs: the C module looks outside of its ports, and is not "
                             "clocked: expected a record of wekiva run --record",
                             module->name));
    const struct block_use use = {.source = options->source, .covered = options->covered, .inside = options->inside};
    good = good && block_open(module, &use, &session->block, 1, diag);
    if (good) {
        const size_t beside = aligned(block_ports(session->block)->beside + 1);
        session->side_bytes = session->beside_at + beside;
        session->kept_bytes = session->kept_beside_at + beside;
        session->driver = calloc(1, module->driver_size + 1);
        session->ring = malloc(((size_t)options->window * 2 + 1) * session->kept_bytes);
        session->offers = module->drive ? NULL : offers_open(module);
        good = make_side(session, &session->model) && make_side(session, &session->rtl) && session->ring &&
               session->driver && (module->drive || session->offers) &&
               (session->looks = looks_open(module, block_ports(session->block), options->seed));
        if (!good)
            diag_set(diag, NULL, 0, "not enough memory for %u cycles", options->window);
    }
    if (good && options->pair_count)
        good = (session->pairs = pairs_open(session, options->pairs, options->pair_count, options->lag, diag));
    if (good)
        return true;
    session_close(session);
    return false;
}

void session_close(struct session *session)
{
    pairs_close(session->pairs);
    looks_close(session->looks);
    inside_close(session->inside);
    free(session->inside_ring);
    block_close(session->block);
    record_close(session->record, NULL);
    free(session->model.memory);
    free(session->rtl.memory);
    free(session->driver);
    offers_close(session->offers);
    free(session->ring);
    *session = (struct session){.window = 0};
}

/* ---- the last cycles -------------------------------------------------------------------------------------------- */

static unsigned char *ring_place(const struct session *session, uint64_t cycle, bool rtl)
{
    return session->ring + (size_t)(2 * (cycle % session->window) + rtl) * session->kept_bytes;
}

static void keep_side(const struct session *session, const struct side *side, bool rtl)
{
    unsigned char *to = ring_place(session, session->cycle, rtl);
    memcpy(to, side->memory, session->state_bytes);
    memcpy(to + session->kept_beside_at, side->beside, block_ports(session->block)->beside);
}

void session_keep(struct session *session)
{
    if (session->window == 0)
        return;
    if (session->kept == session->window) {
        session->kept--;
        session->first_kept++;
    }
    keep_side(session, &session->model, false);
    keep_side(session, &session->rtl, true);
    session->kept++;
}

struct side session_kept(const struct session *session, unsigned i, bool rtl)
{
    unsigned char *place = ring_place(session, session->first_kept + i, rtl);
    return (struct side){place, place, place + session->kept_beside_at};
}

/* Before the edge of a cycle, when its inputs are there. */
static bool keep_inside(struct session *session, struct diag *diag)
{
    size_t bytes;
    if (session->cycle < session->inside_from || session->window == 0)
        return true;
    if (session->inside)
        inside_look(session->inside);
    else
        session->inside = inside_open(session->block, "rtl");
    const unsigned char *const values = session->inside ? inside_values(session->inside, &bytes) : NULL;
    if (values && !session->inside_ring) {
        session->inside_from = session->cycle;
        session->inside_ring = malloc(bytes * session->window + 1);
    }
    if (!session->inside_ring)
        return diag_set(diag, NULL, 0, "not enough memory for what the block has inside");
    memcpy(session->inside_ring + bytes * (session->cycle % session->window), values, bytes);
    return true;
}

bool session_show_inside(struct session *session, unsigned i)
{
    const uint64_t cycle = session->first_kept + i;
    size_t         bytes;
    if (!session->inside || cycle < session->inside_from)
        return false;
    unsigned char *const values = inside_values(session->inside, &bytes);
    if (i == session->kept)
        inside_look(session->inside);
    else
        memcpy(values, session->inside_ring + bytes * (cycle % session->window), bytes);
    return true;
}

/* ---- clocking and comparing ------------------------------------------------------------------------------------- */

bool session_reset_model(struct session *session)
{
    const struct port_table *ports = block_ports(session->block);
    memset(session->model.beside, 0, ports->beside);
    if (!session->offers)
        session->module->reset(session->model.state, session->driver, &session->random);
    else if (!offers_reset(session->offers, session->model.state, &session->random))
        return false;
    ports_connect(ports, session->model.state, session->model.beside);
    limits_apply(session->limits, ports, session->model.state, session->model.beside, &session->random);
    looks_forget(session->looks);
    return true;
}

/* The C module alone has become what it was in the run; it may not, when a launch put something into its memories. */
static bool is_as_recorded(const struct session *session, struct diag *diag)
{
    const struct rtl_module *list = session->module->signals;
    const size_t             bytes = session->module->state_size;
    unsigned char           *then = malloc(bytes);
    bool                     same = then || diag_set(diag, NULL, 0, "not enough memory");
    if (then) {
        memcpy(then, session->model.state, bytes);
        record_registers(session->record, then);
    }
    for (unsigned s = 0; same && s < list->signal_count; s++) {
        const struct rtl_signal *signal = &list->signals[s];
        if (rtl_is_register(signal->kind) &&
            memcmp(then + signal->offset, rtl_place(signal, session->model.state), rtl_row_bytes(signal)) != 0)
            same = diag_set(diag, NULL, 0,
                            "%s: cycle %" PRIu64
                            ": the C module alone is not what it was in the run: its %s%s differs from the record, "
                            "which has nothing of what the launch put into memories: expected wekiva run --beside",
                            session->module->name, session->cycle + 1, rtl_prefix(signal), signal->name);
    }
    free(then);
    return same;
}

bool session_clock_model(struct session *session, struct diag *diag)
{
    const struct port_table *ports = block_ports(session->block);
    looks_know(session->looks, session->model.state);
    rows_scatter(ports, session->model.state, session->model.beside);
    if (session->told)
        return record_registers(session->record, session->model.state);
    if (!session->offers)
        session->module->clock(session->model.state);
    else if (!guard_clock(session->module, session->model.state, session->cycle, diag))
        return false;
    rows_show(ports, session->model.state, session->model.beside);
    ports_show_now(session->module, ports, session->model.state, session->model.beside);
    return !session->record || !session->offers || !record_is_held(session->record) || is_as_recorded(session, diag);
}

void session_read_block(struct session *session)
{
    block_read(session->block, session->rtl.state, session->rtl.beside);
    looks_excuse(session->looks, session->model.beside, session->rtl.beside);
}

/* As a launch does, rows are written while rst is high, with other straps in every life; what the block then holds is
 * compared row by row. */
static bool load(struct session *session, struct diag *diag)
{
    struct load_difference   wrong;
    const struct side *const model = &session->model, *const rtl = &session->rtl;
    if (!load_write(session->module, session->block, model->state, model->beside, &session->loading, diag))
        return false;
    memset(model->beside, 0, block_ports(session->block)->beside);
    if (!load_agrees(session->block, model->state, model->beside, rtl->state, rtl->beside, &wrong))
        session->seen = (struct difference){.cycle = session->cycle,
                                            .element = wrong.element,
                                            .model = wrong.expected,
                                            .rtl = wrong.got,
                                            .port = wrong.word,
                                            .loaded = true,
                                            .row = wrong.row};
    block_read(session->block, rtl->state, rtl->beside);
    return true;
}

/* Both sides start anew. */
static bool restart(struct session *session, struct diag *diag)
{
    if (!session_reset_model(session))
        return diag_set(diag, NULL, 0, "not enough memory");
    if (session->record)
        record_next(session->record, session->model.state, session->model.beside);
    if (session->record && session->offers)
        lockstep_reset_again(session->module, session->model.state);
    if (!block_drive(session->block, session->model.state, session->model.beside, diag) ||
        !block_reset(session->block, diag))
        return false;
    block_read(session->block, session->rtl.state, session->rtl.beside);
    if (session->out)
        record_put(session->out, session->model.state, session->model.beside);
    return session->record || !session->module->load || load(session, diag);
}

/* Whether the recorded inputs of a clock are some that the module's neighbours may give it (contract.h). */
static bool keeps_contract(const struct session *session, struct diag *diag)
{
    const struct contract_row *rows = NULL;
    const unsigned             count = contract_rows(session->module, &rows);
    for (unsigned i = 0; i < count; i++)
        if (contract_binds(&rows[i]) && !contract_is_kept(&rows[i], session->module->signals, session->model.state)) {
            char  what[256] = "";
            FILE *text = fmemopen(what, sizeof what, "w");
            if (text)
                contract_print(text, &rows[i], session->module->signals);
            if (text)
                fclose(text);
            return diag_set(diag, NULL, 0, "%s: clock %" PRIu64 " of the record breaks the contract of %s: expected %s",
                            record_file(session->record), session->cycle + 1, session->module->name, what);
        }
    return true;
}

/* The inputs of the next clock; false at the record's end. */
static bool drive(struct session *session, struct diag *diag)
{
    const struct lockstep_module *module = session->module;
    const struct port_table      *ports = block_ports(session->block);
    const struct side            *model = &session->model;
    if (session->record && !record_next(session->record, model->state, model->beside))
        return false;
    if (!session->record) {
        if (session->offers)
            offers_drive(session->offers, model->state, &session->random);
        else
            module->drive(model->state, session->driver, &session->random);
        limits_apply(session->limits, ports, model->state, model->beside, &session->random);
    }
    if (session->record && !keeps_contract(session, diag))
        return false;
    rows_ask(module, ports, model->state, model->beside);
    if (!session->record)
        rows_gather(ports, model->state, model->beside);
    looks_choose(session->looks, model->state, model->beside);
    return true;
}

bool session_start(struct session *session, struct diag *diag)
{
    const bool good = restart(session, diag);
    block_coverage_clear(session->block); /* registers that were random before are no coverage */
    return good;
}

bool session_end(struct session *session, struct diag *diag)
{
    return block_final(session->block, diag);
}

static const unsigned char *place_of(const struct side *side, const struct port *port)
{
    return port_place(port, side->state, side->beside);
}

static uint64_t value_of(const struct side *side, const struct port *port, unsigned element)
{
    return rtl_read(port->signal, port->beside ? side->beside : side->state, 0, element);
}

/* The first element of a port that differs. */
static struct difference differs_in(const struct session *session, const struct port *port)
{
    struct difference difference = {.cycle = session->cycle, .port = port};
    for (unsigned e = 0; e < port->signal->count; e++) {
        difference.element = e;
        difference.model = value_of(&session->model, port, e);
        difference.rtl = value_of(&session->rtl, port, e);
        if (difference.model != difference.rtl)
            break;
    }
    return difference;
}

/* Has the block changed a register already, with new inputs and no edge?  A block without its last register would else
 * look right, for after the edge its inputs are still there. */
static bool is_early(struct session *session)
{
    const bool         looks = session->cycle < EARLY || session->cycle % EARLY == EARLY - 1;
    const struct port *port = looks ? block_early(session->block) : NULL;
    if (!port)
        return false;
    block_read(session->block, session->rtl.state, session->rtl.beside);
    session->seen = differs_in(session, port);
    session->seen.early = true;
    session->kept -= session->kept > 0; /* the cycle as it is now is the last one to show */
    return true;
}

/* Far memories of a module whose adapter does not say which rows it reads: what lies in the rows that the block asks
 * for.
 */
static bool ask_block(struct session *session, struct diag *diag)
{
    const struct side *model = &session->model, *rtl = &session->rtl;
    if (!session->offers || session->record || session->module->signals->far_count == 0)
        return true;
    block_settle(session->block);
    block_read(session->block, rtl->state, rtl->beside);
    rows_copy(block_ports(session->block), model->beside, rtl->beside);
    rows_gather(block_ports(session->block), model->state, model->beside);
    return block_drive(session->block, model->state, model->beside, diag);
}

bool session_step(struct session *session, struct diag *diag)
{
    const struct lockstep_module *module = session->module;
    const struct side            *model = &session->model;
    struct difference             difference;
    if (diag)
        diag->what[0] = '\0';
    if (!session->record && !session->out && lockstep_restarts(module, session->cycle)) {
        if (!restart(session, diag))
            return false;
        if (session->table)
            stimulus_table_restart(session->table);
        if (session->bins)
            bins_restart(session->bins);
        if (session->pairs)
            pairs_restart(session->pairs);
        if (!session->seen.port && !session_same(session, false, &difference)) {
            session->seen = difference;
            session->seen.reset = true;
        }
        if (session->seen.port)
            return true;
    }
    if (!drive(session, diag))
        return false;
    session_keep(session);
    if (session->out)
        record_put(session->out, model->state, model->beside);
    if (session->table)
        stimulus_table_take(session->table, model->state);
    if (session->bins)
        bins_take(session->bins, model->state, session->cycle);
    if (!block_drive(session->block, model->state, model->beside, diag) || !ask_block(session, diag))
        return false;
    const bool early = is_early(session);
    if (!keep_inside(session, diag))
        return false;
    if (early)
        return true;
    if (!block_clock(session->block, diag) || !session_clock_model(session, diag))
        return false;
    session_read_block(session);
    session->cycle++;
    if (session->pairs && !pairs_agree(session->pairs, &difference))
        session->seen = difference;
    return true;
}

bool session_same(struct session *session, bool follows, struct difference *difference)
{
    const unsigned count = block_compared_count(session->block);
    if (session->seen.port) {
        *difference = session->seen;
        return false;
    }
    for (unsigned i = 0; !session->pairs && i < count; i++) {
        const struct port *port = block_compared(session->block, i);
        if (port->untold || (session->told && port->role != PORT_SIGNAL) || (port_follows(port) && !follows) ||
            memcmp(place_of(&session->model, port), place_of(&session->rtl, port), rtl_row_bytes(port->signal)) == 0)
            continue;
        *difference = differs_in(session, port);
        difference->compared = i;
        return false;
    }
    return true;
}

bool session_fault_is_found(struct session *session, unsigned compared, unsigned bit)
{
    struct difference  found;
    const struct port *port = block_compared(session->block, compared);
    const unsigned     element = bit / port->signal->bits;
    block_flip(session->block, compared, bit);
    block_read(session->block, session->rtl.state, session->rtl.beside);
    const bool named = !session_same(session, true, &found) && found.compared == compared && found.element == element &&
                       (found.model ^ found.rtl) == UINT64_C(1) << bit % port->signal->bits;
    block_flip(session->block, compared, bit);
    block_read(session->block, session->rtl.state, session->rtl.beside);
    return named;
}
