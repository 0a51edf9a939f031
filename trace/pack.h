/* pack.h - bytes packed as gzip does, as they come. */
#ifndef TRACE_PACK_H
#define TRACE_PACK_H

#include <stdbool.h>
#include <stddef.h>

struct pack;

/* NULL: not enough memory. */
struct pack *pack_open(void);
void         pack_close(struct pack *pack);

/* `write` gets what is packed, now or later; with `last` all of it, now. */
typedef void pack_write_fn(void *to, const char *bytes, size_t count);
void         pack_put(struct pack *pack, const char *bytes, size_t count, bool last, pack_write_fn *write, void *to);

#endif
