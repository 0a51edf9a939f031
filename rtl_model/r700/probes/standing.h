/* standing.h - which wavefront has not executed a CF instruction for the longest, where it stands and what it waits
 * for.  No module depends on it. */
#ifndef RTL_MODEL_R700_STANDING_H
#define RTL_MODEL_R700_STANDING_H

#include <stdbool.h>
#include <stdint.h>

#include "kit/diag.h"
#include "rtl_model/standing.h"

struct gpu;
struct cf_sequencer_reg;

/* Before a clock edge: notes the step, a CF instruction, of a wavefront of SIMD `simd`, unless it goes to sleep or has
 * to wait. */
void standing_note(struct gpu *gpu, unsigned simd, const struct cf_sequencer_reg *cf, uint64_t clock);

/* And that wavefront `wave` arrives in a slot. */
void standing_begin(struct gpu *gpu, unsigned simd, unsigned slot, uint32_t wave, uint64_t clock);

/* Of a machine that has been looked at: clocks since the last CF instruction of the resident wavefront that has waited
 * the longest, and in `diag` which one it is, where it stands and what it waits for.  A wavefront
 * launched before a snapshot is counted from the first call that sees it.  False: no wavefront is resident. */
bool standing_longest(struct gpu *gpu, uint64_t *clocks, struct diag *diag);

#endif
