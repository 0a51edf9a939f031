/* wires_alu.h - what drives issue, operand fetch, the slots, write-back and where results go. */
#ifndef RTL_MODEL_R700_WIRES_ALU_H
#define RTL_MODEL_R700_WIRES_ALU_H

#include "pipeline/alu/alu_control.h"
#include "rtl_model/r700/wires_clauses.h"

/* ---- issue ------------------------------------------------------------------------------------------------------- */

/* The clause that a turn is about; when it is about none, any. */
static inline const struct alu_clause *clause_of(const struct alu_clause *clauses, const struct clause_turn *turn)
{
    return &clauses[number_of(turn->in.who)];
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

#define ALU_ISSUE_FROM(ONE, ALL, OF, ON, BY)                                                                           \
    ONE(phase_net, phase, phase, 0)                                                                                    \
    BY(alu_issue, issue, issue, i)                                                                                     \
    OF(clause_turn, turn, clause_turn, i)                                                                              \
    OF(alu_clause, clauses, clause, 0)                                                                                 \
    OF(kcache, kcache, kcache, 0)                                                                                      \
    OF(address_register, ar, ar, i)                                                                                    \
    OF(alu_issue, other, issue, 1 - i)                                                                                 \
    OF(constant_file, constants, constants, 0)                                                                         \
    OF(group_store, groups, groups, 0)
#define ALU_ISSUE_EVENTS(DRIVE)                                                                                        \
    DRIVE(decide, phase->in.decides >> i & 1)                                                                          \
    DRIVE(window, phase->in.window >> i & 1 && issue->q.reading)                                                       \
    DRIVE(slot_end, phase->in.decides >> i & 1)
#define ALU_ISSUE_WIRES(DRIVE, WITH)                                                                                   \
    DRIVE(clause, turn->in.who != 0)                                                                                   \
    WITH(clause, clause_index, number_of(turn->in.who))                                                                \
    DRIVE(first, clause_of(clauses, turn)->q.first)                                                                    \
    WITH(clause, head, clause_of(clauses, turn)->q.head)                                                               \
    WITH(clause, left, clause_of(clauses, turn)->q.left)                                                               \
    WITH(clause, available, clause_of(clauses, turn)->q.available)                                                     \
    WITH(decide, slot, clause_of(clauses, turn)->q.slot)                                                               \
    WITH(clause, number, clause_of(clauses, turn)->q.number)                                                           \
    WITH(clause, base, clause_of(clauses, turn)->q.base)                                                               \
    WITH(decide, active, clause_of(clauses, turn)->q.active)                                                           \
    WITH(clause, lanes, clause_of(clauses, turn)->q.lanes)                                                             \
    WITH(clause, kc_have, clause_of(clauses, turn)->q.kc_have)                                                         \
    WITH(clause, from_alternate, clause_of(clauses, turn)->q.alternate)                                                \
    WITH(clause, loop_index, clause_of(clauses, turn)->q.loop_index)                                                   \
    WITH(clause, buffer, clause_of(clauses, turn)->buffer)                                                             \
    WITH(decide, kc_line0, kcache->data[clause_of(clauses, turn)->q.kc_ways.line[0]].word)                             \
    WITH(clause, kc_line1, kcache->data[clause_of(clauses, turn)->q.kc_ways.line[1]].word)                             \
    WITH(clause, kc_line2, kcache->data[clause_of(clauses, turn)->q.kc_ways.line[2]].word)                             \
    WITH(clause, kc_line3, kcache->data[clause_of(clauses, turn)->q.kc_ways.line[3]].word)                             \
    WITH(clause, constants, constant_file_of(constants, clause_of(clauses, turn)->q.alternate))                        \
    WITH(decide, ar, ar->ar)                                                                                           \
    WITH(clause, groups, groups)                                                                                       \
    WITH(clause, other_write, unseen_writes(&other->q, &other->in))                                                    \
    WITH(clause, other_row, other->q.dst_row)                                                                          \
    WITH(decide, other_chan_t, other->q.dst_chan.slot[ISA_SLOT_T])                                                     \
    WITH(clause, other_global, other->q.dst_global)
RTL_WIRES(simd, alu_issue, issue, ALU_ISSUE_FROM, ALU_ISSUE_EVENTS, ALU_ISSUE_WIRES);

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

/* Of a set of read ports, a bit each, those of a cycle. */
static inline uint8_t of_cycle(uint16_t ports, unsigned cycle)
{
    return ports >> cycle * READ_ELEMENTS & 15;
}

#define READ_NET_FROM(ONE, ALL, OF, ON, BY) ONE(rotation, clock, rotation, 0) ALL(alu_issue, issue, issue)
#define READ_NET_WIRES(DRIVE, WITH)                                                                                    \
    DRIVE(enable, of_cycle(issue[reading_parity(clock)].q.read, read_cycle(clock)))                                    \
    DRIVE(parity, (uint8_t)reading_parity(clock))                                                                      \
    DRIVE(cycle, (uint8_t)read_cycle(clock))
RTL_NET_WIRES(simd, read_net, reads, READ_NET_FROM,
              (issue[reading_parity(clock)].q.reading && read_cycle(clock) < READ_CYCLES), READ_NET_WIRES);

_Static_assert((int)FETCH_ROWS == (int)GPR_ROWS, "operand fetch reads the GPR file");
#define OPERAND_FETCH_FROM(ONE, ALL, OF, ON, BY)                                                                       \
    ONE(read_net, reads, reads, 0)                                                                                     \
    OF(alu_issue, issue, issue, 0)                                                                                     \
    OF(address_register, ar, ar, 0)                                                                                    \
    OF(gpr_file, gprs, gprs, 0)
#define OPERAND_FETCH_EVENTS(DRIVE) DRIVE(enable, reads->in.enable)
#define OPERAND_FETCH_ROW(element) issue[reads->in.parity].q.read_row.row[reads->in.cycle * READ_ELEMENTS + element]
#define OPERAND_FETCH_WIRES(DRIVE, WITH)                                                                               \
    WITH(enable, parity, reads->in.parity)                                                                             \
    WITH(enable, cycle, reads->in.cycle)                                                                               \
    WITH(enable, relative, of_cycle(issue[reads->in.parity].q.read_relative, reads->in.cycle))                         \
    WITH(enable, global, of_cycle(issue[reads->in.parity].q.read_global, reads->in.cycle))                             \
    WITH(enable, base, issue[reads->in.parity].q.gpr_base)                                                             \
    WITH(enable, pending, issue[reads->in.parity].q.behind ? issue[reads->in.parity].q.before_write : 0)               \
    WITH(enable, pending_row, issue[reads->in.parity].q.before_row)                                                    \
    WITH(enable, pending_relative, issue[reads->in.parity].q.before_relative)                                          \
    WITH(enable, pending_global, issue[reads->in.parity].q.before_global)                                              \
    WITH(enable, pending_chan_t, issue[reads->in.parity].q.before_chan_t)                                              \
    WITH(enable, pending_base, issue[reads->in.parity].q.before_base)                                                  \
    WITH(enable, row_x, OPERAND_FETCH_ROW(0))                                                                          \
    WITH(enable, row_y, OPERAND_FETCH_ROW(1))                                                                          \
    WITH(enable, row_z, OPERAND_FETCH_ROW(2))                                                                          \
    WITH(enable, row_w, OPERAND_FETCH_ROW(3))                                                                          \
    WITH(enable, memory_x, gprs->x)                                                                                    \
    WITH(enable, memory_y, gprs->y)                                                                                    \
    WITH(enable, memory_z, gprs->z)                                                                                    \
    WITH(enable, memory_w, gprs->w)                                                                                    \
    WITH(enable, ar_x, &ar[reads->in.parity].ar[0])
RTL_WIRES(simd, operand_fetch, fetch, OPERAND_FETCH_FROM, OPERAND_FETCH_EVENTS, OPERAND_FETCH_WIRES);

static inline uint8_t parity_bit(bool valid, const struct rotation *clock)
{
    return valid ? (uint8_t)(1u << rotation_parity(clock)) : 0;
}

#define ENTER_NET_FROM(ONE, ALL, OF, ON, BY) ONE(rotation, clock, rotation, 0) ALL(alu_issue, issue, issue)
#define ENTER_NET_WIRES(DRIVE, WITH)                                                                                   \
    DRIVE(valid, true)                                                                                                 \
    DRIVE(parity, (uint8_t)rotation_parity(clock))                                                                     \
    DRIVE(quarter, (uint8_t)rotation_quarter(clock))                                                                   \
    DRIVE(starts, parity_bit(rotation_quarter(clock) == 0 && issue[rotation_parity(clock)].q.starts, clock))           \
    DRIVE(slots, issue[rotation_parity(clock)].q.used)                                                                 \
    DRIVE(pairs, alu_control_pairs(&issue[rotation_parity(clock)].q))
RTL_NET_WIRES(simd, enter_net, enter, ENTER_NET_FROM, issue[rotation_parity(clock)].q.executing, ENTER_NET_WIRES);

/* The operands of a slot for the quarter that enters; 0 where its instruction has none. */
static inline slot_operands_t operands_of(const struct enter_net *enter, const struct alu_issue_reg *group,
                                          const struct operand_fetch *fetch, const struct write_back *back,
                                          const struct constant_file *constants, const struct address_register *ar,
                                          unsigned slot)
{
    slot_operands_t        to = {{0}};
    struct operand_sources sources = {
        .result = write_back_rows(back, enter->in.parity),
        .written = write_back_lanes(back, enter->in.parity)->slot,
        .constants = constant_file_of(constants, group->alternate),
        .ar = &ar[enter->in.parity].ar[group->ar_element],
    };
    operand_sources_latches(fetch, enter->in.parity, &sources);
    for (unsigned n = 0; group->used >> slot & 1 && n < isa_alu_ops[group->op.slot[slot]].operands; n++)
        operand_select(&sources, group->route.operand[3 * slot + n], group->forward.operand[3 * slot + n],
                       group->constant.operand[3 * slot + n], enter->in.quarter, (quarter_t *)&to.lane[n * QUARTER]);
    return to;
}

#define OPERAND_NET_FROM(ONE, ALL, OF, ON, BY)                                                                         \
    ONE(enter_net, enter, enter, 0)                                                                                    \
    ALL(alu_issue, issue, issue)                                                                                       \
    ONE(operand_fetch, fetch, fetch, 0)                                                                                \
    ONE(write_back, back, back, 0)                                                                                     \
    ALL(address_register, ar, ar)                                                                                      \
    OF(constant_file, constants, constants, 0)
#define OPERANDS(slot) operands_of(enter, &issue[enter->in.parity].q, fetch, back, constants, ar, ISA_SLOT_##slot)
#define OPERAND_NET_WIRES(DRIVE, WITH)                                                                                 \
    DRIVE(x, OPERANDS(X)) DRIVE(y, OPERANDS(Y)) DRIVE(z, OPERANDS(Z)) DRIVE(w, OPERANDS(W)) DRIVE(t, OPERANDS(T))
RTL_NET_WIRES(simd, operand_net, operands, OPERAND_NET_FROM, enter->in.valid, OPERAND_NET_WIRES);

static inline const quarter_t *operand_of(const struct operand_net *operands, unsigned slot, unsigned number)
{
    return (const quarter_t *)&(&operands->in.x)[slot].lane[number * QUARTER];
}

/* ---- slots ------------------------------------------------------------------------------------------------------- */

static inline quarter_t wide_quarter(const struct alu_wide *wide, unsigned slot)
{
    quarter_t quarter;
    memcpy(&quarter, &wide->q.result.lane[slot % 4 * QUARTER], sizeof quarter);
    return quarter;
}

#define ALU_SLOT_FROM(ONE, ALL, OF, ON, BY)                                                                            \
    ONE(enter_net, enter, enter, 0)                                                                                    \
    OF(alu_issue, issue, issue, 0)                                                                                     \
    OF(predicate, predicates, predicate, 0)                                                                            \
    OF(operand_net, operands, operands, 0)                                                                             \
    OF(alu_wide, wide, wide, 0)                                                                                        \
    OF(simd_rows, rows, rows, 0)
#define ALU_SLOT_EVENTS(DRIVE) DRIVE(valid, enter->in.slots >> i & 1)
#define ALU_SLOT_WIRES(DRIVE, WITH)                                                                                    \
    DRIVE(op, issue[enter->in.parity].q.op.slot[i])                                                                    \
    DRIVE(absolute, issue[enter->in.parity].q.absolute.slot[i])                                                        \
    DRIVE(negate, issue[enter->in.parity].q.negate.slot[i])                                                            \
    DRIVE(omod, alu_control_modifies(&issue[enter->in.parity].q, i) ? issue[enter->in.parity].q.omod.slot[i] : 0)      \
    DRIVE(clamp, alu_control_modifies(&issue[enter->in.parity].q, i) ? issue[enter->in.parity].q.clamp.slot[i] : 0)    \
    DRIVE(mask, mask_quarter(executing_lanes(&issue[enter->in.parity].q, &predicates[enter->in.parity], i),            \
                             enter->in.quarter))                                                                       \
    DRIVE(src0, *operand_of(operands, i, 0))                                                                           \
    DRIVE(src1, *operand_of(operands, i, 1))                                                                           \
    DRIVE(src2, *operand_of(operands, i, 2))                                                                           \
    DRIVE(known, rows->knows ? &rows->known.slot[i] : NULL)                                                            \
    DRIVE(wide, i != ISA_SLOT_T && wide->q.done >> i / 2 & 1)                                                          \
    DRIVE(wide_value, wide_quarter(wide, i))                                                                           \
    DRIVE(wide_flags, wide->q.flags.pair[i / 2 % 2])
RTL_WIRES(simd, alu_slot, slot, ALU_SLOT_FROM, ALU_SLOT_EVENTS, ALU_SLOT_WIRES);

/* ---- the unit for what needs more than one of X Y Z W ----------------------------------------------------------- */

static inline vector_quarter_t vector_operands(const struct operand_net *operands, unsigned number)
{
    vector_quarter_t to;
    for (unsigned s = 0; s < 4; s++)
        memcpy(&to.lane[s * QUARTER], operand_of(operands, s, number), sizeof(quarter_t));
    return to;
}

#define ALU_WIDE_FROM(ONE, ALL, OF, ON, BY)                                                                            \
    ONE(enter_net, enter, enter, 0)                                                                                    \
    OF(alu_issue, issue, issue, 0)                                                                                     \
    OF(operand_net, operands, operands, 0)                                                                             \
    OF(simd_rows, rows, rows, 0)
#define ALU_WIDE_EVENTS(DRIVE) DRIVE(valid, enter->in.pairs)
#define ALU_WIDE_WIRES(DRIVE, WITH)                                                                                    \
    DRIVE(op, alu_control_wide_op(&issue[enter->in.parity].q))                                                         \
    DRIVE(absolute, alu_control_vector(&issue[enter->in.parity].q.absolute))                                           \
    DRIVE(negate, alu_control_vector(&issue[enter->in.parity].q.negate))                                               \
    DRIVE(omod, alu_control_of_pairs(&issue[enter->in.parity].q, &issue[enter->in.parity].q.omod))                     \
    DRIVE(clamp, alu_control_of_pairs(&issue[enter->in.parity].q, &issue[enter->in.parity].q.clamp))                   \
    DRIVE(src0, vector_operands(operands, 0))                                                                          \
    DRIVE(src1, vector_operands(operands, 1))                                                                          \
    DRIVE(src2, vector_operands(operands, 2))                                                                          \
    DRIVE(known, rows->knows ? &rows->known.wide : NULL)
RTL_WIRES(simd, alu_wide, wide, ALU_WIDE_FROM, ALU_WIDE_EVENTS, ALU_WIDE_WIRES);

/* ---- results ----------------------------------------------------------------------------------------------------- */

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

#define WRITE_BACK_FROM(ONE, ALL, OF, ON, BY)                                                                          \
    ONE(enter_net, enter, enter, 0)                                                                                    \
    OF(alu_issue, issue, issue, 0)                                                                                     \
    OF(alu_slot, slots, slot, 0)
#define WRITE_BACK_EVENTS(DRIVE) DRIVE(enter, enter->in.valid)
#define WRITE_BACK_WIRES(DRIVE, WITH)                                                                                  \
    DRIVE(parity, enter->in.parity)                                                                                    \
    DRIVE(quarter, enter->in.quarter)                                                                                  \
    DRIVE(write, issue[enter->in.parity].q.write)                                                                      \
    DRIVE(row, issue[enter->in.parity].q.dst_row)                                                                      \
    DRIVE(relative, issue[enter->in.parity].q.dst_relative)                                                            \
    DRIVE(global, issue[enter->in.parity].q.dst_global)                                                                \
    DRIVE(base, issue[enter->in.parity].q.gpr_base)                                                                    \
    DRIVE(ar_write, issue[enter->in.parity].q.ar_write)                                                                \
    DRIVE(chan_t, issue[enter->in.parity].q.dst_chan.slot[ISA_SLOT_T])                                                 \
    DRIVE(last, issue[enter->in.parity].q.last)                                                                        \
    DRIVE(clause, issue[enter->in.parity].q.of_clause)                                                                 \
    DRIVE(wave, issue[enter->in.parity].q.wave)                                                                        \
    DRIVE(flag_slots, alu_control_result(&issue[enter->in.parity].q).slots)                                            \
    DRIVE(update, alu_control_result(&issue[enter->in.parity].q).update)                                               \
    DRIVE(kills, alu_control_result(&issue[enter->in.parity].q).kills)                                                 \
    DRIVE(done, slots_done(slots))                                                                                     \
    DRIVE(mask, result_masks(slots))                                                                                   \
    DRIVE(result_x, &slots[ISA_SLOT_X].q.result)                                                                       \
    DRIVE(result_y, &slots[ISA_SLOT_Y].q.result)                                                                       \
    DRIVE(result_z, &slots[ISA_SLOT_Z].q.result)                                                                       \
    DRIVE(result_w, &slots[ISA_SLOT_W].q.result)                                                                       \
    DRIVE(result_t, &slots[ISA_SLOT_T].q.result)
RTL_WIRES(simd, write_back, back, WRITE_BACK_FROM, WRITE_BACK_EVENTS, WRITE_BACK_WIRES);

/* Lanes that executed in the slots whose flags count, and their flags. */
static inline quarter_mask_t flagged(const struct alu_slot *slots, unsigned of, bool flags)
{
    quarter_mask_t mask = 0;
    for (unsigned left = of; left; left &= left - 1) {
        const struct alu_slot_reg *q = &slots[__builtin_ctz(left)].q;
        mask |= flags ? q->result_mask & q->flags : q->result_mask;
    }
    return mask;
}

#define PREDICATE_FROM(ONE, ALL, OF, ON, BY)                                                                           \
    ONE(enter_net, enter, enter, 0)                                                                                    \
    ONE(write_back, back, back, 0)                                                                                     \
    OF(alu_issue, group, issue, i)                                                                                     \
    OF(alu_slot, slots, slot, 0)
#define PREDICATE_EVENTS(DRIVE)                                                                                        \
    DRIVE(start, enter->in.starts >> i & 1)                                                                            \
    DRIVE(set, back->q.s2 && back->q.s2_parity == i && back->q.s2_flag_slots)
#define PREDICATE_WIRES(DRIVE, WITH)                                                                                   \
    DRIVE(start_active, group->q.exec_active)                                                                          \
    DRIVE(quarter, back->q.s2_quarter)                                                                                 \
    DRIVE(update, back->q.s2_update)                                                                                   \
    DRIVE(kills, back->q.s2_kills)                                                                                     \
    DRIVE(mask, flagged(slots, back->q.s2_flag_slots, false))                                                          \
    DRIVE(flags, flagged(slots, back->q.s2_flag_slots, true))
RTL_WIRES(simd, predicate, predicate, PREDICATE_FROM, PREDICATE_EVENTS, PREDICATE_WIRES);

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

#define ADDRESS_REGISTER_FROM(ONE, ALL, OF, ON, BY)                                                                    \
    ONE(write_back, back, back, 0)                                                                                     \
    OF(alu_slot, slots, slot, 0)
#define ADDRESS_REGISTER_EVENTS(DRIVE) DRIVE(write, (ar_slots(back, i) & 15) | ar_slots(back, i) >> ISA_SLOT_T)
#define ADDRESS_REGISTER_WIRES(DRIVE, WITH)                                                                            \
    DRIVE(quarter, back->q.s2_quarter)                                                                                 \
    DRIVE(mask, ar_masks(back, slots))                                                                                 \
    DRIVE(result_x, &ar_x_source(back, slots)->q.result)                                                               \
    DRIVE(result_y, &slots[ISA_SLOT_Y].q.result)                                                                       \
    DRIVE(result_z, &slots[ISA_SLOT_Z].q.result)                                                                       \
    DRIVE(result_w, &slots[ISA_SLOT_W].q.result)
RTL_WIRES(simd, address_register, ar, ADDRESS_REGISTER_FROM, ADDRESS_REGISTER_EVENTS, ADDRESS_REGISTER_WIRES);

/* Where the four rows of the initial GPR lie that arrives. */
static inline const lanes_t *initial_gpr(const struct launch_net *launch, const lanes_t *inputs)
{
    return launch->in.load ? inputs + (size_t)launch->in.load_index * GPR_ELEMENTS : NULL;
}

/* What the unit says whose result it is. */
#define OF_RETURN(returns, what)                                                                                       \
    ((returns)->in.who == RETURN_LDS       ? lds->q.what                                                               \
     : (returns)->in.who == RETURN_MEMORY  ? memory->q.what                                                            \
     : (returns)->in.who == RETURN_TEXTURE ? texture->q.what                                                           \
                                           : vertex->q.what)
static inline const lanes_t *returned_rows(const struct return_net *returns, const struct vertex_fetch *vertex,
                                           const struct lds_unit *lds, const struct memory_read *memory,
                                           const struct texture_return *texture)
{
    switch (returns->in.who) {
    case RETURN_LDS:
        return &lds->result[lds->q.oldest * LDS_ELEMENTS];
    case RETURN_MEMORY:
        return memory->result;
    case RETURN_TEXTURE:
        return texture_return_rows(texture);
    default:
        return vertex->result;
    }
}

#define GPR_FILE_FROM(ONE, ALL, OF, ON, BY)                                                                            \
    ON(write_back, back, back, 0, gpr_write)                                                                           \
    OF(address_register, ar, ar, 0)                                                                                    \
    ONE(launch_net, launch, launch, 0)                                                                                 \
    ONE(return_net, returns, returns, 0)                                                                               \
    OF(vertex_fetch, vertex, vertex, 0)                                                                                \
    OF(lds_unit, lds, lds_unit, 0)                                                                                     \
    OF(memory_read, memory, memory_reads, 0)                                                                           \
    OF(texture_return, texture, texture_return, 0)                                                                     \
    OF(simd_memory, outside, outside, 0)
#define GPR_FILE_EVENTS(DRIVE)                                                                                         \
    DRIVE(write, back->q.gpr_write ? back->q.gpr_slots : 0)                                                            \
    DRIVE(load, launch->in.load)                                                                                       \
    DRIVE(clear, launch->in.launch)                                                                                    \
    DRIVE(fetch, returns->in.who != RETURN_NONE)
#define GPR_FILE_WIRES(DRIVE, WITH)                                                                                    \
    WITH(write, write_row, back->q.gpr_row)                                                                            \
    WITH(write, write_relative, back->q.gpr_relative)                                                                  \
    WITH(write, write_global, back->q.gpr_global)                                                                      \
    WITH(write, write_base, back->q.gpr_base)                                                                          \
    WITH(write, write_chan_t, back->q.gpr_chan_t)                                                                      \
    WITH(write, write_lanes, back->q.gpr_lanes)                                                                        \
    WITH(load, load_row, launch->in.load_row)                                                                          \
    WITH(clear, clear_row, launch->in.base)                                                                            \
    WITH(clear, clear_count, (uint8_t)launch->in.rows)                                                                 \
    WITH(fetch, fetch_row, OF_RETURN(returns, write_row))                                                              \
    WITH(fetch, fetch_elements, OF_RETURN(returns, write_elements))                                                    \
    WITH(fetch, fetch_lanes, OF_RETURN(returns, write_lanes))                                                          \
    WITH(write, write_data, write_back_rows(back, back->q.gpr_parity))                                                 \
    WITH(write, ar_x, &ar[back->q.gpr_parity].ar[0])                                                                   \
    WITH(fetch, fetch_data, returned_rows(returns, vertex, lds, memory, texture))                                      \
    WITH(load, load_data, initial_gpr(launch, outside->inputs))
RTL_WIRES(simd, gpr_file, gprs, GPR_FILE_FROM, GPR_FILE_EVENTS, GPR_FILE_WIRES);

#endif
