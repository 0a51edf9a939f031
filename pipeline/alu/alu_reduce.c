/* alu_reduce.c - operations over all four vector slots: DOT4, DOT4_IEEE, MAX4, CUBE (ISA 4.8.2, 9.2). */
#include "pipeline/alu/alu_compare.h"

enum { X, Y, Z, W };

/* DOT4, ISA 9.2.  GUESS: every product and every sum is rounded and flushed, summed in the page's order, W first. */
static inline uint32_t sum_of_four(uint32_t x, uint32_t y, uint32_t z, uint32_t w)
{
    return op_add(op_add(op_add(w, z), y), x);
}

LANE_LOOPS static void dot4(const quarter_t a[4], const quarter_t b[4], quarter_t *restrict result)
{
    for (int i = 0; i < QUARTER; i++)
        result->lane[i] = sum_of_four(op_mul(a[X].lane[i], b[X].lane[i]), op_mul(a[Y].lane[i], b[Y].lane[i]),
                                      op_mul(a[Z].lane[i], b[Z].lane[i]), op_mul(a[W].lane[i], b[W].lane[i]));
}

LANE_LOOPS static void dot4_ieee(const quarter_t a[4], const quarter_t b[4], quarter_t *restrict result)
{
    for (int i = 0; i < QUARTER; i++)
        result->lane[i] = sum_of_four(op_mul_ieee(a[X].lane[i], b[X].lane[i]), op_mul_ieee(a[Y].lane[i], b[Y].lane[i]),
                                      op_mul_ieee(a[Z].lane[i], b[Z].lane[i]), op_mul_ieee(a[W].lane[i], b[W].lane[i]));
}

/* MAX4, ISA 9.2: of the first operands, with the NaN rule of MAX, in the page's order. */
LANE_LOOPS static void max4(const quarter_t a[4], quarter_t *restrict result)
{
    for (int i = 0; i < QUARTER; i++)
        result->lane[i] = op_max(op_max(op_max(a[W].lane[i], a[Z].lane[i]), a[Y].lane[i]), a[X].lane[i]);
}

/* CUBE, ISA 9.2: src0 = Rn.zzxy, src1 = Rn.yxzz; X gets tc, Y sc, Z twice the major axis with its sign, W the face.
 * The page names the four and not how they are found: the largest of |x|, |y|, |z| is the major axis, faces are
 * numbered +x -x +y -y +z -z, and (sc, tc) are (-z, -y) (z, -y) (x, z) (x, -z) (x, -y) (-x, -y) as in Direct3D.
 * GUESS: on a tie z wins over y and y over x; other swizzles than the page's take the vector from src0 alone. */
LANE_LOOPS static void cube(const quarter_t a[4], quarter_t result[restrict 4])
{
    for (int i = 0; i < QUARTER; i++) {
        const uint32_t x = flush(a[Z].lane[i]), y = flush(a[W].lane[i]), z = flush(a[X].lane[i]);
        const uint32_t ax = magnitude(x), ay = magnitude(y), az = magnitude(z);
        const uint32_t z_major = float_ge(az, ax) & float_ge(az, ay);
        const uint32_t y_major = ~z_major & float_ge(ay, ax);
        const uint32_t major = select_bits(z_major, z, select_bits(y_major, y, x));
        const uint32_t negative = float_gt(0, major), flip = negative & FLOAT_SIGN;
        const uint32_t face = select_bits(z_major, 4, select_bits(y_major, 2, 0)) + (negative & 1);

        result[X].lane[i] = select_bits(y_major, z ^ flip, y ^ FLOAT_SIGN);
        result[Y].lane[i] = select_bits(z_major, x ^ flip, select_bits(y_major, x, z ^ flip ^ FLOAT_SIGN));
        result[Z].lane[i] = op_scale(major, FLOAT_TWO);
        result[W].lane[i] = as_bits((float)(int32_t)face);
    }
}

void alu_reduce(enum isa_alu_id id, const quarter_t src0[4], const quarter_t src1[4], quarter_t result[restrict 4])
{
    static const quarter_t zero;

    result[X] = zero;
    switch (id) {
    case ISA_OP2_DOT4:
        dot4(src0, src1, &result[X]);
        break;
    case ISA_OP2_DOT4_IEEE:
        dot4_ieee(src0, src1, &result[X]);
        break;
    case ISA_OP2_MAX4:
        max4(src0, &result[X]);
        break;
    case ISA_OP2_CUBE:
        cube(src0, result);
        return;
    default: /* not a reduction: zeros */
        break;
    }
    /* ISA table 4.5: PV.X holds the result and the bypass replicates it; GPR writes of every slot get it. */
    result[Y] = result[Z] = result[W] = result[X];
}
