/* takeover_places.h - the instances that blocks work for or beside and that are recorded: of takeover.h's functions
 * what they share. */
#ifndef TB_LOCKSTEP_TAKEOVER_PLACES_H
#define TB_LOCKSTEP_TAKEOVER_PLACES_H

#include "rtl_model/r700/gpu_machine.h"
#include "rtl_model/r700/probes/work.h"
#include "tb/lockstep/along.h"
#include "tb/lockstep/block.h"
#include "tb/lockstep/records/record.h"
#include "tb/lockstep/rows.h"
#include "tb/lockstep/takeover.h"

/* Where an instance of a module is. */
struct where {
    struct simd *simd;     /* NULL: the machine is no R700, or the module is one of the chip */
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
    bool                          ended;  /* the block beside it has differed, and cannot go on */
    bool                          held;   /* ... in which the module holds its state */
    struct rows                   rows;   /* that the clock under way may change */
    struct block                 *block;  /* or NULL */
    struct along                 *along;  /* the block only looks on; or NULL */
    struct shown                 *shown;  /* in a waveform (takeover_waves.c); or NULL */
    struct simd_work             *work;   /* of a SIMD's module in the clock before, and in this one; or NULL */
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
    bool                  inside;    /* blocks show what they have inside */
    struct rtl_instance  *instances; /* the machine's, and behind them those of blocks; or NULL */
    unsigned              instance_count;
    struct diag           diag;
};

/* The block gets the inputs of the clock; false when it fails. */
bool takeover_drive(struct takeover *takeover, struct place *place);

/* Its name in waveforms. */
const char *takeover_path(const struct takeover *takeover, const struct where *where);

#endif
