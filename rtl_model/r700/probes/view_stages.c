/* view_stages.c - the rows of a waveform that each SIMD has: what is in its stages. */
#include <stdio.h>
#include <string.h>

#include "rtl_model/r700/probes/view_stages.h"

enum { PC_BITS = 29, GROUP_BITS = 24 }; /* as wide as the signals shown */

/* ---- control flow ----------------------------------------------------------------------------------------------- */

static uint64_t fetch_wave(const void *context, unsigned argument)
{
    const struct cf_sequencer_reg *q = &view_simd(context, argument)->cf.q;
    return view_when(q->fetch, q->fetch_number, VIEW_NUMBER_BITS);
}

static uint64_t decode_wave(const void *context, unsigned argument)
{
    const struct cf_sequencer_reg *q = &view_simd(context, argument)->cf.q;
    return view_when(q->decode, q->decode_number, VIEW_NUMBER_BITS);
}

static uint64_t decode_address(const void *context, unsigned argument)
{
    const struct cf_sequencer_reg *q = &view_simd(context, argument)->cf.q;
    return view_when(q->decode, q->decode_pc, PC_BITS);
}

static uint64_t decode_instruction(const void *context, unsigned argument)
{
    const struct cf_sequencer_reg *q = &view_simd(context, argument)->cf.q;
    return q->decode ? q->decode_word : TRACE_IDLE_WORD;
}

static uint64_t step_wave(const void *context, unsigned argument)
{
    const struct cf_sequencer_reg *q = &view_simd(context, argument)->cf.q;
    return view_when(q->step, q->step_number, VIEW_NUMBER_BITS);
}

/* ---- clauses ---------------------------------------------------------------------------------------------------- */

static uint64_t clause_wave(const void *context, unsigned argument)
{
    const struct alu_clause_reg *q = &view_simd(context, argument)->clause[view_argument(argument)].q;
    return view_when(q->state != CLAUSE_EMPTY, q->number, VIEW_NUMBER_BITS);
}

static uint64_t fetch_clause_wave(const void *context, unsigned argument)
{
    const struct fetch_clause_reg *q = &view_simd(context, argument)->fetch_clause[view_argument(argument)].q;
    return view_when(q->state != FETCH_CLAUSE_EMPTY, q->number, VIEW_NUMBER_BITS);
}

/* ---- groups: below the SIMD the argument is the parity; of a slot, parity x ISA_SLOTS + slot --------------------- */

static const struct alu_issue_reg *issue_of(const void *context, unsigned argument, unsigned parity)
{
    return &view_simd(context, argument)->issue[parity].q;
}

bool view_has_group(const struct alu_issue_reg *issue)
{
    return issue->reading || issue->executing;
}

static uint64_t group_wave(const void *context, unsigned argument)
{
    const struct alu_issue_reg *q = issue_of(context, argument, view_argument(argument));
    return view_when(view_has_group(q), q->wave, VIEW_NUMBER_BITS);
}

static uint64_t group_address(const void *context, unsigned argument)
{
    const struct alu_issue_reg *q = issue_of(context, argument, view_argument(argument));
    return view_when(view_has_group(q), q->address, GROUP_BITS);
}

static uint64_t group_slots(const void *context, unsigned argument)
{
    const struct alu_issue_reg *q = issue_of(context, argument, view_argument(argument));
    return view_when(view_has_group(q), q->used, ISA_SLOTS);
}

static uint64_t group_instruction(const void *context, unsigned argument)
{
    const unsigned              slot = view_argument(argument) % ISA_SLOTS;
    const struct alu_issue_reg *q = issue_of(context, argument, view_argument(argument) / ISA_SLOTS);
    return view_has_group(q) && q->used >> slot & 1 ? q->word.slot[slot] : TRACE_IDLE_WORD;
}

/* ---- results, exports ------------------------------------------------------------------------------------------- */

static uint64_t result_wave(const void *context, unsigned argument)
{
    const struct write_back_reg *q = &view_simd(context, argument)->back.q;
    return view_when(q->gpr_write, q->gpr_wave, VIEW_NUMBER_BITS);
}

static uint64_t result_slots(const void *context, unsigned argument)
{
    const struct write_back_reg *q = &view_simd(context, argument)->back.q;
    return view_when(q->gpr_write, q->gpr_slots, ISA_SLOTS);
}

static uint64_t export_wave(const void *context, unsigned argument)
{
    const struct export_unit_reg *q = &view_simd(context, argument)->exports.q;
    return view_when(q->valid, q->number, VIEW_NUMBER_BITS);
}

static uint64_t export_target(const void *context, unsigned argument)
{
    const struct export_unit_reg *q = &view_simd(context, argument)->exports.q;
    return view_when(q->valid, (uint64_t)q->type << 8 | q->index, 10);
}

/* ---- the list --------------------------------------------------------------------------------------------------- */

static const char *const scope_names[VIEW_SCOPES] = {"control", "clauses", "fetch_clauses", "even", "odd",
                                                     "results", "exports", "textures",      "taps", "weights"};

#define SLOT(scope, name, parity, slot)                                                                                \
    {                                                                                                                  \
        scope, name, "view_alu_t", 64, group_instruction, parity *ISA_SLOTS + slot, AT_issue + parity                  \
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
