/* gtkw_head.c - the first lines of a save file: which file it is of, what the first window shows, the tree. */
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "trace/gtkw_writer.h"

enum {
    WINDOW_WIDTH = 1600, /* pixels */
    WINDOW_HEIGHT = 900,
    BESIDE_WIDTH = 70,  /* what is beside names and waves */
    FRAME_WIDTH = 200,  /* the viewer's unit of zoom */
    FIT_CYCLES = 2000,  /* a run of more does not fit, but ... */
    BUSY_CYCLES = 64,   /* so many of it: 8 clocks are wide enough for an instruction, 4 for a state */
    LEAD_CYCLES = 4,    /* shown before what is looked at */
    BEHIND_CYCLES = 12, /* shown behind what ends it */
    SPARE_SHARE = 20,   /* a twentieth more may be shown than is asked for */
};

/* Opens every scope that holds an instance in the signal tree, outer ones first. */
static void put_tree(struct gtkw_writer *writer)
{
    const struct origin *origins = writer->trace->origins;
    const char          *last = "";
    for (unsigned i = 0; i < writer->trace->variable_count; i++) {
        const char *path = origins[i].instance->path;
        if (path == last)
            continue;
        for (const char *dot = strchr(path, '.'); dot; dot = strchr(dot + 1, '.')) {
            const size_t scope = (size_t)(dot - path) + 1;
            if (strncmp(last, path, scope) != 0)
                gtkw_printf(writer, "[treeopen] %.*s\n", (int)scope, path);
        }
        last = path;
    }
}

/* Where the first screen of a long run begins: before the first thing to look at, with what opens it, or with the first
 * busy stretch. */
static uint64_t first_look(const struct trace *trace, uint64_t count)
{
    const struct derive *derive = &trace->derive;
    for (unsigned i = 0; i < derive->list->mark_count; i++)
        if (derive->list->marks[i].look == LOOK_BEFORE && derive->marked[i].seen)
            return derive->marked[i].cycle < count ? 0 : derive->marked[i].cycle - count + 3 * LEAD_CYCLES;
    for (unsigned i = 0; i < derive->list->mark_count; i++)
        if (derive->list->marks[i].look == LOOK_BEHIND && derive->marked[i].seen)
            return derive->marked[i].cycle;
    return derive_busy(derive, count);
}

/* The cycles that the first screen shows: those around one that is asked for; the whole run, or a part of a long one or
 * of one in which there is something to look for. */
struct window {
    uint64_t start, count;
};
static struct window first_window(const struct gtkw_writer *writer, uint64_t first, uint64_t cycles)
{
    enum { SPARE_CYCLES = BUSY_CYCLES / SPARE_SHARE };
    const struct trace   *trace = writer->trace;
    const uint64_t *const at = writer->options->at;
    const bool            broken = derive_looked(&trace->derive);
    if (cycles <= (uint64_t)(at ? BUSY_CYCLES + SPARE_CYCLES : broken ? BUSY_CYCLES : FIT_CYCLES))
        return (struct window){first, cycles};
    const uint64_t look = at ? *at : first_look(trace, BUSY_CYCLES), lead = !at ? LEAD_CYCLES
                                                                            : writer->options->at_name
                                                                                ? BUSY_CYCLES - BEHIND_CYCLES
                                                                                : BUSY_CYCLES / 2;
    const uint64_t start = look < first + lead ? first : look - lead;
    /* The viewer goes to the beginning when its window reaches beyond the end. */
    const uint64_t last = first + cycles + (broken ? TRACE_STILL_CYCLES : 0) - BUSY_CYCLES - SPARE_CYCLES;
    return (struct window){start < last ? start : last, BUSY_CYCLES};
}

/* `names`: the width of their column. */
static void put_zoom(struct gtkw_writer *writer, unsigned names)
{
    const struct trace *trace = writer->trace;
    const uint64_t unit = TRACE_CYCLE_TIME * TRACE_UNIT_PS, first = trace->started ? trace->first_cycle : trace->from;
    const uint64_t cycles = trace->started ? trace->final_cycle - first + 1 : BUSY_CYCLES;
    const struct window window = first_window(writer, first, cycles);
    const double        frames = (double)(WINDOW_WIDTH - names - BESIDE_WIDTH) / FRAME_WIDTH;
    gtkw_printf(writer, "[timestart] %" PRIu64 "\n", window.start * unit);
    /* The zoom is minus the binary logarithm of the time that a frame takes; then the primary marker, or none, and the
     * named ones from A. */
    gtkw_printf(writer, "*%.6f", -log2((double)(window.count * unit) / frames));
    if (writer->options->at)
        gtkw_printf(writer, " %" PRIu64, *writer->options->at * unit);
    else
        gtkw_printf(writer, " -1");
    for (unsigned i = 0; i < trace->derive.list->mark_count; i++)
        if (trace->derive.marked[i].seen)
            gtkw_printf(writer, " %" PRIu64, trace->derive.marked[i].cycle * unit);
        else
            gtkw_printf(writer, " -1");
    if (writer->options->at && writer->options->at_name)
        gtkw_printf(writer, " %" PRIu64, *writer->options->at * unit);
    gtkw_printf(writer, "\n");
    for (unsigned i = 0; i < trace->derive.list->mark_count; i++)
        if (trace->derive.marked[i].seen)
            gtkw_printf(writer, "[markername] %c%s\n", 'A' + (int)i, trace->derive.list->marks[i].name);
    if (writer->options->at && writer->options->at_name)
        gtkw_printf(writer, "[markername] %c%s\n", 'A' + (int)trace->derive.list->mark_count, writer->options->at_name);
}

void gtkw_put_head(struct gtkw_writer *writer, unsigned names)
{
    gtkw_printf(writer, "[*] made by wekiva; one cycle is 1 ns\n");
    gtkw_printf(writer, "[dumpfile] \"%s\"\n", writer->names.waveform);
    gtkw_printf(writer, "[savefile] \"%s.gtkw\"\n", writer->names.name);
    gtkw_printf(writer, "[size] %d %d\n[pos] -1 -1\n", WINDOW_WIDTH, WINDOW_HEIGHT);
    put_zoom(writer, names);
    put_tree(writer);
    gtkw_printf(writer, "[signals_width] %u\n[sst_expanded] 0\n", names);
}
