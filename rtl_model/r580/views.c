#include "rtl_model/r580/views.h"

#include <string.h>

#include "rtl_model/watched.h"

/* ---- names ------------------------------------------------------------------------------------------------------- */

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
        [US_BAD_PREDICATE] = "predicate by channel",
        [US_NO_RESULT] = "no ALU result",
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

static const char *at_name(uint64_t value)
{
    static const char *const names[] = {"ALU", "OUT", "FC", "TEX", "ending", "-"};
    return NAME_IN(names);
}

/* Of the second-last and the last row: another instruction, none. */
static const char *const statements[] = {"IF b",    "IF p",     "IF c",       "ELSE",       "ENDIF",      "LOOP",
                                         "ENDLOOP", "REP",      "ENDREP",     "BREAK",      "BREAK b",    "BREAK p",
                                         "BREAK c", "CONTINUE", "CONTINUE b", "CONTINUE p", "CONTINUE c", "CALL",
                                         "CALL b",  "CALL p",   "CALL c",     "RETURN",     "JUMP",       "-"};
enum { STATEMENTS = sizeof statements / sizeof statements[0], STATEMENT_OTHER = STATEMENTS - 2 };

unsigned us_view_statement(const char *name)
{
    for (unsigned i = 0; name && i < STATEMENT_OTHER; i++)
        if (strcmp(statements[i], name) == 0)
            return i;
    return STATEMENT_OTHER + !name;
}

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

static const char *at_colour(uint64_t value)
{
    return value == US_AT_END ? TONE_WORKING_DARK : type_colour(value);
}

static const char *op_colour(uint64_t value)
{
    return value == US_VIEW_NO_OP ? TONE_IDLE : NULL;
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
    {.type = "us_view_at_t", .kind = VIEW_NAMES, .name = at_name, .colour = at_colour},
    {.type = "us_view_statement_t", .kind = VIEW_NAMES, .name = statement_name, .colour = statement_colour},
    {.type = "us_view_rgb_t", .kind = VIEW_NAMES, .name = rgb_name, .colour = op_colour},
    {.type = "us_view_alpha_t", .kind = VIEW_NAMES, .name = alpha_name, .colour = op_colour},
    {.type = "us_view_number_t", .kind = VIEW_UNSIGNED, .idle = IDLE_ABOVE},
    WATCHED_VIEWS(US_UNDEFINED),
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
    {.heading = "watched registers"},
    {.signal = "us.watch.*", .still = true},
    {.heading = "groups by slot: at what (1 ns = 1 cycle)"},
    {.signal = "us.view.at.slot*", .most = 16},
    {.signal = "us.view.group.slot*", .label = "which group is in which slot", .closed = true},
    {.heading = "issued"},
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
    {.signal = "us.view.flow.next", .label = "goes on at"},
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
    {.signal = "us.view.alu.quad", .label = "its first quad"},
    {.signal = "us.operands.o_writes", .label = "pixels that write"},
    {.signal = "us.finish.o_write", .label = "a beat is written"},
    {.signal = "us.operands.o_error", .label = "rule broken"},
    {.heading = "textures and outputs"},
    {.signal = "us.texture.r_count", .label = "quads under way"},
    {.signal = "us.texture.o_killed", .label = "pixels killed"},
    {.signal = "us.outputs.o_drain", .label = "a group leaves"},
    {.signal = "us.view.outputs.group", .label = "which"},
    {0},
};

const struct machine_looks r580_looks = {.views = views,
                                         .view_count = sizeof views / sizeof views[0],
                                         .elements = elements,
                                         .element_types = sizeof elements / sizeof elements[0],
                                         .overview = overview};
