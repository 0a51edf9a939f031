#!/usr/bin/env python3
"""test_compare_waves.py - `wekiva compare-waves`, beside what vcd_tool.py reads of the same files, and on waveforms that are
written here as another simulator would.

usage: WEKIVA=build/wekiva python3 tb/views/test_compare_waves.py      (from the project's root)
"""
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
sys.path[:0] = ['tb']
from vcd_tool import Vcd  # noqa: E402

WEKIVA = os.path.abspath(os.environ.get('WEKIVA', 'build/wekiva'))
CYCLE = 10  # units of time of our waveforms
ROW = re.compile(r' *(\d+) +(\d+)  (\S+): ')


def read(path):
    """The variables of a waveform by name, and [(time, code, value)]."""
    vcd = Vcd(path)
    with vcd.f:
        return {variable.path: variable.code for variable in vcd.vars}, list(vcd.events())


def changes(path):
    """{name: {cycle: value}} of a waveform of ours, at cycles in which it changes; the last cycle."""
    codes, events = read(path)
    found = {code: {} for code in codes.values()}
    for time, code, value in events:
        if time % CYCLE == 0:
            found[code][time // CYCLE] = int(value, 2)
    return {name: found[code] for name, code in codes.items()}, events[-1][0] // CYCLE


def difference(a, b, last):
    """(first cycle, number of cycles) in which two differ, up to the last one; (None, 0)."""
    first, count, value_a, value_b = None, 0, a[0], b[0]
    cycles = sorted(cycle for cycle in a.keys() | b.keys() if cycle <= last)
    for cycle, following in zip(cycles, cycles[1:] + [last + 1]):
        value_a, value_b = a.get(cycle, value_a), b.get(cycle, value_b)
        if value_a != value_b:
            first = cycle if first is None else first
            count += following - cycle
    return first, count


class Runs(unittest.TestCase):
    """Two runs with other latencies."""

    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = folder.name
        for name, more in (('a.vcd', ()), ('b.vcd', ('--set', 'ic_miss_clk=350')), ('a.fst', ()), ('window.vcd', ('--trace-window', '100:199')),
                           ('events.vcd', ('--trigger', 'arbiter_even.o_stall == fetch', '--count', '3', '--before', '9', '--after', '9'))):
            subprocess.run([WEKIVA, 'run', '-q', '--launch', 'tb/demo/launch.json', '--set', 'simds=1', '--trace', os.path.join(folder.name, name),
                            *more], check=True)

    def compare(self, *arguments, status=0):
        done = subprocess.run([WEKIVA, 'compare-waves', *arguments], cwd=self.folder, capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        return done.stdout if status < 2 else done.stderr

    def test_what_differs_is_what_another_reader_finds(self):
        (a, last_a), (b, last_b) = changes(os.path.join(self.folder, 'a.vcd')), changes(os.path.join(self.folder, 'b.vcd'))
        last = min(last_a, last_b)
        both = (a.keys() & b.keys()) - {'gpu.clk', 'gpu.cycle'}
        expected = {name: difference(a[name], b[name], last) for name in both}
        expected = {name: found for name, found in expected.items() if found[1]}
        out = self.compare('a.vcd', 'b.vcd', '--limit', '0', status=1)
        found = {row[3]: (int(row[1]), int(row[2])) for row in map(ROW.match, out.splitlines()) if row}
        self.assertEqual(found, expected)
        self.assertGreater(len(found), 1000)
        constants = {name for name in found if len(a[name]) == len(b[name]) == 1}
        self.assertIn('gpu.simd0.cf_cache.i_miss_clk', constants)
        first = min(cycle for name, (cycle, _) in found.items() if name not in constants)
        self.assertIn('first difference: cycle %d, at time %d of A and %d of B; %d signals differ, %d of them constants' % (
            first, first * CYCLE, first * CYCLE, len(found), len(constants)), out)
        self.assertIn('%d signals compared in %d cycles; %d cycles only in a.vcd\n' % (
            len(both), last + 1, last_a - last), out)

    def test_forms_and_windows_of_one_run_are_the_same(self):
        signals = int(self.compare('a.vcd', 'a.vcd').split()[0])
        self.assertRegex(self.compare('a.vcd', 'a.fst'), r'^%d signals compared in \d+ cycles\nno difference\n$' % signals)
        self.assertRegex(self.compare('window.vcd', 'a.fst'), r'compared in 100 cycles; \d+ cycles only in a.fst\nno difference')
        events = self.compare('a.vcd', 'events.vcd')
        self.assertRegex(events, r'compared in (3[0-9]|4[0-9]|5[0-7]) cycles; \d+ cycles only in a.vcd\nno difference')

    def test_one_bit_of_one_cycle_is_found(self):
        text = (pathlib.Path(self.folder) / 'a.vcd').read_text()
        code = read(os.path.join(self.folder, 'a.vcd'))[0]['gpu.simd0.issue_even.o_address']
        at = text.index('#%d\n' % (3000 * CYCLE))
        old = re.search(r'^b(\d+) %s$' % re.escape(code), text[at:], re.M)
        cycle = int(re.findall(r'^#(\d+)$', text[:at + old.start()], re.M)[-1]) // CYCLE
        value = int(old[1], 2)
        text = text[:at + old.start()] + 'b%s %s' % (bin(value ^ 1)[2:], code) + text[at + old.end():]
        (pathlib.Path(self.folder) / 'flip.vcd').write_text(text)
        out = self.compare('a.vcd', 'flip.vcd', status=1)
        self.assertIn('first difference: cycle %d,' % cycle, out)
        self.assertRegex(out, r'\n +%d +\d+  gpu.simd0.issue_even.o_address: 0x%06x, 0x%06x\n$' % (cycle, value, value ^ 1))

    def test_values_have_their_names(self):
        self.assertIn('gpu.simd0.arbiter_cf.i_why: instruction miss, -\n', self.compare('a.vcd', 'b.vcd', status=1))

    def test_both_are_opened_at_the_difference(self):
        out = self.compare('a.vcd', 'b.vcd', '--view', status=1)
        self.assertTrue(out.endswith('\nto open both:\n    twinwave a.vcd a.gtkw + b.vcd b.gtkw\n'), out)
        first = int(re.search(r'first difference: cycle (\d+)', out)[1])
        for name in ('a.gtkw', 'b.gtkw'):
            marker = re.search(r'^\*\S+ (\d+)', (pathlib.Path(self.folder) / name).read_text(), re.M)
            self.assertEqual(int(marker[1]), first * CYCLE * 100)  # ps


class Others(unittest.TestCase):
    """Waveforms of another simulator."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def write(self, name, scope, edges, data, period=10, delay=0, clock='clk'):
        """A clock whose edges are `period` apart, from an x on; `data` changes that much behind an edge."""
        lines = ['$timescale 1ns $end', '$scope module %s $end' % scope, '$var wire 1 ! %s $end' % clock, '$var wire 8 " data [7:0] $end',
                 '$var wire 100 # bus [99:0] $end', '$upscope $end', '$enddefinitions $end', '#0', 'x!', 'bx "', 'b0 #']
        for i in range(edges):
            at = period // 2 + i * period
            lines += ['#%d' % at, '1!'] + ([] if delay else ['b%s "' % data[i]])
            lines += (['#%d' % (at + delay), 'b%s "' % data[i]] if delay else []) + ['#%d' % (at + period // 2), '0!']
        (self.folder / name).write_text('\n'.join(lines + ['#%d' % (edges * period + 5), '']))

    def compare(self, *arguments, status=0):
        done = subprocess.run([WEKIVA, 'compare-waves', *arguments], cwd=self.folder, capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        return done.stdout if status < 2 else done.stderr

    def test_delays_and_periods_are_not_differences(self):
        self.write('a.vcd', 'tb', 6, ['0', '1', '10', '11', '100', '101'])
        self.write('b.vcd', 'tb', 6, ['0', '1', '10', '11', '100', '101'], period=8, delay=3)
        self.assertEqual(self.compare('a.vcd', 'b.vcd'), '1 signals compared in 6 cycles; 1 of more than 64 bits not compared\nno difference\n')

    def test_the_difference_has_both_times(self):
        self.write('a.vcd', 'tb', 6, ['0', '1', '10', '11', '100', '101'])
        self.write('b.vcd', 'tb', 6, ['0', '1', '10', '111', '100', '100'], period=8)
        out = self.compare('a.vcd', 'b.vcd', status=1)
        self.assertIn('first difference: cycle 3, at time 35 of A and 28 of B; 1 signals differ\n', out)
        self.assertTrue(out.endswith('\n         3           2  tb.data: 0x03, 0x07\n'), out)

    def test_a_map_says_other_names_and_the_offset_other_starts(self):
        self.write('a.vcd', 'model', 4, ['1', '10', '11', '100'])
        self.write('b.vcd', 'tb', 6, ['1111', '1111', '1', '10', '11', '101'], clock='clock')
        (self.folder / 'map').write_text('# names\nmodel = tb\n')
        out = self.compare('a.vcd', 'b.vcd', '--map', 'map', '--clock', 'model.clk=tb.clock', '--offset', '2', status=1)
        self.assertEqual(out.splitlines()[0], '1 signals compared in 4 cycles; 2 cycles only in b.vcd; 1 of more than 64 bits not compared')
        self.assertIn('cycle 3, at time 35 of A and 55 of B;', out)
        out = self.compare('b.vcd', 'a.vcd', '--map', 'turned', '--clock', 'tb.clock=model.clk', '--offset', '-2', status=2)
        self.assertIn('turned: cannot be read', out)
        (self.folder / 'turned').write_text('tb.data=model.data\n')
        self.assertIn('cycle 5, at time 55 of A and 35 of B;', self.compare(
            'b.vcd', 'a.vcd', '--map', 'turned', '--clock', 'tb.clock=model.clk', '--offset', '-2', status=1))

    def test_two_may_be_one_of_the_other(self):
        self.write('a.vcd', 'tb', 3, ['0', '1', '10'])
        text = (self.folder / 'a.vcd').read_text()
        (self.folder / 'two.vcd').write_text(text.replace('$var wire 8 " data', '$var wire 8 " copy [7:0] $end\n$var wire 8 " data').replace(
            '$upscope', '$var wire 0 $ none $end\n$upscope'))
        (self.folder / 'map').write_text('tb.copy = tb.data\n')
        self.assertEqual(self.compare('two.vcd', 'a.vcd', '--map', 'map').splitlines()[0],
                         '2 signals compared in 3 cycles; 1 only in two.vcd; 1 of more than 64 bits not compared')
        self.assertIn('1 signals compared in 3 cycles; 2 only in two.vcd;', self.compare('a.vcd', 'two.vcd'))

    def test_unknown_bits_are_said_and_not_compared(self):
        self.write('a.vcd', 'tb', 3, ['0', '1x0', '11'])
        self.write('b.vcd', 'tb', 3, ['0', '110', '11'])
        self.assertIn('; unknown bits (x, z) of 1 not compared\nno difference\n', self.compare('a.vcd', 'b.vcd'))
        self.write('b.vcd', 'tb', 3, ['0', '010', '11'])
        self.assertIn('tb.data: 000001x0, 0x02\n', self.compare('a.vcd', 'b.vcd', status=1))
        self.write('a.vcd', 'tb', 3, ['0', 'x10', '11'])  # x reaches to the left
        self.write('b.vcd', 'tb', 3, ['0', '1010', '11'])
        self.compare('a.vcd', 'b.vcd')

    def test_what_is_wrong_is_said(self):
        self.write('a.vcd', 'tb', 3, ['0', '1', '1'])
        self.write('b.vcd', 'other', 3, ['0', '1', '1'])
        self.write('clock.vcd', 'tb', 3, ['0', '1', '1'], clock='c')
        for map_text, message in (('tb other\n', 'm:1:4: error: expected A = B, two signals or two scopes'), ('\ntb = \n', 'm:2:6: error: expected A'),
                                  ('tb=other\ntb=other\n', 'm:2:1: error: this name has a line already'), ('#\n', 'm: has no line: expected A = B'),
                                  ('tx=other\n', 'm:1: error: tx: no signal and no scope of a.vcd'),
                                  ('tb=othe\n', 'm:1: error: othe: no signal and no scope of b.vcd'),
                                  ('tb.data=other.bus\n', 'm:1: error: tb.data has 8 bits and other.bus 100: expected two of one width')):
            (self.folder / 'm').write_text(map_text)
            self.assertIn(message, self.compare('a.vcd', 'b.vcd', '--map', 'm', status=2).replace('m:1:1:', 'm:1:'))
        for arguments, message in ((('a.vcd',), 'expected two waveforms, A and B, got 1 operands'), (('a.vcd', 'none.vcd'), 'none.vcd: cannot open'),
                                   (('a.vcd', 'm'), 'm: is no waveform'), (('a.vcd', 'clock.vcd'), 'clock.vcd: no signal is called clk near the top'),
                                   (('a.vcd', 'a.vcd', '--clock', 'tb.data'), 'a.vcd: --clock tb.data: expected a signal of one bit'),
                                   (('a.vcd', 'a.vcd', '--clock', '=b'), '--clock =b: expected NAME, or NAME=NAME'),
                                   (('a.vcd', 'a.vcd', '--offset', '1x'), '--offset 1x: expected a whole number of cycles'),
                                   (('a.vcd', 'b.vcd'), 'b.vcd: no signal has a name and width of a.vcd'),
                                   (('a.vcd', 'a.vcd', '--offset', '3'), 'a.vcd: has no cycle in common with a.vcd')):
            self.assertIn(message, self.compare(*arguments, status=2))


if __name__ == '__main__':
    unittest.main()
