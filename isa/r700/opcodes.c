/* opcodes.c - the rows of the instructions and their look-up by opcode (ISA ch. 9). */
#include "isa/r700/isa.h"

#include "isa/r700/bits.h"

/* ---- control flow (ISA 9.1) ------------------------------------------------------------------------------------ */

/* Flags of the conditional instructions: COND may refer to a boolean by CF_CONST (ISA 3.6.3). */
#define CF_COND (ISA_CF_USES_COND | ISA_CF_USES_CONST)
#define CF_BRANCH (ISA_CF_USES_ADDR | CF_COND)

#define ROW(name, opcode, format, klass, flags, doc)                                                                   \
    [ISA_CF_INST_##name] = {ISA_CF_INST_##name, #name, opcode, ISA_FORMAT_##format, ISA_CF_##klass, flags, "9.1", doc},
#define ISA_CF_OP(name, opcode, klass, flags, doc) ROW(name, opcode, CF, klass, flags, doc)
#define ISA_CF_ALU_OP(name, opcode, klass, flags, doc) ROW(name, opcode, CF_ALU, klass, flags, doc)
#define ISA_CF_EXPORT_OP(name, opcode, klass, flags, doc) ROW(name, opcode, EXPORT_SWIZ, klass, flags, doc)
#define ISA_CF_MEM_OP(name, opcode, klass, flags, doc) ROW(name, opcode, EXPORT_BUF, klass, flags, doc)
const struct isa_cf_op isa_cf_ops[ISA_CF_INST_COUNT] = {
#include "isa/r700/ops_cf.def"
};
const unsigned isa_cf_op_count = ISA_CF_INST_COUNT;
#undef ROW
#undef ISA_CF_OP
#undef ISA_CF_ALU_OP
#undef ISA_CF_EXPORT_OP
#undef ISA_CF_MEM_OP

/* Row of each opcode plus one, zero where reserved. */
static const uint8_t cf_rows[1 << cf_cf_inst_WIDTH] = {
#define ISA_CF_OP(name, opcode, ...) [opcode] = ISA_CF_INST_##name + 1,
#define ISA_CF_ALU_OP(...)
#define ISA_CF_EXPORT_OP ISA_CF_OP
#define ISA_CF_MEM_OP ISA_CF_OP
#include "isa/r700/ops_cf.def"
#undef ISA_CF_OP
#undef ISA_CF_ALU_OP
};
static const uint8_t cf_alu_rows[1 << cf_alu_cf_inst_WIDTH] = {
#define ISA_CF_OP(...)
#define ISA_CF_ALU_OP(name, opcode, ...) [opcode] = ISA_CF_INST_##name + 1,
#include "isa/r700/ops_cf.def"
#undef ISA_CF_OP
#undef ISA_CF_ALU_OP
#undef ISA_CF_EXPORT_OP
#undef ISA_CF_MEM_OP
};

/* The two opcode fields end at the same bit; the CF_ALU opcodes are those with the MSB set (ISA 10.1). */
const struct isa_cf_op *isa_cf_lookup(const uint32_t dwords[2])
{
    unsigned opcode = GET(cf, cf_inst, dwords), alu_opcode = GET(cf_alu, cf_inst, dwords);
    bool     alu = alu_opcode >> (cf_alu_cf_inst_WIDTH - 1);
    unsigned row = alu ? cf_alu_rows[alu_opcode] : cf_rows[opcode];
    return row ? &isa_cf_ops[row - 1] : NULL;
}

static bool flag(uint64_t word, unsigned dword, unsigned low)
{
    return word >> (32 * dword + low) & 1;
}

bool isa_cf_barrier(uint64_t word)
{
    return flag(word, cf_barrier_DWORD, cf_barrier_LOW);
}

bool isa_cf_whole_quad_mode(uint64_t word)
{
    return flag(word, cf_whole_quad_mode_DWORD, cf_whole_quad_mode_LOW);
}

bool isa_cf_valid_pixel_mode(uint64_t word)
{
    return flag(word, cf_valid_pixel_mode_DWORD, cf_valid_pixel_mode_LOW);
}

/* ---- fetch (ISA 9.3 to 9.6) ------------------------------------------------------------------------------------ */

#define ISA_VTX_OP(name, opcode, sub, format, section, doc)                                                            \
    [ISA_FETCH_##name] = {ISA_FETCH_##name, #name, opcode, sub, ISA_FORMAT_##format, section, doc},
#define ISA_MEM_OP ISA_VTX_OP
#define ISA_TEX_OP ISA_VTX_OP
const struct isa_fetch_op isa_fetch_ops[ISA_FETCH_COUNT] = {
#include "isa/r700/ops_fetch.def"
};
const unsigned isa_fetch_op_count = ISA_FETCH_COUNT;
#undef ISA_VTX_OP
#undef ISA_MEM_OP
#undef ISA_TEX_OP

static const uint8_t vtx_rows[1 << tex_tex_inst_WIDTH] = {
#define ISA_VTX_OP(name, opcode, ...) [opcode] = ISA_FETCH_##name + 1,
#define ISA_MEM_OP(...)
#define ISA_TEX_OP(...)
#include "isa/r700/ops_fetch.def"
#undef ISA_TEX_OP
};
static const uint8_t tex_rows[1 << tex_tex_inst_WIDTH] = {
#define ISA_TEX_OP ISA_VTX_OP
#include "isa/r700/ops_fetch.def"
#undef ISA_VTX_OP
#undef ISA_MEM_OP
#undef ISA_TEX_OP
};
static const uint8_t mem_rows[1 << mem_rd_mem_op_WIDTH] = {
#define ISA_VTX_OP(...)
#define ISA_MEM_OP(name, opcode, sub, ...) [sub] = ISA_FETCH_##name + 1,
#define ISA_TEX_OP(...)
#include "isa/r700/ops_fetch.def"
#undef ISA_VTX_OP
#undef ISA_MEM_OP
#undef ISA_TEX_OP
};

/* All fetch formats have the opcode in the same place, and MEM_OP too (ISA 10.3 to 10.6). */
const struct isa_fetch_op *isa_fetch_lookup(unsigned cf_opcode, const uint32_t dwords[4])
{
    unsigned opcode = GET(tex, tex_inst, dwords), row;
    if (opcode == isa_fetch_ops[ISA_FETCH_MEM_RD_SCRATCH].opcode)
        row = mem_rows[GET(mem_rd, mem_op, dwords)];
    else
        row = cf_opcode == isa_cf_ops[ISA_CF_INST_TEX].opcode ? tex_rows[opcode] : vtx_rows[opcode];
    return row ? &isa_fetch_ops[row - 1] : NULL;
}
