/* alu_wide.h - the operations that need the operands of more than one slot: DOT4, DOT4_IEEE, MAX4, CUBE over X Y Z W
 * (ISA 4.8.2), and doubles in the pairs X Y and Z W, or in all four (ISA 4.12, 9.2).  Latency one clock; the results
 * enter the slots' second stage.
 *
 * The two pairs can hold different instructions.  The sign of a double stands in the word of X (Z), so the modifiers
 * of X (Z) are the ones that count, for input and output (pages of *_64 in ISA 9.2); those of single results, also of
 * FLT64_TO_FLT32, are applied by the slots. */
#ifndef PIPELINE_ALU_WIDE_H
#define PIPELINE_ALU_WIDE_H

#include <stdbool.h>
#include <stdint.h>

#include "kit/lanes.h"
#include "kit/rtl.h"

enum { WIDE_PAIRS = 2, WIDE_XY = 1, WIDE_ZW = 2, WIDE_ALL = WIDE_XY | WIDE_ZW };

typedef uint8_t alu_wide_op_t; /* enum isa_alu_id */
typedef struct {
    alu_wide_op_t pair[WIDE_PAIRS];
} pair_op_t; /* X Y, Z W */
typedef struct {
    uint8_t pair[WIDE_PAIRS];
} pair_bits_t;
typedef struct {
    uint16_t pair[WIDE_PAIRS];
} pair_mask_t; /* one bit per lane */
typedef struct {
    uint8_t slot[4];
} vector_bits_t; /* X Y Z W */
typedef struct {
    uint32_t lane[4 * QUARTER];
} vector_quarter_t; /* 16 lanes of X, then of Y, Z, W */

/* What the operations make of a quarter that enters, where it has been computed before (alu_rows.h). */
struct alu_wide_known {
    vector_quarter_t result;
    pair_mask_t      flags;
};

/* clang-format off */
#define ALU_WIDE_SIGNALS(S)                                                                            \
    S(EN,    uint8_t,          valid,     2, "slots with an operation, bit 0 X Y, bit 1 Z W; both: XYZW") \
    S(IN,    pair_op_t,        op,        8, "operation of X Y or of all four, and of Z W")            \
    S(IN,    vector_bits_t,    absolute,  3, "|src| per operand and slot")                             \
    S(IN,    vector_bits_t,    negate,    3, "-src per operand and slot, after |src|")                 \
    S(IN,    pair_bits_t,      omod,      2, "OMOD of a double result")                                \
    S(IN,    pair_bits_t,      clamp,     2, "CLAMP of a double result: 1, and a NaN becomes 0; 2, and it stays") \
    S(IN,    vector_quarter_t, src0,     32, "first operands of X Y Z W")                              \
    S(IN,    vector_quarter_t, src1,     32, "second operands of X Y Z W")                             \
    S(IN,    vector_quarter_t, src2,     32, "third operands of X Y Z W, of MULADD_64 only")           \
    S(FAR,   struct alu_wide_known, known, 32, "results and flags, computed before; NULL: they are not") \
    S(LIVE,  uint8_t,          done,      2, "results of the previous clock's operands, as valid")     \
    S(OUT,   vector_quarter_t, result,   32, "results for X Y Z W")                                    \
    S(OUT,   pair_mask_t,      flags,    16, "PRED_SET*_64: new predicate of X Y, Z W")
/* clang-format on */

RTL_STRUCT(alu_wide, ALU_WIDE_SIGNALS);

RTL_RESET(alu_wide, ZERO);
void alu_wide_eval(const struct alu_wide_in *in, const struct alu_wide_reg *q, struct alu_wide_reg *d);

RTL_LIFE(alu_wide, ALONE, KEEPS, COPIES);

#endif
