#include "tools/profile.h"

#include <stdlib.h>
#include <string.h>

/* ---- sums ------------------------------------------------------------------------------------------------------- */

void profile_add(struct line_cost *to, const struct line_cost *more)
{
    to->executions += more->executions;
    to->lanes += more->lanes;
    to->instructions += more->instructions;
    to->ended += more->ended;
    to->latency += more->latency;
    for (unsigned a = 0; a < OBSERVED_ARBITERS; a++)
        for (unsigned r = 0; r < OBSERVED_REASONS; r++)
            to->chances[a][r] += more->chances[a][r];
}

struct line_cost profile_cost_on(const struct profile *profile, const struct profile_line *line, unsigned simd)
{
    const struct line_cost *cost = NULL;
    if (line->has)
        cost = profile->observer->cost(profile->observer, simd, line->address);
    return cost ? *cost : (struct line_cost){0};
}

static bool add_costs(struct profile *profile)
{
    profile->costs = calloc(profile->line_count + 1, sizeof *profile->costs);
    for (unsigned i = 0; profile->costs && i < profile->line_count; i++) {
        for (unsigned simd = 0; simd < profile->observer->simds; simd++) {
            const struct line_cost cost = profile_cost_on(profile, &profile->lines[i], simd);
            profile_add(&profile->costs[i], &cost);
        }
        profile_add(&profile->all, &profile->costs[i]);
    }
    return profile->costs;
}

uint64_t profile_clocks(const struct profile *profile, const struct line_cost *cost, unsigned reason)
{
    const unsigned *clocks = profile->observer->clocks;
    return cost->chances[OBSERVED_EVEN][reason] * clocks[OBSERVED_EVEN] +
           cost->chances[OBSERVED_ODD][reason] * clocks[OBSERVED_ODD];
}

uint64_t profile_all_clocks(const struct profile *profile, const struct line_cost *cost)
{
    uint64_t all = 0;
    for (unsigned r = 0; r < profile->observer->reason_count; r++)
        all += profile_clocks(profile, cost, r);
    return all;
}

/* ---- lines ------------------------------------------------------------------------------------------------------ */

/* While the text is written: where a line begins, and what it shows. */
struct begun {
    long     at;
    uint32_t address;
};
struct writer {
    FILE         *out;
    struct begun *lines;
    unsigned      count, room;
    bool          no_memory;
};

static void begin_line(void *context, uint32_t address)
{
    struct writer *writer = context;
    if (writer->count == writer->room) {
        const unsigned room = 2 * writer->room + 64;
        struct begun  *lines = realloc(writer->lines, room * sizeof *lines);
        writer->no_memory = writer->no_memory || !lines;
        if (!lines)
            return;
        writer->lines = lines;
        writer->room = room;
    }
    writer->lines[writer->count++] = (struct begun){ftell(writer->out), address};
}

/* What is executed and shown nowhere (clauses that overlap), and chances that are no line's, have lines of their own.
 */
static void add_others(struct writer *writer, const struct machine_observer *observer)
{
    const char *const beyond[LINES_BEYOND] = {[LINE_NONE] = observer->text->no_line,
                                              [LINE_LOADING] = observer->text->loading,
                                              [LINE_ELSEWHERE] = "(of no line)"};
    const unsigned    shown = writer->count;
    uint8_t          *known = calloc(observer->words + LINES_BEYOND, 1);
    if (!known) {
        writer->no_memory = true;
        return;
    }
    for (unsigned i = 0; i < shown; i++)
        known[writer->lines[i].address] = 1;
    for (uint32_t line = 0; line < observer->words + LINES_BEYOND; line++) {
        bool costs = false;
        for (unsigned i = 0; i < observer->simds; i++)
            costs = costs || observer->cost(observer, i, line);
        if (!costs || known[line])
            continue;
        begin_line(writer, line);
        if (line < observer->words)
            fprintf(writer->out, "(word %u, shown nowhere)\n", line);
        else
            fprintf(writer->out, "%s\n", beyond[line - observer->words]);
    }
    free(known);
}

/* Cuts the text into lines.  An instruction's address is that of the first line that begins with it. */
static bool cut(struct profile *profile, const struct writer *writer)
{
    unsigned count = 0, next = 0;
    for (const char *c = profile->listing; *c; c++)
        count += *c == '\n';
    profile->lines = calloc(count + 1, sizeof *profile->lines);
    if (!profile->lines)
        return false;
    int clause = -1;
    for (char *text = profile->listing, *end; (end = strchr(text, '\n')); text = end + 1) {
        struct profile_line *line = &profile->lines[profile->line_count++];
        const long           at = text - profile->listing;
        *end = '\0';
        *line = (struct profile_line){.text = text};
        if (next < writer->count && writer->lines[next].at == at) {
            line->has = true;
            line->address = writer->lines[next++].address;
            line->control = profile->observer->text->clauses && *text >= '0' && *text <= '9';
            clause = line->control ? (int)profile->line_count - 1 : *text == '(' ? -1 : clause;
        }
        line->clause = clause;
    }
    return true;
}

bool profile_make(struct profile *profile, const struct machine_observer *observer, const char *program,
                  uint64_t cycles, struct diag *diag)
{
    struct writer writer = {0};
    size_t        size;
    *profile = (struct profile){.observer = observer, .program = program, .cycles = cycles};
    writer.out = open_memstream(&profile->listing, &size);
    if (!writer.out)
        return diag_set(diag, NULL, 0, "not enough memory for the profile");
    bool good = observer->list(observer, writer.out, begin_line, &writer, diag);
    if (good)
        add_others(&writer, observer);
    good = fclose(writer.out) == 0 && good;
    if (good && (writer.no_memory || !cut(profile, &writer) || !add_costs(profile)))
        good = diag_set(diag, NULL, 0, "not enough memory for the profile");
    free(writer.lines);
    return good;
}

void profile_free(struct profile *profile)
{
    free(profile->listing);
    free(profile->lines);
    free(profile->costs);
    *profile = (struct profile){0};
}
