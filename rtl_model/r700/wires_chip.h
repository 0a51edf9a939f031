/* wires_chip.h - what drives the modules of the chip, above its SIMDs. */
#ifndef RTL_MODEL_R700_WIRES_CHIP_H
#define RTL_MODEL_R700_WIRES_CHIP_H

#include <limits.h>

#include "kit/wire.h"
#include "rtl_model/r700/gpu.h"

/* ---- dispatcher ------------------------------------------------------------------------------------------------- */

/* Wavefronts that have a place on any SIMD; of one type, whatever queues its launches wait in. */
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
        for (unsigned queue = 0; queue < ISA_PROGRAM_TYPES; queue++)
            sum += to->in.kin.type[type] >> queue & 1 ? places[i].q.in_type.type[queue] : 0;
    return sum;
}

/* Another launch of the type has wavefronts that go first. */
static inline bool is_behind(const struct dispatcher *to, unsigned type)
{
    for (unsigned queue = 0; queue < ISA_PROGRAM_TYPES; queue++)
        if (to->in.before.type[type] >> queue & 1 && to->q.launched_of.type[queue] < to->in.waves.type[queue])
            return true;
    return false;
}

/* A wavefront's place in scratch and reduction buffers follows from its slot (memory_area in wires_share.h): it does
 * not go where they have no room for it, nor its group. */
static inline bool has_area(const struct dispatcher_in *strap, const struct place_table *place, unsigned simd,
                            unsigned waves)
{
    return (unsigned)place_table_free_slot_at(place, waves - 1) * strap->simds + simd < place->in.areas;
}

static inline bool has_room(const struct dispatcher_in *strap, const struct place_table *place, unsigned type,
                            unsigned simd, unsigned waves)
{
    const unsigned rows = strap->rows.type[type];
    return place->in.types >> type & 1 && place->q.resident + waves <= place->in.slots &&
           place->q.in_type.type[type] + waves <= strap->limit.type[type] && place->q.rows_left >= rows * waves &&
           place_table_fits(place, rows, waves) && place_table_free_lds(place, strap->lds.type[type]) >= 0 &&
           has_area(strap, place, simd, waves);
}

/* The SIMD that the next wavefront of a type goes to with its group, its number + 1, or 0; of a group that has begun
 * it is known.  A launch reaches the places one clock later, so in that clock none has room. */
static inline unsigned simd_for(const struct dispatcher *to, const struct place_table *places, unsigned type)
{
    const struct dispatcher_in *strap = &to->in;
    unsigned                    least = UINT_MAX, best = 0;
    if (to->q.launch || to->q.launched_of.type[type] >= strap->waves.type[type] || is_behind(to, type))
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

#define DISPATCHER_FROM(ONE, ALL, OF, ON, BY) ONE(dispatcher, to, dispatcher, 0) ALL(place_table, places, places)
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

#define PLACES_FROM(ONE, ALL, OF, ON, BY)                                                                              \
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

/* ---- the way to the channels ------------------------------------------------------------------------------------- */

/* Whose turn it is, if any. */
static inline uint8_t chosen(unsigned turn)
{
    return (uint8_t)(turn ? turn - 1 : 0);
}

/* In turn: of a set, a bit each, the first one behind the last, its number + 1, or 0. */
static inline unsigned turn_after(uint64_t set, unsigned last)
{
    const uint64_t behind = set >> (last + 1) << (last + 1);
    return (unsigned)__builtin_ffsll((long long)(behind ? behind : set));
}

/* Of SIMDs with a request for a bank the next one after the last, its number + 1, or 0.  The bank takes none while
 * it has no room, or looks up again what its cache could not take. */
static inline bool is_for_bank(const struct memory_link *link, unsigned bank)
{
    return link->q.head && link->q.head_kind == MEMORY_LINE && memory_link_channel(link) == bank;
}
static inline unsigned bank_turn(const struct l2_bank *bank, const struct l2_lines *l2, const struct memory_link *links,
                                 unsigned number)
{
    uint64_t ask = 0;
    if (bank->q.full || l2_bank_again(bank, l2->q.taken))
        return 0;
    for (unsigned simd = 0; simd < bank->in.simds; simd++)
        ask |= (uint64_t)is_for_bank(&links[simd], number) << simd;
    return turn_after(ask, bank->q.last);
}

/* Requesters of a channel: SIMDs beside L2, and behind them the bank of L2; the next one after the last, + 1, or 0. */
static inline bool is_for_channel(const struct memory_link *link, unsigned channel)
{
    return link->q.head && link->q.head_kind != MEMORY_LINE && memory_link_channel(link) == channel;
}
static inline unsigned channel_turn(const struct memory_channel *channel, const struct memory_link *links,
                                    const struct l2_lines *l2, unsigned number)
{
    uint64_t ask = (uint64_t)l2->q.ask << channel->in.simds;
    if (channel->q.full)
        return 0;
    for (unsigned simd = 0; simd < channel->in.simds; simd++)
        ask |= (uint64_t)is_for_channel(&links[simd], number) << simd;
    return turn_after(ask, channel->q.last);
}

/* The request of a SIMD that has arrived is taken by the unit it is for. */
static inline bool is_head_taken(const struct memory_link *links, unsigned simd, const struct l2_bank *banks,
                                 const struct l2_lines *l2, const struct memory_channel *channels)
{
    if (!links[simd].q.head)
        return false;
    const unsigned to = memory_link_channel(&links[simd]);
    return simd + 1 == (links[simd].q.head_kind == MEMORY_LINE ? bank_turn(&banks[to], &l2[to], links, to)
                                                               : channel_turn(&channels[to], links, &l2[to], to));
}

/* ---- and back ---------------------------------------------------------------------------------------------------- */

/* An answer of bank `from`, or behind the banks, `first` and on, of a channel, for a SIMD. */
static inline bool offers_bank(const struct l2_bank *bank, const struct l2_lines *l2, unsigned simd)
{
    return bank->q.due && bank->q.head_simd == simd && l2_lines_has(l2, bank->q.head_way);
}
static inline bool offers_channel(const struct memory_channel *channel, unsigned simd)
{
    return channel->q.due && channel->q.head_from == simd;
}

/* Whose answer a SIMD's link takes, the next one after the last, its number + 1, or 0. */
static inline unsigned answer_turn(const struct memory_link *link, unsigned simd, const struct l2_bank *banks,
                                   const struct l2_lines *l2, const struct memory_channel *channels)
{
    const unsigned first = 1u << link->in.bits;
    uint64_t       offers = 0;
    for (unsigned n = 0; n < first; n++)
        offers |= (uint64_t)offers_bank(&banks[n], &l2[n], simd) << n | (uint64_t)offers_channel(&channels[n], simd)
                                                                            << (first + n);
    return turn_after(offers, link->q.last_from);
}

static inline uint16_t answer_id(unsigned from, const struct l2_bank *banks, const struct memory_channel *channels)
{
    const unsigned first = 1u << banks->in.bits;
    return from < first ? banks[from].q.head_id : channels[from - first].q.head_id;
}
static inline const line_data_t *answer_bytes(unsigned from, const struct l2_bank *banks, const struct l2_lines *l2,
                                              const struct memory_channel *channels)
{
    const unsigned first = 1u << banks->in.bits;
    return from < first ? &l2[from].data[banks[from].q.head_way] : channels[from - first].data;
}

#define LINKS_FROM(ONE, ALL, OF, ON, BY)                                                                               \
    ONE(simd, simd, simd, i)                                                                                           \
    ALL(memory_link, links, links)                                                                                     \
    ALL(l2_bank, banks, banks)                                                                                         \
    ALL(l2_lines, l2, l2)                                                                                              \
    ALL(memory_channel, channels, channel)
#define LINKS_EVENTS(DRIVE)                                                                                            \
    DRIVE(ask, simd->port.q.ask)                                                                                       \
    DRIVE(taken, is_head_taken(links, i, banks, l2, channels))                                                         \
    DRIVE(answer, answer_turn(&links[i], i, banks, l2, channels) != 0)
#define LINKS_WIRES(DRIVE, WITH)                                                                                       \
    DRIVE(ask_line, simd->port.q.ask_line)                                                                             \
    DRIVE(ask_id, simd->port.q.ask_id)                                                                                 \
    DRIVE(ask_kind, simd->port.q.ask_kind)                                                                             \
    DRIVE(ask_half, simd->port.q.ask_half)                                                                             \
    DRIVE(ask_mask, simd->port.q.ask_mask)                                                                             \
    DRIVE(ask_sector, &simd->port.sectors[simd->port.q.ask_row])                                                       \
    WITH(answer, answer_from, chosen(answer_turn(&links[i], i, banks, l2, channels)))                                  \
    WITH(answer, answer_id, answer_id(in->answer_from, banks, channels))                                               \
    DRIVE(answer_data, answer_bytes(in->answer ? in->answer_from : 0, banks, l2, channels))
RTL_WIRES(gpu, memory_link, links, LINKS_FROM, LINKS_EVENTS, LINKS_WIRES);

/* ---- banks of L2 ------------------------------------------------------------------------------------------------- */

static inline uint64_t line_in_bank(const struct memory_link *link)
{
    return memory_line_in_channel(link->q.head_line, link->in.step, link->in.bits);
}
static inline bool is_bank_served(const struct l2_bank *bank, unsigned number, const struct memory_link *links,
                                  const struct l2_bank *banks, const struct l2_lines *l2,
                                  const struct memory_channel *channels)
{
    const unsigned simd = bank->q.head_simd;
    return offers_bank(bank, &l2[number], simd) && answer_turn(&links[simd], simd, banks, l2, channels) == number + 1;
}

#define BANKS_FROM(ONE, ALL, OF, ON, BY)                                                                               \
    ALL(memory_link, links, links)                                                                                     \
    ALL(l2_bank, banks, banks)                                                                                         \
    ALL(l2_lines, l2, l2)                                                                                              \
    ALL(memory_channel, channels, channel)
#define BANKS_EVENTS(DRIVE)                                                                                            \
    DRIVE(take, bank_turn(&banks[i], &l2[i], links, i) != 0)                                                           \
    DRIVE(served, is_bank_served(&banks[i], i, links, banks, l2, channels))
#define BANKS_WIRES(DRIVE, WITH)                                                                                       \
    WITH(take, take_simd, chosen(bank_turn(&banks[i], &l2[i], links, i)))                                              \
    WITH(take, take_line, line_in_bank(&links[in->take_simd]))                                                         \
    WITH(take, take_id, links[in->take_simd].q.head_id)                                                                \
    DRIVE(found, l2[i].q.taken & 1)                                                                                    \
    DRIVE(found_way, l2[i].q.way.look[0])                                                                              \
    DRIVE(found_stamp, l2[i].q.stamp)
RTL_WIRES(gpu, l2_bank, banks, BANKS_FROM, BANKS_EVENTS, BANKS_WIRES);

static inline line_numbers_t bank_look(const struct l2_bank *bank, const struct l2_lines *l2)
{
    return (line_numbers_t){{l2_bank_again(bank, l2->q.taken) ? bank->q.looked_line : bank->q.look_line}};
}
static inline bool is_l2_taken(const struct memory_channel *channel, const struct memory_link *links,
                               const struct l2_lines *l2, unsigned number)
{
    return channel_turn(channel, links, l2, number) == channel->in.simds + 1u;
}

/* A request of a SIMD has its own number there. */
static inline uint16_t way_of(const struct memory_channel *channel)
{
    return memory_channel_is_for_l2(channel) ? channel->q.head_id : memory_own_of(channel->q.head_id);
}

#define L2_FROM(ONE, ALL, OF, ON, BY)                                                                                  \
    ALL(memory_link, links, links)                                                                                     \
    ONE(l2_bank, bank, banks, i)                                                                                       \
    ONE(l2_lines, l2, l2, i)                                                                                           \
    ONE(memory_channel, channel, channel, i)
#define L2_EVENTS(DRIVE)                                                                                               \
    DRIVE(look, bank->q.look || l2_bank_again(bank, l2->q.taken))                                                      \
    DRIVE(ask_taken, l2->q.ask &&is_l2_taken(channel, links, l2, i))                                                   \
    DRIVE(fill, channel->q.due &&memory_channel_is_for_l2(channel))                                                    \
    DRIVE(invalidate, false)
#define L2_WIRES(DRIVE, WITH)                                                                                          \
    DRIVE(look_line, bank_look(bank, l2))                                                                              \
    DRIVE(hints, NULL)                                                                                                 \
    DRIVE(oldest, bank->q.head_stamp)                                                                                  \
    DRIVE(fill_way, way_of(channel))                                                                                   \
    DRIVE(fill_data, channel->data)
RTL_WIRES(gpu, l2_lines, l2, L2_FROM, L2_EVENTS, L2_WIRES);

/* ---- memory channels --------------------------------------------------------------------------------------------- */

static inline bool is_channel_served(const struct memory_channel *channel, unsigned number,
                                     const struct memory_link *links, const struct l2_bank *banks,
                                     const struct l2_lines *l2, const struct memory_channel *channels)
{
    const unsigned simd = channel->q.head_from;
    if (!channel->q.due || memory_channel_is_for_l2(channel))
        return channel->q.due;
    return answer_turn(&links[simd], simd, banks, l2, channels) == (1u << links[simd].in.bits) + number + 1;
}

/* What a channel takes: of L2, or of a SIMD. */
static inline bool takes_l2(const struct memory_channel *channel, unsigned from)
{
    return from == channel->in.simds;
}
static inline uint64_t l2_line(const struct l2_lines *l2, const struct l2_bank *bank, unsigned channel)
{
    return memory_line_of(l2->q.ask_line, channel, bank->in.step, bank->in.bits);
}

static inline const sector_t *channel_sector(const struct memory_channel *channel, unsigned from,
                                             const struct memory_link *links)
{
    static const sector_t none;
    return takes_l2(channel, from) ? &none : &links[from].sector[links[from].q.head_row];
}

#define CHANNEL_FROM(ONE, ALL, OF, ON, BY)                                                                             \
    ALL(memory_link, links, links)                                                                                     \
    ALL(l2_bank, banks, banks)                                                                                         \
    ALL(l2_lines, l2, l2)                                                                                              \
    ALL(memory_channel, channels, channel)                                                                             \
    OF(memory_store, store, store, 0)
#define CHANNEL_EVENTS(DRIVE)                                                                                          \
    DRIVE(take, channel_turn(&channels[i], links, &l2[i], i) != 0)                                                     \
    DRIVE(served, is_channel_served(&channels[i], i, links, banks, l2, channels))
#define CHANNEL_WIRES(DRIVE, WITH)                                                                                     \
    WITH(take, from, chosen(channel_turn(&channels[i], links, &l2[i], i)))                                             \
    WITH(take, line, takes_l2(&channels[i], in->from) ? l2_line(&l2[i], &banks[i], i) : links[in->from].q.head_line)   \
    WITH(take, id, takes_l2(&channels[i], in->from) ? l2[i].q.ask_way : links[in->from].q.head_id)                     \
    WITH(take, kind, takes_l2(&channels[i], in->from) ? MEMORY_LINE : links[in->from].q.head_kind)                     \
    WITH(take, half, takes_l2(&channels[i], in->from) ? 0 : links[in->from].q.head_half)                               \
    WITH(take, mask, takes_l2(&channels[i], in->from) ? 0 : links[in->from].q.head_mask)                               \
    DRIVE(sector, channel_sector(&channels[i], in->take ? in->from : channels[i].in.simds, links))                     \
    DRIVE(memory, store)
RTL_WIRES(gpu, memory_channel, channel, CHANNEL_FROM, CHANNEL_EVENTS, CHANNEL_WIRES);

#endif
