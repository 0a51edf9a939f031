/* watch.h - `--watch w0.t17.R1.x`: one register of one thread as a signal of the waveform. */
#ifndef RTL_MODEL_R700_WATCH_H
#define RTL_MODEL_R700_WATCH_H

#include <stdint.h>

#include "kit/diag.h"
#include "rtl_model/machine.h"
#include "rtl_model/r700/gpu.h"
#include "rtl_model/watched.h"

struct watch {
    uint32_t    wave; /* number in the launch; over all launches that run at once */
    unsigned    lane; /* of the GPR file's rows */
    unsigned    gpr, element;
    const char *type;               /* its view: see watch_parse */
    char        name[WATCHED_NAME]; /* "w0_t17_R1_x_float": the radix too, so that the waveform alone says it */
};

/* Reads wN.tN.RN.E, E one of x y z w, with :float, :int, :uint or :hex behind it for the radix.  Without one the
 * program says it: the results of the instructions that write the register, hex when they differ, float when there are
 * none.  False and what was expected when the launch has no such wavefront, thread or register. */
bool watch_parse(const char *text, const struct gpu *gpu, struct watch *watch, struct diag *diag);

/* The same register, in whatever radix? */
bool watch_same(const struct watch *a, const struct watch *b);

/* Name and view of a watch by the name of its signal in a waveform; false when it is none of this version. */
bool watch_recall(const char *name, struct watch *watch);

/* Where it lies in this cycle, of the chip's instances; nowhere while its wavefront is not there. */
struct machine_place watch_place(const struct watch *watch, const struct gpu *gpu);
/* Its value in this cycle; GPR_UNDEFINED while its wavefront is not there. */
uint32_t watch_value(const struct watch *watch, const struct gpu *gpu);

#endif
