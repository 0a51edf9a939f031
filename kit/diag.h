/* diag.h - one diagnosis of bad input: where it is, what was found, what was expected.
 *
 * A library function never prints or exits; it fills a diagnosis and returns false (or NULL).  The command prints it
 * in one line: of a text as `FILE:LINE:COLUMN: error: what`, which editors jump to, else as `wekiva: what`. */
#ifndef KIT_DIAG_H
#define KIT_DIAG_H

#include <stdbool.h>
#include <stddef.h>

struct diag {
    char     file[512];  /* the file, or empty */
    unsigned line;       /* 1-based line, or 0 when the place is given in `what` */
    unsigned column;     /* 1-based byte of the line, or 0 when it is not known; diag_set leaves 0 */
    char     what[1024]; /* one line, no newline, no full stop */
};

/* Fills `diag` (which may be NULL) printf-style and returns false, so that callers write `return diag_set(...)`. */
bool diag_set(struct diag *diag, const char *file, unsigned line, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* Adds the column to a diagnosis with a line; returns false. */
bool diag_at(struct diag *diag, unsigned column);

/* `FILE:LINE: what`, without the parts that are empty, control characters of the name as \xNN; always a terminated
 * string.  Returns `text`. */
const char *diag_text(const struct diag *diag, char *text, size_t size);

#endif
