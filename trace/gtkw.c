/* gtkw.c - writes a GTKWave save file (the format of GTKWave 3.3, `File / Write Save File`) and what it refers to. */
#include "trace/gtkw.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "kit/walk.h"
#include "trace/beside.h"
#include "trace/gtkw_files.h"
#include "trace/gtkw_writer.h"
#include "trace/internal.h"
#include "trace/save_file.h"
#include "trace/select.h"

enum {
    LIST_MAX = 4096,     /* a signal of more words is left to the signal tree */
    WINDOW_WIDTH = 1600, /* pixels */
    WINDOW_HEIGHT = 900,
    NAMES_WIDTH = 250, /* of the column of names */
    BESIDE_WIDTH = 65, /* what is beside names and waves */
    FRAME_WIDTH = 200, /* the viewer's unit of zoom */
    FIT_CYCLES = 400,  /* a run of more does not fit, but ... */
    BUSY_CYCLES = 150, /* so many of it: a group of 8 clocks is wide enough for the name of its operation */
    LEAD_CYCLES = 4,   /* shown before what is looked at */
    SPARE_SHARE = 20,  /* a twentieth more may be shown than is asked for */
};

/* ---- views ------------------------------------------------------------------------------------------------------ */

/* The view of a signal and, when it needs a file, its place in the caller's list; -1 otherwise. */
static struct trace_view view_of(const struct gtkw_writer *writer, const struct rtl_signal *signal, int *place)
{
    const struct gtkw_options *options = writer->options;
    struct trace_view          view = trace_view_of(signal, options->views, options->view_count);
    *place = -1;
    if (view.kind == VIEW_FILTER && !options->program)
        view.kind = VIEW_HEX;
    if (view.kind == VIEW_FILTER || view.kind == VIEW_NAMES || view.idle != IDLE_NEVER)
        for (unsigned i = 0; i < options->view_count && *place < 0; i++)
            if (strcmp(options->views[i].type, signal->type) == 0)
                *place = (int)i;
    return view;
}

static bool write_view_files(struct gtkw_writer *writer, struct diag *diag)
{
    unsigned names = 0, filters = 0;
    for (unsigned i = 0; i < writer->trace->variable_count; i++) {
        const struct rtl_signal *signal = writer->trace->origins[i].signal;
        int                      place;
        const struct trace_view  view = view_of(writer, signal, &place);
        if (place < 0)
            continue;
        if (!writer->uses[place].number)
            writer->uses[place].number = view.kind == VIEW_FILTER ? ++filters : ++names;
        writer->uses[place].digits |= 1u << (signal->bits + 3) / 4;
        writer->uses[place].widths |= UINT64_C(1) << (signal->bits - 1);
    }
    for (unsigned i = 0; i < writer->options->view_count; i++) {
        const struct trace_view *view = &writer->options->views[i];
        if (!writer->uses[i].number)
            continue;
        char      *path = gtkw_view_path(writer->names.stem, view);
        const bool good = view->kind == VIEW_NAMES ? beside_names(path, view, writer->uses[i].digits, diag)
                          : view->kind == VIEW_FILTER
                              ? beside_filter(path, writer->options->program, view->filter, diag)
                              : beside_idle(path, view, writer->uses[i].widths, diag);
        free(path);
        if (!good)
            return false;
    }
    return true;
}

/* ---- the save file ---------------------------------------------------------------------------------------------- */

static void put_flags(struct gtkw_writer *writer, unsigned flags)
{
    if (flags != writer->flags)
        fprintf(writer->file, "@%x\n", flags);
    writer->flags = flags;
}

void gtkw_put_label(struct gtkw_writer *writer, unsigned flags, const char *label)
{
    put_flags(writer, flags);
    fprintf(writer->file, "-%s\n", label);
}

static unsigned flags_of(const struct trace_view *view)
{
    static const unsigned flags[] = {
        [VIEW_HEX] = GTKW_HEX,
        [VIEW_UNSIGNED] = GTKW_UNSIGNED,
        [VIEW_SIGNED] = GTKW_SIGNED,
        [VIEW_BITS] = GTKW_BITS,
        [VIEW_FLOAT] = GTKW_FLOAT,
        [VIEW_NAMES] = GTKW_HEX | GTKW_TRANSLATED,
        [VIEW_FILTER] = GTKW_HEX | GTKW_FILTERED,
    };
    return flags[view->kind] | (view->idle != IDLE_NEVER ? GTKW_TRANSLATED : 0);
}

void gtkw_put_variable(struct gtkw_writer *writer, const struct origin *origin, const char *alias)
{
    char                     scope[NAME_BYTES], name[NAME_BYTES];
    int                      place;
    const struct rtl_signal *signal = origin->signal;
    const struct trace_view  view = view_of(writer, signal, &place);
    const unsigned           colour = trace_view_colour(signal);

    put_flags(writer, flags_of(&view));
    if (place >= 0) {
        char *path = gtkw_view_path(writer->names.name, &writer->options->views[place]);
        fprintf(writer->file, "^%s%u %s\n", view.kind == VIEW_FILTER ? ">" : "", writer->uses[place].number,
                path ? path : "");
        free(path);
    }
    if (colour)
        fprintf(writer->file, "[color] %u\n", colour);
    trace_names(origin, scope, name);
    if (alias)
        fprintf(writer->file, "+{%s} ", alias);
    fprintf(writer->file, "%s.%s", scope, name);
    if (signal->bits > 1)
        fprintf(writer->file, "[%u:0]", signal->bits - 1);
    fputc('\n', writer->file);
}

/* The lanes and rows of a signal, origins first..end-1, in closed groups. */
static void put_elements(struct gtkw_writer *writer, unsigned first, unsigned end)
{
    const struct origin     *origins = writer->trace->origins;
    const struct rtl_signal *signal = origins[first].signal;
    char                     label[NAME_BYTES];
    const int                length = snprintf(label, sizeof label, "%s%s", rtl_prefix(signal), signal->name);

    if (end - first > LIST_MAX) {
        snprintf(label + length, sizeof label - (size_t)length, ": %u words, see the signal tree", end - first);
        gtkw_put_label(writer, GTKW_COMMENT, label);
        return;
    }
    gtkw_put_label(writer, GTKW_BEGIN_CLOSED, label);
    const bool by_row = signal->kind == RTL_MEM && signal->count > 1;
    for (unsigned i = first; i < end; i++) {
        char row[32];
        snprintf(row, sizeof row, "row%u", origins[i].row);
        if (by_row && (i == first || origins[i].row != origins[i - 1].row))
            gtkw_put_label(writer, GTKW_BEGIN_CLOSED, row);
        gtkw_put_variable(writer, &origins[i], NULL);
        if (by_row && (i + 1 == end || origins[i].row != origins[i + 1].row))
            gtkw_put_label(writer, GTKW_END_CLOSED, row);
    }
    gtkw_put_label(writer, GTKW_END_CLOSED, label);
}

static void put_instances(struct gtkw_writer *writer)
{
    const struct origin *origins = writer->trace->origins;
    const unsigned       count = writer->trace->variable_count;
    for (unsigned i = 0; i < count;) {
        const struct rtl_instance *instance = origins[i].instance;
        const bool                 open = writer->open.count > 0 && select_match(&writer->open, instance->path);
        gtkw_put_label(writer, open ? GTKW_BEGIN_OPEN : GTKW_BEGIN_CLOSED, instance->path);
        while (i < count && origins[i].instance == instance) {
            const struct rtl_signal *signal = origins[i].signal;
            const unsigned           first = i;
            while (i < count && origins[i].instance == instance && origins[i].signal == signal)
                i++;
            if (signal->count == 1 && signal->kind != RTL_MEM)
                gtkw_put_variable(writer, &origins[first], NULL);
            else
                put_elements(writer, first, i);
        }
        gtkw_put_label(writer, open ? GTKW_END_OPEN : GTKW_END_CLOSED, instance->path);
    }
}

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
                fprintf(writer->file, "[treeopen] %.*s\n", (int)scope, path);
        }
        last = path;
    }
}

/* Where the first screen of a long run begins: before the first thing to look at, or with the first busy stretch. */
static uint64_t first_look(const struct trace *trace, uint64_t count)
{
    const struct derive *derive = &trace->derive;
    for (unsigned i = 0; i < derive->list->mark_count; i++)
        if (derive->list->marks[i].look && derive->marked[i].seen)
            return derive->marked[i].cycle < count ? 0 : derive->marked[i].cycle - count + 3 * LEAD_CYCLES;
    return derive_busy(derive, count);
}

/* What the first screen shows: the whole run, or a part. */
static void put_zoom(struct gtkw_writer *writer)
{
    const struct trace *trace = writer->trace;
    const uint64_t unit = TRACE_CYCLE_TIME * TRACE_UNIT_PS, first = trace->started ? trace->first_cycle : trace->from;
    const uint64_t cycles = trace->started ? trace->final_cycle - first + 1 : BUSY_CYCLES;
    uint64_t       start = first, count = cycles;
    if (cycles > FIT_CYCLES) {
        count = BUSY_CYCLES;
        start = first_look(trace, count);
        start = start < first + LEAD_CYCLES ? first : start - LEAD_CYCLES;
        /* The viewer goes to the beginning when its window reaches beyond the end. */
        const uint64_t still = derive_looked(&trace->derive) ? TRACE_STILL_CYCLES : 0;
        const uint64_t last = first + cycles + still - count - count / SPARE_SHARE;
        start = start < last ? start : last;
    }
    const double frames = (double)(WINDOW_WIDTH - NAMES_WIDTH - BESIDE_WIDTH) / FRAME_WIDTH;
    fprintf(writer->file, "[timestart] %" PRIu64 "\n", start * unit);
    /* The zoom is minus the binary logarithm of the time that a frame takes; then the primary marker, none, and the
     * named ones from A. */
    fprintf(writer->file, "*%.6f -1", -log2((double)(count * unit) / frames));
    for (unsigned i = 0; i < trace->derive.list->mark_count; i++)
        if (trace->derive.marked[i].seen)
            fprintf(writer->file, " %" PRIu64, trace->derive.marked[i].cycle * unit);
        else
            fputs(" -1", writer->file);
    fputc('\n', writer->file);
    for (unsigned i = 0; i < trace->derive.list->mark_count; i++)
        if (trace->derive.marked[i].seen)
            fprintf(writer->file, "[markername] %c%s\n", 'A' + (int)i, trace->derive.list->marks[i].name);
}

static void put_head(struct gtkw_writer *writer)
{
    fprintf(writer->file, "[*] made by wekiva; one cycle is 1 ns\n");
    fprintf(writer->file, "[dumpfile] \"%s\"\n", writer->names.waveform);
    fprintf(writer->file, "[savefile] \"%s.gtkw\"\n", writer->names.name);
    fprintf(writer->file, "[size] %d %d\n[pos] -1 -1\n", WINDOW_WIDTH, WINDOW_HEIGHT);
    put_zoom(writer);
    put_tree(writer);
    fprintf(writer->file, "[signals_width] %d\n[sst_expanded] 0\n", NAMES_WIDTH);
}

static void put_clock(struct gtkw_writer *writer)
{
    const char *path = writer->trace->origins[0].instance->path;
    const int   top = (int)strcspn(path, ".");
    put_flags(writer, GTKW_BITS);
    fprintf(writer->file, "%.*s.clk\n", top, path);
    put_flags(writer, GTKW_UNSIGNED);
    fprintf(writer->file, "%.*s.cycle[63:0]\n", top, path);
}

/* The text of the save file, freed by the caller; NULL without memory. */
static char *save_text(struct gtkw_writer *writer, size_t *size)
{
    char *text = NULL;
    writer->file = open_memstream(&text, size);
    if (!writer->file)
        return NULL;
    put_head(writer);
    gtkw_put_overview(writer);
    put_clock(writer);
    put_instances(writer);
    const bool whole = !ferror(writer->file) && !writer->failed;
    if (fclose(writer->file) == 0 && whole)
        return text;
    free(text);
    return NULL;
}

static bool write_all(struct gtkw_writer *writer, char **saved, struct diag *diag)
{
    size_t size;
    if (!beside_folder(writer->names.stem, diag) || !write_view_files(writer, diag))
        return false;
    char *text = save_text(writer, &size);
    char *path = text ? save_file_name(writer->names.stem, writer->names.waveform, diag) : NULL;
    bool  good = text || diag_set(diag, writer->trace->sink.path, 0, "no memory for the viewer's files");
    good = good && path && save_file_write(path, text, size, diag);
    free(text);
    if (good && saved)
        *saved = path;
    else
        free(path);
    return good;
}

bool gtkw_write(struct trace *trace, const struct gtkw_options *options, char **saved, struct diag *diag)
{
    struct gtkw_writer writer = {.trace = trace, .options = options};
    trace_settle(trace);
    trace_find_moved(trace);
    writer.uses = calloc(options->view_count + 1, sizeof *writer.uses);
    bool good = (gtkw_names(&writer.names, trace->sink.path) && writer.uses) ||
                diag_set(diag, trace->sink.path, 0, "no memory for the viewer's files");
    if (good && !select_open(&writer.open, options->open))
        good = diag_set(diag, NULL, 0, "more than %d patterns of open groups", SELECT_MAX);
    if (good)
        good = write_all(&writer, saved, diag);
    select_close(&writer.open);
    free(writer.uses);
    gtkw_names_free(&writer.names);
    return good;
}
