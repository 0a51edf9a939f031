/* isa.h - the R700 instruction set as data: microcode formats, opcodes, decode and encode (ISA ch. 9 and 10).
 *
 * Everything comes from tables: `format_*.def` has a row per field of a microcode format (every bit of every dword is
 * covered, reserved bits too), `ops_*.def` a row per instruction.  No shift or mask of a microcode field is written
 * anywhere else.  Decoding never fails and never loses a bit: encode(decode(w)) == w for every w; what is reserved or
 * illegal is NULL or ILLEGAL in a lookup. */
#ifndef ISA_R700_ISA_H
#define ISA_R700_ISA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* ---- microcode formats (ISA ch. 10) ------------------------------------------------------------------------ */

enum isa_format_id {
    ISA_FORMAT_CF,          /* CF_WORD0, CF_WORD1                                  10.1 */
    ISA_FORMAT_CF_ALU,      /* CF_ALU_WORD0, CF_ALU_WORD1                          10.1 */
    ISA_FORMAT_EXPORT_BUF,  /* CF_ALLOC_EXPORT_WORD0, CF_ALLOC_EXPORT_WORD1_BUF    10.1 */
    ISA_FORMAT_EXPORT_SWIZ, /* CF_ALLOC_EXPORT_WORD0, CF_ALLOC_EXPORT_WORD1_SWIZ   10.1 */
    ISA_FORMAT_ALU_OP2,     /* ALU_WORD0, ALU_WORD1_OP2_V2                         10.2 */
    ISA_FORMAT_ALU_OP3,     /* ALU_WORD0, ALU_WORD1_OP3                            10.2 */
    ISA_FORMAT_VTX_SEM,     /* VTX_WORD0, VTX_WORD1_SEM, VTX_WORD2                 10.3 */
    ISA_FORMAT_VTX_GPR,     /* VTX_WORD0, VTX_WORD1_GPR, VTX_WORD2                 10.3 */
    ISA_FORMAT_TEX,         /* TEX_WORD0..2                                        10.4 */
    ISA_FORMAT_MEM_RD,      /* MEM_RD_WORD0..2                                     10.5 */
    ISA_FORMAT_MEM_DSW,     /* MEM_DSW_WORD0..2                                    10.6 */
    ISA_FORMAT_MEM_DSR,     /* MEM_DSR_WORD0..2                                    10.6 */
    ISA_FORMAT_COUNT
};

enum isa_field_kind {
    ISA_INT,     /* unsigned integer */
    ISA_SIGNED,  /* two's complement */
    ISA_FLAG,    /* one bit */
    ISA_ENUM,    /* values have names, see isa_enum_name */
    ISA_RESERVED /* must be zero */
};

struct isa_field {
    const char         *name; /* the manual's name in lower case: "kcache_bank0" */
    uint8_t             dword, high, low;
    enum isa_field_kind kind;
    const char *const  *names;      /* ISA_ENUM: the manual's names, NULL where a value is reserved */
    unsigned            name_count; /* ISA_ENUM: 1 << width, or less when the rest is reserved */
    const char         *doc;
};

struct isa_format {
    const char             *name;    /* "CF_ALU" */
    const char             *section; /* "10.1" */
    unsigned                dwords;  /* 2, or 4 with the padding dword of fetch formats (96 bits padded to 128) */
    const struct isa_field *fields;
    unsigned                field_count;
};

extern const struct isa_format isa_formats[ISA_FORMAT_COUNT];

/* The raw field of a microcode word (no sign extension). */
uint32_t isa_field_get(const struct isa_field *field, const uint32_t *dwords);
void     isa_field_set(const struct isa_field *field, uint32_t *dwords, uint32_t value);
/* The field of that name, or NULL. */
const struct isa_field *isa_field_find(enum isa_format_id format, const char *name);

/* One struct per format, one uint32_t member per row of its .def, in order; reserved bits included. */
#define ISA_FIELD(name, dword, high, low, kind, names, doc) uint32_t name;
/* clang-format off */
struct isa_cf          {
#include "isa/r700/format_cf.def"
};
struct isa_cf_alu      {
#include "isa/r700/format_cf_alu.def"
};
struct isa_export_buf  {
#include "isa/r700/format_export_buf.def"
};
struct isa_export_swiz {
#include "isa/r700/format_export_swiz.def"
};
struct isa_alu_op2     {
#include "isa/r700/format_alu_op2.def"
};
struct isa_alu_op3     {
#include "isa/r700/format_alu_op3.def"
};
struct isa_vtx_sem     {
#include "isa/r700/format_vtx_sem.def"
};
struct isa_vtx_gpr     {
#include "isa/r700/format_vtx_gpr.def"
};
struct isa_tex         {
#include "isa/r700/format_tex.def"
};
struct isa_mem_rd      {
#include "isa/r700/format_mem_rd.def"
};
struct isa_mem_dsw     {
#include "isa/r700/format_mem_dsw.def"
};
struct isa_mem_dsr     {
#include "isa/r700/format_mem_dsr.def"
};
/* clang-format on */
#undef ISA_FIELD

/* isa_unpack_cf(dwords, &out), isa_pack_cf(&in, dwords), and so on for every struct above. */
#define ISA_CODEC(type)                                                                                                \
    void isa_unpack_##type(const uint32_t *dwords, struct isa_##type *out);                                            \
    void isa_pack_##type(const struct isa_##type *in, uint32_t *dwords);
ISA_CODEC(cf)
ISA_CODEC(cf_alu)
ISA_CODEC(export_buf)
ISA_CODEC(export_swiz)
ISA_CODEC(alu_op2)
ISA_CODEC(alu_op3)
ISA_CODEC(vtx_sem)
ISA_CODEC(vtx_gpr)
ISA_CODEC(tex)
ISA_CODEC(mem_rd)
ISA_CODEC(mem_dsw)
ISA_CODEC(mem_dsr)
#undef ISA_CODEC

/* Instructions of a fetch clause, 1..16: COUNT_3 is the MSB of COUNT (ISA 10.1). */
static inline unsigned isa_fetch_clause_count(const struct isa_cf *cf)
{
    return (cf->count | cf->count_3 << 3) + 1;
}

/* ---- opcodes (ISA ch. 9) ------------------------------------------------------------------------------------- */

/* Control flow.  The opcode is bits 29:23 of dword 1, except for ALU clauses: bit 29 set, opcode in bits 29:26. */
enum isa_cf_class {
    ISA_CF_OTHER,  /* NOP, KILL, EMIT_*, WAIT_ACK */
    ISA_CF_FETCH,  /* TEX, VTX, VTX_TC: start a fetch clause */
    ISA_CF_ALU,    /* ALU*: start an ALU clause */
    ISA_CF_BRANCH, /* JUMP, PUSH*, POP*, ELSE, LOOP*, CALL*, RETURN */
    ISA_CF_EXPORT, /* EXPORT, EXPORT_DONE (SWIZ format) */
    ISA_CF_MEM     /* MEM_* writes (BUF format) */
};

/* Dense ids: ISA_CF_INST_NOP, ..., ISA_CF_INST_MEM_EXPORT; isa_cf_ops is indexed by them. */
#define ISA_CF_OP(name, ...) ISA_CF_INST_##name,
#define ISA_CF_ALU_OP ISA_CF_OP
#define ISA_CF_EXPORT_OP ISA_CF_OP
#define ISA_CF_MEM_OP ISA_CF_OP
enum isa_cf_id {
#include "isa/r700/ops_cf.def"
    ISA_CF_INST_COUNT
};
#undef ISA_CF_OP
#undef ISA_CF_ALU_OP
#undef ISA_CF_EXPORT_OP
#undef ISA_CF_MEM_OP

/* CF_INST of the ALU clauses: ISA_OPCODE_ALU, ISA_OPCODE_ALU_PUSH_BEFORE, ... */
enum isa_cf_alu_opcode {
#define ISA_CF_OP(...)
#define ISA_CF_EXPORT_OP ISA_CF_OP
#define ISA_CF_MEM_OP ISA_CF_OP
#define ISA_CF_ALU_OP(name, opcode, ...) ISA_OPCODE_##name = opcode,
#include "isa/r700/ops_cf.def"
#undef ISA_CF_OP
#undef ISA_CF_ALU_OP
#undef ISA_CF_EXPORT_OP
#undef ISA_CF_MEM_OP
};

struct isa_cf_op {
    enum isa_cf_id     id;
    const char        *name;   /* "LOOP_START_DX10" */
    uint8_t            opcode; /* value of the CF_INST field of its format */
    enum isa_format_id format;
    enum isa_cf_class  klass;
    uint32_t           flags;
    const char        *section; /* "9.1" */
    const char        *doc;     /* one line of our own */
};
/* isa_cf_op.flags */
enum {
    ISA_CF_USES_ADDR = 1,
    ISA_CF_USES_CONST = 2,
    ISA_CF_USES_COND = 4,
    ISA_CF_USES_POP_COUNT = 8,
    ISA_CF_USES_CALL_COUNT = 16,
    ISA_CF_GS_ONLY = 32,
    ISA_CF_PS_ONLY = 64
};
extern const struct isa_cf_op isa_cf_ops[ISA_CF_INST_COUNT];
extern const unsigned         isa_cf_op_count;

/* The row of a CF instruction pair, or NULL for a reserved opcode. */
const struct isa_cf_op *isa_cf_lookup(const uint32_t dwords[2]);

/* Whether an instruction may go on at its ADDR: branches, loops, CALL; KILL, when no valid pixel is left (ISA 9.1); not
 * POP, which has the field but never jumps (ISA 3.7.2). */
static inline bool isa_cf_may_jump(const struct isa_cf_op *op)
{
    return op->flags & ISA_CF_USES_ADDR && op->flags & ISA_CF_USES_COND && op->id != ISA_CF_INST_POP;
}

/* Flags that lie in one place in all formats that have them, of an instruction pair with dword 1 in the high half
 * (ISA 10.1).  ALU clauses have no VALID_PIXEL_MODE: the bit is one of COUNT there. */
bool isa_cf_barrier(uint64_t word);
bool isa_cf_whole_quad_mode(uint64_t word);
bool isa_cf_valid_pixel_mode(uint64_t word);

/* ALU.  Ids are dense and stable within a build: ISA_OP2_ADD, ..., ISA_OP3_CNDGE_INT. */
enum isa_alu_id {
#define ISA_OP2(name, ...) ISA_OP2_##name,
#define ISA_OP3(name, ...) ISA_OP3_##name,
#include "isa/r700/ops_alu.def"
#undef ISA_OP2
#undef ISA_OP3
    ISA_ALU_COUNT,
    ISA_ALU_ILLEGAL = ISA_ALU_COUNT /* decode of a reserved opcode */
};

enum isa_alu_unit { ISA_UNIT_ANY, ISA_UNIT_VECTOR, ISA_UNIT_TRANS }; /* tables 4.4, 4.5, 4.6 */

/* isa_alu_op.flags */
enum {
    ISA_FLOAT_IN = 1 << 0,       /* operands are floats: NEG and ABS apply (ISA 4.7.2) */
    ISA_FLOAT_OUT = 1 << 1,      /* the result is a float: OMOD and CLAMP apply (ISA 4.9.1) */
    ISA_REDUCTION = 1 << 2,      /* DOT4, DOT4_IEEE, CUBE, MAX4: all of X Y Z W (ISA 4.8.2.1) */
    ISA_PRED_SET = 1 << 3,       /* computes a new predicate (ISA 4.8.1.1) */
    ISA_PUSH = 1 << 4,           /* PRED_SET*_PUSH: branch counters (ISA 4.10) */
    ISA_KILL = 1 << 5,           /* KILL* */
    ISA_MOVA = 1 << 6,           /* writes AR */
    ISA_DOUBLE = 1 << 7,         /* *_64 */
    ISA_TRANSCENDENTAL = 1 << 8, /* RECIP*, RECIPSQRT*, SQRT, EXP, LOG*, SIN, COS */

    ISA_I_TO_I = 0, /* operands to result, for the tables */
    ISA_I_TO_F = ISA_FLOAT_OUT,
    ISA_F_TO_I = ISA_FLOAT_IN,
    ISA_F_TO_F = ISA_FLOAT_IN | ISA_FLOAT_OUT
};

struct isa_alu_op {
    const char       *name;     /* "MULADD_IEEE" */
    uint16_t          opcode;   /* OP2: bits 17:7, OP3: bits 17:13 of dword 1 */
    bool              op3;      /* three-operand format */
    uint8_t           operands; /* 0..3 */
    enum isa_alu_unit unit;
    uint8_t           slots; /* 1, or 2 or 4 for doubles, 4 for reductions */
    uint32_t          flags;
    const char       *section; /* "9.2" */
    const char       *doc;     /* one line of our own */
};
extern const struct isa_alu_op isa_alu_ops[ISA_ALU_COUNT + 1]; /* the last row is ISA_ALU_ILLEGAL, named "ILLEGAL" */

struct isa_alu_src {
    uint16_t sel;  /* 0..511, see isa_src */
    uint8_t  chan; /* 0..3 = x y z w */
    bool     rel, neg, abs;
};

/* An ALU instruction word pair, both formats in one form.  OP3 words have write_mask true, omod 0, no abs. */
struct isa_alu {
    enum isa_alu_id    id;
    bool               op3;
    uint16_t           opcode; /* as in the word, also when illegal */
    struct isa_alu_src src[3]; /* all three always decoded; src[2] zero in OP2 words */
    uint8_t            index_mode, pred_sel;
    bool               last;
    bool               update_execute_mask, update_pred, write_mask, clamp;
    uint8_t            omod, bank_swizzle;
    uint8_t            dst_gpr, dst_chan;
    bool               dst_rel;
};
void isa_alu_decode(const uint32_t dwords[2], struct isa_alu *out);
/* Encodes `op3` and `opcode`; `id` is not looked at. */
void isa_alu_encode(const struct isa_alu *in, uint32_t dwords[2]);

/* SRC*_SEL (ISA 10.2). */
enum isa_src {
    ISA_SRC_GPR = 0,
    ISA_SRC_KCACHE0 = 128,
    ISA_SRC_KCACHE1 = 160,    /* 4.7.1 prints 144; its own list and ch. 10 say 160 (docs/open-questions.md) */
    ISA_SRC_KCACHE_END = 192, /* from here to 1_DBL_L: reserved */
    ISA_SRC_1_DBL_L = 244,
    ISA_SRC_1_DBL_M = 245,
    ISA_SRC_0_5_DBL_L = 246,
    ISA_SRC_0_5_DBL_M = 247,
    ISA_SRC_0 = 248,
    ISA_SRC_1 = 249,
    ISA_SRC_1_INT = 250,
    ISA_SRC_M_1_INT = 251,
    ISA_SRC_0_5 = 252,
    ISA_SRC_LITERAL = 253,
    ISA_SRC_PV = 254,
    ISA_SRC_PS = 255,
    ISA_SRC_CFILE = 256
};
enum {
    ISA_INDEX_AR_X,
    ISA_INDEX_AR_Y,
    ISA_INDEX_AR_Z,
    ISA_INDEX_AR_W,
    ISA_INDEX_LOOP,
    ISA_INDEX_GLOBAL,
    ISA_INDEX_GLOBAL_AR_X
};
enum { ISA_COND_ACTIVE, ISA_COND_FALSE, ISA_COND_BOOL, ISA_COND_NOT_BOOL }; /* ISA 10.1 */
enum { ISA_KCACHE_NOP, ISA_KCACHE_LOCK_1, ISA_KCACHE_LOCK_2, ISA_KCACHE_LOCK_LOOP_INDEX };
/* SEL_* and DST_SEL_* of exports and fetches (ISA 10.1, 10.3); 0..3 are the elements, 6 is reserved. */
enum { ISA_SEL_0 = 4, ISA_SEL_1 = 5, ISA_SEL_MASK = 7 };
enum { ISA_PRED_SEL_OFF = 0, ISA_PRED_SEL_ZERO = 2, ISA_PRED_SEL_ONE = 3 };
enum { ISA_OMOD_OFF, ISA_OMOD_M2, ISA_OMOD_M4, ISA_OMOD_D2 };
enum { ISA_VEC_012, ISA_VEC_021, ISA_VEC_120, ISA_VEC_102, ISA_VEC_201, ISA_VEC_210 };
enum { ISA_SCL_210, ISA_SCL_122, ISA_SCL_212, ISA_SCL_221 };
enum {
    ISA_GPRS = 128,           /* of a thread, clause temporaries included (ISA 2.6.1) */
    ISA_CFILE_CONSTANTS = 256 /* of the constant file (ISA 4.6.4) */
};
enum { ISA_SLOT_X, ISA_SLOT_Y, ISA_SLOT_Z, ISA_SLOT_W, ISA_SLOT_T, ISA_SLOTS };

static inline bool isa_src_is_gpr(unsigned sel)
{
    return sel < ISA_SRC_KCACHE0;
}
static inline bool isa_src_is_kcache(unsigned sel)
{
    return sel >= ISA_SRC_KCACHE0 && sel < ISA_SRC_KCACHE_END;
}
static inline bool isa_src_is_cfile(unsigned sel)
{
    return sel >= ISA_SRC_CFILE;
}
/* Any constant: kcache, constant file, inline or literal; what the manual's port rules call a constant (ISA 4.7.9). */
static inline bool isa_src_is_constant(unsigned sel)
{
    return !isa_src_is_gpr(sel) && sel != ISA_SRC_PV && sel != ISA_SRC_PS;
}

/* Fetch instructions: VTX_INST, TEX_INST, MEM_OP rows (ISA 9.3 to 9.6).  Dense ids: ISA_FETCH_FETCH,
 * ISA_FETCH_SEMANTIC, ..., ISA_FETCH_SAMPLE_C_G_LZ; isa_fetch_ops is indexed by them. */
#define ISA_VTX_OP(name, ...) ISA_FETCH_##name,
#define ISA_MEM_OP ISA_VTX_OP
#define ISA_TEX_OP ISA_VTX_OP
enum isa_fetch_id {
#include "isa/r700/ops_fetch.def"
    ISA_FETCH_COUNT
};
#undef ISA_VTX_OP
#undef ISA_MEM_OP
#undef ISA_TEX_OP

struct isa_fetch_op {
    enum isa_fetch_id  id;
    const char        *name; /* "SAMPLE_C_LZ", "FETCH", "SEMANTIC", "MEM_RD_SCRATCH" ... */
    uint8_t            opcode;
    uint8_t            sub_opcode; /* MEM_OP for the memory formats, else 0 */
    enum isa_format_id format;
    const char        *section;
    const char        *doc;
};
extern const struct isa_fetch_op isa_fetch_ops[ISA_FETCH_COUNT];
extern const unsigned            isa_fetch_op_count;
/* The row of a fetch instruction; `cf_opcode` is that of the clause (TEX 1, VTX 2, VTX_TC 3).  NULL: reserved. */
const struct isa_fetch_op *isa_fetch_lookup(unsigned cf_opcode, const uint32_t dwords[4]);

/* The name of an enumerated field's value, or NULL when the value is reserved. */
const char *isa_enum_name(const struct isa_field *field, uint32_t value);

/* ---- instruction groups (ISA 4.3, 4.4) ------------------------------------------------------------------------ */

struct isa_group {
    struct isa_alu slot[ISA_SLOTS];  /* X Y Z W T */
    bool           used[ISA_SLOTS];  /* a slot without an instruction executes a NOP */
    uint8_t        place[ISA_SLOTS]; /* where in the group (0..4) the slot's word pair stands */
    unsigned       instructions;     /* 1..5 */
    unsigned       literals;         /* 0, 2 or 4 dwords */
    uint32_t       literal[4];
    unsigned       size; /* 64-bit words, instructions and literals together: 1..7 */
};

enum isa_group_status {
    ISA_GROUP_OK,
    ISA_GROUP_TRUNCATED,   /* no LAST bit, or literals, before the end of the clause                    ISA 4.3 */
    ISA_GROUP_TOO_LONG,    /* more than five instructions without LAST                                  ISA 4.3 */
    ISA_GROUP_ILLEGAL_OP,  /* a reserved opcode                                                         ISA 10.2 */
    ISA_GROUP_TRANS_TAKEN, /* two instructions need ALU.Trans                                           ISA 4.4 */
    ISA_GROUP_SLOT_TAKEN,  /* two vector-only instructions write one element                            ISA 4.4 */
    ISA_GROUP_ORDER,       /* slots not in the order X Y Z W T                                          ISA 4.3 */
    ISA_GROUP_REDUCTION,   /* a reduction not in all of X Y Z W                                         ISA 4.8.2.1 */
    ISA_GROUP_DOUBLE,      /* a double not in all its slots: XY, ZW or XYZW                             ISA 4.12 */
};

/* Assembles the group that starts at `words` (`count` 64-bit words up to the end of the clause), assigns its
 * instructions to slots (ISA 4.4) and takes its literals.  `prefer_vector` is SQ_CONFIG.ALU_INST_PREFER_VECTOR as the
 * register manual means it: 1 = an instruction that may go to either goes to the vector slot; 0 (default) = the last
 * one goes to Trans.  On an error *at (0..) is the instruction at fault. */
enum isa_group_status isa_group_assemble(const uint32_t *words, unsigned count, bool prefer_vector,
                                         struct isa_group *group, unsigned *at);
/* What the status means, one line without a full stop, and the manual's section. */
const char *isa_group_status_text(enum isa_group_status status);

#endif
