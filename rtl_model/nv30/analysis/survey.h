/* survey.h - a program of NV30 looked through without a run: what it reads unwritten, what it writes that is
 * not read, which attributes, constants and textures it names. */
#ifndef RTL_MODEL_NV30_SURVEY_H
#define RTL_MODEL_NV30_SURVEY_H

#include "isa/nv30/nv30.h"
#include "kit/diag.h"
#include "rtl_model/program/program.h"

enum { NV30_COMPONENTS = 15 };

struct nv30_survey {
    struct nv30_instruction *list;
    unsigned                 count;
    unsigned                 halves;                     /* that its registers take, an R two */
    uint8_t                 *unwritten;                  /* [instruction][source]: unwritten components of a register */
    bool                    *unread;                     /* [instruction]: what it writes is not read */
    uint8_t                  attribute[NV30_ATTRIBUTES]; /* components that are read */
    bool                     constant[NV30_CONSTANTS];
    uint8_t                  target[NV30_UNITS]; /* what a texture unit is read as, enum nv30_target */
    unsigned                 wrong;              /* in a program that is none: the instruction, */
    char                     why[256];           /* and the reason; else empty */
};

/* False: no memory.  Of a program that is none only `wrong` and `why` are there. */
bool nv30_survey_make(const struct program *program, struct nv30_survey *survey, struct diag *diag);
void nv30_survey_free(struct nv30_survey *survey);

#endif
