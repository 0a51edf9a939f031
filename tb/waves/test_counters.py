#!/usr/bin/env python3
"""test_counters.py - every counter of `wekiva run --counters` counted again from waveforms (check_counters.py), on programs that
fetch, share, write and sample in every way; and that the comparison notices a counter that is wrong.

usage: WEKIVA=build/wekiva python3 tb/waves/test_counters.py
"""
import json
import os
import struct
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
import check_counters  # noqa: E402

WEKIVA = os.environ.get('WEKIVA', 'build/wekiva')
CORPUS = os.path.join(HERE, '..', 'corpus')
PROGRAMS = [('textures/tex_two', ['--set', 'simds=2']), ('compute/matrix_lds', ['--set', 'simds=1']),
            ('compute/transpose', ['--set', 'simds=1', '--chip', 'rv710'])]

# id, dim, format, bytes of a texel or block, texels a side of one, depth, levels, filter, mip, aniso
TEXTURES = [
    (0, '2D', '8_8_8_8', 4, 1, 1, 3, 'bilinear', 'linear', 1),
    (1, '3D', '16_16_16_16', 8, 1, 4, 1, 'bilinear', 'none', 1),
    (2, 'cubemap', '8', 1, 1, 1, 1, 'bilinear', 'none', 1),
    (3, '2D', '8_8_8_8', 4, 1, 1, 3, 'bilinear', 'none', 4),
    (4, '2D', 'BC1', 8, 4, 1, 1, 'bilinear', 'none', 1),
    (5, '2D_array', '32_32_32_32_FLOAT', 16, 1, 1, 1, 'bilinear', 'none', 1),
    (6, '1D', '16_16_16_16', 8, 1, 1, 1, 'bilinear', 'none', 1),
    (7, '1D_array', '8', 1, 1, 1, 1, 'point', 'none', 1)]
SIDE = 16
SAMPLED = {'TexTriFilteringPct', 'TexVolFilteringPct', 'TexAveAnisotropy', 'Pct64SlowTexels', 'Pct128SlowTexels', 'PctTex1D',
           'PctTex1DArray', 'PctTex2D', 'PctTex2DArray', 'PctTex3D', 'PctTexCube', 'PctCompressedTexels', 'TexelFetchCount',
           'TexMissRate', 'CacheHitL1', 'TexCostOfFiltering', 'FetchSize', 'FetchUnitStalled'}


def texture_bytes(dim, size, block, depth, levels):
    slices = {'cubemap': 6, '2D_array': 2, '1D_array': 2}.get(dim, 1)
    total = 0
    for level in range(levels):
        side = SIDE >> level
        rows = 1 if dim.startswith('1D') else side // block
        total += size * (side // block) * rows * depth * slices
    return total


def write_scene(folder):
    """A launch that samples each of the textures twice, so that caches hit; coordinates differ, so that slopes are steep in one direction."""
    lines = ['TEX @f BARRIER', 'TEX @f BARRIER', 'EXPORT_DONE PIX0, R1.xyzw EOP BARRIER', 'f:']
    launch = {'wekiva': 1, 'program': 'scene.asm', 'stage': 'ps', 'threads': 128, 'num_gprs': 10, 'stack_size': 0,
              'gprs': {'first': 0, 'count': 1, 'file': 'in.bin'}, 'textures': [], 'samplers': []}
    for number, dim, form, size, block, depth, levels, xy, mip, aniso in TEXTURES:
        name = 'texture%d.bin' % number
        with open(os.path.join(folder, name), 'wb') as file:
            file.write(bytes(texture_bytes(dim, size, block, depth, levels)))
        texture = {'id': number, 'dim': dim, 'width': SIDE, 'height': 1 if dim.startswith('1D') else SIDE, 'format': form,
                   'levels': levels, 'file': name}
        if depth > 1:
            texture['depth'] = depth
        if dim.endswith('array'):
            texture['layers'] = 2
        launch['textures'].append(texture)
        launch['samplers'].append({'id': number, 'mag': xy, 'min': xy, 'mip': mip, 'aniso': aniso, 'lod': [0, 15]})
        lines.append('SAMPLE R%d.xyzw, R0.xyz_, t%d, s%d CT(NNNN)' % (number + 1, number, number))
    with open(os.path.join(folder, 'scene.asm'), 'w', encoding='ascii') as file:
        file.write('\n'.join(lines) + '\n')
    with open(os.path.join(folder, 'in.bin'), 'wb') as file:
        for thread in range(128):
            file.write(struct.pack('<4f', thread % 16 * 0.09, thread // 16 * 0.05, 0.3 * (thread % 3), 0))
    path = os.path.join(folder, 'scene.json')
    with open(path, 'w', encoding='ascii') as file:
        json.dump(launch, file)
    return path


class Counters(unittest.TestCase):
    def test_programs_of_the_corpora(self):
        for name, options in PROGRAMS:
            with self.subTest(name), tempfile.TemporaryDirectory() as folder:
                check_counters.check(WEKIVA, os.path.join(CORPUS, name, 'launch.json'), options, folder)

    def test_every_kind_of_texture(self):
        with tempfile.TemporaryDirectory() as folder:
            seen = check_counters.check(WEKIVA, write_scene(folder), ['--set', 'simds=1'], folder)
            self.assertEqual(SAMPLED - seen, set())

    def test_a_wrong_counter_is_noticed(self):
        expected = {'ALUBusy': 50.0, 'Busy.CF': 100, 'Busy.Even': 100, 'Busy.Odd': 99, 'Stall.Odd.kcache': 1, 'PctTex1D': None}

        def rows(**changes):
            return {name: {'value': changes.get(name.replace('.', '_'), value), 'why': 'nothing'}
                    for name, value in expected.items()}
        check_counters.compare('gpu', rows(), expected)
        for changes in ({'ALUBusy': 50.1}, {'ALUBusy': None}, {'PctTex1D': 0}):
            with self.subTest(changes), self.assertRaises(SystemExit):
                check_counters.compare('gpu', rows(**changes), expected)
        less = rows()
        del less['PctTex1D']
        with self.assertRaises(SystemExit):
            check_counters.compare('gpu', less, expected)
        expected['Busy.Odd'] = 98
        with self.assertRaises(SystemExit):
            check_counters.compare('gpu', rows(), expected)


if __name__ == '__main__':
    unittest.main()
