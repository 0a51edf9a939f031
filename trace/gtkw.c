/* gtkw.c - writes a GTKWave save file (the format of GTKWave 3.3, `File / Write Save File`) and what it refers to. */
#include "trace/gtkw.h"

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
    LIST_MAX = 4096,   /* a signal of more words is left to the signal tree */
    NAMES_WIDTH = 250, /* of the column of names, at least: a longer name makes it wider */
    NAMES_BESIDE = 25, /* what the column has beside its longest name, */
    LETTER_WIDTH = 8,  /* of which a letter has so many pixels (GTKWave 3.3 with its own fonts, measured) */
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
            void *more = realloc(writer->signals, (room + 1) * sizeof *writer->signals); /* one behind them all */
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
    for (unsigned n = writer->signal_count + 1, vector = writer->signal_count; room && n-- > 0;) {
        const struct rtl_signal *of = n < writer->signal_count ? origins[writer->signals[n].first].signal : NULL;
        vector = of && (of->count > 1 || of->rows > 1) ? n : vector;
        writer->signals[n].vector = vector;
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
    gtkw_take(writer, put_text(put_text(put_text(put_flags(writer, gtkw_line(writer), flags), "-"), label), "\n"));
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

/* The scope of the signal before is mostly that of the next one. */
static char *put_scope(struct gtkw_writer *writer, char *at, const struct origin *origin)
{
    if (!writer->scoped || !trace_same_scope(writer->scoped, origin))
        writer->scope_bytes = (size_t)(trace_scope(origin, writer->scope) - writer->scope);
    writer->scoped = origin;
    memcpy(at, writer->scope, writer->scope_bytes);
    return at + writer->scope_bytes;
}

void gtkw_put_variable(struct gtkw_writer *writer, const struct gtkw_signal *signal, const struct origin *origin,
                       const char *alias)
{
    char          *at = put_flags(writer, gtkw_line(writer), flags_of(&signal->view));
    const unsigned colour = trace_view_colour(origin->signal);
    if (signal->place >= 0) {
        const struct gtkw_use *use = &writer->uses[signal->place];
        gtkw_take(
            writer,
            put_text(put_number(put_text(at, signal->view.kind == VIEW_FILTER ? "^>" : "^"), use->number, 1), " "));
        gtkw_put(writer, use->path, strlen(use->path));
        at = put_text(gtkw_line(writer), "\n");
    }
    if (colour)
        at = put_text(put_number(put_text(at, "[color] "), colour, 1), "\n");
    if (alias)
        at = put_text(put_text(put_text(at, "+{"), alias), "} ");
    at = trace_name(origin, put_text(put_scope(writer, at, origin), "."));
    if (origin->signal->bits > 1)
        at = put_text(put_number(put_text(at, "["), origin->signal->bits - 1, 1), ":0]");
    gtkw_take(writer, put_text(at, "\n"));
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

static void put_clock(struct gtkw_writer *writer)
{
    const char *path = writer->trace->origins[0].instance->path;
    const int   top = (int)strcspn(path, ".");
    gtkw_take(writer, put_flags(writer, gtkw_line(writer), GTKW_BITS));
    gtkw_printf(writer, "%.*s.clk\n", top, path);
    gtkw_take(writer, put_flags(writer, gtkw_line(writer), GTKW_UNSIGNED));
    gtkw_printf(writer, "%.*s.cycle[63:0]\n", top, path);
}

/* Letters of the longest name that a text shows: those in closed groups are not seen. */
static unsigned longest_name(const char *text, size_t size)
{
    const char *const end = size ? text + size : text;
    unsigned          longest = 0, flags = 0, closed = 0;
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
static void make_groups(struct gtkw_writer *writer, struct gtkw_groups *groups)
{
    if (groups->text)
        return;
    put_clock(writer);
    put_instances(writer);
    groups->text = writer->text.at;
    groups->size = writer->text.used;
    groups->longest = longest_name(groups->text, groups->size);
}

/* The text of the save file, freed by the caller; NULL without memory. */
static char *save_text(struct gtkw_writer *writer, struct gtkw_groups *groups, size_t *size)
{
    make_groups(writer, groups);
    writer->text = (struct gtkw_text){0};
    writer->flags = 0;
    gtkw_put_overview(writer);
    const struct gtkw_text overview = writer->text;
    const unsigned         here = longest_name(overview.at, overview.used);
    const unsigned         longest = here > groups->longest ? here : groups->longest;
    const unsigned         names = NAMES_BESIDE + LETTER_WIDTH * longest;
    writer->text = (struct gtkw_text){0};
    gtkw_put_head(writer, names > NAMES_WIDTH ? names : NAMES_WIDTH);
    gtkw_put(writer, overview.at, overview.used);
    gtkw_put(writer, groups->text, groups->size);
    free(overview.at);
    *size = writer->text.used;
    if (!writer->failed)
        return writer->text.at;
    free(writer->text.at);
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
