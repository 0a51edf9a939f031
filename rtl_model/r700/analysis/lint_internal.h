/* lint_internal.h - what the parts of the lint share. */
#ifndef RTL_MODEL_R700_LINT_INTERNAL_H
#define RTL_MODEL_R700_LINT_INTERNAL_H

#include "rtl_model/r700/analysis/lint.h"

struct lint {
    const struct lint_subject *subject;
    const struct flow_code    *code;
    lint_report_t             *report;
    void                      *context;
    const struct flow_row     *row;               /* whose ALU clause is looked at */
    uint8_t                    written[ISA_GPRS]; /* elements that some instruction of the program writes */
    uint8_t                    missed[ISA_GPRS];  /* elements reported as never written */
    bool                       written_anywhere;  /* a write with an index */
    bool                       uses_file, uses_cache, mixed;
    bool                       missing_file[2], missing_bools; /* not given by the launch, and reported */
    uint32_t                   missing_banks, missing_loops;
    uint32_t                   memory_written; /* targets of the program's memory writes, a bit each */
};

/* One group in its clause. */
struct lint_place {
    const struct isa_group *group;
    unsigned                address; /* of the group */
    bool                    first, last;
    unsigned                ar_valid; /* elements of AR written by earlier groups of the clause */
    unsigned                ar_age;   /* groups since the last MOVA* */
};

/* Findings of this level are requested. */
static inline bool lint_is_asked(const struct lint *lint, enum lint_level level)
{
    return level == LINT_NOT_GIVEN || !lint->subject->inputs_alone;
}

/* Reports a finding, with its place when the launch says what lies where. */
void lint_report(const struct lint *lint, struct lint_finding *finding);

/* Reports a finding at the instruction of a slot. */
void lint_note(struct lint *lint, const struct lint_place *place, unsigned slot, enum lint_level level,
               const char *section, const char *format, ...) __attribute__((format(printf, 6, 7)));

/* The same with a text that ends with its section in brackets; `prefix` stands before it. */
void lint_note_text(struct lint *lint, const struct lint_place *place, unsigned slot, enum lint_level level,
                    const char *prefix, const char *text);

/* Reports a finding at a CF instruction. */
void lint_note_cf(struct lint *lint, const struct flow_row *row, enum lint_level level, const char *section,
                  const char *format, ...) __attribute__((format(printf, 5, 6)));

/* "R5.x", "R[AR.x+5].x" and so on, as the assembler writes it. */
struct lint_name {
    char text[32];
};
struct lint_name lint_gpr_name(unsigned gpr, unsigned chan, bool relative, unsigned index_mode);

bool lint_is_temporary(const struct lint *lint, unsigned gpr);
/* The slot's instruction writes a GPR, so far as its fields say. */
bool lint_writes(const struct isa_group *group, unsigned slot);

/* Rules of one group; its fields, operands and ports.  False when no more can be said of the clause. */
bool lint_group(struct lint *lint, const struct lint_place *place);
/* Exports and ends of the program; false: not enough memory. */
bool lint_flow(struct lint *lint);
/* Uses of aL where no loop has set it; false: not enough memory. */
bool lint_loop_index(struct lint *lint);
/* Memory and the local data share between clauses and wavefronts; false: not enough memory. */
bool                             lint_sharing(struct lint *lint);
static inline struct flow_groups lint_groups_of(const struct lint *lint, const struct flow_row *row)
{
    return flow_groups(lint->code, row, lint->subject->prefer_vector);
}
/* An element of a GPR is given by the launch, written by the program or named already; `gpr` is no temporary. */
bool lint_has_value(const struct lint *lint, unsigned gpr, unsigned chan);
/* Elements of a GPR that are read, a bit each; a register of which one has a value is no mistake: compilers export and
 * sample with whole registers.  True when it was not named before. */
bool lint_is_missing(struct lint *lint, unsigned gpr, unsigned elements);
/* What the launch does not give of the operands of a constant cache and of the constant file, */
void lint_given_cache(struct lint *lint, const struct lint_place *place, unsigned slot, const struct isa_alu_src *src);
void lint_given_file(struct lint *lint, const struct lint_place *place, unsigned slot, const struct isa_alu_src *src);
/* of a CF instruction's boolean or loop constant, of the registers of an export and of a memory write. */
void lint_given_flow(struct lint *lint, const struct flow_row *row);
void lint_given_export(struct lint *lint, const struct flow_row *row);
void lint_given_write(struct lint *lint, const struct flow_row *row);
/* Rules of a row's fetch clause, and of its ALU clause. */
void lint_fetch_clause(struct lint *lint, const struct flow_row *row);
void lint_clause(struct lint *lint, const struct flow_row *row);

#endif
