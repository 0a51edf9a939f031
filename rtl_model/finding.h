/* finding.h - what is wrong or doubtful in a program, found without running it. */
#ifndef RTL_MODEL_FINDING_H
#define RTL_MODEL_FINDING_H

#include <stdbool.h>

/* LINT_NOT_GIVEN is doubtful, too: the program uses what its launch does not give. */
enum lint_level { LINT_DOUBTFUL, LINT_ILLEGAL, LINT_NOT_GIVEN };

struct lint_finding {
    enum lint_level level;
    bool            plain;        /* of a machine without clauses: `address` counts instructions, `cf` says nothing */
    unsigned        cf;           /* the CF instruction that starts the clause; addresses count 64-bit words */
    unsigned        address;      /* the ALU instruction */
    bool            of_cf;        /* it is about the CF instruction itself: address is cf */
    bool            placed;       /* `file`, `line` and `column` say where it stands; else its address does */
    const char     *file;         /* NULL: the program's */
    unsigned        line, column; /* 0: it is no text */
    char            section[32];  /* "ISA 4.11" */
    char            instruction[192];
    char            message[320];
};

typedef void lint_report_t(void *context, const struct lint_finding *finding);

#endif
