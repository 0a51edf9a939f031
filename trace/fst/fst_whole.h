/* fst_whole.h - is a .fst file whole, ours or that of another writer?  vcd2fst does not look whether its writes have
 * succeeded. */
#ifndef TRACE_FST_WHOLE_H
#define TRACE_FST_WHOLE_H

#include <stdbool.h>

/* A .fst file is a chain of blocks, each a type byte and an 8-byte big-endian length that counts itself.  True when the
 * chain ends with the file, or with a block that was being written when the run was killed (fst_file.h), has every kind
 * of block, as many of values as the header counts, and names that unpack to as many bytes as they were: vcd2fst writes
 * them last, so that a full disk loses their end. */
bool fst_is_whole(const char *path);

#endif
