/* view_rows.c - rows of a waveform of R580, computed from its registers: what is issued, what flow control does, which
 * temporaries are watched. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rtl_model/r580/views.h"
#include "rtl_model/watched.h"

enum { LANE_NAME = 16 };
struct rows {
    struct machine_rows    rows;
    const struct fragment *fragment;
    struct watched_rows    watched;
    struct watched_kind    kind;
    struct trace_derived  *list; /* rows of any launch, then those of slots */
    char                   names[US_SLOTS][LANE_NAME];
    struct fragment       *shadow; /* of a waveform: names the instances; nothing runs */
};

enum { NUMBER = 32, NONE_TYPE = 4 };

/* ---- what is issued ---------------------------------------------------------------------------------------------- */

static const struct us_sequencer_reg *issued(const void *context)
{
    const struct rows *rows = context;
    return &rows->fragment->sequencer.q;
}

static bool issues(const struct us_sequencer_reg *q)
{
    return q->alu || q->tex || q->fc;
}

static uint64_t issue_group(const void *context, unsigned argument)
{
    (void)argument;
    return issues(issued(context)) ? issued(context)->group : TRACE_IDLE(NUMBER);
}

static uint64_t issue_address(const void *context, unsigned argument)
{
    (void)argument;
    return issues(issued(context)) ? issued(context)->address : TRACE_IDLE(NUMBER);
}

static uint64_t issue_type(const void *context, unsigned argument)
{
    (void)argument;
    return issues(issued(context)) ? issued(context)->word.w[0] & 3 : NONE_TYPE;
}

static uint64_t issue_op(const void *context, unsigned alpha)
{
    struct us_alu alu;
    if (!issued(context)->alu)
        return US_VIEW_NO_OP;
    us_unpack_alu(issued(context)->word.w, &alu);
    return alpha ? alu.alpha_op : alu.rgb_op;
}

static const struct us_flow_reg *flow(const void *context)
{
    const struct rows *rows = context;
    return &rows->fragment->flow.q;
}

static uint64_t flow_group(const void *context, unsigned argument)
{
    const struct rows *rows = context;
    (void)argument;
    return flow(context)->decided ? rows->fragment->sequencer.groups[flow(context)->slot] : TRACE_IDLE(NUMBER);
}

static uint64_t flow_address(const void *context, unsigned argument)
{
    (void)argument;
    return flow(context)->decided ? flow(context)->address : TRACE_IDLE(NUMBER);
}

static uint64_t flow_statement(const void *context, unsigned argument)
{
    const struct rows *rows = context;
    struct us_fc       fc;
    (void)argument;
    if (!flow(context)->decided)
        return us_view_statement(NULL);
    us_unpack_fc(rows->fragment->store.words[flow(context)->address].w, &fc);
    const char *const name = us_statement(&fc);
    return us_view_statement(name ? name : "");
}

static uint64_t flow_next(const void *context, unsigned argument)
{
    (void)argument;
    return flow(context)->decided ? flow(context)->next : TRACE_IDLE(NUMBER);
}

static uint64_t flow_active(const void *context, unsigned argument)
{
    const us_mask_t *mask = &flow(context)->active;
    (void)argument;
    if (!flow(context)->decided)
        return TRACE_IDLE(NUMBER);
    return (uint64_t)(__builtin_popcountll(mask->w[0]) + __builtin_popcountll(mask->w[1]) +
                      __builtin_popcountll(mask->w[2]));
}

static uint64_t flow_deepest(const void *context, unsigned argument)
{
    const struct us_flow_reg *q = flow(context);
    uint64_t                  deepest = 0;
    (void)argument;
    if (!q->decided)
        return TRACE_IDLE(NUMBER);
    for (unsigned p = 0; p < US_PIXELS; p++)
        if (q->branches.e[p] > deepest && !us_mask_bit(&q->active, p))
            deepest = q->branches.e[p];
    return deepest;
}

static uint64_t alu_quad(const void *context, unsigned argument)
{
    const struct us_operands_reg *q = &((const struct rows *)context)->fragment->operands.q;
    (void)argument;
    return q->valid ? q->quad : TRACE_IDLE(NUMBER);
}

static uint64_t leaving_group(const void *context, unsigned argument)
{
    const struct us_outputs_reg *q = &((const struct rows *)context)->fragment->outputs.q;
    (void)argument;
    return q->drain ? q->drain_group : TRACE_IDLE(NUMBER);
}

/* ---- a lane for each slot, in which a group of pixels is --------------------------------------------------------- */

static uint64_t slot_group(const void *context, unsigned slot)
{
    const struct us_sequencer *sequencer = &((const struct rows *)context)->fragment->sequencer;
    return sequencer->phase[slot] == US_FREE ? TRACE_IDLE(NUMBER) : sequencer->groups[slot];
}

static uint64_t slot_at(const void *context, unsigned slot)
{
    const struct fragment *fragment = ((const struct rows *)context)->fragment;
    switch (fragment->sequencer.phase[slot]) {
    case US_FREE:
        return US_AT_NOTHING;
    case US_ENDING:
        return US_AT_END;
    case US_DECIDING:
        return US_FC;
    default:
        return fragment->store.words[fragment->sequencer.pc[slot]].w[0] & 3;
    }
}

static uint64_t broken(const void *context, unsigned argument)
{
    const struct rows *rows = context;
    (void)argument;
    return fragment_stopped(rows->fragment, NULL);
}

static uint64_t first_issue(const void *context, unsigned argument)
{
    (void)argument;
    return issues(issued(context));
}

static unsigned work(const void *context)
{
    const struct rows *rows = context;
    return issues(issued(context)) + 2u * rows->fragment->operands.q.valid;
}

#define ISSUE "us.view.issue"
#define FLOW "us.view.flow"
#define FROM(member) AT_##member + 1
static const struct trace_derived list[] = {
    {ISSUE, "group", "us_view_number_t", NUMBER + 1, false, issue_group, 0, FROM(sequencer)},
    {ISSUE, "address", "us_view_number_t", NUMBER + 1, false, issue_address, 0, FROM(sequencer)},
    {ISSUE, "type", "us_view_type_t", 3, false, issue_type, 0, FROM(sequencer)},
    {ISSUE, "rgb", "us_view_rgb_t", 5, false, issue_op, 0, FROM(sequencer)},
    {ISSUE, "alpha", "us_view_alpha_t", 5, false, issue_op, 1, FROM(sequencer)},
    {FLOW, "group", "us_view_number_t", NUMBER + 1, false, flow_group, 0, FROM(flow)},
    {FLOW, "address", "us_view_number_t", NUMBER + 1, false, flow_address, 0, FROM(flow)},
    {FLOW, "statement", "us_view_statement_t", 5, false, flow_statement, 0, FROM(flow)},
    {FLOW, "next", "us_view_number_t", NUMBER + 1, false, flow_next, 0, FROM(flow)},
    {FLOW, "active", "us_view_number_t", NUMBER + 1, false, flow_active, 0, FROM(flow)},
    {FLOW, "deepest", "us_view_number_t", NUMBER + 1, false, flow_deepest, 0, FROM(flow)},
    {"us.view.alu", "quad", "us_view_number_t", NUMBER + 1, false, alu_quad, 0, FROM(operands)},
    {"us.view.outputs", "group", "us_view_number_t", NUMBER + 1, false, leaving_group, 0, FROM(outputs)},
};
enum { ROWS = sizeof list / sizeof list[0] };
static const struct trace_mark marks[] = {{"first issue", false, first_issue, 0, false},
                                          {"rule broken", false, broken, 0, true}};

/* ---- watched registers: temporaries ------------------------------------------------------------------------------ */

static bool find_temporary(const void *machine, const char *name, unsigned *file, unsigned *number)
{
    const struct fragment *fragment = machine;
    *file = 0;
    return watched_number(&name, 'R', fragment->setup.temporaries, '\0', number);
}

static void describe_temporaries(const void *machine, char *text, size_t size)
{
    const struct fragment *fragment = machine;
    snprintf(text, size, "R0 to R%u", fragment->setup.temporaries - 1);
}

static uint64_t temporary(const void *context, unsigned argument)
{
    const struct rows          *rows = context;
    const struct fragment      *fragment = rows->fragment;
    const struct watched_pixel *watch = &rows->watched.pixels[argument];
    const unsigned              count = fragment->setup.temporaries, quads = fragment->setup.group_quads;
    const unsigned              group = watch->pixel / (4 * quads), at = watch->pixel % (4 * quads);
    for (unsigned slot = 0; slot < US_SLOTS && watch->number < count; slot++)
        if (fragment->sequencer.phase[slot] != US_FREE && fragment->sequencer.groups[slot] == group)
            return fragment->temporaries.rows[(slot * quads + at / 4) * count + watch->number]
                .e[at % 4 * US_CHANNELS + watch->element];
    return US_UNDEFINED;
}

static void release(struct machine_rows *made)
{
    struct rows *rows = (struct rows *)made;
    watched_free(&rows->watched);
    free(rows->list);
    free(rows->shadow);
    free(rows);
}

/* The rows of a waveform with so many slots; NULL: no memory. */
static struct rows *make(unsigned slots)
{
    struct rows *rows = calloc(1, sizeof *rows);
    if (!rows)
        return NULL;
    rows->rows.free = release;
    rows->list = calloc(ROWS + 2 * (size_t)slots, sizeof *rows->list);
    if (!rows->list) {
        release(&rows->rows);
        return NULL;
    }
    memcpy(rows->list, list, sizeof list);
    for (unsigned slot = 0; slot < slots; slot++) {
        snprintf(rows->names[slot], LANE_NAME, "slot%u", slot);
        rows->list[ROWS + slot] = (struct trace_derived){
            "us.view.at", rows->names[slot], "us_view_at_t", 3, false, slot_at, slot, FROM(sequencer)};
        rows->list[ROWS + slots + slot] = (struct trace_derived){
            "us.view.group", rows->names[slot], "us_view_number_t", NUMBER + 1, false, slot_group, slot,
            FROM(sequencer)};
    }
    rows->kind = (struct watched_kind){.scope = "us.watch",
                                       .elements = "rgba",
                                       .rows = rows->list,
                                       .row_count = ROWS + 2 * slots,
                                       .find = find_temporary,
                                       .describe = describe_temporaries,
                                       .value = temporary};
    return rows;
}

static void derive(struct rows *rows)
{
    rows->rows.derivation = (struct trace_derivation){.rows = rows->watched.list,
                                                      .row_count = rows->watched.count,
                                                      .marks = marks,
                                                      .mark_count = sizeof marks / sizeof marks[0],
                                                      .context = rows,
                                                      .work = work,
                                                      .found_path = "us.marks"};
}

struct machine_rows *us_rows_open(const struct fragment *fragment, const char *const *watches, unsigned watch_count,
                                  struct diag *diag)
{
    const struct us_setup *setup = &fragment->setup;
    struct rows           *rows = make(setup->slots < setup->groups ? setup->slots : setup->groups);
    if (!rows) {
        diag_set(diag, NULL, 0, "not enough memory for the rows of the waveform");
        return NULL;
    }
    rows->fragment = fragment;
    if (watched_open(&rows->watched, &rows->kind, fragment, fragment->setup.threads, watches, watch_count, diag)) {
        derive(rows);
        return &rows->rows;
    }
    release(&rows->rows);
    return NULL;
}

struct machine_rows *us_rows_recall(const struct header *header)
{
    struct rows *rows = make(US_SLOTS);
    if (!rows)
        return NULL;
    rows->shadow = calloc(1, sizeof *rows->shadow);
    if (!rows->shadow || !watched_recall(&rows->watched, &rows->kind, header)) {
        release(&rows->rows);
        return NULL;
    }
    derive(rows);
    fragment_list_instances(rows->shadow);
    rows->rows.instances = rows->shadow->instances;
    rows->rows.instance_count = FRAGMENT_MODULES;
    return &rows->rows;
}
