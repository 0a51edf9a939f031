/* gtkw_overview.c - what a viewer opens on: the rows that the caller names (struct gtkw_row), of several SIMDs those of
 * the first, and those of the others in closed groups. */
#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

#include "trace/gtkw_writer.h"
#include "trace/put.h"

/* ---- patterns ---------------------------------------------------------------------------------------------------- */

/* A pattern taken apart: names are made and matched only where its start and its last component fit. */
struct pattern {
    const char *text, *last; /* last: the last component; NULL when it has wildcards */
    size_t      start;       /* characters in front of the first wildcard */
    char        front[NAME_BYTES];
    const char *behind; /* what of `front` has no wildcards at its end */
};

static void take_apart(struct pattern *pattern, const char *text)
{
    const char *dot = strrchr(text, '.');
    *pattern = (struct pattern){.text = text, .start = strcspn(text, "*?[\\")};
    if (dot && !strpbrk(dot, "*?[]\\")) {
        pattern->last = dot + 1;
        snprintf(pattern->front, sizeof pattern->front, "%.*s", (int)(dot - text), text);
        pattern->behind = pattern->front + strlen(pattern->front);
        while (pattern->behind > pattern->front && !strchr("*?[]\\", pattern->behind[-1]))
            pattern->behind--;
    }
}

/* Whether what stands in front of the last component is an instance's path. */
static bool is_path(const struct pattern *pattern, const char *path)
{
    const size_t length = strlen(path), end = strlen(pattern->behind);
    return end <= length && strcmp(path + length - end, pattern->behind) == 0 && fnmatch(pattern->front, path, 0) == 0;
}

/* Whether it may name signals of an instance. */
static bool may_be_in(const struct pattern *pattern, const char *path)
{
    const size_t length = strlen(path);
    return strncmp(pattern->text, path, pattern->start < length ? pattern->start : length) == 0;
}

/* Whether it may name a signal, or elements of it; `path`: what stands in front of its last component is the path. */
static bool may_be(const struct pattern *pattern, const struct origin *origin, bool path)
{
    const struct rtl_signal *signal = origin->signal;
    const char              *last = pattern->last;
    if (!last)
        return true;
    if (signal->count > 1 || signal->rows > 1)
        return (origin->names && signal->rows == 1) || strncmp(last, "row", 3) == 0 || strncmp(last, "lane", 4) == 0 ||
               (last[0] == 'e' && last[1] >= '0' && last[1] <= '9');
    if (!path)
        return false;
    const char  *prefix = trace_prefix(origin);
    const size_t before = strlen(prefix);
    return strncmp(last, prefix, before) == 0 && strcmp(last + before, signal->name) == 0;
}

/* Whether it may name this element of a signal that it may name. */
static bool may_be_element(const struct pattern *pattern, const struct origin *origin)
{
    return !pattern->last || !origin->names || origin->signal->rows > 1 ||
           strcmp(pattern->last, origin->names[origin->element]) == 0;
}

/* The signals of the overview, row by row; of rows with parts (`one`) a part for each SIMD. */
enum { PARTS_MAX = 64 };
struct part {
    char name[32];
};
struct overview_signal {
    const struct gtkw_row    *row;
    const struct gtkw_signal *signal;
    unsigned                  variable, part;
};
struct overview {
    struct overview_signal *list;
    unsigned                count, room, part_count;
    struct part             part[PARTS_MAX];
};

/* The part of a name that the first '*' of the pattern has a share in: "simd3". */
static struct part part_of(const char *pattern, const char *full)
{
    const char *star = strchr(pattern, '*');
    const char *part = full + (star ? star - pattern : 0);
    struct part result;
    while (part > full && part[-1] != '.')
        part--;
    snprintf(result.name, sizeof result.name, "%.*s", (int)strcspn(part, "."), part);
    return result;
}

/* Which of the parts it is, a new one behind them when there is room. */
static unsigned number_of_part(struct overview *overview, const struct part *part)
{
    for (unsigned p = 0; p < overview->part_count; p++)
        if (strcmp(overview->part[p].name, part->name) == 0)
            return p;
    if (overview->part_count == PARTS_MAX)
        return PARTS_MAX - 1;
    overview->part[overview->part_count] = *part;
    return overview->part_count++;
}

static bool add(struct overview *overview, const struct overview_signal *signal)
{
    if (overview->count == overview->room) {
        const unsigned room = overview->room * 2 + 64;
        void          *list = realloc(overview->list, room * sizeof *overview->list);
        if (!list)
            return false;
        overview->list = list;
        overview->room = room;
    }
    overview->list[overview->count++] = *signal;
    return true;
}

/* The elements of a signal that belong into a row: before the run all, later all that have changed. */
static bool list_elements(const struct trace *trace, const struct gtkw_signal *signal, const struct gtkw_row *row,
                          const struct pattern *pattern, struct overview *overview)
{
    char full[2 * NAME_BYTES];
    for (unsigned i = signal->first; i < signal->end; i++) {
        if ((trace->started && !trace->moved[i] && !row->still) || !may_be_element(pattern, &trace->origins[i]))
            continue;
        trace_full_name(&trace->origins[i], full);
        if (fnmatch(row->signal, full, 0) != 0)
            continue;
        const struct part part = part_of(row->signal, full);
        if (!add(overview, &(struct overview_signal){row, signal, i, row->one ? number_of_part(overview, &part) : 0}))
            return false;
    }
    return true;
}

static bool list_row(const struct gtkw_writer *writer, const struct gtkw_row *row, struct overview *overview)
{
    struct pattern pattern;
    take_apart(&pattern, row->signal);
    for (unsigned n = 0, behind; n < writer->signal_count; n = behind) {
        const char *const path = writer->trace->origins[writer->signals[n].first].instance->path;
        behind = writer->signals[n].behind;
        if (!may_be_in(&pattern, path))
            continue;
        const bool front = pattern.last && is_path(&pattern, path), elements = pattern.last && !front;
        for (unsigned s = elements ? writer->signals[n].vector : n; s < behind;
             s = elements ? writer->signals[s + 1].vector : s + 1)
            if (may_be(&pattern, &writer->trace->origins[writer->signals[s].first], front) &&
                !list_elements(writer->trace, &writer->signals[s], row, &pattern, overview))
                return false;
    }
    return true;
}

/* The signals of the overview, row by row. */
static bool list_overview(const struct gtkw_writer *writer, struct overview *overview)
{
    for (const struct gtkw_row *row = writer->options->overview; row && (row->heading || row->signal); row++)
        if (row->signal && !list_row(writer, row, overview))
            return false;
    return true;
}

/* The signals of one row from `n` on, of one part; the number of lines that they take. */
static unsigned put_row(struct gtkw_writer *writer, const struct overview *overview, unsigned n, unsigned part,
                        const char *heading)
{
    const struct gtkw_row *row = overview->list[n].row;
    char                   name[NAME_BYTES], others[NAME_BYTES + 16];
    unsigned               count = 0;
    for (; n < overview->count && overview->list[n].row == row; n++) {
        if (overview->list[n].part != part)
            continue;
        const struct origin *origin = &writer->trace->origins[overview->list[n].variable];
        trace_name(origin, name);
        if (count == 0 && heading && row->one && overview->part_count > 1) {
            char text[NAME_BYTES];
            snprintf(text, sizeof text, "%s (%s)", heading, overview->part[part].name);
            gtkw_put_label(writer, GTKW_COMMENT, text);
        } else if (count == 0 && heading) {
            gtkw_put_label(writer, GTKW_COMMENT, heading);
        }
        if (row->most && count == row->most) {
            snprintf(others, sizeof others, "%s and more", name);
            gtkw_put_label(writer, GTKW_BEGIN_CLOSED, others);
        }
        if (row->closed && count == 0)
            gtkw_put_label(writer, GTKW_BEGIN_CLOSED, row->label);
        gtkw_put_variable(writer, overview->list[n].signal, origin, row->label && !row->closed ? row->label : name);
        count++;
    }
    if (row->closed && count)
        gtkw_put_label(writer, GTKW_END_CLOSED, row->label);
    if (row->most && count > row->most)
        gtkw_put_label(writer, GTKW_END_CLOSED, others);
    return count;
}

/* Whether a part has something in a row of a section, from `row` to the next heading, that stands there for itself. */
static bool has_section(const struct overview *overview, const struct gtkw_row *row, unsigned part)
{
    for (; row->signal; row++)
        for (unsigned n = 0; !row->with && n < overview->count; n++)
            if (overview->list[n].row == row && overview->list[n].part == part)
                return true;
    return false;
}

/* All rows of one part; the first part's include the rows without parts. */
static unsigned put_part(struct gtkw_writer *writer, const struct overview *overview, unsigned part)
{
    const char *heading = NULL;
    unsigned    n = 0, lines = 0;
    bool        section = true;
    for (const struct gtkw_row *row = writer->options->overview; row && (row->heading || row->signal); row++) {
        if (row->heading) {
            heading = row->heading;
            section = has_section(overview, row + 1, part);
            continue;
        }
        const unsigned first = n;
        while (n < overview->count && overview->list[n].row == row)
            n++;
        const bool     shown = first < n && (section || !row->with);
        const unsigned more = shown ? put_row(writer, overview, first, part, heading) : 0;
        heading = more ? NULL : heading;
        lines += more;
    }
    return lines;
}

void gtkw_put_overview(struct gtkw_writer *writer)
{
    struct overview overview = {0};
    char            text[NAME_BYTES + 16];
    writer->failed |= !list_overview(writer, &overview);
    const unsigned lines = put_part(writer, &overview, 0);
    for (unsigned p = 1; p < overview.part_count; p++) {
        snprintf(text, sizeof text, "the same of %s", overview.part[p].name);
        gtkw_put_label(writer, GTKW_BEGIN_CLOSED, text);
        put_part(writer, &overview, p);
        gtkw_put_label(writer, GTKW_END_CLOSED, text);
    }
    if (lines)
        gtkw_put_label(writer, GTKW_COMMENT, "all modules");
    free(overview.list);
}
