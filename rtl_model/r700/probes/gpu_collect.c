#include "rtl_model/r700/probes/gpu_collect.h"

#include <assert.h>
#include <string.h>

#include "rtl_model/r700/probes/hazards.h"
#include "rtl_model/r700/probes/standing.h"

/* ---- into the results ------------------------------------------------------------------------------------------- */

/* Takes the quarter that leaves the export unit. */
static void take_export(struct gpu *gpu, struct gpu_part *part, const struct export_unit_reg *out)
{
    const quarter_t *const   element[EXPORT_ELEMENTS] = {&out->x, &out->y, &out->z, &out->w};
    const unsigned           lanes = gpu->chip.lanes;
    const struct wave_groups groups = gpu_groups_of(gpu, part);
    const uint32_t           first = groups_first(&groups, out->number) + out->quarter * lanes;
    struct result_column    *column = results_column(&part->exports, (enum launch_export_type)out->type, out->index);
    if (!column) {
        gpu->out_of_memory = true;
        return;
    }
    for (unsigned i = 0; i < lanes; i++) {
        const uint32_t value[4] = {element[0]->lane[i], element[1]->lane[i], element[2]->lane[i], element[3]->lane[i]};
        if (!(out->lanes >> i & 1))
            continue;
        assert(first + i < part->exports.threads);
        results_export(column, first + i, out->elements, value);
    }
}

static void take_kill(struct gpu *gpu, struct gpu_part *part, const struct gpu_kill *kill)
{
    const struct wave_groups groups = gpu_groups_of(gpu, part);
    const uint32_t           first = groups_first(&groups, kill->wave);
    const unsigned           lanes = gpu->chip.lanes;
    for (unsigned t = 0; t < gpu->chip.wave_size; t++)
        if (kill->lanes >> (t / lanes * QUARTER + t % lanes) & 1) {
            assert(first + t < part->exports.threads);
            part->exports.killed[first + t] = 1;
        }
}

static void take_emit(struct gpu *gpu, struct gpu_part *part, const struct result_emit *emit)
{
    if (!results_emit(&part->exports, emit))
        gpu->out_of_memory = true;
}

static void take_writes(struct gpu *gpu, struct gpu_part *part, const struct gpu_writes *seen)
{
    (void)gpu;
    struct result_writes *writes = &part->writes[seen->target];
    writes->asked += seen->writes.asked;
    writes->written += seen->writes.written;
    writes->end = writes->end > seen->writes.end ? writes->end : seen->writes.end;
}

static void take_hazard(struct gpu *gpu, struct gpu_part *part, const struct result_hazard *seen)
{
    struct result_hazard  like = *seen;
    struct result_hazard *hazard;
    like.old_value = like.new_value = like.late = like.own = like.shared = like.differ = 0;
    hazard = results_hazard(&part->hazards, &like);
    if (!hazard) {
        gpu->out_of_memory = true;
        return;
    }
    hazard->old_value += seen->old_value;
    hazard->new_value += seen->new_value;
    hazard->late += seen->late;
    hazard->own += seen->own;
    hazard->shared += seen->shared;
    hazard->differ += seen->differ;
}

/* With a log what is known goes there, else into the results. */
#define EVENT(name, type)                                                                                              \
    static void give_##name(struct gpu *gpu, struct gpu_part *part, const struct type *name, struct gpu_log *log)      \
    {                                                                                                                  \
        if (log)                                                                                                       \
            gpu_log_##name(log, name);                                                                                 \
        else                                                                                                           \
            take_##name(gpu, part, name);                                                                              \
    }
GPU_GIVEN(EVENT)
#undef EVENT

/* ---- around the edge -------------------------------------------------------------------------------------------- */

static void note_hazards(struct gpu *gpu, struct gpu_part *part, const struct simd *simd, struct gpu_log *log)
{
    struct result_hazards *const hazards = log ? &log->hazards : &part->hazards;
    if (log)
        hazards->count = 0;
    if (!hazards_look(simd, &part->setup.simd_memory.program, hazards))
        *(log ? &log->out_of_memory : &gpu->out_of_memory) = true;
    for (unsigned i = 0; log && i < hazards->count; i++)
        gpu_log_hazard(log, &hazards->list[i]);
}

/* Emits of threads that execute the instruction; threads that are not there emit nothing. */
static void note_emit(struct gpu *gpu, struct gpu_part *part, const struct simd *simd, struct gpu_log *log)
{
    const struct cf_sequencer_reg *cf = &simd->cf.q;
    const struct wave_groups       groups = gpu_groups_of(gpu, part);
    const unsigned                 lanes = gpu->chip.lanes;
    const lane_mask_t              executing = cf_emit_lanes(&simd->flow, cf->step_slot, cf->start_word);
    struct result_emit             emit = {.cycle = log ? log->clock : gpu->cycle,
                                           .wave = cf->step_number,
                                           .address = cf->start_pc,
                                           .first = groups_first(&groups, cf->step_number),
                                           .vertex = cf->start_emit,
                                           .cut = cf->start_cut};
    for (unsigned t = 0; t < gpu->chip.wave_size; t++)
        emit.threads |= (executing >> (t / lanes * QUARTER + t % lanes) & 1) << t;
    if (emit.threads)
        give_emit(gpu, part, &emit, log);
}

/* Where the export unit's quarter goes at this edge: behind the lines in use. */
static void before_write(const struct simd *simd, struct gpu_before *before)
{
    const struct memory_export_reg *memory = &simd->memory.q;
    const struct export_unit_reg   *exports = &simd->exports.q;
    before->writes = exports->write;
    if (!before->writes)
        return;
    before->line = (uint8_t)((memory->first + memory->used) % MEMORY_LINES);
    before->write_word = exports->word;
    before->write_lanes = exports->lanes;
}

void gpu_collect_before(struct gpu *gpu, unsigned number, struct gpu_before *before, struct gpu_log *log)
{
    const struct simd             *simd = &gpu->simd[number];
    struct gpu_part *const         part = gpu_part_of(gpu, number);
    const struct cf_sequencer_reg *cf = &simd->cf.q;
    const struct write_back_reg   *back = &simd->back.q;
    const struct dispatcher_reg   *from = simd->above.dispatcher;
    if (simd->exports.q.valid)
        give_export(gpu, part, &simd->exports.q, log);
    before_write(simd, before);
    if (cf->start_emit || cf->start_cut)
        note_emit(gpu, part, simd, log);
    if (gpu_may_be_hazard(simd))
        note_hazards(gpu, part, simd, log);
    if (gpu_launches(simd))
        standing_begin(gpu, number, from->slot, from->place, log ? log->clock : gpu->cycle);
    before->steps = cf->step;
    before->ends = back->finish;
    if (before->steps) {
        standing_note(gpu, number, cf, log ? log->clock : gpu->cycle);
        before->step_slot = cf->step_slot;
        before->step_valid = simd->flow.valid[before->step_slot];
    }
    if (before->ends) {
        before->end_slot = simd->clause[back->finish_clause].q.slot;
        before->end_valid = simd->flow.valid[before->end_slot];
    }
    if (log || gpu->gprs.words)
        memcpy(before->free, simd->waves.free_set, sizeof before->free);
}

/* Marks the threads whose valid bit the edge has cleared. */
static void note_kills(struct gpu *gpu, const struct simd *simd, unsigned slot, lane_mask_t before, struct gpu_log *log)
{
    const struct gpu_kill kill = {simd->waves.number[slot], before & ~simd->flow.valid[slot]};
    if (kill.lanes)
        give_kill(gpu, gpu_part_of(gpu, simd->above.number), &kill, log);
}

static void note_writes(struct gpu *gpu, struct gpu_part *part, const struct simd *simd,
                        const struct gpu_before *before, struct gpu_log *log)
{
    const uint32_t      dwords[2] = {(uint32_t)before->write_word, (uint32_t)(before->write_word >> 32)};
    struct memory_write write;
    memory_write_unpack(dwords, &write);
    const uint64_t    base = part->setup.simd.memory.base.target[write.access.target];
    const uint64_t    written = simd->memory.line_dwords[before->line];
    struct gpu_writes now = {.target = write.access.target};
    now.writes.asked = (unsigned)__builtin_popcount(before->write_lanes) * (unsigned)__builtin_popcount(write.mask);
    now.writes.written = (unsigned)__builtin_popcountll(written);
    for (uint64_t left = written; left; left &= left - 1) {
        const unsigned bit = (unsigned)__builtin_ctzll(left), lane = bit / MEMORY_ELEMENTS;
        const uint64_t x = (simd->memory.line_address[before->line].lane[lane] - base) / 4;
        const uint64_t end = x + bit % MEMORY_ELEMENTS + 1;
        now.writes.end = now.writes.end > end ? now.writes.end : end;
    }
    give_writes(gpu, part, &now, log);
}

void gpu_collect_after(struct gpu *gpu, unsigned number, const struct gpu_before *before, struct gpu_log *log)
{
    const struct simd *simd = &gpu->simd[number];
    if (before->steps)
        note_kills(gpu, simd, before->step_slot, before->step_valid, log);
    if (before->ends)
        note_kills(gpu, simd, before->end_slot, before->end_valid, log);
    if (before->writes)
        note_writes(gpu, gpu_part_of(gpu, number), simd, before, log);
    if (gpu->gprs.words)
        gpu_take_ended(gpu, number, before->free, log);
}

/* ---- from logs -------------------------------------------------------------------------------------------------- */

static void take_event(struct gpu *gpu, struct gpu_part *part, const struct gpu_event *event, const struct gpu_log *log)
{
    switch (event->kind) {
#define EVENT(name, type)                                                                                              \
    case EVENT_##name:                                                                                                 \
        take_##name(gpu, part, &event->of.name);                                                                       \
        break;
        GPU_GIVEN(EVENT)
        EVENT(hazard, result_hazard)
    case EVENT_ended:
        gpu_put_ended(gpu, part, &event->of.ended, log->words + event->of.ended.first_word);
        break;
    }
}

/* The log whose next event is the first, of several in one clock that of the lowest SIMD; -1: there is none. */
static int first_of(unsigned simds, struct gpu_log *const *logs, const size_t *taken)
{
    int first = -1;
    for (unsigned i = 0; i < simds; i++)
        if (taken[i] < logs[i]->count &&
            (first < 0 || logs[i]->events[taken[i]].clock < logs[first]->events[taken[first]].clock))
            first = (int)i;
    return first;
}

void gpu_collect_logs(struct gpu *gpu, struct gpu_log *const *logs)
{
    size_t taken[SIMDS_MAX] = {0};
    for (int i; (i = first_of(gpu->simds, logs, taken)) >= 0; taken[i]++)
        take_event(gpu, gpu_part_of(gpu, (unsigned)i), &logs[i]->events[taken[i]], logs[i]);
    for (unsigned i = 0; i < gpu->simds; i++) {
        gpu->out_of_memory |= logs[i]->out_of_memory;
        gpu_log_clear(logs[i]);
    }
}
