/* crew.h - a few threads that do the numbered pieces of a work together, again and again, and wait for one another.
 *
 * The caller is one of them.  Which thread does which piece is not determined: each starts with the pieces nearest to
 * its number, then takes pieces that others have not begun.  The result must not depend on it. */
#ifndef KIT_CREW_H
#define KIT_CREW_H

/* `thread` is 0 to threads - 1, 0 the caller; no two pieces at once have the same. */
typedef void crew_piece_t(void *context, unsigned piece, unsigned thread);

enum { CREW_PIECES = 64 };

struct crew;

/* For works of `pieces` pieces, 1..CREW_PIECES; NULL without memory.  When the system gives fewer threads, those do all
 * the work. */
struct crew *crew_open(unsigned threads, unsigned pieces);
void         crew_close(struct crew *crew); /* NULL is allowed */

/* Returns when all pieces are done; what they have written can be read then. */
void crew_do(struct crew *crew, crew_piece_t *piece, void *context);

/* Processors that this process may use, at least 1. */
unsigned crew_processors(void);

#endif
