/* view_rows.c - rows of a waveform, each computed from the registers of the machine. */
#include "rtl_model/r700/view_rows.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

enum { NUMBER_BITS = 32, PC_BITS = 29, GROUP_BITS = 24 }; /* as wide as the signals shown */

/* ---- launch, control flow --------------------------------------------------------------------------------------- */

static uint64_t launch_wave(const void *context, unsigned argument)
{
    const struct dispatcher_reg *q = &((const struct view_rows *)context)->gpu->dispatcher.q;
    (void)argument;
    return when(q->launch, q->number, NUMBER_BITS);
}

static uint64_t fetch_wave(const void *context, unsigned argument)
{
    const struct cf_sequencer_reg *q = &simd_of(context, argument)->cf.q;
    return when(q->fetch, q->fetch_number, NUMBER_BITS);
}

static uint64_t decode_wave(const void *context, unsigned argument)
{
    const struct cf_sequencer_reg *q = &simd_of(context, argument)->cf.q;
    return when(q->decode, q->decode_number, NUMBER_BITS);
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
    return when(q->step, q->step_number, NUMBER_BITS);
}

/* ---- clauses ---------------------------------------------------------------------------------------------------- */

static uint64_t clause_wave(const void *context, unsigned argument)
{
    const struct alu_clause_reg *q = &simd_of(context, argument)->clause[below_simd(argument)].q;
    return when(q->state != CLAUSE_EMPTY, q->number, NUMBER_BITS);
}

static uint64_t fetch_clause_wave(const void *context, unsigned argument)
{
    const struct fetch_clause_reg *q = &simd_of(context, argument)->fetch_clause[below_simd(argument)].q;
    return when(q->state != FETCH_CLAUSE_EMPTY, q->number, NUMBER_BITS);
}

/* ---- groups: below the SIMD the argument is the parity; of a slot, parity x ISA_SLOTS + slot --------------------- */

static const struct alu_issue_reg *issue_of(const void *context, unsigned argument, unsigned parity)
{
    return &simd_of(context, argument)->issue[parity].q;
}

static bool group_there(const struct alu_issue_reg *issue)
{
    return issue->reading || issue->executing;
}

static uint64_t group_wave(const void *context, unsigned argument)
{
    const struct alu_issue_reg *q = issue_of(context, argument, below_simd(argument));
    return when(group_there(q), q->wave, NUMBER_BITS);
}

static uint64_t group_address(const void *context, unsigned argument)
{
    const struct alu_issue_reg *q = issue_of(context, argument, below_simd(argument));
    return when(group_there(q), q->address, GROUP_BITS);
}

static uint64_t group_slots(const void *context, unsigned argument)
{
    const struct alu_issue_reg *q = issue_of(context, argument, below_simd(argument));
    return when(group_there(q), q->used, ISA_SLOTS);
}

static uint64_t group_instruction(const void *context, unsigned argument)
{
    const unsigned              slot = below_simd(argument) % ISA_SLOTS;
    const struct alu_issue_reg *q = issue_of(context, argument, below_simd(argument) / ISA_SLOTS);
    return group_there(q) && q->used >> slot & 1 ? q->word.slot[slot] : TRACE_IDLE_WORD;
}

/* ---- results, exports ------------------------------------------------------------------------------------------- */

static uint64_t result_wave(const void *context, unsigned argument)
{
    const struct write_back_reg *q = &simd_of(context, argument)->back.q;
    return when(q->gpr_write, q->gpr_wave, NUMBER_BITS);
}

static uint64_t result_slots(const void *context, unsigned argument)
{
    const struct write_back_reg *q = &simd_of(context, argument)->back.q;
    return when(q->gpr_write, q->gpr_slots, ISA_SLOTS);
}

static uint64_t export_wave(const void *context, unsigned argument)
{
    const struct export_unit_reg *q = &simd_of(context, argument)->exports.q;
    return when(q->valid, q->number, NUMBER_BITS);
}

static uint64_t export_target(const void *context, unsigned argument)
{
    const struct export_unit_reg *q = &simd_of(context, argument)->exports.q;
    return when(q->valid, (uint64_t)q->type << 8 | q->index, 10);
}

/* ---- one lane for each wavefront -------------------------------------------------------------------------------- */

static uint64_t lane_state(const void *context, unsigned lane)
{
    const struct view_rows *view = context;
    return view->lane[lane];
}

static bool in_sequencer(const struct cf_sequencer_reg *cf, unsigned slot)
{
    return (cf->fetch && cf->fetch_slot == slot) || (cf->decode && cf->decode_slot == slot) ||
           (cf->step && cf->step_slot == slot);
}

static enum lane_state phase_state(const struct simd *simd, unsigned slot)
{
    const struct wave_table *waves = &simd->waves;
    const enum wave_phase    phase = (enum wave_phase)waves->phase[slot];
    if (phase == WAVE_READY && !in_sequencer(&simd->cf.q, slot))
        return LANE_QUEUE;
    if (phase == WAVE_LOADING)
        return LANE_LOADING;
    if (phase == WAVE_CF_MISS)
        return LANE_MISS;
    if (phase == WAVE_WAITING || phase == WAVE_ENDING)
        return waves->fetches[slot]                        ? LANE_VERTEX
               : waves->exports[slot] && !waves->alu[slot] ? LANE_EXPORT
                                                           : LANE_CONTROL;
    return LANE_CONTROL;
}

static void fill_from(struct view_rows *view, const struct simd *simd)
{
    static const uint8_t of_clause[CLAUSE_STATES] = {
        [CLAUSE_ARBITRATE] = LANE_ARBITRATE, [CLAUSE_LOCK] = LANE_LOCK, [CLAUSE_FETCH] = LANE_FETCH,
        [CLAUSE_READY] = LANE_READY,         [CLAUSE_RUN] = LANE_RUN,   [CLAUSE_DRAIN] = LANE_DRAIN};
    for (unsigned slot = 0; slot < WAVE_SLOTS; slot++)
        if (simd->waves.phase[slot] != WAVE_FREE)
            view->lane[simd->waves.number[slot] % VIEW_LANES] = (uint8_t)phase_state(simd, slot);
    for (unsigned c = 0; c < ALU_CLAUSES; c++)
        if (simd->clause[c].q.state != CLAUSE_EMPTY)
            view->lane[simd->clause[c].q.number % VIEW_LANES] = of_clause[simd->clause[c].q.state];
}

static void fill_lanes(struct view_rows *view)
{
    const struct dispatcher_reg *launch = &view->gpu->dispatcher.q;
    for (unsigned lane = 0; lane < view->lane_count; lane++)
        view->lane[lane] = lane < launch->launched ? LANE_DONE : LANE_BEFORE;
    for (unsigned i = 0; i < view->gpu->simds; i++)
        fill_from(view, &view->gpu->simd[i]);
    if (launch->launch) /* the wave table has it a clock later */
        view->lane[launch->number % VIEW_LANES] = LANE_LOADING;
}

/* Keeps what is there now; whether it is something else than before. */
static bool keep(void *seen, const void *now, size_t bytes)
{
    const bool moved = memcmp(seen, now, bytes) != 0;
    if (moved)
        memcpy(seen, now, bytes);
    return moved;
}

static bool waves_moved(struct view_waves *seen, const struct wave_table *waves)
{
    bool moved = keep(seen->phase, waves->phase, sizeof seen->phase);
    moved |= keep(seen->number, waves->number, sizeof seen->number);
    moved |= keep(seen->fetches, waves->fetches, sizeof seen->fetches);
    moved |= keep(seen->exports, waves->exports, sizeof seen->exports);
    moved |= keep(seen->alu, waves->alu, sizeof seen->alu);
    return moved;
}

static bool is_in(const uint64_t *set, unsigned number)
{
    return set[number / 64] >> number % 64 & 1;
}

/* Of a set that is given by its words, the bits of `count` neighbours. */
static uint64_t neighbours(const uint64_t *set, unsigned first, unsigned count)
{
    const unsigned by = first % 64;
    uint64_t       bits = set[first / 64] >> by;
    if (by + count > 64)
        bits |= set[first / 64 + 1] << (64 - by);
    return bits & ((UINT64_C(1) << count) - 1);
}

/* Clauses are awake far more often than what the lanes show of them changes. */
static bool clauses_moved(struct view_clauses *seen, const struct simd *simd, uint64_t clauses)
{
    bool moved = false;
    for (; clauses; clauses &= clauses - 1) {
        const unsigned               c = (unsigned)__builtin_ctzll(clauses);
        const struct alu_clause_reg *q = &simd->clause[c].q;
        moved |= seen->number[c] != q->number || seen->state[c] != q->state;
        seen->number[c] = q->number;
        seen->state[c] = q->state;
    }
    return moved;
}

static bool sequencer_moved(struct view_clauses *seen, const struct cf_sequencer_reg *cf)
{
    const uint16_t now[3] = {cf->fetch ? cf->fetch_slot : WAVE_SLOTS, cf->decode ? cf->decode_slot : WAVE_SLOTS,
                             cf->step ? cf->step_slot : WAVE_SLOTS};
    return keep(seen->sequencer, now, sizeof now);
}

/* So are sequencer and wave table. */
static bool begin(void *context, const uint64_t *changed)
{
    struct view_rows *view = context;
    const unsigned    simds = view->gpu->simds;
    bool              lanes = is_in(changed, simds * SIMD_MODULES + AT_dispatcher), watched = false;
    for (unsigned i = 0; i < simds; i++) {
        const struct simd *simd = &view->gpu->simd[i];
        const unsigned     first = i * SIMD_MODULES;
        lanes |= clauses_moved(&view->seen[i].clauses, simd, neighbours(changed, first + AT_clause, ALU_CLAUSES));
        if (is_in(changed, first + AT_cf))
            lanes |= sequencer_moved(&view->seen[i].clauses, &simd->cf.q);
        if (is_in(changed, first + AT_waves))
            lanes |= waves_moved(&view->seen[i].waves, &simd->waves);
        watched |= view->watch_count && is_in(changed, first + AT_gprs);
    }
    if (lanes)
        fill_lanes(view);
    return lanes || watched;
}

/* ---- what is marked --------------------------------------------------------------------------------------------- */

static bool any(const void *context, bool (*there)(const struct simd *simd))
{
    const struct view_rows *view = context;
    for (unsigned i = 0; i < view->gpu->simds; i++)
        if (there(&view->gpu->simd[i]))
            return true;
    return false;
}

static bool simd_issues(const struct simd *simd)
{
    return simd->issue[0].q.reading || simd->issue[1].q.reading;
}

static bool simd_exports(const struct simd *simd)
{
    return simd->exports.q.valid;
}

static bool simd_broken(const struct simd *simd)
{
    return simd->issue[0].q.error || simd->issue[1].q.error || simd->flow.q.error || simd->cf.q.bad_op ||
           simd->exports.q.bad_gpr;
}

static uint64_t issues(const void *context, unsigned argument)
{
    (void)argument;
    return any(context, simd_issues);
}

static uint64_t exports(const void *context, unsigned argument)
{
    (void)argument;
    return any(context, simd_exports);
}

static uint64_t broken(const void *context, unsigned argument)
{
    (void)argument;
    return any(context, simd_broken);
}

/* A stage that has a group counts twice: groups are what one looks for. */
static unsigned work(const void *context)
{
    const struct view_rows *view = context;
    unsigned                sum = 0;
    for (const struct simd *simd = view->gpu->simd; simd < view->gpu->simd + view->gpu->simds; simd++)
        sum += 2u * group_there(&simd->issue[0].q) + 2u * group_there(&simd->issue[1].q) + simd->exports.q.valid +
               simd->cf.q.decode;
    return sum;
}

static const struct trace_mark marks[] = {{"first issue", false, issues, 0, false},
                                          {"last export", true, exports, 0, false},
                                          {"rule broken", false, broken, 0, true}};

/* ---- the list --------------------------------------------------------------------------------------------------- */

enum scope { OF_CONTROL, OF_CLAUSES, OF_FETCHES, OF_EVEN, OF_ODD, OF_RESULTS, OF_EXPORTS };
static const char *const scope_names[VIEW_SCOPES] = {"control", "clauses", "fetch_clauses", "even",
                                                     "odd",     "results", "exports"};

/* A row of each SIMD. */
struct stage_row {
    enum scope  scope;
    const char *name, *type;
    unsigned    bits;
    uint64_t (*value)(const void *context, unsigned argument);
    unsigned argument, module; /* as a SIMD counts them */
};

#define NUMBER "view_number_t", NUMBER_BITS + 1
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
};
enum { STAGES = sizeof stages / sizeof stages[0] };
_Static_assert(ALU_CLAUSES == 12 && FETCH_CLAUSES == 8, "a row for every clause");

static uint64_t watched(const void *context, unsigned argument)
{
    const struct view_rows *view = context;
    return watch_value(&view->watches[argument], view->gpu);
}

/* What marks and work are made from. */
static void list_marked(struct view_rows *view)
{
    static const unsigned of_simd[] = {AT_issue + 1, AT_issue + 2, AT_exports + 1, AT_flow + 1, AT_cf + 1};
    for (unsigned i = 0; i < SIMDS_MAX; i++)
        for (unsigned k = 0; k < VIEW_MARKED; k++)
            view->marked[i * VIEW_MARKED + k] = i * SIMD_MODULES + of_simd[k];
    _Static_assert(sizeof of_simd / sizeof of_simd[0] == VIEW_MARKED, "all of them");
}

/* trace_derived.from counts instances from 1. */
static unsigned list_stages(struct view_rows *view, struct trace_derived *list, unsigned simd)
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

bool view_rows_list(struct view_rows *view, int digits, unsigned watch_count)
{
    view->list = calloc(view->lane_count + 1 + view->simds * STAGES + watch_count, sizeof *view->list);
    view->names = calloc(view->lane_count + 1, sizeof *view->names);
    view->watch_count = watch_count;
    if (!view->list || !view->names)
        return false;
    unsigned count = 0;
    for (unsigned lane = 0; lane < view->lane_count; lane++) {
        snprintf(view->names[lane], sizeof view->names[lane], "w%0*u", digits, lane);
        view->list[count++] =
            (struct trace_derived){LANES_PATH, view->names[lane], "view_lane_t", 4, false, lane_state, lane, 0};
    }
    view->list[count++] = (struct trace_derived){"gpu.view.launch", "wavefront", NUMBER, false, launch_wave, 0, 0};
    for (unsigned simd = 0; simd < view->simds; simd++)
        count += list_stages(view, &view->list[count], simd);
    for (unsigned i = 0; i < watch_count; i++)
        view->list[count++] =
            (struct trace_derived){WATCH_PATH, view->watches[i].name, view->watches[i].type, 32, true, watched, i, 0};
    list_marked(view);
    view->rows.derivation =
        (struct trace_derivation){.rows = view->list,
                                  .mark_from = view->marked,
                                  .mark_from_count = VIEW_MARKED * (view->gpu ? view->gpu->simds : 1),
                                  .row_count = count,
                                  .marks = marks,
                                  .mark_count = sizeof marks / sizeof marks[0],
                                  .context = view,
                                  .begin = begin,
                                  .work = work,
                                  .found_path = "gpu.marks"};
    if (view->gpu && view->simds < view->gpu->simds) {
        view->rows.derivation.quiet_first = view->simds * SIMD_MODULES;
        view->rows.derivation.quiet_count = (view->gpu->simds - view->simds) * SIMD_MODULES;
        snprintf(view->quiet, sizeof view->quiet, "SIMDs that get no wavefront (%u of %u) are",
                 view->gpu->simds - view->simds, view->gpu->simds);
        view->rows.derivation.quiet_text = view->quiet;
    }
    return true;
}
