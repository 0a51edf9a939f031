/* build.h - from a folder of Verilog to a shared object that has one block (wrap.h), with a cache.
 *
 * The cache is $WEKIVA_CACHE, else $XDG_CACHE_HOME/wekiva, else ~/.cache/wekiva.  Its keys are contents: every file
 * that Verilator read (sources.h) and its version lead to the C++ that Verilator writes, and that, with the C code of
 * its DPI imports, to the shared object, so that editing one block does not compile its neighbours again. */
#ifndef TB_LOCKSTEP_BUILD_H
#define TB_LOCKSTEP_BUILD_H

#include <stdbool.h>

#include "kit/diag.h"
#include "tb/lockstep/build/tree.h"
#include "tb/lockstep/ports.h"

enum { BUILD_PATH = 4096 };

struct build {
    char               object[BUILD_PATH]; /* the shared object */
    char               folder[BUILD_PATH]; /* where files that it reads lie */
    char               shown[BUILD_PATH];  /* the same, as its user calls it */
    struct found_table found;              /* the ports of the block */
    char              *warnings;           /* of Verilator: lines "FILE:LINE:COLUMN: CODE: what", files of the
                                              folder relative to it; the caller frees them */
};

/* What is wanted: a block's module, `top` when its source names none, with coverage when `covered`. */
struct build_order {
    struct block_source      source;
    const char              *top;
    bool                     covered, replaces; /* replaces: it takes its module's place in a machine */
    bool                     inside;            /* its own signals can be read */
    const struct port_table *ports;             /* that it must have, or NULL: any */
};

/* Builds it from its tree (tree.h).  False and a diagnosis with the first errors when anything goes wrong; ports are
 * looked at before anything is compiled. */
bool build_block(const struct build_order *order, struct build *build, struct diag *diag);

/* The twins' folder when the user names none: beside the installed program, in the source tree of a program that was
 * built there, or tb/rtl here. */
bool build_default_folder(char *path, size_t size, struct diag *diag);

#endif
