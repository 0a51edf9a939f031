/* unpack.h - the text of a waveform: a .vcd file as it is, a .fst file through GTKWave's fst2vcd. */
#ifndef TRACE_UNPACK_H
#define TRACE_UNPACK_H

#include <stdbool.h>
#include <stdio.h>
#include <sys/types.h>

#include "kit/diag.h"

struct unpacked {
    FILE *file;
    pid_t child; /* fst2vcd, or 0 */
};

bool unpack_is_fst(const char *path);

/* Opens the text.  False and a diagnosis when there is none. */
bool unpack_open(const char *path, struct unpacked *text, struct diag *diag);
/* What has not been read is not wanted. */
void unpack_close(struct unpacked *text);

#endif
