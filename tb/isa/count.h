/* count.h - how often each opcode is tested: what `wekiva isa --list` shows (tools/test_counts.def).
 *
 * A vector is one lane's operands, whose result a test compares with an oracle or with the numbers of a page; a round
 * trip is one instruction that becomes text and the same words again.  A test program counts while it runs and, when
 * WEKIVA_COUNTS names a file, appends a line per opcode to it; tb/isa/counts.py adds the programs up. */
#ifndef TB_ISA_COUNT_H
#define TB_ISA_COUNT_H

#include "isa/r700/isa.h"

#include <stdio.h>
#include <stdlib.h>

struct count {
    unsigned long vectors, trips;
};
static struct count count_alu[ISA_ALU_COUNT + 1], count_cf[ISA_CF_INST_COUNT], count_fetch[ISA_FETCH_COUNT];

static inline void count_vectors(enum isa_alu_id id, unsigned vectors)
{
    count_alu[id].vectors += vectors;
}

static inline void count_alu_trip(const uint32_t pair[2])
{
    struct isa_alu alu;
    isa_alu_decode(pair, &alu);
    count_alu[alu.id].trips++;
}

static inline void count_cf_trip(const uint32_t pair[2])
{
    const struct isa_cf_op *const op = isa_cf_lookup(pair);
    if (op)
        count_cf[op->id].trips++;
}

static inline void count_fetch_trip(unsigned cf_opcode, const uint32_t quad[4])
{
    const struct isa_fetch_op *const op = isa_fetch_lookup(cf_opcode, quad);
    if (op)
        count_fetch[op->id].trips++;
}

static inline void count_line(FILE *file, const char *kind, const char *name, const struct count *count)
{
    if (count->vectors || count->trips)
        fprintf(file, "%s %s %lu %lu\n", kind, name, count->vectors, count->trips);
}

/* The last thing main does; `failed` is its result. */
static inline int count_end(int failed)
{
    const char *const path = getenv("WEKIVA_COUNTS");
    FILE *const       file = path && !failed ? fopen(path, "a") : NULL;
    if (!file)
        return failed;
    for (unsigned i = 0; i < ISA_ALU_COUNT; i++)
        count_line(file, isa_alu_ops[i].op3 ? "ISA_OP3" : "ISA_OP2", isa_alu_ops[i].name, &count_alu[i]);
    for (unsigned i = 0; i < ISA_CF_INST_COUNT; i++)
        count_line(file, "ISA_CF_INST", isa_cf_ops[i].name, &count_cf[i]);
    for (unsigned i = 0; i < ISA_FETCH_COUNT; i++)
        count_line(file, "ISA_FETCH", isa_fetch_ops[i].name, &count_fetch[i]);
    fclose(file);
    return failed;
}

#endif
