/* met.h - which values the fields of random textures had. */
#ifndef TB_TEXTURE_MET_H
#define TB_TEXTURE_MET_H

#include "tb/texture/texture_case.h"

struct met {
    uint64_t small[CASE_FIELDS];                    /* bit v: the value v */
    uint32_t zeros[CASE_FIELDS], ones[CASE_FIELDS]; /* of numbers: their bits */
    uint64_t opcodes;                               /* bit v: TEX_INST v */
};

void met_add(struct met *met, const struct texture_case *texture);
void met_add_opcode(struct met *met, unsigned opcode);
/* A line for each field, and one for the instructions; false when something is missing. */
bool met_print(const struct met *met);

#endif
