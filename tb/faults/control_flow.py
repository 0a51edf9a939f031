#!/usr/bin/env python3
"""control_flow.py - mistakes put into the execution of control flow, read ports, adjacent groups, fetches, the local data share and memory, one at a time: random programs must find each.

usage: control_flow.py BUILD [--jobs N] [--programs N] [--list] [PART-OF-A-NAME ...]
       control_flow.py --check      (only: do all faults fit the sources?)

Each fault changes one place of a source file; the file is compiled anew and linked with what BUILD has of the rest and
with tb/faults/differ.c.  Fails when a fault is not found within so many programs, or no longer fits the source.
"""
import os
import shlex
import subprocess
import sys
import tempfile

import mistakes
from mistakes import changed, run, write

BRANCH, STACK, LOOP, FLOW = ('pipeline/control/cf_%s.c' % part for part in ('branch', 'stack', 'loop', 'flow'))
STATE, PREDICATE = 'pipeline/control/cf_state.h', 'pipeline/alu/predicate.c'
ROWS = CLOCK, MODULES = ['rtl_model/r700/engine/simd_%s.c' % part for part in ('clock', 'modules')]  # what includes all rows of wires
CONTROL, CLAUSES, FETCH_WIRE, SHARE_WIRE, ALU_WIRE = (
    'rtl_model/r700/wires_%s.h' % part for part in ('control', 'clauses', 'fetch', 'share', 'alu'))
FETCH, ELEMENT = 'pipeline/fetch/vertex_fetch.c', 'pipeline/fetch/vertex_element.c'
FORMATS = 'isa/r700/data_formats.def'
SHARE, SHARE_MEMORY = 'pipeline/fetch/lds_unit.c', 'mem/lds.c'
TEXEL, FORMAT, NUMBER = ('pipeline/texture/%s.c' % part for part in ('texel', 'texel_format', 'texel_number'))
PORTS, OPERANDS, ADDRESSES, ISSUE, CLAUSE = ('pipeline/%s.c' % part for part in (
    'alu/operand_ports', 'alu/operand_fetch', 'alu/alu_operands', 'alu/alu_issue', 'control/alu_clause'))
EXPORTS, WRITES, READS, SPACES = ('pipeline/fetch/%s.c' % part for part in ('export_unit', 'memory_export', 'memory_read',
                                                                          'memory_space'))
SEQUENCER, TABLE, DISPATCHER = 'pipeline/control/cf_sequencer.c', 'mem/wave_table.c', 'pipeline/control/dispatcher.c'
GROUPS, REGISTERS, COLLECT = 'pipeline/groups.h', 'mem/gpr_file.c', 'rtl_model/r700/probes/gpu_collect.c'
SETUP, SPACES_READ = 'rtl_model/r700/setup/setup_machine.c', 'rtl_model/r700/setup/setup_spaces.c'
# Few seeds give the programs that these need: they run when they are named.
BY_NAME = {'a broadcast takes the address of thread 0', 'a read does not wait for the write before it',
           'a global GPR beyond all reads one of the wavefront', 'global GPRs by AR end where those of the wavefront do'}
USERS = {STATE: [STACK, *ROWS, COLLECT], CONTROL: ROWS, CLAUSES: ROWS, ALU_WIRE: ROWS, FETCH_WIRE: ROWS, SHARE_WIRE: ROWS, FORMATS: [FORMAT], GROUPS: [DISPATCHER]}  # of a header: the sources that have to be compiled

# name, file, what stands there (once), what stands there with the mistake
FAULTS = [
    # branches (ISA 3.7.2)
    ('ELSE ignores the pushed mask', BRANCH, 'cf_invert(flow, cf_test(flow, cf, frame.active));',
     'cf_invert(flow, cf_test(flow, cf, ~0ull));'),
    ('ELSE ignores its condition', BRANCH, 'cf_invert(flow, cf_test(flow, cf, frame.active));',
     'cf_invert(flow, frame.active);'),
    ('ELSE brings back pixels that left the loop', BRANCH, 'pass & ~(wave->broken | wave->continued);', 'pass;'),
    ('ELSE never jumps', BRANCH, 'if (!cf_wave_of(flow)->active)\n', 'if (0)\n'),
    ('ELSE jumps without its pops', BRANCH, 'cf_jump_and_pop(flow, cf, cf->pop_count);\n}\n\n/* PUSH, always',
     'cf_jump_and_pop(flow, cf, 0);\n}\n\n/* PUSH, always'),
    ('JUMP does not pop', BRANCH, 'cf_pop_masks(flow, pops);\n}', '(void)pops;\n}'),
    ('JUMP jumps when a pixel passes', BRANCH, 'if (!cf_test(flow, cf, cf_wave_of(flow)->active))',
     'if (cf_test(flow, cf, cf_wave_of(flow)->active))'),
    ('JUMP looks at every pixel', BRANCH, 'if (!cf_test(flow, cf, cf_wave_of(flow)->active))',
     'if (!cf_test(flow, cf, ~0ull))'),
    ('PUSH comes after the mask has changed', BRANCH,
     'cf_push_mask(flow, cf->whole_quad_mode);\n    cf_set_active(cf_wave_of(flow), pass);',
     'cf_set_active(cf_wave_of(flow), pass);\n    cf_push_mask(flow, cf->whole_quad_mode);'),
    ('PUSH leaves the mask alone', BRANCH, 'cf_set_active(cf_wave_of(flow), pass);', ''),
    ('PUSH pushes when it jumps', BRANCH, 'cf_jump_and_pop(flow, cf, pops);\n        return;',
     'cf_jump_and_pop(flow, cf, pops);\n        cf_push_mask(flow, false);\n        return;'),
    ('PUSH_ELSE keeps the pixels that pass', BRANCH, 'wave->active &= ~pass;', 'wave->active &= pass;'),
    ('PUSH_ELSE does not jump', BRANCH, 'if (!wave->active)\n', 'if (0)\n'),
    ('POP does not test', BRANCH,
     'cf_set_active(cf_wave_of(flow), cf_test(flow, cf, cf_wave_of(flow)->active));', ''),
    ('POP tests before it pops', BRANCH,
     'cf_pop_masks(flow, cf->pop_count);\n    cf_set_active(cf_wave_of(flow), '
     'cf_test(flow, cf, cf_wave_of(flow)->active));',
     'cf_set_active(cf_wave_of(flow), cf_test(flow, cf, cf_wave_of(flow)->active));\n'
     '    cf_pop_masks(flow, cf->pop_count);'),
    ('addresses in the fetch program are absolute', BRANCH,
     'cf_wave_of(flow)->fetching ? flow->state->in.fetch_base : 0', '0'),
    # the stack (ISA 3.6.5) and conditions (ISA 3.6.4)
    ('POP_COUNT is one too many', STACK, 'left = count; left', 'left = count ? count + 1 : 0; left'),
    ('POP_COUNT is one too few', STACK, 'left = count; left', 'left = count ? count - 1 : 0; left'),
    ('several pops restore the first entry', STACK, 'cf_drop(flow, &frame);\n    }\n    if (count)\n'
     '        restore(cf_wave_of(flow), &frame);',
     'if (left == count)\n            restore(cf_wave_of(flow), &frame);\n        cf_drop(flow, &frame);\n    }'),
    ('several pops intersect their entries', STACK, 'cf_drop(flow, &frame);\n    }\n',
     'cf_drop(flow, &frame);\n        restore(cf_wave_of(flow), &frame);\n'
     '        if (left > 1)\n            cf_wave_of(flow)->broken |= ~frame.active;\n    }\n'),
    ('a pop activates pixels that left the loop', STACK, 'wave->active = frame->active & ~out;',
     'wave->active = frame->active;'),
    ('a pop forgets inactive-break', STACK, 'wave->broken |= frame->broken & ~out;', ''),
    ('a pop forgets inactive-continue', STACK, 'wave->continued |= frame->continued & ~out;', ''),
    ('a pop does not restore the mask', STACK, 'restore(cf_wave_of(flow), &frame);', ';'),
    ('PUSH does not keep inactive-break', STACK, '.broken = cf_wave_of(flow)->broken', '.broken = 0'),
    ('PUSH does not keep inactive-continue', STACK, '.continued = cf_wave_of(flow)->continued', '.continued = 0'),
    ('PUSH with whole quads takes one row', STACK, 'case CF_FRAME_QUAD_MASK:\n    case CF_FRAME_LOOP:',
     'case CF_FRAME_LOOP:'),
    ('PUSH always takes an entry', STACK, 'default:\n        return 1;',
     'default:\n        return flow->state->in.subentries;'),
    ('a call takes two subentries on every chip', STACK, 'return flow->state->in.call_rows;', 'return 2;'),
    ('no subentries are held back', STACK, 'wave->first_push ? 2 : 0', '0'),
    ('one subentry is held back', STACK, 'wave->first_push ? 2 : 0', 'wave->first_push ? 1 : 0'),
    ('subentries are always held back', STACK, 'wave->first_push ? 2 : 0', '2'),
    ('whole-quad pushes hold subentries back', STACK, 'frame->kind == CF_FRAME_MASK && !wave->first_push',
     '(frame->kind == CF_FRAME_MASK || frame->kind == CF_FRAME_QUAD_MASK) && !wave->first_push'),
    ('subentries stay held back behind a pop', STACK, 'wave->first_push = 0;', ';'),
    ('the next push releases what is held back', STACK, 'frame->kind == CF_FRAME_MASK && !wave->first_push',
     'frame->kind == CF_FRAME_MASK'),
    ('whole quads leave pixels in inactive-break', STACK, 'wave->broken &= ~active;', ''),
    ('whole quads leave pixels in inactive-continue', STACK, 'wave->continued &= ~active;', ''),
    ('CF_COND_FALSE passes', STACK, 'cf->cond == ISA_COND_FALSE ||', ''),
    ('CF_COND_NOT_BOOL is CF_COND_BOOL', STACK, '(cf->cond == ISA_COND_NOT_BOOL && constant)',
     '(cf->cond == ISA_COND_NOT_BOOL && !constant)'),
    ('CF_CONST is always 0', STACK, 'flow->state->in.bools >> cf->cf_const & 1', 'flow->state->in.bools & 1'),
    ('branches ignore WHOLE_QUAD_MODE', STACK, 'cf->whole_quad_mode, cf->valid_pixel_mode);',
     'false, cf->valid_pixel_mode);'),
    ('branches ignore VALID_PIXEL_MODE', STACK, 'cf->whole_quad_mode, cf->valid_pixel_mode);',
     'cf->whole_quad_mode, false);'),
    ('WHOLE_QUAD_MODE leaves out killed pixels', STATE, 'whole_quad ? mask_quads(active)',
     'whole_quad ? mask_quads(active) & valid'),
    ('WHOLE_QUAD_MODE takes every pixel', STATE, 'whole_quad ? mask_quads(active)',
     'whole_quad ? (active ? ~0ull : 0)'),
    ('WHOLE_QUAD_MODE looks at three pixels', STATE, 'mask_quads(active)',
     'mask_quads(active & 0x7777777777777777u)'),
    ('VALID_PIXEL_MODE takes invalid pixels too', STATE, 'active & valid : active', 'active : active'),
    ('VALID_PIXEL_MODE is always on', STATE, 'valid_pixel ? active & valid', '1 ? active & valid'),
    # loops (ISA 3.7.3 to 3.7.5)
    ('a loop runs once too often', LOOP, 'wave->loop_count <= 1', 'wave->loop_count < 1'),
    ('a loop runs once too seldom', LOOP, 'wave->loop_count <= 1', 'wave->loop_count <= 2'),
    ('a loop of no trips is entered', LOOP, 'kind != CF_LOOP_DX10 && count == 0 ? 0 :', ''),
    ('LOOP_START_DX10 looks at a trip count', LOOP, 'kind != CF_LOOP_DX10 && count == 0', 'count == 0'),
    ('LOOP_START_DX10 counts', LOOP, 'wave->loop_kind != CF_LOOP_DX10;', 'true;'),
    ('LOOP_START does not pop when no thread enters', LOOP, 'cf_jump_and_pop(flow, cf, cf->pop_count);',
     'cf_jump_and_pop(flow, cf, 0);'),
    ('pixels that do not enter a loop wait in it', LOOP, 'wave->broken = ~pass; /* pixels that fail',
     'wave->broken = 0; /* pixels that fail'),
    ('break is reactivated too early', LOOP, 'const lane_mask_t candidates = ~wave->broken;',
     'const lane_mask_t candidates = ~0ull;'),
    ('continue is not reactivated', LOOP, 'const lane_mask_t candidates = ~wave->broken;',
     'const lane_mask_t candidates = ~(wave->broken | wave->continued);'),
    ('continue stays after LOOP_END', LOOP, 'among them anew */\n    wave->continued = 0;', 'among them anew */'),
    ('LOOP_END reactivates active pixels only', LOOP, 'const lane_mask_t candidates = ~wave->broken;',
     'const lane_mask_t candidates = wave->active;'),
    ('aL is not restored', LOOP, 'wave->loop_index = frame.loop_index;', ''),
    ('the step of aL is not restored', LOOP, 'wave->loop_step = frame.loop_step;', ''),
    ('the trip count is not restored', LOOP, 'wave->loop_count = frame.loop_count;', ''),
    ('the kind of the outer loop is not restored', LOOP, 'wave->loop_kind = frame.loop_kind;', ''),
    ("the outer loop's stack is not restored", LOOP, 'wave->loop_end = frame.loop_end;', ''),
    ('the mask is not restored behind a loop', LOOP, 'wave->active = frame.active;', ''),
    ('inactive-break of the outer loop is lost', LOOP, 'wave->broken = frame.broken;', 'wave->broken = 0;'),
    ('inactive-continue of the outer loop is lost', LOOP, 'wave->continued = frame.continued;',
     'wave->continued = 0;'),
    ('inactive-break outlives its loop', LOOP, 'wave->broken = frame.broken;', ''),
    ('aL does not step', LOOP, 'wave->loop_index + (int8_t)wave->loop_step', 'wave->loop_index'),
    ('the step of aL has no sign', LOOP, '(int8_t)wave->loop_step', 'wave->loop_step'),
    ('aL has 12 bits', LOOP, '0x1fff', '0xfff'),
    ('aL starts at 0', LOOP, 'wave->loop_index = (uint16_t)first;', 'wave->loop_index = 0 * (uint16_t)first;'),
    ('LOOP_START_NO_AL sets aL', LOOP, 'if (kind == CF_LOOP_INDEXED)', 'if (kind != CF_LOOP_DX10)'),
    ('LOOP_START_NO_AL steps aL', LOOP, 'if (wave->loop_kind == CF_LOOP_INDEXED)', 'if (counted)'),
    ('LOOP_BREAK leaves its pixels active', LOOP,
     'wave->active &= ~pass;\n    wave->broken &= ~pass;', 'wave->broken &= ~pass;'),
    ('LOOP_BREAK and LOOP_CONTINUE do not jump', LOOP, '~(wave->broken | wave->continued) == 0', '0'),
    ('LOOP_BREAK jumps when no pixel is active', LOOP, '~(wave->broken | wave->continued) == 0',
     'wave->active == 0'),
    ('LOOP_BREAK does not cut the stack back', LOOP, 'cf_cut(wave, wave->loop_end);', ''),
    ('LOOP_BREAK ignores its condition', LOOP, 'pass = cf_test(flow, cf, wave->active);', 'pass = wave->active;'),
    ('LOOP_CONTINUE breaks', FLOW, 'cf_leave_iteration(flow, cf, &wave->continued);',
     'cf_leave_iteration(flow, cf, &wave->broken);'),
    ('LOOP_BREAK continues', FLOW, 'cf_leave_iteration(flow, cf, &wave->broken);',
     'cf_leave_iteration(flow, cf, &wave->continued);'),
    # subroutines and kills (ISA 3.7.6, 9.1)
    ('RETURN comes back to the call', LOOP, '.return_pc = flow->outcome->pc', '.return_pc = flow->outcome->pc - 1'),
    ('RETURN skips an instruction', LOOP, 'flow->outcome->pc = frame.return_pc;',
     'flow->outcome->pc = frame.return_pc + 1;'),
    ('RETURN ignores its condition', LOOP, 'if (wave->active & ~cf_test(flow, cf, wave->active))\n        return;',
     '(void)cf;'),
    ('RETURN does not restore the call depth', LOOP, 'wave->call_depth = frame.call_depth;', ''),
    ('RETURN stays in the fetch program', LOOP, 'wave->fetching = frame.fetching;', ''),
    ('calls nest 31 deep', LOOP, 'CALL_DEPTH_MOST = 32', 'CALL_DEPTH_MOST = 31'),
    ('calls nest 33 deep', LOOP, 'CALL_DEPTH_MOST = 32', 'CALL_DEPTH_MOST = 33'),
    ('CALL_COUNT is ignored', LOOP, 'wave->call_depth + cf->call_count', 'wave->call_depth + 1u'),
    ('CALL ignores its condition', LOOP, '!cf_test(flow, cf, wave->active) || depth', 'depth'),
    ('CALL_FS goes to the program', LOOP, 'fetch ? flow->state->in.fetch_entry : cf_target(flow, cf)',
     'cf_target(flow, cf)'),
    ('KILL kills every pixel', LOOP, 'wave->valid &= ~cf_test(flow, cf, wave->active);',
     'wave->valid &= ~cf_test(flow, cf, ~0ull);'),
    ('KILL makes pixels inactive', LOOP, 'wave->valid &= ~cf_test(flow, cf, wave->active);',
     'wave->valid &= ~cf_test(flow, cf, wave->active);\n    wave->active &= wave->valid;'),
    ('KILL does not jump', LOOP, 'if (!wave->valid)', 'if (0)'),
    # clauses (ISA 3.7.7)
    ('ALU_PUSH_BEFORE does not push', FLOW, 'op->id == ISA_CF_INST_ALU_PUSH_BEFORE ||', ''),
    ('ALU_ELSE_AFTER does not push', FLOW, '|| op->id == ISA_CF_INST_ALU_ELSE_AFTER', ''),
    ('ALU_PUSH_BEFORE pushes an entry', FLOW, 'cf_push_mask(flow, false);', 'cf_push_mask(flow, true);'),
    ('ALU_PUSH_BEFORE pushes after its predicate', FLOW,
     'case ISA_OPCODE_ALU_POP_AFTER:', 'case ISA_OPCODE_ALU_PUSH_BEFORE: {\n        struct cf_frame late;\n        if (cf_top(flow, &late)) {\n'
     '            late.active = active;\n            cf_drop(flow, &late);\n            cf_push(flow, &late);\n'
     '        }\n        break;\n    }\n    case ISA_OPCODE_ALU_POP_AFTER:'),
    ('ALU_POP_AFTER pops twice', FLOW, 'ALU_POP_AFTER:\n        cf_pop_masks(flow, 1);',
     'ALU_POP_AFTER:\n        cf_pop_masks(flow, 2);'),
    ('ALU_POP2_AFTER pops once', FLOW, 'ALU_POP2_AFTER:\n        cf_pop_masks(flow, 2);',
     'ALU_POP2_AFTER:\n        cf_pop_masks(flow, 1);'),
    ('ALU_CONTINUE breaks', FLOW, 'wave->continued |= masked;', 'wave->broken |= masked;'),
    ('ALU_BREAK continues', FLOW, 'wave->broken |= masked;', 'wave->continued |= masked;'),
    ('ALU_BREAK takes the other pixels', FLOW, 'wave->broken |= masked;',
     'wave->broken |= active;\n        wave->active = masked;'),
    ('ALU_CONTINUE leaves its pixels inactive-branch', FLOW, 'wave->continued |= masked;', ''),
    ('ALU_ELSE_AFTER does not invert', FLOW, 'cf_invert(flow, frame.active);', ';'),
    ('a clause does not change the mask', FLOW, 'wave->active = active;\n    switch', 'switch'),
    # the predicate of a clause (ISA 4.8.1.1, 4.9.3, 4.10)
    ('PRED_SET* activates whole quads', PREDICATE, 'mask & q->active, flags', 'mask, flags'),
    ('a second PRED_SET* forgets the first', PREDICATE, 'd->active = replaced(q->active, mask & q->active, flags);',
     'd->active = flags & q->active;'),
    ('UPDATE_PRED changes every thread', PREDICATE, 'd->predicate = replaced(q->predicate, mask, flags);',
     'd->predicate = flags;'),
    ('a clause starts with every predicate set', PREDICATE, 'd->predicate = d->active = in->start_active;',
     'd->active = in->start_active;\n        d->predicate = ~0ull;'),
    ('UPDATE_EXECUTE_MASK changes the predicate too', PREDICATE, 'if (in->update & 1)', 'if (in->update)'),
    ('kills of an earlier clause come back', PREDICATE, 'd->killed = 0;', ''),
    # what starts a clause, and where
    ('clauses ignore WHOLE_QUAD_MODE', CLAUSES,
     'start_lanes, clause_lanes(flow, cf->q.step_slot, cf->q.start_word))',
     'start_lanes, flow->active[cf->q.step_slot])'),
    ('ALU clauses have VALID_PIXEL_MODE in their COUNT', CONTROL, '!alu && isa_cf_valid_pixel_mode', 'isa_cf_valid_pixel_mode'),
    ('clauses are skipped for active pixels', CONTROL, 'cf->q.decode && !clause_lanes', 'cf->q.decode && !!clause_lanes'),
    ('clauses without active threads are not skipped', CONTROL, 'cf->q.decode && !clause_lanes', '0 && !clause_lanes'),
    ('a skipped clause does not pop', FLOW, 'cf_flow_after_clause(flow, op->opcode, 0);', ';'),
    ('clauses of the fetch program are looked for in the program', CLAUSES,
     'flow->fetching[slot] ? flow->in.fetch_base : 0', '0'),
    ('exports ignore WHOLE_QUAD_MODE', SHARE_WIRE, 'flow->valid[slot] & fetch_lanes(flow, slot, word)',
     'flow->valid[slot] & cf_lanes(flow->active[slot], flow->valid[slot], false, isa_cf_valid_pixel_mode(word))'),
    ('exports ignore the mask', SHARE_WIRE, 'flow->valid[slot] & fetch_lanes(flow, slot, word)', 'flow->valid[slot]'),
    # what waits for what (ISA 3.2, 3.6.3), what ends
    ('flow instructions do not wait for the masks of a clause', SEQUENCER, 'is->alu || is->flow ? CF_WAIT_ALU',
     'is->alu ? CF_WAIT_ALU'),
    ('ALU clauses of a wavefront overlap', SEQUENCER, 'is->alu || is->flow ? CF_WAIT_ALU', 'is->flow ? CF_WAIT_ALU'),
    ('BARRIER is ignored', SEQUENCER, 'is->barrier ? CF_WAIT_ALL : 0', '0'),
    ('BARRIER does not wait for ALU clauses', SEQUENCER, 'is->barrier ? CF_WAIT_ALL : 0',
     'is->barrier ? CF_WAIT_EXPORT | CF_WAIT_FETCH : 0'),
    ('END_OF_PROGRAM of an export is ignored', SEQUENCER, '.end = export.end_of_program,', ''),
    ('exports have ended when they are started', TABLE, '(wave->exports ? 2u : 0)', '0u'),
    ('the last wavefront is always full', GROUPS, 'left < of->wave_size ? left : of->wave_size', 'of->wave_size'),
    # vertex fetches (ISA 5, 6.3, 9.3, 10.3)
    # local data share (ISA 2.6.2, ch. 8, 10.6)
    ('threads own the entries of their neighbours', SHARE, 'number / LDS_BANKS * stride + index', 'number / LDS_BANKS * stride + index + 4'),
    ('DST_STRIDE has four bits', SHARE, 'dsw->dst_stride | dsw->dst_stride_ext << 7', '(dsw->dst_stride & 15)'),
    ('a burst of writes stays in one entry', SHARE, '(dsw->dst_index | dsw->dst_index_ext << 6) + LDS_DWORDS * q->pass_step',
     '(dsw->dst_index | dsw->dst_index_ext << 6)'),
    ('a burst of writes has one source', SHARE, 'dsw.src_gpr + d->front_step + ', 'dsw.src_gpr + '),
    ('masked dwords are written', SHARE, '(dsw.src_sel_y != ISA_SEL_MASK) << 1', '2'),
    ('inactive threads write', SHARE, 'if (q->pass_lanes >> lane_of(in, t) & 1)\n            put_thread', 'put_thread'),
    ('a read takes the bank of its own thread', SHARE, 'selected(unit, dsr->src_sel_x, lane) % LDS_BANKS;', 'thread % LDS_BANKS;'),
    ('RD_OFFSET is ignored', SHARE, '+ dsr->rd_offset + LDS_DWORDS * q->pass_step', '+ LDS_DWORDS * q->pass_step'),
    ('a burst of reads reads one entry', SHARE, '+ dsr->rd_offset + LDS_DWORDS * q->pass_step', '+ dsr->rd_offset'),
    ('a burst of reads writes one GPR', SHARE, 'dsr.dst_gpr + q->pass_step + ', 'dsr.dst_gpr + '),
    ('WORD_SELECT gives the entry', SHARE, 'own->dword[q->got_dword.thread[thread]]', 'own->dword[e]'),
    ('FFT_PERMUTE gives rows', SHARE, 'bank[e]->dword[thread]', 'bank[thread]->dword[e]'),
    ('a broadcast reaches the active threads only', SHARE, '!write && dsr.broadcast ? all_lanes(in) : q->pass_lanes', 'q->pass_lanes'),
    ('a broadcast takes the address of thread 0', SHARE, 'in->broadcast == LDS_FIRST_VALID && t <', 'false && t <'),
    ('a read does not wait for the write before it', SHARE, '(is_write(d->front_word) || all_posted(d))', 'd->pass_quad + 1'),
    ('other wavefronts write between a write and its read', SHARE, 'd->held = !in->offer_last;', ''),
    ('DST_WR masks are ignored', SHARE, 'dsr.dst_wr_x | dsr.dst_wr_y << 1', '3'),
    ('a result relative to aL is not', SHARE, "dsr.dst_rel_mode == REL_LOOP ? q->pass_index : 0", '0'),
    ('dwords of an entry are exchanged', SHARE_MEMORY, 'entry->dword[i] = in->write_data.bank[bank].dword[i]',
     'entry->dword[i] = in->write_data.bank[bank].dword[i ^ 1]'),
    # registers that all wavefronts of a SIMD have (ISA 2.6.1.1, 4.6.1)
    ('a global GPR is one of the wavefront', ADDRESSES, '*row = (int)(of->in->shared_row + gpr);', '*row = (int)(of->in->base + gpr);'),
    ('AR.x is not added to a global GPR', ADDRESSES, 'if (of->group->slot[slot].index_mode == ISA_INDEX_GLOBAL)', 'if (true)'),
    ('global GPRs by AR are read from those of the wavefront', OPERANDS, '(int32_t)(global ? in->shared_row : base) + index', '(int32_t)base + index'),
    ('a global GPR beyond all reads one of the wavefront', OPERANDS, 'read->global ? in->shared_row : in->base', 'in->base'),
    ('global GPRs by AR end where those of the wavefront do', OPERANDS, 'global ? in->shared_count : in->num_gprs', 'in->num_gprs'),
    ('global GPRs by AR are written to those of the wavefront', REGISTERS, 'global ? file->in.shared_row : file->in.write_base', 'file->in.write_base'),
    ('a global GPR by AR is marked as one of the wavefront', ISSUE, 'd->dst_global = (uint8_t)(d->dst_global | 1u << s);', ';'),
    ('a read of a global GPR by AR is marked as one of the wavefront', ISSUE, 'd->read_global = (uint16_t)(d->read_global | 1u << port);', ';'),
    ('index x stride wraps at 32 bits', ELEMENT, '(uint64_t)(uint32_t)(index + access->index_offset) * access->stride',
     '(uint64_t)(uint32_t)((index + access->index_offset) * access->stride)'),
    ('OFFSET has 15 bits', ELEMENT, '+ access->vtx.offset;', '+ (access->vtx.offset & 0x7fff);'),
    ('an element may end beyond its buffer', ELEMENT, 'at + access->bytes <= resource->size', 'at < resource->size'),
    ('FETCH_WHOLE_QUAD is ignored', FETCH, 'vtx.fetch_whole_quad ? mask_quads(in->offer_lanes) : in->offer_lanes',
     'in->offer_lanes'),
    ('DST_SEL_1 is 1.0 in every format', FETCH, 'texel_one(&elements)', '0x3f800000u'),
    ('outside of a buffer is always 0', FETCH, 'resource->clamp_nan ? 0xffc00000u : 0', '0'),
    ('VERTEX_DATA and INSTANCE_DATA are exchanged', ELEMENT, 'enum { VERTEX_DATA, INSTANCE_DATA };',
     'enum { INSTANCE_DATA, VERTEX_DATA };'),
    ('USE_CONST_FIELDS is ignored', ELEMENT, 'vtx->use_const_fields ? access->resource->format : own', 'own'),
    ('a fetch reads another element than SRC_SEL_X', FETCH, '(uint8_t)vtx.src_sel_x', '0'),
    ('SRC_REL of a fetch is ignored', FETCH, 'vtx.src_rel ? in->offer_index : 0', '0'),
    ('DST_REL of a fetch is ignored', FETCH, 'vtx->dst_rel ? in->offer_index : 0', '0'),
    ('a fetch outside the GPRs writes', FETCH, 'target < in->num_gprs && e <', 'e <'),
    ('SEL_MASK writes', FETCH, 'if (select[e] != ISA_SEL_MASK)', ''),
    ('fetch clauses ignore VALID_PIXEL_MODE', FETCH_WIRE,
     'start_lanes, fetch_lanes(flow, cf->q.step_slot, cf->q.start_word))',
     'start_lanes, fetch_lanes(flow, cf->q.step_slot, cf->q.start_word & ~(1ull << 54)))'),
    ('fetch clauses ignore WHOLE_QUAD_MODE', FETCH_WIRE,
     'start_lanes, fetch_lanes(flow, cf->q.step_slot, cf->q.start_word))',
     'start_lanes, fetch_lanes(flow, cf->q.step_slot, cf->q.start_word & ~(1ull << 62)))'),
    ('fetch clauses of a fetch program are read at absolute addresses', FETCH_WIRE,
     'start_base_word, fetch_base_of(flow, cf->q.step_slot))', 'start_base_word, 0)'),
    ('signed numbers keep no sign', TEXEL, 'channel->is_signed ? (value ^ sign) - sign', 'false ? 0'),
    ('the lowest signed fraction is below -1', NUMBER, 'number < -one ? -one : number', 'number'),
    ('SRF_MODE_NO_ZERO is ignored', FORMAT, 'words->srf_mode == TEX_SRF_MODE_NO_ZERO', 'false'),
    ('ENDIAN_8IN16 swaps nothing', TEXEL, 'flip[4] = {0, 1, 3, 0}', 'flip[4] = {0, 0, 3, 0}'),
    ('ENDIAN_8IN32 swaps halves', TEXEL, 'flip[4] = {0, 1, 3, 0}', 'flip[4] = {0, 1, 2, 0}'),
    ('small denormals are 0', TEXEL, '1u << form.mantissa : mantissa;', '1u << form.mantissa : 0;'),
    ('the shared exponent is one too large', TEXEL, '- BIAS - BITS;', '- BIAS - BITS + 1;'),
    ('FMT_11_11_10 lies the wrong way round', FORMATS, '11_11_10,              FIXED, 10, 11, 11,  0', '11_11_10,              FIXED, 11, 11, 10,  0'),
    ('SCALED of signed numbers is unsigned', NUMBER, 'channel->is_signed ? (int64_t)(int32_t)value', 'channel->kind != TEXEL_SCALED && channel->is_signed ? (int64_t)(int32_t)value'),
    # read ports and adjacent groups (ISA 4.7.7, 4.11)
    ('the last operand of a read port decides about the index', PORTS,
     'if (ports->used[cycle][element]) {', 'if (ports->used[cycle][element] && ports->number[cycle][element] != src->sel) {'),
    ("src1 takes src0's read whatever their indices", PORTS, 'src->rel == first->rel || number_alone;', 'true;'),
    ("src1 never takes src0's read by the number alone", PORTS, 'src->rel == first->rel || number_alone;',
     'src->rel == first->rel;'),
    ('a shared read is forwarded by the operand, not by the port', ISSUE, 'ports->row[cycle][src->chan], src->chan);',
     'row[s][i], src->chan);'),
    ('a relative write is never seen by a plain read', OPERANDS, '(!read->relative && !in->relative_write_read)',
     '!read->relative'),
    ('a relative write is always seen by a plain read', OPERANDS, '(!read->relative && !in->relative_write_read) ||', ''),
    ('a plain write is never seen by a relative read', OPERANDS, '(!relative && !in->write_relative_read)', '!relative'),
    ('a plain write is always seen by a relative read', OPERANDS, '||\n        (!relative && !in->write_relative_read)',
     ''),
    ('the two parameters of relative pairs are exchanged', OPERANDS,
     '(!read->relative && !in->relative_write_read) ||\n        (!relative && !in->write_relative_read)',
     '(!read->relative && !in->write_relative_read) ||\n        (!relative && !in->relative_write_read)'),
    ('what Trans writes is not compared by rows', OPERANDS, 'ps[e] = lanes_pending(in, &read, ISA_SLOT_T, ar_x);',
     'ps[e] = 0;'),
    ('what a vector slot writes is not compared by rows', OPERANDS, 'pv[e] = lanes_pending(in, &read, e, ar_x);',
     'pv[e] = 0;'),
    ('a pair by AR is compared by number, also where it leaves the GPRs', OPERANDS,
     'written == (int32_t)row_in_lane(in, read, index)',
     '(relative && read->relative ? gpr == read->gpr : written == (int32_t)row_in_lane(in, read, index))'),
    ('rows are compared without the predicate', OPERANDS, ': sources->pv[latch]) & sources->written[element];',
     ': 0) & sources->written[element] | sources->pv[latch];'),
    ('the group before is never behind', ISSUE, 'd->behind = q->executing;', 'd->behind = false;'),
    ('nothing is forwarded where both rows are known', ADDRESSES, 'if (writes_row(q, chan, key))', 'if (0)'),
    ('ALT_CONST has the buffers of its own stage', CLAUSE, '(q->alternate ? KCACHE_BANKS : 0)', '0'),
    ('ALT_CONST has the constant file of its own stage', ALU_WIRE, 'constant_file_of(constants, clause_of(clauses, turn)->q.alternate)',
     'constant_file_of(constants, false)'),
    ('fetch programs begin at their start', LOOP, 'flow->state->in.fetch_entry', 'flow->state->in.fetch_base'),
    ('DX10_CLAMP is always 1', ISSUE, 'of->in->nan_kept ? CLAMP_NAN_KEPT : CLAMP_NAN_ZERO', 'CLAMP_NAN_ZERO'),
    ('DX10_CLAMP is always 0', ISSUE, 'of->in->nan_kept ? CLAMP_NAN_KEPT : CLAMP_NAN_ZERO', 'CLAMP_NAN_KEPT'),
    ('CLAMP_CONSTS is not looked at', SETUP, 'clamps && i < 4 * CLAMPED;', '0 && i < 4 * CLAMPED;'),
    ('CLAMP_CONSTS clamps all constants', SETUP, 'clamps && i < 4 * CLAMPED;', 'clamps && i < 4 * CONSTANT_FILE_ROWS;'),
    ('programs begin at their start', TABLE, '.pc = in->first_pc,', '.pc = 0,'),
    # emitted vertices (ISA 3.5)
    ('threads that are not active emit vertices', STATE, 'return state->valid[slot] & cf_lanes(state->active[slot],',
     'return state->valid[slot] & cf_lanes(state->valid[slot],'),
    ('EMIT_CUT_VERTEX does not cut', SEQUENCER, '.cut = op->id == ISA_CF_INST_CUT_VERTEX || op->id == ISA_CF_INST_EMIT_CUT_VERTEX,',
     '.cut = op->id == ISA_CF_INST_CUT_VERTEX,'),
    ('CUT_VERTEX emits', SEQUENCER, '.emit = op->id == ISA_CF_INST_EMIT_VERTEX ||',
     '.emit = op->id == ISA_CF_INST_EMIT_VERTEX || op->id == ISA_CF_INST_CUT_VERTEX ||'),
    # memory writes and reads (ISA 3.4.2, ch. 7)
    ('vertices of a ring are counted in each wavefront anew', SPACES, 'thread->in_launch * space->item + in_item',
     'thread->in_wave * space->item + in_item'),
    ('what is written ends at X', COLLECT, 'x + bit % MEMORY_ELEMENTS + 1;', 'x + 1;'),
    ('an index is not taken into the array', SPACES, '(index < access->array_last ? index : access->array_last) + step',
     'index % 16 + step'),
    ('a negative index is the last element', SPACES, '!access->indexed || index >> 31', '!access->indexed'),
    ('a write without index has one', SPACES, '!access->indexed || index >> 31', 'index >> 31'),
    ('a burst is written behind the array', SPACES, 'place.dropped = beyond && !read;', 'place.dropped = false;'),
    ('threads of a wavefront share their scratch', SPACES, '(vector * thread->wave_size + thread->in_wave) * VECTOR',
     '(vector * thread->wave_size) * VECTOR'),
    ('elements of scratch overlap', SPACES, '(vector * thread->wave_size + thread->in_wave) * VECTOR',
     '(vector + thread->in_wave) * VECTOR'),
    ('wavefronts share their scratch', SPACES, '(uint64_t)thread->area * space->item * thread->wave_size +', '0 +'),
    ('ARRAY_BASE of rings counts in elements', SPACES, 'access->array_base + (uint64_t)element * stride',
     '(access->array_base + (uint64_t)element) * stride'),
    ('all vertices lie in one item', SPACES, 'thread->in_launch * space->item + in_item', 'in_item'),
    ('a scatter index counts in elements', SPACES, '(access->indexed ? index : 0)',
     '(access->indexed ? (uint64_t)index * stride : 0)'),
    ('a scatter burst stays where it is', SPACES, '(uint64_t)step * stride};', '0};'),
    ('COMP_MASK of scatter writes alone says what is written', SPACES,
     'write->mask &= (uint8_t)((1u << write->access.element_dwords) - 1);', ';'),
    ('MEM_REDUCTION writes the scratch buffer', SPACES, 'return MEMORY_REDUCTION;', 'return MEMORY_SCRATCH;'),
    ('a memory write has no mask', WRITES, '(uint64_t)inside(write.mask,', '(uint64_t)inside(15,'),
    ('a burst of writes has one place', EXPORTS, 'd->next_step = (uint8_t)((q->next_step + 1) & 15);', ''),
    ('the index is that of the first quarter', EXPORTS, 'unit->index_latch[0].quarter[q->send_quarter]',
     'unit->index_latch[0].quarter[0]'),
    ('threads that do not write do', WRITES, 'if (!(in->write_lanes >> lane & 1) || place.dropped)',
     'if (place.dropped)'),
    ('the lower of two dwords of a block is lost', WRITES, 'd->ask_mask |= UINT32_C(0xf) << offset;',
     'd->ask_mask = UINT32_C(0xf) << offset;'),
    ('a block lies in the other half of its line', WRITES, 'd->ask_half = (uint8_t)(block / SECTOR_BYTES & 1);',
     'd->ask_half = (uint8_t)(~block / SECTOR_BYTES & 1);'),
    ('what is left of a line is forgotten', WRITES, 'd->begun = d->left != 0;', 'd->begun = false;\n    d->left = 0;'),
    ('streams have parts of primitives', SPACES_READ, '    whole_primitives(job);\n', ''),
    ('a primitive is in the streams that have room', SPACES_READ, 'room < fit ? room : fit;', 'room < fit ? fit : fit;'),
    ('streams are written behind their end', WRITES, 'return left < MEMORY_ELEMENTS ? mask & ((1u << left) - 1) : mask;',
     '(void)left;\n    return mask;'),
    ('WAIT_ACK does not wait', SEQUENCER, 'is->waits_for_acks && in->acks > is->acks', 'false'),
    ('a memory read gives W as X', READS, 'return select < MEMORY_ELEMENTS ? value[select]',
     'return select < MEMORY_ELEMENTS ? value[select % 3]'),
    ('a burst of reads comes back to one GPR', READS, 'const unsigned gpr = q->gpr + q->step;',
     'const unsigned gpr = q->gpr;'),
    ('a memory read takes X of its index', READS, 'd->read_element = (uint8_t)read.src_sel_x;', 'd->read_element = 0;'),
    ('masked elements of a memory read are written', READS, '(unsigned)(select[e] != ISA_SEL_MASK) << e', '1u << e'),
    ('whole quads do not read memory', READS,
     'd->lanes = read.fetch_whole_quad ? mask_quads(in->offer_lanes) : in->offer_lanes;', 'd->lanes = in->offer_lanes;'),
    ('reads forget their place in the burst', READS, 'd->f_step.entry[at] = q->step;', 'd->f_step.entry[at] = 0;'),
]


def judge(fault, build, programs):
    """Returns (found, what is to be said)."""
    name, path = fault[:2]
    compiler = shlex.split(os.environ.get('CC', 'gcc'))
    with tempfile.TemporaryDirectory() as folder:
        try:
            write(os.path.join(folder, path), changed(fault))
        except (OSError, ValueError) as error:
            return False, str(error)
        sources = USERS.get(path, [path])
        for source in sources:
            if source != path:  # a header comes first from the folder of what includes it
                with open(source, encoding='utf-8') as text:
                    write(os.path.join(folder, source), text.read())
        objects = [os.path.join(folder, source) for source in sources]
        program = os.path.join(folder, 'differ')
        built = run(compiler + ['-std=c11', '-D_POSIX_C_SOURCE=200809L', '-O2', '-ffp-contract=off', '-w', '-fno-lto',
                                '-I', folder, '-I', '.', '-o', program, build + '/tb/faults/differ.o'] + objects +
                    [build + '/libjudge.a', build + '/libwekiva.a', '-lelf', '-ljansson', '-lm', '-lz'])
        if built.returncode:
            return False, '%s: does not build\n%s' % (name, built.stdout[:2000])
        try:
            result = run([program, '1', str(programs)], timeout=600)
        except subprocess.TimeoutExpired:
            return False, '%s: nothing within ten minutes' % name
        lines = result.stdout.strip().splitlines() or ['']
        if result.returncode < 0:
            lines = ['ends by signal %d' % -result.returncode]
        return result.returncode <= 0, '%s: %s' % (name, lines[-1])


def main():
    return mistakes.main(__doc__, FAULTS, judge, 'programs', 30000, lambda fault: fault[0] not in BY_NAME)


if __name__ == '__main__':
    sys.exit(main())
