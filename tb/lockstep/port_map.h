/* port_map.h - what a block calls its ports, when it has other names than the module's list gives them. */
#ifndef TB_LOCKSTEP_PORT_MAP_H
#define TB_LOCKSTEP_PORT_MAP_H

#include <stdbool.h>
#include <stdint.h>

#include "kit/diag.h"
#include "tb/lockstep/ports.h"

/* One row: THEIRS=OURS, THEIRS=!rst of a reset that is low, or THEIRS=NUMBER of an input that stays so. */
struct port_map {
    struct port_map_row {
        char     theirs[PORT_NAME], ours[PORT_NAME];
        bool     low, constant;
        uint64_t value;
        unsigned line; /* in the file; 0: of --map */
    } row[PORTS_MAX];
    unsigned    count;
    const char *file;         /* of --ports, for messages */
    char        beside[4096]; /* the file when port_map_beside has found it */
};

/* Adds the rows of "THEIRS=OURS,THEIRS=OURS", as --map has them, or of a file with a row in each line, `THEIRS = OURS`
 * or `THEIRS OURS`, comments behind # or //.  False and a diagnosis for what is no row, or a name given twice. */
bool port_map_add(struct port_map *map, const char *text, struct diag *diag);
bool port_map_read(struct port_map *map, const char *path, struct diag *diag);

/* The rows of MODULE.ports, when there is such a file beside the block's source; without a source there is none. */
bool port_map_beside(struct port_map *map, const char *rtl, const char *module, struct diag *diag);

/* Gives the found ports the names of the list.  False when the block has no port of a row, when a row's other side is
 * none of `expected` (nor clk or rst), or when two ports would have one name.  `map` may be NULL. */
bool port_map_apply(const struct port_map *map, const struct port_table *expected, struct found_table *found,
                    struct diag *diag);

#endif
