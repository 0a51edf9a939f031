/* view_rows.c - rows of a waveform, each computed from the registers of the machine. */
#include "rtl_model/r700/views/view_stages.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- launch ---------------------------------------------------------------------------------------------------- */

static uint64_t launch_wave(const void *context, unsigned argument)
{
    const struct dispatcher_reg *q = &((const struct view_rows *)context)->gpu->dispatcher.q;
    (void)argument;
    return q->launch ? q->number : TRACE_IDLE(VIEW_NUMBER_BITS);
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
        return waves->fetches[slot]                        ? LANE_FETCH
               : waves->exports[slot] && !waves->alu[slot] ? LANE_EXPORT
                                                           : LANE_CONTROL;
    return LANE_CONTROL;
}

/* What stands above the state in the lanes of a SIMD's wavefronts. */
static unsigned lane_of(const struct view_rows *view, unsigned simd)
{
    return view->lane_bits > LANE_STATE_BITS ? (simd + 1) << LANE_STATE_BITS : 0;
}

static unsigned wavefronts_on(const struct simd *simd)
{
    unsigned count = 0;
    for (unsigned phase = 0; phase < WAVE_PHASES; phase++)
        count += phase == WAVE_FREE ? 0 : simd->waves.q.in_phase.phase[phase];
    return count;
}

static void fill_from(struct view_rows *view, const struct simd *simd)
{
    static const uint8_t of_clause[CLAUSE_STATES] = {
        [CLAUSE_ARBITRATE] = LANE_ARBITRATE, [CLAUSE_LOCK] = LANE_LOCK, [CLAUSE_FETCH] = LANE_IFETCH,
        [CLAUSE_READY] = LANE_READY,         [CLAUSE_RUN] = LANE_RUN,   [CLAUSE_DRAIN] = LANE_DRAIN};
    const uint32_t before = gpu_wave_of(view->gpu, simd->above.number, 0);
    const unsigned here = lane_of(view, simd->above.number);
    for (unsigned slot = 0, left = wavefronts_on(simd); left && slot < WAVE_SLOTS; slot++)
        if (simd->waves.phase[slot] != WAVE_FREE) {
            view->lane[(before + simd->waves.number[slot]) % VIEW_LANES] = (uint16_t)(here | phase_state(simd, slot));
            left--;
        }
    for (unsigned c = 0; c < ALU_CLAUSES; c++)
        if (simd->clause[c].q.state != CLAUSE_EMPTY)
            view->lane[(before + simd->clause[c].q.number) % VIEW_LANES] =
                (uint16_t)(here | of_clause[simd->clause[c].q.state]);
}

static void fill_lanes(struct view_rows *view)
{
    const struct dispatcher_reg *launch = &view->gpu->dispatcher.q;
    for (unsigned n = 0; n < view->gpu->parts; n++) {
        const struct gpu_part *part = view->gpu->part[n];
        const uint32_t         launched = part->first_wave + launch->launched_of.type[part->setup.simd.queue];
        for (unsigned lane = part->first_wave; lane < view->lane_count; lane++)
            view->lane[lane] = lane < launched ? LANE_DONE : LANE_BEFORE;
    }
    for (unsigned i = 0; i < view->gpu->simds; i++)
        fill_from(view, &view->gpu->simd[i]);
    if (launch->launch) /* the wave table has it a clock later */
        view->lane[gpu_wave_of(view->gpu, launch->simd, launch->place) % VIEW_LANES] =
            (uint16_t)(lane_of(view, launch->simd) | LANE_LOADING);
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

/* Far less often than what they are made of. */
static bool lanes_moved(struct view_rows *view)
{
    uint16_t before[VIEW_LANES];
    memcpy(before, view->lane, sizeof before);
    fill_lanes(view);
    return memcmp(before, view->lane, sizeof before) != 0;
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

/* Clauses are awake far more often than what the rows show of them changes: those in which it does. */
static uint64_t clauses_moved(struct view_clauses *seen, const struct simd *simd, uint64_t clauses)
{
    uint64_t moved = 0;
    for (; clauses; clauses &= clauses - 1) {
        const unsigned               c = (unsigned)__builtin_ctzll(clauses);
        const struct alu_clause_reg *q = &simd->clause[c].q;
        if (seen->number[c] == q->number && seen->state[c] == q->state)
            continue;
        moved |= UINT64_C(1) << c;
        seen->number[c] = q->number;
        seen->state[c] = q->state;
    }
    return moved;
}

/* So are sequencers of groups. */
static bool group_moved(struct view_group *seen, const struct alu_issue_reg *q)
{
    const bool there = view_has_group(q);
    if (seen->there == there && seen->wave == q->wave && seen->address == q->address && seen->used == q->used &&
        memcmp(&seen->word, &q->word, sizeof seen->word) == 0)
        return false;
    *seen = (struct view_group){q->wave, q->address, q->used, there, q->word};
    return true;
}

static void take_out(uint64_t *set, unsigned number)
{
    set[number / 64] &= ~(UINT64_C(1) << number % 64);
}

/* Whether clauses have moved; they and groups that have not are taken out of `own`, unless it is NULL. */
static bool stages_moved(struct view_seen *seen, const struct simd *simd, unsigned first, const uint64_t *changed,
                         uint64_t *own)
{
    const uint64_t awake = neighbours(changed, first + AT_clause, ALU_CLAUSES);
    const uint64_t moved = clauses_moved(&seen->clauses, simd, awake);
    for (uint64_t still = own ? awake & ~moved : 0; still; still &= still - 1)
        take_out(own, first + AT_clause + (unsigned)__builtin_ctzll(still));
    for (unsigned p = 0; p < PARITIES; p++)
        if (is_in(changed, first + AT_issue + p) && !group_moved(&seen->group[p], &simd->issue[p].q) && own)
            take_out(own, first + AT_issue + p);
    return moved != 0;
}

static bool sequencer_moved(struct view_clauses *seen, const struct cf_sequencer_reg *cf)
{
    const uint16_t now[3] = {cf->fetch ? cf->fetch_slot : WAVE_SLOTS, cf->decode ? cf->decode_slot : WAVE_SLOTS,
                             cf->step ? cf->step_slot : WAVE_SLOTS};
    return keep(seen->sequencer, now, sizeof now);
}

/* So are sequencer and wave table. */
static bool begin(void *context, const uint64_t *changed, uint64_t *own)
{
    struct view_rows *view = context;
    const unsigned    simds = view->gpu->simds;
    const bool        launched = is_in(changed, simds * SIMD_MODULES + AT_dispatcher);
    bool              lanes = launched, watched = false;
    for (unsigned i = 0; i < simds; i++) {
        const struct simd *simd = &view->gpu->simd[i];
        const unsigned     first = i * SIMD_MODULES;
        const bool         rows = view->begun && i < view->simds;
        if (simd_is_asleep(&simd->sleep))
            continue;
        lanes |= stages_moved(&view->seen[i], simd, first, changed, rows ? own : NULL);
        if (is_in(changed, first + AT_cf))
            lanes |= sequencer_moved(&view->seen[i].clauses, &simd->cf.q);
        if (is_in(changed, first + AT_waves))
            lanes |= waves_moved(&view->seen[i].waves, &simd->waves);
        watched |= view->watch_count && is_in(changed, first + AT_gprs);
    }
    const bool moved = lanes && lanes_moved(view);
    view->begun = true;
    return launched || moved || watched;
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

/* Quads of a texture fetch are on their way, or the data of another one are written. */
static bool simd_fetches(const struct simd *simd)
{
    return simd->texture_issue.q.stream || simd->vertex.q.write || simd->memory_reads.q.write;
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

static uint64_t fetches(const void *context, unsigned argument)
{
    (void)argument;
    return any(context, simd_fetches);
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
        sum += 2u * view_has_group(&simd->issue[0].q) + 2u * view_has_group(&simd->issue[1].q) + simd->exports.q.valid +
               simd->cf.q.decode;
    return sum;
}

static const struct trace_mark marks[] = {{.name = "first issue", .value = issues},
                                          {.name = "last export", .last = true, .value = exports},
                                          {.name = "rule broken", .value = broken, .look = LOOK_BEFORE},
                                          {.name = "first fetch", .value = fetches, .look = LOOK_BEHIND}};

/* ---- the list --------------------------------------------------------------------------------------------------- */

static uint64_t watched(const void *context, unsigned argument)
{
    const struct view_rows *view = context;
    return watch_value(&view->watches[argument], view->gpu);
}

/* What marks and work are made from. */
static void list_marked(struct view_rows *view)
{
    static const unsigned of_simd[] = {AT_issue + 1, AT_issue + 2,         AT_exports + 1, AT_flow + 1,
                                       AT_cf + 1,    AT_texture_issue + 1, AT_vertex + 1,  AT_memory_reads + 1};
    for (unsigned i = 0; i < SIMDS_MAX; i++)
        for (unsigned k = 0; k < VIEW_MARKED; k++)
            view->marked[i * VIEW_MARKED + k] = i * SIMD_MODULES + of_simd[k];
    _Static_assert(sizeof of_simd / sizeof of_simd[0] == VIEW_MARKED, "all of them");
}

bool view_rows_list(struct view_rows *view, int digits, unsigned watch_count)
{
    const unsigned of_simd = view_stage_count() + view_sampler_count(view);
    view->list = calloc(view->lane_count + 1 + view->simds * of_simd + watch_count, sizeof *view->list);
    view->names = calloc(view->lane_count + 1, sizeof *view->names);
    view->sampler_paths = calloc((size_t)view->simds * (FETCH_SAMPLERS + 1), sizeof *view->sampler_paths);
    view->watch_count = watch_count;
    if (!view->list || !view->names || !view->sampler_paths)
        return false;
    unsigned count = 0;
    for (unsigned lane = 0; lane < view->lane_count; lane++) {
        snprintf(view->names[lane], sizeof view->names[lane], "w%0*u", digits, lane);
        view->list[count++] = (struct trace_derived){LANES_PATH, view->names[lane], "view_lane_t", view->lane_bits,
                                                     false,      lane_state,        lane,          0};
    }
    view->list[count++] = (struct trace_derived){
        "gpu.view.launch", "wavefront", "view_number_t", VIEW_NUMBER_BITS + 1, false, launch_wave, 0, 0};
    for (unsigned simd = 0; simd < view->simds; simd++)
        count += view_stages_list(view, &view->list[count], simd);
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
