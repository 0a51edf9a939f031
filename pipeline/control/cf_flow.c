/* cf_flow.c - which part of the flow logic an instruction goes to; what happens before and after an ALU clause
 * (ISA 3.7.7, 9.1). */
#include "pipeline/control/cf_flow.h"

static void execute_cf(struct cf_flow *flow, enum isa_cf_id id, const struct isa_cf *cf)
{
    struct cf_wave *wave = cf_wave_of(flow);
    switch (id) {
    case ISA_CF_INST_JUMP:
        cf_jump(flow, cf, cf->pop_count);
        break;
    case ISA_CF_INST_PUSH:
        cf_push_branch(flow, cf, cf->pop_count);
        break;
    case ISA_CF_INST_PUSH_ELSE:
        cf_push_else(flow, cf);
        break;
    case ISA_CF_INST_ELSE:
        cf_else_branch(flow, cf);
        break;
    case ISA_CF_INST_POP:
        cf_pop(flow, cf);
        break;
    case ISA_CF_INST_POP_JUMP:
        cf_pop_masks(flow, cf->pop_count);
        cf_jump(flow, cf, 0);
        break;
    case ISA_CF_INST_POP_PUSH:
        cf_pop_masks(flow, cf->pop_count);
        cf_push_branch(flow, cf, 0);
        break;
    case ISA_CF_INST_POP_PUSH_ELSE:
        cf_pop_masks(flow, cf->pop_count);
        cf_push_else(flow, cf);
        break;
    case ISA_CF_INST_LOOP_START:
        cf_loop_start(flow, cf, CF_LOOP_INDEXED);
        break;
    case ISA_CF_INST_LOOP_START_NO_AL:
        cf_loop_start(flow, cf, CF_LOOP_REPEAT);
        break;
    case ISA_CF_INST_LOOP_START_DX10:
        cf_loop_start(flow, cf, CF_LOOP_DX10);
        break;
    case ISA_CF_INST_LOOP_END:
        cf_loop_end(flow, cf);
        break;
    case ISA_CF_INST_LOOP_BREAK:
        cf_leave_iteration(flow, cf, &wave->broken);
        break;
    case ISA_CF_INST_LOOP_CONTINUE:
        cf_leave_iteration(flow, cf, &wave->continued);
        break;
    case ISA_CF_INST_CALL:
        cf_call(flow, cf, false);
        break;
    case ISA_CF_INST_CALL_FS:
        cf_call(flow, cf, true);
        break;
    case ISA_CF_INST_RETURN:
        cf_return_from_call(flow, cf);
        break;
    case ISA_CF_INST_KILL:
        cf_kill(flow, cf);
        break;
    default: /* NOP, WAIT_ACK, EMIT_*: nothing happens to the state */
        break;
    }
}

void cf_flow_execute(struct cf_flow *flow, uint64_t word)
{
    const uint32_t          dwords[2] = {(uint32_t)word, (uint32_t)(word >> 32)};
    const struct isa_cf_op *op = isa_cf_lookup(dwords);
    bool                    end = false;
    if (op->klass == ISA_CF_ALU) {
        /* One push before the clause (ISA table 3.7; 9.1: by the first PRED_SET*). */
        if (op->id == ISA_CF_INST_ALU_PUSH_BEFORE || op->id == ISA_CF_INST_ALU_ELSE_AFTER)
            cf_push_mask(flow, false);
        if (!cf_wave_of(flow)->active) /* the clause is skipped (ISA ch. 3) */
            cf_flow_after_clause(flow, op->opcode, 0);
    } else if (op->klass == ISA_CF_EXPORT) {
        struct isa_export_swiz cf;
        isa_unpack_export_swiz(dwords, &cf);
        end = cf.end_of_program;
    } else {
        struct isa_cf cf;
        isa_unpack_cf(dwords, &cf);
        execute_cf(flow, op->id, &cf);
        end = cf.end_of_program;
    }
    if (end && cf_wave_of(flow)->stack_rows)
        cf_fail(flow, CF_STACK_NOT_EMPTY);
}

void cf_flow_after_clause(struct cf_flow *flow, unsigned op, lane_mask_t active)
{
    struct cf_wave   *wave = cf_wave_of(flow);
    const lane_mask_t masked = wave->active & ~active;
    struct cf_frame   frame;
    wave->active = active;
    switch (op) {
    case ISA_OPCODE_ALU_POP_AFTER:
        cf_pop_masks(flow, 1);
        break;
    case ISA_OPCODE_ALU_POP2_AFTER:
        cf_pop_masks(flow, 2);
        break;
    case ISA_OPCODE_ALU_CONTINUE: /* the pixels that the predicate masks */
        if (wave->loop_kind == CF_LOOP_NONE)
            cf_fail(flow, CF_NO_LOOP);
        wave->continued |= masked;
        break;
    case ISA_OPCODE_ALU_BREAK:
        if (wave->loop_kind == CF_LOOP_NONE)
            cf_fail(flow, CF_NO_LOOP);
        wave->broken |= masked;
        break;
    case ISA_OPCODE_ALU_ELSE_AFTER: /* as ISA 9.1 and 10.1 have it; 3.7.7 pops first, table 3.7 only pops */
        if (cf_top(flow, &frame))
            cf_invert(flow, frame.active);
        else
            cf_fail(flow, CF_STACK_UNDERFLOW);
        break;
    }
}
