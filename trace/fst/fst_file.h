/* fst_file.h - a .fst file as it is written: header, geometry and names once, then blocks of values, each whole before
 * the header counts it.  A run that is killed leaves a file that can be read up to its last block. */
#ifndef TRACE_FST_FILE_H
#define TRACE_FST_FILE_H

#include "trace/fst/fst_chains.h"
#include "trace/fst/fst_enums.h"
#include "trace/internal.h"

/* Where the bytes of a chain lie in the block. */
struct fst_stored {
    size_t at, bytes;
};

struct fst {
    struct fst_enums   enums;
    struct fst_chains  chains;   /* of clk, cycle, then of trace->variables */
    unsigned          *chain_of; /* by identifier */
    unsigned          *digit_of; /* by identifier: the first digit of its value in the frame */
    struct fst_stored *stored;   /* by identifier */
    unsigned          *found;    /* identifiers and 1 more, by hash of what is stored: so many, a power of two */
    size_t             found_count;
    unsigned           identifiers, scopes, variables; /* of the file */
    unsigned           digits;                         /* of all identifiers' values */
    uint64_t           sections;                       /* blocks of values */
    uint64_t           first_time, begin, end;         /* of the file; of the block */
    struct fst_bytes   times, index, block;
    unsigned           time_count;
    uint64_t           changes;             /* bytes of them in the block */
    struct fst_bytes   frame, packed_frame; /* values at the begin of the block, in letters */
    struct fst_bytes   blackouts;           /* when there are values again, and when not */
    unsigned           blackout_count;
    uint64_t           blackout_time;
    uint64_t           block_bytes; /* of changes, that make a block */
    uint64_t           size;        /* of the file */
    int                fd;
    int                error; /* errno of the first thing that went wrong, or 0 */
    bool               done;  /* what comes is dropped: the file is full, or cannot be written */
};

/* The blocks that come first; false without memory, errors of writing are left in it. */
bool fst_file_open(struct trace *trace, struct fst *fst);
void fst_file_free(struct fst *fst);

/* Changes that follow have this time, which rises.  The first one begins the file. */
void fst_file_time(struct fst *fst, uint64_t time);

/* From this time on values are told, or not. */
void fst_file_blackout(struct fst *fst, uint64_t time, bool told);

/* Writes the block: what has changed in it, up to the last time.  The next one begins there. */
void fst_file_end_block(struct trace *trace, struct fst *fst);

/* The last block, and what the file says at its end. */
void fst_file_end(struct trace *trace, struct fst *fst, uint64_t time);

/* Writes a block whose bytes are in fst->block; the header, again. */
void fst_file_store(struct fst *fst, unsigned type);
void fst_file_header(struct fst *fst);

/* Header, geometry and names. */
void fst_names_write(struct trace *trace, struct fst *fst);

#endif
