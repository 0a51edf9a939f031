#include "tb/lockstep/session.h"

#include <stdlib.h>
#include <string.h>

#include "kit/walk.h"

enum {
    ALIGNMENT = 64,
    EARLY = 16 /* in one of so many cycles it is looked whether registers hold until the edge */
};

static size_t aligned(size_t bytes)
{
    return (bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
}

/* Bytes of the struct in front of its memories: what is kept and shown. */
static size_t bytes_without_memories(const struct lockstep_module *module)
{
    size_t bytes = module->state_size;
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
    side->payload = side->memory + session->payload_at;
    return true;
}

static void reset(struct session *session)
{
    session->module->reset(session->model.state, session->model.payload, &session->random);
    if (session->record)
        record_next(session->record, session->model.state, session->model.payload);
}

bool session_open(struct session *session, const struct lockstep_module *module, const struct session_options *options,
                  struct diag *diag)
{
    *session = (struct session){.module = module, .seed = options->seed, .window = options->window};
    session->payload_at = aligned(module->state_size);
    session->state_bytes = bytes_without_memories(module);
    session->side_bytes = session->payload_at + aligned(module->payload_size + 1);
    session->kept_payload_at = aligned(session->state_bytes);
    session->kept_bytes = session->kept_payload_at + aligned(module->payload_size + 1);
    stimulus_seed(&session->random, options->seed);
    bool good = !options->record || (session->record = record_open(options->record, module, diag));
    good = good && block_open(module, options->rtl, options->covered, &session->block, 1, diag);
    if (good) {
        session->ring = malloc(((size_t)options->window * 2 + 1) * session->kept_bytes);
        good = make_side(session, &session->model) && make_side(session, &session->rtl) && session->ring;
        if (!good)
            diag_set(diag, NULL, 0, "not enough memory for %u cycles", options->window);
    }
    if (good)
        return true;
    session_close(session);
    return false;
}

void session_close(struct session *session)
{
    block_close(session->block);
    record_close(session->record, NULL);
    free(session->model.memory);
    free(session->rtl.memory);
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
    memcpy(to + session->kept_payload_at, side->payload, session->module->payload_size);
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
    return (struct side){place, place, place + session->kept_payload_at};
}

/* ---- clocking and comparing ------------------------------------------------------------------------------------- */

/* Both sides start anew. */
static bool restart(struct session *session, struct diag *diag)
{
    reset(session);
    if (!block_drive(session->block, session->model.state, session->model.payload, diag) ||
        !block_reset(session->block, diag))
        return false;
    block_read(session->block, session->rtl.state, session->rtl.payload);
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
    return (const unsigned char *)(port->payload ? side->payload : side->state) + port->signal->offset;
}

static uint64_t value_of(const struct side *side, const struct port *port, unsigned element)
{
    return rtl_read(port->signal, port->payload ? side->payload : side->state, 0, element);
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
    const struct port *port = session->cycle % EARLY == EARLY - 1 ? block_early(session->block) : NULL;
    if (!port)
        return false;
    block_read(session->block, session->rtl.state, session->rtl.payload);
    session->early = differs_in(session, port);
    session->early.early = true;
    session->kept -= session->kept > 0; /* the cycle as it is now is the last one to show */
    return true;
}

bool session_step(struct session *session, struct diag *diag)
{
    const struct lockstep_module *module = session->module;
    const struct side            *model = &session->model;
    if (diag)
        diag->what[0] = '\0';
    if (!session->record && lockstep_restarts(module, session->cycle)) {
        if (!restart(session, diag))
            return false;
        if (session->table)
            stimulus_table_restart(session->table);
    }
    if (!session->record)
        module->drive(model->state, model->payload, &session->random);
    else if (!record_next(session->record, model->state, model->payload))
        return false;
    session_keep(session);
    if (session->table)
        stimulus_table_take(session->table, model->state, model->payload);
    if (!block_drive(session->block, model->state, model->payload, diag))
        return false;
    if (is_early(session))
        return true;
    if (!block_clock(session->block, diag))
        return false;
    module->clock(model->state, model->payload);
    block_read(session->block, session->rtl.state, session->rtl.payload);
    session->cycle++;
    return true;
}

bool session_same(struct session *session, bool payload, struct difference *difference)
{
    const unsigned count = block_outputs(session->block) + block_registers(session->block);
    if (session->early.port) {
        *difference = session->early;
        return false;
    }
    for (unsigned i = 0; i < count; i++) {
        const struct port *port = block_compared(session->block, i);
        if ((port->payload && !payload) ||
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
    block_read(session->block, session->rtl.state, session->rtl.payload);
    const bool named = !session_same(session, true, &found) && found.compared == compared && found.element == element &&
                       (found.model ^ found.rtl) == UINT64_C(1) << bit % port->signal->bits;
    block_flip(session->block, compared, bit);
    block_read(session->block, session->rtl.state, session->rtl.payload);
    return named;
}
