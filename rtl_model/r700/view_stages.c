/* view_stages.c - the rows of a waveform that each SIMD has: what is in its stages. */
#include <stdio.h>
#include <string.h>

#include "pipeline/texture_plan.h"
#include "pipeline/texture_quad.h"
#include "rtl_model/r700/view_rows.h"

/* The rows of stages are of one SIMD each: the argument is its number above what else there is to know. */
enum { ARGUMENT_BITS = 8 };

static const struct simd *simd_of(const void *context, unsigned argument)
{
    const struct view_rows *view = context;
    return &view->gpu->simd[argument >> ARGUMENT_BITS];
}

static unsigned below_simd(unsigned argument)
{
    return argument & ((1u << ARGUMENT_BITS) - 1);
}

/* A value of `bits` bits, or the mark of none. */
static uint64_t when(bool there, uint64_t value, unsigned bits)
{
    return there ? value : TRACE_IDLE(bits);
}

enum { PC_BITS = 29, GROUP_BITS = 24, TEXTURE_ID_BITS = 8 }; /* as wide as the signals shown */

/* ---- control flow ----------------------------------------------------------------------------------------------- */

static uint64_t fetch_wave(const void *context, unsigned argument)
{
    const struct cf_sequencer_reg *q = &simd_of(context, argument)->cf.q;
    return when(q->fetch, q->fetch_number, VIEW_NUMBER_BITS);
}

static uint64_t decode_wave(const void *context, unsigned argument)
{
    const struct cf_sequencer_reg *q = &simd_of(context, argument)->cf.q;
    return when(q->decode, q->decode_number, VIEW_NUMBER_BITS);
}

static uint64_t decode_address(const void *context, unsigned argument)
{
    const struct cf_sequencer_reg *q = &simd_of(context, argument)->cf.q;
    return when(q->decode, q->decode_pc, PC_BITS);
}

static uint64_t decode_instruction(const void *context, unsigned argument)
{
    const struct cf_sequencer_reg *q = &simd_of(context, argument)->cf.q;
    return q->decode ? q->decode_word : TRACE_IDLE_WORD;
}

static uint64_t step_wave(const void *context, unsigned argument)
{
    const struct cf_sequencer_reg *q = &simd_of(context, argument)->cf.q;
    return when(q->step, q->step_number, VIEW_NUMBER_BITS);
}

/* ---- clauses ---------------------------------------------------------------------------------------------------- */

static uint64_t clause_wave(const void *context, unsigned argument)
{
    const struct alu_clause_reg *q = &simd_of(context, argument)->clause[below_simd(argument)].q;
    return when(q->state != CLAUSE_EMPTY, q->number, VIEW_NUMBER_BITS);
}

static uint64_t fetch_clause_wave(const void *context, unsigned argument)
{
    const struct fetch_clause_reg *q = &simd_of(context, argument)->fetch_clause[below_simd(argument)].q;
    return when(q->state != FETCH_CLAUSE_EMPTY, q->number, VIEW_NUMBER_BITS);
}

/* ---- groups: below the SIMD the argument is the parity; of a slot, parity x ISA_SLOTS + slot --------------------- */

static const struct alu_issue_reg *issue_of(const void *context, unsigned argument, unsigned parity)
{
    return &simd_of(context, argument)->issue[parity].q;
}

bool view_has_group(const struct alu_issue_reg *issue)
{
    return issue->reading || issue->executing;
}

static uint64_t group_wave(const void *context, unsigned argument)
{
    const struct alu_issue_reg *q = issue_of(context, argument, below_simd(argument));
    return when(view_has_group(q), q->wave, VIEW_NUMBER_BITS);
}

static uint64_t group_address(const void *context, unsigned argument)
{
    const struct alu_issue_reg *q = issue_of(context, argument, below_simd(argument));
    return when(view_has_group(q), q->address, GROUP_BITS);
}

static uint64_t group_slots(const void *context, unsigned argument)
{
    const struct alu_issue_reg *q = issue_of(context, argument, below_simd(argument));
    return when(view_has_group(q), q->used, ISA_SLOTS);
}

static uint64_t group_instruction(const void *context, unsigned argument)
{
    const unsigned              slot = below_simd(argument) % ISA_SLOTS;
    const struct alu_issue_reg *q = issue_of(context, argument, below_simd(argument) / ISA_SLOTS);
    return view_has_group(q) && q->used >> slot & 1 ? q->word.slot[slot] : TRACE_IDLE_WORD;
}

/* ---- results, exports ------------------------------------------------------------------------------------------- */

static uint64_t result_wave(const void *context, unsigned argument)
{
    const struct write_back_reg *q = &simd_of(context, argument)->back.q;
    return when(q->gpr_write, q->gpr_wave, VIEW_NUMBER_BITS);
}

static uint64_t result_slots(const void *context, unsigned argument)
{
    const struct write_back_reg *q = &simd_of(context, argument)->back.q;
    return when(q->gpr_write, q->gpr_slots, ISA_SLOTS);
}

static uint64_t export_wave(const void *context, unsigned argument)
{
    const struct export_unit_reg *q = &simd_of(context, argument)->exports.q;
    return when(q->valid, q->number, VIEW_NUMBER_BITS);
}

static uint64_t export_target(const void *context, unsigned argument)
{
    const struct export_unit_reg *q = &simd_of(context, argument)->exports.q;
    return when(q->valid, (uint64_t)q->type << 8 | q->index, 10);
}

/* ---- textures: the quad that the LOD unit has planned ----------------------------------------------------------- */

static uint64_t texture_wave(const void *context, unsigned argument)
{
    const struct simd *simd = simd_of(context, argument);
    return when(simd->lod_unit.q.valid, simd->texture_return.q.f_number.entry[simd->lod_unit.q.entry],
                VIEW_NUMBER_BITS);
}

static struct isa_tex texture_instruction(const struct simd *simd)
{
    const struct texture_return_reg *q = &simd->texture_return.q;
    const uint64_t                   low = q->f_low.entry[simd->lod_unit.q.entry];
    struct isa_tex                   tex;
    isa_unpack_tex((const uint32_t[4]){(uint32_t)low, (uint32_t)(low >> 32), q->f_high.entry[simd->lod_unit.q.entry]},
                   &tex);
    return tex;
}

static uint64_t texture_id(const void *context, unsigned argument)
{
    const struct simd *simd = simd_of(context, argument);
    return when(simd->lod_unit.q.valid, simd->lod_unit.q.valid ? texture_instruction(simd).resource_id : 0,
                TEXTURE_ID_BITS);
}

/* Dimension and format of the resource: DIM above DATA_FORMAT. */
static uint64_t texture_kind(const void *context, unsigned argument)
{
    const struct simd *simd = simd_of(context, argument);
    if (!simd->lod_unit.q.valid)
        return TRACE_IDLE(VIEW_TEXTURE_BITS);
    const struct isa_tex    tex = texture_instruction(simd);
    const unsigned          number = fetch_state_resource(&simd->fetch_state, tex.alt_const, tex.resource_id);
    struct texture_resource resource;
    if (number >= FETCH_RESOURCES) /* of an instruction that needs none */
        return TRACE_IDLE(VIEW_TEXTURE_BITS);
    texture_resource_unpack(simd->fetch_state.resource[number].word, &resource);
    return (uint64_t)resource.dim << VIEW_FORMAT_BITS | resource.data_format;
}

/* Levels of the first lane that reads: the smallest number, and the largest above it. */
static uint64_t texture_levels(const void *context, unsigned argument)
{
    const struct lod_unit_reg *q = &simd_of(context, argument)->lod_unit.q;
    struct texture_plan        plan;
    if (!q->valid || q->alone || !q->lanes)
        return TRACE_IDLE(2 * VIEW_LEVEL_BITS);
    texture_plan_unpack(&q->plan, &plan);
    const struct texture_lane_plan *lane = &plan.lane[__builtin_ctz(q->lanes)];
    if (!lane->steps)
        return TRACE_IDLE(2 * VIEW_LEVEL_BITS);
    return (uint64_t)lane->step[lane->steps - 1].level << VIEW_LEVEL_BITS | lane->step[0].level;
}

/* ---- the list --------------------------------------------------------------------------------------------------- */

enum scope { OF_CONTROL, OF_CLAUSES, OF_FETCHES, OF_EVEN, OF_ODD, OF_RESULTS, OF_EXPORTS, OF_TEXTURES };
static const char *const scope_names[VIEW_SCOPES] = {"control", "clauses", "fetch_clauses", "even",
                                                     "odd",     "results", "exports",       "textures"};

/* A row of each SIMD. */
struct stage_row {
    enum scope  scope;
    const char *name, *type;
    unsigned    bits;
    uint64_t (*value)(const void *context, unsigned argument);
    unsigned argument, module; /* as a SIMD counts them */
};

#define NUMBER "view_number_t", VIEW_NUMBER_BITS + 1
#define SLOT(scope, name, parity, slot)                                                                                \
    {                                                                                                                  \
        scope, name, "view_alu_t", 64, group_instruction, parity *ISA_SLOTS + slot, AT_issue + parity                  \
    }
#define GROUP(scope, parity)                                                                                           \
    {scope, "wavefront", NUMBER, group_wave, parity, AT_issue + parity},                                               \
        {scope, "group", "view_number_t", GROUP_BITS + 1, group_address, parity, AT_issue + parity},                   \
        {scope, "slots", "view_slots_t", ISA_SLOTS + 1, group_slots, parity, AT_issue + parity},                       \
        SLOT(scope, "x", parity, 0), SLOT(scope, "y", parity, 1), SLOT(scope, "z", parity, 2),                         \
        SLOT(scope, "w", parity, 3), SLOT(scope, "t", parity, 4)
#define CLAUSE(name, n)                                                                                                \
    {                                                                                                                  \
        OF_CLAUSES, name, NUMBER, clause_wave, n, AT_clause + n                                                        \
    }
#define FETCH(name, n)                                                                                                 \
    {                                                                                                                  \
        OF_FETCHES, name, NUMBER, fetch_clause_wave, n, AT_fetch_clause + n                                            \
    }

static const struct stage_row stages[] = {
    {OF_CONTROL, "fetch", NUMBER, fetch_wave, 0, AT_cf},
    {OF_CONTROL, "decode", NUMBER, decode_wave, 0, AT_cf},
    {OF_CONTROL, "address", "view_number_t", PC_BITS + 1, decode_address, 0, AT_cf},
    {OF_CONTROL, "instruction", "view_cf_t", 64, decode_instruction, 0, AT_cf},
    {OF_CONTROL, "step", NUMBER, step_wave, 0, AT_cf},
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
    {OF_RESULTS, "wavefront", NUMBER, result_wave, 0, AT_back},
    {OF_RESULTS, "slots", "view_slots_t", ISA_SLOTS + 1, result_slots, 0, AT_back},
    {OF_EXPORTS, "wavefront", NUMBER, export_wave, 0, AT_exports},
    {OF_EXPORTS, "target", "view_export_t", 11, export_target, 0, AT_exports},
    {OF_TEXTURES, "wavefront", NUMBER, texture_wave, 0, AT_lod_unit},
    {OF_TEXTURES, "id", "view_number_t", TEXTURE_ID_BITS + 1, texture_id, 0, AT_lod_unit},
    {OF_TEXTURES, "kind", "view_texture_t", VIEW_TEXTURE_BITS + 1, texture_kind, 0, AT_lod_unit},
    {OF_TEXTURES, "levels", "view_levels_t", 2 * VIEW_LEVEL_BITS + 1, texture_levels, 0, AT_lod_unit},
};
enum { STAGES = sizeof stages / sizeof stages[0] };
const unsigned view_stage_count = STAGES;
_Static_assert(ALU_CLAUSES == 12 && FETCH_CLAUSES == 8, "a row for every clause");

/* trace_derived.from counts instances from 1. */
unsigned view_stages_list(struct view_rows *view, struct trace_derived *list, unsigned simd)
{
    /* Called as the SIMD is: "gpu.view" and what stands behind the first part of its modules' paths. */
    const struct gpu *gpu = view->gpu ? view->gpu : view->shadow;
    const char       *name = strchr(gpu->instances[simd * SIMD_MODULES].path, '.') + 1;
    for (unsigned s = 0; s < VIEW_SCOPES; s++)
        snprintf(view->scopes[simd][s], sizeof view->scopes[simd][s], "gpu.view.%.*s.%s", (int)strcspn(name, "."), name,
                 scope_names[s]);
    for (unsigned i = 0; i < STAGES; i++)
        list[i] = (struct trace_derived){view->scopes[simd][stages[i].scope],
                                         stages[i].name,
                                         stages[i].type,
                                         stages[i].bits,
                                         false,
                                         stages[i].value,
                                         simd << ARGUMENT_BITS | stages[i].argument,
                                         simd * SIMD_MODULES + stages[i].module + 1};
    return STAGES;
}
