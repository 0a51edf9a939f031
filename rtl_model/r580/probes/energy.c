/* energy.c - energy of a run on R580: what an instruction does for an active pixel, and the rows of energy.def. */
#include "isa/r580/us.h"
#include "rtl_model/r580/probes/sums.h"

/* Red, green, blue, as far as they are written; of a dot product its elements once. */
static void add_rgb(enum us_rgb_op op, unsigned written, double of[])
{
    static const uint8_t elements[] = {[US_RGB_DP3] = 3, [US_RGB_DP4] = 4, [US_RGB_D2A] = 2};
    of[ISSUE_KIND_operands] += us_rgb_inputs(op) * written;
    switch (op) {
    case US_RGB_MAD:
    case US_RGB_MDH:
    case US_RGB_MDV:
        of[ISSUE_KIND_product_sums] += written;
        return;
    case US_RGB_DP3:
    case US_RGB_DP4:
    case US_RGB_D2A:
        of[ISSUE_KIND_product_sums] += written ? elements[op] : 0;
        of[ISSUE_KIND_adds] += written && op == US_RGB_D2A;
        return;
    case US_RGB_MIN:
    case US_RGB_MAX:
    case US_RGB_FRC:
        of[ISSUE_KIND_adds] += written;
        return;
    default: /* CND, CMP; SOP has alpha's result */
        of[ISSUE_KIND_moves] += written;
    }
}

/* DP has the sum of red, green and blue. */
static void add_alpha(enum us_alpha_op op, double of[])
{
    of[ISSUE_KIND_operands] += us_alpha_inputs(op);
    switch (op) {
    case US_ALPHA_MAD:
    case US_ALPHA_MDH:
    case US_ALPHA_MDV:
        of[ISSUE_KIND_product_sums]++;
        return;
    case US_ALPHA_MIN:
    case US_ALPHA_MAX:
    case US_ALPHA_FRC:
        of[ISSUE_KIND_adds]++;
        return;
    case US_ALPHA_EX2:
    case US_ALPHA_LN2:
    case US_ALPHA_RCP:
    case US_ALPHA_RSQ:
    case US_ALPHA_SIN:
    case US_ALPHA_COS:
        of[ISSUE_KIND_transcendentals]++;
        return;
    default: /* CND, CMP, DP */
        of[ISSUE_KIND_moves]++;
    }
}

static void add_line(const void *machine, uint32_t line, double of[])
{
    const struct fragment *const fragment = machine;
    const uint32_t *const        words = fragment->store.words[line].w;
    struct us_cmn                cmn;
    struct us_alu                alu;
    us_unpack_cmn(words, &cmn);
    us_unpack_alu(words, &alu);
    if (cmn.type == US_FC || cmn.type == US_TEX)
        return;
    const bool     sop = alu.rgb_op == US_RGB_SOP, dot = alu.alpha_op == US_ALPHA_DP;
    const unsigned alpha = cmn.alpha_wmask | cmn.alpha_omask,
                   rgb = (unsigned)__builtin_popcount(cmn.rgb_wmask | cmn.rgb_omask);
    add_rgb((enum us_rgb_op)alu.rgb_op, rgb || !(alpha && dot) ? rgb : 1, of);
    if (alpha || (sop && rgb))
        add_alpha((enum us_alpha_op)alu.alpha_op, of);
}

#define ENERGY_DEF "rtl_model/r580/probes/energy.def"
#define ENERGY_SUMS "rtl_model/r580/probes/counters.def"
#define ENERGY_MACHINE us_energy
#define ENERGY_OF add_line
#include "rtl_model/probes/energy_tables.h"
