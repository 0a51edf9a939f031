/* program_report.h - what the command asks a family of machines about a program: figures before a run, and beside those
 * of one; a launch file to begin with. */
#ifndef RTL_MODEL_PROGRAM_REPORT_H
#define RTL_MODEL_PROGRAM_REPORT_H

#include <stdbool.h>
#include <stdint.h>

#include "rtl_model/launch/launch.h"
#include "rtl_model/program/program.h"

/* `wekiva report` */
struct report_request {
    const char           *name; /* of the program's file */
    const struct program *program;
    const struct launch  *launch;     /* what is given, and a run of it is measured; or NULL */
    unsigned              iterations; /* of loops of unknown number */
    uint64_t              max_cycles; /* of that run; 0: no limit */
    bool                  json;
};

/* `wekiva launch` */
struct skeleton_request {
    const char           *chip;              /* as the launch file is to name it; NULL: it does not */
    const char           *path, *fetch_path; /* as it is to name the programs; fetch_path NULL: none */
    const struct program *program, *fetch;   /* fetch: NULL when there is none */
    bool                  stage_known;
    enum launch_stage     stage;
    uint32_t              threads; /* 0: one wavefront */
};

#endif
