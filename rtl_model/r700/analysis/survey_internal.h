/* survey_internal.h - what the parts of the survey share. */
#ifndef RTL_MODEL_R700_SURVEY_INTERNAL_H
#define RTL_MODEL_R700_SURVEY_INTERNAL_H

#include "rtl_model/r700/analysis/survey.h"

/* Elements of registers that a CF instruction reads before it has written them, and elements that it writes for every
 * thread for which it runs: a bit for each of X Y Z W. */
struct survey_sets {
    uint8_t used[ISA_GPRS], written[ISA_GPRS];
};

struct survey_job {
    const struct survey_subject *subject;
    const struct flow_code      *code;
    struct survey               *survey;
    uint8_t                      text[ISA_GPRS]; /* elements written so far, in the order of the text */
    struct survey_sets          *sets;           /* per row */
    uint8_t                      cube[ISA_GPRS]; /* elements that come from CUBE, in the order of the text */
    unsigned                     cube_before;    /* slots of the group before whose results do */
};

/* A register is read or written: elements, a bit each.  Clause temporaries count apart. */
void survey_read(struct survey_job *job, unsigned row, unsigned gpr, unsigned elements);
void survey_write(struct survey_job *job, unsigned row, unsigned gpr, unsigned elements, bool always);

/* survey_alu.c: a clause of the row; false: it is illegal or lies outside the program. */
bool survey_alu(struct survey_job *job, unsigned row);
/* survey_fetch.c */
bool survey_fetches(struct survey_job *job, unsigned row);
/* survey_export.c */
void survey_export(struct survey_job *job, unsigned row);
void survey_memory_write(struct survey_job *job, unsigned row);
/* survey_inputs.c: registers that are read before they are written; false: not enough memory. */
bool survey_inputs(struct survey_job *job);
/* survey_stack.c: false: not enough memory. */
bool survey_stack(struct survey_job *job);

static inline unsigned survey_larger(unsigned a, unsigned b)
{
    return a > b ? a : b;
}

#endif
