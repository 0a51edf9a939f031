#include "mem/fetch_state.h"

RTL_TABLE(fetch_state, FETCH_STATE_SIGNALS);

/* GUESS: of two entries with the semantic the first one counts. */
bool fetch_semantic(const uint16_t table[FETCH_SEMANTICS], unsigned semantic_id, unsigned *gpr)
{
    for (unsigned entry = 0; entry < FETCH_SEMANTICS; entry++)
        if (table[entry] == semantic_id + 1) {
            *gpr = entry + 1; /* R0 has the vertex's index */
            return true;
        }
    return false;
}
