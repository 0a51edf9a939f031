/* near.h - how far a misspelt word is from a name, for "did you mean". */
#ifndef KIT_NEAR_H
#define KIT_NEAR_H

#include <stdbool.h>
#include <stddef.h>

enum { NEAR_LONGEST = 48 };

/* Letters to insert, delete, replace or exchange with their neighbour to turn the word into the name, case aside;
 * NEAR_LONGEST + 1 when either is longer than NEAR_LONGEST. */
unsigned near_distance(const char *word, size_t length, const char *name);

/* The nearest of several names; at least `away` letters away is not near. */
struct near {
    const char *word;
    size_t      length;
    unsigned    away;
    char        name[NEAR_LONGEST + 1]; /* "": none yet */
};
static inline struct near near_to(const char *word, size_t length, unsigned away)
{
    return (struct near){.word = word, .length = length, .away = away};
}
/* Whether it is nearer than those before. */
bool near_try(struct near *near, const char *name);

#endif
