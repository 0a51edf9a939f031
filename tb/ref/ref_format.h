/* ref_format.h - data formats as their names say, numbers by integer arithmetic (ISA 10.3; 3D 6, 7): what vertices and
 * texels of the interpreter share.
 *
 * The numbers in a format's name are the widths of its fields, the highest bits first; X is the lowest field. */
#ifndef TB_REF_REF_FORMAT_H
#define TB_REF_REF_FORMAT_H

#include <stdbool.h>
#include <stdint.h>

enum { REF_NUM_NORM, REF_NUM_INT, REF_NUM_SCALED };
enum ref_kind { REF_NO_FORMAT, REF_INTEGERS, REF_FLOATS, REF_SHARED_EXPONENT };

struct ref_layout {
    enum ref_kind kind;
    unsigned      count, width[4]; /* X first */
};

/* How the integer of an element is to be read. */
struct ref_reading {
    unsigned number; /* NUM_FORMAT_ALL */
    bool     is_signed, no_zero;
};

/* NULL where the number has no name.  Without FMT_. */
const char *ref_format_name(unsigned format);
/* Of the formats whose fields are all of one kind; else REF_NO_FORMAT. */
struct ref_layout ref_layout_of(unsigned format);
unsigned          ref_layout_bytes(const struct ref_layout *layout);

/* `width` bits from `bytes`, the lowest first; ENDIAN_SWAP exchanges the bytes of every word of 16 or 32 bits. */
uint32_t ref_bits_at(const uint8_t *bytes, unsigned endian, unsigned first, unsigned width);
/* What a register gets: float32 bits or an integer. */
uint32_t ref_element(const struct ref_reading *as, enum ref_kind kind, uint32_t value, unsigned width);
/* X Y Z of three fractions with one exponent. */
void ref_shared_exponent(const uint32_t raw[4], uint32_t out[4]);
/* number x 2^exponent as a float; it has 24 bits at most and is no denormal. */
uint32_t ref_scaled(uint32_t number, int exponent);
/* number / divisor, the nearest float, the even one of two. */
uint32_t ref_ratio(int64_t number, uint64_t divisor);

static inline unsigned ref_field(uint32_t word, unsigned high, unsigned low)
{
    return word << (31 - high) >> (31 - high + low);
}

/* Two's complement of `width` bits. */
static inline int ref_signed(uint32_t bits, unsigned width)
{
    return (int)(bits << (32 - width)) >> (32 - width);
}

#endif
