/* saif.c - toggles as a backward file of the Switching Activity Interchange Format, 2.0 (IEEE 1801-2018 annex I):
 * scopes and names of the waveform, nets of a scope before the scopes in it, a line a bit. */
#include "trace/activity/saif.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "trace/activity/activity.h"
#include "trace/internal.h"
#include "trace/put.h"

struct saif {
    struct trace *trace;
    unsigned     *variable; /* by origin */
    bool          clock_is_written;
};

static void put_net(struct saif *saif, const char *name, unsigned variable)
{
    const struct activity *const    activity = saif->trace->activity;
    const struct activity_of *const of = &activity->of[variable];
    for (unsigned bit = 0; bit < of->bits; bit++) {
        const uint64_t ones = activity_ones(activity, of, bit);
        char           index[16] = "";
        if (of->bits > 1)
            put_text(put_number(put_text(index, "\\["), bit, 1), "\\]");
        sink_printf(&saif->trace->saif, "(%s%s (T0 %" PRIu64 ") (T1 %" PRIu64 ") (TX 0) (TC %" PRIu64 ") (IG 0))\n",
                    name, index, activity->time - ones, ones, activity->bits[of->first + bit].toggles);
    }
}

/* Variables of the scope itself, of those from `first` on; the first scope of all has clock and cycle, too. */
static void put_nets(struct saif *saif, unsigned first, unsigned end, const char *path)
{
    struct trace *const trace = saif->trace;
    char                scope[NAME_BYTES], name[NAME_BYTES];
    bool                opened = !saif->clock_is_written;
    if (opened) {
        sink_printf(&trace->saif, "(NET\n");
        put_net(saif, "clk", trace->activity->count);
        put_net(saif, "cycle", trace->activity->count + 1);
        saif->clock_is_written = true;
    }
    for (unsigned i = first; i < end; i++) {
        trace_scope(&trace->origins[i], scope);
        if (strcmp(scope, path) != 0)
            continue;
        if (!opened)
            sink_printf(&trace->saif, "(NET\n");
        opened = true;
        trace_name(&trace->origins[i], name);
        put_net(saif, name, saif->variable[trace->same[i]]);
    }
    if (opened)
        sink_printf(&trace->saif, ")\n");
}

static bool is_in(const struct origin *origin, const char *path, size_t length)
{
    char scope[NAME_BYTES];
    trace_scope(origin, scope);
    return strncmp(scope, path, length) == 0 && (scope[length] == '.' || scope[length] == '\0');
}

/* Scopes in `path`, of which `length` letters count; the variables of each are neighbours. */
static void put_scopes(struct saif *saif, unsigned first, unsigned end, size_t length)
{
    char path[NAME_BYTES];
    for (unsigned i = first, behind = first; i < end; i = behind) {
        trace_scope(&saif->trace->origins[i], path);
        behind = i + 1;
        if (length && !path[length])
            continue;
        const size_t start = length ? length + 1 : 0, name = strcspn(path + start, ".");
        path[start + name] = '\0';
        while (behind < end && is_in(&saif->trace->origins[behind], path, start + name))
            behind++;
        sink_printf(&saif->trace->saif, "(INSTANCE %s\n", path + start);
        put_nets(saif, i, behind, path);
        put_scopes(saif, i, behind, start + name);
        sink_printf(&saif->trace->saif, ")\n");
    }
}

/* No date: the same run gives the same bytes. */
bool saif_write(struct trace *trace)
{
    struct saif saif = {trace, calloc(trace->variable_count, sizeof *saif.variable), false};
    char        design[NAME_BYTES];
    if (!saif.variable)
        return false;
    for (unsigned v = 0; v < trace->identifier_count; v++)
        saif.variable[trace->variables[v].origin] = v;
    trace_scope(&trace->origins[0], design);
    design[strcspn(design, ".")] = '\0';
    sink_printf(&trace->saif,
                "(SAIFILE\n(SAIFVERSION \"2.0\")\n(DIRECTION \"backward\")\n(DESIGN \"%s\")\n(DATE \"none\")\n"
                "(VENDOR \"wekiva\")\n(PROGRAM_NAME \"wekiva\")\n(VERSION \"1\")\n(DIVIDER / )\n(TIMESCALE %d ps)\n"
                "(DURATION %" PRIu64 ")\n",
                design, TRACE_UNIT_PS, trace->activity->time);
    put_scopes(&saif, 0, trace->variable_count, 0);
    sink_printf(&trace->saif, ")\n");
    free(saif.variable);
    return true;
}
