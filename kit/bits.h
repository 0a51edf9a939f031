/* bits.h - numbers of one type as the bits of another. */
#ifndef KIT_BITS_H
#define KIT_BITS_H

#include <stdint.h>

#define SAME_BITS(name, to, from)                                                                                      \
    static inline to name(from given)                                                                                  \
    {                                                                                                                  \
        const union {                                                                                                  \
            from given;                                                                                                \
            to   value;                                                                                                \
        } word = {.given = given};                                                                                     \
        return word.value;                                                                                             \
    }
SAME_BITS(as_float, float, uint32_t)
SAME_BITS(as_bits, uint32_t, float)
SAME_BITS(as_double, double, uint64_t)
SAME_BITS(as_bits64, uint64_t, double)
#undef SAME_BITS

#endif
