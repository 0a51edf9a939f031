/* gtkw_overview.c - what a viewer opens on: the rows that the caller names (struct gtkw_row), of several SIMDs those of
 * the first, and those of the others in closed groups. */
#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

#include "trace/gtkw_writer.h"

/* False when a pattern cannot be the name of a variable: its start is another one's, or its last component.  To make
 * thousands of names and to match them takes a thousand times as long. */
static bool may_be(const char *pattern, const struct origin *origin)
{
    static const char        wild[] = "*?[\\";
    const struct rtl_signal *signal = origin->signal;
    const char              *path = origin->instance->path, *prefix = trace_prefix(origin);
    const char              *last = strrchr(pattern, '.') ? strrchr(pattern, '.') + 1 : pattern;
    const size_t             start = strcspn(pattern, wild), length = strlen(path), before = strlen(prefix);
    if (strncmp(pattern, path, start < length ? start : length) != 0)
        return false;
    if (strpbrk(last, wild))
        return true;
    if (signal->count == 1 && signal->rows == 1)
        return strncmp(last, prefix, before) == 0 && strcmp(last + before, signal->name) == 0;
    return signal->rows > 1 || !origin->names || strcmp(last, origin->names[origin->element]) == 0;
}

/* Whether a signal, whose name it gets, belongs into a row of the overview: before the run all do, later those that
 * have changed. */
static bool shown(const struct gtkw_writer *writer, const struct gtkw_row *row, unsigned i, char full[2 * NAME_BYTES])
{
    const struct trace *trace = writer->trace;
    char                scope[NAME_BYTES], name[NAME_BYTES];
    if ((trace->started && !trace->moved[i] && !row->still) || !may_be(row->signal, &trace->origins[i]))
        return false;
    trace_names(&trace->origins[i], scope, name);
    snprintf(full, 2 * NAME_BYTES, "%s.%s", scope, name);
    return fnmatch(row->signal, full, 0) == 0;
}

/* The signals of the overview, row by row; of rows with parts (`one`) a part for each SIMD. */
enum { PARTS_MAX = 64 };
struct part {
    char name[32];
};
struct overview_signal {
    const struct gtkw_row *row;
    unsigned               variable, part;
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

/* The signals of the overview, row by row. */
static bool list_overview(const struct gtkw_writer *writer, struct overview *overview)
{
    const unsigned all = writer->trace->variable_count;
    char           full[2 * NAME_BYTES];
    for (const struct gtkw_row *row = writer->options->overview; row && (row->heading || row->signal); row++)
        for (unsigned i = 0; row->signal && i < all; i++) {
            if (!shown(writer, row, i, full))
                continue;
            if (overview->count == overview->room) {
                const unsigned room = overview->room * 2 + 64;
                void          *list = realloc(overview->list, room * sizeof *overview->list);
                if (!list)
                    return false;
                overview->list = list;
                overview->room = room;
            }
            const struct part part = part_of(row->signal, full);
            overview->list[overview->count++] =
                (struct overview_signal){row, i, row->one ? number_of_part(overview, &part) : 0};
        }
    return true;
}

/* The signals of one row from `n` on, of one part; the number of lines that they take. */
static unsigned put_row(struct gtkw_writer *writer, const struct overview *overview, unsigned n, unsigned part,
                        const char *heading)
{
    const struct gtkw_row *row = overview->list[n].row;
    char                   scope[NAME_BYTES], name[NAME_BYTES], others[NAME_BYTES + 16];
    unsigned               count = 0;
    for (; n < overview->count && overview->list[n].row == row; n++) {
        if (overview->list[n].part != part)
            continue;
        const struct origin *origin = &writer->trace->origins[overview->list[n].variable];
        trace_names(origin, scope, name);
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
        gtkw_put_variable(writer, origin, row->label ? row->label : name);
        count++;
    }
    if (row->most && count > row->most)
        gtkw_put_label(writer, GTKW_END_CLOSED, others);
    return count;
}

/* All rows that one part has: the first one's with those that have no parts. */
static unsigned put_part(struct gtkw_writer *writer, const struct overview *overview, unsigned part)
{
    const char *heading = NULL;
    unsigned    n = 0, lines = 0;
    for (const struct gtkw_row *row = writer->options->overview; row && (row->heading || row->signal); row++) {
        if (row->heading) {
            heading = row->heading;
            continue;
        }
        const unsigned first = n;
        while (n < overview->count && overview->list[n].row == row)
            n++;
        const unsigned more = first < n ? put_row(writer, overview, first, part, heading) : 0;
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
