/* pass_make.c - each instruction as passes.
 *
 * GUESS: what each pass of an instruction does, because the article gives their number alone.  Where an instruction
 * could be done in fewer than it says, the last ones carry the result. */
#include "rtl_model/nv30/pass_make.h"

#include <assert.h>
#include <string.h>

enum { X, Y, Z, W };

struct maker {
    struct nv30_passes            *passes;
    const struct nv30_instruction *i;
    unsigned                       number;
    struct nv30_pass              *p; /* the pass that is made */
};

/* ---- one pass --------------------------------------------------------------------------------------------------- */

static void next(struct maker *m)
{
    const bool first = !m->p;
    m->p = &m->passes->list[m->passes->count++];
    *m->p = (struct nv30_pass){
        .op = (uint8_t)m->i->op, .instruction = (uint16_t)m->number, .first = first, .row = NV30_NO_ROW};
    memset(m->p->interpolant, NV30_NO_INTERPOLANT, sizeof m->p->interpolant);
    memset(m->p->a, NV30_PICK_ZERO, sizeof m->p->a);
    memset(m->p->b, NV30_PICK_ZERO, sizeof m->p->b);
    memset(m->p->c, NV30_PICK_NOTHING, sizeof m->p->c);
    memset(m->p->u, NV30_PICK_ONE, sizeof m->p->u);
    memset(m->p->k, NV30_PICK_ZERO, sizeof m->p->k);
    memset(m->p->coordinate, NV30_AS_CARRIED, sizeof m->p->coordinate);
    for (uint8_t c = 0; c < 4; c++)
        m->p->out[c] = c;
}

static uint8_t interpolated(struct maker *m, unsigned what)
{
    unsigned at = 0;
    while (at < NV30_INTERPOLANTS && m->p->interpolant[at] != NV30_NO_INTERPOLANT && m->p->interpolant[at] != what)
        at++;
    assert(at < NV30_INTERPOLANTS);
    m->p->interpolant[at] = (uint8_t)what;
    return (uint8_t)(NV30_PICK_INTERPOLANT + at);
}

static uint8_t held(struct maker *m, enum nv30_register kind, unsigned number, unsigned component)
{
    unsigned at = 0;
    while (at < NV30_REGISTERS && m->p->reg[at].kind != NV30_REG_NONE &&
           (m->p->reg[at].kind != kind || m->p->reg[at].number != number))
        at++;
    assert(at < NV30_REGISTERS);
    m->p->reg[at].kind = (uint8_t)kind;
    m->p->reg[at].number = (uint8_t)number;
    return (uint8_t)(NV30_PICK_REGISTER + 4 * at + component);
}

/* A component of an operand, behind its swizzle, without perspective where the quotient does not need it. */
static uint8_t pick_as(struct maker *m, const struct nv30_source *s, unsigned component, bool corrected)
{
    const unsigned from = s->swizzle[component];
    const unsigned sign = (s->absolute ? NV30_PICK_ABSOLUTE : 0u) | (s->negate ? NV30_PICK_NEGATE : 0u);
    uint8_t        what = NV30_PICK_ZERO;
    switch (s->file) {
    case NV30_SRC_NONE:
        break;
    case NV30_SRC_FULL:
        what = held(m, NV30_REG_ROW, m->passes->rows.full[s->number], from);
        break;
    case NV30_SRC_HALF:
        what = held(m, NV30_REG_ROW, m->passes->rows.half[s->number], from);
        break;
    case NV30_SRC_CONSTANT:
        what = held(m, NV30_REG_CONSTANT, s->number, from);
        break;
    case NV30_SRC_ATTRIBUTE:
        what = interpolated(m, 4 * s->number + from);
        if (corrected && s->number != NV30_WPOS) {
            m->p->corrected = (uint8_t)(m->p->corrected | 1u << what);
            interpolated(m, 4 * NV30_WPOS + W);
        }
        break;
    }
    return (uint8_t)(what | sign);
}

static uint8_t pick(struct maker *m, unsigned source, unsigned component)
{
    return pick_as(m, &m->i->source[source], component, true);
}

/* Of the output register of the pass before, or of the one that was kept. */
static uint8_t looped(struct maker *m, unsigned component)
{
    return held(m, NV30_REG_LOOP, 0, component);
}
static uint8_t kept(struct maker *m, unsigned component)
{
    return held(m, NV30_REG_KEPT, 0, component);
}

static void all_out(struct maker *m, uint8_t out)
{
    memset(m->p->out, out, sizeof m->p->out);
}

static uint8_t row_of(const struct nv30_rows *rows, const struct nv30_instruction *i)
{
    switch (i->file) {
    case NV30_DST_FULL:
        return rows->full[i->number];
    case NV30_DST_HALF:
        return rows->half[i->number];
    case NV30_DST_OUTPUT:
        return rows->output[i->number];
    case NV30_DST_NONE:
        break;
    }
    return NV30_NO_ROW;
}

/* The pass's register is the result. */
static void result(struct maker *m)
{
    m->p->row = row_of(&m->passes->rows, m->i);
    m->p->mask = (uint8_t)m->i->mask;
    m->p->saturate = m->i->saturate;
    m->p->half =
        m->i->half || m->i->file == NV30_DST_HALF || (m->i->file == NV30_DST_OUTPUT && m->i->number == NV30_COLH);
}

/* The pass's coordinate is read at. */
static void read(struct maker *m, unsigned which, const struct nv30_instruction *i)
{
    m->p->read[which] = (struct nv30_read){.target = (uint8_t)i->target,
                                           .unit = (uint8_t)i->unit,
                                           .row = row_of(&m->passes->rows, i),
                                           .mask = (uint8_t)i->mask,
                                           .saturate = i->saturate,
                                           .half = i->half || i->file == NV30_DST_HALF ||
                                                   (i->file == NV30_DST_OUTPUT && i->number == NV30_COLH)};
    m->passes->targets[i->unit] = (uint8_t)i->target;
}

/* ---- arithmetic ------------------------------------------------------------------------------------------------- */

/* Products of two operands, or of one and 1. */
static void factors(struct maker *m, unsigned s, int r)
{
    for (unsigned c = 0; c < 4; c++) {
        m->p->a[c] = pick(m, s, c);
        m->p->b[c] = r < 0 ? NV30_PICK_ONE : pick(m, (unsigned)r, c);
    }
}
static void addends(struct maker *m, unsigned s, unsigned negate)
{
    for (unsigned c = 0; c < 4; c++)
        m->p->c[c] = (uint8_t)(pick(m, s, c) ^ negate);
}
static void compare(struct maker *m, enum nv30_adder_function function)
{
    factors(m, 0, -1);
    if (function == NV30_FRACTION)
        memset(m->p->c, NV30_PICK_ZERO, sizeof m->p->c);
    else
        addends(m, 1, 0);
    m->p->function = (uint8_t)function;
}
/* The same in all components. */
static void dot(struct maker *m, unsigned components)
{
    m->p->a[W] = NV30_PICK_NOTHING;
    m->p->b[W] = NV30_PICK_ONE;
    for (unsigned c = 0; c < components; c++) {
        m->p->a[c] = pick(m, 0, c);
        m->p->b[c] = pick(m, 1, c);
    }
    m->p->shape = NV30_1X4;
    all_out(m, NV30_OUT_LANE);
}
static void of_table(struct maker *m, enum nv30_table table)
{
    m->p->u[3] = pick(m, 0, X);
    m->p->table = (uint8_t)table;
    all_out(m, NV30_OUT_TABLE);
}
static void reciprocal(struct maker *m)
{
    m->p->u[0] = pick(m, 0, X);
    m->p->a_is[0] = NV30_RCP0;
    m->p->b[0] = NV30_PICK_ONE;
    all_out(m, NV30_OUT_LANE);
}

/* The unit's answer has a mantissa of FP16, which a step of Newton's makes one of FP32:
 * y + y / 2 - (x y) (y y) / 2. */
static void root(struct maker *m)
{
    m->p->u[2] = (uint8_t)((pick(m, 0, X) | NV30_PICK_ABSOLUTE) & ~NV30_PICK_NEGATE);
    m->p->a_is[0] = m->p->a_is[2] = m->p->b_is[1] = m->p->b_is[2] = NV30_RSQ_;
    m->p->b[0] = NV30_PICK_ONE;
    m->p->a[1] = m->p->u[2];
    if (m->i->half) {
        all_out(m, NV30_OUT_LANE);
        return;
    }
    next(m);
    m->p->a[0] = looped(m, X);
    m->p->b[0] = NV30_PICK_ONE;
    m->p->a[1] = (uint8_t)(looped(m, Y) | NV30_PICK_HALVE | NV30_PICK_NEGATE);
    m->p->b[1] = looped(m, Z);
    m->p->c[0] = (uint8_t)(looped(m, X) | NV30_PICK_HALVE);
    m->p->shape = NV30_2X3;
    m->p->function = NV30_REFINE;
    all_out(m, NV30_OUT_LANE);
}

static void lit(struct maker *m)
{
    m->p->a[1] = pick(m, 0, X);
    m->p->b[1] = NV30_PICK_ONE;
    m->p->c[1] = NV30_PICK_ZERO;
    m->p->function = NV30_MAXIMUM;
    m->p->u[3] = pick(m, 0, Y);
    m->p->c[3] = pick(m, 0, W);
    m->p->table = NV30_TABLE_POWER;
    m->p->out[0] = m->p->out[3] = NV30_OUT_ONE;
    m->p->out[2] = NV30_OUT_LIT;
}

static void distance(struct maker *m)
{
    m->p->a[1] = pick(m, 0, Y);
    m->p->b[1] = pick(m, 1, Y);
    m->p->a[2] = pick(m, 0, Z);
    m->p->b[2] = NV30_PICK_ONE;
    m->p->a[3] = pick(m, 1, W);
    m->p->b[3] = NV30_PICK_ONE;
    m->p->out[0] = NV30_OUT_ONE;
}

static void interpolate(struct maker *m)
{
    factors(m, 1, -1);
    addends(m, 2, NV30_PICK_NEGATE);
    next(m);
    for (unsigned c = 0; c < 4; c++) {
        m->p->a[c] = pick(m, 0, c);
        m->p->b[c] = looped(m, c);
        m->p->c[c] = pick(m, 2, c);
    }
}

static void kill(struct maker *m, uint8_t components)
{
    factors(m, 0, -1);
    m->p->kills = components;
}

/* ---- texture reads ---------------------------------------------------------------------------------------------- */

static unsigned dimensions(enum nv30_target target)
{
    return target == NV30_1D ? 1 : target == NV30_2D ? 2 : 3;
}

/* A coordinate as it is picked; a cube's is a direction, which needs no perspective. */
static void plain_read(struct maker *m, unsigned which, const struct nv30_instruction *i)
{
    for (unsigned c = 0; c < dimensions(i->target); c++)
        m->p->k[3 * which + c] = pick_as(m, &i->source[0], c, i->target != NV30_CUBE);
    read(m, which, i);
}

/* s/q has no use for W, either: two of them take two reciprocals and four products. */
static void projected_read(struct maker *m, unsigned which, const struct nv30_instruction *i)
{
    m->p->u[which] = pick_as(m, &i->source[0], W, false);
    for (unsigned c = 0; c < dimensions(i->target); c++) {
        const unsigned lane = 2 * which + c;
        m->p->a[lane] = pick_as(m, &i->source[0], c, false);
        m->p->b_is[lane] = which ? NV30_RCP1 : NV30_RCP0;
        m->p->coordinate[3 * which + c] = (uint8_t)lane;
    }
    read(m, which, i);
}

static void any_read(struct maker *m, unsigned which, const struct nv30_instruction *i)
{
    (i->op == NV30_TXP ? projected_read : plain_read)(m, which, i);
}

/* At components of the operand: texreg2ar and its like. */
static void read_at(struct maker *m, unsigned x, unsigned y, int z)
{
    m->p->k[0] = pick(m, 0, x);
    m->p->k[1] = pick(m, 0, y);
    if (z >= 0)
        m->p->k[2] = pick(m, 0, (unsigned)z);
    read(m, 0, m->i);
}

/* In a pass of its own, at the register of the one before. */
static void read_looped(struct maker *m, unsigned components)
{
    next(m);
    for (unsigned c = 0; c < components; c++)
        m->p->k[c] = looped(m, c);
    read(m, 0, m->i);
}

/* ---- bump environment ------------------------------------------------------------------------------------------- */

/* s + p.x r.x + p.z r.y and t + p.y r.x + p.w r.y, s and t being the adder's third operands. */
static void bump(struct maker *m)
{
    m->p->a[0] = pick(m, 2, X);
    m->p->a[1] = pick(m, 2, Z);
    m->p->a[2] = pick(m, 2, Y);
    m->p->a[3] = pick(m, 2, W);
    for (unsigned c = 0; c < 4; c++)
        m->p->b[c] = pick(m, 1, c % 2);
    m->p->shape = NV30_2X3;
}

static void bump_read(struct maker *m)
{
    bump(m);
    m->p->c[0] = pick(m, 0, X);
    m->p->c[1] = pick(m, 0, Y);
    read_looped(m, 2);
}

/* The luminance waits beside the texture units for what they read. */
static void bump_luminance(struct maker *m)
{
    bump_read(m);
    m->p->a[0] = pick(m, 1, Z);
    m->p->b[0] = pick(m, 3, X);
    m->p->c[0] = pick(m, 3, Y);
    all_out(m, NV30_OUT_LANE);
    m->p->read[0].saturate = m->p->read[0].half = false;
    next(m);
    for (unsigned c = 0; c < 4; c++) {
        m->p->a[c] = held(m, NV30_REG_ROW, row_of(&m->passes->rows, m->i), c);
        m->p->b[c] = looped(m, c);
    }
}

static void bump_projected(struct maker *m)
{
    m->p->u[0] = pick_as(m, &m->i->source[0], W, false);
    for (unsigned c = 0; c < 2; c++) {
        m->p->a[c] = pick_as(m, &m->i->source[0], c, false);
        m->p->b_is[c] = NV30_RCP0;
    }
    next(m);
    bump(m);
    m->p->c[0] = looped(m, X);
    m->p->c[1] = looped(m, Y);
    m->p->coordinate[0] = 0;
    m->p->coordinate[1] = 1;
    read(m, 0, m->i);
}

/* ---- matrices --------------------------------------------------------------------------------------------------- */

/* The rows before are in the third operand, this one's product is the last coordinate. */
static void matrix_read(struct maker *m, unsigned rows)
{
    dot(m, 3);
    next(m);
    for (unsigned c = 0; c < rows - 1; c++)
        m->p->k[c] = pick(m, 2, c);
    m->p->k[rows - 1] = looped(m, X);
    read(m, 0, m->i);
}

/* n as a register: p.x, p.y, and the product of the pass before. */
static void matrix_vector(struct maker *m)
{
    next(m);
    for (unsigned c = 0; c < 3; c++) {
        m->p->a[c] = c < 2 ? pick(m, 2, c) : looped(m, X);
        m->p->b[c] = NV30_PICK_ONE;
    }
}

static void matrix_cube(struct maker *m)
{
    dot(m, 3);
    matrix_vector(m);
    read_looped(m, 3);
}

static void matrix_depth(struct maker *m)
{
    dot(m, 3);
    next(m);
    m->p->u[0] = looped(m, X);
    m->p->a[0] = pick(m, 2, X);
    m->p->b_is[0] = NV30_RCP0;
    all_out(m, NV30_OUT_LANE);
}

/* 2 n (n e) / (n n) - e, of which a half is read: a cube has the same texel there. */
static void reflection(struct maker *m)
{
    dot(m, 3);
    matrix_vector(m); /* n */
    next(m);          /* n n; n is kept */
    for (unsigned c = 0; c < 3; c++)
        m->p->a[c] = m->p->b[c] = looped(m, c);
    m->p->shape = NV30_1X4;
    m->p->keeps = true;
    all_out(m, NV30_OUT_LANE);
    next(m); /* n / (n n) */
    m->p->u[0] = looped(m, X);
    for (unsigned c = 0; c < 3; c++) {
        m->p->a[c] = kept(m, c);
        m->p->b_is[c] = NV30_RCP0;
    }
    next(m); /* n e; that quotient is kept */
    for (unsigned c = 0; c < 3; c++) {
        m->p->a[c] = kept(m, c);
        m->p->b[c] = pick(m, 3, c);
    }
    m->p->shape = NV30_1X4;
    m->p->keeps = true;
    all_out(m, NV30_OUT_LANE);
    next(m); /* (n e) n / (n n) - e / 2 */
    for (unsigned c = 0; c < 3; c++) {
        m->p->a[c] = looped(m, X);
        m->p->b[c] = kept(m, c);
        m->p->c[c] = (uint8_t)((pick(m, 3, c) ^ NV30_PICK_NEGATE) | NV30_PICK_HALVE);
    }
    read_looped(m, 3);
}

/* ---- all of them ------------------------------------------------------------------------------------------------ */

/* A product of vectors, and a pass more in which it goes to its place. */
static void dot_and_move(struct maker *m)
{
    dot(m, 3);
    next(m);
    for (unsigned c = 0; c < 4; c++) {
        m->p->a[c] = looped(m, c);
        m->p->b[c] = NV30_PICK_ONE;
    }
}

static void make_arithmetic(struct maker *m)
{
    switch (m->i->op) {
    case NV30_MOV:
    case NV30_TEXCOORD:
        factors(m, 0, -1);
        break;
    case NV30_ADD:
        factors(m, 0, -1);
        addends(m, 1, 0);
        break;
    case NV30_MUL:
        factors(m, 0, 1);
        break;
    case NV30_MAD:
        factors(m, 0, 1);
        addends(m, 2, 0);
        break;
    case NV30_LRP:
        interpolate(m);
        break;
    case NV30_RCP:
        reciprocal(m);
        break;
    case NV30_RSQ:
        root(m);
        break;
    case NV30_DP4:
        dot(m, 4);
        break;
    case NV30_DP3:
    case NV30_TEXM3X2PAD:
    case NV30_TEXM3X3PAD:
        dot(m, 3);
        break;
    case NV30_TEXDP3:
    case NV30_TEXDP3DEPTH:
        dot_and_move(m);
        break;
    case NV30_TEXM3X2DEPTH:
        matrix_depth(m);
        break;
    case NV30_MIN:
        compare(m, NV30_MINIMUM);
        break;
    case NV30_MAX:
        compare(m, NV30_MAXIMUM);
        break;
    case NV30_SLT:
        compare(m, NV30_LESS);
        break;
    case NV30_SGE:
        compare(m, NV30_NOT_LESS);
        break;
    case NV30_FRC:
        compare(m, NV30_FRACTION);
        break;
    case NV30_EXP:
        of_table(m, NV30_TABLE_EXP);
        break;
    case NV30_LOG:
        of_table(m, NV30_TABLE_LOG);
        break;
    case NV30_LIT:
        lit(m);
        break;
    case NV30_DST:
        distance(m);
        break;
    case NV30_TEXKILL:
        kill(m, 7);
        break;
    case NV30_KIL:
        kill(m, 15);
        break;
    default: /* NOP */
        break;
    }
}

static void make_read(struct maker *m)
{
    switch (m->i->op) {
    case NV30_TEX:
    case NV30_TXP:
        any_read(m, 0, m->i);
        break;
    case NV30_TEXBEM:
        bump_read(m);
        break;
    case NV30_TEXBEML:
        bump_luminance(m);
        break;
    case NV30_TEXBEMPROJ:
        bump_projected(m);
        break;
    case NV30_TEXREG2AR:
        read_at(m, W, X, -1);
        break;
    case NV30_TEXREG2GB:
        read_at(m, Y, Z, -1);
        break;
    case NV30_TEXBRDF:
        read_at(m, X, Y, -1);
        break;
    case NV30_TEXM3X2TEX:
        matrix_read(m, 2);
        break;
    case NV30_TEXM3X3TEX:
        matrix_read(m, 3);
        break;
    case NV30_TEXM3X3CUBE:
        matrix_cube(m);
        break;
    case NV30_TEXM3X3SPEC:
        reflection(m);
        break;
    case NV30_TEXDP3TEX:
        dot(m, 3);
        read_looped(m, 1);
        break;
    default: /* TEXREG2RGB, TEXREG2RGBCUBE */
        read_at(m, X, Y, Z);
        break;
    }
}

void nv30_make_passes(struct nv30_passes *passes, const struct nv30_instruction *instruction,
                      const struct nv30_instruction *second, unsigned number)
{
    struct maker m = {passes, instruction, number, NULL};
    next(&m);
    (nv30_ops[instruction->op].flags & NV30_IS_READ ? make_read : make_arithmetic)(&m);
    if (second)
        any_read(&m, 1, second);
    const bool by_read = m.p->read[0].target != NV30_NO_TARGET;
    if (nv30_ops[instruction->op].flags & NV30_HAS_DST && !by_read)
        result(&m);
    if (instruction->op == NV30_TEXM3X2DEPTH || instruction->op == NV30_TEXDP3DEPTH)
        m.p->saturate = true; /* as a depth */
}
