/* unary.c - every 32-bit operand of the unary operations whose results are exact or rounded once (ISA 4.9.1, 9.2).
 *
 *   make build/tb/exhaustive/unary && build/tb/exhaustive/unary [NAME ...]      (--list: the names)
 *
 * The other route to a result: double precision, in which every float is exact and the sum of two floats, rounded to 53
 * bits and then to 24, is the sum rounded once; 64-bit integers for conversions; the IEEE form for the clamped forms.
 * Exit status 1 when a result is wrong. */
#include "pipeline/alu/alu_functions.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define SIGN 0x80000000u
#define INFINITE 0x7f800000u
#define LARGEST 0x7f7fffffu
#define MINUS_256 ((uint32_t)-256)

struct want {
    uint32_t result;
    bool     flag;
};

static float to_float(uint32_t bits)
{
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}
static uint32_t to_bits(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}
static bool nan_word(uint32_t a)
{
    return (a & ~SIGN) > INFINITE;
}
static uint32_t without_denormal(uint32_t a)
{
    return (a >> 23 & 255) ? a : a & SIGN;
}
static double number(uint32_t a)
{
    return (double)to_float(without_denormal(a));
}
/* A result as a word; `a` is the operand, whose NaN is the result's. */
static uint32_t rounded(double value, uint32_t a)
{
    if (nan_word(a))
        return a | 1 << 22;
    return isnan(value) ? 0xffc00000 : without_denormal(to_bits((float)value));
}

/* ---- expectations ------------------------------------------------------------------------------------------------ */

static struct want same(uint32_t a)
{
    return (struct want){a, false};
}
static struct want complement(uint32_t a)
{
    return (struct want){0xffffffff - a, false};
}
static struct want toward_zero(uint32_t a)
{
    return (struct want){rounded(trunc(number(a)), a), false};
}
static struct want upward(uint32_t a)
{
    return (struct want){rounded(ceil(number(a)), a), false};
}
static struct want downward(uint32_t a)
{
    return (struct want){rounded(floor(number(a)), a), false};
}
static struct want nearest(uint32_t a)
{
    return (struct want){rounded(nearbyint(number(a)), a), false};
}
static struct want fraction(uint32_t a)
{
    return (struct want){rounded(number(a) - floor(number(a)), a), false};
}
/* The low 32 bits of the integral part; a float from 2^56 on has 32 zeros there. */
static struct want integer(uint32_t a)
{
    const double value = number(a);
    return (struct want){fabs(value) < 0x1p62 ? (uint32_t)(int64_t)value : 0, false};
}
static struct want unsigned_integer(uint32_t a)
{
    const double value = number(a);
    return (struct want){!(value > 0) ? 0 : value < 0x1p32 ? (uint32_t)value : UINT32_MAX, false};
}
static struct want address(double whole)
{
    return (struct want){whole >= -256 && whole <= 255 ? (uint32_t)(int)whole : MINUS_256, false};
}
static struct want nearest_address(uint32_t a)
{
    return address(floor((double)(float)(number(a) + 0.5)));
}
static struct want lower_address(uint32_t a)
{
    return address(floor(number(a)));
}
static struct want same_address(uint32_t a)
{
    return address((double)(int32_t)a);
}

/* A positive integer to 24 bits, ties to even, by its bits. */
static uint32_t float_of(uint64_t n)
{
    unsigned bits = 0;
    if (n == 0)
        return 0;
    while (n >> bits > 1)
        bits++;
    if (bits <= 23)
        return (127 + bits) << 23 | ((uint32_t)(n << (23 - bits)) & 0x7fffff);
    const unsigned lost = bits - 23;
    const uint64_t rest = n & (((uint64_t)1 << lost) - 1), half = (uint64_t)1 << (lost - 1);
    const uint32_t kept = (uint32_t)(n >> lost);
    const bool     up = rest > half || (rest == half && (kept & 1));
    return ((127 + bits) << 23) + (kept - (1 << 23)) + up;
}
static struct want signed_float(uint32_t a)
{
    const int64_t n = (int32_t)a;
    return (struct want){n < 0 ? SIGN | float_of((uint64_t)-n) : float_of((uint64_t)n), false};
}
static struct want unsigned_float(uint32_t a)
{
    return (struct want){float_of(a), false};
}

/* Branch counters, ISA 4.10 */
static struct want inverted(uint32_t a)
{
    const double count = number(a);
    return (struct want){count == 1 ? 0 : count == 0 ? to_bits(1) : a, count == 1};
}
static struct want restored(uint32_t a)
{
    return (struct want){number(a) == 0 ? 0 : a, number(a) == 0};
}

/* Output modifiers, ISA 4.9.1 */
static struct want times_2(uint32_t a)
{
    return (struct want){rounded(number(a) * 2, a), false};
}
static struct want times_4(uint32_t a)
{
    return (struct want){rounded(number(a) * 4, a), false};
}
static struct want by_2(uint32_t a)
{
    return (struct want){rounded(number(a) / 2, a), false};
}
static struct want saturated(uint32_t a)
{
    const double value = number(a);
    return (struct want){value > 0 ? value < 1 ? a : to_bits(1) : 0, false};
}

/* ---- operations -------------------------------------------------------------------------------------------------- */

struct row {
    const char     *name;
    enum isa_alu_id id; /* ISA_ALU_ILLEGAL: an output modifier */
    unsigned        omod;
    struct want (*want)(uint32_t); /* or NULL: */
    enum isa_alu_id ieee;          /* the operation that this one clamps, */
    uint32_t (*clamp)(uint32_t);   /* and how */
};

static uint32_t infinity_is_largest(uint32_t r)
{
    return (r & ~SIGN) == INFINITE ? (r & SIGN) | LARGEST : r;
}
static uint32_t infinity_is_zero(uint32_t r)
{
    return (r & ~SIGN) == INFINITE ? r & SIGN : r;
}
static uint32_t minus_infinity_is_largest(uint32_t r)
{
    return r == (SIGN | INFINITE) ? SIGN | LARGEST : r;
}

/* clang-format off */
static const struct row rows[] = {
    {"MOV",               ISA_OP2_MOV,              0, same,            0, NULL},
    {"NOT_INT",           ISA_OP2_NOT_INT,          0, complement,      0, NULL},
    {"FRACT",             ISA_OP2_FRACT,            0, fraction,        0, NULL},
    {"TRUNC",             ISA_OP2_TRUNC,            0, toward_zero,     0, NULL},
    {"CEIL",              ISA_OP2_CEIL,             0, upward,          0, NULL},
    {"RNDNE",             ISA_OP2_RNDNE,            0, nearest,         0, NULL},
    {"FLOOR",             ISA_OP2_FLOOR,            0, downward,        0, NULL},
    {"FLT_TO_INT",        ISA_OP2_FLT_TO_INT,       0, integer,         0, NULL},
    {"FLT_TO_UINT",       ISA_OP2_FLT_TO_UINT,      0, unsigned_integer, 0, NULL},
    {"INT_TO_FLT",        ISA_OP2_INT_TO_FLT,       0, signed_float,    0, NULL},
    {"UINT_TO_FLT",       ISA_OP2_UINT_TO_FLT,      0, unsigned_float,  0, NULL},
    {"MOVA",              ISA_OP2_MOVA,             0, nearest_address, 0, NULL},
    {"MOVA_FLOOR",        ISA_OP2_MOVA_FLOOR,       0, lower_address,   0, NULL},
    {"MOVA_INT",          ISA_OP2_MOVA_INT,         0, same_address,    0, NULL},
    {"MOVA_GPR_INT",      ISA_OP2_MOVA_GPR_INT,     0, same_address,    0, NULL},
    {"PRED_SET_INV",      ISA_OP2_PRED_SET_INV,     0, inverted,        0, NULL},
    {"PRED_SET_RESTORE",  ISA_OP2_PRED_SET_RESTORE, 0, restored,        0, NULL},
    {"OMOD_M2",           ISA_ALU_ILLEGAL, ISA_OMOD_M2,  times_2,       0, NULL},
    {"OMOD_M4",           ISA_ALU_ILLEGAL, ISA_OMOD_M4,  times_4,       0, NULL},
    {"OMOD_D2",           ISA_ALU_ILLEGAL, ISA_OMOD_D2,  by_2,          0, NULL},
    {"CLAMP",             ISA_ALU_ILLEGAL, ISA_OMOD_OFF, saturated,     0, NULL},
    {"RECIP_CLAMPED",     ISA_OP2_RECIP_CLAMPED,     0, NULL, ISA_OP2_RECIP_IEEE,     infinity_is_largest},
    {"RECIP_FF",          ISA_OP2_RECIP_FF,          0, NULL, ISA_OP2_RECIP_IEEE,     infinity_is_zero},
    {"RECIPSQRT_CLAMPED", ISA_OP2_RECIPSQRT_CLAMPED, 0, NULL, ISA_OP2_RECIPSQRT_IEEE, infinity_is_largest},
    {"RECIPSQRT_FF",      ISA_OP2_RECIPSQRT_FF,      0, NULL, ISA_OP2_RECIPSQRT_IEEE, infinity_is_zero},
    {"LOG_CLAMPED",       ISA_OP2_LOG_CLAMPED,       0, NULL, ISA_OP2_LOG_IEEE,       minus_infinity_is_largest},
};
/* clang-format on */
enum { ROWS = sizeof rows / sizeof *rows };

static void compute(const struct row *row, const quarter_t src[3], quarter_t *result, quarter_mask_t *flags)
{
    *flags = 0;
    if (row->id != ISA_ALU_ILLEGAL) {
        alu_compute(row->id, src, result, flags);
        return;
    }
    *result = src[0];
    alu_modify_output(result, row->omod, row->omod == ISA_OMOD_OFF);
}

static uint64_t check(const struct row *row)
{
    uint64_t       wrong = 0;
    uint32_t       first_wrong = 0;
    quarter_t      src[3] = {{{0}}}, result, ieee = {{0}};
    quarter_mask_t flags, none;

    for (uint64_t first = 0; first < (uint64_t)1 << 32; first += QUARTER) {
        for (uint32_t i = 0; i < QUARTER; i++)
            src[0].lane[i] = (uint32_t)first + i;
        compute(row, src, &result, &flags);
        if (!row->want)
            alu_compute(row->ieee, src, &ieee, &none);
        for (int i = 0; i < QUARTER; i++) {
            const uint32_t    a = src[0].lane[i];
            const struct want want = row->want ? row->want(a) : (struct want){row->clamp(ieee.lane[i]), false};
            if (result.lane[i] == want.result && (flags >> i & 1) == want.flag)
                continue;
            if (wrong++ == 0)
                first_wrong = a;
        }
    }
    printf("%-18s 4294967296 operands, wrong %llu", row->name, (unsigned long long)wrong);
    if (wrong)
        printf(", first 0x%08x", first_wrong);
    printf("\n");
    fflush(stdout);
    return wrong;
}

int main(int argc, char **argv)
{
    uint64_t wrong = 0;
    if (argc == 2 && !strcmp(argv[1], "--list")) {
        for (unsigned i = 0; i < ROWS; i++)
            puts(rows[i].name);
        return 0;
    }
    for (unsigned i = 0; i < ROWS; i++) {
        bool wanted = argc < 2;
        for (int k = 1; k < argc; k++)
            wanted |= !strcmp(argv[k], rows[i].name);
        if (wanted)
            wrong += check(&rows[i]);
    }
    return wrong != 0;
}
