/* inside.h - the signals that a Verilog block has inside, as instances of a waveform.
 *
 * Verilator says them as the text of a VCD file (wrap.h).  Each scope becomes an instance whose signals keep their
 * names; one of more than 64 bits is several, NAME_63_0, NAME_127_64 and so on; elements of an array are NAME_0,
 * NAME_1. Ports are left out: the waveform has them beside the module's. */
#ifndef TB_LOCKSTEP_INSIDE_H
#define TB_LOCKSTEP_INSIDE_H

#include "tb/lockstep/block.h"

struct inside;

/* Of a block that was opened with `inside` and has not been looked into; its scopes begin behind `path`.  NULL: not
 * enough memory. */
struct inside *inside_open(struct block *block, const char *path);
void           inside_close(struct inside *inside);

/* The values as they are with the inputs that are driven. */
void inside_look(struct inside *inside);

/* The instances, which live as long as it does; their values lie in one piece of memory. */
const struct rtl_instance *inside_instances(const struct inside *inside, unsigned *count);
unsigned char             *inside_values(const struct inside *inside, size_t *bytes);

#endif
