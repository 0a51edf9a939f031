/* transcendentals.c - the error of every transcendental over every binary32 operand, and where it is not monotonic.
 *
 *   make build/tb/exhaustive/transcendentals && build/tb/exhaustive/transcendentals [NAME ...]  (--list: the names)
 *
 * The reference is the host's double precision library, whose error (below 2^-50) does not matter beside 2^-24.
 * Operands whose exact result is no normal number are compared with the one word that is right.  Exit status 1 when one
 * of them is wrong, a function is not monotonic, or RECIP_UINT is above the quotient. */
#include "pipeline/alu/alu_number.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static double reference_recip(double a)
{
    return 1 / a;
}
static double reference_rsqrt(double a)
{
    return 1 / sqrt(a);
}
/* Exact corners that the library misses because pi is not a double. */
static double reference_sin(double a)
{
    const double turns = remainder(a, 1);
    if (fabs(turns) > 0.25)
        return sin(6.283185307179586477 * (copysign(0.5, turns) - turns));
    return sin(6.283185307179586477 * turns);
}
static double reference_cos(double a)
{
    const double turns = fabs(remainder(a, 1));
    return sin(6.283185307179586477 * (0.25 - turns));
}

struct function {
    const char     *name;
    enum isa_alu_id id;
    double (*reference)(double);
    int rises; /* the direction for operands above zero, 0 where it changes */
};
static const struct function functions[] = {
    {"RECIP_IEEE", ISA_OP2_RECIP_IEEE, reference_recip, -1},
    {"RECIPSQRT_IEEE", ISA_OP2_RECIPSQRT_IEEE, reference_rsqrt, -1},
    {"SQRT_IEEE", ISA_OP2_SQRT_IEEE, sqrt, 1},
    {"EXP_IEEE", ISA_OP2_EXP_IEEE, exp2, 1},
    {"LOG_IEEE", ISA_OP2_LOG_IEEE, log2, 1},
    {"SIN", ISA_OP2_SIN, reference_sin, 0},
    {"COS", ISA_OP2_COS, reference_cos, 0},
};

struct worst {
    double   error;
    uint32_t operand;
};

static void note(struct worst *worst, double error, uint32_t operand)
{
    if (error > worst->error) {
        worst->error = error;
        worst->operand = operand;
    }
}

static double ulp_of(double value)
{
    int exponent;
    frexp(value, &exponent);
    return ldexp(1, (exponent < -125 ? -125 : exponent) - 24);
}

/* +1 or -1: how the function moves after `a`, 0 at a turning point or for a function without direction. */
static int direction(const struct function *f, double a)
{
    if (f->id == ISA_OP2_SIN || f->id == ISA_OP2_COS) {
        const double turns = remainder(f->id == ISA_OP2_SIN ? a : a + 0.25, 1);
        return fabs(a) > 0.5 ? 0 : fabs(turns) < 0.25 ? 1 : -1;
    }
    return f->rises;
}

/* Whether `word` is right where the exact result is zero, denormal, too large, infinite or a NaN.  What is almost the
 * smallest normal number may have been rounded to it. */
static bool special_is_right(const struct function *f, uint32_t a, double exact, uint32_t word)
{
    if (is_nan(a))
        return word == (a | FLOAT_QUIET);
    if (isnan(exact))
        return word == ALU_DEFAULT_NAN;
    const uint32_t sign = f->id == ISA_OP2_SIN ? a & FLOAT_SIGN : signbit(exact) ? FLOAT_SIGN : 0;
    if (fabs(exact) > 0x1.fffffep127)
        return word == (sign | FLOAT_INFINITY);
    if (fabs(exact) < 0x1p-126)
        return word == sign || (fabs(exact) > 0x1.fffffep-127 && word == (sign | (FLOAT_MANTISSA + 1)));
    return word == as_bits((float)exact); /* of a zero: COS and EXP */
}

/* Every operand of one sign; returns how many results are wrong. */
static uint64_t measure(const struct function *f, uint32_t sign)
{
    struct worst   ulps = {0, 0}, absolute = {0, 0}, small = {0, 0}, fall = {0, 0};
    uint64_t       measured = 0, special = 0, falls = 0, wrong = 0;
    double         before = 0, operand_before = NAN;
    quarter_t      src[3] = {{{0}}}, result;
    quarter_mask_t flags;

    for (uint32_t first = 0; first < FLOAT_SIGN; first += QUARTER) {
        for (int i = 0; i < QUARTER; i++)
            src[0].lane[i] = sign | (first + (uint32_t)i);
        alu_compute(f->id, src, &result, &flags);
        for (int i = 0; i < QUARTER; i++) {
            const double a = as_float(flush(src[0].lane[i])), value = as_float(result.lane[i]);
            const double exact = f->reference(a);
            if (is_zero(src[0].lane[i]) || !isfinite(exact) || fabs(exact) < 0x1p-126 || fabs(exact) > 0x1.fffffep127) {
                special++;
                wrong += !special_is_right(f, src[0].lane[i], exact, result.lane[i]);
                operand_before = NAN;
                continue;
            }
            measured++;
            const double error = fabs(value - exact);
            note(&absolute, error, src[0].lane[i]);
            note(&ulps, error / ulp_of(exact), src[0].lane[i]);
            if (fabs(exact) < 0.0625)
                note(&small, error, src[0].lane[i]);
            const int way = direction(f, a) * (sign ? -1 : 1);
            if (!isnan(operand_before) && way * (value - before) < 0 &&
                way == direction(f, operand_before) * (sign ? -1 : 1)) {
                falls++;
                note(&fall, fabs(value - before), src[0].lane[i]);
            }
            before = value;
            operand_before = a;
        }
    }
    printf("%-15s %c  measured %10llu, special %10llu of which wrong %llu, ulp %.4f at 0x%08x, absolute 2^%.2f at "
           "0x%08x, where |result| < 1/16 2^%.2f at 0x%08x, not monotonic %llu (by %.3g at 0x%08x)\n",
           f->name, sign ? '-' : '+', (unsigned long long)measured, (unsigned long long)special,
           (unsigned long long)wrong, ulps.error, ulps.operand, log2(absolute.error), absolute.operand,
           log2(small.error), small.operand, (unsigned long long)falls, fall.error, fall.operand);
    fflush(stdout);
    return wrong + falls;
}

/* Not above the quotient for any operand, and how far below at most. */
static uint64_t measure_recip_uint(void)
{
    uint64_t       above = 0, below = 0, inexact = 0;
    double         relative = 0;
    uint32_t       below_at = 0;
    quarter_t      src[3] = {{{0}}}, result;
    quarter_mask_t flags;

    for (uint64_t first = 0; first < (uint64_t)1 << 32; first += QUARTER) {
        for (int i = 0; i < QUARTER; i++)
            src[0].lane[i] = (uint32_t)first + (uint32_t)i;
        alu_compute(ISA_OP2_RECIP_UINT, src, &result, &flags);
        for (int i = 0; i < QUARTER; i++) {
            if (src[0].lane[i] < 2)
                continue;
            const uint64_t quotient = ((uint64_t)1 << 32) / src[0].lane[i], value = result.lane[i];
            above += value > quotient;
            inexact += value != quotient;
            if (quotient > value && quotient - value > below) {
                below = quotient - value;
                below_at = src[0].lane[i];
            }
            const double error = (double)(quotient - value) / (double)quotient;
            if (quotient > (1 << 26) && error > relative)
                relative = error;
        }
    }
    printf("RECIP_UINT  above %llu  inexact %llu  below by up to %llu at %u, by 2^%.2f of quotients above 2^26\n",
           (unsigned long long)above, (unsigned long long)inexact, (unsigned long long)below, below_at, log2(relative));
    fflush(stdout);
    return above;
}

/* RECIP_INT: the sign and, of the magnitude, half of RECIP_UINT. */
static uint64_t check_recip_int(void)
{
    uint64_t       wrong = 0;
    quarter_t      src[3] = {{{0}}}, magnitudes[3] = {{{0}}}, result, whole;
    quarter_mask_t flags;

    for (uint64_t first = 0; first < (uint64_t)1 << 32; first += QUARTER) {
        for (int i = 0; i < QUARTER; i++) {
            src[0].lane[i] = (uint32_t)first + (uint32_t)i;
            magnitudes[0].lane[i] = src[0].lane[i] >> 31 ? 0 - src[0].lane[i] : src[0].lane[i];
        }
        alu_compute(ISA_OP2_RECIP_INT, src, &result, &flags);
        alu_compute(ISA_OP2_RECIP_UINT, magnitudes, &whole, &flags);
        for (int i = 0; i < QUARTER; i++) {
            const uint32_t half = whole.lane[i] / 2;
            wrong += result.lane[i] != (src[0].lane[i] >> 31 ? 0 - half : half);
        }
    }
    printf("RECIP_INT  4294967296 operands, wrong %llu\n", (unsigned long long)wrong);
    fflush(stdout);
    return wrong;
}

static bool wanted(const char *name, int argc, char **argv)
{
    for (int k = 1; k < argc; k++) {
        if (!strcmp(argv[k], name))
            return true;
    }
    return argc < 2;
}

int main(int argc, char **argv)
{
    uint64_t   wrong = 0;
    const bool list = argc == 2 && !strcmp(argv[1], "--list");

    if (list)
        puts("RECIP_UINT\nRECIP_INT");
    if (wanted("RECIP_UINT", argc, argv))
        wrong += measure_recip_uint();
    if (wanted("RECIP_INT", argc, argv))
        wrong += check_recip_int();
    for (unsigned i = 0; i < sizeof functions / sizeof *functions; i++) {
        if (list)
            puts(functions[i].name);
        else if (wanted(functions[i].name, argc, argv))
            wrong += measure(&functions[i], 0) + measure(&functions[i], FLOAT_SIGN);
    }
    return wrong != 0;
}
