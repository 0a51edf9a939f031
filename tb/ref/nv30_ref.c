/* nv30_ref.c - each instruction by what it means. */
#include "tb/ref/nv30_ref.h"

#include <math.h>
#include <string.h>

struct ref {
    const struct nv30_instruction *i;
    const float (*constants)[4];
    nv30_ref_read_t       *read;
    const void            *context;
    struct nv30_ref_pixel *pixel;
    float                  s[NV30_SOURCES][4];
};

/* ---- numbers ---------------------------------------------------------------------------------------------------- */

float nv30_ref_half(float value)
{
    int          exponent;
    const double size = fabs((double)value);
    if (value == 0 || !isfinite(value))
        return value;
    frexp(size, &exponent); /* size is below 2^exponent; eleven bits below that, and none below 2^-24 */
    const double unit = ldexp(1, exponent - 11 < -24 ? -24 : exponent - 11);
    const double rounded = rint(size / unit) * unit;
    return copysignf(rounded >= 65520 ? INFINITY : (float)rounded, value);
}

/* Eleven bits of 1 / sqrt, then y + y / 2 - (x y) (y y) / 2. */
static float root(float operand, bool half)
{
    const float x = fabsf(operand), exact = (float)(1 / sqrt((double)x));
    int         exponent;
    if (!isfinite(exact) || exact == 0)
        return exact;
    frexp((double)exact, &exponent);
    const float y = (float)ldexp(rint(ldexp((double)exact, 11 - exponent)), exponent - 11);
    if (half)
        return y;
    const float xy = x * y, yy = y * y, step = (-xy / 2) * yy;
    return (y + step) + y / 2;
}

static float clamped(float value)
{
    return value > 1 ? 1 : value > 0 ? value : 0;
}

/* ---- operands and results --------------------------------------------------------------------------------------- */

static void take(struct ref *r, unsigned n)
{
    const struct nv30_source *from = &r->i->source[n];
    const float              *v = from->file == NV30_SRC_FULL        ? r->pixel->full[from->number]
                                  : from->file == NV30_SRC_HALF      ? r->pixel->half[from->number]
                                  : from->file == NV30_SRC_ATTRIBUTE ? r->pixel->attribute[from->number]
                                                                     : r->constants[from->number];
    const bool                corrected = from->file == NV30_SRC_ATTRIBUTE && from->number != NV30_WPOS;
    const float               w = 1 / r->pixel->attribute[NV30_WPOS][3];
    for (unsigned c = 0; c < 4; c++) {
        float value = v[from->swizzle[c]];
        if (corrected)
            value *= w;
        if (from->absolute)
            value = fabsf(value);
        r->s[n][c] = from->negate ? -value : value;
    }
}

static void put(struct ref *r, const float value[4])
{
    const struct nv30_instruction *i = r->i;
    float                         *to = i->file == NV30_DST_FULL   ? r->pixel->full[i->number]
                                        : i->file == NV30_DST_HALF ? r->pixel->half[i->number]
                                                                   : r->pixel->output[i->number];
    const bool half = i->half || i->file == NV30_DST_HALF || (i->file == NV30_DST_OUTPUT && i->number == NV30_COLH);
    for (unsigned c = 0; c < 4; c++)
        if (i->mask >> c & 1) {
            const float v = i->saturate ? clamped(value[c]) : value[c];
            to[c] = half ? nv30_ref_half(v) : v;
        }
}

static void put_one(struct ref *r, float value)
{
    const float all[4] = {value, value, value, value};
    put(r, all);
}

static float dot3(const float a[4], const float b[4])
{
    return (a[0] * b[0] + a[1] * b[1]) + a[2] * b[2];
}

static void fetch(struct ref *r, float x, float y, float z)
{
    const float at[3] = {x, y, z};
    float       texel[4] = {0};
    r->read(r->context, r->i->unit, r->i->target, at, texel);
    if (r->i->op == NV30_TEXBEML) {
        const float light = r->s[1][2] * r->s[3][0] + r->s[3][1];
        for (unsigned c = 0; c < 4; c++)
            texel[c] *= light;
    }
    put(r, texel);
}

/* ---- instructions ----------------------------------------------------------------------------------------------- */

static float of_component(const struct ref *r, unsigned c)
{
    const float a = r->s[0][c], b = r->s[1][c], p = r->s[2][c];
    switch (r->i->op) {
    case NV30_ADD:
        return a + b;
    case NV30_MUL:
        return a * b;
    case NV30_MAD: {
        const float product = a * b;
        return product + p;
    }
    case NV30_LRP: {
        const float product = a * (b - p);
        return product + p;
    }
    case NV30_MIN:
        return a < b ? a : b;
    case NV30_MAX:
        return a < b ? b : a;
    case NV30_SLT:
        return a < b ? 1 : 0;
    case NV30_SGE:
        return a < b ? 0 : 1;
    case NV30_FRC:
        return a - floorf(a);
    default:
        return a;
    }
}

static void by_component(struct ref *r)
{
    float value[4];
    for (unsigned c = 0; c < 4; c++)
        value[c] = of_component(r, c);
    put(r, value);
}

static void lit(struct ref *r)
{
    const float x = r->s[0][0], y = r->s[0][1] > 0 ? r->s[0][1] : 0, power = r->s[0][3];
    const float log = (float)log2((double)y), shine = power == 0 ? 1 : (float)exp2((double)(log * power));
    const float value[4] = {1, x < 0 ? 0 : x, x > 0 ? shine : 0, 1};
    put(r, value);
}

static void kill(struct ref *r, unsigned components)
{
    for (unsigned c = 0; c < components; c++)
        r->pixel->killed |= r->s[0][c] < 0;
}

static void bump(struct ref *r)
{
    const float *s = r->s[0], *n = r->s[1], *m = r->s[2];
    const float  q = r->i->op == NV30_TEXBEMPROJ ? 1 / s[3] : 1;
    const float  u = s[0] * q, v = s[1] * q;
    fetch(r, (m[0] * n[0] + m[2] * n[1]) + u, (m[1] * n[0] + m[3] * n[1]) + v, 0);
}

static void reflected(struct ref *r)
{
    const float n[3] = {r->s[2][0], r->s[2][1], dot3(r->s[0], r->s[1])}, *e = r->s[3];
    const float scale = 1 / ((n[0] * n[0] + n[1] * n[1]) + n[2] * n[2]);
    const float ne = (n[0] * e[0] + n[1] * e[1]) + n[2] * e[2];
    float       at[3];
    for (unsigned c = 0; c < 3; c++)
        at[c] = 2 * ne * (n[c] * scale) - e[c];
    fetch(r, at[0], at[1], at[2]);
}

static void read_texture(struct ref *r)
{
    const float *s = r->s[0], *p = r->s[2];
    switch (r->i->op) {
    case NV30_TXP: {
        const float q = 1 / s[3];
        fetch(r, s[0] * q, s[1] * q, s[2] * q);
        break;
    }
    case NV30_TEXBEM:
    case NV30_TEXBEML:
    case NV30_TEXBEMPROJ:
        bump(r);
        break;
    case NV30_TEXREG2AR:
        fetch(r, s[3], s[0], 0);
        break;
    case NV30_TEXREG2GB:
        fetch(r, s[1], s[2], 0);
        break;
    case NV30_TEXM3X2TEX:
        fetch(r, p[0], dot3(s, r->s[1]), 0);
        break;
    case NV30_TEXM3X3TEX:
    case NV30_TEXM3X3CUBE:
        fetch(r, p[0], p[1], dot3(s, r->s[1]));
        break;
    case NV30_TEXDP3TEX:
        fetch(r, dot3(s, r->s[1]), 0, 0);
        break;
    case NV30_TEXM3X3SPEC:
        reflected(r);
        break;
    default:
        fetch(r, s[0], s[1], s[2]);
        break;
    }
}

static void compute(struct ref *r)
{
    const float *a = r->s[0], *b = r->s[1];
    switch (r->i->op) {
    case NV30_NOP:
        break;
    case NV30_RCP:
        put_one(r, 1 / a[0]);
        break;
    case NV30_RSQ:
        put_one(r, root(a[0], r->i->half));
        break;
    case NV30_EXP:
        put_one(r, (float)exp2((double)a[0]));
        break;
    case NV30_LOG:
        put_one(r, (float)log2(fabs((double)a[0])));
        break;
    case NV30_DP4:
        put_one(r, (a[0] * b[0] + a[1] * b[1]) + (a[2] * b[2] + a[3] * b[3]));
        break;
    case NV30_DP3:
    case NV30_TEXM3X2PAD:
    case NV30_TEXM3X3PAD:
    case NV30_TEXDP3:
        put_one(r, dot3(a, b));
        break;
    case NV30_TEXDP3DEPTH:
        put_one(r, clamped(dot3(a, b)));
        break;
    case NV30_TEXM3X2DEPTH:
        put_one(r, clamped(r->s[2][0] * (1 / dot3(a, b))));
        break;
    case NV30_LIT:
        lit(r);
        break;
    case NV30_DST: {
        const float value[4] = {1, a[1] * b[1], a[2], b[3]};
        put(r, value);
        break;
    }
    case NV30_TEXKILL:
        kill(r, 3);
        break;
    case NV30_KIL:
        kill(r, 4);
        break;
    default:
        by_component(r);
        break;
    }
}

void nv30_ref_run(const struct nv30_instruction *instructions, unsigned count, const float constants[NV30_CONSTANTS][4],
                  nv30_ref_read_t *read, const void *context, struct nv30_ref_pixel *pixel)
{
    for (unsigned n = 0; n < count; n++) {
        struct ref r = {
            .i = &instructions[n], .constants = constants, .read = read, .context = context, .pixel = pixel};
        for (unsigned s = 0; s < nv30_ops[r.i->op].sources; s++)
            take(&r, s);
        if (nv30_ops[r.i->op].flags & NV30_IS_READ)
            read_texture(&r);
        else
            compute(&r);
    }
}
