/* survey_inputs.c - registers that a thread reads before it has written them: liveness at the start of the program.
 *
 * What is followed is the way of one thread, not of the wavefront: with ELSE the pixels of the first half go on behind
 * the second one, and those that come to ELSE by a jump go through it.  A loop of DX10 is gone through at least once.
 */
#include <stdlib.h>
#include <string.h>

#include "rtl_model/r700/survey_internal.h"

/* A place in the program: a row, and for ELSE whether a jump led there. */
enum { PLACES = 2, NEXT_MOST = 4 };

struct live {
    struct survey_job *job;
    uint8_t (*at)[ISA_GPRS]; /* per place: elements that are read from here on before they are written */
    uint8_t *jumped;         /* per row: an ELSE that a jump leads to */
    unsigned calls, *behind; /* rows of CALL and CALL_FS */
    bool     past;           /* calls also go on at once, and nothing comes back from them */
};

/* Where a place may go on. */
struct next {
    unsigned place[NEXT_MOST], count;
};

static void add(const struct live *live, struct next *next, unsigned address, bool by_jump)
{
    const struct survey_cf *row = survey_row(live->job, address);
    if (!row)
        return;
    const bool into = by_jump && row->op->id == ISA_CF_INST_ELSE;
    next->place[next->count++] = PLACES * (unsigned)(row - live->job->survey->cf) + into;
}

/* The end of the innermost loop around an address, or 0. */
static unsigned loop_end(const struct survey_job *job, unsigned at)
{
    unsigned depth = 0;
    for (unsigned n = job->row_of[at]; n < job->survey->cf_count; n++) {
        const struct survey_cf *row = &job->survey->cf[n];
        const bool starts = row->op->id == ISA_CF_INST_LOOP_START || row->op->id == ISA_CF_INST_LOOP_START_DX10 ||
                            row->op->id == ISA_CF_INST_LOOP_START_NO_AL;
        depth += starts;
        if (row->op->id == ISA_CF_INST_LOOP_END && depth-- == 0)
            return row->address;
    }
    return 0;
}

static void flow(const struct live *live, const struct survey_cf *row, bool jumped, struct next *next)
{
    const struct survey_job *job = live->job;
    const unsigned           at = row->address;
    struct isa_cf            cf;
    isa_unpack_cf(survey_words(job, at), &cf);
    const unsigned target = cf.addr + survey_base_of(job->subject, at);
    switch (row->op->id) {
    case ISA_CF_INST_ELSE:
        if (!jumped)
            add(live, next, target, true);
        if (jumped || !live->jumped[row - job->survey->cf])
            add(live, next, at + 1, false);
        return;
    case ISA_CF_INST_LOOP_START_DX10:
        add(live, next, at + 1, false);
        return;
    case ISA_CF_INST_LOOP_BREAK:
        add(live, next, target + 1, false);
        add(live, next, at + 1, false);
        return;
    case ISA_CF_INST_CALL:
        add(live, next, target, true);
        if (live->past)
            add(live, next, at + 1, false);
        return;
    case ISA_CF_INST_CALL_FS:
        if (job->subject->fetch_base)
            add(live, next, job->subject->fetch_base + job->subject->fetch_first, false);
        if (live->past || !job->subject->fetch_base)
            add(live, next, at + 1, false);
        return;
    default:
        if (isa_cf_may_jump(row->op))
            add(live, next, target, true);
        if (!cf.end_of_program && !(row->op->id == ISA_CF_INST_RETURN && cf.cond == ISA_COND_ACTIVE))
            add(live, next, at + 1, false);
        return;
    }
}

static struct next next_of(const struct live *live, unsigned place)
{
    const struct survey_job *job = live->job;
    const struct survey_cf  *row = &job->survey->cf[place / PLACES];
    struct next              next = {.count = 0};
    struct isa_export_swiz   cf;
    isa_unpack_export_swiz(survey_words(job, row->address), &cf);
    if (row->op->klass == ISA_CF_ALU) {
        const unsigned end = row->op->id == ISA_CF_INST_ALU_BREAK || row->op->id == ISA_CF_INST_ALU_CONTINUE
                                 ? loop_end(job, row->address)
                                 : 0;
        if (end)
            add(live, &next, row->op->id == ISA_CF_INST_ALU_BREAK ? end + 1 : end, false);
        add(live, &next, row->address + 1, false);
    } else if (row->op->klass == ISA_CF_EXPORT || row->op->klass == ISA_CF_MEM) {
        if (!cf.end_of_program)
            add(live, &next, row->address + 1, false);
    } else {
        flow(live, row, place % PLACES, &next);
    }
    return next;
}

/* What is live behind a place comes to it; true when it was not there already. */
static bool update(struct live *live, unsigned place, const uint8_t from[ISA_GPRS])
{
    const struct survey_sets *sets = &live->job->sets[place / PLACES];
    bool                      changed = false;
    for (unsigned gpr = 0; gpr < ISA_GPRS; gpr++) {
        const unsigned in = sets->used[gpr] | (from[gpr] & ~(unsigned)sets->written[gpr]);
        changed |= (in & ~(unsigned)live->at[place][gpr]) != 0;
        live->at[place][gpr] = (uint8_t)(live->at[place][gpr] | in);
    }
    return changed;
}

static bool pass(struct live *live)
{
    bool changed = false;
    for (unsigned place = PLACES * live->job->survey->cf_count; place-- > 0;) {
        const struct survey_cf *row = &live->job->survey->cf[place / PLACES];
        const struct next       next = next_of(live, place);
        uint8_t                 from[ISA_GPRS] = {0};
        for (unsigned i = 0; i < next.count; i++)
            for (unsigned gpr = 0; gpr < ISA_GPRS; gpr++)
                from[gpr] = (uint8_t)(from[gpr] | live->at[next.place[i]][gpr]);
        for (unsigned i = 0; !live->past && row->op->id == ISA_CF_INST_RETURN && i < live->calls; i++) {
            const unsigned at = live->job->survey->cf[live->behind[i]].address + 1;
            for (unsigned gpr = 0; survey_row(live->job, at) && gpr < ISA_GPRS; gpr++)
                from[gpr] = (uint8_t)(from[gpr] | live->at[PLACES * (live->job->row_of[at] - 1)][gpr]);
        }
        changed |= update(live, place, from);
    }
    return changed;
}

static void find_jumps(struct live *live)
{
    const struct survey *survey = live->job->survey;
    for (unsigned n = 0; n < survey->cf_count; n++) {
        const struct survey_cf *row = &survey->cf[n];
        struct isa_cf           cf;
        if (row->op->id == ISA_CF_INST_CALL || row->op->id == ISA_CF_INST_CALL_FS)
            live->behind[live->calls++] = n;
        if (row->op->klass == ISA_CF_ALU || !isa_cf_may_jump(row->op))
            continue;
        isa_unpack_cf(survey_words(live->job, row->address), &cf);
        const struct survey_cf *to = survey_row(live->job, cf.addr + survey_base_of(live->job->subject, row->address));
        if (to && to->op->id == ISA_CF_INST_ELSE)
            live->jumped[to - survey->cf] = 1;
    }
}

bool survey_inputs(struct survey_job *job)
{
    const unsigned rows = job->survey->cf_count;
    struct live    live = {.job = job,
                           .at = calloc(PLACES * (size_t)rows + 1, sizeof *live.at),
                           .jumped = calloc(rows + 1, 1),
                           .behind = calloc(rows + 1, sizeof *live.behind)};
    const bool     good = live.at && live.jumped && live.behind;
    const unsigned first = job->subject->first < job->words ? job->row_of[job->subject->first] : 0; /* + 1 */
    if (good && first) {
        const unsigned place = PLACES * (first - 1);
        find_jumps(&live);
        while (pass(&live))
            ;
        memcpy(job->survey->inputs, live.at[place], sizeof job->survey->inputs);
        live.past = true;
        memset(live.at, 0, PLACES * (size_t)rows * sizeof *live.at);
        while (live.calls && pass(&live))
            ;
        for (unsigned gpr = 0; live.calls && gpr < ISA_GPRS; gpr++)
            job->survey->inputs[gpr] = (uint8_t)(job->survey->inputs[gpr] & live.at[place][gpr]);
        for (unsigned gpr = 0; gpr < ISA_GPRS; gpr++)
            job->survey->first_read[gpr] = (uint8_t)(job->survey->first_read[gpr] & job->survey->inputs[gpr]);
    }
    free(live.at);
    free(live.jumped);
    free(live.behind);
    return good;
}
