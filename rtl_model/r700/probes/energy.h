/* energy.h - energy of a run on an R700: rows of energy.def. */
#ifndef RTL_MODEL_R700_ENERGY_H
#define RTL_MODEL_R700_ENERGY_H

#include "rtl_model/energy.h"
#include "rtl_model/observer.h"

/* machine_observer.energy_inputs, machine_observer.energy; the observer counts lines. */
unsigned energy_inputs(const struct machine_observer *observer, struct energy_input *inputs);
unsigned energy_rows(const struct machine_observer *observer, const struct energy_input *inputs,
                     struct energy_row *rows);

/* machine_observer.flops: a sum of a product is two, a transcendental one; minima and roundings are additions. */
double energy_flops(const struct machine_observer *observer);

#endif
