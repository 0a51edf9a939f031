/* alu_tables.h - coefficients of the transcendental datapath; docs/transcendental.md specifies them.
 *
 * Entry i of a table holds its function on the arguments from i/256 to (i+1)/256. */
#ifndef PIPELINE_ALU_TABLES_H
#define PIPELINE_ALU_TABLES_H

#include <stdint.h>

enum alu_table_id {
    ALU_TABLE_RECIP,     /* 1 / (1 + a) */
    ALU_TABLE_RSQRT,     /* 1 / sqrt(1 + 2a) for a < 1/2, 1 / sqrt(4a) from there on */
    ALU_TABLE_SQRT,      /* sqrt(1 + 2a) for a < 1/2, sqrt(4a) from there on */
    ALU_TABLE_EXP2,      /* 2^a */
    ALU_TABLE_LOG2,      /* log2(1 + a) */
    ALU_TABLE_LOG2_NEAR, /* log2(1 + d) / d, d = (a - 1/2) / 8 */
    ALU_TABLE_SINE,      /* sin(a pi/2) */
    ALU_TABLE_SINE_NEAR, /* sin(t pi/2) / t, t = a / 8 */
    ALU_TABLE_COUNT
};

enum {
    ALU_TABLE_ENTRIES = 256,
    ALU_OFFSET_BITS = 18,                    /* of the place between i/256 and (i+1)/256 */
    ALU_ARGUMENT_BITS = 8 + ALU_OFFSET_BITS, /* the whole argument, 0 <= a < 1; the bit above selects a _NEAR table */
    ALU_RESULT_BITS = 30                     /* fraction bits of c0, c1 and the result */
};

struct alu_table {
    int32_t c0[ALU_TABLE_ENTRIES]; /* 31 bits, 30 of them fraction */
    int32_t c1[ALU_TABLE_ENTRIES]; /* 24 bits with sign, scaled to the length of an interval; 30 fraction bits */
    int32_t c2[ALU_TABLE_ENTRIES]; /* 14 bits with sign, scaled likewise; 28 fraction bits */
};
extern const struct alu_table alu_tables[ALU_TABLE_COUNT];

#endif
