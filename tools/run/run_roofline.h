/* run_roofline.h - `wekiva run --roofline`: flops of a launch and bytes of memory, beside what the chip can do of each
 * (docs/guides/limit.md). */
#ifndef TOOLS_RUN_ROOFLINE_H
#define TOOLS_RUN_ROOFLINE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "kit/diag.h"
#include "rtl_model/peak.h"

struct run;

enum { ROOFLINE_NAME = 64 };

/* A launch that has run. */
struct roofline_point {
    char     name[ROOFLINE_NAME];
    double   flops, moved[MACHINE_TRAFFIC]; /* of the family's traffic: bytes of memory and L2, or look-ups */
    uint64_t clocks;
};
struct run_roofline {
    struct roofline_point *points;
    unsigned               count, before; /* so many of them are of runs before (--roofline-points) */
};

bool run_roofline_name(const char *path); /* .svg, .png */
/* Before a run: false and one line where nothing can be drawn. */
bool run_roofline_can(struct run *run, struct diag *diag);
/* The launch that has run becomes a point; false when memory is out. */
bool run_roofline_add(struct run *run, struct diag *diag);
void run_roofline_print(FILE *out, const struct run *run);
/* run_roofline_points.c: the points of the file, if there is one; without the ones that this run has anew; all into the
 * file. */
bool run_roofline_read(struct run *run, struct diag *diag);
void run_roofline_replace(struct run_roofline *roofline);
bool run_roofline_save(const struct run *run, struct diag *diag);
bool run_roofline_draw(const struct run *run, struct diag *diag);
void run_roofline_free(struct run_roofline *roofline);

#endif
