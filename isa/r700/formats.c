/* formats.c - the microcode formats as tables, and pack and unpack made from their rows (ISA ch. 10). */
#include "isa/r700/isa.h"

#include <string.h>

/* ---- names of enumerated values -------------------------------------------------------------------------------- */

#define ISA_NAMES(table, ...) static const char *const names_##table[] = {__VA_ARGS__};
#include "isa/r700/names.def"
#undef ISA_NAMES

static const char *const names_format[] = {
#define DATA_FORMAT(number, name, ...) [number] = "FMT_" #name,
#define DATA_FORMAT_TEXELS DATA_FORMAT
#define DATA_FORMAT_NAME(number, name) [number] = "FMT_" #name,
#include "isa/r700/data_formats.def"
#undef DATA_FORMAT
#undef DATA_FORMAT_TEXELS
#undef DATA_FORMAT_NAME
};

/* clang-format off */
#define TEN(prefix, suffix)                                                                                            \
    prefix "0" suffix, prefix "1" suffix, prefix "2" suffix, prefix "3" suffix, prefix "4" suffix,                     \
    prefix "5" suffix, prefix "6" suffix, prefix "7" suffix, prefix "8" suffix, prefix "9" suffix
#define HUNDRED(prefix, suffix)                                                                                        \
    TEN(prefix "0", suffix), TEN(prefix "1", suffix), TEN(prefix "2", suffix), TEN(prefix "3", suffix),                \
    TEN(prefix "4", suffix), TEN(prefix "5", suffix), TEN(prefix "6", suffix), TEN(prefix "7", suffix),                \
    TEN(prefix "8", suffix), TEN(prefix "9", suffix)
/* 0 .. 99 without leading zeros */
#define FIRST_HUNDRED(prefix, suffix)                                                                                  \
    TEN(prefix, suffix), TEN(prefix "1", suffix), TEN(prefix "2", suffix), TEN(prefix "3", suffix),                    \
    TEN(prefix "4", suffix), TEN(prefix "5", suffix), TEN(prefix "6", suffix), TEN(prefix "7", suffix),                \
    TEN(prefix "8", suffix), TEN(prefix "9", suffix)
#define THIRTY_TWO(prefix, suffix)                                                                                     \
    TEN(prefix, suffix), TEN(prefix "1", suffix), TEN(prefix "2", suffix), prefix "30" suffix, prefix "31" suffix

/* SRC*_SEL (ISA 10.2): the manual names only the special values; the others are named as in listings. */
static const char *const names_src[512] = {
    [ISA_SRC_GPR] = FIRST_HUNDRED("R", ""), TEN("R10", ""), TEN("R11", ""),
    "R120", "R121", "R122", "R123", "R124", "R125", "R126", "R127",
    [ISA_SRC_KCACHE0] = THIRTY_TWO("KC0[", "]"),
    [ISA_SRC_KCACHE1] = THIRTY_TWO("KC1[", "]"),
    [ISA_SRC_1_DBL_L] = "ALU_SRC_1_DBL_L",
    [ISA_SRC_1_DBL_M] = "ALU_SRC_1_DBL_M",
    [ISA_SRC_0_5_DBL_L] = "ALU_SRC_0_5_DBL_L",
    [ISA_SRC_0_5_DBL_M] = "ALU_SRC_0_5_DBL_M",
    [ISA_SRC_0] = "ALU_SRC_0",
    [ISA_SRC_1] = "ALU_SRC_1",
    [ISA_SRC_1_INT] = "ALU_SRC_1_INT",
    [ISA_SRC_M_1_INT] = "ALU_SRC_M_1_INT",
    [ISA_SRC_0_5] = "ALU_SRC_0_5",
    [ISA_SRC_LITERAL] = "ALU_SRC_LITERAL",
    [ISA_SRC_PV] = "ALU_SRC_PV",
    [ISA_SRC_PS] = "ALU_SRC_PS",
    [ISA_SRC_CFILE] = FIRST_HUNDRED("C", ""), HUNDRED("C1", ""),
    TEN("C20", ""), TEN("C21", ""), TEN("C22", ""), TEN("C23", ""), TEN("C24", ""),
    "C250", "C251", "C252", "C253", "C254", "C255",
};

static const char *const names_alu_op2[] = {
#define ISA_OP2(name, opcode, ...) [opcode] = "OP2_INST_" #name,
#define ISA_OP3(...)
#include "isa/r700/ops_alu.def"
#undef ISA_OP2
#undef ISA_OP3
};
static const char *const names_alu_op3[] = {
#define ISA_OP2(...)
#define ISA_OP3(name, opcode, ...) [opcode] = "OP3_INST_" #name,
#include "isa/r700/ops_alu.def"
#undef ISA_OP2
#undef ISA_OP3
};

#define NAME(name, opcode, ...) [opcode] = "CF_INST_" #name,
#define NONE(...)
static const char *const names_cf[] = {
#define ISA_CF_OP NAME
#define ISA_CF_ALU_OP NONE
#define ISA_CF_EXPORT_OP NONE
#define ISA_CF_MEM_OP NONE
#include "isa/r700/ops_cf.def"
#undef ISA_CF_OP
#undef ISA_CF_ALU_OP
#undef ISA_CF_EXPORT_OP
#undef ISA_CF_MEM_OP
};
static const char *const names_cf_alu[] = {
#define ISA_CF_OP NONE
#define ISA_CF_ALU_OP NAME
#define ISA_CF_EXPORT_OP NONE
#define ISA_CF_MEM_OP NONE
#include "isa/r700/ops_cf.def"
#undef ISA_CF_OP
#undef ISA_CF_ALU_OP
#undef ISA_CF_EXPORT_OP
#undef ISA_CF_MEM_OP
};
static const char *const names_cf_export[] = {
#define ISA_CF_OP NONE
#define ISA_CF_ALU_OP NONE
#define ISA_CF_EXPORT_OP NAME
#define ISA_CF_MEM_OP NAME
#include "isa/r700/ops_cf.def"
#undef ISA_CF_OP
#undef ISA_CF_ALU_OP
#undef ISA_CF_EXPORT_OP
#undef ISA_CF_MEM_OP
};
/* clang-format on */

/* Rows without names write `none`. */
static const char *const names_none[1] = {NULL};

/* ---- tables ---------------------------------------------------------------------------------------------------- */

#define NAME_COUNT(kind, table) ((kind) == ISA_ENUM ? sizeof names_##table / sizeof *names_##table : 0)
#define ISA_FIELD(name, dword, high, low, kind, table, doc)                                                            \
    {#name, dword, high, low, kind, (kind) == ISA_ENUM ? names_##table : NULL, NAME_COUNT(kind, table), doc},

/* clang-format off */
static const struct isa_field fields_cf[] = {
#include "isa/r700/format_cf.def"
};
static const struct isa_field fields_cf_alu[] = {
#include "isa/r700/format_cf_alu.def"
};
static const struct isa_field fields_export_buf[] = {
#include "isa/r700/format_export_buf.def"
};
static const struct isa_field fields_export_swiz[] = {
#include "isa/r700/format_export_swiz.def"
};
static const struct isa_field fields_alu_op2[] = {
#include "isa/r700/format_alu_op2.def"
};
static const struct isa_field fields_alu_op3[] = {
#include "isa/r700/format_alu_op3.def"
};
static const struct isa_field fields_vtx_sem[] = {
#include "isa/r700/format_vtx_sem.def"
};
static const struct isa_field fields_vtx_gpr[] = {
#include "isa/r700/format_vtx_gpr.def"
};
static const struct isa_field fields_tex[] = {
#include "isa/r700/format_tex.def"
};
static const struct isa_field fields_mem_rd[] = {
#include "isa/r700/format_mem_rd.def"
};
static const struct isa_field fields_mem_dsw[] = {
#include "isa/r700/format_mem_dsw.def"
};
static const struct isa_field fields_mem_dsr[] = {
#include "isa/r700/format_mem_dsr.def"
};
#undef ISA_FIELD

#define FORMAT(name, section, dwords, fields) {name, section, dwords, fields, sizeof fields / sizeof *fields}
const struct isa_format isa_formats[ISA_FORMAT_COUNT] = {
    [ISA_FORMAT_CF]          = FORMAT("CF",                     "10.1", 2, fields_cf),
    [ISA_FORMAT_CF_ALU]      = FORMAT("CF_ALU",                 "10.1", 2, fields_cf_alu),
    [ISA_FORMAT_EXPORT_BUF]  = FORMAT("CF_ALLOC_EXPORT_BUF",    "10.1", 2, fields_export_buf),
    [ISA_FORMAT_EXPORT_SWIZ] = FORMAT("CF_ALLOC_EXPORT_SWIZ",   "10.1", 2, fields_export_swiz),
    [ISA_FORMAT_ALU_OP2]     = FORMAT("ALU_OP2",                "10.2", 2, fields_alu_op2),
    [ISA_FORMAT_ALU_OP3]     = FORMAT("ALU_OP3",                "10.2", 2, fields_alu_op3),
    [ISA_FORMAT_VTX_SEM]     = FORMAT("VTX_SEM",                "10.3", 4, fields_vtx_sem),
    [ISA_FORMAT_VTX_GPR]     = FORMAT("VTX_GPR",                "10.3", 4, fields_vtx_gpr),
    [ISA_FORMAT_TEX]         = FORMAT("TEX",                    "10.4", 4, fields_tex),
    [ISA_FORMAT_MEM_RD]      = FORMAT("MEM_RD",                 "10.5", 4, fields_mem_rd),
    [ISA_FORMAT_MEM_DSW]     = FORMAT("MEM_DSW",                "10.6", 4, fields_mem_dsw),
    [ISA_FORMAT_MEM_DSR]     = FORMAT("MEM_DSR",                "10.6", 4, fields_mem_dsr),
};
/* clang-format on */

/* ---- one field ------------------------------------------------------------------------------------------------- */

static uint32_t mask_of(const struct isa_field *field)
{
    return 0xffffffffu >> (31 - (field->high - field->low));
}

uint32_t isa_field_get(const struct isa_field *field, const uint32_t *dwords)
{
    return dwords[field->dword] >> field->low & mask_of(field);
}

void isa_field_set(const struct isa_field *field, uint32_t *dwords, uint32_t value)
{
    uint32_t mask = mask_of(field);
    dwords[field->dword] = (dwords[field->dword] & ~(mask << field->low)) | (value & mask) << field->low;
}

const struct isa_field *isa_field_find(enum isa_format_id format, const char *name)
{
    for (unsigned i = 0; i < isa_formats[format].field_count; i++)
        if (strcmp(isa_formats[format].fields[i].name, name) == 0)
            return &isa_formats[format].fields[i];
    return NULL;
}

const char *isa_enum_name(const struct isa_field *field, uint32_t value)
{
    return value < field->name_count ? field->names[value] : NULL;
}
