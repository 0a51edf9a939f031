/* oracle_number.h - binary32 arithmetic of the oracle, in MPFR: exact results, rounded and flushed once (ISA 9.2). */
#ifndef TB_ISA_ORACLE_NUMBER_H
#define TB_ISA_ORACLE_NUMBER_H

#include <mpfr.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/* Numbers that hold any product and any sum of floats exactly. */
static mpfr_t oracle_a, oracle_b, oracle_sum, oracle_24;

static inline void oracle_start(void)
{
    mpfr_inits2(700, oracle_a, oracle_b, oracle_sum, (mpfr_ptr)0);
    mpfr_init2(oracle_24, 24);
}

static inline void oracle_stop(void)
{
    mpfr_clears(oracle_a, oracle_b, oracle_sum, oracle_24, (mpfr_ptr)0);
}

static inline bool oracle_nan(uint32_t a)
{
    return (a >> 23 & 255) == 255 && a << 9 != 0;
}
static inline bool oracle_zero(uint32_t a) /* or denormal */
{
    return (a >> 23 & 255) == 0;
}

/* The value of a word, its denormals zeros. */
static inline void oracle_read(uint32_t a, mpfr_t out)
{
    const int exponent = (int)(a >> 23 & 255), sign = a >> 31 ? -1 : 1;
    if (oracle_nan(a))
        mpfr_set_nan(out);
    else if (exponent == 255)
        mpfr_set_inf(out, sign);
    else if (exponent == 0)
        mpfr_set_zero(out, sign);
    else {
        mpfr_set_si_2exp(out, sign * (int64_t)(1 << 23 | (a & 0x7fffff)), exponent - 150, MPFR_RNDN);
    }
}

/* A number as a binary32 word, rounded to nearest even, its denormals zeros; the default NaN for a NaN. */
static inline uint32_t oracle_write(mpfr_t exact)
{
    const mpfr_exp_t least = mpfr_get_emin(), most = mpfr_get_emax();
    mpfr_set_emin(-148);
    mpfr_set_emax(128);
    int inexact = mpfr_set(oracle_24, exact, MPFR_RNDN);
    inexact = mpfr_check_range(oracle_24, inexact, MPFR_RNDN);
    mpfr_subnormalize(oracle_24, inexact, MPFR_RNDN);
    mpfr_set_emin(least);
    mpfr_set_emax(most);

    const uint32_t sign = mpfr_signbit(oracle_24) ? 1u << 31 : 0;
    if (mpfr_nan_p(oracle_24))
        return 0xffc00000;
    if (mpfr_inf_p(oracle_24))
        return sign | 0x7f800000;
    if (mpfr_zero_p(oracle_24) || mpfr_get_exp(oracle_24) < -125)
        return sign;
    const float value = mpfr_get_flt(oracle_24, MPFR_RNDN);
    uint32_t    bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static inline uint32_t oracle_quiet(uint32_t a)
{
    return a | 1 << 22;
}

static inline uint32_t oracle_add(uint32_t a, uint32_t b)
{
    if (oracle_nan(a) || oracle_nan(b))
        return oracle_quiet(oracle_nan(a) ? a : b);
    oracle_read(a, oracle_a);
    oracle_read(b, oracle_b);
    mpfr_add(oracle_sum, oracle_a, oracle_b, MPFR_RNDN);
    return oracle_write(oracle_sum);
}

static inline uint32_t oracle_mul_ieee(uint32_t a, uint32_t b)
{
    if (oracle_nan(a) || oracle_nan(b))
        return oracle_quiet(oracle_nan(a) ? a : b);
    oracle_read(a, oracle_a);
    oracle_read(b, oracle_b);
    mpfr_mul(oracle_sum, oracle_a, oracle_b, MPFR_RNDN);
    return oracle_write(oracle_sum);
}

static inline uint32_t oracle_mul(uint32_t a, uint32_t b)
{
    return oracle_zero(a) || oracle_zero(b) ? 0 : oracle_mul_ieee(a, b);
}

static inline uint32_t oracle_mul_lit(uint32_t a, uint32_t b, uint32_t c)
{
    if (b == 0xff7fffff || b == 0xff800000 || oracle_nan(b) || oracle_nan(c) || oracle_zero(c) || c >> 31)
        return 0xff7fffff;
    return oracle_mul(a, b);
}

/* -1, 0, 1, or 2 when a NaN makes them unordered */
static inline int oracle_order(uint32_t a, uint32_t b)
{
    if (oracle_nan(a) || oracle_nan(b))
        return 2;
    oracle_read(a, oracle_a);
    oracle_read(b, oracle_b);
    const int order = mpfr_cmp(oracle_a, oracle_b);
    return order < 0 ? -1 : order > 0;
}

static inline uint32_t oracle_keep(uint32_t a) /* an operand as a float result */
{
    if (oracle_nan(a))
        return oracle_quiet(a);
    return oracle_zero(a) ? a & 1u << 31 : a;
}

static inline uint32_t oracle_extreme(uint32_t a, uint32_t b, bool largest, bool dx10)
{
    const int order = oracle_order(a, b);
    if (dx10 && oracle_nan(b) && !oracle_nan(a))
        return oracle_keep(a);
    if (dx10 && oracle_nan(b))
        return oracle_quiet(a);
    if (largest)
        return oracle_keep(order == 0 || order == 1 ? a : b);
    return oracle_keep(order == -1 ? a : b);
}

static inline uint32_t oracle_integral(uint32_t a, mpfr_rnd_t how)
{
    if (oracle_nan(a))
        return oracle_quiet(a);
    oracle_read(a, oracle_a);
    mpfr_rint(oracle_sum, oracle_a, how);
    return oracle_write(oracle_sum);
}

/* The low 32 bits of the integral part in two's complement. */
static inline uint32_t oracle_to_int(uint32_t a)
{
    mpz_t    whole;
    uint32_t low;
    oracle_read(a, oracle_a);
    if (!mpfr_number_p(oracle_a))
        return 0;
    mpz_init(whole);
    mpfr_get_z(whole, oracle_a, MPFR_RNDZ);
    mpz_fdiv_r_2exp(whole, whole, 32);
    low = (uint32_t)mpz_get_ui(whole);
    mpz_clear(whole);
    return low;
}

static inline uint32_t oracle_address(uint32_t whole)
{
    const int low = oracle_order(whole, 0xc3800000), high = oracle_order(whole, 0x437f0000);
    if (low == -1 || low == 2 || high == 1)
        return (uint32_t)-256;
    oracle_read(whole, oracle_a);
    return (uint32_t)mpfr_get_si(oracle_a, MPFR_RNDZ);
}

#endif
