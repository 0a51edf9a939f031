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
    uint64_t met, pending; /* path states in which it has been, is to be looked at; a bit each */
    bool     listed, reported;
};

struct paths {
    struct lint  *lint;
    unsigned      words;
    struct place *places;
    unsigned     *worklist; /* addresses with something pending, each once */
    unsigned      worklist_count;
    unsigned      unfinished[TYPES]; /* where a program ends with exports but no EXPORT_DONE; words: nowhere */
    bool          calls;
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

static void reach(struct paths *paths, unsigned at, unsigned state)
{
    if (at >= paths->words || paths->places[at].met >> state & 1)
        return;
    struct place *place = &paths->places[at];
    place->met |= 1ull << state;
    place->pending |= 1ull << state;
    if (!place->listed)
        paths->worklist[paths->worklist_count++] = at;
    place->listed = true;
}

static unsigned after_export(struct paths *paths, unsigned at, const uint32_t *dwords, unsigned state)
{
    struct isa_export_swiz export;
    isa_unpack_export_swiz(dwords, &export);
    if (export.type >= TYPES)
        return state;
    const unsigned sent = 1u << export.type, done = sent << TYPES;
    if (state & done && !paths->places[at].reported) {
        paths->places[at].reported = true;
        lint_note_cf(paths->lint, at, LINT_DOUBTFUL, "ISA 3.4.1",
                     "a %s export behind EXPORT_DONE, which is the last one of its type", type_names[export.type]);
    }
    return state | sent | (isa_cf_lookup(dwords)->id == ISA_CF_INST_EXPORT_DONE ? done : 0);
}

/* The instruction has END_OF_PROGRAM. */
static void end(struct paths *paths, unsigned at, const struct isa_cf_op *op, const struct isa_cf *cf, unsigned state)
{
    for (unsigned type = 0; type < TYPES; type++)
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

/* Goes on from one instruction in one state. */
static void step(struct paths *paths, unsigned at, unsigned state)
{
    const uint32_t         *dwords = paths->lint->subject->dwords + 2 * (size_t)at;
    const struct isa_cf_op *op = isa_cf_lookup(dwords);
    struct isa_cf           cf;
    if (!op)
        return;
    isa_unpack_cf(dwords, &cf); /* END_OF_PROGRAM stands in the same place in the export formats */
    if (op->klass == ISA_CF_EXPORT) {
        lint_given_export(paths->lint, at, dwords);
        state = after_export(paths, at, dwords, state);
    } else if (op->klass == ISA_CF_MEM) {
        lint_given_write(paths->lint, at, dwords);
    } else if (op->klass != ISA_CF_ALU) {
        lint_given_flow(paths->lint, at, op, &cf);
    }
    paths->calls |= op->id == ISA_CF_INST_CALL;
    if (isa_cf_may_jump(op))
        reach(paths, cf.addr + lint_base_of(paths->lint->subject, at), state);
    if (op->klass != ISA_CF_ALU && cf.end_of_program)
        end(paths, at, op, &cf, state);
    else if (op->id != ISA_CF_INST_RETURN)
        reach(paths, at + 1, state);
}

static void follow(struct paths *paths)
{
    reach(paths, paths->lint->subject->first, 0);
    while (paths->worklist_count) {
        const unsigned at = paths->worklist[--paths->worklist_count];
        struct place  *place = &paths->places[at];
        const uint64_t pending = place->pending;
        place->pending = 0;
        place->listed = false;
        for (unsigned state = 0; state < STATES; state++)
            if (pending >> state & 1)
                step(paths, at, state);
    }
}

bool lint_flow(struct lint *lint)
{
    struct paths paths = {.lint = lint, .words = lint->subject->count / 2};
    paths.places = calloc(paths.words + 1, sizeof *paths.places);
    paths.worklist = calloc(paths.words + 1, sizeof *paths.worklist);
    const bool good = paths.places && paths.worklist;
    for (unsigned type = 0; type < TYPES; type++)
        paths.unfinished[type] = paths.words;
    if (good)
        follow(&paths);
    for (unsigned type = 0; good && type < TYPES; type++)
        if (paths.unfinished[type] < paths.words && !paths.calls) /* a subroutine might have sent it */
            lint_note_cf(lint, paths.unfinished[type], LINT_DOUBTFUL, "ISA 3.4.1",
                         "the program ends without EXPORT_DONE for its %s exports", type_names[type]);
    free(paths.places);
    free(paths.worklist);
    return good;
}
