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
#include "trace/put.h"
#include "trace/save_file.h"
#include "trace/select.h"

enum {
    LIST_MAX = 4096,     /* a signal of more words is left to the signal tree */
    WINDOW_WIDTH = 1600, /* pixels */
    WINDOW_HEIGHT = 900,
    NAMES_WIDTH = 250, /* of the column of names, at least: a longer name makes it wider */
    NAMES_BESIDE = 25, /* what the column has beside its longest name, */
    LETTER_WIDTH = 8,  /* of which a letter has so many (GTKWave 3.3 with its own fonts, measured) */
    BESIDE_WIDTH = 70, /* what is beside names and waves */
    FRAME_WIDTH = 200, /* the viewer's unit of zoom */
    FIT_CYCLES = 2000, /* a run of more does not fit, but ... */
    BUSY_CYCLES = 64,  /* so many of it: 8 clocks are wide enough for an instruction, 4 for a state */
    LEAD_CYCLES = 4,   /* shown before what is looked at */
    SPARE_SHARE = 20,  /* a twentieth more may be shown than is asked for */
};

/* ---- views ------------------------------------------------------------------------------------------------------ */

static void set_view(struct gtkw_writer *writer, struct gtkw_signal *signal)
{
    const struct gtkw_options *options = writer->options;
    const struct rtl_signal   *of = writer->trace->origins[signal->first].signal;
    struct gtkw_known         *known = &writer->known[(uintptr_t)of->type % GTKW_KNOWN_TYPES];
    if (known->type != of->type)
        *known = (struct gtkw_known){of->type, trace_view_find(of->type, options->views, options->view_count)};
    struct trace_view *view = &signal->view;
    *view = trace_view_fit(known->view, of);
    if (view->kind == VIEW_FILTER && !options->program)
        view->kind = VIEW_HEX;
    const bool has_file = view->kind == VIEW_FILTER || view->kind == VIEW_NAMES || view->idle != IDLE_NEVER;
    signal->place = has_file ? (int)(known->view - options->views) : -1;
}

bool gtkw_list_signals(struct gtkw_writer *writer)
{
    const struct origin *origins = writer->trace->origins;
    const unsigned       count = writer->trace->variable_count;
    unsigned             room = 0, start = 0;
    for (unsigned i = 0; i < count; writer->signal_count++) {
        if (writer->signal_count == room) {
            room = room * 2 + 1024;
            void *more = realloc(writer->signals, room * sizeof *writer->signals);
            if (!more)
                return false;
            writer->signals = more;
        }
        struct gtkw_signal *signal = &writer->signals[writer->signal_count];
        signal->first = i;
        while (i < count && origins[i].instance == origins[signal->first].instance &&
               origins[i].signal == origins[signal->first].signal)
            i++;
        signal->end = i;
        set_view(writer, signal);
        if (i < count && origins[i].instance == origins[signal->first].instance)
            continue;
        for (; start <= writer->signal_count; start++)
            writer->signals[start].behind = writer->signal_count + 1;
    }
    return true;
}

/* Which views are used; false without memory. */
static bool list_uses(struct gtkw_writer *writer)
{
    unsigned names = 0, filters = 0;
    for (unsigned i = 0; i < writer->signal_count; i++) {
        const struct gtkw_signal *signal = &writer->signals[i];
        const unsigned            bits = writer->trace->origins[signal->first].signal->bits;
        if (signal->place < 0)
            continue;
        struct gtkw_use *use = &writer->uses[signal->place];
        if (!use->number) {
            use->number = signal->view.kind == VIEW_FILTER ? ++filters : ++names;
            use->path = gtkw_view_path(writer->names.name, &writer->options->views[signal->place]);
        }
        if (!use->path)
            return false;
        use->digits |= 1u << (bits + 3) / 4;
        use->widths |= UINT64_C(1) << (bits - 1);
    }
    return true;
}

static bool write_view_files(const struct gtkw_writer *writer, struct diag *diag)
{
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

static char *put_flags(struct gtkw_writer *writer, char *at, unsigned flags)
{
    if (flags != writer->flags)
        at = put_text(put_hex(put_text(at, "@"), flags), "\n");
    writer->flags = flags;
    return at;
}

void gtkw_put_label(struct gtkw_writer *writer, unsigned flags, const char *label)
{
    char line[16] = "";
    put_flags(writer, line, flags);
    fprintf(writer->file, "%s-%s\n", line, label);
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

void gtkw_put_variable(struct gtkw_writer *writer, const struct gtkw_signal *signal, const struct origin *origin,
                       const char *alias)
{
    char           scope[NAME_BYTES], name[NAME_BYTES], lines[3 * NAME_BYTES], *at = lines;
    const unsigned colour = trace_view_colour(origin->signal);

    at = put_flags(writer, at, flags_of(&signal->view));
    if (signal->place >= 0) {
        const struct gtkw_use *use = &writer->uses[signal->place];
        at = put_text(put_number(put_text(at, signal->view.kind == VIEW_FILTER ? "^>" : "^"), use->number, 1), " ");
        fwrite(lines, 1, (size_t)(at - lines), writer->file);
        fputs(use->path, writer->file);
        at = put_text(lines, "\n");
    }
    if (colour)
        at = put_text(put_number(put_text(at, "[color] "), colour, 1), "\n");
    trace_names(origin, scope, name);
    if (alias)
        at = put_text(put_text(put_text(at, "+{"), alias), "} ");
    at = put_text(put_text(put_text(at, scope), "."), name);
    if (origin->signal->bits > 1)
        at = put_text(put_number(put_text(at, "["), origin->signal->bits - 1, 1), ":0]");
    at = put_text(at, "\n");
    fwrite(lines, 1, (size_t)(at - lines), writer->file);
}

/* The lanes and rows of a signal, in closed groups. */
static void put_elements(struct gtkw_writer *writer, const struct gtkw_signal *group)
{
    const struct origin     *origins = writer->trace->origins;
    const unsigned           first = group->first, end = group->end;
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
        put_number(put_text(row, "row"), origins[i].row, 1);
        if (by_row && (i == first || origins[i].row != origins[i - 1].row))
            gtkw_put_label(writer, GTKW_BEGIN_CLOSED, row);
        gtkw_put_variable(writer, group, &origins[i], NULL);
        if (by_row && (i + 1 == end || origins[i].row != origins[i + 1].row))
            gtkw_put_label(writer, GTKW_END_CLOSED, row);
    }
    gtkw_put_label(writer, GTKW_END_CLOSED, label);
}

static void put_instances(struct gtkw_writer *writer)
{
    for (unsigned n = 0; n < writer->signal_count;) {
        const char *const path = writer->trace->origins[writer->signals[n].first].instance->path;
        const bool        open = writer->open.count > 0 && select_match(&writer->open, path);
        const unsigned    behind = writer->signals[n].behind;
        gtkw_put_label(writer, open ? GTKW_BEGIN_OPEN : GTKW_BEGIN_CLOSED, path);
        for (; n < behind; n++) {
            const struct gtkw_signal *signal = &writer->signals[n];
            const struct origin      *first = &writer->trace->origins[signal->first];
            if (first->signal->count == 1 && first->signal->kind != RTL_MEM)
                gtkw_put_variable(writer, signal, first, NULL);
            else
                put_elements(writer, signal);
        }
        gtkw_put_label(writer, open ? GTKW_END_OPEN : GTKW_END_CLOSED, path);
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
    const uint64_t look = at ? *at : first_look(trace, BUSY_CYCLES), lead = at ? BUSY_CYCLES / 2 : LEAD_CYCLES;
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
    fprintf(writer->file, "[timestart] %" PRIu64 "\n", window.start * unit);
    /* The zoom is minus the binary logarithm of the time that a frame takes; then the primary marker, or none, and the
     * named ones from A. */
    fprintf(writer->file, "*%.6f", -log2((double)(window.count * unit) / frames));
    if (writer->options->at)
        fprintf(writer->file, " %" PRIu64, *writer->options->at * unit);
    else
        fputs(" -1", writer->file);
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

static void put_head(struct gtkw_writer *writer, unsigned names)
{
    fprintf(writer->file, "[*] made by wekiva; one cycle is 1 ns\n");
    fprintf(writer->file, "[dumpfile] \"%s\"\n", writer->names.waveform);
    fprintf(writer->file, "[savefile] \"%s.gtkw\"\n", writer->names.name);
    fprintf(writer->file, "[size] %d %d\n[pos] -1 -1\n", WINDOW_WIDTH, WINDOW_HEIGHT);
    put_zoom(writer, names);
    put_tree(writer);
    fprintf(writer->file, "[signals_width] %u\n[sst_expanded] 0\n", names);
}

static void put_clock(struct gtkw_writer *writer)
{
    const char *path = writer->trace->origins[0].instance->path;
    const int   top = (int)strcspn(path, ".");
    char        line[16] = "";
    put_flags(writer, line, GTKW_BITS);
    fprintf(writer->file, "%s%.*s.clk\n", line, top, path);
    put_flags(writer, line, GTKW_UNSIGNED);
    fprintf(writer->file, "%s%.*s.cycle[63:0]\n", line, top, path);
}

/* Letters of the longest name that a text shows: those in closed groups are not seen. */
static unsigned longest_name(const char *text, const char *end)
{
    unsigned longest = 0, flags = 0, closed = 0;
    for (const char *behind; text < end; text = behind + 1) {
        const char *name = text + 1;
        behind = memchr(text, '\n', (size_t)(end - text));
        behind = behind ? behind : end;
        if (*text == '@')
            flags = (unsigned)strtoul(text + 1, NULL, 16);
        if (strchr("@^[", *text))
            continue;
        size_t length = (size_t)(behind - name);
        if (*text == '+') { /* +{NAME} SIGNAL */
            length = (size_t)((const char *)memchr(text, '}', (size_t)(behind - text)) - text) - 2;
        } else if (*text != '-') {
            for (name = behind; name > text && name[-1] != '.';)
                name--;
            length = (size_t)(behind - name);
        }
        closed -= *text == '-' && flags == GTKW_END_CLOSED;
        if (*text == '-' && flags == GTKW_BEGIN_CLOSED)
            length += closed++ ? 0 : strlen(" {}");
        else if (closed || (*text == '-' && flags == GTKW_END_CLOSED))
            continue;
        if (closed <= 1 && length > longest)
            longest = (unsigned)length;
    }
    return longest;
}

/* The clock and the groups of the modules: the same before a run and after it, so made once. */
static bool make_groups(struct gtkw_writer *writer, struct gtkw_groups *groups)
{
    if (groups->text)
        return true;
    writer->file = open_memstream(&groups->text, &groups->size);
    if (!writer->file)
        return false;
    put_clock(writer);
    put_instances(writer);
    const bool whole = !ferror(writer->file);
    if (fclose(writer->file) == 0 && whole) {
        groups->longest = longest_name(groups->text, groups->text + groups->size);
        return true;
    }
    free(groups->text);
    groups->text = NULL;
    return false;
}

static bool make_overview(struct gtkw_writer *writer, char **text, size_t *size)
{
    writer->flags = 0;
    writer->file = open_memstream(text, size);
    if (!writer->file)
        return false;
    gtkw_put_overview(writer);
    const bool whole = !ferror(writer->file) && !writer->failed;
    return fclose(writer->file) == 0 && whole;
}

/* The text of the save file, freed by the caller; NULL without memory. */
static char *save_text(struct gtkw_writer *writer, struct gtkw_groups *groups, size_t *size)
{
    char  *text = NULL, *overview = NULL;
    size_t overview_size;
    bool   good = make_groups(writer, groups) && make_overview(writer, &overview, &overview_size);
    writer->file = good ? open_memstream(&text, size) : NULL;
    if (writer->file) {
        const unsigned here = longest_name(overview, overview + overview_size);
        const unsigned longest = here > groups->longest ? here : groups->longest;
        const unsigned names = NAMES_BESIDE + LETTER_WIDTH * longest;
        put_head(writer, names > NAMES_WIDTH ? names : NAMES_WIDTH);
        fwrite(overview, 1, overview_size, writer->file);
        fwrite(groups->text, 1, groups->size, writer->file);
        good = !ferror(writer->file);
        good = fclose(writer->file) == 0 && good;
    } else {
        good = false;
    }
    free(overview);
    if (good)
        return text;
    free(text);
    return NULL;
}

static bool write_all(struct gtkw_writer *writer, struct gtkw_groups *groups, char **saved, struct diag *diag)
{
    size_t size;
    /* What has been written before the first cycle stays as it is. */
    if (!groups->text && (!beside_folder(writer->names.stem, diag) || !write_view_files(writer, diag)))
        return false;
    char *text = save_text(writer, groups, &size);
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
    bool good = (gtkw_names(&writer.names, trace->sink.path) && writer.uses && gtkw_list_signals(&writer) &&
                 list_uses(&writer)) ||
                diag_set(diag, trace->sink.path, 0, "no memory for the viewer's files");
    if (good && !select_open(&writer.open, options->open))
        good = diag_set(diag, NULL, 0, "more than %d patterns of open groups", SELECT_MAX);
    if (good)
        good = write_all(&writer, &trace->groups, saved, diag);
    select_close(&writer.open);
    for (unsigned i = 0; writer.uses && i < options->view_count; i++)
        free(writer.uses[i].path);
    free(writer.uses);
    free(writer.signals);
    gtkw_names_free(&writer.names);
    return good;
}
