/* check_lds.h - what a local data share instruction may not ask for (ISA 2.6.2, ch. 8, 10.6). */
#ifndef RTL_MODEL_R700_CHECK_LDS_H
#define RTL_MODEL_R700_CHECK_LDS_H

#include <stdbool.h>
#include <stdint.h>

/* The rule that LOCAL_DS_WRITE or LOCAL_DS_READ breaks in a program with so many GPRs on a chip with so many absolute
 * ones, or NULL. */
const char *lds_write_breaks(const uint32_t dwords[4], unsigned num_gprs, unsigned globals);
const char *lds_read_breaks(const uint32_t dwords[4], unsigned num_gprs, unsigned globals);

#endif
