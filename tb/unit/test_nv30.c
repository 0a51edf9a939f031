/* test_nv30.c - what NV30's shader core computes: against doubles, against the reference in tb/ref; kills, textures,
 * snapshots, launches that it refuses. */
#include <math.h>

#include "kit/walk.h"
#include "rtl_model/nv30/number.h"
#include "tb/ref/nv30_ref.h"
#include "tb/unit/nv30_kit.h"

static struct kit kit;

static void start(const char *text)
{
    if (!kit_start(&kit, text))
        fail_msg("%s", kit.diag.what);
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

/* ---- kills, perspective, depth ----------------------------------------------------------------------------------- */

static void pixels_below_zero_are_killed(void **state)
{
    (void)state;
    for (unsigned four = 0; four < 2; four++) {
        kit_fill(&kit, 64);
        start(four ? "KIL f[TEX2]\nMOV o[COLR], c[0]" : "TEXKILL f[TEX2]\nMOV o[COLR], c[0]");
        kit_run(&kit);
        for (unsigned p = 0; p < kit.pixels; p++) {
            bool killed = false;
            for (unsigned c = 0; c < (four ? 4u : 3u); c++)
                killed |= kit.attribute[p][2][c] < 0;
            assert_int_equal(kit.machine->exports.killed[p], killed);
        }
        kit_end(&kit);
    }
}

static void coordinates_are_multiplied_by_w(void **state)
{
    float colour[4];
    (void)state;
    kit_fill(&kit, 8);
    for (unsigned p = 0; p < 8; p++)
        kit.attribute[p][NV30_WPOS][3] = 0.25f;
    start("ADD R0, f[TEX3], c[255]\nMOV R1, f[WPOS]\nMAD o[COLR], f[COL0].x, c[255].w, R0\nMOV o[DEPR], R1");
    kit_run(&kit);
    for (unsigned p = 0; p < 8; p++) {
        kit_colour(&kit, p, colour);
        const float c = kit.constant[255][1];
        const float product = 4 * kit.attribute[p][NV30_COL0][0] * kit.constant[255][3];
        assert_true(colour[1] == product + (4 * kit.attribute[p][3][1] + c));
        const struct result_column *depth = results_find(&kit.machine->exports, LAUNCH_EXPORT_PIXEL, 61);
        assert_non_null(depth);
        assert_int_equal(depth->values[p][0], nv30_bits(kit.attribute[p][NV30_WPOS][2]));
        assert_int_equal(depth->written[p], 1);
    }
    kit_end(&kit);
}

/* Sets that are read behind the first pass come out of the FIFO, a fifth one does not. */
static void the_fifo_of_coordinates_keeps_four_sets(void **state)
{
    static const char five[] = "MOV R0, f[TEX7]\nADD R0, R0, f[TEX6]\nADD R0, R0, f[TEX5]\nADD R0, R0, f[TEX4]\n"
                               "ADD R0, R0, f[TEX3]\nADD o[COLR], R0, f[TEX2]";
    float             colour[4];
    (void)state;
    kit_fill(&kit, 64);
    start(five);
    kit_run(&kit);
    const struct nv30_interpolant_select_reg *q = &kit.machine->stage2.q;
    assert_int_equal(q->kept_quads, 16);
    assert_int_equal(q->raster_picks, 16 * 5);      /* four components and 1/W */
    assert_int_equal(q->fifo_picks, 16 * (16 + 5)); /* four sets, and 1/W five times */
    assert_int_equal(q->late_picks, 16 * 4);
    for (unsigned p = 0; p < kit.pixels; p++) {
        float sum = kit.attribute[p][7][2];
        for (unsigned set = 6; set >= 2; set--)
            sum += kit.attribute[p][set][2];
        kit_colour(&kit, p, colour);
        assert_true(colour[2] == sum);
    }
    kit_end(&kit);
}

/* ---- textures --------------------------------------------------------------------------------------------------- */

/* The texel at a point of a 4 x 4 texture that repeats, worked out here. */
static const float *texel_at(float s, float t)
{
    const unsigned x = (unsigned)(int)floorf(s * 4) & 3, y = (unsigned)(int)floorf(t * 4) & 3;
    return kit.texel[4 * y + x];
}

static void expect_texel(unsigned pixel, const float *texel, const char *text)
{
    float colour[4];
    kit_colour(&kit, pixel, colour);
    for (unsigned c = 0; c < 4; c++)
        if (colour[c] != texel[c])
            fail_msg("%s, pixel %u: %g, expected %g", text, pixel, (double)colour[c], (double)texel[c]);
}

static void reads_are_of_the_texel_that_they_name(void **state)
{
    static const char *const texts[] = {"TEX o[COLR], f[TEX0], TEX0, 2D",
                                        "TXP o[COLR], f[TEX0], TEX0, 2D",
                                        "TEXREG2AR o[COLR], f[TEX0], TEX0, 2D",
                                        "TEXREG2GB o[COLR], f[TEX0], TEX0, 2D",
                                        "TEXBEM o[COLR], f[TEX0], f[TEX0], c[0], TEX0, 2D",
                                        "TEXM3X2TEX o[COLR], f[TEX0], f[TEX0].yzxw, c[0], TEX0, 2D"};
    (void)state;
    for (unsigned n = 0; n < sizeof texts / sizeof texts[0]; n++) {
        kit_fill(&kit, 64);
        for (unsigned p = 0; p < kit.pixels; p++) /* not on an edge between texels */
            for (unsigned c = 0; c < 4; c++)
                kit.attribute[p][0][c] = (float)(1 + (p * 5 + c * 3) % 7) / 8 + 0.0625f;
        for (unsigned c = 0; c < 4; c++)
            kit.constant[0][c] = (float)(c + 1) / 64;
        start(texts[n]);
        kit_run(&kit);
        for (unsigned p = 0; p < kit.pixels; p++) {
            const float *a = kit.attribute[p][0], *m = kit.constant[0];
            const float  at[][2] = {{a[0], a[1]},
                                    {a[0] / a[3], a[1] / a[3]},
                                    {a[3], a[0]},
                                    {a[1], a[2]},
                                    {a[0] + m[0] * a[0] + m[2] * a[1], a[1] + m[1] * a[0] + m[3] * a[1]},
                                    {m[0], a[0] * a[1] + a[1] * a[2] + a[2] * a[0]}};
            const float  s4 = at[n][0] * 4, t4 = at[n][1] * 4;
            if (fabsf(s4 - rintf(s4)) < 1e-4f || fabsf(t4 - rintf(t4)) < 1e-4f)
                continue; /* rounding decides */
            expect_texel(p, texel_at(at[n][0], at[n][1]), texts[n]);
        }
        kit_end(&kit);
    }
}

/* The cube's texel in a direction: Direct3D's and OpenGL's faces, for each its number and what goes right and down. */
static const float *cube_texel(const float *d)
{
    static const struct {
        unsigned axis;
        float    sign;
        unsigned across, down;
        float    across_sign, down_sign;
    } faces[6] = {{0, 1, 2, 1, -1, -1}, {0, -1, 2, 1, 1, -1}, {1, 1, 0, 2, 1, 1},
                  {1, -1, 0, 2, 1, -1}, {2, 1, 0, 1, 1, -1},  {2, -1, 0, 1, -1, -1}};
    unsigned face = 0;
    for (unsigned f = 0; f < 6; f++)
        if (d[faces[f].axis] * faces[f].sign > d[faces[face].axis] * faces[face].sign)
            face = f;
    const float major = fabsf(d[faces[face].axis]);
    const float s = (faces[face].across_sign * d[faces[face].across] / major + 1) / 2;
    const float t = (faces[face].down_sign * d[faces[face].down] / major + 1) / 2;
    return kit.texel[16 * face + 4 * (unsigned)(t * 4) + (unsigned)(s * 4)];
}

static void cubes_are_read_by_direction(void **state)
{
    static const char *const texts[] = {
        "TEX o[COLR], f[TEX0], TEX4, CUBE",
        "TEXREG2RGBCUBE o[COLR], f[TEX0], TEX4, CUBE",
        /* n is (0, 0, 9), so that e.x and e.y change their sign */
        "MOV R0, c[1]\nTEXM3X3SPEC o[COLR], R0, R0, R5, f[TEX0], TEX4, CUBE",
        "MOV R0, c[1]\nTEXM3X3CUBE o[COLR], R0, R0, f[TEX0], TEX4, CUBE",
    };
    (void)state;
    for (unsigned n = 0; n < 4; n++) {
        kit_fill(&kit, 512);
        for (unsigned p = 0; p < kit.pixels; p++)
            for (unsigned c = 0; c < 3; c++)
                kit.attribute[p][0][c] = (float)((int)(p * (7 + 6 * c) % 61) - 30) / (4 + (float)c) + 0.013f;
        memset(kit.constant[1], 0, sizeof kit.constant[1]);
        kit.constant[1][2] = 3;
        start(texts[n]);
        kit_run(&kit);
        for (unsigned p = 0; p < kit.pixels; p++) {
            const float *e = kit.attribute[p][0];
            const float  direction[4][3] = {
                 {e[0], e[1], e[2]}, {e[0], e[1], e[2]}, {-e[0], -e[1], e[2]}, {e[0], e[1], 9}};
            expect_texel(p, cube_texel(direction[n]), texts[n]);
        }
        kit_end(&kit);
    }
}

/* ---- random programs -------------------------------------------------------------------------------------------- */

static uint32_t random_state;
static unsigned draw(unsigned below)
{
    random_state = random_state * 1664525 + 1013904223;
    return (random_state >> 8) % below;
}

static void random_source(struct nv30_instruction *i, unsigned n)
{
    static const enum nv30_source_file files[] = {NV30_SRC_FULL, NV30_SRC_FULL, NV30_SRC_HALF, NV30_SRC_ATTRIBUTE,
                                                  NV30_SRC_CONSTANT};
    struct nv30_source                *s = &i->source[n];
    s->file = files[draw(5)];
    s->number = s->file == NV30_SRC_ATTRIBUTE ? i->number % 10 : s->file == NV30_SRC_CONSTANT ? i->mask : draw(4);
    for (unsigned c = 0; c < 4; c++)
        s->swizzle[c] = (uint8_t)draw(4);
    if (nv30_ops[i->op].flags & NV30_IS_SCALAR)
        memset(s->swizzle, s->swizzle[0], 4);
    s->negate = draw(4) == 0;
    s->absolute = draw(6) == 0;
}

static void random_instruction(struct nv30_instruction *i, bool last)
{
    *i = (struct nv30_instruction){.op = (enum nv30_op)draw(NV30_OPS), .half = draw(4) == 0, .saturate = draw(4) == 0};
    const unsigned flags = nv30_ops[i->op].flags;
    if (last || i->op == NV30_TEXKILL || i->op == NV30_KIL || i->op == NV30_TEXM3X3SPEC ||
        (flags & NV30_IS_READ && i->op > NV30_TXP))
        i->op = last ? NV30_ADD : NV30_MAD;
    const bool has = nv30_ops[i->op].flags & NV30_HAS_DST;
    i->number = draw(4);
    i->mask = 1 + draw(15);
    for (unsigned n = 0; n < nv30_ops[i->op].sources; n++)
        random_source(i, n);
    if (i->op == NV30_TEXCOORD) {
        i->source[0].file = NV30_SRC_ATTRIBUTE;
        i->source[0].number = draw(8);
    }
    if (nv30_ops[i->op].flags & NV30_IS_READ) { /* of attributes and without signs: no coordinate is out of bounds */
        i->source[0].file = NV30_SRC_ATTRIBUTE;
        i->source[0].number = draw(8);
        i->op = NV30_TEX; /* quotients may lie on the edge of a texel */
        i->target = NV30_2D;
        i->unit = draw(4);
    }
    i->file = !has ? NV30_DST_NONE : last ? NV30_DST_OUTPUT : draw(3) ? NV30_DST_FULL : NV30_DST_HALF;
    if (last)
        i->number = NV30_COLR, i->mask = 15;
    if (!has)
        i->number = i->mask = 0, i->half = i->saturate = false;
}

static void ref_read(const void *context, unsigned unit, enum nv30_target target, const float at[3], float texel[4])
{
    (void)context, (void)unit, (void)target;
    memcpy(texel, texel_at(at[0], at[1]), 4 * sizeof *texel);
}

static void check_random(const struct nv30_instruction *list, unsigned count, unsigned program, const char *text)
{
    for (unsigned p = 0; p < kit.pixels; p++) {
        struct nv30_ref_pixel pixel = {0};
        float                 colour[4];
        memcpy(pixel.attribute, kit.attribute[p], sizeof pixel.attribute);
        nv30_ref_run(list, count, (const float(*)[4])kit.constant, ref_read, NULL, &pixel);
        kit_colour(&kit, p, colour);
        for (unsigned c = 0; c < 4; c++) {
            const float want = pixel.output[NV30_COLR][c];
            if (!(isnan(want) && isnan(colour[c])) && nv30_bits(colour[c]) != nv30_bits(want))
                fail_msg("program %u, pixel %u, component %u: %.9g, expected %.9g\n%s", program, p, c,
                         (double)colour[c], (double)want, text);
        }
    }
}

static void random_programs_compute_what_the_reference_does(void **state)
{
    enum { PROGRAMS = 1500, LENGTH = 14, PIXELS = 8 };
    (void)state;
    random_state = 1;
    for (unsigned program = 0; program < PROGRAMS; program++) {
        struct nv30_instruction list[LENGTH];
        char                    text[4096] = "", line[192];
        kit_fill(&kit, PIXELS);
        for (unsigned p = 0; p < PIXELS; p++) /* points of textures that are not on an edge */
            for (unsigned a = 0; a < 8; a++)
                for (unsigned c = 0; c < 4; c++)
                    kit.attribute[p][a][c] = ((float)draw(64) + 0.5f) / 16;
        kit.chip.core_runs = program & 1;
        kit.chip.max_quads = 1 + program % 3;
        for (unsigned i = 0; i < LENGTH; i++) {
            random_instruction(&list[i], i == LENGTH - 1);
            nv30_print(&list[i], line, sizeof line);
            snprintf(text + strlen(text), sizeof text - strlen(text), "%s\n", line);
        }
        start(text);
        kit_run(&kit);
        check_random(list, LENGTH, program, text);
        kit_end(&kit);
    }
}

/* ---- the machine ------------------------------------------------------------------------------------------------ */

static const char mixed[] = "TEX R0, f[TEX0], TEX0, 2D\nTEX R1, f[TEX1], TEX4, CUBE\nRSQ R2.x, f[TEX2].x\n"
                            "LRP R3, R0, R1, R2.x\nTEXM3X3SPEC R4, R3, R0, R1, c[3], TEX5, CUBE\nADD o[COLR], R3, R4\n";

static void the_order_of_evaluation_does_not_matter(void **state)
{
    static struct kit other;
    (void)state;
    kit_fill(&kit, 64);
    kit_fill(&other, 64);
    start(mixed);
    assert_true(kit_start(&other, mixed));
    random_state = 7;
    while (!nv30_finished(kit.machine)) {
        uint8_t order[NV30_MODULES];
        for (unsigned i = 0; i < NV30_MODULES; i++)
            order[i] = (uint8_t)i;
        for (unsigned i = NV30_MODULES - 1; i; i--) {
            const unsigned j = draw(i + 1);
            const uint8_t  swapped = order[i];
            order[i] = order[j];
            order[j] = swapped;
        }
        nv30_edge(kit.machine);
        nv30_edge_in_order(other.machine, order);
        struct rtl_difference first;
        if (rtl_compare(kit.machine->instances, other.machine->instances, NV30_MODULES, &first))
            fail_msg("%s.%s differs", first.instance->path, first.signal->name);
    }
    kit_end(&kit);
    kit_end(&other);
}

static void a_snapshot_goes_on_as_the_run_did(void **state)
{
    struct diag diag;
    (void)state;
    kit_fill(&kit, 256);
    start(mixed);
    struct rtl_machine machine = nv30_machine(kit.machine);
    for (unsigned i = 0; i < 300; i++)
        kit_clock(&kit);
    unsigned char *data = malloc(machine_snapshot_bytes(&machine));
    machine_snapshot_put(data, &machine);
    kit_run(&kit);
    const uint64_t end = kit.machine->cycle;
    float          colour[256][4], again[256][4];
    for (unsigned p = 0; p < 256; p++)
        kit_colour(&kit, p, colour[p]);
    assert_true(machine_snapshot_take("snapshot", data, machine_snapshot_bytes(&machine), &machine, &diag));
    assert_int_equal(kit.machine->cycle, 300);
    kit_run(&kit);
    assert_int_equal(kit.machine->cycle, end);
    for (unsigned p = 0; p < 256; p++)
        kit_colour(&kit, p, again[p]);
    assert_memory_equal(colour, again, sizeof colour);
    data[machine_snapshot_bytes(&machine) - 20] ^= 1;
    assert_false(machine_snapshot_take("snapshot", data, machine_snapshot_bytes(&machine), &machine, &diag));
    free(data);
    kit_end(&kit);
}

static void statistics_count_passes_and_ways(void **state)
{
    enum { MOST = 200 };
    struct result_statistic rows[MOST];
    unsigned                found = 0;
    (void)state;
    kit_fill(&kit, 64);
    start("LRP R0, f[TEX0], c[0], f[TEX0]\nMOV o[COLR], R0");
    kit_run(&kit);
    const struct rtl_machine machine = nv30_machine(kit.machine);
    const unsigned           count = machine.kind->results->statistics(machine.of, rows, MOST);
    assert_in_range(count, 1, MOST);
    for (unsigned i = 0; i < count; i++) {
        const struct {
            const char *path, *name;
            unsigned    value;
        } wanted[] = {{"nv30.passes", "LRP", 32},
                      {"nv30.passes", "MOV", 16},
                      {"nv30.stage01_source_select", "internal_loopbacks", 16},
                      {"nv30.stage01_source_select", "long_loopbacks", 16},
                      {"nv30.stage01_source_select", "new_quads", 16},
                      {"nv30.stage07_multiply", "quads", 48},
                      {"nv30.stage10_crossbar", "coordinates_dropped", 16},
                      {"nv30.texture_units", "texture_reads", 0}};
        for (unsigned w = 0; w < sizeof wanted / sizeof wanted[0]; w++)
            if (strcmp(rows[i].path, wanted[w].path) == 0 && strcmp(rows[i].name, wanted[w].name) == 0) {
                assert_int_equal(rows[i].value, wanted[w].value);
                found++;
            }
    }
    assert_int_equal(found, 8);
    kit_end(&kit);
}

/* ---- refusals --------------------------------------------------------------------------------------------------- */

static void launches_that_do_not_fit_are_refused(void **state)
{
    (void)state;
    kit_fill(&kit, 6);
    assert_false(kit_start(&kit, "MOV o[COLR], c[0]"));
    assert_non_null(strstr(kit.diag.what, "6 pixels, expected whole quads"));
    kit_end(&kit);
    kit_fill(&kit, 4);
    assert_false(kit_start(&kit, "TEX o[COLR], f[TEX0], TEX9, 2D"));
    assert_non_null(strstr(kit.diag.what, "there is no texture 9"));
    kit_end(&kit);
    kit_fill(&kit, 4);
    assert_false(kit_start(&kit, "TEX o[COLR], f[TEX0], TEX6, 2D"));
    assert_non_null(strstr(kit.diag.what, "texture 6 is 3D"));
    kit_end(&kit);
    kit_fill(&kit, 4);
    assert_false(kit_start(&kit, "TEX R0, f[TEX0], TEX6, 3D\nTEX o[COLR], f[TEX0], TEX6, 2D"));
    assert_non_null(strstr(kit.diag.what, "instruction 1: texture unit 6 is read as 3D and as 2D"));
    kit_end(&kit);
    kit_fill(&kit, 4);
    kit.chip.register_rows = 3;
    assert_false(kit_start(&kit, "ADD R0, R1, R2\nMOV o[COLR], R0"));
    assert_non_null(strstr(kit.diag.what, "a quad takes 4 registers, and register_rows has 3"));
    kit_end(&kit);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_operation_is_what_doubles_say),
        cmocka_unit_test(numbers_of_half_precision_are_the_nearest),
        cmocka_unit_test(results_at_the_edges),
        cmocka_unit_test(pixels_below_zero_are_killed),
        cmocka_unit_test(coordinates_are_multiplied_by_w),
        cmocka_unit_test(the_fifo_of_coordinates_keeps_four_sets),
        cmocka_unit_test(reads_are_of_the_texel_that_they_name),
        cmocka_unit_test(cubes_are_read_by_direction),
        cmocka_unit_test(random_programs_compute_what_the_reference_does),
        cmocka_unit_test(the_order_of_evaluation_does_not_matter),
        cmocka_unit_test(a_snapshot_goes_on_as_the_run_did),
        cmocka_unit_test(statistics_count_passes_and_ways),
        cmocka_unit_test(launches_that_do_not_fit_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
