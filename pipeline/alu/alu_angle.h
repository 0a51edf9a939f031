/* alu_angle.h - arguments and results of SIN and COS (ISA 9.2), as docs/transcendental.md specifies them.
 *
 * The operand is an angle in turns: LLVM and Mesa divide by 2 pi for this chip, while the pages of SIN and COS give the
 * domain -PI..PI, which is R600's; the compilers are followed.
 * GUESS: outside -1/2..1/2 too the angle counts modulo one turn, exactly. */
#ifndef PIPELINE_ALU_ANGLE_H
#define PIPELINE_ALU_ANGLE_H

#include "pipeline/alu/alu_curve.h"

/* The fraction of the magnitude of a turn, 28 bits, the rest cut off: two bits of quadrant, 26 of place in it. */
static inline uint32_t turn_of(uint32_t a)
{
    const uint32_t whole = mantissa_of(a) | (FLOAT_MANTISSA + 1);
    const uint32_t up = exponent_of(a) - 122, down = 122 - exponent_of(a);
    return select_bits(when((int32_t)up >= 0), op_lshl_int(whole, up), op_lshr_int(whole, down)) & 0x0fffffff;
}

/* Odd quadrants run backwards; 2^26, one past the table, is the peak. */
static inline uint32_t turn_place(uint32_t turn)
{
    const uint32_t place = turn & 0x03ffffff;
    return select_bits(when((turn & 1u << 26) != 0), (1u << 26) - place, place);
}

/* Up to an eighth of the quadrant the ratio of sine and place is looked up, and multiplied by the place. */
static inline uint32_t turn_is_near_zero(uint32_t turn)
{
    return when((int32_t)turn_place(turn) < 1 << 23);
}

static inline uint32_t turn_argument(uint32_t turn)
{
    const uint32_t place = turn_place(turn) & 0x03ffffff;
    return select_bits(turn_is_near_zero(turn), 1u << ALU_ARGUMENT_BITS | place << 3, place);
}

/* place * ratio * 2^exponent or, with a place of 1, the value itself; 29 bits of a ratio make the doubles exact.
 * A zero keeps the sign of the operand. */
static inline uint32_t turn_result(uint32_t turn, uint32_t place, uint32_t unit, uint32_t sign, uint32_t value)
{
    const uint32_t near = turn_is_near_zero(turn);
    const uint32_t peak = when(turn_place(turn) == 1u << 26);
    const uint32_t direct = select_bits(peak, 1u << ALU_RESULT_BITS, value);
    const double   product =
        (double)(int32_t)select_bits(near, place, 1) * (double)(int32_t)select_bits(near, value >> 2, direct);
    /* 2^-49 and a power of two between 2^-126 and 2^19 */
    const double   scale = (double)as_float(select_bits(near, unit, 146u << 23)) * 0x1p-49;
    const uint32_t height = as_bits((float)(product * scale));
    const uint32_t below = FLOAT_SIGN & turn << 4 & when(height != 0);
    return height | (sign ^ below);
}

static inline uint32_t finite_angle(uint32_t a, uint32_t value)
{
    return select_bits(is_nan(a), quiet(a), select_bits(is_infinite(a), ALU_DEFAULT_NAN, value));
}

static inline uint32_t sin_argument(uint32_t a)
{
    return turn_argument(turn_of(a));
}
/* Below 2^-5 of a turn the place is four times the operand with all of its bits. */
static inline uint32_t sin_result(uint32_t a, uint32_t value)
{
    const uint32_t turn = turn_of(a), small = when(exponent_of(a) < 122);
    const uint32_t place = select_bits(small, mantissa_of(a) | (FLOAT_MANTISSA + 1), turn_place(turn));
    const uint32_t unit = select_bits(small, exponent_of(a), 122) << 23;
    const uint32_t angle = turn_result(turn, place & ~is_zero(a), unit, sign_of(a), value);
    return finite_angle(a, angle);
}

static inline uint32_t cos_turn(uint32_t a)
{
    return (turn_of(a) + (1u << 26)) & 0x0fffffff;
}
static inline uint32_t cos_argument(uint32_t a)
{
    return turn_argument(cos_turn(a));
}
static inline uint32_t cos_result(uint32_t a, uint32_t value)
{
    const uint32_t turn = cos_turn(a);
    return finite_angle(a, turn_result(turn, turn_place(turn), 122u << 23, 0, value));
}

#endif
