/* wrap.h - the C side of a Verilated block: what is compiled together with Verilator's C++ into a shared object.
 *
 * The shared object has these functions:
 *   void *wekiva_create(void)                            a block and its simulation context; NULL without memory
 *   void  wekiva_destroy(void *block)
 *   void *wekiva_port(void *block, const char *name)     where a port's value lies, or NULL; little-endian words of the
 *                                                        size that Verilator chose: 1, 2, 4, 8 or 4 x n bytes
 *   void  wekiva_eval(void *block)                       settles the block
 *   const char *wekiva_stopped(void)                     why $stop or $fatal was called, or NULL */
#ifndef TB_LOCKSTEP_WRAP_H
#define TB_LOCKSTEP_WRAP_H

#include <stdio.h>

#include "tb/lockstep/ports.h"

/* Bytes that Verilator gives to a port. */
unsigned wrap_bytes(unsigned width);

/* Writes the C++ for block `top` with these ports.  `sources` are Verilator's files to be compiled with it. */
void wrap_write(FILE *out, const char *top, const struct found_table *found, char *const *sources, unsigned count);

#endif
