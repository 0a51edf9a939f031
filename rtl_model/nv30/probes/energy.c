/* energy.c - energy of a run on NV30: what an instruction does for a live pixel, and the rows of energy.def. */
#include "isa/nv30/nv30.h"
#include "rtl_model/nv30/probes/sums.h"

/* Of one pixel: where `each` is set, for each component that is written, else as they stand. */
struct work {
    uint8_t each, moves, adds, products, product_sums, transcendentals;
};

/* What is not here computes nothing. */
static const struct work works[NV30_OPS] = {
    [NV30_MOV] = {.each = 1, .moves = 1},
    [NV30_TEXCOORD] = {.each = 1, .moves = 1},
    [NV30_SLT] = {.each = 1, .moves = 1},
    [NV30_SGE] = {.each = 1, .moves = 1},
    [NV30_ADD] = {.each = 1, .adds = 1},
    [NV30_MIN] = {.each = 1, .adds = 1},
    [NV30_MAX] = {.each = 1, .adds = 1},
    [NV30_FRC] = {.each = 1, .adds = 1},
    [NV30_MUL] = {.each = 1, .products = 1},
    [NV30_MAD] = {.each = 1, .product_sums = 1},
    [NV30_LRP] = {.each = 1, .adds = 1, .product_sums = 1},
    [NV30_RCP] = {.transcendentals = 1},
    [NV30_RSQ] = {.transcendentals = 1},
    [NV30_EXP] = {.transcendentals = 1},
    [NV30_LOG] = {.transcendentals = 1},
    [NV30_LIT] = {.adds = 2, .products = 1, .transcendentals = 2},
    [NV30_DST] = {.products = 1},
    [NV30_DP3] = {.product_sums = 3},
    [NV30_DP4] = {.product_sums = 4},
    [NV30_TXP] = {.products = 3, .transcendentals = 1},
    [NV30_TEXBEM] = {.product_sums = 4},
    [NV30_TEXBEML] = {.products = 4, .product_sums = 5},
    [NV30_TEXBEMPROJ] = {.products = 3, .product_sums = 4, .transcendentals = 1},
    [NV30_TEXM3X2PAD] = {.product_sums = 3},
    [NV30_TEXM3X2TEX] = {.product_sums = 3},
    [NV30_TEXM3X2DEPTH] = {.products = 1, .product_sums = 3, .transcendentals = 1},
    [NV30_TEXM3X3PAD] = {.product_sums = 3},
    [NV30_TEXM3X3TEX] = {.product_sums = 3},
    [NV30_TEXM3X3CUBE] = {.product_sums = 3},
    [NV30_TEXDP3] = {.product_sums = 3},
    [NV30_TEXDP3TEX] = {.product_sums = 3},
    [NV30_TEXDP3DEPTH] = {.product_sums = 3},
    [NV30_TEXM3X3SPEC] = {.products = 1, .product_sums = 12, .transcendentals = 1},
};

static void add_line(const void *machine, uint32_t line, double of[])
{
    const struct program *const program = ((const struct nv30 *)machine)->core.program;
    struct nv30_instruction     instruction;
    char                        why[192];
    if (!nv30_decode(program->dwords + (size_t)line * NV30_DWORDS, &instruction, why, sizeof why))
        return;
    const struct nv30_op_info *const info = &nv30_ops[instruction.op];
    const struct work *const         work = &works[instruction.op];
    const unsigned                   written = (unsigned)__builtin_popcount(instruction.mask);
    const unsigned                   times = work->each ? written : 1;
    of[ISSUE_KIND_moves] = work->moves * times;
    of[ISSUE_KIND_adds] = work->adds * times;
    of[ISSUE_KIND_products] = work->products * times;
    of[ISSUE_KIND_product_sums] = work->product_sums * times;
    of[ISSUE_KIND_transcendentals] = work->transcendentals;
    of[ISSUE_KIND_operands] = info->flags & NV30_IS_SCALAR ? 1 : info->sources * (work->each ? written : 4);
}

#define ENERGY_DEF "rtl_model/nv30/probes/energy.def"
#define ENERGY_SUMS "rtl_model/nv30/probes/counters.def"
#define ENERGY_MACHINE nv30_energy
#define ENERGY_OF add_line
#include "rtl_model/probes/energy_tables.h"
