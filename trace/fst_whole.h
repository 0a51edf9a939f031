/* fst_whole.h - is a .fst file whole?  vcd2fst does not look whether its writes have succeeded. */
#ifndef TRACE_FST_WHOLE_H
#define TRACE_FST_WHOLE_H

#include <stdbool.h>

/* A .fst file is a chain of blocks, each a type byte and an 8-byte big-endian length that counts itself.  It is written
 * from its beginning to its end, the names of the signals last, so that a full disk loses the end.  True when the chain
 * ends with the file, has every kind of block, and the names, the last one, unpack to as many bytes as they were. */
bool fst_is_whole(const char *path);

#endif
