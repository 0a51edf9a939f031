/* survey.c - collects what the instructions of a program are made of. */
#include "rtl_model/r700/analysis/survey.h"

#include <stdlib.h>

#include "rtl_model/r700/analysis/survey_internal.h"

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
    /* Compilers export and sample with whole registers: of one that has a value somewhere the rest has none. */
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

/* ---- instructions ---------------------------------------------------------------------------------------------- */

static void note_flow(struct survey_job *job, const struct flow_row *row)
{
    struct survey             *survey = job->survey;
    const struct isa_cf *const cf = &row->cf;
    if ((row->op->klass == ISA_CF_BRANCH || row->op->id == ISA_CF_INST_KILL) && cf->cond >= ISA_COND_BOOL)
        survey->bools |= 1u << cf->cf_const;
    switch (row->op->id) {
    case ISA_CF_INST_LOOP_START:
    case ISA_CF_INST_LOOP_START_NO_AL:
        survey->loop_constants |= 1u << cf->cf_const;
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
    const struct flow_row *row = &job->code->rows[n];
    bool                   good = true;
    job->survey->cf[n] = (struct survey_cf){.address = row->at, .op = row->op};
    if (!row->op)
        return;
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
        job->survey->broken = row->at + 1;
}

static bool look(struct survey_job *job)
{
    const unsigned rows = job->code->count;
    job->survey->cf = calloc(rows + 1, sizeof *job->survey->cf);
    job->sets = calloc(rows + 1, sizeof *job->sets);
    if (!job->survey->cf || !job->sets)
        return false;
    job->survey->cf_count = rows;
    for (unsigned n = 0; n < rows; n++)
        note_row(job, n);
    return survey_inputs(job) && survey_stack(job) && survey_weigh(job->subject, job->survey, NULL, 1);
}

bool survey_make(const struct survey_subject *subject, struct survey *survey, struct diag *diag)
{
    struct survey_job job = {.subject = subject, .code = subject->code, .survey = survey};
    *survey = (struct survey){.words = subject->code->program.words};
    if (subject->code->count > SURVEY_CF_MOST)
        return diag_set(diag, NULL, 0, "the program has %u CF instructions, expected at most %d", subject->code->count,
                        SURVEY_CF_MOST);
    const bool good = look(&job);
    free(job.sets);
    return good || diag_set(diag, NULL, 0, "not enough memory to look at the program");
}

void survey_free(struct survey *survey)
{
    free(survey->cf);
    *survey = (struct survey){.cf = NULL};
}
