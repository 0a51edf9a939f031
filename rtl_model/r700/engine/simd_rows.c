#include "rtl_model/r700/engine/simd_rows.h"

#include <string.h>

#include "rtl_model/r700/engine/simd_sets.h"

/* Constant between simd_hide and simd_unhide. */
static bool possible(const struct simd *simd)
{
    return simd->hidden ? simd->rows.possible : simd_rows_possible(simd);
}

void simd_rows_drop(struct simd_rows *rows)
{
    for (unsigned g = 0; g < ROW_GROUPS; g++)
        rows->group[g].valid = false;
    rows->flies = rows->owners = 0;
    rows->knows = false;
    simd_rows_go_on(rows);
}

/* Whether it is the one of which a quarter enters now, the first one excepted, with which it comes. */
static bool enters(const struct row_group *group, const struct rotation *rotation)
{
    return group->valid && group->parity == rotation_parity(rotation) && group->age == rotation_quarter(rotation);
}

/* Whether what enters in this clock is unknown here. */
static bool enters_unknown(const struct simd *simd)
{
    const struct rotation *rotation = &simd->rotation;
    return simd->issue[rotation_parity(rotation)].q.executing && rotation_quarter(rotation) != 0 &&
           !enters(&simd->rows.group[simd->rows.youngest], rotation);
}

void simd_rows_plan(struct simd *simd)
{
    struct simd_rows *rows = &simd->rows;
    if (!possible(simd)) {
        if (simd_rows_carry(simd) || simd->rests) {
            simd_rows_show(simd);
            simd_touch(simd);
        }
        simd_rows_drop(rows); /* a group that has begun by rows goes on without: what is known of it here gets old */
    } else if (enters_unknown(simd)) {
        simd_rows_show(simd);
        simd_rows_go_on(rows);
    }
}

/* Nets and modules that do nothing in this clock, for groups go by rows: the back, and what reads its operands, unless
 * each lane has its own.  What an operation makes of a known group needs no operands. */
void simd_rows_pass(struct simd *simd)
{
    static const struct simd_set operands = {UINT64_C(0) NETS_OF(operands), 0};
    const struct simd_set        none = {0, 0}, before = simd->passed;
    for (unsigned p = 0; simd->rows.read_by && p < PARITIES; p++)
        if (simd->issue[p].q.executing | simd->issue[p].q.reading)
            simd_rows_go_on(&simd->rows);
    const bool carry = simd_rows_carry(simd), known = possible(simd) && !simd->rows.read_by && !enters_unknown(simd);
    simd->passed = carry ? simd_back : known ? operands : none;
    simd->look.nets |= before.nets & ~simd->passed.nets;
    simd->look.modules |= before.modules & ~simd->passed.modules;
    simd->rows.by_lane = carry && simd->hidden && simd_rows_reads_by_lane(simd);
    if (!carry || !simd->hidden)
        return;
    if (simd->rows.by_lane) {
        simd_set_add(&simd->look, AT_reads);
        simd_set_add(&simd->look, AT_fetch);
    } else {
        simd_set_add(&simd->passed, AT_reads);
        simd_set_add(&simd->passed, AT_fetch);
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
    return group->reading && alu_control_reads_by_lane(group);
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

/* Room for a group that enters: where no other is of which anything is left that the youngest one has not used. */
static unsigned make_room(struct simd *simd)
{
    struct simd_rows *const rows = &simd->rows;
    const struct row_group *young = &rows->group[rows->youngest], *before = &rows->group[rows->before];
    const unsigned          used = young->values.used | (unsigned)young->values.pairs << ISA_SLOTS;
    if (simd_rows_carry(simd))
        simd_rows_complete(simd);
    if (!before->valid || before->ran)
        rows->owners = (uint16_t)(rows->owners & ~(1u << rows->before));
    for (unsigned left = young->valid ? rows->owners : 0; left; left &= left - 1) {
        struct row_group *owner = &rows->group[__builtin_ctz(left)];
        owner->left = (uint8_t)(owner->left & ~used);
        if (!owner->left)
            rows->owners = (uint16_t)(rows->owners & ~(left & -left));
    }
    return (unsigned)__builtin_ctz(~(rows->owners | 1u << rows->youngest));
}

static void remember(const struct simd *simd, const struct alu_issue_reg *from, unsigned p, struct row_group *group)
{
    enum { PRED_SELS = 4 };
    lane_mask_t lanes[PRED_SELS];
    for (unsigned sel = 0; sel < PRED_SELS; sel++)
        lanes[sel] = executing_lanes_by(from, &simd->predicate[p], sel);
    group->valid = true;
    group->age = group->ran = 0;
    group->parity = (uint8_t)p;
    group->clock = simd->clock;
    group->left = (uint8_t)(group->values.used | group->values.pairs << ISA_SLOTS);
    group->issue = *from;
    group->predicate = simd->predicate[p].q;
    group->result = group->values.any & (ISA_PRED_SET | ISA_KILL) ? alu_control_result(from)
                                                                  : (struct alu_control_result){0, 0, false};
    group->acts = (uint8_t)(1u << REPORT_AGE | 1u << WRITE_AGE | (from->starts ? 1u : 0u) |
                            (group->result.slots ? 15u << RESULT_AGE : 0u));
    for (unsigned s = 0; s < ISA_SLOTS; s++)
        group->lanes.slot[s] = from->used >> s & 1 ? lanes[from->pred_sel.slot[s] % PRED_SELS] : 0;
}

void simd_rows_enter(struct simd *simd)
{
    const unsigned              p = rotation_parity(&simd->rotation);
    const struct alu_issue_reg *from = &simd->issue[p].q;
    struct simd_rows           *rows = &simd->rows;
    if (!from->executing || rotation_quarter(&simd->rotation) != 0 || !possible(simd))
        return;
    struct operand_sources sources = {
        .result = write_back_rows(&simd->back, p),
        .written = write_back_lanes(&simd->back, p)->slot,
        .constants = constant_file_of(&simd->constants, from->alternate),
        .ar = &simd->ar[p].ar[from->ar_element],
    };
    operand_sources_latches(&simd->fetch, p, &sources);
    const unsigned    room = make_room(simd);
    struct row_group *group = &rows->group[room];
    alu_rows_group(from, &sources, &group->values);
    remember(simd, from, p, group);
    rows->writes_ar = (from->ar_write | rows->group[rows->youngest].issue.ar_write) != 0;
    rows->flies = (uint16_t)(rows->flies | 1u << room);
    rows->owners = (uint16_t)(rows->owners | 1u << rows->youngest);
    rows->before = rows->youngest;
    rows->youngest = (uint8_t)room;
    if (!simd_rows_carry(simd))
        simd_rows_know(rows, group);
}

/* ---- the edge ---------------------------------------------------------------------------------------------------- */

static unsigned quarter_of(const struct row_group *group)
{
    return group->age - (unsigned)RESULT_AGE;
}

/* A quarter of AR, by the module; whole groups read it, later ones may do so by then (ISA 4.6.4.5). */
static void take_address(struct address_register *registers, const struct row_group *group)
{
    const unsigned     q = quarter_of(group), by_t = group->issue.ar_write >> ISA_SLOT_T;
    const unsigned     x = by_t ? ISA_SLOT_T : ISA_SLOT_X;
    const lane_mask_t *lanes = group->lanes.slot;
    const lanes_t     *result = group->values.result;
    registers->in =
        (struct address_register_in){.write = (uint8_t)((group->issue.ar_write & 15) | by_t),
                                     .quarter = (uint8_t)q,
                                     .mask = {{mask_quarter(lanes[x], q), mask_quarter(lanes[ISA_SLOT_Y], q),
                                               mask_quarter(lanes[ISA_SLOT_Z], q), mask_quarter(lanes[ISA_SLOT_W], q)}},
                                     .result_x = &result[x].quarter[q],
                                     .result_y = &result[ISA_SLOT_Y].quarter[q],
                                     .result_z = &result[ISA_SLOT_Z].quarter[q],
                                     .result_w = &result[ISA_SLOT_W].quarter[q]};
    address_register_next(registers);
    address_register_take(registers);
    address_register_clock(registers);
}

/* The rows in PV and PS, and the lanes that have been written there. */
LANE_LOOPS static void put_rows(lanes_t *restrict to, const slot_mask_t *lanes, const lanes_t *restrict from)
{
    for (unsigned s = 0; s < ISA_SLOTS; s++) {
        const lane_mask_t mask = lanes->slot[s];
        if (mask == UINT64_MAX)
            lanes_copy(&to[s], &from[s]);
        else if (mask)
            lanes_put(&to[s], mask, &from[s]);
    }
}

static void take_rows(struct write_back *back, const struct row_group *group)
{
    const unsigned p = group->parity;
    *(p ? &back->q.odd_lanes : &back->q.even_lanes) = *(p ? &back->d.odd_lanes : &back->d.even_lanes) = group->lanes;
    put_rows(p ? back->odd : back->even, &group->lanes, group->values.result);
}

/* Functions by themselves, for in most clocks there is nothing to do. */
#define APART __attribute__((noinline))

APART static void take(struct simd *simd, const struct row_group *group)
{
    if (group->issue.ar_write && group->age >= RESULT_AGE && group->age <= ROWS_AGE)
        take_address(&simd->ar[group->parity], group);
    if (group->age == ROWS_AGE)
        take_rows(&simd->back, group);
}

void simd_rows_take(struct simd *simd)
{
    for (unsigned left = simd->rows.flies; left; left &= left - 1)
        take(simd, &simd->rows.group[__builtin_ctz(left)]);
}

static void clock_predicate(struct predicate *predicate, const struct predicate_in *in)
{
    predicate_eval(in, &predicate->q, &predicate->d);
    predicate_clock(predicate);
}

static void start_predicate(struct predicate *predicate, lane_mask_t active)
{
    clock_predicate(predicate, &(struct predicate_in){.start = true, .start_active = active});
}

/* A quarter of its flags. */
static void set_predicate(struct predicate *predicate, const struct row_group *group)
{
    const unsigned      q = quarter_of(group);
    struct predicate_in in = {
        .set = true, .quarter = (uint8_t)q, .update = group->result.update, .kills = group->result.kills};
    for (unsigned left = group->result.slots; left; left &= left - 1) {
        const unsigned s = (unsigned)__builtin_ctz(left);
        in.mask = (quarter_mask_t)(in.mask | mask_quarter(group->lanes.slot[s], q));
        in.flags = (quarter_mask_t)(in.flags | mask_quarter(group->lanes.slot[s] & group->values.flags[s], q));
    }
    clock_predicate(predicate, &in);
}

/* The rows go to the GPR file, and a clause may end. */
static void report(struct write_back *back, const struct row_group *group)
{
    const struct alu_issue_reg *issue = &group->issue;
    struct write_back_reg      *q = &back->q;
    q->gpr_write = issue->write != 0;
    q->gpr_slots = issue->write;
    q->gpr_parity = group->parity;
    q->gpr_row = issue->dst_row;
    q->gpr_wave = issue->wave;
    q->gpr_relative = issue->dst_relative;
    q->gpr_global = issue->dst_global;
    q->gpr_base = issue->gpr_base;
    q->gpr_chan_t = issue->dst_chan.slot[ISA_SLOT_T];
    q->gpr_lanes = *write_back_lanes(back, group->parity);
    q->finish = issue->last;
    q->finish_clause = issue->of_clause;
    back->d = *q;
}

/* What a group does at the end of a clock of an age in which it acts; true when others than the back see it. */
APART static bool clock_group(struct simd *simd, const struct row_group *group)
{
    switch (group->age) {
    case 0:
        start_predicate(&simd->predicate[group->parity], group->issue.exec_active);
        return false;
    case REPORT_AGE:
        report(&simd->back, group);
        return true;
    case WRITE_AGE:
        simd->back.q.gpr_write = simd->back.d.gpr_write = false;
        simd->back.q.finish = simd->back.d.finish = false;
        return true;
    default:
        set_predicate(&simd->predicate[group->parity], group);
        return false;
    }
}

bool simd_rows_clock(struct simd *simd)
{
    struct simd_rows *rows = &simd->rows;
    const bool        carry = simd_rows_carry(simd);
    bool              changes = false;
    for (unsigned left = rows->flies; left; left &= left - 1) {
        struct row_group *group = &rows->group[__builtin_ctz(left)];
        if (carry && group->acts >> group->age & 1)
            changes |= clock_group(simd, group);
        if (++group->age == GONE_AGE)
            rows->flies = (uint16_t)(rows->flies & ~(left & -left));
        if (!carry)
            group->ran = group->age;
    }
    if (!carry) { /* the modules have done it */
        simd_rows_know(rows, &rows->group[rows->youngest]);
        rows->slow--;
    }
    return changes;
}
