/* us_random.h - random programs of R580: nested blocks, loops that are left early, predicates, TEXKILL; as text and as
 * the reference takes them (tb/ref/us_ref.h). */
#ifndef TB_RANDOM_US_RANDOM_H
#define TB_RANDOM_US_RANDOM_H

#include <stddef.h>

#include "tb/ref/us_ref.h"

struct us_random {
    char     text[1 << 15];
    size_t   used;
    uint32_t seed;
    unsigned labels, instructions, loops, ifs; /* ifs: within the innermost loop */
    bool     full, is_rep;
    bool     keeps_result, pops_nothing; /* choices of the chip that the program relies on */
};

/* Everything comes from the seed.  False: the text is wrong, which it never is. */
bool us_random_program(struct us_random *maker, uint32_t seed, struct us_ref_program *program, struct diag *diag);
/* A number below a bound, of the same row. */
unsigned us_random_draw(struct us_random *maker, unsigned below);
/* Eight registers of a pixel, of small whole numbers. */
void us_random_pixel(struct us_random *maker, struct us_ref_pixel *pixel);

#endif
