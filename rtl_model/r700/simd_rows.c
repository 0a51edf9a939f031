#include "rtl_model/r700/simd_rows.h"

#include "rtl_model/r700/simd.h"

/* Clocks of a group's life, counted from the one in which its first quarter enters (write_back.h): quarter n of its
 * results arrives in RESULT_AGE + n, its rows are complete behind ROWS_AGE, on their way to the GPRs in WRITE_AGE.
 * SLOW_CLOCKS: from the last clock in which a quarter enters until the group has left. */
enum { RESULT_AGE = 2, ROWS_AGE = 5, REPORT_AGE = 6, WRITE_AGE = 7, GONE_AGE = 8, SLOW_CLOCKS = 5 };

/* Nobody changes that between simd_hide and simd_unhide. */
static bool possible(const struct simd *simd)
{
    return simd->hidden ? simd->rows.possible : simd_rows_possible(simd);
}

bool simd_rows_possible(const struct simd *simd)
{
    return simd->rows.wanted && !simd->plain && !simd->replaced.modules;
}

void simd_rows_drop(struct simd_rows *rows)
{
    for (unsigned p = 0; p < PARITIES; p++)
        rows->group[p].valid = false;
    rows->flies = 0;
    rows->slow = SLOW_CLOCKS;
}

void simd_rows_plan(struct simd *simd)
{
    struct simd_rows *rows = &simd->rows;
    const unsigned    p = rotation_parity(&simd->rotation);
    if (!possible(simd)) {
        if (simd_rows_carry(simd)) {
            simd_rows_show(simd);
            simd_touch(simd);
        }
        simd_rows_drop(rows); /* a group that has begun by rows goes on without: what is known of it here gets old */
    } else if (simd->issue[p].q.executing && rotation_quarter(&simd->rotation) != 0 && !rows->group[p].valid) {
        rows->slow = SLOW_CLOCKS;
    }
}

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

/* PV and PS themselves, too. */
static void take_rows(struct write_back *back, const struct row_group *group, unsigned parity, unsigned quarters)
{
    take_lanes(back, group, parity, quarters);
    put_rows(parity ? back->odd : back->even, &group->lanes, lanes_of_quarters(quarters), group->values.result);
}

static lane_mask_t replaced_in(lane_mask_t old, lane_mask_t mask, lane_mask_t flags)
{
    return (old & ~mask) | (flags & mask);
}

/* As predicate_eval, quarter by quarter; to do it again changes nothing. */
static void set_predicate(struct predicate *predicate, const struct row_group *group, unsigned quarters)
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

static void show_slots(struct simd *simd, const struct row_group *group, unsigned slots, bool wide)
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
    show_slots(simd, group, group->values.used, group->values.pairs);
    show_stages(&simd->back, group, p);
    if (group->age <= ROWS_AGE) {
        take_rows(&simd->back, group, p, quarters_by(group));
        set_predicate(&simd->predicate[p], group, quarters_by(group));
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
        set_predicate(&simd->predicate[p], group, quarters_by(group));
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

/* ---- its operands ------------------------------------------------------------------------------------------------ */

static const struct alu_issue_reg *reader_of(const struct simd *simd)
{
    return &simd->issue[1 - rotation_parity(&simd->rotation)].q;
}

bool simd_rows_reads_by_lane(const struct simd *simd)
{
    const struct alu_issue_reg *group = reader_of(simd);
    return group->reading && (group->read_relative || (group->behind && group->before_write & group->before_relative));
}

/* The cycles from rows.read to `end`. */
static void read_cycles(struct simd *simd, unsigned end)
{
    const struct alu_issue_reg *group = reader_of(simd);
    const lanes_t *const        memory[FETCH_ELEMENTS] = {simd->gprs.x, simd->gprs.y, simd->gprs.z, simd->gprs.w};
    const unsigned              before = (1u << READ_ELEMENTS * simd->rows.read) - 1;
    const unsigned              ports = group->read & ((1u << READ_ELEMENTS * end) - 1) & ~before;
    if (group->reading && ports)
        operand_fetch_read(&simd->fetch, 1 - rotation_parity(&simd->rotation), ports, group->read_row.row, memory);
    simd->rows.read = (uint8_t)end;
}

void simd_rows_read(struct simd *simd)
{
    const unsigned cycle = rotation_quarter(&simd->rotation);
    if (cycle == READ_CYCLES)
        simd->rows.read = 0;
    else if (!simd_rows_carry(simd) || simd->rows.by_lane)
        simd->rows.read = (uint8_t)(cycle + 1);
    else if (cycle == READ_CYCLES - 1 || simd_set_has(&simd->awake, AT_gprs))
        read_cycles(simd, cycle + 1);
}

void simd_rows_read_by_now(struct simd *simd)
{
    const unsigned cycle = rotation_quarter(&simd->rotation);
    if (simd_rows_carry(simd) && !simd_rows_reads_by_lane(simd) && simd->rows.read < cycle)
        read_cycles(simd, cycle);
}

/* ---- a group enters ---------------------------------------------------------------------------------------------- */

static void remember(const struct simd *simd, const struct alu_issue_reg *from, unsigned p, struct row_group *group)
{
    group->starts = from->starts;
    group->result = alu_control_result(from);
    group->ar_write = from->ar_write;
    group->write = from->write;
    group->relative = from->dst_relative;
    group->global = from->dst_global;
    group->base = from->gpr_base;
    group->chan_t = from->dst_chan.slot[ISA_SLOT_T];
    group->clause = from->of_clause;
    group->last = from->last;
    group->wave = from->wave;
    group->row = from->dst_row;
    group->op = from->op;
    group->active = from->exec_active;
    group->omod = from->omod;
    group->clamp = from->clamp;
    for (unsigned left = group->values.wide; left; left &= left - 1) {
        const unsigned s = (unsigned)__builtin_ctz(left);
        if (!alu_control_modifies(from, s))
            group->omod.slot[s] = group->clamp.slot[s] = 0;
    }
    for (unsigned s = 0; s < ISA_SLOTS; s++)
        group->lanes.slot[s] = from->used >> s & 1 ? executing_lanes(from, &simd->predicate[p], s) : 0;
}

/* A group that has left is forgotten: what it left in units that a younger one does not use stays there.  When it was
 * the youngest itself, so is the one before it. */
static void replace(struct simd *simd, unsigned p)
{
    const struct row_group *group = &simd->rows.group[p];
    struct row_group       *other = &simd->rows.group[1 - p];
    if (simd->rows.youngest == p) {
        simd_rows_show(simd);
        other->valid = false;
        simd->rows.flies = (uint8_t)(simd->rows.flies & ~(2u >> p));
    } else {
        show_slots(simd, group, group->values.used & ~(unsigned)other->values.used,
                   group->values.pairs & ~(unsigned)other->values.pairs);
    }
}

void simd_rows_enter(struct simd *simd)
{
    const unsigned              p = rotation_parity(&simd->rotation);
    const struct alu_issue_reg *from = &simd->issue[p].q;
    struct row_group           *group = &simd->rows.group[p];
    if (!from->executing || rotation_quarter(&simd->rotation) != 0 || !possible(simd))
        return;
    struct operand_sources sources = {
        .result = write_back_rows(&simd->back, p),
        .written = write_back_lanes(&simd->back, p)->slot,
        .constants = constant_file_of(&simd->constants, from->alternate),
        .ar = &simd->ar[p].ar[from->ar_element],
    };
    operand_sources_latches(&simd->fetch, p, &sources);
    if (group->valid)
        replace(simd, p);
    alu_rows_group(from, &sources, &group->values);
    remember(simd, from, p, group);
    group->valid = true;
    group->age = 0;
    simd->rows.flies = (uint8_t)(simd->rows.flies | 1u << p);
    simd->rows.youngest = (uint8_t)p;
}

/* ---- the edge -----------------------------------------------------------------------------------------------------
 */

/* A quarter of AR; whole groups read it, those that follow may read it by then (ISA 4.6.4.5). */
static void take_address(struct address_register *registers, const struct row_group *group)
{
    const unsigned quarter = group->age - RESULT_AGE;
    const bool     by_t = group->ar_write >> ISA_SLOT_T;
    for (unsigned e = 0; e < AR_ELEMENTS; e++) {
        const unsigned s = e == 0 && by_t ? ISA_SLOT_T : e;
        quarter_t     *to = &registers->ar[e].quarter[quarter];
        if ((group->ar_write >> e & 1) || (e == 0 && by_t))
            quarter_select(to, mask_quarter(group->lanes.slot[s], quarter), &group->values.result[s].quarter[quarter],
                           to);
    }
    registers->d.writes = ++registers->q.writes;
}

bool simd_rows_are_still(const struct simd *simd)
{
    return simd_rows_carry(simd) && !simd->rows.flies;
}

/* Functions by themselves, for in most clocks there is nothing to do. */
#define APART __attribute__((noinline))

APART static void take(struct simd *simd, unsigned p)
{
    const struct row_group *group = &simd->rows.group[p];
    if (group->ar_write && group->age >= RESULT_AGE && group->age <= ROWS_AGE)
        take_address(&simd->ar[p], group);
    if (group->age == ROWS_AGE)
        take_rows(&simd->back, group, p, QUARTERS);
}

static inline bool takes(const struct simd_rows *rows, unsigned p)
{
    const struct row_group *group = &rows->group[p];
    return rows->flies >> p & 1 && (group->age == ROWS_AGE || group->ar_write);
}

void simd_rows_take(struct simd *simd)
{
    if (takes(&simd->rows, 0))
        take(simd, 0);
    if (takes(&simd->rows, 1))
        take(simd, 1);
}

static void start_predicate(struct predicate *predicate, lane_mask_t active)
{
    predicate->q.predicate = predicate->q.active = active;
    predicate->q.killed = 0;
    predicate->d = predicate->q;
}

/* The rows go to the GPR file, and a clause may end. */
static void report(struct write_back *back, const struct row_group *group, unsigned parity)
{
    struct write_back_reg *q = &back->q;
    q->gpr_write = group->write != 0;
    q->gpr_slots = group->write;
    q->gpr_parity = (uint8_t)parity;
    q->gpr_row = group->row;
    q->gpr_wave = group->wave;
    q->gpr_relative = group->relative;
    q->gpr_global = group->global;
    q->gpr_base = group->base;
    q->gpr_chan_t = group->chan_t;
    q->gpr_lanes = parity ? q->odd_lanes : q->even_lanes;
    q->finish = group->last;
    q->finish_clause = group->clause;
    back->d = *q;
}

/* The ages in which it does so. */
enum { ACTS = 1u << 0 | 1u << ROWS_AGE | 1u << REPORT_AGE | 1u << WRITE_AGE };

/* What a group does at the end of a clock of this age; true when others than the back see it. */
APART static bool clock_group(struct simd *simd, const struct row_group *group, unsigned p)
{
    switch (group->age) {
    case 0:
        if (group->starts)
            start_predicate(&simd->predicate[p], group->active);
        return false;
    case ROWS_AGE:
        if (group->result.slots)
            set_predicate(&simd->predicate[p], group, QUARTERS);
        return false;
    case REPORT_AGE:
        report(&simd->back, group, p);
        return true;
    case WRITE_AGE:
        simd->back.q.gpr_write = simd->back.d.gpr_write = false;
        simd->back.q.finish = simd->back.d.finish = false;
        return true;
    default:
        return false;
    }
}

static inline bool acts(const struct simd_rows *rows, unsigned p)
{
    return rows->flies >> p & 1 && ACTS >> rows->group[p].age & 1;
}

/* A clock older. */
static inline void grow(struct simd_rows *rows, unsigned p)
{
    if (rows->flies >> p & 1 && ++rows->group[p].age == GONE_AGE)
        rows->flies = (uint8_t)(rows->flies & ~(1u << p));
}

bool simd_rows_clock(struct simd *simd)
{
    struct simd_rows *rows = &simd->rows;
    bool              changes = false;
    if (!simd_rows_carry(simd)) /* then the modules do it */
        rows->slow--;
    else {
        if (acts(rows, 0))
            changes = clock_group(simd, &rows->group[0], 0);
        if (acts(rows, 1))
            changes |= clock_group(simd, &rows->group[1], 1);
    }
    grow(rows, 0);
    grow(rows, 1);
    return changes;
}
