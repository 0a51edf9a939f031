/* watched.h - `--watch`: registers of threads as signals of a waveform.
 *
 * What is the same for every machine: radixes, views, and the names of the signals, which say the radix so that the
 * waveform alone tells it.  For machines whose threads are pixels all of it: "p17.R1.r" is pixel 17 of the launch. */
#ifndef RTL_MODEL_WATCHED_H
#define RTL_MODEL_WATCHED_H

#include "kit/diag.h"
#include "trace/derive.h"
#include "trace/header.h"
#include "trace/views.h"

enum { WATCHED_NAME = 40 };

enum watched_radix { WATCHED_FLOAT, WATCHED_INT, WATCHED_UINT, WATCHED_HEX, WATCHED_RADIXES };
extern const struct watched_radix_row {
    const char *name, *type; /* "float", "watch_float_t" */
} watched_radixes[WATCHED_RADIXES];

/* Rows of a machine's views; `nothing` is the word that means that there is no value. */
#define WATCHED_VIEWS(nothing)                                                                                         \
    {.type = "watch_float_t", .kind = VIEW_FLOAT, .idle = IDLE_WORD, .idle_word = nothing},                            \
        {.type = "watch_int_t", .kind = VIEW_SIGNED, .idle = IDLE_WORD, .idle_word = nothing},                         \
        {.type = "watch_uint_t", .kind = VIEW_UNSIGNED, .idle = IDLE_WORD, .idle_word = nothing},                      \
    {                                                                                                                  \
        .type = "watch_hex_t", .kind = VIEW_HEX, .idle = IDLE_WORD, .idle_word = nothing                               \
    }

/* `letter` and a number below `limit`, then `end`; the text goes on behind it. */
bool watched_number(const char **text, char letter, uint64_t limit, char end, uint32_t *number);
bool watched_radix(const char *text, enum watched_radix *radix);

/* The names of a waveform's watched registers below a scope, in the order of the file, up to NULL; the caller frees the
 * list.  NULL: no memory. */
const char **watched_in(const struct header *header, const char *scope);
/* The view's type by such a name; NULL: it is none of this version. */
const char *watched_type(const char *name);

/* ---- of pixels -------------------------------------------------------------------------------------------------- */

struct watched_pixel {
    uint32_t    pixel;
    unsigned    file, number, element; /* `file` as the machine tells its registers apart */
    const char *type;
    char        name[WATCHED_NAME]; /* "p17_R1_r_float" */
};

/* What a machine says of its registers and rows. */
struct watched_kind {
    const char                 *scope;    /* of the signals: "us.watch" */
    const char                 *elements; /* "rgba" */
    const struct trace_derived *rows;     /* the machine's own rows */
    unsigned                    row_count;
    /* A register by its name ("R1"); what there are, for a message. */
    bool (*find)(const void *machine, const char *name, unsigned *file, unsigned *number);
    void (*describe)(const void *machine, char *text, size_t size);
    /* trace_derived.value; the argument counts the watched. */
    uint64_t (*value)(const void *context, unsigned argument);
};

struct watched_rows {
    struct trace_derived *list; /* the machine's, then the watched ones */
    unsigned              count;
    struct watched_pixel *pixels;
    unsigned              pixel_count;
};

/* Of a machine that runs so many pixels.  False and a diagnosis of one that there is not, or that comes twice; then,
 * too, it is to be freed. */
bool watched_open(struct watched_rows *rows, const struct watched_kind *kind, const void *machine, uint32_t pixels,
                  const char *const *texts, unsigned count, struct diag *diag);
/* Of a waveform; false: no memory. */
bool watched_recall(struct watched_rows *rows, const struct watched_kind *kind, const struct header *header);
void watched_free(struct watched_rows *rows);

#endif
