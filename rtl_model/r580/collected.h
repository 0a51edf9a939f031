/* collected.h - what has left the machine, as bytes behind a snapshot of the modules (machine.h, outside_*). */
#ifndef RTL_MODEL_R580_COLLECTED_H
#define RTL_MODEL_R580_COLLECTED_H

#include "rtl_model/r580/fragment.h"

size_t us_collected_bytes(const void *machine);
void   us_collected_put(unsigned char *to, const void *machine);
bool us_collected_check(const char *name, const unsigned char *data, size_t bytes, const void *machine, uint64_t cycle,
                        struct diag *diag);
bool us_collected_take(const char *name, const unsigned char *data, void *machine, struct diag *diag);

#endif
