/* collected.h - what an NV30's quads have left outside of its modules, as bytes and back, for snapshots. */
#ifndef RTL_MODEL_NV30_COLLECTED_H
#define RTL_MODEL_NV30_COLLECTED_H

#include "rtl_model/nv30/nv30.h"

size_t nv30_collected_bytes(const struct nv30 *nv30);
void   nv30_collected_put(unsigned char *to, const struct nv30 *nv30);
/* False: the bytes are not of this program, launch and chip at that clock. */
bool nv30_collected_check(const char *name, const unsigned char *data, size_t bytes, const struct nv30 *nv30,
                          uint64_t cycle, struct diag *diag);
/* Of bytes that have been checked. */
void nv30_collected_take(const unsigned char *data, struct nv30 *nv30);

#endif
