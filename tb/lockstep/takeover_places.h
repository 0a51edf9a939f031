/* takeover_places.h - the instances that blocks work for or beside and that are recorded: of takeover.h's functions
 * what they share. */
#ifndef TB_LOCKSTEP_TAKEOVER_PLACES_H
#define TB_LOCKSTEP_TAKEOVER_PLACES_H

#include "rtl_model/r700/gpu_machine.h"
#include "tb/lockstep/along.h"
#include "tb/lockstep/block.h"
#include "tb/lockstep/record.h"
#include "tb/lockstep/rows.h"
#include "tb/lockstep/takeover.h"

/* Where an instance of a module is. */
struct where {
    struct simd *simd;     /* NULL: the machine is no R700, or the module has no adapter */
    unsigned     instance; /* of it: 0 .. module->count - 1 */
    unsigned     number;   /* of the machine's instances; of a part that of its caller */
};

/* An instance with a block or a record. */
struct place {
    const struct lockstep_module *module;
    struct where                  where;
    void                         *state;  /* the machine's; of a part the adapter's own */
    void                         *beside; /* what ports have that no struct has */
    struct port_table            *ports;
    bool                          held;   /* ... in which the module holds its state */
    struct rows                   rows;   /* that the clock under way may change */
    struct block                 *block;  /* or NULL */
    struct along                 *along;  /* the block only looks on; or NULL */
    struct record                *record; /* or NULL */
};

enum { PLACES_MAX = 2 * SIMD_MODULES * SIMDS_MAX };

struct takeover {
    struct rtl_machine    machine;
    struct gpu           *gpu; /* NULL: it is another machine */
    struct machine_beside beside;
    struct place          place[PLACES_MAX];
    unsigned              count;
    bool                  failed;
    struct diag           diag;
};

/* Its name in waveforms. */
const char *takeover_path(const struct takeover *takeover, const struct where *where);

#endif
