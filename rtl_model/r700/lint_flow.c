/* lint_flow.c - lint of exports and of END_OF_PROGRAM, along the control flow (ISA 3.2, 3.4.1). */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "isa/r700/dis.h"
#include "rtl_model/r700/lint_internal.h"

/* On a path: types of export that have been sent, and those whose EXPORT_DONE has: a bit each. */
enum { TYPES = 3, STATES = 1 << 2 * TYPES };

/* What is known of a CF address. */
struct place {
    uint64_t states;            /* path states in which it may be reached; a bit each */
    bool     reported, outside; /* what it does, where it leads */
};

struct paths {
    struct lint        *lint;
    struct flow_program program;
    unsigned            words;
    struct place       *places;
    uint64_t            behind;            /* path states behind the instruction that is visited */
    unsigned            unfinished[TYPES]; /* where a program ends with exports but no EXPORT_DONE; words: nowhere */
    bool                calls;
};

static const char *const type_names[TYPES] = {"pixel", "position", "parameter"};

void lint_note_cf(struct lint *lint, unsigned at, enum lint_level level, const char *section, const char *format, ...)
{
    struct lint_finding finding = {.level = level, .cf = at, .address = at, .of_cf = true};
    va_list             arguments;
    if (!lint_is_asked(lint, level))
        return;
    isa_dis_cf(lint->subject->dwords + 2 * (size_t)at, finding.instruction, sizeof finding.instruction);
    snprintf(finding.section, sizeof finding.section, "%s", section);
    va_start(arguments, format);
    vsnprintf(finding.message, sizeof finding.message, format, arguments);
    va_end(arguments);
    lint->report(lint->context, &finding);
}

static uint64_t after_export(struct paths *paths, unsigned at, const uint32_t *dwords, uint64_t states)
{
    struct isa_export_swiz export;
    uint64_t behind = 0;
    isa_unpack_export_swiz(dwords, &export);
    if (export.type >= TYPES)
        return states;
    const unsigned sent = 1u << export.type, done = sent << TYPES;
    const unsigned more = sent | (isa_cf_lookup(dwords)->id == ISA_CF_INST_EXPORT_DONE ? done : 0);
    for (unsigned state = 0; state < STATES; state++) {
        if (!(states >> state & 1))
            continue;
        if (state & done && !paths->places[at].reported) {
            paths->places[at].reported = true;
            lint_note_cf(paths->lint, at, LINT_DOUBTFUL, "ISA 3.4.1",
                         "a %s export behind EXPORT_DONE, which is the last one of its type", type_names[export.type]);
        }
        behind |= 1ull << (state | more);
    }
    return behind;
}

/* The instruction has END_OF_PROGRAM. */
static void end(struct paths *paths, unsigned at, const struct isa_cf_op *op, const struct isa_cf *cf, uint64_t states)
{
    for (unsigned state = 0; state < STATES; state++)
        for (unsigned type = 0; type < TYPES && states >> state & 1; type++)
            if (state >> type & 1 && !(state >> (TYPES + type) & 1) && paths->unfinished[type] == paths->words)
                paths->unfinished[type] = at;
    const bool pops = op->id == ISA_CF_INST_LOOP_END || op->id == ISA_CF_INST_RETURN ||
                      (op->klass == ISA_CF_BRANCH && op->flags & ISA_CF_USES_POP_COUNT && cf->pop_count);
    if (!pops || paths->places[at].reported)
        return;
    paths->places[at].reported = true;
    lint_note_cf(paths->lint, at, LINT_DOUBTFUL, "ISA 3.2",
                 "END_OF_PROGRAM where the stack is not empty yet; a NOP behind it can have the bit");
}

/* A clause, a target or the way on outside of the program: a run refuses it (check.h). */
static void look_outside(struct paths *paths, const struct flow_program *program, unsigned at)
{
    struct flow_fault fault;
    if (paths->places[at].outside || !flow_fault_at(program, program->words, at, &fault))
        return;
    paths->places[at].outside = true;
    char *const section = strrchr(fault.text, '(');
    section[-1] = section[strlen(section) - 1] = 0;
    lint_note_cf(paths->lint, at, LINT_ILLEGAL, section + 1, "%s", fault.text);
}

static bool visit(void *context, unsigned at, const struct flow_next *next)
{
    struct paths           *paths = context;
    const uint32_t         *dwords = paths->lint->subject->dwords + 2 * (size_t)at;
    const struct isa_cf_op *op = isa_cf_lookup(dwords);
    struct isa_cf           cf;
    (void)next;
    paths->behind = paths->places[at].states;
    if (!op) {
        if (paths->lint->subject->alone && !paths->places[at].outside)
            lint_note_cf(paths->lint, at, LINT_ILLEGAL, "ISA 10.1", "a reserved CF instruction");
        paths->places[at].outside = true;
        return true;
    }
    isa_unpack_cf(dwords, &cf); /* END_OF_PROGRAM stands in the same place in the export formats */
    if (op->klass == ISA_CF_EXPORT) {
        lint_given_export(paths->lint, at, dwords);
        paths->behind = after_export(paths, at, dwords, paths->behind);
    } else if (op->klass == ISA_CF_MEM) {
        lint_given_write(paths->lint, at, dwords);
    } else if (op->klass != ISA_CF_ALU) {
        lint_given_flow(paths->lint, at, op, &cf);
    }
    if (paths->lint->subject->alone)
        look_outside(paths, &paths->program, at);
    paths->calls |= op->id == ISA_CF_INST_CALL;
    if (op->klass != ISA_CF_ALU && cf.end_of_program)
        end(paths, at, op, &cf, paths->behind);
    return true;
}

static bool join(void *context, unsigned from, const struct flow_edge *edge)
{
    struct paths  *paths = context;
    uint64_t      *states = &paths->places[edge->to].states;
    const uint64_t before = *states;
    (void)from;
    *states |= paths->behind;
    return *states != before;
}

bool lint_flow(struct lint *lint)
{
    /* Behind a CALL goes on what was before it: what its subroutine exports is not followed back. */
    static const struct flow_lattice lattice = {.edges = FLOW_ALL & ~FLOW_BACK, .visit = visit, .join = join};
    const struct flow_program        program = lint_program(lint->subject);
    struct paths                     paths = {.lint = lint, .program = program, .words = program.words};
    paths.places = calloc(paths.words + 1, sizeof *paths.places);
    for (unsigned type = 0; type < TYPES; type++)
        paths.unfinished[type] = paths.words;
    if (paths.places && program.first < paths.words)
        paths.places[program.first].states = 1; /* nothing is exported */
    const bool good = paths.places && flow_solve(&program, &lattice, &paths) == FLOW_SOLVED;
    for (unsigned type = 0; good && type < TYPES; type++)
        if (paths.unfinished[type] < paths.words && !paths.calls) /* a subroutine might have sent it */
            lint_note_cf(lint, paths.unfinished[type], LINT_DOUBTFUL, "ISA 3.4.1",
                         "the program ends without EXPORT_DONE for its %s exports", type_names[type]);
    free(paths.places);
    return good;
}
