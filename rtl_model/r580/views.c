#include "rtl_model/r580/views.h"

#include <stdlib.h>
#include <string.h>

/* ---- names ---------------------------------------------------------------------------------------------------------
 */

static const char *name_in(const char *const *names, uint64_t count, uint64_t value)
{
    return value < count ? names[value] : NULL;
}
#define NAME_IN(names) name_in(names, sizeof names / sizeof names[0], value)

static const char *error_name(uint64_t value)
{
    static const char *const names[US_ERRORS] = {
        [US_OK] = "-",
        [US_LOOP_OVERFLOW] = "loop stack overflow",
        [US_LOOP_UNDERFLOW] = "loop stack underflow",
        [US_CALL_OVERFLOW] = "address stack overflow",
        [US_CALL_UNDERFLOW] = "address stack underflow",
        [US_BRANCH_OVERFLOW] = "branch counter overflow",
        [US_MIXED_LOOPS] = "LOOP and REP mixed",
        [US_NEEDS_FULL] = "needs full flow control",
        [US_BAD_FIELD] = "reserved operation",
        [US_NO_OUTPUT_END] = "no output instruction at the end",
        [US_NOT_WRITTEN] = "no instruction",
        [US_NO_AL] = "no aL",
        [US_BAD_TEMPORARY] = "no such temporary",
        [US_BAD_CONSTANT] = "no such constant",
        [US_BAD_OPERATION] = "reserved operation",
        [US_BAD_TEXTURE] = "no such texture",
    };
    return NAME_IN(names);
}

static const char *phase_name(uint64_t value)
{
    static const char *const names[US_PHASES] = {
        [US_FREE] = "-", [US_RUNNING] = "running", [US_DECIDING] = "flow control", [US_ENDING] = "ending"};
    return NAME_IN(names);
}

static const char *wait_name(uint64_t value)
{
    static const char *const names[US_WAITS] = {[US_GOES] = "-",
                                                [US_WAIT_TIME] = "last one",
                                                [US_WAIT_ALU_BUSY] = "ALU busy",
                                                [US_WAIT_TEX_BUSY] = "texture unit busy",
                                                [US_WAIT_ALU] = "ALU_WAIT",
                                                [US_WAIT_SEMAPHORE] = "TEX_SEM_WAIT",
                                                [US_WAIT_OUTPUT] = "no output registers",
                                                [US_WAIT_LOOKUPS] = "look-ups",
                                                [US_WAIT_TURN] = "turn"};
    return NAME_IN(names);
}

static const char *type_name(uint64_t value)
{
    static const char *const names[] = {"ALU", "OUT", "FC", "TEX", "-"};
    return NAME_IN(names);
}

/* Of the second-last and the last row: another instruction, none. */
static const char *const statements[] = {"IF b",    "IF p",     "IF c",       "ELSE",       "ENDIF",      "LOOP",
                                         "ENDLOOP", "REP",      "ENDREP",     "BREAK",      "BREAK b",    "BREAK p",
                                         "BREAK c", "CONTINUE", "CONTINUE b", "CONTINUE p", "CONTINUE c", "CALL",
                                         "CALL b",  "CALL p",   "CALL c",     "RETURN",     "JUMP",       "-"};
enum { STATEMENTS = sizeof statements / sizeof statements[0], STATEMENT_OTHER = STATEMENTS - 2 };

static const char *statement_name(uint64_t value)
{
    return NAME_IN(statements);
}

static const char *rgb_name(uint64_t value)
{
    static const char *const names[] = {"MAD", "DP3", "DP4", "D2A", "MIN", "MAX", NULL, "CND", "CMP",
                                        "FRC", "SOP", "MDH", "MDV", NULL,  NULL,  NULL, "-"};
    return NAME_IN(names);
}

static const char *alpha_name(uint64_t value)
{
    static const char *const names[] = {"MAD", "DP",  "MIN", "MAX", NULL,  "CND", "CMP", "FRC", "EX2",
                                        "LN2", "RCP", "RSQ", "SIN", "COS", "MDH", "MDV", "-"};
    return NAME_IN(names);
}

static const char *broken_colour(uint64_t value)
{
    return value ? TONE_BROKEN : TONE_IDLE;
}

static const char *waiting_colour(uint64_t value)
{
    return value ? TONE_WAITING : TONE_WORKING;
}

static const char *phase_colour(uint64_t value)
{
    return value == US_FREE ? TONE_IDLE : value == US_DECIDING ? TONE_WAITING : TONE_WORKING;
}

static const char *type_colour(uint64_t value)
{
    static const char *const colours[] = {TONE_WORKING, TONE_WORKING_DARK, TONE_WAITING, TONE_WAITING_DARK};
    return value < 4 ? colours[value] : TONE_IDLE;
}

static const char *statement_colour(uint64_t value)
{
    return value == STATEMENTS - 1 ? TONE_IDLE : TONE_WAITING;
}

static const struct trace_view views[] = {
    {.type = "us_error_t", .kind = VIEW_NAMES, .name = error_name, .colour = broken_colour},
    {.type = "us_phase_t", .kind = VIEW_NAMES, .name = phase_name, .colour = phase_colour},
    {.type = "us_wait_t", .kind = VIEW_NAMES, .name = wait_name, .colour = waiting_colour},
    {.type = "us_view_type_t", .kind = VIEW_NAMES, .name = type_name, .colour = type_colour},
    {.type = "us_view_statement_t", .kind = VIEW_NAMES, .name = statement_name, .colour = statement_colour},
    {.type = "us_view_rgb_t", .kind = VIEW_NAMES, .name = rgb_name},
    {.type = "us_view_alpha_t", .kind = VIEW_NAMES, .name = alpha_name},
    {.type = "us_view_number_t", .kind = VIEW_UNSIGNED, .idle = IDLE_ABOVE},
    {.type = "us_address_t", .kind = VIEW_UNSIGNED},
    {.type = "us_al_t", .kind = VIEW_SIGNED},
    {.type = "us_row_t", .kind = VIEW_FLOAT},
    {.type = "us_constant_t", .kind = VIEW_FLOAT},
    {.type = "us_results_t", .kind = VIEW_FLOAT},
    {.type = "us_sources_t", .kind = VIEW_FLOAT},
    {.type = "us_output_row_t", .kind = VIEW_FLOAT},
    {.type = "us_rgb_values_t", .kind = VIEW_FLOAT},
    {.type = "us_alpha_values_t", .kind = VIEW_FLOAT},
};

static const char *const           channels[] = {"red", "green", "blue", "alpha"};
static const char *const           words[] = {"pixels0", "pixels64", "pixels128"};
static const char *const           instruction[] = {"w0", "w1", "w2", "w3", "w4", "w5"};
static const char *const           frames[] = {"frame0", "frame1", "frame2", "frame3"};
static const char *const           predicates[] = {"red0",  "red64",  "red128",  "green0", "green64", "green128",
                                                   "blue0", "blue64", "blue128", "alpha0", "alpha64", "alpha128"};
static const struct trace_elements elements[] = {
    {"us_channel_masks_t", channels}, {"us_constant_t", channels},    {"us_mask_t", words},
    {"us_words_t", instruction},      {"us_loop_bytes_t", frames},    {"us_loop_numbers_t", frames},
    {"us_calls_t", frames},           {"us_predicates_t", predicates}};

static const struct gtkw_row overview[] = {
    {.heading = "issued (1 ns = 1 cycle)"},
    {.signal = "us.view.issue.group"},
    {.signal = "us.view.issue.address"},
    {.signal = "us.view.issue.type"},
    {.signal = "us.view.issue.rgb"},
    {.signal = "us.view.issue.alpha"},
    {.signal = "us.sequencer.o_wait", .label = "why none is issued"},
    {.signal = "us.sequencer.o_error", .label = "rule broken"},
    {.heading = "flow control"},
    {.signal = "us.view.flow.group"},
    {.signal = "us.view.flow.address"},
    {.signal = "us.view.flow.statement"},
    {.signal = "us.flow.o_jump", .label = "jumps"},
    {.signal = "us.flow.o_next", .label = "goes on at"},
    {.signal = "us.flow.o_wanting.*", .label = "want to jump", .most = 3},
    {.signal = "us.flow.o_active.*", .label = "active", .most = 3},
    {.signal = "us.view.flow.active", .label = "active pixels"},
    {.signal = "us.view.flow.deepest", .label = "greatest branch counter"},
    {.signal = "us.flow.o_loops", .label = "loops"},
    {.signal = "us.flow.o_turns.*", .label = NULL, .most = 4},
    {.signal = "us.flow.o_al", .label = "aL"},
    {.signal = "us.flow.o_call_depth", .label = "calls"},
    {.signal = "us.flow.o_error", .label = "rule broken"},
    {.heading = "ALU"},
    {.signal = "us.operands.o_valid", .label = "a beat enters"},
    {.signal = "us.operands.o_quad", .label = "its first quad"},
    {.signal = "us.operands.o_writes", .label = "pixels that write"},
    {.signal = "us.finish.o_write", .label = "a beat is written"},
    {.signal = "us.operands.o_error", .label = "rule broken"},
    {.heading = "textures and outputs"},
    {.signal = "us.texture.r_count", .label = "quads under way"},
    {.signal = "us.texture.o_killed", .label = "pixels killed"},
    {.signal = "us.outputs.o_drain", .label = "a group leaves"},
    {.signal = "us.outputs.o_drain_group", .label = "which"},
    {0},
};

const struct machine_looks r580_looks = {.views = views,
                                         .view_count = sizeof views / sizeof views[0],
                                         .elements = elements,
                                         .element_types = sizeof elements / sizeof elements[0],
                                         .overview = overview};

/* ---- rows -----------------------------------------------------------------------------------------------------------
 */

struct rows {
    struct machine_rows    rows;
    const struct fragment *fragment;
    struct fragment       *shadow; /* of a waveform: names the instances; nothing runs */
};

enum { NUMBER = 32, NONE_TYPE = 4, NONE_OP = 16 };

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
        return NONE_OP;
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
        return STATEMENTS - 1;
    us_unpack_fc(rows->fragment->store.words[flow(context)->address].w, &fc);
    const char *const name = us_statement(&fc);
    for (unsigned i = 0; name && i < STATEMENT_OTHER; i++)
        if (strcmp(statements[i], name) == 0)
            return i;
    return STATEMENT_OTHER;
}

static uint64_t flow_active(const void *context, unsigned argument)
{
    const us_mask_t *mask = &flow(context)->active;
    (void)argument;
    return (uint64_t)(__builtin_popcountll(mask->w[0]) + __builtin_popcountll(mask->w[1]) +
                      __builtin_popcountll(mask->w[2]));
}

static uint64_t flow_deepest(const void *context, unsigned argument)
{
    const struct us_flow_reg *q = flow(context);
    uint64_t                  deepest = 0;
    (void)argument;
    for (unsigned p = 0; p < US_PIXELS; p++)
        if (q->branches.e[p] > deepest && !us_mask_bit(&q->active, p))
            deepest = q->branches.e[p];
    return deepest;
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
    {FLOW, "active", "uint8_t", 8, false, flow_active, 0, FROM(flow)},
    {FLOW, "deepest", "uint8_t", 5, false, flow_deepest, 0, FROM(flow)},
};
static const struct trace_mark marks[] = {{"first issue", false, first_issue, 0, false},
                                          {"rule broken", false, broken, 0, true}};

static void release(struct machine_rows *rows)
{
    free(((struct rows *)rows)->shadow);
    free(rows);
}

static struct rows *make(void)
{
    struct rows *rows = calloc(1, sizeof *rows);
    if (!rows)
        return NULL;
    rows->rows.free = release;
    rows->rows.derivation = (struct trace_derivation){.rows = list,
                                                      .row_count = sizeof list / sizeof list[0],
                                                      .marks = marks,
                                                      .mark_count = sizeof marks / sizeof marks[0],
                                                      .context = rows,
                                                      .work = work,
                                                      .found_path = "us.marks"};
    return rows;
}

struct machine_rows *us_rows_open(const struct fragment *fragment, struct diag *diag)
{
    struct rows *rows = make();
    if (!rows) {
        diag_set(diag, NULL, 0, "not enough memory for the rows of the waveform");
        return NULL;
    }
    rows->fragment = fragment;
    return &rows->rows;
}

struct machine_rows *us_rows_recall(const struct header *header)
{
    struct rows *rows = make();
    (void)header;
    if (!rows)
        return NULL;
    rows->shadow = calloc(1, sizeof *rows->shadow);
    if (!rows->shadow) {
        release(&rows->rows);
        return NULL;
    }
    fragment_list_instances(rows->shadow);
    rows->rows.instances = rows->shadow->instances;
    rows->rows.instance_count = FRAGMENT_MODULES;
    return &rows->rows;
}
