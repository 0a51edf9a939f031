/* wires_alu.h - what drives issue, operand fetch, the slots, write-back and where results go. */
#ifndef RTL_MODEL_R700_WIRES_ALU_H
#define RTL_MODEL_R700_WIRES_ALU_H

#include "rtl_model/r700/wires_clauses.h"

/* ---- issue ------------------------------------------------------------------------------------------------------- */

/* The clause that a turn is about; when it is about none, any. */
static inline const struct alu_clause *clause_of(const struct alu_clause *clauses, const struct clause_turn *turn)
{
    return &clauses[turn->in.who ? turn->in.who - 1 : 0];
}

/* What the group of the other wavefront slot, whose operands are being read, will write to global GPRs: it reaches them
 * after this slot's next group has read (ISA 2.6.1.2). */
static inline uint8_t unseen_writes(const struct alu_issue_reg *other, const struct alu_issue_in *strap)
{
    uint8_t slots = 0;
    for (unsigned s = 0; strap->shared_count && other->reading && s < ISA_SLOTS; s++) {
        const unsigned row = other->dst_row.slot[s];
        const bool     relative = other->dst_relative >> s & 1;
        if (other->write >> s & 1 &&
            (relative ? other->dst_global >> s & 1u : row - strap->shared_row < strap->shared_count))
            slots = (uint8_t)(slots | 1u << s);
    }
    return slots;
}

#define ALU_ISSUE_FROM(ONE, ALL, OF)                                                                                   \
    ONE(rotation, rotation, rotation, 0)                                                                               \
    ONE(clause_turn, turn, clause_turn, i)                                                                             \
    ALL(alu_clause, clauses, clause)                                                                                   \
    ONE(kcache, kcache, kcache, 0)                                                                                     \
    ONE(address_register, ar, ar, i)                                                                                   \
    ONE(alu_issue, other, issue, 1 - i)                                                                                \
    OF(constant_file, constants, constants)
#define ALU_ISSUE_WIRES(DRIVE)                                                                                         \
    DRIVE(decide, turn->in.decide)                                                                                     \
    DRIVE(window, decides(rotation, 1 - i))                                                                            \
    DRIVE(slot_end, turn->in.decide)                                                                                   \
    DRIVE(clause, turn->in.who != 0)                                                                                   \
    DRIVE(clause_index, turn->in.who ? turn->in.who - 1u : 0)                                                          \
    DRIVE(first, clause_of(clauses, turn)->q.first)                                                                    \
    DRIVE(head, clause_of(clauses, turn)->q.head)                                                                      \
    DRIVE(left, clause_of(clauses, turn)->q.left)                                                                      \
    DRIVE(available, clause_of(clauses, turn)->q.available)                                                            \
    DRIVE(slot, clause_of(clauses, turn)->q.slot)                                                                      \
    DRIVE(number, clause_of(clauses, turn)->q.number)                                                                  \
    DRIVE(base, clause_of(clauses, turn)->q.base)                                                                      \
    DRIVE(active, clause_of(clauses, turn)->q.active)                                                                  \
    DRIVE(lanes, clause_of(clauses, turn)->q.lanes)                                                                    \
    DRIVE(kc_have, clause_of(clauses, turn)->q.kc_have)                                                                \
    DRIVE(loop_index, clause_of(clauses, turn)->q.loop_index)                                                          \
    DRIVE(buffer, clause_of(clauses, turn)->buffer)                                                                    \
    DRIVE(kc_line0, kcache->data[clause_of(clauses, turn)->q.kc_ways.line[0]].word)                                    \
    DRIVE(kc_line1, kcache->data[clause_of(clauses, turn)->q.kc_ways.line[1]].word)                                    \
    DRIVE(kc_line2, kcache->data[clause_of(clauses, turn)->q.kc_ways.line[2]].word)                                    \
    DRIVE(kc_line3, kcache->data[clause_of(clauses, turn)->q.kc_ways.line[3]].word)                                    \
    DRIVE(constants, constants->vector[0].element)                                                                     \
    DRIVE(ar, ar->ar)                                                                                                  \
    DRIVE(other_write, unseen_writes(&other->q, &other->in))                                                           \
    DRIVE(other_row, other->q.dst_row)                                                                                 \
    DRIVE(other_chan_t, other->q.dst_chan.slot[ISA_SLOT_T])                                                            \
    DRIVE(other_global, other->q.dst_global)
RTL_WIRES(simd, alu_issue, issue, ALU_ISSUE_FROM, ALU_ISSUE_WIRES);

/* ---- operands ---------------------------------------------------------------------------------------------------- */

/* The wavefront slot that reads its operands, and the read cycle; 3 is the spare access of the GPR file. */
static inline unsigned reading_parity(const struct rotation *rotation)
{
    return 1 - rotation_parity(rotation);
}
static inline unsigned read_cycle(const struct rotation *rotation)
{
    return rotation_quarter(rotation);
}

/* Four bits of a set of read ports: those of the cycle. */
static inline uint8_t of_cycle(const struct alu_issue_reg *group, uint16_t ports, unsigned cycle)
{
    return group->reading && cycle < READ_CYCLES ? ports >> cycle * READ_ELEMENTS & 15 : 0;
}

static inline uint8_t row_of_cycle(const struct alu_issue_reg *group, unsigned cycle, unsigned element)
{
    return cycle < READ_CYCLES ? group->read_row.row[cycle * READ_ELEMENTS + element] : 0;
}

#define OPERAND_FETCH_FROM(ONE, ALL, OF)                                                                               \
    ONE(rotation, clock, rotation, 0)                                                                                  \
    ALL(alu_issue, issue, issue)                                                                                       \
    ALL(address_register, ar, ar)                                                                                      \
    OF(gpr_file, gprs, gprs)
#define OPERAND_FETCH_WIRES(DRIVE)                                                                                     \
    DRIVE(parity, reading_parity(clock))                                                                               \
    DRIVE(cycle, read_cycle(clock))                                                                                    \
    DRIVE(enable, of_cycle(&issue[reading_parity(clock)].q, issue[reading_parity(clock)].q.read, read_cycle(clock)))   \
    DRIVE(relative,                                                                                                    \
          of_cycle(&issue[reading_parity(clock)].q, issue[reading_parity(clock)].q.read_relative, read_cycle(clock)))  \
    DRIVE(global,                                                                                                      \
          of_cycle(&issue[reading_parity(clock)].q, issue[reading_parity(clock)].q.read_global, read_cycle(clock)))    \
    DRIVE(base, issue[reading_parity(clock)].q.gpr_base)                                                               \
    DRIVE(row_x, row_of_cycle(&issue[reading_parity(clock)].q, read_cycle(clock), 0))                                  \
    DRIVE(row_y, row_of_cycle(&issue[reading_parity(clock)].q, read_cycle(clock), 1))                                  \
    DRIVE(row_z, row_of_cycle(&issue[reading_parity(clock)].q, read_cycle(clock), 2))                                  \
    DRIVE(row_w, row_of_cycle(&issue[reading_parity(clock)].q, read_cycle(clock), 3))                                  \
    DRIVE(memory_x, gprs->x)                                                                                           \
    DRIVE(memory_y, gprs->y)                                                                                           \
    DRIVE(memory_z, gprs->z)                                                                                           \
    DRIVE(memory_w, gprs->w)                                                                                           \
    DRIVE(ar_x, &ar[reading_parity(clock)].ar[0])
RTL_WIRES(simd, operand_fetch, fetch, OPERAND_FETCH_FROM, OPERAND_FETCH_WIRES);

/* The operands of the quarter that enters the slots. */
static inline operand_lanes_t select_operands(const struct alu_issue_reg *group, const struct operand_fetch *fetch,
                                              const struct write_back *back, const struct constant_file *constants,
                                              const struct address_register *ar, unsigned parity, unsigned quarter)
{
    const struct operand_sources sources = {
        .latch = parity ? fetch->odd : fetch->even,
        .result = write_back_rows(back, parity),
        .written = write_back_lanes(back, parity)->slot,
        .constants = constants->vector[0].element,
        .ar = &ar->ar[group->ar_element],
    };
    operand_lanes_t to;
    for (unsigned s = 0; s < ISA_SLOTS; s++) {
        const unsigned count = group->executing && group->used >> s & 1 ? isa_alu_ops[group->op.slot[s]].operands : 0;
        for (unsigned n = 0; n < 3; n++) {
            quarter_t *const operand = (quarter_t *)&to.lane[(3 * s + n) * QUARTER];
            if (n < count)
                operand_select(&sources, group->route.operand[3 * s + n], group->forward.operand[3 * s + n],
                               group->constant.operand[3 * s + n], quarter, operand);
            else
                *operand = (quarter_t){{0}};
        }
    }
    return to;
}

#define OPERAND_NET_FROM(ONE, ALL, OF)                                                                                 \
    ONE(rotation, clock, rotation, 0)                                                                                  \
    ALL(alu_issue, issue, issue)                                                                                       \
    ONE(operand_fetch, fetch, fetch, 0)                                                                                \
    ONE(write_back, back, back, 0)                                                                                     \
    ALL(address_register, ar, ar)                                                                                      \
    ONE(constant_file, constants, constants, 0)
#define OPERAND_NET_WIRES(DRIVE)                                                                                       \
    DRIVE(src, select_operands(&issue[rotation_parity(clock)].q, fetch, back, constants, &ar[rotation_parity(clock)],  \
                               rotation_parity(clock), rotation_quarter(clock)))
RTL_NET_WIRES(simd, operand_net, operands, OPERAND_NET_FROM, OPERAND_NET_WIRES);

static inline const quarter_t *operand_of(const struct operand_net *operands, unsigned slot, unsigned number)
{
    return (const quarter_t *)&operands->in.src.lane[(3 * slot + number) * QUARTER];
}

/* ---- slots ------------------------------------------------------------------------------------------------------- */

/* The group whose quarters enter the slots in this clock. */
static inline const struct alu_issue_reg *entering(const struct rotation *clock, const struct alu_issue *issue)
{
    return &issue[rotation_parity(clock)].q;
}

static inline uint32_t flags_of(const struct alu_issue_reg *group, unsigned slot)
{
    return group->executing && group->used >> slot & 1 ? isa_alu_ops[group->op.slot[slot]].flags : 0;
}

/* Lanes of the quarter in which an instruction executes (ISA 4.10).  The first group of a clause runs under the active
 * mask; the predicate takes it over at this edge. */
static inline quarter_mask_t executing_lanes(const struct rotation *clock, const struct alu_issue_reg *group,
                                             const struct predicate *predicates, unsigned slot)
{
    const lane_mask_t predicate = group->starts ? group->exec_active : predicates[rotation_parity(clock)].q.predicate;
    lane_mask_t       lanes = group->exec_lanes;
    if (group->pred_sel.slot[slot] == ISA_PRED_SEL_ZERO)
        lanes &= ~predicate;
    else if (group->pred_sel.slot[slot] == ISA_PRED_SEL_ONE)
        lanes &= predicate;
    return mask_quarter(lanes, rotation_quarter(clock));
}

/* The wide unit has the output modifiers of a double, but not those of the float of FLT64_TO_FLT32. */
static inline bool modifies_itself(const struct alu_issue_reg *group, unsigned slot)
{
    return !(flags_of(group, slot) & ISA_DOUBLE) || slot == ISA_SLOT_T ||
           (group->op.slot[slot] == ISA_OP2_FLT64_TO_FLT32 && slot % 2 == 0);
}

static inline quarter_t wide_quarter(const struct alu_wide *wide, unsigned slot)
{
    quarter_t quarter;
    memcpy(&quarter, &wide->q.result.lane[slot % 4 * QUARTER], sizeof quarter);
    return quarter;
}

#define ALU_SLOT_FROM(ONE, ALL, OF)                                                                                    \
    ONE(rotation, clock, rotation, 0)                                                                                  \
    ALL(alu_issue, issue, issue)                                                                                       \
    ALL(predicate, predicates, predicate)                                                                              \
    ONE(operand_net, operands, operands, 0)                                                                            \
    ONE(alu_wide, wide, wide, 0)
#define ALU_SLOT_WIRES(DRIVE)                                                                                          \
    DRIVE(valid, entering(clock, issue)->executing &&entering(clock, issue)->used >> i & 1)                            \
    DRIVE(op, entering(clock, issue)->op.slot[i])                                                                      \
    DRIVE(absolute, entering(clock, issue)->absolute.slot[i])                                                          \
    DRIVE(negate, entering(clock, issue)->negate.slot[i])                                                              \
    DRIVE(omod, modifies_itself(entering(clock, issue), i) ? entering(clock, issue)->omod.slot[i] : 0)                 \
    DRIVE(clamp, modifies_itself(entering(clock, issue), i) && entering(clock, issue)->clamp.slot[i])                  \
    DRIVE(mask, executing_lanes(clock, entering(clock, issue), predicates, i))                                         \
    DRIVE(src0, *operand_of(operands, i, 0))                                                                           \
    DRIVE(src1, *operand_of(operands, i, 1))                                                                           \
    DRIVE(src2, *operand_of(operands, i, 2))                                                                           \
    DRIVE(wide, i != ISA_SLOT_T && wide->q.done >> i / 2 & 1)                                                          \
    DRIVE(wide_value, wide_quarter(wide, i))                                                                           \
    DRIVE(wide_flags, wide->q.flags.pair[i / 2 % 2])
RTL_WIRES(simd, alu_slot, slot, ALU_SLOT_FROM, ALU_SLOT_WIRES);

/* ---- the unit for what needs more than one of X Y Z W --------------------------------------------------------------
 */

/* Pairs X Y and Z W with such an operation, a bit each. */
static inline uint8_t wide_pairs(const struct alu_issue_reg *group)
{
    uint8_t pairs = 0;
    for (unsigned s = 0; s < 4; s++)
        if (flags_of(group, s) & (ISA_REDUCTION | ISA_DOUBLE))
            pairs = (uint8_t)(pairs | 1u << s / 2);
    return pairs;
}

/* What of both slots of a pair counts: the later one with such an operation. */
static inline pair_op_t wide_operations(const struct alu_issue_reg *group)
{
    pair_op_t op = {{0}};
    for (unsigned s = 0; s < 4; s++)
        if (flags_of(group, s) & (ISA_REDUCTION | ISA_DOUBLE))
            op.pair[s / 2] = group->op.slot[s];
    return op;
}

static inline vector_bits_t of_vector(const slot_byte_t *from)
{
    vector_bits_t to;
    memcpy(&to, from, sizeof to);
    return to;
}

/* The output modifiers of a double are those of X (Z). */
static inline pair_bits_t of_pairs(const struct alu_issue_reg *group, const slot_byte_t *from)
{
    pair_bits_t to = {{0}};
    for (unsigned p = 0; p < WIDE_PAIRS; p++)
        if (flags_of(group, 2 * p) & ISA_DOUBLE)
            to.pair[p] = from->slot[2 * p];
    return to;
}

static inline vector_quarter_t vector_operands(const struct operand_net *operands, unsigned number)
{
    vector_quarter_t to;
    for (unsigned s = 0; s < 4; s++)
        memcpy(&to.lane[s * QUARTER], operand_of(operands, s, number), sizeof(quarter_t));
    return to;
}

#define ALU_WIDE_FROM(ONE, ALL, OF)                                                                                    \
    ONE(rotation, clock, rotation, 0) ALL(alu_issue, issue, issue) ONE(operand_net, operands, operands, 0)
#define ALU_WIDE_WIRES(DRIVE)                                                                                          \
    DRIVE(valid, wide_pairs(entering(clock, issue)))                                                                   \
    DRIVE(op, wide_operations(entering(clock, issue)))                                                                 \
    DRIVE(absolute, of_vector(&entering(clock, issue)->absolute))                                                      \
    DRIVE(negate, of_vector(&entering(clock, issue)->negate))                                                          \
    DRIVE(omod, of_pairs(entering(clock, issue), &entering(clock, issue)->omod))                                       \
    DRIVE(clamp, of_pairs(entering(clock, issue), &entering(clock, issue)->clamp))                                     \
    DRIVE(src0, vector_operands(operands, 0))                                                                          \
    DRIVE(src1, vector_operands(operands, 1))                                                                          \
    DRIVE(src2, vector_operands(operands, 2))
RTL_WIRES(simd, alu_wide, wide, ALU_WIDE_FROM, ALU_WIDE_WIRES);

/* ---- results ----------------------------------------------------------------------------------------------------- */

/* What the flags of a group are: a new predicate, which one slot has, or kills, which several may have. */
struct group_flags {
    uint8_t slots, update;
    bool    kills;
};
static inline struct group_flags group_flags(const struct alu_issue_reg *group)
{
    struct group_flags to = {0, 0, false};
    for (unsigned s = 0; s < ISA_SLOTS; s++) {
        const uint32_t flags = group->used >> s & 1 ? isa_alu_ops[group->op.slot[s]].flags : 0;
        if (flags & ISA_PRED_SET)
            return (struct group_flags){(uint8_t)(1u << s), group->update.slot[s], to.kills};
        if (flags & ISA_KILL) {
            to.kills = true;
            to.slots = (uint8_t)(to.slots | 1u << s);
        }
    }
    return to;
}

static inline uint8_t slots_done(const struct alu_slot *slots)
{
    uint8_t done = 0;
    for (unsigned s = 0; s < ISA_SLOTS; s++)
        done = (uint8_t)(done | slots[s].q.done << s);
    return done;
}

static inline slot_half_t result_masks(const struct alu_slot *slots)
{
    slot_half_t to;
    for (unsigned s = 0; s < ISA_SLOTS; s++)
        to.slot[s] = slots[s].q.result_mask;
    return to;
}

#define WRITE_BACK_FROM(ONE, ALL, OF)                                                                                  \
    ONE(rotation, clock, rotation, 0) ALL(alu_issue, issue, issue) ALL(alu_slot, slots, slot)
#define WRITE_BACK_WIRES(DRIVE)                                                                                        \
    DRIVE(enter, entering(clock, issue)->executing)                                                                    \
    DRIVE(parity, rotation_parity(clock))                                                                              \
    DRIVE(quarter, rotation_quarter(clock))                                                                            \
    DRIVE(write, entering(clock, issue)->write)                                                                        \
    DRIVE(row, entering(clock, issue)->dst_row)                                                                        \
    DRIVE(relative, entering(clock, issue)->dst_relative)                                                              \
    DRIVE(global, entering(clock, issue)->dst_global)                                                                  \
    DRIVE(base, entering(clock, issue)->gpr_base)                                                                      \
    DRIVE(ar_write, entering(clock, issue)->ar_write)                                                                  \
    DRIVE(chan_t, entering(clock, issue)->dst_chan.slot[ISA_SLOT_T])                                                   \
    DRIVE(last, entering(clock, issue)->last)                                                                          \
    DRIVE(clause, entering(clock, issue)->of_clause)                                                                   \
    DRIVE(wave, entering(clock, issue)->wave)                                                                          \
    DRIVE(flag_slots, group_flags(entering(clock, issue)).slots)                                                       \
    DRIVE(update, group_flags(entering(clock, issue)).update)                                                          \
    DRIVE(kills, group_flags(entering(clock, issue)).kills)                                                            \
    DRIVE(done, slots_done(slots))                                                                                     \
    DRIVE(mask, result_masks(slots))                                                                                   \
    DRIVE(result_x, &slots[ISA_SLOT_X].q.result)                                                                       \
    DRIVE(result_y, &slots[ISA_SLOT_Y].q.result)                                                                       \
    DRIVE(result_z, &slots[ISA_SLOT_Z].q.result)                                                                       \
    DRIVE(result_w, &slots[ISA_SLOT_W].q.result)                                                                       \
    DRIVE(result_t, &slots[ISA_SLOT_T].q.result)
RTL_WIRES(simd, write_back, back, WRITE_BACK_FROM, WRITE_BACK_WIRES);

/* Lanes that executed in the slots whose flags count, and their flags. */
static inline quarter_mask_t flagged(const struct alu_slot *slots, unsigned of, bool flags)
{
    quarter_mask_t mask = 0;
    for (unsigned s = 0; s < ISA_SLOTS; s++)
        if (of >> s & 1)
            mask |= flags ? slots[s].q.result_mask & slots[s].q.flags : slots[s].q.result_mask;
    return mask;
}

#define PREDICATE_FROM(ONE, ALL, OF)                                                                                   \
    ONE(rotation, clock, rotation, 0)                                                                                  \
    ONE(alu_issue, group, issue, i)                                                                                    \
    ONE(write_back, back, back, 0)                                                                                     \
    ALL(alu_slot, slots, slot)
#define PREDICATE_WIRES(DRIVE)                                                                                         \
    DRIVE(start, group->q.executing && group->q.starts && rotation_quarter(clock) == 0)                                \
    DRIVE(start_active, group->q.exec_active)                                                                          \
    DRIVE(set, back->q.s2 && back->q.s2_parity == i && back->q.s2_flag_slots)                                          \
    DRIVE(quarter, back->q.s2_quarter)                                                                                 \
    DRIVE(update, back->q.s2_update)                                                                                   \
    DRIVE(kills, back->q.s2_kills)                                                                                     \
    DRIVE(mask, flagged(slots, back->q.s2_flag_slots, false))                                                          \
    DRIVE(flags, flagged(slots, back->q.s2_flag_slots, true))
RTL_WIRES(simd, predicate, predicate, PREDICATE_FROM, PREDICATE_WIRES);

/* GUESS: MOVA_GPR_INT in Trans writes the element that GPRs are indexed by. */
static inline uint8_t ar_slots(const struct write_back *back, unsigned parity)
{
    return back->q.s2 && back->q.s2_parity == parity ? back->q.s2_ar_write : 0;
}

static inline const struct alu_slot *ar_x_source(const struct write_back *back, const struct alu_slot *slots)
{
    return &slots[back->q.s2_ar_write >> ISA_SLOT_T ? ISA_SLOT_T : ISA_SLOT_X];
}

static inline ar_masks_t ar_masks(const struct write_back *back, const struct alu_slot *slots)
{
    return (ar_masks_t){{ar_x_source(back, slots)->q.result_mask, slots[ISA_SLOT_Y].q.result_mask,
                         slots[ISA_SLOT_Z].q.result_mask, slots[ISA_SLOT_W].q.result_mask}};
}

#define ADDRESS_REGISTER_FROM(ONE, ALL, OF) ONE(write_back, back, back, 0) ALL(alu_slot, slots, slot)
#define ADDRESS_REGISTER_WIRES(DRIVE)                                                                                  \
    DRIVE(write, (ar_slots(back, i) & 15) | ar_slots(back, i) >> ISA_SLOT_T)                                           \
    DRIVE(quarter, back->q.s2_quarter)                                                                                 \
    DRIVE(mask, ar_masks(back, slots))                                                                                 \
    DRIVE(result_x, &ar_x_source(back, slots)->q.result)                                                               \
    DRIVE(result_y, &slots[ISA_SLOT_Y].q.result)                                                                       \
    DRIVE(result_z, &slots[ISA_SLOT_Z].q.result)                                                                       \
    DRIVE(result_w, &slots[ISA_SLOT_W].q.result)
RTL_WIRES(simd, address_register, ar, ADDRESS_REGISTER_FROM, ADDRESS_REGISTER_WIRES);

#define GPR_FILE_FROM(ONE, ALL, OF)                                                                                    \
    ONE(write_back, back, back, 0)                                                                                     \
    ALL(address_register, ar, ar)                                                                                      \
    ONE(dispatcher, dispatcher, dispatcher, 0)                                                                         \
    ONE(vertex_fetch, vertex, vertex, 0)                                                                               \
    OF(simd_memory, outside, outside)
#define GPR_FILE_WIRES(DRIVE)                                                                                          \
    DRIVE(write, back->q.gpr_write ? back->q.gpr_slots : 0)                                                            \
    DRIVE(write_parity, back->q.gpr_parity)                                                                            \
    DRIVE(write_row, back->q.gpr_row)                                                                                  \
    DRIVE(write_relative, back->q.gpr_relative)                                                                        \
    DRIVE(write_global, back->q.gpr_global)                                                                            \
    DRIVE(write_base, back->q.gpr_base)                                                                                \
    DRIVE(write_chan_t, back->q.gpr_chan_t)                                                                            \
    DRIVE(write_lanes, back->q.gpr_lanes)                                                                              \
    DRIVE(load, dispatcher->q.load)                                                                                    \
    DRIVE(load_row, dispatcher->q.load_row)                                                                            \
    DRIVE(load_index, dispatcher->q.load_index)                                                                        \
    DRIVE(clear, dispatcher->q.launch)                                                                                 \
    DRIVE(clear_row, dispatcher->q.base)                                                                               \
    DRIVE(clear_count, (uint8_t)dispatcher->in.rows.type[dispatcher->q.type])                                          \
    DRIVE(fetch, vertex->q.write)                                                                                      \
    DRIVE(fetch_row, vertex->q.write_row)                                                                              \
    DRIVE(fetch_elements, vertex->q.write_elements)                                                                    \
    DRIVE(fetch_lanes, vertex->q.write_lanes)                                                                          \
    DRIVE(write_data, write_back_rows(back, back->q.gpr_parity))                                                       \
    DRIVE(ar_x, &ar[back->q.gpr_parity].ar[0])                                                                         \
    DRIVE(fetch_data, vertex->result)                                                                                  \
    DRIVE(inputs, &outside->inputs)
RTL_WIRES(simd, gpr_file, gprs, GPR_FILE_FROM, GPR_FILE_WIRES);

/* ---- why a wavefront slot has no group ----------------------------------------------------------------------------
 */

/* What a clause that does not run yet waits for. */
static inline enum stall clause_stall(const struct alu_clause_reg *q, bool full)
{
    if (q->wait > 1)
        return STALL_CLAUSE;
    if ((q->state == CLAUSE_ARBITRATE && full) || (q->state == CLAUSE_LOCK && q->kc_want))
        return STALL_KCACHE;
    return q->state == CLAUSE_FETCH && !q->available ? STALL_INSTRUCTION : STALL_CLAUSE;
}

/* Why no clause is ready for a wavefront slot: the one that is nearest to it says, else control flow. */
static inline enum stall no_ready_clause(const struct alu_clause *clauses, unsigned full, enum stall control)
{
    int nearest = -1;
    for (int c = 0; c < ALU_CLAUSES; c++)
        if (clauses[c].q.state > CLAUSE_EMPTY && clauses[c].q.state < CLAUSE_RUN &&
            (nearest < 0 || clauses[c].q.state > clauses[nearest].q.state))
            nearest = c;
    if (nearest >= 0)
        return clause_stall(&clauses[nearest].q, full >> nearest & 1);
    return control == STALL_NONE ? STALL_CONTROL : control;
}

static inline enum stall issue_stall(const struct alu_issue_reg *issue, const struct alu_clause *clauses, unsigned full,
                                     enum stall control)
{
    static const enum stall of_issue[ISSUE_STALLS] = {
        [ISSUE_STALL_INSTRUCTION] = STALL_INSTRUCTION,
        [ISSUE_STALL_LATENCY] = STALL_LATENCY,
        [ISSUE_STALL_MOVA] = STALL_MOVA,
        [ISSUE_STALL_WATERFALL] = STALL_WATERFALL,
        [ISSUE_STALL_GLOBAL] = STALL_GLOBAL,
    };
    if (issue->error)
        return issue->error == ISSUE_BAD_PORTS ? STALL_PORTS : STALL_STOPPED;
    return issue->stall == ISSUE_STALL_NO_CLAUSE ? no_ready_clause(clauses, full, control) : of_issue[issue->stall];
}

/* A chance of a wavefront slot is each of its rotations; what became of it shows in the clock after the decision, so
 * not before the first one. */
static inline bool alu_chance(const struct rotation *rotation, const struct alu_issue_reg *issue, unsigned parity)
{
    return rotation->q.clock == (parity + 1) * SLOT_CLOCKS % ROTATION_CLOCKS &&
           (issue->groups || issue->empty || issue->error);
}

#define WHY_NET_FROM(ONE, ALL, OF)                                                                                     \
    ONE(rotation, rotation, rotation, 0)                                                                               \
    ONE(cf_sequencer, cf, cf, 0)                                                                                       \
    ONE(cf_turn, turn, cf_turn, 0)                                                                                     \
    ONE(icache, cache, cf_cache, 0)                                                                                    \
    ONE(wave_table, waves, waves, 0)                                                                                   \
    ALL(alu_clause, clauses, clause)                                                                                   \
    ONE(clause_net, net, clause_net, 0)                                                                                \
    ALL(alu_issue, issue, issue)
#define WHY_CF cf_stall(&cf->q, &cache->q, &waves->q, turn->in.who != 0)
#define WHY_ALU(p)                                                                                                     \
    alu_chance(rotation, &issue[p].q, p) ? (stall_t)issue_stall(&issue[p].q, clauses, net->in.kc_full, WHY_CF) : 0
#define WHY_NET_WIRES(DRIVE)                                                                                           \
    DRIVE(cf, (stall_t)WHY_CF)                                                                                         \
    DRIVE(even, WHY_ALU(0))                                                                                            \
    DRIVE(odd, WHY_ALU(1))
RTL_NET_WIRES(simd, why_net, why, WHY_NET_FROM, WHY_NET_WIRES);

#define ALU_ARBITER_FROM(ONE, ALL, OF)                                                                                 \
    ONE(rotation, rotation, rotation, 0)                                                                               \
    ONE(alu_issue, issue, issue, i)                                                                                    \
    ONE(clause_turn, turn, clause_turn, i)                                                                             \
    ALL(alu_clause, clauses, clause)                                                                                   \
    ONE(why_net, why, why, 0)
#define ALU_ARBITER_WIRES(DRIVE)                                                                                       \
    DRIVE(chance, alu_chance(rotation, &issue->q, i))                                                                  \
    DRIVE(why, i ? why->in.odd : why->in.even)                                                                         \
    DRIVE(grant, turn->in.who &&clause_of(clauses, turn)->q.state == CLAUSE_READY)                                     \
    DRIVE(slot, clause_of(clauses, turn)->q.slot)                                                                      \
    DRIVE(number, clause_of(clauses, turn)->q.number)
RTL_WIRES(simd, arbiter, alu_arbiter, ALU_ARBITER_FROM, ALU_ARBITER_WIRES);

#endif
