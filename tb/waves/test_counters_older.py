#!/usr/bin/env python3
"""test_counters_older.py - every counter of R580 and NV30 counted again from waveforms (check_counters_older.py), on programs
that loop, kill, sample and wait in every way; their profiles beside statistics; and that the comparison notices a wrong counter.

usage: WEKIVA=build/wekiva python3 tb/waves/test_counters_older.py
"""
import json
import os
import re
import struct
import subprocess
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
import check_counters_older  # noqa: E402

WEKIVA = os.environ.get('WEKIVA', 'build/wekiva')
CORPUS = os.path.join(HERE, '..', 'corpus')
DESIGNS, LIGHTING = os.path.join(CORPUS, 'designs'), os.path.join(CORPUS, 'nv30', 'lighting', 'nv30.json')
MESA = [os.path.join(CORPUS, 'mesa-r500', name) for name in ('gcd', 'kill_early')]

# Pixels are killed; a look-up for which the next instruction waits; one for which the last instruction does.
SAMPLES = """  TEX TEXKILL R1._, T0.rgba, R0.rgba
  TEX LD R1.rgba, T0.rgba, R0.rgba TEX_SEM_ACQUIRE
  ALU TEX_SEM_WAIT
        rgb   [R1] MAD R1.rgb, src0.rgb, src0.111, src0.rgb
        alpha [R1] MAD R1.a, src0.a, src0.1, src0.0
  TEX LD R0.rgba, T0.rgba, R0.rgba
  OUT
        rgb   [R1] MAD R0._, src0.rgb, src0.111, src0.000 OUT(A.rgb)
        alpha [R1] MAD R0._, src0.a, src0.1, src0.0 OUT(A.a)
"""
PIXELS = 240
STALLS = {'Stall.Sequencer.' + name for name in ('time', 'alu_busy', 'texture_busy', 'alu_wait', 'semaphore', 'output', 'lookups',
                                                 'flow', 'ending', 'loading', 'no_group')}
BUBBLES = {'Stall.Core.' + name for name in ('pause', 'no_place', 'last_quads', 'no_quad')}
# What the profile of a line says of its lost chances, as statistics count them.
STATISTICS = {'us': {'wait_time': ['time'], 'wait_unit': ['ALU busy', 'texture unit busy'], 'wait_alu': ['ALU_WAIT'],
                     'wait_texture': ['TEX_SEM_WAIT', 'look-ups'], 'wait_output': ['no output registers']},
              'nv30': {'bubbles': ['pause', 'no place', 'last quads']}}


def write_samples(folder):
    with open(os.path.join(folder, 'samples.s'), 'w', encoding='ascii') as file:
        file.write(SAMPLES)
    with open(os.path.join(folder, 'texture.bin'), 'wb') as file:
        file.write(bytes(range(64)))
    with open(os.path.join(folder, 'in.bin'), 'wb') as file:
        for pixel in range(PIXELS):
            file.write(struct.pack('<4f', pixel % 16 / 16, pixel / PIXELS, 0, 0))
    launch = {'wekiva': 1, 'program': 'samples.s', 'stage': 'ps', 'threads': PIXELS, 'chip': 'r580', 'num_gprs': 2,
              'gprs': {'first': 0, 'count': 1, 'file': 'in.bin'},
              'textures': [{'id': 0, 'dim': '2D', 'width': 4, 'height': 4, 'format': '8_8_8_8', 'file': 'texture.bin'}],
              'samplers': [{'id': 0}]}
    path = os.path.join(folder, 'samples.json')
    with open(path, 'w', encoding='ascii') as file:
        json.dump(launch, file)
    return path


def mesa(folder):
    subprocess.run([sys.executable, os.path.join(CORPUS, 'mesa_r500_launch.py'), *MESA, '--out', folder], check=True,
                   stdout=subprocess.DEVNULL)
    return [os.path.join(folder, os.path.basename(name), 'launch.json') for name in MESA]


def runs(folder):
    samples = write_samples(folder)
    tight = ['--set', 'output_quads=12', '--set', 'group_pixels=48', '--set', 'alu_quads=1']
    return {'r580': [(os.path.join(DESIGNS, 'r580.json'), []), (samples, []), (samples, tight),
                     (samples, ['--set', 'texture_clk=4', '--set', 'policy=round_robin', '--set', 'contexts=2'])] +
                    [(launch, []) for launch in mesa(folder)],
            'nv30': [(os.path.join(DESIGNS, 'nv30.json'), []), (LIGHTING, []),
                     (os.path.join(DESIGNS, 'nv30.json'), ['--set', 'loopback_clk=7', '--set', 'max_quads=20']),
                     (LIGHTING, ['--set', 'core_runs=1', '--set', 'register_rows=24'])]}


class Counters(unittest.TestCase):
    def count(self, name, wanted):
        with tempfile.TemporaryDirectory() as folder:
            seen = set()
            for launch, options in runs(folder)[name]:
                with self.subTest(launch=launch, options=options):
                    seen |= set(check_counters_older.check(WEKIVA, launch, options, folder))
            self.assertEqual(wanted - seen, set(), 'each is there in a run')

    def test_r580(self):
        self.count('r580', STALLS | {'JumpRate', 'Divergence', 'LookupsInFlight', 'PixelsKilled', 'WaitsForSlot'})

    def test_nv30(self):
        self.count('nv30', BUBBLES | {'CoreLoopRate', 'EndWaits', 'PauseTime', 'TextureReads', 'FifoPickRate', 'WaitsForPlace'})

    def test_a_wrong_counter_is_noticed(self):
        rows = {'A': {'value': 1.0}, 'SignCount': {'value': None}}
        check_counters_older.compare(rows, {'A': 1.0})
        for expected in ({'A': 1.1}, {'A': None}, {}, {'A': 1.0, 'B': 0}):
            with self.subTest(expected), self.assertRaises(SystemExit):
                check_counters_older.compare(rows, expected)

    def test_stretches_add_up_to_the_run(self):
        for name in ('r580', 'nv30'):
            with self.subTest(name), tempfile.TemporaryDirectory() as folder:
                path = os.path.join(folder, 'every.csv')
                subprocess.run([WEKIVA, 'run', '--launch', os.path.join(DESIGNS, name + '.json'), '--counters-every', path + '@31'],
                               check=True, stdout=subprocess.DEVNULL)
                with open(path, encoding='ascii') as file:
                    names, *lines = [line.rstrip('\n').split(',') for line in file]
                time = [float(line[names.index({'r580': 'us', 'nv30': 'nv30'}[name] + '.Time')]) for line in lines]
                self.assertEqual([int(line[2]) - int(line[1]) + 1 for line in lines], time)
                self.assertGreater(len(lines), 3)


class Profiles(unittest.TestCase):
    def profile(self, launch, options, folder):
        said = subprocess.run([WEKIVA, 'profile', '--launch', launch, *options], check=True, stdout=subprocess.PIPE, text=True).stdout
        folded = os.path.join(folder, 'folded')
        grind = os.path.join(folder, 'grind')
        subprocess.run([WEKIVA, 'profile', '--launch', launch, '--folded', folded, '--callgrind', grind, *options], check=True,
                       stdout=subprocess.DEVNULL)
        with open(folded, encoding='utf-8') as file:
            return said, [line.rstrip('\n').rsplit(' ', 1) for line in file], grind

    def test_lines_add_up_to_statistics(self):
        """Folded stacks: a frame for the place, the stage, the line and why its clocks were lost."""
        with tempfile.TemporaryDirectory() as folder:
            for launch, options in [run for some in runs(folder).values() for run in some]:
                with self.subTest(launch=launch, options=options):
                    stats = os.path.join(folder, 'stats.json')
                    subprocess.run([WEKIVA, 'run', '--launch', launch, '--stats', stats, *options], check=True,
                                   stdout=subprocess.DEVNULL)
                    with open(stats, encoding='utf-8') as file:
                        counted = {(row['path'].split('.')[0], row['name']): row['value'] for row in json.load(file)['statistics']
                                   if row['name'] != 'quads'}
                    _, stacks, grind = self.profile(launch, options, folder)
                    place = stacks[0][0].split(';')[0]
                    lost = {}
                    for stack, clocks in stacks:
                        reason = stack.rsplit(';', 1)[1]
                        lost[reason] = lost.get(reason, 0) + int(clocks)
                    for name, reasons in STATISTICS[place].items():
                        self.assertEqual(sum(lost.get(reason, 0) for reason in reasons), counted[place, name], name)
                    with open(grind, encoding='utf-8') as file:
                        text = file.read()
                    self.assertEqual(int(re.search(r'^totals: (\d+)', text, re.M)[1]), sum(lost.values()))
                    self.assertNotIn('Control', text)

    def test_a_profile_by_hand(self):
        """Four groups of 48 pixels; the branch's first side has 30 of them active on average (in.bin), its second one 24 of three."""
        with tempfile.TemporaryDirectory() as folder:
            said, _, _ = self.profile(os.path.join(DESIGNS, 'r580.json'), [], folder)
        first = re.search(r'^ +(\d+) +([\d.]+).* 0 ALU ALU_RESULT_OP', said, re.M)
        self.assertEqual(first.groups(), ('4', '48.0'))
        with open(os.path.join(DESIGNS, 'in.bin'), 'rb') as file:
            values = struct.unpack('<%df' % (192 * 4), file.read())
        less = [sum(values[4 * p] < values[4 * p + 1] for p in range(48 * g, 48 * g + 48)) for g in range(4)]
        for line, sides in ((2, less), (4, [48 - n for n in less])):
            taken = [n for n in sides if n]
            found = re.search(r'^ +(\d+) +([\d.]+).* %d ALU  ' % line, said, re.M)
            self.assertEqual(found.groups(), ('%d' % len(taken), '%.1f' % (sum(taken) / len(taken))))


if __name__ == '__main__':
    unittest.main()
