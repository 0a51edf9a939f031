/* views.h - how a waveform viewer should show a signal, chosen by the name of its C type.
 *
 * The simulator registers its own types (enumerations with their names, instruction words with the filter that
 * disassembles them); types of the kit and of C have a view of their own. */
#ifndef TRACE_VIEWS_H
#define TRACE_VIEWS_H

#include <stdint.h>

#include "kit/rtl.h"

enum trace_view_kind {
    VIEW_HEX,
    VIEW_UNSIGNED,
    VIEW_SIGNED,
    VIEW_BITS,
    VIEW_FLOAT,  /* 32 or 64 bits as IEEE 754; other widths are shown in hex */
    VIEW_NAMES,  /* an enumeration: `name` gives the text of a value */
    VIEW_FILTER, /* `wekiva filter FILTER` reads hex words and answers with text, line by line */
};

/* Which value of a number means that there is none; it is shown as `-` on grey. */
enum trace_idle {
    IDLE_NEVER,
    IDLE_ABOVE, /* the highest bit alone: TRACE_IDLE (derive.h) */
    IDLE_WORD,  /* `idle_word` */
};

struct trace_view {
    const char          *type; /* rtl_signal.type */
    enum trace_view_kind kind;
    const char *(*name)(uint64_t value);   /* VIEW_NAMES: NULL for a value without a name */
    const char *(*colour)(uint64_t value); /* VIEW_NAMES: an X11 colour behind a name, or NULL; may be NULL */
    const char     *filter;                /* VIEW_FILTER: the argument, one word of letters, digits, '-' and '_' */
    enum trace_idle idle;                  /* VIEW_HEX, VIEW_UNSIGNED, VIEW_SIGNED, VIEW_FLOAT */
    uint64_t        idle_word;             /* of at most 32 bits; of VIEW_FLOAT a NaN */
};

/* What colours mean: idle, waiting, working, a rule is broken.  The darker ones are for
 * stages beside others of the same meaning. */
#define TONE_IDLE "gray15"
#define TONE_WAITING "DarkOrange3"
#define TONE_WAITING_DARK "DarkOrange4"
#define TONE_WORKING "ForestGreen"
#define TONE_WORKING_DARK "DarkGreen"
#define TONE_BROKEN "red3"

/* Enumerations up to this width are listed whole; wider ones show as hex. */
enum { VIEW_NAME_BITS = 16 };

/* The view of a signal: the caller's (`views` may be NULL) or that of its type; never one that does not fit the
 * width.  One bit is always VIEW_BITS. */
struct trace_view trace_view_of(const struct rtl_signal *signal, const struct trace_view *views, unsigned count);

/* Its two halves: the view of a type, the caller's or a plain one, NULL when there is none; that view, which may be
 * NULL, as it fits a signal. */
const struct trace_view *trace_view_find(const char *type, const struct trace_view *views, unsigned count);
struct trace_view        trace_view_fit(const struct trace_view *view, const struct rtl_signal *signal);

/* The type of a row that is 1 where two sides of a comparison differ. */
#define VIEW_DIFFERS "differs_t"

/* A colour for signals that tell whether things move: yellow for valid, done and the like, orange for stalls and
 * other waits, red for errors and differences; 0, green, for the rest.  The numbers are GTKWave's. */
unsigned trace_view_colour(const struct rtl_signal *signal);

#endif
