/* lint_text.h - a finding of the lint as one line, for `wekiva lint` and `wekiva run --lint`. */
#ifndef TOOLS_LINT_TEXT_H
#define TOOLS_LINT_TEXT_H

#include <stdio.h>

#include "kit/text.h"
#include "rtl_model/finding.h"

/* `name` is the program's file. */
static inline void lint_print(FILE *file, const char *name, const struct lint_finding *finding)
{
    char visible[4096];
    name = text_visible(visible, sizeof visible, name);
    if (finding->plain)
        fprintf(file, "%s: instruction %u: ", name, finding->address);
    else
        fprintf(file, "%s: CF %u: ", name, finding->cf);
    if (!finding->plain && !finding->of_cf)
        fprintf(file, "ALU word %u: ", finding->address);
    fprintf(file, "`%s`: %s: %s (%s)\n", finding->instruction, finding->level == LINT_ILLEGAL ? "illegal" : "doubtful",
            finding->message, finding->section);
}

#endif
