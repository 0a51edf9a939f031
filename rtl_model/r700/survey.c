/* survey.c - the walk along the control flow that collects what a program is made of. */
#include "rtl_model/r700/survey.h"

#include <stdlib.h>

#include "isa/r700/flow.h"
#include "rtl_model/r700/survey_internal.h"

/* ---- registers ------------------------------------------------------------------------------------------------- */

static bool is_temporary(const struct survey_job *job, unsigned gpr)
{
    return gpr >= ISA_GPRS - job->subject->temporaries;
}

static void name(struct survey_job *job, unsigned gpr)
{
    struct survey *survey = job->survey;
    if (is_temporary(job, gpr))
        survey->temporaries = survey_larger(survey->temporaries, ISA_GPRS - gpr);
    else
        survey->gprs = survey_larger(survey->gprs, gpr + 1);
}

void survey_read(struct survey_job *job, unsigned row, unsigned gpr, unsigned elements)
{
    struct survey_sets *sets = &job->sets[row];
    gpr %= ISA_GPRS;
    name(job, gpr);
    if (is_temporary(job, gpr))
        return;
    uint8_t *const first = &job->survey->first_read[gpr];
    sets->used[gpr] = (uint8_t)(sets->used[gpr] | (elements & ~(unsigned)sets->written[gpr]));
    /* Compilers export and sample with whole registers: of one that has a value somewhere the rest is nobody's. */
    if (!(elements & (elements - 1)) || !job->text[gpr])
        *first = (uint8_t)(*first | (elements & ~(unsigned)job->text[gpr]));
}

void survey_write(struct survey_job *job, unsigned row, unsigned gpr, unsigned elements, bool always)
{
    struct survey_sets *sets = &job->sets[row];
    gpr %= ISA_GPRS;
    name(job, gpr);
    job->text[gpr] = (uint8_t)(job->text[gpr] | elements);
    if (always)
        sets->written[gpr] = (uint8_t)(sets->written[gpr] | elements);
}

/* ---- the walk -------------------------------------------------------------------------------------------------- */

static bool visit(void *context, unsigned at, const struct flow_next *next)
{
    uint8_t *const seen = context;
    (void)next;
    seen[at] = 1;
    return true;
}

/* Marks all addresses that a wavefront may come to. */
static bool find_seen(const struct survey_job *job, uint8_t *seen)
{
    static const struct flow_lattice   lattice = {.edges = FLOW_ALL & ~FLOW_BACK, .visit = visit};
    const struct survey_subject *const subject = job->subject;
    const struct flow_program          program = {.dwords = subject->dwords,
                                                  .words = job->words,
                                                  .first = subject->first,
                                                  .fetch_base = subject->fetch_base,
                                                  .fetch_first = subject->fetch_first};
    return flow_solve(&program, &lattice, seen) == FLOW_SOLVED;
}

static bool find_rows(struct survey_job *job, struct diag *diag)
{
    uint8_t *const seen = calloc(job->words + 1, 1);
    bool           good = seen && find_seen(job, seen);
    unsigned       rows = 0;
    for (unsigned at = 0; good && at < job->words; at++)
        if (seen[at] && isa_cf_lookup(survey_words(job, at)))
            job->row_of[at] = ++rows;
    if (rows > SURVEY_CF_MOST) {
        free(seen);
        return diag_set(diag, NULL, 0, "the program has %u CF instructions, expected at most %d", rows, SURVEY_CF_MOST);
    }
    job->survey->cf = calloc(rows + 1, sizeof *job->survey->cf);
    job->sets = calloc(rows + 1, sizeof *job->sets);
    good = good && job->survey->cf && job->sets;
    for (unsigned at = 0; good && at < job->words; at++)
        if (job->row_of[at])
            job->survey->cf[job->row_of[at] - 1] =
                (struct survey_cf){.address = at, .op = isa_cf_lookup(survey_words(job, at))};
    job->survey->cf_count = good ? rows : 0;
    free(seen);
    return good || diag_set(diag, NULL, 0, "not enough memory to look at the program");
}

/* ---- instructions ---------------------------------------------------------------------------------------------- */

static void note_flow(struct survey_job *job, const struct survey_cf *row)
{
    struct survey *survey = job->survey;
    struct isa_cf  cf;
    isa_unpack_cf(survey_words(job, row->address), &cf);
    if ((row->op->klass == ISA_CF_BRANCH || row->op->id == ISA_CF_INST_KILL) && cf.cond >= ISA_COND_BOOL)
        survey->bools |= 1u << cf.cf_const;
    switch (row->op->id) {
    case ISA_CF_INST_LOOP_START:
    case ISA_CF_INST_LOOP_START_NO_AL:
        survey->loop_constants |= 1u << cf.cf_const;
        survey->loops++;
        break;
    case ISA_CF_INST_LOOP_START_DX10:
        survey->loops++;
        survey->open_loops++;
        break;
    case ISA_CF_INST_CALL_FS:
        survey->calls_fetch = true;
        break;
    case ISA_CF_INST_KILL:
        survey->kills = true;
        break;
    case ISA_CF_INST_WAIT_ACK:
        survey->waits_ack = true;
        break;
    case ISA_CF_INST_EMIT_VERTEX:
    case ISA_CF_INST_EMIT_CUT_VERTEX:
    case ISA_CF_INST_CUT_VERTEX:
        survey->emits = true;
        break;
    default:
        break;
    }
}

static void note_row(struct survey_job *job, unsigned n)
{
    struct survey_cf *row = &job->survey->cf[n];
    bool              good = true;
    switch (row->op->klass) {
    case ISA_CF_ALU:
        good = survey_alu(job, n);
        break;
    case ISA_CF_FETCH:
        good = survey_fetches(job, n);
        break;
    case ISA_CF_EXPORT:
        survey_export(job, n);
        break;
    case ISA_CF_MEM:
        survey_memory_write(job, n);
        break;
    default:
        note_flow(job, row);
        break;
    }
    if (!good && !job->survey->broken)
        job->survey->broken = row->address + 1;
}

static bool look(struct survey_job *job, struct diag *diag)
{
    if (!find_rows(job, diag))
        return false;
    for (unsigned n = 0; n < job->survey->cf_count; n++)
        note_row(job, n);
    if (!survey_inputs(job) || !survey_stack(job))
        return diag_set(diag, NULL, 0, "not enough memory to look at the program");
    survey_weigh(job->subject, job->survey, NULL, 1);
    return true;
}

bool survey_make(const struct survey_subject *subject, struct survey *survey, struct diag *diag)
{
    struct survey_job job = {.subject = subject, .survey = survey, .words = subject->count / 2};
    *survey = (struct survey){.words = job.words};
    job.row_of = calloc(job.words + 1, sizeof *job.row_of);
    const bool good = job.row_of ? look(&job, diag) : diag_set(diag, NULL, 0, "not enough memory");
    free(job.row_of);
    free(job.sets);
    return good;
}

void survey_free(struct survey *survey)
{
    free(survey->cf);
    *survey = (struct survey){.cf = NULL};
}
