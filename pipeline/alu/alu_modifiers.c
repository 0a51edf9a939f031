/* alu_modifiers.c - what happens to values on their way into and out of an ALU (ISA 4.7.2, 4.9.1). */
#include "pipeline/alu/alu_float.h"

LANE_LOOPS static void modify_input(quarter_t *value, bool absolute, bool negate)
{
    const uint32_t keep = absolute ? ~FLOAT_SIGN : ~0u;
    const uint32_t flip = negate ? FLOAT_SIGN : 0;
    for (int i = 0; i < QUARTER; i++)
        value->lane[i] = (value->lane[i] & keep) ^ flip;
}

void alu_modify_input(quarter_t *value, bool absolute, bool negate)
{
    modify_input(value, absolute, negate);
}

/* To [0, 1].  GUESS: NaN becomes 0, as saturation in DirectX 10, and -0 becomes +0. */
static inline uint32_t clamped(uint32_t a)
{
    const uint32_t inside = flush(a) & when((int32_t)a > 0) & ~is_nan(a);
    return select_bits(when((int32_t)inside < (int32_t)FLOAT_ONE), inside, FLOAT_ONE);
}

/* GUESS: with a scale or a clamp a denormal is a zero, before and after; without either, nothing changes a bit. */
LANE_LOOPS static void modify_quarter(quarter_t *value, unsigned omod, unsigned clamp)
{
    static const uint32_t factor_of[] = {
        [ISA_OMOD_OFF] = FLOAT_ONE, [ISA_OMOD_M2] = FLOAT_TWO, [ISA_OMOD_M4] = FLOAT_FOUR, [ISA_OMOD_D2] = FLOAT_HALF};
    const uint32_t factor = factor_of[omod & 3];

    if (omod != ISA_OMOD_OFF) {
        for (int i = 0; i < QUARTER; i++)
            value->lane[i] = op_scale(value->lane[i], factor);
    }
    if (clamp == CLAMP_NAN_KEPT) {
        for (int i = 0; i < QUARTER; i++)
            value->lane[i] = select_bits(is_nan(value->lane[i]), value->lane[i], clamped(value->lane[i]));
    } else if (clamp) {
        for (int i = 0; i < QUARTER; i++)
            value->lane[i] = clamped(value->lane[i]);
    }
}

void alu_modify_output(quarter_t *value, unsigned omod, unsigned clamp)
{
    modify_quarter(value, omod, clamp);
}
