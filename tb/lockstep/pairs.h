/* pairs.h - a block with another latency: what goes with a valid is compared word by word, in order, not clock by
 * clock.
 *
 * A pair is an output that says when there is a word, and the outputs that are the word; `&` an input with which it is
 * taken.  The n-th word of the block is the n-th of the C module, and at most so many clocks before it or behind it. */
#ifndef TB_LOCKSTEP_PAIRS_H
#define TB_LOCKSTEP_PAIRS_H

#include <stdio.h>

#include "kit/diag.h"
#include "tb/lockstep/session.h"

enum { PAIRS_TEXTS = 32, PAIRS_LAG = 65536 };

/* Texts "VALID=OUTPUT,OUTPUT" or "VALID&READY=...", ports of the session's block.  A valid of several elements says so
 * of each; its words are payloads of as many elements.  `lag`: in clocks, 1..PAIRS_LAG.  NULL and a diagnosis for ports
 * that are not there, have another direction or another shape. */
struct pairs *pairs_open(const struct session *session, const char *const *texts, unsigned count, uint64_t lag,
                         struct diag *diag);
void          pairs_close(struct pairs *pairs);

/* After a clock: takes its words, and compares.  False and the difference. */
bool pairs_agree(struct pairs *pairs, struct difference *difference);
/* Before a clock that begins with a reset: words under way are lost on both sides. */
void pairs_restart(struct pairs *pairs);

/* Words that were compared. */
uint64_t pairs_compared(const struct pairs *pairs);
/* A line for each pair: words, and how much later the block was. */
void pairs_print(FILE *out, const struct pairs *pairs);
/* Whether a port is one of them. */
bool pairs_have(const struct pairs *pairs, const struct port *port);

#endif
