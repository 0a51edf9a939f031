/* kanata.h - a pipeline view in the format Kanata 0004, which Konata shows: a line for each ALU group.
 *
 * Its stages, on lane 0, from its clause's control-flow instruction to its registers: CF, Wt (the wavefront waits for
 * its earlier clauses first), Arb, Lck, Fch, Rdy, Rd, EX, Wr; a group behind the first of its clause begins when it
 * is the next one, with Rdy.  Lanes 1 and 2 have the chances that the even and the odd wavefront slot lose because of
 * it, by their reason; chances lost to no group have lines of their own.  A line that is flushed has issued nothing.
 * Arrows are results that a group takes: PV and PS, and registers that another group of its wavefront wrote. */
#ifndef TRACE_KANATA_H
#define TRACE_KANATA_H

#include "kit/diag.h"
#include "trace/pipe_event.h"

struct kanata;

/* Creates the file; NULL and a diagnosis when that cannot be.  `limit`: bytes, 0: none.  Texts must outlive it. */
struct kanata     *kanata_open(const char *path, uint64_t limit, const struct pipe_text *text, struct diag *diag);
struct pipe_taker *kanata_taker(struct kanata *kanata);

/* It can no longer be written; it has reached its limit: what comes is dropped. */
bool kanata_failed(const struct kanata *kanata);
bool kanata_full(const struct kanata *kanata);

/* Ends what is under way at `cycle`, and frees (NULL is allowed).  False when anything was not written: then the file
 * is removed, as one that is not to be kept. */
bool kanata_close(struct kanata *kanata, uint64_t cycle, bool keep, struct diag *diag);

#endif
