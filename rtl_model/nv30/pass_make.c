/* pass_make.c - each instruction as passes.
 *
 * GUESS: what each pass of an instruction does, because the article gives their number alone.  Where an instruction
 * could be done in fewer than it says, the last ones carry the result. */
#include "rtl_model/nv30/pass_make.h"

#include <string.h>

#include "rtl_model/nv30/pass_steps.h"

/* ---- arithmetic ------------------------------------------------------------------------------------------------- */

/* Products of two operands, or of one and 1. */
static void factors(struct maker *m, unsigned s, int r)
{
    for (unsigned c = 0; c < 4; c++) {
        m->p->a[c] = nv30_pick(m, s, c);
        m->p->b[c] = r < 0 ? NV30_PICK_ONE : nv30_pick(m, (unsigned)r, c);
    }
}
static void addends(struct maker *m, unsigned s, unsigned negate)
{
    for (unsigned c = 0; c < 4; c++)
        m->p->c[c] = (uint8_t)(nv30_pick(m, s, c) ^ negate);
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
static void of_table(struct maker *m, enum nv30_table table)
{
    m->p->u[3] = nv30_pick(m, 0, X);
    m->p->table = (uint8_t)table;
    nv30_all_out(m, NV30_OUT_TABLE);
}
static void reciprocal(struct maker *m)
{
    m->p->u[0] = nv30_pick(m, 0, X);
    m->p->a_is[0] = NV30_RCP0;
    m->p->b[0] = NV30_PICK_ONE;
    nv30_all_out(m, NV30_OUT_LANE);
}

/* The unit's answer has a mantissa of FP16, which a step of Newton's makes one of FP32:
 * y + y / 2 - (x y) (y y) / 2. */
static void root(struct maker *m)
{
    m->p->u[2] = (uint8_t)((nv30_pick(m, 0, X) | NV30_PICK_ABSOLUTE) & ~NV30_PICK_NEGATE);
    m->p->a_is[0] = m->p->a_is[2] = m->p->b_is[1] = m->p->b_is[2] = NV30_RSQ_;
    m->p->b[0] = NV30_PICK_ONE;
    m->p->a[1] = m->p->u[2];
    if (m->i->half) {
        nv30_all_out(m, NV30_OUT_LANE);
        return;
    }
    nv30_next_pass(m);
    m->p->a[0] = nv30_looped(m, X);
    m->p->b[0] = NV30_PICK_ONE;
    m->p->a[1] = (uint8_t)(nv30_looped(m, Y) | NV30_PICK_HALVE | NV30_PICK_NEGATE);
    m->p->b[1] = nv30_looped(m, Z);
    m->p->c[0] = (uint8_t)(nv30_looped(m, X) | NV30_PICK_HALVE);
    m->p->shape = NV30_2X3;
    m->p->function = NV30_REFINE;
    nv30_all_out(m, NV30_OUT_LANE);
}

static void lit(struct maker *m)
{
    m->p->a[1] = nv30_pick(m, 0, X);
    m->p->b[1] = NV30_PICK_ONE;
    m->p->c[1] = NV30_PICK_ZERO;
    m->p->function = NV30_MAXIMUM;
    m->p->u[3] = nv30_pick(m, 0, Y);
    m->p->c[3] = nv30_pick(m, 0, W);
    m->p->table = NV30_TABLE_POWER;
    m->p->out[0] = m->p->out[3] = NV30_OUT_ONE;
    m->p->out[2] = NV30_OUT_LIT;
}

static void distance(struct maker *m)
{
    m->p->a[1] = nv30_pick(m, 0, Y);
    m->p->b[1] = nv30_pick(m, 1, Y);
    m->p->a[2] = nv30_pick(m, 0, Z);
    m->p->b[2] = NV30_PICK_ONE;
    m->p->a[3] = nv30_pick(m, 1, W);
    m->p->b[3] = NV30_PICK_ONE;
    m->p->out[0] = NV30_OUT_ONE;
}

static void interpolate(struct maker *m)
{
    factors(m, 1, -1);
    addends(m, 2, NV30_PICK_NEGATE);
    nv30_next_pass(m);
    for (unsigned c = 0; c < 4; c++) {
        m->p->a[c] = nv30_pick(m, 0, c);
        m->p->b[c] = nv30_looped(m, c);
        m->p->c[c] = nv30_pick(m, 2, c);
    }
}

/* p.x by the product: a depth. */
static void matrix_depth(struct maker *m)
{
    nv30_dot(m, 3);
    nv30_next_pass(m);
    m->p->u[0] = nv30_looped(m, X);
    m->p->a[0] = nv30_pick(m, 2, X);
    m->p->b_is[0] = NV30_RCP0;
    nv30_all_out(m, NV30_OUT_LANE);
}

static void kill(struct maker *m, uint8_t components)
{
    factors(m, 0, -1);
    m->p->kills = components;
}

/* ---- all of them ------------------------------------------------------------------------------------------------ */

/* A product of vectors, and a pass more in which it goes to its place. */
static void dot_and_move(struct maker *m)
{
    nv30_dot(m, 3);
    nv30_next_pass(m);
    for (unsigned c = 0; c < 4; c++) {
        m->p->a[c] = nv30_looped(m, c);
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
        nv30_dot(m, 4);
        break;
    case NV30_DP3:
    case NV30_TEXM3X2PAD:
    case NV30_TEXM3X3PAD:
        nv30_dot(m, 3);
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

/* The pass's register is the result. */
static void result(struct maker *m)
{
    m->p->row = nv30_row_of(&m->passes->rows, m->i);
    m->p->mask = (uint8_t)m->i->mask;
    m->p->saturate = m->i->saturate;
    m->p->half =
        m->i->half || m->i->file == NV30_DST_HALF || (m->i->file == NV30_DST_OUTPUT && m->i->number == NV30_COLH);
}

void nv30_make_passes(struct nv30_passes *passes, const struct nv30_instruction *instruction,
                      const struct nv30_instruction *second, unsigned number)
{
    struct maker m = {passes, instruction, number, NULL};
    nv30_next_pass(&m);
    (nv30_ops[instruction->op].flags & NV30_IS_READ ? nv30_make_read : make_arithmetic)(&m);
    if (second)
        nv30_make_second_read(&m, second);
    const bool by_read = m.p->read[0].target != NV30_NO_TARGET;
    if (nv30_ops[instruction->op].flags & NV30_HAS_DST && !by_read)
        result(&m);
    if (instruction->op == NV30_TEXM3X2DEPTH || instruction->op == NV30_TEXDP3DEPTH)
        m.p->saturate = true; /* as a depth */
}
