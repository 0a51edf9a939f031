/* gtkw_writer.h - what the parts of the save file's writer share. */
#ifndef TRACE_GTKW_WRITER_H
#define TRACE_GTKW_WRITER_H

#include <stdint.h>
#include <stdio.h>

#include "trace/gtkw.h"
#include "trace/gtkw_files.h"
#include "trace/internal.h"
#include "trace/select.h"

/* Trace flags of a save file, in hex there. */
enum {
    GTKW_HEX = 0x22,
    GTKW_UNSIGNED = 0x24,
    GTKW_SIGNED = 0x424,
    GTKW_BITS = 0x28,
    GTKW_FLOAT = 0x40020,
    GTKW_TRANSLATED = 0x2000, /* through a file, */
    GTKW_FILTERED = 0x4000,   /* ... through a process */
    GTKW_BEGIN_OPEN = 0x800200,
    GTKW_END_OPEN = 0x1000200,
    GTKW_BEGIN_CLOSED = 0xc00200,
    GTKW_END_CLOSED = 0x1401200,
    GTKW_COMMENT = 0x200,
};

/* A view of the caller that a signal uses. */
struct gtkw_use {
    unsigned number; /* of the translate file or filter, from 1; 0: not used */
    uint32_t digits; /* bit d: a signal of d hex digits has it */
    uint64_t widths; /* bit n - 1: a signal of n bits has it */
    char    *path;   /* as the save file says it */
};

/* A signal of an instance: its elements are neighbours in the file, the signals of an instance too. */
struct gtkw_signal {
    unsigned          first, end; /* origins */
    unsigned          behind;     /* the first signal of the next instance */
    unsigned          vector;     /* the first one from here on that has elements; or behind all */
    struct trace_view view;
    int               place; /* in the caller's list when the view needs a file, else -1 */
};

/* The view of a type, found by the address of its name: signals of one type are many, comparing names takes long. */
enum { GTKW_KNOWN_TYPES = 512 };
struct gtkw_known {
    const char              *type;
    const struct trace_view *view;
};

/* Text in memory. */
struct gtkw_text {
    char  *at;
    size_t used, room;
};
enum { GTKW_LINE = 4 * NAME_BYTES };

struct gtkw_writer {
    const struct trace        *trace;
    const struct gtkw_options *options;
    struct gtkw_text           text;
    struct gtkw_names          names;
    struct gtkw_use           *uses; /* one per view */
    struct gtkw_signal        *signals;
    unsigned                   signal_count;
    struct gtkw_known          known[GTKW_KNOWN_TYPES];
    struct select              open;
    const struct origin       *scoped; /* whose scope this is: */
    char                       scope[NAME_BYTES];
    size_t                     scope_bytes;
    unsigned                   flags;            /* the last @ line */
    bool                       failed;           /* no memory: text goes to */
    char                       spare[GTKW_LINE]; /* this */
};

/* Where so many bytes of text may be put, at most GTKW_LINE with gtkw_line; it is then told where they end. */
char               *gtkw_room(struct gtkw_writer *writer, size_t bytes);
void                gtkw_put(struct gtkw_writer *writer, const char *text, size_t bytes);
static inline char *gtkw_line(struct gtkw_writer *writer)
{
    return gtkw_room(writer, GTKW_LINE);
}
static inline void gtkw_take(struct gtkw_writer *writer, const char *end)
{
    if (!writer->failed)
        writer->text.used = (size_t)(end - writer->text.at);
}
void gtkw_printf(struct gtkw_writer *writer, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* A line without a signal: a heading, the begin or end of a group. */
void gtkw_put_label(struct gtkw_writer *writer, unsigned flags, const char *label);
/* Lists the signals and their views; false without memory. */
bool gtkw_list_signals(struct gtkw_writer *writer);
/* One line of the viewer; `alias` is the name shown, or NULL for the signal's own. */
void gtkw_put_variable(struct gtkw_writer *writer, const struct gtkw_signal *signal, const struct origin *origin,
                       const char *alias);
/* The first lines; `names`: the width of the column of names. */
void gtkw_put_head(struct gtkw_writer *writer, unsigned names);
/* The overview that the options ask for. */
void gtkw_put_overview(struct gtkw_writer *writer);

#endif
