/* export.h - modules of the model as SystemVerilog around the library (`wekiva export-sv`). */
#ifndef TOOLS_EXPORT_EXPORT_H
#define TOOLS_EXPORT_EXPORT_H

#include <stdio.h>

#include "kit/diag.h"
#include "rtl_model/machine.h"
#include "rtl_model/pins.h"
#include "tb/lockstep/lockstep.h"

/* One module. */
struct export
{
    const struct machine_family  *family;
    const struct module_life     *life;
    const struct lockstep_module *module; /* what lockstep says of it: its ports, what it is */
    struct rtl_machine            machine;
    struct pins                  *pins;
    struct port_table             ports;
    bool                          all;    /* private registers and all memories are ports, too */
    const char                   *prefix; /* of the module's name */
};
#define EXPORT_PREFIX "wekiva_"

/* A module by the name of its page in docs/ports, or of its twin.  False and a diagnosis that names the nearest one. */
bool export_open(struct export *of, const char *name, bool all, struct diag *diag);
void export_close(struct export *of);
/* The name of module `i` of all families, as that of its page; NULL behind the last one. */
const char *export_name(const void *context, unsigned i);

/* True when the exported module has this port. */
bool export_has(const struct export *of, const struct pin *pin);

/* wekiva_NAME.sv, or with another prefix. */
void export_write_module(FILE *out, const struct export *of);

/* For Icarus Verilog and cocotb: wekiva_NAME.v, bench_NAME.v, test_NAME.py, wekiva_vpi.c, and how they are built. */
void export_write_vpi_module(FILE *out, const struct export *of);
void export_write_vpi_bench(FILE *out, const struct export *of);
void export_write_vpi_test(FILE *out, const struct export *of);
void export_write_vpi_tasks(FILE *out);
void export_write_vpi_makefile(FILE *out);

/* wekiva_simd.sv, a whole SIMD, of the module `export_unit`, and its bench. */
void export_write_simd(FILE *out, const struct export *of);
void export_write_simd_bench(FILE *out, const struct export *of);

/* wekiva_pkg.sv: imports, enumerations, of every module straps of `chip` (or of the first chip of its family; `chip`
 * may be NULL), its ports as structs. */
bool export_write_package(FILE *out, const struct machine_chip *chip, struct diag *diag);

/* What lies beside them in a folder: how they are used, rules for make, a bench of the module. */
void export_write_readme(FILE *out);
void export_write_makefile(FILE *out);
void export_write_bench(FILE *out, const struct export *of);

/* What files begin with that may be written again, behind what begins a comment there. */
#define EXPORT_MARK "Made by `wekiva export-sv"

#endif
