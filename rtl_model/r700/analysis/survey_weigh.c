/* survey_weigh.c - how often a wavefront executes each CF instruction: as seldom and as often as jumps and loops let
 * it, and in between.
 *
 * Least: what no jump can leave out.  Most: everything, because a wavefront whose pixels part goes both ways.  Average:
 * what a JUMP or an ELSE may leave out counts half, each time that it may.  A loop multiplies what lies in it by its
 * iterations; a subroutine is executed as often as its calls are. */
#include <stdlib.h>

#include "rtl_model/r700/analysis/survey.h"

enum { PASSES = 33 /* calls nest 32 deep (ISA 3.7.6) */ };

struct weigh {
    const struct flow_code *code;
    struct survey_cf       *cf; /* one for each row */
    const unsigned         *trips;
    unsigned                otherwise;
};

/* What lies between an instruction and where it may jump to. */
struct region {
    unsigned from, to; /* from < instruction < to */
};

static struct region region_of(const struct flow_row *row)
{
    struct region region = {row->at, 0};
    (void)flow_target(row, FLOW_JUMP, &region.to);
    return region;
}

static bool is_inside(const struct region *region, unsigned at)
{
    return at > region->from && at < region->to;
}

/* It jumps nowhere, but what follows in the iteration is skipped when no thread is left. */
static bool is_leaving_clause(const struct flow_row *row)
{
    return row->op && (row->op->id == ISA_CF_INST_ALU_BREAK || row->op->id == ISA_CF_INST_ALU_CONTINUE);
}

static bool leaves_iteration(const struct flow_row *row)
{
    return is_leaving_clause(row) ||
           (row->op && (row->op->id == ISA_CF_INST_LOOP_BREAK || row->op->id == ISA_CF_INST_LOOP_CONTINUE));
}

/* Something in the loop may end it before its count is over. */
static bool is_left_early(const struct flow_code *code, const struct region *loop)
{
    for (unsigned n = 0; n < code->count; n++)
        if (is_inside(loop, code->rows[n].at) && leaves_iteration(&code->rows[n]))
            return true;
    return false;
}

static void times(const struct weigh *weigh, const struct region *region, double least, double average, double most)
{
    for (unsigned n = 0; n < weigh->code->count; n++) {
        if (!is_inside(region, weigh->cf[n].address))
            continue;
        weigh->cf[n].weight[SURVEY_MIN] *= least;
        weigh->cf[n].weight[SURVEY_AVG] *= average;
        weigh->cf[n].weight[SURVEY_MAX] *= most;
    }
}

/* A loop, for what lies in it. */
static void weigh_loop(const struct weigh *weigh, const struct flow_row *loop)
{
    const struct region region = region_of(loop);
    const bool          counts = loop->op->id != ISA_CF_INST_LOOP_START_DX10, known = counts && weigh->trips;
    const unsigned      most = known ? weigh->trips[loop->cf.cf_const] : weigh->otherwise;
    const bool          early = is_left_early(weigh->code, &region);
    /* An unknown count may be 0; a loop without one is left by what its body decides. */
    const unsigned least = known ? (early && most ? 1 : most) : !counts;
    times(weigh, &region, least, most, most);
}

static void weigh_row(const struct weigh *weigh, const struct flow_row *row)
{
    struct region region = region_of(row);
    if (flow_starts_loop(row)) {
        weigh_loop(weigh, row);
    } else if (is_leaving_clause(row)) {
        const struct flow_row *const end = flow_loop_end(weigh->code, row);
        region.to = end ? end->at : weigh->code->program.words;
        times(weigh, &region, 0, 1, 1);
    } else if (region.to) {
        const bool half = !leaves_iteration(row) && row->op->id != ISA_CF_INST_KILL;
        times(weigh, &region, 0, half ? 0.5 : 1, 1);
    }
}

/* ---- subroutines ------------------------------------------------------------------------------------------------- */

static bool visit(void *context, const struct flow_row *row)
{
    (void)context, (void)row;
    return true;
}

/* An instruction belongs to the subroutine from which it is reached without a call, of several to the last one; others
 * to the program itself, 0. */
static bool join(void *context, const struct flow_row *from, const struct flow_row *to, enum flow_kind kind)
{
    const struct weigh *weigh = context;
    const unsigned      routine = kind == FLOW_CALL ? to->at : weigh->cf[from - weigh->code->rows].routine;
    unsigned *const     known = &weigh->cf[to - weigh->code->rows].routine;
    if (*known >= routine)
        return false;
    *known = routine;
    return true;
}

/* The calls of a subroutine, summed up. */
static double calls_of(const struct weigh *weigh, unsigned routine, unsigned bound)
{
    double   sum = 0;
    unsigned target;
    for (unsigned n = 0; n < weigh->code->count; n++)
        if (flow_target(&weigh->code->rows[n], FLOW_CALL, &target) && target == routine)
            sum += weigh->cf[n].weight[bound];
    return sum;
}

/* One step from callers to their routines; true when a weight has changed. */
static bool pass_calls(const struct weigh *weigh, unsigned bound)
{
    bool   changed = false;
    double calls = 0;
    for (unsigned n = 0; n < weigh->code->count; n++) {
        struct survey_cf *row = &weigh->cf[n];
        if (row->routine && (!n || weigh->cf[n - 1].routine != row->routine))
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
    for (unsigned bound = 0; bound < SURVEY_BOUNDS; bound++) {
        for (unsigned n = 0; n < weigh->code->count; n++)
            weigh->cf[n].own = weigh->cf[n].weight[bound];
        for (unsigned pass = 0; pass < PASSES && pass_calls(weigh, bound); pass++)
            ;
    }
}

bool survey_weigh(const struct survey_subject *subject, struct survey *survey, const unsigned *trips,
                  unsigned otherwise)
{
    static const struct flow_lattice routines = {.edges = FLOW_ALL & ~FLOW_BACK, .visit = visit, .join = join};
    struct weigh weigh = {.code = subject->code, .cf = survey->cf, .trips = trips, .otherwise = otherwise};
    for (unsigned n = 0; n < survey->cf_count; n++)
        for (unsigned bound = 0; bound < SURVEY_BOUNDS; bound++)
            survey->cf[n].weight[bound] = 1;
    for (unsigned n = 0; n < survey->cf_count; n++)
        weigh_row(&weigh, &weigh.code->rows[n]);
    if (flow_solve(weigh.code, &routines, &weigh) != FLOW_SOLVED)
        return false;
    weigh_calls(&weigh);
    return true;
}
