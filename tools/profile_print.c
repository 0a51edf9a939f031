/* profile_print.c - the forms of a profile: text, callgrind, folded stacks. */
#include <inttypes.h>
#include <string.h>

#include "tools/profile.h"

/* ---- text ------------------------------------------------------------------------------------------------------- */

static double per_cent(uint64_t part, uint64_t of)
{
    return of ? 100 * (double)part / (double)of : 0;
}

static void put_number(FILE *out, int width, bool is, double value, int digits)
{
    if (is)
        fprintf(out, " %*.*f", width, digits, value);
    else
        fprintf(out, " %*s", width, "");
}

/* Why chances were lost, the largest first. */
static void put_reasons(const struct profile *profile, const struct line_cost *cost, FILE *out)
{
    bool     told[OBSERVED_REASONS] = {false};
    unsigned count = 0;
    for (;;) {
        unsigned largest = 0;
        for (unsigned r = 1; r < profile->observer->reason_count; r++)
            if (!told[r] && profile_clocks(profile, cost, r) &&
                (!largest || profile_clocks(profile, cost, r) > profile_clocks(profile, cost, largest)))
                largest = r;
        if (!largest)
            return;
        told[largest] = true;
        fprintf(out, "%s%s %" PRIu64, count++ ? ", " : "  <- ", profile->observer->reasons[largest],
                profile_clocks(profile, cost, largest));
    }
}

/* `nj`: of the line, where energy was asked for. */
static void put_costs(const struct profile *profile, const struct line_cost *cost, double nj, FILE *out)
{
    const uint64_t all = profile_all_clocks(profile, &profile->all);
    const uint64_t clocks = profile_all_clocks(profile, cost), busy = profile_clocks(profile, cost, 0);
    put_number(out, 8, cost->executions, (double)cost->executions, 0);
    put_number(out, 6, cost->executions, cost->executions ? (double)cost->lanes / (double)cost->executions : 0, 1);
    put_number(out, 9, clocks, (double)clocks, 0);
    put_number(out, 5, clocks, per_cent(clocks, all), 1);
    put_number(out, 9, busy, (double)busy, 0);
    put_number(out, 9, clocks > busy, (double)(clocks - busy), 0);
    put_number(out, 8, cost->ended, cost->ended ? (double)cost->latency / (double)cost->ended : 0, 1);
    if (profile->energy)
        put_number(out, 10, nj > 0, nj, 2);
}

void profile_print(const struct profile *profile, FILE *out)
{
    const struct machine_observer *observer = profile->observer;
    const uint64_t                 clocks = profile_all_clocks(profile, &profile->all);
    struct line_cost               all = profile->all;
    double                         nj = 0;
    fprintf(out, "%s (%s): %" PRIu64 " cycles on %u %s%s; %" PRIu64 " clocks of the %s, %.1f %% of them with %s\n",
            profile->program, observer->type, profile->cycles, observer->simds, observer->text->place,
            observer->simds > 1 ? "s" : "", clocks, observer->text->issuer,
            per_cent(profile_clocks(profile, &all, 0), clocks), observer->text->issued);
    fprintf(out, "%9s %6s %9s %5s %9s %9s %8s%s\n", "execs", "lanes", "clocks", "%", "busy", "lost", "latency",
            profile->energy ? "         nJ" : "");
    for (unsigned i = 0; i < profile->line_count; i++) {
        nj += profile->energy ? profile->energy->line[i] : 0;
        put_costs(profile, &profile->costs[i], profile->energy ? profile->energy->line[i] : 0, out);
        fprintf(out, "  %s", profile->lines[i].text);
        put_reasons(profile, &profile->costs[i], out);
        fputc('\n', out);
    }
    all.executions = all.ended = 0; /* of different things */
    put_costs(profile, &all, nj, out);
    fputs("  all", out);
    put_reasons(profile, &all, out);
    fputc('\n', out);
    if (profile->energy)
        profile_energy_print(profile, out);
}

void profile_print_listing(const struct profile *profile, FILE *out)
{
    for (unsigned i = 0; i < profile->line_count; i++)
        fprintf(out, "%s\n", profile->lines[i].text);
}

/* ---- callgrind -------------------------------------------------------------------------------------------------- */

/* Reasons that there were have a column each; the file's grammar wants names without blanks. */
static void put_row(const struct profile *profile, const struct line_cost *cost, double nj, FILE *out)
{
    uint64_t cf = 0;
    for (unsigned r = 0; r < profile->observer->reason_count; r++)
        cf += cost->chances[OBSERVED_CF][r];
    const uint64_t clocks = profile_all_clocks(profile, cost), busy = profile_clocks(profile, cost, 0);
    fprintf(out, " %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64, clocks, busy,
            clocks - busy, cost->executions, cost->lanes, cost->instructions, cost->latency);
    if (profile->observer->text->clauses)
        fprintf(out, " %" PRIu64, cf);
    for (unsigned r = 1; r < profile->observer->reason_count; r++)
        if (profile_clocks(profile, &profile->all, r))
            fprintf(out, " %" PRIu64, profile_clocks(profile, cost, r));
    if (profile->energy)
        fprintf(out, " %.0f", 1000 * nj);
    fputc('\n', out);
}

static bool is_nothing(const struct line_cost *cost)
{
    static const struct line_cost nothing;
    return memcmp(cost, &nothing, sizeof nothing) == 0;
}

static double line_nj(const struct profile *profile, unsigned line)
{
    return profile->energy ? profile->energy->line[line] : 0;
}

/* What the lines of a clause have cost, and the number of the first of them from 1 on; 0: none has. */
static unsigned clause_of(const struct profile *profile, unsigned control, struct line_cost *sum, double *nj)
{
    unsigned first = 0;
    *nj = 0;
    *sum = (struct line_cost){0};
    for (unsigned i = control + 1; i < profile->line_count && profile->lines[i].clause == (int)control; i++)
        if (!is_nothing(&profile->costs[i])) {
            first = first ? first : i + 1;
            profile_add(sum, &profile->costs[i]);
            *nj += line_nj(profile, i);
        }
    return first;
}

static void put_line(const struct profile *profile, unsigned number, FILE *out)
{
    if (is_nothing(&profile->costs[number]))
        return;
    fprintf(out, "%u", number + 1);
    put_row(profile, &profile->costs[number], line_nj(profile, number), out);
}

static void put_control(const struct profile *profile, FILE *out)
{
    for (unsigned i = 0; i < profile->line_count; i++) {
        const struct profile_line *line = &profile->lines[i];
        struct line_cost           inside;
        double                     nj;
        if (!line->control && line->clause >= 0)
            continue;
        put_line(profile, i, out);
        const unsigned first = line->control ? clause_of(profile, i, &inside, &nj) : 0;
        if (!first)
            continue;
        const uint64_t calls = profile->costs[i].executions;
        fprintf(out, "cfn=clause at %02" PRIu32 "\ncalls=%" PRIu64 " %u\n%u", line->address, calls ? calls : 1, first,
                i + 1);
        put_row(profile, &inside, nj, out);
    }
}

static void put_clause(const struct profile *profile, unsigned control, FILE *out)
{
    struct line_cost inside;
    double           nj;
    if (!profile->lines[control].control || !clause_of(profile, control, &inside, &nj))
        return;
    fprintf(out, "\nfn=clause at %02" PRIu32 "\n", profile->lines[control].address);
    for (unsigned i = control + 1; i < profile->line_count && profile->lines[i].clause == (int)control; i++)
        put_line(profile, i, out);
}

void profile_print_callgrind(const struct profile *profile, const char *listing, FILE *out)
{
    const struct observer_words *text = profile->observer->text;
    double                       nj = 0;
    for (unsigned i = 0; i < profile->line_count; i++)
        nj += line_nj(profile, i);
    fprintf(out,
            "# callgrind format\nversion: 1\ncreator: wekiva\ncmd: %s\npositions: line\n"
            "event: Clocks : %s clocks\nevent: Busy : %s clocks with %s\nevent: Lost : %s clocks without\n"
            "event: Executions : executions by %s\nevent: Lanes : active threads\n"
            "event: Instructions : %s\nevent: Latency : clocks of %s\n%s",
            profile->program, text->issuer, text->issuer, text->issued, text->issuer, text->part, text->work,
            text->latency, text->clauses ? "event: Control : clocks of CF fetch\n" : "");
    for (unsigned r = 1; r < profile->observer->reason_count; r++)
        if (profile_clocks(profile, &profile->all, r))
            fprintf(out, "event: %s : %s clocks lost: %s\n", profile->observer->keys[r], text->issuer,
                    profile->observer->reasons[r]);
    if (profile->energy)
        fputs("event: Energy : picojoules of events\n", out);
    fprintf(out, "events: Clocks Busy Lost Executions Lanes Instructions Latency%s", text->clauses ? " Control" : "");
    for (unsigned r = 1; r < profile->observer->reason_count; r++)
        if (profile_clocks(profile, &profile->all, r))
            fprintf(out, " %s", profile->observer->keys[r]);
    fputs(profile->energy ? " Energy\nsummary:" : "\nsummary:", out);
    put_row(profile, &profile->all, nj, out);
    fprintf(out, "\nfl=%s\nfn=%s\n", listing, text->clauses ? "control flow" : "program");
    put_control(profile, out);
    for (unsigned i = 0; i < profile->line_count; i++)
        put_clause(profile, i, out);
    fputs("\ntotals:", out);
    put_row(profile, &profile->all, nj, out);
}

/* ---- folded stacks ---------------------------------------------------------------------------------------------- */

/* A frame: single blanks, no semicolons, no comment. */
static void put_frame(const char *text, FILE *out)
{
    bool blank = false, begun = false;
    fputc(';', out);
    for (const char *c = text; *c && *c != ';'; c++) {
        if (*c == ' ') {
            blank = begun;
            continue;
        }
        if (blank)
            fputc(' ', out);
        fputc(*c, out);
        blank = false;
        begun = true;
    }
}

void profile_print_folded(const struct profile *profile, FILE *out)
{
    const struct machine_observer *observer = profile->observer;
    for (unsigned simd = 0; simd < observer->simds; simd++)
        for (unsigned i = 0; i < profile->line_count; i++) {
            const struct profile_line *line = &profile->lines[i];
            const struct line_cost     cost = profile_cost_on(profile, line, simd);
            for (unsigned r = 0; r < observer->reason_count; r++) {
                if (!profile_clocks(profile, &cost, r))
                    continue;
                fprintf(out, "%s;%s", observer->place(observer, simd), observer->type);
                if (line->clause >= 0)
                    put_frame(profile->lines[line->clause].text, out);
                if (!line->control)
                    put_frame(line->text, out);
                fprintf(out, ";%s %" PRIu64 "\n", r ? observer->reasons[r] : "busy", profile_clocks(profile, &cost, r));
            }
        }
}
