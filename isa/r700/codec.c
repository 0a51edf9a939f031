/* codec.c - a struct of every microcode format from its words and back, one statement per row (ISA ch. 10). */
#include "isa/r700/isa.h"

#define MASK(high, low) (0xffffffffu >> (31 - ((high) - (low))))

/* Each pair expands format_*.def twice: as reads, and as ORs into words that start at zero. */
/* clang-format off */
#define UNPACK(name, dword, high, low) out->name = dwords[dword] >> (low) & MASK(high, low);
#define PACK(name, dword, high, low) dwords[dword] |= (in->name & MASK(high, low)) << (low);

#define ISA_FIELD(name, dword, high, low, ...) UNPACK(name, dword, high, low)
void isa_unpack_cf(const uint32_t *dwords, struct isa_cf *out)
{
#include "isa/r700/format_cf.def"
}
void isa_unpack_cf_alu(const uint32_t *dwords, struct isa_cf_alu *out)
{
#include "isa/r700/format_cf_alu.def"
}
void isa_unpack_export_buf(const uint32_t *dwords, struct isa_export_buf *out)
{
#include "isa/r700/format_export_buf.def"
}
void isa_unpack_export_swiz(const uint32_t *dwords, struct isa_export_swiz *out)
{
#include "isa/r700/format_export_swiz.def"
}
void isa_unpack_alu_op2(const uint32_t *dwords, struct isa_alu_op2 *out)
{
#include "isa/r700/format_alu_op2.def"
}
void isa_unpack_alu_op3(const uint32_t *dwords, struct isa_alu_op3 *out)
{
#include "isa/r700/format_alu_op3.def"
}
void isa_unpack_vtx_sem(const uint32_t *dwords, struct isa_vtx_sem *out)
{
#include "isa/r700/format_vtx_sem.def"
}
void isa_unpack_vtx_gpr(const uint32_t *dwords, struct isa_vtx_gpr *out)
{
#include "isa/r700/format_vtx_gpr.def"
}
void isa_unpack_tex(const uint32_t *dwords, struct isa_tex *out)
{
#include "isa/r700/format_tex.def"
}
void isa_unpack_mem_rd(const uint32_t *dwords, struct isa_mem_rd *out)
{
#include "isa/r700/format_mem_rd.def"
}
void isa_unpack_mem_dsw(const uint32_t *dwords, struct isa_mem_dsw *out)
{
#include "isa/r700/format_mem_dsw.def"
}
void isa_unpack_mem_dsr(const uint32_t *dwords, struct isa_mem_dsr *out)
{
#include "isa/r700/format_mem_dsr.def"
}
#undef ISA_FIELD

#define ISA_FIELD(name, dword, high, low, ...) PACK(name, dword, high, low)
void isa_pack_cf(const struct isa_cf *in, uint32_t *dwords)
{
    dwords[0] = dwords[1] = 0;
#include "isa/r700/format_cf.def"
}
void isa_pack_cf_alu(const struct isa_cf_alu *in, uint32_t *dwords)
{
    dwords[0] = dwords[1] = 0;
#include "isa/r700/format_cf_alu.def"
}
void isa_pack_export_buf(const struct isa_export_buf *in, uint32_t *dwords)
{
    dwords[0] = dwords[1] = 0;
#include "isa/r700/format_export_buf.def"
}
void isa_pack_export_swiz(const struct isa_export_swiz *in, uint32_t *dwords)
{
    dwords[0] = dwords[1] = 0;
#include "isa/r700/format_export_swiz.def"
}
void isa_pack_alu_op2(const struct isa_alu_op2 *in, uint32_t *dwords)
{
    dwords[0] = dwords[1] = 0;
#include "isa/r700/format_alu_op2.def"
}
void isa_pack_alu_op3(const struct isa_alu_op3 *in, uint32_t *dwords)
{
    dwords[0] = dwords[1] = 0;
#include "isa/r700/format_alu_op3.def"
}
void isa_pack_vtx_sem(const struct isa_vtx_sem *in, uint32_t *dwords)
{
    dwords[0] = dwords[1] = dwords[2] = dwords[3] = 0;
#include "isa/r700/format_vtx_sem.def"
}
void isa_pack_vtx_gpr(const struct isa_vtx_gpr *in, uint32_t *dwords)
{
    dwords[0] = dwords[1] = dwords[2] = dwords[3] = 0;
#include "isa/r700/format_vtx_gpr.def"
}
void isa_pack_tex(const struct isa_tex *in, uint32_t *dwords)
{
    dwords[0] = dwords[1] = dwords[2] = dwords[3] = 0;
#include "isa/r700/format_tex.def"
}
void isa_pack_mem_rd(const struct isa_mem_rd *in, uint32_t *dwords)
{
    dwords[0] = dwords[1] = dwords[2] = dwords[3] = 0;
#include "isa/r700/format_mem_rd.def"
}
void isa_pack_mem_dsw(const struct isa_mem_dsw *in, uint32_t *dwords)
{
    dwords[0] = dwords[1] = dwords[2] = dwords[3] = 0;
#include "isa/r700/format_mem_dsw.def"
}
void isa_pack_mem_dsr(const struct isa_mem_dsr *in, uint32_t *dwords)
{
    dwords[0] = dwords[1] = dwords[2] = dwords[3] = 0;
#include "isa/r700/format_mem_dsr.def"
}
#undef ISA_FIELD
/* clang-format on */
