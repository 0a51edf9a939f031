/* alu_operands.h - operand values that find mistakes, and a random source that favours them. */
#ifndef TB_ISA_ALU_OPERANDS_H
#define TB_ISA_ALU_OPERANDS_H

#include <stdint.h>
#include <stdlib.h>

/* Floats first, then integers; the leading ALU_CORNERS_FEW are enough where three are crossed. */
static const uint32_t alu_corners[] = {
    0x00000000, 0x80000000, /* zeros */
    0x00000001, 0x807fffff, /* smallest and largest denormal */
    0x00800000, 0x80800001, /* smallest normal and its neighbour */
    0x3f800000, 0xbf800000, /* 1, -1 */
    0x3f800001, 0x3f7fffff, /* neighbours of 1 */
    0x3f000000, 0xbf000000, /* 1/2, -1/2 */
    0x7f7fffff, 0xff7fffff, /* largest */
    0x7f800000, 0xff800000, /* infinities */
    0x7fc12345, 0xffc54321, /* quiet NaNs with a payload */
    0x7f80abcd, 0xff80dcba, /* signalling NaNs */
    0x40490fdb, 0xc2f6e979, /* pi, -123.456 */
    0x1f800001, 0x20000003, /* their products are at the edge of the denormals */
    0x5f800001, 0x3effffff, /* about 2^64; just below 1/2 */
    /* end of the few */
    0x40000000, 0xc0000000, 0x40400000, 0x3fc00000, 0xbfc00000, 0x40200000, 0xc0200000, /* 2, 3, 1.5, 2.5 */
    0x00ffffff, 0x01000000, 0x01000001, 0x00800001,                                     /* where halves are denormal */
    0x4affffff, 0x4b000000, 0x4b000001, 0xcb7fffff, 0x4b800000, 0x4b800001,             /* 2^23, 2^24 */
    0x4effffff, 0x4f000000, 0x4f000001, 0xcf000000, 0xcf000001,                         /* 2^31 */
    0x4f7fffff, 0x4f800000, 0x4f800001, 0xcf800000, 0x56ffffff, 0x5a800001,             /* 2^32 and far above */
    0x437f0000, 0x437f8000, 0x437f7fff, 0xc3800000, 0xc3800001, 0xc3804000, 0x437e8000, /* ends of AR */
    1, 2, 31, 32, 33, 63, 255, 256,                                                     /* counts, AR */
    0xfffffeff, 0xffffff00, 0xffffffff, 0x7fffffff, 0x80000001, 0xfffffffe, 0x0000ffff, 0x00010001};
enum { ALU_CORNERS = sizeof alu_corners / sizeof *alu_corners, ALU_CORNERS_FEW = 26 };

struct alu_random {
    uint64_t state;
};

static inline uint32_t alu_random_word(struct alu_random *random)
{
    random->state = random->state * 6364136223846793005u + 1442695040888963407u;
    const uint64_t x = random->state ^ random->state >> 33;
    return (uint32_t)(x * 0xff51afd7ed558ccdu >> 32);
}

/* A corner, a neighbour of one, a float of moderate exponent, a small integer, or any word. */
static inline uint32_t alu_random_operand(struct alu_random *random)
{
    const uint32_t word = alu_random_word(random), more = alu_random_word(random);
    switch (word % 8) {
    case 0:
        return alu_corners[more % ALU_CORNERS];
    case 1:
        return alu_corners[more % ALU_CORNERS] + (word >> 8) % 9 - 4;
    case 2:
    case 3:
        return (more & 0x807fffff) | (107 + (word >> 8) % 40) << 23;
    case 4:
        return (more & 0x807fffff & ~0u << (word >> 8) % 24) | (96 + (word >> 16) % 64) << 23;
    case 5:
        return (word & 8 ? 0u : ~0u) ^ more >> (word >> 8) % 32;
    default:
        return more;
    }
}

/* Quarters of random operands for each operation; a long run sets WEKIVA_ITERATIONS. */
static inline unsigned alu_iterations(unsigned otherwise)
{
    const char *const text = getenv("WEKIVA_ITERATIONS");
    return text && atoi(text) > 0 ? (unsigned)atoi(text) : otherwise;
}

#endif
