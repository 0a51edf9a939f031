/* header.h - which signals a waveform file has, and its first and last time: read from the file alone. */
#ifndef TRACE_HEADER_H
#define TRACE_HEADER_H

#include <stdbool.h>
#include <stdint.h>

#include "kit/diag.h"

struct header_variable {
    char    *name; /* with its scopes, dotted */
    unsigned bits;
    bool     found; /* for whoever looks them up */
};

struct header {
    struct header_variable *variables; /* sorted by name */
    unsigned                count, room;
    uint64_t                first_time, last_time;
};

/* Reads the declarations and the first and last time of a .vcd file, or of a .fst file through GTKWave's fst2vcd. False
 * and a diagnosis when it is none; to be freed in any case. */
bool header_read(const char *path, struct header *header, struct diag *diag);
void header_free(struct header *header);

/* The variable of that name and width, or NULL. */
struct header_variable *header_find(const struct header *header, const char *name, unsigned bits);

#endif
