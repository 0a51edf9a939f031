/* cosim_run.c - `wekiva cosim`: a C module and a Verilog block side by side, to the first difference. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "kit/hash.h"
#include "tb/lockstep/build/covers.h"
#include "tb/lockstep/build/process.h"
#include "tb/lockstep/report.h"
#include "tb/lockstep/verdict.h"
#include "tools/commands.h"
#include "tools/cosim/cosim.h"
#include "tools/output.h"
#include "tools/run/interrupt.h"
#include "tools/run/run_trace.h"

/* ---- faults ----------------------------------------------------------------------------------------------------- */

struct faults {
    struct stimulus random;
    uint64_t        left, done, found;
    uint64_t        first_missed_cycle;
    char            first_missed[PORT_NAME + 16];
};

static void inject(struct session *session, struct faults *faults)
{
    unsigned compared = stimulus_below(&faults->random, block_compared_count(session->block));
    while (block_compared(session->block, compared)->untold)
        compared = (compared + 1) % block_compared_count(session->block);
    const struct port *port = block_compared(session->block, compared);
    const unsigned     bit = stimulus_below(&faults->random, port->width);
    faults->left--;
    faults->done++;
    if (session_fault_is_found(session, compared, bit)) {
        faults->found++;
    } else if (!faults->first_missed[0]) {
        faults->first_missed_cycle = session->cycle;
        snprintf(faults->first_missed, sizeof faults->first_missed, "%s bit %u", port->name, bit);
    }
}

/* ---- running ---------------------------------------------------------------------------------------------------- */

static double processor_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

enum ending { AGREED, DIFFERED, STOPPED, BROKEN };

/* The block cannot go on: by an assertion of its own, or because it cannot be run. */
static enum ending broken(const struct session *session)
{
    return block_failure(session->block) ? STOPPED : BROKEN;
}

static enum ending clock_both(const struct cosim *cosim, struct session *session, struct faults *faults,
                              struct difference *difference, struct diag *diag)
{
    if (!session_start(session, diag))
        return broken(session);
    if (!session_same(session, false, difference)) /* straight from reset */
        return DIFFERED;
    while (session->cycle < cosim->cycles && !interrupt_came()) {
        if (!session_step(session, diag)) {
            if (diag->what[0])
                return broken(session);
            break;
        }
        if (!session_same(session, true, difference))
            return DIFFERED;
        if (faults->left && stimulus_below(&faults->random, 1u << 20) <
                                (double)faults->left / (double)(cosim->cycles - session->cycle + 1) * (1 << 20))
            inject(session, faults);
    }
    if (session->pairs && !pairs_compared(session->pairs) && !interrupt_came()) {
        diag_set(diag, NULL, 0, "%s: no word of a --pair in %" PRIu64 " cycles, so nothing was compared",
                 session->module->name, session->cycle);
        return BROKEN;
    }
    return session_end(session, diag) ? AGREED : broken(session);
}

/* A word of the shell. */
static void print_option(FILE *out, const char *name, const char *value)
{
    if (!value)
        return;
    fprintf(out, " --%s '", name);
    for (; *value; value++)
        if (*value == '\'')
            fputs("'\\''", out);
        else
            fputc(*value, out);
    fputc('\'', out);
}

static void print_replay(FILE *out, const struct cosim *cosim, uint64_t cycles)
{
    fprintf(out, "\nagain: wekiva cosim %s --cycles %" PRIu64, cosim->module->name, cycles);
    if (cosim->shows_proof)
        fputs(" --prove", out);
    else if (cosim->input)
        fprintf(out, " --input '%s'", cosim->input);
    else
        fprintf(out, " --seed %" PRIu64, cosim->seed);
    print_option(out, "rtl", cosim->source.rtl);
    print_option(out, "rtl-args", cosim->source.arguments);
    print_option(out, "top", cosim->source.top);
    print_option(out, "map", cosim->map_text);
    print_option(out, "ports", cosim->map_file);
    for (unsigned i = 0; i < cosim->limit_count; i++)
        print_option(out, cosim->fixed[i] ? "fix" : "only", cosim->limit[i]);
    for (unsigned i = 0; i < cosim->pair_count; i++)
        print_option(out, "pair", cosim->pair[i]);
    if (cosim->pair_count)
        fprintf(out, " --lag %" PRIu64, cosim->lag);
    fprintf(out, " --trace %s\n", cosim->trace ? cosim->trace : "both.vcd");
}

static bool save_waves(const struct cosim *cosim, struct session *session, const uint64_t *at, FILE *out,
                       struct diag *diag)
{
    const struct trace_options trace = {.path = cosim->trace,
                                        .lanes = true,
                                        .elements = lockstep_looks->elements,
                                        .element_types = lockstep_looks->element_types,
                                        .views = lockstep_looks->views,
                                        .view_count = lockstep_looks->view_count};
    char                       program[PATH_BYTES];
    struct gtkw_options        view = run_trace_viewer(lockstep_looks, true, program);
    char                      *save_file = NULL;
    view.at = at;
    view.at_name = at ? "first difference" : NULL;
    if (!report_waves(session, &trace, &view, &save_file, diag)) {
        free(save_file);
        return false;
    }
    fprintf(out, "waveform of cycles %" PRIu64 " to %" PRIu64 ", both sides: ", session->first_kept, session->cycle);
    run_trace_kept(out, cosim->trace, save_file);
    run_trace_line(out, save_file);
    free(save_file);
    return true;
}

/* What the comparisons of one command have in common: a seed each. */
struct series {
    struct stimulus_report report;
    struct looks          *looks;               /* of the one before, or NULL */
    struct record         *record;              /* the inputs go there, or NULL */
    uint64_t               first, left, before; /* the first seed; how many are left; cycles that agreed */
    double                 seconds;             /* of them */
};

static void print_agreed(FILE *out, const struct cosim *cosim, const struct session *session,
                         const struct series *series)
{
    verdict_agreed(out, session);
    if (cosim->seed > series->first)
        fprintf(out, ", seeds %" PRIu64 " to %" PRIu64, series->first, cosim->seed);
    fprintf(out, ", %.0f cycles/s%s\n",
            series->seconds > 0 ? (double)(series->before + session->cycle) / series->seconds : 0,
            interrupt_came() ? ", interrupted" : "");
    verdict_print_limits(out, session);
    limits_print(out, session->limits);
}

/* False when one was not found. */
static bool print_faults(FILE *out, const struct session *session, const struct faults *faults)
{
    fprintf(out,
            "%s: %" PRIu64 " single-bit faults at the block's outputs, %" PRIu64
            " of them named at their cycle, signal and bit\n",
            session->module->name, faults->done, faults->found);
    if (faults->found == faults->done)
        return true;
    fprintf(out, "not found: %s at cycle %" PRIu64 "\n", faults->first_missed, faults->first_missed_cycle);
    return false;
}

/* The verdict; false unless all was equal. */
static bool print_verdict(FILE *out, const struct cosim *cosim, const struct session *session, enum ending ending,
                          const struct difference *difference, const struct series *series)
{
    const struct report_names names = {lockstep_looks->views, lockstep_looks->view_count};
    if (ending != AGREED && cosim->seed > series->first)
        fprintf(out, "%s: seeds %" PRIu64 " to %" PRIu64 " agree, %" PRIu64 " cycles; seed %" PRIu64 " does not\n",
                session->module->name, series->first, cosim->seed - 1, series->before, cosim->seed);
    if (ending == DIFFERED) {
        report_difference(out, session, difference, &names);
        print_replay(out, cosim, difference->cycle + (session->seen.port || difference->cycle == 0));
    } else if (ending == STOPPED) {
        report_failure(out, session, block_failure(session->block), &names);
        print_replay(out, cosim, session->cycle + 1);
    } else {
        print_agreed(out, cosim, session, series);
    }
    return ending == AGREED;
}

struct comparison {
    struct session    session;
    struct faults     faults;
    struct difference difference;
    enum ending       ending;
};

static bool print_coverage(FILE *out, const struct cosim *cosim, const struct session *session, struct diag *diag)
{
    if (!block_coverage_write(session->block, cosim->coverage, diag) ||
        !covers_print(out, session->module->name, cosim->coverage, diag))
        return false;
    fprintf(out, "coverage of lines and bits: verilator_coverage --annotate FOLDER %s\n", cosim->coverage);
    return true;
}

/* What the inputs were, over all seeds. */
static bool print_stimulus(FILE *out, const struct cosim *cosim, const struct series *series, struct diag *diag)
{
    if (cosim->stimulus) {
        stimulus_table_print(out, series->report.table);
        bins_print(out, &series->report.bins);
    }
    return !cosim->save || stimulus_report_write(&series->report, cosim->save, diag);
}

static int finish(const struct cosim *cosim, struct comparison *comparison, const struct series *series)
{
    struct session *const          session = &comparison->session;
    const struct difference *const difference = &comparison->difference;
    const enum ending              ending = comparison->ending;
    struct output                  out;
    struct diag                    diag = {0};
    if (!output_open(&out))
        return STATUS_BAD_INPUT;
    bool good = print_verdict(out.file, cosim, session, ending, difference, series);
    if (cosim->faults && ending == AGREED)
        good = print_faults(out.file, session, &comparison->faults) && good;
    int status = good ? STATUS_DONE : STATUS_FAILED;
    if (!print_stimulus(out.file, cosim, series, &diag) ||
        (cosim->coverage && !print_coverage(out.file, cosim, session, &diag)) ||
        (cosim->trace &&
         !save_waves(cosim, session, ending == DIFFERED ? &difference->cycle : NULL, out.file, &diag))) {
        output_print(&out, status);
        return complain(&diag, STATUS_BAD_INPUT);
    }
    status = output_print(&out, status);
    return interrupt_came() ? 128 + interrupt_signal() : status;
}

/* How many cycles, of a record at most its own. */
static bool set_cycles(struct cosim *cosim, const struct session *session, struct diag *diag)
{
    if (session->record && (!cosim->cycles_given || cosim->cycles > record_cycles(session->record)))
        cosim->cycles = record_cycles(session->record);
    return cosim->faults <= cosim->cycles ||
           diag_set(diag, NULL, 0, "--faults %" PRIu64 ": expected at most one in each of the %" PRIu64 " cycles",
                    cosim->faults, cosim->cycles);
}

static bool open_comparison(const struct cosim *cosim, struct comparison *comparison, struct diag *diag)
{
    const struct record_names    names = {&cosim->map, cosim->scope};
    const struct session_options options = {.source = cosim->source,
                                            .record = cosim->input,
                                            .names = &names,
                                            .limits = &cosim->limits,
                                            .seed = cosim->seed,
                                            .window = (unsigned)cosim->window,
                                            .covered = cosim->coverage,
                                            .inside = cosim->trace,
                                            .pairs = cosim->pair,
                                            .pair_count = cosim->pair_count,
                                            .lag = cosim->lag};
    *comparison = (struct comparison){.faults = {.left = cosim->faults}};
    stimulus_seed(&comparison->faults.random, ~cosim->seed);
    return session_open(&comparison->session, cosim->module, &options, diag);
}

/* From `inside_from` on what the block has inside is kept for the waveform.  Without a series nothing is counted. */
static bool compare(struct cosim *cosim, struct comparison *comparison, struct series *series, uint64_t inside_from,
                    struct diag *diag)
{
    struct session *const session = &comparison->session;
    if (!open_comparison(cosim, comparison, diag))
        return false;
    if (!set_cycles(cosim, session, diag)) {
        session_close(session);
        return false;
    }
    if (series) {
        session->table = series->report.table;
        session->bins = &series->report.bins;
        session->out = series->record;
        session->before = series->before;
        stimulus_table_begin(session->table);
        bins_restart(session->bins);
        if (series->looks)
            looks_add(session->looks, series->looks);
    }
    const uint64_t last = cosim->cycles > cosim->window ? cosim->cycles - cosim->window : 0;
    session->inside_from = !cosim->trace ? UINT64_MAX : inside_from < last ? inside_from : last;
    const double start = processor_seconds();
    comparison->ending = clock_both(cosim, session, &comparison->faults, &comparison->difference, diag);
    if (series)
        series->seconds += processor_seconds() - start;
    return true;
}

/* How a comparison was, for the report. */
static bool note_run(const struct cosim *cosim, struct series *series, const struct comparison *comparison,
                     struct diag *diag)
{
    const struct difference *difference = &comparison->difference;
    struct stimulus_run      run = {.seed = cosim->seed, .cycles = comparison->session.cycle, .ended = "agreed"};
    FILE                    *limits = fmemopen(run.limits, sizeof run.limits, "w");
    size_t                   size = 0;
    char                    *record = cosim->input ? file_text(cosim->input, &size) : NULL;
    run.input = record ? hash_bytes(HASH_START, record, size) : 0;
    free(record);
    if (limits) {
        limits_print(limits, &cosim->limits);
        fclose(limits);
    }
    run.limits[strcspn(run.limits, "\n")] = '\0';
    if (comparison->ending == DIFFERED)
        snprintf(run.ended, sizeof run.ended, "%s differs at cycle %" PRIu64, difference->port->name,
                 difference->cycle);
    else if (comparison->ending == STOPPED)
        snprintf(run.ended, sizeof run.ended, "the block stopped at cycle %" PRIu64, comparison->session.cycle);
    return stimulus_report_note(&series->report, &run) || diag_set(diag, NULL, 0, "not enough memory");
}

/* To look into the block takes time, so it is done in the last cycles alone: when the comparison has ended before them,
 * the same clocks are run once more. */
static int run_seed(struct cosim *cosim, struct series *series)
{
    struct comparison comparison;
    struct diag       diag = {0};
    if (!compare(cosim, &comparison, series, UINT64_MAX, &diag))
        return complain(&diag, STATUS_BAD_INPUT);
    const bool short_of = comparison.ending == DIFFERED || comparison.ending == STOPPED;
    bool       good = comparison.ending != BROKEN && note_run(cosim, series, &comparison, &diag);
    if (cosim->trace && short_of && !comparison.session.inside && comparison.session.kept) {
        const uint64_t from = comparison.session.first_kept;
        session_close(&comparison.session);
        if (!compare(cosim, &comparison, NULL, from, &diag))
            return complain(&diag, STATUS_BAD_INPUT);
    }
    int status = STATUS_DONE;
    good = good && comparison.ending != BROKEN;
    if (!good) {
        series->left = 0;
        status = complain(&diag, STATUS_BAD_INPUT);
    } else if (comparison.ending == AGREED && series->left && !interrupt_came()) {
        looks_close(series->looks);
        series->looks = comparison.session.looks;
        comparison.session.looks = NULL;
        series->before += comparison.session.cycle;
    } else {
        series->left = 0;
        status = finish(cosim, &comparison, series);
    }
    session_close(&comparison.session);
    return status;
}

int cosim_run(struct cosim *cosim)
{
    struct series series = {.first = cosim->seed, .left = cosim->seeds};
    struct diag   diag = {0};
    int           status = STATUS_BAD_INPUT;
    if (!cosim_spares(cosim, &diag) || !cosim_report_open(cosim, &series.report, &diag) ||
        !cosim_record_open(cosim, &series.record, &diag)) {
        stimulus_report_close(&series.report);
        return complain(&diag, STATUS_BAD_INPUT);
    }
    interrupt_handle();
    while (series.left) {
        series.left--;
        status = run_seed(cosim, &series);
        cosim->seed++;
    }
    looks_close(series.looks);
    stimulus_report_close(&series.report);
    return record_close(series.record, &diag) ? status : complain(&diag, STATUS_BAD_INPUT);
}
