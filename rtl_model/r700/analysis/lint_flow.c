/* lint_flow.c - lint of exports and of END_OF_PROGRAM, along the control flow (ISA 3.2, 3.4.1). */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "isa/r700/dis/dis.h"
#include "rtl_model/r700/analysis/lint_internal.h"

/* On a path: types of export that have been sent, and those whose EXPORT_DONE has: a bit each. */
enum { TYPES = 3, STATES = 1 << 2 * TYPES };

/* What is known of a row. */
struct place {
    uint64_t states;            /* path states in which it may be reached; a bit each */
    bool     reported, outside; /* what it does, where it leads */
};

struct paths {
    struct lint           *lint;
    struct place          *places;            /* one for each row */
    uint64_t               behind;            /* path states behind the row that is visited */
    const struct flow_row *unfinished[TYPES]; /* where a program ends with exports but no EXPORT_DONE; or NULL */
    bool                   calls;
};

static const char *const type_names[TYPES] = {"pixel", "position", "parameter"};

void lint_note_cf(struct lint *lint, const struct flow_row *row, enum lint_level level, const char *section,
                  const char *format, ...)
{
    struct lint_finding finding = {.level = level, .cf = row->at, .address = row->at, .of_cf = true};
    va_list             arguments;
    if (!lint_is_asked(lint, level))
        return;
    isa_dis_cf(row->dwords, finding.instruction, sizeof finding.instruction);
    snprintf(finding.section, sizeof finding.section, "%s", section);
    va_start(arguments, format);
    vsnprintf(finding.message, sizeof finding.message, format, arguments);
    va_end(arguments);
    lint_report(lint, &finding);
}

static struct place *place_of(const struct paths *paths, const struct flow_row *row)
{
    return &paths->places[row - paths->lint->code->rows];
}

static uint64_t after_export(struct paths *paths, const struct flow_row *row, uint64_t states)
{
    uint64_t behind = 0;
    if (row->swiz.type >= TYPES)
        return states;
    const unsigned sent = 1u << row->swiz.type, done = sent << TYPES;
    const unsigned more = sent | (row->op->id == ISA_CF_INST_EXPORT_DONE ? done : 0);
    for (unsigned state = 0; state < STATES; state++) {
        if (!(states >> state & 1))
            continue;
        if (state & done && !place_of(paths, row)->reported) {
            place_of(paths, row)->reported = true;
            lint_note_cf(paths->lint, row, LINT_DOUBTFUL, "ISA 3.4.1",
                         "a %s export behind EXPORT_DONE, which is the last one of its type",
                         type_names[row->swiz.type]);
        }
        behind |= 1ull << (state | more);
    }
    return behind;
}

/* The instruction has END_OF_PROGRAM. */
static void end(struct paths *paths, const struct flow_row *row, uint64_t states)
{
    for (unsigned state = 0; state < STATES; state++)
        for (unsigned type = 0; type < TYPES && states >> state & 1; type++)
            if (state >> type & 1 && !(state >> (TYPES + type) & 1) && !paths->unfinished[type])
                paths->unfinished[type] = row;
    const struct isa_cf_op *op = row->op;
    const bool              pops = op->id == ISA_CF_INST_LOOP_END || op->id == ISA_CF_INST_RETURN ||
                      (op->klass == ISA_CF_BRANCH && op->flags & ISA_CF_USES_POP_COUNT && row->cf.pop_count);
    if (!pops || place_of(paths, row)->reported)
        return;
    place_of(paths, row)->reported = true;
    lint_note_cf(paths->lint, row, LINT_DOUBTFUL, "ISA 3.2",
                 "END_OF_PROGRAM where the stack is not empty yet; a NOP behind it can have the bit");
}

/* A clause, a target or the way on outside of the program, or no instruction: a run refuses it (check.h). */
static void look_outside(struct paths *paths, const struct flow_row *row)
{
    const struct flow_code *code = paths->lint->code;
    struct flow_fault       fault;
    if (!paths->lint->subject->alone || place_of(paths, row)->outside)
        return;
    place_of(paths, row)->outside = true;
    if (!row->op) {
        lint_note_cf(paths->lint, row, LINT_ILLEGAL, "ISA 10.1", "a reserved CF instruction");
    } else if (flow_fault_at(code, code->program.words, row, &fault)) {
        char *const section = strrchr(fault.text, '(');
        section[-1] = section[strlen(section) - 1] = 0;
        lint_note_cf(paths->lint, row, LINT_ILLEGAL, section + 1, "%s", fault.text);
    }
}

static bool visit(void *context, const struct flow_row *row)
{
    struct paths *paths = context;
    paths->behind = place_of(paths, row)->states;
    if (!row->op) {
        look_outside(paths, row);
        return true;
    }
    if (row->op->klass == ISA_CF_EXPORT) {
        lint_given_export(paths->lint, row);
        paths->behind = after_export(paths, row, paths->behind);
    } else if (row->op->klass == ISA_CF_MEM) {
        lint_given_write(paths->lint, row);
    } else if (row->op->klass != ISA_CF_ALU) {
        lint_given_flow(paths->lint, row);
    }
    look_outside(paths, row);
    paths->calls |= row->op->id == ISA_CF_INST_CALL;
    if (row->ends)
        end(paths, row, paths->behind);
    return true;
}

static bool join(void *context, const struct flow_row *from, const struct flow_row *to, enum flow_kind kind)
{
    struct paths  *paths = context;
    uint64_t      *states = &place_of(paths, to)->states;
    const uint64_t before = *states;
    (void)from, (void)kind;
    *states |= paths->behind;
    return *states != before;
}

bool lint_flow(struct lint *lint)
{
    /* Behind a CALL goes on what was before it: what its subroutine exports is not followed back. */
    static const struct flow_lattice lattice = {.edges = FLOW_ALL & ~FLOW_BACK, .visit = visit, .join = join};
    const struct flow_row *const     first = flow_row(lint->code, lint->code->program.first);
    struct paths paths = {.lint = lint, .places = calloc((size_t)lint->code->count + 1, sizeof *paths.places)};
    if (paths.places && first)
        place_of(&paths, first)->states = 1; /* nothing is exported */
    const bool good = paths.places && flow_solve(lint->code, &lattice, &paths) == FLOW_SOLVED;
    for (unsigned type = 0; good && type < TYPES; type++)
        if (paths.unfinished[type] && !paths.calls) /* a subroutine might have sent it */
            lint_note_cf(lint, paths.unfinished[type], LINT_DOUBTFUL, "ISA 3.4.1",
                         "the program ends without EXPORT_DONE for its %s exports", type_names[type]);
    free(paths.places);
    return good;
}
