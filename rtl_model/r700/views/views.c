/* views.c - names and colours of the enumerations, and the views of words. */
#include "rtl_model/r700/views/views.h"

#include <stdio.h>

#include "isa/r700/isa.h"
#include "mem/wave_table.h"
#include "pipeline/alu/alu_issue.h"
#include "pipeline/alu/alu_wide.h"
#include "pipeline/control/alu_clause.h"
#include "pipeline/control/arbiter.h"
#include "pipeline/control/cf_sequencer.h"
#include "pipeline/control/cf_state.h"
#include "pipeline/control/fetch_clause.h"
#include "pipeline/fetch/export_unit.h"
#include "rtl_model/r700/views/view_textures.h"

static const char *alu_op_name(uint64_t value)
{
    return value <= ISA_ALU_ILLEGAL ? isa_alu_ops[value].name : NULL;
}

/* One switch per enumeration without a default, so that a value without a name is an error when this is compiled. */
#define NAME(value, text)                                                                                              \
    case value:                                                                                                        \
        return text;

/* clang-format off */
static const char *wave_phase_name(uint64_t value)
{
    switch ((enum wave_phase)value) {
    NAME(WAVE_FREE, "free")
    NAME(WAVE_LOADING, "loading")
    NAME(WAVE_READY, "ready")
    NAME(WAVE_CF_MISS, "CF miss")
    NAME(WAVE_PAUSED, "paused")
    NAME(WAVE_WAITING, "waiting")
    NAME(WAVE_ENDING, "ending")
    case WAVE_PHASES:
        break;
    }
    return NULL;
}

static const char *cf_step_name(uint64_t value)
{
    switch ((enum cf_step)value) {
    NAME(CF_STEP_READY, "ready")
    NAME(CF_STEP_MISS, "miss")
    NAME(CF_STEP_WAIT, "wait")
    NAME(CF_STEP_END, "end")
    NAME(CF_STEP_PAUSE, "pause")
    case CF_STEPS:
        break;
    }
    return NULL;
}

static const char *cf_stall_name(uint64_t value)
{
    switch ((enum cf_stall)value) {
    NAME(CF_STALL_NONE, "-")
    NAME(CF_STALL_NO_CLAUSE, "no clause")
    NAME(CF_STALL_NO_EXPORT, "no export")
    NAME(CF_STALL_NO_FETCH, "no fetch")
    case CF_STALLS:
        break;
    }
    return NULL;
}

static const char *cf_error_name(uint64_t value)
{
    switch ((enum cf_error)value) {
    NAME(CF_OK, "-")
    NAME(CF_STACK_OVERFLOW, "stack overflow")
    NAME(CF_STACK_UNDERFLOW, "stack underflow")
    NAME(CF_STACK_MISMATCH, "stack mismatch")
    NAME(CF_NO_LOOP, "no loop")
    NAME(CF_NO_CALL, "no call")
    NAME(CF_STACK_NOT_EMPTY, "stack not empty")
    case CF_ERRORS:
        break;
    }
    return NULL;
}

static const char *alu_clause_state_name(uint64_t value)
{
    switch ((enum alu_clause_state)value) {
    NAME(CLAUSE_EMPTY, "empty")
    NAME(CLAUSE_ARBITRATE, "arbitrate")
    NAME(CLAUSE_LOCK, "lock")
    NAME(CLAUSE_FETCH, "ifetch")
    NAME(CLAUSE_READY, "ready")
    NAME(CLAUSE_RUN, "run")
    NAME(CLAUSE_DRAIN, "drain")
    case CLAUSE_STATES:
        break;
    }
    return NULL;
}

static const char *fetch_clause_state_name(uint64_t value)
{
    switch ((enum fetch_clause_state)value) {
    NAME(FETCH_CLAUSE_EMPTY, "empty")
    NAME(FETCH_CLAUSE_ARBITRATE, "arbitrate")
    NAME(FETCH_CLAUSE_FETCH, "ifetch")
    NAME(FETCH_CLAUSE_RUN, "run")
    case FETCH_CLAUSE_STATES:
        break;
    }
    return NULL;
}

static const char *issue_stall_name(uint64_t value)
{
    switch ((enum issue_stall)value) {
    NAME(ISSUE_STALL_NONE, "-")
    NAME(ISSUE_STALL_NO_CLAUSE, "no clause")
    NAME(ISSUE_STALL_INSTRUCTION, "instruction")
    NAME(ISSUE_STALL_LATENCY, "latency")
    NAME(ISSUE_STALL_MOVA, "MOVA")
    NAME(ISSUE_STALL_WATERFALL, "waterfall")
    NAME(ISSUE_STALL_GLOBAL, "global GPR")
    NAME(ISSUE_STALL_SHARED, "global rate")
    case ISSUE_STALLS:
        break;
    }
    return NULL;
}

static const char *stall_name(uint64_t value)
{
    return value < STALLS ? stall_names[value] : NULL;
}

static const char *program_type_name(uint64_t value)
{
    switch ((enum isa_program_type)value) {
    NAME(ISA_PS, "PS")
    NAME(ISA_VS, "VS")
    NAME(ISA_GS, "GS")
    NAME(ISA_ES, "ES")
    NAME(ISA_CS, "CS")
    case ISA_PROGRAM_TYPES:
        break;
    }
    return NULL;
}

static const char *arbiter_policy_name(uint64_t value)
{
    switch ((enum arbiter_policy)value) {
    NAME(ARBITER_OLDEST, "oldest")
    NAME(ARBITER_ROUND_ROBIN, "round robin")
    NAME(ARBITER_YOUNGEST, "youngest")
    case ARBITER_POLICIES:
        break;
    }
    return NULL;
}

static const char *issue_error_name(uint64_t value)
{
    switch ((enum issue_error)value) {
    NAME(ISSUE_OK, "-")
    NAME(ISSUE_BAD_GROUP, "bad group")
    NAME(ISSUE_BAD_PORTS, "bad ports")
    NAME(ISSUE_BAD_KCACHE, "bad kcache")
    NAME(ISSUE_BAD_GPR, "bad GPR")
    NAME(ISSUE_BAD_OPERAND, "bad operand")
    NAME(ISSUE_BAD_INDEX, "bad index")
    NAME(ISSUE_BAD_RULE, "bad rule")
    NAME(ISSUE_NO_DOUBLES, "no doubles")
    NAME(ISSUE_NO_GLOBALS, "no globals")
    case ISSUE_ERRORS:
        break;
    }
    return NULL;
}

static const char *export_type_name(uint64_t value)
{
    switch ((enum export_type)value) {
    NAME(EXPORT_PIXEL, "pixel")
    NAME(EXPORT_POS, "position")
    NAME(EXPORT_PARAM, "parameter")
    }
    return NULL;
}

/* Of a wavefront that is on a SIMD. */
#define LANES_OF(SIMD)                                                                                                 \
    {[LANE_LOADING] = SIMD "loading",   [LANE_QUEUE] = SIMD "CF queue",  [LANE_CONTROL] = SIMD "control flow",         \
     [LANE_MISS] = SIMD "CF miss",      [LANE_ARBITRATE] = SIMD "arbitrate", [LANE_LOCK] = SIMD "lock",                \
     [LANE_IFETCH] = SIMD "ifetch",     [LANE_READY] = SIMD "ready",     [LANE_RUN] = SIMD "run",                      \
     [LANE_DRAIN] = SIMD "drain",       [LANE_FETCH] = SIMD "fetch",     [LANE_EXPORT] = SIMD "export"}

static const char *lane_name(uint64_t value)
{
    static const char *const of_simd[1 + SIMDS_MAX][LANE_STATES] = {
        LANES_OF(""),    LANES_OF("0: "), LANES_OF("1: "), LANES_OF("2: "), LANES_OF("3: "), LANES_OF("4: "),
        LANES_OF("5: "), LANES_OF("6: "), LANES_OF("7: "), LANES_OF("8: "), LANES_OF("9: "),
        LANES_OF("10: "), LANES_OF("11: "), LANES_OF("12: "), LANES_OF("13: "), LANES_OF("14: "), LANES_OF("15: "),
        LANES_OF("16: "), LANES_OF("17: "), LANES_OF("18: "), LANES_OF("19: ")};
    const uint64_t state = value & ((1u << LANE_STATE_BITS) - 1), simd = value >> LANE_STATE_BITS;
    if (value == LANE_BEFORE || value == LANE_DONE)
        return value == LANE_BEFORE ? "-" : "done";
    return state < LANE_STATES && simd <= SIMDS_MAX ? of_simd[simd][state] : NULL;
}

/* clang-format on */

/* Slots by their letters, XYZ-T; `-` for the idle value. */
static const char *slots_name(uint64_t value)
{
    static char text[ISA_SLOTS + 1];
    if (value >= TRACE_IDLE(ISA_SLOTS))
        return value == TRACE_IDLE(ISA_SLOTS) ? "-" : NULL;
    for (unsigned slot = 0; slot < ISA_SLOTS; slot++)
        text[slot] = value >> slot & 1 ? "XYZWT"[slot] : '-';
    return text;
}

/* What an export goes to, as `wekiva dis` writes it: type in bits 9:8, ARRAY_BASE below. */
static const char *target_name(uint64_t value)
{
    static char       text[16];
    static const char names[][6] = {[EXPORT_PIXEL] = "PIX", [EXPORT_POS] = "POS", [EXPORT_PARAM] = "PARAM"};
    const unsigned    type = value >> 8 & 3, base = value & 0xff;
    if (value >= TRACE_IDLE(10) || type > EXPORT_PARAM)
        return value == TRACE_IDLE(10) ? "-" : NULL;
    snprintf(text, sizeof text, "%s%u", names[type], type == EXPORT_POS && base >= 60 ? base - 60 : base);
    return text;
}

/* ---- colours: grey where nothing is, orange where something waits, green where something works, red where a rule is
 * broken -------------------------------------------------------------------------------------------------------- */

static const char *cf_step_colour(uint64_t value)
{
    return value == CF_STEP_READY || value == CF_STEP_END ? TONE_WORKING : TONE_WAITING;
}

/* Reasons why nothing was done: 0 is that it was. */
static const char *reason_colour(uint64_t value)
{
    return value ? TONE_WAITING : TONE_IDLE;
}

static const char *stall_colour(uint64_t value)
{
    return value == STALL_PORTS || value == STALL_STOPPED  ? TONE_BROKEN
           : value == STALL_NONE || value == STALL_NO_WAVE ? TONE_IDLE
                                                           : TONE_WAITING;
}

static const char *error_colour(uint64_t value)
{
    return value ? TONE_BROKEN : TONE_IDLE;
}

static const char *wave_phase_colour(uint64_t value)
{
    switch (value) {
    case WAVE_FREE:
        return TONE_IDLE;
    case WAVE_LOADING:
    case WAVE_READY:
        return TONE_WORKING;
    default:
        return TONE_WAITING;
    }
}

static const char *alu_clause_state_colour(uint64_t value)
{
    switch (value) {
    case CLAUSE_EMPTY:
        return TONE_IDLE;
    case CLAUSE_RUN:
        return TONE_WORKING;
    case CLAUSE_DRAIN:
        return TONE_WORKING_DARK;
    case CLAUSE_READY:
        return TONE_WAITING;
    default:
        return TONE_WAITING_DARK;
    }
}

static const char *fetch_clause_state_colour(uint64_t value)
{
    return value == FETCH_CLAUSE_EMPTY ? TONE_IDLE : value == FETCH_CLAUSE_RUN ? TONE_WORKING : TONE_WAITING_DARK;
}

static const char *lane_colour(uint64_t value)
{
    switch (value & ((1u << LANE_STATE_BITS) - 1)) {
    case LANE_BEFORE:
    case LANE_DONE:
        return TONE_IDLE;
    case LANE_LOADING:
    case LANE_CONTROL:
    case LANE_DRAIN:
        return TONE_WORKING_DARK;
    case LANE_RUN:
    case LANE_EXPORT:
        return TONE_WORKING;
    case LANE_READY:
    case LANE_MISS:
        return TONE_WAITING;
    default:
        return TONE_WAITING_DARK;
    }
}

static const char *slots_colour(uint64_t value)
{
    return value == TRACE_IDLE(ISA_SLOTS) ? TONE_IDLE : TONE_WORKING_DARK;
}

static const char *target_colour(uint64_t value)
{
    return value == TRACE_IDLE(10) ? TONE_IDLE : TONE_WORKING_DARK;
}

static const struct trace_view views[] = {
    {.type = "alu_op_t", .kind = VIEW_NAMES, .name = alu_op_name},
    {.type = "slot_op_t", .kind = VIEW_NAMES, .name = alu_op_name},
    {.type = "alu_slot_op_t", .kind = VIEW_NAMES, .name = alu_op_name},
    {.type = "alu_wide_op_t", .kind = VIEW_NAMES, .name = alu_op_name},
    {.type = "wave_phase_t", .kind = VIEW_NAMES, .name = wave_phase_name, .colour = wave_phase_colour},
    {.type = "cf_step_t", .kind = VIEW_NAMES, .name = cf_step_name, .colour = cf_step_colour},
    {.type = "cf_error_t", .kind = VIEW_NAMES, .name = cf_error_name, .colour = error_colour},
    {.type = "cf_stall_t", .kind = VIEW_NAMES, .name = cf_stall_name, .colour = reason_colour},
    {.type = "clause_state_t", .kind = VIEW_NAMES, .name = alu_clause_state_name, .colour = alu_clause_state_colour},
    {.type = "fetch_clause_state_t",
     .kind = VIEW_NAMES,
     .name = fetch_clause_state_name,
     .colour = fetch_clause_state_colour},
    {.type = "issue_stall_t", .kind = VIEW_NAMES, .name = issue_stall_name, .colour = reason_colour},
    {.type = "stall_t", .kind = VIEW_NAMES, .name = stall_name, .colour = stall_colour},
    {.type = "arbiter_policy_t", .kind = VIEW_NAMES, .name = arbiter_policy_name},
    {.type = "program_type_t", .kind = VIEW_NAMES, .name = program_type_name},
    {.type = "wave_number_t", .kind = VIEW_UNSIGNED},
    {.type = "type_byte_t", .kind = VIEW_UNSIGNED},
    {.type = "type_half_t", .kind = VIEW_UNSIGNED},
    {.type = "type_word_t", .kind = VIEW_UNSIGNED},
    {.type = "stall_counts_t", .kind = VIEW_UNSIGNED},
    {.type = "wave_phases_t", .kind = VIEW_UNSIGNED},
    {.type = "issue_error_t", .kind = VIEW_NAMES, .name = issue_error_name, .colour = error_colour},
    {.type = "export_type_t", .kind = VIEW_NAMES, .name = export_type_name},
    {.type = "view_lane_t", .kind = VIEW_NAMES, .name = lane_name, .colour = lane_colour},
    {.type = "view_slots_t", .kind = VIEW_NAMES, .name = slots_name, .colour = slots_colour},
    {.type = "view_export_t", .kind = VIEW_NAMES, .name = target_name, .colour = target_colour},
    VIEW_TEXTURES,
    {.type = "view_number_t", .kind = VIEW_UNSIGNED, .idle = IDLE_ABOVE},
    {.type = "view_cf_t", .kind = VIEW_FILTER, .filter = "view-cf"},
    {.type = "view_alu_t", .kind = VIEW_FILTER, .filter = "view-alu"},
    WATCHED_VIEWS(GPR_UNDEFINED),
    {.type = "cf_word_t", .kind = VIEW_FILTER, .filter = "cf"},
    {.type = "alu_word_t", .kind = VIEW_FILTER, .filter = "alu"},
    {.type = "slot_word_t", .kind = VIEW_FILTER, .filter = "alu"},
    {.type = "operand_word_t", .kind = VIEW_FLOAT},
    {.type = "constant_t", .kind = VIEW_FLOAT},
    {.type = "kcache_line_t", .kind = VIEW_FLOAT},
    {.type = "vector_quarter_t", .kind = VIEW_FLOAT},
    {.type = "read_row_t", .kind = VIEW_UNSIGNED},
    {.type = "slot_byte_t", .kind = VIEW_UNSIGNED},
    {.type = "slot_byte_t", .kind = VIEW_UNSIGNED},
    {.type = "slot_byte_t", .kind = VIEW_UNSIGNED},
    {.type = "pair_bits_t", .kind = VIEW_UNSIGNED},
    {.type = "pair_mask_t", .kind = VIEW_BITS},
    {.type = "vector_bits_t", .kind = VIEW_BITS},
    {.type = "operand_byte_t", .kind = VIEW_UNSIGNED},
    {.type = "kcache_ways_t", .kind = VIEW_UNSIGNED},
    {.type = "kcache_ways_t", .kind = VIEW_UNSIGNED},
    {.type = "export_slots_t", .kind = VIEW_UNSIGNED},
    {.type = "export_waits_t", .kind = VIEW_UNSIGNED},
};

const struct machine_looks r700_looks = {.views = views,
                                         .view_count = sizeof views / sizeof views[0],
                                         .elements = r700_elements,
                                         .element_types = R700_ELEMENT_TYPES,
                                         .overview = r700_overview};
