#include "rtl_model/r580/analysis/report.h"

#include <stdlib.h>
#include <string.h>

#include "rtl_model/r580/fragment.h"

/* ---- instructions ----------------------------------------------------------------------------------------------- */

static unsigned beats(const struct us_report *report, unsigned quads_a_clock)
{
    return (report->chip->group_pixels / 4 + quads_a_clock - 1) / quads_a_clock;
}

static unsigned most_of(unsigned a, unsigned b)
{
    return a > b ? a : b;
}

/* Clocks of a unit for an instruction; the way: until the next one of the group can go (sequencer.h). */
static unsigned clocks_of(const struct us_report *report, unsigned at, enum us_report_unit unit)
{
    const struct us_chip *chip = report->chip;
    const enum us_type    type = report->survey->touches[at].type;
    const bool            alu = type == US_ALU || type == US_OUT;
    struct us_cmn         cmn;
    us_unpack_cmn(report->survey->store.words[at].w, &cmn);
    switch (unit) {
    case US_REPORT_ISSUE:
        return 1;
    case US_REPORT_ALU:
        return alu ? beats(report, chip->alu_quads) : 0;
    case US_REPORT_TEXTURE:
        return type == US_TEX ? beats(report, chip->texture_quads) : 0;
    default:
        return alu              ? most_of(beats(report, chip->alu_quads), chip->alu_clk) + (cmn.nop ? chip->nop_clk : 0)
               : type == US_TEX ? most_of(beats(report, chip->texture_quads), 2)
                                : chip->flow_clk;
    }
}

static bool is_there(const struct us_report *report, unsigned at)
{
    return report->survey->store.written[at] && report->survey->ways.reached[at];
}

static void count(struct us_report *report, unsigned at, bool constants[US_CONSTANTS])
{
    const struct us_touches *touches = &report->survey->touches[at];
    struct us_cmn            cmn;
    us_unpack_cmn(report->survey->store.words[at].w, &cmn);
    report->types[touches->type]++;
    report->lookups += touches->looks_up;
    report->kills += touches->kills;
    report->exports |= touches->targets & 15u;
    report->exports |= touches->targets >> US_DEPTH_TARGET & 1 ? UINT64_C(1) << 61 : 0;
    for (unsigned i = 0; i < touches->read_count; i++)
        report->temporaries = most_of(report->temporaries, touches->read[i].number + 1u);
    for (unsigned i = 0; i < touches->write_count; i++)
        report->temporaries = most_of(report->temporaries, touches->write[i].number + 1u);
    for (unsigned i = 0; i < touches->constant_count; i++) {
        report->constants += !constants[touches->constant[i].number];
        constants[touches->constant[i].number] = true;
    }
    if (touches->type == US_FC || touches->type == US_TEX)
        return;
    const unsigned taken = touches->targets >> US_DEPTH_TARGET & 1;
    const bool     rgb = cmn.rgb_wmask || cmn.rgb_omask || (touches->sets_result && !cmn.alu_result_sel),
               alpha = cmn.alpha_wmask || cmn.alpha_omask || taken || (touches->sets_result && cmn.alu_result_sel);
    report->rgb += rgb;
    report->alpha += alpha;
    report->both += rgb && alpha;
}

/* ---- the least: the shortest way -------------------------------------------------------------------------------- */

static bool is_end(const struct us_report *report, unsigned at)
{
    struct us_cmn cmn;
    us_unpack_cmn(report->survey->store.words[at].w, &cmn);
    return cmn.type == US_OUT && (at == report->survey->setup.last || (cmn.last && cmn.tex_sem_wait));
}

enum { FAR = 1u << 30 };

/* Clocks of a unit on the shortest way to each instruction. */
struct shortest {
    const struct us_report *report;
    enum us_report_unit     unit;
    uint32_t                to[US_STORE], behind;
};

static void visit(void *context, unsigned at)
{
    struct shortest *shortest = context;
    shortest->behind = shortest->to[at] + clocks_of(shortest->report, at, shortest->unit);
}

static bool join(void *context, unsigned from, unsigned to)
{
    struct shortest *shortest = context;
    (void)from;
    if (shortest->behind >= shortest->to[to])
        return false;
    shortest->to[to] = shortest->behind;
    return true;
}

static uint32_t shortest(const struct us_report *report, enum us_report_unit unit)
{
    static const struct us_lattice lattice = {visit, join};
    const unsigned                 first = report->survey->setup.first;
    struct shortest                clocks = {.report = report, .unit = unit};
    uint32_t                       least = FAR;
    for (unsigned i = 0; i < US_STORE; i++)
        clocks.to[i] = FAR;
    clocks.to[first] = 0;
    us_ways_solve(&report->survey->ways, first, &lattice, &clocks);
    for (unsigned at = 0; at < US_STORE; at++)
        if (is_there(report, at) && is_end(report, at) && clocks.to[at] + clocks_of(report, at, unit) < least)
            least = clocks.to[at] + clocks_of(report, at, unit);
    return least == FAR ? 0 : least;
}

/* ---- the most: loops as often as they have turns ----------------------------------------------------------------- */

/* Turns of a loop: its integer constant with a launch, else what was asked for. */
static unsigned turns_of(struct us_report *report, const struct us_fc *fc)
{
    if (report->request->launch)
        return report->survey->store.integers[fc->int_addr] & 255;
    report->open_loops++;
    return report->request->iterations;
}

/* Instructions as they lie: what is inside of a loop is executed as often as it has turns, its first one once. */
static void find_most(struct us_report *report)
{
    double   times[US_LOOPS + 1] = {1};
    unsigned depth = 0;
    for (unsigned at = 0; at < US_STORE; at++) {
        struct us_fc fc = {0};
        if (!is_there(report, at))
            continue;
        const bool flow = report->survey->touches[at].type == US_FC;
        if (flow)
            us_unpack_fc(report->survey->store.words[at].w, &fc);
        const bool ends = flow && (fc.op == US_ENDLOOP || fc.op == US_ENDREP);
        for (unsigned unit = 0; unit < US_REPORT_UNITS; unit++)
            report->most[unit] += times[depth] * clocks_of(report, at, (enum us_report_unit)unit);
        for (unsigned next = 0; next <= at && !ends; next++)
            report->endless |= us_way_leads(&report->survey->ways, at, next);
        report->endless |= flow && fc.a_op != 0;
        if (flow && (fc.op == US_LOOP || fc.op == US_REP) && depth < US_LOOPS) {
            report->loops++;
            times[depth + 1] = times[depth] * turns_of(report, &fc);
            depth++;
        } else if (ends && depth) {
            depth--;
        }
    }
}

/* ---- a run ------------------------------------------------------------------------------------------------------- */

static void take_figures(struct us_report *report, const struct fragment *fragment)
{
    const double                   groups = fragment->setup.groups;
    const struct us_sequencer_reg *q = &fragment->sequencer.q;
    report->measured.given = true;
    report->measured.cycles = fragment->core.cycle - fragment->core.began;
    report->measured.groups = fragment->setup.groups;
    report->measured.clocks[US_REPORT_ISSUE] =
        ((double)q->alu_count + q->out_count + q->tex_count + fragment->flow.q.instructions) / groups;
    report->measured.clocks[US_REPORT_ALU] = (double)fragment->operands.q.beats / groups;
    report->measured.clocks[US_REPORT_TEXTURE] =
        (double)q->tex_count / groups * beats(report, report->chip->texture_quads);
}

static bool measure(struct us_report *report, struct diag *diag)
{
    const struct report_request *request = report->request;
    struct diag                  why = {0};
    char                         text[sizeof why.file + sizeof why.what + 16];
    struct fragment             *fragment = fragment_create(report->chip, request->program, request->launch, diag);
    if (!fragment)
        return false;
    while (!fragment_finished(fragment) && !fragment_stopped(fragment, &why) &&
           (!request->max_cycles || fragment->core.cycle < request->max_cycles))
        fragment_edge(fragment);
    take_figures(report, fragment);
    report->measured.failed = why.what[0];
    if (why.what[0])
        snprintf(report->measured.stopped, sizeof report->measured.stopped, "%.250s",
                 diag_text(&why, text, sizeof text));
    else if (!fragment_finished(fragment))
        snprintf(report->measured.stopped, sizeof report->measured.stopped, "not finished at cycle %llu, the limit",
                 (unsigned long long)request->max_cycles);
    fragment_free(fragment);
    return true;
}

/* ---- the whole ------------------------------------------------------------------------------------------------- */

static void find_limits(struct us_report *report)
{
    const struct us_chip  *chip = report->chip;
    const struct us_setup *setup = &report->survey->setup;
    unsigned               registers = report->request->launch ? setup->temporaries : most_of(report->temporaries, 1);
    if (setup->full)
        registers = most_of(registers, 2);
    report->limit[US_REPORT_CONTEXTS] = chip->contexts * (setup->full ? 1 : 2);
    report->limit[US_REPORT_TEMPORARIES] = chip->temporary_rows / (chip->group_pixels / 4 * registers);
    report->slots = report->limit[US_REPORT_CONTEXTS] < report->limit[US_REPORT_TEMPORARIES]
                        ? report->limit[US_REPORT_CONTEXTS]
                        : report->limit[US_REPORT_TEMPORARIES];
}

bool us_report_make(const struct us_chip *chip, const struct report_request *request, struct us_report *report,
                    struct diag *diag)
{
    bool constants[US_CONSTANTS] = {false};
    *report = (struct us_report){.chip = chip, .request = request};
    report->survey = us_survey_make(chip, request->program, request->launch, diag);
    if (!report->survey)
        return false;
    for (unsigned at = 0; at < US_STORE; at++) {
        report->instructions += report->survey->store.written[at];
        report->unreached += report->survey->store.written[at] && !report->survey->ways.reached[at];
        if (is_there(report, at))
            count(report, at, constants);
    }
    for (unsigned unit = 0; unit < US_REPORT_UNITS; unit++)
        report->least[unit] = shortest(report, (enum us_report_unit)unit);
    find_most(report);
    find_limits(report);
    return !request->launch || measure(report, diag);
}

void us_report_free(struct us_report *report)
{
    free(report->survey);
    report->survey = NULL;
}
