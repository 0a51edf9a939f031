/* looks.h - how an NV30 looks in a waveform: names, elements of vectors, the overview. */
#ifndef RTL_MODEL_NV30_LOOKS_H
#define RTL_MODEL_NV30_LOOKS_H

#include "rtl_model/nv30/nv30.h"

extern const struct machine_looks nv30_looks;

/* Beside the signals numbers of each quad's first pixel, and registers of pixels that are watched
 * (rtl_model/watched.h). */
struct machine_rows *nv30_rows_open(const struct nv30 *nv30, const char *const *watches, unsigned watch_count,
                                    struct diag *diag);
/* Of a waveform that was written before. */
struct machine_rows *nv30_rows_recall(const struct header *header);

#endif
