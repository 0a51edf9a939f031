#!/usr/bin/env python3
"""test_area.py - `wekiva chips --area`: areas beside sums by hand over the chip's parameters and the published numbers, what a
changed parameter costs, inputs of the user, text beside JSON, and what is refused.

usage: WEKIVA=build/wekiva python3 tb/views/test_area.py
"""
import json
import os
import re
import subprocess
import tempfile
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
WEKIVA = os.path.abspath(os.environ.get('WEKIVA', 'build/wekiva'))
CELL_40 = 0.242  # square micrometres, TSMC, March 2008
DIES = {'rv770': 260, 'rv790': 282, 'rv740': 137, 'rv730': 146}
KIB = 8192  # bits


def run(*options):
    return subprocess.run([WEKIVA, 'chips', *options], capture_output=True, text=True, check=False)


def area(*options):
    ran = run('--area', '--json', *options)
    assert (ran.returncode, ran.stderr) == (0, ''), ran.stderr
    (chip,) = json.loads(ran.stdout)
    return chip, {row['part']: row for row in chip['rows']}


def parameters(chip):
    return json.loads(run('--json', chip).stdout)[0]['parameters']


def bits_of(p):
    """Each memory's, from what the chip's pages say of it: rows of 128 bits a thread, lines with a tag of 32 bits."""
    line = KIB + 16 * 32  # a KiB of lines of 64 bytes
    instructions = p['ic_cf_kb'] + p['ic_alu_kb'] + p['ic_fetch_kb']
    return {'register file': p['simds'] * p['max_gprs'] * p['wave_size'] * 4 * 32, 'local data share': p['simds'] * 16 * KIB,
            'texture cache': p['simds'] * p['tc_l1_kb'] * line, 'vertex cache': p['simds'] * p['vc_present'] * p['vc_kb'] * line,
            'constant cache': p['simds'] * p['kc_kb'] * (KIB + 4 * 32), 'constant file': p['simds'] * 2 * 256 * 4 * 32,
            'instruction caches': p['simds'] * instructions * line, 'export buffers': p['simds'] * p['smx_lines'] * 16 * 128,
            'lines': p['tc_l2_kb'] * line}


class Area(unittest.TestCase):
    def test_memories_are_bits_by_a_published_cell(self):
        for chip, nm in (('rv770', 55), ('rv790', 55), ('rv740', 40), ('rv730', 55), ('rv710', 55)):
            cell = CELL_40 * (nm / 40) ** 2 / 0.7 / 1e6
            rows, with_cache = area(chip)[1], parameters(chip)['vc_present']
            for part, bits in bits_of(parameters(chip)).items():
                self.assertEqual(rows[part]['bits'], bits, (chip, part))
                self.assertAlmostEqual(rows[part]['mm2'], bits * cell, places=6, msg=(chip, part))
            self.assertEqual({part for part, row in rows.items() if not row['bits']},
                             {'logic', 'channels'} | (set() if with_cache else {'vertex cache'}))

    def test_logic_of_a_simd_is_what_reviews_say_less_its_memories(self):
        memories = sum(row['mm2'] for row in area('rv770')[1].values() if row['bits'] and row['block'] == 'SIMDs') / 10
        self.assertAlmostEqual(area('rv770')[1]['logic']['mm2'] / 10, 65 / (956 / 260) - memories, delta=0.05)
        self.assertAlmostEqual(area('rv730')[1]['logic']['mm2'], 8 * 15.7 * (0.3 + 0.7 / 2), places=6)
        self.assertAlmostEqual(area('rv740')[1]['logic']['mm2'], 8 * 15.7 * (40 / 55) ** 2, places=6)

    def test_blocks_are_less_than_the_measured_die(self):
        for chip, die in DIES.items():
            result, rows = area(chip)
            self.assertAlmostEqual(result['mm2'], sum(row['mm2'] for row in rows.values()), places=6)
            self.assertLess(result['mm2'], die)
            self.assertEqual([row['value'] for row in result['inputs'] if row['name'] == 'die_mm2'], [die])
            self.assertIn('a die of %.1f' % die, run('--area', chip).stdout)
        self.assertIn('no source has the die of rv710', run('--area', 'rv710').stdout)

    def test_a_doubled_cache_costs_its_bits(self):
        cell = CELL_40 * (55 / 40) ** 2 / 0.7 / 1e6
        for setting, bits in (('tc_l1_kb=32', 10 * 16 * (KIB + 16 * 32)), ('tc_l2_kb=512', 256 * (KIB + 16 * 32)), ('kc_kb=48', 10 * 24 * (KIB + 4 * 32))):
            result = area('rv770', '--set', setting)[0]
            self.assertAlmostEqual(result['mm2'] - result['preset_mm2'], bits * cell, places=6, msg=setting)
            text = run('--area', 'rv770', '--set', setting).stdout
            self.assertIn('%+.2f mm2 beside rv770' % (bits * cell), text)
            self.assertEqual(len(re.findall(r' [+-]\d+\.\d\d$', text, re.M)), 1)
        more = area('rv770', '--set', 'simds=20')[0]
        self.assertAlmostEqual(more['mm2'] - more['preset_mm2'], sum(row['preset_mm2'] for row in more['rows'] if row['block'] == 'SIMDs'), places=6)

    def test_a_chip_file_is_beside_its_base(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, 'mine.json')
            with open(path, 'w', encoding='ascii') as file:
                json.dump({'wekiva_chip': 1, 'name': 'mine', 'base': 'rv740', 'parameters': {'mc_channels': 8}}, file)
            result = area(path)[0]
            self.assertEqual((result['name'], result['base']), ('mine', 'rv740'))
            self.assertAlmostEqual(result['mm2'] - result['preset_mm2'], 5 * (8 - parameters('rv740')['mc_channels']), places=6)

    def test_inputs_are_the_users(self):
        whole, half = area('rv770')[1], area('rv770', '--assume', 'efficiency=0.35', '--assume', 'channel_mm2=9')[1]
        self.assertAlmostEqual(half['register file']['mm2'], 2 * whole['register file']['mm2'], places=6)
        self.assertEqual((half['channels']['mm2'], half['logic']['mm2']), (72, whole['logic']['mm2']))
        self.assertRegex(run('--area', 'rv770', '--assume', 'nm=40').stdout, r'(?m)^  nm +40 U')

    def test_text_is_json(self):
        rows = area('rv770')[1]
        told = re.findall(r'^  (\S+) +(\S.*?) +(?:(\d+\.\d) +)?(\d+\.\d\d) ([PIGU]) +\S+ %$', run('--area', 'rv770').stdout, re.M)
        self.assertEqual([(part, float(mm2), letter) for _, part, _, mm2, letter in told],
                         [(part, round(row['mm2'], 2), row['confidence']) for part, row in rows.items()])

    def test_what_is_wrong_is_one_line(self):
        for options, message in ((['--area', 'r580'], 'r580: the area of chips of this family is not known'),
                                 (['--area', 'rv770', '--assume', 'efficency=1'], 'did you mean efficiency?'),
                                 (['--area', 'rv770', '--assume', 'efficiency=0'], 'expected a number above 0'),
                                 (['--area', 'rv770', '--assume', 'efficiency'], 'expected a number above 0'),
                                 (['--area', 'rv770', '--assume', 'zzz=1'], 'expected NAME=VALUE'),
                                 (['--assume', 'nm=1', 'rv770'], 'expected --area with it'), (['--area', '--peaks'], '--area'),
                                 (['--set', 'simds=2'], 'expected a CHIP with it'), (['--set', 'simds=0', 'rv770'], '--set simds=0'),
                                 (['--area', 'rv770', *['--assume=nm=55'] * 13], 'expected at most 12')):
            ran = run(*options)
            self.assertEqual((ran.returncode, ran.stdout, ran.stderr.count('\n')), (2, '', 1), options)
            self.assertIn(message, ran.stderr)


if __name__ == '__main__':
    unittest.main()
