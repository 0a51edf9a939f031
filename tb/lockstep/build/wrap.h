/* wrap.h - the C side of a Verilated block: what is compiled together with Verilator's C++ into a shared object.
 *
 * The shared object has these functions:
 *   void *wekiva_create(const char *folder)              a block and its simulation context; NULL without memory; files
 *                                                        that it reads lie in the folder, or where the program runs
 *   void  wekiva_destroy(void *block)
 *   void  wekiva_final(void *block)                      runs its `final` blocks, once; destroying does, too
 *   void *wekiva_port(void *block, const char *name)     where a port's value lies, or NULL; little-endian words of the
 *                                                        size that Verilator chose: 1, 2, 4, 8 or 4 x n bytes
 *   void  wekiva_eval(void *block)                       settles the block
 *   void  wekiva_assert(void *block, int on)             whether its assertions are looked at
 *   void  wekiva_coverage(void *block, const char *file) writes its coverage; NULL: sets the counters to zero
 *   const char *wekiva_inside(void *block)               its own signals, as the text of a VCD file: the first time
 *                                                        declarations and all values, then what has changed; NULL: it
 *                                                        was built without
 *   const char *wekiva_stopped(void)                     what ended it, "FILE:LINE: what", or NULL
 *   int   wekiva_failed(void)                            that was an assertion, $error, $fatal or $stop of its own
 *   const char *wekiva_warned(void)                      what the runtime has warned of, lines "FILE:LINE: what"; a
 * file of $readmem that is not there has ended the block */
#ifndef TB_LOCKSTEP_WRAP_H
#define TB_LOCKSTEP_WRAP_H

#include <stdio.h>

#include "tb/lockstep/ports.h"

/* Bytes that Verilator gives to a port. */
unsigned wrap_bytes(unsigned width);

/* Writes the C++ of a part of Verilator's own runtime, verilated for instance: what it prints goes to the block. */
void wrap_write_runtime(FILE *out, const char *part);

/* Writes the C++ for block `top` with these ports.  `sources` are Verilator's files to be compiled with it. */
void wrap_write(FILE *out, const char *top, const struct found_table *found, char *const *sources, unsigned count);

#endif
