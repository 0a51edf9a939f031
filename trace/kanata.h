/* kanata.h - a pipeline view in the format Kanata 0004, which Konata shows: a line for each ALU group.
 *
 * Its stages, on lane 0, from its clause's control-flow instruction to its registers: CF, Wt (the wavefront waits for
 * its earlier clauses first), Arb, Lck, Fch, Rdy, Rd, EX, Wr; a group behind the first of its clause begins when it
 * is the next one, with Rdy.  Lanes 1 and 2 have the chances that the even and the odd wavefront slot lose because of
 * it, by their reason; chances lost to no group have lines of their own.  A line that is flushed has issued nothing.
 * Arrows are results that a group takes: PV and PS, and registers that another group of its wavefront wrote. */
#ifndef TRACE_KANATA_H
#define TRACE_KANATA_H

#include "trace/pipe_view.h"

#endif
