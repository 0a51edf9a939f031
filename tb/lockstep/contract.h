/* contract.h - what a module's neighbours never give it: rows of contracts.def, by which the default stimulus
 * (offers.h) is corrected, records are checked, and which are printed in words. */
#ifndef TB_LOCKSTEP_CONTRACT_H
#define TB_LOCKSTEP_CONTRACT_H

#include <stdbool.h>
#include <stdio.h>

#include "tb/lockstep/lockstep.h"

/* Of a port, a wire, a strap or what a FAR row leads to; `with` and `at` are signals of the module, as they stand
 * before the edge.  A signal is 0 when all its elements are. */
enum contract_rule {
    CONTRACT_RANGE,    /* every element is LOW to HIGH */
    CONTRACT_BELOW,    /* ... is less than WITH + LOW */
    CONTRACT_AT_MOST,  /* ... is at most WITH */
    CONTRACT_FIELD,    /* bits from place AT_BIT on, WIDTH of them, are LOW to HIGH, or OTHER; of ELEMENT - 1 alone,
                          unless 0 */
    CONTRACT_SUBSET,   /* has bits of WITH alone */
    CONTRACT_DISTINCT, /* its elements differ */
    CONTRACT_SAME,     /* is WITH */
    CONTRACT_BIT,      /* is the number of a bit that is set in WITH; while there is none, event AT does not come */
    CONTRACT_ROW,      /* is a row of memory WITH that holds LOW to HIGH; while there is none, event AT does not come */
    CONTRACT_IF_ROW,   /* is 0 unless row AT of memory WITH holds LOW to HIGH */
    CONTRACT_WHILE,    /* is 0 unless WITH is LOW to HIGH */
    CONTRACT_WHILE_LESS, /* is 0 unless WITH is less than AT */
    CONTRACT_EXCEPT,     /* no element is LOW while WITH is 0 */
    CONTRACT_NOT_WITH    /* is 0 in a clock in which wire WITH is not */
};

struct contract_row {
    const char        *module, *port;
    enum contract_rule rule;
    const char        *with, *at; /* or NULL */
    uint64_t           low, high;
    unsigned           at_bit, width, element;
    uint64_t           other; /* of a field; LOW when there is none */
};

/* The rows of a module, in the order in which they are applied; the number of them. */
unsigned contract_rows(const struct lockstep_module *module, const struct contract_row **rows);

/* Whether it holds of what the module's neighbours give it; else the default stimulus alone keeps it. */
bool contract_binds(const struct contract_row *row);

/* Makes the wires of `state` keep the row, or its straps, or what lies outside of it. */
enum contract_of { CONTRACT_WIRES, CONTRACT_STRAPS, CONTRACT_FAR };
void contract_keep(const struct contract_row *row, const struct rtl_module *list, void *state, enum contract_of of,
                   struct stimulus *random);
/* Whether the wires do; one that begins with the name of an event, as look_line with that of look, may be anything
 * without it. */
bool contract_is_kept(const struct contract_row *row, const struct rtl_module *list, const void *state);

/* The event with which a wire means something: `look` of look_line; NULL: it always does. */
const struct rtl_signal *contract_event(const struct rtl_signal *port, const struct rtl_module *list);

/* The row as `assume property` of SystemVerilog, an assumption for each element, behind a comment of its words, which
 * say so when it is none: it holds of the default stimulus alone, or needs registers that are no ports. */
void contract_print_sva(FILE *out, const struct contract_row *row, const struct rtl_module *list);

/* "i_cf_slot: a row of m_phase that holds 2" */
void contract_print(FILE *out, const struct contract_row *row, const struct rtl_module *list);

#endif
