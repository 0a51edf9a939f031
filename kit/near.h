/* near.h - how far a misspelt word is from a name, for "did you mean". */
#ifndef KIT_NEAR_H
#define KIT_NEAR_H

#include <stddef.h>

enum { NEAR_LONGEST = 48 };

/* Letters to insert, delete, replace or exchange with their neighbour to turn the word into the name, case aside;
 * NEAR_LONGEST + 1 when either is longer than NEAR_LONGEST. */
unsigned near_distance(const char *word, size_t length, const char *name);

#endif
