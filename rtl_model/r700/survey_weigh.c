/* survey_weigh.c - how often a wavefront executes each CF instruction: as seldom and as often as jumps and loops let
 * it, and in between.
 *
 * Least: what no jump can leave out.  Most: everything, because a wavefront whose pixels part goes both ways.  Average:
 * what a JUMP or an ELSE may leave out counts half, each time that it may.  A loop multiplies what lies in it by its
 * iterations; a subroutine is executed as often as its calls are. */
#include "rtl_model/r700/survey.h"

#include <stddef.h>

enum { PASSES = 33 /* calls nest 32 deep (ISA 3.7.6) */ };

struct weigh {
    const struct survey_subject *subject;
    struct survey               *survey;
    const unsigned              *trips;
    unsigned                     otherwise;
};

/* What lies between an instruction and where it may jump to. */
struct region {
    unsigned from, to; /* from < instruction < to */
};

static struct region region_of(const struct weigh *weigh, const struct survey_cf *row)
{
    struct isa_cf cf;
    if (row->op->klass == ISA_CF_ALU || !isa_cf_may_jump(row->op))
        return (struct region){0, 0};
    isa_unpack_cf(weigh->subject->dwords + 2 * (size_t)row->address, &cf);
    const unsigned base =
        weigh->subject->fetch_base && row->address >= weigh->subject->fetch_base ? weigh->subject->fetch_base : 0;
    return (struct region){row->address, cf.addr + base};
}

static bool is_inside(const struct region *region, unsigned at)
{
    return at > region->from && at < region->to;
}

static bool starts_loop(const struct survey_cf *row)
{
    return row->op->id == ISA_CF_INST_LOOP_START || row->op->id == ISA_CF_INST_LOOP_START_NO_AL ||
           row->op->id == ISA_CF_INST_LOOP_START_DX10;
}

static bool leaves_iteration(const struct survey_cf *row)
{
    return row->op->id == ISA_CF_INST_LOOP_BREAK || row->op->id == ISA_CF_INST_LOOP_CONTINUE ||
           row->op->id == ISA_CF_INST_ALU_BREAK || row->op->id == ISA_CF_INST_ALU_CONTINUE;
}

/* Something in the loop may end it before its count is over. */
static bool is_left_early(const struct survey *survey, const struct region *loop)
{
    for (unsigned n = 0; n < survey->cf_count; n++)
        if (is_inside(loop, survey->cf[n].address) && leaves_iteration(&survey->cf[n]))
            return true;
    return false;
}

static void times(struct survey_cf *row, double least, double average, double most)
{
    row->weight[SURVEY_MIN] *= least;
    row->weight[SURVEY_AVG] *= average;
    row->weight[SURVEY_MAX] *= most;
}

/* A loop, for what lies in it. */
static void weigh_loop(const struct weigh *weigh, const struct survey_cf *loop)
{
    struct survey      *survey = weigh->survey;
    const struct region region = region_of(weigh, loop);
    struct isa_cf       cf;
    isa_unpack_cf(weigh->subject->dwords + 2 * (size_t)loop->address, &cf);
    const bool     counts = loop->op->id != ISA_CF_INST_LOOP_START_DX10, known = counts && weigh->trips;
    const unsigned most = known ? weigh->trips[cf.cf_const] : weigh->otherwise;
    const bool     early = is_left_early(survey, &region);
    /* A count that nobody knows may be 0; a loop without one is left by what its body decides. */
    const unsigned least = known ? (early && most ? 1 : most) : !counts;
    for (unsigned n = 0; n < survey->cf_count; n++)
        if (is_inside(&region, survey->cf[n].address))
            times(&survey->cf[n], least, most, most);
}

static void weigh_jump(const struct weigh *weigh, const struct survey_cf *jump)
{
    struct survey      *survey = weigh->survey;
    const struct region region = region_of(weigh, jump);
    const bool          half = !leaves_iteration(jump) && jump->op->id != ISA_CF_INST_KILL;
    for (unsigned n = 0; n < survey->cf_count; n++)
        if (is_inside(&region, survey->cf[n].address))
            times(&survey->cf[n], 0, half ? 0.5 : 1, 1);
}

/* ALU_BREAK and ALU_CONTINUE jump nowhere, but what follows in the iteration is skipped when nobody is left. */
static void weigh_clause(const struct weigh *weigh, unsigned n)
{
    struct survey *survey = weigh->survey;
    unsigned       depth = 0;
    for (unsigned i = n + 1; i < survey->cf_count; i++) {
        depth += starts_loop(&survey->cf[i]);
        if (survey->cf[i].op->id == ISA_CF_INST_LOOP_END && depth-- == 0)
            return;
        times(&survey->cf[i], 0, 1, 1);
    }
}

/* ---- subroutines ----------------------------------------------------------------------------------------------- */

/* Where a call goes; false: to nowhere. */
static bool target_of(const struct weigh *weigh, const struct survey_cf *row, unsigned *target)
{
    struct isa_cf cf;
    isa_unpack_cf(weigh->subject->dwords + 2 * (size_t)row->address, &cf);
    *target = row->op->id == ISA_CF_INST_CALL_FS ? weigh->subject->fetch_base + weigh->subject->fetch_first : cf.addr;
    return *target;
}

static bool is_call(const struct survey_cf *row)
{
    return row->op->id == ISA_CF_INST_CALL || row->op->id == ISA_CF_INST_CALL_FS;
}

static bool is_called(const struct weigh *weigh, unsigned address)
{
    const struct survey *survey = weigh->survey;
    unsigned             target;
    for (unsigned n = 0; n < survey->cf_count; n++)
        if (is_call(&survey->cf[n]) && target_of(weigh, &survey->cf[n], &target) && target == address)
            return true;
    return false;
}

/* An instruction belongs to the last subroutine that begins at or before it, up to a RETURN; others to the program
 * itself, 0. */
static void find_routines(const struct weigh *weigh)
{
    struct survey *survey = weigh->survey;
    unsigned       routine = 0;
    for (unsigned n = 0; n < survey->cf_count; n++) {
        if (is_called(weigh, survey->cf[n].address))
            routine = survey->cf[n].address;
        survey->cf[n].routine = routine;
        if (survey->cf[n].op->id == ISA_CF_INST_RETURN)
            routine = 0;
    }
}

/* The calls of a subroutine, summed up. */
static double calls_of(const struct weigh *weigh, unsigned routine, unsigned bound)
{
    const struct survey *survey = weigh->survey;
    double               sum = 0;
    unsigned             target;
    for (unsigned n = 0; n < survey->cf_count; n++)
        if (is_call(&survey->cf[n]) && target_of(weigh, &survey->cf[n], &target) && target == routine)
            sum += survey->cf[n].weight[bound];
    return sum;
}

static bool has_calls(const struct survey *survey)
{
    for (unsigned n = 0; n < survey->cf_count; n++)
        if (is_call(&survey->cf[n]))
            return true;
    return false;
}

/* One step from callers to those that they call; true when something has changed. */
static bool pass_calls(const struct weigh *weigh, unsigned bound)
{
    struct survey *survey = weigh->survey;
    bool           changed = false;
    double         calls = 0;
    for (unsigned n = 0; n < survey->cf_count; n++) {
        struct survey_cf *row = &survey->cf[n];
        if (row->routine && (!n || survey->cf[n - 1].routine != row->routine))
            calls = calls_of(weigh, row->routine, bound);
        const double weight = row->routine ? row->own * calls : row->own;
        changed |= weight > row->weight[bound] || weight < row->weight[bound];
        row->weight[bound] = weight;
    }
    return changed;
}

/* As often as calls may nest. */
static void weigh_calls(const struct weigh *weigh)
{
    struct survey *survey = weigh->survey;
    for (unsigned bound = 0; bound < SURVEY_BOUNDS; bound++) {
        for (unsigned n = 0; n < survey->cf_count; n++)
            survey->cf[n].own = survey->cf[n].weight[bound];
        for (unsigned pass = 0; pass < PASSES && pass_calls(weigh, bound); pass++)
            ;
    }
}

void survey_weigh(const struct survey_subject *subject, struct survey *survey, const unsigned *trips,
                  unsigned otherwise)
{
    const struct weigh weigh = {.subject = subject, .survey = survey, .trips = trips, .otherwise = otherwise};
    for (unsigned n = 0; n < survey->cf_count; n++)
        for (unsigned bound = 0; bound < SURVEY_BOUNDS; bound++)
            survey->cf[n].weight[bound] = 1;
    for (unsigned n = 0; n < survey->cf_count; n++) {
        const struct survey_cf *row = &survey->cf[n];
        if (starts_loop(row))
            weigh_loop(&weigh, row);
        else if (row->op->id == ISA_CF_INST_ALU_BREAK || row->op->id == ISA_CF_INST_ALU_CONTINUE)
            weigh_clause(&weigh, n);
        else if (!is_call(row))
            weigh_jump(&weigh, row);
    }
    if (!has_calls(survey))
        return;
    find_routines(&weigh);
    weigh_calls(&weigh);
}
