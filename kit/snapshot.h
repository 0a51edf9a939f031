/* snapshot.h - the registers and memories of a machine as bytes and back, bit for bit; and files of such bytes.
 *
 * The bytes: "WKSNAP" and a version, the layout hash of the machine (rtl_layout), the clock, then every register and
 * memory in table order, little-endian, and a checksum.  Wires are not saved: the next `wire` settles them. */
#ifndef KIT_SNAPSHOT_H
#define KIT_SNAPSHOT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "kit/diag.h"
#include "kit/rtl.h"

enum { SNAPSHOT_VERSION = 1 };

/* Registers and memories alone: how many bytes, the bytes, and back. */
size_t snapshot_state_bytes(const struct rtl_instance *instances, unsigned count);
void   snapshot_state_put(unsigned char *to, const struct rtl_instance *instances, unsigned count);
void   snapshot_state_take(const unsigned char *from, const struct rtl_instance *instances, unsigned count);

/* How many bytes; the bytes. */
size_t snapshot_bytes(const struct rtl_instance *instances, unsigned count);
void   snapshot_put(unsigned char *to, const struct rtl_instance *instances, unsigned count, uint64_t cycle);

/* Whether the bytes are a whole snapshot of a machine of this layout, and of which clock; `name` stands for them in the
 * diagnosis.  Then the machine may take it. */
bool snapshot_check(const char *name, const unsigned char *data, size_t bytes, const struct rtl_instance *instances,
                    unsigned count, uint64_t *cycle, struct diag *diag);
void snapshot_take(const unsigned char *data, const struct rtl_instance *instances, unsigned count);

/* A regular file as it is, to be freed; NULL and a diagnosis when it cannot be read whole. */
unsigned char *snapshot_read_file(const char *path, size_t *bytes, struct diag *diag);

/* Writes bytes to `path` whole (through a temporary file beside it) or not at all. */
bool snapshot_write_file(const char *path, const unsigned char *data, size_t bytes, struct diag *diag);

#endif
