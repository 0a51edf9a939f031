/* simd_sets.h - sets of a SIMD's modules, for its clock and for what it shows. */
#ifndef RTL_MODEL_R700_SIMD_SETS_H
#define RTL_MODEL_R700_SIMD_SETS_H

#include "rtl_model/r700/simd.h"

static inline uint64_t lowest(uint64_t bits)
{
    return (uint64_t)__builtin_ctzll(bits);
}
static inline uint64_t lowest_module(module_bits_t bits)
{
    const uint64_t low = (uint64_t)bits;
    return MODULE_BITS == 64 || low ? lowest(low) : 64 + lowest((uint64_t)(bits >> (MODULE_BITS - 64)));
}
/* The numbers of modules, by their bits; of all in a set. */
#define EACH_MODULE(n, bits)                                                                                           \
    for (module_bits_t left = (bits), n = 0; left && (n = SIMD_FIRST_MODULE + lowest_module(left), true);              \
         left &= left - 1)
#define EACH_IN(n, set)                                                                                                \
    for (unsigned part = 0; part < 2; part++)                                                                          \
        for (module_bits_t left = part ? (set)->modules : (set)->nets, n = 0;                                          \
             left && (n = (part ? SIMD_FIRST_MODULE : 0) + lowest_module(left), true); left &= left - 1)

/* A function of a number, a case for each member in which `i` is the number of its instance. */
#define BY_MEMBER(member, ...)                                                                                         \
    case AT_##member... LAST_##member: {                                                                               \
        const unsigned i = number - AT_##member;                                                                       \
        (void)i;                                                                                                       \
        __VA_ARGS__;                                                                                                   \
    }

/* The readers that masks wake: only the instances whose bit has changed. */
static inline struct simd_set by_bits(const struct simd_set *stirs, unsigned first, unsigned count, uint64_t changed)
{
    const module_bits_t out = ~changed & UINT64_MAX >> (64 - count);
    return (struct simd_set){stirs->nets, stirs->modules & ~(out << (first - SIMD_FIRST_MODULE))};
}

/* Modules and nets that do nothing while groups go by rows (simd_rows.h). */
#define BACK(MEMBER) MEMBER(enter) MEMBER(operands) MEMBER(slot) MEMBER(wide) MEMBER(predicate) MEMBER(ar) MEMBER(back)

/* A member as bits of a set. */
#define IS_NET(member) ((int)AT_##member < (int)SIMD_FIRST_MODULE)
#define BITS_OF(member) ((UINT64_C(1) << COUNT_##member) - 1)
#define NETS_OF(member) | (IS_NET(member) ? BITS_OF(member) << AT_##member % SIMD_FIRST_MODULE : 0)
#define MODULES_OF(member) | (IS_NET(member) ? 0 : MODULE_BITS_OF((unsigned)AT_##member, COUNT_##member))

static const struct simd_set simd_back = {UINT64_C(0) BACK(NETS_OF), (module_bits_t)0 BACK(MODULES_OF)};

/* The module in which others see what they have done, and the one that writes the rows they read. */
enum { ROWS_TELL = AT_back, ROWS_WRITTEN = AT_gprs };

/* Brings counters and countdowns of a resting module up to the present; ends all rests. */
void simd_tick(struct simd *simd, unsigned number);
void simd_rise_all(struct simd *simd);

#endif
