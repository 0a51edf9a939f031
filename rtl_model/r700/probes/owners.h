/* owners.h - whose the events are that energy is computed from: line of the program and wavefront (docs/energy.md).
 *
 * A unit that works for one instruction after the other has a queue of these here; where lines of caches and memory
 * serve whoever needs them, an event is nobody's: the sums of lines, or of wavefronts, are less than those of the run.
 */
#ifndef RTL_MODEL_R700_OWNERS_H
#define RTL_MODEL_R700_OWNERS_H

#include "rtl_model/r700/probes/energy.h"
#include "rtl_model/r700/probes/observe.h"

struct observed_owners;

/* NULL: not enough memory. */
struct observed_owners *owners_open(const struct observer *observer);
void                    owners_free(struct observed_owners *owners);

/* What has been seen: a group that was issued, of so many instructions; a CF instruction that was executed; the place
 * that its clause gets; a fetch instruction that a unit takes; wires of a clock; registers behind an edge. */
void owners_group(struct observer *observer, unsigned simd, const struct alu_issue_reg *issue, unsigned instructions);
void owners_control(struct observer *observer, unsigned simd, const struct cf_sequencer_reg *cf);
void owners_clause(struct observer *observer, unsigned simd, unsigned place, const struct cf_sequencer_reg *cf);
void owners_fetch(struct observer *observer, unsigned simd, const struct fetch_clause *clause, const uint32_t dwords[4],
                  enum fetch_unit unit);
void owners_clock(struct observer *observer, unsigned simd);
void owners_registers(struct observer *observer, unsigned simd);
/* What owners_clock reads is joined with the set. */
void owners_need(struct simd_set *wires);

/* Of a line, or of a wavefront by its number in the launch; NULL: it has none. */
const struct energy_counts *owners_counts(const struct observed_owners *owners, enum energy_owner of, uint32_t number);
/* Lines of the program; wavefronts that have been seen. */
uint32_t owners_count(const struct observed_owners *owners, enum energy_owner of);

#endif
