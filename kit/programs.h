/* programs.h - the programs that this one starts: where PATH has them. */
#ifndef KIT_PROGRAMS_H
#define KIT_PROGRAMS_H

#include <stdbool.h>
#include <stddef.h>

/* The first regular file of this name in PATH's folders that may be executed; `path`, of `size` bytes, gets its name.
 * False when there is none, or when its name is too long. */
bool programs_find(const char *name, char *path, size_t size);

/* Whether there is one. */
bool programs_have(const char *name);

#endif
