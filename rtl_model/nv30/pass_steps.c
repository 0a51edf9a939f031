/* pass_steps.c - a pass: where its operands come from, where its register goes. */
#include "rtl_model/nv30/pass_steps.h"

#include <assert.h>
#include <string.h>

struct nv30_pass nv30_empty_pass(uint8_t op, uint16_t instruction, bool first)
{
    struct nv30_pass pass = {.op = op, .instruction = instruction, .first = first, .row = NV30_NO_ROW};
    memset(pass.interpolant, NV30_NO_INTERPOLANT, sizeof pass.interpolant);
    memset(pass.place, NV30_NO_INTERPOLANT, sizeof pass.place);
    memset(pass.a, NV30_PICK_ZERO, sizeof pass.a);
    memset(pass.b, NV30_PICK_ZERO, sizeof pass.b);
    memset(pass.c, NV30_PICK_NOTHING, sizeof pass.c);
    memset(pass.u, NV30_PICK_ONE, sizeof pass.u);
    memset(pass.k, NV30_PICK_ZERO, sizeof pass.k);
    memset(pass.coordinate, NV30_AS_CARRIED, sizeof pass.coordinate);
    for (uint8_t c = 0; c < 4; c++)
        pass.out[c] = c;
    return pass;
}

void nv30_next_pass(struct maker *m)
{
    const bool first = !m->p;
    m->p = &m->passes->list[m->passes->count++];
    *m->p = nv30_empty_pass((uint8_t)m->i->op, (uint16_t)m->number, first);
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

uint8_t nv30_held(struct maker *m, enum nv30_register kind, unsigned number, unsigned component)
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
uint8_t nv30_pick_as(struct maker *m, const struct nv30_source *s, unsigned component, bool corrected)
{
    const unsigned from = s->swizzle[component];
    const unsigned sign = (s->absolute ? NV30_PICK_ABSOLUTE : 0u) | (s->negate ? NV30_PICK_NEGATE : 0u);
    uint8_t        what = NV30_PICK_ZERO;
    switch (s->file) {
    case NV30_SRC_NONE:
        break;
    case NV30_SRC_FULL:
        what = nv30_held(m, NV30_REG_ROW, m->passes->rows.full[s->number], from);
        break;
    case NV30_SRC_HALF:
        what = nv30_held(m, NV30_REG_ROW, m->passes->rows.half[s->number], from);
        break;
    case NV30_SRC_CONSTANT:
        what = nv30_held(m, NV30_REG_CONSTANT, s->number, from);
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

uint8_t nv30_pick(struct maker *m, unsigned source, unsigned component)
{
    return nv30_pick_as(m, &m->i->source[source], component, true);
}

/* Of the output register of the pass before, or of the one that was kept. */
uint8_t nv30_looped(struct maker *m, unsigned component)
{
    return nv30_held(m, NV30_REG_LOOP, 0, component);
}
uint8_t nv30_kept(struct maker *m, unsigned component)
{
    return nv30_held(m, NV30_REG_KEPT, 0, component);
}

void nv30_all_out(struct maker *m, uint8_t out)
{
    memset(m->p->out, out, sizeof m->p->out);
}

uint8_t nv30_row_of(const struct nv30_rows *rows, const struct nv30_instruction *i)
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

bool nv30_is_half(const struct nv30_instruction *i)
{
    return i->half || i->file == NV30_DST_HALF || (i->file == NV30_DST_OUTPUT && i->number == NV30_COLH);
}

void nv30_dot(struct maker *m, unsigned components)
{
    m->p->a[W] = NV30_PICK_NOTHING;
    m->p->b[W] = NV30_PICK_ONE;
    for (unsigned c = 0; c < components; c++) {
        m->p->a[c] = nv30_pick(m, 0, c);
        m->p->b[c] = nv30_pick(m, 1, c);
    }
    m->p->shape = NV30_1X4;
    nv30_all_out(m, NV30_OUT_LANE);
}
