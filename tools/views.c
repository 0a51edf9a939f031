/* views.c - names of the enumerations, and the views of words and vectors. */
#include "tools/views.h"

#include "isa/isa.h"
#include "mem/wave_table.h"
#include "pipeline/alu_clause.h"
#include "pipeline/alu_issue.h"
#include "pipeline/alu_wide.h"
#include "pipeline/arbiter.h"
#include "pipeline/cf_sequencer.h"
#include "pipeline/cf_state.h"
#include "pipeline/export_unit.h"
#include "pipeline/fetch_clause.h"

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
    NAME(CLAUSE_FETCH, "fetch")
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
    NAME(FETCH_CLAUSE_FETCH, "fetch")
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

/* clang-format on */

const struct trace_view wekiva_views[] = {
    {.type = "alu_op_t", .kind = VIEW_NAMES, .name = alu_op_name},
    {.type = "slot_op_t", .kind = VIEW_NAMES, .name = alu_op_name},
    {.type = "alu_slot_op_t", .kind = VIEW_NAMES, .name = alu_op_name},
    {.type = "alu_wide_op_t", .kind = VIEW_NAMES, .name = alu_op_name},
    {.type = "wave_phase_t", .kind = VIEW_NAMES, .name = wave_phase_name},
    {.type = "cf_step_t", .kind = VIEW_NAMES, .name = cf_step_name},
    {.type = "cf_error_t", .kind = VIEW_NAMES, .name = cf_error_name},
    {.type = "cf_stall_t", .kind = VIEW_NAMES, .name = cf_stall_name},
    {.type = "clause_state_t", .kind = VIEW_NAMES, .name = alu_clause_state_name},
    {.type = "fetch_clause_state_t", .kind = VIEW_NAMES, .name = fetch_clause_state_name},
    {.type = "issue_stall_t", .kind = VIEW_NAMES, .name = issue_stall_name},
    {.type = "stall_t", .kind = VIEW_NAMES, .name = stall_name},
    {.type = "arbiter_policy_t", .kind = VIEW_NAMES, .name = arbiter_policy_name},
    {.type = "program_type_t", .kind = VIEW_NAMES, .name = program_type_name},
    {.type = "wave_number_t", .kind = VIEW_UNSIGNED},
    {.type = "type_byte_t", .kind = VIEW_UNSIGNED},
    {.type = "type_half_t", .kind = VIEW_UNSIGNED},
    {.type = "type_word_t", .kind = VIEW_UNSIGNED},
    {.type = "stall_counts_t", .kind = VIEW_UNSIGNED},
    {.type = "wave_phases_t", .kind = VIEW_UNSIGNED},
    {.type = "issue_error_t", .kind = VIEW_NAMES, .name = issue_error_name},
    {.type = "export_type_t", .kind = VIEW_NAMES, .name = export_type_name},
    {.type = "cf_word_t", .kind = VIEW_FILTER, .filter = "cf"},
    {.type = "alu_word_t", .kind = VIEW_FILTER, .filter = "alu"},
    {.type = "slot_word_t", .kind = VIEW_FILTER, .filter = "alu"},
    {.type = "operand_word_t", .kind = VIEW_FLOAT},
    {.type = "constant_t", .kind = VIEW_FLOAT},
    {.type = "kcache_line_t", .kind = VIEW_FLOAT},
    {.type = "vector_quarter_t", .kind = VIEW_FLOAT},
    {.type = "read_row_t", .kind = VIEW_UNSIGNED},
    {.type = "slot_bits_t", .kind = VIEW_UNSIGNED},
    {.type = "slot_byte_t", .kind = VIEW_UNSIGNED},
    {.type = "wb_bits_t", .kind = VIEW_UNSIGNED},
    {.type = "pair_bits_t", .kind = VIEW_UNSIGNED},
    {.type = "pair_mask_t", .kind = VIEW_BITS},
    {.type = "vector_bits_t", .kind = VIEW_BITS},
    {.type = "operand_byte_t", .kind = VIEW_UNSIGNED},
    {.type = "kc_ways_t", .kind = VIEW_UNSIGNED},
    {.type = "kcache_ways_t", .kind = VIEW_UNSIGNED},
    {.type = "export_slots_t", .kind = VIEW_UNSIGNED},
    {.type = "export_waits_t", .kind = VIEW_UNSIGNED},
};
const unsigned wekiva_view_count = sizeof wekiva_views / sizeof wekiva_views[0];

static const char *const slots[ISA_SLOTS] = {"x", "y", "z", "w", "t"}; /* four-element vectors use the first four */
static const char *const operands[3 * ISA_SLOTS] = {"x0", "x1", "x2", "y0", "y1", "y2", "z0", "z1",
                                                    "z2", "w0", "w1", "w2", "t0", "t1", "t2"};
static const char *const rows[READ_ROWS] = {"cycle0_x", "cycle0_y", "cycle0_z", "cycle0_w", "cycle1_x", "cycle1_y",
                                            "cycle1_z", "cycle1_w", "cycle2_x", "cycle2_y", "cycle2_z", "cycle2_w"};
static const char *const pairs[WIDE_PAIRS] = {"xy", "zw"};
static const char *const lines[ALU_CLAUSE_KC_LINES] = {"set0_line0", "set0_line1", "set1_line0", "set1_line1"};
static const char *const types[ISA_PROGRAM_TYPES] = {"ps", "vs", "gs", "es", "cs"};
static const char *const phases[WAVE_PHASES] = {"free", "loading", "ready", "paused", "cf_miss", "waiting", "ending"};

const struct trace_elements wekiva_elements[] = {
    {"slot_bits_t", slots},    {"slot_op_t", slots},   {"slot_word_t", slots},       {"slot_mask_t", slots},
    {"slot_byte_t", slots},    {"wb_bits_t", slots},   {"wb_quarter_mask_t", slots}, {"wb_mask_t", slots},
    {"vector_bits_t", slots},  {"constant_t", slots},  {"operand_byte_t", operands}, {"operand_word_t", operands},
    {"read_row_t", rows},      {"kc_ways_t", lines},   {"ar_masks_t", slots},        {"pair_op_t", pairs},
    {"pair_bits_t", pairs},    {"pair_mask_t", pairs}, {"kcache_ways_t", lines},     {"stall_counts_t", stall_keys},
    {"wave_phases_t", phases}, {"type_byte_t", types}, {"type_half_t", types},       {"type_word_t", types},
};
const unsigned wekiva_element_types = sizeof wekiva_elements / sizeof wekiva_elements[0];

const char wekiva_overview[] =
    "*.dispatcher.o_launch,*.dispatcher.o_number,*.dispatcher.o_launched,*.cf_sequencer.o_decode,*.cf_sequencer.o_"
    "decode_slot,"
    "*.cf_sequencer.o_decode_pc,*.cf_sequencer.o_decode_word,*.cf_sequencer.o_stall,*.arbiter_*.o_stall,"
    "*.cf_state.o_error,"
    "*.clause0[0-3].o_state,*.clause0[0-3].o_number,*.clause0[0-3].o_head,"
    "*.fetch_clause0.o_state,*.fetch_clause0.o_number,*.vertex_fetch.o_flying,"
    "*.issue_*.o_wave,*.issue_*.o_address,*.issue_*.o_reading,*.issue_*.o_executing,"
    "*.issue_*.o_used,*.issue_*.o_stall,*.issue_*.o_error,*.alu_[xyzwt].i_op,"
    "*.alu_[xyzwt].i_valid,*.write_back.o_gpr_write,*.export_unit.o_valid,"
    "*.export_unit.o_type,*.export_unit.o_index,*.export_unit.o_number";
const char wekiva_open[] = "*.cf_sequencer,*.issue_even,*.issue_odd";
