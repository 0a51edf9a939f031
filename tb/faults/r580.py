#!/usr/bin/env python3
"""r580.py - mistakes put into R580's modules, one at a time: those in flow control, sequencer and pixels must be found by
random nested programs beside the reference (tb/unit/older/test_r580.c), those in texture instructions by their tests.

usage: r580.py BUILD [--jobs N] [--programs N] [--list] [PART-OF-A-NAME ...]
       r580.py --check      (only: do all faults fit the sources?)
"""
import os
import re
import shlex
import sys
import tempfile

import mistakes
from mistakes import changed, run, write

FLOW, PIXELS, SEQUENCER, SAMPLE, TEXTURE = ('rtl_model/r580/%s.c' % part for part in ('flow', 'pixels', 'sequencer', 'texture_sample', 'texture'))
LOOK_UPS = ['test_r580_lookup', 'test_r580_texture']

# name, file, what stands there (once), what stands there with the mistake
FAULTS = [
    # who wants to jump (R5XX 8.6.3.1)
    ('predicates are not inverted', FLOW, 'step->cmn.rgb_pred_inv ? ~bits : bits', 'bits'),
    ('the predicate is that of the next channel', FLOW, '(select - US_PRED_SEL_RED) & 3', '(select - 1) & 3'),
    ('the ALU result is inverted', FLOW, '(row >> 2 ? result : ~result)', '(row >> 2 ? ~result : result)'),
    ('the predicate is inverted', FLOW, '(row >> 1 & 1 ? predicate : ~predicate)', '(row >> 1 & 1 ? ~predicate : predicate)'),
    ('JUMP_ANY has no effect', FLOW, 'step->fc.jump_any ? us_mask_any(&yes) : !us_mask_any(&no)', '!us_mask_any(&no)'),
    ('JUMP_ANY is always there', FLOW, 'step->fc.jump_any ? us_mask_any(&yes) : !us_mask_any(&no)', 'us_mask_any(&yes)'),
    ('an ALU result is there for no pixel', PIXELS, 'us_mask_put_beat(&m->fresh[in->set_slot], in->set_quad, in->set_result, in->set_result);', ''),
    ('an ALU result is gone although the chip keeps it', FLOW, '!step->in->keeps_result && func', 'func'),
    ('ENDLOOP outside of loops stops although the chip does not', FLOW, 'step->in->pops_nothing && us_fc_ends(op) ? US_OK : US_LOOP_UNDERFLOW', 'US_LOOP_UNDERFLOW'),
    # vetoes
    ('no pixel keeps BREAK and CONTINUE from jumping', FLOW, 'if ((us_fc_breaks(op) || op == US_CONTINUE) && vetoed(step))',
     'if (0)'),
    ('no pixel keeps CONTINUE from jumping', FLOW, 'if ((us_fc_breaks(op) || op == US_CONTINUE) && vetoed(step))',
     'if (us_fc_breaks(op) && vetoed(step))'),
    ('a pixel that waits for the end of a turn does not keep BREAK from jumping', FLOW,
     'if (us_fc_breaks(step->fc.op) && to->inactive.e[p] == 1', 'if (0 && to->inactive.e[p] == 1'),
    # branches (R5XX 8.6.3.2)
    ('B_ELSE wakes pixels of outer blocks', FLOW, '} else if (branched(to, p) && to->branches.e[p] == 0) {',
     '} else if (branched(to, p)) {'),
    ('B_ELSE has no effect', FLOW, 'if (step.fc.b_else)', 'if (0)'),
    ('INCR leaves those alone who are out', FLOW,
     'to->branches.e[p] = (uint8_t)((to->branches.e[p] + 1) & US_BRANCHES_FULL);', ''),
    ('INCR puts out pixels that agree', FLOW, 'us_mask_bit(&to->wanting, p) != to->jump', 'us_mask_bit(&to->wanting, p) == to->jump'),
    ('DECR wakes a block too early', FLOW, 'to->branches.e[p] < step->fc.b_pop_cnt;', 'to->branches.e[p] <= step->fc.b_pop_cnt;'),
    ('DECR wakes no pixel', FLOW, 'us_mask_put(&to->active, p, wakes);', ';'),
    ('DECR counts one', FLOW, '(wakes ? 0 : to->branches.e[p] - step->fc.b_pop_cnt)', '(wakes ? 0 : to->branches.e[p] - 1)'),
    ('B_OP0 and B_OP1 are exchanged', FLOW, 'step->to->jump ? step->fc.b_op1 : step->fc.b_op0',
     'step->to->jump ? step->fc.b_op0 : step->fc.b_op1'),
    # loops
    ('a loop runs once too often', FLOW, '--to->turns.e[to->loops - 1] == 0', 'to->turns.e[to->loops - 1]-- == 0'),
    ('a loop of no turns is entered', FLOW, 'if (us_fc_starts(op) && (step->in->integer & 255) == 0)', 'if (0)'),
    ('the end of a turn wakes no pixel', FLOW, 'if (us_fc_ends(step.fc.op))', 'if (0)'),
    ('an inner loop does not count waiting pixels', FLOW, '(to->inactive.e[p] + (to->inactive.e[p] != 0))', '(to->inactive.e[p])'),
    ('BREAK does not leave the loop stack', FLOW, '(us_fc_breaks(op) && to->jump))\n        pop(step);', '0)\n        pop(step);'),
    ('CONTINUE waits for the end of the loop', FLOW, 'put_out(step, op == US_CONTINUE);', 'put_out(step, false);'),
    ('BREAK waits for the end of the turn', FLOW, 'put_out(step, op == US_CONTINUE);', 'put_out(step, true);'),
    ('no pixel is put out by BREAK and CONTINUE', FLOW, 'else if ((us_fc_breaks(op) || op == US_CONTINUE) && !to->jump)', 'else if (0)'),
    ('what BREAK puts out stays out', FLOW, 'if (!to->inactive.e[p] || --to->inactive.e[p])', 'if (1)'),
    # addresses
    ('jumps are not relative to US_CODE_OFFSET', FLOW, '(step->fc.jump_global ? 0 : step->in->offset)', '0'),
    ('addresses do not wrap', FLOW, 'to->next = (us_address_t)(next % US_STORE);', 'to->next = (us_address_t)(next < US_STORE ? next : 0);'),
    # around it
    ('TEXKILL kills no pixel', PIXELS, 'us_mask_put_beat(&m->covered[in->kill_slot], in->kill_quad, in->killed, 0);', ';'),
    ('predicate bits are set in the red one', PIXELS, 'm->predicates[in->set_slot].w[c * US_MASK_WORDS + w] = bits.w[w];',
     'm->predicates[in->set_slot].w[w] = bits.w[w];'),
    ('ALU_WAIT has no effect', SEQUENCER, 'if (cmn.alu_wait && !reached(q->now, m->alu_done[slot]))', 'if (0)'),
    ('code does not wrap', SEQUENCER, 'm->pc[slot] = (us_address_t)((m->pc[slot] + 1) % US_STORE);',
     'm->pc[slot] = (us_address_t)(m->pc[slot] + 1 < US_STORE ? m->pc[slot] + 1 : 1);'),
    ('sources of TEXKILL can be written at once', SEQUENCER, 'm->ready[slot] = now + (enter > 2 ? enter : 2);',
     'm->ready[slot] = now + 1;'),
]

# The same, found by the tests of texture instructions.
TEXTURE_FAULTS = [
    ('Q does not divide', SAMPLE, 'c < 3 && tex->inst == US_TEX_PROJ', 'c < 3 && 0'),
    ('every look-up is projected', SAMPLE, 'c < 3 && tex->inst == US_TEX_PROJ', 'c < 3'),
    ('LODBIAS has no effect', SAMPLE, 'return ISA_FETCH_SAMPLE_LB;', 'return ISA_FETCH_SAMPLE;'),
    ('LOD is a bias', SAMPLE, 'return ISA_FETCH_SAMPLE_L;', 'return ISA_FETCH_SAMPLE_LB;'),
    ('slopes have no effect', SAMPLE, 'return ISA_FETCH_SAMPLE_G;', 'return ISA_FETCH_SAMPLE;'),
    ('slopes downwards are those to the right', SAMPLE, 'clean(lookup->down[pixel][c])', 'clean(lookup->right[pixel][c])'),
    ('a NaN is a zero', SAMPLE, 'isnan(value) ? INFINITY :', 'isnan(value) ? 0 :'),
    ('faces of Y are exchanged', SAMPLE, 'face = y < 0 ? 3 : 2;', 'face = y < 0 ? 2 : 3;'),
    ('T of the face -Y is turned', SAMPLE, 't = y < 0 ? -z : z;', 't = z;'),
    ('S of the face -Z is turned', SAMPLE, 's = z < 0 ? -x : x;', 's = x;'),
    ('UNSCALED has no effect', SAMPLE, 'texels = tex->unscaled != 0;', 'texels = 0;'),
    ('all textures have sampler 0', SAMPLE, 'number = state->q.sampler_base + tex->tex_id;', 'number = state->q.sampler_base;'),
    ('all look-ups read texture 0', SAMPLE, 'state->q.resource_base + tex->tex_id]', 'state->q.resource_base]'),
    ('coordinates are not swizzled', TEXTURE, 'row->e[p * US_CHANNELS + swizzle[c]]', 'row->e[p * US_CHANNELS + c]'),
    ('answers are not swizzled', TEXTURE, 'texel[p][answer[c]]', 'texel[p][c]'),
    ('swizzles of slopes are exchanged', TEXTURE, 'right[] = {tex->dx_s_swiz, tex->dx_t_swiz,', 'right[] = {tex->dx_t_swiz, tex->dx_s_swiz,'),
    ('inactive pixels are written', TEXTURE, 'if (us_mask_bit(&d->active, 4 * quad + p) && ', 'if ('),
    ('write masks have no effect', TEXTURE, 'wmask >> c & 1 && predicated', 'predicated'),
    ('predicates have no effect', TEXTURE, ' && predicated(in, d, cmn, 4 * quad + p, c)', ''),
    ('alpha has the predicate of RGB', TEXTURE, 'alpha = channel == 3;', 'alpha = false;'),
    ('RGBA is one predicate', TEXTURE, 'select == 1 ? channel : (select - 2) & 3', '(select - 2) & 3'),
    ('predicates are not inverted', TEXTURE, 'bit != (alpha ? cmn->alpha_pred_inv : cmn->rgb_pred_inv)', 'bit'),
    ('WRITE_INACTIVE has no effect', TEXTURE, 'i->cmn.write_inactive ? in->start_present : in->start_active',
     'in->start_active'),
    ('minus zero kills', TEXTURE, 'size >= 0x00800000 && ', ''),
    ('a NaN kills', TEXTURE, ' && size <= 0x7f800000', ''),
    ('TEXKILL reads by the swizzle', TEXTURE, 'const uint32_t bits = row->e[e],', 'const uint32_t bits = row->e[e / 4 * 4],'),
    ('IGNORE_UNCOVERED has no effect', TEXTURE, '!tex->ignore_uncovered || ', '1 || '),
    ('uncovered pixels are always ignored', TEXTURE, '!tex->ignore_uncovered || ', ''),
    ('look-ups take no time', TEXTURE, '(reads ? m->in.latency : 1u)', '1u'),
    ('every look-up releases the semaphore', TEXTURE, '(last && tex.tex_sem_acquire ? 2 : 0)', '(last ? 2 : 0)'),
    ('the semaphore is not waited for', SEQUENCER, 'if (cmn.tex_sem_wait && m->semaphore[slot])', 'if (0)'),
    ('no group holds the semaphore', SEQUENCER, 'm->semaphore[slot] || tex.tex_sem_acquire;', 'm->semaphore[slot];'),
]


def build_and_run(fault, build, test, folder, programs):
    """Why the test fails with the mistake; empty when it passes."""
    path = fault[1]
    compiler = shlex.split(os.environ.get('CC', 'gcc'))
    program = os.path.join(folder, test)
    built = run(compiler + ['-std=c11', '-D_POSIX_C_SOURCE=200809L', '-O2', '-ffp-contract=off', '-w', '-fno-lto',
                            '-I', folder, '-I', '.', '-o', program, '%s/tb/unit/%s.o' % (build, test),
                            os.path.join(folder, path), build + '/libjudge.a', build + '/libwekiva.a',
                            '-lelf', '-ljansson', '-lm', '-pthread', '-lcmocka'])
    if built.returncode:
        sys.exit('%s: does not build\n%s' % (fault[0], built.stdout[:2000]))
    result = run([program], timeout=600, env=dict(os.environ, US_RANDOM=str(programs)))
    said = re.findall(r'seed \d+[^\n]*' if test == 'test_r580' else r'\[  FAILED  \] (\w+)', result.stdout)
    return said[0][:100] if said else ''


def judge(fault, build, programs):
    """Returns (found, what is to be said)."""
    name, path = fault[:2]
    with tempfile.TemporaryDirectory() as folder:
        try:
            write(os.path.join(folder, path), changed(fault))
        except (OSError, ValueError) as error:
            return False, str(error)
        for test in LOOK_UPS if fault in TEXTURE_FAULTS else ['test_r580']:
            said = build_and_run(fault, build, test, folder, programs)
            if said:
                return True, '%s: %s' % (name, said)
    return False, '%s: no difference' % name


def main():
    return mistakes.main(__doc__, FAULTS + TEXTURE_FAULTS, judge, 'programs', 1500)


if __name__ == '__main__':
    sys.exit(main())
