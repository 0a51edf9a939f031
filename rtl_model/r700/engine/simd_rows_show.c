/* simd_rows_show.c - what groups that go by rows (simd_rows.h) have done to registers and memories by a clock, for
 * whoever looks then, and from clock to clock for whoever looks again and again. */
#include "rtl_model/r700/engine/simd_rows_show.h"

/* ---- what a group has done to registers and memories by an age ----------------------------------------------------
 */

static unsigned least(unsigned a, unsigned b)
{
    return a < b ? a : b;
}

static unsigned quarters_by(const struct row_group *group)
{
    return group->age > RESULT_AGE ? least(group->age - RESULT_AGE, QUARTERS) : 0;
}

static lane_mask_t lanes_of_quarters(unsigned quarters)
{
    return quarters >= QUARTERS ? ~(lane_mask_t)0 : ((lane_mask_t)1 << quarters * QUARTER) - 1;
}

static void show_slot_bits(struct alu_slot *slot, const struct row_group *group, unsigned s)
{
    const struct alu_rows *values = &group->values;
    struct alu_slot_reg   *q = &slot->q;
    const unsigned         first = least(group->age - 1u, QUARTERS - 1), second = least(group->age - 2u, QUARTERS - 1);
    q->s1_valid = group->age <= QUARTERS;
    q->s1_flags = values->wide >> s & 1 ? 0 : mask_quarter(values->flags[s], first);
    q->s1_mask = mask_quarter(group->lanes.slot[s], first);
    q->s1_omod = group->omod.slot[s];
    q->s1_clamp = group->clamp.slot[s];
    if (group->age >= RESULT_AGE) {
        q->done = group->age <= ROWS_AGE;
        q->flags = mask_quarter(values->flags[s], second);
        q->result_mask = mask_quarter(group->lanes.slot[s], second);
    }
}

static void show_slot(struct alu_slot *slot, const struct row_group *group, unsigned s)
{
    static const quarter_t none;
    const struct alu_rows *values = &group->values;
    struct alu_slot_reg   *q = &slot->q;
    const unsigned         first = least(group->age - 1u, QUARTERS - 1), second = least(group->age - 2u, QUARTERS - 1);
    show_slot_bits(slot, group, s);
    q->s1_value = values->wide >> s & 1 ? none : alu_rows_value(values, s)->quarter[first];
    if (group->age >= RESULT_AGE)
        q->result = values->result[s].quarter[second];
    slot->d = *q;
}

static void show_wide_bits(struct alu_wide *wide, const struct row_group *group)
{
    wide->q.done = group->age <= QUARTERS ? group->values.pairs : 0;
    wide->q.flags = group->values.wide_flags[least(group->age - 1u, QUARTERS - 1)];
}

static void show_wide(struct alu_wide *wide, const struct row_group *group)
{
    const unsigned quarter = least(group->age - 1u, QUARTERS - 1);
    show_wide_bits(wide, group);
    for (unsigned s = 0; s < 4; s++)
        if (group->values.wide >> s & 1)
            memcpy(&wide->q.result.lane[s * QUARTER], &alu_rows_value(&group->values, s)->quarter[quarter],
                   sizeof(quarter_t));
    wide->d = wide->q;
}

/* The stages of write-back that only it sees. */
static void show_stages(struct write_back *back, const struct row_group *group, unsigned parity)
{
    struct write_back_reg *q = &back->q;
    q->s1 = group->age <= QUARTERS;
    q->s1_parity = (uint8_t)parity;
    q->s1_quarter = (uint8_t)least(group->age - 1u, QUARTERS - 1);
    q->s1_flag_slots = group->result.slots;
    q->s1_update = group->result.update;
    q->s1_kills = group->result.kills;
    q->s1_ar_write = group->ar_write;
    if (group->age >= RESULT_AGE) {
        q->s2 = group->age <= ROWS_AGE;
        q->s2_parity = (uint8_t)parity;
        q->s2_quarter = (uint8_t)least(group->age - 2u, QUARTERS - 1);
        q->s2_flag_slots = group->result.slots;
        q->s2_update = group->result.update;
        q->s2_kills = group->result.kills;
        q->s2_ar_write = group->ar_write;
    }
    if (group->age > RESULT_AGE) {
        q->s3 = group->age == REPORT_AGE;
        q->s3_parity = (uint8_t)parity;
    }
    if (group->age >= QUARTERS) {
        q->write_slots = group->write;
        q->write_row = group->row;
        q->write_wave = group->wave;
        q->write_relative = group->relative;
        q->write_global = group->global;
        q->write_base = group->base;
        q->write_chan_t = group->chan_t;
        q->write_last = group->last;
        q->write_clause = group->clause;
    }
    back->d = *q;
}

/* The lanes that have been written in PV and PS. */
static void take_lanes(struct write_back *back, const struct row_group *group, unsigned parity, unsigned quarters)
{
    slot_mask_t *const lanes = parity ? &back->q.odd_lanes : &back->q.even_lanes;
    const lane_mask_t  of = lanes_of_quarters(quarters);
    for (unsigned s = 0; s < ISA_SLOTS; s++)
        lanes->slot[s] = (lanes->slot[s] & ~of) | (group->lanes.slot[s] & of);
    *(parity ? &back->d.odd_lanes : &back->d.even_lanes) = *lanes;
}

LANE_LOOPS static void put_rows(lanes_t *restrict to, const slot_mask_t *lanes, lane_mask_t of,
                                const lanes_t *restrict from)
{
    for (unsigned s = 0; s < ISA_SLOTS; s++) {
        const lane_mask_t mask = lanes->slot[s] & of;
        if (mask == UINT64_MAX)
            lanes_copy(&to[s], &from[s]);
        else if (mask)
            lanes_put(&to[s], mask, &from[s]);
    }
}

void rows_take(struct write_back *back, const struct row_group *group, unsigned parity, unsigned quarters)
{
    take_lanes(back, group, parity, quarters);
    put_rows(parity ? back->odd : back->even, &group->lanes, lanes_of_quarters(quarters), group->values.result);
}

static lane_mask_t replaced_in(lane_mask_t old, lane_mask_t mask, lane_mask_t flags)
{
    return (old & ~mask) | (flags & mask);
}

void rows_set_predicate(struct predicate *predicate, const struct row_group *group, unsigned quarters)
{
    struct predicate_reg *q = &predicate->q;
    lane_mask_t           mask = 0, flags = 0;
    for (unsigned left = group->result.slots; left; left &= left - 1) {
        const unsigned s = (unsigned)__builtin_ctz(left);
        mask |= group->lanes.slot[s];
        flags |= group->lanes.slot[s] & group->values.flags[s];
    }
    mask &= lanes_of_quarters(quarters);
    if (group->result.kills)
        q->killed |= mask & flags;
    if (group->result.update & 1)
        q->predicate = replaced_in(q->predicate, mask, flags);
    if (group->result.update & 2)
        q->active = replaced_in(q->active, mask & q->active, flags);
    predicate->d = *q;
}

void rows_show_slots(struct simd *simd, const struct row_group *group, unsigned slots, bool wide)
{
    for (unsigned left = slots; left; left &= left - 1) {
        const unsigned s = (unsigned)__builtin_ctz(left);
        show_slot(&simd->slot[s], group, s);
    }
    if (wide)
        show_wide(&simd->wide, group);
}

static void show(struct simd *simd, unsigned p)
{
    const struct row_group *group = &simd->rows.group[p];
    if (group->age == 0)
        return;
    rows_show_slots(simd, group, group->values.used, group->values.pairs);
    show_stages(&simd->back, group, p);
    if (group->age <= ROWS_AGE) {
        rows_take(&simd->back, group, p, quarters_by(group));
        rows_set_predicate(&simd->predicate[p], group, quarters_by(group));
    }
}

static bool is_even(lane_mask_t mask)
{
    return mask + 1 <= 1;
}

static void note_uneven(struct row_group *group)
{
    group->uneven = 0;
    for (unsigned s = 0; s < ISA_SLOTS; s++)
        if (group->values.used >> s & 1 && !(is_even(group->lanes.slot[s]) && is_even(group->values.flags[s])))
            group->uneven = (uint8_t)(group->uneven | 1u << s);
}

/* The older group first: what the younger one has done since hides it. */
void simd_rows_show(struct simd *simd)
{
    const struct row_group *const group = simd->rows.group;
    const unsigned                youngest = simd->rows.youngest;
    if (!simd_rows_carry(simd))
        return;
    simd->rows.moving = 3;
    for (unsigned p = 0; p < PARITIES; p++)
        note_uneven(&simd->rows.group[p]);
    if (group[1 - youngest].valid)
        show(simd, 1 - youngest);
    if (group[youngest].valid)
        show(simd, youngest);
}

/* ---- clock by clock ---------------------------------------------------------------------------------------------- */

/* Of a group of this age: slots in which something begins or ends, and those whose masks are another quarter's. */
static unsigned slots_that_move(const struct row_group *group)
{
    switch (group->age) {
    case 1:
    case RESULT_AGE:
    case ROWS_AGE:
    case REPORT_AGE:
        return group->values.used;
    case 3:
    case 4:
        return group->uneven;
    default:
        return 0;
    }
}

/* `hidden`: slots in which a younger group has taken the place of both stages. */
static void follow_slots(struct simd *simd, const struct row_group *group, unsigned hidden, struct rows_moved *moved)
{
    const unsigned slots = slots_that_move(group) & ~hidden;
    for (unsigned left = slots; left; left &= left - 1) {
        const unsigned s = (unsigned)__builtin_ctz(left);
        show_slot_bits(&simd->slot[s], group, s);
    }
    moved->slots = (uint8_t)(moved->slots | slots);
    if (group->values.pairs && group->age <= ROWS_AGE) {
        show_wide_bits(&simd->wide, group);
        moved->wide = true;
    }
}

static void follow(struct simd *simd, unsigned p, unsigned hidden, struct rows_moved *moved)
{
    const struct row_group *group = &simd->rows.group[p];
    follow_slots(simd, group, hidden, moved);
    moved->back = true;
    if (group->age <= ROWS_AGE)
        take_lanes(&simd->back, group, p, quarters_by(group));
    if (group->ar_write && group->age > RESULT_AGE && group->age <= REPORT_AGE)
        moved->addresses = (uint8_t)(moved->addresses | 1u << p);
    if (group->result.slots && group->age <= ROWS_AGE)
        rows_set_predicate(&simd->predicate[p], group, quarters_by(group));
    if ((group->starts && group->age == 1) ||
        (group->result.slots && group->age > RESULT_AGE && group->age <= REPORT_AGE))
        moved->predicates = (uint8_t)(moved->predicates | 1u << p);
}

/* It moves until it is gone, and once more. */
static bool moves(struct simd_rows *rows, unsigned p)
{
    const struct row_group *group = &rows->group[p];
    const bool              before = rows->moving >> p & 1, now = group->valid && group->age < GONE_AGE;
    rows->moving = (uint8_t)((rows->moving & ~(1u << p)) | (unsigned)now << p);
    return group->valid && (before || now);
}

void simd_rows_follow(struct simd *simd, struct rows_moved *moved)
{
    struct simd_rows *const       rows = &simd->rows;
    const unsigned                young = rows->youngest, old = 1 - young;
    const struct row_group *const group = rows->group;
    for (unsigned p = 0; p < PARITIES; p++)
        if (group[p].valid && group[p].age == 1)
            note_uneven(&rows->group[p]);
    if (moves(rows, old)) {
        follow(simd, old, group[young].valid && group[young].age >= RESULT_AGE ? group[young].values.used : 0, moved);
        if (!group[young].valid || group[young].age <= RESULT_AGE) /* else the younger one has all stages that move */
            show_stages(&simd->back, &group[old], old);
    }
    if (moves(rows, young)) {
        follow(simd, young, 0, moved);
        show_stages(&simd->back, &group[young], young);
    }
}
