/* bits.h - the bits of every field as integer constants, for decoding on the simulator's path (ISA ch. 10).
 *
 * GET(cf_alu, count, dwords) reads a field with constant shifts, PUT(cf_alu, count, value) is the value in its place,
 * both straight from the row of format_*.def.  Private to isa/. */
#ifndef ISA_R700_BITS_H
#define ISA_R700_BITS_H

#include <stdint.h>

#define GET(format, field, dwords)                                                                                     \
    ((dwords)[format##_##field##_DWORD] >> format##_##field##_LOW & MASK(format##_##field##_WIDTH))
#define PUT(format, field, value) (((uint32_t)(value)&MASK(format##_##field##_WIDTH)) << format##_##field##_LOW)
#define MASK(width) (0xffffffffu >> (32 - (width)))

#define CONSTANTS(format, field, dword, high, low)                                                                     \
    format##_##field##_DWORD = dword, format##_##field##_LOW = low, format##_##field##_WIDTH = high - low + 1,

/* clang-format off */
enum {
#define ISA_FIELD(field, dword, high, low, ...) CONSTANTS(cf, field, dword, high, low)
#include "isa/r700/format_cf.def"
#undef ISA_FIELD
#define ISA_FIELD(field, dword, high, low, ...) CONSTANTS(cf_alu, field, dword, high, low)
#include "isa/r700/format_cf_alu.def"
#undef ISA_FIELD
#define ISA_FIELD(field, dword, high, low, ...) CONSTANTS(alu_op2, field, dword, high, low)
#include "isa/r700/format_alu_op2.def"
#undef ISA_FIELD
#define ISA_FIELD(field, dword, high, low, ...) CONSTANTS(alu_op3, field, dword, high, low)
#include "isa/r700/format_alu_op3.def"
#undef ISA_FIELD
#define ISA_FIELD(field, dword, high, low, ...) CONSTANTS(tex, field, dword, high, low)
#include "isa/r700/format_tex.def"
#undef ISA_FIELD
#define ISA_FIELD(field, dword, high, low, ...) CONSTANTS(mem_rd, field, dword, high, low)
#include "isa/r700/format_mem_rd.def"
#undef ISA_FIELD
};
/* clang-format on */
#undef CONSTANTS

#endif
