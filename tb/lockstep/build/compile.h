/* compile.h - C++ to objects: Verilator's of a block, its runtime, and C code of DPI imports. */
#ifndef TB_LOCKSTEP_COMPILE_H
#define TB_LOCKSTEP_COMPILE_H

#include <stdbool.h>

#include "kit/diag.h"

/* How. */
struct compiler {
    char        cxx[256], optimise[16];
    char        include[4096]; /* Verilator's own headers */
    const char *log;           /* what it says is written there */
    bool        covered;       /* with coverage */
    bool        inside;        /* its own signals can be read */
};

/* Runs the compiler in `folder` with these further arguments, NULL last; `cpp` false: as C. */
bool compile(const struct compiler *compiler, const char *folder, bool cpp, char *const arguments[], struct diag *diag);

/* Writes and compiles the parts of Verilator's own runtime, PART.o in `folder`: compile_runtime_part gives them by
 * number, NULL after the last. */
const char *compile_runtime_part(const struct compiler *compiler, unsigned i);
bool        compile_runtime(const struct compiler *compiler, const char *folder, struct diag *diag);

/* Preprocesses a C or C++ file, to number `i` of `folder`; what it was made from is added to `files`, as Verilator
 * lists what it has read.  Then compiles it, to dpiI.o. */
bool compile_code_read(const struct compiler *compiler, const char *folder, const char *path, char *const *searched,
                       unsigned i, const char *files, struct diag *diag);
bool compile_code(const struct compiler *compiler, const char *folder, const char *path, unsigned i, struct diag *diag);

#endif
