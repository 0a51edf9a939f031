/* test_nv30_numbers.c - what NV30's operations compute: against doubles, at the edges, as FP16. */
#include <math.h>

#include "rtl_model/nv30/number.h"
#include "tb/unit/older/nv30_kit.h"

static struct kit kit;

static void start(const char *text)
{
    kit_must_start(&kit, text);
}

/* ---- against doubles -------------------------------------------------------------------------------------------- */

/* One instruction of a = f[TEX0], b = f[TEX1] by way of registers, c = c[0], and what it is to be. */
static double d_mov(const double *a, const double *b, const double *c, unsigned i)
{
    (void)b, (void)c;
    return a[i];
}
static double d_add(const double *a, const double *b, const double *c, unsigned i)
{
    (void)c;
    return a[i] + b[i];
}
static double d_mul(const double *a, const double *b, const double *c, unsigned i)
{
    (void)c;
    return a[i] * b[i];
}
static double d_mad(const double *a, const double *b, const double *c, unsigned i)
{
    return a[i] * b[i] + c[i];
}
static double d_lrp(const double *a, const double *b, const double *c, unsigned i)
{
    return a[i] * b[i] + (1 - a[i]) * c[i];
}
static double d_dp3(const double *a, const double *b, const double *c, unsigned i)
{
    (void)c, (void)i;
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
static double d_dp4(const double *a, const double *b, const double *c, unsigned i)
{
    return d_dp3(a, b, c, i) + a[3] * b[3];
}
static double d_rcp(const double *a, const double *b, const double *c, unsigned i)
{
    (void)b, (void)c, (void)i;
    return 1 / a[0];
}
static double d_rsq(const double *a, const double *b, const double *c, unsigned i)
{
    (void)b, (void)c, (void)i;
    return 1 / sqrt(fabs(a[0]));
}
static double d_min(const double *a, const double *b, const double *c, unsigned i)
{
    (void)c;
    return fmin(a[i], b[i]);
}
static double d_max(const double *a, const double *b, const double *c, unsigned i)
{
    (void)c;
    return fmax(a[i], b[i]);
}
static double d_slt(const double *a, const double *b, const double *c, unsigned i)
{
    (void)c;
    return a[i] < b[i];
}
static double d_sge(const double *a, const double *b, const double *c, unsigned i)
{
    (void)c;
    return a[i] >= b[i];
}
static double d_exp(const double *a, const double *b, const double *c, unsigned i)
{
    (void)b, (void)c, (void)i;
    return pow(2, a[1]);
}
static double d_log(const double *a, const double *b, const double *c, unsigned i)
{
    (void)b, (void)c, (void)i;
    return log(fabs(a[1])) / log(2);
}
static double d_frc(const double *a, const double *b, const double *c, unsigned i)
{
    (void)b, (void)c;
    return a[i] - floor(a[i]);
}
static double d_dst(const double *a, const double *b, const double *c, unsigned i)
{
    (void)c;
    return i == 0 ? 1 : i == 1 ? a[1] * b[1] : i == 2 ? a[2] : b[3];
}
static double d_lit(const double *a, const double *b, const double *c, unsigned i)
{
    (void)b, (void)c;
    const double x = fmax(a[0], 0), shine = a[0] > 0 ? pow(fmax(a[1], 0), a[3]) : 0;
    return i == 1 ? x : i == 2 ? shine : 1;
}
static double d_depth(const double *a, const double *b, const double *c, unsigned i)
{
    return fmax(0, fmin(1, c[0] / d_dp3(a, b, c, i)));
}
static double d_dp3_clamped(const double *a, const double *b, const double *c, unsigned i)
{
    return fmax(0, fmin(1, d_dp3(a, b, c, i)));
}

static const struct operation {
    const char *text; /* behind the destination */
    const char *name;
    double (*of)(const double *a, const double *b, const double *c, unsigned i);
    double tolerance; /* of the result, in units of 2^-23 */
} operations[] = {
    {"R0", "MOV", d_mov, 0},
    {"R0, R1", "ADD", d_add, 1},
    {"R0, -R1", "SUB", d_add, 1},
    {"R0, R1", "MUL", d_mul, 1},
    {"R0, R1, c[0]", "MAD", d_mad, 2},
    {"R0, R1, c[0]", "LRP", d_lrp, 4},
    {"R0, R1", "DP3", d_dp3, 3},
    {"R0, R1", "DP4", d_dp4, 3},
    {"R0.x", "RCP", d_rcp, 1},
    {"R0.x", "RSQ", d_rsq, 4},
    {"R0, R1", "MIN", d_min, 0},
    {"R0, R1", "MAX", d_max, 0},
    {"R0, R1", "SLT", d_slt, 0},
    {"R0, R1", "SGE", d_sge, 0},
    {"R0.y", "EX2", d_exp, 1},
    {"R0.y", "LG2", d_log, 1},
    {"R0", "FRC", d_frc, 0},
    {"R0, R1", "DST", d_dst, 1},
    {"R0", "LIT", d_lit, 64}, /* the error of a logarithm, times the exponent */
    {"R0, R1, c[0]", "TEXM3X2DEPTH", d_depth, 8},
    {"R0, R1", "TEXDP3", d_dp3, 3},
    {"R0, R1", "TEXDP3DEPTH", d_dp3_clamped, 3},
    {"R0, R1", "TEXM3X3PAD", d_dp3, 3},
};
enum { OPERATIONS = sizeof operations / sizeof operations[0] };

/* The greatest of what is added up: errors are measured by it. */
static double scale_of(const double *a, const double *b, const double *c, double result)
{
    double sum = fabs(result);
    for (unsigned i = 0; i < 4; i++)
        sum =
            fmax(sum, fmax(fabs(a[i] * b[i]), fmax(fabs(c[i]), fmax(fabs(a[i]), fmax(fabs(b[i]), fabs(a[i] * c[i]))))));
    return sum;
}

static void check_pixel(const struct operation *o, unsigned pixel, bool half)
{
    double a[4], b[4], c[4];
    float  got[4];
    kit_colour(&kit, pixel, got);
    for (unsigned i = 0; i < 4; i++) {
        a[i] = (double)kit.attribute[pixel][0][i];
        b[i] = (double)kit.attribute[pixel][1][i];
        c[i] = (double)kit.constant[0][i];
    }
    for (unsigned i = 0; i < 4; i++) {
        const double want = o->of(a, b, c, i);
        const double unit = half ? 0x1p-10 : 0x1p-23, steps = half ? 2 : o->tolerance;
        const bool   sums = o->of == d_mad || o->of == d_lrp || o->of == d_dp3 || o->of == d_dp4 || o->of == d_add ||
                          o->of == d_depth || o->of == d_dp3_clamped;
        const double scale = sums ? scale_of(a, b, c, want) : fabs(want);
        if (isinf(want) ? (double)got[i] != want : !(fabs((double)got[i] - want) <= steps * unit * scale + 0x1p-149))
            fail_msg("%s %s, pixel %u, component %u: %.9g, expected %.9g", o->name, o->text, pixel, i, (double)got[i],
                     want);
    }
}

static void each_operation_is_what_doubles_say(void **state)
{
    (void)state;
    for (unsigned n = 0; n < 2 * OPERATIONS; n++) {
        const struct operation *o = &operations[n / 2];
        const bool              half = n % 2;
        char                    text[256];
        kit_fill(&kit, 512);
        kit.constant[0][0] = 0.75f;
        if (strcmp(o->name, "SUB") == 0)
            snprintf(text, sizeof text, "MOV R0, f[TEX0]\nMOV R1, f[TEX1]\nSUB%s o[COLR], %s\n", half ? "H" : "",
                     o->text);
        else
            snprintf(text, sizeof text, "MOV R0, f[TEX0]\nMOV R1, f[TEX1]\n%s%s o[COLR], %s\n", o->name,
                     half ? "H" : "", o->text);
        start(text);
        kit_run(&kit);
        for (unsigned p = 0; p < kit.pixels; p++)
            check_pixel(o, p, half);
        kit_end(&kit);
    }
}

/* ---- FP16 ------------------------------------------------------------------------------------------------------- */

/* Every number of FP16 is itself, what lies between two goes to the nearer, a tie to the even one. */
static void numbers_of_half_precision_are_the_nearest(void **state)
{
    (void)state;
    for (unsigned bits = 0; bits < 0x7c00; bits++) {
        const unsigned exponent = bits >> 10, mantissa = bits & 0x3ff;
        const double   here = exponent ? ldexp(1024 + mantissa, (int)exponent - 25) : ldexp(mantissa, -24);
        const double   step = ldexp(1, exponent ? (int)exponent - 25 : -24), tie = here + step / 2;
        const double   above = bits == 0x7bff ? (double)INFINITY : here + step;
        assert_true((double)nv30_to_half((float)here) == here);
        assert_true((double)nv30_to_half(-(float)here) == -here);
        assert_true((double)nv30_to_half((float)tie) == (bits & 1 ? above : here));
        assert_true((double)nv30_to_half(nextafterf((float)tie, INFINITY)) == above);
        assert_true((double)nv30_to_half(nextafterf((float)tie, 0)) == here);
    }
    assert_true(isnan(nv30_to_half(NAN)));
    assert_true(nv30_to_half(INFINITY) == INFINITY);
    assert_true(nv30_to_half(1e30f) == INFINITY);
}

/* ---- special values --------------------------------------------------------------------------------------------- */

static void results_at_the_edges(void **state)
{
    static const struct {
        const char *text;
        float       operand, result;
    } cases[] = {
        {"RSQ o[COLR], f[TEX0].x", 0, INFINITY},  {"RSQ o[COLR], f[TEX0].x", INFINITY, 0},
        {"RSQ o[COLR], f[TEX0].x", -4, 0.5f},     {"RSQH o[COLR], f[TEX0].x", 0.25f, 2},
        {"RCP o[COLR], f[TEX0].x", 0, INFINITY},  {"RCP o[COLR], f[TEX0].x", -0.f, -INFINITY},
        {"RCP o[COLR], f[TEX0].x", INFINITY, 0},  {"LOG o[COLR], f[TEX0].x", 0, -INFINITY},
        {"EXP o[COLR], f[TEX0].x", -INFINITY, 0}, {"EXP o[COLR], f[TEX0].x", 200, INFINITY},
        {"MOV_SAT o[COLR], f[TEX0].x", 7, 1},     {"MOV_SAT o[COLR], f[TEX0].x", -7, 0},
        {"MOV_SAT o[COLR], f[TEX0].x", NAN, 0},   {"MOV o[COLR], -|f[TEX0].x|", 3, -3},
        {"MOV o[COLR], -|f[TEX0].x|", -3, -3},    {"MOVH o[COLR], f[TEX0].x", 70000, INFINITY},
        {"MOVH o[COLR], f[TEX0].x", 1.0004f, 1},  {"FRC o[COLR], f[TEX0].x", -0.25f, 0.75f},
        {"LIT o[COLR].z, f[TEX0].xyxy", 1, 1}, /* 0 to the power of 0 */
        {"LIT o[COLR].z, f[TEX0].xyxx", 1, 0},
    };
    (void)state;
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        float colour[4];
        kit_fill(&kit, 4);
        memset(kit.attribute[2][0], 0, sizeof kit.attribute[2][0]);
        kit.attribute[2][0][0] = cases[i].operand;
        start(cases[i].text);
        kit_run(&kit);
        kit_colour(&kit, 2, colour);
        if (colour[2] != cases[i].result)
            fail_msg("%s of %g: %g, expected %g", cases[i].text, (double)cases[i].operand, (double)colour[2],
                     (double)cases[i].result);
        kit_end(&kit);
    }
    /* a product's sign of zero stays */
    float colour[4];
    kit_fill(&kit, 4);
    kit.attribute[0][0][0] = -0.f;
    start("MOV o[COLR], f[TEX0]");
    kit_run(&kit);
    kit_colour(&kit, 0, colour);
    assert_true(signbit(colour[0]));
    kit_end(&kit);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_operation_is_what_doubles_say),
        cmocka_unit_test(numbers_of_half_precision_are_the_nearest),
        cmocka_unit_test(results_at_the_edges),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
