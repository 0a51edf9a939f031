/* alu.c - the ALU instructions: their rows, decode and encode (ISA 9.2, 10.2). */
#include "isa/r700/isa.h"

#include "isa/r700/bits.h"

/* ---- rows ------------------------------------------------------------------------------------------------------ */

#define ISA_OP2(name, opcode, operands, unit, slots, flags, section, doc)                                              \
    [ISA_OP2_##name] = {#name, opcode, false, operands, ISA_UNIT_##unit, slots, flags, section, doc},
#define ISA_OP3(name, opcode, operands, unit, slots, flags, section, doc)                                              \
    [ISA_OP3_##name] = {#name, opcode, true, operands, ISA_UNIT_##unit, slots, flags, section, doc},
const struct isa_alu_op isa_alu_ops[ISA_ALU_COUNT + 1] = {
#include "isa/r700/ops_alu.def"
    [ISA_ALU_ILLEGAL] = {"ILLEGAL", 0, false, 0, ISA_UNIT_ANY, 1, 0, "10.2", "a reserved opcode"},
};
#undef ISA_OP2
#undef ISA_OP3

/* Id of each opcode plus one, zero where reserved.  ALU_INST of OP3 overlaps the upper bits of that of OP2, and the top
 * three of them tell the formats apart: they are zero in OP2 (ISA 4.5). */
#define OP3_BITS 3
static const uint8_t op2_ids[1 << (alu_op2_alu_inst_WIDTH - OP3_BITS)] = {
#define ISA_OP2(name, opcode, ...) [opcode] = ISA_OP2_##name + 1,
#define ISA_OP3(...)
#include "isa/r700/ops_alu.def"
#undef ISA_OP2
#undef ISA_OP3
};
static const uint8_t op3_ids[1 << alu_op3_alu_inst_WIDTH] = {
#define ISA_OP2(...)
#define ISA_OP3(name, opcode, ...) [opcode] = ISA_OP3_##name + 1,
#include "isa/r700/ops_alu.def"
#undef ISA_OP2
#undef ISA_OP3
};
_Static_assert(ISA_ALU_COUNT < UINT8_MAX, "ids fit the tables");

/* ---- decode ---------------------------------------------------------------------------------------------------- */

#define SRC(format, n, has_abs)                                                                                        \
    (struct isa_alu_src)                                                                                               \
    {                                                                                                                  \
        .sel = GET(format, src##n##_sel, dwords), .chan = GET(format, src##n##_chan, dwords),                          \
        .rel = GET(format, src##n##_rel, dwords), .neg = GET(format, src##n##_neg, dwords), .abs = has_abs             \
    }

static void decode_op2(const uint32_t dwords[2], struct isa_alu *out)
{
    unsigned id = op2_ids[out->opcode = GET(alu_op2, alu_inst, dwords)];
    out->id = id ? id - 1 : ISA_ALU_ILLEGAL;
    out->src[0] = SRC(alu_op2, 0, GET(alu_op2, src0_abs, dwords));
    out->src[1] = SRC(alu_op2, 1, GET(alu_op2, src1_abs, dwords));
    out->src[2] = (struct isa_alu_src){0};
    out->update_execute_mask = GET(alu_op2, update_execute_mask, dwords);
    out->update_pred = GET(alu_op2, update_pred, dwords);
    out->write_mask = GET(alu_op2, write_mask, dwords);
    out->omod = GET(alu_op2, omod, dwords);
}

static void decode_op3(const uint32_t dwords[2], struct isa_alu *out)
{
    unsigned id = op3_ids[out->opcode = GET(alu_op3, alu_inst, dwords)];
    out->id = id ? id - 1 : ISA_ALU_ILLEGAL;
    out->src[0] = SRC(alu_op3, 0, false);
    out->src[1] = SRC(alu_op3, 1, false);
    out->src[2] = SRC(alu_op3, 2, false);
    out->update_execute_mask = false;
    out->update_pred = false;
    out->write_mask = true; /* OP3 has no mask, it always writes (ISA 10.2) */
    out->omod = ISA_OMOD_OFF;
}

void isa_alu_decode(const uint32_t dwords[2], struct isa_alu *out)
{
    out->op3 = GET(alu_op2, alu_inst, dwords) >> (alu_op2_alu_inst_WIDTH - OP3_BITS);
    if (out->op3)
        decode_op3(dwords, out);
    else
        decode_op2(dwords, out);
    out->index_mode = GET(alu_op2, index_mode, dwords);
    out->pred_sel = GET(alu_op2, pred_sel, dwords);
    out->last = GET(alu_op2, last, dwords);
    out->clamp = GET(alu_op2, clamp, dwords);
    out->bank_swizzle = GET(alu_op2, bank_swizzle, dwords);
    out->dst_gpr = GET(alu_op2, dst_gpr, dwords);
    out->dst_chan = GET(alu_op2, dst_elem, dwords);
    out->dst_rel = GET(alu_op2, dst_rel, dwords);
}

/* ---- encode ---------------------------------------------------------------------------------------------------- */

#define PUT_SRC(format, n)                                                                                             \
    (PUT(format, src##n##_sel, in->src[n].sel) | PUT(format, src##n##_chan, in->src[n].chan) |                         \
     PUT(format, src##n##_rel, in->src[n].rel) | PUT(format, src##n##_neg, in->src[n].neg))

void isa_alu_encode(const struct isa_alu *in, uint32_t dwords[2])
{
    dwords[0] = PUT_SRC(alu_op2, 0) | PUT_SRC(alu_op2, 1) | PUT(alu_op2, index_mode, in->index_mode) |
                PUT(alu_op2, pred_sel, in->pred_sel) | PUT(alu_op2, last, in->last);
    dwords[1] = PUT(alu_op2, bank_swizzle, in->bank_swizzle) | PUT(alu_op2, dst_gpr, in->dst_gpr) |
                PUT(alu_op2, dst_rel, in->dst_rel) | PUT(alu_op2, dst_elem, in->dst_chan) |
                PUT(alu_op2, clamp, in->clamp);
    if (in->op3)
        dwords[1] |= PUT_SRC(alu_op3, 2) | PUT(alu_op3, alu_inst, in->opcode);
    else
        dwords[1] |= PUT(alu_op2, src0_abs, in->src[0].abs) | PUT(alu_op2, src1_abs, in->src[1].abs) |
                     PUT(alu_op2, update_execute_mask, in->update_execute_mask) |
                     PUT(alu_op2, update_pred, in->update_pred) | PUT(alu_op2, write_mask, in->write_mask) |
                     PUT(alu_op2, omod, in->omod) | PUT(alu_op2, alu_inst, in->opcode);
}
