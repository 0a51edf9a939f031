/* wires_chip.h - what drives the modules of the chip, above its SIMDs. */
#ifndef RTL_MODEL_R700_WIRES_CHIP_H
#define RTL_MODEL_R700_WIRES_CHIP_H

#include "kit/wire.h"
#include "rtl_model/r700/gpu.h"

/* ---- dispatcher ------------------------------------------------------------------------------------------------- */

/* The types whose next wavefront finds a slot and GPR rows.  A launch reaches the wave table one clock later, so in
 * that clock nobody has room. */
static inline uint8_t types_with_room(const struct dispatcher *to, const struct wave_table *waves)
{
    const struct dispatcher_in *strap = &to->in;
    uint8_t                     room = 0;
    if (to->q.launch || !waves->q.in_phase.phase[WAVE_FREE])
        return 0;
    for (unsigned type = 0; type < ISA_PROGRAM_TYPES; type++) {
        const unsigned rows = strap->rows.type[type];
        if (to->q.launched_of.type[type] < strap->waves.type[type] &&
            waves->q.in_type.type[type] < strap->limit.type[type] && waves->q.rows_left >= rows &&
            wave_table_free_rows(waves, rows) >= 0)
            room = (uint8_t)(room | 1u << type);
    }
    return room;
}

static inline type_byte_t free_bases(const struct dispatcher *to, const struct wave_table *waves)
{
    const uint8_t room = types_with_room(to, waves);
    type_byte_t   base = {{0}};
    for (unsigned type = 0; type < ISA_PROGRAM_TYPES; type++)
        if (room >> type & 1)
            base.type[type] = (uint8_t)wave_table_free_rows(waves, to->in.rows.type[type]);
    return base;
}

#define DISPATCHER_FROM(ONE, ALL, OF) ONE(dispatcher, to, dispatcher, 0) ONE(simd, simd, simd, 0)
#define DISPATCHER_EVENTS(DRIVE) DRIVE(room, types_with_room(to, &simd->waves))
#define DISPATCHER_WIRES(DRIVE)                                                                                        \
    DRIVE(free_slot, (uint8_t)wave_table_free_slot(&simd->waves))                                                      \
    DRIVE(free_base, free_bases(to, &simd->waves))
RTL_WIRES(gpu, dispatcher, dispatcher, DISPATCHER_FROM, DISPATCHER_EVENTS, DISPATCHER_WIRES);

#endif
