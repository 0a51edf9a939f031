/* lint_text.h - a finding of the lint as one line, for `wekiva lint` and `wekiva run --lint`. */
#ifndef TOOLS_LINT_TEXT_H
#define TOOLS_LINT_TEXT_H

#include <stdio.h>

#include "kit/text.h"
#include "rtl_model/finding.h"
#include "rtl_model/program/program.h"

/* `name` is the program's file; of assembly the line begins as editors read it, NAME:LINE:COLUMN: error:, or
 * warning: of what is doubtful. */
static inline void lint_print(FILE *file, const char *name, const struct program *program,
                              const struct lint_finding *finding)
{
    const unsigned   dwords = finding->plain ? program->rules->dwords : 2;
    struct asm_place place = {finding->line, finding->column};
    char             visible[4096];
    if (!finding->placed)
        place = program_place(program, (size_t)finding->address * dwords);
    fprintf(file, "%s:", text_visible(visible, sizeof visible, finding->file ? finding->file : name));
    if (place.line)
        fprintf(file, "%u:%u: %s:", place.line, place.column, finding->level == LINT_ILLEGAL ? "error" : "warning");
    if (finding->plain)
        fprintf(file, " instruction %u: ", finding->address);
    else
        fprintf(file, " CF %u: ", finding->cf);
    if (!finding->plain && !finding->of_cf)
        fprintf(file, "ALU word %u: ", finding->address);
    fprintf(file, "`%s`: %s: %s (%s)\n", finding->instruction, finding->level == LINT_ILLEGAL ? "illegal" : "doubtful",
            finding->message, finding->section);
}

#endif
