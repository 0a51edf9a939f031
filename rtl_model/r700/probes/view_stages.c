/* view_stages.c - the rows of a waveform that each SIMD has: what is in its stages. */
#include <stdio.h>
#include <string.h>

#include "kit/wire.h"
#include "rtl_model/r700/probes/view_stages.h"

enum { PC_BITS = 29, GROUP_BITS = 24 }; /* as wide as the signals shown */

bool view_has_group(const struct alu_issue_reg *issue)
{
    return issue->reading || issue->executing;
}

/* ---- values: of the registers `q` of an instance, what is shown when --------------------------------------------- */

/* VALUE(name, module, member of a SIMD, bits, when, value); a WORD has 64 bits.  Below the SIMD the argument is the
 * instance's number and, times how many instances there are, `k`. */
#define VALUES(VALUE, WORD)                                                                                            \
    VALUE(fetch_wave, cf_sequencer, cf, VIEW_NUMBER_BITS, q->fetch, q->fetch_number)                                   \
    VALUE(decode_wave, cf_sequencer, cf, VIEW_NUMBER_BITS, q->decode, q->decode_number)                                \
    VALUE(decode_address, cf_sequencer, cf, PC_BITS, q->decode, q->decode_pc)                                          \
    WORD(decode_instruction, cf_sequencer, cf, q->decode, q->decode_word)                                              \
    VALUE(step_wave, cf_sequencer, cf, VIEW_NUMBER_BITS, q->step, q->step_number)                                      \
    VALUE(clause_wave, alu_clause, clause, VIEW_NUMBER_BITS, q->state != CLAUSE_EMPTY, q->number)                      \
    VALUE(fetch_clause_wave, fetch_clause, fetch_clause, VIEW_NUMBER_BITS, q->state != FETCH_CLAUSE_EMPTY, q->number)  \
    VALUE(group_wave, alu_issue, issue, VIEW_NUMBER_BITS, view_has_group(q), q->wave)                                  \
    VALUE(group_address, alu_issue, issue, GROUP_BITS, view_has_group(q), q->address)                                  \
    VALUE(group_slots, alu_issue, issue, ISA_SLOTS, view_has_group(q), q->used)                                        \
    WORD(group_instruction, alu_issue, issue, view_has_group(q) && q->used >> k & 1, q->word.slot[k])                  \
    VALUE(result_wave, write_back, back, VIEW_NUMBER_BITS, q->gpr_write, q->gpr_wave)                                  \
    VALUE(result_slots, write_back, back, ISA_SLOTS, q->gpr_write, q->gpr_slots)                                       \
    VALUE(export_wave, export_unit, exports, VIEW_NUMBER_BITS, q->valid, q->number)                                    \
    VALUE(export_target, export_unit, exports, 10, q->valid, (uint64_t)q->type << 8 | q->index)

#define VALUE_OF(name, module, member, idle, when, value)                                                              \
    static uint64_t name(const void *context, unsigned argument)                                                       \
    {                                                                                                                  \
        const unsigned i = view_argument(argument) % COUNT_##member, k = view_argument(argument) / COUNT_##member;     \
        const struct module##_reg *q = &RTL_AT_CONST(module, view_simd(context, argument), member, i)->q;              \
        (void)k;                                                                                                       \
        return (when) ? (uint64_t)(value) : idle;                                                                      \
    }
#define VALUE_FUNCTION(name, module, member, bits, when, value)                                                        \
    VALUE_OF(name, module, member, TRACE_IDLE(bits), when, value)
#define WORD_FUNCTION(name, module, member, when, value) VALUE_OF(name, module, member, TRACE_IDLE_WORD, when, value)
VALUES(VALUE_FUNCTION, WORD_FUNCTION)

/* ---- the list --------------------------------------------------------------------------------------------------- */

static const char *const scope_names[VIEW_SCOPES] = {"control", "clauses", "fetch_clauses", "even", "odd",
                                                     "results", "exports", "textures",      "taps", "weights"};

#define SLOT(scope, name, parity, slot)                                                                                \
    {                                                                                                                  \
        scope, name, "view_alu_t", 64, group_instruction, parity + slot *PARITIES, AT_issue + parity                   \
    }
#define GROUP(scope, parity)                                                                                           \
    {scope, "wavefront", VIEW_NUMBER, group_wave, parity, AT_issue + parity},                                          \
        {scope, "group", "view_number_t", GROUP_BITS + 1, group_address, parity, AT_issue + parity},                   \
        {scope, "slots", "view_slots_t", ISA_SLOTS + 1, group_slots, parity, AT_issue + parity},                       \
        SLOT(scope, "x", parity, 0), SLOT(scope, "y", parity, 1), SLOT(scope, "z", parity, 2),                         \
        SLOT(scope, "w", parity, 3), SLOT(scope, "t", parity, 4)
#define CLAUSE(name, n)                                                                                                \
    {                                                                                                                  \
        OF_CLAUSES, name, VIEW_NUMBER, clause_wave, n, AT_clause + n                                                   \
    }
#define FETCH(name, n)                                                                                                 \
    {                                                                                                                  \
        OF_FETCHES, name, VIEW_NUMBER, fetch_clause_wave, n, AT_fetch_clause + n                                       \
    }

static const struct view_row stages[] = {
    {OF_CONTROL, "fetch", VIEW_NUMBER, fetch_wave, 0, AT_cf},
    {OF_CONTROL, "decode", VIEW_NUMBER, decode_wave, 0, AT_cf},
    {OF_CONTROL, "address", "view_number_t", PC_BITS + 1, decode_address, 0, AT_cf},
    {OF_CONTROL, "instruction", "view_cf_t", 64, decode_instruction, 0, AT_cf},
    {OF_CONTROL, "step", VIEW_NUMBER, step_wave, 0, AT_cf},
    CLAUSE("c00", 0),
    CLAUSE("c01", 1),
    CLAUSE("c02", 2),
    CLAUSE("c03", 3),
    CLAUSE("c04", 4),
    CLAUSE("c05", 5),
    CLAUSE("c06", 6),
    CLAUSE("c07", 7),
    CLAUSE("c08", 8),
    CLAUSE("c09", 9),
    CLAUSE("c10", 10),
    CLAUSE("c11", 11),
    FETCH("f0", 0),
    FETCH("f1", 1),
    FETCH("f2", 2),
    FETCH("f3", 3),
    FETCH("f4", 4),
    FETCH("f5", 5),
    FETCH("f6", 6),
    FETCH("f7", 7),
    GROUP(OF_EVEN, 0),
    GROUP(OF_ODD, 1),
    {OF_RESULTS, "wavefront", VIEW_NUMBER, result_wave, 0, AT_back},
    {OF_RESULTS, "slots", "view_slots_t", ISA_SLOTS + 1, result_slots, 0, AT_back},
    {OF_EXPORTS, "wavefront", VIEW_NUMBER, export_wave, 0, AT_exports},
    {OF_EXPORTS, "target", "view_export_t", 11, export_target, 0, AT_exports},
};
enum { STAGES = sizeof stages / sizeof stages[0] };
_Static_assert(ALU_CLAUSES == 12 && FETCH_CLAUSES == 8, "a row for every clause");

unsigned view_stage_count(void)
{
    return STAGES + view_quad_count;
}

/* trace_derived.from counts instances from 1. */
static struct trace_derived listed(struct view_rows *view, const struct view_row *row, unsigned simd)
{
    return (struct trace_derived){view->scopes[simd][row->scope],
                                  row->name,
                                  row->type,
                                  row->bits,
                                  false,
                                  row->value,
                                  simd << VIEW_ARGUMENT_BITS | row->argument,
                                  simd * SIMD_MODULES + row->module + 1};
}

unsigned view_stages_list(struct view_rows *view, struct trace_derived *list, unsigned simd)
{
    /* Called as the SIMD is: "gpu.view" and what stands behind the first part of its modules' paths. */
    const struct gpu *gpu = view->gpu ? view->gpu : view->shadow;
    const char       *path = strchr(gpu->instances[simd * SIMD_MODULES].path, '.') + 1;
    char              simd_name[8];
    snprintf(simd_name, sizeof simd_name, "%.*s", (int)strcspn(path, "."), path);
    for (unsigned s = 0; s < VIEW_SCOPES; s++)
        snprintf(view->scopes[simd][s], sizeof view->scopes[simd][s], "gpu.view.%s.%s", simd_name, scope_names[s]);
    for (unsigned i = 0; i < STAGES; i++)
        list[i] = listed(view, &stages[i], simd);
    for (unsigned i = 0; i < view_quad_count; i++)
        list[STAGES + i] = listed(view, &view_quads[i], simd);
    return view_stage_count() + view_samplers_list(view, list + view_stage_count(), simd, simd_name);
}
