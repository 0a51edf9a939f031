/* wires_chip.h - what drives the modules of the chip, above its SIMDs. */
#ifndef RTL_MODEL_R700_WIRES_CHIP_H
#define RTL_MODEL_R700_WIRES_CHIP_H

#include <limits.h>

#include "kit/wire.h"
#include "rtl_model/r700/gpu.h"

/* ---- dispatcher ------------------------------------------------------------------------------------------------- */

/* Wavefronts that have a place on any SIMD; of one type. */
static inline unsigned resident(const struct dispatcher *to, const struct place_table *places)
{
    unsigned sum = 0;
    for (unsigned i = 0; i < to->in.simds; i++)
        sum += places[i].q.resident;
    return sum;
}
static inline unsigned resident_of(const struct dispatcher *to, const struct place_table *places, unsigned type)
{
    unsigned sum = 0;
    for (unsigned i = 0; i < to->in.simds; i++)
        sum += places[i].q.in_type.type[type];
    return sum;
}

/* A wavefront's place in scratch and reduction buffers follows from its slot (memory_area in wires_fetch.h): it does
 * not go where they have no room for it, nor its group. */
static inline bool has_area(const struct dispatcher_in *strap, const struct place_table *place, unsigned simd,
                            unsigned waves)
{
    return (unsigned)place_table_free_slot_at(place, waves - 1) * strap->simds + simd < strap->areas;
}

static inline bool has_room(const struct dispatcher_in *strap, const struct place_table *place, unsigned type,
                            unsigned simd, unsigned waves)
{
    const unsigned rows = strap->rows.type[type];
    return place->q.resident + waves <= place->in.slots &&
           place->q.in_type.type[type] + waves <= strap->limit.type[type] && place->q.rows_left >= rows * waves &&
           place_table_fits(place, rows, waves) && place_table_free_lds(place, strap->lds.type[type]) >= 0 &&
           has_area(strap, place, simd, waves);
}

/* The SIMD that the next wavefront of a type goes to with its group, its number + 1, or 0; of a group that has begun
 * it is known.  A launch reaches the places one clock later, so in that clock nobody has room. */
static inline unsigned simd_for(const struct dispatcher *to, const struct place_table *places, unsigned type)
{
    const struct dispatcher_in *strap = &to->in;
    unsigned                    least = UINT_MAX, best = 0;
    if (to->q.launch || to->q.launched_of.type[type] >= strap->waves.type[type])
        return 0;
    if (to->q.group_left)
        return to->q.type == type ? to->q.simd + 1u : 0;
    const unsigned waves = dispatcher_group_waves(to, type);
    if (resident(to, places) + waves > strap->chip_slots ||
        resident_of(to, places, type) + waves > strap->chip_limit.type[type])
        return 0;
    for (unsigned i = 0; i < strap->simds; i++) {
        const unsigned key = dispatcher_key(to, i, places[i].q.resident);
        if (key < least && has_room(strap, &places[i], type, i, waves)) {
            least = key;
            best = i + 1;
        }
    }
    return best;
}

static inline uint8_t types_with_room(const struct dispatcher *to, const struct place_table *places)
{
    uint8_t room = 0;
    for (unsigned type = 0; type < ISA_PROGRAM_TYPES; type++)
        room = (uint8_t)(room | (simd_for(to, places, type) != 0) << type);
    return room;
}

/* The place of each type's next wavefront: SIMD, slot, first row, its group's first entry of the local data share. */
enum place_part { PLACE_SIMD, PLACE_SLOT, PLACE_BASE, PLACE_SHARE };
static inline int next_place(const struct dispatcher *to, const struct place_table *places, unsigned simd,
                             unsigned type, enum place_part part)
{
    switch (part) {
    case PLACE_SLOT:
        return place_table_free_slot(&places[simd]);
    case PLACE_BASE:
        return place_table_free_rows(&places[simd], to->in.rows.type[type]);
    case PLACE_SHARE:
        return to->q.group_left ? 0 : place_table_free_lds(&places[simd], to->in.lds.type[type]);
    default:
        return (int)simd;
    }
}
static inline type_byte_t next_places(const struct dispatcher *to, const struct place_table *places,
                                      enum place_part part)
{
    type_byte_t value = {{0}};
    for (unsigned type = 0; type < ISA_PROGRAM_TYPES; type++) {
        const unsigned simd = simd_for(to, places, type);
        if (simd)
            value.type[type] = (uint8_t)next_place(to, places, simd - 1, type, part);
    }
    return value;
}

#define DISPATCHER_FROM(ONE, ALL, OF) ONE(dispatcher, to, dispatcher, 0) ALL(place_table, places, places)
#define DISPATCHER_EVENTS(DRIVE) DRIVE(room, types_with_room(to, places))
#define DISPATCHER_WIRES(DRIVE, WITH)                                                                                  \
    DRIVE(free_simd, next_places(to, places, PLACE_SIMD))                                                              \
    DRIVE(free_slot, next_places(to, places, PLACE_SLOT))                                                              \
    DRIVE(free_base, next_places(to, places, PLACE_BASE))                                                              \
    DRIVE(free_lds, next_places(to, places, PLACE_SHARE))
RTL_WIRES(gpu, dispatcher, dispatcher, DISPATCHER_FROM, DISPATCHER_EVENTS, DISPATCHER_WIRES);

/* ---- places ----------------------------------------------------------------------------------------------------- */

static inline wave_set_t left_slots(const struct place_table *table, const struct simd *simd)
{
    return place_table_left(table, simd->waves.free_set);
}
static inline bool any_left(const struct place_table *table, const struct simd *simd)
{
    const wave_set_t left = left_slots(table, simd);
    return place_table_any(&left);
}

#define PLACES_FROM(ONE, ALL, OF)                                                                                      \
    ONE(dispatcher, dispatcher, dispatcher, 0) ONE(place_table, table, places, i) ONE(simd, simd, simd, i)
#define PLACES_EVENTS(DRIVE)                                                                                           \
    DRIVE(launch, dispatcher->q.launch && dispatcher->q.simd == i)                                                     \
    DRIVE(left, any_left(table, simd))
#define PLACES_WIRES(DRIVE, WITH)                                                                                      \
    DRIVE(slot, dispatcher->q.slot)                                                                                    \
    DRIVE(base, dispatcher->q.base)                                                                                    \
    DRIVE(size, dispatcher->q.size)                                                                                    \
    DRIVE(type, dispatcher->q.type)                                                                                    \
    DRIVE(lds_first, dispatcher->q.lds_first)                                                                          \
    DRIVE(lds_size, dispatcher->q.lds_size)                                                                            \
    DRIVE(group_waves, dispatcher->q.group_waves)                                                                      \
    DRIVE(left_set, left_slots(table, simd))
RTL_WIRES(gpu, place_table, places, PLACES_FROM, PLACES_EVENTS, PLACES_WIRES);

#endif
