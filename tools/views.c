/* views.c - names of the enumerations, and the views of words and vectors. */
#include "tools/views.h"

#include "isa/isa.h"
#include "mem/wave_table.h"
#include "pipeline/alu_clause.h"
#include "pipeline/alu_issue.h"
#include "pipeline/cf_sequencer.h"
#include "pipeline/export_unit.h"

static const char *alu_op_name(uint64_t value)
{
    return value <= ISA_ALU_ILLEGAL ? isa_alu_ops[value].name : NULL;
}

/* A function that names the values of an enumeration; the designators keep names and values together. */
#define NAMES(function, ...)                                                                                           \
    static const char *function(uint64_t value)                                                                        \
    {                                                                                                                  \
        static const char *const names[] = {__VA_ARGS__};                                                              \
        return value < sizeof names / sizeof names[0] ? names[value] : NULL;                                           \
    }

NAMES(wave_phase_name, [WAVE_FREE] = "free", [WAVE_LOADING] = "loading", [WAVE_READY] = "ready",
      [WAVE_CF_MISS] = "CF miss", [WAVE_WAITING] = "waiting", [WAVE_ENDING] = "ending")
NAMES(cf_step_name, [CF_STEP_READY] = "ready", [CF_STEP_MISS] = "miss", [CF_STEP_WAIT] = "wait", [CF_STEP_END] = "end")
NAMES(cf_stall_name, [CF_STALL_NONE] = "-", [CF_STALL_NO_CLAUSE] = "no clause", [CF_STALL_NO_EXPORT] = "no export")
NAMES(clause_state_name, [CLAUSE_EMPTY] = "empty", [CLAUSE_ARBITRATE] = "arbitrate", [CLAUSE_LOCK] = "lock",
      [CLAUSE_FETCH] = "fetch", [CLAUSE_READY] = "ready", [CLAUSE_RUN] = "run", [CLAUSE_DRAIN] = "drain")
NAMES(issue_stall_name, [ISSUE_STALL_NONE] = "-", [ISSUE_STALL_NO_CLAUSE] = "no clause",
      [ISSUE_STALL_INSTRUCTION] = "instruction", [ISSUE_STALL_LATENCY] = "latency")
NAMES(issue_error_name, [ISSUE_OK] = "-", [ISSUE_BAD_GROUP] = "bad group", [ISSUE_BAD_PORTS] = "bad ports",
      [ISSUE_BAD_KCACHE] = "bad kcache", [ISSUE_BAD_GPR] = "bad GPR", [ISSUE_BAD_OPERAND] = "bad operand",
      [ISSUE_NOT_MODELLED] = "not modelled")
NAMES(export_type_name, [EXPORT_PIXEL] = "pixel", [EXPORT_POS] = "position", [EXPORT_PARAM] = "parameter")

const struct trace_view wekiva_views[] = {
    {.type = "alu_op_t", .kind = VIEW_NAMES, .name = alu_op_name},
    {.type = "slot_op_t", .kind = VIEW_NAMES, .name = alu_op_name},
    {.type = "alu_slot_op_t", .kind = VIEW_NAMES, .name = alu_op_name},
    {.type = "alu_reduction_op_t", .kind = VIEW_NAMES, .name = alu_op_name},
    {.type = "wave_phase_t", .kind = VIEW_NAMES, .name = wave_phase_name},
    {.type = "cf_step_t", .kind = VIEW_NAMES, .name = cf_step_name},
    {.type = "cf_stall_t", .kind = VIEW_NAMES, .name = cf_stall_name},
    {.type = "clause_state_t", .kind = VIEW_NAMES, .name = clause_state_name},
    {.type = "issue_stall_t", .kind = VIEW_NAMES, .name = issue_stall_name},
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
    {.type = "vector_bits_t", .kind = VIEW_BITS},
    {.type = "operand_byte_t", .kind = VIEW_UNSIGNED},
    {.type = "kc_ways_t", .kind = VIEW_UNSIGNED},
    {.type = "kcache_ways_t", .kind = VIEW_UNSIGNED},
    {.type = "export_slots_t", .kind = VIEW_UNSIGNED},
    {.type = "export_waits_t", .kind = VIEW_UNSIGNED},
};
const unsigned wekiva_view_count = sizeof wekiva_views / sizeof wekiva_views[0];

const char wekiva_overview[] = "*.dispatcher.o_launch*,*.cf_sequencer.o_decode,*.cf_sequencer.o_decode_slot,"
                               "*.cf_sequencer.o_decode_pc,*.cf_sequencer.o_decode_word,*.cf_sequencer.o_stall,"
                               "*.clause0[0-3].o_state,*.clause0[0-3].o_number,*.clause0[0-3].o_head,"
                               "*.issue_*.o_wave,*.issue_*.o_address,*.issue_*.o_reading,*.issue_*.o_executing,"
                               "*.issue_*.o_used,*.issue_*.o_stall,*.issue_*.o_error,*.alu_[xyzwt].i_op,"
                               "*.alu_[xyzwt].i_valid,*.write_back.o_gpr_write,*.export_unit.o_valid,"
                               "*.export_unit.o_type,*.export_unit.o_index,*.export_unit.o_number";
const char wekiva_open[] = "*.cf_sequencer,*.issue_even,*.issue_odd";
