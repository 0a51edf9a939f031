/* ref_reduce.c - DOT4, DOT4_IEEE, MAX4, CUBE for one thread (ISA 4.8.2, 9.2). */
#include "tb/ref/ref_internal.h"
#include "tb/ref/ref_number.h"

enum { X, Y, Z, W };

/* The sum starts at W, as the page writes it; each product and each sum is rounded. */
static uint32_t dot(const uint32_t a[4], const uint32_t b[4], uint32_t (*product)(uint32_t, uint32_t))
{
    uint32_t sum = product(a[W], b[W]);
    for (int e = Z; e >= X; e--)
        sum = ref_add(sum, product(a[e], b[e]));
    return sum;
}

/* MAX takes the second operand when either is a NaN. */
static uint32_t largest(const uint32_t a[4])
{
    uint32_t most = a[W];
    for (int e = Z; e >= X; e--)
        most = !ref_is_nan(most) && !ref_is_nan(a[e]) && ref_number(most) >= ref_number(a[e]) ? most : a[e];
    return ref_kept(most);
}

static uint32_t opposite(uint32_t a)
{
    return ref_is_zero(a) ? ~a & 0x80000000 : a ^ 0x80000000;
}
static uint32_t flushed(uint32_t a)
{
    return ref_is_zero(a) ? a & 0x80000000 : a;
}

/* The coordinates of a direction on the face that it meets, Direct3D's numbering; Z is twice the major axis.  src0 is
 * Rn.zzxy.  GUESS (the machine's): of equal magnitudes z goes before y before x. */
static void cube(const uint32_t a[4], uint32_t result[4])
{
    const uint32_t x = flushed(a[Z]), y = flushed(a[W]), z = flushed(a[X]);
    const double   wide = fabs(ref_number(x)), high = fabs(ref_number(y)), deep = fabs(ref_number(z));
    uint32_t       major, s, t;
    unsigned       face;
    if (deep >= wide && deep >= high) {
        const bool behind = ref_number(z) < 0;
        face = behind ? 5 : 4;
        major = z;
        s = behind ? opposite(x) : x;
        t = opposite(y);
    } else if (high >= wide) {
        const bool below = ref_number(y) < 0;
        face = below ? 3 : 2;
        major = y;
        s = x;
        t = below ? opposite(z) : z;
    } else {
        const bool left = ref_number(x) < 0;
        face = left ? 1 : 0;
        major = x;
        s = left ? z : opposite(z);
        t = opposite(y);
    }
    result[X] = t;
    result[Y] = s;
    result[Z] = ref_mul_ieee(major, REF_TWO);
    result[W] = ref_single(face);
}

void ref_reduction(enum isa_alu_id id, const uint32_t src0[4], const uint32_t src1[4], uint32_t result[4])
{
    if (id == ISA_OP2_CUBE) {
        cube(src0, result);
        return;
    }
    const uint32_t one = id == ISA_OP2_MAX4        ? largest(src0)
                         : id == ISA_OP2_DOT4_IEEE ? dot(src0, src1, ref_mul_ieee)
                                                   : dot(src0, src1, ref_mul);
    for (int e = X; e <= W; e++)
        result[e] = one;
}
