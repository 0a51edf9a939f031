#!/usr/bin/env python3
"""test_quads.py - the rows of a waveform that say what the texture unit has in hand and how its samplers are set: a program with a
bilinear filter that meets the border, a bicubic one, a ClearType one, a comparison, a gather and a load.  The reader is vcd_tool.py;
what is expected comes from the launch file and from the filters' weights as fractions (docs/texture.md, Coordinates and Weights).

usage: WEKIVA=build/wekiva python3 tb/views/test_quads.py      (from the project's root)
"""
import json
import os
import struct
import subprocess
import sys
import tempfile
import unittest
from fractions import Fraction
from math import floor

sys.dont_write_bytecode = True
sys.path[:0] = ['tb']
from vcd_tool import Vcd  # noqa: E402

WEKIVA = os.environ.get('WEKIVA', 'build/wekiva')
SIZE, THREADS, QUADS, ONE = 8, 64, 16, 1 << 28
NONE = 0x7fc00000  # a weight that there is not
PROGRAM = """TEX BARRIER
  SAMPLE R1.xyzw, R0.xy00, t0, s0 CT(NNNN)
  SAMPLE R2.xyzw, R0.xy00, t1, s1 CT(NNNN)
  SAMPLE R3.xyzw, R0.xy00, t2, s2 CT(NNNN)
  SAMPLE_C R4.xyzw, R0.xyxx, t0, s3 CT(NNNN)
  FETCH4 R5.xyzw, R0.xy00, t0, s0 CT(NNNN)
  LD R6.xyzw, R0.0000, t0, s0
  GET_TEXTURE_RESINFO R7.xyzw, R0.0000, t0, s0
EXPORT_DONE PIX0, R1.xyzw EOP BARRIER
"""
BORDER = [0.25, 0.5, -1.0, 2.0]
SAMPLERS = [{'id': 0, 'clamp': ['clamp_border', 'clamp_border', 'wrap'], 'mag': 'bilinear', 'min': 'bilinear', 'mip': 'none',
             'lod': [0, 15.5], 'bias': -1.25, 'border': BORDER},
            {'id': 1, 'clamp': ['clamp_border', 'mirror', 'clamp_last_texel'], 'mag': 'bicubic', 'min': 'bicubic', 'mip': 'none',
             'border': 'opaque_black'},
            {'id': 2, 'clamp': ['wrap', 'wrap', 'wrap'], 'mag': 'bilinear', 'min': 'bilinear', 'mip': 'none'},
            {'id': 3, 'clamp': ['clamp_border', 'clamp_border', 'clamp_border'], 'mag': 'point', 'min': 'point', 'mip': 'none',
             'compare': 'less_equal', 'border': 'opaque_white'}]
KERNEL = (3, 1)
LAUNCH = {'wekiva': 1, 'program': 'quads.asm', 'stage': 'ps', 'threads': THREADS, 'num_gprs': 8, 'stack_size': 0,
          'gprs': {'first': 0, 'count': 1, 'file': 'in.bin'}, 'samplers': SAMPLERS,
          'textures': [{'id': n, 'dim': '2D', 'width': SIZE, 'height': SIZE, 'format': form, 'file': 't%d.bin' % n}
                       for n, form in enumerate(('32_FLOAT', '32_32_32_32_FLOAT', '1'))],
          'bicubic_weights': 'filter4.bin', 'cleartype_kernel': [{'id': 2, 'width': KERNEL[0], 'height': KERNEL[1]}]}


def bicubic(direction, phase):
    """The four weights of a stored phase, in 1/512: negative ones among them, and other ones in X and in Y."""
    return [phase - 16, 400 - 9 * phase - direction, 130 + 8 * phase + direction, -2]


def filter4():
    """TD_FILTER4 as 3D 14 has it: two weights of s2.9 a word, by direction, phase, pair."""
    weights = [bicubic(direction, phase) for direction in range(2) for phase in range(9)]
    return [(w[i] & 0x7ff) << 11 | w[i + 1] & 0x7ff for w in weights for i in (0, 2)]


def place(thread, axis):
    """In texels; multiples of 1/16, from -1 to 9."""
    return Fraction(thread * (5, 3)[axis] % 11 - 1) + Fraction((thread * (12, 20)[axis] + 8) % 64, 64) + Fraction(1, 2)


# ---- what a pass of a thread reads: [(mark, weight)] of (0,0) (1,0) (0,1) (1,1) ---------------------------------------------------

def side(kind, at, axis):
    """First texel and weights along an axis."""
    reach = {'point': 0, 'bilinear': 1, 'bicubic': 3, 'text': KERNEL[axis]}[kind]
    first = floor(at - Fraction(reach, 2))
    f = at - Fraction(reach, 2) - first
    if kind == 'point':
        return first, [Fraction(1), Fraction(0)]
    if kind == 'bilinear':
        return first, [1 - f, f]
    if kind == 'bicubic':
        phase = int(f * 16)
        weights = bicubic(axis, phase) if phase <= 8 else bicubic(axis, 16 - phase)[::-1]
        return first, [Fraction(w, 512) for w in weights]
    weights = [1 - f] + [Fraction(1)] * (KERNEL[axis] - 1) + [f]
    return first, weights + [Fraction(0)] * (len(weights) % 2)


def passes(kind, bordered, thread):
    """Of a thread's filter; `bordered`: whether X and Y have a border."""
    (x, across), (y, down) = (side(kind, place(thread, axis), axis) for axis in range(2))
    for j in range(0, len(down), 2):
        for i in range(0, len(across), 2):
            taps = []
            for tap in range(4):
                at = (x + i + tap % 2, y + j + tap // 2)
                weight = across[i + tap % 2] * down[j + tap // 2]
                out = any(bordered[axis] and not 0 <= at[axis] < SIZE for axis in range(2))
                taps.append((('B' if out else 'T') if weight else '-', weight))
            yield taps


def expected():
    """Passes in the order of instructions, quads, tiles: (quad, marks of four threads, weights or None)."""
    for kind, bordered in (('bilinear', (1, 1)), ('bicubic', (1, 0)), ('text', (1, 1)), ('point', (1, 1))):
        for quad in range(QUADS):
            for taps in zip(*(passes(kind, bordered, 4 * quad + n) for n in range(4))):
                yield (quad, [''.join(mark for mark, _ in thread) for thread in taps],
                       [weight if mark != '-' else None for thread in taps for mark, weight in thread])
    for quad in range(QUADS):  # a gather reads all four, whatever they weigh
        yield quad, [''.join('T' if all(0 <= floor(place(4 * quad + n, axis) - Fraction(1, 2)) + (tap >> axis & 1) < SIZE for axis in range(2))
                             else 'B' for tap in range(4)) for n in range(4)], None
    for quad in range(QUADS):
        yield quad, ['T---'] * 4, [Fraction(1), None, None, None] * 4
    for quad in range(QUADS):
        yield quad, [None] * 4, [None] * 16


def as_float(weight):
    return NONE if weight is None else struct.unpack('<I', struct.pack('<f', weight))[0]


# ---- what the waveform has --------------------------------------------------------------------------------------------------------

class Wave:
    """The rows of one SIMD, cycle by cycle, by name behind gpu.view.simd0; and what the translate files call their values."""

    def __init__(self, path):
        vcd = Vcd(path)
        start = 'gpu.view.simd0.'
        name = {}
        for variable in vcd.vars:
            if variable.path.startswith(start):
                name.setdefault(variable.code, []).append(variable.path[len(start):])
        self.names = {row for rows in name.values() for row in rows}
        self.cycles, value, last = [], {}, None
        for time, code, bits in vcd.events():
            if code in name and time // 10 != last:
                if last is not None:
                    self.cycles.append(dict(value))
                last = time // 10
            for row in name.get(code, ()):
                value[row] = int(bits, 2)
        self.cycles.append(dict(value))
        vcd.f.close()
        self.folder = path[:-4] + '.waves'

    def text(self, kind, value):
        with open('%s/%s.txt' % (self.folder, kind), encoding='ascii') as file:
            names = dict(line.rstrip('\n').split(' ', 1) for line in file if not line.startswith('#'))
        return next(text.split('?')[-1] for number, text in names.items() if int(number, 16) == value)

    def changes(self, rows, idle):
        """The values of these rows one behind the other, without repetitions, where the first one is not idle."""
        seen = []
        for cycle in self.cycles:
            values = tuple(cycle[row] for row in rows)
            if values[0] != idle and (not seen or seen[-1] != values):
                seen.append(values)
        return seen


def write_launch(folder):
    files = {'quads.asm': PROGRAM.encode(), 'launch.json': json.dumps(LAUNCH).encode(),
             'in.bin': b''.join(struct.pack('<4f', place(t, 0) / SIZE, place(t, 1) / SIZE, 0, 0) for t in range(THREADS)),
             't0.bin': bytes(4 * SIZE * SIZE), 't1.bin': bytes(16 * SIZE * SIZE), 't2.bin': bytes(SIZE * SIZE // 8),
             'filter4.bin': struct.pack('<36I', *filter4())}
    for name, data in files.items():
        with open(os.path.join(folder, name), 'wb') as file:
            file.write(data)
    return os.path.join(folder, 'launch.json')


class Quads(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)
        cls.path = os.path.join(cls.folder.name, 'q.vcd')
        cls.run_wekiva(write_launch(cls.folder.name), cls.path)
        cls.wave = Wave(cls.path)

    @staticmethod
    def run_wekiva(launch, path, *more):
        subprocess.run([WEKIVA, 'run', '--quiet', '--launch', launch, '--set', 'simds=1', '--trace', path, *more], check=True)

    def test_taps_and_weights_of_every_pass(self):
        letters = {'-': 0, 'T': 1, 'B': 2}
        want = []
        for quad, marks, weights in expected():
            codes = tuple(sum(letters[c] << 2 * i for i, c in enumerate(mark)) if mark and mark != '----' else 1 << 8 for mark in marks)
            row = (quad,) + codes + tuple(map(as_float, weights) if weights else ())
            if not want or want[-1] != row:
                want.append(row)
        rows = ['taps.quad'] + ['taps.thread%d' % n for n in range(4)]
        rows += ['weights.thread%d_x%dy%d' % (n, x, y) for n in range(4) for y in range(2) for x in range(2)]
        got = self.wave.changes(rows, 1 << 4)
        gathers = [n for n, row in enumerate(want) if len(row) == 5]
        self.assertEqual(len(got), len(want))
        self.assertEqual(len(want), QUADS * (1 + 4 + 2 + 1 + 1 + 1 + 1))
        for n, (have, row) in enumerate(zip(got, want)):
            self.assertEqual(have[:len(row)], row, 'pass %d' % n)
        self.assertEqual(len(gathers), QUADS)
        self.assertTrue(any(2 in [code >> 2 * i & 3 for i in range(4)] for row in want for code in row[1:5] if code != 1 << 8))

    def test_letters_of_taps(self):
        self.assertEqual(self.wave.text('view_taps_t', 1 | 2 << 2 | 0 << 4 | 1 << 6), 'TB-T')
        self.assertEqual(self.wave.text('view_taps_t', 1 << 8), '-')

    def test_filter_mode_clamp_and_border_of_every_quad(self):
        kinds = ('fetch', 'mode', 'filter', 'sampler', 'border', 'clamp', 'clamp', 'clamp')
        rows = ['textures.' + name for name in ('instruction', 'mode', 'filter', 'sampler', 'border', 'clamp_x', 'clamp_y', 'clamp_z')]
        got = [tuple(self.wave.text('view_%s_t' % kind, value) for kind, value in zip(kinds, values))
               for values in self.wave.changes(rows, 1 << 7)]

        def clamps(n):
            return tuple(mode.upper() for mode in SAMPLERS[n]['clamp'])
        self.assertEqual(got, [('SAMPLE', 'sample', 'bilinear', 'ps_sampler0', 'REGISTER') + clamps(0),
                               ('SAMPLE', 'sample', 'bicubic', 'ps_sampler1', 'OPAQUE_BLACK') + clamps(1),
                               ('SAMPLE', 'sample', 'ClearType', 'ps_sampler2', 'TRANS_BLACK') + clamps(2),
                               ('SAMPLE_C', 'compare', 'point', 'ps_sampler3', 'OPAQUE_WHITE') + clamps(3),
                               ('FETCH4', 'gather', 'bilinear', 'ps_sampler0', 'REGISTER') + clamps(0),
                               ('LD', 'load', 'point') + ('-',) * 5,
                               ('GET_TEXTURE_RESINFO', 'answer', '-', 'ps_sampler0', 'REGISTER') + clamps(0)])

    def test_samplers_as_they_are_written(self):
        first, names = self.wave.cycles[0], self.wave.names
        self.assertEqual(sorted({name.split('.')[0] for name in names if '_sampler' in name}), ['ps_sampler%d' % n for n in range(4)])
        for n, sampler in enumerate(SAMPLERS):
            value = {name.split('.')[1]: first[name] for name in names if name.startswith('ps_sampler%d.' % n)}
            for axis, clamp in zip('xyz', sampler['clamp']):
                self.assertEqual(self.wave.text('sq_tex_clamp_t', value['clamp_' + axis]), clamp.upper())
            self.assertEqual(self.wave.text('sq_tex_xy_filter_t', value['xy_mag_filter']), sampler['mag'].upper())
            self.assertEqual(self.wave.text('sq_tex_xy_filter_t', value['xy_min_filter']), sampler['min'].upper())
            self.assertEqual(self.wave.text('sq_tex_z_filter_t', value['mip_filter']), 'NONE')
            colours = struct.unpack('<4f', struct.pack('<4I', *(value['border_' + c] for c in ('red', 'green', 'blue', 'alpha'))))
            self.assertEqual(list(colours), BORDER if n == 0 else [0] * 4)
            self.assertEqual((value['cleartype_width'], value['cleartype_height']), KERNEL if n == 2 else (0, 0))
        value = {name.split('.')[1]: first[name] for name in names if name.startswith('ps_sampler0.')}
        self.assertEqual((value['min_lod'], value['max_lod'], value['lod_bias']), (0, int(15.5 * 64), int(-1.25 * 64) & 0xfff))
        self.assertEqual(self.wave.text('sq_tex_border_color_t', value['border_color_type']), 'REGISTER')
        self.assertEqual(self.wave.text('sq_tex_depth_compare_t', first['ps_sampler3.depth_compare_function']), 'LESSEQUAL')

    def test_the_bicubic_kernel_as_it_is_written(self):
        kernel = {name: value for name, value in self.wave.cycles[0].items() if name.startswith('filter4.')}
        self.assertEqual(kernel, {'filter4.%s_phase%d_tap%d' % ('xy'[direction], phase, tap): as_float(Fraction(weight, 512))
                                  for direction in range(2) for phase in range(9) for tap, weight in enumerate(bicubic(direction, phase))})

    def test_the_view_is_written_anew_from_the_waveform(self):
        with open(self.path[:-4] + '.gtkw', encoding='utf-8') as file:
            before = file.read()
        os.remove(self.path[:-4] + '.gtkw')
        subprocess.run([WEKIVA, 'view', self.path], check=True, capture_output=True)
        with open(self.path[:-4] + '.gtkw', encoding='utf-8') as file:
            self.assertEqual(file.read(), before)
        self.assertIn('gpu.view.simd0.ps_sampler2', before)

    def test_the_first_window_has_them_only_when_something_is_fetched(self):
        def window(path):
            with open(path[:-4] + '.gtkw', encoding='utf-8') as file:
                return file.read().split('all modules')[0]
        self.assertIn('gpu.view.simd0.taps.thread0', window(self.path))
        other = os.path.join(self.folder.name, 'fadd.vcd')
        self.run_wekiva('tb/corpus/llvm-rv770/fadd/launch.json', other)
        for scope in ('textures', 'taps', 'weights', 'sampler', 'filter4'):
            self.assertNotIn('gpu.view.simd0.' + scope, window(other))
        self.assertEqual([name for name in Wave(other).names if 'sampler' in name.split('.')[0] or name.startswith('filter4')], [])

    def test_a_row_of_launches_has_the_samplers_of_all(self):
        launch = dict(LAUNCH, program='one.asm', samplers=SAMPLERS[:1])
        launch.pop('cleartype_kernel')
        with open(os.path.join(self.folder.name, 'one.asm'), 'w', encoding='ascii') as file:
            file.write('TEX BARRIER\n SAMPLE R1.xyzw, R0.xy00, t0, s0 CT(NNNN)\nEXPORT_DONE PIX0, R1.xyzw EOP BARRIER\n')
        both = {'wekiva': 1, 'launches': [{key: value for key, value in one.items() if key != 'wekiva'} for one in (launch, LAUNCH)]}
        path = os.path.join(self.folder.name, 'row.json')
        with open(path, 'w', encoding='ascii') as file:
            json.dump(both, file)
        self.run_wekiva(path, os.path.join(self.folder.name, 'row.vcd'))
        wave = Wave(os.path.join(self.folder.name, 'row.vcd'))
        filters = [cycle['ps_sampler1.xy_mag_filter'] for cycle in wave.cycles]
        self.assertEqual((filters[0], filters[-1]), (0, 2))


if __name__ == '__main__':
    unittest.main()
