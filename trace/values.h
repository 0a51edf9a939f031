/* values.h - the values of a waveform's signals, one time after the other: read from the file alone. */
#ifndef TRACE_VALUES_H
#define TRACE_VALUES_H

#include <stdbool.h>
#include <stdint.h>

#include "kit/diag.h"
#include "trace/header.h"

/* Called at each time at which anything changes, with header_value as it is from then on. */
typedef void values_visit(void *context, uint64_t time);

/* Reads the whole file whose header was read before.  A last line that was cut off is left out.  False and a diagnosis
 * when it cannot be opened any more, or time does not go on. */
bool values_read(const char *path, struct header *header, values_visit *visit, void *context, struct diag *diag);

#endif
