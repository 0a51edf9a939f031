/* straps_chip.h - what each module of the chip has as constants of a run, as straps.h says it of a SIMD's. */
#ifndef RTL_MODEL_R700_STRAPS_CHIP_H
#define RTL_MODEL_R700_STRAPS_CHIP_H

#include "kit/wire.h"
#include "rtl_model/r700/by_type.h"
#include "rtl_model/r700/gpu.h"

#define DISPATCHER_STRAPS(STRAP)                                                                                       \
    STRAP(threads, word_of_type(launch, launch->threads))                                                              \
    STRAP(waves, word_of_type(launch, launch->threads / chip->wave_size + (launch->threads % chip->wave_size != 0)))   \
    STRAP(wave_size, (uint8_t)chip->wave_size)                                                                         \
    STRAP(wave_lanes, (uint8_t)chip->lanes)                                                                            \
    STRAP(priority, byte_of_type(launch, launch->priority))                                                            \
    STRAP(rows, half_of_type(launch, simd_wave_rows(chip, launch)))                                                    \
    STRAP(limit, half_of_type(launch, simd_wave_limit(chip, launch)))                                                  \
    STRAP(load_first, byte_of_type(launch, launch->load_first))                                                        \
    STRAP(load_count, byte_of_type(launch, launch->load_count))                                                        \
    STRAP(wave_clk, (uint16_t)chip->spi_wave_clk)                                                                      \
    STRAP(load_clk, (uint16_t)chip->spi_load_clk)
RTL_STRAPS(gpu, dispatcher, dispatcher, struct chip_config, struct simd_launch, DISPATCHER_STRAPS);

#endif
