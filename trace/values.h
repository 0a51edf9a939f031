/* values.h - the values of a waveform's signals, one time after the other: read from the file alone. */
#ifndef TRACE_VALUES_H
#define TRACE_VALUES_H

#include <stdbool.h>
#include <stdint.h>

#include "kit/diag.h"
#include "trace/header.h"
#include "trace/unpack.h"

/* A change as it stands in the file: its digits, the first one the highest bit, of vectors of any width. */
typedef void values_digits(void *context, uint32_t number, const char *digits, size_t length, unsigned line);

/* A file that is read on from time to time. */
struct values {
    const char     *path;
    struct header  *header; /* its slots have the values */
    struct unpacked text;
    uint64_t        time;    /* of the changes that are read next */
    bool            changes; /* the declarations are behind */
    uint32_t       *set;     /* numbers of the slots that were set at the time that was read last */
    uint32_t        set_count;
    values_digits  *digits; /* told of each change; set by the caller behind values_open, or NULL */
    void           *context;
    char           *buffer; /* a line, the number of which is `line` */
    size_t          room;
    unsigned        line;
};

enum values_step { VALUES_TIME, VALUES_END, VALUES_WRONG };

/* Of the file whose header was read before: all values are unknown. */
bool values_open(struct values *values, const char *path, struct header *header, struct diag *diag);
/* Reads all changes of the next time at which there are any, which `time` gets.  A last line that was cut off is left
 * out.  VALUES_END behind the last one; VALUES_WRONG and a diagnosis when time does not go on. */
enum values_step values_next(struct values *values, uint64_t *time, struct diag *diag);
void             values_close(struct values *values);

/* Called at each time at which anything changes, with header_value as it is from then on. */
typedef void values_visit(void *context, uint64_t time);

/* The same of the whole file, which may have begun to be read before.  False and a diagnosis when it cannot be opened
 * any more, or time does not go on. */
bool values_read(const char *path, struct header *header, values_visit *visit, void *context, struct diag *diag);

#endif
