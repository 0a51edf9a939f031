/* snapshot.h - save the registers and memories of a machine to a file and continue from it, bit for bit.
 *
 * The file: "WKSNAP" and a version, the layout hash of the machine (rtl_layout), the clock, then every register and
 * memory in table order, little-endian, and a checksum.  Wires are not saved: the next `wire` settles them. */
#ifndef KIT_SNAPSHOT_H
#define KIT_SNAPSHOT_H

#include <stdbool.h>
#include <stdint.h>

#include "kit/diag.h"
#include "kit/rtl.h"

enum { SNAPSHOT_VERSION = 1 };

/* Writes `path` whole (through a temporary file beside it) or not at all. */
bool snapshot_save(const char *path, const struct rtl_instance *instances, unsigned count, uint64_t cycle,
                   struct diag *diag);

/* Restores a snapshot of a machine of the same layout; the machine is untouched when false is returned. */
bool snapshot_load(const char *path, const struct rtl_instance *instances, unsigned count, uint64_t *cycle,
                   struct diag *diag);

#endif
