/* sink.h - where the text of a waveform goes, and that of other files which a run writes as it goes on.
 *
 * Text is collected in one buffer and handed on with one write(2) a buffer.  The first error is remembered, later text
 * is dropped, and sink_close reports it. */
#ifndef TRACE_SINK_H
#define TRACE_SINK_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/types.h>

#include "kit/diag.h"

enum {
    SINK_BYTES = 1 << 20,
    SINK_SLACK = 8192 /* what may be put behind the end between two sink_room calls */
};

struct sink {
    char                 *path;
    char                 *buffer; /* SINK_BYTES + SINK_SLACK */
    size_t                used;
    uint64_t              handed_on; /* bytes of text, failed writes included */
    int                   fd;        /* the file */
    bool                  blocks;    /* of a .fst file, which are no text: the writer puts them into the file */
    struct pack          *pack;      /* of a file that ends in .gz and is no waveform, or NULL */
    int                   error;     /* errno of the first write that failed, or 0 */
    volatile sig_atomic_t writing;   /* a handler that interrupts a write must not start another */
    const char           *what;      /* "waveform", for messages */
};

bool sink_open(struct sink *sink, const char *path, struct diag *diag);
/* A .fst file, whose blocks are written into `fd`; `error` gets what went wrong. */
bool sink_open_fst(struct sink *sink, const char *path, struct diag *diag);
bool sink_is_fst(const char *path);
/* The same of something that is no waveform; where the name ends in .gz, packed. */
bool sink_open_as(struct sink *sink, const char *path, const char *what, struct diag *diag);
void sink_flush(struct sink *sink);
void sink_printf(struct sink *sink, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Flushes and frees; false when anything was not written.  Then, and when it is not to be kept, the file is removed. */
bool sink_close(struct sink *sink, bool keep, struct diag *diag);

/* Bytes of the file: of text what there will be, before it is packed, of a .fst file what has been written, in blocks.
 */
uint64_t sink_size(const struct sink *sink);

/* A place for SINK_SLACK bytes; the caller then adds what it put there to `used`, whole lines only. */
static inline char *sink_room(struct sink *sink)
{
    if (sink->used >= SINK_BYTES)
        sink_flush(sink);
    return sink->buffer + sink->used;
}

#endif
