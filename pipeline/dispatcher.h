/* dispatcher.h - launches the wavefronts of a program on a SIMD and writes their initial GPRs
 * (RV770 timing S22: one wavefront in `wave_clk` clocks; the shader processor interpolator's place in the chip).
 *
 * A wavefront takes the lowest free slot of the wave table; slot s owns the GPR rows s * num_gprs upwards.  Its rows
 * take the undefined pattern in the clock of the launch, then one given GPR is written every `load_clk` clocks.
 * Launches with n given GPRs are wave_clk + n * load_clk clocks apart, at least 2: launched, loaded. */
#ifndef PIPELINE_DISPATCHER_H
#define PIPELINE_DISPATCHER_H

#include <stdbool.h>
#include <stdint.h>

#include "kit/lanes.h"
#include "kit/rtl.h"

/* clang-format off */
#define DISPATCHER_SIGNALS(IN, OUT, REG)                                                                \
    IN (bool,        slot_free,     1, "the wave table has a free slot")                                \
    IN (uint8_t,     free_slot,     8, "the lowest one")                                                \
    IN (uint32_t,    threads,      32, "strap: threads of the launch")                                  \
    IN (uint8_t,     wave_size,     7, "strap: threads of a wavefront")                                 \
    IN (uint8_t,     wave_lanes,    5, "strap: threads that enter the ALU in a clock, wave_size / 4")   \
    IN (uint8_t,     num_gprs,      7, "strap: SQ_PGM_RESOURCES.NUM_GPRS")                              \
    IN (uint8_t,     load_first,    7, "strap: first GPR that the launch gives")                        \
    IN (uint8_t,     load_count,    7, "strap: how many it gives")                                      \
    IN (uint16_t,    wave_clk,     16, "strap: clocks of a launch")                                     \
    IN (uint16_t,    load_clk,     16, "strap: clocks per initial GPR")                                 \
    OUT(bool,        launch,        1, "a wavefront enters the wave table")                             \
    OUT(uint8_t,     slot,          8, "the slot of the wavefront that is launched or loaded")          \
    OUT(uint32_t,    number,       32, "its number")                                                    \
    OUT(uint8_t,     base,          8, "its first physical GPR row")                                    \
    OUT(lane_mask_t, lanes,        64, "threads that exist")                                            \
    OUT(bool,        load,          1, "an initial GPR is written")                                     \
    OUT(uint8_t,     load_row,      8, "its physical row")                                              \
    OUT(uint32_t,    load_index,   32, "its place in the launch's data")                                \
    OUT(bool,        loaded,        1, "the wavefront's initial GPRs are all written")                  \
    OUT(uint32_t,    launched,     32, "wavefronts launched since reset")                               \
    REG(bool,        busy,          1, "initial GPRs are being written")                                \
    REG(uint8_t,     next_gpr,      7, "the next of them")                                              \
    REG(uint16_t,    wait,         16, "clocks until the next launch or load")
/* clang-format on */

RTL_STRUCT(dispatcher, DISPATCHER_SIGNALS);

extern const struct rtl_module dispatcher_rtl;

void dispatcher_reset(struct dispatcher *dispatcher);
void dispatcher_eval(const struct dispatcher_in *in, const struct dispatcher_reg *q, struct dispatcher_reg *d);

/* Wavefronts of the launch. */
static inline uint32_t dispatcher_waves(const struct dispatcher_in *in)
{
    return (in->threads + in->wave_size - 1) / in->wave_size;
}

#endif
