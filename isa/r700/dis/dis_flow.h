/* dis_flow.h - what each dword of a program is: control flow, clause or data (ISA ch. 3). */
#ifndef ISA_R700_DIS_FLOW_H
#define ISA_R700_DIS_FLOW_H

#include <stdbool.h>
#include <stdint.h>

enum dis_flow_role {
    DIS_FLOW_FREE,
    DIS_FLOW_CF,           /* first dword of a CF instruction */
    DIS_FLOW_CF_BODY,      /* the same, and the clause it starts belongs to it */
    DIS_FLOW_CF_UNREACHED, /* between the end of the CF program and the first clause */
    DIS_FLOW_USED          /* another dword of any of these */
};

struct dis_flow {
    const uint32_t *dwords;
    unsigned        count;
    uint8_t        *role; /* per dword, enum dis_flow_role */
};

/* The clause that a CF instruction starts; no dwords when it starts none. */
struct dis_clause {
    uint64_t start; /* in dwords */
    unsigned dwords;
    bool     fetch;
    unsigned cf_opcode;
};

bool dis_flow_find(struct dis_flow *flow, const uint32_t *dwords, unsigned count);
void dis_flow_free(struct dis_flow *flow);

struct dis_clause dis_flow_clause(const uint32_t cf[2]);
bool              dis_flow_inside(const struct dis_flow *flow, const struct dis_clause *clause);

static inline bool dis_flow_is_cf(uint8_t role)
{
    return role >= DIS_FLOW_CF && role <= DIS_FLOW_CF_UNREACHED;
}

#endif
