#!/usr/bin/env python3
"""test_energy.py - `wekiva run --energy`: events beside counts by hand and beside the statistics of the same run, picojoules
beside the published numbers, scaled here, sums, tables of the user, and what is refused.

usage: WEKIVA=build/wekiva python3 tb/views/test_energy.py
"""
import json
import os
import re
import subprocess
import tempfile
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
WEKIVA = os.path.abspath(os.environ.get('WEKIVA', 'build/wekiva'))
CORPUS = os.path.join(HERE, '..', 'corpus')
SCALE = 55 / 45 * (1.26 / 0.9) ** 2  # from 45 nm, 0.9 V

# Two groups: what each slot is. 65 threads are two wavefronts.
KINDS = '''ALU BARRIER
0 x: ADD R1.x, 1.0, 1.0
y: MUL R1.y, 1.0, 1.0
z: MULADD R1.z, 1.0, 1.0, 1.0
w: SETGT R1.w, 1.0, 1.0
t: RECIP_IEEE R2.x, 1.0
1 x: MULADD_IEEE R1.x, R1.x, R1.y, R1.z
y: AND_INT R1.y, R1.x, R1.y
z: MAX R1.z, R1.x, R1.x
w: MOV R1.w, R1.x
t: MULLO_INT R2.x, R1.x, R1.y
EXPORT_DONE PIX0, R1.xyzw EOP BARRIER
'''
COUNTS = {'add': 2, 'product': 1, 'product and sum': 2, 'move': 2, 'transcendental': 1, 'integer': 1, 'integer product': 1}
PJ = {('ALU', 'add'): 0.9, ('ALU', 'product'): 3.7, ('ALU', 'product and sum'): 0.9 + 3.7, ('ALU', 'integer'): 0.1,
      ('ALU', 'integer product'): 3.1, ('issue', 'ALU instruction'): 10, ('issue', 'fetch instruction'): 2 * 10}
BITS = {('memory', 'line read'): 512, ('memory', 'write'): 256}  # 14 pJ each, of another chip: not scaled


class Energy(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def file(self, name, text):
        path = os.path.join(self.folder, name)
        with open(path, 'w', encoding='ascii') as file:
            file.write(text)
        return path

    def kinds(self, threads=65):
        self.file('kinds.asm', KINDS)
        return self.file('kinds.json', json.dumps({'wekiva': 1, 'program': 'kinds.asm', 'stage': 'ps', 'threads': threads,
                                                   'num_gprs': 3, 'stack_size': 2}))

    def run_it(self, *options):
        return subprocess.run([WEKIVA, 'run', '--launch', *options], capture_output=True, text=True, check=False)

    def result(self, *options):
        """result.json; {(block, event): row}."""
        ran = self.run_it(*options, '--energy', '--json')
        self.assertEqual((ran.returncode, ran.stderr), (0, ''))
        result = json.loads(ran.stdout)
        return result, {(row['block'], row['event']): row for row in result['energy']['rows']}

    def counted(self, result, *names):
        """Statistics of the run by the last parts of their names, numbers of banks and channels left out."""
        return sum(row['value'] for row in result['statistics'] if not row['path'].startswith('gpu.simds.') and
                   re.sub(r'(?<=[a-z])\d+$', '', row['path'].split('.')[-1]) + '.' + row['name'] in names)

    def test_operations_are_those_of_active_threads_by_kind(self):
        result, rows = self.result(self.kinds())
        for kind, count in COUNTS.items():
            self.assertEqual(rows['ALU', kind]['events'], 65 * count, kind)
        self.assertEqual({event for block, event in rows if block == 'ALU'}, set(COUNTS))
        self.assertEqual(rows['issue', 'ALU instruction']['events'], 2 * 10)
        self.assertEqual(rows['each clock', 'clock and leakage']['events'], 10 * result['cycles'])

    def test_picojoules_are_published_numbers_scaled(self):
        for launch in (self.kinds(), os.path.join(CORPUS, 'compute', 'saxpy', 'launch.json')):
            for key, row in self.result(launch)[1].items():
                if key in PJ:
                    self.assertAlmostEqual(row['pj'] / (PJ[key] * SCALE), 1, places=6, msg=key)
                if key in BITS:
                    self.assertEqual(row['pj'], 14 * BITS[key])
        rows = self.result(self.kinds(), '--chip', 'rv740')[1]
        self.assertAlmostEqual(rows['ALU', 'add']['pj'] / (0.9 * 40 / 45 * (1.26 / 0.9) ** 2), 1, places=6)

    def test_other_events_are_those_of_the_statistics(self):
        result, rows = self.result(os.path.join(CORPUS, 'compute', 'matrix_lds', 'launch.json'))
        for key, each, names in ((('register file', 'read'), 64, ['operand_fetch.reads']),
                                 (('register file', 'write'), 64, ['gpr_file.writes']),
                                 (('LDS', 'read'), 64, ['lds_unit.reads']), (('LDS', 'write'), 64, ['lds_unit.writes']),
                                 (('issue', 'CF instruction'), 1, ['cf_sequencer.executed']),
                                 (('L2', 'line sent to a SIMD'), 1, ['l2_bank.answers']),
                                 (('memory', 'line read'), 1, ['memory.lines']), (('memory', 'write'), 1, ['memory.writes']),
                                 (('vertex fetch', 'address'), 64, ['vertex_fetch.fetched', 'memory_read.reads'])):
            self.assertEqual(rows[key]['events'], each * self.counted(result, *names), key)
            self.assertGreater(rows[key]['events'], 0, key)

    def test_sums_and_the_table_are_those_of_result_json(self):
        launch = os.path.join(CORPUS, 'textures', 'tex_two', 'launch.json')
        result, rows = self.result(launch)
        for row in rows.values():
            self.assertAlmostEqual(row['nj'], row['events'] * row['pj'] / 1000, delta=1e-6 * row['nj'])
        events = sum(row['nj'] for row in rows.values() if row['block'] != 'each clock')
        clocks = rows['each clock', 'clock and leakage']['nj']
        self.assertAlmostEqual(result['energy']['events_nj'], events, delta=1e-6 * events)
        self.assertAlmostEqual(result['energy']['each_clock_nj'], clocks, delta=1e-6 * clocks)
        text = self.run_it(launch, '--energy').stdout
        head = re.search(r'^energy: (\S+) nJ of events, (\S+) pJ a thread; (\S+) nJ with', text, re.M)
        for printed, value in zip(head.groups(), (events, 1000 * events / 128, events + clocks)):
            self.assertAlmostEqual(float(printed) / value, 1, places=5)
        lines = re.findall(r'^    (\S.*?)  +(\d+) +(\S+) ([PIGU]) +(\S+)( +\S+ %)?$', text, re.M)
        self.assertEqual([(line[0], float(line[1])) for line in lines], [(row['event'], row['events']) for row in rows.values()])
        blocks = re.findall(r'^  ([A-Za-z]\S*(?: \S+)*)  +(\S+)(?: +(\S+) %)?$', text, re.M)
        self.assertAlmostEqual(sum(float(share) for _, _, share in blocks if share), 100, delta=0.5)

    def test_a_run_is_the_same_with_it(self):
        launch = os.path.join(CORPUS, 'compute', 'saxpy', 'launch.json')
        plain = json.loads(self.run_it(launch, '--json').stdout)
        result = self.result(launch)[0]
        del result['energy']
        self.assertEqual(result, plain)

    def test_each_launch_of_a_row_has_its_own(self):
        ran = self.run_it(os.path.join(HERE, '..', 'cli', 'row.json'), '--energy', '--json')
        launches = json.loads(ran.stdout)['launches']
        moves = [row['events'] for launch in launches for row in launch['energy']['rows'] if row['event'] == 'move']
        self.assertEqual([move / moves[0] for move in moves], [1, 100 / 64, 3 / 64])

    def test_the_users_numbers_take_the_place_of_ours(self):
        table = self.file('table.json', '{"volts": 0.9, "nm": 45, "ALU add": 1000}')
        rows = self.result(self.kinds(), '--energy-table', table)[1]
        self.assertEqual((rows['ALU', 'add']['pj'], rows['ALU', 'add']['confidence']), (1000, 'given'))
        self.assertAlmostEqual(rows['ALU', 'product']['pj'], 3.7, places=6)
        self.assertEqual(rows['ALU', 'product']['confidence'], 'published')

    def test_what_is_wrong_is_one_line(self):
        for text, message in (('{"volt": 1}', "unknown key 'volt', did you mean volts?"), ('{"ALU add": "x"}', 'ALU add: expected a number not below 0'),
                              ('{"ALU add": -1}', 'expected a number not below 0'), ('{"volts": 0}', 'volts: expected a number above 0'),
                              ('[1]', 'expected an object of numbers'), ('{"volts": 1,\n  nm}', 'table.json:2:'), ('', 'table.json:1:'),
                              ('{"volts": 1, "volts": 2}', 'table.json:1:'), ('{"nonsense beyond": 1}', 'expected an input or an event')):
            ran = self.run_it(self.kinds(), '--energy', '--energy-table', self.file('table.json', text))
            self.assertEqual((ran.returncode, ran.stdout, ran.stderr.count('\n')), (2, '', 1), text)
            self.assertIn(message, ran.stderr)
        for options, message in ((['--energy-table', 'x'], 'expected --energy with it'), (['--energy', '--quiet'], 'expected no --quiet'),
                                 (['--energy', '--stats', '-'], 'expected one of them'), (['--energy', '--energy-table', 'none'], 'none: '),
                                 (['--energy', '--trace', 'a.vcd', '--last', '9'], 'expected no --')):
            ran = self.run_it(self.kinds(), *options)
            self.assertEqual((ran.returncode, ran.stderr.count('\n')), (2, 1), options)
            self.assertIn(message, ran.stderr)
        ran = self.run_it(os.path.join(CORPUS, 'together', 'launch.json'), '--energy')
        self.assertEqual((ran.returncode, 'one after the other, with --energy' in ran.stderr), (2, True))


if __name__ == '__main__':
    unittest.main()
