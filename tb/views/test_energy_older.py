#!/usr/bin/env python3
"""test_energy_older.py - `wekiva run --energy`, `--limit` and `--roofline` on R580 and NV30: operations of the small program of
docs/designs.md counted by hand, other events beside statistics, peaks beside what was published, and the roof worked out here.

usage: WEKIVA=build/wekiva python3 tb/views/test_energy_older.py
"""
import json
import os
import re
import shutil
import subprocess
import tempfile
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
WEKIVA = os.path.abspath(os.environ.get('WEKIVA', 'build/wekiva'))
CORPUS = os.path.join(HERE, '..', 'corpus')
LIGHTING = os.path.join(CORPUS, 'nv30', 'lighting', 'nv30.json')
PIXELS = 192  # of the small program
# r580.s: a pixel takes one of two MAD of a channel, then an output MAD of four.
# nv30.s: two MAD and an SLT of a component, an LRP (difference; product and sum), MOV of four and of one.
COUNTS = {'r580': {'product and sum': 1 + 4}, 'nv30': {'product and sum': 2 + 1, 'add': 1, 'move': 1 + 4 + 1}}
# The MAD read three operands of each channel.  NV30: MAD 3, SLT 2, LRP 3, MOV 1.
OPERANDS = {'r580': 3 * (1 + 4), 'nv30': 3 + 3 + 2 + 3 + 4 + 1}
FLOPS = {'r580': 2 * 5, 'nv30': 2 * 3 + 1}
PROCESS = {'r580': (90, 1.3), 'nv30': (130, 1.4)}
ROOFS = {'r580': (650, 12 * 4 * 2, 4), 'nv30': (500, 4 * 4 * 2, 8)}  # MHz, flops and look-ups of pixels in a clock


def designs(machine):
    return os.path.join(CORPUS, 'designs', machine + '.json')


def run(*options):
    return subprocess.run([WEKIVA, 'run', '--launch', *options], capture_output=True, text=True, check=False)


def statistic(result, module, name):
    return sum(row['value'] for row in result['statistics'] if row['path'].split('.')[-1] == module and row['name'] == name)


class Older(unittest.TestCase):
    def result(self, launch):
        ran = run(launch, '--energy', '--limit', '--json')
        self.assertEqual((ran.returncode, ran.stderr), (0, ''))
        result = json.loads(ran.stdout)
        return result, {(row['block'], row['event']): row for row in result['energy']['rows']}

    def test_operations_of_pixels_are_counted_by_hand(self):
        for machine, counts in COUNTS.items():
            rows = self.result(designs(machine))[1]
            self.assertEqual({event: row['events'] for (block, event), row in rows.items() if block == 'ALU'},
                             {event: PIXELS * count for event, count in counts.items()}, machine)
            self.assertEqual(rows['registers', 'operand']['events'], PIXELS * OPERANDS[machine], machine)
            nm, volts = PROCESS[machine]
            self.assertAlmostEqual(rows['ALU', 'product and sum']['pj'] / (4.6 * nm / 45 * (volts / 0.9) ** 2), 1, places=6)

    def test_other_events_are_those_of_the_statistics(self):
        result, rows = self.result(designs('r580'))
        self.assertEqual(rows['issue', 'instruction']['events'],
                         sum(statistic(result, 'sequencer', kind + '_instructions') for kind in ('alu', 'output', 'texture')) +
                         statistic(result, 'flow', 'flow_instructions'))
        self.assertEqual(rows['outputs', 'write']['events'], 4 * PIXELS)
        self.assertEqual(rows['registers', 'write']['events'], PIXELS)
        for launch in (designs('nv30'), LIGHTING):
            result, rows = self.result(launch)
            self.assertEqual(rows['issue', 'pass']['events'],
                             sum(statistic(result, 'stage01_source_select', name) for name in ('new_quads', 'internal_loopbacks', 'long_loopbacks')))
            self.assertEqual(rows['registers', 'write']['events'], statistic(result, 'registers', 'register_writes'))
            self.assertEqual(rows['each clock', 'clock and leakage']['events'], result['cycles'])
        self.assertEqual(rows['texture', 'read of a quad']['events'], statistic(result, 'texture_units', 'texture_reads'))
        self.assertGreater(rows['texture', 'read of a quad']['events'], 0)
        self.assertAlmostEqual(result['energy']['events_nj'], sum(row['nj'] for key, row in rows.items() if key[0] != 'each clock'), places=4)

    def test_limits_are_shares_of_peaks(self):
        for machine, unit, a_clock in (('r580', 'instructions', 1), ('r580', 'ALU beats', 12), ('nv30', 'passes', 1)):
            result = self.result(designs(machine))[0]
            row = {row['name']: row for row in result['limit']}[unit]
            self.assertEqual(row['a_clock'], a_clock)
            self.assertAlmostEqual(row['share'], row['used'] / a_clock / result['cycles'], places=9)
        result = self.result(designs('r580'))[0]
        self.assertEqual({row['name']: row['used'] for row in result['limit']}['render targets'], PIXELS)

    def test_four_quarters_and_a_core_are_what_was_announced(self):
        """48 pixel processors and 16 texture units at 650 MHz; a quad of two reads at 500 MHz."""
        ran = subprocess.run([WEKIVA, 'chips', '--peaks', '--json', 'r580', 'nv30'], capture_output=True, text=True, check=True)
        peaks = [{row['name']: row['a_second'] for row in chip['peaks']} for chip in json.loads(ran.stdout)]
        self.assertAlmostEqual(4 * peaks[0]['ALU beats'], 48 * 0.65)
        self.assertAlmostEqual(4 * peaks[0]['texture look-ups'], 16 * 0.65)
        self.assertAlmostEqual(4 * peaks[0]['single precision'], 48 * 8 * 0.65)
        self.assertAlmostEqual(peaks[1]['texture reads'], 8 * 0.5)

    @unittest.skipUnless(shutil.which('gnuplot'), 'gnuplot is missing')
    def test_rooflines_are_over_look_ups(self):
        with tempfile.TemporaryDirectory() as folder:
            for launch, machine in ((designs('r580'), 'r580'), (designs('nv30'), 'nv30'), (LIGHTING, 'nv30')):
                svg = os.path.join(folder, 'roof.svg')
                ran = run(launch, '--roofline', svg)
                result = self.result(launch)[0]
                self.assertEqual((ran.returncode, ran.stderr), (0, ''))
                flops, looks = re.search(r'^roofline: \S+: (\d+) flops, (\d+) (?:look-ups|texture reads) of pixels', ran.stdout, re.M).groups()
                reached, mhz, share, roof, by = re.search(r'^  (\S+) GFLOPS at (\d+) MHz, (\S+) % of the roof above it, (\S+) by (.*)$', ran.stdout, re.M).groups()
                if launch != LIGHTING:
                    self.assertEqual(int(flops), PIXELS * FLOPS[machine])
                self.assertEqual(int(looks), 4 * (statistic(result, 'texture_units', 'texture_reads') + statistic(result, 'texture', 'lookups')))
                clock, of_flops, of_looks = ROOFS[machine]
                bound = min(of_flops, of_looks * int(flops) / int(looks) if int(looks) else of_flops) * clock / 1000
                self.assertEqual(int(mhz), clock)
                self.assertAlmostEqual(float(roof) / bound, 1, places=3)
                self.assertAlmostEqual(float(reached) / (int(flops) / result['cycles'] * clock / 1000), 1, places=3)
                self.assertAlmostEqual(float(share), 100 * float(reached) / bound, delta=0.06)
                self.assertEqual(by == 'single precision', bound == of_flops * clock / 1000)
                with open(svg, encoding='utf-8') as file:
                    self.assertIn('flops a ' + ('look-up' if machine == 'r580' else 'texture read') + ' of a pixel', file.read())

    def test_tables_of_the_user(self):
        with tempfile.TemporaryDirectory() as folder:
            table = os.path.join(folder, 'table.json')
            with open(table, 'w', encoding='ascii') as file:
                json.dump({'nm': 45, 'volts': 0.9, 'texture read of a quad': 5}, file)
            rows = {(row['block'], row['event']): row for row in json.loads(run(LIGHTING, '--energy', '--energy-table', table, '--json').stdout)['energy']['rows']}
            self.assertEqual((rows['texture', 'read of a quad']['pj'], rows['texture', 'read of a quad']['confidence']), (5, 'given'))
            self.assertAlmostEqual(rows['ALU', 'product and sum']['pj'], 4.6)


if __name__ == '__main__':
    unittest.main()
