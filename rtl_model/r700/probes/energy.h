/* energy.h - energy of a run on an R700: rows of energy.def. */
#ifndef RTL_MODEL_R700_ENERGY_H
#define RTL_MODEL_R700_ENERGY_H

#include "isa/r700/isa.h"
#include "rtl_model/energy.h"
#include "rtl_model/observer.h"
#include "rtl_model/r700/probes/counters.h"

/* Operations by what they compute. */
enum energy_kind {
#define ENERGY_KIND(name, meaning) KIND_##name,
#include "rtl_model/r700/probes/energy.def"
    KINDS
};
enum energy_kind energy_kind_of(const struct isa_alu_op *op);

/* What rows are computed from. */
struct energy_counts {
    uint64_t sums[SUMS], kinds[KINDS];
};

/* machine_observer.energy_inputs, machine_observer.energy; the observer counts lines. */
unsigned energy_inputs(const struct machine_observer *observer, struct energy_input *inputs);
unsigned energy_rows(const struct machine_observer *observer, const struct energy_input *inputs,
                     struct energy_row *rows);

/* machine_observer.owners, machine_observer.energy_of; the observer knows owners. */
uint32_t energy_owners(const struct machine_observer *observer, enum energy_owner of);
unsigned energy_of(const struct machine_observer *observer, enum energy_owner of, uint32_t number,
                   const struct energy_input *inputs, struct energy_row *rows);

/* machine_observer.flops: a sum of a product is two, a transcendental one; minima and roundings are additions. */
double energy_flops(const struct machine_observer *observer);

#endif
