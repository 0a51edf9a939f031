/* header.h - which signals a waveform file has, and its first and last time: read from the file alone. */
#ifndef TRACE_HEADER_H
#define TRACE_HEADER_H

#include <stdbool.h>
#include <stdint.h>

#include "kit/diag.h"
#include "kit/rtl.h"

struct header_variable {
    char    *name; /* with its scopes, dotted */
    unsigned bits;
    unsigned line;   /* of its declaration */
    uint32_t number; /* of its identifier: a writer counts them up; HEADER_NUMBERS: it is none of a writer known here */
    /* The machine's signal of that name (reopen.h), or NULL. */
    const struct rtl_signal *signal;
};

/* What variables of one identifier share: their value (values.h). */
struct header_slot {
    uint64_t value;   /* of bits that are unknown what they had before, or 0 */
    uint64_t unknown; /* bits that are x or z */
    bool     moved;   /* it has changed since the first time */
    bool     named;   /* in the list of what was set at the time that was read last (values.h) */
};

enum { HEADER_NUMBERS = 1 << 24 };

struct header {
    struct header_variable *variables; /* sorted by name */
    unsigned                count, room;
    struct header_slot     *slots; /* by number */
    uint32_t                slot_count;
    uint64_t                first_time, last_time;
};

/* Reads the declarations and the first and last time of a waveform (unpack.h).  False and a diagnosis when it is none;
 * to be freed in any case. */
bool header_read(const char *path, struct header *header, struct diag *diag);
void header_free(struct header *header);

/* The variable of that name and width, or NULL. */
struct header_variable *header_find(const struct header *header, const char *name, unsigned bits);

/* The number of an identifier: base 94, shortest first. */
uint32_t header_number(const char *code);

/* What has been read of it (values.h); NULL: nothing. */
const struct header_slot *header_slot(const struct header *header, const struct header_variable *variable);

#endif
