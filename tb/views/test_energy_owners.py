#!/usr/bin/env python3
"""test_energy_owners.py - `wekiva profile --energy`: events of lines and of wavefronts beside counts by hand, and beside those
of the whole run: what is attributed and what is not add up to it, by event; the table, callgrind's column and the CSV file
say the same; a profile is the same with it.

usage: WEKIVA=build/wekiva python3 tb/views/test_energy_owners.py
"""
import collections
import csv
import json
import os
import re
import subprocess
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.abspath(__file__))
WEKIVA = os.path.abspath(os.environ.get('WEKIVA', 'build/wekiva'))
CORPUS = os.path.join(HERE, '..', 'corpus')
# What serves many instructions at once: docs/energy.md.
SHARED = {('vertex fetch', 'cache look-up'), ('texture', 'L1 look-up'), ('L2', 'look-up'), ('L2', 'line sent to a SIMD'),
          ('memory', 'line read'), ('memory', 'write')}
PROGRAMS = [('compute/matrix_lds', ['--set', 'simds=1']), ('compute/matrix_lds', ['--chip', 'rv710']), ('compute/transpose', []),
            ('textures/tex_two', []), ('textures/tex_two', ['--chip', 'rv740']), ('kernels/sha256', []), ('kernels/fft16', []),
            ('dmovc', []), ('compute/saxpy', [])]

# Line 0 and 1: TEX clauses; wavefront 1 has one thread.  Sampler 0 is bilinear, 1 is point.
TEXTURES = '''TEX @f BARRIER
TEX @g BARRIER
ALU @a KC0[CB0:0-15] BARRIER
EXPORT PIX0, R1.xyzw BURST(2) BARRIER
EXPORT_DONE PIX2, R2.xyzw EOP BARRIER
a:
0 x: MUL R3.x, R1.x, R2.x
y: MUL R3.y, R1.y, KC0[3].x
1 x: MULADD R3.x, R1.x, PV.x, R2.y
f:
SAMPLE R1.xyzw, R0.xyz_, t0, s0 CT(NNNN)
g:
SAMPLE R2.xyzw, R0.xyz_, t0, s1 CT(NNNN)
'''


class Owners(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def path(self, name):
        return os.path.join(self.folder, name)

    def profile(self, launch, *options):
        return subprocess.run([WEKIVA, 'profile', '--launch', launch, *options], capture_output=True, text=True, check=False)

    def rows(self, launch, *options):
        """{owner: {number: {(block, event): events}}}, and the same in nJ."""
        ran = self.profile(launch, *options, '--energy-csv', self.path('energy.csv'))
        self.assertEqual((ran.returncode, ran.stderr), (0, ''))
        events, nj = ({owner: collections.defaultdict(dict) for owner in ('line', 'wavefront', 'no line', 'no wavefront')} for _ in 'ab')
        with open(self.path('energy.csv'), encoding='ascii', newline='') as file:
            for row in csv.DictReader(file):
                place = row['owner'], int(row['number'])
                events[place[0]][place[1]][row['block'], row['event']] = float(row['events'])
                nj[place[0]][place[1]][row['block'], row['event']] = float(row['nj'])
        return events, nj, ran.stdout

    def textures(self, threads=65):
        with open(self.path('p.asm'), 'w', encoding='ascii') as file:
            file.write(TEXTURES)
        with open(self.path('t.bin'), 'wb') as file:
            file.write(bytes(4 * 16 * 16))
        with open(self.path('c.bin'), 'wb') as file:
            file.write(bytes(16 * 16))
        launch = {'wekiva': 1, 'program': 'p.asm', 'stage': 'ps', 'threads': threads, 'num_gprs': 5, 'stack_size': 2,
                  'constant_buffers': [{'bank': 0, 'file': 'c.bin'}],
                  'textures': [{'id': 0, 'dim': '2D', 'width': 16, 'height': 16, 'format': '8_8_8_8', 'file': 't.bin'}],
                  'samplers': [{'id': 0, 'mag': 'bilinear', 'min': 'bilinear'}, {'id': 1, 'mag': 'point', 'min': 'point'}]}
        with open(self.path('p.json'), 'w', encoding='ascii') as file:
            json.dump(launch, file)
        return self.path('p.json')

    def test_lines_and_the_rest_add_up_to_the_run(self):
        for name, options in PROGRAMS:
            launch = os.path.join(CORPUS, name, 'launch.json')
            ran = subprocess.run([WEKIVA, 'run', '--launch', launch, *options, '--energy', '--json'], capture_output=True, text=True, check=False)
            run = {(row['block'], row['event']): row['events'] for row in json.loads(ran.stdout)['energy']['rows']}
            events = self.rows(launch, *options)[0]
            for owner, none in (('line', 'no line'), ('wavefront', 'no wavefront')):
                with self.subTest(name=name, options=options, owner=owner):
                    total = collections.Counter()
                    for counts in events[owner].values():
                        total.update(counts)
                    rest = events[none][0]
                    for key, value in run.items():
                        self.assertEqual(total[key] + rest.get(key, 0), value, key)
                    self.assertLessEqual(set(rest), SHARED | {('each clock', 'clock and leakage')})
                    self.assertEqual(set(total) & SHARED, set())

    def test_a_run_that_is_cut_adds_up_too(self):
        """What is under way has been issued and not read its registers: then less than nothing is left over."""
        launch = os.path.join(CORPUS, 'compute', 'matrix_lds', 'launch.json')
        for cycles in ('6000', '6007'):
            ran = subprocess.run([WEKIVA, 'run', '--launch', launch, '--max-cycles', cycles, '--energy', '--json'], capture_output=True, text=True, check=False)
            run = {(row['block'], row['event']): row['events'] for row in json.loads(ran.stdout)['energy']['rows']}
            ran = self.profile(launch, '--max-cycles', cycles, '--energy-csv', self.path('energy.csv'))
            self.assertEqual(ran.returncode, 3)
            total = collections.Counter()
            with open(self.path('energy.csv'), encoding='ascii', newline='') as file:
                for row in csv.DictReader(file):
                    if row['owner'] in ('line', 'no line'):
                        total[row['block'], row['event']] += float(row['events'])
            self.assertEqual({key: total[key] for key in run}, run, cycles)

    def test_lines_and_wavefronts_have_what_they_execute(self):
        events = self.rows(self.textures(), '--set', 'simds=1')[0]
        lines, waves = events['line'], events['wavefront']
        at = {line: number for number, line in enumerate(('f', 'g', 'alu', 'export', 'done'))}
        for line, fetches in ((0, 4), (1, 1)):
            (where,) = [n for n, counts in lines.items() if counts.get(('texture', 'texel filtered')) == 65 * fetches]
            self.assertEqual(lines[where]['texture', 'address of a quad'], 32, line)
            self.assertEqual(lines[where]['issue', 'fetch instruction'], 2)
        self.assertEqual(lines[at['export']]['exports', 'quarter wavefront'], 2 * 2 * 4)
        self.assertEqual(lines[at['done']]['exports', 'quarter wavefront'], 2 * 4)
        self.assertEqual(lines[at['alu']]['constant cache', 'line locked'], 2)
        groups = sorted(n for n, counts in lines.items() if ('issue', 'ALU instruction') in counts)
        self.assertEqual([lines[n]['issue', 'ALU instruction'] for n in groups], [2 * 2, 2 * 1])
        self.assertEqual(lines[groups[0]]['ALU', 'product'], 2 * 65)
        self.assertEqual(lines[groups[1]]['ALU', 'product and sum'], 65)
        # R1.x, R1.y, R2.x; R1.x, R2.y: PV and the constant are no GPRs.
        self.assertEqual([lines[n]['register file', 'read'] for n in groups], [2 * 64 * 3, 2 * 64 * 2])
        self.assertEqual([lines[n]['register file', 'write'] for n in groups], [2 * 64 * 2, 2 * 64 * 1])
        for key in (('texture', 'texel filtered'), ('ALU', 'product')):
            self.assertEqual(waves[0][key], 64 * waves[1][key], key)
        for key in (('exports', 'quarter wavefront'), ('constant cache', 'line locked'), ('issue', 'CF instruction'),
                    ('issue', 'fetch instruction'), ('register file', 'read'), ('texture', 'address of a quad')):
            self.assertEqual(waves[0][key], waves[1][key], key)
        self.assertEqual(sorted(waves), [0, 1])

    def test_reads_and_writes_of_the_data_share_are_of_their_own_lines(self):
        launch = os.path.join(CORPUS, 'compute', 'matrix_lds', 'launch.json')
        lines = self.rows(launch, '--set', 'simds=1')[0]['line']
        for number, counts in lines.items():
            reads, writes = counts.get(('LDS', 'read'), 0), counts.get(('LDS', 'write'), 0)
            if reads or writes:
                self.assertFalse(reads and writes, number)
                self.assertEqual((reads + writes) % (64 * counts['issue', 'fetch instruction']), 0, number)

    def test_table_callgrind_and_file_say_the_same(self):
        launch = self.textures()
        _, nj, text = self.rows(launch, '--callgrind', self.path('prof.out'))
        total = sum(sum(counts.values()) for counts in nj['line'].values())
        rest = sum(value for key, value in nj['no line'][0].items() if key[0] != 'each clock')
        head = re.search(r'^energy: (\S+) nJ of events; not attributed to a line: (\S+) nJ, (\S+) %', text, re.M)
        self.assertAlmostEqual(float(head.group(1)) / (total + rest), 1, places=5)
        self.assertAlmostEqual(float(head.group(2)) / rest, 1, places=5)
        waves = [sum(counts.values()) for _, counts in sorted(nj['wavefront'].items())]
        told = re.search(r'^energy of wavefronts: 2, (\S+) nJ each on average; least (\S+), wavefront 1; most (\S+), wavefront 0$', text, re.M)
        for printed, value in zip(told.groups(), (sum(waves) / 2, waves[1], waves[0])):
            self.assertAlmostEqual(float(printed) / value, 1, places=5)
        column = text.splitlines()[1].index('nJ') + 2
        printed = [line[column - 10:column].strip() for line in text.splitlines()[2:] if not line.startswith('energy') and line[:1] == ' ']
        printed = [float(value) for value in printed if re.fullmatch(r'\d+\.\d\d', value)]
        self.assertAlmostEqual(printed[-1], total, delta=0.01)
        self.assertAlmostEqual(sum(printed[:-1]), total, delta=0.01 * len(printed))
        with open(self.path('prof.out'), encoding='utf-8') as file:
            prof = file.read()
        names = re.search(r'^events: (.*)$', prof, re.M).group(1).split()
        self.assertEqual(names[-1], 'Energy')
        self.assertAlmostEqual(int(re.search(r'^totals: (.*)$', prof, re.M).group(1).split()[-1]), 1000 * total, delta=1)

    def test_a_profile_is_the_same_with_it(self):
        launch = os.path.join(CORPUS, 'textures', 'tex_two', 'launch.json')
        for options in (['--folded'], ['--callgrind']):
            plain = self.profile(launch, *options, self.path('plain'))
            ran = self.profile(launch, *options, self.path('with'), '--energy')
            self.assertEqual((plain.returncode, ran.returncode), (0, 0))
            if options == ['--folded']:
                with open(self.path('plain'), 'rb') as one, open(self.path('with'), 'rb') as other:
                    self.assertEqual(one.read(), other.read())
            self.assertEqual([line[:63] for line in plain.stdout.splitlines()[2:]],
                             [line[:63] for line in ran.stdout.splitlines()[2:] if not re.match('energy|  [a-zA-Z]', line)])

    def test_what_is_wrong_is_one_line(self):
        for launch, message in ((os.path.join(CORPUS, 'designs', 'r580.json'), 'energy of lines is not known on machines of this family'),
                                (os.path.join(CORPUS, 'together', 'launch.json'), 'expected')):
            ran = self.profile(launch, '--energy')
            self.assertEqual((ran.returncode, ran.stderr.count('\n')), (2, 1), launch)
            self.assertIn(message, ran.stderr)
        ran = self.profile(self.textures(), '--energy-table', self.path('none.json'))
        self.assertEqual((ran.returncode, ran.stdout, ran.stderr.count('\n')), (2, '', 1))


if __name__ == '__main__':
    unittest.main()
