/* pass_reads.c - the passes of each instruction that reads a texture.
 *
 * GUESS: what each of them does, as in pass_make.c. */
#include <string.h>

#include "rtl_model/nv30/pass_steps.h"

/* The pass's coordinate is read at. */
static void read(struct maker *m, unsigned which, const struct nv30_instruction *i)
{
    m->p->read[which] = (struct nv30_read){.target = (uint8_t)i->target,
                                           .unit = (uint8_t)i->unit,
                                           .row = nv30_row_of(&m->passes->rows, i),
                                           .mask = (uint8_t)i->mask,
                                           .saturate = i->saturate,
                                           .half = nv30_is_half(i)};
    m->passes->targets[i->unit] = (uint8_t)i->target;
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
        m->p->k[3 * which + c] = nv30_pick_as(m, &i->source[0], c, i->target != NV30_CUBE);
    read(m, which, i);
}

/* s/q has no use for W, either: two of them take two reciprocals and four products. */
static void projected_read(struct maker *m, unsigned which, const struct nv30_instruction *i)
{
    m->p->u[which] = nv30_pick_as(m, &i->source[0], W, false);
    for (unsigned c = 0; c < dimensions(i->target); c++) {
        const unsigned lane = 2 * which + c;
        m->p->a[lane] = nv30_pick_as(m, &i->source[0], c, false);
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
    m->p->k[0] = nv30_pick(m, 0, x);
    m->p->k[1] = nv30_pick(m, 0, y);
    if (z >= 0)
        m->p->k[2] = nv30_pick(m, 0, (unsigned)z);
    read(m, 0, m->i);
}

/* In a pass of its own, at the register of the one before. */
static void read_looped(struct maker *m, unsigned components)
{
    nv30_next_pass(m);
    for (unsigned c = 0; c < components; c++)
        m->p->k[c] = nv30_looped(m, c);
    read(m, 0, m->i);
}

/* ---- bump environment ------------------------------------------------------------------------------------------- */

/* s + p.x r.x + p.z r.y and t + p.y r.x + p.w r.y, s and t being the adder's third operands. */
static void bump(struct maker *m)
{
    m->p->a[0] = nv30_pick(m, 2, X);
    m->p->a[1] = nv30_pick(m, 2, Z);
    m->p->a[2] = nv30_pick(m, 2, Y);
    m->p->a[3] = nv30_pick(m, 2, W);
    for (unsigned c = 0; c < 4; c++)
        m->p->b[c] = nv30_pick(m, 1, c % 2);
    m->p->shape = NV30_2X3;
}

static void bump_read(struct maker *m)
{
    bump(m);
    m->p->c[0] = nv30_pick(m, 0, X);
    m->p->c[1] = nv30_pick(m, 0, Y);
    read_looped(m, 2);
}

/* The luminance waits beside the texture units for what they read. */
static void bump_luminance(struct maker *m)
{
    bump_read(m);
    m->p->a[0] = nv30_pick(m, 1, Z);
    m->p->b[0] = nv30_pick(m, 3, X);
    m->p->c[0] = nv30_pick(m, 3, Y);
    nv30_all_out(m, NV30_OUT_LANE);
    m->p->read[0].saturate = m->p->read[0].half = false;
    nv30_next_pass(m);
    for (unsigned c = 0; c < 4; c++) {
        m->p->a[c] = nv30_held(m, NV30_REG_ROW, nv30_row_of(&m->passes->rows, m->i), c);
        m->p->b[c] = nv30_looped(m, c);
    }
}

static void bump_projected(struct maker *m)
{
    m->p->u[0] = nv30_pick_as(m, &m->i->source[0], W, false);
    for (unsigned c = 0; c < 2; c++) {
        m->p->a[c] = nv30_pick_as(m, &m->i->source[0], c, false);
        m->p->b_is[c] = NV30_RCP0;
    }
    nv30_next_pass(m);
    bump(m);
    m->p->c[0] = nv30_looped(m, X);
    m->p->c[1] = nv30_looped(m, Y);
    m->p->coordinate[0] = 0;
    m->p->coordinate[1] = 1;
    read(m, 0, m->i);
}

/* ---- matrices --------------------------------------------------------------------------------------------------- */

/* The rows before are in the third operand, this one's product is the last coordinate. */
static void matrix_read(struct maker *m, unsigned rows)
{
    nv30_dot(m, 3);
    nv30_next_pass(m);
    for (unsigned c = 0; c < rows - 1; c++)
        m->p->k[c] = nv30_pick(m, 2, c);
    m->p->k[rows - 1] = nv30_looped(m, X);
    read(m, 0, m->i);
}

/* n as a register: p.x, p.y, and the product of the pass before. */
static void matrix_vector(struct maker *m)
{
    nv30_next_pass(m);
    for (unsigned c = 0; c < 3; c++) {
        m->p->a[c] = c < 2 ? nv30_pick(m, 2, c) : nv30_looped(m, X);
        m->p->b[c] = NV30_PICK_ONE;
    }
}

static void matrix_cube(struct maker *m)
{
    nv30_dot(m, 3);
    matrix_vector(m);
    read_looped(m, 3);
}

/* 2 n (n e) / (n n) - e, of which a half is read: a cube has the same texel there. */
static void reflection(struct maker *m)
{
    nv30_dot(m, 3);
    matrix_vector(m);  /* n */
    nv30_next_pass(m); /* n n; n is kept */
    for (unsigned c = 0; c < 3; c++)
        m->p->a[c] = m->p->b[c] = nv30_looped(m, c);
    m->p->shape = NV30_1X4;
    m->p->keeps = true;
    nv30_all_out(m, NV30_OUT_LANE);
    nv30_next_pass(m); /* n / (n n) */
    m->p->u[0] = nv30_looped(m, X);
    for (unsigned c = 0; c < 3; c++) {
        m->p->a[c] = nv30_kept(m, c);
        m->p->b_is[c] = NV30_RCP0;
    }
    nv30_next_pass(m); /* n e; that quotient is kept */
    for (unsigned c = 0; c < 3; c++) {
        m->p->a[c] = nv30_kept(m, c);
        m->p->b[c] = nv30_pick(m, 3, c);
    }
    m->p->shape = NV30_1X4;
    m->p->keeps = true;
    nv30_all_out(m, NV30_OUT_LANE);
    nv30_next_pass(m); /* (n e) n / (n n) - e / 2 */
    for (unsigned c = 0; c < 3; c++) {
        m->p->a[c] = nv30_looped(m, X);
        m->p->b[c] = nv30_kept(m, c);
        m->p->c[c] = (uint8_t)((nv30_pick(m, 3, c) ^ NV30_PICK_NEGATE) | NV30_PICK_HALVE);
    }
    read_looped(m, 3);
}

/* ---- all of them ------------------------------------------------------------------------------------------------ */

void nv30_make_read(struct maker *m)
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
        nv30_dot(m, 3);
        read_looped(m, 1);
        break;
    default: /* TEXREG2RGB, TEXREG2RGBCUBE */
        read_at(m, X, Y, Z);
        break;
    }
}

void nv30_make_second_read(struct maker *m, const struct nv30_instruction *i)
{
    any_read(m, 1, i);
}
