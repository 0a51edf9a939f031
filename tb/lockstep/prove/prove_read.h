/* prove_read.h - one side of a proof as yosys reads it: flat, its memories apart, its ports. */
#ifndef TB_LOCKSTEP_PROVE_READ_H
#define TB_LOCKSTEP_PROVE_READ_H

#include <stdbool.h>
#include <stdint.h>
#include <time.h>

#include "kit/diag.h"
#include "tb/lockstep/build/tree.h"
#include "tb/lockstep/ports.h"

struct prove_side {
    struct {
        char     name[PORT_NAME];
        unsigned width;
        bool     out;
    } port[PORTS_MAX];
    unsigned count;
    bool     stateless; /* no register, no memory that is written */
};

/* A folder of its own for what the programs read and write, and when they must be done. */
struct prove_place {
    char            folder[TREE_PATH];
    struct timespec end;
};

/* Runs a program of yosys' package in the folder (NULL: the place's), its output in NAME.log of the place's, until the
 * time is over: then `late` is set.  False and a diagnosis when it is not installed. */
bool prove_call(const struct prove_place *place, const char *folder, const char *name, char *const argv[], int *status,
                bool *late, struct diag *diag);
/* What that has printed; the caller frees it. */
char *prove_log(const struct prove_place *place, const char *name);

/* Reads module `top` of a source into NAME.il, where it is called wekiva_NAME.  True with `late` when the time was
 * over; false and a diagnosis when yosys cannot read it, or when it has what the model of a proof does not: latches,
 * another edge than the rising one of `clock`, memories beyond PROVE_MEMORY_BITS. */
enum { PROVE_MEMORY_BITS = 1 << 16 };
bool prove_read(const struct prove_place *place, const struct block_source *source, const char *top, const char *name,
                const char *clock, struct prove_side *side, bool *late, struct diag *diag);

#endif
